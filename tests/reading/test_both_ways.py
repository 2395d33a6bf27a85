"""Lists that can be read in two ways, one legal and the other not: the verdict is a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Checker, Verdict
from deckcheck.model.errors import InputError

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
# The same with 39 cards in the Dynasty deck.
SHORT = CRANE.replace("3 Copper Mine", "2 Copper Mine")
KEEPER = (DECKS / "lcg-2017" / "crane-keeper.txt").read_text("utf-8")
RIDERS = (DECKS / "lcg-skirmish" / "unicorn-sideboard.txt").read_text("utf-8")
ROWS = [line.partition(" ")[::2] for line in CRANE.splitlines() if line[:1].isdigit()]
NAMES = [name for copies, name in ROWS for _ in range(int(copies))]
BOTH_MINES = ("3 Copper Mine\n", "3 Silver Mine\n")
THREE_RINGS = ("1 Ring of Air\n", "1 Ring of the Void\n", "1 Ring of Water\n")


@pytest.fixture(scope="module")
def celestial_checker() -> Checker:
    return Checker("celestial-40-40")


@pytest.fixture(scope="module")
def card_game_checker() -> Checker:
    return Checker("lcg-2017")


def without(text: str, *lines: str) -> str:
    for line in lines:
        assert line in text
        text = text.replace(line, "")
    return text


def test_a_stronghold_beside_a_heading_is_no_heading(card_game_checker: Checker) -> None:
    bare = KEEPER.partition("\n\n")[2].replace("\n\nProvinces", "").replace("1x ", "", 7)
    beside = bare.replace("Shizuka Toshi\n", "Shizuka Toshi Holdings (6)\n", 1)

    assert card_game_checker.check_text(beside).verdict is Verdict.UNDECIDED


# Behind a legal list, a card that is not legal; behind a short one, the missing card. Each may be in the deck or not.
OUTSIDE = """(SB); [SB]; (S/B); (NO); (N/A); (To Remove); (Sub); (Swap Slot); (Wish List); (TBD); (?); (Hors Deck);
    # sideboard; # out; // maybe; // my spare slot; // not in the deck; # removed; // cut; 🗑️"""


@pytest.mark.parametrize("mark", [mark.strip() for mark in OUTSIDE.split(";")])
def test_a_mark_may_take_a_card_out_of_the_deck(mark: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{SHORT}1 Iron Mine {mark}\n").verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"{CRANE}3 Kolat Assassin {mark}\n").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("heading", ["Sideboard?", "Maybeboard??", "## Sideboard?", "**Sideboard?**", "Sideboard -"])
def test_a_heading_that_asks_may_take_cards_out_of_the_deck(heading: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{SHORT}\n{heading}\n1 Iron Mine\n").verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"{CRANE}\n{heading}\n3 Kolat Assassin\n").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("stroke", ["\u0336", "\u0335", "\u0338"])
def test_a_number_may_be_struck_through(stroke: str, celestial_checker: Checker) -> None:
    for line in (f"3{stroke} Copper Mine", f"{stroke}3 Copper Mine", f"3 C{stroke}opper Mine"):
        assert celestial_checker.check_text(CRANE.replace("3 Copper Mine", line)).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("legend", ["* = sideboard", "*: maybe", "(* = not in the deck)"])
def test_a_legend_may_take_marked_cards_out_of_the_deck(legend: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{SHORT}1 Iron Mine *\n\n{legend}\n").verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"{legend}\n\n{CRANE}3 Kolat Assassin *\n").verdict is Verdict.UNDECIDED


# The mark of most cards, and that of one.
CONTRASTS = "✅ ⬜; 🟢 🔴; ● ○; ✔ ✖; ★ 🗙; - --; x xx; [x] [/]; ☐ 🛒"


@pytest.mark.parametrize("contrast", CONTRASTS.split(";"))
def test_another_mark_than_most_cards_have_may_take_a_card_out(contrast: str, celestial_checker: Checker) -> None:
    most, other = contrast.split()
    for form in ("{0} {1} {2}", "{1} {2} {0}"):
        deck, line = (
            "\n".join(form.format(mark, *row) for row in rows)
            for mark, rows in ((most, ROWS), (other, [("3", "Kolat Assassin")]))
        )
        assert celestial_checker.check_text(f"{deck}\n{line}\n").verdict is not Verdict.ILLEGAL


HEADINGS = """Subs:; Not played:; Also considered:; Wants:; Réserve:; Banquillo:; Panchina:; # Maybe; # Cut; // Maybe;
    Not cut:; Spares in deck:; Proxies in the deck:; Sideboard (in deck); Sideboard: /; Sideboard -; Sideboard (0/15)"""


@pytest.mark.parametrize("heading", [heading.strip() for heading in HEADINGS.split(";")])
def test_a_heading_may_take_cards_out_of_the_deck(heading: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{SHORT}\n{heading}\n1 Iron Mine\n").verdict is Verdict.UNDECIDED


ENDS = ["[Sideboard]\n1 Iron Mine\n[/Sideboard]", "Sideboard\n1 Iron Mine\n/Sideboard", "Sideboard\nnone\n", "SB:\n-\n"]


@pytest.mark.parametrize("part", ENDS)
def test_a_sideboard_may_end(part: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{CRANE}\n{part}\n3 Kolat Assassin\n").verdict is Verdict.UNDECIDED


# How a player may write cards of the deck, by the lines that stand for them: no reader can be sure that they are wrong.
CARDS: list[tuple[str, tuple[str, ...], str]] = [
    *(
        (CRANE, BOTH_MINES, line)
        for line in (
            "3x:\nCopper Mine\nSilver Mine",
            "3\nCopper Mine\nSilver Mine",
            "3 of each\nCopper Mine\nSilver Mine",
            "Playsets:\nCopper Mine\nSilver Mine",
            "# 3x\nCopper Mine\nSilver Mine",
            "Quantity: 3\nCopper Mine\nSilver Mine",
            "Copper Mine\nSilver Mine\n(3 each)",
            "3 Copper/Silver Mine",
            "3x Copper + Silver Mine",
            "3 each of Copper and Silver Mine",
        )
    ),
    *(
        (CRANE, THREE_RINGS, line)
        for line in ("All Rings", "1 of each Ring", "3 Rings", "Rings (3)", "1 Air\n1 Void\n1 Water")
    ),
    *(
        (CRANE, ("3 Copper Mine\n",), line)
        for line in (
            "Copper Mine (MAX)",
            "Copper Mine (Full Set)",
            "Copper Mine [PS]",
            "☐ ☐ ☐ Copper Mine",
            "• • • Copper Mine",
            "[ ] [ ] [ ] Copper Mine",
            "Copper Mine * * *",
            "Copper Mine (1)\nCopper Mine (2)\nCopper Mine (3)",
            "1 Copper Mine\n2 Copper Mine\n3 Copper Mine",
        )
    ),
    (CRANE, ("3 Silver Mine\n",), '"  Silver Mine'),
    (CRANE, ("1 Shiro Daidoji\n",), "# Shiro Daidoji"),
    (CRANE, ("1 Shiro Daidoji\n",), "# Stronghold: Shiro Daidoji"),
    (CRANE, (), "Kuronada - exp (2)"),
    (CRANE, (), "Kuronada Experienced II"),
    (CRANE, (), "2 Kuronada\nKuronada [2]"),
    (CRANE, (), "2 Kuronada\nKuronada: 2"),
    (CRANE, (), "1 Matsu Mari (I)"),
    (KEEPER, ("3x Fine Katana\n",), "3. 01-fine-katana"),
    (KEEPER, ("2x Ready for Battle\n",), "02,Harmonize"),
]


@pytest.mark.parametrize(("deck", "gone", "written"), CARDS, ids=[written for _, _, written in CARDS])
def test_a_deck_may_be_legal_in_other_words(
    deck: str, gone: tuple[str, ...], written: str, celestial_checker: Checker, card_game_checker: Checker
) -> None:
    checker = card_game_checker if deck is KEEPER else celestial_checker
    assert checker.check_text(f"{without(deck, *gone)}{written}\n").verdict is not Verdict.ILLEGAL


# Above a list that is legal by itself.
TITLES = ["Shiro Daidoji", "**Wisdom Gained**", "Test of Might", "<h1>Shiro Daidoji</h1>", "Shiro Daidoji\n====="]


@pytest.mark.parametrize("title", TITLES)
def test_a_card_above_all_others_may_be_the_title(title: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{title}\n\n{CRANE}").verdict is not Verdict.ILLEGAL
    assert celestial_checker.check_text(f"Doji Ayano\n\n{SHORT}").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("heading", ["Tears of Amaterasu", "**Into the Forbidden City**", "All and Nothing"])
def test_a_card_above_a_part_may_be_a_pack(heading: str, card_game_checker: Checker) -> None:
    lines = KEEPER.splitlines()
    deck = "\n".join(["Core Set", *lines[:-3], "", heading, *lines[-3:]])

    assert card_game_checker.check_text(deck).verdict is not Verdict.ILLEGAL


@pytest.mark.parametrize("heading", ["# Ideas", "To test", "Old:", "Cards I cut"])
def test_cards_above_the_deck_may_be_none_of_it(heading: str, card_game_checker: Checker) -> None:
    deck = f"{heading}\n3 Deathseeker\n\n# Deck\n{KEEPER}"

    assert card_game_checker.check_text(deck).verdict is not Verdict.ILLEGAL


@pytest.mark.parametrize("tally", ["{name} {stars}", "{name}{stars}", "{stars} {name}"])
@pytest.mark.parametrize("mark", ["*", "+", "|", "●", "x"])
def test_marks_may_count_copies(tally: str, mark: str, celestial_checker: Checker) -> None:
    lines = [tally.format(name=name, stars=mark * int(copies)) for copies, name in ROWS]
    deck = "\n".join(["Holdings (17)", *lines])
    assert celestial_checker.check_text(deck).verdict is Verdict.UNDECIDED


# Lists with one row for each copy, whose numbers are those of the rows, or facts of the cards.
TABLES = {
    "numbers and tabs": "\n".join(f"{number}\t{name}" for number, name in enumerate(NAMES, 1)),
    "numbers and spaces": "\n".join(f"{number} {name}" for number, name in enumerate(NAMES, 1)),
    "numbers and dashes": "\n".join(f"{number}- {name}" for number, name in enumerate(NAMES, 1)),
    "a number is missing": "\n".join(f"{number + number // 40}. {name}" for number, name in enumerate(NAMES, 1)),
    "counting down": "\n".join(f"{len(NAMES) - number}. {name}" for number, name in enumerate(NAMES)),
    "costs": "\n".join(["| Card | Gold cost |", "|---|---|", *(f"| {name} | 2 |" for name in NAMES)]),
    "a side column": "\n".join(
        ["Card\tMain\tSide", *(f"{name}\t{many}\t" for many, name in ROWS), "Kolat Assassin\t\t3"]
    ),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_numbers_may_be_none_of_copies(table: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(table).verdict is not Verdict.ILLEGAL


# What may be more, or other, than the deck that is legal without it.
MORE: list[tuple[str, str, str]] = [
    (CRANE, "3 Copper Mine\n", "3 Copper Mine # now 4\n"),
    (CRANE, "3 Copper Mine\n", "3 Copper Mine // or Kolat Assassin\n"),
    (CRANE, "3 Copper Mine\n", "3 Copper Mine (Or War)\n"),
    (CRANE, "1 Daidoji Yuki - exp\n", "1 Daidoji Yuki & exp\n"),
    (CRANE, "", "1 tetsuo - exp\n"),
    (KEEPER, "3x Fine Katana\n", "> 03-policy-debate\n"),
    (KEEPER, "", "4. 01-contingency-plan\n"),
    (KEEPER, "", "\n# 4 of each\nContingency Plan\n"),
    (KEEPER, "", "\nI play four of these:\nContingency Plan\n"),
]


@pytest.mark.parametrize(("deck", "line", "written"), MORE, ids=[written for *_, written in MORE])
def test_a_list_may_have_more_than_its_cards(
    deck: str, line: str, written: str, celestial_checker: Checker, card_game_checker: Checker
) -> None:
    checker = card_game_checker if deck is KEEPER else celestial_checker
    changed = deck.replace(line, written) if line else f"{deck}{written}"
    assert checker.check_text(changed).verdict is not Verdict.LEGAL


@pytest.mark.parametrize("heading", ["Side:", "Side deck:", "My side:", "Maybe Sideboard:", "Bench:", "Swaps:"])
def test_a_part_may_be_the_sideboard_of_a_format_that_has_one(heading: str) -> None:
    deck = f"{RIDERS}\n\n{heading}\n2 Aggressive Moto\n2 Ide Messenger\n"

    assert Checker("lcg-skirmish").check_text(deck).verdict is not Verdict.LEGAL


def test_a_name_in_small_letters_is_that_of_a_card_and_not_an_id(celestial_checker: Checker) -> None:
    for line in ("1 tamago", "1 tamago - exp2", "3 kuronada\n1 kuronada exp2"):
        assert celestial_checker.check_text(f"{CRANE}{line}\n").verdict is Verdict.LEGAL


def test_of_two_cards_of_a_name_one_may_have_rotated_out() -> None:
    emerald = Checker("lcg-emerald")
    deck = (DECKS / "lcg-emerald" / "lion-five-rally.txt").read_text("utf-8")
    (line,) = (line for line in deck.splitlines() if line.endswith("Akodo Motivator"))
    rest = deck.replace(line, f"{int(line[0]) - 1} Akodo Motivator\n1 Ikoma Ujiaki")

    assert emerald.check_text(rest).verdict is Verdict.UNDECIDED
    assert emerald.check_text(rest.replace("Ujiaki", "Ujiaki (Peace at Any Cost)")).verdict is Verdict.LEGAL


# Lines that say nothing of cards, above and below a list and behind a card of it.
INNOCENT = """# for Kotei; # won 3 of 5 games; # each game was different; # not tested yet; Crane Honor; # 40 cards;
    Total: 81; 81 cards; # thanks to all; Have fun!; Qty\tCard; ====="""


@pytest.mark.parametrize("line", [line.strip() for line in INNOCENT.split(";")])
def test_a_remark_changes_no_verdict(line: str, celestial_checker: Checker) -> None:
    place = f"{CRANE}\n{line}\n" if "81" in line else f"{line}\n{CRANE}"
    assert celestial_checker.check_text(place).verdict is Verdict.LEGAL


NOTES = "(CE); (rare); (2 gold); (Emperor Edition); # for duels; # good with Rings; # my favourite side character"


@pytest.mark.parametrize("note", NOTES.split("; "))
def test_a_note_behind_a_card_changes_no_verdict(note: str, celestial_checker: Checker) -> None:
    changed = CRANE.replace("3 Copper Mine", f"3 Copper Mine {note}")
    assert celestial_checker.check_text(changed).verdict is Verdict.LEGAL


@pytest.mark.parametrize("comment", ["# exp", "# the experienced one"])
def test_a_comment_may_repeat_the_level_of_a_card(comment: str, celestial_checker: Checker) -> None:
    changed = CRANE.replace("1 Doji Ayano - exp", f"1 Doji Ayano - exp {comment}")
    assert celestial_checker.check_text(changed).verdict is Verdict.LEGAL

    for other in (CRANE.replace("2 Doji Ayano\n", f"2 Doji Ayano {comment}\n"), f"{CRANE}1 Kuronada - exp2 # exp\n"):
        assert celestial_checker.check_text(other).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("indent", ["", "   "])
def test_a_card_in_a_comment_is_none_of_the_deck(indent: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{CRANE}\n{indent}# 3 Kolat Assassin\n").verdict is Verdict.LEGAL


def test_a_sentence_stands_for_no_card(celestial_checker: Checker) -> None:
    sentence = "I play this deck in all of my tournaments, and it is great."
    assert celestial_checker.check_text(f"{SHORT}\n{sentence}\n").verdict is Verdict.ILLEGAL


def test_what_a_deck_starts_with_may_be_outside_it(celestial_checker: Checker) -> None:
    text = f"{CRANE}\nSideboard\nShiro Daidoji + Tadanobu Sensei\n"
    assert celestial_checker.check_text(text).verdict is Verdict.LEGAL


LEVELS = ["• Experienced", "- exp", "(exp)", "xp", "  (Experienced)", "Experienced 2", "-exp2"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_may_be_broken_off_its_title(level: str, celestial_checker: Checker) -> None:
    """Three copies of Doji Ayano are allowed beside one of another level, and no fourth one."""
    deck = CRANE.replace("2 Doji Ayano\n", "3 Doji Ayano\n")
    broken = deck.replace("1 Doji Ayano - exp\n", f"1 Doji Ayano\n{level}\n")

    assert celestial_checker.check_text(broken).verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(broken.replace(f"{level}\n", "\n")).verdict is Verdict.ILLEGAL


def test_a_number_may_be_broken_off_its_level(celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{CRANE}1 Kuronada - exp\n2\n").verdict is Verdict.UNDECIDED


QUOTED = "> 3 Kolat Assassin\n> 1 Iron Mine\n"


@pytest.mark.parametrize("above", ["", "On Monday Kei wrote:\n", "Old version:\n"])
def test_quoted_cards_may_be_those_of_an_older_list(above: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{CRANE}\n{above}{QUOTED}").verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"{SHORT}\nOn Monday Kei wrote:\n> 1 Iron Mine\n").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("tag", ["[quote=Kei]", "[QUOTE]", "<blockquote>", '<blockquote class="mail">'])
def test_cards_in_a_quotation_may_be_those_of_an_older_list(tag: str, celestial_checker: Checker) -> None:
    end = f"</{tag[1:]}" if tag[0] == "<" else "[/quote]"
    quotation = f"{tag}\n1 Iron Mine\n{end}\n"

    assert celestial_checker.check_text(CRANE.replace("3 Copper Mine\n", f"{tag}\n3 Copper Mine\n{end}\n")).verdict is (
        Verdict.UNDECIDED
    )
    assert celestial_checker.check_text(SHORT + quotation).verdict is Verdict.UNDECIDED
    nested = f"{tag}\n{tag}\nI went 4-1 with it.\n{end}\n1 Iron Mine\n{end}\n"
    assert celestial_checker.check_text(nested + SHORT).verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"{tag}\n{CRANE}\n{end}\n").verdict is Verdict.LEGAL


def test_a_list_that_is_quoted_throughout_is_read(celestial_checker: Checker) -> None:
    assert celestial_checker.check_text("> " + CRANE.replace("\n", "\n> ")).verdict is Verdict.LEGAL
    assert celestial_checker.check_text(CRANE.replace("\n3 Copper", "\n> 3 Copper")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("mark", ["#", "##", "//"])
@pytest.mark.parametrize("behind", [": {}", " - {}", " ({})", " (1) {}", ": 1 {}", " {}", ": {}, Iron Mine"])
def test_a_heading_may_name_its_cards(mark: str, behind: str, celestial_checker: Checker) -> None:
    """Nobody names a card there that the deck lacks, or that is not legal, for no reason."""
    lacks = without(CRANE, "1 Ring of Air\n")
    rings, strategies = (f"\n{mark} {words}{behind}\n" for words in ("Rings", "Strategies"))

    assert celestial_checker.check_text(lacks + rings.format("Ring of Air")).verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(CRANE + strategies.format("Kolat Assassin")).verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(SHORT + strategies.format("Copper Mine")).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "heading", ["# Rings: Ring of Air", "# Holdings - Copper Mine", "# Deck: Banzai", "# Fate: 40"]
)
def test_a_heading_with_cards_of_the_deck_says_nothing_new(heading: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{CRANE}\n{heading}\n").verdict is Verdict.LEGAL


@pytest.mark.parametrize("title", ["# Crane - Shiro Daidoji", "## Shiro Daidoji (Crane)", "// Honor: Shiro Daidoji"])
def test_a_remark_above_a_list_may_name_its_stronghold(title: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{title}\n{CRANE}").verdict is Verdict.LEGAL
    lacks = without(CRANE, "1 Shiro Daidoji\n")
    assert celestial_checker.check_text(f"{title}\n{lacks}").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "line", ["3 Coper Mnie (Core Set #{})", "3 Coper Mnie - {}", "1. Coper Mnie ({})", "3 Coper Mnie #{}"]
)
def test_a_number_beside_copies_proves_no_heading(line: str, celestial_checker: Checker) -> None:
    """The line may be the card that the deck lacks, whatever other number is on it."""
    above, _, below = CRANE.partition("3 Copper Mine\n")
    cards = sum(int(card.partition(" ")[0]) for card in below.partition("\n\n")[0].splitlines())

    changed = f"{above}{line.format(cards)}\n{below}"
    assert celestial_checker.check_text(changed).verdict is Verdict.UNDECIDED


NONE_OUTSIDE = ["Maybeboard (0)", "Proxies: none", "No proxies", "Cut: none", "# Sideboard (0)", "No sideboard"]


@pytest.mark.parametrize("line", NONE_OUTSIDE)
def test_cards_below_a_line_that_says_that_there_are_none(line: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{SHORT}\n{line}\n1 Copper Mine\n").verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"{CRANE}\n{line}\n2 Copper Mine\n").verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"{line}\n\n{CRANE}").verdict is Verdict.LEGAL


@pytest.mark.parametrize("heading", ["Rings: 3", "**Rings (3)**", "- Rings: 3", "3 Rings", "Rings/Spells (3)"])
def test_a_heading_without_its_cards_may_stand_for_them(heading: str, celestial_checker: Checker) -> None:
    rings = without(CRANE, *THREE_RINGS, "# Rings (3)\n")

    assert celestial_checker.check_text(f"{rings}\n{heading}\n").verdict is Verdict.UNDECIDED


def test_elements_that_are_not_below_rings_may_be_facts(celestial_checker: Checker) -> None:
    for heading in ("", "# Items\n", "# Fate cards\n"):
        rings = CRANE.replace("# Rings (3)\n" + "".join(THREE_RINGS), f"{heading}Air\nVoid\nWater\n")

        assert celestial_checker.check_text(rings).verdict is Verdict.UNDECIDED


def test_a_summary_above_a_list_heads_nothing() -> None:
    summary = "Dynasty: 30\nConflict: 30\nSideboard: 10\n"

    assert Checker("lcg-skirmish").check_text(f"{summary}\n{RIDERS}").verdict is Verdict.LEGAL


# What is said to be the number of all cards, or of those in a deck, in a legal list of 40 and 40.
TOTALS = """{} cards; # {} cards; // {} cards; Total: {}; # Total: {}; Deck size: {}; Cards ({});
    This deck has {} cards; Number of cards: {}; {} cards (40/40); **{} cards**"""
EMPTY = "Dynasty: 3{}; Fate (3{}); # Dynasty (3{}); Main deck: 7{}"


@pytest.mark.parametrize("total", [total.strip() for total in TOTALS.split(";")])
def test_a_total_that_is_none_of_the_list_is_a_question(total: str, celestial_checker: Checker) -> None:
    for number, verdict in (("80", Verdict.LEGAL), ("79", Verdict.UNDECIDED), ("39", Verdict.UNDECIDED)):
        line = total.format(number)
        above, below = f"{line}\n\n{CRANE}", f"{CRANE}\n{line}\n"
        middle = CRANE.replace("# Fate (40)", f"{line}\n\n# Fate (40)")
        assert {celestial_checker.check_text(text).verdict for text in (above, below, middle)} == {verdict}


@pytest.mark.parametrize("heading", [heading.strip() for heading in EMPTY.split(";")])
def test_a_heading_with_no_cards_gives_their_total(heading: str, celestial_checker: Checker) -> None:
    assert celestial_checker.check_text(f"{CRANE}\n{heading.format(9)}\n").verdict is Verdict.UNDECIDED
    right = heading.replace("3{}", "40").replace("7{}", "80")
    assert celestial_checker.check_text(f"{CRANE}\n{right}\n").verdict is Verdict.LEGAL


# Short remarks that may change a legal list, and others that do not.
CHANGES = """EDIT: actually cut one card; ps take out the Palm Strikes; no rings; need another Strategy; # no Rings;
    the last line is not in the deck; Strikes are out; I forgot the rest; plus one more that I forget;
    This deck is illegal; Not legal in Celestial; ignore the last line; cut the rings; lines in red are cut;
    without the followers; Followers: none; Great deck. Cut one card.;
    This deck has won many games for me since the spring. Cut the Rings.;
    I swapped the mines; not sure about this; oops; Rings and Items are missing; This is an old list"""
CHANGES_NOTHING = """Have fun!; No spells; No Spells and no Ancestors; I went 4-1 with it.; Thanks to my team.;
    # won every game; More on https://example.org/cut and www.example.org/remove; Version number: 3;
    The deck is slow, since its people cost much and come late to the battles of the day. Instead of force it has
    honor.; It wins by honor: bow what attacks you and never leave home without the cards that straighten
    your people again, because the rest of the deck is slow."""


@pytest.mark.parametrize("remark", [" ".join(remark.split()) for remark in CHANGES.split(";")])
def test_a_remark_may_change_the_deck(remark: str, celestial_checker: Checker) -> None:
    for text in (f"{remark}\n\n{CRANE}", f"{CRANE}\n{remark}\n"):
        assert celestial_checker.check_text(text).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("remark", [" ".join(remark.split()) for remark in CHANGES_NOTHING.split(";")])
def test_a_remark_may_change_nothing(remark: str, celestial_checker: Checker) -> None:
    for text in (f"{remark}\n\n{CRANE}", f"{CRANE}\n{remark}\n"):
        assert celestial_checker.check_text(text).verdict is Verdict.LEGAL


@pytest.mark.parametrize("word", ["or", "OR:", "- or -", "maybe", "alternatively", "swap"])
def test_a_word_between_two_cards_may_take_out_either(word: str, celestial_checker: Checker) -> None:
    for cards in ("3 Copper Mine\n{}\n3 Kolat Assassin\n", "3 Kolat Assassin\n{}\n3 Copper Mine\n"):
        for between, verdict in ((word, Verdict.UNDECIDED), ("Coper Mine", Verdict.ILLEGAL)):
            text = CRANE.replace("3 Copper Mine\n", cards.format(between))
            assert celestial_checker.check_text(text).verdict is verdict


def test_a_remark_above_the_first_card_may_take_it_out(celestial_checker: Checker) -> None:
    bare = CRANE.partition("\n\n")[2]
    assert celestial_checker.check_text(f"# not used\n3 Kolat Assassin\n{bare}").verdict is Verdict.UNDECIDED
    assert celestial_checker.check_text(f"# used\n3 Kolat Assassin\n{bare}").verdict is Verdict.ILLEGAL


def test_each_of_two_words_may_take_out_the_card_above(celestial_checker: Checker) -> None:
    text = CRANE
    for card in ("3 Copper Mine\n", "3 Silver Mine\n"):
        text = text.replace(card, f"1 Kolat Assassin\nor\n{card}")
    assert celestial_checker.check_text(text).verdict is Verdict.UNDECIDED


def test_a_word_between_two_cards_says_what_it_leaves_open(celestial_checker: Checker) -> None:
    report = celestial_checker.check_text(CRANE.replace("3 Copper Mine\n", "3 Copper Mine\nor\n3 Silver Mine\n"))
    asked = "`or` is not recognised: it does not say which of the cards beside it are in the deck"
    assert asked in [finding.message for finding in report.findings]


def test_a_word_without_cards_beside_it_leaves_none_open(celestial_checker: Checker) -> None:
    with pytest.raises(InputError) as error:
        celestial_checker.check_text("see attachment\n")
    assert str(error.value.help).endswith("line 1: no card is called `see attachment`")
