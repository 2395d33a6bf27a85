"""The rules that compare the clans of cards: they differ in the cards that they look at and in words.

``clans.txt`` beside this module has their manual pages.
"""

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.card_list import IN_FORCE
from deckcheck.model.effect import ClansOnly, Whole
from deckcheck.model.format import Format
from deckcheck.rules.base import CardState, ClanParams, Clans, Message, Rule, RuleParams, Said, manuals, over, undecided
from deckcheck.rules.kinds import Distinct, PerCard
from deckcheck.rules.tally import Placed, alignment_of, can_be_bought, clan_names, is_off_clan


class SplashParams(ClanParams, frozen=True):
    """`max`: the largest number of other clans that cards may be from."""

    max: Whole


class PrimaryParams(RuleParams, frozen=True):
    """`section`: the deck that decides the clan; `max`: how many clans its cards may have."""

    section: str
    max: Whole


def _of_another_clan(params: ClanParams, _: Format) -> PerCard:
    """Return the limit of a section without cards of other clans; without a stronghold there is no clan to compare."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        if here.home == params.section and is_off_clan(here.card, own):
            yield "over", {"clan": clan_names(here.card.clans)} | alignment_of(own)

    return PerCard(says=says, stronghold=params.stronghold, by_section=True)


_DYNASTY = over(
    "`{card}` is a {clan} dynasty card; the stronghold {stronghold}", "use only in-clan and neutral dynasty cards"
)
_PROVINCE = over("`{card}` is a {clan} province; the stronghold {stronghold}", "choose an in-clan or neutral province")


def _unbuyable(params: ClanParams, _: Format) -> PerCard:
    """Return the limit of the cards that influence must buy but cannot."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        card, is_open = here.card, "influence" in here.card.unknown
        # Another rule reports texts that forbid the card to this clan.
        is_kept = any(own.isdisjoint(effect.clans) for effect in card.effects_of(ClansOnly))
        bought = here.home == params.section and is_off_clan(card, own) and not is_kept
        if bought and (is_open or card.influence is None):
            yield "open" if is_open else "over", {"clan": clan_names(card.clans)} | alignment_of(own)

    return PerCard(says=says, stronghold=params.stronghold, bought=params.section, by_section=True)


_UNBUYABLE = {
    "over": Message(
        "`{card}` has no influence cost, so only {clan} decks may use it; this deck {stronghold}", "replace it"
    ),
    "open": undecided(
        "cannot tell whether a deck of {own} may use the {clan} card `{card}`: no source has its influence cost",
        "check the printed card",
    ),
}


def _forbidden(params: ClanParams, _: Format) -> PerCard:
    """Return the limit by texts; a card of another clan that influence cannot buy is another rule's finding."""

    def says(here: Placed, own: Clans) -> Iterator[Said]:
        if here.section is None or (here.section != params.section and is_off_clan(here.card, own)):
            return
        for effect in here.card.effects_of(ClansOnly):
            if own.isdisjoint(effect.clans):
                said = "over" if effect.clans else "never"
                yield said, {"clans": clan_names(effect.clans)} | alignment_of(own)

    return PerCard(says=says, texts=(ClansOnly,), stronghold=params.stronghold, bought=params.section)


def _never_legal(card: Card, _: Format, __: ClanParams) -> Iterator[CardState]:
    """Yield that the card is not legal, if its text forbids it for every clan."""
    if any(not effect.clans for effect in card.effects_of(ClansOnly)):
        yield CardState(IN_FORCE, "not legal")


_FORBIDDEN = {
    "over": Message("`{card}` is for {clans} decks only; this deck {stronghold}", "replace it"),
    "never": Message("`{card}` is not allowed in any player's deck", "replace it"),
}


def _splashed(params: SplashParams, _: Format) -> Distinct:
    """Return the limit of the clans of bought cards: cards that cannot be bought are not counted."""

    def clans(here: Placed) -> list[str]:
        return [clan_names(here.card.clans)] if can_be_bought(here, params.section) else []

    return Distinct(clans, params.max, stronghold=params.stronghold, bought=params.section)


_SPLASHED = over("out-of-clan cards from {count} clans; the maximum is {max}: {parts}", "keep one other clan")


def _primary(params: PrimaryParams, _: Format) -> Distinct:
    """Return the limit of the clans in a section."""

    def clans(here: Placed) -> tuple[str, ...]:
        return here.card.clans if here.home == params.section else ()

    return Distinct(clans, params.max, lambda tally: {"section": tally.format.label(params.section)})


_PRIMARY = over("{section} has cards of {count} clans; the maximum is {max}: {parts}", "keep one clan")

_MANUALS = manuals(__file__)

RULES = (
    Rule(_MANUALS["off-clan-dynasty"], _DYNASTY, _of_another_clan, ClanParams),
    Rule(_MANUALS["off-clan-province"], _PROVINCE, _of_another_clan, ClanParams),
    Rule(_MANUALS["several-splash-clans"], _SPLASHED, _splashed, SplashParams, value="max"),
    Rule(_MANUALS["no-influence-cost"], _UNBUYABLE, _unbuyable, ClanParams),
    Rule(_MANUALS["clan-only-card"], _FORBIDDEN, _forbidden, ClanParams, standings=_never_legal),
    Rule(_MANUALS["several-primary-clans"], _PRIMARY, _primary, PrimaryParams, value="max"),
)
