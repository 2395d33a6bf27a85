"""Check formats against their card pool, on every day on which something changes."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from deckcheck.formats.loading import FormatFile, Resolved, read_list, resolve_format
from deckcheck.formats.values import named_in
from deckcheck.model.card_list import CardList, Listed
from deckcheck.model.days import bounds
from deckcheck.model.effect import Selector
from deckcheck.model.errors import DataError, nearest
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool, PoolInfo
from deckcheck.rules.catalogue.pool import out_by
from deckcheck.system.strict_yaml import decode, parse, read_text

OpenPool = Callable[[str], Pool]


def verify(fmt: Format, pool: Pool) -> None:
    """Raise DataError when a format names marks, sets or cards missing from the pool, or lists that begin too late."""
    for problem in (*problems(fmt, pool), *_late(fmt)):
        raise DataError(problem, place=fmt.id)


def problems(fmt: Format, pool: Pool) -> Iterator[str]:
    """Yield the names in a format that are missing from the pool."""
    for mark in (*fmt.legality.marks, *fmt.legality.open_marks, *fmt.legality.open_symbols.values()):
        if mark not in pool.info.marks:
            yield f"the pool `{pool.info.id}` has no legality mark `{mark}`"
    for name, section in fmt.sections.items():
        yield from _selector_problems(f"section `{name}`", section, pool)
    sets = pool.sets()
    for provision in fmt.provisions:
        yield from _selector_problems(f"rule `{provision.name}`", provision.params, pool)
        for _, name in named_in(provision.params, "set", "sets", "except_sets", "open_sets", "open_symbols"):
            if name not in sets:
                yield f"rule `{provision.name}`: the pool `{pool.info.id}` has no set `{name}`"
        for _, card_id in named_in(provision.params, "cards", "errata"):
            if pool.card(card_id) is None:
                yield f"rule `{provision.name}`: the pool `{pool.info.id}` has no card with the id `{card_id}`"
        if cards := provision.cards:
            yield from _list_problems(cards, pool)


def _selector_problems(where: str, value: object, pool: Pool) -> Iterator[str]:
    """Yield the types, decks and clans in selectors of `value` that no card of the pool has."""
    words = pool.words()
    for selector in _selectors(value):
        for what, named, known in (
            ("type", (*selector.kind, *selector.not_kind), words.kinds),
            ("deck", selector.deck, words.decks),
            ("clan", (*selector.clan, *selector.not_clan), words.clans),
        ):
            for name in named:
                if name not in known:
                    near = nearest(name, known)
                    meant = f"did you mean `{near}`?" if near else f"known: {', '.join(known)}"
                    yield f"{where}: no card of the pool `{pool.info.id}` has the {what} `{name}`; {meant}"


def _selectors(value: object) -> Iterator[Selector]:
    """Yield the selectors in the fields of `value`, at any depth."""
    if isinstance(value, Selector):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _selectors(getattr(value, field))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _selectors(item)
    elif isinstance(value, dict):
        yield from _selectors(tuple(value.values()))


def lint(paths: list[Path], first: Path | None, open_pool: OpenPool, *, with_lists: bool = False) -> Iterator[str]:
    """Yield the problems of the formats in `paths`, on every day on which one of them changes.

    With `with_lists`, also yield lists beside the formats that no format uses, and lists with the same name. A mistake
    that several formats inherit is reported once.
    """
    used: set[Path] = set()
    said: set[str] = set()
    unread = ""
    for path in paths:
        try:
            for day, resolved in on_every_day(path, first):
                used.update(resolved.lists)
                yield from _named(resolved, day, open_pool)
        except DataError as error:
            said.add("; ".join(filter(None, (str(error), error.help))))
            with contextlib.suppress(DataError):
                unread += read_text(path)
    yield from sorted(said)
    folders = {path.parent for path in paths} | ({first} if first else set())
    for folder in sorted(folders) if with_lists else ():
        lists = sorted(folder.glob("lists/*.yaml"))
        yield from _problems_of_lists(lists, used.union(each for each in lists if each.stem in unread))


def _problems_of_lists(paths: list[Path], used: set[Path]) -> Iterator[str]:
    """Yield the lists that no format uses, and those with the same name."""
    named: dict[str, Path] = {}
    for path in paths:
        if path not in used:
            yield f"{path}: no format uses this list"
        with contextlib.suppress(DataError):  # The format that uses a broken list reports it.
            name = read_list(path).name
            if (other := named.setdefault(fold(name), path)) != path:
                yield f"{path}: `{other.name}` has the same name, `{name}`; give each list its own"


def unused_marks(info: PoolInfo, formats: Sequence[Format]) -> Iterator[str]:
    """Yield each legality mark of a pool that none of `formats` uses."""
    used = {mark for fmt in _formats_of(info, formats) for mark in fmt.legality.marks}
    for mark in info.marks:
        if mark not in used and mark not in info.no_format:
            yield f"pool `{info.id}`: no format uses the mark `{mark}`; use it, or explain it under `no_format`"
        if mark in used and mark in info.no_format:
            yield f"pool `{info.id}`: the mark `{mark}` is under `no_format`, but a format uses it"


def dates_after_arcs(pool: Pool, formats: Sequence[Format]) -> Iterator[str]:
    """Yield each card with the mark of an arc that ended before its release; skip cards without a release day."""
    arcs: dict[str, str] = {}
    for fmt in _formats_of(pool.info, formats):
        named = (provision.params for provision in fmt.provisions)
        arcs |= next((params.arcs for params in named if hasattr(params, "arcs")), {})
    for card in pool.cards():
        known, (first, _) = out_by(card, arcs), bounds(card.release)
        if known < first and "released" not in card.unknown:
            yield (
                f"pool `{pool.info.id}`: `{card.id}` came out on {first} or later, and a mark of it proves {known}; "
                "give the older printing, or name `released` under `unknown`"
            )


def _formats_of(info: PoolInfo, formats: Sequence[Format]) -> list[Format]:
    """Return the formats of a pool, or of the pool that it extends."""
    return [fmt for fmt in formats if fmt.pool in (info.id, info.extends)]


def on_every_day(path: Path, first: Path | None = None) -> Iterator[tuple[str | None, Resolved]]:
    """Yield the format in a file on each day of its own snapshots, and today; nothing for shared parents.

    Its values may need rules that its parents have today only. Raises DataError for a broken format.
    """
    if path.name.startswith("_"):
        return
    latest = resolve_format(path, first)
    own: FormatFile = decode(parse(read_text(path), str(path)), FormatFile)
    days = [each.since for each in own.snapshots]
    for day in ["", *days] if days else []:  # "" is before the first of them.
        yield day, resolve_format(path, first, day)
    yield None, latest


def _named(resolved: Resolved, day: str | None, open_pool: OpenPool) -> Iterator[str]:
    on = f" on {day}" if day else ""
    late = _late(resolved.format) if day is None else ()
    for problem in (*problems(resolved.format, open_pool(resolved.format.pool)), *late):
        yield f"{resolved.files[0]}: {problem}{on}"


def _late(fmt: Format) -> Iterator[str]:
    """Yield the lists that name cards from a day after the last day of the format."""
    for provision in fmt.provisions:
        if not (cards := provision.cards):
            continue
        last = max((cards.days_of(entry)[0] for entry in cards.entries()), default="")
        if last > max(fmt.last, fmt.date):
            yield (
                f"list `{cards.id}` names cards from {last} on, after the day of the format, {fmt.last}: "
                "give the format this `date`, or name the list in a snapshot"
            )


def _list_problems(cards: CardList, pool: Pool) -> Iterator[str]:
    entries = [*cards.entries(), *(Listed(role) for roles in cards.roles.values() for role in roles)]
    for entry in entries:
        title, level = entry.title, entry.level
        found = [card for card in pool.named(fold(title)) if level is None or card.level == level]
        if not any(fold(card.base_title) == fold(title) and entry.card in ("", card.id) for card in found):
            suffix = f" with the id `{entry.card}`" if entry.card else "" if level is None else f" at level {level:g}"
            yield f"list `{cards.id}`: the pool `{pool.info.id}` has no card `{title}`{suffix}"
        if entry.allowed_in not in ("", *pool.sets()):
            yield f"list `{cards.id}`: the pool `{pool.info.id}` has no set `{entry.allowed_in}`"
