"""Reading source files: JSON, cleaned of markup, and the records in it."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from deckcheck.model.errors import DataError
from deckcheck.system.strict_yaml import read_text

_TAG = re.compile(r"</?(?:b|i|em|strong|br|u|sup|sub)\s*/?>", re.IGNORECASE)


def read_json(path: Path) -> Any:
    """Return the cleaned value of a file; raises DataError with file and line."""
    text = read_text(path)
    try:
        return clean(json.loads(text))
    except json.JSONDecodeError as error:
        raise DataError(f"not JSON: {error.msg}", place=f"{path}:{error.lineno}") from None
    except (RecursionError, ValueError) as error:  # Nested too deep, or a number of thousands of digits.
        raise DataError(f"not JSON that is read: {error}", place=f"{path}:1") from None


def records_in(value: Any) -> list[dict[str, Any]] | None:
    """Return the records in the answer of a server or in a dump, None when it is something else."""
    records = value.get("records") if isinstance(value, dict) else value
    good = isinstance(records, list) and all(isinstance(record, dict) for record in records)
    return records if good else None


def listed(value: Any, path: Path) -> list[dict[str, Any]]:
    """Return the records in the value of a file; raises DataError when it has none."""
    records = records_in(value)
    if records is None:
        raise DataError("no list of records", place=f"{path}:1")
    return records


def clean(value: Any) -> Any:
    """Return a decoded value with character references decoded and formatting tags removed from its strings."""
    if isinstance(value, str):
        if "&" in value or "<" in value:
            value = _TAG.sub("", html.unescape(value)).replace("\N{NO-BREAK SPACE}", " ")
        return value.strip()
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    return value
