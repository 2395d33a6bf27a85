"""A deck file during editing: its bytes and deck, sorting lines, notes, and the changes between two drafts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from msgspec import Struct

from deckcheck.decks.intake import read_content
from deckcheck.decks.lines import LINE_END, is_in_structure, line_end_of, lines_of, take_apart
from deckcheck.decks.resolve import resolve
from deckcheck.decks.words.headers import header_section
from deckcheck.model.card import Card
from deckcheck.model.comparison import CardStep
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, grouped, summed
from deckcheck.model.errors import InputError, OutputError, UsageError
from deckcheck.model.finding import BEARING, Finding, Severity
from deckcheck.model.format import Format
from deckcheck.model.names import fold, printable
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.model.sentences import counted, listed
from deckcheck.rules.engine import check
from deckcheck.rules.tally import Placing

# The copies of each card, by its id and by its header if the header decides the section, else "".
Copies = Mapping[tuple[str, str], int]
_LAST = 1_000_000
_CONVERT = "convert it first with `deckcheck convert DECK --to text`"


class Draft(Struct, frozen=True):
    """A deck file, the deck read from it, and its format and pool."""

    content: bytes
    deck: Deck
    format: Format
    pool: Pool

    @property
    def raw(self) -> RawDeck:
        """The deck as read."""
        return self.deck.raw

    @property
    def text(self) -> str:
        """The text of the file, without a byte order mark."""
        return take_apart(self.content, self.raw.path, self.raw.limits)[2]

    def encoded(self, text: str) -> bytes:
        """Return `text` as bytes in the encoding of the file."""
        mark, codec, _ = take_apart(self.content, self.raw.path, self.raw.limits)
        return mark + text.encode(codec)

    def reread(self, content: bytes) -> Draft:
        """Return the draft of a changed file; raises OutputError when it cannot be read."""
        path, syntax = self.raw.place, None if self.raw.source else self.raw.syntax
        try:
            raw = read_content(content, path, self.raw.limits, syntax)
        except InputError as error:
            message = f"nothing was changed, because the new list cannot be read: {error.message}"
            raise OutputError(message, place=path, help="edit it by hand") from None
        return Draft(content, resolve(raw, self.format, self.pool), self.format, self.pool)

    def report(self) -> Report:
        """Return the report on the current deck."""
        return check(self.deck, self.format, self.pool)

    def entries(self, card: Card, under: str | None = None) -> list[Entry]:
        """Return the entries of `card` whose `Draft.under` equals `under`.

        None: the entries in the deck itself, or without any, those under headers such as a sideboard.
        """
        named = [entry for entry in self.deck.named if entry.card.id == card.id]
        if under is not None:
            return [entry for entry in named if self.under(entry) == under]
        return [entry for entry in named if not self.under(entry)] or named

    def under(self, entry: Entry) -> str:
        """Return the header's meaning when it decides the section of the entry, else the empty string."""
        return Placing(self.format).under(entry)

    def copies(self) -> Copies:
        """Return the copies of all cards."""
        return summed(((entry.card.id, self.under(entry)), entry.count) for entry in self.deck.named)


def draft_of(content: bytes, raw: RawDeck, fmt: Format, pool: Pool) -> Draft:
    """Return the draft of a file read as `raw`; raises UsageError for a list that cannot be edited."""
    return refuse_inside(Draft(content, resolve(raw, fmt, pool), fmt, pool))


def refuse_inside(draft: Draft) -> Draft:
    """Return the draft; raises UsageError for a list that is in a text of another file."""
    if is_in_structure(draft.raw, draft.text):
        what = "lists in JSON or YAML text, or with each card on several lines,"
        raise UsageError(f"{what} cannot be edited in place", place=draft.raw.path, help=_CONVERT)
    return draft


def rewritten(draft: Draft, content: bytes, changes: Copies, gone: Iterable[Request] = ()) -> Draft:
    """Return the draft with the bytes `content`, after confirming the intended change.

    `changes` has the new copies of the changed cards, `gone` the unrecognised lines to remove. The names and numbers
    on all other lines must stay the same; their cards can change, for example with a new Stronghold.

    Raises:
        OutputError: when the bytes are read differently.
    """
    new = draft.reread(content)
    copies, ids = new.copies(), {card_id for card_id, _ in changes}
    good = all(copies.get(key, 0) == count for key, count in changes.items())
    if not good or _other_lines(draft, ids) - Counter(map(_as_read, gone)) != _other_lines(new, ids):
        why = _doubt(draft, new)
        raise not_writable(draft.raw.path, why, "change fewer copies, or edit the list by hand" if why else _CONVERT)
    return new


def _doubt(draft: Draft, new: Draft) -> str:
    """Return how many lines of the new draft are newly in doubt, and why, "" for none."""
    before = {_as_read(each.request) for each in draft.deck.unresolved}
    doubtful = [each for each in new.deck.unresolved if each.why and _as_read(each.request) not in before]
    if not doubtful:
        return ""
    first = doubtful[0]
    return f": {counted(len(doubtful), 'line')} would be in doubt, such as `{first.request.written}`: {first.why}"


def not_writable(path: str, why: str = "", help: str = _CONVERT) -> OutputError:
    """Return the error for a change after which deckcheck, or another program, would not read the list (`why`)."""
    return OutputError(f"the change cannot be written into this list{why}", place=path, help=help)


def _other_lines(draft: Draft, ids: set[str]) -> Counter[tuple[str, int, str]]:
    """Return the lines without these cards, as read."""
    named = {entry.request.span for entry in draft.deck.named if entry.card.id in ids}
    return Counter(_as_read(request) for request in draft.raw.requests if request.span not in named)


def _as_read(request: Request) -> tuple[str, int, str]:
    return request.name, request.count, request.section


def text_only(draft: Draft, what: str) -> None:
    """Raise UsageError when the list is not a text list, and so does not allow `what`."""
    if not draft.raw.is_list or draft.raw.source:
        raise UsageError(f"{what} only in text lists", place=draft.raw.path)


class Change(CardStep, frozen=True):
    """One card with a changed number of copies; `under` is the header when it decides the card's section."""

    under: str = ""


def changes_between(old: Copies, new: Copies, pool: Pool) -> Iterator[Change]:
    """Yield the cards with a changed number of copies, removals first, in the order of the lists."""
    changed = [key for key in dict.fromkeys((*old, *new)) if old.get(key, 0) != new.get(key, 0)]
    for key in sorted(changed, key=lambda key: new.get(key, 0) > old.get(key, 0)):
        card = pool.card(key[0])
        yield Change(card.name if card else key[0], old.get(key, 0), new.get(key, 0), key[1])


def broken(old: Iterable[Finding], new: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that affect the verdict in `new` but not in `old`.

    A finding is not new if only its numbers differ, or if it names fewer of the same cards.
    """
    known = grouped((_key(finding), {*finding.cards}) for finding in old)

    def is_old(finding: Finding) -> bool:
        cards = {*finding.cards}
        return any(bool(cards) == bool(others) and cards <= others for others in known.get(_key(finding), ()))

    return tuple(each for each in new if each.severity in BEARING and not is_old(each))


def _key(finding: Finding) -> tuple[object, ...]:
    # The message is left out because its numbers change with every card.
    return (finding.code, finding.severity, finding.data.get("section"), finding.data.get("name"))


def described(old: Draft, new: Draft) -> Iterator[str]:
    """Yield lines that describe the change from one draft to the next, the verdict last."""
    changes = list(changes_between(old.copies(), new.copies(), new.pool))
    yield from map(_change, changes)
    open_lines = Counter(line.request.name for line in old.deck.unresolved)
    gone = (open_lines - Counter(request.name for request in new.raw.requests)).total()
    if gone:
        yield f"removed {counted(gone, 'unrecognised line')}"
    if not changes and not gone:
        yield "text changed, cards unchanged" if old.content != new.content else "nothing to change"
    before, after = old.report(), new.report()
    for verb, base, found in (("fixes", after, before), ("breaks", before, after)):
        for finding in broken(base.findings, found.findings):
            yield f"  {verb} {finding.code}: {printable(finding.message)}"
    yield verdict(after)


def verdict(report: Report) -> str:
    """Return the verdict on a deck in one line, with the number of cards in each section."""
    found = [finding.severity for finding in report.findings]
    troubles = [
        counted(found.count(severity), word)
        for severity, word in ((Severity.ERROR, "error"), (Severity.UNDECIDED, "open question"))
        if severity in found
    ]
    why = f", {listed(troubles)}" if troubles else ""
    return printable(f"{report.verdict.value} in {report.format.name} ({report.sizes}){why}")


def _change(change: Change) -> str:
    more = change.after - change.before
    where = f" in the {change.under}" if change.under else ""
    verb = "added" if more > 0 else "removed"
    now = f", now {change.after}" if change.before and change.after else ""
    return f"{verb} {abs(more)} `{printable(change.name)}`{where}{now}"


# The sort orders; equal cards are sorted by name.
ORDERS: Mapping[str, Callable[[Entry], Any]] = {
    "name": lambda _: 0,
    "count": lambda entry: -entry.count,
    "cost": lambda entry: entry.card.cost if isinstance(entry.card.cost, int) else _LAST,
    "kind": lambda entry: entry.card.kind,
}


def sorted_lines(draft: Draft, by: str = "name") -> Draft:
    """Return the draft with the cards in each block of lines sorted by one of `ORDERS`.

    A block is a run of consecutive card lines. Headers, comments and empty lines stay in place, and unrecognised
    lines come last in their block.
    """
    text_only(draft, "sorting is possible")
    lines = lines_of(draft.text)
    entries = {entry.request.span.line: entry for entry in draft.deck.named}
    numbers = sorted(request.span.line for request in draft.raw.requests)
    order = ORDERS[by]

    def key(number: int) -> tuple[Any, ...]:
        entry = entries.get(number)
        return (0, order(entry), fold(entry.card.title), entry.card.level, number) if entry else (1, number)

    for block in _blocks(numbers):
        bodies = [LINE_END.sub("", lines[number - 1]) for number in sorted(block, key=key)]
        for number, body in zip(block, bodies, strict=True):
            found = LINE_END.search(lines[number - 1])
            lines[number - 1] = body + (found.group() if found else "")
    return rewritten(draft, draft.encoded("".join(lines)), {})


def with_note(draft: Draft, line: Request | None, note: str) -> Draft:
    """Return the draft with a note after a line, replacing the old note, or at the top when `line` is None.

    An empty note removes the note of a line.

    Raises:
        UsageError: when the note has several lines, or would not be read as a comment.
        OutputError: when the line contains more than a card and a comment.
    """
    text_only(draft, "notes are possible")
    note = note.strip()
    if not note.isprintable():
        raise UsageError("a note is one line of printable text")
    if line is None and not note:
        raise UsageError("a note at the top of a list cannot be empty")
    lines = lines_of(draft.text)
    if line is None:
        lines.insert(0, f"# {note}{line_end_of(draft.text)}")
    else:
        lines[line.span.line - 1] = _noted(lines[line.span.line - 1], line, note, draft.raw.path)
    new = rewritten(draft, draft.encoded("".join(lines)), {})
    if _content(draft.raw) != _content(new.raw) or (line is None and header_section(note) is not None):
        raise UsageError(f"`{note}` would not be read as a note", help="use different words")
    return new


def _content(raw: RawDeck) -> tuple[object, ...]:
    """Return the facts about the deck itself, such as name and player, and its lines, wherever they are."""
    lines = [(each.name, each.count, each.section, each.header) for each in raw.requests]
    return (raw.name, raw.player, raw.author, raw.event, raw.date, raw.format, raw.notes, lines)


def _noted(line: str, request: Request, note: str, path: str) -> str:
    start = line.find(request.written)
    behind = start + len(request.written)
    body = LINE_END.sub("", line)
    if start < 0 or not (body[behind:].strip() == "" or body[behind:].strip().startswith(("#", "//"))):
        raise OutputError(
            "the line contains more than a card and a comment",
            place=f"{path}:{request.span.line}",
            help="edit it by hand",
        )
    return body[:behind] + (f"  # {note}" if note else "") + line[len(body) :]


def _blocks(numbers: list[int]) -> list[list[int]]:
    """Return the runs of consecutive line numbers."""
    places = groupby(enumerate(numbers), lambda place: place[1] - place[0])
    return [[number for _, number in block] for _, block in places]
