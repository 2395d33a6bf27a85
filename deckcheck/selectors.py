"""Matching cards against selectors."""

from __future__ import annotations

from deckcheck.model.card import Card
from deckcheck.model.effect import effect_name
from deckcheck.model.selector import Selector
from deckcheck.names import fold


def matches(selector: Selector, card: Card) -> bool:
    """Return whether all conditions of `selector` hold for `card`."""
    s = selector
    if s.kind and card.kind not in s.kind:
        return False
    if card.kind in s.not_kind:
        return False
    if s.deck and card.deck not in s.deck:
        return False
    if s.unique is not None and card.unique is not s.unique:
        return False
    if s.clan and not any(clan in s.clan for clan in card.clans):
        return False
    if any(clan in s.not_clan for clan in card.clans):
        return False
    if s.effect and not any(effect_name(effect) in s.effect for effect in card.effects):
        return False
    if s.not_effect and any(effect_name(effect) in s.not_effect for effect in card.effects):
        return False
    return _words_match(s, card)


def _words_match(s: Selector, card: Card) -> bool:
    if s.keyword and not _has_keyword(card, s.keyword):
        return False
    if s.keyword_or_clan and not _has_keyword(card, s.keyword_or_clan):
        wanted = {word.casefold() for word in s.keyword_or_clan}
        if not wanted.intersection(card.clans):
            return False
    if s.title and fold(card.base_title) not in map(fold, s.title):
        return False
    if s.not_title and fold(card.base_title) in map(fold, s.not_title):
        return False
    return not s.title_contains or s.title_contains.casefold() in card.title.casefold()


def _has_keyword(card: Card, wanted: tuple[str, ...]) -> bool:
    words = {word.casefold() for word in wanted}
    return any(keyword.casefold() in words for keyword in card.keywords)
