"""Rulings: what a judge allowed no longer decides, and nothing else is touched."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from deckcheck.checks.checker import Checker, load_format, load_pool
from deckcheck.checks.rulings import Ruling, counting, in_force, read_rulings, ruled, written
from deckcheck.cli import run
from deckcheck.decks.readers import read
from deckcheck.model.errors import DataError
from deckcheck.model.limits import Limits
from deckcheck.model.report import Report
from tests.conftest import ROOT, text_file

SLIPS = ROOT / "examples" / "crane-with-slips.txt"
BY = {"why": "agreed by mail", "by": "Head Judge"}


@pytest.fixture(scope="module")
def checker() -> Checker:
    fmt = load_format("celestial-40-40")
    return Checker(fmt, load_pool(fmt.pool))


@pytest.fixture(scope="module")
def report(checker: Checker) -> Report:
    text = f"Player: Player One\n{SLIPS.read_text('utf-8')}"
    return checker.report(read(text, "deck.txt", Limits()))


def codes(report: Report, checker: Checker, *rulings: Ruling) -> list[str]:
    """Return the codes of the findings that decide, as rulings leave them."""
    found = ruled(report, in_force(rulings, checker.pool)).findings
    return sorted(each.code for each in found if each.severity.value in ("error", "undecided"))


def test_what_is_allowed_no_longer_decides(report: Report, checker: Checker) -> None:
    assert codes(report, checker) == ["C001", "C003", "D001", "S001"]

    assert codes(report, checker, Ruling(decision="allow", code="C001", **BY)) == ["C003", "D001", "S001"]


def test_what_is_allowed_is_shown_with_who_and_why(report: Report, checker: Checker) -> None:
    ruling = Ruling(decision="allow", code="C001", date="2026-11-22", **BY)

    (shown,) = [each for each in ruled(report, in_force([ruling], checker.pool)).findings if each.code == "C001"]

    assert shown.severity.value == "note"
    assert shown.message.endswith("at most 3 are allowed (allowed by Head Judge, 2026-11-22: agreed by mail)")
    assert shown.data["ruling"] == {"decision": "allow", "code": "C001", "date": "2026-11-22", **BY}
    assert shown.data["severity"] == "error"


@pytest.mark.parametrize(
    ("fields", "left"),
    [
        ({"card": "Marketplace"}, ["C003", "D001", "S001"]),
        ({"card": "Marketplace", "code": "C003"}, ["C001", "C003", "D001", "S001"]),
        ({"card": "A New Year"}, ["C001", "D001", "S001"]),
        ({"card": "Iron Mine"}, ["C001", "C003", "D001", "S001"]),
        ({"code": "C001", "player": "player one"}, ["C003", "D001", "S001"]),
        ({"code": "C001", "player": "Player Two"}, ["C001", "C003", "D001", "S001"]),
        ({"fingerprint": "sha256:72651739e4e2"}, []),
        ({"fingerprint": "sha256:000000000000"}, ["C001", "C003", "D001", "S001"]),
    ],
)
def test_a_ruling_is_about_what_it_names(
    fields: dict[str, str], left: list[str], report: Report, checker: Checker
) -> None:
    assert codes(report, checker, Ruling(decision="allow", **fields, **BY)) == left


def test_a_later_ruling_supersedes(report: Report, checker: Checker) -> None:
    allow = Ruling(decision="allow", code="D001", **BY)
    reject = Ruling(decision="reject", code="D001", **BY)

    assert "D001" not in codes(report, checker, reject, allow)
    assert "D001" in codes(report, checker, allow, reject)
    found = ruled(report, in_force([allow, reject], checker.pool)).findings
    assert [each.severity.value for each in found if each.code == "D001"] == ["error"]


def test_a_ruling_counts_until_its_last_day() -> None:
    ruling = Ruling(decision="allow", code="C001", until="2026-11-22", **BY)

    assert counting([ruling], "2026-11-22") == (ruling,)
    assert counting([ruling], "2026-11-23") == ()


def test_written_rulings_are_read_as_they_were(tmp_path: Path) -> None:
    rulings = (
        Ruling(
            decision="allow",
            code="C001",
            card='"Odd": #name',
            player="Kei\n- x",
            why="it's fine: yes",
            by="no",
            date="2026-11-22",
        ),
        Ruling(decision="reject", fingerprint="sha256:72651739e4e2", until="2026-12-31", **BY),
    )
    file = text_file(tmp_path / "rulings.yaml", written(rulings))

    assert read_rulings(str(file)) == rulings
    file.write_text(written(()), "utf-8")
    assert read_rulings(str(file)) == ()


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    file = text_file(tmp_path / "rulings.yaml", re.findall(r"```yaml\n(rulings:\n(?:.*\n)*?)```", page)[0])

    (ruling,) = read_rulings(str(file))

    assert (ruling.by, ruling.until) == ("Head Judge", "2026-12-31")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- decision: allow\n    why: a\n    by: b", ":3:8: not valid YAML"),
        ("  - {decision: allow, why: a, by: b}", ":2:.*too broad"),
        ("  - {decision: allow, why: a, by: b, player: Kei}", ":2:.*too broad"),
        ("  - {decision: allow, why: a, by: b, code: X999}", ":2:.*no rule with the code `X999`"),
        ("  - {decision: maybe, why: a, by: b, code: C001}", ":2:.*maybe"),
        ("  - {decision: allow, why: '', by: b, code: C001}", ":2:"),
        ("  - {decision: allow, by: b, code: C001}", ":2:.*why"),
        ("  - {decision: allow, why: a, by: b, code: C001, until: '2026-02-30'}", ":2:.*`2026-02-30` is not a day"),
        ("  - {decision: allow, why: a, by: b, code: C001, colour: red}", ":2:.*colour"),
        ("  - {decision: allow, why: a, by: b, fingerprint: 'sha256:7265'}", ":2:"),
    ],
)
def test_a_broken_ruling_is_refused_with_its_line(text: str, said: str, tmp_path: Path) -> None:
    file = text_file(tmp_path / "rulings.yaml", f"rulings:\n{text}\n")

    with pytest.raises(DataError) as error:
        read_rulings(str(file))

    assert re.search(said, str(error.value))


def test_an_unknown_decision_lists_the_known_ones(tmp_path: Path) -> None:
    file = text_file(tmp_path / "rulings.yaml", "rulings:\n  - {decision: maybe, why: a, by: Kei, code: C001}\n")

    with pytest.raises(DataError) as error:
        read_rulings(str(file))

    assert error.value.help == "known values: allow, reject"


@pytest.fixture
def rulings(tmp_path: Path) -> Path:
    """Rulings that allow all that is wrong with the example."""
    file = tmp_path / "rulings.yaml"
    fields = [{"code": "C001", "card": "Marketplace"}, {"code": "C003"}, {"code": "D001"}, {"code": "S001"}]
    file.write_text(written(Ruling(decision="allow", **each, **BY) for each in fields), "utf-8")
    return file


def test_check_and_bulk_read_the_same_rulings(
    rulings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [str(SLIPS), "--format", "celestial-40-40", "--rulings", str(rulings)]

    assert run(["check", *options, "-o", "jsonl"]) == 0
    (checked,) = [each for each in map(json.loads, capsys.readouterr().out.splitlines()) if "verdict" in each]
    assert run(["bulk", *options]) == 0
    in_bulk = json.loads(capsys.readouterr().out)

    assert checked["verdict"] == in_bulk["verdict"] == "legal"
    assert checked["findings"] == in_bulk["findings"]
    assert run(["bulk", *options, "--report", f"csv={tmp_path / 'out.csv'}"]) == 0
    assert ",legal,0," in (tmp_path / "out.csv").read_text("utf-8")


def test_rulings_count_for_lists_of_card_ids_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SLIPS.with_name("crane-celestial.txt")), "--to", "deckcheck-json"]) == 0
    deck = json.loads(capsys.readouterr().out)
    table = text_file(tmp_path / "decks.jsonl", json.dumps(deck).replace('"Marketplace": 3', '"Marketplace": 4') + "\n")
    file = text_file(tmp_path / "rulings.yaml", written([Ruling(decision="allow", code="C001", **BY)]))

    assert run(["bulk", str(table), "--format", "celestial-40-40"]) == 1
    assert run(["bulk", str(table), "--format", "celestial-40-40", "--rulings", str(file)]) == 0


def test_a_resumed_run_refuses_other_rulings(rulings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["bulk", str(SLIPS), "--format", "celestial-40-40", "--out", str(tmp_path / "out")]
    assert run([*options, "--rulings", str(rulings)]) == 0

    assert run([*options, "--resume"]) == 2

    assert "the run had rulings" in capsys.readouterr().err


def test_a_ruling_about_an_unknown_card_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = text_file(tmp_path / "rulings.yaml", written([Ruling(decision="allow", card="Stel on Steel", **BY)]))

    assert run(["check", str(SLIPS), "--format", "celestial-40-40", "--rulings", str(file)]) == 2

    assert "a ruling names `Stel on Steel`, which is not recognised as a card" in capsys.readouterr().err
