"""Card texts about setting up and playing: cases that no real deck shows, and that they never change a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Span, Unresolved
from deckcheck.model.effect import (
    Effect,
    GainsAlignment,
    PlayableOnly,
    PlayerAlignment,
    Restricts,
    Selector,
    StartsWith,
    Unplayable,
)
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.rules import in_force, rule_named
from deckcheck.rules.base import Problem
from deckcheck.rules.tally import Tally

LION = ("lion",)
RING = Selector(kind=("ring",))


def card(title: str, kind: str = "personality", effects: tuple[Effect, ...] = (), **facts: Any) -> Card:
    deck = {"personality": "dynasty", "ring": "fate", "strategy": "fate"}.get(kind, "none")
    key = title.casefold().replace(" ", "")
    return Card(id=key, title=title, kind=kind, deck=deck, identity=(f"{key}@0",), effects=effects, **facts)


def stronghold(*effects: Effect, clans: tuple[str, ...] = LION) -> Card:
    return card("The Halls", "stronghold", effects, clans=clans)


def sensei(*effects: Effect) -> Card:
    return card("The Sensei", "sensei", effects)


def request(line: int, count: int = 1) -> Request:
    return Request(name="a card", count=count, span=Span(line, 1, 7))


@pytest.fixture
def found(festivals: Format) -> Any:
    """Return a function that runs a rule over cards, one copy each, and returns the keys of its messages."""

    def run(rule: str, *cards: Card, open_lines: int = 0) -> list[str]:
        return [problem.message for problem in problems(rule, festivals, *cards, open_lines=open_lines)]

    return run


def problems(rule: str, fmt: Format, *cards: Card, open_lines: int = 0) -> Iterator[Problem]:
    deck = Deck(
        raw=RawDeck(path="deck.txt", lines=(), requests=()),
        entries=tuple(Entry(item, 1, request(line)) for line, item in enumerate(cards, 1)),
        unresolved=tuple(Unresolved(request(100 + line), 1) for line in range(open_lines)),
    )
    limit = next(each.limit for each in in_force(fmt) if each.rule.name == rule)
    yield from limit.problems(Tally(deck, fmt))


@pytest.mark.parametrize(
    "rule", ["loyal-to-another-clan", "unplayable-card", "setup-cards-missing", "outside-deck-cards"]
)
def test_nothing_of_it_bears_on_a_verdict(rule: str) -> None:
    assert {message.severity for message in rule_named(rule).messages.values()} <= {Severity.WARNING, Severity.NOTE}


class TestLoyal:
    LOYAL = card("Doji Loyal", clans=("crane",), keywords=("Love Letter",), loyal=True)
    LETTERS = GainsAlignment(Selector(kind=("personality",), keyword=("Love Letter",)))
    CHOICE = GainsAlignment(Selector(kind=("personality",), clan=("crane", "lion")), one_clan=True)

    @pytest.mark.parametrize(
        ("effects", "expected"),
        [
            ((), ["over"]),
            ((LETTERS,), []),
            ((CHOICE,), ["chosen"]),
            ((CHOICE, LETTERS), []),
            ((GainsAlignment(Selector(clan=("wasp",))),), ["over"]),
            ((PlayerAlignment(("crane",)),), []),
            ((PlayerAlignment(("imperial",)),), ["over"]),
        ],
    )
    def test_a_text_may_widen_the_alignment(self, found: Any, effects: tuple[Effect, ...], expected: list[str]) -> None:
        assert found("loyal-to-another-clan", stronghold(), sensei(*effects), self.LOYAL) == expected

    @pytest.mark.parametrize("effect", [LETTERS, CHOICE])
    def test_who_has_no_alignment_has_none_to_give(self, found: Any, effect: Effect) -> None:
        unaligned = stronghold(clans=())
        assert found("loyal-to-another-clan", unaligned, sensei(effect), self.LOYAL) == ["over"]

    def test_without_a_stronghold_nothing_is_said(self, found: Any) -> None:
        assert found("loyal-to-another-clan", sensei(self.CHOICE), self.LOYAL) == []


class TestUnplayable:
    ONLY = Restricts(Selector(kind=("personality",), not_keyword=("Fire",)), "personalities that are not fire")

    @pytest.mark.parametrize(
        ("effect", "clans", "expected"),
        [
            (Unplayable(LION), LION, ["clan"]),
            (Unplayable(LION), ("lion", "crane"), ["clan"]),
            (Unplayable(LION), ("crane",), []),
            (Unplayable(LION), (), []),
            (PlayableOnly(LION), LION, []),
            (PlayableOnly(LION), ("crane",), ["other"]),
            (PlayableOnly(LION), (), ["other"]),
        ],
    )
    def test_clans(self, found: Any, effect: Effect, clans: tuple[str, ...], expected: list[str]) -> None:
        assert found("unplayable-card", stronghold(clans=clans), card("Somebody", effects=(effect,))) == expected

    def test_a_clan_that_a_text_gives_counts(self, found: Any) -> None:
        imperial = stronghold(PlayerAlignment(("imperial",)), clans=())
        assert found("unplayable-card", imperial, card("Somebody", effects=(PlayableOnly(("imperial",)),))) == []

    def test_without_a_stronghold_nothing_is_said_of_clans(self, found: Any) -> None:
        assert found("unplayable-card", card("Somebody", effects=(PlayableOnly(LION),))) == []

    @pytest.mark.parametrize(
        ("facts", "expected"),
        [
            ({"keywords": ("Water",)}, ["restricted"]),
            ({}, ["restricted"]),
            ({"keywords": ("Water", "FIRE")}, []),
            ({"unverified": "known from deck lists only"}, []),
        ],
    )
    def test_a_card_whose_facts_may_be_missing_is_passed_over(
        self, found: Any, facts: dict[str, Any], expected: list[str]
    ) -> None:
        assert found("unplayable-card", stronghold(), sensei(self.ONLY), card("Somebody", **facts)) == expected


class TestSetup:
    WATER = card("Ring of Water", "ring", unique=True)
    NARROW = StartsWith(Selector(kind=("ring",), title=("Ring of Earth",)), "`Ring of Earth`", narrows=True)
    THREE = StartsWith(Selector(deck=("fate",)), "3 fate cards", 3, different_titles=True)

    @pytest.mark.parametrize(
        ("effects", "open_lines", "expected"),
        [
            ((StartsWith(RING, "a ring"),), 0, ["short"]),
            ((StartsWith(RING, "a ring"),), 1, []),
            ((StartsWith(RING, "a ring", 2),), 1, ["short"]),
            ((StartsWith(RING, "a ring", optional=True),), 0, []),
            ((NARROW,), 0, []),
            ((StartsWith(Selector(deck=("fate",)), "a fate card", 0), NARROW), 0, []),
            ((StartsWith(RING, "a ring"), NARROW), 0, ["short"]),
            ((StartsWith(RING, "a ring", optional=True), NARROW), 0, []),
        ],
    )
    def test_a_deck_without_rings(
        self, found: Any, effects: tuple[Effect, ...], open_lines: int, expected: list[str]
    ) -> None:
        assert found("setup-cards-missing", stronghold(*effects), open_lines=open_lines) == expected

    @pytest.mark.parametrize(("extra", "expected"), [((), []), ((NARROW,), ["short"])])
    def test_a_deck_with_one_ring(self, found: Any, extra: tuple[Effect, ...], expected: list[str]) -> None:
        halls = stronghold(StartsWith(RING, "a ring"), *extra)
        assert found("setup-cards-missing", halls, self.WATER) == expected

    @pytest.mark.parametrize(("names", "expected"), [("ABC", []), ("AB", ["short"])])
    def test_different_titles_are_counted(self, festivals: Format, names: str, expected: list[str]) -> None:
        cards = [card(f"Plan {name}", "strategy") for name in names]
        again = card("Plan A, the Second", "strategy", subtitle="the Second")
        got = list(problems("setup-cards-missing", festivals, stronghold(self.THREE), *cards, again))
        assert [problem.message for problem in got] == expected
        assert [problem.data["missing"] for problem in got] == [1] * len(expected)


def test_not_keyword_excludes_whatever_the_case() -> None:
    selector = Selector(not_keyword=("Shadowlands", "Fudo"))
    assert matches(selector, card("A"))
    assert not matches(selector, card("B", keywords=("Samurai", "shadowlands")))
    assert not matches(Selector(keyword=("Samurai",), not_keyword=("Fudo",)), card("C", keywords=("Samurai", "Fudo")))
