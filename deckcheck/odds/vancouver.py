"""Land drops under the Vancouver mulligan, with the keep rule of Frank Karsten.

Source: Frank Karsten, "How Many Lands Do You Need to Consistently Hit Your Land Drops?", strategy.channelfireball.com.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from deckcheck.errors import UsageError
from deckcheck.odds.question import Question
from deckcheck.odds.want import Requirement

# Size of the hand, and the fewest and most lands with which it is kept; the last is kept with any number of lands.
KEEP_RULE = ((7, 2, 5), (6, 2, 4), (5, 1, 4), (4, 0, 4))


def vancouver(question: Question) -> Fraction:
    """Return the probability of at least i lands by turn i for i = 1..T, where the want is ``land >= T``.

    One card is drawn a turn, on the play none on turn 1. Then the deadlines all hold exactly when the last one does,
    for a card a turn brings at most one land a turn. After a mulligan the player looks at the top card (scry 1): a
    land stays, anything else goes to the bottom.

    Raises:
        UsageError: when the deck is too small for the hands and draws.
    """
    want = question.want
    if not isinstance(want, Requirement):
        raise UsageError(f"`karsten_vancouver` asks for land drops, not `{want}`")
    deck, lands = question.population.size, question.population.copies(want.group)
    draws = want.count - 1 if question.on_the_play else want.count
    first = KEEP_RULE[0][0]
    if first + draws + 1 > deck:
        raise UsageError(f"a hand of {first} with {draws} draws and a card looked at need more than {deck} cards")
    total, reached = Fraction(0), Fraction(1)
    for size, fewest, most in KEEP_RULE:
        hands = comb(deck, size)
        kept = 0
        for have in range(min(size, lands) + 1):
            ways = comb(lands, have) * comb(deck - lands, size - have)
            if ways and fewest <= have <= most:
                kept += ways
                left = (lands - have, deck - size - lands + have)
                odds = _after_scry if size != first else _at_least
                total += reached * Fraction(ways, hands) * odds(left, draws, want.count - have)
        reached *= 1 - Fraction(kept, hands)
    return total


def _after_scry(left: tuple[int, int], draws: int, needed: int) -> Fraction:
    lands, others = left
    if not draws:
        return _at_least(left, draws, needed)
    stays = lands * _at_least((lands - 1, others), draws - 1, needed - 1) if lands else 0
    goes = others * _at_least((lands, others - 1), draws, needed) if others else 0
    return Fraction(stays + goes) / (lands + others)


def _at_least(left: tuple[int, int], draws: int, needed: int) -> Fraction:
    lands, others = left
    good = sum(comb(lands, new) * comb(others, draws - new) for new in range(max(0, needed), draws + 1))
    return Fraction(good, comb(lands + others, draws))
