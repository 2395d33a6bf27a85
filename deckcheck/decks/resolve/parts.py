"""Read lines by their place in the list: totals of a part, and headings with numbers."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from deckcheck.decks.resolve.numbering import form_of
from deckcheck.decks.resolve.numbers import number_beside
from deckcheck.decks.words.counts import is_bracketed_behind
from deckcheck.decks.words.headers import HEADERS, SECTIONS, with_cards, words_of
from deckcheck.decks.words.wholes import sums_of_all, sums_of_parts
from deckcheck.model.deck import NOT_IN_DECK, STARTING, Aside, Entry, Header, LineClass, RawDeck, Request, Span, summed

# Numbers as low as this more likely count copies of one card than all cards of a part.
_FEW = 3
# With this number of totals in one form, smaller numbers are totals too.
_SEVERAL = 2
# Separators between the sums on a line, and words beside the number of each.
_COLUMNS = r"(?:\s{2,}|\t)(?=(?:[^\W\d]+ )?\d)"
_BETWEEN_SUMS = rf"[,;/&+|)]|\band\b|(?<=\d cards)\s\(|(?<=\d)(?:\s*\(|\s*=\s*(?=\d)|\s+(?=\w+:)|{_COLUMNS})"
_BESIDE_SUM = r"[^\W\d]|\.{2,}|[\s:=()\[\]*–—>→✓✔'’-]"
_SUM_WORDS = SECTIONS["totals"] | SECTIONS["beside totals"]
_OF_SUMS = _SUM_WORDS | HEADERS.keys()
# Words for the starting cards that a total includes: "81 (with Stronghold)", "80 cards + Sensei".
_LESS = r"without|excluding|excl\.?|not\scounting|plus|and|[+&,]"
_WITH_STARTS = rf"""(?P<total>\D*\d+\D*?)[\s(\[]*(?:(?<=\W)|(?=[+&,]))(?:with|including|incl\.?|(?P<less>{_LESS}))\s
    (?P<starts>(?:(?:the|my|and|a|[&+,]|{"|".join(STARTING)})\W*)+)"""
# The name of a card is cut off, or missing: "1 Ring of", "1 Event ___".
_NAMELESS = r"\bof\W*$|(?<!\w)_+(?!\w)"
_SHARE = r"\(\d+(?:[.,]\d+)?\s?%\)"
# The summands and the sum on a line: "3 + 26 + 11 = 40".
_ADDED = r"\d{1,3}(?:\s*\+\s*\d{1,3})+(?=\s*=\s*(\d{1,3})(?!\d))"
_LONGEST = 200
# A number may belong to a name at most this number of lines below it.
_NEAR = 2

# What a line may be that gives a number of cards.
Part = Request | Aside | Header


class Sum(NamedTuple):
    """A number that may count cards: those in the parts of the deck that `parts` names, or in any ("Total").

    A line may say that it counts some types of starting cards, or everything `less` these.
    """

    number: int
    parts: frozenset[str]
    is_said: bool
    starts: frozenset[str] = frozenset()
    less: bool = False


def empty_headings(raw: RawDeck) -> list[Header]:
    """Return the headings of whole decks with a number of cards but no cards below: ``Dynasty: 40`` at the end."""
    decks = [header for header in raw.headers if header.deck]
    empty = (header for header, cards in with_cards(decks, raw.requests) if not cards)
    return [header for header in empty if header.count and header.section not in NOT_IN_DECK]


def sums_on(part: Part, raw: RawDeck) -> tuple[Sum, ...]:
    """Return the numbers on a line whose only words are those of totals and headings: ``41 Dynasty, 40 Fate``.

    A comment calls them totals: ``# 40 cards``.
    """
    if not raw.is_list:
        return ()
    line = raw.line(part.span.line)
    if isinstance(part, Header):
        return tuple(each._replace(is_said=True) for each in _sums_in(part.text.strip("#/; ")))
    if isinstance(part, Request):
        found = _sums_in(line)
        if not found and "|" in line:
            found = _sums_in(re.sub(r"[|*]+", " ", line).strip())
        return found if found or part.written == line else _sums_in(part.written)
    sums = _sums_in(line.strip(" \t#/;")) if part.kind is LineClass.COMMENT and part.text == line.strip() else ()
    return sums if any(each.is_said for each in sums) else ()


def are_totals(sums: tuple[Sum, ...]) -> bool:
    """Return whether numbers are called totals of all cards, and cannot be copies of one."""
    return all(each.is_said and not each.parts for each in sums)


def _sums_in(text: str) -> tuple[Sum, ...]:
    first = re.search(r"[^\W\d_]+", text)  # Most lines name a card, and their first word shows it.
    if len(text) > _LONGEST or (first and first[0].casefold() not in _OF_SUMS):
        return ()
    text = re.sub(_ADDED, _without_summands, re.sub(_SHARE, "", text)).removesuffix(".")
    if match := re.fullmatch(_WITH_STARTS, text.strip(), re.IGNORECASE | re.VERBOSE):
        starts = frozenset(kind for kind in STARTING if kind in match["starts"].casefold())
        sums = _sums_in(match["total"])
        less = bool(match["less"])
        return tuple(each._replace(is_said=True, starts=starts, less=less) for each in sums if not each.parts)
    if not _OF_SUMS.issuperset(words_of(text)) or re.search(_NAMELESS, text, re.IGNORECASE):
        return ()
    found = []
    for part in re.split(_BETWEEN_SUMS, text.casefold()):
        words = frozenset(words_of(part))
        number = re.fullmatch(rf"(?:{_BESIDE_SUM})*(\d{{1,3}})(?:{_BESIDE_SUM})*", part)
        if number is not None:
            is_said = not words.isdisjoint(SECTIONS["totals"]) or words.issuperset(("deck", "size"))
            found.append(Sum(int(number[1]), words - _SUM_WORDS, is_said))
        elif any(map(str.isalnum, part)):
            return ()
    return tuple(found)


def _without_summands(match: re.Match[str]) -> str:
    """Return nothing instead of summands in front of their sum, and those of any other number unchanged."""
    return "" if sum(map(int, re.findall(r"\d+", match[0]))) == int(match[1]) else match[0]


def totals(raw: RawDeck, sums: Mapping[Span, tuple[Sum, ...]], entries: Sequence[Entry]) -> Iterator[Span]:
    """Yield the places of the lines whose `sums` count cards: of the part that each names, or of any part.

    `entries` are the cards of the deck. A number above or beside a line without one may belong to that line, unless it
    has a label, as in ``Signature: ____``. A number as small as one of copies is a total where several larger ones have
    its form, and all are right.
    """
    cards = [each for each in raw.requests if each.span not in sums]
    forms: dict[str, list[tuple[Span, bool | None]]] = {}
    for span, said in sums.items():
        parts = _part_above(raw, cards, span.line), _part_below(cards, span.line)
        known = _sizes(said, entries, (*parts, _above(cards, span.line)), len(cards))
        own = [entries, *([entry for entry in entries if entry.request in part] for part in parts)]
        beside = len(said) > 1 or _is_apart(span.line, cards)
        found = [_is_total(each, known, own, beside=beside) for each in said]
        forms.setdefault(form_of(raw.line(span.line)), []).append((span, None if None in found else all(found)))
    for same in forms.values():
        is_usual = sum(found or False for _, found in same) >= _SEVERAL and all(found is not False for _, found in same)
        yield from (span for span, found in same if found or (found is None and is_usual))


def _sizes(said: tuple[Sum, ...], entries: Sequence[Entry], parts: Sequence[list[Request]], cards: int) -> set[int]:
    """Return the numbers that a line may give: those of the cards in `parts` of the list, the last all above it.

    `cards` is the number of all lines with cards.
    """
    counts = [(entry.card, entry.count) for entry in entries]
    starts = sum(copies for card, copies in counts if card.kind in STARTING)
    if kinds := said[0].starts:
        named = summed((card.kind, copies) for card, copies in counts if card.kind in kinds)
        less = named.total() if said[0].less else starts - named.total()
        return {sum(copies for _, copies in counts) - less} if len(named) == len(kinds) else set()
    copies_on = {entry.request.span: entry.count for entry in entries}  # Cells of tables have theirs by now.
    sizes = [sum(copies_on.get(each.span, each.count) for each in part) for part in parts]
    known = {*sizes, sizes[-1] - starts}
    if len(said) > 1 or said[0].is_said or len(parts[-1]) in (0, cards):
        known |= {*sums_of_all(counts)}
    return known


def _is_apart(line: int, cards: Sequence[Request]) -> bool:
    """Return whether the number on a line cannot be that of a card beside it."""
    near = (each for each in cards if each.name and -1 <= each.span.line - line <= _NEAR and ":" not in each.name)
    return all(each.counted or number_beside(each.written) is not None for each in near)


def _is_total(each: Sum, known: Collection[int], parts: Sequence[Sequence[Entry]], *, beside: bool) -> bool | None:
    """Return whether a number is one of those `known`, or counts the cards that it names in the deck or near it.

    `beside` tells whether the number cannot be one of copies on a line beside it; a small one may be (None).
    """
    if each.parts:
        own = [[(e.card, e.count) for e in part if e.request.section not in NOT_IN_DECK] for part in parts]
        return any(each.number in sums_of_parts(part, each.parts) for part in own if part)
    is_large = each.number > _FEW
    if each.number not in known or not (beside or (is_large and each.is_said)):
        return False
    return True if is_large or each.is_said else None


def is_heading(request: Request, raw: RawDeck) -> bool:
    """Return whether the number behind a name counts the cards directly below it, as a heading does.

    It is below an empty line if only one card is below it, which then has its number in front. So it is in lists with
    several such numbers one directly below the other, as these count copies.
    """
    below = _part_below(raw.requests, request.span.line)
    above = request.span.line - 1
    is_apart = above > 0 and not raw.line(above).strip()
    is_sized = len(below) > 1 or (is_apart and any(each.written[:1].isdigit() for each in below))
    if not is_sized or request.count != sum(each.count for each in below):
        return False
    both = (each for each in pairwise(raw.requests) if all(is_bracketed_behind(one.written) for one in each))
    return is_apart or above == 0 or len([*islice(both, _FEW)]) < _FEW


def _above(requests: Sequence[Request], line: int) -> list[Request]:
    return [each for each in requests if each.span.line < line]


def _part_above(raw: RawDeck, cards: Sequence[Request], line: int) -> list[Request]:
    """Return the cards between the last header, total or empty line above `line` and it."""
    starts = {header.span.line for header in raw.headers} | {each.span.line for each in raw.requests}
    starts -= {each.span.line for each in cards if each.name}
    starts |= {number for number, text in enumerate(raw.lines, 1) if not text.strip()}
    start = max((each for each in starts if each < line), default=0)
    return [each for each in _above(cards, line) if each.span.line > start]


def _part_below(requests: Sequence[Request], line: int) -> list[Request]:
    """Return the requests between `line` and the next header, empty line or line with a number behind its name."""
    found: list[Request] = []
    for each in requests:
        if each.span.line <= line:
            continue
        if each.span.line != line + len(found) + 1 or is_bracketed_behind(each.written) or not each.name:
            break
        found.append(each)
    return found
