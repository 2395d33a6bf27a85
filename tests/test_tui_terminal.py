"""The editor in a real terminal: what it shows at both sizes, typing, the mouse, and terminals without colour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.terminal import Terminal

SLIPS = Path(__file__).parent.parent / "examples" / "crane-with-slips.txt"
END = "\x1b[F"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.txt"
    path.write_bytes(SLIPS.read_bytes())
    return path


def arguments(deck: Path) -> list[str]:
    return ["edit", str(deck), "--format", "celestial-40-40"]


def test_an_evening_at_80x24(deck: Path) -> None:
    """Fix the unrecognised line and a card too many, add a card from the search, save and quit."""
    steps = (
        ("", "illegal, 4 findings"),
        (END, "Enter chooses."),
        ("\r", "Esc leaves the line as it is."),
        ("\r", "unsaved: deck.txt"),
        ("/", "╔═ what fits"),
        ("famous bazaar", "1 of 1 found"),
        ("\r", "holding, dynasty deck"),
        ("-", " 2  1  2 Famous Bazaar"),
        ("\x13", "saved"),
    )
    with Terminal(arguments(deck)) as terminal:
        for keys, shown in steps:
            terminal.press(keys)
            terminal.wait(shown)
        terminal.press("\x11")
        assert terminal.end() == 0
    before, after = SLIPS.read_text("utf-8").splitlines(), deck.read_text("utf-8").splitlines()
    changed = [line for old, line in zip(before, after, strict=True) if old != line]
    assert [line.strip() for line in changed] == ["2 Famous Bazaar", "3 Steel on Steel"]


def test_a_deck_is_saved_though_its_file_was_changed_and_moved_away(deck: Path) -> None:
    changed = SLIPS.read_bytes() + b"3 Banzai\n"
    with Terminal(arguments(deck)) as terminal:
        terminal.wait("? Help")
        terminal.press("-")
        terminal.wait("unsaved")
        deck.write_bytes(changed)
        terminal.press("\x13")
        terminal.wait("another program")
        deck.rename(deck.with_name("other.txt"))
        terminal.press("\x13")
        terminal.wait("saved")
        terminal.press("\x11")
        assert terminal.end() == 0
    assert deck.with_name("other.txt").read_bytes() == changed
    assert deck.read_bytes() == SLIPS.read_bytes().replace(b"Stronghold: Embassy of the Crane\n", b"")


@pytest.mark.parametrize("words", ["kitsune den", "\x1b[200~kitsune den\x1b[201~"], ids=["typed", "pasted"])
def test_keys_that_come_at_once_are_all_taken(deck: Path, words: str) -> None:
    """Search, go to the result and add a copy, in one piece and before the cards are loaded."""
    with Terminal(arguments(deck)) as terminal:
        terminal.wait("? Help")
        terminal.press(f"/{words}\r+")
        # With the mark of the finding, or still without it.
        terminal.wait(lambda shown: re.search(r"2 [ !]  2  Kitsune Den", shown) is not None)
        terminal.press("\x13\x11")
        assert terminal.end() == 0
    before, after = SLIPS.read_text("utf-8").splitlines(), deck.read_text("utf-8").splitlines()
    assert [line for old, line in zip(before, after, strict=True) if old != line] == ["2 Kitsune Den"]


@pytest.mark.parametrize("before", ["", "/"], ids=["deck", "search"])
def test_a_pasted_list_goes_into_the_deck(deck: Path, before: str) -> None:
    """Cards go to their copies or to their kind, and what is not recognised to the end, where Enter mends it."""
    with Terminal(arguments(deck)) as terminal:
        terminal.wait("? Help")
        terminal.press(f"{before}\x1b[200~# from the forum\r2 Banzai\r1 Kitsune Den\rRing of Aair\r\x1b[201~")
        terminal.wait("unsaved: deck.txt")
        terminal.press("\x13\x11")
        assert terminal.end() == 0
    had, after = SLIPS.read_text("utf-8").splitlines(), deck.read_text("utf-8").splitlines()
    assert [line for line in after if line not in had] == ["2 Kitsune Den", "2 Banzai!", "Ring of Aair"]


def test_a_pasted_list_of_another_game_goes_in_at_once(deck: Path) -> None:
    lines = [f"1 Scout {number}th" for number in range(200)]
    with Terminal(arguments(deck)) as terminal:
        terminal.wait("? Help")
        terminal.press("\x1b[200~" + "\r".join(lines) + "\x1b[201~")
        terminal.wait("unsaved: deck.txt")
        terminal.press("\x13\x11")
        assert terminal.end() == 0
    assert deck.read_text("utf-8").splitlines()[-200:] == lines


def test_three_panes_at_120x40(deck: Path) -> None:
    with Terminal(arguments(deck), (120, 40)) as terminal:
        terminal.wait("found ─╯")
        assert re.match("╭─ what fits ─+╮╔═ deck.txt ═+╗╭─ details ─+╮", terminal.screen.display[0])
        assert "C001 error 4 copies of `Marketplace`; at most 3 are" in terminal.text
        terminal.press("?")
        terminal.wait("Letter keys work outside the search field.")


def test_one_pane_above_the_other_at_40x24(deck: Path) -> None:
    with Terminal(arguments(deck), (40, 24)) as terminal:
        terminal.wait("║  1       Embassy of the Crane")
        terminal.press("/famous bazaar")
        terminal.wait("2 Famous Bazaar ")
        terminal.press("\r+")
        terminal.wait(" 4 !  2  Famous Bazaar")
        terminal.press("\x11")
        terminal.wait("Save (s)  Discard (d)  Stay (esc)")
        terminal.press("d")
        assert terminal.end() == 0


@pytest.mark.parametrize("columns", [40, 80])
def test_a_terminal_of_few_lines_shows_the_deck_the_search_and_the_verdict(deck: Path, columns: int) -> None:
    with Terminal(arguments(deck), (columns, 12)) as terminal:
        terminal.wait("Embassy of the Crane")
        terminal.wait("╭─ illegal, 4 findings")
        terminal.press("/kyūden hida")
        terminal.wait("Rebuilding Kyuden Hida")
        terminal.press("\x1bOP")
        terminal.wait("Shift+Tab")
        terminal.press(END)
        terminal.wait("Esc closes.")


def click(terminal: Terminal, text: str) -> None:
    line, column = next((at, row.index(text)) for at, row in enumerate(terminal.screen.display) if text in row)
    terminal.press("".join(f"\x1b[<0;{column + 1};{line + 1}{kind}" for kind in "Mm"))


def test_the_mouse_puts_the_cursor_on_a_card_and_presses_keys(deck: Path) -> None:
    with Terminal(arguments(deck)) as terminal:
        terminal.wait("Marketplace")
        click(terminal, "Marketplace")
        terminal.wait("C001: 4 copies of `Marketplace`; at")
        click(terminal, "- Remove")
        terminal.wait("3    2  Marketplace")


def test_without_colour_words_and_borders_say_the_same(deck: Path) -> None:
    with Terminal(arguments(deck), env={"NO_COLOR": "1"}) as terminal:
        terminal.wait("C001 error")
        colours = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)[;m]", terminal.raw)  # The last may be cut off.
        assert colours
        assert all(red == green == blue for red, green, blue in colours)
        assert "╔═" in terminal.text
        assert " 4 !  2  Marketplace" in terminal.text
