"""The command that starts the desk: what it prints, what it refuses, HTTPS and proxies."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import trustme

from deckcheck.cli import run
from deckcheck.cli.events.desk import _base
from tests.desk.venue import DEADLINE, FORMAT, free_port, started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are stopped with signals")


@contextmanager
def desk(file: Path, *options: str) -> Iterator[tuple[int, str]]:
    """Run a desk as a process, and yield its port and what it printed."""
    port = free_port()
    process, said = started(file, port, *options)
    try:
        yield port, said
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert max(file.parent.glob("said-*")).read_text("utf-8").endswith("\nThe desk has stopped.\n")


def test_the_first_minute(tmp_path: Path) -> None:
    """One command makes the event and prints what the organiser needs."""
    new = ("--new", "--format", FORMAT, "--name", "Kotei of Spring", "--deadline", DEADLINE)
    with desk(tmp_path / "cup.event", *new) as (port, said):
        assert said.startswith(f"Kotei of Spring at http://127.0.0.1:{port}\n")
        link = re.search(r"Players sign up: http://127.0.0.1:\d+(/s/[\w-]{22})\n", said)
        assert link
        assert re.search(r"Organiser:       http://127.0.0.1:\d+/o/[\w-]{22}\n", said)
        assert "█" in said
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", verify=False) as client:
            client.get(link[1])
            assert "Hand in by" in client.get("/sign-up").text


def test_new_links_end_those_before(tmp_path: Path) -> None:
    file = tmp_path / "cup.event"
    with desk(file, "--new", "--format", FORMAT) as (_, first):
        (old,) = re.findall(r"/s/\S+", first)
    with desk(file, "--new-links") as (port, said):
        (new,) = re.findall(r"/s/\S+", said)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", verify=False) as client:
            assert [client.get(each).status_code for each in (old, new)] == [404, 200]


def test_an_interruption_counts_from_the_line_that_offers_it(tmp_path: Path) -> None:
    code = """
import signal, sys
from deckcheck.cli import run
from deckcheck.cli.events import desk
print_links = desk._print_links
def interrupted(*given, **more):
    print_links(*given, **more)
    signal.raise_signal(signal.SIGINT)
desk._print_links = interrupted
sys.exit(run(sys.argv[1:]))
"""
    options = ("--new", "--format", FORMAT, "--port", str(free_port()))
    command = [sys.executable, "-c", code, "desk", str(tmp_path / "cup.event"), *options]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("Stop with Ctrl+C.\nThe desk has stopped.\n")


def test_https_marks_the_cookie_secure(tmp_path: Path) -> None:
    authority = trustme.CA()
    pem = tmp_path / "cup.pem"
    pem.write_bytes(authority.issue_cert("localhost", "127.0.0.1").private_key_and_cert_chain_pem.bytes())
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    options = ("--new", "--format", FORMAT, "--tls-cert", str(pem))

    with desk(tmp_path / "cup.event", *options) as (port, said):
        (link,) = re.findall(r"(https://127.0.0.1:\d+/s/\S+)", said)
        cookie = httpx.get(link, verify=trusted).headers["set-cookie"]
        assert "Secure" in cookie
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/", verify=False)


def test_behind_a_proxy_its_name_is_answered_and_links_begin_with_it(tmp_path: Path) -> None:
    options = ("--new", "--format", FORMAT, "--url", "https://cup.example.org", "--behind-proxy")
    with desk(tmp_path / "cup.event", *options) as (port, said):
        (link,) = re.findall(r"https://cup.example.org(/s/\S+)", said)
        headers = {"Host": "cup.example.org", "X-Forwarded-For": "203.0.113.9"}
        answer = httpx.get(f"http://127.0.0.1:{port}{link}", headers=headers, verify=False)
        assert (answer.status_code, "Secure" in answer.headers["set-cookie"]) == (200, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--new",), "`--new` needs `--format`"),
        (("--name", "Cup"), "`--name` needs `--new`"),
        (("--url", "cup.example.org"), "`cup.example.org` is not the address of a server"),
        (("--url", "https://cup.example.org/desk"), "is not the address of a server"),
        (("--url", "http://[bad"), "`http://[bad` is not the address of a server"),
        (("--url", "http://cup.example.org:web"), "is not the address of a server"),
        ((), "there is no event file"),
        (("--api-only", "--new-links"), "`--new-links` has no effect with `--api-only`"),
        (("--new", "--format", FORMAT, "--deadline", "2026-12-01T10:00"), "`2026-12-01T10:00` has no time zone"),
        (("--new", "--format", FORMAT, "--tls-cert", __file__), "the certificate cannot be used"),
        (("--new", "--format", FORMAT, "--tls-key", __file__), "`--tls-key` needs `--tls-cert`"),
    ],
)
def test_what_cannot_be_started_is_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], message: str
) -> None:
    file = tmp_path / "cup.event"

    assert run(["desk", str(file), "--port", str(free_port()), *options]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.glob("cup*")) == []


def test_a_port_in_use_is_named_and_no_event_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cup.event"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["desk", str(file), "--new", "--format", FORMAT, "--port", str(port)]) == 2

    assert f"cannot listen at 127.0.0.1:{port}: Address already in use" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6")
def test_a_desk_that_listens_everywhere_is_reached_by_addresses_of_both_kinds(tmp_path: Path) -> None:
    with desk(tmp_path / "cup.event", "--new", "--format", FORMAT, "--host", "::") as (port, _):
        for host in ("127.0.0.1", "[::1]"):
            assert httpx.get(f"http://{host}:{port}/").status_code == 200


def test_without_its_libraries_the_command_says_how_to_install_them(tmp_path: Path) -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from deckcheck.cli import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "desk", str(tmp_path / "cup.event")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "the desk needs the library uvicorn" in done.stderr
    assert ".[desk]" in done.stderr


def test_other_commands_start_without_the_libraries_of_the_desk() -> None:
    code = "import sys; from deckcheck.cli import run; run(['formats', 'list']); print('starlette' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.endswith("False\n")


def test_addresses_of_the_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.cli.events.desk._own_address", lambda: "192.168.1.5")

    assert _base("127.0.0.1", 8470, secure=False) == "http://127.0.0.1:8470"
    assert _base("::1", 8470, secure=True) == "https://[::1]:8470"
    assert _base("0.0.0.0", 8470, secure=False) == "http://192.168.1.5:8470"


def test_broken_requests_leave_the_terminal_of_the_desk_alone(tmp_path: Path) -> None:
    with desk(tmp_path / "cup.event", "--new", "--format", FORMAT) as (port, _):
        with socket.create_connection(("127.0.0.1", port)) as scan:
            scan.sendall(b"\x16\x03\x01 not HTTP\r\n\r\n")
            assert scan.recv(12) == b"HTTP/1.1 400"
        # The desk stops while this phone still sends.
        phone = socket.create_connection(("127.0.0.1", port))
        phone.sendall(f"POST /s/x HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 100\r\n\r\nab".encode())

    phone.close()
    said = max(tmp_path.glob("said-*")).read_text("utf-8")
    assert said.endswith("Stop with Ctrl+C.\nThe desk has stopped.\n")
