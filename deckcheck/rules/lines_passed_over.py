"""D005 lines-passed-over: lines that were taken for prose.

What it checks
    Lines that are neither cards nor headers nor marked as comments.

Why
    Nothing in a list is dropped without a word.

Illegal
    nothing: this is a note

Legal
    "I went 4-1 with this deck."
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.deck import Request
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule, plural, shortened
from deckcheck.rules.screens import silent
from deckcheck.spans import Span
from deckcheck.tally import Tally


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield one note that names the lines."""
    lines = tally.deck.passed_over
    if lines:
        shown = shortened([str(line) for line in lines])
        data = {"count": len(lines), "lines": list(lines), "shown": shown, "word": plural(len(lines), "line")}
        first = tally.deck.raw.line(lines[0])
        request = Request(name=first, count=0, span=Span(lines[0], 1, len(first) + 1))
        yield Problem("over", data, requests=(request,))


RULE = Rule(
    code="D005",
    name="lines-passed-over",
    summary="Lines that were taken for prose.",
    messages={
        "over": Message("{count} {word} passed over as prose: {shown}", "mark them with # to say so", Severity.NOTE)
    },
    check=check,
    screen=silent,
)
