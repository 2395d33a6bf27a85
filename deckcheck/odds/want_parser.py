"""Reading a want expression: ``A>=1 and (B>=2 or "Card of C" == 1)``.

want        = all ("or" all)*
all         = part ("and" part)*
part        = "(" want ")" | group op number
group       = a word, or any text in quotes
op          = ">=" "<=" "==" ">" "<", "=" for "==", "≥" and "≤"
"""

from __future__ import annotations

import functools
import re

from msgspec import Struct

from deckcheck.errors import UsageError
from deckcheck.odds.checks import MOST_CARDS
from deckcheck.odds.want import All, Any, Requirement, Want

_DEEPEST = 20
_LONGEST = 10_000
_TOKEN = re.compile(
    r"""\s*(?:(?P<mark>[()])|(?P<op>[<>=]=|[<>=≥≤])|"(?P<double>[^"]+)"|'(?P<single>[^']+)'"""
    r"""|(?P<word>[^\s()<>=≥≤"']+))"""
)
_OPS = {">=": (">=", 0), "≥": (">=", 0), ">": (">=", 1), "<=": ("<=", 0), "≤": ("<=", 0), "<": ("<=", -1),
        "==": ("==", 0), "=": ("==", 0)}  # fmt: skip


class _Token(Struct, frozen=True):
    """`kind` is mark, op, word or quoted; `column` is 1-based."""

    kind: str
    text: str
    column: int


@functools.lru_cache(maxsize=256)
def parse_want(text: str) -> Want:
    """Return the expression `text` as a tree.

    Raises:
        UsageError: when it cannot be read; the place is the column.
    """
    if len(text) > _LONGEST:
        raise UsageError(f"the expression has {len(text)} characters; at most {_LONGEST} are read")
    parser = _Parser(text)
    want = parser.either(0)
    if parser.next is not None:
        raise parser.wrong("`and`, `or` or the end")
    return want


class _Parser:
    """Reads the tokens of one expression from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._tokens = _tokens(text)
        self._at = 0

    @property
    def next(self) -> _Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def wrong(self, expected: str) -> UsageError:
        found = f"`{self.next.text}` at column {self.next.column}" if self.next else "the end"
        return UsageError(
            f"`{self.text}` cannot be read: {expected} expected, {found} found",
            help="write requirements such as A>=1, joined by `and`, `or` and parentheses; "
            'what has a space or a comparison in it goes in quotes: "two words">=1',
        )

    def take(self, kind: str, text: str | None = None) -> _Token | None:
        token = self.next
        if token is None or token.kind != kind or (text is not None and token.text.lower() != text):
            return None
        self._at += 1
        return token

    def either(self, depth: int) -> Want:
        parts = [self.every(depth)]
        while self.take("word", "or"):
            parts.append(self.every(depth))
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def every(self, depth: int) -> Want:
        parts = [self.part(depth)]
        while self.take("word", "and"):
            parts.append(self.part(depth))
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def part(self, depth: int) -> Want:
        if self.take("mark", "("):
            if depth == _DEEPEST:
                raise UsageError(f"the expression nests deeper than {_DEEPEST} parentheses")
            inner = self.either(depth + 1)
            if not self.take("mark", ")"):
                raise self.wrong("`)`")
            return inner
        if self.next and self.next.kind == "word" and self.next.text.lower() in {"and", "or"}:
            raise self.wrong("a group")
        group = self.take("quoted") or self.take("word")
        if group is None:
            raise self.wrong("a group")
        op = self.take("op")
        if op is None:
            raise self.wrong("`>=`, `<=` or `==`")
        return self.requirement(group.text, op.text)

    def requirement(self, group: str, written: str) -> Requirement:
        token = self.take("word")
        if token is None:
            raise self.wrong("a number")
        number = token.text
        if not (number.isascii() and number.isdecimal() and len(number) <= len(str(MOST_CARDS))):
            raise UsageError(f"`{number}` in `{self.text}` is not a whole number from 0 to {MOST_CARDS}")
        op, shift = _OPS[written]
        if int(number) + shift < 0:
            raise UsageError(f"`{group} {written} {number}` in `{self.text}` can never hold")
        return Requirement(group, op, int(number) + shift)


def _tokens(text: str) -> list[_Token]:
    tokens, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            bad = text[at:].lstrip()
            raise UsageError(
                f"`{text}` cannot be read at column {len(text) - len(bad) + 1}: a quote is left open or empty"
            )
        kind = str(match.lastgroup)
        kind = "quoted" if kind in {"double", "single"} else kind
        tokens.append(_Token(kind, match[str(match.lastgroup)], match.start(str(match.lastgroup)) + 1))
        at = match.end()
    return tokens
