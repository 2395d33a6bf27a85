"""The texts beside the cards in structured files, as labelled lines that may each name a card."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.words.counts import Count, split_count
from deckcheck.decks.words.dialects import BBCODE, FACTS, HTML
from deckcheck.decks.words.headers import HEADERS, heading, heads_cards, words_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.model.deck import STARTING
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.names import bare_lines
from deckcheck.model.vocabulary import says_unfinished

# The keys and indexes of a value.
Path = tuple[str | int, ...]

# Longer lines are in doubt, and only their beginning is stored.
MOST_SAID = 5_000
# Facts of sites and forms about a deck; in these only a title with a number may be a card.
NOTES = KEYS["notes"]
SAID = NOTES | KEYS["sites"]
NO_CARDS = (SAID | KEYS["forms"] | FACTS.keys()) - NOTES
# Numeric facts about cards, and other keys and columns of such facts: their texts name no other card, and their numbers
# count no copies.
STATISTICS = KEYS["statistics"]
_OF_CARDS = STATISTICS | KEYS["of cards"]
# A short key with one of these may list cards.
_WHOLE = ("stronghold", "role", "sensei", "province", "sideboard")
_FEW_WORDS = 3
# Numbers before these do not count cards.
MEASURES = KEYS["measures"] | KEYS["months"]
_MOST_WORDS = 9
# Bullets and numbering before the lines of a list.
_BULLETS = "-–—−+*•·>#: \t"
# Tags, also unknown ones without attributes, and bold text, which are not part of a name.
_MARKUP = rf"{HTML}|{BBCODE}|</?[a-z][\w-]*\s*/?>|\*\*|__|`"
_OF_MARKUP = frozenset("<[*_`")
# A line ends before these tags.
_BREAKS = r"(?=</?(?:p|br|div|h[1-6]|li|ul|ol|tr|blockquote)\b)"
# The words for a number of copies, and words beside them: "No. of copies", "Copies in deck".
_COPIES = KEYS["copies"]
_NUMBERS = frozenset({"number", "total"})
# The number of labels with a cached meaning.
_REMEMBERED = 1_000
# Words beside a number of copies.
_BY_COUNT = r"[\sxX×(\[]"
# A line without a number of copies, such as most names of decks and players: it begins with a letter, and any number in
# it has no x beside it, as in "Entry 17".
_UNCOUNTED = re.compile(r"(?![xX×]|.* (?:[xX×] *[0-9]+|[0-9]+ *[xX×]) *$)[^\W\d_](?:[^\W_]++|[ .,'&-]++)*+").fullmatch
# Separators of names in one text; commas and colons within numbers do not separate.
_BETWEEN = r"[;|•\t\n]|,(?!\d)|:\s|\s/\s|\s[-–—]\s"


@lru_cache(maxsize=_REMEMBERED)
def label_words(label: str) -> str:
    """Return the words of a key or heading in lower case: "conflict cards" for ``conflictCards``."""
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label[:MOST_SAID]))).casefold()


@lru_cache(maxsize=_REMEMBERED)
def section_said(label: str) -> str | None:
    """Return the section of cards that a key or heading names, as `header_section`; None when it names none.

    Among other words, only the name of a whole section counts: "My stronghold", "provinceIds".
    """
    words = label_words(label)
    if (found := heading(words)) is not None:
        return found.section
    sections = [section for word in words.split() if (section := HEADERS.get(word)) in _WHOLE]
    return sections[0] if sections and len(words.split()) <= _FEW_WORDS else None


def parts_of(value: str) -> list[str]:
    """Return the parts of a text that may each name a card: "3 Iron Mine" and "Rout" of ``3 Iron Mine, Rout``."""
    return [part for each in re.split(_BETWEEN, value) if (part := each.strip())]


def counts_something(part: str, limits: Limits) -> bool:
    """Return whether a part of a text is written like a card: a number of copies and some words."""
    found = _split(part, limits)
    words = words_of(found.name)
    return found.number is not None and 0 < len(words) <= _MOST_WORDS and words[0] not in MEASURES


def labelled(label: str, text: str, limits: Limits) -> Iterator[str]:
    """Yield the lines of a text after their label; raises InputError for more lines than a list may have."""
    return (_behind(label, line) for line in _lines(label, text, limits))


def _lines(label: str, text: str, limits: Limits) -> list[str]:
    parts = re.sub(_BREAKS, "\n", text, flags=re.IGNORECASE) if "<" in text else text
    lines = bare_lines(parts)
    if len(lines) > limits.lines:
        raise InputError(f"more than {limits.lines:,} lines under `{label[:80]}`", help=how_to_raise("lines"))
    return lines


def _behind(label: str, line: str) -> str:
    return f"{label}: {line}"[:MOST_SAID]


def _numbered(number: str, name: str) -> str:
    """Return a numeric fact without a colon, because it has no label."""
    return f"{number} {name}".replace(":", " ")[:MOST_SAID]


def said_in_cell(name: str, cell: str, limits: Limits) -> Iterator[str]:
    """Yield the content of a table cell: its lines after the name of the column, or its number before that name."""
    return iter([_numbered(cell, name)]) if cell.isdecimal() else labelled(name, cell, limits)


def counts_cards(label: str) -> bool:
    """Return whether a key or the name of a column may mean the number of copies: ``Qty``, ``Number``."""
    return label_words(label) in KEYS["counts"] or {*label.split()} == {"#"} or says_copies(label)


def says_copies(label: str) -> bool:
    """Return whether the name of a column can only mean a number of copies: ``No. of copies``."""
    words = set(label_words(label).split())
    return not words.isdisjoint(_COPIES) and words <= _COPIES | KEYS["beside copies"]


def beside_copies(label: str) -> str:
    """Return the words of a label except those for copies: "dynasty" for ``Dynasty copies``."""
    words = label_words(label).split()
    return " ".join(word for word in words if word not in _COPIES | _NUMBERS | KEYS["beside copies"])


def names_part(label: str) -> bool:
    """Return whether a key or column is named after a part of a list, and may count its copies: ``Main``, ``Side``."""
    words = label_words(label).split()
    bare = " ".join(word for word in words if word not in _COPIES | _NUMBERS) or label
    return any(map(heads_cards, (label, bare)))


def names_fact(label: str) -> bool:
    """Return whether a key or column is named after a fact about cards: ``Cost``, ``Influence per copy``."""
    return not _OF_CARDS.isdisjoint(label_words(label).split())


def is_fact_of_card(label: str, text: str, limits: Limits) -> bool:
    """Return whether a text beside a card is only a fact about it."""
    return names_fact(label) and not any(counts_something(part, limits) for part in parts_of(text))


def facts(
    value: Mapping[str, Any], cards: Mapping[str, Any], limits: Limits, path: Path = ()
) -> Iterator[tuple[Path, str]]:
    """Yield the texts of a deck, or of an object around it, besides its `cards`: lines, with the keys of each.

    `path` is the path of the object. A number comes before its key: "2 round". Below other keys each line has the first
    key as its label: "extra: 3 iron_mine". Of the texts below a key of `SAID` only those with a number are lines.
    """
    for key, inner in value.items():
        if inner is cards:
            continue
        if isinstance(inner, dict | list):
            yield from _inside(inner, (*path, key), _Inside(key, key, cards, limits))
        elif not (inner is None or names_nothing(key, inner) or says_again(key, inner, cards)):
            if isinstance(inner, str):
                for line in _plain(key, inner, limits) if inner else (f"{key}:"[:MOST_SAID],):
                    yield (*path, key), line
            else:
                yield (*path, key), _numbered(_shown(inner), key) if is_number(inner) else _behind(key, str(inner))


def names_nothing(key: str, value: object) -> bool:
    """Return whether a fact about a deck certainly names no card, such as the name of its player or its version."""
    words = label_words(key)
    if words not in SAID:
        return False
    if isinstance(value, str):
        return not _may_be_counted(value) and not (FACTS.get(words) == "name" and says_unfinished(value))
    return not isinstance(value, dict | list)


def is_name(label: str, cell: str) -> bool:
    """Return whether a text below a label is certainly the name of a deck, player or author, and so not a card."""
    return FACTS.get(label_words(label)) in ("name", "player", "author") and names_nothing(label, cell)


class _Inside(Struct, frozen=True):
    """The place of a value: below the key `label` of the deck, directly below `name`, beside a number `count` or "".

    `cards` are those of the deck.
    """

    label: str
    name: str
    cards: Mapping[str, Any]
    limits: Limits
    count: str = ""

    def text(self, text: str) -> Iterator[str]:
        """Yield the lines of a text, with the number beside it."""
        if self.count:
            return labelled(self.label, f"{self.count} {text}", self.limits)
        return _plain(self.label, text, self.limits)

    def number(self, number: str, name: str) -> str:
        """Return the line for a number, which may count a card called `name`."""
        words = label_words(name)
        is_fact = name == self.label or words in KEYS["counts"] or words in KEYS["sums"] or words in NO_CARDS
        return _numbered(number, name) if is_fact else _behind(self.label, f"{number} {name}")

    def says_again(self, value: object, key: str = "") -> bool:
        """Return whether a text, or a key with the number 1, repeats the name of a single card of the deck."""
        is_one = value == 1 and single_kind(self.label) and self.cards.get(key) == 1
        return is_one or says_again(self.label, value, self.cards)


def _inside(value: Any, path: Path, where: _Inside) -> Iterator[tuple[Path, str]]:  # noqa: ANN401 - JSON is what it is
    """Yield the lines in an object or array."""
    if isinstance(value, dict):
        _, numbers, key = _flat(value)
        inner = replace(where, count=numbers[key]) if key else where
        yield from (((*path, at), line) for at, line in _object_lines(value, where))
    else:
        inner = _beside_number(value, where)
        for at, each in enumerate(value):
            if not isinstance(each, dict | list | None) and not where.says_again(each):
                yield from (((*path, at), line) for line in _item_lines(each, inner))
    for at, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, dict | list) and each is not where.cards:
            name = at if isinstance(at, str) else where.name
            yield from _inside(each, (*path, at), replace(inner, name=name))


def _beside_number(items: list[Any], where: _Inside) -> _Inside:
    """Return `where` with the highest number of an array that also has texts: ``["Iron Mine", 3]``."""
    counts = [item for item in items if is_number(item)]
    has_text = any(isinstance(item, str) and not _is_digits(item) for item in items)
    return replace(where, count=_shown(max(counts))) if counts and has_text else where


def _item_lines(item: object, where: _Inside) -> Iterator[str]:
    """Yield the lines in an item of an array that is neither object nor array."""
    if is_number(item) or _is_digits(item):
        return iter([] if where.count else [where.number(_shown(item), where.name)])
    return where.text(str(item))


def object_lines(label: str, value: Mapping[str, Any], limits: Limits) -> Iterator[str]:
    """Yield the lines of an object without nested objects, such as the attributes of an element called `label`."""
    return (line for _, line in _object_lines(value, _Inside(label, label, {}, limits)))


def _object_lines(value: Mapping[str, Any], where: _Inside) -> Iterator[tuple[str, str]]:
    """Yield the texts and numbers of an object, with their keys.

    A number beside a text counts the card that the text may name, or else the card that gives the object its name.
    """
    flat, numbers, count_key = _flat(value)
    texts = replace(where, count=numbers[count_key]) if count_key else where
    for key, inner in flat.items():
        words = label_words(key)
        if where.says_again(inner, key):
            continue
        if key == count_key:
            if not any(map(_may_name_card, flat, flat.values())):
                yield key, where.number(numbers[key], where.name)
        elif key in numbers:
            yield key, where.number(numbers[key], key)
        elif not isinstance(inner, str):
            yield key, _behind(where.label, key if inner else f"{key}: {inner}")
        elif not _may_name_card(key, inner):
            yield from ((key, line) for line in labelled(key, inner, where.limits))
        else:
            said = inner if words in KEYS["names"] or texts.count else f"{key}: {inner}"
            yield from ((key, line) for line in texts.text(said))


def _may_name_card(key: str, value: object) -> bool:
    """Return whether a text in an object may be the name of a card, judging by its key."""
    words = label_words(key)
    return isinstance(value, str) and not _is_digits(value) and (words not in NO_CARDS or words in KEYS["names"])


def _flat(value: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str], str | None]:
    """Return the values of an object that are no objects or arrays, their numbers, and the key of one for a card."""
    flat = {key: inner for key, inner in value.items() if not isinstance(inner, dict | list)}
    numbers = {key: _shown(inner) for key, inner in flat.items() if is_number(inner) or _is_digits(inner)}
    return flat, numbers, _count_key(flat, numbers)


def _shown(number: object) -> str:
    """Return a number as people write it, even if JSON has an empty fraction: ``3.0``."""
    return str(int(number) if isinstance(number, float) and number.is_integer() else number).strip()


def _count_key(flat: Mapping[str, Any], numbers: Mapping[str, str]) -> str | None:
    """Return the key of the number that counts a card beside it, or None."""
    named = next((key for key in numbers if label_words(key) in KEYS["counts"]), None)
    if named is not None or len(numbers) != 1 or len(flat) == 1:
        return named
    (key,) = numbers
    is_fact = label_words(key) in NO_CARDS or all(not isinstance(each, str) for each in flat.values())
    is_named = any(label_words(each) in KEYS["names"] for each in flat if each != key)
    return key if is_named and not is_fact else None


def _plain(label: str, text: str, limits: Limits) -> Iterator[str]:
    """Yield the lines of a text; below a key of `SAID` only those with a number, because the others are prose."""
    is_prose = label_words(label) in SAID
    for line in _lines(label, text, limits):
        if not is_prose or _is_counted(line, limits) or says_unfinished(line):
            yield _behind(label, line)


def _may_be_counted(text: str) -> bool:
    """Return whether a text may have a line with a number of copies; most facts from sites have none."""
    is_plain = _UNCOUNTED(text) is not None
    return not is_plain and re.search(r"\d", text) is not None and re.search(_BY_COUNT, text) is not None


def _is_counted(text: str, limits: Limits) -> bool:
    """Return whether a text has a number before or behind it, valid or not, or in a tag: ``<card qty="3">``."""
    found = _split(text, limits)
    return found.number is not None or bool(found.bad) or re.search(r"<[a-z][^<>]*\d", found.name) is not None


def _split(text: str, limits: Limits) -> Count:
    """Return the number and the name in a line, without markup and bullets."""
    plain = text if _OF_MARKUP.isdisjoint(text) else re.sub(_MARKUP, " ", text, flags=re.IGNORECASE)
    bare = plain.strip().lstrip(_BULLETS)
    return split_count(bare, limits) if bare else Count(None, "")


def says_again(label: str, value: object, cards: Mapping[str, Any]) -> bool:
    """Return whether a key such as "stronghold" only repeats the names of single cards of the deck."""
    if not isinstance(value, str) or not single_kind(label):
        return False
    return cards.get(value) == 1 or (bool(value) and all(cards.get(part) == 1 for part in parts_of(value)))


@lru_cache(maxsize=_REMEMBERED)
def single_kind(label: str) -> str:
    """Return the type of card that a key such as ``stronghold`` or ``province_ids`` names, which a deck has once.

    Return "" for other keys.
    """
    kind = HEADERS.get(re.sub(r" (?:ids?|names?|codes?|cards?)$", "", label_words(label)))
    return kind if kind in STARTING else ""


def is_number(value: object) -> bool:
    """Return whether a value of JSON is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_digits(value: object) -> bool:
    return isinstance(value, str) and value.strip().isdecimal()
