"""Format definitions: finding them, resolving `extends`, and saying where every value was set."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from deckcheck import strict_yaml
from deckcheck.errors import DataError, UsageError
from deckcheck.loading.format_files import FORMAT_ID, find_format, find_list
from deckcheck.loading.list_files import is_date, read_list
from deckcheck.model.finding import Citation, Origin
from deckcheck.model.format import Format, Legality, Provision, Section
from deckcheck.rules import ALWAYS, ORDER, rule_named
from deckcheck.strict_yaml import Node

_LEGALITY_RULE = "not-legal"


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes from one day on; `rules` are merged on top of what was in force before."""

    since: str = field(name="from")
    name: str
    rules: dict[str, Any]


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a format file as written; `sections` and `rules` are merged with the parent's by name."""

    id: str
    name: str = ""
    extends: str = ""
    game: str = ""
    pool: str = ""
    basis: str = ""
    date: str = ""
    aliases: tuple[str, ...] = ()
    documents: dict[str, str] = {}
    sections: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    snapshots: list[Snapshot] = []


class Cite(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A citation as written: the short name of a document, and the section, page and line in it."""

    doc: str
    section: str = ""
    page: int | str = ""
    line: int | str = ""

    @property
    def at(self) -> str:
        """The place in the document as one text."""
        parts = [self.section, f"p. {self.page}" if self.page else "", f"l. {self.line}" if self.line else ""]
        return ", ".join(part for part in parts if part)


class _Value(Struct):
    value: Any
    origin: Origin


class _Draft(Struct):
    """What has been merged so far, from the oldest parent down."""

    facts: dict[str, _Value]
    documents: dict[str, _Value]
    sections: dict[str, _Value]
    rules: dict[str, dict[str, _Value]]
    places: dict[str, Origin]
    lineage: list[str]
    files: list[Path]
    lists: list[Path]
    snapshots: list[tuple[str, str]]
    last: str = ""
    aliases: tuple[str, ...] = ()


class Resolved(Struct, frozen=True):
    """A format, the format files it was made of from the most specific on, and the list files."""

    format: Format
    files: tuple[Path, ...]
    lists: tuple[Path, ...]


def resolve_format(path: Path, first: Path | None = None, as_of: str | None = None) -> Resolved:
    """Return the format in a file, merged with its parents, as it was on the day `as_of` (None: the latest).

    Raises:
        DataError: with file, line and column, for everything that is wrong with one of the files.
    """
    draft = _merge(path, first, (), as_of)
    own = str(path)
    provisions = tuple(_provision(rule, draft, first) for rule in ORDER if rule in draft.rules)
    legality = next((p.params for p in provisions if p.rule == _LEGALITY_RULE), None)
    facts = {key: item.value for key, item in draft.facts.items()}
    for key in ("name", "game", "pool", "basis", "date"):
        if not facts.get(key):
            raise DataError(f"the format has no `{key}`", place=own)
    if not isinstance(legality, Legality):
        raise DataError(f"the format has no rule `{_LEGALITY_RULE}`, so no card belongs to it", place=own)
    _check_sections(draft, provisions)
    used = (*draft.files, *draft.lists)
    digest = hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in used))
    facts["date"] = as_of or max(facts["date"], draft.last)
    fmt = Format(
        **facts,
        digest=f"sha256:{digest.hexdigest()}",
        lineage=tuple(draft.lineage),
        sections={name: _section(name, item) for name, item in draft.sections.items()},
        provisions=provisions,
        legality=legality,
        snapshots=tuple(sorted(draft.snapshots)),
        as_of=as_of or "",
        aliases=draft.aliases,
    )
    return Resolved(fmt, tuple(draft.files), tuple(draft.lists))


def _merge(path: Path, first: Path | None, children: tuple[str, ...], as_of: str | None) -> _Draft:
    shown = _shown(path)
    node = strict_yaml.parse(strict_yaml.read_text(path), shown)
    header: Header = strict_yaml.decode(node, Header, shown)
    where = _Places(header.id, shown, node)
    if header.id != path.stem or not re.match(FORMAT_ID, header.id):
        raise DataError(f"the id `{header.id}` must be the file's name without `.yaml`", place=where.text("id"))
    if header.id in children:
        cycle = " -> ".join([*children, header.id])
        raise DataError(f"formats extend each other in a circle: {cycle}", place=where.text("extends"))
    if header.extends:
        try:
            parent = find_format(header.extends, first, path.parent)
        except UsageError as error:
            raise DataError(error.message, place=where.text("extends"), help=error.help) from None
        draft = _merge(parent, first, (*children, header.id), as_of)
    else:
        draft = _Draft({}, {}, {}, {}, {}, [], [], [], [])
    draft.lineage.insert(0, header.id)
    draft.files.insert(0, path)
    _merge_facts(draft, header, where)
    _merge_documents(draft, header, where)
    for name, value in header.sections.items():
        _merge_section(draft, name, value, where)
    for name, params in header.rules.items():
        _merge_rule(draft, name, params, where.inside("rules", name))
    _merge_snapshots(draft, header, where, as_of)
    return draft


class _Places:
    """The places of the values of one file, from one of its nodes on."""

    def __init__(self, format_id: str, path: str, root: Node) -> None:
        self.format_id, self.path, self.root = format_id, path, root

    def inside(self, *keys: str | int) -> _Places:
        """Return the places from the node under `keys` on."""
        return _Places(self.format_id, self.path, self._node(keys))

    def origin(self, *keys: str | int) -> Origin:
        return Origin(self.format_id, self.path, self._node(keys).line)

    def text(self, *keys: str | int) -> str:
        node = self._node(keys)
        return f"{self.path}:{node.line}:{node.column}"

    def _node(self, keys: tuple[str | int, ...]) -> Node:
        node = self.root
        for key in keys:
            node = node.value[key]
        return node


def _merge_facts(draft: _Draft, header: Header, where: _Places) -> None:
    draft.facts["id"] = _Value(header.id, where.origin("id"))
    draft.aliases = header.aliases  # A parent's are not its children's.
    for key in ("name", "game", "pool", "basis", "date"):
        value = getattr(header, key)
        if key not in where.root.value:
            continue
        if key in draft.facts and draft.facts[key].value == value:
            raise _no_change(f"`{key}`", draft.facts[key], where.text(key))
        if key == "basis" and value not in ("official", "community"):
            raise DataError("`basis` is official or community", place=where.text(key))
        if key == "date":
            _check_date(value, where.text(key))
        draft.facts[key] = _Value(value, where.origin(key))


def _merge_documents(draft: _Draft, header: Header, where: _Places) -> None:
    for short, title in header.documents.items():
        known = draft.documents.get(short)
        if known and known.value == title:
            raise _no_change(f"the document `{short}`", known, where.text("documents", short))
        draft.documents[short] = _Value(title, where.origin("documents", short))


def _merge_section(draft: _Draft, name: str, value: Any, where: _Places) -> None:
    place = where.text("sections", name)
    if _is_drop(value, "section", name, name in draft.sections, place):
        del draft.sections[name]
        return
    known = draft.sections.get(name)
    if known and known.value == value:
        raise _no_change(f"the section `{name}`", known, place)
    draft.sections[name] = _Value(value, where.origin("sections", name))


def _merge_rule(draft: _Draft, name: str, params: object, where: _Places) -> None:
    """Merge one rule; `where` are the places from its own node on."""
    place = where.text()
    if not isinstance(params, dict):
        raise DataError(f"the rule `{name}` needs its parameters, or `drop`", place=place)
    if name not in ORDER or name in ALWAYS:
        raise DataError(f"there is no rule `{name}` for formats", place=place, help="`deckcheck rule` lists the rules")
    if _is_drop(params, "rule", name, name in draft.rules, place):
        del draft.rules[name]
        return
    merged = draft.rules.setdefault(name, {})
    if not params and merged:
        raise DataError(f"the rule `{name}` is already in force and nothing is changed", place=place)
    for key, value in params.items():
        known = merged.get(key)
        if known and known.value == value:
            raise _no_change(f"`{key}` of the rule `{name}`", known, where.text(key))
        merged[key] = _Value(value, where.origin(key))
    draft.places[name] = where.origin()


def _merge_snapshots(draft: _Draft, header: Header, where: _Places, as_of: str | None) -> None:
    """Merge the dated changes of one file up to the day `as_of`."""
    previous = ""
    for index, snapshot in enumerate(header.snapshots):
        here = where.inside("snapshots", index)
        _check_date(snapshot.since, here.text("from"))
        if snapshot.since <= previous:
            raise DataError("snapshots must stand in the order of their dates, one a day", place=here.text("from"))
        previous = snapshot.since
        if as_of is None or snapshot.since <= as_of:
            for name, params in snapshot.rules.items():
                _merge_rule(draft, name, params, here.inside("rules", name))
            draft.snapshots.append((snapshot.since, snapshot.name))
            draft.last = max(draft.last, snapshot.since)


def _is_drop(value: Any, what: str, name: str, known: bool, place: str) -> bool:
    if not (isinstance(value, dict) and "drop" in value):
        return False
    if not known:
        raise DataError(f"there is no {what} `{name}` to drop", place=place)
    if len(value) > 1:
        raise DataError(f"a {what} that is dropped takes no other keys", place=place)
    if not (isinstance(value["drop"], str) and value["drop"].strip()):
        raise DataError(f"dropping the {what} `{name}` needs a reason", place=place, help="drop: <why>")
    return True


def _no_change(what: str, known: _Value, place: str) -> DataError:
    origin = known.origin
    return DataError(
        f"{what} changes nothing: {origin.format} has the same value ({origin.path}:{origin.line})",
        place=place,
        help="remove it",
    )


def _provision(name: str, draft: _Draft, first: Path | None) -> Provision:
    values = dict(draft.rules[name])
    place = draft.places[name]
    where = f"{place.path}:{place.line}"
    cite = values.pop("cite", None)
    if cite is None:
        raise DataError(f"the rule `{name}` has no citation", place=where, help="cite: {doc: ..., section: ...}")
    try:
        source = msgspec.convert(cite.value, Cite)
    except msgspec.ValidationError as error:
        raise DataError(f"citation of `{name}`: {error}", place=f"{cite.origin.path}:{cite.origin.line}") from None
    if source.doc not in draft.documents:
        raise DataError(f"the document `{source.doc}` is not listed", place=f"{cite.origin.path}:{cite.origin.line}")
    if not source.at:
        raise DataError(
            f"the citation of `{name}` names no section, page or line", place=f"{cite.origin.path}:{cite.origin.line}"
        )
    plain = {key: item.value for key, item in values.items()}
    if "list" in values:
        plain["list"] = _list(values["list"], draft, first)
    try:
        params = msgspec.convert(plain, rule_named(name).params)
    except msgspec.ValidationError as error:
        message, _, at = str(error).partition(" - at `$")
        key = re.match(r"\.([^.\[`]+)", at)
        unknown = re.search(r"unknown field `(.*)`", message)
        part = values.get(key[1] if key else unknown[1] if unknown else "")
        spot = part.origin if part else place
        text = message[:1].lower() + message[1:]
        raise DataError(f"rule `{name}`: {text}", place=f"{spot.path}:{spot.line}") from None
    return Provision(
        rule=name,
        params=params,
        cite=Citation(draft.documents[source.doc].value, source.at),
        origin=place,
        origins={key: item.origin for key, item in values.items()} | {"cite": cite.origin},
    )


def _list(named: _Value, draft: _Draft, first: Path | None) -> Any:
    """Return the list that a rule names, in builtin types, and note its file."""
    place = f"{named.origin.path}:{named.origin.line}"
    if not isinstance(named.value, str):
        raise DataError("`list` is the id of a list", place=place)
    path = find_list(named.value, first, draft.files[0].parent)
    if path is None:
        raise DataError(
            f"there is no list `{named.value}`", place=place, help="lists are in the folder lists/ of formats"
        )
    if path not in draft.lists:
        draft.lists.append(path)
    return msgspec.to_builtins(read_list(path))


def _section(name: str, item: _Value) -> Section:
    try:
        return msgspec.convert(item.value, Section)
    except msgspec.ValidationError as error:
        raise DataError(f"section `{name}`: {error}", place=f"{item.origin.path}:{item.origin.line}") from None


def _check_sections(draft: _Draft, provisions: tuple[Provision, ...]) -> None:
    for provision in provisions:
        for key, section in _named_sections(provision.params):
            if section and section not in draft.sections:
                origin = provision.origins.get(key, provision.origin)
                raise DataError(
                    f"rule `{provision.rule}`: there is no section `{section}`", place=f"{origin.path}:{origin.line}"
                )


def _named_sections(params: Any) -> Iterator[tuple[str, str]]:
    """Yield the sections that parameters name, by the parameter; these names are the same in all rules."""
    for key in ("section", "stronghold", "sensei", "roles"):
        if hasattr(params, key):
            yield key, getattr(params, key)
    for key in ("minimums", "maximums"):
        for section in getattr(params, key, ()):
            yield key, section


def _check_date(value: str, place: str) -> None:
    if not is_date(value):
        raise DataError(f"`{value}` is not a date like 2011-09-01", place=place)


def _shown(path: Path) -> str:
    """Return how a format file is named in messages: its folder and name, the same on every machine."""
    return f"{path.parent.name}/{path.name}" if path.parent.name == "formats" else str(path)
