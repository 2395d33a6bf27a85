"""Deciding about findings: adding a ruling to an event."""

from __future__ import annotations

from deckcheck.checks import rulings as decisions
from deckcheck.events.checking import ListChecker, as_ruling
from deckcheck.events.model import RulingRow
from deckcheck.events.store import EventFile
from deckcheck.model.errors import UsageError


def check_ruling(row: RulingRow, checker: ListChecker) -> None:
    """Raise UsageError for a ruling that is broken or too broad, DataError for one about an unknown card."""
    if fault := decisions.fault_of(as_ruling(row)):
        raise UsageError(fault[0], help=fault[1])
    decisions.refuse_unknown([as_ruling(row)], [checker.pool])


def add_ruling(event: EventFile, row: RulingRow, player: int = 0) -> RulingRow:
    """Add a ruling that was checked, about a player by id (0: about all), and return it with its id."""
    with event.writing():
        row = event.add(row)
        event.log("rule", player, ruling=row.id)
    return row
