"""The differences between two formats, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.card_list import CardList
from deckcheck.model.format import Format
from deckcheck.model.names import first_of
from deckcheck.model.standing import Standing
from deckcheck.reports.format_values import plain
from deckcheck.rules import ORDER, rule_named
from deckcheck.rules.base import plural
from deckcheck.rules.legality import standing_in


def difference(old: Format, new: Format, cards: Iterable[Card], *, shown: int | None) -> Iterator[str]:
    """Yield lines with the rules, values and cards that change from `old` to `new`.

    Marks, sets and lists decide which cards are legal. A line has at most `shown` names (None: all).
    """
    yield f"{old.id} of {old.dated} -> {new.id} of {new.dated}"
    rules_old = {provision.rule: provision for provision in old.provisions}
    rules_new = {provision.rule: provision for provision in new.provisions}
    for name in ORDER:
        before, after = rules_old.get(name), rules_new.get(name)
        if before and after:
            days = old.date, new.date
            yield from _changed_values(f"{rule_named(name).code} {name}", before.params, after.params, days)
        elif before or after:
            yield f"{'-' if before else '+'} {rule_named(name).code} {name}"
    yield from _changed_parts("draws of", *({each.section: each.params for each in fmt.draws} for fmt in (old, new)))
    yield from _changed_parts(
        "economy of", *({each.resource: each.params for each in fmt.economy} for fmt in (old, new))
    )
    gone, come = [], []
    before_that, after_that = standing_in(old), standing_in(new)
    for card in cards:
        was, is_now = _may_be_played(before_that(card)), _may_be_played(after_that(card))
        if was and not is_now:
            gone.append(card.name)
        elif is_now and not was:
            come.append(card.name)
    yield f"{len(gone):,} {plural(len(gone), 'card', 'cards')} removed{_names(gone, shown)}"
    yield f"{len(come):,} {plural(len(come), 'card', 'cards')} added{_names(come, shown)}"


def _may_be_played(standing: Standing) -> bool:
    return standing.verdict in ("legal", "perhaps rotated")


def _changed_parts(what: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    for name in dict.fromkeys((*old, *new)):
        if name in old and name in new:
            yield from _changed_values(f"{what} {name}", old[name], new[name])
        else:
            yield f"{'-' if name in old else '+'} {what} {name}"


def _changed_values(what: str, before: object, after: object, days: tuple[str, str] = ("", "")) -> Iterator[str]:
    """Yield the values that differ; dated lists are compared as they are on `days`."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    for key in dict.fromkeys((*old, *new)):
        lists = [each for each in (getattr(before, key, None), getattr(after, key, None)) if isinstance(each, CardList)]
        if len(lists) == len(days):
            yield from _changed_list(f"~ {what}", lists, days)
        elif old.get(key) != new.get(key):
            yield f"~ {what}: {key} {plain(old.get(key))} -> {plain(new.get(key))}"


def _changed_list(head: str, lists: Sequence[CardList], days: Sequence[str]) -> Iterator[str]:
    old, new = ({entry.title for entry in each.entries_on(day)} for each, day in zip(lists, days, strict=True))
    if old != new or lists[0].id != lists[1].id:
        yield f"{head}: list {' -> '.join(dict.fromkeys(each.id for each in lists))}"
    for sign, titles in (("-", old - new), ("+", new - old)):
        if titles:
            yield f"    {sign} {', '.join(sorted(titles))}"


def _names(names: list[str], shown: int | None) -> str:
    if not names:
        return ""
    return f": {first_of(sorted(names), shown or len(names), 'and {:,} more (list all with --all)')}"
