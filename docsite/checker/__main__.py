"""``python -m docsite.checker --out DIR`` builds the page that checks decks in a browser."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from deckcheck.model.errors import DataError


def main() -> int:
    """Build the page, or measure one; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docsite.checker", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--out", type=Path, metavar="DIR", help="build the page into this folder, in place of an older page"
    )
    what.add_argument("--measure", type=Path, metavar="DIR", help="measure a built page in Chromium and print a table")
    arguments = parser.parse_args()
    if arguments.measure:
        from docsite.checker.measure import measured

        sys.stdout.writelines(f"{line}\n" for line in measured(arguments.measure))
        return 0
    from docsite.checker.build import build

    try:
        size = build(arguments.out)
    except DataError as error:
        help = f"\nhelp: {error.help}" if error.help else ""
        sys.stderr.write(f"error: {error.message}{help}\n")
        return 2
    sys.stdout.write(f"{arguments.out}: {size / 1e6:.1f} MB; try it with `python -m http.server -d {arguments.out}`\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
