"""Choose the configuration: its options, and the settings for the commands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from deckcheck.model.errors import UsageError
from deckcheck.system.config import Config, find, load

Command = TypeVar("Command", bound=Callable[..., Any])

# The configuration of this run, by the names of its options; without an option, the one that was loaded.
_CONFIG = "deckcheck.system.config"


def config_options(command: Command) -> Command:
    """Add ``--config`` and ``--isolated``, which click reads before the defaults of other options."""
    text = "Configuration file.  [default: the nearest deckcheck.toml or pyproject.toml]"
    remembered: dict[str, Any] = {"is_eager": True, "expose_value": False, "callback": _remember}
    file = click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help=text, **remembered)
    isolated = click.option("--isolated", is_flag=True, help="Read no configuration file.", **remembered)
    return file(isolated(command))


def config() -> Config:
    """Return the configuration in force, read at the first use; raises DataError when it is invalid."""
    context = click.get_current_context()
    if context.resilient_parsing:  # Shell completion must not fail.
        return Config()
    if _CONFIG not in context.meta:
        file, isolated = (context.meta.get(f"{_CONFIG}.{name}") for name in ("config", "isolated"))
        context.meta[_CONFIG] = _read(file, isolated=bool(isolated))
    loaded: Config = context.meta[_CONFIG]
    return loaded


def _read(file: Path | None, *, isolated: bool) -> Config:
    if isolated:
        if file:
            raise UsageError("`--isolated` and `--config` cannot be given together")
        return Config()
    try:
        return load(file) if file else find(Path.cwd())
    except FileNotFoundError:  # The current folder was deleted.
        return Config()


def _remember(context: click.Context, option: click.Parameter, value: Any) -> None:  # noqa: ANN401 - a path or a flag
    if value:
        context.meta[f"{_CONFIG}.{option.name}"] = value
