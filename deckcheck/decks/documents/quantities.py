"""Read a card in a map: a name with a number of copies, which may be invalid."""

from deckcheck.decks.text.lists import cut
from deckcheck.model.deck import Request, Span
from deckcheck.model.limits import Limits


def request_of(name: str, count: object, span: Span, limits: Limits, under: tuple[str, str] = ("", "")) -> Request:
    """Return the request for the key `name` at `span`, whose value is `count`.

    `under` is the header above it with its meaning. Any value except a whole number of copies within `limits` is an
    invalid number.
    """
    number = count if isinstance(count, int) and not isinstance(count, bool) else 0
    copies = number if 1 <= number <= limits.copies else 0
    shown = cut(name, limits)
    return Request(
        name=shown,
        count=copies,
        span=span,
        written=shown,
        header=under[0],
        section=under[1],
        bad_count="" if copies else _shown(count),
    )


def _shown(value: object) -> str:
    """Return a value other than a number of copies as a file shows it, shortened."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)[:20].strip() or '""'
