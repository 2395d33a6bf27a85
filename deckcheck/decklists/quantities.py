"""A card as a map has it: a name with a number of copies, which may be no such number."""

from __future__ import annotations

from deckcheck.decklists.counts import MAX_COUNT
from deckcheck.decklists.text import cut
from deckcheck.model.deck import Request
from deckcheck.spans import Span


def request_of(name: str, count: object, place: tuple[int, int], section: str = "", header: str = "") -> Request:
    """Return the request for the key `name`, in quotes at the line and column `place`, whose value is `count`.

    Anything else than a whole number from 1 to 999 is one that cannot be used.
    """
    good = isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= MAX_COUNT
    shown = cut(name)
    return Request(
        name=shown,
        count=count if good and isinstance(count, int) else 0,
        span=Span(*place, place[1] + len(shown) + 2),
        written=shown,
        header=header,
        section=section,
        bad_count="" if good else _shown(count),
    )


def _shown(value: object) -> str:
    """Return a value that is no number of copies as a file shows it, shortened."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)[:20].strip() or '""'
