"""Headings below cards outside the deck: ``Dynasty`` below ``Sideboard`` heads cards of the sideboard."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, takewhile

from msgspec.structs import replace

from deckcheck.model.deck import NOT_IN_DECK, Header, Request


def with_cards(headers: Sequence[Header], requests: Iterable[Request]) -> Iterator[tuple[Header, list[Request]]]:
    """Return each header with the requests between it and the next one."""
    starts = [header.span.start for header in headers]
    below: list[list[Request]] = [[] for _ in ("above all", *headers)]
    for request in requests:
        below[bisect_right(starts, request.span.start)].append(request)
    return zip(headers, below[1:], strict=True)


def nested(headers: Sequence[Header], requests: Sequence[Request]) -> tuple[tuple[Header, ...], tuple[Request, ...]]:
    """Return headers and requests, with what is below cards outside the deck in the section of these.

    Headings of what the list has above already may be a part of the cards outside the deck, or go on with the deck. The
    number of the heading above them decides, as in ``Sideboard (4)``, that of their deck, as in ``Fate (40)`` where
    they head a kind of card, or both decks directly below the first heading; else such headers are `inner`.
    """
    if not any(header.section in NOT_IN_DECK for header in headers):
        return tuple(headers), tuple(requests)
    below = [cards for _, cards in with_cards(headers, requests)]

    def copies(first: int, last: int, section: str | None = None) -> int:
        listed = chain.from_iterable(below[first : last + 1])
        return sum(each.count for each in listed if section in (None, each.section))

    def fills(section: str, last: int) -> bool:
        whole = next((each.count for each in headers if each.deck and each.section == section), None)
        return whole == copies(0, last, section)

    found = list(headers)
    for first, outside in enumerate(headers):
        if outside.section in NOT_IN_DECK:
            above = [header for header, cards in zip(headers[:first], below, strict=False) if cards]
            run = [*takewhile(partial(_is_again, above), headers[first + 1 :])]
            last = first + len(run)
            own, decks = copies(first, first), {header.section for header in run if header.deck}
            is_sure = outside.count == copies(first, last) or (not own and len(decks) > 1)
            if is_sure or outside.count != own:
                for number, header in enumerate(run, first + 1):
                    inner = header.deck or not fills(header.section, last)
                    changes = {"section": outside.section, "deck": False} if is_sure else {"inner": inner}
                    found[number] = replace(header, **changes)
    sections = {
        request.span: header.section
        for header, cards in zip(found, below, strict=True)
        for request in cards
        if request.header == header.text
    }
    placed = (replace(each, section=sections.get(each.span, each.section)) for each in requests)
    return tuple(found), tuple(placed)


def _is_again(above: Sequence[Header], header: Header) -> bool:
    """Return whether a heading is one of cards that the headings `above` head too."""
    if header.section in NOT_IN_DECK:
        return False
    if not header.section:
        return not header.deck and bool(above)
    return any(each.section == header.section for each in above)
