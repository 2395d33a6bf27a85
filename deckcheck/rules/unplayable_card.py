"""E004 unplayable-card: a card that the deck's player cannot play.

What it checks
    Card texts that keep the players of some clans from playing the card, those that need or exclude another card,
    such as a Wind, and those of a Stronghold or Sensei that keep its player from playing other cards. A line that
    did not resolve may be the card that is needed.

Why
    The deck is legal, because such texts speak of playing and not of building; but the card is dead weight.

Illegal
    nothing: this is a warning

Legal
    Banished - exp with a Phoenix Stronghold, with a warning
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.deck import Entry
from deckcheck.model.effect import PlayableOnly, PlayableWith, PlayerAlignment, Restricts, Unplayable
from deckcheck.model.finding import Severity
from deckcheck.rules.alignment import given_alignments
from deckcheck.rules.base import Message, Problem, Rule, fewer, listing, total
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Form, never, without
from deckcheck.selectors import matches
from deckcheck.tally import Tally, own_clans


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`stronghold`: the section of the Stronghold, whose clans are the player's."""

    stronghold: str


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a warning for each card that its own text keeps out of play, and for each text that keeps out others."""
    own = own_clans(tally, params.stronghold)
    if own is not None:
        yield from _by_clan(tally, own | given_alignments(tally))
    yield from _by_company(tally)
    for entry, effect in tally.met.of(Restricts):
        # Facts may be missing on a card that is unverified, and a missing keyword says nothing.
        hit = [other for other in tally.cards if not other.card.unverified and matches(effect.of, other.card)]
        if hit:
            data = {"card": entry.card.name, "what": effect.what, "count": total(hit), "cards": listing(hit)}
            yield Problem("restricted", data, (*hit, entry))


def _by_company(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each card that lacks the card it needs, or has one beside it that rules it out."""
    for entry, effect in tally.met.of(PlayableWith):
        beside = [other for other in tally.cards if other.card.id != entry.card.id and matches(effect.of, other.card)]
        data = {"card": entry.card.name, "what": effect.what, "cards": listing(beside)}
        if effect.never and beside:
            yield Problem("beside", data, (entry, *beside))
        elif not effect.never and fewer(tally, len(beside), 1) == "short":
            yield Problem("alone", data, (entry,))


def _by_clan(tally: Tally, own: frozenset[str]) -> Iterator[Problem]:
    def problem(message: str, entry: Entry, clans: tuple[str, ...]) -> Problem:
        data = {"card": entry.card.name, "clans": clan_names(clans), "own": clan_names(own)}
        return Problem(message, data, (entry,))

    for entry, unplayable in tally.met.of(Unplayable):
        if own.intersection(unplayable.clans):
            yield problem("clan", entry, unplayable.clans)
    for entry, only in tally.met.of(PlayableOnly):
        if not own.intersection(only.clans):
            yield problem("other", entry, only.clans)


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    own = ctx.own
    yield without(Restricts, PlayerAlignment, PlayableWith)
    if own is not None:
        yield never(
            lambda card, _: any(
                (isinstance(effect, Unplayable) and not own.isdisjoint(effect.clans))
                or (isinstance(effect, PlayableOnly) and own.isdisjoint(effect.clans))
                for effect in card.effects
            )
        )


RULE = Rule(
    code="E004",
    name="unplayable-card",
    summary="A card that the deck's player cannot play.",
    messages={
        "clan": Message(
            "`{card}` cannot be played by a {clans} player; the Stronghold has {own}",
            "legal, but of no use in this deck",
            Severity.WARNING,
        ),
        "other": Message(
            "`{card}` can be played by a {clans} player only; the Stronghold has {own}",
            "legal, but of no use in this deck",
            Severity.WARNING,
        ),
        "alone": Message(
            "`{card}` can be played only with {what}; the deck has none",
            "legal, but cannot be played",
            Severity.WARNING,
        ),
        "beside": Message("`{card}` cannot be played with {cards}", "legal, but cannot be played", Severity.WARNING),
        "restricted": Message(
            "`{card}` rules out playing {what}; the deck has {cards}",
            "legal, but of no use in this deck",
            Severity.WARNING,
        ),
    },
    params=Params,
    check=check,
    screen=screen,
)
