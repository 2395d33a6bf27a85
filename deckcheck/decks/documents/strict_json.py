"""Parse JSON without surprises: no duplicate keys, no NaN, limited nesting; errors have line and column."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from typing import Any

from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.system.strict_yaml import Node

_SHOWN = 200
_TEXT = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(
    rf"""(?P<start>[\[{{]) | (?P<end>[\]}}]) | (?P<key>{_TEXT})\s*: | (?P<text>{_TEXT}) | [^\s\[\]{{}}:,"]+""",
    re.VERBOSE,
)
# What to do about signs that JSON does not have.
_MISTAKES = {
    "'": "write names and texts in double quotes",
    "//": "remove the comments",
    "/*": "remove the comments",
    "#": "remove the comments",
}


def _help(text: str, at: int) -> str | None:
    """Return what to do about a usual mistake at a position of a text, None for any other mistake."""
    if text[at : at + 1] in ("}", "]") and text[:at].rstrip().endswith(","):
        return "remove the comma in front of it"
    return next((help for sign, help in _MISTAKES.items() if text.startswith(sign, at)), None)


def parse(text: str, path: str, limits: Limits) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return the value in `text`.

    Raises:
        InputError: with ``path:line:column`` if the parser gives the place.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        is_refused = _is_deeper(value, limits.nesting)
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        message = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise InputError(message, place=place, help=_help(text, error.pos)) from None
    except (ValueError, RecursionError):
        is_refused = True
    if is_refused:
        _nodes(text, path, limits.nesting)
        raise InputError("not valid JSON", place=path)
    return value


def parse_nodes(text: str, path: str, limits: Limits) -> Node:
    """Return the value in `text` with the places of all values in it; raises InputError as `parse` does."""
    parse(text, path, limits)
    return _nodes(text, path)


def _nodes(text: str, path: str, nesting: float = math.inf) -> Node:
    """Return the value in `text`, which is JSON up to the first refused part, with the places of all values in it.

    Raises:
        InputError: with the place of the first refused part.
    """
    starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", text))]
    top = Node([], 0, 0, path)
    open_nodes, key = [top], None

    def node_of(match: re.Match[str]) -> Node:
        line = bisect_right(starts, match.start())
        column = match.start() - starts[line - 1] + 1
        return Node(None, line, column, path, column + len(match[match.lastgroup or 0]))

    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "end":
            open_nodes.pop()
            continue
        token, above = match[kind or 0], open_nodes[-1].value
        wrong, help = "", None
        if kind == "key":
            key, name = node_of(match), _text_of(token)
            wrong = f"the key `{name[:_SHOWN]}` appears twice in one object" if name in above else ""
            above[name] = key
        else:
            node = key or node_of(match)
            if key is None:
                above.append(node)
            key = None
            if len(open_nodes) > nesting:
                wrong, help = f"this JSON is nested deeper than {nesting} levels", how_to_raise("nesting")
            elif kind == "start":
                node.value = {} if match[0] == "{" else []
                open_nodes.append(node)
            else:
                try:
                    node.value = _text_of(token) if kind == "text" else _SCALARS.decode(token)
                except ValueError:
                    wrong = "a number is too long" if token[-1].isdigit() else f"`{token}` is not JSON"
        if wrong:
            raise InputError(wrong, place=node_of(match).place, help=help)
    value: Node = top.value[0]
    return value


def _text_of(quoted: str) -> str:
    """Return the text in quotation marks."""
    text: str = json.loads(quoted) if "\\" in quoted else quoted[1:-1]
    return text


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; raises ValueError for a duplicate key."""
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError
    return result


def _constant(name: str) -> None:
    raise ValueError(name)


_SCALARS = json.JSONDecoder(parse_constant=_constant)


def _is_deeper(value: object, most: int) -> bool:
    """Return whether lists and objects are nested deeper than allowed."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return most < 1 or any(_is_deeper(each, most - 1) for each in inner)
