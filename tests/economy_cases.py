"""``python -m tests.economy_cases FILE...``: compare the economy with cases whose exact answers are known.

A file contains cases of the collectible game (`deck`, `provinces`, `stronghold_gold`...) or of the card game (`kind`,
`input`...). Each line shows the id of a case, what is expected and what deckcheck says. The exit code is 1 when one of
them differs.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from deckcheck.formats.cache import FormatLoader
from deckcheck.odds.economy.exact import Distribution
from deckcheck.odds.economy.game import Opening, Places, Source, Way, plain
from deckcheck.odds.economy.gold import FATE_FIGURES, FateGame, GoldGame, Kind, Sight, Strategy
from deckcheck.odds.economy.gold import FIGURES as GOLD_FIGURES
from deckcheck.odds.economy.strategies import (
    _best_set,
    _buyable,
    _can_buy,
    _cost,
    best_first,
    everything,
    holdings,
    most_production,
    most_spent,
    nothing,
)
from tests.economy_exact import enumerate_turns
from tests.economy_ledger import Moves, Start, ledger

Case = dict[str, Any]
Answer = Mapping[str, Any]
RULES = {"RR1.01": "lcg-2017", "EMERALD5.0": "lcg-emerald"}
OPENING = "conflict"


def _is_holding(sight: Sight, place: int) -> bool:
    return sight.kinds[sight.cards[place]].holding


def dearest_first(sight: Sight) -> Places:
    """Buy the dearest Holding that can be paid for, again and again."""
    bought: Places = ()
    for place in sorted(_buyable(sight), key=lambda place: -_cost(sight, (place,))):
        if _is_holding(sight, place) and _can_buy(sight, (*bought, place)):
            bought = (*bought, place)
    return tuple(sorted(bought))


def cheapest_first(sight: Sight) -> Places:
    """Buy as many cards as possible."""
    return _best_set(sight, _buyable(sight), lambda places: (-len(places), _cost(sight, places)))


def every_holding(sight: Sight) -> Places:
    """Keep every Holding."""
    return tuple(filter(lambda place: _is_holding(sight, place), _buyable(sight)))


# What the text of a policy begins with, or says.
POLICIES: dict[str, Callable[[Sight], Places]] = {
    "greedy": dearest_first,
    "dearest": dearest_first,
    "pass": nothing,
    "buys nothing": nothing,
    "curve": most_spent,
    "spends as much": most_spent,
    "best-first": best_first,
    "holdings": holdings,
}


def cases_of(path: str) -> list[Case]:
    return list(json.loads(Path(path).read_text("utf-8"))["cases"])


def compared(case: Case) -> tuple[Answer, Answer]:
    """Return the expected answer and ours, in one form."""
    if "kind" in case:
        return _LCG[case["kind"]](case)
    return gold_case(case)


# Collectible game.


def gold_case(case: Case) -> tuple[Answer, Answer]:
    found = enumerate_turns(gold_game(case), case["turns"], ordered=True)
    return _by_turn(case["answer"]), {str(turn): _production(each) for turn, each in enumerate(found, start=1)}


def _by_turn(answer: list[Case]) -> Answer:
    key = "production_in_play_beside_stronghold_and_starting"
    return {
        str(turn["turn"]): {
            "distribution": {int(gold): Fraction(share) for gold, share in turn[key].items()},
            "mean": Fraction(turn["mean"]),
            "P_nothing": Fraction(turn["P_nothing"]),
        }
        for turn in answer
    }


def _production(numbers: Distribution) -> Answer:
    shares = _marginal(numbers, GOLD_FIGURES.index("production"))
    return {
        "distribution": shares,
        "mean": sum((gold * share for gold, share in shares.items()), Fraction(0)),
        "P_nothing": shares.get(0, Fraction(0)),
    }


def gold_game(case: Case) -> GoldGame:
    names = list(case["deck"])
    cards = [case["deck"][name] for name in names]
    kinds = tuple(_kind(name, card, cards) for name, card in zip(names, cards, strict=True))
    started = [
        Kind(
            name=f"start {number}",
            holding=True,
            source=_source(each, cards),
            ready=_ready(each, default=bool(each.get("bowed")) + 1),
        )
        for number, each in enumerate(case["starting_sources"] or [], start=1)
    ]
    stronghold = case["stronghold_gold"]
    return GoldGame(
        kinds=(*kinds, *started),
        deal=Opening(
            deck=tuple(index for index, card in enumerate(cards) for _ in range(card["count"])),
            provinces=case["provinces"],
            redraws=(case["cycle"] or {}).get("rounds", 0),
            face_up=frozenset(index for index, card in enumerate(cards) if card.get("refill") == "face-up"),
        ),
        strategy=_strategy(case),
        pool=case["gold_pool"],
        sources=(_source(stronghold, cards) if isinstance(stronghold, dict) else plain(stronghold),),
        owned=tuple(range(len(kinds), len(kinds) + len(started))),
    )


def _kind(name: str, card: Case, cards: list[Case]) -> Kind:
    if card.get("cost") is None:
        return Kind(name=name)
    return Kind(
        name=name,
        cost=card["cost"],
        gold=card.get("gold", 0),
        holding=card["kind"] == "holding",
        source=_source(card, cards) if card.get("gold") or card.get("bonus") else (),
        unbowed=card.get("enters") == "unbowed" or card.get("bowed") is False,
        ready=_ready(card, default=1),
    )


def _ready(card: Case, default: int) -> int:
    straighten = card.get("straighten")
    return (
        int(straighten["not_before_turn"])
        if isinstance(straighten, dict) and "not_before_turn" in straighten
        else default
    )


def _source(given: Case, cards: list[Case]) -> Source:
    """Return the ways of a source: its gold, and each bonus that what is paid for gives."""
    ways = [Way(given.get("gold", 0))]
    for bonus in given.get("bonus") or []:
        paying = (bonus.get("if") or {}).get("paying_for")
        total = bonus.get("gold_total", bonus.get("alternative_total"))
        amount = total if total is not None else given.get("gold", 0) + bonus.get("gold", 0)
        if not paying:
            ways.append(Way(amount))
            continue
        kinds = sum(1 << index for index, card in enumerate(cards) if any(_fits(card, each) for each in paying))
        if kinds:
            ways.append(Way(amount, kinds, bool(bonus.get("restricted"))))
    return tuple(ways)


def _fits(card: Case, paid: Case) -> bool:
    words = set(card.get("keywords") or card.get("keyword") or [])
    return (
        (not paid.get("type") or card["kind"] in paid["type"])
        and card["kind"] not in paid.get("not_type", [])
        and words.issuperset(paid.get("keyword", []))
        and words.isdisjoint(paid.get("not_keyword", []))
        and (card.get("cost") or 0) >= paid.get("cost_min", 0)
        and (not paid.get("clan") or card.get("clan") == paid["clan"])
        and ("unique" not in paid or bool(card.get("unique")) is paid["unique"])
    )


def _strategy(case: Case) -> Strategy:
    text = case["policy"]
    buys = next((buys for word, buys in POLICIES.items() if text.startswith(word)), most_production)
    what = (case["cycle"] or {}).get("what", "")
    keeps = every_holding if not what or "blanks" in what else most_production
    discards = "discard" in (case["notes"] or "")
    return Strategy("case", text, buys, keeps, discards=discards)


# Card game.


def spend_case(case: Case) -> tuple[Answer, Answer]:
    given = case["input"]
    turns = 2 if case["kind"] == "spend-two-rounds" else given.get("rounds", 1)
    income = (given["fate"], *([given["income"]] if "income" in given else []))
    game = _fate_game(given, given["provinces"], most_spent, income)
    return _expected(case), _answered(case, enumerate_turns(game, turns)[-1], "total")


def hand_case(case: Case) -> tuple[Answer, Answer]:
    given = case["input"]
    game = _fate_game(given, given["seen"], cheapest_first, (given["fate"],))
    return _expected(case), _answered(case, enumerate_turns(game, 1)[-1], "characters")


def _fate_game(given: Case, shown: int, buys: Callable[[Sight], Places], income: tuple[int, ...]) -> FateGame:
    assert given.get("regroup", "keep") == "keep", "cards stay in the provinces"
    names, extra = list(given["deck"]), given.get("extra_fate", 0)
    thrown = {names.index(name) for name in (given.get("mulligan") or {}).get("throw", [])}

    def kept(sight: Sight) -> Places:
        return tuple(place for place, card in enumerate(sight.cards) if card not in thrown)

    return FateGame(
        kinds=tuple(Kind(name=name, cost=int(name) + extra if name.isdecimal() else None) for name in names),
        deal=Opening(
            deck=tuple(names.index(name) for name, count in given["deck"].items() for _ in range(count)),
            provinces=shown,
            redraws=bool(thrown),
            shuffles=bool(thrown),
        ),
        strategy=Strategy("case", "", buys, kept if thrown else everything),
        income=income,
        extra=extra,
    )


def _expected(case: Case) -> Answer:
    return {
        "distribution": {int(number): Fraction(share) for number, share in case["distribution"].items()},
        "mean": Fraction(case["mean"]),
        **{question: Fraction(share) for question, share in case.get("asked", {}).items()},
    }


def _answered(case: Case, numbers: Distribution, figure: str) -> Answer:
    shares = _marginal(numbers, FATE_FIGURES.index(figure))
    return {
        "distribution": shares,
        "mean": sum((number * share for number, share in shares.items()), Fraction(0)),
        **{question: _asked(question, shares) for question in case.get("asked", {})},
    }


def _asked(question: str, shares: Mapping[int, Fraction]) -> Fraction:
    operator, bound = question[:2], int(question[2:])
    tests: dict[str, Callable[[int], bool]] = {
        ">=": lambda number: number >= bound,
        "<=": lambda number: number <= bound,
        "==": lambda number: number == bound,
    }
    return sum((share for number, share in shares.items() if tests[operator](number)), Fraction(0))


def ledger_case(case: Case) -> tuple[Answer, Answer]:
    given = case["input"]
    fmt = FormatLoader().load(RULES[given["rules"]])
    opening = next(drawn.params.opening for drawn in fmt.draws if drawn.name == OPENING)
    rules = fmt.fate
    assert rules is not None
    start = Start(first=given["first"], income=given["income"], honor=given["honor"], opening=opening)
    moves = [msgspec.convert(each, Moves) for each in given["rounds"]]
    ours = {}
    for account in ledger(rules, start, moves):
        ours[str(account.round)] = {
            "round": account.round,
            "fate": account.fate,
            "honor": account.honor,
            "cards_drawn": account.cards_drawn,
            "ring_fate": account.ring_fate,
            "characters_in_play": {player: len(each) for player, each in account.fate_on_characters.items()},
            "fate_on_characters": account.fate_on_characters,
        }
    expected = {str(each["round"]): _sorted_fate(each) for each in case["after_each_round"]}
    return expected, {number: _sorted_fate(each) for number, each in ours.items()}


def _sorted_fate(account: Case) -> Case:
    fate = account["fate_on_characters"]
    return {**account, "fate_on_characters": {player: sorted(each) for player, each in fate.items()}}


_LCG: dict[str, Callable[[Case], tuple[Answer, Answer]]] = {
    "ledger": ledger_case,
    "spend": spend_case,
    "spend-two-rounds": spend_case,
    "hand": hand_case,
}


def _marginal(numbers: Mapping[tuple[int, ...], Fraction], place: int) -> dict[int, Fraction]:
    shares: dict[int, Fraction] = defaultdict(Fraction)
    for each, share in numbers.items():
        shares[each[place]] += share
    return dict(sorted(shares.items()))


def shown(value: Hashable | Mapping[Any, Any]) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(each)}" for key, each in value.items()) + "}"
    return str(value)


def main(paths: list[str]) -> Iterator[tuple[str, bool]]:
    for path in paths:
        for case in cases_of(path):
            expected, ours = compared(case)
            same = expected == ours
            word = "equal" if same else "DIFFERENT"
            yield f"{case['id']}: {word}\n  expected  {shown(expected)}\n  deckcheck {shown(ours)}", same


if __name__ == "__main__":
    good = True
    for text, same in main(sys.argv[1:]):
        sys.stdout.write(f"{text}\n")
        good = good and same
    sys.exit(not good)
