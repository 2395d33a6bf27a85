"""Two lists in one file, each alone, and lines that change a list: a minus, or parts that are listed twice."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, count, groupby, islice, pairwise, product

from msgspec.structs import replace

from deckcheck.model.deck import DIFFERS, Deck, Entry, LineClass, Request, Span, summed
from deckcheck.model.names import fold
from deckcheck.model.vocabulary import Says, says
from deckcheck.rules.own_headings import OtherDeck, kept, saying, set_apart, taking, without_last, without_titles

STRONGHOLD = "stronghold"
# A line and a column.
_Place = tuple[int, int]
# Shorter lists are only parts of decks.
WHOLE_LIST = 15
# The share of the cards that two lists of recognised and of unknown names have at least in the right one.
_CLEAR = 0.8
# The maximum number of ways to try for one list.
_MOST = 100
# After the last line, and after the text beside the list.
_END = 1_000_000, 1
# Fewer cards that are listed twice are more likely slips than a part of a deck.
_FEW_AGAIN = 5
# Headings of what was in the deck; a section of this name in a structured file is apart from the deck.
_OUT = r"(?i)\W*(?:cards?\s)?(?:out|cuts?|removed|excluded|taken\sout|dropped|swaps?|minus|raus|fuori|fuera)\b[^:]*:"
_DIVIDE = "keep one list, or put each into a file of its own"
# A number that may take copies of a card out again: "-1 Rout", "Rout -1", "0 Rout".
_LESS = r"(?:^|\s)(?:[-−–]\s?\d+|0)\s?[x×]?(?=\s|$)"
# The maximum number of lines in doubt to ask about cards that they name, of such lines on their own, and of copies.
_MOST_REMARKS, _MOST_TAKEN = 20, 5
# Signs in front of changes.
_MINUS, _PLUS = ("-", "−", "–"), ("+",)


def others(deck: Deck) -> Iterator[OtherDeck]:
    """Yield the other decks that a list may mean: a part of it, or all of it without the cards below a heading."""
    versions = (lists_in, versions_in, without_repeated)
    changes = (without_taken, without_gone, without_named, with_fewer, without_all, without_titles, set_apart)
    return chain.from_iterable(way(deck) for way in (*versions, *changes)) if deck.raw.lines else iter(())


def smaller(deck: Deck) -> Iterator[OtherDeck]:
    """Yield a deck without cards that a minus, a heading such as ``Cut``, or the last heading may put outside it."""
    return chain(without_taken(deck), without_gone(deck), without_last(deck)) if deck.raw.lines else iter(())


def lists_in(deck: Deck) -> Iterator[OtherDeck]:
    """Yield each of the lists that `deck` may really be, with the line that separates it from the next or previous one.

    Each list has a Stronghold or a first heading of its own, or one of two has unknown names. The next one begins with
    it or with one of the lines above it that an empty line or a heading sets apart, and has its share of the cards.
    """
    starts = _starts(deck)
    divides = [_divides(deck, above, start) for above, start in pairwise(starts)]
    edges = [[(1, 1)], *divides, [_END]] if divides else []
    for begins, ends in pairwise(edges):
        for first, last in islice(product(begins, ends), _MOST):
            other = first[0] if first > (1, 1) else last[0]
            yield from _part(deck, lambda span: first <= span.start < last, other, len(starts))  # noqa: B023
    for lines in deck.raw.lists:
        other = lines[0] if lines[0] > 1 else next(line for line in count(1) if line not in lines)
        yield from _part(deck, lambda span: span.line in lines, other, len(deck.raw.lists))  # noqa: B023


def versions_in(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` with one of the parts that have the same heading, such as a second ``Dynasty``, for each of them."""
    headers = [header for header in deck.raw.headers if header.deck]
    ends = [*(header.span.start for header in headers[1:]), _END]
    parts = [(each, each.span.start, end) for each, end in zip(headers, ends, strict=False) if each.section]
    for one, *_ in parts:
        others = [(start, end) for each, start, end in parts if each.section == one.section and each is not one]
        if others:
            left = kept(deck, lambda span: not any(a <= span.start < b for a, b in others))  # noqa: B023
            yield _replacing(left, one.span)


def _starts(deck: Deck) -> list[_Place]:
    """Return the places of all Strongholds where there are several, else of all headings like the first of a deck."""
    strongholds = {entry.request.span.start for entry in deck.entries if entry.card.kind == STRONGHOLD}
    headers = [header for header in deck.raw.headers if header.deck and header.section]
    headings = {header.span.start for header in headers if header.section == headers[0].section}
    found = sorted(strongholds if len(strongholds) > 1 else headings)
    return found if len(found) > 1 else _of_unknown(deck)


def _of_unknown(deck: Deck) -> list[_Place]:
    """Return where a deck of recognised names and a list of unknown names end and begin, if there are both."""
    copies = [(entry.request.span.start, entry.count) for entry in deck.entries]
    lines = sorted([*copies, *((line.request.span.start, -line.request.count) for line in deck.unresolved)])
    decks = summed((entry.card.deck, entry.count) for entry in deck.entries)
    unknown = sum(line.request.count for line in deck.unresolved)
    if unknown < WHOLE_LIST or sum(number >= WHOLE_LIST for number in decks.values()) < len(("dynasty", "fate")):
        return []
    sums = [*accumulate(number for _, number in lines)]
    apart = [abs(2 * upto - sums[-1]) for upto in sums[:-1]]
    last = apart.index(max(apart))
    is_clear = apart[last] > _CLEAR * (sums[-1] + 2 * unknown)
    return [lines[last][0], lines[last + 1][0]] if is_clear else []


def _divides(deck: Deck, above: _Place, start: _Place) -> list[_Place]:
    """Return the beginnings of lines after `above`, and `start`, with which a list may begin."""
    headings = {header.span.line for header in deck.raw.headers}
    lines = (line for line in range(above[0] + 1, start[0]) if deck.raw.line(line).strip())
    return [*((line, 1) for line in lines if line in headings or not deck.raw.line(line - 1).strip()), start]


def _part(deck: Deck, is_in: Callable[[Span], bool], other: int, lists: int) -> Iterator[OtherDeck]:
    """Yield a part of a deck, beside which a list begins on the line `other`, if it has the share of one of several."""
    part = kept(deck, is_in)
    copies, everything = (
        sum(entry.count for entry in each.entries if entry.card.kind != STRONGHOLD)
        + sum(line.request.count for line in each.unresolved)
        for each in (part, deck)
    )
    if copies >= WHOLE_LIST and everything < copies * (lists + 1) < everything * lists:
        begin = Span(other, 1, max(len(deck.raw.line(other)), 1) + 1)
        yield OtherDeck(part, (begin,), f"another list begins in line {other}", _DIVIDE)


def without_taken(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` without the copies that lines with a minus may take out of it, and without these lines.

    In a list whose other lines have none, ``- 1 Rout`` may change the line with that card rather than add to it, or
    tell of a change that was made, as ``+ 1 Banzai`` may then.
    """
    lines = [*(entry.request for entry in deck.entries), *(line.request for line in deck.unresolved)]
    minus = {each.span: each for each in lines if _has_sign(deck, each, _MINUS)}
    others = {fold(entry.request.name) for entry in deck.entries if entry.request.span not in minus} if minus else ()
    found = [each for each in minus.values() if fold(each.name) in others]
    if not 0 < 2 * len(found) <= len(lines):
        return
    spans = tuple(each.span for each in found)
    rest = kept(deck, lambda span: span not in spans)
    yield taking(_without(rest, found), spans)
    plus = {each.span for each in lines if _has_sign(deck, each, _PLUS)}
    yield taking(kept(rest, lambda span: span not in plus), spans)


def without_gone(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` without the copies that are also listed below a heading such as ``Out``, with their lines."""
    gone = [entry.request for entry in deck.outside if re.match(_OUT, entry.request.header)]
    if gone:
        spans = tuple(each.span for each in gone)
        yield taking(_without(kept(deck, lambda span: span not in spans), gone), spans)


def without_named(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` without the cards that a remark names and may take out: ``# Rout and Banzai are not used``.

    A comment does so if it leaves one of its cards open; other comments only talk about cards. A number below 1 may
    also take out some copies.
    """
    lines = [(line.request.span, line.request.written, line.request.counted) for line in deck.unresolved]
    less = {span for span, said, _ in lines if re.search(_LESS, said)}
    remarks = [(span, said) for span, said, counted in lines if span in less or not counted]
    asked = [fold(line.request.name) for line in deck.unresolved if line.request.counted]
    comments = (each for each in deck.raw.asides if each.kind is LineClass.COMMENT) if asked else ()
    remarks += [(each.span, each.text) for each in comments if any(name in fold(each.text) for name in asked)]
    for span, said in remarks:
        text = fold(said) if span in less or says(said) & ~Says.MORE else ""
        named = {each.request.span for each in deck.entries if text and fold(each.card.title) in text} - {span}
        if named:
            yield taking(kept(deck, lambda other: other not in named), (span,))  # noqa: B023


def with_fewer(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` with fewer copies of the cards that each line in doubt names, and of those of all: ``Only 3 Rout``.

    Such a line may correct the one with the card, as ``1 Rout out, 1 Banzai in`` does.
    """
    titles = {entry.request.span: title_in_words(entry.card.title) for entry in deck.entries}
    named: dict[Span, set[Span]] = {}
    for line in deck.unresolved[:_MOST_REMARKS] if titles else ():
        said = in_words(line.request.written)
        named[line.request.span] = {span for span, title in titles.items() if title in said}
    named = {span: spans for span, spans in named.items() if spans}
    found = [((span,), spans) for span, spans in named.items()] if len(named) <= _MOST_TAKEN else []
    for lines, spans in (*found, *[(tuple(named), set().union(*named.values()))] * (len(named) > 1)):
        most = max(entry.count for entry in deck.entries if entry.request.span in spans)
        for copies in range(1, min(most, _MOST_TAKEN)):
            left = (
                replace(entry, count=max(1, entry.count - copies)) if entry.request.span in spans else entry
                for entry in deck.entries
            )
            yield taking(replace(deck, entries=tuple(left)), lines)


def in_words(text: str) -> str:
    """Return the folded words of a text, with a space around each, to find titles in it; not those of East Asia."""
    words = map(fold, re.findall(r"(?:(?![\u2e80-\uffff])[\w'’])+", text))
    return f" {' '.join(words)} "


# Titles appear in many lists.
title_in_words = lru_cache(maxsize=10_000)(in_words)


def without_all(deck: Deck) -> Iterator[OtherDeck]:
    """Yield no cards but a remark above or below them that may say that the deck differs, as ``old version`` does.

    One that names some cards is about these.
    """
    lines = [entry.request.span.line for entry in deck.entries]
    remarks = {line.request.span: in_words(line.request.written) for line in deck.unresolved if line.why == DIFFERS}
    around = [span for span in remarks if not min(lines, default=0) < span.line < max(lines, default=0)]
    titles = [title_in_words(entry.card.title) for entry in deck.entries] if around else []
    said = tuple(span for span in around if not any(title in remarks[span] for title in titles))
    if said:
        none = kept(deck, lambda span: span in said)
        yield saying(none, said, "says that the deck differs", "say that the deck differs")


def _has_sign(deck: Deck, request: Request, signs: tuple[str, ...]) -> bool:
    text = deck.raw.line(request.span.line)[request.span.column - 1 :].lstrip()
    return request.counted and text.startswith(signs) and request.name in text


def _without(deck: Deck, gone: Sequence[Request]) -> Deck:
    """Return `deck` without the copies that the lines `gone` name."""
    taken = summed((fold(each.name), each.count) for each in gone)
    left: list[Entry] = []
    for entry in deck.entries:
        name = fold(entry.request.name)
        out = min(entry.count, taken[name])
        taken[name] -= out
        if out < entry.count:
            left.append(replace(entry, count=entry.count - out))
    return replace(deck, entries=tuple(left))


def without_repeated(deck: Deck) -> Iterator[OtherDeck]:
    """Yield `deck` without either version of a part that is listed twice, with the line where the second one begins.

    The second version begins with the first card that is listed again, and the first one where that card is. Copies of
    a card on lines one below the other are in one version.
    """
    firsts: dict[str, _Place] = {}
    again: dict[str, tuple[_Place, Span]] = {}
    for card, same in groupby(deck.entries, lambda entry: entry.card.id):
        span = next(same).request.span
        first = firsts.setdefault(card, span.start)
        if first < span.start:
            again.setdefault(card, (first, span))
    if len(again) >= _FEW_AGAIN:
        first, second = next(iter(again.values()))
        span = Span(second.line, 1, len(deck.raw.line(second.line)) + 1)
        yield _replacing(kept(deck, lambda at: at.start < second.start), span)
        yield _replacing(kept(deck, lambda at: not first <= at.start < second.start), span)


def _replacing(deck: Deck, span: Span) -> OtherDeck:
    """Return the deck that a list means if the part that begins at a place replaces another one."""
    return OtherDeck(deck, (span,), f"the part that begins in line {span.line} replaces another one", _DIVIDE)
