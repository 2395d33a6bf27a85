"""Text lists read without a list in between: only those whose lines mean the same wherever they stand.

What a line means is remembered, because the lists of an event have most of their lines in common.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from deckcheck.bulk.exact import ExactDeck
from deckcheck.decklists.dialects import DIALECTS, FACTS
from deckcheck.decklists.headers import Heading, header_count, header_section, heading
from deckcheck.decklists.readers import BY_SUFFIX
from deckcheck.decklists.text import MAX_LINES, MAX_NAME, split_lines
from deckcheck.model.card import Card
from deckcheck.model.deck import Header
from deckcheck.model.format import Format
from deckcheck.rules.header_count import wrong_counts
from deckcheck.screening import Made
from deckcheck.spans import Span

_DECKS = ("dynasty", "fate", "conflict")
# Of markup and of structures; with any of them the list is read in full.
_STRANGE = re.compile(r"[<>\[\]{}&\0\ufeff]")
_CARD = re.compile(r"(?P<count>[1-9][0-9]{0,2})x? (?P<name>[^\W_].*)")
_REMEMBERED = 200_000

# What lists of any program say of their decks.
_LABELS = frozenset(FACTS).union(*(dialect.facts for dialect in DIALECTS))
_NOISE = tuple(dialect.noise for dialect in DIALECTS if dialect.noise)
_REPEATING = tuple(sign for dialect in DIALECTS if dialect.repeats for sign in dialect.signs)

_NOTHING, _COUNTED, _HEADED, _SAID = range(4)
# What a line means and what goes with it, None where only reading the list in full can tell.
_Meaning = tuple[int, Any, Any, Any] | None


class ExactLists:
    """Reads text lists for one format."""

    def __init__(self, fmt: Format, card_of: Callable[[str, int], Card | None]) -> None:
        """Read lists for `fmt`; `card_of` gives the card that a name means to the letter in so many copies, or None."""
        self._card_of = card_of
        # Cards count elsewhere under these headers.
        self._apart = {section.header for section in fmt.sections.values() if section.header}
        self._meanings: Made[str, _Meaning] = Made(self._meaning)

    def read(self, text: str, path: str) -> ExactDeck | None:
        """Return the deck in `text` as the reader of text lists would, None where that reader has to look itself."""
        text = text.removeprefix("\ufeff")
        if _STRANGE.search(text) or path.lower().endswith(tuple(BY_SUFFIX)):
            return None
        lines = split_lines(text)
        if len(lines) > MAX_LINES:
            return None
        if len(self._meanings) > _REMEMBERED:
            self._meanings.clear()
        return self._deck(map(self._meanings.__getitem__, lines))

    def _deck(self, meanings: Any) -> ExactDeck | None:  # noqa: ANN401 - an iterator of meanings, seen once a line
        cards: dict[str, int] = {}
        facts: dict[str, str] = {}
        headers: list[Header] = []
        before: list[int] = []
        total, under = 0, ""
        for meaning in meanings:
            if meaning is None:
                return None
            kind, what, count, deck = meaning
            if kind == _COUNTED:
                # A card on two lines is for the reader, and so is one under the header of another deck.
                if what in cards or (under and deck and under != deck):
                    return None
                cards[what] = count
                total += count
            elif kind == _HEADED:
                # Lists of two programs at once may be an error, and these have one style each.
                if headers and headers[0].text.startswith("#") is not count:
                    return None
                headers.append(what)
                before.append(total)
                under = what.section if what.section in _DECKS else ""
            elif kind == _SAID:
                if what in facts or cards:
                    return None
                facts[what] = count
        if not cards or (headers and any(wrong_counts(headers, [*before, total]))):
            return None
        return ExactDeck(cards, name=facts.get("name"), player=facts.get("player"))

    def _meaning(self, line: str) -> _Meaning:
        stripped = line.strip()
        if not stripped:
            return _NOTHING, None, None, None
        if ":" in stripped and (_label(stripped) in _LABELS or not stripped.startswith("#")):
            return _fact(stripped)
        found = heading(stripped) if not stripped.startswith(("//", ";")) else None
        if found is not None:
            return _header(stripped, found) if found.section not in self._apart and _is_plain(stripped) else None
        if stripped.startswith("#") and _is_plain(stripped):
            return _NOTHING, None, None, None
        return self._card(stripped)

    def _card(self, stripped: str) -> _Meaning:
        match = _CARD.fullmatch(stripped)
        name, count = (match["name"], int(match["count"])) if match else (stripped, 1)
        card = self._card_of(name, count) if _is_plain(stripped) and "#" not in name and "//" not in name else None
        if card is None:
            return None
        return _COUNTED, name, count, card.deck if card.deck in _DECKS else ""


def _is_plain(stripped: str) -> bool:
    """Return whether the lists of no program have something of their own on such a line."""
    return not any(re.match(noise, stripped) for noise in _NOISE) and not any(sign in stripped for sign in _REPEATING)


def _label(stripped: str) -> str:
    return stripped.lstrip("#* ").partition(":")[0].strip().casefold()


def _fact(stripped: str) -> _Meaning:
    label, rest = _label(stripped), stripped.partition(":")[2].strip()
    fact = FACTS.get(label)
    if not fact or not rest or (header_section(label) is not None and fact != "name"):
        return None
    return _SAID, fact, rest[:MAX_NAME], None


def _header(stripped: str, found: Heading) -> _Meaning:
    span = Span(1, 1, 2)
    header = Header(text=stripped, section=found.section, span=span, count=header_count(stripped), deck=found.deck)
    return _HEADED, header, stripped.startswith("#"), None
