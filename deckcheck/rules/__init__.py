"""The rules.

`REGISTRY` is the list of all of them: findings come in its order, and codes are never reused. A rule is a row of
one of the tables in `catalogue`, or a module of its own, which is imported when it is first asked for, because a check
needs only those of its format.
"""

from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module

from msgspec import Struct

from deckcheck.model.errors import UsageError, no_such
from deckcheck.model.format import Format, RuleSetting
from deckcheck.rules.base import Limit, Rule
from deckcheck.rules.catalogue import clans, counted, lines, listed

REGISTRY: dict[str, str] = {
    "D001": "unknown-card",
    "D002": "ambiguous-name",
    "D003": "read-as",
    "D004": "wrong-section",
    "D005": "lines-passed-over",
    "D006": "bad-count",
    "D007": "created-card-proxy",
    "D008": "header-count",
    "D009": "card-in-two-sections",
    "S001": "deck-too-small",
    "S002": "deck-too-large",
    "S003": "no-stronghold",
    "S004": "too-many-strongholds",
    "S005": "too-many-senseis",
    "S006": "too-many-roles",
    "S007": "repeated-starting-holding",
    "S008": "too-few-provinces",
    "S009": "too-many-provinces",
    "S010": "provinces-do-not-fit-rings",
    "S011": "no-possible-stronghold-province",
    "S012": "too-many-conflict-characters",
    "S013": "too-many-winds",
    "S014": "sideboard-too-large",
    "S015": "too-many-rally",
    "C001": "too-many-copies",
    "C002": "duplicate-unique",
    "C003": "duplicate-event",
    "C004": "duplicate-province",
    "C005": "too-many-restricted",
    "C006": "too-many-copies-for-set",
    "C007": "beyond-collection",
    "P001": "not-legal",
    "P002": "banned-card",
    "P003": "card-type-not-used",
    "P004": "fan-set-card",
    "P005": "unverified-card",
    "P006": "banned-by-list",
    "P007": "not-yet-released",
    "P008": "rotated-card",
    "P009": "format-not-begun",
    "A001": "sensei-of-another-clan",
    "A002": "off-clan-dynasty",
    "A003": "off-clan-province",
    "A004": "several-splash-clans",
    "A005": "too-much-influence",
    "A006": "no-influence-cost",
    "A007": "clan-only-card",
    "A008": "role-required",
    "A009": "support-of-another-clan",
    "A010": "loyal-to-another-clan",
    "A011": "splash-banned",
    "A012": "role-not-sanctioned",
    "A013": "several-primary-clans",
    "E001": "required-cards-missing",
    "E002": "forbidden-together",
    "E003": "judge-decides",
    "E004": "unplayable-card",
    "E005": "setup-cards-missing",
    "E006": "outside-deck-cards",
}

ORDER: dict[str, int] = {name: number for number, name in enumerate(REGISTRY.values())}

# Rules about the deck file or the day of the check; they apply in every format, although no format names them.
ALWAYS = (
    "unknown-card",
    "ambiguous-name",
    "read-as",
    "wrong-section",
    "lines-passed-over",
    "bad-count",
    "header-count",
    "card-in-two-sections",
    "unverified-card",
    "format-not-begun",
)

_IN_TABLES = {rule.name: rule for table in (clans, counted, lines, listed) for rule in table.RULES}


@cache
def rule_named(name: str) -> Rule:
    """Return the rule with this name, one of the values of `REGISTRY`."""
    rule: Rule = _IN_TABLES.get(name) or import_module(f"deckcheck.rules.catalogue.{name.replace('-', '_')}").RULE
    return rule


def rule_called(name: str, rules: Collection[str], otherwise: str = "", inside: str = "") -> str:
    """Return the one of `rules` with this name, code, or last words; raises UsageError as `no_such` makes it."""
    called = REGISTRY.get(name.upper(), name.lower())
    near = [called] if called in rules else [rule for rule in rules if rule.endswith(f"-{called}")]
    if len(near) > 1:
        help = f"use one of {', '.join(near)}"
        raise UsageError(f"`{name}` names {len(near)} rules{f' of {inside}' if inside else ''}", help=help)
    if not near:
        codes = (code for code, rule in REGISTRY.items() if rule in rules)
        raise no_such("rule", name, [*rules, *codes], otherwise, inside)
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
    named = [(rule_named(provision.rule), provision) for provision in fmt.provisions]
    return tuple(
        InForce(rule, rule.limit_in(fmt, provision.params if provision else rule.params()), provision)
        for rule, provision in (*always, *named)
    )
