"""Send requests with one connection pool, address checks at connection time, a deadline and a rate limit."""

from __future__ import annotations

import functools
import ssl
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpcore
import httpx

from deckcheck.model.errors import FetchError
from deckcheck.system.web.address import look_up

_SCHEMES = ("http", "https")


class TooSlow(Exception):
    """An answer was incomplete at the deadline."""


class Deadline:
    """The end of a fetch, for all its connections, headers, bodies, redirects and tries together."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def within(self, timeout: float | None) -> float:
        """Return the seconds that one step may take: `timeout`, or less near the end; raises TooSlow at the end."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TooSlow
        return left if timeout is None else min(timeout, left)


class _Timed(httpcore.NetworkStream):
    """A stream whose steps end at the deadline, even when a server sends single bytes."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Callable[[], Deadline]) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        try:
            return self._stream.read(max_bytes, self._deadline().within(timeout))
        except httpcore.ReadTimeout:
            self._deadline().within(None)
            raise

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline().within(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._deadline().within(timeout))
        return _Timed(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - httpcore's signature
        return self._stream.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    """Connects within the deadline; `find` gives the IP address for a name and a port."""

    def __init__(self, find: Callable[[str, int], str], deadline: Callable[[], Deadline]) -> None:
        self._find = find
        self._deadline = deadline
        self._real = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to `host`; raises the errors of `find`."""
        within = self._deadline().within(timeout)
        stream = self._real.connect_tcp(self._find(host, port), port, within, local_address, socket_options)
        return _Timed(stream, self._deadline)


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response, transport: Transport) -> None:
        self._response = response
        self._transport = transport

    def __iter__(self) -> Iterator[bytes]:
        for part in self._response.iter_stream():
            self._transport.moved += len(part)
            yield part

    def close(self) -> None:
        self._response.close()


class Transport(httpx.BaseTransport):
    """Sends requests over checked connections before its `deadline`, at most `per_second` of them (0: no limit).

    `moved` counts the bytes of the received bodies, `requests` the requests. It uses the proxies of the environment
    (HTTPS_PROXY, NO_PROXY); then the proxy looks up the server and has to protect private networks.

    Raises:
        TooSlow: after the deadline.
        FetchError: for proxy and certificate settings that cannot be used.
        httpcore.NetworkError: for failed connections, like the other exceptions of httpcore.
    """

    def __init__(self, *, allow_private: bool, per_second: float) -> None:
        self.deadline = Deadline(0)
        self._allow_private = allow_private
        self._context = _ssl_context()
        self._pools: dict[str, httpcore.ConnectionPool] = {}
        self._pause = 1 / per_second if per_second > 0 else 0.0
        self._next = 0.0
        self.moved = 0
        self.requests = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the layers above handle redirects and the cache."""
        if request.url.scheme not in _SCHEMES:
            raise httpx.UnsupportedProtocol(f"`{request.url.scheme}:`")
        time.sleep(self.deadline.within(max(0.0, self._next - time.monotonic())))
        self._next = time.monotonic() + self._pause
        self.requests += 1
        url = _url(request.url, request.url.port)
        sent = httpcore.Request(request.method, url, headers=request.headers.raw, extensions=request.extensions)
        response = self._pool(request.url.scheme, request.url.host).handle_request(sent)
        extensions = {key: value for key, value in response.extensions.items() if key != "network_stream"}
        return httpx.Response(
            response.status, headers=response.headers, stream=_Body(response, self), extensions=extensions
        )

    def close(self) -> None:
        """Close all connections."""
        for pool in self._pools.values():
            pool.close()

    def _pool(self, scheme: str, host: str) -> httpcore.ConnectionPool:
        proxy = "" if urllib.request.proxy_bypass(host) else urllib.request.getproxies().get(scheme, "")
        if proxy not in self._pools:
            self._pools[proxy] = self._through(proxy) if proxy else self._direct()
        return self._pools[proxy]

    def _direct(self) -> httpcore.ConnectionPool:
        # A second lookup of the name could return another address, so the connection uses the checked one.
        checked = functools.partial(look_up, allow_private=self._allow_private)
        backend = _Backend(checked, lambda: self.deadline)
        return httpcore.ConnectionPool(ssl_context=self._context, network_backend=backend, max_connections=2)

    def _through(self, address: str) -> httpcore.ConnectionPool:
        try:
            port = urlsplit(address).port  # httpx takes it modulo 65536
            proxy = httpx.Proxy(address)
            url = _url(proxy.url, port)
        except (ValueError, httpx.InvalidURL) as error:
            raise _bad_proxy(address, str(error)) from None
        if proxy.url.scheme not in _SCHEMES:
            raise _bad_proxy(address, f"`{proxy.url.scheme}:` proxies are not supported")
        if not proxy.url.host:
            raise _bad_proxy(address, "it names no server")
        backend = _Backend(lambda host, _: host, lambda: self.deadline)
        return httpcore.HTTPProxy(
            url, proxy_auth=proxy.raw_auth, ssl_context=self._context, network_backend=backend, max_connections=2
        )


def _url(url: httpx.URL, port: int | None) -> httpcore.URL:
    return httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=port, target=url.raw_path)


def _bad_proxy(address: str, why: str) -> FetchError:
    shown = address.rpartition("@")[2]  # Drops the password.
    return FetchError(
        f"the proxy `{shown}` cannot be used: {why}",
        place="HTTPS_PROXY",
        help="proxies look like http://proxy.example.org:3128; NO_PROXY names servers to reach without",
    )


def _ssl_context() -> ssl.SSLContext:
    try:
        return httpx.create_ssl_context()
    except OSError as error:
        raise FetchError(
            f"the trusted certificates cannot be read: {error.strerror or error}",
            place="SSL_CERT_FILE",
            help="SSL_CERT_FILE names a file of certificates in PEM, SSL_CERT_DIR a folder of them",
        ) from None
