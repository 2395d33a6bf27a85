"""Lines that every reader takes in one way, in legal lists: they are no question, and their neighbours are."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from deckcheck import Checker, Verdict
from deckcheck.decks.resolve.accounting import account
from deckcheck.decks.resolve.labels import heads_part
from deckcheck.decks.resolve.titles import is_note
from deckcheck.model.limits import Limits
from tests.conftest import examples, in_turn
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
PHOENIX = (DECKS / "lcg-stronghold" / "phoenix-one-restricted.txt").read_text("utf-8").partition("\n\n")[2]
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8").partition("\n\n")[2]


def rows(table: str) -> list[str]:
    return [row.strip() for row in table.split("|")]


def some(titles: set[str]) -> list[str]:
    """Return 1,500 titles, the same in every run; all of them in the long profile."""
    return random.Random(1).sample(sorted(titles), min(len(titles), examples(1_500)))


@pytest.mark.parametrize(
    ("brackets", "card"),
    [
        ("(Unicorn)", "14-hisu-mori-toride"),
        ("(Lion)", "09-hisu-mori-toride"),
        ("[lion clan]", "09-hisu-mori-toride"),
        ("(Unicorn, foil)", "14-hisu-mori-toride"),
        ("(Unicorn) (alt art)", "14-hisu-mori-toride"),
        ("(Elements Unbound)", "14-hisu-mori-toride"),
        ("(Crab)", ""),
        ("(Lion / Unicorn)", ""),
        ("(not Lion)", ""),
        ("", ""),
    ],
)
def test_a_clan_in_brackets_chooses_between_cards_of_one_title(brackets: str, card: str, card_game: Reader) -> None:
    found = card_game.checker.check_text(f"1 Hisu Mori Toride {brackets}\n")

    assert [*found.deck.copies] == ([card] if card else [])
    assert ("D002" in {finding.code for finding in found.findings}) is (not card and "not" not in brackets)


# What sites and players write in brackets behind a card, and what may say something of its copies or its place.
KITS = """Clan Wars | Core Sets | Tear of Amaterasu | 2018 Season One Stronghold Kit |
    Battle for the Stronghold Kit | 2019 Season Two Grand Kotei Kit | Store Championship Kit"""
NUMBERS = "Core 156 | Core Set 15 | Core #156 | Clan Wars #3 | Celestial Edition 145 | CE 45 | CE45 | 1000YoD | L5C01"
NUMBERS += " | CE:45 | #45 | #045 | EN | NM | NM, EN"
REMARKS = """full art | extended art, foil | alternate art | restricted | splash | Dragon splash | undefined | null |
    Crane Clan"""
INFLUENCE = """2 influence each | 2 inf | inf 2 | influence: 2 | Influence = 2 | 2 Influence per copy |
    1 inf per card | splash, 2 influence each | Dragon, 2 influence | 3 influence total | total influence: 3 |
    2 influence each, foil"""
NO_NOTES = """Maybe Kit | Side Kit | Two Kit | Three of the Season Kit | Kit 3 | Core 5 | CE 2 | 12 | #3 |
    #03 | Dragon 2 |
    Dragon, 2 | Xyzzy 45 | X2X02 | L5C1 | full | full set | Full Playset | extended | art 3 | restricted, 2 |
    splash 3 | not restricted | proxy | token | banned | undefined 3 | 2 influence, 3 copies | 2 influence, 3 |
    2 inf 3 | 3, 2 influence | 2-3 influence | influence 2 or 3"""


@pytest.mark.parametrize("note", [note for table in (KITS, NUMBERS, REMARKS, INFLUENCE) for note in rows(table)])
def test_a_remark_in_brackets_is_no_question(note: str, card_game: Reader, celestial: Reader) -> None:
    is_of_pool = is_note(note, celestial.checker.pool), is_note(note, card_game.checker.pool)
    assert any(is_of_pool)
    for brackets in in_turn((f"({note})", f"[{note}]", f" ({note}) (foil)"), note):
        lists = (celestial, CRANE, "Copper Mine"), (card_game, PHOENIX, "Kaito Kosori")
        for (checker, deck, name), is_known in zip(lists, is_of_pool, strict=True):
            assert (checker.verdict(deck.replace(name, f"{name} {brackets}")) is Verdict.LEGAL) is is_known


def test_a_set_counts_in_front_of_another_remark() -> None:
    text = (DECKS / "legacy" / "lion-of-all-arcs.txt").read_text("utf-8")
    checker = Checker("legacy")
    for remark in ("", " (foil)", " [EN]", " NM", " *F*"):
        report = checker.check_text(text.replace("1 Kyuden Ikoma", f"1 Fields of the Dead (CE){remark}"))
        assert "fields_of_the_dead_ce" in [entry.card.id for entry in report.deck.entries], remark


@pytest.mark.parametrize("note", rows(NO_NOTES))
def test_brackets_that_may_say_more_are_a_question(note: str, card_game: Reader, celestial: Reader) -> None:
    for checker, deck, name in ((celestial, CRANE, "Copper Mine"), (card_game, PHOENIX, "Kaito Kosori")):
        assert checker.verdict(deck.replace(name, f"{name} ({note})")) is Verdict.UNDECIDED


# Titles that are also the name of a set, in full or in part, of a clan, or of a fact of cards.
OTHER_WORDS = """All and Nothing | Bonds of Blood | Into the Forbidden City | Restoration of Balance |
    Tears of Amaterasu | Warriors of the Wind | A Matter of Honor | A Perfect Cut | Akasha | An Oni's Fury |
    Anvil of Despair | Bat | Celestial Edition | Death At Koten | Diamond | Evil Portents | Focus | Forgotten Legacy |
    Glory of the Empire | Gold | Honor | Imperial | Jade | Lotus | Naga | Ninja | Oni | Path of the Destroyer |
    Rise of Otosan Uchi | Rise of the Shogun | Soul of the Empire | Stronger Than Steel | Test of Enlightenment |
    The New Order | The Plague War | Time of the Void | Tomorrow | Training Grounds | War of Honor | Winds of Change |
    Wrath of the Emperor"""


@pytest.mark.parametrize("game", ["lcg-stronghold", "celestial-40-40"])
def test_no_title_is_a_remark_in_brackets(game: str) -> None:
    """``3 Iron Mine (Copper Mine)`` may be two cards, with and without a number."""
    pool = Checker(game).pool
    titles = {title for card in pool.cards() for title in (card.title, card.name)}.difference(rows(OTHER_WORDS))
    assert len(titles) > 1_000
    for title in some(titles):
        assert not any(
            is_note(note, pool) for note in (title, f"3 {title}", f"{title} x3", f"{title} 3", f"{title} 45")
        )


# What a player or a site writes above and below a list; each has a number that counts no copies.
ADDRESSES = """https://www.bushibuilder.com/l5r/deck/?deck=abc&public=y | https://example.org/?id=3 |
    www.example.org/decks/3?utm=1 | <https://example.org/?deck=12&copy=3> | - https://example.org/?3 |
    Link: https://example.org/?id=3 | URL: https://example.org/?id=3 | My list: <http://example.org/list.php?3>"""
FACTS = """Date: 3 May 2021 | Date: May 3, 2021 | Date: 3 May | Date: 3rd of May 2021 | Influence: 10 |
    Influence: 5 of 10 | Influence = 5/10 | Total influence: 5 | Influence: 10/10, 0 remaining |
    Influence: 7/10 (3 left) | Influence used: 7 | Table: 5 | Round: 3 | **Round:** 3 | Place: 3rd of 40 | Seat: 12 |
    Version: 3 | Total cards: 80 | Deck size: 80 | Players: 40 | Points: 12 | Time: 3 PM"""
MAILS = """On 3 May 2021 at 10:22, Kei <kei@example.org> wrote: | On Mon, May 3, 2021 at 10:22 AM Kei wrote: |
    On Tue, May 3, 2021 at 9:22 AM Kei Ito wrote: |
    Sent: Monday, May 3, 2021 10:22 AM | Sent from my Samsung Galaxy S10 | Sent from my iPhone 12 | Page 1 of 1 |
    Printed 03.05.2021 18:14 | Le lun. 3 mai 2021 à 10:22, Ren a écrit : | Posted by u/Kei_L5R 3 years ago |
    « Last Edit: May 04, 2012, 09:15:11 am by Kei » | « Reply #3 on: May 03, 2012, 10:22:31 pm » |
    Rating: 4.5/5 (12 votes) | 1,234 views · 12 comments | 1st Place - Kei Sato - 52 players - Berlin |
    - Page 2 - | Updated on 3 May 2021 | Tel. +49 30 1234567 | Saturday, May 3 | 2 replies | 3 comments |
    To: kei77@example.org | Kei Sato <kei77@example.org> | Email: kei77@example.org, Berlin"""
RESULTS = """Round 1: beat Lion 2-0 | R1 W vs Lion | R2: lost to Crab 1-2 | Finished 3rd of 24 | Win rate 60% |
    Won 55.5 % |
    1st place, Kotei Madrid 2012 | 3rd place | Views: 312  Replies: 4 | Views: 312; Likes: 4 |
    Created with MyDeckBuilder 2.1 on 2012-03-04 | Exported from L5R Deckbuilder v1.2.3 | Scanned with PhotoPro"""
NO_REMARKS = """https://example.org/?3 Xyzzy Wood | 3 https://example.org/?id=3 | x3: https://example.org/?id=3 |
    see https://example.org/?id=3 | https://example.org/?card=banzai&copies=3 | Date: 3 Xyzzy Wood | Round: x3 |
    Round: 3x | Table: 3 copies | Copies: 3 | Total: 3 | Number: 3 | Level: 2 | Experience: 2 | Xyzzy: 3 |
    Influence: 2 each | Place: 3 Xyzzy Wood | Fate: 6 Xyzzy | May: 3 Xyzzy | On 3 May 2021: 3 Xyzzy Wood |
    3 May Xyzzy | Tel. 3 Xyzzy | Saturday 3 Xyzzy | 2 Comments Xyzzy | Exported from Xyzzy 3 |
    Printed 3 Xyzzy | Rating: 3 Xyzzy Wood | « on: 3 Xyzzy Wood » | 1st Place - 3 Xyzzy | 3 views, 3 Xyzzy |
    Page 3 Xyzzy | Sent from my 3 Xyzzy Wood | Updated: 3 Xyzzy Wood |
    3 Xyzzy kei77@example.org | kei77@example.org: x3 | To: kei77@example.org, 3 Xyzzy Wood"""
# The same with titles of cards that are not legal.
BANNED = """Banned: https://example.org/?id=3 | Banned https://example.org/?n=3 | https://example.org/?3 Banned |
    Date: 3 Banned | Round: 3 Banned | Place: Banned x3 | On 3 May 2021: 3 Banned | Sent from my 3 Banned |
    Printed 3 Banned | « on: 3 Banned, 10:22:31 pm » | Le 3 Banned 2021 à 10:22, Ren a écrit : |
    Page 1 of 3 Banned | Updated 3 May 2021: 3 Banned | To kei3@example.org: 3 Banned | Banned: kei3@example.org"""


@pytest.mark.parametrize("line", [line for table in (ADDRESSES, FACTS, MAILS, RESULTS) for line in rows(table)])
def test_a_number_that_counts_no_copies_is_no_question(line: str, card_game: Reader, celestial: Reader) -> None:
    for checker, deck in ((celestial, CRANE), (card_game, PHOENIX)):
        for text in in_turn((f"{line}\n{deck}", f"{deck}\n{line}\n"), line):
            assert checker.verdict(text) is Verdict.LEGAL


@pytest.mark.parametrize("line", rows(NO_REMARKS))
def test_a_number_that_may_count_copies_is_a_question(line: str, card_game: Reader, celestial: Reader) -> None:
    for checker, deck in ((celestial, CRANE), (card_game, PHOENIX)):
        for text in in_turn((f"{line}\n{deck}", f"{deck}\n{line}\n"), line):
            assert checker.verdict(text) is Verdict.UNDECIDED


@pytest.mark.parametrize("line", rows(BANNED))
def test_a_card_among_remarks_is_a_question(line: str, card_game: Reader, celestial: Reader) -> None:
    for checker, deck, card in ((celestial, CRANE, "Kolat Assassin"), (card_game, PHOENIX, "Policy Debate")):
        for text in in_turn((f"{line}\n{deck}", f"{deck}\n{line}\n"), line):
            assert checker.verdict(text.replace("Banned", card)) is not Verdict.LEGAL


@pytest.mark.parametrize("game", ["lcg-stronghold", "celestial-40-40"])
def test_no_title_is_a_remark(game: str) -> None:
    """A title is a card in front of an address too, and where a label or a date would be."""
    pool = Checker(game).pool
    titles = {card.title for card in pool.cards()}
    forms = ("{}", "3 {}", "{}: 3", "Round: 3 {}", "{}: https://example.org/?id=3")
    for title in titles:
        for form in in_turn(forms, title):
            line = form.format(title)
            said = account(line, pool, Limits())
            assert said.titles or said.number, line


# Headings of parts in words of their own, with or without the number of their cards, and what may be more than that.
HEADINGS = """Splash (Dragon) | Splash: Dragon (5 influence) | Dragon splash (5) | Splash (10) | Out of clan: |
    Off-clan | Neutral (11) | Neutral cards (3) | Neutrals: | 1-cost | Cost 6 (3) | 0-cost | 6-drops | Conflict side |
    [b]Neutral (11)[/b] | **Splash (3)**"""
NO_HEADINGS = """3 Splash | 3 Neutral | Neutral x3 | Splash 3 | Out (Dragon) | Splash, maybe | Neutral or out |
    Xyzzy side | Splash Xyzzy (3) | Xyzzy (3) | Neutral (3 Xyzzy) | Unicorn (99)"""


@pytest.mark.parametrize("heading", rows(HEADINGS))
def test_a_heading_of_a_part_is_no_question(heading: str, card_game: Reader, celestial: Reader) -> None:
    for checker, deck, line in ((celestial, CRANE, "3 Copper Mine\n"), (card_game, PHOENIX, "3x Kaito Kosori\n")):
        assert checker.verdict(deck.replace(line, f"{heading}\n{line}")) is Verdict.LEGAL


@pytest.mark.parametrize("heading", rows(NO_HEADINGS))
def test_what_may_be_a_card_is_no_heading(heading: str, card_game: Reader, celestial: Reader) -> None:
    for checker, deck, line in ((celestial, CRANE, "3 Copper Mine\n"), (card_game, PHOENIX, "3x Kaito Kosori\n")):
        assert checker.verdict(deck.replace(line, f"{heading}\n{line}")) is Verdict.UNDECIDED


def test_a_heading_of_a_part_has_cards_below_it(card_game: Reader) -> None:
    assert card_game.verdict(f"{PHOENIX}\nNeutral (3)\n") is Verdict.UNDECIDED


def test_a_side_of_a_deck_may_be_its_sideboard() -> None:
    deck = (DECKS / "lcg-skirmish" / "unicorn-sideboard.txt").read_text("utf-8")
    side = f"{deck}\n\nConflict side\n2 Ide Messenger\n"
    assert Reader("lcg-skirmish").verdict(side) is Verdict.UNDECIDED


@pytest.mark.parametrize("game", ["lcg-stronghold", "celestial-40-40"])
def test_no_title_heads_a_part(game: str) -> None:
    pool = Checker(game).pool
    assert not [card.title for card in pool.cards() if heads_part(f"{card.title} (3)", "", pool)]


@pytest.mark.parametrize(
    "written",
    rows(
        """Stronghold Province: Brushfires | SH Province: Brushfires | 1 Brushfires (under stronghold) |
        1 Brushfires (under the Stronghold) | Brushfires - SH"""
    ),
)
def test_the_province_of_the_stronghold_is_a_province(written: str, card_game: Reader) -> None:
    assert card_game.verdict(PHOENIX.replace("1x Brushfires", written)) is Verdict.LEGAL


@pytest.mark.parametrize("written", rows("Role\nnone | Role (0)\nN/A | Role: none | **Role:** None | Role\n(no role)"))
def test_a_deck_without_a_role_says_so(written: str, card_game: Reader, celestial: Reader) -> None:
    without_role = PHOENIX.replace("Role (1)\n1x Seeker of Void\n", "")
    with_none = PHOENIX.replace("Role (1)\n1x Seeker of Void\n", f"{written}\n")

    assert card_game.verdict(with_none) is card_game.verdict(without_role) is not Verdict.UNDECIDED
    assert (
        celestial.verdict(f"{written.replace('Role', 'Sensei')}\n{CRANE}".replace("no role", "none")) is Verdict.LEGAL
    )


@pytest.mark.parametrize("said", ["unknown", "none?", "maybe none", "none yet", "any", "none (Xyzzy)"])
def test_an_unknown_role_is_a_question(said: str, card_game: Reader) -> None:
    assert card_game.verdict(PHOENIX.replace("1x Seeker of Void", said)) is Verdict.UNDECIDED
    assert card_game.verdict(PHOENIX.replace("1x Seeker of Void", f"Role: {said}")) is Verdict.UNDECIDED


@pytest.mark.parametrize("mark", ["★", "☆", "⭐", "*", "•", "!", "♥", "❤️", "✅", "✔", "●", "■", "►", "🔥", "🐉", "❖"])
def test_marks_of_keys_and_favourites_are_no_question(mark: str, celestial: Reader) -> None:
    for marked in (f"{mark} 3 Copper Mine", f"3 Copper Mine {mark}"):
        assert celestial.verdict(CRANE.replace("3 Copper Mine", marked)) is Verdict.LEGAL


@pytest.mark.parametrize("mark", ["✖", "⬜", "🔴", "🛒", "x", "[-]", "--", "o\t", "→", "➜"])
def test_a_mark_in_front_of_all_cards_says_nothing(mark: str, celestial: Reader) -> None:
    assert celestial.verdict(re.sub(r"(?m)^(?=\d)", f"{mark} ", CRANE)) is Verdict.LEGAL


@pytest.mark.parametrize("bullet", "\u2043∙∘⦿‒―")
def test_any_bullet_says_nothing(bullet: str, celestial: Reader) -> None:
    for form in (f"{bullet} ", f"{bullet}\t"):
        assert celestial.verdict(re.sub(r"(?m)^(?=\d)", form, CRANE)) is Verdict.LEGAL
        assert celestial.verdict(CRANE.replace("3 Copper Mine", f"{form}3 Copper Mine")) is Verdict.LEGAL
        assert celestial.verdict(CRANE.replace("3 Copper Mine", f"{form}4 Copper Mine")) is Verdict.ILLEGAL


def test_a_spreadsheet_marks_texts_with_an_apostrophe(celestial: Reader) -> None:
    assert celestial.verdict(re.sub(r"(?m)^(?=\d)", "'", CRANE)) is Verdict.LEGAL


def test_each_kind_of_card_may_have_a_mark_of_its_own(celestial: Reader) -> None:
    entries = celestial.checker.check_text(CRANE).deck.entries
    marks = dict(zip(sorted({each.card.kind for each in entries}), "🎩🎪🎭🎨🎬🎤🎧🎹🎷🎸🎻🎲", strict=False))
    lines = [f"{marks[each.card.kind]} {each.count} {each.card.name}" for each in entries]
    assert celestial.verdict("\n".join(lines)) is Verdict.LEGAL
    assert celestial.verdict("\n".join([lines[0], "🛒" + lines[1][1:], *lines[2:]])) is Verdict.UNDECIDED


def test_numbers_behind_all_names_are_copies(celestial: Reader) -> None:
    behind = re.sub(r"(?m)^(\d) (.*)$", r"\2 \1", CRANE)
    for deck in (behind, behind.replace("Shiro Daidoji 1", "Shiro Daidoji"), behind.replace("#", "\n")):
        assert celestial.verdict(deck) is Verdict.LEGAL
    assert celestial.verdict(behind.replace("Copper Mine 3", "Copper Mine 2")) is Verdict.ILLEGAL
    assert celestial.verdict(behind.replace("Copper Mine 3", "Copper Mine 4")) is Verdict.ILLEGAL
    for line in ("3 Copper Mine", "Copper Mine 0", "Copper Mine 7", "Copper Mine 1 2"):
        assert celestial.verdict(behind.replace("Copper Mine 3", line)) is Verdict.UNDECIDED
    assert celestial.verdict(f"{behind}\nImperial Gift 3\n") is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "form",
    [r"\2 - \1", r"\2\t\1", r"\2 ..... \1", r"| \1 | \2 |", r"- [ ] \1 \2", r"\1 = \2", r"**\1** \2", r"Fate\t\1\t\2"],
)
def test_a_number_where_most_lines_have_theirs_counts_copies(form: str, celestial: Reader) -> None:
    def written(deck: str) -> str:
        return re.sub(r"(?m)^(\d) (.*)$", form, deck)

    assert celestial.verdict(written(CRANE)) is Verdict.LEGAL
    assert celestial.verdict(written(CRANE.replace("3 Copper Mine", "4 Copper Mine"))) is Verdict.ILLEGAL
    # By itself it may be another number.
    assert celestial.verdict(CRANE.replace("3 Copper Mine", written("4 Copper Mine"))) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", [r"\2 (\1)", r"\2 [\1]", r"\2, \1"])
def test_a_number_behind_a_level_counts_copies_as_most_do(form: str, celestial: Reader) -> None:
    deck = re.sub(r"(?m)^(\d) (.*)$", form, f"{CRANE}\n2 Daidoji Yuki - exp\n")
    alone = CRANE + re.sub(r"(\d) (.*)", form, "2 Daidoji Yuki - exp")

    found = celestial.checker.check_text(deck).deck
    assert [each.count for each in found.entries if each.card.title == "Daidoji Yuki"] == [1, 2]
    assert celestial.checker.check_text(alone).deck.unresolved


@pytest.mark.parametrize("form", [r"\2 - \1", r"\2 (\1)", r"\2 \1", r"\2,\1"])
def test_a_number_behind_a_level_may_be_another_level_of_the_card(form: str, celestial: Reader) -> None:
    line = "3 Ki-Rin's Shrine - exp2"
    deck = re.sub(r"(?m)^(\d) (.*)$", form, f"{CRANE}\n{line}\n")
    alone = CRANE + re.sub(r"(\d) (.*)", form, line)

    assert celestial.checker.check_text(deck).deck.copies["ki_rins_shrine_experienced_2"] == 3
    assert celestial.checker.check_text(alone).deck.unresolved


@pytest.mark.parametrize("line", ["Isawa Tadaka - 2", "Isawa Tadaka: 2", "| 2 | Isawa Tadaka |"])
def test_a_number_of_copies_is_none_of_an_id(line: str, card_game: Reader) -> None:
    found = card_game.checker.check_text(f"Conflict\n{line}\n3 Banzai!\n").deck

    assert found.copies == {"20-isawa-tadaka": 2, "01-banzai": 3}


def test_a_card_may_be_a_heading_with_an_article() -> None:
    festivals = Reader("twenty-festivals")
    deck = (DECKS / "twenty-festivals" / "crane-honor.txt").read_text("utf-8")

    assert festivals.verdict(f"{deck}\nThe Sensei\n") is Verdict.UNDECIDED
    assert festivals.verdict(f"{deck}\n1 The Sensei\n") is Verdict.ILLEGAL


def test_copies_may_be_on_lines_of_their_own(celestial: Reader) -> None:
    deck = re.sub(r"(?m)^(\d) (.*)$", lambda line: "\n".join([line[2]] * int(line[1])), CRANE)

    assert celestial.verdict(deck) is Verdict.LEGAL
    assert celestial.verdict(deck.replace("\nCopper Mine", "\nCopper Mine\nCopper Mine", 1)) is Verdict.ILLEGAL


def test_a_table_of_a_page_may_be_on_one_line(celestial: Reader) -> None:
    cells = re.findall(r"(?m)^(\d) (.*)$", CRANE)
    table = "".join(f"<tr><td>{number}</td><td>{name}</td></tr>" for number, name in cells)
    for heads in ("", "<tr><th>Qty</th><th>Card</th></tr>"):
        assert celestial.verdict(f"<table>{heads}{table}</table>\n") is Verdict.LEGAL
    costs = "<tr><th>Cost</th><th>Card</th></tr>"
    assert celestial.verdict(f"<table>{costs}{table}</table>\n") is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("heads", "verdict"),
    [
        ("Anzahl | Karte", Verdict.LEGAL),
        ("Nombre | Carte", Verdict.LEGAL),
        ("Kosten | Karte", Verdict.UNDECIDED),
        ("Coût | Carte", Verdict.UNDECIDED),
        ("Stärke | Karte", Verdict.UNDECIDED),
        ("Cost | Card", Verdict.UNDECIDED),
    ],
)
def test_numbers_in_a_table_may_be_costs(heads: str, verdict: Verdict, celestial: Reader) -> None:
    rows = re.findall(r"(?m)^(\d) (.*)$", CRANE)
    table = "\n".join(f"{number} | {name}" for number, name in rows)

    assert celestial.verdict(f"{heads}\n{table}\n") is verdict


def test_each_section_may_be_a_table_with_the_same_heads(celestial: Reader) -> None:
    rows = re.sub(r"(?m)^(\d) (.*)$", r"| \1 | \2 |", CRANE)
    heads = "| Qty | Card |\n|---|---|\n"
    tables = re.sub(r"(?m)^(#.*\n)(?=\|)", rf"\1\n{heads}", rows)
    assert celestial.verdict(tables) is Verdict.LEGAL
    for other in ("# Crane\n\n", "", "## Maybe\n\n", "## On the fence (3)\n\n"):
        assert celestial.verdict(f"{tables}\n{other}{heads}| 1 | Ring of Fire |\n") is Verdict.UNDECIDED
    assert celestial.verdict(tables.replace("Qty", "Owned").replace("Owned", "Qty", 1)) is Verdict.UNDECIDED


def test_a_page_may_have_a_head_that_shows_nothing(celestial: Reader) -> None:
    items = re.sub(r"(?m)^#+ (.*)$", r"<h2>\1</h2>", re.sub(r"(?m)^(\d .*)$", r"<li>\1</li>", CRANE))
    head = '<head>\n<meta charset="utf-8">\n<title>My deck</title>\n</head>'
    page = f'<!DOCTYPE html>\n<html lang="en">\n{head}\n<body>\n{items}</body>\n</html>\n'
    assert celestial.verdict(page) is Verdict.LEGAL
    assert celestial.verdict(page.replace("<li>3 Copper Mine", "<li>2 Copper Mine")) is Verdict.ILLEGAL
    assert celestial.verdict(page.replace("<!DOCTYPE html>\n", "")) is Verdict.LEGAL
    for more in (
        "<style>li { color: red }</style>",
        '<style media="all">\n.menu {\n  display: none;\n  width: 40px\n}\n</style>',
        "<script>x(3, 'y')</script>",
        '<script src="a3.js"></script>\n<script>\nfor (i = 0; i < 3; i++) {\n  y(i, "4 cards");\n}\n</script>',
        '<link rel="stylesheet" href="40.css">\n<base href="/40">',
    ):
        assert celestial.verdict(page.replace("</head>", f"{more}\n</head>")) is Verdict.LEGAL
        assert celestial.verdict(page.replace("</body>", f"{more}\n</body>")) is Verdict.LEGAL
    for more in (
        "<title>3 Banzai!</title>",
        "<style>li { display: none }</style>",
        "<style>li:before { content: '3 Banzai!' }</style>",
        "<script>var deck = { 'Banzai!': 3 }</script>",
        "<script>\n3 Banzai!\n</script>",
        '<meta content="3 Banzai!">',
    ):
        assert celestial.verdict(page.replace("</head>", f"{more}\n</head>")) is Verdict.UNDECIDED
    for more in ("<h2>Maybe</h2>\n<li>1 Ring of Fire</li>", '<li class="removed">1 Ring of Fire</li>'):
        assert celestial.verdict(page.replace("</body>", f"{more}\n</body>")) is Verdict.UNDECIDED


LEVELS = """Doji Ayano - exp 1 3 | Doji Ayano exp, 3 | Doji Ayano - exp (3) | Doji Ayano • Experienced • 3 |
    Doji Ayano exp1 - 3 | Doji Ayano (exp) [3] | Doji Ayano - exp / 2"""


@pytest.mark.parametrize("line", rows(LEVELS))
def test_a_number_behind_a_level_may_be_one_of_copies(line: str, celestial: Reader) -> None:
    assert celestial.verdict(CRANE.replace("1 Doji Ayano - exp", line)) is Verdict.UNDECIDED


@pytest.mark.parametrize("line", rows("Doji Ayano - exp 1 | Doji Ayano - exp 1 1 | Doji Ayano exp (1)"))
def test_behind_a_level_the_number_one_is_one_copy(line: str, celestial: Reader) -> None:
    assert celestial.verdict(CRANE.replace("1 Doji Ayano - exp", line)) is Verdict.LEGAL


@pytest.mark.parametrize("line", rows("Doji Ayano - exp x3 | Doji Ayano - exp: 3 | 3 Doji Ayano - exp 1"))
def test_a_number_of_copies_may_say_so_behind_a_level(line: str, celestial: Reader) -> None:
    assert celestial.verdict(CRANE.replace("1 Doji Ayano - exp", line)) is Verdict.ILLEGAL


@pytest.mark.parametrize("fact", rows("Name: Test | Deck: Maybe honor | Author: Old Side"))
def test_a_fact_about_the_deck_denies_no_cards(fact: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{fact}\n{CRANE.strip()}\n") is Verdict.LEGAL


NUMBERS = """{i}. {name} | {i}) {name} | {i}, {name} | {i}; {name} | {i} / {name} | {i}\\. {name} | {roman}. {name} |
    {roman}) {name} | {name} - {i} | {name}, {i} | {name} ({i}) | {name} [{i}]"""


@pytest.mark.parametrize("form", rows(NUMBERS))
def test_numbers_that_count_the_events_may_be_those_of_the_lines(form: str, celestial: Reader) -> None:
    deck = CRANE
    for i, name in enumerate(("Imperial Census", "Wisdom Gained", "Festival of Coronation"), 1):
        deck = deck.replace(f"1 {name}", form.format(i=i, roman="I" * i, name=name))
    assert celestial.verdict(deck) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", rows("{i}. 1 {name} | {i}) 1x {name}"))
def test_copies_may_stand_behind_the_number_of_the_line(form: str, celestial: Reader) -> None:
    deck = CRANE
    for i, name in enumerate(("Imperial Census", "Wisdom Gained", "Festival of Coronation"), 1):
        deck = deck.replace(f"1 {name}", form.format(i=i, name=name))
    assert celestial.verdict(deck) is Verdict.LEGAL


def in_columns(reader: Reader, gap: str, at: int, last: str = "") -> str:
    """Return the Crane deck as a table without heads, in whose column `at` are the kinds of the cards."""
    entries = reader.checker.check_text(CRANE).deck.entries
    kinds = [each.card.kind.capitalize() for each in entries]
    cells = ([str(each.count), each.card.name] for each in entries)
    lines = (
        gap.join([*row[:at], kind, *row[at:]])
        for row, kind in zip(cells, [*kinds[:-1], last or kinds[-1]], strict=True)
    )
    return "".join(f"<tr><td>{line}</td></tr>\n" if "<" in gap else f"{line}\n" for line in lines)


@pytest.mark.parametrize("gap", ["   ", "    |    ", "</td><td>"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_column_may_have_the_kinds_of_the_cards(gap: str, at: int, celestial: Reader) -> None:
    assert celestial.verdict(in_columns(celestial, gap, at)) is Verdict.LEGAL
    assert celestial.verdict(in_columns(celestial, gap, at, last="Side")) is Verdict.UNDECIDED


@pytest.mark.parametrize("first", ["Qty   Card", "Qty Card", "Anzahl  Karte", "Main  Card", "#  Card"])
def test_columns_between_spaces_may_have_heads(first: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{first}      Type\n{in_columns(celestial, '    ', 2)}") is Verdict.LEGAL


def test_lines_may_be_drawn_around_a_table(celestial: Reader) -> None:
    table = re.sub(r"(?m)^(\d) (.*)$", r"│ \1 │ \2 │", re.sub(r"(?m)^(#.*)?\n", "", CRANE))
    assert celestial.verdict(f"┌───┬───┐\n│ Qty │ Card │\n├───┼───┤\n{table}└───┴───┘\n") is Verdict.LEGAL
    assert celestial.verdict(f"┌───┬───┐\n│ Cost │ Card │\n├───┼───┤\n{table}└───┴───┘\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("first", ["Cost   Card", "Cost Card", "Side   Card", "Max   Card", "Owned  Card"])
def test_numbers_below_such_heads_may_be_others(first: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{first}      Type\n{in_columns(celestial, '    ', 2)}") is Verdict.UNDECIDED


RINGS = """Rings: Air, Void, Water | Rings: Air / the Void / Water | **Rings:** Air, Void and Water
    | Rings\nAir\nVoid\nWater
    | Rings (3): Air, Void, Water | Rings (3): Air\nVoid\nWater | Ring of Air, Void, Water |
    Rings of Air, Void and Water
    | Rings (3)\n1 Air\n1 the Void\n1 Water | Ring: Air\nRing: Void\nRing: Water | Rings: 1 Air, 1 Void, 1 Water
    | Rings: Ring of Air, Ring of the Void, Ring of Water | Ring of Air, Ring of the Void, Ring of Water"""
OTHER_RINGS = """Rings (3): Air, Void | Rings (3): Air | Ring of Air, Void, Jade
    | Rings: Air, Void, Water? | Rings: Air or Void, Water | Rings: Air, Void, Jade | Rings: all | Air, Void, Water"""


@pytest.mark.parametrize("line", rows(RINGS))
def test_rings_may_be_called_by_their_elements(line: str, celestial: Reader) -> None:
    without_rings = CRANE.partition("# Rings")[0]
    assert celestial.verdict(f"{without_rings}{line}\n") is Verdict.LEGAL
    assert celestial.verdict(f"{without_rings}{line.replace('Water', 'Fire')}\n") is Verdict.LEGAL
    assert celestial.verdict(f"{without_rings}{line.replace('Water', 'Air')}\n") is Verdict.ILLEGAL


@pytest.mark.parametrize("line", rows(OTHER_RINGS))
def test_other_words_below_rings_are_a_question(line: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE.partition('# Rings')[0]}{line}\n") is Verdict.UNDECIDED


CONTINUED = "{} (continued) | {} (cont.) | {} Deck (cont'd) | {}, continued | {} - continued | {} (Forts.) | {} (suite)"


@pytest.mark.parametrize("heading", rows(CONTINUED))
def test_a_part_may_be_continued(heading: str, card_game: Reader, celestial: Reader) -> None:
    conflict, dynasty = (f"{heading.format(part)}\n" for part in ("Conflict", "Dynasty"))
    assert card_game.verdict(PHOENIX.replace("3x Kujira", f"\n{conflict}3x Kujira")) is Verdict.LEGAL
    assert celestial.verdict(CRANE.replace("3 Daidoji Kimpira", f"\n{dynasty}3 Daidoji Kimpira")) is Verdict.LEGAL


@pytest.mark.parametrize("label", ["SB", "SB:", "sb -", "[SB]", "(SB)", "Side", "side:", "Sideboard"])
def test_a_label_in_front_of_copies_puts_them_into_the_sideboard(label: str) -> None:
    riders = (DECKS / "lcg-skirmish" / "unicorn-sideboard.txt").read_text("utf-8").partition("\n\n")[2]
    deck, _, side = riders.partition("Sideboard (10)\n")
    labelled = deck + re.sub(r"(?m)^(?=\d)", f"{label} ", side)

    assert Reader("lcg-skirmish").verdict(labelled) is Verdict.LEGAL
    assert Reader("lcg-skirmish").verdict(f"{labelled}{label} 2 Banzai!\n") is Verdict.ILLEGAL


ROMAN = [
    tens + ones
    for tens in ("", "X", "XX", "XXX")
    for ones in ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
][1:]
LINE_NUMBERS = """{i}. {n}x {name} | {i}. {name} ({n}) | {i} - {n} {name} | ({i}) {n} {name} | {roman}. {n}x {name} |
    {roman}) {name} x{n} | {letter}) {n} {name} | #{i} {n}x {name} | No. {i} {n} {name} | Card {i}: {n} {name} |
    Nr. {i} {name} ({n})"""


def numbered(form: str, more: int = 0) -> str:
    cells = [(int(copies) + more, name) for copies, name in re.findall(r"(?m)^(\d) (.*)$", CRANE)]
    lines = (
        form.format(i=i + 1, roman=ROMAN[i], letter=chr(ord("a") + i % 26), n=copies, name=name)
        for i, (copies, name) in enumerate(cells)
    )
    return "Crane\n\n" + "\n".join(lines)


@pytest.mark.parametrize("form", rows(LINE_NUMBERS))
def test_all_lines_may_have_a_number_and_their_copies(form: str, celestial: Reader) -> None:
    assert celestial.verdict(numbered(form)) is Verdict.LEGAL
    assert celestial.verdict(numbered(form, more=1)) is Verdict.ILLEGAL


@pytest.mark.parametrize("form", rows("{roman}. {name} | {roman}) {name} | {i}. {name} | {letter}) {name}"))
def test_a_number_for_each_line_may_be_none_of_copies(form: str, celestial: Reader) -> None:
    assert celestial.verdict(numbered(form)) is Verdict.UNDECIDED


MINES = "3 Copper Mine\n3 Silver Mine\n"
EACH = """{n} each: {names} | {n}x each of {names} | {n} of each: {names} | {n} copies each of {names}
    | {names} ({n} each) | {names} x{n} each | {names}: {n} each"""
NOT_EACH = """3 each: {names}, Kobune Port | 3 each: {names} or Rout | 3 each: {names}, Iron Mine?
    | 3 each: {names}, Iron Min | {names} each | {names} (3) | 3 each: {names} # two of the last"""


@pytest.mark.parametrize("form", rows(EACH))
def test_a_line_may_give_the_number_of_each_of_its_cards(form: str, celestial: Reader) -> None:
    above, below = CRANE.split(MINES)
    for names in ("Copper Mine, Silver Mine", "Copper Mine and Silver Mine (CE)", "Copper Mine / Silver Mine"):
        verdicts = [celestial.verdict(f"{above}{form.format(n=n, names=names)}\n{below}") for n in (3, 4, 2)]
        assert verdicts == [Verdict.LEGAL, Verdict.ILLEGAL, Verdict.ILLEGAL]


@pytest.mark.parametrize("form", rows(NOT_EACH))
def test_another_word_leaves_the_cards_of_a_line_open(form: str, celestial: Reader) -> None:
    line = form.format(names="Copper Mine, Silver Mine")
    assert celestial.verdict(CRANE.replace(MINES, f"{line}\n")) is Verdict.UNDECIDED


BEHIND = """3 Copper Mine CE | 3x Copper Mine EaW | Copper Mine TH x3 | 3 Copper Mine 20F | 3 Copper Mine (2g)
    | 3 Copper Mine 2G | 3 Copper Mine [GC 2] | 3 Copper Mine (3F/2C, 5HR)"""
NO_CODES = "3 Copper Mine SB | 3 Copper Mine OUT | 3 Copper Mine XX | 3 Copper Mine (2x)"


@pytest.mark.parametrize("line", rows(BEHIND))
def test_a_set_may_be_abbreviated_behind_a_name(line: str, celestial: Reader) -> None:
    assert "\n3 Copper Mine\n" in CRANE
    for text, verdict in ((line, Verdict.LEGAL), (f"{line}\n1 Copper Mine", Verdict.ILLEGAL)):
        assert celestial.verdict(CRANE.replace("3 Copper Mine", text)) is verdict


@pytest.mark.parametrize("line", rows(NO_CODES))
def test_other_capitals_behind_a_name_are_a_question(line: str, celestial: Reader) -> None:
    assert celestial.verdict(CRANE.replace("3 Copper Mine", line)) is Verdict.UNDECIDED


@pytest.mark.parametrize("level", ["Exp", "exp.", "XP", "(exp)", "Experienced", "Exp 1", "exp1"])
def test_the_level_may_be_in_front_of_the_title(level: str, celestial: Reader) -> None:
    text = CRANE.replace("1 Doji Ayano - exp\n", "{} Doji Ayano\n")
    assert celestial.verdict(text.format(f"1 {level}")) is Verdict.LEGAL
    assert celestial.verdict(text.format(f"2 {level}")) is Verdict.ILLEGAL
    assert celestial.verdict(text.format("1 Exp2")) is Verdict.UNDECIDED


@pytest.mark.parametrize("heads", ["Qty Card", "Count Name", "Qty. Card", "Copies Card"])
def test_a_single_space_may_part_the_heads_of_a_table(heads: str, celestial: Reader) -> None:
    table = re.sub(r"(?m)^(#.*)?\n", "", CRANE)
    assert celestial.verdict(f"{heads}\n{table}") is Verdict.LEGAL
    behind = re.sub(r"(?m)^(\d) (.*)$", r"\2 \1", table)
    assert celestial.verdict(f"{' '.join(reversed(heads.split()))}\n{behind}") is Verdict.LEGAL
    assert celestial.verdict(f"Cost Card\n{table}") is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["Holdings (20): 3 Copper Mine", "Dynasty (45): Holdings (20): 3 Copper Mine"])
def test_the_first_card_may_be_behind_a_heading(line: str, celestial: Reader) -> None:
    assert celestial.verdict(CRANE.replace("3 Copper Mine", line)) is Verdict.LEGAL
    assert celestial.verdict(CRANE.replace("3 Copper Mine", line.replace("3 C", "4 C"))) is Verdict.ILLEGAL
    assert celestial.verdict(CRANE.replace("3 Copper Mine", "Holdings (3): Copper Mine")) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", ["{1} ({0})", "{1} - {0}", "{1}\t{0}", "{1} {0}"])
def test_a_number_where_all_lines_have_theirs_is_no_level(form: str) -> None:
    naga = (DECKS / "jade" / "naga-with-a-sensei-for-several.txt").read_text("utf-8").partition("\n\n")[2]
    assert "\n3 Radakast\n" in naga  # There is a Radakast at level 3.
    lines = re.sub(r"(?m)^(\d) (.*)$", lambda line: form.format(line[1], line[2]), naga)
    assert Reader("jade").verdict(lines) is Verdict.LEGAL


@pytest.mark.parametrize("form", ["{}. {}", "{}) {}", "{} - {}", "({}) {}", "#{} {}", "{} {}"])
def test_provinces_may_be_numbered(form: str, card_game: Reader) -> None:
    above, heading, rest = PHOENIX.partition("Provinces (5)\n")
    provinces, _, below = rest.partition("\n\n")
    names = [line.removeprefix("1x ") for line in provinces.split("\n")]
    numbered = [form.format(number, name) for number, name in enumerate(names, 1)]

    def verdict(lines: list[str]) -> Verdict:
        return card_game.verdict("\n".join([f"{above}{heading}{lines[0]}", *lines[1:], "", below]))

    assert verdict(numbered) is Verdict.LEGAL
    assert verdict([*numbered[:4], form.format(5, names[0])]) is Verdict.ILLEGAL
    assert verdict([f"Province {number}: {name}" for number, name in enumerate(names, 1)]) is Verdict.LEGAL


PROVINCES = ("Kakudaira", "Offerings to the Kami", "Retire to the Brotherhood", "Vassal Fields", "Brushfires")


def with_provinces(form: str) -> str:
    """Return the Phoenix deck with its provinces in a form, which may have a number, a strength and a ring."""
    deck = PHOENIX
    for i, (name, ring) in enumerate(zip(PROVINCES, ("air", "void", "water", "earth", "fire"), strict=True), 1):
        deck = deck.replace(f"1x {name}", form.format(i=i, name=name, ring=ring))
    return deck


@pytest.mark.parametrize("form", rows("Province {i}: {name} | Province {i} - {name} | {ring} province: {name}"))
def test_provinces_may_have_labels(form: str, card_game: Reader) -> None:
    assert card_game.verdict(with_provinces(form)) is Verdict.LEGAL


NUMBERED_PROVINCES = "{name}, province {i} | {name} ({i}) | {name} - {i} | 4 - {name} | {name} (4) | (4) {name}"


@pytest.mark.parametrize("form", rows(NUMBERED_PROVINCES))
def test_numbers_beside_provinces_hardly_count_copies(form: str, card_game: Reader) -> None:
    assert card_game.verdict(with_provinces(form)) is Verdict.UNDECIDED


@pytest.mark.parametrize("line", rows("2 Kakudaira | 2x Kakudaira | Kakudaira x2 | Province: 2 Kakudaira"))
def test_two_copies_of_a_province_are_too_many(line: str, card_game: Reader) -> None:
    assert card_game.verdict(PHOENIX.replace("1x Kakudaira", line)) is Verdict.ILLEGAL


def test_the_number_behind_a_stronghold_may_be_its_influence(card_game: Reader) -> None:
    assert card_game.verdict(PHOENIX.replace("1x Kyūden Isawa", "Kyūden Isawa (10)")) is Verdict.UNDECIDED


@pytest.mark.parametrize("sign", rows("💨 | 💧 | :air:"))
def test_pictures_of_rings_say_nothing(sign: str, card_game: Reader) -> None:
    assert card_game.verdict(PHOENIX.replace("1x Kakudaira", f"{sign} 1x Kakudaira")) is Verdict.LEGAL


@pytest.mark.parametrize("sign", rows(":x: | <:x:83746583746583> | ❌"))
def test_pictures_of_crosses_may_take_cards_out(sign: str, card_game: Reader) -> None:
    for line in (f"{sign} 3x Studious", f"3x Studious {sign}"):
        assert card_game.verdict(PHOENIX.replace("3x Studious", line)) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "note", rows("(Keeper) | (Seeker role only) | (role-locked) | (Rally) | [RL] | (Luft) | (Eau)")
)
def test_notes_may_say_what_role_or_ring_a_card_has(note: str, card_game: Reader) -> None:
    assert card_game.verdict(PHOENIX.replace("3x Studious", f"3x Studious {note}")) is Verdict.LEGAL


@pytest.mark.parametrize("size", rows("(40 cards, 14 unique) | (14 different, 40 total) | [14 unique]"))
def test_headings_may_count_different_cards(size: str, card_game: Reader) -> None:
    assert card_game.verdict(PHOENIX.replace("Dynasty Deck (40)", f"Dynasty Deck {size}")) is Verdict.LEGAL


@pytest.mark.parametrize("line", ["|---|---|", "| :--- | ---: |"])
def test_tables_may_have_the_decks_side_by_side(line: str, card_game: Reader) -> None:
    start, dynasty, conflict = re.split(r"(?:Dynasty|Conflict) Deck \(40\)\n", PHOENIX)
    both = zip(dynasty.split("\n"), conflict.split("\n"), strict=False)
    table = "\n".join(f"| {one} | {other} |" for one, other in both if one)
    assert card_game.verdict(f"{start}| Dynasty | Conflict |\n{line}\n{table}\n") is Verdict.LEGAL
    assert card_game.verdict(f"{start}| Dynasty | Maybe |\n{line}\n{table}\n") is Verdict.UNDECIDED


def test_numbers_and_names_on_lines_of_their_own_are_a_list(celestial: Reader) -> None:
    """As copied out of a table or a pair of columns."""
    above, below = (re.sub(r"(?m)^(\d) (.*)$", form, CRANE) for form in (r"\1x\n\2", r"\2\n\1"))
    for cells in (above, below, re.sub("(?m)^#.*\n|^\n", "", above), below.replace("\n", "\r\n")):
        assert celestial.verdict(cells) is Verdict.LEGAL
        assert celestial.verdict(f"Crane Honor\n\n{cells}") is Verdict.LEGAL
    for wrong in (
        above.replace("3x\nCopper Mine", "4x\nCopper Mine"),
        below.replace("Copper Mine\n3", "Copper Mine\n2"),
    ):
        assert celestial.verdict(wrong) is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3\nCopper Mine\n", "Copper Mine\n"),
        ("3\nCopper Mine\n", "3\n"),
        ("3\nCopper Mine\n", "3\n\n# Mines\nCopper Mine\n"),
    ],
)
def test_a_missing_cell_is_a_question(old: str, new: str, celestial: Reader) -> None:
    """Every number may be that of the name above it or below it."""
    cells = re.sub(r"(?m)^(\d) (.*)$", r"\1\n\2", CRANE)
    for text in (cells, re.sub("(?m)^#.*\n|^\n", "", cells)):
        assert celestial.verdict(text.replace(old, new)) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "fact", ["Honor: 6", "Honor = 6", "(Honor 6)", "**Honor:** 6", "Honor: 11", "Strength: 7", "Starting honour 6"]
)
def test_a_fact_of_the_stronghold_is_no_card_of_that_title(fact: str, celestial: Reader) -> None:
    """Shiro Daidoji has 6, and a Sensei may give more; Honor and Gold are cards too."""
    for deck in (
        CRANE.replace("1 Shiro Daidoji\n", f"1 Shiro Daidoji\n{fact}\n"),
        f"{fact}\n{CRANE}",
        f"{CRANE}{fact}\n",
    ):
        assert celestial.verdict(deck) is Verdict.LEGAL
    colons = re.sub(r"(?m)^(\d) (.*)$", r"\2: \1", CRANE)
    assert celestial.verdict(colons.replace("Daidoji: 1", f"Daidoji: 1\n{fact}")) is Verdict.LEGAL
    if fact == "Honor: 6":
        assert celestial.verdict(f"{colons}{fact}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "fact", ["Honor: 3", "Honor: 5", "Gold 3", "Gold: 4", "Honor: 3 Xyzzy", "Honor: 6?", "Honor 3, Gold 2"]
)
def test_another_number_may_be_that_of_a_card(fact: str, celestial: Reader) -> None:
    for deck in (CRANE.replace("1 Shiro Daidoji\n", f"1 Shiro Daidoji\n{fact}\n"), f"{CRANE}{fact}\n"):
        assert celestial.verdict(deck) is Verdict.UNDECIDED
    assert celestial.verdict(f"{CRANE}3 Honor\n") is Verdict.ILLEGAL


@pytest.mark.parametrize(
    "line", ["-- Crane --", "-- Lion --", "== Crane ==", "*** Crane ***", "-- Crane Clan --", "[Crane]"]
)
def test_a_clan_between_signs_closes_a_list(line: str, card_game: Reader, celestial: Reader) -> None:
    for checker, deck in ((celestial, CRANE), (card_game, PHOENIX)):
        assert checker.verdict(f"{deck}\n{line}\n") is Verdict.LEGAL
        for odd in (line.replace("C", "3 C").replace("L", "3 L"), line.replace("n", "n?")):
            assert checker.verdict(f"{deck}\n{odd}\n") is Verdict.UNDECIDED
    assert celestial.verdict(f"{CRANE}\nCrane:\n") is Verdict.UNDECIDED


def test_a_long_line_may_give_the_number_of_each_of_its_cards(celestial: Reader) -> None:
    """Names have up to 200 characters, and such a line more."""
    three = re.findall("(?m)^3 (.*)$", CRANE)
    rest = re.sub("(?m)^3 .*\n|^#.*\n|^\n", "", CRANE)
    for line in (f"3 each: {', '.join(three)}", f"3x each of {', '.join(three[1:])} and {three[0]}"):
        assert celestial.verdict(f"{rest}{line}\n") is Verdict.LEGAL
        assert celestial.verdict(f"{rest}{line}, Kolat Assassin\n") is Verdict.ILLEGAL
        assert celestial.verdict(f"{rest}{line}, Xyzzy Wood\n") is Verdict.UNDECIDED
        assert celestial.verdict(f"{rest}{line}\n2 {three[3]}\n") is Verdict.UNDECIDED


THREE = "Copper Mine, Silver Mine, Kobune Port"


@pytest.mark.parametrize(
    "form",
    [
        "Three each: {}",
        "3 ea: {}",
        "3 each = {}",
        "3x: {}",
        "je 3: {}",
        "Each x3: {}",
        "3 apiece: {}",
        "three of each: {}",
    ],
)
def test_the_number_of_each_card_may_be_said_in_other_words(form: str, celestial: Reader) -> None:
    deck = CRANE.replace("3 Copper Mine\n3 Silver Mine\n3 Kobune Port\n", "")
    assert celestial.verdict(f"{deck}\n{form.format(THREE)}\n") is Verdict.LEGAL
    for odd in (
        f"{form.format(THREE)}\n2 Copper Mine",
        form.format(f"{THREE}, Xyzzy Wood"),
        f"maybe {form.format(THREE)}",
    ):
        assert celestial.verdict(f"{deck}\n{odd}\n") is Verdict.UNDECIDED
