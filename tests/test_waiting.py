"""What commands that take long say on a terminal."""

from __future__ import annotations

import io
import time

import pytest

from deckcheck.cli import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "patience", "said"),
    [
        pytest.param(Terminal(), 0.0, "playing games ...\r                 \r", id="slow, on a terminal"),
        pytest.param(Terminal(), 60.0, "", id="fast, on a terminal"),
        pytest.param(io.StringIO(), 0.0, "", id="slow, elsewhere"),
    ],
)
def test_a_command_that_takes_long_says_what_it_does(
    stream: io.StringIO, patience: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(output, "_PATIENCE", patience)

    with output.waiting("playing games"):
        time.sleep(0.2)

    assert stream.getvalue() == said


def test_a_message_is_written_over_what_the_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(output, "_PATIENCE", 0.0)

    with output.waiting("playing games"):
        time.sleep(0.2)
        output.note("a game is missing")

    assert stream.getvalue().startswith("playing games ...\rnote: a game is missing\n")
