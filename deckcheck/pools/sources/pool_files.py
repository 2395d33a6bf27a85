"""The files of a pool, and writing those that changed."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.errors import DataError
from deckcheck.model.pool import CardSet, PoolSnapshot, one_line
from deckcheck.system.atomic import write_atomically
from deckcheck.system.strict_yaml import dump

UNKNOWN_SET = "unknown-set"

# Ids of sets become file names, and some come from servers.
_SET_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")


def pool_files(pool: PoolSnapshot) -> dict[str, str]:
    """Return the texts of a pool by path below its folder; a card is in the file of its earliest set.

    Raises:
        DataError: when the id of a set cannot name a file, or a card names a set that is not there.
    """
    ordered = sorted(pool.sets.values(), key=lambda item: (item.released or "9999", item.id))
    dates = {item.id: item.released or "9999" for item in ordered}
    names = {item.id: item.name for item in ordered} | {UNKNOWN_SET: "Cards of an unknown set"}
    by_set: dict[str, list[Card]] = {}
    if wrong := [key for key in dates if not _SET_ID.fullmatch(key)]:
        raise DataError(f"`{wrong[0]}` cannot be the id of a set: it has to name a file")
    for _, card in sorted(pool.cards.items()):
        if unknown := [printing.set for printing in card.printings if printing.set not in dates]:
            raise DataError(f"`{card.id}` names the unknown set `{unknown[0]}`")
        first = min((printing.set for printing in card.printings), key=dates.__getitem__, default=UNKNOWN_SET)
        by_set.setdefault(first, []).append(msgspec.structs.replace(card, effects=(), gold=None))
    texts = {
        "pool.yaml": "# Facts about cards, made by `deckcheck pools import`; no rules text.\n"
        + dump(msgspec.to_builtins(pool.info), flow=False),
        "sets.yaml": lines_of(f"{pool.info.name}: sets, one per line, by release date", ordered),
        "effects.yaml": _effects_text(pool.cards),
    }
    return texts | {f"cards/{name}.yaml": lines_of(names[name], by_set[name]) for name in sorted(by_set)}


def write_pool(texts: Mapping[str, str], folder: Path) -> list[str]:
    """Write the files that changed to `folder` and delete unused card files; return their paths.

    Raises:
        OSError: when the folder cannot be written.
    """
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in texts.items():
        path, content = folder / name, text.encode()
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(exist_ok=True)
            write_atomically(path, content)
            changed.append(name)
    for path in sorted((folder / "cards").glob("*.yaml")):
        name = f"cards/{path.name}"
        if name not in texts:
            path.unlink()
            changed.append(name)
    return changed


def lines_of(comment: str, items: Iterable[Card] | Iterable[CardSet]) -> str:
    """Return the text of a file with one item per line below a comment."""
    return "".join([f"# {comment}\n", *(f"- {one_line(item)}\n" for item in items)])


def _effects_text(cards: Mapping[str, Card]) -> str:
    parts = ["# What card texts change about building a deck, by card id.\n"]
    for card_id, card in sorted(cards.items()):
        parts += [f"{_flow(card_id)}:\n"] if card.effects else []
        parts += [f"- {_flow(_plain(msgspec.to_builtins(effect)))}\n" for effect in card.effects]
    return "".join(parts)


def _plain(value: Any) -> Any:
    """Return a value with whole numbers as integers, because levels that were read may be floats."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _flow(value: Any) -> str:
    """Return `value` as YAML on one line."""
    text = dump(value, flow=True, width=10**9)
    return text.removesuffix("...\n").rstrip("\n")
