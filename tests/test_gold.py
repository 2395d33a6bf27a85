"""Gold production as a fact: what cards produce in a situation, how it is shown and searched for."""

from __future__ import annotations

from typing import Any

import pytest

from deckcheck import load_pool
from deckcheck.cli import run
from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.model.gold_words import gold_for, gold_phrases
from deckcheck.model.production import Situation, gold_of
from deckcheck.model.query import parse
from deckcheck.pools.loading import FilePool
from deckcheck.pools.sources.corrections import read_corrections


@pytest.fixture(scope="module")
def pool() -> FilePool:
    return load_pool("ccg")


def card(pool: FilePool, card_id: str) -> Card:
    found = pool.card(card_id)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("holding", "situation", "gold"),
    [
        ("geisha_house", {}, 2),
        ("copper_mine", {"clans": ("crane",)}, 2),
        ("copper_mine", {"clans": ("lion",)}, 3),
        ("high_courts", {}, 2),
        ("high_courts", {"controlled": ["tamori_ginrao"]}, 3),
        ("a_favor_returned", {"paying_for": "geisha_house"}, 3),
        ("a_favor_returned", {"paying_for": "doji_hoturi"}, 2),
        ("border_village", {"paying_for": "doji_hoturi"}, 3),
        ("border_village", {"paying_for": "doji_hoturi", "went_first": False}, 4),
        ("border_village", {"paying_for": "geisha_house", "went_first": False}, 3),
        ("charter_of_the_crab_clan", {"paying_for": "hida_kurima"}, 4),
        ("charter_of_the_crab_clan", {"paying_for": "doji_hoturi"}, 0),
        ("family_histories", {"provinces": 2}, 2),
        ("the_mikado", {}, 2),
        ("dragon_dancers", {}, 2),
        ("the_endless_plains_of_the_unicorn", {}, 5),
        ("the_amethyst_court", {}, 2),  # or a formula, which may give more
    ],
)
def test_gold_of_a_card_in_a_situation(holding: str, situation: dict[str, Any], gold: int, pool: FilePool) -> None:
    values = dict(situation)
    if "paying_for" in values:
        values["paying_for"] = card(pool, values["paying_for"])
    values["controlled"] = tuple(card(pool, each) for each in values.get("controlled", ()))

    assert gold_of(card(pool, holding), Situation(**values)) == gold


@pytest.mark.parametrize("unknown", ["shiro_ide", "artisan_academy", "doji_hoturi"])
def test_gold_that_no_source_gives_is_unknown(unknown: str, pool: FilePool) -> None:
    assert gold_of(card(pool, unknown), Situation()) is None


@pytest.mark.parametrize(
    ("holding", "answer"),
    [
        ("gambling_house", None),
        ("kolat_agent", None),
        ("the_amethyst_court", True),
        ("geisha_house", True),
        ("charter_of_the_crab_clan", False),
    ],
)
def test_a_formula_alone_leaves_the_gold_of_a_holding_open(holding: str, answer: bool | None, pool: FilePool) -> None:
    assert parse("gold>=1").answer(card(pool, holding)) is answer


@pytest.mark.parametrize(
    ("shown", "phrases"),
    [
        ("gambling_house", ["gold formula: focus of card discarded when entering"]),
        ("traveling_peddler", []),
        ("copper_mine", ["gold +1 for Lion players"]),
        ("dockside_market", ["gold +1 with Port", "gold +1 with other Market"]),
        ("jade_works", ["gold +2 paying for Jade (for nothing else)"]),
        ("corrupt_stables", ["gold costs: lose honor 1", "gold +1 for Unicorn players"]),
        (
            "kosaten_shiro",
            ["gold amount unknown: no source gives the printed amount", "gold changes other cards: -1"],
        ),
    ],
)
def test_the_ways_of_producing_gold_are_shown(shown: str, phrases: list[str], pool: FilePool) -> None:
    found = list(gold_phrases(card(pool, shown)))

    assert [one.startswith(two) for one, two in zip(found, phrases, strict=True)] == [True] * len(phrases)


def test_every_way_of_the_pool_can_be_put_in_words(pool: FilePool) -> None:
    producers = [each for each in pool.cards() if each.gold]

    assert len(producers) > 1400
    phrases = {phrase for each in producers for phrase in gold_phrases(each)}
    assert not any("  " in phrase for phrase in phrases)
    assert {"gold tokens: 0 at the start; own turn begins", "gold -1 on the turn of other players"} <= phrases
    assert {word for phrase in phrases for word in phrase.split() if word[1:].count("-")} == {"non-gold", "non-unique"}
    assert sum(bool(gold_for(each)) for each in producers) > 150


@pytest.mark.parametrize(
    ("query", "found", "missed"),
    [
        ("type:holding gold>=2 legal:celestial", "Geisha House", "Barley Farm"),
        ("gold-for:lion", "Copper Mine", "Geisha House"),
        ("gold-for:jade", "Jade Works", "Copper Mine"),
        ("gold-for:spider", "Shinomen Marsh", "Geisha House"),
        ("gold-for:spider>=3", "Shinomen Marsh", "Geisha House"),
        ("gold-for:lion>=3", "Copper Mine", "Geisha House"),
        ("gold-for:lion=3", "Copper Mine", "Shinomen Marsh"),
        ("type:holding -gold-for:lion>=3 gold=2", "Shinomen Marsh", "Copper Mine"),
    ],
)
def test_gold_is_searched_for(query: str, found: str, missed: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "search", query, "--pool", "ccg", "--as", "names"])
    names = capsys.readouterr().out.splitlines()

    assert (found in names, missed in names) == (True, False)


def test_an_amount_of_gold_for_a_clan_reads_the_same_as_text() -> None:
    assert str(parse('gold-for:"spider">=3 -gold-if:"jade token"=2')) == 'gold-for:spider>=3 -gold-for:"jade token"=2'


@pytest.mark.parametrize("query", ["gold-for:spider>=three", "gold-for:spider>=3..4", "clan:spider>=3", "gold>=2>=2"])
def test_only_the_gold_for_something_is_compared_with_a_number(query: str) -> None:
    with pytest.raises(UsageError):
        parse(query)


def test_every_holding_stronghold_and_sensei_has_its_gold_or_says_that_it_is_unknown(pool: FilePool) -> None:
    corrections = read_corrections(pool.folder).cards
    without = [each.id for each in pool.cards() if each.kind in ("holding", "stronghold", "sensei") and not each.gold]

    assert all(card(pool, each).proxy for each in without)
    for each in pool.cards():
        if each.gold and not each.gold.use:
            is_unknown = bool(each.gold.unknown) or each.gold.by_formula
            assert ("gold_production" in each.unknown) == is_unknown
            assert each.gold_production == each.gold.printed
            assert each.id in corrections
