"""Read plain text lists: one card per line, in any form that people write.

``3 Name``, ``3x Name``, ``3 x Name``, ``x3 Name``, ``Name x3``, a bare name for one copy; headers or none; comments
with a mark, such as ``#`` or ``/* */``; prose in between. Reading divides the file into headers, facts, comments,
decoration and requests, and drops nothing; the lookup of names decides whether a request is a card, prose or in doubt.
A `Dialect` describes the properties of each program's lists.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from deckcheck.decks.tables.text_tables import TABLE_SIGNS, Tables, heads_table, read_tables
from deckcheck.decks.text.blocks import line_aside, opened, opens_apart, page_lines, struck_lines, without_unshown
from deckcheck.decks.text.copied import is_altered, restored
from deckcheck.decks.text.layout import LinePart, columns, paragraph, parting, with_whole_lines, without_speakers
from deckcheck.decks.text.quotes import may_quote, quoted_lines, without_signs
from deckcheck.decks.text.trimming import FILLER, is_comment, split_comment, without_bullet, without_references
from deckcheck.decks.words.counts import Count, is_count_alone, leading_count, split_count
from deckcheck.decks.words.dialects import FACTS, TAGS, TEXT, Dialect
from deckcheck.decks.words.headers import header_count, heading, heading_on, label_section, nested, without_markup
from deckcheck.decks.words.remarks import may_change_card, refuses, says_none, says_none_of_kind
from deckcheck.decks.words.talk import without_remarks
from deckcheck.model.deck import NOT_IN_DECK, OPEN_MARK, Aside, Header, LineClass, RawDeck, Request, Span
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise

# Two stars behind a name may also count its copies.
_BOLD = r"(?<!\*)\*\*(?=[^\s*])((?:[^*\n]|\*(?!\*))*)(?<=[^\s*])\*\*(?!\*)"
# Git begins the first version of a conflicting change with this.
_CONFLICT = "<<<<<<< "
# Behind a heading these may deny the cards below, or ask about them: "Sideboard -", "Sideboard (0/15)", "Sideboard?".
_OR_NONE = r"^\w.*(?:(?<!:)\s[-–—/]|:\s*/|\b0\s*/\s*\d+\W*)$|\?\W*$"
# Alone on a line these may strike out the lines below.
_OPENING = ("~~", "/*", "*/", "<!--", "-->")
# Alone on a line these may repeat the card above, or replace it by the one below.
_DITTO = ('"', "”", "″", "〃", "''", "↑", "→", "->", "=>")
# Alone on a line these may mark an omission: "...", "[…]".
_LEFT_OUT = r"[\[(]?\s?(?:\.{3}|…)\s?[\])]?"
# A picture beside the name of a card, and a number that another one replaces: "~~4~~ 3 Rout".
_REPLACED = r"\{art:(?!\s*[0-9]+\s*x?\s+[A-Za-z])[^}]*\}\s*$|~~\d\d?\s?[x×]?~~(?=\s*\d)"
# Before the number of a card these put it into the sideboard, with and without a colon, or name its type.
_SIDE = re.compile(
    r"(?i)[(\[]?(?P<label>sb|side(?:board)?)[)\]]?(?:\s*[:–-])?\s+(?=\d+\s?[x×]?\s+[^\W\d])"
    r"|(?:my\s|the\s)?(?P<kind>stronghold|sensei|wind|role|province)\s(?:is|of\schoice:?|used:|→)\s+(?=[^\W\d])"
)
_SHOWN_COUNT = 20
# The header above a line that is read alone.
UNKNOWN = FILLER


class _SourceLine(Struct, frozen=True):
    """A line, or a part of one between line breaks of the markup, that starts at the 0-based column `start`."""

    text: str
    number: int
    start: int = 0

    @property
    def column(self) -> int:
        """The 0-based column where the text begins behind spaces."""
        return len(self.text) - len(self.text.lstrip())

    def span(self, column: int) -> Span:
        """Return the place from the 0-based `column` of this part to its end."""
        return Span(self.number, self.start + column + 1, self.start + len(self.text.rstrip()) + 1)


class _Listing(Struct):
    """The parts of a list read so far, within `limits`."""

    limits: Limits
    requests: list[Request] = []
    headers: list[Header] = []
    asides: list[Aside] = []
    facts: dict[str, str] = {}

    @property
    def under(self) -> tuple[str, str]:
        """The header of the next line, and its meaning."""
        return (self.headers[-1].text, self.headers[-1].section) if self.headers else ("", "")


def read_text(text: str, path: str, limits: Limits, dialect: Dialect = TEXT) -> RawDeck:
    """Return the list in `text`, which is written in `dialect`; `path` names it in messages.

    Raises:
        InputError: when it has more lines than `limits` allow, or nothing in it could be a card.
    """
    text = with_whole_lines(restored(text.removeprefix("\ufeff")))
    lines = split_lines(text)
    if len(lines) > limits.lines:
        raise too_many(f"{limits.lines:,} lines", path)
    if conflict := next((number for number, line in enumerate(lines, 1) if line.startswith(_CONFLICT)), 0):
        place, what = f"{path}:{conflict}", "two versions of the list, as git leaves them in a conflict"
        raise InputError(what, place=place, help="keep one of the two versions and remove the lines that mark them")
    found = _Listing(limits)
    found.asides = [*quoted_lines(lines), *struck_lines(text, lines), *page_lines(lines)]
    struck = {aside.span.line for aside in found.asides}
    bare = split_lines(without_unshown(text)) if dialect.references else lines
    plain = enumerate(without_signs(bare), 1)
    shown = tuple(" " * len(line) if number in struck else line for number, line in plain)
    tables = read_tables(shown, limits) if any(sign in text for sign in TABLE_SIGNS) else Tables(shown)
    found.asides += tables.heads
    parts = [*_parts(without_speakers(tables.lines), dialect, path, limits)]
    split = parting(part.text for part in parts)
    for part in parts:
        _take_parts(part, dialect, found, split)
    if not any(request.name for request in found.requests):
        if found.requests:
            place = f"{path}:{found.requests[0].span.line}:{found.requests[0].span.column}"
            raise InputError("a number of copies without a name, and no card in this list", place=place)
        raise InputError("this list has no cards", place=path, help="write one card per line: `3 NAME`")
    raw = _raw(found, path, lines, dialect, tables.open).with_beside(tables.beside)
    return structs.replace(raw, lists=tables.lists)


def read_line(line: str, section: str, dialect: Dialect, limits: Limits) -> RawDeck | None:
    """Return the part in `line` under a header of `section`, None when other lines decide its meaning.

    The text of that header is `UNKNOWN`.
    """
    may_be_other = any(may_be(line) for may_be in (is_altered, opens_apart, may_quote))
    if dialect.name_first or dialect.repeats or may_be_other or _CONFLICT in line or "<!" in line:
        return None
    found = _Listing(limits)
    if section:
        found.headers.append(Header(text=UNKNOWN, section=section, span=Span(0, 1, 1)))
    for part in _parts((line,), dialect, "", limits):
        if len(columns(part.text)) > 1 or heads_table(part.text):
            return None
        _take_parts(part, dialect, found, paragraph)
    raw = _raw(found, "", (line,), dialect)
    return structs.replace(raw, headers=raw.headers[1:]) if section else raw


def _raw(found: _Listing, path: str, lines: tuple[str, ...], dialect: Dialect, rows: Sequence[Span] = ()) -> RawDeck:
    """Return the list in `lines`, whose parts have all been `found`; the `rows` of tables are unrecognised."""
    if dialect.markup:
        _take_markup(lines, found)
    headers, all_requests = nested(found.headers, found.requests)
    requests, repeated = _without_repeated(all_requests, dialect)
    raw = RawDeck(
        path=path,
        lines=lines,
        requests=opened(requests, lines, rows),
        headers=headers,
        asides=tuple(found.asides),
        repeated=repeated,
        syntax=dialect.name,
        limits=found.limits,
    )
    return structs.replace(raw, **found.facts)


def request_in(text: str, span: Span, limits: Limits, under: tuple[str, str]) -> Request:
    """Return the request in `text`, which has a name with or without a number; it is at `span`.

    `under` is the header above it with its meaning.
    """
    stripped = text.strip()
    is_alone = is_count_alone(stripped)
    count = Count(None, "", stripped[:_SHOWN_COUNT]) if is_alone else split_count(stripped, limits)
    return Request(
        name=cut(count.name, limits),
        count=count.number if count.number is not None else 0 if count.bad else 1,
        span=span,
        written=cut(stripped, limits),
        header=under[0],
        section=under[1],
        counted=count.number is not None or bool(count.bad),
        bad_count=count.bad,
    )


def split_lines(text: str) -> tuple[str, ...]:
    """Return the lines of `text` as editors number them."""
    # Editors count these line ends only; str.splitlines knows more.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return tuple(lines[:-1] if lines[-1] == "" else lines)


def cut(name: str, limits: Limits) -> str:
    """Return `name`, shortened if it is longer than any title; the deck keeps the complete line."""
    return name if len(name) <= limits.name_length else f"{name[: limits.name_length - 3]}..."


def too_many(what: str, path: str) -> InputError:
    """Return the error for a text that exceeds a limit of lists, such as ``1,000 lines``."""
    help = f"put each deck list into a file of its own; {how_to_raise('lines')}"
    return InputError(f"more than {what}", place=path, help=help)


def _parts(lines: tuple[str, ...], dialect: Dialect, path: str, limits: Limits) -> Iterator[_SourceLine]:
    """Yield the lines without the markup of `dialect`; every other character stays in its column."""
    if not dialect.markup:
        yield from (_SourceLine(line, number) for number, line in enumerate(lines, 1))
        return
    markup, breaks, total = re.compile(dialect.markup), re.compile(dialect.breaks or r"\Z(?!\Z)"), 0
    for number, line in enumerate(lines, 1):
        start = 0
        for end in [*(match.end() for match in breaks.finditer(line)), len(line)]:
            total += 1
            if total > 2 * limits.lines:
                raise too_many(f"{2 * limits.lines:,} lines", path)
            plain = re.sub(_BOLD, r"  \1  ", markup.sub(lambda match: " " * len(match[0]), line[start:end]))
            yield _SourceLine(without_references(plain) if dialect.references else plain, number, start)
            start = end


def _take_markup(lines: tuple[str, ...], found: _Listing) -> None:
    """Record the lines with only markup as decoration."""
    parts: tuple[Request | Header | Aside, ...] = (*found.requests, *found.headers, *found.asides)
    taken = {each.span.line for each in parts}
    for number, line in enumerate(lines, 1):
        if number not in taken and line.strip():
            found.asides.append(line_aside(LineClass.DECORATION, line, number))


def _take_parts(
    line: _SourceLine, dialect: Dialect, found: _Listing, split: Callable[[str], Sequence[LinePart]]
) -> None:
    """Sort each part of a line into `found`; with several parts side by side, a heading has no clear cards."""
    for start, text, section in split(line.text):
        part = _SourceLine(text, line.number, line.start + start) if text is not line.text else line
        if section:
            found.asides.append(Aside(LineClass.DECORATION, text.strip(), part.span(part.column)))
        else:
            _take(part, dialect, found)


def _take(line: _SourceLine, dialect: Dialect, found: _Listing) -> None:
    """Sort a line into `found`: a header, a fact, a comment, decoration or a request; an empty line is ignored."""
    if "{art:" in line.text or "~~" in line.text:
        line = _without_replaced(line, found)
    if not (stripped := line.text.strip()):
        return
    header = _header(line, stripped)
    is_outside = header is not None and header.section in NOT_IN_DECK
    if stripped.startswith(OPEN_MARK) or (is_outside and re.search(_OR_NONE, stripped)):
        found.requests.append(_whole(line, stripped, found.limits, found.under))
        return
    counts_cards = header is not None and header.count is not None  # As in "Event: (5)".
    if _says_none(stripped, header, found) or (not counts_cards and _is_fact(stripped, dialect, found)):
        kind = LineClass.FACT
    elif header is not None:
        found.headers.append(header)
        return
    elif dialect.noise and re.fullmatch(dialect.noise, stripped):
        kind = LineClass.DECORATION
    elif is_comment(stripped):
        kind = LineClass.COMMENT
    elif _is_decoration(stripped):
        kind = LineClass.DECORATION
    else:
        found.requests.append(_request(line, found, dialect))
        return
    found.asides.append(Aside(kind, stripped, line.span(line.column)))


def _is_decoration(stripped: str) -> bool:
    """Return whether a line has only signs or tags, and none that may strike out, deny or repeat others."""
    if any(map(str.isalnum, stripped)):
        return stripped[0] in "[<" and re.fullmatch(TAGS, stripped) is not None
    is_open = "?" in stripped or refuses(stripped) or re.fullmatch(_LEFT_OUT, stripped) is not None
    return stripped not in (*_OPENING, *_DITTO) and not is_open


def _without_replaced(line: _SourceLine, found: _Listing) -> _SourceLine:
    """Return `line` without the picture of its card or a replaced number; a picture alone is decoration."""
    bare = structs.replace(line, text=re.sub(_REPLACED, lambda match: " " * len(match[0]), line.text))
    if not bare.text.strip():
        picture = line.text.strip()
        found.asides.append(Aside(LineClass.DECORATION, picture, line.span(line.text.index(picture))))
    return bare


def _is_fact(stripped: str, dialect: Dialect, found: _Listing) -> bool:
    """Return whether a line states a fact about the deck, and record it; the first statement counts.

    A value that begins with a number of copies, and not with a date, may be a card, so the line is not a fact.
    """
    fact: str | None = "name"
    if dialect.name_first and "name" not in found.facts:
        label, rest = "", stripped.lstrip("#*= ")
    else:
        label, colon, rest = stripped.lstrip("#* ").partition(":")
        if not colon:  # Most lines have no colon; this check keeps them fast.
            return False
        known, rest = label.strip().casefold(), rest.strip()
        fact = FACTS.get(known, dialect.facts.get(known))
    if fact is None or not rest or fact in found.facts:
        return False
    if _is_counted(rest, found.limits) and without_remarks(rest) == rest:
        return False
    if heading(label) is not None and fact != "name" and found.requests:
        return False  # "Event: Court Games" among the cards names a card.
    if fact:
        found.facts[fact] = rest[: found.limits.name_length]
    return True


def _is_counted(text: str, limits: Limits) -> bool:
    """Return whether `text` begins with a number of copies."""
    return (count := leading_count(text, limits)) is not None and not count.bad


def _header(line: _SourceLine, stripped: str) -> Header | None:
    found = heading_on(stripped)
    if found is None:
        return None
    text, span = " ".join(without_markup(stripped).replace(FILLER, "").split()), line.span(line.column)
    return Header(text=text, section=found.section, span=span, count=header_count(text), deck=found.deck)


def _says_none(stripped: str, header: Header | None, found: _Listing) -> bool:
    """Return whether a line denies cards of a type: ``Sideboard (0)``, ``Sensei: none``.

    ``none`` alone refers to the heading above. Among cards outside the deck such a line may end them.
    """
    if header is not None:
        return header.section in NOT_IN_DECK and (header.count == 0 or says_none(stripped.partition(":")[2]))
    if stripped[0].isdigit() or is_comment(stripped) or found.under[1] in NOT_IN_DECK:
        return False
    if says_none_of_kind(stripped) or not found.headers or not any(map(str.isalnum, stripped)):
        return says_none_of_kind(stripped)
    above = found.headers[-1]
    is_first = not found.requests or found.requests[-1].span.line < above.span.line
    return is_first and above.text != UNKNOWN and not above.count and says_none(stripped)


def _request(line: _SourceLine, found: _Listing, dialect: Dialect) -> Request:
    """Return the request of a line that fits no other kind."""
    text, stripped = line.text, line.text.strip()
    under, asked, start, is_open = found.under, stripped, line.column, False
    if (side := _SIDE.match(stripped)) is not None or ":" in stripped:
        label, rest = map(str.strip, stripped.partition(side[0] if side else ":")[::2])
        # Titles hardly ever have a colon: this is "Stronghold: Shiro Nishiyama", "SB: 3 Rout", or an unclear card.
        label = side[1] or side[2] if side else label
        section = "sideboard" if side and side[1] else _section_of(label, rest, found.limits)
        if section is not None:
            under = (label, section)
            marks = label[: len(label) - len(label.lstrip("*_"))]
            rest = rest.removeprefix(marks).strip()  # The end of "**Stronghold:** Shiro Nishiyama".
            asked, start = rest, len(text.rstrip()) - len(rest)
            if section == "outside" and (count := leading_count(label, found.limits)) is not None:
                asked = f"{count.number} {rest}" if count.number else rest
        is_open = section is None and leading_count(stripped, found.limits) is None
    bare = without_bullet(asked)
    kept, comment = split_comment(bare)
    if comment:
        aside = Aside(LineClass.COMMENT, comment, line.span(text.rindex(comment)))
        if may_change_card(kept, aside.said, found.limits):
            kept = bare
        else:
            found.asides.append(aside)
    kept = kept.replace(FILLER, "") if dialect.references else kept
    is_number = any(map(str.isdigit, kept)) and not any(map(str.isalpha, kept)) and not is_count_alone(kept)
    if is_number or (is_open and ":" in kept):
        is_text = is_open or (len(stripped) < found.limits.name_length and without_remarks(stripped) != stripped)
        whole = _whole(line, kept, found.limits, under)
        return whole if is_text else structs.replace(whole, name="", count=0, bad_count=kept[:_SHOWN_COUNT])
    return request_in(kept, line.span(start), found.limits, under)


def _section_of(label: str, rest: str, limits: Limits) -> str | None:
    """Return the meaning of the label before a card, None where it is not such a label or is in doubt."""
    if not any(map(str.isalpha, rest)):
        return None
    section = label_section(label)
    if label.casefold() == "deck" and _is_counted(rest, limits):
        return None  # "Deck: 3 Banzai!" may be a name or a card.
    return None if section not in (None, "outside") and re.search("[02-9]|1[0-9]", label) else section


def _whole(line: _SourceLine, stripped: str, limits: Limits, under: tuple[str, str]) -> Request:
    """Return the request of a line that only a lookup of its words can explain."""
    (header, section), span, name = under, line.span(line.column), cut(stripped, limits)
    return Request(name=name, count=1, span=span, written=name, header=header, section=section, counted=False)


def _without_repeated(requests: Sequence[Request], dialect: Dialect) -> tuple[tuple[Request, ...], tuple[Request, ...]]:
    """Return the requests to count, and those that `dialect` repeats under a header of its own."""
    if not dialect.repeats:
        return tuple(requests), ()
    elsewhere = {request.name.casefold() for request in requests if request.section != dialect.repeats}
    again = [r for r in requests if r.section == dialect.repeats and r.name.casefold() in elsewhere]
    return tuple(request for request in requests if request not in again), tuple(again)
