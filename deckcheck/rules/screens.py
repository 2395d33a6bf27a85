"""What is left of screens until the rules that use them are declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from deckcheck.model.format import Format
from deckcheck.tally import Placed


class Context(Struct, frozen=True):
    """The format."""

    format: Format

    def section(self, here: Placed) -> str | None:
        return here.section


class Form(Struct, frozen=True):
    """What a rule asks of a card."""

    value: Callable[[Placed, int], object]


Screen = Callable[[Any, Context], Iterable[Form]]


def never(is_trouble: Callable[[Any, int], object]) -> Form:
    """Return the form of which no card of a deck may have anything."""
    return Form(lambda here, count: is_trouble(here.card, count))


def silent(_: object, __: Context) -> Iterable[Form]:
    """Return the screen of a rule about lines that are not exact."""
    return ()
