"""The rows that a rule demands of a repair allow the decks in which it finds nothing wrong, and no others."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence

import pytest

from deckcheck.build.repair.slots import deck_with, old_slots, refused
from deckcheck.build.repair.solve import Program, minimise
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck
from deckcheck.model.finding import BEARING
from deckcheck.model.format import Format
from deckcheck.rules import InForce, in_force
from deckcheck.rules.judge import Judge
from deckcheck.rules.rows import MANY, Model, Slot
from deckcheck.rules.tally import Placing, Tally, section_of
from tests.conftest import examples
from tests.fixture_decks import Checker, FixtureDeck, fixture_decks

# Those about the reading of a list (D) have the same cards as others.
FIXTURES = [each for each in fixture_decks() if each.rule and not each.rule.startswith("D")]
# The other rules to which a rule leaves some faults: together they have to agree with their rows.
TOGETHER = {
    "provinces-do-not-fit-rings": ("too-many-provinces", "duplicate-province"),
    "several-primary-clans": ("several-splash-clans", "too-much-influence", "no-influence-cost", "clan-only-card"),
}


class Bench:
    """The formats of fixture decks, and the cards with texts that a repair can add in each."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._cards: dict[tuple[str, str | None], list[Card]] = {}

    def deck(self, fixture: FixtureDeck) -> tuple[Format, Deck, list[Card]]:
        key = fixture.format, fixture.as_of
        fmt = self._checker.format(*key)
        pool = self._checker.pool(fmt.pool)
        if key not in self._cards:
            cards = [card for card in pool.with_effects() if fmt.allows(card) and section_of(card, fmt)]
            out = refused(Judge(fmt), cards)
            self._cards[key] = [card for card in cards if card.id not in out and not card.proxy]
        return fmt, self._checker.report(fixture).deck, self._cards[key]


@pytest.fixture(scope="module")
def bench(checker: Checker) -> Bench:
    return Bench(checker)


def groups(fmt: Format) -> Iterator[list[InForce]]:
    """Yield the rules of a format that have to agree with their rows: most of them alone."""
    rules = {each.rule.name: each for each in in_force(fmt)}
    for first, others in TOGETHER.items():
        if first in rules:
            yield [rules.pop(name) for name in (first, *others) if name in rules]
    yield from ([each] for each in rules.values())


def rows_of(rules: Sequence[InForce], empty: Model) -> Model:
    """Return a copy of a model without rows, with the rows of `rules`: where its cards count is looked up once."""
    model = copy.copy(empty)
    for name in ("cap", "upper", "highs", "rows", "_present", "_own"):
        setattr(model, name, copy.copy(getattr(empty, name)))
    for each in rules:
        each.limit.rows(model, each.rule.name)
    return model


def allowed(model: Model, counts: Sequence[int]) -> bool:
    """Return whether the rows of `model` allow these copies of its slots, with any values of the switches."""
    if any(count > most for count, most in zip(counts, model.upper, strict=True)):
        return False
    program = Program([], [], [], [], [])
    for high in model.highs:
        program.variable(0, high)
    for row in model.rows:
        here = sum(weight * counts[slot] for slot, weight in row.terms if slot < len(counts))
        rest = [(variable - len(counts), weight) for variable, weight in row.terms if variable >= len(counts)]
        if rest:
            program.row(rest, row.low - here, row.high - here)
        elif not row.low <= here <= row.high:
            return False
    return not program.rows or minimise(program, 10) is not None


def wrong(rules: Sequence[InForce], tally: Tally) -> list[str]:
    """Return the names of the rules that make a deck illegal or undecided."""
    found = ((each.rule, problem) for each in rules for problem in each.limit.problems(tally))
    return [rule.name for rule, problem in found if rule.messages[problem.message].severity in BEARING]


def changed(slots: Sequence[Slot], chosen: random.Random, changes: int) -> list[int]:
    """Return the copies of `slots` after some changes, half of them to cards with texts."""
    counts = [slot.old for slot in slots]
    every = range(len(slots))
    with_texts = [place for place in every if slots[place].card.effects] or every
    for _ in range(changes):
        place = chosen.choice(chosen.choice([every, with_texts]))
        most = max(MANY, slots[place].old)
        counts[place] = min(max(0, counts[place] + chosen.choice([-3, -2, -1, 1, 2, 3])), most)
    return counts


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda each: each.name)
def test_rows_allow_what_the_rule_allows(fixture: FixtureDeck, bench: Bench) -> None:
    fmt, deck, cards = bench.deck(fixture)
    chosen = random.Random(fixture.name)
    old = old_slots(deck, fmt)
    here = {slot.card.id for slot in old}
    others = [card for card in cards if card.id not in here]
    new = [Slot(card, section_of(card, fmt)) for card in chosen.sample(others, min(12, len(others)))]
    slots = (*old, *new)
    empty = Model(slots, fmt, Placing(fmt))
    models = [(rules, rows_of(rules, empty)) for rules in groups(fmt)]
    for turn in sorted(chosen.sample(range(examples(8)), examples(3))):
        counts = changed(slots, chosen, turn)
        tally = Tally(deck_with(deck, slots, counts), fmt)
        for rules, model in models:
            assert allowed(model, counts) is not bool(wrong(rules, tally)), [each.rule.name for each in rules]
