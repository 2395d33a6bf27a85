"""Settings from ``deckcheck.toml`` or the table ``[tool.deckcheck]`` of ``pyproject.toml``.

The nearest such file counts, from the current folder upwards to the first with a ``.git``. Paths in it are relative to
its folder. A file that was found, and not named by ``--config``, may belong to a downloaded folder of lists, so it
cannot name paths outside its own folder.
"""

import datetime
import os
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError, lowered, no_such, reading
from deckcheck.model.limits import Limits, bounds

FILE = "deckcheck.toml"
SHARED = "pyproject.toml"

# Skips shared files without the table, because parsing them takes longer than a check.
_TABLE = rb"""\btool["']?\s*\.\s*["']?deckcheck\b|\btool["']?\s*[]=]"""

_SHOWN = 40

# The settings whose values are folders.
FolderSetting = Literal["formats-dir", "cardpools-dir", "lists-dir"]
_Text = Annotated[str, msgspec.Meta(min_length=1)]


class Settings(Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The settings of a configuration file, those that are not set with their defaults, which may be None.

    `per_folder` maps patterns of paths to ids of formats; `limits` is a table of its own.
    """

    format: _Text | None = None
    per_folder: dict[str, _Text] = {}
    as_of: datetime.date | None = None
    output: tuple[_Text, ...] = ("text",)
    fail_on: Literal["illegal", "undecided", "warning"] = "undecided"
    exit_zero: bool = False
    color: Literal["auto", "always", "never"] = "auto"
    formats_dir: _Text | None = None
    cardpools_dir: _Text | None = None
    lists_dir: _Text | None = None
    limits: Limits = Limits()


class Config(Struct, frozen=True, kw_only=True):
    """Settings, their file (None without one), and the place of each key that is set.

    Each pattern of a folder has a place, as ``per-folder PATTERN``.
    """

    settings: Settings = Settings()
    file: Path | None = None
    places: dict[str, str] = {}

    def folder(self, key: FolderSetting) -> Path | None:
        """Return the folder that a setting names."""
        name: str | None = getattr(self.settings, key.replace("-", "_"))
        return self.file.parent / name if self.file and name is not None else None

    def outputs(self) -> tuple[str, ...]:
        """Return the reports to write, with their files relative to the current folder or absolute."""
        parts = [output.partition("=") for output in self.settings.output]
        return tuple(f"{name}={self.file.parent / file}" if self.file and file else name for name, _, file in parts)

    def format_for(self, path: str) -> str | None:
        """Return the id of the format for a deck file, from the first pattern that matches its path."""
        if self.file is None or not self.settings.per_folder:
            return None
        relative = os.path.relpath(path, self.file.parent).replace(os.sep, "/")
        fitting = (name for glob, name in self.settings.per_folder.items() if _fits(glob, relative))
        return next(map(self._format, fitting), None)

    def formats(self) -> dict[str, str]:
        """Return the formats that settings name, ids or paths of files, with the place of each."""
        named = {name: self.places[f"per-folder {glob}"] for glob, name in self.settings.per_folder.items()}
        default = self.settings.format
        named |= {default: self.places["format"]} if default else {}
        return {self._format(name): place for name, place in named.items()}

    @property
    def format(self) -> str | None:
        """The default format."""
        return self._format(self.settings.format) if self.settings.format else None

    def _format(self, name: str) -> str:
        return str(self.file.parent / name) if self.file and _is_file(name) else name


def find(start: Path) -> Config:
    """Return the configuration for the folder `start`; raises DataError when it is invalid."""
    for folder in (start, *start.parents):
        for name in (FILE, SHARED):
            path = folder / name
            if path.is_file() and (config := _read(path, trusted=False)) is not None:
                return config
        if (folder / ".git").exists():
            break
    return Config()


def load(path: Path) -> Config:
    """Return the configuration in a file that the user named; raises DataError when it is invalid or missing."""
    config = _read(path.absolute(), trusted=True)
    if config is None:
        raise DataError("the file has no table `[tool.deckcheck]`", place=str(path))
    return config


def _read(path: Path, *, trusted: bool) -> Config | None:
    with reading(path):
        if path.exists() and not path.is_file():
            raise DataError("is not a file", place=str(path))
        content = path.read_bytes()
    if path.name == SHARED and not re.search(_TABLE, content):
        return None
    import tomllib

    with reading(path):
        text = content.decode("utf-8")
    try:
        data: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, where = str(error).partition(" (at ")
        last = text.rstrip("\n").rpartition("\n")[2]
        numbers = re.findall(r"\d+", where) or [str(text.rstrip("\n").count("\n") + 1), str(len(last) + 1)]
        raise DataError(f"not TOML: {lowered(message)}", place=":".join([str(path), *numbers])) from None
    except (RecursionError, ValueError) as error:  # Deep nesting, or a number with thousands of digits.
        raise DataError(f"not valid TOML: {error}", place=str(path)) from None
    prefix: tuple[str, ...] = ()
    if path.name == SHARED:
        tool = data.get("tool")
        data, prefix = (tool if isinstance(tool, dict) else {}).get("deckcheck"), ("tool", "deckcheck")
        if data is None:
            return None
    return _decode(data, path, dict(_lines(text, prefix)), trusted=trusted)


def _decode(data: Any, path: Path, lines: dict[str, int], *, trusted: bool) -> Config:  # noqa: ANN401 - checked here
    def place(*keys: str) -> str:
        return next((f"{path}:{lines[key]}" for key in keys if key in lines), str(path))

    if not isinstance(data, dict):
        raise DataError("`tool.deckcheck` must be a table", place=str(path))
    # A single report may be a string.
    given = {**data, "output": [data["output"]]} if isinstance(data.get("output"), str) else data
    try:
        settings = msgspec.convert(given, Settings)
    except msgspec.ValidationError as error:
        raise _fault(str(error), data, place) from None
    for key, named in _paths(settings):
        try:
            target = (path.parent / named).resolve()
        except (OSError, RuntimeError, ValueError) as error:  # A circle of links, or an impossible file name.
            raise DataError(f"`{key}`: `{named}` is not a path: {error}", place=place(key)) from None
        if not trusted and not target.is_relative_to(path.parent.resolve()):
            raise DataError(
                f"`{key}`: the path `{named}` leaves the folder of the file",
                place=place(key),
                help="name the file with --config if it is yours",
            )
        if key.endswith("-dir") and not os.path.isdir(target):  # noqa: PTH112 - Path.is_dir raises on names that are too long
            raise DataError(f"`{key}`: there is no folder `{named}`", place=place(key))
    limits = (f"limits.{name}" for name in data.get("limits", ()))
    keys = (*data, *(f"per-folder {glob}" for glob in settings.per_folder), *limits)
    places = {key: place(key, key.partition(" ")[0]) for key in keys}
    return Config(settings=settings, file=path, places=places)


def _fault(said: str, data: dict[str, Any], place: Callable[[str], str]) -> DataError:
    """Return the error for what msgspec says about settings."""
    message, _, where = said.partition(" - at `$")
    if unknown := re.search("unknown field `(.*)`", message, re.DOTALL):
        what, prefix, kind = ("limit", "limits.", Limits) if where else ("setting", "", Settings)
        known = no_such(what, unknown[1], kind.__struct_encode_fields__).help
        return DataError(f"unknown {what} `{unknown[1]}`", place=place(prefix + unknown[1]), help=known)
    key, _, limit = where.removesuffix("`").removeprefix(".").partition("[")[0].partition(".")
    if limit:
        least, most = bounds(limit)
        shown = str(data[key][limit])[:_SHOWN]
        wanted = f"give a whole number from {least:,} to {most:,}"
        return DataError(f"`{key}.{limit}` cannot be `{shown}`", place=place(f"{key}.{limit}"), help=wanted)
    if key == "limits":
        return DataError("`limits` must be a table", place=place(key))
    (kind_of,) = (field.type for field in msgspec.structs.fields(Settings) if field.encode_name == key)
    words = [item for item in get_args(kind_of) if isinstance(item, str)]
    if key == "as-of":
        problem, day = f"`{str(data[key])[:_SHOWN]}` is not a date", "write a date such as 2019-05-10"
        return DataError(f"`{key}`: {problem}", place=place(key), help=day)
    known = f"known values: {', '.join(words)}" if words else None
    return DataError(f"`{key}`: {lowered(message)}", place=place(key), help=known)


def _paths(settings: Settings) -> Iterator[tuple[str, str]]:
    folders = ((key, getattr(settings, key.replace("-", "_"))) for key in get_args(FolderSetting))
    files = (("output", output.partition("=")[2]) for output in settings.output)
    yield from ((key, value) for key, value in (*folders, *files) if value)
    for name in filter(_is_file, (settings.format or "", *settings.per_folder.values())):
        yield "format" if name == settings.format else "per-folder", name


def _is_file(format_name: str) -> bool:
    return format_name.endswith((".yaml", ".yml"))


def _lines(text: str, table: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the settings with their first lines, found line by line."""
    current: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
        key = re.match(r"\s*\"?([\w-]+)\"?\s*[.=]", line)
        pattern = re.match(r"\s*([\"'])(.+?)\1\s*=", line)
        if header:
            current = tuple(part.strip(" \"'") for part in header[1].split("."))
            if current[:-1] == table:
                yield current[-1], number
        elif key and current == table:
            yield key[1], number
        elif pattern and current == (*table, "per-folder"):
            yield f"per-folder {pattern[2]}", number
        elif key and current[:-1] == table:
            yield f"{current[-1]}.{key[1]}", number


def _fits(glob: str, path: str) -> bool:
    """Return whether a path fits a glob: ``**`` between slashes is any folders, ``*`` and ``?`` are within a name."""
    names = path.split("/")
    # The numbers of names that the parts of the glob may take together.
    taken = {0}
    for part in glob.replace("[", "[[]").split("/"):
        if part == "**":
            taken = {end for start in taken for end in range(start, len(names) + 1)}
        else:
            taken = {at + 1 for at in taken if at < len(names) and fnmatchcase(names[at], part)}
    return len(names) in taken
