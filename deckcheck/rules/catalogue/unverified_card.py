"""P005 unverified-card: a card with incomplete data.

What it checks
    Cards that real lists or collectors attest, but whose keywords or stats are missing from the data.

Why
    The card exists, and deckcheck does not guess its missing facts: it may be Unique, for instance. Where a format
    limits Unique cards, the number of copies that a real list plays is allowed; more are a question for a judge.

Illegal
    nothing: this is a note

Legal
    3 Pokupo in Celestial 40/40, with a note
"""

from collections.abc import Iterator

from deckcheck.model.format import Format
from deckcheck.rules.base import Free, NoParams, Problem, Rule, note, undecided
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Tally


def limit(_: NoParams, fmt: Format) -> Free:
    """Return what the rule limits: a note for each card, a question for more copies than attested."""
    limits = any(getattr(getattr(each.params, "of", None), "unique", None) for each in fmt.provisions)

    def check(tally: Tally) -> Iterator[Problem]:
        for entry in tally.cards:
            card = entry.card
            if card.unverified:
                is_open = limits and not card.unique and entry.count > 1
                data = {"card": card.name, "reason": card.unverified, "count": entry.count, "attested": card.attested}
                data["unique"] = "; the data do not say whether it is Unique" if is_open else ""
                data["most"] = f"real lists play up to {card.attested}" if card.attested else "no real list plays it"
                yield Problem("question" if is_open and entry.count > card.attested else "note", data, (entry,))

    def rows(model: Model, rule: str) -> None:
        for slot in model.having(lambda here: limits and bool(here.card.unverified) and not here.card.unique):
            model.at_most(rule, {slot: 1}, max(1, model.slots[slot].card.attested))

    return Free(check, rows, concerned=lambda here, _: here.card.unverified)


MESSAGES = {
    "note": note("`{card}` is {reason}{unique}", "check the card itself"),
    "question": undecided(
        "cannot tell whether `{card}` is Unique: the list has {count} copies; {most}", "check the card itself"
    ),
}
RULE = Rule(__doc__, MESSAGES, limit)
