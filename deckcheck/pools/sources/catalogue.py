"""The sources of card data: their addresses, and how to fetch them."""

import re
from urllib.parse import quote

from msgspec import Struct

from deckcheck.model.card import Card


class SourceSite(Struct, frozen=True, kw_only=True):
    """A source that can be fetched, with cards of one `pool`.

    Either `paths` are its pages, the page of cards first, or `batch` is the path for one batch of `batch_size` numbered
    ids; these are requested until `empty` batches in a row have no card. `page` is the address of the page about a
    card, with ``{alias}`` (the card's first alias, else its id) or ``{title}``; empty for a site without such pages.
    """

    name: str
    pool: str
    address: str
    paths: tuple[str, ...] = ()
    batch: str = ""
    batch_size: int = 200
    empty: int = 5
    page: str = ""


SITES = {
    site.name: site
    for site in (
        SourceSite(
            name="fiveringsdb",  # cards and packs of the card game up to 2020
            pool="lcg",
            address="https://api.fiveringsdb.com",
            paths=("/cards", "/packs"),
        ),
        SourceSite(
            name="emeralddb",  # cards, packs and formats of the card game, with the fan packs
            pool="lcg",
            address="https://www.emeralddb.org",
            paths=("/api/cards", "/api/packs", "/api/formats"),
            page="https://www.emeralddb.org/card/{alias}",
        ),
        SourceSite(
            name="oracle",  # cards of the collectible game, from the Oracle of the Void
            pool="ccg",
            address="https://api.oracleofthevoid.com",
            batch="/oracle-fetch?table=l5r&cardid={ids}",
            # The pool lacks the Oracle's numbers, so this is a search for the title.
            page="https://oracleofthevoid.com/#game=l5r,#search=table%3Dl5r%26querystring%3D%22{title}%22",
        ),
    )
}


def page_of(card: Card, game: str) -> str:
    """Return the address of the page about a card of a game, "" when no source has one."""
    page = next((site.page for site in SITES.values() if site.page and site.pool == game), "")
    # The Oracle reads only letters, digits and escapes, but `quote` leaves characters such as a hyphen.
    title = re.sub("[-_.~]", lambda sign: f"%{ord(sign[0]):02X}", quote(card.base_title, safe=""))
    return page.format(alias=quote((*card.aliases, card.id)[0]), title=title)
