"""What the pages show of a deck: its cards by section and kind, with the findings about them."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from deckcheck.model.deck import Deck, Entry, RawDeck, by_kind, grouped
from deckcheck.model.finding import BEARING, Finding, Severity
from deckcheck.model.names import fold
from deckcheck.model.report import Report
from deckcheck.reports.card_page import cost_of, facts_of
from deckcheck.reports.told import told
from deckcheck.rules.tally import Tally

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
    flags = _flags(report)
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


def _flags(report: Report) -> dict[str, list[Flag]]:
    """Return, by the id of a card, the findings about it that are more than notes."""
    every = enumerate(told(report.listed, report.findings), 1)
    flags = [(Flag(each.code, each.severity.value, at), each) for at, (each, *_) in every]
    return grouped((card, flag) for flag, each in flags if each.severity is not Severity.NOTE for card in each.cards)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
