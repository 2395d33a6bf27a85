"""Split the inputs into numbered chunks for the workers."""

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from typing import IO

import msgspec
from msgspec import Struct

from deckcheck.checks.checker import once
from deckcheck.decks.containers import Document, is_archive
from deckcheck.decks.documents.jsonl_rows import begin
from deckcheck.decks.files import open_source
from deckcheck.decks.intake import Intake, pieces, table_for
from deckcheck.decks.tables.rows import Cell
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure

# The maximum size of a chunk, in lists and in bytes.
CHUNK = 1_000
_CHUNK_BYTES = 4 * 1024 * 1024
# Small blocks reuse memory, which makes reading a table several times as fast.
_BLOCK_BYTES = 64 * 1024
_BLANK = b"\xef\xbb\xbf \t\r\n"


class Rows(Struct, frozen=True):
    """Unparsed lines of the JSON Lines file `source`; `first` is the number of the first line."""

    source: str
    content: bytes
    first: int
    column: str | None = None


Item = Failure | Rows | Document | Cell


class Chunk(Struct, frozen=True):
    """Some of the inputs, in order; `number` counts chunks from 1."""

    number: int
    items: tuple[Item, ...]

    @property
    def digest(self) -> str:
        """SHA-256 over the inputs."""
        digest = hashlib.sha256()
        for item in self.items:
            for value in (type(item).__name__, *msgspec.structs.astuple(item)):
                # File names and texts can contain characters that UTF-8 cannot encode. Of an error its fields count.
                content = value if isinstance(value, bytes) else repr(getattr(value, "__dict__", value)).encode()
                digest.update(len(content).to_bytes(8) + content)
        return digest.hexdigest()

    @property
    def size(self) -> int:
        """The number of bytes to check."""
        return sum(map(_weight, self.items))


def chunks(sources: Iterable[str], intake: Intake, size: int = CHUNK) -> Iterator[Chunk]:
    """Yield the lists of `sources` in chunks of at most `size` lists, in the order of the sources."""
    number = 1
    held: list[Item] = []
    lists = weight = 0
    for item, many in itertools.chain.from_iterable(_items(source, intake, size) for source in once(sources)):
        if held and (lists + many > size or weight > _CHUNK_BYTES):
            yield Chunk(number, tuple(held))
            number, held, lists, weight = number + 1, [], 0, 0
        held.append(item)
        lists, weight = lists + many, weight + _weight(item)
    if held:
        yield Chunk(number, tuple(held))


def crash(path: str, error: Exception) -> Failure:
    """Return the failure of a list that crashes the checker."""
    said = f"internal error: {type(error).__name__}: {error}"
    return Failure(path, InputError(said, help="this is a bug in deckcheck; please report it"))


def _items(source: str | Failure, intake: Intake, size: int) -> Iterator[tuple[Item, int]]:
    """Yield the items of a source, each with its number of lists, and a failure for what cannot be read."""
    if isinstance(source, Failure):
        yield source, 1
        return
    try:
        if not is_archive(source) and table_for(source, intake.syntax) == "jsonl":
            yield from _rows(source, intake, size)
        else:
            yield from ((piece, 1) for piece in pieces(source, intake))
    except InputError as error:
        yield Failure(source, error), 1
    except Exception as error:  # noqa: BLE001 - one source does not stop the others
        yield crash(source, error), 1


def _rows(source: str, intake: Intake, size: int) -> Iterator[tuple[Item, int]]:
    """Yield blocks of unparsed lines of a file, each with its number of lines, or the deck of one card per line.

    The workers parse the lines.
    """
    first = 1
    name = source if source != "-" else "<stdin>"
    some = False
    with open_source(source) as stream:
        begun, whole = begin(stream, name, intake.column, intake.limits)
        if whole is not None:
            yield whole, 1
            return
        left = size
        for block in _blocks(stream, begun, intake.limits):
            some = some or bool(block.strip(_BLANK))
            start = 0
            while start < len(block):
                many = min(left, block.count(b"\n", start))
                end = _after(block, start, many) if many == left else len(block)
                yield Rows(name, block[start:end], first, intake.column), many
                first, start, left = first + many, end, left - many or size
    if not some:
        raise InputError("there is no deck in this table", place=source)


def _blocks(stream: IO[bytes], begun: bytes, limits: Limits) -> Iterator[bytes]:
    """Yield blocks of whole lines; `begun` are bytes read before.

    A line above the limit is cut just above it, so that the reader still reports it as too long.
    """
    rest = b""
    while block := begun + stream.read(_BLOCK_BYTES):
        begun = b""
        end = block.rfind(b"\n") + 1
        if end:
            yield rest + block[:end]
            rest = block[end:]
        elif len(rest) <= limits.file_bytes + 1:
            rest += block
    if rest:
        yield rest + b"\n"


def _after(block: bytes, start: int, lines: int) -> int:
    """Return the end of the `lines` lines that begin at `start`."""
    for _ in range(lines):
        start = block.index(b"\n", start) + 1
    return start


def _weight(item: Item) -> int:
    if isinstance(item, Failure):
        return 0
    return len(item.text) if isinstance(item, Cell) else len(item.content)


def singles(chunk: Chunk) -> Iterator[Chunk]:
    """Yield each list of `chunk` as a chunk of its own."""
    for item in chunk.items:
        if isinstance(item, Rows):
            # `splitlines` would split at a carriage return inside a line.
            for number, line in enumerate(item.content.split(b"\n"), item.first):
                if line:
                    yield Chunk(chunk.number, (Rows(item.source, line, number, item.column),))
        else:
            yield Chunk(chunk.number, (item,))
