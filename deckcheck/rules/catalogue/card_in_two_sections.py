"""D009 card-in-two-sections: a card is listed under two different headers.

What it checks
    Lines of one card under headers of different decks or kinds; a sideboard may repeat any card. Some programs list
    the cards that start in play twice; such a card is counted once.

Why
    The copies are added up, and the player may have meant the same copies.

Illegal
    nothing: this is a warning

Legal
    2 Iron Mine and 1 Iron Mine under "# Holdings"
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from deckcheck.model.deck import Entry
from deckcheck.rules.base import Problem, Rule, reading, warning
from deckcheck.rules.tally import Tally

_BESIDE = "sideboard"


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each such card, and one for each line that lists a card a second time."""
    listed = [entry for entry in tally.deck.entries if entry.request.header and entry.request.section != _BESIDE]
    by_card: defaultdict[str, dict[str, Entry]] = defaultdict(dict)
    if len({entry.card.id for entry in listed}) < len(listed):
        for entry in listed:
            by_card[entry.card.id].setdefault(_kind(entry.request.header), entry)
    for under in by_card.values():
        if len(under) > 1:
            entries = tuple(under.values())
            shown = " and ".join(f"`{entry.request.header}`" for entry in entries)
            yield Problem("two", {"card": entries[0].card.name, "headers": shown}, entries)
    for request in tally.deck.raw.repeated:
        yield Problem("again", {"name": request.name, "header": request.header}, requests=(request,))


@lru_cache(maxsize=1_000)
def _kind(header: str) -> str:
    """Return the words of a header, without numbers and marks."""
    return "".join(filter(str.isalpha, header.casefold()))


MESSAGES = {
    "two": warning(
        "`{card}` is listed under {headers}", "remove a line if both mean the same copies; they were added up"
    ),
    "again": warning(
        "`{name}` is listed under `{header}` and again in the deck; it was counted in the deck only",
        "remove one of the lines",
    ),
}
RULE = Rule(__doc__, MESSAGES, reading(check))
