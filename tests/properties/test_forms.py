"""One deck in the form of every syntax: the same cards, the same verdict, the same findings."""

from __future__ import annotations

import html
import json
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.decks.readers import READERS, read
from deckcheck.decks.resolve import resolve
from deckcheck.model.card import Card
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.report import Report
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from tests.conftest import examples

# Cards with macrons, quotes, dashes and levels; legal, banned and unique ones, and some of other clans and arcs.
CCG_DECK = """
    Shiro Daidoji; Kyuden Hida; Border Keep; Bamboo Harvesters; Iron Mine; Copper Mine; Akodo Kobi; Winter Siege;
    Doji Ayano - exp; Ring of Water; Settling the Homeless; Banzai!; Creating Order; Fading Shadows; Min-Hee Sensei;
    Lost Traveler Castle; Hida Kuon - exp6; Spirit's Essence Dojo; Thriving Light; Cavalry Escort; Matsu Misato
"""
LCG_DECK = """
    Shizuka Toshi; Kyūden Isawa; Seeker of Fire; Keeper of Water; Shameful Display; Night Raid; Ancestral Lands;
    Public Forum; Doji Whisperer; Doji Hotaru; Way of the Crane; Way of the Dragon; Banzai!; Court Games;
    Daimyō's Favor; Togashi Yokuni; Above Question; Let Go; Charge!; Assassination; Hiruma Yōjimbō
"""
Row = tuple[int, Card]


class Game(NamedTuple):
    fmt: Format
    pool: FilePool
    cards: list[Card]

    def __repr__(self) -> str:
        return f"Game({self.fmt.id})"

    def report(self, text: str, syntax: str | None = None) -> Report:
        return check(resolve(read(text, "deck", Limits(), syntax), self.fmt, self.pool), self.fmt, self.pool)


def game_of(names: str, fmt: Format, pool: FilePool) -> Game:
    each = [" ".join(name.split()) for name in names.split(";")]
    deck = resolve(read("\n".join(f"1 {name}" for name in each), "deck", Limits()), fmt, pool)
    assert not deck.unresolved
    return Game(fmt, pool, [entry.card for entry in deck.entries])


@pytest.fixture(scope="session")
def old(celestial: Format, ccg: FilePool) -> Game:
    return game_of(CCG_DECK, celestial, ccg)


@pytest.fixture(scope="session")
def new(lcg2017: Format, lcg: FilePool) -> Game:
    return game_of(LCG_DECK, lcg2017, lcg)


def listed(rows: list[Row], line: str = "{count} {name}") -> str:
    return "".join(line.format(count=count, name=card.name) + "\n" for count, card in rows)


def of(rows: list[Row], *decks: str) -> list[Row]:
    return [(count, card) for count, card in rows if card.deck in decks]


def rest(rows: list[Row], *decks: str) -> list[Row]:
    return [(count, card) for count, card in rows if card.deck not in decks]


def size(rows: list[Row]) -> int:
    return sum(count for count, _ in rows)


def in_parts(head: str, line: str = "{count} {name}") -> Callable[[list[Row]], str]:
    """Return the form with a header before each deck of the collectible game; `head` contains its name and size."""

    def form(rows: list[Row]) -> str:
        parts = (
            ("Pre-Game", rest(rows, "dynasty", "fate")),
            ("Dynasty", of(rows, "dynasty")),
            ("Fate", of(rows, "fate")),
        )
        return "".join(
            f"{head.format(name=name, size=size(part), kinds=len(part))}\n{listed(part, line)}\n"
            for name, part in parts
        )

    return form


def octgn(rows: list[Row]) -> str:
    cards = "".join(f'<card qty="{count}" id="x">{html.escape(card.name)}</card>' for count, card in rows)
    return f'<?xml version="1.0"?>\n<deck game="l5r"><section name="Cards">{cards}</section></deck>\n'


def own(rows: list[Row]) -> dict[str, dict[str, int]]:
    """Return the map of the own deck files: each card under its own deck, those of none under the first."""
    first = rows[0][1].deck if rows[0][1].deck in {"dynasty", "fate", "conflict"} else "dynasty"
    found: dict[str, dict[str, int]] = {}
    for count, card in rows:
        found.setdefault(card.deck if card.deck in {"dynasty", "fate", "conflict"} else first, {})[card.name] = count
    return found


def own_yaml(rows: list[Row]) -> str:
    parts = (
        f"{deck}:\n" + "".join(f"  {json.dumps(name, ensure_ascii=False)}: {count}\n" for name, count in cards.items())
        for deck, cards in own(rows).items()
    )
    return "deckcheck: 1\n" + "".join(parts)


def in_two(head: str, line: str, begin: str = "") -> Callable[[list[Row]], str]:
    """Return the form with a header before each deck of the card game."""

    def form(rows: list[Row]) -> str:
        text = begin + listed(rest(rows, "dynasty", "conflict"), line)
        for name in ("Dynasty", "Conflict"):
            part = of(rows, name.casefold())
            text += f"\n{head.format(name=name, size=size(part))}\n{listed(part, line)}"
        return text

    return form


CCG: dict[str, Callable[[list[Row]], str]] = {
    "sun-and-moon": lambda rows: "Legality: Celestial\n" + listed(rows),
    "eopk": in_parts("# {name} ({size})"),
    "eopk-bbcode": in_parts("[size=150]{name} ({size})[/size]"),
    "eopk-html": in_parts("<h3><u>{name} ({size})</u></h3>", "{count} {name}<br/>"),
    "oracle": in_parts("# {name} - ({size}) [{kinds} distinct]", "{count}\t{name}\t"),
    "yasuki": in_parts("{name}: # ({size})", "  - {count}x {name}"),
    "goldfish": lambda rows: (
        "# Pregame Holdings\n" + in_parts("# {name} ({size})")(rows).replace("# Pre-Game", "# Other")
    ),
    "forum": in_parts("[b]{name} ({size})[/b]", "{count} x {name}"),
    "octgn": octgn,
    "deckcheck-yaml": own_yaml,
    "deckcheck-json": lambda rows: json.dumps({"deckcheck": 1} | own(rows)),
}
LCG: dict[str, Callable[[list[Row]], str]] = {
    "json": lambda rows: json.dumps({"cards": {card.id: count for count, card in rows}}),
    "fiveringsdb-text": in_two("{name} Deck ({size})\nCharacter ({size})", "{count}x {name}"),
    "jigoku": lambda rows: listed(rows, "{count} {name} (Core Set)"),
    "bushibuilder": lambda rows: "Politics\nby: Kei\n" + listed(rows, "{count} {name}  (Core Set)"),
    "cardgamedb": in_two(
        "Event [{name}]: ({size})", "{count}x {name}", "Deck Created with CardGameDB.com\nDeck Clan: Crane\n"
    ),
    "forum": in_two("{name} ({size})", "{count} x {name}", "By: Kei\n\nStronghold:\n"),
    "octgn": octgn,
    "deckcheck-yaml": own_yaml,
    "deckcheck-json": lambda rows: json.dumps({"deckcheck": 1} | own(rows)),
}

# A deck is small, and mostly illegal: numbers of copies of the cards above, by their places.
DECKS = st.dictionaries(st.integers(0, 20), st.integers(1, 20), min_size=1, max_size=10)
modest = settings(deadline=None, max_examples=examples(20))


def rows_of(deck: dict[int, int], game: Game) -> list[Row]:
    return [(count, game.cards[place]) for place, count in deck.items()]


def said(one: Report) -> list[tuple[str, str]]:
    """Return what is found, but for what is about the file itself: how names are written and where headers stand."""
    return sorted((each.code, each.severity.value) for each in one.findings if not each.code.startswith("D"))


def same(one: Report, other: Report) -> None:
    assert other.deck.unresolved == ()
    assert other.deck.fingerprint == one.deck.fingerprint
    assert other.counts == one.counts
    assert said(other) == said(one)
    assert other.verdict is one.verdict


def test_every_syntax_has_its_form_here() -> None:
    assert {*CCG, *LCG, "text"} == set(READERS)


@pytest.mark.parametrize("syntax", CCG)
@modest
@given(deck=DECKS)
def test_a_deck_of_the_collectible_game_is_one_in_all_forms(syntax: str, old: Game, deck: dict[int, int]) -> None:
    rows = rows_of(deck, old)

    same(old.report(listed(rows), "text"), old.report(CCG[syntax](rows), syntax))


@pytest.mark.parametrize("syntax", LCG)
@modest
@given(deck=DECKS)
def test_a_deck_of_the_card_game_is_one_in_all_forms(syntax: str, new: Game, deck: dict[int, int]) -> None:
    rows = rows_of(deck, new)

    same(new.report(listed(rows), "text"), new.report(LCG[syntax](rows), syntax))


def bare(name: str) -> str:
    """Return a name without macrons and accents, as most keyboards write it."""
    return "".join(char for char in unicodedata.normalize("NFD", name) if not unicodedata.combining(char))


@pytest.mark.parametrize("game", ["old", "new"])
@pytest.mark.parametrize(
    "write",
    [bare, str.lower, str.upper, lambda name: unicodedata.normalize("NFD", name), lambda name: name.replace("'", "’")],
    ids=["without macrons", "small", "capitals", "decomposed", "curly quotes"],
)
@modest
@given(deck=DECKS)
def test_how_names_are_typed_makes_no_difference(
    game: str, write: Callable[[str], str], request: pytest.FixtureRequest, deck: dict[int, int]
) -> None:
    of_game: Game = request.getfixturevalue(game)
    rows = rows_of(deck, of_game)
    typed = "".join(f"{count} {write(card.name)}\n" for count, card in rows)

    same(of_game.report(listed(rows), "text"), of_game.report(typed, "text"))
