"""Compare two decks: cards by section, curves, influence and draw odds."""

from collections import Counter
from collections.abc import Iterator, Mapping

from deckcheck.model.comparison import CardStep, Comparison, CurveDiff, NumberChange, SectionDiff
from deckcheck.model.deck import Deck, summed
from deckcheck.model.format import Format
from deckcheck.model.names import told_apart
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.odds.of_deck.standard import odds_rows
from deckcheck.odds.profile import Curves, curves_of
from deckcheck.rules.tally import Tally


def compare(old: Report, new: Report, pool: Pool) -> Comparison:
    """Return the differences between the decks of two reports in one format and pool."""
    fmt = old.format
    curves = curves_of(old.deck, fmt), curves_of(new.deck, fmt)
    is_open = bool(old.deck.possible or new.deck.possible)
    return Comparison(
        before=old.deck.raw.path,
        after=new.deck.raw.path,
        format=fmt.id,
        verdicts=(old.verdict, new.verdict),
        sections=tuple(_sections(old.deck, new.deck, fmt)),
        unresolved=(_unresolved(old.deck), _unresolved(new.deck)),
        curves=tuple(_curves(*curves)),
        numbers=(
            *_numbers(*map(_influence, curves)),
            *(() if is_open else _numbers(*(_odds(deck, fmt, pool) for deck in (old.deck, new.deck)))),
        ),
    )


def _sections(old: Deck, new: Deck, fmt: Format) -> Iterator[SectionDiff]:
    tallies = Tally(old, fmt), Tally(new, fmt)
    for section in (*fmt.sections, None):
        sides = [tally.unplaced if section is None else tally.entries(section) for tally in tallies]
        names = told_apart({entry.card.id: entry.card.name for side in sides for entry in side})
        before, after = (summed((entry.card.id, entry.count) for entry in side) for side in sides)
        changed = [key for key in names if before[key] != after[key]]
        steps = [CardStep(names[key], before[key], after[key]) for key in changed]
        yield SectionDiff(
            section=section or "",
            label=fmt.label(section) if section else "in no section",
            before=before.total(),
            after=after.total(),
            cards=tuple(sorted(steps, key=lambda step: step.name)),
        )


def _unresolved(deck: Deck) -> tuple[str, ...]:
    """Return the lines that are not counted as cards: as number and name if only the name is unknown."""
    counts = Counter[str]()
    others = [line.text for line in deck.left_out if line.possible]
    for line in deck.unresolved:
        if line.request.counted and not line.why:
            counts[line.request.name] += line.request.count
        else:
            others.append(line.shown)
    return tuple(sorted([*(f"{count} {name}" for name, count in counts.items()), *others]))


def _curves(old: Curves, new: Curves) -> Iterator[CurveDiff]:
    sections = [half.section for half in (*old.halves, *new.halves)]
    sides = [{(half.section, curve.fact): curve for half in curves.halves for curve in half.curves}
             for curves in (old, new)]  # fmt: skip
    for section, fact in sorted({**sides[0], **sides[1]}, key=lambda key: sections.index(key[0])):
        before, after = (side.get((section, fact)) for side in sides)
        bars = [curve.bars if curve else {} for curve in (before, after)]
        # Curves have bars without cards between their lowest and highest value.
        values = sorted({value for side in bars for value, count in side.items() if count}, key=_by_number)
        steps = tuple((value, bars[0].get(value, 0), bars[1].get(value, 0)) for value in values)
        if any(one != other for _, one, other in steps):
            mean = NumberChange("mean", before.mean if before else None, after.mean if after else None)
            yield CurveDiff(section, fact, mean, steps)


def _by_number(value: str) -> tuple[int, float, str]:
    """Return a sort key that puts numbers first, by size, and symbols after them."""
    return (0, float(value), "") if value.lstrip("-").isdigit() else (1, 0.0, value)


def _numbers(old: Mapping[str, float], new: Mapping[str, float]) -> Iterator[NumberChange]:
    for what in dict.fromkeys((*old, *new)):
        before, after = old.get(what), new.get(what)
        if before != after:
            yield NumberChange(what, before, after)


def _influence(curves: Curves) -> dict[str, float]:
    used = curves.influence
    return {"influence spent": used.spent, "influence allowed": used.allowed} if used else {}


def _odds(deck: Deck, fmt: Format, pool: Pool) -> dict[str, float]:
    return {f"{label}, %": odds for label, odds in odds_rows(deck, fmt, pool, mulligans=False)}
