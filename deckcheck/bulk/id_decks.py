"""Decks of card ids on one line of JSON, taken in at a glance: what each card means is remembered.

Lists that a program has exported name each card by its id. Any other line is left to the readers.
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
from deckcheck.rules.judge import Line, Made
from deckcheck.rules.tally import Tally

_decode = msgspec.json.Decoder().decode
# The rules that have something to say of such a list do not ask how it was read.
_NO_LIST = RawDeck(path="", lines=(), requests=())


# What a card and its copies mean: the entry, its mark in the fingerprint, and what it brings to a deck.
Known = tuple[Entry, str, Line]


_mark, _line = itemgetter(1), itemgetter(2)


class IdDeck(Struct, frozen=True, gc=False):
    """What was found of a deck: who has it, its cards in each section, what is wrong, and its fingerprint."""

    name: str | None
    player: str
    counts: dict[str, int]
    findings: tuple[Finding, ...]
    fingerprint: str


class NotExact(Exception):
    """A card that only the readers and the resolver can tell."""


class IdDecks:
    """Checks decks of card ids in one format."""

    def __init__(self, checker: Checker, limits: Limits) -> None:
        """Check with `checker` decks that are read within `limits`."""
        self._checker = checker
        self._limits = limits
        self._known: Made[tuple[str, int], Known] = Made(self._know)
        self._may_be_card: Made[str, bool] = Made(lambda fact: checker.may_be_card(fact, "json", limits))
        self._by_id: dict[str, Card] = {}
        self._names: dict[str, str] = {}
        self._cards: dict[str, str] = {}

    def check(self, line: bytes) -> IdDeck | None:
        """Return what is found of the deck in a line, None where it is not plain."""
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
        """Return what a card and its copies mean; raises NotExact unless it names a card to the letter."""
        name, copies = written
        request = request_of(name, copies, (1, 1), self._limits)
        if request.bad_count or request.name != name:
            raise NotExact
        card = self._by_id.get(name) or self._checker.exact(request)
        # A card is known by one name here, and a name stands for one card, whatever the copies.
        if card is None or self._cards.setdefault(fold(name), card.id) != card.id:
            raise NotExact
        if self._names.setdefault(card.id, name) != name:
            raise NotExact
        if card.id == name:
            self._by_id[name] = card
        judge = self._checker.judge
        return Entry(card, copies, request), mark(card.id, copies), judge.line(judge.places.of(card), copies)


def _decoded(line: bytes, limits: Limits) -> tuple[dict[str, Any], dict[str, int]] | None:
    """Return what a line of JSON says of a deck and its cards, None where the reader of JSON decks has to look itself.

    A decoder keeps the last of several equal keys, so the colons are counted. Escapes may hide one, and are left to
    the reader, as are numbers that only equal whole ones.
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
    """Return how many colons a JSON value is written with."""
    if isinstance(value, str):
        return value.count(":")
    if isinstance(value, dict):
        return len(value) + "".join(value).count(":") + sum(map(_colons, value.values()))
    return sum(map(_colons, value)) if isinstance(value, list) else 0


def _text(deck: dict[str, Any], key: str, limits: Limits) -> str | None:
    value = deck.get(key)
    return value[: limits.name_length] if isinstance(value, str) and value.strip() else None
