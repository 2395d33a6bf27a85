"""Feed changed files to the readers until one raises what it must not, or takes too long.

python tests/fuzz/fuzz_readers.py [options of libFuzzer] [FOLDER]

The first byte of an input chooses the suffix of the file, the rest is its content. FOLDER keeps the inputs that reach
new code, and begins with good files; without one a folder is made that goes away.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

with atheris.instrument_imports(include=["deckcheck", "tarfile", "zipfile"]):
    import tarfile  # noqa: F401 - to be instrumented
    import zipfile  # noqa: F401 - as above

    from deckcheck.decks.intake import Intake, read_source
    from deckcheck.model.report import Failure
    from tests.good_files import GOOD

SUFFIXES = list(GOOD)


def read(content: bytes, folder: Path) -> None:
    """Read `content` as a file; anything that escapes the readers ends the run."""
    if not content:
        return
    path = folder / f"deck{SUFFIXES[content[0] % len(SUFFIXES)]}"
    path.write_bytes(content[1:])
    every = list(read_source(str(path), Intake()))
    if not every:
        raise AssertionError("the file was skipped")
    for each in every:
        if not isinstance(each, Failure):
            for request in each.requests:
                each.line(request.span.line)


def write_seeds(corpus: Path) -> None:
    """Write a good file for each suffix into `corpus`."""
    for number, content in enumerate(GOOD.values()):
        (corpus / f"good-{number}").write_bytes(bytes([number]) + content)


def main() -> None:
    """Run until something is found or the options of libFuzzer say to stop."""
    with tempfile.TemporaryDirectory() as made:
        given = [Path(each) for each in sys.argv[1:] if not each.startswith("-")]
        corpus = given[0] if given else Path(made) / "corpus"
        corpus.mkdir(exist_ok=True)
        write_seeds(corpus)
        options = [each for each in sys.argv if each.startswith("-")]
        atheris.Setup([sys.argv[0], *options, str(corpus)], lambda content: read(content, Path(made)))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
