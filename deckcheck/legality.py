"""How a card stands in a format, before any deck is looked at."""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.model.card import Card
from deckcheck.model.card_list import named_on
from deckcheck.model.format import Format
from deckcheck.model.standing import Standing

# The rules whose lists take a card out of a format, and those whose lists limit it, by what they make of the card.
_OUT = {"banned-by-list": "banned", "rotated-card": "rotated"}
_LIMITED = {"too-many-restricted": "restricted", "splash-banned": "splash-banned"}


def standing_in(fmt: Format) -> Callable[[Card], Standing]:
    """Return what says how a card stands in `fmt` on its day, by the same provisions that decks are held to."""
    params = {provision.rule: provision.params for provision in fmt.provisions}
    lists = {
        what: params[rule].list.on(fmt.date) for rule, what in (*_OUT.items(), *_LIMITED.items()) if rule in params
    }
    rotated = params["rotated-card"].sets if "rotated-card" in params else ()
    banned_marks = params["banned-card"].marks if "banned-card" in params else ()
    bans = params["banned-card"].since if "banned-card" in params else {}
    days = (fmt.as_of, params["not-yet-released"].by if "not-yet-released" in params else "")
    last_day = min(filter(None, days), default="")

    def outside(card: Card) -> str:
        if any(mark in banned_marks for mark in card.banned):
            # Of a ban without a day nobody knows whether it held on the day that is asked for.
            return "perhaps banned" if fmt.as_of and card.id not in bans else "banned"
        return "perhaps legal" if card.unverified else "not legal"

    def standing(card: Card) -> Standing:
        if card.proxy:
            return Standing("not legal")
        if not fmt.allows(card) and not (fmt.as_of and fmt.as_of < bans.get(card.id, "")):
            return Standing(outside(card))
        if last_day and card.released > last_day:
            return Standing("not yet released")
        named = {what: entry for what, listed in lists.items() if (entry := named_on(listed, card))}
        since = {what: entry.since for what, entry in named.items()}
        out = next((what for what in _OUT.values() if what in since), None)
        if out:
            return Standing(out, since=since)
        if rotated and card.printed_only_in(rotated):
            return Standing("perhaps rotated", tuple(since), since)
        return Standing("legal", tuple(since), since)

    return standing
