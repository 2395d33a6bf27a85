"""The formats of the collectible card game: their parameters, dates and ban lists, against the cards they are for."""

from __future__ import annotations

import datetime
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from deckcheck import Checker, load_format
from deckcheck.formats.loading import read_list
from deckcheck.model.card import Card, matches
from deckcheck.model.card_list import IN_FORCE
from deckcheck.model.days import bounds
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.pools.loading import FilePool
from deckcheck.rules.catalogue.pool import out_by, symbol_by
from deckcheck.rules.legality import standing_in
from tests.conftest import rule_of, shipped_format

LISTS = sorted((Path(__file__).resolve().parents[1] / "formats" / "lists").glob("ccg-*.yaml"))
OFFICIAL = "imperial jade gold diamond lotus samurai celestial emperor ivory"
DECK_KINDS = {"holding", "personality", "event", "strategy", "item", "follower", "spell", "ring"}


class Traits(NamedTuple):
    """What is special about a format; `kinds` are the card types besides those that all formats have."""

    size: int
    copies: int
    event_once: bool
    kinds: str
    marks: str
    starting: bool = False


FORMATS = {
    "imperial": Traits(40, 3, True, "region ancestor", "imperial"),
    "jade": Traits(40, 3, True, "sensei region ancestor", "jade"),
    "jade-extended": Traits(40, 3, True, "sensei region ancestor", "imperial jade"),
    "gold": Traits(40, 3, True, "wind region ancestor", "gold"),
    "diamond": Traits(40, 3, True, "sensei wind region ancestor", "diamond"),
    "lotus": Traits(40, 3, True, "sensei wind region ancestor", "lotus"),
    "samurai": Traits(40, 3, True, "region ancestor", "samurai"),
    "celestial-40-40": Traits(40, 3, True, "region celestial", "celestial", starting=True),
    "emperor": Traits(40, 3, False, "region celestial", "emperor", starting=True),
    "ivory": Traits(40, 3, False, "sensei", "ivory"),
    "ivory-extended": Traits(40, 3, False, "sensei region celestial", "emperor ivory"),
    "twenty-festivals": Traits(40, 3, False, "sensei", "twenty-festivals"),
    "twenty-festivals-extended": Traits(40, 3, False, "sensei wind", "ivory twenty-festivals onyx"),
    "onyx": Traits(40, 3, False, "sensei wind", "onyx"),
    "shattered-empire": Traits(40, 3, False, "sensei wind", "shattered-empire"),
    "modern": Traits(50, 1, False, "sensei region celestial ancestor", "modern"),
    "legacy": Traits(40, 3, False, "sensei wind region celestial ancestor", f"{OFFICIAL} legacy", starting=True),
    "big-deck": Traits(80, 1, False, "sensei wind region celestial ancestor", f"{OFFICIAL} legacy", starting=True),
}
ARCS = {name: traits.marks for name, traits in FORMATS.items() if len(traits.marks.split()) == 1}

by_format = pytest.mark.parametrize("format_id", FORMATS)


def taken(fmt: Format, pool: FilePool) -> list[Card]:
    return [card for card in pool.cards() if fmt.allows(card) and not card.proxy]


def place(card: Card, fmt: Format) -> str | None:
    """Return the section that a card belongs to, whatever header it is under."""
    return next((name for name, section in fmt.sections.items() if matches(section.select, card)), None)


def named(pool: FilePool, name: str) -> Card:
    (card,) = (card for card in pool.cards() if card.name == name and not card.proxy)
    return card


@by_format
def test_sizes_and_copies(format_id: str) -> None:
    fmt, traits = shipped_format(format_id), FORMATS[format_id]
    assert rule_of(fmt, "deck-too-small").minimums == {"dynasty": traits.size, "fate": traits.size}
    largest = rule_of(fmt, "deck-too-large")
    assert (largest.maximums if largest else None) == ({"dynasty": 50, "fate": 50} if format_id == "modern" else None)
    assert rule_of(fmt, "too-many-copies").max == traits.copies
    unique = rule_of(fmt, "duplicate-unique")
    assert (unique.max if unique else None) == (1 if traits.copies > 1 else None)


@by_format
def test_an_event_has_one_limit(format_id: str) -> None:
    fmt, traits = shipped_format(format_id), FORMATS[format_id]
    events = rule_of(fmt, "duplicate-event")
    assert (events.max if events else None) == (1 if traits.event_once else None)
    assert ("event" in rule_of(fmt, "too-many-copies").of.not_kind) is traits.event_once


@by_format
def test_the_legality_marks(format_id: str) -> None:
    assert list(shipped_format(format_id).legality.marks) == FORMATS[format_id].marks.split()


@by_format
def test_one_stronghold_one_sensei_and_one_wind(format_id: str) -> None:
    fmt, kinds = shipped_format(format_id), FORMATS[format_id].kinds.split()
    assert rule_of(fmt, "no-stronghold").min == rule_of(fmt, "too-many-strongholds").max == 1
    for kind, rule in (("sensei", "too-many-senseis"), ("wind", "too-many-winds")):
        limit = rule_of(fmt, rule)
        assert (limit and (limit.section, limit.max)) == ((kind, 1) if kind in kinds else None)
    assert (rule_of(fmt, "sensei-of-another-clan") is not None) is ("sensei" in kinds)


@by_format
def test_starting_holdings_are_in_no_deck(format_id: str, ccg: FilePool) -> None:
    fmt, starting = shipped_format(format_id), FORMATS[format_id].starting
    limit = rule_of(fmt, "repeated-starting-holding")
    assert (limit and (limit.section, limit.max)) == (("starting", 1) if starting else None)
    # In Ivory the Experienced version is a Dynasty card like others.
    assert place(named(ccg, "Border Keep - exp"), fmt) == ("starting" if starting else "dynasty")


@by_format
def test_every_card_of_the_format_has_a_place_in_a_deck(format_id: str, ccg: FilePool) -> None:
    fmt = shipped_format(format_id)
    assert {card.kind for card in taken(fmt, ccg) if place(card, fmt) is None} == set()


@by_format
def test_every_kind_of_the_format_is_one_of_its_cards(format_id: str, ccg: FilePool) -> None:
    fmt = shipped_format(format_id)
    kinds = {kind for section in fmt.sections.values() for kind in section.select.kind}
    assert kinds == DECK_KINDS | {"stronghold"} | set(FORMATS[format_id].kinds.split())
    assert kinds == {card.kind for card in taken(fmt, ccg)}


@by_format
def test_sections_do_not_overlap(format_id: str) -> None:
    fmt = shipped_format(format_id)
    for kind in DECK_KINDS - {"holding"}:
        assert sum(kind in section.select.kind for section in fmt.sections.values()) == 1, kind


@by_format
def test_the_clans_are_those_of_the_strongholds(format_id: str, ccg: FilePool) -> None:
    fmt = shipped_format(format_id)
    aligned = {clan for card in taken(fmt, ccg) if card.kind == "stronghold" for clan in card.clans}
    for rule in ("loyal-to-another-clan", "sensei-of-another-clan"):
        params = rule_of(fmt, rule)
        if params is not None:
            # Journey's End Keep has an alignment of its own, which no Personality and no Sensei shares.
            assert aligned - {"imperial"} <= set(params.clans)


# Cards with the mark of an arc that ended before every day on record; another one is a slip in the days.
OLDER = {
    "bentens_blessing",
    "black_riders",
    "bronze_lantern",
    "doji_hiromi",
    "folklore",
    "rend_the_soul",
    "weapon_artist",
}
# The base set of the arc after, where its day and the end of the arc are known.
NEXT = {
    "imperial": "jade-edition",
    "gold": "diamond-edition",
    "diamond": "lotus-edition",
    "samurai": "celestial-edition",
    "celestial-40-40": "emperor-edition",
    "emperor": "ivory-edition",
    "ivory": "twenty-festivals",
    "onyx": "gathering-storms",
}


@pytest.mark.parametrize(("format_id", "base_set"), NEXT.items())
def test_an_arc_ends_on_the_day_before_the_base_set_of_the_next(format_id: str, base_set: str, ccg: FilePool) -> None:
    released = datetime.date.fromisoformat(bounds(ccg.sets()[base_set].came_out)[0])
    assert shipped_format(format_id).last == (released - datetime.timedelta(days=1)).isoformat()


@pytest.mark.parametrize("format_id", [name for name in ARCS if name != "modern"])
def test_an_arc_ends_on_the_day_by_which_its_mark_proves_that_a_card_was_out(format_id: str) -> None:
    fmt = shipped_format(format_id)
    assert rule_of(fmt, "not-yet-released").arcs[ARCS[format_id]] == fmt.last


def test_marks_that_are_older_than_all_printings_on_record(ccg: FilePool) -> None:
    arcs = rule_of(shipped_format("emperor"), "not-yet-released").arcs
    older = {card.id for card in ccg.cards() if out_by(card, arcs) < bounds(card.came_out or card.released)[0]}
    assert older == OLDER


@pytest.mark.parametrize(
    ("format_id", "name", "day"),
    [
        ("emperor", "Rice Paddy", "2012-12-31"),  # Diamond, then Honor and Treachery
        ("emperor", "Bushi Dojo", "2012-12-31"),
        ("emperor", "Chugo Seido", "2012-02-29"),  # Celestial, then the base set
        ("emperor", "The Jade Championship", ""),  # only in this arc
        ("emperor", "Festival of Coronation", ""),  # first in a set with two symbols
        ("lotus", "The People's Champion", "2006-07-31"),
        ("lotus", "Tsuno Swamps", "2006-07-31"),  # first a promotional card of the arc before
        ("ivory", "Counting House", "2013-12-18"),  # all cards of A Matter of Honor are in other sets, too
        ("celestial-40-40", "A Paragon's Strength", ""),  # no printing of the arc is on record
        ("ivory-extended", "Rice Paddy", ""),  # one of two symbols is enough
        ("modern", "Rice Paddy", ""),  # no symbol of an arc
        ("ivory-strict", "Rice Paddy", ""),  # sets decide
    ],
)
def test_the_day_of_the_first_printing_with_the_symbol(format_id: str, name: str, day: str, ccg: FilePool) -> None:
    fmt = shipped_format(format_id)
    assert symbol_by(named(ccg, name), fmt, rule_of(fmt, "not-yet-released").arcs) == day


@pytest.mark.parametrize(
    ("format_id", "name", "verdict"),
    [
        ("ivory-strict", "Weapon Artist", "perhaps legal"),  # the mark of the arc, and no printing in it
        ("ivory-strict", "Black Riders", "perhaps legal"),
        ("twenty-festivals-strict", "Weapon Artist", "perhaps legal"),
        ("ivory-strict", "Family Dojo", "perhaps legal"),  # a promotional card of the arc before, with the symbol
        ("ivory-strict", "Akodo Kamina", "not legal"),  # another one, without it
        ("twenty-festivals-strict", "Yoritomo, Son of Storms - expCW", "perhaps legal"),  # Siege: Clan War
        ("twenty-festivals-strict", "Secret Grove", "not legal"),  # a fan-made set
        ("ivory", "Cavalry Escort", "perhaps banned"),  # 156 of 157 cards of its set have the symbol
        ("ivory-strict", "Cavalry Escort", "perhaps banned"),
        ("twenty-festivals", "Cavalry Escort", "banned"),  # by a flag without a day
        ("twenty-festivals-aeg", "Cavalry Escort", "perhaps banned"),
        ("twenty-festivals-extended", "Cavalry Escort", "perhaps banned"),
        ("emperor", "Kataoka", "perhaps not yet released"),  # the mark of the arc, and a printed day after it
        ("ivory", "Kataoka", "legal"),
        ("ivory", "Nimble Scout", "legal"),  # one source adds Emperor to this mark, one Twenty Festivals
        ("emperor", "Nimble Scout", "perhaps legal"),
        ("twenty-festivals", "Nimble Scout", "perhaps legal"),
        ("celestial-40-40", "Daigotsu's Guidance", "perhaps legal"),  # one source of several
    ],
)
def test_cards_whose_printing_or_ban_is_not_on_record(format_id: str, name: str, verdict: str, ccg: FilePool) -> None:
    assert standing_in(shipped_format(format_id))(named(ccg, name)).verdict == verdict


def test_a_card_from_a_set_in_doubt_that_is_banned_is_not_perhaps_legal(ccg: FilePool) -> None:
    """No source says whether A Matter of Honor belongs to Ivory Strict, and the farm is banned in Ivory."""
    standing = standing_in(shipped_format("ivory-strict"))
    assert standing(named(ccg, "Well-Defended Farm")).verdict == "banned"


def test_cards_with_the_symbol_of_their_first_printing_have_no_such_day(ccg: FilePool) -> None:
    days = Counter(mark for card in ccg.cards() for mark, _ in card.symbol_days)
    assert {mark: days[mark] for mark in ("gold", "lotus", "celestial", "emperor", "twenty-festivals")} == {
        "gold": 438,
        "lotus": 321,
        "celestial": 304,
        "emperor": 219,
        "twenty-festivals": 395,
    }


@pytest.mark.parametrize(("day", "verdict"), [("2007-07-01", "perhaps not yet legal"), ("2008-10-31", "legal")])
def test_an_unrecorded_older_printing_may_lack_the_symbol(day: str, verdict: str, ccg: FilePool) -> None:
    standing = standing_in(load_format("samurai", as_of=day))
    assert standing(named(ccg, "Doji Hiromi")).verdict == verdict


@pytest.mark.parametrize("format_id", [name for name in ARCS if name != "modern"])
def test_at_the_end_of_an_arc_all_cards_have_its_symbol(format_id: str, ccg: FilePool) -> None:
    standing = standing_in(shipped_format(format_id))
    assert not any(standing(card).verdict == "perhaps not yet legal" for card in ccg.cards())


def test_no_card_with_incomplete_data_is_taken_to_be_unique(ccg: FilePool) -> None:
    unverified = [card for card in ccg.cards() if card.unverified]
    assert {(card.unique, "unique" in card.unknown) for card in unverified} == {(False, True)}


@pytest.mark.parametrize("format_id", sorted(set(FORMATS) - {"celestial-40-40", "twenty-festivals"}))
def test_formats_without_a_rulebook_say_so(format_id: str) -> None:
    assert shipped_format(format_id).basis == "community"


def test_big_decks_were_larger_before_the_tanuki_edition() -> None:
    before, after = shipped_format("big-deck", "2016-06-30"), shipped_format("big-deck", "2016-07-31")
    assert rule_of(before, "deck-too-small").minimums == {"dynasty": 100, "fate": 100}
    assert rule_of(after, "deck-too-small").minimums == {"dynasty": 80, "fate": 80}
    assert after.dated == "2016-07-31 (Tanuki edition)"


def test_shattered_empire_took_onyx_until_its_base_set(ccg: FilePool) -> None:
    card = named(ccg, "Meditating Mind")
    assert shipped_format("shattered-empire", "2025-01-31").allows(card)
    assert not shipped_format("shattered-empire", "2025-02-01").allows(card)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_ban_list_is_sorted_and_spells_titles_as_the_pool_does(path: Path, ccg: FilePool) -> None:
    titles = [entry.title for entry in read_list(path).entries()]
    assert titles == sorted(titles)
    for title in titles:
        assert title in {card.title for card in ccg.named(fold(title))}


@pytest.mark.parametrize(("format_id", "count"), [("legacy", 23), ("big-deck", 20)])
def test_a_ban_list_bans_cards_that_the_format_would_take(format_id: str, count: int, ccg: FilePool) -> None:
    fmt = shipped_format(format_id)
    listed = rule_of(fmt, "banned-by-list").list
    assert listed.id == f"ccg-{format_id}-banned"
    assert len(listed.cards) == count
    banned = {card.base_title for card in taken(fmt, ccg) if listed.state(card, fmt.date) == IN_FORCE}
    assert {fold(title) for title in banned} == {fold(entry.title) for entry in listed.entries()}


def test_the_legacy_list_names_one_isawa_tadaka(ccg: FilePool) -> None:
    listed = rule_of(shipped_format("legacy"), "banned-by-list").list
    banned = {card.name for card in ccg.named(fold("Isawa Tadaka")) if listed.state(card, "2016-02-15") == IN_FORCE}
    assert banned == {"Isawa Tadaka, Seven Thunder - exp2CW"}


def test_two_bans_of_the_legacy_list_have_their_days(ccg: FilePool) -> None:
    listed = rule_of(shipped_format("legacy"), "banned-by-list").list
    for title, day, before in (
        ("House of the Black Lion", "2015-10-05", "2015-10-04"),
        ("Moshi Eihime", "2016-02-15", "2016-02-14"),
    ):
        cards = ccg.named(fold(title))
        assert IN_FORCE in {listed.state(card, day) for card in cards}
        assert IN_FORCE not in {listed.state(card, before) for card in cards}


EMPEROR_BANS = """
    All That Will Be Lost; Asako Karachu; Caught Unawares; Charter of the Legion of Two Thousand; Cross-Clan Wedding;
    Exquisite Gifts; Frozen in Place; Gozu's Guide; Kalani's Landing; Ki no Oni; Oblivious; One Koku; Quelsa;
    Seppun Jiramu; The Duty of the Crab; The Wall is Breached; Twisted Fate; Uta; Well-Tended Farm
"""


@pytest.mark.parametrize(
    ("format_id", "names"),
    [
        ("celestial-40-40", "Lost Traveler Castle; Stone of Remembrance; Sunrise Keep; The Wrath of Kali-Ma"),
        ("emperor", EMPEROR_BANS),
        ("ivory", "Advance Warning; Cavalry Escort; Exotic Farmlands; Well-Defended Farm"),
        ("twenty-festivals", "Advance Warning; Cavalry Escort"),
    ],
)
def test_the_card_facts_hold_the_bans_of_an_arc(format_id: str, names: str, ccg: FilePool) -> None:
    fmt = shipped_format(format_id)
    assert rule_of(fmt, "banned-card").marks == fmt.legality.marks
    banned = {card.name for card in ccg.cards() if set(card.banned) & set(fmt.legality.marks)}
    assert banned == {" ".join(name.split()) for name in names.split(";")}


@pytest.mark.parametrize(
    ("format_id", "day", "verdict"),
    [
        ("onyx", "2024-02-29", "legal"),
        ("shattered-empire", "2024-09-30", "legal"),
        ("shattered-empire", "2024-10-01", "perhaps banned"),
        ("shattered-empire", "2025-02-01", "perhaps banned"),
    ],
)
def test_a_ban_without_a_day_leaves_a_card_open(format_id: str, day: str, verdict: str, ccg: FilePool) -> None:
    scout = named(ccg, "Oblivious Scout")
    assert standing_in(shipped_format(format_id, day))(scout).verdict == verdict


@pytest.mark.parametrize(
    ("name", "format_id"),
    [
        ("Celestial Edition", "celestial-40-40"),
        ("lotus edition", "lotus"),
        ("Emperor Edition", "emperor"),
        ("20F Strict", "twenty-festivals-strict"),
    ],
)
def test_a_format_is_called_by_the_base_set_of_its_arc(name: str, format_id: str) -> None:
    assert Checker(name).format.id == format_id


@pytest.mark.parametrize(("format_id", "mark"), ARCS.items())
def test_no_arc_takes_the_cards_of_another(format_id: str, mark: str, ccg: FilePool) -> None:
    assert all(mark in card.marks for card in taken(shipped_format(format_id), ccg))
