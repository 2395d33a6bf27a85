"""Feed changed files to all that reads files, and report whatever ends it in an unexpected way.

    python -m tests.fuzz [--target NAME] [--minutes N] [--corpus DIR]

An input that raises anything but an error of deckcheck, breaks a promise of `targets`, or takes too long is a find: it
is written to DIR/finds, and the run continues. With atheris, inputs that reach new code are kept in DIR.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import NoReturn

from tests.conftest import ROOT
from tests.fuzz.mutation import mutate

try:
    import atheris
except ImportError:
    atheris = None

SECONDS = 8.0  # Of CPU, on inputs of at most `BYTES` in instrumented code.
BYTES = 300_000
MEGABYTES = 4_000
FOUND = 1
_OTHER_HEAD, _BY_BYTES = 0.05, 0.25


class Fuzzer:
    """Tries inputs of one target and keeps a file of each kind of find."""

    def __init__(self, name: str, corpus: Path, room: Path) -> None:
        from tests.fuzz.targets import TARGETS

        self.name, self.target, self.corpus, self.room = name, TARGETS[name], corpus / name, room
        self.finds = corpus / "finds"
        self.seen: set[str] = set()
        self.tried, self.end = 0, 0.0
        self.seeds = list(self.target.seeds())
        for folder in (self.corpus, self.finds):
            folder.mkdir(parents=True, exist_ok=True)
        for seed in self.seeds:
            (self.corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
        self.parts = [seed[self.target.head :] for seed in self.seeds]

    def changed(self, content: bytes, rng: random.Random) -> bytes:
        """Return another input."""
        head = self.target.head
        start = bytes(rng.randrange(16) for _ in range(head)) if rng.random() < _OTHER_HEAD else content[:head]
        return start + mutate(content[head:], rng, self.parts)

    def attempt(self, content: bytes) -> None:
        """Try one input and note what it breaks."""
        from deckcheck.model.errors import DeckcheckError

        if time.monotonic() > self.end:
            self.leave()
        self.tried += 1
        if len(content) < self.target.head or not content:
            return
        began = time.process_time()
        try:
            with tempfile.TemporaryDirectory(dir=self.room) as folder:
                self.target.run(content, Path(folder))
        except DeckcheckError as error:
            if not error.message.strip():
                self.note("an error without words", content)
        except Exception as error:  # noqa: BLE001 - this is what is looked for
            frames = traceback.extract_tb(error.__traceback__)
            own = [each for each in frames if "deckcheck" in each.filename or "tests" in each.filename] or frames
            self.note(f"{type(error).__name__} {Path(own[-1].filename).name}:{own[-1].lineno} {error}"[:300], content)
        if time.process_time() - began > SECONDS:
            self.note(f"slow: {time.process_time() - began:.0f} s", content, "slow")

    def note(self, what: str, content: bytes, key: str = "") -> None:
        """Write the first input of each kind of find."""
        key = key or " ".join(what.split()[:2])
        if key in self.seen:
            return
        self.seen.add(key)
        path = self.finds / f"{self.name}-{hashlib.sha256(content).hexdigest()[:12]}"
        path.write_bytes(content)
        print(f"\nFIND {self.name}: {what!r}: {path}", flush=True)

    def run(self, seconds: float) -> NoReturn:
        """Try inputs for so long, and exit."""
        self.end = time.monotonic() + seconds
        if self.target.guided and atheris is not None:
            self._guided()
        rng = random.Random(time.time_ns())
        while True:
            self.attempt(self.changed(rng.choice(self.seeds), rng)[:BYTES])

    def _guided(self) -> None:
        def change(content: bytes, most: int, seed: int) -> bytes:
            rng = random.Random(seed)
            return atheris.Mutate(content, most) if rng.random() < _BY_BYTES else self.changed(content, rng)[:most]

        options = [f"-max_len={BYTES}", "-timeout=120", "-verbosity=0", f"-rss_limit_mb={MEGABYTES}"]
        options += [f"-artifact_prefix={self.finds}/{self.name}-", str(self.corpus)]
        atheris.Setup([sys.argv[0], *options], self.attempt, custom_mutator=change)
        atheris.Fuzz()

    def leave(self) -> NoReturn:
        """Say how many inputs were tried, and exit as libFuzzer does."""
        kept = len(list(self.corpus.iterdir()))
        print(f"{self.name}: {self.tried:,} tried, {kept:,} kept, {len(self.seen)} finds", flush=True)
        shutil.rmtree(self.room, ignore_errors=True)
        os._exit(FOUND if self.seen else 0)


def main() -> int:
    """Fuzz one target in this process, or each one in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--target")
    parser.add_argument("--minutes", type=float, default=60.0, help="of all targets together")
    parser.add_argument("--corpus", type=Path, default=Path(tempfile.gettempdir()) / "deckcheck-fuzz")
    given = parser.parse_args()
    if given.target:
        fuzz(given.target, given.corpus, given.minutes * 60)
    from tests.fuzz.targets import TARGETS

    failed = False
    for name in TARGETS:
        each = ["--target", name, "--minutes", str(given.minutes / len(TARGETS)), "--corpus", str(given.corpus)]
        code = subprocess.run([sys.executable, "-m", "tests.fuzz", *each], cwd=ROOT, check=False).returncode
        failed = failed or bool(code)
        if code not in (0, FOUND):
            print(f"{name}: ended with {code}; the input is in {given.corpus / 'finds'}")
    return FOUND if failed else 0


def fuzz(name: str, corpus: Path, seconds: float) -> NoReturn:
    """Fuzz one target in this process, and exit."""
    room = Path(tempfile.mkdtemp())
    os.environ["XDG_CACHE_HOME"] = f"{room}/cache"
    if atheris is not None:
        with atheris.instrument_imports(include=["deckcheck"]):
            import tests.fuzz.targets  # noqa: F401 - to be instrumented
    Fuzzer(name, corpus, room).run(seconds)


if __name__ == "__main__":
    sys.exit(main())
