"""A page about a format for players: its rules in words, its lists, and what changed."""

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.reports.formats import difference, in_words, limited_in, lists_of
from deckcheck.reports.html.environment import page
from deckcheck.rules import rule_named

# The number of names in a line about added or removed cards.
_SHOWN = 60


class RuleView(Struct, frozen=True):
    """One rule of the page: what it checks, its values in words, and its source."""

    code: str
    title: str
    checks: str
    values: tuple[str, ...]
    source: str


def format_page(fmt: Format, pool: Pool, old: Format | None = None) -> Iterator[str]:
    """Return the page about `fmt`, with what changed since the earlier version `old`."""
    return page(
        "format.html",
        "colors",
        "report",
        fmt=fmt,
        rules=tuple(_rules(fmt, pool)),
        lists=limited_in(fmt, pool),
        sources=[(each.name, each.source) for each in lists_of(fmt).values()],
        roles=[(clan, titles) for each in lists_of(fmt).values() for clan, titles in each.roles.items()],
        old=old,
        changes=difference(old, fmt, pool, shown=_SHOWN) if old else (),
    )


def _rules(fmt: Format, pool: Pool) -> Iterator[RuleView]:
    for setting in fmt.provisions:
        rule = rule_named(setting.name)
        if rule.code.startswith("D"):  # These are about the deck file, not about decks.
            continue
        values = tuple(value[:1].upper() + value[1:] for value in in_words(setting, fmt, pool))
        checks = " ".join(rule.page["What it checks"].split())
        title = rule.name.replace("-", " ").capitalize()
        yield RuleView(rule.code, title, checks, values, f"{setting.cite.source}, {setting.cite.at}")
