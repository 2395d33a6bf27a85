"""The results: one line of JSON per deck, the same for any number of workers, even if a list crashes the checker.

The objects are those of the report ``jsonl`` with the player; ``"kind"`` distinguishes decks from failures.
"""

import io
from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from deckcheck.bulk.chunks import Chunk, Item, Rows, crash, singles
from deckcheck.bulk.known_lists import Candidate, KnownLists
from deckcheck.checks.checker import Checker
from deckcheck.checks.rulings import Ruling, in_force, ruled
from deckcheck.decks.documents.jsonl_rows import json_rows
from deckcheck.decks.files import decode
from deckcheck.decks.intake import Intake, Piece, decks_in
from deckcheck.decks.tables.rows import Cell
from deckcheck.model.errors import DeckcheckError, InputError
from deckcheck.model.json_text import plain_text, record_lines
from deckcheck.model.report import Counts, DeckRecord, Failure, FailureRecord

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
        made = [record for item in chunk.items for record in self._records(item, asked)]
        if self._known:
            self._known.explain(asked)
        verdicts = [record.verdict if isinstance(record, DeckRecord) else "failed" for record in made]
        counts = Counts(**{name: verdicts.count(name) for name in Counts.__struct_fields__})
        return ChunkResult(chunk.number, record_lines(made), counts)

    def _records(self, item: Item, asked: list[Candidate]) -> Iterator[_Record]:
        """Yield the record of each deck in an item; those that are `asked` still have no findings."""
        if isinstance(item, Failure):
            yield item.record
        elif isinstance(item, Rows):
            yield from self._rows(item, asked)
        else:
            yield from self._decks(item)

    def _rows(self, rows: Rows, asked: list[Candidate]) -> Iterator[_Record]:
        """Yield the record of each line of a table."""
        limits, source = self._intake.limits, plain_text(rows.source)
        known = self._known if rows.column is None else None
        for number, ended in enumerate(io.BytesIO(rows.content), rows.first):
            line = ended.removesuffix(b"\n").removesuffix(b"\r")
            if record := known and known.in_json(line, asked):
                record.path = f"{source}#{number}"
                yield record
            elif line:
                for piece in json_rows(io.BytesIO(line), rows.source, rows.column, limits, number):
                    yield from self._decks(piece)

    def _decks(self, piece: Piece | Failure) -> Iterator[_Record]:
        """Yield the record of each deck in a piece."""
        if record := None if isinstance(piece, Failure) else self._known_deck(piece):
            record.path = plain_text(piece.path)
            yield record
        else:
            yield from self._read(piece)

    def _read(self, piece: Piece | Failure) -> Iterator[_Record]:
        """Yield the record of each deck in a piece, read in full."""
        intake = self._intake
        for raw in [piece] if isinstance(piece, Failure) else decks_in(piece, intake.limits, intake.syntax):
            if isinstance(raw, Failure):
                yield raw.record
                continue
            try:
                report = ruled(self._checker.report(raw), self._rulings)
            except InputError as error:
                yield Failure(raw.path, error).record
                continue
            yield msgspec.structs.replace(report.record, player=raw.player)

    def _known_deck(self, piece: Piece) -> DeckRecord | None:
        """Return the record of the only deck in a piece, None when it has to be read in full."""
        if self._known is None:
            return None
        try:
            if isinstance(piece, Cell):
                if piece.lists:
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
    return ChunkResult(chunk.number, record_lines([Failure(path, why).record]), Counts(failed=1))


def result_of(recorder: Recorder, chunk: Chunk) -> ChunkResult:
    """Return the result of a chunk; a list that crashes the checker is recorded as failed, with the reason."""
    try:
        return recorder.result(chunk)
    except Exception:  # noqa: BLE001 - the same error occurs again below, for the list that causes it
        return one_by_one(chunk, lambda single: _single(recorder, single))


def one_by_one(chunk: Chunk, check: Callable[[Chunk], ChunkResult]) -> ChunkResult:
    """Return the result of a chunk, calling `check` with a separate chunk for each of its lists."""
    counts, lines = Counts(), []
    for single in singles(chunk):
        made = check(single)
        lines.append(made.records)
        counts.add(made.counts)
    return ChunkResult(chunk.number, b"".join(lines), counts)


def _single(recorder: Recorder, chunk: Chunk) -> ChunkResult:
    try:
        return recorder.result(chunk)
    except Exception as error:  # noqa: BLE001 - the results name the error, with the list
        return failed(chunk, crash("", error).error)
