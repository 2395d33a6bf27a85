"""Looking up all lines of a deck list, so that each is a card, outside the deck, prose, or in doubt."""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from deckcheck.decks.counts import is_bracketed_behind
from deckcheck.decks.dialects import FACTS
from deckcheck.decks.headers import HEADERS, is_of_created
from deckcheck.decks.readers import is_list
from deckcheck.decks.resolve.accounting import (
    Account,
    account,
    begins_title,
    is_card_line,
    says_card,
)
from deckcheck.decks.resolve.doubts import UNTICKED, has_empty_box, headings_outside, unticked
from deckcheck.decks.resolve.entries import Entries
from deckcheck.decks.resolve.lookup import Several, full_name, same_in_deck
from deckcheck.decks.resolve.parts import ORDINAL, is_heading, ordinals, totals
from deckcheck.decks.resolve.suggest import Suggester, is_phrase, same_but_for_the_subtitle, same_title
from deckcheck.decks.resolve.tokens import is_odd, most_copies
from deckcheck.model.card import Card
from deckcheck.model.deck import (
    AROUND,
    OPEN_MARK,
    OUTSIDE,
    Aside,
    Deck,
    Entry,
    LeftOut,
    LineClass,
    RawDeck,
    Request,
    Unresolved,
)
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool, basis_of

_SENTENCE = r"[.?;,]\s*$|[.?!;]\s+\S|https?://|www\."
_MAX_WORDS = 9
_TITLE_WORDS = 6
_SHOWN = 3
# What is surely a comment: struck through, or behind a mark that no sign, cell of a table or second mark follows.
_COMMENTED = r"(?:\#+|//+)\s*\w[^\t]*$|;+\s*\w[^\t;]*$|<!--|/\*|~~|[\[<]/?(?:s|strike|del)[\]>]"
# A word behind a single mark may be a tag: "#IronMine 3".
_TAG = r"\#[^\W\d_]"
# The marks of what is struck through or commented out.
_STRUCK = r"</?(?:s|strike|del)>|\[/?(?:s|strike|del)\]|~~|<!--|-->|/\*|\*/"
# What one title may have where no rule of the format says it.
_COPIES = 3
# A list with more unknown names is none that anybody corrects line by line, and looking for near ones takes long.
MOST_SUGGESTED = 200
_UNSAID = Account()
_MARKED = "it is marked as unrecognised"
_NUMBER = "its number may be another one than that of copies"
_ORDINAL = "its number may be that of the line"
_AGAIN = "these copies may be those that the deck lists again, or further ones"
_BROKEN = "its name may be broken over two lines"


def resolve(raw: RawDeck, fmt: Format, pool: Pool) -> Deck:
    """Return `raw` with its cards known, as the format `fmt` reads their names."""
    return Resolver(fmt, pool).deck(raw)


class _Resolution(Struct):
    """What has been found of the list `raw` so far: its parts, and the lines that wait for the others.

    The numbers of the lines `ordinals` may count the lines of the list; the lines `totals` hold that of a part of it.
    `several` lines fit several cards, `unknown` ones none; the latter with what is on
    them, and whether they may be prose. `strays` are lines without a card or a number among cards outside the deck.
    """

    raw: RawDeck
    ordinals: frozenset[int] = frozenset()
    totals: frozenset[int] = frozenset()
    entries: list[Entry] = []
    unresolved: list[Unresolved] = []
    left_out: list[LeftOut] = []
    several: list[tuple[Request, tuple[Card, ...]]] = []
    unknown: list[tuple[Request, Account, bool]] = []
    strays: list[Request] = []


class Resolver:
    """Looks up the lines of many lists, as one format reads them, and remembers what it has found."""

    def __init__(self, fmt: Format, pool: Pool) -> None:
        """Look names up in `pool` as `fmt` reads them."""
        self._fmt = fmt
        self._pool = pool
        self._named = Entries(fmt, pool).named
        self._side = {section.header for section in fmt.sections.values() if section.header}
        self._most = most_of_a_title(fmt)
        self._basis = basis_of(fmt, pool)

    def deck(self, raw: RawDeck) -> Deck:
        """Return `raw` with its cards known."""
        found, copies = _Resolution(raw, ordinals(raw), totals(raw)), _copies(raw)
        for request in raw.requests:
            self._take(request, copies[fold(request.name)], found)
        for aside in raw.asides:
            self._take_aside(aside, found)
        for request in raw.repeated:
            self._take_repeated(request, found)
        self._tell_apart(found)
        self._take_unknown(found)
        self._take_broken(found)
        self._take_doubts(found)
        entries = sorted(found.entries, key=lambda entry: entry.request.span.line)
        return Deck(
            raw=raw,
            entries=tuple(entry for entry in entries if not self._is_out(entry)),
            unresolved=tuple(sorted(found.unresolved, key=lambda line: line.request.span.line)),
            outside=tuple(entry for entry in entries if self._is_out(entry)),
            left_out=tuple(sorted(found.left_out, key=lambda line: line.span.line)),
            basis=self._basis,
        )

    def alone(self, raw: RawDeck) -> tuple[Entry, ...] | Unresolved | None:
        """Return the cards on the only line of `raw`, or the unknown name with a number on it.

        None replaces a line that is in doubt, or whose meaning other lines may change: those that name the same
        card, or go on with a name that begins without a number.
        """
        found = _Resolution(raw)
        for request in raw.requests:
            if is_bracketed_behind(request.written) or re.match(ORDINAL, request.written):
                return None
            self._take(request, request.count, found)
        for aside in raw.asides:
            self._take_aside(aside, found)
        if found.unresolved or found.left_out or found.several:
            return None
        if found.unknown:
            if not found.unknown[0][0].counted:
                return None
            self._take_unknown(found)
            return found.unresolved[0]
        is_odd = any(
            self._is_out(entry) or entry.inexact == AROUND or has_empty_box(entry.request) for entry in found.entries
        )
        return tuple(found.entries) if len(found.entries) == len(raw.requests) and not is_odd else None

    def breaks(self, above: str, below: str) -> bool:
        """Return whether a name continues from one line in the next one."""
        return begins_title(above, below, self._pool)

    def joins(self, above: str, name: str) -> bool:
        """Return whether a name without a number below another one is the end of that."""
        return bool(self._pool.named(fold(f"{above} {name}")))

    def _take(self, request: Request, copies: int, found: _Resolution) -> None:
        """Sort a request into what has been `found`; the deck has `copies` of its name."""
        raw = found.raw
        if request.span.line in found.totals and not request.name:
            found.left_out.append(LeftOut(LineClass.DECORATION, request.written, request.span))
            return
        is_usual = not (request.bad_count or _is_cut(request, raw) or is_odd(request.name))
        outcome = self._named(request, copies) if is_usual else None
        said, is_plain = _UNSAID, True
        if outcome is None and (is_list(raw.syntax) or not request.bad_count):
            said = self._account(request, raw)
            if said.name and not said.doubt and not said.words and request.span.line not in found.ordinals:
                is_plain = request.written.strip() == said.name
                request = msgspec.structs.replace(
                    request, name=said.name, count=said.count or 1, counted=said.count is not None, bad_count=""
                )
                outcome = self._named(request, request.count)
                if isinstance(outcome, Entry) and not outcome.inexact and not is_plain:
                    outcome = msgspec.structs.replace(outcome, inexact=AROUND)
        if self._is_outside(request):
            self._take_outside(request, outcome, said, found)
        elif request.written.startswith(OPEN_MARK) and not said.doubt:
            found.unresolved.append(Unresolved(request, max(self._most, self._possible(request, raw)), why=_MARKED))
        elif isinstance(outcome, Entry):
            self._take_entry(outcome, found, is_sure=is_plain or said.says_copies)
        elif outcome is not None:
            found.several.append((request, outcome.cards))
        elif (said.doubt and not said.words) or request.bad_count or request.span.line in found.ordinals:
            why = said.doubt or _ORDINAL
            names = tuple(dict.fromkeys(card.name for card in said.titles))[:_SHOWN]
            possible = max(self._most, self._possible(request, raw) * max(1, len(said.titles)))
            found.unresolved.append(Unresolved(request, possible, suggestions=names, why=why))
        else:
            found.unknown.append((request, said, not request.counted and not said.number and not said.titles))

    def _take_entry(self, entry: Entry, found: _Resolution, *, is_sure: bool) -> None:
        """Take a line that names a card, unless its number may be that of the line, of the part below it, or a level.

        `is_sure` tells whether the line is written as most are, or says that its number is one of copies; any other
        with too many copies may number itself.
        """
        request = entry.request
        if not is_sure and request.count > self._most:
            found.unresolved.append(Unresolved(request, request.count, suggestions=(entry.card.name,), why=_NUMBER))
            return
        others: tuple[Entry, ...] | None = None
        if is_bracketed_behind(request.written):
            levels = [card for card in self._pool.named(fold(request.name)) if card.level == request.count > 1]
            if levels:
                others = (Entry(levels[0], 1, request),)
            elif request.count > self._most or is_heading(request, found.raw):
                others = ()
        elif request.count > self._most and re.match(ORDINAL, request.written):
            others = (Entry(entry.card, 1, request),)
        if others is None:
            found.entries.append(entry)
        else:
            candidates = tuple(each.card.name for each in (entry, *others))
            found.unresolved.append(Unresolved(request, request.count, ((entry,), others), candidates, why=_NUMBER))

    def _take_repeated(self, request: Request, found: _Resolution) -> None:
        """Take a line whose card the deck lists again: more than one copy may also be further ones."""
        outcome = self._named(request, request.count) if request.count > 1 else None
        if isinstance(outcome, Entry):
            names = (outcome.card.name,)
            found.unresolved.append(Unresolved(request, request.count, ((), (outcome,)), names, why=_AGAIN))

    def _is_outside(self, request: Request) -> bool:
        """Return whether a line is under a header of cards that are no part of a deck in this format."""
        return request.section == OUTSIDE or (request.section == "sideboard" and "sideboard" not in self._side)

    def _is_out(self, entry: Entry) -> bool:
        return entry.card.proxy or self._is_outside(entry.request)

    def _take_outside(
        self, request: Request, outcome: Entry | Several | None, said: Account, found: _Resolution
    ) -> None:
        """Take a line under a header such as "Proxies" or "Maybeboard"."""
        if outcome is None and not (request.counted or said.number or said.titles or _is_sentence(request.name)):
            found.strays.append(request)
        if isinstance(outcome, Entry):
            found.entries.append(outcome)
        possible = 0 if is_of_created(request.header) else self._possible(request, found.raw)
        if not isinstance(outcome, Entry) or not outcome.card.proxy:
            found.left_out.append(LeftOut(LineClass.OUTSIDE, request.written, request.span, possible))

    def _take_aside(self, aside: Aside, found: _Resolution) -> None:
        """Take a fact, comment or decoration: it says nothing of cards, or is left out or in doubt."""
        raw = found.raw
        possible = most_copies(aside.text, self._most, raw.limits)
        if aside.kind is LineClass.COMMENT and re.match(_COMMENTED, aside.text) is None:
            text = aside.text.lstrip("#/;")
            if not says_card(text, self._pool, raw.limits):
                return
        elif aside.kind is LineClass.COMMENT:
            text = aside.text.lstrip("#/;")
            if not is_card_line(re.sub(_STRUCK, " ", text, flags=re.IGNORECASE).strip(), self._pool, raw.limits):
                return
            is_behind = text != aside.text and not raw.line(aside.span.line).lstrip().startswith(aside.text[:1])
            is_tag = not is_behind and re.match(_TAG, aside.text) is not None
            if not is_behind and not is_tag:
                glued = text != aside.text and text[:1].isdigit()  # As in ";3 Iron Mine".
                found.left_out.append(LeftOut(LineClass.COMMENT, aside.text, aside.span, possible if glued else 0))
                return
        elif not self.may_be_card(aside.text, raw.syntax, raw.limits):
            return
        request = Request(name=aside.text, count=1, span=aside.span, written=aside.text, counted=False)
        found.unresolved.append(Unresolved(request, possible, why=f"it may be a {aside.kind.value} or a card"))

    def may_be_card(self, fact: str, syntax: str, limits: Limits) -> bool:
        """Return whether a fact about the deck, such as ``Author: Kei``, may name a card of it instead."""
        label, _, value = fact.partition(":")
        kind = label.strip("#* ").casefold()
        is_fact = kind in FACTS or kind == "notes"
        if FACTS.get(kind) == "format" and fold(value) in map(fold, (self._fmt.name, *self._fmt.aliases, self._fmt.id)):
            return False
        is_card = (kind in HEADERS if is_list(syntax) else not is_fact) and kind != "deck"
        said = value if is_fact and value else fact
        return (is_card and bool(self._pool.named(fold(value)))) or says_card(said, self._pool, limits)

    def _tell_apart(self, found: _Resolution) -> None:
        """Take the lines that fit several cards: as one where it makes no difference which is meant."""
        own = {clan for entry in found.entries if entry.card.kind == "stronghold" for clan in entry.card.clans}
        for request, cards in found.several:
            if own and same_in_deck(cards, own, self._fmt):
                reason = f"the {len(cards)} of this name are the same for building this deck"
                found.entries.append(Entry(cards[0], request.count, request, inexact=reason))
            else:
                readings = tuple((Entry(card, request.count, request),) for card in cards)
                names = tuple(full_name(card, cards, self._pool) for card in cards)
                found.unresolved.append(Unresolved(request, request.count, readings, names))

    def _take_unknown(self, found: _Resolution) -> None:
        """Take the lines that name no card: with names that they resemble, or as prose."""
        suggest = Suggester(self._pool, self._fmt) if found.unknown else None
        for number, (request, said, may_be_prose) in enumerate(found.unknown):
            near = (
                same_title(request.name, self._fmt, self._pool)
                or same_but_for_the_subtitle(request.name, self._fmt, self._pool)
                or (suggest(request.name) if suggest and number < MOST_SUGGESTED else ())
            )
            is_part = self._is_part(request, found)
            if self._is_title(request, said, found):
                found.left_out.append(LeftOut(LineClass.PROSE, request.written, request.span, self._most))
            elif may_be_prose and not near and not is_part and self._is_prose(request, found):
                possible = 0 if _is_sentence(request.name) else 1
                found.left_out.append(LeftOut(LineClass.PROSE, request.written, request.span, possible))
            else:
                possible = self._possible(request, found.raw) * max(1, len(said.titles))
                possible = max(possible, 0 if request.counted and not said.doubt else self._most)
                names = near or tuple(dict.fromkeys(card.name for card in said.titles))[:_SHOWN]
                found.unresolved.append(Unresolved(request, possible, suggestions=names))

    def _is_prose(self, request: Request, found: _Resolution) -> bool:
        """Return whether a line without a number that resembles no card is prose.

        Sentences are. In a list that counts its cards, so is what is above the first card, a phrase below the last
        one and an empty line, and what no title looks like; anything shorter may still be an unknown card.
        """
        name, entries = request.name, found.entries
        if _is_sentence(name):
            return True
        if sum(entry.request.counted for entry in entries) * 2 <= len(entries):
            return False
        lines = [entry.request.span.line for entry in entries]
        above = request.span.line < lines[0]
        below = any(not line.strip() for line in found.raw.lines[max(lines) : request.span.line - 1])
        return above or len(name.split()) > _TITLE_WORDS or ":" in name or (below and is_phrase(name, self._pool))

    def _is_title(self, request: Request, said: Account, found: _Resolution) -> bool:
        """Return whether a line is the title of the deck: "Crane Honor", above a Crane deck that counts its cards.

        A card of one word may be called so, but the line has neither its number nor any sign.
        """
        raw, words = found.raw, request.written.split()
        if request is not raw.requests[0] or request.counted or said.number or len(words) > _TITLE_WORDS:
            return False
        if not all(map(str.isalpha, words)) or not all(len(card.title.split()) == 1 for card in said.titles):
            return False
        clans = {clan for entry in found.entries if entry.card.kind == "stronghold" for clan in entry.card.clans}
        above = not raw.headers or raw.headers[0].span.line > request.span.line
        counted = sum(entry.request.counted for entry in found.entries) >= len(found.entries) - 1
        return above and counted and not clans.isdisjoint(map(fold, words))

    def _is_part(self, request: Request, found: _Resolution) -> bool:
        """Return whether a line and one beside it are a name in two parts."""
        return any(self._breaks(found.raw, first) for first in (request.span.line - 1, request.span.line))

    def _breaks(self, raw: RawDeck, first: int) -> bool:
        """Return whether a name continues from the line `first` in the next one."""
        if not 1 <= first < len(raw.lines):
            return False
        return self.breaks(raw.line(first), raw.line(first + 1))

    def _take_broken(self, found: _Resolution) -> None:
        """Leave cards in doubt that are read in one line, and are a part of a name that is broken over two lines."""
        raw = found.raw
        cards = {entry.request.span.line: entry for entry in found.entries}
        odd = {line.request.span.line for line in found.unresolved}
        odd |= {line for line, entry in cards.items() if entry.card.proxy or entry.inexact == AROUND}
        pairs = [(first, first + 1) for first in {line + by for line in odd for by in (-1, 0)}]
        known = cards.keys() | {line.request.span.line for line in found.unresolved if line.readings}
        pairs = [pair for pair in pairs if not known.isdisjoint(pair) and self._breaks(raw, pair[0])]
        for line, entry in cards.items():
            above = None if entry.request.counted else cards.get(line - 1)
            if above and self.joins(above.request.name, entry.request.name):
                pairs.append((line - 1, line))
        parts = {line for pair in pairs for line in pair}
        for entry in [entry for line, entry in cards.items() if line in parts]:
            found.entries.remove(entry)
            found.unresolved.append(Unresolved(entry.request, max(entry.count, self._most), why=_BROKEN))
        found.unresolved = [
            Unresolved(each.request, max(each.possible, self._most), why=_BROKEN)
            if each.readings and each.request.span.line in parts
            else each
            for each in found.unresolved
        ]

    def _account(self, request: Request, raw: RawDeck) -> Account:
        """Return what is on the line of a request; in a structure what was cut off is nowhere to be found."""
        if _is_cut(request, raw) and not is_list(raw.syntax):
            return Account(doubt="it is too long", number=True)
        return account(_text_of(request, raw), self._pool, raw.limits)

    def _take_doubts(self, found: _Resolution) -> None:
        """Leave cards in doubt behind empty boxes, and lines that may end the cards outside the deck."""
        boxes = unticked(found.entries)
        found.entries = [entry for entry in found.entries if entry not in boxes]
        found.unresolved += [
            Unresolved(entry.request, entry.count, suggestions=(entry.card.name,), why=UNTICKED) for entry in boxes
        ]
        cards = [entry.request.span.line for entry in found.entries if self._is_outside(entry.request)]
        headings = [*headings_outside(found.raw, found.strays, cards, found.left_out)]
        spans = {heading.request.span for heading in headings}
        found.left_out = [each for each in found.left_out if each.span not in spans]
        found.unresolved += headings

    def _possible(self, request: Request, raw: RawDeck) -> int:
        """Return how many copies a line may stand for at most."""
        if _is_cut(request, raw) and not is_list(raw.syntax):
            return raw.limits.copies
        if request.counted and not request.bad_count and not is_list(raw.syntax):
            return request.count
        if request.bad_count and not any(map(str.isdigit, request.bad_count)):
            return raw.limits.copies
        text = split_experience(f"{request.bad_count} {_text_of(request, raw)}")[0]
        return max(request.count if request.counted else 0, most_copies(text, self._most, raw.limits))


def most_of_a_title(fmt: Format) -> int:
    """Return how many copies of one title the format allows at most, by its rules about copies."""
    params = (provision.params for provision in fmt.provisions)
    return max((each.max for each in params if hasattr(each, "of") and hasattr(each, "max")), default=_COPIES)


def _copies(raw: RawDeck) -> dict[str, int]:
    """Return the copies of each name in all lines, so that splitting a line over two changes no reading."""
    copies: dict[str, int] = {}
    for request in raw.requests:
        key = fold(request.name)
        copies[key] = copies.get(key, 0) + request.count
    return copies


def _is_cut(request: Request, raw: RawDeck) -> bool:
    """Return whether the text of a request is too long, and only its beginning was kept."""
    return len(request.written) >= raw.limits.name_length


def _text_of(request: Request, raw: RawDeck) -> str:
    """Return all that is on the line of a request."""
    return raw.line(request.span.line) if raw.lines and _is_cut(request, raw) else request.written


def _is_sentence(text: str) -> bool:
    return re.search(_SENTENCE, text) is not None or len(text.split()) > _MAX_WORDS
