"""Connections that are closed when no request came in in time, or when its headers do not end."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Seconds until the first request has come in whole.
_PATIENCE = 15.0
# More than the guard allows, because the end of the body before may come with them.
_HEAD_BYTES = 512 * 1024


class _Impatient(asyncio.Protocol):
    # Of the classes beside this one.
    loop: Any
    transport: Any
    cycle: Any

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._alarm = self.loop.call_later(_PATIENCE, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._alarm.cancel()
        super().connection_lost(exc)


class Impatient(_Impatient, H11Protocol):
    """A connection of visitors, whose headers are bounded as they come in."""


class ImpatientProgram(_Impatient, HttpToolsProtocol):
    """A connection of programs: the parser is faster, and keeps headers of any length."""

    # The bytes that came before the headers were complete; None once they are.
    _head: int | None = 0

    def data_received(self, data: bytes) -> None:
        """Close the connection when headers do not end."""
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > _HEAD_BYTES:
                self.transport.close()

    def on_message_begin(self) -> None:
        """Begin to count."""
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop counting."""
        self._head = None
        super().on_headers_complete()
