"""What holds for every test: no test reaches the network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest


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
