"""Fetching what the page is built from, by npm and pip as they are set up here, and only with the pinned digests."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError
from deckcheck.system import paths

PINNED = Path(__file__).parent / "pinned.json"


class Wheel(Struct, frozen=True):
    """A wheel on the package index; `platform` is a tag, or "any"."""

    name: str
    version: str
    platform: str
    sha256: str


class Runtime(Struct, frozen=True):
    """The npm package pyodide."""

    version: str
    sha256: str
    licence: str


class Pinned(Struct, frozen=True):
    """Everything that is fetched; `python` is the version of the wheels."""

    pyodide: Runtime
    python: str
    wheels: tuple[Wheel, ...]


def pinned() -> Pinned:
    """Return what the page is built from."""
    return msgspec.json.decode(PINNED.read_bytes(), type=Pinned)


def fetched_runtime(wanted: Pinned) -> Path:
    """Return the archive of Pyodide; raises DataError without npm, or when it gives another file."""
    npm = shutil.which("npm")
    runtime = wanted.pyodide

    def fetch(folder: Path) -> None:
        if npm is None:
            raise DataError(
                "the page needs Pyodide, which comes from npm, and there is no npm here",
                help="install Node.js with npm, or build the documentation without the page",
            )
        _run([npm, "pack", "--silent", "--pack-destination", str(folder), f"pyodide@{runtime.version}"], "npm")

    return _kept("pyodide", runtime.sha256, fetch)


def fetched_wheel(wheel: Wheel, python: str) -> Path:
    """Return the file of a wheel; raises DataError when pip cannot fetch it, or gives another file."""
    tags = [] if wheel.platform == "any" else ["--platform", wheel.platform, "--abi", f"cp{python.replace('.', '')}"]

    def fetch(folder: Path) -> None:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--python-version", python, "--implementation", "cp", *tags, "--dest", str(folder)]
        _run([*command, f"{wheel.name}=={wheel.version}"], "pip")

    return _kept(wheel.name, wheel.sha256, fetch)


def _run(command: Sequence[str], program: str) -> None:
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own arguments
    except OSError as error:
        raise DataError(f"{program} cannot be run: {error.strerror}") from None
    if result.returncode:
        said = (result.stderr or result.stdout).strip().splitlines()
        raise DataError(f"{program} could not fetch {command[-1]}: {said[-1] if said else 'no reason given'}")


def _kept(name: str, sha256: str, fetch: Callable[[Path], None]) -> Path:
    """Return the file with this digest from the cache, fetched into it first where it is not there."""
    cache = paths.cache_folder() or Path(tempfile.gettempdir()) / "deckcheck"
    kept = cache / "page" / f"{name}-{sha256}"
    if not kept.is_file() or _digest(kept) != sha256:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            fetch(Path(folder))
            (file,) = Path(folder).iterdir()
            if _digest(file) != sha256:
                raise DataError(
                    f"{file.name} has the digest {_digest(file)}; expected {sha256}",
                    help="if the file is the right one, change docsite/checker/pinned.json",
                )
            file.replace(kept)
    return kept


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
