"""Convert values from sources: cleaned of markup, as numbers, as several strings, as ids."""

import html
import re
from collections.abc import Iterable
from typing import Any

from deckcheck.model.names import without_accents

_BREAK = re.compile(r"</?(?:br|p|li|ul|hr|div)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,200}>")
_FORMATTING = re.compile(r"</?(?:b|i|em|strong|br|u|sup|sub)\s*/?>", re.IGNORECASE)


def text_of(value: Any) -> str:
    """Return the text of a card without markup, on one line."""
    parted = _BREAK.sub(" ", html.unescape(" ".join(strings(value))))
    return " ".join(_TAG.sub("", parted).split())


def number(value: Any) -> Any:
    """Return a statistic with plain whole numbers as such: ``"3"`` and ``"-1"``, but not ``"+3"``."""
    if isinstance(value, str):
        value = value.strip()
        if value.removeprefix("-").isdecimal() and value.isascii():
            return int(value)
    return value


def strings(value: Any) -> tuple[str, ...]:
    """Return one string, several or none as a tuple; raises TypeError for a map and for yes or no."""
    if isinstance(value, dict | bool):
        raise TypeError(f"text was expected, not {value}")
    if value is None or value == "":
        return ()
    many: Iterable[Any] = value if isinstance(value, list | tuple) else (value,)
    return tuple(str(item) for item in many if item not in (None, ""))


def slug(name: str, separator: str = "-") -> str:
    """Return `name` in lower-case ASCII with `separator` between its words; apostrophes and ``1,000`` join."""
    joined = re.sub(r"['\u2019]|(?<=[0-9]),(?=[0-9])", "", without_accents(name).lower())
    return re.sub(r"[^a-z0-9]+", separator, joined).strip(separator)


def clean(value: Any) -> Any:
    """Return a decoded value with character references decoded and formatting tags removed from its strings."""
    if isinstance(value, str):
        if "&" in value or "<" in value:
            value = _FORMATTING.sub("", html.unescape(value)).replace("\N{NO-BREAK SPACE}", " ")
        return value.strip()
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    return value
