"""Measure ``deckcheck desk --api-only`` over loopback: several connections that each send one deck after another."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import environment, group

_TICKS = os.sysconf("SC_CLK_TCK")
_END = b"\r\n\r\n"


class Load(NamedTuple):
    """The result of a run: seconds, CPU seconds of the server and of the client, and the seconds of each answer."""

    seconds: float
    cpu: float
    client: float
    answers: tuple[float, ...]

    @property
    def p95(self) -> float:
        """The seconds within which 95 of 100 answers came."""
        return statistics.quantiles(self.answers, n=20)[-1]


class Server(NamedTuple):
    """A running server: its port, and its process, which leads a session."""

    port: int
    leader: int

    def cpu(self) -> float:
        """Return the CPU seconds that its processes have taken."""
        ticks = 0
        for pid in group(self.leader):
            with contextlib.suppress(OSError):
                ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13]))
        return ticks / _TICKS


@contextlib.contextmanager
def serving(workers: int) -> Iterator[Server]:
    """Run the server with its number of processes on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ("-m", "deckcheck", "desk", "--api-only", "--port", str(port), "--workers", str(workers))
    process = subprocess.Popen(  # noqa: S603 - a command of our own
        [sys.executable, *arguments], stdout=subprocess.PIPE, text=True, start_new_session=True, env=environment()
    )
    try:
        if not process.stdout or not process.stdout.readline():
            raise RuntimeError("the server did not start")
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
        if process.stdout:
            process.stdout.close()


def validation(line: str, format_id: str) -> bytes:
    """Return the request of EmeraldDB's clients for a deck in one line of JSON."""
    body = json.dumps({"cards": json.loads(line)["cards"], "format": format_id}, separators=(",", ":"))
    return _post("/api/decklists/validate", body)


def check(line: str, format_id: str) -> bytes:
    """Return the request for the report on a deck in one line of JSON."""
    return _post(f"/api/check?format={format_id}", line.rstrip())


def _post(path: str, body: str) -> bytes:
    content = body.encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content


def load(server: Server, requests: Sequence[bytes], connections: int) -> Load:
    """Send all `requests`, each connection one after another; raises RuntimeError unless all are answered with 200."""
    left = iter(requests)
    began: dict[socket.socket, float] = {}
    answers: list[float] = []
    with contextlib.ExitStack() as stack:
        waiting = stack.enter_context(selectors.DefaultSelector())
        cpu, client, start = server.cpu(), time.process_time(), time.perf_counter()
        for request in itertools.islice(left, connections):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            waiting.register(connection, selectors.EVENT_READ, connection)
            began[connection] = time.perf_counter()
            connection.sendall(request)
        received = dict.fromkeys(began, b"")
        while len(answers) < len(requests):
            for key, _ in waiting.select():
                connection = key.data
                received[connection] += connection.recv(65536)
                if not _complete(received[connection]):
                    continue
                if not received[connection].startswith(b"HTTP/1.1 200"):
                    raise RuntimeError(received[connection].decode())
                received[connection] = b""
                answers.append(time.perf_counter() - began[connection])
                request = next(left, b"")
                if request:
                    began[connection] = time.perf_counter()
                    connection.sendall(request)
        seconds = time.perf_counter() - start
        return Load(seconds, server.cpu() - cpu, time.process_time() - client, tuple(answers))


def _complete(received: bytes) -> bool:
    head, end, body = received.partition(_END)
    found = re.search(rb"(?i)content-length: (\d+)", head) if end else None
    return found is not None and len(body) >= int(found[1])
