"""``python -m tests.acceptance [NUMBER...]``: try the cases, all or some, and print what each one did and took."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from deckcheck.names import printable
from tests.acceptance.bench import Bench, settle
from tests.acceptance.table import CASES

ROW = "{:>4} {:<46} {:>4} {:>7} {:>7} {:>5}  {:<6} {}"


def main(numbers: set[int]) -> int:
    """Print the table and return how many cases are not as they should be."""
    from tests.acceptance.case import check

    failed = []
    with tempfile.TemporaryDirectory() as folder:
        home = settle(Path(folder))
        print(f"the least check: {home.start_up:.2f} s of work")  # noqa: T201 - the table is what it is for
        print(ROW.format("no.", "what", "exit", "seconds", "of work", "MB", "", "first words"))  # noqa: T201
        for case in CASES:
            if numbers and case.number not in numbers:
                continue
            room = Path(folder) / case.id
            room.mkdir()
            bench = Bench(home, room)
            ran = case.act(bench)
            try:
                check(case, bench, ran)
                verdict = "ok"
            except AssertionError as error:
                verdict = "FAILED"
                failed.append(f"{case.id}: {printable(str(error))}")
            first = printable(ran.text.partition("\n")[0])[:100]
            print(  # noqa: T201
                ROW.format(
                    case.number,
                    case.what[:46],
                    ran.code,
                    f"{ran.seconds:.2f}",
                    f"{ran.cpu:.2f}",
                    f"{ran.megabytes:.0f}",
                    verdict,
                    first,
                ),
                flush=True,
            )
    print("\n".join(failed))  # noqa: T201
    return len(failed)


if __name__ == "__main__":
    sys.exit(bool(main({int(number) for number in sys.argv[1:]})))
