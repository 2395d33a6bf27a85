"""Parse JSON without surprises: no duplicate keys, no NaN, limited nesting; errors have line and column."""

from __future__ import annotations

import json
import math
import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from deckcheck.model.deck import Span
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.system.strict_yaml import Node

_SHOWN = 200
_DIGITS = sys.get_int_max_str_digits()
_TEXT = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(
    rf"""(?P<start>[\[{{]) | (?P<end>[\]}}]) | (?P<key>{_TEXT})\s*: | (?P<text>{_TEXT}) | [^\s\[\]{{}}:,"]+""",
    re.VERBOSE,
)


def parse(text: str, path: str, limits: Limits) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return the value in `text`.

    Raises:
        InputError: with ``path:line:column`` if the parser gives the place.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        is_refused = is_deeper(value, limits.nesting)
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise InputError(f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}", place=place) from None
    except (ValueError, RecursionError):
        is_refused = True
    if is_refused:
        _tree(text, path, limits.nesting)
        raise InputError("not valid JSON", place=path)
    return value


class JsonPlaces:
    """Returns the places of the values in a text: by keys and indexes, or all at once."""

    def __init__(self, text: str, path: str) -> None:
        """Prepare `text`, which is valid JSON in the file `path`."""
        self._path = path
        self._lines = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", text))]
        self._root = _tree(text)

    def at(self, path: Sequence[str | int]) -> Span:
        """Return the place of the last key of `path`, or of the value where the path ends with an index."""
        found = self._root
        for step in path:
            found = found.inner[step]
        return self._span(found)

    def node(self, value: Any, place: _ValuePlace | None = None) -> Node:  # noqa: ANN401 - JSON is what it is
        """Return `value`, which is at `place` (None: that of the text), with the places of all values in it.

        The place of a value in an object is that of its key.
        """
        place = place or self._root
        if isinstance(value, dict):
            value = {key: self.node(inner, place.inner[key]) for key, inner in value.items()}
        elif isinstance(value, list):
            value = [self.node(inner, place.inner[at]) for at, inner in enumerate(value)]
        return Node(value, *self._span(place).start, self._path)

    def _span(self, place: _ValuePlace) -> Span:
        line = bisect_right(self._lines, place.start)
        start = self._lines[line - 1]
        return Span(line, place.start - start + 1, place.end - start + 1)


class _ValuePlace(Struct):
    """The start and end of a value's key, or of a value without one, and the places of the values in it."""

    start: int
    end: int
    inner: dict[str | int, _ValuePlace] = {}


def _tree(text: str, path: str = "", nesting: float = math.inf) -> _ValuePlace:
    """Return the place of the value in `text`, which is JSON up to the first refused part, with those of all in it.

    Raises:
        InputError: with the place of the first refused part.
    """
    top = _ValuePlace(0, 0)
    open_values, key = [top], None
    for match in _TOKEN.finditer(text):
        token, above = match[0], open_values[-1].inner
        wrong, help = "", None
        if match["end"]:
            open_values.pop()
        elif match["key"]:
            key = _ValuePlace(match.start("key"), match.end("key"))
            name = json.loads(match["key"]) if "\\" in match["key"] else match["key"][1:-1]
            wrong = f"the key `{name[:_SHOWN]}` appears twice in one object" if name in above else ""
            above[name] = key
        else:
            value, key = key or _ValuePlace(match.start(), match.end()), None
            if value.start == match.start():
                above[len(above)] = value
            if len(open_values) > nesting:
                wrong, help = f"this JSON is nested deeper than {nesting} levels", how_to_raise("nesting")
            elif match["start"]:
                open_values.append(value)
            elif token in ("NaN", "Infinity", "-Infinity"):
                wrong = f"`{token}` is not JSON"
            elif 0 < _DIGITS < len(token) and token.lstrip("-").isdigit():
                wrong = "a number is too long"
        if wrong:
            line_start = text.rfind("\n", 0, match.start()) + 1
            place = f"{path}:{text.count(chr(10), 0, match.start()) + 1}:{match.start() - line_start + 1}"
            raise InputError(wrong, place=place, help=help)
    return top.inner[0]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; raises ValueError for a duplicate key."""
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError
    return result


def _constant(name: str) -> None:
    raise ValueError(name)


def is_deeper(value: object, most: int) -> bool:
    """Return whether lists and objects are nested deeper than allowed."""
    depth, level = 0, [value]
    while level and depth <= most:
        depth += 1
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        level = inner
    return depth > most
