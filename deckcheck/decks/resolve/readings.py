"""The ways to read a line as the name of a card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.names import Experience, bracket_experience, split_bracket, split_experience

_MAX_BRACKETS = 3


class Reading(Struct, frozen=True):
    """One way to read a line: a title, the experience and the bracketed mark split off it (None: not written).

    `notes` are all brackets that were split off and hold no experience, the mark among them.
    """

    title: str
    experience: Experience | None = None
    mark: str | None = None
    notes: tuple[str, ...] = ()


def readings(name: str) -> Iterator[Reading]:
    """Yield the ways to read a name: with an experience marker split off, as written, then without brackets."""
    title, experience = split_experience(name)
    yield Reading(title, experience)
    if experience:
        yield Reading(name)
    notes: tuple[str, ...] = ()
    for _ in range(_MAX_BRACKETS):
        title, bracket = split_bracket(title)
        if bracket is None:
            return
        inside, rest = bracket_experience(bracket)
        experience = experience or inside
        notes = (*notes, rest) if rest is not None else notes
        mark = notes[0] if notes else None
        if experience is None:
            bare, experience = split_experience(title)
            yield Reading(bare, experience, mark, notes)
            if experience:
                yield Reading(title, None, mark, notes)
            title = bare
        else:
            yield Reading(title, experience, mark, notes)


def fits(card: Card, experience: Experience | None) -> bool:
    """Return whether the card has the experience that was written, if any."""
    return experience is None or (card.level, card.variant) == (experience.level, experience.variant)
