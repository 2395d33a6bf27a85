"""Plain text lists: one card a line, in any of the ways people write them.

``3 Name``, ``3x Name``, ``3 x Name``, ``x3 Name``, ``Name x3``, a bare name for one copy; headers or none;
comments behind ``#`` or ``//``; prose in between. Whether a line without a number is a card or prose is decided
when names are looked up.
"""

from __future__ import annotations

import re

from msgspec import Struct

from deckcheck.decklists.headers import header_section
from deckcheck.errors import InputError
from deckcheck.model.deck import RawDeck, Request
from deckcheck.spans import Span

_COUNT = r"[0-9]+"
_LEADING = re.compile(rf"(?P<count>{_COUNT})\s*[x×]\s+(?=\S)|(?P<bare>{_COUNT})\s+(?=\S)|[x×]\s*(?P<after>{_COUNT})\s+", re.IGNORECASE)
_GLUED = re.compile(rf"(?P<count>{_COUNT})[x×](?=[^\W\d])", re.IGNORECASE)
_BRACKETED = re.compile(rf"[(\[](?P<count>{_COUNT})\s*[x×]?[)\]]\s+(?=\S)", re.IGNORECASE)
_TRAILING = re.compile(rf"\s+(?:[x×]\s*(?P<count>{_COUNT})|(?P<before>{_COUNT})\s*[x×])\s*$", re.IGNORECASE)
_TRAILING_NUMBER = re.compile(rf"\s*\((?P<count>{_COUNT})\)\s*$")
_BAD_COUNT = re.compile(r"(?P<count>[-+−]\s*[0-9]+|[0-9]*[.,/][0-9]+)\s*[x×]?\s+(?=[^\W\d])", re.IGNORECASE)
_BULLET = re.compile(r"\s*(?:[-*•·–—+]\s+|\*\*)")
_LABEL = re.compile(r"(?P<label>[^:]{1,40}):\s*(?P<rest>\S.*)$")
_TITLES = frozenset({"name", "deck", "deck name", "title"})
_LETTER = re.compile(r"[^\W\d_]")

MAX_LINES = 2000
MAX_NAME = 200
MAX_COUNT = 999


class _Context(Struct):
    header: str = ""
    section: str = ""


def read_text(text: str, path: str) -> RawDeck:
    """Return the list in `text`; `path` names it in messages.

    Raises:
        InputError: when it has more than 2,000 lines, or nothing in it could be a card.
    """
    lines = tuple(text.removeprefix("\ufeff").splitlines())
    if len(lines) > MAX_LINES:
        raise InputError(f"more than {MAX_LINES:,} lines", place=path, help="give one deck list a file")
    requests: list[Request] = []
    comments: list[int] = []
    name: str | None = None
    context = _Context()
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if not stripped:
            continue
        label = _LABEL.match(stripped.lstrip("#* "))
        if label and label["label"].strip().casefold() in _TITLES:
            name = label["rest"].strip()[:MAX_NAME]
            continue
        kind = _read_line(line, number, context, requests)
        if kind == "comment":
            comments.append(number)
    if not requests:
        raise InputError("there is no card in this list", place=path)
    return RawDeck(path=path, lines=lines, requests=tuple(requests), comments=tuple(comments), name=name)


def _read_line(line: str, number: int, context: _Context, requests: list[Request]) -> str:
    """Add the request of one line to `requests`, or note its header; return "comment" for what can be neither."""
    stripped = line.strip()
    if not stripped.startswith(("//", ";")):
        section = header_section(stripped)
        if section is not None:
            context.header, context.section = stripped, section
            return "header"
    if stripped.startswith(("#", "//", ";")):
        return "marked"
    label = _LABEL.match(stripped)
    if label:
        section = header_section(label["label"])
        if section is None:
            return "comment"
        start = line.index(label["rest"], line.index(":"))
        inner = _Context(label["label"].strip(), section)
        requests.append(_request(label["rest"], start, line, number, inner))
        return "card"
    if not _LETTER.search(stripped):
        return "comment" if not stripped.strip("-=_*~. ") == "" else "marked"
    start = len(line) - len(line.lstrip())
    requests.append(_request(stripped, start, line, number, context))
    return "card"


def _request(text: str, start: int, line: str, number: int, context: _Context) -> Request:
    """Return the request in `text`, which stands at the 0-based column `start` of `line`."""
    end = len(line.rstrip())
    bullet = _BULLET.match(text)
    if bullet and not _BAD_COUNT.match(text):
        text = text[bullet.end() :].removesuffix("**").rstrip()
    count, rest, bad = _split_count(text)
    return Request(
        name=rest.strip() or text,
        count=count if count is not None else 0 if bad else 1,
        span=Span(number, start + 1, end + 1),
        written=text,
        header=context.header,
        section=context.section,
        counted=count is not None or bool(bad),
        bad_count=bad,
    )


def _split_count(text: str) -> tuple[int | None, str, str]:
    """Return the number of copies (None: not given), the name, and a number that cannot be used as written."""
    for pattern in (_LEADING, _GLUED, _BRACKETED):
        match = pattern.match(text)
        if match:
            number = next(group for group in match.groups() if group is not None)
            return *_checked(number, text[match.end() :]),
    match = _BAD_COUNT.match(text)
    if match:
        return None, text[match.end() :], match["count"]
    match = _TRAILING.search(text)
    if match:
        return *_checked(match["count"] or match["before"], text[: match.start()]),
    match = _TRAILING_NUMBER.search(text)
    if match and match.start() > 0:
        return *_checked(match["count"], text[: match.start()]),
    return None, text, ""


def _checked(number: str, rest: str) -> tuple[int | None, str, str]:
    # A trailing "(n)" behind a counted name repeats the count of a section and says nothing.
    rest = _TRAILING_NUMBER.sub("", rest)
    if len(number) > len(str(MAX_COUNT)) or not 1 <= int(number) <= MAX_COUNT:
        return None, rest, number[:20]
    return int(number), rest, ""
