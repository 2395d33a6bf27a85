"""Facts beside the cards about the whole list: its number of cards, ``"total": 80``, or that some are missing.

Facts that agree with the cards have no effect; any other leaves open whether the list is the complete deck.
"""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import combinations

from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import HEADERS
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.remarks import says_some
from deckcheck.decks.words.sayings import STATISTICS, label_words
from deckcheck.model.card import Card
from deckcheck.model.deck import NOT_IN_DECK, STARTING, Entry
from deckcheck.model.effect import StartingHolding
from deckcheck.model.sentences import plural_of
from deckcheck.model.vocabulary import UNDONE, says, says_unfinished

# A numeric fact as a line: "80 total", and below another key "stats: 40 dynasty".
_NUMBERED = r"(?:(?P<label>[^:]*): )?(?P<number>\d{1,9}) (?P<key>[^:]+)"
# The same fact as a text: "total: 80".
_WRITTEN = r"(?:(?P<label>[^:]*): )?(?P<key>[^:]+): (?P<number>\d{1,9})"
# Words for numbers of cards and beside them; beside one for totals, a number alone counts all cards.
_OF_CARDS = KEYS["cards"] | KEYS["totals"] | KEYS["beside totals"]
_NO = frozenset({"false", "no", "n", "nein", "non", "0"})
# The name of a starting Holding among the starting cards.
_HOLDING = "starting"


def leaves_out(fact: str) -> bool:
    """Return whether a fact says that cards are missing: ``truncated: True``, ``2 missing``, ``name: WIP - Crane``."""
    if match := _numbered(fact):
        key, number = _key(match["key"]), int(match["number"])
        least = 1 if label_words(match["key"]) in KEYS["pages"] else 0
        return number > least if _is_missing(key) or least else key in KEYS["whole"] and not number
    label, _, value = fact.rpartition(": ")
    label = label.rpartition(": ")[2]
    key, (first, _, said) = _key(label), fact.partition(":")
    if key in KEYS["not whole"] or says_unfinished(key) or label_words(label) in KEYS["next"]:
        return says_some(value) and label_words(value) not in _NO
    is_denied = key in KEYS["whole"] and label_words(value) in _NO
    is_named = label_words(first) in KEYS["list names"] and says_unfinished(said)
    is_state = label_words(first) in KEYS["states"] and bool(says(said) & UNDONE)
    is_cut = _key(value) in KEYS["not whole"] or (" " not in _key(value) and says_unfinished(_key(value)))
    return is_denied or is_named or is_state or is_cut


def counts_missing(fact: str) -> bool:
    """Return whether a fact gives a number of missing cards or of pages, and so not of copies: ``meta: 1 pages``."""
    match = _numbered(fact)
    of_pages = KEYS["pages"] | KEYS["paging"]
    return match is not None and (_is_missing(_key(match["key"])) or label_words(match["key"]) in of_pages)


def _numbered(fact: str) -> re.Match[str] | None:
    """Return the parts of a numeric fact, alone or below a key of numbers."""
    match = re.fullmatch(_NUMBERED, fact) or re.fullmatch(_WRITTEN, fact)
    label = match["label"] if match else None
    return match if (KEYS["figures"] | _OF_CARDS).issuperset(label_words(label or "").split()) else None


def _key(label: str) -> str:
    """Return the main words of a key: "truncated" for ``isTruncated``."""
    return " ".join(word for word in label_words(label).split() if word not in KEYS["around"])


def _is_missing(key: str) -> bool:
    """Return whether a key says that cards are missing."""
    return key in KEYS["not whole"] | KEYS["missing"] or says_unfinished(key)


def counts_whole(fact: str, *, named: bool) -> bool:
    """Return whether a fact gives a number of cards of the deck: ``80 total``, ``stats: 40 dynasty``.

    If it has to be `named`, as in a table with a column ``Total`` of points, the fact mentions cards or the size of the
    deck.
    """
    match = _numbered(fact)
    if match is None:
        return False
    words = {*label_words(match["key"]).split()}
    parts = words - _OF_CARDS - KEYS["distinct"]
    is_fact = not match["label"] and words <= STATISTICS | FACTS.keys()  # As in "event: 3" and "7 fate".
    if is_fact or not parts <= HEADERS.keys():
        return False
    is_named = not words.isdisjoint(KEYS["cards"]) or label_words(match["key"]) in KEYS["sizes"]
    return is_named or (not named and (bool(parts) or words <= KEYS["totals"]))


def agrees(fact: str, entries: Sequence[Entry], outside: Sequence[Entry], more: int) -> bool:
    """Return whether a number from `counts_whole` is the number of cards in a deck, with up to `more` unknown ones.

    The number may include starting cards and cards `outside` the deck.
    """
    match = _numbered(fact)
    number, key = (match["number"], match["key"]) if match else ("0", "")
    words = {*label_words(key).split()}
    parts = words - _OF_CARDS - KEYS["distinct"]
    is_distinct = not words.isdisjoint(KEYS["distinct"])
    counts, others = ([(e.card, 1 if is_distinct else e.count) for e in each] for each in (entries, outside))
    known = {*sums_of_parts(counts, parts)} if parts else {*sums_of_all(counts)}
    beside = sum(copies for _, copies in others)
    known = {beside} if any(HEADERS[part] in NOT_IN_DECK for part in parts) else known
    known |= set() if parts else {each + beside for each in known}
    return any(each <= int(number) <= each + more for each in known)


def sums_of_all(counts: Sequence[tuple[Card, int]]) -> Iterator[int]:
    """Yield the numbers of all cards, with and without the types of starting cards, and the numbers of its parts."""
    kinds = {start for card, _ in counts if (start := _start(card))}
    for many in range(len(kinds) + 1):
        for less in combinations(sorted(kinds), many):
            yield sum(copies for card, copies in counts if _start(card) not in less)
    for deck in {card.deck for card, _ in counts if card.kind not in STARTING}:
        yield from sums_of_parts(counts, frozenset((deck,)))


def sums_of_parts(counts: Sequence[tuple[Card, int]], parts: Set[str]) -> Iterator[int]:
    """Yield the numbers of the cards in the part that all `parts` name, with and without starting Holdings."""
    own = [(card, copies) for card, copies in counts if parts <= {card.deck, card.kind, plural_of(card.kind)}]
    yield sum(copies for _, copies in own)
    yield sum(copies for card, copies in own if _start(card) != _HOLDING)


def _start(card: Card) -> str:
    """Return the type of a starting card, empty for any other card."""
    return card.kind if card.kind in STARTING else _HOLDING if card.effects_of(StartingHolding) else ""
