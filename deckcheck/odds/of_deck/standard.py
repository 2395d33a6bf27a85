"""Standard odds of a deck: a card of each type, of each number of copies, and bad hands."""

import contextlib
import functools
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct, structs

from deckcheck.model.deck import Deck, summed
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.query import parse
from deckcheck.model.query.knowledge import UnknownFact, gaps
from deckcheck.odds import Atom, Population, Requirement, answer
from deckcheck.odds.answer import percent
from deckcheck.odds.of_deck.ask import most_turns
from deckcheck.odds.of_deck.deck_halves import DrawnHalf, halves_of
from deckcheck.odds.question import check_turns, whole

_GROUP = "card"


class Chance(Struct, frozen=True):
    """Odds of one event: in the opening, then by turn 1, 2 and so on.

    `about` is "kind" (at least one card of the type `label`), "copies" (at least one copy of any single one of `cards`,
    which have `copies` copies each) or "feared" (the bad hand `label`, without any card that prevents it). `copies` is
    the number of cards that count. When missing facts or unrecognised lines leave open whether some cards count, `odds`
    are without them, `others` with them, and `gaps` has the facts. Copies have `others` among recognised cards.
    """

    about: str
    label: str
    copies: int
    cards: tuple[str, ...]
    odds: tuple[Fraction, ...] = ()
    others: tuple[Fraction, ...] = ()
    gaps: tuple[UnknownFact, ...] = ()

    @property
    def event(self) -> str:
        """The event in words, without its number of cards: ``at least one holding``, ``a 3-of``."""
        words = {"kind": "at least one {}", "copies": "a {}"}
        return words.get(self.about, "{}").format(self.label)

    @property
    def ranges(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The lower and upper bound of the odds, by turn."""
        pairs = zip(self.odds, self.others or self.odds, strict=True)
        return tuple((min(pair), max(pair)) for pair in pairs)


class HalfOdds(Struct, frozen=True):
    """The odds of one half; with too few cards for the opening, no odds and the reason in `missing`."""

    half: DrawnHalf
    turns: int = 0
    chances: tuple[Chance, ...] = ()
    missing: str = ""


def standard_odds(halves: Sequence[DrawnHalf], turns: int | None = None) -> tuple[HalfOdds, ...]:
    """Return the odds of each half up to `turns`; the default is five, or the number that it has cards for.

    The player uses the mulligan for each event alone.

    Raises:
        UsageError: when the deck has too few cards for `turns`.
    """
    return tuple(_half(half, turns) for half in halves)


def odds_rows(deck: Deck, fmt: Format, pool: Pool, *, mulligans: bool = True) -> list[tuple[str, float]]:
    """Return the odds of the opening as labels and percentages, an empty list without draws.

    Without `mulligans` the labels omit their number, which makes the labels of two decks equal.
    """
    try:
        found = standard_odds(halves_of(deck, fmt, pool), 0)
    except UsageError:
        return []
    return [
        (
            f"{chance.event} in the {odds.half.opening_words if mulligans else odds.half.opening_place}{end}",
            percent(value),
        )
        for odds in found
        for chance in odds.chances
        for end, value in _ends(chance)
    ]


def _ends(chance: Chance) -> tuple[tuple[str, Fraction], ...]:
    least, most = chance.ranges[0]
    return ((" (minimum)", least), (" (maximum)", most)) if chance.others else (("", least),)


def _half(half: DrawnHalf, turns: int | None) -> HalfOdds:
    @functools.cache
    def odds(unknown: int, copies: int, turn: int) -> Fraction:
        return _odds(structs.replace(half, unknown=unknown), copies, turn)

    if turns is not None:
        whole("the number of turns", turns)
    if half.begun and not half.a_turn:
        return HalfOdds(half, missing="give the cards per turn with --refills")
    try:
        odds(half.unknown, 1, 0)
        last = (turns if half.a_turn else 0) if turns is not None else most_turns(half)
        odds(half.unknown, 1, last)
    except UsageError as error:
        if turns:
            raise UsageError(f"{half.label}: {error.message}", help=error.help) from None
        return HalfOdds(half, missing=error.message)

    def by_turn(about: str, unknown: int, copies: int) -> tuple[Fraction, ...]:
        found = (odds(unknown, copies, turn) for turn in range(last + 1))
        return tuple(1 - each if about == "feared" else each for each in found)

    chances = []
    for event, others in _events(half):
        own = half.unknown, event.copies
        chance = structs.replace(event, odds=by_turn(event.about, *own))
        if others != own:
            with contextlib.suppress(UsageError):  # Without the unrecognised lines there may be too few cards.
                chance = structs.replace(chance, others=by_turn(event.about, *others))
        chances.append(chance)
    return HalfOdds(half, last, tuple(chances))


def _events(half: DrawnHalf) -> Iterator[tuple[Chance, tuple[int, int]]]:
    """Yield the events without their odds, each with the unknown cards and the copies of its `others`."""
    unknown = half.unknown
    kinds = summed((card.kind, count) for card, count in half.cards if count)
    for kind, count in kinds.most_common():
        names = tuple(card.name for card, _ in half.cards if card.kind == kind)
        yield Chance("kind", kind, count, names), (unknown, count + unknown)
    for copies in sorted({count for _, count in half.cards if count}, reverse=True):
        names = tuple(card.name for card, count in half.cards if count == copies)
        yield Chance("copies", f"{copies}-of", copies, names), (0, copies)
    for label, text in half.feared.items():
        query = parse(text)
        saving = [(card, count) for card, count in half.cards if query.matches(card)]
        names, copies = tuple(card.name for card, _ in saving), sum(count for _, count in saving)
        left = sum(count for card, count in half.cards if query.answer(card) is None)
        yield Chance("feared", label, copies, names, gaps=gaps(query, half.cards)), (unknown, copies + unknown + left)


def _odds(half: DrawnHalf, copies: int, turn: int) -> Fraction:
    """Return the odds of at least one of `copies` cards of `half` by `turn`."""
    group = frozenset({_GROUP})
    counted = max(1, copies)
    population = Population((Atom(group, counted), Atom(frozenset(), half.size - counted)))
    question = half.question(population, Requirement(_GROUP, ">=", 1), half.drawn_by(turn))
    check_turns(question, turn, half.drawn_by, half.turn)
    found = answer(question, exact=True)
    return found.fraction if copies and found.fraction is not None else Fraction(0)
