"""The rules.

``registry.txt`` lists all of them: findings come in its order, codes are never reused, and `always` marks those that
no format names. Each is a row of one of the tables in `catalogue`.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from msgspec import Struct

from deckcheck.model.errors import UsageError, did_you_mean
from deckcheck.model.format import Format, RuleSetting
from deckcheck.rules.base import Limit, Rule
from deckcheck.rules.catalogue import clans, counted, influence, lines, listed, pool, provinces, texts

# The codes and names of `registry.txt`.
_ROWS = [line.split() for line in Path(__file__).with_name("registry.txt").read_text("utf-8").splitlines()]
REGISTRY: dict[str, str] = {code: name for code, name, *_ in _ROWS}

ORDER: dict[str, int] = {name: number for number, name in enumerate(REGISTRY.values())}

# Rules about the deck file or the day of the check; they apply in every format, although no format names them.
ALWAYS = tuple(name for _, name, *always in _ROWS if always)

_TABLES = (clans, counted, influence, lines, listed, pool, provinces, texts)
_RULES: dict[str, Rule] = {rule.name: rule for table in _TABLES for rule in table.RULES}


def rule_named(name: str) -> Rule:
    """Return the rule with this name, one of the values of `REGISTRY`."""
    return _RULES[name]


def rule_called(name: str, rules: Collection[str], otherwise: str = "", inside: str = "") -> str:
    """Return the one of `rules` with this name, code, or last words; raises UsageError as `no_such` makes it."""
    called = REGISTRY.get(name.upper(), name.lower())
    near = [called] if called in rules else [rule for rule in rules if rule.endswith(f"-{called}")]
    if len(near) > 1:
        help = f"use one of {', '.join(near)}"
        raise UsageError(f"`{name}` names {len(near)} rules{f' of {inside}' if inside else ''}", help=help)
    if not near:
        words = Counter(rule.split("-", parts)[-1] for rule in rules for parts in range(rule.count("-") + 1))
        known = otherwise or f"known: {', '.join(rules)}"
        meant = did_you_mean(name, (word for word, count in words.items() if count == 1), "")
        raise UsageError(
            f"there is no rule `{name}`{f' in {inside}' if inside else ''}", help=f"{meant} {known}".strip()
        )
    return near[0]


def all_rules() -> Iterator[Rule]:
    """Yield all rules in the order of the registry."""
    yield from map(rule_named, REGISTRY.values())


class InForce(Struct, frozen=True):
    """A rule as one format applies it: what it limits, and the provision that says so (None: it always applies)."""

    rule: Rule
    limit: Limit
    provision: RuleSetting | None = None


def in_force(fmt: Format) -> tuple[InForce, ...]:
    """Return the rules that apply to decks of `fmt`."""
    always = [(rule_named(name), None) for name in ALWAYS]
    named = [(rule_named(provision.name), provision) for provision in fmt.provisions]
    return tuple(
        InForce(rule, rule.limit_in(fmt, provision.params if provision else rule.params()), provision)
        for rule, provision in (*always, *named)
    )
