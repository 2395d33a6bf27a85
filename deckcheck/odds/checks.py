"""Check the numbers in questions before any computation."""

from __future__ import annotations

from fractions import Fraction

from deckcheck.model.errors import UsageError

# Far above any real deck, and low enough for fast answers.
MOST_CARDS = 1_000


def whole(what: str, value: object, *, least: int = 0, most: int = MOST_CARDS) -> int:
    """Return `value` as a whole number from `least` to `most`; `what` names it in the message.

    Raises:
        UsageError: when it is not a whole number or out of range.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError(f"{what} is `{value}`, which is not a whole number")
    if not least <= value <= most:
        raise UsageError(f"{what} is `{value}`; it must be from {least} to {most}")
    return value


def chance(what: str, value: float | Fraction) -> Fraction:
    """Return a probability from 0 to 1 as an exact fraction of its decimal form: 0.9 is nine tenths.

    Raises:
        UsageError: when it is out of range or NaN.
    """
    if not 0 <= value <= 1:
        raise UsageError(f"{what} is `{value}`; a probability must be from 0 to 1")
    return Fraction(str(value))
