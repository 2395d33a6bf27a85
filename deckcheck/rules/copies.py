"""Counting copies, for the rules about copies."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs

from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Entry, grouped
from deckcheck.model.effect import CopyLimitText, Selector, Whole
from deckcheck.model.format import Format
from deckcheck.model.sentences import plural
from deckcheck.rules.base import Limit, Memo, Message, Problem, RuleParams, listing, total, undecided
from deckcheck.rules.rows import EVERY, MANY, Model
from deckcheck.rules.tally import Placed, Tally, TextLimit, copy_limit, own_copy_text


class CopyParams(RuleParams, frozen=True, omit_defaults=True):
    """`of`: the cards the rule is about; `max`: how many copies of each may be in the play deck.

    `souls_doubt`: the reason why a "Soul of" card may not count as the card that it replaces, nor that card stand for
    it in a list (empty: it counts).
    `texts`: whether card texts can change the number. `texts_doubt`: the reason why they may not (empty: they can).
    """

    of: Selector
    max: Whole
    souls_doubt: str = ""
    texts: bool = True
    texts_doubt: str = ""


class UniqueParams(CopyParams, frozen=True, omit_defaults=True):
    """As for copies; `beside`: cards that may count with equivalent Unique ones: no rulebook says whether they do."""

    beside: Selector | None = None


def souls_are_open(fmt: Format) -> bool:
    """Return whether no source says that a "Soul of" card counts as the older card in the format."""
    return any(isinstance(each.params, CopyParams) and each.params.souls_doubt for each in fmt.provisions)


_BY_SUBTITLE = "no rulebook says whether it does where only its subtitle says so"
_BY_TITLE = "different cards of one title count as one: no rulebook says so, and rules for Legacy count them apart"
MESSAGES = {
    "over": Message("{count} {copies} of {card}; at most {limit} {are} allowed{why}", "replace {excess} of them"),
    "open": undecided(
        "{count} {copies} of {card}; at most {limit} {are} allowed if {doubt}",
        "ask the organiser, or replace {excess}",
    ),
    "question": undecided(
        "{count} {copies} of {card}; more than {base} are allowed only by the card text of `{because}`: {question}",
        "ask a judge, or replace {excess} of them",
    ),
}


class CopyLimit(Limit):
    """A limit on the copies of equivalent cards.

    Cards are equivalent when they share an identity key. Where cards of one group have different limits, the
    lower limit applies to its own cards, and the higher limit to all together. A deck with too many only if those
    `beside` them count too, which the rule is not about, is a question.
    """

    caps = True
    lifted_by = (CopyLimitText,)

    params: CopyParams
    beside: Selector | None = None

    def __post_init__(self) -> None:
        self._about: Memo[Placed, bool] = Memo(lambda here: matches(self.params.of, here.card))
        # Without other cards that share a key, no more copies than these can be a problem.
        self._most: Memo[Placed, float] = Memo(lambda here: math.inf if (most := self.alone(here)) is None else most)

    def alone(self, here: Placed) -> int | None:
        text = own_copy_text(here.card) if self._texts_count else None
        return (text.max if text else self.params.max) if self._about[here] else None

    def keys(self, here: Placed) -> Iterable[str]:
        return here.card.identity if self._about[here] or self._is_beside(here) else ()

    def problems(self, tally: Tally) -> Iterator[Problem]:
        found: dict[frozenset[int], Problem] = {}
        raised: dict[str, int] = {}
        for group in tally.groups(self._most):
            entries = [entry for entry, _ in group]
            # The texts of other cards can only raise the limit.
            if total(entries) <= min(self._most[here] for _, here in group):
                continue
            limits = [(entry, self._limit(tally, entry.card)) for entry, here in group if self._about[here]]
            bounds = sorted({limit.max for _, limit in limits if limit.max is not None})
            for bound in bounds:
                held = [(entry, limit) for entry, limit in limits if limit.max is not None and limit.max <= bound]
                members = [entry for entry, _ in held]
                key = frozenset(map(id, members))
                deciding = max((limit for _, limit in held), key=lambda limit: limit.max or 0)
                if key not in found and (problem := _problem(members, deciding, self.params.max, raised)):
                    found[key] = self._doubted(problem, members)
            others = [entry for entry, here in group if self._is_beside(here)]
            held_to = [entry for entry, _ in limits]
            if others and bounds and total([*held_to, *others]) > bounds[-1]:
                found.setdefault(frozenset(map(id, entries)), _beside(held_to, others, bounds[-1]))
        for key, problem in found.items():
            # The help for more cards with the same limit covers these, too.
            covered = [(other.message, other.data["limit"]) for more, other in found.items() if key < more]
            if self.params.souls_doubt or ("over", problem.data["limit"]) not in covered:
                yield problem

    def rows(self, model: Model, rule: str) -> None:
        raisers = [
            (slot, effect, defaultdict[int, int](model.switch))
            for slot, effect in model.effects(CopyLimitText)
            if self._texts_count and effect.of is not None and (effect.max is None or effect.max > self.params.max)
        ]
        for slots in _groups(model):
            own = {slot: self.alone(here) for slot in slots if self._about[here := model.places[slot]]}
            bounds = sorted({limit for limit in own.values() if limit is not None})
            for bound in bounds:
                members = [slot for slot, limit in own.items() if limit is not None and limit <= bound]
                _hold(model, rule, members, bound, raisers)
            others = [slot for slot in slots if self._is_beside(model.places[slot])]
            for slot in own if others and bounds else ():
                together = [(each, 1) for each in (*own, *others)]
                model.at_most(rule, [*together, (model.present(slot), EVERY)], bounds[-1] + EVERY)
        for source, effect, switches in raisers:
            for switch in switches.values():
                model.at_most("", {switch: 1, model.present(source): -1}, 0)
            if effect.titles and switches:
                model.at_most("", dict.fromkeys(switches.values(), 1), effect.titles)

    def _is_beside(self, here: Placed) -> bool:
        """Return whether a card may count with others, although the rule is not about it."""
        return self.beside is not None and not self._about[here] and matches(self.beside, here.card)

    @property
    def _texts_count(self) -> bool:
        """Whether card texts change the number without doubt."""
        return self.params.texts and not self.params.texts_doubt

    def _limit(self, tally: Tally, card: Card) -> TextLimit:
        """Return how many copies of a card are allowed; a text that may not count asks its question."""
        limit = copy_limit(tally, card, self.params.max) if self.params.texts else TextLimit(self.params.max)
        if limit.because is None or self._texts_count:
            return limit
        return structs.replace(limit, max=MANY if limit.max is None else limit.max, question=self.params.texts_doubt)

    def _doubted(self, problem: Problem, members: list[Entry]) -> Problem:
        """Return the problem of the cards that certainly count as one; if they are not too many, an open question.

        The other cards are "Soul of" cards, if the format leaves them open or only a subtitle says so, variants of an
        experience level, as no rulebook says whether a variant is another level, and cards with another set mark.
        """
        if problem.message != "over":
            return problem
        shared = set[str].intersection(*(set(entry.card.identity) for entry in members))
        marks = {entry.card.mark for entry in members}
        certain = max(
            (
                [each for each in members if key in self._certain(each.card) and each.card.mark in {"", mark}]
                for key in shared
                for mark in marks
            ),
            key=total,
        )
        if total(certain) > problem.data["limit"]:
            return Problem("over", problem.data | _too_many(certain, problem.data["limit"]), tuple(certain))
        variant = next((entry.card.variant for entry in members if entry.card.variant), "")
        if len(marks - {""}) > 1:
            doubt = _BY_TITLE
        elif not variant or (self.params.souls_doubt and any(entry.card.soul_of for entry in members)):
            doubt = f'a "Soul of" card counts as the older card: {self.params.souls_doubt or _BY_SUBTITLE}'
        else:
            doubt = f"a level with {variant} counts as the level without it: no rulebook says whether it does"
        return Problem("open", problem.data | {"doubt": doubt}, problem.entries)

    def _certain(self, card: Card) -> list[str]:
        return card.certain_identity[: 1 if self.params.souls_doubt and card.soul_of else None]


def is_open(one: Card, other: Card, formats: Iterable[Format]) -> bool:
    """Return whether one of `formats` leaves open if two equivalent cards count together, as only one is Unique."""
    rules = {item.params for fmt in formats for item in fmt.provisions if isinstance(item.params, UniqueParams)}
    asking = [(rule.of, rule.beside) for rule in rules if rule.beside is not None]
    return any(matches(of, a) and matches(beside, b) for of, beside in asking for a, b in ((one, other), (other, one)))


def _problem(members: list[Entry], limit: TextLimit, base: int, raised: dict[str, int]) -> Problem | None:
    count, allowed = total(members), limit.max or 0
    if limit.because and limit.titles and count > base:
        used = raised[limit.because.id] = raised.get(limit.because.id, 0) + 1
        allowed = allowed if used <= limit.titles else base
    data = _too_many(members, allowed) | {
        "why": f": card text of `{limit.because.name}`" if limit.because else "",
        "base": base,
    }
    if count > allowed:
        return Problem("over", data, tuple(members))
    if limit.because and limit.question and count > base:
        data |= {"because": limit.because.name, "question": limit.question, "excess": count - base}
        return Problem("question", data, tuple(members))
    return None


def _too_many(members: list[Entry], limit: int) -> dict[str, Any]:
    """Return what a problem says about its cards, which are equivalent."""
    return {
        "count": (count := total(members)),
        "copies": plural(count, "copy", "copies"),
        "card": _group_name(members),
        "limit": limit,
        "are": plural(limit, "is", "are"),
        "excess": count - limit,
    }


def _beside(held: list[Entry], others: list[Entry], limit: int) -> Problem:
    """Return the question whether the limit on the cards `held` counts `others`, too."""
    members = (*held, *others)
    data = {
        "count": total(members),
        "limit": limit,
        "unique": listing(held),
        "is": plural(total(held), "is", "are"),
        "others": listing(others),
        "are": plural(total(others), "is", "are"),
        "tie": _why_one(members),
    }
    return Problem("beside", data, members)


def _group_name(members: list[Entry]) -> str:
    names = {entry.card.name for entry in members}
    if len(names) == 1:
        return f"`{names.pop()}`"
    return f"one card under the rules ({listing(members)}; {_why_one(members)})"


def _why_one(members: Iterable[Entry]) -> str:
    """Return why different cards count as one: what ties one of them to another, or all to a third, else the title."""
    own = {entry.card.identity[0] for entry in members}
    keys = {card: card.identity if card.soul_of else card.certain_identity for card in (each.card for each in members)}
    tied = [card for card, each in keys.items() if len(each) > 1]
    direct = [card for card in tied if not own.isdisjoint(keys[card][1:])][:1]
    return "; ".join(map(_tie, direct or tied)) or "they share a title"


def _tie(card: Card) -> str:
    if card.soul_of:
        return f"`{card.name}` is the Soul of {' and '.join(card.soul_of)}"
    return f"{'other title' if card.alternate_titles else 'card text'} of `{card.name}`"


Raisers = list[tuple[int, CopyLimitText, defaultdict[int, int]]]


def _hold(model: Model, rule: str, members: list[int], bound: int, raisers: Raisers) -> None:
    """Limit `members` together to `bound`, or to what the card text that raises it most allows."""
    raised: list[tuple[int, float]] = []
    free = set(members)
    for source, effect, switches in raisers:
        hit = [
            s for s in members if _may_rise(model, s, source) and effect.of and matches(effect.of, model.slots[s].card)
        ]
        if hit:
            most = MANY if effect.max is None else effect.max
            raised.append((switches[members[0]], bound - most))
            free.difference_update(hit)
            for slot in hit:
                model.cap[slot] = max(model.cap[slot] if model.cap[slot] < MANY else 0, most, model.slots[slot].old)
    if not raised:
        model.limit_copies(rule, members, bound)
        return
    model.at_most(rule, [*((slot, 1) for slot in members), *raised], bound)
    model.at_most("", [(switch, 1) for switch, _ in raised], 1)
    if free:
        model.at_most(rule, dict.fromkeys(sorted(free), 1), bound)


def _may_rise(model: Model, slot: int, source: int) -> bool:
    """Return whether a text may raise the limit of a slot.

    More copies of a card that is not in the deck, by a text that is not in the deck either, help only where
    the other cards run out, which is ignored.
    """
    own = own_copy_text(model.slots[slot].card)
    return not own and bool(model.slots[slot].old or model.slots[source].old)


def _groups(model: Model) -> Iterator[tuple[int, ...]]:
    """Yield the slots of cards that share an identity key, each group of slots once."""
    groups = grouped((key, index) for index, slot in enumerate(model.slots) for key in slot.card.identity)
    yield from dict.fromkeys(map(tuple, groups.values()))
