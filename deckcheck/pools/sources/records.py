"""Cards as sources have them, in the fields of the pool, and how the files of a pool are written when they changed."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.model.errors import DataError
from deckcheck.model.pool import CardSet, PoolInfo, one_line
from deckcheck.system.atomic import write_atomically

_BREAK = re.compile(r"</?(?:br|p|li|ul|hr|div)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,200}>")

# The errors of reading an invalid record: a server may send values of any type.
MALFORMED = (DataError, msgspec.ValidationError, AttributeError, KeyError, RecursionError, TypeError, ValueError)
UNKNOWN_SET = "unknown-set"

# Ids of sets become file names, and some come from servers.
_SET_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")


class SourceRecord(Struct, frozen=True, kw_only=True):
    """A card as one source has it.

    For the fields of `card` in `full` the source has the complete value, even an empty one; for those in `partial` it
    has some values, and the pool may have more. The other fields are used for new cards only. `effects` follow from the
    record; the card has no others of the types in `full_effects`. `key` is the id in the source. `text` is only for
    users with their own copy of the source; it is never written.
    """

    key: str
    card: Card
    full: frozenset[str]
    partial: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    full_effects: frozenset[type[Effect]] = frozenset()
    place: str
    text: str = ""


class SourceData(Struct, frozen=True, kw_only=True):
    """The data of a source: records, sets, and doubts about them, as sentences with places."""

    source: str
    records: tuple[SourceRecord, ...]
    sets: tuple[CardSet, ...] = ()
    doubts: tuple[str, ...] = ()
    date: str = ""
    digest: str = ""


def text_of(value: Any) -> str:
    """Return the text of a card without markup, on one line."""
    parted = _BREAK.sub(" ", html.unescape(" ".join(strings(value))))
    return " ".join(_TAG.sub("", parted).split())


def number(value: Any) -> Any:
    """Return a statistic with plain whole numbers as such: ``"3"`` and ``"-1"``, but not ``"+3"``."""
    if isinstance(value, str):
        value = value.strip()
        if value.removeprefix("-").isdecimal() and value.isascii():
            return int(value)
    return value


def strings(value: Any) -> tuple[str, ...]:
    """Return one string, several or none as a tuple."""
    if value is None or value == "":
        return ()
    many: Iterable[Any] = value if isinstance(value, list | tuple) else (value,)
    return tuple(str(item) for item in many if item not in (None, ""))


class PoolFiles(Struct, frozen=True):
    """A pool as texts by path below the pool's folder, with its numbers of cards, sets and effects.

    After writing, `changed` has the paths of the files that changed or were deleted.
    """

    id: str
    cards: int
    sets: int
    effects: int
    texts: dict[str, str]
    changed: tuple[str, ...] = ()


def pool_files(
    info: PoolInfo, sets: Iterable[CardSet], cards: Iterable[Card], effects: Mapping[str, tuple[Effect, ...]]
) -> PoolFiles:
    """Return the files of a pool; a card is in the file of its earliest set.

    Raises:
        DataError: when the id of a set cannot name a file, or a card names a set that is not there.
    """
    ordered = sorted(sets, key=lambda item: (item.released or "9999", item.id))
    dates = {item.id: item.released or "9999" for item in ordered}
    names = {item.id: item.name for item in ordered} | {UNKNOWN_SET: "Cards of an unknown set"}
    by_set: dict[str, list[Card]] = {}
    if wrong := [key for key in dates if not _SET_ID.fullmatch(key)]:
        raise DataError(f"`{wrong[0]}` cannot be the id of a set: it has to name a file")
    for card in sorted(cards, key=lambda item: item.id):
        if unknown := [printing.set for printing in card.printings if printing.set not in dates]:
            raise DataError(f"`{card.id}` names the unknown set `{unknown[0]}`")
        first = min((printing.set for printing in card.printings), key=dates.__getitem__, default=UNKNOWN_SET)
        by_set.setdefault(first, []).append(card)
    texts = {
        "pool.yaml": "# Facts about cards, made by `deckcheck pools import`; no rules text.\n" + _block(info),
        "sets.yaml": _lines(f"{info.name}: sets, one per line, by release date", ordered),
        "effects.yaml": _effects_text(effects),
    }
    texts |= {f"cards/{name}.yaml": _lines(names[name], by_set[name]) for name in sorted(by_set)}
    return PoolFiles(info.id, sum(map(len, by_set.values())), len(ordered), sum(map(len, effects.values())), texts)


def write_pool(files: PoolFiles, out: Path) -> PoolFiles:
    """Write the files that changed to ``out/<pool id>`` and delete card files that vanished; raises OSError."""
    folder = out / files.id
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in files.texts.items():
        path, content = folder / name, text.encode()
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(exist_ok=True)
            write_atomically(path, content)
            changed.append(name)
    for path in sorted((folder / "cards").glob("*.yaml")):
        name = f"cards/{path.name}"
        if name not in files.texts:
            path.unlink()
            changed.append(name)
    return msgspec.structs.replace(files, changed=tuple(changed))


def slug(name: str, separator: str = "-") -> str:
    """Return `name` in lower-case ASCII with `separator` between its words; apostrophes and ``1,000`` join."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
    joined = re.sub(r"['\u2019]|(?<=[0-9]),(?=[0-9])", "", plain.lower())
    return re.sub(r"[^a-z0-9]+", separator, joined).strip(separator)


def _lines(comment: str, items: Iterable[Card] | Iterable[CardSet]) -> str:
    return "".join([f"# {comment}\n", *(f"- {one_line(item)}\n" for item in items)])


def _effects_text(effects: Mapping[str, tuple[Effect, ...]]) -> str:
    parts = ["# What card texts change about building a deck, by card id.\n"]
    for card_id in sorted(effects):
        parts.append(f"{_flow(card_id)}:\n")
        parts += [f"- {_flow(_plain(msgspec.to_builtins(effect)))}\n" for effect in effects[card_id]]
    return "".join(parts)


def _plain(value: Any) -> Any:
    """Return a value with whole numbers written as such: levels are numbers of either kind once they were read."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _flow(value: Any) -> str:
    """Return `value` as YAML on one line."""
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**9)
    return text.removesuffix("...\n").rstrip("\n")


def _block(info: PoolInfo) -> str:
    return yaml.safe_dump(
        msgspec.to_builtins(info), default_flow_style=False, sort_keys=False, allow_unicode=True, width=110
    )
