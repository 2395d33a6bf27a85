"""Complete a list with cards named only in fields beside it, such as a form's column of Strongholds."""

from collections.abc import Callable

from msgspec.structs import replace

from deckcheck.decks.readers import read_all
from deckcheck.decks.words.sayings import single_kind
from deckcheck.model.deck import Aside, Deck, Entry, Header, RawDeck, Request
from deckcheck.model.errors import InputError
from deckcheck.model.finding import Severity
from deckcheck.model.names import fold
from deckcheck.model.report import Report

# The maximum of such cards in a deck.
_MOST_FIELDS = 12
# Words that only refer to the list.
_POINTING = {
    *("see", "the", "in", "my", "it", "is", "above", "below", "as", "list", "deck", "decklist", "listed", "included"),
    *("same", "siehe", "oben", "unten", "liste", "voir", "ver", "lista"),
}


def completed(raw: RawDeck, read: Callable[[RawDeck], Deck], check: Callable[[Deck], Report]) -> RawDeck:
    """Return a list with the Stronghold, role and similar cards that only a field beside it names.

    A field that repeats a card of the list is removed. Any other field stays beside the list, including one whose card
    would make the list break more rules.
    """
    fields = {each: kind for each in raw.beside if (kind := single_kind(each.text.partition(":")[0]))}
    if not 0 < len(fields) <= _MOST_FIELDS:
        return raw
    beside = {*raw.beside}
    bare = read(replace(raw, asides=tuple(each for each in raw.asides if each not in beside)))
    again, cards = list[Aside](), dict[Aside, Request]()
    for field, kind in fields.items():
        said = " ".join(field.text.partition(":")[2].split())
        there = [each.card for each in bare.entries if each.card.kind == kind]
        known = _POINTING.union(*(_words(each.name) for each in there))
        entry = _only(kind, said, raw, read)
        if there and (entry.card in there if entry else _words(said) <= known):
            again.append(field)
        elif entry and not any(each.card.kind == kind for each in bare.named):
            cards[field] = replace(entry.request, span=field.span)
    heads = (Header(text=each.header, section=each.section, span=each.span) for each in cards.values())
    whole = replace(
        raw,
        asides=tuple(each for each in raw.asides if each not in again and each not in cards),
        headers=(*raw.headers, *heads),
        requests=(*raw.requests, *cards.values()),
    )
    return whole if not cards or _errors(check(read(whole))) <= _errors(check(bare)) else raw


def _only(kind: str, said: str, raw: RawDeck, read: Callable[[RawDeck], Deck]) -> Entry | None:
    """Return the one card of a type that a text names; None for any other text."""
    try:
        deck = read(read_all(f"{kind}: {said}", raw.path, raw.limits, "text")[0])
    except InputError:
        return None
    found = [each for each in deck.named if each.count == 1 and each.card.kind == kind and not each.inexact]
    return found[0] if len(found) == len(deck.named) == 1 and not (deck.unresolved or deck.left_out) else None


def _words(text: str) -> set[str]:
    return {fold(word) for word in text.split()} - {""}


def _errors(report: Report) -> set[str]:
    return {each.code for each in report.findings if each.severity is Severity.ERROR}
