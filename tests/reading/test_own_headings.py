"""Headings in a player's own words: cards below them that are not legal may be outside the deck."""

from __future__ import annotations

import re

import pytest

from deckcheck import Checker, Severity, Verdict
from deckcheck.bulk.known_lists import KnownLists
from deckcheck.model.limits import Limits
from tests.reading.crane import BANNED, CRANE, report

AMBIGUOUS = "Daigotsu Hotako"
HEADINGS = """
    Bench | [Bench] | --- Bench --- | **Bench** | # Bench | ## what I would like to test | // swap-ins | Bench (3)
    3 Possible swaps | 3 Reservebank | 3 Almost made it
    Réserve | Zum Testen: | Spielbar wäre noch: | Cards I took out after the last event | To buy: | Don't own | In
"""


def each(table: str) -> list[str]:
    return [part.strip() for line in table.split("\n") for part in line.split(" | ") if part.strip()]


@pytest.mark.parametrize("heading", each(HEADINGS))
def test_a_banned_card_below_an_unknown_heading_is_in_doubt(checker: Checker, heading: str) -> None:
    found = report(checker, heading, BANNED)
    banned = next(each for each in found.findings if each.name == "not-legal")
    line = len(CRANE.rstrip().split("\n")) + 2

    assert found.verdict is Verdict.UNDECIDED
    assert banned.message.endswith(f"unless line {line} puts the cards below it outside the deck")


KNOWN = """Bench:; Ideas:; Cut:; Spare cards:; Alternatives:; **Cuts:**; Maybeboard; Not included:; Not played:;
    Left out:; Other options:; Cards I considered:; Considered:"""


@pytest.mark.parametrize("heading", [" ".join(each.split()) for each in KNOWN.split(";")])
def test_known_words_put_cards_outside_the_deck(checker: Checker, heading: str) -> None:
    assert report(checker, heading, BANNED).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    "below",
    [
        ["3 Gifts and Favors"],
        ["Holdings", BANNED],
        ["3 Unknown Castle", BANNED],
        ["# -----", BANNED],
        [AMBIGUOUS, BANNED],
    ],
)
def test_without_such_a_heading_the_deck_is_illegal(checker: Checker, below: list[str]) -> None:
    assert report(checker, *below).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("end", ["# end of list", "-- end --", "END", "End of my deck"])
def test_the_end_of_a_list_is_no_heading(checker: Checker, end: str) -> None:
    assert report(checker, BANNED, "", end).verdict is Verdict.ILLEGAL
    assert report(checker, end, BANNED).verdict is not Verdict.ILLEGAL


def test_the_number_of_a_heading_is_that_of_its_cards(checker: Checker) -> None:
    assert report(checker, "Bench (4)", BANNED, "1 Iron Mine").verdict is Verdict.UNDECIDED
    assert report(checker, "Unknown Castle (2)", BANNED).verdict is Verdict.ILLEGAL


OTHER_NUMBERS = """
    Maybe (2) | Maybe (5) | Cut (2) | Reserve (2) | Side (5) | Removed (2) | Not in the deck (5) | Cards to cut (5)
    Maybe x2 | 30 Maybe | 5 Maybe | **Maybe (5)** | [b]Maybe (5)[/b] | Maybe: 5 | Potentials (2)
"""


@pytest.mark.parametrize("heading", each(OTHER_NUMBERS))
def test_the_number_of_a_heading_may_be_that_of_its_lines_or_wrong(checker: Checker, heading: str) -> None:
    assert report(checker, heading, BANNED, "1 Iron Mine").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("outside", ["Sideboard", "Maybeboard (3)"])
def test_a_kind_of_card_below_a_sideboard_may_be_outside(checker: Checker, outside: str) -> None:
    assert report(checker, outside, "1 Iron Mine", "", "Holdings", BANNED).verdict is Verdict.UNDECIDED
    assert report(checker, outside, "1 Iron Mine", "", "Main deck", BANNED).verdict is Verdict.ILLEGAL
    assert report(checker, "Holdings", BANNED, "", outside, "1 Iron Mine").verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(
    "heading", ["Economy (16)", "Men: 16", "16 mines and markets", "Producers - 16", "Fake economy, 16 cards"]
)
def test_a_number_that_is_that_of_the_cards_below_proves_a_heading(checker: Checker, heading: str) -> None:
    assert checker.check_text(CRANE.replace("# Holdings (16)", heading)).verdict is Verdict.LEGAL
    for other in ("15", "17", "3"):
        written = heading.replace("16", other)
        assert checker.check_text(CRANE.replace("# Holdings (16)", written)).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("above", "line"),
    [
        ("1 Ring of Water", "Kyuden Nowhere (1)"),
        ("3 Rising Sun Blade", "Kyuden Nowhere (3)"),
        ("1 Ring of the Void", "# Rings (2)\nKyuden Nowhere (2)"),
        ("3 Snow-Swept Summit", "23 Kyuden Nowhere"),
        ("1 A New Year", "4 Kyuden Nowhere\n"),
        ("2 Doji Hatashi", "2 Doji Hatashi\nKyuden Nowhere (2)"),
    ],
)
def test_an_unknown_card_may_have_the_number_of_those_below(checker: Checker, above: str, line: str) -> None:
    """It is written as the cards are, or not set apart from them, or its number may be one of copies."""
    bare, uncounted = re.sub(r"\n# .*\n", "\n", CRANE), re.sub(r"(\n# .*) \(\d+\)", r"\1", CRANE)
    for deck in (CRANE, bare, uncounted):
        text = deck.replace(above, line if above in line else f"{line}\n{above}")
        assert checker.check_text(text).verdict is Verdict.UNDECIDED


NO_CARDS = """
    Gold: | Economy | Dueling | Fortress | Hitomi stuff: | -- Big guys -- | [b]Dueling[/b] | **Ninja** | === Mines ===
    <b>Money</b> | [Tools] | * Gold base * | The rest of the gold: | Wirtschaft | Dudes (16) | Gold [16] | Big guys 16
"""
QUESTIONS = """
    Cut | Cut: | Cut (16) | [b]Cut[/b] | Maybe | -- Maybe -- | Not played | Not played (16) | Wants: | To test | Tokens?
    Flex slots | Might play: | Swap: | 3x (16) | [b]Playsets[/b] | Version B | -- In -- | Market place | Gold Mine:
    ## Deck 2 | # Deck 2 | **Deck 2** | === Deck 2 === | [Deck 2] | (Deck 2) | -- Deck #2 --
    Second deck: | Deck B: | New list: | vs Crane: | Against military | In: | Adds: | Shopping list: | Haves | LF:
    Now the cards I want to try: | Still deciding | If I find them | Update | Pre-board: | Deck 2 | Deck ends here.
    From here on for Sunday. | Next time I will play two. | ... | [...] | ???
    Iuchiban: | **Takao** | Doji Hakuseki - exp: | Marketplce: | -- Iron Mines -- | Gifts & Favors: | -- Charge -- |
    Ambush: | Yokuni | Shugenja | Dudes (15)
"""


@pytest.mark.parametrize("above", ["", "Production of all kinds:\n1 Ring of Earth\n\n"])
@pytest.mark.parametrize("below", ["", "\n"])
@pytest.mark.parametrize("heading", each(NO_CARDS))
def test_a_line_above_cards_that_is_no_card_heads_them(checker: Checker, heading: str, above: str, below: str) -> None:
    assert checker.check_text(CRANE.replace("# Holdings (16)", f"{above}{heading}{below}")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("heading", each(QUESTIONS))
def test_what_may_be_a_card_or_another_place_is_in_doubt(checker: Checker, heading: str) -> None:
    assert checker.check_text(CRANE.replace("# Holdings (16)", heading)).verdict is Verdict.UNDECIDED


def test_headings_may_part_a_list_without_empty_lines(checker: Checker) -> None:
    """A single unknown name without a number is rather a card."""
    cards = re.sub(r"\n+", "\n", re.sub(r"# .*\n", "", CRANE))
    one = cards.replace("3 Kakita Hideo", "Dudes\n3 Kakita Hideo", 1)
    two = one.replace("3 Steel on Steel", "Fighting\n3 Steel on Steel")

    assert checker.check_text(one).verdict is Verdict.UNDECIDED
    assert checker.check_text(two).verdict is Verdict.LEGAL


def test_a_name_without_a_number_may_be_a_card_where_others_are(checker: Checker) -> None:
    bare = CRANE.replace("1 Kitsune Den", "Kitsune Den")
    assert checker.check_text(bare.replace("# Holdings (16)", "Unknown Castle")).verdict is Verdict.UNDECIDED
    assert checker.check_text(bare.replace("# Holdings (16)", "Castles:")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("heading", ["Old version:", "Not in the deck, but I own them:", "To test:", "Discussion"])
@pytest.mark.parametrize("below", ["Holdings:", "# Dynasty (3)", "Conflict"])
def test_a_heading_may_be_above_others(checker: Checker, heading: str, below: str) -> None:
    assert report(checker, heading, "", below, BANNED).verdict is Verdict.UNDECIDED


def test_the_columns_of_a_table_are_no_heading(checker: Checker) -> None:
    assert report(checker, "| Qty | Card |", "|----:|:-----|", f"| 3 | {BANNED[2:]} |").verdict is Verdict.ILLEGAL


def test_a_row_of_a_table_may_be_below_a_heading(checker: Checker) -> None:
    assert report(checker, "Bench", f"| 3 | {BANNED[2:]} |").verdict is Verdict.UNDECIDED


def test_each_kind_of_card_below_a_sideboard_may_be_outside(checker: Checker) -> None:
    """The deck needs its Holdings, so only the Regions may be outside."""
    without_holdings = CRANE.replace("3 Dockside Market\n", "")
    below = f"Sideboard\n1 Iron Mine\n\nHoldings\n3 Dockside Market\n\nRegions\n{BANNED}\n"

    assert checker.check_text(f"{without_holdings}\n{below}").verdict is Verdict.UNDECIDED


def test_a_line_of_spaces_ends_the_cards_below_a_heading(checker: Checker) -> None:
    stronghold, *cards = [line for line in CRANE.split("\n") if line and not line.startswith("#")]
    found = checker.check_text("\n".join([stronghold, cards[0], "Bench", BANNED, "  ", *cards[1:]]))
    assert found.verdict is Verdict.UNDECIDED


def test_only_two_headings_together_may_lift_an_error(checker: Checker) -> None:
    """A fourth and a fifth copy are below two headings, with cards between them that the deck needs."""
    stronghold, *cards = [line for line in CRANE.split("\n") if line and not line.startswith("#")]
    bench, ideas = ["Bench", "1 Marketplace", ""], ["Ideas for later", "1 Marketplace"]

    assert (
        checker.check_text("\n".join([stronghold, cards[0], *bench, *cards[1:], *ideas])).verdict is Verdict.UNDECIDED
    )
    assert (
        checker.check_text("\n".join([stronghold, cards[0], *bench, *cards[1:], ideas[1]])).verdict is Verdict.ILLEGAL
    )


@pytest.mark.parametrize("heading", ["Bench", "Cards I took out after the last event"])
@pytest.mark.parametrize("needed", ["1 Ring of Water", "1 Ring of Water\n2 Xylophone Quartet"])
def test_no_line_of_the_block_fills_the_gap_that_it_leaves(checker: Checker, heading: str, needed: str) -> None:
    """The deck needs the ring, so the block is in the deck, and with it the banned card."""
    without_ring = CRANE.replace("1 Ring of Water\n", "")
    assert checker.check_text(f"{without_ring}\n{heading}\n{BANNED}\n{needed}\n").verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(("copies", "severity"), [(2, Severity.ERROR), (3, Severity.UNDECIDED)])
def test_a_heading_over_half_of_the_cards_heads_the_deck(checker: Checker, copies: int, severity: Severity) -> None:
    begun = f"1 Embassy of the Crane\n{copies} Marketplace\nDuels and honour:\n{BANNED}\n"
    (banned,) = (each for each in checker.check_text(begun).findings if each.name == "not-legal")

    assert banned.severity is severity


def test_an_error_above_the_heading_stays(checker: Checker) -> None:
    assert report(checker, BANNED, "Bench", "1 Iron Mine").verdict is Verdict.ILLEGAL


def test_a_remark_above_all_cards_heads_the_deck(checker: Checker) -> None:
    assert checker.check_text(f"# what I played at Winter Court\n{BANNED}\n\n{CRANE}").verdict is Verdict.ILLEGAL


def test_a_heading_over_most_cards_heads_the_deck(checker: Checker) -> None:
    stronghold, *cards = [line for line in CRANE.split("\n") if line and not line.startswith("#")]
    found = checker.check_text("\n".join([stronghold, "Duels and honour:", BANNED, *cards]))
    assert found.verdict is Verdict.ILLEGAL


def test_the_deck_needs_the_cards_below_the_heading(checker: Checker) -> None:
    """Without the block the Dynasty deck is too small, so the deck is illegal either way."""
    holdings = CRANE.replace("# Holdings (16)\n3 Marketplace", "# the gold\n3 Gifts and Favors")
    assert checker.check_text(holdings).verdict is Verdict.ILLEGAL


def test_bulk_leaves_such_lists_to_the_readers(checker: Checker) -> None:
    known = KnownLists(checker, Limits())
    assert known.in_text(f"{CRANE}\n# Bench\n{BANNED}\n", "deck.txt", "text") is None
    assert known.in_text(f"{CRANE}\nSideboard\nHoldings\n{BANNED}\n", "deck.txt", "text") is None
    assert known.in_text(CRANE, "deck.txt", "text") is not None


def test_a_heading_may_be_the_first_line(checker: Checker) -> None:
    cards = [line for line in CRANE.splitlines() if line[:1].isdigit()]
    text = "\n".join(["The Strongholds", *cards, "1 Embassy of the Crane"])

    assert checker.check_text(text).verdict is Verdict.LEGAL


LAST = {
    **dict.fromkeys(("Wunschliste", "Potentials", "Plan B", "Sidebord", "Stuff"), Verdict.UNDECIDED),
    **dict.fromkeys(("Rings", "Ring cards", "Neutral"), Verdict.LEGAL),
}


@pytest.mark.parametrize("heading", LAST)
def test_the_number_of_the_last_heading_says_nothing_of_its_place(checker: Checker, heading: str) -> None:
    """Without these cards the deck has too few."""
    above, _, rings = CRANE.rpartition("# Rings")
    below = rings.partition("\n")[2]
    number = sum(int(line[0]) for line in below.split("\n") if line)

    assert checker.check_text(f"{above}{heading} ({number})\n{below}").verdict is LAST[heading]


@pytest.mark.parametrize("line", ["triple {}", "purple {}", "My {} stuff", "{} package"])
@pytest.mark.parametrize("card", ["Copper Mine", "Silver Mine", "Famous Bazaar"])
def test_a_line_that_holds_a_title_of_several_words_is_no_sure_heading(checker: Checker, line: str, card: str) -> None:
    """It may be the card, in a number that nobody reads."""
    found = checker.check_text(re.sub(r"^(# Holdings.*\n)", rf"\1{line.format(card)}\n", CRANE, flags=re.MULTILINE))

    assert found.verdict is Verdict.UNDECIDED
    assert any(each.code == "D001" for each in found.findings)


@pytest.mark.parametrize("line", ["[x] Uta [promo]", "~Uta *F*", "***Uta - great |", "the Uta (main)", "_Uta *F*"])
def test_a_line_with_a_title_and_marks_that_are_no_pair_is_no_heading(checker: Checker, line: str) -> None:
    """Uta is not legal in Celestial."""
    found = checker.check_text(re.sub(r"^(# Holdings.*\n)", rf"\1{line}\n", CRANE, flags=re.MULTILINE))
    assert found.verdict is Verdict.UNDECIDED
