"""D002 ambiguous-name: a line with several meanings.

What it checks
    Names that more than one card has, and numbers after a name that can be copies, a level or the size of a part
    of the list.

Why
    deckcheck checks the deck with each meaning. Where all give the same verdict, the finding is a note; otherwise
    the verdict is undecided.

Illegal
    nothing: the verdict is undecided

Legal
    the name with its experience level, or with its set in brackets
"""

from collections.abc import Iterator

from deckcheck.model.deck import Entry
from deckcheck.rules.base import Problem, Rule, note, reading, undecided
from deckcheck.rules.tally import Tally


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for each line that can be read in several ways."""
    for line in tally.deck.unresolved:
        if not line.readings:
            continue
        ways = [_words(reading) for reading in line.readings] if line.why else [f"`{name}`" for name in line.candidates]
        hangs = ", ".join(f"{verdict} as {way}" for way, verdict in zip(ways, line.verdicts, strict=False))
        data = {
            "name": line.request.written if line.why else line.request.name,
            "candidates": list(line.candidates),
            "names": ", ".join(ways),
            "hangs": f" ({hangs})" if hangs else "",
        }
        key = ("number" if line.why else "several") + ("-same" if len(set(line.verdicts)) == 1 else "")
        yield Problem(key, data, requests=(line.request,))


def _words(reading: tuple[Entry, ...]) -> str:
    return ", ".join(f"{entry.count} `{entry.card.name}`" for entry in reading) or "a heading"


MESSAGES = {
    "several": undecided("`{name}` can mean {names}{hangs}", "write the full name of the card"),
    "several-same": note("`{name}` can mean {names}; the verdict is the same"),
    "number": undecided("`{name}` can mean {names}{hangs}", "write the number in front of the name"),
    "number-same": note("`{name}` can mean {names}; the verdict is the same"),
}
RULE = Rule(__doc__, MESSAGES, reading(check), of_readings=True)
