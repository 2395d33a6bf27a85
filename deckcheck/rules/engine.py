"""Checking a deck, with every reading of its lines."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from deckcheck.model.deck import UNRESOLVED, Basis, Deck, Unresolved
from deckcheck.model.errors import UsageError
from deckcheck.model.finding import Finding, Severity, verdict_of
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool, basis_of
from deckcheck.model.report import Report
from deckcheck.rules.judge import Judge, Tallied, in_order
from deckcheck.rules.lifting import with_lifted


def check(deck: Deck, fmt: Format, pool: Pool, *, judge: Judge | None = None) -> Report:
    """Return the report on `deck` in `fmt`: all findings, errors first and then in the order of the registry.

    Callers that check many decks share one `judge`.

    Raises:
        UsageError: when `pool` is not the pool of `fmt`, or the lines of `deck` were looked up with other ones.
    """
    demand_basis(deck, fmt, pool)
    judge = judge or Judge(fmt)
    deck, findings, counts = judged(judge.tallied(deck), judge, pool)
    return Report(
        deck=deck,
        format=fmt,
        pool_id=pool.info.id,
        pool_digest=pool.digest,
        findings=findings,
        counts=counts,
    )


def judged(written: Tallied, judge: Judge, pool: Pool) -> tuple[Deck, tuple[Finding, ...], dict[str, int]]:
    """Return a deck with the verdict of each reading of its lines, its findings, and its cards by section.

    `written` is the deck with its lines as written.
    """
    deck = written.tally.deck

    def found(each: Deck) -> _Found:
        base = written if each is deck else judge.tallied(each, written.tally.place_of)
        findings = judge.findings(base.tally, base.asked)
        return _Found(each, with_lifted(findings, base, judge, pool), base.counts)

    def ambiguous(each: Deck) -> _Found:
        base = judge.tallied(each, written.tally.place_of)
        of_readings = judge.bits({each.rule.name for each in judge.rules if each.rule.of_readings})
        return _Found(each, judge.findings(base.tally, of_readings), base.counts)

    several = any(line.readings for line in deck.unresolved)
    read, (counted, findings, counts) = _read_in_every_way(deck, found, ambiguous) if several else (deck, found(deck))
    copies = sum(line.request.count for line in counted.unresolved)
    return read, findings, counts | ({UNRESOLVED: copies} if counted.unresolved else {})


def demand_basis(deck: Deck, fmt: Format, pool: Pool) -> None:
    """Raise UsageError unless `pool` is the pool of `fmt` and the lines of `deck` were looked up with both."""
    if pool.info.id != fmt.pool:
        raise UsageError(f"the format `{fmt.id}` uses the card pool `{fmt.pool}`, not `{pool.info.id}`")
    was, now = deck.basis, basis_of(fmt, pool)
    if was is not None and was != now:
        raise UsageError(
            f"the deck was read for {_named(was)}, not for {_named(now)}",
            place=deck.raw.path,
            help="read the list again with the format and the pool that check it",
        )


def _named(basis: Basis) -> str:
    fmt, pool = (digest.rpartition(":")[2][:8] for digest in (basis.format_digest, basis.pool_digest))
    return f"`{basis.format}` of {basis.date} ({fmt}) and the pool `{basis.pool}` ({pool})"


class _Found(NamedTuple):
    """The result for a deck: its findings, and its cards by section."""

    deck: Deck
    findings: tuple[Finding, ...]
    counts: dict[str, int]


# The maximum number of ways to read a list.
_MOST_WAYS = 64


def _read_in_every_way(
    deck: Deck, find: Callable[[Deck], _Found], find_ambiguous: Callable[[Deck], _Found]
) -> tuple[Deck, _Found]:
    """Return `deck` with the verdict of each reading of its lines, and its findings.

    `find_ambiguous` returns the findings about the lines themselves, given these verdicts.

    What is found in every way is reported. Where the verdict is the same with all of them, the readings are notes, and
    if nothing found in every way makes it so, what the first way has is reported as such; else the lines leave it
    undecided. The numbers of cards are those that all ways have, or else those without the lines.
    """
    lines = [line for line in deck.unresolved if line.readings]
    sizes = [len(line.readings) for line in lines]
    if math.prod(sizes) > _MOST_WAYS:
        return deck, find(deck)
    ways = [*itertools.product(*map(range, sizes))]
    read = [find(_read(deck, lines, way)) for way in ways]
    found = [each.findings for each in read]
    verdicts = [verdict_of(each).value for each in found]
    judged = (
        replace(line, verdicts=tuple(_said(place, reading, ways, verdicts) for reading in range(len(line.readings))))
        for place, line in enumerate(lines)
    )
    deck = replace(deck, unresolved=tuple(next(judged) if line.readings else line for line in deck.unresolved))
    is_settled = len(set(verdicts)) == 1
    common = _common(found, {line.request.span.line for line in lines})
    kept = _in_one_way(found) if is_settled and verdict_of(common).value != verdicts[0] else common
    written = find_ambiguous(deck)
    counted = read[0] if is_settled and all(each.counts == read[0].counts for each in read) else written
    return deck, counted._replace(findings=in_order([*kept, *written.findings]))


def _common(found: Sequence[tuple[Finding, ...]], open_lines: set[int]) -> tuple[Finding, ...]:
    """Return the findings of all ways; of errors that differ in words or cards, the one with the fewest lines."""
    common: list[Finding] = []
    for each in found[0]:
        alike = [[other for other in way if other == each or _are_alike(other, each)] for way in found]
        least = each
        if not all(each in way for way in alike) and all(alike):
            every = [*itertools.chain(*alike)]
            least = min(every, key=lambda other: len(_places(other)))
            is_sure = least.span and open_lines.isdisjoint(_places(least))
            if not is_sure and len({other.message for other in every}) > 1:
                least = replace(least, message=f"{least.message}. The other readings break this rule, too.")
        if all(alike) and least not in common:
            common.append(least)
    return tuple(common)


def _in_one_way(ways: Sequence[tuple[Finding, ...]]) -> tuple[Finding, ...]:
    """Return what the first way has; what another way does not have says so."""
    every = set[str].intersection(*({each.message for each in way} for way in ways))
    said = (each.message if each.message in every else f"in one reading: {each.message}" for each in ways[0])
    return tuple(replace(each, message=message) for each, message in zip(ways[0], said, strict=True))


def _are_alike(one: Finding, other: Finding) -> bool:
    """Return whether two errors are of the same rule and about the same place."""
    is_error = one.severity is other.severity is Severity.ERROR
    return is_error and one.code == other.code and not _places(one).isdisjoint(_places(other))


def _places(finding: Finding) -> set[object]:
    """Return the lines of a finding, or without lines the section that it is about, if any."""
    return {span.line for span in (finding.span, *finding.related) if span} or {finding.data.get("section")}


def _said(place: int, reading: int, ways: Sequence[tuple[int, ...]], verdicts: Sequence[str]) -> str:
    """Return the verdicts of all ways in which the line at a place has one of its readings."""
    found = [verdict for way, verdict in zip(ways, verdicts, strict=True) if way[place] == reading]
    return " or ".join(dict.fromkeys(found))


def _read(deck: Deck, lines: Iterable[Unresolved], way: Iterable[int]) -> Deck:
    """Return `deck` with `lines` read in this `way`."""
    read = (entry for line, reading in zip(lines, way, strict=True) for entry in line.readings[reading])
    rest = tuple(line for line in deck.unresolved if not line.readings)
    entries = sorted((*deck.entries, *read), key=lambda entry: entry.request.span.line)
    return replace(deck, unresolved=rest, entries=tuple(entries))
