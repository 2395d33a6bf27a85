"""What ``deckcheck deck fix`` and ``deckcheck deck fill`` share: cards named in options, and what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click

from deckcheck.build.repair.explain import RepairStep
from deckcheck.build.repair.fix import NoRepair
from deckcheck.build.repair.infeasible_subset import conflict
from deckcheck.cli.common import complain
from deckcheck.interface import SECONDS
from deckcheck.model.names import printable
from deckcheck.rules import REGISTRY, rule_named

time_limit_option = click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0.1),
    default=SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="How long to look for one deck, in each of the two steps.",
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


def complain_of_none(error: NoRepair, path: str, *, asked: Mapping[str, str], help: str) -> None:
    """Say why there is no legal deck.

    `asked` maps each wish besides the rules to its words; `help` says what to do
    about it.
    """
    if error.model is None:
        complain("no legal deck was found in time", place=path, help="give it longer: --time-limit SECONDS")
        return
    rules = conflict(error.model)
    if rules:
        names = "; ".join(asked.get(name) or _rule(name) for name in rules)
        complain(f"no legal deck meets all of these: {names}", place=path, help=help)
    else:
        complain("no legal deck can be made of the cards that the format takes", place=path, help=help)


def _rule(name: str) -> str:
    codes = {rule: code for code, rule in REGISTRY.items()}
    summary = rule_named(name).summary.rstrip(".")
    return f"{codes[name]} {name} ({summary[:1].lower()}{summary[1:]})"
