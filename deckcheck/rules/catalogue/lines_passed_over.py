"""D005 lines-passed-over: lines that are not counted as cards.

What it checks
    Lines that are neither cards nor headers nor facts about the deck: prose, cards outside the deck such as proxies and
    a maybeboard, cards in comments, totals.

Why
    Nothing in a list is left out without showing it.

Illegal
    nothing: this is a note

Legal
    "I went 4-1 with this deck."
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.deck import LineClass, Request
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule, plural, shortened
from deckcheck.rules.tally import Tally

# So much of a line is shown.
_LONGEST = 60


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield one note for each class of lines, with their text."""
    for kind in LineClass:
        lines = [line for line in tally.deck.left_out if line.kind is kind]
        if lines:
            texts = [line.text if len(line.text) <= _LONGEST else f"{line.text[:_LONGEST]}..." for line in lines]
            data = {
                "kind": kind.value,
                "count": len(lines),
                "lines": [line.span.line for line in lines],
                "texts": texts,
                "shown": shortened([f"line {line.span.line}: {text}" for line, text in zip(lines, texts, strict=True)]),
                "word": plural(len(lines), "line"),
            }
            requests = tuple(Request(name=line.text, count=0, span=line.span) for line in lines)
            yield Problem("over", data, requests=requests)


RULE = Rule(
    code="D005",
    name="lines-passed-over",
    summary="Lines that are not counted as cards.",
    messages={
        "over": Message(
            "{count} {word} not counted as cards ({kind}): {shown}", "check that none is one", Severity.NOTE
        )
    },
    check=check,
)
