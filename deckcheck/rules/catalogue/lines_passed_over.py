"""D005 lines-passed-over: lines that are not counted as cards.

What it checks
    Lines other than cards, headers and facts about the deck: prose, cards outside the deck such as proxies and
    a maybeboard, cards in comments, totals.

Why
    The report shows every line that it does not count.

Illegal
    nothing: this is a note

Legal
    "I went 4-1 with this deck."
"""

from collections.abc import Iterator

from deckcheck.model.deck import LineClass, Request
from deckcheck.model.sentences import plural
from deckcheck.rules.base import Problem, Rule, note, reading, shortened
from deckcheck.rules.tally import Tally

# How many characters of a line the message shows.
_LONGEST = 60


def check(tally: Tally) -> Iterator[Problem]:
    """Yield one note for each class of lines, with their text."""
    for kind in LineClass:
        lines = [line for line in tally.deck.left_out if line.kind is kind]
        if lines:
            texts = [line.text if len(line.text) <= _LONGEST else f"{line.text[:_LONGEST]}..." for line in lines]
            numbers = [line.span.line for line in lines]
            data = {
                "kind": kind.value,
                "count": len(lines),
                "lines": numbers,
                "texts": texts,
                "shown": shortened([f'line {at}: "{text}"' for at, text in zip(numbers, texts, strict=True)]),
                "word": plural(len(lines), "line"),
            }
            requests = tuple(Request(name=line.text, count=0, span=line.span) for line in lines)
            alone = {"line": lines[0].span.line, "text": texts[0]} if len(lines) == 1 else {}
            yield Problem("one" if alone else "over", data | alone, requests=requests)


MESSAGES = {
    "over": note("{count} {word} were not counted as cards ({kind}): {shown}", "check that no card is missing"),
    "one": note('line {line} was not counted as a card ({kind}): "{text}"', "write it as `3 NAME` if it is a card"),
}
RULE = Rule(__doc__, MESSAGES, reading(check))
