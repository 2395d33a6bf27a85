"""124 to 129, 134 to 136 and 143 to 148: streams, outputs, surroundings and options."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from tests.acceptance.bench import FORMAT, Bench, Ran
from tests.acceptance.case import Act, Case, Expected, call, shell, write
from tests.acceptance.lists import GOOD, instead

_CHECK = ("check", "deck.txt", "-f", FORMAT)
_NEITHER = ("deck checked", "decks checked")


def _good(folder: Path) -> None:
    write(folder / "deck.txt", GOOD)


def _bad(folder: Path) -> None:
    write(folder / "deck.txt", instead("7 Banzai!", "4 Jade Tetsub\u014d", "3 \u4fcd", of="* 3 Banzai!\n"))


def _at_a_terminal(bench: Bench) -> Ran:
    keyboard, terminal = os.openpty()
    try:
        return bench.run("check", stdin_from=terminal)
    finally:
        os.close(keyboard)
        os.close(terminal)


def _many_bad(folder: Path) -> None:
    for number in range(250):
        write(folder / f"{number:03}.txt", instead("7 Banzai!", "3 Nonsuch Card"))


_STREAMS = (
    Case(number=124, what="no file, at a terminal", act=_at_a_terminal, says=("the argument `PATH...` is missing",)),
    call(124, "no file, not at a terminal", "check", says=("the argument `PATH...` is missing",)),
    call(125, "nothing on standard input", "check", "-", "-f", FORMAT, decks=1, says=("the file is empty",)),
    call(
        126,
        "standard input twice",
        *("check", "-", "-", "-f", FORMAT),
        stdin=GOOD.encode(),
        decks=2,
        says=("-: standard input can be read only once", "1 legal"),
    ),
    shell(127, "standard input that is closed", f"$DECKCHECK check - -f {FORMAT} <&-", decks=1, says=("error: ",)),
    shell(
        127,
        "standard input that is closed, a table",
        f"$DECKCHECK check - --from csv -f {FORMAT} <&-",
        decks=1,
        says=("-: standard input cannot be read",),
    ),
    shell(128, "full device", f"$DECKCHECK check deck.txt -f {FORMAT} >/dev/full", make=_good, says=("No space left",)),
    shell(
        128,
        "full device, a report for programs",
        f"$DECKCHECK check deck.txt -f {FORMAT} -o json >/dev/full",
        make=_good,
        says=("No space left",),
    ),
    shell(
        128,
        "standard output that is closed",
        f"$DECKCHECK check deck.txt -f {FORMAT} >&-",
        make=_good,
        says=("standard output is closed",),
    ),
    *(
        shell(128, f"a missing deck, {what}", f"$DECKCHECK check nonsuch.txt -f {FORMAT} {where}")
        for what, where in (
            ("errors to a full device", "2>/dev/full"),
            ("errors to nowhere", "2>&-"),
            ("nothing can be said", ">&- 2>&-"),
        )
    ),
    shell(
        129,
        "reader that goes away",
        f"$DECKCHECK check . -f {FORMAT} | head -1",
        make=_many_bad,
        code=141,
        never=("error", "Broken"),
    ),
)


def _old_report(folder: Path) -> None:
    _bad(folder)
    write(folder / "report.json", "old")


def _report(script: str) -> Act:
    def act(bench: Bench) -> Ran:
        _old_report(bench.folder)
        ran = bench.shell(script)
        assert (bench.folder / "report.json").read_text("utf-8") == "old"
        return ran

    return act


def _blocked(folder: Path) -> None:
    _good(folder)
    write(folder / "file", "in the way")
    (folder / "closed").mkdir()
    (folder / "closed").chmod(0o500)


def _no_room(what: str, output: str, *says: str) -> Case:
    return call(135, what, *_CHECK, "--as", "text", "-o", output, make=_blocked, says=says, never=_NEITHER)


def _thrice(folder: Path) -> None:
    _good(folder)
    (folder / "link.txt").symlink_to("deck.txt")


_OUTPUTS = (
    Case(
        number=134,
        what="no room for the report",
        # What may be written to one file is limited, which is met as a full disk is: in the middle of writing.
        act=_report(f"ulimit -f 1; $DECKCHECK check deck.txt -f {FORMAT} -o json=report.json"),
        says=("report.json: the report could not be written: File too large",),
    ),
    Case(
        number=134,
        what="report to a full device",
        act=_report(f"ln -s /dev/full full; $DECKCHECK check deck.txt -f {FORMAT} -o json=full && test -c full"),
        says=("full: the report could not be written: No space left on device",),
        leaves=("full",),
    ),
    _no_room("folder that is not there", "json=none/report.json", "there is no folder `none`"),
    _no_room("file in place of a folder", "json=file/report.json", "there is no folder `file`"),
    _no_room("folder in place of a file", "json=closed", "`closed`", "folder"),
    _no_room("folder that must not be written", "json=closed/report.json", "closed"),
    *(
        call(135, f"{what}, for bulk", "bulk", "deck.txt", "-f", FORMAT, "--out", out, make=_blocked, says=(out,))
        for what, out in (("file in place of a folder", "file"), ("folder that must not be written", "closed/out"))
    ),
    call(
        136,
        "one deck three times, one of them by a link",
        *("check", "deck.txt", "./deck.txt", "link.txt", "-f", FORMAT),
        make=_thrice,
        code=0,
        decks=2,
        says=("2 legal",),
    ),
)


def _in(number: int, what: str, env: Mapping[str, str | None], *says: str) -> Case:
    more: Expected = {"code": 1, "decks": 1, "says": ("7 copies of `Banzai!`", *says)}
    return call(number, what, *_CHECK, make=_bad, env=env, **more)


_ASCII = "Tetsub\\u014d"


def _in_utf_16(bench: Bench) -> Ran:
    _bad(bench.folder)
    ran = bench.run(*_CHECK, env={"PYTHONIOENCODING": "utf-16"})
    return ran._replace(out=ran.out.decode("utf-16").encode())


def _on_a_terminal(env: Mapping[str, str]) -> Act:
    def act(bench: Bench) -> Ran:
        write(bench.folder / "deck.txt", "3 Rout\n")
        screen, terminal = os.openpty()
        try:
            ran = bench.run(
                "check", "deck.txt", "-f", FORMAT, env={"TERM": "xterm-256color", **env}, stdout_to=terminal
            )
            os.set_blocking(screen, False)
            return ran._replace(out=os.read(screen, 65_536).replace(b"\r\n", b"\n"))
        finally:
            os.close(screen)
            os.close(terminal)

    return act


def _coloured(ran: Ran) -> None:
    assert b"\x1b[" in ran.out


_SURROUNDINGS = (
    _in(143, "C locale", {"LC_ALL": "C", "LANG": None, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, _ASCII),
    _in(143, "locale that is none", {"LC_ALL": "xx_YY.nonsuch"}),
    _in(143, "ASCII", {"PYTHONIOENCODING": "ascii"}, _ASCII, "\\u4fcd"),
    _in(143, "the code page of Windows", {"PYTHONIOENCODING": "cp1252"}, _ASCII, "\\u4fcd"),
    _in(143, "time zone that is none", {"TZ": "nonsuch"}),
    Case(number=143, what="UTF-16", act=_in_utf_16, code=1, decks=1, says=("7 copies of `Banzai!`",)),
    *(
        _in(144, f"{name}={value}", {name: value})
        for name, value in (
            ("COLUMNS", "1"),
            ("COLUMNS", "-5"),
            ("COLUMNS", "abc"),
            ("COLUMNS", "9" * 30),
            ("TERM", "dumb"),
            ("TERM", ""),
            ("NO_COLOR", ""),
            ("NO_COLOR", "1"),
            ("FORCE_COLOR", "1"),
        )
    ),
    call(144, "help in one column", "check", "--help", env={"COLUMNS": "1"}, code=0, says=("Usage",)),
    call(144, "table in one column", "formats", "list", env={"COLUMNS": "1"}, code=0, says=("lcg-2017",)),
    Case(
        number=144,
        what="NO_COLOR= at a terminal",
        act=_on_a_terminal({"NO_COLOR": ""}),
        code=1,
        coloured=True,
        decks=1,
        then=_coloured,
    ),
    Case(number=144, what="NO_COLOR=1 at a terminal", act=_on_a_terminal({"NO_COLOR": "1"}), code=1, decks=1),
    Case(number=144, what="TERM=dumb at a terminal", act=_on_a_terminal({"TERM": "dumb"}), code=1, decks=1),
)


def _lists_formats(ran: Ran) -> None:
    assert len(set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", ran.text)) & {"celestial-40-40", "lcg-2017", "jade"}) == 3


def _odds(number: int, what: str, *more: str, says: tuple[str, ...]) -> Case:
    plain = ("--deck", "40", "--group", "A=3", "--hand", "4", "--want", "A>=1")
    return call(number, what, "odds", "calc", *plain, *more, says=says, never=("%",))


def _deck_odds(number: int, what: str, *more: str, says: tuple[str, ...]) -> Case:
    return call(number, what, "odds", "deck", "deck.txt", "-f", FORMAT, *more, make=_good, says=says, never=("%",))


_WORDS = (
    call(145, "unknown command", "chekc", "deck.txt", says=("there is no command `chekc`", "did you mean `check`")),
    call(145, "unknown option", *_CHECK, "--ofline", make=_good, says=("--ofline", "--offline"), never=_NEITHER),
    call(145, "unknown rule", "rule", "C0001", says=("there is no rule `C0001`", "did you mean `C001`?")),
    call(145, "unknown rule by name", "rule", "too-many-copys", says=("did you mean `too-many-copies`?",)),
    call(
        146, "unknown format", "check", "deck.txt", "-f", "nosuch", make=_good, says=("`nosuch`",), then=_lists_formats
    ),
    call(146, "day that is none", *_CHECK, "--as-of", "2021-02-30", make=_good, says=("`2021-02-30` is not a date",)),
    call(146, "day in words", *_CHECK, "--as-of", "today", make=_good, says=("`today` is not a date", "2019-05-10")),
    _odds(147, "41 of 40 cards", "--hand", "41", says=("41",)),
    _odds(147, "a deck of 0 cards", "--deck", "0", says=("`0`",)),
    _odds(147, "fewer cards than none", "--draws", "-2", says=("-2",)),
    _odds(147, "half a card", "--hand", "2.5", says=("2.5",)),
    _odds(147, "half a copy", "--group", "B=2.5", says=("2.5",)),
    _odds(147, "more copies than cards", "--group", "B=41", says=("44 cards and the deck only 40",)),
    _deck_odds(147, "bid of 6", "--bids", "6", says=("6",)),
    _odds(148, "group that is none", "--want", "Z>=1", says=("`Z`",)),
    _odds(148, "more than there are", "--want", "A>=4", says=("`A >= 4` is impossible",)),
    _deck_odds(
        148, "card that is in no deck", "--want", '"Nonsuch Card">=1', says=("no card of the deck is `Nonsuch",)
    ),
    _deck_odds(
        148, "card that is in other decks", "--want", '"Court Games">=1', says=("no card of the deck is `Court",)
    ),
)

CASES = (*_STREAMS, *_OUTPUTS, *_SURROUNDINGS, *_WORDS)
