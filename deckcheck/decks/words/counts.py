"""Separate the number of copies on a line from the name: ``3 Name``, ``3x Name``, ``x3 Name``, ``Name (3)``."""

import re

from msgspec import Struct

from deckcheck.model.limits import Limits
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, NUMBER_WORDS, highest_ordinal

ROMAN = {"II": 2, "III": 3, "IV": 4, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "XI": 11, "XII": 12}
# Trailing numbers are searched for only in the end of a line, because patterns are slow on long lines.
_TAIL = 24

# Most lists use forms that need no patterns; these are compiled only when a line needs them.
_LEADING = r"(?:[x×]\s*(?P<after>[0-9]+)\s+|[(\[<{](?P<bracketed>[0-9]+)\s*[x×]?[)\]>}]\s+)(?=\S)"
BAD_COUNT = r"(?P<count>[-+−][0-9]+|[0-9]*[.,/][0-9]+|[^\D0-9]+)\s*[x×]?\s+(?=[^\W\d])"
_TRAILING = r"\s+(?:[x×]\s*(?P<count>[0-9]+)|(?P<before>[0-9]+)\s*[x×])\s*$"
_TRAILING_NUMBER = r"\s*\((?P<count>[0-9]+)\)\s*$"
# A whole number alone, as spreadsheets and people write it.
_CELL = r"'?[x×]?\s*([0-9]{1,9})(?:[.,]0{1,2})?\s*(?:x|×|copies|copy)?"
# A whole number in the format of spreadsheets.
_WHOLE = r"([0-9]+)[.,]0{1,2}"
_ALONE = r"[x×]\s*[0-9]+|[0-9]+\s*[x×]"
# Words that count copies beside a card.
COUNTING = ALL_NUMBER_WORDS | {"playset": 3, "pair": 2, "couple": 2, "xx": 2, "xxx": 3}
# Dates, scores, years and names such as "T1" do not count copies of the card before a comment.
_NO_COPIES = r"\bdue\sto\b|\d+(?:[.,/:–—-]\d+)+|\d{4,}|(?<![^\W\d_])[a-wyz]\d+"
# Two of three copies: "2/3".
_PARTS = r"(?<![\d/])(\d)\s?/\s?(\d)(?![\d/])"
# Alone, "one" hardly ever counts copies: "one of the best".
_ONLY_ONE = r"\b(?:only|just|now)\s(?:a\s)?(?:one|single)\b"


class Count(Struct, frozen=True):
    """A line split into its number (None: not given), its name, and an invalid number as written."""

    number: int | None
    name: str
    bad: str = ""


def whole_number(cell: str) -> int | None:
    """Return a cell as a whole number: ``3``, ``3.0``, ``3x``, ``three``."""
    match = re.fullmatch(_CELL, cell, re.IGNORECASE)
    return int(match[1]) if match else NUMBER_WORDS.get(cell.casefold())


def split_count(text: str, limits: Limits) -> Count:
    """Return the number of copies and the name in `text`, which starts and ends with visible characters."""
    found = leading_count(text, limits)
    if found and found.bad and (whole := re.fullmatch(_WHOLE, found.bad)):
        return _checked(whole[1], found.name, limits)
    return found or _trailing_count(text, limits)


def is_count_alone(text: str) -> bool:
    """Return whether `text` is a number of copies without a name, such as ``3x``."""
    return (text[0] in "xX×" or text[-1] in "xX×") and re.fullmatch(_ALONE, text, re.IGNORECASE) is not None


def says_number(comment: str, copies: int = 1) -> bool:
    """Return whether a comment behind `copies` of a card gives another number, as in ``Iron Mine # 3``."""
    if any(0 < int(part) < int(whole) == copies for part, whole in re.findall(_PARTS, comment)):
        return True
    rest = re.sub(_NO_COPIES, " ", comment, flags=re.IGNORECASE)
    words = re.findall(r"[^\W\d_]+", rest)
    said = {int(digits) for digits in re.findall(r"\d+", rest)}
    said |= {ROMAN.get(word) or COUNTING.get(word.casefold(), 1) for word in words} - {1}
    said |= {1} if re.search(_ONLY_ONE, rest, re.IGNORECASE) else set()
    ordinal = highest_ordinal(rest)
    said |= {ordinal} if ordinal > max(copies, 2) else set()  # "Second" hardly ever counts copies.
    is_part = any(char.isnumeric() and not char.isdecimal() for char in rest)
    return is_part or not said <= {copies}


def is_bracketed_behind(text: str) -> bool:
    """Return whether a line gives its number in brackets behind the name, as headings of parts do."""
    return text.endswith(")") and re.search(_TRAILING_NUMBER, text[-_TAIL:]) is not None and not text[0].isdigit()


def leading_count(text: str, limits: Limits) -> Count | None:
    """Return the number of copies before a name and the name, None without such a number."""
    digits = len(text) - len(text.lstrip("0123456789"))
    if digits:
        rest = text[digits:]
        times = rest.lstrip()[:1] in ("x", "X", "×")
        after = rest.lstrip()[1:] if times else ""
        if after[:1].isspace() or (after[:1].isalpha() and not rest[0].isspace()):
            return _checked(text[:digits], after, limits)
        if rest[:1].isspace():
            return _checked(text[:digits], rest, limits)
    elif text[0] in "xX×([<{":
        match = re.match(_LEADING, text, re.IGNORECASE)
        if match:
            return _checked(match["after"] or match["bracketed"], text[match.end() :], limits)
    # int() also accepts digits of other scripts, which lists do not use.
    if text[0] in "+-−.,/" or text[0].isdecimal():
        match = re.match(BAD_COUNT, text, re.IGNORECASE)
        if match:
            return Count(None, text[match.end() :], match["count"])
    return None


def can_be_copies(number: str, limits: Limits) -> bool:
    """Return whether `number`, in digits from 0 to 9, is a number of copies within `limits`."""
    return len(number) <= len(str(limits.copies)) and 1 <= int(number) <= limits.copies


def _trailing_count(text: str, limits: Limits) -> Count:
    text = text.removesuffix(".") if text[-2:-1].isdigit() else text
    tail = text[-_TAIL:]
    match = None
    if text[-1] in "0123456789xX×":
        match = re.search(_TRAILING, tail, re.IGNORECASE)
    elif text[-1] == ")":
        match = re.search(_TRAILING_NUMBER, tail)
    if match is None or match.start() == 0:
        return Count(None, text)
    number = next(group for group in match.groups() if group is not None)
    return _checked(number, text[: len(text) - len(tail) + match.start()], limits)


def _checked(number: str, rest: str, limits: Limits) -> Count:
    rest = rest.strip()
    if not can_be_copies(number, limits):
        return Count(None, rest, number[:20])
    return Count(int(number), rest)
