"""A question about draws from a deck of disjoint classes of cards, checked before any computation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct, structs

from deckcheck.model.deck import summed
from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import cards_of, counted, quoted
from deckcheck.odds.conditions import MOST_CARDS, AllOf, Requirement, Semantics, Want, groups_of, requirements
from deckcheck.odds.policies import PARTIAL, Policy, Returned


class Atom(Struct, frozen=True):
    """`count` cards that belong to exactly `groups`, which may be empty."""

    groups: frozenset[str]
    count: int


class Population(Struct, frozen=True):
    """All cards of a deck, as disjoint atoms."""

    atoms: tuple[Atom, ...]

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(atom.count for atom in self.atoms)

    @property
    def groups(self) -> frozenset[str]:
        """The groups that an atom names, also those without cards."""
        return frozenset().union(*(atom.groups for atom in self.atoms))

    def copies(self, group: str) -> int:
        """Return the number of cards in `group`."""
        return sum(atom.count for atom in self.atoms if group in atom.groups)

    def reduced(self, groups: frozenset[str]) -> Population:
        """Return the same deck with one atom per combination of `groups`, the cards in none of them last.

        The order depends only on the names; the order of the deck never changes an answer.
        """
        counts = summed((atom.groups & groups, atom.count) for atom in self.atoms if atom.count)
        order = sorted(counts, key=lambda kept: (not kept, sorted(kept)))
        return Population(tuple(Atom(kept, counts[kept]) for kept in order))


def population(deck: int, groups: Mapping[str, int], shared: Mapping[frozenset[str], int] | None = None) -> Population:
    """Return a deck of `deck` cards from the sizes of its groups.

    `groups` has the total number of cards of each group; `shared` the number of cards in exactly these groups. A group
    that only `shared` names has only those cards.

    Raises:
        UsageError: when a number is negative or not whole, when a group has fewer cards than it shares, or when the
            groups have more cards than `deck`.
    """
    whole("the deck", deck, least=1)
    shared = shared or {}
    for kept, count in shared.items():
        whole(f"the number of cards in {name_of(kept)}", count)
    atoms = [Atom(kept, count) for kept, count in shared.items()]
    for group, count in groups.items():
        whole(f"the number of cards in `{group}`", count)
        elsewhere = sum(atom.count for atom in atoms if group in atom.groups)
        if elsewhere > count:
            raise UsageError(f"`{group}` has {cards_of(count)} in all, but its atoms have {elsewhere}")
        atoms.append(Atom(frozenset({group}), count - elsewhere))
    total = sum(atom.count for atom in atoms)
    if total > deck:
        raise UsageError(
            f"the groups have {cards_of(total)} and the deck only {deck}",
            help="name the cards that are in several groups at once with --atom A,B=2",
        )
    return Population((*atoms, Atom(frozenset(), deck - total)))


def name_of(groups: frozenset[str]) -> str:
    """Return a combination of groups as text for messages."""
    return quoted(sorted(groups)) or "no group"


MOST_ROUNDS = 10


class Question(Struct, frozen=True, kw_only=True):
    """How likely is `want` after an opening hand of `hand` cards, a mulligan by `policy` and `draws` more cards?

    `returned`, `rounds` and `most`, the most cards thrown in a round (None: all), apply to policies that throw part of
    the hand; `throw` names the groups that `mulligan_hits` throws, by default those of the want. `given` restricts the
    question to games whose opening hand meets it. `held` are cards beside the deck that the player has in the middle of
    a game; they count for the want.
    """

    population: Population
    want: Want
    hand: int = 0
    draws: int = 0
    policy: Policy = Policy.NONE
    returned: Returned = Returned.SHUFFLE
    rounds: int = 1
    most: int | None = None
    throw: tuple[str, ...] = ()
    given: Want | None = None
    semantics: Semantics = Semantics.COUNT
    held: Population = Population(())

    @property
    def every(self) -> Population:
        """The cards of the deck and those held."""
        return Population((*self.population.atoms, *self.held.atoms))

    def with_each_number_of(self, group: str) -> list[Question]:
        """Return the question for each number of cards of `group`, from 0; they replace cards in no group of it."""
        deck = self.population.reduced(self.groups)
        others = [atom for atom in deck.atoms if not atom.groups <= {group}]
        room = deck.size - sum(atom.count for atom in others)
        own = ((Atom(frozenset({group}), count), Atom(frozenset(), room - count)) for count in range(room + 1))
        return [structs.replace(self, population=Population((*others, *atoms))) for atoms in own]

    @property
    def thrown_groups(self) -> frozenset[str]:
        """The groups that `mulligan_hits` throws."""
        return frozenset(self.throw) or groups_of(self.want)

    def may_throw(self, groups: frozenset[str]) -> bool:
        """Return whether the policy can throw a card that is in `groups`."""
        if self.policy is Policy.MULLIGAN_HITS:
            return bool(groups & self.thrown_groups)
        return self.policy in PARTIAL and not (self.policy is Policy.KEEP_HITS and groups & groups_of(self.want))

    @property
    def groups(self) -> frozenset[str]:
        """All groups in the question."""
        return groups_of(self.want) | groups_of(self.given) | frozenset(self.throw)

    @property
    def most_thrown(self) -> int:
        """The most cards that the policy can throw in one round."""
        most = self.hand if self.most is None else min(self.hand, self.most)
        return min(most, sum(atom.count for atom in self.population.atoms if self.may_throw(atom.groups)))

    @property
    def most_aside(self) -> int:
        """The most cards that can be set aside or be under the deck at once."""
        return self.most_thrown * (self.rounds if self.returned is Returned.BOTTOM else 1)

    @property
    def most_draws(self) -> int:
        """The most later draws that the deck has cards for; negative when the deck is too small for the hand."""
        library = self.population.size - self.hand
        short = library - self.most_aside
        # Cards to shuffle in are unavailable only during the redraw.
        return short if self.returned is Returned.BOTTOM or short < 0 else library


def check_question(question: Question) -> None:
    """Raise UsageError when `question` is invalid."""
    deck = whole("the deck", question.population.size, least=1)
    for atom in question.every.atoms:
        whole("the number of cards of a group", atom.count)
    whole("the opening hand", question.hand)
    whole("the later draws", question.draws)
    whole("the number of rounds", question.rounds, least=1, most=MOST_ROUNDS)
    whole("the most cards thrown", question.most or 0)
    _check_options(question)
    for want in (question.want, question.given):
        if want is not None:
            check_want(want, question.every)
    for group in question.throw:
        _check_group(group, question.population)
    aside, room = question.most_aside, question.most_draws
    if room < question.draws:
        thrown = f", up to {aside} thrown" if aside else ""
        later = f", {question.draws} drawn later" if question.draws else ""
        raise UsageError(
            f"the deck has {cards_of(deck)}, too few for a hand of {question.hand}{thrown}{later}",
            help="thrown cards cannot return in the same redraw; from the bottom they never return" if aside else None,
        )


def check_turns(question: Question, turn: int, drawn_by: Callable[[int], int], name: str = "turn") -> None:
    """Raise UsageError when the question is invalid by `turn`, or when the cards run out before it.

    `drawn_by` gives the later draws by a turn; a turn is called `name`.
    """
    left, draws = question.most_draws, drawn_by(turn)
    if 0 <= left < draws:
        last = max(number for number in range(turn) if drawn_by(number) <= left)
        aside = question.most_aside if question.returned is Returned.BOTTOM else 0
        thrown = f" and up to {aside} thrown" if aside else ""
        needs = f"{name} {last + 1} needs {drawn_by(last + 1)}"
        raise UsageError(
            f"only {cards_of(left)} to draw after the opening{thrown}, but {needs}",
            help=f"ask about {counted(last, name)} at most",
        )
    check_question(structs.replace(question, draws=draws))


def check_want(want: Want, population: Population) -> None:
    """Raise UsageError when `want` names an unknown group, or needs more cards than its groups have."""
    for item in requirements(want):
        whole(f"the number in `{item}`", item.count)
        _check_group(item.group, population)
    if not can_be_met(want, population):
        raise UsageError(next(why_never(want, population)))


def can_be_met(want: Want, population: Population) -> bool:
    """Return whether the groups have enough cards for `want`, no matter how many are drawn."""
    if isinstance(want, Requirement):
        return want.needed <= population.copies(want.group)
    return (all if isinstance(want, AllOf) else any)(can_be_met(part, population) for part in want.parts)


def why_never(want: Want | None, population: Population) -> Iterator[str]:
    """Yield a sentence for each requirement of `want` that needs more cards than its group has."""
    for item in dict.fromkeys(requirements(want)) if want is not None else ():
        if not can_be_met(item, population):
            copies = population.copies(item.group)
            yield f"`{item}` is impossible: the deck has {cards_of(copies)} in `{item.group}`"


def _check_group(group: str, population: Population) -> None:
    if group not in population.groups:
        known = ", ".join(sorted(population.groups))
        raise UsageError(f"no card of the deck is in `{group}`", help=f"groups: {known or 'none'}")


def _check_options(question: Question) -> None:
    policy = question.policy
    if question.throw and policy is not Policy.MULLIGAN_HITS:
        raise UsageError(f"`--throw` has no effect with the policy `{policy}`", help="add --policy mulligan_hits")
    thrown = {
        "--returned": question.returned is not Returned.SHUFFLE,
        "--rounds": question.rounds != 1,
        "--most": question.most is not None,
    }
    option = next((name for name, given in thrown.items() if given), None)
    if option and policy not in PARTIAL:
        help = f"add --policy with one of {', '.join(sorted(PARTIAL))}"
        raise UsageError(f"`{option}` needs a policy that throws part of the hand; `{policy}` does not", help=help)
    if question.held.size and (question.hand or question.given is not None or policy in PARTIAL):
        raise UsageError("cards are held only after the opening hand", help="ask about the later draws alone")
    if policy is Policy.REDRAW_UNTIL and question.given is None:
        raise UsageError(
            "the policy `redraw_until` needs a condition that the kept hand meets", help="add --given EXPR"
        )


def whole(what: str, value: object, *, least: int = 0, most: int = MOST_CARDS) -> int:
    """Return `value` as a whole number from `least` to `most`; `what` names it in the message.

    Raises:
        UsageError: when it is not a whole number or out of range.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError(f"{what} is `{value}`, which is not a whole number")
    if not least <= value <= most:
        raise UsageError(f"{what} is `{value}`; it must be from {least} to {most}")
    return value


def chance(what: str, value: float | Fraction) -> Fraction:
    """Return a probability from 0 to 1 as an exact fraction of its decimal form: 0.9 is nine tenths.

    Raises:
        UsageError: when it is out of range or NaN.
    """
    if not 0 <= value <= 1:
        raise UsageError(f"{what} is `{value}`; a probability must be from 0 to 1")
    return Fraction(str(value))
