"""Sort the lines of a text list, and write notes into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from deckcheck.build.editing.draft import Draft, rewritten, text_only
from deckcheck.decks.editing import LINE_END
from deckcheck.decks.headers import header_section
from deckcheck.decks.lines import line_end_of, lines_of
from deckcheck.model.deck import Entry, RawDeck, Request
from deckcheck.model.errors import OutputError, UsageError
from deckcheck.model.names import fold

_LAST = 1_000_000


def _cost(entry: Entry) -> int:
    return entry.card.cost if isinstance(entry.card.cost, int) else _LAST


# The sort orders; equal cards are sorted by name.
ORDERS: Mapping[str, Callable[[Entry], Any]] = {
    "name": lambda _: 0,
    "count": lambda entry: -entry.count,
    "cost": _cost,
    "kind": lambda entry: entry.card.kind,
}


def sorted_lines(draft: Draft, by: str = "name") -> Draft:
    """Return the draft with the cards in each block of lines sorted by one of `ORDERS`.

    A block is a run of consecutive card lines. Headers, comments and empty lines stay in place, and unrecognised
    lines come last in their block.
    """
    text_only(draft, "sorting is possible")
    lines = lines_of(draft.text)
    entries = {entry.request.span.line: entry for entry in draft.deck.named}
    numbers = sorted(request.span.line for request in draft.raw.requests)
    order = ORDERS[by]

    def key(number: int) -> tuple[Any, ...]:
        entry = entries.get(number)
        return (0, order(entry), fold(entry.card.title), entry.card.level, number) if entry else (1, number)

    for block in _blocks(numbers):
        bodies = [LINE_END.sub("", lines[number - 1]) for number in sorted(block, key=key)]
        for number, body in zip(block, bodies, strict=True):
            found = LINE_END.search(lines[number - 1])
            lines[number - 1] = body + (found.group() if found else "")
    return rewritten(draft, draft.encoded("".join(lines)), {})


def with_note(draft: Draft, line: Request | None, note: str) -> Draft:
    """Return the draft with a note after a line, replacing the old note, or at the top when `line` is None.

    An empty note removes the note of a line.

    Raises:
        UsageError: when the note has several lines, or would not be read as a comment.
        OutputError: when the line contains more than a card and a comment.
    """
    text_only(draft, "notes are possible")
    note = note.strip()
    if not note.isprintable():
        raise UsageError("a note is one line of printable text")
    if line is None and not note:
        raise UsageError("a note at the top of a list cannot be empty")
    lines = lines_of(draft.text)
    if line is None:
        lines.insert(0, f"# {note}{line_end_of(draft.text)}")
    else:
        lines[line.span.line - 1] = _noted(lines[line.span.line - 1], line, note, draft.raw.path)
    new = rewritten(draft, draft.encoded("".join(lines)), {})
    before = [(each.name, each.count, each.section, each.header) for each in draft.raw.requests]
    after = [(each.name, each.count, each.section, each.header) for each in new.raw.requests]
    if before != after or _facts(draft.raw) != _facts(new.raw) or (line is None and header_section(note) is not None):
        raise UsageError(f"`{note}` would not be read as a note", help="use different words")
    return new


def _facts(raw: RawDeck) -> tuple[str | None, ...]:
    """Return the facts about the deck itself, such as name and player."""
    return (raw.name, raw.player, raw.author, raw.event, raw.date, raw.format, raw.notes)


def _noted(line: str, request: Request, note: str, path: str) -> str:
    start = line.find(request.written)
    behind = start + len(request.written)
    body = LINE_END.sub("", line)
    if start < 0 or not (body[behind:].strip() == "" or body[behind:].strip().startswith(("#", "//"))):
        raise OutputError(
            "the line contains more than a card and a comment",
            place=f"{path}:{request.span.line}",
            help="edit it by hand",
        )
    return body[:behind] + (f"  # {note}" if note else "") + line[len(body) :]


def _blocks(numbers: list[int]) -> list[list[int]]:
    """Return the runs of consecutive line numbers."""
    if not numbers:
        return []
    blocks = [[numbers[0]]]
    for before, number in pairwise(numbers):
        if number == before + 1:
            blocks[-1].append(number)
        else:
            blocks.append([number])
    return blocks
