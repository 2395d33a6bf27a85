"""The cards that a repair can use and must keep, and constraints on their copies.

The rules about unrecognised lines add no constraints, because a repair removes such lines. A card text with an open
question uses the usual limit. Where the rows are inexact, the rules check the answer.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from deckcheck.build.editing.names import line_of
from deckcheck.decks.resolve import cards_called, similar_names
from deckcheck.decks.resolve.lookup import Match, find
from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Span, Unresolved, grouped
from deckcheck.model.effect import GainsAlignment, PlayableWith, PlayerAlignment, Restricts, StartsWith
from deckcheck.model.errors import InputError, no_card
from deckcheck.model.finding import BEARING, Severity
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.rules import InForce
from deckcheck.rules.judge import Judge
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.rows import Model, Slot
from deckcheck.rules.tally import Placing, Tally

# Effects that make rules report other cards.
_LOUD = (GainsAlignment, PlayerAlignment, Restricts)
# Effects that ask for other cards.
_NEEDING = (PlayableWith, StartsWith)

_NOWHERE = Span(1, 1, 1)


def kept_cards(names: Iterable[str], deck: Deck, pool: Pool) -> dict[str, int]:
    """Return the copies to keep by card id: the number before a name, or all copies in the deck.

    Raises InputError when the deck has fewer copies, or none.
    """
    kept: dict[str, int] = {}
    for name in names:
        found = copies_to_keep(name, deck, pool)
        if not found:
            raise InputError(
                f"`{line_of(name, deck.raw.limits).name}` is not in the deck",
                place=deck.raw.path,
                help="write the name as in the list",
            )
        kept |= found
    return kept


def copies_to_keep(name: str, deck: Deck, pool: Pool) -> dict[str, int]:
    """Return the copies to keep of one card as `kept_cards` does, empty without any; raises InputError for too few."""
    have, request = deck.copies, line_of(name, deck.raw.limits)
    ids = [card.id for card in cards_called(request.name, pool) if card.id in have]
    if ids and request.counted and request.count > sum(have[card_id] for card_id in ids):
        raise InputError(f"the deck has fewer than {request.count} `{request.name}`", place=deck.raw.path)
    return {card_id: min(have[card_id], request.count) if request.counted else have[card_id] for card_id in ids}


def banned_cards(names: Iterable[str], pool: Pool) -> frozenset[str]:
    """Return the ids of all cards with these names; raises UsageError for a name without a card."""
    banned: set[str] = set()
    for name in names:
        ids = {card.id for card in cards_called(name, pool)}
        if not ids:
            raise no_card(name, similar_names(name, pool))
        banned |= ids
    return frozenset(banned)


def demand(model: Model, rules: Iterable[InForce]) -> None:
    """Add the rows of all rules of the model's format.

    The rules that limit copies come first, because the others use their limits.
    """
    for each in sorted(rules, key=lambda each: not each.limit.caps):
        each.limit.rows(model, each.rule.name)


def entry_of(card: Card, count: int = 1, header: str = "") -> Entry:
    """Return an entry for `card` without a line in a file."""
    return Entry(card, count, Request(name=card.name, count=count, span=_NOWHERE, header=header, section=header))


def tally_of(entries: Iterable[Entry], judge: Judge) -> Tally:
    """Return the tally of a deck without a file."""
    deck = Deck(raw=RawDeck(path="", lines=(), requests=()), entries=tuple(entries))
    return Tally(deck, judge.format, judge.places.placed(deck.entries))


def refused(judge: Judge, cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that a rule forbids in every deck."""
    tally = tally_of(map(entry_of, cards), judge)
    rules = (each for each in judge.rules if isinstance(each.limit, PerCard) and not each.limit.stronghold)
    return frozenset(card_id for each in rules for card_id in _named(each, tally, BEARING))


def remarked(judge: Judge, old: Sequence[Entry], cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that would add a warning or note to the deck of the entries `old`."""
    quiet = [card for card in cards if not any(isinstance(effect, _LOUD) for effect in card.effects)]
    found: set[str] = set()
    rules = grouped((each.limit.stronghold, each) for each in judge.rules if each.limit.remarks)
    for stronghold, alike in rules.items():
        # Another Stronghold has another clan, which would change the findings about other cards.
        section = judge.format.sections.get(stronghold)
        new = [entry_of(card) for card in quiet if section is None or not matches(section.select, card)]
        needing = grouped((any(isinstance(text, _NEEDING) for text in each.card.effects), each) for each in new)
        # No other new card is what a card needs.
        for entries in (needing.get(False, []), *([each] for each in needing.get(True, []))):
            tally = tally_of([*old, *entries], judge)
            for each in alike:
                found.update(_named(each, tally, (Severity.WARNING, Severity.NOTE)))
    return frozenset(found)


def _named(each: InForce, tally: Tally, severities: tuple[Severity, ...]) -> list[str]:
    return [
        entry.card.id
        for problem in each.limit.problems(tally)
        if each.rule.messages[problem.message].severity in severities
        for entry in problem.entries
    ]


def slots_of(deck: Deck, fmt: Format, pool: Pool) -> tuple[Slot, ...]:
    """Return the slots of the deck in the order of its list, then those of cards that can be added, by id.

    Cards are added to the deck itself, never to a sideboard.
    """
    old = old_slots(deck, fmt)
    here = {slot.card.id for slot in old if not slot.header}
    return (*old, *(slot for slot in _new_slots(fmt, pool) if slot.card.id not in here))


# Most decks of a folder or event have one format.
@lru_cache(maxsize=2)
def _new_slots(fmt: Format, pool: Pool) -> tuple[Slot, ...]:
    """Return the slots of all cards that can be added to decks, by id.

    The format allows them and has a section for each, the pool has all of their facts, and no rule about single cards
    forbids them.
    """
    judge, takes = Judge(fmt), fmt.legality.takes
    ids = dict.fromkeys(known.id for known in pool.names() if takes(known.id, known.marks, known.sets))
    cards = [card for card in map(pool.card, ids) if card is not None and not card.proxy and not card.unverified]
    wrong = refused(judge, cards)
    placed = ((card, judge.places.of(card).section) for card in cards if card.id not in wrong)
    new = (Slot(card, section) for card, section in placed if section is not None)
    return tuple(sorted(new, key=lambda slot: slot.card.id))


def old_slots(deck: Deck, fmt: Format) -> tuple[Slot, ...]:
    """Return the slots of the cards in the deck."""
    places = Placing(fmt)
    placed = zip(*places.placed(deck.entries), strict=True)
    return tuple(Slot(entry.card, place.section, entry.count, places.under(entry)) for entry, place in placed)


def deck_with(deck: Deck, slots: Sequence[Slot], counts: Sequence[int]) -> Deck:
    """Return `deck` with these counts of its slots, without the unrecognised lines."""
    entries = [entry_of(slot.card, count, slot.header) for slot, count in zip(slots, counts, strict=True) if count]
    return Deck(raw=deck.raw, entries=tuple(entries), outside=deck.outside, basis=deck.basis)


def meant(line: Unresolved, fmt: Format, pool: Pool) -> list[str]:
    """Return the ids of the cards that an unrecognised line could mean."""
    names = line.candidates or line.suggestions or ((line.request.name,) if line.request.bad_count else ())
    found = (find(name, line.request, fmt, pool) for name in names)
    return [each.card.id for each in found if isinstance(each, Match)]
