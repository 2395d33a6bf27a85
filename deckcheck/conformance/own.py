"""The answers of deckcheck: its rules applied to the facts in a request, without a card pool."""

import functools
from collections.abc import Iterator
from pathlib import Path

import msgspec

from deckcheck.conformance.suite import CaseRequest, CheckerAnswer
from deckcheck.formats.cache import load_format
from deckcheck.formats.files import find_formats
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Span, Unresolved
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.finding import Finding, bearing, verdict_of
from deckcheck.rules.judge import Judge
from deckcheck.system import paths

_SIDEBOARD = "sideboard"


class OwnChecker:
    """Answers requests; formats are read once."""

    def __init__(self, formats_dir: Path | None) -> None:
        """Find the formats of the suite in `formats_dir`."""
        self._formats_dir = formats_dir
        self.judge = functools.cache(self._judge_of)

    def answer(self, request: CaseRequest) -> CheckerAnswer:
        """Return the answer to a request."""
        if request.format not in find_formats(self._formats_dir):
            return CheckerAnswer(skip=f"unknown format `{request.format}`")
        return answer_of(self.judge(request.format, request.date).findings_of(deck_of(request)))

    def answer_line(self, line: bytes) -> bytes:
        """Return the answer to a request, both as a line of JSON; an unreadable request is skipped, with the reason."""
        try:
            answer = self.answer(msgspec.json.decode(line, type=CaseRequest))
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, DeckcheckError) as error:
            answer = CheckerAnswer(skip=f"cannot read the request: {error}")
        return msgspec.json.encode(answer) + b"\n"

    def _judge_of(self, name: str, date: str) -> Judge:
        return Judge(load_format(name, first=self._formats_dir, cache=paths.cache_folder(), as_of=date))


def answer_of(findings: tuple[Finding, ...]) -> CheckerAnswer:
    """Return the answer that findings result in."""
    codes = sorted({finding.code for finding in bearing(findings)})
    return CheckerAnswer(verdict=verdict_of(findings).value, rules=tuple(codes))


def deck_of(request: CaseRequest) -> Deck:
    """Return the deck of a request; raises msgspec.ValidationError for facts in another form."""
    cards = msgspec.convert(request.cards, dict[str, Card])
    lines = (Span(number, 1, 2) for number in range(1, 10_000))
    main, side = request.deck.cards, request.deck.sideboard
    entries = (*_entries(main, cards, "", lines), *_entries(side, cards, _SIDEBOARD, lines))
    unknown = (Request(name=name, count=count, span=next(lines)) for name, count in request.deck.unknown.items())
    return Deck(
        raw=RawDeck(path=request.name, lines=(), requests=()),
        entries=entries,
        unresolved=tuple(Unresolved(line, line.count) for line in unknown),
    )


def _entries(copies: dict[str, int], cards: dict[str, Card], section: str, lines: Iterator[Span]) -> tuple[Entry, ...]:
    return tuple(
        Entry(cards[card], count, Request(name=card, count=count, span=next(lines), section=section))
        for card, count in copies.items()
    )
