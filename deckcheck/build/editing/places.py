"""Find the place of a card that is new to a text list, and write its line in the style of the lines there."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from deckcheck.build.editing.draft import Draft, not_writable
from deckcheck.decks.lines import in_style_of, lines_of
from deckcheck.decks.resolve.lookup import name_of
from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, Header, Request, Span
from deckcheck.model.sentences import plural_of

_NEEDS_ID = ": OCTGN finds cards by ids, which the card pools do not have"


class Place(Struct, frozen=True):
    """The place of a new line: after the line `line` (0: at the top), under the new headers `headers`.

    `like` is the line whose style to copy, None for none; with `in_place` the new line replaces it.
    """

    line: int
    like: Request | None = None
    headers: tuple[str, ...] = ()
    in_place: bool = False


def place_for(card: Card, draft: Draft) -> Place:
    """Return the place of a card that is new to the list."""
    entries = [entry for entry in draft.deck.entries if not draft.under(entry)]
    alike = [entry for entry in entries if (entry.card.kind, entry.card.deck) == (card.kind, card.deck)]
    if alike or (entries and (draft.raw.source or draft.raw.syntax == "octgn")):
        return _behind(alike or entries)  # The rows of a table have no headers.
    part = card.kind if card.deck in ("none", "province") else card.deck
    for header in draft.raw.headers:
        if _names(header, (card.kind,)) and header.section in ("", part):
            return Place(header.span.line)
    if part == card.deck and any(entry.card.deck == part for entry in entries):
        return _behind_deck(card, entries, draft)
    return _in_part(part, entries, draft)


def _behind_deck(card: Card, entries: Sequence[Entry], draft: Draft) -> Place:
    """Return the place behind the cards of the same deck, below a new header if theirs names their kind."""
    behind = _behind(entry for entry in entries if entry.card.deck == card.deck)
    over = next((each for each in reversed(draft.raw.headers) if each.span.line < behind.line), None)
    if over is None or not _names(over, {entry.card.kind for entry in entries}):
        return behind
    lines, at = draft.raw.lines, over.span.line - 1
    blank = [""] if at and not lines[at - 1].strip() else []
    return Place(behind.line, behind.like, (*blank, _titled(plural_of(card.kind), lines[at])))


def _in_part(part: str, entries: Sequence[Entry], draft: Draft) -> Place:
    """Return the place below the header of a part without cards, or below a new one at the end."""
    lines, headers = draft.raw.lines, draft.raw.headers
    is_yaml = draft.raw.syntax == "deckcheck-yaml" and bool(entries)
    keys = [at for at, line in enumerate(lines, 1) if is_yaml and line.rstrip() in {f"{part}:", f"{part}s:"}]
    like = _behind(entries).like if is_yaml else None
    if own := [*keys, *(each.span.line for each in headers if each.section == part)]:
        return Place(own[0], like)
    text = _titled(part, lines[headers[-1].span.line - 1]) if headers else f"# {part.title()}"
    blank = [""] if lines and lines[-1].strip() else []
    return Place(len(lines), like, (*blank, f"{part}:" if is_yaml else text))


def line_for(card: Card, count: int, place: Place, draft: Draft) -> str:
    """Return the line of a new card at `place`, with an unambiguous name and the style of the line above."""
    above = [(each.span.line, each.section) for each in draft.raw.requests if each.span.line <= place.line]
    request = Request(name=card.name, count=count, span=Span(1, 1, 2), section=max(above, default=(0, ""))[1])
    new = structs.replace(request, name=name_of(card, request, draft.format, draft.pool))
    line = lines_of(draft.text)[place.like.span.line - 1] if place.like else ""
    like, kinds = place.like or new, (card.kind, card.deck)
    styled = in_style_of(line, like, new, draft.raw.limits, kinds=kinds, in_place=place.in_place)
    if draft.raw.syntax == "octgn" and "<" not in styled:
        raise not_writable(draft.raw.path, _NEEDS_ID if " id=" in line else "")
    return styled


def _behind(entries: Iterable[Entry]) -> Place:
    like = max((entry.request for entry in entries), key=lambda request: request.span.line)
    return Place(like.span.line, like)


def _names(header: Header, kinds: Iterable[str]) -> bool:
    """Return whether a header names one of these card types."""
    words = set("".join(char if char.isalpha() else " " for char in header.text.casefold()).split())
    return any(not words.isdisjoint((kind, plural_of(kind))) for kind in kinds)


def _titled(title: str, like: str) -> str:
    """Return a header with this title in the style of another header."""
    stripped = like.strip()
    start = next((at for at, char in enumerate(stripped) if char.isalnum()), 0)
    marks = stripped[:start] if set(stripped[:start]) <= set("# ") else "# "
    return f"{marks}{title.title()}{':' if stripped.endswith(':') else ''}"
