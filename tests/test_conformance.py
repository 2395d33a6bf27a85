"""The conformance suite: it is made from the fixtures, deckcheck passes it, and other checkers are judged by it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from deckcheck.cli import run as run_command
from deckcheck.conformance import suite as suites
from deckcheck.conformance.adapters import OwnChecker, answer_of, deck_of
from deckcheck.conformance.suite import Case, CaseOutcome, CheckerAnswer, Status, Suite, compared, run
from deckcheck.model.errors import DataError
from deckcheck.model.finding import Finding
from deckcheck.pools import loading
from deckcheck.rules import REGISTRY
from tests.conformance_suite import FOLDER, Made, made, read_back
from tests.conftest import ROOT, shipped_format
from tests.fixture_decks import Checker


@pytest.fixture(scope="module")
def suite() -> Suite:
    return suites.load(FOLDER)


@pytest.fixture(scope="module")
def from_fixtures(checker: Checker) -> Made:
    return made(checker)


@pytest.fixture(scope="module")
def findings(suite: Suite) -> dict[str, tuple[Finding, ...]]:
    """What deckcheck finds in each case."""
    judge = OwnChecker(suite.formats_dir).judge
    return {case.name: judge(case.format, case.date).findings_of(deck_of(suite.request(case))) for case in suite.cases}


def four_copies(suite: Suite) -> Case:
    return suite.case("C001-too-many-copies/celestial-four-copies")


# The suite itself.


def test_the_files_are_those_that_the_fixtures_make(from_fixtures: Made) -> None:
    assert dict(read_back(FOLDER)) == from_fixtures.files, "run `python -m tests.conformance_suite`"


def test_only_decks_about_the_reading_of_a_list_are_left_out(from_fixtures: Made) -> None:
    assert {fixture.path.parent.name[0] for fixture in from_fixtures.left_out} == {"D"}


def test_every_rule_about_cards_has_cases_with_and_without_it(suite: Suite) -> None:
    for code, name in REGISTRY.items():
        if code.startswith("D"):
            continue
        own = [case for case in suite.cases if case.name.startswith(f"{code}-{name}/")]
        assert own, code
        assert any(code not in case.rules for case in own), code
        assert all({*case.tags} - {"ccg", "lcg", "dated", "undecided", "text-exceptions"} for case in own), code


def test_a_case_reads_as_an_example(suite: Suite) -> None:
    case = four_copies(suite)

    assert (case.format, case.verdict, case.rules) == ("celestial-40-40", "illegal", ("C001",))
    assert case.tags == ("copies", "ccg")
    assert case.deck.cards["a_gentle_word"] == 4
    assert case.cite is not None
    assert suite.request(case).cards["a_gentle_word"]["title"] == "A Gentle Word"


def test_the_page_explains_every_tag(suite: Suite) -> None:
    page = (ROOT / "docs" / "conformance.md").read_text("utf-8")
    _, _, table = page.partition("## Tags")

    assert dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", table, re.MULTILINE)) == suite.about.tags


def test_formats_of_emeralddb_have_their_id_there(suite: Suite) -> None:
    ids = {name: fmt.emeralddb for name, fmt in suite.about.formats.items() if fmt.emeralddb}

    assert ids["lcg-stronghold"] == "standard"
    assert {*ids.values()} == {
        "standard", "emerald", "sanctuary", "obsidian", "skirmish", "enlightenment", "jade-edict", "single-core",
    }  # fmt: skip


def test_facts_that_are_missing_are_an_error(tmp_path: Path, suite: Suite) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "ccg.json").write_text("{}")
    (tmp_path / "suite.json").write_bytes((FOLDER / "suite.json").read_bytes())
    (tmp_path / "copies.json").write_bytes(msgspec.json.encode([four_copies(suite)]))

    with pytest.raises(DataError, match=r"no facts in cards/ccg\.json for"):
        suites.load(tmp_path)


# Checkers and what they answer.


def outcomes(suite: Suite, ask: Callable[[Case], CheckerAnswer]) -> dict[Status, list[CaseOutcome]]:
    found: dict[Status, list[CaseOutcome]] = {status: [] for status in Status}
    for outcome in run(suite.cases, ask):
        found[outcome.status].append(outcome)
    return found


def test_deckcheck_passes_every_case_without_a_pool(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(loading, "FilePool")
    own = OwnChecker(suite.formats_dir)

    found = outcomes(suite, lambda case: own.answer(suite.request(case)))

    assert len(found[Status.PASSED]) == len(suite.cases)


@pytest.mark.parametrize("code", ["C001", "A005", "P006", "S010"])
def test_a_checker_without_a_rule_fails_the_cases_of_that_rule(
    code: str, suite: Suite, findings: dict[str, tuple[Finding, ...]]
) -> None:
    def without(case: Case) -> CheckerAnswer:
        return answer_of(tuple(finding for finding in findings[case.name] if finding.code != code))

    failed = {outcome.case.name for outcome in outcomes(suite, without)[Status.FAILED]}

    assert failed == {case.name for case in suite.cases if code in case.rules}
    assert failed


@pytest.mark.parametrize(
    ("answer", "status", "why"),
    [
        pytest.param(CheckerAnswer(verdict="illegal"), Status.PASSED, "", id="the verdict alone"),
        pytest.param(CheckerAnswer(verdict="illegal", rules=("C001",)), Status.PASSED, "", id="verdict and rules"),
        pytest.param(CheckerAnswer(valid=False), Status.PASSED, "", id="not valid"),
        pytest.param(
            CheckerAnswer(verdict="legal", rules=()),
            Status.FAILED,
            "legal; expected illegal (C001)",
            id="another verdict",
        ),
        pytest.param(
            CheckerAnswer(verdict="illegal", rules=("C002",)),
            Status.FAILED,
            "illegal by (C002); expected illegal (C001)",
            id="another rule",
        ),
        pytest.param(CheckerAnswer(valid=True), Status.FAILED, "valid: true; expected valid: false (C001)", id="valid"),
        pytest.param(CheckerAnswer(), Status.FAILED, "the answer has no verdict", id="no verdict"),
        pytest.param(CheckerAnswer(skip="no such format"), Status.SKIPPED, "no such format", id="skipped"),
    ],
)
def test_an_answer_is_compared_with_four_copies_of_a_card(
    answer: CheckerAnswer, status: Status, why: str, suite: Suite
) -> None:
    outcome = compared(four_copies(suite), answer)

    assert (outcome.status, outcome.why) == (status, why)


def test_a_checker_with_two_verdicts_skips_undecided_cases(suite: Suite) -> None:
    undecided = suite.chosen(["undecided"])[0]

    assert compared(undecided, CheckerAnswer(valid=False)).status is Status.SKIPPED


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"[]", b'{"name": 1}', b"\xff", b"[" * 100_000, b'{"format": {}}'], ids=repr
)
def test_a_request_that_cannot_be_read_is_skipped_with_the_reason(line: bytes, suite: Suite) -> None:
    answer = json.loads(OwnChecker(suite.formats_dir).answer_line(line[:100_000]))

    assert answer["skip"].startswith("cannot read the request: ")


@pytest.mark.parametrize("name", ["no-such-format", "../formats/emperor.yaml", "/etc/passwd"])
def test_a_format_is_found_by_its_id_only(name: str, suite: Suite) -> None:
    request = msgspec.structs.replace(suite.request(four_copies(suite)), format=name)

    assert OwnChecker(suite.formats_dir).answer(request) == CheckerAnswer(skip=f"unknown format `{name}`")


# The command.

ALWAYS_LEGAL = """\
import sys
for line in sys.stdin:
    print('{"verdict": "legal"}', flush=True)
"""
ONE_BY_ONE = """\
import json, sys
request = json.load(sys.stdin)
over = any(copies > 3 for copies in request["deck"]["cards"].values())
print(json.dumps({"verdict": "illegal" if over else "legal"}))
"""


class Ran(Struct):
    """What a run of the command did: its exit code, and what it wrote to which stream."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture
def deckcheck(capfd: pytest.CaptureFixture[str]) -> Command:
    def ran(*arguments: str) -> Ran:
        code = run_command(["conformance", *arguments])
        return Ran(code, *capfd.readouterr())

    return ran


def program(tmp_path: Path, text: str) -> tuple[str, ...]:
    path = tmp_path / "checker.py"
    path.write_text(text, encoding="utf-8")
    return "--", sys.executable, str(path)


def test_a_checker_that_finds_every_deck_legal_fails_with_named_cases(deckcheck: Command, tmp_path: Path) -> None:
    result = deckcheck("run", "--tag", "restricted", *program(tmp_path, ALWAYS_LEGAL))

    assert result.code == 1
    assert "failed  C005-too-many-restricted/" in result.out
    assert "legal; expected illegal (C005)\n" in result.out
    rows = {line.split()[0]: line.split()[1:] for line in result.out.splitlines() if line[-1:].isdigit()}
    assert rows["restricted"] == rows["all"]
    assert rows["all"][0] == "9"


def test_a_program_can_be_started_for_each_case(deckcheck: Command, tmp_path: Path) -> None:
    name = "C001-too-many-copies/celestial-four-copies"

    result = deckcheck("run", "--per-case", "--case", name, *program(tmp_path, ONE_BY_ONE))

    assert result.code == 0
    assert re.search(r"^all +1 +1 +0 +0$", result.out, re.MULTILINE)


def test_a_program_that_ends_after_an_answer_is_started_again(deckcheck: Command, tmp_path: Path) -> None:
    once = ALWAYS_LEGAL + "    break\n"

    result = deckcheck("run", "--tag", "whole-decks", "--case", "crane", *program(tmp_path, once))

    assert result.code == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param(
            "import sys; sys.stdin.readline(); sys.exit(3)", "the program ended without an answer", id="it ends"
        ),
        pytest.param("import time; time.sleep(60)", "no answer within 0.3 seconds", id="it sleeps"),
        pytest.param("while True: input(); print('yes', flush=True)", "`yes` is not an answer", id="no JSON"),
        pytest.param("while True: input(); print('[]', flush=True)", "`[]` is not an answer", id="no object"),
    ],
)
def test_a_program_that_never_answers_cannot_be_run(deckcheck: Command, text: str, why: str, tmp_path: Path) -> None:
    # One that sleeps is stopped; the others have time to start on a busy machine.
    seconds = "0.3" if "sleep" in text else "20"

    result = deckcheck("run", "--timeout", seconds, *program(tmp_path, text))

    assert result.code == 2
    assert f"error: the checker gave no answer 5 times in a row: {why}" in result.err


def test_a_program_that_is_missing_cannot_be_run(deckcheck: Command) -> None:
    result = deckcheck("run", "--", "no-such-checker")

    assert result.code == 2
    assert result.err == "error: `no-such-checker` cannot be run: No such file or directory\n"


def test_one_request_without_an_answer_is_one_failure(deckcheck: Command, tmp_path: Path) -> None:
    crashing = ALWAYS_LEGAL.replace("    print", "    'celestial-four-copies\"' in line and sys.exit(1)\n    print")

    result = deckcheck("run", "--tag", "copies", "--case", "celestial-four-copies", *program(tmp_path, crashing))

    assert result.code == 1
    assert "failed  C001-too-many-copies/celestial-four-copies: the program ended without an answer\n" in result.out


def test_a_server_that_does_not_answer_is_named(deckcheck: Command) -> None:
    assert "/api/decklists/validate: Connection refused" in deckcheck("run", "--emeralddb", "http://127.0.0.1:1").err


def test_a_command_and_an_address_exclude_each_other(deckcheck: Command) -> None:
    assert "pass either a command" in deckcheck("run").err
    assert "pass either a command" in deckcheck("run", "--emeralddb", "http://localhost", "--", "x").err


def test_an_unknown_tag_is_named_with_the_nearest(deckcheck: Command) -> None:
    assert "there is no tag `copy`" in deckcheck("list", "--tag", "copy").err


def test_a_request_is_shown_to_try_a_checker_by_hand(deckcheck: Command, suite: Suite) -> None:
    result = deckcheck("show", "--request", "C001-too-many-copies/celestial-four-copies")

    assert json.loads(result.out)["deck"]["cards"]["a_gentle_word"] == 4
    assert OwnChecker(suite.formats_dir).answer_line(result.out.encode()) == b'{"verdict":"illegal","rules":["C001"]}\n'


def test_the_list_has_a_line_for_each_case(deckcheck: Command) -> None:
    lines = deckcheck("list", "--case", "C001-too-many-copies/celestial-four-copies").out.splitlines()

    day = shipped_format("celestial-40-40").date
    assert f"C001-too-many-copies/celestial-four-copies\tcelestial-40-40\t{day}\tillegal\tC001\tcopies,ccg" in lines
