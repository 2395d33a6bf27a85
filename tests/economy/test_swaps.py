"""Cards that a change such as ``+1 Silver Mine -1 Doji Shikishi`` puts in and takes out."""

from __future__ import annotations

import pytest

from deckcheck.model.errors import UsageError
from deckcheck.odds.economy.deck import Dealt
from deckcheck.odds.economy.game import Opening
from deckcheck.odds.economy.report import swapped, without
from deckcheck.pools.loading import FilePool
from tests.conftest import shipped_format

DECK = ("Aohama", "Counting House", "Counting House", "Diamond Mine")


def dealt(pool: FilePool) -> Dealt:
    cards = tuple(next(iter(pool.named("".join(name.lower().split())))) for name in DECK)
    return Dealt(cards=cards, unknown=1, opening=Opening(provinces=4))


# The change, and the cards after it; new cards take the places of those that leave.
CHANGES: list[tuple[str, list[str]]] = [
    ("+1 High Courts", ["Aohama", "Counting House", "Counting House", "Diamond Mine", "High Courts"]),
    ("-1 Counting House", ["Aohama", "Counting House", "Diamond Mine"]),
    ("-2 Counting House", ["Aohama", "Diamond Mine"]),
    ("+1 High Courts -1 Aohama", ["High Courts", "Counting House", "Counting House", "Diamond Mine"]),
    ("-1 Aohama +1 High Courts", ["High Courts", "Counting House", "Counting House", "Diamond Mine"]),
    ("- 1 aohama  + 1 high courts", ["High Courts", "Counting House", "Counting House", "Diamond Mine"]),
    ("-1 Aohama +2 High Courts", ["High Courts", "Counting House", "Counting House", "Diamond Mine", "High Courts"]),
    ("-2 Counting House +1 High Courts", ["Aohama", "High Courts", "Diamond Mine"]),
    (
        "-1 Aohama -1 Diamond Mine +1 High Courts +1 Copper Mine",
        ["High Courts", "Counting House", "Counting House", "Copper Mine"],
    ),
    ("-1 Aohama, +1 High Courts", ["High Courts", *DECK[1:]]),
    ("+99 Aohama", [*DECK, *["Aohama"] * 99]),
    ("-1 Aohama +1 Kakita Hideo", ["Kakita Hideo", *DECK[1:]]),  # not one of the experienced versions
    ("-1 Aohama +1 Kakita Hideo - exp", ["Kakita Hideo - exp", *DECK[1:]]),
    ("-1 Aohama +1 Kakita Hideo (xp)", ["Kakita Hideo - exp", *DECK[1:]]),
    ("-1 Aohama +1 Kakita Hideo • Experienced 2", ["Kakita Hideo, the Fallen Keeper - exp2", *DECK[1:]]),
    ("-1 Aohama +1 Bayushi Kazutoshi", ["Bayushi Kazutoshi - exp", *DECK[1:]]),  # there is none without experience
    ("-1 Aohama +1 Chuda Tairao", ["Chuda Tairao - exp", *DECK[1:]]),
]


@pytest.mark.parametrize(("text", "cards"), CHANGES)
def test_a_change(text: str, cards: list[str], ccg: FilePool) -> None:
    found = swapped(dealt(ccg), text, shipped_format("twenty-festivals"), ccg)

    assert [card.name for card in found.cards] == cards
    assert found.unknown == 1


@pytest.mark.parametrize(
    ("format_id", "card"), [("twenty-festivals", "yoritomo_nintai"), ("shattered-empire", "yoritomo_nintai_2")]
)
def test_of_two_cards_of_one_name_the_legal_one_comes_in(format_id: str, card: str, ccg: FilePool) -> None:
    found = swapped(dealt(ccg), "+1 Yoritomo Nintai", shipped_format(format_id), ccg)

    assert found.cards[-1].id == card


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a change of cards"),
        ("Aohama", "is not a change of cards"),
        ("1 Aohama", "is not a change of cards"),
        ("Aohama +1 High Courts", "is not a change of cards"),
        ("+0 Aohama", "a number of copies from 1 to 99"),
        ("+100 Aohama", "a number of copies from 1 to 99"),
        ("-3 Counting House", "the deck has 2 copies of `Counting House`, but 3 were named"),
        ("-1 Aohama -1 Aohama", "the deck has 1 copy of `Aohama`, but 2 were named"),
        ("-1 High Courts", "no card of the deck is `High Courts`"),
        ("+1 High Court Yard", "no card is called `High Court Yard`"),
        ("-1 Aohama +1 Ring of Water", "`Ring of Water` is not a Dynasty card"),
        ("+1 Kyuden Kitsune", "`Kyuden Kitsune` is not a Dynasty card"),  # a Stronghold
        ("+1 Kakita Hideo - exp9", "no card is called `Kakita Hideo - exp9`"),
    ],
)
def test_what_is_no_change_of_this_deck(text: str, said: str, ccg: FilePool) -> None:
    with pytest.raises(UsageError) as caught:
        swapped(dealt(ccg), text, shipped_format("twenty-festivals"), ccg)

    assert said in str(caught.value)


def test_cards_that_are_gone_leave_the_deck_copy_by_copy(ccg: FilePool) -> None:
    left, gone = without(dealt(ccg), ["Diamond Mine", "counting house", "Counting House"])

    assert [card.name for card in left.cards] == ["Aohama"]
    assert [card.name for card in gone] == ["Diamond Mine", "Counting House", "Counting House"]
    with pytest.raises(UsageError, match="the deck has 2 copies of `Counting House`, but 3 were named"):
        without(dealt(ccg), ["Counting House"] * 3)


def test_a_title_alone_is_that_of_the_card_without_experience(ccg: FilePool) -> None:
    fmt = shipped_format("twenty-festivals")
    both = swapped(dealt(ccg), "+2 Kakita Hideo - exp +1 Kakita Hideo", fmt, ccg)

    def after(change: str) -> list[str]:
        return [card.name for card in swapped(both, change, fmt, ccg).cards[len(DECK) :]]

    assert after("-1 Kakita Hideo") == ["Kakita Hideo - exp", "Kakita Hideo - exp"]
    assert after("-2 Kakita Hideo") == ["Kakita Hideo - exp"]
    assert after("-1 Kakita Hideo - exp") == ["Kakita Hideo - exp", "Kakita Hideo"]
