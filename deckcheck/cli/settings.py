"""Choose the configuration: the options for it, and the settings for the commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from deckcheck.model.errors import UsageError
from deckcheck.system.config import Config, find, load

Command = TypeVar("Command", bound=Callable[..., Any])

_FILE = "deckcheck.system.config.file"
_ISOLATED = "deckcheck.system.config.isolated"
_LOADED = "deckcheck.system.config"


def config_options(command: Command) -> Command:
    """Add ``--config`` and ``--isolated``, which click reads before the defaults of other options."""
    file = click.option(
        "--config",
        type=click.Path(path_type=Path),
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=_remember(_FILE),
        help="Configuration file.  [default: the nearest deckcheck.toml or pyproject.toml]",
    )
    isolated = click.option(
        "--isolated",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember(_ISOLATED),
        help="Read no configuration file.",
    )
    return file(isolated(command))


def config() -> Config:
    """Return the configuration in force, read at the first use; raises DataError when it is wrong."""
    context = click.get_current_context()
    if context.resilient_parsing:  # What is typed is being completed, and must not fail.
        return Config()
    if _LOADED not in context.meta:
        context.meta[_LOADED] = _read(context.meta.get(_FILE), isolated=bool(context.meta.get(_ISOLATED)))
    loaded: Config = context.meta[_LOADED]
    return loaded


def day_of(as_of: str | None) -> str | None:
    """Return the day that `--as-of` gives, else the one of the configuration."""
    day = config().settings.as_of
    return as_of or (day.isoformat() if day else None)


def _read(file: Path | None, *, isolated: bool) -> Config:
    if isolated:
        if file:
            raise UsageError("`--isolated` and `--config` cannot be given together")
        return Config()
    try:
        return load(file) if file else find(Path.cwd())
    except FileNotFoundError:  # The current folder is gone.
        return Config()


def _remember(key: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def remember(context: click.Context, _: click.Parameter, value: Any) -> None:  # noqa: ANN401 - a path or a flag
        if value:
            context.meta[key] = value

    return remember
