"""Decks of a few cards, whose purchases are worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import pytest

from deckcheck.odds import Policy, Question, Returned, answer, parse_want, population
from deckcheck.odds.economy.exact import Distribution, TooManyError, enumerate_turn, first_turn
from deckcheck.odds.economy.game import Opening, Source, plain
from deckcheck.odds.economy.gold import FATE_FIGURES, FIGURES, FateGame, GoldGame, Kind, Sight
from deckcheck.odds.economy.playing import simulate
from deckcheck.odds.economy.strategies import STRATEGIES
from tests.economy_exact import enumerate_turns

SILVER_MINE = Kind(name="Silver Mine", cost=2, gold=2, holding=True, source=plain(2))
GOLD_MINE = Kind(name="Gold Mine", cost=3, gold=3, holding=True, source=plain(3))
SAMURAI = Kind(name="Samurai", cost=4)
BLANK = Kind(name="blank")
EVENT = Kind(name="Event")
BAZAAR = Kind(name="Famous Bazaar", cost=2, gold=2, holding=True)  # Its Province is refilled face up.
SAKE_HOUSE = Kind(name="Tuftuf Sake House", cost=2, gold=3, holding=True)
PRODUCTIVE_MINE = Kind(name="Productive Mine", cost=4, gold=4, holding=True)
SANCTUARY = Kind(name="Blessed Sanctuary", cost=6, gold=6, holding=True)
BARRACKS = Kind(name="Barracks", cost=2, holding=True)
PEASANT = Kind(name="Peasant", cost=1)
RONIN = Kind(name="Ronin", cost=2)
GENERAL = Kind(name="General", cost=3)


def game(*counts: tuple[Kind, int], gold: int = 4, policy: str = "holdings", **more: object) -> GoldGame:
    """Return a game with two Provinces and a pool, unless `more` says otherwise."""
    deal = {key: more.pop(key) for key in ("provinces", "redraws", "shuffles", "face_up", "passing") if key in more}
    deck = tuple(kind for kind, (_, count) in enumerate(counts) for _ in range(count))
    return GoldGame(
        kinds=tuple(kind for kind, _ in counts),
        deal=Opening(deck=deck, **{"provinces": 2, **deal}),  # type: ignore[arg-type]
        strategy=STRATEGIES[policy],
        sources=(plain(gold),),
        **{"pool": True, **more},  # type: ignore[arg-type]
    )


def fate_game(
    *counts: tuple[Kind, int], fate: tuple[int, ...] = (4,), provinces: int = 1, redraws: int = 0, **more: object
) -> FateGame:
    """Return a game with an income of `fate`."""
    deck = tuple(kind for kind, (_, count) in enumerate(counts) for _ in range(count))
    return FateGame(
        kinds=tuple(kind for kind, _ in counts),
        deal=Opening(deck=deck, provinces=provinces, redraws=redraws),
        strategy=STRATEGIES["curve"],
        income=fate,
        **more,  # type: ignore[arg-type]
    )


def shares(numbers: Distribution, name: str, figures: Sequence[str] = FIGURES) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for row, share in numbers.items():
        value = row[figures.index(name)]
        found[value] = found.get(value, Fraction(0)) + share
    return found


def test_two_holdings_are_bought_where_both_provinces_show_one() -> None:
    (turn,) = enumerate_turns(game((SILVER_MINE, 3), (BLANK, 5)), 1)

    # C(5,2)/C(8,2) show none, C(3,2)/C(8,2) show two.
    assert shares(turn, "production") == {0: Fraction(10, 28), 2: Fraction(15, 28), 4: Fraction(3, 28)}


def test_without_a_pool_a_source_pays_for_one_card() -> None:
    (turn,) = enumerate_turns(game((SILVER_MINE, 2), gold=4, pool=False), 1)

    assert shares(turn, "production") == {2: Fraction(1)}
    assert shares(turn, "unspent") == {2: Fraction(1)}


def test_a_redraw_replaces_what_would_not_be_bought() -> None:
    (turn,) = enumerate_turns(game((SILVER_MINE, 1), (BLANK, 3), redraws=1), 1)

    # All four cards are seen but where the mine comes first: then one blank is thrown, and the mine is there anyway.
    assert shares(turn, "production") == {2: Fraction(1)}


def test_an_enumeration_ends_after_the_steps_that_it_may_take() -> None:
    """One Province shows one of two kinds: two steps."""
    deck = game((SILVER_MINE, 1), (BLANK, 1), provinces=1, policy="pass")

    assert enumerate_turn(deck, most=2).keys() == {(4, 0, 0, 0, 0, 4, 0)}
    with pytest.raises(TooManyError):
        enumerate_turn(deck, most=1)


@pytest.mark.parametrize("more", [{"redraws": 1}, {"passing": frozenset({1})}, {"face_up": frozenset({0})}])
def test_a_deck_that_can_run_out_is_not_enumerated(more: dict[str, object]) -> None:
    with pytest.raises(TooManyError):
        enumerate_turn(game((SILVER_MINE, 2), (BLANK, 1), **more))  # type: ignore[arg-type]


def test_a_card_refilled_face_up_shows_one_more() -> None:
    (turn,) = enumerate_turns(game((SILVER_MINE, 2), provinces=1, face_up=frozenset({0})), 1)

    assert shares(turn, "production") == {4: Fraction(1)}


def test_a_card_that_passes_leaves_its_province_until_the_next_turn() -> None:
    first, second = enumerate_turns(game((BLANK, 1), (SILVER_MINE, 1), provinces=1, passing=frozenset({0})), 2)

    assert shares(first, "production") == {0: Fraction(1, 2), 2: Fraction(1, 2)}
    assert shares(second, "production") == {2: Fraction(1)}


def test_a_bought_holding_pays_from_the_next_turn_on() -> None:
    first, second = enumerate_turns(game((SILVER_MINE, 4), gold=2, provinces=1), 2)

    assert shares(first, "pay") == {2: Fraction(1)}
    assert shares(second, "pay") == {4: Fraction(1)}


def test_a_province_is_refilled_for_the_next_turn() -> None:
    turns = enumerate_turns(game((SILVER_MINE, 4), gold=2, provinces=1), 3)

    assert [shares(turn, "production") for turn in turns] == [{2: 1}, {4: 1}, {6: 1}]


@pytest.mark.parametrize("shuffles", [False, True])
def test_a_card_that_was_thrown_comes_again(shuffles: bool) -> None:
    """With 2 gold the gold mine is thrown, and bought in the second turn with the gold of the silver mine."""
    deck = game((SILVER_MINE, 1), (GOLD_MINE, 1), gold=2, provinces=1, redraws=1, shuffles=shuffles)
    first, second = enumerate_turns(deck, 2)

    assert shares(first, "production") == {2: Fraction(1)}
    assert shares(second, "production") == {5: Fraction(1)}


# Whether thrown cards are shuffled in, the number of redraws, and the chance of the mine by the first and second turn.
REDRAWS: list[tuple[bool, int, list[Fraction]]] = [
    (False, 0, [Fraction(1, 3), Fraction(2, 3)]),
    (False, 1, [Fraction(2, 3), Fraction(1)]),  # the blank is under the mine
    (False, 2, [Fraction(1), Fraction(1)]),
    (True, 1, [Fraction(2, 3), Fraction(5, 6)]),  # of the last third the mine comes next in half of the games
    (True, 2, [Fraction(5, 6), Fraction(11, 12)]),
]


@pytest.mark.parametrize(("shuffles", "redraws", "chances"), REDRAWS)
def test_a_thrown_blank_is_under_the_deck_or_shuffled_into_it(
    shuffles: bool, redraws: int, chances: list[Fraction]
) -> None:
    """A mine and two blanks fill one Province; a blank is thrown, and discarded at the end of the turn."""
    deck = game((SILVER_MINE, 1), (BLANK, 2), gold=2, provinces=1, redraws=redraws, shuffles=shuffles)

    assert [shares(turn, "production").get(2, 0) for turn in enumerate_turns(deck, 2)] == chances
    played = simulate(deck, 2, 600)
    for turn, chance in enumerate(chances):
        bought = sum(rows[turn][FIGURES.index("production")] == 2 for rows in played)
        assert abs(bought / 600 - chance) <= (0.08 if chance < 1 else 0)


def test_a_thrown_card_comes_again_after_cards_that_show_new_ones() -> None:
    """The mine that 3 gold does not buy is thrown; free bazaars show one another until the deck shows it again."""
    free = msgspec.structs.replace(BAZAAR, cost=0, source=())
    for bazaars in range(1, 5):
        deck = game(
            (free, bazaars),
            (PRODUCTIVE_MINE, 1),
            gold=3,
            provinces=1,
            redraws=1,
            face_up=frozenset({0}),
            policy="curve",
        )
        (_, second) = enumerate_turns(msgspec.structs.replace(deck, sources=(plain(3),)), 2)

        assert shares(second, "blocked") == {1: Fraction(1)}


def test_all_cards_that_were_thrown_come_again_one_by_one() -> None:
    """With 2 gold the silver mine is bought first, the gold mine in the second turn or, after a blank, in the third."""
    deck = game((SILVER_MINE, 1), (GOLD_MINE, 1), (BLANK, 1), gold=2, provinces=1, redraws=2)
    turns = enumerate_turns(deck, 3)

    assert [shares(turn, "production") for turn in turns] == [{2: 1}, {2: Fraction(1, 2), 5: Fraction(1, 2)}, {5: 1}]
    played = simulate(deck, 3, 100)
    assert {rows[2][FIGURES.index("production")] for rows in played} == {5}


@pytest.mark.parametrize("policy", ["holdings", "curve", "best-first"])
def test_people_cost_the_last_gold(policy: str) -> None:
    (turn,) = enumerate_turns(game((SILVER_MINE, 1), (SAMURAI, 1), gold=6, policy=policy), 1)

    assert shares(turn, "spent") == {6: Fraction(1)}
    assert shares(turn, "unspent") == {0: Fraction(1)}


def test_only_cards_without_a_cost_are_discarded_at_the_end_of_a_turn() -> None:
    first = (BLANK, SAMURAI)  # an Event leaves the Province, a Personality that is too expensive stays
    free, dear = (enumerate_turns(game((card, 1), (SILVER_MINE, 1), gold=2, provinces=1), 2)[1] for card in first)

    assert shares(free, "production") == {2: Fraction(1)}
    assert shares(dear, "production") == {0: Fraction(1, 2), 2: Fraction(1, 2)}


def test_who_passes_buys_and_blocks_nothing_for_ever() -> None:
    turns = enumerate_turns(game((SILVER_MINE, 1), (BLANK, 1), (SAMURAI, 2), gold=3, policy="pass"), 3)

    for turn in turns:
        assert shares(turn, "pay") == shares(turn, "unspent") == {3: Fraction(1)}
        assert shares(turn, "production") == shares(turn, "spent") == {0: Fraction(1)}
        # Of C(4,2) pairs one shows both samurai, who cost 4, and one shows neither.
        assert shares(turn, "blocked") == {0: Fraction(1, 6), 1: Fraction(4, 6), 2: Fraction(1, 6)}


def test_only_cards_that_cost_more_than_the_gold_block() -> None:
    exact, free = (
        enumerate_turns(game((card, 1), gold=gold, policy="pass"), 1)[0] for card, gold in ((SAMURAI, 4), (BLANK, 0))
    )

    assert shares(exact, "blocked") == shares(free, "blocked") == {0: Fraction(1)}


def test_people_are_counted_in_the_turn_that_buys_them() -> None:
    turns = enumerate_turns(game((SAMURAI, 6), gold=8), 3)

    assert [shares(turn, "personalities") for turn in turns] == [{2: 1}, {2: 1}, {2: 1}]


def test_a_starting_holding_pays_and_was_not_bought() -> None:
    border_keep = Kind(name="Border Keep", gold=2, holding=True, source=plain(2))
    first, second = enumerate_turns(game((SILVER_MINE, 3), (border_keep, 0), gold=4, owned=(1,), provinces=1), 2)

    assert [shares(turn, "pay") for turn in (first, second)] == [{6: 1}, {8: 1}]
    assert [shares(turn, "production") for turn in (first, second)] == [{2: 1}, {4: 1}]
    assert [shares(turn, "holdings") for turn in (first, second)] == [{1: 1}, {2: 1}]


def test_a_stronghold_can_give_more_for_each_personality_in_play() -> None:
    guard = Kind(name="guard", cost=4, counted=("guard",))
    turns = enumerate_turns(game((guard, 3), provinces=1, given=lambda _, able, __: (plain(len(able)),)), 3)

    assert [shares(turn, "pay") for turn in turns] == [{4: 1}, {5: 1}, {6: 1}]
    assert [shares(turn, "holdings") for turn in turns] == [{0: 1}, {0: 1}, {0: 1}]


def test_a_redraw_puts_away_face_down_cards_and_those_that_leave() -> None:
    """An Event leaves its Province when the turn begins; a redraw puts away its face-down refill, and an Event too.

    So the mine is bought where it is among the first three cards: in the Province, or shown by one of two redraws. If
    an Event comes first, the redraws show the third and fourth card.
    """
    cards = ((BLANK, 2), (EVENT, 1), (SILVER_MINE, 1))
    (turn,) = enumerate_turns(game(*cards, provinces=1, redraws=2, passing=frozenset({1})), 1)

    # Of 12 orders, the mine is second behind the Event in one, and last without the Event first in two.
    assert shares(turn, "production") == {0: Fraction(3, 12), 2: Fraction(9, 12)}


def test_an_event_changes_a_redraw_no_more_than_another_card_that_is_not_bought() -> None:
    """So the economy and ``odds calc`` agree: a mine among twelve cards is found with the same odds."""
    cards = ((SILVER_MINE, 3), (BLANK, 5), (EVENT, 4))
    asked = Question(
        population=population(12, {"mine": 3}),
        want=parse_want("mine>=1"),
        hand=2,
        policy=Policy.KEEP_HITS,
        returned=Returned.BOTTOM,
        rounds=2,
    )

    for passing in (frozenset[int](), frozenset({2})):
        turn = enumerate_turn(game(*cards, redraws=2, passing=passing))
        assert 1 - shares(turn, "production")[0] == answer(asked).fraction


def test_production_comes_before_people_and_the_curve_spends_all() -> None:
    row = ((SILVER_MINE, 1), (SAMURAI, 1))

    (saving,) = enumerate_turns(game(*row, policy="holdings"), 1)
    curve = game(*row, policy="curve")
    (spending,) = enumerate_turns(curve, 1)
    (alone,) = enumerate_turns(first_turn(curve)[0], 1)

    assert (shares(saving, "production"), shares(saving, "spent")) == ({2: Fraction(1)}, {2: Fraction(1)})
    assert (shares(spending, "production"), shares(spending, "spent")) == ({0: Fraction(1)}, {4: Fraction(1)})
    assert shares(alone, "production") == {0: Fraction(1)}


@pytest.mark.parametrize(("policy", "production"), [("holdings", {4: 2, 5: 1}), ("best-first", {4: 1, 5: 2})])
def test_best_first_looks_before_it_spends_the_rest(policy: str, production: dict[int, int]) -> None:
    """Of three cards two are shown. The bazaar and the mine: the bazaar alone shows the sake house, 5 rather than 4.

    The bazaar and the sake house make 5 in any order. Of the mine and the sake house there is gold for one: the mine.
    """
    cards = ((BAZAAR, 1), (PRODUCTIVE_MINE, 1), (SAKE_HOUSE, 1))
    (turn,) = enumerate_turns(game(*cards, policy=policy, face_up=frozenset({0})), 1)

    assert shares(turn, "production") == {gold: Fraction(times, 3) for gold, times in production.items()}


def test_best_first_knows_the_cards_that_it_has_put_away() -> None:
    """The mine is 4 for sure. The bazaar is 2, and of three new cards two are a sake house for 3: 2 + 2 = 4.

    With the blank that a redraw put under the deck there seem to be four new cards: 2 + 1.5 would be too few.
    """
    deck = game(
        (BAZAAR, 1), (PRODUCTIVE_MINE, 1), (SAKE_HOUSE, 2), (BLANK, 2), policy="best-first", face_up=frozenset({0})
    )
    bazaar, mine, _, blank = range(4)
    begun = deck.ready(deck.begin(), 1)

    for holding, first in ((begun, mine), (deck.gone((mine, blank), begun, (1,)), bazaar)):
        row = (bazaar, mine)
        assert [row[place] for place in deck.bought(row, holding).places] == [first]


@pytest.mark.parametrize("shuffles", [False, True])
def test_what_best_first_knows_is_the_same_in_both_enumerations(shuffles: bool) -> None:
    cards = ((BAZAAR, 1), (PRODUCTIVE_MINE, 1), (SAKE_HOUSE, 2), (BLANK, 2), (EVENT, 1), (PEASANT, 1))
    deck = game(
        *cards, policy="best-first", face_up=frozenset({0}), redraws=1, shuffles=shuffles, passing=frozenset({4})
    )
    (turn,) = enumerate_turns(deck, 1)

    assert enumerate_turn(deck) == turn


def bought(
    policy: str, row: Sequence[Kind], unseen: Sequence[Kind], sources: tuple[Source, ...], pool: bool
) -> set[str]:
    kinds = (BAZAAR, SAKE_HOUSE, PRODUCTIVE_MINE, SANCTUARY, BARRACKS, PEASANT, RONIN, GENERAL, SAMURAI, BLANK)
    sight = Sight(
        kinds,
        tuple(map(kinds.index, row)),
        sources,
        pool=pool,
        shown=len(kinds),
        unseen=tuple(map(list(unseen).count, kinds)),
        face_up=frozenset({0}),
    )
    return {row[place].name for place in STRATEGIES[policy].buys(sight)}


@pytest.mark.parametrize(
    ("row", "unseen", "gold", "first"),
    [
        # The mine is 4 for sure. The bazaar is 2, and of three new cards two are a sake house for 3: 2 + 2 = 4.
        pytest.param((BAZAAR, PRODUCTIVE_MINE), (SAKE_HOUSE, SAKE_HOUSE, BLANK), 4, {BAZAAR}, id="2 of 3 are enough"),
        pytest.param((BAZAAR, PRODUCTIVE_MINE), (SAKE_HOUSE, BLANK), 4, {PRODUCTIVE_MINE}, id="1 of 2 is not"),
        # A sake house makes 2 + 3. A second bazaar makes 2 + 2, and then the sake house is the only new card: 7.
        pytest.param((BAZAAR, SANCTUARY), (BAZAAR, SAKE_HOUSE), 6, {BAZAAR}, id="a seen card does not come again"),
        pytest.param((BAZAAR, SAKE_HOUSE), (), 4, {BAZAAR}, id="an empty deck shows nothing"),
        pytest.param((BAZAAR, PEASANT), (SAMURAI,), 6, {BAZAAR}, id="the new card can be a better Personality"),
        pytest.param((BAZAAR, SAKE_HOUSE), (BLANK,), 1, set(), id="a bazaar that is too expensive shows nothing"),
    ],
)
def test_what_best_first_buys_first(row: Sequence[Kind], unseen: Sequence[Kind], gold: int, first: set[Kind]) -> None:
    assert bought("best-first", row, unseen, (plain(gold),), pool=True) == {kind.name for kind in first}


@pytest.mark.parametrize(
    ("row", "gold", "chosen"),
    [
        pytest.param((RONIN, BAZAAR), 2, {BAZAAR}, id="more production"),
        pytest.param((SAMURAI, RONIN, RONIN), 4, {RONIN}, id="more cards"),
        pytest.param((RONIN, RONIN, PEASANT, GENERAL), 4, {PEASANT, GENERAL}, id="the more expensive cards"),
        pytest.param((BAZAAR, GENERAL), 3, {GENERAL}, id="the most gold before production"),
    ],
)
def test_what_the_curve_buys_of_equal_sets(row: Sequence[Kind], gold: int, chosen: set[Kind]) -> None:
    assert bought("curve", row, (), (plain(gold),), pool=True) == {kind.name for kind in chosen}


def test_gold_that_no_production_needs_is_for_people() -> None:
    assert bought("holdings", (BARRACKS, PEASANT), (), (plain(2),), pool=True) == {"Peasant"}


def test_people_need_sources_of_their_own_without_a_pool() -> None:
    """4 pays for the mine, 3 and 1 for the Samurai; of 5 and 3, the gold that the mine does not need is lost."""
    sources = (plain(4), plain(3), plain(1))

    assert bought("holdings", (PRODUCTIVE_MINE, SAMURAI, PEASANT), (), sources, pool=False) == {
        "Productive Mine",
        "Samurai",
    }
    assert bought("holdings", (PRODUCTIVE_MINE, SAMURAI), (), (plain(5), plain(3)), pool=False) == {"Productive Mine"}


def test_the_first_turn_alone_has_fewer_kinds() -> None:
    """Holdings that differ only from the second turn on are alike, and so are all cards that 2 gold does not buy."""
    later = msgspec.structs.replace(SILVER_MINE, source=plain(1), ready=2, counted=True)
    cards = ((SILVER_MINE, 1), (later, 1), (PRODUCTIVE_MINE, 1), (SAMURAI, 1), (PEASANT, 1), (BLANK, 1))
    alone, known = first_turn(game(*cards, gold=2))

    assert alone.deal.deck == (0, 0, 1, 1, 1, 1)
    assert known == ("pay", "production", "holdings")


def test_a_round_of_the_card_game_has_no_shorter_game() -> None:
    characters = fate_game((SAMURAI, 1))

    assert first_turn(characters) == (characters, FATE_FIGURES)


def test_an_unbowed_holding_pays_for_the_card_that_it_shows() -> None:
    """Where the bazaar comes first, its 2 gold buy the mine that it shows."""
    bazaar = msgspec.structs.replace(BAZAAR, source=plain(2), unbowed=True)
    whole = game((bazaar, 1), (SILVER_MINE, 1), gold=2, provinces=1, face_up=frozenset({0}))

    for each in (whole, first_turn(whole)[0]):
        (turn,) = enumerate_turns(each, 1)
        assert shares(turn, "production") == {2: Fraction(1, 2), 4: Fraction(1, 2)}


def test_each_round_has_its_fate_and_its_conflict_cards() -> None:
    """The last number of each repeats: fate 4 and then 3 a round, 8 cards by round 1 and 11 by all later ones."""
    bidding = fate_game((BLANK, 1), fate=(4, 3), drawn=(8, 11))
    rounds = enumerate_turns(bidding, 3)

    assert [shares(each, "pay", FATE_FIGURES) for each in rounds] == [{4: 1}, {7: 1}, {10: 1}]
    assert [shares(each, "drawn", bidding.figures) for each in rounds] == [{8: 1}, {11: 1}, {11: 1}]


def test_a_mulligan_keeps_the_character_that_it_can_buy() -> None:
    (turn,) = enumerate_turns(fate_game((BLANK, 1), (SAMURAI, 1), redraws=1), 1)

    assert shares(turn, "spent", FATE_FIGURES) == {4: Fraction(1)}


def test_two_characters_share_the_fate_of_a_round() -> None:
    (turn,) = enumerate_turns(fate_game((SAMURAI, 2), fate=(8,), provinces=2), 1)

    assert shares(turn, "characters", FATE_FIGURES) == {2: Fraction(1)}


def test_a_character_with_one_fate_stays_for_a_second_round() -> None:
    rounds = enumerate_turns(fate_game((SAMURAI, 1), extra=1), 3)

    assert [shares(each, "characters", FATE_FIGURES) for each in rounds] == [{1: 1}, {1: 1}, {0: 1}]
    assert [shares(each, "pay", FATE_FIGURES) for each in rounds] == [{4: 1}, {4: 1}, {8: 1}]


def test_a_character_that_costs_more_than_the_fate_blocks_its_province() -> None:
    dear, free = (
        enumerate_turns(fate_game((kind, 1), fate=(fate,)), 1)[0] for kind, fate in ((SAMURAI, 3), (BLANK, 0))
    )
    bought = enumerate_turns(fate_game((SAMURAI, 1), fate=(4, 3)), 2)[1]

    assert [shares(each, "blocked", FATE_FIGURES) for each in (dear, free, bought)] == [{1: 1}, {0: 1}, {0: 1}]
