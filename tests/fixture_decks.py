"""The fixture decks: whole deck lists that say in their first comments what a check must find in them.

`README.md` beside the decks describes the form.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from deckcheck.checks.checker import read_deck
from deckcheck.formats.files import find_formats
from deckcheck.formats.loading import resolve_format
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.format import Format
from deckcheck.model.report import Report
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from tests.conftest import shipped_format, shipped_pool

FOLDER = Path(__file__).parent / "fixtures"
RULE_FOLDERS = FOLDER / "rules"
WHOLE_DECKS = FOLDER / "decks"

# A format for card texts that matter only outside the formats that are shipped: it takes cards of most arcs.
OPEN_FORMAT = """\
id: open-40-40
name: Open (40/40)
extends: _ccg
basis: community
date: "2025-12-31"

sections:
  sensei: {label: Sensei, select: {kind: [sensei]}}
  wind: {label: Winds, select: {kind: [wind]}}
  dynasty: {label: Dynasty deck, select: {kind: [holding, personality, event, region, celestial]}}

rules:
  sensei-of-another-clan:
    stronghold: stronghold
    sensei: sensei
    clans: [crab, crane, dragon, lion, mantis, phoenix, scorpion, spider, unicorn]
    any: all clans
    cite: {doc: DATA, section: clans on the Sensei}
  not-legal:
    marks: [jade, legacy, onyx, shattered-empire]
    cite: {doc: DATA, section: marks of the cards}
"""

# A sealed pool: only the cards of one legal deck.
SEALED_FORMAT = """\
id: sealed
name: Sealed
extends: lcg-single-core
basis: community
documents: {BOX: cards that a player has opened}

rules:
  beyond-collection:
    name: the box
    cards: {
      01-mountain-s-anvil-castle: 1, 01-keeper-of-water: 1, 01-restoration-of-balance: 1, 01-fertile-fields:
      1, 01-entrenched-position: 1, 01-rally-to-the-cause: 1, 01-shameful-display: 1, 01-agasha-swordsmith: 1,
      01-ascetic-visionary: 1, 01-doomed-shugenja: 1, 01-enlightened-warrior: 1, 01-kitsuki-investigator: 1,
      01-mirumoto-prodigy: 1, 01-mirumoto-raitsugu: 1, 01-niten-adept: 1, 01-niten-master: 1,
      01-seeker-of-enlightenment: 1, 01-togashi-initiate: 1, 01-togashi-yokuni: 1, 01-miya-mystic: 3,
      01-otomo-courtier: 3, 01-seppun-guardsman: 2, 01-wandering-ronin: 3, 01-keeper-initiate: 2,
      01-imperial-storehouse: 2, 01-favorable-ground: 2, 01-secluded-temple: 1, 01-indomitable-will: 1,
      01-let-go: 1, 01-mantra-of-fire: 1, 01-mirumoto-s-fury: 1, 01-tranquility: 1, 01-banzai: 2, 01-charge:
      2, 01-court-games: 2, 01-for-shame: 2, 01-good-omen: 2, 01-rout: 1, 01-ancestral-daisho: 1,
      01-daimyo-s-favor: 1, 01-kitsuki-s-method: 1, 01-way-of-the-dragon: 1, 01-cloud-the-mind: 2,
      01-fine-katana: 2, 01-ornate-fan: 2, 01-tattooed-wanderer: 1, 01-togashi-kazue: 1, 01-hiruma-ambusher:
      1, 01-reprieve: 1
      }
    cite: {doc: BOX, section: all}
"""
OWN_FORMATS = {"open-40-40": OPEN_FORMAT, "sealed": SEALED_FORMAT}

_FACT = re.compile(r"# (format|as-of|verdict|finding): (.*)")


@dataclass(frozen=True)
class Expected:
    """A finding that a deck must bring: `line` is the one its span starts on, None for a finding without a span.

    `data` contains some of the finding's data as text.
    """

    code: str
    severity: Severity
    line: int | None
    data: dict[str, str]

    def fits(self, finding: Finding) -> bool:
        """Return whether `finding` is this one."""
        line = finding.span.line if finding.span else None
        if (finding.code, finding.severity, line) != (self.code, self.severity, self.line):
            return False
        return all(key in finding.data and str(finding.data[key]) == value for key, value in self.data.items())


@dataclass(frozen=True)
class FixtureDeck:
    """A deck list and what its comments say: the format to check it in and on which day, the verdict, the findings."""

    path: Path
    format: str
    verdict: Verdict
    findings: tuple[Expected, ...]
    as_of: str | None = None

    @property
    def name(self) -> str:
        """The name of a test on this deck, as ``C001-too-many-copies/four-copies``."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def rule(self) -> str | None:
        """The code of the rule whose folder contains the deck, None for a whole deck."""
        return self.path.parent.name[:4] if self.path.parent.parent == RULE_FOLDERS else None


class Checker:
    """Checks fixture decks, each once."""

    def __init__(self, folder: Path) -> None:
        self.own_formats: dict[str, Format] = {}
        for name, text in OWN_FORMATS.items():
            path = folder / f"{name}.yaml"
            path.write_text(text, encoding="utf-8")
            self.own_formats[name] = resolve_format(path).format
        self.reports: dict[Path, Report] = {}
        self.judge = cache(lambda name, as_of=None: Judge(self.format(name, as_of)))

    def report(self, fixture: FixtureDeck) -> Report:
        if fixture.path not in self.reports:
            self.reports[fixture.path] = self.fresh_report(fixture, self.judge(fixture.format, fixture.as_of))
        return self.reports[fixture.path]

    def fresh_report(self, fixture: FixtureDeck, judge: Judge | None = None) -> Report:
        """Check a deck again and return the report, so that tools which watch what a test runs see the rules."""
        fmt = self.format(fixture.format, fixture.as_of)
        pool = self.pool(fmt.pool)
        return check(read_deck(fixture.path, fmt, pool), fmt, pool, judge=judge)

    def format(self, name: str, as_of: str | None = None) -> Format:
        return self.own_formats.get(name) or shipped_format(name, as_of)

    def every_format(self) -> Iterator[Format]:
        """Yield every format on every day on which it changes."""
        for name in find_formats():
            yield self.format(name)
            yield from (self.format(name, since) for since, _ in self.format(name).snapshots)

    def pool(self, name: str) -> FilePool:
        return shipped_pool(name)


def fixture_decks(folder: Path = FOLDER) -> Iterator[FixtureDeck]:
    """Yield the fixture decks below `folder`, sorted."""
    for path in sorted(folder.rglob("*.txt")):
        yield read_fixture(path)


def read_fixture(path: Path) -> FixtureDeck:
    """Return the fixture deck in a file; raises ValueError when its comments are not in form."""
    facts: dict[str, list[str]] = {"format": [], "as-of": [], "verdict": [], "finding": []}
    for line in path.read_text(encoding="utf-8").splitlines():
        match = _FACT.fullmatch(line)
        if match:
            facts[match[1]].append(match[2])
    if len(facts["format"]) != 1 or len(facts["verdict"]) != 1 or len(facts["as-of"]) > 1:
        raise ValueError(f"{path}: a fixture names one format, one verdict and at most one day")
    try:
        findings = tuple(map(_expected, facts["finding"]))
        day = next(iter(facts["as-of"]), None)
        return FixtureDeck(path, facts["format"][0], Verdict(facts["verdict"][0]), findings, day)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _expected(text: str) -> Expected:
    code, *pairs = shlex.split(text)
    data = dict(pair.split("=", 1) for pair in pairs)
    line = data.pop("line", None)
    severity = Severity(data.pop("severity", Severity.ERROR.value))
    return Expected(code, severity, int(line) if line else None, data)
