"""103 to 113: files and folders that are not what they seem, or have odd names."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from tests.acceptance.bench import FORMAT, Ran
from tests.acceptance.case import call, write
from tests.acceptance.lists import GOOD

_HERE = ("check", ".", "-f", FORMAT)
_BAD = "3 Nonsuch Card\n"


def _good(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, GOOD)


def _loop(folder: Path) -> None:
    _good(folder / "a" / "deck.txt")
    (folder / "a" / "up").symlink_to(folder, target_is_directory=True)
    (folder / "a" / "self.txt").symlink_to("self.txt")


def _linked(folder: Path) -> None:
    # As a list of passwords: names with colons, nothing that is a card.
    lines = "".join(f"user{n}:x:{n}:{n}:secret word {n}:/home/user{n}:/bin/sh\n" for n in range(1000, 1040))
    write(folder.parent / "accounts", lines)
    (folder / "deck.txt").symlink_to(folder.parent / "accounts")


def _says_little(ran: Ran) -> None:
    shown = set(re.findall(r"secret word (\d+)", ran.text))
    assert len(shown) < 40, "the whole of another file is shown"


def _broken_link(folder: Path) -> None:
    _good(folder / "deck.txt")
    (folder / "broken.txt").symlink_to("nowhere.txt")


def _pipe(folder: Path) -> None:
    _good(folder / "deck.txt")
    os.mkfifo(folder / "pipe.txt")


def _sealed(folder: Path) -> None:
    for name in ("deck.txt", "sealed.txt"):
        _good(folder / name)
    (folder / "sealed.txt").chmod(0)
    (folder / "closed").mkdir(mode=0)


def _named(name: bytes) -> object:
    def make(folder: Path) -> None:
        with open(os.fsencode(folder) + b"/" + name, "wb") as file:  # noqa: PTH123 - pathlib knows no bytes
            file.write(GOOD.encode() + _BAD.encode())

    return make


def _is_json(ran: Ran) -> None:
    (found,) = json.loads(ran.out)["decks"]
    assert found["path"].startswith("b"), found["path"]


CASES = (
    call(
        103,
        "folder that leads back into itself",
        *_HERE,
        make=_loop,
        decks=2,
        says=("a/self.txt: cannot be read", "1 legal"),
    ),
    call(
        104,
        "link to a file elsewhere",
        *_HERE,
        make=_linked,
        code=(1, 2),
        decks=1,
        says=("deck.txt",),
        then=_says_little,
    ),
    call(
        105,
        "link to nothing",
        *_HERE,
        make=_broken_link,
        decks=2,
        says=("broken.txt: cannot be read: No such", "1 legal"),
    ),
    call(106, "pipe in a folder", *_HERE, make=_pipe, code=0, decks=1),
    call(
        106,
        "pipe that is named",
        *("check", "pipe.txt", "deck.txt", "-f", FORMAT),
        make=_pipe,
        decks=2,
        says=("pipe.txt: not a regular file", "1 legal"),
    ),
    call(
        107,
        "file and folder that must not be read",
        *_HERE,
        make=_sealed,
        decks=3,
        says=("sealed.txt: cannot be read: Permission denied", "closed: cannot be read", "1 legal"),
    ),
    call(
        108,
        "name like an option",
        *("check", "-f", FORMAT, "--", "-n.txt"),
        make=lambda folder: _good(folder / "-n.txt"),
        code=0,
        decks=1,
    ),
    call(
        109,
        "new line in a name",
        *(*_HERE, "--as", "concise"),
        make=_named(b"two\nlines.txt"),  # type: ignore[arg-type]
        code=1,
        decks=1,
        says=("two\\nlines.txt:",),
        never=("\nlines.txt",),
    ),
    call(
        110,
        "colours in a name",
        *_HERE,
        make=_named(b"\x1b[31mred.txt"),  # type: ignore[arg-type]
        code=1,
        decks=1,
        says=("\\x1b[31mred.txt: undecided",),
    ),
    call(
        111,
        "name that is not UTF-8",
        *_HERE,
        make=_named(b"b\xe4d.txt"),  # type: ignore[arg-type]
        code=1,
        decks=1,
        says=("b\\udce4d.txt: undecided",),
    ),
    call(
        111,
        "name that is not UTF-8, as JSON",
        *("check", b"b\xe4d.txt", "-f", FORMAT, "--as", "json"),
        make=_named(b"b\xe4d.txt"),  # type: ignore[arg-type]
        code=1,
        decks=1,
        then=_is_json,
    ),
    call(112, "name in capitals", *_HERE, make=lambda folder: _good(folder / "UPPER.TXT"), code=0, decks=1),
    call(
        113,
        "name with a dot in front",
        *("check", ".deck.txt", ".", "-f", FORMAT),
        make=lambda folder: _good(folder / ".deck.txt"),
        decks=2,
        says=("1 legal", ".: a folder without deck files"),
    ),
    call(
        113,
        "name without an ending",
        *("check", "deck", "-f", FORMAT),
        make=lambda folder: _good(folder / "deck"),
        code=0,
        decks=1,
    ),
)
