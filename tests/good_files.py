"""A good file for each suffix that is read in its own way, for tests that change some bytes of them."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

DECK = b"# Fate\n3 Banzai!\n2x Winter Siege (Gold)\nRout x3\n"
JSON = b'{"cards": {"banzai": 3, "rout": 2}, "name": "x"}\n'
TABLE = b'Player,Deck list,Format\nAda,"3 Banzai!\n2 Rout",jade\nBea,1 Rout,\n'


def _zip() -> bytes:
    with zipfile.ZipFile(whole := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("a.txt", DECK), ("sub/b.json", JSON), ("c.csv", TABLE)):
            archive.writestr(name, content)
    return whole.getvalue()


def _tar(mode: str) -> bytes:
    with tarfile.open(fileobj=(whole := io.BytesIO()), mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in (("a.txt", DECK), ("n" * 120 + ".txt", DECK), ("ā.csv", TABLE)):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return whole.getvalue()


GOOD = {
    ".txt": DECK,
    ".json": JSON,
    ".jsonl": JSON * 3,
    ".csv": TABLE,
    ".tsv": TABLE.replace(b",", b"\t"),
    ".zip": _zip(),
    ".tar": _tar("w"),
    ".tar.gz": _tar("w:gz"),
    ".tar.bz2": _tar("w:bz2"),
    ".tar.xz": _tar("w:xz"),
    ".txt.gz": gzip.compress(DECK, mtime=0),
    ".csv.gz": gzip.compress(TABLE, mtime=0),
}
