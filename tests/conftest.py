"""What holds for every test: no test reaches the network. And the shipped data, loaded once."""

from __future__ import annotations

import ipaddress
import signal
import socket
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deckcheck.loading.formats import resolve_format
from deckcheck.loading.pools import FilePool
from deckcheck.model.format import Format

ROOT = Path(__file__).resolve().parents[1]


class NetworkUsed(Exception):
    """A test tried to reach another machine; not an OSError, which the code under test may well handle."""


def is_local(host: object) -> bool:
    """Return whether `host`, a name or an address, is this machine."""
    if host in {None, "", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


# Of the session, because Hypothesis refuses fixtures that would be set up once for many examples.
@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    def only_local(original: Callable[..., Any]) -> Callable[..., Any]:
        def connect(self: socket.socket, address: Any) -> Any:
            if self.family != getattr(socket, "AF_UNIX", None) and not is_local(address[0]):
                raise NetworkUsed(f"tests do not reach the network: {address}")
            return original(self, address)

        return connect

    def getaddrinfo(host: object, *args: Any, **kwargs: Any) -> Any:
        if not is_local(host.decode() if isinstance(host, bytes) else host):
            raise NetworkUsed(f"tests do not reach the network: {host}")
        return look_up(host, *args, **kwargs)

    look_up: Callable[..., Any] = socket.getaddrinfo
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, only_local(getattr(socket.socket, name)))
        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


# A shell that starts the tests in the background lets them ignore interrupts, and so would the commands they interrupt.
@pytest.fixture(scope="session", autouse=True)
def _interrupts() -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# What commands remember of the files that they change does not belong into the folders of whoever runs the tests.
@pytest.fixture(scope="session", autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session")
def ccg() -> FilePool:
    return shipped_pool("ccg")


@pytest.fixture(scope="session")
def lcg() -> FilePool:
    return shipped_pool("lcg")


@pytest.fixture(scope="session")
def celestial() -> Format:
    return shipped_format("celestial-40-40")


@pytest.fixture(scope="session")
def festivals() -> Format:
    return shipped_format("twenty-festivals")


@pytest.fixture(scope="session")
def lcg2017() -> Format:
    return shipped_format("lcg-2017")


@cache
def shipped_pool(pool_id: str) -> FilePool:
    """Return a card pool of the checkout, compiled once in a process and kept nowhere else."""
    return FilePool(ROOT / "cardpools" / pool_id, cache=None)


@cache
def shipped_format(format_id: str, as_of: str | None = None) -> Format:
    """Return a format of the checkout as it was on a day, read once in a process from its files."""
    return resolve_format(ROOT / "formats" / f"{format_id}.yaml", as_of=as_of).format
