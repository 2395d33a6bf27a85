"""What every writer writes, the readers read again: the same cards and counts."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.decks.writers import WRITERS, Writer, write
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Span, Unresolved
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from tests.conftest import examples, shipped_format, shipped_pool

# Formats that take nearly every card of their game, so that names must be told apart by what is written.
WIDE = {"legacy": "ccg", "jade": "ccg", "lcg-2017": "lcg", "lcg-stronghold": "lcg"}
SECTIONS = st.sampled_from(["", "", "", "sideboard", "starting"])
# The other syntaxes have no place for cards outside the deck, which are left out and named.
WITH_SIDEBOARD = ("text", "deckcheck-yaml", "deckcheck-json")
CASES = [
    pytest.param(format_id, writer, id=f"{format_id} {writer.name}")
    for format_id, game in WIDE.items()
    for writer in WRITERS.values()
    if writer.game in ("", game)
]

# The readers of what each writer writes: seen by its marks, and asked for by name.
READ_BY = {
    "text": ("text", "eopk"),
    "sun-and-moon": ("sun-and-moon", "text", "jigoku"),  # without a legality, and with a set on every line
    "eopk": ("eopk",),
    "oracle": ("oracle",),
    "deckcheck-yaml": ("deckcheck-yaml",),
    "deckcheck-json": ("deckcheck-json",),
    "emeralddb": ("json",),
    "fiveringsdb": ("json",),
    "jigoku": ("jigoku", "text"),
}
FACTS = st.fixed_dictionaries(
    {},
    optional={
        fact: st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=40)
        for fact in ("name", "player", "author", "event", "date", "format", "notes")
    },
)

lenient = settings(deadline=None, max_examples=examples(10))


def pool_of(format_id: str) -> FilePool:
    return shipped_pool(WIDE[format_id])


@cache
def legal(format_id: str) -> list[Card]:
    """Return the cards of a format, those with a namesake, a level, a mark or a subtitle first."""
    fmt = shipped_format(format_id)
    cards = [card for card in pool_of(format_id).cards() if fmt.allows(card)]
    titles = Counter(card.title for card in cards)
    return sorted(cards, key=lambda card: not (card.level or card.mark or card.subtitle or titles[card.title] > 1))


@cache
def awkward(format_id: str) -> int:
    titles = Counter(card.title for card in legal(format_id))
    return sum(bool(card.level or card.mark or card.subtitle or titles[card.title] > 1) for card in legal(format_id))


def entry(card: Card, count: int, section: str = "", line: int = 1) -> Entry:
    request = Request(name=card.name, count=count, span=Span(line, 1, 2), section=section)
    return Entry(card, count, request)


def deck_of(entries: list[Entry]) -> Deck:
    raw = RawDeck(path="deck.txt", lines=(), requests=tuple(entry.request for entry in entries), name="Cranes: #1")
    return Deck(
        raw=raw,
        entries=tuple(entry for entry in entries if not is_outside(entry)),
        outside=tuple(entry for entry in entries if is_outside(entry)),
    )


def is_outside(entry: Entry) -> bool:
    """Return whether a card is no part of the deck; none of the formats here has a sideboard."""
    return entry.card.proxy or entry.request.section == "sideboard"


def counts(deck: Deck) -> Counter[str]:
    """Return the copies of each card; proxies of created cards are cards here too."""
    found: Counter[str] = Counter()
    for each in (*deck.entries, *deck.outside):
        found[each.card.id] += each.count
    return found


def round_trip(deck: Deck, writer: Writer, format_id: str) -> Deck:
    pool = pool_of(format_id)
    text = write(deck, pool, writer).text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    seen = read(text, "written", Limits())
    first, *others = READ_BY[writer.name]
    assert seen.syntax in (first, *others)
    asked = seen if seen.syntax == first else read(text, "written", Limits(), first)
    assert [(r.name, r.count) for r in asked.requests] == [(r.name, r.count) for r in seen.requests]
    return resolve(seen, shipped_format(format_id), pool)


def told_apart(card: Card, writer: Writer, format_id: str) -> bool:
    """Return whether the writer says nothing of the card: what it may lose, it says."""
    said = write(deck_of([entry(card, 1)]), pool_of(format_id), writer).losses
    return not any("shares its name" in loss or "no pack tells" in loss for loss in said)


@pytest.mark.parametrize(("format_id", "writer"), CASES)
def test_every_card_of_the_format_is_read_again(format_id: str, writer: Writer) -> None:
    cards = legal(format_id)
    wrong = []
    for start in range(0, len(cards), 1500):
        part = cards[start : start + 1500]
        back = counts(round_trip(deck_of([entry(card, 1) for card in part]), writer, format_id))
        wrong += [card for card in part if back[card.id] != 1]

    assert [card.id for card in wrong if told_apart(card, writer, format_id)] == []
    assert len(wrong) <= 6


@pytest.mark.parametrize(("format_id", "writer"), CASES)
@lenient
@given(data=st.data())
def test_a_deck_that_was_written_is_read_again(format_id: str, writer: Writer, data: st.DataObject) -> None:
    cards, first = legal(format_id), awkward(format_id)
    picks = st.integers(0, first - 1) | st.integers(0, len(cards) - 1)
    chosen = data.draw(
        st.lists(st.tuples(picks, st.integers(1, 12), SECTIONS), min_size=1, max_size=12),
        label="cards, counts, sections",
    )
    entries = [
        entry(cards[index], count, section if writer.name in WITH_SIDEBOARD or section != "sideboard" else "", line)
        for line, (index, count, section) in enumerate(chosen, 1)
        if told_apart(cards[index], writer, format_id)
    ]
    if not entries or (writer.suffix == ".json" and all(each.card.proxy for each in entries)):
        return
    deck = deck_of(entries)

    back = round_trip(deck, writer, format_id)

    assert counts(back) == counts(deck)
    assert back.unresolved == ()
    assert back.fingerprint == deck.fingerprint


@pytest.mark.parametrize("target", ["deckcheck-yaml", "deckcheck-json"])
@lenient
@given(
    facts=FACTS, names=st.lists(st.text(min_size=1, max_size=30), max_size=5), bad=st.sampled_from(["-2", "0", "2.5"])
)
def test_own_files_lose_nothing(target: str, facts: dict[str, str], names: list[str], bad: str) -> None:
    card = next(card for card in legal("legacy") if card.deck == "fate")
    strangers = [f"?{' '.join(name.encode('utf-8', 'replace').decode().split())}" for name in names]
    requests = [Request(name=name, count=3, span=Span(2, 1, 2), section="fate") for name in strangers]
    requests.append(Request(name="!", count=0, span=Span(3, 1, 2), bad_count=bad))
    raw = RawDeck(path="deck.txt", lines=("", "", ""), requests=tuple(requests), **facts)  # type: ignore[arg-type]
    deck = Deck(raw=raw, entries=(entry(card, 2),), unresolved=tuple(Unresolved(request, 3) for request in requests))

    text = write(deck, pool_of("legacy"), WRITERS[target]).text
    back = read(text, "written", Limits())

    assert back.syntax == target
    wanted = {
        fact: value if fact == "notes" and value.strip() else " ".join(value.split()) for fact, value in facts.items()
    }
    assert {fact: getattr(back, fact) or "" for fact in facts} == wanted
    assert Counter(
        {request.name: 3 * strangers.count(request.name) for request in requests if not request.bad_count}
    ) == Counter(
        {
            request.name: request.count
            for request in back.requests
            if request.section == "fate" and request.name != card.name
        }
    )
    assert [request.bad_count for request in back.requests if request.name == "!"] == [bad]
