"""Answer questions about a deck by turn from the answers of its halves, and find the best change of one card."""

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.deck import grouped
from deckcheck.model.errors import UsageError, raised_as
from deckcheck.model.sentences import listed
from deckcheck.odds import AllOf, Answer, AnyOf, Question, Semantics, Want
from deckcheck.odds.answer import answer_of, checked_answer
from deckcheck.odds.conditions import groups_of
from deckcheck.odds.of_deck.deck_halves import DrawnHalf
from deckcheck.odds.of_deck.groups import CardGroup, belonging, every_card, groups_in, populations_of, readings
from deckcheck.odds.policies import PARTIAL, Returned
from deckcheck.odds.question import can_be_met, check_turns, check_want, whole, why_never

USUAL_TURNS = 5


class By(Struct, frozen=True):
    """The answer by one turn, 0 for the opening; `drawn` has the cards drawn after the opening by then, by half.

    When facts are missing from the data, `answer` is the lower bound and `most` the upper bound.
    """

    turn: int
    drawn: dict[str, int]
    answer: Answer
    most: Answer | None = None


class Asked(Struct, frozen=True):
    """A want with its groups and their cards, and the answers from the opening on."""

    want: Want
    groups: tuple[CardGroup, ...]
    by: tuple[By, ...]


class OddsRequest(Struct, frozen=True):
    """How to compute an answer: `semantics` of cards in two groups, and the options of `deckcheck.odds.answer`."""

    semantics: Semantics = Semantics.COUNT
    exact: bool = False
    games: int | None = None
    seed: int = 0


def ask(
    halves: Sequence[DrawnHalf],
    want: Want,
    declared: Mapping[str, str] | None = None,
    turns: int | None = None,
    asking: OddsRequest | None = None,
) -> Asked:
    """Return the odds of `want` in the opening and by each turn up to `turns`; `declared` has groups by name.

    The default for `turns` is five, or the number that the halves have cards for.

    Raises:
        UsageError: for groups without cards, impossible wants, and more draws than cards.
    """
    groups = groups_in(want, declared or {}, halves)
    concerned = {groups[name].section for name in groups_of(want)}
    chosen = [half for half in halves if half.section in concerned]
    inquiries = [_Inquiry(chosen, each, asking or OddsRequest()) for each in readings(want, groups)]
    if turns is None:
        turns = min((most_turns(half) for half in chosen if half.a_turn), default=0)
    else:
        whole("the number of turns", turns)
    found = []
    for turn in range(turns + 1):
        drawn = {half.section: half.drawn_by(turn) for half in chosen}
        answers = sorted((each.answered(want, turn) for each in inquiries), key=lambda each: each.decimal)
        found.append(By(turn, drawn, answers[0], answers[-1] if len(answers) > 1 else None))
    return Asked(want, tuple(groups.values()), tuple(found))


def question_of(half: DrawnHalf, want: Want, groups: Sequence[CardGroup], draws: int, semantics: Semantics) -> Question:
    """Return the question about `want` in `half` after `draws` cards beyond the opening."""
    deck, held = populations_of(half, groups)
    return structs.replace(half.question(deck, want, draws), semantics=semantics, held=held)


def most_turns(half: DrawnHalf) -> int:
    """Return the number of turns, at most five, that `half` has enough cards for in every case."""
    # Cards that are shuffled back can be drawn later.
    thrown = half.opening if half.most is None else half.most
    under = thrown * half.rounds if half.policy in PARTIAL and half.returned is Returned.BOTTOM else 0
    turns = 0
    while half.a_turn and turns < USUAL_TURNS and half.opening + under + half.drawn_by(turns + 1) <= half.size:
        turns += 1
    return turns


class _Inquiry:
    """The halves of a want, and answers about them."""

    def __init__(self, halves: Sequence[DrawnHalf], groups: Mapping[str, CardGroup], asking: OddsRequest) -> None:
        self.halves = {half.section: half for half in halves}
        self.groups = groups
        self.asking = asking
        self.every = every_card(halves, groups.values())
        self.settled = not any(group.open for group in groups.values())

    def answered(self, want: Want, turn: int) -> Answer:
        if self.settled or can_be_met(want, self.every):
            check_want(want, self.every)
        return self._answered(want, turn)

    def _answered(self, want: Want, turn: int) -> Answer:
        sections = self.sections(want)
        if not can_be_met(want, self.every):
            return answer_of(Fraction(0), tuple(why_never(want, self.every)))
        if len(sections) == 1:
            (section,) = sections
            return self._in_half(self.halves[section], want, turn)
        if not isinstance(want, AllOf | AnyOf):  # A single group belongs to a single half.
            raise TypeError(want)
        together = grouped((self.sections(part), part) for part in _flat(want))
        if sum(map(len, together)) > len(sections) or len(together) == 1:
            labels = listed(f"the {half.label}" for half in self.halves.values())
            raise UsageError(
                f"`{want}` mixes {labels}, so the odds cannot be separated by half",
                help="join the conditions on one half first, then the halves by one `and` or `or`",
            )
        kind = type(want)
        answers = [self._answered(each[0] if len(each) == 1 else kind(tuple(each)), turn) for each in together.values()]
        return _joined(answers, every=isinstance(want, AllOf))

    def sections(self, want: Want) -> frozenset[str]:
        """Return the sections of the groups of `want`."""
        return frozenset(self.groups[name].section for name in groups_of(want))

    def _in_half(self, half: DrawnHalf, want: Want, turn: int) -> Answer:
        groups = tuple(self.groups[name] for name in sorted(groups_of(want)))
        question = question_of(half, want, groups, half.drawn_by(turn), self.asking.semantics)
        with raised_as(UsageError, UsageError, about=f"{half.label}: "):
            check_turns(question, turn, half.drawn_by, half.turn)
        found = checked_answer(question, exact=self.asking.exact, games=self.asking.games, seed=self.asking.seed)
        if len(self.halves) == 1:
            return found
        said = tuple(f"{half.label}: {sentence}" for sentence in found.assumptions)
        return structs.replace(found, assumptions=said)


def _flat(want: AllOf | AnyOf) -> Iterator[Want]:
    """Yield the parts of `want`, replacing nested parts of the same kind by their parts."""
    for part in want.parts:
        if isinstance(part, type(want)):
            yield from _flat(part)
        else:
            yield part


def _joined(answers: Sequence[Answer], *, every: bool) -> Answer:
    """Return the answer for all of `answers`, or without `every` for any of them; the halves are independent."""
    sentences = dict.fromkeys(sentence for each in answers for sentence in each.assumptions)
    said = (*sentences, "the halves are shuffled separately, so their odds are multiplied")
    exact = [each.fraction for each in answers if each.fraction is not None]
    is_exact = len(exact) == len(answers)
    chances: list[Fraction | float] = [*exact] if is_exact else [each.decimal for each in answers]
    factors = chances if every else [1 - chance for chance in chances]
    odds = math.prod(factors) if every else 1 - math.prod(factors)
    if is_exact:
        return answer_of(odds, said)
    # The error of the product to first order: each factor is off by its error, the others are not.
    others = (math.prod(factors[:place] + factors[place + 1 :]) for place in range(len(factors)))
    parts = (other * (each.standard_error or 0) for other, each in zip(others, answers, strict=True))
    return answer_of(odds, said, math.sqrt(sum(part**2 for part in parts)))


class CardChange(Struct, frozen=True):
    """One more card in the groups `enters` in place of one in `leaves`, with an example of each.

    The first example is empty where no further copy of a card in the deck is allowed.
    `odds`, from 0 to 1, are those with the change, `gain` the increase.
    """

    section: str
    enters: tuple[str, ...]
    leaves: tuple[str, ...]
    example: tuple[str, str]
    odds: float
    gain: float


def best_changes(
    halves: Sequence[DrawnHalf], ask_of: Callable[[Sequence[DrawnHalf]], Asked], fits: Callable[[Card, Card], bool]
) -> tuple[CardChange, ...]:
    """Return the changes of one card that raise the odds by the last turn, the best first.

    Cards in the same groups are equal, so one of each kind is tried; the deck keeps its size. `ask_of` returns the
    odds of halves. `fits` tells whether one more copy of a card is allowed in place of one of another.
    """
    asked = ask_of(halves)
    before = asked.by[-1].answer.decimal
    found = []
    for number, half in enumerate(halves):
        if half.section not in {group.section for group in asked.groups}:
            continue
        belongs = belonging(half, asked.groups)
        kinds = grouped((belongs.get(card.id, frozenset()), card) for card, count in half.cards if count)
        for (enters, news), (leaves, olds) in itertools.permutations(kinds.items(), 2):
            changed = [*halves[:number], _changed(half, news[0], olds[0]), *halves[number + 1 :]]
            # A group without cards is an error.
            with contextlib.suppress(UsageError):
                odds = ask_of(changed).by[-1].answer.decimal
                example = (next((new.name for new in news if fits(new, olds[0])), ""), olds[0].name)
                found.append(
                    CardChange(half.section, tuple(sorted(enters)), tuple(sorted(leaves)), example, odds, odds - before)
                )
    return tuple(sorted((each for each in found if each.gain > 0), key=lambda each: -each.gain))


def _changed(half: DrawnHalf, new: Card, old: Card) -> DrawnHalf:
    counts = ((card, count + (card.id == new.id) - (card.id == old.id)) for card, count in half.cards)
    return structs.replace(half, cards=tuple((card, count) for card, count in counts if count))
