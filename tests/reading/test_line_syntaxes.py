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
def benches(tmp_path_factory: pytest.TempPathFactory) -> list[Bench]:
    return [Bench(game, tmp_path_factory.mktemp(name)) for name, game in GAMES.items()]


def attempts(
    bench: Bench,
    row: Row,
    turn: int,
    places: Sequence[str],
    *,
    many: bool,
    banned_cards: Sequence[bool] = (False, True),
) -> Iterator[tuple[str, Case]]:
    """Yield the lists to try a row in, each with what it is. `turn` chooses the list and the cards.

    `many`: with too many copies as well, where the row gives their number. `banned_cards`: with the card of the list,
    with a banned one, or with either; a row that puts no card into the deck is tried with a banned one.
    """
    needed = Counter([row.copies or 3] + ([row.other] if "{other}" in row.text else []))
    fitting = [base for base in bench.bases if all(len(base.slots_of(n)) >= lines for n, lines in needed.items())]
    if not fitting:
        return  # The card game has too few cards with one copy in a deck.
    base = fitting[turn % len(fitting)]
    slots = base.slots_of(row.copies or 3)
    slot = slots[turn % len(slots)]
    banned = bench.game.banned[turn % len(bench.game.banned)]
    others = [each for each in base.slots_of(row.other) if each != slot]
    second = others[turn % len(others)] if "{other}" in row.text else None

    def case(name: str, copies: int, place: str) -> Case:
        gone = [] if name == banned else [slot]
        cards = {name: copies}
        of_other = copies if " each" in row.text else row.other
        if second:
            gone.append(second)
            cards[second.name] = of_other
        text = written(row.text, name, copies, second.name if second else "", row.other)
        rest = base.without(gone, place)
        return Case(rest, text, cards, banned if name == banned else "", legal=(name, copies) == slot[1:])

    in_deck = row.copies > 0 and not row.means.isdisjoint({"read", "some", "doubt"})
    for place in places:
        if in_deck and False in banned_cards:
            yield f"instead of the card, at the {place}", case(slot.name, row.copies, place)
        if not in_deck or True in banned_cards:
            yield f"with a banned card, at the {place}", case(banned, row.copies, place)
    if many and in_deck and DIGITS.search(row.text):
        yield "with too many copies", case(slot.name, MANY, places[0])


def failures(benches: Sequence[Bench], turn: int) -> Iterator[str]:
    """Yield what is wrong with the lists that have the row `turn` of the table, at one place in each format.

    Of its card and a banned one, one game has the one and the other game the other; the long profile tries both.
    """
    row = ROWS[turn]
    for index, bench in enumerate(benches, turn):
        place = row.places[index % len(row.places)]
        cards = (False, True) if examples(1) > 1 else (index % 2 == 0,)
        for what, case in attempts(bench, row, turn, [place], many=index % len(benches) == 0, banned_cards=cards):
            if wrong := judge(bench, case, row.means):
                yield f"{row.id}: {bench.game.format}, {what}: {case.row!r}: {wrong}"


@pytest.mark.parametrize("tag", dict.fromkeys(row.tag for row in ROWS))
def test_no_card_is_lost_and_none_is_made_up(benches: list[Bench], tag: str) -> None:
    found: list[str] = []
    for turn in (turn for turn, row in enumerate(ROWS) if row.tag == tag):
        # A format of each game; the long profile tries them all.
        *collectible, card_game = benches
        first = turn % len(collectible)
        found += failures([*(collectible[first:] + collectible[:first])[: examples(1)], card_game], turn)
    assert not found, "\n".join(found)
