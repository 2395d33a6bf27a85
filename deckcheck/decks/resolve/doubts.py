"""Find lines that other lines put in doubt: behind empty boxes or a minus, one-word headings, ends of a maybeboard."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from deckcheck.decks.resolve.comments import take_comments
from deckcheck.decks.resolve.facts import is_code
from deckcheck.decks.resolve.lookup import differ_in_every_deck
from deckcheck.decks.resolve.numbering import WHOLE_LIST
from deckcheck.decks.resolve.signs import has_sign, odd_signs
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.resolve.sorting import Sorter
from deckcheck.decks.text.blocks import quoted
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import LEGEND, may_say_outside, with_cards, without_markup, words_of
from deckcheck.decks.words.remarks import says_none_of_kind
from deckcheck.decks.words.sayings import label_words
from deckcheck.model.card import Card
from deckcheck.model.deck import AROUND, REMARKED, STARTING, Aside, Entry, LineClass, RawDeck, Request, Span
from deckcheck.model.format import Format

_NAMES_AGAIN = "it may be the title of the deck or a fact about it, and repeat the card"
_NO_NUMBER = "its number is blank, but other cards have one"
# Explanations of a mark, also without a sign between mark and words: "* sideboard", "*) maybe".
_EXPLAINED = LEGEND.replace("[=:]", "[=:)]?")
# Signs that may introduce a correction, at the beginning and from the end: "* 3 Rout", "😅 3 Rout", "Rout x3*". The
# star of "*Rout x3" is none of the bullets of "* 3 Rout".
_SIGNS_BEFORE = r"(?:_|[^\w\s([{#/])*+\s?"
_SIGNS_BEHIND = r"""(?:[^\w\s)\]}.!?,;']|\.{2,}+)*+"""
# More signs than this at the end of a line are decoration.
_LINE_END = 80
_EMPTY_BOX = r"(?:\[\s?\]|[☐□])(?!\[)"
_BLANK = r"\s*(?:_+|\.{2,}|…|\(\s*\)|\[\s*\]|[☐□])[x×]?\s"
_TICKED_BOX = r"\[[xX✓✔]\]|[☑☒✓✔]"


def take_doubts(found: Sorted, sorter: Sorter, sums: Collection[Span]) -> None:
    """Mark the lines as in doubt that others put in doubt; `sums` are the places of numbers of cards."""
    known = {*sums, *(each.span for each in found.left_out), *(each.request.span for each in found.unresolved)}
    remarked = REMARKED, take_comments(found, known, sorter.pool)
    for why, doubtful in (remarked, *_doubts(found.entries, found, sorter)):
        least = sorter.most if why in (REMARKED, _NO_NUMBER) else 0
        for entry in found.taken({entry.request.span for entry in doubtful}):
            if why == _NAMES_AGAIN and found.is_listed(entry):
                found.leave_out(LineClass.PROSE, entry.request, 1)
            else:
                found.doubt(entry.request, max(entry.count, least), why, (entry.card.name,))


def _doubts(entries: Sequence[Entry], found: Sorted, sorter: Sorter) -> Iterator[tuple[str, Iterable[Entry]]]:
    """Yield each doubt that other lines raise, with those of `entries` that are in doubt."""
    raw, in_deck = found.raw, found.inside
    yield "its box is empty, but other cards have a ticked box", _unticked(entries, raw)
    yield _NO_NUMBER, _blank(entries, raw)
    yield "its minus may remove it from the deck, because other cards have a plus", _taken_out(entries, raw)
    yield "the list explains its mark, which may put it outside the deck", _marked(entries, raw)
    yield "it is quoted, but other cards are not", _quoted(entries, raw)
    yield "a line in another form may correct its number, as people do in chats", _corrected(in_deck, raw)
    why = "the mark beside it may put it outside the deck, because most cards have no such mark"
    yield why, odd_signs(in_deck, raw)
    yield "its heading follows cards outside the deck, so it may be one of them", _inner(entries, raw)
    yield "a line above it says that there are no such cards", _below_none(entries, raw)
    yield _NAMES_AGAIN, _title(in_deck, raw)
    yield "it may be the title of the list, because it is by itself above the cards", _above(in_deck, raw)
    yield "it may be a remark about a card that another line lists", _remarked(in_deck, raw)
    why = "it may be a heading or a remark: it has no number, but the other cards have one"
    yield why, _heading_words(entries, raw, sorter.may_head)


def may_be_doubted(request: Request, raw: RawDeck) -> bool:
    """Return whether a line has a mark to which other lines may give a meaning."""
    is_marked = _has_empty_box(request) or _bullet(request, raw) in ("+", ">") or ":" in request.written
    return is_marked or _has_blank(request, raw) or (raw.is_list and has_sign(request, raw))


def is_open(request: Request, cards: tuple[Card, ...], raw: RawDeck, fmt: Format) -> bool:
    """Return whether a line alone leaves open which of `cards` it means; in a list the clan may decide."""
    if not raw.is_list:
        return differ_in_every_deck(cards, fmt)
    may_begin = any(card.kind in STARTING for card in cards)  # A list may decide by its clan.
    return request.counted and not may_begin and not may_be_doubted(request, raw)


def _has_empty_box(request: Request) -> bool:
    """Return whether a line begins with an empty box, as in to-do lists."""
    return re.match(_EMPTY_BOX, request.written) is not None


def _unticked(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards behind an empty box; empty if no other line has a ticked box."""
    empty = [entry for entry in entries if _has_empty_box(entry.request)]
    return empty if any(re.match(_TICKED_BOX, each.written) for each in raw.requests) else []


def _blank(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards behind a blank, ``__ Rout``, if most other lines have a number without a blank before it."""
    blank = [entry for entry in entries if _has_blank(entry.request, raw)]
    counted = [entry.request.span.line for entry in (blank and entries) if entry.request.counted]
    is_bullet = 2 * sum(re.match(_BLANK, raw.line(line)) is not None for line in counted) > len(counted)
    return [] if is_bullet or 2 * len(counted) <= len(entries) - len(blank) else blank


def _has_blank(request: Request, raw: RawDeck) -> bool:
    """Return whether a line of a list begins with a blank instead of a number."""
    return raw.is_list and not request.counted and re.match(_BLANK, raw.line(request.span.line)) is not None


def _heading_words(entries: Sequence[Entry], raw: RawDeck, may_head: Callable[[Entry], bool]) -> Iterator[Entry]:
    """Yield the cards without a number in a list that counts its cards: they may be headings or remarks.

    `may_head` decides for the first line of a part, and for any line where single copies have a number too. In a
    whole list, a line apart above all cards may be the deck's title, unless it is a starting card; above a numbered
    Stronghold, another one may be the name of a clan: ``Brotherhood of Shinsei``.
    """
    bare = {entry.request.span.line: entry for entry in entries if not entry.request.counted}
    others = [entry for entry in bare.values() if entry.card.kind not in STARTING]
    if not bare or len(entries) == 1 or 2 * len(others) > len(entries):
        return
    lines = {entry.request.span.line for entry in entries}
    first, next_one = min(lines), 1 if any(line + 1 in lines for line in lines) else 2  # Forums add empty lines.
    counts_single = any(entry.count == 1 for entry in entries if entry.request.counted)
    has_start = any(entry.card.kind == "stronghold" for entry in entries if entry.request.counted)
    for line, entry in bare.items():
        may_be_title = entry.card.kind not in STARTING or (entry.card.kind == "stronghold" and has_start)
        is_title = line == first and len(entries) >= WHOLE_LIST and may_be_title
        is_alone = _without_marks(raw.line(line)) == entry.request.written
        is_part = is_alone and (counts_single or _starts_part(line, raw))
        heads = line + next_one not in bare and may_head(entry) and is_part
        if heads or (is_title and _is_by_itself(entry.request, raw)):
            yield entry


def _above(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the card by itself above the Stronghold with which a list of names without numbers begins.

    The same is true of a card without a number above a list with few recognised lines.
    """
    if not entries or len(raw.requests) < WHOLE_LIST:
        return []
    first, *others = sorted(entries, key=lambda entry: entry.request.span.start)
    is_bare = not first.request.counted and first.card.kind not in STARTING
    if not is_bare or not _is_by_itself(first.request, raw):
        return []
    is_first = first.request.span == raw.requests[0].span and 2 * len(entries) < len(raw.requests)
    is_start = bool(others) and others[0].card.kind in STARTING and not others[0].request.counted
    return [first] if is_first or is_start else []


def _title(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards that a title or a fact about the deck may name: ``Crab - Kyuden Hida`` above ``Kyuden Hida``.

    Each is a starting card that the list repeats. It is above or below all cards, behind a label or among other words,
    and differs in form from cards with a number.
    """
    starting = [entry for entry in entries if entry.card.kind in STARTING] if len(entries) >= WHOLE_LIST else []
    lines = Counter(entry.card.id for entry in starting)
    starts = [entry.request.span.start for entry in entries]
    ends = (min(starts), max(starts)) if starts else ()
    named = {
        each.card.id: each
        for each in reversed(starting)
        if lines[each.card.id] > 1
        and (not each.request.counted or each.inexact == AROUND)
        and (each.inexact == AROUND or each.request.span.start in ends or ":" in raw.line(each.request.span.line))
    }
    return [*named.values()]


def _remarked(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards behind a label, or uncounted beside a remark, that a plain line repeats: ``Foil: Rout``."""
    odd = {entry.request.span for entry in entries if entry.inexact and raw.is_list and _has_remark(entry)}
    plain = {entry.card.id for entry in entries if entry.request.counted and entry.request.span not in odd}
    return [entry for entry in entries if entry.request.span in odd and entry.card.id in plain]


def _has_remark(entry: Entry) -> bool:
    """Return whether a card is behind a label, or has no number but other words beside its name."""
    written = entry.request.written
    return ":" in written or (not entry.request.counted and len(words_of(written)) > len(words_of(entry.card.name)))


def _starts_part(line: int, raw: RawDeck) -> bool:
    """Return whether a line is the first of a part of the list, or marked as a heading."""
    above, below = raw.lines[: line - 1], raw.lines[line:]
    is_marked = _without_marks(raw.line(line)) != raw.line(line).strip()
    return not any(map(str.strip, above)) or ((is_marked or not above[-1].strip()) and any(map(str.strip, below)))


def _is_by_itself(request: Request, raw: RawDeck) -> bool:
    """Return whether the next line is empty or has only signs, or the name on this line is marked as a heading."""
    line = request.span.line
    below = raw.lines[line] if line < len(raw.lines) else ""
    return not any(map(str.isalnum, below)) or _without_marks(raw.line(line)) != raw.line(line).strip()


def _without_marks(line: str) -> str:
    return without_markup(line).strip("*_=[] \t")


def has_plus(request: Request, raw: RawDeck) -> bool:
    """Return whether a line begins with a plus, like an added line in a comparison of two lists."""
    return _bullet(request, raw) == "+"


def _taken_out(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards behind a minus; empty if no other card or line with a number has a plus."""
    cards = {entry.request.span.line for entry in entries}
    added = any(has_plus(each, raw) for each in raw.requests if each.counted or each.span.line in cards)
    return [entry for entry in entries if added and _bullet(entry.request, raw) == "-"]


def _corrected(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards on several lines if one of these has a form that few lines have: ``* 2 Rout``, ``Rout - 1``."""
    entries = [entry for entry in entries if entry.request.section != "sideboard"] if raw.is_list else []
    times = Counter(entry.card.id for entry in entries)
    again = [entry for entry in entries if times[entry.card.id] > 1 and entry.card.kind not in STARTING]
    # Copies of several sets are on lines next to each other.
    beside = {(each.card.id, each.request.span.line + by) for each in again for by in (-1, 1)}
    signs = {
        each.request.span: _form(each.request, raw, is_apart=(each.card.id, each.request.span.line) not in beside)
        for each in (again and entries)
    }
    usual = Counter(signs.values())
    own = {(each.card.id, sign) for each in again if (sign := signs[each.request.span]) or each.request.counted}
    several = Counter(card for card, _ in own)
    odd = {card for card, sign in own if sign and 2 * usual[sign] <= len(entries) and several[card] > 1}
    return [entry for entry in again if entry.card.id in odd]


def _form(request: Request, raw: RawDeck, *, is_apart: bool) -> str:
    """Return the signs that may introduce a correction on a line and, if it `is_apart`, how it writes its card.

    The signs are punctuation, symbols and the space behind them. The rest is the case of the name, and the number as a
    0, with the signs and words at it.
    """
    line = raw.line(request.span.line).strip()
    found = [match for match in (re.match(_SIGNS_BEFORE, line), re.match(_SIGNS_BEHIND, line[:-_LINE_END:-1])) if match]
    signs = "".join(sign for each in found for sign in each[0] if unicodedata.category(sign)[0] in "PSZ")
    if not (is_apart and request.counted):
        return signs
    name = request.name.removeprefix("of ")
    before, _, behind = request.written.partition(name)
    if re.search(r"\d", before):
        behind = re.sub(r"[(\[{][^()\[\]{}]*[)\]}]|\w", "", behind)
    said = re.sub("[0-9]+", "0", re.sub(r"\s", "", f"{before}|{behind}").casefold().replace("×", "x"))
    return f"{signs}{said}{name.islower() - name.isupper()}"


def _quoted(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards in a quotation; empty if all cards are in one, or if no line introduces a quotation by sign."""
    if not any(">" in line or "]" in line for line in raw.lines):
        return []
    cards = [entry for entry in entries if entry.card.kind not in STARTING]
    in_blocks = quoted([entry.request for entry in cards], raw.lines) if raw.is_list else set()
    if in_blocks:
        return [entry for entry in cards if entry.request.span in in_blocks] if len(in_blocks) < len(cards) else []
    found = [entry for entry in cards if _bullet(entry.request, raw) == ">"]
    above = [line for entry in found for line in raw.lines[: entry.request.span.line - 1][-1:]]
    is_introduced = any(line.rstrip().endswith(":") for line in above)
    return found if len(found) < len(cards) and (len(found) > 1 or is_introduced) else []


def _inner(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards whose heading follows cards outside the deck, and may belong to them."""
    if not any(header.inner for header in raw.headers):
        return []
    headed = with_cards(raw.headers, (entry.request for entry in entries))
    inner = {each.span for header, below in headed if header.inner for each in below if each.header == header.text}
    return [entry for entry in entries if entry.request.span in inner]


def _below_none(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards directly below a line that denies cards outside the deck: ``Maybeboard (0)``.

    Empty lines end them in a list without markup, headings in any list.
    """
    denials = {each.span for each in raw.asides if _denies_outside(each)}
    if not denials or not raw.is_list:
        return []
    cards = {entry.request.span: entry for entry in entries}
    texts = (each.span for each in raw.asides if each.kind is not LineClass.DECORATION)
    spans = [*texts, *(each.span for each in raw.headers), *(each.span for each in raw.requests)]
    found: list[Entry] = []
    last = 0
    for span in sorted(spans, key=lambda span: span.start):
        if span in cards and last and ("<" in raw.line(span.line) or all(map(str.strip, raw.lines[last : span.line]))):
            found.append(cards[span])
        elif span not in denials:
            last = 0
            continue
        last = span.line
    return found


def denies_kind(aside: Aside) -> bool:
    """Return whether a fact or comment says that there are no cards of a type: ``Sideboard: none``, ``# No Rings``."""
    # "Event: none" may refer to a tournament.
    return (says_none_of_kind(aside.text) and not _is_of_deck(aside)) or _denies_outside(aside)


def _denies_outside(aside: Aside) -> bool:
    """Return whether a line says that there are no cards outside the deck; ``Name: Test`` does not."""
    return aside.kind is LineClass.FACT and may_say_outside(aside.text) and not _is_of_deck(aside)


def _is_of_deck(aside: Aside) -> bool:
    """Return whether a line is a fact about the deck, by its label or as a code: ``Event: none``, ``kind: no_role``."""
    return label_words(aside.text.partition(":")[0]) in FACTS or is_code(aside.text)


def _marked(entries: Sequence[Entry], raw: RawDeck) -> list[Entry]:
    """Return the cards with a mark that the list explains to be outside the deck: ``* = sideboard``."""
    marks = tuple(filter(None, map(mark_outside, raw.lines)))
    return [each for each in entries if marks and raw.line(each.request.span.line).rstrip(" )]").endswith(marks)]


def mark_outside(line: str) -> str:
    """Return the mark that a line explains as outside the deck, such as ``* sideboard``; else ""."""
    match = None if line[:1].isalnum() else re.fullmatch(_EXPLAINED, line.strip())
    return match[1] if match and may_say_outside(match[2]) and not match[2].endswith(match[1]) else ""


def _bullet(request: Request, raw: RawDeck) -> str:
    return raw.line(request.span.line).lstrip()[:1]
