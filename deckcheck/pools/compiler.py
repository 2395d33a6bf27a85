"""Compile the files of a card pool to the rows of its store."""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.days import Between, bounds, earliest
from deckcheck.model.deck import grouped
from deckcheck.model.effect import Effect
from deckcheck.model.errors import DataError, reading
from deckcheck.model.gold import Gold
from deckcheck.model.names import experience_suffix, fold, loose, split_experience, starts_of
from deckcheck.model.pool import (
    ANATOMY_FILE,
    Anatomy,
    CardSet,
    KnownName,
    PoolInfo,
    PoolSnapshot,
    TitleWords,
    Words,
    one_line,
)
from deckcheck.pools.loading import NAMES, Files
from deckcheck.system import strict_yaml

_pack = msgspec.msgpack.Encoder().encode


class PoolFiles(Struct, frozen=True):
    """The files of a pool, or of one that it extends, by path below its folder."""

    folder: Path
    contents: Mapping[str, bytes]

    def below(self, start: str) -> list[str]:
        """Return the paths that begin with `start`, in order."""
        return sorted(name for name in self.contents if name.startswith(start))

    def decoded(self, name: str, kind: Any) -> Any:
        """Return the value of a file."""
        return strict_yaml.decode(strict_yaml.parse(self._text(name), str(self.folder / name)), kind)

    def lines(self, name: str, kind: type[Any]) -> list[tuple[Any, str]]:
        """Return the items of a file with one item per line, each with its place, ``file:line:column``.

        Lines from the importer are JSON, which is read many times faster than YAML; a line is such a line if writing
        its item again gives the same line. The YAML reader reads all other files.
        """
        path, lines = str(self.folder / name), self._text(name).splitlines()
        given = [(number, line) for number, line in enumerate(lines, 1) if line and not line.startswith("#")]
        decoder = msgspec.json.Decoder(kind)
        with contextlib.suppress(msgspec.DecodeError, UnicodeError):
            items = [(decoder.decode(line[2:]), f"{path}:{number}:3") for number, line in given]
            if all(f"- {one_line(item)}" == line for (item, _), (_, line) in zip(items, given, strict=True)):
                return items
        root = strict_yaml.parse("\n".join(lines), path)
        if not isinstance(root.value, list):
            raise DataError("the file must be a list with one item per line", place=path)
        return [(strict_yaml.decode(node, kind), node.place) for node in root.value]

    def _text(self, name: str) -> str:
        with reading(self.folder / name):
            return self.contents[name].decode("utf-8")


def snapshot_of(files: Files) -> PoolSnapshot:
    """Return a pool as its files, and those of the pools that it extends, have it; raises DataError."""
    own, *bases = parts = _parts(files)
    info: PoolInfo = own.decoded("pool.yaml", PoolInfo)
    if info.id != own.folder.name:
        raise DataError(f"the id `{info.id}` must be the name of the folder", place=str(own.folder / "pool.yaml"))
    for base in bases:
        info = _extended(info, base.decoded("pool.yaml", PoolInfo), own.folder)
    sets = {item.id: item for part in reversed(parts) for item, _ in part.lines("sets.yaml", CardSet)}
    cards: dict[str, Card] = {}
    for part in reversed(parts):
        cards |= _read_cards(part, sets)
    return PoolSnapshot(info=info, sets=sets, cards=cards)


def compile_rows(files: Files) -> dict[str, bytes]:
    """Return the rows of the store for a pool's files; raises DataError with file and line."""
    parts, snapshot = _parts(files)[::-1], snapshot_of(files)
    info, sets = snapshot.info, snapshot.sets
    days = {item.id: item.came_out for item in sets.values()}
    by_id = {card.id: _dated(card, days) for card in snapshot.cards.values()}
    for part in parts:
        by_id |= _with_local_titles(part, by_id)
    anatomy = _anatomy(parts)
    symbols = _symbols(by_id.values(), sets.values())
    found = [_with_symbol_days(_with_unknown(card, anatomy), symbols, days) for card in by_id.values()]
    souls = {card.identity[0]: card for card in found if card.soul_of}
    cards = [_with_bare_level(_with_all_older(card, souls)) for card in found]
    rows = {f"card {card.id}": _pack(card) for card in cards}
    for table, keys in _index(found).items():
        rows.update({f"{table} {key}": _pack(ids) for key, ids in keys.items() if key})
    in_order = sorted(cards, key=lambda card: card.id)
    rows["cards"] = _pack([msgspec.Raw(rows[f"card {card.id}"]) for card in in_order])
    rows["effects"] = _pack([card for card in in_order if card.effects])
    rows["info"] = _pack(info)
    rows["anatomy"] = _pack(anatomy)
    rows["sets"] = _pack(sets)
    names = [known for card in cards for known in _known(card)]
    rows["names"] = _pack(names)
    rows["spellings"] = _pack(_spellings(names, by_id))
    rows["title words"] = _pack(_title_words(known.name for known in names))
    titles = (title for card in cards for title in _titles(card))
    rows["starts"] = _pack(starts_of(titles))
    rows["words"] = _pack(_words(cards))
    return rows


def _parts(files: Files) -> list[PoolFiles]:
    """Return the files of a pool, then those of the pools that it extends."""
    return [PoolFiles(folder, contents) for folder, contents in files.items()]


def _extended(info: PoolInfo, base: PoolInfo, folder: Path) -> PoolInfo:
    if info.game != base.game:
        raise DataError(f"is for `{info.game}` and extends a pool for `{base.game}`", place=str(folder / "pool.yaml"))
    return msgspec.structs.replace(
        info,
        sources=base.sources + info.sources,
        marks=base.marks | info.marks,
        disputed=base.disputed | info.disputed,
        no_format=base.no_format | info.no_format,
    )


def _read_cards(part: PoolFiles, sets: Mapping[str, CardSet]) -> dict[str, Card]:
    """Return the cards of one part with their effects and gold; `sets` has those that the cards may name."""
    effects: dict[str, tuple[Effect, ...]] = part.decoded("effects.yaml", dict[str, tuple[Effect, ...]])
    gold: dict[str, Gold] = {item.id: item for name in part.below("gold.yaml") for item, _ in part.lines(name, Gold)}
    cards: dict[str, Card] = {}
    for name in part.below("cards/"):
        for card, place in part.lines(name, Card):
            if card.id in cards:
                raise DataError(f"there are two cards with the id `{card.id}`", place=place)
            unknown = next((printing.set for printing in card.printings if printing.set not in sets), None)
            if unknown is not None:
                raise DataError(f"`{card.id}` names the unknown set `{unknown}`", place=place)
            own = {"effects": effects.pop(card.id, ()), "gold": gold.pop(card.id, None)}
            cards[card.id] = msgspec.structs.replace(card, **own)
    for what, left in (("effects", effects), ("gold", gold)):
        if left:
            place = str(part.folder / f"{what}.yaml")
            raise DataError(f"{what} for the unknown card `{next(iter(left))}`", place=place)
    return cards


def _dated(card: Card, days: Mapping[str, str | Between]) -> Card:
    """Return the card with the day on which it came out; `days` are those of the sets by id."""
    printed = (item.day or days[item.set] for item in card.printings)
    released, came_out = earliest(filter(None, (*printed, card.out)))
    return msgspec.structs.replace(card, released=released, came_out=came_out)


def _symbols(cards: Iterable[Card], sets: Iterable[CardSet]) -> dict[str, set[str]]:
    """Return the marks on the cards of each set, from the marks of cards over all their printings.

    These are the marks on at least half of the cards that are only in this set. A set without such cards has the marks
    of the set before it.
    """
    marked = (card for card in cards if card.marks or card.banned)
    printed = (({printing.set for printing in card.printings} or {""}, card) for card in marked)
    alone = grouped((first, card) for (first, *others), card in printed if not others)
    found: dict[str, set[str]] = {}
    marks: set[str] = set()
    for set_id in (item.id for item in sorted(sets, key=lambda item: (item.released or "9999", item.id))):
        if set_id in alone:
            counts = Counter(mark for card in alone[set_id] for mark in {*card.marks, *card.banned})
            marks = {mark for mark, count in counts.items() if 2 * count >= len(alone[set_id])}
        found[set_id] = marks
    return found


def _with_symbol_days(card: Card, symbols: Mapping[str, set[str]], days: Mapping[str, str | Between]) -> Card:
    found: dict[str, str] = {}
    for day, printing in sorted((each.day or bounds(days[each.set])[1], each.set) for each in card.printings):
        for mark in symbols[printing].intersection((*card.marks, *card.banned)) if day else ():
            found.setdefault(mark, day)
    # A card with an unknown release day has an older printing, which may lack any symbol.
    out = "" if "released" in card.unknown else bounds(card.release)[1]
    later = tuple(sorted((mark, day) for mark, day in found.items() if day > out))
    return msgspec.structs.replace(card, symbol_days=later) if later else card


def _with_all_older(card: Card, souls: Mapping[str, Card]) -> Card:
    """Return the card with the identities and titles of all cards that equal it through Soul of cards.

    `souls` has the Soul of cards by their own identity.
    """
    keys, titles = list(card.identity), list(card.soul_of)
    for key in keys:  # the loop extends it
        if soul := souls.get(key):
            keys.extend(each for each in soul.identity[1:] if each not in keys)
            titles.extend(each for each in soul.soul_of if each not in titles)
    of = tuple(titles) if card.soul_of else ()
    return msgspec.structs.replace(card, identity=tuple(keys), soul_of=of) if len(keys) > len(card.identity) else card


def _with_bare_level(card: Card) -> Card:
    """Return the card with its level without the variant, too, which may be the same one."""
    bare = tuple(key.removesuffix(card.variant) for key in card.certain_identity if card.variant)
    return msgspec.structs.replace(card, identity=card.identity + bare) if bare else card


def _with_local_titles(part: PoolFiles, cards: Mapping[str, Card]) -> dict[str, Card]:
    """Return the cards of one part, with their names in other languages added."""
    titles: dict[str, dict[str, str]] = defaultdict(dict)
    for name in part.below(f"{NAMES}/"):
        language = name.rpartition("/")[2].removesuffix(".yaml")
        for card_id, title in part.decoded(name, dict[str, str]).items():
            if card_id not in cards:
                raise DataError(f"a name for the unknown card `{card_id}`", place=str(part.folder / name))
            if not fold(title):
                raise DataError(f"the name of `{card_id}` has no letters", place=str(part.folder / name))
            titles[card_id][language] = title
    return {
        card_id: msgspec.structs.replace(
            cards[card_id], local_titles=tuple(sorted({**dict(cards[card_id].local_titles), **found}.items()))
        )
        for card_id, found in titles.items()
    }


def _anatomy(parts: Iterable[PoolFiles]) -> Anatomy:
    found = Anatomy()
    for part, name in ((each, name) for each in parts for name in each.below(ANATOMY_FILE)):
        anatomy: Anatomy = part.decoded(name, Anatomy)
        faces = [face for decks in anatomy.kinds.values() for face in decks.values()]
        for field in (*anatomy.unverified, *(field for face in faces for field in face.fields)):
            if field not in Card.__struct_fields__:
                raise DataError(f"cards have no field `{field}`", place=str(part.folder / name))
        found = anatomy.over(found)
    return found


def _with_unknown(card: Card, anatomy: Anatomy) -> Card:
    missing = anatomy.missing(card)
    unknown = tuple(dict.fromkeys((*card.unknown, *missing)))
    return msgspec.structs.replace(card, unknown=unknown) if missing else card


def _index(cards: list[Card]) -> dict[str, dict[str, list[str]]]:
    """Return the ids of the cards by look-up key, for each look-up table of the pool."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for card in cards:
        marked = f"{card.title} {card.mark}" if card.mark else card.title
        local = [title for _, title in card.local_titles]
        keys: dict[str, Iterable[str]] = {
            "name": map(fold, (card.title, card.base_title, marked, card.id, *card.aliases, *local)),
            "also": map(fold, card.alternate_titles),
            "soul": card.identity[1:] if card.soul_of else (),
            "loose": map(loose, (card.title, card.base_title)),
        }
        for table, each in keys.items():
            for key in dict.fromkeys(each):
                found[table][key].append(card.id)
    return found


def _known(card: Card) -> Iterator[KnownName]:
    """Yield the name of a card, then those in other languages."""
    sets = tuple(printing.set for printing in card.printings)
    suffix = experience_suffix(card.level, card.variant)
    for name in dict.fromkeys((card.name, *(f"{title}{suffix}" for _, title in card.local_titles))):
        yield KnownName(name, card.id, card.marks, sets, card.kind)


def _titles(card: Card) -> tuple[str, ...]:
    local = (title for _, title in card.local_titles)
    return (card.title, card.base_title, *card.aliases, *card.alternate_titles, *local)


def _spellings(names: Sequence[KnownName], cards: Mapping[str, Card]) -> dict[str, list[int]]:
    """Return the places of each name in small letters, and of titles that no card has without level or subtitle."""
    places = grouped((known.name.casefold(), place) for place, known in enumerate(names))
    cards_at = enumerate(cards[known.id] for known in names)
    titles = ((place, {card.title.casefold(), card.base_title.casefold()}) for place, card in cards_at)
    return places | grouped((title, place) for place, own in titles for title in sorted(own.difference(places)))


def _title_words(names: Iterable[str]) -> TitleWords:
    words = {word for name in names for word in split_experience(name)[0].replace(",", " ").split()}
    return TitleWords(
        words=tuple(sorted({word.casefold() for word in words})),
        small=tuple(sorted(word for word in words if word[0].islower())),
    )


def _words(cards: list[Card]) -> Words:
    return Words(
        kinds=tuple(sorted({card.kind for card in cards})),
        decks=tuple(sorted({card.deck for card in cards})),
        clans=tuple(sorted({clan for card in cards for clan in card.clans})),
        elements=tuple(sorted({element for card in cards for element in card.elements})),
        marks=tuple(sorted({card.mark for card in cards} - {""})),
    )
