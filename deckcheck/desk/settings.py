"""What a desk is started with."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable

from msgspec import Struct


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


class DeskSettings(Struct, frozen=True, kw_only=True):
    """The settings of a desk.

    `hosts` are the names in the `Host` header that are answered, without a port. `body_bytes` and `body_seconds` bound
    one request, `per_minute` the requests of one address and `per_link` those with one link from one address (0: no
    bound). `secure` says that browsers reach the desk by HTTPS; `behind_proxy` that a proxy in front says whose request
    it is. `clock` tells the day and time, `ticks` seconds that only go forward.
    """

    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
    body_bytes: int = 256 * 1024
    body_seconds: float = 10.0
    per_minute: int = 3000
    per_link: int = 600
    secure: bool = False
    behind_proxy: bool = False
    clock: Callable[[], datetime.datetime] = _now
    ticks: Callable[[], float] = time.monotonic
