"""Checks of the numbers that questions are made of; a bad one is named, and nothing is computed from it."""

from __future__ import annotations

from fractions import Fraction

from deckcheck.model.errors import UsageError

# Far above any deck that is played, and low enough that no number of cards makes an answer slow.
MOST_CARDS = 1_000


def whole(what: str, value: object, *, least: int = 0, most: int = MOST_CARDS) -> int:
    """Return `value` as a whole number from `least` to `most`; `what` names it in the message.

    Raises:
        UsageError: when it is negative, fractional, too large or no number.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError(f"{what} is `{value}`, which is not a whole number")
    if not least <= value <= most:
        raise UsageError(f"{what} is `{value}`; it must be from {least} to {most}")
    return value


def chance(what: str, value: float | Fraction) -> Fraction:
    """Return a probability from 0 to 1 as it is written: 0.9 is nine tenths.

    Raises:
        UsageError: when it is out of range, which NaN always is.
    """
    if not 0 <= value <= 1:
        raise UsageError(f"{what} is `{value}`; a probability is from 0 to 1")
    return Fraction(str(value))
