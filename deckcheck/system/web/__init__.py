"""Getting data by address: a client that is polite to servers and does not trust what they answer."""

from __future__ import annotations

from contextvars import ContextVar

from msgspec import Struct


class Access(Struct, frozen=True):
    """What may be fetched in this run: from private networks too, or nothing at all but what the cache holds."""

    allow_private: bool = False
    offline: bool = False


# A setting of the run rather than a parameter of everything between the command line and the reading of one deck.
access: ContextVar[Access] = ContextVar("access", default=Access())  # noqa: B039 - it is frozen


def is_address(text: str) -> bool:
    """Return whether `text` is meant as an address rather than as the path of a file."""
    return text[:8].lower().startswith(("http://", "https://"))
