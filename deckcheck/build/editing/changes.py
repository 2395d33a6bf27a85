"""Compare two drafts: changed cards, and findings added or removed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from deckcheck.build.editing.draft import Copies
from deckcheck.model.finding import BEARING, Finding
from deckcheck.model.pool import Pool


class Change(Struct, frozen=True):
    """One card with a changed number of copies; `under` is the header when it decides the card's section."""

    card_id: str
    name: str
    before: int
    after: int
    under: str = ""


def changes_between(old: Copies, new: Copies, pool: Pool) -> Iterator[Change]:
    """Yield the cards with a changed number of copies, removals first, in the order of the lists."""
    changed = [key for key in dict.fromkeys((*old, *new)) if old.get(key, 0) != new.get(key, 0)]
    for key in sorted(changed, key=lambda key: new.get(key, 0) > old.get(key, 0)):
        card = pool.card(key[0])
        yield Change(key[0], card.name if card else key[0], old.get(key, 0), new.get(key, 0), key[1])


def broken(old: Iterable[Finding], new: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that affect the verdict in `new` but not in `old`.

    A finding is not new when only its numbers differ, or when it names fewer of the same cards.
    """
    known: defaultdict[tuple[object, ...], list[Finding]] = defaultdict(list)
    for finding in old:
        known[_key(finding)].append(finding)
    return tuple(
        each
        for each in new
        if each.severity in BEARING and not any(_about_as_many(each, other) for other in known[_key(each)])
    )


def settled(old: Iterable[Finding], new: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that affect the verdict in `old` but not in `new`."""
    return broken(new, old)


def _key(finding: Finding) -> tuple[object, ...]:
    # The message is left out because its numbers change with every card.
    return (finding.code, finding.severity, finding.data.get("section"), finding.data.get("name"))


def _about_as_many(finding: Finding, other: Finding) -> bool:
    """Return whether the cards of a finding are a subset of those of another one."""
    return bool(finding.cards) == bool(other.cards) and set(finding.cards) <= set(other.cards)
