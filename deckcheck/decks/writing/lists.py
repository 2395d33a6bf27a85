"""Lists of one card a line, for each of the programs that read them."""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.decks.writing.lines import (
    TEXT_HEADERS,
    ListLine,
    Written,
    block,
    card_lines,
    cards_in,
    created,
    flat,
    joined,
    kept_lines,
    total,
)
from deckcheck.decks.writing.losses import list_losses, sideboard_losses, text_losses
from deckcheck.decks.writing.names import ccg_name, jigoku_name, own_name, telling_set
from deckcheck.model.deck import Deck
from deckcheck.model.pool import Pool

# The decks of the collectible game with the kinds in them, in the order and with the plurals of Egg of P'an Ku.
CCG_DECKS = {
    "Pre-Game": {"stronghold": "Stronghold", "sensei": "Sensei", "wind": "Wind"},
    "Dynasty": {
        "celestial": "Celestials",
        "event": "Events",
        "holding": "Holdings",
        "personality": "Personalities",
        "region": "Regions",
    },
    "Fate": {
        "ancestor": "Ancestors",
        "follower": "Followers",
        "item": "Items",
        "ring": "Rings",
        "spell": "Spells",
        "strategy": "Strategy",
    },
}
_JIGOKU_MAX = 9


def write_text(deck: Deck, pool: Pool) -> Written:
    """Write a list as deckcheck reads it, with headers; a card that shares name and sets with another by its id."""
    raw = deck.raw
    facts = [("Name", raw.name or ""), ("Player", raw.player), ("Author", raw.author), ("Tournament", raw.event)]
    facts += [("Date", raw.date), ("Format", raw.format)]
    lines = [*card_lines(deck.entries, pool, own_name), *kept_lines(deck)]
    blocks = [[f"{label}: {flat(value)}" for label, value in facts if flat(value)]]
    for part, header in TEXT_HEADERS.items():
        inside = [line for line in lines if line.part == part]
        blocks.append(block(f"# {header} ({total(inside)})", inside))
    proxies = card_lines(deck.outside, pool, own_name)
    blocks.append(block(f"# Proxies ({total(proxies)})", proxies))
    return Written(joined(blocks), list_losses(deck, "name", "player", "author", "event", "date", "format"))


def write_sun_and_moon(deck: Deck, pool: Pool) -> Written:
    """Write a list without headers, with the format as legality and no number where it is 1."""
    lines = card_lines(deck.entries, pool, ccg_name)
    rest = [*kept_lines(deck), *card_lines(created(deck), pool, ccg_name)]
    play = [[line for line in lines if line.kind in kinds] for kinds in CCG_DECKS.values()]
    other = [line for line in lines if not any(line in group for group in play)]
    legality = flat(deck.raw.format)
    blocks = [[f"Legality: {legality}"] if legality else []]
    blocks += [[_bare_for_one(line) for line in group] for group in (*play, other)]
    blocks.append([*map(str, rest)])
    return Written(joined(blocks), text_losses(deck, pool, "format"))


def write_eopk(deck: Deck, pool: Pool) -> Written:
    """Write the ``.l5d`` layout of Egg of P'an Ku of 2014."""
    text = _ccg_list(deck, pool, lambda _, plural, lines: f"# {plural} ({total(lines)})")
    return Written(text, text_losses(deck, pool))


def write_oracle(deck: Deck, pool: Pool) -> Written:
    """Write the list that the Oracle of the Void exports."""

    def header(kind: str, _: str, lines: list[ListLine]) -> str:
        name = "-".join(word.capitalize() for word in kind.split("-"))
        return f"# {name} - ({total(lines)}) [{len(lines)} distinct]"

    return Written(_ccg_list(deck, pool, header), text_losses(deck, pool))


def write_jigoku(deck: Deck, pool: Pool) -> Written:
    """Write ``3 Title (Pack Name)`` lines without headers; two cards of one title in one pack are told by nothing."""
    lines = [*card_lines(deck.entries, pool, jigoku_name), *kept_lines(deck)]
    many = [line for line in lines if line.count > _JIGOKU_MAX]
    losses = (
        *list_losses(deck),
        *sideboard_losses(deck),
        *(f"`{line.count} {line.text}` has more copies than the one digit that Jigoku reads" for line in many),
        *(
            f"`{card.title}` is the title of several cards, and no pack tells them apart"
            for card in cards_in(deck.entries)
            if telling_set(card, pool, marked=False) is None
        ),
    )
    return Written(joined([[*map(str, lines)]]), losses)


def _ccg_list(deck: Deck, pool: Pool, header: Callable[[str, str, list[ListLine]], str]) -> str:
    """Return the deck under headers for each deck and kind; `header` gets the kind, its plural and its lines."""
    lines = card_lines(deck.entries, pool, ccg_name)
    blocks: list[list[str]] = []
    for name, kinds in CCG_DECKS.items():
        inside = [line for line in lines if line.kind in kinds]
        if inside or name == "Pre-Game":
            blocks.append([header(name.lower(), name, inside)])
        for kind, plural in kinds.items():
            of_kind = [line for line in inside if line.kind == kind]
            blocks.append(block(header(kind, plural, of_kind), of_kind))
    known = {kind for kinds in CCG_DECKS.values() for kind in kinds}
    rest = [line for line in lines if line.kind not in known]
    rest += [*kept_lines(deck), *card_lines(created(deck), pool, ccg_name)]
    blocks.append(block(header("cards", "Cards", rest), rest))
    return joined(blocks)


def _bare_for_one(line: ListLine) -> str:
    # A bare title that starts with a number or has a colon would be read as something else.
    if line.count == 1 and not line.text[0].isdigit() and ":" not in line.text:
        return line.text
    return f"{line.count} {line.text}"
