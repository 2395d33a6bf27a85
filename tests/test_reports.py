"""The reports: one golden file each, what their consumers demand, and hostile names.

``DECKCHECK_UPDATE_GOLDENS=1 pytest tests/test_reports.py`` writes the golden files again; read the diff then.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import types
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import __version__
from deckcheck.model.deck import Deck, RawDeck, Request, Span, Unresolved
from deckcheck.model.digest import digest
from deckcheck.model.errors import InputError
from deckcheck.model.finding import Citation, Finding, Origin, Severity
from deckcheck.model.format import Format, Legality
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Outcome, Report, Run
from deckcheck.reports import REPORTS, Style, matrix, renderer
from deckcheck.reports.sarif import uri
from tests.conftest import examples
from tests.report_schemas import validate_line, validate_report

GOLDENS = Path(__file__).parent / "goldens"

FORMAT = Format(
    id="spring-cup",
    name="Spring Cup",
    game="ccg",
    pool="ccg",
    basis="community",
    date="2011-09-01",
    last="2011-09-01",
    digest="sha256:" + "0" * 64,
    lineage=("spring-cup", "_ccg"),
    sections={},
    provisions=(),
    draws=(),
    legality=Legality(),
)
OTHER = msgspec.structs.replace(FORMAT, id="autumn-cup", name="Autumn Cup", lineage=("autumn-cup", "_ccg"))

COPIES = Finding(
    code="C001",
    name="too-many-copies",
    severity=Severity.ERROR,
    message="4 copies of `Marketplace`; at most 3 are allowed",
    span=Span(2, 1, 14),
    related=(Span(3, 1, 14),),
    cards=("marketplace",),
    data={"count": 4, "limit": 3},
    help="replace 1 of them",
    cite=Citation("Rulebook", "p. 3"),
    origin=Origin("_ccg", 30, "formats/_ccg.yaml"),
)
UNKNOWN = Finding(
    code="D001",
    name="unknown-card",
    severity=Severity.UNDECIDED,
    message="no card is called `Stel on Steel`",
    span=Span(4, 1, 16),
    help="did you mean `Steel on Steel`?",
)
NO_STRONGHOLD = Finding(
    code="S003", name="no-stronghold", severity=Severity.ERROR, message="deck has 0 Strongholds; the minimum is 1"
)
UNPLAYABLE = Finding(
    code="E004",
    name="unplayable-card",
    severity=Severity.WARNING,
    message="`Kolat Master` can not be played",
    span=Span(1, 1, 15),
)
FIRST_UNKNOWN = msgspec.structs.replace(UNKNOWN, span=Span(1, 1, 16))
READ_AS = Finding(
    code="D003", name="read-as", severity=Severity.NOTE, message="`Banzai` was read as `Banzai!`", span=Span(1, 1, 9)
)


def deck(
    path: str, lines: tuple[str, ...], *, source: str = "", first: int = 1, name: str | None = None, player: str = ""
) -> Deck:
    """Return a deck of unrecognised lines, which is enough to have a fingerprint."""
    requests = tuple(
        Request(name=line[2:], count=1, span=Span(number, 1, len(line) + 1)) for number, line in enumerate(lines, 1)
    )
    raw = RawDeck(path=path, lines=lines, requests=requests, source=source, first_line=first, name=name, player=player)
    return Deck(raw=raw, entries=(), unresolved=tuple(Unresolved(request, 3) for request in requests))


def report(deck: Deck, *findings: Finding, fmt: Format = FORMAT) -> Report:
    counts = {"stronghold": 1, "dynasty": 40, "fate": 37}
    return Report(
        deck=deck, format=fmt, pool_id="ccg", pool_digest="sha256:" + "1" * 64, findings=findings, counts=counts
    )


def outcome(*reports: Report, failures: tuple[Failure, ...] = (), formats: tuple[Format, ...] = (FORMAT,)) -> Outcome:
    run = Run("2026-05-02T09:00:00", 0.012)
    pools = {"ccg": Pool("sha256:" + "1" * 64, {})}
    return Outcome(formats=formats, pools=pools, reports=reports, failures=failures, run=run)


LISTS = (
    report(
        deck(
            "lists/kaiu walls.txt",
            ("1 Kolat Master", "2 Marketplace", "2 Marketplace", "3 Stel on Steel"),
            name="Kaiu walls",
            player="Kaiu Umasu",
        ),
        COPIES,
        NO_STRONGHOLD,
        UNKNOWN,
        UNPLAYABLE,
    ),
    report(deck("lists/legal.txt", ("3 Banzai",)), READ_AS),
    report(deck("lists/all.csv#2", ("3 Stel on Steel",), source="lists/all.csv", first=4), FIRST_UNKNOWN),
)
FAILED = Failure("lists/empty.txt", InputError("the file is empty", place="lists/empty.txt", help="write a list"))
OUTCOME = outcome(*LISTS, failures=(FAILED,))
TWO_FORMATS = outcome(*LISTS[:2], report(LISTS[1].deck, COPIES, fmt=OTHER), failures=(FAILED,), formats=(FORMAT, OTHER))


def rendered(name: str, what: Outcome = OUTCOME) -> str:
    return "".join(renderer(name)(what, Style()))


def test_of_a_deck_on_one_long_line_only_what_is_near_the_place_is_shown() -> None:
    line = f"{'1 Marketplace, ' * 50}1 Kolat Master"
    finding = msgspec.structs.replace(COPIES, span=Span(1, 751, 765), related=())

    shown = outcome(report(deck("list.txt", (line,)), finding))
    text = rendered("text", shown)

    assert max(map(len, text.splitlines())) < 120
    assert "ketplace, 1 Kolat Master" in text
    assert "<code>...ketplace, 1 Marketplace, 1 Marketplace, <mark>1 Kolat Master</mark></code>" in rendered(
        "html", shown
    )


def test_text_shows_the_source_of_a_rule_once_for_a_deck() -> None:
    other = msgspec.structs.replace(COPIES, code="C003")
    text = rendered("text", outcome(*[report(LISTS[0].deck, COPIES, COPIES, other)] * 2))

    by_deck = [part.split("error[")[1:] for part in text.split("fingerprint ")[1:]]
    assert [[("= rule:" in part, "= set by:" in part) for part in parts] for parts in by_deck] == [
        [(True, True), (False, False), (True, True)]
    ] * 2
    assert text.count("= help: replace 1 of them") == 6


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_as_its_golden_file(name: str) -> None:
    golden = GOLDENS / f"{name}.txt"
    text = rendered(name).replace(__version__, "VERSION")
    if os.environ.get("DECKCHECK_UPDATE_GOLDENS"):
        golden.write_bytes(text.encode("utf-8"))

    assert text == golden.read_bytes().decode("utf-8")


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_has_the_fingerprint_of_every_deck(name: str) -> None:
    text = rendered(name)

    assert [each.deck.raw.path for each in LISTS if each.deck.fingerprint[:19] not in text] == []


def test_the_table_of_formats_has_the_fingerprint_too() -> None:
    text = "".join(matrix.render(TWO_FORMATS, Style()))

    assert f"lists/legal.txt (fingerprint {LISTS[1].deck.fingerprint[:19]})" in text


def test_explain_shows_the_page_of_a_rule_once() -> None:
    twice = outcome(LISTS[0], LISTS[2])

    text = "".join(renderer("text")(twice, Style(explain=True)))

    assert text.count("undecided[D001]") == 2
    assert text.count("| D001 unknown-card") == 1
    assert text.count("| What it checks") == len({finding.code for finding in LISTS[0].findings})


class TestJson:
    def test_it_is_as_its_schema_says(self) -> None:
        validate_report(json.loads(rendered("json")))
        validate_report(json.loads(rendered("json", outcome())))

    @pytest.mark.parametrize(("until", "told"), [("2011-06-04", "2011-06-04"), ("2011-09-01", None), ("", None)])
    def test_a_format_names_the_day_on_which_its_pool_ends_before_its_own(self, until: str, told: str | None) -> None:
        fmt = msgspec.structs.replace(FORMAT, cards_until=until)

        report_object = json.loads(rendered("json", outcome(formats=(fmt,))))

        validate_report(report_object)
        assert report_object["format"]["cards_until"] == told

    def test_lines_are_the_same_objects(self) -> None:
        lines = [json.loads(line) for line in rendered("jsonl", TWO_FORMATS).splitlines()]

        assert [line["kind"] for line in lines] == ["deck"] * 3 + ["failure", "summary"]
        assert [line["format"] for line in lines[:3]] == ["spring-cup", "spring-cup", "autumn-cup"]
        for line in lines:
            validate_line(line)
        for line in lines[:3]:
            del line["kind"], line["format"]
        assert lines[0] == json.loads(rendered("json"))["decks"][0]
        assert lines[-1]["summary"] == {"decks": 3, "legal": 1, "illegal": 2, "undecided": 0, "failed": 1}


class TestSarif:
    """The official schema is in no Python package; this one contains what it and GitHub require.

    Where the variable DECKCHECK_SARIF_SCHEMA names a file with the official one, as in continuous integration, that
    is held too.
    """

    TEXT: types.MappingProxyType[str, Any] = types.MappingProxyType(
        {
            "type": "object",
            "required": ["text"],
            "properties": {"text": {"type": "string", "minLength": 1}, "markdown": {"type": "string"}},
            "additionalProperties": False,
        }
    )
    SHORT = TEXT | {"properties": {"text": {"type": "string", "minLength": 1, "maxLength": 1024}}}
    POSITION: types.MappingProxyType[str, Any] = types.MappingProxyType({"type": "integer", "minimum": 1})
    LOCATION = {  # noqa: RUF012 - it is only read
        "type": "object",
        "required": ["physicalLocation"],
        "additionalProperties": False,
        "properties": {
            "physicalLocation": {
                "type": "object",
                "required": ["artifactLocation", "region"],
                "additionalProperties": False,
                "properties": {
                    "artifactLocation": {
                        "type": "object",
                        "required": ["uri"],
                        "additionalProperties": False,
                        "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9._~/%:#-]+$"}},
                    },
                    "region": {
                        "type": "object",
                        "required": ["startLine", "startColumn", "endLine", "endColumn"],
                        "additionalProperties": {"type": "integer", "minimum": 1},
                    },
                },
            }
        },
    }
    LEVEL = {"enum": ["none", "note", "warning", "error"]}  # noqa: RUF012 - as above

    @classmethod
    def schema(cls) -> dict[str, Any]:
        text, short = dict(cls.TEXT), dict(cls.SHORT)
        rule = {
            "type": "object",
            "required": ["id", "shortDescription", "fullDescription", "help"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string", "minLength": 1},
                "name": {"type": "string", "minLength": 1},
                "shortDescription": short,
                "fullDescription": short,
                "help": text,
                "defaultConfiguration": {"type": "object", "properties": {"level": cls.LEVEL}},
                "properties": {"type": "object"},
            },
        }
        result = {
            "type": "object",
            "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
            "additionalProperties": False,
            "properties": {
                "ruleId": {"type": "string"},
                "ruleIndex": {"type": "integer", "minimum": 0},
                "level": cls.LEVEL,
                "message": text,
                "locations": {"type": "array", "minItems": 1, "items": cls.LOCATION},
                "relatedLocations": {"type": "array", "uniqueItems": True, "items": cls.LOCATION},
                "properties": {"type": "object"},
            },
        }
        run = {
            "type": "object",
            "required": ["tool", "results", "invocations"],
            "additionalProperties": False,
            "properties": {
                "tool": {
                    "type": "object",
                    "required": ["driver"],
                    "additionalProperties": False,
                    "properties": {
                        "driver": {
                            "type": "object",
                            "required": ["name", "rules"],
                            "additionalProperties": False,
                            "properties": {
                                "name": {"type": "string"},
                                "version": {"type": "string"},
                                "rules": {"type": "array", "uniqueItems": True, "items": rule},
                            },
                        }
                    },
                },
                "invocations": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["executionSuccessful"],
                        "additionalProperties": False,
                        "properties": {
                            "executionSuccessful": {"type": "boolean"},
                            "toolExecutionNotifications": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "required": ["message"],
                                    "properties": {"message": text, "level": cls.LEVEL},
                                },
                            },
                        },
                    },
                },
                "artifacts": {"type": "array", "uniqueItems": True, "items": {"type": "object"}},
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "automationDetails": {"type": "object", "required": ["id"]},
                "results": {"type": "array", "items": result},
                "properties": {"type": "object"},
            },
        }
        return {
            "type": "object",
            "required": ["$schema", "version", "runs"],
            "additionalProperties": False,
            "properties": {
                "$schema": {"type": "string"},
                "version": {"const": "2.1.0"},
                "runs": {"type": "array", "items": run},
            },
        }

    @pytest.mark.parametrize(
        "what", [OUTCOME, TWO_FORMATS, outcome(), outcome(failures=(FAILED,), formats=()), outcome(LISTS[0], LISTS[0])]
    )
    @pytest.mark.official_schema
    def test_it_fits_the_official_schema(self, what: Outcome) -> None:
        official = json.loads(Path(os.environ["DECKCHECK_SARIF_SCHEMA"]).read_text("utf-8"))

        jsonschema.Draft7Validator(official).validate(json.loads(rendered("sarif", what)))

    @pytest.mark.parametrize(
        "what", [OUTCOME, TWO_FORMATS, outcome(), outcome(failures=(FAILED,), formats=()), outcome(LISTS[0], LISTS[0])]
    )
    def test_it_has_what_the_standard_and_github_require(self, what: Outcome) -> None:
        jsonschema.validate(json.loads(rendered("sarif", what)), self.schema())

    def test_a_run_for_each_format_with_rules_in_order(self) -> None:
        log = json.loads(rendered("sarif", TWO_FORMATS))

        first, second = log["runs"]
        rules = [rule["id"] for rule in first["tool"]["driver"]["rules"]]
        assert rules == ["C001", "D001", "D003", "E004", "S003"]
        assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in first["results"])
        assert second["automationDetails"]["id"] == "deckcheck/autumn-cup/"
        assert [result["ruleId"] for result in second["results"]] == ["C001"]
        assert first["invocations"][0]["executionSuccessful"] is False
        assert second["invocations"][0]["executionSuccessful"] is True

    def test_a_finding_about_the_whole_deck_stands_at_its_first_line(self) -> None:
        (found,) = json.loads(rendered("sarif", outcome(report(LISTS[0].deck, NO_STRONGHOLD))))["runs"][0]["results"]

        assert found["locations"][0]["physicalLocation"]["region"]["startLine"] == 1

    def test_a_message_of_sentences_and_its_help_have_one_sign_between_them(self) -> None:
        short = msgspec.structs.replace(COPIES, message="Fate deck is short. Line 4 is not recognised.", help="fix it")
        (found,) = json.loads(rendered("sarif", outcome(report(LISTS[0].deck, short))))["runs"][0]["results"]

        assert found["message"]["text"] == "Fate deck is short. Line 4 is not recognised; fix it"

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("lists/kaiu walls.txt", "lists/kaiu%20walls.txt"),
            ("./lists/a.txt", "lists/a.txt"),
            ("lists/100%#1.txt", "lists/100%25%231.txt"),
            ("lists/Yōjin.txt", "lists/Y%C5%8Djin.txt"),
            ("lists/\udcff.txt", "lists/%FF.txt"),
            ("/srv/a.txt", "file:///srv/a.txt"),
            ("C:x", "C%3Ax"),
            ("https://www.example.org/decks/a b?x=1", "https://www.example.org/decks/a%20b?x=1"),
        ],
    )
    def test_paths_are_uris(self, path: str, expected: str) -> None:
        assert uri(path) == expected


class TestJunit:
    def test_it_is_as_the_strict_schema_says(self) -> None:
        suites = ET.fromstring(rendered("junit", TWO_FORMATS))

        assert [suite.get("name") for suite in suites] == [
            "deckcheck.spring-cup",
            "deckcheck.autumn-cup",
            "deckcheck.inputs",
        ]
        for number, suite in enumerate(suites):
            assert suite.keys() == [
                *("name", "package", "id", "timestamp", "hostname"),
                *("tests", "failures", "errors", "skipped", "time"),
            ]
            assert suite.get("id") == str(number)
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
            tags = [child.tag for child in suite]
            assert tags == ["properties", *["testcase"] * (len(tags) - 3), "system-out", "system-err"]
            cases = suite.findall("testcase")
            assert suite.get("tests") == str(len(cases))
            for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                assert suite.get(key) == str(len(suite.findall(f"testcase/{tag}")))
            for case in cases:
                assert set(case.keys()) == {"name", "classname", "time"}
                assert len(case) <= 1
                assert all(child.get("type") for child in case if child.tag in ("failure", "error"))

    def test_what_is_undecided_is_skipped_and_a_legal_deck_is_a_test(self) -> None:
        suite = ET.fromstring(rendered("junit"))[0]

        found = [(case.get("classname"), case.get("name"), [child.tag for child in case]) for case in suite[1:-2]]
        assert found == [
            ("lists.kaiu walls", "C001 too-many-copies, line 2", ["failure"]),
            ("lists.kaiu walls", "S003 no-stronghold", ["failure"]),
            ("lists.kaiu walls", "D001 unknown-card, line 4", ["skipped"]),
            ("lists.legal", "deck", []),
            ("lists.all", "D001 unknown-card, line 1", ["skipped"]),
        ]


class TestGithub:
    def test_escapes_are_those_of_the_toolkit(self) -> None:
        from deckcheck.reports.github import command

        assert command("error", "100%\r\n:,", file="a:b,c%.txt") == ("::error file=a%3Ab%2Cc%25.txt::100%25%0D%0A:,\n")

    def test_the_decks_come_before_their_findings(self) -> None:
        lines = rendered("github").splitlines()

        first_group = next(number for number, line in enumerate(lines) if line.startswith("::group::"))
        assert [line.split("::")[1].split(" ")[0] for line in lines[:first_group]] == ["error", "error", "warning"]


class TestCsv:
    def test_a_row_for_each_deck_and_failure(self) -> None:
        rows = list(csv.DictReader(io.StringIO(rendered("csv"))))

        assert [(row["path"], row["verdict"], row["errors"], row["codes"]) for row in rows] == [
            ("lists/kaiu walls.txt", "illegal", "2", "C001 S003 D001"),
            ("lists/legal.txt", "legal", "0", ""),
            ("lists/all.csv#2", "undecided", "0", "D001"),
            ("lists/empty.txt", "failed", "", ""),
        ]
        assert (rows[0]["name"], rows[0]["player"]) == ("Kaiu walls", "Kaiu Umasu")


# What players, or people who mean harm, put into names of decks, cards and files.
HOSTILE = {
    "ansi": "\x1b[31mred\x1b]52;c;cm0=\x07",
    "c1": "\x9b31mred",
    "bidi": "\u202etxt.exe\u2066",
    "command": "::error file=x::owned",
    "old command": "a ##[error]owned",
    "newline": "a\n::error::owned\r\n| b |",
    "pipe": "a | b || c",
    "formula": '=cmd|" /C calc"!A0',
    "formula behind space": " =1+1",
    "full-width formula": "＝1+1",  # noqa: RUF001 - it is meant
    "tab": "\t=1+1",
    "html": "<script>alert(1)</script>&lt;",
    "markdown": "![x](http://example.org) `code` **bold** [y]: z",
    "mention": "@somebody www.example.org",
    "xml": "a\x00b\x0bc\ufffe\uffff]]>",
    "surrogate": "bad\udcff.txt",
    "format": "%s {0} {deck} %(x)s",
    "zero width": "a\u200bb\ufeff",
}


def hostile_outcome(text: str) -> Outcome:
    finding = msgspec.structs.replace(
        COPIES, message=f"4 copies of `{text}`", help=f"{text}?", data={"card": text}, related=()
    )
    bad = report(deck(text, (text.replace("\n", " "), "x"), name=text, player=text), finding, UNKNOWN_AT_1)
    return outcome(bad, failures=(Failure(text, InputError(text, place=text, help=text)),))


UNKNOWN_AT_1 = msgspec.structs.replace(UNKNOWN, span=Span(1, 1, 3))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", REPORTS)
def test_hostile_names_reach_no_output_unescaped(name: str, text: str) -> None:
    plain = rendered(name, hostile_outcome("plain"))

    shown = rendered(name, hostile_outcome(text))

    assert shown.encode("utf-8")
    assert {char for char in shown if not char.isprintable()} <= {"\n"}
    assert shown.count("\n") == plain.count("\n")
    SAFE.get(name, lambda _shown, _text: None)(shown, text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_do_not_break_the_table_of_formats(text: str) -> None:
    shown = "".join(matrix.render(hostile_outcome(text), Style()))

    assert {char for char in shown if not char.isprintable()} <= {"\n"}


def _safe_json(shown: str, text: str) -> None:
    (found,) = json.loads(shown)["decks"]
    assert found["name"] == as_utf8(text)
    assert found["findings"][0]["data"] == {"card": as_utf8(text)}


def _safe_jsonl(shown: str, text: str) -> None:
    assert json.loads(shown.splitlines()[0])["name"] == as_utf8(text)


def as_utf8(text: str) -> str:
    """Return a text whose halves of characters are written out, because UTF-8 has none."""
    return text.encode("utf-8", "backslashreplace").decode()


def _safe_sarif(shown: str, _: str) -> None:
    log = json.loads(shown)
    jsonschema.validate(log, TestSarif.schema())
    for result in log["runs"][0]["results"]:
        assert not re.search(r"(?<!\\)[\[\]]", result["message"]["text"].replace("\\\\", ""))


def _safe_junit(shown: str, _: str) -> None:
    assert [suite.get("tests") for suite in ET.fromstring(shown)] == ["2", "1"]


def _safe_github(shown: str, _: str) -> None:
    *lines, summary = shown.splitlines()
    commands = [re.match(r"::(error|warning|group|endgroup)(?: [^:]*)?::", line) for line in lines]
    assert [match and match[1] for match in commands] == ["error", "error", "group", "error", "warning", "endgroup"]
    assert summary == "1 deck checked: 0 legal, 1 illegal, 0 undecided, 1 failed"
    assert "##[" not in shown


def _safe_csv(shown: str, _: str) -> None:
    rows = list(csv.reader(io.StringIO(shown)))
    assert [len(row) for row in rows] == [10] * 3
    assert [cell for row in rows for cell in row if cell.lstrip().startswith(("=", "+", "-", "@", "＝"))] == []  # noqa: RUF001


def _safe_markdown(shown: str, _: str) -> None:
    table = [line for line in shown.splitlines() if line.startswith("|")]
    assert [len(re.findall(r"(?<!\\)\|", line)) for line in table] == [7] * 4
    assert not re.search(r"<(?!!-- -->)", shown)
    assert not re.search(r"(?<!\\)[`\[\]]", shown)
    assert "@somebody" not in shown


SAFE = {
    "json": _safe_json,
    "jsonl": _safe_jsonl,
    "sarif": _safe_sarif,
    "junit": _safe_junit,
    "github": _safe_github,
    "csv": _safe_csv,
    "markdown": _safe_markdown,
}


# Letters that mean something to one reader or another are likelier than all the others.
NAME_TEXT = st.text(
    st.one_of(st.sampled_from("%:,|`[]()<>&@=+-#*_\\\n\r\t\x1b\x9b\u202e'\" a"), st.characters()),
    min_size=1,
    max_size=30,
)


@pytest.mark.parametrize("name", REPORTS)
@settings(max_examples=examples(20), deadline=None)
@given(text=NAME_TEXT)
def test_no_name_reaches_an_output_unescaped(name: str, text: str) -> None:
    shown = rendered(name, hostile_outcome(text))

    assert shown.encode("utf-8")
    assert {char for char in shown if not char.isprintable()} <= {"\n"}
    SAFE.get(name, lambda _shown, _text: None)(shown, text)


@pytest.mark.parametrize("name", REPORTS)
def test_a_thousand_decks_come_as_a_stream(name: str) -> None:
    decks = [report(deck(f"lists/{number}.txt", LISTS[0].deck.raw.lines), COPIES, UNKNOWN) for number in range(1000)]
    parts = renderer(name)(outcome(*decks), Style())

    sizes = [len(part) for part in parts]

    assert isinstance(parts, types.GeneratorType)
    # The columns of a Markdown table are aligned, so that it is one piece.
    assert sorted(sizes)[-2 if name == "markdown" else -1] < sum(sizes) / 50


def test_a_text_has_the_digest_of_its_bytes() -> None:
    text = "Yōjin\ud800"

    assert digest(text) == digest(text.encode("utf-8", "surrogatepass"))
    assert digest(text) == "sha256:93f774e131860a4fe911e44e567a8f03e90e8b29a29476aaf7ba85be8ca5c267"
