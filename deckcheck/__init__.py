"""Check Legend of the Five Rings decks against the rules of a format.

>>> from deckcheck import Checker
>>> Checker("celestial-40-40").check_file("deck.txt").verdict  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.34.0"

if TYPE_CHECKING:
    from deckcheck.interface import *  # noqa: F403 - all public names, said once


def __getattr__(name: str) -> object:
    # The command line imports this package first, so the public names are looked up on first use.
    import importlib

    public = importlib.import_module("deckcheck.interface")
    if name == "__all__" or name in public.__all__:
        return getattr(public, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from deckcheck import interface

    return [*globals(), *interface.__all__]
