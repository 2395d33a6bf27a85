"""E005 setup-cards-missing: a card starts the game with other cards that the deck lacks.

What it checks
    Card texts that take cards from the deck before the game and leave no choice. A text that only narrows which
    card another text takes is read together with it. An unrecognised line may be the missing card, and then the
    rule reports nothing.

Why
    The deck is legal, but its player starts the game without these cards.

Illegal
    nothing: this is a warning

Legal
    The Fortified Monastery of the Dragon with a Ring of Earth; with Ring of the Void alone, with a warning
"""

from collections.abc import Iterator

from deckcheck.model.card import matches
from deckcheck.model.deck import Entry
from deckcheck.model.effect import StartsWith
from deckcheck.rules.base import Free, Problem, Rule, fewer, total, warning
from deckcheck.rules.tally import Tally


def _check(tally: Tally) -> Iterator[Problem]:
    for entry, effect in _demands(tally):
        found = [other for other in tally.cards if matches(effect.of, other.card)]
        count = len({other.card.base_title for other in found}) if effect.different_titles else total(found)
        missing = effect.count - count
        if fewer(tally, missing) == "short":
            data = {"card": entry.card.name, "what": effect.what, "min": effect.count, "count": count}
            data |= {"missing": missing, "have": count or "none"}
            yield Problem("short", data, (entry,))


def _demands(tally: Tally) -> Iterator[tuple[Entry, StartsWith]]:
    """Yield the texts that require cards, each replaced by the text that restricts it."""
    texts = list(tally.met.of(StartsWith))
    narrow = [item for item in texts if item[1].narrows]
    for entry, effect in texts:
        if not (effect.narrows or effect.optional):
            kinds = set(effect.of.kind)
            yield next((item for item in narrow if kinds.intersection(item[1].of.kind)), (entry, effect))


MESSAGES = {
    "short": warning(
        "`{card}` starts the game with {what}; the deck has {have}", "add {missing}; the deck is legal anyway"
    )
}
RULE = Rule(__doc__, MESSAGES, lambda _, __: Free(_check, texts=(StartsWith,)))
