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


@pytest.fixture(scope="module")
def celestial() -> Reader:
    return Reader("celestial-40-40")


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
