"""Decide whether cards are in the deck by the columns, keys and attributes beside them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from deckcheck.decks.words.counts import whole_number
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import heading, may_say_outside, outside_section
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.remarks import (
    leaves_open,
    may_change_copies,
    may_change_list,
    may_leave_card_open,
    says_none,
    says_some,
)
from deckcheck.decks.words.sayings import NO_CARDS, beside_copies, counts_cards, label_words, names_fact, names_part
from deckcheck.decks.words.talk import praises
from deckcheck.model.deck import NOT_IN_DECK
from deckcheck.model.names import Experience, experience_suffix, says_experience, split_experience
from deckcheck.model.sentences import quoted

# Labels of a card's place.
_PARTS = KEYS["places"]
# Labels of card types, whose cells may also head parts of a list; there an empty cell means the same as the one above.
_KINDS = frozenset({"type", "typ", "tipo", "kind", "category", "side", "value"})
# Words in labels of facts about a card or its owner, which people mark, and of printed facts. Copies in a store are not
# in the deck; a card that somebody does not own may be left out.
_OWNED = frozenset({"own", "owned", "owns", "have", "got"})
_OWNING = _OWNED | KEYS["owning"]
_PRINTED = KEYS["printed"]
_SIGNS = frozenset({"+", "-", "−", "±", "+/-", "+-"})
_YES = (*("x", "yes", "y", "true", "ja", "oui", "si", "sí", "sim", "tak", "да"), *"✓✔☑✅√")
_NO = (*("no", "n", "false", "nein", "non", "nie", "não", "nee", "nej", "нет"), *"✗✘☐❌-–—")
_MARKS = dict.fromkeys(_YES, "yes") | dict.fromkeys(_NO, "no")
# Numbers below a label with one of these may distinguish lists: ``deckId``.
LISTS = frozenset({"deck", "list", "version", "variant", "build", "draft", "player", "user", "owner", "team"})
_OTHERS = LISTS | {"home", "next", "other"}
# Columns with costs of cards that are named like parts of lists.
COSTS = frozenset({"fate"})
# The letters of a name that a message shows.
_SHOWN = 40
# Longer texts beside cards are probably card texts.
_REMARK_WORDS = 12
_FEW_WORDS = 3
# A column with more different texts does not distinguish lists.
MOST_LISTS = 8
_FEW_LISTS = 3
# Fewer cards may be a part of a list.
_WHOLE_LIST = 10
# The usual maximum of copies of one card.
_USUAL = 4


def doubted(columns: Iterable[tuple[str, Sequence[str]]], copies: Sequence[int]) -> list[bool]:
    """Return for each card whether a text beside it says that it is not, or may not be, in the deck.

    `columns` are labels with the text for each card, "" where there is none; `copies` are the numbers of the cards.
    """
    found = [False] * len(copies)
    for label, cells in columns:
        is_part, is_going_on = label_words(label) in _PARTS | _KINDS, False
        is_one = _are_of_one_part(label, cells)
        changed = found if is_one else _changed(label, cells, copies)
        columns_odd = (_odd(label, cells), _counted_apart(label, cells, copies), changed)
        odd = map(any, zip(*columns_odd, strict=True))
        for at, (cell, is_odd) in enumerate(zip(cells, odd, strict=True)):
            says = says_out(label, cell) and not is_one
            is_going_on = is_part and (says or (is_going_on and not cell))
            found[at] = found[at] or is_odd or says or is_going_on
    return found


def _are_of_one_part(label: str, cells: Sequence[str]) -> bool:
    """Return whether all cards of a whole list have the same part in the player's own words: ``group: Economy``.

    So they may have the name of their deck, whichever deck that is: ``deck: Kotei deck``.
    """
    (first, *others) = {*cells} or {""}
    is_name = label_words(label) in KEYS["list names"]
    is_other = may_be_outside(first) or outside_section(f"{first}:") or first.casefold() in _NO
    is_other = is_other or (_names_other(first) and not is_name)
    is_part = (is_name or label_words(label) in _PARTS - {"in deck"}) and len(cells) >= _WHOLE_LIST
    return is_part and not others and heading(first) is None and says_some(first) and not is_other


def says_out(label: str, cell: str) -> bool:
    """Return whether a text beside a card says that the card is not, or may not be, in the deck.

    Below a label such as "Section" anything but a known heading of the deck may say so.
    """
    if not cell:
        return False
    if (found := heading(cell)) is not None and not any(map(str.isdigit, cell)):
        return found.section in NOT_IN_DECK
    words = label_words(label)
    is_number = cell.isdecimal() and outside_section(f"{label}:")
    is_some = says_some(cell) or (_is_change(label) and cell in _SIGNS)
    if is_some and (is_number or _is_of_outside(label)):
        # Marks are compared with the marks of other cards.
        return _is_change(label) or cell.casefold() not in _MARKS
    if outside_section(f"{cell}:"):
        return True
    if words in _PARTS:
        return label_words(cell) not in KEYS["in deck"] and not (words == "in deck" and whole_number(cell))
    is_fact = _is_fact(label) and words not in _KINDS
    return not is_fact and (may_be_outside(cell) or _names_other(cell))


def _changed(label: str, cells: Sequence[str], copies: Sequence[int]) -> list[bool]:
    """Return for each cell whether it may change its card, as a comment behind the card would: ``only 2``, ``vs Lion``.

    ``none`` changes nothing. Only below a label of notes may a number mean something other than copies.
    """
    if _is_fact(label) or label_words(label) in _PARTS | _KINDS:
        return [False] * len(cells)
    is_note = label_words(label) in KEYS["notes"] | KEYS["remarks"]
    return [
        (says_some(cell) or "?" in cell)
        and len(cell.split()) <= _REMARK_WORDS
        and (may_change_copies(cell, number) or may_leave_card_open(cell) if is_note else leaves_open(cell))
        for cell, number in zip(cells, copies, strict=True)
    ]


def _names_other(text: str) -> bool:
    """Return whether words beside a card name another list or time: ``Deck B``, ``next time``, ``don't count``."""
    words = label_words(text).split()
    is_other = len(words) <= _FEW_WORDS and not _OTHERS.isdisjoint(words)
    return len(words) > 1 and (is_other or may_change_list(text))


def may_be_outside(text: str, *, alone: bool = False) -> bool:
    """Return whether a short text has a word for cards outside the deck: ``to cut``, ``Swap``; `alone`: only that."""
    words = label_words(text).split()
    return may_say_outside(text, alone=alone) or (len(words) == 1 and may_say_outside(f"{words[0]}s"))


def says_outside(label: str) -> bool:
    """Return whether a label or element has a name for cards outside the deck: ``sideboard``, ``maybe``."""
    found = heading(label)
    return found.section in NOT_IN_DECK if found else may_be_outside(label, alone=True)


def level_of(cell: str) -> Experience | None:
    """Return the experience in a text that consists only of it: ``exp``, ``Experienced 2``."""
    title, level = split_experience(f"x {cell}")
    return level if title.strip() == "x" else None


def level_beside(name: str, texts: Iterable[tuple[str, str]], *, is_id: bool) -> tuple[str, bool]:
    """Return the level that labelled texts beside a card add to its name, and whether its level is in doubt.

    Nothing is added to an id or to a name with a level of its own.
    """
    said = list(texts)
    levels = {level: None for _, text in said if (level := level_of(text))}
    own = split_experience(name)[1]
    is_told = is_id or own is not None
    is_other = len(levels) > 1 or (own is not None and any(level != own for level in levels))
    is_vague = any(may_be_level(label, text) and not level_of(text) for label, text in said)
    added = "" if is_told else "".join(experience_suffix(level.level, level.variant) for level in [*levels][:1])
    return added, is_other or (is_vague and not levels and not is_told)


def may_be_level(label: str, cell: str) -> bool:
    """Return whether a text beside a card may give its experience, among other words or as a number."""
    if not KEYS["levels"].isdisjoint(label_words(label).split()):
        return says_some(cell)
    is_printed = not _PRINTED.isdisjoint(label_words(label).split())
    return not is_printed and says_experience(cell)


def counts_deck(label: str) -> bool:
    """Return whether a second column of numbers may have the copies in the deck, by its label: ``Crane deck``."""
    is_other = names_fact(label) or limits_copies(label)
    return not is_other and not KEYS["of deck"].isdisjoint(label_words(label).split())


def counts_part(label: str) -> bool:
    """Return whether the name of a column means that it counts the copies in a part of a list; ``Fate`` is a cost."""
    return names_part(label) and label_words(label) not in COSTS


def gives_copies(label: str) -> bool:
    """Return whether a column beside names counts copies by its name, or has none: ``Qty``, ``Main``, ``Used``."""
    is_number = not label.strip() or counts_cards(label) or label_words(label) in KEYS["beside names"]
    return is_number or counts_part(label) or counts_deck(label)


def in_question(labels: Iterable[str]) -> str:
    """Return the names of columns that may be for copies or anything else, for messages; "" for known names."""
    names = (label.strip()[:_SHOWN] for label in labels if not (counts_something(label) or names_fact(label)))
    return quoted(islice(names, _FEW_WORDS), "or")


def counts_something(label: str) -> bool:
    """Return whether numbers below a label count copies, in the deck or elsewhere: ``Qty``, ``Owned``, ``Max``."""
    return gives_copies(label) or names_part(label) or counts_owned(label) or limits_copies(label)


def counts_owned(label: str) -> bool:
    """Return whether a second column of numbers has copies that somebody owns or may own: ``Owned``, ``Maybe``."""
    return counts_in_store(label) or says_outside(label)


def counts_in_store(label: str) -> bool:
    """Return whether a column of numbers has all the copies that somebody owns: ``In collection``."""
    return not (_OWNING | KEYS["stores"]).isdisjoint(label_words(label).split())


def counts_to_buy(label: str) -> bool:
    """Return whether a column of numbers has the copies that somebody lacks: ``Need``."""
    return not KEYS["buying"].isdisjoint(label_words(label).split())


def counts_elsewhere(label: str) -> bool:
    """Return whether a label says that its copies may not be in the deck: ``Copies to buy``."""
    other = beside_copies(label)
    is_other = other not in ("", label_words(label)) and not counts_deck(other) and heading(other) is None
    return is_other or counts_owned(label) or says_outside(other) or limits_copies(label)


def is_ticked(cell: str) -> bool:
    """Return whether a cell has only a sign or a word for yes: ``x``, ``TRUE``."""
    return cell.casefold() in _YES


def limits_copies(label: str) -> bool:
    """Return whether a label says that its numbers only limit copies: ``Max``, ``Max copies``."""
    return not KEYS["limits"].isdisjoint(label_words(label).split())


def texts_of(item: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the keys of an object of JSON with the texts below each."""
    for key, value in item.items():
        if isinstance(value, dict):
            yield from texts_of(value)
        else:
            for each in value if isinstance(value, list) else [value]:
                if not isinstance(each, dict | list):
                    yield key, str(each).casefold() if isinstance(each, bool) else "" if each is None else str(each)


def tells_of_cards(label: str) -> bool:
    """Return whether a label describes a card or its place, and so not its owner."""
    return label_words(label) in _PARTS | _KINDS or names_part(label) or _is_fact(label)


def columns_of(cards: Sequence[Iterable[tuple[str, str]]]) -> Iterator[tuple[str, list[str]]]:
    """Yield the texts of cards as columns: each key with its text for every card, the last of several."""
    columns: dict[tuple[str, int], list[str]] = {}
    for at, card in enumerate(cards):
        seen = Counter[str]()
        for key, text in card:
            columns.setdefault((key, seen[key]), [""] * len(cards))[at] = text.strip()
            seen[key] += 1
    yield from ((key, cells) for (key, _), cells in columns.items())


def _odd(label: str, cells: Sequence[str]) -> list[bool]:
    """Return for each cell of a column whether it differs in kind from most cells; without a common kind, all differ.

    The column has marks, or texts that may distinguish lists.
    """
    none = [False] * len(cells)
    marks = [_MARKS.get(cell.strip("[]() ").casefold(), cell.strip("[]() ")) for cell in cells]
    if _is_of_outside(label):
        return [mark == "yes" for mark in marks]
    if not _OWNED.isdisjoint(label_words(label).split()):
        return [mark == "no" and "yes" in marks for mark in marks]
    if _is_fact(label):
        return none
    filled = {*marks} - {""}
    is_letter = len(filled) == 1 and "".join(filled).isalpha() and len(*filled) == 1
    if not (is_letter or filled.issubset(_MARKS.values()) or _are_few_marks(label, cells)):
        texts = ["deck" if cell and heading(cell) is not None else label_words(cell) for cell in cells]
        if not _tells_apart(label, texts):
            return [mark == "no" and 2 * marks.count("no") < len(marks) for mark in marks]
        marks = texts
    counted = Counter(marks).most_common()
    if len(counted) < 2:  # noqa: PLR2004 - one kind of mark is none
        return none
    (most, number), (_, next_number) = counted[:2]
    return [number == next_number or mark != most for mark in marks]


def _are_few_marks(label: str, cells: Sequence[str]) -> bool:
    """Return whether less than half of the cells have a sign or one or two words of unclear meaning: ``weg``."""
    filled = [cell for cell in cells if cell]
    texts = {*filled}
    is_few = 0 < len(texts) < _FEW_WORDS and 2 * len(filled) < len(cells) and label_words(label) not in FACTS
    return is_few and all(map(_is_mark, texts))


def _is_mark(text: str) -> bool:
    """Return whether a text is a sign or a word other than praise, a level, a heading or a denial."""
    is_sign = not any(map(str.isalnum, text)) and not says_none(text)
    is_word = text.strip("().").isalpha() and says_some(text) and not level_of(text) and heading(text) is None
    return is_sign or (is_word and not praises(text))


def _tells_apart(label: str, texts: Sequence[str]) -> bool:
    """Return whether the few texts below a label, one for each card, may distinguish lists: ``variant``, ``Owner``."""
    words = label_words(label)
    is_list = not LISTS.isdisjoint(words.split())
    is_other = bool(words) and words not in _PARTS | _KINDS | KEYS["notes"]
    # Other columns with more texts describe what cards do: ``Purpose``.
    are_few = len({*texts}) <= min(MOST_LISTS if is_list else _FEW_LISTS, len(texts) // 2)
    return is_other and are_few and all(text and (is_list or not text.isdecimal()) for text in texts)


def _counted_apart(label: str, cells: Sequence[str], copies: Sequence[int]) -> list[bool]:
    """Return for each cell whether it may give the copies inside or outside the deck: ``in side``, ``Max``.

    All numbers are low enough for copies. If only some cards have one, it counts copies elsewhere; a 0 that only few
    cards have means none in the deck. If all cards have one and the numbers vary, those that differ from the number of
    copies are in doubt.
    """
    said = [whole_number(cell.lstrip("+-−")) for cell in cells]
    numbers = [number or 0 for number in said]
    words = [word for word in label_words(label).split() if word != "side"]
    is_fact = names_fact(" ".join(words)) or not (_OWNING | _PRINTED).isdisjoint(words) or " ".join(words) in NO_CARDS
    are_some = None in said or 2 * numbers.count(0) > len(numbers)
    is_row = numbers == [*range(1, len(numbers) + 1)]
    if is_fact or is_row or max(numbers) > max(0 if are_some and counts_owned(label) else _USUAL, *copies):
        return [False] * len(cells)
    if are_some:
        are_few = 2 * said.count(0) < len(said) and not _is_change(label)
        return [bool(number) or (number == 0 and are_few) for number in said]
    return [number != own and len({*numbers}) > 1 for number, own in zip(numbers, copies, strict=True)]


def _is_of_outside(label: str) -> bool:
    """Return whether a label puts its cards outside the deck, or changes the deck: ``Cut``, ``Out``, ``+/-``."""
    return _is_change(label) or bool(outside_section(f"{label}:"))


def _is_change(label: str) -> bool:
    """Return whether a label is for changes to a list: ``Delta``, ``+/-``."""
    return label_words(label) in KEYS["changes"] or label.strip() in _SIGNS


def _is_fact(label: str) -> bool:
    """Return whether a label is for a fact about a card, or about owning it."""
    words = label_words(label).split()
    is_owning = not (_OWNING | _PRINTED).isdisjoint(words)
    return is_owning or (names_fact(label) and not names_part(label))
