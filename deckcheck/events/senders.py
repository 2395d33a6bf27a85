"""Whose list an email has: its sender's, or that of a person named in it, in a forwarded message or by a form."""

import email.utils
import re
from collections.abc import Iterator
from email.message import EmailMessage

from msgspec import Struct

from deckcheck.decks.words.keys import KEYS
from deckcheck.events.columns import MAIL
from deckcheck.events.mail_text import FROM
from deckcheck.model.names import fold, is_visible

_LABELLED = re.compile(r"\s*[*_>]*\s*([^\W\d_][^:\n]{1,30}?)\s*[*_]*\s?:[*_\s]*(\S[^\n]{0,99}?)\s*")
_VIA = re.compile(r"(.+?)\s+via\s+.+")
# Programs that send for other people.
_MACHINE = re.compile(r"no-?_?reply|do-?not-?reply|notifications?@|mailer|forms?@|postmaster", re.IGNORECASE)
# What may follow a comma in a name and is not a first name.
_BEHIND = ("jr", "sr", "ii", "iii", "iv")
# The number of lines above a list that may name its player.
_MOST_LINES = 25


class Sender(Struct, frozen=True):
    """A person by name and address, each "" if unknown."""

    name: str = ""
    address: str = ""


def name_key(name: str) -> str:
    """Return a name as a key without accents, case and punctuation; a name without letters is its own key.

    `Last, First` is the same as `First Last`. A name that shows nothing has the key "".
    """
    last, _, first = name.partition(",")
    if fold(last) and fold(first) and "," not in first and fold(first) not in _BEHIND:
        name = f"{first} {last}"
    return fold(name) or "".join(filter(is_visible, name)).casefold()


def name_words(name: str) -> set[str]:
    """Return the words of a name in the form in which they are compared; for a name without letters, its key."""
    return {fold(word) for word in name.split()} - {""} or {name_key(name)}


def sender_of(message: EmailMessage, text: str) -> tuple[Sender, str]:
    """Return whose list an email with this text has, and why that is unclear ("": it is clear)."""
    named = list({fold(each.name) or each.address: each for each in _named_in(text)}.values())
    if len(named) > 1:
        who = ", ".join(f"`{each.name or each.address}`" for each in named)
        return _sender(message), f"the email names several players: {who}; ask whose list it is"
    sender = _sender(message)
    if not named:
        is_lost = not sender.name and not sender.address and header_of(message, "From")
        return sender, "the email comes from a program and names no player; ask whose list it is" if is_lost else ""
    is_sender = not named[0].address and name_words(sender.name) >= name_words(named[0].name)
    return (sender if is_sender else named[0]), ""


def _sender(message: EmailMessage) -> Sender:
    """Return the sender of an email; for one from a mailing list or form, the person who wrote it."""
    name, address = email.utils.parseaddr(header_of(message, "From"))
    via = _VIA.fullmatch(name)
    is_machine = _MACHINE.search(address) is not None
    if not via and not is_machine:
        return Sender(name, address)
    others = (email.utils.parseaddr(header_of(message, each)) for each in ("X-Original-From", "Reply-To"))
    other = next((each for each in others if each[1] and each[1] != address and not _MACHINE.search(each[1])), ("", ""))
    return Sender(via[1].strip("'\" ") if via else other[0], other[1])


def _named_in(text: str) -> Iterator[Sender]:
    """Yield the people an email names: the sender of a message in it, or the player in the lines above the list."""
    lines = text.split("\n")
    headers = (Sender(*email.utils.parseaddr(match[1])) for line in lines if (match := FROM.fullmatch(line.strip())))
    yield from (each for each in headers if MAIL.fullmatch(each.address))
    found = [match for line in lines[:_MOST_LINES] if (match := _LABELLED.fullmatch(line))]
    said = [(fold(match[1]), match[2]) for match in found]
    address = next((text for label, text in said if label in KEYS["mail labels"] and MAIL.fullmatch(text)), "")
    # A line `Name:` is one beside an address only.
    labels = KEYS["players"] | KEYS["name labels"] if address else KEYS["players"]
    yield from (Sender(text, address) for label, text in said if label in labels)


def header_of(message: EmailMessage, name: str) -> str:
    """Return the first header with this name; "" if it is missing or broken."""
    try:
        return str(message.get(name, ""))
    except Exception:  # noqa: BLE001 - the library raises nearly anything on broken headers
        return ""
