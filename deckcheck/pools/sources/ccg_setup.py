"""CCG card texts about setting up and playing, as effects, and the conditions on cards in all CCG texts.

They never affect whether a deck is legal. Each key of the source is either expressed by a line in `_TEXTS` or
ignored for a reason in `IGNORED`; a key that is in neither is an error, so that no text is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from deckcheck.model.effect import (
    Effect,
    GainsAlignment,
    OutsideDeck,
    PlayableOnly,
    PlayerAlignment,
    ProvinceRedraw,
    Restricts,
    StartingHand,
    StartingHonor,
    StartingProvinces,
    StartsWith,
    Unplayable,
)
from deckcheck.model.names import plural_of
from deckcheck.model.selector import Selector

SCOPES = frozenset({"setup", "playability", "note"})


class Ignored(Struct, frozen=True):
    """Why a key of the source has no effect on building a deck; with a `value`, only that value has none."""

    reason: str
    value: Any = None


IGNORED: dict[str, Ignored] = {
    "affects": Ignored("says for whom the key beside it matters"),
    "cannot": Ignored("actions are abilities of cards, and abilities are no facts of the pool", "Political actions"),
    "keyword": Ignored("the keywords of the card hold it", "Legacy"),
    "note": Ignored("the rules of the format hold it"),
    "pregame": Ignored("the Imperial Favor is not a card of the deck", "may start with the Imperial Favor"),
    "removes_from_game": Ignored("what the card does in play"),
    "search_fails_lose_game_if_no_legacy_holding": Ignored("the only such Holding is the card itself", True),
    "surcharge": Ignored("the cards cost more and can still be played"),
    "unaligned_stronghold": Ignored("the clans of the card hold it", True),
    "warn_if_missing": Ignored("says what the key beside it asks for"),
}

_ELEMENTS = ("Air", "Earth", "Void", "Water")

# What a player may not play, as the source words it. The pool knows the element of some spells only.
_RESTRICTED: dict[str, tuple[Restricts, ...]] = {
    "Shadowlands cards": (
        Restricts(
            Selector(keyword=("Shadowlands",), not_kind=("stronghold", "sensei", "strategy", "event")),
            "shadowlands cards",
        ),
    ),
    "Shadowlands Personalities": (
        Restricts(
            Selector(kind=("personality",), not_keyword=("Shadowlands",)), "personalities that are not shadowlands"
        ),
    ),
    "Personalities and Spells must be Fire": (
        Restricts(Selector(kind=("personality",), not_keyword=("Fire",)), "personalities that are not fire"),
        Restricts(Selector(kind=("spell",), keyword=_ELEMENTS, not_keyword=("Fire",)), "spells that are not fire"),
    ),
}

# Cards that gain the player's alignment, as the source words it.
_GAINING: dict[str, GainsAlignment] = {
    "Love Letter Personalities gain your alignment": GainsAlignment(
        Selector(kind=("personality",), keyword=("Love Letter",))
    ),
    "Wasp Clan Personalities gain your alignment": GainsAlignment(Selector(kind=("personality",), clan=("wasp",))),
    "one Clan among Crane/Lion/Phoenix/Scorpion: those Personalities also gain your alignment": GainsAlignment(
        Selector(kind=("personality",), clan=("crane", "lion", "phoenix", "scorpion")), one_clan=True
    ),
}

# How many cards and which, as the source words it: the selector, and their name behind the number.
_SEARCHED: dict[str, tuple[Selector, str]] = {
    "non-Unique, different titles": (
        Selector(deck=("fate",), unique=False),
        "non-unique fate cards of different titles",
    ),
}


def setup_effects(entry: Mapping[str, Any]) -> tuple[Effect, ...]:
    """Return what one entry of a scope in `SCOPES` says; raises Unexpressed for what is in no table."""
    found: list[Effect] = []
    for key, value in entry.items():
        if key in _TEXTS:
            found += _TEXTS[key](value, entry)
        elif not (_is_ignored(key, value) or _COMPANIONS.get(key) in entry):
            raise Unexpressed(f"key `{key}`")
    return tuple(found)


def _is_ignored(key: str, value: Any) -> bool:
    return key in IGNORED and IGNORED[key].value in (None, value)


def _restricts(value: str) -> tuple[Effect, ...]:
    if value not in _RESTRICTED:
        raise Unexpressed(f"`{value}`")
    return _RESTRICTED[value]


def _gains(value: str) -> tuple[Effect, ...]:
    if value not in _GAINING:
        raise Unexpressed(f"`{value}`")
    return (_GAINING[value],)


def _forbidden_titles(value: Any) -> tuple[Effect, ...]:
    return tuple(Restricts(Selector(title=(title,)), f"`{title}`") for title in value)


def _search(value: Mapping[str, Any]) -> tuple[Effect, ...]:
    """Return what is searched for before the game: one card of a type, or several that a phrase describes."""
    if value["deck"] != "Fate":
        raise Unexpressed(f"deck `{value['deck']}`")
    if "filter" in value:
        only(value, {"deck", "count", "filter", "optional"})
        if value["filter"] not in _SEARCHED:
            raise Unexpressed(f"`{value['filter']}`")
        of, what = _SEARCHED[value["filter"]]
        count = value["count"]
        return (StartsWith(of, f"{count} {what}", count, different_titles=True, optional=value["optional"]),)
    only(value, {"deck", "type", "not", "optional"})
    but = many(value.get("not", ()))
    (kind,) = lower(value["type"])
    what = f"a {kind}" + (f" that is not {' or '.join(lower(but))}" if but else "")
    return (StartsWith(Selector(kind=(kind,), not_keyword=but), what, optional=value["optional"]),)


def _ring(value: str) -> tuple[Effect, ...]:
    title = f"Ring of {value}"
    return (StartsWith(Selector(kind=("ring",), title=(title,)), f"`{title}`", narrows=True),)


def _hand(value: int, entry: Mapping[str, Any]) -> tuple[Effect, ...]:
    return (StartingHand(value, entry.get("max_hand_size_delta", 0)),)


def _redraw(value: Mapping[str, Any]) -> tuple[Effect, ...]:
    only(value, {"rounds", "returned"})
    return (ProvinceRedraw(value["rounds"], value["returned"]),)


def _outside(value: str) -> tuple[Effect, ...]:
    """Return the cards that are needed, without the remark in brackets."""
    return (OutsideDeck(value.partition(" (")[0]),)


# Key of the source: what expresses it, from its value and the whole entry.
_TEXTS: dict[str, Callable[[Any, Mapping[str, Any]], tuple[Effect, ...]]] = {
    "scope": lambda value, _: (),
    "unplayable_for_clan": lambda value, _: (Unplayable(lower(value)),),
    "playable_only_for_clan": lambda value, _: (PlayableOnly(lower(value)),),
    "cannot_bring_into_play": lambda value, _: _restricts(value),
    "only_recruits": lambda value, _: _restricts(value),
    "only_recruits_or_equips": lambda value, _: _restricts(value),
    "forbids_playing": lambda value, _: _forbidden_titles(value),
    "alignment": lambda value, _: (PlayerAlignment(lower(value)),),
    "alignment_gain": lambda value, _: _gains(value),
    "pregame_choice": lambda value, _: _gains(value),
    "pregame_search": lambda value, _: _search(value),
    "starting_ring_must_be": lambda value, _: _ring(value),
    "starting_provinces": lambda value, _: (StartingProvinces(value),),
    "starting_hand_delta": _hand,
    "province_redraw": lambda value, _: _redraw(value),
    "starting_honor_set": lambda value, _: (StartingHonor(value),),
    "needs_cards_outside_deck": lambda value, _: _outside(value),
}
# Keys that are read together with another one.
_COMPANIONS = {"max_hand_size_delta": "starting_hand_delta"}


class Unexpressed(Exception):
    """A part of a text that no table has a line for."""


# Condition on cards in the source: the field of a selector, and how it reads before and behind the noun.
_CONDITIONS: dict[str, tuple[str, str, str]] = {
    "unique": ("unique", "", ""),
    "keyword": ("keyword", "{} ", ""),
    "symbol": ("keyword", "{} ", ""),
    "keyword_or_symbol": ("keyword", "{} ", ""),
    "faction_or_keyword": ("keyword_or_clan", "{} ", ""),
    "type": ("kind", "", ""),
    "types": ("kind", "", ""),
    "not_clan": ("not_clan", "", " not of the {} clan"),
    "title_contains": ("title_contains", "", " with `{}` in the title"),
    "ability": ("", "", ""),
    "same_clan_alignment": ("", "", ""),
}
_QUESTIONS = {
    "symbol": "which of these cards have the {} symbol?",
    "ability": "do all of these cards have a {} ability?",
    "same_clan_alignment": "how many of these cards share a clan alignment?",
}
_LOWER_CASE = {"kind", "not_clan", "keyword_or_clan"}


def selector(conditions: Mapping[str, Any]) -> tuple[Selector, str]:
    """Return the selector for conditions, and the question that is left where the pool lacks the facts."""
    only(conditions, _CONDITIONS.keys())
    fields: dict[str, Any] = {}
    for key, value in conditions.items():
        field = _CONDITIONS[key][0]
        if field in ("unique", "title_contains"):
            fields[field] = value
        elif field:
            fields[field] = lower(value) if field in _LOWER_CASE else many(value)
    questions = [_QUESTIONS[key].format(str(conditions[key]).lower()) for key in conditions if key in _QUESTIONS]
    return Selector(**fields), " ".join(questions)


def describe(conditions: Mapping[str, Any]) -> str:
    """Return conditions as words, such as "unique personalities not of the tanuki clan"."""
    kinds = [plural_of(kind) for key in ("type", "types") for kind in lower(conditions.get(key, ()))]
    noun = ", ".join(kinds) or "cards"
    before = {True: "unique ", False: "non-unique ", None: ""}[conditions.get("unique")]
    behind = ""
    for key, (_, left, right) in _CONDITIONS.items():
        if key in conditions:
            value = conditions[key]
            words = value if key == "title_contains" else ", ".join(lower(value)) if left or right else ""
            before += left.format(words)
            behind += right.format(words)
    return f"{before}{noun}{behind}"


def many(value: Any) -> tuple[str, ...]:
    """Return one word or several."""
    return (value,) if isinstance(value, str) else tuple(value)


def lower(value: Any) -> tuple[str, ...]:
    """Return one word or several in lower case."""
    return tuple(word.lower() for word in many(value))


def only(value: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise Unexpressed when `value` has a key that is not `known`."""
    if unknown := sorted(value.keys() - set(known)):
        raise Unexpressed(f"key `{unknown[0]}`")
