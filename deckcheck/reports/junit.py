"""JUnit XML, as build servers show it: a suite for each format, a test case for each legal deck and each finding.

There is no standard; this follows the strictest schema in use, that of Ant's reports. An undecided finding
is a skipped test, an input that could not be checked an error in a suite of its own. Each deck's fingerprint is a
property of its suite.
"""

from collections.abc import Iterator
from pathlib import PurePath
from xml.etree import ElementTree as ET

from deckcheck.model.finding import Finding, Severity, bearing
from deckcheck.model.names import printable
from deckcheck.model.report import Failure, Outcome, Report, Run
from deckcheck.reports import Style
from deckcheck.reports.wording import left_out, place_of, why_failed

_CLOSING = "    <system-out></system-out>\n    <system-err></system-err>\n  </testsuite>\n"


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the report; characters that XML forbids are escaped as in every other report."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
    for number, (fmt, reports) in enumerate(outcome.by_format()):
        yield from _suite(number, fmt.id, reports, outcome.run)
    if outcome.failures:
        yield from _failed(len(outcome.formats), outcome.failures, outcome.run)
    yield "</testsuites>\n"


def _suite(number: int, format_id: str, reports: tuple[Report, ...], run: Run) -> Iterator[str]:
    found = [finding.severity for report in reports for finding in bearing(report.listed)]
    failures, more = found.count(Severity.ERROR), sum(bool(report.unlisted) for report in reports)
    tests = len(found) + more + sum(not bearing(report.listed) for report in reports)
    yield _opening(number, format_id, run, tests=tests, failures=failures, skipped=len(found) - failures + more)
    yield "    <properties>\n"
    yield _line(ET.Element("property", name="format", value=format_id), 6)
    for report in reports:
        name = f"fingerprint of {printable(report.deck.raw.path)}"
        yield _line(ET.Element("property", name=name, value=report.deck.fingerprint), 6)
    yield "    </properties>\n"
    for report in reports:
        findings = bearing(report.listed)
        yield from (_line(_case(report, finding), 4) for finding in findings)
        if not findings:
            yield _line(_element(report.deck.raw.path, "deck"), 4)
        if report.unlisted:
            case = _element(report.deck.raw.path, "findings that are not listed")
            ET.SubElement(case, "skipped", message=left_out(report))
            yield _line(case, 4)
    yield _CLOSING


def _failed(number: int, failures: tuple[Failure, ...], run: Run) -> Iterator[str]:
    yield _opening(number, "inputs", run, tests=len(failures), errors=len(failures))
    yield "    <properties></properties>\n"
    for failure in failures:
        case = _element(failure.path, "deck")
        error = ET.SubElement(case, "error", message=why_failed(failure), type="failed")
        error.text = printable(str(failure.error))
        yield _line(case, 4)
    yield _CLOSING


def _opening(number: int, name: str, run: Run, **counts: int) -> str:
    attributes = {
        "name": f"deckcheck.{name}",
        "package": "deckcheck",
        "id": str(number),
        "timestamp": run.started,
        "hostname": printable(run.host),
        **{key: str(counts.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")},
        "time": f"{run.seconds:.3f}",
    }
    return _line(ET.Element("testsuite", attributes), 2).replace("</testsuite>", "")


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
