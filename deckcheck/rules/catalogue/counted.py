"""The rules that count the cards of a section or the copies of a card: they differ in words and parameters only.

``counted.txt`` beside this module has their manual pages.
"""

from functools import partial
from typing import Any

from deckcheck.model.card import matches
from deckcheck.model.deck import Entry
from deckcheck.model.effect import Selector
from deckcheck.model.format import Format
from deckcheck.rules.base import Message, Rule, RuleParams, listing, manuals, open_message, total, undecided
from deckcheck.rules.copies import MESSAGES, CopyLimit, CopyParams
from deckcheck.rules.sizes import AtLeast, AtMost, CountedPart, Gap
from deckcheck.rules.tally import Tally, TextLimit


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


_MANUALS = manuals(__file__)

_least = partial(Rule, limit=_at_least, params=LeastParams, value="min")
_most = partial(Rule, limit=_at_most, params=MostParams, value="max")
_sort = partial(Rule, limit=_of_a_sort, params=SortParams, value="max")
_copies = partial(Rule, limit=lambda params, _: CopyLimit(params), params=CopyParams, value="max")

RULES = (
    _least(_MANUALS["no-stronghold"], _at_least_messages("Strongholds", "add the Stronghold to the list")),
    _most(
        _MANUALS["too-many-strongholds"],
        {"over": Message("{count} Strongholds ({cards}); {may}{why}", "keep the one the deck is played with")},
    ),
    _most(
        _MANUALS["too-many-senseis"],
        messages={
            "over": Message("{count} Sensei ({cards}); {may}{why}", "keep one"),
            "question": undecided(
                "{count} Sensei ({cards}); more than one is allowed only by the card text of `{because}`: {question}",
                "ask a judge, or keep one",
            ),
        },
    ),
    _most(_MANUALS["too-many-roles"], {"over": Message("{count} roles ({cards}); {may}{why}", "keep one")}),
    _least(_MANUALS["too-few-provinces"], _at_least_messages("provinces", "add {missing}")),
    _most(
        _MANUALS["too-many-provinces"], {"over": Message("{count} provinces ({cards}); {may}{why}", "remove {excess}")}
    ),
    _sort(
        _MANUALS["too-many-conflict-characters"],
        {"over": Message("conflict deck has {count} characters; the maximum is {max}", "remove {excess}")},
    ),
    _most(_MANUALS["too-many-winds"], {"over": Message("{count} Winds ({cards}); {may}{why}", "remove {excess}")}),
    _most(_MANUALS["sideboard-too-large"], {"over": Message("sideboard has {count} cards; {may}", "remove {excess}")}),
    _sort(
        _MANUALS["too-many-rally"],
        {"over": Message("{count} Rally cards ({cards}); the maximum is {max}", "remove {excess}")},
    ),
    _copies(
        _MANUALS["too-many-copies"],
        messages=MESSAGES,
        limit=lambda params, _: CopyLimit(params, with_others=True),
    ),
    _copies(_MANUALS["duplicate-unique"], _over_messages("{card}, which is Unique", "remove {excess}")),
    _copies(_MANUALS["duplicate-event"], _over_messages("the Event {card}", "remove {excess}")),
    _copies(_MANUALS["duplicate-province"], _over_messages("the province {card}", "choose another province")),
)
