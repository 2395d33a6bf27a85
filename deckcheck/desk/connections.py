"""Connections that are closed when a request is too slow, or when its headers do not end."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Seconds for the headers of a request, from its first byte or from the beginning of the connection.
_PATIENCE = 15.0
# More than the guard allows, because the end of the body before may come with them.
_HEAD_BYTES = 512 * 1024


class _Deadlines(asyncio.Protocol):
    # Of the classes beside this one.
    loop: Any
    transport: Any
    cycle: Any

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._alarm: asyncio.TimerHandle | None = self.loop.call_later(_PATIENCE, self._give_up)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._is_between_requests():
            self._calm()
        elif self._alarm is None:
            self._alarm = self.loop.call_later(_PATIENCE, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)

    def _is_between_requests(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)

    def _calm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None

    def _give_up(self) -> None:
        if self._is_between_requests() and not self.transport.is_closing():
            self.transport.close()


class VisitorConnection(_Deadlines, H11Protocol):
    """A connection of visitors; the parser bounds the headers."""


class ProgramConnection(_Deadlines, HttpToolsProtocol):
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
