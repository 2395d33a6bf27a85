"""Legal lists of the tests with a line changed, checked as a user's file is and judged by what the line says."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from deckcheck import Finding, Report, Verdict
from deckcheck.checks.checker import Checker, gathered
from deckcheck.model.errors import InputError
from deckcheck.model.finding import Severity
from deckcheck.model.report import Failure
from deckcheck.reports import Style, renderer
from tests.conftest import shipped_format, shipped_pool, text_file
from tests.fixture_decks import WHOLE_DECKS

PLACES = ("start", "middle", "end")
# What a line may be taken for: cards, some number of a card, an open question, cards outside the deck (which a report
# shows), a comment (which it need not show), or a reason to refuse the whole file.
MEANINGS = ("read", "some", "doubt", "outside", "comment", "refused")

_CARD = re.compile(r"(?:\* )?([1-3])x? ([^\s(][^(]*)")
# Below these headings stand cards whose number and place no other card can take.
_IN_PLAY = re.compile(r"Pre-Game|Stronghold|Sensei|Role|Provinces|Starting")


@dataclass(frozen=True)
class Game:
    """A format, legal decks of it, and cards that are not legal in it."""

    format: str
    decks: tuple[str, ...]
    banned: tuple[str, ...]


GAMES = {
    game.format: game
    for game in (
        Game(
            "celestial-40-40",
            ("crane-honor", "spider-military", "crab-military"),
            ("Kolat Assassin", "Charter of the Legion of Two Thousand", "Jade Works", "Test of Might", "Holding Cells"),
        ),
        Game(
            "twenty-festivals",
            ("crane-honor", "gates-of-the-second-city", "crane-50-fate", "scorpion-dishonor"),
            ("Fear Me!", "Cold Hands, Stone Heart", "Kolat Assassin", "Charge"),
        ),
        Game(
            "emperor",
            ("crab-with-starting-holdings", "imperial-stronghold"),
            ("Jade Works", "Palm Strike", "Kolat Assassin", "Way of Deception"),
        ),
        Game(
            "lcg-stronghold",
            ("phoenix-one-restricted",),
            ("Charge!", "Policy Debate", "Jurōjin's Curse", "Master of Gisei Toshi"),
        ),
    )
}


class Slot(NamedTuple):
    """A line of a list that names `copies` of the card `name`; `line` counts from 0."""

    line: int
    name: str
    copies: int


class Rest(NamedTuple):
    """A list without some lines, in two halves, before and behind the place of a row; its cards and its verdict."""

    base: Base
    before: list[str]
    behind: list[str]
    copies: Counter[str]
    verdict: Verdict


class Case:
    """A list with a row in it, which names `cards`.

    `without` is the deck with none of them, `read` the one with all, each with its verdict. `banned` is the card that
    makes the deck illegal in any number; `many`: there are too many copies, which may also be the number of a heading.
    """

    def __init__(self, rest: Rest, row: str, cards: Mapping[str, int], banned: str = "", *, legal: bool) -> None:
        self.row = row
        self.text = "\n".join([*rest.before, row, *rest.behind]) + "\n"
        first = len(rest.before) + 1
        self.lines = range(first, first + row.count("\n") + 1)
        self.names = tuple(cards)
        self.without = rest.copies
        self.read = rest.copies + Counter({rest.base.id_of(name): number for name, number in cards.items()})
        self.verdict_read = Verdict.LEGAL if legal else Verdict.ILLEGAL
        self.verdict_without = rest.verdict
        self.banned = rest.base.id_of(banned) if banned else ""
        self.many = not legal and not banned


@dataclass
class Bench:
    """Checks lists of one format; the folder is for files."""

    game: Game
    folder: Path
    ids: dict[str, str] = field(default_factory=dict)

    @cached_property
    def checker(self) -> Checker:
        fmt = shipped_format(self.game.format)
        return Checker(fmt, shipped_pool(fmt.pool))

    @cached_property
    def bases(self) -> tuple[Base, ...]:
        return tuple(Base(self, WHOLE_DECKS / self.game.format / f"{name}.txt") for name in self.game.decks)

    def check(self, text: str, suffix: str = ".txt") -> Report | Failure:
        """Return the report on a file with this text, or why there is none; only a table has to be a file."""
        if suffix == ".csv":
            return next(self.checker.check_many(text_file(self.folder / "deck.csv", text)))
        try:
            return self.checker.check_text(text, f"deck{suffix}")
        except InputError as error:
            return Failure("deck", error)

    def copies(self, lines: Iterable[str]) -> Counter[str]:
        """Return the copies of each card in a list that can be read."""
        report = self.check("".join(f"{line}\n" for line in lines))
        assert isinstance(report, Report)
        return Counter(report.deck.copies)

    def shown(self, report: Report) -> str:
        """Return the report for people."""
        fmt, pool = self.checker.format, self.checker.pool
        return "".join(renderer("text")(gathered([report], {fmt.pool: pool}, (fmt,)), Style()))


class Base:
    """A legal list of the fixtures."""

    def __init__(self, bench: Bench, path: Path) -> None:
        self.bench = bench
        # The comments at the head of a fixture end with an empty line.
        self.lines = path.read_text("utf-8").strip().split("\n\n", 1)[1].split("\n")
        self.copies = bench.copies(self.lines)
        self.slots = list(self._slots())

    def _slots(self) -> Iterator[Slot]:
        """Yield the lines that give a number of cards of the play decks."""
        below = ""
        for number, line in enumerate(self.lines):
            found = _CARD.fullmatch(line)
            if found and not _IN_PLAY.search(below):
                yield Slot(number, found[2], int(found[1]))
            elif line and not found:
                below = line

    def slots_of(self, copies: int) -> list[Slot]:
        return [slot for slot in self.slots if slot.copies == copies]

    def id_of(self, name: str) -> str:
        """Return the id of a card, which a list of nothing else tells."""
        if name not in self.bench.ids:
            (self.bench.ids[name],) = self.bench.copies([f"1 {name}"])
        return self.bench.ids[name]

    def without(self, gone: Iterable[Slot], place: str) -> Rest:
        """Return the list without some lines, parted at its start, end, or where the first of them was."""
        dropped = {slot.line for slot in gone}
        middle = min(dropped, default=self.slots[len(self.slots) // 2].line + 1)
        at = {"start": 0, "middle": middle, "end": len(self.lines)}[place]
        lines = [(number, line) for number, line in enumerate(self.lines) if number not in dropped]
        copies = self.copies - Counter({self.id_of(slot.name): slot.copies for slot in gone})
        before, behind = [line for n, line in lines if n < at], [line for n, line in lines if n >= at]
        return Rest(self, before, behind, copies, self._verdict_without(frozenset(dropped)))

    @cache  # noqa: B019 - a list lives as long as the tests that use it
    def _verdict_without(self, dropped: frozenset[int]) -> Verdict:
        report = self.bench.check("\n".join(line for n, line in enumerate(self.lines) if n not in dropped))
        assert isinstance(report, Report)
        return report.verdict


def judge(bench: Bench, case: Case, means: frozenset[str]) -> str:
    """Return what is wrong with the verdict on a list, nothing when it is right."""
    report = bench.check(case.text)
    if isinstance(report, Failure):
        return "" if "refused" in means else f"refused: {report.error.message}"
    undecided = report.verdict is Verdict.UNDECIDED
    wrong = (_left_open if undecided else _decided)(bench, report, case, means)
    return f"{report.verdict.value}, {wrong}{_said(report)}" if wrong else ""


def _left_open(_bench: Bench, report: Report, case: Case, means: frozenset[str]) -> str:
    if means.isdisjoint({"doubt", "some"}) and not case.many:
        return "but only one reading is possible"
    if not any(_is_about(finding, case) for finding in report.findings if finding.severity is Severity.UNDECIDED):
        return "and no open question quotes the line"
    own, copies = case.read - case.without, report.deck.copies
    lost = [card for card, number in case.without.items() if card not in own and copies.get(card) != number]
    return f"and other lines are read wrongly: {lost}" if lost else ""


def _decided(bench: Bench, report: Report, case: Case, means: frozenset[str]) -> str:
    copies = Counter(report.deck.copies)
    right = report.verdict is case.verdict_read
    wrong = ""
    if right and any(each.code == "D002" and _is_about(each, case) for each in report.findings):
        return ""  # Each reading of the line has this verdict.
    if copies == case.read != case.without:
        wrong = "read as cards without a doubt" if "read" not in means else "" if right else "although read as it says"
    elif copies == case.without and report.verdict is case.verdict_without and means & {"outside", "comment"}:
        text = "" if "comment" in means else _plain(bench.shown(report))
        if text and not all(_plain(name) in text for name in case.names):
            wrong = "and what was left out is not shown"
    elif not (right and means & {"read", "some"} and (copies[case.banned] or (case.many and copies == case.without))):
        wrong = f"with {dict(copies - case.without) or 'no cards'} counted for the line"
    return wrong


def _is_about(finding: Finding, case: Case) -> bool:
    """Return whether a finding points to one of the lines of a case, or quotes it."""
    texts = [line.strip() for line in case.row.split("\n") if line.strip()]
    spans = (*((finding.span,) if finding.span else ()), *finding.related)
    return any(span.line in case.lines for span in spans) or any(text in finding.message for text in texts)


def _said(report: Report) -> str:
    bearing = (each for each in report.findings if each.severity in (Severity.ERROR, Severity.UNDECIDED))
    return "".join(f"\n    {each.severity.value}[{each.code}] {each.message}" for each in bearing)


def _plain(text: str) -> str:
    """Return text in one case, without marks that are laid over letters."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)).casefold()
