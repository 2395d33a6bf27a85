"""The sources of card data: where they are, how they are crawled."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.model.errors import no_such


class SourceSite(Struct, frozen=True, kw_only=True):
    """A source that can be fetched.

    Either `paths` are its pages, that of the cards first, or `batch` is the path for one batch of `batch_size`
    numbered ids, asked for until `empty` batches in a row hold no card.
    """

    name: str
    address: str
    about: str
    paths: tuple[str, ...] = ()
    batch: str = ""
    batch_size: int = 200
    empty: int = 5


SITES = {
    site.name: site
    for site in (
        SourceSite(
            name="fiveringsdb",
            address="https://api.fiveringsdb.com",
            about="cards and packs of the card game up to 2020",
            paths=("/cards", "/packs"),
        ),
        SourceSite(
            name="emeralddb",
            address="https://www.emeralddb.org",
            about="cards, packs and formats of the card game, with the fan packs",
            paths=("/api/cards", "/api/packs", "/api/formats"),
        ),
        SourceSite(
            name="oracle",
            address="https://api.oracleofthevoid.com",
            about="cards of the collectible game, from the Oracle of the Void",
            batch="/oracle-fetch?table=l5r&cardid={ids}",
        ),
    )
}


def site_called(name: str) -> SourceSite:
    """Return the source of this name; raises UsageError when there is none."""
    if name not in SITES:
        raise no_such("source to fetch", name, SITES)
    return SITES[name]
