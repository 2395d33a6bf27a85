"""One card as text: facts, printings, formats, and cards that lists play with it; and cards that a search found."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.comparison import Companions
from deckcheck.model.deck import grouped
from deckcheck.model.effect import CountsAs, effect_name
from deckcheck.model.format import Format, Hit
from deckcheck.model.gold_words import gold_phrases
from deckcheck.model.json_text import json_page
from deckcheck.model.names import fold, printable
from deckcheck.model.pool import Pool
from deckcheck.model.query.fields import NUMBERS
from deckcheck.model.query.knowledge import words_of
from deckcheck.model.sentences import counted
from deckcheck.reports.tables import table_of_used
from deckcheck.rules.copies import is_open
from deckcheck.rules.legality import standing_in
from deckcheck.rules.tally import clan_names

# The maximum number of cards named as played with a card.
_MOST_BESIDE = 8
# The cost has a column of its own, and the level is in the name.
_FACTS = [field.attribute for field in NUMBERS.values() if field.attribute not in ("cost", "level")]
_LABELS = {"honor_requirement": "honor req.", "influence": "influence cost", "influence_pool": "influence"}


def card_lines(card: Card, pool: Pool, formats: Sequence[Format]) -> Iterator[str]:
    """Yield the name of a card, then a line for each of its facts; `formats` are those of its game."""
    where = f", {card.deck.title()} deck" if card.deck != "none" else ""
    yield f"{card.name}  ({card.kind.title()}{where}, {pool.info.name})"
    yield from (f"  in {language}: {title}" for language, title in card.local_titles)
    if facts := all_facts_of(card):
        yield f"  {facts}"
    if card.keywords:
        yield f"  keywords: {', '.join(card.keywords)}"
    if card.unverified:
        yield f"  unverified: {card.unverified}"
    if card.unknown:
        yield f"  missing data: {', '.join(map(words_of, card.unknown))}"
    for is_doubted, same in grouped((is_open(card, other, formats), other.name) for other in _same(card, pool)).items():
        names = ", ".join(f"`{name}`" for name in sorted({*same}, key=fold))
        yield f"  copies {'may ' if is_doubted else ''}count together with: {names}"
    for effect in card.effects:
        fields = msgspec.to_builtins(effect)
        del fields["effect"]
        details = "; ".join(f"{words_of(key)} {_words(value)}" for key, value in fields.items())
        yield f"  card text: {effect_name(effect)}{f' ({details})' if details else ''}"
    sets = pool.sets()
    for printing in card.printings:
        card_set = sets[printing.set]
        number = printing.number and f"no. {printing.number}"
        details = ", ".join(filter(None, (printing.day or card_set.when, number, printing.rarity)))
        yield f"  printed in: {card_set.name}{f' ({details})' if details else ''}"
    yield from standing_lines(card, formats)


def standing_lines(card: Card, formats: Iterable[Format]) -> Iterator[str]:
    """Yield a line for each legality that a card has in formats, with their ids; "legal" comes first."""
    ids = grouped((str(standing_in(fmt)(card)), fmt.id) for fmt in formats)
    for how in sorted(ids, key=lambda how: (how != "legal", how == "not legal", how)):
        yield f"  {how} in: {', '.join(ids[how])}"


def beside_lines(found: Companions) -> Iterator[str]:
    """Yield how many lists play a card, in how many copies, and the cards that most of them play with it."""
    copies = ", ".join(f"{counted(copies, 'copy')} in {lists}" for copies, lists in found.copies)
    yield f"  in {found.having} of {found.lists} lists{f': {copies}' if copies else ''}"
    if found.others:
        others = ", ".join(f"{card.name} ({lists})" for card, lists in found.others[:_MOST_BESIDE])
        yield f"  played with: {others}"


def _words(value: object) -> str:
    """Return a value of an effect in words: a selector as its conditions, a list as its alternatives."""
    if isinstance(value, Mapping):
        return ", ".join(f"{words_of(key)} {_words(each)}" for key, each in value.items())
    if isinstance(value, tuple | list):
        return " or ".join(map(_words, value)) or "none"
    if value is None:
        return "any number"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _same(card: Card, pool: Pool) -> list[Card]:
    """Return the other cards in decks that share a title and level with `card`, whatever their subtitle is."""
    own = set(card.certain_identity)
    titles = {key.partition("@")[0] for key in own}
    near = {other.id: other for title in titles for other in (*pool.named(title), *pool.titled_also(title))}
    waiting, known = [*own], {*own}
    while waiting:  # A Soul of a card may have Souls of its own.
        souls = {other.id: other for other in pool.souls_of(waiting.pop())}
        found = {soul.identity[0] for soul in souls.values()} - known
        waiting += found
        known |= found
        near |= souls
    near |= {other.id: other for other in pool.with_effects() if other.effects_of(CountsAs)}
    others = (other for other in near.values() if other.id != card.id and "none" not in {card.deck, other.deck})
    others = (other for other in others if {card.mark, other.mark} <= {"", card.mark or other.mark})
    return [other for other in others if own.intersection(other.certain_identity)]


def cost_of(card: Card) -> str:
    """Return the cost of a card as a cell; "" if no source gives it."""
    return "" if card.cost is None or "cost" in card.unknown else str(card.cost)


def all_facts_of(card: Card) -> str:
    """Return the facts of a card in one line, its cost first."""
    return ", ".join(filter(None, (f"cost {card.cost}" if cost_of(card) else "", *facts_of(card))))


def facts_of(card: Card) -> Iterable[str]:
    """Yield the clans, elements, statistics and gold of a card as short phrases, without its cost."""
    yield from (clan_names([clan]) for clan in card.clans)
    yield from () if "elements" in card.unknown else card.elements
    for field in _FACTS:
        value = None if field in card.unknown else getattr(card, field)
        if value is not None:
            yield f"{_LABELS.get(field, words_of(field.removesuffix('_bonus')))} {value}"
    yield from gold_phrases(card)
    if card.unique:
        yield "unique"
    if card.loyal:
        yield "loyal"


def _table(hits: Sequence[Hit]) -> str:
    """Return a table with a column for each statistic that one of the cards has."""
    heads = {"pool": "pool", "name": "name", "kind": "kind", "deck": "deck", "clans": "clans"}
    heads |= {field.attribute: field.short for field in NUMBERS.values() if field.attribute != "level"}
    heads |= {"standing": "standing", "left": "left", "unknown": "unknown"}
    rows = [_facts(hit) | {"unknown": ", ".join(map(words_of, hit.unknown))} for hit in hits]
    return table_of_used(rows, heads) if rows else ""


def _csv(hits: Sequence[Hit]) -> str:
    """Return comma-separated values with a column for each fact, the same columns whatever was found."""
    from deckcheck.reports.csv import row

    rows = [_facts(hit) for hit in hits]
    return "".join([row(rows[0] if rows else ("pool", "id", "name")), *(row(each.values()) for each in rows)])


def _json(hits: Sequence[Hit]) -> str:
    """Return a list of objects with the facts as pool files have them, the pool, the name and the standing."""
    items = []
    for hit in hits:
        item = {"pool": hit.pool, "name": hit.card.name, **msgspec.to_builtins(hit.card)}
        if hit.standing:
            item["standing"] = msgspec.to_builtins(hit.standing)
        if hit.left is not None:
            item["left"] = hit.left
        items.append(item)
    return json_page(items)


def _names(hits: Sequence[Hit]) -> str:
    """Return one name per line, as deck lists write them."""
    return "".join(f"{printable(hit.card.name)}\n" for hit in hits)


RENDERERS = {"table": _table, "json": _json, "csv": _csv, "names": _names}


def _facts(hit: Hit) -> dict[str, str]:
    card: Card = hit.card
    return {
        "pool": hit.pool,
        "id": card.id,
        "name": card.name,
        "kind": card.kind,
        "deck": "" if card.deck == "none" else card.deck,
        "clans": ", ".join(card.clans),
        "unique": "yes" if card.unique else "",
        "keywords": ", ".join(card.keywords),
        **{field.attribute: _number(card, field.attribute) for field in NUMBERS.values()},
        "elements": ", ".join(card.elements),
        "sets": ", ".join(printing.set for printing in card.printings),
        "marks": ", ".join(card.marks),
        "banned": ", ".join(card.banned),
        "released": str(card.release),
        "standing": str(hit.standing or ""),
        "left": _written(hit.left),
        "unknown": ", ".join(map(words_of, card.unknown)),
    }


def _number(card: Card, attribute: str) -> str:
    return "?" if attribute in card.unknown else _written(getattr(card, attribute))


def _written(value: float | str | None) -> str:
    return "" if value is None else str(value)
