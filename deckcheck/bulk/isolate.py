"""Check chunks so that a list that crashes the checker does not stop the others."""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.bulk import records
from deckcheck.bulk.chunks import Chunk, crash, singles
from deckcheck.bulk.records import ChunkResult, Recorder
from deckcheck.model.report import Counts


def result(recorder: Recorder, chunk: Chunk) -> ChunkResult:
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
        return records.failed(chunk, crash("", error))
