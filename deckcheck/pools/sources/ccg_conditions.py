"""Conditions on cards in CCG card texts: as selectors, as words, as the questions that facts leave open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from deckcheck.model.names import plural_of
from deckcheck.model.selector import Selector


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
