"""JSON without surprises: no duplicate keys, no NaN, no bottomless nesting; errors have line and column."""

from __future__ import annotations

import json
from typing import Any

from deckcheck.errors import InputError

_MAX_DEPTH = 20


def parse(text: str, path: str) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return the value in `text`.

    Raises:
        InputError: with ``path:line:column`` where the parser knows it.
    """
    deep = InputError(f"nested deeper than {_MAX_DEPTH} levels", place=path)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise InputError(f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}", place=place) from None
    except _Refused as error:
        raise InputError(str(error), place=path) from None
    except ValueError:
        raise InputError("a number is too long", place=path) from None
    except RecursionError:
        raise deep from None
    if _depth(value) > _MAX_DEPTH:
        raise deep
    return value


class _Refused(Exception):
    pass


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _Refused(f"the key `{key}` stands twice in one object")
        result[key] = value
    return result


def _constant(name: str) -> None:
    raise _Refused(f"`{name}` is not JSON")


def _depth(value: object) -> int:
    """Return how deep lists and objects are nested, as far as it matters."""
    depth, level = 0, [value]
    while level and depth <= _MAX_DEPTH:
        depth += 1
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        level = inner
    return depth
