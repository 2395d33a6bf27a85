"""Send requests to checked addresses or through the proxies of the environment, with a rate limit."""

import ssl
import time
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx

from deckcheck.model.errors import FetchError
from deckcheck.system.web.address import look_up

_PORTS = {"http": 80, "https": 443}


class _Body(httpx.SyncByteStream):
    def __init__(self, stream: httpx.SyncByteStream, transport: "Transport") -> None:
        self._stream = stream
        self._transport = transport

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            self._transport.moved += len(part)
            yield part

    def close(self) -> None:
        self._stream.close()


class Transport(httpx.BaseTransport):
    """Sends requests over checked connections, at most `per_second` of them (0: no limit).

    `moved` counts the bytes of the received bodies, `requests` the requests. It uses the proxies of the environment
    (HTTPS_PROXY, NO_PROXY); then the proxy looks up the server and has to protect private networks.

    Raises:
        FetchError: for proxy and certificate settings that cannot be used, and for servers that must not be reached.
        httpx.TransportError: for failed connections.
    """

    def __init__(self, *, allow_private: bool, per_second: float) -> None:
        self._allow_private = allow_private
        self._context = _ssl_context()
        # The connections to each server, and to each proxy.
        self._ways: dict[str, httpx.HTTPTransport] = {}
        self._pause = 1 / per_second if per_second > 0 else 0.0
        self._next = 0.0
        self.moved = 0
        self.requests = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the layers above handle redirects and the cache."""
        scheme, host = request.url.scheme, request.url.raw_host.decode("ascii")
        if scheme not in _PORTS:
            raise httpx.UnsupportedProtocol(f"`{scheme}:`")
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + self._pause
        self.requests += 1
        proxy = "" if urllib.request.proxy_bypass(host) else urllib.request.getproxies().get(scheme, "")
        way = f"proxy {proxy}" if proxy else f"server {host}"
        if way not in self._ways:
            self._ways[way] = httpx.HTTPTransport(verify=self._context, proxy=_proxy(proxy) if proxy else None)
        response = self._ways[way].handle_request(request if proxy else self._checked(request, host))
        if isinstance(response.stream, httpx.SyncByteStream):
            response.stream = _Body(response.stream, self)
        return response

    def close(self) -> None:
        """Close all connections."""
        for way in self._ways.values():
            way.close()

    def _checked(self, request: httpx.Request, host: str) -> httpx.Request:
        """Return a request to the address of a server, which stays the name for its certificate.

        A second look-up of the name could return another address, so the connection uses the checked one.
        """
        ip = look_up(host, request.url.port or _PORTS[request.url.scheme], allow_private=self._allow_private)
        to, named = request.url.copy_with(host=ip), {**request.extensions, "sni_hostname": host}
        return httpx.Request(request.method, to, headers=request.headers, stream=request.stream, extensions=named)


def _proxy(address: str) -> httpx.Proxy:
    try:
        _ = urlsplit(address).port  # httpx takes it modulo 65536.
        proxy = httpx.Proxy(address)
    except (ValueError, httpx.InvalidURL) as error:
        raise _bad_proxy(address, str(error)) from None
    if proxy.url.scheme not in _PORTS:
        raise _bad_proxy(address, f"`{proxy.url.scheme}:` proxies are not supported")
    if not proxy.url.host:
        raise _bad_proxy(address, "it names no server")
    return proxy


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
