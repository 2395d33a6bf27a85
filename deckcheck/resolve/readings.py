"""The ways to read what stands on a line as the name of a card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.names import Experience, bracket_experience, split_bracket, split_experience

_MAX_BRACKETS = 3


class Reading(Struct, frozen=True):
    """One way to read a line: a title, the experience and the bracketed mark split off it (None: not written)."""

    title: str
    experience: Experience | None = None
    mark: str | None = None


def readings(name: str) -> Iterator[Reading]:
    """Yield the ways to read a name: with an experience marker split off, as it stands, then without brackets."""
    title, experience = split_experience(name)
    yield Reading(title, experience)
    if experience:
        yield Reading(name)
    mark = None
    for _ in range(_MAX_BRACKETS):
        title, bracket = split_bracket(title)
        if bracket is None:
            return
        inside, bracket = bracket_experience(bracket)
        experience = experience or inside
        mark = mark or bracket
        if experience is None:
            bare, experience = split_experience(title)
            yield Reading(bare, experience, mark)
            if experience:
                yield Reading(title, None, mark)
            title = bare
        else:
            yield Reading(title, experience, mark)


def fits(card: Card, reading: Reading) -> bool:
    """Return whether the card has the experience that was written, if any."""
    if reading.experience is None:
        return True
    return (card.level, card.variant) == (reading.experience.level, reading.experience.variant)
