"""The legality of single cards in a format on its day.

The rules of the family P call the same functions, so findings and legality agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, OPEN, named_on
from deckcheck.model.finding import BEARING
from deckcheck.model.format import Format
from deckcheck.model.report import Report
from deckcheck.model.standing import Standing

# The rules whose lists take a card out of a format, by what they make of it.
_OUT = {"banned-by-list": "banned", "rotated-card": "rotated"}
# The rules whose lists limit a card without taking it out, by what they make of it.
_LIMITED = {"too-many-restricted": "restricted", "splash-banned": "splash-banned"}


def out_by(card: Card, arcs: Mapping[str, str]) -> str:
    """Return the day by which the card was surely out, "" without one.

    That is the day of its first printing, or the last day of an arc (`arcs`, by mark) whose mark it has.
    """
    ends = (arcs[mark] for mark in (*card.marks, *card.banned) if mark in arcs)
    return min(filter(None, (card.released, *ends)), default="")


def release_state(card: Card, day: str, arcs: Mapping[str, str]) -> str:
    """Return FREE for a card that was out on `day`, IN_FORCE for one that was not, and OPEN in case of doubt.

    A mark that is older than every printing on record proves an earlier printing on an unknown day.
    """
    known = out_by(card, arcs)
    if known <= day:
        return FREE
    return IN_FORCE if known == card.released else OPEN


def flag_state(card: Card, fmt: Format, params: Any) -> str:  # noqa: ANN401 - the parameters of the rule banned-card
    """Return the state of the ban that took a mark from the card, on the day of `fmt`.

    A ban without a day was in force on the day `since` of the rule, by default the last day of the format; the days
    before that are open.
    """
    if card.id in params.errata or not any(mark in params.marks for mark in card.banned):
        return FREE
    if params.list is not None and params.list.naming(card) is not None:
        return str(params.list.state(card, fmt.date))
    return IN_FORCE if fmt.date >= (params.since or fmt.last) else OPEN


def rotation_state(card: Card, sets: tuple[str, ...]) -> str:
    """Return the state of a card when `sets` have rotated: FREE if another set has it, OPEN if one may have it."""
    if not card.printed_only_in(sets):
        return FREE
    return IN_FORCE if set(card.perhaps_in) <= set(sets) else OPEN


def misfit(report: Report) -> tuple[int, int, int]:
    """Return how badly a deck fits its format, to compare formats.

    That is first the copies of cards that are not legal there or not recognised, then findings other than about sizes
    that the verdict comes from, then those about sizes.
    """
    standing = standing_in(report.format)
    copies = sum(entry.count for entry in report.deck.entries if standing(entry.card).verdict != "legal")
    unknown = sum(line.request.count for line in report.deck.unresolved)
    sized = [finding.code.startswith("S") for finding in report.findings if finding.severity in BEARING]
    return copies + unknown, sized.count(False), sized.count(True)


def standing_in(fmt: Format) -> Callable[[Card], Standing]:
    """Return a function that gives the legality of a card in `fmt` on its day, by the provisions for decks."""
    params = {provision.rule: provision.params for provision in fmt.provisions}
    limits = {what: params[rule].list.on(fmt.date) for rule, what in _LIMITED.items() if rule in params}

    def standing(card: Card) -> Standing:
        if card.proxy or not fmt.legality.knows(card):
            is_open = not card.proxy and fmt.legality.is_open(card)
            return Standing("perhaps legal" if is_open else "not legal")
        found = tuple(_hindrances(card, fmt, params))
        for state, what, since in found:
            if state == IN_FORCE:
                return Standing(what, since={what: since} if since else {})
        entries = {what: entry for what, listed in limits.items() if (entry := named_on(listed, card))}
        limited = tuple(entries), {what: str(entry.since) for what, entry in entries.items()}
        perhaps = next((what for state, what, _ in found if state == OPEN), "")
        return Standing(f"perhaps {perhaps}" if perhaps else "legal", *limited)

    return standing


def _hindrances(card: Card, fmt: Format, params: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield what may exclude a card: its state, the word for it, and the day where a list gives one."""
    if released := params.get("not-yet-released"):
        yield release_state(card, min(filter(None, (fmt.date, released.by))), released.arcs), "not yet released", ""
    if "banned-card" in params and not fmt.legality.bears(card):
        yield flag_state(card, fmt, params["banned-card"]), "banned", ""
    for rule, what in _OUT.items():
        if rule in params and (entry := params[rule].list.naming(card)):
            yield params[rule].list.state(card, fmt.date), what, params[rule].list.days_of(entry)[1]
    if "rotated-card" in params and (state := rotation_state(card, params["rotated-card"].sets)) != FREE:
        yield state, "rotated", ""
