"""An editing session, and the rows of its deck, findings, curve, odds and economy as plain values, without widgets."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from deckcheck.build.copies_left import CopiesLeft
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.name_fixes import NameChoice, OpenLine, fix_names, open_lines
from deckcheck.build.editing.names import count_of, pasted, with_copies, without_lines
from deckcheck.build.popularity import Popularity
from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, Unresolved, by_kind, grouped
from deckcheck.model.errors import DeckcheckError, OutputError
from deckcheck.model.finding import Finding, Severity, bearing
from deckcheck.model.names import fold, printable
from deckcheck.model.query.knowledge import words_of
from deckcheck.model.report import Report
from deckcheck.model.sentences import counted
from deckcheck.reports.card_page import all_facts_of
from deckcheck.rules.base import total
from deckcheck.rules.legality import standing_in
from deckcheck.rules.tally import Tally

_BARS = "▁▂▃▄▅▆▇█"
# Few games answer within a second; `deckcheck odds economy` plays more.
_GAMES = 400


def curve_lines(draft: Draft) -> Iterator[str]:
    """Yield a line for the influence, and one for each half of the deck with its costs as bars."""
    from deckcheck.odds.profile import curves_of

    curves = curves_of(draft.deck, draft.format)
    if curves.influence:
        yield f"influence {curves.influence.spent} of {curves.influence.allowed}"
    for half in curves.halves:
        curve = next((curve for curve in half.curves if curve.fact == "cost"), None)
        if curve is None:
            yield f"{half.section} {half.size}"
            continue
        values, counts = [*curve.bars], curve.bars.values()
        most = max(counts) or 1
        bars = "".join(_BARS[count * (len(_BARS) - 1) // most] if count else " " for count in counts)
        mean = f" mean {curve.mean:.1f}" if curve.mean is not None else ""
        yield f"{half.section} {values[0]}[{bars}]{values[-1]}{mean}"


def odds_lines(draft: Draft) -> Iterator[str]:
    """Yield for each half the odds of at least one card of each type in its opening, and of its bad hands."""
    from deckcheck.odds.of_deck.deck_halves import halves_of
    from deckcheck.odds.of_deck.standard import standard_odds

    try:
        found = standard_odds(halves_of(draft.deck, draft.format, draft.pool), 0)
    except DeckcheckError:
        return
    for odds in found:
        chances = [
            f"{chance.label} {_percent(chance.ranges[0])}" for chance in odds.chances if chance.about != "copies"
        ]
        if chances:
            yield f"{odds.half.opening_words}: {', '.join(chances)}"


def _percent(odds: tuple[Fraction, Fraction]) -> str:
    least, most = (f"{float(100 * each):.2f}" for each in odds)
    return f"{least} %" if least == most else f"{least} to {most} %"


def economy_lines(draft: Draft) -> Iterator[str]:
    """Yield what the deck can pay for in its first turn, from a few simulated games; or why there are none."""
    from deckcheck.odds.economy.deck import StartOfGame, dealt_of, stronghold_gold
    from deckcheck.odds.economy.report import EconomyRequest, economy
    from deckcheck.odds.economy.results import Effort
    from deckcheck.odds.economy.strategies import STRATEGIES
    from deckcheck.odds.of_deck.deck_halves import halves_of

    if not draft.format.economy:
        return
    tally, rules = Tally(draft.deck, draft.format), draft.format.gold
    assumed = sum(rules.stronghold) // 2 if rules and stronghold_gold(tally, second=False) is None else None
    strategy = STRATEGIES["holdings" if rules else "curve"]
    effort = Effort(turns=1, games=_GAMES, exact=False)
    try:
        dealt = dealt_of(halves_of(draft.deck, draft.format, draft.pool))
        asking = EconomyRequest(strategy=strategy, effort=effort, table=StartOfGame(stronghold_gold=assumed))
        report = economy(tally, draft.pool, dealt, asking)
    except DeckcheckError as error:
        yield f"economy: {error.message}"
        return
    turn = report.results[0].turns[0].spreads
    if rules:
        both = 100 * turn["holdings"].at_least(2)
        found = f"turn 1 buys {turn['production'].mean.value:.1f} gold of production, two Holdings in {both:.0f} %"
    else:
        found = f"round 1 spends {turn['spent'].mean.value:.1f} of {turn['pay'].high} fate"
    unknown = report.model.holdings - report.known + dealt.unknown
    unbought = f", {counted(unknown, 'unknown card')} never bought" if unknown else ""
    stronghold = f", if the Stronghold gives {assumed} gold" if assumed else ""
    yield f"{found} ({_GAMES} games, policy {strategy.name}{unbought}{stronghold})"


# Writes the deck file, given its old and new content; raises DeckcheckError.
Save = Callable[[bytes, bytes], None]


class DeckRow(Struct, frozen=True):
    """A row of the deck: the heading of a section or a type, a card, or an unrecognised line.

    `key` tells rows apart, `lines` are its lines in the file. `level` is 0 for a section, 1 for a type, 2 for cards and
    lines. `under` is the header of the card when it decides the section. `is_wrong` tells whether a finding is about
    the card.
    """

    key: str
    count: int
    name: str
    level: int
    card: Card | None = None
    under: str = ""
    is_wrong: bool = False
    line: Unresolved | None = None
    lines: tuple[int, ...] = ()


def deck_rows(draft: Draft, report: Report) -> Iterator[DeckRow]:
    """Yield the rows of the deck: by section and type as the format orders them, then by cost and name."""
    tally = Tally(draft.deck, draft.format)
    wrong = {card for finding in bearing(report.findings) for card in finding.cards}
    sections = [(name, draft.format.label(name), entries) for name, entries in tally.sections.items()]
    for section, label, entries in (*sections, ("", "in no section", tally.unplaced)):
        if not entries:
            continue
        yield DeckRow(f"section {section}", total(entries), printable(label), 0)
        order = draft.format.sections[section].select.kind if section else ()
        kinds = by_kind(entries, order)
        for kind, found in kinds.items():
            if len(kinds) > 1:
                yield DeckRow(f"kind {section} {kind}", total(found), printable(kind.title()), 1)
            yield from _cards(found, draft, wrong)
    if draft.deck.unresolved:
        yield DeckRow("section ?", sum(line.request.count for line in draft.deck.unresolved), "not recognised", 0)
        for line in draft.deck.unresolved:
            request, at = line.request, line.request.span
            key = f"line {at.line}:{at.column}"  # A line of the file can have several.
            yield DeckRow(key, request.count, printable(request.name), 2, line=line, lines=(at.line,))


def _cards(entries: Iterable[Entry], draft: Draft, wrong: set[str]) -> Iterator[DeckRow]:
    by_place = grouped(((entry.card.id, draft.under(entry)), entry) for entry in entries)
    for (card_id, under), found in sorted(by_place.items(), key=lambda each: _order(each[1][0])):
        card, lines = found[0].card, tuple(entry.request.span.line for entry in found)
        key = card_key(card_id, under)
        yield DeckRow(key, total(found), printable(card.name), 2, card, under, card_id in wrong, lines=lines)


def _order(entry: Entry) -> tuple[float, str]:
    cost = entry.card.cost
    return (cost if isinstance(cost, int) else -1, fold(entry.card.name))


def card_key(card_id: str, under: str) -> str:
    """Return the key of a card's row; `under` is the header when it decides the card's section."""
    return f"card {card_id} {under}"


def findings_of(report: Report) -> list[Finding]:
    """Return the findings that affect the verdict, then the warnings."""
    return [finding for finding in report.findings if finding.severity is not Severity.NOTE]


def row_of(finding: Finding, rows: Iterable[DeckRow]) -> str:
    """Return the key of the row that a finding is about: its line, else its card, else its section; "" for none."""
    rows = list(rows)
    lines = [span.line for span in (finding.span, *finding.related) if span] if finding.span else []
    by_line = [row.key for line in lines for row in rows if line in row.lines]
    by_card = [row.key for card in finding.cards for row in rows if row.card and row.card.id == card]
    by_section = [row.key for row in rows if row.level == 0 and row.name == finding.data.get("section")]
    return next(iter((*by_line, *by_card, *by_section)), "")


def summary(report: Report) -> str:
    """Return the number of findings that affect the verdict, and of cards in each section."""
    found = len(bearing(report.findings))
    return (f", {counted(found, 'finding')}" if found else "") + f" ({report.sizes})"


def card_details(card: Card, draft: Draft, findings: Iterable[Finding], popularity: Popularity | None) -> Iterator[str]:
    """Yield the name of a card, then its type, findings, statistics, keywords, legality and use in lists."""
    yield printable(card.name)
    where = f", {card.deck} deck" if card.deck != "none" else ""
    yield f"{card.kind}{where}"
    for finding in findings:
        if card.id in finding.cards:
            yield printable(f"{finding.code}: {finding.message}")
    yield printable(all_facts_of(card))
    if card.keywords:
        yield printable(f"keywords: {', '.join(card.keywords)}")
    yield f"{standing_in(draft.format)(card)} in {draft.format.name}"
    if card.unknown:
        yield printable(f"missing data: {', '.join(map(words_of, card.unknown))}")
    if popularity:
        yield f"in {popularity.having.get(card.id, 0)} of {popularity.lists} lists"


def line_details(line: Unresolved) -> Iterator[str]:
    """Yield the text of an unrecognised line, the doubt, and the cards that it may mean."""
    yield printable(line.shown)
    yield f"line {line.request.span.line} is not recognised"
    if line.why:
        yield printable(line.why)
    if names := line.candidates or line.suggestions:
        yield printable(f"it may be: {', '.join(names)}")
        yield "Enter chooses."


class Session:
    """One deck during editing, with the drafts to undo (`past`) and redo (`future`).

    `left` are the copies that still fit, `popularity` is what the user's own lists play; both are None at first.
    Each change returns the key of the row to go to, "" for none.
    """

    def __init__(self, draft: Draft, save: Save) -> None:
        """Begin with the deck file `draft`; `save` writes it."""
        self.draft = draft
        self.past: list[Draft] = []
        self.future: list[Draft] = []
        self.report: Report = draft.report()
        self.left: CopiesLeft | None = None
        self.popularity: Popularity | None = None
        self._save, self._saved = save, draft.content

    @property
    def unsaved(self) -> bool:
        """Whether the deck has unsaved changes."""
        return self.draft.content != self._saved

    def add(self, card: Card, change: int, under: str | None = None) -> str:
        """Add or remove copies of a card, of those whose header is `under` if it is given; raises DeckcheckError."""
        new = with_copies(self.draft, card, max(0, count_of(self.draft, card, under) + change), under)
        self._change_to(new)
        entries = new.entries(card, under)
        return card_key(card.id, new.under(entries[0])) if entries else ""

    def add_at(self, row: DeckRow, change: int) -> str:
        """Add or remove copies of the card of a row, or remove its unrecognised line; raises DeckcheckError."""
        if row.card:
            return self.add(row.card, change, row.under)
        if row.line and change < 0:
            self._change_to(without_lines(self.draft, [row.line.request]))
        return ""

    def paste(self, text: str) -> tuple[str, ...]:
        """Add the cards of a pasted list; return the lines that were not added. Raises DeckcheckError."""
        new, missed = pasted(self.draft, text)
        self._change_to(new)
        return missed

    def open_line(self, line: Unresolved) -> OpenLine | None:
        """Return an unrecognised line with the cards that it may mean."""
        return next((each for each in open_lines(self.draft) if each.request == line.request), None)

    def choose(self, line: OpenLine, place: int) -> str:
        """Write one of the cards of an unrecognised line into it; raises OutputError when that is read differently."""
        choice = NameChoice(line, line.options[place])
        new, rejected = fix_names(self.draft, [choice])
        if rejected:
            raise OutputError("with this name the list would be read differently; nothing was changed")
        self._change_to(new)
        return card_key(choice.option.card.id, "")

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        if self.past:
            self.future.append(self.draft)
            self.draft = self.past.pop()

    def redo(self) -> None:
        """Redo the last undone change, if there is one."""
        if self.future:
            self.past.append(self.draft)
            self.draft = self.future.pop()

    def _change_to(self, new: Draft) -> None:
        if new.content != self.draft.content:
            self.past.append(self.draft)
            self.future.clear()
            self.draft = new

    def save(self) -> None:
        """Write the deck file if it has unsaved changes; raises DeckcheckError."""
        if self.unsaved:
            self._save(self._saved, self.draft.content)
            self._saved = self.draft.content
