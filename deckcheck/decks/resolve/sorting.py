"""Sort each line of a list by itself: cards, ignored lines, lines in doubt, and lines that depend on others."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from deckcheck.decks.resolve.accounting import TOO_LONG, UNUSUAL, Account, account
from deckcheck.decks.resolve.facts import Facts, is_playable, spaced
from deckcheck.decks.resolve.labels import heads_part, is_set
from deckcheck.decks.resolve.lookup import HEADED, Several, look_up
from deckcheck.decks.resolve.numbering import NUMBERED, ORDINAL
from deckcheck.decks.resolve.numbers import SEVERAL_WAYS, most_of_a_title
from deckcheck.decks.resolve.parts import is_heading
from deckcheck.decks.resolve.prose import NUMBERS, is_sentence, names_several, without_event
from deckcheck.decks.resolve.several import names_said, together
from deckcheck.decks.resolve.sorted import Sorted, bare_beside
from deckcheck.decks.resolve.suggest import title_words
from deckcheck.decks.resolve.tokens import is_odd, most_copies
from deckcheck.decks.tables.text_tables import request_in_row
from deckcheck.decks.words.counts import ROMAN, is_bracketed_behind
from deckcheck.decks.words.headers import is_of_created
from deckcheck.decks.words.remarks import may_tell_of_more
from deckcheck.model.card import Card
from deckcheck.model.deck import AROUND, BESIDE, OPEN_MARK, PRAISED, STARTING, Entry, LineClass, RawDeck, Request
from deckcheck.model.format import Format
from deckcheck.model.names import fold, split_experience, unseen
from deckcheck.model.pool import Pool

# The number of cached names and counts: more than a large event has.
_REMEMBERED = 100_000
# A number at the end of a line may be a level; behind an x it counts copies.
_LEVEL_BEHIND = r"(?<!\d)(?P<x>[xX×]\s*|[\W_])(?P<level>[0-9]|[IVX]{1,4})\W*$"
_LEVELS = {"I": 1, "V": 5, **ROMAN}
# A level or the number of copies, in a list that numbers its lines: "19 Doji Ayano - exp 1".
_BEHIND = r"\s[0-9]+$"
_NUMBER_ALONE = rf"\W*(?:[1-9][0-9]?\s?x?|x\s?[1-9]|{NUMBERS})\W*"
# Signs and words between several cards on a line.
_SEVERAL = r"\w-?\s?(?:/|&|\+|\b(?:and|und|et|y|e)\b)\s?[^\W\d]"
_MARKED = "it is marked as unrecognised"
_NUMBER = "its number may not be the number of copies"
_FACT = "it may be a fact about the deck, or the name of a set"
_SEVERAL_COPIES = "it has no number, and may mean several copies"
_ORDINAL = "its number may be the number of the line"
_COLUMN = "its number may belong to another column"
_NO_COPIES = "its number does not count copies of a card"
_AGAIN = "these may be the copies on another line of the deck, or additional ones"


class _Line(NamedTuple):
    """A line as looked up: what it names, the account of its text, and whether it has no other text than the name."""

    request: Request
    outcome: Entry | Several | None = None
    said: Account = Account()
    is_plain: bool = True


class Sorter:
    """Sorts lines as one format reads them, and caches the names that it has looked up."""

    def __init__(self, fmt: Format, pool: Pool) -> None:
        """Look names up in `pool` as `fmt` reads them."""
        self.fmt = fmt
        self.pool = pool
        self._known: dict[tuple[str, str, bool, str], Entry] = {}
        self.has_sideboard = any(section.header == "sideboard" for section in fmt.sections.values())
        self.most = most_of_a_title(fmt)
        self.facts = Facts(fmt, pool, self.named, self.most, tuple(map(spaced, fmt.names)))

    def named(self, request: Request, copies: int) -> Entry | Several | None:
        """Return the meaning of a line; the deck has `copies` of its name."""
        # The choice of a card may depend on whether there are several copies, and on invisible signs.
        written = "" if request.written.isascii() and request.written.isprintable() else request.written
        key = (written, request.name, copies > 1, request.section)
        known = self._known.get(key)
        if known is not None:
            return replace(known, count=request.count, request=request)
        outcome = look_up(request, copies, self.fmt, self.pool)
        if isinstance(outcome, Entry) and outcome.inexact not in (HEADED, PRAISED) and outcome.card.kind != "other":
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = outcome
        return outcome

    def take(self, request: Request, copies: int, found: Sorted) -> None:
        """Sort a request into `found`; the deck has `copies` of its name."""
        if entry := self._by_id(request, found.raw):
            found.entries.append(entry)
            return
        line = self._looked_up(request, copies, found)
        request, outcome, said = line.request, line.outcome, line.said
        if found.is_outside(request):
            self._take_outside(request, outcome, said, found)
        elif outcome is None and (several := together(_whole(request, found.raw), self.named, self.pool)):
            found.together.append((request, several))
        elif request.written.startswith(OPEN_MARK):
            said = replace(said, titles=(outcome.card,)) if isinstance(outcome, Entry) else said
            self._take_open(request, said, _why_marked(request, said, found.raw), found)
        elif isinstance(outcome, Entry):
            self._take_entry(outcome, found, is_sure=line.is_plain or said.says_copies)
        elif outcome is not None:
            found.several.append((request, outcome.cards))
        elif why := _why_open(request, said, found):
            self._take_open(request, said, why, found)
        else:
            request = request_in_row(request, found.raw.limits)
            found.unknown.append((request, said, not (said.titles or said.number or request.counted)))

    def _looked_up(self, request: Request, copies: int, found: Sorted) -> _Line:
        """Look up a request as written, or else what the account of its text leaves of it."""
        raw, is_ordinal = found.raw, _numbers_line(request, found)
        if not (request.bad_count or is_ordinal or _is_cut(request, raw) or self._is_odd(request.name)):
            outcome = self.named(request, copies)
            if outcome is not None:
                return _Line(request, outcome)
        elif request.bad_count and not raw.is_list:
            return _Line(request)
        said = self._account(request, found)
        if not said.name or said.doubt or said.words or is_ordinal:
            return _Line(request if said.titles else without_event(request, raw), said=said)
        is_plain = request.written.strip() == said.name
        request = replace(request, name=said.name, count=said.count or 1, counted=said.count is not None, bad_count="")
        outcome = self.named(request, request.count)
        if isinstance(outcome, Entry) and not is_plain and not unseen(request.written):
            outcome = replace(outcome, inexact=AROUND)
        return _Line(request, outcome, said, is_plain=is_plain)

    def _is_odd(self, name: str) -> bool:
        """Return whether `name` has signs that titles lack, unless it is such a title: ``Shall We?``."""
        bare = name.strip('"').casefold()
        return is_odd(name) and all(card.title.strip('"').casefold() != bare for card in self.pool.named(fold(name)))

    def _by_id(self, request: Request, raw: RawDeck) -> Entry | None:
        """Return the card of an id in a structure with a usual number of copies, None for any other line."""
        if raw.is_list or request.section or not 0 < request.count <= self.most:
            return None
        cards = self.pool.named(fold(request.name))
        is_clear = len(cards) == 1 and cards[0].id == request.written and is_playable(cards[0], self.fmt)
        return Entry(cards[0], request.count, request) if is_clear else None

    def _take_open(self, request: Request, said: Account, why: str, found: Sorted) -> None:
        """Mark a line as in doubt, with the titles on it."""
        possible = max(self.most, self.room(request, said, found.raw))
        tells = not request.counted and may_tell_of_more(request.written)
        found.doubt(request, found.raw.limits.copies if tells else possible, why, said.names)

    def _take_entry(self, entry: Entry, found: Sorted, *, is_sure: bool) -> None:
        """Take a line that names a card, unless its number may count the lines or the part below it, or be a level.

        `is_sure` tells whether the line has the form of a card, or says that its number counts copies. The number of
        any other line may count the lines if it is too high and not written as most are.
        """
        request = entry.request
        is_many = request.count > (1 if entry.card.kind in STARTING else self.most)
        is_many = is_many and not found.numbers.is_usual(request)
        if request.counted and entry.card.kind == "other":  # As in "1 Air", which may be a Ring of Air.
            found.doubt(request, request.count, _FACT, (entry.card.name,))
        elif self.facts.may_be_several(entry, found.raw):
            found.doubt(request, self.most, _SEVERAL_COPIES, (entry.card.name,))
        elif is_many and not is_sure:
            found.doubt(request, request.count, _NUMBER, (entry.card.name,))
        elif self.facts.is_rather_one(entry, found.raw):
            if request.section:  # "Air" below "Rings" is more likely a Ring.
                found.doubt(request, request.count, _FACT)
            else:
                found.leave_open(request, ((entry,), ()), _FACT)
        elif others := self._others(entry, found, is_many=is_many):
            readings = tuple((each,) if each else () for each in (entry, *others))
            found.leave_open(request, readings, _NUMBER)
        else:
            found.entries.append(entry)

    def _others(self, entry: Entry, found: Sorted, *, is_many: bool) -> tuple[Entry | None, ...]:
        """Return what else a line with a card and a number may name, None if nothing; empty if it is that card."""
        request, card, numbers = entry.request, entry.card, found.numbers
        if not request.counted and card.level > 1 and numbers.ends_with_copies(request):  # "Kuronada - exp 2"
            basic = self._at_level(card, 1)
            return (Entry(basic, int(card.level), request),) if basic else ()
        if (other := self._other(request, card, found)) is not None:
            return (other,)
        is_start, is_behind = card.kind in STARTING, is_bracketed_behind(request.written)
        one = Entry(card, 1, request)
        if is_behind and (is_many or request.count > self.most or is_heading(request, found.raw)):
            return (None, one) if is_start else (None,)
        numbered = (NUMBERED if is_start else ORDINAL).match(request.written)
        is_numbered = is_many and (numbered or re.search(_BEHIND, request.name))
        is_at_level = is_behind and request.count > 1 and split_experience(request.name)[1]  # "Doji Ayano - exp (3)"
        return (one,) if is_numbered or (is_at_level and not numbers.is_usual(request)) else ()

    def _other(self, request: Request, card: Card, found: Sorted) -> Entry | None:
        """Return the card of a line whose number behind the name is a level, ``Kuronada (2)``, or counts copies."""
        if request.written.endswith(" EX"):  # "NM" is the condition of a card; other words may be its level.
            bare = self.named(replace(request, name=request.name.removesuffix(" EX")), request.count)
            return replace(bare, request=request) if isinstance(bare, Entry) else None
        if found.numbers.has_usual_number(request):
            return Entry(card, int(re.findall(r"\d+", request.written)[-1]), request)
        match = None if request.written[-1:].islower() else re.search(_LEVEL_BEHIND, request.written)
        if match is None:
            return None
        is_level = card.unique and request.count > 1 and split_experience(request.name)[1]  # "Hida Kuon exp x6"
        if not is_level if match["x"][0] in "xX×" else found.numbers.is_usual(request):
            return None
        number = int(match["level"]) if match["level"].isdigit() else _LEVELS.get(match["level"], 0)
        is_said = number == card.level or (number == 1 and not request.written[:1].isdigit())
        may_be = number > 0 and (not is_said or re.search(r"(?i)\b(?:level|lvl)\.?\s?1\W*$", request.written))
        other = self._at_level(card, 0 if is_said else number) if may_be else None
        return Entry(other, request.count if request.written[:1].isdigit() else 1, request) if other else None

    def _at_level(self, card: Card, level: float) -> Card | None:
        return next((each for each in self.pool.named(fold(card.base_title)) if each.level == level), None)

    def heads_part(self, request: Request, raw: RawDeck) -> bool:
        """Return whether a line heads the cards below it in its own words, and is not a sideboard.

        A clan between signs below all cards closes the list: ``-- Lion --``.
        """
        text, line = request.written, raw.line(request.span.line).strip()
        may_be_bench = self.has_sideboard and "side" in text.casefold()
        is_heading = not may_be_bench and heads_part(text, line, self.pool)
        is_closed = re.fullmatch(r"[^\w:]+[^\d?:]*[^\w:?]+", line) is not None
        return is_heading and (is_closed or any(each.span.line > request.span.line for each in raw.requests))

    def may_head(self, entry: Entry) -> bool:
        """Return whether a card is more likely a set, or a word, because no deck can play it."""
        is_card = is_playable(entry.card, self.fmt) or entry.card.kind in STARTING
        return (entry.request.written.isalpha() and not is_card) or is_set(entry.request.written, self.pool)

    def take_repeated(self, request: Request, found: Sorted) -> None:
        """Take a line whose card the deck lists again; more than one copy may be in addition to the others."""
        outcome = self.named(request, request.count) if request.count > 1 else None
        if isinstance(outcome, Entry):
            found.leave_open(request, ((), (outcome,)), _AGAIN)

    def _take_outside(self, request: Request, outcome: Entry | Several | None, said: Account, found: Sorted) -> None:
        """Take a line under a header such as "Proxies" or "Maybeboard"."""
        if outcome is None and not (request.counted or said.number or said.titles or is_sentence(request.name)):
            found.strays.append(request)
        if isinstance(outcome, Entry):
            found.entries.append(outcome)
        possible = 0 if is_of_created(request.header) else self.possible(request, found.raw)
        if not isinstance(outcome, Entry) or not outcome.card.proxy:
            found.leave_out(LineClass.OUTSIDE, request, possible)

    def _account(self, request: Request, found: Sorted) -> Account:
        """Return the account of a line; a structure has its number elsewhere, and nothing of a shortened name."""
        raw = found.raw
        is_cut = _is_cut(request, raw)
        if is_cut and not raw.is_list:
            return Account(doubt=TOO_LONG, number=True)
        said = account(_text_of(request, raw), self.pool, raw.limits)
        if not raw.is_list and said.count != request.count:
            return replace(said, count=request.count, doubt=said.doubt or (SEVERAL_WAYS if said.count else ""))
        if said.doubt in UNUSUAL and found.numbers.is_usual(request):
            return replace(said, doubt="")
        if not said.doubt and found.numbers.has_odd_number(request):
            return replace(said, doubt=SEVERAL_WAYS)
        # The shortened name may be a card, and is read as one where it is written again.
        is_open = is_cut and request.counted and (said.words or not said.titles)
        return replace(said, doubt=said.doubt or TOO_LONG, words=False) if is_open else said

    def room(self, request: Request, said: Account, raw: RawDeck, near: Sequence[str] = ()) -> int:
        """Return the highest number of copies that all names on a line may mean: ``3 Iron Mine, Copper Mien``."""
        titles = [card.base_title for card in said.titles]
        names = names_said(_whole(request, raw), near, titles, title_words(self.pool)) if raw.is_list else 1
        return min(self.possible(request, raw) * max(1, len(titles), names), raw.limits.copies)

    def possible(self, request: Request, raw: RawDeck) -> int:
        """Return the highest number of copies that a line may mean for one name."""
        if _is_cut(request, raw) and not raw.is_list:
            return raw.limits.copies
        if request.counted and not request.bad_count and not raw.is_list:
            return request.count
        if request.bad_count and not any(map(str.isdigit, request.bad_count)):
            return raw.limits.copies
        text = _text_of(request, raw)
        # In JSON, the number is beside the name.
        said = text if request.bad_count in text else f"{request.bad_count} {text}"
        most = most_copies(split_experience(said)[0], self.most, raw.limits)
        if raw.is_list and re.fullmatch(_NUMBER_ALONE, text, re.IGNORECASE):
            return most * max(1, bare_beside(request, raw))
        is_short = raw.is_list and len(text) < raw.limits.name_length
        if is_short and (names_several(text) or re.search(_SEVERAL, text)):
            return raw.limits.copies
        return max(request.count, most)


def _is_cut(request: Request, raw: RawDeck) -> bool:
    """Return whether the text of a request was too long and only its beginning was kept."""
    return len(request.written) >= raw.limits.name_length


def _numbers_line(request: Request, found: Sorted) -> bool:
    """Return whether the number of a request may be the number of its line, or belong to another column."""
    return request.span.line in found.numbers.ordinals or request.span.line in found.columns


def _why_marked(request: Request, said: Account, raw: RawDeck) -> str:
    """Return why a line with the mark of unrecognised lines is open; the mark may come from text beside it."""
    is_beside = bool(raw.source) or OPEN_MARK not in raw.line(request.span.line) or not raw.is_list
    return BESIDE if is_beside else said.doubt or _MARKED


def _why_open(request: Request, said: Account, found: Sorted) -> str:
    """Return why a line that names no card is in doubt for more than its name, "" if it is not."""
    is_ordinal = _numbers_line(request, found) and bool(said.number or said.titles)
    of_number = _COLUMN if request.span.line in found.columns else _ORDINAL if is_ordinal else ""
    why = _NO_COPIES if request.bad_count else of_number
    return (said.doubt or why) if why or not said.words else ""


def _whole(request: Request, raw: RawDeck) -> Request:
    """Return a request with its full name, which had been shortened."""
    line, begin = raw.line(request.span.line), request.name.removesuffix("...")
    is_whole = not _is_cut(request, raw) or not raw.is_list or begin not in line
    return request if is_whole else replace(request, name=line[line.index(begin) :].strip())


def _text_of(request: Request, raw: RawDeck) -> str:
    """Return the full line of a request."""
    return raw.line(request.span.line) if raw.lines and _is_cut(request, raw) else request.written
