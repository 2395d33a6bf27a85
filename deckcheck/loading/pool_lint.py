"""Looking for mistakes in the files of a card pool that loading alone would not notice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from deckcheck import strict_yaml
from deckcheck.errors import DataError
from deckcheck.loading.pool_compiler import compile_rows
from deckcheck.loading.pool_files import read_files
from deckcheck.model.card import Card
from deckcheck.model.pool import CardSet, PoolInfo
from deckcheck.names import identity_key

T = TypeVar("T")


def lint(folder: Path) -> Iterator[str]:
    """Yield the problems of the pool in `folder` as ``file:line:column: message``; the first broken file ends it."""
    try:
        files = read_files(folder)
        compile_rows(folder, files)
        info = _read(folder / "pool.yaml", PoolInfo)[0][0]
        sets = {item.id for item, _ in _read(folder / "sets.yaml", CardSet)}
        seen: dict[tuple[str, str, str, str], str] = {}
        for name in sorted(files):
            if name.startswith("cards/"):
                yield from _lint_cards(folder / name, info, sets, seen)
    except DataError as error:
        yield str(error)


def _lint_cards(
    path: Path, info: PoolInfo, sets: set[str], seen: dict[tuple[str, str, str, str], str]
) -> Iterator[str]:
    previous = ""
    for card, place in _read(path, Card):
        if card.id < previous:
            yield f"{place}: `{card.id}` is out of order"
        previous = card.id
        for message in _card_problems(card, info, sets):
            yield f"{place}: {message}"
        for mark in card.marks:
            key = (card.title, card.mark, f"{card.level}{card.variant}", mark)
            other = seen.setdefault(key, card.id)
            if other != card.id and card.id not in info.disputed and not card.proxy:
                yield f"{place}: `{card.id}` has the same title and level as `{other}`, and both are legal in {mark}"
                break


def _card_problems(card: Card, info: PoolInfo, sets: set[str]) -> Iterator[str]:
    own = identity_key(card.base_title, card.level, card.variant)
    if not card.identity or card.identity[0] != own:
        yield f"the identity of `{card.id}` must begin with `{own}`"
    if card.subtitle and not card.title.endswith(f", {card.subtitle}"):
        yield f"the title of `{card.id}` does not end in its subtitle"
    if any(sign in card.title for sign in ("<", ">", "&#", "&amp;")):
        yield f"the title of `{card.id}` holds HTML"
    for mark in (*card.marks, *card.banned):
        if mark not in info.marks:
            yield f"`{card.id}` has the mark `{mark}`, which the pool does not explain"
    both = sorted(set(card.marks).intersection(card.banned))
    if both and card.id not in info.disputed:
        yield f"`{card.id}` is both legal and banned in {', '.join(both)}"
    for printing in card.printings:
        if printing.set not in sets:
            yield f"`{card.id}` names the unknown set `{printing.set}`"


def _read(path: Path, kind: type[T]) -> list[tuple[T, str]]:
    """Return the values of a file through the strict YAML reader, with their places."""
    shown = str(path)
    root = strict_yaml.parse(strict_yaml.read_text(path), shown)
    nodes = root.value if isinstance(root.value, list) else [root]
    return [(strict_yaml.decode(node, kind, shown), f"{shown}:{node.line}:{node.column}") for node in nodes]
