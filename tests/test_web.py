"""The client for public data against real servers on this machine, good ones and bad ones."""

from __future__ import annotations

import base64
import gzip
import json
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trustme

from deckcheck.cli import run
from deckcheck.model.errors import FetchError, InputError, UsageError
from deckcheck.model.limits import Limits
from deckcheck.system.web import Access, is_address
from deckcheck.system.web.address import is_public, parse
from deckcheck.system.web.client import Client, WebLimits
from deckcheck.system.web.decks import data_address, fetch_deck
from tests.bulk_runs import wait_for
from tests.loopback import Answer, Handler, serving

# Times for a busy machine; a test of one of them sets it.
LIMITS = WebLimits(max_bytes=100_000, tries=3, wait_seconds=0.01, per_second=0)
CARDS = json.dumps({"records": [{"id": "way-of-the-crane", "name": "Way of the Crane"}]}).encode()


def client(**settings: Any) -> Client:
    return Client(**{"limits": LIMITS, "allow_private": True, **settings})


def within(**seconds: float) -> WebLimits:
    return msgspec.structs.replace(LIMITS, **seconds)


def chunked(handler: Handler, parts: list[bytes], *, whole: bool = True) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for part in parts:
        handler.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
    if whole:
        handler.wfile.write(b"0\r\n\r\n")
    handler.close_connection = True


def drip(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(40):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


def drip_headers(handler: Handler) -> None:
    handler.send_response(200)
    handler.flush_headers()
    for number in range(40):
        handler.wfile.write(f"X-{number}: 1\r\n".encode())
        time.sleep(0.1)


def early_hints(handler: Handler) -> None:
    for _ in range(40):
        handler.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n")
        time.sleep(0.1)


def silent(handler: Handler) -> None:
    handler.rfile.read(1)  # The client goes away.


def hang_up(handler: Handler) -> None:
    handler.close_connection = True
    handler.connection.close()


BOMB = gzip.compress(b"[" + b" " * 5_000_000 + b"]")

FAULTS: dict[str, tuple[Callable[[Handler], None], str, int]] = {
    "silent": (silent, "no answer for 0.3 s (tried 3 times)", 3),
    "slow": (drip, "incomplete after 2 s", 1),
    "slow headers": (drip_headers, "incomplete after 2 s", 1),
    "early hints without end": (early_hints, "incomplete after 2 s", 1),
    "failing": (lambda h: h.send(b"", 503), "the server answers 503 Service Unavailable (tried 3 times)", 3),
    "not there": (lambda h: h.send(b"{}", 404), "the server answers 404 Not Found", 1),
    "cut short": (lambda h: h.send(CARDS, Content_Length="9000"), "the answer is incomplete", 3),
    "cut short in parts": (lambda h: chunked(h, [CARDS], whole=False), "the answer is incomplete", 3),
    "half of the JSON": (lambda h: h.send(CARDS[:40]), "incomplete or broken JSON: Expecting", 1),
    "no bytes": (lambda h: h.send(b""), "incomplete or broken JSON: Expecting value, line 1", 1),
    "HTML": (lambda h: h.send(b"<html>", kind="text/html; charset=utf-8"), "answers with an HTML page, not JSON", 1),
    "HTML as JSON": (lambda h: h.send(b"\n<!DOCTYPE html>"), "answers with a page of markup, not JSON", 1),
    "redirect loop": (lambda h: h.send(b"", 302, Location=h.path + "x"), "more than 5 redirects", 6),
    "redirect to a file": (lambda h: h.send(b"", 302, Location="file:///etc/passwd"), "redirects to something", 1),
    "gzip bomb": (lambda h: h.send(BOMB, Content_Encoding="gzip"), "larger than 100,000 bytes", 1),
    "packed twice": (lambda h: h.send(BOMB, Content_Encoding="gzip, gzip"), "unrequested compression `gzip, gzip`", 1),
    "damaged gzip": (lambda h: h.send(CARDS, Content_Encoding="gzip"), "the compressed data are damaged", 3),
    "gzip cut short": (
        lambda h: h.send(gzip.compress(CARDS)[:30], Content_Encoding="gzip"),
        "the compressed data end early",
        3,
    ),
    "too large": (lambda h: h.send(b'"' + b"x" * 200_000 + b'"'), "larger than 100,000 bytes", 1),
    "nested": (lambda h: h.send(b"[" * 90_000), "not JSON", 1),
    "not in UTF-8": (lambda h: h.send('{"a": "é"}'.encode("utf-16")), "not JSON", 1),
    "half a character": (lambda h: h.send(b'{"a": "\xed\xa0\x80"}'), "not JSON", 1),
    "hangs up": (hang_up, "the answer is incomplete", 3),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_has_its_message(fault: str, tmp_path: Path) -> None:
    answer, message, asked = FAULTS[fault]
    limits = {"no answer": within(read_seconds=0.3), "incomplete after": within(total_seconds=2)}
    ours = next((limits[words] for words in limits if message.startswith(words)), LIMITS)
    with serving(answer) as server, client(cache=tmp_path, limits=ours) as web:
        with pytest.raises(FetchError) as error:
            web.get_json(f"{server.address}/cards")
        wait_for(lambda: len(server.asked) >= asked)

    assert message in error.value.message
    assert error.value.place == f"{server.address}/cards"
    assert len(server.asked) == asked


def test_redirects_share_one_deadline() -> None:
    def slow(handler: Handler) -> None:
        time.sleep(0.4)
        handler.send(b"", 302, Location=handler.path + "x")

    limits = within(total_seconds=2)
    with serving(slow) as server, client(limits=limits) as web, pytest.raises(FetchError, match="incomplete after 2 s"):
        web.get(f"{server.address}/cards")


def test_what_passes_is_tried_again_after_the_time_the_server_asks_for() -> None:
    answers: Iterator[Answer] = iter([lambda h: h.send(b"", 429, Retry_After="0.2"), hang_up, lambda h: h.send(CARDS)])
    said: list[str] = []

    def answer(handler: Handler) -> None:
        next(answers)(handler)

    with serving(answer) as server, client(say=said.append) as web:
        started = time.monotonic()
        value, _ = web.get_json(f"{server.address}/cards")

    assert value == json.loads(CARDS)
    assert time.monotonic() - started >= 0.2
    assert [re.search(r"\b429\b", line) is not None for line in said] == [True, False]


def test_a_server_that_asks_to_wait_for_hours_is_left_alone() -> None:
    with (
        serving(lambda handler: handler.send(b"", 429, Retry_After="7200")) as server,
        client() as web,
        pytest.raises(FetchError, match="asks to wait 7200 s"),
    ):
        web.get(f"{server.address}/cards")

    assert len(server.asked) == 1


def test_nothing_answers() -> None:
    with serving(lambda handler: handler.send(b"")) as server:
        address = server.address
    with client() as web, pytest.raises(FetchError, match="no connection"):
        web.get(address)


def test_packed_answers_are_unpacked() -> None:
    packed = gzip.compress(CARDS)
    with serving(lambda handler: handler.send(packed, Content_Encoding="gzip")) as server, client() as web:
        assert web.get(server.address) == CARDS
        assert web.wire.moved == len(packed)


def test_what_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    with serving(lambda handler: handler.send_tagged(CARDS, '"1"')) as server:
        with client(cache=tmp_path) as web:
            first = web.get(f"{server.address}/cards")
            moved_first = web.wire.moved
        with client(cache=tmp_path) as web:
            second = web.get(f"{server.address}/cards")
            moved_second = web.wire.moved

    assert first == second == CARDS
    assert (moved_first, moved_second) == (len(CARDS), 0)
    assert {"if-none-match": '"1"'}.items() <= {key.lower(): value for key, value in server.asked[1][1].items()}.items()


def test_a_change_is_seen_even_when_the_server_promised_that_there_would_be_none(tmp_path: Path) -> None:
    bodies = iter([b"1", b"2"])
    with (
        serving(lambda handler: handler.send(next(bodies), Cache_Control="max-age=86400")) as server,
        client(cache=tmp_path) as web,
    ):
        assert [web.get(server.address) for _ in range(2)] == [b"1", b"2"]


def test_offline_answers_from_the_cache_alone(tmp_path: Path) -> None:
    with serving(lambda handler: handler.send_tagged(CARDS, '"1"')) as server, client(cache=tmp_path) as web:
        web.get(f"{server.address}/cards")
    with client(cache=tmp_path, offline=True) as web:
        assert web.get(f"{server.address}/cards") == CARDS
        with pytest.raises(FetchError, match="not fetched before"):
            web.get(f"{server.address}/packs")

    assert len(server.asked) == 1


def test_requests_keep_a_distance() -> None:
    limits = WebLimits(per_second=20)
    with serving(lambda handler: handler.send(b"1")) as server, client(limits=limits) as web:
        started = time.monotonic()
        for _ in range(4):
            web.get(server.address)

    assert time.monotonic() - started >= 0.15


def test_a_wrong_certificate_is_refused_and_a_trusted_one_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    stranger = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("emeralddb.example").configure_cert(stranger)
    with serving(lambda handler: handler.send(CARDS), tls=context) as server:
        with client() as web, pytest.raises(FetchError, match="the certificate cannot be trusted: unable to get local"):
            web.get(server.address)
        authority.cert_pem.write_to_path(tmp_path / "ca.pem")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
        with client() as web:
            assert web.get(server.address) == CARDS
    with (
        serving(lambda handler: handler.send(CARDS), tls=stranger) as server,
        client() as web,
        pytest.raises(FetchError, match="not valid for"),
    ):
        web.get(server.address)

    assert server.asked == []


def test_an_expired_certificate_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    yesterday = datetime.now(UTC) - timedelta(days=1)
    authority.issue_cert("127.0.0.1", not_after=yesterday).configure_cert(context)
    with (
        serving(lambda handler: handler.send(CARDS), tls=context) as server,
        client() as web,
        pytest.raises(FetchError, match="the certificate cannot be trusted: certificate has expired"),
    ):
        web.get(server.address)


def test_a_server_that_never_finishes_the_handshake_is_left() -> None:
    limits = within(connect_seconds=0.2)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        client(limits=limits) as web,
        pytest.raises(FetchError, match=r"no connection within 0\.2 s"),
    ):
        web.get(f"https://127.0.0.1:{server.getsockname()[1]}/")


@pytest.mark.parametrize(
    ("proxy", "why"),
    [
        ("nonsense", "Unknown scheme"),
        ("http://", "it names no server"),
        ("http://127.0.0.1:99999", "port"),
        ("http://someone:secret@[::1", "Invalid"),
        ("socks5://127.0.0.1:1080", "`socks5:` proxies are not supported"),
        ("ftp://127.0.0.1", "Unknown scheme"),
    ],
)
def test_a_proxy_setting_that_cannot_be_used(proxy: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    with client() as web, pytest.raises(FetchError) as error:
        web.get("https://cards.example/")

    assert why.casefold() in error.value.message.casefold()
    assert "secret" not in error.value.message
    assert (
        error.value.help == "proxies look like http://proxy.example.org:3128; NO_PROXY names servers to reach without"
    )


def test_a_proxy_answers_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lambda handler: handler.send(CARDS)) as proxy, client(allow_private=False) as web:
        monkeypatch.setenv("HTTP_PROXY", proxy.address.replace("//", "//kei:secret@"))
        assert web.get("http://cards.example/all") == CARDS

    ((path, headers),) = proxy.asked
    assert path == "http://cards.example/all"
    assert headers["Proxy-Authorization"] == "Basic " + base64.b64encode(b"kei:secret").decode()


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_certificates_that_cannot_be_read(content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "ca.pem"
    if content:
        named.write_text(content, "utf-8")
    monkeypatch.setenv("SSL_CERT_FILE", str(named))

    with pytest.raises(FetchError, match="the trusted certificates cannot be read") as error:
        client()
    assert error.value.place == "SSL_CERT_FILE"


def test_private_addresses_are_refused_before_anything_is_sent() -> None:
    with serving(lambda handler: handler.send(CARDS)) as server:
        port = server.server.server_address[1]
        for host in ("127.0.0.1", "localhost"):
            with client(allow_private=False) as web, pytest.raises(FetchError):
                web.get(f"http://{host}:{port}/")

    assert server.asked == []


@pytest.mark.parametrize(
    ("ip", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("192.168.1.1", False),
        ("172.16.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("64:ff9b:1::5db8:d822", False),
        ("::10.0.0.1", False),
        ("::93.184.216.34", False),
        ("fec0::1", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
    ],
)
def test_which_addresses_are_public(ip: str, public: bool) -> None:
    assert is_public(ip) is public


@pytest.mark.parametrize(
    "address",
    [
        "deck.txt",
        "ftp://example.org/",
        "https://",
        "http://[::1",
        "http://a b/",
        "http://x:99999/",
        "https://me:secret@example.org/",
    ],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(UsageError) as error:
        parse(address)

    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("page", "data"),
    [
        ("https://www.emeralddb.org/decks/4736f7c0-b4a6", "https://www.emeralddb.org/api/decklists/4736f7c0-b4a6"),
        ("http://emeralddb.org/decks/4736f7c0?x=1#top", "https://www.emeralddb.org/api/decklists/4736f7c0"),
        ("https://fiveringsdb.com/decks/8979b558-8193/crane", "https://api.fiveringsdb.com/decks/8979b558-8193"),
        ("https://fiveringsdb.com/strains/8979b558", "https://api.fiveringsdb.com/strains/8979b558"),
        ("https://example.org/decks/1.json", "https://example.org/decks/1.json"),
        ("https://emeralddb.org.example.com/decks/1", "https://emeralddb.org.example.com/decks/1"),
    ],
)
def test_where_the_data_of_a_deck_page_are(page: str, data: str) -> None:
    assert data_address(page) == data


DECK = json.dumps({"name": "Crane", "format": "lcg-2017", "cards": {"way-of-the-crane": 3}}, indent=1)


def test_a_deck_by_address(tmp_path: Path) -> None:
    with serving(lambda handler: handler.send_tagged(DECK.encode(), '"1"')) as server:
        address = f"{server.address}/api/decklists/1"

        assert fetch_deck(address, Limits(), tmp_path, Access(allow_private=True)) == DECK
        with pytest.raises(InputError, match="private address"):
            fetch_deck(address, Limits())

    assert is_address(address)
    assert fetch_deck(address, Limits(), tmp_path, Access(offline=True)) == DECK


def test_a_deck_by_address_is_as_large_as_a_file_may_be() -> None:
    big = json.dumps({"cards": {"rout": 3}, "x": "x" * 2000}).encode()
    with serving(lambda handler: handler.send(big)) as server, pytest.raises(InputError, match="larger than") as caught:
        fetch_deck(f"{server.address}/deck", Limits(file_bytes=1024), None, Access(allow_private=True))

    assert "--limit file-bytes=N" in str(caught.value.help)


def test_a_deck_by_address_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    with serving(lambda handler: handler.send(b"\xef\xbb\xbf" + DECK.encode())) as server:
        assert fetch_deck(server.address, Limits(), tmp_path, Access(allow_private=True)) == DECK


def test_an_address_that_is_no_deck_says_what_is_read(tmp_path: Path) -> None:
    with serving(lambda handler: handler.send(b"3 Banzai!")) as server, pytest.raises(FetchError) as caught:
        fetch_deck(f"{server.address}/deck.txt", Limits(), tmp_path, Access(allow_private=True))

    assert caught.value.message.startswith("incomplete or broken JSON")
    assert "copy any other list into a file" in (caught.value.help or "")


def test_check_takes_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with serving(lambda handler: handler.send(DECK.encode())) as server:
        address = f"{server.address}/decks/1"

        assert run(["check", address, "-f", "lcg-2017", "--as", "concise"]) == 2
        assert "is at the private address 127.0.0.1" in capsys.readouterr().err
        assert run(["check", address, "-f", "lcg-2017", "--allow-private", "--as", "concise"]) == 1
        assert f"{address}:" in capsys.readouterr().out
        assert run(["check", address, "-f", "lcg-2017", "--offline", "--as", "concise"]) == 1
        assert run(["check", f"{address}0", "-f", "lcg-2017", "--offline", "--as", "concise"]) == 2

    assert server.paths == ["/decks/1"]
