"""The economy of whole lists in both games: recorded facts, what comes in each round, and what can be paid."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.odds import Policy, parse_want
from deckcheck.odds.economy.deck import StartOfGame, dealt_of
from deckcheck.odds.economy.report import Economy, EconomyRequest, economy
from deckcheck.odds.economy.results import Effort, MeanEstimate
from deckcheck.odds.economy.strategies import STRATEGIES
from deckcheck.odds.of_deck.deck_halves import Play, halves_of
from deckcheck.pools.loading import FilePool
from deckcheck.reports.economy import _chance, _first, _signed, sentences
from deckcheck.rules.tally import Tally
from tests.conftest import shipped_format

LION = "1 The Grand Halls of the Lion\n"  # 3 gold
PHOENIX = "1 Isawa Mori Seidō\n"  # 7 fate


def report(
    text: str,
    fmt: Format,
    pool: FilePool,
    *,
    policy: str = "holdings",
    turns: int = 2,
    games: int = 5,
    swap: str = "",
    want: str = "",
    table: StartOfGame | None = None,
    **asking: Any,
) -> Economy:
    tally = Tally(resolve(read(text, "deck.txt", Limits()), fmt, pool), fmt)
    dealt = dealt_of(halves_of(tally.deck, fmt, pool, Play(policy=Policy.KEEP_ALL)))
    request = EconomyRequest(
        strategy=STRATEGIES[policy],
        effort=Effort(turns=turns, games=games),
        table=table or StartOfGame(),
        want=parse_want(want) if want else None,
        swap=swap or None,
        **asking,
    )
    return economy(tally, pool, dealt, request)


def each_turn(found: Economy, name: str) -> list[float]:
    return [turn.spreads[name].mean.value for turn in found.results[0].turns]


@pytest.mark.parametrize(
    ("holdings", "known", "doubtful"),
    [
        ("4 Counting House\n1 Abandoned Village", 4, False),  # a fifth
        ("3 Counting House\n1 Abandoned Village", 3, True),
        ("3 Counting House\n3 Copper Mine\n1 Abandoned Village\n1 Artisan Academy", 6, True),
        ("3 Counting House", 3, False),
        ("3 Doji Shikishi", 0, False),
        ("4 Counting House\n1 No Such Card", 4, False),  # it may be a Holding
        ("4 Counting House\n2 No Such Card", 4, True),
    ],
)
def test_numbers_are_doubtful_where_more_than_a_fifth_of_the_holdings_is_unknown(
    holdings: str, known: int, doubtful: bool, festivals: Format, ccg: FilePool
) -> None:
    found = report(f"{LION}Dynasty\n{holdings}\n", festivals, ccg)

    assert (found.known, found.doubtful) == (known, doubtful)


@pytest.mark.parametrize(
    ("stronghold", "given", "tried", "said"),
    [
        ("The Grand Halls of the Lion", None, [3], "Stronghold: 3 gold"),
        ("The Grand Halls of the Lion", 6, [6], "Stronghold: 6 gold"),
        ("Shiro no Yojin", 5, [5], "Stronghold: 5 gold"),
        (
            "Shiro no Yojin",
            None,
            [3, 4, 5, 6],
            "Stronghold: its gold is not recorded; played with 3, 4, 5 and 6",
        ),
    ],
)
def test_unknown_gold_of_a_stronghold_is_tried(
    stronghold: str, given: int | None, tried: list[int], said: str, ccg: FilePool
) -> None:
    """The change leaves no card in the deck."""
    fmt, table = shipped_format("twenty-festivals"), StartOfGame(stronghold_gold=given)
    found = report(f"1 {stronghold}\nDynasty\n1 Counting House\n", fmt, ccg, table=table, swap="-1 Counting House")

    assert [result.stronghold for result in found.results] == tried
    known = report(f"{LION}Dynasty\n1 Counting House\n", fmt, ccg)
    assert (found.unknown or found.notes[0]) == said
    assert found.notes[not found.unknown :] == known.notes[1:]
    # The Counting House that leaves gave 2 gold from the second turn on.
    for result in found.results:
        assert result.change is not None
        assert [each.value for each in result.change.means["pay"]] == [0, -2]


def test_cards_on_unrecognised_lines_are_named_before_all_numbers(festivals: Format, ccg: FilePool) -> None:
    few, many = (report(f"{LION}Dynasty\n8 Counting House\n{n} No Such Card\n", festivals, ccg) for n in (1, 3))

    assert list(_first(few)) == [
        "1 card on unrecognised lines, which the games never buy",
        "gold production is recorded for 8 of 8 Holdings",
    ]
    assert next(_first(many)) == "Warning: too many cards are unknown; the numbers below are far too low."


def test_cards_on_unrecognised_lines_are_named_in_the_card_game_too(lcg: FilePool) -> None:
    fmt = shipped_format("lcg-stronghold")
    few, many = (report(f"{PHOENIX}Dynasty\n8 Doji Whisperer\n{n} No Such Card\n", fmt, lcg) for n in (1, 3))

    assert list(_first(few)) == ["1 card on unrecognised lines, which the games never buy"]
    assert len(list(_first(many))) == 2


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (1.0, 0.0, "100.0 %"),
        (0.0, 0.0, "0.0 %"),
        (0.9999, 0.0, ">99.9 %"),
        (0.0004, 0.0, "<0.1 %"),
        (1.0, 0.00005, ">99.9 %"),  # all of 20,000 simulated games
        (0.0, 0.00005, "<0.1 %"),
        (1.0, 0.002, "100.0 % ±0.4"),  # all of 500
        (0.9, 0.0001, "90.0 % ±0.1"),
        (0.9, 0.003, "90.0 % ±0.6"),
    ],
)
def test_a_chance_looks_certain_only_when_it_is(value: float, error: float, shown: str) -> None:
    assert _chance(MeanEstimate(value, 1.96 * error)) == shown


def test_a_difference_that_rounds_to_zero_has_no_minus() -> None:
    assert _signed(MeanEstimate(-0.001, 0.0)) == "+0.00 ±0.00"
    assert _signed(MeanEstimate(-0.01, 0.0)) == "-0.01 ±0.00"


def test_a_stronghold_without_gold_is_compared_with_no_production(festivals: Format, ccg: FilePool) -> None:
    found = report("1 Foothold of the Mad\nDynasty\n9 Counting House\n", festivals, ccg)

    assert next(sentences(found, found.results[0])) == (
        "Turn 1 buys 0.00 gold of production on average, 0 or less in 100.0 % of games."
    )


def test_all_chances_together_are_certain(festivals: Format, ccg: FilePool) -> None:
    deck = f"{LION}Dynasty\n7 Counting House\n9 Cloth Market\n11 Doji Shikishi\n13 A New Year\n"
    (production, *_) = (turn.spreads["production"] for turn in report(deck, festivals, ccg).results[0].turns)

    assert (production.at_most(max(production.chances)), production.at_least(0)) == (1, 1)


@pytest.mark.parametrize(("holding", "said"), [("Counting House", False), ("Charter of the Crab Clan", True)])
def test_gold_for_certain_cards_is_not_gold_to_pay_with(
    holding: str, said: bool, festivals: Format, ccg: FilePool
) -> None:
    found = report(f"1 Kyuden Hida\nDynasty\n9 {holding}\n3 Hida Tenshu\n3 Diamond Mine\n", festivals, ccg)

    assert any("gold for certain cards counts only" in note for note in found.notes) == said


def test_a_deck_without_a_clan_is_said_to_have_none(festivals: Format, ccg: FilePool) -> None:
    decks = ("", "1 Gates of the Second City\n", LION)
    notes = [report(f"{start}Dynasty\n9 Counting House\n", festivals, ccg).notes for start in decks]

    assert ["the deck has no clan of its own" in each for each in notes] == [True, True, False]


def test_the_card_game_says_when_passing_or_beginning_gives_fate(lcg: FilePool) -> None:
    said = {
        "lcg-stronghold": ["1 more in each round for passing first, after buying"],
        "lcg-emerald": ["passing first gives no fate in this format"],
        "lcg-enlightenment": [
            "1 more as first player, which is one round of 3",
            "1 more in each round for passing first, after buying",
        ],
    }
    for format_id, notes in said.items():
        found = report(f"{PHOENIX}Dynasty\n9 Doji Whisperer\n", shipped_format(format_id), lcg, passes_first=True)
        assert [note for note in found.notes if "first" in note and "rule" not in note] == notes


def test_a_sensei_changes_each_gold_that_is_tried(festivals: Format, ccg: FilePool) -> None:
    """Mahatsu Sensei gives 1 less, but never less than 3: 3 and 4 printed gold are the same."""
    deck = "1 Shiro no Yojin\n1 Mahatsu Sensei\nDynasty\n1 Counting House\n"
    found = report(deck, festivals, ccg)

    assert [result.stronghold for result in found.results] == [3, 4, 5]
    assert found.unknown == "Stronghold: its gold is not recorded; played with 3, 4 and 5"
    assert found.notes[0] == "Mahatsu Sensei changes the gold of the Stronghold by -1, counted above"


def test_what_can_be_paid_by_each_turn(festivals: Format, ccg: FilePool) -> None:
    """3 gold pay for a Counting House, with which 5 do for a Cloth Market, with which 10 pay for all."""
    dynasty = "1 Counting House\n1 Cloth Market\n1 Diamond Mine\n1 A New Year\n"
    found = report(f"{LION}Dynasty\n{dynasty}", festivals, ccg, turns=3, want="pay>=5 and holdings>=2")
    (result,) = found.results

    assert [(cost, [each.value for each in by]) for cost, by in result.payable.items()] == [
        (2, [1, 1, 1]),
        (5, [0, 1, 1]),
        (6, [0, 0, 1]),
    ]
    assert result.wanted is not None
    assert [each.value for each in result.wanted.on] == [0, 1, 1]
    assert each_turn(found, "pay") == [3, 5, 10]
    assert each_turn(found, "production") == [2, 7, 12]
    assert result.change is None


def test_a_deck_of_another_size_plays_the_same_shuffles(festivals: Format, ccg: FilePool) -> None:
    """One card more is among the first 4 of 31 in about an eighth of the games; in the others nothing changes."""
    found = report(
        f"{LION}Dynasty\n15 Counting House\n15 A New Year\n",
        festivals,
        ccg,
        turns=1,
        games=200,
        table=StartOfGame(stronghold_gold=20),
        swap="+1 A New Year",
    )
    (result,) = found.results
    assert result.change is not None
    (bought,) = result.change.means["holdings"]

    assert -0.2 < bought.value < 0
    assert bought.margin**2 * 200 < 0.2 * 1.96**2


# The format and its day, whether the player goes second and passes first, and the fate before buying in rounds 1 to 3:
# who passes buys no more in that round, so the fate for it pays from the next one on.
INCOME: list[tuple[str, bool, bool, list[int]]] = [
    ("lcg-stronghold", False, False, [7, 7, 7]),
    ("lcg-stronghold 2018-10-08", True, True, [8, 8, 8]),
    ("lcg-stronghold 2018-10-09", True, True, [7, 8, 8]),  # no fate for going second any more
    ("lcg-skirmish", True, True, [7, 8, 8]),
    ("lcg-sanctuary", True, True, [7, 7, 7]),
    ("lcg-2017", False, False, [7, 7, 7]),
    ("lcg-2017", True, False, [8, 7, 7]),
    ("lcg-2017", False, True, [7, 8, 8]),
    ("lcg-2017", True, True, [8, 8, 8]),
    ("lcg-emerald", True, True, [7, 7, 7]),
    ("lcg-enlightenment", False, False, [8, 7, 7]),  # each of three players is the first in turn
    ("lcg-enlightenment", True, False, [7, 8, 7]),
]


@pytest.mark.parametrize(("format_id", "second", "passes", "income"), INCOME)
def test_the_fate_of_each_round(format_id: str, second: bool, passes: bool, income: list[int], lcg: FilePool) -> None:
    table, fmt = StartOfGame(second=second), shipped_format(*format_id.split())
    found = report(
        f"{PHOENIX}Dynasty\n4 Adept of the Waves\n",
        fmt,
        lcg,
        policy="pass",
        turns=3,
        table=table,
        passes_first=passes,
    )

    assert each_turn(found, "pay") == [income[0], sum(income[:2]), sum(income)]
    rules = fmt.fate
    assert rules is not None
    last = passes * rules.first_to_pass
    assert each_turn(found, "left") == [income[0] + last, sum(income[:2]) + last, sum(income) + last]
    said = {
        "1 more in the first round for going second": second * rules.second,
        "1 more in each round for passing first, after buying": last,
    }
    assert [note in found.notes for note in said] == [bool(given) for given in said.values()]
    assert not [note for note in found.notes if note.startswith("0 more")]


@pytest.mark.parametrize(
    ("extra", "drawn", "said"),
    [
        (0, (), ["characters enter play without fate and leave at the end of the round"]),
        (1, (), ["each character enters play with 1 fate"]),
        (
            2,
            (9, 12),
            ["each character enters play with 2 fate", "conflict cards: the opening hand and the bids"],
        ),
    ],
)
def test_notes_on_fate_name_what_was_asked(extra: int, drawn: tuple[int, ...], said: list[str], lcg: FilePool) -> None:
    fmt = shipped_format("lcg-2017")
    found = report(f"{PHOENIX}Dynasty\n4 Adept of the Waves\n", fmt, lcg, extra_fate=extra, drawn=drawn)

    assert [note for note in found.notes if "character" in note or "conflict" in note] == said
    assert "stronghold: 7 fate a round; what is not spent is kept" in found.notes
    assert (found.model.holdings, found.known, found.doubtful) == (0, 0, False)


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        ("2 Agasha Jianyu\n1 Adept of the Waves\n1 Favorable Ground", ["2 Agasha Jianyu"]),
        ("1 Adept of the Waves\n1 Favorable Ground", []),
    ],
)
def test_characters_without_a_recorded_cost_are_named(cards: str, named: list[str], lcg: FilePool) -> None:
    found = report(f"{PHOENIX}Dynasty\n{cards}\n", shipped_format("lcg-2017"), lcg)

    said = "the games never buy these, whose cost is not recorded as a number: "
    assert [note.removeprefix(said) for note in found.notes if note.startswith(said)] == named


@pytest.mark.parametrize(
    ("cards", "extra", "costs"),
    [
        ("1 Doji Whisperer\n1 Adept of the Waves", 0, [1, 2]),
        ("1 Doji Whisperer\n1 Adept of the Waves", 2, [3, 4]),
        ("1 Eager Scout", 0, []),  # she costs nothing
        ("1 Eager Scout", 1, [1]),
        ("1 Favorable Ground\n1 Agasha Jianyu", 1, []),  # a holding, and a character without a recorded cost
        ("1 Recalled Defenses", 1, []),
        ("1 Doji Whisperer\n3 No Such Card", 1, [2]),
    ],
)
def test_only_characters_are_paid_with_fate(cards: str, extra: int, costs: list[int], lcg: FilePool) -> None:
    fmt = shipped_format("lcg-2017")
    found = report(f"{PHOENIX}Dynasty\n{cards}\n", fmt, lcg, policy="curve", turns=1, extra_fate=extra)

    assert [*found.results[0].payable] == costs
    # At the start four provinces show all cards, and 7 fate pay for them.
    assert each_turn(found, "spent") == [sum(costs)]


def test_characters_in_play_count_for_as_long_as_their_fate_lasts(lcg: FilePool) -> None:
    """The only character to buy costs 1, and 7 fate pay for her in round 1."""
    fmt, whisperer = shipped_format("lcg-2017"), lcg.named("dojiwhisperer")[0]
    table = StartOfGame(in_play=(whisperer, whisperer))

    def characters(extra: int) -> list[float]:
        deck = f"{PHOENIX}Dynasty\n1 Doji Whisperer\n"
        found = report(deck, fmt, lcg, policy="curve", turns=3, table=table, extra_fate=extra)
        assert f"in play at the start, with {extra} fate each: 2 Doji Whisperer" in found.model.notes
        return each_turn(found, "characters")

    assert characters(0) == [3, 0, 0]
    assert characters(1) == [3, 3, 0]


def test_a_change_of_characters_is_compared(lcg: FilePool) -> None:
    fmt = shipped_format("lcg-2017")
    deck = f"{PHOENIX}Dynasty\n1 Doji Whisperer\n1 Adept of the Waves\n"
    found = report(deck, fmt, lcg, policy="curve", turns=1, swap="+1 Doji Challenger -1 Doji Whisperer")
    (result,) = found.results

    assert result.change is not None
    assert [each.value for each in result.change.means["spent"]] == [2]


def test_a_single_game_can_be_played(festivals: Format, ccg: FilePool) -> None:
    found = report(
        f"Dynasty\n1 Counting House\n\nStronghold\n{LION}", festivals, ccg, games=1, swap="+1 A New Year", want="pay>=5"
    )
    (result,) = found.results

    assert each_turn(found, "pay") == [3, 5]
    assert [(cost, [each.value for each in by]) for cost, by in result.payable.items()] == [(2, [1, 1])]
    assert result.change is not None
    assert [each.value for each in result.change.wanted] == [0, 0]


def test_the_stronghold_may_stand_below_the_deck(lcg: FilePool) -> None:
    fmt = shipped_format("lcg-2017")
    found = report(f"Dynasty\n4 Adept of the Waves\n\nStronghold\n{PHOENIX}", fmt, lcg, policy="pass")

    assert each_turn(found, "pay") == [7, 14]


@pytest.mark.parametrize("given", [None, 5])
def test_a_deck_without_a_stronghold_needs_its_fate(given: int | None, lcg: FilePool) -> None:
    fmt, deck = shipped_format("lcg-2017"), "Dynasty\n4 Adept of the Waves\n"
    if given is None:
        with pytest.raises(UsageError, match="no card of the deck is a stronghold of Legend of the Five Rings"):
            report(deck, fmt, lcg)
    else:
        table = StartOfGame(stronghold_gold=given)
        assert each_turn(report(deck, fmt, lcg, policy="pass", table=table), "pay") == [5, 10]


def test_skirmish_decks_have_no_stronghold(lcg: FilePool) -> None:
    with pytest.raises(UsageError, match="have no stronghold to give fate") as error:
        report("Dynasty\n4 Adept of the Waves\n", shipped_format("lcg-skirmish"), lcg)

    assert error.value.help == "give the fate of each round with --stronghold-fate"


def test_a_format_without_rules_for_paying_has_no_economy(festivals: Format, ccg: FilePool) -> None:
    fmt = msgspec.structs.replace(festivals, economy=())

    with pytest.raises(UsageError, match="`twenty-festivals` has no rules for paying for cards"):
        report(f"{LION}Dynasty\n1 Counting House\n", fmt, ccg)
