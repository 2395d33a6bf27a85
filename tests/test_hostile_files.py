"""Files, folders, streams and surroundings that are not as they should be, met by real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GOOD = (ROOT / "examples" / "crane-celestial.txt").read_bytes()
COMMAND = [sys.executable, "-m", "deckcheck", "check", "--format", "celestial-40-40"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these are files and streams of POSIX")


def check(
    *args: str | bytes | Path, cwd: Path, stdin: bytes | None = None, **env: str
) -> subprocess.CompletedProcess[bytes]:
    result = subprocess.run(
        [*COMMAND, *args],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | env,
        timeout=30,
        check=False,
    )
    assert b"Traceback" not in result.stderr
    assert b"internal error" not in result.stderr
    assert not any(byte < 32 and byte != 10 for byte in result.stdout + result.stderr)
    return result


def shell(script: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a script in which ``$CHECK`` is the command."""
    return subprocess.run(
        ["bash", "-c", script.replace("$CHECK", " ".join(COMMAND))],
        capture_output=True,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=30,
        check=False,
    )


def test_a_folder_of_odd_files(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "deck.txt").write_bytes(GOOD)
    (tmp_path / "a" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "broken.txt").symlink_to("nowhere")
    (tmp_path / "link.txt").symlink_to("a/deck.txt")
    (tmp_path / "UPPER.TXT").write_bytes(GOOD)
    os.mkfifo(tmp_path / "pipe.txt")

    result = check(".", cwd=tmp_path)

    assert result.returncode == 2
    assert b"3 decks checked: 3 legal, 0 illegal, 0 undecided, 1 failed" in result.stdout
    assert b"broken.txt: cannot be read" in result.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_must_not_be_read_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_bytes(GOOD)
    (tmp_path / "no-read.txt").write_bytes(GOOD)
    (tmp_path / "no-read.txt").chmod(0)

    result = check(".", cwd=tmp_path)

    assert result.returncode == 2
    assert b"1 legal" in result.stdout


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"with\nnewline.txt", b"with\\nnewline.txt"),
        (b"\x1b[31mred.txt", b"\\x1b[31mred.txt"),
        (b"bad\xff.txt", b"bad\\udcff.txt"),
        (b"deck", b"deck"),
    ],
)
@pytest.mark.parametrize("output", ["text", "concise", "json"])
def test_odd_names_are_shown_safely(name: bytes, shown: bytes, output: str, tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), name)  # noqa: PTH118 - pathlib knows no bytes
    try:
        with open(path, "wb") as file:  # noqa: PTH123 - as above
            file.write(GOOD + b"\n1 Nonsuch Card\n")
    except OSError:
        pytest.skip("this file system has no such names")

    result = check(path, "-o", output, cwd=tmp_path)

    assert result.returncode == 1
    if output == "json":
        json.loads(result.stdout)
    else:
        assert shown in result.stdout


def test_a_name_that_looks_like_an_option(tmp_path: Path) -> None:
    (tmp_path / "-n.txt").write_bytes(GOOD)

    assert check("--", "-n.txt", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("path", ["x" * 5000, "/".join(["x"] * 3000), ".", "/dev/null", "nul"])
def test_what_is_no_file_fails_alone(path: str, tmp_path: Path) -> None:
    deck = tmp_path / "decks"
    deck.mkdir()
    (deck / "deck").write_bytes(GOOD)

    result = check(path, deck / "deck", cwd=deck)

    assert result.returncode == 2
    assert b"1 deck checked: 1 legal, 0 illegal, 0 undecided, 1 failed" in result.stdout


@pytest.mark.parametrize(
    "script",
    [
        "$CHECK - <&-",
        "$CHECK - --from csv <&-",
        "$CHECK - < /dev/null",
        "$CHECK deck.txt > /dev/full",
        "$CHECK deck.txt -o json > /dev/full",
        "$CHECK deck.txt >&-",
        "$CHECK deck.txt -o json=/dev/full >&-",
        "$CHECK nosuch.txt 2>&-",
        "$CHECK nosuch.txt 2>/dev/full",
        "$CHECK nosuch.txt >&- 2>&-",
    ],
)
def test_streams_that_are_closed_or_full_are_2(script: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_bytes(GOOD)

    result = shell(script, tmp_path)

    assert result.returncode == 2, result.stderr
    assert b"Traceback" not in result.stderr
    assert b"internal error" not in result.stderr


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.txt").write_bytes(GOOD + b"\n1 Nonsuch Card\n")

    result = shell("$CHECK . | head -1; exit ${PIPESTATUS[0]}", tmp_path)

    assert result.returncode == 141
    assert result.stderr == b""


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "utf-16"},
        {"LC_ALL": "nosuch"},
        {"COLUMNS": "1"},
        {"COLUMNS": "0"},
        {"COLUMNS": "-5"},
        {"COLUMNS": "abc"},
        {"COLUMNS": "99999999999999999999"},
        {"TERM": "dumb"},
        {"TERM": ""},
        {"NO_COLOR": ""},
        {"NO_COLOR": "1"},
        {"FORCE_COLOR": "1"},
        {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"},
        {"HOME": "", "XDG_CACHE_HOME": ""},
        {"XDG_CACHE_HOME": "/dev/null"},
        {"TZ": "nosuch"},
    ],
    ids=str,
)
def test_surroundings_make_no_difference(env: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "dÉck.txt").write_bytes(GOOD + "\n3 B\u0430nzai\u0101\u202e 👩‍👩‍👧\n".encode())
    args = ["d\u00c9ck.txt"]
    if "LC_ALL" in env:
        args = ["."]
    utf16 = env.get("PYTHONIOENCODING") == "utf-16"
    command = [*COMMAND, *args]

    result = subprocess.run(
        command, capture_output=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)} | env, check=False
    )

    encoding = "utf-16" if utf16 else "latin-1"
    assert result.returncode == 1, result.stderr
    assert "D001" in result.stdout.decode(encoding)
    assert b"Traceback" not in result.stderr
    assert b"internal error" not in result.stderr


@pytest.mark.parametrize("columns", ["1", "0", "-5", "abc"])
def test_help_in_a_terminal_of_any_width(columns: str) -> None:
    result = subprocess.run(
        [*COMMAND, "--help"], capture_output=True, cwd=ROOT, env=os.environ | {"COLUMNS": columns}, check=False
    )

    assert result.returncode == 0
    assert b"Traceback" not in result.stderr


def test_hidden_files_are_read_when_they_are_named(tmp_path: Path) -> None:
    (tmp_path / ".deck.txt").write_bytes(GOOD)

    assert check(".deck.txt", cwd=tmp_path).returncode == 0
    assert b"a folder without deck files" in check(".", cwd=tmp_path).stderr
