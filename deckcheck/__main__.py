"""``python -m deckcheck``."""

from deckcheck.cli import main

if __name__ == "__main__":
    main()
