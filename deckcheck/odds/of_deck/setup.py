"""Card texts that act before the first turn: opening cards, redraws, cards taken from the deck."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Entry
from deckcheck.model.effect import HandRedraw, ProvinceRedraw, StartingHand, StartingProvinces, StartsWith
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Draw
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import cards_of
from deckcheck.rules.tally import Tally, texts_in


class Redraw(Struct, frozen=True):
    """Redraws of provinces or the hand: their number, where the cards go, and notes with the card that allows them.

    `most` is the number of cards that each may replace, None for all.
    """

    rounds: int
    returned: str
    notes: tuple[str, ...]
    most: int | None = None


def opening_cards(tally: Tally, draw: Draw, *, second: bool) -> tuple[int, list[str]]:
    """Return the number of opening cards, and the card texts about it, as sentences."""
    opening, because, in_play = draw.opening, [], [*_in_play(tally)]
    for entry, provinces in texts_in(in_play, StartingProvinces) if draw.into == "provinces" else ():
        opening = provinces.count
        because.append(f"{provinces.count} provinces: text of `{entry.card.name}`")
    for entry, hand in texts_in(in_play, StartingHand) if draw.into == "hand" else ():
        opening += hand.add
        because.append(f"{hand.add:+} in the opening hand: text of `{entry.card.name}`")
    if second and draw.second:
        opening += draw.second
        because.append(f"{draw.second:+} for going second")
    elif second:
        because.append("going second does not change the number of cards")
    return max(0, opening), because


def redraw_of(tally: Tally, draw: Draw, pool: Pool, *, second: bool) -> Redraw | None:
    """Return the redraws of a half from the format and from a card that starts in play, None without any.

    Cards that every player starts with come from `pool` unless the list names a version of them.
    """
    starting = starting_entries(tally)
    if draw.into == "hand":
        for entry, hand in texts_in(starting, HandRedraw):
            note = f"up to {cards_of(hand.most)} of the opening hand may be replaced: text of `{entry.card.name}`"
            return Redraw(1, "bottom", (note,), hand.most)
        return None
    found = [(effect, f"text of `{entry.card.name}`") for entry, effect in texts_in(starting, ProvinceRedraw)]
    for card in given_to_all(draw.starts, [entry.card for entry in tally.cards], pool):
        why = f"text of `{card.name}`, with which every player starts"
        found += [(effect, why) for effect in card.effects_of(ProvinceRedraw)]
    own = draw.redraws
    notes = [f"every player may redraw cards in provinces {_times(own)} in the first turn"] if own else []
    usable = [(effect, why) for effect, why in found if second or not effect.second]
    if not usable:
        return Redraw(own, "bottom", tuple(notes)) if own else None
    effect, why = max(usable, key=lambda each: each[0].rounds)
    more = f", {'instead of' if effect.instead else 'beside'} what every player may do" if own else ""
    notes.append(f"cards in provinces may be redrawn {_times(effect.rounds)}{more}: {why}")
    return Redraw(effect.rounds + (0 if effect.instead else own), effect.returned, tuple(notes))


def _times(rounds: int) -> str:
    return "once" if rounds == 1 else f"{rounds} times"


def taken_before(tally: Tally, wanted: tuple[str, ...]) -> Mapping[str, Counter[Card]]:
    """Return the copies that card texts take from the halves before the game, by section and card.

    A text with several choices takes the cards that `wanted` names, then the first of the list; a text that may take
    up to a number of cards takes only those named.

    Raises:
        UsageError: when no text can take a card of `wanted`.
    """
    taken = defaultdict[str, Counter[Card]](Counter)
    texts = [effect for _, effect in texts_in(_in_play(tally), StartsWith)]
    narrowing = [effect.of for effect in texts if effect.narrows]
    every = [(drawn.name, entry.card) for drawn in tally.format.draws for entry in tally.entries(drawn.name)]
    cards = [(section, card) for section, card in every if all(matches(of, card) for of in narrowing)]
    names = {fold(name): name for name in wanted}
    cards.sort(key=lambda each: names.keys().isdisjoint(each[1].folded_names))
    used: set[str] = set()
    for effect in texts:
        if effect.narrows:
            continue
        fitting = [(section, card) for section, card in cards if matches(effect.of, card)]
        if effect.optional and effect.count > 1:
            fitting = [each for each in fitting if not names.keys().isdisjoint(each[1].folded_names)]
        for section, card in fitting[: effect.count]:
            taken[section][card] += 1
            used.update(names.keys() & card.folded_names)
    for key in names.keys() - used:
        raise UsageError(f"no card text lets the player take `{names[key]}` from this deck before the game")
    return taken


def given_to_all(titles: Iterable[str], cards: Iterable[Card], pool: Pool) -> Iterator[Card]:
    """Yield the cards that players get by `titles`, except versions of one of `cards`."""
    listed = {fold(card.base_title) for card in cards}
    for title in titles:
        if fold(title) not in listed:
            yield from (card for card in pool.named(fold(title)) if not card.level)


def starting_entries(tally: Tally) -> Iterator[Entry]:
    """Yield the entries in the sections of the deck without draws, which start in play."""
    drawn = {each.name for each in tally.format.draws}
    for name, entries in tally.sections.items():
        if name not in drawn and not tally.format.sections[name].header:
            yield from entries


def _in_play(tally: Tally) -> Iterator[Entry]:
    """Yield the entries that can start in play, also those that are in no section of the format."""
    drawn = {each.name for each in tally.format.draws}
    yield from starting_entries(tally)
    yield from (entry for entry in tally.unplaced if entry.card.deck not in drawn)
