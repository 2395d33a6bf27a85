"""E003 judge-decides: a card text that only a judge can apply.

What it checks
    Cards whose text changes the building of a deck in a way that the data cannot express.

Why
    The report states the question for the judge and leaves the verdict undecided.

Illegal
    nothing: Akodo Asuka leaves the verdict in Emerald undecided

Legal
    a deck without such a card
"""

from collections.abc import Iterator

from deckcheck.model.effect import JudgeText
from deckcheck.rules.base import Clans, Rule, Said, undecided
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


def _says(here: Placed, _: Clans) -> Iterator[Said]:
    for effect in here.card.effects_of(JudgeText):
        yield "ask", {"question": effect.question}


MESSAGES = {"ask": undecided("`{card}`: {question}", "ask a judge")}
RULE = Rule(__doc__, MESSAGES, lambda _, __: PerCard(_says, texts=(JudgeText,)))
