"""The editor on the screen, driven as by a person: keys, mouse, and what is written in the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from deckcheck.build.copies_left import CopiesLeft
from deckcheck.build.editing.draft import Draft, draft_of
from deckcheck.build.popularity import Popularity
from deckcheck.cli import run
from deckcheck.decks.readers import read
from deckcheck.model.errors import OutputError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.report import Report
from deckcheck.pools.loading import FilePool
from deckcheck.tui.dialogs import AskToSave, Choose, Help
from deckcheck.tui.editor import Editor, _checked
from deckcheck.tui.panes import CardTable, FindingsPane, LinesPane
from tests.conftest import shipped_format

LIST = """\
# still growing
Stronghold: Embassy of the Crane

3 Marketplace  # gold
2 Kakita Hideo
3 Stel on Steel
"""

Act = Callable[[Editor, "Pilot[None]"], Awaitable[None]]


class Driver:
    """Runs the editor at 80x24 on one list, and keeps what it saves."""

    size = (80, 24)

    def __init__(self, fmt: Format, pool: FilePool, text: str = LIST, path: str = "deck.txt") -> None:
        self._fmt, self._pool, self._path = fmt, pool, path
        self.saved = text

    def __call__(self, act: Act) -> Editor:
        raw = read(self.saved, self._path, Limits())
        draft = draft_of(self.saved.encode(), raw, self._fmt, self._pool)
        editor = Editor(draft, self._pool.cards, self.save, lambda: Popularity(7, {"famous_bazaar": 5}))

        async def go() -> None:
            async with editor.run_test(size=self.size) as pilot:
                await settle(pilot)
                await act(editor, pilot)

        asyncio.run(go())
        return editor

    def save(self, old: bytes, new: bytes) -> None:
        assert old.decode() == self.saved
        self.saved = new.decode()


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.tui.editor._PAUSE", 0.01)
    monkeypatch.setattr("deckcheck.tui.editor._LONG_PAUSE", 0.02)


@pytest.fixture
def drive(celestial: Format, ccg: FilePool) -> Driver:
    return Driver(celestial, ccg)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until no worker is left that could change a pane."""
    await pilot.pause()
    while pilot.app.workers:
        await pilot.pause(0.02)
    await pilot.pause()


async def find(pilot: Pilot[None], query: str) -> None:
    """Type a query and go to what was found."""
    pilot.app.query_one(Input).value = query
    await settle(pilot)
    pilot.app.query_one(Input).focus()
    await pilot.press("enter")
    await settle(pilot)


def rows(editor: Editor, table: str) -> list[str]:
    """Return the rows of a table as text, blanks made one."""
    widget = editor.query_one(f"#{table}", CardTable)
    return [" ".join(" ".join(map(str, widget.get_row_at(at))).split()) for at in range(widget.row_count)]


def verdict(editor: Editor) -> str:
    return Text.from_markup(str(editor.main.query_one(FindingsPane).border_title)).plain


def lines(editor: Editor, pane: str) -> str:
    return "\n".join(editor.query_one(f"#{pane}", LinesPane).lines)


def text(editor: Editor) -> str:
    return editor.session.draft.content.decode()


def test_opens_with_the_deck_and_what_the_rules_say(drive: Driver) -> None:
    async def act(editor: Editor, _: Pilot[None]) -> None:
        assert rows(editor, "deck") == [
            *("1 Strongholds", "1 Embassy of the Crane"),
            *("5 Dynasty deck", "3 Holding", "3 2 Marketplace", "2 Personality", "2 4 Kakita Hideo"),
            *("3 not recognised", "3 ? Stel on Steel"),
        ]
        assert verdict(editor) == "illegal, 3 findings (stronghold 1, dynasty 5, not recognised 3)"
        assert [finding.code for finding in editor.query_one(FindingsPane).findings] == ["S001", "S001", "D001"]
        assert editor.focused is editor.deck_pane
        assert lines(editor, "details").startswith("Embassy of the Crane\nstronghold\n")

    drive(act)


def test_a_check_that_is_late_changes_nothing(drive: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(draft: Draft, left: CopiesLeft | None) -> tuple[Report, CopiesLeft | None]:
        if b"1 Famous Bazaar" in draft.content:
            time.sleep(0.3)
        return _checked(draft, left)

    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await find(pilot, "famous bazaar")
        await pilot.press("plus")
        await pilot.pause(0.1)
        await pilot.press("plus")
        await settle(pilot)
        assert "dynasty 7" in verdict(editor)

    monkeypatch.setattr("deckcheck.tui.editor._checked", slow)
    drive(act)


def test_opens_with_cards_of_the_clan_that_fit(drive: Driver) -> None:
    async def act(editor: Editor, _: Pilot[None]) -> None:
        found = [each.card for each in editor.search_pane.found.values()]
        assert len(found) == 200
        assert all("crane" in card.clans for card in found[:50])

    drive(act)


def test_what_is_found_goes_in_with_enter_and_plus_and_out_with_minus(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await find(pilot, "famous bazaar")
        assert rows(editor, "hits") == ["3 2 Famous Bazaar"]
        await pilot.press("enter", "plus", "plus", "minus")
        await settle(pilot)
        assert text(editor) == LIST.replace("# gold\n", "# gold\n2 Famous Bazaar\n")
        assert rows(editor, "hits") == ["2 1 2 Famous Bazaar"]
        assert "dynasty 7" in verdict(editor)

    drive(act)


def test_several_cards_of_one_line_of_the_file_are_told_apart(celestial: Format, ccg: FilePool) -> None:
    deck = '{"cards":{"marketplace":1,"no-such-card":1,"nor-this-one":2}}'

    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        assert rows(editor, "deck")[-2:] == ["1 ? no-such-card", "2 ? nor-this-one"]
        await pilot.press("escape", "ctrl+end", "minus")
        assert text(editor) == '{"cards":{"marketplace":1,"no-such-card":1}}'

    Driver(celestial, ccg, deck, "deck.json")(act)


def test_each_row_of_a_card_in_deck_and_sideboard_changes_its_own_line(lcg: FilePool) -> None:
    deck = "1 Doji Whisperer\n# Sideboard\n1 Doji Whisperer\n"

    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        assert rows(editor, "deck")[-2:] == ["1 sideboard", "1 1 Doji Whisperer"]
        await pilot.press("escape", "ctrl+end", "minus")
        assert text(editor) == "1 Doji Whisperer\n# Sideboard\n"

    Driver(shipped_format("lcg-skirmish"), lcg, deck)(act)


def test_undo_and_redo(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await find(pilot, "famous bazaar")
        await pilot.press("plus", "plus", "ctrl+z")
        assert "1 Famous Bazaar" in text(editor)
        await pilot.press("u")
        assert text(editor) == LIST
        assert not editor.session.unsaved
        await pilot.press("u", "ctrl+y", "r", "r")
        assert "2 Famous Bazaar" in text(editor)

    drive(act)


def test_the_deck_is_changed_in_its_own_pane(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "down", "down", "down", "minus")
        assert text(editor) == LIST.replace("3 Marketplace", "2 Marketplace")
        await pilot.press("ctrl+end", "minus")
        assert "Stel on Steel" not in text(editor)
        await pilot.press("ctrl+home", "plus", "minus")
        assert len(editor.session.past) == 2

    drive(act)


def test_only_what_fits_is_shown_until_all_is_asked_for(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await find(pilot, "type:stronghold clan:crane")
        assert rows(editor, "hits") == ["1 - Embassy of the Crane"]
        await pilot.press("f")
        await settle(pilot)
        assert len(rows(editor, "hits")) > 1

    drive(act)


def test_a_query_that_is_wrong_is_said_and_nothing_breaks(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await find(pilot, "colour:blue")
        assert "colour" in str(editor.query_one("#left").border_subtitle)

    drive(act)


def test_letters_go_to_the_search_while_it_has_the_focus(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await pilot.press("slash", "q", "u", "minus", "f")
        assert editor.query_one(Input).value == "qu-f"
        assert editor.is_running
        assert text(editor) == LIST

    drive(act)


def test_the_mouse_works(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        editor.query_one(Input).value = "type:holding famous"
        await settle(pilot)
        await pilot.click("#hits", offset=(12, 1))
        await pilot.click("#hits", offset=(12, 1))
        await pilot.pause()
        assert "Famous Bazaar" in text(editor)
        await pilot.click("#deck", offset=(8, 3))
        assert editor.focused is editor.query_one("#deck")

    drive(act)


def test_numbers_show_curve_economy_and_odds(celestial: Format, ccg: FilePool) -> None:
    text = (Path(__file__).parent.parent / "examples" / "crane-celestial.txt").read_text("utf-8")

    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        shown = lines(editor, "numbers").splitlines()
        assert shown[0] == "dynasty 0[  █▃▂▂▃▄▁ ▁]10 mean 4.2"
        assert shown[2].startswith("turn 1 buys 4.")
        assert shown[2].endswith("(400 games, policy holdings, if the Stronghold gives 4 gold)")
        assert "holding 99.95 %" in shown[3]
        await find(pilot, "famous bazaar")
        await pilot.press("minus", "minus", "minus")
        await settle(pilot)
        assert lines(editor, "numbers").startswith("dynasty 0[  █▄▃▃▃▅▁ ▁]10 mean 4.4")

    Driver(celestial, ccg, text)(act)

    async def see(editor: Editor, _: Pilot[None]) -> None:
        assert "(400 games, policy holdings, 5 unknown cards never bought, if the" in lines(editor, "numbers")
        assert "4 not recognised" in rows(editor, "deck")  # as many as the verdict says
        assert verdict(editor).endswith("not recognised 4)")

    unknown = "# Holdings (16)\n1 Barracks of the Asp\n"  # by a formula
    Driver(celestial, ccg, text.replace("# Holdings (16)\n", f"{unknown}3 Silver Mime Shaft\n? Counting House\n"))(see)


def test_details_show_the_card_at_the_cursor_with_its_use_in_lists(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await find(pilot, "famous bazaar")
        assert lines(editor, "details").splitlines() == [
            "Famous Bazaar",
            "holding, dynasty deck",
            "cost 2, gold production 2",
            "keywords: Market",
            "legal in Celestial Edition (40/40)",
            "in 5 of 7 lists",
        ]
        await pilot.press("escape", "end")
        shown = lines(editor, "details").splitlines()
        assert shown[:2] == ["3 Stel on Steel", "line 6 is not recognised"]
        assert shown[2].startswith("it may be: Steel on Steel")

    drive(act)


def test_enter_on_an_unrecognised_line_offers_cards(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        await pilot.press("end", "enter")
        assert isinstance(editor.screen, Choose)
        assert str(editor.screen.query_one(OptionList).get_option_at_index(0).prompt) == "Steel on Steel"
        await pilot.press("escape")
        assert text(editor) == LIST
        await pilot.press("enter", "enter")
        await settle(pilot)
        assert text(editor) == LIST.replace("Stel on", "Steel on")
        assert editor.deck_pane.row
        assert editor.deck_pane.row.name == "Steel on Steel"
        assert verdict(editor) == "illegal, 2 findings (stronghold 1, dynasty 5, fate 3)"
        await pilot.press("u")
        assert text(editor) == LIST

    drive(act)


def test_enter_on_a_finding_goes_to_its_line(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        editor.query_one(FindingsPane).focus()
        await pilot.press("end", "enter")
        assert editor.focused is editor.deck_pane
        assert editor.deck_pane.row
        assert editor.deck_pane.row.name == "Stel on Steel"
        editor.query_one(FindingsPane).focus()
        await pilot.press("home", "enter")
        assert editor.deck_pane.row.name == "Dynasty deck"

    drive(act)


def test_help_lists_the_keys(drive: Driver) -> None:
    async def act(editor: Editor, pilot: Pilot[None]) -> None:
        for key in ("question_mark", "f1"):
            await pilot.press(key)
            assert isinstance(editor.screen, Help)
            await pilot.press("escape")
            assert not isinstance(editor.screen, Help)

    drive(act)


def test_a_wide_terminal_has_three_panes_side_by_side(drive: Driver) -> None:
    async def act(editor: Editor, _: Pilot[None]) -> None:
        places = [editor.query_one(pane).region for pane in ("#left", "#right", "#details")]
        assert [place.x for place in places] == [0, 40, 80]
        assert {place.y for place in places} == {0}

    drive.size = (120, 40)
    drive(act)


class TestSaving:
    def test_writes_the_file_with_everything_else_kept(self, drive: Driver) -> None:
        async def act(editor: Editor, pilot: Pilot[None]) -> None:
            await find(pilot, "famous bazaar")
            await pilot.press("plus", "ctrl+s")
            assert not editor.session.unsaved

        drive(act)
        assert drive.saved == LIST.replace("# gold\n", "# gold\n1 Famous Bazaar\n")

    @pytest.mark.parametrize(("answer", "saves"), [("s", True), ("d", False)])
    def test_quitting_asks(self, drive: Driver, answer: str, saves: bool) -> None:
        async def act(editor: Editor, pilot: Pilot[None]) -> None:
            await find(pilot, "famous bazaar")
            await pilot.press("plus", "ctrl+q")
            assert isinstance(editor.screen, AskToSave)
            await settle(pilot)
            assert "dynasty 6" in verdict(editor)
            await pilot.press("escape")
            assert not isinstance(editor.screen, AskToSave)
            await pilot.press("q", answer)
            await pilot.pause()

        editor = drive(act)
        assert (drive.saved != LIST) is saves
        assert editor.session.unsaved is not saves

    def test_what_cannot_be_written_is_said_and_kept(self, celestial: Format, ccg: FilePool) -> None:
        class Full(Driver):
            def save(self, old: bytes, new: bytes) -> None:  # noqa: ARG002 - it saves nothing
                raise OutputError("no space left")

        async def act(editor: Editor, pilot: Pilot[None]) -> None:
            await find(pilot, "famous bazaar")
            await pilot.press("plus", "ctrl+s")
            assert editor.session.unsaved
            assert [each.message for each in editor._notifications] == ["no space left"]

        Full(celestial, ccg)(act)


def test_the_command_wants_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edit", "-"]) == 2
    assert "the editor needs a file" in capsys.readouterr().err


def test_the_command_wants_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deck.txt"
    path.write_text(LIST)

    assert run(["edit", str(path), "--format", "celestial-40-40"]) == 2
    assert "the editor needs a terminal" in capsys.readouterr().err


def test_the_command_says_what_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("deckcheck.tui.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual.app", None)

    assert run(["edit", str(tmp_path / "deck.txt")]) == 2
    assert "pip install '.[tui]'" in capsys.readouterr().err
