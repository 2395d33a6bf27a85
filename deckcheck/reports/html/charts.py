"""The geometry of bar charts, in units of the SVG image that a template draws from it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from deckcheck.odds.profile import Bar, Curve, HalfProfile

_STEP = 26
_BAR = 18
_HEIGHT = 72
_TOP = 16
_BOTTOM = 20
_LABELS = 96
_ROW = 20
_LENGTH = 150

# What the facts of cards are called; what a cost is paid in depends on the game.
_FACTS = {
    "cost": "Cost",
    "focus": "Focus value",
    "gold_production": "Gold production",
    "honor_requirement": "Honor requirement",
    "personal_honor": "Personal honor",
    "glory": "Glory",
}
_COSTS = {"ccg": "Gold cost", "lcg": "Fate cost"}


class Column(Struct, frozen=True):
    """One bar with its lower left corner at `x` and `y`, and where the texts beside it are centred."""

    x: float
    y: float
    width: float
    height: float
    label: str
    count: int


class Chart(Struct, frozen=True):
    """A bar chart: a title, the same in words, the bars, a `note` below, and the `mean` if there is one."""

    title: str
    words: str
    width: int
    height: int
    bars: tuple[Column, ...]
    upright: bool = True
    mean: float | None = None
    note: str = ""


def charts(half: HalfProfile, game: str) -> tuple[Chart, ...]:
    """Return the charts of one part of a deck: its kinds, then its curves; `game` is "ccg" or "lcg"."""
    return (_kinds(half), *(_curve(curve, game) for curve in half.curves))


def _kinds(half: HalfProfile) -> Chart:
    most = max(bar.count for bar in half.kinds)
    bars = tuple(
        Column(
            x=_LABELS,
            y=row * _ROW + 2,
            width=round(_LENGTH * bar.count / most, 1),
            height=_ROW - 6,
            label=bar.value.capitalize(),
            count=bar.count,
        )
        for row, bar in enumerate(half.kinds)
    )
    width, height = _LABELS + _LENGTH + 30, len(bars) * _ROW + 2
    return Chart("Kinds of cards", _words(half.kinds), width, height, bars, upright=False)


def _curve(curve: Curve, game: str) -> Chart:
    most = max(bar.count for bar in curve.bars) or 1
    bars = []
    for place, bar in enumerate(curve.bars):
        height = round(_HEIGHT * bar.count / most, 1)
        x = place * _STEP + (_STEP - _BAR) / 2
        bars.append(Column(x, _TOP + _HEIGHT - height, _BAR, height, bar.value, bar.count))
    title = _COSTS.get(game, "Cost") if curve.fact == "cost" else _FACTS[curve.fact]
    size = (len(bars) * _STEP, _TOP + _HEIGHT + _BOTTOM)
    return Chart(title, _words(curve.bars), *size, tuple(bars), mean=curve.mean, note=str(curve.gap or ""))


def _words(bars: Iterable[Bar]) -> str:
    """Return a chart as a sentence, for those who do not see it."""
    return ", ".join(f"{bar.value}: {bar.count}" for bar in bars if bar.count)
