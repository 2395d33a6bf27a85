"""``deckcheck odds hand``."""

from __future__ import annotations

import json
import random
from typing import Unpack

import click

from deckcheck.cli.lookup.odds_options import DeckOptions, deck_options, set_up
from deckcheck.cli.output_options import Output, output_options
from deckcheck.odds import parse_want
from deckcheck.odds.of_deck import deal
from deckcheck.reports.deck_odds import deals_object, deals_text

_MOST = 1_000_000


@click.command("hand")
@click.argument("path", metavar="DECK", type=click.Path(allow_dash=True))
@click.option("--seed", type=int, metavar="N", help="Deal the hand of this number again.  [default: by chance]")
@click.option("--want", metavar="EXPR", help="Use the mulligan for this.  [default: show what would come instead]")
@output_options(("text", "json"))
@deck_options
def command(*, path: str, seed: int | None, want: str | None, output: Output, **options: Unpack[DeckOptions]) -> int:
    """Deal a sample hand and sample provinces.

    With --want the mulligan is used for it, by --policy; without, the cards are shown that would come for those that
    are put away.

    \b
    deckcheck odds hand deck.txt --format lcg-stronghold
    deckcheck odds hand deck.txt --seed 7 --want 'type:holding>=1'
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    table = set_up(path, **options)
    number = random.SystemRandom().randrange(_MOST) if seed is None else seed
    deals = deal(table.halves, number, parse_want(want) if want is not None else None, table.groups)
    if output.form == "json":
        output.write([json.dumps({"seed": number, "halves": deals_object(deals)}, indent=2, ensure_ascii=False), "\n"])
        return 0
    output.write([*deals_text(deals), f"seed {number}\n"])

    return 0
