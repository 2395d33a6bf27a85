"""C001 too-many-copies: more copies of a card than the format allows.

What it checks
    Copies of a card in the whole play deck, both decks together, by title. Cards of the CCG with the same title
    but different experience levels are different cards; subtitles are not part of the title; a card that is
    equivalent to another (Soul of, alternate title, "counts as") counts with it. A card's own text can set
    another limit, above or below.

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

from collections.abc import Iterator

from deckcheck.rules.base import Problem, Rule
from deckcheck.rules.copies import MESSAGES, CopyParams, has_own_limit, over_limit, screen_copies
from deckcheck.rules.screens import Context, Form, Shared
from deckcheck.tally import Tally


def check(tally: Tally, params: CopyParams) -> Iterator[Problem]:
    """Yield a problem for each card with too many copies."""
    return over_limit(tally, params, with_others=True)


def screen(params: CopyParams, ctx: Context) -> Iterator[Form | Shared]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield from screen_copies(params, ctx)
    yield Shared(lambda card: card.identity, params.max, has_own_limit)


RULE = Rule(
    code="C001",
    name="too-many-copies",
    summary="More copies of a card than the format allows.",
    messages=MESSAGES,
    params=CopyParams,
    value="max",
    check=check,
    screen=screen,
)
