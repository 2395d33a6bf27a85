"""Secret links: 128 random bits each, kept as their SHA-256 only, exchanged for a cookie when they are opened."""

import datetime
import hashlib
import hmac
import secrets

from msgspec import Struct

from deckcheck.events.model import Link, Opens, keyed_hash
from deckcheck.events.store import EventFile

# The first part of a link's address, by what the link opens; the page itself is at `/player`, `/judge` and so on.
DOORS: dict[Opens, str] = {"player": "p", "judge": "j", "organiser": "o", "sign-up": "s"}
# How many lists may wait at once for those who come with one link from one address. Many players share the link to
# sign up, and behind a proxy the address too.
MOST: dict[Opens, int] = {"player": 4, "judge": 16, "organiser": 16, "sign-up": 64}
_BYTES = 16


class NewLink(Struct, frozen=True):
    """A new link with its secret, which no file keeps."""

    link: Link
    secret: str

    @property
    def path(self) -> str:
        """The path of its address."""
        return f"/{DOORS[self.link.opens]}/{self.secret}"


def give(event: EventFile, opens: Opens, player: int = 0, name: str = "", secret: str = "") -> NewLink:
    """Create a link for the person called `name`, inside `writing`, with `secret` unless another link has it."""
    if not secret or event.rows(Link, "secret_hash = ?", hashed(secret)):
        secret = secrets.token_urlsafe(_BYTES)
    link = event.add(Link(opens=opens, player=player, secret_hash=hashed(secret), name=name))
    event.log("link", player, link=link.id, opens=opens)
    return NewLink(link, secret)


def secret_of(event: EventFile, form: str) -> str:
    """Return the secret of the link that a form creates, the same if it is sent twice; "" without a form number."""
    return keyed_hash(event.info.secret, form) if form else ""


def hashed(secret: str) -> str:
    """Return the hash of a secret, which the file keeps."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def opened(event: EventFile, opens: Opens, secret: str, now: datetime.datetime) -> Link | None:
    """Return the link with this secret; None if it is unknown, revoked or expired, or opens something else."""
    found = event.rows(Link, "secret_hash = ? and opens = ? and revoked = 0", hashed(secret), opens)
    if not found or (found[0].expires and now >= datetime.datetime.fromisoformat(found[0].expires)):
        return None
    return found[0]


def in_use(event: EventFile, opens: Opens, player: int = 0) -> list[Link]:
    """Return the links that open something for a player (0: for none) and are not revoked."""
    return event.rows(Link, "opens = ? and player = ? and revoked = 0", opens, player)


def form_token(secret: str) -> str:
    """Return the token for the forms of the visitor whose link has this secret; nobody else can compute it."""
    return keyed_hash(secret, "form")


def is_form_token(secret: str, token: str) -> bool:
    """Return whether a form came from a page that was made for the secret."""
    return hmac.compare_digest(form_token(secret).encode(), token.encode("utf-8", "surrogatepass"))
