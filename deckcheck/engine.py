"""Checking a deck: every rule of the format over one tally, in a fixed order."""

from __future__ import annotations

from collections.abc import Container, Iterable

from deckcheck.model.deck import Deck, Request
from deckcheck.model.finding import Finding
from deckcheck.model.format import Format, Provision
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules import ALWAYS, ORDER, rule_named
from deckcheck.rules.base import Problem, Rule
from deckcheck.tally import Tally

_RANK = {"error": 0, "undecided": 1, "warning": 2, "note": 3}


def check(
    deck: Deck,
    fmt: Format,
    pool: Pool,
    *,
    only: Container[str] | None = None,
    places: dict[str, str | None] | None = None,
) -> Report:
    """Return the report on `deck` in `fmt`: all findings, errors first and then in the order of the registry.

    `only` names the rules that can have something to say, where that is known beforehand; `places` is as for `Tally`.
    """
    tally = Tally(deck, fmt, places)
    findings: list[Finding] = []
    provisions: Iterable[tuple[str, Provision | None]] = (
        *((name, None) for name in ALWAYS),
        *((provision.rule, provision) for provision in fmt.provisions),
    )
    for name, provision in provisions:
        if only is None or name in only:
            rule = rule_named(name)
            params = provision.params if provision else rule.params()
            findings += [_finding(rule, provision, problem) for problem in rule.check(tally, params)]
    findings.sort(key=lambda finding: (_RANK[finding.severity.value], ORDER[finding.name]))
    return Report(
        deck=deck,
        format=fmt,
        pool_id=pool.info.id,
        pool_digest=pool.digest,
        findings=tuple(findings),
        counts={name: tally.count(name) for name in tally.sections} | _also(deck),
    )


def _also(deck: Deck) -> dict[str, int]:
    return {"unresolved": sum(line.request.count for line in deck.unresolved)} if deck.unresolved else {}


def _finding(rule: Rule, provision: Provision | None, problem: Problem) -> Finding:
    message = rule.messages[problem.message]
    requests: tuple[Request, ...] = (
        *(request for entry in problem.entries for request in entry.requests),
        *problem.requests,
    )
    spans = tuple(dict.fromkeys(request.span for request in requests))
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
