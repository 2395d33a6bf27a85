"""Take in what is beside the cards of a list: facts, comments and decoration."""

import re
from collections.abc import Collection, Iterable, Sequence
from math import inf

from msgspec.structs import replace

from deckcheck.decks.resolve.accounting import Account, account, is_card_line, says_card, titles_in
from deckcheck.decks.resolve.comments import is_apart
from deckcheck.decks.resolve.doubts import denies_kind
from deckcheck.decks.resolve.facts import cards_behind_heading, names_start
from deckcheck.decks.resolve.prose import counts_others
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.resolve.sorting import Sorter
from deckcheck.decks.resolve.tokens import most_copies
from deckcheck.decks.tables.rows import WINDOWS
from deckcheck.decks.text.lists import cut
from deckcheck.decks.text.quotes import may_quote
from deckcheck.decks.words.dialects import OVERLAYS
from deckcheck.decks.words.headers import may_say_outside, words_of
from deckcheck.decks.words.remarks import (
    may_be_other,
    may_change_list,
    may_differ,
    may_tell_of_more,
    puts_below_outside,
    without_facts,
)
from deckcheck.decks.words.sayings import NOTES, label_words, parts_of
from deckcheck.decks.words.talk import without_talk
from deckcheck.decks.words.wholes import counts_whole, leaves_out
from deckcheck.model.card import Card
from deckcheck.model.deck import DIFFERS, STARTING, Aside, Entry, LineClass, RawDeck, Span, summed
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import plural_of
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, is_personal

# Certain comments: text that is struck through, or follows a mark without a sign, cell or second mark behind it.
_COMMENTED = rf"""(?:\#+|//+|<-+|←)\s*\w[^\t]*$|;+\s*\w[^\t;]*$|<!--|/\*
    |\|?\s*(?:~~[^~|]+~~[\s|]*)+$|(?:[-*•·]\s)?(?:\[\s?\]\s)?(?:~|[\[<]/?(?:s|strike|del)[\]>]|.[{OVERLAYS}])"""
# Words in front of one more card: "3 Iron Mine # and 3 Copper Mine".
_ALSO = r"\b(?:and|also|plus|with)\s+(?=\d)"
# A word behind a single mark may be a tag: "#IronMine 3".
_TAG = r"\#[^\W\d_]"
# Marks around struck-through text.
_STRUCK = r"</?(?:s|strike|del)>|\[/?(?:s|strike|del)\]|~~"
HEADS_OTHERS = "it may put the cards below it outside the deck, or change their number"


def take_asides(found: Sorted, sorter: Sorter, sums: Collection[Span]) -> None:
    """Take what is beside the cards, apart from numbers of cards; `sums` are the places of some of these.

    A line that denies cards of the list is in doubt.
    """
    for aside in found.raw.asides:
        if aside.span not in sums and not gives_whole(aside, found.raw):
            take_aside(aside, found, sorter)
        if denies_kind(aside) and 0 < of_kind(aside.text, found.entries, sorter.pool) < inf:
            found.doubt(aside, 0, "the list has such cards")


def gives_whole(aside: Aside, raw: RawDeck) -> bool:
    """Return whether a fact gives the number of some cards of the deck."""
    return aside.kind is LineClass.FACT and counts_whole(aside.text, named=raw.is_list)


def of_kind(heading: str, entries: Sequence[Entry], pool: Pool) -> float:
    """Return how many cards have the type that a heading names: ``Rings (5)``; any number if it names none."""
    words = words_of(heading)
    kinds = [kind for kind in pool.words().kinds if kind in words or plural_of(kind) in words]
    return sum(entry.count for entry in entries if entry.card.kind in kinds) if kinds else inf


def may_name_others(aside: Aside, raw: RawDeck, pool: Pool) -> bool:
    """Return whether a fact or comment may name, count or deny cards on other lines."""
    tells = aside.kind is LineClass.COMMENT and (may_tell_of_more(aside.said) or bool(titles_in(aside.said, pool)))
    denies = denies_kind(aside) and (raw.is_list or of_kind(aside.text, [], pool) < inf)
    return tells or denies or gives_whole(aside, raw)


def take_aside(aside: Aside, found: Sorted, sorter: Sorter) -> None:
    """Take a fact, comment or decoration: ignore it, list it as ignored, or mark it as in doubt."""
    takes = _takes_comment if aside.kind is LineClass.COMMENT else _takes_fact
    if not takes(aside, found, sorter):
        short = replace(aside, text=cut(aside.text, found.raw.limits))
        kind = "remark" if aside.kind is LineClass.OUTSIDE else aside.kind.value
        found.doubt(short, _room(aside, found.raw.limits, sorter), f"it may be a {kind} or a card")


def _takes_comment(aside: Aside, found: Sorted, sorter: Sorter) -> bool:
    """Take a comment, and return True, unless it may be a card."""
    raw, text = found.raw, aside.said
    if re.match(_COMMENTED, aside.text, re.VERBOSE) is None:
        return not says_card(text, sorter.pool, raw.limits)
    is_alone = raw.line(aside.span.line).strip() == aside.text
    if is_alone and _heads(aside, found, sorter):
        return True
    card = re.sub(_STRUCK, " ", text if is_alone else without_facts(text), flags=re.IGNORECASE).strip()
    if not is_card_line(re.sub(_ALSO, "", card, flags=re.IGNORECASE), sorter.pool, raw.limits):
        return True
    if not is_alone or re.match(_TAG, aside.text) is not None:
        return False
    # As in ";3 Iron Mine".
    possible = most_copies(aside.text, sorter.most, raw.limits) if re.match(r"[#/;]+\d", aside.text) else 0
    found.leave_out(LineClass.COMMENT, aside, possible)
    return True


def _takes_fact(aside: Aside, found: Sorted, sorter: Sorter) -> bool:
    """Take a fact or decoration, and return True, unless it may be a card that the list does not have."""
    raw = found.raw
    if aside.kind is LineClass.OUTSIDE:  # Of the lines of a quoted message, only the first is the list's own.
        if may_quote(aside.text) and says_card(aside.text, sorter.pool, raw.limits):
            return False
        found.leave_out(aside.kind, aside, sorter.most * _names_missing(aside, found, sorter.pool))
        return True
    if aside.kind is not LineClass.FACT:
        return aside.kind is LineClass.HEADER or not says_card(aside.text, sorter.pool, raw.limits)
    start = sorter.facts.start(aside.text)
    cards = (each for each in raw.requests if not found.is_outside(each))
    if start and any(sorter.pool.named(fold(each.name)) == start for each in cards):
        return True
    if sorter.facts.may_be_card(without_listed(aside.text, found), raw):
        return False
    _take_fact(aside, found, sorter)
    return True


def _names_missing(aside: Aside, found: Sorted, pool: Pool) -> bool:
    """Return whether a line is only the name of a card that the list lacks, perhaps from another part of the deck."""
    said = account(aside.text, pool, found.raw.limits) if len(aside.text) <= LONGEST_NAME else Account()
    return bool(said.titles) and not said.words and bool(_missing(said.titles, found))


def _missing(cards: Iterable[Card], found: Sorted) -> list[Card]:
    """Return those of the cards whose titles the list lacks."""
    listed = {each.card.title for each in found.entries}
    return [card for card in cards if card.title not in listed]


def without_listed(text: str, found: Sorted) -> str:
    """Return a note without the cards that it counts as the list does: ``I play 3 Rout``."""
    label, colon, rest = text.partition(":")
    if label_words(label) not in NOTES:
        return text
    named = (each for each in found.inside if each.card.title in rest)
    for title, copies in summed((re.escape(each.card.title), each.count) for each in named).items():
        number = "|".join(word for word, of in (ALL_NUMBER_WORDS | {str(copies): copies}).items() if of == copies)
        counted = rf"(?i:(?:{number})\s?[x×]?\s(?:of\s(?:the\s)?)?){title}|{title}\s[xX×]\s?(?:{number})"
        rest = re.sub(rf"(?<![\w+/−-])(?:{counted})(?!\w)", " ", rest)
    return f"{label}{colon}{rest}" if any(map(str.isalpha, rest)) and not may_change_list(rest) else text


def _take_fact(aside: Aside, found: Sorted, sorter: Sorter) -> None:
    """Take a fact other than a card, which may say that the list is incomplete or name a missing card."""
    limits, pool = found.raw.limits, sorter.pool
    if leaves_out(aside.text):
        found.doubt(aside, limits.copies, "it says that the list may be incomplete")
        return
    is_start = names_start(aside.text, pool) or _names_missing_start(aside.text, found, pool)
    if (possible := sorter.facts.unread(aside.text, limits) or is_start) or aside.text == WINDOWS:
        found.leave_out(LineClass.FACT, aside, possible)


def _names_missing_start(text: str, found: Sorted, pool: Pool) -> bool:
    """Return whether a name such as ``Deck: Kyuden Hida Military`` may give the Stronghold that the list lacks."""
    listed = found.elsewhere | {entry.card.kind for entry in found.entries}
    return not starting_kinds(text, pool) <= listed


def starting_kinds(text: str, pool: Pool) -> frozenset[str]:
    """Return the kinds of the starting cards whose titles are in a text."""
    return frozenset(card.kind for card in titles_in(text, pool)).intersection(STARTING)


def _heads(aside: Aside, found: Sorted, sorter: Sorter) -> bool:
    """Take a comment on its own line that may head cards: outside the deck, with a number, or a Stronghold."""
    text = aside.said
    behind = cards_behind_heading(text, sorter.pool)
    if missing := _missing(behind, found):
        names = tuple(card.name for card in missing)
        found.doubt(aside, sorter.most * len(missing), "it may be a heading with its cards", names)
    elif behind or names_start(text, sorter.pool):
        found.leave_out(LineClass.COMMENT, aside, sorter.most * len(behind) or 1)
    elif _counts_others(text, aside, found.raw) or puts_below_outside(text):
        found.doubt(aside, found.raw.limits.copies, HEADS_OTHERS)
    elif may_say_outside(text, alone=True):
        found.doubt(aside, 0, HEADS_OTHERS)
    elif _may_change(text, aside, found, apart=is_apart(aside, found)):
        found.doubt(aside, found.raw.limits.copies, DIFFERS)
    else:
        return False
    return True


def _may_change(text: str, aside: Aside, found: Sorted, *, apart: bool) -> bool:
    """Return whether a comment may say that the deck differs; `apart` tells whether it is away from its cards."""
    is_first = all(aside.span.line < entry.request.span.line for entry in found.entries)
    said = without_talk(text).rstrip("*_: ")  # With a colon, it heads cards that are read as those of the deck.
    return (apart and may_be_other(said)) or (is_first and is_personal(text) and may_differ(said))


def _counts_others(text: str, aside: Aside, raw: RawDeck) -> bool:
    """Return whether a comment gives the number of other lines; a number alone does so above a line without one."""
    is_above_bare = any(each.span.line == aside.span.line + 1 and not each.counted for each in raw.requests)
    return counts_others(text) and (is_above_bare or not text.isdigit())


def _room(aside: Aside, limits: Limits, sorter: Sorter) -> int:
    """Return the highest number of copies that a fact, comment or decoration may mean."""
    label, _, value = aside.text.partition(":")
    if aside.kind is not LineClass.FACT:
        return most_copies(aside.text, sorter.most, limits)
    each = sum(most_copies(part, sorter.most, limits) for part in parts_of(value or label))
    titles = account(aside.text, sorter.pool, limits).titles
    return min(max(each, sorter.most * len(titles), most_copies(aside.text, sorter.most, limits)), limits.copies)
