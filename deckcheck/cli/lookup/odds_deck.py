"""``deckcheck odds deck`` and ``deckcheck odds hand``, and the options of every command that draws from a deck."""

import functools
import random
import sys

import click

from deckcheck.build.copies_left import swaps_in
from deckcheck.cli.deck_options import DeckReader, deck_options
from deckcheck.cli.lookup import odds_options as shared
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import Choice, address_options, bundled, idle, number_option, repeatable, stacked
from deckcheck.model.names import printable
from deckcheck.odds import Policy, Want
from deckcheck.odds.of_deck.ask import CardChange, OddsRequest, ask, best_changes
from deckcheck.odds.of_deck.deck_halves import Play, halves_of, mid_game
from deckcheck.odds.of_deck.hand import MulliganGame, deal, mulligan_games
from deckcheck.odds.of_deck.standard import HalfOdds, standard_odds
from deckcheck.odds.policies import PARTIAL
from deckcheck.odds.profile import curves_of
from deckcheck.odds.question import whole
from deckcheck.reports.deck_odds import RENDERERS, OddsPage
from deckcheck.reports.odds import HANDS

_POLICIES = [each for each in Policy if each in PARTIAL or each in (Policy.NONE, Policy.KEEP_ALL)]


class DrawableDeck:
    """A deck, ready to be drawn from."""

    def __init__(self, path: str, decks: DeckReader, play: Play) -> None:
        """Read the deck in the file `path` with its halves.

        Raises:
            DeckcheckError: when the deck cannot be read, its format is unknown, or an option cannot be used.
        """
        self.deck, self.format, self.pool = decks.deck(path)
        self.halves = halves_of(self.deck, self.format, self.pool, play)


def _groups(_: click.Context, __: click.Parameter, items: tuple[str, ...]) -> dict[str, str]:
    return shared.named_values("--group", items, "NAME=QUERY, such as gold='type:holding'")


# The deck, who begins, and what happens before the first turn; the command gets all options about drawing as `play`.
table_options = stacked(
    click.argument("path", metavar="DECK", type=click.Path(allow_dash=True)),
    deck_options,
    address_options,
    click.option("--second/--first", "second", default=False, help="Who begins.  [default: first]"),
    number_option("--redraws", help="Redraws of provinces.  [default: all available]"),
    repeatable("--start", help="Card that a card text removes at the start."),
    bundled("play", Play, *Play.__struct_fields__),
)
# How the player of the deck draws; the command gets all of it as `table`.
draw_options = stacked(
    table_options,
    repeatable("--group", "groups", metavar="NAME=QUERY", callback=_groups, help="A group."),
    shared.numbers_option("--bids", "Honor bid per round.  [default: 1]"),
    shared.numbers_option("--refills", "Cards that refill provinces, turn by turn.  [default: none]"),
    click.option("--policy", type=Choice(_POLICIES), help="How the player mulligans.  [default: the format's]"),
    bundled("table", DrawableDeck, "path", "decks", "play"),
)


@click.command("deck")
@idle("--group --semantics --exact --simulate --seed --best-change", needs="--want", help=shared.NAME_CARDS)
@idle("--policy --redraws --second", apart="--in-play --seen", help="the opening hand is over")
@shared.condition_option("--want", "What to draw: 'type:holding>=2 and \"A New Year\">=1'.")
@number_option("--turns", help="Show the odds by each turn up to N.  [default: as many as fit, 5 at most]")
@repeatable("--seen", help="A card that has left the deck, or '2 NAME'.")
@repeatable("--in-play", help="Card in play or in hand; counts in --want.")
@click.option("--best-change", is_flag=True, help="With --want, show which change of one card raises the odds most.")
@shared.answer_options
@number_option("--seed", default=0, show_default=True, help="Seed of a simulation.")
@output_options(RENDERERS)
@draw_options
@bundled("asking", OddsRequest, *OddsRequest.__struct_fields__)
def command(
    *,
    want: Want | None,
    turns: int | None,
    seen: tuple[str, ...],
    in_play: tuple[str, ...],
    best_change: bool,
    asking: OddsRequest,
    groups: dict[str, str],
    table: DrawableDeck,
    output: Output,
) -> None:
    """Show a deck's curves and the odds of its draws. With --want, show the odds of drawing what is wanted.

    \b
    deckcheck odds deck.txt --format celestial-40-40     (short for deckcheck odds deck deck.txt ...)
    deckcheck odds deck.txt --want 'type:holding>=2 and "deck:fate cost<=2">=1' --refills 2,2
    deckcheck odds deck.txt --want '"A New Year">=1 and type:holding>=2' --best-change
    deckcheck odds deck.txt --group gold='type:holding -is:unique' --want 'gold>=2 and "Ring of Air">=1' --turns 4
    deckcheck odds deck.txt --format lcg-stronghold --bids 5,3 --want '"Banzai!">=1' --as json
    deckcheck odds deck.txt --in-play 'Ring of Air' --seen '2 Hamstrung' --want 'type:ring>=2' --turns 6

    The format and the deck's own cards set how many cards are drawn, and when. A condition is about groups: the name
    of a card in the deck, a query as for `deckcheck cards search`, or a name that --group gives. Quote anything with
    spaces or comparisons. docs/odds.md explains the assumptions.
    """
    if seen or in_play:
        table.halves = mid_game(table.halves, seen, in_play)
    asked = None
    changes: tuple[CardChange, ...] = ()
    if want is not None:
        ask_of = functools.partial(ask, want=want, declared=groups, turns=turns, asking=asking)
        asked = ask_of(table.halves)
        sections = {group.section for group in asked.groups}
        shared.refuse_other_halves(half for half in table.halves if half.section in sections)
        if best_change:
            changes = best_changes(table.halves, ask_of, swaps_in(table.deck, table.format))
    page = OddsPage(
        deck=table.deck,
        format=table.format,
        curves=curves_of(table.deck, table.format),
        odds=standard_odds(table.halves, turns) if asked is None else tuple(map(HalfOdds, table.halves)),
        asked=asked,
        changes=changes,
        bar=_bar(),
    )
    output.write(RENDERERS[output.form](page))


def _bar() -> str:
    """Return the character of bars, or nothing if the output is not a terminal."""
    if not sys.stdout.isatty():
        return ""
    return "█" if "utf" in (sys.stdout.encoding or "").lower() else "#"


@click.command("hand")
@idle("--group --policy", needs="--want", help=shared.NAME_CARDS)
@idle("--redraws", needs="--want --play")
@idle("--policy --as --output", apart="--play", help="you choose yourself, at the terminal")
@idle("--turn", needs="--play")
@idle("--bids --refills", needs="--turn", help="they count after the opening")
@number_option("--seed", help="Seed that repeats a deal.  [default: random]")
@shared.condition_option("--want", "What to mulligan for.  [default: show the replacements]")
@click.option(
    "--play", "by_hand", is_flag=True, help="Choose the mulligan yourself, and see what each choice is worth."
)
@number_option("--turn", help="With --play, draw what --want says by this turn.  [default: the opening]")
@output_options(HANDS)
@draw_options
def hand_(
    *,
    seed: int | None,
    want: Want | None,
    by_hand: bool,
    turn: int | None,
    groups: dict[str, str],
    table: DrawableDeck,
    output: Output,
) -> None:
    """Deal a sample hand and sample provinces.

    \b
    deckcheck odds hand deck.txt --format lcg-stronghold
    deckcheck odds hand deck.txt --seed 7 --want 'type:holding>=1'
    deckcheck odds hand deck.txt --play --want 'type:holding>=2'

    With --want the mulligan works toward it, by --policy. Without it, the command shows the cards that would
    replace those put away.
    """
    number = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    if by_hand:
        whole("the turn", turn or 0)
        games = mulligan_games(table.halves, number, want, groups, turn or 0)
        lost = sum(_played(game) for game in games)
        click.echo(f"You lost {lost:.2f} points in all to the best play.\nseed {number}")
        return
    output.write(HANDS[output.form](deal(table.halves, number, want, groups), number))


def _played(game: MulliganGame) -> float:
    """Play the mulligan of one half with the user; return the loss against the best play in percentage points."""
    where = "opening hand" if game.half.into == "hand" else "first provinces"
    click.echo(f"{printable(game.half.label)}, {where}; to draw: {printable(str(game.want))}")
    lost = 0.0
    while game.rounds:
        click.echo("".join(f"  {place}. {printable(name)}\n" for place, name in enumerate(game.hand, 1)), nl=False)
        worth = game.throw(_asked(len(game.hand), game.half.most))
        best = ", ".join(map(printable, worth.best_kept)) or "nothing"
        click.echo(f"Your choice: {_percent(worth.chosen)}. Keeping every card: {_percent(worth.keeping)}.")
        click.echo(f"Best: keep {best}: {_percent(worth.best)}.")
        lost += 100 * (worth.best - worth.chosen)
    click.echo(f"Final: {', '.join(map(printable, game.hand))}: {_percent(game.odds)}.\n")
    return lost


def _asked(cards: int, most: int | None) -> set[int]:
    """Return the places of the cards that the user puts away, counted from 0; ask again until they are valid."""
    up_to = f" (at most {most})" if most is not None else ""

    def chosen(text: str) -> set[int]:
        numbers = text.replace(",", " ").split()
        if not all(number.isdecimal() and 1 <= int(number) <= cards for number in numbers):
            raise click.BadParameter(f"type numbers from 1 to {cards}, or nothing")
        places = {int(number) - 1 for number in numbers}
        if most is not None and len(places) > most:
            raise click.BadParameter(f"type at most {most} numbers, or nothing")
        return places

    found: set[int] = click.prompt(f"Put away which{up_to}", default="", show_default=False, value_proc=chosen)
    return found


def _percent(odds: float) -> str:
    return f"{100 * odds:.2f} %"
