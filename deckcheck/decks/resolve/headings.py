"""Find headings in a player's own words: ``Economy``, ``[b]Dueling[/b]`` or ``Dudes (14)`` above cards.

Such a line is directly above cards, has no number or the number of the cards below it, and resembles no card. It does
not change which deck its cards are in.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence

from deckcheck.decks.resolve.accounting import titles_in
from deckcheck.decks.resolve.facts import is_playable
from deckcheck.decks.resolve.labels import TITLED, is_label, is_marked
from deckcheck.decks.resolve.numbering import NUMBERED, form_of
from deckcheck.decks.resolve.prose import counts_others, is_polite, is_sentence, names_several
from deckcheck.decks.resolve.several import names_on
from deckcheck.decks.resolve.sorted import Sorted, bare_beside
from deckcheck.decks.resolve.sorting import Sorter
from deckcheck.decks.resolve.suggest import similar_names
from deckcheck.decks.text.blocks import has_parts, shown_rows, without_unshown
from deckcheck.decks.words.counts import is_bracketed_behind
from deckcheck.decks.words.dialects import DIALECTS
from deckcheck.decks.words.headers import without_markup, words_of
from deckcheck.decks.words.marks import LISTS, may_be_outside
from deckcheck.decks.words.remarks import leaves_open, may_change_list, may_tell_of_more
from deckcheck.decks.words.talk import without_remarks
from deckcheck.model.card import Card
from deckcheck.model.deck import DIFFERS, OPEN_MARK, STARTING, LineClass, RawDeck, Request, Span, Unresolved
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import plural_of
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, words_in

# Numbers as low as this more likely count copies of one card than all cards of a part.
_FEW = 3
# The number of cards behind a heading, whose words may have another number: "4 gold guys (16)".
_SIZE_BEHIND = r"[(\[]\s*(\d{1,3})(?:\s+cards?)?\s*[)\]]\W*$"
# Lines at least this similar to a title (0-100) may be a misspelt title; the second limit is for lines with less
# evidence.
_ALIKE = 76
_VERY_ALIKE = 85


_TAG = re.compile(r"^<([a-z]\w*)", re.IGNORECASE)
_REST_OF = r"^\W*the\srest\sof\b"
_OTHERS = LISTS | words_in("other_lists")
_ELSEWHERE = r"^\W*(?:in|out|plus|minus|h|w|adds?|see|rest)\W*$"


def take_headings(found: Sorted, sorter: Sorter) -> None:
    """Ignore the unrecognised lines that are the player's own headings."""
    if not found.raw.is_list:
        return
    bare = [entry for entry in found.entries if not entry.request.counted and sorter.may_head(entry)]
    lines = [each for each in found.unresolved if each.why != DIFFERS]
    lines += [Unresolved(entry.request, entry.count) for entry in bare]
    if not lines:
        return
    headings = _Headings(found, sorter)
    taken = {each.request.span: each for each in lines if headings.includes(each)}
    found.unresolved = [each for each in found.unresolved if each.request.span not in taken]
    found.taken(taken)
    for request, near in ((each.request, each.suggestions) for each in taken.values()):
        is_sized, is_named = any(map(str.isnumeric, request.written)), _names_cards(request, sorter.pool)
        is_sure = len(taken) > 1 or is_named or not headings.ends_list(request)
        is_title = found.is_above(request) and not near
        possible = 0 if (is_sized and is_sure) or is_title else 1
        if possible and not is_named:
            tells = may_tell_of_more(request.written) or names_several(request.written)
            more = found.raw.limits.copies if tells else 1
            possible = max(more, (sorter.most - 1) * bare_beside(request, found.raw))
        found.leave_out(LineClass.PROSE, request, possible)


def _names_cards(request: Request, pool: Pool) -> bool:
    """Return whether a heading consists of words for card types, clans and other known groups."""
    plurals = {*map(plural_of, pool.words().kinds)}
    return all(word in plurals or is_label([word], pool) for word in words_of(request.written))


def may_have_sum(request: Request, raw: RawDeck) -> bool:
    """Return whether the number on an unrecognised line may count the cards below it, wherever these are."""
    if not raw.is_list:
        return False
    # A collector number counts nothing: "(Core Set #15)".
    is_large = any(int(number[:4]) > _FEW for number in re.findall(r"(?<![#\d])\d+", request.written))
    return is_large or (not request.written[:1].isdigit() and re.search(_SIZE_BEHIND, request.written) is not None)


class _Headings:
    """Distinguishes headings from cards by the lines of one list."""

    def __init__(self, found: Sorted, sorter: Sorter) -> None:
        self._found = found
        self._starts, self._rows = _rows(found.raw)
        self._sorter = sorter
        entries = [entry for entry in found.entries if entry.card.kind not in STARTING]
        behind = 2 * sum(is_bracketed_behind(entry.request.written) for entry in entries) > len(entries)
        self._cards = {self._row(entry.request.span): entry.request for entry in found.entries}
        for each in found.unresolved:
            request = each.request
            is_card = request.counted and request.count <= sorter.most and not request.bad_count
            if is_card and (behind or not is_bracketed_behind(request.written)):
                self._cards[self._row(request.span)] = request
        self._sums = _sums(self._cards, self._rows)
        self._titled = {self._row(header.span): header.count for header in found.raw.headers}
        self._starting = found.starting
        self._all_counted = bool(entries) and all(entry.request.counted for entry in entries)
        counts_ones = any(entry.request.counted and entry.count == 1 for entry in entries)
        bare = [each.request for each in found.unresolved if not any(map(str.isdigit, each.request.written))]
        parts = [each for each in bare if (below := self._below(each)) and self._sums[below][-1] > _FEW]
        # A single name without a number among numbered ones may be a card; several above cards divide the list.
        self._are_several = counts_ones and len(parts) > 1
        sized = [each.request for each in found.unresolved if self._size(each.request, self._below(each.request))]
        numbered = [*self._titled, *(self._row(each.span) for each in sized)]
        self._forms = Counter(form_of(self._text(row)) for row in numbered)

    def _is_title(self, request: Request) -> bool:
        """Return whether a line above all cards only repeats starting cards of the list: ``=== Kyuden Hida ===``."""
        text = request.written
        is_above = self._row(request.span) < min(self._cards, default=0)
        titles = titles_in(_name(text), self._sorter.pool) if is_above and not any(map(str.isdigit, text)) else ()
        return bool(titles) and all(card.title in self._starting for card in titles)

    def _row(self, span: Span) -> int:
        """Return the number of the row at a place."""
        return bisect_right(self._starts, span.start) if self._starts else span.line

    def _text(self, row: int) -> str:
        """Return the text of a row without surrounding spaces, or the empty string."""
        return self._rows[row - 1].strip() if 0 < row <= len(self._rows) else ""

    def includes(self, line: Unresolved) -> bool:
        """Return whether a line heads the cards below it, and cannot be a card."""
        request, row = line.request, self._row(line.request.span)
        text = self._text(row)
        if text.startswith((OPEN_MARK, ">")) or self._found.is_outside(request) or not _is_whole(request, text):
            return False
        below, may_head = self._below(request), _may_head(request.written)
        if may_head and is_marked(text) and self._is_title(request):
            return True
        if not below or not may_head:
            return False
        if any(map(str.isnumeric, without_markup(text))):
            size = self._size(request, below)
            is_heading = size > 0 and (self._divides(row, size) or self._is_tagged(row, below))
            return is_heading and self._is_no_card(line, is_counted=request.count > _FEW)
        if is_marked(text):
            is_shown = self._cards[below].counted or self._text(row + 1) != ""
            return is_shown and self._is_no_card(line, is_title=re.fullmatch(TITLED, text) is not None)
        return self._all_counted and self._cards[below].counted and self._is_apart(request) and self._is_no_title(line)

    def ends_list(self, request: Request) -> bool:
        """Return whether a line heads the last cards of the list."""
        below, row = self._below(request), self._row(request.span)
        rest = sum(card.count for at, card in self._cards.items() if at > row)
        return rest in self._sums.get(below, ())

    def _below(self, request: Request) -> int:
        """Return the row of the card directly below a line, with at most one empty line between; 0 without one."""
        first = self._row(request.span) + 1
        first += first <= len(self._rows) and not self._text(first)
        return first if first in self._sums else 0

    def _size(self, request: Request, below: int) -> int:
        """Return the number on a line, or in brackets behind it, if it is that of the cards below it, else 0.

        A number written as those of cards are has to be more than twice as high.
        """
        numbers = re.findall(r"\d+", request.written)
        behind = re.search(_SIZE_BEHIND, request.written)
        if not below or NUMBERED.match(request.written) or (len(numbers) != 1 and not behind):
            return 0
        number = int((behind[1] if behind else numbers[0])[:4])
        are_in_front = self._cards[below].written[:1].isdigit()
        if behind is None and re.fullmatch(TITLED, request.written) is None and are_in_front:
            least = 2 * _FEW + 1
        elif behind is None or request.written[:1].isdigit() or not are_in_front:
            least = _FEW + 1
        else:
            least = 1
        return number if number >= least and number in self._sums[below] else 0

    def _divides(self, row: int, size: int) -> bool:
        """Return whether a row with the number of the cards below it is apart from those above, or one of several.

        A row whose number is low enough for copies has to be both.
        """
        is_apart = self._titled.get(row - 1) != size and (row - 1 in self._titled or not self._text(row - 1))
        are_several = self._forms[form_of(self._text(row))] > 1
        return is_apart and are_several if size <= _FEW else is_apart or are_several

    def _is_tagged(self, row: int, below: int) -> bool:
        """Return whether a row begins with a different tag from the cards below it, as ``<h3>`` above ``<li>``."""
        tag, other = (_TAG.findall(self._text(each))[:1] for each in (row, below))
        return bool(tag) and tag != other

    def _is_apart(self, request: Request) -> bool:
        """Return whether a line is below an empty one or a heading, or is one of several that divide the list."""
        above = self._row(request.span) - 1
        return self._are_several or above in self._titled or not self._text(above)

    def _is_no_card(self, line: Unresolved, *, is_counted: bool = False, is_title: bool = True) -> bool:
        """Return whether a line marked as a heading names none of the cards that the deck could play.

        If its number is too high for copies (`is_counted`), only a title counts as a card; a single word that is not a
        card of the format heads others where it `is_title`.
        """
        name = _name(line.request.written)
        titles = [*self._called(name), *self._called(line.request.name)]
        is_card = any(is_playable(card, self._sorter.fmt) for card in titles)
        is_card = is_card or any(card.kind in STARTING for card in (*titles, *titles_in(name, self._sorter.pool)))
        if is_card or any(map(_is_person, titles)) or split_experience(name)[1] is not None:
            return False
        if titles or is_counted:
            return not titles or (is_title and name.isalpha())
        known = self._near(line, name)
        if any(fold(card.base_title) in fold(name) and not card.base_title.isalpha() for card in known):
            return False
        near = [card for card in known if " " in name or is_playable(card, self._sorter.fmt)]
        return not any(_alike(name, card) >= _VERY_ALIKE for card in near)

    def _is_no_title(self, line: Unresolved) -> bool:
        """Return whether a line without marks resembles neither a title nor a part of a person's name."""
        name = _name(line.request.written)
        is_said = is_polite(line.request.written) or without_remarks(name) != name
        if line.readings or line.why or is_said or self._called(name):
            return False
        near = self._near(line, name)
        if any(_is_person(card) or fold(card.base_title) in fold(name) for card in near):
            return False
        least = {card.id: _ALIKE if is_playable(card, self._sorter.fmt) else _VERY_ALIKE for card in near}
        return not any(_alike(name, card) >= least[card.id] for card in near)

    def _near(self, line: Unresolved, name: str) -> list[Card]:
        """Return the cards whose names are on a line or resemble it."""
        names = {*line.suggestions, *similar_names(name, self._sorter.pool, self._sorter.fmt)}
        return [*(card for each in names for card in self._called(each)), *titles_in(name, self._sorter.pool)]

    def _called(self, name: str) -> tuple[Card, ...]:
        return self._sorter.pool.named(fold(name))


def _rows(raw: RawDeck) -> tuple[Sequence[tuple[int, int]], Sequence[str]]:
    """Return the rows of a list as its reader sees them, and their start; no places where they are its lines."""
    breaks = next((dialect.breaks for dialect in DIALECTS if dialect.name == raw.syntax), "")
    text = "\n".join(raw.lines) if breaks else ""
    if not has_parts(text):
        return (), raw.lines
    rows = shown_rows(without_unshown(text).split("\n"), breaks)
    return [start for start, _ in rows], [text for _, text in rows]


def _sums(cards: Mapping[int, Request], lines: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """Return for each row of a card the copies from it to the first empty line, and to the next line without a card."""
    found: dict[int, tuple[int, ...]] = {}
    total, to_empty = 0, None
    for row in range(len(lines), 0, -1):
        if row in cards:
            copies = cards[row].count
            total, to_empty = total + copies, None if to_empty is None else to_empty + copies
            found[row] = (total,) if to_empty is None else (to_empty, total)
        elif lines[row - 1].strip():
            total, to_empty = 0, None
        else:
            to_empty = 0
    return found


def _is_whole(request: Request, text: str) -> bool:
    """Return whether a request includes all words of its line."""
    return re.findall(r"[^\W_]+", without_markup(text)) == re.findall(r"[^\W_]+", without_markup(request.written))


def _may_head(text: str) -> bool:
    """Return whether the words of a line may head cards, and do not suggest another place or other numbers."""
    said = re.sub(_SIZE_BEHIND, "", without_markup(text)).strip()
    words = words_of(said)
    counts = counts_others(said) or counts_others(_name(said)) or not ALL_NUMBER_WORDS.keys().isdisjoint(words)
    is_other = may_be_outside(said) or not _OTHERS.isdisjoint(words) or re.search(_ELSEWHERE, said, re.IGNORECASE)
    bare = re.sub(_REST_OF, "", said.rstrip(":*_ "), flags=re.IGNORECASE)
    is_remark = may_change_list(bare) or leaves_open(said) or is_sentence(said)
    return bool(words) and not (counts or is_other or is_remark)


def _name(text: str) -> str:
    """Return the words of a heading without its number and marks."""
    return re.sub(r"^[\W_\d]+|[\W_\d]+$", "", re.sub(_SIZE_BEHIND, "", without_markup(text)))


def _is_person(card: Card) -> bool:
    """Return whether a card is a person; names such as Ninja and Courtier belong to cards that other cards create."""
    return card.kind in ("personality", "character") and not card.proxy


def _alike(name: str, card: Card) -> float:
    """Return how similar a card is to a name, or to a part of it with several words: ``Stronghold - Kyuden Hidda``."""
    from rapidfuzz import fuzz

    parts = [name.casefold(), *(part.strip().casefold() for part in names_on(name) if " " in part.strip())]
    return max(fuzz.ratio(part, each.casefold()) for part in parts for each in (card.title, card.base_title))
