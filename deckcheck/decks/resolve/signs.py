"""Find signs beside cards that may put them outside the deck, because most cards have no sign or another one."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from deckcheck.decks.resolve.tokens import plain
from deckcheck.model.deck import Entry, RawDeck, Request

# Signs with a possible meaning: dashes or an x in front or behind, brackets with nothing or a sign in them, signs or an
# x alone in a table cell, brackets around the whole line, and the letter of a rarity behind. In front also arrows,
# separators of alternatives, and a minus as a label. The x of "[x]" in front is a tick; an x beside a number counts.
_SIGNS = re.compile(
    r"""^[-–—]{2,} | \s[-–—]{2,}$ | \s\#(?=\s?\W?$) | (?-i:(?P<rarity>\s[CFPRU]$)) | ^_{2,} | _{2,}$
    | ^\W*(?<![\[(])x{1,3}(?=\s) | (?:(?<![\d\s])\s+|[\[(]\s?)x{1,3}\s?[\])]?$
    | ^[-–—−*•]?\s?(?:[-–—−=]{1,2}>|[→⇒➔➜↑^/&]|[-–—−+]\s?:)(?=[\s\w])
    | ^\(\s?\)(?!\() | \[\s?\](?!\() | [\[(]\s?[-−–—/\\._]\s?[\])](?!\()
    | ^(?:[^\w\s|;()\[\]/–—-]{1,3}|x{1,3})(?=\s*[|;])
    | (?<=[|\t;])\s*(?:[^\w\s|;()\[\]/–—-]{1,3}|x{1,3})(?=\s*(?:[|\t;]|$))
    | (?P<around>^[\[({](?:[^\[\](){}]|[\[({][^\[\](){}]*[\])}])*[\])}]$)""",
    re.IGNORECASE | re.VERBOSE,
)
# Pictures by name: those that decorate and explain lists, and those used as bullets.
_KEYS = (
    "STAR|HEART|SMIL|GRIN|BULLET|ASTERISK|FLORETTE|SPARKLES|CHECK|DIAMOND|SUIT|SUN|MOON|FIRE|FLOWER|BLOSSOM|FLEUR|CROWN|TROPHY|MEDAL"
    "|FLAG|REGIONAL|CASTLE|SWORD|SHIELD|DAGGER|BOW AND|DRAGON|LION|CRAB|SCORPION|UNICORN|SPIDER|BIRD|LIGHTNING"
    "|HIGH VOLTAGE|WAVE|MOUNTAIN|GEM|HUNDRED|THUMBS UP|EXCLAMATION|RIGHT.POINTING|RIGHTWARDS ARROW|UP-POINTING"
    "|UPWARDS ARROW|COPYRIGHT|REGISTERED|DEGREE|MUSIC|YIN YANG|BOX DRAWINGS (?!.*CROSS)|BLOCK|DROPLET|DASH SYMBOL|MILKY"
)
_SHAPES = "^(?:BLACK|WHITE) (?:SMALL )?(?:CIRCLE|LOZENGE)|^BLACK (?:SMALL )?SQUARE|^WHITE SMALL SQUARE|BULLSEYE|FISHEYE"
_REMEMBERED = 2_048
_BRACKET = re.compile(r"[()\[\]{}]")
_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}


def has_sign(request: Request, raw: RawDeck) -> bool:
    """Return whether a line has a sign that other lines may give a meaning."""
    return _sign(request, raw.line(request.span.line), _KEYS) != ""


def odd_signs(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards with a sign that most cards lack; if most cards have a picture, bullets count as signs too."""
    if not raw.is_list:
        return []
    lines = [raw.line(entry.request.span.line) for entry in entries]
    with_picture = {line for line in {*lines} if not line.isascii() and any(map(_name_of_picture, line))}
    pictured = sum(line in with_picture for line in lines)
    silent = _KEYS if 2 * pictured > len(entries) else f"{_KEYS}|{_SHAPES}"
    within = _within_brackets(raw.lines)
    signs = [
        "()" if entry.request.span.line in within else _sign(entry.request, line, silent)
        for entry, line in zip(entries, lines, strict=True)
    ]
    times = Counter(signs)
    if len(times) == 1 or (pictured == len(entries) and _are_of_kinds(entries, signs)):
        return []
    return [entry for entry, sign in zip(entries, signs, strict=True) if sign and 2 * times[sign] <= len(entries)]


def opens_bracket(line: str) -> bool:
    """Return whether a bracket begins in a line and ends in no line or in a later one."""
    return any(_open_brackets(line)[0])


def _open_brackets(line: str) -> tuple[list[str], list[str]]:
    """Return the brackets that a line opens without closing, and those that it closes without opening."""
    opened: list[str] = []
    closed: list[str] = []
    for sign in _BRACKET.findall(line):
        if sign in _CLOSED_BY:
            opened.append(sign)
        elif opened and _CLOSED_BY[opened[-1]] == sign:
            opened.pop()
        else:
            closed.append(sign)
    return opened, closed


def _within_brackets(lines: Sequence[str]) -> set[int]:
    """Return the lines between two brackets on different lines: ``(2 Spearmen`` and ``2 Heavy Infantry)``."""
    found: set[int] = set()
    waiting: list[tuple[str, int]] = []
    for number, line in enumerate(lines, 1):
        opened, closed = _open_brackets(line)
        for sign in closed:
            if waiting and _CLOSED_BY[waiting[-1][0]] == sign:
                found.update(range(waiting.pop()[1], number + 1))
        waiting += ((sign, number) for sign in opened)
    return found


def _are_of_kinds(entries: Sequence[Entry], signs: Sequence[str]) -> bool:
    """Return whether all cards of a type have the same sign, and most types a sign of their own."""
    found = {(entry.card.kind, sign) for entry, sign in zip(entries, signs, strict=True)}
    return len({kind for kind, _ in found}) == len(found) < 2 * len({*signs})


def _sign(request: Request, line: str, silent: str) -> str:
    """Return the meaningful signs beside a name on a line, without those next to a word of `silent`."""
    here = line[request.span.column - 1 : request.span.end_column - 1]
    text = here if here.endswith(request.written) else request.written
    if _is_bare(text):
        return ""
    text = plain(text).strip(" |")
    found = [{"around": "()", "rarity": "C"}.get(match.lastgroup or "", match[0]) for match in _SIGNS.finditer(text)]
    pictures = [] if text.isascii() else [char for char in text if not _is_silent(char, silent)]
    return "".join("".join([*found, *pictures]).split()).casefold()


def _is_bare(text: str) -> bool:
    """Return whether a line certainly has no sign; this is faster than a search, and true for most lines."""
    first, last = text[:1], text[-1:]
    is_word = first.isalnum() and last.isalnum() and first not in "xX" and last not in "xXCFPRU"
    return is_word and text.isascii() and not ("(" in text or "[" in text or "{" in text or "<" in text or "&" in text)


@lru_cache(maxsize=_REMEMBERED)
def _is_silent(char: str, silent: str) -> bool:
    name = _name_of_picture(char)
    return not name or re.search(silent, name) is not None


def _name_of_picture(char: str) -> str:
    return unicodedata.name(char, "?") if unicodedata.category(char) == "So" else ""
