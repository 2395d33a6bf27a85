"""Write lists with one card per line for each program.

The copies on several lines of one card are added up; the sum is on a line with the card's name, in its part of the
list.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from deckcheck.decks.documents.deck_file import SECTIONS
from deckcheck.decks.lines import reads_as
from deckcheck.model.card import Card
from deckcheck.model.deck import OPEN_MARK, OUTSIDE, STARTING, Deck, Entry, Unresolved, summed
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.names import experience_suffix, fold
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import plural_of

FACTS = ("name", "player", "author", "event", "date", "format", "notes")
# The labels of the facts that a list can have.
LABELS = {fact: fact.title() for fact in FACTS if fact != "notes"} | {"event": "Tournament"}
# The decks of the collectible game with their card types, in the order of Egg of P'an Ku.
_CCG_DECKS = {
    "Pre-Game": ("stronghold", "sensei", "wind"),
    "Dynasty": ("celestial", "event", "holding", "personality", "region"),
    "Fate": ("ancestor", "follower", "item", "ring", "spell", "strategy"),
}
# The types with singular headers there.
_SINGULAR = (*_CCG_DECKS["Pre-Game"], "strategy")
_JIGOKU_MAX = 9
_KINDS = (
    *STARTING,
    *("celestial", "event", "holding", "region", "personality", "character"),
    *("ancestor", "follower", "item", "ring", "spell", "strategy", "attachment"),
)
TEXT_HEADERS = {part: part.title() for part in SECTIONS.values() if part != OUTSIDE}
TEXT_HEADERS |= {"province": "Provinces", "starting": "Pre-Game", "": "Cards"}


def own_name(card: Card, pool: Pool) -> str:
    """Return the name, with a set if that identifies the card, or else its id."""
    told_by = _telling_set(card, pool)
    return card.id if told_by is None else _with(card.name, told_by)


def _ccg_name(card: Card, pool: Pool) -> str:
    """Return the name, with a set if that identifies the card."""
    return _with(card.name, _telling_set(card, pool) or "")


def _jigoku_name(card: Card, pool: Pool) -> str:
    """Return the title with a pack, one that identifies the card if possible."""
    pack = _telling_set(card, pool, marked=False) or next((pool.sets()[p.set].name for p in card.printings), "")
    return _with(f"{card.title}{experience_suffix(card.level, card.variant)}", pack)


def _with(name: str, bracket: str) -> str:
    return f"{name} ({bracket})" if bracket else name


def _telling_set(card: Card, pool: Pool, *, marked: bool = True) -> str | None:
    """Return the name of a set that only `card` has among cards of its name, "" without others, None without one.

    With `marked` the name has the set mark of the card, which also identifies it.
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


class ListLine(Struct, frozen=True):
    """One line of a list: `part` is its place ("dynasty", "stronghold"; "" for no such place)."""

    count: int
    text: str
    kind: str = ""
    part: str = ""

    def __str__(self) -> str:
        return f"{self.count} {self.text}" if self.kind else self.text


def card_lines(entries: Iterable[Entry], pool: Pool, name: Callable[[Card, Pool], str]) -> list[ListLine]:
    """Return one line for each card, in the order of types and names.

    Where cards have their own names, a card has one line for each part of the deck that it is in.
    """
    cards = {card.id: card for card in _cards_in(entries)}
    counts = summed(((_part(each) if name is own_name else "", each.card.id), each.count) for each in entries)
    lines = (
        ListLine(count, name(cards[card_id], pool), cards[card_id].kind, part)
        for (part, card_id), count in counts.items()
    )
    return sorted(lines, key=lambda line: (_KINDS.index(line.kind) if line.kind in _KINDS else len(_KINDS), line.text))


def _part(entry: Entry) -> str:
    """Return the place of an entry in a list: its card decides, unless only the list can."""
    if entry.request.section in ("sideboard", "starting"):
        return entry.request.section
    if entry.card.kind in STARTING:
        return entry.card.kind
    return entry.card.deck if entry.card.deck in TEXT_HEADERS else ""


def _created(deck: Deck) -> tuple[Entry, ...]:
    """Return the proxies of created cards, which any list may contain; other cards outside the deck need a header."""
    return tuple(entry for entry in deck.outside if entry.card.proxy)


def _cards_in(entries: Iterable[Entry]) -> list[Card]:
    """Return the cards of `entries`, each once."""
    return list({entry.card.id: entry.card for entry in entries}.values())


def _kept_lines(deck: Deck) -> list[ListLine]:
    """Return the unrecognised lines, as number and name; their text includes the number; the type is ""."""
    lines = ((each.request, kept(each)) for each in deck.unresolved)
    return [ListLine(at.count, text, part=at.section if at.section in TEXT_HEADERS else "") for at, text in lines]


def kept(line: Unresolved) -> str:
    """Return an unrecognised line: as number and name if only the name is in doubt, else marked and as written."""
    request, name = line.request, flat(line.request.name)
    text = f"{request.count} {name}"
    if request.counted and not line.why and is_flat(request.name) and reads_as(text, name, request.count, Limits()):
        return text
    number = f"{request.bad_count} " if request.bad_count else f"{request.count} " if request.counted else ""
    written = flat(request.written) or f"{number}{name}".strip()
    return written if written.startswith(OPEN_MARK) else f"{OPEN_MARK}{written}"


def _block(header: str, lines: list[ListLine]) -> list[str]:
    """Return `header` and the lines below it; nothing when there are none."""
    return [header, *map(str, lines)] if lines else []


def _joined(blocks: Iterable[list[str]]) -> str:
    """Return the non-empty blocks as text, with empty lines between them."""
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _total(lines: Iterable[ListLine]) -> int:
    """Return the number of cards in `lines`."""
    return sum(line.count for line in lines)


def flat(text: str) -> str:
    """Return `text` on one line."""
    return " ".join(text.split())


def is_flat(text: str) -> bool:
    """Return whether a name has no tabs or very wide gaps, and so may be the name of a card."""
    return len(text) <= LONGEST_NAME and not any(char.isspace() and char != " " for char in text)


def facts_of(deck: Deck) -> dict[str, str]:
    """Return the facts about the deck in the list, each on one line."""
    said = {fact: flat(getattr(deck.raw, fact) or "") for fact in FACTS}
    return {fact: text for fact, text in said.items() if text}


def names_shared(deck: Deck, pool: Pool) -> Iterator[str]:
    """Yield the names in lists of the collectible game that two cards have."""
    for card in _cards_in([*deck.entries, *deck.outside]):
        if _telling_set(card, pool) != "":
            yield f"`{_ccg_name(card, pool)}` shares its name with another card, and the program may take that one"


def unread_by_jigoku(deck: Deck, pool: Pool) -> Iterator[str]:
    """Yield the numbers and titles that Jigoku does not read as they are meant."""
    for line in _jigoku_lines(deck, pool):
        if line.count > _JIGOKU_MAX:
            yield f"`{line}` has more copies than the one digit that Jigoku reads"
    for card in _cards_in(deck.entries):
        if _telling_set(card, pool, marked=False) is None:
            yield f"`{card.title}` is the title of several cards, and no pack tells them apart"


def write_text(deck: Deck, pool: Pool) -> str:
    """Write a list in deckcheck's own form, with headers; a card whose name and sets are ambiguous gets its id."""
    facts = facts_of(deck)
    lines = [*card_lines(deck.entries, pool, own_name), *_kept_lines(deck)]
    blocks = [[f"{label}: {facts[fact]}" for fact, label in LABELS.items() if fact in facts]]
    for part, header in TEXT_HEADERS.items():
        inside = [line for line in lines if line.part == part]
        blocks.append(_block(f"# {header} ({_total(inside)})", inside))
    proxies = card_lines(deck.outside, pool, own_name)
    blocks.append(_block(f"# Proxies ({_total(proxies)})", proxies))
    return _joined(blocks)


def write_sun_and_moon(deck: Deck, pool: Pool) -> str:
    """Write a list without headers, with the format as legality and without the number 1."""
    lines = card_lines(deck.entries, pool, _ccg_name)
    rest = [*_kept_lines(deck), *card_lines(_created(deck), pool, _ccg_name)]
    play = [[line for line in lines if line.kind in kinds] for kinds in _CCG_DECKS.values()]
    other = [line for line in lines if not any(line in group for group in play)]
    legality = flat(deck.raw.format)
    blocks = [[f"Legality: {legality}"] if legality else []]
    blocks += [[_bare_for_one(line) for line in group] for group in (*play, other)]
    return _joined([*blocks, [*map(str, rest)]])


def write_eopk(deck: Deck, pool: Pool) -> str:
    """Write the ``.l5d`` layout of Egg of P'an Ku of 2014."""
    return _ccg_list(deck, pool, lambda _, plural, lines: f"# {plural} ({_total(lines)})")


def write_oracle(deck: Deck, pool: Pool) -> str:
    """Write a list as the Oracle of the Void exports it."""
    header = "# {} - ({}) [{} distinct]"
    return _ccg_list(deck, pool, lambda kind, _, lines: header.format(kind.title(), _total(lines), len(lines)))


def write_jigoku(deck: Deck, pool: Pool) -> str:
    """Write ``3 Title (Pack Name)`` lines without headers; two cards of one title in one pack look the same."""
    return _joined([[*map(str, _jigoku_lines(deck, pool))]])


def _jigoku_lines(deck: Deck, pool: Pool) -> list[ListLine]:
    return [*card_lines(deck.entries, pool, _jigoku_name), *_kept_lines(deck)]


def _ccg_list(deck: Deck, pool: Pool, header: Callable[[str, str, list[ListLine]], str]) -> str:
    """Return the deck under headers for each deck and type; `header` receives the type, its plural and its lines."""
    lines = card_lines(deck.entries, pool, _ccg_name)
    blocks: list[list[str]] = []
    for name, kinds in _CCG_DECKS.items():
        inside = [line for line in lines if line.kind in kinds]
        if inside or name == "Pre-Game":
            blocks.append([header(name.lower(), name, inside)])
        for kind in kinds:
            of_kind = [line for line in inside if line.kind == kind]
            plural = kind if kind in _SINGULAR else plural_of(kind)
            blocks.append(_block(header(kind, plural.title(), of_kind), of_kind))
    known = {kind for kinds in _CCG_DECKS.values() for kind in kinds}
    rest = [line for line in lines if line.kind not in known]
    rest += [*_kept_lines(deck), *card_lines(_created(deck), pool, _ccg_name)]
    blocks.append(_block(header("cards", "Cards", rest), rest))
    return _joined(blocks)


def _bare_for_one(line: ListLine) -> str:
    # A bare title that starts with a number or contains a colon would be read as something else.
    if line.count == 1 and not line.text[0].isdigit() and ":" not in line.text:
        return line.text
    return f"{line.count} {line.text}"
