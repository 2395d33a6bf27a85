"""Attacks on the desk: each test does what somebody with bad intent, or bad luck, would do."""

from __future__ import annotations

import datetime
import io
import logging
import re
import socket
import struct
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from deckcheck.cli import run
from deckcheck.desk import links
from deckcheck.desk.guard import HEADERS, Rates
from deckcheck.desk.workers import Workers
from deckcheck.events.model import Link, LogEntry, Player, Submission
from deckcheck.events.publishing import code_of
from tests.desk.venue import ILLEGAL, LEGAL, NOON, OTHER, UNDECIDED, Venue

HOSTILE = "<script>alert(1)</script>\"'=HYPERLINK(1)\u202e"


class TestLinks:
    def test_the_file_keeps_only_hashes_of_128_random_bits(self, venue: Venue) -> None:
        secret = venue.link("organiser").rpartition("/")[2]

        assert len(secret) * 6 >= 128
        content = b"".join(path.read_bytes() for path in venue.file.parent.glob("cup.event*"))
        assert secret.encode() not in content
        assert [each.secret_hash for each in venue.rows(Link)] == [links.hashed(secret)]

    def test_a_guessed_link_opens_nothing(self, venue: Venue) -> None:
        secret = venue.link("organiser").rpartition("/")[2]
        stranger = venue.stranger()

        for guess in (secret[:-1], secret.lower(), "", "x" * 5000, "%00", "' or 1=1 --"):
            assert stranger.get(f"/o/{guess}").status_code in (400, 404)
        assert stranger.get("/organiser").status_code == 403

    def test_a_link_opens_its_own_page_only(self, venue: Venue) -> None:
        secret = venue.link("sign-up").rpartition("/")[2]
        stranger = venue.stranger()

        assert stranger.get(f"/o/{secret}").status_code == 404
        assert stranger.get(f"/s/{secret}").status_code == 200
        assert (stranger.get("/organiser").status_code, stranger.get("/sign-up").status_code) == (403, 200)

    def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(self, venue: Venue) -> None:
        cookie = venue.stranger().get(venue.link("judge")).headers["set-cookie"]

        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Path=/judge" in cookie

    def test_the_secret_is_in_no_address_after_it_was_exchanged(self, venue: Venue) -> None:
        link = venue.link("organiser")
        page = venue.stranger().get(link)

        assert link.rpartition("/")[2] not in page.text
        assert page.headers["referrer-policy"] == "no-referrer"

    def test_an_old_cookie_is_worthless_after_revocation(self, venue: Venue) -> None:
        judge = venue.visit("judge", name="Kakita")
        organiser = venue.visit("organiser")
        (link,) = venue.rows(Link, "opens = 'judge'")

        organiser.get("/organiser/links")
        organiser.post("/organiser/links", do=f"revoke {link.id}")

        assert judge.get("/judge").status_code == 403

    def test_a_new_link_for_a_player_ends_the_one_that_was_lost(self, venue: Venue) -> None:
        thief = venue.player("Kei", LEGAL)
        organiser = venue.visit("organiser")
        organiser.get("/organiser/player/1")

        organiser.post("/organiser/player/1", do="link")

        assert thief.get("/player").status_code == 403
        found = re.search(r"http://127.0.0.1:\d+(/p/[^<\s]+)", organiser.page)
        assert found
        kei = venue.stranger()
        kei.get(found[1])
        assert "Registered" in kei.get("/player").text

    def test_an_expired_link_opens_nothing(self, venue: Venue) -> None:
        def make(desk: Any) -> None:
            with desk.event.writing():
                desk.event.add(Link(opens="judge", secret_hash=links.hashed("x"), expires="2026-12-01T12:00:01+00:00"))

        venue.site.clerk.now(make)
        stranger = venue.stranger()

        assert stranger.get("/j/x").status_code == 200
        venue.now = NOON + datetime.timedelta(seconds=1)
        assert stranger.get("/j/x").status_code == 404
        assert stranger.get("/judge").status_code == 403


class TestOthersLists:
    def test_a_player_sees_nobody_elses_list(self, venue: Venue) -> None:
        venue.player("Hoturi", LEGAL)
        kei = venue.player("Kei", ILLEGAL)

        assert "Hoturi" not in kei.page
        assert "The same deck with three slips" in kei.get("/player/list/1").text
        for path in ("/organiser", "/organiser/player/1", "/judge/check/1", "/judge", "/lists/index.html"):
            assert kei.get(path).status_code in (403, 404), path

    def test_nobody_takes_the_name_of_a_player_who_has_signed_up(self, venue: Venue) -> None:
        venue.player("Kei Smith", LEGAL)
        thief = venue.visit("sign-up")

        for name in ("Kei Smith", " KEI  SMITH ", "Kéi Smith", "Smith, Kei"):
            assert thief.post("/sign-up", name=name, contact="", list=OTHER, do="hand-in").status_code == 409
        assert [each.content.decode() for each in venue.lists("Kei Smith")] == [LEGAL]

    def test_a_player_of_the_roster_signs_up_once(self, venue: Venue) -> None:
        venue.expect("Kei")

        venue.player("Kei", LEGAL)

        assert len(venue.lists("Kei")) == 1
        assert venue.visit("sign-up").post("/sign-up", name="Kei", list="", do="hand-in").status_code == 409

    def test_a_ruling_about_a_player_is_told_to_nobody_who_only_knows_the_name(self, venue: Venue) -> None:
        venue.expect("Kei")
        ruling = ["rule", str(venue.file), "allow", "--player", "Kei", "--code", "D001", "--why", "A marked proxy"]
        assert run(["event", *ruling]) == 0
        visit = venue.visit("sign-up")

        for path in ("/sign-up", "/sign-up/verdict"):
            assert "a judge decides" in visit.post(path, name="Kei", list=UNDECIDED, do="check").text
            assert "marked proxy" not in visit.text
        visit.get("/sign-up")
        visit.post("/sign-up", name="Kei", list=UNDECIDED, do="hand-in")
        assert "marked proxy" in visit.get("/player").text


class TestForms:
    @pytest.mark.parametrize("token", ["", "0" * 32, "é"])
    def test_a_form_without_its_token_changes_nothing(self, venue: Venue, token: str) -> None:
        kei = venue.player("Kei", LEGAL)

        answer = kei.client.post("/player", data={"token": token, "list": OTHER, "do": "hand-in"})

        assert answer.status_code == 403
        assert len(venue.lists("Kei")) == 1

    def test_a_refused_form_gives_its_list_back(self, venue: Venue) -> None:
        kei = venue.player("Kei", LEGAL)
        form = {"token": kei.token, "list": OTHER + HOSTILE, "do": "check"}
        kept = "Your text, which was not saved."

        sent: list[dict[str, Any]] = [{"data": form}, {"files": {name: (None, value) for name, value in form.items()}}]
        for fields in sent:
            for path in ("/player", "/player/verdict"):
                refused = venue.stranger().client.post(path, **fields)
                assert refused.status_code == 403
                assert kept in refused.text
                assert "1 Ring of Fire" in refused.text
                assert "<script>alert" not in refused.text
        assert kept in kei.client.post("/player", data={**form, "token": "0"}).text
        # Another site cannot put its words on a page of the desk, and a broken form has no list.
        foreign = kei.client.post("/player", data=form, headers={"Sec-Fetch-Site": "cross-site"})
        broken = kei.client.post("/player", content=b"--B", headers={"Content-Type": "multipart/form-data"})
        for answer in (foreign, broken):
            assert answer.status_code in (400, 403)
            assert kept not in answer.text

    def test_the_token_of_one_visitor_is_none_for_another(self, venue: Venue) -> None:
        kei, hoturi = venue.player("Kei", LEGAL), venue.player("Hoturi", LEGAL)

        answer = kei.client.post("/player", data={"token": hoturi.token, "list": OTHER, "do": "hand-in"})

        assert answer.status_code == 403

    def test_a_form_from_the_page_of_another_site_is_refused(self, venue: Venue) -> None:
        kei = venue.player("Kei", LEGAL)
        form = {"token": kei.token, "list": OTHER, "do": "hand-in"}

        answer = kei.client.post("/player", data=form, headers={"Sec-Fetch-Site": "cross-site"})

        assert answer.status_code == 403

    def test_what_changes_something_is_not_done_by_looking(self, venue: Venue) -> None:
        organiser = venue.visit("organiser")

        for path in ("/organiser/event", "/organiser/letters.zip", "/organiser/player"):
            assert organiser.client.get(path).status_code in (404, 405)


class TestRequests:
    @pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8470", "", "localhost@evil.example"])
    def test_another_host_name_is_not_answered(self, venue: Venue, host: str) -> None:
        """A page of another site whose name was made to mean this machine sends its own name along."""
        answer = venue.stranger().client.get(venue.link("organiser"), headers={"Host": host})

        assert answer.status_code in (400, 421)
        assert "set-cookie" not in answer.headers

    def test_two_hosts_in_one_request_are_not_answered(self, venue: Venue) -> None:
        assert b" 421 " in _sent(venue, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")

    @pytest.mark.parametrize(
        "ambiguous",
        [
            b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n123456",
            b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
            b"Content-Length : 5\r\n\r\n12345",
        ],
    )
    def test_a_request_that_a_proxy_may_read_in_another_way_is_refused(self, venue: Venue, ambiguous: bytes) -> None:
        answer = _sent(venue, b"POST /player HTTP/1.1\r\nHost: 127.0.0.1\r\n" + ambiguous)
        assert answer.startswith(b"HTTP/1.1 400 "), answer

    def test_headers_behind_a_body_do_not_count(self, venue: Venue) -> None:
        head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        answer = _sent(venue, head + b"0\r\nHost: evil.example\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 405 "), answer

    @pytest.mark.parametrize(
        "path",
        [
            "/../cup.event",
            "/desk.css/../../cup.event",
            "/%2e%2e/cup.event",
            "/lists/%2e%2e%2fcup.event",
            "//etc/passwd",
        ],
    )
    def test_no_path_leads_to_a_file(self, venue: Venue, path: str) -> None:
        answer = _sent(venue, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())

        assert b" 404 " in answer.partition(b"\r\n")[0]
        assert b"SQLite" not in answer

    def test_a_large_body_is_refused(self, venue: Venue) -> None:
        kei = venue.player("Kei")

        assert kei.post("/player", list="x" * 300_000, do="hand-in").status_code == 413

    def test_a_large_body_that_hides_its_size_is_refused(self, venue: Venue) -> None:
        def parts() -> Any:
            for _ in range(40):
                yield b"x" * 10_000

        assert venue.stranger().client.post("/player", content=parts()).status_code == 413

    def test_a_slow_body_is_refused(self, tmp_path: Path, workers: Workers) -> None:
        with Venue(tmp_path, workers, body_seconds=0.2) as venue:
            head = b"POST /player HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nx"
            assert b" 408 " in _sent(venue, head)

    def test_a_request_that_never_ends_is_hung_up_on(self, venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("deckcheck.desk.server._PATIENCE", 0.2)

        assert _sent(venue, b"GET / HTTP/1.1\r\nHost: 127") == b""

    def test_a_second_request_that_never_ends_is_hung_up_on(
        self, venue: Venue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("deckcheck.desk.server._PATIENCE", 0.2)
        with socket.create_connection(venue.socket.getsockname(), timeout=60) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            while connection.recv(65536):
                pass

    def test_the_guard_gives_back_what_was_typed(self, tmp_path: Path, workers: Workers) -> None:
        with Venue(tmp_path, workers, per_minute=4) as venue:
            kei = venue.player("Kei")
            form = {"token": kei.token, "list": LEGAL, "do": "hand-in"}
            photo = {"file": ("deck.jpg", b"x" * 3_000_000)}
            large = kei.client.post("/player", data=form, files=photo)
            many = [kei.client.post("/player", data=form, files={"file": b""}) for _ in range(3)][-1]
            foreign = kei.client.post("/player", data=form, headers={"sec-fetch-site": "cross-site"})

            assert [each.status_code for each in (large, many, foreign)] == [413, 429, 429]
            for answer in (large, many):
                assert "Your text, which was not saved." in answer.text
                assert "3 Marketplace" in answer.text
            assert "3 Marketplace" not in foreign.text

    def test_too_many_requests_of_one_address_are_refused(self, tmp_path: Path, workers: Workers) -> None:
        with Venue(tmp_path, workers, per_minute=5) as venue:
            stranger = venue.stranger()
            assert [stranger.get("/").status_code for _ in range(6)] == [200] * 5 + [429]

    def test_one_address_cannot_take_all_connections(self, venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("deckcheck.desk.server._MOST_OF_ADDRESS", 3)
        silent = [socket.create_connection(venue.socket.getsockname(), timeout=60) for _ in range(4)]

        assert silent[3].recv(100) == b""
        silent[0].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert silent[0].recv(65536).startswith(b"HTTP/1.1 200 ")
        for each in silent:
            each.close()

    def test_connections_that_are_cut_at_once_keep_nobody_out(self, venue: Venue) -> None:
        for _ in range(400):
            cut = socket.socket()
            cut.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            cut.connect(venue.socket.getsockname())
            cut.close()

        assert venue.stranger().get("/").status_code == 200

    def test_one_address_cannot_fill_the_event(self, tmp_path: Path, workers: Workers) -> None:
        with Venue(tmp_path, workers, newcomers=2) as venue:
            visit = venue.visit("sign-up")
            signed = [
                visit.client.post("/sign-up", data={"token": visit.token, "name": name, "do": "hand-in"}).text
                for name in ("Kei", "Kei", "", "Chi")
            ]

            assert "You are signed up, Kei" in signed[0]
            assert "This name is taken." in signed[1]
            assert "Give the name" in signed[2]
            assert "Too many players have signed up from this address." in signed[3]
            assert [each.name for each in venue.rows(Player)] == ["Kei"]

    def test_one_player_cannot_fill_the_disk(self, venue: Venue) -> None:
        kei, blank = venue.player("Kei"), f"{' ' * 110}\n"  # Lines that take no time to read.
        for number in range(8):
            kei.post("/player", list=LEGAL + blank * 1_900 + f"# {number}\n", do="hand-in")

        assert "You have handed in too many lists." in kei.text
        assert 1_000_000 < sum(len(each.content) for each in venue.lists("Kei")) < 1_300_000

    def test_a_flood_of_headers_is_refused(self, venue: Venue) -> None:
        head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(5_000))

        # The parser refuses them before the desk where it gets them in several parts.
        answer = _sent(venue, head + b"\r\n")
        assert answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 ")), answer

    def test_a_flood_of_fields_is_refused(self, venue: Venue) -> None:
        kei = venue.player("Kei")
        form = [("token", (None, kei.token)), *((f"f{number}", (None, "x")) for number in range(700))]

        assert kei.client.post("/player", files=form).status_code == 400

    def test_too_many_requests_with_one_link_are_refused(self, tmp_path: Path, workers: Workers) -> None:
        with Venue(tmp_path, workers, per_link=5) as venue:
            kei = venue.player("Kei")
            assert [kei.get("/player").status_code for _ in range(6)][-1] == 429

    def test_every_answer_has_the_headers(self, venue: Venue) -> None:
        kei = venue.player("Kei", LEGAL)

        for answer in (kei.get("/player"), kei.get("/nothing"), kei.get("/organiser")):
            assert {name.decode(): value.decode() for name, value in HEADERS.items()}.items() <= answer.headers.items()
            assert answer.headers["cache-control"] == "no-store"

    def test_numbers_that_no_player_and_no_link_has_are_refused(self, venue: Venue) -> None:
        organiser, judge = venue.visit("organiser"), venue.visit("judge")

        for number in ("9223372036854775808", "9" * 23, "9" * 5_000):
            for visit, path in (
                (organiser, f"/organiser/player/{number}"),
                (organiser, f"/organiser/player/1/list/{number}"),
                (judge, f"/judge/check/{number}"),
                (judge, f"/judge/player/{number}"),
            ):
                assert visit.get(path).status_code == 404
        nobody = organiser.get("/organiser/player/999999999999999999")
        assert nobody.status_code == 400
        assert "This player is not registered" in nobody.text
        for argument in ("abc", "", "9" * 23):
            organiser.get("/organiser/links")
            assert organiser.post("/organiser/links", do=f"revoke {argument}").status_code == 200

    def test_rates_refill_with_time_and_remember_only_so_many(self) -> None:
        rates = Rates(60)

        assert [rates.allows("a", 0.0) for _ in range(61)].count(True) == 60
        assert rates.allows("b", 0.0)
        assert [rates.allows("a", 2.0) for _ in range(3)] == [True, True, False]
        # A clock that jumps back gives nothing away.
        assert not rates.allows("a", 1.0)
        slow = Rates(60, 3600.0)
        assert [slow.allows("a", 0.0) for _ in range(61)].count(True) == 60
        assert [slow.allows("a", 60.0) for _ in range(2)] == [True, False]


class TestHostileText:
    def test_names_and_lists_are_text_on_every_page(self, venue: Venue) -> None:
        deck = LEGAL.replace("3 Marketplace", f"3 {HOSTILE}\n3 </textarea><img src=x onerror=alert(1)>")
        kei = venue.player(HOSTILE, deck)
        organiser, judge = venue.visit("organiser"), venue.visit("judge", name=HOSTILE)
        organiser.post("/organiser/player/1", do="correct", name=HOSTILE, seat=HOSTILE)
        judge.get("/judge/check/1")
        judge.post("/judge/check/1", submission="1", do="ok", note=HOSTILE, round="1")

        pages = [kei.get("/player"), kei.get("/player/list/1"), organiser.get("/organiser?q=" + HOSTILE)]
        pages += [organiser.get(f"/organiser{path}") for path in ("", "/player/1", "/links", "/sheets")]
        pages += [judge.get(path) for path in ("/judge?q=script", "/judge/check/1", "/judge/player/1")]
        for page in pages:
            assert page.status_code == 200, page.url
            assert "alert(1)" in page.text or "links" in str(page.url), page.url
            assert "<script>alert" not in page.text
            assert "<img src=x" not in page.text

    def test_a_hostile_name_is_no_formula_and_no_path_in_an_export(self, venue: Venue) -> None:
        venue.player("=1+1 ../../x\r\nBcc: y@example.org", ILLEGAL)
        organiser = venue.visit("organiser")
        export = zipfile.ZipFile(io.BytesIO(organiser.get("/organiser/export.zip").content))
        organiser.get("/organiser")
        letters = zipfile.ZipFile(io.BytesIO(organiser.post("/organiser/letters.zip").content))

        assert all(".." not in name and not name.startswith("/") for name in [*export.namelist(), *letters.namelist()])
        assert "\n=1" not in export.read("registrations.csv").decode().replace(",=", "\n=")
        (mail,) = [name for name in letters.namelist() if name.endswith(".eml")]
        assert b"\nBcc:" not in letters.read(mail)

    @pytest.mark.parametrize("contact", ["kei\x1b[2J@example.org", "kei\x00"])
    def test_control_characters_get_into_no_mail(self, venue: Venue, contact: str) -> None:
        visit = venue.visit("sign-up")
        assert visit.post("/sign-up", name="Kei", contact=contact, list="", do="hand-in").status_code == 400
        venue.player("Kei \x1b[31m", ILLEGAL)
        organiser = venue.visit("organiser")
        organiser.get("/organiser/player/1")
        organiser.post("/organiser/player/1", do="correct", contact=contact, **{"before contact": ""})

        letters = zipfile.ZipFile(io.BytesIO(organiser.post("/organiser/letters.zip").content))
        mails = [letters.read(name) for name in letters.namelist()]
        assert len(mails) == 2
        assert any(b"To: " in mail for mail in mails)
        assert not any(sign in mail for mail in mails for sign in (b"\x1b", b"\x00"))

    def test_no_name_and_no_list_gets_into_a_log(
        self,
        venue: Venue,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        caplog.set_level(logging.DEBUG)
        kei = venue.player("Kei Unique Name", LEGAL)

        def broken(*_: Any) -> Any:
            raise ValueError(LEGAL)

        monkeypatch.setattr(venue.site.clerk, "run", broken)
        assert kei.get("/player").status_code == 500
        ours = [each.getMessage() for each in caplog.records if not each.name.startswith("http")]
        logged = "\n".join(ours) + "".join(capfd.readouterr())

        assert "ValueError in" in logged
        assert "Marketplace" not in logged
        assert "Kei Unique" not in logged
        assert not re.search(r"/[psoj]/[\w-]{22}", logged)


class TestDeadline:
    def test_it_is_kept_to_the_second(self, venue: Venue) -> None:
        kei = venue.player("Kei", LEGAL)
        deadline = datetime.datetime.fromisoformat("2026-12-04T19:00:00+00:00")

        venue.now = deadline
        kei.post("/player", list=OTHER, do="hand-in")
        venue.now = deadline + datetime.timedelta(microseconds=1)
        kei.post("/player", list=LEGAL, do="hand-in")

        assert "The deadline has passed. Your text was not saved." in kei.text
        assert [each.content.decode() for each in venue.lists("Kei")] == [LEGAL, OTHER]

    def test_a_list_that_came_in_before_it_counts_however_long_it_is_checked(
        self, venue: Venue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kei, newcomer, organiser = venue.player("Kei", LEGAL), venue.visit("sign-up"), venue.visit("organiser")
        organiser.post("/organiser/player", name="Toturi")
        deadline = datetime.datetime.fromisoformat("2026-12-04T19:00:00+00:00")
        check = Workers.run

        async def slowly(*arguments: Any, **options: Any) -> Any:
            answer = await check(*arguments, **options)
            venue.now = deadline + datetime.timedelta(seconds=9)
            return answer

        monkeypatch.setattr(Workers, "run", slowly)
        named = {"name": "Bo"}
        for visit, path in ((kei, "/player"), (newcomer, "/sign-up"), (organiser, "/organiser/player/2")):
            venue.now = deadline
            visit.post(path, list=OTHER, do="hand-in", **(named if visit is newcomer else {}))

        for name in ("Kei", "Bo", "Toturi"):
            last = venue.lists(name)[-1]
            assert (last.content.decode(), last.received) == (OTHER, "2026-12-04T19:00:00.000000+00:00")

    def test_a_first_list_after_it_comes_in_late(self, venue: Venue) -> None:
        kei = venue.player("Kei")
        venue.now = NOON + datetime.timedelta(days=9)

        kei.post("/player", list=ILLEGAL, do="check")
        assert "You can hand it in anyway, but you cannot change it afterwards." in kei.text
        kei.post("/player", list=LEGAL, do="hand-in")

        assert len(venue.lists("Kei")) == 1
        assert "Registered: ✓ legal revision 1, Thu 10 Dec 13:00, after the deadline" in kei.text
        assert "✓ legal late" in venue.visit("organiser").text

    def test_who_signs_up_after_it_reads_that_the_list_is_late_and_stays(self, venue: Venue) -> None:
        venue.now = NOON + datetime.timedelta(days=9)
        visit = venue.visit("sign-up")
        visit.get("/sign-up")
        assert "A list that you hand in now is marked as late, and you cannot change it." in visit.text

        visit.post("/sign-up", name="Kei", list=LEGAL, do="hand-in")

        assert re.search(r"Your list: ✓ legal, fingerprint [0-9a-f ]+, late", visit.text)

    def test_it_is_a_moment_and_not_the_time_on_a_clock_when_clocks_are_put_back(self, venue: Venue) -> None:
        """On 25 October 2026 it is 02:30 twice in Berlin; the deadline is the first of the two."""
        kei = venue.player("Kei", LEGAL)

        def deadline(desk: Any) -> None:
            with desk.event.writing():
                desk.event.change_event(deadline="2026-10-25T02:30+02:00")

        venue.site.clerk.now(deadline)
        venue.now = datetime.datetime.fromisoformat("2026-10-25T02:29:59+02:00")
        kei.post("/player", list=OTHER, do="hand-in")
        venue.now = datetime.datetime.fromisoformat("2026-10-25T02:29:59+01:00")
        kei.post("/player", list=LEGAL, do="hand-in")

        assert len(venue.lists("Kei")) == 2
        assert "The deadline was Sun 25 Oct 02:30 (UTC+02:00)." in kei.text

    def test_a_clock_that_jumps_back_puts_no_list_before_another(self, venue: Venue) -> None:
        kei = venue.player("Kei", LEGAL)
        venue.now = NOON - datetime.timedelta(hours=5)

        kei.post("/player", list=OTHER, do="hand-in")

        assert "revision 2, Tue 1 Dec 08:00" in kei.text
        assert kei.draft == OTHER


class TestTwoAtOnce:
    def test_two_organisers_correct_one_list(self, venue: Venue) -> None:
        venue.expect("Kei")
        both = [venue.visit("organiser", name=name) for name in ("Yoshi", "Kakita")]
        for each in both:
            each.get("/organiser/player/1")

        with ThreadPoolExecutor(2) as pool:
            jobs = [
                pool.submit(each.post, "/organiser/player/1", list=text, do="hand-in")
                for each, text in zip(both, (LEGAL, OTHER), strict=True)
            ]
            statuses = [job.result().status_code for job in jobs]

        assert sorted(statuses) == [200, 409]
        second = both[statuses.index(409)]
        assert second.post("/organiser/player/1", list=second.draft, do="hand-in").status_code == 200
        assert sorted(each.content.decode() for each in venue.lists("Kei")) == sorted([LEGAL, OTHER])
        log = venue.rows(LogEntry, "kind = 'take'")
        assert sorted(each.who for each in log) == ["Kakita", "Yoshi"]

    def test_a_list_that_comes_with_the_lock_is_refused_or_there_and_nothing_between(self, venue: Venue) -> None:
        kei, organiser = venue.player("Kei", LEGAL), venue.visit("organiser")

        with ThreadPoolExecutor(2) as pool:
            handed = pool.submit(kei.post, "/player", list=OTHER, do="hand-in")
            pool.submit(organiser.post, "/organiser/event", do="lock").result()

        assert len(venue.lists("Kei")) == (1 if handed.result().status_code == 409 else 2)

    def test_the_organiser_hears_of_a_new_list_without_reloading(self, venue: Venue) -> None:
        organiser = venue.visit("organiser")
        with organiser.client.stream("GET", "/organiser/changes") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 3000"
            time.sleep(1.2)
            venue.player("Kei", LEGAL)
            assert next(line for line in lines if line.startswith("data")) == "data: changed"


def test_a_code_for_phones_has_the_address_in_it_and_loads_nothing() -> None:
    assert code_of("http://127.0.0.1/s/x").startswith("data:image/svg+xml")


def test_a_submission_is_what_the_player_typed_byte_for_byte(venue: Venue) -> None:
    text = LEGAL + "# Größe: ½ 漢字\n"
    venue.player("Kei", text.replace("\n", "\r\n"))

    (found,) = venue.rows(Submission)
    assert found.content == text.encode()


def _sent(venue: Venue, request: bytes) -> bytes:
    """Return all that the desk answers to bytes on a socket, until it hangs up."""
    with socket.create_connection(venue.socket.getsockname(), timeout=60) as connection:
        connection.sendall(request)
        parts = []
        try:
            while part := connection.recv(65536):
                parts.append(part)
                if b"\r\n\r\n" in b"".join(parts) and b"close" not in b"".join(parts).lower():
                    break
        except ConnectionResetError:
            pass
    return b"".join(parts)
