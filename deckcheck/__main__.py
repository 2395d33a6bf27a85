"""The command `deckcheck`, and ``python -m deckcheck``."""

import sys


def main() -> None:
    """Run the command line; Ctrl+C while its modules are imported ends it as Ctrl+C does later."""
    try:
        from deckcheck.cli import main as command_line
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted\n")
        sys.exit(130)
    command_line()


if __name__ == "__main__":
    main()
