"""What people say about a list and its cards, by the phrases in ``vocabulary.txt``, which explains their signs."""

import re
from collections.abc import Iterator
from enum import Flag, auto
from functools import cache, cached_property, lru_cache, reduce
from operator import itemgetter, or_
from pathlib import Path

from deckcheck.model.deck import grouped

NUMBER_WORDS = {"one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
NUMBER_WORDS |= {"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12}
NUMBER_WORDS |= {"einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4}
# Beside a card or above others, those of other languages count copies too.
ALL_NUMBER_WORDS = NUMBER_WORDS | {"zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "deux": 2, "trois": 3, "quatre": 4}
ALL_NUMBER_WORDS |= {"cinq": 5, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "dos": 2, "tres": 3, "cuatro": 4}
ALL_NUMBER_WORDS |= {"cinco": 5, "dwa": 2, "dwie": 2, "dwóch": 2, "trzy": 3, "cztery": 4, "dois": 2, "duas": 2}
ALL_NUMBER_WORDS |= {"três": 3, "quatro": 4}
# By the number: "a fourth Iron Mine", "the 4th", "ein viertes".
_ORDINALS = {
    2: "second|2nd|zweite[rns]?|deuxième|2e|second[oae]|segund[oa]|drug[aią]",
    3: "third|3rd|dritte[rns]?|troisième|3e|terz[oa]|tercer[oa]?|terceir[oa]|trzeci[aą]?",
    4: "fourth|4th|vierte[rns]?|quatrième|4e|quart[oa]|cuart[oa]|czwart[aąy]",
    5: "fifth|5th|fünfte[rns]?|cinquième|5e|quint[oa]|piąt[aąy]",
}
ANY_ORDINAL = "|".join(_ORDINALS.values())
_FILE = Path(__file__).with_suffix(".txt")
# What the signs in phrases mean.
_SPACE = r"[\s_:,/-]+"
_SIGNS = r"[\W_]*"
_ARTICLES = "the|an?|my|some|few|more|all|any|single|of|his|her|their|die|den|eine[nr]?|des|les|une?|una|los|las"
_GAPS = {"...": r"(?:\s+\S+){0,4}?", "..": r"(?:\s+\S+){0,2}?", "~": rf"(?:{_SPACE}(?:{_ARTICLES}))*"}
_MEANINGS = {"(": "(?:", ")": ")?", "/": "|", "*": r"\w*", ".": r"\.?", "%": r"\d[-–:]\d", "?": r"\s?\?"}
_MEANINGS |= {sign: rf"(?:{digits}|{'|'.join(ALL_NUMBER_WORDS)})" for sign, digits in (("#", r"\d+"), ("&", r"\d"))}
# The number of remarks whose meaning is remembered.
_REMEMBERED = 1_000
# The maximum number of letters by which a phrase is found.
_LONGEST = 12
# The words of a text, and the first ones of its sentences, with the letters by which phrases are found.
_LETTERS = rf"(?=(\d|[^ ]{{0,{_LONGEST}}}))"
_WORDS = re.compile(rf"(?<!\w)(?=[\w']){_LETTERS}").finditer
_BEGINNINGS = re.compile(rf"(?:^|[,;:.!]\s){_SIGNS}{_LETTERS}").finditer
# Longer remarks are about more than the play of a card.
_SHORT = 8


class Says(Flag):
    """What a remark may say.

    The deck has OTHERS than the cards of the list, or is another one. The list is UNFINISHED, a DRAFT (which may be a
    name), or leaves out MORE cards. The card beside the remark is OPEN, or another card, number or time is meant. The
    remark is about all cards BELOW it, or the deck ENDS there.
    """

    OTHERS = auto()
    UNFINISHED = auto()
    DRAFT = auto()
    MORE = auto()
    OPEN = auto()
    BELOW = auto()
    ENDS = auto()


# By the sections of their phrases; nothing is said by most remarks, and making it again takes longer.
_KINDS = {str(kind.name).lower(): kind for kind in Says}
_NOTHING = Says(0)
# The list is not finished; a name says so by words of the first kind only.
UNDONE = Says.UNFINISHED | Says.DRAFT

# Sections of the phrases that do not affect the list, or the card beside them, and of words of cards in play.
SILENT, TALK, OF_FORMATS, PLAY = "silent", "talk", "of_formats", "play"


@lru_cache(maxsize=_REMEMBERED)
def says(remark: str) -> Says:
    """Return everything that a remark may say, without idle phrases."""
    said = _plain(without_idle(remark))
    begun = {section for *_, near in _near(said) for section in near}
    return reduce(or_, [kind for section, kind in _KINDS.items() if section in begun and _has(section, said)], _NOTHING)


def begins_with_play(remark: str) -> bool:
    """Return whether the first word of a remark is one of cards in play: ``fetches Ring of Fire``."""
    first = remark.partition(" ")[0]
    return first.isalpha() and _has("play", _plain(first))


# Several questions about a remark begin with this one.
@lru_cache(maxsize=_REMEMBERED)
def without_idle(remark: str) -> str:
    """Return a remark without what does not matter, such as numbers beside words of play: ``draws two cards``."""
    said = _plain(remark)
    is_short = len(said.split()) <= _SHORT
    return without("in_play" if is_short and _is_of_play(said) else "of_cards", remark)


def _is_of_play(said: str) -> bool:
    """Return whether a text tells of cards in play, and counts no copies."""
    return _has("play", said) and not _has("counted", said)


def leaves_card_open(remark: str) -> bool:
    """Return whether a comment behind or below a card may leave it open: ``my cousin needs one back``."""
    said = without_idle(remark)
    return _has("beside", _plain(without("not_beside", said))) or tells_of_doing(said)


def tells_of_doing(remark: str) -> bool:
    """Return whether a short remark tells what somebody did or wants, by the ends of its words: ``pawned``."""
    said = _plain(without("not_done", remark))
    return len(remark.split()) <= _SHORT and _has("done", said) and not _is_of_play(said)


def tells_of_list(sentence: str) -> bool:
    """Return whether a sentence about the list or its cards may say that the deck differs."""
    said = _plain(without("not_done", without_idle(sentence)))
    return _has("of_whole", said) and _has("differing", said)


def is_personal(sentence: str) -> bool:
    """Return whether a sentence has words for its writer, or a time that only the writer knows: ``ce matin``."""
    return _has("personal", _plain(sentence))


def introduces_others(line: str) -> bool:
    """Return whether a line above cards may say that they are not the deck: ``Cards I still need``."""
    return _has("introduces", _plain(without_idle(line)))


def highest_ordinal(text: str) -> int:
    """Return the highest number from 2 that a text says as an ordinal, 0 without one."""
    said = [number for number, words in _ORDINALS.items() if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)]
    return max(said, default=0)


def counts_of_list(sentence: str) -> bool:
    """Return whether a sentence has words for the list or its cards, and an amount or a denial."""
    return all(_has(section, _plain(sentence)) for section in ("of_list", "of_amount"))


def says_unfinished(text: str) -> bool:
    """Return whether a text says that a list is not finished: ``WIP - Crane``, ``Work in Progress``."""
    return _has("unfinished", text.lower())


def without(section: str, remark: str) -> str:
    """Return a remark without the phrases of a section: ``SILENT``, ``TALK`` or ``OF_FORMATS``."""
    plain = _plain(remark)
    text = remark if len(plain) == len(remark) else plain
    found = [*_spans(section, plain)]
    ends = [*(start for start, _ in found), len(text)]
    return " ".join(text[start:end] for start, end in zip([0, *(end for _, end in found)], ends, strict=True))


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


class _Phrases(list[str]):
    """Phrases of one section with the same beginning; compiled when a word first has that beginning."""

    @cached_property
    def any_of_them(self) -> re.Pattern[str]:
        return re.compile("|".join(map(_pattern, self)))


def _has(section: str, text: str) -> bool:
    """Return whether a text in small letters has a phrase of a section."""
    return next(_spans(section, text), None) is not None


def _spans(section: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text in small letters has phrases of a section, with the signs in front of the first word.

    Of two phrases at one place the longer one counts.
    """
    end = 0
    for start, word, begun in _near(text):
        if start >= end and (near := begun.get(section)):
            found = [phrases.any_of_them.match(text, word) for phrases in near]
            if ends := [match.end() for match in found if match]:
                end = max(ends)
                yield start, end


# A remark is searched for the phrases of one section after the other, whole and without some of its phrases.
@lru_cache(maxsize=4)
def _near(text: str) -> list[tuple[int, int, dict[str, list[_Phrases]]]]:
    """Return where a text may have phrases: the start, the first word, and by section those that it may begin."""
    places = [(match.start(), match.end(), _begun_by("^", match[1])) for match in _BEGINNINGS(text)]
    places += [(match.start(), match.start(), _begun_by("", match[1])) for match in _WORDS(text)]
    return sorted((place for place in places if place[2]), key=itemgetter(0))


@lru_cache(maxsize=_REMEMBERED)
def _begun_by(sign: str, word: str) -> dict[str, list[_Phrases]]:
    """Return the phrases that a word may begin, by section."""
    letters = [word[:end] for end in range(len(word) + 1)]
    if word[:1].isdecimal() or word.startswith(tuple(ALL_NUMBER_WORDS)):
        letters.append("#")
    beginnings = _by_beginning()
    return grouped(pair for each in letters for pair in beginnings.get(sign + each, {}).items())


@cache
def _by_beginning() -> dict[str, dict[str, _Phrases]]:
    """Return the phrases by the letters with which they begin, "#" for a number, "" for others, and by section."""
    found: dict[str, dict[str, _Phrases]] = {}
    for section in _sections_of(_FILE):
        for phrase in _section(section).split("; "):
            sign = "^" * phrase.startswith("^")
            words = re.split("[ $]", phrase.removeprefix("^"))[0]
            for word in re.split(r"/(?![^()]*\))", words):
                letters = "#" if word[0] in "#&%" else re.split(r"[(*.?#&%]", word)[0][:_LONGEST]
                alike = found.setdefault(sign + letters, {}).setdefault(section, _Phrases())
                if phrase.removeprefix("^") not in alike:
                    alike.append(phrase.removeprefix("^"))
    return found


def _section(name: str) -> str:
    """Return the phrases of a section on one line, with those of the sections that it names."""
    text = _sections_of(_FILE)[name].replace("/ ", "/")
    return re.sub(r"\{(\w+)\}", lambda inner: _section(inner[1]), text)


@cache
def words_in(section: str) -> frozenset[str]:
    """Return the words of a section that has no phrases with signs, such as ``praise``."""
    return frozenset(_sections_of(_FILE)[section].split("; "))


def phrases_of(file: Path) -> dict[str, frozenset[str]]:
    """Return the phrases without signs in a file, by the names of their sections."""
    return {name: frozenset(phrases.split("; ")) for name, phrases in _sections_of(file).items()}


@cache
def _sections_of(file: Path) -> dict[str, str]:
    """Return the phrases in a file by the names of their sections, each section on one line."""
    found: dict[str, list[str]] = {}
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            lines = found[line[1:-1]] = []
        elif line and not line.startswith("--"):
            lines.append(line)
    return {name: " ".join(lines) for name, lines in found.items()}


def _pattern(phrase: str) -> str:
    """Return the regular expression of a phrase."""
    first, *others = phrase.rstrip("$").split(" ")
    found = _meant(first) + "".join(_GAPS.get(word) or _behind(word) for word in others)
    return found + (_SIGNS + "$" if phrase[-1] == "$" else r"(?!\w)")


def _behind(word: str) -> str:
    """Return the regular expression of a word behind another one; brackets are around one that may be missing."""
    return f"(?:{_SPACE}{_meant(word[1:-1])})?" if word[0] == "(" and word[-1] == ")" else _SPACE + _meant(word)


def _meant(word: str) -> str:
    return f"(?:{''.join(_MEANINGS.get(char, char) for char in word)})"
