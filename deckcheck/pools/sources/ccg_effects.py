"""CCG card texts that change deck building, as effects.

Each key of the source has a line in `_TEXTS`; a key that has none is an error, so that no text is lost. Texts that do
not affect whether a deck is legal are in `ccg_setup`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.model.effect import (
    CopyLimitText,
    CountsAs,
    Effect,
    Forbids,
    JudgeText,
    Minimum,
    Requires,
    SectionLimit,
    StartingHolding,
    Uncounted,
)
from deckcheck.model.errors import DataError
from deckcheck.model.selector import Selector
from deckcheck.pools.sources.ccg_setup import SCOPES, Unexpressed, describe, lower, only, selector, setup_effects
from deckcheck.pools.sources.reading import place_of, read_json


class EffectFacts(Struct, frozen=True):
    """Effects by card id, and the ids of cards that are proxies for created cards."""

    effects: dict[str, tuple[Effect, ...]]
    proxies: frozenset[str]


class _Subject(Struct, frozen=True):
    """The card whose text it is, and the whole entry."""

    title: str
    level: float
    entry: Mapping[str, Any]


class _CcgEffect(Struct, frozen=True):
    id: str
    effects: list[dict[str, Any]]


class _Proxy(Struct, frozen=True):
    id: str


class _CcgEffects(Struct, frozen=True):
    cards: list[_CcgEffect]
    proxies_not_in_decks: list[_Proxy]


def read_effects(path: Path, cards: Mapping[str, tuple[str, float]]) -> EffectFacts:
    """Return the effects in the file for `cards` (title and level by id); raises DataError with file and line."""
    data = read_json(path, _CcgEffects)
    effects: dict[str, tuple[Effect, ...]] = {}
    proxies = {proxy.id for proxy in data.proxies_not_in_decks}
    for card in data.cards:
        if card.id not in cards:
            raise DataError(f"unknown card `{card.id}`", place=place_of(path, card.id))
        for entry in card.effects:
            if entry.get("not_in_decks"):
                proxies.add(card.id)
                continue
            try:
                found = to_effects(entry, *cards[card.id])
            except (Unexpressed, KeyError, TypeError, ValueError, AttributeError) as error:
                message = f"the text of `{card.id}` has something that is not understood: {error}"
                raise DataError(message, place=place_of(path, card.id)) from None
            if found:
                effects[card.id] = effects.get(card.id, ()) + found
    if unknown := sorted(proxies - cards.keys()):
        raise DataError(f"unknown card `{unknown[0]}`", place=place_of(path, unknown[0]))
    return EffectFacts(effects, frozenset(proxies))


def to_effects(entry: Mapping[str, Any], title: str, level: float) -> tuple[Effect, ...]:
    """Return what one entry says about the card `title`."""
    if entry.get("scope") in SCOPES:
        return setup_effects(entry)
    if entry.get("scope") != "legality":
        raise Unexpressed(f"scope `{entry.get('scope')}`")
    for key, (companions, express) in _TEXTS.items():
        if key in entry:
            if unknown := sorted(entry.keys() - {key, "scope"} - companions):
                raise Unexpressed(f"key `{unknown[0]}`")
            return express(entry[key], _Subject(title, level, entry))
    raise Unexpressed(f"key `{min(entry.keys() - {'scope'}, default='')}`")


def _copies(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    return (CopyLimitText(None if value == "any" else int(value)),)


def _copies_for(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    only(value, {"filter", "max", "at_most_titles"})
    of, question = selector(value["filter"])
    return (CopyLimitText(value["max"], of=of, titles=value.get("at_most_titles", 0), question=question),)


def _counts_as(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    return (CountsAs(value, level=subject.entry.get("counts_as_experience_level", subject.level)),)


def _uncounted(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    if value is not False:
        raise Unexpressed(f"counts_toward_minimum `{value}`")
    return (Uncounted(),)


def _requires(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    count = value["count"]
    conditions = {key: item for key, item in value.items() if key != "count"}
    return (Requires(selector(conditions)[0], min=count, what=describe(conditions)),)


def _at_most(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    only(value, {"filter", "max"})
    of, question = selector(value["filter"])
    return (Forbids(of, what=describe(value["filter"]), max=value["max"], question=question),)


def _excludes(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    """Return what may not be in the deck; a symbol that the pool does not record needs a second, open condition."""
    of, question = selector(value)
    if "title_contains" in value:
        of = msgspec.structs.replace(of, not_title=(subject.title,))
    what = describe(value)
    if "keyword_or_symbol" not in value:
        return (Forbids(of, what=what, question=question),)
    rest = {key: item for key, item in value.items() if key != "keyword_or_symbol"}
    if not rest:
        raise Unexpressed("keyword_or_symbol alone")
    symbol = f"does one of them have the {value['keyword_or_symbol']} symbol?"
    loose = msgspec.structs.replace(of, keyword=())
    return (Forbids(of, what=what), Forbids(loose, what=f"other {describe(rest)}", question=symbol))


def _titles(value: Any, subject: _Subject) -> tuple[Effect, ...]:
    return tuple(Forbids(Selector(title=(title,)), what=f"cards titled `{title}`") for title in value)


# Key of the source: the keys that may stand beside it, and what expresses it. The first match counts.
_TEXTS: dict[str, tuple[set[str], Callable[[Any, _Subject], tuple[Effect, ...]]]] = {
    "copies_max_this_card": (set(), _copies),
    "copies_max_for": (set(), _copies_for),
    "counts_as_title": ({"also_for_unique_in_play", "counts_as_experience_level"}, _counts_as),
    "dynasty_min_delta": ({"per_copy"}, lambda value, _: (Minimum("dynasty", value),)),
    "fate_min_delta": ({"per_copy"}, lambda value, _: (Minimum("fate", value),)),
    "fate_deck_may_include": (
        {"counts_toward_minimum", "needs_sleeves"},
        lambda value, _: (JudgeText(f"which fate cards are a {value.lower()}, allowed there and not counted?"),),
    ),
    "counts_toward_minimum": (set(), _uncounted),
    "types_not_counted_toward_minimum": (set(), lambda value, _: (Uncounted(Selector(kind=lower(value))),)),
    "requires_min": (set(), _requires),
    "requires_sensei": (
        set(),
        lambda value, _: (Requires(Selector(kind=("sensei",), title=(value,)), min=1, what=f"sensei `{value}`"),),
    ),
    "excludes": (set(), _excludes),
    "excludes_titles": (set(), _titles),
    "max_cards": (set(), _at_most),
    "winds_max": ({"must_be_different"}, lambda value, _: (SectionLimit("wind", value),)),
    "starting_holding": (
        {"only_if_not_going_first", "not_in_dynasty_deck", "normal_dynasty_card_in", "max", "choose_one_version"},
        lambda value, _: (StartingHolding(),),
    ),
}
