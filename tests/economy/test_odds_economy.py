"""``deckcheck odds economy`` as a user meets it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deckcheck.cli import run
from tests.command import called
from tests.conftest import ROOT

CRANE = str(ROOT / "examples" / "crane-celestial.txt")
PHOENIX = str(ROOT / "tests/fixtures/decks/lcg-stronghold/phoenix-one-restricted.txt")
QUICK = ("--games", "200", "--turns", "2")


@cache
def economy(deck: str, *options: str) -> Any:
    done = called("odds", "economy", deck, *QUICK, *options, "-o", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def crane(*options: str) -> Any:
    return economy(CRANE, "-f", "celestial-40-40", "--stronghold-gold", "4", *options)


def numbers(found: Any, turn: int = 1) -> dict[str, Any]:
    return {name: each["mean"]["value"] for name, each in found["results"][0]["turns"][turn - 1]["numbers"].items()}


def test_the_first_turn_is_exact_and_names_its_policy() -> None:
    found = crane()

    first = found["results"][0]["turns"][0]
    assert (found["policy"], first["exact"]) == ("holdings", True)
    assert first["numbers"]["production"]["mean"]["value"] == pytest.approx(4.614121, abs=1e-6)
    assert first["numbers"]["pay"]["chances"] == {"6": {"value": 1.0, "margin_95": 0.0, "fraction": "1"}}
    assert "in play at the start: Border Keep, 2 gold" in found["taken_for_granted"]


def test_the_assumptions_say_how_many_redraws_the_player_uses() -> None:
    text = "cards in provinces may be redrawn 2 times: text of `Border Keep`, with which every player starts"

    every, fewer = (crane(*redraws)["taken_for_granted"] for redraws in ((), ("--redraws", "1")))

    assert every[every.index(text) + 1] != "the player uses 1 of the 2"
    assert fewer[fewer.index(text) + 1] == "the player uses 1 of the 2"


@pytest.mark.parametrize("begun", [("--in-play", "Marketplace"), ("--seen", "Doji Shikishi")])
def test_in_the_middle_of_a_game_no_redraw_is_left_unless_the_player_says_so(begun: tuple[str, str]) -> None:
    none, one = crane(*begun), crane(*begun, "--redraws", "1")

    assert none == crane(*begun, "--redraws", "0")
    assert numbers(none)["production"] < numbers(one)["production"]
    assert "the player uses 0 of the 2" in none["taken_for_granted"]


def test_what_can_be_paid_in_the_first_turn_is_exact_too(capsys: pytest.CaptureFixture[str]) -> None:
    by_cost = crane()["results"][0]["payable_by_turn"]

    assert [(cost, first["margin_95"]) for cost, (first, _) in by_cost.items() if first["margin_95"]] == []
    assert {first["fraction"] for first, _ in by_cost.values()} == {"0", "1"}
    # What can be paid on turn 1 can be paid by turn 2 for certain.
    assert all((second["margin_95"] == 0) == (first["fraction"] == "1") for first, second in by_cost.values())
    run(["odds", "economy", CRANE, *QUICK, "-f", "celestial-40-40", "--stronghold-gold", "4"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if re.match(r"\d+ +\d", line)]
    assert len(rows) == len(by_cost)
    assert all(row[2] == "%" and not row[3].startswith("±") for row in rows)


def test_gold_for_certain_cards_counts_in_the_chances_of_their_costs(tmp_path: Path) -> None:
    """Family Keep gives 3 for cards with a printed cost of 9 or more, 2 for others; Kuon costs a Lion 14, Tamago 13."""
    deck = tmp_path / "deck.txt"
    deck.write_text("1 Central Castle\nDynasty\n2 Family Keep\n1 Hida Kuon - exp6\n1 Tamago - exp2\n6 Akodo Raemon\n")
    options = ("-f", "celestial-40-40", "--stronghold-gold", "5", "--in-play", "2 Family Keep", "--policy", "pass")
    found = economy(str(deck), *options)

    assert numbers(found)["pay"] == 5 + 2 + 2 * 2
    by_cost = found["results"][0]["payable_by_turn"]
    assert {cost: first["fraction"] for cost, (first, _) in by_cost.items()} == {"5": "1", "13": "1", "14": "0"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Hamstrung", "`Hamstrung` is in the Fate deck, and the economy deals cards to Provinces only"),
        ("Nope", "no card of the deck is `Nope`"),
    ],
)
@pytest.mark.parametrize("option", ["--seen", "--in-play"])
def test_a_card_that_is_not_dealt_says_why(
    name: str, said: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", "economy", CRANE, *QUICK, "-f", "celestial-40-40", option, name]) == 2
    assert said in capsys.readouterr().err


def test_who_goes_second_has_a_bowed_holding_more() -> None:
    assert [numbers(crane("--second", "--policy", "pass"), turn)["pay"] for turn in (1, 2)] == [6, 8]


def test_a_stronghold_of_unknown_gold_is_tried_with_several_amounts() -> None:
    found = economy(CRANE, "-f", "celestial-40-40", "--policy", "pass")

    assert [result["stronghold"] for result in found["results"]] == [3, 4, 5, 6]


def test_a_stronghold_of_unknown_gold_has_one_row_for_each_amount(capsys: pytest.CaptureFixture[str]) -> None:
    """The tables of one amount come when its player gives it."""
    for form, asked in (("text", ()), ("html", ()), ("text", ("--want", "pay>=8"))):
        assert (
            run(["odds", "economy", CRANE, "-f", "celestial-40-40", *QUICK, "--policy", "pass", "--as", form, *asked])
            == 0
        )
        said = capsys.readouterr().out
        assert said.count("is not recorded") == said.count("--stronghold-gold N") == 1
        assert "percentile" not in said
        assert said.count("ith a Stronghold of") == 4 * bool(asked)


def test_a_want_is_answered_in_each_turn_and_by_it() -> None:
    asked = crane("--want", "pay>=8")["results"][0]["wanted"]

    assert asked["want"] == "pay >= 8"
    assert asked["by_turn"][0]["value"] == 0
    assert asked["by_turn"][1]["value"] > 0.9


def test_a_swap_is_compared_game_by_game() -> None:
    more = crane("--try", "+1 Marketplace -1 Doji Shikishi")["results"][0]["change"]
    same = crane("--try", "+1 Doji Shikishi -1 Doji Shikishi")["results"][0]["change"]

    assert {each["value"] for means in same["means"].values() for each in means} == {0}
    assert more["means"]["production"][0]["value"] > 0


def test_cards_in_play_pay_and_seen_cards_are_gone() -> None:
    found = crane("--policy", "pass", "--in-play", "Marketplace", "--seen", "Doji Shikishi")

    # Marketplace gives 2, and 3 to Crane players.
    assert numbers(found)["pay"] == 9

    two = crane("--policy", "pass", "--in-play", "2 Marketplace", "--in-play", "Doji Umakai")
    assert numbers(two)["pay"] == 12
    assert [note for note in two["taken_for_granted"] if note.startswith("in play")] == [
        "in play at the start: Border Keep, 2 gold",
        "in play at the start: Marketplace, 3 gold",
        "in play at the start: Marketplace, 3 gold",
        "in play at the start: Doji Umakai",
    ]


def test_bids_count_the_conflict_cards_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("-f", "lcg-stronghold", "--policy", "pass", "--games", "5", "--turns", "3", "--bids", "5,3")
    assert run(["odds", "economy", PHOENIX, *options, "--want", "drawn>=12"]) == 0

    out = " ".join(capsys.readouterr().out.split())
    assert "conflict cards drawn so far 9.00 (9-9) 12.00 (12-12) 15.00 (15-15)" in out
    assert "conflict cards: the opening hand and the bids" in out
    assert "mean (10th-90th percentile) round 1 round 2 round 3" in out
    assert "in the round 0.0 % 100.0 %" in out
    assert "turn" not in out


def test_the_card_game_keeps_fate_and_characters() -> None:
    options = ("-f", "lcg-2017", "--policy", "pass")

    assert [numbers(economy(PHOENIX, *options), turn)["pay"] for turn in (1, 2)] == [7, 14]
    passing = economy(PHOENIX, *options, "--second", "--passes-first")
    assert [numbers(passing, turn)["pay"] for turn in (1, 2)] == [8, 8 + 1 + 7]


def test_the_text_begins_with_what_is_known_of_the_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "economy", CRANE, "-f", "celestial-40-40", "--stronghold-gold", "4", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[1] == "gold production is recorded for 16 of 16 Holdings"
    assert "Turn 1 buys 4.61 gold of production on average, 3 or less in 1.9 % of games." in lines


def test_a_deck_without_holdings_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("1 Embassy of the Crane\n\nDynasty\n3 Doji Umakai\n3 Doji Shikishi\n", "utf-8")

    assert run(["odds", "economy", str(deck), "-f", "celestial-40-40", "--stronghold-gold", "4", *QUICK]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "the deck has no Holdings"
    # Six cards are too few for the four Provinces and the redraws of Border Keep.
    assert lines[3].startswith("turn 1 is simulated too; ")


def test_the_page_loads_nothing_and_escapes_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "<b>.txt"
    deck.write_bytes(Path(CRANE).read_bytes())

    options = ("-f", "celestial-40-40", "--stronghold-gold", "4", "--policy", "pass", *QUICK)
    assert run(["odds", "economy", str(deck), *options, "-o", "html"]) == 0
    page = capsys.readouterr().out

    assert "&lt;b&gt;.txt" in page
    assert "<b>.txt" not in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert re.findall(r"<h(\d)", page) == ["1", "2", "2"]


def test_the_page_shows_a_want_as_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--want", "pay>=8", "--stronghold-gold", "4", "--policy", "pass", "--as", "html")
    assert run(["odds", "economy", CRANE, "-f", "celestial-40-40", *QUICK, *asked]) == 0

    captions = re.findall("<caption>(.*)</caption>", capsys.readouterr().out)
    assert "pay &gt;= 8" in captions
    assert {"Mean (10th-90th percentile)", "Chance to pay this much gold by then"} <= set(captions)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--want", "sake>=1"), "there is no number `sake`"),
        (("--try", "one more mine"), "is not a change of cards"),
        (("--try", "-1 Nothing"), "no card of the deck is `Nothing`"),
        (("--try", "+1 Irn Mine"), "no card is called `Irn Mine`\n  help: did you mean `Iron Mine`"),
        (("--in-play", "Marketplce"), "no card of the deck is `Marketplce`\n  help: did you mean `Marketplace`?"),
        (("--extra-fate", "1"), "has no fate"),
        (("--bids", "5,3"), "has no bids"),
        (("--turns", "0"), "`--turns` cannot be `0`"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", "economy", CRANE, "-f", "celestial-40-40", "--stronghold-gold", "4", *QUICK, *options]) == 2
    assert said in capsys.readouterr().err


def test_the_odds_of_a_deck_point_to_its_economy(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", CRANE, "-f", "celestial-40-40"]) == 0

    assert "deckcheck odds economy DECK" in capsys.readouterr().out
