"""Compare sources with a pool, card by card: changed, missing and conflicting facts, and how complete the pool is."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import grouped
from deckcheck.model.effect import ClansOnly, CopyLimitText, Effect, RequiresRole
from deckcheck.model.names import fold, identity_key
from deckcheck.model.pool import CardSet, Conflict, Difference, FieldChange, FieldCoverage, PoolSnapshot, Source
from deckcheck.model.sentences import quoted
from deckcheck.pools.loading import FilePool
from deckcheck.pools.sources.corrections import Correction, Corrections, read_corrections
from deckcheck.pools.sources.records import SourceData, SourceRecord

# Fields whose order has no meaning, and the effects that follow from the record of a card.
_UNORDERED = frozenset({"clans", "keywords", "marks", "elements", "printings"})
_FROM_RECORD = (RequiresRole, CopyLimitText, ClansOnly)
_NOTHING: tuple[Any, ...] = (None, (), "")
# Fields that cards of every type must have, or may have.
_GENERAL = ("unique", "keywords", "printings", "released")
_FACTS = (
    *("kind", "unique", "cost", "focus", "force", "chi", "honor_requirement", "personal_honor"),
    *("influence", "military", "political", "glory"),
)

# What the sources say about one card: their records, each with the name of its source.
_Said = list[tuple[str, SourceRecord]]


def merge(
    held: PoolSnapshot, sources: Iterable[SourceData], corrections: Corrections, *, remove_gone: bool = False
) -> Difference:
    """Return how the pool differs from the sources, and the merged pool.

    Corrections override every source. A fact on which sources differ stays as in the pool. Cards that are gone from
    every source stay in the merged pool unless `remove_gone` is set.
    """
    added = {card_id: card for card_id, card in sorted(corrections.new.items()) if card_id not in held.cards}
    held = msgspec.structs.replace(held, cards=held.cards | added, sets=held.sets | corrections.sets)
    read = [_in_words_of(held, source) for source in sources]
    known, new, doubts = _by_card(held.cards.values(), read)
    old = {key: held.cards[key] for key in sorted(known.keys() | corrections.cards.keys() & held.cards.keys())}
    compared = [_compared(card, known.get(key, []), corrections.cards.get(key)) for key, card in old.items()]
    # A new card has the facts of its first source.
    created = [_compared(said[0][1].card, said, corrections.cards.get(key)) for key, said in sorted(new.items())]
    listed = {item.id: item for source in read for item in source.sets}
    gone = tuple(
        card
        for card_id, card in sorted(held.cards.items())
        if card_id not in known and card.printings and not card.unverified
        if all(printing.set in listed for printing in card.printings)
    )
    doubled = sorted(corrections.removed & held.cards.keys())
    removed = {*doubled, *(card.id for card in gone if remove_gone)}
    cards = held.cards | {each.card.id: each.card for each in (*compared, *created)}
    used = {
        each.set for said in [*known.values(), *new.values()] for _, record in said for each in record.card.printings
    }
    new_sets = {key: item for key, item in listed.items() if key in used - held.sets.keys()}
    # Sources that list only cards do not name their sets.
    new_sets |= {key: CardSet(key, key) for key in sorted(used - held.sets.keys() - listed.keys())}
    merged = PoolSnapshot(
        info=msgspec.structs.replace(held.info, sources=_sources(held.info.sources, read)),
        sets=held.sets | new_sets,
        cards={key: card for key, card in cards.items() if key not in removed},
    )
    changed = [change for each in compared for change in each.changed]
    return Difference(
        new=(*added.values(), *(each.card for each in created)),
        changed=(*changed, *(FieldChange(key, "id", key, None, "correction") for key in doubled)),
        gone=gone,
        conflicts=tuple(conflict for each in (*compared, *created) for conflict in each.conflicts),
        new_sets=tuple(new_sets.values()),
        doubts=tuple(doubts),
        held_back=sum(each.held_back for each in (*compared, *created)),
        merged=merged,
    )


def _in_words_of(held: PoolSnapshot, source: SourceData) -> SourceData:
    """Return the data with the ids of the pool for its sets, which sources write with or without an article, and marks.

    A mark that the pool does not have is a doubt, unless the source has only some of the marks.
    """
    replace = msgspec.structs.replace
    ids = {set_id.removeprefix("the-"): set_id for set_id in held.sets}
    marks = held.info.marks

    def own(set_id: str) -> str:
        return ids.get(set_id.removeprefix("the-"), set_id)

    def translated(card: Card) -> Card:
        printings = tuple(replace(each, set=own(each.set)) for each in card.printings)
        own_marks = tuple(mark for mark, name in marks.items() if mark in card.marks or name in card.marks)
        return replace(card, printings=printings, marks=own_marks)

    known = {*marks, *marks.values()}
    said = [(record.place, mark) for record in source.records if "marks" in record.full for mark in record.card.marks]
    return replace(
        source,
        sets=tuple(replace(item, id=own(item.id)) for item in source.sets),
        records=tuple(replace(record, card=translated(record.card)) for record in source.records),
        doubts=source.doubts + tuple(f"{at}: unknown legality mark `{mark}`" for at, mark in said if mark not in known),
    )


def _by_card(
    cards: Iterable[Card], sources: Iterable[SourceData]
) -> tuple[dict[str, _Said], dict[str, _Said], list[str]]:
    """Return the records about cards of the pool and about new ones, by the id of the card, and the doubts."""
    matcher = Matcher(cards)
    said = [(source.source, record) for source in sources for record in source.records]
    matched = [(matcher.match(record.card, by), (by, record)) for by, record in said]
    doubts = [doubt for source in sources for doubt in source.doubts]
    doubts += [f"{record.place}: {found}" for found, (_, record) in matched if isinstance(found, str)]
    known = grouped((found.id, each) for found, each in matched if isinstance(found, Card))
    new = grouped((each[1].card.id, each) for found, each in matched if found is None)
    return known, new, doubts


class _Compared(Struct):
    """A card with what its sources and its correction say, the changes, and the number of values held back."""

    card: Card
    changed: list[FieldChange] = []
    conflicts: list[Conflict] = []
    held_back: int = 0

    def settle(self, field: str, old: Any, claims: list[tuple[str, Any]]) -> Any:
        """Return the new value of a field, and record a change or a conflict."""
        different = [(by, claim) for by, claim in claims if not _same(field, claim, old)]
        if not different:
            return old
        # A missing value in one source does not remove the value of another.
        lacking = old not in _NOTHING and any(claim in _NOTHING for _, claim in claims)
        differing = any(not _same(field, claim, claims[0][1]) for _, claim in claims)
        if (lacking and different[0][0] != "correction") or differing:
            self.conflicts.append(Conflict(self.card.id, field, tuple(claims), old))
            return old
        self.changed.append(FieldChange(self.card.id, field, old, claims[0][1], different[0][0]))
        return claims[0][1]


def _compared(card: Card, said: _Said, correction: Correction | None) -> _Compared:
    """Return a card with the records about it merged; a correction overrides them."""
    found = _Compared(card)
    fixed = _fixed(card, correction) if correction else {}
    values: dict[str, Any] = {}
    for field in Card.__struct_fields__:
        old = getattr(card, field)
        claims = [(by, _claim(record, field, old)) for by, record in said if field in record.full | record.partial]
        if field in fixed:
            found.held_back += any(not _same(field, claim, fixed[field]) for _, claim in claims)
            claims = [("correction", fixed[field])]
        values[field] = found.settle(field, old, claims)
    if "effects" in fixed:
        found.held_back += any(effect not in fixed["effects"] for _, record in said for effect in record.card.effects)
    else:
        values["effects"] = _effects(found, said)
    found.card = _named(msgspec.structs.replace(card, **values))
    return found


def _effects(found: _Compared, said: _Said) -> tuple[Effect, ...]:
    """Return the effects of a card with those that follow from the records about it merged."""
    old = found.card.effects
    new = tuple(effect for effect in old if not isinstance(effect, _FROM_RECORD))
    for kind in reversed(_FROM_RECORD):
        claims = [(by, _of(kind, record.card.effects)) for by, record in said if kind in record.full_effects]
        new = (*found.settle("effects", _of(kind, old), claims), *new)
    return old if set(new) == set(old) else new


def _fixed(card: Card, correction: Correction) -> dict[str, Any]:
    """Return the fields that a correction sets; they become known, and others may become unknown and lose a value."""
    fixed = correction.values()
    stated = {name for name, value in fixed.items() if value is not None}
    unknown = ({*card.unknown} - fixed.keys()) | ({*fixed.get("unknown", ())} - stated)
    return fixed | {"unknown": tuple(sorted(unknown))}


def _named(card: Card) -> Card:
    """Return the card with the identity of its title, which a correction may have changed."""
    own = identity_key(card.base_title, card.level, card.variant)
    return card if card.identity[0] == own else msgspec.structs.replace(card, identity=(own, *card.identity[1:]))


def _claim(record: SourceRecord, field: str, old: Any) -> Any:
    """Return the value of a field after merging a record; a partial field only ever adds."""
    value = getattr(record.card, field)
    if field in record.full:
        return value
    if field == "printings":
        kept = [p for p in old if all(p.set != other.set or _fits(other, p) for other in value)]
        return (*kept, *(p for p in value if not any(_fits(p, other) for other in kept)))
    return (*old, *(item for item in value if item not in old))


def _of(kind: type[Effect], effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple(effect for effect in effects if isinstance(effect, kind))


def _fits(said: Any, printing: Any) -> bool:
    """Return whether a printing from a source, which may lack details, is this printing of the pool."""
    pairs = ((said.number, printing.number), (said.rarity, printing.rarity), (said.copies, printing.copies))
    return said.set == printing.set and all(not one or one == other for one, other in pairs)


def _same(field: str, one: Any, other: Any) -> bool:
    if field in _UNORDERED:
        return sorted(map(str, one)) == sorted(map(str, other))
    # A statistic is the same as text and as a number.
    return bool(one == other) or (one is not None and other is not None and str(one) == str(other))


def _sources(old: tuple[Source, ...], read: Iterable[SourceData]) -> tuple[Source, ...]:
    """Return the provenance with a new entry for each source that contributed, instead of its earlier one."""
    new = {
        source.source: Source(source.source, "", date=source.date, digest=source.digest, cards=len(source.records))
        for source in read
    }
    kept = [new.pop(source.name) if source.name in new else source for source in old]
    return (*kept, *new.values())


class Matcher:
    """Finds cards by id and alias, then by title, set mark and level; each card matches at most one record."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._by_id = {card.id: card for card in cards}
        self._by_alias = grouped((alias, card) for card in self._by_id.values() for alias in card.aliases)
        self._by_name = grouped((_name(card), card) for card in self._by_id.values())
        self._taken: set[tuple[str, str]] = set()

    def match(self, card: Card, source: str) -> Card | str | None:
        """Return the card of the pool, None when there is none, or a sentence when several match."""
        known = [self._by_id[card.id]] if card.id in self._by_id else []
        aliased = self._by_alias.get(card.id, [])
        # Ids made from names have the same beginning for cards of one name.
        named = [each for each in known + aliased if _name(each) == _name(card)]
        exact = [each for each in named if each in known and each.kind == card.kind]
        alike = self._by_name.get(_name(card), [])
        found = exact or named or aliased or known or alike
        if not found:
            return None
        if len(found) == 1 and found[0] in alike:  # An id made from a name does not distinguish cards of that name.
            found = alike
        free = self._narrowed([each for each in found if (source, each.id) not in self._taken], card)
        if not free:
            return f"`{card.id}` comes twice"
        if len(free) > 1 and _distance(free[0], card):
            return f"`{card.id}` could be {quoted((each.id for each in free), 'or')}"
        self._taken.add((source, free[0].id))
        return free[0]

    def _narrowed(self, found: list[Card], card: Card) -> list[Card]:
        """Return the cards that match best, by type, then by a shared set, by deck, and by all other facts."""
        if len(found) <= 1:
            return found
        sets = {printing.set for printing in card.printings}
        tests: tuple[Callable[[Card], bool], ...] = (
            lambda each: each.kind == card.kind,
            lambda each: any(printing.set in sets for printing in each.printings),
            lambda each: each.deck == card.deck,
        )
        for fits in tests:
            found = [each for each in found if fits(each)] or found
        nearest = min(_distance(each, card) for each in found)
        found = [each for each in found if _distance(each, card) == nearest]
        return [each for each in found if card.id in (each.id, *each.aliases)] or found


def _distance(held: Card, card: Card) -> int:
    """Return in how many facts the record `card` differs from `held`, ignoring facts that the record lacks."""
    known = (field for field in _FACTS if getattr(card, field) is not None)
    return sum(str(getattr(held, field)) != str(getattr(card, field)) for field in known)


def _name(card: Card) -> tuple[str, str, float, str]:
    return fold(card.title), card.mark, card.level, card.variant


def coverage_of(pool: FilePool) -> Iterator[FieldCoverage]:
    """Yield how complete the cards of a pool are, and their sources; raises DataError.

    The first results are for all arcs together, then follow the arcs in the order of their first sets; types are sorted
    by name.
    """
    sets, anatomy, corrections = pool.sets(), pool.anatomy(), read_corrections(pool.folder).cards
    first = {item.arc or item.cycle: item.released or "9999" for item in reversed(list(sets.values()))}
    groups = grouped(((arc, card.kind), card) for card in pool.cards() for arc in ("", *_arcs(card, sets)))
    for arc, kind in sorted(groups, key=lambda group: (bool(group[0]), first.get(group[0], "9999"), group)):
        found = groups[arc, kind]
        own = [name for face in anatomy.kinds.get(kind, {}).values() for name in face.fields]
        for field in dict.fromkeys((*own, *_GENERAL)):
            asked = [card for card in found if field in (*_GENERAL, *anatomy.face(card).fields)]
            known = [card for card in asked if _is_known(card, field)]
            if asked:
                sources = Counter(_source(card, field, corrections) for card in known if _has(card, field))
                yield FieldCoverage(arc, kind, field, len(known), len(asked), sources)


def _arcs(card: Card, sets: Mapping[str, CardSet]) -> Iterable[str]:
    """Return the arc, or the cycle of the card game, of each set that the card was printed in."""
    found = (sets[printing.set] for printing in card.printings)
    return dict.fromkeys((item.arc or item.cycle or item.name for item in found) if card.printings else ("no set",))


def _is_known(card: Card, field: str) -> bool:
    return field not in card.unknown and (_has(card, field) or field not in ("printings", "released"))


def _has(card: Card, field: str) -> bool:
    return getattr(card, "release" if field == "released" else field) not in _NOTHING


def _source(card: Card, field: str, corrections: Mapping[str, Correction]) -> str:
    if field == "gold_production" and card.gold is not None:
        return f"gold.yaml, {card.gold.source}" if card.gold.source else "gold.yaml"
    correction = corrections.get(card.id)
    return correction.source if correction and field in correction.fields else "card data"
