"""Counting copies, as the rules about copies share it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.effects import Limit, Met, copy_limit
from deckcheck.model.card import Card
from deckcheck.model.deck import Entry
from deckcheck.model.effect import Copies
from deckcheck.model.finding import Severity
from deckcheck.model.selector import Selector
from deckcheck.rules.base import Message, Problem, listing, plural, total
from deckcheck.rules.screens import Context, Form, Shared, never
from deckcheck.selectors import matches
from deckcheck.tally import Tally


class CopyParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`of`: the cards the rule is about; `max`: how many copies of each may be in the play deck."""

    of: Selector
    max: int


MESSAGES = {
    "over": Message("{count} {copies} of {card}; at most {limit} {are} allowed{why}", "remove {excess} of them"),
    "question": Message(
        "{count} {copies} of {card}; more than {base} are allowed only by the card text of `{because}`: {question}",
        "ask a judge, or remove {excess} of them",
        Severity.UNDECIDED,
    ),
}


def over_limit(tally: Tally, params: CopyParams, *, with_others: bool = False) -> Iterator[Problem]:
    """Yield a problem for each group of equivalent cards with more copies than allowed.

    Cards are equivalent when they share an identity key. Where cards of one group have different limits, those
    with the lower one are held to it among themselves, and all together to the higher one. `with_others` counts
    equivalent cards too that `params.of` does not describe, because a rule with a lower limit is about them.
    """
    seen: set[tuple[int, ...]] = set()
    raised: dict[str, int] = {}
    for entries in tally.groups.values():
        first = entries[0]
        if len(entries) == 1 and first.count <= params.max and not first.card.effects:
            continue  # As most are, which is told without adding up.
        # The texts of other cards can only raise the limit.
        if total(entries) <= params.max and not any(has_own_limit(entry.card) for entry in entries):
            continue
        others = [entry for entry in entries if not matches(params.of, entry.card)]
        limits = [
            (entry, copy_limit(tally.met, entry.card, params.max))
            for entry in entries
            if matches(params.of, entry.card)
        ]
        bounds = sorted({limit.max for _, limit in limits if limit.max is not None})
        for bound in bounds:
            held = [(entry, limit) for entry, limit in limits if limit.max is not None and limit.max <= bound]
            members = [entry for entry, _ in held] + (others if with_others and bound == bounds[-1] else [])
            key = tuple(sorted(id(entry) for entry in members))
            if key in seen:
                continue
            deciding = max((limit for _, limit in held), key=lambda limit: limit.max or 0)
            problem = _problem(members, deciding, params.max, raised)
            if problem:
                seen.add(key)
                yield problem


def has_own_limit(card: Card) -> bool:
    """Return whether the text of a card may replace the limit for its copies."""
    return any(isinstance(effect, Copies) for effect in card.effects)


def screen_copies(params: CopyParams, ctx: Context) -> Iterator[Form | Shared]:
    """Yield what holds for decks without too many copies of a card."""

    def over(card: Card, count: int) -> bool:
        if not matches(params.of, card):
            return False
        limit = copy_limit(Met(), card, params.max).max
        return limit is not None and count > limit

    yield never(over)
    yield Shared(lambda card: card.identity if matches(params.of, card) else (), params.max, has_own_limit)


def _problem(members: list[Entry], limit: Limit, base: int, raised: dict[str, int]) -> Problem | None:
    count, allowed = total(members), limit.max or 0
    data = {
        "count": count,
        "copies": plural(count, "copy", "copies"),
        "card": _group_name(members),
        "limit": allowed,
        "are": plural(allowed, "is", "are"),
        "excess": count - allowed,
        "why": f": card text of `{limit.because.name}`" if limit.because else "",
        "base": base,
    }
    if limit.because and limit.titles and count > base:
        used = raised[limit.because.id] = raised.get(limit.because.id, 0) + 1
        if used > limit.titles:
            data |= {"limit": base, "excess": count - base, "are": plural(base, "is", "are")}
            return Problem("over", data, tuple(members))
    if count > allowed:
        return Problem("over", data, tuple(members))
    if limit.because and limit.question and count > base:
        data |= {"because": limit.because.name, "question": limit.question, "excess": count - base}
        return Problem("question", data, tuple(members))
    return None


def _group_name(members: list[Entry]) -> str:
    names = {entry.card.name for entry in members}
    if len(names) == 1:
        return f"`{names.pop()}`"
    return f"one card by the rules ({listing(members)}; {_why_one(members)})"


def _why_one(members: list[Entry]) -> str:
    """Return what makes different cards one: a keyword or a text that ties a card to another, else the title."""
    own = {entry.card.identity[0] for entry in members}
    tied = [entry.card for entry in members if not own.isdisjoint(entry.card.identity[1:])]
    tied = tied or [entry.card for entry in members if len(entry.card.identity) > 1]
    if not tied:
        return "they share a title"
    card = tied[0]
    if card.soul_of:
        return f"`{card.name}` is a Soul of card"
    return f"{'other title' if card.alternate_titles else 'card text'} of `{card.name}`"
