"""``python -m docsite.checker --out DIR`` builds the page that checks decks in a browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from deckcheck.model.errors import DeckcheckError


def main() -> int:
    """Build, measure or compare a page; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docsite.checker", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--out", type=Path, metavar="DIR", help="build the page into this folder, in place of an older page"
    )
    what.add_argument("--measure", type=Path, metavar="DIR", help="measure a built page in Chromium and print a table")
    what.add_argument(
        "--compare",
        type=Path,
        metavar="DIR",
        help="compare the reports of a built page with those of `deckcheck check`",
    )
    arguments = parser.parse_args()
    try:
        for line in _done(arguments):
            sys.stdout.write(f"{line}\n")
    except DeckcheckError as error:
        help = f"\nhelp: {error.help}" if error.help else ""
        sys.stderr.write(f"error: {error.message}{help}\n")
        return 2
    return 0


def _done(arguments: argparse.Namespace) -> Iterator[str]:
    """Do what is asked for and yield lines about it; raises DeckcheckError."""
    if arguments.measure:
        from docsite.checker.measure import measured

        yield from measured(arguments.measure)
    elif arguments.compare:
        from docsite.checker.comparing import compared

        yield from compared(arguments.compare)
    else:
        from docsite.checker.build import build

        size = build(arguments.out)
        yield f"{arguments.out}: {size / 1e6:.1f} MB; try it with `python -m http.server -d {arguments.out}`"


if __name__ == "__main__":
    sys.exit(main())
