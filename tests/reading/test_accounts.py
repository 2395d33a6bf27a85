"""What a line says by itself: the titles on it, the number of copies, and why either is in doubt."""

from __future__ import annotations

import pytest

from deckcheck.decks.resolve.accounting import LEVEL_OR_COPIES, account, is_card_line, says_card
from deckcheck.decks.resolve.titles import begins_title, holds_card, is_note
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool

LEVEL = "its number may be copies, a level or a fact about the card"
# A line, the cards on it, the copies, the doubt, and whether it has words that mean something else, a number that
# may be one of copies, and a word beside it that says so.
LINES: list[tuple[str, str, int | None, str, str]] = [
    ("3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("Iron Mine", "Iron Mine", None, "", ""),
    ("Iron Mine 3", "Iron Mine", 3, LEVEL, "number"),
    ("Iron Mine  3", "Iron Mine", 3, "", "number"),
    ("Iron Mine: 3", "Iron Mine", 3, "", "number"),
    ("Iron Mine x3", "Iron Mine", 3, "", "number copies"),
    ("Iron Mine (3)", "Iron Mine", 3, "", "number"),
    ("Iron Mine, 3", "Iron Mine", 3, "", "number"),
    ("1. 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("1) 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("1.3 Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("1. Iron Mine", "Iron Mine", 1, "", "number"),
    ("12. 3 x Iron Mine", "Iron Mine", 3, "", "number copies"),
    ("3 Iron Mine 2", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine 2 gold", "Iron Mine + Gold", None, "it names several cards", "number"),
    ("3 Iron Mine (2 gold)", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine 45", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine (CE) 45", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine [Gold] 12", "Iron Mine", 3, "", "number"),
    ("3 Banzai! 2", "Banzai!", None, "it has several numbers", "number"),
    ("3 Iron Mine 0,25 €", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine EUR 5", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine 5€", "Iron Mine", 3, "", "number"),
    ("EUR 5 Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("x3: Iron Mine", "Iron Mine", 3, "", "number copies"),
    ("card 3: Iron Mine", "Iron Mine", None, "its number can be read in several ways", "number"),
    ("3 Iron Mine $2", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine and 2 Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "number"),
    ("3 Iron Mine plus Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "number"),
    ("3 Iron Mine or Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "words number"),
    ("3 Iron Mine, 2 Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "number"),
    ("3 Iron Mine / Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "number"),
    ("Holdings: 3 Iron Mine, Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "number"),
    ("swap Iron Mine for Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "words"),
    ("three Iron Mine", "Iron Mine", 3, "", "number"),
    ("Three copies of Iron Mine", "Iron Mine", 3, "", "number copies"),
    ("a playset of Iron Mine", "Iron Mine", None, "its number can be read in several ways", "words"),
    ("a Iron Mine", "Iron Mine", None, "", "words"),
    ("III Iron Mine", "Iron Mine", 3, "", "number"),
    ("Iron Mine III", "Iron Mine", 3, "", ""),
    ("xxx Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("3 copies Iron Mine", "Iron Mine", 3, "", "number copies"),
    ("3 more Iron Mine", "Iron Mine", 3, "", "words number"),
    ("maybe 3 Iron Mine", "Iron Mine", 3, "", "words number"),
    ("and also three Irn Mien", "", None, "", "number"),
    ("and also three people", "", None, "", ""),
    ("my two Cents", "", None, "", "number"),
    ("two cents", "", None, "", ""),
    ("we won 3 games", "", None, "", ""),
    ("we won 3 crates", "", None, "", "number"),
    ("score 3-1", "", None, "", ""),
    ("2012-01-31", "", None, "", ""),
    ("in 1999 we lost", "", None, "", ""),
    ("this is a Banzai deck", "Banzai!", None, "", "words"),
    ("we play banzai a lot", "Banzai!", None, "", "words"),
    ("I play banzai! here", "", None, "", ""),
    ("I play, banzai!", "Banzai!", None, "", "words"),
    ("I play 2 banzai!", "Banzai!", 2, "", "words number"),
    ("Banzai! here", "Banzai!", None, "", "words"),
    ("The ambush went well", "", None, "", ""),
    ("Ambush phase", "Ambush", None, "", "words"),
    ("#3 Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("# Iron Mine", "Iron Mine", None, "`#` may mean something", ""),
    ("// Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("3 // Iron Mine", "Iron Mine", 3, "", "number"),
    ("-- 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("?? Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("3 Iron Mine ???", "Iron Mine", 3, "`?` may mean something", "number"),
    ("3 Iron Mine *", "Iron Mine", 3, "", "number"),
    ("☐ 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine:", "Iron Mine", 3, "", "number"),
    ("Iron Mine:", "Iron Mine", None, "it may be a heading", ""),
    ("card3 Iron Mine", "Iron Mine", None, "its number can be read in several ways", "number"),
    ("card3=Iron Mine", "Iron Mine", None, "its number can be read in several ways", "number"),
    ("Holding 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine (Holding)", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine - holding, 2 gold each", "Iron Mine + Gold", None, "it names several cards", "number"),
    ("3 Doji Hakuseki - exp 2", "Doji Hakuseki - exp3", 3, "", "number"),
    ("Doji Hakuseki - exp 2", "Doji Hakuseki - exp3", None, "", "number"),
    ("Doji Hakuseki exp2 3", "Doji Hakuseki - exp3", 3, LEVEL_OR_COPIES, "number"),
    ("Doji Hakuseki exp2, 3", "Doji Hakuseki - exp3", 3, LEVEL_OR_COPIES, "number"),
    ("Doji Hakuseki exp [3]", "Doji Hakuseki - exp3", 3, LEVEL_OR_COPIES, "number"),
    ("Doji Hakuseki exp2 1", "Doji Hakuseki - exp3", 1, "", "number"),
    ("Doji Hakuseki exp2: 3", "Doji Hakuseki - exp3", 3, "", "number"),
    ("3 Iron Mine Iron Mine", "Iron Mine + Iron Mine", None, "it names several cards", "number"),
    ("3 ABC Iron Mine", "Iron Mine", 3, "", "words number"),
    ("3 abc Iron Mine", "Iron Mine", 3, "", "words number"),
    ("3 z Iron Mine", "Iron Mine", 3, "", "words number"),
    ("Mulligan 3 Iron Mine away", "Iron Mine", 3, "", "words number"),
    ("3x Iron Mine foil", "Iron Mine", 3, "", "number copies"),
    ("3 Iron Mine!", "Iron Mine", 3, "", "number"),
    ("Iron Mine 40", "Iron Mine", 40, LEVEL, "number"),
    ("3 Ring of Fire & Ring of Water", "Ring of Fire + Ring of Water", None, "it names several cards", "number"),
    ("THREE IRON MINE", "Iron Mine", 3, "", "number"),
    ("3 iron mine (gold edition)", "Iron Mine", 3, "", "number"),
    ("2 x 3 Iron Mine", "Iron Mine", None, "it has several numbers", "number copies"),
    ("x3 Iron Mine x3", "Iron Mine", 3, "", "number copies"),
    ("3 Iron Mine x3", "Iron Mine", 3, "", "number copies"),
    ("3 | 3 | Iron Mine", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine (3)", "Iron Mine", None, "it has several numbers", "number"),
    ("1 | 1 | Iron Mine", "Iron Mine", 1, "", "number"),
    ("0 Iron Mine", "Iron Mine", None, "its number is not a number of copies", "number"),
    ("3000 Iron Mine", "Iron Mine", None, "its number is not a number of copies", "number"),
    ("IIII Iron Mine", "Iron Mine", None, "", "words"),
    ("l Iron Mine", "Iron Mine", None, "", ""),
    ("Ix Iron Mine (CE)", "Iron Mine", None, "", ""),
    ("I love Iron Mine", "Iron Mine", None, "", "words"),
    ("17. 3 Iron Mine 12", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine, exp", "Iron Mine", 3, "", "words number"),
    ("3 Banzai", "Banzai!", 3, "", "number"),
    ("banzai! 3", "Banzai!", 3, LEVEL, "number"),
    ("2011", "", None, "", ""),
    (" ", "", None, "", ""),
    ("iii", "", None, "", "number"),
    ("x copies", "", None, "", "number"),
    ("/* old", "", None, "`/*` may strike out lines", ""),
    ("999 problems", "", None, "", "number"),
    ("1000 problems", "", None, "", ""),
    ("Three Problems", "", None, "", "number"),
    ("?Iron Mine", "Iron Mine", None, "`?` may mean something", ""),
    ("3 Iron Mine and the Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "words number"),
    ("3 Iron Mine Holding Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", "number"),
    ("Iron Mine foil Copper Mine", "Iron Mine + Copper Mine", None, "it names several cards", ""),
    ("4/4 Iron Mine:", "Iron Mine", None, "its number can be read in several ways", ""),
    ("3 Iron Mine (CE) foil 45", "Iron Mine", None, "it has several numbers", "words number"),
    ("3 Iron Mine 45 (CE)", "Iron Mine", None, "it has several numbers", "number"),
    ("Iron Mine (CE) 45", "Iron Mine", 45, LEVEL, "number"),
    ("x3 Iron Mine (CE) 45", "Iron Mine", 3, "", "number copies"),
    ("2 x 3 Iron Mine (CE)", "Iron Mine", None, "it has several numbers", "number copies"),
    ("Iron Mine (CE), foil", "Iron Mine", None, "", ""),
    ("3 Iron Mine (holding) 45", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine (old art) 45", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine (old EaW) 45", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine (Unknown Set) 45", "Iron Mine", None, "it has several numbers", "words number"),
    ("3 Kuronada (exp 2) 45", "Kuronada - exp", None, "it has several numbers", "number"),
    ("3 Iron Mine (Copper Mine)", "Iron Mine + Copper Mine", None, "it names several cards", "number"),
    ("3 Copper Mine (Iron Mine)", "Copper Mine + Iron Mine", None, "it names several cards", "number"),
    ("3 Copper Mine [War]", "Copper Mine + War", None, "it names several cards", "number"),
    ("3 Copper Mine (Gold Mine)", "Copper Mine + Gold Mine", None, "it names several cards", "number"),
    ("3 Copper Mine (Also Iron Mine)", "Copper Mine + Iron Mine", None, "it names several cards", "words number"),
    ("Copper Mine (XXX)", "Copper Mine", None, "its number can be read in several ways", ""),
    ("Copper Mine (x)", "Copper Mine", None, "its number can be read in several ways", ""),
    ("3 Iron Mine (Out)", "Iron Mine", 3, "", "words number"),
    ("3 Iron Mine (Maybe Out)", "Iron Mine", 3, "", "words number"),
    ("3 Iron Mine (/*)", "Iron Mine", None, "a part of it may be struck out", "number"),
    ("Iron Mine: 2 force", "Iron Mine", None, "its number can be read in several ways", "words number"),
    ("3 Iron Mine, force", "Iron Mine", 3, "", "words number"),
    ("3.Iron Mine", "Iron Mine", 3, "", "number"),
    ("17)3 Iron Mine", "Iron Mine", None, "it has several numbers", "number"),
    ("17: 3 Iron Mine", "Iron Mine", None, "it has several numbers", "number"),
    ("17. Iron Mine 3", "Iron Mine", None, "it has several numbers", "number"),
    ("17. foil Iron Mine", "Iron Mine", 17, "", "words number"),
    ("a. 3 Iron Mine 2", "Iron Mine", None, "it has several numbers", "words number"),
    ("999 Iron Mine", "Iron Mine", 999, "", "number"),
    ("1000 Iron Mine", "Iron Mine", None, "its number is not a number of copies", "number"),
    ("+++ Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("+ + + Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("... Iron Mine", "Iron Mine", None, "", ""),
    ("Iron Mine ()", "Iron Mine", None, "its number can be read in several ways", ""),
    ("Iron Mine []", "Iron Mine", None, "its number can be read in several ways", ""),
    ("Iron Mine (]", "Iron Mine", None, "", ""),
    ("IIIx Iron Mine", "Iron Mine", 3, "", "number"),
    ("xIII Iron Mine", "Iron Mine", 3, "", "number"),
    ("threex Iron Mine", "Iron Mine", 3, "", "number"),
    ("xthree Iron Mine", "Iron Mine", 3, "", "number"),
    ("Iron Mine, copies: 12", "Iron Mine", 12, "", "number copies"),
    ("12 copies: Iron Mine", "Iron Mine", 12, "", "number copies"),
    ("We play 2 banzai often", "Banzai!", 2, "", "words number"),
    ("I like iron mine here", "Iron Mine", None, "", "words"),
    ("I play two banzai", "Banzai!", 2, "", "words"),
    ("I have x banzai", "Banzai!", None, "its number can be read in several ways", "words"),
    ("I play  banzai", "Banzai!", None, "", "words"),
    ("banzai we shout, Kei", "", None, "", ""),
    ("Kei: crane banzai", "Banzai!", None, "", "words"),
    ("3 Iron, Mine", "", None, "", "number"),
    ("3 Banzai!Kuronada", "Banzai! + Kuronada - exp", None, "it names several cards", "number"),
    ("3 What Have You Done!?", "What Have You Done!?", 3, "", "number"),
    ("★ 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("❌ 3 Iron Mine", "Iron Mine", 3, "`❌` may mean something", "number"),
    ("3 Iron Mine, Sideboard", "Iron Mine", 3, "", "words number"),
    ("3 Iron Mine, deck", "Iron Mine", 3, "", "words number"),
    ("3 Imperial Census, event", "Imperial Census", 3, "", "number"),
    ("3 Iron Mine, CE", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine, Crane", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine, dynasty cards", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine dynasty cards", "Iron Mine", 3, "", "words number"),
    ("three", "", None, "", "number"),
    ("three x", "", None, "", "number"),
    ("six Iron Mine", "Iron Mine", 6, "", "number"),
    ("xII Iron Mine", "Iron Mine", 2, "", "number"),
    (
        "3 Iron Mine, Copper Mine, Silver Mine",
        "Iron Mine + Copper Mine + Silver Mine",
        None,
        "it names several cards",
        "number",
    ),
    ("3 Iron Mine, Banzai!xyz", "Iron Mine + Banzai!", None, "it names several cards", "words number"),
    ("Iron Mine 2 ?", "Iron Mine", 2, "`?` may mean something", "number"),
    ("3 Iron     Mine", "Iron Mine", 3, "", "number"),
    ("3     Iron Mine     -     promo", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine main deck", "Iron Mine", 3, "", "words number"),
    ("3 Iron Mine, main deck", "Iron Mine", 3, "", "number"),
]


@pytest.mark.parametrize("row", LINES, ids=[line for line, *_ in LINES])
def test_a_line_says(row: tuple[str, str, int | None, str, str], ccg: FilePool) -> None:
    line, cards, copies, doubt, others = row
    said = account(line, ccg, Limits())

    assert " + ".join(card.name for card in said.titles) == cards
    assert (said.count, said.doubt) == (copies, doubt)
    flags = (("words", said.words), ("number", said.number), ("copies", said.says_copies))
    assert [word for word, is_there in flags if is_there] == others.split()


@pytest.mark.parametrize(
    ("line", "is_too_long"),
    [
        ("3 Iron Mine".ljust(20_000), False),
        ("3 Iron Mine".ljust(20_001), True),
        ("3 Iron Mine" + " ." * 1_997, False),
        ("3 Iron Mine" + " ." * 1_998, True),
    ],
)
def test_a_line_of_many_words_is_too_long(line: str, *, is_too_long: bool, ccg: FilePool) -> None:
    said = account(line, ccg, Limits())

    assert (said.doubt, said.number) == ("it is too long" if is_too_long else "", True)


@pytest.mark.parametrize(
    ("first", "second", "goes_on"),
    [
        ("3 Settling the", "Homeless", True),
        ("3 Settling the Home-", "less", True),
        ("3 Iron Min-", "e", True),
        ("3 Kuro-", "nada", True),
        ("3 Iron", "  Mine x2", True),
        ("Kei plays market-", "place a lot", True),
        ("3 Iron", "- Mine", False),
        ("3 Iron", "3 Mine", False),
        ("3 Iron", "", False),
        ("3 Iron Mine", "Copper Mine", False),
        ("3 Kuronada", "exp 2", False),
        ("3 (Imperial)", "Census", False),
    ],
)
def test_a_title_goes_on_in_the_next_line(first: str, second: str, *, goes_on: bool, ccg: FilePool) -> None:
    assert begins_title(first, second, ccg) is goes_on


# A comment, whether it is written as cards are, and whether it has a card beside a number at all.
COMMENTS = [
    ("3 Iron Mine", True, True),
    ("3 foil Iron Mine", True, True),
    ("Iron Mine x3", True, True),
    ("Iron Mine III", True, True),
    ("three Iron Mine", True, True),
    ("2.5 Iron Mine", True, True),
    ("\uff13 Iron M\uff49ne", True, True),
    ("Iron <b>Mine</b> x3", True, True),
    ("maybe 3 Iron Mine", False, True),
    ("maybe 2-3 Iron Mine", False, True),
    ("copies of Iron Mine", False, True),
    ("In the last of all games I took out the three Iron Mine", False, True),
    ("copies of Iron Mine and Copper Mine", False, True),
    ("or 3 Iron Mine and 2 Copper Mine", False, True),
    ("Iron Mine", False, False),
    ("Iron Mine or so", False, False),
    ("3 Xylophone Quartet", False, False),
    ("3 times in a row we lost to the same team", False, False),
    ("2.5 people", False, False),
    ("3", False, False),
]


@pytest.mark.parametrize(("comment", "is_card", "says"), COMMENTS)
def test_a_comment_is_a_card_or_says_one(comment: str, *, is_card: bool, says: bool, ccg: FilePool) -> None:
    assert is_card_line(comment, ccg, Limits()) is is_card
    assert says_card(comment, ccg, Limits()) is says


@pytest.mark.parametrize(
    ("subtitle", "has_card"),
    [
        ("the young lord of the Cranes", False),
        ("Iron Mine", True),
        ("Lord of the war", False),
        ("3 times", True),
        ("two of them", True),
        ("2-3", True),
        ("CE45", True),
        ("a b c d e f g h i j k l", False),
        ("a b c d e f g h i j k l m", True),
    ],
)
def test_a_subtitle_has_a_card(subtitle: str, *, has_card: bool, ccg: FilePool) -> None:
    assert holds_card(subtitle, ccg) is has_card


# The text in brackets behind a name, by whether it is a set or a fact of the card, and nothing else.
NOTES = {
    True: """CE; celestial edition; CE #45; foil; old art, foil; 2 gold each; 4 chi, 2 gold; Holding; SoD; TG2; s; EaW;
        Second City; Promotional – Celestial; Celestial Edition #45; promo; old CE; R""",
    False: """sod; Xyzz; Xyzzy; Xyzzy World; old Xyzz; SB; NO; MAX; PS; ?; Or War; To Remove; Second; gold Xyzzy; Maybe;
        Maybe Out; not; 3; three; 2-3; /*; Iron Mine; War; Gold Mine; Also Iron Mine; XXX; x; 12 pack; maybe foil""",
}


@pytest.mark.parametrize(
    ("note", "is_fact"), [(note.strip(), is_it) for is_it in NOTES for note in NOTES[is_it].split(";")]
)
def test_brackets_behind_a_name_hold_a_fact_of_the_card(note: str, *, is_fact: bool, ccg: FilePool) -> None:
    assert is_note(note, ccg) is is_fact


def test_empty_brackets_hold_no_fact(ccg: FilePool) -> None:
    assert not is_note("", ccg)


@pytest.mark.parametrize("price", ["$2.50 ea", "£2", "EUR 2", "2€"])
def test_a_price_leaves_the_level_in_front_of_it(price: str, ccg: FilePool) -> None:
    assert account(f"1 Hida Kuon - exp2 {price}", ccg, Limits()).name == "Hida Kuon - exp2"
