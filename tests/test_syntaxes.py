"""One deck in every syntax: each is seen by its marks, and read as the same cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deckcheck.decks.intake import Intake, read_one
from deckcheck.decks.readers import READERS, read, read_all, syntax_of
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import LineClass, Span
from deckcheck.model.errors import InputError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from tests.conftest import text_file

CCG = {
    "text": "1 Shiro Daidoji\n\n3 Copper Mine\n1 Doji Ayano - exp\n\n3 Settling the Homeless\n",
    "sun-and-moon": "Legality: Celestial\nShiro Daidoji\n\n3 Copper Mine\nDoji Ayano - exp\n\n"
    "3 Settling the Homeless\n",
    "eopk": (
        "\n# Pre-Game (1)\n\n# Stronghold (1)\n1 Shiro Daidoji (1)\n\n# Dynasty (4)\n\n"
        "# Holdings (3)\n3 Copper Mine\n\n"
        "# Personalities (1)\n1 Doji Ayano - exp\n\n# Fate (3)\n\n# Strategy (3)\n3 Settling the Homeless\n"
    ),
    "eopk, the layout of 2008": (
        "\n1 Shiro Daidoji\n\n# Fate\n3 Settling the Homeless\n\n# Dynasty\n3 Copper Mine\n1 Doji Ayano - exp 1\n"
    ),
    "eopk-bbcode": (
        "\n[size=150]Pre-Game (1)[/size]\n\n[b][u]Stronghold (1)[/u][/b]\n1 Shiro Daidoji\n\n"
        "[size=150]Dynasty (4)[/size]\n\n[b][u]Holdings (3)[/u][/b]\n3 Copper Mine\n\n"
        "[b][u]Personalities (1)[/u][/b]\n1 Doji Ayano - exp\n\n[size=150]Fate (3)[/size]\n3 Settling the Homeless\n"
    ),
    "eopk-html": (
        "\n<h3><u>Pre-Game (1)</u></h3>\n\n<br/><b><u>Stronghold (1)</u></b><br/>\n1 Shiro Daidoji<br/>\n"
        "<h3><u>Dynasty (4)</u></h3>\n3 Copper Mine<br/>1 Doji Ayano - exp<br/>\n"
        "<h3><u>Fate (3)</u></h3>3 S&#101;ttling&#32;the&nbsp;Homeless<br/>\n"
    ),
    "oracle": (
        "# Pre-Game - (1) [1 distinct]\n\n# Stronghold - (1) [1 distinct]\n1 Shiro Daidoji\n\n"
        "# Dynasty - (4) [2 distinct]\n\n# Holding - (3) [1 distinct]\n3 Copper Mine (Celestial Edition)\n\n"
        "# Personality - (1) [1 distinct]\n1 Doji Ayano - exp\n\n# Fate - (3) [1 distinct]\n3 Settling the Homeless\n"
    ),
    "oracle, with tabs": (
        "#\t Pre-Game - (1) [1 distinct]\n\n#\t     Stronghold - (1) [1 distinct]\n1\tShiro Daidoji\t\n\n"
        "#\t Dynasty - (4) [2 distinct]\n3\tCopper Mine\t(Celestial Edition)\n1\tDoji Ayano - exp\t\n\n"
        "#\t Fate - (3) [1 distinct]\n3\tSettling the Homeless\t\n"
    ),
    "yasuki": (
        "name: honor\nauthor: Kei\ndate: 2026-06-27\n\nPre-Game: # (1)\n  # Stronghold (1)\n  - Shiro Daidoji\n"
        "Dynasty: # (4)\n  # Holdings (3)\n  - 3x Copper Mine [Celestial Edition] {art: Old}\n  - Doji Ayano - exp\n"
        "Fate: # (3)\n  - 3× Settling the Homeless\n"
    ),
    "goldfish": (
        "# Stronghold\n1 Shiro Daidoji\n\n# Pregame Holdings\n1 Copper Mine\n\n# Dynasty\n"
        "# Holdings (3)\n3 Copper Mine\n"
        "# Personalities (1)\n1 Doji Ayano - exp\n\n# Fate\n3 Settling the Homeless\n"
    ),
    "forum": (
        "**Stronghold:** Shiro Daidoji\n\nHoldings (3):\n3 x Copper Mine\n\nPersonalities (1):\nDoji Ayano – exp\n\n"
        "I would not play it without these.\n\n[b]Strategies (3)[/b]\n[i]Settling the Homeless[/i] x3\n"
    ),
    "octgn": (
        '<?xml version="1.0" encoding="utf-16"?>\n<deck game="l5r">\n  <section name="Stronghold">\n'
        '    <card qty="1" id="a">Shiro Daidoji</card>\n  </section>\n  <section name="Dynasty">\n'
        '    <card qty="3" id="b">Copper Mine</card>\n    <card qty="1" id="c">Doji Ayano - exp</card>\n  </section>\n'
        '  <section name="Fate"><card qty="3" id="d">Settling the Homeless</card></section>\n</deck>\n'
    ),
    "deckcheck-yaml": (
        "deckcheck: 1\nname: Honor\nstronghold: Shiro Daidoji\ndynasty:\n  Copper Mine: 3\n  Doji Ayano - exp: 1\n"
        "fate: [3 Settling the Homeless]\n"
    ),
    "deckcheck-json": json.dumps(
        {
            "deckcheck": 1,
            "stronghold": "Shiro Daidoji",
            "dynasty": {"Copper Mine": 3, "Doji Ayano - exp": 1},
            "fate": ["3x Settling the Homeless"],
        }
    ),
}
LCG = {
    "text": "1 Kyuden Kakita\n1 Seeker of Air\n1 Tsuma\n3 Doji Whisperer\n3 Way of the Crane\n",
    "json": '{"name": "x", "cards": {"kyuden-kakita": 1, "seeker-of-air": 1, "tsuma": 1, "doji-whisperer": 3,'
    ' "way-of-the-crane": 3}}',
    "json, a list": (
        '[{"kyuden-kakita": 1, "seeker-of-air": 1, "tsuma": 1, "01-doji-whisperer": 3, "way-of-the-crane": 3}]'
    ),
    "fiveringsdb-text": (
        "Kyuden Kakita\nSeeker of Air\nTsuma (air)\n\nInfluence: 0/10, 10 remaining\nDynasty Deck (3)\nCharacter (3)\n"
        "3x Doji Whisperer\nConflict Deck (3)\nEvent (3)\n3x Way of the Crane\n"
    ),
    "jigoku": (
        "1 Kyuden Kakita (Masters of the Court)\n1 Seeker of Air (Core Set)\n1 Tsuma (Disciples of the Void)\n"
        "3 Doji Whisperer (Core Set)\n3 Way of the Crane (Core Set)\n"
    ),
    "bushibuilder": (
        "Politics (v14)\nby: Kei\nKyūden Kakita  (Masters of the Court)\nSeeker of Air\n"
        "Tsuma  (Disciples of the Void)\n"
        "3 Doji Whisperer  (Core)\n3 Way of the Crane  (Core)\n"
    ),
    "cardgamedb": (
        "Deck Created with CardGameDB.com Legend of the Five Rings Deckbuilder\n\nDeck Clan: Crane\n"
        "\nTotal Cards: (9)\n"
        "Total Influence: (0/10)\n1x Kyuden Kakita (Masters of the Court #1)\nSeeker of Air\n\nProvince: (1)\n"
        "1x Tsuma (Disciples of the Void #9)\n\nCharacter [Dynasty]: (3)\n3x Doji Whisperer (Core Set #52)\n\n"
        "Event: (3)\n3x Way of the Crane (Core Set #123)\n"
    ),
    "forum": (
        "Role: Seeker of Air\nStronghold: Kyuden Kakita\n\nProvinces:\nTsuma (Air)\n\nDynasty (3)\n"
        "3 x Doji Whisperer\n\n"
        "Conflict (3)\n3 x Way of the Crane (1 influence each)\n"
    ),
    "deckcheck-yaml": (
        "format: emerald\nstronghold: kyuden-kakita\nrole: seeker-of-air\nprovinces: {tsuma: 1}\ndynasty:\n"
        "  doji-whisperer: 3\nconflict:\n  way-of-the-crane: 3\n"
    ),
}


@pytest.mark.parametrize("shown", CCG)
def test_a_deck_of_the_collectible_game_is_the_same(shown: str, celestial: Format, ccg: FilePool) -> None:
    raw = read(CCG[shown], "deck", Limits())
    deck = resolve(raw, celestial, ccg)

    assert raw.syntax == shown.partition(",")[0]
    assert (deck.unresolved, len(deck.entries)) == ((), 4)
    assert deck.fingerprint == resolve(read(CCG["text"], "deck", Limits()), celestial, ccg).fingerprint


@pytest.mark.parametrize("shown", LCG)
def test_a_deck_of_the_card_game_is_the_same(shown: str, lcg2017: Format, lcg: FilePool) -> None:
    raw = read(LCG[shown], "deck", Limits())
    deck = resolve(raw, lcg2017, lcg)

    assert raw.syntax == shown.partition(",")[0]
    assert (deck.unresolved, len(deck.entries)) == ((), 5)
    assert deck.fingerprint == resolve(read(LCG["text"], "deck", Limits()), lcg2017, lcg).fingerprint


def test_every_syntax_is_tried_here() -> None:
    assert {shown.partition(",")[0] for shown in (*CCG, *LCG)} == set(READERS)


@pytest.mark.parametrize("text", [*CCG.values(), *LCG.values()])
def test_a_syntax_can_be_asked_for_and_line_ends_make_no_difference(text: str) -> None:
    seen = read(text, "deck", Limits())

    assert read(text, "deck", Limits(), seen.syntax) == seen
    assert read(text.replace("\n", "\r\n"), "deck", Limits()).requests == seen.requests
    assert read("\ufeff" + text, "deck", Limits()).requests == seen.requests


@pytest.mark.parametrize("text", [*CCG.values(), *LCG.values()])
def test_spans_lie_in_their_lines(text: str) -> None:
    raw = read(text, "deck", Limits())

    for request in raw.requests:
        line = raw.line(request.span.line)
        assert 1 <= request.span.column < request.span.end_column <= len(line) + 1


@pytest.mark.parametrize(
    ("shown", "span"),
    [
        ("eopk-html", Span(7, 19, 37)),
        ("forum", Span(7, 1, 17)),
        ("yasuki", Span(11, 3, 21)),
        ("octgn", Span(8, 5, 42)),
        ("deckcheck-yaml", Span(6, 3, 19)),
    ],
)
def test_markup_does_not_move_columns(shown: str, span: Span) -> None:
    raw = read(CCG[shown], "deck", Limits())

    (ayano,) = [request for request in raw.requests if "Ayano" in request.name]
    assert ayano.span == span
    assert "Doji Ayano" in raw.line(span.line)[span.column - 1 : span.end_column - 1]


def test_what_lists_say_of_the_deck() -> None:
    assert (read(CCG["sun-and-moon"], "d", Limits()).format, read(LCG["bushibuilder"], "d", Limits()).author) == (
        "Celestial",
        "Kei",
    )
    assert read(LCG["bushibuilder"], "d", Limits()).name == "Politics (v14)"
    yasuki = read(CCG["yasuki"], "d", Limits())
    assert (yasuki.name, yasuki.author, yasuki.date) == ("honor", "Kei", "2026-06-27")
    text = read(
        "Name: A\nEvent: Kotei of Spring\nDate: 2015-04-01\nAuthor: Kei\nPlayer: Ren\n3 Banzai!\n", "d", Limits()
    )
    assert (text.event, text.date, text.author, text.player) == ("Kotei of Spring", "2015-04-01", "Kei", "Ren")


def test_what_is_said_twice_is_told_of() -> None:
    requests = read("Name: A\nName: B\n3 Banzai!\n", "d", Limits()).requests

    assert [request.name for request in requests] == ["Name: B", "Banzai!"]


def test_an_event_among_the_cards_is_a_card() -> None:
    assert [r.name for r in read("3 Banzai!\nEvent: Court Games\n", "d", Limits()).requests] == [
        "Banzai!",
        "Court Games",
    ]


def test_totals_that_programs_write_are_no_prose() -> None:
    for name in ("cardgamedb", "fiveringsdb-text"):
        asides = read(LCG[name], "d", Limits()).asides

        assert {aside.kind for aside in asides} <= {LineClass.DECORATION, LineClass.FACT}


def test_a_card_that_a_fixture_lists_twice_is_counted_once() -> None:
    raw = read(CCG["goldfish"], "d", Limits())

    assert [(r.name, r.count) for r in raw.requests if r.name == "Copper Mine"] == [("Copper Mine", 3)]
    assert [(r.name, r.span.line) for r in raw.repeated] == [("Copper Mine", 5)]


def test_marks_of_two_programs_are_an_error_that_names_both() -> None:
    text = "Deck Created with CardGameDB.com\n[size=150]Dynasty (3)[/size]\n3 Copper Mine\n"

    with pytest.raises(InputError) as caught:
        read(text, "deck.txt", Limits())

    assert caught.value.message == "may be `eopk-bbcode` and `cardgamedb`"
    assert "--from" in (caught.value.help or "")
    assert read(text, "deck.txt", Limits(), "cardgamedb").requests


@pytest.mark.parametrize("text", ["<svg>\n\n</svg>\n", "<cards><card/></cards>"])
def test_what_no_program_writes_is_an_error_that_names_the_syntaxes(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, "page.html", Limits())

    assert all(name in (caught.value.help or "") for name in READERS)


@pytest.mark.parametrize(
    ("text", "path", "syntax"),
    [
        ("3 Banzai!", "deck.txt", "text"),
        ("- 3 Banzai!", "deck.txt", "text"),
        ("- 3 Banzai!", "deck.yaml", "deckcheck-yaml"),
        ("no deck", "DECK.YML", "deckcheck-yaml"),
        ("3 Banzai!", "deck.json", "json"),
        ("[3] Banzai!", "deck.txt", "text"),
        ("[[", "deck.o8d", "octgn"),
        ("<svg/>", "deck.o8d", "octgn"),
        ('<cockatrice_deck version="1"/>', "-", "octgn"),
        ('"Fate": 3\n"fate": 3 Rout', "deck.txt", "text"),
        ('[{"banzai": 3}]', "-", "json"),
        ("conflict: {banzai: 3}", "-", "deckcheck-yaml"),
        ('{"description": "<br/>[b]Rings[/b]", "cards": {"banzai": 3}}', "-", "json"),
        ("deckcheck: 1\nnotes: '[b]Rings[/b]'\nconflict: {banzai: 3}", "-", "deckcheck-yaml"),
        ("Legality: Celestial\n# Dynasty (3)\n3 Copper Mine", "-", "eopk"),
    ],
)
def test_the_syntax_that_is_seen(text: str, path: str, syntax: str) -> None:
    assert syntax_of(text, path) == syntax


def test_zones_of_cockatrice_are_parts_of_the_deck() -> None:
    side = '<zone name="side"><card number="2" name="Rout"/></zone>'
    text = '<cockatrice_deck><deckname>Crane</deckname><comments>won a Kotei</comments><zone name="main">'
    raw = read(f'{text}<card number="3" name="Banzai!"/></zone>{side}</cockatrice_deck>', "deck.cod", Limits())

    assert [(each.count, each.name, each.section) for each in raw.requests] == [
        (3, "Banzai!", ""),
        (2, "Rout", "sideboard"),
    ]
    assert raw.notes == "won a Kotei"


def test_several_decks_in_one_file() -> None:
    two = [json.loads(LCG["json"]), json.loads(LCG["json"])]

    decks = read_all(json.dumps(two, indent=1), "decks.json", Limits())

    assert [(d.path, d.place, len(d.requests), d.requests[0].span.line) for d in decks] == [
        ("decks.json#1", "decks.json", 5, 5),
        ("decks.json#2", "decks.json", 5, 15),
    ]


def test_one_deck_is_asked_of_a_file_with_two(tmp_path: Path) -> None:
    text = "Deck\n3 Rout\n2 Banzai!\n"
    path = text_file(tmp_path / "decks.csv", text)

    with pytest.raises(InputError, match="contains 2 decks; give a file with one"):
        read_one(str(path), Intake())
    with pytest.raises(InputError, match="contains 2 decks; give a file with one"):
        read('[{"rout": 3}, {"banzai": 2}]', "decks.json", Limits())


def test_a_name_in_a_structure_is_never_prose(lcg2017: Format, lcg: FilePool) -> None:
    text = "stronghold: kyuden-doji\nconflict:\n  banzai: 3\n"

    deck = resolve(read(text, "deck.yaml", Limits()), lcg2017, lcg)

    assert [line.request.name for line in deck.unresolved] == ["kyuden-doji"]
    assert deck.left_out == ()


HIDDEN = {
    "the name of a deck file": ("a.yaml", "deckcheck: 1\nname: {}\ncards:\n  Iron Mine: 3\n"),
    "the second line of its notes": (
        "a.yaml",
        "deckcheck: 1\nnotes: |\n  For the Kotei\n  {}\ncards:\n  Iron Mine: 3\n",
    ),
    "the author in JSON": ("a.json", '{{"deckcheck": 1, "author": "{}", "dynasty": {{"Iron Mine": 3}}}}'),
    "the end of a long text beside card ids": (
        "a.json",
        '{{"cards": {{"Iron Mine": 3}}, "rank": "' + "We met in town and had some tea. " * 20 + '{}"}}',
    ),
    "the notes of OCTGN": (
        "a.o8d",
        '<deck><section name="Dynasty"><card qty="3">Iron Mine</card></section><notes>{}</notes></deck>',
    ),
    "the end of a long note of OCTGN": (
        "a.o8d",
        '<deck><section name="Dynasty"><card qty="3">Iron Mine</card></section><notes>'
        + "We met in town and had some tea. " * 20
        + "{}</notes></deck>",
    ),
    "the name of a section": ("a.o8d", '<deck><section name="{}"><card qty="3">Iron Mine</card></section></deck>'),
    "an attribute of a section": (
        "a.o8d",
        '<deck><section name="Dynasty" name2="{}"><card qty="3">Iron Mine</card></section></deck>',
    ),
    "an instruction to a program": (
        "a.o8d",
        '<deck><?print {}?><section name="Dynasty"><card qty="3">Iron Mine</card></section></deck>',
    ),
}


@pytest.mark.parametrize(("path", "text"), HIDDEN.values(), ids=HIDDEN.keys())
def test_a_card_with_a_number_outside_of_the_cards_stays_open(
    path: str, text: str, celestial: Format, ccg: FilePool
) -> None:
    def still_open(said: str) -> int:
        lines = resolve(read(text.format(said), path, Limits()), celestial, ccg).unresolved
        assert all(len(line.request.written) <= Limits().name_length for line in lines)
        return len(lines)

    assert still_open("3 Kolat Assassin") == 1
    assert still_open("Crane of 2010") == 0


def test_a_name_that_is_a_title_is_no_card(celestial: Format, ccg: FilePool) -> None:
    text = "deckcheck: 1\nname: Kolat Assassin\ncards:\n  Iron Mine: 3\n"
    assert not resolve(read(text, "a.yaml", Limits()), celestial, ccg).unresolved


def test_a_second_number_on_a_card_stays_open(celestial: Format, ccg: FilePool) -> None:
    text = '<deck><section name="Dynasty"><card qty="1" copies="9">Iron Mine</card></section></deck>'
    assert len(resolve(read(text, "a.o8d", Limits()), celestial, ccg).unresolved) == 1


LONG = " " * 200
FAR_BEHIND = {
    "text": ("a.txt", f"3 Iron Mine{LONG}3 Kolat Assassin\n3 Copper Mine\n"),
    "a deck file": ("a.yaml", f'deckcheck: 1\ndynasty:\n  "Iron Mine{LONG}3 Kolat Assassin": 3\n'),
    "a deck file in JSON": ("a.json", f'{{"deckcheck": 1, "dynasty": {{"Iron Mine{LONG}3 Kolat Assassin": 3}}}}'),
    "a map of ids": ("a.json", f'{{"cards": {{"Iron Mine{LONG}3 Kolat Assassin": 3}}}}'),
}


@pytest.mark.parametrize(("path", "text"), FAR_BEHIND.values(), ids=FAR_BEHIND.keys())
def test_a_card_far_behind_another_one_stays_open(path: str, text: str, celestial: Format, ccg: FilePool) -> None:
    deck = resolve(read(text, path, Limits()), celestial, ccg)

    assert len(deck.unresolved) == 1
    assert "Iron Mine" not in {entry.card.name for entry in deck.entries}


def test_a_name_that_is_too_long_does_not_count_its_neighbour(celestial: Format, ccg: FilePool) -> None:
    text = json.dumps({"deckcheck": 1, "dynasty": {"Iron Mine": 3, "•" * 300: 3}}, indent=2)
    deck = resolve(read(text, "deck.json", Limits()), celestial, ccg)

    assert sum(deck.copies.values()) == 3


def test_a_line_with_markup_only_is_decoration() -> None:
    raw = read("[size=150]Fate (3)[/size]\n[/u][/b]\n3 Banzai!\n", "deck.txt", Limits())

    assert [(aside.kind, aside.text, aside.span) for aside in raw.asides] == [
        (LineClass.DECORATION, "[/u][/b]", Span(2, 1, 9))
    ]


@pytest.mark.parametrize(
    "text",
    ["{card}\nbehind a colon: {more}", '<deck><card qty="3">Banzai!</card>{more}<card qty="3">{more}</card></deck>'],
)
def test_a_long_line_is_cut_in_messages(text: str) -> None:
    raw = read(text.format(card="3 Banzai!", more="3 Rout " * 1000), "deck.txt", Limits())

    assert {len(request.name) for request in raw.requests} == {7, Limits().name_length}
    assert {len(request.written) for request in raw.requests} <= {7, 9, Limits().name_length}
