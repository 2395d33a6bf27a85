"""D001 unknown-card: a line that may be a card and is none that is known.

What it checks
    Lines of the list that could not be resolved to a card of the pool.

Why
    Such a line is a possible card: the deck is neither legal nor illegal because of it. Names that come near
    are suggested and never taken silently, because a near name may be another real card.

Illegal
    nothing: 3 Winter Seige leaves the verdict undecided and suggests Winter Siege

Legal
    3 Winter Siege
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.rules.screens import silent
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a problem for each line that fits no card."""
    for line in tally.unresolved:
        if line.candidates or line.request.bad_count:
            continue
        data = {"name": line.request.name, "suggestions": list(line.suggestions)}
        if line.suggestions:
            data["meant"] = " or ".join(f"`{name}`" for name in line.suggestions)
        yield Problem("near" if line.suggestions else "far", data, requests=(line.request,))


RULE = Rule(
    code="D001",
    name="unknown-card",
    summary="A line that may be a card and is none that is known.",
    messages={
        "near": Message(
            "no card is called `{name}`", "did you mean {meant}? `deckcheck names` can write it", Severity.UNDECIDED
        ),
        "far": Message("no card is called `{name}`", "correct the name, or mark the line with #", Severity.UNDECIDED),
    },
    check=check,
    screen=silent,
)
