"""Building the card pools: a small source folder, and the pools as they are shipped."""

from __future__ import annotations

import json
import shutil
import tempfile
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
    CountsAs,
    DependsOnPlay,
    Effect,
    ExtraProvince,
    Forbids,
    GainsAlignment,
    HandRedraw,
    Influence,
    JudgeText,
    Minimum,
    NotStrongholdProvince,
    OutsideDeck,
    PlayableOnly,
    PlayableWith,
    PlayerAlignment,
    ProvinceRedraw,
    Rally,
    RefillsFaceUp,
    Requires,
    RequiresRole,
    Restricts,
    RoleTraits,
    SectionLimit,
    SplashOnly,
    StartingHand,
    StartingHolding,
    StartingHonor,
    StartingProvinces,
    StartsWith,
    Uncounted,
    Unplayable,
)
from deckcheck.model.errors import DataError
from deckcheck.model.pool import CardSet, PoolInfo, one_line
from deckcheck.model.selector import Selector
from deckcheck.pools.sources import ccg_effects, ccg_setup, import_pools
from deckcheck.pools.sources.ccg_setup import IGNORED
from deckcheck.pools.sources.records import read_corrections
from tests.conftest import shipped_pool

SHIPPED = Path(__file__).parents[1] / "cardpools"


def _home() -> Path:
    """Return a folder with the corrections of the shipped pool alone, without its facts about other cards."""
    home = Path(tempfile.mkdtemp()) / "lcg"
    home.mkdir()
    shutil.copy(SHIPPED / "lcg" / "corrections.yaml", home)
    return home


KNOWN = {"lcg": _home()}


def ccg_row(card_id: str, title: str, **fields: object) -> dict[str, Any]:
    base = fields.pop("base_title", title)
    row = {"id": card_id, "title": title, "base_title": base, "type": "Personality", "deck": "Dynasty"}
    return row | {"experience_level": 0} | fields


def printed(*sets: str) -> list[dict[str, str]]:
    return [{"set": name} for name in sets]


CCG_SETS = [
    {"name": "Ivory Edition", "arc": 'A Brother\'s Destiny - "Ivory"', "released": "2014-03-24", "size": 350},
    {"name": "The New Order", "arc": 'A Brother\'s Destiny - "Ivory"', "released": "2014-12-01", "size": 100},
    {
        "name": "Promotional \u2013 Celestial",
        "arc": 'Destroyer War - "Celestial"',
        "released": "2010-06-01",
        "size": None,
    },
    {"name": "Chaos Reigns Part III", "arc": "Shattered Empire", "released": "None", "size": None},
]
CCG_CARDS = [
    ccg_row(
        "matsu_misato",
        "Matsu Misato",
        clans=["Lion"],
        factions=["Lion Clan"],
        legality=["A Brother's Destiny (Twenty Festivals)", "Destroyer War (Celestial)"],
        sets=[{"set": "The New Order"}, {"set": "Ivory Edition", "number": "106", "rarity": "Rare"}],
        gold_cost=6,
        force=3,
        honor_requirement="-",
    ),
    ccg_row(
        "matsu_misato_the_hatamoto",
        "Matsu Misato, the Hatamoto",
        base_title="Matsu Misato",
        subtitle="the Hatamoto",
        sets=printed("The New Order"),
    ),
    ccg_row("city_of_tears_gote", "City of Tears (GotE)", type="Stronghold", deck="Pre-Game"),
    ccg_row(
        "feint_and_strike",
        "Feint &amp; Strike",
        type="Strategy",
        deck="Fate",
        keywords=["<b>Unique</b>", "Gaijin • Yodotai", "(FE)", "Sincerity After this, read on to the end."],
        sets=printed("Promotional\u2013Celestial", "The War of Spirits"),
    ),
    ccg_row("doji_tanitsu_experienced_2", "Doji Tanitsu", experience_level=2, soul_of=["Kakita Yoshi Experienced 3"]),
    ccg_row("akodo_motetsu", "Akodo Motetsu", soul_of=["Akodo Moromao"]),
    ccg_row(
        "hantei_kachiko_experienced_3kyd",
        "Hantei Kachiko",
        experience_level=3,
        experience_variant="KYD",
        alternate_titles=["Bayushi Kachiko"],
        sets=printed("Chaos Reigns III"),
    ),
    ccg_row("air_kami", "Air Kami", deck=None, legality=["Not Legal (Proxy)"]),
    ccg_row("iuchi_shahai", "Iuchi Shahai"),
    ccg_row("sturdy_katana", "Sturdy Katana", type="Item", deck="Fate"),
    ccg_row("shiba_tsukimi_experienced_3_5", "Shiba Tsukimi", experience_level=3.5),
    ccg_row("oracle:77", "Kitsune Hisano", experience_level=1, legality=["Unreleased"]),
    ccg_row("list:matsu_misato", "Matsu Misato", unverified=True),
    ccg_row("list:asahina_okimoto", "Asahina Okimoto", unverified=True, unique=True),
    ccg_row("attested:utaku_hana", "Utaku Hana", unverified=True, attested="named by deck lists"),
    ccg_row(
        "border_keep",
        "Border Keep",
        type="Holding",
        banned_in=["Age of Conquest (Emperor)"],
        sensei_restriction=["All Clans", "Lion Clan"],
    ),
]

LCG_PACKS = {
    "packs": [
        {"id": "core", "name": "Core Set", "cycle_id": "core", "size": 2, "released_at": "2017-10-05"},
        {"id": "spreading-shadows", "name": "Spreading Shadows", "released_at": "2020-05-03"},
    ]
}


def lcg_row(card_id: str, name: str, kind: str, side: str, **fields: object) -> dict[str, Any]:
    row = {"id": card_id, "name": name, "type": kind, "side": side, "clan": "neutral", "deck_limit": 3}
    return row | {"printings": [{"pack": "core", "position": 7, "quantity": 2}]} | fields


LCG_CARDS = [
    lcg_row("01-way-of-the-crab", "Way of the Crab", "event", "conflict", clan="crab", allowed_clans=["crab"]),
    lcg_row("01-banzai", "Banzai!", "event", "conflict", cost=0, influence_cost=0, allowed_clans=["*"]),
    lcg_row(
        "20-isawa-tadaka",
        "Isawa Tadaka",
        "character",
        "conflict",
        clan="phoenix",
        influence_cost=2,
        allowed_clans=["crab", "phoenix"],
        traits=["shugenja"],
        keywords=["rally"],
    ),
    lcg_row("01-seeker-of-air", "Seeker of Air", "role", "role", deck_limit=1),
    lcg_row("08-support", "Support of the Phoenix", "role", "role", deck_limit=1),
    lcg_row("02-hito-district", "Hito District", "holding", "dynasty", deck_limit=1, role_restriction="keeper"),
    lcg_row("19-toshi-ranbo", "Toshi Ranbo", "province", "province", deck_limit=1, elements=["all"]),
    lcg_row("29-a-season-of-war", "A Season of War", "event", "dynasty", influence_cost=0),
    lcg_row("30-disciple-of-shinsei", "Disciple of Shinsei", "attachment", "conflict", clan="crab", influence_cost=1),
]
LCG_LATER = [
    {
        "id": "blood-fields",
        "name": "Blood Fields",
        "type": "province",
        "side": "province",
        "clan": "shadowlands",
        "deck_limit": 1,
        "element": ["fire", "water"],
        "name_extra": "Coop",
        "packs": [{"pack": "clan-war", "position": "4B", "quantity": 1}],
    }
]
LCG_EFFECTS = [
    {
        "id": "01-seeker-of-air",
        "category": "role",
        "effect": {
            "influence_bonus": 0,
            "satisfies_role_restriction": ["seeker", "air"],
            "extra_province_element": "air",
            "influence_only_on_clan": None,
        },
    },
    {
        "id": "08-support",
        "category": "role",
        "effect": {
            "influence_bonus": 8,
            "satisfies_role_restriction": [],
            "extra_province_element": None,
            "influence_only_on_clan": "phoenix",
        },
    },
    {"id": "19-toshi-ranbo", "category": "cannot_be_stronghold_province", "effect": {}},
    {"id": "20-isawa-tadaka", "category": "rally", "effect": {}},
    {"id": "20-isawa-tadaka", "category": "shares_title", "effect": {}},
]


def write_source(folder: Path, texts: dict[str, list[dict[str, Any]]] | None = None) -> Path:
    """Write a source folder whose CCG card texts are `texts`."""
    effects = {
        "cards": [
            {"id": key, "effects": [{"scope": "legality"} | entry for entry in found]}
            for key, found in (texts or {}).items()
        ],
        "proxies_not_in_decks": [{"id": "air_kami"}],
    }
    folder.mkdir(exist_ok=True)
    for name, rows in (
        ("ccg-cards.jsonl", CCG_CARDS),
        ("lcg-cards.jsonl", LCG_CARDS),
        ("lcg-cards-later.jsonl", LCG_LATER),
    ):
        folder.joinpath(name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for name, value in (
        ("ccg-sets.json", CCG_SETS),
        ("ccg-card-effects.json", effects),
        ("lcg-packs.json", LCG_PACKS),
        ("lcg-card-effects.json", {"cards": LCG_EFFECTS}),
        ("lcg-formats.json", {"slug_to_head": {"isawa-tadaka-2": "20-isawa-tadaka"}}),
    ):
        folder.joinpath(name).write_text(json.dumps(value, indent=1), encoding="utf-8")
    return folder


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


def imported(tmp_path: Path, texts: dict[str, list[dict[str, Any]]] | None = None) -> Path:
    import_pools(write_source(tmp_path / "source", texts), tmp_path / "out", KNOWN)
    return tmp_path / "out"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pools made from the small source folder."""
    return imported(tmp_path_factory.mktemp("import"))


@pytest.fixture(scope="module")
def ccg(out: Path) -> dict[str, Card]:
    return cards_of(out / "ccg")


@pytest.fixture(scope="module")
def lcg(out: Path) -> dict[str, Card]:
    return cards_of(out / "lcg")


class TestCcgCards:
    def test_subtitle_is_no_part_of_the_identity(self, ccg: dict[str, Card]) -> None:
        misato, hatamoto = ccg["matsu_misato"], ccg["matsu_misato_the_hatamoto"]
        assert misato.identity == hatamoto.identity == ("matsumisato@0",)
        assert hatamoto.base_title == "Matsu Misato"

    def test_facts(self, ccg: dict[str, Card]) -> None:
        card = ccg["matsu_misato"]
        assert (card.kind, card.deck, card.clans) == ("personality", "dynasty", ("lion",))
        assert card.marks == ("celestial", "twenty-festivals")
        assert (card.cost, card.force, card.honor_requirement) == (6, 3, "-")
        assert card.printings == (Printing("the-new-order"), Printing("ivory-edition", "106", "Rare"))

    def test_set_mark(self, ccg: dict[str, Card]) -> None:
        card = ccg["city_of_tears_gote"]
        assert (card.title, card.mark, card.deck) == ("City of Tears", "GotE", "none")
        assert card.identity == ("cityoftears@0",)

    def test_soul_of(self, ccg: dict[str, Card]) -> None:
        assert ccg["doji_tanitsu_experienced_2"].identity == ("dojitanitsu@2", "kakitayoshi@3")
        assert ccg["akodo_motetsu"].identity == ("akodomotetsu@0", "akodomoromao@0")

    def test_markup_is_removed(self, ccg: dict[str, Card]) -> None:
        card = ccg["feint_and_strike"]
        assert card.title == "Feint & Strike"
        assert card.keywords == ("Unique", "Gaijin", "Yodotai", "Sincerity")

    def test_alternate_title_has_the_same_level_and_variant(self, ccg: dict[str, Card]) -> None:
        card = ccg["hantei_kachiko_experienced_3kyd"]
        assert card.identity == ("hanteikachiko@3KYD", "bayushikachiko@3KYD")

    def test_proxy_is_no_mark(self, ccg: dict[str, Card]) -> None:
        assert ccg["air_kami"].proxy
        assert ccg["air_kami"].marks == ()

    def test_ids_lose_their_prefix_when_the_rest_is_free(self, ccg: dict[str, Card]) -> None:
        assert ccg["utaku_hana"].unverified.startswith("found in deck lists only")
        assert ccg["matsu_misato_unverified"].unverified.startswith("found in one collector's list")
        assert ccg["kitsune_hisano_experienced"].marks == ("unreleased",)

    def test_nobody_knows_whether_an_unverified_card_is_unique(self, ccg: dict[str, Card]) -> None:
        for card_id in ("asahina_okimoto", "matsu_misato_unverified", "utaku_hana"):
            assert (card_id, ccg[card_id].unique, ccg[card_id].unknown) == (card_id, False, ("unique",))

    def test_bans_and_sensei_clans(self, ccg: dict[str, Card]) -> None:
        assert ccg["border_keep"].banned == ("emperor",)
        assert ccg["border_keep"].sensei_clans == ("all clans", "lion")

    def test_levels_are_written_as_whole_numbers_where_they_are(self, out: Path) -> None:
        text = "".join(path.read_text(encoding="utf-8") for path in out.glob("ccg/cards/*.yaml"))
        assert '"level": 3, "variant": "KYD"' in text
        assert '"level": 3.5' in text

    def test_files_are_by_earliest_set(self, out: Path) -> None:
        assert sorted(path.stem for path in out.glob("ccg/cards/*.yaml")) == [
            "chaos-reigns-part-iii",
            "ivory-edition",
            "promotional-celestial",
            "the-new-order",
            "unknown-set",
        ]

    def test_sets(self, out: Path) -> None:
        sets = {item.id: item for _, item in items(out / "ccg" / "sets.yaml", CardSet)}
        assert list(sets) == [
            "promotional-celestial",
            "ivory-edition",
            "the-new-order",
            "chaos-reigns-part-iii",
            "the-war-of-spirits",
        ]
        assert sets["ivory-edition"] == CardSet(
            "ivory-edition", "Ivory Edition", arc="A Brother's Destiny (Ivory)", released="2014-03-24", size=350
        )
        assert sets["chaos-reigns-part-iii"].fan


ORACLE = {"keyword_or_symbol": "shadowlands", "title_contains": "Oracle"}
ONE_OF_FOUR = "one Clan among Crane/Lion/Phoenix/Scorpion: those Personalities also gain your alignment"
TEXTS: list[tuple[dict[str, Any], tuple[Effect, ...]]] = [
    ({"copies_max_this_card": 10}, (CopyLimitText(10),)),
    ({"copies_max_this_card": "any"}, (CopyLimitText(None),)),
    (
        {"copies_max_for": {"filter": {"type": "Strategy", "ability": "Battle", "unique": False}, "max": 4}},
        (
            CopyLimitText(
                4,
                of=Selector(kind=("strategy",), unique=False),
                question="do all of these cards have a battle ability?",
            ),
        ),
    ),
    (
        {"copies_max_for": {"filter": {"faction_or_keyword": "Naga"}, "max": 4, "at_most_titles": 2}},
        (CopyLimitText(4, of=Selector(keyword_or_clan=("naga",)), titles=2),),
    ),
    ({"dynasty_min_delta": 2, "per_copy": True}, (Minimum("dynasty", 2),)),
    ({"fate_min_delta": -1, "per_copy": True}, (Minimum("fate", -1),)),
    ({"counts_toward_minimum": False}, (Uncounted(),)),
    ({"types_not_counted_toward_minimum": ["Region"]}, (Uncounted(Selector(kind=("region",))),)),
    ({"requires_min": {"type": "Holding", "count": 16}}, (Requires(Selector(kind=("holding",)), 16, "holdings"),)),
    (
        {"requires_sensei": "Three Clan Alliance"},
        (Requires(Selector(kind=("sensei",), title=("Three Clan Alliance",)), 1, "sensei `Three Clan Alliance`"),),
    ),
    (
        {"excludes_titles": ["Ring of Air"]},
        (Forbids(Selector(title=("Ring of Air",)), what="cards titled `Ring of Air`"),),
    ),
    (
        {"excludes": {"symbol": "shadowlands"}},
        (
            Forbids(
                Selector(keyword=("shadowlands",)),
                what="shadowlands cards",
                question="which of these cards have the shadowlands symbol?",
            ),
        ),
    ),
    (
        {"excludes": {"type": "Personality", "unique": True, "not_clan": "Tanuki"}},
        (
            Forbids(
                Selector(kind=("personality",), unique=True, not_clan=("tanuki",)),
                what="unique personalities not of the tanuki clan",
            ),
        ),
    ),
    (
        {"excludes": ORACLE},
        (
            Forbids(
                Selector(keyword=("shadowlands",), title_contains="Oracle", not_title=("Iuchi Shahai",)),
                what="shadowlands cards with `Oracle` in the title",
            ),
            Forbids(
                Selector(title_contains="Oracle", not_title=("Iuchi Shahai",)),
                what="other cards with `Oracle` in the title",
                question="does one of them have the shadowlands symbol?",
            ),
        ),
    ),
    (
        {"max_cards": {"filter": {"keyword": "Shadowlands"}, "max": 2}},
        (Forbids(Selector(keyword=("Shadowlands",)), what="shadowlands cards", max=2),),
    ),
    ({"winds_max": 2, "must_be_different": True}, (SectionLimit("wind", 2),)),
    ({"starting_holding": True, "max": 1}, (StartingHolding(),)),
    (
        {"fate_deck_may_include": "non-Personality Sensei", "counts_toward_minimum": False, "needs_sleeves": True},
        (JudgeText("which fate cards are a non-personality sensei, allowed there and not counted?"),),
    ),
    ({"scope": "setup", "starting_provinces": 3}, (StartingProvinces(3),)),
    ({"scope": "setup", "starting_hand_delta": 1, "max_hand_size_delta": 1}, (StartingHand(1, 1),)),
    ({"scope": "setup", "province_redraw": {"rounds": 2, "returned": "bottom"}}, (ProvinceRedraw(2, "bottom"),)),
    ({"scope": "setup", "starting_honor_set": 0}, (StartingHonor(0),)),
    (
        {"scope": "setup", "pregame_search": {"deck": "Fate", "type": "Ring", "not": ["Void"], "optional": False}},
        (StartsWith(Selector(kind=("ring",), not_keyword=("Void",)), "a ring that is not void"),),
    ),
    (
        {"scope": "setup", "pregame_search": {"deck": "Fate", "type": "Ring", "optional": True}},
        (StartsWith(Selector(kind=("ring",)), "a ring", optional=True),),
    ),
    (
        {
            "scope": "setup",
            "pregame_search": {"deck": "Fate", "count": 3, "filter": "non-Unique, different titles", "optional": False},
        },
        (
            StartsWith(
                Selector(deck=("fate",), unique=False),
                "3 non-unique fate cards of different titles",
                3,
                different_titles=True,
            ),
        ),
    ),
    (
        {"scope": "setup", "starting_ring_must_be": "Earth", "warn_if_missing": "Ring of Earth in the Fate deck"},
        (StartsWith(Selector(kind=("ring",), title=("Ring of Earth",)), "`Ring of Earth`", narrows=True),),
    ),
    ({"scope": "setup", "needs_cards_outside_deck": "Winds (used during play)"}, (OutsideDeck("Winds"),)),
    (
        {"scope": "setup", "alignment": "Imperial", "pregame": "may start with the Imperial Favor"},
        (PlayerAlignment(("imperial",)),),
    ),
    (
        {
            "scope": "setup",
            "pregame_choice": ONE_OF_FOUR,
            "starting_honor_set": 5,
            "affects": "Loyal and clan warnings",
        },
        (
            GainsAlignment(
                Selector(kind=("personality",), clan=("crane", "lion", "phoenix", "scorpion")), one_clan=True
            ),
            StartingHonor(5),
        ),
    ),
    ({"scope": "playability", "unplayable_for_clan": "Phoenix"}, (Unplayable(("phoenix",)),)),
    ({"scope": "playability", "playable_only_for_clan": "Mantis"}, (PlayableOnly(("mantis",)),)),
    (
        {"scope": "playability", "forbids_playing": ["Oath of Fealty"]},
        (Restricts(Selector(title=("Oath of Fealty",)), "`Oath of Fealty`"),),
    ),
    (
        {"scope": "playability", "only_recruits": "Shadowlands Personalities"},
        (
            Restricts(
                Selector(kind=("personality",), not_keyword=("Shadowlands",)), "personalities that are not shadowlands"
            ),
        ),
    ),
    ({"scope": "playability", "cannot": "Political actions"}, ()),
    ({"scope": "playability", "surcharge": "non-Water Spells +1"}, ()),
    ({"scope": "note", "removes_from_game": "Legacy Holdings"}, ()),
]


class TestCcgTexts:
    @pytest.mark.parametrize(("entry", "expected"), TEXTS, ids=lambda value: str(value)[:40])
    def test_text(self, tmp_path: Path, entry: dict[str, Any], expected: tuple[Effect, ...]) -> None:
        found = effects_of(imported(tmp_path, {"iuchi_shahai": [entry]}) / "ccg")
        assert found.get("iuchi_shahai", ()) == expected

    @pytest.mark.parametrize(
        ("extra", "key", "level"),
        [({}, "asahinatakara@0", 0), ({"counts_as_experience_level": 1}, "asahinatakara@1", 1)],
    )
    def test_counts_as_is_part_of_the_identity(
        self, tmp_path: Path, extra: dict[str, Any], key: str, level: int
    ) -> None:
        text = {"counts_as_title": "Asahina Takara", "also_for_unique_in_play": True} | extra
        pool = imported(tmp_path, {"iuchi_shahai": [text]}) / "ccg"
        assert effects_of(pool)["iuchi_shahai"] == (CountsAs("Asahina Takara", level),)
        assert cards_of(pool)["iuchi_shahai"].identity == ("iuchishahai@0", key)

    def test_not_in_decks_makes_a_proxy(self, tmp_path: Path) -> None:
        pool = imported(tmp_path, {"sturdy_katana": [{"not_in_decks": True}]}) / "ccg"
        assert cards_of(pool)["sturdy_katana"].proxy
        assert effects_of(pool) == {}

    @pytest.mark.parametrize(
        "entry",
        [
            {"copies_max_of_everything": 7},
            {"copies_max_this_card": 7, "unless": "the moon is full"},
            {"excludes": {"colour": "red"}},
            {"excludes": {"keyword_or_symbol": "shadowlands"}},
            {"max_cards": {"filter": {"keyword": "Shadowlands"}, "most": 2}},
            {"scope": "elsewhere", "copies_max_this_card": 7},
            {"requires_min": {"type": "Holding"}},
            {"scope": "setup", "starting_provinces_of_others": 3},
            {"scope": "setup", "max_hand_size_delta": 1},
            {"scope": "setup", "pregame": "may start with three Rings"},
            {"scope": "setup", "pregame_search": {"deck": "Dynasty", "type": "Holding", "optional": True}},
            {"scope": "setup", "pregame_search": {"deck": "Fate", "type": "Ring"}},
            {"scope": "setup", "pregame_search": {"deck": "Fate", "count": 2, "filter": "any", "optional": True}},
            {"scope": "setup", "pregame_search": {"deck": "Fate", "type": "Ring", "optional": True, "cost": 1}},
            {"scope": "playability", "cannot": "Battle actions"},
            {"scope": "playability", "only_recruits": "Personalities with a beard"},
            {"scope": "playability", "alignment_gain": "Everybody gains your alignment"},
            {"scope": "note", "copies_max_this_card": 7},
        ],
        ids=str,
    )
    def test_what_is_not_understood_is_an_error(self, tmp_path: Path, entry: dict[str, Any]) -> None:
        with pytest.raises(DataError, match="not understood") as caught:
            imported(tmp_path, {"iuchi_shahai": [entry]})
        assert caught.value.place == f"{tmp_path / 'source' / 'ccg-card-effects.json'}:4"
        assert not (tmp_path / "out").exists()

    def test_what_is_ignored_has_its_reason(self) -> None:
        assert list(IGNORED) == sorted(IGNORED)
        assert all(ignored.reason for ignored in IGNORED.values())

    def test_a_text_of_an_unknown_card_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match="unknown card `nobody`"):
            imported(tmp_path, {"nobody": [{"copies_max_this_card": 7}]})


class TestLcg:
    def test_facts(self, lcg: dict[str, Card]) -> None:
        card = lcg["20-isawa-tadaka"]
        assert (card.kind, card.deck, card.clans, card.influence) == ("character", "conflict", ("phoenix",), 2)
        assert card.identity == ("isawatadaka@0",)
        assert card.aliases == ("isawa-tadaka-2",)
        assert card.keywords == ("shugenja", "rally")
        assert card.printings == (Printing("core", "7", copies=2),)

    def test_influence_zero_is_not_absent(self, lcg: dict[str, Card]) -> None:
        assert lcg["01-banzai"].influence == 0
        assert lcg["01-way-of-the-crab"].influence is None

    def test_the_fivefold_symbol_is_every_element(self, lcg: dict[str, Card]) -> None:
        assert lcg["19-toshi-ranbo"].elements == ("air", "earth", "fire", "void", "water")

    def test_a_new_folder_gets_the_corrections_of_the_known_pool(self, lcg: dict[str, Card], out: Path) -> None:
        assert (out / "lcg" / "corrections.yaml").read_bytes() == (SHIPPED / "lcg" / "corrections.yaml").read_bytes()
        assert lcg["29-a-season-of-war"].influence is None
        disciple = lcg["30-disciple-of-shinsei"]
        assert (disciple.kind, disciple.deck, disciple.clans) == ("character", "dynasty", ())
        assert (disciple.keywords, disciple.influence) == (("monk", "brotherhood"), None)
        assert (disciple.cost, disciple.military, disciple.unverified) == (2, "2", "")

    def test_later_cards(self, lcg: dict[str, Card]) -> None:
        card = lcg["blood-fields"]
        assert (card.mark, card.deck, card.elements) == ("Coop", "province", ("fire", "water"))
        assert card.printings == (Printing("clan-war", "4B", copies=1),)

    def test_effects(self, out: Path) -> None:
        assert effects_of(out / "lcg") == {
            "01-seeker-of-air": (RoleTraits(("seeker", "air")), ExtraProvince("air")),
            "02-hito-district": (RequiresRole("keeper"), CopyLimitText(1)),
            "08-support": (Influence(8), SplashOnly("phoenix")),
            "19-toshi-ranbo": (NotStrongholdProvince(),),
            "20-isawa-tadaka": (ClansOnly(("crab", "phoenix")), Rally()),
            "blood-fields": (ClansOnly(()),),
        }


class TestFiles:
    def test_what_corrections_say_is_kept(self, tmp_path: Path) -> None:
        pools = imported(tmp_path)
        added = "[{effect: province-redraw, rounds: 1, returned: bottom}]"
        text = f"city_of_tears_gote: {{reason: its text, source: the card, effects: {added}}}\n"
        (pools / "ccg" / "corrections.yaml").write_text(text, "utf-8")
        import_pools(tmp_path / "source", pools, KNOWN)
        import_pools(tmp_path / "source", pools, KNOWN)
        assert effects_of(pools / "ccg")["city_of_tears_gote"] == (ProvinceRedraw(1, "bottom"),)

    def test_a_second_run_writes_nothing(self, tmp_path: Path) -> None:
        pools = imported(tmp_path)
        before = {path: path.stat().st_mtime_ns for path in pools.rglob("*")}
        again = import_pools(tmp_path / "source", pools, KNOWN)
        assert [(summary.id, summary.changed) for summary in again] == [("ccg", ()), ("lcg", ())]
        assert {path: path.stat().st_mtime_ns for path in pools.rglob("*")} == before

    def test_summary(self, tmp_path: Path) -> None:
        first, second = import_pools(write_source(tmp_path / "source"), tmp_path / "out", KNOWN)
        assert (first.id, first.cards, first.sets, first.effects) == ("ccg", len(CCG_CARDS), 5, 0)
        assert (second.id, second.cards, second.sets, second.effects) == ("lcg", 10, 5, 10)
        assert {"pool.yaml", "sets.yaml", "effects.yaml", "cards/core.yaml"} <= set(second.changed)

    def test_only_what_changed_is_written_and_what_vanished_deleted(self, tmp_path: Path) -> None:
        pools = imported(tmp_path)
        folder = pools / "ccg" / "cards"
        folder.joinpath("gone.yaml").write_text("# a set that was removed\n", encoding="utf-8")
        folder.joinpath("notes.txt").write_text("mine\n", encoding="utf-8")
        folder.joinpath("ivory-edition.yaml").write_text("damaged\n", encoding="utf-8")
        first, _ = import_pools(tmp_path / "source", pools, KNOWN)
        assert first.changed == ("cards/ivory-edition.yaml", "cards/gone.yaml")
        assert folder.joinpath("notes.txt").exists()
        assert not folder.joinpath("gone.yaml").exists()

    def test_a_missing_file_is_an_error(self, tmp_path: Path) -> None:
        source = write_source(tmp_path / "source")
        source.joinpath("lcg-packs.json").unlink()
        with pytest.raises(DataError, match="cannot be read") as caught:
            import_pools(source, tmp_path / "out", KNOWN)
        assert caught.value.place == str(source / "lcg-packs.json")

    @pytest.mark.parametrize(
        ("row", "message"),
        [
            ('{"id": "x", ', "not JSON"),
            ('{"id": "x"}', "missing required field"),
            (json.dumps(ccg_row("x", "X", mood="calm")), "unknown field `mood`"),
            (json.dumps(ccg_row("x", "X", deck="Sideboard")), "unknown deck"),
            (json.dumps(ccg_row("x", "X", legality=["Bronze"])), "unknown legality"),
            (json.dumps(ccg_row("x", "X, the Y", subtitle="the Z")), "does not end in the subtitle"),
        ],
    )
    def test_broken_lines_are_named(self, tmp_path: Path, row: str, message: str) -> None:
        source = write_source(tmp_path / "source")
        path = source / "ccg-cards.jsonl"
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f"\n{row}\n")
        with pytest.raises(DataError, match=message) as caught:
            import_pools(source, tmp_path / "out", KNOWN)
        assert caught.value.place == f"{path}:{len(CCG_CARDS) + 2}"

    @pytest.mark.parametrize("name", ["ccg-cards.jsonl", "lcg-cards-later.jsonl"])
    def test_an_id_stands_once(self, tmp_path: Path, name: str) -> None:
        source = write_source(tmp_path / "source")
        path = source / name
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([*lines, lines[0]]), encoding="utf-8")
        with pytest.raises(DataError, match="two cards with the id") as caught:
            import_pools(source, tmp_path / "out", KNOWN)
        assert caught.value.place == f"{path}:{len(lines) + 1}"


@pytest.fixture(scope="module", params=["ccg", "lcg"])
def shipped(request: pytest.FixtureRequest) -> Path:
    return SHIPPED / str(request.param)


@pytest.fixture(scope="module")
def shipped_cards() -> dict[str, dict[str, Card]]:
    return {name: cards_of(SHIPPED / name) for name in ("ccg", "lcg")}


class TestShipped:
    @pytest.mark.parametrize(("pool", "count"), [("ccg", 13_898), ("lcg", 1_758)])
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
            (NotStrongholdProvince, 16),
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
            (DependsOnPlay, 18),
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


def test_effects_that_no_import_makes_are_facts_with_a_source() -> None:
    """An effect that is only in effects.yaml is lost with the next import."""
    made = {kind for module in (ccg_effects, ccg_setup) for kind in vars(module).values() if isinstance(kind, type)}
    corrections = read_corrections(SHIPPED / "ccg").cards

    lost = [
        (card.id, effect)
        for card in shipped_pool("ccg").with_effects()
        for effect in card.effects
        if type(effect) not in made and effect not in (corrections[card.id].effects or ())
    ]

    assert not lost
