"""The options that commands of ``deckcheck odds`` share, and those that have no effect with or without another one."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from deckcheck.cli.parameters import Decorator, choice_option, number_option, stacked
from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import listed, quoted
from deckcheck.odds import Semantics, parse_want
from deckcheck.odds.conditions import MOST_CARDS
from deckcheck.odds.of_deck.deck_halves import DrawnHalf

_SEMANTICS = "Whether a card counts for each of its groups, or for one requirement only."


class IdleOptions(NamedTuple):
    """Options of some `commands` that have no effect without one of `needs`, or with one of `apart`."""

    commands: str
    options: str
    needs: str = ""
    apart: str = ""
    help: str | None = None


_NAME_CARDS = "name the cards to draw: --want EXPR"

_IDLE = (
    IdleOptions("deck", "--group --semantics --exact --simulate --seed --best-change", "--want", help=_NAME_CARDS),
    IdleOptions("deck", "--policy --redraws --second", apart="--in-play --seen", help="the opening hand is over"),
    IdleOptions("deck calc", "--seed", apart="--exact", help="an exact answer has no random numbers"),
    IdleOptions("hand", "--group --policy", "--want", help=_NAME_CARDS),
    IdleOptions("hand", "--redraws", "--want --play"),
    IdleOptions("hand", "--policy --as --output", apart="--play", help="you choose yourself, at the terminal"),
    IdleOptions("hand", "--turn", "--play"),
    IdleOptions("hand", "--bids --refills", "--turn", help="they count after the opening"),
    IdleOptions("calc", "--per-turn", "--turns --first-turn-for --expect"),
    IdleOptions("calc", "--copies-of", "--copies-for"),
)

# Where the cards go that an option is about.
_INTO = {"--bids": "hand", "--redraws": "provinces", "--refills": "provinces"}


class OddsCommand(click.Command):
    """A command that refuses options without effect."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; raises UsageError for an option that has no effect beside the other ones."""
        given = _given(ctx)
        for rule in _IDLE:
            if self.name in rule.commands.split():
                _refuse(rule, given)
        return super().invoke(ctx)


def refuse_other_halves(halves: Iterable[DrawnHalf]) -> None:
    """Raise UsageError for an option of this command about cards that a question about `halves` leaves out."""
    halves = tuple(halves)
    for option in sorted(_given(click.get_current_context()) & _INTO.keys()):
        if all(half.into != _INTO[option] for half in halves):
            labels = listed(f"the {half.label}" for half in halves)
            raise UsageError(f"`{option}` has no effect, because `--want` is about {labels} alone")


def _given(context: click.Context) -> set[str]:
    """Return the options on the command line."""
    return {
        option
        for param in context.command.params
        if param.name and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
        for option in param.opts
    }


def _refuse(rule: IdleOptions, given: set[str]) -> None:
    for option in filter(given.__contains__, rule.options.split()):
        if rule.needs and given.isdisjoint(rule.needs.split()):
            needed = quoted(rule.needs.split(), "or")
            raise UsageError(f"`{option}` needs {needed}", help=rule.help)
        for other in filter(given.__contains__, rule.apart.split()):
            raise UsageError(f"`{option}` has no effect with `{other}`", help=rule.help)


def condition_option(name: str, help: str, **settings: Any) -> Decorator:  # noqa: ANN401 - click's
    """Return the decorator that adds an option for a condition such as ``A>=1``."""
    return click.option(name, metavar="EXPR", type=parse_want, help=help, **settings)


def _numbers(_: click.Context, option: click.Parameter, text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdecimal() and len(part) <= len(str(MOST_CARDS)) for part in parts):
        raise UsageError(f"`{option.opts[0]} {text}` is not a list of whole numbers such as 3,2")
    return tuple(map(int, parts))


def numbers_option(name: str, help: str) -> Decorator:
    """Return the decorator that adds an option for whole numbers with commas between them."""
    return click.option(name, metavar="N,N", callback=_numbers, help=help)


# These control how odds are computed.
answer_options = stacked(
    choice_option("--semantics", Semantics.COUNT, _SEMANTICS),
    click.option("--exact", is_flag=True, help="Refuse to simulate."),
    number_option("--simulate", "games", help="Simulate N games in any case."),
)
