"""A verdict belongs to the cards of a deck, not to how the list is written."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.decks.resolve import resolve
from deckcheck.decks.text.lists import read_text
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.report import Report
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from tests.conftest import examples

# Cards that are legal, unique, banned, of another arc, loyal, or change deck building, and names that need a note.
CCG_NAMES = """
    Kyuden Hida; Shiro Daidoji; City of Tears; The Abbot - exp3; Akodo Kobi; Thriving Light; Winter Siege;
    Banzai!; Border Keep; Bamboo Harvesters; Kobune Port; Iron Mine; Utaku Kohana - exp; Utaku Kohana;
    Utaku Hana; Kuronada; Kuronada - exp2; Stone of Remembrance; Lost Traveler Castle; The Wrath of Kali-Ma;
    Cavalry Escort; Ring of Water; Ring of Fire; Creating Order; Winter Solstice; Matsu Misato; Bayushi Maemi;
    Spirit's Essence Dojo; Fading Shadows; Yoritomo Naizen - exp3; Hida Kuon - exp6; 700 Soldier Plain;
    Gaining Experience; Voice of Experience; Min-Hee Sensei; Lion Ancestor; Doji Hakuseki; Winter Seige;
    Xylophone Quartet
"""
LCG_NAMES = """
    Shizuka Toshi; Kyūden Isawa; Seeker of Fire; Keeper of Water; Shameful Display; Night Raid; Ancestral Lands;
    Entrenched Position; Public Forum; Doji Whisperer; Doji Hotaru; Bayushi Kachiko; Hida Kisada;
    Way of the Crane; Way of the Dragon; Banzai!; Court Games; Daimyō's Favor; Togashi Kazue; Isawa Tadaka;
    Above Question; Hisu Mori Toride; Let Go; Charge!; Assassination; Shosuro Miyako; Shamful Display
"""


def split(names: str) -> list[str]:
    return [" ".join(name.split()) for name in names.split(";")]


class Game(NamedTuple):
    fmt: Format
    pool: FilePool
    names: list[str]


@pytest.fixture(scope="session", params=["celestial", "festivals", "lcg2017"])
def game(request: pytest.FixtureRequest, ccg: FilePool, lcg: FilePool) -> Game:
    fmt: Format = request.getfixturevalue(request.param)
    return Game(fmt, lcg, split(LCG_NAMES)) if fmt.pool == "lcg" else Game(fmt, ccg, split(CCG_NAMES))


# Numbers of cards of the names above, by their place in the list; a deck is small, and mostly illegal.
DECKS = st.dictionaries(st.integers(0, 26), st.integers(1, 45), min_size=1, max_size=12)

modest = settings(deadline=None, max_examples=examples(10), suppress_health_check=[HealthCheck.function_scoped_fixture])


def lines(deck: dict[int, int], game: Game) -> list[tuple[int, str]]:
    return [(count, game.names[place % len(game.names)]) for place, count in deck.items()]


def report(written: list[str], game: Game) -> Report:
    deck = resolve(read_text("\n".join(written), "deck.txt", Limits()), game.fmt, game.pool)
    return check(deck, game.fmt, game.pool)


def told(one: Report) -> list[tuple[str, str, str]]:
    """Return what a report says, but for lines and what quotes the list."""
    return sorted((finding.code, finding.severity.value, finding.message) for finding in one.findings)


def codes(one: Report) -> list[tuple[str, str]]:
    return sorted((finding.code, finding.severity.value) for finding in one.findings)


@modest
@given(DECKS, st.randoms(use_true_random=False))
def test_the_order_of_lines_makes_no_difference(game: Game, deck: dict[int, int], chosen: random.Random) -> None:
    written = [f"{count} {name}" for count, name in lines(deck, game)]
    mixed = chosen.sample(written, len(written))
    one, other = report(written, game), report(mixed, game)

    assert other.verdict is one.verdict
    assert other.counts == one.counts
    assert other.deck.fingerprint == one.deck.fingerprint
    # Messages list cards in the order of the deck and name lines, so that only their number and kind can be compared.
    assert codes(other) == codes(one)


@modest
@given(DECKS)
def test_case_and_quotes_make_no_difference(game: Game, deck: dict[int, int]) -> None:
    plain = report([f"{count} {name}" for count, name in lines(deck, game)], game)
    odd = [f"{count}x  {name.upper().replace(chr(39), '’').replace('-', '–')} " for count, name in lines(deck, game)]
    other = report(odd, game)

    assert other.verdict is plain.verdict
    assert other.counts == plain.counts
    assert codes(other) == codes(plain)
    # Notes and open lines quote what is written; all the rest is the same to the letter.
    own = {"D001", "D002", "D003"}
    assert [item for item in told(other) if item[0] not in own] == [item for item in told(plain) if item[0] not in own]


def split_lines(deck: dict[int, int], game: Game, chosen: random.Random) -> list[str]:
    """Return the lines of a deck, with the copies of one card on two of them.

    Where most cards are listed twice, one part of the list may replace another.
    """
    found = list(lines(deck, game))
    place = chosen.randrange(len(found)) if found else 0
    first = chosen.randint(1, found[place][0]) if found else 0
    parts = [
        [(first, name), (count - first, name)] if at == place else [(count, name)]
        for at, (count, name) in enumerate(found)
    ]
    return [f"{count} {name}" for part in parts for count, name in part if count]


@modest
@given(DECKS, st.randoms(use_true_random=False))
def test_copies_may_be_split_over_lines(game: Game, deck: dict[int, int], chosen: random.Random) -> None:
    one = report([f"{count} {name}" for count, name in lines(deck, game)], game)
    other = report(split_lines(deck, game, chosen), game)

    assert other.verdict is one.verdict
    assert other.counts == one.counts
    assert other.deck.fingerprint == one.deck.fingerprint
    assert set(codes(other)) == set(codes(one))


@modest
@given(DECKS, st.randoms(use_true_random=False))
def test_a_card_on_two_lines_is_one_cause(game: Game, deck: dict[int, int], chosen: random.Random) -> None:
    one = report([f"{count} {name}" for count, name in lines(deck, game)], game)
    other = report(split_lines(deck, game, chosen), game)

    # A line that is not recognised, or read as something else, is reported each time.
    per_line = {"D001", "D002", "D003", "D006", "D007"}
    assert [item for item in codes(other) if item[0] not in per_line] == [
        item for item in codes(one) if item[0] not in per_line
    ]


@modest
@given(DECKS, st.lists(st.sampled_from(["# a comment", "// 3 Banzai!", "; note", "", "-----", "#"]), max_size=8))
def test_comments_make_no_difference(game: Game, deck: dict[int, int], comments: list[str]) -> None:
    written = [f"{count} {name}" for count, name in lines(deck, game)]
    one, other = report(written, game), report([*written, *comments], game)

    assert other.verdict is one.verdict
    assert [item for item in told(other) if item[0] != "D005"] == [item for item in told(one) if item[0] != "D005"]
    first = report([*comments, *written], game)
    assert first.verdict is one.verdict
    assert [item for item in codes(first) if item[0] != "D005"] == [item for item in codes(one) if item[0] != "D005"]


@modest
@given(DECKS)
def test_findings_stand_in_a_fixed_order_and_carry_their_verdict(game: Game, deck: dict[int, int]) -> None:
    written = [f"{count} {name}" for count, name in lines(deck, game)]
    one = report(written, game)

    assert report(written, game).findings == one.findings
    severities = [finding.severity.value for finding in one.findings]
    assert severities == sorted(severities, key=["error", "undecided", "warning", "note"].index)
    if "error" in severities:
        assert one.verdict is Verdict.ILLEGAL
    else:
        assert one.verdict is (Verdict.UNDECIDED if "undecided" in severities else Verdict.LEGAL)
    for finding in one.findings:
        assert finding.span is None or finding.span.line <= len(written)
        assert "{" not in finding.message


@modest
@given(DECKS)
def test_a_line_that_is_no_card_never_makes_a_deck_legal(game: Game, deck: dict[int, int]) -> None:
    written = [f"{count} {name}" for count, name in lines(deck, game)]
    one, other = report(written, game), report([*written, "3 Zzyzx Quartet"], game)

    assert other.verdict is not Verdict.LEGAL
    errors = {item for item in told(other) if item[1] == "error"}
    assert errors <= {item for item in told(one) if item[1] == "error"}
