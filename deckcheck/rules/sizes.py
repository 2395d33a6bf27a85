"""Counting the cards of a section, as the rules about sizes share it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from deckcheck.model.deck import Entry
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.model.query.selectors import matches
from deckcheck.model.selector import Selector
from deckcheck.rules.base import FIX_LINES, Message, listing, total
from deckcheck.rules.effects import TextLimit
from deckcheck.rules.kinds import AtLeast, AtMost, CountedPart, Gap
from deckcheck.rules.tally import Tally


class SectionParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: the section of the play deck that is counted."""

    section: str


class LeastParams(SectionParams, frozen=True, forbid_unknown_fields=True):
    """`min`: the smallest number of cards in the section."""

    min: int


class MostParams(SectionParams, frozen=True, forbid_unknown_fields=True):
    """`max`: the largest number of cards in the section."""

    max: int


class SortParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`of`: the cards counted in `section`; `max`: how many there may be."""

    section: str
    of: Selector
    max: int


def at_least_messages(what: str, help: str) -> dict[str, Message]:
    """Return the messages of a rule that counts `what` ("Strongholds"), with the help to give."""
    return {
        "short": Message(f"deck has {{count}} {what}; {{wanted}}", help),
        "open": Message(
            f"deck has {{count}} recognised {what}; {{wanted}}. {{lines}} {{did}}.",
            FIX_LINES,
            Severity.UNDECIDED,
        ),
    }


def at_least(params: LeastParams, _: Format) -> AtLeast:
    """Return the limit of a section that has a smallest number of cards."""
    return AtLeast([CountedPart(params.section, params.min)], _too_few)


def _too_few(_: Tally, gap: Gap) -> dict[str, Any]:
    wanted = f"the minimum is {gap.need}"
    return {"count": gap.count, "min": gap.need, "missing": gap.need - gap.count, "wanted": wanted}


def at_most(params: MostParams, _: Format) -> AtMost:
    """Return the limit of a section that has a largest number of cards, which a card's text may raise."""
    return AtMost([CountedPart(params.section, params.max)], _too_many)


def _too_many(
    _: Tally, __: CountedPart, entries: tuple[Entry, ...], most: TextLimit
) -> tuple[dict[str, Any], tuple[Entry, ...]]:
    count, allowed = total(entries), most.max or 0
    data = {
        "count": count,
        "max": allowed,
        "excess": count - allowed,
        "cards": listing(entries),
        "may": f"the maximum is {allowed}",
        "why": f": card text of `{most.because.name}`" if most.because else "",
    }
    return data, entries


def of_a_sort(params: SortParams, _: Format) -> AtMost:
    """Return the limit of the cards of one sort in a section."""
    return AtMost([CountedPart(params.section, params.max, lambda card: matches(params.of, card))], _too_many_of_a_sort)


def _too_many_of_a_sort(
    _: Tally, part: CountedPart, entries: tuple[Entry, ...], __: TextLimit
) -> tuple[dict[str, Any], tuple[Entry, ...]]:
    count = total(entries)
    data = {"count": count, "max": part.bound, "excess": count - part.bound, "cards": listing(entries)}
    return data, entries
