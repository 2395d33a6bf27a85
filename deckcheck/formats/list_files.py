"""Read dated lists."""

from __future__ import annotations

from pathlib import Path

from deckcheck.model.card_list import KINDS, CardList
from deckcheck.model.days import Between, is_date
from deckcheck.model.errors import DataError
from deckcheck.model.names import fold
from deckcheck.system import strict_yaml

# Kinds of lists whose rules can leave a verdict undecided.
_MAY_BE_OPEN = ("banned", "restricted", "rotated", "splash-banned")


def read_list(path: Path) -> CardList:
    """Return the list in a file; raises DataError with file, line and column."""
    shown = f"{path.parent.parent.name}/lists/{path.name}" if path.parent.name == "lists" else str(path)
    node = strict_yaml.parse(strict_yaml.read_text(path), shown)
    result: CardList = strict_yaml.decode(node, CardList, shown)
    keys = node.value
    if result.id != path.stem:
        raise DataError(
            f"the id `{result.id}` must be the file's name without `.yaml`", place=f"{shown}:{keys['id'].line}"
        )
    if result.kind not in KINDS:
        raise DataError(f"`kind` is one of {', '.join(KINDS)}", place=f"{shown}:{keys['kind'].line}")
    for since in (result.since, *(day for entry in result.entries() for day in entry.written)):
        if not is_date(since):
            raise DataError(f"`{since}` is not a date like 2011-09-01", place=f"{shown}:{keys['from'].line}")
    if not isinstance(result.before, str):
        raise DataError("`before` is the id of a list", place=f"{shown}:{keys['before'].line}")
    if result.before and not result.begins:
        raise DataError("`before` needs the interval `begins`", place=f"{shown}:{keys['before'].line}")
    _check_days(result, keys, shown)
    seen: set[tuple[str, float | None, str]] = set()
    for entry in result.entries():
        key = (fold(entry.title), entry.level, entry.card)
        if key in seen:
            raise DataError(f"`{entry.title}` is on the list twice", place=f"{shown}:{keys['cards'].line}")
        seen.add(key)
    return result


def _check_days(listed: CardList, keys: dict[str, strict_yaml.Node], shown: str) -> None:
    """Raise DataError when a list whose rule needs exact days has an interval."""
    if listed.kind in _MAY_BE_OPEN:
        return
    if listed.begins:
        raise DataError(f"a list of the kind {listed.kind} needs exact days", place=f"{shown}:{keys['begins'].line}")
    for entry in listed.entries():
        if isinstance(entry.since, Between) or isinstance(entry.until, Between):
            place = f"{shown}:{keys['cards'].line}"
            raise DataError(f"`{entry.title}`: a list of the kind {listed.kind} needs exact days", place=place)
