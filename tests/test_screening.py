"""Screening: whatever a rule finds in a deck, the screen has raised an alarm for that rule."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable, Iterator

import pytest

from benchmarks.decks import listed as request_in
from deckcheck.bulk.examiner import Examiner
from deckcheck.bulk.known_lines import KnownLines
from deckcheck.decklists.readers import read
from deckcheck.engine import check
from deckcheck.limits import Limits
from deckcheck.loading.pools import FilePool
from deckcheck.model.deck import Deck, RawDeck, Request, fingerprint
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.resolve import resolve
from deckcheck.rules import all_rules
from deckcheck.spans import Span
from tests.conftest import shipped_format
from tests.fixture_decks import WHOLE_DECKS, Checker, fixture_decks

DECKS_EACH = 30
FIXTURES = tuple(fixture_decks())
FORMATS = sorted(folder.name for folder in WHOLE_DECKS.iterdir())

# Rules that have nothing to say of some legal fixture deck, and whose screens are too careful to know it.
NEEDLESS = {
    "emperor": {"unplayable-card"},
    "imperial": {"forbidden-together"},
    "ivory-extended": {"setup-cards-missing"},
    "jade": {"setup-cards-missing"},
    "lcg-skirmish": {"too-much-influence"},
    "onyx": {"unplayable-card"},
}


def listed(lines: dict[str, int]) -> RawDeck:
    """Return a list of ids and copies, as JSON decks hold them."""
    requests = tuple(
        Request(name=name, count=count, span=Span(number, 1, 2), written=name)
        for number, (name, count) in enumerate(lines.items(), 1)
    )
    return RawDeck(path="deck", lines=tuple(lines), requests=requests)


def mutated(lines: dict[str, int], cards: list[str], dice: random.Random) -> dict[str, int]:
    """Return a deck with a few cards more, less, exchanged or misspelled."""
    changed = dict(lines)
    for _ in range(dice.randrange(4)):
        change = dice.randrange(5)
        if change == 0 and changed:
            del changed[dice.choice(list(changed))]
        elif change == 4 and changed:
            name = dice.choice(list(changed))
            changed[name.replace(dice.choice(name), "", 1)] = changed.pop(name)
        elif change == 1 and changed:
            changed[dice.choice(list(changed))] = dice.choice((1, 2, 3, 4, 9))
        else:
            changed[dice.choice(cards)] = dice.choice((1, 1, 2, 3, 4))
    return changed


@pytest.fixture(scope="module")
def pool_of(ccg: FilePool, lcg: FilePool) -> Callable[[Format], FilePool]:
    return lambda fmt: {"ccg": ccg, "lcg": lcg}[fmt.pool]


@pytest.mark.parametrize("format_id", FORMATS)
def test_no_finding_without_an_alarm(format_id: str, pool_of: Callable[[Format], FilePool]) -> None:
    fmt = shipped_format(format_id)
    pool = pool_of(fmt)
    known = KnownLines(Examiner(fmt, pool, Limits()), request_in)
    dice = random.Random(format_id)
    near = [card.id for card in pool.cards() if fmt.allows(card)]
    special = [card.id for card in pool.cards() if card.effects or card.banned or card.unverified]
    screened = 0
    for start in starts(format_id, fmt, pool):
        for _ in range(DECKS_EACH):
            lines = mutated(start, dice.choice((near, special)), dice)
            raw = listed(lines)
            deck = resolve(raw, fmt, pool)
            report = check(deck, fmt, pool)
            seen = known.screened(lines.items())
            if seen is None:
                continue
            places = [(number, 0) for number in range(1, len(lines) + 1)]
            assert known.findings([*lines.items()], seen, places) == report.findings
            screened += 1

            assert {finding.name for finding in report.findings} <= seen.alarms
            assert seen.counts == report.counts
            assert fingerprint(seen.marks) == deck.fingerprint
    assert screened >= DECKS_EACH // 2


def starts(format_id: str, fmt: Format, pool: FilePool) -> Iterator[dict[str, int]]:
    """Yield the fixture decks of a format as ids and copies."""
    for path in sorted((WHOLE_DECKS / format_id).glob("*.txt")):
        yield ids_in(resolve(read(path.read_text("utf-8"), path.name, Limits()), fmt, pool))


def ids_in(deck: Deck) -> dict[str, int]:
    lines: dict[str, int] = {}
    for entry in deck.entries:
        lines[entry.card.id] = lines.get(entry.card.id, 0) + entry.count
    return lines


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    return Checker(tmp_path_factory.mktemp("screening"))


@pytest.mark.parametrize(
    ("format_id", "day"), sorted({(fixture.format, fixture.as_of or "") for fixture in FIXTURES if fixture.rule})
)
def test_the_fixture_decks_of_rules_raise_the_alarms_of_their_findings(
    format_id: str, day: str, checker: Checker
) -> None:
    fmt = checker.format(format_id, day or None)
    pool = checker.pool(fmt.pool)
    known = KnownLines(Examiner(fmt, pool, Limits()), request_in)
    silent = []
    for fixture in FIXTURES:
        if fixture.rule and (fixture.format, fixture.as_of or "") == (format_id, day):
            lines = ids_in(checker.report(fixture).deck)
            findings = check(resolve(listed(lines), fmt, pool), fmt, pool).findings
            seen = known.screened(lines.items())
            if seen and not {finding.name for finding in findings} <= seen.alarms:
                silent.append(fixture.name)
    assert silent == []


@pytest.mark.parametrize("format_id", FORMATS)
def test_legal_decks_raise_few_alarms(format_id: str, pool_of: Callable[[Format], FilePool]) -> None:
    fmt = shipped_format(format_id)
    pool = pool_of(fmt)
    known = KnownLines(Examiner(fmt, pool, Limits()), request_in)
    legal = 0
    needless: set[str] = set()
    for lines in starts(format_id, fmt, pool):
        report = check(resolve(listed(lines), fmt, pool), fmt, pool)
        if report.verdict is Verdict.LEGAL and (seen := known.screened(lines.items())):
            legal += 1
            needless |= seen.alarms - {finding.name for finding in report.findings}

    assert legal
    assert needless == NEEDLESS.get(format_id, set())


@pytest.mark.parametrize(
    ("format_id", "day"),
    [("lcg-stronghold", "2018-07-05"), ("lcg-stronghold", "2019-06-01"), ("lcg-emerald", "2023-12-27")],
)
def test_legal_decks_of_a_day_raise_no_alarm(format_id: str, day: str, checker: Checker) -> None:
    fmt = checker.format(format_id, day)
    pool = checker.pool(fmt.pool)
    known = KnownLines(Examiner(fmt, pool, Limits()), request_in)
    legal = [fixture for fixture in FIXTURES if (fixture.format, fixture.as_of) == (format_id, day)]
    legal = [fixture for fixture in legal if fixture.verdict is Verdict.LEGAL]

    assert legal
    for fixture in legal:
        report = checker.report(fixture)
        seen = known.screened(ids_in(report.deck).items())
        assert seen is not None
        assert seen.alarms <= {finding.name for finding in report.findings}, fixture.name


def test_lines_that_may_be_another_card_are_not_screened(celestial: Format, ccg: FilePool) -> None:
    known = KnownLines(Examiner(celestial, ccg, Limits()), request_in)

    assert known.screened([("Steel on Steel", 3)]) is not None
    assert known.screened([("Steel on Steel", 300)]) is None
    assert known.screened([("Steel on Steel", 3), ("steel_on_steel", 1)]) is None
    assert known.screened([("Hida Kuon", 1)]) is None


def test_lines_that_are_no_card_are_screened_as_unresolved(celestial: Format, ccg: FilePool) -> None:
    known = KnownLines(Examiner(celestial, ccg, Limits()), request_in)
    seen = known.screened([("Steel on Steel", 3), ("Stel on Steel", 2)])

    assert seen is not None
    assert "unknown-card" in seen.alarms
    assert (seen.counts["fate"], seen.counts["unresolved"]) == (3, 2)
    assert seen.marks[1] == "?stel on steel\t2\n"


def test_a_name_on_two_lines_is_not_screened(celestial: Format, ccg: FilePool) -> None:
    known = KnownLines(Examiner(celestial, ccg, Limits()), request_in)

    assert known.screened([("Stel on Steel", 3), ("Stel-on Steel", 1)]) is None
    assert known.screened([(f"Steel on Steel {number}", 1) for number in range(250)]) is None


def test_lists_with_unknown_names_leave_nothing_in_memory(celestial: Format, ccg: FilePool) -> None:
    known = KnownLines(Examiner(celestial, ccg, Limits()), request_in)
    lines = [("Kyuden Hida", 1), ("Stel on Steel", 2)]
    known.screened(lines)

    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(1_000):
        known.screened(lines)
    gc.collect()

    assert sys.getallocatedblocks() - before < 100


def test_every_rule_has_a_screen() -> None:
    assert [rule.name for rule in all_rules() if rule.screen is None] == []
