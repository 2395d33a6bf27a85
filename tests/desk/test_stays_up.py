"""The desk under bad luck: killed in the middle of work, a full disk, a list that the checker does not survive."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sqlite3
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from deckcheck.desk import list_jobs, slow_jobs
from deckcheck.desk.workers import Crowded, Workers, WorkFailed, _Turns
from deckcheck.events.database import migrate
from deckcheck.events.model import Link, Player
from deckcheck.events.store import open_event
from deckcheck.model.errors import InputError, OutputError
from tests.bulk_runs import wait_for
from tests.desk.venue import FORMAT, LEGAL, OTHER, Venue, Visit, free_port, started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are killed with signals")


def test_what_was_acknowledged_is_there_after_a_kill_and_links_still_work(tmp_path: Path) -> None:
    file, port = tmp_path / "cup.event", free_port()
    process, said = started(file, port, "--new", "--format", FORMAT)
    link = re.search(r"http://\S+(/s/\S+)", said)
    assert link
    acknowledged: list[str] = []

    def hand_in(number: int) -> None:
        name = f"Player {chr(65 + number)}"
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, verify=False) as client:
            client.get(link[1])
            token = re.search(r'name="token" value="(\w+)"', client.get("/sign-up").text)
            assert token
            form = {"token": token[1], "name": name, "list": LEGAL, "do": "hand-in"}
            if "You are signed up" in client.post("/sign-up", data=form).text:
                acknowledged.append(name)

    with ThreadPoolExecutor(20) as pool:
        jobs = [pool.submit(hand_in, number) for number in range(20)]
        while len(acknowledged) < 5:
            assert not all(job.done() for job in jobs)
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    process.wait()

    with open_event(file) as event:
        names = {player.id: player.name for player in event.players()}
        lists = {names[each.player]: each for each in event.submissions()}
    assert set(acknowledged) <= set(lists)
    assert {each.content.decode() for each in lists.values()} == {LEGAL}
    assert {each.verdict for each in lists.values()} == {"legal"}

    again, said = started(file, port)
    try:
        assert "the link given out before" in said
        assert httpx.get(f"http://127.0.0.1:{port}{link[1]}", verify=False).status_code == 200
    finally:
        again.send_signal(signal.SIGTERM)
        assert again.wait(60) == 143


def test_a_full_disk_is_a_page_that_says_so_and_reading_goes_on(venue: Venue) -> None:
    kei = venue.player("Kei", LEGAL)
    venue.site.clerk.now(_fill)

    assert kei.post("/player", list=OTHER + f"# {'x' * 50_000}\n", do="hand-in").status_code == 507
    assert "The desk cannot save anything at the moment. What was saved before is safe." in kei.text
    kei.get("/player")
    assert "Registered: ✓ legal" in kei.text
    assert len(venue.lists("Kei")) == 1


def _fill(desk: Any) -> None:
    """Let the event file grow no more, as on a full disk."""
    database: sqlite3.Connection = desk.event._connection
    pages = database.execute("pragma page_count").fetchone()[0]
    database.execute(f"pragma max_page_count = {pages}")


def test_who_cannot_sign_up_on_a_full_disk_can_do_so_later(venue: Venue) -> None:
    form = {"name": "Kei", "contact": "", "list": LEGAL + f"# {'x' * 50_000}\n", "do": "hand-in"}
    visit = venue.visit("sign-up")
    venue.site.clerk.now(_fill)

    assert visit.post("/sign-up", **form).status_code == 507
    assert venue.rows(Player) == []
    venue.site.clerk.now(lambda desk: desk.event._connection.execute("pragma max_page_count = 100000"))
    visit.get("/sign-up")
    assert visit.post("/sign-up", **form).status_code == 200

    assert len(venue.lists("Kei")) == 1


def test_a_list_that_crashes_the_checker_is_one_failed_submission(tmp_path: Path, workers: Workers) -> None:
    with Venue(tmp_path, workers) as venue, pytest.MonkeyPatch.context() as patch:
        kei, hoturi = venue.player("Kei"), venue.player("Hoturi")
        patch.setattr(list_jobs, "answer", _killed)
        kei.post("/player", list=LEGAL, do="hand-in")
        patch.undo()
        asyncio.run(workers.warm())
        hoturi.post("/player", list=LEGAL, do="hand-in")

        assert [each.verdict for each in venue.lists("Kei")] == ["unreadable"]
        assert "this list could not be checked (the checker crashed); a judge will look at it" in kei.text
        assert [each.verdict for each in venue.lists("Hoturi")] == ["legal"]
        organiser = venue.visit("organiser")
        assert "1 legal, 0 not legal, 0 undecided, 0 missing, 1 not a list" in organiser.text


def test_lists_of_visitors_who_have_gone_keep_nobody_waiting(tmp_path: Path, workers: Workers) -> None:
    with Venue(tmp_path, workers) as venue, pytest.MonkeyPatch.context() as patch:
        kei, visits = venue.player("Kei", LEGAL), [venue.visit("sign-up") for _ in range(40)]
        patch.setattr(list_jobs, "answer", _slow)

        def leave(visit: Visit) -> None:
            with pytest.raises(httpx.ReadTimeout):
                visit.client.post("/sign-up/verdict", data={"token": visit.token, "list": LEGAL}, timeout=1)
            visit.client.close()

        with ThreadPoolExecutor(len(visits)) as pool:
            [*pool.map(leave, visits)]
        patch.undo()
        began = time.monotonic()
        wait_for(lambda: _at_work(workers) == 0)
        asyncio.run(workers.warm())
        kei.post("/player", list=OTHER, do="hand-in")

        assert time.monotonic() - began < 100  # They would take 400 s.
        assert [each.content.decode() for each in venue.lists("Kei")] == [LEGAL, OTHER]


def test_sheets_that_nobody_waits_for_keep_the_next_paper_from_nobody(tmp_path: Path, workers: Workers) -> None:
    with Venue(tmp_path, workers) as venue, pytest.MonkeyPatch.context() as patch:
        venue.player("Kei", LEGAL)
        organiser = venue.visit("organiser")
        patch.setattr(slow_jobs, "sheets_page", _slow)
        for _ in range(2):
            with pytest.raises(httpx.ReadTimeout):
                organiser.client.get("/organiser/sheets", timeout=1)
        patch.undo()
        began = time.monotonic()

        assert organiser.client.get("/organiser/export.zip").status_code == 200
        assert time.monotonic() - began < 50  # They would take 60 s each.


def test_a_list_that_is_handed_in_is_checked_although_its_player_has_gone(tmp_path: Path, idle: Workers) -> None:
    with Venue(tmp_path, idle) as venue, pytest.MonkeyPatch.context() as patch:
        kei = venue.player("Kei")
        patch.setattr(list_jobs, "answer", _killed_late)
        form = {"token": kei.token, "list": LEGAL, "do": "hand-in"}
        with pytest.raises(httpx.ReadTimeout):
            kei.client.post("/player", data=form, timeout=1)
        kei.client.close()
        wait_for(lambda: venue.lists("Kei"))

        assert [each.content.decode() for each in venue.lists("Kei")] == [LEGAL]


def test_who_has_many_lists_checked_at_once_waits(tmp_path: Path, workers: Workers) -> None:
    with Venue(tmp_path, workers) as venue, pytest.MonkeyPatch.context() as patch:
        kei, hoturi = venue.player("Kei"), venue.player("Hoturi")
        patch.setattr(list_jobs, "answer", partial(_held, tmp_path / "gate", 0.0))
        form = {"token": kei.token, "list": LEGAL}

        def ask(_: int) -> int:
            return kei.client.post("/player/verdict", data=form).status_code

        with ThreadPoolExecutor(6) as pool:
            asked = [pool.submit(ask, number) for number in range(6)]
            wait_for(lambda: _at_work(workers) + sum(each.done() for each in asked) == 6)
            patch.undo()
            (tmp_path / "gate").touch()
            assert hoturi.post("/player", list=LEGAL, do="hand-in").status_code == 200
            assert sorted(each.result() for each in asked) == [400, 400, 400, 400, 429, 429]


def test_links_that_stay_connected_with_slow_lists_keep_the_others_waiting_for_one_list_at_most(tmp_path: Path) -> None:
    workers = Workers(2, list_jobs.prepare, FORMAT, "", (None, None))
    try:
        asyncio.run(workers.warm())
        with Venue(tmp_path, workers) as venue, pytest.MonkeyPatch.context() as patch:
            slow = [venue.player(name) for name in ("Kei", "Chi", "Ren", "Ana", "Bo")]
            hoturi = venue.player("Hoturi")
            patch.setattr(list_jobs, "answer", partial(_held, tmp_path / "gate", 0.5))

            done = []

            def ask(visit: Visit) -> None:
                form = {"token": visit.token, "list": LEGAL}
                done.append(visit.client.post("/player/verdict", data=form, timeout=60).status_code)

            with ThreadPoolExecutor(20) as pool:
                pool.map(ask, slow * 4)
                wait_for(lambda: _at_work(workers) == 20)
                patch.undo()
                (tmp_path / "gate").touch()
                assert hoturi.post("/player", list=LEGAL, do="hand-in").status_code == 200
                assert len(done) < 16
            assert done == [400] * 20
    finally:
        workers.stop()


def test_who_hands_in_at_the_address_of_a_venue_waits_for_no_list_that_is_only_looked_at(
    tmp_path: Path, workers: Workers
) -> None:
    with Venue(tmp_path, workers, per_link=20) as venue, pytest.MonkeyPatch.context() as patch:
        link = venue.link("sign-up")
        visits = [venue.stranger() for _ in range(2)]
        for visit in visits:
            visit.get(link)
            visit.get("/sign-up")
        patch.setattr(list_jobs, "answer", partial(_held, tmp_path / "gate", 0.1))
        form = {"token": visits[0].token, "list": LEGAL}

        def ask(_: int) -> int:
            return visits[0].client.post("/sign-up/verdict", data=form).status_code

        with ThreadPoolExecutor(70) as pool:
            asked = [pool.submit(ask, number) for number in range(70)]
            wait_for(lambda: _at_work(workers) + sum(each.done() for each in asked) == 70)
            patch.undo()
            (tmp_path / "gate").touch()
            answer = visits[1].post("/sign-up", name="Kei", contact="", list=LEGAL, do="hand-in")
            assert (answer.status_code, sum(each.done() for each in asked) < 50) == (200, True)
            visits[0].client.close()
        assert 429 in [each.result() for each in asked if not each.exception()]


class _Loop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the end of each sleep."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        inner: Any = self
        if inner._scheduled and not inner._ready:
            self.now = inner._scheduled[0].when()
        inner_run: Any = super()
        inner_run._run_once()


def _in_no_time(jobs: Coroutine[Any, Any, list[str]]) -> list[str]:
    with asyncio.Runner(loop_factory=_Loop) as runner, pytest.MonkeyPatch.context() as patch:
        patch.setattr("deckcheck.desk.workers.time", SimpleNamespace(monotonic=runner.get_loop().time))
        return runner.run(jobs)


@pytest.mark.parametrize("places", [1, 2])
def test_who_had_less_of_the_time_is_next_and_nobody_has_all_places(places: int) -> None:
    async def jobs() -> list[str]:
        turns, seconds = _Turns(range(places)), {"Kei": 0.2, "Chi": 0.05, "Ren": 0.1}
        begun = []

        async def job(name: str, number: int) -> None:
            async with turns.one(name, 4):
                begun.append(f"{name} {number}")
                await asyncio.sleep(seconds[name])

        wanted = [(name, number) for name in seconds for number in (1, 2)]
        await asyncio.gather(*(job(*each) for each in [*wanted, ("Kei", 3)]))
        return begun

    assert _in_no_time(jobs()) == ["Kei 1", "Chi 1", "Ren 1", "Chi 2", "Ren 2", "Kei 2", "Kei 3"]


def test_who_signs_up_behind_a_router_waits_for_no_slow_list_of_the_club() -> None:
    async def jobs() -> list[str]:
        turns, done = _Turns(range(2)), []

        async def job(name: str, length: int, seconds: float, *, kept: bool = True) -> None:
            async with turns.one("router", 64, kept=kept, length=length):
                await asyncio.sleep(seconds)
                done.append(name)

        slow = job("long", 90_000, 0.2), job("looked at", 900, 0.0, kept=False), job("long too", 9_000, 0.0)
        await asyncio.gather(*slow, job("Kei", 900, 0.0), job("Chi", 900, 0.0))
        return done

    assert _in_no_time(jobs()) == ["Kei", "Chi", "long", "long too", "looked at"]


def test_a_short_list_comes_before_long_ones_from_the_same_address_and_takes_the_place_of_one() -> None:
    async def jobs() -> list[str]:
        turns, said = _Turns(range(1)), []

        async def job(name: str, length: int) -> None:
            try:
                async with turns.one("venue", 3, length=length):
                    said.append(f"{name} begins")
                    await asyncio.sleep(0.05)
            except Crowded:
                said.append(f"{name} is refused")

        await asyncio.gather(*(job(*each) for each in (("A", 900), ("B", 900), ("C", 800), ("short", 80), ("D", 900))))
        return said

    assert _in_no_time(jobs()) == ["A begins", "D is refused", "B is refused", "short begins", "C begins"]


def test_who_leaves_when_the_turn_comes_gives_the_place_back() -> None:
    async def jobs() -> list[str]:
        turns, said = _Turns(range(1)), []

        async def job(name: str) -> None:
            async with turns.one(name, 1):
                said.append(name)
                await asyncio.sleep(0.1)
            if name == "Kei":
                waiting.cancel()

        first, waiting, last = (asyncio.create_task(job(name)) for name in ("Kei", "Chi", "Ren"))
        await asyncio.wait((first, waiting, last), timeout=1)
        return said

    assert _in_no_time(jobs()) == ["Kei", "Ren"]


def _ready() -> None:
    """Prepare nothing."""


@pytest.fixture(scope="module")
def idle() -> Iterator[Workers]:
    made = Workers(1, _ready)
    yield made
    made.stop()


def _killed(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _slow(*_: object) -> None:
    time.sleep(60)


def _killed_late(*_: object) -> None:
    time.sleep(2)
    _killed()


def _held(gate: Path, seconds: float, *_: object) -> None:
    """Wait until the gate is there, and then for a while."""
    while not gate.exists():
        time.sleep(0.01)
    time.sleep(seconds)
    raise InputError("no list")


def _at_work(workers: Workers) -> int:
    """Return how many jobs run or wait."""
    return len(workers._turns._waiting) + workers._turns._running.total()


def _wrong(text: str) -> None:
    raise InputError(text)


def _faulty() -> None:
    raise ValueError("what the list says")


@pytest.mark.parametrize(
    ("job", "arguments", "error", "message"),
    [
        (_killed, (), WorkFailed, "the checker crashed"),
        (_slow, (), WorkFailed, "not finished within 0 seconds"),
        (_faulty, (), WorkFailed, "the checker failed: ValueError"),
        (_wrong, ("no list",), InputError, "no list"),
    ],
)
def test_a_job_that_fails_is_followed_by_others(
    job: Any, arguments: Any, error: type[Exception], message: str, idle: Workers
) -> None:
    with pytest.raises(error, match=message):
        asyncio.run(idle.run(job, *arguments, seconds=0.3 if job is _slow else 100.0))
    assert asyncio.run(idle.run(len, "list", seconds=100.0)) == 4


def test_a_file_of_the_version_before_links_had_names_is_upgraded(venue: Venue) -> None:
    old = _of_the_first_version(venue)

    with open_event(old) as event:
        assert [each.name for each in event.rows(Link)] == ["", ""]
        assert len(event.submissions()) == 1


def test_two_programs_that_upgrade_an_event_file_at_once_both_work(venue: Venue) -> None:
    old = _of_the_first_version(venue)

    class Overtaken(sqlite3.Connection):
        def executescript(self, script: str, /) -> sqlite3.Cursor:
            open_event(old).__exit__()
            return super().executescript(script)

    with contextlib.closing(sqlite3.connect(old, isolation_level=None, factory=Overtaken)) as overtaken:
        migrate(overtaken, old)

    with open_event(old) as event:
        assert not event.info.zone


def _of_the_first_version(venue: Venue) -> Path:
    """Return a copy of the event as the first version of the file had it."""
    venue.player("Kei", LEGAL)
    old = venue.file.with_name("old.event")
    venue.site.clerk.now(lambda desk: desk.event.backup(old))
    database = sqlite3.connect(old)
    database.executescript(
        "alter table link drop column name; alter table event drop column zone; pragma user_version = 1;"
    )
    database.close()
    return old


def test_an_event_file_that_another_program_holds_is_waited_for_then_named(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deckcheck.events.store.PATIENCE", 0.1)
    with open_event(venue.file) as other, other.writing(), pytest.raises(OutputError, match="busy"):
        venue.link("judge")
