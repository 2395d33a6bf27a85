"""Random decks for benchmarks, made from a card pool; the same seed gives the same decks.

Each walk starts at a legal deck of the fixtures and replaces one card after another with a card of the same section.
The walk keeps only replacements that leave the deck legal. A share of the decks then gets one mistake, a slip.
"""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import Resolver, resolve
from deckcheck.decks.words.headers import heading
from deckcheck.model.card import Card
from deckcheck.model.deck import RawDeck, Request, Span
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.pool import Pool
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from deckcheck.rules.tally import section_of

FIXTURES = Path(__file__).resolve().parents[1] / "tests" / "fixtures" / "decks"
# Replacements between the fixture and the first deck of a walk, and between one deck and the next.
_BURN_IN = 60
# The sections whose cards sites name again beside the cards, with their keys.
_STARTS = {"strongholds": "stronghold", "roles": "role", "provinces": "provinces"}
_STEPS = 2


class Made(NamedTuple):
    """A deck: its name, its player, and its lines by section label."""

    name: str
    player: str
    sections: dict[str, list[Line]]


class Line(NamedTuple):
    """A line of a deck: section label, card id and name as written, and copies."""

    section: str
    card: str
    name: str
    copies: int


class _Deal(NamedTuple):
    """The cards to make decks from: cards and sections by id, and the ids of legal cards by section."""

    judge: Judge
    dice: random.Random
    every: tuple[Card, ...]
    cards: dict[str, Card]
    section_of: dict[str, str]
    legal: dict[str, list[str]]


def decks(fmt: Format, pool: Pool, *, seed: str, slips: float) -> Iterator[Made]:
    """Yield decks without end; the share `slips` of them has one mistake of `SLIPS` each."""
    deal = _deal(fmt, pool, random.Random(seed))  # noqa: S311 - decks, not secrets
    walks = list(_starts(fmt, pool, deal))
    if not walks:
        raise ValueError(f"no fixture deck of `{fmt.id}` is without any finding")
    for walk in walks:
        _walk(walk, _BURN_IN, deal)
    number = 0
    while True:
        for walk in walks:
            number += 1
            _walk(walk, _STEPS, deal)
            lines = [_line(card, copies, fmt, deal) for card, copies in walk.items()]
            if deal.dice.random() < slips:
                deal.dice.choice(SLIPS)(lines, deal.every, deal.dice)
            sections: dict[str, list[Line]] = {section.label: [] for section in fmt.sections.values()}
            for line in lines:
                sections[line.section].append(line)
            yield Made(f"Entry {number}", f"Player {number}", sections)


def _line(card: str, copies: int, fmt: Format, deal: _Deal) -> Line:
    return Line(fmt.sections[deal.section_of[card]].label, card, deal.cards[card].name, copies)


def _deal(fmt: Format, pool: Pool, dice: random.Random) -> _Deal:
    resolver = Resolver(fmt, pool)
    every = tuple(pool.cards())
    places = {card.id: section for card in every if (section := section_of(card, fmt)) is not None}
    legal: dict[str, list[str]] = {section: [] for section in fmt.sections}
    for card in every:
        # A name that several cards share is ambiguous in a text, and so is an id that another card had before.
        names = (card.name, card.id) if card.id in places and fmt.allows(card) else ()
        if names and all(_is_plain(name, card, resolver) for name in names):
            legal[places[card.id]].append(card.id)
    return _Deal(Judge(fmt), dice, every, {card.id: card for card in every}, places, legal)


def _is_plain(name: str, card: Card, resolver: Resolver) -> bool:
    """Return whether a line with `name` is `card` and nothing else."""
    request = Request(name=name, count=1, span=Span(1, 1, 2), written=name)
    found = resolver.alone(RawDeck(path="", lines=(name,), requests=(request,)))
    return isinstance(found, tuple) and found[0].card.id == card.id and not found[0].inexact


def _starts(fmt: Format, pool: Pool, deal: _Deal) -> Iterator[dict[str, int]]:
    """Yield the fixture decks without any finding, as copies by card id."""
    for path in sorted((FIXTURES / fmt.id).glob("*.txt")):
        deck = resolve(read(path.read_text("utf-8"), path.name, Limits()), fmt, pool)
        lines = {entry.card.id: entry.count for entry in deck.entries}
        if check(deck, fmt, pool).verdict is Verdict.LEGAL and not _asked(lines, deal):
            yield lines


def _walk(lines: dict[str, int], steps: int, deal: _Deal) -> None:
    """Replace `steps` cards of a legal deck so that it stays legal."""
    while steps:
        card = deal.dice.choice(list(lines))
        other = deal.dice.choice(deal.legal[deal.section_of[card]])
        if other in lines:
            continue
        copies = lines.pop(card)
        lines[other] = copies
        if _asked(lines, deal):
            del lines[other]
            lines[card] = copies
        else:
            steps -= 1


def _asked(lines: dict[str, int], deal: _Deal) -> int:
    """Return the rules that may have a finding about a deck, as bits; 0 means none."""
    judge = deal.judge
    return judge.sums.look(
        [judge.sums.line(judge.places.of(deal.cards[card]), copies) for card, copies in lines.items()]
    ).asked


_Lines = list[Line]


def _one_copy_more(lines: _Lines, _: tuple[Card, ...], dice: random.Random) -> None:
    index = dice.randrange(len(lines))
    lines[index] = lines[index]._replace(copies=lines[index].copies + 1)


def _line_gone(lines: _Lines, _: tuple[Card, ...], dice: random.Random) -> None:
    del lines[dice.randrange(len(lines))]


def _any_card(lines: _Lines, every: tuple[Card, ...], dice: random.Random) -> None:
    index, card = dice.randrange(len(lines)), dice.choice(every)
    if card.id not in {line.card for line in lines}:
        lines[index] = lines[index]._replace(card=card.id, name=card.name)


def _letter_gone(lines: _Lines, _: tuple[Card, ...], dice: random.Random) -> None:
    index = dice.randrange(len(lines))
    line = lines[index]
    lines[index] = line._replace(card=_less(line.card, dice), name=_less(line.name, dice))


def _less(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + text[at + 1 :]


# The mistakes, all equally frequent: an extra copy, a missing line, a random card of the pool instead of another, a
# missing letter in a name.
SLIPS: tuple[Callable[[_Lines, tuple[Card, ...], random.Random], None], ...] = (
    _one_copy_more,
    _line_gone,
    _any_card,
    _letter_gone,
)


def as_json(deck: Made, **facts: object) -> str:
    """Return a deck as one line of JSON with card ids and further facts."""
    cards = {line.card: line.copies for lines in deck.sections.values() for line in lines}
    said = {"name": deck.name, "player": deck.player, **facts, "cards": cards}
    return json.dumps(said, separators=(",", ":")) + "\n"


def as_site(deck: Made) -> str:
    """Return a deck as `as_json` does, with its number, a date and the cards that it starts with, as sites say them."""
    named = {label.lower(): [line.card for line in lines] for label, lines in deck.sections.items() if lines}
    starts = {key: named[label] for label, key in _STARTS.items() if label in named}
    single = {key: cards[0] if len(cards) == 1 else cards for key, cards in starts.items()}
    number = int(deck.name.rpartition(" ")[2])
    return as_json(deck, id=number, kind="kotei", published=True, version=0.1, date="2018-03-10", **single)


def as_text(deck: Made) -> str:
    """Return a deck as a player types it: a name and the cards by section, under headers where lists have them."""
    parts = [f"# {deck.name}\n"]
    for label, lines in deck.sections.items():
        if lines:
            parts.append(f"\n{label}\n" if heading(label) else "\n")
            parts += [f"{line.copies} {line.name}\n" for line in lines]
    return "".join(parts)


def as_csv(made: Iterable[Made]) -> Iterator[str]:
    """Yield the lines of a table with one deck per row, as web forms export it."""
    held = io.StringIO(newline="")
    writer = csv.writer(held)
    writer.writerow(("Player", "Deck name", "Decklist"))
    for deck in made:
        writer.writerow((deck.player, deck.name, as_text(deck)))
        yield held.getvalue()
        held.seek(0)
        held.truncate()
