"""Places in a text file."""

from msgspec import Struct


class Span(Struct, frozen=True):
    """Part of one line: 1-based `line`, 1-based `column`, and `end_column` one past the last character."""

    line: int
    column: int
    end_column: int

    @property
    def start(self) -> tuple[int, int]:
        """The line and the column, which tell what comes first."""
        return self.line, self.column
