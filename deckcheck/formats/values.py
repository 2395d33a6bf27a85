"""Values of format files with their places, and the merging of parameters along `extends`."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError
from deckcheck.model.finding import Citation, Origin
from deckcheck.model.format import FormatSetting
from deckcheck.model.sentences import plural, quoted
from deckcheck.system.strict_yaml import Node, decode, plain

T = TypeVar("T", bound=Struct)


class Cite(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A citation as written: the short name of a document, and the section and page in it.

    `doubt` is the reason why the source proves nothing; errors of the rule then become undecided findings.
    """

    doc: str
    section: str = ""
    page: int | str = ""
    doubt: str = ""


class Value(Struct, frozen=True):
    """A value in a file of the format with this id, and its place."""

    format_id: str
    node: Node

    @property
    def value(self) -> Any:
        """The value in builtin types."""
        return plain(self.node)

    @property
    def origin(self) -> Origin:
        """The place with its format."""
        return Origin(self.format_id, self.node.line, self.node.path)

    @property
    def place(self) -> str:
        """The place for messages."""
        return self.node.place

    def inside(self, *keys: str | int) -> Value:
        """Return the value under `keys`."""
        return Value(self.format_id, functools.reduce(lambda node, key: node.value[key], keys, self.node))


class Cited(Struct):
    """The parameters of one rule or of one section's draws, merged so far; `origin` is the latest change."""

    values: dict[str, Value]
    origin: Origin


def merge_params(merged: dict[str, Cited], what: str, name: str, given: Value) -> None:
    """Merge the parameters `given` of `what` (rule, draws of) `name`.

    Raises:
        DataError: when the parameters are missing, change nothing, or drop something that does not exist.
    """
    if not isinstance(given.node.value, dict):
        raise DataError(f"the {what} `{name}` needs its parameters, or `drop`", place=given.place)
    if is_drop(given, what, name, name in merged):
        del merged[name]
        return
    known = merged.setdefault(name, Cited({}, given.origin))
    if not given.value and known.values:
        raise DataError(f"the {what} `{name}` is already in force, and this changes nothing", place=given.place)
    for key in given.value:
        put(known.values, key, f"`{key}` of the {what} `{name}`", given.inside(key))
    known.origin = given.origin


def is_drop(given: Value, what: str, name: str, known: bool) -> bool:
    """Return whether a value drops `what` of the parent; raises DataError when there is nothing to drop."""
    value, place = given.value, given.place
    if not (isinstance(value, dict) and "drop" in value):
        return False
    if not known:
        raise DataError(f"there is no {what} `{name}` to drop", place=place)
    if len(value) > 1:
        raise DataError(f"a {what} that is dropped takes no other keys", place=place)
    if not (isinstance(value["drop"], str) and value["drop"].strip()):
        raise DataError(f"dropping the {what} `{name}` needs a reason", place=place, help="drop: <why>")
    return True


def put(merged: dict[str, Value], key: str, what: str, given: Value) -> None:
    """Give a key its value; raises DataError when a parent already gives it that value."""
    if (known := merged.get(key)) and known.value == given.value:
        same = f"{known.origin.format} has the same value ({known.origin.place})"
        raise DataError(f"{what} changes nothing: {same}", place=given.place, help="remove it")
    merged[key] = given


def typed(what: str, name: str, cited: Cited, documents: Mapping[str, Value], kind: type[T]) -> FormatSetting[T]:
    """Return `what` (rule, draws of, economy of) `name` with its parameters as a `kind`.

    Raises:
        DataError: when the citation is missing, names an unlisted document or no place in it, or a type is wrong.
    """
    values, origin = dict(cited.values), cited.origin
    cite = values.pop("cite", None)
    if cite is None:
        raise DataError(
            f"the {what} `{name}` has no citation", place=origin.place, help="cite: {doc: ..., section: ...}"
        )
    source: Cite = decode(cite.node, Cite, f"citation of `{name}`")
    if source.doc not in documents:
        known = f"list it under `documents`; known: {', '.join(documents)}"
        raise DataError(f"the document `{source.doc}` is not listed", place=cite.place, help=known)
    at = ", ".join(filter(None, (source.section, f"p. {source.page}" if source.page else "")))
    if not at:
        raise DataError(f"the citation of `{name}` names no section or page", place=cite.place)
    required = {each.encode_name: each.required for each in msgspec.structs.fields(kind)}
    lacking = [key for key in required if required[key] and key not in values]
    if lacking and values.keys() <= required.keys():  # Otherwise an unknown key may be the lacking one.
        raise _lacking(what, name, origin, lacking)
    whole = Node({key: item.node for key, item in values.items()}, origin.line, 1, origin.path)
    params: T = decode(whole, kind, f"{what} `{name}`")
    return FormatSetting(
        name=name,
        params=params,
        cite=Citation(documents[source.doc].value, at, source.doubt),
        origin=origin,
        origins={key: item.origin for key, item in values.items()} | {"cite": cite.origin},
    )


def named_in(params: Struct, *keys: str) -> Iterator[tuple[str, str]]:
    """Yield the names under these keys of parameters, with the key: one name, several, or those that a map has."""
    for key in keys:
        value = getattr(params, key, ())
        names = (value,) if isinstance(value, str) else value if isinstance(value, tuple | dict) else ()
        yield from ((key, name) for name in names if name)


def _lacking(what: str, name: str, origin: Origin, lacking: Sequence[str]) -> DataError:
    """Return the error for a rule or draws without all required values, which no parent has in force."""
    add = ", ".join(f"`{each}: ...`" for each in lacking)
    return DataError(
        f"{what} `{name}`: {quoted(lacking)} {plural(len(lacking), 'is', 'are')} missing",
        place=origin.place,
        help=f"no parent has this in force, so nothing is inherited; add {add}",
    )
