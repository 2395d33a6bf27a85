"""Compare two drafts: changed cards, findings added or removed, and all of that in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from deckcheck.build.editing.draft import Copies, Draft
from deckcheck.model.finding import BEARING, Finding, Severity
from deckcheck.model.names import printable
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report


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


def described(old: Draft, new: Draft) -> Iterator[str]:
    """Yield lines that describe the change from one draft to the next, the verdict last."""
    changes = list(changes_between(old.copies(), new.copies(), new.pool))
    yield from map(_change, changes)
    open_lines = Counter(line.request.name for line in old.deck.unresolved)
    gone = (open_lines - Counter(request.name for request in new.raw.requests)).total()
    if gone:
        yield f"removed {gone} unrecognised line{'' if gone == 1 else 's'}"
    if not changes and not gone:
        yield "text changed, cards unchanged" if old.content != new.content else "nothing to change"
    before, after = old.report(), new.report()
    for finding in settled(before.findings, after.findings):
        yield f"  fixes {finding.code}: {printable(finding.message)}"
    for finding in broken(before.findings, after.findings):
        yield f"  breaks {finding.code}: {printable(finding.message)}"
    yield verdict(after)


def verdict(report: Report) -> str:
    """Return the verdict on a deck in one line, with the number of cards in each section."""
    found = [finding.severity for finding in report.findings]
    counts = ", ".join(f"{name} {count}" for name, count in report.counts.items() if count)
    troubles = [
        f"{found.count(severity)} {word}{'' if found.count(severity) == 1 else 's'}"
        for severity, word in ((Severity.ERROR, "error"), (Severity.UNDECIDED, "open question"))
        if severity in found
    ]
    why = f", {' and '.join(troubles)}" if troubles else ""
    return printable(f"{report.verdict.value} in {report.format.name} ({counts}){why}")


def _change(change: Change) -> str:
    more = change.after - change.before
    where = f" in the {change.under}" if change.under else ""
    verb = "added" if more > 0 else "removed"
    now = f", now {change.after}" if change.before and change.after else ""
    return f"{verb} {abs(more)} `{printable(change.name)}`{where}{now}"
