"""Settings from ``deckcheck.toml`` or the table ``[tool.deckcheck]`` of ``pyproject.toml``.

The nearest such file counts, from the current folder upwards to the first that holds a ``.git``. Paths in it are
relative to its folder. A file that was found, rather than named by ``--config``, may come from somebody else, with a
downloaded folder of lists: it cannot name paths outside its own folder.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Struct

from deckcheck.errors import DataError

FILE = "deckcheck.toml"
SHARED = "pyproject.toml"

# Whether a shared file can hold the table is seen without parsing it, which would take longer than a check.
_TABLE = re.compile(rb"""\btool["']?\s*\.\s*["']?deckcheck\b|\btool["']?\s*[]=]""")

_Text = Annotated[str, msgspec.Meta(min_length=1)]


class Settings(Struct, frozen=True, kw_only=True, rename="kebab"):
    """What a configuration file may set; None: not set. `per_folder` maps patterns of paths to ids of formats."""

    format: _Text | None = None
    per_folder: dict[str, _Text] = {}
    as_of: datetime.date | None = None
    output: tuple[_Text, ...] | None = None
    fail_on: Literal["illegal", "undecided", "warning"] | None = None
    exit_zero: bool | None = None
    color: Literal["auto", "always", "never"] | None = None
    formats_dir: _Text | None = None
    cardpools_dir: _Text | None = None


class Config(Struct, frozen=True, kw_only=True):
    """Settings and where they come from: the file (None: there is none) and the place of each key that is set."""

    settings: Settings = Settings()
    file: Path | None = None
    places: dict[str, str] = {}
    patterns: tuple[tuple[re.Pattern[str], str], ...] = ()

    def folder(self, key: Literal["formats-dir", "cardpools-dir"]) -> Path | None:
        """Return the folder that a setting names."""
        name = self.settings.formats_dir if key == "formats-dir" else self.settings.cardpools_dir
        return self.file.parent / name if self.file and name is not None else None

    def outputs(self) -> tuple[str, ...] | None:
        """Return the reports to write, with their files relative to the current folder or absolute."""
        if self.file is None or self.settings.output is None:
            return None
        parts = [output.partition("=") for output in self.settings.output]
        return tuple(f"{name}={self.file.parent / file}" if file else name for name, _, file in parts)

    def format_for(self, path: str) -> str | None:
        """Return the id of the format for a deck file: that of the first pattern which fits its path."""
        if self.file is None or not self.patterns:
            return None
        relative = os.path.relpath(path, self.file.parent).replace(os.sep, "/")
        return next((name for pattern, name in self.patterns if pattern.fullmatch(relative)), None)

    def formats(self) -> dict[str, str]:
        """Return the formats that settings name, ids or paths of files, with the place of each."""
        named = dict.fromkeys(self.settings.per_folder.values(), self.places.get("per-folder", ""))
        default = self.settings.format
        named |= {default: self.places["format"]} if default else {}
        return {self._format(name): place for name, place in named.items()}

    @property
    def format(self) -> str | None:
        """The format of decks for which nothing else names one."""
        return self._format(self.settings.format) if self.settings.format else None

    def _format(self, name: str) -> str:
        return str(self.file.parent / name) if self.file and _is_file(name) else name


def find(start: Path) -> Config:
    """Return the configuration that holds in the folder `start`; raises DataError when it is wrong."""
    for folder in (start, *start.parents):
        for name in (FILE, SHARED):
            path = folder / name
            if path.is_file():
                config = _read(path, trusted=False)
                if config is not None:
                    return config
        if (folder / ".git").exists():
            break
    return Config()


def load(path: Path) -> Config:
    """Return the configuration in a file that the user named; raises DataError when it is wrong or holds none."""
    config = _read(path.absolute(), trusted=True)
    if config is None:
        raise DataError("the file has no table `[tool.deckcheck]`", place=str(path))
    return config


def _read(path: Path, *, trusted: bool) -> Config | None:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", place=str(path)) from None
    if path.name == SHARED and not _TABLE.search(content):
        return None
    import tomllib

    try:
        text = content.decode("utf-8")
        data: Any = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8 at byte {error.start}", place=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        message, _, where = str(error).partition(" (at ")
        last = text.rstrip("\n").rpartition("\n")[2]
        numbers = re.findall(r"\d+", where) or [str(text.rstrip("\n").count("\n") + 1), str(len(last) + 1)]
        raise DataError(
            f"not TOML: {message[:1].lower()}{message[1:]}", place=":".join([str(path), *numbers])
        ) from None
    prefix: tuple[str, ...] = ()
    if path.name == SHARED:
        tool = data.get("tool")
        data, prefix = (tool if isinstance(tool, dict) else {}).get("deckcheck"), ("tool", "deckcheck")
        if data is None:
            return None
    return _decode(data, path, dict(_lines(text, prefix)), trusted=trusted)


def _decode(data: Any, path: Path, lines: dict[str, int], *, trusted: bool) -> Config:  # noqa: ANN401 - checked here
    def place(key: str) -> str:
        return f"{path}:{lines[key]}" if key in lines else str(path)

    if not isinstance(data, dict):
        raise DataError("`tool.deckcheck` must be a table", place=str(path))
    fields = {field.encode_name: field for field in msgspec.structs.fields(Settings)}
    values = {}
    for key, value in data.items():
        if key not in fields:
            import difflib

            near = difflib.get_close_matches(key, fields, 1)
            meant = f"did you mean `{near[0]}`? " if near else ""
            raise DataError(f"unknown setting `{key}`", place=place(key), help=f"{meant}known: {', '.join(fields)}")
        try:
            # One report may be written without a list around it.
            given = [value] if key == "output" and isinstance(value, str) else value
            values[fields[key].name] = msgspec.convert(given, fields[key].type)
        except msgspec.ValidationError as error:
            message = str(error)
            known = ", ".join(
                item for arm in get_args(fields[key].type) for item in get_args(arm) if isinstance(item, str)
            )
            raise DataError(
                f"`{key}`: {message[:1].lower()}{message[1:]}",
                place=place(key),
                help=f"known values: {known}" if known else None,
            ) from None
    settings = Settings(**values)
    for key, named in _paths(settings):
        target = (path.parent / named).resolve()
        if not trusted and not target.is_relative_to(path.parent.resolve()):
            raise DataError(
                f"`{key}`: the path `{named}` leaves the folder of the file",
                place=place(key),
                help="name the file with --config if it is yours",
            )
        if key.endswith("-dir") and not target.is_dir():
            raise DataError(f"`{key}`: there is no folder `{named}`", place=place(key))
    return Config(
        settings=settings,
        file=path,
        places={key: place(key) for key in data},
        patterns=tuple(
            (_pattern(glob), str(path.parent / name) if _is_file(name) else name)
            for glob, name in settings.per_folder.items()
        ),
    )


def _paths(settings: Settings) -> Iterator[tuple[str, str]]:
    for key, value in (("formats-dir", settings.formats_dir), ("cardpools-dir", settings.cardpools_dir)):
        if value is not None:
            yield key, value
    for output in settings.output or ():
        file = output.partition("=")[2]
        if file:
            yield "output", file
    for name in filter(_is_file, (settings.format or "", *settings.per_folder.values())):
        yield "format" if name == settings.format else "per-folder", name


def _is_file(format_name: str) -> bool:
    return format_name.endswith((".yaml", ".yml"))


def _lines(text: str, table: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the settings with the lines they start on, as far as a look at each line alone can tell."""
    current: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
        key = re.match(r"\s*\"?([\w-]+)\"?\s*[.=]", line)
        if header:
            current = tuple(part.strip(" \"'") for part in header[1].split("."))
            if current[:-1] == table:
                yield current[-1], number
        elif key and current == table:
            yield key[1], number


def _pattern(glob: str) -> re.Pattern[str]:
    """Return a glob as a regular expression: ``**`` any folders, ``*`` and ``?`` within a name."""
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(parts.get(part) or re.escape(part) for part in re.split(r"(\*\*/|\*\*|\*|\?)", glob)))
