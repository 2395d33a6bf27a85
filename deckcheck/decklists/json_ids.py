"""JSON decks of card ids and counts, as EmeraldDB and fiveringsdb give them.

A deck is an object with ``cards``, a map of ids to counts, and what else the site knows (``name``, ``format``,
``username``); the same under ``record`` or ``record.head``; or the bare map. A list holds several of them.
"""

from __future__ import annotations

from deckcheck.decklists.counts import MAX_COUNT
from deckcheck.decklists.strict_json import parse_nodes
from deckcheck.decklists.text import MAX_LINES, MAX_NAME, cut, split_lines
from deckcheck.errors import InputError
from deckcheck.model.deck import RawDeck, Request
from deckcheck.spans import Span
from deckcheck.strict_yaml import Node


def read_json(text: str, path: str) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError when it is not JSON or holds no map of cards."""
    text = text.removeprefix("\ufeff")
    root = parse_nodes(text, path)
    lines = split_lines(text)
    if not isinstance(root.value, list):
        return (_deck(root, path, path, lines),)
    if not root.value:
        raise InputError("there is no deck in this list", place=path)
    return tuple(_deck(node, f"{path}#{number}", path, lines) for number, node in enumerate(root.value, 1))


def request_of(name: str, node: Node, section: str = "", header: str = "") -> Request:
    """Return the request for a key `name` whose value is a number of copies, written in quotes at the place of `node`.

    Anything else than a whole number from 1 to 999 is one that cannot be used.
    """
    count, shown = node.value, cut(name)
    good = isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= MAX_COUNT
    return Request(
        name=shown,
        count=count if good else 0,
        span=Span(node.line, node.column, node.column + len(shown) + 2),
        written=shown,
        header=header,
        section=section,
        bad_count="" if good else _shown(count),
    )


def _shown(value: object) -> str:
    """Return a value that is no number of copies as a file shows it, shortened."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return (
        {True: "true", False: "false", None: "null"}[value]
        if value is None or value is True or value is False
        else (str(value)[:20].strip() or '""')
    )


def _deck(root: Node, name: str, path: str, lines: tuple[str, ...]) -> RawDeck:
    deck = _object(root, name)
    cards = deck["cards"].value
    if not cards:
        raise InputError("there is no card in this list", place=name)
    if len(cards) > MAX_LINES:
        raise InputError(f"more than {MAX_LINES:,} cards", place=name, help="give one deck list a file")
    return RawDeck(
        path=name,
        lines=lines,
        requests=tuple(request_of(key, node) for key, node in cards.items()),
        name=_text(deck, "name"),
        player=_text(deck, "player") or _text(deck, "username") or "",
        format=_text(deck, "format") or "",
        syntax="json",
        source="" if name == path else path,
    )


def _object(node: Node, path: str) -> dict[str, Node]:
    """Return the object that has ``cards``."""
    for key in ("record", "head"):
        if isinstance(node.value, dict) and "cards" not in node.value and key in node.value:
            node = node.value[key] if isinstance(node.value[key].value, dict) else node
    value = node.value
    if isinstance(value, dict) and "cards" not in value and value and all(map(_is_number, value.values())):
        value = {"cards": node}
    if not isinstance(value, dict) or "cards" not in value or not isinstance(value["cards"].value, dict):
        raise InputError("no map of card ids to counts under `cards`", place=path)
    return value


def _is_number(node: Node) -> bool:
    return isinstance(node.value, int | float) and not isinstance(node.value, bool)


def _text(deck: dict[str, Node], key: str) -> str | None:
    value = deck[key].value if key in deck else None
    return value[:MAX_NAME] if isinstance(value, str) and value.strip() else None
