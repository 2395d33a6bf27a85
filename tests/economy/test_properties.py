"""For every deck, enumeration, brute force and both ways of simulating agree."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deckcheck.odds.economy.exact import enumerate_turn, first_turn
from deckcheck.odds.economy.game import Opening, Way, plain
from deckcheck.odds.economy.gold import FIGURES, GoldGame, Kind
from deckcheck.odds.economy.playing import simulate
from deckcheck.odds.economy.strategies import STRATEGIES
from tests.conftest import examples
from tests.economy_exact import enumerate_turns

PRODUCTION = FIGURES.index("production")
KINDS = st.one_of(
    st.builds(
        lambda cost, gold, unbowed: Kind(
            name="", cost=cost, gold=gold, holding=True, source=plain(gold) if gold else (), unbowed=unbowed
        ),
        st.integers(1, 4),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(lambda cost: Kind(name="", cost=cost), st.one_of(st.none(), st.integers(1, 5))),
)
# The kinds of cards that a source is for.
FOR = st.integers(1, 15)


@st.composite
def games(draw: st.DrawFn) -> GoldGame:
    kinds = tuple(draw(st.lists(KINDS, min_size=1, max_size=4)))
    deck = tuple(sorted((*range(len(kinds)), *draw(st.lists(st.integers(0, len(kinds) - 1), max_size=4)))))
    number = st.integers(0, len(kinds) - 1)
    return GoldGame(
        kinds=(*kinds, Kind(name="", gold=1, holding=True, source=plain(1), ready=draw(st.integers(1, 2)))),
        deal=Opening(
            deck=deck,
            provinces=draw(st.integers(1, 3)),
            redraws=draw(st.integers(0, 2)),
            shuffles=draw(st.booleans()),
            face_up=frozenset(kind for kind in draw(st.sets(number, max_size=1)) if kinds[kind].cost is not None),
            passing=draw(st.frozensets(number, max_size=1)),
        ),
        strategy=STRATEGIES[draw(st.sampled_from(sorted(STRATEGIES)))],
        pool=draw(st.booleans()),
        sources=(
            plain(draw(st.integers(0, 5))),
            (Way(0), Way(draw(st.integers(1, 3)), draw(FOR), draw(st.booleans()))),
        ),
        owned=(len(kinds),),
    )


@given(games())
@settings(max_examples=examples(20), deadline=None)
def test_the_chances_of_a_turn_sum_to_one(game: GoldGame) -> None:
    assert [sum(turn.values()) for turn in enumerate_turns(game, 2)] == [1, 1]


@given(games())
@settings(max_examples=examples(60), deadline=None)
def test_the_first_turn_alone_is_that_of_the_game(game: GoldGame) -> None:
    game = of_enough_cards(game)
    alone, known = first_turn(game)

    places = [FIGURES.index(name) for name in known]
    found = []
    for each in (game, alone):
        shares: Counter[tuple[int, ...]] = Counter()
        for row, share in enumerate_turn(each).items():
            shares[tuple(row[place] for place in places)] += share  # type: ignore[assignment]
        found.append(shares)
    if not game.deal.face_up:  # With these, which of two equal Holdings is bought can matter.
        assert found[0] == found[1]


def of_enough_cards(game: GoldGame) -> GoldGame:
    """Return the game with a deck that cannot run out in the first turn."""
    deck = game.deal.deck * 6
    assume(sum(kind not in game.deal.face_up for kind in deck) >= game.deal.provinces * (2 + game.deal.redraws))
    return msgspec.structs.replace(game, deal=msgspec.structs.replace(game.deal, deck=deck))


@given(games())
@settings(max_examples=examples(40), deadline=None)
def test_cards_that_nobody_has_seen_need_not_be_told_apart(game: GoldGame) -> None:
    """The product draws no face-down cards and forgets those under the deck; the other enumeration does neither."""
    game = of_enough_cards(game)

    assert enumerate_turn(game) == enumerate_turns(game, 1)[0]


@given(games())
@settings(max_examples=examples(15), deadline=None)
def test_simulated_games_are_near_the_exact_mean(game: GoldGame) -> None:
    (turn,) = enumerate_turns(game, 1)
    mean = sum(row[PRODUCTION] * share for row, share in turn.items())
    spread = sum((row[PRODUCTION] - mean) ** 2 * share for row, share in turn.items())
    games_played = 400

    found = [played[0][PRODUCTION] for played in simulate(game, 1, games_played, 3)]

    assert abs(sum(found) / games_played - mean) <= 5 * math.sqrt(spread / games_played) + 1e-9


def test_enumeration_is_brute_force_over_all_orders() -> None:
    mine, samurai = Kind(name="", cost=2, gold=2, holding=True, source=plain(2)), Kind(name="", cost=3)
    kinds = (mine, samurai, Kind(name=""))
    deal = Opening(deck=(0, 0, 1, 1, 2, 2), provinces=2, redraws=1)
    game = GoldGame(kinds=kinds, deal=deal, strategy=STRATEGIES["holdings"], pool=True, sources=(plain(3),))

    bought: Counter[int] = Counter()
    for order in itertools.permutations(deal.deck):
        shown, rest = list(order[:2]), list(order[2:])
        keep = [card for card in shown if card == 0][:1]  # 3 gold buys one mine.
        shown = keep + rest[: 2 - len(keep)]
        bought[2 * (0 in shown)] += 1

    (turn,) = enumerate_turns(game, 1)
    found = {row[PRODUCTION]: Fraction(0) for row in turn}
    for row, share in turn.items():
        found[row[PRODUCTION]] += share
    assert found == {gold: Fraction(times, math.factorial(6)) for gold, times in sorted(bought.items())}


SHOWING = st.tuples(st.integers(1, 2), st.integers(0, 2), st.just(True))
OTHERS = st.tuples(st.integers(1, 4), st.integers(0, 6), st.just(False))


@given(st.lists(st.one_of(SHOWING, OTHERS), min_size=3, max_size=6), st.integers(1, 3), st.integers(2, 6))
@settings(max_examples=examples(100), deadline=None)
def test_best_first_is_the_best_of_all_orders(cards: list[tuple[int, int, bool]], provinces: int, gold: int) -> None:
    """Cards are Holdings with a cost and production; when some are bought, their Province is refilled face up."""

    def best(row: tuple[int, ...], left: int, unseen: tuple[int, ...]) -> Fraction:
        sets = (some for size in range(len(row) + 1) for some in itertools.combinations(row, size))
        means = [Fraction(sum(cards[c][1] for c in some)) for some in sets if sum(cards[c][0] for c in some) <= left]
        for card in row:
            cost, production, shows = cards[card]
            if shows and cost <= left:
                rest = tuple(other for other in row if other != card)
                after = [best((*rest, new), left - cost, tuple(c for c in unseen if c != new)) for new in unseen]
                after = after or [best(rest, left - cost, ())]
                means.append(production + Fraction(sum(after), len(after)))
        return max(means)

    rows = list(itertools.combinations(range(len(cards)), provinces))
    means = [best(row, gold, tuple(card for card in range(len(cards)) if card not in row)) for row in rows]

    kinds = sorted(set(cards))
    game = GoldGame(
        kinds=tuple(Kind(name="", cost=cost, gold=made, holding=True, source=plain(made)) for cost, made, _ in kinds),
        deal=Opening(
            deck=tuple(map(kinds.index, cards)),
            provinces=provinces,
            face_up=frozenset(kind for kind, (_, _, shows) in enumerate(kinds) if shows),
        ),
        strategy=STRATEGIES["best-first"],
        pool=True,
        sources=(plain(gold),),
    )
    (turn,) = enumerate_turns(game, 1)
    assert sum(row[PRODUCTION] * share for row, share in turn.items()) == sum(means) / len(means)
