"""Headings below cards outside the deck: ``Dynasty`` below ``Sideboard`` heads cards of the sideboard."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import takewhile

from msgspec.structs import replace

from deckcheck.model.deck import NOT_IN_DECK, Header, Request


def nested(headers: Sequence[Header], requests: Sequence[Request]) -> tuple[tuple[Header, ...], tuple[Request, ...]]:
    """Return headers and requests, with what is below cards outside the deck in the section of these.

    Headings of what the list has above already may be a part of the cards outside the deck, or go on with the deck. The
    number of the heading above them decides, as in ``Sideboard (4)``, that of their deck, as in ``Fate (40)`` where
    they head a kind of card, or both decks directly below the first heading; else such headers are `inner`.
    """
    if not any(header.section in NOT_IN_DECK for header in headers):
        return tuple(headers), tuple(requests)
    starts = [header.span.start for header in headers]
    under = [bisect_right(starts, request.span.start) - 1 for request in requests]

    def copies(first: int, last: int) -> int:
        return sum(each.count for each, number in zip(requests, under, strict=True) if first <= number <= last)

    def fills(header: Header, last: int) -> bool:
        whole = next((each.count for each in headers if each.deck and each.section == header.section), None)
        listed = zip(requests, under, strict=True)
        return whole == sum(each.count for each, at in listed if at <= last and each.section == header.section)

    found = list(headers)
    for first, outside in enumerate(headers):
        if outside.section in NOT_IN_DECK:
            above = [header for number, header in enumerate(headers[:first]) if number in under]
            run = [*takewhile(partial(_is_again, above), headers[first + 1 :])]
            last = first + len(run)
            own, decks = copies(first, first), {header.section for header in run if header.deck}
            is_sure = outside.count == copies(first, last) or (not own and len(decks) > 1)
            if is_sure or outside.count != own:
                for number in range(first + 1, last + 1):
                    inner = headers[number].deck or not fills(headers[number], last)
                    changes = {"section": outside.section, "deck": False} if is_sure else {"inner": inner}
                    found[number] = replace(headers[number], **changes)

    def placed(request: Request, number: int) -> Request:
        is_below = number >= 0 and request.header == headers[number].text
        return replace(request, section=found[number].section) if is_below else request

    return tuple(found), tuple(map(placed, requests, under))


def _is_again(above: Sequence[Header], header: Header) -> bool:
    """Return whether a heading is one of cards that the headings `above` head too."""
    if header.section in NOT_IN_DECK:
        return False
    if not header.section:
        return not header.deck and bool(above)
    return any(each.section == header.section for each in above)
