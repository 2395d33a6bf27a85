"""Remarks without a mark on lines among the cards: about the card above, about all cards, or about none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRAB = (DECKS / "celestial-40-40" / "crab-military.txt").read_text("utf-8").partition("\n\n")[2]
CHANGES = """Only two. | Just two. | make it two. | Half of these. | None. | maybe? | Drop it. | Get rid of these. |
    Not needed. | Sold. | Lent to Kei. | Flex slot. | Ditto. | gone. | Sideboard material. | Proxied. | Three? Two. |
    UPDATE: no longer playing these | Still need these. | or the other one? | I got rid of this one."""
SILENT = """This is a great card. | These win games. | The backbone of the deck. | Good against Lion. | Great art. |
    My economy is strong. | Best played early, with a mine in play. |
    My grandmother gave me these when I began to play, and I have always liked them. | https://example.org/?x=2"""


AROUND = """nicht meine Liste | not my list | beta | tbc | first draft | two slots still open | zwei Karten offen |
    this is my opponent's deck | everything after Rings is maybe | three spots left |
    The Iron Mines are Copper Mines. | Rings are maybe | the Rings are optional | my friend's deck | updated list |
    old version | numbers are approximate | from memory | includes sideboard | fill with Rings | something like this |
    corrected version in the attachment | page 1 of 2 | (page 2/3) |
    first half | Status: draft | alte Version | aktualisierte Liste | Deck meines Freundes | zwei Plätze frei |
    die Ringe sind optional | aus dem Gedächtnis | nicht mehr aktuell | mit Ringen auffüllen | Grundgerüst |
    ancienne liste | liste mise à jour | le deck de mon ami | deux places libres | de mémoire | à compléter |
    vecchia lista | lista aggiornata | il mazzo del mio amico | due posti liberi | a memoria | da completare |
    lista vieja | lista actualizada | el mazo de mi amigo | dos huecos libres | de memoria | por completar |
    stara lista | zaktualizowana lista | talia kolegi | dwie karty za dużo | bez pierścieni | do uzupełnienia"""
TITLES = """Kei's deck | Crab for Sunday | A list with everything | The best deck | Enjoy! | Mein Deck | Mon deck |
    Il mio mazzo | Mi mazo | Moja talia | Viel Spaß damit! | Bonne chance ! | ¡Buena suerte!"""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("celestial-40-40")


def rows(table: str) -> list[str]:
    return [" ".join(row.split()) for row in table.split("|")]


@pytest.mark.parametrize("form", ["{}", "- {}", "* {}", "**{}**", "  {}", "\n{}"])
@pytest.mark.parametrize("remark", rows(CHANGES))
def test_a_short_sentence_may_change_the_card_above(remark: str, form: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"3 Iron Mine\n{form.format(remark)}\n")) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", ["{}", "- {}", "\n{}"])
@pytest.mark.parametrize("remark", rows(SILENT))
def test_other_sentences_are_prose(remark: str, form: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"3 Iron Mine\n{form.format(remark)}\n")) is Verdict.LEGAL


@pytest.mark.parametrize("remark", rows(AROUND))
def test_a_remark_around_a_list_may_say_that_it_is_not_the_deck(remark: str, reader: Reader) -> None:
    assert reader.verdict(f"{remark}\n\n{CRAB}") is Verdict.UNDECIDED
    assert reader.verdict(f"{CRAB}\n{remark}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("title", rows(TITLES))
def test_titles_of_decks_say_nothing_of_the_kind(title: str, reader: Reader) -> None:
    assert reader.verdict(f"{title}\n\n{CRAB}") is Verdict.LEGAL


@pytest.mark.parametrize("line", ["*Iron Mine x2", "*2 Iron Mine", "Iron Mine x2*"])
def test_a_line_with_a_star_may_correct_the_copies(line: str, reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n2 Iron Mine\n") is Verdict.ILLEGAL
    assert reader.verdict(f"{CRAB}\n{line}\n") is Verdict.UNDECIDED
    four = CRAB.replace("3 Iron Mine\n", "4 Iron Mine\n")
    assert reader.verdict(f"{four}\n{line.replace('2', '3')}\n") is Verdict.UNDECIDED
    assert reader.verdict(re.sub(r"(?m)^(?=\d)", "*", CRAB)) is Verdict.LEGAL
    bullets = re.sub(r"(?m)^(?=\w)", "* ", CRAB)
    assert reader.verdict(f"{bullets}\n{line}\n") is Verdict.UNDECIDED


OWN_SIGNS = """
* 2 Iron Mine | Iron Mine = 2 | Iron Mine -> 2 | + 2 Iron Mine | > 2 Iron Mine | Iron Mine - 2 | Iron Mine x2!!
2 of Iron Mine | x2 Iron Mine | Iron Mine ×2 | 2 iron mine
"""


@pytest.mark.parametrize("line", rows(OWN_SIGNS))
def test_a_line_with_a_sign_of_its_own_may_correct_the_copies(line: str, reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n{line}\n") is Verdict.UNDECIDED
    four = CRAB.replace("3 Iron Mine\n", "4 Iron Mine\n")
    assert reader.verdict(f"{four}\n{line.replace('2', '3')}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("line", "verdict"),
    [("Correction: Ring of Water", Verdict.UNDECIDED), ("also Ring of Water", Verdict.ILLEGAL)],
)
def test_a_card_behind_such_a_word_may_replace_any_card(line: str, verdict: Verdict, reader: Reader) -> None:
    assert reader.verdict(f"{CRAB.replace('3 Iron Mine', '4 Iron Mine')}\n{line}\n") is verdict


def test_notes_that_count_a_card_as_the_list_does_change_nothing(reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\nNotes: I play 3 Iron Mine\n") is Verdict.LEGAL
    assert reader.verdict(f"{CRAB}\nNotes: I play 2 Iron Mine\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{CRAB}\nNotes: I play 3 Iron Mine, cut one\n") is Verdict.UNDECIDED


def test_single_tildes_around_many_lines_strike_nothing_out(reader: Reader) -> None:
    assert reader.verdict(re.sub(r"(?m)^(\d.*)$", r"~\1~", CRAB)) is not Verdict.ILLEGAL
    assert reader.verdict(re.sub(r"(?m)^(3.*)$", r"~\1~", CRAB)) is not Verdict.ILLEGAL


@pytest.mark.parametrize("blank", ["[ ]", "☐"])
def test_a_blank_in_front_of_all_lines_is_a_bullet(blank: str, reader: Reader) -> None:
    assert reader.verdict(re.sub(r"(?m)^(?=\w)", f"{blank} ", CRAB)) is Verdict.LEGAL
    form = "".join(f"{blank} {name}\n" for name in re.findall(r"(?m)^\d (.*)", CRAB))
    assert reader.verdict(re.sub(r"(?m)^(?=[^\W\d])(?!Kyuden)", "1 ", CRAB) + form) is Verdict.UNDECIDED


def test_signs_that_most_lines_have_correct_nothing(reader: Reader) -> None:
    lines = CRAB.replace("3 Iron Mine\n", "2 Iron Mine\n1 Iron Mine\n")
    assert reader.verdict(re.sub(r"(?m)^(?=\d)", "* ", lines)) is Verdict.LEGAL
    assert reader.verdict(lines.replace("1 Iron Mine", "1x Iron Mine (CE)")) is Verdict.LEGAL


@pytest.mark.parametrize("heading", ["Out:", "Cut:", "Removed:", "Cards out:"])
def test_a_card_below_such_a_heading_may_be_taken_from_the_list(heading: str, reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n{heading}\n1 Iron Mine\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{CRAB}\n{heading}\n1 Copper Mine\n") is Verdict.LEGAL


@pytest.mark.parametrize(
    "remark",
    [
        *("old version", "outdated", "sorry, wrong list", "NOT MY FINAL LIST", "this is the previous list"),
        *("this is the old one", "last week's list", "my sparring partner's list"),
    ],
)
def test_a_remark_that_the_list_is_another_leaves_its_errors_open(remark: str, reader: Reader) -> None:
    four = CRAB.replace("3 Iron Mine", "4 Iron Mine")
    assert reader.verdict(f"{four}\n{remark}\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{remark}\n\n{four}") is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["Iron Mineなし", "3 Iron Mine (fixed)", "er 3 Iron Mine"])
def test_a_card_in_a_remark_may_correct_the_list(line: str, reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n{line}\n".replace("3 Iron Mine\n", "4 Iron Mine\n", 1)) is Verdict.UNDECIDED


@pytest.mark.parametrize("number", ["__", "_", "...", "( )", "[ ]", "3x3"])
def test_a_blank_or_two_numbers_leave_the_copies_open(number: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine", f"{number} Iron Mine")) is Verdict.UNDECIDED


STRUCK = ["~~{}~~", "- ~~{}~~", "- [ ] ~~{}~~", "~{}~", "* ~{}~", "<s>{}</s>", "[s]{}[/s]"]


@pytest.mark.parametrize("line", [*(form.format("2 Rout") for form in STRUCK), "".join(f"{x}\u0336" for x in "2 Rout")])
def test_a_line_that_is_struck_out_is_no_card(line: str, reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n{line}\n") is Verdict.LEGAL
    assert reader.verdict(f"{CRAB}\n{line}\n".replace("3 Iron Mine", "4 Iron Mine")) is Verdict.ILLEGAL


def test_a_heading_between_signs_is_not_struck_out(reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n~ Sideboard ~\n3 Iron Mine\n") is Verdict.LEGAL
    assert reader.verdict(f"{CRAB}\n- [x] ~~2 Rout~~\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("sign", ["+", "-", "−"])
def test_a_sign_alone_may_put_the_cards_below_it_outside(sign: str, reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n{sign}\n2 Iron Mine\n") is Verdict.UNDECIDED
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"3 Iron Mine\n{sign}\n")) is Verdict.LEGAL


def test_a_remark_may_take_a_copy_too_many(reader: Reader) -> None:
    four = CRAB.replace("3 Iron Mine\n", "4 Iron Mine\n")
    assert reader.verdict(four) is Verdict.ILLEGAL
    assert reader.verdict(four.replace("4 Iron Mine\n", "4 Iron Mine\nOnly three.\n")) is Verdict.UNDECIDED


def test_a_heading_with_the_number_of_its_cards_is_no_remark(reader: Reader) -> None:
    text = CRAB.replace("\n3 Hida Fujita", "\n\nDudes (16)\n3 Hida Fujita")
    assert reader.verdict(text) is Verdict.LEGAL


@pytest.mark.parametrize("mark", ["", "# ", "// ", "; "])
@pytest.mark.parametrize("sign", ["❌", "⛔", "🗑", "👎", "❓", "^ ?", "-> ?", "- ?", "(?)", "???"])
def test_a_sign_alone_may_take_a_card_out(sign: str, mark: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"3 Iron Mine\n{mark}{sign}\n")) is Verdict.UNDECIDED


@pytest.mark.parametrize("mark", ["", "# "])
@pytest.mark.parametrize("sign", ["👍", "⭐", "♥", "---", "***", "−−−", "^^^"])
def test_other_signs_are_decoration(sign: str, mark: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"3 Iron Mine\n{mark}{sign}\n")) is Verdict.LEGAL


BELOW = """Everything below is sideboard. | # maybe from here | # everything below is maybe | Below this: sideboard. |
    The rest is sideboard. | // From here on spare cards | What follows is on the bench. | # ab hier vielleicht |
    Alles darunter ist Reserve. | # à partir d'ici peut-être | # da qui forse | Desde aquí suplentes."""
ALL_BELOW = """The list below was played at the Kotei. | # below are the cards of the Kotei |
    All cards below are from my collection. | # the cards below could be yours"""


@pytest.mark.parametrize("number", [1, 4, 9, 20])
@pytest.mark.parametrize("line", rows(BELOW))
def test_a_line_may_put_all_cards_below_it_outside(line: str, number: int, reader: Reader) -> None:
    lines = CRAB.rstrip().split("\n")
    assert reader.verdict("\n".join([*lines[:-number], "", line, *lines[-number:], ""])) is Verdict.UNDECIDED


@pytest.mark.parametrize("line", rows(ALL_BELOW))
def test_a_line_above_all_cards_puts_none_outside(line: str, reader: Reader) -> None:
    assert reader.verdict(f"{line}\n\n{CRAB}") is Verdict.LEGAL


@pytest.mark.parametrize("line", rows(BELOW))
def test_headings_may_follow_such_a_line(line: str, reader: Reader) -> None:
    above, _, below = CRAB.rpartition("\n\n")
    assert reader.verdict(f"{above}\n\n{line}\n\nStrategies\n{below}") is Verdict.UNDECIDED


ALTERNATIVES = """/ Rout | - / Rout | & Rout | / 1 Rout | -> Rout | -> war 2 | ^ war 2 | ^ Rout | => Rout | → Rout |
    ↑ Rout | -: Rout | –: Rout | -: 1 Rout | +: Rout"""


@pytest.mark.parametrize("line", rows(ALTERNATIVES))
def test_a_sign_in_front_may_make_a_card_a_remark(line: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"3 Iron Mine\n{line}\n")) is Verdict.UNDECIDED


@pytest.mark.parametrize("sign", ["->", "=>", "➜", "^"])
def test_a_sign_in_front_of_all_cards_says_nothing(sign: str, reader: Reader) -> None:
    lines = (f"{sign} {line}" if line else line for line in CRAB.rstrip().split("\n"))
    assert reader.verdict("\n".join([*lines, ""])) is Verdict.LEGAL


@pytest.mark.parametrize(("first", "last"), [("(", ")"), ("[", "]"), ("{", "}")])
@pytest.mark.parametrize("between", ["", "\n"])
def test_brackets_may_set_several_lines_apart(between: str, first: str, last: str, reader: Reader) -> None:
    text = CRAB.replace("2 Spearmen\n", f"{first}{between}2 Spearmen\n")
    assert reader.verdict(text.replace("Infantry\n", f"Infantry{between}{last}\n")) is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["Good fun :(", "Have fun (with Kei)", "My deck (for now", "Mine :)"])
def test_a_bracket_alone_sets_nothing_apart(line: str, reader: Reader) -> None:
    assert reader.verdict(f"{line}\n\n{CRAB}") is Verdict.LEGAL


DENIED = "3 Kolat Assassin\n1 Jade Works\n"


@pytest.mark.parametrize(
    "remark",
    ["or", "# not used", "# unused", "# the next two are not used", "# not in the deck", "# swap these two out", "->"],
)
def test_a_remark_above_several_cards_may_take_them_out(remark: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"{DENIED}3 Iron Mine\n")) is Verdict.ILLEGAL
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"{remark}\n{DENIED}3 Iron Mine\n")) is Verdict.UNDECIDED


@pytest.mark.parametrize("remark", ["or", "# not used", "# the last two are not used", "^ not in the deck", "=>"])
def test_a_remark_below_several_cards_may_take_them_out(remark: str, reader: Reader) -> None:
    assert reader.verdict(CRAB.replace("3 Iron Mine\n", f"{DENIED}{remark}\n3 Iron Mine\n")) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "remark", ["# out", "❌", "# didn't play", "scratch these", "# is this legal?", "(looking for)", "# 0"]
)
def test_such_a_remark_may_be_set_apart_from_several_cards(remark: str, reader: Reader) -> None:
    for cards in (DENIED, DENIED.replace("\n", "\n\n")):
        assert reader.verdict(f"{CRAB}\n{cards}{remark}\n") is Verdict.UNDECIDED, cards
        assert reader.verdict(f"{CRAB}\n{cards}\n{remark}\n") is Verdict.UNDECIDED, cards
        parted = CRAB.replace("\n2 Border Pass", f"\n\n{cards}\n{remark}\n\n2 Border Pass")
        assert reader.verdict(parted) is Verdict.UNDECIDED, cards


def test_a_remark_below_the_last_cards_may_take_them_out(reader: Reader) -> None:
    assert reader.verdict(f"{CRAB}\n{DENIED}# the last two are not used\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{CRAB}\n{DENIED}\n# the last two are not used\n") is Verdict.UNDECIDED


def test_two_remarks_may_each_take_out_a_card(reader: Reader) -> None:
    text = CRAB.replace("3 Iron Mine\n", "3 Iron Mine\n# or\n3 Jade Works\n").replace(
        "3 Hida", "3 Test of Might\n# or\n3 Hida", 1
    )
    assert reader.verdict(text.replace("# or\n", "")) is Verdict.ILLEGAL
    assert reader.verdict(text) is Verdict.UNDECIDED


@pytest.mark.parametrize("remark", ["# only one of these", "# pick one", "# choose one:", "->"])
def test_a_remark_may_leave_a_choice(remark: str, reader: Reader) -> None:
    text = CRAB.replace("3 Iron Mine\n", f"1 Iron Mine\n{remark}\n2 Fertile Plains\n")
    assert reader.verdict(text.replace(f"{remark}\n", "")) is Verdict.LEGAL
    assert reader.verdict(text) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "line", ["Stronghold is Kyuden Hida", "My stronghold is Shiro Daidoji", "Stronghold → Shiro Daidoji"]
)
def test_a_sentence_beside_a_stronghold_may_be_a_remark(line: str, reader: Reader) -> None:
    without = CRAB.replace("Kyuden Hida\n", "", 1)
    assert reader.verdict(f"Stronghold is Kyuden Hida\n{without}") is Verdict.LEGAL
    assert reader.verdict(CRAB.replace("Kyuden Hida\n", f"Kyuden Hida\n{line}\n", 1)) is Verdict.UNDECIDED
    assert reader.verdict(CRAB.replace("Kyuden Hida\n", "Kyuden Hida\nShiro Daidoji\n", 1)) is Verdict.ILLEGAL


@pytest.mark.parametrize("end", ["are not used", "are out", "swapped out"])
def test_a_remark_may_name_the_cards_that_it_takes_out(end: str, reader: Reader) -> None:
    remark = f"# Kolat Assassin and Jade Works {end}\n"
    assert reader.verdict(f"{remark}\n{CRAB}\n{DENIED}") is Verdict.UNDECIDED
    assert reader.verdict(f"{CRAB}\n{DENIED}\n{remark}") is Verdict.UNDECIDED
    assert reader.verdict(f"{CRAB}\n{DENIED}\n# Iron Mine and Rout {end}\n") is Verdict.ILLEGAL
