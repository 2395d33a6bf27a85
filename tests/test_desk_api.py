"""The routes for programs on a real server: requests as the game client Jigoku sends them, wrong ones, hostile ones."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
import uvicorn

from deckcheck.cli import run
from deckcheck.conformance import suite as suites
from deckcheck.conformance.suite import Case, Suite
from deckcheck.decks.writing.ids import site_id
from deckcheck.desk import programs
from deckcheck.desk.guard import DeskSettings
from deckcheck.desk.server import Connection, api_application
from deckcheck.desk.workers import WorkFailed
from deckcheck.model.card import Card
from deckcheck.pools.loading import FilePool
from tests.conformance_suite import FOLDER
from tests.conftest import ROOT

# A name that only the resolver can recognise.
SLIP = b"3 Markeplace\n"
VALIDATE, CHECK = "/api/decklists/validate", "/api/check"
SLIPS = ROOT / "examples" / "crane-with-slips.txt"

# What axios sends with a request.
AXIOS = {
    "Accept": "application/json, text/plain, */*",
    "Content-Type": "application/json",
    "User-Agent": "axios/1.7.2",
    "Accept-Encoding": "gzip, compress, deflate, br",
    "Connection": "keep-alive",
}

MANY = dict.fromkeys(map(str, range(2001)), 1)


class Server(NamedTuple):
    url: str
    client: httpx.Client
    desk: programs.ProgramDesk

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.post(path, content=content, headers=headers)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server on this machine, as ``deckcheck desk --api-only`` runs one."""
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        app = api_application(DeskSettings(per_minute=0, body_seconds=5.0), (None, None))
        desk = app.state.desk
        config = uvicorn.Config(app, http=Connection, log_level="warning", lifespan="on")
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, args=([listening],))
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        client = stack.enter_context(httpx.Client(base_url=url, timeout=60))
        try:
            yield Server(url, client, desk)
        finally:
            running.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def suite() -> Suite:
    return suites.load(FOLDER)


def jigoku_request(case: Case, suite: Suite, mode: str) -> dict[str, Any]:
    """Return what the game client sends for a deck: its parts after each other, as copies by card id, and the mode."""
    facts = suite.facts[case.cards]
    parts: dict[str, dict[str, int]] = {}
    for card, copies in case.deck.cards.items():
        kind = facts[card]["kind"]
        part = kind if kind in ("province", "role", "stronghold") else facts[card]["deck"]
        parts.setdefault(part, {})[site_id(msgspec.convert(facts[card], Card))] = copies
    order = ("province", "dynasty", "conflict", "role", "stronghold")
    cards = {card: copies for part in order for card, copies in parts.get(part, {}).items()}
    return {"cards": cards, "format": {"stronghold": "standard"}.get(mode, mode)}


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("whole-decks/lcg-emerald-lion-five-rally", "emerald"),
        ("whole-decks/lcg-stronghold-phoenix-one-restricted", "stronghold"),
        ("whole-decks/lcg-sanctuary-lion", "sanctuary"),
        ("whole-decks/lcg-obsidian-phoenix-rally-on-top", "obsidian"),
        ("whole-decks/lcg-enlightenment-crab-clan-war", "enlightenment"),
        ("whole-decks/lcg-jade-edict-scorpion-alibi-artist", "jade-edict"),
    ],
)
def test_a_legal_deck_of_the_game_client_is_valid(name: str, mode: str, server: Server, suite: Suite) -> None:
    response = server.post(VALIDATE, jigoku_request(suite.case(name), suite, mode), **AXIOS)

    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.content == b'{"valid":true,"errors":[]}'


def test_a_card_is_found_by_the_id_of_the_site(server: Server) -> None:
    # The second Akodo Toturi; both have the same title.
    cards = {"akodo-toturi-2": 2, "16-akodo-toturi": 2, "doji-whisperer": 4}

    errors = server.post(VALIDATE, {"cards": cards, "format": "emerald"}).json()["errors"]

    assert "4 copies of `Doji Whisperer`; at most 3 are allowed" in errors
    assert "4 copies of `Akodo Toturi`; at most 3 are allowed" in errors
    assert not [error for error in errors if error.startswith("no card is called")]


def test_an_illegal_deck_of_the_game_client_gets_sentences(server: Server, suite: Suite) -> None:
    request = jigoku_request(suite.case("whole-decks/lcg-emerald-lion-five-rally"), suite, "emerald")
    request["cards"]["honorable-challenger"] = 4

    response = server.post(VALIDATE, request, **AXIOS)

    assert response.json() == {
        "valid": False,
        "errors": [
            "dynasty deck has 46 cards; the maximum is 45",
            "4 copies of `Honorable Challenger`; at most 3 are allowed",
        ],
    }


def test_every_case_that_the_interface_can_express_passes(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["conformance", "run", "--tag", "lcg", "--emeralddb", server.url])

    rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines() if line[-1:].isdigit()}
    assert code == 0
    assert int(rows["all"][1]) >= 25
    assert rows["all"][2] == "0"


def test_a_server_that_is_not_there_cannot_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    code = run(["conformance", "run", "--tag", "lcg", "--emeralddb", f"http://127.0.0.1:{port}"])

    assert code == 2
    assert "the checker gave no answer 5 times in a row" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["nope", "Emerald", "../formats/emperor.yaml", "/etc/passwd", "all"])
def test_an_unknown_format_is_answered_as_emeralddb_does(name: str, server: Server) -> None:
    response = server.post(VALIDATE, {"cards": {"doji-whisperer": 3}, "format": name})

    assert (response.status_code, response.json()) == (200, {"valid": False, "errors": ["Illegal format supplied"]})


def test_an_unknown_card_keeps_a_deck_from_being_valid(server: Server, suite: Suite) -> None:
    # EmeraldDB drops it silently.
    request = jigoku_request(suite.case("whole-decks/lcg-emerald-lion-five-rally"), suite, "emerald")
    request["cards"]["doji-whisprer"] = 1

    answer = server.post(VALIDATE, request).json()

    assert answer == {"valid": False, "errors": ["no card is called `doji-whisprer`"]}


def test_unknown_cards_of_a_small_deck_are_called_by_their_ids(server: Server) -> None:
    cards = {"doji-whisperer": 3, "doji-whisprer": 1, "kanjo-distric": 1}

    (said,) = [
        error
        for error in server.post(VALIDATE, {"cards": cards, "format": "emerald"}).json()["errors"]
        if "Stronghold" in error
    ]

    assert said.endswith("`doji-whisprer`, `kanjo-distric` are not recognised.")


def test_no_copies_of_a_card_are_no_card(server: Server, suite: Suite) -> None:
    request = jigoku_request(suite.case("whole-decks/lcg-emerald-lion-five-rally"), suite, "emerald")
    request["cards"] |= {"kanjo-district": 0, "no-such-card": 0}

    assert server.post(VALIDATE, request).json() == {"valid": True, "errors": []}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the body is not valid JSON"),
        (b"{", "the body is not valid JSON"),
        (b"\xff\xfe", "the body is not valid JSON"),
        (b'{"cards": {"\\ud800": 1}, "format": "emerald"}', "the body is not valid JSON"),
        (b"[" * 5_000, "the body is not valid JSON"),
        ([], '"value" must be of type object'),
        ("emerald", '"value" must be of type object'),
        ({"format": "emerald"}, '"cards" is required'),
        ({"cards": ["doji-whisperer"], "format": "emerald"}, '"cards" must be of type object'),
        ({"cards": {}}, '"format" is required'),
        ({"cards": {}, "format": 3}, '"format" must be a string'),
        ({"cards": {}, "format": ""}, '"format" is not allowed to be empty'),
        ({"cards": {}, "format": "emerald", "name": "x"}, '"name" is not allowed'),
        ({"cards": {"a": "3"}, "format": "emerald"}, '"cards.a" must be a whole number from 0 to 999'),
        ({"cards": {"a": -1}, "format": "emerald"}, '"cards.a" must be a whole number from 0 to 999'),
        ({"cards": {"a": 1.5}, "format": "emerald"}, '"cards.a" must be a whole number from 0 to 999'),
        ({"cards": {"a": True}, "format": "emerald"}, '"cards.a" must be a whole number from 0 to 999'),
        ({"cards": {"a": 10**30}, "format": "emerald"}, '"cards.a" must be a whole number from 0 to 999'),
        ({"cards": MANY, "format": "emerald"}, '"cards" must have at most 2,000 keys'),
    ],
    ids=repr,
)  # fmt: skip
def test_a_body_of_another_shape_is_400_with_the_reason(body: Any, message: str, server: Server) -> None:
    response = server.post(VALIDATE, body)

    assert (response.status_code, response.json()) == (400, {"message": [message]})


def test_ids_as_long_as_the_body_are_answered_and_not_kept(server: Server) -> None:
    cards = {f"{'x' * 2_000}{number}": 1 for number in range(100)}

    answer = server.post(VALIDATE, {"cards": cards, "format": "emerald"}).json()

    assert not answer["valid"]
    assert len(answer["errors"]) >= 100


# The report.


def test_a_list_gets_the_report_that_check_writes(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    run(["check", str(SLIPS), "--format", "celestial-40-40", "--as", "jsonl"])
    expected = json.loads(capfd.readouterr().out.splitlines()[0])

    response = server.post("/api/check?format=celestial-40-40", SLIPS.read_bytes())

    assert response.status_code == 200
    assert response.json() | {"path": ""} == expected | {"path": ""}
    assert response.json()["verdict"] == "illegal"


@pytest.mark.parametrize("name", ["emerald", "lcg-emerald", "Emerald"])
def test_ids_and_text_of_a_deck_get_the_same_report(name: str, server: Server, suite: Suite) -> None:
    request = jigoku_request(suite.case("whole-decks/lcg-emerald-lion-five-rally"), suite, "emerald")
    lines = (ROOT / "tests/fixtures/decks/lcg-emerald/lion-five-rally.txt").read_bytes()

    reports = [
        server.post(f"/api/check?format={name}", body).json()
        for body in (request, json.dumps(request, indent=1).encode(), lines)
    ]

    assert [report["verdict"] for report in reports] == ["legal"] * 3
    assert len({report["fingerprint"] for report in reports}) == 1


def test_a_list_may_name_its_format_itself(server: Server, suite: Suite) -> None:
    request = jigoku_request(suite.case("whole-decks/lcg-emerald-lion-five-rally"), suite, "emerald")

    assert server.post("/api/check", request).json()["format"] == "lcg-emerald"


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/api/check?format=nope", b"3 Marketplace", 400, "there is no format `nope`"),
        ("/api/check?format=../formats/emperor.yaml", b"x", 400, "there is no format `../formats/emperor.yaml`"),
        ("/api/check", b"3 Marketplace", 400, "the list names no format"),
        ("/api/check?format=emperor", b"", 422, "the file is empty"),
        ("/api/check?format=emperor", b"Hello", 422, "no line is recognised as a card"),
        ("/api/check?format=emperor", b"\x00\x01", 422, "not a text file"),
        ("/api/check?format=emperor", b"{" * 1000, 422, ""),
        ("/api/check?format=emperor", b'[{"cards": {"a": 1}}, {"cards": {"a": 1}}]', 422, "contains 2 decks"),
    ],
)
def test_what_is_not_a_list_gets_the_reason(path: str, body: bytes, status: int, message: str, server: Server) -> None:
    response = server.post(path, body)

    assert response.status_code == status
    assert response.json()["kind"] == "failure"
    assert message in response.json()["message"]
    assert "--" not in (response.json()["help"] or "")  # A program has no options to give.


# Limits and faults.


def test_a_large_body_is_refused(server: Server) -> None:
    assert server.post(VALIDATE, b" " * (256 * 1024 + 1)).status_code == 413


def test_refusals_are_json_that_pages_of_other_sites_may_read(server: Server) -> None:
    large = b" " * (256 * 1024 + 1)
    said = [
        (server.post(CHECK, large), 413, "The request is larger than"),
        (server.post(CHECK, b"", Host="evil.example"), 421, "This desk does not answer to that address."),
        (server.client.get(CHECK), 405, "send a POST request"),
        (server.post(f"{CHECK}?format=ivory&as_of=2014-01-01", b"3 Rout"), 400, "there is no parameter `as_of`"),
        (server.post(f"{CHECK}?fromat=", b"3 Rout"), 400, "there is no parameter `fromat`"),
    ]

    for response, status, message in said:
        assert response.status_code == status
        assert response.json()["kind"] == "failure"
        assert response.json()["message"].startswith(message)
        assert response.headers["access-control-allow-origin"] == "*"
    assert server.post(VALIDATE, large).json()["message"][0].startswith("The request is larger than")


def test_a_slow_body_is_refused_and_others_are_answered(server: Server) -> None:
    host = server.url.removeprefix("http://")
    with contextlib.closing(http.client.HTTPConnection(host, timeout=60)) as slow:
        slow.putrequest("POST", VALIDATE)
        slow.putheader("Content-Length", "1000")
        slow.endheaders(b"{")

        assert server.post(VALIDATE, {"cards": {}, "format": "nope"}).status_code == 200
        assert slow.getresponse().status == 408


def test_headers_without_end_are_cut_off(server: Server) -> None:
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as endless:
        endless.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            endless.sendall(b"x" * 64 * 1024 * 1024)


def test_headers_without_end_behind_a_body_are_cut_off(server: Server) -> None:
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as endless:
        endless.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Long: ")
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            endless.sendall(b"x" * 1024 * 1024)
            assert endless.recv(100) == b""


def test_unknown_names_are_not_kept(server: Server) -> None:
    pool = programs._checker("lcg-emerald", (None, None)).pool
    assert isinstance(pool, FilePool)
    before = len(pool._cards)

    for number in range(5):
        server.post(VALIDATE, {"cards": {f"no-such-card-{number}": 1}, "format": "emerald"})

    assert len(pool._cards) == before


def test_another_host_is_refused(server: Server) -> None:
    assert server.post(VALIDATE, b"{}", Host="evil.example").status_code == 421


def test_pages_of_other_sites_may_ask(server: Server) -> None:
    preflight = server.client.options(VALIDATE, headers={"Origin": "https://jigoku.example"})

    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-headers"] == "content-type"
    assert server.post(VALIDATE, b"{}").headers["access-control-allow-origin"] == "*"


def test_only_post_requests_are_answered(server: Server) -> None:
    assert server.client.get(VALIDATE).status_code == 405
    assert server.client.get("/").status_code == 404


def test_a_crash_is_an_answer_without_the_list(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("secret list")

    monkeypatch.setattr(server.desk, "_validate", crash)

    response = server.post(VALIDATE, {"cards": {"doji-whisperer": 3}, "format": "emerald"})

    assert response.status_code == 500
    assert response.json() == {"message": ["the checker failed on this request"]}
    assert "/api/decklists/validate failed: RuntimeError" in caplog.text
    assert "secret list" not in caplog.text


def test_a_list_that_takes_too_long_is_stopped(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(*_: object, **__: object) -> None:
        raise WorkFailed("not finished within 10 seconds")

    monkeypatch.setattr(server.desk._worker, "run", late)

    response = server.post("/api/check?format=emperor", SLIP)

    assert (response.status_code, response.json()["message"]) == (503, "not finished within 10 seconds")


def test_only_some_lists_wait_for_the_worker(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_WAITING", 1)
    blocked, may_go = threading.Event(), threading.Event()

    async def wait(*_: object) -> bytes:
        blocked.set()
        await asyncio.to_thread(may_go.wait, 30)
        return b"{}"

    monkeypatch.setattr(server.desk._worker._all[0], "run", wait)
    first = threading.Thread(target=server.post, args=("/api/check?format=emperor", SLIP))
    first.start()
    assert blocked.wait(30)

    response = server.post("/api/check?format=emperor", SLIP)
    may_go.set()
    first.join()

    assert (response.status_code, response.json()["message"]) == (503, "too many lists are waiting; try again")
