"""SARIF 2.1.0, the form in which GitHub and other services take findings: one run for each format.

The fields are those of the OASIS standard and the further ones that code scanning on GitHub asks for.
"""

import os
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from deckcheck import __version__
from deckcheck.model.deck import RawDeck, Span
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.format import Format
from deckcheck.model.json_text import json_parts, plain_text
from deckcheck.model.names import printable
from deckcheck.model.report import Failure, Outcome, Report
from deckcheck.reports import Style
from deckcheck.reports.wording import left_out, why_failed
from deckcheck.rules import REGISTRY, rule_named
from deckcheck.system.web import is_address

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.UNDECIDED: "warning", Severity.WARNING: "warning", Severity.NOTE: "note"}
_LONGEST = 1024


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the log; an outcome without formats gives one run that only says what failed."""
    groups: list[tuple[Format | None, tuple[Report, ...]]] = [*outcome.by_format()] or [(None, ())]
    runs = (_run(fmt, reports, outcome.failures if number == 0 else ()) for number, (fmt, reports) in enumerate(groups))
    yield from json_parts({"$schema": _SCHEMA, "version": "2.1.0", "runs": runs})
    yield "\n"


def uri(path: str) -> str:
    """Return a path as a URI reference, percent-encoded, with slashes, relative where it is; an address stays one."""
    if is_address(path):
        return quote(path, safe="/:?#[]@!$&'()*+,;=%~")
    try:
        quoted = quote(os.fsencode(PurePath(path).as_posix()))
    except UnicodeEncodeError:  # No file can have such a name.
        quoted = quote(path, errors="surrogatepass")
    return f"file://{quoted}" if quoted.startswith("/") else quoted


def _run(fmt: Format | None, reports: tuple[Report, ...], failures: tuple[Failure, ...]) -> dict[str, Any]:
    names = {finding.name for report in reports for finding in report.listed}
    ids = sorted(code for code, name in REGISTRY.items() if name in names)
    index = {code: number for number, code in enumerate(ids)}
    notifications = [_notification("error", failure.path, why_failed(failure)) for failure in failures]
    for raw, more in ((report.deck.raw, left_out(report)) for report in reports if report.unlisted):
        notifications.append(_notification("note", raw.place, f"{raw.path}: {more}"))
    run: dict[str, Any] = {
        "tool": {"driver": {"name": "deckcheck", "version": __version__, "rules": [_rule(code) for code in ids]}},
        "invocations": [{"executionSuccessful": not failures, "toolExecutionNotifications": notifications}],
        # The schema requires unique values, and a deck may have been given twice.
        "artifacts": map(_artifact, {report.deck.raw.path: report for report in reports}.values()),
        "columnKind": "unicodeCodePoints",
        "results": (_result(report, finding, index) for report in reports for finding in report.listed),
    }
    if fmt:
        run["automationDetails"] = {"id": f"deckcheck/{fmt.id}/"}
        run["properties"] = {"format": fmt.id, "date": fmt.date, "digest": fmt.digest}
    return run


def _rule(code: str) -> dict[str, Any]:
    rule = rule_named(REGISTRY[code])
    page = rule.page
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary[:_LONGEST]},
        "fullDescription": {"text": " ".join(page["What it checks"].split())[:_LONGEST]},
        "help": {"text": "\n\n".join(f"{heading}\n\n{text}" for heading, text in page.items())},
        "defaultConfiguration": {"level": _LEVELS[next(iter(rule.messages.values())).severity]},
        "properties": {"tags": [rule.name], "precision": "very-high"},
    }


def _artifact(report: Report) -> dict[str, Any]:
    return {
        "location": {"uri": uri(report.deck.raw.place)},
        "properties": {
            "deck": plain_text(report.deck.raw.path),
            "verdict": report.verdict.value,
            "fingerprint": report.deck.fingerprint,
        },
    }


def _result(report: Report, finding: Finding, index: dict[str, int]) -> dict[str, Any]:
    raw = report.deck.raw
    help = f"; {finding.help}" if finding.help else ""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": _text(finding.message.removesuffix(".") + help)},
        # Services show findings at a line, so one about the whole deck gets its first line.
        "locations": [_physical(raw, finding.span or Span(1, 1, 2))],
        "properties": {"deck": plain_text(report.deck.raw.path), "fingerprint": report.deck.fingerprint},
    }
    if finding.related:
        result["relatedLocations"] = [_physical(raw, span) for span in dict.fromkeys(finding.related)]
    return result


def _physical(raw: RawDeck, span: Span) -> dict[str, Any]:
    span = raw.in_file(span)
    region = {"startLine": span.line, "startColumn": span.column, "endLine": span.line, "endColumn": span.end_column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri(raw.place)}, "region": region}}


def _notification(level: str, path: str, message: str) -> dict[str, Any]:
    location = {"physicalLocation": {"artifactLocation": {"uri": uri(path)}}}
    return {"level": level, "message": {"text": _text(message)}, "locations": [location]}


def _text(message: str) -> str:
    """Return a message in which brackets do not become links: SARIF reads ``[text](target)`` as a link."""
    return printable(message).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
