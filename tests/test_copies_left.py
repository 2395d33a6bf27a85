"""Which cards could still go into a deck: `cards search --legal-in`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.build.copies_left import MOST, CopiesLeft, with_more
from deckcheck.build.editing.draft import Draft, broken, draft_of
from deckcheck.cli import run
from deckcheck.decks.readers import read
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from tests.conftest import examples, shipped_format, text_file

Output = pytest.CaptureFixture[str]

WALL = """\
Stronghold: Shiro Nishiyama
Role: Keeper of Air
3 Hida Guardian
3 Rout
2 Banzai!
"""


def draft(text: str, fmt: Format, pool: FilePool) -> Draft:
    return draft_of(text.encode(), read(text, "deck.txt", Limits()), fmt, pool)


def left(text: str, name: str, fmt: Format, pool: FilePool) -> int:
    """Return how many copies of a card could still go into the list."""
    (card,) = [card for card in pool.named(fold(name)) if fmt.allows(card)]
    return CopiesLeft(draft(text, fmt, pool).deck, Judge(fmt)).copies_left(card)


class TestCopiesLeft:
    @pytest.mark.parametrize(
        ("name", "copies"),
        [
            ("Banzai!", 1),  # two of three are in
            ("Hida Guardian", 0),  # all three are in
            ("Spyglass", 0),  # banned
            ("Manicured Garden", 1),  # a province, at most one per deck
            ("Kyūden Hida", 0),  # a second stronghold
            ("Doji Whisperer", 0),  # a dynasty card of another clan
        ],
    )
    def test_in_a_deck_of_the_card_game(self, name: str, copies: int, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-stronghold")

        assert left(WALL, name, fmt, lcg) == copies

    def test_influence_that_is_left_decides(self, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-2017")
        # The stronghold gives 10; three cards cost 1 each and three others 2 each.
        spent = "Stronghold: Shiro Nishiyama\n3 Duelist Training\n3 Admit Defeat\n"

        assert left(spent, "Steward of Law", fmt, lcg) == 1  # costs 1
        assert left(spent, "Voice of Honor", fmt, lcg) == 0  # costs 2
        assert left(spent, "Banzai!", fmt, lcg) == 3  # is of no clan

    def test_a_deck_that_is_too_small_takes_cards(self, celestial: Format, ccg: FilePool) -> None:
        assert left("Embassy of the Crane\n2 Marketplace\n", "Marketplace", celestial, ccg) == 1

    def test_what_is_too_many_already_is_not_made_worse(self, celestial: Format, ccg: FilePool) -> None:
        assert left("Embassy of the Crane\n5 Marketplace\n", "Marketplace", celestial, ccg) == 0
        assert left("Embassy of the Crane\n5 Marketplace\n", "Famous Bazaar", celestial, ccg) == 3

    def test_an_unrecognised_line_that_may_lift_an_error_gives_no_room(self, celestial: Format, ccg: FilePool) -> None:
        unclear = "Embassy of the Crane\n5 Marketplace\n1 Kakita's Lost Work\n"

        assert left(unclear, "Marketplace", celestial, ccg) == 0
        assert left(unclear, "Famous Bazaar", celestial, ccg) == 3

    def test_a_full_deck_takes_nothing_more(self, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-stronghold")
        many = [card for card in lcg.cards() if card.deck == "dynasty" and card.clans == ("crab",) and fmt.allows(card)]
        text = WALL + "".join(f"3 {card.title}\n" for card in many[1:15])

        full = check(draft(text, fmt, lcg).deck, fmt, lcg)
        assert full.counts["dynasty"] == 45
        assert left(text, "Imperial Storehouse", fmt, lcg) == 0
        assert left(text, "Banzai!", fmt, lcg) == 1

    def test_a_card_without_a_limit_says_so(self, ccg: FilePool) -> None:
        assert left("Embassy of the Crane\n", "Clan Mon", shipped_format("legacy"), ccg) == MOST


NAMES = (
    *("Marketplace", "Counting House", "Kakita Hideo", "Doji Hatashi", "A New Year", "Ring of Water", "Rout"),
    *("Steel on Steel", "Fading Shadows", "Well-Defended Border", "Rising Sun Blade", "Doji's Guidance"),
)


@settings(max_examples=examples(15), deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), st.integers(1, 3), max_size=8), st.data())
def test_room_is_what_the_engine_finds_no_new_error_for(
    celestial: Format, ccg: FilePool, counts: dict[str, int], data: st.DataObject
) -> None:
    text = "Embassy of the Crane\n" + "".join(f"{count} {name}\n" for name, count in counts.items())
    start = draft(text, celestial, ccg)
    base = start.report()
    room = CopiesLeft(start.deck, Judge(celestial))
    legal = [*filter(celestial.allows, ccg.cards())]
    errors = {finding.name for finding in base.findings if finding.severity is Severity.ERROR}
    for card in data.draw(st.lists(st.sampled_from(legal), min_size=10, max_size=10)):
        more = data.draw(st.integers(1, 4))
        new = broken(base.findings, check(with_more(start.deck, card, more), celestial, ccg).findings)
        fine = not any(finding.severity is Severity.ERROR for finding in new)
        if errors <= {"deck-too-small"}:
            assert (room.copies_left(card, more) == more) is fine, card.name


class TestCommand:
    @pytest.fixture
    def wall(self, tmp_path: Path) -> Path:
        return text_file(tmp_path / "wall.txt", f"Format: lcg-stronghold\n{WALL}")

    def test_shows_what_could_go_in_and_how_many(self, wall: Path, capsys: Output) -> None:
        assert run(["cards", "search", "banzai or rout", "--legal-in", str(wall), "--as", "json"]) == 0

        assert [(card["name"], card["left"]) for card in json.loads(capsys.readouterr().out)] == [("Banzai!", 1)]

    def test_nothing_is_1(self, wall: Path) -> None:
        assert run(["cards", "search", "hida guardian", "--legal-in", str(wall)]) == 1

    def test_the_format_may_be_another(self, wall: Path, capsys: Output) -> None:
        args = ["cards", "search", "banzai", "--legal-in", str(wall), "-f", "lcg-2017", "--as", "json"]

        assert run(args) == 0
        assert json.loads(capsys.readouterr().out)[0]["left"] == 1

    def test_a_deck_that_names_no_format_needs_one(self, tmp_path: Path, capsys: Output) -> None:
        path = text_file(tmp_path / "deck.txt", WALL)

        assert run(["cards", "search", "banzai", "--legal-in", str(path)]) == 2
        assert "names no format" in capsys.readouterr().err
