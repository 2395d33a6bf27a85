"""The rules about the cards that a format has: its pool, its card types, and days and cards without known rules.

``pool.txt`` beside this module has their manual pages.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.days import bounds
from deckcheck.model.format import Format, Legality
from deckcheck.model.sentences import arcs_of, listed
from deckcheck.rules import base
from deckcheck.rules.base import Clans, Message, Problem, Rule, RuleParams, Said, listing
from deckcheck.rules.kinds import per_card
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Placed, Tally


def _outside_pool(here: Placed, _: Clans, params: Legality, fmt: Format) -> Iterator[Said]:
    """Yield that the pool lacks the card; other rules report banned ones and types that the format does not use."""
    card, marks = here.card, [mark for mark in here.card.marks if mark not in params.idle_marks]
    if here.section is None or params.knows(card):
        return
    nowhere = "no format allows it" if params.marks else "it is in no set of the format"
    known = f"it is legal in {listed(arcs_of(marks))}" if marks else nowhere
    is_open = params.is_open(card)
    message = "over" if not is_open else "unverified" if card.unverified else "open"
    yield message, {"format": fmt.name, "legal_in": marks, "known": known, "instead": ""}


def _with_others(_: Tally, problem: Problem, __: Legality) -> Problem:
    """Return the problem with the cards of the same title that are legal."""
    others = "".join(f"; `{name}` is legal here" for name in problem.entries[0].alternatives)
    return Problem(problem.message, problem.data | {"instead": others}, problem.entries) if others else problem


_OUTSIDE_POOL = {
    "over": Message("`{card}` is not legal in {format}", "{known}{instead}"),
    "unverified": base.undecided(
        "cannot tell whether `{card}` is legal in {format}: its card data are incomplete",
        "check its last printing; {known}",
    ),
    "open": base.undecided(
        "cannot tell whether {format} allows `{card}`: the sources do not say, or disagree",
        "ask the organiser; {known}",
    ),
}


def _of_no_type(here: Placed, _: Clans, __: base.NoParams, fmt: Format) -> Iterator[Said]:
    """Yield that no section takes the type of the card."""
    if here.home is None:
        yield "over", {"kind": here.card.kind.title(), "format": fmt.name}


_OF_NO_TYPE = base.over("{format} uses no {kind} cards: `{card}`", "remove it")


class FanSetParams(RuleParams, frozen=True):
    """`sets`: the ids of the fan-made sets."""

    sets: tuple[str, ...]


def _of_fans(here: Placed, _: Clans, params: FanSetParams, fmt: Format) -> Iterator[Said]:
    """Yield a note about a card of fans; one note names all such cards of a deck."""
    if fmt.allows(here.card) and here.card.printed_only_in(params.sets):
        yield "note", {}


_OF_FANS = {
    "note": base.note(
        "no official printing is on record, only fan-made ones: {cards}",
        "ask the organiser whether these sets are allowed",
    )
}


def _unverified(_: base.NoParams, fmt: Format) -> base.Free:
    """Return what the rule limits: a note for each card, a question for more copies than attested."""
    limits = any(getattr(getattr(each.params, "of", None), "unique", None) for each in fmt.provisions)

    def check(tally: Tally) -> Iterator[Problem]:
        for entry in tally.cards:
            card = entry.card
            if card.unverified:
                is_open = limits and not card.unique and entry.count > 1
                data = {"card": card.name, "reason": card.unverified, "count": entry.count, "attested": card.attested}
                data["unique"] = "; the data do not say whether it is Unique" if is_open else ""
                data["most"] = f"real lists play up to {card.attested}" if card.attested else "no real list plays it"
                yield Problem("question" if is_open and entry.count > card.attested else "note", data, (entry,))

    def rows(model: Model, rule: str) -> None:
        for slot in model.having(lambda here: limits and bool(here.card.unverified) and not here.card.unique):
            model.at_most(rule, {slot: 1}, max(1, model.slots[slot].card.attested))

    return base.Free(check, rows, concerned=lambda here, _: here.card.unverified)


_UNVERIFIED = {
    "note": base.note("`{card}` is {reason}{unique}", "check the card itself"),
    "question": base.undecided(
        "cannot tell whether `{card}` is Unique: the list has {count} copies; {most}", "check the card itself"
    ),
}


def _on_such_days(_: base.NoParams, fmt: Format) -> base.Free:
    """Return what the rule limits: every deck, on such a day."""
    key = "before" if fmt.not_begun else "gap" if fmt.gap else ""
    said = {"day": fmt.date, "format": fmt.name, "begins": fmt.not_begun, "gap": fmt.gap}

    def check(_: Tally) -> Iterator[Problem]:
        if key:
            yield Problem(key, said)
        if fmt.unchecked:
            yield Problem("unchecked", {"unchecked": fmt.unchecked})

    def rows(model: Model, rule: str) -> None:
        if key:  # On such a day no cards make a deck legal.
            model.at_most(rule, {}, -1)

    return base.Free(check, rows, concerned=lambda *_: key or fmt.unchecked)


_ON_SUCH_DAYS = {
    "before": base.undecided(
        "{format} begins {begins}, and the day of the check is {day}",
        "ask the organiser which rules apply, or give a later day with --as-of",
    ),
    "gap": base.undecided(
        "cannot tell which rules of {format} applied on {day}: {gap}",
        "ask the organiser, or give another day with --as-of",
    ),
    "unchecked": base.note("{unchecked}", "ask the organiser for these rules"),
}


class ReleaseParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`by`: the last day whose cards the format allows, on every as-of day (empty: any).

    `arcs`: the last day of each arc, by the mark of its cards.
    """

    by: str = ""
    arcs: dict[str, str] = {}


def out_by(card: Card, arcs: Mapping[str, str]) -> str:
    """Return the day by which the card was certainly out, "" without one.

    That is the end of an interval that the data give for the card itself; else the day of its first printing, or the
    last day of an arc (`arcs`, by mark) whose mark it has.
    """
    ends = () if card.out else (arcs[mark] for mark in (*card.marks, *card.banned) if mark in arcs)
    return min(filter(None, (_came_out(card)[1], *ends)), default="")


def symbol_by(card: Card, fmt: Format, arcs: Mapping[str, str]) -> str:
    """Return the day by which the card certainly had the symbol of the format, "" if it may always have had it.

    Formats of several symbols, or of one without an arc, have no such day.
    """
    mark = fmt.legality.marks[0] if len(fmt.legality.marks) == 1 else ""
    return min(dict(card.symbol_days).get(mark, ""), arcs.get(mark, ""))


def _unreleased(card: Card, fmt: Format, params: ReleaseParams) -> Iterator[Said]:
    """Yield that the card came out, or first had the symbol, after the day of the check.

    Cards that are certainly outside the format's pool, or that the format names, have no such problem.

    A mark that is older than every printing on record proves an earlier printing on an unknown day.
    """
    if fmt.legality.exempts(card) or not fmt.legality.may_take(card):
        return
    day = min(filter(None, (fmt.date, params.by)))
    out, symbol = out_by(card, params.arcs), symbol_by(card, fmt, params.arcs)
    data: dict[str, Any] = {"released": out, "day": day}
    if card.came_out:
        data |= {"when": str(card.came_out), "by": card.came_out.by}
    first, sure = _came_out(card)
    older = "released" in card.unknown and not card.out  # than all printings on record
    if out > day and first > day and out >= first and not older:
        yield "before" if card.came_out else "over", data
    elif out > day:
        yield "perhaps" if out == sure and not older else "open", data
    elif symbol > day:
        yield "symbol", data | {"released": symbol}


def _release_days(card: Card, fmt: Format, params: ReleaseParams) -> Iterator[base.Day]:
    """Yield the days by which the card was out and had the symbol."""
    day = out_by(card, params.arcs)
    first, sure = _came_out(card)
    if day == sure:
        for each in filter(None, dict.fromkeys((first, sure))):
            yield base.Day(each, "release", admits=True, when=str(card.came_out or ""))
    elif day:
        yield base.Day(day, "end of the arc whose mark it has", admits=True)
    if day := symbol_by(card, fmt, params.arcs):
        yield base.Day(day, "printing with the symbol of the format", admits=True)


def _came_out(card: Card) -> tuple[str, str]:
    """Return the first day on which the card may have come out, and the first on which it certainly was out."""
    return bounds(card.release)


_REPLACE = "replace it, or check a later day with `--as-of`"
_UNRELEASED = {
    "over": Message("`{card}` came out on {released}; the day of the check is {day}", _REPLACE),
    "before": Message("`{card}` came out after the day of the check, {day}: {when}, according to {by}", _REPLACE),
    "perhaps": base.undecided(
        "cannot tell whether `{card}` was out on {day}: it came out {when}, according to {by}",
        "check a later day with `--as-of`, or replace it",
    ),
    "open": base.undecided(
        "cannot tell whether `{card}` was out on {day}: its printings and symbols prove only that it was out "
        "by {released}",
        "check a later day with `--as-of`, or replace it",
    ),
    "symbol": base.undecided(
        "cannot tell whether `{card}` had the legality symbol of the format on {day}: its printings prove it "
        "only from {released} on",
        "look at its last printing before that day, check a later day with `--as-of`, or replace it",
        standing="not yet legal",
    ),
}

_NOT_LEGAL = per_card(_outside_pool, by_section=True, weighs=_with_others)
_ALL_CARDS = {"note": lambda entries: {"cards": listing(entries)}}

RULES = (
    Rule("not-legal", _OUTSIDE_POOL, _NOT_LEGAL, Legality, value="marks", of_format=True),
    Rule("card-type-not-used", _OF_NO_TYPE, per_card(_of_no_type), standing="not legal"),
    Rule("fan-set-card", _OF_FANS, per_card(_of_fans, together=_ALL_CARDS), FanSetParams),
    Rule("unverified-card", _UNVERIFIED, _unverified, always=True),
    Rule("format-not-begun", _ON_SUCH_DAYS, _on_such_days, always=True),
    Rule(
        "not-yet-released",
        _UNRELEASED,
        per_card(lambda here, _, params, fmt: _unreleased(here.card, fmt, params)),
        ReleaseParams,
        "by",
        standing="not yet released",
        days=_release_days,
    ),
)
