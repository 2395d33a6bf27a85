"""Deal sample hands and provinces from the shuffled halves, and play their mulligans with the user."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import cards_of
from deckcheck.odds import AllOf, Policy, Requirement, Returned, Semantics, Want
from deckcheck.odds.answer import vector_of
from deckcheck.odds.conditions import Vector, ways_to_meet
from deckcheck.odds.exact import MOST_STEPS, GameStates, Setting, exact_steps
from deckcheck.odds.of_deck.ask import question_of
from deckcheck.odds.of_deck.deck_halves import DrawnHalf
from deckcheck.odds.of_deck.groups import CardGroup, belonging, every_card, groups_in
from deckcheck.odds.policies import PARTIAL, parted
from deckcheck.odds.question import Question, can_be_met, check_question, check_turns, check_want

_UNKNOWN = Card(id="", title="(unknown card)", kind="", identity=("",))

# Returns the cards of a hand to keep and to throw, given the cards under the deck and the number of redraws left.
_Choose = Callable[[list[Card], list[Card], int], tuple[list[Card], list[Card]]]


class Mulligan(Struct, frozen=True):
    """One exchange: the cards thrown and the cards drawn for them."""

    thrown: tuple[str, ...]
    drawn: tuple[str, ...]


class Deal(Struct, frozen=True):
    """The deal of one half: the opening cards, the mulligans, the final cards, and the next cards of the deck.

    `following` has the same number of cards as `dealt`; without a want, they replace thrown cards in this order.
    """

    half: DrawnHalf
    dealt: tuple[str, ...]
    rounds: tuple[Mulligan, ...]
    final: tuple[str, ...]
    following: tuple[str, ...]


def deal(
    halves: Sequence[DrawnHalf], seed: int, want: Want | None = None, declared: Mapping[str, str] | None = None
) -> tuple[Deal, ...]:
    """Return a deal of each half; the same seed, halves and want give the same deal.

    With a `want`, each half uses its mulligan for its own groups of the want.

    Raises:
        UsageError: when a half has too few cards, or the want is invalid for the deck.
    """
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    groups = groups_in(want, declared or {}, halves)
    wanted = parts_of(want, groups, halves) if want else {}
    return tuple(_deal(half, wanted.get(half.section), tuple(groups.values()), rng) for half in halves)


def _deal(half: DrawnHalf, own: Want | None, groups: Sequence[CardGroup], rng: random.Random) -> Deal:
    library = single_cards(half)
    choose = _policy_of(half, own, groups) if own and half.policy in PARTIAL else lambda hand, *_: (hand, [])
    rng.shuffle(library)
    hand, library = library[: half.opening], library[half.opening :]
    dealt, rounds, under = only_names(hand), list[Mulligan](), list[Card]()
    for left in range(half.rounds, 0, -1):
        kept, thrown = choose(hand, under, left)
        if not thrown:
            break
        drawn, library = library[: len(thrown)], library[len(thrown) :]
        if half.returned is Returned.SHUFFLE:
            library += thrown
            rng.shuffle(library)
        else:
            under += thrown
        hand = kept + drawn
        rounds.append(Mulligan(only_names(thrown), only_names(drawn)))
    return Deal(half, dealt, tuple(rounds), only_names(hand), following=only_names(library[: half.opening]))


def single_cards(half: DrawnHalf) -> list[Card]:
    """Return the cards of a half, one by one in a fixed order; raises UsageError for too few."""
    if half.size < half.opening:
        raise UsageError(
            f"the {half.label} has {cards_of(half.size)}, too few to deal {half.opening}", help="add cards first"
        )
    return [*sorted(half.singles, key=lambda card: card.id), *([_UNKNOWN] * half.unknown)]


def _policy_of(half: DrawnHalf, own: Want, groups: Sequence[CardGroup]) -> _Choose:
    """Return how the policy of a half chooses for `own`, a want about its cards.

    Raises:
        UsageError: when the question is invalid, or the best choice would take too long to compute.
    """
    question = question_of(half, own, groups, 0, Semantics.COUNT)
    check_question(question)
    setting, belongs = Setting(question), belonging(half, groups)
    best = best_states(question).best if half.policy is Policy.OPTIMAL_PARTIAL else None

    def chosen(hand: list[Card], under: list[Card], left: int) -> tuple[list[Card], list[Card]]:
        atoms = _atoms(hand, setting, belongs)
        counts = vector_of(atoms, setting)
        if best is not None:
            kept, _ = best(left, counts, vector_of(_atoms(under, setting, belongs), setting))
        else:
            kept = counts if setting.want.met(counts) else setting.keep(counts)
        return parted(hand, atoms, kept)

    return chosen


def _atoms(cards: Sequence[Card], setting: Setting, groups: Mapping[str, frozenset[str]]) -> list[int]:
    """Return the atom of each card; `groups` has the groups of cards by id."""
    return [setting.atoms.index(groups.get(card.id, frozenset()) & setting.question.groups) for card in cards]


def parts_of(want: Want, groups: Mapping[str, CardGroup], halves: Sequence[DrawnHalf]) -> dict[str, Want]:
    """Return the parts of `want` by section, without those that need more cards than a half has.

    Raises:
        UsageError: when `want` as a whole needs more cards than there are.
    """
    every = every_card(halves, groups.values())
    if not any(group.open for group in groups.values()):
        check_want(want, every)
    parts = {half.section: _part_of(want, {name for name, each in groups.items() if each.section == half.section})
             for half in halves}  # fmt: skip
    return {section: part for section, part in parts.items() if part is not None and can_be_met(part, every)}


def _part_of(want: Want, groups: Collection[str]) -> Want | None:
    """Return the part of `want` about `groups`, None without one."""
    if isinstance(want, Requirement):
        return want if want.group in groups else None
    parts = tuple(part for each in want.parts if (part := _part_of(each, groups)) is not None)
    return type(want)(parts) if len(parts) > 1 else next(iter(parts), None)


def only_names(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple(card.name for card in cards)


class Worth(Struct, frozen=True):
    """The odds from 0 to 1 of a choice (`chosen`), of keeping every card (`keeping`) and of the best choice.

    Later redraws are used optimally. `best_kept` are the names of the cards that the best choice keeps.
    """

    chosen: float
    keeping: float
    best: float
    best_kept: tuple[str, ...]


class MulliganGame:
    """One half, dealt; `hand` has the names of its cards, `rounds` the redraws left."""

    def __init__(self, half: DrawnHalf, want: Want, groups: Mapping[str, CardGroup], seed: int, turn: int) -> None:
        """Deal `half`; `want` is about its cards alone, by `turn` (0: in the opening).

        Raises:
            UsageError: when the half has too few cards, or an exact answer would take too long.
        """
        own = [group for group in groups.values() if group.section == half.section]
        self.half, self.want, self.rounds = half, want, half.rounds
        question = question_of(half, want, own, half.drawn_by(turn), Semantics.COUNT)
        check_turns(question, turn, half.drawn_by, half.turn)
        self._game = best_states(question)
        self._belongs = belonging(half, own)
        self._rng = random.Random(seed)  # noqa: S311 - games, not secrets
        self._library = single_cards(half)
        self._rng.shuffle(self._library)
        self._hand = [self._library.pop() for _ in range(half.opening)]
        self._buried: list[Card] = []

    @property
    def hand(self) -> tuple[str, ...]:
        """The names of the cards of the hand."""
        return only_names(self._hand)

    @property
    def odds(self) -> float:
        """The odds with the hand as it is and no redraw left."""
        return self._game.value(0, self._vector(self._hand), self._vector(self._buried)) / self._game.scale[0]

    def throw(self, places: Collection[int]) -> Worth:
        """Put away the cards at `places` of the hand, replace them, and return the odds of that choice."""
        kept = [card for place, card in enumerate(self._hand) if place not in places]
        hand, buried = self._vector(self._hand), self._vector(self._buried)
        scale = self._game.scale[self.rounds]
        odds = self._game.after(self.rounds, hand, self._vector(kept), buried) / scale
        best, most = self._game.best(self.rounds, hand, buried)
        best_kept, _ = parted(self._hand, _atoms(self._hand, self._game.setting, self._belongs), best)
        keeping = self._game.after(self.rounds, hand, hand, buried) / scale
        thrown = [card for place, card in enumerate(self._hand) if place in places]
        drawn = [self._library.pop() for _ in thrown]
        if self.half.returned is Returned.SHUFFLE:
            self._library += thrown
            self._rng.shuffle(self._library)
        else:
            self._buried += thrown
        self._hand = kept + drawn
        self.rounds -= 1
        return Worth(odds, keeping, most / scale, only_names(best_kept))

    def _vector(self, cards: Sequence[Card]) -> Vector:
        return vector_of(_atoms(cards, self._game.setting, self._belongs), self._game.setting)


def mulligan_games(
    halves: Sequence[DrawnHalf],
    seed: int,
    want: Want | None = None,
    declared: Mapping[str, str] | None = None,
    turn: int = 0,
) -> list[MulliganGame]:
    """Return a game for each half with a mulligan that the want is about, by default to avoid its bad hands.

    Raises:
        UsageError: when no half has such a mulligan, and for a want that is invalid for the deck.
    """
    if want is not None:
        groups = groups_in(want, declared or {}, halves)
        wanted = {section: (part, groups) for section, part in parts_of(want, groups, halves).items()}
    else:
        wanted = {half.section: _against_bad_hands(half) for half in halves if half.feared}
    own = [half for half in halves if half.section in wanted and half.policy is not Policy.NONE]
    games = [MulliganGame(half, *wanted[half.section], seed, turn) for half in own]
    if not games:
        help = "give the cards to draw with --want" if want is None else None
        raise UsageError("no part of this deck has a mulligan for the condition", help=help)
    return games


def _against_bad_hands(half: DrawnHalf) -> tuple[Want, dict[str, CardGroup]]:
    """Return the want for a card against each bad hand of a half, with its groups."""
    groups = groups_in(None, {text: text for text in half.feared.values()}, [half])
    return AllOf(tuple(Requirement(name, ">=", 1) for name in groups)), groups


def best_states(question: Question) -> GameStates:
    """Return the states of a question under the best policy, which replaces its own.

    Raises:
        UsageError: when the question is invalid, or an exact answer would take too long.
    """
    best = structs.replace(question, policy=Policy.OPTIMAL_PARTIAL)
    check_question(best)
    setting = Setting(best)
    if exact_steps(setting) > MOST_STEPS:
        raise UsageError(
            "the odds of each choice would take too long to compute", help="ask about fewer groups of cards"
        )
    return GameStates(setting, lambda hand, library: ways_to_meet(setting.want, library, question.draws, hand))
