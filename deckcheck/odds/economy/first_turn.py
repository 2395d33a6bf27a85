"""The game of the first turn alone, with fewer kinds of cards, so that it can be enumerated."""

from __future__ import annotations

import msgspec

from deckcheck.odds.economy.game import Game
from deckcheck.odds.economy.gold import GoldGame, Kind
from deckcheck.odds.economy.paying import most_gold

# The numbers that are the same in the game of the first turn alone.
_KEPT = ("pay", "production", "holdings")


def first_turn(game: Game) -> tuple[Game, tuple[str, ...]]:
    """Return a game with the same first turn as `game`, and the numbers for which that is true.

    The later gold of a card does not matter, and cards that are never bought in the first turn are one kind.
    """
    if not isinstance(game, GoldGame):
        return game, game.figures
    start = game.ready(game.begin(), 1)
    most = most_gold(start.left)
    masks = [way.kinds for source in start.left for way in source]
    classes: dict[tuple[object, ...], int] = {}
    kinds: list[Kind] = []
    place: dict[int, int] = {}
    for number, kind in enumerate(game.kinds[: game.deal.kinds]):
        later = kind.cost is None or kind.cost > most or not (kind.holding or game.strategy.minds_people)
        passing, face_up = number in game.deal.passing, number in game.deal.face_up
        source = kind.source if kind.unbowed else ()
        plain = (
            Kind(name="") if later else msgspec.structs.replace(kind, name="", source=source, ready=1, counted=False)
        )
        paid = () if later else tuple(mask >> number & 1 for mask in masks)
        key = (plain, passing, face_up and not later, paid)
        place[number] = classes.setdefault(key, len(classes))
        if place[number] == len(kinds):
            kinds.append(plain)

    def moved(mask: int) -> int:
        return sum(1 << new for new in {place[number] for number in place if mask >> number & 1})

    sources = tuple(
        tuple(way._replace(kinds=moved(way.kinds)) for way in source if not way.kinds or moved(way.kinds))
        for source in start.left
    )
    deal = msgspec.structs.replace(
        game.deal,
        deck=tuple(place[number] for number in game.deal.deck),
        face_up=frozenset(key_place for key, key_place in classes.items() if key[2]),
        passing=frozenset(key_place for key, key_place in classes.items() if key[1]),
    )
    alone = msgspec.structs.replace(game, kinds=tuple(kinds), deal=deal, sources=sources, owned=(), given=None)
    return alone, _KEPT
