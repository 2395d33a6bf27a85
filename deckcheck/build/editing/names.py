"""Find the card that a user names in a list; change the copies of a card, and only its lines."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from deckcheck.build.editing.draft import Draft, rewritten
from deckcheck.build.editing.places import Place, line_for, place_for
from deckcheck.decks.lines import LINE_END, line_end_of, lines_of, spread, with_count
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import cards_called, resolve
from deckcheck.decks.resolve.lookup import Match, find, name_of
from deckcheck.decks.text.lists import read_text
from deckcheck.decks.words.headers import header_section, with_cards
from deckcheck.decks.writing.ids import Edit, change_json
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, RawDeck, Request, Span, Unresolved, summed
from deckcheck.model.errors import InputError, UsageError, did_you_mean, near_words, no_card
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool

# The sections with a header in a new list.
_DECKS = ("province", "dynasty", "conflict", "fate")


def skeleton(fmt: Format, pool: Pool, cards: Iterable[Card], name: str = "") -> str:
    """Return a text list with one copy of each of `cards` under a header of its type, and headers for the decks.

    Raises:
        UsageError: when `name` is not one line of printable text.
    """
    if not name.isprintable():
        raise UsageError("the name of a deck is one line of printable text")
    facts = [f"Name: {name.strip()}"] if name.strip() else []
    blocks = [[*facts, f"Format: {fmt.id}"]]
    for card in cards:
        request = Request(name=card.name, count=1, span=Span(1, 1, 2), section=card.kind)
        blocks.append([f"# {card.kind.title()}", f"1 {name_of(card, request, fmt, pool)}"])
    blocks += [[f"# {section.title()}"] for section in fmt.sections if header_section(section) in _DECKS]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


class Wanted(Struct, frozen=True):
    """A card and a number of copies; `counted`: the user gave the number."""

    card: Card
    count: int
    counted: bool


class DeckMatch(Struct, frozen=True):
    """The match of a name in a deck: one of its cards, or its unrecognised lines with that name.

    `count` is the number of copies that the user gave, None without one.
    """

    count: int | None
    card: Card | None
    lines: tuple[Request, ...] = ()


def wanted(text: str, draft: Draft) -> Wanted:
    """Return the card and copies (0 is allowed) that `text`, such as ``3 Name``, means as a line of the list.

    Raises:
        UsageError: when it matches no card or several; the help suggests names.
    """
    written = line_of(text, draft.raw.limits)
    here = Span(len(draft.raw.lines) + 1, 1, 2)
    request = Request(name=written.name, count=written.count or 1, span=here, written=written.written)
    # The list is looked up together with the new line, which then reads as it will in the file.
    lines = (*draft.raw.lines, request.written)
    raw = structs.replace(draft.raw, lines=lines, requests=(*draft.raw.requests, request))
    deck = resolve(raw, draft.format, draft.pool)
    entry = next((each for each in deck.named if each.request.span == request.span), None)
    if entry is None:
        # The lines of the list may raise a doubt about the new one, but the user means it.
        found = find(request.name, request, draft.format, draft.pool)
        doubted = any(line.why and line.request.span == request.span for line in deck.unresolved)
        if not (doubted and isinstance(found, Match) and not found.inexact):
            raise _unknown(request, deck)
        return Wanted(found.card, written.count, written.counted)
    if entry.request.name != request.name:  # The number belongs to the title: "700 Soldier Plain".
        return Wanted(entry.card, 1, counted=False)
    return Wanted(entry.card, written.count, written.counted)


def one_card(name: str, kind: str, fmt: Format, pool: Pool, limits: Limits) -> Card:
    """Return the card of this type that `name` means in the format.

    Raises:
        UsageError: when it means no card, several, or one of another type.
    """
    request = structs.replace(line_of(name, limits), count=1, section=header_section(kind) or "")
    deck = resolve(RawDeck(path="", lines=(name,), requests=(request,)), fmt, pool)
    if any(line.candidates for line in deck.unresolved):
        raise _unknown(request, deck)
    card = deck.entries[0].card if deck.entries else None
    if card is None or card.kind != kind:
        is_other = f"`{card.name}` has the type {card.kind}; a {kind} is required" if card else ""
        every = f"`deckcheck cards search type:{kind} --format {fmt.id}` lists them"
        able = (known for known in pool.names() if known.kind == kind)
        legal = [known.name for known in able if fmt.legality.takes(known.id, known.marks, known.sets)]
        raise UsageError(is_other or f"no {kind} is called `{name}`", help=did_you_mean(name, legal, every))
    return card


def listed(text: str, draft: Draft) -> DeckMatch:
    """Return the match of `text`, such as ``Name`` or ``2 Name``, among the cards and lines of the deck.

    Raises:
        UsageError: when nothing in the deck has that name, or several cards have it.
    """
    request = line_of(text, draft.raw.limits)
    count = request.count if request.counted else None
    for name, number in ((request.name, count), (text.strip(), None)):
        lines = tuple(line.request for line in draft.deck.unresolved if fold(line.request.name) == fold(name))
        if lines:
            return DeckMatch(number, None, lines)
        ids = {card.id for card in cards_called(name, draft.pool)}
        cards = {entry.card.id: entry.card for entry in draft.deck.named if entry.card.id in ids}
        cards = _exact(cards, name, draft) or cards
        if len(cards) == 1:
            return DeckMatch(number, next(iter(cards.values())))
        if cards:
            help = _may_mean([card.name for card in cards.values()])
            raise UsageError(f"`{name}` matches {len(cards)} cards of the deck", help=help)
    help = _may_mean(near_words(request.name, (entry.card.name for entry in draft.deck.named)))
    raise UsageError(f"`{request.name}` is not in the deck", place=draft.raw.path, help=help)


def _exact(cards: dict[str, Card], name: str, draft: Draft) -> dict[str, Card]:
    """Return the `cards` written as `name` in the deck, else those with exactly that name or id."""
    found = {entry.card.id: entry.card for entry in draft.deck.named if fold(entry.request.name) == fold(name)}
    return found or {key: card for key, card in cards.items() if fold(card.name) == fold(name) or name == key}


def line_of(text: str, limits: Limits) -> Request:
    """Return the line `text`, such as ``3 Name``, read as in a list.

    Raises:
        UsageError: when it is not a card line, or the number is not allowed; 0 is allowed.
    """
    if any(char in text for char in "\r\n"):
        raise UsageError("a card name cannot contain line breaks")
    try:
        (request,) = read_text(text, "", limits).requests
    except (InputError, ValueError):
        raise UsageError(f"`{text}` is not a card name", help="write it as in a list: '3 NAME'") from None
    if request.bad_count and request.bad_count.strip("0"):
        help = f"use a number from 0 to {limits.copies}; {how_to_raise('copies')}"
        raise UsageError(f"`{request.bad_count}` is not a valid number of copies", help=help)
    return request


def _unknown(request: Request, deck: Deck) -> UsageError:
    line = next(
        (each for each in deck.unresolved if each.request.span == request.span), Unresolved(request, request.count)
    )
    if line.candidates:
        message = f"`{request.name}` matches {len(line.candidates)} cards"
        return UsageError(message, help=_may_mean(line.candidates))
    return no_card(request.name, line.suggestions)


def _may_mean(names: Sequence[str]) -> str | None:
    if len(names) <= 1:
        return f"did you mean `{names[0]}`?" if names else None
    return f"name one of them: {', '.join(f'`{name}`' for name in names)}"


def count_of(draft: Draft, card: Card, under: str | None = None) -> int:
    """Return the copies of `card` on the lines that `with_copies` would change."""
    return sum(entry.count for entry in draft.entries(card, under))


def with_copies(draft: Draft, card: Card, count: int, under: str | None = None) -> Draft:
    """Return the draft with `count` copies of `card` on the lines that `Draft.entries` returns; 0 removes them.

    Raises:
        UsageError: when the count is above the limit.
        OutputError: when the changed list would be read differently.
    """
    return with_all(draft, ((card, count),), under)


def with_all(draft: Draft, cards: Iterable[tuple[Card, int]], under: str | None = None) -> Draft:
    """Return the draft with these copies of several cards; raises like `with_copies`, but reads the list only once."""
    most = draft.raw.limits.copies
    copies, kept, new = dict[tuple[str, str], int](), dict[Request, int](), []
    for card, count in cards:
        if not 0 <= count <= most:
            message = f"{count} copies of `{card.name}`; the number must be from 0 to {most}"
            raise UsageError(message, help=how_to_raise("copies") if count > most else None)
        entries = draft.entries(card, under)
        change = count - sum(entry.count for entry in entries)
        if not change:
            continue
        copies[card.id, draft.under(entries[0]) if entries else ""] = count
        if entries:
            kept.update(spread([entry.request for entry in entries], change))
        else:
            new.append((card, count))
    return rewritten(draft, edited(draft, Edit(kept, tuple(new))), copies) if copies else draft


def without_lines(draft: Draft, lines: Iterable[Request]) -> Draft:
    """Return the draft without the given unrecognised lines."""
    gone = tuple(lines)
    return rewritten(draft, edited(draft, Edit(dict.fromkeys(gone, 0))), {}, gone)


def pasted(draft: Draft, text: str) -> tuple[Draft, tuple[str, ...]]:
    """Return the draft with the cards of a pasted list, and the lines of that list that it still lacks.

    Unrecognised lines are added at the end, unchanged, if they stay unrecognised there.

    Raises:
        InputError: when the text is not a list.
    """
    deck = resolve(read("\n".join(text.splitlines()), "pasted text", draft.raw.limits), draft.format, draft.pool)
    added = [entry for entry in deck.entries if not draft.under(entry)]
    cards = {entry.card.id: entry.card for entry in added}
    more = summed((entry.card.id, entry.count) for entry in added)
    draft = with_all(draft, [(card, count_of(draft, card) + more[card.id]) for card in cards.values()])
    lacking = {request.span.line for request in deck.raw.requests} - {entry.request.span.line for entry in added}
    missed = Counter(map(deck.raw.line, sorted(lacking)))
    unread = [deck.raw.line(number) for number in sorted({line.request.span.line for line in deck.unresolved})]
    if unread and draft.raw.is_list:
        end = line_end_of(draft.text)
        new = draft.reread(draft.encoded(f"{draft.text.removesuffix(end)}{end}{end.join(unread)}{end}"))
        # If the list ends with cards outside the deck, a line may have another meaning there.
        stay = len(new.deck.unresolved) == len(draft.deck.unresolved) + len(deck.unresolved)
        if stay and new.copies() == draft.copies():
            return new, tuple((missed - Counter(unread)).elements())
    return draft, tuple(missed.elements())


def exchanged(draft: Draft, old: Card, new: Card, taken: int, added: int) -> Draft:
    """Return the draft with `taken` copies of `old` removed and `added` copies of `new` added.

    When `new` replaces all copies of `old` and they are on one line, it takes over that line.
    """
    entries = draft.entries(old)
    whole = len(entries) == 1 and taken == entries[0].count and added and not draft.entries(new)
    if whole and draft.raw.syntax != "json" and (old.kind, old.deck) == (new.kind, new.deck):
        line, under = entries[0].request, draft.under(entries[0])
        content = edited(draft, Edit({line: 0}, ((new, added),), {new.id: line}))
        return rewritten(draft, content, {(old.id, under): 0, (new.id, under): added})
    # The new card is added first, because the lines of the old card show the place of its type.
    more = with_copies(draft, new, count_of(draft, new) + added)
    return with_copies(more, old, max(0, count_of(more, old) - taken))


def edited(draft: Draft, edit: Edit) -> bytes:
    """Return the file of a draft with the changes of `edit`."""
    if draft.raw.syntax == "json":
        return draft.encoded(change_json(draft.text, draft.raw, edit))
    lines, end = lines_of(draft.text), line_end_of(draft.text)
    for request, count in edit.kept.items():
        lines[request.span.line - 1] = with_count(lines[request.span.line - 1], request, count, draft.raw.limits)
    below = _new_lines(draft, edit)
    for header, inside in with_cards(draft.raw.headers, draft.raw.requests):
        at = header.span.line
        last = max((each.span.line for each in inside), default=at)
        emptied = bool(inside) and not any(edit.kept.get(each, 1) for each in inside)
        if header.count is not None and emptied and not any(at <= number <= last for number in below):
            lines[at - 1] = ""  # With a number and no cards below it, the header would be read as the name of a card.
    parts = [f"{line}{end}" for line in below.get(0, ())]
    for number, line in enumerate(lines, 1):
        parts.append(line)
        if number in below and line and not LINE_END.search(line):
            # The file has no final line end, and must stay so.
            parts.append(end + end.join(below[number]))
        elif number in below:
            parts += [f"{each}{end}" for each in below[number]]
    return draft.encoded("".join(parts))


def _new_lines(draft: Draft, edit: Edit) -> dict[int, list[str]]:
    """Return the lines for new cards, by the number of the line above them."""
    groups: dict[int, dict[tuple[str, ...], list[str]]] = {}
    for card, count in edit.new:
        old = edit.replaced.get(card.id)
        place = Place(old.span.line, old, in_place=True) if old else place_for(card, draft)
        groups.setdefault(place.line, {}).setdefault(place.headers, []).append(line_for(card, count, place, draft))
    below: dict[int, list[str]] = {}
    for number, by_headers in groups.items():
        new = below[number] = by_headers.pop((), [])  # Lines under the existing header come before new headers.
        for headers, added in by_headers.items():
            new += [*([""] if new and headers[0] else []), *headers, *added]
    return below
