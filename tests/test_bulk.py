"""`deckcheck bulk`: every list gives what `check` says of it, in the order of the inputs."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from deckcheck.bulk import desk, lists
from deckcheck.bulk.chunks import Chunk, Recorder, Rows, chunks, result_of, singles
from deckcheck.bulk.known_lists import Candidate, KnownLists
from deckcheck.bulk.run import Inputs, expand, local_engine, recorder_for, run
from deckcheck.checks import checker as app
from deckcheck.cli import cli
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import DataError, DeckcheckError, UsageError
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool
from tests.bulk_runs import FORMAT, finished, records, write_csv, write_jsonl, write_texts
from tests.conftest import ROOT, shipped_format, shipped_pool
from tests.fixture_decks import WHOLE_DECKS
from tests.report_schemas import validate_line

KEEPER = WHOLE_DECKS / FORMAT / "crab-keeper.txt"
SEEKER = WHOLE_DECKS / FORMAT / "lion-seeker.txt"


def bulk(*arguments: object, given: bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["bulk", *map(str, arguments)], input=given, standalone_mode=False)


def told(result: Result) -> DeckcheckError:
    """Return the error that a call ended with."""
    assert isinstance(result.exception, DeckcheckError), result.output
    return result.exception


def checked(path: Path, fmt: str) -> list[dict[str, Any]]:
    """Return the objects that ``check -o jsonl`` gives for decks and failures."""
    result = CliRunner().invoke(cli, ["check", str(path), "--format", fmt, "--as", "jsonl"], standalone_mode=False)
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    for finding in (finding for each in objects for finding in each.get("findings", ())):
        # Only `check` looks for other formats in which a deck is legal.
        if finding["data"].pop("legal_formats", None):
            finding["help"] = finding["help"].partition("; all cards of the deck are legal in: ")[0]
    return [each for each in objects if each["kind"] != "summary"]


def without_player(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "player"}


# --- the same as `check` ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format_id", "kind", "many"),
    [
        ("lcg-2017", "jsonl", 50),
        ("lcg-stronghold", "jsonl", 50),
        ("celestial-40-40", "jsonl", 50),
        ("twenty-festivals", "jsonl", 50),
        ("lcg-2017", "csv", 30),
        ("celestial-40-40", "csv", 30),
        ("lcg-stronghold", "texts", 30),
        ("celestial-40-40", "texts", 30),
    ],
)
def test_random_decks_give_what_check_says(tmp_path: Path, format_id: str, kind: str, many: int) -> None:
    fmt = shipped_format(format_id)
    pool = shipped_pool(fmt.pool)
    if kind == "jsonl":
        path = write_jsonl(tmp_path / "decks.jsonl", fmt, pool, many, slips=0.9)
    elif kind == "csv":
        path = write_csv(tmp_path / "decks.csv", fmt, pool, many, slips=0.9)
    else:
        path = write_texts(tmp_path / "lists", fmt, pool, many, slips=0.9)
    given = checked(path, format_id)
    found = bulk(path, "--format", format_id)

    assert found.exception is None
    assert found.return_value == 1
    lines = found.stdout.splitlines(keepends=True)
    assert len(lines) == len(given) == many
    assert {each["verdict"] for each in given} == {"legal", "illegal", "undecided"}
    assert [without_player(json.loads(line)) for line in lines] == given
    for line in lines:
        validate_line(json.loads(line))
    # Records written in passing have the form of all others.
    compact = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert lines == [compact.encode(json.loads(line)) + "\n" for line in lines]


def test_two_processes_give_the_same_bytes(tmp_path: Path, lcg2017: Format, lcg: FilePool) -> None:
    table = write_jsonl(tmp_path / "decks.jsonl", lcg2017, lcg, 900)
    lists = write_texts(tmp_path / "lists", lcg2017, lcg, 40)
    one = finished(table, lists, tmp_path / "none.txt", "--chunk", 100)
    two = finished(table, lists, tmp_path / "none.txt", "--chunk", 37, "--jobs", 2)

    assert one.returncode == two.returncode == 2
    assert two.stdout == one.stdout
    found = records(one.stdout)
    assert len(found) == 941
    assert [each["path"] for each in found[:2]] == [f"{table}#1", f"{table}#2"]
    assert found[-1]["kind"] == "failure"


# --- inputs -------------------------------------------------------------------------------------------------------


def test_all_kinds_of_inputs_in_their_order(tmp_path: Path) -> None:
    text = KEEPER.read_text("utf-8")
    folder = tmp_path / "lists"
    folder.mkdir()
    for name in ("b.txt", "a.txt", "notes.pdf"):
        (folder / name).write_text(text, "utf-8")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("one.txt", text)
    with (tmp_path / "table.csv").open("w", encoding="utf-8", newline="") as table:
        csv.writer(table).writerows([("Player", "Deck list"), ("Aki", text), ("Ren", "")])
    (tmp_path / "rows.jsonl").write_text(json.dumps({"player": "Kei", "list": text}) + "\n", "utf-8")

    result = bulk(folder, tmp_path / "all.zip", tmp_path / "table.csv", "--format", FORMAT)
    assert result.return_value == 2
    found = records(result.stdout_bytes)
    assert [(Path(each["path"]).name, each.get("verdict")) for each in found] == [
        ("a.txt", "legal"),
        ("b.txt", "legal"),
        ("one.txt", "legal"),
        ("table.csv#2", "legal"),
        (f"table.csv#{2 + len(text.splitlines()) + 1}", None),
    ]
    assert found[3]["player"] == "Aki"

    named = bulk(tmp_path / "rows.jsonl", "--format", FORMAT, "--column", "list")
    assert [(each["player"], each["verdict"]) for each in records(named.stdout_bytes)] == [("Kei", "legal")]


def test_patterns_are_filled_in(tmp_path: Path) -> None:
    for name in ("b/2.txt", "a/1.txt", "a/1.csv", "plain[1].txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("3 Banzai!\n", "utf-8")

    def names(pattern: str) -> list[str]:
        return [os.path.relpath(path, tmp_path) for path in expand([str(tmp_path / pattern)])]

    assert names("*/*.txt") == ["a/1.txt", "b/2.txt"]
    assert names("**/[ab]") == ["a/1.csv", "a/1.txt", "b/2.txt"]
    assert names("**/*") == ["a/1.csv", "a/1.txt", "b/2.txt", "plain[1].txt"]
    assert names("plain[1].txt") == ["plain[1].txt"]
    assert names("*.none") == ["*.none"]
    assert list(expand(["-", "https://example.org/?a=1"])) == ["-", "https://example.org/?a=1"]


def test_standard_input_is_read_as_it_comes_and_once(tmp_path: Path, lcg2017: Format, lcg: FilePool) -> None:
    table = write_jsonl(tmp_path / "decks.jsonl", lcg2017, lcg, 50)
    content = table.read_bytes()
    result = bulk("-", "-", "--from", "jsonl", "--format", FORMAT, given=content)
    assert result.return_value == 2
    *found, again = records(result.stdout_bytes)
    assert [each["path"] for each in found] == [f"<stdin>#{number}" for number in range(1, 51)]
    assert again["message"] == "standard input can be read only once"

    one = bulk("-", "--format", FORMAT, given=KEEPER.read_bytes())
    assert [each["verdict"] for each in records(one.stdout_bytes)] == ["legal"]
    # More than a file may have.
    many = bulk("-", "--from", "jsonl", "--format", FORMAT, given=content * 60)
    assert len(many.stdout.splitlines()) == 3000


@pytest.mark.parametrize("option", [("--report", "csv=report.csv"), ("--similar", "0.9")])
@pytest.mark.parametrize("path", ["-", "/dev/fd/63"])
def test_what_reads_again_refuses_standard_input(option: tuple[str, str], path: str) -> None:
    assert "pipes can be read only once" in told(bulk(path, "--format", FORMAT, *option)).message


def test_no_bad_list_stops_the_others(tmp_path: Path) -> None:
    good = KEEPER.read_bytes()
    files = {
        "1.txt": good,
        "2.txt": b"",
        "3.txt": b"\x00\x01\x02",
        "4.json": b'{"cards": [',
        "5.jsonl": b'{"cards": {"01-banzai": 3}}\nnot json\n\n{"cards": {"\xff": 1}}\n' + b"[" * 100_000 + b"\n",
        "6.jsonl": b"\n \n",
        "7.jsonl": b"x" * (1024 * 1024 + 1) + b"\n" + b'{"cards": {"01-banzai": 3}}',
        "8.zip": b"PK no archive",
        "9.txt": good,
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "empty").mkdir()
    given = [*sorted(tmp_path / name for name in files), tmp_path / "empty", tmp_path / "none.txt"]
    result = bulk(*given, "--format", FORMAT)

    assert result.return_value == 2
    found = [(each["path"].removeprefix(f"{tmp_path}/"), each.get("verdict")) for each in records(result.stdout_bytes)]
    assert found == [
        ("1.txt", "legal"),
        ("2.txt", None),
        ("3.txt", None),
        ("4.json", None),
        ("5.jsonl#1", "illegal"),
        ("5.jsonl#2", None),
        ("5.jsonl#4", None),
        ("5.jsonl#5", None),
        ("6.jsonl", None),
        ("7.jsonl#1", None),
        ("7.jsonl#2", "illegal"),
        ("8.zip", None),
        ("9.txt", "legal"),
        ("empty", None),
        ("none.txt", None),
    ]
    assert result.stderr.splitlines()[-5:-1] == [
        "legal       2   13.3%",
        "illegal     2   13.3%",
        "undecided   0    0.0%",
        "failed     11   73.3%",
    ]


@pytest.mark.parametrize("cards", [40, 9])
@pytest.mark.parametrize("last", ["", "not json\n"])
def test_json_lines_with_one_card_each_are_read_as_check_does(cards: int, last: str, tmp_path: Path) -> None:
    shown = [f"Card {number}" for number in range(cards)]
    path = tmp_path / "cards.jsonl"
    path.write_text(
        "\n".join([*(json.dumps({"card": {"name": name}, "count": 1}) for name in ["Banzai!", *shown[1:]]), last]),
        "utf-8",
    )

    found = records(bulk(path, "--format", FORMAT).stdout_bytes)

    kinds = ["deck"] if len(shown) >= 10 and not last else ["failure"] * (len(shown) + bool(last))
    assert [each["kind"] for each in found] == kinds
    assert [without_player(each) for each in found] == [without_player(each) for each in checked(path, FORMAT)]


def test_a_file_that_vanishes_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("1.txt", "2.txt", "3.txt"):
        (tmp_path / name).write_bytes(KEEPER.read_bytes())

    def vanishing(sources: Any) -> Any:
        for source in expand(sources):
            if source.endswith("2.txt"):
                Path(source).unlink()
            yield source

    monkeypatch.setattr("deckcheck.bulk.run.expand", vanishing)
    found = records(bulk(tmp_path, "--format", FORMAT).stdout_bytes)
    assert [each["kind"] for each in found] == ["deck", "failure", "deck"]
    assert "No such file" in found[1]["message"]


def test_lists_that_the_code_is_not_up_to_have_failed(
    tmp_path: Path, lcg2017: Format, lcg: FilePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = write_jsonl(tmp_path / "decks.jsonl", lcg2017, lcg, 20, slips=0)
    recorder = Recorder(app.Checker(lcg2017, lcg), Intake())
    (chunk,) = chunks([str(table)], Intake())
    whole = recorder.result(chunk)
    check = KnownLists.in_json
    bad = table.read_bytes().splitlines()[7]

    def breaking(self: KnownLists, line: bytes, asked: list[Candidate]) -> Any:
        if line == bad:
            raise RuntimeError("a bug\nof ours")
        return check(self, line, asked)

    monkeypatch.setattr(KnownLists, "in_json", breaking)
    result = result_of(recorder, chunk)

    before, after = records(whole.records), records(result.records)
    assert after[:7] + after[8:] == before[:7] + before[8:]
    assert (after[7]["path"], after[7]["message"]) == (f"{table}#8", "internal error: RuntimeError: a bug\nof ours")
    assert (result.counts.legal, result.counts.failed) == (19, 1)


def test_chunks_are_bounded_in_lists_and_bytes(tmp_path: Path) -> None:
    line = b'{"cards": {"' + b"x" * 200_000 + b'": 1}}\n'
    (tmp_path / "long.jsonl").write_bytes(line * 100)
    (tmp_path / "short.jsonl").write_bytes(b'{"cards": {"a": 1}}\n' * 25)

    def cut(name: str) -> list[Chunk]:
        return list(chunks([str(tmp_path / name)], Intake(), 10))

    assert [
        len(each.items[0].content.splitlines()) for each in cut("short.jsonl") if isinstance(each.items[0], Rows)
    ] == [10, 10, 5]
    assert max(each.size for each in cut("long.jsonl")) < 5_000_000
    assert sum(each.size for each in cut("long.jsonl")) == 100 * len(line)
    assert [each.number for each in cut("short.jsonl")] == [1, 2, 3]


def test_taking_a_chunk_apart_keeps_its_lines() -> None:
    chunk = Chunk(3, (Rows("a.jsonl", b'{"a":\r1}\n\n{"b": 2}\n', 7),))

    assert [each.items for each in singles(chunk)] == [
        (Rows("a.jsonl", b'{"a":\r1}', 7),),
        (Rows("a.jsonl", b'{"b": 2}', 9),),
    ]


# --- the folder of a run ------------------------------------------------------------------------------------------


def test_the_folder_holds_results_and_the_table_for_the_desk(tmp_path: Path) -> None:
    out = tmp_path / "out"
    text = KEEPER.read_text("utf-8")
    rows = [("Aki", text), ("Ren", SEEKER.read_text("utf-8")), ("aki ", "3 Banzai!"), ("", text), ("=1+1", "")]
    with (tmp_path / "table.csv").open("w", encoding="utf-8", newline="") as table:
        csv.writer(table).writerows([("Player", "Deck list"), *rows])
    result = bulk(tmp_path / "table.csv", "--format", FORMAT, "--out", out)

    assert result.return_value == 2
    assert result.stdout.splitlines() == [str(out / "results.jsonl"), str(out / "desk.csv")]
    found = records((out / "results.jsonl").read_bytes())
    lines = list(csv.DictReader(io.StringIO((out / "desk.csv").read_text("utf-8"))))
    assert [line["path"] for line in lines] == [each["path"] for each in found]
    assert [line["verdict"] for line in lines] == ["legal", "legal", "illegal", "legal", "failed"]
    assert [line["player"] for line in lines] == ["Aki", "Ren", "aki", "", ""]
    assert lines[2]["codes"].split()[0] == "S001"
    assert lines[0]["fingerprint"] == found[0]["fingerprint"]
    assert lines[4]["reason"]
    notes = [line for line in result.stderr.splitlines() if line.startswith("note: ")]
    assert [note.split(":")[1] for note in notes] == [
        " 2 lists are equal",
        " 2 lists of the player `aki`",
        " 1 list names no player",
    ]
    assert [line for line in result.stderr.splitlines() if line.startswith("error: ")] == [
        f"error: {lines[4]['path']}: {lines[4]['reason']}"
    ]


def test_a_failure_says_what_to_do(tmp_path: Path) -> None:
    table = tmp_path / "form.csv"
    table.write_text("Player,Notes\nAki,3 Banzai!\n", "utf-8")

    result = bulk(table, "--format", FORMAT, "--out", tmp_path / "out")

    assert "no column is called deck list; there are `Player`, `Notes`; say which: --column NAME" in result.stderr


def test_the_first_failures_are_named_and_the_others_counted(tmp_path: Path) -> None:
    result = bulk(*(f"gone-{number}.txt" for number in range(7)), "--format", FORMAT, "--out", tmp_path / "out")

    said = result.stderr.splitlines()
    assert result.return_value == 2
    assert [line for line in said if line.startswith("error: ")] == [
        f"error: gone-{number}.txt: cannot be read: No such file or directory" for number in range(5)
    ]
    assert "note: 2 more failed; desk.csv names all of them" in said


def test_lists_without_any_player_are_not_held_against_them(tmp_path: Path) -> None:
    result = bulk(KEEPER, SEEKER, "--format", FORMAT, "--out", tmp_path / "out")

    assert result.return_value == 0
    assert "note:" not in result.stderr


def test_going_on_gives_the_same_bytes_and_checks_only_what_is_missing(
    tmp_path: Path, lcg2017: Format, lcg: FilePool
) -> None:
    table, out = write_jsonl(tmp_path / "decks.jsonl", lcg2017, lcg, 300), tmp_path / "out"
    arguments = (table, "--format", FORMAT, "--chunk", 50, "--out", out)
    bulk(*arguments)
    whole = (out / "results.jsonl").read_bytes()
    files = sorted((out / "chunks").iterdir())
    assert len(files) == 6
    files[2].unlink()
    (out / "results.jsonl").unlink()
    (out / "chunks" / f".{files[2].name}.abc").write_bytes(b"half a")
    before = {path: path.stat().st_mtime_ns for path in files if path.exists()}
    result = bulk(*arguments, "--resume")

    assert result.exception is None
    assert (out / "results.jsonl").read_bytes() == whole
    assert sorted((out / "chunks").iterdir()) == files
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert any(line.startswith("lists      300") for line in result.stderr.splitlines())
    # And once more, with nothing left to do.
    assert bulk(*arguments, "--resume").return_value == 1
    assert (out / "results.jsonl").read_bytes() == whole


def test_a_list_that_was_changed_meanwhile_is_checked_again(tmp_path: Path) -> None:
    lists, out = tmp_path / "lists", tmp_path / "out"
    lists.mkdir()
    (lists / "1.txt").write_bytes(KEEPER.read_bytes())
    (lists / "2.txt").write_bytes(KEEPER.read_bytes())
    arguments = (lists, "--format", FORMAT, "--chunk", 1, "--out", out)
    assert bulk(*arguments).return_value == 0
    (lists / "2.txt").write_bytes(b"3 Banzai!\n")

    assert bulk(*arguments, "--resume").return_value == 1
    assert [each["verdict"] for each in records((out / "results.jsonl").read_bytes())] == ["legal", "illegal"]
    assert len(list((out / "chunks").iterdir())) == 2


def test_what_was_decided_at_the_start_is_not_changed(tmp_path: Path) -> None:
    formats, out = tmp_path / "formats", tmp_path / "out"
    formats.mkdir()
    own = formats / "own.yaml"
    own.write_text(OWN_FORMAT.format(max=12), "utf-8")
    arguments = (KEEPER, "--format", "own", "--formats-dir", formats, "--out", out)
    assert bulk(*arguments).return_value == 0
    own.write_text(OWN_FORMAT.format(max=11), "utf-8")

    error = told(bulk(*arguments, "--resume"))
    assert isinstance(error, UsageError)
    assert error.message.startswith("cannot resume: the run had format digest `sha256:")
    error = told(bulk(KEEPER, SEEKER, "--format", FORMAT, "--out", out, "--resume"))
    assert ", inputs `" in error.message
    assert "format `own` instead of `lcg-2017`" in error.message


OWN_FORMAT = """\
id: own
name: Our own
extends: lcg-2017
basis: community
rules:
  too-many-conflict-characters:
    max: {max}
    cite: {{doc: DATA, section: ours}}
"""


def test_results_do_not_go_among_the_lists(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_bytes(KEEPER.read_bytes())

    assert told(bulk(tmp_path, "--format", FORMAT, "--out", f"{tmp_path}/")).message.startswith("the lists and the")
    assert [path.name for path in tmp_path.iterdir()] == ["deck.txt"]


def test_a_folder_is_taken_only_as_it_is_meant(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = (KEEPER, "--format", FORMAT, "--out", out)
    bulk(*arguments)
    assert told(bulk(*arguments)).message == "the folder already has results"
    (out / "manifest.json").write_text("{", "utf-8")
    assert told(bulk(*arguments, "--resume")).message == "not a manifest of a bulk run"
    (out / "manifest.json").unlink()
    assert told(bulk(*arguments, "--resume")).message == "the folder has results but no manifest"
    assert "--out" in told(bulk(KEEPER, "--format", FORMAT, "--resume")).message


def test_a_run_that_never_got_to_work_is_in_nobodys_way(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "out"
    nowhere = ("--engine", "dask", "--scheduler", "this is no address")
    told(bulk(KEEPER, "--format", FORMAT, "--out", out, *nowhere))

    assert bulk(SEEKER, "--format", FORMAT, "--out", out).return_value == 0


def test_one_run_at_a_time(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    out = tmp_path / "out"
    out.mkdir()
    with (out / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert told(bulk(KEEPER, "--format", FORMAT, "--out", out)).message == "another run uses this folder"
    assert bulk(KEEPER, "--format", FORMAT, "--out", out).return_value == 0


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("/proc/none", "could not be written: No such file or directory"),
        ("file/out", "could not be written: Not a directory"),
    ],
)
def test_a_folder_that_cannot_be_made_is_said_before_anything_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()

    error = told(bulk(KEEPER, "--format", FORMAT, "--out", out))

    assert error.message == message
    assert "chunks are saved" not in (error.help or "")


# --- options ------------------------------------------------------------------------------------------------------


def test_reports_on_demand(tmp_path: Path) -> None:
    reports = (("html", b"<!doctype html"), ("junit", b"<?xml"))
    options = [f"{name}={tmp_path / name}" for name, _ in reports]
    result = bulk(KEEPER, SEEKER, "--format", FORMAT, "--report", options[0], "-o", options[1])

    assert result.return_value == 0
    assert f"`-o {options[1]}` still works; type `--report {options[1]}`" in result.stderr
    for name, start in reports:
        assert (tmp_path / name).read_bytes()[:20].lower().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--report", "none=x"), "there is no report `none`"),
        (("-o", "results"), "there is no report `results`"),
        (("--report", "html"), "only one report can go to standard output"),
        (("--report", "html=none/x.html"), "there is no folder `none` for the report `none/x.html`"),
        (("--scheduler", "tcp://127.0.0.1:1"), "`--scheduler` is for `--engine dask`"),
        (("--engine", "dask"), "the dask engine requires --scheduler"),
    ],
)
def test_options_that_cannot_be_used(arguments: tuple[str, ...], message: str) -> None:
    assert told(bulk(KEEPER, "--format", FORMAT, *arguments)).message == message


def test_a_share_is_at_most_1() -> None:
    assert "`--similar` cannot be `9`" in str(bulk(KEEPER, "--format", FORMAT, "--similar", "9").exception)


def test_lists_that_share_most_of_their_cards(tmp_path: Path) -> None:
    text = KEEPER.read_text("utf-8")
    (tmp_path / "1.txt").write_text(text, "utf-8")
    (tmp_path / "2.txt").write_text(text.replace("* 3 Banzai!", "* 3 Charge!"), "utf-8")
    result = bulk(tmp_path, SEEKER, "--format", FORMAT, "--similar", "0.9")

    notes = [line for line in result.stderr.splitlines() if line.startswith("note: ")]
    assert notes == [f"note: 97% of the cards are shared by {tmp_path}/1.txt and {tmp_path}/2.txt"]


def test_lines_that_name_no_card_tell_lists_apart(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text("1 Banzai!\n3 Kakita Nowhere\n3 Doji Nobody\n", "utf-8")
    (tmp_path / "2.txt").write_text("1 Banzai!\n3 Hida Noone\n3 Hiruma Never\n", "utf-8")
    result = bulk(tmp_path, "--format", FORMAT, "--similar", "0.9")

    assert [line for line in result.stderr.splitlines() if line.startswith("note: ")] == []


def test_shares_are_of_the_larger_list() -> None:
    decks = {"a": {"x": 3, "y": 3}, "b": {"x": 3, "z": 1}, "c": {"x": 3}}

    assert [*lists.alike(decks, 0.5)] == [
        ("a", "b", 0.5),
        ("a", "c", 0.5),
        ("b", "c", 0.75),
    ]
    with pytest.raises(UsageError, match="too many"):
        list(lists.alike({str(number): {"x": 1} for number in range(lists.MOST_LISTS + 1)}, 0.5))


def test_the_largest_groups_are_named() -> None:
    lines = [
        json.dumps(
            {"kind": "deck", "path": str(number), "player": f"P{number}", "fingerprint": str(number % 40)}
        ).encode()
        for number in range(100)
    ]
    found = desk.find_duplicates(lines)

    assert (len(found.equal), found.same_player, found.without_player.count) == (20, (), 0)
    assert found.equal[0].count == 3
    assert found.equal[0].paths == ("0", "40", "80")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_that_changes_while_workers_start_is_noticed(
    jobs: int, method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deckcheck.bulk.local._method", lambda: method)
    shutil.copytree(ROOT / "cardpools" / "lcg", tmp_path / "lcg")
    fmt, pool = app.load_format(FORMAT), app.load_pool("lcg", cardpools_dir=tmp_path)
    make = recorder_for(fmt, pool, Intake())
    inputs = Inputs((str(KEEPER),), Intake())
    (whole,) = run(inputs, local_engine(make, jobs))
    sets = tmp_path / "lcg" / "sets.yaml"
    sets.write_text(f"{sets.read_text('utf-8')}# changed\n", "utf-8")
    pool.rebuild()

    assert whole.counts.checked == 1
    with pytest.raises(DataError, match="the card pool changed during the run"):
        list(run(inputs, local_engine(make, jobs)))


def test_the_day_of_the_configuration_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deckcheck.toml").write_text('format = "lcg-stronghold"\nas-of = 2019-05-10\n', "utf-8")
    bulk(KEEPER, "--out", "out")

    day = app.load_format("lcg-stronghold", as_of="2019-05-10").dated
    assert json.loads(Path("out/manifest.json").read_text("utf-8"))["format_date"] == day
