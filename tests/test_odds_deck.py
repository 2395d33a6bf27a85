"""``deckcheck odds DECK`` and ``deckcheck odds hand`` as a user meets them.

``DECKCHECK_UPDATE_GOLDENS=1 pytest tests/test_odds_deck.py`` writes the golden files again; read the diff then.
"""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from pathlib import Path

import pytest

from deckcheck.cli import run
from tests.conftest import ROOT, text_file

GOLDENS = Path(__file__).parent / "goldens"
CRANE = "examples/crane-celestial.txt"
PHOENIX = "tests/fixtures/decks/lcg-stronghold/phoenix-one-restricted.txt"


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("odds-ccg", (CRANE, "-f", "celestial-40-40", "--turns", "3", "--refills", "3,2")),
        ("odds-lcg", (PHOENIX, "-f", "lcg-stronghold", "--turns", "3", "--bids", "5,3")),
    ],
)
def test_the_profile_is_as_its_golden_file(
    name: str, args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", *args]) == 0
    text, golden = capsys.readouterr().out, GOLDENS / f"{name}.txt"
    if os.environ.get("DECKCHECK_UPDATE_GOLDENS"):
        golden.write_bytes(text.encode("utf-8"))

    assert text == golden.read_bytes().decode("utf-8")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["odds", CRANE, "-f", "celestial-40-40", "--as", "json"]
    assert run(args) == 0
    profile = json.loads(capsys.readouterr().out)
    assert run([*args, "--want", "type:holding>=2", "--turns", "0"]) == 0
    asked = json.loads(capsys.readouterr().out)

    dynasty, fate = profile["halves"]
    assert (dynasty["opening"], dynasty["rounds"], dynasty["returned"]) == (4, 2, "bottom")
    assert (fate["kinds"], fate["curves"]["cost"]["cards"]["8"]) == ({"strategy": 35, "item": 3, "ring": 2}, 3)
    assert [by["turn"] for by in fate["odds"][0]["by"]] == [0, 1, 2, 3, 4, 5]
    assert asked["asked"]["by"][0]["fraction"] == "4247761/4324190"
    assert asked["asked"]["groups"]["type:holding"]["cards"]["Marketplace"] == 3
    assert profile.keys() == asked.keys()


def test_csv_and_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    for more in ((), ("--want", "type:item>=1", "--turns", "2")):
        assert run(["odds", CRANE, "-f", "celestial-40-40", "--as", "csv", *more]) == 0
        rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
        items = [row for row in rows if "item" in row["label"]]
        assert [row["by"] for row in items][:3] == ["opening", "turn 1", "turn 2"]
        assert (items[0]["percent"], items[0]["fraction"]) == ("39.43", "487/1235")

        assert run(["odds", CRANE, "-f", "celestial-40-40", "--as", "markdown", *more]) == 0
        text = capsys.readouterr().out
        assert text.startswith("## examples/crane-celestial.txt in Celestial Edition")
        assert "39.43 %" in text


def test_bars_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["odds", CRANE, "-f", "celestial-40-40"]
    assert run(args) == 0
    assert "█" not in capsys.readouterr().out

    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(args) == 0
    lines = capsys.readouterr().out.splitlines()
    (strategies,) = (line for line in lines if line.lstrip().startswith("strategy "))
    assert strategies.split() == ["strategy", "35", "█" * 30]
    assert run([*args, "--want", "type:item>=1"]) == 0
    assert "█" in capsys.readouterr().out


def test_illegal_and_unfinished_decks_get_odds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = text_file(tmp_path / "deck.txt", "Dynasty\n9 Marketplace\n3 No Such Card\n\nFate\n2 Hamstrung\n")

    assert run(["odds", str(deck), "-f", "celestial-40-40"]) == 0

    text = capsys.readouterr().out
    assert "Dynasty deck: 12 cards" in text
    assert "3 cards on unrecognised lines, which may be in any group or in none" in text
    assert "the deck has 2 cards, too few for a hand of 6" in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("deck --group a=type:item", "`--group` needs `--want`"),
        ("deck --semantics assignment", "`--semantics` needs `--want`"),
        ("deck --seed 1", "`--seed` needs `--want`"),
        ("deck --best-change", "`--best-change` needs `--want`"),
        ("deck --want type:item>=1 --exact --seed 1", "`--seed` has no effect with `--exact`"),
        ("deck --seen Rout --policy none", "`--policy` has no effect with `--seen`"),
        ("deck --in-play Rout --redraws 1", "`--redraws` has no effect with `--in-play`"),
        (
            "deck --want type:item>=1 --refills 2",
            "`--refills` has no effect, because `--want` is about the Fate deck alone",
        ),
        ("hand --policy optimal_partial", "`--policy` needs `--want`"),
        ("hand --group a=type:item", "`--group` needs `--want`"),
        ("hand --redraws 1", "`--redraws` needs `--want` or `--play`"),
        ("hand --turn 2", "`--turn` needs `--play`"),
        ("hand --play --refills 3,2", "`--refills` needs `--turn`"),
        ("hand --play --as json", "`--as` has no effect with `--play`"),
        ("hand --play --want type:item>=1 --policy keep_hits", "`--policy` has no effect with `--play`"),
    ],
)
def test_an_option_without_effect_is_refused(args: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *options = args.split()

    assert run(["odds", command, CRANE, "-f", "celestial-40-40", *options]) == 2
    assert f"error: {said}\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--turns", "40"), "only 34 cards to draw after the opening, but turn 36 needs 35"),
        (("--turns", "40"), "ask about 35 turns at most"),
        (("--turns", "30", "--refills", "3,2"), "after the opening and up to 8 thrown, but turn 15 needs 29"),
        (("--turns", "-1"), "`-1`"),
        (("--bids", "6"), "no bids"),
        (("--refills", "2.5"), "`--refills 2.5`"),
        (("--want", "type:spell>=1"), "`type:spell`"),
        (("--want", "type:item>=4"), "`type:item >= 4` is impossible"),
        (("--want", "type:item>=1", "--turns", "40"), "Fate deck: only 34 cards to draw"),
        (("--want", "gold>=1", "--group", "gold"), "`--group gold`"),
        (("--want", "gold>=1", "--group", "gold=type:spell"), "`type:spell`"),
        (("--want", "type:item>=1", "--group", "a=type:item", "--group", "a=type:ring"), "`a` a second time"),
        (("--want", "type:item>=1", "--group", "unused=type:spell"), "`type:spell`"),
        (("--policy", "redraw_until"), "`--policy` cannot be `redraw_until`"),
        (("--start", "Ring of Water"), "`Ring of Water`"),
        (("--format", "no-such-format"), "`no-such-format`"),
    ],
)
def test_wrong_use_is_2_and_names_the_value(
    args: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", CRANE, "-f", "celestial-40-40", *args]) == 2

    streams = capsys.readouterr()
    assert (said in streams.err, streams.out) == (True, "")


@pytest.mark.parametrize(
    ("want", "like"),
    [
        ('type:holding>=2 or "Ring of Water">=2', "type:holding>=2"),
        ('type:item>=1 or "Ring of Water">=2', "type:item>=1"),
    ],
)
def test_a_card_more_often_than_in_the_deck_is_an_alternative_that_never_comes(
    want: str, like: str, capsys: pytest.CaptureFixture[str]
) -> None:
    both = []
    for each in (want, like):
        assert run(["odds", CRANE, "-f", "celestial-40-40", "--want", each, "--turns", "0", "--as", "json"]) == 0
        both.append(json.loads(capsys.readouterr().out)["asked"]["by"][0])
    why = '`"Ring of Water" >= 2` is impossible: the deck has 1 card in `Ring of Water`'

    assert both[0]["fraction"] == both[1]["fraction"]
    assert why in " ".join(both[0]["assumptions"])


def test_without_a_format_the_file_must_name_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", CRANE]) == 2
    assert "names no format" in capsys.readouterr().err
    (tmp_path / "deckcheck.toml").write_text('format = "celestial-40-40"\n', "utf-8")

    assert run(["--config", str(tmp_path / "deckcheck.toml"), "odds", CRANE]) == 0


def test_the_configuration_names_a_format_by_its_path_and_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(ROOT / "formats" / "lcg-stronghold.yaml", tmp_path / "lcg-stronghold.yaml")
    (tmp_path / "deckcheck.toml").write_text('format = "lcg-stronghold.yaml"\nas-of = "2019-05-10"\n', "utf-8")
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "deck.txt").write_text("1 Shiro Nishiyama\n20 Rout\n", "utf-8")
    monkeypatch.chdir(tmp_path / "lists")

    assert run(["odds", "deck.txt", "--as", "json"]) == 0

    assert json.loads(capsys.readouterr().out)["date"] == "2019-05-10"


def test_a_big_bid_is_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", PHOENIX, "-f", "lcg-stronghold", "--bids", "6"]) == 2
    assert "a bid is `6`; it must be from 1 to 5" in capsys.readouterr().err


def test_a_simulated_answer_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    want = ("--want", "type:holding>=2 and type:item>=1", "--simulate", "500", "--turns", "0")
    assert run(["odds", CRANE, "-f", "celestial-40-40", *want, "--as", "json"]) == 0

    (found,) = json.loads(capsys.readouterr().out)["asked"]["by"]
    assert (found["fraction"], found["method"]) == (None, "simulation")
    assert abs(found["decimal"] - 0.387) < 6 * found["standard_error"]


class TestHand:
    ARGS = ("odds", "hand", CRANE, "-f", "celestial-40-40")

    def test_a_seed_deals_the_same_again(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run([*self.ARGS, "--seed", "7"]) == 0
        first = capsys.readouterr().out
        assert run([*self.ARGS, "--seed", "7"]) == 0

        assert capsys.readouterr().out == first
        assert first.endswith("\nseed 7\n")
        assert "replacements for the cards you put away, in this order: " in first

    def test_without_a_seed_it_is_printed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(list(self.ARGS)) == 0
        text = capsys.readouterr().out
        assert run([*self.ARGS, "--seed", text.split()[-1]]) == 0

        assert capsys.readouterr().out == text

    def test_a_want_uses_the_mulligan(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run([*self.ARGS, "--seed", "7", "--want", "type:holding>=4", "--as", "json"]) == 0
        dynasty, fate = json.loads(capsys.readouterr().out)["halves"]

        assert (len(dynasty["dealt"]), len(dynasty["mulligans"]), len(dynasty["final"])) == (4, 2, 4)
        assert (len(fate["dealt"]), fate["mulligans"]) == (6, [])

    @pytest.mark.parametrize("play", [(), ("--play",)])
    def test_an_impossible_alternative_of_another_half_needs_no_mulligan(
        self, play: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The dynasty deck has seven holdings, so the conflict deck decides."""
        args = ("odds", "hand", PHOENIX, "-f", "lcg-stronghold", "--seed", "7", *play, "--want")
        events = "deck:conflict type:event"

        outs = []
        for want in (f'"{events}">=3', f'"{events}">=3 or "deck:dynasty type:holding">=30'):
            monkeypatch.setattr("sys.stdin", io.StringIO("1 2\n\n"))
            assert run([*args, want]) == 0
            outs.append(capsys.readouterr().out)
        assert outs[0] == outs[1]
        assert run([*args, '"deck:dynasty type:holding">=30']) == 2
        assert "is impossible: the deck has 7 cards" in capsys.readouterr().err

    def test_a_deck_that_is_too_small(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck = text_file(tmp_path / "deck.txt", "Dynasty\n3 Marketplace\n")

        assert run(["odds", "hand", str(deck), "-f", "celestial-40-40"]) == 2
        assert "has 3 cards, too few to deal 4" in capsys.readouterr().err


class TestWhatIsNotKnown:
    """Odds over cards whose deciding fact is unknown: between none and all of them in the group."""

    WANT = '"type:holding gold>=2">=2'

    @pytest.fixture
    def deck(self, tmp_path: Path) -> str:
        """A deck with three Landed Gentry, whose gold no source gives, in place of three Marketplaces."""
        deck = tmp_path / "deck.txt"
        deck.write_text((ROOT / CRANE).read_text("utf-8").replace("3 Marketplace", "3 Landed Gentry"), "utf-8")
        return str(deck)

    @staticmethod
    def calculated(copies: int, capsys: pytest.CaptureFixture[str]) -> str:
        args = ["--deck", "40", "--group", f"A={copies}", "--hand", "4", "--want", "A>=2", "--policy", "keep_needed"]
        assert run(["odds", "calc", *args, "--returned", "bottom", "--rounds", "2", "--as", "json"]) == 0
        return str(json.loads(capsys.readouterr().out)["fraction"])

    def test_odds_are_a_range(self, deck: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["odds", deck, "-f", "celestial-40-40", "--want", self.WANT, "--as", "json"]) == 0

        asked = json.loads(capsys.readouterr().out)["asked"]
        (by,) = asked["by"]
        ends = [by["fraction"], by["most"]["fraction"]]
        assert ends == [self.calculated(13, capsys), self.calculated(16, capsys)]
        (group,) = asked["groups"].values()
        assert group["not_known"] == {"Landed Gentry": 3}

    def test_the_answer_names_the_cards(self, deck: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["odds", deck, "-f", "celestial-40-40", "--want", self.WANT]) == 0

        out = capsys.readouterr().out
        assert "  between 94.08 % = " in out
        assert " and 98.23 % = 4247761/4324190" in out
        assert "gold production known for 13 of 16 Holdings; not for: 3 Landed Gentry; the odds are between" in out

    def test_a_condition_on_none_but_unknown_cards(self, deck: str, capsys: pytest.CaptureFixture[str]) -> None:
        args = ["-f", "celestial-40-40", "--as", "json", "--want"]

        assert run(["odds", deck, *args, '"landed gold>=2">=1']) == 0
        (by,) = json.loads(capsys.readouterr().out)["asked"]["by"]
        assert (by["percent"], by["most"]["percent"] > 50) == (0, True)
        assert run(["odds", deck, *args, '"landed gold>=2"<=0']) == 0
        (by,) = json.loads(capsys.readouterr().out)["asked"]["by"]
        assert (by["percent"] < 80, by["most"]["percent"]) == (True, 100)
        assert run(["odds", deck, *args, '"landed gold>=2"==1']) == 0
        (by,) = json.loads(capsys.readouterr().out)["asked"]["by"]
        assert (by["percent"], by["most"]["percent"] > 20) == (0, True)

    def test_curves_name_the_cards(self, deck: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["odds", deck, "-f", "celestial-40-40"]) == 0
        out = capsys.readouterr().out
        assert "\n  gold production known for 13 of 16 Holdings; not for: 3 Landed Gentry\n" in out
        assert "gold production, mean 2.00: 2 x13, ? x3" in out

        assert run(["odds", deck, "-f", "celestial-40-40", "--as", "json"]) == 0
        curve = json.loads(capsys.readouterr().out)["halves"][0]["curves"]["gold_production"]
        assert (curve["cards"]["?"], curve["not_known"]) == (3, {"Landed Gentry": 3})

    def test_what_players_fear_is_a_range_too(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Only lists name Doji Kiwadoi; her cost decides whether she saves the first provinces."""
        deck = tmp_path / "deck.txt"
        text = (ROOT / CRANE).read_text("utf-8").replace("3 Marketplace", "3 Doji Kiwadoi")
        deck.write_text(text, "utf-8")

        assert run(["odds", str(deck), "-f", "celestial-40-40", "--as", "json"]) == 0

        odds = json.loads(capsys.readouterr().out)["halves"][0]["odds"]
        (cheap,) = (each for each in odds if each["label"] == "no card of cost 2 or less")
        assert cheap["by"][0]["percent"] < cheap["by"][0]["most"]["percent"]
