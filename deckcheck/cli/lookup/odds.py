"""``deckcheck odds``."""

import click

from deckcheck.cli.groups import LazyGroup

_COMMANDS = {
    "Odds": {
        "deck": "lookup.odds_deck",
        "hand": "lookup.odds_deck:hand_",
        "economy": "lookup.odds_economy",
        "calc": "lookup.odds_calc",
    }
}


@click.group("odds", cls=LazyGroup, sections=_COMMANDS, default="deck")
def command() -> None:
    """Compute the odds of drawing cards. `deckcheck odds DECK` is short for `deckcheck odds deck DECK`.

    \b
    deckcheck odds deck.txt
    deckcheck odds hand deck.txt --seed 7
    deckcheck odds economy deck.txt
    deckcheck odds calc --deck 40 --group A=3 --hand 4 --want 'A>=1'
    """
