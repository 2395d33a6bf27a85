"""The options that commands of ``deckcheck odds`` share."""

from collections.abc import Iterable
from typing import Any

import click

from deckcheck.cli.parameters import Decorator, choice_option, given_options, idle, number_option, stacked
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold
from deckcheck.model.sentences import listed
from deckcheck.odds import Semantics, parse_want
from deckcheck.odds.conditions import MOST_CARDS
from deckcheck.odds.of_deck.deck_halves import DrawnHalf

_SEMANTICS = "Whether a card counts for each of its groups, or for one requirement only."


NAME_CARDS = "name the cards to draw: --want EXPR"
# Where the cards go that an option is about.
_INTO = {"--bids": "hand", "--redraws": "provinces", "--refills": "provinces"}


def refuse_other_halves(halves: Iterable[DrawnHalf]) -> None:
    """Raise UsageError for an option of this command about cards that a question about `halves` leaves out."""
    halves = tuple(halves)
    for option in sorted(given_options() & _INTO.keys()):
        if all(half.into != _INTO[option] for half in halves):
            labels = listed(f"the {half.label}" for half in halves)
            raise UsageError(f"`{option}` has no effect, because `--want` is about {labels} alone")


def named_values(option: str, items: Iterable[str], form: str) -> dict[str, str]:
    """Return what a repeated option of the form ``NAME=VALUE`` gives; raises UsageError for another form."""
    found: dict[str, str] = {}
    for item in items:
        name, _, value = (part.strip() for part in item.partition("="))
        if not fold(name) or not value:
            raise UsageError(f"`{option} {item}` is not of the form {form}")
        if name in found:
            raise UsageError(f"`{option} {item}` gives `{name}` a second time")
        found[name] = value
    return found


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
    idle("--seed", apart="--exact", help="an exact answer has no random numbers"),
    choice_option("--semantics", Semantics.COUNT, _SEMANTICS),
    click.option("--exact", is_flag=True, help="Refuse to simulate."),
    number_option("--simulate", "games", help="Simulate N games in any case."),
)
