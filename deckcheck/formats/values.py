"""Values of format files with their places, and the merging of parameters along `extends`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError, known_keys, lowered
from deckcheck.model.finding import Citation, Origin
from deckcheck.model.sentences import plural, quoted
from deckcheck.system.strict_yaml import Node

T = TypeVar("T")


class Cite(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A citation as written: the short name of a document, and the section and page in it.

    `doubt` is the reason why the source proves nothing; errors of the rule then become undecided findings.
    """

    doc: str
    section: str = ""
    page: int | str = ""
    doubt: str = ""


class Value(Struct):
    """A value in builtin types, and its place."""

    value: Any
    origin: Origin


class Cited(Struct):
    """The parameters of one rule or of one section's draws, merged so far; `origin` is the latest change."""

    values: dict[str, Value]
    origin: Origin


class ValuePlaces:
    """The places of the values of one file, from one of its nodes on."""

    def __init__(self, format_id: str, path: str, root: Node) -> None:
        self.format_id, self.path, self.root = format_id, path, root

    def inside(self, *keys: str | int) -> ValuePlaces:
        """Return the places from the node under `keys` onward."""
        return ValuePlaces(self.format_id, self.path, self._node(keys))

    def origin(self, *keys: str | int) -> Origin:
        """Return the place of the node under `keys` with its format."""
        return Origin(self.format_id, self.path, self._node(keys).line)

    def text(self, *keys: str | int) -> str:
        """Return the place of the node under `keys` for messages."""
        node = self._node(keys)
        return f"{self.path}:{node.line}:{node.column}"

    def _node(self, keys: tuple[str | int, ...]) -> Node:
        node = self.root
        for key in keys:
            node = node.value[key]
        return node


def merge_params(merged: dict[str, Cited], what: str, name: str, params: object, where: ValuePlaces) -> None:
    """Merge the parameters `params` of `what` (rule, draws of) `name`; `where` are the places from its node on.

    Raises:
        DataError: when the parameters are missing, change nothing, or drop something that does not exist.
    """
    place = where.text()
    if not isinstance(params, dict):
        raise DataError(f"the {what} `{name}` needs its parameters, or `drop`", place=place)
    if is_drop(params, what, name, name in merged, place):
        del merged[name]
        return
    known = merged.setdefault(name, Cited({}, where.origin()))
    if not params and known.values:
        raise DataError(f"the {what} `{name}` is already in force, and this changes nothing", place=place)
    for key, value in params.items():
        put(known.values, key, value, f"`{key}` of the {what} `{name}`", where.inside(key))
    known.origin = where.origin()


def is_drop(value: Any, what: str, name: str, known: bool, place: str) -> bool:
    """Return whether `value` drops `what` of the parent; raises DataError when there is nothing to drop."""
    if not (isinstance(value, dict) and "drop" in value):
        return False
    if not known:
        raise DataError(f"there is no {what} `{name}` to drop", place=place)
    if len(value) > 1:
        raise DataError(f"a {what} that is dropped takes no other keys", place=place)
    if not (isinstance(value["drop"], str) and value["drop"].strip()):
        raise DataError(f"dropping the {what} `{name}` needs a reason", place=place, help="drop: <why>")
    return True


def put(merged: dict[str, Value], key: str, value: object, what: str, where: ValuePlaces) -> None:
    """Give a key its value, which is at `where`; raises DataError when a parent already gives it that value."""
    if (known := merged.get(key)) and known.value == value:
        same = f"{known.origin.format} has the same value ({known.origin.place})"
        raise DataError(f"{what} changes nothing: {same}", place=where.text(), help="remove it")
    merged[key] = Value(value, where.origin())


def typed(
    what: str, name: str, cited: Cited, documents: Mapping[str, Value], kind: type[T]
) -> tuple[T, dict[str, Any]]:
    """Return the parameters as a `kind`, and the fields of their `CitedValues`.

    Raises:
        DataError: when the citation is missing, names an unlisted document or no place in it, or a type is wrong.
    """
    values = dict(cited.values)
    cite = values.pop("cite", None)
    if cite is None:
        raise DataError(
            f"the {what} `{name}` has no citation", place=cited.origin.place, help="cite: {doc: ..., section: ...}"
        )
    try:
        source = msgspec.convert(cite.value, Cite)
    except msgspec.ValidationError as error:
        raise DataError(f"citation of `{name}`: {lowered(error)}", place=cite.origin.place) from None
    if source.doc not in documents:
        known = f"list it under `documents`; known: {', '.join(documents)}"
        raise DataError(f"the document `{source.doc}` is not listed", place=cite.origin.place, help=known)
    at = ", ".join(filter(None, (source.section, f"p. {source.page}" if source.page else "")))
    if not at:
        raise DataError(f"the citation of `{name}` names no section or page", place=cite.origin.place)
    try:
        params = msgspec.convert({key: item.value for key, item in values.items()}, kind)
    except msgspec.ValidationError as error:
        message, _, at = str(error).partition(" - at `$")
        if "missing required field" in message and not at:
            raise _lacking(what, name, cited, kind) from None
        key = re.match(r"\.([^.\[`]+)", at)
        unknown = re.search(r"unknown field `(.*)`", message)
        part = values.get(key[1] if key else unknown[1] if unknown else "")
        inside = f", `{at.strip('.`')}`" if at else ""
        place = (part.origin if part else cited.origin).place
        raise DataError(
            f"{what} `{name}`{inside}: {lowered(message)}", place=place, help=known_keys(error, kind)
        ) from None
    return params, {
        "cite": Citation(documents[source.doc].value, at, source.doubt),
        "origin": cited.origin,
        "origins": {key: item.origin for key, item in values.items()} | {"cite": cite.origin},
    }


def _lacking(what: str, name: str, cited: Cited, kind: type[Any]) -> DataError:
    """Return the error for a rule or draws without all required values, which no parent has in force."""
    lacking = [each.name for each in msgspec.structs.fields(kind) if each.required and each.name not in cited.values]
    add = ", ".join(f"`{each}: ...`" for each in lacking)
    return DataError(
        f"{what} `{name}`: {quoted(lacking)} {plural(len(lacking), 'is', 'are')} missing",
        place=cited.origin.place,
        help=f"no parent has this in force, so nothing is inherited; add {add}",
    )
