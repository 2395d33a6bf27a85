"""Counting the cards of a section, as the rules about sizes share it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.effects import section_limit
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, fewer, hanging, listing, plural, waiting
from deckcheck.rules.screens import Context, Form
from deckcheck.tally import Tally


class SectionParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: the section of the play deck that is counted."""

    section: str


class AtLeast(SectionParams, frozen=True, forbid_unknown_fields=True):
    """`min`: the smallest number of cards in the section."""

    min: int


class AtMost(SectionParams, frozen=True, forbid_unknown_fields=True):
    """`max`: the largest number of cards in the section."""

    max: int


def at_least_messages(what: str, help: str) -> dict[str, Message]:
    """Return the messages of a rule that counts `what` ("Strongholds"), with the help to give."""
    return {
        "short": Message(f"{{count}} {what}; {{wanted}}", help),
        "open": Message(
            f"{{count}} known {what}; {{wanted}}, and {{lines}} {{did}}",
            "correct the lines that did not resolve; the verdict hangs on them",
            Severity.UNDECIDED,
        ),
    }


def too_few(tally: Tally, params: AtLeast) -> Iterator[Problem]:
    """Yield a problem when the section holds fewer cards than `min`."""
    count = tally.count(params.section)
    message = fewer(tally, count, params.min)
    if message:
        wanted = f"{params.min} {plural(params.min, 'is', 'are')} needed"
        data = {"count": count, "min": params.min, "missing": params.min - count, "wanted": wanted}
        yield Problem(message, data | waiting(tally), requests=hanging(tally, message))


def screen_too_few(params: AtLeast, ctx: Context) -> Iterator[Form]:
    """Yield what holds for decks with enough cards in the section."""
    yield Form(lambda card, count: count if ctx.section(card) == params.section else 0, least=params.min)


def screen_too_many(params: AtMost, ctx: Context) -> Iterator[Form]:
    """Yield what holds for decks without too many cards in the section."""
    yield Form(lambda card, count: count if ctx.section(card) == params.section else 0, most=params.max)


def too_many(tally: Tally, params: AtMost) -> Iterator[Problem]:
    """Yield a problem when the section holds more cards than `max`, or than a card's text allows."""
    limit = section_limit(tally.met, params.section, params.max, tally.entries(params.section))
    count = tally.count(params.section)
    if limit.max is not None and count > limit.max:
        entries = tuple(tally.entries(params.section))
        data = {
            "count": count,
            "max": limit.max,
            "excess": count - limit.max,
            "cards": listing(entries),
            "may": f"at most {limit.max} {plural(limit.max, 'is', 'are')} allowed",
            "why": f": card text of `{limit.because.name}`" if limit.because else "",
        }
        yield Problem("over", data, entries)
