"""The limits for reading deck lists and reporting on them."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import fields

_MIB = 1024 * 1024
# No setting allows longer names.
LONGEST_NAME = 1_000


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """What deck lists may have; the upper bounds keep one input within the time and memory of a small machine.

    `file_bytes`: bytes of a file, a member of an archive, a table in one, or a row of a table; 1,024 to 16 MiB.
    `lines`: lines of a text list, cards of any other; 1 to 20,000.
    `name_length`: characters of a name, what is longer is cut; 40 to 1,000.
    `notes_length`: characters of the notes on a deck; 0 to 100,000.
    `copies`: copies on one line; 1 to 9,999.
    `nesting`: levels of lists and maps in YAML, JSON and XML; 5 to 100.
    `archive_files`: members of an archive; 1 to 100,000.
    `archive_bytes`: bytes of an archive when it is unpacked, of a zip file those of its decks; 1,024 to 1 GiB.
    `messages`: findings that a report lists of a deck; 10 to 100,000.
    """

    file_bytes: Annotated[int, Meta(ge=1024, le=16 * _MIB)] = _MIB
    lines: Annotated[int, Meta(ge=1, le=20_000)] = 2_000
    name_length: Annotated[int, Meta(ge=40, le=LONGEST_NAME)] = 200
    notes_length: Annotated[int, Meta(ge=0, le=100_000)] = 10_000
    copies: Annotated[int, Meta(ge=1, le=9_999)] = 999
    nesting: Annotated[int, Meta(ge=5, le=100)] = 20
    archive_files: Annotated[int, Meta(ge=1, le=100_000)] = 10_000
    archive_bytes: Annotated[int, Meta(ge=1024, le=1024 * _MIB)] = 64 * _MIB
    messages: Annotated[int, Meta(ge=10, le=100_000)] = 100


def names() -> tuple[str, ...]:
    """Return the names of the limits as settings and options have them."""
    return tuple(field.encode_name for field in fields(Limits))


def bounds(name: str) -> tuple[int, int]:
    """Return the lowest and the highest value of the limit called `name`."""
    (meta,) = next(field.type.__metadata__ for field in fields(Limits) if field.encode_name == name)
    return meta.ge, meta.le


def how_to_raise(name: str) -> str:
    """Return the help for raising the limit called `name`."""
    least, most = bounds(name)
    return f"`--limit {name}=N` sets another limit, from {least:,} to {most:,}"
