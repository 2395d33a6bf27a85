"""Rows of sources as cards of the pools, and the pools as they are shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from deckcheck.model.card import Card, Printing
from deckcheck.model.effect import (
    ClansOnly,
    CopyLimitText,
    DependsOnPlay,
    Effect,
    GainsAlignment,
    HandRedraw,
    NotStrongholdProvince,
    OutsideDeck,
    PlayableOnly,
    PlayableWith,
    PlayerAlignment,
    ProvinceRedraw,
    Rally,
    RefillsFaceUp,
    RequiresRole,
    Restricts,
    RoleTraits,
    SplashOnly,
    StartingHand,
    StartingHonor,
    StartingProvinces,
    StartsWith,
    Unplayable,
)
from deckcheck.model.pool import CardSet, PoolInfo, one_line
from deckcheck.pools.sources import lcg_records
from deckcheck.pools.sources.ccg_records import from_oracle
from deckcheck.pools.sources.records import SourceData, SourceRecord

SHIPPED = Path(__file__).parents[1] / "cardpools"


def of_oracle(**fields: Any) -> SourceData:
    record = {"cardid": 1, "type": ["Personality"], "deck": ["Dynasty"]} | fields
    return from_oracle("oracle", [("/cards", [record], "cards.json")])


def ccg_card(title: str, **fields: Any) -> Card:
    return of_oracle(title=[title], **fields).records[0].card


def lcg_record(**fields: Any) -> SourceRecord:
    usual = {"id": "x", "name": "X", "clan": "neutral", "side": "conflict", "type": "event", "deck_limit": 3}
    return lcg_records.from_server("emeralddb", [("/cards", [usual | fields], "cards.json")]).records[0]


class TestCcgRecords:
    def test_a_subtitle_is_no_part_of_the_identity(self) -> None:
        card = ccg_card("Matsu Misato, the Hatamoto")
        assert (card.base_title, card.identity) == ("Matsu Misato", ("matsumisato@0",))

    def test_facts(self) -> None:
        legality = ["A Brother's Destiny (Twenty Festivals)", "Destroyer War (Celestial)", "Not Legal (Proxy)"]
        sets = [{"set": ["The New Order"]}, {"set": ["Chaos Reigns III"], "rarity": ["Rare"], "number": ["106"]}]
        card = ccg_card("Matsu Misato", clan=["Lion Clan", "Lion", "Unaligned"], legality=legality, printing=sets)
        assert (card.kind, card.deck, card.clans, card.proxy) == ("personality", "dynasty", ("lion",), True)
        assert card.marks == tuple(legality[:2])
        assert card.printings == (Printing("the-new-order"), Printing("chaos-reigns-part-iii", "106", "Rare"))

    def test_a_set_mark_and_experience_behind_the_title(self) -> None:
        card = ccg_card("City of Tears (GotE)", type=["Stronghold"], deck=["Pre-Game"])
        assert (card.title, card.mark, card.deck, card.identity) == (
            "City of Tears",
            "GotE",
            "none",
            ("cityoftears@0",),
        )
        named = [f"Shiba Tsukimi &#149; Experienced {level}" for level in (3, 3.5)]
        levels = [ccg_card("Shiba Tsukimi", formattedtitle=name).level for name in named]
        assert [str(level) for level in levels] == ["3", "3.5"]

    def test_texts_and_set_marks_are_no_keywords(self) -> None:
        words = ["Unique", "Gaijin • Yodotai", "(FE)", "Sincerity After this, read on to the end."]
        assert ccg_card("Feint", keywords=words).keywords == ("Unique", "Gaijin", "Yodotai", "Sincerity")

    @pytest.mark.parametrize(
        ("fields", "says"),
        [
            ({"deck": ["Sideboard"]}, "left out: unknown deck `Sideboard`"),
            ({"title": ["X, Y (Z)"]}, "left out: the title `X, Y` does not end in the subtitle `Y (Z)`"),
        ],
    )
    def test_what_is_wrong_with_a_record_is_said(self, fields: dict[str, Any], says: str) -> None:
        assert of_oracle(**{"title": ["X"]} | fields).doubts == (f"cards.json:1: {says}",)


class TestLcgRows:
    def test_facts(self) -> None:
        card = lcg_record(clan="crab", side="province", type="province", elements=["all"], influence_cost=0).card
        assert (card.deck, card.clans, card.influence) == ("province", ("crab",), 0)
        assert card.elements == ("air", "earth", "fire", "void", "water")
        assert lcg_record().card.influence is None

    @pytest.mark.parametrize(
        ("fields", "effects"),
        [
            ({}, ()),
            ({"deck_limit": 1, "role_restriction": "keeper"}, (RequiresRole("keeper"), CopyLimitText(1))),
            ({"influence_cost": 2, "allowed_clans": ["crab", "phoenix"]}, (ClansOnly(("crab", "phoenix")),)),
            ({"influence_cost": 2, "allowed_clans": ["*"]}, ()),
            ({"clan": "shadowlands", "side": "province"}, (ClansOnly(()),)),
        ],
        ids=str,
    )
    def test_effects(self, fields: dict[str, Any], effects: tuple[Effect, ...]) -> None:
        assert lcg_record(**fields).card.effects == effects


def items(path: Path, kind: type[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the lines of a pool file with what they hold."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            assert line.startswith("- ")
            yield line[2:], msgspec.json.decode(line[2:], type=kind)


def cards_of(pool: Path) -> dict[str, Card]:
    return {card.id: card for path in pool.glob("cards/*.yaml") for _, card in items(path, Card)}


def effects_of(pool: Path) -> dict[str, tuple[Effect, ...]]:
    value = yaml.load(pool.joinpath("effects.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return msgspec.convert(value or {}, dict[str, tuple[Effect, ...]])


@pytest.fixture(scope="module", params=["ccg", "lcg"])
def shipped(request: pytest.FixtureRequest) -> Path:
    return SHIPPED / str(request.param)


@pytest.fixture(scope="module")
def shipped_cards() -> dict[str, dict[str, Card]]:
    return {name: cards_of(SHIPPED / name) for name in ("ccg", "lcg")}


class TestShipped:
    @pytest.mark.parametrize(("pool", "count"), [("ccg", 13_898), ("lcg", 1_765)])
    def test_every_card_is_there_once(self, pool: str, count: int) -> None:
        ids = [card.id for path in (SHIPPED / pool / "cards").iterdir() for _, card in items(path, Card)]
        assert len(ids) == len(set(ids)) == count

    def test_lines_are_canonical_and_sorted(self, shipped: Path) -> None:
        for path in shipped.glob("cards/*.yaml"):
            found = list(items(path, Card))
            assert [line for line, _ in found] == [one_line(card) for _, card in found], path
            assert [card.id for _, card in found] == sorted(card.id for _, card in found), path

    @pytest.mark.parametrize("pool", ["ccg", "lcg"])
    def test_lines_are_yaml_too(self, pool: str) -> None:
        paths = [SHIPPED / pool / "sets.yaml", *sorted((SHIPPED / pool / "cards").iterdir())]
        for path in paths:
            text = path.read_text(encoding="utf-8")
            assert yaml.load(text, yaml.CSafeLoader) == [value for _, value in items(path, Any)], path

    def test_pool_and_sets(self, shipped: Path, shipped_cards: dict[str, dict[str, Card]]) -> None:
        value = yaml.load(shipped.joinpath("pool.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
        info = msgspec.convert(value, PoolInfo)
        sets = {item.id for _, item in items(shipped / "sets.yaml", CardSet)}
        assert info.id == info.game == shipped.name
        for card in shipped_cards[shipped.name].values():
            assert {printing.set for printing in card.printings} <= sets
            assert {*card.marks, *card.banned} <= info.marks.keys()

    def test_effects_are_of_known_cards(self, shipped: Path, shipped_cards: dict[str, dict[str, Card]]) -> None:
        effects = effects_of(shipped)
        assert effects.keys() <= shipped_cards[shipped.name].keys()
        assert list(effects) == sorted(effects)

    def test_one_identity_for_two_subtitles(self, shipped_cards: dict[str, dict[str, Card]]) -> None:
        cards = shipped_cards["ccg"].values()
        found = [card.id for card in cards if "matsumisato@0" in card.identity and "twenty-festivals" in card.marks]
        assert found == ["matsu_misato", "matsu_misato_the_hatamoto"]

    def test_disciple_of_shinsei(self, shipped_cards: dict[str, dict[str, Card]]) -> None:
        card = shipped_cards["lcg"]["30-disciple-of-shinsei"]
        assert (card.title, card.kind, card.deck, card.clans) == ("Disciple of Shinsei", "character", "dynasty", ())
        assert (card.cost, card.influence, card.military_bonus) == (2, None, None)
        assert "30-disciple-of-shinsei" not in effects_of(SHIPPED / "lcg")
        assert effects_of(SHIPPED / "lcg")["obsidian-talisman"] == (RequiresRole("void"),)

    @pytest.mark.parametrize(
        ("kind", "count"),
        [
            (RequiresRole, 121),
            (Rally, 26),
            (NotStrongholdProvince, 20),
            (CopyLimitText, 20),
            (RoleTraits, 10),
            (SplashOnly, 7),
        ],
    )
    def test_lcg_texts_are_complete(self, kind: type[Any], count: int) -> None:
        found = [effect for effects in effects_of(SHIPPED / "lcg").values() for effect in effects]
        assert sum(isinstance(effect, kind) for effect in found) == count

    @pytest.mark.parametrize(
        ("kind", "count"),
        [
            (GainsAlignment, 16),
            (OutsideDeck, 4),
            (PlayableOnly, 30),
            (PlayableWith, 31),
            (PlayerAlignment, 3),
            (Restricts, 14),
            (ProvinceRedraw, 5),
            (HandRedraw, 1),
            (RefillsFaceUp, 1),
            (StartingHand, 1),
            (StartingHonor, 3),
            (StartingProvinces, 7),
            (StartsWith, 10),
            (DependsOnPlay, 20),
            (Unplayable, 22),
        ],
    )
    def test_texts_about_setting_up_are_complete(self, kind: type[Any], count: int) -> None:
        found = [effect for effects in effects_of(SHIPPED / "ccg").values() for effect in effects]
        assert sum(isinstance(effect, kind) for effect in found) == count

    def test_subtitles_end_the_titles(self, shipped_cards: dict[str, dict[str, Card]]) -> None:
        cards = [card for card in shipped_cards["ccg"].values() if card.subtitle]
        assert len(cards) == 275
        assert all(card.title == f"{card.base_title}, {card.subtitle}" for card in cards)

    @pytest.mark.parametrize(
        ("card_id", "alias"),
        [
            ("the_lions_wedding", "The Lion's Wdding"),
            ("cleasing_wave", "Cleasing Wave"),
            ("the_utaku_palaces", "The Otaku Palaces"),
            ("26-kuni-wastelands", "Kuni Wasteland"),
        ],
    )
    def test_other_names_are_aliases(self, card_id: str, alias: str, shipped_cards: dict[str, dict[str, Card]]) -> None:
        card = (shipped_cards["ccg"] | shipped_cards["lcg"])[card_id]
        assert alias in card.aliases
        assert card.title != alias

    def test_later_cards_have_their_statistics(self, shipped_cards: dict[str, dict[str, Card]]) -> None:
        cards = shipped_cards["lcg"]
        assert (cards["agasha-prodigy"].cost, cards["agasha-prodigy"].military) == (2, "2")
        assert cards["favorable-alliance"].cost == "X"
        assert all(card.cost is not None for card in cards.values() if card.kind == "character" and not card.unknown)

    def test_no_text_got_in(self, shipped_cards: dict[str, dict[str, Card]]) -> None:
        words = {word for cards in shipped_cards.values() for card in cards.values() for word in card.keywords}
        assert [word for word in words if len(word) > 45 or word.endswith(".")] == []
