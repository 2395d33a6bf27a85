"""Lines that everybody reads in one way are no questions, and lines beside them that may be cards are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import Verdict
from deckcheck.decks.resolve.parts import sums_on
from deckcheck.decks.text.lists import read_line
from deckcheck.decks.words.dialects import TEXT
from deckcheck.model.deck import LineClass
from deckcheck.model.limits import Limits
from deckcheck.model.names import split_experience
from deckcheck.pools.loading import FilePool
from tests.conftest import in_turn
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
DYNASTY, FATE = (part.strip() for part in CRANE.split("\n\n", 1)[1].split("# Fate (40)"))
PALACE = (DECKS / "twenty-festivals" / "crane-honor.txt").read_text("utf-8")
WALL = (DECKS / "emperor" / "crab-with-starting-holdings.txt").read_text("utf-8")
BANNED = "3 Kolat Assassin"


@pytest.fixture(scope="module")
def festivals() -> Reader:
    return Reader("twenty-festivals")


@pytest.fixture(scope="module")
def emperor() -> Reader:
    return Reader("emperor")


def rows(text: str) -> list[str]:
    return [row.strip().replace("\\n", "\n") for row in text.split(";")]


def around(lines: str) -> tuple[str, ...]:
    """Return the deck with some lines above it, between its decks, directly below it, and below an empty line."""
    deck = f"{DYNASTY}\n\n# Fate (40)\n\n{FATE}\n"
    return (
        f"{lines}\n\n{deck}",
        f"{DYNASTY}\n\n{lines}\n\n# Fate (40)\n\n{FATE}\n",
        f"{deck}{lines}\n",
        f"{deck}\n{lines}\n",
    )


NONE = r"""Sensei: none; Sensei: None.; Wind: n/a; Sensei: No Sensei; Wind: no wind used; no Sensei; (No wind);
    Spells - none; No sideboard; no proxies; No tokens used; Proxies used: 0; Proxies: no; Spells = nothing;
    [Wind: none]; Event: none; Winds used: none; Ancestors: keine; Maybeboard: empty; Maybe: none; **Sensei:** none;
    Spells\nnone; Wind:\n\nN/A; Ancestors (0)\n(none); Sensei: none used; Sensei and Wind: none;
    No Sensei, no Wind; No Sensei or Wind; no tokens and no proxies; Sensei (none)"""


@pytest.mark.parametrize("lines", rows(NONE))
def test_a_line_says_that_there_is_nothing(lines: str, celestial: Reader) -> None:
    for text in in_turn(around(lines), lines):
        assert celestial.verdict(text) is Verdict.LEGAL
        assert celestial.verdict(f"{text}{BANNED}\n") is not Verdict.LEGAL


SOMETHING = r"""Sensei: unknown; Sensei: x; Sensei: none or Toshimoko; Sensei (1): none; Sensei (1)\nnone;
    Sensei: no idea; 1 Sensei: none; 3 no Sensei; No Sensei or Iron Mine;
    Sideboard\n3 Iron Mine\nWind: none\n3 Copper Mine; Sideboard\nnone\n3 War"""


@pytest.mark.parametrize("lines", rows(SOMETHING))
def test_a_line_may_say_that_there_is_something(lines: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE}{lines}\n") is Verdict.UNDECIDED


def test_none_below_a_card_is_a_question(celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE}none\n") is Verdict.UNDECIDED


CLANS = """Family: Kuni; Faction: The Crane; Clan: Crab Clan Military; Clan: Crane; Clan: Lion; clan: Crane Clan;
    Faction: Crane; Family: Doji; Family: Akodo; Clan: Crane (Doji);
    Clan : Crane; **Clan:** Crane; Clan: Crane / Family: Kakita; Clan: Spider\nFaction: Spider\nClan: Spider"""


@pytest.mark.parametrize("lines", rows(CLANS))
def test_a_clan_is_a_fact(lines: str, celestial: Reader) -> None:
    for text in in_turn(around(lines), lines):
        assert celestial.verdict(text) is Verdict.LEGAL


CARDS = """Clan: 3 Iron Mine; Clan: Iron Mine x3; Clan: Iron Mine; Faction: Doji Ayano; Family: Doji Ayano - exp;
    Clan: Shiro Daidoji; Clan: Crane, 3 Iron Mine; Clan: iron mine; Family: Iron Mien; Family: Dojii Ayano;
    Clan: Shiro Daidojii; Faction: ring of aire"""


@pytest.mark.parametrize("line", rows(CARDS))
def test_a_clan_that_is_a_card_is_a_question(line: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE.replace('3 Copper Mine', '2 Copper Mine')}{line}\n") is Verdict.UNDECIDED
    assert celestial.verdict(f"{CRANE}{line}\n") is Verdict.UNDECIDED


# Below the deck, and what stays a question there.
TOTALS = """80; = 80; (80); [80]; 81; 40/40; 40 + 40; Total: 80; Total: 81; Total 80 cards; 80 total; TOTAL 80;
    Total = 80; Sum 80; Deck total: 80; Number of cards in deck: 80; TOTAL FATE: 40; Fate total: 40;
    Total - 80; 40 dynasty, 40 fate; Dynasty: 40 / Fate: 40; Dynasty 40 and Fate 40; Rings total: 3;
    Total Strategies: 28; Total cards: 80 (40 dynasty, 40 fate); Holdings: 17 total;
    Holdings 17, Personalities 17, Regions 2; Cards in Fate deck: 40; My deck has 80 cards; There are 80 cards in it;
    Dynasty (40) Fate (40); 80 cards (40/40); 40 + 40 = 80; Dynasty: 40 Fate: 40; Rings (3) Items (4);
    Events: 3 | Celestials: 1 | Regions: 2 | Holdings: 17 | Personalities: 17 | Strategies: 28 | Items: 4 | Rings: 3"""
NO_TOTALS = """79; = 79; (7); 41/40; 40/41; 3/3; 2/2; Total: 79; 79 total; Total 79 cards; TOTAL FATE: 41; 40x; x40;
    41 dynasty, 40 fate; Dynasty: 40 / Fate: 39; Total Strategies: 27; Holdings 17, Personalities 16, Regions 2;
    40 Total Warfare; Total: 40 Banzai!; 40 of 80 or so; 2 total; Rings total: 2; Total Kiho: 40; Dynasty: 40 Fate: 41;
    Rings (3) Items (3); Total: 80 (Dynasty 40, Fate 39); Total: 80 3; Total: 3 Iron Mine"""


@pytest.mark.parametrize("line", rows(TOTALS))
def test_a_total_that_is_right_says_nothing_else(line: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE}{line}\n") is Verdict.LEGAL
    assert celestial.verdict(f"{CRANE}\n{line}\n") is Verdict.LEGAL
    assert celestial.verdict(f"{CRANE.replace('# ', '')}\n{line}\n") is Verdict.LEGAL


@pytest.mark.parametrize("line", rows(NO_TOTALS))
def test_any_other_number_is_a_question(line: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE}{line}\n") is Verdict.UNDECIDED
    assert celestial.verdict(f"{CRANE}\n{line}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("form", ["Total: 40", "40 total", "40", "{deck} total: 40", "Total {deck} cards = 40", "(40)"])
def test_each_deck_has_its_total(form: str, celestial: Reader) -> None:
    dynasty, fate = (form.format(deck=deck) for deck in ("Dynasty", "Fate"))
    assert celestial.verdict(f"{DYNASTY}\n{dynasty}\n\n# Fate\n{FATE}\n{fate}\n") is Verdict.LEGAL
    assert celestial.verdict(f"{DYNASTY}\n{dynasty}\n{FATE}\n{fate}\n") is Verdict.LEGAL
    wrong = fate.replace("40", "39")
    assert celestial.verdict(f"{DYNASTY}\n{dynasty}\n\n# Fate\n{FATE}\n{wrong}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["80 cards", "Total: 81", "Total: 83", "40 Dynasty, 40 Fate", "Dynasty total: 40"])
def test_a_total_may_leave_out_what_a_deck_starts_with(line: str, emperor: Reader) -> None:
    assert emperor.verdict(f"{WALL}\n{line}\n") is Verdict.LEGAL
    assert emperor.verdict(f"{WALL}\n{line.replace('4', '5').replace('8', '9')}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["80 cards", "Total: 87"])
def test_a_total_counts_a_title_that_two_cards_share(line: str) -> None:
    lion = (DECKS / "lcg-2017" / "lion-seeker.txt").read_text("utf-8").replace("Ikoma Prodigy", "Akodo Toturi")
    assert Reader("lcg-2017").verdict(f"Lion Rush\n\n{lion}\n{line}\n") is Verdict.LEGAL


def test_a_total_may_stand_below_names_with_their_numbers_behind(celestial: Reader) -> None:
    tabbed = re.sub(r"(?m)^(\d) (.*)$", r"\2\t\1", CRANE)
    assert celestial.verdict(f"{tabbed}81\n") is celestial.verdict(f"{tabbed}\t80\n") is Verdict.LEGAL
    assert celestial.verdict(f"{tabbed}82\n") is Verdict.UNDECIDED


def test_a_total_is_no_number_of_a_name_beside_it(celestial: Reader) -> None:
    deck = CRANE.replace("1 Ring of Water", "Ring of Water")
    assert celestial.verdict(f"{deck}Total: 80\n") is Verdict.LEGAL
    assert celestial.verdict(f"{deck}80\n") is Verdict.UNDECIDED
    assert celestial.verdict(f"{deck}Total Rings: 3\n") is Verdict.LEGAL
    assert celestial.verdict(f"{CRANE}\n40\nIron Mine\n") is Verdict.UNDECIDED


def test_two_cards_without_numbers_may_be_one_whose_name_is_broken(celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE}\nBerserker's\nCharge\n") is Verdict.UNDECIDED
    assert celestial.verdict(f"{CRANE}\nCharge\nBerserker's\n") is Verdict.LEGAL


STRONGHOLDS = """**Stronghold:** {}; **Stronghold** - {}; **Stronghold** {}; __Stronghold:__ {}; _{}_;
    *Stronghold:* **{}**; ***{}***; __{}__; Stronghold {}; SH {}; 1 Stronghold {}; Stronghold\t{};
    Stronghold: {}, Crane Clan; {} (Crane Clan); Stronghold: {} (7/4/4); {} 7/4/4; {} (40/40); ***Stronghold:*** {}"""


@pytest.mark.parametrize("form", rows(STRONGHOLDS))
def test_a_stronghold_is_one(form: str, celestial: Reader) -> None:
    line = form.format("Shiro Daidoji")
    assert celestial.verdict(CRANE.replace("1 Shiro Daidoji", line)) is Verdict.LEGAL
    assert celestial.verdict(CRANE.replace("# Stronghold (1)\n1 Shiro Daidoji", line)) is Verdict.LEGAL
    assert celestial.verdict(f"{line}\n{BANNED}\n{FATE}") is not Verdict.LEGAL


STRONGHOLDS_OR_NOT = """*** {}; ** ** {}; Stronghold {} 3; Fortress {}; Stronghold of {}; {} of the Stronghold;
    Holding {}; {} 7/4; Stronghold {} or not; {} (4/40); 2 {} (40/40)"""


@pytest.mark.parametrize("form", rows(STRONGHOLDS_OR_NOT))
def test_a_stronghold_beside_other_words_is_a_question(form: str, celestial: Reader) -> None:
    line = form.format("Shiro Daidoji")
    assert celestial.verdict(CRANE.replace("1 Shiro Daidoji", line)) is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["**Iron Mine**", "Holding Iron Mine", "Stronghold Iron Mine", "*** Iron Mine"])
def test_no_other_card_is_read_so(line: str, celestial: Reader) -> None:
    short = CRANE.replace("3 Copper Mine", "2 Copper Mine")
    expected = Verdict.LEGAL if line == "**Iron Mine**" else Verdict.UNDECIDED
    assert celestial.verdict(f"{short}{line}\n") is expected


TOGETHER = """{} + {}; {} / {}; {} & {}; {}, {}; {} and {}; {} w/ {}; {} with {}; {}; {}, Sensei: {}; 1 {} + {};
    Stronghold: {} / {}; Stronghold: {} w/{}"""


@pytest.mark.parametrize("form", [form for form in rows(TOGETHER) if form.count("{}") > 1])
def test_a_stronghold_and_its_sensei_are_one_of_each(form: str, festivals: Reader) -> None:
    _, head, cards = PALACE.partition(
        "# Pre-Game\n\n# Stronghold (1)\n1 The Esteemed Palace of the Crane\n\n# Sensei (1)\n"
    )
    assert head
    cards = cards.removeprefix("1 Tadanobu Sensei\n")
    line = form.format("The Esteemed Palace of the Crane", "Tadanobu Sensei")
    assert festivals.verdict(f"{line}\n{cards}") is Verdict.LEGAL
    is_title = not line.startswith("1")
    assert festivals.verdict(f"{line}\n{PALACE}") is (Verdict.LEGAL if is_title else Verdict.UNDECIDED)
    assert festivals.verdict(f"3 {line}\n{cards}") is not Verdict.LEGAL
    other = form.format("The Esteemed Palace of the Crane", "Geisha House")
    assert festivals.verdict(f"{other}\n{cards}") is Verdict.UNDECIDED


def test_a_sensei_below_its_heading_may_lack_that_word(festivals: Reader) -> None:
    for line in ("Sensei: Tadanobu", "1 Sensei: Tadanobu", "# Sensei\n1 Tadanobu"):
        assert festivals.verdict(PALACE.replace("# Sensei (1)\n1 Tadanobu Sensei", line)) is Verdict.LEGAL
    for line in ("Tadanobu", "# Sensei\n2 Tadanobu", "Sensei: Tadnobu", "# Fate\n1 Tadanobu"):
        assert festivals.verdict(PALACE.replace("# Sensei (1)\n1 Tadanobu Sensei", line)) is Verdict.UNDECIDED


@pytest.mark.parametrize("between", [", ", " / ", " & ", " and ", " + ", "; "])
def test_starting_holdings_on_a_line_are_one_of_each(between: str, emperor: Reader) -> None:
    both = f"Border Keep - exp2{between}Bamboo Harvesters"
    lines = "# Starting Holdings (2)\n1 Border Keep - exp2\n1 Bamboo Harvesters"
    assert emperor.verdict(WALL) is Verdict.LEGAL
    assert emperor.verdict(WALL.replace(lines, f"Starting Holdings: {both}")) is Verdict.LEGAL
    assert emperor.verdict(WALL.replace(lines, f"# Starting Holdings (2)\n{both}")) is Verdict.LEGAL
    assert emperor.verdict(WALL.replace(lines, both)) is Verdict.UNDECIDED
    assert emperor.verdict(WALL.replace(lines, f"Starting Holdings: 3 {both}")) is Verdict.UNDECIDED
    assert emperor.verdict(f"{WALL}\nStarting Holdings: {both}") is Verdict.UNDECIDED


LEVELS = r"""2 {} (basic); 2 {} (base); 2 {} [Base]; 2 {} - basic; 2x {} (non-exp); 2 {} non-exp; 2 {} nonexp;
    2 {} (no exp); 2 {} (not experienced); 2 {} unexp; 2 {} exp0; 2 {} - exp 0; {} (basic) x2; 2.0 {}; 2,0 {};
    2.00 {}"""
FIRST_LEVELS = r"""1 {} (exp)1; 1 {} ex1; 1 {} *exp*; 1 {} \- exp; 1 {} • Experienced (Unique); 1 {} exp (unique);
    1 {} - exp - Unique; 1 {} exp, unique; {} • Experienced 1 (Unique); 1.0 {} - exp"""


def test_a_level_and_a_number_are_read_in_many_forms(celestial: Reader) -> None:
    for form in rows(LEVELS):
        assert celestial.verdict(CRANE.replace("2 Doji Ayano", form.format("Doji Ayano"))) is Verdict.LEGAL, form
    for form in rows(FIRST_LEVELS):
        assert celestial.verdict(CRANE.replace("1 Doji Ayano - exp", form.format("Doji Ayano"))) is Verdict.LEGAL, form


OTHER_LEVELS = """2 {} basic; 2 {} e0; 2 {} (exp) 0; 2 {} (normal); 2.5 {}; 2.50 {}; 0.0 {}; 2 {} bases; 2 {} exp ?"""


def test_what_may_be_another_level_or_number_is_a_question(celestial: Reader) -> None:
    for form in rows(OTHER_LEVELS):
        assert celestial.verdict(CRANE.replace("2 Doji Ayano", form.format("Doji Ayano"))) is Verdict.UNDECIDED, form
    assert (
        celestial.verdict(CRANE.replace("2 Doji Ayano", "2 Doji Ayano ex1")) is Verdict.ILLEGAL
    )  # 3 of a Unique card.


TAGS = """[/quote]; [/code]; [/spoiler]; [/list]; [/b][/list]; [/QUOTE]; </details>; </div>; </p></body></html>; <br>;
    [/table]; [hr]; [/justify]; [/details]; [font=Arial];
    <br/> <br>; [quote="Kei"]; [spoiler=Crane]; <div class="post">; <h2></h2>"""


@pytest.mark.parametrize("line", rows(TAGS))
def test_tags_alone_on_a_line_say_nothing(line: str, celestial: Reader) -> None:
    for text in in_turn(around(line), line):
        assert celestial.verdict(text) is Verdict.LEGAL
    assert celestial.verdict(f"{CRANE}\nSideboard\n3 Iron Mine\n{line}\n{BANNED}\n") is Verdict.UNDECIDED


TAGS_OR_NOT = """[/Sideboard]; </sideboard>; [s]; [/s]; <s>; <del>; [cut]; [quote=3 Iron Mine]; [url=Iron Mine x3];
    <b title="3 Iron Mine">; [size=3]; [/quote] 3"""


@pytest.mark.parametrize("line", rows(TAGS_OR_NOT))
def test_what_may_be_more_than_a_tag_is_a_question(line: str, celestial: Reader) -> None:
    short = CRANE.replace("3 Copper Mine", "2 Copper Mine")
    assert celestial.verdict(f"{short}{line}\n") is Verdict.UNDECIDED


def test_a_page_has_breaks_on_empty_lines(celestial: Reader) -> None:
    page = "<html><body><p><br>\n" + CRANE.replace("\n", "<br>\n") + "</p></body></html>"
    assert celestial.verdict(page) is Verdict.LEGAL
    assert celestial.verdict(page.replace("1 Ring of Air", f"1 Ring of Air<br>\n{BANNED}")) is Verdict.ILLEGAL


def test_no_card_is_a_total_or_says_that_there_is_nothing(ccg: FilePool, lcg: FilePool) -> None:
    titles = {card.title for pool in (ccg, lcg) for card in pool.cards() if card.kind != "other"}
    for title in titles:
        for form in in_turn(("{}", "3 {}", "{}: 3", "Stronghold: {}"), title):
            raw = read_line(form.format(title), "dynasty", TEXT, Limits())
            if raw is None:
                assert title in ("Cover Card", "Unimpeachable Name")  # These may be heads of two columns.
                continue
            assert LineClass.FACT not in {aside.kind for aside in raw.asides}
            assert not any(sums_on(request, raw) for request in raw.requests)


def test_no_title_has_a_level_in_it(ccg: FilePool, lcg: FilePool) -> None:
    titles = {card.base_title for pool in (ccg, lcg) for card in pool.cards()}
    assert {title for title in titles if split_experience(title)[1] is not None} == set()
