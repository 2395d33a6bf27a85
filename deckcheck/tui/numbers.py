"""The curve, the odds of the opening and the economy of a deck as short lines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from deckcheck.build.editing.draft import Draft
from deckcheck.model.errors import DeckcheckError
from deckcheck.rules.tally import Tally

_BARS = "▁▂▃▄▅▆▇█"
# Few games answer within a second; `deckcheck odds economy` plays more.
_GAMES = 400
_TWO = 2


def curve_lines(draft: Draft) -> Iterator[str]:
    """Yield a line for the influence, and one for each half of the deck with its costs as bars."""
    from deckcheck.odds.profile import curves_of

    curves = curves_of(draft.deck, draft.format)
    if curves.influence:
        yield f"influence {curves.influence.spent} of {curves.influence.allowed}"
    for half in curves.halves:
        curve = next((curve for curve in half.curves if curve.fact == "cost"), None)
        if curve is None:
            yield f"{half.section} {half.size}"
            continue
        most = max(bar.count for bar in curve.bars) or 1
        bars = "".join(_BARS[bar.count * (len(_BARS) - 1) // most] if bar.count else " " for bar in curve.bars)
        mean = f" mean {curve.mean:.1f}" if curve.mean is not None else ""
        yield f"{half.section} {curve.bars[0].value}[{bars}]{curve.bars[-1].value}{mean}"


def odds_lines(draft: Draft) -> Iterator[str]:
    """Yield for each half the odds of at least one card of each type in its opening, and of its bad hands."""
    from deckcheck.odds.of_deck import halves_of, standard_odds

    try:
        found = standard_odds(halves_of(draft.deck, draft.format, draft.pool), draft.format, 0)
    except DeckcheckError:
        return
    for odds in found:
        chances = [
            f"{chance.label} {_percent(chance.ranges[0])}" for chance in odds.chances if chance.about != "copies"
        ]
        if chances:
            yield f"{odds.half.opening_words}: {', '.join(chances)}"


def _percent(odds: tuple[Fraction, Fraction]) -> str:
    least, most = (f"{float(100 * each):.2f}" for each in odds)
    return f"{least} %" if least == most else f"{least} to {most} %"


def economy_lines(draft: Draft) -> Iterator[str]:
    """Yield what the deck pays for in its first turn, in some simulated games; why, where that cannot be simulated."""
    from deckcheck.odds.economy.deck import StartOfGame, dealt_of, gold_rules, stronghold_gold
    from deckcheck.odds.economy.report import EconomyRequest, economy
    from deckcheck.odds.economy.results import Effort
    from deckcheck.odds.economy.strategies import STRATEGIES
    from deckcheck.odds.of_deck import halves_of

    if not draft.format.economy:
        return
    tally, rules = Tally(draft.deck, draft.format), gold_rules(draft.format)
    assumed = sum(rules.stronghold) // 2 if rules and stronghold_gold(tally, second=False) is None else None
    strategy = STRATEGIES["holdings" if rules else "curve"]
    effort = Effort(turns=1, games=_GAMES, exact=False)
    try:
        dealt = dealt_of(halves_of(draft.deck, draft.format, draft.pool))
        asking = EconomyRequest(strategy=strategy, effort=effort, table=StartOfGame(stronghold_gold=assumed))
        turn = economy(tally, draft.pool, dealt, asking).results[0].turns[0].spreads
    except DeckcheckError as error:
        yield f"economy: {error.message}"
        return
    if rules:
        both = 100 * turn["holdings"].at_least(_TWO)
        found = f"turn 1 buys {turn['production'].mean.value:.1f} gold of production, two Holdings in {both:.0f} %"
    else:
        found = f"round 1 spends {turn['spent'].mean.value:.1f} of {turn['pay'].high} fate"
    stronghold = f", Stronghold gives {assumed} gold" if assumed else ""
    yield f"{found} ({_GAMES} games, policy {strategy.name}{stronghold})"
