"""The rules that compare the clans of cards: they differ in the cards that they look at and in words.

``clans.txt`` beside this module has their manual pages.
"""

from collections.abc import Iterator
from functools import partial

from deckcheck.model.card import Card, matches
from deckcheck.model.card_list import CardList
from deckcheck.model.effect import ClansOnly, GainsAlignment, SectionLimit, Whole
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.rules import base
from deckcheck.rules.base import ClanParams, Clans, Message, Own, Problem, Rule, RuleParams, Said, over
from deckcheck.rules.kinds import Distinct, per_card
from deckcheck.rules.tally import (
    Placed,
    Tally,
    alignment_of,
    can_be_bought,
    clan_names,
    given_alignments,
    is_off_clan,
    own_clans,
)


class SplashParams(ClanParams, frozen=True):
    """`max`: the largest number of other clans that cards may be from."""

    max: Whole


class PrimaryParams(RuleParams, frozen=True):
    """`section`: the deck that decides the clan; `max`: how many clans its cards may have."""

    section: str
    max: Whole


class SenseiParams(RuleParams, frozen=True):
    """`clans`: the clan alignments of the format; `any`: the words that fit every Stronghold."""

    stronghold: str
    sensei: str
    clans: tuple[str, ...]
    any: str


class LoyalParams(RuleParams, frozen=True):
    """`stronghold`: the section of the Stronghold; `clans`: the clan alignments of the format."""

    stronghold: str
    clans: tuple[str, ...]


class RoleParams(RuleParams, frozen=True):
    """`list`: the dated list; `roles`, `stronghold`: the sections of the role and of the card that names the clan."""

    list: CardList
    roles: str
    stronghold: str


def _other_clan(here: Placed, own: Clans, params: ClanParams, _: Format) -> Iterator[Said]:
    """Yield that a card of the section is of another clan; without a stronghold there is no clan to compare."""
    if here.home == params.section and is_off_clan(here.card, own):
        yield "over", {"clan": clan_names(here.card.clans)} | alignment_of(own)


_DYNASTY = over(
    "`{card}` is a {clan} dynasty card; the stronghold {stronghold}", "use only in-clan and neutral dynasty cards"
)
_PROVINCE = over("`{card}` is a {clan} province; the stronghold {stronghold}", "choose an in-clan or neutral province")


def _unbuyable(here: Placed, own: Clans, params: ClanParams, _: Format) -> Iterator[Said]:
    """Yield that influence must buy the card but cannot."""
    card, is_open = here.card, "influence" in here.card.unknown
    # Another rule reports texts that forbid the card to this clan.
    is_kept = any(own.isdisjoint(effect.clans) for effect in card.effects_of(ClansOnly))
    bought = here.home == params.section and is_off_clan(card, own) and not is_kept
    if bought and (is_open or card.influence is None):
        yield "open" if is_open else "over", {"clan": clan_names(card.clans)} | alignment_of(own)


_UNBUYABLE = {
    "over": Message(
        "`{card}` has no influence cost, so only {clan} decks may use it; this deck {stronghold}", "replace it"
    ),
    "open": base.undecided(
        "cannot tell whether a deck of {own} may use the {clan} card `{card}`: no source has its influence cost",
        "check the printed card",
    ),
}


def _forbidden(here: Placed, own: Clans, params: ClanParams, _: Format) -> Iterator[Said]:
    """Yield the texts for other clans; a card of another clan that influence cannot buy is another rule's finding."""
    if here.home is None or (here.home != params.section and is_off_clan(here.card, own)):
        return
    for effect in here.card.effects_of(ClansOnly):
        if own.isdisjoint(effect.clans):
            said = "over" if effect.clans else "never"
            yield said, {"clans": clan_names(effect.clans)} | alignment_of(own)


def _is_for_no_clan(card: Card, _: Format, __: ClanParams) -> bool:
    return any(not effect.clans for effect in card.effects_of(ClansOnly))


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


def _sensei(here: Placed, own: Clans, params: SenseiParams, _: Format) -> Iterator[Said]:
    """Yield that a Sensei does not fit the clan of the Stronghold."""
    clans, named = own.intersection(params.clans), here.card.sensei_clans
    if params.any not in named and clans.isdisjoint(named):
        yield "over" if named else "unknown", {"named": clan_names(named, params.clans)} | alignment_of(clans)


def _unless_taken(tally: Tally, problem: Problem, params: SenseiParams) -> Problem:
    """Return the problem with the Stronghold; where a card text may allow the Sensei, it is a question."""
    named = (*problem.entries, *reversed(tally.entries(params.stronghold)))
    for entry, effect in tally.texts(SectionLimit):
        if effect.section == params.sensei and effect.question:
            asked = {"because": entry.card.name, "question": effect.question}
            return Problem("question", problem.data | asked, named)
    return Problem(problem.message, problem.data, named)


_SENSEI = {
    "over": Message(
        "`{card}` is for {named}; the Stronghold {stronghold}",
        "choose a Sensei for All Clans or for the clan of the Stronghold",
    ),
    "question": base.undecided(
        "`{card}` is for {named}; the Stronghold {stronghold}. Only the card text of `{because}` allows it: {question}",
        "ask a judge, or choose a Sensei for All Clans or for the clan of the Stronghold",
    ),
    "unknown": base.undecided(
        "cannot tell which clans may use `{card}`: the card data do not say; the Stronghold {stronghold}",
        "check the card itself",
    ),
}


def _loyal(params: LoyalParams, _: Format) -> base.Free:
    """Return the limit of Loyal Personalities; card texts can only widen the player's alignment."""

    def aligned(clans: Clans) -> Clans:
        return clans.intersection(params.clans)

    def check(tally: Tally) -> Iterator[Problem]:
        clans = own_clans(tally, params.stronghold)
        own = None if clans is None else aligned(clans) | given_alignments(tally)
        return iter(()) if own is None else _disloyal(tally, own, params.clans)

    def concerned(here: Placed, own: Own) -> bool:
        return own is not None and here.card.loyal and aligned(own).isdisjoint(here.card.clans)

    return base.Free(check, concerned=concerned, stronghold=params.stronghold, remarks=True)


def _disloyal(tally: Tally, own: frozenset[str], known: tuple[str, ...]) -> Iterator[Problem]:
    for entry in tally.cards:
        if not entry.card.loyal or own.intersection(entry.card.clans):
            continue
        texts = tally.texts(GainsAlignment) if own else ()
        found = [(source, effect) for source, effect in texts if matches(effect.of, entry.card)]
        if not all(effect.one_clan for _, effect in found):
            continue
        data = {"card": entry.card.name, "clans": clan_names(entry.card.clans, known)} | alignment_of(own)
        if found:
            source, effect = found[0]
            chosen = clan_names(set(entry.card.clans).intersection(effect.of.clan))
            yield Problem("chosen", data | {"because": source.card.name, "chosen": chosen}, (entry, source))
        else:
            yield Problem("over", data, (entry,))


_LOYAL = {
    "over": base.warning(
        "`{card}` is Loyal to {clans} and cannot enter play; the Stronghold {stronghold}",
        "legal, but needs a card that widens your alignment",
    ),
    "chosen": base.note(
        "`{card}` is Loyal to {clans}; the Stronghold {stronghold}. To play it, choose {chosen} for `{because}`."
    ),
}


def _unsanctioned(here: Placed, own: Clans, params: RoleParams, _: Format) -> Iterator[Said]:
    """Yield that the dated list gives the role to other clans."""
    open_roles = (role for clan in own for role in params.list.roles.get(clan, ()))
    if own and fold(here.card.title) not in map(fold, open_roles):
        yield "over", {"own": clan_names(own), "list": params.list.name, "since": params.list.since}


_SANCTIONED = {
    "over": base.warning(
        "`{card}` was not allowed for {own} in sanctioned tournaments ({list}, since {since})",
        "legal outside sanctioned tournaments",
    )
}

_of_clans = partial(per_card, stronghold="stronghold")
_bought = partial(_of_clans, bought="section")

RULES = (
    Rule("off-clan-dynasty", _DYNASTY, _of_clans(_other_clan, by_section=True), ClanParams),
    Rule("off-clan-province", _PROVINCE, _of_clans(_other_clan, by_section=True), ClanParams),
    Rule("several-splash-clans", _SPLASHED, _splashed, SplashParams, value="max"),
    Rule("no-influence-cost", _UNBUYABLE, _bought(_unbuyable, by_section=True), ClanParams),
    Rule("clan-only-card", _FORBIDDEN, _bought(_forbidden, texts=(ClansOnly,)), ClanParams, forbids=_is_for_no_clan),
    Rule("several-primary-clans", _PRIMARY, _primary, PrimaryParams, value="max"),
    Rule("sensei-of-another-clan", _SENSEI, _of_clans(_sensei, section="sensei", weighs=_unless_taken), SenseiParams),
    Rule("loyal-to-another-clan", _LOYAL, _loyal, LoyalParams),
    Rule("role-not-sanctioned", _SANCTIONED, _of_clans(_unsanctioned, section="roles"), RoleParams, value="list"),
)
