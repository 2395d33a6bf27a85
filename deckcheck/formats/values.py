"""Values of format files with their places, and the merging of parameters along `extends`."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

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


def inside(node: Node, *keys: str | int) -> Node:
    """Return the node under `keys`."""
    return functools.reduce(lambda found, key: found.value[key], keys, node)


def origin_of(node: Node) -> Origin:
    """Return the place of a value; the file of a format is called after it."""
    return Origin(PurePath(node.path).stem, node.line, node.path)


def merge_params(merged: dict[str, Node], what: str, name: str, given: Node) -> None:
    """Merge the parameters `given` of `what` (rule, draws of) `name`; the result has the place of the latest change.

    Raises:
        DataError: when the parameters are missing, change nothing, or drop something that does not exist.
    """
    if not isinstance(given.value, dict):
        raise DataError(f"the {what} `{name}` needs its parameters, or `drop`", place=given.place)
    if is_drop(given, what, name, name in merged):
        del merged[name]
        return
    values: dict[str, Node] = dict(merged[name].value) if name in merged else {}
    if values and not given.value:
        raise DataError(f"the {what} `{name}` is already in force, and this changes nothing", place=given.place)
    for key, value in given.value.items():
        put(values, key, f"`{key}` of the {what} `{name}`", value)
    merged[name] = replace(given, value=values)


def is_drop(given: Node, what: str, name: str, known: bool) -> bool:
    """Return whether a value drops `what` of the parent; raises DataError when there is nothing to drop."""
    value, place = plain(given), given.place
    if not (isinstance(value, dict) and "drop" in value):
        return False
    if not known:
        raise DataError(f"there is no {what} `{name}` to drop", place=place)
    if len(value) > 1:
        raise DataError(f"a {what} that is dropped takes no other keys", place=place)
    if not (isinstance(value["drop"], str) and value["drop"].strip()):
        raise DataError(f"dropping the {what} `{name}` needs a reason", place=place, help="drop: <why>")
    return True


def put(merged: dict[str, Node], key: str, what: str, given: Node) -> None:
    """Give a key its value; raises DataError when a parent already gives it that value."""
    if (known := merged.get(key)) and plain(known) == plain(given):
        origin = origin_of(known)
        same = f"{origin.format} has the same value ({origin.place})"
        raise DataError(f"{what} changes nothing: {same}", place=given.place, help="remove it")
    merged[key] = given


def typed(what: str, name: str, merged: Node, documents: Mapping[str, Node], kind: type[T]) -> FormatSetting[T]:
    """Return `what` (rule, draws of, economy of) `name` with its parameters as a `kind`.

    Raises:
        DataError: when the citation is missing, names an unlisted document or no place in it, or a type is wrong.
    """
    values, origin = dict(merged.value), origin_of(merged)
    cite = values.pop("cite", None)
    if cite is None:
        raise DataError(
            f"the {what} `{name}` has no citation", place=origin.place, help="cite: {doc: ..., section: ...}"
        )
    source: Cite = decode(cite, Cite, f"citation of `{name}`")
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
    params: T = decode(replace(merged, value=values, column=1), kind, f"{what} `{name}`")
    return FormatSetting(
        name=name,
        params=params,
        cite=Citation(documents[source.doc].value, at, source.doubt),
        origin=origin,
        origins={key: origin_of(item) for key, item in (*values.items(), ("cite", cite))},
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
