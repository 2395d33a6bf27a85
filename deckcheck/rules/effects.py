"""What the card texts in a deck change: limits and minimums with the card that changed them."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry
from deckcheck.model.effect import ClanText, CopyLimitText, Effect, SectionLimit, Uncounted
from deckcheck.model.matching import matches, may_match

E = TypeVar("E")


class TextLimit(Struct, frozen=True):
    """At most `max` (None: any number), and the card whose text says so (None: the format's own rule).

    A `question` states the missing fact that decides whether the text applies. `titles` is how many different titles
    may go above the format's own limit (0: all). With `different`, the cards must be of different titles.
    """

    max: int | None
    because: Card | None = None
    question: str = ""
    titles: int = 0
    different: bool = False

    def excess(self, entries: Sequence[Entry]) -> int:
        """Return how many cards of `entries`, the limited ones, are too many."""
        count = sum(entry.count for entry in entries)
        titles = len({entry.card.base_title for entry in entries}) if self.different else count
        return count - min(count, titles, count if self.max is None else self.max)


class Met(Struct, frozen=True):
    """The card effects present in a deck, each with the card it comes from."""

    effects: tuple[tuple[Entry, Effect], ...] = ()

    def of(self, kind: type[E]) -> Iterator[tuple[Entry, E]]:
        """Yield the effects of one kind with their entries."""
        return ((entry, effect) for entry, effect in self.effects if isinstance(effect, kind))


def effects_in(entries: Sequence[Entry]) -> Met:
    """Return the effects of the cards in `entries`."""
    with_texts = [entry for entry in entries if entry.card.effects]
    return Met(tuple([(entry, effect) for entry in with_texts for effect in entry.card.effects]))


def own_copy_text(card: Card) -> CopyLimitText | None:
    """Return the text of a card about its own copies, None without one."""
    return next((effect for effect in card.effects_of(CopyLimitText) if effect.of is None), None)


def named_clans(card: Card) -> set[str]:
    """Return the clans that a card and its texts name."""
    texts = [text for text in card.effects if isinstance(text, ClanText)]
    return {*card.clans, *card.sensei_clans, *(clan for text in texts for clan in text.clans)}


def copy_limit(met: Met, card: Card, base: int) -> TextLimit:
    """Return how many copies of `card` are allowed if the format says `base`.

    A card's own text replaces the format's number, above or below; a text about a class of cards can only
    raise it.
    """
    if own := own_copy_text(card):
        return TextLimit(own.max, card)
    limit = TextLimit(base)
    for entry, effect in met.of(CopyLimitText):
        if effect.of is None or not may_match(effect.of, card):
            continue
        if effect.max is None or (limit.max is not None and effect.max > limit.max):
            question = "" if matches(effect.of, card) else effect.question or "does the text mean this card?"
            limit = TextLimit(effect.max, entry.card, question, effect.titles)
    return limit


def section_limit(met: Met, section: str, base: int, entries: Sequence[Entry]) -> TextLimit:
    """Return the maximum of `section`, which has `entries`, if the format says `base`.

    That is the limit which fits the entries best, of that of the format and those of card texts; of equal ones the
    highest.
    """
    texts = [(entry.card, effect) for entry, effect in met.of(SectionLimit) if effect.section == section]
    limits = [
        TextLimit(effect.max, card, effect.question, different=effect.different)
        for card, effect in texts
        if effect.max > base
    ]
    return min([TextLimit(base), *limits], key=lambda limit: (limit.excess(entries), -(limit.max or 0)))


def toward_minimum(met: Met, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries whose cards count toward the minimum size of their deck."""
    texts = [*met.of(Uncounted)]

    def is_counted(card: Card) -> bool:
        return not any(
            source.card.id == card.id if effect.of is None else matches(effect.of, card) for source, effect in texts
        )

    return [entry for entry in entries if is_counted(entry.card)] if texts else [*entries]
