"""What is different between two drafts: cards, and findings that came or went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from deckcheck.build.editing.draft import Copies
from deckcheck.model.finding import BEARING, Finding
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report


class Change(Struct, frozen=True):
    """One card whose number changed; `under` is the header's meaning where it decides where the card counts."""

    card_id: str
    name: str
    before: int
    after: int
    under: str = ""


def changes_between(old: Copies, new: Copies, pool: Pool) -> Iterator[Change]:
    """Yield the cards whose numbers differ: those taken out first, each in the order of the lists."""
    changed = [key for key in dict.fromkeys((*old, *new)) if old.get(key, 0) != new.get(key, 0)]
    for key in sorted(changed, key=lambda key: new.get(key, 0) > old.get(key, 0)):
        card = pool.card(key[0])
        yield Change(key[0], card.name if card else key[0], old.get(key, 0), new.get(key, 0), key[1])


def broken(old: Report, new: Report) -> tuple[Finding, ...]:
    """Return what bears on the verdict now and did not before.

    Numbers do not count, as a deck that grows is still too small; nor does a finding about fewer of the same cards.
    """
    known: defaultdict[tuple[object, ...], list[Finding]] = defaultdict(list)
    for finding in old.findings:
        known[_key(finding)].append(finding)
    return tuple(
        each
        for each in new.findings
        if each.severity in BEARING and not any(_about_as_many(each, other) for other in known[_key(each)])
    )


def settled(old: Report, new: Report) -> tuple[Finding, ...]:
    """Return what bore on the verdict before and is gone."""
    return broken(new, old)


def _key(finding: Finding) -> tuple[object, ...]:
    # Numbers in what a finding says change with every card; what it is about is in its cards and its section.
    return (finding.code, finding.severity, finding.data.get("section"), finding.data.get("name"))


def _about_as_many(finding: Finding, other: Finding) -> bool:
    """Return whether all cards that a finding is about are among those of another one."""
    return bool(finding.cards) == bool(other.cards) and set(finding.cards) <= set(other.cards)
