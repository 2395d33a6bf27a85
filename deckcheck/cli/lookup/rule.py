"""``deckcheck rule``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from deckcheck.cli.common import write_out
from deckcheck.cli.completion import complete_rule
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.deck_options import format_option
from deckcheck.model.errors import no_such
from deckcheck.model.format import Format
from deckcheck.model.names import printable
from deckcheck.reports.format_values import values_of
from deckcheck.reports.rule_page import page
from deckcheck.reports.tables import table
from deckcheck.rules import ALWAYS, ORDER, REGISTRY, all_rules, rule_named
from deckcheck.rules.base import Rule


@click.command("rule")
@click.argument("code", required=False, shell_complete=complete_rule)
@format_option("Also show the values and sources in this format.")
@data_options
def command(code: str | None, format_name: str | None, data: Data) -> None:
    """Explain a rule, or list all rules. CODE is a code such as C001, or the name of a rule or its last words.

    \b
    deckcheck rule C001 --format celestial-40-40
    """
    if code is None:
        rows = ((rule.code, rule.name, rule.summary) for rule in all_rules())
        write_out(table(rows, ("code", "name", "finds")))
        return
    name = REGISTRY.get(code.upper(), code.lower())
    near = [rule for rule in ORDER if rule.endswith(f"-{name}")]
    if name not in ORDER and len(near) == 1:
        name = near[0]
    if name not in ORDER:
        raise no_such("rule", code, [*REGISTRY, *ORDER], "`deckcheck rule` lists the rules")
    rule = rule_named(name)
    write_out("\n".join(page(rule)) + "\n")
    if format_name:
        fmt = data.format(format_name)
        write_out("\n" + "".join(f"{printable(line)}\n" for line in _in_format(rule, fmt)))


def _in_format(rule: Rule, fmt: Format) -> Iterator[str]:
    if rule.name in ALWAYS:
        yield f"In {fmt.id}: in force as in every format; it is about the deck file itself."
        return
    provision = next((item for item in fmt.provisions if item.rule == rule.name), None)
    if provision is None:
        yield f"In {fmt.id}: not in force."
        return
    yield f"In {fmt.id}: {provision.cite.source}, {provision.cite.at}"
    for key, value, origin in values_of(provision):
        place = f"set by {origin.format} ({origin.path}:{origin.line})" if origin else "(default)"
        yield f"  {key}: {value}  {place}"
