"""Tables of text in aligned columns, in which every cell is safe for a terminal."""

from collections.abc import Iterable, Mapping, Sequence

from deckcheck.model.names import printable


def table(rows: Iterable[Iterable[object]], headers: Iterable[str], form: str = "simple") -> str:
    """Return a table in a format of tabulate, with its last line break."""
    from tabulate import tabulate

    cells = [[printable(str(cell)) for cell in row] for row in rows]
    return tabulate(cells, [*map(printable, headers)], tablefmt=form, disable_numparse=True) + "\n"


def table_of_used(rows: Sequence[Mapping[str, object]], headers: Mapping[str, str]) -> str:
    """Return a table of rows by column, without the columns that are empty in every row."""
    used = [key for key in headers if any(row[key] for row in rows)]
    return table(([row[key] for key in used] for row in rows), [headers[key] for key in used])
