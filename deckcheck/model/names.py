"""Card names as people type them: folding, experience markers, bracketed suffixes, safe display."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

_DROPPED = bytes(code for code in range(128) if not chr(code).isalnum())
# Letters of Hangul that show nothing, in the form that NFKD gives them.
_FILLERS = "\u115f\u1160"
_DROP_SIGNS = dict.fromkeys([*_DROPPED, *map(ord, _FILLERS)])
_LOWER = bytes(range(128)).lower() + bytes(range(128, 256))

_CURRENCY = r"(?:[€$£]|(?:eur|usd|gbp|pln|zł)\b)"
# A sum of money. In "3$ 2 Iron Mine" the currency may belong to either number.
_SUM = r"\d+(?:[.,]\d+)?"
PRICE = rf"(?i:(?:[€$£]|\b(?:eur|usd|gbp|pln|zł)\s?){_SUM}(?![\w-])|(?<![^\W_]){_SUM}\s?{_CURRENCY}(?!\s?\d))"

# The marker needs a separator or must be a whole word: titles such as "Voice of Experience" end in similar letters.
# "Experience" needs a sign in front of it: "Gaining Experience 3" has a number of copies.
# Behind a number, "ex" is short for "exemplaires".
# A number in the next column of a table is none of its level, nor is a price or rating behind it: "exp 0,50 €".
# Fonts, scans and word processors have other bullets for that of printed levels.
_BULLETS = "•·∙⋅‧●◦▪・\uf0b7"
LEVEL = rf"""(?:(?:\s*\\?[{_BULLETS}~\-‐‑‒–—−]\s*|\s*[({{]\s*)(?P<base>basic|base)
    |\s*\(\s*(?:experienced|exp|xp)\s?[x×]\s?(?P<times>[2-9])(?=\s*\))
    |(?:\s*\\?[{_BULLETS}~\-‐‑‒–—−]\s*|\s*[({{<]\s*|\s+/?)
    (?:(?P<none>(?:non?|not|un)[\s-]?(?:experienced|exp|xp)\.?)|(?P<first>[1-9])(?:(?:st|nd|rd|th)\s)?(?:exp|xp)(?![^\W_])
    |(?P<in>in)?(?:experienced|exp['’]?d|expérimentée?|experimentad[oa]|erfahrene?|doświadczon[ya]|exper|exp|xp|(?:(?:(?<=[^\w\s])|(?<=[^\w\s]\s))experience|level|lvl)(?=\.?\s?[0-9])|ex(?=[^\S\t]?[0-9])|(?<![0-9]\s)ex(?![^\W_]))\.?(?:\)(?=[0-9]))?
    (?:(?![^\S\t][0-9]+(?:[.,][0-9]{{2}}(?![0-9])|[.,][0-9]\s?/))(?:[^\S\t]|[-/](?=[0-9]))?(?P<level>(?:0*[1-9][0-9]*|0)(?:\.[0-9]+)?)(?![0-9]|\s*[x×](?!\w)|\s?{_CURRENCY}(?!\s?[0-9]))
    |[^\S\t](?P<roman>I{{1,3}}|IV|VI?)(?!\w))?
    \s*(?P<variant>cw|kyd|com)?))
    (?:\s*[)}}]|(?<=\w)>)?"""
_ROMAN = {"I": 1.0, "II": 2.0, "III": 3.0, "IV": 4.0, "V": 5.0, "VI": 6.0}
_VARIANTS = {"cw": "CW", "kyd": "KYD", "com": "CoM"}
# Words that people add or leave out, and the length from which a last s is a plural.
_INNER = frozenset({"the", "a", "an", "of", "and"})
_SHORT_WORD = 3
# The number of letters that decide whether a title may begin at a place.
START = 3
# Before a level, these may name a second card.
_AND = tuple("&+/")
_CLOSING = {")": "(", "]": "[", "}": "{"}


class Experience(Struct, frozen=True):
    """An experience level (-1 Inexperienced, 0 none, 1 Experienced, N Experienced N) and its variant (CW, KYD, CoM)."""

    level: float
    variant: str = ""


@lru_cache(maxsize=65_536)
def fold(text: str) -> str:
    """Return `text` as a look-up key without accents, case, spaces and punctuation."""
    if text.isascii():
        # Most names are ASCII, and a search folds each title of a pool: translating bytes is six times as fast.
        return text.encode().translate(_LOWER, _DROPPED).decode()
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if char.isalnum())
    return plain.casefold().translate(_DROP_SIGNS)


def is_visible(char: str) -> bool:
    """Return whether a letter, number or sign shows something of its own."""
    return unicodedata.category(char)[0] in "LNPS" and unicodedata.normalize("NFKD", char) not in (*_FILLERS, "\u2800")


def without_accents(text: str) -> str:
    """Return `text` with plain letters in place of letters with accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


def starts_of(titles: Iterable[str]) -> dict[str, int]:
    """Return the first letters of folded titles, each with the number of words that the longest such title has."""
    most: dict[str, int] = {}
    for title in titles:
        key = fold(title)[:START]
        most[key] = max(most.get(key, 0), len(re.findall(r"[^\W_]+", title)))
    return most


@lru_cache(maxsize=4_096)
def loose(text: str) -> str:
    """Return `text` as a look-up key without articles, ``of``, ``and``, possessives and plurals."""
    words = re.findall(r"[^\W_]+", re.sub(r"['’]s?(?![^\W_])|['’]", "", text.casefold()))
    kept = (word for word in words if word not in _INNER)
    return fold("".join(word.removesuffix("s") if len(word) > _SHORT_WORD else word for word in kept))


def identity_key(title: str, level: float = 0, variant: str = "") -> str:
    """Return the key by which copies of a CCG card are counted: title, experience level and variant."""
    return f"{fold(title)}@{level:g}{variant}"


def split_experience(name: str) -> tuple[str, Experience | None]:
    """Split ``Hida Kuon - exp6``, ``... • Experienced 6``, ``... (xp 6)`` into the title and its experience."""
    small = name.lower()
    is_other = "ex" not in small and "bas" not in small and "lv" not in small and "lev" not in small
    if is_other and "xp" not in small and "erf" not in small and "iadcz" not in small:
        return name, None
    match = re.search(rf"{LEVEL}\s*$", name, re.IGNORECASE | re.VERBOSE)
    if match is None or match.start() == 0 or name[: match.start()].rstrip()[-1:] in _AND:
        return name, None
    return name[: match.start()], Experience(_level(match), _VARIANTS.get((match["variant"] or "").lower(), ""))


def says_experience(text: str) -> bool:
    """Return whether a text mentions experience, alone or with other words: ``the experienced one``."""
    return re.search(r"(?<![^\W_])(?:in)?(?:exp|xp|experienced)(?![^\W\d_])", text, re.IGNORECASE) is not None


def _level(match: re.Match[str]) -> float:
    if match["base"] or match["none"]:
        return 0.0
    if match["in"]:
        return -1.0
    if match["roman"]:
        return _ROMAN[match["roman"].upper()]
    return float(match["level"] or match["first"] or match["times"] or 1)


def experience_suffix(level: float, variant: str = "") -> str:
    """Return how an experience level is written after a title: ``" - exp2CW"``; empty for level 0."""
    if level == 0:
        return ""
    if level == -1:
        return f" - inexp{variant}"
    return f" - exp{'' if level == 1 else f'{level:g}'}{variant}"


def split_bracket(name: str) -> tuple[str, str | None]:
    """Split a last bracketed part off: ``City of Tears (GotE)`` gives ``("City of Tears", "GotE")``."""
    text = name.rstrip()
    start = text.rfind(_CLOSING[text[-1]]) if text and text[-1] in _CLOSING else -1
    if start <= 0:
        return name, None
    return text[:start].rstrip(), text[start + 1 : -1].strip()


def bracket_experience(bracket: str) -> tuple[Experience | None, str | None]:
    """Split the text in brackets, as ``Exp 2, Celestial``, into an experience and the rest (None: nothing)."""
    first, _, rest = bracket.partition(",")
    title, experience = split_experience(f"x - {first.strip(' •·-–—')}")
    if experience is None or title != "x":
        return None, bracket
    return experience, rest.strip() or None


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Return names by id, with the id behind a name that several have."""
    shared = Counter(names.values())
    return {key: f"{name} ({key})" if shared[name] > 1 else name for key, name in names.items()}


def bare_lines(text: str) -> list[str]:
    """Return the lines of a text that are not empty, without the spaces around them."""
    return [line for each in text.splitlines() if (line := each.strip())]


def printable(text: str) -> str:
    """Return `text` with control, bidirectional and unpaired surrogate characters escaped, safe for a terminal.

    Spaces of word processors, such as U+00A0, become plain ones. The joiners in Persian and Indian names stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text, f" {text}"))


def _shown(char: str, before: str) -> str:
    """Return how to print a character; a joiner shapes the letter before it in the scripts from Arabic to Sinhala."""
    shapes = char in "\u200c\u200d" and "\u0600" <= before <= "\u0dff" and before.isprintable()
    if char.isprintable() or shapes:
        return char
    return " " if unicodedata.category(char) == "Zs" else char.encode("unicode_escape", "surrogatepass").decode()


def strange_letters(text: str) -> list[str]:
    """Return the letters and digits of `text` that no title contains, each with its code point and name."""
    strange = []
    for char in dict.fromkeys("" if text.isascii() else text):
        base = unicodedata.normalize("NFKD", char)[:1]
        foreign = base.isalpha() and not unicodedata.name(base, "").startswith("LATIN")
        if foreign or (char.isdigit() and not char.isascii()):
            strange.append(f"`{char}` ({_code_point(char)})")
    return strange


def unseen(text: str) -> list[str]:
    """Return the invisible characters of `text` by code point and name: U+200B ZERO WIDTH SPACE."""
    if text.isascii() and text.isprintable():
        return []
    return [
        _code_point(char)
        for char in dict.fromkeys(text)
        if unicodedata.category(char) in ("Cc", "Cf", "Cs") and char != "\t"
    ]


def _code_point(char: str) -> str:
    otherwise = "UNPAIRED SURROGATE" if unicodedata.category(char) == "Cs" else "CONTROL CHARACTER"
    return f"U+{ord(char):04X} {unicodedata.name(char, otherwise)}"
