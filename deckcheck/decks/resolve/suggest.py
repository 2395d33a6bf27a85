"""Suggest names similar to an unrecognised one."""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from types import FunctionType

from deckcheck.decks.resolve.readings import fits, readings
from deckcheck.model.card import Card
from deckcheck.model.format import Format
from deckcheck.model.limits import LONGEST_NAME
from deckcheck.model.names import experience_suffix, fold, split_bracket, split_experience
from deckcheck.model.pool import KnownName, Pool

_MAX_SUGGESTIONS = 3
_NEAR = 25
# A name below this similarity (0-100) is not suggested; misspelt names in real lists score higher.
_LIKENESS = 76
# Most names have one mistake; looking for names this similar first takes half the time.
_VERY_ALIKE = 84
# Suggestions that are this much less similar than the best one only distract.
_NEARLY = 8
# Names with more words are not reordered: five words have 120 orders.
_MAX_TURNED = 5
# Names with more words, or with shorter ones, are not searched for inside titles.
_FEW_WORDS = 2
_SHORT_WORD = 3
# More than the unrecognised names of most lists.
_REMEMBERED = 1_024


def similar_names(written: str, pool: Pool, fmt: Format | None = None) -> tuple[str, ...]:
    """Return at most three names of the pool that resemble `written`; without a format, legality does not matter.

    Names of the written level hide all others, and a legal card replaces another card of its title and level that is
    not legal. Legal cards come first.
    """
    name = _as_in_the_pool(written).casefold()
    experience = split_experience(name)[1]
    same: dict[str, bool] = {}
    others: dict[str, bool] = {}
    for known in (*_with_words(name, pool, fmt), *_alike(name, pool)):
        card = pool.card(known.id)
        title = card.base_title if card else known.name
        cards = [card for card in pool.named(fold(title)) if fits(card, experience)]
        legal = {card.id: card.name for card in cards if fmt is not None and fmt.allows(card)}
        is_of_level = not experience or split_experience(known.name)[1] == experience
        if legal and known.id not in legal:
            same.setdefault(next(iter(legal.values())), True)
        elif is_of_level or legal:
            same.setdefault(known.name, bool(legal))
        else:
            others.setdefault(known.name, False)
    found = same or others
    return tuple(sorted(found, key=lambda each: not found[each])[:_MAX_SUGGESTIONS])


def _with_words(name: str, pool: Pool, fmt: Format | None) -> list[KnownName]:
    """Return the names of the few titles that have all words of a short `name`, like "Yokuni"; legal ones first."""
    words = split_experience(name)[0].split()
    if not words or len(words) > _FEW_WORDS or min(map(len, words)) <= _SHORT_WORD:
        return []
    if not title_words(pool).issuperset(words):
        return []  # Most misspelt names share no word with a title, so most titles need no splitting.
    longest = max(words, key=len)  # Most names lack it, and are not taken apart.
    near = (each for each in _by_length(pool)[0] if longest in each)
    all_words = ((each, split_experience(each)[0].replace(",", " ").split()) for each in near)
    known = _known((each for each, its_words in all_words if set(words).issubset(its_words)), pool)
    legal = [each for each in known if fmt is None or fmt.legality.takes(each.id, each.marks, each.sets)] or known
    titles = {split_experience(each.name)[0].partition(",")[0] for each in legal}
    return legal if len(titles) <= _MAX_SUGGESTIONS else []


# The formats of a game share a pool, so a list that is checked in all of them asks for each name many times.
@lru_cache(maxsize=_REMEMBERED)
def _alike(name: str, pool: Pool) -> tuple[KnownName, ...]:
    """Return the names with a spelling similar to `name`, the best first."""
    hits: list[tuple[str, float, int]] = []
    best: float = 0
    for least in (_VERY_ALIKE, _LIKENESS):
        hits = _hits(name, least, pool)
        best = max((score for _, score, _ in hits), default=0)
        if best - _NEARLY >= least:
            break  # No other name is among the nearest.
    places = pool.spellings()
    hits = sorted(hits, key=lambda hit: (-hit[1], places[hit[0]]))[:_NEAR]
    alike = (hit for hit, score, _ in hits if score >= best - _NEARLY)
    return tuple(_known(dict.fromkeys([*_turned(name, places), *alike]), pool))


def resembles(name: str, pool: Pool) -> bool:
    """Return whether a text of several words is spelled almost like a card."""
    return len(name.split()) > 1 and bool(_hits(_as_in_the_pool(name.strip()).casefold(), _VERY_ALIKE, pool))


def _hits(name: str, least: int, pool: Pool) -> list[tuple[str, float, int]]:
    """Return the names with at least this similarity, each with its similarity."""
    from rapidfuzz import fuzz, process

    by_length, lengths = _by_length(pool)
    # Names whose lengths differ by more than this factor are less similar.
    longer = (200 - least) / least
    names = by_length[bisect_left(lengths, len(name) / longer) : bisect_right(lengths, len(name) * longer)]
    if isinstance(fuzz.ratio, FunctionType):
        names = _within_reach(name, names, least)
    return process.extract(name, names, scorer=fuzz.ratio, score_cutoff=least, limit=None)


def _known(spellings: Iterable[str], pool: Pool) -> list[KnownName]:
    places = pool.spellings()
    return [pool.name_at(place) for each in spellings for place in places[each]]


# Successive decks often use the same pool.
@lru_cache(maxsize=2)
def _by_length(pool: Pool) -> tuple[list[str], list[int]]:
    """Return the names of the pool in lower case by length, and the lengths."""
    spellings = sorted(pool.spellings(), key=len)
    return spellings, list(map(len, spellings))


@lru_cache(maxsize=2)
def title_words(pool: Pool) -> frozenset[str]:
    """Return the words of the titles in a pool, in lower case."""
    return frozenset(pool.title_words().words)


def _within_reach(name: str, names: list[str], least: int) -> list[str]:
    """Return the names that share enough letters with `name` for this similarity.

    rapidfuzz without compiled code takes a tenth of a second to compare a name with all others; few remain after this.
    """
    letters, room = _letters(name), 100 - least
    return [each for each in names if (letters ^ _letters(each)).bit_count() * 100 <= room * (len(name) + len(each))]


@lru_cache(maxsize=1 << 16)
def _letters(name: str) -> int:
    """Return the letters of a name as bits; the bits of two names differ in at most their edit distance.

    Letters are divided into 32 classes, and each class has a bit for its first, second, third and fourth letter.
    """
    bits = 0
    for letter in name:
        bit = 1 << ord(letter) % 32 * 4
        for _ in range(4):
            if not bits & bit:
                bits |= bit
                break
            bit <<= 1
    return bits


def same_title(name: str, fmt: Format, pool: Pool) -> tuple[str, ...]:
    """Return the cards of the written title at any level, those legal in the format first."""
    return _best({card for reading in readings(name) for card in pool.named(fold(reading.title))}, fmt)


def same_but_for_the_subtitle(name: str, fmt: Format, pool: Pool) -> tuple[str, ...]:
    """Return the cards with the written title and level but another subtitle, legal cards first."""
    reading = next(readings(name))
    title, comma, _ = reading.title.partition(",")
    near = {card for card in pool.named(fold(title)) if fits(card, reading.experience)}
    return _best(near, fmt) if comma and reading.experience else ()


def _best(cards: set[Card], fmt: Format) -> tuple[str, ...]:
    # Two cards of one name may differ in legality.
    legal = {card.name for card in cards if fmt.allows(card)}
    return tuple(sorted({card.name for card in cards}, key=lambda name: (name not in legal, name)))[:_MAX_SUGGESTIONS]


def _as_in_the_pool(written: str) -> str:
    """Return a name without brackets, with its experience as in the names of the pool."""
    title, experience = split_experience(written[:LONGEST_NAME])
    if experience is None:
        title, experience = split_experience(split_bracket(title)[0])
    suffix = experience_suffix(experience.level, experience.variant) if experience else ""
    return f"{split_bracket(title)[0]}{suffix}"


def _turned(name: str, names: Container[str]) -> Iterator[str]:
    """Yield the names that have the words of `name` in another order, as "Akuma no Oni" for "Oni no Akuma"."""
    words = name.split()
    if len(words) <= _MAX_TURNED:
        yield from (other for other in map(" ".join, permutations(words)) if other in names)
