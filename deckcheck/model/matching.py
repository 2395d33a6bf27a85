"""Matching cards against selectors."""

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.effect import effect_name
from deckcheck.model.names import fold
from deckcheck.model.selector import Selector


def matches(selector: Selector, card: Card) -> bool:
    """Return whether all conditions of `selector` hold for `card`."""
    return (
        (not selector.kind or card.kind in selector.kind)
        and card.kind not in selector.not_kind
        and (not selector.deck or card.deck in selector.deck)
        and (selector.unique is None or card.unique is selector.unique)
        and _values(selector, card)
        and _clan(selector, card)
        and _effect(selector, card)
        and _keyword(selector, card)
        and _title(selector, card)
    )


def may_match(selector: Selector, card: Card) -> bool:
    """Return whether `selector` matches `card` for some values of its unknown facts."""
    if not card.unknown:
        return matches(selector, card)
    open_facts: dict[str, bool | None] = dict.fromkeys({"unique", "battle"}.intersection(card.unknown))
    return matches(msgspec.structs.replace(selector, **open_facts), card)


def _values(s: Selector, card: Card) -> bool:
    if s.battle is not None and card.battle is not s.battle:
        return False
    return not s.stat or getattr(card, s.stat) in s.values


def _clan(s: Selector, card: Card) -> bool:
    if not (s.clan or s.not_clan):
        return True
    return (not s.clan or any(clan in s.clan for clan in card.clans)) and not any(c in s.not_clan for c in card.clans)


def _effect(s: Selector, card: Card) -> bool:
    if not (s.effect or s.not_effect):
        return True
    names = {effect_name(effect) for effect in card.effects}
    return (not s.effect or not names.isdisjoint(s.effect)) and names.isdisjoint(s.not_effect)


def _keyword(s: Selector, card: Card) -> bool:
    if not (s.keyword or s.keyword_or_clan or s.not_keyword):
        return True
    words = {keyword.casefold() for keyword in card.keywords}
    both = words.union(card.clans)
    return (
        (not s.keyword or any(word.casefold() in words for word in s.keyword))
        and (not s.keyword_or_clan or any(word.casefold() in both for word in s.keyword_or_clan))
        and not any(word.casefold() in words for word in s.not_keyword)
    )


def _title(s: Selector, card: Card) -> bool:
    if not (s.title or s.not_title or s.title_contains):
        return True
    title = fold(card.base_title)
    return (
        (not s.title or title in map(fold, s.title))
        and title not in map(fold, s.not_title)
        and s.title_contains.casefold() in card.title.casefold()
    )
