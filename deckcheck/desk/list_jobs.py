"""What the worker processes do with one list: judge it, fix it, make it text, find the nearest legal deck."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.name_fixes import NameChoice, fix_names, open_lines
from deckcheck.build.editing.names import edited
from deckcheck.decks.lines import is_in_structure, spread
from deckcheck.decks.writers import WRITERS, write
from deckcheck.decks.writing.ids import Edit
from deckcheck.events.checking import DataFolders, Judgement, ListChecker
from deckcheck.events.documents import OFFICE, text_of
from deckcheck.events.forms import called_for
from deckcheck.events.model import LIMITS, Player, PlayerRuling
from deckcheck.model.deck import Span
from deckcheck.model.errors import DeckcheckError, InputError, UsageError
from deckcheck.model.finding import BEARING, Finding
from deckcheck.model.report import Report
from deckcheck.reports.html import views
from deckcheck.reports.told import Told, ToldLine, lines_of, one, told

# Suggestions for one line.
_OFFERED = 4
# The maximum number of lines, and of findings about copies, that get suggestions.
_MOST_FIXES = 40


class Fix(Struct, frozen=True):
    """A change to a list that a click makes: `key` finds it again, `label` is on the button."""

    key: str
    label: str
    span: Span


class Mistake(Struct, frozen=True):
    """A finding with its lines, the changes that fix it, and the one card that it is about ("": several or none)."""

    told: Told
    lines: Sequence[ToldLine]
    fixes: tuple[Fix, ...] = ()
    card: str = ""

    @property
    def decides(self) -> bool:
        """Whether the verdict depends on it."""
        return self.told.finding.severity in BEARING


class ListAnswer(Struct, frozen=True):
    """The result of checking a list: `verdict` counts rulings; `judged`, which a submission keeps, does not.

    `mistakes` decide the verdict, `remarks` do not; `singly` has each mistake by itself, for judges to decide.
    `parts` are sections with their numbers of cards; `more` findings are not listed. `crashed` says that it may be a
    list and the checker failed.
    """

    judged: Judgement
    verdict: str
    mistakes: tuple[Mistake, ...] = ()
    remarks: tuple[Mistake, ...] = ()
    singly: tuple[Mistake, ...] = ()
    more: int = 0
    parts: tuple[tuple[str, int], ...] = ()
    fingerprint: str = ""
    crashed: bool = False


class Nearest(Struct, frozen=True):
    """The nearest legal deck: list, changes in words, and whether fewer are impossible; or the `reason` for none."""

    text: str = ""
    steps: tuple[str, ...] = ()
    proven: bool = False
    reason: str = ""


_loaded: list[ListChecker] = []


def prepare(format_name: str, as_of: str, folders: DataFolders) -> None:
    """Load the format, once in each process."""
    _loaded[:] = [ListChecker(format_name, as_of, folders)]


def answer(text: str, player: Player, rulings: tuple[PlayerRuling, ...]) -> ListAnswer:
    """Return the result of checking the list of a player."""
    checker = _loaded[0].ruled_by(rulings)
    content, called = text.encode("utf-8", "surrogatepass"), called_for(text)
    judged, found = checker.looked_at(content, called)
    if found is None:
        return ListAnswer(judged, judged.verdict)
    report = checker.ruled(found, player.name, player.id)
    fixes = [(fix, about) for fix, about, _ in _fixes(content, report, checker)]
    names = {entry.card.id: entry.card.name for entry in report.deck.entries}

    def mistake(each: Told) -> Mistake:
        mending = tuple(fix for fix, about in fixes if any(about is found for found in each.findings))
        card = names.get(each.finding.cards[0], "") if len(each.finding.cards) == 1 else ""
        return Mistake(each, lines_of(report.deck.raw, each), mending, card)

    every = [*map(mistake, told(report.listed, report.findings))]
    singly = (mistake(one(finding)) for finding in report.listed)
    return ListAnswer(
        judged=judged,
        verdict="unreadable" if judged.reason else report.verdict.value,
        mistakes=tuple(each for each in every if each.decides),
        remarks=tuple(each for each in every if not each.decides),
        singly=tuple(each for each in singly if each.decides),
        more=report.unlisted,
        parts=tuple((part.label, part.count) for part in views.parts_of(report) if part.counts),
        fingerprint=views.grouped_fingerprint(report.deck),
    )


def fixed(text: str, key: str) -> str:
    """Return a list with one suggestion accepted; unchanged if it has no such suggestion."""
    checker = _loaded[0]
    content = text.encode("utf-8", "surrogatepass")
    try:
        report = checker.reported(content, called_for(text), "")
    except InputError:
        return text
    change = next((change for fix, _, change in _fixes(content, report, checker) if fix.key == key), None)
    return change().decode("utf-8", "surrogatepass") if change else text


def as_text(content: bytes, called: str) -> str:
    """Return a file as a list that a player can read and change; raises InputError and UsageError."""
    text = text_of(content, called)
    if called.lower().endswith(OFFICE):
        return text
    raw = _loaded[0].raw(content, called)
    if raw.is_list:
        return "\n".join(raw.lines) if is_in_structure(raw, text) else text
    return write(_loaded[0].deck(content, called), _loaded[0].pool, WRITERS["text"]).text


def from_address(address: str) -> str:
    """Return the list of a public deck; raises InputError and UsageError."""
    from deckcheck.system.web.decks import fetch_deck, pages_in

    if not pages_in(address):
        help = "paste the list itself"
        raise UsageError("only decks of emeralddb.org and fiveringsdb.com are read by address", help=help)
    found = fetch_deck(address, LIMITS)
    return as_text(found.encode("utf-8", "surrogatepass"), "deck.json")


def nearest(text: str, player: Player, rulings: tuple[PlayerRuling, ...], seconds: float) -> Nearest:
    """Return the nearest legal deck, searched for about `seconds`."""
    from deckcheck.build.repair.explain import changes, written_back
    from deckcheck.build.repair.fix import NoRepair, RepairOptions, repair

    checker, options = _loaded[0].ruled_by(rulings), RepairOptions()
    content = text.encode("utf-8", "surrogatepass")
    try:
        report = checker.reported(content, called_for(text), player.name, player.id)
        repaired = repair(report, checker.pool, options, seconds)
        new = written_back(content, report, repaired, checker.pool).decode("utf-8", "surrogatepass")
    except NoRepair as error:
        return Nearest(reason=f"{error.message}.")
    except (DeckcheckError, ImportError):
        return Nearest(reason="No nearest legal deck can be written into this list.")
    steps = [
        f"line {step.line}: {step.count} {step.name}" if step.instead_of else f"{step.count:+d} {step.name}"
        for step in changes(report, repaired, options, checker.pool)
    ]
    return Nearest(new, tuple(steps), repaired.proven)


def _fixes(content: bytes, report: Report, checker: ListChecker) -> Iterator[tuple[Fix, Finding, Callable[[], bytes]]]:
    """Yield the suggestions for a list, each with the finding that it fixes and a function for the change."""
    deck = report.deck
    draft = Draft(content, deck, report.format, checker.pool)
    at = {(each.span.line, each.data.get("name")): each for each in report.listed if each.span}
    some = replace(deck, unresolved=deck.unresolved[:_MOST_FIXES])
    for line in open_lines(replace(draft, deck=some)):
        number = line.request.span.line
        finding = at.get((number, line.request.name))
        for option in [each for each in line.options if each.legal][:_OFFERED]:
            if finding:
                key = f"name {number} {option.card.id}"
                choice = NameChoice(line, option)
                yield (
                    Fix(key, option.written[:60], line.request.span),
                    finding,
                    lambda choice=choice: fix_names(draft, [choice])[0].content,  # type: ignore[misc]
                )
    if not deck.raw.is_list or is_in_structure(deck.raw, draft.text):
        return
    for finding in report.listed[:_MOST_FIXES]:
        excess = finding.data.get("excess")
        named = [entry for entry in deck.entries if entry.card.id in finding.cards]
        if isinstance(excess, int) and finding.severity in BEARING and len(named) == 1 and named[0].count >= excess:
            (entry,) = named
            left, span = entry.count - excess, entry.request.span
            new = edited(draft, Edit(dict(spread(entry.requests, -excess))))
            if _mends(new, finding, report, checker):
                label = f"make it {left}" if left else "remove it"
                yield Fix(f"copies {span.line} {entry.card.id}", label, span), finding, lambda new=new: new  # type: ignore[misc]


def _mends(new: bytes, finding: Finding, report: Report, checker: ListChecker) -> bool:
    """Return whether a changed list is free of a finding."""
    found = checker.reported(new, report.deck.raw.path, report.deck.raw.player).findings
    return all((each.code, each.cards) != (finding.code, finding.cards) for each in found)
