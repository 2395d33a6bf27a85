"""The errors deckcheck raises on purpose.

DeckcheckError
├── UsageError        an option or argument that cannot be used
├── InputError        a deck file that cannot be read at all
│   └── FetchError    an address that nothing can be fetched from
├── DataError         a format or card-pool file that is wrong
└── OutputError       a report that could not be written

Each carries one message for people, the place if there is one, and what to do about it.
"""

from __future__ import annotations


class DeckcheckError(Exception):
    """Something deckcheck could not do; the command line turns it into exit code 2.

    `place` is ``file``, ``file:line`` or ``file:line:column`` (1-based); `help` says what to do.
    """

    def __init__(self, message: str, *, place: str | None = None, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.help = help

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class UsageError(DeckcheckError):
    """An option or argument that cannot be used."""


class InputError(DeckcheckError):
    """A deck file that cannot be read at all."""


class FetchError(InputError):
    """An address that nothing can be fetched from; for a deck it is one that cannot be read."""


class DataError(DeckcheckError):
    """A format or card-pool file that is wrong."""


class OutputError(DeckcheckError):
    """A report that could not be written."""
