"""Split a line into tokens: numbers in all scripts and in words, words, and signs, without markup and pictures."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from deckcheck.decks.words.counts import ROMAN
from deckcheck.decks.words.dialects import BBCODE, HTML, STRUCK
from deckcheck.decks.words.keys import KEYS
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.names import PRICE
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, NUMBER_WORDS

# Beside the units a number counts copies; beside the other words it may also count the cards below.
_UNITS = KEYS["units"] | {"of", "de", "di", "card", "cards", "count", "ea", "each"}
# These count copies at the beginning of a line; a sentence may have or begin with them, too: "Due to ...", "Une liste".
_FIRST_WORDS = dict.fromkeys(("un", "una", "une", "uno", "um", "uma", "ein", "eine", "jeden", "jedna"), 1)
_FIRST_WORDS |= {each: n for word, n in ALL_NUMBER_WORDS.items() for each in (word, word.title()) if each != "Due"}
# The kinds of tokens: an address, the mark of a comment, a price, share or rating, a number in several parts ("2-3",
# "4/4", "-1"), the code of a set, a number, a word, a sign.
_PARTS = rf"""(?P<url>(?:https?://|www\.|(?<=\]\()/)(?:[^\s?()<>|]|\([^\s?()]*\))+)
    |(?P<comment>/\*|\*/|\(\*|\*\)|\{{\#|\#\}}|<%|%>|<\?|\?>|<!|<(?:style|STYLE)\b|\[//\]|~~)
    |(?P<price>(?:@\s?)?(?:{PRICE}|(?<![\w.,/:-])(?:[€$£]\s)?\d+[.,]\d\d(?![\w.,/:-])|(?<![^\W_])\d+(?:[.,]\d+)?\s?%(?!\d)|\d[.,]\d\s?/\s?\d+(?![\w.,])))
    |(?P<compound>(?<![^\W_])[-+−–]\d+|\#\s?\d+|\d+(?:(?:[.,/:–—-]|\.{{2,3}})\d+)+)
    |(?P<code>(?<![^\W_])(?:[A-WYZ][A-Z]{{1,3}}\d{{1,2}}|\d{{1,2}}[A-WYZ][A-Z]{{0,2}})(?![^\W_]))
    |(?P<number>\d+)
    |(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
    |(?P<sign>[^\w\s]|_)"""
# Signs that may count copies: "+++", "[][]".
_TALLY = r"([^\w\s.])\s*\1|\[\]|\[\s*\]\s*\[|\(\)"
# Signs that repeat the line above.
DITTO = r"^[\"”″〃'](?:\s|[^\"”″〃']*$)|-[\"”″〃]-"
# A reference to a control character, which has no meaning.
_CONTROL = r"&#[0-9];"
# BBCode of any name with a closing tag that strikes nothing out, as in "[card]Iron Mine[/card]", and the double
# brackets of wikis and chats; and pictures without a name in Markdown.
_TAG = rf"{HTML}|{BBCODE}|\[(?!(?:{STRUCK})\])(?P<of>[a-z][a-z0-9]*)\](?=.{{0,200}}\[/(?P=of)\])"
_TAG += rf"|\[/(?!(?:{STRUCK})\])[a-z][a-z0-9]*\]"
_TAG += r"|!\[\s?\]\([^\s()]{0,200}\)|\[\[(?=[^\[\]]{1,200}\]\])|(?<=[^\[\]])\]\]"
# Words in bold or italics in Markdown.
_EMPHASIS = r"(?<![*_\w])(\*{1,3}|_{1,3})(?=\w)([^*_\n]{1,200})(?<=[\w.:!])\1(?![*_\w])"
# The signs of titles; in a name with any other sign, every sign must be explained.
_PLAIN = frozenset("#_ ()[]\"'“”‘’\u00b4.,:;-–—•·*!&/")
# These begin comments when they are apart from the words beside them.
_COMMENTING = frozenset({"#", "//"})
# The number of signs with a cached plain form.
_REMEMBERED = 2_048
# Signs for "times", among them the Cyrillic letter; parts of pictures of keys, soft hyphens; the bar of fractions.
_TIMES = str.maketrans(
    dict.fromkeys("×\u0445\u0425✕✖\u2217\u2a2f", "x") | dict.fromkeys("\u20e3\ufe0f\xad") | {"\u2044": "/"}
)


class Token(Struct, frozen=True):
    """A part of a line: its kind, its text, and its place."""

    kind: str
    text: str
    start: int
    end: int


END = Token("end", "", 0, 0)


def plain(text: str) -> str:
    """Return `text` without markup and long gaps, with digits from 0 to 9 and with the letters of titles."""
    text = re.sub(r"\s{3,}", "  ", text)
    text = text.replace(":x:", "❌").replace("*F*", "(foil)")  # Chats and exports write them so.
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
    """Return a whole number of any script in digits from 0 to 9, or "" for an invisible sign."""
    if char != "\t" and unicodedata.category(char) in ("Cf", "Cc"):
        return ""
    value = unicodedata.numeric(char, 0.5)
    return str(int(value)) if value.is_integer() else char


def most_copies(text: str, otherwise: int, limits: Limits) -> int:
    """Return the most copies that the line `text` may mean, or `otherwise` without a number on it.

    Several numbers may belong to several cards, as in "3/3"; of other numbers in parts, such as "2-3", the largest
    counts.
    """
    most = sum(_most(token) for token in tokens_of(plain(text[:LONGEST_NAME])))
    return min(most, limits.copies) or otherwise


def _most(token: Token) -> int:
    if token.kind == "compound":
        parts = [int(part[:5]) for part in re.findall(r"\d+", token.text)]
        return sum(parts) if "/" in token.text else max(parts)
    return number_of(token) or ALL_NUMBER_WORDS.get(token.text.casefold(), 0)


def is_odd(name: str) -> bool:
    """Return whether `name` has signs that titles lack, as in ``Iron Mine?``."""
    if name.replace(" ", "").replace("-", "").isalnum() and "--" not in name:
        return False  # Most names are words alone.
    name = name if name.isascii() else unicodedata.normalize("NFC", name)
    signs = {char for char in name if not char.isalnum()}
    repeats = re.search(_TALLY, name) is not None or re.search(DITTO, name) is not None
    is_commented = not _COMMENTING.isdisjoint(name.split())
    return not signs <= _PLAIN or repeats or is_commented or name.endswith(":") or not all(name.split("_"))


def tokens_of(line: str) -> list[Token]:
    """Return the parts of a line in order."""
    return [Token(m.lastgroup or "", m[0], m.start(), m.end()) for m in re.finditer(_PARTS, line, re.VERBOSE)]


def is_unit(word: str) -> bool:
    """Return whether a word goes with numbers of copies, or counts copies by its letters: "copies", "x", "xxx"."""
    return word.casefold() in _UNITS or not word.casefold().strip("x")


def counts_copies(tokens: list[Token]) -> bool:
    """Return whether a word such as "copies" or "x" among `tokens` says what the number beside it counts."""
    close = pairwise([token for token in tokens if token.text not in (":", "=")])
    return any(_is_of_copies(one, other) or _is_of_copies(other, one) for one, other in close)


def _is_of_copies(number: Token, word: Token) -> bool:
    return word.text.casefold() in KEYS["units"] and number_of(number) is not None


def number_of(token: Token) -> int | None:
    """Return the value of a number token, None for any other."""
    if token.kind == "number":
        return int(token.text[:5])
    if token.kind != "word":
        return None
    roman, word = token.text, token.text.casefold()
    return (
        ROMAN.get(roman.strip("x"))
        or NUMBER_WORDS.get(word)
        or NUMBER_WORDS.get(word.removeprefix("x").removesuffix("x"))
        or (None if token.start else _FIRST_WORDS.get(token.text))
    )


def could_be_copies(token: Token, after: Token, limits: Limits) -> bool:
    """Return whether a token of a line without a title may be a number of copies.

    Dates, scores and years cannot be; number words can be where a possible title follows.
    """
    if token.kind == "number":
        return int(token.text[:5]) <= limits.copies
    return number_of(token) is not None and after.kind == "word" and after.text[:1].isupper()
