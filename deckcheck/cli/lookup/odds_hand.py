"""``deckcheck odds hand``."""

from __future__ import annotations

import random
from typing import Unpack

import click

from deckcheck.cli.lookup.odds_options import DrawOptions, draw_options, set_up
from deckcheck.cli.output_options import Output, output_options
from deckcheck.model.errors import UsageError
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.odds import parse_want
from deckcheck.odds.checks import whole
from deckcheck.odds.of_deck import MulliganGame, Wished, deal, mulligan_games
from deckcheck.reports.odds import deals_object, deals_text

_MOST = 1_000_000


@click.command("hand")
@click.argument("path", metavar="DECK", type=click.Path(allow_dash=True))
@click.option("--seed", type=int, metavar="N", help="Deal the hand of this number again.  [default: random]")
@click.option("--want", metavar="EXPR", help="Use the mulligan for this.  [default: show what would come instead]")
@click.option("--play", is_flag=True, help="Play the mulligan yourself, and learn what each choice is worth.")
@click.option("--turn", type=int, metavar="N", help="With --play, draw it by this turn.  [default: the opening]")
@output_options(("text", "json"))
@draw_options
def command(
    *,
    path: str,
    seed: int | None,
    want: str | None,
    play: bool,
    turn: int | None,
    output: Output,
    **options: Unpack[DrawOptions],
) -> int:
    """Deal a sample hand and sample provinces.

    \b
    deckcheck odds hand deck.txt --format lcg-stronghold
    deckcheck odds hand deck.txt --seed 7 --want 'type:holding>=1'
    deckcheck odds hand deck.txt --play --want 'type:holding>=2'

    With --want the mulligan works toward it, by --policy. Without it, the command shows the cards that would
    replace those put away.
    """
    if turn is not None and not play:
        raise UsageError("`--turn` needs `--play`")
    table = set_up(path, **options)
    number = random.SystemRandom().randrange(_MOST) if seed is None else seed
    if play:
        whole("the turn", turn or 0)
        asked = parse_want(want) if want is not None else None
        games = mulligan_games(table.halves, table.format, Wished(asked, table.groups, turn or 0), number)
        lost = sum(_played(game) for game in games)
        click.echo(f"You lost {lost:.2f} points in all to the best play.\nseed {number}")
        return 0
    deals = deal(table.halves, number, parse_want(want) if want is not None else None, table.groups)
    if output.form == "json":
        output.write([json_page({"seed": number, "halves": deals_object(deals)})])
        return 0
    output.write([*deals_text(deals), f"seed {number}\n"])
    return 0


def _played(game: MulliganGame) -> float:
    """Play the mulligan of one half with the user; return the percentage points lost to the best play."""
    where = "opening hand" if game.half.into == "hand" else "first provinces"
    click.echo(f"{printable(game.half.label)}, {where}; to draw: {printable(str(game.want))}")
    lost = 0.0
    while game.rounds:
        click.echo("".join(f"  {place}. {printable(name)}\n" for place, name in enumerate(game.hand, 1)), nl=False)
        worth = game.throw(_asked(len(game.hand)))
        best = ", ".join(map(printable, worth.best_kept)) or "nothing"
        click.echo(f"Your choice: {_percent(worth.chosen)}. Keeping every card: {_percent(worth.keeping)}.")
        click.echo(f"Best: keep {best}: {_percent(worth.best)}.")
        lost += 100 * (worth.best - worth.chosen)
    click.echo(f"Final: {', '.join(map(printable, game.hand))}: {_percent(game.odds)}.\n")
    return lost


def _asked(cards: int) -> set[int]:
    """Return the places of the cards that the user puts away, counted from 0; the prompt repeats until it is valid."""

    def places(text: str) -> set[int]:
        numbers = text.replace(",", " ").split()
        if not all(number.isdecimal() and 1 <= int(number) <= cards for number in numbers):
            raise click.BadParameter(f"type numbers from 1 to {cards}, or nothing")
        return {int(number) - 1 for number in numbers}

    found: set[int] = click.prompt("Put away which", default="", show_default=False, value_proc=places)
    return found


def _percent(odds: float) -> str:
    return f"{100 * odds:.2f} %"
