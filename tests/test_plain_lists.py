"""Lists that are read in passing: what is recorded of them is what reading them in full would give."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from deckcheck.bulk.chunks import Chunk
from deckcheck.bulk.examiner import Examiner
from deckcheck.bulk.records import Recorder
from deckcheck.decklists.containers import Document
from deckcheck.decklists.rows import Cell
from deckcheck.intake import Piece
from deckcheck.limits import Limits
from deckcheck.loading.pools import FilePool
from tests.conftest import shipped_format
from tests.fixture_decks import RULE_FOLDERS, WHOLE_DECKS

FORMATS = sorted(folder.name for folder in WHOLE_DECKS.iterdir())
STRANGE_LINES = (
    "# Dynasty (40)",
    "# Dynasty (7)",
    "# Fate",
    "# Pre-Game",
    "# Holdings (3)",
    "Holdings (3):",
    "Sideboard",
    "# a comment",
    "// 3 more",
    "Player: Kei",
    "Name: Walls",
    "Legality: Celestial",
    "Deck: Honor",
    "by: Ren",
    "Event: Kotei",
    "Event: 3 Marketplace",
    "I went 4-1 with this deck.",
    "3x",
    "40",
    "3 Marketplace",
    "2 Marketplace # good",
    "1 Marketplace (Celestial Edition)",
    "Marketplace",
    "3 x Marketplace",
    "x3 Marketplace",
    "Marketplace x3",
    "0 Marketplace",
    "-1 Marketplace",
    "1000 Marketplace",
    "3 market place",
    "3 Marketpalce",
    "1 700 Soldier Plain",
    "700 Soldier Plain",
    "3 Mar\u200bketplace",
    "3 M\u0430rketplace",
    "[b]Fate[/b]",
    "<script>",
    "- 3 Marketplace",
    "3\tMarketplace",
    "  3 Marketplace  ",
    "dynasty:",
    "\ufeff3 Marketplace",
    "3 1,000 Cuts Technique",
    "1,000 Cuts Technique",
    '2 "Is That All?"',
    "2 Feint & Strike",
    "2 Feint &amp; Strike",
    "3 Market__place",
    "3 **Marketplace**",
    "Holding (3) Marketplace",
    "3 Marketplace (3)",
    "3 Marketplace // good",
    "2 Nothing by This Name",
    "Nothing by this name either",
    "1 Proxy: Marketplace",
    "3 Hida Kuon - exp9",
    "4\u0663 Marketplace",
    "Deck Created with care",
    "  2 Steel on Stel",
)


def lists(format_id: str, dice: random.Random) -> Iterator[str]:
    """Yield the fixture decks of a format, and each with a few lines more, less or elsewhere."""
    for path in sorted((WHOLE_DECKS / format_id).glob("*.txt")):
        text = path.read_text("utf-8")
        yield text
        for _ in range(10):
            lines = text.split("\n")
            for _ in range(dice.randrange(1, 4)):
                at = dice.randrange(len(lines))
                change = dice.randrange(4)
                if change == 0:
                    lines.insert(at, dice.choice(STRANGE_LINES))
                elif change == 1:
                    del lines[at]
                elif change == 2:
                    lines.insert(dice.randrange(len(lines)), lines[at])
                else:
                    lines[at] = lines[at].replace("3 ", "4 ", 1).replace("1 ", "2 ", 1)
            yield "\n".join(lines)


def recorded(recorder: Recorder, piece: Piece) -> bytes:
    return recorder.result(Chunk(1, (piece,))).records


def in_full(recorder: Recorder, piece: Piece) -> bytes:
    return "".join(line for _, line in recorder._decks(piece)).encode("utf-8", "backslashreplace")


@pytest.mark.parametrize("format_id", FORMATS)
def test_what_is_recorded_does_not_depend_on_how_a_list_is_read(format_id: str, ccg: FilePool, lcg: FilePool) -> None:
    fmt = shipped_format(format_id)
    recorder = Recorder(Examiner(fmt, {"ccg": ccg, "lcg": lcg}[fmt.pool], Limits()))
    dice = random.Random(format_id)
    for number, text in enumerate(lists(format_id, dice)):
        pieces: list[Piece] = [Document(f"{number}.txt", f"{number}.txt", text.encode())]
        pieces.append(Cell("decks.csv", text, number + 2, number + 2, {"player": "Kei", "name": "Walls"}))
        for piece in pieces:
            assert recorded(recorder, piece) == in_full(recorder, piece)


@pytest.mark.parametrize("format_id", ["celestial-40-40", "twenty-festivals", "lcg-2017"])
def test_plain_lists_are_read_in_passing(format_id: str, ccg: FilePool, lcg: FilePool) -> None:
    fmt = shipped_format(format_id)
    recorder = Recorder(Examiner(fmt, {"ccg": ccg, "lcg": lcg}[fmt.pool], Limits()))
    texts = [path.read_text("utf-8") for path in sorted((WHOLE_DECKS / format_id).glob("*.txt"))]

    assert any(recorder._lists.read(text, "deck.txt") for text in texts)


def test_the_fixtures_of_all_rules_are_recorded_alike(ccg: FilePool) -> None:
    recorder = Recorder(Examiner(shipped_format("celestial-40-40"), ccg, Limits()))

    for path in sorted(RULE_FOLDERS.glob("*/*.txt")):
        piece = Document(path.name, path.name, path.read_bytes())
        assert recorded(recorder, piece) == in_full(recorder, piece), path


def test_lists_of_long_lines_are_not_remembered(ccg: FilePool) -> None:
    lists = Recorder(Examiner(shipped_format("celestial-40-40"), ccg, Limits()))._lists

    assert lists.read("3 Marketplace\n" + "x" * 1000, "deck.txt") is None
    assert lists.read("3 Marketplace\n" + "x" * 100, "deck.txt") is not None


@pytest.mark.parametrize("name", ["deck.json", "deck.yaml", "deck.o8d", "deck.xml"])
def test_the_suffix_of_another_syntax_is_left_to_the_reader(name: str, ccg: FilePool) -> None:
    recorder = Recorder(Examiner(shipped_format("celestial-40-40"), ccg, Limits()))

    assert recorder._lists.read("3 Marketplace\n", name) is None
    assert recorder._lists.read("3 Marketplace\n", "deck.txt") is not None
