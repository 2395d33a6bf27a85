"""A fast path for decks of card ids on one line of JSON, with a cache of recognised cards.

Programs export lists with card ids. The readers take every other line.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.checks.checker import Checker
from deckcheck.decks.json_ids import asides
from deckcheck.decks.quantities import request_of
from deckcheck.decks.readers import json_syntax
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, fingerprint, mark
from deckcheck.model.finding import Finding
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.model.spans import Span
from deckcheck.rules.judge import CardLine, Memo
from deckcheck.rules.tally import Tally

_decode = msgspec.json.Decoder().decode
# The rules that check such lists ignore how the list was read.
_NO_LIST = RawDeck(path="", lines=(), requests=())


# A recognised card: its entry, its mark in the fingerprint, and its line for the judge.
Known = tuple[Entry, str, CardLine]


_mark, _line = itemgetter(1), itemgetter(2)


class IdDeck(Struct, frozen=True, gc=False):
    """A checked deck: name, player, cards per section, findings and fingerprint."""

    name: str | None
    player: str
    counts: dict[str, int]
    findings: tuple[Finding, ...]
    fingerprint: str


class NotExact(Exception):
    """A card that only the readers and the resolver can recognise."""


class IdDecks:
    """Checks decks of card ids in one format."""

    def __init__(self, checker: Checker, limits: Limits) -> None:
        """Use `checker` for decks within `limits`."""
        self._checker = checker
        self._limits = limits
        self._known: Memo[tuple[str, int], Known] = Memo(self._know)
        self._may_be_card: Memo[str, bool] = Memo(lambda fact: checker.may_be_card(fact, "json", limits))
        self._by_id: dict[str, Card] = {}
        self._names: dict[str, str] = {}
        self._cards: dict[str, str] = {}

    def check(self, line: bytes) -> IdDeck | None:
        """Return the result for the deck in a line, None when only the readers can read it."""
        limits = self._limits
        read = _decoded(line, limits)
        if read is None:
            return None
        deck, cards = read
        if any(self._may_be_card[aside.text] for aside in asides(deck, cards, limits)):
            return None
        name, player = _text(deck, "name", limits), _text(deck, "player", limits) or _text(deck, "username", limits)
        try:
            known = [*map(self._known.__getitem__, cards.items())]
        except NotExact:
            return None
        asked, counts = self._checker.judge.look([*map(_line, known)])
        findings = self._findings(known, asked, line.decode()) if asked else ()
        return IdDeck(name, player or "", counts, findings, fingerprint(map(_mark, known)))

    def _findings(self, known: list[Known], asked: int, text: str) -> tuple[Finding, ...]:
        judge = self._checker.judge
        cards = text.index('"cards"') + len('"cards"')

        def place_of(request: Request) -> Span:
            column = text.index(f'"{request.name}"', cards) + 1
            return Span(1, column, column + len(request.name) + 2)

        placed = [(entry, line.place) for entry, _, line in known]
        deck = Deck(raw=_NO_LIST, entries=tuple([entry for entry, _ in placed]))
        tally = Tally(deck, judge.format, placed)
        return judge.findings(tally, asked, place_of)

    def _know(self, written: tuple[str, int]) -> Known:
        """Return the recognised card for a name and copies; raises NotExact unless the name matches exactly."""
        name, copies = written
        request = request_of(name, copies, (1, 1), self._limits)
        if request.bad_count or request.name != name:
            raise NotExact
        card = self._by_id.get(name) or self._checker.exact(request)
        # Each name belongs to one card and each card to one name, whatever the copies.
        if card is None or self._cards.setdefault(fold(name), card.id) != card.id:
            raise NotExact
        if self._names.setdefault(card.id, name) != name:
            raise NotExact
        if card.id == name:
            self._by_id[name] = card
        judge = self._checker.judge
        return Entry(card, copies, request), mark(card.id, copies), judge.line(judge.places.of(card), copies)


def _decoded(line: bytes, limits: Limits) -> tuple[dict[str, Any], dict[str, int]] | None:
    """Return the deck and its copies by card name from one line of JSON, None when the JSON reader must read it.

    A decoder keeps only the last of equal keys; counting colons detects them. Lines with escapes, which can hide a
    colon, and copies that are not integers go to the reader.
    """
    if line[:1] != b"{" or len(line) > limits.file_bytes or b"\\" in line:
        return None
    if line.count(b"{") + line.count(b"[") > limits.nesting:
        return None
    try:
        deck = _decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    cards = deck.pop("cards", None)
    if not isinstance(cards, dict) or {*map(type, cards.values())} != {int} or len(cards) > limits.lines:
        return None
    if json_syntax(line.decode()) != "json":
        return None
    colons = 1 + len(cards) + "".join(cards).count(":") + _colons(deck)
    return (deck, cards) if line.count(b":") == colons else None


def _colons(value: object) -> int:
    """Return the number of colons in the text of a JSON value."""
    if isinstance(value, str):
        return value.count(":")
    if isinstance(value, dict):
        return len(value) + "".join(value).count(":") + sum(map(_colons, value.values()))
    return sum(map(_colons, value)) if isinstance(value, list) else 0


def _text(deck: dict[str, Any], key: str, limits: Limits) -> str | None:
    value = deck.get(key)
    return value[: limits.name_length] if isinstance(value, str) and value.strip() else None
