"""Elements and attributes of OCTGN decks: the cards that each deck has, and what is noted beside them."""

from __future__ import annotations

import pytest

from deckcheck.decks.documents.octgn import read_octgn
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits

GUID = "5d1a04ef-7e28-4c27-b6ba-5ab7b3a4e5a1"
LACKEY = '<card><name id="CE200">Rout</name><set>CE</set></card>'
ROUT = '<card qty="3">Rout</card>'
# What is inside the deck; then its cards as "3 Name", with "[Heading|section]" below a heading and "?" in front of what
# may be out of the deck; then what else it says, behind "#".
DECKS = {
    ROUT: ["3 Rout"],
    '<card qty="3" name="Rout"/>': ["3 Rout"],
    '<card qty="3" name="Rout">Rout</card>': ["3 Rout"],
    '<card qty="3" name="Banzai!">Rout</card>': ["3 Rout", "# card: Banzai!"],
    '<card qty="3">Rout<card qty="2">Banzai!</card></card>': ["3 Rout", "2 Banzai!"],
    # Numbers of copies
    '<card copies="3">Rout</card>': ["3 Rout"],
    '<card copies="3" qty="2">Rout</card>': ["2 Rout", "# 3 card", "# 3 copies Rout"],
    '<card qty="three">Rout</card>': ["three Rout"],
    '<card qty="³">Rout</card>': ["³ Rout"],
    "<card>Rout</card>": ['"" Rout'],
    # Attributes
    f'<card qty="3" id="{GUID}">Rout</card>': ["3 Rout"],
    f'<card qty="3" code="{GUID}">Rout</card>': ["3 Rout"],
    '<card qty="3" id="3 Banzai!">Rout</card>': ["3 Rout", "# id: 3 Banzai!", "# 3 Banzai! id Rout"],
    '<card qty="3" number="12">Rout</card>': ["3 Rout", "# 12 card", "# 12 number Rout"],
    f'<card qty="3" cut="yes">Snow</card>{ROUT}<card qty="2" cut="no">Ice</card>': [
        *("? 3 Snow", "3 Rout", "2 Ice"),
        *("# cut: yes", "# cut: no"),
    ],
    # Elements in cards mean the same as attributes; LackeyCCG writes an element for each copy
    "<card><name>Rout</name><quantity>3</quantity></card>": ["3 Rout"],
    "<card><name>Rout</name></card>": ['"" Rout'],
    f'<superzone name="Fate">{LACKEY}{LACKEY}</superzone>': ["1 Rout [Fate|fate]", "1 Rout [Fate|fate]"],
    f'<superzone name="Sideboard">{LACKEY}</superzone>{ROUT}': ["1 Rout [Sideboard|sideboard]", "3 Rout"],
    f"<meta><game>l5r</game></meta>{ROUT}": ["3 Rout", "# game: l5r"],
    '<card qty="3" name="Snow"><name>Rout</name></card>': ["3 Rout", "# card: Snow"],
    "<card><name>Rout</name><copies>3</copies><qty>2</qty></card>": ["3 2 Rout"],
    "<card><name>Rout</name><qty>3</qty><note>3 Snow</note></card>": ["3 Rout", "# note: 3 Snow", "# 3 Snow note Rout"],
    '<card qty="3"><name id="3 Snow">Rout</name></card>': ["3 Rout", "# name: 3 Snow"],
    '<card qty="1"><name>Rout</name><cut>yes</cut></card><card qty="2"><name>Ice</name><cut>no</cut></card>': [
        *("? 1 Rout", "2 Ice", "# cut: yes", "# cut: no"),
    ],
    # Text and elements beside cards
    f"{ROUT} Banzai!": ["3 Rout", "1 Banzai!"],
    f"{ROUT} - ": ["3 Rout"],
    f'{ROUT}<section name="Fate">Banzai!</section>': ["3 Rout", "1 Banzai!"],
    f"{ROUT}<extra>Banzai!</extra>": ["3 Rout", '"" Banzai!'],
    f'{ROUT}<extra name="Banzai!" qty="3"/>': ["3 Rout", "# extra: 3 Banzai!"],
    # Elements around cards: one around all of them says nothing, as long as it is not called as cards outside
    f"<maybe>{ROUT}</maybe>": ["? 3 Rout"],
    f"<list>{ROUT}{ROUT}</list>": ["3 Rout", "3 Rout"],
    f"<cards>{ROUT}</cards><list>{ROUT}</list>": ["3 Rout", "? 3 Rout"],
    f"{ROUT}<list><cards>{ROUT}</cards></list>": ["3 Rout", "? 3 Rout"],
    f"<dynastyCards>{ROUT}</dynastyCards><Fate>{ROUT}</Fate>{ROUT}": ["3 Rout", "3 Rout", "3 Rout"],
    f"<first>{ROUT}</first><second>{ROUT}</second>": ["? 3 Rout", "? 3 Rout"],
    # Levels in attributes
    '<card qty="1" exp="exp2">Tower</card>': ["1 Tower - exp2"],
    '<card qty="1" level="1">Tower</card>': ["? 1 Tower"],
    '<card qty="1" level="">Tower</card>': ["1 Tower", "# card"],
    '<card qty="1" level="exp">Tower - exp</card>': ["1 Tower - exp"],
    '<card qty="1" level="exp">Tower - exp2</card>': ["? 1 Tower - exp2"],
    f"{ROUT}<notes>my list\n 3 Snow</notes>": ["3 Rout", "# notes: my list", "# notes: 3 Snow"],
    f"<?print 3 Snow?>{ROUT}": ["3 Rout", "# print 3 Snow"],
    # Sections
    f'<section name="Fate" shared="True">{ROUT}</section>': ["3 Rout [Fate|fate]"],
    f'<section name="Fate" cards="3">{ROUT}</section>': ["3 Rout [Fate|fate]", "# 3 section"],
    f'<section name="Fate" cards="all">{ROUT}</section>': ["3 Rout [Fate|fate]", "# cards: all"],
    f'<section name="Mine">{ROUT}</section>': ["3 Rout [Mine|]", "# Mine"],
    f'<section name="Cut (9)">{ROUT}</section>': ["3 Rout [Cut (9)|outside]", "# Cut (9)"],
    f'<section name="Binder">{ROUT}</section>': ["? 3 Rout [Binder|]", "# Binder"],
    f'<section name="deckB">{ROUT}</section>': ["? 3 Rout [deckB|]", "# deckB"],
    f'<section name="Sideboard"><section name="Fate">{ROUT}</section></section>{ROUT}': [
        *("3 Rout [Sideboard|sideboard]", "3 Rout"),
    ],
    f'<section name="Side (3)">{ROUT}<card qty="2">Ice</card></section>': [
        *("3 Rout [Side (3)|sideboard]", "# Side (3)", "# Side (3): 2 Ice"),
    ],
    f'<section name="Side (4)"><card qty="x">Snow</card>{ROUT}<card qty="1">Ice</card></section>': [
        *("x Snow [Side (4)|sideboard]", "3 Rout [Side (4)|sideboard]", "# Side (4)", "# Side (4): 1 Ice"),
    ],
    f'<section name="Side"/>{ROUT}<section name="Fate"/>{ROUT}': ["3 Rout", "# Side", "# Side: 3 Rout"],
    f'<section name="Fate"/>{ROUT}': ["3 Rout"],
}


@pytest.mark.parametrize("content", DECKS)
def test_the_cards_of_a_deck(content: str) -> None:
    (deck,) = read_octgn(f"<deck>{content}</deck>", "deck.o8d", Limits())

    cards = [
        f"{card.written if card.written.startswith('?') else f'{card.bad_count or card.count} {card.name}'}"
        + (f" [{card.header}|{card.section}]" if card.header else "")
        for card in deck.requests
    ]
    assert [*cards, *(f"# {aside.text}" for aside in deck.asides)] == DECKS[content]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("<deck>\n <x>" + "<x>" * 70, ":2:59"),
        ("<list>\n <card/></list>", ":1:1"),
        ("<deck>\n <card></deck>", ":2:10"),
        ("<!DOCTYPE deck>\n<deck/>", ":1"),
        ("<deck>\n</deck>", ""),
    ],
)
def test_a_fault_has_its_place(content: str, place: str) -> None:
    with pytest.raises(InputError) as error:
        read_octgn(content, "deck.o8d", Limits())

    assert error.value.place == f"deck.o8d{place}"
