"""Judge the lists of an event; no other module of events knows the engine's checker."""

from __future__ import annotations

import contextlib
import copy
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.checks import rulings as decisions
from deckcheck.checks.checker import Checker, format_loader, load_formats, load_pool, no_list
from deckcheck.checks.other_formats import OtherFormats
from deckcheck.decks.containers import Document
from deckcheck.decks.readers import read_all
from deckcheck.decks.text.quotes import is_list
from deckcheck.events.documents import OFFICE, card_table, text_of
from deckcheck.events.model import LIMITS, TEXTS, Arrival, PlayerRuling, RulingRow, Submission
from deckcheck.events.store import EventFile
from deckcheck.model.deck import OPEN_MARK, Deck, RawDeck
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.finding import Finding, verdict_of
from deckcheck.model.json_text import json_text, plain_text, safe
from deckcheck.model.names import fold
from deckcheck.model.report import Report
from deckcheck.reports.wording import for_players
from deckcheck.rules.tally import section_of

# Folders with formats and with card pools of the user's own.
DataFolders = tuple[Path | None, Path | None]


class Judgement(Struct, frozen=True):
    """The result of checking a list, which its submission keeps; `reason` explains why a text is not a list.

    `player` is whom the list names; `nickname` is its user on a site of decks, where it names nobody. `cards` is the
    number of different cards that are recognised.
    """

    verdict: str
    reason: str = ""
    syntax: str = ""
    findings: str = "[]"
    fingerprint: str = ""
    player: str = ""
    nickname: str = ""
    cards: int = 0


class ListChecker:
    """Checks lists in the format of an event, with the rulings of its judges."""

    def __init__(self, format_name: str, as_of: str = "", folders: DataFolders = (None, None)) -> None:
        """Load the format and its pool; raises UsageError and DataError."""
        formats, pools = folders
        self._checker = Checker(format_name, as_of=as_of or None, formats_dir=formats, cardpools_dir=pools)
        self.format, self.pool = self._checker.format, self._checker.pool
        loader = format_loader(formats, pools, as_of or None)
        # A broken format that the event does not use is no reason to stop.
        self._others = OtherFormats(
            lambda: load_formats(["all"], loader, lambda _: None), lambda name: load_pool(name, cardpools_dir=pools)
        )
        self._again: dict[int, tuple[Finding, ...]] = {}
        self.rulings: tuple[PlayerRuling, ...] = ()
        # Those that count today, each with the player whose lists it is about.
        self._in_force: list[tuple[int, decisions.ActiveRuling]] = []

    def ruled_by(self, rulings: Iterable[PlayerRuling]) -> ListChecker:
        """Return the same checker with these rulings."""
        other, today = copy.copy(self), decisions.today()
        other.rulings = tuple(rulings)
        by_owner = ((row.owner, decisions.counting([as_ruling(row)], today)) for row in other.rulings)
        in_force = [(owner, each) for owner, some in by_owner for each in decisions.in_force(some, self.pool)]
        other._in_force = in_force  # noqa: SLF001 - made here
        return other

    def _rulings_for(self, player: int) -> tuple[decisions.ActiveRuling, ...]:
        """Return the rulings that are not about another player, who may have the same name; 0 is an unknown player."""
        return tuple(each for owner, each in self._in_force if not owner or not player or owner == player)

    def raw(self, content: bytes, called: str) -> RawDeck:
        """Return the one list in a file; raises InputError when there is none or there are several."""
        if cards := card_table(content, called):
            return cards
        text = text_of(content, called)
        # What comes out of a document is text, whatever its suffix says.
        path = f"{called}.txt" if called.lower().endswith(OFFICE) else called
        decks = read_all(text, path, LIMITS)
        if len(decks) != 1:
            raise InputError(f"contains {len(decks)} lists; hand in one", place=called)
        return decks[0]

    def deck(self, content: bytes, called: str) -> Deck:
        """Return the deck in a file with its names looked up; raises InputError like `raw`."""
        return self._checker.report(self.raw(content, called)).deck

    def joined(self, files: Sequence[Document]) -> Document | None:
        """Return several files as one text list, each below a heading for the section with the most of its lines.

        Return None if two files have cards of one section, because each may be a whole list, and if a file has no
        cards or is not a plain list.
        """
        if not files[1:]:
            return None
        texts, seen = list[str](), set[str]()
        with contextlib.suppress(InputError, UsageError):
            for raw in [self.raw(file.content, file.name) for file in files]:
                lines = Counter(section_of(each.card, self.format) or "" for each in self._checker.read(raw).named)
                if not lines or not seen.isdisjoint(lines) or raw.beside or raw.lists or not raw.is_list:
                    return None
                seen |= lines.keys()
                texts += [max(lines, key=lines.__getitem__), *raw.lines, ""]
            whole = "\n".join(texts).encode("utf-8", "backslashreplace")
            return Document(", ".join(file.path for file in files), "deck.txt", whole)
        return None

    def judged(self, content: bytes, called: str) -> Judgement:
        """Return the engine's result for a list, without rulings."""
        return self.looked_at(content, called)[0]

    def looked_at(self, content: bytes, called: str) -> tuple[Judgement, Report | None]:
        """Return the engine's result for a list and its report, without rulings; no report if it cannot be read."""
        try:
            raw = self.raw(content, called)
            report = self._checker.report(raw)
        except InputError as error:
            return Judgement("unreadable", for_players(error.advice)), None
        if not report.deck.named and not is_list("\n".join(raw.lines)):
            return Judgement("unreadable", for_players(no_list(report).advice)), report
        report = self._others.named_in(report)
        findings, player = safe(json_text(msgspec.to_builtins(report.findings))), plain_text(raw.player)
        cards = len({entry.card.id for entry in report.deck.named})
        names = ("", player) if raw.is_nickname else (player, "")
        judged = Judgement(report.verdict.value, "", raw.syntax, findings, report.deck.fingerprint, *names, cards)
        return judged, report

    def with_questions(self, arrival: Arrival) -> Arrival:
        """Return an arrival with a question in its list for everything beside the list that may change it.

        Cards that came only beside the list, such as its Stronghold, become lines of it.
        """
        if arrival.reason or not (arrival.beside or arrival.doubts):
            return arrival
        try:
            raw = self.raw(arrival.content, arrival.called).with_beside(arrival.beside)
        except InputError:
            return arrival
        is_text, whole = arrival.called in TEXTS, self._checker.completed(raw)
        cards = [each for each in whole.requests if each.span.line > len(raw.lines)]
        deck = self._checker.read(whole if is_text or not cards else raw)
        if not deck.named:
            return arrival
        if is_text and cards:
            lines = [line for each in cards for line in (f"{each.section.capitalize()}:", each.written)]
            arrival = replace(arrival, content=_with_lines(arrival.content, lines))
        numbers = sorted(line.request.span.line for line in deck.unresolved)
        asked = [raw.line(number) for number in numbers if number > len(raw.lines)]
        asked += [each for each in arrival.beside if self.pool.named(fold(each))]
        known = {raw.line(number).strip() for number in numbers if number <= len(raw.lines)}
        return asking(arrival, [each for each in dict.fromkeys((*asked, *arrival.doubts)) if each not in known])

    def report(self, submission: Submission, player: str) -> Report:
        """Return today's report on a list, with rulings; raises InputError when it cannot be read."""
        return self.reported(submission.content, submission.called, player, submission.player)

    def reported(self, content: bytes, called: str, player: str, number: int = 0) -> Report:
        """Return the report on the list in a file, with rulings; raises as `raw`.

        `number` is the id of the player; 0: of one who has only a name yet.
        """
        report = self._others.named_in(self._checker.report(self.raw(content, called)))
        return self.ruled(report, player, number)

    def ruled(self, report: Report, player: str, number: int) -> Report:
        """Return the report on a list of a player with the rulings about it; `number` as in `reported`."""
        deck = replace(report.deck, raw=replace(report.deck.raw, player=player))
        return decisions.ruled(replace(report, deck=deck), self._rulings_for(number))

    def verdict(self, submission: Submission, player: str) -> tuple[str, tuple[Finding, ...], str]:
        """Return the verdict on a submission, the findings that decide, and why this version cannot read it ("")."""
        try:
            found = self._found(submission, player)
        except InputError as error:
            return "unreadable", (), f"this version of deckcheck cannot read the list: {error.advice}"
        rulings = self._rulings_for(submission.player)
        findings = decisions.ruled_findings(found, rulings, player, submission.fingerprint)
        return verdict_of(findings).value, findings, ""

    def _found(self, submission: Submission, player: str) -> tuple[Finding, ...]:
        """Return the findings about a submission without rulings; new ones if rules, cards or version have changed.

        They are searched once.
        """
        then = (submission.checker, submission.format_digest, submission.pool_digest)
        if then == (__version__, self.format.digest, self.pool.digest):
            return submission.found
        if submission.id not in self._again:
            self._again[submission.id] = self.ruled_by(()).report(submission, player).findings
        return self._again[submission.id]


def asking(arrival: Arrival, questions: Sequence[str]) -> Arrival:
    """Return an arrival with questions as lines of its list, or as the reason if it is not text."""
    if not questions:
        return arrival
    if arrival.called not in TEXTS:
        said = ", ".join(f"`{each}`" for each in questions)
        return replace(arrival, reason=f"text beside the list may change it: {said}; ask for the whole list")
    lines = [f"{OPEN_MARK}{' '.join(each.split())}" for each in questions]
    return replace(arrival, content=_with_lines(arrival.content, lines))


def _with_lines(content: bytes, lines: Iterable[str]) -> bytes:
    """Return a text with lines added after an empty one, so that no name continues in them."""
    return content.rstrip() + "".join(f"\n{line}" for line in ("", *lines, "")).encode("utf-8", "surrogateescape")


def checker_for(event: EventFile, folders: DataFolders = (None, None)) -> ListChecker:
    """Return the checker of an event."""
    return ListChecker(event.info.format, event.info.as_of, folders).ruled_by(event.rulings())


def check_ruling(row: RulingRow, checker: ListChecker) -> None:
    """Raise UsageError for a new ruling that is broken, too broad or over, DataError for one about an unknown card."""
    if fault := decisions.fault_of(as_ruling(row)):
        raise UsageError(fault[0], help=fault[1])
    if row.expires and row.expires < decisions.today():
        raise UsageError(f"`{row.expires}` has passed; the ruling would never apply", help="name today or a later day")
    decisions.refuse_unknown([as_ruling(row)], [checker.pool])


def add_ruling(event: EventFile, row: RulingRow, player: int = 0) -> RulingRow:
    """Add a ruling that was checked, inside `writing`, and return it with its id; `player` is the one it is about."""
    row = event.add(row)
    event.log("rule", player, ruling=row.id)
    return row


def as_ruling(row: RulingRow) -> decisions.Ruling:
    """Return a ruling of an event as the engine's reports know rulings."""
    same = {name: getattr(row, name) for name in ("decision", "code", "card", "player", "fingerprint")}
    return decisions.Ruling(why=row.reason, by=row.judge, date=row.time[:10], until=row.expires, **same)
