"""The parts of a line: numbers in all scripts and in words, words, signs, and the markup and pictures between them."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from deckcheck.decks.counts import ROMAN
from deckcheck.decks.dialects import BBCODE, HTML, STRUCK
from deckcheck.decks.keys import KEYS
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, NUMBER_WORDS

# A number beside these is one of copies; beside the others it may also be that of the cards below.
_COPIES = KEYS["units"]
_UNITS = _COPIES | {"of", "card", "cards", "count", "ea", "each"}
# What part of a line is: an address, a mark of a comment, a price, a number in several parts ("2-3", "4/4", "-1"), the
# code of a set, a number, a word, a sign.
_PARTS = r"""(?P<url>(?:https?://|www\.|(?<=\]\()/)[^\s?]+)
    |(?P<comment>/\*|\*/|\(\*|\*\)|\{\#|\#\}|<%|%>|<\?|\?>|<!|<(?:style|STYLE)\b|\[//\]|~~)
    |(?P<price>(?:@\s?)?(?:[$€£]\d+(?:[.,]\d+)?|\d+[.,]\d+\s?(?:[€$£]|(?:EUR|USD|GBP)\b)))
    |(?P<compound>(?<![^\W_])[-+−–]\d+|\#\s?\d+|\d+(?:(?:[.,/:–—-]|\.{2,3})\d+)+)
    |(?P<code>(?<![^\W_])(?:[A-WYZ][A-Z]{1,3}\d{1,2}|\d{1,2}[A-WYZ][A-Z]{0,2})(?![^\W_]))
    |(?P<number>\d+)
    |(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
    |(?P<sign>[^\w\s]|_)"""
# Signs that may count copies: "+++", "[][]".
_TALLY = r"([^\w\s.])\s*\1|\[\]|\[\s*\]\s*\[|\(\)"
# What repeats the line above.
DITTO = r"^[\"”″〃'](?:\s|[^\"”″〃']*$)|-[\"”″〃]-"
# A reference to a control character, which says nothing as such.
_CONTROL = r"&#[0-9];"
# BBCode of any name that is closed again and strikes nothing out, as in "[card]Iron Mine[/card]".
# The double brackets of wikis and chats are markup too.
_TAG = rf"{HTML}|{BBCODE}|\[(?!(?:{STRUCK})\])([a-z]+)\](?=.{{0,200}}\[/\1\])|\[/(?!(?:{STRUCK})\])[a-z]+\]"
_TAG += r"|\[\[(?=[^\[\]]{1,200}\]\])|(?<=[^\[\]])\]\]"
# Words in bold or italics, as Markdown has them.
_EMPHASIS = r"(?<![*_\w])(\*{1,3}|_{1,3})(?=\w)([^*_\n]{1,200})(?<=[\w.:])\1(?![*_\w])"
# What titles are written with; a name with any other sign is accounted for in full.
_PLAIN = frozenset("#_ ()[]\"'“”‘’\u00b4.,:;-–—•·*!&/")
# Apart from the words beside them these begin comments.
_COMMENTING = frozenset({"#", "//"})
# The number of signs whose plain forms are remembered.
_REMEMBERED = 2_048
# Signs for "times", among them the Cyrillic letter; parts of pictures of keys, soft hyphens; the bar of fractions.
_TIMES = str.maketrans(
    dict.fromkeys("×\u0445\u0425✕✖\u2217\u2a2f", "x") | dict.fromkeys("\u20e3\ufe0f\xad") | {"\u2044": "/"}
)


class Token(Struct, frozen=True):
    """A part of a line: what it is, its text, and where it is."""

    kind: str
    text: str
    start: int
    end: int


END = Token("end", "", 0, 0)


def plain(text: str) -> str:
    """Return `text` without markup, with digits from 0 to 9 and letters as titles have them."""
    text = text.replace(":x:", "❌")  # As chats write it.
    if "&" in text and not re.search(_CONTROL, text):
        from html import unescape

        text = unescape(text)
    text = re.sub(_TAG, " ", text, flags=re.IGNORECASE) if "<" in text or "[" in text else text
    text = re.sub(_EMPHASIS, r" \2 ", text) if "*" in text or "_" in text else text
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text.translate(_TIMES)).translate(_TIMES)
    return "".join(map(_plain_sign, text))


@lru_cache(maxsize=_REMEMBERED)
def _plain_sign(char: str) -> str:
    """Return a whole number of any script in digits from 0 to 9, "" for an invisible sign."""
    if char != "\t" and unicodedata.category(char) in ("Cf", "Cc"):
        return ""
    value = unicodedata.numeric(char, 0.5)
    return str(int(value)) if value.is_integer() else char


def most_copies(text: str, otherwise: int, limits: Limits) -> int:
    """Return how many copies the line `text` may mean at most, `otherwise` without a number on it.

    Several numbers may be those of several cards, as in "3/3"; of others in parts, such as "2-3", the largest counts.
    """
    most = sum(_most(token) for token in tokens_of(plain(text[:LONGEST_NAME])))
    return min(most, limits.copies) or otherwise


def _most(token: Token) -> int:
    if token.kind == "compound":
        parts = [int(part[:5]) for part in re.findall(r"\d+", token.text)]
        return sum(parts) if "/" in token.text else max(parts)
    return number_of(token) or ALL_NUMBER_WORDS.get(token.text.casefold(), 0)


def is_odd(name: str) -> bool:
    """Return whether `name` has signs that say more than a title does, as in ``Iron Mine?``."""
    if name.replace(" ", "").replace("-", "").isalnum() and "--" not in name:
        return False  # Most names are words alone.
    name = name if name.isascii() else unicodedata.normalize("NFC", name)
    signs = {char for char in name if not char.isalnum()}
    repeats = re.search(_TALLY, name) is not None or re.search(DITTO, name) is not None
    is_commented = not _COMMENTING.isdisjoint(name.split())
    return not signs <= _PLAIN or repeats or is_commented or name.endswith(":") or not all(name.split("_"))


def tokens_of(line: str) -> list[Token]:
    """Return the parts of a line in their order."""
    return [Token(m.lastgroup or "", m[0], m.start(), m.end()) for m in re.finditer(_PARTS, line, re.VERBOSE)]


def is_unit(word: str) -> bool:
    """Return whether a word is beside numbers of copies, or counts them by its letters: "copies", "x", "xxx"."""
    return word.casefold() in _UNITS or not word.casefold().strip("x")


def counts_copies(tokens: list[Token]) -> bool:
    """Return whether a word such as "copies" or "x" beside the number among `tokens` says what it counts."""
    close = pairwise([token for token in tokens if token.text not in (":", "=")])
    return any(_is_of_copies(one, other) or _is_of_copies(other, one) for one, other in close)


def _is_of_copies(number: Token, word: Token) -> bool:
    return word.text.casefold() in _COPIES and number_of(number) is not None


def number_of(token: Token) -> int | None:
    """Return the number that a token says, or None."""
    if token.kind == "number":
        return int(token.text[:5])
    if token.kind != "word":
        return None
    roman, word = token.text, token.text.casefold()
    return (
        ROMAN.get(roman.strip("x"))
        or NUMBER_WORDS.get(word)
        or NUMBER_WORDS.get(word.removeprefix("x").removesuffix("x"))
    )


def could_be_copies(token: Token, after: Token, limits: Limits) -> bool:
    """Return whether a token of a line without a title may be a number of copies.

    Dates, scores and years are none; words for numbers are where something like a title follows.
    """
    if token.kind == "number":
        return int(token.text[:5]) <= limits.copies
    return number_of(token) is not None and after.kind == "word" and after.text[:1].isupper()
