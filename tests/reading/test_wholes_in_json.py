"""Decks in JSON: parts with names that the player made up, and facts about the number of cards in the file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from deckcheck import Report, Verdict
from deckcheck.decks.readers import read
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
LINES = re.findall(r"(?m)^(\d)x (.+)$", (DECKS / "lcg-2017" / "crane-no-role-45-45.txt").read_text("utf-8"))
CARDS = {name: int(copies) for copies, name in LINES}
# The Stronghold and its provinces, 45 dynasty cards, 45 conflict cards.
START, DYNASTY, CONFLICT = (
    {name: CARDS[name] for name in [*CARDS][at]} for at in map(slice, (0, 6, 22), (6, 22, None))
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("lcg-2017")


def objects(cards: dict[str, int]) -> list[dict[str, Any]]:
    return [{"name": name, "count": count} for name, count in cards.items()]


def lines(cards: dict[str, int]) -> str:
    return "\n".join(f"{count}x {name}" for name, count in cards.items())


@pytest.mark.parametrize("hold", [dict, objects, lines])
@pytest.mark.parametrize("key", ["cards", "deck"])
def test_parts_may_have_names_of_the_players_own(key: str, hold: Any, reader: Reader) -> None:
    parts = {"home": hold(START), "dudes": hold(DYNASTY), "tricks": hold(CONFLICT)}

    assert reader.verdict_of_json({key: parts}) is Verdict.LEGAL
    assert reader.verdict_of_json(parts) is Verdict.LEGAL


@pytest.mark.parametrize(
    ("beside", "verdict"),
    [
        ({"name": "Cranes", "tags": ["honor"], "meta": {"author": "Kei", "round": 3}}, Verdict.LEGAL),
        ({"totals": {"dynasty": sum(DYNASTY.values())}}, Verdict.LEGAL),
        ({"totals": {"dynasty": 12}}, Verdict.UNDECIDED),
        ({"notes": "cut one Banzai!"}, Verdict.UNDECIDED),
        ({"sideboard": {"Rout": 2}}, Verdict.LEGAL),
        ({"wishlist": {"Rout": 2}}, Verdict.LEGAL),
        ({"extras": {"Rout": 2}}, Verdict.UNDECIDED),
        ({"list B": {"Rout": 2}}, Verdict.UNDECIDED),
    ],
)
def test_a_file_may_be_such_parts_and_facts(beside: dict[str, Any], verdict: Verdict, reader: Reader) -> None:
    assert reader.verdict_of_json({"home": START, "dudes": DYNASTY, "tricks": CONFLICT, **beside}) is verdict


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({"side": {}, "maybe": []}, Verdict.LEGAL),
        ({"sideboard": {"Rout": 2}}, Verdict.LEGAL),
        ({"maybe": {"Rout": 2}}, Verdict.UNDECIDED),
        ({"new ideas": {"Rout": 2}}, Verdict.UNDECIDED),
        ({"others": {"Shiro Nishiyama": 1, "Rout": 9}}, Verdict.UNDECIDED),
    ],
)
def test_such_a_part_may_be_outside_the_deck(more: dict[str, Any], verdict: Verdict, reader: Reader) -> None:
    parts = {"home": START, "dudes and places": DYNASTY, "conflict": CONFLICT, **more}

    assert reader.verdict_of_json({"cards": parts}) is verdict


@pytest.mark.parametrize(
    "parts",
    [
        {"Crane A": CARDS, "Crane B": CARDS},
        {"Crane": CARDS, "Lion": {f"Card {number}": 3 for number in range(25)}},
        {"dudes": DYNASTY, "tricks": CONFLICT, "deck 2": {"Rout": 3}},
        {"with bows": DYNASTY, "without": {**DYNASTY, "Rout": 3}},
    ],
)
def test_several_decks_are_no_parts_of_one(parts: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="several lists of cards"):
        read(json.dumps(parts), "deck.json", Limits())
    with pytest.raises(InputError, match="several lists of cards"):
        read(json.dumps({"cards": parts}), "deck.json", Limits())


# The deck has 96 cards of 38 names, 90 without the Stronghold and its provinces.
AGREE = [
    *({key: 96} for key in ("total", "card_count", "cardCount", "total cards", "size", "deckSize")),
    *({"total": number} for number in (90, 91, 95)),
    *({"unique_cards": 38}, {"dynasty_count": 45}, {"conflict cards": "45"}, {"attachments": 9}, {"provinces": 5}),
    {"stats": {"dynasty": 45, "conflict": 45, "total": 96}},
    *({"truncated": False}, {"meta": {"truncated": False, "pages": 1}}, {"complete": True}, {"missing": 0}),
    *({"next": None}, {"offset": 0, "has_more": False}, {"status": "finished"}, {"number": 12}, {"published": False}),
    *({"event": "3"}, {"fate": 7}, {"total": "96"}, {"links": {"next": None, "self": "/decks/7"}}),
]
OTHERS = [
    *({key: 120} for key in ("total", "card_count", "cardCount", "total cards", "size", "deckSize", "deck_size")),
    *({"card_count": 38}, {"unique_cards": 50}, {"dynasty_count": 46}, {"stats": {"dynasty": 50}}),
    *(
        {"truncated": True},
        {"is_truncated": "yes"},
        {"meta": {"truncated": True}},
        {"incomplete": 1},
        {"partial": True},
    ),
    *({"complete": False}, {"meta": {"isComplete": False}}, {"final": "no"}, {"missing_cards": 2}, {"omitted": 3}),
    *({"next": "/decks/7?page=2"}, {"has_more": True}, {"page": 1, "total_pages": 2}, {"meta": {"offset": 20}}),
    *({"total": "120"}, {"card_count": {"dynasty": 44}}, {"links": {"next": "/decks/7?page=2"}}),
    *({"name": "WIP - Crane"}, {"title": "Crane, not finished"}, {"status": "work in progress"}, {"tags": ["wip"]}),
]


@pytest.mark.parametrize("facts", AGREE, ids=json.dumps)
def test_facts_that_agree_with_the_cards_are_no_question(facts: dict[str, Any], reader: Reader) -> None:
    assert reader.verdict_of_json({"player": "Kei", **facts, "cards": CARDS}) is Verdict.LEGAL


@pytest.mark.parametrize("facts", OTHERS, ids=json.dumps)
def test_facts_that_tell_of_other_cards_are_a_question(facts: dict[str, Any], reader: Reader) -> None:
    few = {name: copies for name, copies in CARDS.items() if name != "Banzai!"}
    wrong = {**CARDS, "Charge!": 9}

    for cards, verdict in ((CARDS, Verdict.UNDECIDED), (few, Verdict.UNDECIDED), (wrong, Verdict.ILLEGAL)):
        assert reader.verdict_of_json({"player": "Kei", **facts, "cards": cards}) is verdict


def test_a_number_around_decks_counts_decks(reader: Reader) -> None:
    assert reader.verdict_of_json({"count": 1, "total": 312, "deck": {"cards": CARDS}}) is Verdict.LEGAL
    assert reader.verdict_of_json({"card_count": 312, "deck": {"cards": CARDS}}) is Verdict.UNDECIDED
    assert reader.verdict_of_json({"truncated": True, "deck": {"cards": CARDS}}) is Verdict.UNDECIDED


def test_a_total_counts_an_unknown_card_too(reader: Reader) -> None:
    others = {"Bansay!" if name == "Banzai!" else name: copies for name, copies in CARDS.items()}
    (line,) = reader.checker.check_text(json.dumps({"total": 96, "cards": others})).deck.unresolved

    assert line.request.name == "Bansay!"


@pytest.mark.parametrize("key", ["deck", "version", "owner"])
def test_cards_of_several_decks_in_one_list_are_a_question(key: str, reader: Reader) -> None:
    cards = objects(CARDS)
    assert reader.verdict_of_json([card | {key: "AB"[at % 2]} for at, card in enumerate(cards)]) is Verdict.UNDECIDED
    assert reader.verdict_of_json([card | {key: "A"} for card in cards]) is Verdict.LEGAL


@pytest.mark.parametrize("write", [lambda name, count: [count, name], lambda name, count: [name, f"{count}x"]])
def test_each_line_may_be_a_pair_of_a_name_and_a_number(write: Any, reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "deck.jsonl"
    for more, verdict in ((0, Verdict.LEGAL), (3, Verdict.ILLEGAL)):
        path.write_text("".join(json.dumps(write(name, count + more)) + "\n" for name, count in CARDS.items()), "utf-8")
        (report,) = reader.checker.check_many([path])
        assert isinstance(report, Report)
        assert report.verdict is verdict


@pytest.mark.parametrize(
    "provinces",
    [
        {"air": "The Art of Peace", "earth": "Entrenched Position", "fire": "Night Raid", "void": "Pilgrimage"},
        [{"element": "air", "name": "The Art of Peace"}, *({"name": name} for name in [*START][2:5])],
    ],
)
def test_provinces_may_be_under_their_elements(provinces: Any, reader: Reader) -> None:
    deck = {"stronghold": "Shizuka Toshi", "provinces": provinces, "dynasty": DYNASTY, "conflict": CONFLICT}
    assert reader.verdict_of_json(deck) is Verdict.ILLEGAL
    if isinstance(provinces, dict):
        whole: Any = {**provinces, "water": "Rally to the Cause"}
    else:
        whole = [*provinces, {"element": "water", "name": "Rally to the Cause"}]
    assert reader.verdict_of_json(deck | {"provinces": whole}) is Verdict.LEGAL
    assert reader.verdict_of_json({"deck": deck | {"provinces": whole}}) is Verdict.LEGAL


def test_a_sensei_alone_is_the_card_of_its_section() -> None:
    text = (DECKS / "twenty-festivals" / "lion-military.txt").read_text("utf-8")
    cards = {name: int(copies) for copies, name in re.findall(r"(?m)^(\d) (.+)$", text)}
    hall, sensei, *others = cards
    parts = {"Stronghold": {hall: 1}, "Sensei": {sensei: 1}, "Main": {name: cards[name] for name in others}}
    assert Reader("twenty-festivals").verdict_of_json({"sections": parts}) is Verdict.LEGAL


@pytest.mark.parametrize("cards", [[], {}, None])
def test_a_section_without_cards_says_nothing(cards: Any, reader: Reader) -> None:
    parts = {"Stronghold and provinces": START, "Dynasty": DYNASTY, "Conflict": CONFLICT}
    sections: list[Any] = [{"name": name, "cards": each} for name, each in parts.items()]
    assert reader.verdict_of_json({"sections": [*sections, {"name": "Sideboard", "cards": cards}]}) is Verdict.LEGAL
    assert reader.verdict_of_json({"sections": [*sections, {"name": "Rout", "cards": cards}]}) is Verdict.UNDECIDED


def test_a_chat_may_have_a_fence_around_json(reader: Reader) -> None:
    cards = json.dumps({"cards": START | DYNASTY | CONFLICT}, indent=1)
    assert reader.verdict(f"```json\n{cards}\n```") is reader.verdict(f"\n```\n{cards}```\n") is Verdict.LEGAL
    more = re.sub("3,$", "4,", cards, count=1, flags=re.MULTILINE)
    assert reader.verdict(f"```json\n{more}\n```") is Verdict.ILLEGAL
