"""Changes to files: lines swapped, cut and repeated, parts of other files, deep nesting, odd characters and numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

Step = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def each(words: str) -> list[bytes]:
    return words.encode().split(b" ")


_BYTES = [b"\0", b"\x1b[31m", b"\x07", b"\r", b"\n", b"\r\n", b"\t", b"\x0b", b"\x85", b"\xff\xfe", b"\xed\xa0\x80"]
_LETTERS = each("\ufeff \u202e \u200d \u00a0 İ ß ﬃ Ⅻ \u017f \uff13 ٣ ³ ½ 一 🀄 ĳ Σ \U000e0041 \uffff \u2066")
_NUMBERS = each("-1 0 1e999 NaN 0x10 1_000 .5 2.5 -0 1000000000000000000 0001-01-01 9999-12-31 2026-02-30")
_WORDS = each('null true ~ {} [] "" &a *a !!python/object:os.system \\ud800 and or not ../ %s')
_MARKS = each('<!-- --> <![CDATA[ &#0; &#xD800; &amp; <br> [b] [/b] ~~ ``` == >= ( ) [ ] { } < > : ; , # * = | / \\ "')
_LONG = ["9" * 30, "9" * 5000, "A" * 300, " " * 2000, "\u0301" * 40, "- ", "? ", " and ", "\u2028"]
ODD = [*_BYTES, *_LETTERS, *_NUMBERS, *_WORDS, *_MARKS, *(long.encode() for long in _LONG)]
_NUMBER = re.compile(rb"[0-9]+")
_WORD = re.compile(rb"[^\W\d_]+")
# Lines or texts longer than this are not repeated further.
_LONGEST = 200_000


def mutate(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Return `content` with some changes; `others` are good inputs from which parts are taken."""
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        content = rng.choice(STEPS)(content, rng, others)
    return content


def _lines(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True) or [b""]


def _swap(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    lines = _lines(content)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _drop(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    lines = _lines(content)
    at = rng.randrange(len(lines))
    return b"".join(lines[:at] + lines[at + rng.randint(1, 3) :])


def _repeat(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Repeat some lines, or a part of a line, often now and then."""
    times = rng.choice((2, 2, 3, 10, 300, 3000))
    if rng.random() < 0.5:
        lines = _lines(content)
        at = rng.randrange(len(lines))
        part, before, behind = lines[at], b"".join(lines[:at]), b"".join(lines[at + 1 :])
    else:
        start, end = _range(content, rng, 20)
        part, before, behind = content[start:end], content[:start], content[end:]
    times = min(times, max(2, _LONGEST // max(1, len(part))))
    return content if len(content) > _LONGEST else before + part * times + behind


def _truncate(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    return content[: rng.randint(0, len(content))]


def _cut(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    start, end = _range(content, rng, 30)
    return content[:start] + content[end:]


def _splice(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Put lines of another input among those of this one."""
    lines, more = _lines(content), _lines(rng.choice(others))
    at, start = rng.randint(0, len(lines)), rng.randrange(len(more))
    return b"".join(lines[:at] + more[start : start + rng.randint(1, 8)] + lines[at + rng.randint(0, 3) :])


def _odd(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(content))
    return content[:at] + rng.choice(ODD) + content[at + rng.choice((0, 0, 1)) :]


def _number(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    return _replaced(content, _NUMBER, rng, ODD)


def _word(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Replace a word by one of another input, or by something odd."""
    words = _WORD.findall(rng.choice(others)) or [b"word"]
    return _replaced(content, _WORD, rng, words if rng.random() < 0.7 else ODD)


def _nest(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    start, end = _range(content, rng, 40)
    depth = rng.choice((1, 2, 25, 60, 2000))
    opens, closes = rng.choice(
        ((b"[", b"]"), (b"(", b")"), (b"{", b"}"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b"- ", b""), (b"not ", b""))
    )
    return content[:start] + opens * depth + content[start:end] + closes * depth + content[end:]


def _indent(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    lines = _lines(content)
    at = rng.randrange(len(lines))
    lines[at] = b" " * rng.randint(1, 4) + lines[at] if rng.random() < 0.5 else lines[at].lstrip(b" ")
    return b"".join(lines)


def _flip(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    changed = bytearray(content or b" ")
    for _ in range(rng.randint(1, 3)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _range(content: bytes, rng: random.Random, most: int) -> tuple[int, int]:
    start = rng.randint(0, len(content))
    return start, min(len(content), start + rng.randint(0, most))


def _replaced(content: bytes, pattern: re.Pattern[bytes], rng: random.Random, by: Sequence[bytes]) -> bytes:
    found = list(pattern.finditer(content))
    if not found:
        return content
    one = rng.choice(found)
    return content[: one.start()] + rng.choice(by) + content[one.end() :]


STEPS: tuple[Step, ...] = (_swap, _drop, _repeat, _truncate, _cut, _splice, _odd, _number, _word, _nest, _indent, _flip)
