"""D003 read-as: a line names a card incompletely.

What it checks
    Names with the level, set mark, subtitle, variant or article left out or written differently, sets that have no
    card of the name, and numbers written in an unusual way, where only one card and number can be meant.

Why
    The reading is safe; the note lets the player confirm it.

Illegal
    nothing: this is a note

Legal
    The Abbot in Twenty Festivals, where only The Abbot - exp3 is legal
"""

from collections.abc import Iterator

from deckcheck.model.deck import AROUND, OF_EACH, grouped
from deckcheck.model.names import unseen
from deckcheck.rules.base import Problem, Rule, listing, note, reading
from deckcheck.rules.tally import Tally


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a note for each line that was read as something."""
    read = ((entry.request, entry) for entry in tally.deck.entries if entry.replaced_by_soul or entry.inexact)
    for request, entries in grouped(read).items():
        entry = entries[0]
        data = {"name": request.name, "card": entry.card.name}
        if len({each.card.id for each in entries}) > 1:
            said = {"name": request.written, "cards": listing(entries), "reason": entry.inexact}
            yield Problem("several", said, tuple(entries))
        elif entry.replaced_by_soul:
            yield Problem("soul", {**data, "older": entry.replaced_by_soul}, (entry,))
        elif entry.inexact in (AROUND, OF_EACH):
            about_line = {"name": entry.request.written, "count": entry.count, "reason": entry.inexact}
            yield Problem("line", {**data, **about_line}, (entry,))
        else:
            is_exact = entry.card.name == entry.request.name and not unseen(entry.request.written)
            yield Problem("any" if is_exact else "read", {**data, "reason": entry.inexact}, (entry,))


MESSAGES = {
    "read": note("`{name}` was read as `{card}`: {reason}"),
    "line": note("`{name}` was read as `{count} {card}`: {reason}"),
    "several": note("`{name}` was read as {cards}: {reason}"),
    "any": note("`{name}` names more than one card: {reason}"),
    "soul": note('`{name}` was read as `{card}`, the "Soul of" card that is legal here'),
}
RULE = Rule(__doc__, MESSAGES, reading(check))
