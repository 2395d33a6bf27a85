"""A page about a format for players: its rules in words, its lists, and what changed."""

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.format import Format, Legality
from deckcheck.model.pool import Pool
from deckcheck.reports.formats import in_words, lists_of
from deckcheck.reports.html.environment import page
from deckcheck.rules import rule_named
from deckcheck.rules.legality import standing_in

# The verdicts that come from a list.
_LISTED = ("banned", "rotated", "perhaps banned", "perhaps rotated")
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
        lists=_lists(fmt, pool),
        sources=[(each.name, each.source) for each in lists_of(fmt).values()],
        roles=[(clan, titles) for each in lists_of(fmt).values() for clan, titles in each.roles.items()],
        old=old,
        changes=tuple(_changes(old, fmt, pool)) if old else (),
    )


def _rules(fmt: Format, pool: Pool) -> Iterator[RuleView]:
    for setting in fmt.provisions:
        rule = rule_named(setting.rule)
        if rule.code.startswith("D"):  # These are about the deck file, not about decks.
            continue
        values = tuple(in_words(setting, fmt))
        if isinstance(setting.params, Legality) and setting.params.cards:
            names = [card.name for card_id in setting.params.cards if (card := pool.card(card_id))]
            values = (*(each for each in values if not each.startswith("cards: ")), f"also allowed: {', '.join(names)}")
        checks = " ".join(rule.page["What it checks"].split())
        title = rule.name.replace("-", " ").capitalize()
        values = tuple(value[:1].upper() + value[1:] for value in values)
        yield RuleView(rule.code, title, checks, values, f"{setting.cite.source}, {setting.cite.at}")


def _lists(fmt: Format, pool: Pool) -> dict[str, dict[str, str]]:
    """Return the cards of the pool that are banned, limited and so on in the format, by the word for it.

    Each has the day on which that began; "" if unknown.
    """
    standing = standing_in(fmt)
    found: dict[str, dict[str, str]] = {}
    for card in pool.cards():
        here = standing(card)
        for word in (here.verdict,) if here.verdict in _LISTED else here.notes:
            found.setdefault(word, {})[card.name] = here.since.get(word, "")
    return {word: dict(sorted(cards.items())) for word, cards in sorted(found.items())}


def _changes(old: Format, new: Format, pool: Pool) -> Iterator[str]:
    """Yield what changed from one version to the next: rules, then cards."""
    before, after = ({rule.code: rule for rule in _rules(fmt, pool)} for fmt in (old, new))
    for code in sorted({*before, *after}):
        if code not in before:
            yield f"New rule: {after[code].title}"
        elif code not in after:
            yield f"Dropped rule: {before[code].title}"
        else:
            was, now = before[code].values, after[code].values
            gone, come = ([each for each in one if each not in other] for one, other in ((was, now), (now, was)))
            if gone or come:
                yield f"{after[code].title}: {'; '.join(gone) or 'nothing'} → {'; '.join(come) or 'nothing'}"
    lists = [_lists(fmt, pool) for fmt in (old, new)]
    for word in sorted({*lists[0], *lists[1]}):
        one, other = (each.get(word, {}) for each in lists)
        for what, names in (("added", other.keys() - one.keys()), ("removed", one.keys() - other.keys())):
            if names:
                yield f"{word.capitalize()}, {what}: {', '.join(sorted(names))}"
    allowed = [{card.name for card in pool.cards() if fmt.allows(card)} for fmt in (old, new)]
    for what, names in (("Cards added", allowed[1] - allowed[0]), ("Cards removed", allowed[0] - allowed[1])):
        if names:
            shown = ", ".join(sorted(names)[:_SHOWN]) + (" and others" if len(names) > _SHOWN else "")
            yield f"{what} ({len(names):,}): {shown}"
