"""Names that are broken over two lines of a list that counts its cards: ``3 Festival of`` and ``Coronation``."""

from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from deckcheck.decks.readers import is_list
from deckcheck.decks.resolve.accounting import begins_title
from deckcheck.decks.resolve.lookup import Several
from deckcheck.model.deck import Aside, Entry, LineClass, RawDeck, Request
from deckcheck.model.pool import Pool
from deckcheck.model.spans import Span


def with_whole_names(raw: RawDeck, named: Callable[[Request, int], Entry | Several | None], pool: Pool) -> RawDeck:
    """Return a list with each broken name on the line of its number, where neither part names a card by itself."""
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
