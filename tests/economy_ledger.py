"""The card game's fate and honor, round by round, from the moves of its players; cases give them in full."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from deckcheck.model.errors import UsageError
from deckcheck.model.format import FateRules
from deckcheck.odds.economy.gold import fate_phase


class Start(Struct, frozen=True, kw_only=True):
    """What players begin with: who goes `first`, `income` and `honor` by player, cards of the opening hand."""

    first: str
    income: dict[str, int]
    honor: dict[str, int]
    opening: int


class Moves(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all players do in a round.

    `buys` are player, cost, fate put on the character; `bids` those of the honor dials, in the order of the players;
    `conflicts` attacker, ring, and whether the ring is claimed; `events` player and cost.
    """

    buys: tuple[tuple[str, int, int], ...] = ()
    passes_first: str = ""
    bids: tuple[int, ...] = ()
    conflicts: tuple[tuple[str, str, bool], ...] = ()
    events: tuple[tuple[str, int], ...] = ()


class Ledger(Struct, frozen=True, kw_only=True):
    """What players have after a round; `ring_fate` is by ring, all else by player."""

    round: int
    fate: dict[str, int]
    honor: dict[str, int]
    cards_drawn: dict[str, int]
    ring_fate: dict[str, int]
    fate_on_characters: dict[str, tuple[int, ...]]


def ledger(rules: FateRules, start: Start, rounds: Sequence[Moves]) -> list[Ledger]:
    """Return what players have after each round; they go first in turns.

    Raises:
        UsageError: when a player pays more fate than there is.
    """
    players = list(start.income)
    now = Ledger(
        round=0,
        fate={player: rules.second * (player != start.first) for player in players},
        honor=start.honor,
        cards_drawn=dict.fromkeys(players, start.opening),
        ring_fate=dict.fromkeys(rules.rings, 0),
        fate_on_characters=dict.fromkeys(players, ()),
    )
    found = []
    for moves in rounds:
        going_first = players[(players.index(start.first) + now.round) % len(players)]
        now = _after(rules, now, moves, {
            player: income + rules.first_income * (player == going_first) for player, income in start.income.items()
        })  # fmt: skip
        found.append(now)
    return found


def _after(rules: FateRules, before: Ledger, moves: Moves, income: dict[str, int]) -> Ledger:
    fate = {player: before.fate[player] + income[player] for player in before.fate}
    rings = dict(before.ring_fate)
    characters = dict(before.fate_on_characters)
    for player, cost, extra in moves.buys:
        fate[player] -= cost + extra
        characters[player] += (extra,)
    if moves.passes_first:
        fate[moves.passes_first] += rules.first_to_pass
    for player, ring, _ in moves.conflicts:
        fate[player] += rings[ring]
        rings[ring] = 0
    for player, cost in moves.events:
        fate[player] -= cost
    for player, left in fate.items():
        if left < 0:
            raise UsageError(f"round {before.round + 1}: {player} pays {-left} more fate than there is")
    claimed = {ring for _, ring, won in moves.conflicts if won}
    bids = dict(zip(fate, moves.bids or (0,) * len(fate), strict=True))
    return Ledger(
        round=before.round + 1,
        fate=fate,
        # The higher bidder gives the difference to the lower.
        honor={player: honor + sum(bids.values()) - len(bids) * bids[player] for player, honor in before.honor.items()},
        cards_drawn={player: cards + bids[player] for player, cards in before.cards_drawn.items()},
        ring_fate={ring: left + rules.unclaimed_ring * (ring not in claimed) for ring, left in rings.items()},
        fate_on_characters={player: fate_phase(each) for player, each in characters.items()},
    )
