"""Clan alignment for the rules about it, with what card texts add to it."""

from collections.abc import Iterable
from string import capwords

from deckcheck.model.effect import PlayerAlignment
from deckcheck.rules.base import RuleParams
from deckcheck.rules.tally import Placed, Tally


class ClanParams(RuleParams, frozen=True):
    """`section`: the cards that must fit the clan; `stronghold`: the section that names the clan."""

    section: str
    stronghold: str


def can_be_bought(here: Placed, section: str) -> bool:
    """Return whether influence can buy a card for a deck of another clan: one of `section` with a clan and a cost."""
    return here.home == section and bool(here.card.clans) and here.card.influence is not None


def clan_names(clans: Iterable[str], known: Iterable[str] = ()) -> str:
    """Return clans as text: ``Brotherhood of Shinsei, Crab``; ``no clan`` when there are none.

    With `known`, the clans of a format, leave out others beside them: cards print words such as Ninja or Fire there.
    """
    named = sorted(set(clans).intersection(known) or clans)
    return ", ".join(capwords(clan).replace(" Of ", " of ") for clan in named) or "no clan"


def alignment_of(clans: Iterable[str]) -> dict[str, str]:
    """Return the message data about the clans of a Stronghold: ``is Crab``, or ``has no clan``."""
    own = clan_names(clans)
    return {"own": own, "stronghold": f"is {own}" if any(clans) else f"has {own}"}


def given_alignments(tally: Tally) -> frozenset[str]:
    """Return the alignments that card texts give the deck's player."""
    return frozenset(clan for _, effect in tally.met.of(PlayerAlignment) for clan in effect.clans)
