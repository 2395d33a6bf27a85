"""Read a line as the name of a card in all possible ways."""

import re
from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.limits import LONGEST_NAME
from deckcheck.model.names import Experience, bracket_experience, fold, split_bracket, split_experience
from deckcheck.model.pool import Pool

_MAX_NOTES = 3
# A level before a title, where no title begins with it: "Exp2 Toku".
_LEVEL = r"(?i)\(?((?:in)?(?:experienced|exp|xp)(?![^\W\d_])\.?(?:\s?[1-9](?!\w))?)\)?\s+(?=\w)"
# A word behind a name, with several capitals or digits and at least one capital, may abbreviate a set: "Toku EaW". The
# collector number ("#45", "CE 45"), the state of the card ("NM/M") and the sign of foils ("*F*") are similar.
_ABBREVIATED = r"(?=[^A-Z\s]*[A-Z])(?=\S*[A-Z0-9]\S*[A-Z0-9])[A-Za-z0-9]{2,6}"
_NUMBER = rf"(?:{_ABBREVIATED}\s\#?|\#)0?[1-9][0-9]{{1,2}}"
_CODE = rf"(?<=[^\W_A-Z]|[)\]!.'’])\s({_NUMBER}|{_ABBREVIATED}|[A-Z]{{1,2}}/[A-Z]{{1,2}}|\*F\*|(?i:foil))$"


class Reading(Struct, frozen=True):
    """One reading of a line: a title, and the experience and bracketed mark split off it (None: not written).

    `notes` are all brackets and codes that were split off and contain no experience, including the mark.
    """

    title: str
    experience: Experience | None = None
    mark: str | None = None
    notes: tuple[str, ...] = ()


def readings(name: str) -> Iterator[Reading]:
    """Yield the readings of a name: with an experience marker split off, as written, then without notes behind it."""
    in_front = re.match(_LEVEL, name) if "xp" in name[:6].lower() else None
    name = f"{name[in_front.end() :]} - {in_front[1]}" if in_front else name
    experience: Experience | None = None
    notes: tuple[str, ...] = ()
    for _ in range(_MAX_NOTES + 1):
        mark = notes[0] if notes else None
        title, level = (name, experience) if experience else split_experience(name)
        yield Reading(title, level, mark, notes)
        if level and not experience:
            yield Reading(name, None, mark, notes)
        name, note = _split_note(title)
        if note is None:
            return
        inside, rest = bracket_experience(note)
        experience = level or inside
        notes = (*notes, rest) if rest is not None else notes


def _split_note(title: str) -> tuple[str, str | None]:
    """Split a final part in brackets, or the code of a set, off a title; a level is no part of a code: ``2CW #18``."""
    code = re.search(_CODE, title)
    number = re.search(r"\s#?[0-9]+$", code[0]) if code else None
    if code and number and split_experience(levelled := title.removesuffix(number[0]))[1]:
        return levelled, number[0].strip()
    return (title[: code.start()], code[1]) if code else split_bracket(title)


def fits(card: Card, experience: Experience | None) -> bool:
    """Return whether the card has the experience that was written, if any."""
    return experience is None or (card.level, card.variant) == (experience.level, experience.variant)


def cards_called(written: str, pool: Pool) -> tuple[Card, ...]:
    """Return all cards of `pool` that a name written by a person may mean in any format, by experience level."""
    for reading in readings(written[:LONGEST_NAME]):
        cards = [card for card in pool.named(fold(reading.title)) if fits(card, reading.experience)]
        if cards:
            return tuple(sorted(cards, key=lambda card: card.level))
    return ()
