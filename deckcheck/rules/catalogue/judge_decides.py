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

from deckcheck.model.effect import JudgeText
from deckcheck.rules.base import Rule, undecided
from deckcheck.rules.kinds import of_text

MESSAGES = {"said": undecided("`{card}`: {question}", "ask a judge")}
RULE = Rule(__doc__, MESSAGES, of_text(JudgeText))
