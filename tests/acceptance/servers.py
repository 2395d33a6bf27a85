"""141 and 142: servers that fail, and servers that are somebody else."""

from __future__ import annotations

import gzip
import json
import re
import ssl
from collections.abc import Callable

import trustme

from tests.acceptance.bench import FORMAT, Bench, Ran
from tests.acceptance.case import Act, Case, write
from tests.acceptance.lists import GOOD
from tests.loopback import Answer, Handler, serving

_PAGES = {
    "/cards": {"records": [{"id": "rout", "name": "Rout"}]},
    "/packs": {"records": [{"id": "core", "name": "Core Set", "released_at": "2017-10-05"}]},
}


def _whole(handler: Handler) -> None:
    handler.send(json.dumps(_PAGES[handler.path]).encode())


def _fetch(bench: Bench, address: str, *more: str, env: dict[str, str] | None = None) -> Ran:
    arguments = ("fiveringsdb", "--base-url", address, "--out", "copies", "--allow-private")
    once = ("--tries", "1", "--rate", "0", "--max-mib", "1")
    return bench.run("pools", "fetch", *arguments, *once, *more, env=env)


def _endless(handler: Handler) -> None:
    """Send as much as is taken, of 10 GB."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    part = b" " * 65_536
    for _ in range(10 * 1024**3 // len(part)):
        handler.wfile.write(b"10000\r\n" + part + b"\r\n")


def _huge(handler: Handler) -> None:
    """Promise 10 GB, and send as much of them as is taken."""
    part = b" " * 65_536
    handler.send(part, Content_Length=str(10 * 1024**3))
    for _ in range(10 * 1024**3 // len(part)):
        handler.wfile.write(part)


def _silent(handler: Handler) -> None:
    handler.rfile.read(1)  # The client goes away.


def _bomb(handler: Handler) -> None:
    handler.send(gzip.compress(b"[" + b" " * 80_000_000 + b"]"), Content_Encoding="gzip")


def _fault(what: str, answer: Answer, *says: str, more: tuple[str, ...] = ()) -> Case:
    def act(bench: Bench) -> Ran:
        with serving(answer) as server:
            ran = _fetch(bench, server.address, *more)
            assert f"error: {server.address}/cards: " in ran.text, ran.text
        return ran

    return Case(number=141, what=what, act=act, says=says, leaves=("copies",))


def _after_a_good_copy(bench: Bench) -> Ran:
    with serving(_whole) as server:
        good = _fetch(bench, server.address)
        assert good.code == 0, good.text
    with serving(lambda handler: handler.send(b"{}", 500)) as server:
        ran = _fetch(bench, server.address)
    # Nothing is asked for; the last whole copy is there, and tells its day.
    kept = _fetch(bench, "http://127.0.0.1:9", "--offline")
    assert (kept.code, kept.out) == (0, good.out), kept.text
    assert re.search(r"1 card of \d{4}-\d\d-\d\d from http", kept.text), kept.text
    return ran


def _gone(bench: Bench) -> Ran:
    with serving(_whole) as server:
        address = server.address
    return _fetch(bench, address)


def _check_needs_none(bench: Bench) -> Ran:
    """Check with every way to the net leading to a server that notes what it is asked."""
    write(bench.folder / "deck.txt", GOOD)
    with serving(lambda handler: handler.send(b"")) as server:
        ways = {f"{name}_{end}": server.address for name in ("http", "https", "all") for end in ("proxy", "PROXY")}
        ran = bench.run("check", "deck.txt", "-f", FORMAT, env=ways)
        assert server.paths == []
    return ran


def _deck_page(bench: Bench) -> Ran:
    write(bench.folder / "deck.txt", GOOD)
    with serving(lambda handler: handler.send(b"<html>", 503, "text/html")) as server:
        address = f"{server.address}/decks/1"
        ran = bench.run("check", address, "deck.txt", "-f", FORMAT, "--allow-private")
        assert f"{address}: the server answers 503" in ran.text
    return ran


def _certified(host: str, *, known: bool = False, env: Callable[[str], dict[str, str]] = lambda _: {}) -> Act:
    def act(bench: Bench) -> Ran:
        authority, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(host).configure_cert(context)
        trusted = bench.folder.parent / "authority.pem"
        authority.cert_pem.write_to_path(trusted)
        more = {"SSL_CERT_FILE": str(trusted)} if known else {}
        with serving(_whole, tls=context) as server:
            ran = _fetch(bench, server.address, env=more | env(str(trusted)))
            assert bool(server.paths) == (ran.code == 0), server.paths
        return ran

    return act


_NO_SWITCH = {
    "PYTHONHTTPSVERIFY": "0",
    "CURL_CA_BUNDLE": "",
    "REQUESTS_CA_BUNDLE": "",
    "SSL_CERT_FILE": "",
    "SSL_NO_VERIFY": "1",
    "GIT_SSL_NO_VERIFY": "true",
    "NODE_TLS_REJECT_UNAUTHORIZED": "0",
}
_REFUSED = "the certificate cannot be trusted"

CASES = (
    Case(number=141, what="nobody answers", act=_gone, says=("no connection",), leaves=("copies",)),
    _fault("404", lambda handler: handler.send(b"{}", 404), "the server answers 404 Not Found"),
    _fault("500", lambda handler: handler.send(b"{}", 500), "the server answers 500"),
    _fault("HTML", lambda handler: handler.send(b"<html>", kind="text/html"), "answers with an HTML page, not JSON"),
    _fault("10 GB as promised", _huge, "larger than 1,048,576 bytes"),
    _fault("10 GB in parts", _endless, "larger than 1,048,576 bytes"),
    _fault("silence", _silent, "no answer for 1", more=("--timeout", "1")),
    _fault(
        "redirects without end",
        lambda handler: handler.send(b"", 302, Location=f"{handler.path}/on"),
        "more than 5 redirects",
    ),
    _fault("80 MB in 80 kB", _bomb, "larger than 1,048,576 bytes"),
    Case(
        number=141,
        what="500 after a good copy",
        act=_after_a_good_copy,
        says=("the server answers 500",),
        leaves=("copies",),
    ),
    Case(number=141, what="check asks nobody", act=_check_needs_none, code=0, decks=1),
    Case(number=141, what="page of a deck that fails", act=_deck_page, decks=2, says=("1 legal",)),
    Case(
        number=142,
        what="certificate of nobody known",
        act=_certified("127.0.0.1"),
        says=(_REFUSED,),
        leaves=("copies",),
    ),
    Case(
        number=142,
        what="certificate of another server",
        act=_certified("cards.example", known=True),
        says=(_REFUSED,),
        leaves=("copies",),
    ),
    Case(
        number=142,
        what="switches of other programs",
        act=_certified("127.0.0.1", env=lambda _: _NO_SWITCH),
        says=(_REFUSED,),
        leaves=("copies",),
    ),
    Case(
        number=142,
        what="certificate that is trusted",
        act=_certified("127.0.0.1", known=True),
        code=0,
        says=("1 card of ",),
        leaves=("copies",),
    ),
)
