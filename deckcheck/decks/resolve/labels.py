"""Recognise what people write beside card names: sets and their abbreviations, types, clans, and headings of parts."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from deckcheck.decks.resolve.tokens import plain
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import HEADERS, may_say_outside
from deckcheck.model.card import Card
from deckcheck.model.deck import NOT_IN_DECK
from deckcheck.model.names import fold, loose
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import words_in

_FOIL = ("f", "foil", "unique", "neutral")
# Words before "art".
ARTS = frozenset({"full", "extended", "alternate", "alternative"})
# The publisher's codes of products: "L5C01".
_PRODUCT = r"[A-WYZ][0-9][A-WYZ][0-9]{2}"
_KIT_WORDS = 5
# Words that abbreviations of sets omit.
_ARTICLES = frozenset({"the", "a", "an"})
_SMALL = _ARTICLES | {"of", "and", "at", "in", "to", "for"}
# Headings of a part of the deck in other words, and how many cards that part has.
_PART = r"""\bneutrals?\b|\bsplash(?:ed)?\b|\b(?:out[\s-]of|off|in)[\s-](?:clan|faction)\b
    |\b[0-9]{1,2}[\s-](?:cost|drops?)\b|\bcost[\s-][0-9]{1,2}\b|\b(?:dynasty|conflict|fate)\sside\b"""
_SIZE = r"[(\[][0-9]{1,2}(?:\s(?:cards?|influence|inf))?[)\]]\W*$"

# Marks of a heading: a colon or bold letters, or lines in front or the same signs on both sides, which cards may also
# have.
TITLED = r".*:[*_\s]*|(\*\*|__)\w.*\1|<\w.*>|\[\w+\].*\[/\w+\]|([-–—=]{2,})\s*\w.*\w\s*\2"
_MARKED = rf"{TITLED}|[-–—=]{{2,}}\s*\w.*|\[\w[^\[\]]*\]"
_BETWEEN = r"(?P<front>[-–—=*_~#+.|]+)\s*\w.*?\s*(?P<behind>[-–—=*_~#+.|]+)"


def is_set(text: str, pool: Pool) -> bool:
    """Return whether `text`, from brackets behind a name, is a set of the pool, with or without a number in it.

    A set of several words may have other articles and plurals, as in ``Clan Wars``, unless the text is a title.
    """
    name = re.sub(r"#.*$", "", text).strip()
    if fold(name) in _sets(pool, fold):
        return True
    return " " in name and loose(name) in _sets(pool, loose) and not pool.named(fold(name))


def is_only_set(text: str, cards: tuple[Card, ...], pool: Pool) -> bool:
    """Return whether a title is the name of a set, and not a card of a deck."""
    return all(card.kind == "other" for card in cards) and is_set(text, pool)


@lru_cache(maxsize=4)
def _sets(pool: Pool, key: Callable[[str], str]) -> frozenset[str]:
    names = {name for each in pool.sets().values() for name in (each.id, each.name, each.arc)}
    marks = (*pool.info.marks, *pool.info.marks.values(), *pool.words().marks)
    return frozenset(map(key, names.union(marks))) - {""}


def is_label(words: Sequence[str], pool: Pool) -> bool:
    """Return whether words beside a name give the type, set or clan of the card."""
    text = " ".join(words).casefold()
    if text in HEADERS:
        return HEADERS[text] not in NOT_IN_DECK and (text not in FACTS or text == "event")
    known = pool.words()
    is_fact = text.removesuffix(" clan") in known.clans or text in (*known.kinds, *known.elements, *_FOIL)
    return is_fact or is_set(text, pool)


def are_notes(words: Sequence[str], pool: Pool) -> bool:
    """Return whether words, from brackets behind a name, are only a set or another fact about the card."""
    is_part_of_set = len(words) > 1 and f" {' '.join(words).casefold()} " in _set_words(pool)
    notes = words_in("beside_names") | ARTS if "art" in map(str.casefold, words) else words_in("beside_names")
    # The name of a box with promos, such as "Battle for the Stronghold Kit".
    is_kit = words[-1] == "Kit" and 1 < len(words) <= _KIT_WORDS and not may_say_outside(" ".join(words))
    are_known = all(is_label([word], pool) or word.casefold() in notes or is_code(word, pool) for word in words)
    return is_part_of_set or is_kit or are_known


def is_marked(text: str) -> bool:
    """Return whether a line is written as a heading: ``Economy:``, ``== Economy ==``, ``[Economy]``."""
    between = re.fullmatch(_BETWEEN, text)
    is_between = between is not None and between["front"] in (between["behind"], between["behind"][::-1])
    return is_between or re.fullmatch(_MARKED, text) is not None


def heads_part(text: str, line: str, pool: Pool) -> bool:
    """Return whether the text of a line without a title heads a part: ``Splash (Lion)``, ``Neutral (9)``, ``Lion:``."""
    rest, parts = re.subn(_PART, " ", re.sub(_SIZE, " ", plain(text)), flags=re.IGNORECASE | re.VERBOSE)
    words = re.findall(r"\w+", rest)
    said = [word.casefold() for word in words if is_marked(line.strip()) or line[:1] == "("]
    is_clan = not {*pool.words().clans}.isdisjoint(said)
    return (parts > 0 or is_clan) and (is_label(words, pool) or all(is_label([word], pool) for word in words))


def is_code(word: str, pool: Pool) -> bool:
    """Return whether a word looks like the abbreviation of a set, and is one: "CE", "SoD", "TG2", "CE45"."""
    known, code = _codes(pool), word.casefold()
    is_known = code in known or code.strip("0123456789") in known
    return not word.islower() and (is_known or re.fullmatch(_PRODUCT, word) is not None)


@lru_cache(maxsize=2)
def _set_words(pool: Pool) -> str:
    """Return the words in the names of all sets, with signs between the names."""
    names = (re.findall(r"\w+", each.name.casefold()) for each in pool.sets().values())
    return "/".join(f" {' '.join(words)} " for words in names)


@lru_cache(maxsize=2)
def _codes(pool: Pool) -> frozenset[str]:
    """Return the initials of the sets, with and without small words: "ce", "eaw", "tpw", "ig2"."""
    codes = {"20f"}  # People write the number of Twenty Festivals in digits.
    for each in pool.sets().values():
        words = re.findall(r"\w+", re.sub("['’]", "", each.name.casefold()))
        for left_out in ((), _ARTICLES, _SMALL):
            kept = [word if word.isdigit() else word[0] for word in words if word not in left_out]
            codes.add("".join(kept))
    # Beside a card, "no" and "ps" mean more than a set.
    return frozenset(code for code in codes if len(code) > 1) - {"no", "ps"}
