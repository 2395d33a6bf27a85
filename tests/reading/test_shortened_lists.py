"""Lists that are shorter than the deck, and say so; and what people write around a whole list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import Span, Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
LINES = re.findall(r"(?m)^(\d)x (.+)$", (DECKS / "lcg-2017" / "crane-no-role-45-45.txt").read_text("utf-8"))
PROVINCES, DYNASTY, CONFLICT = LINES[1:6], LINES[6:22], LINES[22:]
WHOLE = "\n".join(f"{copies} {name}" for copies, name in LINES)
# Without 22 conflict cards.
SHORT = "\n".join(f"{copies} {name}" for copies, name in LINES[:-8])


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("lcg-2017")


MORE = """... rest to follow | plus the usual conflict cards | (rest unchanged) | and so on | ... | tbd | see page 2 |
    same conflict as before | image cut off | Fortsetzung folgt | Rest wie gehabt | le reste demain | el resto luego |
    il resto domani | others later | Show more | Conflict deck attached |
    conflict in the next post | Allies: | More: | conflict: see below | + staples"""


@pytest.mark.parametrize("remark", [each.strip() for each in MORE.split("|")])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_list_that_leaves_cards_out_is_not_illegal(remark: str, between: str, reader: Reader) -> None:
    assert reader.verdict(f"{SHORT}{between}{remark}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("remark", ["...", "???", "[…]", "the usual conflict cards", "Conflict: same as last time"])
def test_the_first_line_may_say_so_too(remark: str, reader: Reader) -> None:
    assert reader.verdict(f"{remark}\n{SHORT}\n") is Verdict.UNDECIDED
    assert reader.verdict(f"Scorpion Dishonor\n{SHORT}\n") is Verdict.ILLEGAL


@pytest.mark.parametrize("greeting", ["Hi,", "Hello all!", "Dear judge,", "Bonjour Kei :"])
def test_a_greeting_is_no_card(greeting: str, reader: Reader) -> None:
    assert reader.verdict(f"{greeting}\n{WHOLE}") is Verdict.LEGAL
    (line,) = reader.checker.check_text(f"{greeting}\n{WHOLE}").deck.left_out
    assert not line.possible


@pytest.mark.parametrize("form", ["{0} {1}", "{1} x{0}", "| {0} | {1} |"])
def test_a_list_that_ends_within_a_word_may_go_on(form: str, reader: Reader) -> None:
    rows = [form.format(*line) for line in LINES[:-8]]
    last = form.format(3, "Ornate Fa").partition(" x3")[0].rstrip("| ")
    assert reader.verdict("\n".join([*rows, last])) is Verdict.UNDECIDED
    assert reader.verdict("\n".join([last, *rows])) is Verdict.ILLEGAL
    assert reader.verdict("\n".join([*rows, last.replace(" Fa", " Fanny")])) is Verdict.ILLEGAL


@pytest.mark.parametrize("form", ["{}", "+ {}", "+{}", "plus {}"])
def test_a_title_in_the_plural_may_be_any_number_of_copies(form: str, reader: Reader) -> None:
    assert "\n3 Ornate Fan\n" in WHOLE
    fans = form.format("Ornate Fans")
    assert reader.verdict(WHOLE.replace("3 Ornate Fan", fans)) is Verdict.UNDECIDED
    assert reader.verdict(WHOLE.replace("3 Ornate Fan", "3 Ornate Fans")) is Verdict.LEGAL


@pytest.mark.parametrize("remark", ["rest as usual", "rest wie gehabt", "+ staples", "etc.", "...", "[unreadable]"])
@pytest.mark.parametrize("mark", ["#", "//", ";", "##"])
def test_a_comment_may_leave_cards_out(mark: str, remark: str, reader: Reader) -> None:
    assert reader.verdict(f"{SHORT}\n{mark} {remark}\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{SHORT}\n{mark} great deck\n") is not Verdict.LEGAL
    assert reader.verdict(f"{WHOLE}\n\n# rest as usual\n") is Verdict.LEGAL


def test_the_place_of_such_a_comment_has_its_mark(reader: Reader) -> None:
    report = reader.checker.check_text(f"{SHORT}\n# rest as usual\n")

    assert [line.span for line in report.deck.left_out] == [Span(len(LINES) - 7, 1, len("# rest as usual") + 1)]


def test_a_comment_in_yaml_and_notes_in_json_may_leave_cards_out(reader: Reader) -> None:
    cards = {name: int(copies) for copies, name in LINES[:-8]}
    yaml = "".join(f'  "{name}": {copies}\n' for name, copies in cards.items())

    assert reader.checker.check_text(f"deckcheck: 1\ncards:\n{yaml}").verdict is Verdict.ILLEGAL
    assert reader.checker.check_text(f"deckcheck: 1\ncards:\n{yaml}  # rest as usual\n").verdict is Verdict.UNDECIDED
    assert reader.verdict_of_json({"cards": cards, "notes": "Strong.\nRest as usual."}) is Verdict.UNDECIDED
    assert reader.verdict_of_json({"cards": cards, "notes": "Strong."}) is Verdict.ILLEGAL


def test_a_note_in_json_counts_cards_as_the_list_does(reader: Reader) -> None:
    cards = {name: int(copies) for copies, name in LINES}
    for note in ("I play only 3 Assassination", "Keep 1 Assassination in hand.", "You win with two Assassination."):
        assert reader.verdict_of_json({"cards": cards, "notes": note}) is Verdict.LEGAL
    for note in ("I play only 2 Assassination", "just two Assassination for now", "Assassination x2"):
        assert reader.verdict_of_json({"cards": cards, "notes": note}) is Verdict.UNDECIDED


COUNTING = "3er 2er 1er | Dreimal: Zweimal: Einmal: | Je_3 Je_2 Je_1 | Trois_fois Deux_fois Une_fois"


@pytest.mark.parametrize("headings", [each.split() for each in COUNTING.split("|")], ids=" ".join)
def test_an_unknown_heading_may_count_the_names_below(headings: list[str], reader: Reader) -> None:
    names = {number: [name for copies, name in LINES if copies == number] for number in "321"}
    parts = ["\n".join([head.replace("_", " "), *names[n]]) for head, n in zip(headings, names, strict=True)]

    assert reader.verdict("\n\n".join(parts)) is Verdict.UNDECIDED


THREE = """Trips unless noted. | Alles dreimal, wenn nichts anderes dabei steht | x3 where not specified |
    I play everything at max. | Tout en trois exemplaires sauf mention contraire. | Unmarked = 3 | Assume full sets."""


@pytest.mark.parametrize("remark", [each.strip() for each in THREE.split("|")])
def test_text_beside_the_list_may_count_names_without_a_number(remark: str, reader: Reader) -> None:
    names = "\n".join(name if copies == "3" else f"{copies} {name}" for copies, name in LINES)

    assert reader.verdict(names) is Verdict.ILLEGAL
    assert reader.verdict(f"{remark}\n\n{names}\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{names}\n\n{remark}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("remark", ["Thanks for reading!", "It was a great day.", "Viele Grüße\nKei", "@Kei hello"])
def test_other_remarks_mend_no_short_list(remark: str, reader: Reader) -> None:
    assert reader.verdict(f"{SHORT}\n\n{remark}\n") is Verdict.ILLEGAL
    assert reader.verdict(f"{WHOLE}\n\n{remark}\n") is Verdict.LEGAL


@pytest.mark.parametrize("heading", ["Allies:", "More:", "Weitere Karten:"])
def test_a_heading_at_the_end_may_have_lost_its_cards(heading: str, reader: Reader) -> None:
    assert reader.verdict(f"{WHOLE}\n\n{heading}\n\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{WHOLE}\n\nNotes:\nIt plays well against Lion.\n") is Verdict.LEGAL


def test_two_cards_on_a_line_are_read_where_other_lines_have_more(reader: Reader) -> None:
    cards = [f"{copies}x {name}" for copies, name in LINES]
    rows = "\n".join(", ".join(cards[at : at + 3]) for at in range(0, len(cards), 3))
    assert rows.endswith("\n3x Political Rival, 3x Steward of Law")

    assert reader.verdict(rows) is Verdict.LEGAL


def test_provinces_in_one_line_have_one_copy_each(reader: Reader) -> None:
    parts = ", ".join(name for _, name in PROVINCES)
    others = [f"{copies}x {name}" for copies, name in (LINES[0], *DYNASTY, *CONFLICT)]

    assert reader.verdict("\n".join([*others, f"Provinces: {parts}"])) is Verdict.LEGAL
    assert (
        reader.verdict("\n".join([*others, f"Provinces: {parts.replace('Pilgrimage', 'Banzai!')}"]))
        is Verdict.UNDECIDED
    )


ASKED = """Any suggestions? | Thoughts? | Any other ideas? | Verbesserungsvorschläge? | Des idées ? |
    What do you think? | Was meint ihr? | ¿Alguna sugerencia?"""


@pytest.mark.parametrize("line", [each.strip() for each in ASKED.split("|")])
def test_a_question_to_the_readers_is_no_question_about_the_list(line: str, reader: Reader) -> None:
    assert reader.verdict(f"{WHOLE}\n\n{line}\n") is Verdict.LEGAL
    assert reader.verdict(f"{WHOLE}\n\n{line[:-1]} for cuts?\n") is Verdict.UNDECIDED


def test_a_forum_says_who_edited_a_list(reader: Reader) -> None:
    line = "Last edited by Kei on Mon Jan 12, 2009 4:31 pm; edited 2 times in total"

    assert reader.verdict(f"{WHOLE}\n\n{line}\n") is Verdict.LEGAL
    assert reader.verdict(f"{WHOLE}\n\n{line}: -1 Banzai!\n") is Verdict.UNDECIDED


WORDS = """Festung Provinzen Dynastie-Deck Konflikt-Deck | Forteresse Provinces Dynastie Conflit |
    Fortaleza Provincias Dinastía Conflicto | Roccaforte Provincie Dinastia Conflitto"""


@pytest.mark.parametrize("words", [each.split() for each in WORDS.split("|")], ids=" ".join)
def test_headings_may_be_in_other_languages(words: list[str], reader: Reader) -> None:
    hold, provinces, dynasty, conflict = words
    parts = [f"{hold}: {LINES[0][1]}", f"{provinces} (5)", *lines(PROVINCES)]
    parts += [f"{dynasty} (45)", *lines(DYNASTY), f"{conflict} (45)", *lines(CONFLICT)]

    assert reader.verdict("\n".join(parts)) is Verdict.LEGAL
    assert {entry.request.section for entry in reader.checker.check_text("\n".join(parts)).deck.entries} == {
        "stronghold",
        "province",
        "dynasty",
        "conflict",
    }


def lines(cards: list[tuple[str, str]]) -> list[str]:
    return [f"{copies} {name}" for copies, name in cards]


@pytest.mark.parametrize("legend", ["* sideboard", "* Sideboard", "*sideboard", "*) side", "* sideboarded", "(*) cut"])
def test_a_legend_needs_no_sign_behind_its_mark(legend: str, reader: Reader) -> None:
    marked = WHOLE.replace("3 Banzai!", "3 Banzai! *").replace("2 Charge!", "2 Charge! *")

    assert reader.verdict(f"{marked}\n\n{legend}\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{marked}\n\n* foil\n") is Verdict.LEGAL


def test_dots_at_the_end_leave_something_out(reader: Reader) -> None:
    assert reader.verdict(f"{WHOLE}\n...\n") is Verdict.UNDECIDED
