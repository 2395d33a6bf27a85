"""What the pages show of a deck: its cards by section and kind, its findings with their lines."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from deckcheck.model.deck import Deck, Entry, RawDeck, Span, by_kind, grouped
from deckcheck.model.finding import BEARING, Finding, Severity
from deckcheck.model.names import fold
from deckcheck.model.report import Report
from deckcheck.reports.card_page import cost_of, facts_of
from deckcheck.reports.told import Told, lines_of, told
from deckcheck.reports.wording import notes_of
from deckcheck.rules.tally import Tally

_LONGEST = 160
_FEW_ROWS = 6
_SHORT_FINGERPRINT = 12


class Flag(Struct, frozen=True):
    """A finding that is about a card: its code, its severity and the number it has among those of the deck."""

    code: str
    severity: str
    number: int


class CardView(Struct, frozen=True):
    """`count` copies of a card by name; `facts` are short phrases, `flags` the findings that name the card."""

    count: int
    name: str
    cost: str = ""
    facts: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()


class KindView(Struct, frozen=True):
    """The cards of one kind, by name."""

    kind: str
    rows: tuple[CardView, ...]

    @property
    def count(self) -> int:
        """The number of cards, all copies counted."""
        return sum(row.count for row in self.rows)


class SectionView(Struct, frozen=True):
    """One section of a deck under its `label`; `counts` is false where the cards are no part of the deck."""

    label: str
    groups: tuple[KindView, ...]
    counts: bool = True
    entries: tuple[Entry, ...] = ()

    @property
    def count(self) -> int:
        """The number of cards, all copies counted."""
        return sum(group.count for group in self.groups)

    @property
    def costs(self) -> bool:
        """Whether a card of the section has a cost."""
        return any(row.cost for row in self.rows)

    @property
    def few(self) -> bool:
        """Whether the section is a short one, to stand beside a long one."""
        return len(self.rows) <= _FEW_ROWS

    @property
    def rows(self) -> tuple[CardView, ...]:
        """The cards of all kinds, one kind after the other."""
        return tuple(row for group in self.groups for row in group.rows)


class LineView(Struct, frozen=True):
    """A line of the list, with the part of it that is meant, and what is true of it alone ("": nothing)."""

    span: Span
    before: str
    marked: str
    after: str
    remark: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number of the line, from 1."""
        return self.span.line


class FindingView(Struct, frozen=True):
    """A finding, perhaps in place of several `findings`; in texts such as `message` every second piece is a name."""

    finding: Finding
    findings: Sequence[Finding]
    number: int
    message: tuple[str, ...]
    lines: tuple[LineView, ...]
    more_lines: int
    notes: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def is_table(self) -> bool:
        """Whether each line has a finding of its own."""
        return len(self.findings) > 1

    @property
    def severity(self) -> str:
        """The name of the severity."""
        return self.finding.severity.value


def title_of(raw: RawDeck) -> str:
    """Return the title of a deck: its name, else its player, else the last part of its path."""
    return raw.name or raw.player or raw.path.rsplit("/", 1)[-1]


def others_of(raw: RawDeck) -> tuple[str, ...]:
    """Return the player and the file of a deck, without the one that `title_of` returns."""
    title = title_of(raw)
    return tuple(text for text in (raw.player, raw.path) if text and not f"/{text}".endswith(f"/{title}"))


def first_reason(report: Report) -> Finding | None:
    """Return the first finding that decides the verdict, else the first that is more than a note."""
    found = [finding for finding in report.findings if finding.severity is not Severity.NOTE]
    return next((finding for finding in found if finding.severity in BEARING), found[0] if found else None)


def grouped_fingerprint(deck: Deck) -> str:
    """Return the first 12 hexadecimal digits of the fingerprint, in groups of four."""
    digits = deck.fingerprint.partition(":")[2][:_SHORT_FINGERPRINT]
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def size_for(lines: int, sizes: Sequence[tuple[int, str]]) -> str:
    """Return the class of a sheet with `lines`; each class comes with the number of lines from which it is used."""
    return [size for least, size in sizes if lines >= least][-1]


def parts_of(report: Report) -> tuple[SectionView, ...]:
    """Return the sections of a deck that have cards, followed by the cards that belong to none."""
    tally = Tally(report.deck, report.format)
    flags = _flags(report.listed)
    parts = [
        SectionView(
            _capital(report.format.label(name)),
            _groups(entries, flags, report.format.sections[name].select.kind),
            entries=tuple(entries),
        )
        for name, entries in tally.sections.items()
        if entries
    ]
    if tally.unplaced:
        parts.append(SectionView("Not in any section of the format", _groups(tally.unplaced, flags)))
    if report.deck.outside:
        parts.append(SectionView("Outside the deck", _groups(report.deck.outside, flags), False))
    return tuple(parts)


def findings_of(report: Report, tell: Callable[[Sequence[Finding]], Iterable[Told]] = told) -> tuple[FindingView, ...]:
    """Return the findings of a deck that are listed, as `tell` gives them, numbered from 1."""
    return tuple(_finding(report.deck.raw, each, number) for number, each in enumerate(tell(report.listed), 1))


def pieces(text: str) -> tuple[str, ...]:
    """Return `text` split at its backticks, so that every second piece is a name; not split if one is unclosed."""
    cut = text.split("`")
    return tuple(cut) if len(cut) % 2 else (text,)


def _groups(
    entries: Iterable[Entry], flags: Mapping[str, Sequence[Flag]], order: Sequence[str] = ()
) -> tuple[KindView, ...]:
    """Return entries by kind: the kinds in the order of the format, then as the list has them."""
    return tuple(
        KindView(_capital(kind), tuple(_row(entry, flags) for entry in sorted(found, key=lambda e: fold(e.card.name))))
        for kind, found in by_kind(entries, order).items()
    )


def _row(entry: Entry, flags: Mapping[str, Sequence[Flag]]) -> CardView:
    card = entry.card
    return CardView(entry.count, card.names, cost_of(card), tuple(facts_of(card)), tuple(flags.get(card.id, ())))


def _flags(findings: Sequence[Finding]) -> dict[str, list[Flag]]:
    """Return, by the id of a card, the findings about it that are more than notes."""
    flags = [(Flag(each.code, each.severity.value, at), each) for at, (each, *_) in enumerate(told(findings), 1)]
    return grouped((card, flag) for flag, each in flags if each.severity is not Severity.NOTE for card in each.cards)


def _finding(raw: RawDeck, each: Told, number: int) -> FindingView:
    shown = zip(each.lines, lines_of(raw, each, _LONGEST), strict=True)
    return FindingView(
        finding=each.finding,
        findings=each.findings,
        number=number,
        message=pieces(each.finding.message),
        lines=tuple(LineView(span, *parts, remark=pieces(remark)) for (span, remark), parts in shown),
        more_lines=each.more,
        notes=tuple((label.capitalize(), pieces(text)) for label, text in notes_of(each.finding)),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
