"""YAML without surprises: one document, no tags, no anchors, no duplicate keys, no guessed scalars.

Plain scalars follow the YAML 1.2 core schema for null, booleans, decimal integers and simple decimals. What
YAML 1.1 would read as something else (``no``, ``010``, ``1:30``, ``1_0``, ``.inf``) is an error that asks for
quotes. Dates stay text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar, get_args

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError, known_keys, lowered, reading
from deckcheck.model.limits import Limits, how_to_raise

T = TypeVar("T")

# How deep the files of formats and pools may be nested.
_NESTING = 20
# The limit for files that have no end, such as /dev/zero; data files are far smaller.
_MOST_BYTES = 1 << 26
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z")
_SURPRISE = re.compile(
    r"""(?:yes|no|on|off|y|n)\Z | [-+]?0[0-9_]+\Z | 0[xob] | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z
      | [-+]?[0-9]+_[0-9_]* | [-+]?\.(?:inf|nan)\Z | \+[0-9]
      | [-+]?\.[0-9]+\Z | [-+]?[0-9]+\.\Z | [-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)e[-+]?[0-9]+\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_CONSTANTS = {"": None, "~": None, "null": None, "true": True, "false": False}


class Node(Struct):
    """A value with its 1-based place in the file `path`; a mapping maps keys to nodes, a list contains nodes.

    `line` and `column` of a node in a mapping are those of its key. `end` is the column behind it, in
    YAML behind a text below a key; 0: it is on another line.
    """

    value: Any
    line: int
    column: int
    path: str
    end: int = 0

    @property
    def place(self) -> str:
        """The file, line and column for messages."""
        return f"{self.path}:{self.line}:{self.column}"


def safe_loader() -> Any:
    """Return the loader of libyaml, or the slower one in Python where PyYAML was built without libyaml."""
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def events_of(text: str) -> Iterator[Any]:
    """Yield the events of a YAML parser; raises yaml.YAMLError for invalid YAML.

    Some versions of libyaml refuse deep nesting, even further down in the text. The events up to that point, which show
    the place, then come from the parser in Python.
    """
    import yaml

    seen = 0
    try:
        for event in yaml.parse(text, Loader=safe_loader()):
            yield event
            seen += 1
    except yaml.scanner.ScannerError as error:
        if "nesting" not in str(error.problem):
            raise
        yield from islice(yaml.parse(text, Loader=yaml.SafeLoader), seen, None)


def plain(node: Node) -> Any:
    """Return the value of `node` without places."""
    if isinstance(node.value, dict):
        return {key: plain(child) for key, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    return node.value


@lru_cache(maxsize=256)
def parse(text: str, path: str) -> Node:
    """Return the one document in `text`; callers must not change it, because it is cached.

    Raises:
        DataError: with ``path:line:column``, for broken YAML and for everything that this module refuses.
    """
    (_, first), *others = _documents(_Composer(text, path, _NESTING))
    if others:
        raise DataError("a second document starts here; a file must contain one document", place=others[0][0])
    return first


def parse_all(text: str, path: str, limits: Limits) -> list[Node]:
    """Return the documents in a deck list, at least one; raises like `parse`, and beyond `limits`."""
    builder = _Composer(text, path, limits.nesting, how_to_raise("nesting"))
    return [node for _, node in _documents(builder)]


def _documents(builder: _Composer) -> list[tuple[str, Node]]:
    """Return the place and the content of each document."""
    import yaml

    try:
        return list(builder.documents())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{builder.path}:{mark.line + 1}:{mark.column + 1}" if mark else builder.path
        raise DataError(f"not valid YAML: {error.problem or error.context}", place=place) from None
    except yaml.reader.ReaderError as error:
        raise DataError(f"not valid YAML: {error.reason}", place=builder.path) from None


def decode(node: Node, kind: type[T] | Any, about: str = "") -> T:
    """Return `node` as a value of the type `kind`.

    Raises:
        DataError: with the place of the offending key or value; the message begins with what it is `about`, if given.
    """
    try:
        result: T = msgspec.convert(plain(node), kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$")
        where = where.rstrip("`")
        if where.startswith("[...]") and isinstance(node.value, dict):  # The library does not say under which key.
            for child in node.value.values():
                decode(child, get_args(kind)[1], about)
        spot = _locate(node, where)
        unknown = re.search(r"unknown field `(.*)`", message)
        if unknown and isinstance(spot.value, dict) and unknown[1] in spot.value:
            spot = spot.value[unknown[1]]
        if re.match("Expected `str.* got `(?:int|float|bool)`", message):
            message += "; write it in quotes"
        at = f", `{where.strip('.')}`" if where else ""
        before = f"{about}{at}: " if about else ""
        values = (
            _allowed(msgspec.inspect.type_info(kind), re.findall(r"[\w-]+|\[[^]]*\]", where))
            if "nvalid" in message
            else ()
        )
        help = f"known values: {', '.join(values)}" if values else known_keys(error, kind)
        raise DataError(before + lowered(message), place=spot.place, help=help) from None
    except UnicodeEncodeError:
        raise DataError("a text has half of a surrogate pair", place=node.place) from None
    return result


def _allowed(kind: msgspec.inspect.Type, where: list[str]) -> tuple[str, ...]:
    """Return the words that a type allows at a place, the keys and brackets that lead there; none if any text is."""
    inside: Iterable[msgspec.inspect.Type] = ()
    match kind:
        case msgspec.inspect.LiteralType(values=values) if not where:
            return tuple(map(str, values))
        case msgspec.inspect.StructType(tag=tag, tag_field=tagged) if where == [tagged]:
            return (str(tag),)
        case msgspec.inspect.UnionType(types=types):
            return tuple(dict.fromkeys(word for each in types for word in _allowed(each, where)))
        case msgspec.inspect.StructType(fields=fields) if where:
            inside = (each.type for each in fields if each.encode_name == where[0])
        case msgspec.inspect.ListType(item_type=item) | msgspec.inspect.VarTupleType(item_type=item) if where:
            inside = (item,)
        case msgspec.inspect.DictType(value_type=item) if where:
            inside = (item,)
    return tuple(word for each in inside for word in _allowed(each, where[1:]))


def dump(value: object, *, flow: bool | None = None, width: int = 110) -> str:
    """Return `value` as YAML that `parse` takes: texts with several meanings are in quotes.

    `flow` puts everything on one line, None only maps and lists without others inside.
    """
    import yaml

    class Dumper(yaml.SafeDumper):
        def represent_str(self, data: str) -> Any:
            # Readers take U+0085 for the end of a line, and only quotation marks let an escape stand for it.
            return self.represent_scalar("tag:yaml.org,2002:str", data, '"' if "\x85" in data else None)

    Dumper.add_representer(str, Dumper.represent_str)
    Dumper.add_implicit_resolver("!unclear", _SURPRISE, None)
    return yaml.dump(value, Dumper=Dumper, sort_keys=False, allow_unicode=True, default_flow_style=flow, width=width)


def read_text(path: Path) -> str:
    """Return the text of a data file in UTF-8; raises DataError when it cannot be read or, as a device, never ends."""
    with reading(path), path.open("rb") as file:
        return text_in(file, str(path))


def text_in(file: IO[bytes], place: str) -> str:
    """Return the text of an open data file in UTF-8; raises DataError as `read_text` does."""
    with reading(place):
        content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise DataError(f"larger than {_MOST_BYTES:,} bytes", place=place)
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def _locate(node: Node, where: str) -> Node:
    for key, index in re.findall(r"\.([^.\[]+)|\[([0-9]+|\.\.\.)\]", where):
        if key and isinstance(node.value, dict) and key in node.value:
            node = node.value[key]
        elif index.isdigit() and isinstance(node.value, list) and int(index) < len(node.value):
            node = node.value[int(index)]
        else:
            return node
    return node


class _Composer:
    """Builds nodes from parser events; deeper nesting than `nesting` is an error with the help `deeper`."""

    def __init__(self, text: str, path: str, nesting: int, deeper: str | None = None) -> None:
        self.path = path
        self._text = text
        self._nesting = nesting
        self._deeper = deeper
        self.events: Iterator[Any] = iter(())

    def place(self, event: Any) -> str:
        mark = event.start_mark
        return f"{self.path}:{mark.line + 1}:{mark.column + 1}"

    def fail(self, event: Any, message: str, help: str | None = None) -> DataError:
        return DataError(message, place=self.place(event), help=help)

    def documents(self) -> Iterator[tuple[str, Node]]:
        import yaml

        self.events = events_of(self._text)
        next(self.events)
        event = next(self.events)
        if isinstance(event, yaml.StreamEndEvent):
            raise DataError("the file is empty", place=self.path)
        while not isinstance(event, yaml.StreamEndEvent):
            yield self.place(event), self.node(next(self.events), 0)
            next(self.events)
            event = next(self.events)

    def node(self, event: Any, depth: int) -> Node:
        import yaml

        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise self.fail(event, "anchors and aliases are not allowed here")
        if event.tag is not None:
            raise self.fail(event, f"the tag {event.tag} is not allowed here")
        if depth > self._nesting:
            raise self.fail(event, f"nested deeper than {self._nesting} levels", self._deeper)
        start, end = event.start_mark, event.end_mark
        line, column = start.line + 1, start.column + 1
        if isinstance(event, yaml.ScalarEvent):
            return Node(self.scalar(event), line, column, self.path, end.column + 1 if end.line == start.line else 0)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(item := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(item, depth + 1))
            return Node(items, line, column, self.path)
        return Node(self.mapping(depth), line, column, self.path)

    def mapping(self, depth: int) -> dict[str, Node]:
        import yaml

        pairs: dict[str, Node] = {}
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                raise self.fail(key, "a key must be plain text")
            name = self.node(key, depth + 1)
            if not isinstance(name.value, str):
                raise self.fail(key, f"the key `{key.value}` is not text; write it in quotes")
            if name.value in pairs:
                raise self.fail(key, f"duplicate key `{name.value}`, first in line {pairs[name.value].line}")
            value = self.node(next(self.events), depth + 1)
            end = value.end if isinstance(value.value, str) and value.line == name.line else name.end
            pairs[name.value] = Node(value.value, name.line, name.column, self.path, end)
        return pairs

    def scalar(self, event: Any) -> Any:
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _INTEGER.match(text):
            return int(text)
        if _DECIMAL.match(text):
            return float(text)
        if _SURPRISE.match(text) or text.lower() in _CONSTANTS:
            raise self.fail(event, f"`{text}` means different things to different YAML readers; write it in quotes")
        return text
