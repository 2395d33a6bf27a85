"""Workflow commands of GitHub Actions: annotations at the lines of the deck lists.

Only a few annotations of a step are shown, so there is one for each deck first, and the findings come after, grouped
by deck. Deck lists are untrusted text: none of it is printed outside a command, where it could become one.
"""

from collections.abc import Iterator

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.names import printable
from deckcheck.model.report import Failure, Outcome, Report
from deckcheck.model.sentences import counted
from deckcheck.reports import Style
from deckcheck.reports.wording import left_out, place_of, short_fingerprint, summary, why_failed

_COMMANDS = {Severity.ERROR: "error", Severity.UNDECIDED: "warning", Severity.WARNING: "warning"}


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield one command per line, and a summary."""
    yield from (_failed(failure) for failure in outcome.failures)
    yield from (_deck(report) for report in outcome.reports if report.verdict is not Verdict.LEGAL)
    for report in outcome.reports:
        verdict = f"{report.verdict.value} in {report.format.id}, {report.deck.fingerprint}"
        yield command("group", f"{printable(report.deck.raw.path)}: {verdict}")
        yield from (_finding(report, finding) for finding in report.listed)
        if report.unlisted:
            yield _about(report, "notice", f"{printable(report.deck.raw.path)}: {left_out(report)}")
        yield command("endgroup", "")
    yield f"{summary(outcome.counts)}\n"


def command(name: str, message: str, **properties: str | int) -> str:
    """Return a workflow command with its message and properties escaped, as the toolkit of Actions does."""
    fields = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name}{f' {fields}' if fields else ''}::{_data(message)}\n"


def _data(text: str) -> str:
    # Actions looks for the second form of a command, `##[name]`, anywhere in a line.
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace("##[", "#%23[")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")


def _failed(failure: Failure) -> str:
    message = f"{printable(failure.path)}: {why_failed(failure)}"
    return command("error", message, file=failure.path, title="deckcheck (failed)")


def _deck(report: Report) -> str:
    name = "error" if report.verdict is Verdict.ILLEGAL else "warning"
    message = f"{printable(report.deck.raw.path)}: {report.verdict.value} in {printable(report.format.name)}, "
    message += f"{counted(len(report.findings), 'finding')}, fingerprint {short_fingerprint(report)}"
    return _about(report, name, message)


def _about(report: Report, name: str, message: str) -> str:
    """Return a command about a whole deck."""
    raw = report.deck.raw
    return command(name, message, file=raw.place, line=raw.first_line, title="deckcheck")


def _finding(report: Report, finding: Finding) -> str:
    message = f"{place_of(report, finding)}: {finding.code} {printable(finding.message)}"
    if finding.help:
        message += f"\n  help: {printable(finding.help)}"
    region: dict[str, str | int] = {"line": report.deck.raw.first_line}
    if finding.span:
        span = report.deck.raw.in_file(finding.span)
        region = {"line": span.line, "endLine": span.line, "col": span.column, "endColumn": span.end_column}
    name = _COMMANDS.get(finding.severity, "notice")
    return command(name, message, file=report.deck.raw.place, **region, title=f"deckcheck ({finding.code})")
