"""Read lines by their place in the list: totals of a part, headings with numbers, numbered lists."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import NamedTuple

from msgspec.structs import replace

from deckcheck.decks.readers import is_list
from deckcheck.decks.resolve.doubts import WHOLE_LIST
from deckcheck.decks.resolve.tokens import plain
from deckcheck.decks.text.lists import request_in
from deckcheck.decks.words.counts import is_bracketed_behind
from deckcheck.decks.words.headers import HEADERS, SECTIONS, with_cards, words_of
from deckcheck.decks.words.talk import TOTALS
from deckcheck.decks.words.wholes import sums_of_all, sums_of_parts
from deckcheck.model.deck import NOT_IN_DECK, STARTING, Aside, Entry, Header, LineClass, RawDeck, Request, grouped
from deckcheck.model.names import split_experience
from deckcheck.model.spans import Span

# Numbers as low as this more likely count copies of one card than all cards of a part.
_FEW = 3
# With this number of totals in one form, smaller numbers are totals too.
_SEVERAL = 2
# Separators between the sums on a line, and words beside the number of each.
_BETWEEN_SUMS = r"[,;/&+|)]|\band\b|(?<=\d cards)\s\(|(?<=\d)(?:\s*\(|\s*=\s*(?=\d)|\s+(?=\w+:))"
_BESIDE_SUM = r"[^\W\d]|[\s:=()\[\]*–—>→✓✔'’-]"
_SUM_WORDS = TOTALS | SECTIONS["beside totals"]
_OF_SUMS = _SUM_WORDS | HEADERS.keys()
# Words for the starting cards that a total includes: "81 (with Stronghold)", "80 cards + Sensei".
_LESS = r"without|excluding|excl\.?|not\scounting|plus|and|[+&,]"
_WITH_STARTS = rf"""(?P<total>\D*\d+\D*?)[\s(\[]*(?:(?<=\W)|(?=[+&,]))(?:with|including|incl\.?|(?P<less>{_LESS}))\s
    (?P<starts>(?:(?:the|my|and|a|[&+,]|{"|".join(STARTING)})\W*)+)"""
_SHARE = r"\(\d+(?:[.,]\d+)?\s?%\)"
_LONGEST = 100
# In lists with more lines than this, such numbers count lines rather than copies, even with gaps.
LONG = 4
_GAP = 3
# The number of characters in which to look for numbers behind names.
_BEHIND = 6
# A number may belong to a name at most this number of lines below it.
_NEAR = 2
ORDINAL = re.compile(r"[(\[]?(\d{1,3})[.)\]](?!\d)")
# Before other signs a number counts lines in a list that numbers its lines, and copies in other lists.
NUMBERED = re.compile(rf"{ORDINAL.pattern}|(\d{{1,3}})(?:[:,;]| ?[-–—|/]|\\[.)]) ")
_NUMBERED = re.compile(rf"{NUMBERED.pattern}|([IVXLC]{{1,8}})[.):] ")
_NUMBERED_BEHIND = re.compile(r"(?:\s[-–—/|] ?|[,:;] ?|[(\[])(\d{1,3})[)\]]?$")
# A number alone before or behind a name, except a collector number behind brackets, or the pack number of an id.
_FIRST = re.compile(r"\W*(\d{1,3})(?![^\W_]|[-_][a-z]|[.,]\d|\s?[x×]\s)")
_LAST = re.compile(r"""(?:[(\[](\d{1,3})[)\]]|(?<![)\]\d])(?:[^\w)\]#]|_)(\d{1,3})[\s|"'*_]*)$""")
# Where more than a third of the lines have numbers too high for copies, the numbers count something else.
_MANY = 3
_WORD = re.compile(r"[^\W\d_]+")
# Words, and the signs between and behind them in names.
_NAME = r"[^\W\d_]+(?:[ ,.'’-]*[^\W\d_]+)*[!?.'’]*"
# Line numbers in front of a card with its number of copies: "II. 3x Iron Mine", "b) Iron Mine (3)", "#1 3x Iron Mine".
_SIGN = r"(?:[#№]|(?:[Nn][ro]\.?|[Cc]ard|[Ll]ine)\s?\#?)\s?(?=\d)"
_LINE_NUMBER = rf"""(?P<sign>{_SIGN})?[(\[]?(?P<number>\d{{1,3}}|[IVXLC]{{1,8}}|[a-z])
    (?:(?:\.?[.):\]/]|°\)?|\s?[-–—])\s+|\.(?=\d+x)|\t\s*(?=\d)|(?(sign)\s+|(?!)))"""
_COPIES = r"\d{1,2}\s?[x×]?\s+[^\W\d].*|[^\W\d].*(?:\s[x×]\s?\d{1,2}|[(\[][x×]?\d{1,2}[)\]])"
_COUNTING = rf"(?x:{_LINE_NUMBER})(?P<card>{_COPIES})"
# Signs around the number on every line of a whole list have no meaning.
_MARKED = r"""(?x)(?P<mark>(?:[+№#@oO]|[Nn][ro]\.|(?::[a-z_]+:\s?)+|))\s?(?P<copies>[1-4])\s?[x×]?(?P<sign>[→➔➜⇒@+ºª°]?)
    \s+(?P<name>[^\W\d].*)"""
_PROVINCE = r"(?i)(?:province\s)?[(\[#]*(?P<number>\d)[\W_]*\s[\W_]*(?P<card>[^\W\d].*)"
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
# The number of copies after the line number: "2. 3x Iron Mine", "2. Iron Mine x3".
_ITS_OWN = re.compile(r"\s?\d{1,2}\s?[x×]?\s|.*\s(?:[x×]\s?\d{1,2}|\d{1,2}\s?[x×])\W*$", re.IGNORECASE)


def may_count_lines(text: str) -> bool:
    """Return whether a line begins with a number that may be its own, with or without a number of copies."""
    return NUMBERED.match(text) is not None or re.match(f"(?x:{_LINE_NUMBER})", text) is not None


def has_odd_number(request: Request, raw: RawDeck) -> bool:
    """Return whether a line is one of few with another number before the copies: ``3. 2 Iron Mine``.

    Such numbers count the lines if they run from 1.
    """
    both = rf"{ORDINAL.pattern}\s*\d"
    if re.match(both, request.written) is None:
        return False
    numbers = (int(match[1]) for each in raw.requests if (match := re.match(both, each.written)))
    found = [*islice(numbers, LONG + 1)]
    are_lines = len(found) > _SEVERAL and found == [*range(1, len(found) + 1)]
    return len(found) <= LONG and not are_lines and 2 * len(found) < len(raw.requests)


def ordinals(raw: RawDeck) -> frozenset[int]:
    """Return the lines whose only number may count the lines, 1, 2, 3, and not copies: ``2. Iron Mine``.

    Each part of the list may begin with 1 again. Numbers too high for copies may come in any order.
    """
    numbered = ((_NUMBERED.match(plain(each.written)), each) for each in raw.requests)
    found = [(_number(m[m.lastindex or 0]), m.end(), each) for m, each in numbered if m]
    ends = [each for each in raw.requests if not each.written[-1:].isalpha()]
    behind = [(int(m[1]), each) for each in ends if (m := _NUMBERED_BEHIND.search(each.written[-_BEHIND:]))]
    lines = _running(raw) | _one_by_one(raw) | _too_high(raw)
    own = {each.span.line for _, end, each in found if _ITS_OWN.match(each.written, end)}
    if _count_lines([number for number, _, _ in found]):
        lines |= {each.span.line for _, _, each in found}
    # Two numbers may belong to the two decks: "Dynasty side (41)", "Fate side (42)".
    if (len(behind) > _SEVERAL or 1 in dict(behind)) and _count_lines([number for number, _ in behind]):
        lines |= {each.span.line for _, each in behind if not each.written[:1].isdigit()}
    return frozenset(lines - own)


def without_line_numbers(raw: RawDeck) -> RawDeck:
    """Return a list without numbers of provinces or lines beside its copies, and without a mark on all numbers."""
    if not is_list(raw.syntax):
        return raw
    counted = [each for each in raw.requests if any(map(str.isdigit, each.written))]
    marked = _all_match(_MARKED, counted)
    marks = {(each["mark"], each["sign"]) for each in marked.values()}
    if len(marked) >= WHOLE_LIST and len(marks) == 1 and marks != {("", "")}:
        return _with_cards(raw, {at: f"{each['copies']} {each['name']}" for at, each in marked.items()})
    matches = _all_match(_PROVINCE, [each for each in raw.requests if each.section == "province"])
    if len(matches) <= LONG or [int(each["number"]) for each in matches.values()] != [*range(1, len(matches) + 1)]:
        matches = _all_match(_COUNTING, counted)
        numbers = [_number(match["number"]) for match in matches.values()]
        # Bare numbers may be copies, and the others costs: "1<tab>2<tab>Iron Mine".
        is_bare = any(re.match(r"\d+\t", match[0]) for match in matches.values())
        are_lines = numbers == [*range(1, len(numbers) + 1)] if is_bare else _count_lines(numbers)
        if len(matches) < WHOLE_LIST or not are_lines:
            return raw
    return _with_cards(raw, {at: each["card"] for at, each in matches.items()})


def _with_cards(raw: RawDeck, cards: Mapping[Span, str]) -> RawDeck:
    """Return a list with the given text of some lines read as cards."""
    requests = [
        request_in(cards[each.span], each.span, raw.limits, (each.header, each.section)) if each.span in cards else each
        for each in raw.requests
    ]
    return replace(raw, requests=tuple(requests))


def _all_match(pattern: str, requests: Sequence[Request]) -> dict[Span, re.Match[str]]:
    """Return the matches of a pattern with the lines of requests; empty if one does not match."""
    found: dict[Span, re.Match[str]] = {}
    for each in requests:
        if (match := re.fullmatch(pattern, each.written)) is None:
            return {}
        found[each.span] = match
    return found


def _number(text: str) -> int:
    """Return the number in a text, in digits, in Roman numerals or as a letter."""
    if text.isdigit() or text.islower():
        return int(text) if text.isdigit() else ord(text) - ord("a") + 1
    values = [*map(_ROMAN.__getitem__, text), 0]
    return sum(-one if one < other else one for one, other in pairwise(values))


def _count_lines(numbers: list[int]) -> bool:
    """Return whether numbers count lines, up or down, in several parts or with a few gaps."""
    steps = list(pairwise(numbers))
    if all(after in (1, before + 1) for before, after in steps):
        return any(before < after for before, after in steps)
    is_long = len(numbers) > LONG
    return is_long and (
        all(before - 1 == after for before, after in steps)
        or all(0 < after - before <= _GAP or after == 1 for before, after in steps)
    )


def _too_high(raw: RawDeck) -> set[int]:
    """Return the numbered lines of a whole list in which many numbers are 0 or too high for copies."""
    if not is_list(raw.syntax) or len(raw.requests) < WHOLE_LIST:
        return set()
    numbers = {each.span.line: int(m[m.lastindex or 1]) for each in raw.requests if (m := _beside(each.written))}
    others = sum(not 0 < number <= LONG for number in numbers.values())
    return {*numbers} if _MANY * others > len(raw.requests) else set()


def _beside(text: str) -> re.Match[str] | None:
    """Return the number alone before the name on a line, else the one behind it."""
    return _FIRST.match(text) or (None if text[-1:].isalpha() else _LAST.search(text))


def _running(raw: RawDeck) -> set[int]:
    """Return the lines that begin with 1, 2, 3 and so on without any sign, if there are more than a card has copies."""
    found: set[int] = set()
    if max([each.count for each in raw.requests], default=0) <= LONG:
        return found
    run: list[int] = []
    for request in [*raw.requests, None]:
        number = request.count if request and request.counted and request.written[:1].isdigit() else 0
        if request and number == len(run) + 1:
            run.append(request.span.line)
            continue
        found |= set(run) if len(run) > LONG else set()
        run = [request.span.line] if request and number == 1 else []
    return found


def usual_form(raw: RawDeck) -> str:
    """Return the form of most lines with a number, as `form_of` describes it, "" without one."""
    forms = Counter(filter(None, (form_of(each.written) for each in raw.requests)))
    form, times = max(forms.items(), key=itemgetter(1), default=("", 0))
    return form if times > LONG and 2 * times > forms.total() else ""


def form_of(text: str) -> str:
    """Return the signs around the names and numbers on a line, "" without a number: ``- [ ] 0 N``, ``N = 0``."""
    signs = re.sub(r"\d+", "0", re.sub(_NAME, "N", text.strip()))
    return re.sub(r"(\W)\1+", r"\1", signs) if "0" in signs else ""


def _one_by_one(raw: RawDeck) -> set[int]:
    """Return the lines that name one card repeatedly, as its copy 1, 2, 3.

    In a whole list where more than a third of the lines do so, one below the other, each line is one copy, whatever its
    number.
    """
    names = [_words(each) for each in raw.requests]
    if len({*names}) > len(names) - _FEW + 1:
        return set()
    rows = (len([*same]) for _, same in groupby(names))
    if _MANY * sum(each for each in rows if each >= _FEW) > len(names) >= WHOLE_LIST:
        return {each.span.line for each in raw.requests if _is_counted(each)}
    several = [each for each in grouped(zip(names, raw.requests, strict=True)).values() if len(each) >= _FEW]
    counting = [each for each in several if [one.count for one in each] == list(range(1, len(each) + 1))]
    return {request.span.line for each in counting for request in each}


def _words(request: Request) -> str:
    """Return the name of a request, or only its words where its number is in an unusual place."""
    is_plain = request.counted or (request.written[:1].isalpha() and request.written[-1:].isalpha())
    return request.name.casefold() if is_plain else " ".join(_WORD.findall(request.written.casefold()))


def _is_counted(request: Request) -> bool:
    """Return whether a line has a number greater than one, apart from levels."""
    match = _beside(split_experience(request.written)[0])
    return request.count > 1 or (match is not None and int(match[match.lastindex or 1]) > 1)


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
    return [
        header
        for header, cards in with_cards(decks, raw.requests)
        if header.count and not cards and header.section not in NOT_IN_DECK
    ]


def sums_on(part: Part, raw: RawDeck) -> tuple[Sum, ...]:
    """Return the numbers on a line whose only words are those of totals and headings: ``41 Dynasty, 40 Fate``.

    A comment calls them totals: ``# 40 cards``.
    """
    if not is_list(raw.syntax):
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
    first = _WORD.search(text)  # Most lines name a card, and their first word shows it.
    if len(text) > _LONGEST or (first and first[0].casefold() not in _OF_SUMS):
        return ()
    text = re.sub(_SHARE, "", text).removesuffix(".")
    if match := re.fullmatch(_WITH_STARTS, text.strip(), re.IGNORECASE | re.VERBOSE):
        starts = frozenset(kind for kind in STARTING if kind in match["starts"].casefold())
        sums = _sums_in(match["total"])
        is_total = len(sums) == 1 and not sums[0].parts
        return (sums[0]._replace(is_said=True, starts=starts, less=bool(match["less"])),) if is_total else ()
    if not _OF_SUMS.issuperset(words_of(text)):
        return ()
    found = []
    for part in re.split(_BETWEEN_SUMS, text.casefold()):
        words = frozenset(words_of(part))
        number = re.fullmatch(rf"(?:{_BESIDE_SUM})*(\d{{1,3}})(?:{_BESIDE_SUM})*", part)
        if number is not None:
            is_said = not words.isdisjoint(TOTALS) or words.issuperset(("deck", "size"))
            found.append(Sum(int(number[1]), words - _SUM_WORDS, is_said))
        elif any(map(str.isalnum, part)):
            return ()
    return tuple(found)


def totals(raw: RawDeck, sums: Mapping[Span, tuple[Sum, ...]], entries: Sequence[Entry]) -> Iterator[Span]:
    """Yield the places of the lines whose `sums` count cards: of the part that each names, or of any part.

    `entries` are the cards of the deck. A number above or beside a line without one may belong to that line. A number
    as small as one of copies is a total where several larger ones have its form, and all are right.
    """
    cards = [each for each in raw.requests if each.span not in sums]
    counts = [(entry.card, entry.count) for entry in entries]
    starts = sum(copies for card, copies in counts if card.kind in STARTING)
    forms: dict[str, list[tuple[Span, bool | None]]] = {}
    for span, said in sums.items():
        line, above = span.line, _above(cards, span.line)
        near = (each for each in cards if each.name and -1 <= each.span.line - line <= _NEAR)
        beside = len(said) > 1 or all(each.counted or _beside(each.written) for each in near)
        parts = _part_above(raw, cards, line), _part_below(cards, line)
        known = {*map(_sum, parts), _sum(above), _sum(above) - starts}
        if len(said) > 1 or said[0].is_said or len(above) in (0, len(cards)):
            known |= {*sums_of_all(counts)}
        if kinds := said[0].starts:
            named = Counter(
                entry.card.kind for entry in entries for _ in range(entry.count) if entry.card.kind in kinds
            )
            less = named.total() if said[0].less else starts - named.total()
            counted = sum(copies for _, copies in counts) - less
            known = {counted} if len(named) == len(kinds) else set()
        own = [entries, *([entry for entry in entries if entry.request in part] for part in parts)]
        found = [_is_total(each, known, own, beside=beside) for each in said]
        forms.setdefault(form_of(raw.line(line)), []).append((span, None if None in found else all(found)))
    for same in forms.values():
        is_usual = sum(found or False for _, found in same) >= _SEVERAL and all(found is not False for _, found in same)
        yield from (span for span, found in same if found or (found is None and is_usual))


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
    """Return whether the number behind a name counts the cards directly below it, as a heading does."""
    below = _part_below(raw.requests, request.span.line)
    return len(below) > 1 and request.count == _sum(below)


def _sum(requests: list[Request]) -> int:
    return sum(request.count for request in requests)


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
