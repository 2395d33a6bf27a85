"""What the economy takes from a deck list: prices, who pays for what, and cards that are modelled only in part."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.card import Card
from deckcheck.model.effect import RefillsFaceUp
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.gold import Bonus, Counted, Gold, GoldCondition, GoldForOthers, PaidFor, Per
from deckcheck.model.limits import Limits
from deckcheck.odds import Policy
from deckcheck.odds.economy.deck import Dealt, Modelled, StartOfGame, dealt_of, gold_game, stronghold_gold
from deckcheck.odds.economy.game import Opening
from deckcheck.odds.economy.gold import FIGURES, Game
from deckcheck.odds.economy.report import without
from deckcheck.odds.economy.strategies import STRATEGIES
from deckcheck.odds.of_deck.deck_halves import Play, halves_of
from deckcheck.pools.loading import FilePool
from deckcheck.rules.tally import Tally
from tests.conftest import shipped_format, with_sideboard
from tests.economy_exact import enumerate_turns

# In Diamond, as in all arcs before Ivory, a source pays for one card, and Personalities of the own clan cost 2 less.
# From Ivory on gold goes into a pool, and Personalities of other clans cost 2 more.
OLD, NEW = "diamond", "twenty-festivals"


def tally_of(text: str, fmt: Format, pool: FilePool) -> Tally:
    return Tally(resolve(read(text, "deck.txt", Limits()), fmt, pool), fmt)


def modelled(
    text: str, pool: FilePool, fmt: Format, *, gold: int | None = 4, second: bool = False, in_play: Sequence[str] = ()
) -> Modelled:
    """Return the game of a list whose player keeps all cards that the Provinces show first."""
    tally = tally_of(text, fmt, pool)
    halves = halves_of(tally.deck, fmt, pool, Play(second=second, policy=Policy.KEEP_ALL))
    dealt, owned = without(dealt_of(halves), in_play)
    table = StartOfGame(second=second, stronghold_gold=gold, in_play=owned)
    return gold_game(tally, pool, dealt, STRATEGIES["curve"], table)


def means(game: Game, name: str, turns: int = 1) -> list[Fraction]:
    """Return the mean of a number in each turn."""
    place = FIGURES.index(name)
    return [
        sum((row[place] * share for row, share in turn.items()), Fraction(0)) for turn in enumerate_turns(game, turns)
    ]


# The lines of the deck, whether its player goes second, and the gold of the Stronghold, None for an unknown one.
STRONGHOLDS: list[tuple[str, bool, int | None]] = [
    ("1 The Esteemed Palace of the Crane", False, 4),
    ("1 Gates of the Second City", False, 8),
    ("1 Gates of the Second City", True, 10),
    ("1 Shamate Keep", True, 3),
    ("1 The Esteemed Palace of the Crane\n1 Tsujiken Sensei", False, 5),
    ("1 The Esteemed Palace of the Crane\n1 Brotherhood Sensei", False, 3),
    ("1 The Esteemed Palace of the Crane\n1 Mahatsu Sensei", False, 3),
    ("1 The Grand Halls of the Lion\n1 Mahatsu Sensei", False, 3),  # 1 less, with a minimum of 3
    ("1 The Grand Halls of the Lion\n1 The Emperor's Legions", False, 4),
    ("1 The Esteemed Palace of the Crane\n1 The Emperor's Legions", False, 4),  # 1 more, with a maximum of 4
    ("1 Foothold of the Mad", False, 0),
    ("1 Foothold of the Mad\n1 Brotherhood Sensei", False, 0),
    ("1 The Esteemed Palace of the Crane\n1 Chiang Sensei", False, None),
    ("1 Shiro no Yojin", False, None),
    ("1 Shiro no Yojin\n1 Tsujiken Sensei", False, None),
    ("1 Journey's End Keep - exp", False, 5),
    ("1 Tsujiken Sensei", False, None),
    ("1 Border Keep", False, None),
]


@pytest.mark.parametrize(("lines", "second", "gold"), STRONGHOLDS)
def test_the_gold_of_a_stronghold_with_its_sensei(
    lines: str, second: bool, gold: int | None, festivals: Format, ccg: FilePool
) -> None:
    assert stronghold_gold(tally_of(lines, festivals, ccg), second=second) == gold


# A Sensei, the gold that the player gives for a Stronghold, and what both give together.
GIVEN: list[tuple[str, int, int]] = [
    ("Tsujiken Sensei", 4, 5),
    ("Brotherhood Sensei", 4, 3),
    ("Mahatsu Sensei", 3, 3),  # 1 less, with a minimum of 3
    ("Brotherhood Sensei", 0, 0),
    ("Chiang Sensei", 4, 4),  # no source gives the change
]


@pytest.mark.parametrize(("sensei", "given", "gold"), GIVEN)
def test_a_sensei_changes_the_gold_that_the_player_gives(
    sensei: str, given: int, gold: int, festivals: Format, ccg: FilePool
) -> None:
    deck = f"1 Shiro no Yojin\n1 {sensei}\nDynasty\n1 Diamond Mine\n"
    found = modelled(deck, ccg, festivals, gold=given)

    assert found.stronghold == gold
    assert means(found.game, "pay") == [gold]
    changes = [note for note in found.notes if note.startswith(sensei)]
    assert len(changes) == (sensei != "Chiang Sensei")


# The format, the cards at the start, a card of the deck, and its price; None is a card that is never bought.
PRICES: list[tuple[str, str, str, int | None]] = [
    (OLD, "1 Shiro Daidoji", "Doji Shikishi", 4),
    (OLD, "1 Kyuden Hida", "Doji Shikishi", 6),
    (OLD, "1 Kyuden Hida", "Aikiren", 2),
    (OLD, "1 Kyuden Bayushi", "Bayushi Shoju", 0),  # 2 less than 0 is nothing
    (OLD, "1 Shiro Daidoji", "Asahina Hideki", 6),  # one of his two alignments is enough
    (OLD, "1 Shiro Daidoji", "Diamond Mine", 6),
    (OLD, "", "Doji Shikishi", 6),
    (NEW, "1 Shiro Daidoji", "Doji Shikishi", 6),
    (NEW, "1 Kyuden Hida", "Doji Shikishi", 8),
    (NEW, "1 Kyuden Hida", "Aikiren", 2),
    (NEW, "1 Kyuden Hida", "Karyuudo", 4),  # a Spirit, and Unaligned
    (NEW, "1 Kyuden Hida", "Tonbo Jairyu", 5),  # a Dragonfly, and Unaligned
    (NEW, "1 Kyuden Hida", "Tanuki Band", 1),  # a Holding
    (NEW, "1 Kyuden Hida\n1 Three Clan Alliance", "Gusai Mikka", 4),
    (NEW, "1 Kyuden Hida", "Gusai Mikka", 6),
    (NEW, "1 Kyuden Hida", "A New Year", None),
    (NEW, "1 Kyuden Hida", "Air Dragon - exp2", None),  # no source gives the cost
    (NEW, "1 Kyuden Hida", "Fields of Grain", None),  # the cost is `*`
    (NEW, "1 Kyuden Hida", "Abandoned Village", None),  # no source gives the gold
    (NEW, "1 Kyuden Hida", "Artisan Academy", None),  # the gold is the Honor of an Artisan
]


@pytest.mark.parametrize(("format_id", "start", "card", "price"), PRICES)
def test_the_price_of_a_card(format_id: str, start: str, card: str, price: int | None, ccg: FilePool) -> None:
    found = modelled(f"{start}\nDynasty\n1 {card}\n", ccg, shipped_format(format_id))

    assert [(kind.name, kind.cost) for kind in found.game.kinds] == [(card, price)]


# Cards at the start, a Holding in play, a card of the deck, and the gold of the Holding toward its price.
PAYING: list[tuple[str, str, str, int]] = [
    ("1 Kyuden Hida", "Counting House", "Diamond Mine", 2),
    ("1 Kyuden Hida", "A Favor Returned", "Diamond Mine", 3),
    ("1 Kyuden Hida", "A Favor Returned", "Hida Taisho", 2),
    ("1 Kyuden Hida", "Charter of the Crab Clan", "Hida Taisho", 4),
    ("1 Kyuden Hida", "Charter of the Crab Clan", "Daidoji Takeda", 0),
    ("1 Kyuden Hida", "Charter of the Crab Clan", "Diamond Mine", 0),
    ("1 Kyuden Hida", "Jade Works", "Asako Keshiki", 5),
    ("1 Kyuden Hida", "Jade Works", "Diamond Mine", 3),
    ("1 Kyuden Hida", "Border Village", "Hida Taisho", 3),
    ("1 Kyuden Hida", "Copper Mine", "Diamond Mine", 2),
    ("1 Shamate Keep", "Copper Mine", "Diamond Mine", 3),
    ("1 Kyuden Hida", "Tanuki Band", "Diamond Mine", 1),
    ("1 Kyuden Hida\n1 Three Clan Alliance", "Tanuki Band", "Diamond Mine", 3),
    ("1 Kyuden Hida", "House of the Fallen Blossom", "Diamond Mine", 2),
    ("", "House of the Fallen Blossom", "Diamond Mine", 2),
    ("1 The Shrine of Lady Sun", "House of the Fallen Blossom", "Diamond Mine", 3),  # which begins with 10 Honor
    ("1 Kyuden Hida", "Maemikake Shiro", "Diamond Mine", 2),
    ("1 Kyuden Hida\n1 Kano's Alliance, Iweko Miaka", "Maemikake Shiro", "Diamond Mine", 3),
    ("1 Kyuden Hida\n1 Toturi Sezaru", "Maemikake Shiro", "Diamond Mine", 2),
    ("1 Kyuden Hida", "Family Histories", "Diamond Mine", 2),  # more only for destroyed Provinces
    ("1 Kyuden Hida", "Geisha Network", "Diamond Mine", 2),
    ("1 Kyuden Hida", "Lonely Dojo", "Hida Taisho", 2),  # more only after a Follower was equipped
    ("1 Kyuden Hida", "House of High Waters", "Diamond Mine", 3),  # less only after an attack
    ("1 Kyuden Hida", "Arms Smugglers", "Hida Taisho", 0),  # it straightens in turn 3
    ("1 Kyuden Hida", "Abandoned Village", "Diamond Mine", 0),  # no source gives its gold
]


@pytest.mark.parametrize(("start", "holding", "card", "gold"), PAYING)
def test_the_gold_of_a_holding_in_play_depends_on_what_it_pays_for(
    start: str, holding: str, card: str, gold: int, ccg: FilePool
) -> None:
    """One card is dealt; with and without the Holding, the Stronghold needs different gold to pay for it."""
    fmt = shipped_format("onyx")

    def least(in_play: Sequence[str]) -> int:
        deck = f"{start}\nDynasty\n1 {card}\n" + "".join(f"1 {each}\n" for each in in_play)
        return next(
            amount
            for amount in range(20)
            if means(modelled(deck, ccg, fmt, gold=amount, in_play=in_play).game, "spent") != [0]
        )

    assert least(()) - least((holding,)) == gold


@pytest.mark.parametrize(("second", "gold"), [(False, 3), (True, 4)])
def test_who_goes_second_gets_more_from_the_border_village(second: bool, gold: int, ccg: FilePool) -> None:
    deck = "1 Kyuden Hida\nDynasty\n1 Border Village\n1 Hida Taisho\n"
    found = modelled(deck, ccg, shipped_format(NEW), gold=0, second=second, in_play=["Border Village"])

    # Hida Taisho costs 4.
    assert means(found.game, "personalities") == [gold == 4]


# A Stronghold, the gold that the player gives for it, a card, and whether the Stronghold alone pays for it.
BY_STRONGHOLD: list[tuple[str, int, str, bool]] = [
    ("Temple of the Ninth Kami", 2, "Aka-Name", True),  # Shadowlands, cost 4: the Stronghold may give 4 for it
    ("Temple of the Ninth Kami", 2, "Akenohoshi, the Dancer", True),
    ("Temple of the Ninth Kami", 2, "A Favor Returned", False),
    ("Yasuki Palaces - exp", 5, "Hida Toranosuke", False),  # cost 5, and 1 less for Personalities
    ("Yasuki Palaces - exp", 5, "Hida Taisho", True),
    ("Yasuki Palaces - exp", 5, "Cloth Market", True),  # cost 5
    ("Yasuki Palaces - exp", 5, "Diamond Mine", False),
    ("Yasuki Palaces", 5, "Hida Toranosuke", False),
    ("Yasuki Palaces", 6, "Hida Toranosuke", True),
]


@pytest.mark.parametrize(("stronghold", "gold", "card", "paid"), BY_STRONGHOLD)
def test_the_gold_of_a_stronghold_depends_on_what_it_pays_for(
    stronghold: str, gold: int, card: str, paid: bool, ccg: FilePool
) -> None:
    found = modelled(f"1 {stronghold}\nDynasty\n1 {card}\n", ccg, shipped_format(NEW), gold=gold)

    assert (means(found.game, "spent") != [0]) == paid


def test_gold_for_anything_is_the_least_that_a_stronghold_gives(ccg: FilePool) -> None:
    """Yasuki Palaces gives 5, and 4 for Personalities: 4 is what any card of the deck can count on."""
    people, none = (
        modelled(f"1 Yasuki Palaces - exp\nDynasty\n1 Cloth Market\n{more}", ccg, shipped_format(NEW), gold=None)
        for more in ("1 Hida Toranosuke\n", "1 A New Year\n")
    )

    assert means(people.game, "pay") == [4]
    assert means(none.game, "pay") == [5]


def test_of_two_strongholds_the_first_gives_gold(ccg: FilePool) -> None:
    deck = "1 Shiro Daidoji\n1 Kyuden Hida\nDynasty\n1 A New Year\n"

    assert means(modelled(deck, ccg, shipped_format(NEW)).game, "pay") == [4]


def test_a_stronghold_may_give_less_in_the_first_turn(ccg: FilePool) -> None:
    """The Endless Plains of the Unicorn gives 5, and 4 in the first turn; Geisha Network gives 2."""
    deck = "1 The Endless Plains of the Unicorn\nDynasty\n1 A New Year\n1 Geisha Network\n"
    found = modelled(deck, ccg, shipped_format(NEW), gold=None, in_play=["Geisha Network"])

    assert means(found.game, "pay", turns=2) == [4 + 2, 5 + 2]


# Gold that depends on other cards in play: what is in play, what is bought in the first turn, and the gold of the
# Holdings in both turns; the Stronghold gives 4.
TOGETHER: list[tuple[tuple[str, ...], str, list[int]]] = [
    (("Simple Huts",), "A New Year", [0, 0]),  # 5 if another Farm bows too
    (("High Courts",), "Ide Jyunkai", [2, 3]),  # a Magistrate, who costs 4
    (("High Courts",), "Ide Igo", [2, 2]),  # who is none
    (("High Courts",), "Geisha House", [2, 4]),
    (("Geisha Network",), "Geisha House", [2, 5]),
    (("Geisha Network", "Geisha House"), "Ide Igo", [5, 5]),
    (("Geisha Network", "Geisha Network"), "Ide Igo", [4, 4]),
    (("Dockside Market", "Dockside Market"), "A New Year", [6, 6]),  # each is another Market for the other one
    (("Dockside Market",), "Dockside Market", [2, 6]),
    (("Belly of Fudo",), "Temple to Fudo", [2, 3]),  # which stays bowed until turn 3
    (("Geisha Network", "Geisha Network"), "Geisha House", [4, 8]),
    (("Geisha House",), "Geisha Network", [2, 5]),
    (("Counting House",), "A New Year", [2, 2]),
    (("Daidoji Merchants",), "Second City Port", [3, 6]),  # 1 more with a Port, and with a Market
    (("Daidoji Merchants",), "Exotic Market", [3, 6]),
    (("Daidoji Merchants",), "Second City Port\n1 Exotic Market", [3, 9]),
    (("Daidoji Merchants",), "Exotic Market\n1 Farmer's Market", [3, 8]),
    (("Daidoji Merchants", "Second City Port", "Exotic Market"), "A New Year", [9, 9]),
    (("High Courts",), "Yoritomo Yashinko - exp", [2, 2]),  # whose own gold is left out
    (("High Courts", "Counting House"), "Yoritomo Yusuke", [4, 5]),  # a Magistrate, and the same
    (("Geisha Network", "Geisha House"), "No Such Card", [5, 5]),
]


@pytest.mark.parametrize(("in_play", "bought", "gold"), TOGETHER)
def test_the_gold_of_a_holding_depends_on_other_cards_in_play(
    in_play: tuple[str, ...], bought: str, gold: list[int], ccg: FilePool
) -> None:
    deck = f"1 The Boundless Plains of the Unicorn\nDynasty\n1 {bought}\n" + "".join(f"1 {each}\n" for each in in_play)
    found = modelled(deck, ccg, shipped_format(NEW), in_play=in_play)

    assert means(found.game, "pay", turns=2) == [4 + each for each in gold]


# A Holding in play, two cards of the deck, and what can be spent on them without any other gold.
SURPLUS: list[tuple[str, str, str, int]] = [
    ("Counting House", "Brilliant Cascade Inn", "Second City Market", 2),  # a pool: 2 gold pay for two Holdings
    ("Charter of the Crab Clan", "Hida Wukau", "Brilliant Cascade Inn", 3),  # 4 gold, for Crab Personalities only
    ("Charter of the Crab Clan", "Brilliant Cascade Inn", "Hida Wukau", 3),
    ("Kuroiban Compound", "Hiruma Toshi", "Brilliant Cascade Inn", 4),  # 4 gold with a Ninja, for anything
    ("Kuroiban Compound", "Brilliant Cascade Inn", "Hiruma Toshi", 4),
    ("Kuroiban Compound", "Brilliant Cascade Inn", "Diamond Mine", 1),
]


@pytest.mark.parametrize(("holding", "first", "second", "spent"), SURPLUS)
def test_gold_that_is_left_pays_for_other_cards(
    holding: str, first: str, second: str, spent: int, ccg: FilePool
) -> None:
    deck = f"1 Kyuden Hida\nDynasty\n1 {first}\n1 {second}\n1 {holding}\n"
    found = modelled(deck, ccg, shipped_format(NEW), gold=0, in_play=[holding])

    assert means(found.game, "spent") == [spent]


def test_a_card_that_gold_for_its_kind_pays_for_blocks_no_province(ccg: FilePool) -> None:
    """The Charter and the Stronghold pay 4 and 3 for Hida Tenshu, who costs 7; only the 3 pay for the mine, at 6."""
    deck = "1 Kyuden Hida\nDynasty\n1 Hida Tenshu\n1 Diamond Mine\n1 Charter of the Crab Clan\n"
    tally = tally_of(deck, shipped_format(NEW), ccg)
    dealt, owned = without(dealt_of(halves_of(tally.deck, tally.format, ccg)), ["Charter of the Crab Clan"])
    start = StartOfGame(stronghold_gold=3, in_play=owned)
    found = gold_game(tally, ccg, dealt, STRATEGIES["pass"], start)

    assert means(found.game, "pay") == [3]
    assert means(found.game, "blocked") == [1]


def test_gold_for_one_clan_pays_for_several_of_its_personalities(ccg: FilePool) -> None:
    """They cost 3 and 4: the Charter gives 4 for them, the Stronghold 3."""
    deck = "1 Kyuden Hida\nDynasty\n1 Hida Wukau\n1 Hida Saiyuki\n1 Charter of the Crab Clan\n"
    found = modelled(deck, ccg, shipped_format(NEW), gold=3, in_play=["Charter of the Crab Clan"])

    assert means(found.game, "spent") == [7]


# A Holding, and for each way in which it pays: the gold, the cards it is for, and whether they alone get it.
SOURCES: list[tuple[str, list[tuple[int, list[str], bool]]]] = [
    ("Counting House", [(2, [], False)]),
    ("Kuroiban Compound", [(2, [], False), (4, ["Kuroiban Compound", "Hiruma Toshi"], False)]),
    ("Charter of the Crab Clan", [(0, [], False), (4, ["Hiruma Toshi, Hida Wukau"], True)]),
]


@pytest.mark.parametrize(("holding", "ways"), SOURCES)
def test_the_ways_in_which_a_holding_pays(holding: str, ways: list[tuple[int, list[str], bool]], ccg: FilePool) -> None:
    deck = f"1 Shamate Keep\nDynasty\n1 {holding}\n1 Hiruma Toshi\n1 Hida Wukau\n1 Doji Shikishi\n"
    kinds = modelled(deck, ccg, shipped_format(NEW)).game.kinds
    (source,) = (kind.source for kind in kinds if kind.holding)

    names = [
        (way.amount, [kind.name for place, kind in enumerate(kinds) if way.kinds >> place & 1], way.only)
        for way in source
    ]
    assert names == ways
    assert {kind.gold for kind in kinds if not kind.holding} == {0}


def test_of_equal_cards_the_first_is_what_shows_a_new_card_or_is_a_holding(ccg: FilePool) -> None:
    deck = "1 Kyuden Hida\nDynasty\n1 Hida Taisho\n1 Diamond Mine\n1 Counting House\n1 Famous Bazaar\n1 Hida Wukau\n"
    kinds = modelled(deck, ccg, shipped_format(NEW)).game.kinds

    assert [kind.name for kind in kinds] == [
        "Famous Bazaar",
        "Counting House",
        "Diamond Mine",
        "Hida Wukau",
        "Hida Taisho",
    ]


def test_cards_that_are_alike_for_gold_are_one_kind(ccg: FilePool) -> None:
    """All Holdings cost 2 and give 2, but the bazaar shows a card, and Daidoji Merchants count Ports."""
    deck = "1 Kyuden Hida\nDynasty\n1 Counting House\n1 Deeds and Words\n1 Famous Bazaar\n1 A New Year\n"
    alone, with_merchants = (
        [kind.name for kind in modelled(deck + more, ccg, shipped_format(NEW)).game.kinds]
        for more in ("", "1 Daidoji Merchants\n1 Second City Port\n")
    )

    assert alone == ["Famous Bazaar", "Counting House, Deeds and Words", "A New Year"]
    assert "Counting House, Deeds and Words" in with_merchants
    assert "Second City Port" in with_merchants


def test_a_holding_of_unknown_gold_in_play_is_named(ccg: FilePool) -> None:
    deck = "1 Kyuden Hida\nDynasty\n1 Abandoned Village\n1 Diamond Mine\n"
    found = modelled(deck, ccg, shipped_format(NEW), in_play=["Abandoned Village"])

    assert "in play at the start: Abandoned Village, unknown gold" in found.notes
    assert means(found.game, "production", turns=2) == [0, 0]


# The lines at the start, whether the player goes second, and the Holdings in play.
STARTS: list[tuple[str, bool, list[str]]] = [
    ("", False, ["Border Keep, 2 gold"]),
    ("", True, ["Border Keep, 2 gold", "Bamboo Harvesters, 2 gold (bowed in the first turn)"]),
    ("Starting Holdings\n1 Border Keep\n1 Bamboo Harvesters\n", False, ["Border Keep, 2 gold"]),
    (
        "Starting Holdings\n1 Border Keep\n1 Bamboo Harvesters\n",
        True,
        ["Border Keep, 2 gold", "Bamboo Harvesters, 2 gold (bowed in the first turn)"],
    ),
    ("Starting Holdings\n1 Border Keep - inexp\n", False, ["Border Keep - inexp, 2 gold"]),
]


@pytest.mark.parametrize(("start", "second", "holdings"), STARTS)
def test_holdings_in_play_at_the_start(
    start: str, second: bool, holdings: list[str], celestial: Format, ccg: FilePool
) -> None:
    found = modelled(f"1 Shamate Keep\n{start}Dynasty\n1 Diamond Mine\n", ccg, celestial, gold=0, second=second)

    said = [note.removeprefix("in play at the start: ") for note in found.notes if note.startswith("in play")]
    assert said == holdings
    assert means(found.game, "pay", turns=2) == [2, 2 * len(holdings)]


@pytest.mark.parametrize(("second", "gold"), [(False, [2, 2, 2]), (True, [2, 2, 4])])
@pytest.mark.parametrize("format_id", ["legacy", "big-deck"])
def test_bamboo_harvesters_of_all_arcs_are_for_who_goes_second(
    format_id: str, second: bool, gold: list[int], ccg: FilePool
) -> None:
    """The list names them for both cases; this version straightens in the third turn."""
    deck = "1 Shamate Keep\nStarting Holdings\n1 Border Keep\n1 Bamboo Harvesters - exp\nDynasty\n1 Diamond Mine\n"
    found = modelled(deck, ccg, shipped_format(format_id), gold=0, second=second)

    assert means(found.game, "pay", turns=3) == gold


def test_a_sideboard_is_not_in_play(tmp_path: Path, ccg: FilePool) -> None:
    fmt = with_sideboard(tmp_path)
    found = modelled("1 Shamate Keep\nDynasty\n1 A New Year\nSideboard\n1 Counting House\n", ccg, fmt)

    assert means(found.game, "pay") == [4]


def test_a_card_on_an_unrecognised_line_is_dealt_and_never_bought(ccg: FilePool) -> None:
    """The Provinces show 4 of 8 cards, so the Diamond Mine is bought in half of the games."""
    deck = "1 Shamate Keep\nDynasty\n1 Diamond Mine\n1 Counting House\n7 No Such Card\n"
    found = modelled(deck, ccg, shipped_format(NEW), in_play=["Counting House"])

    assert means(found.game, "pay") == [6]
    assert means(found.game, "production") == [Fraction(5, 2)]
    assert [note for note in found.notes if "unrecognised" in note] == []  # the report says it before all numbers


def test_holdings_without_known_gold_are_counted_and_named(ccg: FilePool) -> None:
    deck = "1 Shamate Keep\nDynasty\n2 Abandoned Village\n1 Artisan Academy\n3 Counting House\n1 Doji Shikishi\n"
    found = modelled(deck, ccg, shipped_format(NEW))

    assert (found.holdings, found.unknown) == (6, (("Abandoned Village", 2), ("Artisan Academy", 1)))
    assert found.partly == ()


def test_cards_without_a_recorded_cost_are_named(ccg: FilePool) -> None:
    """Events have no cost at all, and the gold of Landed Gentry is unknown, too, so that it is named for that."""
    cards = "3 Doji Kiwadoi\n1 Fields of Grain\n1 Landed Gentry\n1 A New Year\n1 Kakita Hideo\n"
    found = modelled(f"1 Shamate Keep\nDynasty\n{cards}", ccg, shipped_format(OLD))

    said = "the games never buy these, whose cost is not recorded as a number: "
    assert [note.removeprefix(said) for note in found.notes if note.startswith(said)] == [
        "3 Doji Kiwadoi, 1 Fields of Grain"
    ]
    assert found.unknown == (("Landed Gentry", 1),)


@pytest.mark.parametrize(
    ("format_id", "said", "unsaid"),
    [
        (
            OLD,
            [
                "each source of gold pays for one card; what the card does not need is lost",
                "Personalities of your own clan cost 2 less",
                "cards of these types leave their Province when they are revealed: event, celestial, region",
            ],
            ["Personalities of another clan", "the same phase"],
        ),
        (
            NEW,
            [
                "gold that a cost does not need pays for others in the same phase",
                "Personalities of another clan cost 2 more",
            ],
            ["Personalities of your own clan", "cards of these types", "is lost"],
        ),
    ],
)
def test_the_report_says_how_gold_is_paid(format_id: str, said: list[str], unsaid: list[str], ccg: FilePool) -> None:
    found = modelled("1 Shamate Keep\nDynasty\n1 Diamond Mine\n", ccg, shipped_format(format_id))

    assert set(said) <= set(found.notes)
    assert not [note for note in found.notes for part in unsaid if part in note]
    assert not [note for note in found.notes if "refill" in note]


def test_a_redraw_is_one_of_the_deck(lcg: FilePool, ccg: FilePool) -> None:
    """The Cycle puts cards under the deck; in the card game thrown cards are shuffled into it."""
    fmt = shipped_format(NEW)
    deck = tally_of("1 Shamate Keep\nDynasty\n9 Diamond Mine\n", fmt, ccg).deck
    cycle, none = (dealt_of(halves_of(deck, fmt, ccg, Play(policy=each))) for each in (None, Policy.KEEP_ALL))
    stronghold = shipped_format("lcg-stronghold")
    cards = tally_of("Dynasty\n9 Doji Whisperer\n", stronghold, lcg).deck
    mulligan = dealt_of(halves_of(cards, stronghold, lcg))

    assert (cycle.opening.redraws, cycle.opening.shuffles, none.opening.redraws) == (1, False, 0)
    assert mulligan.opening == Opening(provinces=4, redraws=1, shuffles=True)


def test_a_deck_without_cards_for_provinces_has_no_economy(festivals: Format, ccg: FilePool) -> None:
    halves = halves_of(tally_of("Fate\n9 Hamstrung\n", festivals, ccg).deck, festivals, ccg)

    with pytest.raises(UsageError, match="no cards to fill Provinces with"):
        dealt_of(halves)


@pytest.mark.parametrize(
    ("format_id", "said"), [("lcg-stronghold", "no rules for paying with gold"), (NEW, "the Stronghold is unknown")]
)
def test_a_game_needs_rules_for_gold_and_the_gold_of_the_stronghold(format_id: str, said: str, ccg: FilePool) -> None:
    fmt = shipped_format(format_id)
    dealt = Dealt(cards=(), unknown=1, opening=Opening(provinces=4))

    with pytest.raises(UsageError, match=said):
        gold_game(tally_of("1 Shiro no Yojin", fmt, ccg), ccg, dealt, STRATEGIES["pass"], StartOfGame())


def holding(gold: Gold, **more: Any) -> Card:
    """Return a Holding for 2 gold."""
    card_id = gold.id
    return Card(id=card_id, title=card_id, kind="holding", identity=(card_id,), cost=2, gold=gold, **more)


def bonus(**more: Any) -> Bonus:
    return Bonus(gold=1, **more)


def when(**more: Any) -> Bonus:
    return bonus(when=GoldCondition(**more))


# What a Holding that gives 2 gold says beside that, and whether the games leave some of it out.
TEXTS: list[tuple[str, dict[str, Any], bool]] = [
    ("nothing", {}, False),
    ("lose 1 Honor", {"cost": "lose honor 1"}, True),
    ("other Ports give 1 more", {"others": (GoldForOthers(keyword="port", gold=1),)}, True),
    ("straightens after the attack phase", {"straighten": "after attack phase"}, True),
    ("straightens each turn", {"straighten": "each turn"}, False),
    ("straightens from turn 3 on", {"straighten": "not before turn 3"}, False),
    ("1 more", {"bonus": (bonus(),)}, False),
    ("1 more without bowing", {"bonus": (bonus(extra=True),)}, True),
    ("1 more if you destroy it", {"bonus": (bonus(cost="destroy"),)}, True),
    ("as much more as a focus value", {"bonus": (bonus(formula="focus"),)}, True),
    ("1 more, in words that no fact expresses", {"bonus": (bonus(note="once"),)}, True),
    ("1 more for Crane players", {"bonus": (when(clan="crane"),)}, False),
    ("1 more in the attack phase", {"bonus": (when(phase="attack"),)}, True),
    ("1 more for the virtue", {"bonus": (when(virtue="Compassion"),)}, True),
    ("1 more after an Item", {"bonus": (when(other="item-this-turn"),)}, True),
    ("1 more with the Imperial Favor", {"bonus": (when(favor=True),)}, True),
    ("1 more if you invested 2", {"bonus": (when(invest=2),)}, True),
    ("1 more in your first turn", {"bonus": (when(turn="first"),)}, False),
    ("1 more in the turn of others", {"bonus": (when(turn="other"),)}, False),
    ("1 more if you went second", {"bonus": (when(not_first_player=True),)}, False),
    ("1 more for Holdings", {"bonus": (when(paying_for=(PaidFor(type=("holding",)),)),)}, False),
    (
        "1 more for Holdings, or for some followers",
        {"bonus": (when(paying_for=(PaidFor(type=("holding",)), PaidFor(note="infantry"))),)},
        True,
    ),
    ("1 more with a Port", {"bonus": (when(control=(Counted(keyword=("Port",)),)),)}, False),
    (
        "1 more with a Port and a bowed card",
        {"bonus": (when(control=(Counted(keyword=("Port",)), Counted(note="bowed"))),)},
        True,
    ),
    ("1 more for each token", {"bonus": (bonus(per=Per(tokens="Wealth")),)}, True),
    ("1 more for each action", {"bonus": (bonus(per=Per(event="own-action")),)}, True),
    ("1 more for each Port", {"bonus": (bonus(per=Per(cards=Counted(keyword=("Port",)))),)}, False),
    ("1 more for each other Barracks", {"bonus": (bonus(per=Per(cards=Counted(note="other titles"))),)}, True),
    ("1 more for each Province", {"bonus": (bonus(per=Per(provinces="own")),)}, False),
    ("1 more for Holdings, and 1 for an Item", {"bonus": (bonus(), when(other="item-this-turn"))}, True),
]


def test_a_text_that_does_more_than_the_games_know_is_named(festivals: Format, ccg: FilePool) -> None:
    cards = tuple(holding(Gold(id=text, base=2, **facts)) for text, facts, _ in TEXTS)
    dealt = Dealt(cards=cards, unknown=0, opening=Opening(provinces=4))
    tally = tally_of("1 Shamate Keep", festivals, ccg)

    found = gold_game(tally, ccg, dealt, STRATEGIES["pass"], StartOfGame())

    assert found.partly == tuple((text, 1) for text, _, named in TEXTS if named)


# A whole list, and the cards whose gold is modelled only in part.
IN_PART: list[tuple[str, list[str]]] = [
    ("1 Shamate Keep\nDynasty\n1 Aohama\n2 Mess Hall\n1 Counting House", ["Aohama", "Mess Hall"]),
    ("1 Shiro Daidoji\nDynasty\n1 Daidoji Soken\n1 Diamond Mine", ["Daidoji Soken"]),
    ("1 Shiro Daidoji\nDynasty\n1 Yasuki Dokansuto\n1 Diamond Mine", ["Yasuki Dokansuto"]),  # he pays for Holdings
    ("1 Shiro Daidoji\nDynasty\n1 Yasuki Dokansuto\n1 A New Year", []),
    ("1 Shiro Daidoji\nDynasty\n1 Yasuki Dokansuto\n1 Abandoned Village", []),  # which is never bought
    ("1 Shiro Daidoji\nDynasty\n1 Kakita Hirotada\n1 A New Year", ["Kakita Hirotada"]),
    ("1 Shiro Daidoji\nDynasty\n1 Isawa Chinatsu\n1 Diamond Mine", []),  # who pays for spells
    ("1 Shiro Daidoji\nDynasty\n1 Senseki Province\n1 Diamond Mine", []),
    ("1 The Endless Plains of the Unicorn\nDynasty\n1 Diamond Mine", []),
    ("1 Shiro Daidoji\n1 Tsujiken Sensei\nDynasty\n1 Diamond Mine", []),
    ("1 Shiro Daidoji\n1 Taka Sensei\nDynasty\n1 Diamond Mine", ["Taka Sensei"]),
    ("1 Shiro Daidoji\n1 Iemasa Sensei\nDynasty\n1 Diamond Mine", ["Iemasa Sensei"]),
    ("1 Shiro Daidoji\n1 Yoritomo Sensei\nDynasty\n1 Diamond Mine", ["Yoritomo Sensei"]),
    ("1 Shiro Daidoji\nDynasty\n1 Artisan Academy\n1 Diamond Mine", []),  # its gold is unknown
]


@pytest.mark.parametrize(("deck", "named"), IN_PART)
def test_cards_that_are_modelled_in_part(deck: str, named: list[str], festivals: Format, ccg: FilePool) -> None:
    assert [name for name, _ in modelled(deck, ccg, festivals).partly] == named


@pytest.mark.parametrize(("enters", "production"), [("unbowed", 3), ("bowed", 2)])
def test_a_holding_that_enters_play_unbowed_pays_at_once(
    enters: Literal["bowed", "unbowed"], production: int, festivals: Format, ccg: FilePool
) -> None:
    """Of two Holdings for 2 gold one is bought, and where it is the bazaar, its Province shows the other.

    An unbowed bazaar pays for that, so the production is 4, else 2; with the other one first it is 2.
    """
    bazaar = holding(Gold(id="Bazaar", base=2, enters=enters), effects=(RefillsFaceUp(),))
    house = holding(Gold(id="Counting House", base=2))
    dealt = Dealt(cards=(bazaar, house), unknown=0, opening=Opening(provinces=1))
    table = StartOfGame(stronghold_gold=2)

    found = gold_game(tally_of("1 Shamate Keep", festivals, ccg), ccg, dealt, STRATEGIES["holdings"], table)

    assert means(found.game, "production") == [production]
