"""One list never ends a bulk run: whatever files and rows hold, each is recorded, and the results are complete."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from deckcheck.cli import run
from tests.bulk_runs import FORMAT, LONGEST, environment, finished, records

GOOD = b"1 Shiro Nishiyama\n3 Banzai!\n"
CARDS = '"cards":{"01-banzai":3}'
FILES = {
    b"\xff\xfe.txt": GOOD,
    b"folder\xff/list.txt": GOOD,
    b"line\nbreak.txt": GOOD,
    b"\x1b[31mred.txt": GOOD,
    b"-rf.txt": GOOD,
    b"*.txt": GOOD,
    "\u202egnp.txt".encode(): GOOD,
    b"nul.txt": b"3 Ban\0zai!\n",
    b"surrogates.json": b'{"name":"\\ud800","player":"\\udfff",' + CARDS.encode() + b"}",
    b"a number of 100,000 digits.txt": b"9" * 100_000 + b" Banzai!\n",
    b"deep list.json": b"[" * 1_000_000,
    b"deep object.json": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    b"deep.yaml": b"[" * 100_000,
    b"utf-16.txt": "3 Banzai!\n".encode("utf-16"),
    b"entities.o8d": b'<!DOCTYPE a [<!ENTITY b "c">]><deck>&b;</deck>',
    b"table.csv": b'player,deck\n"\xed\xa0\x80","3 Banzai!"\nKei,"3 Banzai!"\n',
    b"nul.csv": b'player,deck\n"a\0b","3 Banzai!"\n',
    b"broken.zip": b"PK\x03\x04",
    b"broken.gz": b"\x1f\x8b",
}
ROWS = (
    f'{{"player":"\\ud800",{CARDS}}}',
    f'{{"player":{{"a":1}},"name":[1],{CARDS}}}',
    '{"cards":{"01-banzai":1e400}}',
    f'{{"cards":{{"01-banzai":{"9" * 10_000}}}}}',
    "[" * 200_000,
    f'{{{CARDS},"x":{"[" * 5_000}{"]" * 5_000}}}',
    "\0",
    "null",
    '"\\ud800"',
    '{"list":"\\ud800 3 Banzai!"}',
    '{"list":"3 Banzai!\\u0000"}',
    '{"list":5}',
    f"{{{CARDS}}}",
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    folder = tmp_path / "lists"
    for name, content in FILES.items():
        path = os.fsencode(folder) + b"/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120 - names that are not UTF-8
        with open(path, "wb") as file:  # noqa: PTH123 - as above
            file.write(content)
    (folder / "rows.jsonl").write_text("".join(f"{row}\n" for row in ROWS), "utf-8")
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names of files")
def test_every_hostile_list_is_recorded(hostile: Path, tmp_path: Path) -> None:
    out = {jobs: tmp_path / f"results {jobs}" for jobs in (1, 2)}
    for jobs, folder in out.items():
        result = finished(hostile, "--out", folder, "--jobs", jobs, "--chunk", 5)
        assert result.returncode == 2
        assert b"internal error" not in result.stderr

    content = (out[1] / "results.jsonl").read_bytes()
    assert content == (out[2] / "results.jsonl").read_bytes()
    found = records(content)
    # One of each file, but two rows of one table.
    assert len(found) == len(FILES) + 1 + len(ROWS)
    assert sum(each.get("verdict") == "illegal" for each in found) >= 9
    assert not [each for each in found if "internal error" in each.get("message", "")]
    desk = (out[1] / "desk.csv").read_text("utf-8")
    assert len(list(csv.reader(io.StringIO(desk)))) == len(found) + 1

    (out[1] / "results.jsonl").unlink()
    assert finished(hostile, "--out", out[1], "--resume", "--chunk", 5).returncode == 2
    assert (out[1] / "results.jsonl").read_bytes() == content


@pytest.mark.parametrize("broken", ["deckcheck.bulk.chunks.pieces", "deckcheck.bulk.chunks.decks_in"])
def test_a_reader_that_crashes_fails_its_list_only(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for name in ("1.txt", "2.txt", "3.txt"):
        (tmp_path / name).write_bytes(GOOD + b"~~1 Rout~~\n")  # struck, so it is read in full
    module, _, name = broken.rpartition(".")
    works = getattr(import_module(module), name)

    def breaking(what: Any, *more: Any) -> Iterator[Any]:
        if "2.txt" in str(what):
            raise RecursionError("too deep")
        yield from works(what, *more)

    monkeypatch.setattr(broken, breaking)

    assert run(["bulk", str(tmp_path), "--format", FORMAT]) == 2

    found = records(capsysbinary.readouterr().out)
    assert [each["kind"] for each in found] == ["deck", "failure", "deck"]
    assert found[1]["message"] == "internal error: RecursionError: too deep"


@pytest.mark.parametrize("below", ["", "results", "a/b"])
def test_results_do_not_go_among_the_lists(below: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "1.txt").write_bytes(GOOD)
    (tmp_path / "link").symlink_to(lists)

    for out in (lists / below, tmp_path / "link" / below):
        assert run(["bulk", str(lists), "--format", FORMAT, "--out", str(out)]) == 2
        assert "the lists and the results would be in the same folder" in capsys.readouterr().err
    assert [path.name for path in lists.iterdir()] == ["1.txt"]


# Runs deckcheck, and kills it when the compiled pool is written and not yet in its place.
KILLED = """
import os, signal, sys
from deckcheck.cli import run

def kill(event, arguments):
    if event == "os.rename" and str(arguments[1]).endswith(".pool"):
        os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(kill)
run(sys.argv[1:])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed in another way")
def test_a_compile_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "deckcheck"
    (tmp_path / "1.txt").write_bytes(GOOD)

    def left() -> list[str]:
        return [path.name for path in cache.glob(".*")]

    check = ["check", str(tmp_path / "1.txt"), "--format", FORMAT]
    command = [sys.executable, "-m", "deckcheck", *check]
    more = environment(XDG_CACHE_HOME=str(tmp_path / "cache"))
    for _ in range(2):
        killed = subprocess.run([sys.executable, "-c", KILLED, *check], check=False, env=more, timeout=LONGEST)
        assert killed.returncode == -signal.SIGKILL
        assert len(left()) == 1

    subprocess.run(command, capture_output=True, check=False, env=more, timeout=LONGEST)

    assert left() == []
    assert list(cache.glob("*.pool"))
