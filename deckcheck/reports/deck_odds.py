"""Draw odds of a deck as text, Markdown, comma-separated values and JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from deckcheck.model.deck import Deck
from deckcheck.model.format import Format
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.model.sentences import cards_of, listed
from deckcheck.odds.answer import percent
from deckcheck.odds.of_deck.ask import Asked, CardChange
from deckcheck.odds.of_deck.deck_halves import DrawnHalf
from deckcheck.odds.of_deck.standard import Chance, HalfOdds
from deckcheck.odds.profile import Curves, HalfProfile
from deckcheck.reports.csv import row
from deckcheck.reports.markdown import escape
from deckcheck.reports.odds import as_object, between, careful_percent, ratio
from deckcheck.reports.tables import table

_LONGEST_BAR = 30
_MOST_CHANGES = 3
# Facts of a half, and of a chance, that JSON has unchanged.
_HALF_FACTS = ("section", "label", "unknown", "into", "opening", "policy", "rounds", "returned")
_CHANCE_FACTS = ("about", "label", "copies", "cards")
_COLUMNS = (
    *("deck", "format", "section", "about", "label", "cards", "by", "drawn", "percent", "fraction"),
    *("most percent", "most fraction"),
)


class OddsPage(Struct, frozen=True, kw_only=True):
    """Everything to show: the halves with the assumptions, and either a profile or the answer.

    `curves` and `odds` are the profile, with an entry of `odds` for each half, without chances beside an answer.
    `asked` is the answer, None for a profile, and `changes` are those of one card that raise these odds. `bar` draws
    bars, "" none.
    """

    deck: Deck
    format: Format
    curves: Curves
    odds: tuple[HalfOdds, ...]
    asked: Asked | None = None
    changes: tuple[CardChange, ...] = ()
    bar: str = ""

    @property
    def halves(self) -> tuple[DrawnHalf, ...]:
        """The halves of the deck."""
        return tuple(odds.half for odds in self.odds)

    @property
    def turn(self) -> str:
        """The game's word for a turn."""
        return self.halves[0].turn


class _Form(Struct, frozen=True):
    """How a page writes titles, parts and lines, each with braces for its text, and tables, in a form of tabulate."""

    title: str
    part: str
    line: str
    table: str
    safe: Callable[[str], str]

    def lines(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield texts as lines."""
        return (self.line.format(self.safe(text)) for text in texts)

    def table_of(self, rows: Iterable[Iterable[str]], headers: Iterable[str]) -> str:
        """Return a table."""
        return table((map(self.safe, row) for row in rows), headers, self.table)


_TEXT = _Form("{}\n", "\n{}\n", "  {}\n", "simple", printable)
_MARKDOWN = _Form("## {}\n", "\n### {}\n\n", "- {}\n", "github", escape)


def _text(page: OddsPage) -> Iterator[str]:
    return _page(page, _TEXT)


def _markdown(page: OddsPage) -> Iterator[str]:
    return _page(structs.replace(page, bar=""), _MARKDOWN)


def _page(page: OddsPage, form: _Form) -> Iterator[str]:
    yield form.title.format(form.safe(f"{page.deck.raw.path} in {page.format.name}"))
    if page.asked is not None:
        yield from _answers(page, page.asked, form)
        return
    for odds in page.odds:
        yield form.part.format(form.safe(_head(odds.half)))
        profile = page.curves.of(odds.half.section)
        yield from form.lines(_notes(profile, odds))
        if not odds.half.begun:
            yield from _curves(profile, page.bar, form)
        yield from _table(odds, page.bar, form)
    if used := page.curves.influence:
        yield f"\ninfluence used: {used.spent} of {used.allowed}\n"
    if page.format.economy:
        yield f"\nwhat it can pay for, {page.turn} by {page.turn}: deckcheck odds economy DECK\n"


def _changes(page: OddsPage) -> Iterator[str]:
    for each in page.changes[:_MOST_CHANGES]:
        enters, leaves = (f"1 in {listed(names) or 'no group'}" for names in (each.enters, each.leaves))
        points = f"{100 * each.gain:+z.2f} points to {100 * each.odds:.2f} %"
        new, old = each.example
        yield f"{points}: +{enters}, -{leaves}, such as {f'+1 {new} ' if new else ''}-1 {old}"


def _csv(page: OddsPage) -> Iterator[str]:
    yield row(_COLUMNS)
    first = (page.deck.raw.path, page.format.id)
    for odds in page.odds:
        for chance in odds.chances:
            for turn, (least, most) in enumerate(chance.ranges):
                yield row(
                    (*first, odds.half.section, chance.about, chance.label, str(chance.copies), _by(page, turn),
                     str(odds.half.drawn_by(turn)), _percent(least), ratio(least), _percent(most), ratio(most))
                )  # fmt: skip
    if page.asked is not None:
        sections = "+".join(half.section for half in page.halves if half.section in page.asked.by[0].drawn)
        about = (*first, sections, "want", str(page.asked.want), "")
        for by in page.asked.by:
            low, high = (
                (f"{each.percent:.2f}", "" if each.fraction is None else ratio(each.fraction))
                for each in (by.answer, by.most or by.answer)
            )
            yield row((*about, _by(page, by.turn), _drawn(by.drawn), *low, *high))


def _json(page: OddsPage) -> Iterator[str]:
    found: dict[str, Any] = {
        "deck": page.deck.raw.path,
        "format": page.format.id,
        "date": page.format.date,
        "halves": [_half_object(odds, page.curves.of(odds.half.section)) for odds in page.odds],
        "influence": page.curves.influence,
        "asked": page.asked and _asked_object(page.asked),
    }
    if page.changes:
        found["changes"] = page.changes
    yield json_page(found, sort_keys=True)


RENDERERS = {"text": _text, "json": _json, "csv": _csv, "markdown": _markdown}


def _asked_object(asked: Asked) -> dict[str, Any]:
    return {
        "want": str(asked.want),
        "groups": {
            group.name: {
                "section": group.section,
                "cards": {card.name: count for card, count in group.cards},
                "not_known": {card.name: count for card, count in group.open},
            }
            for group in asked.groups
        },
        "by": [
            {"turn": by.turn, "drawn": by.drawn, **as_object(by.answer), "most": by.most and as_object(by.most)}
            for by in asked.by
        ],
    }


def _head(half: DrawnHalf) -> str:
    if half.begun:
        return f"{half.label}: {cards_of(half.size)} left"
    return f"{half.label}: {cards_of(half.size)}, {half.opening} in the {half.opening_words}"


def _curves(profile: HalfProfile, bar: str, form: _Form) -> Iterator[str]:
    curves = {"kinds": profile.kinds} if profile.kinds else {}
    for curve in profile.curves:
        mean = "" if curve.mean is None else f", mean {curve.mean:.2f}"
        curves[f"{curve.fact.replace('_', ' ')}{mean}"] = curve.bars
    if not bar:
        yield "\n"
    for name, bars in curves.items():
        if not bar:
            counts = ", ".join(f"{value} x{count}" for value, count in bars.items() if count)
            yield from form.lines([f"{name}: {counts}"])
            continue
        yield f"\n  {printable(name)}\n"
        most = max(bars.values())
        for value, count in bars.items():
            yield f"  {printable(value):>12} {count:>3} {_bar(bar, count, most)}".rstrip() + "\n"


def _notes(profile: HalfProfile, odds: HalfOdds) -> Iterator[str]:
    """Yield the assumptions of a half, and the gaps in the facts behind curves and odds, each once."""
    yield from odds.half.notes
    gaps = [curve.gap for curve in profile.curves if curve.gap]
    gaps += [gap for chance in odds.chances for gap in chance.gaps]
    yield from dict.fromkeys(map(str, gaps))


def _table(odds: HalfOdds, bar: str, form: _Form) -> Iterator[str]:
    yield "\n"
    if odds.missing:
        yield from form.lines([odds.missing])
        return
    bars = [(_bar(bar, chance.odds[-1], 1),) if bar else () for chance in odds.chances]
    rows = ((*each, *drawn) for each, drawn in zip(_rows(odds), bars, strict=True))
    yield form.table_of(rows, (*_headers(odds), "") if bar else _headers(odds))


def _rows(odds: HalfOdds) -> Iterator[tuple[str, ...]]:
    for chance in odds.chances:
        label = f"{chance.label}, any one of {len(chance.cards)}" if chance.about == "copies" else chance.event
        odds_by_turn = (" to ".join(dict.fromkeys(careful_percent(end, 2) for end in ends)) for ends in chance.ranges)
        yield (label, str(chance.copies), *odds_by_turn)


def _headers(odds: HalfOdds) -> tuple[str, ...]:
    start = "now" if odds.half.begun else "opening"
    return ("odds of", "cards", start, *(f"{odds.half.turn} {turn}" for turn in range(1, odds.turns + 1)))


def _answers(page: OddsPage, asked: Asked, form: _Form) -> Iterator[str]:
    yield f"\n{form.safe(str(asked.want))}\n\n"
    rows = [
        (_by(page, by.turn), _drawn(by.drawn), between(by.answer, by.most), _bar(page.bar, by.answer.decimal, 1))
        for by in asked.by
    ]
    columns = ("by", "drawn", "odds", "")
    shown = len(columns) - (not page.bar)
    yield form.table_of([each[:shown] for each in rows], columns[:shown]) + "\n"
    yield from form.lines(_assumptions(page, asked))
    if page.changes:
        yield "\nchanges of one card that help most:\n"
        yield from form.lines(_changes(page))


def _assumptions(page: OddsPage, asked: Asked) -> Iterator[str]:
    """Yield the assumptions of the answers, and the cards in each group."""
    labels = {half.section: half.label for half in page.halves}
    for group in asked.groups:
        named = ", ".join(f"{count} {card.name}" for card, count in group.cards if count)
        yield f"`{group.name}`: {cards_of(group.copies)} of the {labels[group.section]}: {named or 'none'}"
        yield from (
            f"`{group.name}`: {gap}; the odds are between those with none and with all of them" for gap in group.gaps
        )
    for half in page.halves:
        if half.section in asked.by[0].drawn:
            yield from (f"{half.label}: {note}" for note in half.notes)
    yield from (asked.by[-1].most or asked.by[-1].answer).assumptions


def _half_object(odds: HalfOdds, profile: HalfProfile) -> dict[str, Any]:
    half = odds.half
    return {
        **{fact: getattr(half, fact) for fact in _HALF_FACTS},
        "cards": half.size,
        "in_play": {card.name: count for card, count in half.held},
        "assumptions": half.notes,
        "kinds": profile.kinds,
        "curves": {
            curve.fact: {"mean": curve.mean, "cards": curve.bars, "not_known": curve.gap.names if curve.gap else {}}
            for curve in profile.curves
        },
        "missing": odds.missing,
        "odds": [_chance_object(half, chance) for chance in odds.chances],
    }


def _chance_object(half: DrawnHalf, chance: Chance) -> dict[str, Any]:
    by = [
        {"turn": turn, "drawn": half.drawn_by(turn), **_bound(least), "most": _bound(most) if chance.others else None}
        for turn, (least, most) in enumerate(chance.ranges)
    ]
    return {**{fact: getattr(chance, fact) for fact in _CHANCE_FACTS}, "by": by}


def _bound(odds: Fraction) -> dict[str, Any]:
    return {"fraction": ratio(odds), "percent": percent(odds)}


def _drawn(drawn: Mapping[str, int]) -> str:
    return " + ".join(map(str, drawn.values()))


def _by(page: OddsPage, turn: int) -> str:
    start = "now" if page.halves[0].begun else "opening"
    return f"{page.turn} {turn}" if turn else start


def _percent(odds: Fraction) -> str:
    return f"{percent(odds):.2f}"


def _bar(char: str, part: float | Fraction, whole: int) -> str:
    return char * round(_LONGEST_BAR * part / whole) if whole else ""
