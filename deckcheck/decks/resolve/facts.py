"""Find facts and comments that also name cards: ``Author: 3 Iron Mine``, ``# Rings: Ring of Water``."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.resolve.accounting import account, says_card
from deckcheck.decks.resolve.labels import is_label, is_set
from deckcheck.decks.resolve.lookup import LookUp
from deckcheck.decks.resolve.prose import MAX_WORDS, is_sentence
from deckcheck.decks.resolve.suggest import resembles
from deckcheck.decks.resolve.titles import is_free_of_titles
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import HEADERS, heading, words_of
from deckcheck.decks.words.remarks import may_change_list, may_tell_of_more, says_nothing, says_some
from deckcheck.decks.words.sayings import (
    MOST_SAID,
    NO_CARDS,
    NOTES,
    STATISTICS,
    counts_something,
    label_words,
    parts_of,
    section_said,
    single_kind,
)
from deckcheck.decks.words.talk import without_events, without_talk
from deckcheck.decks.words.wholes import counts_missing
from deckcheck.model.card import Card
from deckcheck.model.deck import STARTING, Aside, Entry, LineClass, RawDeck, Request, Span
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import words_in

_ANYWHERE = Span(1, 1, 2)
_CODE = r"\s*(?:[^\W\d_]+(?:[_-][^\W\d_]+)+|\S+\.(?i:png|jpe?g|gif|webp))\s*"
# Signs and words between the parts of a remark, and numbers of cards before a part.
_BETWEEN = r"[,;:/+&()\[\]{}|]|\s[-–—]+\s|\band\b"
_COUNT = r"^\W*[0-9]{1,2}\s*[xX]?\s+"
# Words beside the name of a format: "My Emperor Edition deck for the tournament".
_OF_DECKS = {"legal", "this", *FACTS, *words_in("tellers")}
# The maximum of words in a heading.
_MOST_WORDS = 2
# Longer remarks say more than a heading.
_LONGEST = 60


def is_playable(card: Card, fmt: Format) -> bool:
    """Return whether a deck of the format may have a card; rules about whole decks are ignored."""
    return card.kind != "other" and fmt.allows(card)


def is_code(fact: str) -> bool:
    """Return whether the value of a fact is a picture, or a program's code of several words: ``kind: legal_any``.

    Below a key for cards, as in ``role: no_role``, any text may be a card or say that there is none.
    """
    label, _, value = fact.partition(":")
    return re.fullmatch(_CODE, value) is not None and not section_said(label)


class Facts(Struct, frozen=True):
    """Distinguishes facts from cards as one format reads them.

    `named` looks up names; a line without a number may mean up to `most` copies of a card. `called` are the names of
    the format, `spaced`.
    """

    fmt: Format
    pool: Pool
    named: LookUp
    most: int
    called: tuple[str, ...]

    def may_be_card(self, fact: str, raw: RawDeck) -> bool:
        """Return whether a fact about the deck, such as ``Author: Kei``, may instead name one of its cards."""
        limits = raw.limits
        if len(fact) >= MOST_SAID or counts_missing(fact):
            return len(fact) >= MOST_SAID
        fact = self._without_code(fact, limits)
        label, colon, value = fact.partition(":")
        kind = label_words(label)
        is_format = fold(value) in self.fmt.called if FACTS.get(kind) == "format" else self.names_format(fact)
        if is_format or self._is_statistic(fact):
            return False
        if raw.is_list and kind in FACTS and kind in HEADERS and kind != "deck" and self.pool.named(fold(value)):
            return True  # "Event: Court Games" may be a heading with its card.
        if not colon or kind in NO_CARDS:
            return self._names_card(fact, kind, value, raw)
        if kind in NOTES:
            return self._notes_card(value, raw)
        is_label = self._is_card_label(label.strip(), value, limits)
        return is_label or self._is_card_under(kind, value, limits) or says_card(fact, self.pool, limits)

    def names_format(self, text: str) -> bool:
        """Return whether a text is the name of the format, perhaps with a clan, and no card that its decks can have."""
        words = spaced(text)
        rests = [words.replace(name, " ", 1) for name in self.called if name in words and not self._is_playable(name)]
        return not self._is_playable(text) and any(self._are_labels(without_events(rest).split()) for rest in rests)

    def _are_labels(self, words: Sequence[str]) -> bool:
        is_other = not words_in("other_lists").isdisjoint(words)
        return not is_other and all(word in _OF_DECKS or is_label([word], self.pool) for word in words)

    def with_format(self, raw: RawDeck) -> RawDeck:
        """Return a list whose title or last line names the format, as ``Lion - Emperor Edition``, with it as a fact.

        Between cards such a line may begin another list.
        """
        if not raw.is_list or not raw.requests:
            return raw
        first, *rest = raw.requests
        title = rest[:1] if not self.pool.named(fold(first.name)) else []  # It may be on the second line.
        ends = {each.span: each for each in (first, *title, *rest[-1:]) if not each.counted}
        facts = [
            Aside(LineClass.FACT, each.written, at) for at, each in ends.items() if self.names_format(each.written)
        ]
        taken = {each.span for each in facts}
        cards = (each for each in raw.requests if each.span not in taken)
        return replace(raw, requests=tuple(cards), asides=(*facts, *raw.asides)) if facts else raw

    def _is_playable(self, name: str) -> bool:
        return any(is_playable(card, self.fmt) for card in self.pool.named(fold(name)))

    def _names_card(self, fact: str, kind: str, value: str, raw: RawDeck) -> bool:
        """Return whether a name, of a deck or a player or without a label, may be one of a card."""
        may_name = raw.is_list and FACTS.get(kind) == ""
        if may_name and any(self._names(each, playable=True) for each in (value, *parts_of(value))):
            return True
        is_short = len(value.split()) <= MAX_WORDS and not is_label(words_of(value), self.pool)
        if may_name and is_short and resembles(value, self.pool):
            return True
        # Most names of decks and players have no title, and the search for events takes longer.
        return says_card(value if kind in FACTS else fact, self.pool, raw.limits) and (
            kind not in FACTS or says_card(without_events(value), self.pool, raw.limits)
        )

    def _notes_card(self, value: str, raw: RawDeck) -> bool:
        """Return whether a note may count or name a card, or change the deck."""
        is_line = any(map(str.isupper, value)) and not is_sentence(value)
        is_change = not raw.is_list and may_change_list(without_talk(value))
        is_counted = is_line and counts_something(value.strip(), raw.limits)
        is_card = raw.is_list and " " in value.strip() and self._names(value)
        return is_change or is_counted or is_card or says_card(value, self.pool, raw.limits)

    def _is_statistic(self, fact: str) -> bool:
        """Return whether a fact gives statistics of cards, higher than numbers of copies: ``6 honor``.

        Behind a label there are no words: ``focus: 3 1``.
        """
        label, colon, value = fact.partition(":")
        if colon:
            return label_words(label) in STATISTICS and not any(map(str.isalpha, value))
        number, _, word = fact.partition(" ")
        return word in STATISTICS and number.isdecimal() and int(number[:5]) > self.most

    def unread(self, fact: str, limits: Limits) -> int:
        """Return how many copies a fact that is not a line of the deck may mean, by the titles in it.

        Notes may name missing cards of a deck, or discuss cards; names of decks and players do not.
        """
        label, colon, value = self._without_code(fact, limits).partition(":")
        if not colon or label_words(label) in NO_CARDS:
            return 0
        if label_words(label) in NOTES and may_tell_of_more(value):
            return limits.copies
        return min(self.most * len(account(value, self.pool, limits).titles), limits.copies)

    def start(self, fact: str) -> tuple[Card, ...]:
        """Return the cards in a fact with the name of a Stronghold, role or other starting card; empty without one.

        Where the deck lists that card, the fact only identifies it, whatever the number of copies.
        """
        label, _, value = fact.partition(": ")
        cards = self.pool.named(fold(value)) if (kind := single_kind(label)) else ()
        return tuple(cards) if all(card.kind == kind for card in cards) else ()

    def is_rather_one(self, entry: Entry, raw: RawDeck) -> bool:
        """Return whether a name that no deck can play in this number may be a fact or a set: ``12 gold``.

        Without a number it may also be a family, as ``Hida``; in a list that counts few cards it is a card.
        """
        request = entry.request
        if request.counted and (" " in request.name or fold(request.name) not in STATISTICS):
            return False
        is_few = request.count <= self.most
        if is_few and is_playable(entry.card, self.fmt):
            return False
        if request.counted:
            return not is_few or request.name.islower() or ":" in request.written
        # Two of these are enough: "Celestial Edition" is a rules card, too.
        signs = (entry.card.kind == "other", is_set(request.written, self.pool), _counts(raw))
        return sum(signs) > 1

    def may_be_several(self, entry: Entry, raw: RawDeck) -> bool:
        """Return whether a plural title without a number is in a list that counts its cards: ``+ Copper Mines``."""
        name = fold(entry.request.name)
        is_plural = not entry.request.counted and name == f"{fold(entry.card.base_title)}s"
        return is_plural and _counts(raw)

    def _without_code(self, fact: str, limits: Limits) -> str:
        """Return a fact without its value if that is a code that does not as a whole name a card.

        ``kind: legal_toshi_ranbo_all_elements`` does not mean Toshi Ranbo; ``toshi_ranbo`` and ``three_toshi_ranbo``
        do.
        """
        label, colon, value = fact.partition(":")
        says_more = is_code(fact) and account(value, self.pool, limits).words and not self._names(value)
        return f"{label}{colon}" if says_more else fact

    def _is_card_label(self, label: str, value: str, limits: Limits) -> bool:
        """Return whether a key or column has the name of a card, with or without a number: ``3 Iron Mine``.

        Without a number, its value tells whether the deck has the card.
        """
        is_counted = label[:1].isdigit() and counts_something(label, limits)
        return is_counted or (says_some(value) and self._names(label))

    def _is_card_under(self, label: str, value: str, limits: Limits) -> bool:
        """Return whether a text below a key or in a column for cards may be a card, recognised or not."""
        if says_nothing(value) or not any(map(str.isalpha, value)):
            return False
        return bool(section_said(label)) or any(
            (counts_something(part, limits) and not set(words_of(part)).issubset(self.pool.words().clans))
            or self._names(part)
            for part in (value.strip(), *parts_of(value))
        )

    def _names(self, text: str, *, playable: bool = False) -> bool:
        """Return whether a text is the name of a card, in any usual form; with `playable`, of a playable card."""
        request = Request(name=text.strip(), count=1, span=_ANYWHERE, written=text, counted=False)
        outcome = self.named(request, 1) if len(text.split()) <= MAX_WORDS else None
        return outcome is not None and not (
            playable and isinstance(outcome, Entry) and not is_playable(outcome.card, self.fmt)
        )


def spaced(text: str) -> str:
    """Return the words and numbers of a text, each with spaces around it."""
    return re.sub(r"[\W_]+", " ", f" {text.casefold()} ")


def _counts(raw: RawDeck) -> bool:
    """Return whether most lines of a list have a number of copies; a single line may come from such a list."""
    return len(raw.requests) == 1 or 2 * sum(each.counted for each in raw.requests) > len(raw.requests)


def names_start(text: str, pool: Pool) -> bool:
    """Return whether a comment or fact names a starting card: ``# Shiro Daidoji``."""
    if is_free_of_titles(text, pool):
        return False
    parts = _parts_of_remark(text) if len(text) <= _LONGEST else ()
    return any(card.kind in STARTING for part in (text, *parts) for card in pool.named(fold(part)))


def cards_behind_heading(text: str, pool: Pool) -> list[Card]:
    """Return the cards behind the words of a heading, one for each title; empty without such a heading."""
    words = [] if is_free_of_titles(text, pool) else list(re.finditer(r"[^\W\d_]+", text))[:_MOST_WORDS]
    for word in reversed(words):
        found = heading(text[: word.end()])
        if found is not None and (found.section or not found.deck):
            rest = text[word.end() :].lstrip(" :–—-")
            whole = pool.named(fold(re.sub(_COUNT, "", rest)))
            return [*whole[:1]] or [cards[0] for part in _parts_of_remark(rest) if (cards := pool.named(fold(part)))]
    return []


def _parts_of_remark(text: str) -> Iterator[str]:
    """Yield the parts of a remark between signs, without numbers before them."""
    return (re.sub(_COUNT, "", part).strip(" .-–—") for part in re.split(_BETWEEN, text))
