"""Fetch data by address, with a client that is polite to servers and distrusts their answers."""

from contextvars import ContextVar

from msgspec import Struct


class Access(Struct, frozen=True):
    """What this run can fetch: `allow_private` adds private networks, `offline` allows only the cache."""

    allow_private: bool = False
    offline: bool = False


# A setting of the run, because a parameter would have to pass through every layer from command line to reader.
access: ContextVar[Access] = ContextVar("access", default=Access())  # noqa: B039 - it is frozen


def is_address(text: str) -> bool:
    """Return whether `text` is an address instead of the path of a file."""
    return text[:8].lower().startswith(("http://", "https://"))
