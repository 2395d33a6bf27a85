"""Checking chunks so that one list does not stop the others, whatever it does to the code that checks it."""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.bulk import records
from deckcheck.bulk.chunks import Chunk, crash, singles
from deckcheck.bulk.records import Recorder, Result
from deckcheck.model.report import Counts


def result(recorder: Recorder, chunk: Chunk) -> Result:
    """Return what comes of a chunk; a list that the code is not up to has failed, and says why."""
    try:
        return recorder.result(chunk)
    except Exception:  # noqa: BLE001 - whatever it was will happen again below, with the list that it is about
        return one_by_one(chunk, lambda single: _single(recorder, single))


def one_by_one(chunk: Chunk, check: Callable[[Chunk], Result]) -> Result:
    """Return what comes of a chunk when `check` is given a chunk for each of its lists."""
    counts, lines = Counts(), []
    for single in singles(chunk):
        made = check(single)
        lines.append(made.records)
        counts.add(made.counts)
    return Result(chunk.number, b"".join(lines), counts)


def _single(recorder: Recorder, chunk: Chunk) -> Result:
    try:
        return recorder.result(chunk)
    except Exception as error:  # noqa: BLE001 - it is said in the results, where the list is
        return records.failed(chunk, crash("", error))
