"""Sentences for what a syntax cannot carry."""

from __future__ import annotations

from deckcheck.decks.writing.lines import cards_in, flat, kept
from deckcheck.decks.writing.names import ccg_name, telling_set
from deckcheck.model.deck import Deck
from deckcheck.model.pool import Pool

FACTS = ("name", "player", "author", "event", "date", "format", "notes")


def text_losses(deck: Deck, pool: Pool, *carried: str) -> tuple[str, ...]:
    """Return what the lists of the collectible game lose, which hold the facts that are `carried`."""
    cards = cards_in([*deck.entries, *deck.outside])
    return (
        *list_losses(deck, *carried),
        *sideboard_losses(deck),
        *(
            f"`{ccg_name(card, pool)}` shares its name with another card, and the program may take that one"
            for card in cards
            if telling_set(card, pool) != ""
        ),
    )


def list_losses(deck: Deck, *carried: str) -> tuple[str, ...]:
    """Return what any list loses that has the facts which are `carried`: other facts, unknown lines and prose."""
    return (*fact_losses(deck, *carried), *_kept_losses(deck), *_prose_losses(deck))


def id_losses(deck: Deck) -> tuple[str, ...]:
    """Return what lists of ids lose besides facts."""
    left_out = (f"line {line.request.span.line}: `{kept(line)}` is left out" for line in deck.unresolved)
    proxies = (f"`{entry.card.name}`, outside the deck, is left out" for entry in deck.outside)
    return (*left_out, *proxies, *_prose_losses(deck), *sideboard_losses(deck))


def fact_losses(deck: Deck, *carried: str) -> tuple[str, ...]:
    """Return what the list says of the deck and is not `carried` over."""
    said = {fact: flat(getattr(deck.raw, fact) or "") for fact in FACTS if fact not in carried}
    return tuple(f"the {fact}, `{text}`, is left out" for fact, text in said.items() if text)


def _kept_losses(deck: Deck) -> tuple[str, ...]:
    """Return the lines that are kept without being known."""
    return tuple(
        f"line {line.request.span.line}: `{kept(line)}` is not recognised and is kept as it was written"
        for line in deck.unresolved
    )


def _prose_losses(deck: Deck) -> tuple[str, ...]:
    """Return the lines that are not counted as cards."""
    return tuple(
        f"line {line.span.line}: `{flat(line.text)}` is not counted as a card ({line.kind.value}) and is left out"
        for line in deck.left_out
    )


def sideboard_losses(deck: Deck) -> tuple[str, ...]:
    """Return what is lost where there is no sideboard."""
    beside = sum(entry.count for entry in deck.entries if entry.request.section == "sideboard")
    return (f"the {beside} in the sideboard stand among the other cards",) if beside else ()
