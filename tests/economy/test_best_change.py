"""``deckcheck odds DECK --want ... --best-change``: the change of one card that helps most."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deckcheck.cli import run

CRANE = ("examples/crane-celestial.txt", "-f", "celestial-40-40")


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])


def test_a_third_holding_is_more_likely_with_one_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", *CRANE, "--want", "type:holding>=3", "--turns", "0", "--best-change", "-o", "json"]) == 0
    found = json.loads(capsys.readouterr().out)

    (best,) = found["changes"]
    assert (best["enters"], best["leaves"]) == (["type:holding"], [])
    assert best["odds"] == pytest.approx(found["asked"]["by"][0]["decimal"] + best["gain"])
    assert best["gain"] > 0


def test_what_is_wanted_at_most_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", *CRANE, "--want", "type:holding<=1", "--turns", "0", "--best-change"]) == 0

    assert "+1 in no group, -1 in type:holding" in capsys.readouterr().out


def test_the_example_is_a_card_of_which_the_deck_may_have_one_more(capsys: pytest.CaptureFixture[str]) -> None:
    # Three copies of the first Holdings are in, and Kitsune Den is Unique.
    assert run(["odds", *CRANE, "--want", "type:holding>=3", "--turns", "0", "--best-change"]) == 0

    assert ", such as +1 My Father's Shrine -1 A New Year\n" in capsys.readouterr().out


def test_the_example_fits_into_a_deck_of_the_largest_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    others = [
        *("Assassination", "Banzai!", "Charge!", "Cloud the Mind", "Contingency Plan", "Court Games", "Fine Katana"),
        *("For Shame!", "Good Omen", "Ornate Fan", "Outwit", "Pacifism", "Rout", "Spies at Court"),
    ]
    deck = tmp_path / "deck.txt"
    deck.write_text("2 Hawk Tattoo\n1 Levy\n" + "".join(f"3 {name}\n" for name in others), "utf-8")
    assert (
        run(["odds", str(deck), "-f", "lcg-2017", "--want", '"Hawk Tattoo">=1', "--turns", "1", "--best-change"]) == 0
    )

    assert ", such as +1 Hawk Tattoo -1 Levy\n" in capsys.readouterr().out


def test_where_every_copy_is_in_only_the_card_that_leaves_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", *CRANE, "--want", "Marketplace>=1", "--turns", "0", "--best-change"]) == 0

    assert "+1 in Marketplace, -1 in no group, such as -1 A New Year\n" in capsys.readouterr().out


def test_markdown_lists_the_changes_too(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["odds", *CRANE, "--want", "type:holding<=1", "--turns", "0", "--best-change", "--as", "markdown"]
    assert run(args) == 0

    _, _, changes = capsys.readouterr().out.partition("\nchanges of one card that help most:\n- ")
    assert "points to" in changes
    assert "in type:holding, such as" in changes
