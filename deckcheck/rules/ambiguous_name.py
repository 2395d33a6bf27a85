"""D002 ambiguous-name: a line that fits several cards.

What it checks
    Names that belong to more than one card that may be meant.

Why
    Which card is meant can change the verdict, so nothing is guessed.

Illegal
    nothing: the verdict is undecided

Legal
    the name with its experience level, or with its set in brackets
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule
from deckcheck.rules.screens import silent
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a problem for each line that fits several cards."""
    for line in tally.unresolved:
        if line.candidates and not line.request.bad_count:
            names = ", ".join(f"`{name}`" for name in line.candidates)
            data = {"name": line.request.name, "candidates": list(line.candidates), "names": names}
            yield Problem("several", data, requests=(line.request,))


RULE = Rule(
    code="D002",
    name="ambiguous-name",
    summary="A line that fits several cards.",
    messages={"several": Message("`{name}` may be {names}", "write the full name of the card", Severity.UNDECIDED)},
    check=check,
    screen=silent,
)
