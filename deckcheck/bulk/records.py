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

from deckcheck.bulk.chunks import Chunk, Refused, Rows
from deckcheck.bulk.exact import ExactDeck, read_exact
from deckcheck.bulk.exact_lists import ExactLists
from deckcheck.bulk.examiner import Examiner
from deckcheck.decklists.containers import Document
from deckcheck.decklists.files import decode as decode_text
from deckcheck.decklists.jsonl_rows import json_rows
from deckcheck.errors import InputError
from deckcheck.intake import Piece, decks_in
from deckcheck.model.report import Counts, Failure, Report
from deckcheck.render.json import deck_object
from deckcheck.render.json_parts import json_line, plain_path, safe

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
        self._exact_lists = ExactLists(examiner.format, examiner.card_of, examiner.limits)
        self._format = json.dumps(examiner.format.id)
        self._counts_json: dict[int, str] = {}

    def result(self, chunk: Chunk) -> Result:
        """Return what comes of a chunk."""
        lines: list[str] = []
        verdicts: list[str] = []
        for item in chunk.items:
            if isinstance(item, Refused):
                records: Iterable[_Record] = [("failed", _failure(item.path, item.message, item.help))]
            elif isinstance(item, Rows):
                records = self._rows(item)
            else:
                records = self._lists(item)
            for verdict, line in records:
                verdicts.append(verdict)
                lines.append(line)
        counts = Counts(**{name: verdicts.count(name) for name in Counts.__struct_fields__})
        return Result(chunk.number, "".join(lines).encode("utf-8", "backslashreplace"), counts)

    def _rows(self, rows: Rows) -> Iterator[_Record]:
        """Yield what comes of the lines of a table."""
        limits = self._examiner.limits
        for number, line in enumerate(rows.content.split(b"\n"), rows.first):
            deck = read_exact(line) if rows.column is None and len(line) <= limits.file_bytes else None
            deck = deck if deck and len(deck.cards) <= limits.lines else None
            seen = self._examiner.screened(deck.cards) if deck else None
            alarms, counts = seen or (None, {})
            if deck and seen and not alarms:
                yield "legal", self._clean(f"{rows.source}#{number}", deck, counts)
            elif line:
                for piece in json_rows(io.BytesIO(line), rows.source, rows.column, limits, number):
                    yield from self._decks(piece, alarms)

    def _lists(self, piece: Piece) -> Iterator[_Record]:
        """Yield what comes of the decks in a file or a cell."""
        deck = self._exact_list(piece)
        seen = self._examiner.screened(deck.cards) if deck else None
        alarms, counts = seen or (None, {})
        if deck and seen and not alarms:
            yield "legal", self._clean(piece.path, deck, counts)
        else:
            yield from self._decks(piece, alarms)

    def _exact_list(self, piece: Piece) -> ExactDeck | None:
        if self._syntax not in (None, "text"):
            return None
        if isinstance(piece, Document):
            try:
                return self._exact_lists.read(decode_text(piece.content, piece.path, self._examiner.limits), piece.path)
            except InputError:
                return None
        deck = None if piece.syntax else self._exact_lists.read(piece.text, piece.path)
        if deck is None or not piece.facts:
            return deck
        name, player = (piece.facts.get(key) or getattr(deck, key) for key in ("name", "player"))
        return ExactDeck(deck.cards, name=name, player=player)

    def _decks(self, piece: Piece | Failure, alarms: set[str] | None = None) -> Iterator[_Record]:
        """Yield what comes of the decks in a piece, where only the rules of `alarms` can have something to say."""
        for raw in [piece] if isinstance(piece, Failure) else decks_in(piece, self._examiner.limits, self._syntax):
            if isinstance(raw, Failure):
                yield "failed", _failure(raw.path, raw.error.message, raw.error.help)
            else:
                report = self._examiner.report(raw, only=alarms)
                yield report.verdict.value, _deck(report)

    def _clean(self, path: str, deck: ExactDeck, counts: dict[str, int]) -> str:
        """Return the line of a deck that no rule has anything to say of, as `_deck` would write it."""
        known = self._counts_json.get(id(counts))
        if known is None:
            known = self._counts_json[id(counts)] = json.dumps(counts, sort_keys=True)
        name, player = deck.facts(self._examiner.limits)
        return (
            f'{{"counts": {known}, "findings": [], "fingerprint": "{self._examiner.fingerprint(deck.cards)}", '
            f'"format": {self._format}, "kind": "deck", "name": {_text(name)}, "path": {_text(plain_path(path))}, '
            f'"player": {_text(player)}, "unlisted": null, "verdict": "legal"}}\n'
        )


def _deck(report: Report) -> str:
    own = {"kind": "deck", "format": report.format.id, "player": report.deck.raw.player}
    return json_line(own | deck_object(report))


def _failure(path: str, message: str, help: str | None) -> str:
    return json_line({"kind": "failure", "path": plain_path(path), "message": message, "help": help})


def _text(text: str | None) -> str:
    return "null" if text is None else safe(encode_basestring(text))


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
