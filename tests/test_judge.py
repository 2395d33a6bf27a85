"""What is decided of a deck beforehand: no rule that is not asked has anything to say, and few are asked in vain."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from deckcheck import Checker as AppChecker
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import Deck, RawDeck, Request, Span
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.pools.loading import FilePool
from deckcheck.rules import in_force
from deckcheck.rules.base import Limit, Memo
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from deckcheck.rules.sums import MAX_CARDS
from deckcheck.rules.tally import Tally
from tests.conftest import ROOT, examples, shipped_format, shipped_pool
from tests.fixture_decks import WHOLE_DECKS, Checker, fixture_decks

CRANE = (ROOT / "examples/crane-celestial.txt").read_text("utf-8")
DECKS_EACH = examples(10)
FIXTURES = tuple(fixture_decks())
FORMATS = sorted(folder.name for folder in WHOLE_DECKS.iterdir())

# Rules that are asked about some legal fixture deck and report nothing: texts that ask for other cards.
NEEDLESS = {
    "emperor": {"unplayable-card"},
    "imperial": {"forbidden-together"},
    "ivory-extended": {"setup-cards-missing"},
    "jade": {"setup-cards-missing"},
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
    """Return a deck with a few cards more, less or exchanged."""
    changed = dict(lines)
    for _ in range(dice.randrange(4)):
        change = dice.randrange(4)
        if change == 0 and changed:
            del changed[dice.choice(list(changed))]
        elif change == 1 and changed:
            changed[dice.choice(list(changed))] = dice.choice((1, 2, 3, 4, 9))
        else:
            changed[dice.choice(cards)] = dice.choice((1, 1, 2, 3, 4))
    return changed


def asked_in_vain(deck: Deck, judge: Judge) -> set[str]:
    """Return the rules that are asked about a deck and say nothing; none that is not asked may have a finding."""
    tally = Tally(deck, judge.format, judge.places.placed(deck.entries))
    asked = judge.sums.look([judge.sums.line(place, entry.count) for entry, place in tally.placed]).asked
    every = judge.findings(tally, judge.sums.all)
    assert judge.findings(tally, asked | judge.reading) == every
    return {each.rule.name for each in judge.named[asked]} - {finding.name for finding in every}


@pytest.mark.parametrize("format_id", FORMATS)
def test_only_rules_that_are_asked_have_findings(format_id: str) -> None:
    fmt = shipped_format(format_id)
    pool = shipped_pool(fmt.pool)
    judge = Judge(fmt)
    dice = random.Random(format_id)
    near = [card.id for card in pool.cards() if fmt.allows(card)]
    special = [card.id for card in pool.cards() if card.effects or card.banned or card.unverified]
    in_vain = [
        asked_in_vain(resolve(listed(mutated(start, dice.choice((near, special)), dice)), fmt, pool), judge)
        for start in starts(format_id, fmt, pool)
        for _ in range(DECKS_EACH)
    ]
    assert sum(map(len, in_vain)) <= 2 * len(in_vain)


def starts(format_id: str, fmt: Format, pool: FilePool) -> Iterator[dict[str, int]]:
    """Yield the fixture decks of a format as ids and copies."""
    for path in sorted((WHOLE_DECKS / format_id).glob("*.txt")):
        yield resolve(read(path.read_text("utf-8"), path.name, Limits()), fmt, pool).copies


@pytest.mark.parametrize(
    ("format_id", "day"), sorted({(fixture.format, fixture.as_of or "") for fixture in FIXTURES if fixture.rule})
)
def test_the_rules_of_fixture_decks_are_asked(format_id: str, day: str, checker: Checker) -> None:
    judge = checker.judge(format_id, day or None)
    for fixture in FIXTURES:
        if fixture.rule and (fixture.format, fixture.as_of or "") == (format_id, day):
            asked_in_vain(checker.report(fixture).deck, judge)


@pytest.mark.parametrize("format_id", FORMATS)
def test_few_rules_are_asked_about_legal_decks(format_id: str) -> None:
    fmt = shipped_format(format_id)
    pool = shipped_pool(fmt.pool)
    judge = Judge(fmt)
    decks = [resolve(listed(lines), fmt, pool) for lines in starts(format_id, fmt, pool)]
    legal = [deck for deck in decks if check(deck, fmt, pool).verdict is Verdict.LEGAL]

    assert legal
    assert set().union(*(asked_in_vain(deck, judge) for deck in legal)) == NEEDLESS.get(format_id, set())


def test_every_rule_is_asked_about_very_large_decks(celestial: Format, ccg: FilePool) -> None:
    judge = Judge(celestial)
    (card,) = ccg.named(fold("Steel on Steel"))

    assert judge.sums.look([judge.sums.line(judge.places.of(card), MAX_CARDS + 1)]).asked == judge.sums.all
    assert judge.sums.look([judge.sums.line(judge.places.of(card), MAX_CARDS)]).asked != judge.sums.all


def test_the_sections_of_the_largest_lists_are_counted(lcg2017: Format, lcg: FilePool) -> None:
    many = [card.id for card in lcg.cards() if card.deck == "conflict"][:200]
    deck = resolve(listed(dict.fromkeys(many, 999)), lcg2017, lcg)

    assert Judge(lcg2017).tallied(deck).counts["conflict"] == 200 * 999


@pytest.mark.parametrize("format_id", FORMATS)
def test_what_a_card_concerns_is_known_for_decks_of_any_clans(format_id: str) -> None:
    fmt = shipped_format(format_id)
    judge = Judge(fmt)
    every = enumerate(shipped_pool(fmt.pool).cards())
    cards = [card for number, card in every if card.effects or card.loyal or number % 20 == 0]
    clans = sorted({clan for card in cards for clan in card.clans})
    several = [frozenset(pair) for pair in itertools.pairwise(clans)]
    limits = [(each.limit, 1 << index) for index, each in enumerate(judge.rules) if each.limit.stronghold]

    # A third of the cards in each format; the long profile tries them all.
    step = max(1, 3 // examples(1))
    for card in cards[FORMATS.index(format_id) % step :: step]:
        place = judge.places.of(card)
        known = judge.sums._answers(place)
        for own in (None, frozenset[str](), *(frozenset([clan]) for clan in clans), *several):
            concerned = sum(bit for limit, bit in limits if limit.concerns(place, own))
            assert concerned & ~known.of(own) == 0, (card.id, own)


def test_cards_that_share_a_key_are_told(ccg: FilePool) -> None:
    fmt = shipped_format("legacy")
    judge = Judge(fmt)
    legal = {card.identity[0]: card for card in ccg.cards() if fmt.allows(card)}
    one, other = next(
        (card, legal[card.identity[1]]) for card in legal.values() if card.identity[1:2] and card.identity[1] in legal
    )

    asked = judge.sums.look(
        [judge.sums.line(judge.places.of(one), 1), judge.sums.line(judge.places.of(other), 1)]
    ).asked
    assert "duplicate-unique" in {each.rule.name for each in judge.named[asked]}


def test_versions_of_a_character_are_told_when_they_are_too_many_together(lcg: FilePool) -> None:
    judge = Judge(shipped_format("lcg-2017"))
    versions = [card for card in lcg.cards() if card.title == "Bayushi Kachiko"]
    assert len(versions) > 1

    def asked(*copies: int) -> int:
        return judge.sums.look(
            [judge.sums.line(judge.places.of(card), many) for card, many in zip(versions, copies, strict=True)]
        ).asked

    too_many = judge.bits({"too-many-copies"})
    assert [asked(*copies) & too_many for copies in ((2, 1), (2, 2))] == [0, too_many]


def test_findings_come_by_severity_and_then_by_rule() -> None:
    listed = "3 Xylophone Quartet\n3 Gifts and Favors\n1 The Abbot\n1 Lion Ancestor\n"

    found = AppChecker("celestial-40-40").check_text(f"{CRANE}{listed}").findings

    assert [(each.severity.value, each.code) for each in found] == [
        ("error", "P001"),
        ("error", "P001"),
        ("undecided", "D001"),
        ("warning", "D004"),
        ("warning", "D004"),
        ("warning", "D008"),
        ("warning", "D008"),
        ("note", "D003"),
        ("note", "D007"),
    ]


def test_a_full_memo_begins_again() -> None:
    memo = Memo[str, int](len, most=2)

    assert [memo[word] for word in ("a", "to", "the")] == [1, 2, 3]
    assert dict(memo) == {"the": 3}


TERMS = ("concerns", "alone", "keys", "exceeded")

# No card text leaves Strongholds or provinces out of the count. For the three rules about copies no fixture has two
# cards that share a key; those of C001 have.
NO_FIXTURE = {("S003", "concerns"), ("S008", "concerns"), ("C003", "keys"), ("C004", "keys"), ("C006", "keys")}


def declared_terms() -> set[tuple[str, str]]:
    """Return the codes of rules with the terms by which their limits, in the formats of their fixtures, are asked."""
    formats = {(fixture.format, fixture.as_of) for fixture in FIXTURES if fixture.rule and fixture.format in FORMATS}
    return {
        (each.rule.code, term)
        for name, day in formats
        for each in in_force(shipped_format(name, day))
        for term in TERMS
        if getattr(type(each.limit), term) is not getattr(Limit, term)
    }


@pytest.mark.parametrize(("code", "term"), sorted(declared_terms()))
def test_a_term_that_is_dropped_is_missed_by_the_fixtures_of_its_rule(
    code: str, term: str, checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixtures = [fixture for fixture in FIXTURES if fixture.rule == code]
    reports = [checker.report(fixture) for fixture in fixtures]
    assert any(found.code == code for report in reports for found in report.findings)
    for kind in {type(each.limit) for report in reports for each in in_force(report.format) if each.rule.code == code}:
        monkeypatch.setattr(kind, term, getattr(Limit, term))

    found = [Judge(report.format).findings_of(report.deck) for report in reports]

    pairs = zip(reports, found, strict=True)
    is_missed = any(each not in after for report, after in pairs for each in report.findings)
    assert is_missed is ((code, term) not in NO_FIXTURE)
