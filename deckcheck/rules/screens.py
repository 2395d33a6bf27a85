"""What rules about how a list was read still name."""

from __future__ import annotations

from collections.abc import Iterable


def silent(_: object, __: object) -> Iterable[object]:
    """Return nothing."""
    return ()
