"""Repairs are minimal: every nearer deck of small formats is tried, and legal decks with known slips are repaired."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from deckcheck.build.repair.fix import NoRepair, RepairOptions, repair
from deckcheck.build.repair.slots import entry_of
from deckcheck.decks.resolve import resolve
from deckcheck.decks.text.lists import read_text
from deckcheck.formats.loading import resolve_format
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, RawDeck
from deckcheck.model.effect import CopyLimitText, Minimum
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.model.pool import KnownName, Pool
from deckcheck.model.report import Report
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from deckcheck.rules.legality import standing_in
from deckcheck.rules.tally import Tally
from tests.conftest import examples, shipped_format
from tests.fixture_decks import WHOLE_DECKS, FixtureDeck, fixture_decks

SMALL_LCG = """\
id: small-lcg
name: Small decks of the card game
extends: _lcg
basis: community
date: "2021-04-16"

rules:
  deck-too-small: {minimums: {dynasty: 2, conflict: 2}}
  deck-too-large: {maximums: {dynasty: 4, conflict: 4}}
  too-many-copies: {max: 2}
  too-few-provinces: {min: 2}
  too-many-provinces: {max: 2}
  provinces-do-not-fit-rings: {rings: [air, fire]}
  no-possible-stronghold-province: {count: 2}
  too-many-conflict-characters:
    section: conflict
    of: {kind: [character]}
    max: 1
    cite: {doc: RR, section: Deckbuilding}
  banned-by-list:
    list: lcg-stronghold-banned-2021-01-05
    cite: {doc: RR, section: Lists}
  too-many-restricted:
    list: lcg-stronghold-restricted-2021-01-05
    max: 1
    cite: {doc: RR, section: Lists}
  not-legal:
    except_sets: [draft-pack]
    cite: {doc: DATA, section: packs}
"""
SMALL_SKIRMISH = """\
id: small-skirmish
name: Small decks without strongholds
extends: lcg-skirmish
basis: community

rules:
  deck-too-small: {minimums: {dynasty: 2, conflict: 2}}
  deck-too-large: {maximums: {dynasty: 4, conflict: 4}}
  too-much-influence: {influence: 2}
"""
SMALL_CCG = """\
id: small-ccg
name: Small decks
extends: legacy

rules:
  deck-too-small: {minimums: {dynasty: 3, fate: 2}}
  too-many-copies: {max: 2}
"""
LCG_CARDS = """
    Shizuka Toshi; City of the Open Hand; Seeker of Fire; Keeper of Water; Support of the Scorpion;
    Shameful Display; Night Raid; Meditations on the Tao; The Art of Peace; Before the Throne; Doji Whisperer;
    Bayushi Manipulator; Shosuro Hametsu; Otomo Courtier; Way of the Crane; Way of the Scorpion;
    Keeper Initiate; Charge!; Assassination; Forged Edict; Embrace the Void; Court Games; Seeker Initiate;
    Backhanded Compliment; Steward of Law; Duelist Training; Policy Debate; Stolen Breath; Fine Katana;
    Savvy Politician; Political Rival; Unassuming Yojimbo; Display of Power
"""
# With few dynasty cards of clans, so that the player often chooses the clan.
NEUTRAL_CARDS = """
    Otomo Courtier; Seppun Guardsman; Wandering Ronin; Doji Whisperer; Way of the Crane; Way of the Scorpion;
    Court Games; Charge!; Political Rival; Stand Your Ground; Display of Power; Forged Edict; Fine Katana
"""
CCG_CARDS = """
    Kyuden Hida; Shiro Daidoji; Hikahime Sensei; Heart of the Shinomen Forest; Kyuden Bayushi;
    Stone of Remembrance; The Khol Wall; Toturi's Army; Iron Mine; Border Keep; A New Year; Coastal Lane;
    Ashigaru Levies; Winter Siege; Banzai!; Rout; Isawa Tadaka; Kobune Port; Ring of Water; Strength Remains;
    Fading Shadows; Make A Wish; Naga Bushi; Oracle of Fire; Oracle of Water; Eternal Victory Dojo;
    Depths of the Shinomen; Bamboo Harvesters
"""


class SmallPool(Pool):
    """A few cards of a real pool, as if there were no others."""

    def __init__(self, real: FilePool, cards: list[Card]) -> None:
        super().__init__(real.digest, {})
        self._real = real
        self._cards = {card.id: card for card in cards}

    def card(self, card_id: str) -> Card | None:
        return self._cards.get(card_id)

    def cards(self) -> Iterator[Card]:
        yield from sorted(self._cards.values(), key=lambda card: card.id)

    def with_effects(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards() if card.effects)

    def names(self) -> tuple[KnownName, ...]:
        return tuple(known for known in self._real.names() if known.id in self._cards)

    def _get(self, key: str) -> bytes | None:
        return self._real._get(key)


def named(names: str, pool: FilePool) -> list[Card]:
    cards = [card for name in names.split(";") for card in pool.named(fold(name))]
    return [card for card in cards if not card.proxy and not card.unverified]


def deck_of(counts: Mapping[str, int], pool: SmallPool) -> Deck:
    cards = ((pool.card(card_id), count) for card_id, count in counts.items() if count)
    entries = tuple(entry_of(card, count) for card, count in cards if card)
    return Deck(raw=RawDeck(path="deck", lines=(), requests=()), entries=entries)


def near(counts: dict[str, int], ids: list[str], changes: int) -> Iterator[dict[str, int]]:
    """Yield the decks to which exactly this many changes lead."""

    def other(start: int, removed: int, added: int, now: dict[str, int]) -> Iterator[dict[str, int]]:
        if start == len(ids):
            if max(removed, added) == changes:
                yield now
            return
        card = ids[start]
        have = counts.get(card, 0)
        for count in range(max(0, have - changes + removed), have + changes - added + 1):
            more, less = max(0, count - have), max(0, have - count)
            yield from other(start + 1, removed + less, added + more, now | {card: count})

    yield from other(0, 0, 0, {})


def small_deck(chosen: random.Random, cards: list[Card], real: FilePool) -> tuple[SmallPool, dict[str, int]]:
    """Return a pool with a few cards of each part of a deck, and the copies of a deck of them."""
    parts: dict[str, list[Card]] = {}
    for card in cards:
        parts.setdefault(card.kind if card.deck in ("none", "province") else card.deck, []).append(card)
    few = {"stronghold": 2, "province": 3, "dynasty": 4, "conflict": 3, "fate": 3}
    taken = [card for part, each in parts.items() for card in chosen.sample(each, min(len(each), few.get(part, 1)))]
    most = {"stronghold": [0, 1], "role": [0, 1], "sensei": [0, 1], "wind": [0, 1], "province": [0, 1, 1]}
    counts = {card.id: chosen.choice(most.get(card.kind, [0, 0, 1, 1, 2, 3])) for card in taken}
    return SmallPool(real, taken), counts


def nearest(counts: dict[str, int], most: int, fmt: Format, pool: SmallPool) -> int | None:
    """Return how many changes the nearest legal deck is away, by trying all; None when it is more than `most`."""
    judge = Judge(fmt)
    for changes in range(most + 1):
        for other in near(counts, list(counts), changes):
            if any(other.values()) and check(deck_of(other, pool), fmt, pool, judge=judge).verdict is Verdict.LEGAL:
                return changes
    return None


@pytest.mark.parametrize("seed", range(examples(3)))
@pytest.mark.parametrize("game", ["lcg", "skirmish", "neutral", "ccg"])
def test_no_deck_of_a_small_format_is_nearer(
    game: str, seed: int, tmp_path: Path, ccg: FilePool, lcg: FilePool
) -> None:
    text, names, real = {
        "lcg": (SMALL_LCG, LCG_CARDS, lcg),
        "skirmish": (SMALL_SKIRMISH, LCG_CARDS, lcg),
        "neutral": (SMALL_SKIRMISH, NEUTRAL_CARDS, lcg),
        "ccg": (SMALL_CCG, CCG_CARDS, ccg),
    }[game]
    file = tmp_path / f"{text.split()[1]}.yaml"
    file.write_text(text, "utf-8")
    fmt = resolve_format(file).format
    chosen = random.Random(f"{game} {seed}")
    pool, counts = small_deck(chosen, named(names, real), real)
    legal = nearest_is_found(counts, fmt, pool)

    # Decks made at random are far from any legal one; those two slips away from one can be tried out.
    for _ in range(3 if legal else 0):
        slipped = dict(legal or {})
        for card_id in chosen.sample(sorted(slipped), 2):
            slipped[card_id] = max(0, slipped[card_id] + chosen.choice([-1, 1]))
        assert nearest_is_found(slipped, fmt, pool) is not None


def nearest_is_found(counts: dict[str, int], fmt: Format, pool: SmallPool) -> dict[str, int] | None:
    """Check that the repair of a deck is legal, and no other nearer; return the deck it leads to, None for none."""
    try:
        repaired = repair(check(deck_of(counts, pool), fmt, pool), pool, RepairOptions(), 20)
    except NoRepair:
        assert nearest(counts, 2, fmt, pool) is None
        return None
    assert repaired.report.verdict is Verdict.LEGAL
    assert repaired.proven
    found = nearest(counts, min(2, repaired.changes), fmt, pool)
    assert found == (repaired.changes if repaired.changes <= 2 else None)
    new = {slot.card.id: count for slot, count in zip(repaired.slots, repaired.counts, strict=True)}
    return dict.fromkeys(counts, 0) | new


# The legal decks of each format.
LEGAL: dict[str, list[FixtureDeck]] = {}
for _deck in fixture_decks(WHOLE_DECKS):
    if _deck.verdict is Verdict.LEGAL:
        LEGAL.setdefault(_deck.format, []).append(_deck)


class Slips(NamedTuple):
    """A deck made illegal, and how many changes make it legal again."""

    deck: Deck
    changes: int


def with_slips(report: Report, pool: FilePool, chosen: random.Random, wrong: list[Card]) -> Slips:
    """Return a legal deck from which cards were taken, and in which cards were doubled or exchanged for `wrong` ones.

    Every copy above the limit and every card that the format does not take has to go; then each deck has to be
    filled to its minimum.
    """
    deck, fmt = report.deck, report.format
    provisions = {provision.name: provision.params for provision in fmt.provisions}
    tally = Tally(deck, fmt)
    plain = {
        entry.card.id: entry
        for name in provisions["deck-too-small"].minimums
        for entry in tally.entries(name)
        if not entry.card.effects
    }
    counts = {entry.card.id: entry.count for entry in tally.cards}
    cards = {entry.card.id: entry.card for entry in tally.cards}
    forced = 0
    for card_id in chosen.sample(sorted(plain), chosen.randint(0, 2)):
        counts[card_id] -= 1
    full = [i for i in sorted(plain) if counts[i] == provisions["too-many-copies"].max and not cards[i].unique]
    for card_id in chosen.sample(full, min(len(full), chosen.randint(0, 2))):
        counts[card_id] += 1
        forced += 1
    for card_id in chosen.sample(sorted(plain), chosen.randint(1, 2)):
        fitting = [card for card in wrong if card.kind == cards[card_id].kind and card.deck == cards[card_id].deck]
        if fitting and counts[card_id] and card_id not in full:
            other = chosen.choice(fitting)
            cards[other.id] = other
            counts[other.id] = counts.get(other.id, 0) + counts[card_id]
            forced += counts.pop(card_id)
    bad = {card.id for card in wrong}
    most = dict.fromkeys(full, provisions["too-many-copies"].max)
    good = [entry_of(cards[i], min(n, most.get(i, n))) for i, n in counts.items() if n and i not in bad]
    left = check(msgspec.structs.replace(deck, entries=tuple(good)), fmt, pool)
    missing = sum(int(str(finding.data["missing"])) for finding in left.findings if finding.code == "S001")
    entries = tuple(entry_of(cards[i], n) for i, n in counts.items() if n)
    return Slips(msgspec.structs.replace(deck, entries=entries), max(forced, missing))


class Background(NamedTuple):
    """A format with its pool, cards that it does not take, and those whose texts loosen its limits."""

    fmt: Format
    pool: FilePool
    wrong: list[Card]
    loosening: frozenset[str]


@pytest.fixture(scope="module")
def background(ccg: FilePool, lcg: FilePool) -> Callable[[str], Background]:
    some = {ccg: list(ccg.cards())[::7], lcg: list(lcg.cards())}  # Each format looks at all of these.

    @cache
    def of(format_id: str) -> Background:
        fmt = shipped_format(format_id)
        pool = {"ccg": ccg, "lcg": lcg}[fmt.pool]
        standing = standing_in(fmt)
        plain = (card for card in some[pool] if not card.effects and not card.proxy and not fmt.allows(card))
        wrong = [card for card in plain if standing(card).verdict != "legal"]
        texts = (CopyLimitText, Minimum)
        loosening = (card.id for card in pool.with_effects() if any(isinstance(each, texts) for each in card.effects))
        return Background(fmt, pool, wrong, frozenset(loosening))

    return of


@pytest.mark.parametrize("format_id", LEGAL)
@pytest.mark.parametrize("seed", range(examples(1)))
def test_slips_in_legal_decks_are_undone(format_id: str, seed: int, background: Callable[[str], Background]) -> None:
    expected = LEGAL[format_id][seed % len(LEGAL[format_id])]
    fmt, pool, wrong, loosening = background(format_id)
    report = check(resolve(read_text(expected.path.read_text("utf-8"), "deck", Limits()), fmt, pool), fmt, pool)
    slips = with_slips(report, pool, random.Random(seed), wrong)
    # One card whose text lowers the minimum or allows more copies undoes two slips, as no count of slips foresees.
    ban = loosening.difference(entry.card.id for entry in report.deck.entries)

    repaired = repair(check(slips.deck, fmt, pool), pool, RepairOptions(ban=ban), 20)

    assert repaired.report.verdict is Verdict.LEGAL
    assert (repaired.changes, repaired.proven) == (slips.changes, True)
