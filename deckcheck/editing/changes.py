"""What is different between two drafts: cards, and findings that came or went."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.editing.draft import Copies
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
    """Return what bears on the verdict now and did not before, numbers aside: a deck that grows is still too small."""
    known = {_key(finding) for finding in old.findings}
    return tuple(each for each in new.findings if each.severity in BEARING and _key(each) not in known)


def settled(old: Report, new: Report) -> tuple[Finding, ...]:
    """Return what bore on the verdict before and is gone."""
    return broken(new, old)


def _key(finding: Finding) -> tuple[object, ...]:
    # Numbers in what a finding says change with every card; what it is about is in its cards and its section.
    return (finding.code, finding.severity, finding.cards, finding.data.get("section"), finding.data.get("name"))
