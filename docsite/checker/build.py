"""Build the page: Pyodide, the libraries, the package with its data, and the page itself, as static files."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from deckcheck import __version__
from deckcheck.model.errors import DataError
from deckcheck.reports.html.environment import policy, stylesheet
from docsite.checker.bridge import pack
from docsite.checker.fetching import Pinned, fetched_runtime, fetched_wheel, pinned

ROOT = Path(__file__).resolve().parents[2]
PAGE = Path(__file__).parent / "page"
# Names the files with their digests and sizes, for the page and its service worker.
LISTING = "files.js"
_SERVICE = "sw.js"
_VERSION = b"// version "
# No suffix that a server knows: some would decompress the file on the way.
PACKED = ".packed"
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# Parts of the package that the page does not import.
_LEFT_OUT = ("bulk", "build/repair", "cli", "conformance", "desk", "events", "tui", "pools/sources", "odds/economy")
_KEPT_OUT = re.compile(rf"(?:{'|'.join(_LEFT_OUT)})/|.*\.pyc$")
_LIBRARY_FILES = re.compile(
    r"(?P<package>\w+)/(?!.*(?:__pyinstaller|/tests?/)).*(?:\.py|\.lark|-wasm32-emscripten\.so)$"
)


def build(out: Path) -> int:
    """Write the page into the folder `out`, which is emptied first; return the bytes that a first visit loads.

    Raises:
        DataError: when npm is missing, or something cannot be fetched.
    """
    wanted = pinned()
    files = {
        **_runtime(fetched_runtime(wanted)),
        f"libraries{PACKED}": _packed(_libraries(wanted)),
        f"program{PACKED}": _packed(_program()),
        f"cards{PACKED}": _packed(_cards()),
        "notices.txt": _notices(wanted).encode(),
        **_page(),
    }
    files |= listing(files)
    empty(out)
    for name, content in files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return sum(map(len, files.values()))


def empty(out: Path) -> None:
    """Delete an older page in the folder `out`; raises DataError when it contains something else."""
    if out.is_dir() and any(out.iterdir()):
        if not (out / LISTING).is_file():
            raise DataError(
                "the folder contains something other than a page", place=str(out), help="choose a new folder"
            )
        shutil.rmtree(out)


def _runtime(archive: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    with tarfile.open(archive) as tar:
        for name in _RUNTIME:
            member = tar.extractfile(f"package/{name}")
            if member is None:
                raise ValueError(f"the package pyodide has no {name}")
            files[f"runtime/{name}"] = member.read()
        lock = tar.extractfile("package/pyodide-lock.json")
        if lock is None:
            raise ValueError("the package pyodide has no list of packages")
        # Pyodide compares versions with this file; its packages would come from another server.
        files["runtime/lock.json"] = json.dumps({"info": json.load(lock)["info"], "packages": {}}).encode()
    wasm = "runtime/pyodide.asm.wasm"
    files[f"{wasm}{PACKED}"] = _zipped(files.pop(wasm))
    return files


def _libraries(wanted: Pinned) -> dict[str, bytes]:
    """Return the Python files of the wheels, and the compiled ones that run in a browser."""
    files: dict[str, bytes] = {}
    for wheel in wanted.wheels:
        with zipfile.ZipFile(fetched_wheel(wheel, wanted.python)) as archive:
            files |= {name: archive.read(name) for name in archive.namelist() if _LIBRARY_FILES.match(name)}
    return files


def _program() -> dict[str, bytes]:
    """Return the package, without what a browser has no use for, and the side of the page that is in Python."""
    files = {}
    for file in sorted((ROOT / "deckcheck").rglob("*")):
        name = file.relative_to(ROOT / "deckcheck").as_posix()
        if file.is_file() and not _KEPT_OUT.match(name):
            files[f"deckcheck/{name}"] = file.read_bytes()
    for name in ("docsite/__init__.py", "docsite/checker/__init__.py", "docsite/checker/bridge.py"):
        files[name] = (ROOT / name).read_bytes()
    return files


def _cards() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        pack(Path(folder))
        return {f"data/{file.name}": file.read_bytes() for file in sorted(Path(folder).iterdir())}


def _packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as one: the length of the directory in 4 bytes, the directory, the contents; compressed."""
    ordered = sorted(files.items())
    directory = json.dumps([[name, len(content)] for name, content in ordered]).encode()
    return _zipped(b"".join([len(directory).to_bytes(4, "little"), directory, *(content for _, content in ordered)]))


def _zipped(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _page() -> dict[str, bytes]:
    """Return the files of the page, with the colours of the HTML reports and the style that sheets may have."""
    files = {file.name: file.read_bytes() for file in sorted(PAGE.iterdir())}
    files["example.txt"] = (ROOT / "examples" / "crane-with-slips.txt").read_bytes()
    sheet_style = re.search(r"'sha256-[^']+'", policy(stylesheet("sheet")))
    assert sheet_style is not None  # noqa: S101 - for the type checker
    html = files["index.html"].decode().replace("{sheet_style}", sheet_style[0]).replace("{version}", __version__)
    return {
        **files,
        "index.html": html.encode(),
        "style.css": stylesheet("colors").encode() + b"\n" + files["style.css"],
    }


def listing(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the file that names all others with digest and size, and the service worker that belongs to it."""
    rest = sorted((name, content) for name, content in files.items() if name not in (LISTING, _SERVICE))
    text = json.dumps({name: [hashlib.sha256(content).hexdigest(), len(content)] for name, content in rest}, indent=1)
    version = hashlib.sha256(text.encode()).hexdigest()
    # Browsers look for a new version in the bytes of the service worker.
    service = files[_SERVICE].partition(_VERSION)[0] + _VERSION + version.encode() + b"\n"
    return {LISTING: f'self.VERSION = "{version}";\nself.FILES = {text};\n'.encode(), _SERVICE: service}


def _notices(wanted: Pinned) -> str:
    return "\n".join([*_notice_lines(wanted), ""])


def _notice_lines(wanted: Pinned) -> Iterator[str]:
    """Yield what the page is made of, with the licences."""
    yield f"deckcheck {__version__}\n\n{(ROOT / 'LICENSE').read_text('utf-8')}"
    yield f"Pyodide {wanted.pyodide.version}: {wanted.pyodide.licence}"
    for wheel in wanted.wheels:
        with zipfile.ZipFile(fetched_wheel(wheel, wanted.python)) as archive:
            for name in archive.namelist():
                if re.search(r"\.dist-info/(?:.*/)?LICENSE[^/]*$", name):
                    yield f"\n{wheel.name} {wheel.version}\n\n{archive.read(name).decode()}"
