"""Cells beside cards in tables of a text list: signs, and the heads of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Report, Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
ROWS = [line.partition(" ")[::2] for line in CRANE.splitlines() if line[:1].isdigit()]
FORMS = ("| {} | {} | {} |", "{}\t{}\t{}", "{};{};{}", "| {2} | {0} | {1} |")


def table(form: str, *marked: str, mark: str, all_others: str = "") -> str:
    rows = [form.format(*row, mark if row[1] in marked else all_others) for row in ROWS]
    return "\n".join(row.strip("\t") for row in rows)


@pytest.mark.parametrize("mark", ["*", "**", "!", "•", "★", "✓", "x"])
def test_a_sign_in_the_cell_of_a_few_cards_may_mean_anything(mark: str, celestial: Reader) -> None:
    for form in FORMS:
        assert celestial.verdict(table(form, "Copper Mine", "Ring of Air", mark=mark)) is Verdict.UNDECIDED


@pytest.mark.parametrize("mark", ["*", "★", "✓"])
def test_a_sign_in_the_cells_of_most_cards_says_nothing(mark: str, celestial: Reader) -> None:
    for form in FORMS:
        assert celestial.verdict(table(form, mark="", all_others=mark)) is Verdict.LEGAL


@pytest.mark.parametrize("head", ["Max", "Maximum", "Max copies", "Allowed"])
def test_a_limit_is_no_number_of_copies(head: str, celestial: Reader) -> None:
    for form in ("| {} | {} |", "{}\t{}", "{};{}"):
        rows = [form.format(head, "Card"), *(form.format(*row) for row in ROWS)]
        assert celestial.verdict("\n".join(rows)) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("heads", "form"),
    [
        ("| {} | Card |\n|---|---|", "| {} | {} |"),
        ("| Card | {} | Thoughts |", "| {1} | {0} | good |"),
        ("| Name of card | {} |", "| {1} | {0} |"),
        ("| {} | Personality |\n|:--|:--|", "| {} | {} |"),
        ("| {} | Alles |\n|---|---|", "| {} | {} |"),
        ("{}\tCard", "{}\t{}"),
        ("Name\t{}", "{1}\t{0}"),
        ("{:8}  Card", "{:8}  {}"),
        ("{} Card", "{} {}"),
        ("<tr><th>{}</th><th>Card</th></tr>", "<tr><td>{}</td><td>{}</td></tr>"),
        ("{{| class=wikitable\n! {} !! Card", "|-\n| {} || {}"),
    ],
)
def test_only_a_column_for_copies_counts_them(heads: str, form: str, celestial: Reader) -> None:
    rows = [form.format(*row) for row in ROWS]
    for head in ("Rank", "Weight", "Slot", "Deck rank", "Cost", "Fate", "Force"):
        if not (heads == "{} Card" and head in ("Deck rank", "Fate")):  # These may be titles and headings.
            assert celestial.verdict("\n".join([heads.format(head), *rows])) is Verdict.UNDECIDED
    if "{{|" not in heads:  # A table of a wiki that is cut off may have other rows.
        assert celestial.verdict("\n".join([heads.format("Copies"), *rows])) is Verdict.LEGAL


@pytest.mark.parametrize("heads", [("Foo", "Bar"), ("Rank", "Holding"), ("Wert", "Karten hier")])
@pytest.mark.parametrize("form", ["{}\t{}", "{1}\t{0}", "| {} | {} |", "{};{}", "{:6}  {}", "{}\t{}\t"])
def test_words_above_rows_of_the_same_shape_are_heads(form: str, heads: tuple[str, str], celestial: Reader) -> None:
    rows = [form.format(*row) for row in ROWS]
    for between in ("", "\n", "Dynasty\n"):
        assert celestial.verdict(f"{form.format(*heads)}\n{between}" + "\n".join(rows)) is Verdict.UNDECIDED
    assert celestial.verdict("\n".join([form.format("", "Foo"), *rows])) is Verdict.LEGAL
    if "|" not in form:  # In a row of a table, a type in the cell for numbers is a question.
        assert celestial.verdict("\n".join([form.format("Stronghold", ROWS[0][1]), *rows[1:]])) is Verdict.LEGAL


@pytest.mark.parametrize(
    ("heads", "form"), [("{} - Card", "{} - {}"), ("Card: {}", "{1}: {0}"), ("Card = {}", "{1} = {0}")]
)
def test_signs_of_titles_part_heads_beside_a_word_for_cards(heads: str, form: str, celestial: Reader) -> None:
    rows = [form.format(*row) for row in ROWS]
    for head, verdict in (("Rank", Verdict.UNDECIDED), ("Qty", Verdict.LEGAL)):
        assert celestial.verdict("\n".join([heads.format(head), *rows])) is verdict
    assert celestial.verdict("\n".join(["Cranes - Summer", *rows])) is Verdict.LEGAL


@pytest.mark.parametrize("form", ["{}\t{}", "{} | {}", "{}; {}", "{:10}  {}"])
def test_a_fact_above_rows_has_no_heads(form: str, celestial: Reader) -> None:
    rows = [form.format(*row) for row in ROWS]
    for label in ("Player", "Deck name", "Event"):
        assert celestial.verdict("\n".join([form.format(label, "Kei"), *rows])) is Verdict.LEGAL


def test_a_clan_and_card_are_a_title(celestial: Reader) -> None:
    for title, verdict in (("Crane card", Verdict.LEGAL), ("Rank card", Verdict.UNDECIDED)):
        assert celestial.verdict("\n".join([title, *map(" ".join, ROWS)])) is verdict


def test_a_column_without_a_clear_head_is_a_question_of_each_row(celestial: Reader, tmp_path: Path) -> None:
    texts = {"deck.csv": ",", "deck.md": "|", "deck.txt": "\t"}
    for name, sign in texts.items():
        rows = [sign.join([number, f'"{card}"' if sign == "," else card]) for number, card in ROWS]
        (tmp_path / name).write_text("\n".join([f"Weight{sign}Card", *rows]), "utf-8")
        (report,) = celestial.checker.check_many([tmp_path / name])
        assert isinstance(report, Report)
        found = [each.message for each in report.findings if each.code == "D001"]
        assert len(found) == len(ROWS)
        assert all(each.endswith(" has its number of copies in the column `Weight`") for each in found)


def test_two_cards_with_their_numbers_may_be_in_a_row(celestial: Reader) -> None:
    for heads in ("", "| Qty | Card | Qty | Card |\n|---|---|---|---|\n"):
        cells = [f"| {number} | {name} " for number, name in ROWS]
        rows = [one + other + "|" for one, other in zip(cells[::2], [*cells[1::2], "| | "], strict=False)]
        assert celestial.verdict(heads + "\n".join(rows)) is Verdict.LEGAL
        assert celestial.verdict(heads + "\n".join(rows).replace("| 3 | ", "| 4 | ", 1)) is Verdict.ILLEGAL


@pytest.mark.parametrize("sign", ["#", "# ✓"])
def test_an_empty_comment_behind_all_cards_says_nothing(sign: str, celestial: Reader) -> None:
    rows = [f"{number} {name} {sign}" for number, name in ROWS]
    assert celestial.verdict("\n".join(rows)) is Verdict.LEGAL
    assert (
        celestial.verdict("\n".join([*(row.removesuffix(f" {sign}") for row in rows[1:]), rows[0]]))
        is Verdict.UNDECIDED
    )


def test_a_set_on_its_own_lines_is_no_card(celestial: Reader) -> None:
    names = "\n".join(f"{name}\nCelestial Edition" for number, name in ROWS for _ in range(int(number)))
    assert celestial.verdict(names) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "row", ["| 3 | Coper Mine | holding |", "| Coper Mine | 3x |", "3 | Coper Mine", "|Holding|3|Coper Mine|"]
)
def test_a_misspelt_name_is_that_of_its_cell(row: str, celestial: Reader) -> None:
    lines = ["| 3 | Iron Mine | holding |", row, "| 3 | Silver Mine | holding |"]
    (finding,) = (each for each in celestial.checker.check_text("\n".join(lines)).findings if each.code == "D001")
    assert finding.message == "no card is called `Coper Mine`"
    assert finding.data["suggestions"] == ["Copper Mine"]


def test_an_id_may_name_the_level_of_its_card(celestial: Reader, tmp_path: Path) -> None:
    ids = {name: name.replace(" - exp", " experienced").lower().replace(" ", "_") for _, name in ROWS}
    for wrong, verdict in (("", Verdict.LEGAL), ("Doji Ayano - exp", Verdict.UNDECIDED)):
        rows = [f"{n},{ids[name].removesuffix('_experienced' * (name == wrong))},{name}" for n, name in ROWS]
        (tmp_path / "deck.csv").write_text("\n".join(["Qty,Id,Name", *rows]), "utf-8")
        (report,) = celestial.checker.check_many([tmp_path / "deck.csv"])
        assert isinstance(report, Report)
        assert report.verdict is verdict


@pytest.mark.parametrize(
    ("form", "verdict"),
    [
        ("{at},{name},Celestial,{n}", Verdict.LEGAL),
        ("{name},Celestial Edition,{n}", Verdict.LEGAL),
        ("{at},{name},{n},Celestial Edition", Verdict.LEGAL),
        ("{name},Common,{n}", Verdict.UNDECIDED),
        ("{at},{name},{at},{n}", Verdict.LEGAL),
    ],
)
def test_a_table_without_heads_is_a_list(form: str, verdict: Verdict, celestial: Reader, tmp_path: Path) -> None:
    rows = (form.format(at=at, n=n, name=f'"{name}"') for at, (n, name) in enumerate(ROWS, 1))
    (tmp_path / "deck.csv").write_text("\n".join(rows), "utf-8")
    assert celestial.checker.check_file(tmp_path / "deck.csv").verdict is verdict


def test_three_cells_of_a_card_on_lines_of_their_own_are_a_question(celestial: Reader) -> None:
    for form in ("{name}\nCelestial Edition\n{n}", "{n}x\n{name}\nCelestial Edition\n$0.25"):
        assert celestial.verdict("\n".join(form.format(name=name, n=n) for n, name in ROWS)) is Verdict.UNDECIDED


def test_labels_of_each_card_are_heads(celestial: Reader) -> None:
    for label, verdict in (("Qty", Verdict.LEGAL), ("Rank", Verdict.UNDECIDED), ("Cost", Verdict.UNDECIDED)):
        assert celestial.verdict("\n\n".join(f"Card: {name}\n{label}: {n}\nOwned: 3" for n, name in ROWS)) is verdict


def test_the_name_in_a_row_may_go_on_in_the_next(celestial: Reader) -> None:
    rows = [f"| {n} | {name} |" for n, name in ROWS]
    at = next(at for at, (_, name) in enumerate(ROWS) if name == "Kakita Okirou")
    rows[at : at + 1] = [f"| {ROWS[at][0]} | Kakita |", "| | Okirou |"]
    assert celestial.verdict("\n".join(["| Qty | Card |", "|---|---|", *rows])) is Verdict.UNDECIDED


def test_the_heads_of_jira_are_heads(celestial: Reader) -> None:
    for head, verdict in (("Qty", Verdict.LEGAL), ("Rank", Verdict.UNDECIDED), ("Foo", Verdict.UNDECIDED)):
        assert celestial.verdict("\n".join([f"||{head}||Card||", *(f"|{n}|{name}|" for n, name in ROWS)])) is verdict


@pytest.mark.parametrize(
    "form",
    ["CE\t{:03}\t{}", "| CE | {} | {} |", "CE; {}; {}", "CE {} {}", "CE - {:03} - {}", "[CE] {} {}", "{1} - CE - {0}"],
)
def test_the_numbers_of_a_set_count_no_copies(form: str, celestial: Reader) -> None:
    rows = [form.format(7 * at % 100, name) for at, (_, name) in enumerate(ROWS, 1)]
    assert celestial.verdict("\n".join(rows)) is Verdict.UNDECIDED
    for part in (5, 10, 14):
        assert not celestial.checker.check_text("\n".join(rows[:part])).deck.entries
    copies = "\n".join(form.format(number, name) for number, name in ROWS) if ":03" not in form else ""
    assert not copies or celestial.verdict(copies) is Verdict.LEGAL


def test_a_number_with_many_zeros_counts_no_copies(celestial: Reader) -> None:
    for form in ("{at:03}{n:02} {name}", "{at:05} {name}"):
        rows = (form.format(at=at, n=int(n), name=name) for at, (n, name) in enumerate(ROWS, 1))
        assert celestial.verdict("\n".join(rows)) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", ["{at} | {n} | {name}", "{at}|{n}|{name}", "{at}\t{n}\t{name}"])
def test_a_first_column_of_all_numbers_counts_the_rows(form: str, celestial: Reader) -> None:
    rows = [form.format(at=at, n=n, name=name) for at, (n, name) in enumerate(ROWS, 1)]
    assert celestial.verdict("\n".join(rows)) is Verdict.LEGAL
    assert celestial.verdict("\n".join(rows[1:])) is Verdict.UNDECIDED
    costs = [form.format(at=at % 4 + 1, n=n, name=name) for at, (n, name) in enumerate(ROWS)]
    assert celestial.verdict("\n".join(costs)) is Verdict.UNDECIDED
