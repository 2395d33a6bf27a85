"""Checking a deck: every rule of the format over one tally, in a fixed order."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterable
from operator import attrgetter

from deckcheck.model.deck import UNRESOLVED, Deck, Request
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.format import Format, Provision
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules import ALWAYS, ORDER, rule_named
from deckcheck.rules.base import Problem, Rule
from deckcheck.spans import Span
from deckcheck.tally import Tally

# Where a line stands.
PlaceOf = Callable[[Request], Span]

_as_read: PlaceOf = attrgetter("span")
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
    tally = Tally(deck, fmt, shared.places)
    return Report(
        deck=deck,
        format=fmt,
        pool_id=pool.info.id,
        pool_digest=pool.digest,
        findings=findings_of(tally, shared, only),
        counts={name: tally.count(name) for name in tally.sections} | _also(deck),
    )


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
    findings.sort(key=lambda finding: (_RANK[finding.severity.value], ORDER[finding.name]))
    return tuple(findings)


def _also(deck: Deck) -> dict[str, int]:
    return {UNRESOLVED: sum(line.request.count for line in deck.unresolved)} if deck.unresolved else {}


def _finding(rule: Rule, provision: Provision | None, problem: Problem, place_of: PlaceOf) -> Finding:
    message = rule.messages[problem.message]
    doubt = provision.cite.doubt if provision else ""
    requests: tuple[Request, ...] = (
        *(request for entry in problem.entries for request in entry.requests),
        *problem.requests,
    )
    spans = tuple(dict.fromkeys(map(place_of, requests)))
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=Severity.UNDECIDED if doubt and message.severity is Severity.ERROR else message.severity,
        message=message.text.format_map(problem.data),
        span=spans[0] if spans else None,
        related=spans[1:],
        cards=tuple(dict.fromkeys(entry.card.id for entry in problem.entries)),
        data=problem.data,
        help="; ".join(filter(None, (doubt, message.help.format_map(problem.data)))) or None,
        cite=provision.cite if provision else None,
        origin=provision.origins.get(rule.value, provision.origin) if provision else None,
    )
