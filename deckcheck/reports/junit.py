"""JUnit XML, as build servers show it: a suite for each format, a test case for each legal deck and each finding.

There is no standard; this follows the strictest schema in use, that of Ant's reports. An undecided finding
is a skipped test, an input that could not be checked an error in a suite of its own. Each deck's fingerprint is a
property of its suite.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from xml.etree import ElementTree as ET

from deckcheck.model.finding import Finding, Severity, bearing
from deckcheck.model.names import printable
from deckcheck.model.report import Failure, Outcome, Report, Run
from deckcheck.reports import Style
from deckcheck.reports.wording import left_out, place_of, why_failed


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the report; characters that XML forbids are escaped as in every other report."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
    for number, (fmt, reports) in enumerate(outcome.by_format()):
        fingerprints = {f"fingerprint of {printable(each.deck.raw.path)}": each.deck.fingerprint for each in reports}
        cases = [case for report in reports for case in _cases(report)]
        yield from _suite(number, fmt.id, outcome.run, cases, {"format": fmt.id, **fingerprints})
    if outcome.failures:
        yield from _suite(len(outcome.formats), "inputs", outcome.run, [*map(_failed, outcome.failures)], {})
    yield "</testsuites>\n"


def _suite(number: int, name: str, run: Run, cases: Sequence[ET.Element], facts: Mapping[str, str]) -> Iterator[str]:
    results = [result.tag for case in cases for result in case]
    attributes = {
        "name": f"deckcheck.{name}",
        "package": "deckcheck",
        "id": str(number),
        "timestamp": run.started,
        "hostname": "localhost",
        "tests": str(len(cases)),
        "failures": str(results.count("failure")),
        "errors": str(results.count("error")),
        "skipped": str(results.count("skipped")),
        "time": f"{run.seconds:.3f}",
    }
    yield _line(ET.Element("testsuite", attributes), 2).replace("</testsuite>", "")
    yield "    <properties>\n"
    yield from (_line(ET.Element("property", name=key, value=value), 6) for key, value in facts.items())
    yield "    </properties>\n"
    yield from (_line(case, 4) for case in cases)
    yield "    <system-out></system-out>\n    <system-err></system-err>\n  </testsuite>\n"


def _cases(report: Report) -> Iterator[ET.Element]:
    findings = bearing(report.listed)
    yield from (_case(report, finding) for finding in findings)
    if not findings:
        yield _element(report.deck.raw.path, "deck")
    if report.unlisted:
        case = _element(report.deck.raw.path, "findings that are not listed")
        ET.SubElement(case, "skipped", message=left_out(report))
        yield case


def _failed(failure: Failure) -> ET.Element:
    case = _element(failure.path, "deck")
    error = ET.SubElement(case, "error", message=why_failed(failure), type="failed")
    error.text = printable(str(failure.error))
    return case


def _case(report: Report, finding: Finding) -> ET.Element:
    line = f", line {finding.span.line}" if finding.span else ""
    case = _element(report.deck.raw.path, f"{finding.code} {finding.name}{line}")
    failed = finding.severity is Severity.ERROR
    result = ET.SubElement(case, "failure" if failed else "skipped", message=printable(finding.message))
    if failed:
        result.set("type", finding.code)
    result.text = place_of(report, finding) + (f"\nhelp: {printable(finding.help)}" if finding.help else "")
    return case


def _element(path: str, name: str) -> ET.Element:
    """Return a test case; its class is the path of the deck with dots, as programs that group by it expect."""
    parts = PurePath(path).with_suffix("").parts if PurePath(path).name else (path,)
    classname = ".".join(part.strip("/.") for part in parts if part.strip("/."))
    return ET.Element("testcase", name=name, classname=printable(classname) or "deck", time="0")


def _line(element: ET.Element, indent: int) -> str:
    return " " * indent + ET.tostring(element, "unicode", short_empty_elements=False) + "\n"
