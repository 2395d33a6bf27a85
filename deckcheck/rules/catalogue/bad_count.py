"""D006 bad-count: an impossible number of copies, or a number without a card name.

What it checks
    The number in front of a card, and that a name follows it.

Why
    Zero, negative, fractional and huge numbers are typing errors that hide cards or distort the size of a
    deck. A number without a name is a lost card.

Illegal
    nothing: the verdict is undecided

Legal
    1 to 999 copies
"""

from collections.abc import Iterator

from deckcheck.model.limits import how_to_raise
from deckcheck.rules.base import Problem, Rule, reading, undecided
from deckcheck.rules.tally import Tally


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for each such line."""
    for line in tally.deck.unresolved:
        if line.request.bad_count:
            written, most = line.request.bad_count, tally.deck.raw.limits.copies
            data = {"written": written, "name": line.request.name, "most": most}
            is_many = written.isdecimal() and int(written) > most
            message = "alone" if not line.request.name else "many" if is_many else "bad"
            yield Problem(message, data, requests=(line.request,))


MESSAGES = {
    "bad": undecided(
        "`{written}` copies of `{name}`; the number must be from 1 to {most}",
        "correct the number or remove the line",
    ),
    "many": undecided(
        "`{written}` copies of `{name}`; the limit is {most}", f"correct the number; {how_to_raise('copies')}"
    ),
    "alone": undecided("the card name after `{written}` is missing", "add the name or remove the line"),
}
RULE = Rule(__doc__, MESSAGES, reading(check))
