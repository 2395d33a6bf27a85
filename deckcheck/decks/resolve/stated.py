"""Check what a list says about its cards: their number and place, and facts of the Stronghold that are also titles."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, filterfalse, pairwise
from math import inf

from msgspec.structs import replace

from deckcheck.decks.resolve.asides import HEADS_OTHERS, gives_whole, of_kind
from deckcheck.decks.resolve.numbering import WHOLE_LIST
from deckcheck.decks.resolve.parts import Sum, are_totals, totals
from deckcheck.decks.resolve.sorted import Sorted, as_request
from deckcheck.decks.resolve.sorting import Sorter
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import may_head_sideboard, with_cards
from deckcheck.decks.words.remarks import says_none
from deckcheck.decks.words.sayings import label_words
from deckcheck.decks.words.wholes import agrees
from deckcheck.model.deck import NOT_IN_DECK, OUTSIDE, STARTING, Aside, Entry, Header, LineClass, Request, Span
from deckcheck.model.names import fold

_OTHER_TOTAL = "it differs from the number of cards in the list"
_BENCH = "it may be the heading of a sideboard, or of cards outside the deck"
_SECOND = "it may begin another list"
_COPIES = "its number does not match the cards below it, and may be copies of the card after it"
_NO_CARDS = "it gives a number of cards, but has no cards below it"
_CUT_OFF = "its number does not match the cards below it, and may count copies of a card"
_BEYOND = "the heading gives fewer cards, so this one may be in the deck"
_ENDS = "the cards below it may be in the deck"
# A heading with a number behind its words, with any signs around both.
_OF_LIST = r"\W*[^\W\d][^()\[\]]*\s#?(\d{1,3})\W*"
# Labels of facts that are also titles, with the printed values of these facts.
_PRINTED = {"honor": ("starting_honor", "honor"), "gold": ("gold_production",), "strength": ("province_strength",)}
_PRINTED["honour"] = _PRINTED["honor"]
_STATED = re.compile(
    rf"\W*(?P<label>{'|'.join(_PRINTED)})\b[\s:=*–—-]+(?P<number>\d{{1,2}})[\s*_.,;)\]]*", re.IGNORECASE
)


def take_sums(sums: Mapping[Span, tuple[Sum, ...]], copies: Mapping[str, int], found: Sorted, sorter: Sorter) -> None:
    """Take the lines with numbers of cards: ignore right ones, and mark wrong totals as in doubt."""
    raw = found.raw
    several = (Entry(cards[0], request.count, request) for request, cards in found.several)
    proven = {*totals(raw, sums, [*found.inside, *filterfalse(found.is_out, several)])}
    for request in raw.requests:
        if request.span in proven:
            found.leave_out(LineClass.DECORATION, request)
        elif request.span in sums and are_totals(sums[request.span]):
            found.doubt(request, sorter.possible(request, raw), _OTHER_TOTAL)
        elif request.span in sums:
            sorter.take(request, copies[fold(request.name)], found)
    others: tuple[Aside | Header, ...] = (*raw.asides, *raw.headers)
    for each in others:
        if each.span in sums and each.span not in proven:
            section, said = (each.section, each.count or 0) if isinstance(each, Header) else ("", 0)
            listed = sum(entry.count for entry in found.inside if entry.card.deck == section)
            found.doubt(each, max(0, said - listed), _OTHER_TOTAL)


def take_wholes(found: Sorted) -> None:
    """Mark facts as in doubt that give a different number of cards from the list: cards may be missing."""
    outside = [*filter(found.is_out, found.entries)]
    more = sum(line.possible for line in found.unresolved)
    for aside in (each for each in found.raw.asides if gives_whole(each, found.raw)):
        if not agrees(aside.text, found.inside, outside, more):
            found.doubt(aside, found.raw.limits.copies, _OTHER_TOTAL)


def take_statistics(found: Sorted, most: int) -> None:
    """Ignore the lines that state a fact about the Stronghold, and mark those as in doubt that may state one.

    The number is the printed one, or far above the `most` copies of a title. Among cards, in a list that writes all
    cards in this form, the number may count copies and the line is in doubt.
    """
    lines = [*(each.request for each in found.entries), *(each.request for each in found.unresolved)]
    stated = {each.span: match for each in lines if (match := _STATED.fullmatch(each.written))}
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
    for entry in found.taken(facts.keys() | doubts):
        if entry.request.span in doubts:
            found.doubt(entry.request, entry.count, "it may be a fact about the Stronghold", (entry.card.name,))
    found.unresolved = [each for each in found.unresolved if each.request.span not in facts]
    for request in facts.values():
        found.leave_out(LineClass.FACT, request)


def doubt_headings(found: Sorted, sorter: Sorter) -> None:
    """Mark headings as in doubt that may mean cards: of a sideboard or a second list, or with a number of their own."""
    raw = found.raw
    for header, below in with_cards(raw.headers, raw.requests):
        for possible, why in _doubts_of(header, below, found, sorter):
            found.doubt(header, possible, why)
    for aside in raw.asides if raw.is_list else ():
        is_title = aside.kind is LineClass.FACT and FACTS.get(label_words(aside.text.partition(":")[0])) == "name"
        above = sum(each.span.start < aside.span.start for each in raw.requests) if is_title else 0
        if WHOLE_LIST <= above < len(raw.requests):
            found.doubt(aside, raw.limits.copies, _SECOND)
    # A heading for other cards needs lines below it.
    last = max((request.span.line for request in raw.requests), default=0)
    found.unresolved = [each for each in found.unresolved if each.why != HEADS_OTHERS or each.request.span.line < last]


def _doubts_of(header: Header, below: Sequence[Request], found: Sorted, sorter: Sorter) -> Iterator[tuple[int, str]]:
    """Yield the possible copies that a heading may mean besides the cards below it, and why."""
    raw, count, most = found.raw, header.count or 0, sorter.most
    # Programs leave headings such as "# Sensei (1)" above cards that were moved later.
    is_own = not header.text.startswith("#")
    is_bench = header.section == OUTSIDE and sorter.has_sideboard and may_head_sideboard(header.text)
    if below and heads_next(header, most) and header.span.start > raw.requests[0].span.start:
        yield raw.limits.copies, _SECOND
    if count and below and below[0].span.line == header.span.line and not below[0].counted:
        # "Rings (3): Air" may be the first of three Rings, or three copies.
        cards = [entry for entry in found.entries if entry.request in below]
        named = sum(entry.count for entry in cards if entry.request.span.line == header.span.line)
        if count not in (named, sum(entry.count for entry in cards)):
            yield count, _COPIES
    if is_own and below and _may_be_cut_off(header, below, most):
        yield count, _CUT_OFF
    if is_bench and below:
        yield raw.limits.copies, _BENCH
    elif is_own and not below and count:
        of_its_kind = of_kind(header.text, found.entries, sorter.pool)
        # Its number does not fit the cards that it names, and so may count copies.
        if count > of_its_kind or (count <= most and count != of_its_kind < inf):
            yield count, _NO_CARDS


def heads_next(header: Header, most: int) -> bool:
    """Return whether the number on a heading is low and without brackets, and so numbers the list: ``Deck 2``."""
    number = re.fullmatch(_OF_LIST, header.text) if header.deck and not header.section else None
    return number is not None and 0 < int(number[1]) <= most


def _may_be_cut_off(header: Header, below: Sequence[Request], most: int) -> bool:
    """Return whether a heading is written as copies of a card are, and has other cards below it: ``2 Black``."""
    together = [each for at, each in enumerate(below) if each.span.line == below[0].span.line + at]
    sums = [sum(each.count for each in part) for part in (below, together)]
    return header.text[:1].isdigit() and 0 < (header.count or 0) <= most and header.count not in sums


def take_ends(found: Sorted) -> None:
    """Mark lines as in doubt that may end the cards outside the deck, and cards beyond the number of their heading."""
    raw = found.raw
    cards = {entry.request.span for entry in found.entries if found.is_outside(entry.request)}
    outside = [each for each in raw.requests if found.is_outside(each) and (each.counted or each.span in cards)]
    created = {entry.request.span for entry in found.entries if entry.card.proxy}
    ends = [(each, copies, _ENDS) for each, copies in _ends_outside(found, cards)]
    ends += [(each, each.count, _BEYOND) for each in _beyond(raw.headers, outside) if each.span not in created]
    spans = {each.span for each, _, _ in ends}
    found.taken(spans)
    found.left_out = [each for each in found.left_out if each.span not in spans]
    for each, possible, why in ends:
        found.doubt(each, possible, why)


def _beyond(headers: Sequence[Header], outside: Sequence[Request]) -> Iterator[Request]:
    """Yield the cards below each heading outside the deck that exceed its number: ``Sideboard (3)``.

    `outside` are the lines with cards outside the deck.
    """
    for header, below in with_cards(headers, outside):
        if header.section in NOT_IN_DECK and header.count is not None:
            upto = accumulate(each.count for each in below)
            more = (each for each, copies in zip(below, upto, strict=True) if copies > header.count)
            yield from (replace(each, section="") for each in more)


def _ends_outside(found: Sorted, cards: Collection[Span]) -> Iterator[tuple[Request, int]]:
    """Yield the first line of each part outside the deck that may end it, such as ``In:`` between two `cards`.

    Such lines have no card and no number. Each comes with the number of copies that the lines below it may mean.
    """
    strays = sorted([*found.strays, *_parting_lines(found)], key=lambda stray: stray.span.start)
    spans = {stray.span for stray in strays}
    others = [each for each in found.left_out if each.kind is LineClass.OUTSIDE and each.span not in spans]
    headers = [header.span.start for header in found.raw.headers]
    for start, end in pairwise([*headers, (len(found.raw.lines) + 1, 0)]):
        first = min((card.start for card in cards if start < card.start < end), default=end)
        ends = (stray for stray in strays if start < stray.span.start < end)
        stray = next((each for each in ends if first < each.span.start or says_none(each.written)), None)
        copies = sum(each.possible for each in others if stray and stray.span.start < each.span.start < end)
        if stray and copies:
            yield replace(stray, section=OUTSIDE), copies


def _parting_lines(found: Sorted) -> Iterator[Request]:
    """Yield the comments and the lines of only signs, which may separate cards as headings do."""
    for aside in found.raw.asides:
        is_whole = found.raw.line(aside.span.line).strip() == aside.text
        if is_whole and aside.kind in (LineClass.COMMENT, LineClass.DECORATION):
            yield as_request(aside)
