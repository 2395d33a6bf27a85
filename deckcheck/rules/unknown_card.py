"""D001 unknown-card: a line that may be a card and is none that is known.

What it checks
    Lines of the list that could not be resolved to a card of the pool.

Why
    Such a line is a possible card: the deck is neither legal nor illegal because of it. Names that come near
    are suggested and never taken silently, because a near name may be another real card. Letters of other scripts,
    which may look just like Latin ones, and characters that cannot be seen are named.

Illegal
    nothing: 3 Winter Seige leaves the verdict undecided and suggests Winter Siege

Legal
    3 Winter Siege
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.finding import Severity
from deckcheck.names import strange_letters, unseen
from deckcheck.rules.base import Message, NoParams, Problem, Rule, shortened
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
        strange = [*strange_letters(line.request.name), *unseen(line.request.name)]
        if strange:
            data["strange"] = shortened(strange)
        key = ("near" if line.suggestions else "far") + ("-strange" if strange else "")
        yield Problem(key, data, requests=(line.request,))


_MEANT = "did you mean {meant}? `deckcheck names` can write it"
_CORRECT = "correct the name, or mark the line with #"
_STRANGE = "no card is called `{name}`; no title is written with {strange}"


RULE = Rule(
    code="D001",
    name="unknown-card",
    summary="A line that may be a card and is none that is known.",
    messages={
        "near": Message("no card is called `{name}`", _MEANT, Severity.UNDECIDED),
        "far": Message("no card is called `{name}`", _CORRECT, Severity.UNDECIDED),
        "near-strange": Message(_STRANGE, _MEANT, Severity.UNDECIDED),
        "far-strange": Message(_STRANGE, _CORRECT, Severity.UNDECIDED),
    },
    check=check,
    screen=silent,
)
