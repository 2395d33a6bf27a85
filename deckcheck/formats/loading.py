"""Load formats and their lists: resolve `extends`, and record where each value was set; the JSON Schema of formats."""

import hashlib
import json
import re
from collections.abc import Callable
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from deckcheck.formats.draws import drawn, economy_rules
from deckcheck.formats.files import find_format, find_list
from deckcheck.formats.values import Cite, inside, is_drop, merge_params, named_in, origin_of, put, typed
from deckcheck.model.card_list import KINDS, CardList
from deckcheck.model.days import Between, bounds, day_or_month, is_date, is_month
from deckcheck.model.digest import digest
from deckcheck.model.errors import DataError, UsageError, did_you_mean, raised_as
from deckcheck.model.format import Draw, FateRules, Format, GoldRules, Legality, RuleSetting, Section
from deckcheck.model.names import fold
from deckcheck.rules import ALWAYS, ORDER, all_rules, rule_named
from deckcheck.system import paths, strict_yaml
from deckcheck.system.strict_yaml import Node

# Keys that a format inherits from its parent, with their fields.
_FACTS = {
    **{key: key for key in ("name", "game", "pool", "basis", "date", "cards_until")},
    "from": "first",
}
# The parameters that name sections, which all rules share.
_SECTIONS = ("section", "stronghold", "sensei", "roles", "minimums", "maximums")
# Kinds of lists whose rules can leave a verdict undecided.
_MAY_BE_OPEN = ("banned", "restricted", "rotated", "splash-banned")
_DROP = {
    "type": "object",
    "properties": {"drop": {"type": "string", "description": "Why the parent's value does not apply here."}},
    "required": ["drop"],
    "additionalProperties": False,
}


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes from one day on; `rules`, `draws` and `economy` are merged into the earlier ones.

    `gap` says which rules of its days no source has.
    """

    since: str = field(name="from")
    name: str
    rules: dict[str, Any] = {}
    draws: dict[str, Any] = {}
    economy: dict[str, Any] = {}
    gap: str = ""


class FormatFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a format file as written; `sections`, `rules`, `draws` and `economy` are merged with the parent's.

    `unchecked` says in a sentence which rules of the format no source has.
    """

    id: str
    name: str = ""
    extends: str = ""
    game: str = ""
    pool: str = ""
    basis: str = ""
    first: str | Between = field(default="", name="from")
    date: str = ""
    cards_until: str = ""
    aliases: tuple[str, ...] = ()
    unchecked: str = ""
    documents: dict[str, str] = {}
    sections: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    draws: dict[str, Any] = {}
    economy: dict[str, Any] = {}
    snapshots: list[Snapshot] = []


class _Merged(Struct):
    """The values merged so far, from the oldest parent down."""

    facts: dict[str, Node] = {}
    documents: dict[str, Node] = {}
    sections: dict[str, Node] = {}
    rules: dict[str, Node] = {}
    dropped: dict[str, str] = {}
    draws: dict[str, Node] = {}
    economy: dict[str, Node] = {}
    lineage: list[str] = []
    files: list[Path] = []
    lists: list[Path] = []
    snapshots: list[tuple[str, str]] = []
    gap: str = ""
    last: str = ""
    aliases: tuple[str, ...] = ()
    unchecked: str = ""


class Resolved(Struct, frozen=True):
    """A format, its format files with the most specific first, and its list files."""

    format: Format
    files: tuple[Path, ...]
    lists: tuple[Path, ...]


def resolve_format(path: Path, first: Path | None = None, as_of: str | None = None) -> Resolved:
    """Return the format in a file, merged with its parents, as of the day `as_of` (None: the latest).

    Raises:
        DataError: with file, line and column, when one of the files is invalid.
    """
    draft = _merge(path, first, (), as_of)
    own = str(path)
    provisions = tuple(_provision(rule, draft, first) for rule in ORDER if rule in draft.rules)
    legality = next((each.params for each in provisions if isinstance(each.params, Legality)), None)
    facts = {key: strict_yaml.plain(item) for key, item in draft.facts.items()}
    for key in ("name", "game", "pool", "basis", "date"):
        if not facts.get(key):
            raise DataError(f"the format has no `{key}`", place=own)
    if legality is None:
        raise DataError("the format has no rule `not-legal`, so no card belongs to it", place=own)
    _check_sections(draft, provisions)
    used = (*draft.files, *draft.lists)
    last = max(facts.pop("date"), draft.last)
    begins = msgspec.convert(facts.pop("first", ""), str | Between)
    if isinstance(begins, str):
        begins = day_or_month(begins, "the month of its first cards")
    fmt = Format(
        **facts,
        first=bounds(begins)[0],
        begins=begins if isinstance(begins, Between) else None,
        digest=digest(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in used)),
        lineage=tuple(draft.lineage),
        sections={
            name: strict_yaml.decode(item, Section, f"section `{name}`") for name, item in draft.sections.items()
        },
        provisions=provisions,
        dropped=draft.dropped,
        draws=tuple(drawn(name, cited, draft.documents, draft.sections) for name, cited in draft.draws.items()),
        legality=legality,
        economy=tuple(economy_rules(name, cited, draft.documents) for name, cited in draft.economy.items()),
        date=as_of or last,
        last=last,
        snapshots=tuple(sorted(draft.snapshots)),
        gap=draft.gap,
        aliases=draft.aliases,
        unchecked=draft.unchecked,
    )
    return Resolved(fmt, tuple(draft.files), tuple(draft.lists))


def _merge(path: Path, first: Path | None, children: tuple[str, ...], as_of: str | None) -> _Merged:
    shown = _shown(path)
    file = strict_yaml.parse(strict_yaml.read_text(path), shown)
    header: FormatFile = strict_yaml.decode(file, FormatFile)
    if header.id != path.stem or not re.match(paths.DATA_ID, header.id):
        raise DataError(f"the id `{header.id}` must be the file's name without `.yaml`", place=inside(file, "id").place)
    if header.id in children:
        cycle = " -> ".join([*children, header.id])
        raise DataError(f"formats extend each other in a circle: {cycle}", place=inside(file, "extends").place)
    if header.extends:
        with raised_as(DataError, UsageError, inside(file, "extends").place):
            parent = find_format(header.extends, first, path.parent)
        draft = _merge(parent, first, (*children, header.id), as_of)
    else:
        draft = _Merged()
    draft.lineage.insert(0, header.id)
    draft.files.insert(0, path)
    _merge_facts(draft, header, file)
    for short in header.documents:
        put(draft.documents, short, f"the document `{short}`", inside(file, "documents", short))
    for name in header.sections:
        given = inside(file, "sections", name)
        if is_drop(given, "section", name, name in draft.sections):
            del draft.sections[name]
        else:
            put(draft.sections, name, f"the section `{name}`", given)
    _merge_changes(draft, header, file)
    _merge_snapshots(draft, header, file, as_of)
    return draft


def _merge_facts(draft: _Merged, header: FormatFile, file: Node) -> None:
    draft.facts["id"] = inside(file, "id")
    draft.aliases, draft.unchecked = header.aliases, header.unchecked  # A parent's do not belong to its children.
    for key, field_name in _FACTS.items():
        if key not in file.value:
            continue
        given = inside(file, key)
        value = strict_yaml.plain(given)
        put(draft.facts, field_name, f"`{key}`", given)
        if key == "basis" and value not in ("official", "community"):
            raise DataError("`basis` must be official or community", place=given.place)
        if isinstance(value, str) and (key in ("date", "cards_until") or (key == "from" and not is_month(value))):
            _check_date(given)


def _merge_changes(draft: _Merged, changes: FormatFile | Snapshot, whole: Node) -> None:
    """Merge the rules, draws and economy of a file or a snapshot, which is `whole` as written."""
    for name, params in changes.rules.items():
        given = inside(whole, "rules", name)
        if isinstance(params, dict) and (name not in ORDER or name in ALWAYS):
            known = did_you_mean(name, ORDER, "`deckcheck rule` lists the rules")
            raise DataError(f"there is no rule `{name}` for formats", place=given.place, help=known)
        merge_params(draft.rules, "rule", name, given)
        draft.dropped.pop(name, None)
        if name not in draft.rules:
            draft.dropped[name] = params["drop"]
    for key, names, merged in ("draws", changes.draws, draft.draws), ("economy", changes.economy, draft.economy):
        for name in names:
            merge_params(merged, f"{key} of", name, inside(whole, key, name))


def _merge_snapshots(draft: _Merged, header: FormatFile, file: Node, as_of: str | None) -> None:
    """Merge the dated changes of one file up to the day `as_of`."""
    previous = ""
    for index, snapshot in enumerate(header.snapshots):
        here = inside(file, "snapshots", index)
        day = inside(here, "from")
        _check_date(day)
        if snapshot.since <= previous:
            raise DataError("snapshots must be in the order of their dates, one per day", place=day.place)
        previous = snapshot.since
        draft.last = max(draft.last, snapshot.since)
        if as_of is None or snapshot.since <= as_of:
            _merge_changes(draft, snapshot, here)
            draft.snapshots.append((snapshot.since, snapshot.name))
            draft.gap = snapshot.gap


def _provision(name: str, draft: _Merged, first: Path | None) -> RuleSetting:
    merged = draft.rules[name]
    if named := merged.value.get("list"):
        listed = msgspec.structs.replace(named, value=_list(named, draft, first).value)
        merged = msgspec.structs.replace(merged, value=merged.value | {"list": listed})
    return typed("rule", name, merged, draft.documents, rule_named(name).params)


def _list(named: Node, draft: _Merged, first: Path | None) -> Node:
    """Return the list of a rule with the list before it, and record its files."""
    place = origin_of(named).place
    if not isinstance(named.value, str):
        raise DataError("`list` is the id of a list", place=place)
    listed = _read(named.value, draft, first, place)
    before = listed.value.get("before")
    if before and before.value:
        before = _read(before.value, draft, first, place)
        listed = msgspec.structs.replace(listed, value=listed.value | {"before": before})
    return listed


def _read(list_id: str, draft: _Merged, first: Path | None, place: str) -> Node:
    path = find_list(list_id, first, draft.files[0].parent)
    if path is None:
        raise DataError(f"there is no list `{list_id}`", place=place, help="lists are in the folder lists/ of formats")
    if path not in draft.lists:
        draft.lists.append(path)
    read_list(path)  # Refuses a wrong one.
    return _parsed_list(path)


def read_list(path: Path) -> CardList:
    """Return the list in a file; raises DataError with file, line and column."""
    node = _parsed_list(path)
    result: CardList = strict_yaml.decode(node, CardList)

    def wrong(key: str, message: str) -> DataError:
        return DataError(message, place=node.value[key].place)

    if result.id != path.stem:
        raise wrong("id", f"the id `{result.id}` must be the file's name without `.yaml`")
    if result.kind not in KINDS:
        raise wrong("kind", f"`kind` is one of {', '.join(KINDS)}")
    for since in (result.since, *(day for entry in result.entries() for day in entry.written)):
        if not is_date(since):
            raise wrong("from", f"`{since}` is not a date like 2011-09-01")
    if not isinstance(result.before, str):
        raise wrong("before", "`before` is the id of a list")
    if result.before and not result.begins:
        raise wrong("before", "`before` needs the interval `begins`")
    _check_days(result, wrong)
    seen: set[tuple[str, float | None, str]] = set()
    for entry in result.entries():
        key = (fold(entry.title), entry.level, entry.card)
        if key in seen:
            raise wrong("cards", f"`{entry.title}` is on the list twice")
        seen.add(key)
    return result


def _parsed_list(path: Path) -> Node:
    shown = f"{path.parent.parent.name}/lists/{path.name}" if path.parent.name == "lists" else str(path)
    return strict_yaml.parse(strict_yaml.read_text(path), shown)


def _check_days(listed: CardList, wrong: Callable[[str, str], DataError]) -> None:
    """Raise DataError when a list whose rule needs exact days has an interval."""
    if listed.kind in _MAY_BE_OPEN:
        return
    if listed.begins:
        raise wrong("begins", f"a list of the kind {listed.kind} needs exact days")
    for entry in listed.entries():
        if isinstance(entry.since, Between) or isinstance(entry.until, Between):
            raise wrong("cards", f"`{entry.title}`: a list of the kind {listed.kind} needs exact days")


def _check_sections(draft: _Merged, provisions: tuple[RuleSetting, ...]) -> None:
    for provision in provisions:
        for key, section in named_in(provision.params, *_SECTIONS):
            if section not in draft.sections:
                origin = provision.origins.get(key, provision.origin)
                raise DataError(f"rule `{provision.name}`: there is no section `{section}`", place=origin.place)


def _check_date(given: Node) -> None:
    if not is_date(given.value):
        raise DataError(f"`{given.value}` is not a date like 2011-09-01", place=given.place)


def _shown(path: Path) -> str:
    """Return the name of a format file for messages: its folder and name, the same on every machine."""
    return f"{path.parent.name}/{path.name}" if path.parent.name == "formats" else str(path)


def format_schema() -> str:
    """Return the schema as text: every key, every rule with its parameters, and what each of them finds."""
    rules = [rule for rule in all_rules() if rule.name not in ALWAYS]
    (header, section, cite, draw, gold, fate, *params), definitions = msgspec.json.schema_components(
        [FormatFile, Section, Cite, Draw, GoldRules, FateRules, *(rule.params for rule in rules)],
        ref_template="#/$defs/{name}",
    )

    def cited(schema: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [_DROP, _rule(definitions[schema["$ref"].rpartition("/")[2]], cite)]}

    properties = {
        rule.name: {"description": f"{rule.code}: {rule.summary}", **cited(schema)}
        for rule, schema in zip(rules, params, strict=True)
    }
    paid = {"gold": cited(gold), "fate": cited(fate)}
    dated = {
        "rules": {"type": "object", "properties": properties, "additionalProperties": False},
        "draws": {"type": "object", "additionalProperties": cited(draw)},
        "economy": {"type": "object", "properties": paid, "additionalProperties": False},
    }
    definitions |= dated
    for holder in ("FormatFile", "Snapshot"):
        definitions[holder]["properties"] |= {key: {"$ref": f"#/$defs/{key}"} for key in dated}
    top = definitions["FormatFile"]["properties"]
    top["sections"] = {"type": "object", "additionalProperties": {"anyOf": [_DROP, section]}}
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "deckcheck format", **header}
    return json.dumps(_settled({**schema, "$defs": dict(sorted(definitions.items()))}), indent=2) + "\n"


def _settled(value: Any) -> Any:
    """Return a schema that is the same for all versions of Python and msgspec.

    Versions of msgspec order alternatives differently, so null comes last; versions of Python indent docstrings
    differently, so descriptions have no indent.
    """
    if isinstance(value, list):
        return [_settled(item) for item in value]
    if not isinstance(value, dict):
        return value
    schema = {key: _settled(item) for key, item in value.items()}
    if isinstance(schema.get("description"), str):
        schema["description"] = cleandoc(schema["description"])
    if isinstance(schema.get("anyOf"), list):
        schema["anyOf"] = sorted(schema["anyOf"], key=lambda each: each == {"type": "null"})
    return schema


def _rule(params: dict[str, Any], cite: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a rule: its parameters, a list given by its id, and the citation."""
    properties = {key: {"type": "string"} if key == "list" else value for key, value in params["properties"].items()}
    return {"type": "object", "properties": {**properties, "cite": cite}, "additionalProperties": False}
