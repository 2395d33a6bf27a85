"""Check addresses: their form, and whether they belong to a private network."""

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from deckcheck.model.errors import FetchError, UsageError
from deckcheck.system.web import is_address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# The only IPv6 addresses of machines on the public internet; the list of special addresses grows, this one does not.
_UNICAST = ipaddress.ip_network("2000::/3")
_DOCUMENTATION = ipaddress.ip_network("3fff::/20")


def parse(address: str) -> SplitResult:
    """Return the parts of an address; raises UsageError when nothing can be fetched from it."""
    help_ = "an address looks like https://www.example.org/decks/1"
    if not is_address(address) or any(char.isspace() or not char.isprintable() for char in address):
        raise UsageError("not a web address", place=address, help=help_)
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise UsageError(f"not an address: {error}", place=address, help=help_) from None
    if not parts.hostname or port == 0:
        raise UsageError("the address names no server", place=address, help=help_)
    if parts.username is not None or parts.password is not None:
        raise UsageError("the address contains a user name or password", place=parts.hostname, help="remove them")
    return parts


def is_public(ip: str) -> bool:
    """Return whether `ip` belongs to a machine of the public internet, also when IPv6 only wraps an IPv4 address."""
    found = ipaddress.ip_address(ip.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
        inner = found.ipv4_mapped or found.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if found not in _UNICAST or found in _DOCUMENTATION:
            return False
    return found.is_global and not found.is_multicast


def look_up(host: str, port: int, *, allow_private: bool) -> str:
    """Return the IP address to connect to for `host`.

    The connection has to be made to what this returns: a name could mean another machine when it is looked up again.

    Raises:
        FetchError: when the name is unknown, or one of its addresses is private and `allow_private` is not set.
    """
    place = f"{host}:{port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        help = "check the address and the network, or save what is there to a file"
        raise FetchError(f"the server `{host}` is not found: {reason}", place=place, help=help) from None
    ips = [str(item[4][0]) for item in found]
    private = [ip for ip in ips if not is_public(ip)]
    if private and not allow_private:
        raise FetchError(
            f"`{host}` is at the private address {private[0]}",
            place=place,
            help="--allow-private fetches from private networks and this machine too",
        )
    return ips[0]
