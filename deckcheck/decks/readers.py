"""The syntaxes of deck files, and the choice of one by the marks that only its decks have."""

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from msgspec import Struct

from deckcheck.decks.files import suffix_of
from deckcheck.decks.text.blocks import is_page
from deckcheck.decks.text.layout import without_speakers
from deckcheck.decks.text.lists import read_text
from deckcheck.decks.words.dialects import DIALECTS, Dialect, dialects_of
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import InputError, called
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure


class Reader(Struct, frozen=True):
    """A syntax: `about` names its program, `read` returns the decks in a text, named by the second argument."""

    name: str
    about: str
    read: Callable[[str, str, Limits], tuple[RawDeck, ...]]


def _text_reader(dialect: Dialect) -> Reader:
    def read(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
        return (read_text(text, path, limits, dialect),)

    return Reader(dialect.name, dialect.about, read)


def lazily(where: str) -> Callable[..., Any]:
    """Return the function ``module:function`` below this folder, whose module is imported at the first call."""

    def call(*given: Any, **more: Any) -> Any:  # noqa: ANN401 - those of the function
        module, function = where.split(":")
        return getattr(import_module(f"deckcheck.decks.{module}"), function)(*given, **more)

    return call


_JSON = r"[\ufeff\s]*(?:\{\s*[\"}]|\[\s*[{\"]|\[\s*\]\s*\Z)"
# The beginnings of structured files; their texts may have the marks of lists, but they are not lists.
_STRUCTURE = rf"{_JSON}|[\ufeff\s]*(?:<\?xml|<(?:cockatrice_)?deck\b|<!DOCTYPE|<html|deckcheck:)"
# A structured file in a chat: between fences, which may name its syntax.
_FENCED = rf"([\ufeff\s]*```\w*(?=\s))((?:{_STRUCTURE}).*)(```\s*)"
# The characters among which a fence begins.
_FIRST = 100
_SECTIONS = "stronghold|sensei|wind|role|provinces|starting|dynasty|conflict|fate|sideboard"
# Keys that sites use, and deckcheck does not.
_SITES = r"""(?x)"(?:_?id|deck_id|user_id|username|record|faction|primary_clan|(?:province|dynasty|conflict)Cards
    |main(?:_?(?:deck|board))?|side|sections)"\s*:"""
OWN_KEYS = tuple(f'"{key}"' for key in ("deckcheck", *_SECTIONS.split("|")))
_OWN_YAML = rf"^\ufeff?deckcheck:|^(?:{_SECTIONS}):[ \t]*(?:\r?\n[ \t]+[^\s#-][^\n]{{0,300}}:[ \t]|\{{)"
_XML = r"[\ufeff\s]*<(?:\?xml|!DOCTYPE (?!html)|(?:cockatrice_)?deck\b)"


def _has_own_key(text: str) -> bool:
    if '"deckcheck"' not in text and re.search(_SITES, text) is not None:
        return False
    keys = [key for key in OWN_KEYS if key in text]  # Patterns are slow on texts without a match.
    return any(re.search(rf"{key}\s{{0,9}}:\s{{0,9}}(?:[{{\"0-9]|\[\s{{0,999}}[^\s{{])", text) for key in keys)


def structure_of(text: str) -> str:
    """Return the name of the syntax of structured files whose marks a text has, "" for none."""
    if re.match(_JSON, text) is not None:
        return "deckcheck-json" if _has_own_key(text) else "json"
    if re.match(_XML, text) is not None:
        return "octgn"
    return "deckcheck-yaml" if ":" in text and re.search(_OWN_YAML, text, re.MULTILINE) is not None else ""


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        *map(_text_reader, DIALECTS),
        Reader(
            "json",
            "card ids and counts, as EmeraldDB, fiveringsdb and Ringteki give them",
            lazily("documents.json_ids:read_json"),
        ),
        Reader("deckcheck-yaml", "deckcheck's own deck files, in YAML", lazily("documents.deck_file:read_yaml")),
        Reader("deckcheck-json", "deckcheck's own deck files, in JSON", lazily("documents.deck_file:read_json")),
        Reader("octgn", "OCTGN, Cockatrice, LackeyCCG: .o8d, .cod, .dek in XML", lazily("documents.octgn:read_octgn")),
    )
}
# Where the content does not show the syntax, the file name may.
BY_SUFFIX = {".yaml": "deckcheck-yaml", ".yml": "deckcheck-yaml", ".json": "json"}
BY_SUFFIX |= dict.fromkeys((".xml", ".o8d", ".cod", ".dek"), "octgn")


def syntax_of(text: str, path: str) -> str:
    """Return the name of the syntax of `text`: the one whose marks it has, else the one of its suffix, else text.

    Raises:
        InputError: when it has the marks of several, or is not a text list either.
    """
    is_structured = re.match(_STRUCTURE, text) is not None and not is_page(text)
    seen = [] if is_structured else [*dialects_of(text)]
    if structure := structure_of(text):
        seen.append(structure)
    if len(seen) > 1:
        shown = " and ".join(f"`{name}`" for name in seen)
        raise InputError(f"may be {shown}", place=path, help="say which one with --from NAME")
    if seen:
        return seen[0]
    by_suffix = BY_SUFFIX.get(suffix_of(path, BY_SUFFIX))
    lines = (
        without_speakers(text.split("\n")) if by_suffix is None and text.lstrip("\ufeff \t\n").startswith("<") else ()
    )
    if lines and all(line.lstrip("\ufeff \t").startswith("<") for line in lines if line.strip()):
        known = f"known ones: {', '.join(READERS)}; --from NAME decides"
        raise InputError("not in a known syntax of deck lists", place=path, help=known)
    return by_suffix or "text"


def json_syntax(text: str) -> str:
    """Return the name of the syntax of `text`, which is JSON."""
    is_map_of_ids = re.search(r'"cards"\s*:\s*\{', text) is not None and '"deckcheck"' not in text
    return "json" if is_map_of_ids or not _has_own_key(text) else "deckcheck-json"


def read_all(text: str, path: str, limits: Limits, syntax: str | None = None) -> tuple[RawDeck, ...]:
    """Return the decks in `text`, in the syntax given, one of `READERS`, or else in the detected one.

    The decks of a text with several are called ``path#1``, ``path#2`` and so on.

    Raises:
        InputError: when it is not a deck in that syntax, or the syntax is not clear.
        UsageError: when there is no such syntax.
    """
    if fenced := re.fullmatch(_FENCED, text, re.DOTALL) if "```" in text[:_FIRST] else None:
        text = " " * len(fenced[1]) + fenced[2] + " " * len(fenced[3])
    if syntax is None:
        syntax = syntax_of(text, path)
    return called("syntax of a deck file", syntax, READERS).read(text.removeprefix("\ufeff"), path, limits)


def read(text: str, path: str, limits: Limits, syntax: str | None = None) -> RawDeck:
    """Return the only deck in `text`; raises InputError when there are several, or as `read_all` does."""
    return only(read_all(text, path, limits, syntax), path)


def only(found: Iterable[RawDeck | Failure], source: str) -> RawDeck:
    """Return the only deck of those `found` in `source`; raises InputError when there is none or there are several."""
    decks: list[RawDeck] = []
    for each in found:
        if isinstance(each, Failure):
            raise each.error
        decks.append(each)
    if len(decks) != 1:
        raise InputError(f"contains {len(decks)} decks; give a file with one", place=source)
    return decks[0]
