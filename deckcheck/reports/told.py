"""What people read of findings: one in place of many that have one cause, with a line for each of them.

Programs and rulings have the findings themselves.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from deckcheck.model.deck import RawDeck, Span, grouped
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.sentences import counted, first_of, plural
from deckcheck.reports.wording import marked_line
from deckcheck.rules.base import shortened

# This number of findings that say the same of several cards are told one by one; more are told at once.
_FEW = 3
_SHOWN_LINES = 6
_SHOWN_NAMES = 12
_COPIES = re.compile(r"^(?:[0-9]+|`[^`]*`) (?=cop)")
_NAME = re.compile(r"`[^`]*`")
# Besides the clauses that all have, those about all cards: a command, and the formats of the deck.
_OF_ALL = re.compile(r"`deckcheck |^all (?:recognised )?cards of the deck ")
_CLAUSE = re.compile(r"; |(?<=\?) ")


class ToldLine(NamedTuple):
    """A line of the list in three parts, the second one as `marked_line` marks it, and a remark on it ("": none)."""

    span: Span
    before: str
    marked: str
    after: str
    remark: str


class Told(NamedTuple):
    """A finding as people read it: `lines` to show, each with a remark ("": none), and the number of `more` lines.

    `findings` are those whose lines these are: several if it is in place of them.
    """

    finding: Finding
    findings: Sequence[Finding]
    lines: tuple[tuple[Span, str], ...]
    more: int = 0


def told(findings: Sequence[Finding], every: Iterable[Finding] | None = None) -> Iterator[Told]:
    """Yield findings as people read them, in their order; one in place of several is where the first of them is.

    If the report lists only these of `every` finding, its messages count those that it does not list, too.
    """
    causes = [*map(_cause, findings)]
    counts = Counter(causes if every is None else map(_cause, every))
    by_cause = grouped(zip(causes, findings, strict=True))
    for cause, each in zip(causes, findings, strict=True):
        alike = by_cause[cause]
        if counts[cause] <= (_FEW if cause[0] == "alike" else 1):
            yield one(each)
        elif each is alike[0]:
            yield _TOLD[cause[0]](alike, cause[1], counts[cause])


def lines_of(raw: RawDeck, each: Told) -> list[ToldLine]:
    """Return the lines to show; of several cards in one line, such as JSON, only their names."""
    is_one = len(each.lines) > 1 and len({span.line for span, _ in each.lines}) == 1
    known = ((found.span, found.data.get("card") or found.data.get("name")) for found in each.findings)
    names = {span: name.strip("`") for span, name in known if isinstance(name, str)} if is_one else {}
    parts = (("", names[span], "") if span in names else marked_line(raw, span) for span, _ in each.lines)
    return [ToldLine(span, *shown, remark) for (span, remark), shown in zip(each.lines, parts, strict=True)]


def lines_in(each: Told) -> str:
    """Return the line of a finding, the first lines where it is in place of several, "" without lines."""
    numbers = [*dict.fromkeys(str(span.line) for span, _ in each.lines)]
    shown = numbers if len(each.findings) > 1 else numbers[:1]
    return f"{plural(len(shown), 'line')} {shortened(shown)}" if shown else ""


def _cause(finding: Finding) -> tuple[str, ...]:
    """Return what findings with one cause have in common, after its kind."""
    for kind, end in (("proviso", _proviso(finding)), ("waiting", _waiting(finding))):
        if end and finding.message.endswith(end):  # A ruling has another end.
            return kind, end
    return "alike", finding.severity.value, finding.code, _unnamed(_COPIES.sub("", finding.message), finding.severity)


def _unnamed(message: str, severity: Severity) -> str:
    """Return a message without the name of its card, and that of a note without any name."""
    return _NAME.sub("", message, count=0 if severity is Severity.NOTE else 1)


def _proviso(finding: Finding) -> str:
    """Return the end of the message of an error that is open: what lifts it."""
    return f", {finding.data['proviso']}" if "proviso" in finding.data else ""


def _waiting(finding: Finding) -> str:
    """Return the end of a message that names unrecognised lines."""
    return " {lines} {did}.".format_map(finding.data) if finding.data.keys() >= {"lines", "did"} else ""


def one(finding: Finding) -> Told:
    """Return a finding by itself as people read it."""
    spans = (finding.span, *finding.related) if finding.span else ()
    rows = tuple((span, "") for span in spans[:_SHOWN_LINES])
    return Told(finding, [finding], rows, max(0, len(spans) - _SHOWN_LINES))


def _with_proviso(alike: Sequence[Finding], end: str, count: int) -> Told:
    """Return the first of the findings that one other reading of the list lifts, with what the others say.

    The codes of rules other than its own are beside the lines.
    """
    first, *others = alike
    codes = ("" if each.code == first.code else f"{each.code}: " for each in others)
    said = ["", *(code + each.message.removesuffix(end) for code, each in zip(codes, others, strict=True))]
    rows = [(each.span, remark) for each, remark in zip(alike, said, strict=True) if each.span]
    message = f"{first.message.removesuffix(end)}, and {counted(count - 1, 'more error')}{end}"
    return _with_lines(replace(first, message=message), alike, rows, count)


def _waiting_for_lines(alike: Sequence[Finding], end: str, _: int) -> Told:
    """Return one finding in place of those that wait for the same unrecognised lines."""
    said = [each.message.removesuffix(end).removesuffix(".") for each in alike]
    return one(replace(alike[0], message=f"{'; '.join(said)}.{end}"))


def _of_many(alike: Sequence[Finding], _: str, count: int) -> Told:
    """Return what is true of many cards or lines; a name to write instead is on the line of its card."""
    alike = sorted(alike, key=lambda each: each.span.start if each.span else (0, 0))
    first, message = alike[0], alike[0].message.removesuffix(".")
    by_name = first.severity is Severity.NOTE or any(each.span is None for each in alike)
    clauses = [_CLAUSE.split(each.help or "") for each in alike]
    every = dict.fromkeys(itertools.chain(*clauses))
    help = [each for each in every if _OF_ALL.search(each) or all(each in found for found in clauses)]
    is_same = len({_unnamed(each.message, each.severity) for each in alike}) == 1
    rows: list[tuple[Span, str]] = []
    for each, found in zip(alike, clauses, strict=True):
        own = (clause for clause in _CLAUSE.split(each.message) if clause not in _CLAUSE.split(message))
        said = [] if is_same or each is first else [*own]
        said += [clause for clause in found if "`" in clause and clause not in help]
        spans = [span for span in each.related if each.span and span.line != each.span.line]
        rows += [(each.span, "; ".join(said)), *((span, "") for span in spans)] if each.span else []
    if by_name:
        rows = rows[:1] if first.span else []
        names = [" as ".join(dict.fromkeys(_NAME.findall(each.message))) for each in alike[1:]]
        more = first_of(names, _SHOWN_NAMES, "and {:,} more")
    else:
        is_one = len({span.line for span, _ in rows}) == 1 < len(rows)
        more = f"{count - 1} more {'cards' if first.cards else 'names' if is_one else 'lines'}"
    more = f"the same is true of {more}" if is_same else f"{more} break this rule, too"
    related = tuple(span for span, _ in rows[1:])
    finding = replace(first, message=f"{message}; {more}", help="; ".join(help) or None, related=related)
    return _with_lines(finding, alike, rows, len(alike) if by_name else count)


def _with_lines(finding: Finding, alike: Sequence[Finding], rows: Iterable[tuple[Span, str]], count: int) -> Told:
    cards = tuple(dict.fromkeys(card for each in alike for card in each.cards))
    return Told(replace(finding, cards=cards), alike, tuple(dict.fromkeys(rows)), count - len(alike))


_TOLD = {"proviso": _with_proviso, "waiting": _waiting_for_lines, "alike": _of_many}
