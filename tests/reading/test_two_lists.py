"""Two lists in one file: nobody can tell which of them is handed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Checker, Report, Verdict
from deckcheck.bulk.known_lists import KnownLists
from deckcheck.model.limits import Limits

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"


def fixture(name: str) -> str:
    return (DECKS / f"{name}.txt").read_text("utf-8")


CRANE, LION = fixture("celestial-40-40/crane-honor"), fixture("celestial-40-40/lion-military")
SHORT = CRANE.replace("3 Copper Mine", "2 Copper Mine")
# As programs write lists: the Stronghold below the cards.
BELOW = "\n".join([*(line for line in CRANE.splitlines() if "Shiro Daidoji" not in line), "1 Shiro Daidoji", ""])
RIDERS = fixture("lcg-skirmish/unicorn-sideboard")
KEEPER = fixture("lcg-2017/crane-keeper")


def report(format_id: str, *lists: str, between: str = "\n\n") -> Report:
    return Checker(format_id).check_text(between.join(lists))


@pytest.mark.parametrize(
    ("format_id", "lists"),
    [
        pytest.param("celestial-40-40", (CRANE, LION), id="two clans"),
        pytest.param("celestial-40-40", (CRANE, CRANE), id="the same list twice"),
        pytest.param("celestial-40-40", (BELOW, BELOW), id="a Stronghold below the cards"),
        pytest.param("celestial-40-40", (CRANE, LION, CRANE), id="three lists"),
        pytest.param("celestial-40-40", (CRANE, LION.replace("3 Copper Mine", "2 Copper Mine")), id="one is too small"),
        pytest.param("celestial-40-40", (LION.replace("3 Copper Mine", "2 Copper Mine"), CRANE), id="the other is"),
        pytest.param("celestial-40-40", (SHORT, CRANE, SHORT), id="only the middle one is large enough"),
        pytest.param("lcg-2017", (KEEPER, KEEPER), id="lists of the card game"),
        pytest.param("lcg-skirmish", (RIDERS, RIDERS), id="lists without a Stronghold"),
    ],
)
@pytest.mark.parametrize("between", ["\n\n", "\n----------\n", "\n\nMy other deck\n"])
def test_one_of_two_lists_may_be_legal(format_id: str, lists: tuple[str, ...], between: str) -> None:
    assert report(format_id, *lists, between=between).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("lists", [(CRANE, CRANE), (SHORT, CRANE)])
def test_each_error_says_where_the_other_list_begins(lists: tuple[str, str]) -> None:
    found = report("celestial-40-40", *lists)
    line = len(CRANE.split("\n")) + 2

    assert {
        each.message.partition(", unless ")[2] for each in found.findings if each.severity.value == "undecided"
    } == {f"another list begins in line {line}"}
    assert {each.help for each in found.findings if "unless" in each.message} == {
        "keep one list, or put each into a file of its own"
    }


@pytest.mark.parametrize("title", ["Deck: Lion Rush", "# Title: Lion Rush", "Deck name: Lion Rush"])
def test_the_title_of_a_deck_below_another_one_may_begin_a_second_list(title: str) -> None:
    assert report("celestial-40-40", CRANE, f"{title}\n3 Kolat Assassin\n").verdict is Verdict.UNDECIDED
    assert report("celestial-40-40", CRANE, f"{title}\n").verdict is Verdict.LEGAL


UNKNOWN = "".join(f"3 {one}{two} {two}{one}\n" for one in ("Zor", "Plim", "Quo") for two in "bdfghklmnp")


@pytest.mark.parametrize("lists", [(CRANE, UNKNOWN), (UNKNOWN, CRANE)])
@pytest.mark.parametrize("between", ["\n\n", "\n\nMy friend plays:\n"])
def test_names_that_are_all_unknown_may_be_another_list(lists: tuple[str, str], between: str) -> None:
    lists = lists[0].replace("3 Copper", "4 Copper"), lists[1].replace("3 Copper", "4 Copper")
    assert report("celestial-40-40", *lists, between=between).verdict is Verdict.UNDECIDED


def test_unknown_names_of_one_part_belong_to_the_deck() -> None:
    dynasty = CRANE.partition("# Fate")[0].replace("3 Copper", "4 Copper")
    assert report("celestial-40-40", f"{dynasty}# Fate\n{UNKNOWN}").verdict is Verdict.ILLEGAL


DYNASTY = "# Dynasty" + CRANE.partition("# Dynasty")[2].partition("# Fate")[0]


def test_one_of_two_versions_of_a_part_may_be_played() -> None:
    found = report("celestial-40-40", CRANE, DYNASTY)

    assert found.verdict is Verdict.UNDECIDED
    assert "replaces another one" in found.findings[0].message
    assert report("celestial-40-40", SHORT, DYNASTY.replace("3 Copper", "2 Copper")).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{CRANE}\n\n1 Kyuden Hida\n", id="a second Stronghold"),
        pytest.param(f"{CRANE}\n\n1 Kyuden Hida\n3 Iron Mine\n3 Corrupted Silver Mine\n", id="a few cards more"),
        pytest.param(
            "\n\n".join(each.replace("3 Copper Mine", "2 Copper Mine") for each in (CRANE, LION)), id="both too small"
        ),
    ],
)
def test_another_stronghold_is_no_other_list(text: str) -> None:
    checker = Checker("celestial-40-40")

    assert checker.check_text(text).verdict is Verdict.ILLEGAL


def test_two_lists_may_be_on_one_line_of_a_page() -> None:
    lists = "".join(f"<div>{''.join(f'<p>{line}</p>' for line in each.splitlines())}</div>" for each in (CRANE, CRANE))

    assert Checker("celestial-40-40").check_text(f"<html>{lists}</html>", "deck.html").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("format_id", "text", "more"),
    [("celestial-40-40", CRANE, "1 Kyuden Hida\n"), ("lcg-skirmish", RIDERS, "Dynasty Deck\n2 Deathseeker\n")],
)
def test_bulk_leaves_what_may_be_two_lists_to_the_reader(format_id: str, text: str, more: str) -> None:
    known = KnownLists(Checker(format_id), Limits())

    assert known.in_text(text, "deck.txt", "text") is not None
    assert known.in_text(f"{text}\n\n{more}", "decks.txt", "text") is None
