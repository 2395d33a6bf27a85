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

    def is_within(self, other: "Span") -> bool:
        """Return whether the place begins within another one."""
        return self.line == other.line and other.column <= self.column < other.end_column
