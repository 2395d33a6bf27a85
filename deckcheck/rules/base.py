"""What a rule is made of.

A rule module holds a docstring that is its manual page, typed parameters, messages, and one generator that
yields problems. `RULE` puts them together; `deckcheck.rules` registers it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from inspect import cleandoc
from types import ModuleType
from typing import Any

from msgspec import Struct

from deckcheck.model.deck import Entry, Request
from deckcheck.model.finding import Severity
from deckcheck.rules.screens import Screen
from deckcheck.tally import Tally

_SHOWN = 6
HEADINGS = ("What it checks", "Why", "Illegal", "Legal")


class NoParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of a rule that has none."""


class Message(Struct, frozen=True):
    """A message template: `text` says what is wrong, `help` what to do, both with ``{names}`` of the data."""

    text: str
    help: str = ""
    severity: Severity = Severity.ERROR


class Problem(Struct, frozen=True):
    """One thing a rule found: the key of its message, the data for it, and the lines it is about."""

    message: str
    data: dict[str, Any] = {}
    entries: tuple[Entry, ...] = ()
    requests: tuple[Request, ...] = ()


Check = Callable[[Tally, Any], Iterator[Problem]]


class Rule(Struct, frozen=True, kw_only=True):
    """A rule: `code` never changes or returns; `name` states the bad thing; `summary` is one sentence.

    `value` is the parameter whose place a finding shows as the one where the limit was set. `screen` tells from
    numbers when `check` has nothing to say (None: it is always to be asked).
    """

    code: str
    name: str
    summary: str
    messages: dict[str, Message]
    check: Check
    params: type[Any] = NoParams
    value: str = ""
    screen: Screen | None = None

    @property
    def page(self) -> dict[str, str]:
        """The manual page by heading, from the docstring of the module that bears the rule's name."""
        text = cleandoc(module_of(self.name).__doc__ or "")
        parts = re.split(rf"^({'|'.join(HEADINGS)})\n", text, flags=re.MULTILINE)
        return {head: cleandoc(body) for head, body in zip(parts[1::2], parts[2::2], strict=True)}


def module_of(name: str) -> ModuleType:
    """Return the module of the rule with this name."""
    return import_module(f"deckcheck.rules.{name.replace('-', '_')}")


def fewer(tally: Tally, have: int, need: int) -> str | None:
    """Return how a rule of the kind "at least" stands: None when met, "open" when unresolved lines could meet it.

    A line that did not resolve is a possible card, so that a typing slip makes no deck illegal.
    """
    if have >= need:
        return None
    return "open" if have + tally.possible >= need else "short"


def waiting(tally: Tally) -> dict[str, str]:
    """Return the message data that name the lines a verdict hangs on, nothing where there are none."""
    lines = [str(request.span.line) for request in tally.open_lines]
    if not lines:
        return {}
    return {"lines": f"{plural(len(lines), 'line')} {shortened(lines)}", "did": "did not resolve"}


def shortened(items: Sequence[str]) -> str:
    """Return the first few of `items` as text, with dots where there are more."""
    return ", ".join([*items[:_SHOWN], "..."] if len(items) > _SHOWN else items)


def hanging(tally: Tally, message: str) -> tuple[Request, ...]:
    """Return the lines that a finding of `fewer` hangs on: those not counted when it is "open", else none."""
    return tally.open_lines if message == "open" else ()


def total(entries: Iterable[Entry]) -> int:
    """Return the number of cards in `entries`."""
    return sum([entry.count for entry in entries])


def listing(entries: Iterable[Entry]) -> str:
    """Return the cards of `entries` as text: each name once, with its count where it is more than one."""
    counts: dict[str, int] = {}
    for entry in entries:
        counts[entry.card.name] = counts.get(entry.card.name, 0) + entry.count
    return ", ".join(f"{count} `{name}`" if count > 1 else f"`{name}`" for name, count in counts.items())


def plural(count: int, one: str, many: str | None = None) -> str:
    """Return `one` or `many` (by default `one` with an s) as `count` asks for."""
    return one if count == 1 else many or f"{one}s"
