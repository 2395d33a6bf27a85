"""E004 unplayable-card: a card that the deck's player cannot play.

What it checks
    Card texts that prevent the players of some clans from playing the card; texts that require or exclude another
    card, such as a Wind; and texts of a Stronghold or Sensei that prevent its player from playing other cards. An
    unrecognised line may be the required card.

Why
    The deck is legal, because such texts restrict play, not deck building; but the card cannot be played.

Illegal
    nothing: this is a warning

Legal
    Banished - exp with a Phoenix Stronghold, with a warning
"""

from collections.abc import Iterator

from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Entry
from deckcheck.model.effect import PlayableOnly, PlayableWith, PlayerAlignment, Restricts, Unplayable
from deckcheck.model.format import Format
from deckcheck.rules.base import Free, Own, Problem, Rule, RuleParams, fewer, listing, total, warning
from deckcheck.rules.tally import Placed, Tally, alignment_of, clan_names, given_alignments, own_clans

_ABOUT_OTHERS = (PlayableWith, PlayerAlignment, Restricts)


class Params(RuleParams, frozen=True):
    """`stronghold`: the section of the Stronghold, whose clans are the player's."""

    stronghold: str


def limit(params: Params, _: Format) -> Free:
    """Return what the rule limits: cards whose own texts keep them out of play, and texts that keep other cards out."""

    def check(tally: Tally) -> Iterator[Problem]:
        own = own_clans(tally, params.stronghold)
        yield from _by_clan(tally, None if own is None else own | given_alignments(tally))
        yield from _by_company(tally)
        for entry, effect in tally.met.of(Restricts):
            # An unverified card may lack facts, so a missing keyword proves nothing.
            hit = [other for other in tally.cards if not other.card.unverified and matches(effect.of, other.card)]
            if hit:
                data = {"card": entry.card.name, "what": effect.what, "count": total(hit), "cards": listing(hit)}
                yield Problem("restricted", data, (*hit, entry))

    def concerned(here: Placed, own: Own) -> bool:
        return any(isinstance(text, _ABOUT_OTHERS) for text in here.card.effects) or any(_said(here.card, own))

    texts = (*_ABOUT_OTHERS, PlayableOnly, Unplayable)
    return Free(check, concerned=concerned, texts=texts, stronghold=params.stronghold, remarks=True)


def _said(card: Card, own: Own) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the messages about texts that keep a player of these clans from playing a card, with the named clans."""
    if own is not None:
        yield from (("clan", text.clans) for text in card.effects_of(Unplayable) if not own.isdisjoint(text.clans))
        yield from (("other", text.clans) for text in card.effects_of(PlayableOnly) if own.isdisjoint(text.clans))


def _by_clan(tally: Tally, own: Own) -> Iterator[Problem]:
    found: list[tuple[str, tuple[str, ...], Entry]] = [
        (message, clans, entry) for entry in tally.cards for message, clans in _said(entry.card, own)
    ]
    for message, clans, entry in sorted(found, key=lambda each: each[0]):
        data = {"card": entry.card.name, "clans": clan_names(clans)} | alignment_of(own or ())
        yield Problem(message, data, (entry,))


def _by_company(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each card without the card that it needs, or with one that excludes it."""
    for entry, effect in tally.met.of(PlayableWith):
        beside = [other for other in tally.cards if other.card.id != entry.card.id and matches(effect.of, other.card)]
        data = {"card": entry.card.name, "what": effect.what, "cards": listing(beside)}
        if effect.never and beside:
            yield Problem("beside", data, (entry, *beside))
        elif not (effect.never or beside) and fewer(tally, 1) == "short":
            yield Problem("alone", data, (entry,))


MESSAGES = {
    "clan": warning("{clans} players cannot play `{card}`; the Stronghold {stronghold}", "legal, but cannot be played"),
    "other": warning(
        "only {clans} players can play `{card}`; the Stronghold {stronghold}", "legal, but cannot be played"
    ),
    "alone": warning("`{card}` can be played only with {what}; the deck has none", "legal, but cannot be played"),
    "beside": warning("`{card}` cannot be played with {cards}", "legal, but cannot be played"),
    "restricted": warning(
        "`{card}` prevents its player from playing {what}; the deck has {cards}",
        "legal, but these cards cannot be played",
    ),
}
RULE = Rule(__doc__, MESSAGES, limit, Params)
