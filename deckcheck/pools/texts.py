"""The texts of cards from sources that the user fetched, and the effects that they prove.

Pools contain no texts. A text proves an effect when it has the words that the effect needs: numbers, titles, clans,
keywords.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from deckcheck.model import effect as effects
from deckcheck.model.card import Card
from deckcheck.model.effect import Effect, Selector, effect_name
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold
from deckcheck.model.query.nodes import TEXT, Query, facts_of
from deckcheck.model.sentences import quoted
from deckcheck.pools.loading import FilePool
from deckcheck.system.paths import copies_folder

# Alternative words: the text must have one, also as a part of a longer word.
Words = tuple[str, ...]

_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
# Records have lower limits of copies in a field, not in the text.
_USUAL = 3


class Texts:
    """The texts of pool cards in the user's copies of sources."""

    def __init__(self) -> None:
        """Start without texts; `read` adds them."""
        self._texts: dict[tuple[str, str, str], str] = {}

    def read(self, pools: Iterable[FilePool]) -> None:
        """Read the fetched copies of the sources of `pools`.

        Raises:
            UsageError: when no source has a copy.
            DataError: when a copy is damaged.
        """
        from deckcheck.pools.sources.catalogue import SITES
        from deckcheck.pools.sources.crawl import read_source
        from deckcheck.pools.sources.merging import Matcher

        pools = list(pools)
        names = [name for name, site in SITES.items() if site.pool in {pool.info.game for pool in pools}]
        copies = {name: copies_folder() / name for name in names}
        copies = {name: folder for name, folder in copies.items() if (folder / "manifest.json").is_file()}
        if not copies:
            raise UsageError(
                "no card texts found: card pools have none, and no source was fetched",
                help=f"fetch a copy of your own: {' or '.join(f'`deckcheck pools fetch {name}`' for name in names)}",
            )
        for pool in pools:
            for name, folder in copies.items():
                if SITES[name].pool == pool.info.game:
                    matcher = Matcher(pool.cards())
                    for record in read_source(name, folder, {}).records:
                        card = matcher.match(record.card, name) if record.text else None
                        if isinstance(card, Card):
                            self._texts.setdefault(_key(card), record.text)

    def read_for(self, query: Query, pools: Iterable[FilePool]) -> None:
        """Read the copies if the query uses texts; raises like `read`."""
        if TEXT in facts_of(query):
            self.read(pools)

    def of(self, card: Card) -> str | None:
        """Return the text of a card, None when no copy has it."""
        return self._texts.get(_key(card))

    def marked(self, pools: Mapping[str, Iterable[Card]]) -> dict[str, list[Card]]:
        """Return the cards of pools by pool id; once texts were read, cards without one have it as an unknown fact."""
        return {key: [*(map(self._marked, cards) if self._texts else cards)] for key, cards in pools.items()}

    def _marked(self, card: Card) -> Card:
        known = _key(card) in self._texts
        return card if known else msgspec.structs.replace(card, unknown=(*card.unknown, TEXT))


def _key(card: Card) -> tuple[str, str, str]:
    # Ids are unique in one pool only; type and deck nearly always distinguish the games.
    return card.id, card.kind, card.deck


def _number(value: float) -> Words:
    plain = int(abs(value))
    return (str(plain), *_NUMBERS[plain : plain + 1])


def _of(selector: Selector | None) -> Iterator[Words]:
    """Yield the words of a selector: every title, and one of the keywords and clans."""
    if selector is not None:
        yield from ((title,) for title in (*selector.title, selector.title_contains) if title)
        if named := (*selector.keyword, *selector.clan, *selector.keyword_or_clan):
            yield named


def _copies(effect: effects.CopyLimitText) -> Iterator[Words]:
    if effect.max is None:
        yield "any number", "as many", "no limit", "unlimited"
    elif effect.max > _USUAL:
        yield _number(effect.max)
    yield from _of(effect.of)


_OF_CLANS = (effects.PlayableOnly, effects.PlayerAlignment, effects.Unplayable)
_OF_CARDS = (effects.Forbids, effects.GainsAlignment, effects.PlayableWith, effects.Restricts)
# The words that prove an effect. Other effects come from rules, keywords or other fields of the record.
_EVIDENCE: dict[type[Effect], Callable[[Any], Iterable[Words]]] = {
    **dict.fromkeys(_OF_CLANS, lambda effect: [(clan,) for clan in effect.clans]),
    **dict.fromkeys(_OF_CARDS, lambda effect: _of(effect.of)),
    effects.CopyLimitText: _copies,
    effects.CountsAs: lambda effect: [(effect.title,)],
    effects.ExtraProvince: lambda effect: [(effect.element,), ("province",)],
    effects.HandRedraw: lambda effect: [("hand",), _number(effect.most)],
    effects.Influence: lambda effect: [("influence",), _number(effect.add)],
    effects.Minimum: lambda effect: [_number(effect.add)],
    effects.NotStrongholdProvince: lambda _: [("stronghold province",)],
    effects.ProvinceRedraw: lambda _: [("province",)],
    effects.Rally: lambda _: [("rally",)],
    effects.RefillsFaceUp: lambda _: [("face-up", "face up")],
    effects.Requires: lambda effect: [*_of(effect.of), *([_number(effect.min)] if effect.min > 1 else [])],
    effects.RequiresRole: lambda effect: [(effect.trait,), ("role",)],
    effects.SectionLimit: lambda effect: [(effect.section,)],
    effects.SplashOnly: lambda effect: [(effect.clan,)],
    effects.StartingHand: lambda _: [("hand", "card")],
    effects.StartingHonor: lambda _: [("honor",)],
    effects.StartingProvinces: lambda effect: [("province",), _number(effect.count)],
    effects.StartsWith: lambda effect: [*_of(effect.of), ("start", "before the game", "begin", "search")],
}


def compare(cards: Iterable[Card], text_of: Callable[[Card], str | None]) -> tuple[list[str], int]:
    """Return a problem for each effect that its card's text does not prove, and the number of cards without a text."""
    problems: list[str] = []
    without = 0
    for card in cards:
        told = (effect for effect in card.effects if type(effect) in _EVIDENCE)
        needed = [(effect, words) for effect in told for words in _EVIDENCE[type(effect)](effect)]
        text = text_of(card) if needed else ""
        if text is None:
            without += 1
            continue
        for effect, words in needed:
            if not any(_has(text, word) for word in words):
                lacking = quoted(words, "or")
                problems.append(f"`{card.id}` has the effect {effect_name(effect)}, but its text has no {lacking}")
    return problems, without


def _has(text: str, word: str) -> bool:
    if word.isdecimal():
        return re.search(rf"(?<!\d){word}(?!\d)", text) is not None
    return fold(word) in fold(text)
