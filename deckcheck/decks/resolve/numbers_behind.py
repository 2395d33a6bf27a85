"""Numbers behind words: copies in lists that write all cards so, and facts of the Stronghold, as ``Honor: 6``."""

from __future__ import annotations

import re
from math import inf

from msgspec.structs import replace

from deckcheck.decks.resolve.doubts import WHOLE_LIST
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.talk import is_fact
from deckcheck.model.deck import STARTING, LineClass, RawDeck, Request
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.spans import Span

# At most one line in ten is an exception.
_RARE = 10
_NUMBER_BEHIND = r"(?P<name>\D.*[^\W\d].*)(?<!\s\d)\s(?P<number>\d{1,2})"
# The labels of facts that are titles too, with the printed values that are so called.
_PRINTED = {"honor": ("starting_honor", "honor"), "gold": ("gold_production",), "strength": ("province_strength",)}
_PRINTED["honour"] = _PRINTED["honor"]
_STATED = re.compile(
    rf"\W*(?P<label>{'|'.join(_PRINTED)})\b[\s:=*–—-]+(?P<number>\d{{1,2}})[\s*_.,;)\]]*", re.IGNORECASE
)
_MAY_BE_FACT = "it may be a fact of the Stronghold"


def with_numbers_behind(raw: RawDeck, most: int, pool: Pool) -> RawDeck:
    """Return a whole list in which each line ends with its number of copies read so: ``Iron Mine 3``.

    Up to `most` copies of a title are allowed; where nearly all lines obey, a few may have twice that number.
    Numbers of levels and in titles are none of copies, and the lines with which a deck starts may have none.
    """
    lines = [each for each in raw.requests if each.section not in STARTING or each.written[-1:].isdigit()]
    if len(lines) < WHOLE_LIST:
        return raw
    found: dict[Span, re.Match[str]] = {}
    for each in lines:
        match = re.fullmatch(_NUMBER_BEHIND, each.written)
        if match is not None and is_fact(each.written):
            continue
        if match is None or not 0 < int(match["number"]) <= 2 * most:
            return raw
        found[each.span] = match
    if sum(int(match["number"]) > most for match in found.values()) * _RARE > len(found):
        return raw

    def counted(request: Request) -> Request:
        match = found.get(request.span)
        if match is None or split_experience(request.name)[1] is not None or request.counted:
            return request
        # It may be a title that ends with a number, or have that number of copies; ids end with numbers too.
        if any(card.title[-1].isdigit() for card in pool.named(fold(request.name))):
            return replace(request, count=0, bad_count=match["number"])
        return replace(request, name=match["name"].strip(" -–—:="), count=int(match["number"]), counted=True)

    return replace(raw, requests=tuple(map(counted, raw.requests)))


def take_statistics(found: Sorted, most: int) -> None:
    """Leave out the lines that state a fact of the Stronghold, and leave those in doubt that may.

    The number is the printed one, or far above the `most` copies of a title. Among the cards it is none that may be of
    copies, as in a list that writes all cards so.
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
        is_above, is_usual = request.span.line < first, found.is_usual(request)
        if is_known and (is_above or (number > most and not is_usual)):
            facts[request.span] = request
        elif is_known or is_above or not is_usual:
            doubts.add(request.span)
    for entry in [entry for entry in found.entries if entry.request.span in doubts]:
        found.doubt(entry.request, entry.count, _MAY_BE_FACT, (entry.card.name,))
    told = facts.keys() | doubts
    found.entries = [entry for entry in found.entries if entry.request.span not in told]
    found.unresolved = [each for each in found.unresolved if each.request.span not in facts]
    for request in facts.values():
        found.leave_out(LineClass.FACT, request)
