"""Lists of remembered lines: the record is the same as that of reading the list in full."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.bulk.chunks import Chunk, Recorder, Rows
from deckcheck.bulk.known_lists import KnownLists
from deckcheck.checks.checker import Checker
from deckcheck.decks.containers import Document
from deckcheck.decks.documents.jsonl_rows import json_row
from deckcheck.decks.intake import Intake
from deckcheck.model.format import Format
from deckcheck.model.json_text import json_lines
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure
from deckcheck.pools.loading import FilePool

CARDS = '{"01-shiro-nishiyama":1,"01-banzai":3,"01-way-of-the-crab":3}'
NOTHING = ",".join(f'"nothing {number}":1' for number in range(150))
PLAIN = (
    '{"note":"\\"cards\\":{","cards":{"01-banzai":4}}',
    '{"cards" : { "01-banzai" : 3 , "01-fine-katana":3}  }',
    f'{{"stronghold":"01-shiro-nishiyama","cards":{CARDS}}}',
    f'{{"expect":{{"role":"none"}},"cards":{CARDS}}}',
    '{"name":7,"cards":{"01-banzai":3}}',
    f'{{"cards":{CARDS}}}',
    f'{{"name":"Walls","player":"Kei","cards":{CARDS},"format":"stronghold"}}',
    f'{{"cards":{CARDS},"username":"Ren"}}',
    f'{{"name":" ","player":" ","username":"Ren","cards":{CARDS}}}',
    f'{{"name":"{"long " * 60}","cards":{CARDS}}}',
    '{"cards": {"01-banzai": 3, "01-way-of-the-crab" : 3 }}',
    '{"cards":{"01-banzai":4}}',
    '{"cards":{"01-banzai":999,"01-way-of-the-crab":999}}',
    '{"player":"Zoë","cards":{"01-banzai":4}}',
    f'{{"name":"a:b","cards":{CARDS}}}',
    f'{{"id":"1f-2","primary_clan":"crab","secondary_clan":null,"version":0.2,"cards":{CARDS},"published":true}}',
    f'{{"cards":{CARDS},"comments":["a:","b"],"card_pack_ids":{{"place":{{"day":1}},"of":[8,{{"box":true}}]}}}}',
    '{"clan":"crab","cards":{"01-banzai":4}}',
    f'{{"description":"Say: \\"Walls\\"\\n{{}} [ ]","cards":{CARDS},"a:b":1}}',
    '{"cards":{"01-banzay":3,"01-way-of-the-crab":3}}',
    '{"cards":{"01-banzay":3,"01-banzai":4,"nothing by this name":2}}',
    '{"cards":{"01-banzay":40,"01-shiro-nishiyama":1}}',
    f'{{"cards":{{{NOTHING},"01-banzai":4}}}}',
    f'{{"stronghold":"01-shiro-nishiyama","cards":          {CARDS}}}',
    f'{{"name":"Walls 17","player":"Kei, 3rd","cards":{CARDS}}}',
    '{"cards":{"30-disciple-of-shinsei":2,"01-shiro-nishiyama":1,"01-banzai":4}}',
    '{"cards":{"30-disciple-of-shinsei":1,"obsidian-talisman":3,"01-banzay":3,"01-shiro-nishiyama":1}}',
    '{"role":"01-seeker-of-air","cards":{"01-seeker-of-air":2,"01-banzai":3}}',
    '{"stronghold":{"id":"01-shiro-nishiyama"},"cards":{"01-shiro-nishiyama":2,"01-banzai":3}}',
    f'{{"stronghold":null,"role":[null],"cards":{CARDS}}}',
    f'{{"description":"Fun to play.","notes":"","cards":{CARDS}}}',
    f'{{"cards":{CARDS},"card_pack_ids":{{"of":[8,{{"cut":true}}]}}}}',
    f'{{"kind":"two_way_of_the_crab_decks","cards":{CARDS}}}',
    f'{{"kind":"stronghold_removed","cards":{CARDS}}}',
    f'{{"kind":"toshi_ranbo_all_elements","cards":{{"01-shameful-display":1,{CARDS[1:]}}}',
    f'{{"n":4711,"submitted_at":"2018-03-10T09:30:00Z","cards":{CARDS}}}',
    f'{{"cards":{{"01-fine-katana":3,"zzz":2,"26-kaiu-forges":1,{CARDS[1:]}}}',
)
ODD = (
    f'{{"sideboard":{{"count":1}},"cards":{CARDS}}}',
    f'{{"missing":2,"cards":{CARDS}}}',
    f'{{"Fine Katana":3,"cards":{CARDS}}}',
    f'{{"Fine Katana":"2018-03-10","cards":{CARDS}}}',
    '{"cards":{"01-banzai":3,"01 togashi kazue":1}}',
    '{"cards":{"01-banzai":3,"&amp; Togashi Kazue":1}}',
    '{"cards":{"01-fine-katana":1,\r"01-banzai":4}}',
    '{\r"cards":{"01-banzai":4}}',
    '{"name":"cards","cards":{"01-banzai":4,"no card":1}}',
    '{"name":"cards","like":["no card"],"version":{"cards":{"no card":1}},"cards":{"01-banzai":4,"no card":1}}',
    '{"version":{"cards":{"01-banzai":1}},"cards":{"01-banzai":4}}',
    '{"version":{"cards":{"01-banzai":1}},"cards":{}}',
    '{"cards":{"01-banzai":4},"version":{"cards":{"no card":1}}}',
    '{"cards":{"01-banzai":{"copies":4}}}',
    '{"cards":[{"01-banzai":4}]}',
    '{"name":"cards","deck":{"01-banzai":4}}',
    '{"cards":{"01-banzai":4,"01-banzai" :4}}',
    '{"cards":{"01\\/banzai":3}}',
    '{"cards":{"no \\"card\\"":3,"01-banzai":3}}',
    '{"stronghold":"01-shiro-nishiyama","cards":{"01-banzai":3}}',
    '{"stronghold":"01-banzai","cards":{"01-banzai":3}}',
    f'{{"kind":"toshi_ranbo_all_elements","cards":{CARDS}}}',
    *(f'{{"{key}":"I cut one Banzai!","cards":{CARDS}}}' for key in ("description", "notes", "comment")),
    f'{{"stronghold":"none","cards":{CARDS}}}',
    f'{{"role":"no role","cards":{CARDS}}}',
    f'{{"role":"role_removed","cards":{CARDS}}}',
    f'{{"tags":"Shiro Nishiyama","cards":{CARDS}}}',
    '{"stronghold":{"id":"01-shiro-nishiyama","count":1},"cards":{"01-shiro-nishiyama":2,"01-banzai":3}}',
    '{"stronghold":"01-banzai","cards":{"01-banzai":1,"no card":"01-banzai"}}',
    '{"01-way-of-the-crab":3,"cards":{"01-banzai":3}}',
    f'{{"deckcheck":1,"cards":{CARDS}}}',
    *(f'{{"name":"{name}","cards":{CARDS}}}' for name in ("Banzai x3", "Banzai 3x", "Banzai __x3__", "Banzai (3)")),
    '{"cards":{"01-banzai":3,"Banzai!":1}}',
    f'{{"player":"Ren\\u00e9","cards":{CARDS}}}',
    ' {"cards":{"01-banzai":4}}',
    '{"cards":{"":3}}',
    '{"cards":{"a:b":3}}',
    '{"clan":"crab","cards":{"01-banzay":3}}',
    f'{{"tags":[{{"a":1,"a":2}}],"cards":{CARDS}}}',
    f'{{"tags":{"[" * 30 + "]" * 30},"cards":{CARDS}}}',
    f'{{"clan":"crab","clan":"crab","cards":{CARDS}}}',
    f'{{"clan":"a\\u003ab","no":1,"no":2,"cards":{CARDS}}}',
    f'{{"clan":"a\tb","cards":{CARDS}}}',
    f'{{"clan":"\\x","cards":{CARDS}}}',
    f'{{"no":NaN,"cards":{CARDS}}}',
    f'{{"no":{"7" * 5000},"cards":{CARDS}}}',
    f'{{"no":01,"cards":{CARDS}}}',
    f'{{"clan":"crab","cards":{CARDS},"cards":{{"01-banzai":3}}}}',
    '{"cards" :{"01-banzai" :3},"cards":{"01-way-of-the-crab":3}}',
    '{"cards":{"01-banzai":3,"01-banzai":3}}',
    '{"cards":{"01-banzai":3,"01-banzai":1}}',
    '{"cards":{"01-banzay":3,"01-banzay":1}}',
    '{"cards":{"01-banzay":3,"01-banzay":3}}',
    '{"cards":{"01-banzay":3,"01 banzay":1}}',
    '{"cards":{"01-banzai":3.0}}',
    '{"cards":{"01-banzai":1e0}}',
    '{"cards":{"01-banzai":0}}',
    '{"cards":{"01-banzai":-1}}',
    '{"cards":{"01-banzai":1000}}',
    '{"cards":{"01-banzai":99999999999999999999999}}',
    '{"cards":{"01-banzai":"3"}}',
    '{"cards":{"01-banzai":true}}',
    '{"cards":{"01-banzai":null}}',
    '{"cards":{"01-banz\\u0061i":4}}',
    '{"cards":{"a,b":3}}',
    f'{{"cards":{{"{"x" * 300}":3}}}}',
    f'{{"cards":{{"{"x" * 3000}":3}}}}',
    '{"cards":{}}',
    '{"cards":{"01-banzai":3,}}',
    '{"cards":{"01-banzai":3}',
    '{"cards":{"01-banzai":3}}}',
    '{"cards":[3]}',
    '{"record":{"head":{"cards":{"01-banzai":3}}}}',
    '{"01-banzai":3}',
    '["01-banzai"]',
    "{",
    "\ufeff" + '{"cards":{"01-banzai":3}}',
    '{"cards":{"01-banzai":3},"name":"\\ud800"}',
)


@pytest.fixture(scope="module")
def recorder(lcg2017: Format, lcg: FilePool) -> Recorder:
    return Recorder(Checker(lcg2017, lcg), Intake())


@pytest.fixture(scope="module")
def decks(lcg2017: Format, lcg: FilePool) -> KnownLists:
    return KnownLists(Checker(lcg2017, lcg), Limits())


def recorded_both_ways(line: bytes, recorder: Recorder) -> tuple[bytes, bytes]:
    """Return the record of a line, and that of its deck read in full."""
    row = json_row(line, 7, "decks.jsonl", None, Limits())
    assert row is not None
    in_full = json_lines([row.record] if isinstance(row, Failure) else list(recorder._read(row)))
    return recorder.result(Chunk(1, (Rows("decks.jsonl", line, 7),))).records, in_full


@pytest.mark.parametrize("line", [*PLAIN, *ODD])
def test_what_is_recorded_does_not_depend_on_how_a_deck_is_read(line: str, recorder: Recorder) -> None:
    recorded, in_full = recorded_both_ways(line.encode(), recorder)

    assert recorded == in_full
    assert json.loads(recorded)["path"] == "decks.jsonl#7"


@pytest.mark.parametrize("key", ["n", "submitted_at", "pages", "missing", "complete", "total", "Fine Katana"])
def test_numbers_below_a_key_mean_the_same_however_often_it_is_met(key: str, recorder: Recorder) -> None:
    for value in (*range(11, 24), 0, 1, 2, 3, 4, 7, 80, 2018, *(f"2018-03-{day}" for day in range(10, 15))):
        line = f'{{"{key}":{json.dumps(value)},"cards":{CARDS}}}'
        recorded, in_full = recorded_both_ways(line.encode(), recorder)
        assert recorded == in_full, value


# What may stand anywhere in a line, by mistake or on purpose.
STRAY = (
    *(b'"', b"{", b"}", b",", b":", b" ", b"\\", b"[", b"]", b"\t", b"\r", b"0", b".0", b"e1", b"-", b"}}", b"\xff"),
    *(b'"cards"', b'"cards":{', b"\\u0061", b"null", b',"01-banzai":1', b'"deckcheck"', "\u016b".encode(), b"^", b"*"),
    *(b',"name":"3 Rout"', b'"note":"4 Banzai!",', b',"01-BANZAI":2', b',"cards":{"01-banzai":1}'),
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLAIN), st.lists(st.tuples(st.integers(0, 400), st.sampled_from(STRAY)), min_size=1, max_size=3))
def test_a_line_with_stray_characters_is_recorded_alike(
    recorder: Recorder, line: str, stray: list[tuple[int, bytes]]
) -> None:
    text = line.encode()
    for at, inserted in stray:
        text = text[: at % len(text)] + inserted + text[at % len(text) :]

    recorded, in_full = recorded_both_ways(text, recorder)

    assert recorded == in_full


@pytest.mark.parametrize("line", PLAIN)
def test_plain_decks_are_taken_in_at_a_glance(line: str, decks: KnownLists) -> None:
    assert decks.in_json(line.encode()) is not None


def test_lines_that_end_as_on_windows_are_taken_in_at_a_glance(
    recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = recorder.result(Chunk(1, (Rows("decks.jsonl", f'{{"cards":{CARDS}}}\n'.encode() * 2, 1),)))
    monkeypatch.setattr("deckcheck.bulk.chunks.json_row", None)

    assert recorder.result(Chunk(1, (Rows("decks.jsonl", f'{{"cards":{CARDS}}}\r\n'.encode() * 2, 1),))) == usual


@pytest.mark.parametrize("line", [b'{"cards":{"\xff":3}}', *(line.encode() for line in ODD)])
def test_odd_decks_are_left_to_the_reader(line: bytes, decks: KnownLists) -> None:
    assert decks.in_json(line) is None


KNOWN_TEXTS = (
    "1 Shiro Nishiyama\n3 Banzai!",
    "# Walls\n\n3 Banzai!\n\n3x Way of the Crab\n",
    "\ufeffTitle: Walls\nPlayer: Kei\n\nStronghold (1)\nShiro Nishiyama\nConflict (4)\nBanzai! x3\nWay of the Crab",
    "Deck: Kyuden Hida Military\n\n1 Shiro Nishiyama\n3 Banzai!",
    "Conflict: 3\n3 Banzai! # for duels\n\nProvinces\n1 Ancestral Lands\r\n",
    "Way of the Crab\n\nWay of the Crane",
    "Conflict deck (6)\n3 Banzay!\n3 Way of the Crab",
    "Conflict deck (4)\n3 Banzai!",
    "4 Banzai!",
    "3 Banzay!\n3 Way of the Crab\n\n2 Nothing By This Name",
    "Dynasty\n3 Banzai!",
    "1 Xyzzy (1)\n1 Banzai!\n\n3 Way of the Crab",
    "DYNASTY CARDS (3)\n3 Banzai!\n\n== Conflict ==\n1 Adept of the Waves\n3 Way of the Crab",
    "Dynasty\nEvents:\n3 Banzai!\n3 Way of the Crab",
    "Conflict\nDynasty: 3 Banzai!\n3 Way of the Crab",
    "3 Way of the Crab\nBanzai!",
    "2 Shiro Nishiyama\n3 Banzai!",
    "2 30-disciple-of-shinsei\n3 Banzai!",
    "1 Yojin no Shiro\n3 Akodo Toturi\n3 Banzai!",
    "1 Shiro Nishiyama\nDynasty\n3 Akodo Toturi\n\nConflict\n3 Banzai!",
    "Conflict\n3 Akodo Toturi\n3 Banzai!",
    "Provinces\nRestoration of Balance\nShameful Display\n\nConflict\n3 Banzai!",
    "Character [Dynasty]: (3)\n3 Seppun Hidden Guard\nEvent: (3)\n3 Banzai!",
    "# Conflict (4)\n3 Banzai!\n\n# Attachments (1)\n\n# Events (1)\n1 Way of the Crab",
)
TEXTS_TO_READ = (
    f"3 Banzai!\n# {'thanks ' * 200}",  # Nothing remembers so long a line.
    "3 Banzai!\n# Dynasty (3)",
    "Deck: Kyuden Hida Military\n\n3 Banzai!",
    "3 Banzai!\n\nAttachments (1)\n\nEvents (1)\n1 Way of the Crab",
    "Shameful Display\nRestoration of Balance\n3 Banzai!",
    "3 Banzai!\nConflict deck (3)",
    "Deck (2)\n3 Banzai!",
    "3 Banzai!\n1 Banzai!",
    "3 Banzai!\n1 banzai",
    "3 Banzay!\n1 banzay!\n3 Way of the Crab",
    "3 Banzay!",
    "1. Banzai!\n2. Way of the Crab",
    "3 Banzai!\n42",
    "3 Banzai!\nTitle: Walls",
    "Player: Kei\nPlayer: Ren\n3 Banzai!",
    "~~\n3 Banzai!\n~~\n3 Way of the Crab",
    "[spoiler=Sideboard]\n3 Banzai!\n[/spoiler]\n3 Way of the Crab",
    "[quote]\n3 Banzai!\n[/quote]\n3 Way of the Crab",
    "<!-- 3 Banzai!\n-->\n3 Way of the Crab",
    "Sideboard\n3 Banzai!",
    "Banzai! (2)\n2 Way of the Crab",
    "Way of the\nCrab\n3 Banzai!",
    "Xyzzy (3)\n3 Banzai!",
    "4 Xyzzy\n4 Banzai!",
    "2 Way of the\nCrab\n3 Banzai!",
    "3 Way of the Crab\nI met 2 Banzai! in the final.",
    "Player: 3 Banzai!\n3 Way of the Crab",
    "<<<<<<< ours\n3 Banzai!",
    "no card at all",
    "1 Adept of the Waves\n3 Way of the Crab\n\nRout\n2 Kami Unleashed",
    "3 Way of the Crab\nDeck 2\n2 Banzai!",
    "1 Seeker of Fire   Dynasty\n3 Banzai!",
    "# Role\t1 Seeker of Fire\n3 Banzai!",
    "# Dynasty (3)   3 Kaiu Forges\n3 Banzai!",
    "3 Banzai!\nDynasty\tConflict\n3 Way of the Crab",
    "# Card, Cost\n3 Way of the Crab,\n3 Banzai!",
    "3 Way of the Crab\nXyzzy x1\n3 Banzai!",
    "# Splash\n1 Kaiu Forges\n\nDeck\n3 Way of the Crab",
    "Way of the Crab\n\nBanzai!",
    "1 Shiro Nishiyama\n3 Banzai!\n1 Shizuka Toshi",
)


def document(text: str) -> Document:
    return Document("deck.txt", "", text.encode())


@pytest.mark.parametrize("text", [*KNOWN_TEXTS, *TEXTS_TO_READ])
def test_what_is_recorded_of_a_text_does_not_depend_on_how_it_is_read(text: str, recorder: Recorder) -> None:
    lines = [json_lines([*read(document(text))]) for read in (recorder._decks, recorder._read)]

    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    "name", ["Banzai!", "banzai", "Banzay!", "Shiro Nishiyama", "Disciple of Shinsei", "x Banzai!"]
)
def test_a_line_means_the_same_after_lines_with_other_numbers(name: str, lcg2017: Format, lcg: FilePool) -> None:
    texts = [f"{copies} {name}\n1 Way of the Crab" for copies in (2, 1, 3, 9)]
    seen = Recorder(Checker(lcg2017, lcg), Intake())

    for text in texts:
        alone = Recorder(Checker(lcg2017, lcg), Intake())
        assert [*seen._decks(document(text))] == [*alone._decks(document(text))]


@pytest.mark.parametrize("text", KNOWN_TEXTS)
def test_texts_of_known_lines_are_added_up(text: str, decks: KnownLists) -> None:
    assert decks.in_text(text, "deck.txt", None) is not None


@pytest.mark.parametrize("text", TEXTS_TO_READ)
def test_texts_with_lines_that_depend_on_others_are_read(text: str, decks: KnownLists) -> None:
    assert decks.in_text(text, "deck.txt", None) is None


def test_a_row_of_a_table_gives_the_name_and_the_player(decks: KnownLists) -> None:
    text = "Title: Walls\n3 Banzai!"

    in_row = decks.in_text(text, "decks.csv#2", None, {"name": "Gates", "player": "Kei"}, ("paid: yes",))
    with_card = decks.in_text(text, "decks.csv#2", None, {}, ("wants: 3 Way of the Crab",))

    assert in_row is not None
    assert (in_row.name, in_row.player) == ("Gates", "Kei")
    assert with_card is None
