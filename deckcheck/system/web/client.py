"""A client for public data: it limits its requests, retries temporary faults and checks every answer."""

import contextlib
import hashlib
import json
import sqlite3
import ssl
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import Future, wait
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from deckcheck import __version__
from deckcheck.model.errors import FetchError
from deckcheck.system.web.address import parse
from deckcheck.system.web.transport import Transport

_PASSING = frozenset({408, 429, 500, 502, 503, 504})
_MAX_HEADER = 200
# Seconds between two looks whether Ctrl+C was pressed, which Windows notices only then.
_LOOK = 0.5
_MAX_SHOWN = 120
_ABOUT = f"deckcheck/{__version__} (deck checker; fetches card data and decks when asked to)"


class WebLimits(Struct, frozen=True):
    """The limits of requests and answers, in seconds, bytes, and requests per second (0: no limit).

    `total_seconds` is for one address, with its redirects and all attempts. `larger` is the help for answers above
    `max_bytes`.
    """

    connect_seconds: float = 10
    read_seconds: float = 30
    total_seconds: float = 300
    max_bytes: int = 16 * 1024 * 1024
    larger: str | None = None
    redirects: int = 5
    tries: int = 4
    wait_seconds: float = 1
    longest_wait: float = 60
    per_second: float = 2


class _Passing(Exception):
    """A temporary fault; `after` is the number of seconds that the server asks to wait."""

    def __init__(self, reason: str, after: float = 0) -> None:
        super().__init__(reason)
        self.after = after


class _Offline(httpx.BaseTransport):
    def handle_request(self, request: httpx.Request) -> httpx.Response:  # noqa: ARG002 - httpx's signature
        help = "fetch it once without --offline"
        raise FetchError("not fetched before, and nothing is fetched with --offline", help=help)


class Client(contextlib.AbstractContextManager["Client"]):
    """Fetches addresses one at a time; a context manager.

    With a `cache` folder, requests are conditional, so the server sends only changed data. `offline` answers only from
    the cache, whatever its age. `say` receives a message when the client waits.
    """

    def __init__(
        self,
        *,
        cache: Path | None = None,
        limits: WebLimits | None = None,
        allow_private: bool = False,
        offline: bool = False,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.limits = limits or WebLimits()
        self._say = say
        self._offline = offline
        self.wire = Transport(allow_private=allow_private, per_second=self.limits.per_second)
        self._http = httpx.Client(
            transport=_cached(_Offline() if offline else self.wire, cache),
            follow_redirects=True,
            max_redirects=self.limits.redirects,
            timeout=httpx.Timeout(self.limits.read_seconds, connect=self.limits.connect_seconds),
            headers={"User-Agent": _ABOUT, "Accept": "application/json", "Accept-Encoding": "gzip"},
            event_hooks={"request": [self._prepare]},
        )

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._http.close()

    def get(self, address: str) -> bytes:
        """Return the answer of `address`, retrying after temporary faults.

        Raises:
            UsageError: when the address is invalid.
            FetchError: when it cannot be fetched, with the last reason.
        """
        parse(address)
        shown, end = _shown(address), time.monotonic() + self.limits.total_seconds
        for attempt in range(1, self.limits.tries + 1):
            try:
                return self._before(end, address)
            except FetchError as error:
                # A redirect may lead to another address, but the user recognises this one.
                raise FetchError(error.message, place=shown, help=error.help) from None
            except _Passing as error:
                pause = max(error.after, self.limits.wait_seconds * 2 ** (attempt - 1))
                if attempt == self.limits.tries or pause > self.limits.longest_wait:
                    tried = f" (tried {attempt} times)" if attempt > 1 else ""
                    later = f"; it asks to wait {error.after:.0f} s" if error.after > self.limits.longest_wait else ""
                    raise FetchError(f"{error}{later}{tried}", place=shown, help="try again later") from None
                self._say(f"{shown}: {error}; trying again in {pause:.1f} s")
                time.sleep(max(0.0, min(pause, end - time.monotonic())))
        raise FetchError("not tried at all", place=shown)

    def get_json(self, address: str) -> tuple[Any, bytes]:
        """Return the JSON value at `address` and its text; raises like `get`, and FetchError when it is not JSON."""
        content = self.get(address)
        return json_value(content, _shown(address)), content

    def _before(self, end: float, address: str) -> bytes:
        """Return the answer of one attempt that ends at a time, whatever it waits for, such as single bytes."""
        answer: Future[bytes] = Future()

        def ask() -> None:
            try:
                answer.set_result(self._once(address))
            except BaseException as error:  # noqa: BLE001 - raised again below
                answer.set_exception(error)

        if time.monotonic() < end:
            threading.Thread(target=ask, daemon=True).start()
        while not answer.done() and (left := end - time.monotonic()) > 0:
            wait([answer], min(left, _LOOK))
        if not answer.done():
            raise FetchError(f"incomplete after {self.limits.total_seconds:g} s")
        return answer.result()

    def _once(self, address: str) -> bytes:
        try:
            return self._stream(address)
        except httpx.TooManyRedirects:
            raise FetchError(f"more than {self.limits.redirects} redirects") from None
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError) as error:
            raise FetchError(f"redirects to something that cannot be fetched: {error}") from None
        except (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError) as error:
            raise self._fault(error) from None
        except httpx.HTTPError as error:
            raise FetchError(f"cannot be fetched: {error}") from None
        except sqlite3.Error as error:
            raise FetchError(f"the cache cannot be used: {error}", help="delete the cache folder") from None

    def _fault(self, error: Exception) -> FetchError | _Passing:
        """Return the error for a failed connection."""
        if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout):
            return _Passing(f"no connection within {self.limits.connect_seconds:g} s")
        if isinstance(error, httpx.TimeoutException):
            return _Passing(f"no answer for {self.limits.read_seconds:g} s")
        if wrong := _certificate_fault(error):
            help = "SSL_CERT_FILE names a file of certificates to trust"
            return FetchError(f"the certificate cannot be trusted: {wrong}", help=help)
        if isinstance(error, httpx.ConnectError):
            return _Passing(f"no connection: {str(error).rpartition('] ')[2]}")  # Drops the number of the error.
        return _Passing(f"the answer is incomplete: {error}")

    def _prepare(self, request: httpx.Request) -> None:
        """Require a check of every answer with the server, or offline accept answers of any age."""
        caching: dict[str, Any] = {"key": hashlib.sha256(str(request.url).encode()).hexdigest()}
        if self._offline:
            caching["rfc"] = False
        else:
            request.headers["Cache-Control"] = "no-cache"
        request.extensions = {**request.extensions, "caching": caching}

    def _stream(self, address: str) -> bytes:
        with self._http.stream("GET", address) as response:
            if response.status_code in _PASSING:
                raise _Passing(_answers(response), _retry_after(response.headers.get("Retry-After", "")))
            if response.status_code != httpx.codes.OK:
                raise FetchError(_answers(response))
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            if kind in {"text/html", "application/xhtml+xml"}:
                raise FetchError("answers with an HTML page, not JSON")
            return self._body(response)

    def _body(self, response: httpx.Response) -> bytes:
        """Return the body, decompressed up to the limit."""
        encoding = response.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding not in {"identity", "gzip", "x-gzip", ""}:
            raise FetchError(f"uses the unrequested compression `{encoding[:_MAX_HEADER]}`")
        unpack = zlib.decompressobj(wbits=31) if "gzip" in encoding else None
        body = bytearray()
        for raw in response.iter_raw():
            room = self.limits.max_bytes + 1 - len(body)
            try:
                body += raw[:room] if unpack is None else unpack.decompress(raw, room)
            except zlib.error:
                raise _Passing("the answer is incomplete: the compressed data are damaged") from None
            if len(body) > self.limits.max_bytes:
                raise FetchError(f"larger than {self.limits.max_bytes:,} bytes", help=self.limits.larger)
        if unpack is not None and not unpack.eof:
            raise _Passing("the answer is incomplete: the compressed data end early")
        return bytes(body)


def json_value(content: bytes, place: str) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return the JSON value in `content`; raises FetchError when it is not JSON or incomplete."""
    if content[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        raise FetchError("answers with a page of markup, not JSON", place=place)
    try:
        return json.loads(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise FetchError(f"incomplete or broken JSON: {error.msg}, line {error.lineno}", place=place) from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise FetchError(f"not JSON: {str(error)[:_MAX_HEADER]}", place=place) from None


def _shown(address: str) -> str:
    """Return an address for messages, shortened because a batch address has a thousand characters."""
    return address if len(address) <= _MAX_SHOWN else f"{address[:_MAX_SHOWN]}…"


def _cached(wire: httpx.BaseTransport, cache: Path | None) -> httpx.BaseTransport:
    if cache is None:
        return wire
    from hishel import SqliteStorage
    from hishel.httpx import CacheTransport

    with contextlib.suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        return CacheTransport(
            next_transport=wire,
            storage=SqliteStorage(database_path=cache / "http.db", max_size=512 * 1024 * 1024),
            rfc={"shared": False},
        )
    return wire


def _answers(response: httpx.Response) -> str:
    return f"the server answers {response.status_code} {response.reason_phrase}".rstrip()


def _retry_after(value: str) -> float:
    """Return the seconds that a Retry-After header asks for, given as a number or as a date; 0 when it is neither."""
    with contextlib.suppress(ValueError):
        return max(0.0, float(value))
    with contextlib.suppress(ValueError, TypeError, OverflowError):
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    return 0.0


def _certificate_fault(error: BaseException) -> str:
    """Return the problem of a certificate, empty for another failure."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ssl.SSLCertVerificationError):
            return seen.verify_message
        if isinstance(seen, ssl.SSLError):
            return str(seen.reason or seen)
        seen = seen.__cause__ or seen.__context__
    return ""
