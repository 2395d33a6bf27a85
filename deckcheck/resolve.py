"""From names to cards.

A name is looked up exactly after folding, then by what the format tells (a level or set mark left out, where
only one such card is legal), then in forms that can mean only one card. A reading that is not exact is noted
on the entry. What is left is unresolved, with suggestions: near misses are never taken silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Unresolved
from deckcheck.model.format import Format
from deckcheck.model.pool import Known, Pool
from deckcheck.names import (
    Experience,
    article_variants,
    bracket_experience,
    fold,
    split_bracket,
    split_experience,
)

_MAX_SUGGESTIONS = 3
_NEAR = 25
_MAX_NAME = 200
_MAX_BRACKETS = 3
# Below this likeness (0-100) a name is no suggestion; real slips of the pen in lists score higher.
_LIKENESS = 76
# Suggestions this much less alike than the best one would only distract.
_NEARLY = 8
_SENTENCE = r"[.?;,]\s*$|[.?!;]\s+\S|https?://|www\."
_MAX_WORDS = 9
_TITLE_WORDS = 6


class Reading(Struct, frozen=True):
    """One way to read a line: a title, the experience and the bracketed mark split off it (None: not written)."""

    title: str
    experience: Experience | None = None
    mark: str | None = None


class _Found(Struct, frozen=True):
    card: Card
    read_as: str = ""


class _Several(Struct, frozen=True):
    cards: tuple[Card, ...]


def resolve(raw: RawDeck, fmt: Format, pool: Pool) -> Deck:
    """Return `raw` with its cards known, as the format `fmt` reads their names."""
    entries: list[Entry] = []
    unresolved: list[Unresolved] = []
    proxies: list[Entry] = []
    open_requests: list[Request] = []
    several: list[tuple[Request, tuple[Card, ...]]] = []
    # The same card on two lines is one question, so that splitting a line changes no answer.
    copies: dict[str, int] = {}
    for request in raw.requests:
        key = fold(request.name)
        copies[key] = copies.get(key, 0) + request.count
    for request in raw.requests:
        outcome = _look_up(request, copies[fold(request.name)], fmt, pool)
        if isinstance(outcome, Entry) and not outcome.request.bad_count:
            (proxies if outcome.card.proxy else entries).append(outcome)
        elif isinstance(outcome, _Several):
            several.append((request, outcome.cards))
        elif request.bad_count:
            unresolved.append(Unresolved(request))
        else:
            open_requests.append(request)
    own = {clan for entry in entries if entry.card.kind == "stronghold" for clan in entry.card.clans}
    for request, cards in several:
        if not request.bad_count and own and _same_in_deck(cards, own):
            reason = f"the {len(cards)} of this name are the same for building this deck"
            entries.append(Entry(cards[0], request.count, request, read_as=reason))
        else:
            unresolved.append(Unresolved(request, tuple(_full_name(card, cards, pool) for card in cards)))
    entries.sort(key=lambda entry: entry.request.span.line)
    passed_over = list(raw.comments)
    if open_requests:
        suggest = Suggester(pool, fmt)
        for request in open_requests:
            near = _same_title(request.name, fmt, pool) or suggest(request.name)
            if not near and not request.counted and _is_prose(request, entries):
                passed_over.append(request.span.line)
            else:
                unresolved.append(Unresolved(request, (), near))
    return Deck(
        raw=raw,
        entries=tuple(entries),
        unresolved=tuple(sorted(unresolved, key=lambda line: line.request.span.line)),
        proxies=tuple(proxies),
        passed_over=tuple(sorted(passed_over)),
    )


def _look_up(request: Request, copies: int, fmt: Format, pool: Pool) -> Entry | _Several | None:
    """Return what a line names; the deck has `copies` of that name."""
    wanted = request if request.count == copies else msgspec.structs.replace(request, count=copies)
    found = _find(request.name, wanted, fmt, pool)
    if found is None and request.counted:
        # "700 Soldier Plain" is one copy of a card whose title starts with a number.
        found = _find(request.written, request, fmt, pool)
        if isinstance(found, _Found):
            request = msgspec.structs.replace(request, name=request.written, count=1, counted=False, bad_count="")
    if isinstance(found, _Found):
        return _entry(found, request, fmt, pool)
    return found


def _entry(found: _Found, request: Request, fmt: Format, pool: Pool) -> Entry:
    card = found.card
    if not fmt.allows(card):
        souls = [soul for soul in pool.souls_of(card.identity[0]) if fmt.allows(soul)]
        if len(souls) == 1:
            return Entry(souls[0], request.count, request, stood_for=card.name)
        same_title = (other for other in pool.named(fold(card.base_title)) if fmt.allows(other))
        instead = tuple(other.name for other in same_title)
        return Entry(card, request.count, request, read_as=found.read_as, instead=instead)
    return Entry(card, request.count, request, read_as=found.read_as)


def _find(name: str, request: Request, fmt: Format, pool: Pool) -> _Found | _Several | None:
    several: _Several | None = None
    readings = list(_readings(name[:_MAX_NAME]))
    for reading in readings:
        outcome = _pick(pool.named(fold(reading.title)), reading, request, fmt, pool)
        if isinstance(outcome, _Found):
            return outcome
        several = several or outcome
    if several:
        return several
    for reading in readings:
        outcome = _single(pool.titled_also(fold(reading.title)), reading, fmt, "it is the card's other title")
        if outcome:
            return outcome
    for reading in readings:
        cards = tuple(card for key in article_variants(reading.title) for card in pool.named(key))
        outcome = _single(cards, reading, fmt, "no other card has this name but for the article")
        if outcome:
            return outcome
    return None


def _readings(name: str) -> Iterator[Reading]:
    """Yield the ways to read a name: with an experience marker split off, as it stands, then without brackets."""
    title, experience = split_experience(name)
    yield Reading(title, experience)
    if experience:
        yield Reading(name)
    mark = None
    for _ in range(_MAX_BRACKETS):
        title, bracket = split_bracket(title)
        if bracket is None:
            return
        inside, bracket = bracket_experience(bracket)
        experience = experience or inside
        mark = mark or bracket
        if experience is None:
            bare, experience = split_experience(title)
            yield Reading(bare, experience, mark)
            if experience:
                yield Reading(title, None, mark)
            title = bare
        else:
            yield Reading(title, experience, mark)


def _pick(
    cards: tuple[Card, ...], reading: Reading, request: Request, fmt: Format, pool: Pool
) -> _Found | _Several | None:
    """Choose among the cards that share a title: the one written, else the only one the format can mean."""
    if not cards:
        return None
    key = fold(reading.title)
    if reading.mark:
        marked = tuple(card for card in cards if _has_mark(card, reading.mark, pool))
        cards = marked or cards
        reading = reading if marked else msgspec.structs.replace(reading, mark=None)
    by_id = _by_id(cards, reading.title)
    if by_id:
        return _Found(by_id[0]) if len(by_id) == 1 else _Several(by_id)
    experience = reading.experience or Experience(0)
    exact = [
        card
        for card in cards
        if key in _titles(card) and (card.level, card.variant) == (experience.level, experience.variant)
    ]
    legal = [card for card in exact if fmt.allows(card)]
    if len(legal) == 1:
        marked_otherwise = reading.mark or key != fold(legal[0].title)
        return _Found(legal[0], "" if not legal[0].mark or marked_otherwise else _reason(legal[0], reading))
    if legal:
        return _same_for_building(legal, request)
    # A card that a ban took out of the format is what its name means, even where another level is legal; and a
    # level that is written is never read as another one.
    meant = exact if reading.experience else [card for card in exact if card.banned]
    if len(meant) == 1:
        return _Found(meant[0])
    return _by_format(cards, exact, reading, request, fmt)


def _by_id(cards: tuple[Card, ...], written: str) -> tuple[Card, ...]:
    """Return the cards that `written` means as an id: the one it is to the letter, else all when it is no title."""
    verbatim = tuple(card for card in cards if written in (card.id, *card.aliases))
    key = fold(written)
    if len(verbatim) == 1 or any(key in _titles(card) for card in cards):
        return verbatim if len(verbatim) == 1 else ()
    return tuple(card for card in cards if fold(card.id) == key or key in map(fold, card.aliases))


def _titles(card: Card) -> tuple[str, ...]:
    """Return the folded title, alone and with the card's set mark."""
    return (fold(card.title), fold(f"{card.title} {card.mark}")) if card.mark else (fold(card.title),)


def _by_format(
    cards: tuple[Card, ...], exact: list[Card], reading: Reading, request: Request, fmt: Format
) -> _Found | _Several | None:
    """Choose when the card that is written does not exist or is not legal."""
    experience = reading.experience
    others = [card for card in cards if card not in exact]
    if experience is not None:
        others = [
            card
            for card in others
            if card.level == experience.level and (not experience.variant or card.variant == experience.variant)
        ]
    legal = [card for card in others if fmt.allows(card)]
    if exact:
        # Nobody means several copies of a Unique card by the name of another one.
        legal = [card for card in legal if not (card.unique and request.count > 1)]
    if len(legal) == 1:
        return _Found(legal[0], _reason(legal[0], reading))
    if legal:
        return _Several(tuple(legal))
    if exact:
        return _Found(exact[0] if len(exact) == 1 else next((c for c in exact if c.deck != "none"), exact[0]))
    if len(others) == 1:
        return _Found(others[0], _reason(others[0], reading))
    return _Several(tuple(others)) if others else None


def _reason(card: Card, reading: Reading) -> str:
    left_out = []
    if reading.experience is None and card.level:
        left_out.append("experience level")
    elif reading.experience is not None and card.variant != reading.experience.variant:
        left_out.append("variant")
    if card.subtitle and fold(card.title) != fold(reading.title):
        left_out.append("subtitle")
    if card.mark and not reading.mark:
        left_out.append("set mark")
    what = " and ".join(left_out) or "rest of the name"
    return f"the {what} was left out, and only this card can be meant"


def _same_for_building(cards: list[Card], request: Request) -> _Found | _Several:
    """Choose among equally good legal cards by the header, or when they are the same for building a deck."""
    if request.section in ("dynasty", "conflict", "fate"):
        cards = [card for card in cards if card.deck == request.section] or cards
    if len(cards) == 1:
        return _Found(cards[0], "the other card of this name belongs to the other deck")
    if len({(_building_facts(card), card.clans) for card in cards}) == 1:
        return _Found(cards[0], f"the {len(cards)} of this name are the same for building a deck")
    return _Several(tuple(cards))


def _same_in_deck(cards: tuple[Card, ...], own: set[str]) -> bool:
    """Return whether it makes no difference which of `cards` is meant: neutral is as good as one's own clan."""
    fitting = {(_building_facts(card), not card.clans or bool(own.intersection(card.clans))) for card in cards}
    return len(fitting) == 1 and next(iter(fitting))[1]


def _building_facts(card: Card) -> tuple[object, ...]:
    stats = (card.influence, card.influence_pool, card.elements, card.effects)
    return (card.kind, card.deck, card.identity, card.unique, card.loyal, *stats)


def _full_name(card: Card, others: tuple[Card, ...], pool: Pool) -> str:
    """Return the name of `card`, with its first set where another card has the same name."""
    if sum(other.name == card.name for other in others) == 1 or not card.printings:
        return card.name
    return f"{card.name} ({pool.sets()[card.printings[0].set].name})"


def _single(cards: Iterable[Card], reading: Reading, fmt: Format, reason: str) -> _Found | None:
    """Return the card when only one fits the experience that was written."""
    unique = {card.id: card for card in cards}
    fitting = [card for card in unique.values() if _fits(card, reading)]
    legal = [card for card in fitting if fmt.allows(card)]
    chosen = legal or fitting
    return _Found(chosen[0], reason) if len(chosen) == 1 else None


def _fits(card: Card, reading: Reading) -> bool:
    if reading.experience is None:
        return True
    return (card.level, card.variant) == (reading.experience.level, reading.experience.variant)


def _has_mark(card: Card, mark: str, pool: Pool) -> bool:
    """Return whether `mark`, from brackets behind a name, is the card's set mark or one of its sets."""
    key = fold(re.sub(r"#.*$", "", mark))
    if card.mark and key == fold(card.mark):
        return True
    sets = pool.sets()
    return any(key in (fold(printing.set), fold(sets[printing.set].name)) for printing in card.printings)


def _same_title(name: str, fmt: Format, pool: Pool) -> tuple[str, ...]:
    """Return the cards of the title that is written, with whatever level, those legal in the format first."""
    cards = {card.name: fmt.allows(card) for reading in _readings(name) for card in pool.named(fold(reading.title))}
    return tuple(sorted(cards, key=lambda other: (not cards[other], other)))[:_MAX_SUGGESTIONS]


def _is_prose(request: Request, entries: list[Entry]) -> bool:
    """Return whether a line without a number that resembles no card is prose.

    Sentences are. In a list that counts its cards, so is what stands above the first card, and what no title
    looks like; anything shorter may still be a card that is not known.
    """
    name = request.name
    words = len(name.split())
    if re.search(_SENTENCE, name) or words > _MAX_WORDS or len(name) > _MAX_NAME:
        return True
    if sum(entry.request.counted for entry in entries) * 2 <= len(entries):
        return False
    above = request.span.line < entries[0].request.span.line
    return above or words > _TITLE_WORDS or any(char.isdigit() for char in name)


class Suggester:
    """Finds names of the pool that resemble what was written, those legal in the format first."""

    def __init__(self, pool: Pool, fmt: Format | None = None) -> None:
        """Prepare the names of `pool`; without a format none goes first."""
        self._names = {known.name.casefold(): known for known in pool.names()}
        self._format = fmt

    def __call__(self, written: str) -> tuple[str, ...]:
        """Return at most three names that resemble `written`, the best first within legal and other names."""
        from rapidfuzz import fuzz, process

        name = split_bracket(written[:_MAX_NAME])[0].casefold()
        hits = process.extract(name, self._names.keys(), scorer=fuzz.ratio, score_cutoff=_LIKENESS, limit=_NEAR)
        best = max((score for _, score, _ in hits), default=0)
        near = [self._names[hit] for hit, score, _ in hits if score >= best - _NEARLY]
        near.sort(key=lambda known: self._format is not None and not _may_be_legal(known, self._format))
        return tuple(known.name for known in near[:_MAX_SUGGESTIONS])


def cards_called(written: str, pool: Pool) -> tuple[Card, ...]:
    """Return all cards of `pool` that a name written by a person may mean, whatever the format."""
    for reading in _readings(written[:_MAX_NAME]):
        cards = [card for card in pool.named(fold(reading.title)) if _fits(card, reading)]
        if cards:
            return tuple(cards)
    return ()


def _may_be_legal(known: Known, fmt: Format) -> bool:
    if fmt.legality.marks:
        return any(mark in fmt.legality.marks for mark in known.marks)
    return any(map(fmt.legality.takes_set, known.sets))
