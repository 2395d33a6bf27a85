"""S001 deck-too-small: fewer cards in a deck than the format's minimum.

What it checks
    The cards that count toward the minimum of each deck. Stronghold, Sensei and starting Holdings are outside
    the decks; card texts can raise the minimum or take a card out of the count. Larger decks are fine unless
    the format sets a maximum.

Why
    The minimum is what a format such as 40/40 is named after.

Illegal
    a Dynasty deck of 45 cards with 3 Coastal Lane, each of which adds 2 to the minimum

Legal
    a Dynasty deck of 46 cards with 3 Coastal Lane
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.effects import minimum_changes
from deckcheck.model.card import Card
from deckcheck.model.effect import Minimum, Uncounted
from deckcheck.model.finding import Severity
from deckcheck.model.selector import Selector
from deckcheck.rules.base import Message, Problem, Rule, fewer, hanging, plural, total, waiting
from deckcheck.rules.screens import Context, Form, without
from deckcheck.selectors import matches
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`minimums`: the smallest number of cards by section; `uncounted`: cards that do not count toward it."""

    minimums: dict[str, int]
    uncounted: Selector | None = None


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each deck below its minimum."""
    missing = {section: _missing(tally, params, section) for section in params.minimums}
    # One unresolved line can fill one deck only.
    message = fewer(tally, 0, sum(missing.values()))
    for section, count in missing.items():
        if message and count:
            yield _problem(tally, params, section, message)


def _counted(tally: Tally, params: Params, section: str) -> int:
    if params.uncounted is None:
        return tally.counted(section)
    out = total(entry for entry in tally.entries(section) if matches(params.uncounted, entry.card))
    return tally.counted(section) - out


def _missing(tally: Tally, params: Params, section: str) -> int:
    return max(0, tally.minimum(section, params.minimums[section]) - _counted(tally, params, section))


def _problem(tally: Tally, params: Params, section: str, message: str) -> Problem:
    need, count = tally.minimum(section, params.minimums[section]), _counted(tally, params, section)
    changes = minimum_changes(tally.met, section)
    outside = tally.count(section) - count
    data = {
        "section": tally.format.label(section),
        "count": count,
        "cards": plural(count, "card"),
        "min": need,
        "missing": need - count,
        "why": "".join(f", {added:+d} by card text of `{entry.card.name}`" for entry, added in changes),
        "outside": f" ({outside} not counted)" if outside else "",
    }
    entries = tuple(entry for entry, _ in changes)
    return Problem(message, data | waiting(tally), entries, hanging(tally, message))


# More than a card adds to a minimum.
MOST_ADDED = 50


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    for section, minimum in params.minimums.items():

        def counted(card: Card, count: int, section: str = section) -> int:
            inside = ctx.section(card) == section and not (params.uncounted and matches(params.uncounted, card))
            added = sum(e.add for e in card.effects if isinstance(e, Minimum) and e.section == section)
            return (count if inside else 0) - added * count

        yield Form(counted, least=minimum, size=MOST_ADDED)
    yield without(Uncounted)


RULE = Rule(
    code="S001",
    name="deck-too-small",
    summary="Fewer cards in a deck than the format's minimum.",
    messages={
        "short": Message("{count} {cards} in the {section}{outside}; at least {min} are needed{why}", "add {missing}"),
        "open": Message(
            "{count} known {cards} in the {section}{outside}; at least {min} are needed{why}, and {lines} {did}",
            "correct the lines that did not resolve; the verdict hangs on them",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    value="minimums",
    check=check,
    screen=screen,
)
