"""Types of options and arguments, the configuration, and options that several groups of commands share."""

import functools
import math
import os
import re
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

import click
import msgspec
from click.core import ParameterSource

from deckcheck.model.errors import UsageError, did_you_mean
from deckcheck.model.sentences import listed, quoted
from deckcheck.reports import Style
from deckcheck.system.config import Config, find, load
from deckcheck.system.web import access

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

# The configuration of this run, by the names of its options; without an option, the one that was loaded.
_CONFIG = "deckcheck.system.config"


class _Path(click.Path):
    """A path to a file, or to a folder; an empty one would mean the current folder."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - click's signature
        """Return the name of the path in help."""
        return "DIR" if self.dir_okay else "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's
        """Return the path; raises UsageError with the message of the commands instead of click's own."""
        if not str(value):
            self.fail("the path is empty", param, ctx)
        wanted, other = ("folder", "file") if self.dir_okay else ("file", "folder")
        is_here = os.path.exists(value)  # noqa: PTH110 - it never raises
        if self.exists and not is_here:
            raise UsageError(f"there is no {wanted} `{value}`")
        if is_here and Path(value).is_dir() != self.dir_okay:
            raise UsageError(f"`{value}` is a {other}", help=f"name a {wanted}")
        if is_here and not os.access(value, os.R_OK):
            raise UsageError(f"`{value}` cannot be read: permission denied")
        return super().convert(value, param, ctx)


# The types of options and arguments for files and folders, to read and to write.
FILE = _Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = _Path(exists=True, file_okay=False, path_type=Path)
NEW_FILE = _Path(dir_okay=False, path_type=Path)
NEW_FOLDER = _Path(file_okay=False, path_type=Path)


def option_name(param: click.Parameter | None) -> str:
    """Return the name by which a message calls an option or argument: the long one of an option."""
    if isinstance(param, click.Option):
        return f"`{next((name for name in param.opts if name.startswith('--')), param.opts[0])}`"
    return f"the {param.name}" if param else "the answer"


class Choice(click.Choice[Any]):
    """One of a fixed set of words, or of an enumeration by its values; for any other word it suggests the nearest."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return the text to type for `choice`."""
        return super().normalize_choice(str(choice), ctx)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's
        """Return the choice; raises UsageError in the words of the commands instead of click's own."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            words = [self.normalize_choice(choice, ctx) for choice in self.choices]
            near = did_you_mean(str(value), words, "")
            help = f"{near} " * bool(near) + f"choose {listed(words, 'or')}"
            raise UsageError(f"{option_name(param)} cannot be `{value}`", help=help) from None


def _limits(number: click.IntRange | click.FloatRange) -> str:
    """Return the limits of a number in words."""
    if number.min is None:
        return ""
    if number.min_open:
        return f"above {number.min:,}" + (f", at most {number.max:,}" if number.max is not None else "")
    return f"from {number.min:,} to {number.max:,}" if number.max is not None else f"of at least {number.min:,}"


def _refused(number: click.IntRange | click.FloatRange, value: object, param: click.Parameter | None) -> UsageError:
    limits = f" {_limits(number)}".rstrip()
    return UsageError(f"{option_name(param)} cannot be `{value}`", help=f"give a {number.name}{limits}")


class Whole(click.IntRange):
    """A whole number within limits."""

    name = "whole number"

    def _describe_range(self) -> str:
        """Return the limits for the help of an option."""
        return _limits(self)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - click's signature
        """Return the name of the number in help."""
        return "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401 - as in click
        """Return the number for `value`; raises UsageError in the words of the commands instead of click's own."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            raise _refused(self, value, param) from None


class Real(click.FloatRange):
    """A number within limits, except `nan` and `inf`, which pass every comparison."""

    name = "number"

    def _describe_range(self) -> str:
        """Return the limits for the help of an option."""
        return _limits(self)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - as in click
        """Return the number for `value`; raises UsageError in the words of the commands instead of click's own."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter:
            raise _refused(self, value, param) from None
        if not math.isfinite(number):
            raise _refused(self, value, param)
        return number


def server(_: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the address of a server, which may have a path; raises UsageError for any other text."""
    if value is not None and not re.match(r"https?://[^/\s]+(?:/\S*)?\Z", value):
        raise UsageError(f"{option_name(param)} cannot be `{value}`", help="write it as https://cup.example.org")
    return value


def bundled(name: str, make: Callable[..., object], *options: str) -> Decorator:
    """Return a decorator that passes to a command, as `name`, the result of `make` for its own `options`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_bundle(**given: Any) -> Any:  # noqa: ANN401 - the command's
            made = make(**{option: given.pop(option) for option in options if option in given})
            return command(**{name: made}, **given)

        return with_bundle

    return decorate


def stacked(*decorators: Decorator) -> Decorator:
    """Return several decorators as one, in the order in which they would stand above a command."""
    return lambda command: functools.reduce(lambda made, decorator: decorator(made), reversed(decorators), command)


def given_options() -> set[str]:
    """Return the options on the command line."""
    context = click.get_current_context()
    return {
        option
        for param in context.command.params
        if param.name and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
        for option in param.opts
    }


def idle(options: str, *, needs: str = "", apart: str = "", help: str | None = None) -> Decorator:
    """Return a decorator that refuses `options` without effect: beside none of `needs`, or beside one of `apart`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_effect(**values: Any) -> Any:  # noqa: ANN401 - the command's
            given = given_options()
            for option in filter(given.__contains__, options.split()):
                if needs and given.isdisjoint(needs.split()):
                    raise UsageError(f"`{option}` needs {quoted(needs.split(), 'or')}", help=help)
                for other in filter(given.__contains__, apart.split()):
                    raise UsageError(f"`{option}` has no effect with `{other}`", help=help)
            return command(**values)

        return with_effect

    return decorate


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


_CONFIG_TEXT = "Configuration file.  [default: the nearest deckcheck.toml or pyproject.toml]"
_remembered = functools.partial(click.option, is_eager=True, expose_value=False, callback=_remember)
# click reads these before the defaults of other options.
config_options = stacked(
    _remembered("--config", type=click.Path(path_type=Path), metavar="FILE", help=_CONFIG_TEXT),
    _remembered("--isolated", is_flag=True, help="Read no configuration file."),
)


def number_option(*names: str, help: str, **settings: Any) -> Decorator:  # noqa: ANN401 - click's
    """Return a decorator that adds an option for a whole number; without a `type`, the command checks its limits."""
    return click.option(*names, metavar="N", help=help, **{"type": Whole(), **settings})


def repeatable(*names: str, help: str, metavar: str = "NAME", **settings: Any) -> Decorator:  # noqa: ANN401 - click's
    """Return a decorator that adds an option which can be given several times."""
    return click.option(*names, multiple=True, metavar=metavar, help=f"{help} Repeatable.", **settings)


def similar_option(help: str, **settings: Any) -> Decorator:  # noqa: ANN401 - click's
    """Return a decorator that adds ``--similar``, a share of cards, which the command gets as `least`."""
    share = Real(0, 1, min_open=True)
    return click.option("--similar", "least", type=share, metavar="SHARE", help=help, **settings)


def time_limit_option(help: str, *, default: float, least: float) -> Decorator:
    """Return a decorator that adds ``--time-limit``, which the command gets as `seconds`."""
    wanted = Real(least)
    return click.option(
        "--time-limit", "seconds", type=wanted, default=default, show_default=True, metavar="SECONDS", help=help
    )


def choice_option(name: str, default: StrEnum, help: str) -> Decorator:
    """Return a decorator that adds an option for a member of the enumeration of `default`."""
    return click.option(name, type=Choice(type(default)), default=default.value, show_default=True, help=help)


def _set_access(context: click.Context, option: click.Parameter, value: bool) -> None:
    if not value:
        return
    token = access.set(msgspec.structs.replace(access.get(), **{str(option.name): True}))
    context.call_on_close(lambda: access.reset(token))


_access = functools.partial(click.option, is_flag=True, expose_value=False, callback=_set_access)
# These control how decks are fetched by address.
address_options = stacked(
    _access("--offline", help="Fetch nothing; decks given by address come from the cache."),
    _access("--allow-private", help="Fetch decks from private networks and this machine too."),
)


def _style(_: click.Context, __: click.Parameter, color: str) -> Style:
    """Return the style for ``--color``: by default colours on a terminal, unless NO_COLOR is set."""
    if color == "auto":
        return Style(sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
    return Style(color == "always")


color_option = click.option(
    "--color",
    "style",
    type=Choice(["auto", "always", "never"]),
    default=lambda: config().settings.color,
    callback=_style,
    help="Colour the text.  [default: auto]",
)
