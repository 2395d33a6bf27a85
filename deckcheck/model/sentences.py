"""Numbers and lists in sentences: ``1 card``, ``3 copies``, ``a, b and c``."""

from collections.abc import Iterable, Sequence


def cards_of(count: int) -> str:
    """Return a number of cards as text: ``1 card``, ``3 cards``."""
    return counted(count, "card")


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 list``, ``2 lists``."""
    return f"{count:,} {plural(count, noun)}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return `one` or `many` (by default the plural of the noun `one`) as `count` asks for."""
    return one if count == 1 else many or plural_of(one)


def plural_of(noun: str) -> str:
    """Return the plural of a noun: ``follower`` gives ``followers``, ``strategy`` ``strategies``, ``day`` ``days``."""
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def first_of(items: Sequence[str], most: int, more: str = "...") -> str:
    """Return at most `most` of the items with commas between them, and behind them `more` with the number left out."""
    left = len(items) - most
    return ", ".join([*items[:most], more.format(left)] if left > 0 else items)


def listed(items: Iterable[str], joint: str = "and") -> str:
    """Return items as a part of a sentence: ``a``, ``a and b``, ``a, b and c``."""
    *first, last = [*items] or [""]
    return f"{', '.join(first)} {joint} {last}" if first else last


def arcs_of(marks: Iterable[str]) -> list[str]:
    """Return the arcs of legality marks as players call them: ``Twenty Festivals``."""
    return [mark.replace("-", " ").title() for mark in marks]


def quoted(names: Iterable[str], joint: str = "and") -> str:
    """Return names in backticks as a part of a sentence, like `listed`."""
    return listed([f"`{name}`" for name in names], joint)
