"""Answers about draws and sample hands, as text for people and as objects for programs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.odds import Answer, ByCopies, ByTurn, Question
from deckcheck.odds.of_deck.hand import Deal
from deckcheck.odds.policies import PARTIAL
from deckcheck.reports.tables import table


class Calculation(Struct, frozen=True, kw_only=True):
    """The answer to a question and further results; None or empty if not requested."""

    question: Question
    answer: Answer
    turns: list[ByTurn]
    first_turn: tuple[float, ByTurn | None] | None
    copies: tuple[float, ByCopies | None] | None
    expected: list[tuple[str, Fraction, Fraction | None]]


def brief(answer: Answer) -> str:
    """Return ``49.80 % = 123/247``, or a simulated percentage with its standard error."""
    if answer.fraction is None:
        return f"{answer.percent:.2f} % ± {100 * (answer.standard_error or 0):.2f} (simulated, one standard error)"
    return f"{answer.percent:.2f} % = {ratio(answer.fraction)}"


def careful_percent(odds: Fraction | float, digits: int, *, certain: bool = True) -> str:
    """Return a percentage that looks certain or impossible only if it is."""
    percent, least = float(round(100 * odds, digits)), 10**-digits
    if percent in {0, 100} and not (certain and odds in {0, 1}):
        return f"<{least:.{digits}f} %" if percent == 0 else f">{100 - least:.{digits}f} %"
    return f"{percent:.{digits}f} %"


def between(least: Answer, most: Answer | None) -> str:
    """Return an answer, or both ends of one that depends on missing facts, once if they are the same."""
    ends = list(dict.fromkeys(map(brief, (least, most or least))))
    return ends[0] if len(ends) == 1 else f"between {ends[0]} and {ends[1]}"


def ratio(fraction: Fraction) -> str:
    """Return a fraction as ``numerator/denominator``, whole numbers too."""
    return f"{fraction.numerator}/{fraction.denominator}"


def as_object(answer: Answer) -> dict[str, Any]:
    """Return an answer as an object of JSON types; every key is always there."""
    return structs.asdict(answer) | {"fraction": None if answer.fraction is None else ratio(answer.fraction)}


def _text(deals: Sequence[Deal], seed: int) -> Iterator[str]:
    """Yield sample hands and provinces as text, with the seed that deals them again."""
    for deal in deals:
        half = deal.half
        yield f"{printable(half.label)}, {half.opening_place}\n"
        yield from (f"  {printable(name)}\n" for name in deal.dealt)
        for each in deal.rounds:
            yield f"put away: {printable(', '.join(each.thrown)) or 'nothing'}\n"
            yield f"in their place: {printable(', '.join(each.drawn)) or 'nothing'}\n"
        if not deal.rounds and half.policy in PARTIAL:
            yield f"replacements for the cards you put away, in this order: {printable(', '.join(deal.following))}\n"
        yield "\n"
    yield f"seed {seed}\n"


def _json(deals: Sequence[Deal], seed: int) -> Iterator[str]:
    """Yield the same as one JSON object."""
    halves = [
        {
            "section": deal.half.section,
            "dealt": deal.dealt,
            "mulligans": [{"put_away": each.thrown, "drawn": each.drawn} for each in deal.rounds],
            "final": deal.final,
            "following": deal.following,
        }
        for deal in deals
    ]
    yield json_page({"seed": seed, "halves": halves})


HANDS = {"text": _text, "json": _json}


def _calculation_text(results: Calculation) -> Iterator[str]:
    yield f"{brief(results.answer)}\n"
    yield from (f"  {printable(sentence)}\n" for sentence in results.answer.assumptions)
    if results.turns:
        rows = ((turn.turn, turn.draws, brief(turn.answer)) for turn in results.turns)
        yield "\n" + table(rows, ("by turn", "drawn", "odds"))
    if results.first_turn is not None:
        wanted, turn = results.first_turn
        found = f"turn {turn.turn}, {brief(turn.answer)}" if turn else "none before the deck runs out"
        yield f"\nfirst turn with at least {100 * wanted:g} %: {found}\n"
    if results.copies is not None:
        wanted, copies = results.copies
        found = f"{copies.copies}, {brief(copies.answer)}" if copies else "no number of them is enough"
        yield f"\nfewest copies for at least {100 * wanted:g} %: {found}\n"
    for group, cards, until in results.expected:
        later = f"; first copy by turn {float(until):.2f} = {ratio(until)}" if until is not None else ""
        yield f"\nexpected cards of `{printable(group)}`: {float(cards):.4f} = {ratio(cards)}{later}\n"


def _calculation_json(results: Calculation) -> Iterator[str]:
    found = as_object(results.answer) | {
        "policy": results.question.policy,
        "semantics": results.question.semantics,
        "turns": [{"turn": turn.turn, "draws": turn.draws} | as_object(turn.answer) for turn in results.turns],
        "first_turn": _step(results.first_turn, "turn"),
        "copies": _step(results.copies, "copies"),
        "expected": {
            group: {
                "cards": {"fraction": ratio(cards), "decimal": float(cards)},
                "first_turn": None if until is None else {"fraction": ratio(until), "decimal": float(until)},
            }
            for group, cards, until in results.expected
        },
    }
    yield json_page(found, sort_keys=True)


def _step(found: tuple[float, ByTurn | ByCopies | None] | None, name: str) -> dict[str, Any] | None:
    """Return a step that has the wanted odds, as JSON types; None when no option asked for one."""
    if found is None:
        return None
    wanted, step = found
    return {"for": wanted, name: getattr(step, name, None), "answer": step and as_object(step.answer)}


CALCULATIONS = {"text": _calculation_text, "json": _calculation_json}
