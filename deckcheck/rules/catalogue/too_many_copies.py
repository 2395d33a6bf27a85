"""C001 too-many-copies: more copies of a card than the format allows.

What it checks
    Copies of a card in the whole play deck, both decks together, by title. Cards of the CCG with the same title
    but different experience levels are different cards; subtitles are not part of the title; a card that is
    equivalent to another (Soul of, alternate title, "counts as") counts with it. A card's own text can set
    a higher or lower limit.

Why
    The rules allow three copies of most cards. Counting per line or per printing would miss copies.

Illegal
    2 Matsu Misato
    2 Matsu Misato, the Hatamoto

Legal
    3 Utaku Kohana
    1 Utaku Kohana - exp
"""

from __future__ import annotations

from deckcheck.model.format import Format
from deckcheck.rules.base import Rule
from deckcheck.rules.copies import MESSAGES, CopyLimit, CopyParams


def limit(params: CopyParams, _: Format) -> CopyLimit:
    """Return what the rule limits."""
    return CopyLimit(params, with_others=True)


RULE = Rule(
    manual=__doc__,
    messages=MESSAGES,
    limit=limit,
    params=CopyParams,
    value="max",
)
