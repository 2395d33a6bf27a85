"""Every way to write cards on a line, in real lists: what a line names is counted, or the verdict waits for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckcheck.system.strict_yaml import safe_loader
from tests.conftest import examples
from tests.reading.lists import GAMES, MEANINGS, PLACES, Bench, Case, judge
from tests.reading.writing import NUMBERS, written

FILE = Path(__file__).parent / "line_syntaxes.yaml"
TABLE: list[dict[str, Any]] = yaml.load(FILE.read_text("utf-8"), Loader=safe_loader())
# A row that gives its number as digits is tried with too many copies as well.
MANY = 9
DIGITS = re.compile("|".join(re.escape(f"{{{token}}}") for token in NUMBERS))


@dataclass(frozen=True)
class Row:
    tag: str
    number: int
    text: str
    means: frozenset[str]
    copies: int
    other: int
    places: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.tag}-{self.number}"


def rows() -> Iterator[Row]:
    """Yield the rows of the table."""
    for group in TABLE:
        for number, line in enumerate(group["rows"], 1):
            row: dict[str, Any] = {"text": line} if isinstance(line, str) else line
            assert set(row) <= {"text", "means", "copies", "other", "at"}, row
            means = frozenset(row.get("means", group["means"]).split())
            assert means <= set(MEANINGS), row
            places = tuple(row.get("at", " ".join(PLACES)).split())
            yield Row(group["tag"], number, row["text"], means, row.get("copies", 3), row.get("other", 3), places)


ROWS = list(rows())


@pytest.fixture(scope="module")
def formats(tmp_path_factory: pytest.TempPathFactory) -> list[Bench]:
    return [Bench(game, tmp_path_factory.mktemp(name)) for name, game in GAMES.items()]


def ways_of(row: Row) -> list[str]:
    """Return what a list can have in place of the card: itself, a banned one, or too many, where a row gives digits."""
    if row.copies == 0 or row.means.isdisjoint({"read", "some", "doubt"}):
        return ["banned"]
    return ["the card", "banned", *(["too many"] if DIGITS.search(row.text) else [])]


def case_of(bench: Bench, row: Row, turn: int, way: str, place: str) -> Case | None:
    """Return a list with the row. `turn` chooses the list and the cards.

    None when the format has no list with two cards in the numbers that the row needs.
    """
    needed = Counter([row.copies or 3] + ([row.other] if "{other}" in row.text else []))
    fitting = [base for base in bench.bases if all(len(base.slots_of(n)) >= lines for n, lines in needed.items())]
    if not fitting:
        return None  # The card game has too few cards with one copy in a deck.
    base = fitting[turn % len(fitting)]
    slots = base.slots_of(row.copies or 3)
    slot = slots[turn % len(slots)]
    banned = bench.game.banned[turn % len(bench.game.banned)] if way == "banned" else ""
    others = [each for each in base.slots_of(row.other) if each != slot]
    second = others[turn % len(others)] if "{other}" in row.text else None
    copies = MANY if way == "too many" else row.copies
    cards = {banned or slot.name: copies}
    gone = [] if banned else [slot]
    if second:
        gone.append(second)
        cards[second.name] = copies if " each" in row.text else row.other
    text = written(row.text, banned or slot.name, copies, second.name if second else "", row.other)
    return Case(base.without(gone, place), text, cards, banned, legal=way == "the card" and copies == slot.copies)


def failures(formats: Sequence[Bench], turn: int) -> Iterator[str]:
    """Yield what is wrong with the lists that have the row `turn` of the table.

    This is one list, of either game by turns; in the long profile, a list of each format in every way.
    """
    row = ROWS[turn]
    forms = [(bench, way, place) for bench in by_turns(formats, turn) for way, place in forms_of(row, turn)]
    for bench, way, place in forms:
        case = case_of(bench, row, turn, way, place)
        if case and (said := judge(bench, case, row.means)):
            yield f"{row.id}: {bench.game.format}, {way}, at the {place}: {case.row!r}: {said}"
        if case and examples(1) == 1:
            return


def by_turns(formats: Sequence[Bench], turn: int) -> list[Bench]:
    """Return the formats in the order in which a row tries them: each game has two rows by turns."""
    *collectible, card_game = formats
    first = turn % len(collectible)
    collectible = collectible[first:] + collectible[:first]
    return [*collectible, card_game] if turn // 2 % 2 else [card_game, *collectible]


def forms_of(row: Row, turn: int) -> list[tuple[str, str]]:
    """Return in which ways and at which place a list has a row, first the one whose turn it is."""
    place = row.places[turn % len(row.places)]
    ways = ways_of(row)
    wrong = ways[1:] or ways
    first = ways[0] if turn % 2 else wrong[turn // 4 % len(wrong)]
    return [(way, place) for way in sorted(ways, key=lambda way: way != first)]


@pytest.mark.parametrize("tag", dict.fromkeys(row.tag for row in ROWS))
def test_no_card_is_lost_and_none_is_made_up(formats: list[Bench], tag: str) -> None:
    found = [each for turn, row in enumerate(ROWS) if row.tag == tag for each in failures(formats, turn)]
    assert not found, "\n".join(found)
