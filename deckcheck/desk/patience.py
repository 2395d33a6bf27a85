"""Connections that are closed when no request came in in time."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Seconds until the first request has come in whole.
_PATIENCE = 15.0


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
    """A connection of programs, with a faster parser."""
