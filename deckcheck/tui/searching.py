"""What a search finds for a deck, as plain rows; run by a thread."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from deckcheck.build.card_search import Unknown, in_order, search
from deckcheck.build.editing.copies import count_of
from deckcheck.build.editing.copies_left import Candidates, CopiesLeft
from deckcheck.build.editing.draft import Draft
from deckcheck.build.popularity import Popularity
from deckcheck.model.card import Card
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.names import fold, printable
from deckcheck.model.query import parse

MOST_HITS = 200
MOST_LEFT = 9


class FoundCard(Struct, frozen=True):
    """A card with the copies in the deck (`have`) and those that still fit (`left`, at most `MOST_LEFT`)."""

    card: Card
    have: int
    left: int


class SearchResults(Struct, frozen=True):
    """The cards found, and a sentence about them; `wrong` when the query cannot be read."""

    cards: tuple[FoundCard, ...]
    says: str
    wrong: bool = False


class SearchScope(Struct, frozen=True):
    """What a search looks in: the cards of the format, the copies that still fit, and what lists play."""

    candidates: Candidates
    left: CopiesLeft
    popularity: Popularity | None = None


def results(asked: str, draft: Draft, scope: SearchScope, *, only_fitting: bool) -> SearchResults:
    """Return the cards that a query finds, without a query the most likely ones for the deck.

    Those are cards of its clans before others, then those in most of the user's lists.
    """
    unknown = 0
    try:
        if asked:
            pools = {draft.format.pool: scope.candidates.legal}
            hits = list(search(parse(asked), pools, draft.format, Unknown.INCLUDE))
            unknown = sum(bool(hit.unknown) for hit in hits)
            cards = [hit.card for hit in in_order((hit for hit in hits if not hit.unknown), "title")]
        else:
            cards = _likely(draft, scope)
    except DeckcheckError as error:
        return SearchResults((), printable(error.message), wrong=True)
    found: list[FoundCard] = []
    for card in cards:
        have, left = count_of(draft, card), scope.left.copies_left(card, MOST_LEFT)
        # Cards of the deck stay visible, so that their copies can be removed.
        if left or not only_fitting or have:
            found.append(FoundCard(card, have, left))
        if len(found) == MOST_HITS:
            break
    missing = f", {unknown} with missing data" if unknown else ""
    first = "first " if len(found) == MOST_HITS else ""
    return SearchResults(tuple(found), f"{first}{len(found)} of {len(cards)} found{missing}")


def _likely(draft: Draft, scope: SearchScope) -> list[Card]:
    clans = _clans(draft)
    having = scope.popularity.having if scope.popularity else {}

    def order(card: Card) -> tuple[int, int, str]:
        own = 0 if clans & set(card.clans) else 1 if not card.clans else 2
        return own, -having.get(card.id, 0), fold(card.title)

    return sorted((card for card in scope.candidates.legal if card.deck != "none"), key=order)


def _clans(draft: Draft) -> set[str]:
    """Return the clans of the Stronghold, else those of all cards."""
    entries = draft.deck.entries
    return _all_clans(e.card for e in entries if e.card.kind == "stronghold") or _all_clans(e.card for e in entries)


def _all_clans(cards: Iterable[Card]) -> set[str]:
    return {clan for card in cards for clan in card.clans}
