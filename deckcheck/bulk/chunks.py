"""The inputs in numbered chunks, and the result of each: one line of JSON per deck.

The lines are the same for any number of workers, even if a list crashes the checker. Their objects are those of the
report ``jsonl`` with the player; ``"kind"`` distinguishes decks from failures.
"""

import hashlib
import io
import itertools
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, structs

from deckcheck.bulk.known_lists import Candidate, KnownLists
from deckcheck.checks.checker import Checker, once
from deckcheck.checks.rulings import Ruling, in_force, ruled
from deckcheck.decks.containers import Document, is_archive
from deckcheck.decks.documents.jsonl_rows import begin, json_row, whole_lines
from deckcheck.decks.files import decode, open_file, shown
from deckcheck.decks.intake import Intake, Piece, decks_in, pieces, table_for
from deckcheck.decks.tables.rows import Cell
from deckcheck.model.errors import DeckcheckError, InputError
from deckcheck.model.json_text import json_lines, plain_text
from deckcheck.model.report import Counts, DeckRecord, Failure, FailureRecord

# The maximum size of a chunk, in lists and in bytes.
CHUNK = 1_000
_CHUNK_BYTES = 4 * 1024 * 1024
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
            for value in (type(item).__name__, *structs.astuple(item)):
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
    name, first, is_empty = shown(source), 1, True
    with open_file(source) as stream:
        begun, whole = begin(stream, name, intake.column, intake.limits)
        if whole is not None:
            yield whole, 1
            return
        for block in _blocks(itertools.chain(io.BytesIO(begun), whole_lines(stream, intake.limits)), size):
            content = b"".join(block)
            is_empty = is_empty and not content.strip(_BLANK)
            yield Rows(name, content, first, intake.column), len(block)
            first += len(block)
    if is_empty:
        raise InputError("there is no deck in this table", place=source)


def _blocks(lines: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    """Yield lines in blocks of at most `size` lines, and of about the bytes of a chunk."""
    block: list[bytes] = []
    weight = 0
    for line in lines:
        block.append(line)
        weight += len(line)
        if len(block) == size or weight > _CHUNK_BYTES:
            yield block
            block, weight = [], 0
    if block:
        yield block


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


_Record = DeckRecord | FailureRecord


class ChunkResult(Struct, frozen=True):
    """The result of the chunk `number`: its lines, and the number of decks per verdict."""

    number: int
    records: bytes
    counts: Counts


class Recorder:
    """Checks chunks and makes their lines."""

    def __init__(self, checker: Checker, intake: Intake, rulings: tuple[Ruling, ...] = ()) -> None:
        """Use `checker` for decks read with the options of `intake`, and apply `rulings` to the findings."""
        self._rulings = in_force(rulings, checker.pool)
        self._checker = checker
        self._intake = intake
        # Rulings are about decks that are read in full.
        self._known = None if rulings else KnownLists(checker, intake.limits)

    def result(self, chunk: Chunk) -> ChunkResult:
        """Return the lines and counts of a chunk."""
        asked: list[Candidate] = []
        records = (self._rows(item, asked) if isinstance(item, Rows) else self._decks(item) for item in chunk.items)
        made = list(itertools.chain.from_iterable(records))
        if self._known:
            self._known.explain(asked)
        verdicts = [record.verdict if isinstance(record, DeckRecord) else "failed" for record in made]
        counts = Counts(**{name: verdicts.count(name) for name in Counts.__struct_fields__})
        return ChunkResult(chunk.number, json_lines(made), counts)

    def _rows(self, rows: Rows, asked: list[Candidate]) -> Iterator[_Record]:
        """Yield the record of each line of a table; those that are `asked` still have no findings."""
        limits, source = self._intake.limits, plain_text(rows.source)
        known = self._known if rows.column is None else None
        for number, ended in enumerate(io.BytesIO(rows.content), rows.first):
            line = ended.removesuffix(b"\n").removesuffix(b"\r")
            if record := known and known.in_json(line, asked):
                record.path = f"{source}#{number}"
                yield record
            elif piece := json_row(line, number, rows.source, rows.column, limits):
                yield from self._decks(piece)

    def _decks(self, piece: Piece | Failure) -> Iterator[_Record]:
        """Yield the record of each deck in a piece."""
        if isinstance(piece, Failure):
            yield piece.record
        elif record := self._known_deck(piece):
            record.path = plain_text(piece.path)
            yield record
        else:
            yield from self._read(piece)

    def _read(self, piece: Piece) -> Iterator[_Record]:
        """Yield the record of each deck in a piece, read in full."""
        for raw in decks_in(piece, self._intake.limits, self._intake.syntax):
            if isinstance(raw, Failure):
                yield raw.record
                continue
            try:
                report = ruled(self._checker.report(raw), self._rulings)
            except InputError as error:
                yield Failure(raw.path, error).record
                continue
            yield structs.replace(report.record, player=raw.player)

    def _known_deck(self, piece: Piece) -> DeckRecord | None:
        """Return the record of the only deck in a piece, None when it has to be read in full."""
        if self._known is None:
            return None
        try:
            if isinstance(piece, Cell):
                if piece.lists or piece.column:
                    return None
                return self._known.in_text(piece.text, piece.path, piece.syntax, piece.facts, piece.others)
            text = decode(piece.content, piece.path, self._intake.limits)
            return self._known.in_text(text, piece.path, self._intake.syntax)
        except InputError:
            return None


def failed(chunk: Chunk, why: DeckcheckError) -> ChunkResult:
    """Return the failed result of a chunk with one list, with the error `why`."""
    (item,) = chunk.items
    path = item.path if not isinstance(item, Rows) else f"{item.source}#{item.first}"
    return ChunkResult(chunk.number, json_lines([Failure(path, why).record]), Counts(failed=1))


def result_of(recorder: Recorder, chunk: Chunk) -> ChunkResult:
    """Return the result of a chunk; a list that crashes the checker is recorded as failed, with the reason."""
    try:
        return recorder.result(chunk)
    except Exception as error:  # noqa: BLE001 - the results name the error, with the list that causes it
        lists = [*singles(chunk)]
        if len(lists) == 1:
            return failed(lists[0], crash("", error).error)
        return one_by_one(chunk, lambda single: result_of(recorder, single))


def one_by_one(chunk: Chunk, check: Callable[[Chunk], ChunkResult]) -> ChunkResult:
    """Return the result of a chunk, calling `check` with a separate chunk for each of its lists."""
    counts, lines = Counts(), []
    for single in singles(chunk):
        made = check(single)
        lines.append(made.records)
        counts.add(made.counts)
    return ChunkResult(chunk.number, b"".join(lines), counts)
