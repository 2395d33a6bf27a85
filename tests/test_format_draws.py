"""How formats say that cards are drawn: inheritance with origins, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.formats.cache import FormatLoader
from deckcheck.formats.loading import resolve_format
from deckcheck.model.errors import DataError
from deckcheck.model.format import Draw
from deckcheck.model.limits import Limits
from deckcheck.odds import Policy, Returned
from deckcheck.odds.of_deck.deck_halves import Play, halves_of
from deckcheck.pools.loading import FilePool

CUP = """\
id: cup
name: Cup
extends: twenty-festivals
basis: community
date: "2026-03-01"

documents:
  CUP: rules of the cup

draws:
  fate:
{draws}
"""


def cup(folder: Path, *lines: str) -> Path:
    path = folder / "cup.yaml"
    path.write_text(CUP.format(draws="".join(f"    {line}\n" for line in lines)), "utf-8")
    return path


def test_draws_are_merged_value_by_value_with_their_places(tmp_path: Path) -> None:
    fmt = resolve_format(cup(tmp_path, "opening: 7", "second: 1", "cite: {doc: CUP, section: hands}")).format
    fate = next(drawn for drawn in fmt.draws if drawn.name == "fate")

    assert fate.params == Draw(into="hand", opening=7, second=1, each_turn=1)
    assert {key: origin.format for key, origin in fate.origins.items()} == {
        "into": "_ccg",
        "opening": "cup",
        "second": "cup",
        "each_turn": "_ccg",
        "when": "_ccg",
        "cite": "cup",
    }
    assert (fate.cite.source, fate.cite.at) == ("rules of the cup", "hands")


def test_they_come_from_the_cache_as_they_are(tmp_path: Path) -> None:
    path = str(cup(tmp_path, "opening: 7"))
    first = FormatLoader(cache=tmp_path / "cache").load(path)

    assert FormatLoader(cache=tmp_path / "cache").load(path).draws == first.draws
    cup(tmp_path, "opening: 8")
    assert FormatLoader(cache=tmp_path / "cache").load(path).draws[1].params.opening == 8


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("opening: 5",), "changes nothing: twenty-festivals has the same value"),
        (("opening: 0",), "`opening` must be at least 1"),
        (("opening: many",), "expected a whole number"),
        (("each_turn: -1",), "`each_turn`: expected a whole number >= 0"),
        (("bids: [3, 1]", "each_turn: 0"), "`bids` must be the minimum and the maximum of a bid"),
        (("bids: [1, 3]",), "exclude each other"),
        (("into: provinces",), "which are refilled and not drawn into"),
        (("into: graveyard",), "is not a known value"),
        (("returned: bottom",), "is about a mulligan, and there is none"),
        (("mulligan: london",), "is not a known value"),
        (("feared: {nothing: colour=red}",), "there is no field `colour`"),
        (("surprise: 1",), "there is no key `surprise`"),
        (("cite: {doc: NOBODY, page: 1}",), "the document `NOBODY` is not listed"),
    ],
)
def test_what_is_refused_names_file_and_line(lines: tuple[str, ...], said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        resolve_format(cup(tmp_path, *lines))

    assert said in str(caught.value)
    assert "cup.yaml:" in str(caught.value.place)


def test_draws_of_no_section_and_without_citation(tmp_path: Path) -> None:
    path = cup(tmp_path, "opening: 7")
    text = path.read_text("utf-8")
    for old, new, said in (
        (
            "  fate:\n",
            "  graveyard:\n    into: hand\n    cite: {doc: CUP, page: 1}\n",
            "there is no section `graveyard`",
        ),
        ("  fate:\n", "  sensei:\n    into: hand\n", "the draws of `sensei` has no citation"),
    ):
        path.write_text(text.replace(old, new), "utf-8")
        with pytest.raises(DataError, match=said):
            resolve_format(path)


def test_draws_can_be_dropped_for_a_reason(tmp_path: Path) -> None:
    assert [d.name for d in resolve_format(cup(tmp_path, "drop: no hands in the cup")).format.draws] == ["dynasty"]


def test_who_goes_second_may_draw_more(tmp_path: Path, ccg: FilePool) -> None:
    fmt = resolve_format(cup(tmp_path, "second: 2", "mulligan: keep_hits", "returned: bottom")).format
    deck = resolve(read("Fate\n20 Hamstrung\n", "deck.txt", Limits()), fmt, ccg)

    first, second = (halves_of(deck, fmt, ccg, Play(second=each))[0] for each in (False, True))

    assert (first.opening, second.opening) == (5, 7)
    assert (first.policy, first.returned, first.rounds) == (Policy.KEEP_HITS, Returned.BOTTOM, 1)


def test_show_and_diff_have_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats", "show", "lcg-skirmish", "--resolved"]) == 0
    shown = capsys.readouterr().out
    assert "draws of conflict\n" in shown
    assert "     bids: [1, 3]  (lcg-skirmish, formats/lcg-skirmish.yaml:" in shown

    assert run(["formats", "diff", "celestial-40-40", "twenty-festivals"]) == 0
    assert "draws of fate: opening: 6 → opening: 5\n" in capsys.readouterr().out
