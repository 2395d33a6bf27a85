"""Read dated lists."""

from collections.abc import Callable
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

    def wrong(key: str, message: str) -> DataError:
        return DataError(message, place=f"{shown}:{node.value[key].line}")

    if result.id != path.stem:
        raise wrong("id", f"the id `{result.id}` must be the file's name without `.yaml`")
    if result.kind not in KINDS:
        raise wrong("kind", f"`kind` is one of {', '.join(KINDS)}")
    for since in (result.since, *(day for entry in result.entries() for day in entry.written)):
        if not is_date(since):
            raise wrong("from", f"`{since}` is not a date like 2011-09-01")
    if not isinstance(result.before, str):
        raise wrong("before", "`before` is the id of a list")
    if result.before and not result.begins:
        raise wrong("before", "`before` needs the interval `begins`")
    _check_days(result, wrong)
    seen: set[tuple[str, float | None, str]] = set()
    for entry in result.entries():
        key = (fold(entry.title), entry.level, entry.card)
        if key in seen:
            raise wrong("cards", f"`{entry.title}` is on the list twice")
        seen.add(key)
    return result


def _check_days(listed: CardList, wrong: Callable[[str, str], DataError]) -> None:
    """Raise DataError when a list whose rule needs exact days has an interval."""
    if listed.kind in _MAY_BE_OPEN:
        return
    if listed.begins:
        raise wrong("begins", f"a list of the kind {listed.kind} needs exact days")
    for entry in listed.entries():
        if isinstance(entry.since, Between) or isinstance(entry.until, Between):
            raise wrong("cards", f"`{entry.title}`: a list of the kind {listed.kind} needs exact days")
