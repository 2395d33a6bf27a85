"""Text lists read in passing: only those whose lines mean the same wherever they stand.

What a line means is remembered, because the lists of an event have most of their lines in common.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate, count, repeat

from msgspec import Struct, structs

from deckcheck.decklists.dialects import DIALECTS, FACTS
from deckcheck.decklists.headers import Heading, header_count, header_section, heading
from deckcheck.decklists.readers import BY_SUFFIX
from deckcheck.decklists.text import request_in, split_lines
from deckcheck.limits import Limits
from deckcheck.model.card import Card
from deckcheck.model.deck import Header, RawDeck, Request
from deckcheck.model.format import Format
from deckcheck.rules.header_count import wrong_counts
from deckcheck.screening import Made
from deckcheck.spans import Span

_DECKS = ("dynasty", "fate", "conflict")
# Of markup and of structures; with any of them the list is read in full.
_STRANGE = re.compile(r"[<>\[\]{}\0\ufeff]|[*_~]{2}|&[#\w]+;")
_REMEMBERED = 100_000
# Lines are remembered, and longer ones, on an average, would fill the memory.
_LONG = 200
_SUFFIXES = tuple(BY_SUFFIX)

# What lists of any program say of their decks.
_LABELS = frozenset(FACTS).union(*(dialect.facts for dialect in DIALECTS))
_NOISE = tuple(dialect.noise for dialect in DIALECTS if dialect.noise)
_REPEATING = tuple(sign for dialect in DIALECTS if dialect.repeats for sign in dialect.signs)


class _Asked(Struct, frozen=True):
    """A line that asks for a card: what for, and the deck to which the card belongs ("": not known, or none)."""

    request: Request
    deck: str


class _Said(Struct, frozen=True):
    """A line that says something of the deck itself."""

    fact: str
    text: str


class _Nothing(Struct, frozen=True):
    """A line that means nothing."""


# What a line means, None where only reading the list in full can tell.
_Meaning = _Asked | Header | _Said | _Nothing | None


class PlainList(Struct, gc=False):
    """A text list: its lines that ask for cards, what it says of itself, and whether its headers fit its cards."""

    lines: list[str]
    facts: dict[str, str]
    fits: bool


class _Found:
    """What has been read of a list: lines that ask for cards, facts, and headers with the number of such lines above.

    `under` is the deck that the last header is about, "" when it is about none.
    """

    def __init__(self) -> None:
        self.asking: list[str] = []
        self.facts: dict[str, str] = {}
        self.headers: list[Header] = []
        self.starts: list[int] = []
        self.under = ""

    def take(self, meaning: _Meaning) -> bool:
        """Take a line that asks for no card; return whether that is all there is to it."""
        if isinstance(meaning, Header):
            # Lists of two programs at once may be an error, and these have one style each.
            if self.headers and self.headers[0].text.startswith("#") is not meaning.text.startswith("#"):
                return False
            self.headers.append(meaning)
            self.starts.append(len(self.asking))
            self.under = meaning.section if meaning.section in _DECKS else ""
        elif isinstance(meaning, _Said):
            if meaning.fact in self.facts or self.asking:
                return False
            self.facts[meaning.fact] = meaning.text
        return meaning is not None


class PlainLists:
    """Reads text lists for one format."""

    def __init__(self, fmt: Format, exact: Callable[[Request], Card | None], limits: Limits) -> None:
        """Read lists for `fmt`; `exact` gives the card that a line names to the letter, or None."""
        self._exact = exact
        self._limits = limits
        # Cards count elsewhere under these headers.
        self._apart = {section.header for section in fmt.sections.values() if section.header}
        self._meanings: Made[str, _Meaning] = Made(self._meaning)

    def read(self, text: str, path: str) -> PlainList | None:
        """Return the deck in `text` as the reader of text lists would, None where that reader has to look itself."""
        text = text.removeprefix("\ufeff")
        lines = split_lines(text)
        if len(lines) > self._limits.lines or len(text) > _LONG * len(lines) or path.lower().endswith(_SUFFIXES):
            return None
        if _STRANGE.search(text):
            return None
        if len(self._meanings) > _REMEMBERED:
            self._meanings.clear()
        found = _Found()
        asking, fits = found.asking, True
        for line, meaning in zip(lines, map(self._meanings.__getitem__, lines), strict=True):
            if meaning.__class__ is _Asked:
                asking.append(line)
                if found.under and meaning.deck and found.under != meaning.deck:
                    fits = False
            elif not found.take(meaning):
                return None
        return PlainList(asking, found.facts, fits and self._counts_fit(found)) if asking else None

    def request_in(self, line: str) -> Request | None:
        """Return what a line asks for; None when it asks for no card, or only the reader can tell."""
        meaning = self._meanings[line]
        return meaning.request if isinstance(meaning, _Asked) else None

    def places(self, text: str, deck: PlainList, first: int) -> Iterator[tuple[int, int]]:
        """Return where the cards of a deck stand in `text`: the numbers of their lines, and the columns before them.

        The first line of `text` has the number `first`; each card has a line of its own.
        """
        numbers = dict(zip(split_lines(text.removeprefix("\ufeff")), count(first), strict=False))
        return zip(map(numbers.__getitem__, deck.lines), repeat(0))

    def raw(self, text: str, path: str, first: int, facts: dict[str, str]) -> RawDeck:
        """Return a deck that `read` has taken, with `facts`, for checking; its first line has the number `first`."""
        lines = split_lines(text.removeprefix("\ufeff"))
        requests: list[Request] = []
        headers: list[Header] = []
        header, section = "", ""
        for number, line in enumerate(lines, first):
            meaning = self._meanings[line]
            if isinstance(meaning, _Asked):
                asked = meaning.request
                requests.append(
                    Request(
                        name=asked.name,
                        count=asked.count,
                        span=Span(number, asked.span.column, asked.span.end_column),
                        written=asked.written,
                        header=header,
                        section=section,
                        counted=asked.counted,
                    )
                )
            elif isinstance(meaning, Header):
                span = Span(number, meaning.span.column, meaning.span.end_column)
                headers.append(structs.replace(meaning, span=span))
                header, section = meaning.text, meaning.section
        return RawDeck(
            path=path,
            lines=lines,
            requests=tuple(requests),
            headers=tuple(headers),
            name=facts.get("name"),
            player=facts.get("player", ""),
            first_line=first,
            limits=self._limits,
        )

    def _counts_fit(self, found: _Found) -> bool:
        """Return whether the numbers in headers are those of the cards below them."""
        if all(header.count is None for header in found.headers):
            return True
        sums = [0, *accumulate(request.count for request in map(self.request_in, found.asking) if request)]
        return not any(wrong_counts(found.headers, [sums[start] for start in [*found.starts, -1]]))

    def _meaning(self, line: str) -> _Meaning:
        stripped = line.strip()
        if not stripped:
            return _Nothing()
        if ":" in stripped and (_label(stripped) in _LABELS or not stripped.startswith("#")):
            return _fact(stripped, self._limits)
        if not _is_plain(stripped):
            return None
        start = line.index(stripped)
        span = Span(1, start + 1, start + len(stripped) + 1)
        found = heading(stripped) if not stripped.startswith(("//", ";")) else None
        if found is not None:
            return _header(stripped, found, span) if found.section not in self._apart else None
        return _Nothing() if stripped.startswith("#") else self._asked(stripped, span)

    def _asked(self, stripped: str, span: Span) -> _Meaning:
        """Return the card that a line asks for; one that begins or ends with anything special is left to the reader."""
        starts_plainly = stripped[0].isalnum() or stripped[0] == '"'
        if not starts_plainly or "#" in stripped or "//" in stripped or not any(map(str.isalpha, stripped)):
            return None
        request = request_in(stripped, span, self._limits)
        if request.bad_count:
            return None
        card = self._exact(request)
        return _Asked(request, card.deck if card and card.deck in _DECKS else "")


def _is_plain(stripped: str) -> bool:
    """Return whether the lists of no program have something of their own on such a line."""
    return not any(re.match(noise, stripped) for noise in _NOISE) and not any(sign in stripped for sign in _REPEATING)


def _label(stripped: str) -> str:
    return stripped.lstrip("#* ").partition(":")[0].strip().casefold()


def _fact(stripped: str, limits: Limits) -> _Said | None:
    label, rest = _label(stripped), stripped.partition(":")[2].strip()
    fact = FACTS.get(label)
    if not fact or not rest or (header_section(label) is not None and fact != "name"):
        return None
    return _Said(fact, rest[: limits.name_length])


def _header(stripped: str, found: Heading, span: Span) -> Header:
    return Header(text=stripped, section=found.section, span=span, count=header_count(stripped), deck=found.deck)
