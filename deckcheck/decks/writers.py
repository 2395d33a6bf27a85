"""Write decks in the syntaxes that other programs read, and name what a syntax cannot express.

Each card is placed by its own type and deck, which needs no format; the copies on several lines of one card are added
up.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from deckcheck.decks.writing import ids, lists, own
from deckcheck.model.deck import Deck
from deckcheck.model.errors import UsageError, called
from deckcheck.model.pool import Pool

# What a syntax keeps of a deck besides its cards and its facts.
_LINES, _SIDEBOARD = "unrecognised lines", "sideboard"


class Written(Struct, frozen=True):
    """A deck as text, and a sentence for each fact about it that the text cannot express or may lose."""

    text: str
    losses: tuple[str, ...] = ()


class Writer(Struct, frozen=True):
    """A syntax to write: `about` names its program, `suffix` ends its files, `game` is its game ("": both).

    `keeps` are the facts about a deck that it has a place for, and other parts of a list besides the cards. `misread`
    yields sentences about what its program reads otherwise.
    """

    name: str
    about: str
    suffix: str
    game: str
    write: Callable[[Deck, Pool], str]
    keeps: Iterable[str]
    misread: Callable[[Deck, Pool], Iterable[str]] = lambda _deck, _pool: ()


_TEXT, _OWN = ((*facts, _LINES, _SIDEBOARD) for facts in (lists.LABELS, lists.FACTS))
_shared = lists.names_shared
WRITERS: dict[str, Writer] = {
    writer.name: writer
    for writer in (
        Writer("text", "a plain list with headers, as deckcheck reads it", ".txt", "", lists.write_text, _TEXT),
        Writer("sun-and-moon", "Sun and Moon", ".txt", "ccg", lists.write_sun_and_moon, ("format", _LINES), _shared),
        Writer("eopk", "Egg of P'an Ku", ".l5d", "ccg", lists.write_eopk, (_LINES,), _shared),
        Writer("oracle", "the Oracle of the Void", ".txt", "ccg", lists.write_oracle, (_LINES,), _shared),
        Writer("deckcheck-yaml", "deckcheck's own deck files, in YAML", ".yaml", "", own.write_yaml, _OWN),
        Writer("deckcheck-json", "deckcheck's own deck files, in JSON", ".json", "", own.write_json, _OWN),
        Writer("emeralddb", "EmeraldDB", ".json", "lcg", ids.write_emeralddb, ("name", "format", "player")),
        Writer("fiveringsdb", "fiveringsdb", ".json", "lcg", ids.write_fiveringsdb, ()),
        Writer("jigoku", "Jigoku and ringteki", ".txt", "lcg", lists.write_jigoku, (_LINES,), lists.unread_by_jigoku),
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
    return Written(writer.write(deck, pool), (*_losses(deck, writer.keeps), *writer.misread(deck, pool)))


def _losses(deck: Deck, kept: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each part of a list besides its cards that is not `kept`, or kept as it was written."""
    for fact, text in lists.facts_of(deck).items():
        if fact not in kept:
            yield f"the {fact}, `{text}`, is left out"
    becomes = "is not recognised and is kept as it was written" if _LINES in kept else "is left out"
    for line in deck.unresolved:
        yield f"line {line.request.span.line}: `{lists.kept(line)}` {becomes}"
    for entry in deck.outside if _LINES not in kept else ():
        yield f"`{entry.card.name}`, outside the deck, is left out"
    for aside in deck.left_out:
        if not aside.is_remark:
            text, kind = lists.flat(aside.text), aside.kind.value
            yield f"line {aside.span.line}: `{text}` is not counted as a card ({kind}) and is left out"
    beside = sum(entry.count for entry in deck.entries if entry.request.section == "sideboard")
    if beside and _SIDEBOARD not in kept:
        yield f"the {beside} in the sideboard are listed among the other cards"
