"""The results: one line of JSON per deck, the same for any number of workers.

The objects are those of the report ``jsonl`` with the player; ``"kind"`` distinguishes decks from failures.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from deckcheck.bulk.chunks import Chunk, RefusedInput, Rows
from deckcheck.bulk.known_lists import KnownDeck, KnownLists
from deckcheck.checks.checker import Checker
from deckcheck.checks.rulings import Ruling, in_force, ruled
from deckcheck.decks.files import decode
from deckcheck.decks.intake import Intake, Piece, decks_in
from deckcheck.decks.jsonl_rows import json_rows
from deckcheck.decks.rows import Cell
from deckcheck.model.errors import InputError
from deckcheck.model.json_text import record_line
from deckcheck.model.report import Counts, Failure

# The verdict of a deck, or "failed", and its line.
_Record = tuple[str, str]


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
        written: list[bytes] = []
        verdicts: list[str] = []
        for item in chunk.items:
            if isinstance(item, RefusedInput):
                records: Iterable[_Record] = [("failed", _failure(item.path, item.message, item.help))]
            elif isinstance(item, Rows):
                records = self._rows(item)
            else:
                records = self._decks(item)
            lines = []
            for verdict, line in records:
                verdicts.append(verdict)
                lines.append(line)
            written.append("".join(lines).encode("utf-8", "backslashreplace"))
        counts = Counts(**{name: verdicts.count(name) for name in Counts.__struct_fields__})
        return ChunkResult(chunk.number, b"".join(written), counts)

    def _rows(self, rows: Rows) -> Iterator[_Record]:
        """Yield the record of each line of a table."""
        limits = self._intake.limits
        for number, ended in enumerate(io.BytesIO(rows.content), rows.first):
            line = ended.removesuffix(b"\n")
            known = self._known.in_json(line) if self._known and rows.column is None else None
            if known:
                yield self._known_record(known, f"{rows.source}#{number}")
            elif line:
                for piece in json_rows(io.BytesIO(line), rows.source, rows.column, limits, number):
                    yield from self._decks(piece)

    def _decks(self, piece: Piece | Failure) -> Iterator[_Record]:
        """Yield the record of each deck in a piece."""
        known = None if isinstance(piece, Failure) else self._known_deck(piece)
        if known:
            yield self._known_record(known, piece.path)
        else:
            yield from self._read(piece)

    def _read(self, piece: Piece | Failure) -> Iterator[_Record]:
        """Yield the record of each deck in a piece, read in full."""
        intake = self._intake
        for raw in [piece] if isinstance(piece, Failure) else decks_in(piece, intake.limits, intake.syntax):
            if isinstance(raw, Failure):
                yield "failed", _failure(raw.path, raw.error.message, raw.error.help)
                continue
            try:
                report = ruled(self._checker.report(raw), self._rulings)
            except InputError as error:
                yield "failed", _failure(raw.path, error.message, error.help)
                continue
            yield report.verdict.value, record_line(msgspec.structs.replace(report.record, player=raw.player))

    def _known_deck(self, piece: Piece) -> KnownDeck | None:
        """Return the result for the only deck in a piece, None when it has to be read in full."""
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

    def _known_record(self, deck: KnownDeck, path: str) -> _Record:
        record = deck.record(path, self._checker.format.id, self._intake.limits.messages)
        record.player = deck.player
        return record.verdict, record_line(record)


def _failure(path: str, message: str, help: str | None) -> str:
    return Failure(path, InputError(message, help=help)).to_json()


def failed(chunk: Chunk, why: RefusedInput) -> ChunkResult:
    """Return the failed result of a chunk with one list, with the message of `why` and the path of the list."""
    (item,) = chunk.items
    path = item.path if not isinstance(item, Rows) else f"{item.source}#{item.first}"
    line = _failure(path, why.message, why.help)
    return ChunkResult(chunk.number, line.encode("utf-8", "backslashreplace"), Counts(failed=1))
