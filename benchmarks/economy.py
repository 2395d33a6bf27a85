"""``python -m benchmarks.economy``: CPU seconds for 20,000 games of 4 turns, and for turn 1 exactly."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from deckcheck import load_format, load_pool, read_deck
from deckcheck.odds.economy.deck import Dealt, StartOfGame, gold_game
from deckcheck.odds.economy.exact import TooManyError, enumerate_turn, first_turn
from deckcheck.odds.economy.game import Opening
from deckcheck.odds.economy.gold import Game
from deckcheck.odds.economy.playing import simulate
from deckcheck.odds.economy.strategies import STRATEGIES
from deckcheck.rules.tally import Tally

GAMES, TURNS = 20_000, 4
DECK = Path(__file__).parent.parent / "examples" / "crane-celestial.txt"
FORMAT = "celestial-40-40"
# As the format and Border Keep say.
PROVINCES, REDRAWS, STRONGHOLD = 4, 2, 4


def game(policy: str) -> Game:
    """Return the game of the example deck."""
    fmt = load_format(FORMAT)
    pool = load_pool(fmt.pool)
    tally = Tally(read_deck(str(DECK), fmt, pool), fmt)
    cards = tuple(entry.card for entry in tally.entries("dynasty") for _ in range(entry.count))
    dealt = Dealt(cards=cards, unknown=0, opening=Opening(provinces=PROVINCES, redraws=REDRAWS))
    return gold_game(tally, pool, dealt, STRATEGIES[policy], StartOfGame(stronghold_gold=STRONGHOLD)).game


def seconds(thing: Callable[[], object]) -> float:
    """Return the CPU time that a thing takes."""
    start = time.process_time()
    thing()
    return time.process_time() - start


def main() -> None:
    """Print a table in Markdown."""
    sys.stdout.write("| Policy | 20,000 games | turn 1, exact |\n|---|---|---|\n")
    for policy in ("pass", "holdings", "best-first", "curve"):
        played = game(policy)
        simulated = seconds(lambda played=played: simulate(played, TURNS, GAMES))  # type: ignore[misc]
        try:
            exact = f"{seconds(lambda played=played: enumerate_turn(first_turn(played)[0])):.2f} s"  # type: ignore[misc]
        except TooManyError:
            exact = "too many steps"
        sys.stdout.write(f"| {policy} | {simulated:.2f} s | {exact} |\n")


if __name__ == "__main__":
    main()
