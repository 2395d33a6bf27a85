"""What each part of a text list is: a card, a header, a fact, a comment or decoration, and its place."""

from __future__ import annotations

import json

import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.text.lists import read_line
from deckcheck.decks.words.dialects import DIALECTS
from deckcheck.model.deck import RawDeck, Request
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits

# A list, and its parts in the order of their places: "card 3 Rout" has a number and "card Rout" none; "Rout (not +3)"
# has one that is none of copies, and "(maybe not 40)" one that may be none. The text at the place of a part is shown
# in «» where it is another text.
LISTS: list[tuple[str, list[str]]] = [
    # Headers, and cards below them
    ("# Fate (40)\n3 Rout", ["header fate 40, a deck: # Fate (40)", "card 3 Rout in fate"]),
    ("Holdings (3):\n  3 Iron Mine  ", ["header dynasty 3: Holdings (3):", "card 3 Iron Mine in dynasty"]),
    ("Events\n1 Court Games", ["header: Events", "card 1 Court Games"]),
    ("<b>Fate</b>\n3 Rout", ["header fate, a deck: Fate", "card 3 Rout in fate"]),
    ("Role: !!", ["header role: Role: !!"]),
    ("Holdings (0)", ["header dynasty 0: Holdings (0)"]),
    ("Holdings: -", ["header dynasty: Holdings: -"]),
    ("Sideboard (0)\n3 Rout", ["fact Sideboard (0)", "card 3 Rout"]),
    ("Sideboard: -\n3 Rout", ["fact Sideboard: -", "card 3 Rout"]),
    ("Tokens: 0", ["fact Tokens: 0"]),
    ("#sideboard\n3 Rout", ["header sideboard, a deck: #sideboard", "card 3 Rout in sideboard"]),
    ("// Sideboard\n3 Rout", ["header sideboard, a deck: // Sideboard", "card 3 Rout in sideboard"]),
    ("// Fate\n3 Rout", ["comment // Fate", "card 3 Rout"]),
    ("; Fate", ["comment ; Fate"]),
    ("Bench:\n3 Rout", ["header outside, a deck: Bench:", "card 3 Rout in outside"]),
    ("// Bench:\n3 Rout", ["header outside, a deck: // Bench:", "card 3 Rout in outside"]),
    ("# Bench:\n3 Rout", ["comment # Bench:", "card 3 Rout"]),
    # Labels in front of a card
    ("Proxy: Rout", ["card Rout in outside"]),
    ("2 Tokens: Rout", ["card 2 Rout in outside «Rout»"]),
    ("1 Stronghold: 1 Shiro Daidoji", ["card 1 Shiro Daidoji in stronghold"]),
    ("2x Proxy Personality: Zombie", ["card 2 Zombie in outside «Zombie»"]),
    ("Proxy: 3", ["card Proxy: 3"]),
    ("0 Proxies: Rout", ["card Rout in outside"]),
    ("Proxy Castle: Rout", ["card Proxy Castle: Rout"]),
    ("Sideboard: 3 Rout", ["card 3 Rout in sideboard"]),
    ("Sideboard (2): Rout", ["card Sideboard (2): Rout"]),
    ("Province (1): Tsuma", ["card Tsuma in province"]),
    ("Province (10): Tsuma", ["card Province (10): Tsuma"]),
    ("Province (5): Tsuma", ["card Province (5): Tsuma"]),
    ("Holding: +3 Iron Mine", ["card Iron Mine (not +3) in dynasty"]),
    ("Role: 3x", ["header role 3: Role: 3x"]),
    ("x3 Rout: good", ["card 3 Rout: good"]),
    ("Total: Rout", ["card Total: Rout"]),
    ("Fate: Rout # nice", ["card Rout in fate «Rout # nice»", "comment # nice"]),
    ("Event: 3 Court Games", ["card 3 Court Games"]),
    ("Deck: 3 Banzai!", ["card Deck: 3 Banzai!"]),
    # Facts
    ("Name: Wall", ["fact Name: Wall"]),
    ("Name: 3 Rout", ["card Name: 3 Rout"]),
    ("Name: +3 for honor", ["fact Name: +3 for honor"]),
    ("Title: 2.0 Cranes", ["fact Title: 2.0 Cranes"]),
    ("Name:", ["card Name:"]),
    ("Name: A\nName: B", ["fact Name: A", "card Name: B"]),
    ("Event: Court Games", ["fact Event: Court Games"]),
    ("1 Rout\nEvent: Court Games", ["card 1 Rout", "card Court Games"]),
    ("1 Rout\nDate: 2011-05-12", ["card 1 Rout", "fact Date: 2011-05-12"]),
    ("1 Rout\nDeck: Wall", ["card 1 Rout", "fact Deck: Wall"]),
    ("  # Player: Ada", ["fact # Player: Ada"]),
    # Comments behind a card
    ("3 Rout # 3", ["card 3 Rout «3 Rout # 3»", "comment # 3"]),
    ("Rout # 3", ["card Rout # 3"]),
    ("- Rout # 3", ["card Rout # 3 «- Rout # 3»"]),
    ("Rout # II", ["card Rout # II"]),
    ("Rout # two", ["card Rout # two"]),
    ("Rout # Playset", ["card Rout # Playset"]),
    ("Rout # xxx", ["card Rout # xxx"]),
    ("Rout # ½", ["card Rout # ½"]),
    ("Rout # 11", ["card Rout # 11"]),
    ("Rout # one", ["card Rout «Rout # one»", "comment # one"]),
    ("Rout # 1", ["card Rout «Rout # 1»", "comment # 1"]),
    ("Rout # won 4-1", ["card Rout «Rout # won 4-1»", "comment # won 4-1"]),
    ("Rout # since 2011", ["card Rout «Rout # since 2011»", "comment # since 2011"]),
    ("3 Rout  # nice  # again", ["card 3 Rout «3 Rout  # nice  # again»", "comment # nice  # again"]),
    ("3 Rout // # nice", ["card 3 Rout «3 Rout // # nice»", "comment // # nice"]),
    ("3 Rout (Core # 15)", ["card 3 Rout (Core # 15)"]),
    ("3 Rout [Core # 15]", ["card 3 Rout [Core # 15]"]),
    ("(Core # foil) Rout", ["card (Core # foil) Rout"]),
    ("3 Rout (Core) # nice", ["card 3 Rout (Core) «3 Rout (Core) # nice»", "comment # nice"]),
    ("3 # nice", ["card 3 # nice"]),
    ("3 Rout # ...", ["card 3 Rout # ..."]),
    ("3 Rout#nice", ["card 3 Rout#nice"]),
    ("3 Rout #Sideboard", ["card 3 Rout #Sideboard"]),
    ("#Cut", ["card #Cut"]),
    ("#3 Rout", ["card #3 Rout"]),
    # Bullets
    ("-- 3 Rout", ["card 3 Rout «-- 3 Rout»"]),
    ("+++ Rout", ["card +++ Rout"]),
    ("** Rout **", ["card Rout «** Rout **»"]),
    ("3 Rout**", ["card 3 Rout**"]),
    ("- -3 Rout", ["card Rout (not -3) «- -3 Rout»"]),
    # Numbers
    ("3 Xun Guan", ["card 3 Xun Guan"]),
    ("III", ["card III"]),
    ("3×", ["card  (not 3×)"]),
    ("40", ["card  (maybe not 40)"]),
    ("555-0123 555-0124 555-0125", ["card  (maybe not 555-0123 555-0124 55)"]),
    # Lines that say nothing, and lines that may say something of others
    ("---", ["decoration ---"]),
    ("  ^^^", ["decoration ^^^"]),
    ('"', ['card "']),
    ("3 Rout\n↑", ["card 3 Rout", "card ↑"]),
    ("~~\n3 Rout", ["card ~~", "card 3 Rout"]),
    ("3 Rout\n*/", ["card 3 Rout", "card */"]),
    ("Influence: 7/10, 3 remaining", ["card Influence: 7/10, 3 remaining"]),
    # Lines that stay open whatever they say
    ("? 3 Rout # nice", ["card ? 3 Rout # nice"]),
    ("# Fate\n  ? Fate", ["header fate, a deck: # Fate", "card ? Fate in fate"]),
    # The picture of a card
    ("3 Rout {art: A New Wall [Samurai Edition]}", ["card 3 Rout"]),
    ("3 Rout {art: 3 Iron Mine}", ["card 3 Rout {art: 3 Iron Mine}"]),
    ("3 Rout\n  {art: Old}  ", ["card 3 Rout", "decoration {art: Old}"]),
    # Struck through or commented out
    ("  ~~3 Rout~~  ", ["comment ~~3 Rout~~"]),
    ("[s]3 Rout[/s]\n[Strike]2 Rout[/Strike]", ["comment [s]3 Rout[/s]", "comment [Strike]2 Rout[/Strike]"]),
    ("[del]3 Rout[/del]\n[DEL]2 Rout[/DEL]", ["comment [del]3 Rout[/del]", "comment [DEL]2 Rout[/DEL]"]),
    ("<s>3 Rout</s>\n<STRIKE>2 Rout</STRIKE>", ["comment <s>3 Rout</s>", "comment <STRIKE>2 Rout</STRIKE>"]),
    ("<del>3 Rout</del>\n<DEL>2 Rout</DEL>", ["comment <del>3 Rout</del>", "comment <DEL>2 Rout</DEL>"]),
    ("[DEL]3 Rout[/DEL]", ["comment [DEL]3 Rout[/DEL]"]),
    ("~~3 Rout~~ 2 Iron Mine", ["card ~~3 Rout~~ 2 Iron Mine"]),
    ("/* 3 Rout\n\t\n2 Iron Mine */", ["comment /* 3 Rout", "comment 2 Iron Mine */"]),
    ("? /* 3 Rout\n2 Iron Mine\n? */", ["card ? /* 3 Rout", "card 2 Iron Mine", "card ? */"]),
    ("<!-- 3 Rout\n? x\n-->", ["comment <!-- 3 Rout", "card ? x", "comment -->"]),
    # Markup
    (
        "[b]Fate[/b]\n[i]3 Rout[/i]\n[/u]",
        ["header fate, a deck: Fate", "card 3 Rout in fate", "decoration [/u]"],
    ),
    ("[i]3 Rout &amp; Ruin[/i]", ["card 3 Rout & Ruin «3 Rout &amp; Ruin»"]),
    ("[i]3 Rout&#1;[/i]", ["card 3 Rout&#1;"]),
    ("[i]3 Rout[/i]<br>2 Iron Mine", ["card 3 Rout", "card 2 Iron Mine"]),
    (
        "[size=150]Fate (3)[/size]\n3 Rout &amp; Ruin",
        ["header fate 3, a deck: Fate (3)", "card 3 Rout &amp; Ruin in fate"],
    ),
    # Fixtures that list some cards a second time
    (
        "# Pregame Holdings\n1 Iron Mine\n1 Copper Mine\n# Dynasty\n3 IRON MINE",
        [
            "header starting: # Pregame Holdings",
            "again card 1 Iron Mine in starting",
            "card 1 Copper Mine in starting",
            "header dynasty, a deck: # Dynasty",
            "card 3 IRON MINE in dynasty",
        ],
    ),
]


def parts(raw: RawDeck) -> list[str]:
    """Return what each part of a list is, in the order of their places."""
    found = [(each.span, each.written, said(each)) for each in raw.requests]
    found += [(each.span, each.written, f"again {said(each)}") for each in raw.repeated]
    for header in raw.headers:
        about = " ".join(["header", header.section, "" if header.count is None else str(header.count)])
        about = " ".join(about.split()) + (", a deck" if header.deck else "")
        found.append((header.span, header.text, f"{about}: {header.text}"))
    found += [(each.span, each.text, f"{each.kind.value} {each.text}") for each in raw.asides]
    shown = []
    for span, text, about in sorted(found, key=lambda each: (each[0].line, each[0].column)):
        there = raw.line(span.line)[span.column - 1 : span.end_column - 1]
        shown.append(about if there == text else f"{about} «{there}»")
    return shown


def said(request: Request) -> str:
    wrong = f" ({'not' if request.counted else 'maybe not'} {request.bad_count})" if request.bad_count else ""
    is_usual = request.count == 0 if wrong else request.count == 1 and not request.counted
    number = "" if is_usual else f"{request.count} "
    below = f" in {request.section}" if request.section else ""
    return f"card {number}{request.name}{wrong}{below}"


@pytest.mark.parametrize(("text", "expected"), LISTS, ids=[text for text, _ in LISTS])
def test_the_parts_of_a_list_are(text: str, expected: list[str]) -> None:
    raw = read(f"{text}\n1 Banzai!", "deck.txt", Limits())

    *found, _ = parts(raw)

    assert found == expected


@pytest.mark.parametrize(
    ("text", "says", "place"),
    [
        ("3 Rout\n<<<<<<< HEAD\n2 Rout", "two versions of the list, as git leaves them in a conflict", "deck.txt:2"),
        ("# mine\n  3x", "a number of copies without a name, and no card in this list", "deck.txt:2:3"),
        ("# Fate\n---", "this list has no cards", "deck.txt"),
        ("3 Rout\n" * 4, "more than 3 lines", "deck.txt"),
        ("[i]3 Rout[/i]" + "<br>" * 6, "more than 6 lines", "deck.txt"),
    ],
)
def test_a_list_that_is_refused(text: str, says: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, "deck.txt", Limits(lines=3))

    assert (caught.value.message, caught.value.place) == (says, place)


@pytest.mark.parametrize("text", ["3 Rout\n" * 3, "[i]3 Rout[/i]" + "<br>" * 5])
def test_a_list_may_have_as_many_lines_as_the_limit(text: str) -> None:
    assert read(text, "deck.txt", Limits(lines=3)).requests


# An OCTGN deck, line by line, and its parts.
OCTGN: list[tuple[str, list[str]]] = [
    ('<card qty="3">Iron Mine</card>', ['card 3 Iron Mine «<card qty="3">Iron Mine»']),
    ('<card qty=" 3 ">Iron\tMine</card>', ['card 3 Iron Mine «<card qty=" 3 ">Iron\tMine»']),
    ('<card qty="3">\n Iron Mine\n</card>', ['card 3 Iron Mine «<card qty="3">»']),
    ('<card qty="3">Daimyō’s Favor</card>', ['card 3 Daimyō’s Favor «<card qty="3">Daimyō’s Favor»']),
    (
        '<section name="Fate deck" shared="False">\n<card qty="3">Rout</card>\n</section>\n',
        [
            'header fate, a deck: Fate deck «<section name="Fate deck" shared="False">»',
            'card 3 Rout in fate «<card qty="3">Rout»',
        ],
    ),
    (
        '<section name="3 Rout">\n<card qty="1">Banzai!</card>\n</section>\n',
        [
            'header: 3 Rout «<section name="3 Rout">»',
            'fact 3 Rout «<section name="3 Rout">»',
            'card 1 Banzai! «<card qty="1">Banzai!»',
        ],
    ),
    # Numbers that are none of copies
    ('<card qty="0">Rout</card>', ['card Rout (not 0) «<card qty="0">Rout»']),
    ('<card qty="3x">Rout</card>', ['card Rout (not 3x) «<card qty="3x">Rout»']),
    ('<card qty="">Rout</card>', ['card Rout (not "") «<card qty="">Rout»']),
    ("<card>Rout</card>", ['card Rout (not "") «<card>Rout»']),
    (
        '<card qty="1234567890123456789012345">Rout</card>',
        ['card Rout (not 12345678901234567890) «<card qty="1234567890123456789012345">Rout»'],
    ),
    # Cards without a name or in each other, and text around them
    ('<card qty="3"/>', ['card 3  «<card qty="3"/>»']),
    (
        '<card qty="3">Iron Mine\n<card qty="2">Rout</card>\nBanzai!\n</card>',
        ['card 3 Iron Mine «<card qty="3">Iron Mine»', 'card 2 Rout «<card qty="2">Rout»', "card Banzai! «</card>»"],
    ),
    (
        '<card qty="3">Iron\n<b>\nMine\n</b>\n</card>',
        ['card 3  «<card qty="3">Iron»', 'fact b: Mine «<card qty="3">Iron»', 'card Iron (maybe not "") «<b>»'],
    ),
    (
        '2 Rout\n<card qty="3">Iron Mine</card>',
        ['card 2 Rout «<card qty="3">Iron Mine</card>»', 'card 3 Iron Mine «<card qty="3">Iron Mine»'],
    ),
]


@pytest.mark.parametrize(("text", "expected"), OCTGN, ids=[text for text, _ in OCTGN])
def test_the_parts_of_an_octgn_deck_are(text: str, expected: list[str]) -> None:
    raw = read(f'<deck>\n{text}\n<card qty="1">Banzai!</card>\n</deck>', "deck.o8d", Limits())

    *found, _ = parts(raw)

    assert found == expected


@pytest.mark.parametrize(
    ("element", "facts"),
    [
        ('<card qty="3" id="5d1a04ef-7e28-4c27-b6ba-5ab7b3a4e5a1">Rout</card>', []),
        ('<card qty="3" set="5d1a04ef-7e28-4c27-b6ba-5ab7b3a4e5a1">Rout</card>', []),
        ('<card qty="3" id="9 copies">Rout</card>', ["id: 9 copies", "9 copies id Rout"]),
        ('<section name="---"/>', []),
        ('<card qty="3" copies="9"><b/>Rout</card>', ["9 card", "9 copies Rout"]),
        ('<card qty="3" copies="9-">Rout</card>', ["9- card", "9- copies Rout"]),
        ('<card qty="3" rank="Gold 2">Rout</card>', ["rank: Gold 2", "Gold 2 rank Rout"]),
        ('<card qty="3" rank="Gold">Rout</card>', ["rank: Gold"]),
        ('<card qty="3" set="Gold 2">Rout</card>', []),
        ("<notes>\n 3 Rout\n\n good \n</notes>", ["notes: 3 Rout", "notes: good"]),
        ("<?print 3 Rout?>", ["print 3 Rout"]),
    ],
)
def test_what_else_an_octgn_deck_says(element: str, facts: list[str]) -> None:
    raw = read(f'<deck>\n{element}\n<card qty="1">Banzai!</card>\n</deck>', "deck.o8d", Limits())

    assert [aside.text for aside in raw.asides] == facts


# A deck file in YAML, or in JSON where it begins with a brace, and its parts.
DECK_FILES: list[tuple[str, list[str]]] = [
    ("dynasty:\n  Iron Mine: 3  # gold\n", ["card 3 Iron Mine in dynasty"]),
    ('dynasty:\n  "Iron Mine": 3', ['card 3 Iron Mine in dynasty «"Iron Mine"»']),
    ("dynasty: {'Iron Mine' : 3}", ["card 3 Iron Mine in dynasty «'Iron Mine'»"]),
    ("cards: {Rout: 3, Banzai!: 2}", ["card 3 Rout", "card 2 Banzai!"]),
    ("cards: {Rout: 3x, Banzai!: -2}", ["card Rout (not 3x) «Rout: 3x»", "card Banzai! (not -2)"]),
    ("cards: {Rout: ' ', Banzai!: true}", ["card Rout (not \"\") «Rout: ' '»", "card Banzai! (not true)"]),
    ('cards:\n- 3 Rout\n- "2x Banzai!"', ["card 3 Rout", 'card 2 Banzai! «"2x Banzai!"»']),
    ("cards:\n  - (3)\n  - 3x\n  - 3 (Rout)", ["card 1 (3)", "card  (not 3x)", "card 3 (Rout)"]),
    ("sideboard: [Rout]\nproxies: [2 Zombie]", ["card 1 Rout in sideboard", "card 2 Zombie in outside"]),
    ('cards: ["", " ", Rout]', ["card 1 Rout"]),
    ('name: "a\u2028b"\ncards: [3 Rout]', ['fact name: a b «name: "a\u2028b"»', "card 3 Rout"]),
    ("# a\x85b\ncards: [3 Iron\u2029Mine]", ["card 3 Iron Mine «3 Iron\u2029Mine»"]),
    ('stronghold: " "\nrole:\nwind: []\ncards: {Rout: 1}', ["card 1 Rout"]),
    ("stronghold: Shiro Daidoji", ["card 1 Shiro Daidoji in stronghold «stronghold: Shiro Daidoji»"]),
    (
        "name: Wall\nnotes: |\n  3 Rout\n\n  good\ncards: [Rout]",
        ["fact name: Wall", "fact notes: 3 Rout «notes: |»", "fact notes: good «notes: |»", "card 1 Rout"],
    ),
    ('{"cards": {"Rout": 3}}', ['card 3 Rout «"Rout"»']),
    ('{"cards": ["3 Rout",\n "2 Banzai!"]}', ['card 3 Rout «"3 Rout"»', 'card 2 Banzai! «"2 Banzai!"»']),
    (
        '{"cards": {"Rout": 1, "Iron \\u004dine": 3}}',
        ['card 1 Rout «"Rout"»', 'card 3 Iron Mine «"Iron \\u004dine"»'],
    ),
]


@pytest.mark.parametrize(("text", "expected"), DECK_FILES, ids=[text for text, _ in DECK_FILES])
def test_the_parts_of_a_deck_file_are(text: str, expected: list[str]) -> None:
    syntax = "deckcheck-json" if text.startswith("{") else "deckcheck-yaml"

    assert parts(read(text, "deck", Limits(), syntax)) == expected


@pytest.mark.parametrize(
    ("text", "header", "section"),
    [
        ("# Provinces (1)\nTsuma", "# Provinces (1)", "province"),
        ("# Provinces (1)\n? Tsuma", "# Provinces (1)", "province"),
        ("Province: Tsuma", "Province", "province"),
        ("provinces: [Tsuma]", "provinces", "province"),
        ("provinces: {Tsuma: 1}", "provinces", "province"),
        ('<deck><section name="Provinces"><card qty="1">Tsuma</card></section></deck>', "Provinces", "province"),
        ('<deck><section name="My picks"><card qty="1">Tsuma</card></section></deck>', "My picks", ""),
        ('<deck><card qty="1">Tsuma</card></deck>', "", ""),
    ],
)
def test_the_header_above_a_card(text: str, header: str, section: str) -> None:
    (card,) = read(text, "deck.yaml" if text.startswith("provinces") else "deck.txt", Limits()).requests

    assert (card.name.removeprefix("? "), card.header, card.section) == ("Tsuma", header, section)


@pytest.mark.parametrize("syntax", ["deckcheck-yaml", "deckcheck-json"])
def test_what_a_deck_file_says_of_its_deck(syntax: str) -> None:
    keys = ("name", "player", "author", "event", "date", "format", "notes")
    full, empty, bare = (
        read(json.dumps({**facts, "cards": ["Rout"]}), "deck", Limits(), syntax)
        for facts in ({key: key.upper() for key in keys}, dict.fromkeys(keys, ""), {})
    )

    assert [getattr(full, key) for key in keys] == [key.upper() for key in keys]
    assert [getattr(empty, key) for key in keys] == [None, *[""] * 6]
    assert [getattr(bare, key) for key in keys] == [None, *[""] * 6]
    assert (bare.path, bare.source) == ("deck", "")


@pytest.mark.parametrize("key", ["name", "author", "notes"])
def test_a_text_of_a_deck_file_may_be_as_long_as_the_limit(key: str) -> None:
    limits = Limits(name_length=20, notes_length=30)
    most = limits.notes_length if key == "notes" else limits.name_length

    def with_text(length: int) -> RawDeck:
        return read(f"{key}: {'a' * length}\nstronghold: {'b' * 40}", "deck", limits, "deckcheck-yaml")

    assert getattr(with_text(most), key) == "a" * most
    with pytest.raises(InputError, match=f"a `{key}` of {most + 1} characters, more than {most}") as caught:
        with_text(most + 1)
    assert caught.value.place == "deck:1:1"
    assert f"{'notes' if key == 'notes' else 'name'}-length" in (caught.value.help or "")


@pytest.mark.parametrize("syntax", ["deckcheck-yaml", "json", "octgn"])
def test_a_file_may_have_as_many_cards_as_a_list_has_lines(syntax: str) -> None:
    def with_cards(number: int) -> RawDeck:
        names = [f"Card {number}" for number in range(number)]
        if syntax == "octgn":
            text = "".join(f'<card qty="1">{name}</card>' for name in names)
            return read(f"<deck>{text}</deck>", "deck", Limits(lines=3), syntax)
        return read(json.dumps({"cards": dict.fromkeys(names, 1)}), "deck", Limits(lines=3), syntax)

    assert len(with_cards(3).requests) == 3
    with pytest.raises(InputError, match="more than 3 cards") as caught:
        with_cards(4)
    assert caught.value.place == "deck"


# A line, the section that it is below, its dialect, and its parts; None where only its neighbours tell what it is.
ALONE: list[tuple[str, str, str, list[str] | None]] = [
    ("3 Rout", "fate", "text", ["card 3 Rout in fate"]),
    ("3 Rout", "", "text", ["card 3 Rout"]),
    ("# Dynasty (40)", "fate", "text", ["header dynasty 40, a deck: # Dynasty (40)"]),
    ("[/u]", "fate", "forum", ["decoration [/u]"]),
    ("3 Rout<br>2 Iron Mine", "fate", "forum", ["card 3 Rout in fate", "card 2 Iron Mine in fate"]),
    ("", "fate", "text", []),
    (" \t", "", "text", []),
    ("~~3 Rout~~", "fate", "text", None),
    ("/*", "", "text", None),
    ("<<<<<<< HEAD", "", "text", None),
    ("3 Rout", "", "bushibuilder", None),
    ("3 Rout", "", "goldfish", None),
]


@pytest.mark.parametrize(("line", "section", "dialect", "expected"), ALONE)
def test_a_line_by_itself(line: str, section: str, dialect: str, expected: list[str] | None) -> None:
    (spoken,) = (each for each in DIALECTS if each.name == dialect)

    raw = read_line(line, section, spoken, Limits())

    assert (None if raw is None else parts(raw)) == expected
