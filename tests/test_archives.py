"""Archives: their members are decks like others, read in memory with limits, and never extracted."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import stat
import struct
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.checks import checker as app
from deckcheck.decks.containers import BoundedFile, Forward
from deckcheck.decks.intake import Intake, read_source
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import InputError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure
from deckcheck.pools.loading import FilePool
from deckcheck.reports import Style, concise, text

LIMITS = Limits()
DECK = b"3 Banzai!\n2 Winter Siege\n"


def read(source: Path, limits: Limits = LIMITS, **options: str) -> tuple[dict[str, RawDeck], dict[str, str]]:
    """Return the decks in `source` and why others failed, by their paths without the folder."""
    every = list(read_source(str(source), Intake(limits=limits, **options)))
    start = f"{source.parent}/"
    decks = {each.path.removeprefix(start): each for each in every if isinstance(each, RawDeck)}
    failed = {each.path.removeprefix(start): str(each.error) for each in every if isinstance(each, Failure)}
    assert len(decks) + len(failed) == len(every)
    return decks, {path: error.replace(start, "") for path, error in failed.items()}


def zipped(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def tarred(path: Path, *members: tuple[str | tarfile.TarInfo, bytes], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in members:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            if info.isreg():
                info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


ARCHIVES = pytest.mark.parametrize("make", [zipped, tarred])
Make = Callable[..., Path]


def suffix(make: Make) -> str:
    return "zip" if make is zipped else "tar"


def event(
    make: Make, folder: Path, *members: tuple[str | zipfile.ZipInfo | tarfile.TarInfo, bytes], limits: Limits = LIMITS
) -> tuple[dict[str, RawDeck], dict[str, str]]:
    """Make an archive called ``event``, read it, and check that nothing was written anywhere."""
    source = make(folder / f"event.{suffix(make)}", *members)
    before = sorted(folder.rglob("*"))
    decks, failed = read(source, limits)
    assert sorted(folder.rglob("*")) == before
    start = f"event.{suffix(make)}"
    return (
        {path.removeprefix(f"{start}/"): deck for path, deck in decks.items()},
        {path.removeprefix(f"{start}/"): error.removeprefix(f"{start}/") for path, error in failed.items()},
    )


@ARCHIVES
def test_the_deck_files_in_an_archive_are_decks(make: Make, tmp_path: Path) -> None:
    members = [("crane.txt", DECK), ("round 2/lion.dec", DECK), ("round 2/deep/UPPER.TXT", b"3 Rout")]

    decks, failed = event(make, tmp_path, *members)

    assert list(decks) == ["crane.txt", "round 2/lion.dec", "round 2/deep/UPPER.TXT"]
    assert decks["crane.txt"].requests[1].name == "Winter Siege"
    assert decks["crane.txt"].place == f"{tmp_path}/event.{suffix(make)}/crane.txt"
    assert failed == {}


def test_files_in_a_zip_archive_may_say_what_they_are(tmp_path: Path) -> None:
    folder, deck = zipfile.ZipInfo("round 1/"), zipfile.ZipInfo("round 1/a.txt")
    folder.external_attr, deck.external_attr = (stat.S_IFDIR | 0o755) << 16, (stat.S_IFREG | 0o644) << 16

    decks, failed = event(zipped, tmp_path, (folder, b""), (deck, DECK), limits=Limits(archive_files=1))

    assert (list(decks), failed) == (["round 1/a.txt"], {})


def test_folders_in_a_tar_archive_are_no_files(tmp_path: Path) -> None:
    folder = tarfile.TarInfo("round 1")
    folder.type = tarfile.DIRTYPE

    decks, failed = event(tarred, tmp_path, (folder, b""), ("round 1/a.txt", DECK), limits=Limits(archive_files=1))

    assert (list(decks), failed) == (["round 1/a.txt"], {})


@pytest.mark.parametrize("ending", ["tar", "tar.gz", "tgz", "tar.bz2", "tar.xz", "TAR.GZ"])
@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_archive_is_unpacked_as_it_was_packed(ending: str, mode: str, tmp_path: Path) -> None:
    source = tarred(tmp_path / f"event.{ending}", ("./crane.txt", DECK), ("lion.txt", DECK), mode=mode)

    decks, failed = read(source)

    assert [path.partition("/")[2] for path in decks] == ["crane.txt", "lion.txt"]
    assert failed == {}


def test_a_gzipped_deck_is_one_deck(tmp_path: Path) -> None:
    (tmp_path / "crane.txt.gz").write_bytes(gzip.compress(DECK))

    decks, failed = read(tmp_path / "crane.txt.gz")

    assert [request.name for request in decks["crane.txt.gz"].requests] == ["Banzai!", "Winter Siege"]
    assert failed == {}


@ARCHIVES
@pytest.mark.parametrize("name", ["../evil.txt", "a/../../evil.txt", "/etc/evil.txt", "..\\evil.txt", "C:\\evil.txt"])
def test_a_name_that_leads_out_is_refused_and_the_rest_is_read(make: Make, name: str, tmp_path: Path) -> None:
    decks, failed = event(make, tmp_path, (name, DECK), ("ok.txt", DECK))

    assert list(decks) == ["ok.txt"]
    assert len(failed) == 1
    assert "leads out of the archive" in next(iter(failed.values()))


@ARCHIVES
def test_a_name_that_leads_out_is_refused_whatever_it_is(make: Make, tmp_path: Path) -> None:
    decks, failed = event(make, tmp_path, ("../.bashrc", DECK), ("ok.txt", DECK))

    assert (list(decks), list(failed)) == (["ok.txt"], ["../.bashrc"])


def test_a_link_in_a_zip_archive_is_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.txt")
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16

    decks, failed = event(zipped, tmp_path, (link, b"/etc/passwd"), ("ok.txt", DECK))

    assert list(decks) == ["ok.txt"]
    assert failed == {"link.txt": "link.txt: refused: not a regular file"}


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_what_is_no_regular_file_in_a_tar_archive_is_refused(kind: bytes, tmp_path: Path) -> None:
    odd = tarfile.TarInfo("odd.txt")
    odd.type = kind
    odd.linkname = "/etc/passwd"

    decks, failed = event(tarred, tmp_path, (odd, b""), ("ok.txt", DECK))

    assert list(decks) == ["ok.txt"]
    assert failed == {"odd.txt": "odd.txt: refused: not a regular file"}


@ARCHIVES
def test_equal_names_are_told_apart(make: Make, tmp_path: Path) -> None:
    members = [("crane.txt", b"3 Rout"), ("crane.txt", b"2 Banzai!"), ("crane.txt", b"")]

    with pytest.warns(UserWarning, match="Duplicate name") if make is zipped else contextlib.nullcontext():
        decks, failed = event(make, tmp_path, *members)

    assert {path: deck.requests[0].count for path, deck in decks.items()} == {"crane.txt": 3, "crane.txt#2": 2}
    assert failed == {"crane.txt#3": "crane.txt#3: the file is empty"}


@ARCHIVES
def test_archives_in_archives_are_not_opened(make: Make, tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", ("deck.txt", DECK)).read_bytes()

    decks, failed = event(make, tmp_path, ("inner.zip", inner), ("deck.txt.gz", gzip.compress(DECK)), ("ok.txt", DECK))

    assert list(decks) == ["ok.txt"]
    assert list(failed) == ["inner.zip", "deck.txt.gz"]
    assert "an archive inside an archive is not opened" in failed["inner.zip"]


@ARCHIVES
def test_other_files_are_passed_over_as_in_a_folder(make: Make, tmp_path: Path) -> None:
    other = ["README.md", "photo.jpg", ".hidden.txt", ".git/x.txt", "__MACOSX/._ok.txt", "deck", "ok.txt~"]

    decks, failed = event(make, tmp_path, *[(name, DECK) for name in other], ("ok.txt", DECK))

    assert (list(decks), failed) == (["ok.txt"], {})


def test_a_member_without_a_name_is_passed_over(tmp_path: Path) -> None:
    source = zipped(tmp_path / "event.zip", ("a.md", DECK), ("ok.txt", DECK))
    content = bytearray(source.read_bytes())
    at = content.index(b"PK\x01\x02")
    struct.pack_into("<3H", content, at + 28, 0, 0, len("a.md"))  # what was the name is a comment now
    source.write_bytes(content)

    assert list(read(source)[0]) == ["event.zip/ok.txt"]


@ARCHIVES
@pytest.mark.parametrize("members", [(), (("README.md", b"x"),)])
def test_an_archive_without_decks_is_not_passed_over(
    make: Make, members: tuple[tuple[str, bytes], ...], tmp_path: Path
) -> None:
    decks, failed = event(make, tmp_path, *members)

    assert decks == {}
    assert "an archive without deck files" in next(iter(failed.values()))


@ARCHIVES
def test_one_bad_member_stops_nothing(make: Make, tmp_path: Path) -> None:
    bad = [("empty.txt", b""), ("binary.txt", bytes(range(256))), ("prose.txt", b"# nothing"), ("x.json", b"{")]

    decks, failed = event(make, tmp_path, ("a.txt", DECK), *bad, ("b.txt", DECK))

    assert list(decks) == ["a.txt", "b.txt"]
    assert list(failed) == [name for name, _ in bad]


def test_a_damaged_member_of_a_zip_archive_stops_nothing(tmp_path: Path) -> None:
    source = zipped(tmp_path / "event.zip", ("a.txt", DECK), ("b.txt", DECK * 9), ("c.txt", DECK))
    content = bytearray(source.read_bytes())
    with zipfile.ZipFile(source) as archive:
        start = archive.getinfo("b.txt").header_offset + 30 + len("b.txt")
    content[start : start + 8] = b"\xff" * 8
    source.write_bytes(content)

    decks, failed = read(source)

    assert list(decks) == ["event.zip/a.txt", "event.zip/c.txt"]
    assert "event.zip/b.txt: cannot be unpacked" in failed["event.zip/b.txt"]


def patched(source: Path, local: int, central: int, value: int) -> None:
    """Write a number into the local and the central header of the first member of a zip archive."""
    content = bytearray(source.read_bytes())
    struct.pack_into("<H", content, local, value)
    struct.pack_into("<H", content, content.index(b"PK\x01\x02") + central, value)
    source.write_bytes(content)


def test_an_encrypted_member_is_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    source = zipped(tmp_path / "event.zip", ("a.txt", DECK), ("b.txt", DECK))
    patched(source, 6, 8, 1)

    decks, failed = read(source)

    assert list(decks) == ["event.zip/b.txt"]
    assert failed == {"event.zip/a.txt": "event.zip/a.txt: it is encrypted"}


@pytest.mark.parametrize("method", [9, 12, 14, 93, 99])
def test_unusual_ways_of_packing_are_refused(method: int, tmp_path: Path) -> None:
    source = zipped(tmp_path / "event.zip", ("a.txt", DECK), ("b.txt", DECK))
    patched(source, 8, 10, method)

    decks, failed = read(source)

    assert list(decks) == ["event.zip/b.txt"]
    assert "not compressed with deflate" in failed["event.zip/a.txt"]


@pytest.mark.parametrize("part", [0.1, 0.4, 0.6, 0.9])
@pytest.mark.parametrize(
    "name", ["event.zip", "event.tar", "event.tar.gz", "event.tar.xz", "event.tar.bz2", "a.txt.gz"]
)
def test_a_truncated_archive_is_an_error(name: str, part: float, tmp_path: Path) -> None:
    members = [(f"{number}.txt", DECK + bytes(f"1 Card {number * 7919 % 101}\n", "ascii")) for number in range(40)]
    source = tmp_path / name
    if name.endswith(".zip"):
        zipped(source, *members)
    elif "tar" in name:
        tarred(source, *members, mode=f"w:{name.rpartition('.')[2]}" if name.count(".") > 1 else "w")
    else:
        source.write_bytes(gzip.compress(DECK * 1000))
    # A plain tar archive ends with any number of zeros.
    whole = source.read_bytes().rstrip(b"\0")
    source.write_bytes(whole[: int(len(whole) * part)])

    _, failed = read(source, LIMITS)

    assert name in failed or any(path.startswith(name) for path in failed)


@pytest.mark.parametrize("end", [1024, 2048, 2100])
def test_a_tar_archive_that_is_cut_off_says_so_behind_its_decks(end: int, tmp_path: Path) -> None:
    source = tarred(tmp_path / "event.tar", ("a.txt", DECK), ("b.txt", DECK), ("c.txt", DECK))
    source.write_bytes(source.read_bytes()[:end])

    decks, failed = read(source)

    assert list(decks) == ["event.tar/a.txt", "event.tar/b.txt"][: end // 1024]
    assert "damaged or cut off" in failed["event.tar"]


def test_a_damaged_header_does_not_end_a_tar_archive_without_a_word(tmp_path: Path) -> None:
    source = tarred(tmp_path / "event.tar", ("a.txt", DECK), ("b.txt", DECK), ("c.txt", DECK))
    content = bytearray(source.read_bytes())
    content[1024 + 148] ^= 7  # the checksum of the second member
    source.write_bytes(content)

    decks, failed = read(source)

    assert list(decks) == ["event.tar/a.txt"]
    assert "damaged or cut off" in failed["event.tar"]


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz", "x.tgz", "x.txt.gz", "x.tar.xz"])
@pytest.mark.parametrize("content", [b"", b"PK", b"3 Banzai!\n", b"\x1f\x8b", bytes(1024), b"\xfd7zXZ\0", b"BZh9"])
def test_what_is_no_archive_is_an_error(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)

    decks, failed = read(tmp_path / name)

    assert decks == {}
    assert list(failed) == [name]


@ARCHIVES
@pytest.mark.parametrize("name", ["\x1b[31mred.txt", "-rf.txt", "con.txt", "with\nnewline.txt", "::error::x.txt"])
def test_odd_names_are_names_like_others(make: Make, name: str, tmp_path: Path) -> None:
    decks, failed = event(make, tmp_path, (name, DECK))

    assert (list(decks), failed) == ([name], {})


@ARCHIVES
def test_names_that_are_too_long_are_cut_and_still_told_apart(make: Make, tmp_path: Path) -> None:
    decks, failed = event(make, tmp_path, *[("n" * 300 + end, DECK) for end in ("1.txt", "2.txt")])

    assert failed == {}
    assert [len(path) for path in decks] == [200, 202]


def measured(source: Path, limits: Limits = LIMITS) -> tuple[dict[str, str], float, float]:
    """Return what failed in `source`, how many seconds that took and how many MB."""
    tracemalloc.start()
    start = time.process_time()
    _, failed = read(source, limits)
    seconds, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return failed, seconds, peak / 1e6


ZEROS = bytes(50_000_000)


@pytest.mark.parametrize("name", ["bomb.zip", "bomb.tar", "bomb.tar.gz", "bomb.tar.bz2", "bomb.tar.xz", "bomb.txt.gz"])
def test_a_bomb_ends_fast_and_takes_no_room(name: str, tmp_path: Path) -> None:
    source = tmp_path / name
    if name.endswith(".zip"):
        zipped(source, ("zeros.txt", ZEROS))
    elif "tar" in name:
        tarred(source, ("zeros.txt", ZEROS), mode=f"w:{name.rpartition('.')[2]}" if name.count(".") > 1 else "w")
    else:
        source.write_bytes(gzip.compress(ZEROS))

    failed, seconds, megabytes = measured(source)

    assert any("larger than" in error for error in failed.values())
    assert seconds < 5
    assert megabytes < 20


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_tar_archive_that_never_ends_is_given_up(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    photo = tarfile.TarInfo("photo.jpg")
    photo.size = 100 * Limits().file_bytes
    (tmp_path / "x.tar.gz").write_bytes(pack(photo.tobuf() + ZEROS))

    failed, seconds, megabytes = measured(tmp_path / "x.tar.gz", Limits(archive_bytes=8 * Limits().file_bytes))

    assert "more than 8,388,608 bytes in all" in failed["x.tar.gz"]
    assert seconds < 5
    assert megabytes < 20


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_huge_header_is_not_read(kind: bytes, tmp_path: Path) -> None:
    header = tarfile.TarInfo("header")
    header.type = kind
    header.size = len(ZEROS)
    (tmp_path / "x.tgz").write_bytes(gzip.compress(header.tobuf() + ZEROS))

    failed, _, megabytes = measured(tmp_path / "x.tgz")

    assert "where there should be few" in failed["x.tgz"]
    assert megabytes < 20


def test_headers_of_headers_end(tmp_path: Path) -> None:
    header = tarfile.TarInfo("header")
    header.type = tarfile.GNUTYPE_LONGNAME
    header.size = 5
    (tmp_path / "x.tar").write_bytes((header.tobuf() + b"name\0".ljust(512, b"\0")) * 3000)

    assert "not a readable tar archive" in read(tmp_path / "x.tar")[1]["x.tar"]


def test_a_size_below_zero_is_no_endless_loop(tmp_path: Path) -> None:
    def summed(header: bytearray) -> bytes:
        header[148:156] = b" " * 8
        header[148:156] = b"%06o\0 " % sum(header)
        return bytes(header)

    header = bytearray(tarfile.TarInfo("back.md").tobuf())
    header[124:136] = b"\xff" * 10 + b"\xfe\x00"  # -512
    (tmp_path / "x.tar").write_bytes(summed(header) + bytes(1024))

    assert read(tmp_path / "x.tar")[1]


def test_a_sparse_member_is_refused(tmp_path: Path) -> None:
    sparse = tarfile.TarInfo("big.txt")
    sparse.pax_headers = {"GNU.sparse.map": "0,1", "GNU.sparse.size": str(10**12)}
    with tarfile.open(tmp_path / "x.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(sparse)

    assert "refused" in read(tmp_path / "x.tar")[1]["x.tar/big.txt"]


def test_a_zip_directory_that_fills_the_memory_is_not_read(tmp_path: Path) -> None:
    entry = struct.pack("<4s6H3I5H2I", b"PK\x01\x02", *[0] * 9, 5, *[0] * 6) + b"a.txt"
    count = 5 * Limits().file_bytes // len(entry)
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 9, 9, count * len(entry), 0, 0)
    (tmp_path / "x.zip").write_bytes(entry * count + end)

    failed, _, megabytes = measured(tmp_path / "x.zip")

    assert "where there should be few" in failed["x.zip"]
    assert megabytes < 30


@ARCHIVES
def test_as_many_files_as_may_be_and_one_more(make: Make, tmp_path: Path) -> None:
    five = Limits(archive_files=5)

    decks, failed = event(make, tmp_path, *[(f"{number}.txt", DECK) for number in range(5)], limits=five)
    assert (len(decks), failed) == (5, {})

    decks, failed = event(make, tmp_path, *[(f"{number}.txt", DECK) for number in range(6)], limits=five)
    assert len(decks) == 5
    assert "more than 5 files in one archive" in next(iter(failed.values()))


def test_the_decks_of_an_archive_are_at_most_so_large_together(tmp_path: Path) -> None:
    deck = DECK + b"#" * 500

    members = [(f"{number}.txt", deck) for number in range(6)]
    decks, failed = event(zipped, tmp_path, *members, limits=Limits(archive_bytes=3 * len(deck)))

    assert len(decks) == 4
    assert "bytes in one archive" in failed["event.zip"]


def test_an_archive_that_is_too_large_says_which_limit_to_raise(tmp_path: Path) -> None:
    source = tarred(tmp_path / "event.tar", *[(f"{number}.txt", DECK) for number in range(9)])

    *_, last = read_source(str(source), Intake(limits=Limits(archive_bytes=4096)))

    assert isinstance(last, Failure)
    assert "4,096 bytes in all" in last.error.message
    assert "archive-bytes" in (last.error.help or "")


def test_five_thousand_small_decks(tmp_path: Path) -> None:
    source = zipped(tmp_path / "many.zip", *[(f"d{number}.txt", b"3x Banzai!\n") for number in range(5000)])

    decks, failed = read(source)

    assert (len(decks), failed) == (5000, {})


@ARCHIVES
def test_a_table_in_an_archive_is_a_table(make: Make, tmp_path: Path) -> None:
    table = b'Player,Deck list\nAda,"3 Rout\n2 Banzai!"\nBea,\n'

    decks, failed = event(
        make, tmp_path, ("decks.csv", table), ("ok.txt", DECK), ("big.csv", b"x" * (Limits().file_bytes + 1))
    )

    assert list(decks) == ["decks.csv#2", "ok.txt"]
    assert decks["decks.csv#2"].player == "Ada"
    assert list(failed) == ["decks.csv#4", "big.csv"]
    assert "a packed table larger than 1,048,576 bytes" in failed["big.csv"]


def test_a_gzipped_table_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "decks.jsonl.gz").write_bytes(gzip.compress(b'{"cards": {"banzai": 3}}\n{"cards": {"rout": 2}}\n'))

    decks, failed = read(tmp_path / "decks.jsonl.gz")

    assert (list(decks), failed) == (["decks.jsonl.gz#1", "decks.jsonl.gz#2"], {})


def test_a_syntax_that_is_named_is_that_of_the_members(tmp_path: Path) -> None:
    source = zipped(tmp_path / "event.zip", ("a.txt", b'{"list": "3 Rout"}\n{"list": "2 Banzai!"}'))

    decks, failed = read(source, syntax="jsonl", column="list")

    assert {path: deck.requests[0].name for path, deck in decks.items()} == {
        "event.zip/a.txt#1": "Rout",
        "event.zip/a.txt#2": "Banzai!",
    }
    assert failed == {}


def test_a_stream_that_goes_forward_only() -> None:
    stream = Forward(io.BytesIO(b"0123456789").read, step=6, total=9)

    assert stream.read(2) == b"01"
    stream.seek(4)
    assert (stream.tell(), stream.read(2), stream.last) == (4, b"45", b"45")
    with pytest.raises(InputError, match="leads back"):
        stream.seek(3)
    with pytest.raises(InputError, match="where there should be few"):
        stream.read(3)
    stream.allow()
    with pytest.raises(InputError, match="9 bytes in all"):
        stream.read(5)


def test_a_stream_may_be_read_to_its_last_byte() -> None:
    stream = Forward(io.BytesIO(b"0123").read, step=4, total=4)

    assert stream.seekable()
    assert (stream.read(0), stream.read(4)) == (b"", b"0123")
    stream.allow()
    assert stream.read(4) == b""
    with pytest.raises(InputError, match="where there should be few"):
        stream.read(-1)


def test_a_file_of_which_little_is_read_at_once() -> None:
    stream = BoundedFile(io.BytesIO(b"0123456789"), largest=4)

    assert (stream.read(0), stream.read(4)) == (b"", b"0123")
    assert BoundedFile(io.BytesIO(b"0123"), largest=4).read() == b"0123"
    for size in (-1, 5, 10**12):
        stream.seek(0)
        with pytest.raises(InputError):
            stream.read(size)


def test_findings_point_into_the_archive(tmp_path: Path, celestial: Format, ccg: FilePool) -> None:
    source = zipped(tmp_path / "event.zip", ("crane.txt", b"3 Banzai!\n\n2 Winter Seige\n"))

    outcome = app.check_all([str(source)], celestial, ccg)

    assert f"{source}/crane.txt:3:1: D001" in "".join(concise.render(outcome, Style()))
    assert f"--> {source}/crane.txt:3:1" in "".join(text.render(outcome, Style()))
