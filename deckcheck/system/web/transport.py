"""Send requests with one connection pool, address checks at connection time, and a rate limit."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import httpcore
import httpx

from deckcheck.system.web.address import look_up

_SCHEMES = ("http", "https")


class TooSlow(Exception):
    """An answer is incomplete after the time limit."""


class Checked(httpcore.NetworkBackend):
    """Connects to the checked address, so that a second name lookup cannot return another one."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._real = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to `host`; raises FetchError for private addresses and unknown names."""
        ip = look_up(host, port, allow_private=self._allow_private, place=f"{host}:{port}")
        return self._real.connect_tcp(ip, port, timeout, local_address, socket_options)


class _Stream(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response, came: Callable[[int], None]) -> None:
        self._response = response
        self._came = came

    def __iter__(self) -> Iterator[bytes]:
        for part in self._response.iter_stream():
            self._came(len(part))
            yield part

    def close(self) -> None:
        self._response.close()


class Transport(httpx.BaseTransport):
    """Sends requests over checked connections, no more than `per_second` of them (0: no limit).

    `moved` counts the bytes of the bodies that came over the wire, `requests` the requests. The proxies of the
    environment are used (HTTPS_PROXY, NO_PROXY), since a user behind one cannot do without; then the proxy looks
    the server up, and is what has to keep private networks apart. Raises TooSlow when an answer takes longer than
    `total_seconds`, and the exceptions of httpcore.
    """

    def __init__(self, *, allow_private: bool, per_second: float, total_seconds: float) -> None:
        self._total = total_seconds
        self._end = 0.0
        self._context = httpx.create_ssl_context()
        self._backend = Checked(allow_private=allow_private)
        self._pools: dict[str, httpcore.ConnectionPool] = {}
        self._pause = 1 / per_second if per_second > 0 else 0.0
        self._next = 0.0
        self.moved = 0
        self.requests = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the layers above handle redirects and the cache."""
        if request.url.scheme not in _SCHEMES:
            raise httpx.UnsupportedProtocol(f"`{request.url.scheme}:`")
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + self._pause
        self._end = time.monotonic() + self._total
        self.requests += 1
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        sent = httpcore.Request(request.method, url, headers=request.headers.raw, extensions=request.extensions)
        response = self._pool(request.url.scheme, request.url.host).handle_request(sent)
        extensions = {key: value for key, value in response.extensions.items() if key != "network_stream"}
        return httpx.Response(
            response.status, headers=response.headers, stream=_Stream(response, self._came), extensions=extensions
        )

    def close(self) -> None:
        """Close all connections."""
        for pool in self._pools.values():
            pool.close()

    def _came(self, size: int) -> None:
        """Count a part of the body; this also stops a server that sends too slowly to time out."""
        self.moved += size
        if time.monotonic() > self._end:
            raise TooSlow

    def _pool(self, scheme: str, host: str) -> httpcore.ConnectionPool:
        proxy = "" if urllib.request.proxy_bypass(host) else urllib.request.getproxies().get(scheme, "")
        if proxy not in self._pools:
            if proxy:
                self._pools[proxy] = httpcore.HTTPProxy(proxy, ssl_context=self._context)
            else:
                self._pools[proxy] = httpcore.ConnectionPool(
                    ssl_context=self._context, network_backend=self._backend, max_connections=2
                )
        return self._pools[proxy]
