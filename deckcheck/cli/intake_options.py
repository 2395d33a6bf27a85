"""The options of the commands that read deck lists: in which syntax, within which limits."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click
import msgspec

from deckcheck.cli.common import Command, column_option, from_option
from deckcheck.cli.settings import config
from deckcheck.decks.intake import Intake
from deckcheck.model.errors import UsageError, no_such
from deckcheck.model.limits import Limits, bounds, names


def intake_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add ``--from``, ``--limit`` and ``--column``, which come to the command as one `intake`."""

    @functools.wraps(command)
    def with_intake(*, syntax: str | None, column: str | None, limits: Limits, **options: Any) -> int:  # noqa: ANN401 - the command's
        return command(intake=Intake(syntax, column, limits), **options)

    return from_option(limit_option(column_option(with_intake)))


def deck_intake_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--from`` and ``--limit``, which come to the command as one `intake`."""

    @functools.wraps(command)
    def with_intake(*, syntax: str | None, limits: Limits, **options: Any) -> Any:  # noqa: ANN401 - the command's
        return command(intake=Intake(syntax, limits=limits), **options)

    return from_option(limit_option(with_intake))


def limit_option(command: Command) -> Command:
    """Add ``--limit``, which gives the command its `limits`: those of the configuration with those given here."""
    text = "Limit for one deck or archive; `deckcheck help input` names all. Repeatable."
    return click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=N",
        callback=_limits,
        shell_complete=_complete,
        help=text,
        hidden=True,
    )(command)


def _limits(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> Limits:
    return msgspec.structs.replace(config().settings.limits, **dict(map(_limit, given)))


def _limit(written: str) -> tuple[str, int]:
    """Return the field and the number that ``NAME=N`` sets; raises UsageError."""
    name, _, number = written.partition("=")
    if name not in names():
        raise no_such("limit", name, names())
    least, most = bounds(name)
    good = number.isascii() and number.isdecimal() and len(number) <= len(str(most)) and least <= int(number) <= most
    if not good:
        raise UsageError(f"`--limit {written}`: a number from {least:,} to {most:,} is needed")
    return name.replace("-", "_"), int(number)


def _complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    return [f"{name}=" for name in names() if name.startswith(incomplete)]
