"""Formats as text: their values as files write them and in words for players; the differences between two formats."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.card_list import CardList
from deckcheck.model.effect import Selector
from deckcheck.model.finding import Origin
from deckcheck.model.format import Drawn, EconomyRules, Format, RuleSetting, Standing
from deckcheck.model.sentences import cards_of, counted, first_of
from deckcheck.rules import ALWAYS, ORDER, rule_named
from deckcheck.rules.base import Rule
from deckcheck.rules.legality import standing_in

FormatPart = RuleSetting | Drawn | EconomyRules

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


def parts_of(fmt: Format) -> dict[str, FormatPart]:
    """Return the rules, draws and economy of a format by their titles."""
    return {
        **{f"{rule_named(each.rule).code} {each.rule}": each for each in fmt.provisions},
        **{f"draws of {each.section}": each for each in fmt.draws},
        **{f"economy of {each.resource}": each for each in fmt.economy},
    }


def values_of(cited: FormatPart) -> Iterator[tuple[str, str, Origin | None]]:
    """Yield the parameters that matter: name, value as text, and where the value was set (None: the default)."""
    for key, value in msgspec.to_builtins(cited.params).items():
        if value not in (None, "", [], {}):
            yield key, plain(value), cited.origins.get(key)


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
    return lines


def _values(cited: FormatPart, *, resolved: bool) -> Iterator[str]:
    for key, value, origin in values_of(cited):
        place = f"  ({origin.format}, {origin.path}:{origin.line})" if origin and resolved else ""
        yield f"     {key}: {value}{place}"
    if resolved:
        yield f"     source: {cited.cite.source}, {cited.cite.at}"


def rule_in_format(rule: Rule, fmt: Format) -> Iterator[str]:
    """Yield lines that say whether and how a rule applies in a format."""
    if rule.name in ALWAYS:
        yield f"In {fmt.id}: in force as in every format; it is about the deck file itself."
        return
    provision = next((item for item in fmt.provisions if item.rule == rule.name), None)
    if provision is None:
        yield f"In {fmt.id}: not in force."
        return
    yield f"In {fmt.id}: {provision.cite.source}, {provision.cite.at}"
    for key, value, origin in values_of(provision):
        place = f"set by {origin.format} ({origin.path}:{origin.line})" if origin else "(default)"
        yield f"  {key}: {value}  {place}"


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
    said = [{True: "Unique cards", False: "cards that are not Unique", None: "cards"}[selector.unique]]
    for key, words in _SELECTED.items():
        if values := getattr(selector, key):
            said.append(words.format(", ".join(values) if isinstance(values, tuple) else values))
    return " ".join(said)


def lists_of(fmt: Format) -> dict[str, CardList]:
    """Return the dated lists of a format by their names, each once."""
    values = (value for item in fmt.provisions for value in msgspec.structs.asdict(item.params).values())
    return {value.name_on(fmt.date): value for value in values if isinstance(value, CardList)}


def difference(old: Format, new: Format, cards: Iterable[Card], *, shown: int | None) -> Iterator[str]:
    """Yield lines with the rules, values and cards that change from `old` to `new`.

    Marks, sets and lists decide which cards are legal. A line has at most `shown` names (None: all).
    """
    yield f"{old.id} of {old.dated} -> {new.id} of {new.dated}"
    before, after = parts_of(old), parts_of(new)
    for title, part in sorted({**before, **after}.items(), key=lambda item: _place(item[1])):
        if title in before and title in after:
            yield from _changed_values(title, before[title].params, part.params, (old.date, new.date))
        else:
            yield f"{'-' if title in before else '+'} {title}"
    in_old, in_new = standing_in(old), standing_in(new)
    played = [(card.name, _may_be_played(in_old(card)), _may_be_played(in_new(card))) for card in cards]
    gone = [name for name, was, is_now in played if was and not is_now]
    come = [name for name, was, is_now in played if is_now and not was]
    yield f"{cards_of(len(gone))} removed{_names(gone, shown)}"
    yield f"{cards_of(len(come))} added{_names(come, shown)}"


def _may_be_played(standing: Standing) -> bool:
    return standing.verdict in ("legal", "perhaps rotated")


def _place(part: FormatPart) -> int:
    """Return the place of a part in a comparison: rules as in reports, then draws, then the economy."""
    return ORDER[part.rule] if isinstance(part, RuleSetting) else len(ORDER) + isinstance(part, EconomyRules)


def _changed_values(what: str, before: object, after: object, days: tuple[str, str]) -> Iterator[str]:
    """Yield the values that differ; dated lists are compared as they are on `days`."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    for key in dict.fromkeys((*old, *new)):
        lists = [each for each in (getattr(before, key, None), getattr(after, key, None)) if isinstance(each, CardList)]
        if len(lists) == len(days):
            yield from _changed_list(f"~ {what}", lists, days)
        elif old.get(key) != new.get(key):
            yield f"~ {what}: {key} {plain(old.get(key))} -> {plain(new.get(key))}"


def _changed_list(head: str, lists: Sequence[CardList], days: Sequence[str]) -> Iterator[str]:
    old, new = ({entry.title for entry in each.entries_on(day)} for each, day in zip(lists, days, strict=True))
    if old != new or lists[0].id != lists[1].id:
        yield f"{head}: list {' -> '.join(dict.fromkeys(each.id for each in lists))}"
    for sign, titles in (("-", old - new), ("+", new - old)):
        if titles:
            yield f"    {sign} {', '.join(sorted(titles))}"


def _names(names: list[str], shown: int | None) -> str:
    if not names:
        return ""
    return f": {first_of(sorted(names), shown or len(names), 'and {:,} more (list all with --all)')}"
