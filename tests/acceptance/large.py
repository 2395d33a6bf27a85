"""149 to 152: much of something."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path

from tests.acceptance.bench import FORMAT, Bench, Ran
from tests.acceptance.case import Case, call, deck, write
from tests.acceptance.lists import GOOD, instead

_NAMES = "ABCDEFGHIJKL"


def _overlapping(*more: str) -> tuple[str, ...]:
    """Return the call for 12 groups of a deck of 40, where each card is of several, and any pair of them will do."""
    cards = [tuple(name for place, name in enumerate(_NAMES) if (card * (place + 5)) % 11 < 3) for card in range(40)]
    groups = {name: sum(name in card for card in cards) for name in _NAMES}
    want = " or ".join(f"({one}>=2 and {other}>=1)" for one, other in pairwise(_NAMES))
    kinds = {card: cards.count(card) for card in cards if len(card) > 1}
    return (
        *("odds", "calc", "--deck", "40", "--want", want, "--as", "json"),
        *(part for name, many in groups.items() for part in ("--group", f"{name}={many}")),
        *(part for kind, many in kinds.items() for part in ("--atom", f"{','.join(kind)}={many}")),
        *more,
    )


def _is_exact(ran: Ran) -> None:
    assert json.loads(ran.out)["method"] == "exact"


def _says_how_far_off(ran: Ran) -> None:
    found = json.loads(ran.out)
    assert found["method"] == "simulation"
    assert 0 < found["standard_error"] < 0.01
    assert any("games were simulated" in sentence for sentence in found["assumptions"])


def _unknown_names() -> str:
    return "".join(f"1 Stool no. {number * 7919} an Stool\n" for number in range(1000))


_MANY, _READ = 100_000, 2_000
# Elapsed time; an idle machine takes about a second.
_AT_ONCE = 10.0


def _linked(folder: Path, many: int) -> None:
    """Make `many` deck files: links, because separate files would take minutes."""
    for number in range(many):
        if number % 10_000 == 0:
            folder.mkdir(exist_ok=True)
            first = folder / f"{number:06}.txt"
            write(first, "3 Banzai!\n")
        else:
            os.link(first, f"{folder}/{number:06}.txt")


def _first_of_many(bench: Bench) -> Ran:
    """Read a fiftieth of the results on a folder of 100,000 files, and go away: the rest would only take time."""
    few = bench.folder.parent / "few"
    _linked(few, 500)
    least = bench.run("bulk", str(few), "-f", FORMAT)
    many = bench.folder.parent / "many"
    _linked(many, _MANY)
    with bench.started("bulk", str(many), "-f", FORMAT) as run:
        seconds = run.wait_for_output()
        for _ in range(_READ):
            assert run.out.readline()
        run.out.close()
        ran = run.end()
    assert seconds < _AT_ONCE, f"the first result came after {seconds:.1f} s"
    assert ran.megabytes < least.megabytes + 40, f"{ran.megabytes:.0f} MB, and {least.megabytes:.0f} MB for 500 files"
    return ran


def _folder_and_deck(folder: Path) -> None:
    (folder / "empty.txt").mkdir()
    write(folder / "deck.txt", GOOD)


def _odd_path(what: str, path: str, *says: str) -> Case:
    return call(
        152,
        what,
        *("check", path, "deck.txt", "-f", FORMAT),
        make=_folder_and_deck,
        decks=2,
        says=("1 legal", *says),
    )


CASES = (
    call(149, "12 groups that overlap, few cards", *_overlapping("--hand", "4"), code=0, then=_is_exact, seconds=5),
    call(
        149,
        "12 groups that overlap, many cards",
        *_overlapping("--hand", "7", "--draws", "5", "--policy", "keep_needed"),
        code=0,
        then=_says_how_far_off,
        seconds=10,
    ),
    call(
        150,
        "1,000 unknown names, 13,000 cards",
        *("check", "deck.txt", "-f", "celestial-40-40"),
        make=lambda folder: write(folder / "deck.txt", _unknown_names),
        decks=1,
        seconds=2,
    ),
    deck(150, "1,000 times one unknown name", "deck.txt", instead(*["1 Banzay"] * 1000), code=1, says=("Banzai!",)),
    Case(
        number=151,
        what="folder of 100,000 files",
        act=_first_of_many,
        code=(0, 1, 141),
        seconds=30,
    ),
    _odd_path("path of 5,000 letters", "x" * 5000, "File name too long"),
    _odd_path("path of 3,000 folders", "/".join(["x"] * 3000), "File name too long"),
    _odd_path("device", "/dev/null", "/dev/null: not a regular file"),
    _odd_path("folder that is called as a deck", "empty.txt", "empty.txt: a folder without deck files"),
)
