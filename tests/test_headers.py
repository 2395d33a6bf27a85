"""Section headers in every layout that deck builders write."""

from __future__ import annotations

import pytest

from deckcheck import Checker
from deckcheck.decks.words.counts import is_bracketed_behind
from deckcheck.decks.words.headers import header_count, header_section, is_of_created, label_section, outside_section
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool


@pytest.mark.parametrize(
    ("line", "section"),
    [
        # Egg of P'an Ku, saved and exported
        ("# Pre-Game (1)", "starting"),
        ("# Stronghold (1)", "stronghold"),
        ("# Senseis (1)", "sensei"),
        ("# Wind (1)", "wind"),
        ("# Dynasty (40)", "dynasty"),
        ("# Celestials (1)", "dynasty"),
        ("# Holdings (18)", "dynasty"),
        ("Holdings (18 of 40)", "dynasty"),
        ("Holdings (18, 45%)", "dynasty"),
        ("Holdings x18", "dynasty"),
        ("Black deck", "dynasty"),
        ("GREEN (40)", "fate"),
        ("# Personalities (22)", "dynasty"),
        ("# Regions (2)", "dynasty"),
        ("# Fate (40)", "fate"),
        ("# Strategy (19)", "fate"),
        ("# Actions (19)", "fate"),
        ("# Items (11)", "fate"),
        ("# Followers (3)", "fate"),
        ("# Spells (3)", "fate"),
        ("# Rings (5)", "fate"),
        ("# Ancestors (1)", "fate"),
        ("[size=150]Dynasty (40)[/size]", "dynasty"),
        ("[b][u]Holdings (18)[/u][/b]", "dynasty"),
        # Oracle of the Void
        ("# Pre-Game - (2) [2 distinct]", "starting"),
        ("# Stronghold - (1) [1 distinct]", "stronghold"),
        ("# Dynasty - (80) [80 distinct]", "dynasty"),
        ("# Holding - (3) [3 distinct]", "dynasty"),
        ("Conflict Deck (40 cards, 10/13 influence)", "conflict"),
        ("#\t     Sensei - (1) [1 distinct]", "sensei"),
        # Yasuki YAML, the odds tool
        ("Pre-Game: # (2)", "starting"),
        ("Dynasty: # (40)", "dynasty"),
        ("# Pregame Holdings", "starting"),
        # Forums and blogs
        ("Stronghold:", "stronghold"),
        ("Celestials (2):", "dynasty"),
        ("Holding (16)", "dynasty"),
        ("**Fate**", "fate"),
        ("== Fate ==", "fate"),
        ("Fate - 40 cards", "fate"),
        ("Fate (41 I think)", "fate"),
        ("Holdings (about 18)", "dynasty"),
        ("Holdings (3 Iron Mine I think)", None),
        ("FATE DECK", "fate"),
        ("My Dynasty deck (40)", "dynasty"),
        ("The Fate Deck:", "fate"),
        ("Sideboard", "sideboard"),
        # fiveringsdb
        ("Dynasty Deck (40)", "dynasty"),
        # With letters, labels and limits
        ("Deck: Fate", "fate"),
        ("Part 2: Dynasty", "dynasty"),
        ("A) Dynasty", "dynasty"),
        ("II. Events", ""),
        ("Card Type: Holding (12)", "dynasty"),
        ("Dynasty (min 40)", "dynasty"),
        ("Fate (40 cards minimum)", "fate"),
        ("Fate (min. 40, max 45 cards)", "fate"),
        ("Dynasty (at least 40)", "dynasty"),
        ("Holdings (max 3 copies of each)", "dynasty"),
        ("Holdings 12x", "dynasty"),
        ("My Sensei:", "sensei"),
        # Other languages
        ("> Dynastiedeck (40 Karten)", "dynasty"),
        ("Deck Conflit (40 cartes)", "conflict"),
        ("Rolle", "role"),
        ("Conflict Deck (40)", "conflict"),
        ("Holding (9)", "dynasty"),
        ("Attachment (3)", "conflict"),
        ("Provinces (5)", "province"),
        ("Role", "role"),
        # CardGameDB
        ("Province: (5)", "province"),
        ("Character [Dynasty]: (38)", "dynasty"),
        ("Character [Conflict]: (6)", "conflict"),
        ("Event [Dynasty]: (1)", "dynasty"),
        ("Event [Conflict]: (14)", "conflict"),
        ("Attachment [Conflict]: (5)", "conflict"),
        ("Holding: (9)", "dynasty"),
        # In other words and brackets
        ("Ring cards (5)", "fate"),
        ("1 Role card", "role"),
        ("Created cards:", "outside"),
        ("Dynasty [80 distinct]", "dynasty"),
        ("Dynasty {40 total}", "dynasty"),
        ("<b>Fate</b>", "fate"),
        ("Holdings & Regions", "dynasty"),
        ("# Items, Followers and Spells (9)", "fate"),
        ("Events/Celestials:", "dynasty"),
        ("Fate " + "-" * 75, "fate"),
    ],
)
def test_headers_name_their_section(line: str, section: str) -> None:
    assert header_section(line) == section


@pytest.mark.parametrize(
    "line",
    ["Event (20)", "# Events (3)", "Character (31)", "Deck", "Main Deck:", "Stronghold & Sensei", "Role, Provinces"],
)
def test_headers_that_say_nothing_of_the_deck(line: str) -> None:
    assert header_section(line) == ""


@pytest.mark.parametrize(
    "line",
    [
        "Holding Cells",
        "Holdings and more",
        "Dynasty & Sideboard",
        "Items & Sideboard",
        "Ring of Water",
        "Wind of the Moon",
        "Winds of Dismissal",
        "Celestial Alignment",
        "Celestial Vision",
        "Legality: Celestial",
        "Deck Clan: Unicorn",
        "Influence: 7/10, 3 remaining",
        "Stronghold: Shiro Nishiyama",
        "I play 40 dynasty cards",
        "# Dynasty (40) with a new idea",
        "",
        "#",
        "(40)",
        "Dynasty " * 50,
        "Fate " + "-" * 76,
        "Events 2011/05/12",
        "Event 12.05.2011",
        "Deck 2014 2015",
        "Card",
        "Distinct cards",
    ],
)
def test_other_lines_are_no_headers(line: str) -> None:
    assert header_section(line) is None


@pytest.mark.parametrize(
    ("line", "outside"),
    [
        ("Maybeboard", True),
        ("My maybeboard cards", True),
        ("[b]My wishlist[/b]", True),
        ("In my maybeboard cards", False),
        ("Cuts", False),
        ("Cuts:", True),
        ("**Cuts:**", True),
        ("Not in the deck list:", True),
        ("Cards not in the deck list:", False),
        ("Cards in the deck:", False),
        ("Cuts after Kotei:", False),
        ("3 cuts:", False),
    ],
)
def test_a_few_words_say_that_cards_are_outside_the_deck(line: str, outside: bool) -> None:
    assert bool(outside_section(line)) is outside


@pytest.mark.parametrize(
    ("label", "section", "created"),
    [
        ("Proxy", "outside", False),
        ("2 Tokens", "outside", False),
        ("1x Proxy Personality", "outside", True),
        ("Token Follower", "outside", True),
        ("Proxy Castle", None, False),
        ("Proxied Personality", None, False),
        ("Created cards", "outside", False),
        ("Fate", "fate", False),
        ("Dynasty cards", "dynasty", False),
        ("Iron Mine", None, False),
    ],
)
def test_a_label_in_front_of_a_card(label: str, section: str | None, created: bool) -> None:
    assert (label_section(label), is_of_created(label)) == (section, created)


@pytest.mark.parametrize(
    ("line", "bracketed"),
    [
        ("Bench (3)", True),
        ("X2 (3)", True),
        ("3 Rout (3)", False),
        ("Bench (old)", False),
        ("Bench 3", False),
        ("(3) Bench", False),
    ],
)
def test_a_number_in_brackets_behind_the_words(line: str, bracketed: bool) -> None:
    assert is_bracketed_behind(line) is bracketed


@pytest.mark.parametrize(
    ("header", "count"),
    [
        ("<h3>Dynasty (40)</h3>", 40),
        ("<h2>Dynasty</h2>", None),
        ("Conflict Deck (40, 10 influence)", 40),
        ("Conflict Deck (10 influence)", None),
        ("Dynasty: 39", 39),
        ("1. Dynasty Deck", None),
        ("2) Fate (40)", 40),
        ("Holdings (18 of 40)", 18),
        ("Holdings (18, 45%)", 18),
        ("Holdings (45%)", None),
        ("Rings x3", 3),
    ],
)
def test_the_number_of_a_header_is_one_of_cards(header: str, count: int | None) -> None:
    assert header_count(header) == count


@pytest.mark.parametrize("cards", ["", " deck", " cards"])
def test_kinds_of_cards_are_counted_below_their_deck(cards: str, celestial: Format, ccg: FilePool) -> None:
    text = f"Dynasty{cards} (5)\nHoldings (3)\n3 Copper Mine\nPersonalities (2)\n2 Doji Ayano - exp\n"
    report = Checker(celestial, ccg).check_text(text)

    assert [finding.message for finding in report.findings if finding.code == "D008"] == []


def test_no_legal_card_is_taken_for_a_header(
    ccg: FilePool, lcg: FilePool, celestial: Format, festivals: Format, lcg2017: Format
) -> None:
    in_use = [card for card in ccg.cards() if celestial.allows(card) or festivals.allows(card)]
    in_use += [card for card in lcg.cards() if lcg2017.allows(card)]

    assert [card.name for card in in_use if header_section(card.name) is not None] == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param("3 Qwertzu Asdf", ["`# Dynasty (5)` says 5, but 6 cards are listed below it"], id="unknown card"),
        pytest.param("Qwertzu Asdf", [], id="an unknown card without a number"),
        pytest.param("-3 Iron Mine", [], id="a number that is none"),
        pytest.param("Iron Mine 3 X 3", [], id="a line with two numbers"),
        pytest.param("3 Rout?", [], id="a line in doubt"),
    ],
)
def test_a_line_that_may_be_any_number_of_cards_contradicts_no_header(
    line: str, says: list[str], celestial: Format, ccg: FilePool
) -> None:
    report = Checker(celestial, ccg).check_text(f"# Dynasty (5)\n3 Copper Mine\n{line}\n")

    assert [finding.message for finding in report.findings if finding.code == "D008"] == says


@pytest.mark.parametrize(
    "heading",
    [
        "<h2>Dynasty (5)</h2>",
        "<h2>Dynasty (5)",
        '<h3 class="deck-40"><b>Dynasty</b>\u00a0(5)</h3>',
        "[size=150]Dynasty (5)[/size]",
        "<h2>Dynasty&nbsp;(5)</h2>",
        "# Pre-Game (0)\n<h2>Dynasty (5)</h2>",
    ],
)
def test_a_message_about_a_header_shows_it_without_markup(heading: str, celestial: Format, ccg: FilePool) -> None:
    report = Checker(celestial, ccg).check_text(f"{heading}\n3 Copper Mine\n3 Iron Mine\n")

    said = [finding.message for finding in report.findings if "Dynasty" in finding.message and finding.code == "D008"]
    assert said == ["`Dynasty (5)` says 5, but 6 cards are listed below it"]


@pytest.mark.parametrize(
    "line", ["Holdings (minus 1 Marketplace)", "Dynasty (max. $3)", "Fate (max 3 Palm Strike)", "Deck 2: Fate"]
)
def test_a_heading_with_more_than_limits_is_none(line: str) -> None:
    assert header_section(line) is None
