"""The limits on deck lists: each can be set, each message names the one it is about, and every reader keeps to them."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deckcheck.cli import run
from deckcheck.decks.intake import Intake, read_source
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits, bounds, names
from deckcheck.model.report import Failure
from deckcheck.pools.loading import FilePool
from tests.bulk_runs import FORMAT as BULK_FORMAT
from tests.bulk_runs import write_csv, write_jsonl, write_texts
from tests.conftest import ROOT, text_file
from tests.test_syntaxes import CCG, LCG

LEGAL = ROOT / "examples" / "crane-celestial.txt"
FORMAT = ("--format", "celestial-40-40")
Output = pytest.CaptureFixture[str]


def read(path: Path, limits: Limits) -> RawDeck | DeckcheckError:
    """Return the deck in a file, or why it cannot be read."""
    (found,) = read_source(str(path), Intake(limits=limits))
    return found.error if isinstance(found, Failure) else found


def packed(name: str, *members: tuple[str, bytes]) -> bytes:
    """Return an archive."""
    buffer = io.BytesIO()
    if name.endswith(".zip"):
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
            for member, content in members:
                made.writestr(member, content)
    else:
        with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
            for member, content in members:
                info = tarfile.TarInfo(member)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


FEW = b"".join(b"1 Card %d\n" % number for number in range(30))
LONG = b"3 Rout\n# " + b"x" * 2000 + b"\n"
IDS = {f"card-{number}": 1 for number in range(30)}

# The limit, a value of it that is too low for the file and one that is not, the file.
PASSED = [
    ("file-bytes", (1024, 2048), "deck.txt", LONG),
    ("file-bytes", (1024, 2048), "deck.txt.gz", gzip.compress(LONG)),
    ("file-bytes", (1024, 4096), "decks.csv", b"Deck list\n" + b'"' + LONG + b'"\n'),
    ("file-bytes", (1024, 4096), "decks.jsonl", json.dumps({"cards": {"rout": 3}, "x": "x" * 2000}).encode()),
    ("file-bytes", (1024, 4096), "decks.zip", packed("decks.zip", ("deck.txt", LONG))),
    ("lines", (29, 30), "deck.txt", FEW),
    ("lines", (29, 30), "deck.json", json.dumps({"cards": IDS}).encode()),
    ("lines", (29, 30), "deck.yaml", b"fate:\n" + b"".join(b"  Card %d: 1\n" % number for number in range(30))),
    ("lines", (29, 30), "deck.o8d", b"<deck>" + b'<card qty="1">Rout</card>' * 30 + b"</deck>"),
    ("name-length", (40, 60), "deck.yaml", b"name: " + b"x" * 50 + b"\nfate: {Rout: 3}\n"),
    ("notes-length", (10, 60), "deck.yaml", b"notes: " + b"x" * 50 + b"\nfate: {Rout: 3}\n"),
    ("nesting", (10, 60), "deck.json", f'{{"cards": {{"rout": 3}}, "x": {nested(30)}}}'.encode()),
    ("nesting", (10, 60), "deck.o8d", b"<deck>" + b"<x>" * 30 + b"</x>" * 30 + b"<card>Rout</card></deck>"),
    ("archive-files", (1, 2), "decks.zip", packed("decks.zip", ("deck.txt", FEW), ("read.me", b""))),
    ("archive-files", (1, 2), "decks.tar.gz", packed("decks.tar.gz", ("deck.txt", FEW), ("read.me", b""))),
    ("archive-bytes", (1024, 99_999), "decks.tar.gz", packed("decks.tar.gz", ("deck.txt", FEW))),
]


def limits_of(name: str, number: int) -> Limits:
    return msgspec.convert({name: number}, Limits)


@pytest.mark.parametrize(("name", "values", "file", "content"), PASSED, ids=[f"{row[0]} {row[2]}" for row in PASSED])
def test_a_file_is_refused_above_a_limit_and_read_within(
    name: str, values: tuple[int, int], file: str, content: bytes, tmp_path: Path
) -> None:
    path, (low, high) = tmp_path / file, values
    path.write_bytes(content)

    *decks, refused = read_source(str(path), Intake(limits=limits_of(name, low)))
    assert isinstance(refused, Failure)
    assert f"--limit {name}=N" in str(refused.error.help)
    least, most = bounds(name)
    assert f"from {least:,} to {most:,}" in str(refused.error.help)

    (deck,) = read_source(str(path), Intake(limits=limits_of(name, high)))
    assert isinstance(deck, RawDeck)
    assert len(decks) <= 1


def test_yaml_may_be_nested_as_deep_as_is_said(tmp_path: Path) -> None:
    path = text_file(tmp_path / "deck.yaml", f"fate: {nested(30)}")

    shallow, deep = read(path, Limits()), read(path, Limits(nesting=60))

    assert isinstance(shallow, DeckcheckError)
    assert isinstance(deep, DeckcheckError)
    assert "--limit nesting=N" in str(shallow.help)
    assert "deeper" not in str(deep)


def test_a_name_is_cut_at_its_limit(tmp_path: Path) -> None:
    path = text_file(tmp_path / "deck.txt", "3 " + "x" * 500)

    for limits in (Limits(), Limits(name_length=40), Limits(name_length=1000)):
        deck = read(path, limits)
        assert isinstance(deck, RawDeck)
        assert len(deck.requests[0].name) == min(limits.name_length, 500)


@pytest.mark.parametrize("text", ["5000 Rout", "Rout x5000", '{"cards": {"rout": 5000}}', "fate: {Rout: 5000}"])
def test_copies_go_up_to_their_limit(text: str, tmp_path: Path) -> None:
    path = tmp_path / ("deck.yaml" if text.startswith("fate") else "deck.txt")
    path.write_text(text, "utf-8")

    few, many = read(path, Limits()), read(path, Limits(copies=9999))

    assert isinstance(few, RawDeck)
    assert isinstance(many, RawDeck)
    assert (few.requests[0].count, few.requests[0].bad_count) == (0, "5000")
    assert (many.requests[0].count, many.requests[0].bad_count) == (5000, "")


@pytest.mark.parametrize("text", [*CCG.values(), *LCG.values()], ids=[*CCG, *(f"{name} (LCG)" for name in LCG)])
def test_every_reader_notes_the_limits_it_kept_to(text: str, tmp_path: Path) -> None:
    path = text_file(tmp_path / "deck", text)

    deck = read(path, Limits(messages=55))

    assert isinstance(deck, RawDeck)
    assert deck.limits == Limits(messages=55)


class TestOption:
    def test_a_limit_can_be_set_for_one_run(self, capsys: Output) -> None:
        assert run(["check", str(LEGAL), *FORMAT, "--isolated", "--limit", "lines=10"]) == 2
        said = capsys.readouterr().err
        assert "more than 10 lines" in said
        assert "--limit lines=N" in said

        assert run(["check", str(LEGAL), *FORMAT, "--isolated", "--limit", "lines=200", "--limit", "copies=40"]) == 0

    def test_a_finding_about_a_limit_names_it(self, tmp_path: Path, capsys: Output) -> None:
        deck = text_file(tmp_path / "deck.txt", "1000 Rout\n")

        run(["check", str(deck), *FORMAT, "--isolated"])

        assert "the limit is 999" in (said := capsys.readouterr().out)
        assert "--limit copies=N" in said

    @pytest.mark.parametrize(
        ("given", "says"),
        [
            ("linse=10", "did you mean `lines`?"),
            ("lines", "must be a number from 1 to 20,000"),
            ("lines=0", "must be a number from 1 to 20,000"),
            ("lines=20001", "must be a number from 1 to 20,000"),
            ("lines=ten", "must be a number from 1 to 20,000"),
            (f"lines={'9' * 5000}", "must be a number from 1 to 20,000"),
            ("lines=٣", "must be a number from 1 to 20,000"),
        ],
    )
    def test_a_limit_that_is_none_is_refused(self, given: str, says: str, capsys: Output) -> None:
        assert run(["check", str(LEGAL), *FORMAT, "--isolated", "--limit", given]) == 2
        assert says in capsys.readouterr().err

    @pytest.mark.parametrize(
        "command",
        [
            "check DECK",
            "bulk DECK --format celestial-40-40",
            "hash DECK",
            "names DECK",
            "convert DECK --to text",
            "sheet DECK --html sheet.html",
            "fix DECK",
            "fill DECK",
            "add DECK Rout",
            "swap DECK Rout Banzai!",
            "sort DECK",
            "diff DECK DECK",
            "missing DECK --collection DECK",
            "odds DECK",
            "odds hand DECK",
        ],
    )
    def test_every_command_that_reads_decks_has_it(self, command: str, tmp_path: Path, capsys: Output) -> None:
        deck = text_file(tmp_path / "deck.txt", "3 Rout\n# " + "x" * 2000)
        arguments = [str(deck) if word == "DECK" else word for word in command.split()]

        assert run([*arguments, "--limit", "file-bytes=1024"]) in (1, 2)
        said = capsys.readouterr()
        assert "--limit file-bytes=N" in said.out + said.err


class TestConfiguration:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "deck.txt").write_text(LEGAL.read_text("utf-8"), "utf-8")
        return tmp_path  # type: ignore[return-value]

    def test_a_table_sets_limits(self, folder: Path, capsys: Output) -> None:
        (folder / "deckcheck.toml").write_text('fail-on = "illegal"\n[limits]\nlines = 10\n', "utf-8")

        assert run(["check", "deck.txt", *FORMAT]) == 2
        assert run(["hash", "deck.txt", *FORMAT]) == 2
        assert run(["check", "deck.txt", *FORMAT, "--limit", "lines=500"]) == 0
        capsys.readouterr()

        run(["config", "show"])
        rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()[3:]}
        assert rows["limits.lines"] == ["10", f"{folder / 'deckcheck.toml'}:3"]
        assert rows["limits.messages"] == ["100", "default"]

    def test_so_does_the_table_of_a_project(self, folder: Path, capsys: Output) -> None:
        (folder / "pyproject.toml").write_text("[tool.deckcheck.limits]\nmessages = 50\nlines = 10\n", "utf-8")

        assert run(["check", "deck.txt", *FORMAT]) == 2
        capsys.readouterr()
        run(["config", "show"])
        assert f"{folder / 'pyproject.toml'}:3" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("[limits]\nlinse = 10\n", ["deckcheck.toml:2: unknown limit `linse`", "did you mean `lines`?"]),
            (
                "[limits]\n\nlines = 0\n",
                ["deckcheck.toml:3: `limits.lines` cannot be `0`", "give a whole number from 1 to 20,000"],
            ),
            ('[limits]\nlines = "10"\n', ["deckcheck.toml:2", "`limits.lines` cannot be `10`"]),
            ("[limits]\nlines = true\n", ["deckcheck.toml:2", "`limits.lines` cannot be `True`"]),
            ("limits = 10\n", ["deckcheck.toml:1: `limits` must be a table"]),
            ("limit = 10\n", ["unknown setting `limit`", "did you mean `limits`?"]),
        ],
    )
    def test_a_wrong_table_is_an_error(self, text: str, says: list[str], folder: Path, capsys: Output) -> None:
        (folder / "deckcheck.toml").write_text(text, "utf-8")

        assert run(["check", "deck.txt", *FORMAT]) == 2
        said = capsys.readouterr().err
        assert [words for words in says if words not in said] == []


def test_a_run_goes_on_only_within_the_limits_it_began_with(tmp_path: Path, capsys: Output) -> None:
    out = ["bulk", str(LEGAL), *FORMAT, "--out", str(tmp_path / "out")]

    assert run(out) == 0
    assert run([*out, "--resume"]) == 0
    assert run([*out, "--resume", "--limit", "lines=10"]) == 2
    assert "the limit lines `2000` instead of `10`" in capsys.readouterr().err


def test_the_documentation_has_the_limits_in_force() -> None:
    page = (ROOT / "docs" / "files.md").read_text("utf-8")
    rows = {
        cells[0].strip("`"): cells[2:]
        for line in page.splitlines()
        if line.startswith("| `") and len(cells := [cell.strip() for cell in line.strip("|").split(" | ")]) == 4
    }
    values = msgspec.to_builtins(Limits())

    for name in names():
        least, most = bounds(name)
        assert rows[name] == [f"{values[name]:,}", f"{least:,} to {most:,}"]


def said(arguments: list[str], capsys: Output) -> list[dict[str, Any]]:
    """Return what a command says in JSON Lines of decks and failures, by their paths."""
    run([*arguments, "--isolated"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return sorted((line for line in lines if line["kind"] != "summary"), key=lambda line: str(line["path"]))


@pytest.fixture(scope="module", params=[write_jsonl, write_csv, write_texts])
def lists(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, lcg2017: Format, lcg: FilePool
) -> Path:
    """Random decks in each of the ways that `bulk` reads in passing."""
    name = {write_jsonl: "decks.jsonl", write_csv: "decks.csv", write_texts: "lists"}[request.param]
    made: Path = request.param(tmp_path_factory.mktemp("decks") / name, lcg2017, lcg, 15)
    return made


@pytest.mark.parametrize("limit", ["lines=33", "copies=2", "name-length=40", "file-bytes=1024", "file-bytes=1100"])
def test_bulk_keeps_to_the_limits_as_check_does(limit: str, lists: Path, capsys: Output) -> None:
    options = [str(lists), "--format", BULK_FORMAT, "--limit", limit]

    found = said(["bulk", *options], capsys)

    assert found
    assert [{key: value for key, value in each.items() if key != "player"} for each in found] == said(
        ["check", *options, "--as", "jsonl"], capsys
    )


def test_more_copies_than_numbers_of_a_screen_hold_are_counted(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "a.txt").write_text("9999 Rout\n9999 Banzai!\n", "utf-8")
    (tmp_path / "b.jsonl").write_text('{"cards": {"rout": 9999, "banzai": 250}}\n', "utf-8")
    options = [str(tmp_path), "--format", BULK_FORMAT, "--limit", "copies=9999"]

    found = said(["bulk", *options], capsys)

    assert [each["counts"]["conflict"] for each in found] == [19_998, 10_249]
    assert [{key: value for key, value in each.items() if key != "player"} for each in found] == said(
        ["check", *options, "--as", "jsonl"], capsys
    )
