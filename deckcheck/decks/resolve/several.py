"""Read lines that name several cards with one number: ``Shiro Daidoji + Kakita Sensei``, ``3 each: Iron Mine, Rout``.

Also read lines that may name one of several cards, such as a title that a Stronghold shares with another card, and
names over two lines, such as ``3 Festival of`` and ``Coronation``.
"""

import re
from collections.abc import Sequence, Set
from itertools import pairwise

from msgspec.structs import replace

from deckcheck.decks.resolve.accounting import SEVERAL_NAMES
from deckcheck.decks.resolve.lookup import LookUp, full_name, same_in_deck
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.resolve.titles import begins_title
from deckcheck.decks.resolve.tokens import is_odd
from deckcheck.decks.words.headers import heading
from deckcheck.model.card import Card
from deckcheck.model.deck import OF_EACH, STARTING, Aside, Entry, LineClass, RawDeck, Request, Span, Unresolved
from deckcheck.model.format import Format
from deckcheck.model.limits import LONGEST_NAME
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import NUMBER_WORDS

# Any text may have the shorter words of titles, such as "no".
_SHORT = 3
# Signs between the cards. A deck has one Stronghold or role, which may follow its type; the second card may be in
# brackets.
_AND = r"(?:\s*[,;/&+|]|\s[-–—](?!\s*(?:in)?e?xp)|\s+(?:w/|with(?:\sthe)?\b|and\b)|\s{2,})\s*"
_LABEL = rf"(?:\**(?:{'|'.join(STARTING)})(?:\s?(?:[:=]|->)\**|\s(?:is\b)?)\s*)?"
_WITH = f"^{_LABEL}|{_AND}{_LABEL}"
_IN_BRACKETS = rf"(.*\S)\s*[(\[{{]{_LABEL}([^()\[\]{{}}]*)[)\]}}]"
# Words behind the number of copies, or around it behind the names.
_EACH = r"""(?:(?:copies\s)?(?:of\s)?(?:each|ea\.?|apiece)(?:\sof)?(?:\s?(?:[:=–—→-]|->)\s|\s)|of\s?:\s)
    \s*(?P<names>\S.*)"""
_EACH_BEHIND = r"(?P<names>.*[\w)\]])\s?[(,:–—-]*\s?\b(?:x\s?)?(?P<number>\d)x?\s(?:of\s)?each\)?"
_IN_FRONT = r"(?:(?P<by>je|jeweils|cada|chaque|each)\s)?(?:x\s?)?(?P<number>\d)\s?(?(by)x?|x)\s?:\s*(?P<names>\S.*)"
_SEVERAL = re.compile(r"[,;/&+|(\[{=]|\s[\s–—-]|\swith\b|\sand\b", re.IGNORECASE)
# More words than this in lower case are a remark.
_SAID_WORDS = 4
_BETWEEN_NAMES = r"[,;|>•·]|\((?:\s?[+&]|and\b)|\s[-–—]\s|\s{2,}|\t"
_BEGINS = "the list begins with it, and names no other Stronghold"
_ONE = "the line names several cards, and decks have one of each"


def together(request: Request, named: LookUp, pool: Pool) -> tuple[Entry, ...]:
    """Return all cards that a line names with one number; empty for any other line.

    A line without a word such as "each" counts one copy of each card. Its cards are starting cards of different types,
    are below a heading for starting cards, or are all Rings. `named` looks up a name with its number.
    """
    if _SEVERAL.search(request.name) is None:  # Most lines name one card; this check keeps them fast.
        return ()
    word, _, rest = request.name.partition(" ")
    if not request.counted and (number := NUMBER_WORDS.get(word.casefold())):
        request = replace(request, name=rest, count=number, counted=True)
    each, names, in_brackets = _named_on(request, pool)
    if len(names) <= 1 or (request.count != 1 and each is None) or any(map(is_odd, names)):
        return ()
    under = {"header": "Rings", "section": "fate"} if re.match(r"Rings? of\b", names[0]) else {}  # "Ring of Air, Void"
    count = 1 if each is None else each
    entries: list[Entry] = []
    for name in names:
        part = replace(request, name=name, written=name, count=count, counted=each is not None, **under)
        if not isinstance(entry := named(part, count), Entry):
            return ()
        why = _ONE if each is None else OF_EACH
        entries.append(replace(entry, request=request, inexact=why if under else entry.inexact or why))
    if each is not None:
        return tuple(entries) if len({entry.card.id for entry in entries}) == len(names) else ()
    kinds = {entry.card.kind for entry in entries}
    is_start = len(kinds) == len(names) and kinds.issubset(STARTING)
    is_headed = request.section == "starting" or kinds == {request.section} == {"province"} or kinds == {"ring"}
    return tuple(entries) if is_start or (is_headed and not in_brackets) else ()


def _named_on(request: Request, pool: Pool) -> tuple[int | None, list[str], bool]:
    """Return the number in front of "each" on a line, None without it; the names; and whether brackets part these."""
    forms = (_EACH,) if request.counted else (_EACH_BEHIND, _IN_FRONT)
    each = next(filter(None, (re.fullmatch(form, request.name, re.IGNORECASE | re.VERBOSE) for form in forms)), None)
    parts = re.split(f"({_AND if each else _WITH})", each["names"] if each else request.name, flags=re.IGNORECASE)
    clans = pool.words().clans  # As in "Crane / Shizuka Toshi / Keeper of Air".
    names: list[str] = []
    for sign, name in zip(["", *parts[1::2]], parts[::2], strict=True):
        whole = names[-1] + sign + name if names and len(names[-1] + name) < LONGEST_NAME else ""
        if whole and not pool.named(fold(name)) and pool.named(fold(whole)):
            names[-1] = whole  # As in "Claw and Shell".
        elif name and name.casefold() not in clans:
            names.append(name)
    in_brackets = re.fullmatch(_IN_BRACKETS, names[0], re.IGNORECASE) if len(names) == 1 else None
    count = None if each is None else request.count if request.counted else int(each["number"])
    return count, [*in_brackets.groups()] if in_brackets else names, in_brackets is not None


def names_said(request: Request, near: Sequence[str], titles: Sequence[str], known: Set[str]) -> int:
    """Return how many cards a line may name: the parts between its signs, or its `titles` and each other name.

    Such a name is a `known` word of titles, or an abbreviation in capitals.

    Where the whole line resembles the names `near`, its parts count, and these names may contain commas. A line without
    signs is one name, unless it has a number, a label or a title of several words.
    """
    names, title = len(names_on(request.name)), split_experience(request.name)[0]
    is_lower = title.islower()
    words = [word for word in re.findall(r"[^\W\d_]{2,}", title) if is_lower or word[0].isupper()]
    is_one = not (re.search(r"[\d:]", request.written) or any(" " in each for each in titles))
    if is_one or any(len(each.split()) >= len(words) for each in near):
        return names + 1 - max((len(names_on(each)) for each in near), default=1) if names > 1 else 1
    in_titles = {word.casefold() for each in titles for word in each.split()}
    others = {word for word in words if word.casefold() not in in_titles}
    named = [word for word in others if word.isupper() or (len(word) > _SHORT and word.casefold() in known)]
    return max(names, len(titles) + max(len(named), bool(others)))


def names_on(text: str) -> list[str]:
    """Return the parts of a text that may each be a name, without levels and long remarks."""
    parts = re.split(_BETWEEN_NAMES, split_experience(text)[0])
    names = [part for part in parts if re.search(r"[^\W\d_]{2}", part) and heading(part) is None]
    return [name for name in names if not name.lstrip()[:1].islower() or len(name.split()) <= _SAID_WORDS]


def take_together(found: Sorted, most: int) -> None:
    """Take the lines with several cards, unless the deck names these again; a title has up to `most` copies."""
    for request, cards in found.together:
        kinds = {entry.card.kind for entry in cards}.intersection(STARTING)
        names = {entry.card.id: entry.card.name for entry in cards}
        if all(entry.card.kind in STARTING and found.is_listed(entry) for entry in cards):
            found.leave_out(LineClass.PROSE, request, 1)
        elif any(entry.card.id in names or entry.card.kind in kinds for entry in found.entries):
            possible = max(most, sum(entry.count for entry in cards))
            found.doubt(request, possible, SEVERAL_NAMES, tuple(names.values()))
        else:
            found.entries += cards


def doubt_short_names(found: Sorted, pool: Pool) -> None:
    """Let a name that was read as a longer one mean the card of that name too, where another line has the longer one.

    In a list with ``1 Momiji`` and ``2 Momiji, the Madam``, the player may mean both cards, even if one is not legal.
    """
    whole = {entry.card.id for entry in found.inside if not entry.inexact}
    for entry in [entry for entry in found.inside if entry.inexact and entry.card.id in whole]:
        name = fold(entry.request.name)
        called = (card for card in pool.named(name) if fold(card.name) == name and card.deck != "none")
        if cards := tuple(card for card in called if card != entry.card):
            found.taken({entry.request.span})
            found.several.append((entry.request, (*cards, entry.card)))


def tell_apart(found: Sorted, fmt: Format, pool: Pool) -> None:
    """Take the lines that fit several cards: as one card where the choice makes no difference."""
    for request, cards in found.several:
        if stronghold := _the_stronghold(request, cards, found):
            found.entries.append(stronghold)
        elif same_in_deck(cards, found.clans, fmt):
            found.entries.append(one_of(request, cards))
        else:
            readings = tuple((Entry(card, request.count, request),) for card in cards)
            names = tuple(full_name(card, cards, pool) for card in cards)
            found.unresolved.append(Unresolved(request, request.count, readings, names))


def one_of(request: Request, cards: tuple[Card, ...]) -> Entry:
    """Return one card for a line that may mean any of `cards`, which count the same in its deck."""
    reason = f"the {len(cards)} cards with this name count the same when building this deck"
    return Entry(cards[0], request.count, request, inexact=reason)


def _the_stronghold(request: Request, cards: tuple[Card, ...], found: Sorted) -> Entry | None:
    """Return the only Stronghold among `cards` of one name, where the list begins with that name.

    Return None where another line names, or may name, a Stronghold.
    """
    named = [card for each, cards in found.several if each is not request for card in cards]
    is_only = not any(card.kind == "stronghold" for card in (*named, *(entry.card for entry in found.entries)))
    is_first = request is found.raw.requests[0] and request.count == 1 and request.section in ("", "stronghold")
    strongholds = [card for card in cards if card.kind == "stronghold"]
    is_clear = is_only and is_first and len(strongholds) == 1
    return Entry(strongholds[0], 1, request, inexact=_BEGINS) if is_clear else None


def with_whole_names(raw: RawDeck, named: LookUp, pool: Pool) -> RawDeck:
    """Return a list with each broken name on the line of its number, where neither part alone names a card."""
    found: dict[Span, Request] = {}
    rests: dict[Span, Aside] = {}
    for above, below in pairwise(raw.requests if raw.is_list else ()):
        is_below = above.counted and not below.counted and below.span.line == above.span.line + 1
        if not is_below or not begins_title(above.written, below.written, pool):
            continue
        rest = below.written if above.written.endswith("-") else f" {below.written}"
        whole = replace(above, name=above.name.removesuffix("-") + rest, written=above.written.removesuffix("-") + rest)
        names_card = any(named(each, each.count) for each in (above, below))
        if not names_card and isinstance(named(whole, whole.count), Entry):
            found[above.span] = whole
            rests[below.span] = Aside(LineClass.DECORATION, f"-{below.written}", below.span)  # No number: "-une Port".
    requests = tuple(found.get(each.span, each) for each in raw.requests if each.span not in rests)
    return replace(raw, requests=requests, asides=(*raw.asides, *rests.values())) if found else raw
