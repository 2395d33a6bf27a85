"""Files and folders: what is text, what is found, and writing whole files or none."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from deckcheck.decks.containers import Document, documents
from deckcheck.decks.files import deck_files, decode, open_file
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.system.atomic import write_atomically

TEXT = "# Fate\n3 Daimyō’s Favor\n"


def read_file(path: Path) -> str:
    with open_file(str(path)) as stream:
        return decode(stream.read(Limits().file_bytes + 1), str(path), Limits())


@pytest.mark.parametrize("size", [1, 16_383, 16_384, 16_385, 100_000])
def test_a_file_of_any_size_is_read_whole(tmp_path: Path, size: int) -> None:
    content = b"3 Daimyo's Favor\n" * (size // 17) + b"#" * (size % 17)
    path = tmp_path / "deck.txt"
    path.write_bytes(content)

    assert list(documents(str(path), Limits())) == [Document(str(path), str(path), content)]


def test_of_a_large_file_there_is_a_byte_more_than_a_deck_may_have(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"#" * 30_000)

    found = list(documents(str(path), Limits(file_bytes=20_000)))

    assert found == [Document(str(path), str(path), b"#" * 20_001)]


def problem(content: bytes) -> InputError:
    with pytest.raises(InputError) as caught:
        decode(content, "deck.txt", Limits())
    assert caught.value.place == "deck.txt"
    return caught.value


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TEXT.encode("utf-8"), id="UTF-8"),
        pytest.param(TEXT.encode("utf-8-sig"), id="UTF-8 with BOM"),
        pytest.param("\ufeff".encode("utf-16-le") + TEXT.encode("utf-16-le"), id="UTF-16 little endian with BOM"),
        pytest.param("\ufeff".encode("utf-16-be") + TEXT.encode("utf-16-be"), id="UTF-16 big endian with BOM"),
    ],
)
def test_text_in_the_usual_encodings(content: bytes) -> None:
    assert decode(content, "deck.txt", Limits()).removeprefix("\ufeff") == TEXT


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(TEXT.encode("utf-16-le"), "UTF-16", id="UTF-16 little endian without BOM"),
        pytest.param(TEXT.encode("utf-16-be"), "UTF-16", id="UTF-16 big endian without BOM"),
        pytest.param(b"3 Daimy\xf4's Favor", "byte 7", id="Latin-1"),
        pytest.param(b"3 Banzai!\n\xe2\x80", "byte 10", id="cut in the middle of a character"),
        pytest.param(b"\xff\xfe3", "UTF-16", id="half a UTF-16 character"),
        pytest.param(b"3 Ban\0zai!", "not a text file", id="NUL"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "looks like a picture", id="PNG"),
        pytest.param(b"\xff\xd8\xff\xe0\0\x10JFIF", "looks like a picture", id="JPEG"),
        pytest.param(bytes(range(256)), "not", id="every byte"),
        pytest.param(TEXT.encode("utf-32"), "not a text file", id="UTF-32"),
        pytest.param(b"PK\x03\x04 mimetype", "looks like a document of an office program", id="ODS"),
        pytest.param(b"%PDF-1.7\n", "looks like a document of an office program", id="PDF"),
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"\xef\xbb\xbf", "empty", id="only a BOM"),
        pytest.param(b"\xff\xfe", "empty", id="only a UTF-16 BOM"),
        pytest.param(b" \r\n\t\n", "empty", id="only white space"),
    ],
)
def test_what_is_no_text_is_an_error_that_says_why(content: bytes, said: str) -> None:
    assert said in problem(content).message


def test_the_largest_file_and_one_byte_more(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"#" * Limits().file_bytes)
    assert len(read_file(path)) == Limits().file_bytes

    path.write_bytes(b"#" * (Limits().file_bytes + 1))
    with pytest.raises(InputError, match="larger than"):
        read_file(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    loop = tmp_path / "loop.txt"
    loop.symlink_to(loop)
    dangling = tmp_path / "dangling.txt"
    dangling.symlink_to(tmp_path / "nowhere")
    folder = tmp_path / "folder.txt"
    folder.mkdir()

    for path in (tmp_path / "none.txt", loop, dangling, folder, tmp_path / ("x" * 5000), Path("nul\0byte")):
        with pytest.raises(InputError) as caught:
            read_file(path)
        assert caught.value.place == str(path)


@pytest.mark.parametrize(
    ("path", "reason", "meant"),
    [
        ("nowhere.txt", "cannot be read: No such file or directory", None),
        ("nul\0byte", "a path cannot contain NUL characters", None),
        ("", "the path is empty", None),
        ("decks.example.org/42", "cannot be read: No such file or directory", "https://decks.example.org/42"),
        ("decks/example.org", "cannot be read: No such file or directory", None),
    ],
)
def test_why_a_file_cannot_be_read(path: str, reason: str, meant: str | None) -> None:
    with pytest.raises(InputError) as caught, open_file(path):
        pass

    assert caught.value.message == reason
    assert caught.value.help == (meant and f"an address begins with https://, as in {meant}")


def test_a_link_to_a_file_is_read_when_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("deck.txt")

    assert read_file(tmp_path / "link.txt") == TEXT


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_an_error_and_never_blocks(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    caught: list[InputError] = []

    def read() -> None:
        try:
            read_file(pipe)
        except InputError as error:
            caught.append(error)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    reader.join(2)
    blocked = reader.is_alive()
    if blocked:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))  # lets the thread end
        reader.join(2)

    assert not blocked
    assert len(caught) == 1


def test_a_pipe_of_the_shell_is_read() -> None:
    if not os.path.exists("/dev/fd"):  # noqa: PTH110
        pytest.skip("no pipes with a path here")
    reading, writing = os.pipe()
    os.write(writing, TEXT.encode())
    os.close(writing)

    with os.fdopen(reading):
        assert read_file(Path(f"/dev/fd/{reading}")) == TEXT


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT, encoding="utf-8")


def names(folder: Path) -> list[str]:
    return [Path(path).relative_to(folder).as_posix() for path in deck_files(folder)]


def test_deck_files_are_found_in_a_fixed_order(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a.l5d", "sub/d.dec", "sub/c.deck", "UPPER.TXT", "e.dck", "10.txt", "9.txt")

    assert sorted(names(tmp_path)) == sorted(
        ["10.txt", "9.txt", "UPPER.TXT", "a.l5d", "b.txt", "e.dck", "sub/c.deck", "sub/d.dec"]
    )
    assert names(tmp_path) == names(tmp_path)


def test_other_files_are_not_read(tmp_path: Path) -> None:
    make(tmp_path, "deck.txt", "deck", "README.md", "deck.txt~", "deck.txt.bak", ".hidden.txt", ".git/x.txt", "txt")

    assert names(tmp_path) == ["deck.txt"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "a/deck.txt")
    (tmp_path / "a" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "b").symlink_to("a", target_is_directory=True)

    assert names(tmp_path) == ["a/deck.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_odd_files_are_skipped_and_broken_links_are_not(tmp_path: Path) -> None:
    make(tmp_path, "deck.txt")
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "broken.txt").symlink_to("nowhere")

    # The broken link was meant to be a deck, so that reading it has to say what is wrong.
    assert names(tmp_path) == ["broken.txt", "deck.txt"]


@pytest.mark.skipif(os.name != "posix", reason="no such names here")
@pytest.mark.parametrize(
    "name",
    [
        "with\nnewline.txt",
        "\x1b[31mred.txt",
        "-n.txt",
        "::error::x.txt",
        pytest.param("bad\udcff.txt", marks=pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8")),
    ],
)
def test_odd_names_are_files_like_others(name: str, tmp_path: Path) -> None:
    make(tmp_path, name)

    (found,) = deck_files(tmp_path)
    assert Path(found).name == name
    assert read_file(Path(found)) == TEXT


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "report.json"

    write_atomically(path, b"one")
    write_atomically(path, b"two")

    assert path.read_bytes() == b"two"
    assert [found.name for found in tmp_path.iterdir()] == ["report.json"]


def test_a_name_may_be_as_long_as_names_may_be(tmp_path: Path) -> None:
    path = tmp_path / f"{'ō' * 125}.txt"

    write_atomically(path, b"one")

    assert path.read_bytes() == b"one"


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.json"
    write_atomically(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")

    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["report.json"]


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.json"
    write_atomically(path, b"old")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")

    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["report.json"]


def test_a_file_cannot_be_written_where_there_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    for path in (tmp_path / "none" / "report.json", tmp_path / "file" / "report.json"):
        with pytest.raises(OSError, match="report"):
            write_atomically(path, b"new")


@pytest.mark.skipif(os.name != "posix", reason="no modes here")
def test_reports_can_be_read_by_others(tmp_path: Path) -> None:
    write_atomically(tmp_path / "report.json", b"")

    assert (tmp_path / "report.json").stat().st_mode & 0o777 == 0o644
