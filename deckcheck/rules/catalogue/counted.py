"""The rules that count the cards of a section or the copies of a card: they differ in words and parameters only."""

from functools import partial
from typing import Any

from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.model.matching import matches
from deckcheck.model.selector import Selector
from deckcheck.rules.base import Message, Rule, RuleParams, listing, open_message, total, undecided
from deckcheck.rules.copies import MESSAGES, CopyLimit, CopyParams
from deckcheck.rules.effects import TextLimit
from deckcheck.rules.sizes import AtLeast, AtMost, CountedPart, Gap
from deckcheck.rules.tally import Tally


class SectionParams(RuleParams, frozen=True):
    """`section`: the section of the play deck that is counted."""

    section: str


class LeastParams(SectionParams, frozen=True):
    """`min`: the smallest number of cards in the section."""

    min: int


class MostParams(SectionParams, frozen=True):
    """`max`: the largest number of cards in the section."""

    max: int


class SortParams(RuleParams, frozen=True):
    """`of`: the cards counted in `section`; `max`: how many there may be."""

    section: str
    of: Selector
    max: int


def _at_least_messages(what: str, help: str) -> dict[str, Message]:
    """Return the messages of a rule that counts `what` ("Strongholds"), with the help to give."""
    return {
        "short": Message(f"deck has {{count}} {what}; {{wanted}}", help),
        "open": open_message(f"deck has {{count}} recognised {what}; {{wanted}}"),
    }


def _over_messages(card: str, help: str) -> dict[str, Message]:
    """Return the messages of a rule about the copies of `card` ("the Event {card}"), with the help to give."""
    over = f"{{count}} {{copies}} of {card}; at most {{limit}} {{are}} allowed{{why}}"
    return MESSAGES | {"over": Message(over, help)}


def _at_least(params: LeastParams, _: Format) -> AtLeast:
    """Return the limit of a section that has a smallest number of cards."""
    return AtLeast([CountedPart(params.section, params.min)], _too_few)


def _too_few(_: Tally, gap: Gap) -> dict[str, Any]:
    wanted = f"the minimum is {gap.need}"
    return {"count": gap.count, "min": gap.need, "missing": gap.need - gap.count, "wanted": wanted}


def _at_most(params: MostParams, _: Format) -> AtMost:
    """Return the limit of a section that has a largest number of cards, which a card's text may raise."""
    return AtMost([CountedPart(params.section, params.max)], _too_many)


def _too_many(_: Tally, __: CountedPart, entries: tuple[Entry, ...], most: TextLimit) -> dict[str, Any]:
    count, allowed = total(entries), most.max or 0
    data = {
        "count": count,
        "max": allowed,
        "excess": most.excess(entries),
        "cards": listing(entries),
        "may": f"the maximum is {allowed}{' of different titles' if most.different else ''}",
        "why": f": card text of `{most.because.name}`" if most.because else "",
    }
    if most.because and most.question:
        data |= {"because": most.because.name, "question": most.question}
    return data


def _of_a_sort(params: SortParams, _: Format) -> AtMost:
    """Return the limit of the cards of one sort in a section."""
    return AtMost([CountedPart(params.section, params.max, lambda card: matches(params.of, card))], _too_many_of_a_sort)


def _too_many_of_a_sort(_: Tally, part: CountedPart, entries: tuple[Entry, ...], __: TextLimit) -> dict[str, Any]:
    count = total(entries)
    return {"count": count, "max": part.bound, "excess": count - part.bound, "cards": listing(entries)}


_least = partial(Rule, limit=_at_least, params=LeastParams, value="min")
_most = partial(Rule, limit=_at_most, params=MostParams, value="max")
_sort = partial(Rule, limit=_of_a_sort, params=SortParams, value="max")
_copies = partial(Rule, limit=lambda params, _: CopyLimit(params), params=CopyParams, value="max")

RULES = (
    _least(
        manual="""S003 no-stronghold: the play deck has no Stronghold.
            What it checks
                The number of Strongholds that were found in the list.
            Why
                Every player starts with one Stronghold in play; clan, influence and set-up rules need it.
            Illegal
                a list that starts with its Holdings
            Legal
                1 Shattered Peaks Castle
        """,
        messages=_at_least_messages("Strongholds", "add the Stronghold to the list"),
    ),
    _most(
        manual="""S004 too-many-strongholds: more than one Stronghold.
            What it checks
                The number of Strongholds, copies of one Stronghold included.
            Why
                A player has exactly one Stronghold, and no copy of it may be in a deck.
            Illegal
                2 Shattered Peaks Castle
            Legal
                1 Shattered Peaks Castle
        """,
        messages={"over": Message("{count} Strongholds ({cards}); {may}{why}", "keep the one the deck is played with")},
    ),
    _most(
        manual="""S005 too-many-senseis: more than one Sensei.
            What it checks
                The number of Sensei, copies of one Sensei included.
            Why
                A play deck may have one Sensei; it starts in play and belongs to neither deck.
            Illegal
                1 Kobi Sensei
                1 Voitagi Sensei
            Legal
                1 Kobi Sensei
        """,
        messages={
            "over": Message("{count} Sensei ({cards}); {may}{why}", "keep one"),
            "question": undecided(
                "{count} Sensei ({cards}); more than one is allowed only by the card text of `{because}`: {question}",
                "ask a judge, or keep one",
            ),
        },
    ),
    _most(
        manual="""S006 too-many-roles: more than one role.
            What it checks
                The number of role cards, copies of one role included.
            Why
                A player may use one role card together with the stronghold.
            Illegal
                1 Keeper of Air
                1 Seeker of Fire
            Legal
                1 Keeper of Air
        """,
        messages={"over": Message("{count} roles ({cards}); {may}{why}", "keep one")},
    ),
    _least(
        manual="""S008 too-few-provinces: fewer provinces than the setup requires.
            What it checks
                The number of provinces.
            Why
                A set of provinces has exactly five, one for each ring.
            Illegal
                four provinces
            Legal
                five provinces, one of each ring
        """,
        messages=_at_least_messages("provinces", "add {missing}"),
    ),
    _most(
        manual="""S009 too-many-provinces: more provinces than the setup allows.
            What it checks
                The number of provinces, copies included. A Seeker's additional province takes the place of another one.
            Why
                A set of provinces has exactly five.
            Illegal
                six provinces
            Legal
                five provinces, one of each ring
        """,
        messages={"over": Message("{count} provinces ({cards}); {may}{why}", "remove {excess}")},
    ),
    _sort(
        manual="""S012 too-many-conflict-characters: more characters in the conflict deck than allowed.
            What it checks
                Characters in the conflict deck, copies included.
            Why
                Up to the Rules Reference 11 a conflict deck may have ten characters; from 6 January 2020 on any
                number.
            Illegal
                eleven characters in the conflict deck under the Rules Reference 1.01
            Legal
                ten characters in the conflict deck
        """,
        messages={"over": Message("conflict deck has {count} characters; the maximum is {max}", "remove {excess}")},
    ),
    _most(
        manual="""S013 too-many-winds: more Winds than the play deck may start with.
            What it checks
                The number of Winds.
            Why
                A player starts with at most one Wind, unless a card says otherwise.
            Illegal
                two Winds
            Legal
                one Wind
        """,
        messages={"over": Message("{count} Winds ({cards}); {may}{why}", "remove {excess}")},
    ),
    _most(
        manual="""S014 sideboard-too-large: more cards in the sideboard than allowed.
            What it checks
                The cards under the header "Sideboard".
            Why
                A skirmish tournament allows ten. The decks and the sideboard together obey the other rules.
            Illegal
                a sideboard of 11 cards
            Legal
                a sideboard of 10 cards
        """,
        messages={"over": Message("sideboard has {count} cards; {may}", "remove {excess}")},
    ),
    _sort(
        manual="""S015 too-many-rally: more Rally cards than allowed.
            What it checks
                The number of cards with Rally in the deck.
            Why
                In Emerald a Rally card does not count toward the minimum of the dynasty deck, and the maximum is five.
            Illegal
                six Rally cards in Emerald
            Legal
                five Rally cards in Emerald
        """,
        messages={"over": Message("{count} Rally cards ({cards}); the maximum is {max}", "remove {excess}")},
    ),
    _copies(
        manual="""C001 too-many-copies: more copies of a card than the format allows.
            What it checks
                Copies of a card in the whole play deck, both decks together, by title. Cards of the CCG with the same
                title but different experience levels are different cards; subtitles are not part of the title; a card
                that is equivalent to another (Soul of, alternate title, "counts as") counts with it, and with the card
                that this one is equivalent to. A card's own text can set a higher or lower limit. No rulebook says
                whether Unique cards and Events count with the other cards of their title: where only they make too
                many, the verdict is undecided.
            Why
                The rules allow three copies of most cards. Counting per line or per printing would miss copies.
            Illegal
                2 Matsu Misato
                2 Matsu Misato, the Hatamoto
            Legal
                3 Utaku Kohana
                1 Utaku Kohana - exp
        """,
        messages=MESSAGES,
        limit=lambda params, _: CopyLimit(params, with_others=True),
    ),
    _copies(
        manual="""C002 duplicate-unique: a Unique card more than once.
            What it checks
                Copies of a Unique card in the play deck, by title and experience level.
            Why
                Only one copy of each Unique card may be included. Experienced does not mean Unique, Singular is a
                rule of play only, and another experience level of the same person is another card.
            Illegal
                2 Ring of Fire
            Legal
                1 Doji Hakuseki - exp
                1 Doji Hakuseki - exp2
        """,
        messages=_over_messages("{card}, which is Unique", "remove {excess}"),
    ),
    _copies(
        manual="""C003 duplicate-event: an Event more than once.
            What it checks
                Copies of an Event in the play deck, whether it is Unique or not.
            Why
                Up to the Celestial Edition each Event may be included once; later arcs dropped the rule.
            Illegal
                2 A New Year
            Legal
                1 A New Year
        """,
        messages=_over_messages("the Event {card}", "remove {excess}"),
    ),
    _copies(
        manual="""C004 duplicate-province: a province more than once.
            What it checks
                Copies of a province by title.
            Why
                Each province may be included once, a Seeker's additional province too.
            Illegal
                2 Manicured Garden
            Legal
                1 Manicured Garden
        """,
        messages=_over_messages("the province {card}", "choose another province"),
    ),
)
