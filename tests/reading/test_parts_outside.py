"""Cards below a maybeboard: a line that may end it leaves open whether the cards further down are in the deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Checker, Verdict
from tests.reading.crane import BANNED, CRANE, report

RIDERS = (Path(__file__).parents[1] / "fixtures/decks/lcg-skirmish/unicorn-sideboard.txt").read_text("utf-8")


@pytest.mark.parametrize("outside", ["Out:", "Maybeboard", "# Sideboard", "Wishlist", "Cuts:"])
@pytest.mark.parametrize("heading", ["In:", "Also playing", "# added", "[what I really play]", "-----", "Neu im Deck:"])
def test_a_heading_below_a_maybeboard_may_end_it(checker: Checker, outside: str, heading: str) -> None:
    found = report(checker, outside, "2 Iron Mine", "", heading, BANNED)
    question = next(each for each in found.findings if each.name == "unknown-card")

    assert found.verdict is Verdict.UNDECIDED
    assert question.message == f"`{heading}` is not recognised: the cards below it may be in the deck"


@pytest.mark.parametrize(
    "below",
    [
        ["Maybeboard", "2 Iron Mine", "", BANNED],
        ["Maybeboard", "for later", "2 Iron Mine", BANNED],
        ["Maybeboard", "| Qty | Card |", "|---:|:---|", "| 2 | Iron Mine |", "| 3 | Gifts and Favors |"],
        ["Maybeboard", "2 Iron Mine", "These are too expensive for now.", BANNED],
        ["Maybeboard", BANNED, "thanks to my team"],
        ["Maybeboard", "2 Iron Mine", "", "Sideboard", BANNED],
        ["Maybeboard", "2 Iron Mine", "1 Copper Mine # added", BANNED],
        ["Proxies", "1 Zombie", "# more of them", "1 Zombie"],
    ],
)
def test_the_rest_of_a_maybeboard_stays_outside(checker: Checker, below: list[str]) -> None:
    assert report(checker, *below).verdict is Verdict.LEGAL


def test_a_heading_of_the_deck_ends_a_maybeboard(checker: Checker) -> None:
    assert report(checker, "Maybeboard", "2 Iron Mine", "", "Deck", BANNED).verdict is Verdict.ILLEGAL


def test_cards_beyond_the_number_of_a_maybeboard_may_be_in_the_deck(checker: Checker) -> None:
    found = report(checker, "Maybeboard (2)", "2 Iron Mine", BANNED)
    (question,) = (each for each in found.findings if each.name == "unknown-card")

    assert found.verdict is Verdict.UNDECIDED
    assert question.message.startswith("`3 Gifts and Favors` is not recognised: the heading gives fewer cards")
    assert [entry.card.name for entry in found.deck.outside] == ["Iron Mine"]
    assert report(checker, "Maybeboard (5)", "2 Iron Mine", BANNED).verdict is Verdict.LEGAL


# Below the deck on a page whose list is in one line: cards that may be in the deck, and none that may.
PAGES = {
    "<h2>Sideboard (2)</h2><li>2 Iron Mine</li><li>3 Gifts and Favors</li>": Verdict.UNDECIDED,
    "<h2>Sideboard (5)</h2><li>2 Iron Mine</li><li>3 Gifts and Favors</li>": Verdict.LEGAL,
    "<h2>Sideboard</h2><li>2 Iron Mine</li><p>In:</p><li>3 Gifts and Favors</li>": Verdict.UNDECIDED,
    "<h2>Sideboard</h2><p>In:</p><li>2 Iron Mine</li><li>3 Gifts and Favors</li>": Verdict.LEGAL,
    "<h2>Sideboard (0)</h2><ul><li>2 Iron Mine</li></ul>": Verdict.UNDECIDED,
    "<h2>Sideboard (0)</h2><p>2 Iron Mine</p><h2>Holdings</h2><p>1 Copper Mine</p>": Verdict.UNDECIDED,
    "<h3>Mountain mines:</h3><ul><li>2 Iron Mine</li></ul>": Verdict.LEGAL,
    "<h3>Mining (2)</h3><ul><li>2 Iron Mine</li></ul>": Verdict.LEGAL,
    "<h3>2 others</h3><ul><li>1 Iron Mine</li></ul>": Verdict.UNDECIDED,
    "<h3>Deck B</h3><ul><li>2 Iron Mine</li></ul>": Verdict.UNDECIDED,
    "<h2>Sideboard (0)</h2><h2>Dynasty</h2><p>2 Iron Mine</p>": Verdict.LEGAL,
}


@pytest.mark.parametrize("part", PAGES)
def test_a_page_in_one_line_is_read_as_one_in_several(checker: Checker, tmp_path: Path, part: str) -> None:
    lines = [line for line in CRANE.splitlines()[1:] if line]
    deck = "".join(f"<h2>{line[2:]}</h2>" if line[0] == "#" else f"<li>{line}</li>" for line in lines)
    page = f"<!doctype html><html><body>{deck}{part}</body></html>\n"

    for number, text in enumerate((page, page.replace("><", ">\n<"))):
        file = tmp_path / f"{number}.html"
        file.write_text(text, "utf-8")
        assert checker.check_file(file).verdict is PAGES[part]


def test_a_part_outside_with_no_cards_puts_none_there(checker: Checker) -> None:
    assert report(checker, "Sideboard (0)", "", BANNED).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("outside", ["Sideboard:", "Maybeboard", "Not in the deck:", "Wishlist"])
@pytest.mark.parametrize("heading", ["# Dynasty", "Dynasty:", "Holdings (3)", "## Events"])
def test_a_heading_of_the_deck_below_a_maybeboard_may_be_a_part_of_it(
    checker: Checker, outside: str, heading: str
) -> None:
    short = CRANE.replace("3 Dockside Market\n", "")

    assert report(checker, outside, heading, BANNED).verdict is Verdict.UNDECIDED
    assert report(checker, outside, "2 Iron Mine", "", heading, BANNED).verdict is Verdict.UNDECIDED
    assert checker.check_text(f"{short}\n{outside}\n{heading}\n3 Dockside Market\n").verdict is Verdict.UNDECIDED


def test_the_number_of_a_deck_tells_what_belongs_to_it(checker: Checker) -> None:
    assert checker.check_text(CRANE.replace("# Rings", "Sideboard:\n1 Iron Mine\n\n# Rings")).verdict is Verdict.LEGAL
    short = CRANE.replace("# Fate (40)", "# Fate")
    assert (
        checker.check_text(short.replace("# Rings", "Sideboard:\n1 Iron Mine\n\n# Rings")).verdict is Verdict.UNDECIDED
    )


@pytest.mark.parametrize("main", ["Main deck", "Deck:"])
def test_a_heading_of_the_whole_deck_ends_a_maybeboard(checker: Checker, main: str) -> None:
    assert report(checker, "Maybeboard", "2 Iron Mine", "", main, BANNED).verdict is Verdict.ILLEGAL


def test_a_maybeboard_above_the_deck_ends_with_its_first_heading(checker: Checker) -> None:
    assert checker.check_text(f"Maybeboard\n{BANNED}\n\n{CRANE}").verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("side", "verdict"),
    [
        ("Sideboard (4)\n\nDynasty Deck (2)\n{}\n\nConflict Deck (2)\n{}\n", Verdict.LEGAL),
        ("Sideboard\nDynasty\n{}\nConflict\n{}\n", Verdict.LEGAL),
        ("Side:\nDynasty:\n{}\nConflict:\n{}\n", Verdict.LEGAL),
        ("Sideboard (4)\n{}\nConflict\n{}\n", Verdict.LEGAL),
        ("Sideboard (6)\n{}\nConflict\n{}\n", Verdict.UNDECIDED),
        ("Sideboard\nCharacters\n{}\nAttachments\n{}\n", Verdict.UNDECIDED),
        ("Sideboard\nDynasty\n{}\nSideboard\n{}\n", Verdict.UNDECIDED),
        ("Sideboard\n{}\nConflict\n{}\n", Verdict.UNDECIDED),
    ],
)
def test_a_sideboard_may_have_parts(side: str, verdict: Verdict) -> None:
    riders, _ = RIDERS.split("Sideboard (10)")
    found = Checker("lcg-skirmish").check_text(riders + side.format("2x Shinjo Trailblazer", "2x Assassination"))

    assert found.verdict is verdict
    if verdict is Verdict.LEGAL:
        assert found.counts["sideboard"] == 4
        assert not found.findings


def test_a_sideboard_that_has_all_its_cards_ends_with_the_next_heading() -> None:
    riders, _ = RIDERS.split("Sideboard (10)")
    found = Checker("lcg-skirmish").check_text(
        f"{riders}Sideboard (2)\n2x Shinjo Trailblazer\nConflict\n2x Assassination\n"
    )

    assert (found.verdict, found.counts["conflict"], found.counts["sideboard"]) == (Verdict.LEGAL, 32, 2)
