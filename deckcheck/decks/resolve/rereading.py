"""Read some lines of a list together: names broken over two lines, and numbers behind all names.

``3 Festival of`` and ``Coronation`` are one card; ``Iron Mine 3`` has its number behind the name where every line does.
"""

import re
from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from deckcheck.decks.readers import is_list
from deckcheck.decks.resolve.accounting import begins_title
from deckcheck.decks.resolve.doubts import WHOLE_LIST
from deckcheck.decks.resolve.lookup import Several
from deckcheck.decks.words.talk import is_fact
from deckcheck.model.deck import STARTING, Aside, Entry, LineClass, RawDeck, Request
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.spans import Span

# At most one line in ten is an exception.
_RARE = 10
# Behind a sign or bracket, which is the same on all lines, or behind a space.
_NUMBER_BEHIND = r"(?P<name>\D.*[^\W\d].*?)(?:\s?(?P<sign>[→➔➜⇒#+@(\[{,;:=…])\s?|\s)(?P<number>\d{1,2})[)\]}]?"


def with_whole_names(raw: RawDeck, named: Callable[[Request, int], Entry | Several | None], pool: Pool) -> RawDeck:
    """Return a list with each broken name on the line of its number, where neither part alone names a card."""
    found: dict[Span, Request] = {}
    rests: dict[Span, Aside] = {}
    for above, below in pairwise(raw.requests if is_list(raw.syntax) else ()):
        is_below = above.counted and not below.counted and below.span.line == above.span.line + 1
        if not is_below or not begins_title(above.written, below.written, pool):
            continue
        rest = below.written if above.written.endswith("-") else f" {below.written}"
        whole = replace(above, name=above.name.removesuffix("-") + rest, written=above.written.removesuffix("-") + rest)
        names_card = any(named(each, each.count) for each in (above, below))
        if not names_card and isinstance(named(whole, whole.count), Entry):
            found[above.span] = whole
            rests[below.span] = Aside(LineClass.DECORATION, below.written, below.span)
    requests = tuple(found.get(each.span, each) for each in raw.requests if each.span not in rests)
    return replace(raw, requests=requests, asides=(*raw.asides, *rests.values())) if found else raw


def with_numbers_behind(raw: RawDeck, most: int, pool: Pool) -> RawDeck:
    """Return a whole list with the number at the end of each line read as its copies: ``Iron Mine 3``.

    Up to `most` copies of a title are allowed; where nearly all lines obey, a few may have twice that number. All lines
    may have the same sign in front of the number: ``Iron Mine → 3``, ``Keppo - exp (3)``. Otherwise levels do not count
    copies. Nor do numbers in titles, and starting cards may have no number.
    """
    lines = [each for each in raw.requests if each.written[-1:].isdigit() or not _is_starting(each, pool)]
    if len(lines) < WHOLE_LIST:
        return raw
    found: dict[Span, re.Match[str]] = {}
    for each in lines:
        match = re.fullmatch(_NUMBER_BEHIND, each.written)
        if match is not None and is_fact(each.written):
            continue
        if match is None or not 0 < int(match["number"]) <= 2 * most or _has_two_numbers(match):
            return raw
        found[each.span] = match
    are_odd = sum(int(match["number"]) > most for match in found.values()) * _RARE > len(found)
    if are_odd or len({match["sign"] for match in found.values()}) != 1:
        return raw

    def counted(request: Request) -> Request:
        match = found.get(request.span)
        if match is None or request.counted or (split_experience(request.name)[1] is not None and not match["sign"]):
            return request
        # It may be a title that ends with a number, or a title with that number of copies; ids end with numbers too.
        if any(card.title[-1].isdigit() for card in pool.named(fold(request.name))):
            return replace(request, count=0, bad_count=match["number"])
        return replace(request, name=match["name"].strip(" -–—:="), count=int(match["number"]), counted=True)

    return replace(raw, requests=tuple(map(counted, raw.requests)))


def _has_two_numbers(match: re.Match[str]) -> bool:
    """Return whether a number other than a level is in front of the last one, without a sign between: ``Rout 3 1``."""
    name = match["name"]
    return not match["sign"] and re.search(r"\s\d$", name) is not None and split_experience(name)[1] is None


def _is_starting(request: Request, pool: Pool) -> bool:
    """Return whether a line is below a heading of starting cards, or has the title of one and no more."""
    kinds = {card.kind for card in pool.named(fold(request.written))}
    return request.section in STARTING or (bool(kinds) and kinds.issubset(STARTING))
