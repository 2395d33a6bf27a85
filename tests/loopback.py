"""Servers on this machine that answer as tests tell them to."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from msgspec import Struct

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Hands each request to the answer of its server."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer and note the request."""
        server: Any = self.server
        server.asked.append((self.path, dict(self.headers.items())))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            server.answer(self)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def send(self, body: bytes, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        """Send a whole answer; names of headers are written with `_` for `-`."""
        self.close_connection = "Content_Length" in headers
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", headers.pop("Content_Length", str(len(body))))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def send_tagged(self, body: bytes, tag: str) -> None:
        """Send an answer with an entity tag, or only that it has not changed."""
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("ETag", tag)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.send(body, ETag=tag)


class Running(Struct):
    """A server: its address, and the paths and headers it was asked for."""

    address: str
    asked: list[tuple[str, dict[str, str]]]
    server: ThreadingHTTPServer

    @property
    def paths(self) -> list[str]:
        """The paths it was asked for, in order."""
        return [path for path, _ in self.asked]


@contextlib.contextmanager
def serving(answer: Answer, tls: Any = None) -> Iterator[Running]:
    """Run a server on a free port, over TLS when given a context."""
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    server.asked = []
    server.answer = answer
    server.handle_error = lambda *_: None
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        scheme = "https" if tls is not None else "http"
        yield Running(f"{scheme}://127.0.0.1:{server.server_address[1]}", server.asked, server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
