"""Headings that may put cards outside the deck: ``Bench``, ``# ideas``, and ``Items`` below ``Sideboard``."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, groupby, islice, pairwise
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.model.deck import NOT_IN_DECK, STARTING, Deck, Entry, LineClass, Request, Span, Unresolved
from deckcheck.model.names import fold
from deckcheck.model.sentences import plural
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, Says, says, says_unfinished
from deckcheck.rules.base import FIX_LINES, shortened

# In lists with more such headings, only all of them together are tried.
_MOST = 20
# More cards than these are more likely in the deck than outside it.
_FEW = 15
# The maximum words of a remark about the cards next to it, the same at the beginning of a part, and the cards tried.
_SHORT = 8
_FEW_WORDS = 3
_NEAR = 5
# A line with one of these may be a remark on a card in play: "My Stronghold is Kyuden Hida", "Role → Keeper of Air".
_TELLING = r"(?i)\w\s(?:is|→|used:|of choice:?)\s"
# Below all cards, this says nothing of them.
_END = r"(?i)\W*(?:the\s)?end(?:\sof\s(?:(?:the|my|this)\s)?(?:list|deck|decklist|file))?\W*"
# Alone on a line, these may add the cards below it or take them out.
BELOW_SIGNS = ("+", "-", "−", "->", "→", "=>", "/", "\\", "|")


class OtherDeck(NamedTuple):
    """A deck that a list may mean instead: the lines that may say so, the reason, and a help."""

    deck: Deck
    spans: tuple[Span, ...]
    reason: str
    help: str = FIX_LINES


def saying(deck: Deck, spans: tuple[Span, ...], one: str, several: str) -> OtherDeck:
    """Return the deck that a list means if the lines at `spans` say something: `one` line, or `several`."""
    return OtherDeck(deck, spans, f"{lines_of(spans)} {plural(len({span.line for span in spans}), one, several)}")


def taking(deck: Deck, spans: tuple[Span, ...]) -> OtherDeck:
    """Return the deck that a list means if the lines at `spans` take out cards."""
    return saying(deck, spans, "takes cards out of the deck", "take cards out of the deck")


def lines_of(spans: Iterable[Span]) -> str:
    """Return the numbers of lines as text: ``line 3``, ``lines 3, 5``."""
    lines = list(dict.fromkeys(str(span.line) for span in spans))
    return f"{plural(len(lines), 'line')} {shortened(lines)}"


class OwnHeading(Struct, frozen=True):
    """A line next to cards that may be outside the deck, and the range of places of these cards."""

    span: Span
    start: tuple[int, int]
    end: tuple[int, int]

    @property
    def side(self) -> str:
        """Where the cards are: "above" the line or "below"."""
        return "above" if self.start < self.span.start else "below"

    def heads(self, span: Span) -> bool:
        """Return whether it may head the cards there."""
        return self.start <= span.start < self.end


def own_headings(deck: Deck) -> list[OwnHeading]:
    """Return the headings of `deck`; one may head the cards to the next empty line, to the next heading, or to the end.

    A remark that leaves the list open, as ``or``, may also head only the next few cards, or be about those above.

    Each is returned once for every such part that has cards, as many as the number on it where it has one, or that
    number of lines; what heads half of all cards or more heads the deck, and so does what is above all of them, where
    neither a section of its own nor a heading of the deck below it tells otherwise. So does a Stronghold in another
    part, but for comments.
    """
    cards = sorted({entry.request.span.start for entry in deck.entries})
    about = {span: _about(deck, span) for span in (_spans(deck) if cards else ()) if not _heads_table(deck, span.line)}
    if not about:
        return []
    spans = _heading_parts(deck, about, cards[0])
    parts = _Parts(deck, cards, spans)
    lines = sorted({span.start for span, _ in parts.listed} - {each.start for each in spans})
    found: list[OwnHeading] = []
    for span in sorted(spans, key=attrgetter("start")):
        at = bisect_right(lines, span.start)
        # The remark below all cards is about these, whatever else is between.
        line = lines[-1][0] + 1 if 0 < at == len(lines) else span.line
        above = _beside(deck, line, reversed(lines[:at])) if about[span].above else ()
        below = _beside(deck, span.line, lines[at:]) if about[span].below else ()
        found += (OwnHeading(span, place, span.start) for place in above)
        found += parts.below(span, [(line + 1, 0) for line, _ in below])
    return found


class _Parts:
    """The parts of a list that headings may head: to the next heading, to the next empty line, or to the end.

    `listed` has the place and number of each line of cards or unknown names.
    """

    def __init__(self, deck: Deck, cards: list[tuple[int, int]], spans: set[Span]) -> None:
        """Take the places of the cards of `deck`, and those of the headings."""
        counts = [(entry.request.span, entry.count) for entry in deck.entries]
        unread = [line.request for line in deck.unresolved]
        self.listed = [*counts, *((each.span, each.count) for each in unread)]
        self._raw, self._cards, self._last = deck.raw, cards, (len(deck.raw.lines) + 1, 0)
        self._starts = sorted(
            {*(each.start for each in spans), *(each.span.start for each in deck.raw.headers), self._last}
        )
        self._numbers = {each.span: each.count for each in unread if each.counted}
        self._copies, self._all = _copies_before(counts), sum(copies for _, copies in counts)
        self._sizes = (_copies_before(self.listed), _copies_before([(span, 1) for span, _ in self.listed]))

    def below(self, span: Span, ends: list[tuple[int, int]]) -> Iterator[OwnHeading]:
        """Yield the heading at a place once for each part below it that has cards; a part may also end at `ends`."""
        if span.start >= self._cards[-1]:
            return
        first, behind = self._cards[bisect_right(self._cards, span.start)], (span.line, span.column + 1)
        upto = self._starts[bisect_right(self._starts, first)]
        blank = ((line, 0) for line in range(first[0], upto[0]) if not self._raw.line(line).strip())
        for end in dict.fromkeys((*(min(each, upto) for each in ends), next(blank, upto), upto, self._last)):
            sizes = [before(end) - before(behind) for before in self._sizes]
            is_most = 2 * (self._copies(end) - self._copies(first)) >= self._all
            if not is_most and self._numbers.get(span, sizes[0]) in sizes:
                yield OwnHeading(span, first, end)


class _About(NamedTuple):
    """Whether a remark may be about the cards above it, and about those below it."""

    above: bool
    below: bool


def _heading_parts(deck: Deck, about: dict[Span, _About], first: tuple[int, int]) -> set[Span]:
    """Return the places of the lines that may head a part; others above the `first` card head the deck."""
    headers = deck.raw.headers
    if any(header.deck and not header.section and header.span.start > first for header in headers):
        return {*about}
    own = {span for span, said in about.items() if said.below and span.line + 1 == first[0]}
    own |= {header.span for header in headers if header.own}
    strongholds = [entry.request.span.line for entry in deck.entries if entry.card.kind == "stronghold"]
    if any(not deck.raw.line(line).strip() for line in range(first[0], min(strongholds, default=0))):
        own |= {span for span in about if not deck.raw.line(span.line).lstrip().startswith("#")}
    return {span for span in about if span.start > first or span in own}


def _about(deck: Deck, span: Span) -> _About:
    """Return which cards a short remark may be about.

    One that leaves the list open, as ``or`` or ``# the next two are not used``, may be about those on both sides. One
    that takes cards out, as ``out``, may be about those above, unless it heads others.
    """
    line, is_apart = deck.raw.line(span.line), not deck.raw.line(span.line - 1).strip()
    if re.fullmatch(_END, line) and not any(map(str.strip, deck.raw.lines[span.line :])):
        return _About(above=False, below=False)
    leaves_open = line.strip() in BELOW_SIGNS or bool(says(line) & ~Says.MORE)
    # By the lines above and below a remark: its most words, and whether it may take out the cards above it.
    match is_apart, bool(deck.raw.line(span.line + 1).strip()):
        case True, True:  # It begins a part, and a longer one heads this part.
            most, takes_out = _FEW_WORDS, False
        case False, True:  # It is between cards, and may head those below if it begins with a letter.
            most, takes_out = _SHORT, not line[:1].isalpha()
        case _:  # It ends a part, or is on its own.
            most, takes_out = _SHORT, True
    if is_apart and any(fold(line).startswith(fold(entry.card.title)) for entry in deck.entries):
        most = _FEW_WORDS  # It begins with the title of a card, and a longer one is about that card.
    words = line.lower().split()
    is_short = len(words) <= (_SHORT if any(word in ALL_NUMBER_WORDS for word in words) else most)
    below = is_short and leaves_open
    return _About(below or (is_short and takes_out and span in deck.remarks), below)


def _beside(deck: Deck, line: int, cards: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the places of the first few `cards` next to a line, with only other cards and empty lines between."""
    last = line
    for place in islice(cards, _NEAR):
        first, end = sorted((last, place[0]))
        if any(map(str.strip, deck.raw.lines[first : end - 1])):
            return
        yield place
        last = place[0]


def _copies_before(counts: list[tuple[Span, int]]) -> Callable[[tuple[int, int]], int]:
    """Return a function that gives the number of copies listed before a place."""
    ordered = sorted((span.start, copies) for span, copies in counts)
    places = [place for place, _ in ordered]
    sums = [0, *accumulate(copies for _, copies in ordered)]
    return lambda place: sums[bisect_left(places, place)]


def kept(deck: Deck, stays: Callable[[Span], bool]) -> Deck:
    """Return `deck` with only the lines at the places that stay."""
    return replace(
        deck,
        entries=tuple(entry for entry in deck.entries if stays(entry.request.span)),
        unresolved=tuple(each for each in deck.unresolved if stays(each.request.span)),
        left_out=tuple(each for each in deck.left_out if stays(each.span)),
    )


def _apart(deck: Deck, headings: list[OwnHeading]) -> OtherDeck:
    """Return `deck` without the cards of `headings`, all on the same side, and with the headings read as headings."""
    spans, side = tuple(heading.span for heading in headings), headings[0].side
    less = kept(deck, lambda span: span not in spans and not any(heading.heads(span) for heading in headings))
    one, several = f"puts the cards {side} it outside the deck", f"put the cards {side} them outside the deck"
    return saying(less, spans, one, several)


def set_apart(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` without the cards of each own heading in turn, then without those of all headings together.

    All headings together first take their fewest cards, then the next more, and so on.
    """
    found = own_headings(deck)
    is_many = len({heading.span for heading in found}) > _MOST
    for side in ("above", "below"):
        ways = [[*same] for _, same in groupby((each for each in found if each.side == side), attrgetter("span"))]
        for heading in chain(*ways) if not is_many else ():
            yield _apart(deck, [heading])
        for number in range(max(map(len, ways))) if len(ways) > 1 else ():
            yield _apart(deck, [each[min(number, len(each) - 1)] for each in ways])


def without_last(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` without the cards below its only own heading, if that heads the end of the list.

    One that can mean no card is the heading of a part, as ``Splash (Dragon)``; a comment directly below a card is about
    it, and one above another heading is about that.
    """
    parts = {line.span for line in deck.left_out if not line.possible}
    parts |= {header.span for header in deck.raw.headers if not header.own}
    parts |= {aside.span for aside in deck.raw.asides if deck.raw.line(aside.span.line - 1).strip()}
    found = [each for each in own_headings(deck) if each.span not in parts and each.side == "below"]
    headers = [header.span.start for header in deck.raw.headers]
    found = [each for each in found if not any(each.span.start < header < each.start for header in headers)]
    last = max((entry.request.span.start for entry in deck.entries), default=(0, 0))
    few = sum(entry.count for entry in deck.entries if found and found[-1].heads(entry.request.span)) <= _FEW
    if few and len({heading.span for heading in found}) == 1 and found[-1].end > last:
        yield _apart(deck, found[-1:])


def without_titles(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` without each card whose line may be a heading or a remark, and without all of them."""
    cards = ((entry.request.span, entry.request.name) for entry in deck.entries)
    told = [span for span, name in cards if re.search(_TELLING, deck.raw.line(span.line).partition(name)[0])]
    found = [*_titles(deck), *told]
    ways: list[tuple[Span, ...]] = [(span,) for span in found[:_MOST]]
    ways += [tuple(found)] if len(found) > 1 else []
    for spans in ways:
        less = kept(deck, lambda other: other not in spans)  # noqa: B023
        yield saying(less, spans, "is a heading or a remark", "are headings or remarks")


def _titles(deck: Deck) -> list[Span]:
    """Return the places of cards that may be headings or remarks, in a list that counts its cards.

    Such a line is set apart without a number, and has one word or letters of one size: ``Ambush``, ``work in
    progress``; or lines apart from each other have the same word with one number after the other: ``2 Gold``,
    ``3 Gold``.
    """
    cards = [entry.request for entry in deck.entries if entry.card.kind not in STARTING]
    bare = [each for each in cards if not each.counted]
    headings = {0, *(header.span.line for header in deck.raw.headers)}
    apart = [
        entry.request
        for entry in deck.entries
        if is_title_apart(entry, entry.request.span.line, deck.raw.lines, headings)
    ]
    if 2 * sum(_is_of_one_size(each.name) for each in cards) > len(cards):
        apart = [each for each in apart if not _is_of_one_size(each.name)]
    words = [each for each in cards if each.counted and each.name.strip("()").isalpha()]
    steps = {
        span
        for one, other in pairwise(sorted(words, key=attrgetter("name", "count")))
        if one.name == other.name and other.count - one.count == 1 < other.span.line - one.span.line
        for span in (one.span, other.span)
    }
    return [each.span for each in apart if 2 * len(bare) <= len(cards)] + sorted(steps, key=attrgetter("start"))


def is_title_apart(entry: Entry, number: int, lines: Sequence[str], headings: Collection[int]) -> bool:
    """Return whether a card may be a title, and its line is below an empty one or a heading, or has signs beside it.

    So is the last line, if it is all in capitals or all in lower case. `headings` has line numbers.
    """
    name = entry.request.name
    if not 0 < number <= len(lines) or entry.request.counted:
        return False
    above = lines[number - 2] if number > 1 else ""
    is_apart = number - 1 in headings or not above.strip() or not lines[number - 1].strip().startswith(name)
    is_last = not is_apart and not any(map(str.strip, lines[number:]))
    return (is_apart or (is_last and _is_said(name))) and _may_be_title(entry)


def _may_be_title(entry: Entry) -> bool:
    """Return whether a card line without a number may be other words: a single word, or several in the same case.

    An article may come before a single word, as in ``The Sensei``, and a mark after it, as in ``Banzai!``.
    """
    name = entry.request.name
    is_starting = entry.card.kind in (*STARTING, "ring")
    return not is_starting and (name.removeprefix("The ").rstrip("!?.,").isalpha() or _is_said(name))


def _is_said(name: str) -> bool:
    """Return whether a name is written like a remark, or says that the list is unfinished: ``Work in Progress``."""
    return _is_of_one_size(name) or says_unfinished(name)


def _is_of_one_size(name: str) -> bool:
    """Return whether several words are all in capitals, or all in lower case except for the first letter."""
    return " " in name and (name[1:].islower() or name.isupper())


def _heads_table(deck: Deck, number: int) -> bool:
    """Return whether a line names the columns of a Markdown table."""
    return any(re.fullmatch(r"[\s|:-]*\|[\s|:-]*", line) for line in deck.raw.lines[number : number + 1])


def _is_key(deck: Deck, request: Request) -> bool:
    """Return whether a name is a JSON key, which is never a heading."""
    line = deck.raw.line(request.span.line)
    return line.startswith('"', request.span.column - 1) and not request.written.startswith('"')


def _may_be_card(deck: Deck, line: Unresolved) -> bool:
    """Return whether a line with its number in front is rather a card than a heading: not ``2 Possible swaps``."""
    request = line.request
    if not (request.counted and request.written[:1].isdigit()):
        return False
    is_word = " " not in request.name and request.name[:1].isupper()
    return not line.may_be_heading or (is_word and bool(deck.raw.line(request.span.line - 1).strip()))


def _spans(deck: Deck) -> Iterator[Span]:
    """Yield the places of lines that may be headings: unknown names, prose, comments, and kinds below a sideboard."""
    for line in deck.unresolved:
        if not _may_be_card(deck, line) and not _is_key(deck, line.request):
            yield line.request.span
    yield from _titles(deck)
    yield from (line.span for line in deck.left_out if line.kind is LineClass.PROSE)
    is_outside = False
    for header in deck.raw.headers:
        if header.own or header.span in deck.remarks or (is_outside and not header.deck):
            yield header.span
        is_outside = header.section in NOT_IN_DECK or (is_outside and not header.deck)
    for aside in deck.raw.asides:
        is_whole = aside.kind is LineClass.COMMENT and deck.raw.line(aside.span.line).strip() == aside.text
        is_remark = any(map(str.isalpha, aside.text)) and not re.match(r"\W*\d", aside.text)
        if (is_whole and (is_remark or aside.span in deck.remarks)) or aside.text in BELOW_SIGNS:
            yield aside.span
