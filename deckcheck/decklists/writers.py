"""Writing decks in the syntaxes that other programs read, and saying what a syntax cannot carry.

Cards are placed by their own kind and deck, so that no format is needed; lines that name one card are added up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from msgspec import Struct

from deckcheck.errors import UsageError
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, Request
from deckcheck.model.pool import Pool
from deckcheck.names import experience_suffix, fold


class Written(Struct, frozen=True):
    """A deck as text, and a sentence for everything in it that the text does not hold or may not tell again."""

    text: str
    losses: tuple[str, ...] = ()


class Writer(Struct, frozen=True):
    """A syntax to write: `about` says whose it is, `suffix` ends its files, `game` is the one it is for ("": both)."""

    name: str
    about: str
    suffix: str
    game: str
    write: Callable[[Deck, Pool], Written]


class _Line(Struct, frozen=True):
    """One line of a list: `part` is where it belongs ("dynasty", "stronghold"; "" for no such place)."""

    count: int
    text: str
    kind: str = ""
    part: str = ""


# What a list says of its cards beyond their type: these headers of the list are kept where the syntax has them.
_SAID_BY_LIST = ("sideboard", "starting")
_OWN_PART = ("stronghold", "sensei", "wind", "role", "province")
_KINDS = (
    *_OWN_PART,
    *("celestial", "event", "holding", "region", "personality", "character"),
    *("ancestor", "follower", "item", "ring", "spell", "strategy", "attachment"),
)
_TEXT_HEADERS = {
    "stronghold": "Stronghold",
    "sensei": "Sensei",
    "wind": "Wind",
    "role": "Role",
    "province": "Provinces",
    "starting": "Pre-Game",
    "dynasty": "Dynasty",
    "conflict": "Conflict",
    "fate": "Fate",
    "sideboard": "Sideboard",
    "": "Cards",
}
# The decks of the collectible game with the kinds in them, in the order and with the plurals of Egg of P'an Ku.
_CCG_DECKS = {
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
    facts = [("Name", raw.name or ""), ("Player", raw.player), ("Format", raw.format)]
    lines = [*_card_lines(deck.entries, pool, _own_name), *_kept_lines(deck)]
    blocks = [[f"{label}: {_flat(value)}" for label, value in facts if _flat(value)]]
    for part, header in _TEXT_HEADERS.items():
        inside = [line for line in lines if line.part == part]
        blocks.append(_block(f"# {header} ({_total(inside)})", inside))
    proxies = _card_lines(deck.proxies, pool, _own_name)
    blocks.append(_block(f"# Proxies ({_total(proxies)})", proxies))
    return Written(_joined(blocks), (*_kept_losses(deck), *_prose_losses(deck)))


def write_sun_and_moon(deck: Deck, pool: Pool) -> Written:
    """Write a list without headers, with the format as legality and no number where it is 1."""
    lines = _card_lines(deck.entries, pool, _ccg_name)
    rest = [*_kept_lines(deck), *_card_lines(deck.proxies, pool, _ccg_name)]
    play = [[line for line in lines if line.kind in kinds] for kinds in _CCG_DECKS.values()]
    other = [line for line in lines if not any(line in group for group in play)]
    legality = _flat(deck.raw.format)
    blocks = [[f"Legality: {legality}"] if legality else []]
    blocks += [[_bare_for_one(line) for line in group] for group in (*play, other)]
    blocks.append([f"{line.count} {line.text}" if line.kind else line.text for line in rest])
    return Written(_joined(blocks), _text_losses(deck, pool, "name", "player"))


def write_eopk(deck: Deck, pool: Pool) -> Written:
    """Write the ``.l5d`` layout of Egg of P'an Ku of 2014."""
    text = _ccg_list(deck, pool, lambda _, plural, lines: f"# {plural} ({_total(lines)})")
    return Written(text, _text_losses(deck, pool, "name", "player", "format"))


def write_oracle(deck: Deck, pool: Pool) -> Written:
    """Write the list that the Oracle of the Void exports."""

    def header(kind: str, _: str, lines: list[_Line]) -> str:
        name = "-".join(word.capitalize() for word in kind.split("-"))
        return f"# {name} - ({_total(lines)}) [{len(lines)} distinct]"

    return Written(_ccg_list(deck, pool, header), _text_losses(deck, pool, "name", "player", "format"))


def write_emeralddb(deck: Deck, pool: Pool) -> Written:  # noqa: ARG001 - writers are called alike
    """Write JSON of card ids with the name, the format and the player of the deck."""
    raw = deck.raw
    facts = {"name": raw.name or "", "format": raw.format, "username": raw.player}
    value = {key: text for key, text in facts.items() if text} | {"cards": _ids(deck)}
    return Written(json.dumps(value, indent=2) + "\n", _id_losses(deck))


def write_fiveringsdb(deck: Deck, pool: Pool) -> Written:  # noqa: ARG001 - writers are called alike
    """Write the bare map of card ids to counts."""
    losses = (*_fact_losses(deck, "name", "player", "format"), *_id_losses(deck))
    return Written(json.dumps(_ids(deck), indent=2) + "\n", losses)


def write_jigoku(deck: Deck, pool: Pool) -> Written:
    """Write ``3 Title (Pack Name)`` lines without headers; two cards of one title in one pack are told by nothing."""
    lines = [*_card_lines(deck.entries, pool, _jigoku_name), *_kept_lines(deck)]
    many = [line for line in lines if line.count > _JIGOKU_MAX]
    losses = (
        *_fact_losses(deck, "name", "player", "format"),
        *_kept_losses(deck),
        *_prose_losses(deck),
        *_sideboard_losses(deck),
        *(f"`{line.count} {line.text}` has more copies than the one digit that Jigoku reads" for line in many),
        *(
            f"`{card.title}` is the title of several cards, and no pack tells this one"
            for card in _cards(deck.entries)
            if _telling_set(card, pool, marked=False) is None
        ),
    )
    return Written(_joined([[line.text if not line.kind else f"{line.count} {line.text}" for line in lines]]), losses)


WRITERS: dict[str, Writer] = {
    writer.name: writer
    for writer in (
        Writer("text", "a plain list with headers, as deckcheck reads it", ".txt", "", write_text),
        Writer("sun-and-moon", "Sun and Moon", ".txt", "ccg", write_sun_and_moon),
        Writer("eopk", "Egg of P'an Ku", ".l5d", "ccg", write_eopk),
        Writer("oracle", "the Oracle of the Void", ".txt", "ccg", write_oracle),
        Writer("emeralddb", "EmeraldDB", ".json", "lcg", write_emeralddb),
        Writer("fiveringsdb", "fiveringsdb", ".json", "lcg", write_fiveringsdb),
        Writer("jigoku", "Jigoku and ringteki", ".txt", "lcg", write_jigoku),
    )
}


def writer_called(name: str) -> Writer:
    """Return the writer of this name; raises UsageError when there is none."""
    if name not in WRITERS:
        raise UsageError(f"there is no syntax `{name}` to write", help=f"known ones: {', '.join(WRITERS)}")
    return WRITERS[name]


def write(deck: Deck, pool: Pool, writer: Writer) -> Written:
    """Write `deck`, whose cards are of `pool`; raises UsageError when the syntax is of the other game."""
    if writer.game and pool.info.game != writer.game:
        fitting = ", ".join(other.name for other in WRITERS.values() if other.game in ("", pool.info.game))
        raise UsageError(
            f"`{writer.name}` has no cards of the pool `{pool.info.id}`", place=deck.raw.path, help=f"take {fitting}"
        )
    return writer.write(deck, pool)


def _ccg_list(deck: Deck, pool: Pool, header: Callable[[str, str, list[_Line]], str]) -> str:
    """Return the deck under headers for each deck and kind; `header` gets the kind, its plural and its lines."""
    lines = _card_lines(deck.entries, pool, _ccg_name)
    blocks: list[list[str]] = []
    for name, kinds in _CCG_DECKS.items():
        inside = [line for line in lines if line.kind in kinds]
        if inside or name == "Pre-Game":
            blocks.append([header(name.lower(), name, inside)])
        for kind, plural in kinds.items():
            of_kind = [line for line in inside if line.kind == kind]
            blocks.append(_block(header(kind, plural, of_kind), of_kind))
    known = {kind for kinds in _CCG_DECKS.values() for kind in kinds}
    rest = [line for line in lines if line.kind not in known]
    rest += [*_kept_lines(deck), *_card_lines(deck.proxies, pool, _ccg_name)]
    blocks.append(_block(header("cards", "Cards", rest), rest))
    return _joined(blocks)


def _card_lines(entries: Iterable[Entry], pool: Pool, name: Callable[[Card, Pool], str]) -> list[_Line]:
    """Return one line for each card and part of the deck, in the order of kinds and names."""
    counts: dict[tuple[str, str], int] = {}
    cards = {card.id: card for card in _cards(entries)}
    for entry in entries:
        key = (_part(entry), entry.card.id)
        counts[key] = counts.get(key, 0) + entry.count
    lines: dict[tuple[str, str], _Line] = {}
    for (part, card_id), count in counts.items():
        card = cards[card_id]
        lines[part, card_id] = _Line(count, name(card, pool), card.kind, part)
    if name is not _own_name:
        return _without_parts(lines)
    return sorted(lines.values(), key=_order)


def _without_parts(lines: dict[tuple[str, str], _Line]) -> list[_Line]:
    """Return one line for each card, wherever its copies stood in the list."""
    total: dict[str, _Line] = {}
    for (_, card_id), line in lines.items():
        before = total[card_id].count if card_id in total else 0
        total[card_id] = _Line(before + line.count, line.text, line.kind)
    return sorted(total.values(), key=_order)


def _order(line: _Line) -> tuple[int, str]:
    return (_KINDS.index(line.kind) if line.kind in _KINDS else len(_KINDS), line.text)


def _part(entry: Entry) -> str:
    """Return where in a list an entry belongs: by its card, but for what only the list can tell."""
    if entry.request.section in _SAID_BY_LIST:
        return entry.request.section
    if entry.card.kind in _OWN_PART:
        return entry.card.kind
    return entry.card.deck if entry.card.deck in _TEXT_HEADERS else ""


def _cards(entries: Iterable[Entry]) -> list[Card]:
    return list({entry.card.id: entry.card for entry in entries}.values())


def _own_name(card: Card, pool: Pool) -> str:
    told_by = _telling_set(card, pool)
    return card.id if told_by is None else _with(card.name, told_by)


def _ccg_name(card: Card, pool: Pool) -> str:
    return _with(card.name, _telling_set(card, pool) or "")


def _jigoku_name(card: Card, pool: Pool) -> str:
    pack = _telling_set(card, pool, marked=False) or next((pool.sets()[p.set].name for p in card.printings), "")
    return _with(f"{card.title}{experience_suffix(card.level, card.variant)}", pack)


def _with(name: str, bracket: str) -> str:
    return f"{name} ({bracket})" if bracket else name


def _telling_set(card: Card, pool: Pool, *, marked: bool = True) -> str | None:
    """Return the name of a set that tells `card` from those of the same name, "" if there are none, None if none does.

    With `marked` the name holds the set mark of the card, which tells it too.
    """
    same = [
        other
        for other in pool.named(fold(card.title))
        if other.id != card.id
        and fold(other.title) == fold(card.title)
        and (other.level, other.variant) == (card.level, card.variant)
    ]
    if not same or (marked and card.mark and all(other.mark != card.mark for other in same)):
        return ""
    sets = pool.sets()
    taken = {printing.set for other in same for printing in other.printings}
    return next((sets[printing.set].name for printing in card.printings if printing.set not in taken), None)


def _kept_lines(deck: Deck) -> list[_Line]:
    """Return the lines that did not resolve, as number and name; their text holds the number, and the kind is ""."""
    return [
        _Line(line.request.count, _kept(line.request), "", section if section in _TEXT_HEADERS else "")
        for line in deck.unresolved
        for section in (line.request.section,)
    ]


def _kept(request: Request) -> str:
    return f"{request.bad_count or request.count} {_flat(request.name)}"


def _bare_for_one(line: _Line) -> str:
    # A bare title that starts with a number or holds a colon would be read as something else.
    if line.count == 1 and not line.text[0].isdigit() and ":" not in line.text:
        return line.text
    return f"{line.count} {line.text}"


def _block(header: str, lines: list[_Line]) -> list[str]:
    return [header, *(f"{line.count} {line.text}" if line.kind else line.text for line in lines)] if lines else []


def _joined(blocks: Iterable[list[str]]) -> str:
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _total(lines: Iterable[_Line]) -> int:
    return sum(line.count for line in lines)


def _ids(deck: Deck) -> dict[str, int]:
    """Return the counts by the ids that the sites use: those without the number of the pack."""
    counts: dict[str, int] = {}
    for entry in deck.entries:
        key = _site_id(entry.card)
        counts[key] = counts.get(key, 0) + entry.count
    return counts


def _site_id(card: Card) -> str:
    return next((alias for alias in card.aliases if not alias[0].isdigit()), card.id)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _text_losses(deck: Deck, pool: Pool, *facts: str) -> tuple[str, ...]:
    """Return what the lists of the collectible game lose, which do not hold `facts`."""
    cards = _cards([*deck.entries, *deck.proxies])
    return (
        *_fact_losses(deck, *facts),
        *_kept_losses(deck),
        *_prose_losses(deck),
        *_sideboard_losses(deck),
        *(
            f"`{_ccg_name(card, pool)}` shares its name with another card, and the program may take that one"
            for card in cards
            if _telling_set(card, pool) != ""
        ),
    )


def _id_losses(deck: Deck) -> tuple[str, ...]:
    left_out = (f"line {line.request.span.line}: `{_kept(line.request)}` is left out" for line in deck.unresolved)
    proxies = (f"the proxy `{entry.card.name}` is left out" for entry in deck.proxies)
    return (*left_out, *proxies, *_prose_losses(deck), *_sideboard_losses(deck))


def _fact_losses(deck: Deck, *facts: str) -> tuple[str, ...]:
    said = {"name": deck.raw.name or "", "player": deck.raw.player, "format": deck.raw.format}
    return tuple(f"the {fact}, `{_flat(said[fact])}`, is left out" for fact in facts if _flat(said[fact]))


def _kept_losses(deck: Deck) -> tuple[str, ...]:
    return tuple(
        f"line {line.request.span.line}: `{_kept(line.request)}` did not resolve and is kept as it was written"
        for line in deck.unresolved
    )


def _prose_losses(deck: Deck) -> tuple[str, ...]:
    return tuple(
        f"line {number}: `{_flat(deck.raw.line(number))}` was taken for prose and is left out"
        for number in deck.passed_over
    )


def _sideboard_losses(deck: Deck) -> tuple[str, ...]:
    beside = sum(entry.count for entry in deck.entries if entry.request.section == "sideboard")
    return (f"the {beside} in the sideboard stand among the other cards",) if beside else ()
