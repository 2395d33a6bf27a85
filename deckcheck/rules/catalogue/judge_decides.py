"""E003 judge-decides: a card text that only a judge can apply.

What it checks
    Cards whose text changes the building of a deck in a way that the data cannot express.

Why
    The report states the question for the judge and leaves the verdict undecided.

Illegal
    nothing: Temples of the Crow leaves the verdict undecided

Legal
    a deck without such a card
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.effect import JudgeText
from deckcheck.model.format import Format
from deckcheck.rules.base import Clans, NoParams, Rule, Said, undecided
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


def limit(_: NoParams, __: Format) -> PerCard:
    """Return what the rule limits."""

    def says(here: Placed, _: Clans) -> Iterator[Said]:
        for effect in here.card.effects_of(JudgeText):
            yield "ask", {"question": effect.question}

    return PerCard(says, texts=(JudgeText,))


MESSAGES = {"ask": undecided("`{card}`: {question}", "ask a judge")}
RULE = Rule(__doc__, MESSAGES, limit)
