"""Checking a deck: every rule of the format over one tally, in a fixed order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Container, Iterable, Mapping
from operator import attrgetter

from msgspec.structs import replace

from deckcheck.model.deck import UNRESOLVED, Deck, Request, Unresolved
from deckcheck.model.finding import Finding, verdict_of
from deckcheck.model.format import Format, Provision
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.names import fold
from deckcheck.rules import ALWAYS, ORDER, rule_named
from deckcheck.rules.base import Problem, Rule
from deckcheck.spans import Span
from deckcheck.tally import Tally

# Where a line stands.
PlaceOf = Callable[[Request], Span]

_as_read: PlaceOf = attrgetter("span")
# The rule that speaks of lines with several readings.
_AMBIGUOUS = "ambiguous-name"
_RANK = {"error": 0, "undecided": 1, "warning": 2, "note": 3}


class Shared:
    """What the checks of decks of one format have in common, for those who check many of them.

    `rules` are those in force, each with the provision (None: it is always in force) and its parameters; `places` is
    as for `Tally`.
    """

    def __init__(self, fmt: Format) -> None:
        """Look up the rules of `fmt`."""
        always: Iterable[tuple[Rule, Provision | None]] = ((rule_named(name), None) for name in ALWAYS)
        named = ((rule_named(provision.rule), provision) for provision in fmt.provisions)
        self.rules = tuple(
            (rule, provision, provision.params if provision else rule.params())
            for rule, provision in itertools.chain(always, named)
        )
        self.places: dict[str, str | None] = {}


def check(
    deck: Deck, fmt: Format, pool: Pool, *, only: Container[str] | None = None, shared: Shared | None = None
) -> Report:
    """Return the report on `deck` in `fmt`: all findings, errors first and then in the order of the registry.

    `only` names the rules that can have something to say, where that is known beforehand.
    """
    shared = shared or Shared(fmt)

    def tally_of(each: Deck) -> Tally:
        return Tally(each, fmt, shared.places)

    counted = deck
    if any(line.readings for line in deck.unresolved):
        deck, counted, findings = read_in_every_way(deck, lambda each: findings_of(tally_of(each), shared, None))
    else:
        findings = findings_of(tally_of(deck), shared, only)
    tally = tally_of(counted)
    return Report(
        deck=deck,
        format=fmt,
        pool_id=pool.info.id,
        pool_digest=pool.digest,
        findings=findings,
        counts={name: tally.count(name) for name in tally.sections} | _also(counted),
    )


# More ways to read a list are not tried.
_MOST_WAYS = 64


def read_in_every_way(
    deck: Deck, findings_of_deck: Callable[[Deck], tuple[Finding, ...]]
) -> tuple[Deck, Deck, tuple[Finding, ...]]:
    """Return `deck` with the verdict of each reading of its lines, the deck to count, and what is found.

    Lines of one name are read alike. What is found in every way is reported. Where the verdict is the same with all of
    them, the readings are notes, and what makes it so is that of the first way; else the lines leave it undecided.
    """
    open_lines = [line for line in deck.unresolved if line.readings]
    names = list(dict.fromkeys(map(_alike, open_lines)))
    sizes = {_alike(line): len(line.readings) for line in open_lines}
    if math.prod(sizes.values()) > _MOST_WAYS:
        return deck, deck, findings_of_deck(deck)
    ways = [dict(zip(names, way, strict=True)) for way in itertools.product(*(range(sizes[name]) for name in names))]
    decks = [_read(deck, open_lines, way) for way in ways]
    found = [findings_of_deck(each) for each in decks]
    verdicts = [verdict_of(each).value for each in found]

    def judged(line: Unresolved) -> Unresolved:
        of_reading: list[dict[str, None]] = [{} for _ in line.readings]
        for way, verdict in zip(ways, verdicts, strict=True):
            of_reading[way[_alike(line)]][verdict] = None
        return replace(line, verdicts=tuple(map(" or ".join, of_reading)))

    deck = replace(deck, unresolved=tuple(judged(line) if line.readings else line for line in deck.unresolved))
    is_settled = len(set(verdicts)) == 1
    common = tuple(each for each in found[0] if all(each in other for other in found[1:]))
    kept = found[0] if is_settled and verdict_of(common).value != verdicts[0] else common
    ambiguous = (each for each in findings_of_deck(deck) if each.name == _AMBIGUOUS)
    return deck, decks[0] if is_settled else deck, in_order([*kept, *ambiguous])


def _alike(line: Unresolved) -> tuple[str, tuple[str, ...]]:
    return fold(line.request.name), line.candidates


def _read(deck: Deck, lines: Iterable[Unresolved], way: Mapping[tuple[str, tuple[str, ...]], int]) -> Deck:
    """Return `deck` with `lines` read as `way` says, by what they have in common."""
    read = (entry for line in lines for entry in line.readings[way[_alike(line)]])
    rest = tuple(line for line in deck.unresolved if not line.readings)
    entries = sorted((*deck.entries, *read), key=lambda entry: entry.request.span.line)
    return replace(deck, unresolved=rest, entries=tuple(entries))


def findings_of(
    tally: Tally, shared: Shared, only: Container[str] | None = None, place_of: PlaceOf = _as_read
) -> tuple[Finding, ...]:
    """Return what the rules have to say of a deck, in the order of a report; `only` is as for `check`.

    `place_of` gives the places that findings name, of lines that are not those which their requests have.
    """
    findings = [
        _finding(rule, provision, problem, place_of)
        for rule, provision, params in shared.rules
        if only is None or rule.name in only
        for problem in rule.check(tally, params)
    ]
    return in_order(findings)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings as reports list them: errors first, then in the order of the registry."""
    return tuple(sorted(findings, key=lambda finding: (_RANK[finding.severity.value], ORDER[finding.name])))


def _also(deck: Deck) -> dict[str, int]:
    return {UNRESOLVED: sum(line.request.count for line in deck.unresolved)} if deck.unresolved else {}


def _finding(rule: Rule, provision: Provision | None, problem: Problem, place_of: PlaceOf) -> Finding:
    message = rule.messages[problem.message]
    requests: tuple[Request, ...] = (
        *(request for entry in problem.entries for request in entry.requests),
        *problem.requests,
    )
    spans = tuple(dict.fromkeys(map(place_of, requests)))
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=message.severity,
        message=message.text.format_map(problem.data),
        span=spans[0] if spans else None,
        related=spans[1:],
        cards=tuple(dict.fromkeys(entry.card.id for entry in problem.entries)),
        data=problem.data,
        help=message.help.format_map(problem.data) if message.help else None,
        cite=provision.cite if provision else None,
        origin=provision.origins.get(rule.value, provision.origin) if provision else None,
    )
