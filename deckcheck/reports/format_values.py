"""The values of formats as text: as files write them, and in words for players."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from deckcheck.model.card_list import CardList
from deckcheck.model.finding import Origin
from deckcheck.model.format import Drawn, EconomyRules, Format, RuleSetting
from deckcheck.model.selector import Selector

# Words for the parameters of rules that are numbers or names.
_WORDS = {
    "max": "at most {}",
    "min": "at least {}",
    "marks": "legality symbols: {}",
    "sets": "sets: {}",
    "except_sets": "without the sets: {}",
    "of": "for {}",
    "uncounted": "not counted: {}",
    "exact": "card texts about the minimum change the maximum",
    "texts": "no card text changes the number",
}
# Words for the conditions of a selector.
_SELECTED = {
    "kind": "of the types {}",
    "not_kind": "without the types {}",
    "deck": "of the decks {}",
    "clan": "of the clans {}",
    "not_clan": "without the clans {}",
    "keyword": "with the keywords {}",
    "title": "called {}",
    "not_title": "without {}",
    "title_contains": "with {} in the title",
    "effect": "with the text {}",
    "not_effect": "without the text {}",
}


def values_of(cited: RuleSetting | Drawn | EconomyRules) -> Iterator[tuple[str, str, Origin | None]]:
    """Yield the parameters that say something: name, value as text, and where it was set (None: the default)."""
    for key, value in msgspec.to_builtins(cited.params).items():
        if value not in (None, "", [], {}):
            yield key, plain(value), cited.origins.get(key)


def plain(value: object) -> str:
    """Return a parameter's value as it would stand in a format file."""
    if isinstance(value, dict) and {"kind", "source"} <= value.keys():
        count = len(value.get("cards") or value.get("roles") or ())
        return f"{value['id']} ({count} {'entry' if count == 1 else 'entries'})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(plain(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else str(value)


def in_words(setting: RuleSetting, fmt: Format) -> Iterator[str]:
    """Yield what a rule says in a format, in words for players; dated lists are left to `lists_of`."""
    section = getattr(setting.params, "section", "")
    before = f"{fmt.label(section)}: " if section else ""
    for key, value, _ in values_of(setting):
        held = getattr(setting.params, key)
        if isinstance(held, CardList) or key == "section" or (key == "cards" and isinstance(held, dict)):
            continue
        if key in ("minimums", "maximums"):
            word = _WORDS["min" if key == "minimums" else "max"]
            yield from (f"{fmt.label(name)}: {word.format(count)} cards" for name, count in held.items())
        elif isinstance(held, Selector):
            yield before + _WORDS.get(key, f"{key.replace('_', ' ')}: {{}}").format(_selected(held))
        else:
            shown = value.strip("[]") if isinstance(held, tuple | list) else value
            yield before + _WORDS.get(key, f"{key.replace('_', ' ')}: {{}}").format(shown)


def _selected(selector: Selector) -> str:
    """Return which cards a selector takes, in words."""
    unique = {True: ["Unique cards"], False: ["cards that are not Unique"], None: ["cards"]}[selector.unique]
    return " ".join(
        unique
        + [
            words.format(", ".join(values) if isinstance(values, tuple) else values)
            for key, words in _SELECTED.items()
            if (values := getattr(selector, key))
        ]
    )


def lists_of(fmt: Format) -> dict[str, CardList]:
    """Return the dated lists of a format by their names, each once."""
    values = (value for item in fmt.provisions for value in msgspec.structs.asdict(item.params).values())
    return {value.name_on(fmt.date): value for value in values if isinstance(value, CardList)}
