"""Check what a list says about its cards: their number, and facts of the Stronghold that are also titles."""

import re
from collections.abc import Callable, Sequence
from itertools import filterfalse
from math import inf

from deckcheck.decks.resolve.doubts import as_request
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.words.wholes import agrees
from deckcheck.model.deck import STARTING, Aside, Entry, LineClass, Request, Span

OTHER_TOTAL = "it differs from the number of cards in the list"
# Labels of facts that are also titles, with the printed values of these facts.
_PRINTED = {"honor": ("starting_honor", "honor"), "gold": ("gold_production",), "strength": ("province_strength",)}
_PRINTED["honour"] = _PRINTED["honor"]
_STATED = re.compile(
    rf"\W*(?P<label>{'|'.join(_PRINTED)})\b[\s:=*–—-]+(?P<number>\d{{1,2}})[\s*_.,;)\]]*", re.IGNORECASE
)


def take_wholes(wholes: Sequence[Aside], found: Sorted, is_out: Callable[[Entry], bool]) -> None:
    """Mark facts as in doubt that give a different number of cards from the list: cards may be missing."""
    if not wholes:
        return
    inside, outside = ([*each(is_out, found.entries)] for each in (filterfalse, filter))
    more = sum(line.possible for line in found.unresolved)
    for aside in wholes:
        if not agrees(aside.text, inside, outside, more):
            found.doubt(as_request(aside), found.raw.limits.copies, OTHER_TOTAL)


def take_statistics(found: Sorted, most: int) -> None:
    """Ignore the lines that state a fact about the Stronghold, and mark those as in doubt that may state one.

    The number is the printed one, or far above the `most` copies of a title. Among cards, in a list that writes all
    cards in this form, the number may count copies and the line is in doubt.
    """
    lines = [*(each.request for each in found.entries), *(each.request for each in found.unresolved)]
    stated = {each.span: match for each in lines if (match := _STATED.fullmatch(each.written))}
    if not stated:
        return
    cards = [entry for entry in found.entries if entry.request.span not in stated]
    first = min((each.request.span.line for each in cards if each.card.kind not in STARTING), default=inf)
    strongholds = [each.card for each in cards if each.card.kind == "stronghold"]
    facts: dict[Span, Request] = {}
    doubts = set()
    for request in (each for each in lines if each.span in stated):
        number, names = int(stated[request.span]["number"]), _PRINTED[stated[request.span]["label"].casefold()]
        is_known = number > 2 * most or number in [getattr(card, name) for card in strongholds for name in names]
        is_above, is_usual = request.span.line < first, found.numbers.is_usual(request)
        if is_known and (is_above or (number > most and not is_usual)):
            facts[request.span] = request
        elif is_known or is_above or not is_usual:
            doubts.add(request.span)
    for entry in [entry for entry in found.entries if entry.request.span in doubts]:
        found.doubt(entry.request, entry.count, "it may be a fact about the Stronghold", (entry.card.name,))
    told = facts.keys() | doubts
    found.entries = [entry for entry in found.entries if entry.request.span not in told]
    found.unresolved = [each for each in found.unresolved if each.request.span not in facts]
    for request in facts.values():
        found.leave_out(LineClass.FACT, request)
