"""Find comments on their own lines, and behind cards in structured files, that may change these cards."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate
from operator import attrgetter

from msgspec import Struct

from deckcheck.decks.readers import is_list
from deckcheck.decks.resolve.accounting import titles_in
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.words.counts import says_number
from deckcheck.decks.words.headers import heading, with_cards
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import level_of
from deckcheck.decks.words.remarks import (
    is_remark,
    leaves_open,
    may_change_list,
    may_leave_card_open,
    may_refer_to_card,
    may_take_out,
    may_tell_of_more,
    without_facts,
    without_formats,
)
from deckcheck.decks.words.talk import praises, without_remarks
from deckcheck.model.card import Card
from deckcheck.model.deck import NOT_IN_DECK, Aside, Entry, LineClass, RawDeck, Request, Span
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, ANY_ORDINAL, begins_with_play, highest_ordinal

# Comments in structured files: in YAML alone or behind a space, in XML also over several lines.
_COMMENTS = {"deckcheck-yaml": r"(?m)(?:^|(?<=\s))#(?P<text>.*)$", "octgn": r"(?s)<!--(?P<text>.*?)-->"}

# In a remark of this few words, another card may replace the one beside it.
_FEW_WORDS = 5
# Above all cards, longer remarks, sentences and labelled remarks describe the deck.
_SHORT = 8
# A number in front of a title, which is `_HERE`, and behind one.
_HERE = "\0"
_UNITS = "|".join(map(re.escape, KEYS["units"] | KEYS["beside copies"]))
_NUMBER = rf"[1-9]\d?|{'|'.join(ALL_NUMBER_WORDS)}"
_COPIES = rf"(?:(?:{_NUMBER})(?:\s?[-–/]\s?\d\d?)?)"
_BESIDE = rf"""(?ix)(?<![\w.,/-])(?:x\s?)?
    (?P<before>(?:{_COPIES}|{ANY_ORDINAL})\s?(?:(?:{_UNITS}|more|other|extra|fewer|less|{_COPIES})\s){{,6}}){_HERE}
    |{_HERE}s?(?:(?:\s\w+){{,3}}\W{{1,2}}x\s?(?P<behind>{_COPIES})(?!\w)
    |\W{{1,2}}(?P<last>{_COPIES})(?=\s?x\b|\W*$|[]),.;]))"""
# Struck-through text.
_STRUCK = r"~~|\[|<(?!!)"


class _Comment(Struct, frozen=True):
    """A comment without its marks, its place with them, and whether its line has nothing before it.

    It may also be a line of prose, without marks.
    """

    text: str
    span: Span
    is_alone: bool
    is_marked: bool = True


def commented(found: Sorted, known: Collection[Span], pool: Pool) -> Iterator[Entry]:
    """Yield the cards to which a remark may give another number, version or place.

    The remark is behind them or directly below, or anywhere with their names, long ones with another number beside it.
    The comments at the places `known` have been read already. The numbers in a comment with another card of `pool`
    belong to that card, which may replace a card if the comment is short and about one.
    """
    entries, raw = found.entries, found.raw
    comments = [*(_in_list(raw, known) if is_list(raw.syntax) else _in_structure(raw)), *_in_prose(found.remarks)]
    comments.sort(key=attrgetter("span.start"))
    cards = sorted(entries, key=lambda entry: entry.request.span.start) if comments else []
    starts = [entry.request.span.start for entry in cards]
    above = 0
    for comment in comments:
        text = without_formats(comment.text[:LONGEST_NAME])
        titles = {card.base_title for card in titles_in(text, pool)}
        at = bisect_left(starts, comment.span.start) - 1
        may_name = is_remark(text) and (at >= 0 or _is_short(text))
        called = [card for card in cards if card.card.base_title in titles]
        yield from (card for card in called if not may_name and _counts_otherwise(text, card.card, cards))
        about = called if may_name else []
        line, begins = comment.span.line, comment.span.line - comment.is_alone
        if at >= 0 and begins <= max(starts[at][0], above):
            above = line  # The comment may continue in the next one.
            about.append(cards[at])
        beside = cards[at] if at >= 0 else None
        for card in about:
            rest = _without_title(text, card.card) if card.card.base_title in titles else text
            is_name = rest != text and level_of(rest) is not None
            others = titles_in(without_facts(rest), pool)
            is_about = rest != text or (card is beside and not comment.is_alone)
            said = reduce(_without_title, others, rest)
            is_praise = praises(said) or (begins_with_play(said) and not says_number(said, card.count))
            may_be_other = is_about and bool(others) and not is_praise and len(rest.split()) <= _FEW_WORDS
            is_open = may_be_other or (card is beside and comment.is_marked and may_leave_card_open(rest))
            if not is_name and (is_open or _may_change(card, rest, raw.limits, is_own=not others)):
                yield card


def telling_of_more(found: Sorted, known: Collection[Span], pool: Pool) -> Iterator[tuple[Aside, int]]:
    """Yield the comments alone on a line about cards missing from the list, with the most copies that they may mean.

    They are below a card, ``# rest as usual``, or have a number beside such a card of `pool`, which is not in the deck.
    The comments at the places `known` have been read already.
    """
    raw = found.raw
    listed = {entry.card.base_title for entry in found.entries}
    first = min((entry.request.span.start for entry in found.entries), default=(len(raw.lines) + 1, 0))
    for comment in _in_list(raw, known) if is_list(raw.syntax) else _in_structure(raw):
        text = comment.text.strip()
        says_more = comment.span.start > first and is_remark(text) and may_tell_of_more(text)
        said = text[:LONGEST_NAME]
        if comment.is_alone and says_more:
            yield Aside(LineClass.COMMENT, text, comment.span), raw.limits.copies
        elif comment.is_alone and any(
            card.base_title not in listed and _counts_otherwise(said, card, ()) for card in titles_in(said, pool)
        ):
            yield Aside(LineClass.COMMENT, text, comment.span), 0


def taking_out(found: Sorted) -> Iterator[Span]:
    """Yield the places of the lines that may say that cards next to them are not in the deck."""
    comments = [aside for aside in found.raw.asides if aside.kind is LineClass.COMMENT]
    lines = [(comment.span, comment.said) for comment in comments]
    lines += [(each.request.span, each.request.written) for each in found.unresolved]
    lines += [(each.span, each.text) for each in found.left_out if each.kind is LineClass.PROSE]
    headed = with_cards(found.raw.headers, found.raw.requests)
    lines += [(each.span, each.text) for each, cards in headed if each.section in NOT_IN_DECK and not cards]
    return (span for span, text in lines if may_take_out(text))


def is_apart(aside: Aside, found: Sorted) -> bool:
    """Return whether a comment is about the list: some lines below a card of the deck, or short and above all cards."""
    line = aside.span.line
    above = [entry for entry in found.entries if entry.request.span.line < line]
    if not above:
        return _is_short(aside.said)
    last = max(above, key=lambda entry: entry.request.span.line)
    return last.request.span.line < line - 1 and not found.is_out(last)


def _is_short(comment: str) -> bool:
    """Return whether a comment above all cards may change the list: ``not final``, but not ``verdict: illegal``."""
    label, colon, _ = comment.partition(":")
    is_label = bool(colon) and not may_change_list(label)
    return len(comment.split()) <= _SHORT and not is_label and not comment.endswith(".")


def _without_title(comment: str, card: Card, instead: str = " ") -> str:
    """Return a comment with other text instead of a title; `re.escape` escapes spaces too."""
    title = "|".join(map(re.escape, (card.title, card.base_title)))
    return re.sub(title, instead, comment, flags=re.IGNORECASE)


def _counts_otherwise(text: str, card: Card, entries: Iterable[Entry]) -> bool:
    """Return whether the number beside a card in a text is not that of a list: ``only two Copper Mine``."""
    listed = [entry.count for entry in entries if entry.card.base_title == card.base_title]
    found = [*re.finditer(_BESIDE, _without_title(without_facts(text), card, _HERE))]
    words = (word for match in found for said in match.groups("") for word in re.findall(r"\w+", said.lower()))
    numbers = {ALL_NUMBER_WORDS.get(word) or int(word) for word in words if re.fullmatch(_NUMBER, word)}
    is_more = any(highest_ordinal(match["before"] or "") > sum(listed) for match in found)
    return is_more or not numbers <= {*listed, sum(listed)}


def _may_change(card: Entry, comment: str, limits: Limits, *, is_own: bool) -> bool:
    """Return whether a comment may change a card; with `is_own`, the numbers in it may be copies of the card."""
    if not is_own:
        return leaves_open(comment) or may_change_list(comment)
    name = card.request.name
    return may_refer_to_card(f"{card.count} {name}" if card.request.counted else name, comment, limits)


def _in_list(raw: RawDeck, known: Collection[Span]) -> Iterator[_Comment]:
    """Yield the comments in a text list, except those that are struck through."""
    for aside in raw.asides:
        if aside.kind is LineClass.COMMENT and aside.span not in known and re.match(_STRUCK, aside.text) is None:
            text, is_alone = aside.said, raw.line(aside.span.line).strip() == aside.text
            if not is_alone or heading(text) is None:  # "// Events (3)" refers to the cards below.
                yield _Comment(text, aside.span, is_alone)


def _in_prose(remarks: Sequence[Request]) -> Iterator[_Comment]:
    """Yield the lines of prose that may refer to a card."""
    for each in remarks:
        if is_remark(each.written):
            yield _Comment(without_remarks(each.written), each.span, is_alone=True, is_marked=False)


def _in_structure(raw: RawDeck) -> Iterator[_Comment]:
    """Yield all comments in a structured file whose syntax has comments."""
    if raw.syntax not in _COMMENTS:
        return
    starts = [0, *accumulate(len(line) + 1 for line in raw.lines)]
    text = "\n".join(raw.lines)
    for match in re.finditer(_COMMENTS[raw.syntax], text):
        line = bisect_right(starts, match.start())
        begins = starts[line - 1]
        column = match.start() - begins + 1
        span = Span(line, column, column + len(match[0].partition("\n")[0]))
        yield _Comment(match["text"], span, is_alone=not text[begins : match.start()].strip())
