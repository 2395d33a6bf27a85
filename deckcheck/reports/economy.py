"""The economy of a deck as text, JSON and a page for a browser."""

import functools
from collections.abc import Iterable, Iterator, Sequence

from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.model.sentences import cards_of
from deckcheck.odds.economy.report import Economy
from deckcheck.odds.economy.results import EconomyResult, MeanEstimate, Spread, TurnNumbers
from deckcheck.reports.odds import careful_percent
from deckcheck.reports.tables import table

# The meaning of the numbers of a turn, for the first column of tables.
_LABELS = {
    "pay": "{} to pay with",
    "production": "production bought so far",
    "holdings": "Holdings bought so far",
    "personalities": "Personalities bought",
    "spent": "{} spent",
    "unspent": "{} not spent",
    "blocked": "Provinces blocked",
    "total": "{} spent so far",
    "characters": "characters in play",
    "left": "{} left",
    "drawn": "conflict cards drawn so far",
}
_TWO = 2
# The smallest margin that a percentage shows, in points, so that it never looks exact. Numbers show a tenth of it.
_LEAST = 0.1
_share = functools.partial(careful_percent, digits=1)
# The caption of a table, and its rows, with a cell for each turn behind the first one.
Table = tuple[str, list[tuple[str, ...]]]
_GIVE_GOLD = "to see every table, give the printed number with --stronghold-gold N"


def _text(found: Economy) -> Iterator[str]:
    yield f"{printable(found.deck.raw.path)} in {printable(found.format.name)}\n"
    yield from (f"{printable(line)}\n" for line in _first(found))
    yield f"policy {found.asking.strategy.name}: {found.asking.strategy.about}\n"
    yield f"{_method(found)}\n"
    if found.unknown:
        yield "\n" + table(*_overview(found))
        for result in found.results:
            if asked := [*_asked(found, result)]:
                yield f"\nwith a Stronghold of {result.stronghold} {found.resource}\n"
                yield from _printed(asked, found)
    else:
        result = found.results[0]
        yield "\n"
        yield from (f"{sentence}\n" for sentence in sentences(found, result))
        yield from _printed((*_numbers(found, result), *_asked(found, result)), found)
    yield "\nassumptions:\n"
    yield from (f"  {printable(note)}\n" for note in found.notes)
    yield f"  rule: {printable(_rule(found))}\n"
    if found.model.partly:
        yield f"  not all of their gold text is modelled: {printable(_listed(found.model.partly))}\n"


def _printed(tables: Iterable[Table], found: Economy) -> Iterator[str]:
    return ("\n" + table(rows, (caption, *_turns(found))) for caption, rows in tables)


def _first(found: Economy) -> Iterator[str]:
    """Yield what the reader must know before any number."""
    if found.doubtful:
        what = "cards" if found.dealt.unknown else "Holdings"
        yield f"Warning: too many {what} are unknown; the numbers below are far too low."
    if found.dealt.unknown:
        yield f"{cards_of(found.dealt.unknown)} on unrecognised lines, which the games never buy"
    if found.resource != "gold":
        return
    known = f"gold production is recorded for {found.known} of {found.model.holdings} Holdings"
    known = known if found.model.holdings else "the deck has no Holdings"
    if found.model.unknown:
        known += f"; not for: {_listed(found.model.unknown)}, which the games never buy"
    yield known
    if found.unknown:
        yield f"{found.unknown}; {_GIVE_GOLD}"


def _rule(found: Economy) -> str:
    cite = found.format.economy[0].cite
    return f"{cite.source}, {cite.at}"


def _method(found: Economy) -> str:
    exact = found.results[0].turns[0].exact
    first = f"{_turn(found)} 1 {'is exact' if exact else 'is simulated too'}"
    effort = found.asking.effort
    return f"{first}; {effort.games:,} simulated games (seed {effort.seed}) with 95 % intervals"


def sentences(found: Economy, result: EconomyResult) -> Iterator[str]:
    """Yield the answers to the questions that players ask first."""
    first, last = result.turns[0], result.turns[-1]
    if found.resource == "gold":
        made, held = first.spreads["production"], first.spreads["holdings"]
        short = max(0, result.stronghold - 1)
        yield (
            f"Turn 1 buys {_number(made.mean)} gold of production on average, "
            f"{short} or less in {_share(made.at_most(short))} of games."
        )
        yield f"It buys two Holdings or more in {_share(held.at_least(_TWO))} of games."
    else:
        spent = first.spreads["spent"]
        yield f"Round 1 spends {_number(spent.mean)} of {first.spreads['pay'].high} fate on average."
    if result.payable:
        cost, chances = [*result.payable.items()][-1]
        able = _chance(chances[-1])
        when = f"{_turn(found)} {last.turn}"
        yield f"The most expensive card costs {cost}; by {when} it is affordable in {able} of games."


def _numbers(found: Economy, result: EconomyResult) -> Iterator[Table]:
    """Yield the tables of every number of a result: the means, and the chances to pay."""
    spreads = [(name, [turn.spreads[name] for turn in result.turns]) for name in result.turns[0].spreads]
    rows = [(_LABELS[name].format(found.resource), *map(_spread, each)) for name, each in spreads]
    yield "mean (10th-90th percentile)", rows
    payable = [(str(cost), *map(_chance, chances)) for cost, chances in result.payable.items()]
    yield f"chance to pay this much {found.resource} by then", payable


def _turns(found: Economy) -> list[str]:
    return [f"{_turn(found)} {turn.turn}" for turn in found.results[0].turns]


def _turn(found: Economy) -> str:
    """Return the game's word for what the numbers count."""
    return "turn" if found.resource == "gold" else "round"


def _overview(found: Economy) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Return one row for each amount that the Stronghold may give, and the headers."""
    rows, last = [], found.results[0].turns[-1].turn
    for result in found.results:
        first = result.turns[0].spreads
        cells = {
            "Stronghold": str(result.stronghold),
            "production on turn 1": _number(first["production"].mean),
            "less than the Stronghold's": _share(first["production"].at_most(result.stronghold - 1)),
            "two Holdings": _share(first["holdings"].at_least(_TWO)),
            "gold on the last turn": _number(result.turns[-1].spreads["pay"].mean),
        }
        for cost, chances in [*result.payable.items()][-1:]:
            cells[f"cost {cost} by turn {last}"] = _chance(chances[-1])
        rows.append(cells)
    return [tuple(cells.values()) for cells in rows], tuple(rows[0])


def _asked(found: Economy, result: EconomyResult) -> Iterator[Table]:
    """Yield the tables of what the options ask for: the chances of cards, and the effect of a change."""
    if result.wanted:
        when = (("in", result.wanted.on), ("by", result.wanted.by))
        yield result.wanted.want, [(f"{word} the {_turn(found)}", *map(_chance, chances)) for word, chances in when]
    if result.change:
        moved = [
            (_LABELS[name].format(found.resource), *map(_signed, means)) for name, means in result.change.means.items()
        ]
        if result.change.wanted and result.wanted:
            points = (_signed(each, 100, " points") for each in result.change.wanted)
            moved.append((f"{result.wanted.want} by the {_turn(found)}", *points))
        yield f"{result.change.text} changes", moved


def _spread(spread: Spread) -> str:
    return f"{_number(spread.mean)} ({spread.low}-{spread.high})"


def _number(estimate: MeanEstimate) -> str:
    return f"{estimate.value:.2f}" + (f" ±{max(_LEAST / 10, estimate.margin):.2f}" if estimate.margin else "")


def _chance(estimate: MeanEstimate) -> str:
    share, margin = _share(estimate.value, certain=not estimate.margin), 100 * estimate.margin
    if not estimate.margin or (margin < _LEAST and share[0] in "<>"):
        return share
    return f"{100 * estimate.value:.1f} % ±{max(_LEAST, margin):.1f}"


def _signed(estimate: MeanEstimate, factor: int = 1, unit: str = "") -> str:
    return f"{factor * estimate.value:+z.2f} ±{factor * estimate.margin:.2f}{unit}"


def _listed(names: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{copies} {name}" for name, copies in names)


def _json(found: Economy) -> Iterator[str]:
    body = {
        "deck": found.deck.raw.path,
        "format": found.format.id,
        "date": found.format.date,
        "resource": found.resource,
        "policy": found.asking.strategy.name,
        "games": found.asking.effort.games,
        "seed": found.asking.effort.seed,
        "unrecognised": found.dealt.unknown,
        "holdings": {"known": found.known, "of": found.model.holdings, "unknown": dict(found.model.unknown)},
        "partly_modelled": dict(found.model.partly),
        "taken_for_granted": [*filter(None, (found.unknown,)), *found.notes],
        "rule": _rule(found),
        "results": found.results,
    }
    yield json_page(body, sort_keys=True)


def _html(found: Economy) -> Iterator[str]:
    from deckcheck.reports.html import environment

    return environment.page(
        "economy.html",
        "colors",
        "economy",
        economy=found,
        first=list(_first(found)),
        method=_method(found),
        rule=_rule(found),
        overview=_overview(found) if found.unknown else None,
        sentences=sentences,
        turn=_turn(found),
        turns=_turns(found),
        numbers=_numbers,
        asked=_asked,
        bars=_bars,
        partly=_listed(found.model.partly),
    )


def _bars(turn: TurnNumbers) -> list[tuple[int, str, int]]:
    """Return the amounts available to pay in a turn, each with its chance and the length of a bar out of 100."""
    chances = {value: chance.value for value, chance in turn.spreads["pay"].chances.items()}
    most = max(chances.values())
    return [(value, _share(chance), max(1, round(100 * chance / most))) for value, chance in chances.items()]


RENDERERS = {"text": _text, "json": _json, "html": _html}
