"""``deckcheck odds calc``."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import click
import msgspec

import deckcheck.odds as odds  # noqa: PLR0402 - a name of the package would be looked for among all public ones
from deckcheck.cli.lookup.odds_options import answer_options, condition_option, named_values
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import Real, bundled, choice_option, idle, number_option, repeatable
from deckcheck.model.errors import UsageError
from deckcheck.odds.answer import How
from deckcheck.reports.odds import CALCULATIONS, Calculation


@click.command("calc")
@idle("--per-turn", needs="--turns --first-turn-for --expect")
@idle("--copies-of", needs="--copies-for")
@number_option("--deck", required=True, help="Number of cards in the deck.")
@repeatable("--group", "groups", metavar="NAME=N", help="This group has N cards in all.")
@repeatable("--atom", "atoms", metavar="NAME,NAME=N", help="N cards in just these groups.")
@condition_option("--want", "What to draw: 'A>=1 and (B>=2 or C==0)'.", required=True)
@number_option("--hand", required=True, help="Cards in the opening hand.")
@number_option("--draws", default=0, help="Cards drawn after it (with turns: by turn 1).")
@choice_option("--policy", odds.Policy.NONE, "How the player mulligans.")
@choice_option("--returned", odds.Returned.SHUFFLE, "Where thrown cards go.")
@number_option("--rounds", default=1, help="How often cards may be thrown.  [default: 1]")
@number_option("--most", help="The most cards thrown at once.  [default: all]")
@repeatable("--throw", help="A group that mulligan_hits throws.")
@condition_option("--given", "Count only games whose opening hand has this.")
@number_option("--turns", help="Show the odds by each turn up to N.")
@number_option("--per-turn", default=1, show_default=True, help="Cards drawn each turn after the first.")
@click.option(
    "--first-turn-for",
    "turn_wanted",
    type=Real(0, 1),
    metavar="P",
    help="Find the first turn with at least these odds.",
)
@click.option("--copies-for", type=Real(0, 1), metavar="P", help="Find the fewest copies with these odds or more.")
@click.option("--copies-of", metavar="NAME", help="Group whose copies change, when there are several.")
@repeatable("--expect", help="Show the expected cards of this group.")
@answer_options
@number_option("--seed", default=0, help="Seed of the random numbers.  [default: 0]")
@output_options(CALCULATIONS)
@bundled("how", How, "exact", "games", "seed")
def command(
    *,
    deck: int,
    groups: tuple[str, ...],
    atoms: tuple[str, ...],
    turns: int | None,
    per_turn: int,
    turn_wanted: float | None,
    copies_for: float | None,
    copies_of: str | None,
    expect: tuple[str, ...],
    how: How,
    output: Output,
    **asked: Any,  # noqa: ANN401 - the other parts of the question
) -> None:
    """Compute the odds of a draw from plain numbers. Give the size of the deck and the groups of its cards.

    \b
    deckcheck odds calc --deck 40 --group A=3 --hand 4 --want 'A>=1'
    deckcheck odds calc --deck 40 --group A=3 --group B=9 --hand 4 --draws 8 --want 'A>=1 and B>=2' --policy keep_needed
    deckcheck odds calc --deck 40 --group A=5 --group B=6 --atom A,B=2 --hand 4 --want 'A>=1 and B>=1'
    deckcheck odds calc --deck 40 --group A=3 --hand 5 --want 'A>=1' --turns 8 --first-turn-for 0.5 --copies-for 0.9

    The answer is exact, or says that games were simulated and how far off it may be. docs/odds.md explains each policy
    and number.
    """
    question = odds.Question(population=_population(deck, groups, atoms), **asked)
    by_turns = odds.by_turn(question, turns, per_turn=per_turn, **how) if turns is not None else []
    last = msgspec.structs.replace(question, draws=by_turns[-1].draws) if by_turns else question
    results = Calculation(
        question=question,
        answer=by_turns[-1].answer if by_turns else odds.answer(question, **how),
        turns=by_turns,
        first_turn=(turn_wanted, odds.first_turn_for(question, turn_wanted, per_turn=per_turn, **how))
        if turn_wanted is not None
        else None,
        copies=(copies_for, odds.fewest_copies_for(last, copies_for, group=copies_of, **how))
        if copies_for is not None
        else None,
        expected=list(_expected(question, last, expect, per_turn)),
    )
    output.write(CALCULATIONS[output.form](results))


def _expected(
    question: odds.Question, last: odds.Question, groups: Iterable[str], per_turn: int
) -> Iterator[tuple[str, Fraction, Fraction | None]]:
    """Yield each group with its expected cards in the `last` turn, and the expected turn of the first of them."""
    for group in groups:
        turn = None
        if question.policy is odds.Policy.NONE and question.given is None:
            turn = odds.expected_first_turn(
                question.population, group, hand=question.hand, draws=question.draws, per_turn=per_turn
            )
        yield group, odds.expected_copies(last, group), turn


def _population(deck: int, groups: Iterable[str], atoms: Iterable[str]) -> odds.Population:
    shared: dict[frozenset[str], int] = {}
    for names, count in _sizes("--atom", atoms).items():
        kept = frozenset(name.strip() for name in names.split(","))
        if "" in kept or kept in shared:
            raise UsageError(f"`--atom {names}={count}` {'lacks a name' if '' in kept else 'gives a second number'}")
        shared[kept] = count
    return odds.population(deck, _sizes("--group", groups), shared)


def _sizes(option: str, items: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, count in named_values(option, items, "NAME=N").items():
        try:
            found[name] = int(count)
        except ValueError:
            raise UsageError(f"`{count}` in `{option} {name}={count}` is not a whole number") from None
    return found
