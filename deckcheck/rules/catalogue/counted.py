"""The rules that count the cards of sections, the copies of a card or those of a title.

``counted.txt`` beside this module has their manual pages.
"""

from functools import partial
from typing import Any

from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.effect import Selector, Whole
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.sentences import cards_of, counted, plural
from deckcheck.rules.base import Message, Rule, RuleParams, listing, or_open, over, total, undecided
from deckcheck.rules.copies import MESSAGES, CopyLimit, CopyParams, UniqueParams
from deckcheck.rules.kinds import Group
from deckcheck.rules.sizes import (
    AtLeast,
    AtMost,
    AtMostExactly,
    AtMostWithSideboard,
    CountedPart,
    Gap,
    added,
    counted_parts,
    outside,
    why,
)
from deckcheck.rules.tally import Placed, Tally, TextLimit


class SectionParams(RuleParams, frozen=True):
    """`section`: the section of the play deck that is counted."""

    section: str


class LeastParams(SectionParams, frozen=True):
    """`min`: the smallest number of cards in the section."""

    min: Whole


class MostParams(SectionParams, frozen=True):
    """`max`: the largest number of cards in the section, of each title where the rule counts titles."""

    max: Whole


class SortParams(RuleParams, frozen=True):
    """`of`: the cards counted in `section`; `max`: how many there may be."""

    section: str
    of: Selector
    max: Whole


class MinimumsParams(RuleParams, frozen=True):
    """`minimums`: the smallest number of cards by section; `uncounted`: cards that do not count toward it."""

    minimums: dict[str, Whole]
    uncounted: Selector | None = None


class MaximumsParams(RuleParams, frozen=True, omit_defaults=True):
    """`maximums`: the largest number of cards by section; `uncounted`: cards that do not count toward it.

    `exact`: the maximum is also the minimum, so card texts about the minimum count. `sideboard_doubt`: the reason why
    the maximum may also hold for a section and its cards in the sideboard together (empty: it does not).
    """

    maximums: dict[str, Whole]
    uncounted: Selector | None = None
    exact: bool = False
    sideboard_doubt: str = ""


class SetParams(RuleParams, frozen=True):
    """`set`: the id of the set; `name`: the word for one copy of it; `sets`: the number of copies of the set."""

    set: str
    name: str
    sets: Whole


class CollectionParams(RuleParams, frozen=True):
    """`name`: what the collection is called; `cards`: the copies in it, by card id."""

    name: str
    cards: dict[str, int]


def _at_least_messages(what: str, help: str) -> dict[str, Message]:
    """Return the messages of a rule that counts `what` ("Strongholds"), with the help to give."""
    text = "deck has {count} "
    return or_open("short", f"{text}{what}; {{wanted}}", help, f"{text}recognised {what}; {{wanted}}")


def _over_messages(card: str, help: str) -> dict[str, Message]:
    """Return the messages of a rule about the copies of `card` ("the Event {card}"), with the help to give."""
    text = f"{{count}} {{copies}} of {card}; at most {{limit}} {{are}} allowed{{why}}"
    return MESSAGES | over(text, help)


def _at_least(params: LeastParams, _: Format) -> AtLeast:
    """Return the limit of a section that has a smallest number of cards."""
    return AtLeast([CountedPart(params.section, params.min)], words=_too_few)


def _too_few(_: Tally, gap: Gap) -> dict[str, Any]:
    return {"wanted": f"the minimum is {gap.need}"}


def _at_most(params: MostParams, _: Format) -> AtMost:
    """Return the limit of a section that has a largest number of cards, which a card's text may raise."""
    return AtMost([CountedPart(params.section, params.max)], words=_too_many)


def _too_many(_: Tally, __: CountedPart, ___: tuple[Entry, ...], most: TextLimit) -> dict[str, Any]:
    data = {
        "may": f"the maximum is {most.max}{' of different titles' if most.different else ''}",
        "why": f": card text of `{most.because.name}`" if most.because else "",
    }
    if most.because and most.question:
        data |= {"because": most.because.name, "question": most.question}
    return data


def _of_a_sort(params: SortParams, _: Format) -> AtMost:
    """Return the limit of the cards of one sort in a section."""
    return AtMost([CountedPart(params.section, params.max, lambda card: matches(params.of, card))])


def _minimums(params: MinimumsParams, _: Format) -> AtLeast:
    """Return the limit of sections that have a smallest number of cards."""
    return AtLeast(counted_parts(params.minimums, params.uncounted), words=_too_small)


def _too_small(tally: Tally, gap: Gap) -> dict[str, Any]:
    return {
        "section": tally.format.label(gap.part.section),
        "cards": plural(gap.count, "card"),
        "needed": cards_of(gap.need - gap.count) + _perhaps(tally.deck, gap),
        "why": why(gap.added),
        "outside": outside(tally, gap.part.section, gap.entries),
    }


def _perhaps(deck: Deck, gap: Gap) -> str:
    """Return what else may be missing besides cards."""
    if deck.entries and not any(entry.request.counted for entry in deck.entries):
        return ", or write the copies in front of the cards: no line has a number"
    if 2 * gap.count < gap.need:
        return ", or give the whole list"
    return ", or fix the unrecognised lines" if deck.unresolved else ""


_SMALL = or_open(
    "short",
    "{section} has {count} {cards}{outside}; the minimum is {min}{why}",
    "add {needed}",
    "{section} has {count} recognised {cards}{outside}; the minimum is {min}{why}",
)


def _maximums(params: MaximumsParams, _: Format) -> AtMost:
    """Return the limit of sections that have a largest number of cards."""
    parts = counted_parts(params.maximums, params.uncounted)
    if doubt := params.sideboard_doubt:
        return AtMostWithSideboard(parts, words=_too_large, named=False, doubt=doubt)
    kind = AtMostExactly if params.exact else AtMost
    return kind(parts, words=_too_large, named=False)


def _too_large(tally: Tally, part: CountedPart, entries: tuple[Entry, ...], limit: TextLimit) -> dict[str, Any]:
    most = limit.max or 0
    return {
        "section": tally.format.label(part.section),
        "over": cards_of(total(entries) - most),
        "why": why(added(tally, part.section)) if most != part.bound else "",
        "outside": outside(tally, part.section, entries),
    }


_LARGE = {
    **over("{section} has {count} cards{outside}; the maximum is {max}{why}", "remove {over}"),
    "together": undecided(
        "{section} has {count} cards with those in the sideboard; "
        "the maximum of {max} may hold for both together: {doubt}",
        "ask the organiser, or remove {over}",
    ),
}


def _of_a_title(params: MostParams, _: Format) -> Group:
    """Return the limit of the cards of one title in a section."""

    def title(here: Placed) -> str:
        return fold(here.card.base_title) if here.section == params.section else ""

    return Group(title, lambda _: params.max, _repeated)


def _repeated(same: tuple[Entry, ...], most: int) -> dict[str, Any]:
    return {"count": total(same), "title": same[0].card.base_title, "cards": listing(same), "max": most}


_REPEATED = over(
    "{count} copies of the starting Holding `{title}` ({cards}); {max} starts in play, and the deck may have no other",
    "keep one copy of one version",
)


def _in_sets(params: SetParams, _: Format) -> Group:
    """Return the limit of the copies of a card that are in one set, or in several copies of it."""

    def held(card: Card) -> int | None:
        return sum(each.copies for each in card.printings if each.set == params.set) * params.sets or None

    def words(entries: tuple[Entry, ...], have: int) -> dict[str, Any]:
        count = total(entries)
        data = {"card": entries[0].card.name, "count": count, "limit": have, "excess": count - have}
        boxes = f"one {params.name}" if params.sets == 1 else counted(params.sets, params.name)
        hold = plural(params.sets, "contains", "contain")
        return data | {"set": params.set, "sets": params.sets, "boxes": boxes, "hold": hold}

    return Group(lambda here: here.card.id, held, words)


_FOR_SET = over("{count} copies of `{card}`, but {boxes} {hold} only {limit}", "replace {excess}")

_BESIDE = {
    "beside": undecided(
        "{unique} {is} Unique and {others} {are} not ({tie}); no rulebook says whether the limit of {limit}, "
        "by card title, counts them together",
        "ask the organiser, or keep either the Unique card or the others",
    )
}


def _owned(params: CollectionParams, _: Format) -> Group:
    """Return the limit of the copies of each card that a collection has."""

    def words(entries: tuple[Entry, ...], have: int) -> dict[str, Any]:
        count = total(entries)
        data = {"card": entries[0].card.name, "count": count, "copies": plural(count, "copy", "copies")}
        return data | {"have": have, "excess": count - have, "name": params.name}

    return Group(lambda here: here.card.id, lambda card: params.cards.get(card.id, 0), words)


_OWNED = over("{count} {copies} of `{card}`; {name} has {have}", "replace {excess}")

_least = partial(Rule, limit=_at_least, params=LeastParams, value="min")
_most = partial(Rule, limit=_at_most, params=MostParams, value="max")
_sort = partial(Rule, limit=_of_a_sort, params=SortParams, value="max")
_copies = partial(Rule, limit=lambda params, _: CopyLimit(params), params=CopyParams, value="max")

RULES = (
    Rule("deck-too-small", _SMALL, _minimums, MinimumsParams, "minimums"),
    Rule("deck-too-large", _LARGE, _maximums, MaximumsParams, "maximums"),
    Rule("repeated-starting-holding", _REPEATED, _of_a_title, MostParams, "max"),
    Rule("too-many-copies-for-set", _FOR_SET, _in_sets, SetParams, "sets"),
    _least("no-stronghold", _at_least_messages("Strongholds", "add the Stronghold to the list")),
    _most(
        "too-many-strongholds",
        over("{count} Strongholds ({cards}); {may}{why}", "keep the one the deck is played with"),
    ),
    _most(
        "too-many-senseis",
        messages={
            "over": Message("{count} Sensei ({cards}); {may}{why}", "keep one"),
            "question": undecided(
                "{count} Sensei ({cards}); more than one is allowed only by the card text of `{because}`: {question}",
                "ask a judge, or keep one",
            ),
        },
    ),
    _most("too-many-roles", over("{count} roles ({cards}); {may}{why}", "keep one")),
    _least("too-few-provinces", _at_least_messages("provinces", "add {missing}")),
    _most("too-many-provinces", over("{count} provinces ({cards}); {may}{why}", "remove {excess}")),
    _sort(
        "too-many-conflict-characters",
        over("conflict deck has {count} characters; the maximum is {max}", "replace {excess}"),
    ),
    _most("too-many-winds", over("{count} Winds ({cards}); {may}{why}", "remove {excess}")),
    _most("sideboard-too-large", over("sideboard has {count} cards; {may}", "remove {excess}")),
    _sort("too-many-rally", over("{count} Rally cards ({cards}); the maximum is {max}", "remove {excess}")),
    _copies("too-many-copies", messages=MESSAGES),
    _copies(
        "duplicate-unique",
        _over_messages("{card}, which is Unique", "replace {excess}") | _BESIDE,
        limit=lambda params, _: CopyLimit(params, beside=params.beside),
        params=UniqueParams,
    ),
    _copies("duplicate-event", _over_messages("the Event {card}", "replace {excess}")),
    _copies("duplicate-province", _over_messages("the province {card}", "choose another province")),
    Rule("beyond-collection", _OWNED, _owned, CollectionParams, "name"),
)
