"""JSON decks of card ids, and files that name their format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deckcheck.checks.checker import checks, format_named, gathered, read_deck
from deckcheck.decks.documents.strict_json import parse
from deckcheck.decks.readers import read, read_all
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import Span
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from tests.conftest import text_file

DECK = {
    "name": "Crane Baseline",
    "format": "standard",
    "username": "somebody",
    "cards": {"kyuden-kakita": 1, "let-go": 3},
}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(DECK, id="EmeraldDB"),
        pytest.param({"success": True, "record": DECK}, id="fiveringsdb deck"),
        pytest.param({"success": True, "record": {"head": DECK, "id": 1}}, id="fiveringsdb strain"),
        pytest.param({"kyuden-kakita": 1, "let-go": 3}, id="bare map"),
        pytest.param({"cards": {"18-kyuden-kakita": 1, "01-let-go": 3}}, id="ids with the number of the pack"),
    ],
)
def test_every_shape_names_the_same_cards(value: Any, tmp_path: Path, lcg2017: Format, lcg: FilePool) -> None:
    file = text_file(tmp_path / "deck.json", json.dumps(value))

    deck = read_deck(file, lcg2017, lcg)

    assert [(entry.count, entry.card.name) for entry in deck.entries] == [(1, "Kyūden Kakita"), (3, "Let Go")]


@pytest.mark.parametrize(
    "text",
    [
        '{"cards"\t:\t{"kyuden-kakita":1,"let-go":3}}',
        '{\t"cards": {\n\t\t"kyuden-kakita":\t1,\n\t\t"let-go":\t3\n\t}\n}',
        '{"cards"|:{"kyuden-kakita":1,"let-go":3}}'.replace("|", "\r\n"),
    ],
)
def test_white_space_in_a_file_changes_nothing(text: str, tmp_path: Path, lcg2017: Format, lcg: FilePool) -> None:
    deck = read_deck(text_file(tmp_path / "deck.json", text), lcg2017, lcg)

    assert (deck.copies, deck.unresolved, deck.left_out) == ({"18-kyuden-kakita": 1, "01-let-go": 3}, (), ())


@pytest.mark.parametrize(("key", "possible"), [("Let Go ^", 3), ("Let_^Go", 3), ("2x Let Go", 3), ("3x Let Go", 0)])
def test_a_key_with_more_than_a_name_keeps_its_number(key: str, possible: int, lcg2017: Format, lcg: FilePool) -> None:
    deck = resolve(read(json.dumps({"cards": {key: 3}}), "deck.json", Limits()), lcg2017, lcg)

    known = sum(deck.copies.values())
    assert known == 3 or deck.possible >= possible > known


@pytest.mark.parametrize(
    "value",
    [
        {"stronghold": [{"name": "Kyuden Kakita", "count": 1}], "conflict": [{"name": "Let Go", "count": 3}]},
        {"name": "Honor", "deck": {"Stronghold": {"Kyuden Kakita": 1}, "Conflict": {"Let Go": 3}}},
        {"deck": [{"name": "Kyuden Kakita", "count": 1}, {"name": "Let Go", "count": 3}]},
        {"deck": [{"Karte": "Kyuden Kakita", "Anzahl": 1}, {"Karte": "Let Go", "Anzahl": 3}]},
        [{"carta": "Kyuden Kakita", "cantidad": "1"}, {"carta": "Let Go", "cantidad": "3"}],
        {"cards": [{"name": "Kyuden Kakita", "count": 1, "owned": 1}, {"name": "Let Go", "count": 3, "owned": 4}]},
        {"deck": ["1 Kyuden Kakita", "3x Let Go"]},
        {"cards": ["1 Kyuden Kakita", "3 x Let Go"]},
        ["1 Kyuden Kakita", "3 Let Go"],
    ],
)
def test_sections_and_lists_of_names_are_a_deck(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=2)):
        raw = read(text, "deck.json", Limits())

        assert [(request.count, request.name) for request in raw.requests] == [(1, "Kyuden Kakita"), (3, "Let Go")]
        assert not raw.asides


@pytest.mark.parametrize("other", ["maybe", "To buy", "owned", "list 2"])
def test_a_further_list_of_cards_may_be_in_the_deck(other: str) -> None:
    for deck, more in (
        ({"deck": ["3 Rout"]}, ["2 Banzai!"]),
        ({"Fate": {"Rout": 3}, "Role": {"Seeker": 1}}, {"Banzai!": 2}),
    ):
        raw = read(json.dumps({**deck, other: more}), "deck.json", Limits())

        assert [aside.text for aside in raw.asides] == [f"{other}: 2 Banzai!"]


def test_what_the_file_says_of_the_deck() -> None:
    raw = read(json.dumps(DECK), "deck.json", Limits())

    assert (raw.name, raw.player, raw.format, raw.syntax) == ("Crane Baseline", "somebody", "standard", "json")
    assert (raw.path, raw.source) == ("deck.json", "")


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ({"description": "good", "clan": "crane", "version": "1.2"}, []),
        ({"notes": "3 banzai", "clan": "3 cranes"}, ["notes: 3 banzai", "clan: 3 cranes"]),
        ({"notes": "", "comments": " "}, []),
        ({"round": 2, "id": "x", "won": True}, ["2 round", "won: True"]),
        ({"side": {"banzai": 2, "id": "7"}, "rank": 1}, ["side: 2 banzai", "7 id", "1 rank"]),
        (
            {"tags": ["let-go", "3 banzai", ["rout"]], "rank": 1},
            ["tags: let-go", "tags: 3 banzai", "tags: rout", "1 rank"],
        ),
        ({"meta": {"name": "Banzai!"}}, ["meta: Banzai!"]),
        ({"meta": {"record": {"name": "Banzai!"}}}, ["meta: Banzai!"]),
        ({"side": [{"id": "banzai", "count": 2}]}, ["side: 2 banzai"]),
        ({"side": [{"card": "banzai", "clan": "crane", "anzahl": "2"}]}, ["side: 2 banzai", "clan: crane"]),
        ({"side": {"banzai": "2", "rout": True}}, ["side: 2 banzai", "side: rout"]),
        ({"side": {"banzai": "x2"}}, ["side: banzai: x2"]),
        ({"side": [["banzai", 2], [3, "rout"]]}, ["side: 2 banzai", "side: 3 rout"]),
        ({"side": {"banzai": {"count": 2}, "rout": [3]}}, ["side: 2 banzai", "side: 3 rout"]),
        ({"side": [{"card": {"id": "banzai"}, "count": 2}]}, ["2 side", "side: 2 banzai"]),
        ({"side": {"banzai": {"clan": "crane", "count": 2}}}, ["clan: crane", "side: 2 banzai"]),
        ({"banzai": {"count": 2}, "2 rout": ""}, ["2 banzai", "2 rout:"]),
        ({"side": "3 banzai\n\n2 rout"}, ["side: 3 banzai", "side: 2 rout"]),
        ({"version": {"cards": {"banzai": 3}}}, ["version: 3 banzai"]),
        ({"notes": ["Good.", "3 banzai", {"card": "rout", "count": 2}]}, ["notes: 3 banzai", "notes: 2 rout"]),
        ({"comment": "My list:\n- tea\nbanzai x3"}, ["comment: banzai x3"]),
    ],
)
def test_what_else_a_file_says_may_be_a_card(said: dict[str, Any], facts: list[str]) -> None:
    deck = {**said, "cards": {"let-go": 3}}

    for value in (deck, {"record": deck}, {"record": {"head": deck, "id": "1"}, "success": True}):
        raw = read(json.dumps(value), "deck.json", Limits())
        assert [aside.text for aside in raw.asides] == facts
        assert (raw.name, raw.player, raw.format) == (None, "", "")


def test_objects_of_one_card_each_are_a_deck() -> None:
    cards = {f"card-{letter}": 3 for letter in "abcdefghij"}
    each = [{key: count} for key, count in cards.items()]

    raw = read(json.dumps(each, indent=0), "deck.json", Limits())

    assert {request.name: request.count for request in raw.requests} == cards
    assert [request.span.line for request in raw.requests] == [3 + 3 * number for number in range(10)]
    with pytest.raises(InputError, match="each object of this list has one card, and some have the same"):
        read(json.dumps([*each, each[0]]), "deck.json", Limits())


def test_the_most_levels_of_lists_and_one_more() -> None:
    assert parse("[" * 20 + "]" * 20, "", Limits())
    with pytest.raises(InputError, match="nested deeper than 20 levels"):
        parse("[" * 21 + "]" * 21, "", Limits())


def test_a_finding_points_to_the_line_of_the_id(tmp_path: Path, lcg2017: Format, lcg: FilePool) -> None:
    file = text_file(tmp_path / "deck.json", json.dumps({"cards": {"banzai": 3, "no-such-card": 1}}, indent=2))

    report = check(read_deck(file, lcg2017, lcg), lcg2017, lcg)

    unknown = next(finding for finding in report.findings if finding.code == "D001")
    assert unknown.span is not None
    assert (unknown.span.line, unknown.span.column, unknown.span.end_column) == (4, 5, 19)


@pytest.mark.parametrize(
    ("indent", "said"), [(None, "`no-such-card`, `nor-this` are not recognised"), (1, "Lines 3, 4 are not recognised")]
)
def test_ids_on_one_line_are_named(
    indent: int | None, said: str, tmp_path: Path, lcg2017: Format, lcg: FilePool
) -> None:
    cards = {"no-such-card": 3, "nor-this": 1, "banzai": 3}
    file = text_file(tmp_path / "deck.json", json.dumps({"cards": cards}, indent=indent))

    report = check(read_deck(file, lcg2017, lcg), lcg2017, lcg)

    assert any(said in finding.message for finding in report.findings)
    assert not any("Lines 1, 1" in finding.message for finding in report.findings)


def test_places_are_those_of_the_cards_and_of_what_is_beside_them() -> None:
    text = """{
  "name": "cards", "like": {"rout": "banzai"},
  "version": {"cards": {"rout": 2}},
  "cards": {"rout": 1, "b\\u0061nzai": 3},
  "extra": ["3 let-go"]
}"""

    raw = read(text, "deck.json", Limits())

    assert [(each.name, each.span.line, each.span.column) for each in raw.requests] == [
        ("rout", 4, 13),
        ("banzai", 4, 24),
    ]
    assert [(each.text, each.span) for each in raw.asides] == [
        ("like: rout: banzai", Span(2, 29, 35)),
        ("version: 2 rout", Span(3, 25, 31)),
        ("extra: 3 let-go", Span(5, 13, 23)),
    ]


@pytest.mark.parametrize("count", [0, -3, 2.5, 1000, True, "3?", None])
def test_a_bad_count_leaves_the_verdict_undecided(count: Any, lcg2017: Format, lcg: FilePool, tmp_path: Path) -> None:
    file = text_file(tmp_path / "deck.json", json.dumps({"cards": {"banzai": count, "rout": 3}}))

    report = check(read_deck(file, lcg2017, lcg), lcg2017, lcg)

    assert "D006" in {finding.code for finding in report.findings}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param('{"Deck A": ["3 Rout"], "Deck B": ["3 Rout"]}', "no map of card ids", id="two short lists"),
        pytest.param(
            json.dumps({key: [f"3 Card {letter}" for letter in "ABCDEFGHIJ"] for key in ("Deck A", "Deck B")}),
            "several lists of cards, under `Deck A` and `Deck B`",
            id="two lists",
        ),
        pytest.param(
            json.dumps({"wishlist": {f"Card {letter}": 3 for letter in "ABCDEFGHIJ"}}),
            "the only cards are under `wishlist`, which may not be a deck",
            id="wishlist",
        ),
        pytest.param('{"cards": {"banzai": 3, "banzai": 1}}', "`banzai` appears twice", id="duplicate key"),
        pytest.param('{"cards": {"banzai": NaN}}', "`NaN` is not JSON", id="NaN"),
        pytest.param('{"cards": {"banzai": 3}} x', "extra data", id="trailing data"),
        pytest.param('{"cards": {"banzai"', "not valid JSON", id="truncated"),
        pytest.param('{"cards": {"banzai": ' + "9" * 5000 + "}}", "too long", id="number of 5,000 digits"),
        pytest.param('{"cards": ' + '{"a":' * 100 + "1" + "}" * 100 + "}", "nested deeper", id="nested"),
        pytest.param('{"cards": ' + '{"a":' * 100_000, "nested deeper", id="nested without end"),
        pytest.param('{"name": "x"}', "no map of card ids", id="no cards"),
        pytest.param('{"cards": {}}', "no card", id="empty"),
        pytest.param('[{"id": "rout", "count": 3, "qty": 2}]', "numbers for one card: `count` and `qty`", id="two"),
        pytest.param('[{"id": "rout", "count": 3, "side": 2}]', "numbers for one card: `count` and `side`", id="side"),
        pytest.param(
            '{"deck": {"rout": 3}, "deck 2": {"banzai": 2}}',
            "several lists of cards, under `deck` and `deck 2`",
            id="deck 2",
        ),
        pytest.param('{"card": ["rout", "banzai"], "kei": [3, 1], "ren": [2, 2]}', "`kei` and `ren`", id="two columns"),
        pytest.param('{"card": ["rout", "banzai"], "count": [3]}', "no map of card ids", id="a number is missing"),
        pytest.param('{"3": ["rout", "banzai"], "2": ["rout"]}', "no map of card ids", id="a name below two numbers"),
        pytest.param('{"cards": [{"id": "banzai"}]}', "`cards` is a list without an id and a count", id="no counts"),
        pytest.param("{}", "no map of card ids", id="nothing"),
        pytest.param('{"cards": 3}', "no map of card ids", id="a number for the cards"),
        pytest.param('{"banzai": true}', "no map of card ids", id="no number for a card"),
        pytest.param('{"__class__": {}, "constructor": 1}', "no map of card ids", id="attribute names"),
    ],
)
def test_what_is_no_deck_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, "deck.json", Limits())

    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "place", "help"),
    [
        ('{"cards": {"rout": 3,\n}}', ":2:1", "remove the comma in front of it"),
        ("{'cards': {'rout': 3}}", ":1:2", "write names and texts in double quotes"),
        ('{"cards": {"rout": 3 // my favourite\n}}', ":1:22", "remove the comments"),
    ],
)
def test_usual_mistakes_in_json_have_help(text: str, place: str, help: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, "deck.json", Limits())

    assert (caught.value.place, caught.value.help) == (f"deck.json{place}", help)


def test_a_syntax_can_be_chosen_and_must_be_known() -> None:
    with pytest.raises(InputError, match="not valid JSON"):
        read("3 Banzai!", "deck.txt", Limits(), "json")
    with pytest.raises(UsageError, match="there is no syntax of a deck file `xml`"):
        read("3 Banzai!", "deck.txt", Limits(), "xml")


def test_decks_are_checked_in_the_formats_they_name(
    tmp_path: Path, celestial: Format, lcg2017: Format, ccg: FilePool, lcg: FilePool
) -> None:
    (tmp_path / "a.txt").write_text("Legality: Celestial\n1 Embassy of the Crane\n", "utf-8")
    (tmp_path / "b.txt").write_text("Format: lcg-2017\n3 Banzai!\n", "utf-8")
    (tmp_path / "c.txt").write_text("3 Banzai!\n", "utf-8")
    (tmp_path / "d.txt").write_text("Format: Commander\n3 Banzai!\n", "utf-8")

    named, pools = format_named([celestial, lcg2017]), {"ccg": ccg, "lcg": lcg}

    outcome = gathered(checks([str(tmp_path)], lambda raw: (named(raw),), pools), pools)

    assert [(fmt.id, [Path(r.deck.raw.path).name for r in reports]) for fmt, reports in outcome.by_format()] == [
        ("celestial-40-40", ["a.txt"]),
        ("lcg-2017", ["b.txt"]),
    ]
    assert [(Path(f.path).name, f.error.message) for f in outcome.failures] == [
        ("c.txt", "the file names no format"),
        ("d.txt", "the file names the unknown format `Commander`"),
    ]


HOLDS = {
    "map": lambda cards: cards,
    "objects": lambda cards: [{"name": name, "count": count} for name, count in cards.items()],
    "lines": lambda cards: [f"{count} {name}" for name, count in cards.items()],
}
CASTLE, FATE, SIDE = {"Kyuden Kakita": 1}, {"Let Go": 3}, {"Banzai!": 2}


@pytest.mark.parametrize("hold", HOLDS)
@pytest.mark.parametrize(
    "shape",
    [
        lambda h: {"main": h(CASTLE | FATE), "side": h(SIDE)},
        lambda h: {"name": "Crane", "mainboard": h(CASTLE | FATE), "sideboard": h(SIDE)},
        lambda h: {"main_deck": h(CASTLE | FATE), "sideBoard": h(SIDE), "notes": "for spring"},
        lambda h: {"deck": {"main": h(CASTLE | FATE), "side": h(SIDE)}},
        lambda h: {"sections": [{"name": "Main", "cards": h(CASTLE | FATE)}, {"name": "Side", "cards": h(SIDE)}]},
        lambda h: {"sections": {"Castle": h(CASTLE), "Let's go (3)": h(FATE), "Sideboard": h(SIDE), "Tokens": {}}},
        lambda h: {
            "parts": [
                {"section": "Stronghold", "total": 1, "list": h(CASTLE)},
                {"section": "Conflict", "list": h(FATE)},
                {"section": "Sideboard", "list": h(SIDE)},
                {"section": "Maybeboard", "list": []},
            ]
        },
        lambda h: [
            {"title": "Stronghold", "cards": h(CASTLE)},
            {"title": "Conflict (3)", "cards": h(FATE)},
            {"title": "Sideboard", "cards": h(SIDE)},
        ],
    ],
)
def test_a_deck_may_have_named_parts(shape: Any, hold: str, lcg2017: Format, lcg: FilePool) -> None:
    raw = read(json.dumps(shape(HOLDS[hold])), "deck.json", Limits())
    deck = resolve(raw, lcg2017, lcg)

    assert {entry.card.name: entry.count for entry in deck.entries} == {"Kyūden Kakita": 1, "Let Go": 3}
    assert [entry.card.name for entry in deck.outside] == ["Banzai!"]
    assert deck.unresolved == ()


@pytest.mark.parametrize(
    "part",
    [
        {"name": "Flex", "cards": SIDE},
        {"name": "Deck B", "cards": SIDE},
        {"name": "2 Banzai!", "cards": []},
        {"name": "Banzai!", "cards": {"Court Games": 3}},
        {"name": "Tools", "cards": {}, "note": "2 Banzai!"},
    ],
)
def test_what_parts_say_beside_their_cards_may_be_cards(part: Any, lcg2017: Format, lcg: FilePool) -> None:
    value = {"sections": [{"name": "Stronghold", "cards": CASTLE}, {"name": "Conflict", "cards": FATE}, part]}
    deck = resolve(read(json.dumps(value), "deck.json", Limits()), lcg2017, lcg)

    assert ["Banzai!" in line.request.written for line in deck.unresolved] == [True]


def test_objects_with_other_names_are_several_decks() -> None:
    decks = [{"name": "Kei", "cards": FATE}, {"name": "Ren", "cards": FATE}]
    assert [raw.path for raw in read_all(json.dumps(decks), "deck.json", Limits())] == ["deck.json#1", "deck.json#2"]


CARDS = {"Kyuden Kakita": 1, "Let Go": 3, "Banzai!": 2}
LIST = "Stronghold\n1 Kyuden Kakita\n\n# Conflict\nLet Go x3\nBanzai! (2)"
LONG = {f"Card {letter}": 3 for letter in "ABCDEFGHIJ"}


@pytest.mark.parametrize(
    "value",
    [
        {"strongholds": ["1 Kyuden Kakita"], "conflict": ["3 Let Go", "2 Banzai!"]},
        {"clan": "crane", "stronghold": "Kyuden Kakita", "conflict": {"Let Go": 3, "Banzai!": 2}},
        {"stronghold": {"name": "Kyuden Kakita"}, "conflict": [["Let Go", 3], [2, "Banzai!"]]},
        {"stronghold": ["Kyuden Kakita"], "conflict": {"events": {"Let Go": 3}, "other": {"Banzai!": 2}}},
        {"stronghold": "1 Kyuden Kakita", "conflict": "3 Let Go\n2 Banzai!"},
        {name: {"count": count} for name, count in CARDS.items()},
        {str(at): {"name": name, "count": f"{count}"} for at, (name, count) in enumerate(CARDS.items())},
        {"mainboard": {name: {"quantity": count, "card": {"name": name}} for name, count in CARDS.items()}},
        {
            "boards": {
                "stronghold": {"count": 1, "cards": {"x1": {"quantity": 1, "card": {"name": "Kyuden Kakita"}}}},
                "conflict": {"count": 5, "cards": {"Let Go": 3.0, "Banzai!": "2x"}},
                "sideboard": {"count": 0, "cards": {}},
            }
        },
        [{"name": name, "quantity": {"deck": count}} for name, count in CARDS.items()],
        {"cards": [{"name": name, "count": {"main": count, "side": 0}} for name, count in CARDS.items()]},
        {name: {"deck": count, "cost": 2} for name, count in CARDS.items()},
        {"name": [*CARDS], "count": [*CARDS.values()], "type": ["stronghold", "event", "event"]},
        {"cards": [*CARDS], "quantities": [*CARDS.values()]},
        {"deck": {"card": dict(enumerate(CARDS)), "n": dict(enumerate(CARDS.values()))}, "author": "Kei"},
        {"1x": ["Kyuden Kakita"], "3x": ["Let Go"], "2x": ["Banzai!"]},
        {"stronghold": "Kyuden Kakita", "conflict": {"3": ["Let Go"], "2": ["Banzai!"]}},
        {"deck": {"cards": [{"node": {"name": name, "count": count}} for name, count in CARDS.items()]}},
        {"data": {"type": "decklists", "attributes": {"name": "Honor", "cards": CARDS}}},
        {"status": "ok", "result": {"decks": [{"id": 7, "cards": CARDS}]}},
        {"player": "Kei", "deck": LIST},
        {"title": "Honor", "main": LIST},
        {"cards": LIST.split("\n")},
    ],
)
def test_a_deck_is_found_by_the_shape_of_its_cards(value: Any, lcg2017: Format, lcg: FilePool) -> None:
    deck = resolve(read(json.dumps(value), "deck.json", Limits()), lcg2017, lcg)

    assert {each.card.name: each.count for each in deck.entries} == {"Kyūden Kakita": 1, "Let Go": 3, "Banzai!": 2}
    assert deck.unresolved == ()


@pytest.mark.parametrize("beside", [{"section": ["main", "side"]}, {"max": [3, 1]}, {"notes": ["", "cut one"]}])
def test_lists_beside_names_and_numbers_may_put_a_card_in_doubt(
    beside: dict[str, Any], lcg2017: Format, lcg: FilePool
) -> None:
    value = {"name": ["Let Go", "Banzai!"], "count": [3, 2]} | beside
    deck = resolve(read(json.dumps(value), "deck.json", Limits()), lcg2017, lcg)

    assert [each.request.name for each in deck.unresolved if each.request.name] == ["Banzai!"]


@pytest.mark.parametrize("hold", [str, lambda name: {"name": name, "type": "event"}])
def test_names_that_are_there_again_are_copies(hold: Any) -> None:
    names = [name for name, count in LONG.items() for _ in range(count)]
    raw = read(json.dumps({"cards": [hold(name) for name in names]}), "deck.json", Limits())

    assert [request.name for request in raw.requests] == names


@pytest.mark.parametrize("line", ["Sideboard:", "Maybe", "// 2 Banzai!", "Ring of Fire", "Let Go # cut one?"])
def test_a_list_of_lines_is_read_as_text(line: str, lcg2017: Format, lcg: FilePool) -> None:
    lines = ["1 Kyuden Kakita", line, "3 Let Go"]
    decks = [
        resolve(read(text, path, Limits()), lcg2017, lcg)
        for text, path in ((json.dumps({"deck": lines}), "deck.json"), ("\n".join(lines), "deck.txt"))
    ]

    assert [(deck.contents, deck.possible, len(deck.left_out)) for deck in decks[:1]] == [
        (deck.contents, deck.possible, len(deck.left_out)) for deck in decks[1:]
    ]


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ({"notes": "3 Rout", "deck": LIST}, True),
        ({"data": {"extra": ["2 Rout"], "deck": LONG}}, True),
        ({"event": "Kotei", "deck": LIST}, False),
    ],
)
def test_what_is_around_a_deck_may_be_a_card(beside: Any, said: bool, lcg2017: Format, lcg: FilePool) -> None:
    deck = resolve(read(json.dumps(beside), "deck.json", Limits()), lcg2017, lcg)

    assert any("?" in line.request.written or "Rout" in line.request.written for line in deck.unresolved) is said


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ({"honor": 6}, False),
        ({"honor": 3}, True),
        ({"focus": {"1": 3, "2": 9}}, False),
        ({"focus": {"Honor": 3}}, True),
        ({"clans": {"crane": 1}}, False),
        ({"clans": {"Iron Mine": 1}}, True),
    ],
)
def test_numbers_of_what_cards_have_are_none_of_copies(fact: Any, said: bool, celestial: Format, ccg: FilePool) -> None:
    """Honor, Focus and Gold are titles too."""
    raw = read(json.dumps({"cards": [{"name": "Copper Mine", "quantity": 3}], **fact}), "deck.json", Limits())

    assert bool(resolve(raw, celestial, ccg).unresolved) is said


def test_a_deck_that_says_it_is_one_of_deckcheck_has_only_its_keys() -> None:
    lenient = read('{"clan": "crane", "fate": {"Rout": 3}, "dynasty": {"Iron Mine": 3}}', "deck.json", Limits())

    assert [request.count for request in lenient.requests] == [3, 3]
    for text in (
        '{"deckcheck": 1, "clan": "crane", "fate": {"Rout": 3}}',
        '{"dynastyy": {"Iron Mine": 3}, "fate": {"Rout": 3}}',
    ):
        with pytest.raises(InputError, match="a deck has no key"):
            read(text, "deck.json", Limits())


def test_what_all_readings_of_a_card_break_is_said_of_that_card(celestial: Format, ccg: FilePool) -> None:
    (raw,) = read_all('{"cards": {"kakita-dojo": 2, "daidoji-uji-2": 2}}', "", Limits())
    report = check(resolve(raw, celestial, ccg), celestial, ccg)

    said = [each.message for each in report.findings if each.name == "not-legal"]
    assert [message.split("`")[1] for message in said] == ["Kakita Dojo", "Daidoji Uji"]
    assert said[1].endswith(". The other readings break this rule, too.")
