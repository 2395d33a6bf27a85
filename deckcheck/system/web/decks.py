"""Fetch decks by the addresses of their public pages."""

import re
from pathlib import Path

from deckcheck.model.errors import FetchError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.system.web import Access, access
from deckcheck.system.web.address import parse

_ID = r"([0-9A-Za-z_-]{1,64})"

# The public pages of decks, with the addresses of their data.
_PAGES = (
    (rf"emeralddb\.org/(?:decks|builder)/{_ID}/?", "https://www.emeralddb.org/api/decklists/{}"),
    (rf"fiveringsdb\.com/decks/{_ID}(?:/.*)?", "https://api.fiveringsdb.com/decks/{}"),
    (rf"fiveringsdb\.com/strains/{_ID}(?:/.*)?", "https://api.fiveringsdb.com/strains/{}"),
)


_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"']+")
_NO_DECK = "public decks of EmeraldDB and fiveringsdb are read by address; copy any other list into a file"


def data_address(address: str) -> str:
    """Return the address of the data of a public deck page, and any other address unchanged."""
    plain = address.partition("#")[0].partition("?")[0]
    for page, data in _PAGES:
        if match := re.fullmatch(rf"https?://(?:www\.)?{page}", plain):
            return data.format(match[1])
    return address


def pages_in(text: str) -> list[str]:
    """Return the addresses of public deck pages in a text, each once."""
    found = (address.rstrip(".,;:!?") for address in _ADDRESS.findall(text))
    return list(dict.fromkeys(address for address in found if data_address(address) != address))


def fetch_deck(address: str, limits: Limits, cache: Path | None = None, how: Access | None = None) -> str:
    """Return the text of the deck at `address`.

    The address is that of a public deck page of EmeraldDB or fiveringsdb, or of a deck in their JSON. Only that
    address is fetched, a private one only if the access allows it. The answer stays in `cache`.

    Raises:
        UsageError: when the address is invalid.
        FetchError: when it cannot be fetched, is too large for a deck file, or is not JSON.
    """
    from deckcheck.system.web import client as web

    parse(address)
    how = how or access.get()
    larger = how_to_raise("file-bytes")
    most = web.WebLimits(max_bytes=limits.file_bytes, larger=larger, total_seconds=60, tries=3)
    with web.Client(cache=cache, limits=most, allow_private=how.allow_private, offline=how.offline) as client:
        try:
            content = client.get(data_address(address))
            web.json_value(content, address)
        except FetchError as error:
            raise FetchError(error.message, place=error.place, help=error.help or _NO_DECK) from None
    return content.decode("utf-8-sig")
