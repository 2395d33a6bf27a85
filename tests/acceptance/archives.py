"""92 to 102: archives, whose members are read in memory and never written anywhere."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import warnings
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import structs

from tests.acceptance.bench import FORMAT
from tests.acceptance.case import Case, Expected, call, write
from tests.acceptance.lists import GOOD

Member = tuple[str | zipfile.ZipInfo, str | bytes]

_GOOD: Member = ("good.txt", GOOD)


def _zipped(path: Path, *members: Member) -> None:
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # Names that stand twice are what is tried.
        for name, content in members:
            archive.writestr(name, content)


def _leads_out(number: int, what: str, name: str, shown: str) -> Case:
    return call(
        number,
        what,
        *("check", "event.zip", "-f", FORMAT),
        make=lambda folder: _zipped(folder / "event.zip", (name, GOOD), _GOOD),
        says=(f"event.zip/{shown}: refused: its name leads out of the archive", "1 legal"),
        decks=2,
    )


def _archive(number: int, what: str, make: Callable[[Path], object], *says: str, **expected: int) -> Case:
    more: Expected = {"decks": expected["decks"], "code": expected.get("code", 2), "says": says}
    return call(
        number, what, "check", "event.zip", "-f", FORMAT, make=lambda folder: make(folder / "event.zip"), **more
    )


def _link(path: Path) -> None:
    (path.parent.parent / "secret.txt").write_text("the text of another file", "utf-8")
    link = zipfile.ZipInfo("link.txt")
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    _zipped(path, (link, str(path.parent.parent / "secret.txt")), _GOOD)


def _nested(path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("inner.txt", "999 Banzai!\n")
    _zipped(path, ("more.zip", inner.getvalue()), _GOOD)


def _cut_off(path: Path) -> None:
    _zipped(path, *[(f"{number}.txt", GOOD) for number in range(50)])
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])


def _damaged(path: Path) -> None:
    _zipped(path, ("bad.txt", GOOD), _GOOD)
    whole = bytearray(path.read_bytes())
    whole[60:90] = bytes(30)
    path.write_bytes(whole)


def _many(path: Path) -> None:
    _zipped(path, *[(f"{number:04}.txt", f"{1 + number % 3} Banzai!\n") for number in range(5000)])


_NAMES = ("\x1b[31mred.txt", "con.txt", f"{'n' * 400}.txt", "-rf.txt", "two\nlines.txt", "\u202etxt.exe.txt")


def _tarred(folder: Path) -> None:
    with tarfile.open(folder / "event.tar.gz", "w:gz") as archive:
        for name, kind in (
            ("../out.txt", tarfile.REGTYPE),
            ("null.txt", tarfile.CHRTYPE),
            ("good.txt", tarfile.REGTYPE),
        ):
            info = tarfile.TarInfo(name)
            info.type = kind
            content = GOOD.encode() if kind == tarfile.REGTYPE else b""
            info.size = len(content)
            info.devmajor, info.devminor = 1, 5
            archive.addfile(info, io.BytesIO(content))


_of_zip = partial(_archive, decks=2)

CASES = (
    _leads_out(92, "name that leads up", "../../out.txt", "../../out.txt"),
    _leads_out(92, "name that leads down and up", "a/../../out.txt", "a/../../out.txt"),
    _leads_out(93, "name from the root", "/out.txt", "/out.txt"),
    _leads_out(94, "name of Windows that leads up", "..\\..\\out.txt", "..\\..\\out.txt"),
    _leads_out(94, "name of Windows with a drive", "C:\\Temp\\out.txt", "C:\\Temp\\out.txt"),
    _of_zip(95, "link", _link, "event.zip/link.txt: refused: not a regular file", "1 legal"),
    _of_zip(
        96,
        "60 MB of zeros in 60 kB",
        lambda path: _zipped(path, ("zeros.txt", bytes(60_000_000)), _GOOD),
        "event.zip/zeros.txt: larger than 1,048,576 bytes",
        "1 legal",
    ),
    call(
        96,
        "60 MB of zeros by themselves",
        *("check", "deck.txt.gz", "-f", FORMAT),
        make=lambda folder: write(folder / "deck.txt.gz", gzip.compress(bytes(60_000_000))),
        says=("deck.txt.gz: larger than 1,048,576 bytes",),
        decks=1,
    ),
    # The promise is a second on a machine at rest; what else runs makes this one's work longer too.
    structs.replace(_archive(97, "5,000 lists", _many, "event.zip/4999.txt", decks=5000, code=1), seconds=2),
    _of_zip(
        98,
        "name that is twice",
        lambda path: _zipped(path, _GOOD, ("good.txt", "7 Banzai!\n")),
        "event.zip/good.txt: legal",
        "event.zip/good.txt#2: illegal",
        code=1,
    ),
    _of_zip(99, "archive in an archive", _nested, "event.zip/more.zip: an archive inside an archive", "1 legal"),
    _archive(100, "cut off", _cut_off, "event.zip: not a readable zip archive", decks=1),
    _of_zip(100, "damaged member", _damaged, "event.zip/bad.txt: cannot be unpacked", "1 legal"),
    _archive(
        101,
        "names made to mislead",
        lambda path: _zipped(path, *[(name, GOOD) for name in _NAMES]),
        *("\\x1b[31mred.txt", "event.zip/con.txt", "event.zip/-rf.txt", "two\\nlines.txt", "\\u202etxt", "6 legal"),
        decks=6,
        code=0,
    ),
    call(
        102,
        "tar with a name that leads out and a device",
        *("check", "event.tar.gz", "-f", FORMAT),
        make=_tarred,
        says=(
            "event.tar.gz/../out.txt: refused: its name leads out",
            "event.tar.gz/null.txt: refused: not a regular file",
            "1 legal",
        ),
        decks=3,
    ),
)
