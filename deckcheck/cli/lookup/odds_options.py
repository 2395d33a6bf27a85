"""The options of ``deckcheck odds`` that have no effect without another one, or together with another one."""

from typing import NamedTuple

import click
from click.core import ParameterSource

from deckcheck.model.errors import UsageError


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


class OddsCommand(click.Command):
    """A command that refuses options without effect."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; raises UsageError for an option that has no effect beside the other ones."""
        names = {option: param.name for param in self.params for option in param.opts}
        given = {
            option
            for option, name in names.items()
            if name and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        }
        for rule in _IDLE:
            if self.name in rule.commands.split():
                _refuse(rule, given)
        return super().invoke(ctx)


def _refuse(rule: IdleOptions, given: set[str]) -> None:
    for option in filter(given.__contains__, rule.options.split()):
        if rule.needs and given.isdisjoint(rule.needs.split()):
            needed = " or ".join(f"`{other}`" for other in rule.needs.split())
            raise UsageError(f"`{option}` needs {needed}", help=rule.help)
        for other in filter(given.__contains__, rule.apart.split()):
            raise UsageError(f"`{option}` has no effect with `{other}`", help=rule.help)
