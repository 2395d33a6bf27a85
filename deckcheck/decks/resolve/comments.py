"""Find comments on their own lines, and behind cards in structured files, that may change these cards."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate

from msgspec import Struct

from deckcheck.decks.resolve.accounting import titles_in
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.text.lists import cut
from deckcheck.decks.words.counts import says_number
from deckcheck.decks.words.headers import heading, with_cards
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import level_of
from deckcheck.decks.words.remarks import (
    is_remark,
    is_understood,
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
# A label of one or two words, with or without a number behind them.
_LABEL = r"\W*[^\W\d_]+(?:[-'’\s][^\W\d_]+)?(?:\s\d+)?[\W_]*"
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


class _Near(Struct, frozen=True):
    """What a comment may be about: the `cards` in their order, and the titles `listed`."""

    cards: Sequence[Entry]
    listed: Collection[str]
    limits: Limits
    pool: Pool

    def changed(self, comment: _Comment, above: Entry | None, *, is_next: bool) -> Iterator[Entry]:
        """Yield the cards that a comment may change; `is_next`: it is behind or directly below the card `above`."""
        text = without_formats(comment.text[:LONGEST_NAME])
        titles = {card.base_title for card in titles_in(text, self.pool)}
        called = [card for card in self.cards if card.card.base_title in titles] if titles else []
        may_name = is_remark(text) and (above is not None or _is_short(text))
        yield from (card for card in called if not may_name and _counts_otherwise(text, card.card, self.cards))
        for card in (*(called if may_name else ()), *((above,) if above and is_next else ())):
            rest = _without_title(text, card.card) if card.card.base_title in titles else text
            is_name = rest != text and level_of(rest) is not None
            others = titles_in(without_facts(rest), self.pool)
            is_about = rest != text or (card is above and not comment.is_alone)
            said = reduce(_without_title, others, rest)
            is_praise = praises(said) or (begins_with_play(said) and not says_number(said, card.count))
            may_be_other = is_about and bool(others) and not is_praise and len(rest.split()) <= _FEW_WORDS
            is_open = may_be_other or (card is above and comment.is_marked and may_leave_card_open(rest))
            if not is_name and (is_open or _may_change(card, rest, self.limits, is_own=not others)):
                yield card

    def added(self, comment: _Comment, above: Entry | None) -> int | None:
        """Return the most copies of missing cards that a comment on its own line may mean: ``# rest as usual``.

        They are 0 if it only has a number beside a card that the list lacks, None for any other comment.
        """
        text = comment.text.strip()
        if above and is_remark(text) and may_tell_of_more(text):
            return self.limits.copies
        said = text[:LONGEST_NAME]
        missing = (card for card in titles_in(said, self.pool) if card.base_title not in self.listed)
        return 0 if any(_counts_otherwise(said, card, ()) for card in missing) else None


def take_comments(found: Sorted, known: Collection[Span], pool: Pool) -> list[Entry]:
    """Show the comments, each with the most copies that it may add, and return the cards that they may change.

    A comment may change the card behind or directly below which it is, and the cards that it names, a long one with
    another number beside them. The numbers in a comment with another card of `pool` belong to that card, which may
    replace a card if the comment is short and about one. Beside a card, any other comment is shown, unless it is
    understood or a label. The comments at the places `known` have been read already.
    """
    raw = found.raw
    comments = [*(_in_list(raw, known) if raw.is_list else _in_structure(raw)), *_in_prose(found.remarks)]
    if not comments:
        return []
    all_changed: list[Entry] = []
    cards = sorted(found.entries, key=lambda entry: entry.request.span.start)
    starts = [entry.request.span.start for entry in cards]
    listed = {entry.card.base_title for entry in cards}
    near = _Near(cards, listed, raw.limits, pool)
    last = 0
    for comment in sorted(comments, key=lambda comment: comment.span.start):
        at = bisect_left(starts, comment.span.start)
        above = cards[at - 1] if at else None
        is_next = at > 0 and comment.span.line - comment.is_alone <= max(starts[at - 1][0], last)
        last = comment.span.line if is_next else last  # The comment may continue in the next one.
        changed = [*near.changed(comment, above, is_next=is_next)]
        copies = near.added(comment, above) if comment.is_alone and comment.is_marked else None
        heads = comment.is_alone and at < len(starts) and starts[at][0] == comment.span.line + 1
        is_clear = is_understood(comment.text) or (heads and re.fullmatch(_LABEL, comment.text) is not None)
        if copies is None and is_next and comment.is_marked and not (changed or is_clear):
            copies = 0
        if copies is not None:
            text = cut(" ".join(comment.text.split()), raw.limits)
            found.leave_out(LineClass.COMMENT, Aside(LineClass.COMMENT, text, comment.span), copies)
        all_changed += changed
    return all_changed


def taking_out(found: Sorted) -> Iterator[Span]:
    """Yield the places of the lines that may say that cards next to them are not in the deck."""
    lines = [(each.span, each.said) for each in found.raw.asides if each.kind is LineClass.COMMENT]
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
