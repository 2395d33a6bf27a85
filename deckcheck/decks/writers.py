"""Write decks in the syntaxes that other programs read, and name what a syntax cannot express.

Each card is placed by its own type and deck, which needs no format; the copies on several lines of one card are added
up.
"""

from collections.abc import Callable

from msgspec import Struct

from deckcheck.decks.writing import ids, lists, own
from deckcheck.decks.writing.lists import Written
from deckcheck.model.deck import Deck
from deckcheck.model.errors import UsageError, called
from deckcheck.model.pool import Pool

__all__ = ["WRITERS", "Writer", "Written", "write", "writer_called"]


class Writer(Struct, frozen=True):
    """A syntax to write: `about` names its program, `suffix` ends its files, `game` is its game ("": both)."""

    name: str
    about: str
    suffix: str
    game: str
    write: Callable[[Deck, Pool], Written]


WRITERS: dict[str, Writer] = {
    writer.name: writer
    for writer in (
        Writer("text", "a plain list with headers, as deckcheck reads it", ".txt", "", lists.write_text),
        Writer("sun-and-moon", "Sun and Moon", ".txt", "ccg", lists.write_sun_and_moon),
        Writer("eopk", "Egg of P'an Ku", ".l5d", "ccg", lists.write_eopk),
        Writer("oracle", "the Oracle of the Void", ".txt", "ccg", lists.write_oracle),
        Writer("deckcheck-yaml", "deckcheck's own deck files, in YAML", ".yaml", "", own.write_yaml),
        Writer("deckcheck-json", "deckcheck's own deck files, in JSON", ".json", "", own.write_json),
        Writer("emeralddb", "EmeraldDB", ".json", "lcg", ids.write_emeralddb),
        Writer("fiveringsdb", "fiveringsdb", ".json", "lcg", ids.write_fiveringsdb),
        Writer("jigoku", "Jigoku and ringteki", ".txt", "lcg", lists.write_jigoku),
    )
}


def writer_called(name: str) -> Writer:
    """Return the writer of this name; raises UsageError when there is none."""
    return called("output syntax", name, WRITERS)


def write(deck: Deck, pool: Pool, writer: Writer) -> Written:
    """Write `deck`, whose cards are of `pool`; raises UsageError when the syntax is of the other game."""
    if writer.game and pool.info.game != writer.game:
        fitting = ", ".join(other.name for other in WRITERS.values() if other.game in ("", pool.info.game))
        message = f"`{writer.name}` has no cards of the pool `{pool.info.id}`"
        raise UsageError(message, place=deck.raw.path, help=f"use {fitting}")
    return writer.write(deck, pool)
