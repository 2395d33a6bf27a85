"""S010 provinces-do-not-fit-rings: the provinces cannot be assigned to the rings.

What it checks
    Whether each province can take a ring slot of its own: one slot a ring, a Seeker's additional slot in place
    of any other. A province with several elements may take the slot of any of them.

Why
    A set of provinces has exactly one province for each ring.

Illegal
    two air provinces and no fire province with a Keeper role

Legal
    two air provinces and no fire province with Seeker of Air
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry
from deckcheck.model.effect import ExtraProvince
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, Rule, listing, total, waiting
from deckcheck.rules.screens import Context, Form
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: where the provinces are; `rings`: the slots, one each; `roles`: the section that may add one."""

    section: str
    rings: tuple[str, ...]
    roles: str


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem when the provinces do not fit; wrong numbers and doubles are other rules' findings."""
    entries = tally.entries(params.section)
    if total(entries) > len(params.rings) or any(entry.count > 1 for entry in entries):
        return
    extra = [effect.element for _, effect in tally.met.of(ExtraProvince)]
    left = min((_unplaced(entries, slots) for slots in _slot_sets(params.rings, extra)), key=len)
    if not left:
        return
    data = {
        "left": listing(left),
        "elements": ", ".join(f"`{entry.card.name}` {'/'.join(entry.card.elements)}" for entry in entries),
        "role": f" (with an additional {'/'.join(extra)} slot)" if extra else "",
    }
    if tally.may_hold(params.roles) and any(not _unplaced(entries, s) for s in _slot_sets(params.rings, params.rings)):
        yield Problem("open", data | waiting(tally), tuple(left), tally.open_lines)
    else:
        yield Problem("over", data, tuple(left))


def _slot_sets(rings: tuple[str, ...], extra: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield rings
    for element in extra:
        for ring in rings:
            yield (*(other for other in rings if other != ring), element)


def _unplaced(entries: list[Entry], slots: tuple[str, ...]) -> list[Entry]:
    """Return the entries left over by a largest assignment of entries to slots (augmenting paths)."""
    holder: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for slot, element in enumerate(slots):
            if element in entries[index].card.elements and slot not in tried:
                tried.add(slot)
                if slot not in holder or place(holder[slot], tried):
                    holder[slot] = index
                    return True
        return False

    return [entry for index, entry in enumerate(entries) if not place(index, set())]


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of.

    By Hall's theorem all provinces have a slot when those that fit no slot but those of some rings are never more
    than these rings, with an additional slot one more; there are never more provinces than rings.
    """
    for size in range(len(params.rings)):
        for rings in combinations(params.rings, size):

            def taken(card: Card, count: int, rings: tuple[str, ...] = rings) -> int:
                added = sum(isinstance(effect, ExtraProvince) and effect.element in rings for effect in card.effects)
                slots = set(card.elements).intersection(params.rings)
                inside = ctx.section(card) == params.section and slots.issubset(rings)
                return (count if inside else 0) - added

            yield Form(taken, most=size)
    yield Form(lambda card, _: sum(isinstance(effect, ExtraProvince) for effect in card.effects), most=1)


RULE = Rule(
    code="S010",
    name="provinces-do-not-fit-rings",
    summary="The provinces cannot be assigned to the rings.",
    messages={
        "over": Message(
            "no ring is left for {left}{role}: {elements}", "choose one province for each ring, or a Seeker role"
        ),
        "open": Message(
            "no ring is left for {left} without a Seeker role: {elements}, and {lines} {did}",
            "correct the lines that did not resolve; the verdict hangs on them",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    check=check,
    screen=screen,
)
