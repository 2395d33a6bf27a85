"""The rules: each is a row of one of the tables in `catalogue`, with a code that is never reused."""

from collections import Counter
from collections.abc import Collection, Iterator

from msgspec import Struct

from deckcheck.model.errors import UsageError, nearest
from deckcheck.model.format import Format, RuleSetting
from deckcheck.rules.base import Limit, Rule
from deckcheck.rules.catalogue import clans, counted, influence, lines, listed, pool, provinces, texts

# The families of rules by the first letters of their codes, in the order of findings.
_FAMILIES = "DSCPAE"
_TABLES = (clans, counted, influence, lines, listed, pool, provinces, texts)
_EVERY: list[Rule] = [rule for table in _TABLES for rule in table.RULES]
_EVERY.sort(key=lambda rule: (_FAMILIES.index(rule.code[0]), rule.code))
_RULES = {rule.name: rule for rule in _EVERY}
# The names of the rules by their codes, and their places in the order of findings.
REGISTRY: dict[str, str] = {rule.code: name for name, rule in _RULES.items()}
ORDER: dict[str, int] = {name: number for number, name in enumerate(_RULES)}
# The rules that no format names.
ALWAYS = tuple(name for name, rule in _RULES.items() if rule.always)


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
        codes = [code for code, rule in REGISTRY.items() if rule in rules]
        close = nearest(name, [*codes, *(word for word, count in words.items() if count == 1)])
        meant = f"did you mean `{close}`?" if close else ""
        raise UsageError(
            f"there is no rule `{name}`{f' in {inside}' if inside else ''}", help=f"{meant} {known}".strip()
        )
    return near[0]


def all_rules() -> Iterator[Rule]:
    """Yield all rules in the order of findings."""
    yield from _RULES.values()


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
