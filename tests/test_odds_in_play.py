"""``deckcheck odds`` in the middle of a game, and ``odds hand --play``: what is printed, and what is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from deckcheck.cli import run

EXAMPLE = str(Path(__file__).parent.parent / "examples" / "crane-celestial.txt")
DECK = (EXAMPLE, "--format", "celestial-40-40")

Output = pytest.CaptureFixture[str]


class TestMidGame:
    def test_cards_in_play_count_and_cards_seen_are_gone(self, capsys: Output) -> None:
        """The deck has two Rings. With one in play and two other cards seen, 1 of 37 cards completes the pair."""
        args = ("--in-play", "Ring of Water", "--seen", "2 Hamstrung", "--want", "type:ring>=2", "--turns", "2")
        assert run(["odds", *DECK, *args]) == 0

        out = capsys.readouterr().out
        assert "now     0        0.00 % = 0/1\nturn 1  1        2.70 % = 1/37\nturn 2  2        5.41 % = 2/37\n" in out
        assert "Fate deck: seen or in play: 3 of 40 cards; turns are counted from now on" in out
        assert "drawn: 1 card in each turn" in out

    def test_json_names_the_cards_in_play(self, capsys: Output) -> None:
        assert run(["odds", *DECK, "--in-play", "Ring of Water", "--turns", "1", "--as", "json"]) == 0

        fate = json.loads(capsys.readouterr().out)["halves"][1]
        assert (fate["cards"], fate["opening"], fate["in_play"]) == (39, 0, {"Ring of Water": 1})

    def test_the_best_change_keeps_to_the_cards_that_are_left(self, capsys: Output) -> None:
        args = ("--seen", "Ring of the Void", "--want", "type:ring>=1", "--turns", "3", "--best-change")
        assert run(["odds", *DECK, *args]) == 0
        assert "+7.29 points to 14.98 %: +1 in type:ring, -1 in no group, such as -1 Steel on Steel\n" in (
            capsys.readouterr().out  # Both Rings are Unique.
        )

    def test_the_profile_counts_turns_from_now_on(self, capsys: Output) -> None:
        assert run(["odds", *DECK, "--seen", "Hamstrung", "--turns", "1"]) == 0

        out = capsys.readouterr().out
        assert "give the cards per turn with --refills" in out
        assert "no province is refilled" in out
        # 35 Strategies, one of them seen, among 39 cards.
        assert "\nat least one strategy  34       0.00 %  87.18 %\n" in out

    def test_a_title_is_that_of_the_card_without_experience(self, tmp_path: Path, capsys: Output) -> None:
        deck = tmp_path / "deck.txt"
        deck.write_text("Dynasty\n1 Kakita Hideo - exp\n2 Kakita Hideo\n9 Marketplace\n", "utf-8")
        args = ("--format", "celestial-40-40", "--refills", "1", "--turns", "1", "--as", "json")
        assert run(["odds", str(deck), *args, "--in-play", "2 Kakita Hideo"]) == 0

        assert json.loads(capsys.readouterr().out)["halves"][0]["in_play"] == {"Kakita Hideo": 2}

    def test_a_range_has_its_reason_and_one_number_where_both_ends_are_the_same(
        self, tmp_path: Path, capsys: Output
    ) -> None:
        deck = tmp_path / "deck.txt"
        deck.write_text("Fate\n3 Hamstrung\n5 Steel on Steel\n2 No Such Card\n", "utf-8")
        args = (str(deck), "--format", "celestial-40-40", "--seen", "Hamstrung", "--want", "Hamstrung>=1")
        assert run(["odds", *args, "--turns", "8"]) == 0

        out = capsys.readouterr().out
        assert "\nturn 1  1        between 22.22 % = 2/9 and 44.44 % = 4/9\n" in out
        assert "\nturn 8  8        100.00 % = 1/1\n" in out
        assert "Fate deck: 2 cards on unrecognised lines, which may be in any group or in none\n" in out

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            (["--seen", "4 Hamstrung"], "the deck has 3 copies of `Hamstrung`, but 4 were named"),
            (["--in-play", "Bayushi Kachiko"], "no card of the deck is `Bayushi Kachiko`"),
            (["--seen", "Ring of Water", "--want", '"Ring of Water">=1'], '`"Ring of Water" >= 1` is impossible'),
        ],
    )
    def test_more_than_the_deck_has_is_refused(self, args: list[str], says: str, capsys: Output) -> None:
        assert run(["odds", *DECK, *args]) == 2
        assert says in capsys.readouterr().err


class TestPlay:
    @pytest.fixture(autouse=True)
    def _stdin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("1 2\n3 9\n3\n"))

    def test_each_choice_is_compared_with_the_best(self, capsys: Output) -> None:
        args = ("--seed", "8", "--play", "--want", "type:holding>=2")
        assert run(["odds", "hand", *DECK, *args]) == 0

        out = capsys.readouterr().out
        first, second = (line for line in out.splitlines() if "Your choice" in line)
        assert first.endswith("Your choice: 81.29 %. Keeping every card: 60.81 %.")
        assert second.endswith("Your choice: 44.12 %. Keeping every card: 0.00 %.")
        assert "\nBest: keep nothing: 93.29 %.\n" in out
        assert "Error: type numbers from 1 to 4, or nothing\n" in out
        assert "\nBest: keep Counting House: 83.81 %.\n" in out
        assert "You lost 51.68 points in all to the best play.\nseed 8\n" in out

    def test_without_a_condition_bad_hands_are_avoided(self, capsys: Output) -> None:
        assert run(["odds", "hand", *DECK, "--seed", "7", "--play"]) == 0
        assert 'first provinces; to draw: type:holding >= 1 and "cost<=2" >= 1\n' in capsys.readouterr().out

    def test_a_half_without_a_mulligan_cannot_be_played(self, capsys: Output) -> None:
        assert run(["odds", "hand", *DECK, "--play", "--want", "type:ring>=1"]) == 2
        assert capsys.readouterr().err == "error: no part of this deck has a mulligan for the condition\n"
