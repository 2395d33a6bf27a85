"""``deckcheck odds deck``, which ``deckcheck odds`` calls by default."""

from __future__ import annotations

import sys
from typing import Unpack

import click

from deckcheck.build.collection import swaps_in
from deckcheck.cli.lookup.odds_options import DrawOptions, answer_options, draw_options, set_up
from deckcheck.cli.output_options import Output, output_options
from deckcheck.model.errors import UsageError
from deckcheck.odds import Semantics, parse_want
from deckcheck.odds.of_deck import CardChange, OddsRequest, ask, best_changes, mid_game, standard_odds
from deckcheck.odds.profile import curves_of
from deckcheck.reports.deck_odds import RENDERERS, OddsPage

_DEFAULT_SEED = 0


@click.command("deck")
@click.argument("path", metavar="DECK", type=click.Path(allow_dash=True))
@click.option("--want", metavar="EXPR", help="What to draw: 'type:holding>=2 and \"A New Year\">=1'.")
@click.option(
    "--turns", type=int, metavar="N", help="Show the odds by each turn up to N.  [default: as many as fit, 5 at most]"
)
@click.option("--seen", multiple=True, metavar="NAME", help="A card that has left the deck, in the middle of a game.")
@click.option("--in-play", multiple=True, metavar="NAME", help="A card in play or in the hand; it counts for --want.")
@click.option("--best-change", is_flag=True, help="With --want, show which change of one card raises the odds most.")
@answer_options
@click.option("--seed", type=int, metavar="N", help="Seed of a simulation.  [default: 0]")
@output_options(RENDERERS)
@draw_options
def command(
    *,
    path: str,
    want: str | None,
    turns: int | None,
    seen: tuple[str, ...],
    in_play: tuple[str, ...],
    best_change: bool,
    semantics: str,
    exact: bool,
    games: int | None,
    seed: int | None,
    output: Output,
    **options: Unpack[DrawOptions],
) -> int:
    """Show a deck's curves and the odds of its draws. With --want, show the odds of drawing what is wanted.

    \b
    deckcheck odds deck.txt --format celestial-40-40     (short for deckcheck odds deck deck.txt ...)
    deckcheck odds deck.txt --want 'type:holding>=2 and "deck:fate cost<=2">=1' --refills 2,2
    deckcheck odds deck.txt --want '"A New Year">=1 and type:holding>=2' --best-change
    deckcheck odds deck.txt --group gold='type:holding -is:unique' --want 'gold>=2 and "Ring of Air">=1' --turns 4
    deckcheck odds deck.txt --format lcg-stronghold --bids 5,3 --want '"Banzai!">=1' --as json
    deckcheck odds deck.txt --in-play 'Ring of Air' --seen '2 Hamstrung' --want 'type:ring>=2' --turns 6

    The format and the deck's own cards set how many cards are drawn, and when. A want is about groups: the name of a
    card in the deck, a query as for `deckcheck cards search`, or a name that --group gives. Quote what has
    spaces or comparisons. docs/odds.md explains the assumptions.
    """
    _check(want, options, exact=exact, games=games, seed=seed, best_change=best_change)
    table = set_up(path, **options)
    if seen or in_play:
        table = table._replace(halves=mid_game(table.halves, seen, in_play))
    asked = None
    changes: tuple[CardChange, ...] = ()
    if want is not None:
        asking = OddsRequest(Semantics(semantics), exact, games, _DEFAULT_SEED if seed is None else seed)
        asked = ask(table.halves, parse_want(want), table.groups, turns, asking)
        if best_change:
            fits = swaps_in(table.deck, table.format)
            changes = best_changes(table.halves, parse_want(want), table.groups, turns, asking, fits=fits)
    page = OddsPage(
        deck=table.deck,
        format=table.format,
        halves=table.halves,
        curves=curves_of(table.deck, table.format),
        odds=standard_odds(table.halves, table.format, turns) if asked is None else (),
        asked=asked,
        changes=changes,
        bar=_bar(),
    )
    output.write(RENDERERS[output.form](page))
    return 0


def _check(
    want: str | None, options: DrawOptions, *, exact: bool, games: int | None, seed: int | None, best_change: bool
) -> None:
    """Raise UsageError for options that would do nothing without a want."""
    if want is not None:
        return
    for name, given in (
        ("--group", options["groups"]),
        ("--exact", exact),
        ("--simulate", games is not None),
        ("--seed", seed is not None),
        ("--best-change", best_change),
    ):
        if given:
            raise UsageError(f"`{name}` needs `--want`", help="name the cards to draw: --want EXPR")


def _bar() -> str:
    """Return what bars are drawn with: nothing where the output is not a terminal."""
    if not sys.stdout.isatty():
        return ""
    return "█" if "utf" in (sys.stdout.encoding or "").lower() else "#"
