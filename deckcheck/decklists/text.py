"""Plain text lists: one card a line, in any of the ways people write them.

``3 Name``, ``3x Name``, ``3 x Name``, ``x3 Name``, ``Name x3``, a bare name for one copy; headers or none;
comments behind ``#``, ``//`` or ``;``; prose in between. Whether a line without a number is a card or prose is
decided when names are looked up.
"""

from __future__ import annotations

import re

from msgspec import Struct

from deckcheck.decklists.headers import header_section
from deckcheck.errors import InputError
from deckcheck.model.deck import RawDeck, Request
from deckcheck.spans import Span

MAX_LINES = 2000
MAX_NAME = 200
MAX_COUNT = 999

_COMMENT = ("#", "//", ";")
_BULLETS = "-*•·–—+"
# Trailing numbers are looked for in the end of a line only, because patterns on long lines take long.
_TAIL = 24
_NO_CARDS = ("proxy", "proxies", "token")
# What a list says of the deck itself, by the labels that lists use.
_FACTS = dict.fromkeys(("name", "deck", "deck name", "title"), "name") | dict.fromkeys(("format", "legality"), "format")
_FACTS |= dict.fromkeys(("player", "played by"), "player")

# The forms that most lists use are read without patterns; these are compiled only where a line needs them.
_LEADING = r"(?:[x×]\s*(?P<after>[0-9]+)\s+|[(\[](?P<bracketed>[0-9]+)\s*[x×]?[)\]]\s+)(?=\S)"
_BAD_COUNT = r"(?P<count>[-+−][0-9]+|[0-9]*[.,/][0-9]+|[^\D0-9]+)\s*[x×]?\s+(?=[^\W\d])"
_TRAILING = r"\s+(?:[x×]\s*(?P<count>[0-9]+)|(?P<before>[0-9]+)\s*[x×])\s*$"
_TRAILING_NUMBER = r"\s*\((?P<count>[0-9]+)\)\s*$"


class _Context(Struct):
    """The header that the lines being read stand under, and what it means."""

    header: str = ""
    section: str = ""


class _Count(Struct, frozen=True):
    """A line split into its number (None: not given), its name, and a number that cannot be used, as written."""

    number: int | None
    name: str
    bad: str = ""


def read_text(text: str, path: str) -> RawDeck:
    """Return the list in `text`; `path` names it in messages.

    Raises:
        InputError: when it has more than 2,000 lines, or nothing in it could be a card.
    """
    lines = split_lines(text.removeprefix("\ufeff"))
    if len(lines) > MAX_LINES:
        raise InputError(f"more than {MAX_LINES:,} lines", place=path, help="give one deck list a file")
    requests: list[Request] = []
    comments: list[int] = []
    facts: dict[str, str] = {}
    context = _Context()
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        label, colon, rest = stripped.lstrip("#* ").partition(":")
        fact = _FACTS.get(label.strip().casefold()) if colon and rest.strip() else None
        if fact:
            facts.setdefault(fact, rest.strip()[:MAX_NAME])
        elif stripped and not _is_header(stripped, context):
            request = _read_line(line, number, context)
            if isinstance(request, Request):
                requests.append(request)
            elif not stripped.startswith(_COMMENT) and stripped.strip("-=_*~. "):
                comments.append(number)
    if not requests:
        raise InputError("there is no card in this list", place=path)
    return RawDeck(
        path=path,
        lines=lines,
        requests=tuple(requests),
        comments=tuple(comments),
        name=facts.get("name"),
        player=facts.get("player", ""),
        format=facts.get("format", ""),
    )


def split_lines(text: str) -> tuple[str, ...]:
    """Return the lines of `text` as editors number them."""
    # Editors count these line ends only; str.splitlines knows more.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return tuple(lines[:-1] if lines[-1] == "" else lines)


def _cut(name: str) -> str:
    """Return `name`, shortened when no title can be that long; the line itself is kept whole in the deck."""
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 3]}..."


def _is_header(stripped: str, context: _Context) -> bool:
    """Return whether a line is a header, noting it in `context`."""
    section = None if stripped.startswith(("//", ";")) else header_section(stripped)
    if section is None:
        return False
    context.header, context.section = stripped, section
    return True


def _read_line(line: str, number: int, context: _Context) -> Request | None:
    """Return the request of a line that is no header, None when it can be no card."""
    line = line.partition("{art:")[0]
    stripped = line.strip()
    if stripped.startswith(_COMMENT) or not any(char.isalpha() for char in stripped):
        return None
    start = len(line) - len(line.lstrip())
    label, colon, rest = (part.strip() for part in stripped.partition(":"))
    if not colon or _leading_count(stripped) is not None:
        return _request(stripped, start, line, number, context)
    # Hardly a title holds a colon: this is "Stronghold: Shiro Nishiyama", "SB: 3 Rout", or no card.
    section = header_section(label)
    if section is None and rest and _leading_count(rest) is not None and not label.casefold().startswith(_NO_CARDS):
        section = ""
    if section is None or not any(char.isalpha() for char in rest):
        return None
    return _request(rest, line.index(rest, line.index(":")), line, number, _Context(label, section))


def _request(text: str, start: int, line: str, number: int, context: _Context) -> Request:
    """Return the request in `text`, which stands at the 0-based column `start` of `line`."""
    if text[0] in _BULLETS and not re.match(_BAD_COUNT, text, re.IGNORECASE):
        text = text.lstrip(_BULLETS).removesuffix("**").strip() or text
    text = _without_comment(text)
    count = _split_count(text)
    return Request(
        name=_cut(count.name.strip() or text),
        count=count.number if count.number is not None else 0 if count.bad else 1,
        span=Span(number, start + 1, len(line.rstrip()) + 1),
        written=_cut(text),
        header=context.header,
        section=context.section,
        counted=count.number is not None or bool(count.bad),
        bad_count=count.bad,
    )


def _without_comment(text: str) -> str:
    """Return `text` up to a trailing comment; ``(Core Set #15)`` is none."""
    for index, char in enumerate(text):
        if char.isspace() and text.startswith(("#", "//"), index + 1) and not _inside_brackets(text, index):
            return text[:index].rstrip()
    return text


def _inside_brackets(text: str, index: int) -> bool:
    return any(text.count(pair[0], 0, index) > text.count(pair[1], 0, index) for pair in ("()", "[]"))


def _split_count(text: str) -> _Count:
    return _leading_count(text) or _trailing_count(text)


def _leading_count(text: str) -> _Count | None:
    digits = len(text) - len(text.lstrip("0123456789"))
    if digits:
        rest = text[digits:]
        times = rest.lstrip()[:1] in ("x", "X", "×")
        after = rest.lstrip()[1:] if times else ""
        if times and (after[:1].isspace() or (after[:1].isalpha() and not rest[0].isspace())):
            return _checked(text[:digits], after)
        if rest[:1].isspace():
            return _checked(text[:digits], rest)
    elif text[0] in "xX×([":
        match = re.match(_LEADING, text, re.IGNORECASE)
        if match:
            return _checked(match["after"] or match["bracketed"], text[match.end() :])
    # Digits of other scripts, which int() takes too, are none that a list is written with.
    if digits or text[0] in "+-−.,/" or text[0].isdecimal():
        match = re.match(_BAD_COUNT, text, re.IGNORECASE)
        if match:
            return _Count(None, text[match.end() :], match["count"])
    return None


def _trailing_count(text: str) -> _Count:
    tail = text[-_TAIL:]
    match = None
    if text[-1] in "0123456789xX×":
        match = re.search(_TRAILING, tail, re.IGNORECASE)
    elif text[-1] == ")":
        match = re.search(_TRAILING_NUMBER, tail)
    if match is None or match.start() == 0:
        return _Count(None, text)
    number = next(group for group in match.groups() if group is not None)
    return _checked(number, text[: len(text) - len(tail) + match.start()])


def _checked(number: str, rest: str) -> _Count:
    rest = rest.strip()
    if rest.endswith(")"):
        # A trailing "(n)" behind a counted name repeats the count of a section and says nothing.
        rest = rest[:-_TAIL] + re.sub(_TRAILING_NUMBER, "", rest[-_TAIL:])
    if len(number) > len(str(MAX_COUNT)) or not 1 <= int(number) <= MAX_COUNT:
        return _Count(None, rest, number[:20])
    return _Count(int(number), rest)
