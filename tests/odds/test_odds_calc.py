"""``deckcheck odds calc`` as a user meets it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deckcheck.cli import run
from deckcheck.cli.groups import LazyGroup
from deckcheck.model.errors import UsageError

PLAIN = ("--deck", "40", "--group", "A=3", "--hand", "4", "--want", "A>=1")


def calc(*args: str) -> int:
    return run(["odds", "calc", *args])


def as_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert calc(*args, "--as", "json") == 0
    return json.loads(capsys.readouterr().out)


def test_text_says_what_the_answer_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert calc(*PLAIN, "--policy", "keep_hits") == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "49.80 % = 123/247"
    assert [line.strip().partition(":")[0] for line in lines[1:]] == [
        "population",
        "draws",
        "policy",
        "success",
        "semantics",
        "method",
    ]


def test_json_has_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, *PLAIN, "--policy", "keep_hits")

    assert found["fraction"] == "123/247"
    assert found["decimal"] == 123 / 247
    assert found["percent"] == 49.8
    assert (found["method"], found["standard_error"]) == ("exact", None)
    assert (found["policy"], found["semantics"]) == ("keep_hits", "count")
    assert (found["turns"], found["first_turn"], found["copies"], found["expected"]) == ([], None, None, {})
    assert all(isinstance(sentence, str) for sentence in found["assumptions"])


@pytest.mark.parametrize(
    ("args", "odds"),
    [
        (
            "--deck 40 --group A=3 --group B=3 --hand 4 --want A>=1\xa0and\xa0B>=1 --policy keep_needed",
            "969847/4797975",
        ),
        ("--deck 40 --group A=5 --group B=6 --atom A,B=2 --hand 4 --want A>=1\xa0and\xa0B>=1", "24119/91390"),
        ("--deck 40 --atom A=3 --atom A,B=2 --atom B=4 --hand 4 --want A>=1\xa0and\xa0B>=1", "24119/91390"),
        (
            "--deck 40 --group A=5 --group B=6 --atom A,B=2 --hand 4 --want A>=1\xa0and\xa0B>=1 --semantics assignment",
            "15129/91390",
        ),
        ("--deck 40 --group X=3 --hand 4 --want X==0 --policy mulligan_hits --throw X", "64/65"),
        (
            "--deck 60 --group A=4 --group B=12 --hand 7 --want A>=1 --policy redraw_until --given B>=1",
            "1352057/3552021",
        ),
        (
            "--deck 40 --group A=16 --hand 4 --want A>=2 --policy keep_hits --returned bottom --rounds 2",
            "4247761/4324190",
        ),
    ],
)
def test_options_reach_the_question(capsys: pytest.CaptureFixture[str], args: str, odds: str) -> None:
    words = [word.replace("\xa0", " ") for word in args.split(" ")]

    assert as_json(capsys, *words)["fraction"] == odds


def test_turns_and_searches(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, *PLAIN, "--turns", "3", "--per-turn", "2", "--first-turn-for", "0.5", "--copies-for", "0.9")

    assert [(turn["turn"], turn["draws"]) for turn in found["turns"]] == [(1, 0), (2, 2), (3, 4)]
    assert found["fraction"] == found["turns"][-1]["fraction"]
    assert found["first_turn"]["turn"] == 4


def test_copies_and_expectations_are_those_of_the_last_turn(capsys: pytest.CaptureFixture[str]) -> None:
    # Eight cards by turn 3; three of 40 copies are enough for the 49.80 % of the answer.
    turns = as_json(capsys, *PLAIN, "--turns", "3", "--per-turn", "2", "--copies-for", "0.49", "--expect", "A")
    plain = as_json(capsys, *PLAIN, "--draws", "4", "--copies-for", "0.49", "--expect", "A")

    assert turns["percent"] == 49.8
    assert turns["copies"]["copies"] == 3
    assert turns["copies"] == plain["copies"]
    assert turns["expected"]["A"]["cards"] == plain["expected"]["A"]["cards"] == {"decimal": 0.6, "fraction": "3/5"}


def test_searches_and_expectations_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert calc(*PLAIN, "--turns", "2", "--first-turn-for", "0.5", "--copies-for", "1", "--expect", "A") == 0

    text = capsys.readouterr().out
    assert "first turn with at least 50 %: turn 6, " in text
    assert "fewest copies for at least 100 %: 36, 100.00 % = 1/1" in text
    assert "expected cards of `A`: 0.3750 = 3/8; first copy by turn 7.68 = " in text


def test_what_is_not_found_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("--deck", "40", "--group", "A=3", "--hand", "20", "--want", "A<=0", "--first-turn-for", "0.9")

    assert calc(*args) == 0
    assert "none before the deck runs out" in capsys.readouterr().out
    assert as_json(capsys, *args)["first_turn"] == {"for": 0.9, "turn": None, "answer": None}


def test_a_simulation_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, *PLAIN, "--simulate", "2000", "--seed", "3")

    assert (found["fraction"], found["method"]) == (None, "simulation")
    assert abs(found["decimal"] - 137 / 494) <= 4 * found["standard_error"]
    assert calc(*PLAIN, "--simulate", "2000", "--seed", "3") == 0
    assert "(simulated, one standard error)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((*PLAIN, "--hand", "41"), "41"),
        ((*PLAIN, "--group", "B=-2"), "`-2`"),
        ((*PLAIN, "--group", "B=1.5"), "`1.5`"),
        ((*PLAIN, "--group", "B"), "`--group B` is not of the form NAME=N"),
        ((*PLAIN, "--group", "A=4"), "`A` a second time"),
        ((*PLAIN, "--atom", "A,=4"), "lacks a name"),
        ((*PLAIN, "--deck", "0"), "the deck is `0`"),
        ((*PLAIN, "--deck", "forty"), "`--deck` cannot be `forty`"),
        ((*PLAIN, "--want", "Z>=1"), "`Z`"),
        ((*PLAIN, "--want", "A>=4"), "`A >= 4` is impossible"),
        ((*PLAIN, "--policy", "hope"), "`--policy` cannot be `hope`"),
        ((*PLAIN, "--copies-for", "1.5"), "`1.5`"),
        ((*PLAIN, "--first-turn-for", "nan"), "`nan`"),
        ((*PLAIN, "--per-turn", "2"), "`--per-turn` needs `--turns`, `--first-turn-for` or `--expect`"),
        ((*PLAIN, "--copies-of", "A"), "`--copies-of` needs `--copies-for`"),
        ((*PLAIN, "--exact", "--seed", "3"), "`--seed` has no effect with `--exact`"),
        ((*PLAIN, "--returned", "bottom"), "`--returned` needs a policy that throws part of the hand; `none` does not"),
        ((*PLAIN, "--turns", "60"), "only 36 cards to draw after the opening, but turn 38 needs 37"),
        ((*PLAIN, "--copies-for", "0.9", "--copies-of", "Z"), "`Z`"),
        ((*PLAIN, "--rounds", "2"), "all_or_nothing, keep_hits, keep_needed, mulligan_hits, optimal_partial"),
        ((*PLAIN, "--turns", "0"), "`0`"),
        ((*PLAIN, "--simulate", "0"), "`0`"),
        ((*PLAIN, "--simulate", "10", "--exact"), "not both"),
        (("--deck", "40", "--group", "A=3", "--want", "A>=1"), "the option `--hand N` is missing"),
    ],
)
def test_wrong_use_is_2_and_names_the_value(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], says: str
) -> None:
    assert calc(*args) == 2

    streams = capsys.readouterr()
    assert says in streams.err
    assert streams.out == ""
    assert "nan" not in streams.out.lower()


def test_control_characters_in_names_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert calc("--deck", "40", "--group", "A\x1b[31m=3", "--hand", "4", "--want", "'A\x1b[31m'>=1") == 0

    assert "\x1b" not in capsys.readouterr().out


class TestLazyGroup:
    def test_other_words_go_to_the_default(self) -> None:
        group = LazyGroup("odds", sections={"": {"calc": "lookup.odds_calc"}}, default="calc")

        context = group.make_context("odds", list(PLAIN), resilient_parsing=True)

        assert context._protected_args == ["calc"]

    def test_without_a_default_a_near_command_is_suggested(self) -> None:
        group = LazyGroup("odds", sections={"": {"calc": "lookup.odds_calc"}})

        with pytest.raises(UsageError, match="there is no command `cacl`") as found:
            group.main(["cacl"], standalone_mode=False)

        assert str(found.value.help).startswith("did you mean `calc`")
