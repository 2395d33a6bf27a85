"""Count draws without replacement, in integers.

A draw of n cards from a library with c_i cards of atom i takes x_i of each in prod C(c_i, x_i) ways (the multivariate
hypergeometric distribution); the total number of draws is C(sum c_i, n).
"""

from __future__ import annotations

from math import comb

from deckcheck.odds.conditions import Condition, Vector


def draws_of(library: Vector, cards: int) -> list[tuple[Vector, int]]:
    """Return each split of `cards` drawn cards over the atoms of `library`, with its number of ways."""
    partial: list[tuple[Vector, int, int]] = [((), cards, 1)]
    rest = sum(library)
    for count in library:
        rest -= count
        partial = [
            ((*taken, now), left - now, ways * comb(count, now))
            for taken, left, ways in partial
            for now in range(max(0, left - rest), min(count, left) + 1)
        ]
    return [(taken, ways) for taken, left, ways in partial if left == 0]


def ways_to_meet(want: Condition, library: Vector, cards: int, have: Vector) -> int:
    """Return the number of the C(library, cards) draws that meet `want` together with the cards `have`."""
    start = want.sums(have)
    if len(start) == 1:
        return _ways_with_one_sum(want, library, cards, start[0])
    return _ways_with_sums(want, library, cards, start)


def _ways_with_one_sum(want: Condition, library: Vector, cards: int, start: int) -> int:
    """Return the sum of C(K, x) C(N - K, n - x) over the x that meet the want."""
    hits = sum([library[atom] for atom in want.members[0]])
    misses, cap = sum(library) - hits, want.caps[0]
    return sum(
        comb(hits, new) * comb(misses, cards - new)
        for new in range(max(0, cards - misses), min(hits, cards) + 1)
        if want.is_met((min(cap, start + new),))
    )


def _ways_with_sums(want: Condition, library: Vector, cards: int, start: Vector) -> int:
    """Return the same number for several sums, adding atom by atom.

    Each tuple of sums has a polynomial whose coefficient of z^j is the number of ways to reach it with j cards; a new
    atom multiplies it by C(c, x) z^x. Each polynomial is packed into one integer with a field of N + 1 bits per j. The
    field is wide enough because N cards have 2^N subsets.
    """
    rest = sum(library)
    width = rest + 1
    below = (1 << width * (cards + 1)) - 1
    field = (1 << width) - 1

    def completed(packed: int) -> int:
        """Return the ways to complete the draw with any remaining cards."""
        return sum(
            (packed >> width * drawn & field) * comb(rest, cards - drawn)
            for drawn in range(max(0, cards - rest), cards + 1)
        )

    total = 0
    reached = {start: 1}
    for count, places in zip(library, want.adds, strict=True):
        if not (count and places):
            continue
        if want.only_lower:
            # These states stay met, so they need no more steps.
            total += completed(sum(packed for sums, packed in reached.items() if want.is_met(sums)))
            reached = {sums: packed for sums, packed in reached.items() if not want.is_met(sums)}
        rest -= count
        factors = [comb(count, new) << new * width for new in range(min(count, cards) + 1)]
        reached = _with_atom(reached, factors, places, want.caps, below)
    return total + completed(sum(packed for sums, packed in reached.items() if want.is_met(sums)))


def _with_atom(
    reached: dict[Vector, int], factors: list[int], places: Vector, caps: Vector, below: int
) -> dict[Vector, int]:
    larger: dict[Vector, int] = {}
    for sums, packed in reached.items():
        for new, factor in enumerate(factors):
            if new:
                after = list(sums)
                for place in places:
                    after[place] = min(caps[place], after[place] + new)
                key = tuple(after)
            else:
                key = sums
            larger[key] = larger.get(key, 0) + packed * factor
    # Drop states that need more cards than are drawn.
    return {sums: left for sums, packed in larger.items() if (left := packed & below)}
