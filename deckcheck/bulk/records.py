"""What is written of each deck: one line of JSON, the same however many workers there are.

The objects are those of the report ``jsonl`` with the player, and ``"kind"`` tells decks and failures apart.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from json.encoder import encode_basestring

import msgspec
from msgspec import Struct

from deckcheck.bulk import plain_json
from deckcheck.bulk.chunks import Chunk, Refused, Rows
from deckcheck.bulk.examiner import Examiner
from deckcheck.bulk.known_lines import KnownLines
from deckcheck.decklists.jsonl_rows import json_rows
from deckcheck.errors import InputError
from deckcheck.intake import Piece, decks_in
from deckcheck.model.deck import UNRESOLVED, fingerprint
from deckcheck.model.finding import Finding, Verdict, verdict_of
from deckcheck.model.report import Counts, Failure, Report
from deckcheck.render.json import deck_object, findings_object
from deckcheck.render.json_parts import json_line, json_text, plain_path, safe
from deckcheck.screening import Seen

# The verdict of a deck, or "failed", and its line.
_Record = tuple[str, str]


class Result(Struct, frozen=True):
    """What came of the chunk with this number: its lines, and how many decks have each verdict."""

    number: int
    records: bytes
    counts: Counts


class Recorder:
    """Checks chunks and writes their lines."""

    def __init__(self, examiner: Examiner, syntax: str | None = None) -> None:
        """Check with `examiner` the decks of files in `syntax` (None: each as it looks)."""
        self._examiner = examiner
        self._syntax = syntax
        limits = examiner.limits
        self._json: KnownLines[str] = KnownLines(examiner, lambda piece: plain_json.request_in(piece, limits))
        self._format = json.dumps(examiner.format.id)
        self._counts_json: dict[int, str] = {}

    def result(self, chunk: Chunk) -> Result:
        """Return what comes of a chunk."""
        written: list[bytes] = []
        verdicts: list[str] = []
        for item in chunk.items:
            if isinstance(item, Refused):
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
        return Result(chunk.number, b"".join(written), counts)

    def _rows(self, rows: Rows) -> Iterator[_Record]:
        """Yield what comes of the lines of a table."""
        known, limits = self._json, self._examiner.limits
        path = plain_path(rows.source)
        for number, ended in enumerate(io.BytesIO(rows.content), rows.first):
            line = ended.removesuffix(b"\n")
            deck = plain_json.read(line, limits) if rows.column is None else None
            seen = known.screened(deck.lines) if deck else None
            places = plain_json.places(deck, line, number) if deck and seen and seen.alarms else ()
            if deck and seen and places is not None:
                findings = known.findings(deck.lines, seen, places)
                yield self._record(f"{path}#{number}", deck.name, deck.player, seen, findings)
            elif line:
                for piece in json_rows(io.BytesIO(line), rows.source, rows.column, limits, number):
                    yield from self._decks(piece)

    def _decks(self, piece: Piece | Failure) -> Iterator[_Record]:
        """Yield what comes of the decks in a piece, read in full."""
        for raw in [piece] if isinstance(piece, Failure) else decks_in(piece, self._examiner.limits, self._syntax):
            if isinstance(raw, Failure):
                yield "failed", _failure(raw.path, raw.error.message, raw.error.help)
                continue
            try:
                yield _reported(self._examiner.report(raw))
            except InputError as error:
                yield "failed", _failure(raw.path, error.message, error.help)

    def _record(self, path: str, name: str | None, player: str, seen: Seen, findings: tuple[Finding, ...]) -> _Record:
        """Return the line of a deck that was screened, as `_reported` would write it."""
        counts = self._counts_json.get(id(seen.counts))
        if counts is None:
            counts = safe(json_text(seen.counts))
            if UNRESOLVED not in seen.counts:
                # Many decks share them.
                self._counts_json[id(seen.counts)] = counts
        verdict, found, unlisted = Verdict.LEGAL.value, "[]", "null"
        if findings:
            verdict = verdict_of(findings).value
            said = findings_object(findings, self._examiner.limits.messages)
            found, unlisted = safe(json_text(said["findings"])), json_text(said["unlisted"])
        named = safe(f'"name":{_text(name)},"path":{_text(path)},"player":{_text(player)}')
        return verdict, (
            f'{{"counts":{counts},"findings":{found},"fingerprint":"{fingerprint(seen.marks)}",'
            f'"format":{self._format},"kind":"deck",{named},"unlisted":{unlisted},"verdict":"{verdict}"}}\n'
        )


def _reported(report: Report) -> _Record:
    own = {"kind": "deck", "format": report.format.id, "player": report.deck.raw.player}
    return report.verdict.value, json_line(own | deck_object(report))


def _failure(path: str, message: str, help: str | None) -> str:
    return json_line({"kind": "failure", "path": plain_path(path), "message": message, "help": help})


def _text(text: str | None) -> str:
    return "null" if text is None else encode_basestring(text)


def failed(chunk: Chunk, message: str, help: str) -> Result:
    """Return what comes of a chunk with one list that could not be checked."""
    (item,) = chunk.items
    path = item.path if not isinstance(item, Rows) else f"{item.source}#{item.first}"
    line = _failure(path, message, help)
    return Result(chunk.number, line.encode("utf-8", "backslashreplace"), Counts(failed=1))


_result_encoder = msgspec.msgpack.Encoder()
_result_decoder = msgspec.msgpack.Decoder(Result)


def encode(result: Result) -> bytes:
    """Return a result as bytes for another process."""
    return _result_encoder.encode(result)


def decode(content: bytes) -> Result:
    """Return the result that `encode` made into bytes."""
    return _result_decoder.decode(content)
