"""What ``deckcheck deck fix`` and ``deckcheck deck fill`` share: cards named in options, and what they say."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import click

from deckcheck.build.repair.explain import RepairStep
from deckcheck.build.repair.fix import NoRepair
from deckcheck.build.repair.infeasible_subset import obstacle
from deckcheck.cli.common import Number, complain
from deckcheck.interface import SECONDS
from deckcheck.model.names import printable
from deckcheck.model.report import Report
from deckcheck.rules import rule_named
from deckcheck.rules.rows import Model

# Names of cards in one sentence.
_SHOWN = 8

time_limit_option = click.option(
    "--time-limit",
    "seconds",
    type=Number(min=0.1),
    default=SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Time for one deck, in each of the two steps.",
)


def described(changes: Sequence[RepairStep]) -> Iterator[str]:
    """Yield the lines that say what changes and why."""
    for change in changes:
        verb = "remove" if change.count < 0 else "add"
        line = f" (line {change.line})" if change.line and change.count < 0 else ""
        yield f"  {verb} {abs(change.count)} `{printable(change.name)}`{line}\n"
        if change.line and change.count > 0:
            yield f"      what line {change.line} may mean\n"
        for finding in change.because:
            yield f"      {finding.code}: {printable(finding.message)}\n"
        if not change.because and not change.line:
            yield "      asked for\n"


def say_written(path: str, *, dry_run: bool) -> None:
    """Say that a deck file has been written, and how to restore it."""
    if path != "-" and not dry_run:
        shown = printable(path)
        click.echo(f"{shown}: written; `deckcheck deck undo {shlex.quote(shown)}` restores the old list", err=True)


def complain_of_none(error: NoRepair, report: Report, *, help: str) -> None:
    """Say which cards cannot stay in the deck of `report` and why; `help` says what to do."""
    path = report.deck.raw.path
    if error.model is None:
        complain("no legal deck was found in time", place=path, help="give it more time: --time-limit SECONDS")
        return
    complain(why_none(error.model, report), place=path, help=help)


def why_none(model: Model, report: Report) -> str:
    """Return the sentence that says why no deck satisfies `model`."""
    found = obstacle(model, report)
    if not (found.rules or found.options):
        return f"the cards of {report.format.name} make no legal deck"
    reasons = [*chain.from_iterable(found.because[rule] or (_rule(rule),) for rule in found.rules), *found.options]
    if not found.cards:
        return f"no legal deck satisfies all of these: {'; '.join(reasons)}"
    return f"no legal deck keeps {names_of(quoted(found.cards))}: {'; '.join(reasons)}"


def names_of(cards: Sequence[str]) -> str:
    """Return names of cards for a sentence, the first ones of many."""
    more = f" and {len(cards) - _SHOWN} more" if len(cards) > _SHOWN else ""
    return ", ".join(cards[:_SHOWN]) + more


def quoted(names: Iterable[str]) -> list[str]:
    """Return names as sentences quote them."""
    return [f"`{name}`" for name in names]


def _rule(name: str) -> str:
    rule = rule_named(name)
    summary = rule.summary.rstrip(".")
    return f"{rule.code} {name} ({summary[:1].lower()}{summary[1:]})"
