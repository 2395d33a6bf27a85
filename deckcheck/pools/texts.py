"""The texts of cards, from sources that the user fetched; pools have no texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.model.query.nodes import TEXT, Query, facts_of
from deckcheck.pools.loading import FilePool
from deckcheck.system.paths import copies_folder


class Texts:
    """The texts of pool cards in the user's copies of sources."""

    def __init__(self) -> None:
        """Start without texts; `read` adds them."""
        self._texts: dict[tuple[str, str, str], str] = {}

    def read(self, pools: Iterable[FilePool]) -> None:
        """Read the copies of the sources of `pools`.

        Raises:
            UsageError: when there is no copy of any.
            DataError: when a copy is damaged.
        """
        from deckcheck.pools.sources.catalogue import SITES
        from deckcheck.pools.sources.fetching import SHAPES, read_source
        from deckcheck.pools.sources.merging import Matcher

        pools = list(pools)
        names = [name for name in SITES if SHAPES[name].pool in {pool.info.game for pool in pools}]
        copies = {name: copies_folder() / name for name in names}
        copies = {name: folder for name, folder in copies.items() if (folder / "manifest.json").is_file()}
        if not copies:
            raise UsageError(
                "no card texts found: card pools have none, and no source was fetched",
                help=f"fetch a copy of your own: deckcheck pools fetch {' or '.join(names)}",
            )
        for pool in pools:
            for name, folder in copies.items():
                if SHAPES[name].pool == pool.info.game:
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

    def marked(self, pools: Mapping[str, Iterable[Card]]) -> dict[str, Iterator[Card]]:
        """Return the cards of pools by pool id; after texts were read, cards without one have it as an unknown fact."""
        if not self._texts:
            return {key: iter(cards) for key, cards in pools.items()}
        return {key: map(self._marked, cards) for key, cards in pools.items()}

    def _marked(self, card: Card) -> Card:
        known = _key(card) in self._texts
        return card if known else msgspec.structs.replace(card, unknown=(*card.unknown, TEXT))


def _key(card: Card) -> tuple[str, str, str]:
    # Ids are unique in one pool only; type and deck nearly always distinguish the games.
    return card.id, card.kind, card.deck
