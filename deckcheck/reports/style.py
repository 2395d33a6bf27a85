"""Colour, where it is wanted."""

from msgspec import Struct

_CODES = {"error": "1;31", "undecided": "1;35", "warning": "1;33", "note": "1;36", "legal": "1;32", "illegal": "1;31"}
_CODES |= {"bold": "1", "dim": "2"}


class Style(Struct, frozen=True):
    """How text is decorated: with ANSI colours or not at all; `explain` adds the page of each rule that was broken."""

    color: bool = False
    explain: bool = False

    def __call__(self, text: str, kind: str) -> str:
        """Return `text` in the colour for `kind`, a severity, a verdict, "bold" or "dim"."""
        return f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if self.color else text
