"""The parts of a line: what is left without markup, the copies that it may mean, and the signs of an odd name."""

from __future__ import annotations

import unicodedata

import pytest

from deckcheck.decks.resolve.tokens import is_odd, most_copies, plain
from deckcheck.model.limits import Limits


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("3 Iron &amp; Mine", "3 Iron & Mine"),
        ("3&nbsp;Iron", "3 Iron"),
        ("R&D", "R&D"),
        ("&#3; Iron", "&#3; Iron"),
        ("3 [b]Iron[/b] Mine", "3  Iron  Mine"),
        ("<b>3</b> Iron", " 3  Iron"),
        ("[card]Iron Mine[/card]", " Iron Mine "),
        ("[x] Iron", "[x] Iron"),
        ("\uff13 \uff29ron", "3 Iron"),
        ("٣ Iron", "3 Iron"),
        ("³ Iron", "3 Iron"),
        ("十 Iron", "10 Iron"),
        ("½ Iron", "1/2 Iron"),
        ("3× Iron", "3x Iron"),
        ("Win\u200bter", "Winter"),
        ("3\tIrōn", "3\tIrōn"),
        ("3\x01Irōn", "3Irōn"),
    ],
)
def test_a_line_without_markup(line: str, text: str) -> None:
    assert plain(line) == text


@pytest.mark.parametrize(
    ("line", "copies"),
    [
        ("Iron Mine", 5),
        ("0 Iron Mine", 5),
        ("3 Iron Mine", 3),
        ("three Iron Mine", 3),
        ("3 Iron Mine and four Copper Mine", 7),
        ("2-7 Iron Mine", 7),
        ("2-3 Iron Mine, 4 Copper Mine", 7),
        ("2-3 Iron Mine, 4/4 Copper Mine", 11),
        ("999 Iron Mine", 999),
        ("123456 Iron Mine", 999),
    ],
)
def test_a_line_may_mean_so_many_copies(line: str, copies: int) -> None:
    assert most_copies(line, 5, Limits()) == copies


ODD = "Iron Mine?; Iron Mine:; Iron--Mine; Iron__Mine; _Iron Mine; Iron [] Mine; Banzai!!; Iron + Mine; Iron ~ Mine"
USUAL = "Iron Mine; Iron-Mine; Iron_Mine; Daimyō's Favor; [Iron Mine]; Banzai!; Iron... Mine; 1,000 Cuts Technique; R&D"


@pytest.mark.parametrize(
    ("name", "odd"),
    [*((name, True) for name in ODD.split("; ")), *((name, False) for name in USUAL.split("; "))],
)
def test_signs_make_a_name_odd(name: str, *, odd: bool) -> None:
    assert is_odd(name) is odd
    assert is_odd(unicodedata.normalize("NFD", name)) is odd
