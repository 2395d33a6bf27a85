"""``deckcheck deck names``: which names are exchanged, that nothing else in a file is, and how it asks."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from deckcheck.build.editing.draft import Draft, draft_of
from deckcheck.build.editing.name_fixes import NameChoice, OpenLine, _is_near, fix_names, open_lines
from deckcheck.cli import run
from deckcheck.decks.files import decode
from deckcheck.decks.lines import diff
from deckcheck.decks.readers import read
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from tests.command import called
from tests.conftest import ROOT, examples, shipped_format, text_file

FORMAT = ("--format", "celestial-40-40")
SLIP = "3 Stel on Steel"
MENDED = "3 Steel on Steel"
MARKS = {"utf-8": b"", "utf-8-sig": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}


def as_draft(content: bytes, fmt: Format, pool: FilePool) -> Draft:
    return draft_of(content, read(decode(content, "deck", Limits()), "deck", Limits()), fmt, pool)


def lines_of(content: bytes, fmt: Format, pool: FilePool) -> tuple[OpenLine, ...]:
    return open_lines(as_draft(content, fmt, pool))


def all_fixed(content: bytes, fmt: Format, pool: FilePool) -> tuple[bytes, int]:
    """Exchange what needs no asking; return the file and the number of choices that could not be used."""
    draft = as_draft(content, fmt, pool)
    fixed, rejected = fix_names(draft, [NameChoice(line, line.sure) for line in open_lines(draft) if line.sure])
    return fixed.content, len(rejected)


def encoded(text: str, codec: str) -> bytes:
    return MARKS[codec] + text.encode(codec.removesuffix("-sig"))


def sure(text: str, fmt: Format, pool: FilePool) -> str | None:
    """Return what is written for the one line of `text` that is not recognised."""
    (line,) = lines_of(f"1 Marketplace\n{text}\n".encode(), fmt, pool)
    return line.sure.written if line.sure else None


class TestWhichNames:
    @pytest.mark.parametrize(
        ("written", "taken"),
        [
            pytest.param("3 Stel on Steel", "Steel on Steel", id="a letter left out"),
            pytest.param("3 Setel on Steel", "Steel on Steel", id="letters swapped are one slip"),
            pytest.param("3 Sttel on Seel", "Steel on Steel", id="two slips in a long name"),
            pytest.param("3 Stl n Stel", None, id="three slips"),
            pytest.param("3 Stel on Steel (Celestial Edition)", "Steel on Steel (Celestial Edition)", id="set kept"),
            pytest.param("3 Stel on Steel [CE]", "Steel on Steel [CE]", id="set kept in other brackets"),
            pytest.param("1 Doji Hakuzeki - exp 2", "Doji Hakuseki - exp 2", id="level kept as written"),
            pytest.param("3 Marketplac", "Marketplace", id="the beginning of its own name"),
            pytest.param("3 Doji Domotai - exp9", None, id="a level is never changed"),
            pytest.param("3 Hida Kuno - exp", None, id="the only near card is not legal"),
            pytest.param("3 Moto Chag", None, id="neither legal nor the only one that begins so"),
            pytest.param("3 Blorf the Unheard", None, id="nothing is suggested"),
            pytest.param("0 Steel on Steel", None, id="not a matter of the name"),
        ],
    )
    def test_sure_is_the_one_legal_card_that_is_near(
        self, written: str, taken: str | None, celestial: Format, ccg: FilePool
    ) -> None:
        assert sure(written, celestial, ccg) == taken

    @pytest.mark.parametrize(
        ("written", "name", "near"),
        [
            ("Ruot", "Rout", True),
            ("Rotuu", "Rout", False),
            ("Iorn Mne", "Iron Mine", False),
            ("Iorn Mnie", "Iron Mine", True),
            ("Marketpalc", "Marketplace", True),
            ("Doji Hotaka", "Doji Odaka", False),
            ("Doji Hakuzekki", "Doji Hakuseki", True),
            ("Hida Kuno - exp", "Hida Kuon - exp", True),
            ("Hida Kuno (exp)", "Hida Kuon - exp", True),
            ("Hida Kuno - exp", "Hida Kuon - inexp", False),
            ("Hida Kuno", "Hida Kuon - exp", False),
            ("Hantei the 38th", "Hantei the 39th", False),
        ],
    )
    def test_near_is_two_letters_or_one_in_short_names(self, written: str, name: str, near: bool) -> None:
        assert _is_near(written, name) is near

    def test_cards_that_are_equally_near_are_left(self, ccg: FilePool) -> None:
        fmt = shipped_format("legacy")
        (line,) = lines_of(b"1 Marketplace\n3 Slash of Steel\n", fmt, ccg)

        assert [option.near for option in line.options] == [True, True]
        assert line.sure is None

    def test_the_beginning_of_another_name_is_left(self, ccg: FilePool) -> None:
        fmt = shipped_format("lotus")
        (line,) = lines_of(b"1 Marketplace\n1 Moto Chag\n", fmt, ccg)
        near = next(replace(option, legal=True) for option in line.options if option.name == "Moto Chai")

        assert "moto chagatai - exp3" in line.longer
        assert replace(line, options=(near,)).sure is None
        assert replace(line, options=(near,), longer=()).sure == near

    def test_a_line_that_fits_several_cards_is_left_but_can_be_chosen(self, festivals: Format, ccg: FilePool) -> None:
        draft = as_draft(b"1 Daigotsu Hotako\n", festivals, ccg)
        (line,) = open_lines(draft)

        assert line.sure is None
        assert {option.name for option in line.options} == {"Daigotsu Hotako - exp2", "Daigotsu Hotako - exp3"}
        result, _ = fix_names(draft, [NameChoice(line, line.options[0])])
        assert result.content == f"1 {line.options[0].name}\n".encode()
        assert result.deck.unresolved == ()

    def test_a_name_that_was_shortened_is_left(self, celestial: Format, ccg: FilePool) -> None:
        (line,) = lines_of(b"3 Stel on Steel " + b"a" * 300, celestial, ccg)

        assert line.options == ()
        assert line.why.endswith("the name cannot be replaced in its place")

    @pytest.mark.parametrize(
        ("written", "why"),
        [
            ("0 Steel on Steel", "`0` is not a number of copies"),
            ("3x", "`3x` has no name"),
            ("3 Stel on Steel", "no card is called `Stel on Steel`"),
            ("3 Rout (?)", "`3 Rout (?)` is not recognised: `?` may mean something"),
        ],
    )
    def test_what_is_wrong_with_a_line(self, written: str, why: str, celestial: Format, ccg: FilePool) -> None:
        (line,) = lines_of(f"1 Marketplace\n{written}\n".encode(), celestial, ccg)

        assert line.why == why

    def test_the_set_stays_behind_the_level_that_tells_the_card(self, festivals: Format, ccg: FilePool) -> None:
        (line,) = lines_of(b"3 Daigotsu Hotako [Gold]\n", festivals, ccg)

        assert line.why == "`Daigotsu Hotako [Gold]` may be several cards"
        assert [option.written for option in line.options] == [
            "Daigotsu Hotako - exp2 [Gold]",
            "Daigotsu Hotako - exp3 [Gold]",
        ]

    @pytest.mark.parametrize("written", ["1 Citty of Tears", "1 Citty of Tears (GotE)"])
    @pytest.mark.parametrize(("format_id", "marks"), [("celestial-40-40", ["GotE"]), ("legacy", ["GotE", "SotE"])])
    def test_each_legal_card_of_a_title_is_written_with_its_mark(
        self, written: str, format_id: str, marks: list[str], ccg: FilePool
    ) -> None:
        (line,) = lines_of(f"1 Marketplace\n{written}\n".encode(), shipped_format(format_id), ccg)

        assert sorted(option.written for option in line.options) == [f"City of Tears ({mark})" for mark in marks]

    def test_a_card_that_a_line_names_already_is_no_option(self, celestial: Format, ccg: FilePool) -> None:
        """Writing `Rout` for `rout` would leave the line as doubtful as it is."""
        (line,) = lines_of(b"1 Marketplace\n3 rout\n# only two\n", celestial, ccg)

        assert "a comment beside, below or about it" in line.why
        assert line.options == ()

    def test_a_line_that_fits_several_cards_is_never_sure(self, celestial: Format, ccg: FilePool) -> None:
        (line,) = lines_of(f"{SLIP}\n".encode(), celestial, ccg)

        assert line.sure is not None
        assert replace(line, several=True).sure is None


class TestNothingElseChanges:
    @pytest.mark.parametrize("codec", MARKS)
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    @pytest.mark.parametrize(
        "line",
        [
            "3 Stel on Steel",
            "3x  Stel on Steel   ",
            "\tStel on Steel x3\t",
            "  • 3 Stel on Steel",
            "- Stel on Steel",
            "**3 Stel on Steel**",
            "(3) Stel on Steel",
            "Stel on Steel (3)",
            "3 Stel on Steel (Celestial Edition)",
            "3 Stel on Steel [Celestial Edition]  # Stel on Steel, 雪🂡",
            "Fate: 3 Stel on Steel // Stel",
            "3 Stel on Steel, 1 Ambush",
            "1 Ambush, 3 Stel on Steel",
            "3 stel on steel",
            "| 3 | Stel on Steel | strategy |",
            "| Stel on Steel | 2x |",
        ],
    )
    def test_only_the_name_is_exchanged(
        self, line: str, end: str, codec: str, celestial: Format, ccg: FilePool
    ) -> None:
        before = end.join(["Name: Stel 雪🂡", "# Dynasty", "1 Marketplace ", "", "# Fate", line, "1 Rout  ", " ", ""])
        slip = "stel on steel" if "stel on" in line else "Stel on Steel"
        fixed = line.replace(slip, "Steel on Steel", 1)
        after = before.replace(line, fixed, 1)

        assert all_fixed(encoded(before, codec), celestial, ccg) == (encoded(after, codec), 0)

    def test_a_file_without_a_last_line_end_gets_none(self, celestial: Format, ccg: FilePool) -> None:
        assert all_fixed(SLIP.encode(), celestial, ccg) == (MENDED.encode(), 0)

    def test_a_file_may_be_one_name(self, celestial: Format, ccg: FilePool) -> None:
        assert all_fixed(b"Stel on Steel", celestial, ccg) == (b"Steel on Steel", 0)

    def test_several_lines_and_the_same_one_twice(self, celestial: Format, ccg: FilePool) -> None:
        content = f"{SLIP}\n2 Marketplce\n{SLIP}\n".encode()

        assert all_fixed(content, celestial, ccg) == (f"{MENDED}\n2 Marketplace\n{MENDED}\n".encode(), 0)

    @settings(max_examples=examples(25), deadline=None)
    @given(
        around=st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20), max_size=4),
        end=st.sampled_from(["\n", "\r\n"]),
        codec=st.sampled_from(sorted(MARKS)),
    )
    def test_whatever_stands_around_it(
        self, around: list[str], end: str, codec: str, celestial: Format, ccg: FilePool
    ) -> None:
        comments = [f"# x {text}" for text in around]
        before, after = (end.join([*comments, line, "", *comments, ""]) for line in (SLIP, MENDED))

        assert all_fixed(encoded(before, codec), celestial, ccg) == (encoded(after, codec), 0)

    @pytest.mark.parametrize(
        ("row", "written"),
        [
            pytest.param("3 Stel on Steel", "Holdings:", id="a header"),
            pytest.param("3 Stel on Steel", "Steal on Steal", id="no card"),
            pytest.param("3 Stel on Steel", "Rout", id="another card"),
            pytest.param("Stel on Steel", "2 Steel on Steel", id="more copies"),
            pytest.param("Stel on Steel 3", "Steel on Steel", id="a number is lost"),
            pytest.param("? 3 Steel on Steel", "Steel on Steel", id="a mark and a number are lost"),
        ],
    )
    def test_a_choice_that_would_read_otherwise_is_refused(
        self, row: str, written: str, celestial: Format, ccg: FilePool
    ) -> None:
        draft = as_draft(f"1 Marketplace\n{row}\n2 Marketplce\n".encode(), celestial, ccg)
        line, other = open_lines(draft)
        wrong = NameChoice(line, replace(line.options[0], written=written))
        right = NameChoice(other, other.options[0])

        assert fix_names(draft, [wrong]) == (draft, (wrong,))

        result, rejected = fix_names(draft, [wrong, right])
        assert result.content == draft.content.replace(b"Marketplce", b"Marketplace")
        assert rejected == (wrong,)


class TestJson:
    @pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16-le"])
    def test_ids_are_exchanged(self, codec: str, lcg2017: Format, lcg: FilePool) -> None:
        text = '{"name": "let-og",\r\n "cards": {"kyuden-kakita":1,\t"let-og" : 3, "banzia": 2}}'

        fixed = text.replace('"let-og" :', '"let-go" :').replace("banzia", "banzai")
        assert all_fixed(encoded(text, codec), lcg2017, lcg) == (encoded(fixed, codec), 0)

    def test_ids_with_the_number_of_the_pack_keep_it(self, lcg2017: Format, lcg: FilePool) -> None:
        content = b'{"cards": {"18-kyuden-kakita": 1, "01-assasination": 3}}'

        assert all_fixed(content, lcg2017, lcg) == (content.replace(b"assasin", b"assassin"), 0)

    def test_no_key_is_written_twice(self, lcg2017: Format, lcg: FilePool) -> None:
        content = b'{"cards": {"assassination": 1, "assasination": 2, "banzia": 3}}'

        assert all_fixed(content, lcg2017, lcg) == (content.replace(b"banzia", b"banzai"), 1)


def names(*args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run ``deckcheck deck names`` without a terminal."""
    return called("deck", "names", *args, stdin=stdin)


@pytest.fixture
def slips(tmp_path: Path) -> Path:
    file = tmp_path / "deck.txt"
    file.write_bytes(f"1 Marketplace\r\n{SLIP}\r\n3 Blorf the Unheard\r\n".encode())
    return file


class TestCommand:
    def test_without_a_terminal_it_shows_the_suggestions(self, slips: Path) -> None:
        before = slips.read_bytes()

        result = names(str(slips), *FORMAT)

        assert result.returncode == 1
        assert result.stdout.decode() == (
            f"{slips}:2: no card is called `Stel on Steel`\n  1. Steel on Steel\n"
            f"{slips}:3: no card is called `Blorf the Unheard`\n  no suggestion\n"
        )
        assert slips.read_bytes() == before

    def test_yes_shows_a_diff_and_changes_nothing(self, slips: Path) -> None:
        before = slips.read_bytes()

        result = names(str(slips), *FORMAT, "--yes", "--dry-run")

        assert result.returncode == 1
        assert result.stdout.decode() == (
            f"--- {slips}\n+++ {slips}\n@@ -1,3 +1,3 @@\n 1 Marketplace\n-{SLIP}\n+{MENDED}\n 3 Blorf the Unheard\n"
        )
        assert b"1 name in the diff, 1 line not recognised" in result.stderr
        assert slips.read_bytes() == before

    def test_yes_and_write_exchange_the_name(self, slips: Path) -> None:
        slips.chmod(0o600)
        before = slips.read_bytes()

        result = names(str(slips), *FORMAT, "--yes")

        assert result.returncode == 1
        assert result.stdout == b""
        assert b"`Stel on Steel` is now `Steel on Steel`" in result.stderr
        assert b"1 name written, 1 line not recognised" in result.stderr
        assert slips.read_bytes() == before.replace(SLIP.encode(), MENDED.encode())
        assert stat.S_IMODE(slips.stat().st_mode) == 0o600
        assert list(slips.parent.iterdir()) == [slips]

    def test_a_link_stays_a_link(self, slips: Path) -> None:
        link = slips.with_name("link.txt")
        link.symlink_to(slips.name)

        assert names(str(link), *FORMAT, "--yes").returncode == 1

        assert link.is_symlink()
        assert MENDED.encode() in slips.read_bytes()

    def test_0_when_nothing_is_left(self, tmp_path: Path) -> None:
        file = text_file(tmp_path / "deck.txt", f"Format: Celestial Edition (40/40)\n{SLIP}\n")

        assert names(str(file), "--yes", "--dry-run").returncode == 0
        assert names(str(file), "--yes").returncode == 0
        assert names(str(file)).returncode == 0
        assert file.read_text("utf-8").endswith(f"\n{MENDED}\n")

    def test_standard_input_goes_to_standard_output(self) -> None:
        shown = names("-", *FORMAT, "--yes", "--dry-run", stdin=SLIP.encode())
        changed = names("-", *FORMAT, "--yes", stdin=SLIP.encode())

        assert (shown.returncode, f"+{MENDED}\n" in shown.stdout.decode()) == (0, True)
        assert "\\ No newline at end of file" in shown.stdout.decode()
        assert (changed.returncode, changed.stdout) == (0, MENDED.encode())

    def test_names_never_reach_the_terminal_raw(self, tmp_path: Path) -> None:
        file = text_file(tmp_path / "deck.txt", f"3 Evil\x1b[31m\u202eName\n{SLIP}\n")

        for args in ((), ("--yes",)):
            result = names(str(file), *FORMAT, *args, "--dry-run")
            assert b"\\x1b[31m" in result.stdout + result.stderr
            assert not {"\x1b", "\u202e"} & set((result.stdout + result.stderr).decode())

    def test_trouble_is_2_and_stops_no_other_file(self, slips: Path, tmp_path: Path) -> None:
        result = names(str(tmp_path / "nosuch.txt"), str(slips), *FORMAT, "--yes")

        assert result.returncode == 2
        assert b"cannot be read" in result.stderr
        assert MENDED.encode() in slips.read_bytes()

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            (("-", "-", *FORMAT), "only once"),
            (("deck.txt", "--format", "nosuch"), "celestial-40-40"),
            (("deck.txt", "--from", "nosuch", *FORMAT), "`--from` cannot be `nosuch`"),
            (("examples/crane-celestial.txt",), "the file names no format"),
        ],
    )
    def test_wrong_use_is_2(self, args: tuple[str, ...], says: str) -> None:
        result = names(*args)

        assert result.returncode == 2
        assert says in result.stderr.decode()
        assert b"Traceback" not in result.stderr

    def test_a_file_that_cannot_be_replaced_stays(
        self, slips: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def refuse(*_: object) -> None:
            raise OSError(28, "No space left on device")

        before = slips.read_bytes()
        monkeypatch.setattr(Path, "replace", refuse)

        assert run(["deck", "names", str(slips), *FORMAT, "--yes"]) == 2

        assert "could not be written: No space left on device" in capsys.readouterr().err
        assert slips.read_bytes() == before
        assert list(slips.parent.iterdir()) == [slips]

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
    def test_a_file_that_is_write_protected_stays(self, slips: Path) -> None:
        slips.chmod(0o444)
        before = slips.read_bytes()

        assert names(str(slips), *FORMAT, "--yes").returncode == 2
        assert slips.read_bytes() == before

    def test_a_file_that_changed_in_the_meantime_stays(
        self, slips: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from deckcheck.cli.build import names as module

        def slow(_: str, line: OpenLine) -> object:
            slips.write_bytes(b"1 Marketplace\n")
            return line.sure

        monkeypatch.setattr(module, "_sure", slow)

        assert run(["deck", "names", str(slips), *FORMAT, "--yes"]) == 2

        assert "another program changed the file" in capsys.readouterr().err
        assert slips.read_bytes() == b"1 Marketplace\n"

    def test_json_is_written(self, tmp_path: Path) -> None:
        file = text_file(tmp_path / "deck.json", '{"cards": {"assasination": 2}}')

        assert names(str(file), "--format", "lcg-2017", "--yes").returncode == 0
        assert json.loads(file.read_text("utf-8")) == {"cards": {"assassination": 2}}


def test_a_card_in_doubt_is_shown_as_its_file_has_it(tmp_path: Path) -> None:
    table = text_file(tmp_path / "deck.csv", "Qty,Card,Notes\n3,Iron Mine,\n2,Copper Mine,add 2\n1,Gold Mine,\n")

    for command in (("deck", "names"), ("hash",)):
        result = called(*command, str(table), *FORMAT)
        assert b":3: `2 Copper Mine` is not recognised" in result.stdout + result.stderr


def test_a_diff_of_the_same_is_empty() -> None:
    assert list(diff("deck", b"3 x\n", b"3 x\n", Limits())) == []


class Terminal:
    """``deckcheck deck names`` on a terminal of its own."""

    def __init__(self, *args: str) -> None:
        command = [sys.executable, "-m", "deckcheck", "deck", "names", *args]
        self._ours, theirs = pty.openpty()
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=env)
        os.close(theirs)
        self.said = ""

    def wait_for(self, text: str) -> None:
        """Read until `text` has come since the last call."""
        start, deadline = len(self.said), time.monotonic() + 60
        while text not in self.said[start:]:
            assert time.monotonic() < deadline, self.said
            assert self._read(), self.said

    def answer(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def interrupt(self) -> None:
        """Interrupt the command, again when the first time came just before it waited for the keyboard."""
        deadline = time.monotonic() + 60
        while self._process.poll() is None:
            assert time.monotonic() < deadline, self.said
            self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=2)

    def end(self) -> int:
        """Read the rest and return the exit code."""
        while self._read():
            pass
        os.close(self._ours)
        return self._process.wait(timeout=60)

    def _read(self) -> bool:
        if not select.select([self._ours], [], [], 60)[0]:
            return False
        try:
            part = os.read(self._ours, 4096)
        except OSError:  # Linux says so when the other side has gone.
            return False
        self.said += part.decode("utf-8", "replace")
        return bool(part)


class TestQuestions:
    def test_a_number_takes_a_suggestion(self, slips: Path) -> None:
        before = slips.read_bytes()
        terminal = Terminal(str(slips), *FORMAT)

        terminal.wait_for("Which card? (0 = leave as is, # = a remark)")
        terminal.answer("1\n")
        terminal.wait_for("A remark?")
        terminal.answer("\n")

        assert terminal.end() == 1
        assert "1. Steel on Steel" in terminal.said
        assert "1 name written, 1 line not recognised" in terminal.said
        assert slips.read_bytes() == before.replace(SLIP.encode(), MENDED.encode())

    def test_with_dry_run_the_answers_make_a_diff(self, slips: Path) -> None:
        before = slips.read_bytes()
        terminal = Terminal(str(slips), *FORMAT, "--dry-run")

        terminal.wait_for("Which card?")
        terminal.answer("7\n")
        terminal.wait_for("Which card?")
        terminal.answer("1\n")
        terminal.wait_for("A remark?")
        terminal.answer("0\n")

        assert terminal.end() == 1
        assert f"+{MENDED}" in terminal.said
        assert slips.read_bytes() == before

    def test_a_remark_is_marked(self, slips: Path) -> None:
        remark = "Marketplace is the best holding of all, so I play 1."
        slips.write_bytes(f"1 Marketplace\r\n{remark}\r\n{SLIP}\r\n".encode())
        terminal = Terminal(str(slips), *FORMAT)

        terminal.wait_for("A remark?")
        terminal.answer("#\n")
        terminal.wait_for("Which card?")
        terminal.answer("1\n")

        assert terminal.end() == 0
        assert "0 lines not recognised" in terminal.said
        assert slips.read_bytes() == f"1 Marketplace\r\n# {remark}\r\n{MENDED}\r\n".encode()

    def test_a_file_without_comments_is_left(self, tmp_path: Path) -> None:
        file = tmp_path / "deck.json"
        file.write_text('{"cards": {"blorf-the-unheard": 3}}\n', "utf-8")
        terminal = Terminal(str(file), "--format", "lcg-2017")

        terminal.wait_for("A remark?")
        terminal.answer("#\n")

        assert terminal.end() == 1
        assert "the list would be read differently" in terminal.said
        assert file.read_text("utf-8") == '{"cards": {"blorf-the-unheard": 3}}\n'

    def test_return_leaves_a_line(self, slips: Path) -> None:
        before = slips.read_bytes()
        terminal = Terminal(str(slips), *FORMAT)

        terminal.wait_for("Which card?")
        terminal.answer("\n")
        terminal.wait_for("A remark?")
        terminal.answer("\n")

        assert terminal.end() == 1
        assert slips.read_bytes() == before

    @pytest.mark.parametrize("how", ["end of input", "interrupt"])
    def test_breaking_off_writes_nothing(self, slips: Path, how: str) -> None:
        slips.write_bytes(f"{SLIP}\n{SLIP}\n".encode())
        terminal = Terminal(str(slips), *FORMAT)

        terminal.wait_for("Which card?")
        terminal.answer("1\n")
        terminal.wait_for("Which card?")
        if how == "interrupt":
            terminal.interrupt()
        else:
            terminal.answer("\x04")

        assert terminal.end() == (130 if how == "interrupt" else 2)
        assert slips.read_bytes() == f"{SLIP}\n{SLIP}\n".encode()


def test_yes_asks_nothing_on_a_terminal(slips: Path) -> None:
    terminal = Terminal(str(slips), *FORMAT, "--yes")

    assert terminal.end() == 1
    assert "Which card?" not in terminal.said
    assert MENDED.encode() in slips.read_bytes()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("decks.csv", b"Deck\n3 Winter Seige\n"),
        ("decks.jsonl", b'{"Deck": "3 Winter Seige"}\n'),
        ("event.zip", b""),
        ("deck.txt.gz", b""),
    ],
)
def test_archives_and_tables_of_decks_are_left_alone(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    result = names("--yes", str(path), "--format", "celestial-40-40")

    assert result.returncode == 2
    assert b"cannot be edited" in result.stderr
    assert path.read_bytes() == content


def test_standard_input_that_is_closed_is_2() -> None:
    command = f"{sys.executable} -m deckcheck deck names - --format celestial-40-40 <&-"
    result = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, check=False)

    assert result.returncode == 2
    assert b"standard input cannot be read" in result.stderr
