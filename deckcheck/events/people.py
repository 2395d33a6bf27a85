"""Whose a list is: whom an email names, and which player of an event has that name, address or id."""

import email.utils
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from email.message import EmailMessage

from msgspec import Struct

from deckcheck.decks.text.quotes import FROM
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.talk import greets
from deckcheck.events.columns import MAIL
from deckcheck.events.model import Arrival, Player
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold, is_visible

_LABELLED = re.compile(r"[*_>]*\s*([^\W\d_][^:\n]{1,30}?)\s*[*_]*\s?:[*_\s]*(\S[^\n]{0,99}?)")
_VIA = re.compile(r"(.+?)\s+via\s+.+")
# Programs that send for other people.
_MACHINE = re.compile(r"no-?_?reply|do-?not-?reply|notifications?@|mailer|forms?@|postmaster", re.IGNORECASE)
# What may follow a comma in a name and is not a first name.
_BEHIND = ("jr", "sr", "ii", "iii", "iv")
# The number of lines above a list that may name its player, and the length of such a line.
_MOST_LINES = 25
_LONGEST_LINE = 200
# From this similarity on, two names with one email address may be one person's typing error.
_ALIKE = 0.8
# Small letters whose accent Unicode cannot remove, and the dotless i.
LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "\u0131": "i"}
)


class Sender(Struct, frozen=True):
    """A person by name and address, each "" if unknown."""

    name: str = ""
    address: str = ""


def fold_name(text: str) -> str:
    """Return a name or a part of it without accents, case, spaces and punctuation, in plain letters: ``sorensen``."""
    return fold(text.casefold().translate(LETTERS))


def name_key(name: str) -> str:
    """Return a name as a key without accents, case and punctuation; a name without letters is its own key.

    `Last, First` is the same as `First Last`. A name that shows nothing has the key "".
    """
    last, _, first = name.partition(",")
    if fold(last) and fold(first) and "," not in first and fold(first) not in _BEHIND:
        name = f"{first} {last}"
    return fold_name(name) or "".join(filter(is_visible, name)).casefold()


def name_words(name: str) -> set[str]:
    """Return the words of a name in the form in which they are compared; for a name without letters, its key."""
    return {fold_name(word) for word in name.split()} - {""} or {name_key(name)}


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
    lines = [line if len(line) <= _LONGEST_LINE else "" for line in map(str.strip, text.split("\n"))]
    headers = (Sender(*email.utils.parseaddr(match[1])) for line in lines if (match := FROM.fullmatch(line)))
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


def name_of(arrival: Arrival) -> str:
    """Return the name of the sender of an arrival, "" if unknown."""
    named = arrival.name if name_key(arrival.name) else ""
    return named or arrival.contact.partition("@")[0] or arrival.external_id


def is_number(name: str) -> bool:
    """Return whether a text is the number of a player, such as ``#12``."""
    return name.startswith("#") and name[1:].isdecimal()


def players_called(players: Sequence[Player], name: str) -> list[Player]:
    """Return the players with exactly this name, email address, external id, ``#ID`` or name from `names_apart`."""
    if is_number(name):
        return [player for player in players if player.id == int(name[1:])]
    key = name_key(name)
    found = [
        each for each in players if key and (key == name_key(each.name) or name in (each.external_id, each.contact))
    ]
    bare, _, number = name.rpartition(" ")
    if not is_number(number):
        return found
    # Somebody may have signed up as `Kei #3` beside the Kei with that number.
    return [*found, *(each for each in players_called(players, number) if name_key(each.name) == name_key(bare))]


def names_apart(players: Iterable[Player]) -> dict[int, str]:
    """Return by id what to call each player, with the number if a name is shared: `Kei #3`."""
    players = list(players)
    names = Counter(name_key(player.name) for player in players)
    unclear = {each.id for each in players if names[name_key(each.name)] > 1 or is_number(each.name.split(" ")[-1])}
    return {each.id: f"{each.name} #{each.id}" if each.id in unclear else each.name for each in players}


def _has_address(player: Player, arrival: Arrival) -> bool:
    """Return whether an arrival came from the email address of a player."""
    return bool(arrival.contact) and player.contact.casefold() == arrival.contact.casefold()


def is_known(player: Player, arrival: Arrival) -> bool:
    """Return whether an arrival has the id or the email address of a player."""
    return _has_address(player, arrival) or (bool(arrival.external_id) and arrival.external_id == player.external_id)


def are_alike(one: str, other: str) -> bool:
    """Return whether two names may be one person with a typing error, or siblings."""
    return SequenceMatcher(None, name_key(one), name_key(other)).ratio() >= _ALIKE


def are_two(one: Player, other: Player) -> bool:
    """Return whether each of two players has an id of their own, so that nobody was entered twice."""
    return not _agree(one.external_id, other.external_id)


def may_be_one(one: Player, other: Player) -> bool:
    """Return whether two players may be one who was entered twice under names that differ in a slip or in order."""
    is_near = are_alike(one.name, other.name) or name_words(one.name) == name_words(other.name)
    return is_near and _may_be(one, other)


def whose(players: Sequence[Player], earlier: Iterable[Player], arrival: Arrival) -> tuple[Player | None, str]:
    """Return which of `players` sent an arrival (None: none of them), with a note if that is unclear.

    Dropped players come last: a repeated form may name them, and a new list returns them to the event. Forms and
    rosters keep the first facts of players; `earlier` has those before each correction, the newest first.
    """
    by_id = {each.id: each for each in players}
    first = {each.id: each for each in earlier}.values()
    for known in (players, first):
        for is_dropped in (False, True):
            player, note = _among([each for each in known if (each.status == "dropped") == is_dropped], arrival)
            if player or note:
                return by_id.get(player.id) if player else None, note
    return None, ""


def perhaps_known(players: Iterable[Player], arrival: Arrival) -> str:
    """Return why an arrival that belongs to nobody yet may be of one of `players`; "" if it is of a new player.

    The name of a file or in an email may be a part of any player's. A name in a form or in a command is meant as one:
    it is a new player's, unless somebody with such a name is expected and has not handed in.
    """
    if not name_key(arrival.name):
        return ""
    is_meant = arrival.source in ("table", "organiser")
    near = [each for each in players if _may_be(each, arrival) and not (is_meant and each.status != "expected")]
    slips = [each for each in near if each.status == "expected" and are_alike(each.name, arrival.name)]
    may_be = [each for each in near if each in slips or is_same_name(each.name, arrival.name)]
    if not may_be:
        return ""
    names, address = " or ".join(f"{each.name} #{each.id}" for each in may_be), arrival.contact
    give = f"give that player the address {address} with `event player`, or " if address else ""
    new = "if the player is new, first add the name with `event roster`"
    return f"it may belong to {names}: {give}take it alone with --player '#{may_be[0].id}'; {new}"


def new_facts(player: Player, arrival: Arrival) -> dict[str, str]:
    """Return the facts about a player that an arrival has and the event lacks."""
    known = {"contact": arrival.contact, "external_id": arrival.external_id, "seat": arrival.seat}
    return {key: value for key, value in known.items() if value and not getattr(player, key)}


def _among(players: list[Player], arrival: Arrival) -> tuple[Player | None, str]:
    """Return which of `players` an arrival belongs to: by id, by exact name, then by email address."""
    known = [player for player in players if arrival.external_id and player.external_id == arrival.external_id]
    if known:
        return _with_id(known[0], arrival)
    key = name_key(arrival.name)
    called = [player for player in players if key and name_key(player.name) == key]
    address = [player for player in players if _has_address(player, arrival)]
    here = [player for player in called if player in address]
    if len(here) == 1:
        return here[0], ""
    named = [player for player in called if _may_be(player, arrival)]
    if named and not here:
        why = f"{len(named)} players are called `{arrival.name}`: {_which(named, 'a contact, an id or ')}"
        return (named[0], "") if len(named) == 1 else (None, why)
    return _with_address(address, called, arrival)


def _with_address(address: list[Player], called: list[Player], arrival: Arrival) -> tuple[Player | None, str]:
    """Return which of the players with its address an arrival belongs to; no single one has exactly its name.

    A name belongs to a player if one name is part of the other. In an email, a similar name may belong to a sibling,
    and a single word may come from a program that writes it beside an address (``dragon99``): both are unclear. Any
    other name belongs to another player, and so does a similar name in a form. `called` has the players with exactly
    that name.
    """
    known = [player for player in address if not arrival.name or is_same_name(player.name, arrival.name)]
    if len(known) > 1:
        return None, f"{len(known)} players have the address {arrival.contact}: {_which(known)}"
    if known and not called:
        return known[0], ""
    unclear = known or [player for player in address if arrival.source == "mail" and _may_mean(player, arrival.name)]
    if not unclear:
        return None, ""
    names = " and ".join(player.name for player in unclear)
    return None, f"the address {arrival.contact} belongs to {names}, {_which(unclear)}"


def _may_mean(player: Player, name: str) -> bool:
    """Return whether a name beside the address of a player may mean that player."""
    return are_alike(player.name, name) or min(len(name_words(player.name)), len(name_words(name))) == 1


def _which(players: Sequence[Player], more: str = "") -> str:
    """Return the numbers of players, and how to say which one is meant."""
    numbers = ", ".join(f"#{player.id}" for player in players)
    return f"{numbers}; take the list with {more}--player '#{players[0].id}'"


def _with_id(player: Player, arrival: Arrival) -> tuple[Player | None, str]:
    """Return the player with the id of an arrival, or a note if name and address belong to somebody else."""
    is_named = arrival.name and player.name != player.external_id
    is_same = not is_named or is_same_name(player.name, arrival.name) or are_alike(player.name, arrival.name)
    if _has_address(player, arrival) or is_same:
        return player, ""
    return None, f"the id {arrival.external_id} belongs to {player.name}; is it only a row number?"


def check_name(players: Iterable[Player], new: Player) -> None:
    """Raise UsageError for a player without a name, or with the name of another who may be the same person."""
    key = name_key(new.name)
    if not key:
        raise UsageError("a player needs a name", help="write the name of the player")
    for each in players:
        if each.id != new.id and name_key(each.name) == key and _may_be(each, new):
            raise UsageError(f"another player is called {each.name}: #{each.id}", help="add an initial")


def _may_be(player: Player, arrival: Arrival | Player) -> bool:
    """Return whether a player and the sender of an arrival differ at most in how many facts are given."""
    pairs = ((player.contact.casefold(), arrival.contact.casefold()), (player.external_id, arrival.external_id))
    return all(_agree(*pair) for pair in pairs)


def _agree(one: str, other: str) -> bool:
    """Return whether two facts differ at most in that one is missing."""
    return not one or not other or one == other


def named_beside(players: Sequence[Player], sender: str, arrival: Arrival) -> str:
    """Return why an email may have the list of another player than its sender; "" otherwise.

    It names that player in full, or has a line such as ``Kei:`` above a list.
    """
    lines = [line.strip() for line in arrival.around if not greets(line.strip())]  # These may address a player.
    said = "\n".join(map(_spaced, lines))
    heads = [name_words(line[:-1]) for line in lines if line.endswith(":") and fold(line)]
    found = (
        each.name
        for each in players
        if (" " in each.name and _spaced(each.name) in said) or any(head <= name_words(each.name) for head in heads)
    )
    named = [name for name in dict.fromkeys(found) if not is_same_name(name, sender)]
    return f"the email of {sender} names {' and '.join(named)}; ask whose list it is" if named else ""


def _spaced(text: str) -> str:
    """Return the words of a text in the form in which names are compared, with a space around each."""
    words = re.sub(r"['’]s\b", "", text).split()
    return f" {' '.join(map(fold, words))} "


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names beside one email address are one person's: one is the other, or a part of it."""
    words = name_words(one), name_words(other)
    return words[0] <= words[1] or words[1] <= words[0] or name_key(one) == name_key(other)
