"""Describe a repair and a completed deck in sentences: the changes with their reasons, or why none are possible."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from deckcheck.build.repair.explain import RepairStep, half, refused_cards
from deckcheck.build.repair.fix import NoRepair, Preferences, Repaired
from deckcheck.build.repair.solve import STAYS, conflict
from deckcheck.model.names import printable
from deckcheck.model.report import Report
from deckcheck.model.sentences import cards_of, counted, first_of
from deckcheck.rules import ORDER, rule_named
from deckcheck.rules.legality import misfit

# The maximum of card names in one sentence.
_SHOWN = 8


def repaired_lines(report: Report, repaired: Repaired) -> Iterator[str]:
    """Yield how many cards change, whether fewer are possible, and which cards cannot stay."""
    fmt = repaired.report.format
    if repaired.proven:
        how = "proven: no legal deck has fewer changes"
    else:
        gap = repaired.changes - repaired.bound
        how = f"not proven to be the fewest: at least {repaired.bound} are needed, a gap of {gap}"
    alike = "" if repaired.alike else "; the search for the most similar cards ran out of time"
    count = cards_of(repaired.changes)
    yield f"{printable(report.deck.raw.path)}: legal in {fmt.name} with {count} changed ({how}{alike})\n"
    if gone := refused_cards(report):
        yield f"  cannot stay in {fmt.name}: {printable(_cards(f'`{name}`' for name in gone))}\n"


def short_lines(report: Report, found: Repaired | NoRepair | None) -> Iterator[str]:
    """Yield the lines about one format; one line if it needs another deck."""
    name = report.format.id
    if found is None:
        yield f"  {name}: at least {cards_of(misfit(report)[0])} changed\n"
        return
    if isinstance(found, NoRepair):
        yield f"  {name}: {why_none(found, report)}\n"
        return
    count = found.changes
    proven = "" if found.proven else f", at least {found.bound} are needed"
    yield f"  {name}: {f'{cards_of(count)} changed{proven}' if count else 'legal as it is'}\n"
    if count > half(report):
        return
    if gone := refused_cards(report):
        yield f"    cannot stay: {printable(_cards(f'`{name}`' for name in gone))}\n"
    steps = [(line.request.name, -max(1, line.request.count)) for line in report.deck.unresolved if count]
    steps += [(slot.card.name, n - slot.old) for slot, n in zip(found.slots, found.counts, strict=True)]
    for verb, sign in (("remove", -1), ("add", 1)):
        if copies := [(step * sign, card) for card, step in steps if step * sign > 0]:
            yield f"    {verb} {printable(_cards(f'{n} `{card}`' for n, card in copies))}\n"


def step_lines(changes: Sequence[RepairStep]) -> Iterator[str]:
    """Yield the lines that describe the changes, with a reason below those that share it."""
    for reason, steps in groupby(changes, key=_reason):
        for each in steps:
            name = f"`{printable(each.name)}`"
            if each.instead_of:
                yield f"  replace `{printable(each.instead_of)}` (line {each.line}) with {each.count} {name}\n"
            else:
                line = f" (line {each.line})" if each.line and each.count < 0 else ""
                yield f"  {'remove' if each.count < 0 else 'add'} {abs(each.count)} {name}{line}\n"
        yield from (f"      {line}\n" for line in reason)


def _reason(change: RepairStep) -> list[str]:
    """Return the lines that give the reason for a change."""
    mean = change.line and change.count > 0 and not change.instead_of
    said = [f"line {change.line} may mean this card"] if mean else []
    # That no card has the name which is replaced says nothing new.
    found = [each for each in change.because if not (change.instead_of and each.name == "unknown-card")]
    said += [f"{finding.code}: {printable(finding.message)}" for finding in found]
    return said if said or change.line else ["asked for"]


def why_none(error: NoRepair, report: Report) -> str:
    """Return the sentence that says why there is no legal deck near that of `report`."""
    if error.model is None:
        return error.message
    found = conflict(error.model)
    cards = [each.removeprefix(STAYS) for each in found if each.startswith(STAYS)]
    reasons = [reason for each in found if not each.startswith(STAYS) for reason in _reasons(each, cards, report)]
    if not reasons:
        return f"the cards of {report.format.name} make no legal deck"
    if not cards:
        return f"no legal deck satisfies all of these: {'; '.join(reasons)}"
    return f"no legal deck keeps {_cards(map('`{}`'.format, cards))}: {'; '.join(reasons)}"


def _reasons(name: str, cards: Sequence[str], report: Report) -> list[str]:
    """Return the findings of a rule about `cards` in the deck, else its description; an option is its own reason."""
    if name not in ORDER:
        return [name]
    ids = {entry.card.id for entry in report.deck.named if entry.card.name in cards}
    about = (each for each in report.findings if each.name == name and not ids.isdisjoint(each.cards))
    return [f"{each.code} {each.message}" for each in about] or [_rule(name)]


def _cards(cards: Iterable[str]) -> str:
    return first_of([*cards], _SHOWN, "and {} more")


def _rule(name: str) -> str:
    rule = rule_named(name)
    summary = rule.summary.rstrip(".")
    return f"{rule.code} {name} ({summary[:1].lower()}{summary[1:]})"


def filled_lines(path: str, filled: Repaired, preferences: Preferences) -> Iterator[str]:
    """Yield the added cards and the reasons."""
    how = "proven: no legal deck needs fewer additions" if filled.proven else "not proven to be the fewest"
    yield f"{printable(path)}: legal in {filled.report.format.name} with {cards_of(filled.changes)} added ({how})\n"
    for slot, copies in zip(filled.slots, filled.counts, strict=True):
        if copies > slot.old:
            habits = preferences.habits
            why = f" (in {habits.lists_with(slot.card.id)} of {counted(len(habits), 'list')})" if habits else ""
            yield f"  add {copies - slot.old} `{printable(slot.card.name)}`{why}\n"
    for curve in preferences.curves:
        parts = []
        for step in curve.steps:
            taken = zip(filled.slots, filled.counts, strict=True)
            have = sum(n for slot, n in taken if curve.takes(slot) and step.takes(slot.card))
            parts.append(f"{step.name}: {have}" + (f" (wanted {step.wanted})" if have != step.wanted else ""))
        yield f"  curve of {curve.of}: {', '.join(parts)}\n"
