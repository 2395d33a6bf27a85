"""How long the editor takes to open and to answer keys, in a terminal in memory."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterator
from pathlib import Path

from benchmarks.decks import FIXTURES
from benchmarks.terminal import Terminal
from deckcheck.checks import checker as app

LINES = 200
_QUERY = "type:personality force>=4 kakita"
_DOWN = "\x1b[B"
_SIZES = ((80, 24), (120, 40))


def rows(format_id: str, folder: Path, rounds: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield what is measured, its median and worst time in ms, and the median without waiting for a core."""
    deck = min((FIXTURES / format_id).glob("*.txt"))
    long = folder / f"{format_id}-long.txt"
    long.write_text("".join(_long(format_id)), "utf-8")
    arguments = ["edit", str(deck), "--format", format_id]
    for size in _SIZES:
        times, alone = [], []
        for _ in range(rounds * 2):
            with Terminal(arguments, size) as terminal:
                times.append(terminal.wait("? Help"))
                alone.append(times[-1] - _waited(terminal.pid))
        shown = "x".join(map(str, size))
        yield f"{shown}: until the deck is shown", *_shown(times), _shown(alone)[0]
    with Terminal(["edit", str(long), "--format", format_id]) as terminal:
        terminal.wait("found ─╯", 60)
        yield f"{LINES} lines: a key in the deck", *_shown(list(_moves(terminal))), ""
        terminal.press("/")
        terminal.wait("╔═ what fits")
        yield f"{LINES} lines: a key in the search", *_shown(list(_typed(terminal))), ""
        terminal.press("\x1b")
        terminal.wait("╭─ what fits")
        yield f"{LINES} lines: a copy more or less", *_shown(list(_changes(terminal))), ""


def _long(format_id: str) -> Iterator[str]:
    fmt = app.load_format(format_id)
    cards = (card for card in app.load_pool(fmt.pool).cards() if fmt.allows(card) and card.deck != "none")
    for card in itertools.islice(cards, LINES):
        yield f"1 {card.name}\n"


def _moves(terminal: Terminal) -> Iterator[float]:
    """Yield the time until the details show the next card."""
    for _ in _QUERY:
        before = terminal.text
        terminal.press(_DOWN)
        yield terminal.wait(lambda text, before=before: text != before)  # type: ignore[misc]


def _typed(terminal: Terminal) -> Iterator[float]:
    """Yield the time until each typed letter is shown."""
    for end in range(1, len(_QUERY) + 1):
        terminal.press(_QUERY[end - 1])
        yield terminal.wait(_QUERY[:end].rstrip())


def _changes(terminal: Terminal) -> Iterator[float]:
    """Yield the time until the deck shows the changed number."""
    for key in "+-" * 8:
        before = terminal.text
        terminal.press(key)
        yield terminal.wait(lambda text, before=before: text != before)  # type: ignore[misc]


def _waited(pid: int) -> float:
    """Return the seconds for which other processes kept the main thread of a process from running, on Linux."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text("ascii").split()[1]) / 1e9


def _shown(times: list[float]) -> tuple[str, str]:
    return f"{1000 * statistics.median(times):.0f}", f"{1000 * max(times):.0f}"
