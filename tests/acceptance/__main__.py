"""``python -m tests.acceptance [NUMBER...]``: try the cases, all or some, and print what each one did and took."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from deckcheck.model.names import printable
from tests.acceptance.bench import Bench, Home, Ran, settle
from tests.acceptance.case import Case, check
from tests.acceptance.table import CASES


def main(numbers: set[int]) -> int:
    """Print the table and return how many cases are not as they should be."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        home = settle(Path(folder))
        _print("no.", "what", "exit", "seconds", "of work", "MB", "", "first words")
        _print("", "the smallest check", 0, "", f"{home.start_up:.2f}", "", "", "")
        for case in CASES:
            if numbers and case.number not in numbers:
                continue
            problem = _tried(case, home, Path(folder))
            if problem:
                failed.append(f"{case.id}: {problem}")
        home.close()
    print("\n".join(failed))  # noqa: T201
    return len(failed)


def _tried(case: Case, home: Home, folder: Path) -> str:
    """Try a case, print its row and return what is wrong."""
    room = folder / case.id
    room.mkdir()
    bench, ran, problem = Bench(home, room), Ran(0, 0.0, 0.0, 0.0, b"", b""), ""
    try:
        ran = case.act(bench)
        check(case, bench, ran)
    except AssertionError as error:
        problem = printable(str(error)) or "something is not as it should be"
    bench.clear()
    good = "slow" if ran.cpu > home.start_up + case.seconds else "ok"
    figures = (f"{ran.seconds:.2f}", f"{ran.cpu:.2f}", f"{ran.megabytes:.0f}")
    first = printable(ran.text.partition("\n")[0])[:100]
    _print(case.number, case.what[:46], ran.code, *figures, "FAILED" if problem else good, first)
    return problem


def _print(*cells: object) -> None:
    print("{:>4} {:<46} {:>4} {:>7} {:>7} {:>5}  {:<6} {}".format(*cells), flush=True)  # noqa: T201 - it is what it is for


if __name__ == "__main__":
    sys.exit(bool(main({int(number) for number in sys.argv[1:]})))
