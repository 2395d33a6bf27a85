"""The event file: several processes use it at once, a killed one loses nothing, and what is no event is refused."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from deckcheck.cli import cli, run
from deckcheck.events import exchange
from deckcheck.events.model import TABLES, Player, Submission
from deckcheck.events.store import EventFile, create, open_event
from deckcheck.events.table_checks import draws
from deckcheck.model.errors import DataError
from deckcheck.reports.text import columns_in
from deckcheck.system.atomic import whole_folder
from tests.events_desk import ILLEGAL, LEGAL, OTHER, Desk, row
from tests.killed import is_killed

LISTS = 100


def state(file: Path) -> dict[str, list[object]]:
    """Return all rows of all tables."""
    with open_event(file) as event:
        return {table: list(event.rows(kind)) for table, kind in TABLES.items()}


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "deckcheck", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_an_export_is_one_state_of_the_event_while_others_take_lists(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    write, late = exchange._write, desk.form(row(2, OTHER), name="late.csv")

    def busy(path: Path, content: bytes) -> None:
        write(path, content)
        if path.name == "player.jsonl":
            desk.take(late)

    monkeypatch.setattr(exchange, "_write", busy)
    desk("export", "--out", desk.folder / "files")

    assert run(["event", "import", str(desk.folder / "again.event"), str(desk.folder / "files")]) == 0
    assert [getattr(each, "name", "") for each in state(desk.folder / "again.event")["player"]] == ["Player AAB"]
    assert len(desk.status()["players"]) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
@pytest.mark.parametrize("reports", [1, 60])
def test_a_kill_loses_nothing_that_was_reported_as_taken(reports: int, desk: Desk) -> None:
    desk.new()
    form = desk.form(*(row(number, f"# {number}\n{LEGAL}") for number in range(LISTS)))
    process = start("event", "take", str(desk.file), str(form))
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(reports + 1)]
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    assert process.stderr
    process.stderr.close()

    taken = {found[1] for line in lines if (found := re.match(r"new: (Player \w+) ", line))}

    assert len(taken) >= reports
    assert taken <= {each["name"] for each in desk.status()["players"] if each["verdict"] == "legal"}
    said = desk.take(form)
    assert f"{LISTS} lists:" in said
    assert desk.status()["event"]["counts"]["legal"] == LISTS
    assert all(each["revision"] == 1 for each in desk.status()["players"])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_transaction_that_is_killed_is_not_there_at_all(desk: Desk) -> None:
    desk.new()
    code = (
        "import sys, os, pathlib\n"
        "from deckcheck.events.store import open_event\n"
        "from deckcheck.events.model import Player\n"
        "event = open_event(pathlib.Path(sys.argv[1]))\n"
        "with event.writing():\n"
        "    for number in range(5000):\n"
        "        event.add(Player(name=str(number)))\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(desk.file)], check=False)

    assert done.returncode == -signal.SIGKILL
    with open_event(desk.file) as event:
        assert event.players() == []


def test_two_processes_write_at_once_and_nothing_is_lost(desk: Desk) -> None:
    desk.new()
    forms = [
        desk.form(*(row(number, LEGAL) for number in range(first, first + 60)), name=f"{first}.csv")
        for first in (0, 100)
    ]
    processes = [start("event", "take", str(desk.file), str(form)) for form in forms]
    done = [process.communicate(timeout=60) for process in processes]

    assert [process.returncode for process in processes] == [0, 0], done
    assert desk.status()["event"]["counts"]["legal"] == 120


def test_a_writer_waits_for_another_one(desk: Desk) -> None:
    desk.new()
    with open_event(desk.file) as event:
        with event.writing():
            event.add(Player(name="Player AAB"))
            other = start("event", "lock", str(desk.file))
            time.sleep(1.0)
            assert other.poll() is None
        _, said = other.communicate(timeout=60)

    assert (other.returncode, said) == (0, "locked: all lists\n")


def test_of_two_processes_that_draw_a_round_one_does(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(*(row(number, LEGAL) for number in range(20))))
    with open_event(desk.file) as event, event.writing():
        both = [start("event", "draw-checks", str(desk.file), "--round", "1") for _ in range(2)]
        time.sleep(2.0)
    for process in both:
        process.communicate(timeout=60)

    assert sorted(process.returncode for process in both) == [0, 2]
    with open_event(desk.file) as event:
        assert len(draws(event)) == 1


def test_a_copy_can_be_made_while_another_process_writes(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    copy = desk.folder / "copy.event"
    with open_event(desk.file) as event, event.writing():
        event.add(Player(name="Player AAC"))
        assert run(["event", "backup", str(desk.file), str(copy)]) == 0

    with open_event(copy) as copied:
        assert [player.name for player in copied.players()] == ["Player AAB"]
    assert not copy.with_name("copy.event-wal").exists()


def test_a_copy_replaces_no_other_file(desk: Desk) -> None:
    desk.new()
    copy = desk.folder / "copy.event"
    desk("backup", copy)
    desk("backup", copy)

    assert f"`{desk.file}` is the event itself" in desk("backup", desk.file, code=2)
    another = desk.folder / "another.event"
    assert run(["event", "new", str(another), "--name", "Another", "--format", "celestial-40-40"]) == 0
    for other in (another, desk.text("list.txt", LEGAL)):
        before = other.read_bytes()
        assert f"`{other}` is another file, not an earlier copy of this event" in desk("backup", other, code=2)
        assert other.read_bytes() == before


def test_a_copy_replaces_all_of_the_copy_before(desk: Desk) -> None:
    """A command on the earlier copy was killed, so that its last changes are beside it."""
    desk.new()
    copy = desk.folder / "copy.event"
    desk("backup", copy)
    killed = (
        "import os, sys; from pathlib import Path\n"
        "from deckcheck.events.model import Player; from deckcheck.events.store import open_event\n"
        "event = open_event(Path(sys.argv[1]))\n"
        "with event.writing(): event.add(Player(name='Player AAB'))\n"
        "os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", killed, copy], check=False).returncode == 9
    assert copy.with_name("copy.event-wal").exists()

    left = copy.with_name(".copy.event.x.deckcheck~")
    left.write_bytes(b"what a killed backup leaves")
    desk("roster", desk.text("players.csv", "Name\nPlayer AAC\n"))
    desk("backup", copy)

    with open_event(copy) as copied:
        assert [player.name for player in copied.players()] == ["Player AAC"]
    assert not left.exists()


def test_what_is_written_stays_as_it_is(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    desk("rule", "allow", "--code", "C001", "--why", "agreed")
    desk("check", "Player AAB", "--ok")
    with sqlite3.connect(desk.file) as database:
        for table in ("submission", "ruling", "deck_check", "log"):
            for change in (f"update {table} set id = 99", f"delete from {table}"):
                with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                    database.execute(change)
    database.close()


def test_a_player_who_is_forgotten_is_nowhere_in_the_file(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, "# Zanzibar\n" + LEGAL), row(2, OTHER)))
    desk("rule", "allow", "--player", "Player AAB", "--why", "Zanzibar again")
    desk("check", "Player AAB", "--ok", "--note", "Zanzibar too")
    desk("check", "Player AAC", "--ok")

    desk("forget", "Player AAB", "--yes")

    left = b"".join(path.read_bytes() for path in desk.folder.glob("cup.event*"))
    assert b"Zanzibar" not in left
    assert b"player1@example.org" not in left
    assert desk("checks").startswith("Player AAC")
    with sqlite3.connect(desk.file) as database, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        database.execute("delete from log")
    database.close()


def test_forget_asks_about_the_player_it_found(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.csv", "Name\nKei Tanaka\nAna Adler\n"))

    asked = CliRunner().invoke(cli, ["event", "forget", str(desk.file), "Kei"], input="n\n")

    assert "Permanently delete Kei Tanaka with all lists, rulings and deck checks? [y/N]" in asked.output
    assert asked.output.endswith("not deleted\n")
    assert len(desk.status()["players"]) == 2


def test_the_number_of_a_forgotten_player_is_not_given_again(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, OTHER), row(3, LEGAL)))

    desk("forget", "#3", "--yes")
    desk("forget", "#2", "--yes")
    desk.take(desk.form(row(4, OTHER)))
    desk("export", "--out", desk.folder / "files")
    desk.file = desk.folder / "again.event"
    assert run(["event", "import", str(desk.folder / "files"), str(desk.file)]) == 0
    desk("forget", "#4", "--yes")
    desk.take(desk.form(row(5, OTHER)))

    with open_event(desk.file) as event:
        assert [player.id for player in event.players()] == [1, 5]
        assert [each.id for each in event.submissions()] == [1, 5]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
def test_an_export_removes_what_a_killed_one_left_and_nothing_of_one_that_runs(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    out = desk.folder / "files"
    command = ["event", "export", str(desk.file), "--out", str(out)]

    def hidden() -> list[str]:
        return [each.name for each in desk.folder.glob(".files.*")]

    with whole_folder(out):
        running = hidden()
        assert is_killed(desk.folder, 8, command)
        assert len(hidden()) == 2
        assert run(command) == 0
        assert hidden() == running
        shutil.rmtree(out)
    assert hidden() == []


def test_an_export_read_back_has_the_same_state(desk: Desk) -> None:
    desk.new("--deadline", "2026-12-04T20:00+01:00")
    desk.take(desk.form(row(1, LEGAL), row(2, "x"), row(1, OTHER)), code=1)
    (desk.folder / "Kei Smith.txt").write_bytes(LEGAL.replace("\n", "\r\n").encode("utf-16"))
    desk.take(desk.folder / "Kei Smith.txt")
    desk("rule", "allow", "--player", "Player AAB", "--why", "looked at")
    desk("check", "Player AAB", "--difference", "-1 Marketplace", "--round", 2, code=1)
    desk("lock")

    desk("export", "--out", desk.folder / "files")
    again = desk.folder / "again.event"
    assert run(["event", "import", str(desk.folder / "files"), str(again)]) == 0

    assert state(again) == state(desk.file)
    assert (desk.folder / "files" / "lists" / "003-kei-smith-r1.txt").read_bytes()[:2] == b"\xff\xfe"
    assert "3,Kei Smith,,,,registered,legal,1," in (desk.folder / "files" / "registrations.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("lists/001-player-aab-r1.txt", lambda text: text + "1 Rout\n", "was changed since the export"),
        ("submission.jsonl", lambda text: text.replace("lists/001", "../001"), "leads out of the folder"),
        ("player.jsonl", lambda text: text.replace('"status"', '"state"'), "player.jsonl:1: not a row of an event"),
        ("event.jsonl", lambda _: "", "contains no event"),
        ("log.jsonl", lambda _: "{", "log.jsonl:1: not a row of an event"),
        ("log.jsonl", lambda text: text.replace('"id": 1', '"id": 99999999999999999999'), "Expected `int` <= 9"),
        ("log.jsonl", lambda text: text.replace('"data": "{', '"data": "[', 1), "log.jsonl:1: not a row of an event"),
        ("player.jsonl", lambda _: "[]\n", "player.jsonl:1: not a row of an event: Expected `object`"),
        ("event.jsonl", lambda _: "[]\n", "event.jsonl:1: not a row of an event: Expected `object`"),
        ("submission.jsonl", lambda _: "3\n", "submission.jsonl:1: not a row of an event: Expected `object`"),
        ("player.jsonl", lambda _: "", "submission.jsonl:1: not a row of an event: the player or list that it names"),
        ("player.jsonl", lambda text: text * 2, "player.jsonl:2: not a row of an event: this row already exists"),
        ("event.jsonl", lambda text: text.replace('"deadline": ""', '"deadline": "soon"'), "event.jsonl:1: not a row"),
        ("event.jsonl", lambda text: text.replace('"zone": ""', '"zone": "Berlin"'), "there is no time zone `Berlin`"),
        ("event.jsonl", lambda text: text.replace("celestial-40-40", "no-such"), "event.jsonl:1: "),
        (
            "event.jsonl",
            lambda text: text.replace('"deadline": ""', '"deadline": "2026-12-04T20:00"'),
            "`deadline` has no time zone",
        ),
        (
            "submission.jsonl",
            lambda text: text.replace('"received": "2', '"received": "x'),
            "submission.jsonl:1: not a",
        ),
    ],
)
def test_an_export_that_is_not_whole_is_refused(
    name: str, change: object, said: str, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    desk("export", "--out", desk.folder / "files")
    path = desk.folder / "files" / name
    assert callable(change)
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    again = desk.folder / "again.event"

    assert run(["event", "import", str(desk.folder / "files"), str(again)]) == 2

    assert said in capsys.readouterr().err
    assert list(desk.folder.glob("again*")) == []


def damage(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096 * 2 : 4096 * 6] = b"\x55" * (4096 * 4)
    file.write_bytes(content)


def foreign(file: Path) -> None:
    file.unlink()
    database = sqlite3.connect(file)
    database.execute("create table t (a)")
    database.close()


def newer(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("pragma user_version = 99")
    database.close()


@pytest.mark.parametrize(
    ("spoil", "said", "help"),
    [
        (damage, "the event file is damaged: ", "restore the last copy of `deckcheck event backup`"),
        (lambda file: file.write_text(LEGAL), "a text file, not an event file", "event take cup.event deck.txt"),
        (lambda file: file.write_bytes(b"\0" * 9_999), "not an event file, or damaged at its start", "restore"),
        (lambda file: file.write_bytes(b""), "not an event file: it is empty", "event new"),
        (foreign, "not an event file: another program made it", "event new"),
        (newer, "made by a newer version of deckcheck", "update deckcheck"),
        (lambda file: file.write_bytes(file.read_bytes()[:9000]), "damaged", "restore the last copy"),
        (lambda file: file.unlink(), "there is no event file", "event new"),
    ],
    ids=["damaged", "text", "noise", "empty", "foreign", "newer", "cut off", "missing"],
)
def test_what_is_no_event_is_refused_with_what_to_do(spoil: object, said: str, help: str, desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(*(row(number, LEGAL) for number in range(5))))
    assert callable(spoil)
    spoil(desk.file)

    message = desk("status", code=2)

    assert said in message
    assert help in message
    assert "internal error" not in message
    assert "***" not in message


def test_an_event_is_never_written_over(desk: Desk) -> None:
    desk.new()

    assert "already exists" in desk("new", "--name", "Other", "--format", "celestial-40-40", code=2)


def test_an_event_is_changed_only_to_what_an_event_can_be(desk: Desk) -> None:
    desk.new()

    assert "nothing to change" in desk("set", code=2)
    for nothing in (" ", "\u3164", "\x01\u200b"):
        assert "`--name` is empty" in desk("set", "--name", nothing, code=2)
    desk.file = desk.folder / "other.event"
    assert "`--name` is empty" in desk("new", "--name", "", "--format", "celestial-40-40", code=2)
    assert not desk.file.exists()


@pytest.mark.parametrize(
    ("time", "zone", "deadline"),
    [
        ("2026-12-01T10:00", "Europe/Berlin", "2026-12-01T10:00+01:00"),
        ("2026-07-01 10:00", "Europe/Berlin", "2026-07-01T10:00+02:00"),
        ("2026-12-01T10:00-05:00", "Europe/Berlin", "2026-12-01T10:00-05:00"),
        # Two o'clock comes twice on this night: with an offset it is one of them.
        ("2026-10-25T02:30+01:00", "Europe/Berlin", "2026-10-25T02:30+01:00"),
    ],
)
def test_a_deadline_is_a_time_in_the_zone_of_the_event(time: str, zone: str, deadline: str, desk: Desk) -> None:
    desk.new("--deadline", time, "--zone", zone)

    assert desk.status()["event"]["deadline"] == deadline
    desk("set", "--deadline", time)
    assert desk.status()["event"]["deadline"] == deadline
    desk("set", "--deadline", "2026-07-01T20:00", "--zone", "America/New_York")
    assert desk.status()["event"]["deadline"] == "2026-07-01T20:00-04:00"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("2026-12-01T10:00",), "`2026-12-01T10:00` has no time zone"),
        (
            ("2026-10-25T02:30", "--zone", "Europe/Berlin"),
            "occurs twice in Europe/Berlin\n  help: write 2026-10-25T02:30+02:00 or 2026-10-25T02:30+01:00",
        ),
        (("2026-03-29T02:30", "--zone", "Europe/Berlin"), "`2026-03-29T02:30` does not exist in Europe/Berlin"),
        (("2026-12-01", "--zone", "Europe/Berlin"), "`2026-12-01` is not a time"),
        (("2026-12-01+01:00",), "`2026-12-01+01:00` is not a time"),
        (("Friday", "--zone", "Europe/Berlin"), "`Friday` is not a time"),
        (("9999-12-31T23:59", "--zone", "America/New_York"), "`9999-12-31T23:59` is not a time"),
        (("0001-01-01T00:00+01:00",), "`0001-01-01T00:00+01:00` is not a time"),
    ],
)
def test_a_deadline_is_one_time(options: tuple[str, ...], said: str, desk: Desk) -> None:
    new = ("new", "--name", "Cup", "--format", "celestial-40-40", "--deadline", *options)

    assert said in desk(*new, code=2)
    assert not desk.file.exists()


def test_an_event_that_cannot_be_written_leaves_no_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    for part in ("EventFile.log", "migrate"):
        with monkeypatch.context() as patch:
            patch.setattr(f"deckcheck.events.store.{part}", full)
            desk("new", "--name", "Cup", "--format", "celestial-40-40", code=2)
        assert list(desk.folder.glob("cup*")) == []


def test_an_event_in_a_folder_that_is_read_only_can_be_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    desk.take(desk.text("Kei.txt", LEGAL))
    before = {path: path.read_bytes() for path in desk.folder.iterdir()}
    monkeypatch.setattr("deckcheck.events.store.os.access", lambda _, mode: mode != os.W_OK)

    assert "1 legal" in desk("status")
    assert desk("show", "Kei").startswith("Kei: revision 1 of 1")
    said = desk("lock", code=2)
    assert f"{desk.file}: the event file is read-only" in said
    assert "help: copy it, with FILE-wal if there is one, to a folder in which you can write" in said
    assert {path: path.read_bytes() for path in desk.folder.iterdir()} == before


def test_an_event_on_a_full_disk_can_be_read(desk: Desk) -> None:
    resource = pytest.importorskip("resource")
    desk.new()
    desk.take(desk.text("Kei.txt", LEGAL))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        shown, refused = desk("show", "Kei"), desk("lock", code=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert "legal in Celestial Edition (40/40)" in shown
    assert "the event file could not be written" in refused
    assert not desk.player("Kei")["locked"]


def test_a_copy_that_does_not_fit_on_its_disk_is_named(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    connect = sqlite3.connect

    class Full(sqlite3.Connection):
        def execute(self, *_: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("database or disk is full")

    def on_full_disk(path: object, *arguments: object, **options: object) -> sqlite3.Connection:
        is_copy = ".copy.event" in str(path)
        return connect(path, *arguments, **({"factory": Full} if is_copy else options))  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr("deckcheck.events.store.sqlite3.connect", on_full_disk)
    copy = desk.folder / "copy.event"
    said = desk("backup", copy, code=2)

    assert f"{copy}: the copy could not be written: database or disk is full" in said
    assert [*desk.folder.glob("*copy.event*")] == []


def test_the_file_is_for_its_owner_only(desk: Desk) -> None:
    desk.new()

    if sys.platform != "win32":
        assert desk.file.stat().st_mode & 0o077 == 0


def test_columns_and_fields_are_the_same(tmp_path: Path) -> None:
    with create(tmp_path / "a.event", lambda _: None) as event:
        assert isinstance(event, EventFile)
        for table, kind in TABLES.items():
            columns = [each[1] for each in event._connection.execute(f"pragma table_info({table})")]
            assert columns == list(kind.__struct_fields__)


def test_a_list_of_nobody_is_refused(tmp_path: Path) -> None:
    lost = Submission(
        player=7,
        revision=1,
        received="",
        source="",
        file="",
        called="",
        content=b"",
        verdict="legal",
        checker="",
        format_digest="",
        pool_digest="",
    )
    with (
        create(tmp_path / "a.event", lambda _: None) as event,
        pytest.raises(DataError),
        event.writing(),
    ):
        event.add(lost)


def test_the_wal_of_a_killed_process_is_part_of_the_file(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    with open_event(desk.file) as event:
        with event.writing():
            event.add(Player(name="Player AAC"))
        for suffix in ("", "-wal"):
            shutil.copy(f"{desk.file}{suffix}", f"{desk.folder / 'moved.event'}{suffix}")

    with open_event(desk.folder / "moved.event") as moved:
        assert len(moved.players()) == 2


def test_a_list_that_a_new_version_cannot_read_is_shown_as_such(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, OTHER)))
    with sqlite3.connect(desk.file) as database:
        for (trigger,) in database.execute("select name from sqlite_master where type = 'trigger'").fetchall():
            database.execute(f"drop trigger {trigger}")
        database.execute("update submission set content = x'00ff00', checker = '0.0.1' where id = 1")
    database.close()

    said = desk("status", "--all", code=1)

    assert "1 legal, 0 illegal, 0 undecided, 1 unreadable" in said
    assert "this version of deckcheck cannot read the list: not a text file" in said


def test_wide_names_keep_the_columns_of_status(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("李 小龍", LEGAL), ("Bo Li", LEGAL), header=("Name", "Deck")))

    rows = desk("status", "--all").splitlines()[-2:]

    assert len({columns_in(row.partition(" r1 ")[0]) for row in rows}) == 1


def test_a_list_that_is_not_legal_is_handed_in_and_not_registered(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, ILLEGAL)))

    assert desk("status", code=1).startswith("Spring Cup: 1 of 1 handed in")
