"""Match items to places, at most one to each: a largest assignment grows by augmenting paths (Kuhn)."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def placed(item: int, places: Sequence[Sequence[T]], holder: dict[T, int], tried: set[T] | None = None) -> bool:
    """Give `item` one of its `places` in `holder`, moving other items if needed; return whether there is one."""
    tried = set() if tried is None else tried
    for place in places[item]:
        if place not in tried:
            tried.add(place)
            if place not in holder or placed(holder[place], places, holder, tried):
                holder[place] = item
                return True
    return False
