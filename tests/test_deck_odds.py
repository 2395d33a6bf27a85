"""Draw odds of real decks: schedules of the formats, texts of the cards, answers with known fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.formats.files import find_formats
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.odds import Policy, parse_want
from deckcheck.odds.of_deck.ask import ask
from deckcheck.odds.of_deck.deck_halves import DrawnHalf, Play, halves_of, mid_game
from deckcheck.odds.of_deck.groups import CardGroup, readings
from deckcheck.odds.of_deck.hand import deal
from deckcheck.odds.of_deck.standard import odds_rows, standard_odds
from deckcheck.pools.loading import FilePool
from tests.conftest import ROOT, shipped_format, with_sideboard

CRANE = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
PHOENIX = (ROOT / "tests" / "fixtures" / "decks" / "lcg-stronghold" / "phoenix-one-restricted.txt").read_text("utf-8")
FATE = """
Fate
3 Hamstrung
3 Superior Opponent
3 Rising Sun Blade
1 Ring of the Void
1 Ring of Water
"""


def deck_of(text: str, fmt: Format, pool: FilePool) -> Deck:
    return resolve(read(text, "deck.txt", Limits()), fmt, pool)


def halves(text: str, fmt: Format, pool: FilePool, **play: Any) -> dict[str, DrawnHalf]:
    return {half.section: half for half in halves_of(deck_of(text, fmt, pool), fmt, pool, Play(**play))}


def opening(found: dict[str, DrawnHalf], want: str, **groups: str) -> Fraction | None:
    return ask(tuple(found.values()), parse_want(want), groups, 0).by[0].answer.fraction


CCG_FIVE = (5, 1, None, 4, "none")
CCG_SIX = (6, 1, None, 4, "none")
LCG = (4, 0, (1, 5), 4, "keep_needed")


@pytest.mark.parametrize("format_id", sorted(find_formats()))
def test_every_format_says_how_cards_are_drawn(format_id: str) -> None:
    fmt = shipped_format(format_id)
    expected = LCG if fmt.game == "lcg" else CCG_SIX if format_id in ("celestial-40-40", "emperor") else CCG_FIVE
    if format_id == "lcg-skirmish":
        expected = (3, 0, (1, 3), 3, "keep_needed")

    provinces, hand = (drawn.params for drawn in fmt.draws)

    assert (provinces.into, hand.into) == ("provinces", "hand")
    assert (hand.opening, hand.each_turn, hand.bids, provinces.opening, provinces.mulligan) == expected
    assert (hand.mulligan, hand.returned) == (provinces.mulligan, "shuffle")
    assert all(drawn.cite.at and drawn.origins["opening"].path.startswith("formats/") for drawn in fmt.draws)


def test_one_card_of_forty_in_an_lcg_hand_without_mulligan(lcg: FilePool) -> None:
    # The known case U-lcg-open-1of40.
    fmt = shipped_format("lcg-stronghold")
    text = PHOENIX.replace("2x Peacemaker's Blade", "1x Peacemaker's Blade\n1x Banzai!")

    assert opening(halves(text, fmt, lcg, policy=Policy.NONE), '"Banzai!">=1') == Fraction(1, 10)
    assert opening(halves(text, fmt, lcg), '"Banzai!">=1') == Fraction(1, 5)


def test_bids_and_the_mulligan(lcg: FilePool) -> None:
    # P-lcg-open-3of40 and P-lcg-r2-53.
    found = halves(PHOENIX, shipped_format("lcg-stronghold"), lcg, bids=(5, 3))
    asked = ask(tuple(found.values()), parse_want('"Embrace the Void">=1'), turns=2)

    assert [by.answer.fraction for by in asked.by][::2] == [Fraction(123, 247), Fraction(1243, 1615)]
    assert [by.drawn for by in asked.by] == [{"conflict": 0}, {"conflict": 5}, {"conflict": 8}]


def test_border_keep_redraws_provinces(celestial: Format, ccg: FilePool) -> None:
    # BK-2dig-2of16: this deck has 16 Holdings among 40 cards, and Border Keep need not be in the list.
    found = halves(CRANE, celestial, ccg)
    listed = halves(
        CRANE.replace("# Dynasty (40)", "Starting Holdings\n1 Border Keep\n\n# Dynasty (40)"), celestial, ccg
    )

    assert opening(found, "type:holding>=2") == Fraction(4247761, 4324190)
    assert opening(listed, "type:holding>=2") == Fraction(4247761, 4324190)
    assert listed["dynasty"].size == found["dynasty"].size == 40
    assert opening(halves(CRANE, celestial, ccg, redraws=0), "type:holding>=1") == 1 - Fraction(
        comb(24, 4), comb(40, 4)
    )


def test_border_keep_and_fourteen_holdings(celestial: Format, ccg: FilePool) -> None:
    # BK-2dig-1of14.
    text = CRANE.replace("1 Kitsune Den", "1 Kakita Hideo").replace("1 Chugo Seido", "1 Kakita Hideo")

    assert opening(halves(text, celestial, ccg), "type:holding>=1") == Fraction(66411, 66526)


def test_in_other_arcs_border_keep_is_a_card_like_others(festivals: Format, ccg: FilePool) -> None:
    found = halves("Dynasty\n30 Marketplace\n1 Border Keep\n" + FATE, festivals, ccg)

    assert found["dynasty"].rounds == 1
    assert found["dynasty"].notes[0] == "every player may redraw cards in provinces once in the first turn"


@pytest.mark.parametrize(
    ("stronghold", "second", "rounds"),
    [
        ("The Exquisite Palace of the Crane", True, 1),
        ("The Endless Plains of the Unicorn", False, 1),
        ("The Endless Plains of the Unicorn", True, 2),
        ("The Golden Plains of the Unicorn", False, 1),
        ("The Golden Plains of the Unicorn", True, 2),
    ],
)
def test_cycle_comes_beside_texts_or_is_replaced(
    stronghold: str, second: bool, rounds: int, festivals: Format, ccg: FilePool
) -> None:
    found = halves(f"1 {stronghold}\nDynasty\n30 Marketplace\n{FATE}", festivals, ccg, second=second)

    assert found["dynasty"].rounds == rounds


@pytest.mark.parametrize(
    ("format_id", "lines", "rounds", "note"),
    [
        (
            "celestial-40-40",
            "",
            2,
            "cards in provinces may be redrawn 2 times: text of `Border Keep`, with which every player starts",
        ),
        (
            "celestial-40-40",
            "1 The Endless Plains of the Unicorn",
            2,
            "cards in provinces may be redrawn 2 times: text of `Border Keep`, with which every player starts",
        ),
        (
            "celestial-40-40",
            "Starting Holdings\n1 Border Keep - inexp",
            1,
            "cards in provinces may be redrawn once: text of `Border Keep - inexp`",
        ),
        (
            "twenty-festivals",
            "1 The Endless Plains of the Unicorn",
            2,
            (
                "cards in provinces may be redrawn once, beside what every player may do: "
                "text of `The Endless Plains of the Unicorn`"
            ),
        ),
        (
            "twenty-festivals",
            "1 The Golden Plains of the Unicorn",
            2,
            (
                "cards in provinces may be redrawn 2 times, instead of what every player may do: "
                "text of `The Golden Plains of the Unicorn`"
            ),
        ),
    ],
)
def test_the_notes_say_what_allows_redraws(format_id: str, lines: str, rounds: int, note: str, ccg: FilePool) -> None:
    found = halves(f"{lines}\nDynasty\n30 Marketplace\n{FATE}", shipped_format(format_id), ccg, second=True)

    assert (found["dynasty"].rounds, found["fate"].policy) == (rounds, Policy.NONE)
    assert "going second does not change the number of cards" in found["fate"].notes
    assert [each for each in found["dynasty"].notes if each.startswith("cards in provinces")] == [note]


def test_a_text_that_replaces_cards_of_the_hand_is_a_redraw_of_so_many_cards(celestial: Format, ccg: FilePool) -> None:
    found = halves(f"Starting Holdings\n1 Border Keep - exp\n\nDynasty\n30 Marketplace\n{FATE}", celestial, ccg)

    fate = found["fate"]
    said = "up to 3 cards of the opening hand may be replaced: text of `Border Keep - exp`"
    assert said in fate.notes
    assert said not in found["dynasty"].notes
    assert (fate.opening_words, fate.returned, fate.most) == ("opening hand after the mulligan", "bottom", 3)
    # Whoever has not drawn the Ring among 6 of the 11 cards sees 3 cards more.
    (opening, *_) = ask([fate], parse_want("ring>=1"), {"ring": "Ring of the Void"}).by
    assert opening.answer.fraction == Fraction(6 + 3, 11)


def test_the_notes_name_the_rules_which_may_be_those_of_another_arc(ccg: FilePool) -> None:
    """No source has the rules of Emperor; the draws are those of Celestial."""
    found = halves(f"Dynasty\n30 Marketplace\n{FATE}", shipped_format("emperor"), ccg)

    rule = "rule: Celestial Judge's Rulebook 1.1 (22 February 2010), of the arc before, Start of game, step"
    assert [half.notes[-1] for half in found.values()] == [
        f"{rule}s A and E",
        f"{rule} F; End Phase, step A",
    ]


def test_cards_of_a_sideboard_change_nothing(tmp_path: Path, ccg: FilePool) -> None:
    fmt = with_sideboard(tmp_path)
    text = (
        f"1 Embassy of the Crane\nDynasty\n30 Marketplace\n{FATE}\nSideboard\n1 Border Keep\n1 Shrine of the Spirits\n"
    )
    found = halves(text, fmt, ccg)["dynasty"]

    assert (found.rounds, found.opening, found.size) == (1, 4, 30)


def test_the_cycle_makes_a_hand_without_holdings_rare(festivals: Format, ccg: FilePool) -> None:
    text = "Dynasty\n19 Marketplace\n21 Doji Makoto\n" + FATE
    without, cycled = (
        1 - (opening(halves(text, festivals, ccg, redraws=redraws), "type:holding>=1") or 0) for redraws in (0, 1)
    )

    assert (round(float(without) * 100, 2), round(float(cycled) * 100, 2)) == (6.55, 0.26)
    rows = dict(odds_rows(deck_of(text, festivals, ccg), festivals, ccg))
    assert rows["no Holding in the first provinces after the mulligan"] == 0.26


@pytest.mark.parametrize(
    ("format_id", "cards", "provinces", "hand"),
    [
        ("legacy", "1 Shrine of the Spirits", 6, 5),
        ("diamond", "1 Tch'tch Warrens", 3, 5),
        ("shattered-empire", "1 Zin'tik'kir Sensei", 3, 5),
        ("twenty-festivals", "1 The Fortified Monastery of the Dragon", 4, 6),
        ("celestial-40-40", "", 4, 6),
        ("celestial-40-40", "1 Zin'tik'kir Sensei", 3, 6),  # although the format has no Sensei
    ],
)
def test_texts_change_provinces_and_hand(format_id: str, cards: str, provinces: int, hand: int, ccg: FilePool) -> None:
    found = halves(f"{cards}\nDynasty\n20 Marketplace\n{FATE}", shipped_format(format_id), ccg)

    assert (found["dynasty"].opening, found["fate"].opening) == (provinces, hand)
    assert found["dynasty"].size == 20
    why = f": text of `{cards.removeprefix('1 ')}`"
    said = [note.removesuffix(why) for half in found.values() for note in half.notes if note.endswith(why)]
    usual = {"legacy": 5, "diamond": 5, "shattered-empire": 5, "twenty-festivals": 5, "celestial-40-40": 6}[format_id]
    assert said == [f"{provinces} provinces"] * (provinces != 4) + [f"{hand - usual:+} in the opening hand"] * (
        hand != usual
    )


def test_a_ring_that_starts_outside_is_not_drawn(festivals: Format, ccg: FilePool) -> None:
    text = f"1 The Fortified Monastery of the Dragon\nDynasty\n20 Marketplace\n{FATE}"
    found = halves(text, festivals, ccg)

    # Its text excludes Void, so that there is one Ring left to take.
    assert {card.name for card, _ in found["fate"].cards if card.kind == "ring"} == {"Ring of the Void"}
    assert "`Ring of Water` leaves the deck before the game" in found["fate"].notes


def test_the_player_chooses_the_ring(ccg: FilePool) -> None:
    fmt = shipped_format("diamond")
    text = f"1 House of Tao\nDynasty\n20 Marketplace\n{FATE}"

    assert len(halves(text, fmt, ccg)["fate"].cards) == 4
    chosen = halves(text, fmt, ccg, start=("Ring of Water",))
    assert "Ring of the Void" in {card.name for card, _ in chosen["fate"].cards}
    with pytest.raises(UsageError, match="`Hamstrung`"):
        halves(text, fmt, ccg, start=("Hamstrung",))


def test_a_text_that_takes_up_to_some_cards_takes_those_that_the_player_names(ccg: FilePool) -> None:
    fmt = shipped_format("gold")
    text = f"1 Kyuden Hitomi\nDynasty\n20 Marketplace\n{FATE}"

    assert halves(text, fmt, ccg)["fate"].size == 11
    chosen = halves(text, fmt, ccg, start=("Ring of Water", "Hamstrung"))["fate"]
    assert chosen.size == 9
    assert {"`Ring of Water` leaves the deck before the game", "`Hamstrung` leaves the deck before the game"} <= {
        *chosen.notes
    }


def test_a_sensei_narrows_what_a_stronghold_takes(ccg: FilePool) -> None:
    text = f"1 House of Tao\n1 Jinai Sensei\nDynasty\n20 Marketplace\n{FATE}1 Ring of Earth\n"

    assert "`Ring of Earth` leaves the deck before the game" in halves(text, shipped_format("gold"), ccg)["fate"].notes


def test_a_text_takes_a_number_of_cards_from_the_deck(ccg: FilePool) -> None:
    """Shiro Kitsuki takes 4 Dragon Samurai of different titles that are not unique."""
    people = ["Hitomi Echiko", "Hitomi Maya", "Hitomi Vedau", "Kitsuki Bokuko", "Kitsuki Goichi", "Hida Taisho"]
    text = "1 Shiro Kitsuki\nDynasty\n20 Marketplace\n" + "".join(f"2 {name}\n" for name in people) + FATE
    found = halves(text, shipped_format("diamond"), ccg)["dynasty"]

    assert [count for card, count in found.cards if card.name in people] == [1, 1, 1, 1, 2, 2]


def test_halves_are_independent(celestial: Format, ccg: FilePool) -> None:
    found = halves(CRANE, celestial, ccg)
    gold = opening(found, "type:holding>=2") or 0
    item = opening(found, "type:item>=1") or 0

    assert opening(found, "gold>=2 and type:item>=1", gold="type:holding") == gold * item
    assert opening(found, "gold>=2 or type:item>=1", gold="type:holding") == 1 - (1 - gold) * (1 - item)


def test_turns_go_on_as_cards_come(celestial: Format, ccg: FilePool) -> None:
    found = tuple(halves(CRANE, celestial, ccg, refills=(3, 2)).values())
    asked = ask(found, parse_want("type:holding>=2 and type:item>=1"), turns=4)

    assert [tuple(by.drawn.values()) for by in asked.by] == [(0, 0), (0, 0), (3, 1), (5, 2), (7, 3)]
    percents = [by.answer.percent for by in asked.by]
    assert percents == sorted(percents)


def test_unknown_cards_are_drawn_too(celestial: Format, ccg: FilePool) -> None:
    text = CRANE.replace("3 Hamstrung", "3 Hamstrnug")
    found = halves(text, celestial, ccg)["fate"]

    assert (found.size, found.unknown) == (40, 3)
    assert "3 cards on unrecognised lines, which may be in any group or in none" in found.notes


def test_a_remark_that_may_change_the_deck_adds_no_cards(celestial: Format, ccg: FilePool) -> None:
    """The verdict has to allow for any number of cards; odds of a deck with 999 more would tell nothing."""
    text = f"Not sure about this build, might swap some cards\n\n{CRANE}"
    found = halves(text, celestial, ccg)["fate"]

    assert (found.size, found.unknown) == (40, 0)
    assert "not counted as cards, although the deck may differ from the list: line 1" in found.notes


def test_odds_beside_unknown_cards_are_ranges(celestial: Format, ccg: FilePool) -> None:
    known = dict(odds_rows(deck_of(CRANE, celestial, ccg), celestial, ccg))
    beside = dict(odds_rows(deck_of(f"{CRANE}\n3 No Such Card", celestial, ccg), celestial, ccg))

    event = "at least one ring in the opening hand"
    assert beside[f"{event} (minimum)"] < known[event] < beside[f"{event} (maximum)"]


def test_lines_that_may_be_of_any_half_are_unknown_cards_of_each(celestial: Format, ccg: FilePool) -> None:
    found = halves(f"3 No Such Card\nDynasty\n20 Marketplace\n{FATE}\n3 Hamstrnug", celestial, ccg)

    assert (found["dynasty"].unknown, found["fate"].unknown) == (3, 6)
    for half in found.values():
        assert "unrecognised line 1 could belong to any half" in half.notes


def test_a_half_with_too_few_cards_has_no_odds_but_the_other_has(celestial: Format, ccg: FilePool) -> None:
    deck = deck_of("Dynasty\n20 Marketplace\nFate\n3 Hamstrung\n", celestial, ccg)
    dynasty, fate = standard_odds(halves_of(deck, celestial, ccg))

    assert (bool(dynasty.chances), dynasty.missing) == (True, "")
    assert (fate.chances, "3 cards" in fate.missing) == ((), True)


@pytest.mark.parametrize(
    ("want", "said"),
    [
        ("type:spell>=1", "no card of the deck is `type:spell`"),
        ('"Ring of Air">=1', "no card of the deck is `Ring of Air`"),
        ("gold>=1", "no card of the deck is `gold`"),
        ("type:item>=4", "the deck has 3 cards"),
        ('"cost>=0">=1', "has cards in the Dynasty deck and the Fate deck"),
        ("colour:red>=1", "there is no field `colour`"),
        ("(type:item>=1 and type:holding>=1) or type:event>=1", "cannot be separated by half"),
    ],
)
def test_wants_that_cannot_be_asked(want: str, said: str, celestial: Format, ccg: FilePool) -> None:
    with pytest.raises(UsageError, match=said):
        opening(halves(CRANE, celestial, ccg), want)


@pytest.mark.parametrize(
    ("format_id", "play", "said"),
    [
        ("lcg-stronghold", {"bids": (6,)}, "a bid is `6`; it must be from 1 to 5"),
        ("lcg-skirmish", {"bids": (4,)}, "a bid is `4`; it must be from 1 to 3"),
        ("lcg-stronghold", {"redraws": 2}, "the number of redraws is `2`"),
        ("lcg-stronghold", {"policy": Policy.REDRAW_UNTIL}, "this game has no mulligan `redraw_until`"),
    ],
)
def test_what_a_player_cannot_do(format_id: str, play: dict[str, Any], said: str, lcg: FilePool) -> None:
    with pytest.raises(UsageError, match=said):
        halves(PHOENIX, shipped_format(format_id), lcg, **play)


def test_there_are_no_bids_and_mulligans_where_the_rules_have_none(festivals: Format, ccg: FilePool) -> None:
    with pytest.raises(UsageError, match="no bids"):
        halves(CRANE, festivals, ccg, bids=(1,))
    with pytest.raises(UsageError, match="gives this deck none"):
        halves(CRANE, shipped_format("samurai"), ccg, policy=Policy.KEEP_HITS)
    with pytest.raises(UsageError, match="`twenty-festivals` defines no draws"):
        halves(CRANE, msgspec.structs.replace(festivals, draws=()), ccg)


def test_a_policy_is_for_the_half_with_a_mulligan(festivals: Format, ccg: FilePool, lcg: FilePool) -> None:
    cycle = halves(CRANE, festivals, ccg, policy=Policy.KEEP_HITS)
    kept = halves(PHOENIX, shipped_format("lcg-stronghold"), lcg, redraws=0)

    assert [half.policy for half in cycle.values()] == [Policy.KEEP_HITS, Policy.NONE]
    assert [half.policy for half in kept.values()] == [Policy.NONE, Policy.KEEP_NEEDED]


def test_a_line_whose_number_cannot_be_read_is_left_out(festivals: Format, ccg: FilePool) -> None:
    found = halves(f"99999 No Such Card\nDynasty\n20 Marketplace\n{FATE}\n99999 Hamstrung\n", festivals, ccg)
    left_out = "left out, because the number of copies cannot be read: "

    assert [half.unknown for half in found.values()] == [0, 0]
    assert [note for note in found["dynasty"].notes if note.startswith(("left", "unrec"))] == [f"{left_out}line 1"]
    assert [note for note in found["fate"].notes if note.startswith(("left", "unrec"))] == [f"{left_out}lines 1, 12"]


def test_the_card_game_has_rounds_and_no_turns(lcg: FilePool) -> None:
    found = halves(PHOENIX, shipped_format("lcg-stronghold"), lcg, refills=(3, 2))

    assert {half.turn for half in found.values()} == {"round"}
    assert [note for half in found.values() for note in half.notes if "turn" in note] == []
    begun = mid_game(tuple(found.values()), (), ())
    assert [note for half in begun for note in half.notes if "turn" in note] == []


@pytest.mark.parametrize(
    ("refills", "said"),
    [
        ((), "no province is refilled; give the number of cards per turn with --refills"),
        ((1,), "provinces refilled with 1 card in each turn; odds by a turn are those at its start"),
        ((3, 2, 1), "provinces refilled with 3, 2 and then 1 card in each turn; odds by a turn are those at its start"),
    ],
)
def test_the_notes_say_how_provinces_are_refilled(
    refills: tuple[int, ...], said: str, festivals: Format, ccg: FilePool
) -> None:
    assert said in halves(CRANE, festivals, ccg, refills=refills)["dynasty"].notes


def test_a_deck_without_cards_has_nothing_to_draw(celestial: Format, ccg: FilePool) -> None:
    deck = deck_of("1 Embassy of the Crane\n", celestial, ccg)

    with pytest.raises(UsageError, match="no cards to draw"):
        halves_of(deck, celestial, ccg)
    assert odds_rows(deck, celestial, ccg) == []


def test_rows_for_reports(celestial: Format, ccg: FilePool) -> None:
    rows = dict(odds_rows(deck_of(CRANE, celestial, ccg), celestial, ccg))

    assert rows["at least one item in the opening hand"] == 39.43
    assert "a 3-of in the opening hand" in rows
    assert rows["no Holding in the first provinces after 2 mulligans"] == 0.05
    assert all(0 <= percent <= 100 for percent in rows.values())


def test_the_same_seed_deals_the_same(celestial: Format, ccg: FilePool) -> None:
    found = halves(CRANE, celestial, ccg).values()

    assert deal(tuple(found), 7) == deal(tuple(found), 7)
    assert deal(tuple(found), 7) != deal(tuple(found), 8)


def test_a_deal_takes_cards_of_the_deck_and_uses_the_mulligan(celestial: Format, ccg: FilePool) -> None:
    found = tuple(halves(CRANE, celestial, ccg).values())
    for seed in range(20):
        dynasty, fate = deal(found, seed, parse_want("type:holding>=2"))
        copies = {card.name: count for card, count in found[0].cards}
        seen = Counter((*dynasty.dealt, *(name for each in dynasty.rounds for name in each.drawn)))

        assert all(count <= copies[name] for name, count in seen.items())
        kinds = {card.name: card.kind for card, _ in found[0].cards}
        met = [kinds[name] for name in dynasty.final].count("holding") >= 2
        assert (len(dynasty.final), len(fate.dealt), fate.rounds) == (4, 6, ())
        assert len(dynasty.rounds) == 2 or met


def test_a_hand_that_meets_one_of_two_wants_is_kept(lcg: FilePool) -> None:
    found = halves(PHOENIX, shipped_format("lcg-stronghold"), lcg, policy=Policy.ALL_OR_NOTHING)
    half = found["conflict"]
    kinds = {card.name: card.kind for card, _ in half.cards}
    kept = thrown = 0
    for seed in range(20):
        (dealt,) = deal((half,), seed, parse_want("type:event>=2 or type:attachment>=2"))
        counts = Counter(kinds[name] for name in dealt.dealt)

        assert bool(dealt.rounds) != (max(counts["event"], counts["attachment"]) >= 2)
        kept, thrown = kept + (not dealt.rounds), thrown + bool(dealt.rounds)
    assert min(kept, thrown) > 0


def test_a_deal_plays_the_best_policy(lcg: FilePool) -> None:
    """Whoever wants three of one type keeps the type that the hand has more of: 66 % of hands instead of 51 %."""
    fmt, want = shipped_format("lcg-stronghold"), parse_want("type:event>=3 or type:attachment>=3")

    def met(policy: Policy) -> int:
        half = halves(PHOENIX, fmt, lcg, policy=policy)["conflict"]
        kinds = {card.name: card.kind for card, _ in half.cards}
        counts = (Counter(kinds[name] for name in deal((half,), seed, want)[0].final) for seed in range(100))
        return sum(max(each["event"], each["attachment"]) >= 3 for each in counts)

    assert met(Policy.OPTIMAL_PARTIAL) > 60 > met(Policy.KEEP_NEEDED)


def test_each_card_is_dealt_equally_often(celestial: Format, ccg: FilePool) -> None:
    (_, fate) = halves(CRANE, celestial, ccg).values()
    games = 3_000
    dealt = Counter(name for seed in range(games) for name in deal((fate,), seed)[0].dealt)

    # Chi-square with one degree of freedom a title: the bound is far out, and a skewed shuffle is further.
    expected = {card.name: games * 6 * count / 40 for card, count in fate.cards}
    chi = sum((dealt[name] - number) ** 2 / number for name, number in expected.items())
    assert chi < 3 * len(expected)
    assert dealt.total() == games * 6


def open_group(name: str, *titles: str) -> CardGroup:
    return CardGroup(
        name, "dynasty", (), tuple((Card(id=each, title=each, kind="", identity=()), 3) for each in titles)
    )


def test_an_exact_number_is_tried_with_every_number_of_open_cards() -> None:
    """Seven titles of three copies have 128 parts, and eight numbers of cards."""
    found = readings(parse_want("gold==2"), {"gold": open_group("gold", *"ABCDEFG")})

    assert sorted(each["gold"].copies for each in found) == [0, 3, 6, 9, 12, 15, 18, 21]


@pytest.mark.parametrize(
    ("want", "numbers"),
    [
        ("a>=1 and b>=2", [(0, 0), (6, 3)]),
        ("a>=1 and b<=2", [(0, 0), (0, 3), (6, 0), (6, 3)]),
        ("a==1", [(0, 0), (3, 0), (3, 0), (6, 0)]),
        ("a>=1 and a<=2 and b<=2", [(0, 0), (0, 3), (3, 0), (3, 0), (3, 3), (3, 3), (6, 0), (6, 3)]),
    ],
)
def test_open_cards_of_other_groups_are_told_apart(want: str, numbers: list[tuple[int, int]]) -> None:
    """`A` is open in both groups, `B` in one of them."""
    groups = {"a": open_group("a", "A", "B"), "b": open_group("b", "A")}
    groups["b"] = msgspec.structs.replace(groups["b"], open=groups["a"].open[:1])

    assert sorted((each["a"].copies, each["b"].copies) for each in readings(parse_want(want), groups)) == numbers


def test_a_range_that_would_take_too_many_answers_is_refused() -> None:
    groups = {name: open_group(name, *(f"{name}{number}" for number in range(7))) for name in "ab"}

    assert len(readings(parse_want("a>=2 and b<=2"), groups)) == 4
    with pytest.raises(UsageError, match="too many cards lack the facts that `a` and `b` ask for"):
        readings(parse_want("a==2 and b==2"), groups)
