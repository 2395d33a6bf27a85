"""Rosters: the players who are expected, from a table or from one name on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from deckcheck.decks.files import open_file, suffix_of
from deckcheck.events.columns import Grid, described, layout_of
from deckcheck.events.forms import rows_of
from deckcheck.events.inbox import Arrival, Inbox, plain
from deckcheck.events.tables import TABLES, Table, grid_in, table_text, tables_in
from deckcheck.model.errors import UsageError

# Columns of the second player of a match, lines of a roster that are no players, and what is before names there.
_SEVERAL_PLAYERS = r"(?:player|spieler|joueur|jugador) ?(?:[2-9]|b|two)|opponent|gegner|adversaire"
_NO_PLAYER = r"(?i)~~.*~~|.*:|(?:total|sum|players)\s*[:=]?\s*\d+"
_NUMBERED = r"^(?:\d{1,4}[.)]|[-*•–])\s+"
_NO_HEADER = ("column 1",)
_ONE_SHEET = "save the sheet with the players as a file of its own"


def players_in(path: str, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the players of a table, without lists; raises InputError and UsageError."""
    table = _table(path, inbox)
    grid = table.grid
    layout = replace(layout_of(grid, inbox.wanted, path), list=None)
    if not layout.names:
        raise UsageError("no column contains names", place=path, help="say which: --player-column NAME")
    several = [name for name in grid.header if re.fullmatch(_SEVERAL_PLAYERS, name.strip(), re.IGNORECASE)]
    if several and inbox.wanted.player is None:
        names = ", ".join(f"`{name}`" for name in several)
        raise UsageError(f"more than one column may contain players: {names}", place=path, help="--player-column NAME")
    inbox.say(f"{path}: {described(grid, layout)}")
    for arrival in map(plain, rows_of(table, layout, inbox)):
        if re.fullmatch(_NO_PLAYER, arrival.name):
            inbox.say(f"{path}: line {arrival.row} is read as no player: {arrival.name}")
        else:
            yield replace(arrival, name=re.sub(_NUMBERED, "", arrival.name))


def _table(path: str, inbox: Inbox) -> Table:
    """Return the table in a file; a text without a header is one name on each line, which may be `Last, First`."""
    with open_file(path) as stream:
        content = stream.read(inbox.limits.archive_bytes + 1)
    inbox.refuse_large(content, path)
    suffix = suffix_of(path, TABLES)
    if suffix == ".xlsx":
        tables = tables_in(path, content, inbox.limits)
        if len(tables) != 1:
            names = ", ".join(f"`{table.sheet.name}`" for table in tables)
            raise UsageError(f"the workbook has {len(tables)} sheets: {names}", place=path, help=_ONE_SHEET)
        return tables[0]
    text = table_text(path, content, inbox.limits)
    grid = grid_in(text, path)
    return Table(Path(path).name, grid if suffix or grid.header[:1] != _NO_HEADER else _names(grid, text))


def _names(grid: Grid, text: str) -> Grid:
    """Return a text without a header as one column of names, or `grid` where there is more than names."""
    if re.search(r"[@\d]", text):
        return grid
    if len(grid.rows) == 1 and ";" in text:
        # All names on one line.
        return Grid(_NO_HEADER, tuple((1, (name,)) for name in grid.rows[0][1]))
    lines = tuple((number, (line,)) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    return grid if re.search(r"[;\t]", text) else Grid(_NO_HEADER, lines)
