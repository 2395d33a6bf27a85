"""A report lists a limited number of findings; its verdict, its counts and the commands use all of them."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from deckcheck.checks import checker as app
from deckcheck.cli import run
from deckcheck.decks.intake import Intake
from deckcheck.model.finding import Severity, Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.report import Outcome
from deckcheck.pools.loading import FilePool
from deckcheck.reports import REPORTS, Style, renderer
from deckcheck.reports.html import sheets
from deckcheck.reports.told import told
from tests.bulk_runs import FORMAT, records, write_texts
from tests.conftest import ROOT
from tests.fixture_decks import WHOLE_DECKS

Output = pytest.CaptureFixture[str]
UNKNOWN = 150
CRANE = ROOT / "examples" / "crane-celestial.txt"


def many_unknown(folder: Path) -> Path:
    """Write a list that breaks rules and has 150 lines that nobody knows."""
    path = folder / "deck.txt"
    lines = [*(f"1 Xyzzy Number {number}" for number in range(UNKNOWN)), "5 Steel on Steel", "1 Shiro Daidoji"]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory, celestial: Format, ccg: FilePool) -> Callable[..., Outcome]:
    path = many_unknown(tmp_path_factory.mktemp("lists"))

    @cache
    def check(**limits: int) -> Outcome:
        return app.check_all([str(path)], celestial, ccg, Intake(limits=Limits(**limits)))

    return check


def rendered(name: str, outcome: Outcome) -> str:
    return "".join(renderer(name)(outcome, Style()))


def test_the_first_of_each_kind_and_what_rules_say_stay(checked: Callable[..., Outcome]) -> None:
    (report,) = checked(messages=12).reports
    every = {finding.code for finding in report.findings}

    assert len(report.findings) > UNKNOWN
    assert len(report.listed) == 12
    assert report.unlisted == len(report.findings) - 12
    assert {finding.code for finding in report.listed} == every
    assert [each for each in report.findings if each in report.listed] == list(report.listed)
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    assert errors
    assert [finding for finding in errors if finding not in report.listed] == []


def test_the_verdict_is_that_of_all(checked: Callable[..., Outcome]) -> None:
    few, all_of_them = checked(messages=10), checked(messages=10_000)

    assert few.reports[0].findings == all_of_them.reports[0].findings
    assert few.reports[0].verdict is all_of_them.reports[0].verdict is Verdict.ILLEGAL
    assert few.reports[0].counts == all_of_them.reports[0].counts
    assert all_of_them.reports[0].unlisted == 0


# How many findings a report lists.
LISTED: dict[str, Callable[[str], int]] = {
    "concise": lambda text: len(re.findall(r":\d+:\d+: ", text)),
    "json": lambda text: len(json.loads(text)["decks"][0]["findings"]),
    "jsonl": lambda text: len(json.loads(text.splitlines()[0])["findings"]),
    "sarif": lambda text: len(json.loads(text)["runs"][0]["results"]),
    "junit": lambda text: len(ET.fromstring(text).findall(".//testcase")) - 1,
    "github": lambda text: len(re.findall(r"title=deckcheck \(\w\d+\)", text)),
}
# How a report for people begins an unknown line: all are one finding, with a line for each.
TOLD = {
    "text": r"^ *(\d+) \| 1 Xyzzy",
    "markdown": r"^  - line (\d+): 1 Xyzzy",
    "html": r"line (\d+)</span><code><mark>1 X",
}


def listed_in(name: str, text: str, outcome: Outcome) -> int:
    """Return how many findings a report lists; those besides unknown lines are few, and always listed."""
    if name in LISTED:
        return LISTED[name](text)
    others = sum(each.code != "D001" for each in outcome.reports[0].findings)
    return len({*re.findall(TOLD[name], text, re.MULTILINE)}) + others


@pytest.mark.parametrize("name", [*LISTED, *TOLD])
def test_a_report_lists_so_many_and_says_how_many_more(name: str, checked: Callable[..., Outcome]) -> None:
    outcome, total = checked(), len(checked().reports[0].findings)
    text = rendered(name, outcome)

    assert listed_in(name, text, outcome) == 100
    if name in ("json", "jsonl"):
        first = json.loads(text.splitlines()[0]) if name == "jsonl" else json.loads(text)["decks"][0]
        assert first["unlisted"] == {"findings": total - 100, "limit": "messages"}
    else:
        plain = re.sub(r"[`\\]|</?b>", "", text)
        assert f"{total - 100} more findings are not shown" in plain
        assert f"--limit messages={total}" in plain


@pytest.mark.parametrize("name", [*LISTED, *TOLD])
def test_with_a_higher_limit_it_lists_all(name: str, checked: Callable[..., Outcome]) -> None:
    outcome = checked(messages=1000)
    text = rendered(name, outcome)

    assert listed_in(name, text, outcome) + (name == "junit") == len(outcome.reports[0].findings)
    assert "not shown" not in text


def test_the_table_and_the_sheet_are_about_all(checked: Callable[..., Outcome]) -> None:
    few, all_of_them = checked(messages=10), checked(messages=1000)

    assert rendered("csv", few) == rendered("csv", all_of_them)
    (row,) = csv.DictReader(io.StringIO(rendered("csv", few)))
    assert int(row["errors"]) == sum(each.severity is Severity.ERROR for each in few.reports[0].findings)
    options = sheets.SheetOptions()
    assert "".join(sheets.render(few, options)) == "".join(sheets.render(all_of_them, options))


def forms_of(rows: list[str], folder: Path, fmt: Format, pool: FilePool) -> Outcome:
    """Return the report on a whole list whose cards are written in rows of a form."""
    path = folder / "rows.txt"
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return app.check_all([str(path)], fmt, pool)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ("| {n} | {name} |", "D003"),
        ("{n} copies of {name}", "D003"),
        ("{n} | {name} | {n}", "D001"),
        ("{n}.50 {name}", "D006"),
        ("0 {name}", "D006"),
    ],
)
def test_rows_in_doubt_for_one_reason_are_told_at_once_and_listed_one_by_one(
    form: str, code: str, tmp_path: Path, celestial: Format, ccg: FilePool
) -> None:
    cards = [line.split(" ", 1) for line in CRANE.read_text("utf-8").splitlines() if line[:1].isdigit()]
    rows = [form.format(n=int(count) + (code == "D001"), name=name) for count, name in cards]
    outcome = forms_of(rows, tmp_path, celestial, ccg)
    found = [each for each in outcome.reports[0].findings if each.code == code]

    assert [each.span and each.span.line for each in found] == [*range(1, len(rows) + 1)]
    assert all(name in str(each.data["name"]) for (_, name), each in zip(cards, found, strict=True))
    assert len(re.findall(rf"^\w+\[{code}\]", rendered("text", outcome), re.MULTILINE)) == 1


def test_the_names_that_rows_may_mean_are_beside_them(tmp_path: Path, celestial: Format, ccg: FilePool) -> None:
    rows = ["3 ~ Iron Mine", "3 ~ Copper Mine", "3 ~ Rout", "1 ~ Iron Mine"]
    (report,) = forms_of(rows, tmp_path, celestial, ccg).reports
    (each,) = [each for each in told(report.findings) if each.finding.code == "D001"]

    assert each.finding.help == "write one card per line: `3 NAME`"
    assert [said for _, said in each.lines] == [
        f"did you mean `{name}`?" for name in ("Iron Mine", "Copper Mine", "Rout", "Iron Mine")
    ]


def test_the_table_for_the_desk_names_each_line_in_doubt(tmp_path: Path) -> None:
    lists, out = tmp_path / "lists", tmp_path / "out"
    lists.mkdir()
    rows = [f"{number} | Iron Mine | 3" for number in (1, 2, 4, 5)]
    (lists / "rows.txt").write_text("\n".join([*rows, "3 Copper Mine"]), "utf-8")

    assert run(["bulk", str(lists), "--format", "celestial-40-40", "--out", str(out), "--isolated"]) == 1

    (row,) = csv.DictReader(io.StringIO((out / "desk.csv").read_text("utf-8")))
    assert row["not counted"] == "; ".join(f'line {at}: "{text}"' for at, text in enumerate(rows, 1))


def test_a_question_names_the_lines_in_their_order(tmp_path: Path, celestial: Format, ccg: FilePool) -> None:
    deck = (WHOLE_DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
    path = tmp_path / "deck.txt"
    path.write_text(deck.replace("3 Court Attendants\n", "3 Court Attendants\nMaybe:\n"), "utf-8")

    (report,) = app.check_all([str(path)], celestial, ccg, Intake()).reports
    (question,) = (each for each in report.findings if each.code == "S001")

    named = [int(each) for each in re.findall(r"\d+", question.message.partition("Lines ")[2])]
    assert named == sorted(named)
    assert len(named) > 1


def test_every_report_is_looked_at_here() -> None:
    assert {*LISTED, *TOLD, "csv"} == set(REPORTS)


def test_a_test_report_counts_what_it_lists(checked: Callable[..., Outcome]) -> None:
    suite = ET.fromstring(rendered("junit", checked())).find("testsuite")

    assert suite is not None
    assert suite.get("tests") == str(len(suite.findall("testcase")))
    assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
    assert suite.get("skipped") == str(len(suite.findall("testcase/skipped")))


def test_names_goes_through_all_lines(tmp_path: Path, capsys: Output) -> None:
    path = many_unknown(tmp_path)

    assert run(["deck", "names", str(path), "--format", "celestial-40-40", "--limit", "messages=10"]) == 1

    said = capsys.readouterr()
    assert said.out.count("no card is called") == UNKNOWN
    assert f"{UNKNOWN} lines not recognised" in said.err


def slipped(text: str, chosen: random.Random) -> str:
    """Return a list in which some names are spelled wrongly."""
    return re.sub(r"[a-z]{4}", lambda found: found[0] if chosen.random() < 0.8 else "xqzj", text)


@pytest.mark.parametrize("limit", [10, 12, 100])
def test_check_and_bulk_list_the_same(
    limit: int, tmp_path: Path, lcg2017: Format, lcg: FilePool, capsys: Output
) -> None:
    folder, chosen = write_texts(tmp_path / "lists", lcg2017, lcg, 20), random.Random(limit)
    for path in sorted(folder.iterdir()):
        path.write_text(slipped(path.read_text("utf-8"), chosen), "utf-8")
    options = [str(folder), "--format", FORMAT, "--limit", f"messages={limit}", "--isolated"]

    assert run(["check", *options, "--as", "jsonl"]) == 1
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert run(["bulk", *options]) == 1
    found: list[dict[str, Any]] = records(capsys.readouterr().out.encode())

    assert [each for each in said if each["kind"] == "deck"] == [
        {key: value for key, value in each.items() if key != "player"} for each in found
    ]
    assert any(each["unlisted"] for each in found) == (limit < 100)
    assert max(len(each["findings"]) for each in found) <= limit
