"""Read deckcheck's own deck files, in YAML and JSON with one schema: facts about the deck, and sections of cards.

A section is a map of names to counts, a list of ``3 Name``, or one name. Several decks are documents of a YAML file, or
the items of a list.
"""

import contextlib
import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Literal

from msgspec import defstruct
from msgspec.structs import replace

from deckcheck.decks.documents.json_cards import section_of
from deckcheck.decks.documents.json_ids import File, read_value
from deckcheck.decks.documents.quantities import request_of
from deckcheck.decks.documents.strict_json import parse_nodes
from deckcheck.decks.text.lists import request_in, split_lines, too_many
from deckcheck.decks.words.sayings import NO_CARDS, SAID, label_words
from deckcheck.model.deck import STARTING, Aside, LineClass, RawDeck, Request
from deckcheck.model.errors import DataError, InputError, did_you_mean, raised_as
from deckcheck.model.limits import LONGEST_NAME, Limits, how_to_raise
from deckcheck.model.names import fold
from deckcheck.system import strict_yaml
from deckcheck.system.strict_yaml import Node

# The YAML parser also ends lines at these; editors do not.
_NO_LINE_ENDS = "[\x85\u2028\u2029]"

# The sections of a file, in the order of writing, and their meaning.
SECTIONS = {
    "stronghold": "stronghold",
    "sensei": "sensei",
    "wind": "wind",
    "role": "role",
    "provinces": "province",
    "starting": "starting",
    "dynasty": "dynasty",
    "conflict": "conflict",
    "fate": "fate",
    "sideboard": "sideboard",
    "cards": "",
    "proxies": "outside",
}


_FACTS = ("name", "player", "author", "event", "format", "date", "notes")

# A deck as in its file; `deckcheck` is the version of this schema.
_DeckFile = defstruct(
    "DeckFile",
    [
        ("deckcheck", Literal[1], 1),
        *((fact, str | None, None) for fact in _FACTS),
        *((section, str | list[str] | dict[str, Any] | None, None) for section in SECTIONS),
    ],
    frozen=True,
    forbid_unknown_fields=True,
)
_KEYS = _DeckFile.__struct_fields__
# A key with this similarity to one of these is misspelt.
_ALIKE = 0.8


def read_yaml(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError with the place of what is wrong."""
    with raised_as(InputError, DataError):
        documents = strict_yaml.parse_all(re.sub(_NO_LINE_ENDS, " ", text), path, limits)
    root = documents[0] if len(documents) == 1 else replace(documents[0], value=documents)
    return _decks(documents, File(path, split_lines(text), root, limits, "deckcheck-yaml"))


def read_json(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; the arguments and errors are those of `read_yaml`."""
    root = parse_nodes(text, path, limits)
    return _decks([root], File(path, split_lines(text), root, limits, "deckcheck-json"))


def _decks(documents: list[Node], file: File) -> tuple[RawDeck, ...]:
    """Return the decks in the documents of a file, including decks of other shapes that do not claim this schema."""
    nodes = [node for each in documents for node in (each.value if isinstance(each.value, list) else (each,))]
    if not nodes:
        raise InputError("there is no deck in this list", place=file.path)
    faults = [fault for node in nodes if (fault := _fault(node))]
    if (faults or any(map(_has_objects, nodes))) and not any(map(_is_of_schema, nodes)):
        with contextlib.suppress(InputError):  # Where nothing resembles a deck, the faults explain why.
            return read_value(replace(file, syntax="json" if file.syntax == "deckcheck-json" else file.syntax))
    if faults:
        raise faults[0]
    if len(nodes) == 1:
        return (_deck(nodes[0], file.path, file),)
    return tuple(_deck(node, f"{file.path}#{number}", file) for number, node in enumerate(nodes, 1))


def _is_of_schema(node: Node) -> bool:
    """Return whether a deck names this schema, or seems to use it: a key is only misspelt."""
    keys = node.value if isinstance(node.value, dict) else {}
    misspelt = [key for key in keys if key not in _KEYS and get_close_matches(key[:LONGEST_NAME], _KEYS, 1, _ALIKE)]
    # `strongholds` and `dates` have a meaning of their own.
    own = [key for key in misspelt if section_of(key) is not None or label_words(key) in SAID | NO_CARDS]
    return "deckcheck" in keys or len(own) < len(misspelt)


def _has_objects(node: Node) -> bool:
    """Return whether a section of a deck maps to objects or lists, or a section for one card maps to names."""
    sections = {key: node.value[key].value for key in SECTIONS if key in node.value}
    cards = [(key, each.value) for key, cards in sections.items() if isinstance(cards, dict) for each in cards.values()]
    are_names = any(SECTIONS[key] in STARTING and str(value)[:1].isalpha() for key, value in cards)
    return are_names or any(isinstance(value, dict | list) for _, value in cards)


def _fault(node: Node) -> InputError | None:
    """Return the problem in the shape of a deck, or None: it is no map, has an unknown key or a wrong value."""
    if not isinstance(node.value, dict):
        return InputError("a deck is a map with keys such as `name` and `dynasty`", place=node.place)
    for key, inner in node.value.items():
        if key not in _KEYS:
            meant = did_you_mean(key, _KEYS, f"known keys: {', '.join(_KEYS)}")
            return InputError(f"a deck has no key `{key[:LONGEST_NAME]}`", place=inner.place, help=meant)
    try:
        strict_yaml.decode(node, _DeckFile)
    except DataError as error:
        return InputError(error.message, place=error.place)
    return None


def _deck(node: Node, name: str, file: File) -> RawDeck:
    path, limits = file.path, file.limits
    facts = {key: each for key, each in node.value.items() if key not in SECTIONS and isinstance(each.value, str)}
    _refuse_long(facts, limits)
    requests = [
        request for key, inner in node.value.items() if key in SECTIONS for request in _requests(inner, key, file)
    ]
    if not any(request.name for request in requests):
        raise InputError("this deck has no cards", place=name)
    again = [*_listed_again(requests)]
    if len(requests) > limits.lines:
        raise too_many(f"{limits.lines:,} cards", name)
    return RawDeck(
        path=name,
        lines=file.lines,
        requests=tuple(request for request in requests if request not in again),
        repeated=tuple(again),
        asides=tuple(_lines_of(facts, file)),
        syntax=file.syntax,
        source="" if name == path else path,
        limits=limits,
        **{fact: each.value for fact, each in facts.items() if each.value},
    )


def _listed_again(requests: list[Request]) -> Iterator[Request]:
    """Yield the cards of sections such as `stronghold` whose only copy `cards` repeats, as sites do.

    One of the two may be the id of the other: ``01-shiro-nishiyama``.
    """
    single = {_bare(request) for request in requests if request.header == "cards" and request.count == 1}
    for request in requests if single else ():
        if request.section in STARTING and request.count == 1 and _bare(request) in single:
            yield request


def _bare(request: Request) -> str:
    """Return the letters of a name or an id, without the number of the pack."""
    return fold(request.name.lstrip("0123456789"))


def _lines_of(facts: dict[str, Node], file: File) -> Iterator[Aside]:
    """Yield the facts about a deck line by line, because one may be a card."""
    for key, inner in facts.items():
        for line in filter(None, map(str.strip, inner.value.splitlines())):
            yield Aside(LineClass.FACT, f"{key}: {line}", file.span(inner))


def _refuse_long(facts: dict[str, Node], limits: Limits) -> None:
    """Raise InputError when a text about the deck is longer than `limits` allow."""
    for key, inner in facts.items():
        limit, most = ("notes-length", limits.notes_length) if key == "notes" else ("name-length", limits.name_length)
        if len(inner.value) > most:
            message = f"a `{key}` of {len(inner.value):,} characters, more than {most:,}"
            raise InputError(message, place=inner.place, help=how_to_raise(limit))


def _requests(node: Node, key: str, file: File) -> list[Request]:
    """Return the cards in the section `key`: every line there is a card, with or without a number, never prose."""
    value, limits, under = node.value, file.limits, (key, SECTIONS[key])
    if isinstance(value, dict):
        return [request_of(name, each.value, file.span(each), limits, under) for name, each in value.items()]
    return [
        replace(request_in(line, file.span(each), limits, under), counted=True)
        for each in (value if isinstance(value, list) else [node] if value else [])
        for line in map(str.strip, each.value.splitlines())
        if line
    ]
