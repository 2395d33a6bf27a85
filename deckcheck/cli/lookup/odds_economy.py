"""``deckcheck odds economy``."""

import click
from msgspec.structs import replace

from deckcheck.cli.deck_options import DeckReader
from deckcheck.cli.lookup.odds_deck import DrawableDeck, table_options
from deckcheck.cli.lookup.odds_options import condition_option, numbers_option
from deckcheck.cli.output import waiting
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import Choice, Whole, bundled, number_option, repeatable
from deckcheck.model.errors import UsageError
from deckcheck.model.sentences import counted
from deckcheck.odds import Want
from deckcheck.odds.answer import MOST_GAMES
from deckcheck.odds.conditions import MOST_CARDS
from deckcheck.odds.economy import deck as model
from deckcheck.odds.economy.report import EconomyRequest, economy, without
from deckcheck.odds.economy.results import Effort
from deckcheck.odds.economy.strategies import STRATEGIES
from deckcheck.odds.of_deck.deck_halves import Play
from deckcheck.reports.economy import RENDERERS
from deckcheck.rules.tally import Tally

# Without a recorded Stronghold, as many are played for each possible gold.
_GAMES = 5_000


@click.command("economy")
@number_option("--turns", type=Whole(1, 20), default=4, show_default=True, help="Turns to play.")
@click.option(
    "--policy",
    "strategy",
    type=Choice(list(STRATEGIES)),
    help="What the player buys.  [default: holdings; curve in the card game]",
)
@number_option("--games", type=Whole(1, MOST_GAMES), default=_GAMES, show_default=True, help="Games to simulate.")
@number_option("--seed", default=0, show_default=True, help="Seed of the random numbers.")
@condition_option("--want", "Condition on the numbers of a turn: 'pay>=8', 'holdings>=2 and blocked==0'.")
@click.option("--try", "change", metavar="CHANGE", help="Compare with a change: '+1 Silver Mine -1 Doji Shikishi'.")
@number_option(
    "--stronghold-gold",
    "--stronghold-fate",
    "stronghold",
    type=Whole(0, MOST_CARDS),
    help="Gold or fate printed on the Stronghold.  [default: the recorded one]",
)
@repeatable("--seen", help="A card that has left the deck and the Provinces, or '2 NAME'.")
@repeatable("--in-play", help="A card of the deck that is in play, or '2 NAME'; Holdings give gold, characters count.")
@number_option("--extra-fate", type=Whole(0, MOST_CARDS), default=0, help="Fate put on each character (card game).")
@click.option("--passes-first", is_flag=True, help="Collect the fate for passing first each round (card game).")
@numbers_option("--bids", "Honor bid per round, to count conflict cards drawn (card game).")
@output_options(RENDERERS)
@table_options
@bundled("effort", Effort, "turns", "games", "seed")
def command(
    *,
    path: str,
    effort: Effort,
    strategy: str | None,
    want: Want | None,
    change: str | None,
    stronghold: int | None,
    seen: tuple[str, ...],
    in_play: tuple[str, ...],
    extra_fate: int,
    passes_first: bool,
    decks: DeckReader,
    play: Play,
    output: Output,
) -> None:
    """Show what a deck can pay for, turn by turn. It counts gold, production bought, Holdings and blocked Provinces.

    \b
    deckcheck odds economy deck.txt --format ivory
    deckcheck odds economy deck.txt --turns 3 --want 'pay>=8' --policy curve
    deckcheck odds economy deck.txt --try '+1 Silver Mine -1 Doji Shikishi'
    deckcheck odds economy old-deck.txt --format samurai --stronghold-gold 5
    deckcheck odds economy deck.txt --in-play 'Silver Mine' --seen 'A New Year' --as json
    deckcheck odds economy crane.txt --format lcg-stronghold --extra-fate 1 --bids 5,3

    Turn 1 is exact where that is quick; the other turns are simulated, and each number shows its 95 % interval. The
    numbers of a turn are pay, production, holdings, personalities, spent, unspent and blocked; in the card game pay,
    spent, total, characters, left and blocked. docs/economy.md explains them and the policies.
    """
    if (seen or in_play) and play.redraws is None:
        play = replace(play, redraws=0)  # Redraws belong to the first turn of a game.
    table = DrawableDeck(path, decks, play)
    fmt = table.format
    dealt, owned = without(model.dealt_of(table.halves), in_play)
    dealt, _ = without(dealt, seen)
    gold = fmt.gold is not None
    if gold and (extra_fate or passes_first):
        raise UsageError(f"`--extra-fate` and `--passes-first`: {fmt.name} has no fate")
    asking = EconomyRequest(
        strategy=STRATEGIES[strategy or ("holdings" if gold else "curve")],
        effort=effort,
        table=model.StartOfGame(second=play.second, stronghold_gold=stronghold, in_play=owned),
        want=want,
        swap=change,
        extra_fate=extra_fate,
        passes_first=passes_first,
        drawn=_drawn(table, effort.turns) if play.bids else (),
    )
    with waiting(f"playing {counted(effort.games, 'game')}"):
        found = economy(Tally(table.deck, fmt), table.pool, dealt, asking)
    output.write(RENDERERS[output.form](found))


def _drawn(table: DrawableDeck, turns: int) -> tuple[int, ...]:
    """Return the conflict cards drawn by each round, with the opening hand."""
    hand = next((half for half in table.halves if half.into == "hand"), None)
    return tuple(hand.opening + hand.drawn_by(turn) for turn in range(1, turns + 1)) if hand else ()
