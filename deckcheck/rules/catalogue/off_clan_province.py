"""A003 off-clan-province: a province of another clan.

What it checks
    Every province against the clan of the stronghold.

Why
    Each province must be in-clan or neutral.

Illegal
    Defend the Wall with a Crane stronghold

Legal
    Manicured Garden with a Crane stronghold
"""

from deckcheck.rules.base import ClanParams, Message, Rule
from deckcheck.rules.catalogue.off_clan_dynasty import limit

MESSAGES = {
    "over": Message(
        "`{card}` is a {clan} province; the stronghold {stronghold}", "choose an in-clan or neutral province"
    )
}
RULE = Rule(__doc__, MESSAGES, limit, ClanParams)
