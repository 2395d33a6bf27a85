"""Tell what the numbers beside names mean: copies, the number of a line, or a level.

All lines of a list decide together: where each has a number of its own besides its copies, where all have the same sign
around their copies, as in ``№ 3 Iron Mine``, and where all end with their copies, as in ``Iron Mine 3``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby, islice, pairwise

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.resolve.copies_above import is_starting, with_numbers_above
from deckcheck.decks.resolve.numbers import number_beside, number_between
from deckcheck.decks.resolve.tokens import plain
from deckcheck.decks.text.lists import request_in
from deckcheck.decks.words.talk import is_fact
from deckcheck.model.deck import RawDeck, Request, Span, grouped
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool

# Shorter lists are parts of decks, whose first card may lack a title above it.
WHOLE_LIST = 15
# In lists with more lines than this, such numbers count lines rather than copies, even with gaps.
LONG = 4
# Two numbers may belong to the two decks: "Dynasty side (41)", "Fate side (42)".
_DECKS = 2
# A card on this number of lines may have a line for each copy.
_ONE_BY_ONE = 3
_GAP = 3
# The number of characters in which to look for numbers behind names.
_BEHIND = 6
ORDINAL = re.compile(r"[(\[]?(\d{1,3})[.)\]°](?!\d)")
# Before other signs a number counts lines in a list that numbers its lines, and copies in other lists.
NUMBERED = re.compile(rf"{ORDINAL.pattern}|(\d{{1,3}})(?:[:,;]| ?[-–—|/]|\\[.)]) ")
_NUMBERED = re.compile(rf"{NUMBERED.pattern}|([IVXLC]{{1,8}})[.):] ")
_NUMBERED_BEHIND = re.compile(r"(?:\s[-–—/|] ?|[,:;] ?|[(\[])(\d{1,3})[)\]]?$")
# Where more than a third of the lines have numbers too high for copies, the numbers count something else.
_MANY = 3
_WORD = re.compile(r"[^\W\d_]+")
# Words, and the signs between and behind them in names.
_NAME = r"[^\W\d_]+(?:[\s_,.'’-]*[^\W\d_]+)*[!?.'’]*"
# Line numbers in front of a card with its number of copies: "II. 3x Iron Mine", "b) Iron Mine (3)", "#1 3x Iron Mine".
_SIGN = r"(?:[#№]|(?:[Nn][ro]\.?|[Cc]ard|[Ll](?:ine)?)\s?\#?)\s?(?=\d)"
_LINE_NUMBER = rf"""(?P<sign>{_SIGN})?[(\[]?(?P<number>\d{{1,3}}|[IVXLC]{{1,8}}|[a-z])
    (?:(?:\.?[.):\]/]|°\)?|\s?[-–—])\s+|\.(?=\d+x)|(?:\t|\s?\|)\s*(?=\d|.*[\t|]\s?\d{{1,2}}$)|(?(sign)\s+|(?!)))"""
_COPIES = (
    r"[(\[]?\d{1,2}\s?[x×]?[)\]]?(?:\s+|\s?[|;:,=–—-]\s?)[^\W\d].*"
    r"|\W{0,3}[^\W\d].*(?:\s[x×]\s?\d{1,2}|[(\[][x×]?\d{1,2}[)\]]|[\s|]\d{1,2})"
)
_COUNTING = rf"(?x:{_LINE_NUMBER})(?P<card>{_COPIES})"
# Signs around the number on every line of a whole list have no meaning.
_MARKED = r"""(?x)(?P<mark>(?:[-–−+№#@~oO]|[Nn][ro]\.|(?::[a-z_]+:\s?)+|))\s?(?P<copies>[1-4])\s?[x×]?
    (?P<sign>[→➔➜⇒@+ºª°]?)\s+(?P<name>[^\W\d].*)"""
# The same marks around each line of a whole list have no meaning either.
_AROUND = r"""(?=\[|["'`])(?P<box>(?:\[[xX✓✔]\]\s+)?)(?P<quote>["'`]?)(?P<card>[*_]{0,3}[^\W_].*[^"'`])(?P=quote)"""
# The number of the line in front of one copy.
_ONE_COPY = r"[#(\[]?(?P<number>\d{1,3})[.):\]°-]*\s+(?P<card>[^\W\d].*)"
_PROVINCE = r"(?i)(?:province\s)?[(\[#]*(?P<number>\d)[\W_]*\s[\W_]*(?P<card>[^\W\d].*)"
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
# The number of copies after the line number: "2. 3x Iron Mine", "2. Iron Mine x3".
_ITS_OWN = re.compile(r"\s?\d{1,2}\s?[x×]?\s|.*\s(?:[x×]\s?\d{1,2}|\d{1,2}\s?[x×])\W*$", re.IGNORECASE)
# At most one line in ten is an exception.
_RARE = 10
# Behind a sign or bracket, which is the same on all lines, or behind a space.
_NUMBER_BEHIND = (
    r"(?P<name>\D.*[^\W\d].*?)(?:\s?(?P<sign>[→➔➜⇒#+@(\[{,;:=…])\s?|\s)(?P<number>\d{1,2})(?:\.0)?[)\]}]?[;,.]?"
)


class Numbers(Struct, dict=True):
    """The list `raw`, whose lines have their copies as numbers, and what other numbers of the lines may mean.

    The numbers of the lines `ordinals` may count the lines of the list. If it `counts_behind`, each line ends with its
    number of copies.
    """

    raw: RawDeck
    ordinals: frozenset[int] = frozenset()
    counts_behind: bool = False

    @cached_property
    def form(self) -> str:
        """The form of most lines with a number, as `form_of` describes it, "" without one."""
        forms = Counter(filter(None, (form_of(each.written) for each in self.raw.requests)))
        ((form, times),) = forms.most_common(1) or [("", 0)]
        return form if times > LONG and 2 * times > forms.total() else ""

    @cached_property
    def has_copies(self) -> bool:
        """Whether lines have usual numbers of copies where most lines have their numbers."""
        ends = (each.written for each in self.raw.requests if re.search(r"[ :][1-4]\W$", each.written))
        return any(form_of(each) == self.form for each in ends)

    def is_usual(self, request: Request) -> bool:
        """Return whether a line has its number where most lines have theirs."""
        return self.counts_behind or (self.form != "" and form_of(request.written) == self.form)

    def ends_with_copies(self, request: Request) -> bool:
        """Return whether the level that ends a line may be its number of copies: ``(exp x2)``.

        The same is true of ``exp-2`` in a list whose other lines end with numbers.
        """
        if re.search(r"p[-/]\d$", request.written) and (self.is_usual(request) or self.form.endswith("0")):
            return True
        return self.counts_behind or re.search(r"[xX×]\s?\d\)$", request.written) is not None

    def has_usual_number(self, request: Request) -> bool:
        """Return whether a line without copies has a number in the usual place of the list: ``Rout [CE:12]``."""
        may_be = not request.counted and request.written[-2:-1].isdigit() and self.is_usual(request)
        return may_be and self.has_copies

    def has_odd_number(self, request: Request) -> bool:
        """Return whether a line is one of few with another number before the copies: ``3. 2 Iron Mine``.

        Such numbers count the lines if they run from 1.
        """
        both = rf"{ORDINAL.pattern}\s*\d"
        if re.match(both, request.written) is None:
            return False
        numbers = (int(match[1]) for each in self.raw.requests if (match := re.match(both, each.written)))
        found = [*islice(numbers, LONG + 1)]
        are_lines = len(found) > _DECKS and found == [*range(1, len(found) + 1)]
        return len(found) <= LONG and not are_lines and 2 * len(found) < len(self.raw.requests)


def numbers_of(raw: RawDeck, most: int, pool: Pool) -> Numbers:
    """Return what the numbers of the lines in `raw` mean, in a format with up to `most` copies of a title."""
    written = _without_line_numbers(with_numbers_above(_without_marks(raw, pool), pool), pool)
    read = _with_numbers_behind(written, most, pool)
    return Numbers(read, _ordinals(read), counts_behind=read is not written)


def may_count_lines(text: str) -> bool:
    """Return whether a line begins with a number that may be its own, with or without a number of copies."""
    return NUMBERED.match(text) is not None or re.match(f"(?x:{_LINE_NUMBER})", text) is not None


def _ordinals(raw: RawDeck) -> frozenset[int]:
    """Return the lines whose only number may count the lines, 1, 2, 3, and not copies: ``2. Iron Mine``.

    Each part of the list may begin with 1 again. Numbers too high for copies may come in any order, and so may those
    written in the same way as most such numbers, or as most numbers in front of copies: ``8. 3 Iron Mine``.
    """
    numbered = ((_NUMBERED.match(plain(each.written)), each) for each in raw.requests)
    found = [(_number(m[m.lastindex or 0]), m.end(), each) for m, each in numbered if m]
    ends = [each for each in raw.requests if not each.written[-1:].isalpha()]
    behind = [(int(m[1]), each) for each in ends if (m := _NUMBERED_BEHIND.search(each.written[-_BEHIND:]))]
    lines = _running(raw) | _one_by_one(raw) | _too_high(raw)
    own = {each.span.line for _, end, each in found if _ITS_OWN.match(each.written, end)}
    numbers = [number for number, _, _ in found]
    others = max(len(own), sum(number > LONG for number in numbers))
    if _count_lines(numbers) or 2 * others > len(found):
        lines |= {each.span.line for _, _, each in found}
    if (len(behind) > _DECKS or 1 in dict(behind)) and _count_lines([number for number, _ in behind]):
        lines |= {each.span.line for _, each in behind if not each.written[:1].isdigit()}
    return frozenset(lines - own)


def _without_marks(raw: RawDeck, pool: Pool) -> RawDeck:
    """Return a whole list without the ticked boxes and quotation marks that all of its lines have."""
    around = _all_match(_AROUND, _among_cards(raw.requests, _AROUND, pool)) if raw.is_list else {}
    marks = {(each["box"], each["quote"]) for each in around.values()}
    are_same = len(marks) == 1 and len(around) >= WHOLE_LIST
    return _with_cards(raw, {at: each["card"] for at, each in around.items()}) if are_same else raw


def _without_line_numbers(raw: RawDeck, pool: Pool) -> RawDeck:
    """Return a list without numbers of provinces or lines beside its copies, and without a mark on all numbers."""
    if not raw.is_list:
        return raw
    counted = [each for each in raw.requests if any(map(str.isdigit, each.written))]
    marked = _all_match(_MARKED, counted)
    marks = {(each["mark"], each["sign"]) for each in marked.values()}
    are_copies = not _count_lines([int(each["copies"]) for each in marked.values()])
    if len(marked) >= WHOLE_LIST and len(marks) == 1 and marks != {("", "")} and are_copies:
        return _with_cards(raw, {at: f"{each['copies']} {each['name']}" for at, each in marked.items()})
    if copies := _numbered_copies(counted):
        return _with_cards(raw, {at: each["card"] for at, each in copies.items()})
    matches = _all_match(_PROVINCE, [each for each in raw.requests if each.section == "province"])
    if len(matches) <= LONG or [int(each["number"]) for each in matches.values()] != [*range(1, len(matches) + 1)]:
        matches = _all_match(_COUNTING, _among_cards(counted, _COUNTING, pool))
        numbers = [_number(match["number"]) for match in matches.values()]
        # Bare numbers may be copies, and the others costs: "1<tab>2<tab>Iron Mine".
        is_bare = any(re.match(r"\d+\s?[\t|]", match[0]) for match in matches.values())
        are_lines = numbers == [*range(1, len(numbers) + 1)] if is_bare else _count_lines(numbers)
        # With a line for each copy, the other number is a fact about the card.
        are_single = _have_copies_in_a_row(re.sub(r"[\W\d]+", " ", match["card"]) for match in matches.values())
        if len(matches) < WHOLE_LIST or not are_lines or are_single:
            return raw
    return _with_cards(raw, {at: each["card"] for at, each in matches.items()})


def _numbered_copies(requests: Sequence[Request]) -> dict[Span, re.Match[str]]:
    """Return the cards in lines that count from 1 throughout, with a line for each copy; empty for other lines."""
    matches = _all_match(_ONE_COPY, requests)
    numbers = [int(each["number"]) for each in matches.values()]
    are_lines = max(numbers, default=0) >= WHOLE_LIST and numbers[0] == 1
    are_lines = are_lines and all(after in (1, before + 1) for before, after in pairwise(numbers))
    return matches if are_lines and _have_copies_in_a_row(each["card"] for each in matches.values()) else {}


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


def _among_cards(requests: Sequence[Request], pattern: str, pool: Pool) -> Sequence[Request]:
    """Return the requests without text above the first and below the last line that matches a pattern."""
    found = [at for at, each in enumerate(requests) if re.fullmatch(pattern, each.written)] or [0]
    text = [*requests[: found[0]], *requests[found[-1] + 1 :]]
    are_text = not any(each.counted or pool.named(fold(each.name)) for each in text)
    return requests[found[0] : found[-1] + 1] if are_text else requests


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
    """Return the numbered lines of a whole list in which many numbers are 0 or too high for copies.

    Between words a number need not be one of copies in parts of lists either.
    """
    if not raw.is_list or len(raw.requests) <= LONG:
        return set()
    find = number_beside if len(raw.requests) >= WHOLE_LIST else number_between
    known = {each.span.line: number for each in raw.requests if (number := find(each.written)) is not None}
    others = sum(not 0 < number <= LONG for number in known.values())
    return {*known} if _MANY * others > len(raw.requests) else set()


def _running(raw: RawDeck) -> set[int]:
    """Return the lines that begin with 1, 2, 3 and so on without any sign, if there are more than a card has copies."""
    found: set[int] = set()
    run: list[int] = []
    for request in [*raw.requests, None]:
        number = request.count if request and request.counted and request.written[:1].isdigit() else 0
        if request and number == len(run) + 1:
            run.append(request.span.line)
            continue
        found |= set(run) if len(run) > LONG else set()
        run = [request.span.line] if request and number == 1 else []
    return found


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
    if len({*names}) > len(names) - _ONE_BY_ONE + 1:
        return set()
    if len(names) >= WHOLE_LIST and _have_copies_in_a_row(names):
        return {each.span.line for each in raw.requests if _is_counted(each)}
    several = [each for each in grouped(zip(names, raw.requests, strict=True)).values() if len(each) >= _ONE_BY_ONE]
    counting = [each for each in several if [one.count for one in each] == list(range(1, len(each) + 1))]
    return {request.span.line for each in counting for request in each}


def _have_copies_in_a_row(names: Iterable[str]) -> bool:
    """Return whether more than a third of the lines have one below the other for each copy of a card."""
    rows = [len([*same]) for _, same in groupby(names)]
    return _MANY * sum(each for each in rows if each >= _ONE_BY_ONE) > sum(rows)


def _words(request: Request) -> str:
    """Return the name of a request, or only its words where its number is in an unusual place."""
    is_plain = request.counted or (request.written[:1].isalpha() and request.written[-1:].isalpha())
    return request.name.casefold() if is_plain else " ".join(_WORD.findall(request.written.casefold()))


def _is_counted(request: Request) -> bool:
    """Return whether a line has a number greater than one, apart from levels."""
    text = request.written if " " in request.written else request.written.replace("_", " ")  # Ids have no spaces.
    return request.count > 1 or (number_beside(split_experience(text)[0]) or 0) > 1


def _with_numbers_behind(raw: RawDeck, most: int, pool: Pool) -> RawDeck:
    """Return a whole list with the number at the end of each line read as its copies: ``Iron Mine 3``.

    Up to `most` copies of a title are allowed; where nearly all lines obey, a few may have twice that number. All lines
    may have the same sign in front of the number: ``Iron Mine → 3``, ``Keppo - exp (3)``. Otherwise levels do not count
    copies. Nor do numbers in titles, and starting cards may have no number.
    """
    cards = [each for each in raw.requests if each.written[-1:].isdigit() or not is_starting(each, pool)]
    lines = _among_cards(cards, _NUMBER_BEHIND, pool)
    if len(lines) < WHOLE_LIST:
        return raw
    found: dict[Span, re.Match[str]] = {}
    for each in lines:
        match = re.fullmatch(_NUMBER_BEHIND, each.written)
        if match is not None and is_fact(each.written):
            continue
        if match is None or not 0 < int(match["number"]) <= 2 * most or _has_two_numbers(match):
            return raw
        found[each.span] = match
    numbers, signs = [int(match["number"]) for match in found.values()], {match["sign"] for match in found.values()}
    are_odd = sum(number > most for number in numbers) * _RARE > len(found)
    if are_odd or len(signs) != 1 or (signs != {None} and _count_lines(numbers)):
        return raw

    def counted(request: Request) -> Request:
        match = found.get(request.span)
        if match is None or request.counted or (split_experience(request.name)[1] is not None and not match["sign"]):
            return request
        # It may be a title that ends with a number, or a title with that number of copies; ids end with numbers too.
        if any(card.title[-1].isdigit() for card in pool.named(fold(request.name))):
            return replace(request, count=0, bad_count=match["number"])
        return replace(request, name=match["name"].strip(" -–—:="), count=int(match["number"]), counted=True)

    return replace(raw, requests=tuple(map(counted, raw.requests)))


def _has_two_numbers(match: re.Match[str]) -> bool:
    """Return whether a number other than a level is in front of the last one, without a sign between: ``Rout 3 1``."""
    name = match["name"]
    return not match["sign"] and re.search(r"\s\d$", name) is not None and split_experience(name)[1] is None
