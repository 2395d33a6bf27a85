"""A server for a built page on this machine, which can be as slow as a poor connection."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, Any, ClassVar

_PIECE = 8 * 1024


class Handler(SimpleHTTPRequestHandler):
    """Sends files of a folder, all connections together at most `bits` per second; None: as fast as possible."""

    bits: float | None = None
    lock = threading.Lock()
    asked: ClassVar[list[str]] = []

    def log_message(self, format: str, *args: Any) -> None:  # noqa: ANN401, ARG002 - of the base class
        """Note the path that was asked for."""
        self.asked.append(self.path)

    def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:  # type: ignore[override]
        """Send a file in pieces, each when the connection has time for it."""
        while piece := source.read(_PIECE):
            if self.bits:
                with self.lock:
                    time.sleep(len(piece) * 8 / self.bits)
            outputfile.write(piece)


@contextmanager
def served(folder: Path, bits: float | None = None, asked: list[str] | None = None) -> Iterator[str]:
    """Serve `folder` on a free port while the block runs; yield the address.

    `bits` per second limit the speed. The paths that browsers ask for go to `asked`.
    """
    settings = {"bits": bits, "lock": threading.Lock(), "asked": [] if asked is None else asked}
    kind = type("Limited", (Handler,), settings)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(kind, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
