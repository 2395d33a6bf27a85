"""Find the card that a user names: a card to add, or one in the deck."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from deckcheck.build.editing.draft import Draft
from deckcheck.decks.headers import header_section
from deckcheck.decks.resolve import cards_called, resolve
from deckcheck.decks.text import read_text
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, RawDeck, Request, Unresolved
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.spans import Span


class Wanted(Struct, frozen=True):
    """A card and a number of copies; `counted`: the user gave the number."""

    card: Card
    count: int
    counted: bool


class DeckMatch(Struct, frozen=True):
    """The match of a name in a deck: one of its cards, or its unrecognised lines with that name.

    `count` is the number of copies that the user gave, None without one.
    """

    name: str
    count: int | None
    card: Card | None
    lines: tuple[Request, ...] = ()


def wanted(text: str, draft: Draft) -> Wanted:
    """Return the card and copies (0 is allowed) that `text`, such as ``3 Name``, means as a line of the list.

    Raises:
        UsageError: when it matches no card or several; the help suggests names.
    """
    written = line_of(text, draft.raw.limits)
    request = msgspec.structs.replace(
        written,
        count=written.count or 1,
        counted=True,
        bad_count="",
        header="",
        section="",
        span=Span(len(draft.raw.lines) + 1, 1, 2),
    )
    # The list is looked up together with the new line, which is then read as it will be in the file.
    lines = (*draft.raw.lines, request.written)
    raw = msgspec.structs.replace(draft.raw, lines=lines, requests=(*draft.raw.requests, request))
    deck = resolve(raw, draft.format, draft.pool)
    entry = next((each for each in deck.named if each.request.span == request.span), None)
    if entry is None:
        raise _unknown(request.name, deck, request)
    if entry.request.name != request.name:  # The number belongs to the title: "700 Soldier Plain".
        return Wanted(entry.card, 1, counted=False)
    return Wanted(entry.card, written.count, written.counted)


def one_card(name: str, kind: str, fmt: Format, pool: Pool, limits: Limits) -> Card:
    """Return the card of this type that `name` means in the format; raises UsageError as `wanted` does."""
    request = msgspec.structs.replace(line_of(name, limits), count=1, section=header_section(kind) or "")
    deck = resolve(RawDeck(path="", lines=(name,), requests=(request,)), fmt, pool)
    if not deck.entries:
        raise _unknown(request.name, deck, request)
    card = deck.entries[0].card
    if card.kind != kind:
        raise UsageError(f"`{card.name}` has the type {card.kind}; a {kind} is required")
    return card


def listed(text: str, draft: Draft) -> DeckMatch:
    """Return the match of `text`, such as ``Name`` or ``2 Name``, among the cards and lines of the deck.

    Raises:
        UsageError: when nothing in the deck has that name, or several cards have it.
    """
    request = line_of(text, draft.raw.limits)
    count = request.count if request.counted else None
    for name, number in ((request.name, count), (text.strip(), None)):
        lines = tuple(line.request for line in draft.deck.unresolved if fold(line.request.name) == fold(name))
        if lines:
            return DeckMatch(name, number, None, lines)
        ids = {card.id for card in cards_called(name, draft.pool)}
        cards = {entry.card.id: entry.card for entry in draft.deck.named if entry.card.id in ids}
        cards = _exact(cards, name, draft) or cards
        if len(cards) == 1:
            return DeckMatch(name, number, next(iter(cards.values())))
        if cards:
            raise UsageError(
                f"`{name}` matches {len(cards)} cards of the deck",
                help=_may_mean([card.name for card in cards.values()]),
            )
    near = _near(request.name, draft.deck)
    raise UsageError(
        f"`{request.name}` is not in the deck", place=draft.raw.path, help=_may_mean(near) if near else None
    )


def _exact(cards: dict[str, Card], name: str, draft: Draft) -> dict[str, Card]:
    """Return those of `cards` written as `name` in the deck, else those with exactly that name or id."""
    found = {entry.card.id: entry.card for entry in draft.deck.named if fold(entry.request.name) == fold(name)}
    return found or {key: card for key, card in cards.items() if fold(card.name) == fold(name) or name == key}


def line_of(text: str, limits: Limits) -> Request:
    """Return the line `text`, such as ``3 Name``, read as in a list.

    Raises:
        UsageError: when it is not a card line, or the number is not allowed; 0 is allowed.
    """
    if any(char in text for char in "\r\n"):
        raise UsageError("a card name cannot contain line breaks")
    try:
        (request,) = read_text(text, "", limits).requests
    except (InputError, ValueError):
        raise UsageError(f"`{text}` is not a card name", help="write it as in a list: '3 NAME'") from None
    if request.bad_count and request.bad_count.strip("0"):
        help = f"use a number from 0 to {limits.copies}; {how_to_raise('copies')}"
        raise UsageError(f"`{request.bad_count}` is not a valid number of copies", help=help)
    return request


def _unknown(name: str, deck: Deck, request: Request) -> UsageError:
    line = next(
        (each for each in deck.unresolved if each.request.span == request.span), Unresolved(request, request.count)
    )
    if line.candidates:
        return UsageError(f"`{name}` matches {len(line.candidates)} cards", help=_may_mean(line.candidates))
    help = f"did you mean {_either(line.suggestions)}?" if line.suggestions else "see: deckcheck cards search"
    return UsageError(f"no card is called `{name}`", help=help)


def _near(name: str, deck: Deck) -> list[str]:
    from difflib import get_close_matches

    names = {entry.card.name.casefold(): entry.card.name for entry in deck.named}
    return [names[hit] for hit in get_close_matches(name.casefold(), names, n=3)]


def _may_mean(names: Sequence[str]) -> str:
    return f"name one of them: {', '.join(f'`{name}`' for name in names)}"


def _either(names: Sequence[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)
