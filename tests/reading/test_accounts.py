"""What a line says by itself: the titles on it, the number of copies, and why either is in doubt."""

from __future__ import annotations

import pytest

from deckcheck.decks.resolve.accounting import account
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool

# A line, the cards on it, the copies, the doubt, and whether it has words that mean something else, and a number that
# may be one of copies.
LINES: list[tuple[str, str, int | None, str, str]] = [
    ("3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("Iron Mine", "Iron Mine", None, "", ""),
    ("Iron Mine 3", "Iron Mine", 3, "its number may be that of copies, a level or a fact of the card", "number"),
    ("Iron Mine  3", "Iron Mine", 3, "", "number"),
    ("Iron Mine: 3", "Iron Mine", 3, "", "number"),
    ("Iron Mine x3", "Iron Mine", 3, "", "number"),
    ("Iron Mine (3)", "Iron Mine", 3, "", "number"),
    ("Iron Mine, 3", "Iron Mine", 3, "", "number"),
    ("1. 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("1) 3 Iron Mine", "Iron Mine", 3, "", "number"),
    ("1.3 Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("1. Iron Mine", "Iron Mine", 1, "", "number"),
    ("12. 3 x Iron Mine", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine 2", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine 2 gold", "Iron Mine + Gold", None, "it has several names", "number"),
    ("3 Iron Mine (2 gold)", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine 45", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine (CE) 45", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine [Gold] 12", "Iron Mine", 3, "", "number"),
    ("3 Banzai! 2", "Banzai!", None, "it has several numbers", "number"),
    ("3 Iron Mine 0,25 €", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine $2", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine and 2 Copper Mine", "Iron Mine + Copper Mine", None, "it has several names", "number"),
    ("3 Iron Mine plus Copper Mine", "Iron Mine + Copper Mine", None, "it has several names", "number"),
    ("3 Iron Mine or Copper Mine", "Iron Mine + Copper Mine", None, "it has several names", "words number"),
    ("3 Iron Mine, 2 Copper Mine", "Iron Mine + Copper Mine", None, "it has several names", "number"),
    ("3 Iron Mine / Copper Mine", "Iron Mine + Copper Mine", None, "it has several names", "number"),
    ("Holdings: 3 Iron Mine, Copper Mine", "Iron Mine + Copper Mine", None, "it has several names", "number"),
    ("swap Iron Mine for Copper Mine", "Iron Mine + Copper Mine", None, "it has several names", "words"),
    ("three Iron Mine", "Iron Mine", 3, "", "number"),
    ("Three copies of Iron Mine", "Iron Mine", 3, "", "number"),
    ("a playset of Iron Mine", "Iron Mine", None, "its number can be read in several ways", "words"),
    ("a Iron Mine", "Iron Mine", None, "", "words"),
    ("III Iron Mine", "Iron Mine", 3, "", "number"),
    ("Iron Mine III", "Iron Mine", 3, "", ""),
    ("xxx Iron Mine", "Iron Mine", None, "its number can be read in several ways", ""),
    ("3 copies Iron Mine", "Iron Mine", 3, "", "number"),
    ("3 more Iron Mine", "Iron Mine", 3, "", "words number"),
    ("maybe 3 Iron Mine", "Iron Mine", 3, "", "words number"),
    ("and also three Irn Mien", "", None, "", "number"),
    ("and also three people", "", None, "", ""),
    ("my two Cents", "", None, "", "number"),
    ("two cents", "", None, "", ""),
    ("we won 3 games", "", None, "", "number"),
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
    ("3 Iron Mine - holding, 2 gold each", "Iron Mine + Gold", None, "it has several names", "number"),
    ("3 Doji Hakuseki - exp 2", "Doji Hakuseki - exp3", 3, "", "number"),
    ("Doji Hakuseki - exp 2", "Doji Hakuseki - exp3", None, "", "number"),
    ("Doji Hakuseki exp2 3", "Doji Hakuseki - exp3", 3, "", "number"),
    ("3 Iron Mine Iron Mine", "Iron Mine + Iron Mine", None, "it has several names", "number"),
    ("3 ABC Iron Mine", "Iron Mine", 3, "", "words number"),
    ("3 abc Iron Mine", "Iron Mine", 3, "", "words number"),
    ("3 z Iron Mine", "Iron Mine", 3, "", "words number"),
    ("Mulligan 3 Iron Mine away", "Iron Mine", 3, "", "words number"),
    ("3x Iron Mine foil", "Iron Mine", 3, "", "words number"),
    ("3 Iron Mine!", "Iron Mine", 3, "", "number"),
    ("Iron Mine 40", "Iron Mine", 40, "its number may be that of copies, a level or a fact of the card", "number"),
    ("3 Ring of Fire & Ring of Water", "Ring of Fire + Ring of Water", None, "it has several names", "number"),
    ("THREE IRON MINE", "Iron Mine", 3, "", "number"),
    ("3 iron mine (gold edition)", "Iron Mine", 3, "", "number"),
    ("2 x 3 Iron Mine", "Iron Mine", None, "it has several numbers", "number"),
    ("x3 Iron Mine x3", "Iron Mine", 3, "", "number"),
    ("3 Iron Mine x3", "Iron Mine", 3, "", "number"),
    ("0 Iron Mine", "Iron Mine", None, "its number is none of copies", "number"),
    ("3000 Iron Mine", "Iron Mine", None, "its number is none of copies", "number"),
    ("IIII Iron Mine", "Iron Mine", None, "", "words"),
    ("17. 3 Iron Mine 12", "Iron Mine", None, "it has several numbers", "number"),
    ("3 Iron Mine, exp", "Iron Mine", 3, "", "words number"),
    ("3 Banzai", "Banzai!", 3, "", "number"),
    ("banzai! 3", "Banzai!", 3, "its number may be that of copies, a level or a fact of the card", "number"),
]


@pytest.mark.parametrize("row", LINES, ids=[line for line, *_ in LINES])
def test_a_line_says(row: tuple[str, str, int | None, str, str], ccg: FilePool) -> None:
    line, cards, copies, doubt, others = row
    said = account(line, ccg, Limits())

    assert " + ".join(card.name for card in said.titles) == cards
    assert (said.count, said.doubt) == (copies, doubt)
    assert [word for word, is_there in (("words", said.words), ("number", said.number)) if is_there] == others.split()
