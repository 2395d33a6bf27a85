"""Formats as text: their values as files write them and in words for players; the differences between two formats."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from deckcheck.model.card_list import CardList
from deckcheck.model.effect import Selector
from deckcheck.model.finding import Origin
from deckcheck.model.format import RESOURCES, Format, FormatSetting
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import cards_of, counted, first_of, listed, plural_of
from deckcheck.rules import ALWAYS, rule_named
from deckcheck.rules.base import Rule
from deckcheck.rules.legality import standing_in

# The verdicts on cards that come from a list.
_LISTED = ("banned", "rotated", "perhaps banned", "perhaps rotated")
# Words for the parameters of rules; others have the name that files use.
_WORDS = {
    "max": "at most {}",
    "min": "at least {}",
    "marks": "legality symbols: {}",
    "idle_marks": "symbols that allow a card in no format: {}",
    "open_marks": "undecided are cards with the symbol of {}",
    "open_sets": "undecided are cards of {}",
    "open_symbols": "undecided are cards of these sets with this symbol: {}",
    "sets": "sets: {}",
    "except_sets": "all sets except {}",
    "of": "for {}",
    "beside": "undecided is whether these count with equivalent Unique cards: {}",
    "uncounted": "not counted: {}",
    "exact": "card texts about the minimum change the maximum",
    "texts": "no card text changes the number",
    "stronghold": "the clan comes from the {}",
    "any": "a Sensei for {} fits every Stronghold",
    "arcs": "last day of each arc: {}",
    "by": "only cards that were out by {}",
    "errata": "no longer legal by errata, not by a ban: {}",
    "since": "a ban without a day counts from {} on",
    "souls_doubt": 'open question about "Soul of" cards: {}',
    "texts_doubt": "open question about card texts: {}",
}
# Words for the conditions of a selector, in their order in a sentence.
_SELECTED = {
    "deck": "of the {}",
    "clan": "of the clan {}",
    "keyword": "with the keyword {}",
    "keyword_or_clan": "with the keyword or clan {}",
    "title": "called {}",
    "title_contains": "with {} in the title",
    "effect": "with the effect {}",
}
_EXCEPT = {
    "not_kind": "{}",
    "not_clan": "the clan {}",
    "not_keyword": "those with the keyword {}",
    "not_title": "{}",
    "not_effect": "those with the effect {}",
}


def parts_of(fmt: Format) -> dict[str, FormatSetting[Any]]:
    """Return the rules, draws and economy of a format by their titles."""
    return {
        **{f"{rule_named(each.name).code} {each.name}": each for each in fmt.provisions},
        **{f"draws of {each.name}": each for each in fmt.draws},
        **{f"economy of {each.name}": each for each in fmt.economy},
    }


def values_of(cited: FormatSetting[Any]) -> Iterator[tuple[str, str, Origin]]:
    """Yield the parameters that a format file sets: name, value as text, and its place."""
    for key, value in msgspec.to_builtins(cited.params).items():
        if value not in (None, "", [], {}) and (origin := cited.origins.get(key)):
            yield key, plain(value), origin


def describe(fmt: Format, *, resolved: bool) -> list[str]:
    """Return a format as lines of text, with the source and place of every value when `resolved`."""
    lines = [
        f"{fmt.id}: {fmt.name}",
        f"  game {fmt.game}, card pool {fmt.pool}, cards and lists of {fmt.dated}, basis {fmt.basis}",
        f"  inherits: {', '.join(fmt.lineage[1:]) or 'nothing'}",
        f"  digest: {fmt.digest}",
        f"  sections: {', '.join(f'{name} ({section.label})' for name, section in fmt.sections.items())}",
    ]
    lines += [f"  since {since}: {name}" for since, name in fmt.snapshots]
    lines.append("")
    for title, cited in parts_of(fmt).items():
        lines += [title, *_values(cited, resolved=resolved)]
    lines += sorted(f"not in force: {rule_named(name).code} {name} ({why})" for name, why in fmt.dropped.items())
    return lines


def _values(cited: FormatSetting[Any], *, resolved: bool) -> Iterator[str]:
    for key, value, origin in values_of(cited):
        place = f"  ({origin.format}, {origin.path}:{origin.line})" if resolved else ""
        yield f"     {key}: {value}{place}"
    if resolved:
        yield f"     source: {cited.cite.source}, {cited.cite.at}"


def rule_in_format(rule: Rule, fmt: Format) -> Iterator[str]:
    """Yield lines that say whether and how a rule applies in a format."""
    if rule.name in ALWAYS:
        yield f"In {fmt.id}: in force as in every format; it is about the deck file itself."
        return
    provision = next((item for item in fmt.provisions if item.name == rule.name), None)
    if provision is None:
        why = fmt.dropped.get(rule.name)
        yield f"In {fmt.id}: not in force{f': {why}' if why else ''}."
        return
    yield f"In {fmt.id}: {provision.cite.source}, {provision.cite.at}"
    for key, value, origin in values_of(provision):
        yield f"  {key}: {value}  set by {origin.format} ({origin.path}:{origin.line})"


def plain(value: object) -> str:
    """Return a parameter's value as a format file would write it."""
    if isinstance(value, dict) and {"kind", "source"} <= value.keys():
        count = len(value.get("cards") or value.get("roles") or ())
        return f"{value['id']} ({counted(count, 'entry')})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(plain(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else str(value)


def in_words(part: FormatSetting[Any], fmt: Format, pool: Pool) -> Iterator[str]:
    """Yield what a part of a format says, in words for players; dated lists are left to `limited_in`."""
    section = getattr(part.params, "section", "")
    before = f"{fmt.label(section)}: " if section else ""
    for key, *_ in values_of(part):
        held = getattr(part.params, key)
        if isinstance(held, CardList) or key == "section" or (key == "cards" and isinstance(held, dict)):
            continue
        if key == "cards":
            yield f"also allowed: {', '.join(card.name for each in held if (card := pool.card(each)))}"
        elif key in ("minimums", "maximums"):
            word = _WORDS["min" if key == "minimums" else "max"]
            yield from (f"{fmt.label(name)}: {word.format(count)} cards" for name, count in held.items())
        else:
            shown = _selected(held, fmt) if isinstance(held, Selector) else _shown(key, held, fmt, pool)
            words = None if part.name in RESOURCES else _WORDS.get(key)
            if shown.casefold() != key:  # A section that has the name of the parameter tells players nothing.
                yield before + (words or f"{key.replace('_', ' ')}: {{}}").format(shown)


def _shown(key: str, held: object, fmt: Format, pool: Pool) -> str:
    """Return the value of a parameter, with names in place of the ids of cards, sets, sections, arcs and clans."""

    def named(value: object) -> str:
        text = plain(value)
        if text in pool.sets():
            return pool.sets()[text].name
        if key in ("marks", "clans", "arcs", "rings") or key.endswith("marks"):
            return _titled(text)
        card = pool.card(text) if isinstance(held, Mapping) else None
        return card.name if card else fmt.label(text)

    if isinstance(held, Mapping):
        return ", ".join(f"{named(each)} ({named(value)})" for each, value in held.items())
    return ", ".join(map(named, held)) if isinstance(held, tuple | list) else named(held)


def _selected(selector: Selector, fmt: Format) -> str:
    """Return which cards a selector takes, in words."""

    def words(table: Mapping[str, str], joint: str) -> Iterator[str]:
        for key, sentence in table.items():
            if given := getattr(selector, key):
                each = (given,) if isinstance(given, str) else given
                yield sentence.format(listed([_name(key, value, fmt) for value in each], joint))

    what = listed([_name("kind", kind, fmt) for kind in selector.kind], "or") or "cards"
    said = [f"Unique {what}" if selector.unique else what, *words(_SELECTED, "or")]
    if selector.unique is False:
        said.append("that are not Unique")
    excluded = listed(words(_EXCEPT, "and"))
    return " ".join(said) + (f", except {excluded}" if excluded else "")


def _titled(text: str) -> str:
    """Return the name of a clan, an arc or a ring with capitals; days stay as written."""
    return re.sub(r"(?<!['\w])(?!of\b)[a-z]", lambda first: first[0].upper(), re.sub(r"-(?=[a-z])", " ", text))


def _name(key: str, value: str, fmt: Format) -> str:
    """Return the name of a value in a selector."""
    if key.endswith("kind"):
        kinds = plural_of(value.replace("-", " "))
        return kinds.title() if fmt.game == "ccg" else kinds
    if key.endswith("clan"):
        return _titled(value)
    return fmt.label(value) if key == "deck" else value


def lists_of(fmt: Format) -> dict[str, CardList]:
    """Return the dated lists of a format by their names, each once."""
    values = (value for item in fmt.provisions for value in msgspec.structs.asdict(item.params).values())
    return {value.name_on(fmt.date): value for value in values if isinstance(value, CardList)}


def limited_in(fmt: Format, pool: Pool) -> dict[str, dict[str, str]]:
    """Return the cards of the pool that are banned, limited and so on in the format, by the word for it.

    Each has the day on which that began; "" if unknown.
    """
    standing = standing_in(fmt)
    found: dict[str, dict[str, str]] = {}
    for card in pool.cards():
        here = standing(card)
        for word in (here.verdict,) if here.verdict in _LISTED else here.notes:
            found.setdefault(word, {})[card.name] = here.since.get(word, "")
    return {word: dict(sorted(cards.items())) for word, cards in sorted(found.items())}


def difference(old: Format, new: Format, pool: Pool, *, shown: int | None) -> Iterator[str]:
    """Yield lines with the rules, values and cards that change from `old` to `new`.

    A line about cards has at most `shown` names (None: all).
    """
    parts = [{title: [*in_words(each, fmt, pool)] for title, each in parts_of(fmt).items()} for fmt in (old, new)]
    for title, (gone, come) in _changed(*parts):
        if title in parts[0] and title in parts[1]:
            yield f"{title}: {'; '.join(gone) or 'nothing'} → {'; '.join(come) or 'nothing'}"
        else:
            yield f"{'dropped' if title in parts[0] else 'new'}: {title}"
    limited = [limited_in(fmt, pool) for fmt in (old, new)]
    yield from (f"{word}, {how}: {names}" for word, how, _, names in _moved(*limited, shown=shown))
    played = [{"": _played(fmt, pool)} for fmt in (old, new)]
    yield from (f"{cards_of(count)} {how}: {names}" for _, how, count, names in _moved(*played, shown=shown))


def _moved(*sides: Mapping[str, Iterable[str]], shown: int | None) -> Iterator[tuple[str, str, int, str]]:
    """Yield the keys from which names are "removed" or to which they are "added", with their number and the names."""
    for key, both in _changed(*sides):
        for how, names in zip(("removed", "added"), both, strict=True):
            if names:
                yield key, how, len(names), first_of(sorted(names), shown or len(names), "and {:,} more")


def _played(fmt: Format, pool: Pool) -> Iterator[str]:
    """Return the names of the cards of a format, banned ones too."""
    standing = standing_in(fmt)
    return (card.name for card in pool.cards() if standing(card).verdict in ("legal", *_LISTED))


def _changed(
    old: Mapping[str, Iterable[str]], new: Mapping[str, Iterable[str]]
) -> Iterator[tuple[str, tuple[list[str], list[str]]]]:
    """Yield the keys with other texts in `new` than in `old`, each with the texts that are gone and those that came."""
    for key in sorted({*old, *new}):
        before, after = dict.fromkeys(old.get(key, ())), dict.fromkeys(new.get(key, ()))
        gone, come = [each for each in before if each not in after], [each for each in after if each not in before]
        if gone or come or (key in old) is not (key in new):
            yield key, (gone, come)
