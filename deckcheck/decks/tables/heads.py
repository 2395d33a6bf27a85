"""The heads of tables: which column a name means."""

from collections.abc import Sequence

from deckcheck.decks.tables.rows import CARD_COLUMNS, DECK_COLUMNS, FACT_COLUMNS, NAME_COLUMNS, ONE_CARD_COLUMNS
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import heading
from deckcheck.decks.words.marks import counts_in_store
from deckcheck.decks.words.sayings import counts_cards, label_words, says_copies
from deckcheck.model.errors import InputError

# The columns and the letters of a name that a message shows.
_SHOWN_COLUMNS = 8
_SHOWN_NAME = 40


def named(header: Sequence[str], wanted: str | None) -> list[int]:
    """Return the columns named `wanted`, else those with the most likely name for a column of decks or cards."""
    # Without a number, "Name" may head players, but for columns that only cards have.
    each = set(header)  # A row may have a million empty cells.
    others = [name for name in each if label_words(name) not in NAME_COLUMNS]
    are_cards = any(map(counts_cards, each)) or (others and all(map(counts_in_store, others)))
    known: tuple[str, ...] = (*DECK_COLUMNS, *CARD_COLUMNS, *(NAME_COLUMNS if are_cards else ()))
    if any(map(says_copies, each)):  # Beside cards, "Deck" may name a part.
        known = (*(name for name in known if name != "deck"), "deck")
    names = ["" if "#" in name else label_words(name) for name in header]
    if wanted is not None:
        known, names = (wanted.strip().casefold(),), [name.strip().casefold() for name in header]
    found = next((name for name in known if name in names), None)
    return [at for at, name in enumerate(names) if name == found]


def names_column(text: str) -> bool:
    """Return whether a text is the name of a column of decks, cards, numbers or facts."""
    return label_words(text) in (*FACTS, *DECK_COLUMNS, *ONE_CARD_COLUMNS) or counts_cards(text)


def part_columns(header: list[str]) -> tuple[int, ...]:
    """Return the columns of the parts of decks, such as "Stronghold" and "Dynasty deck", in a table without decks."""
    heads = {
        at: head
        for at, name in enumerate(map(label_words, header))
        if name and name not in FACTS and (head := heading(name))
    }
    is_whole = sum(head.deck and bool(head.section) for head in heads.values()) > 1
    return tuple(heads) if is_whole and not named(header, None) else ()


def deck_column(header: list[str], wanted: str | None, source: str) -> int:
    """Return the column of the decks; raises InputError when it is not clear."""
    found = named(header, wanted)
    if not found:
        what = "no column is called deck list" if wanted is None else f"there is no column `{wanted}`"
        more = f" and {len(header) - _SHOWN_COLUMNS} more" if len(header) > _SHOWN_COLUMNS else ""
        there = ", ".join(f"`{name[:_SHOWN_NAME]}`" for name in header[:_SHOWN_COLUMNS])
        raise InputError(f"{what}; there are {there}{more}", place=source, help="say which: --column NAME")
    if len(found) > 1:
        called = label_words(header[found[0]]) if wanted is None else wanted.strip().casefold()
        raise InputError(f"{len(found)} columns are called `{called}`", place=source, help="rename the others")
    return found[0]


def fact_columns(header: list[str], deck: int) -> dict[str, int]:
    """Return the columns of facts about a deck, such as its player, by the names of the facts."""
    names = [name.casefold() for name in header]
    return {
        key: names.index(found)
        for key, known in FACT_COLUMNS.items()
        if (found := next((name for name in known if name in names and names.index(name) != deck), None))
    }
