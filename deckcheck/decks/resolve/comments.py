"""Comments on lines of their own, and behind the cards of files with a structure, that may change these cards."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate
from operator import attrgetter

from msgspec import Struct

from deckcheck.decks.readers import is_list
from deckcheck.decks.remarks import is_remark, leaves_open, may_change_card, may_change_list, without_remarks
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.trimming import is_comment
from deckcheck.model.deck import Entry, LineClass, RawDeck, Request
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.spans import Span

# Comments in files with a structure: in YAML alone or behind a space, in XML also over several lines.
_COMMENTS = {"deckcheck-yaml": r"(?m)(?:^|(?<=\s))#(?P<text>.*)$", "octgn": r"(?s)<!--(?P<text>.*?)-->"}


class _Comment(Struct, frozen=True):
    """A comment, the place where it begins, and whether nothing is in front of it on its line."""

    text: str
    start: tuple[int, int]
    is_alone: bool


def commented(found: Sorted, known: Collection[Span], names_card: Callable[[str], bool]) -> Iterator[Entry]:
    """Yield the cards that a remark behind or directly below them may give another number, version or place.

    The comments at the places `known` have been read already. The numbers in one that `names_card` are those of its
    own card.
    """
    entries, raw = found.entries, found.raw
    comments = [*(_in_list(raw, known) if is_list(raw.syntax) else _in_structure(raw)), *_in_prose(found.remarks)]
    comments.sort(key=attrgetter("start"))
    cards = sorted(entries, key=lambda entry: entry.request.span.start) if comments else []
    starts = [entry.request.span.start for entry in cards]
    above = 0
    for comment in comments:
        at = bisect_left(starts, comment.start) - 1
        line, begins = comment.start[0], comment.start[0] if not comment.is_alone else comment.start[0] - 1
        if at < 0 or begins > max(starts[at][0], above):
            continue
        above = line  # The next comment may go on.
        text = comment.text[:LONGEST_NAME]
        if _may_change(cards[at], text, raw.limits, is_own=not names_card(text)):
            yield cards[at]


def _may_change(card: Entry, comment: str, limits: Limits, *, is_own: bool) -> bool:
    """Return whether a comment may change a card; the numbers in it may be those of the card where they `is_own`."""
    if not is_own:
        return leaves_open(comment) or may_change_list(comment)
    name = card.request.name
    return may_change_card(f"{card.count} {name}" if card.request.counted else name, comment, limits)


def _in_list(raw: RawDeck, known: Collection[Span]) -> Iterator[_Comment]:
    """Yield the comments on lines of their own in a text list; those behind cards have been read with them."""
    for aside in raw.asides:
        is_alone = raw.line(aside.span.line).strip() == aside.text and is_comment(aside.text)
        if aside.kind is LineClass.COMMENT and is_alone and aside.span not in known:
            yield _Comment(aside.text.lstrip("#/; "), aside.span.start, is_alone=True)


def _in_prose(remarks: Sequence[Request]) -> Iterator[_Comment]:
    """Yield the lines of prose that may be said of a card."""
    for each in remarks:
        if is_remark(each.written):
            yield _Comment(without_remarks(each.written), each.span.start, is_alone=True)


def _in_structure(raw: RawDeck) -> Iterator[_Comment]:
    """Yield all comments in a file with a structure whose syntax has any."""
    if raw.syntax not in _COMMENTS:
        return
    starts = [0, *accumulate(len(line) + 1 for line in raw.lines)]
    text = "\n".join(raw.lines)
    for match in re.finditer(_COMMENTS[raw.syntax], text):
        line = bisect_right(starts, match.start())
        begins = starts[line - 1]
        place = (line, match.start() - begins + 1)
        yield _Comment(match["text"], place, is_alone=not text[begins : match.start()].strip())
