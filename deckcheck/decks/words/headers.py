"""Section headers as deck lists write them, what they mean, and the cards below them.

``Dynasty`` below ``Sideboard`` heads cards of the sideboard.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, takewhile
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.words.dialects import BBCODE, HTML
from deckcheck.model.deck import NOT_IN_DECK, STARTING, Header, Request
from deckcheck.model.vocabulary import Says, phrases_of, says, words_in

# The words of headings by section of the vocabulary file, which explains the sections.
SECTIONS = phrases_of(Path(__file__).with_suffix(".txt"))


def _by_name(kind: str) -> dict[str, str]:
    """Return the section that each word in parts such as ``[kind fate]`` heads."""
    parts = [(words, title.partition(" ")) for title, words in SECTIONS.items()]
    return {word: part for words, (first, _, part) in parts if first == kind for word in words}


_WHOLE = _by_name("deck")
HEADERS = _WHOLE | _by_name("kind")
_WORDS = frozenset(word for words in HEADERS for word in words.split())
# Cards that represent what players create in play; programs list them behind a word for their type.
_NO_CARDS = ("proxy", "proxies", "token", "tokens")

# With more words beside these, or before a colon, a line is a sentence.
_PLAIN_WORDS = SECTIONS["outside"]
OUTSIDE_WORDS = _PLAIN_WORDS.union(SECTIONS["before colon"])
MAYBE_WORDS = OUTSIDE_WORDS.union(SECTIONS["perhaps"])
_BESIDE = frozenset({"created", "cards", "card", "deck", "list", "in", "the", "my", "i", "and", "tab", "pane"})
_BESIDE |= {"other", "also", "left"}
# Words of cards in the deck, which "not" turns.
_DENIED = frozenset({"included", "used", "played"})
# Words behind the name of a part; a deck or list of cards of any other type may be another one.
_PARTS = frozenset({"section", "part", "pile"})
_LISTS = frozenset({"deck", "list", "decklist"})
_MOST_WORDS = 5
_FEW_WORDS = 3

_LONGEST = 80
_REMEMBERED_LENGTH = 100
# Words behind the name of a part that continue it: "Conflict (continued)".
_CONTINUED = r"(?<=\w)[\W_]+(?:continued|cont(?:['’]?d)?|ctd|fortsetzung|forts|suite|continuación|continua|cd)\b[\W_]*$"
# Words that end a part, like a closing tag.
_CLOSING = r"[\[<({]?\s*/(?!/)[^\[\]<>]*[\])>}]?"
# Words that explain a mark behind cards: "* = sideboard".
LEGEND = r"\(?([*!^°†‡~]{1,3})\)?\s*[=:]\s*(\w.*)"
_CARDS = "(?:cards?|karten?|cart[ae]s?|kart[ay])"
# Additions to a number of cards: "80 cards + Stronghold".
_SUM = rf"\W*\d{{1,3}}(?:\s+{_CARDS})?\s*(?:[+&,]|and\b|plus\b)\s.*"
# A card whose name is missing: "1 Ring ___", "1 Ring ?".
_BLANK = r"\d.*(?:\?|\s__+(?!\w)).*"
_NO_HEADING = f"{_CLOSING}|{LEGEND}|{_SUM}|{_BLANK}"
_NUMBER = r"(?<![0-9=/.,])([0-9]{1,3})(?![0-9/]|[.,][0-9]|\s*(?:inf|distinct|different|unique|titles|names|%))"
# The number of the heading itself: "1. Dynasty", "2) Fate".
_ORDINAL = r"^\W*[0-9]{1,2}[.)](?=\s)"
# Programs write "# Dynasty (40)"; without brackets, as in "# Deck 5", the number belongs to a remark.
_IN_BRACKETS = rf"[(\[]\s*([0-9]{{1,3}})(?:\s+{_CARDS})?\s*[)\]]"
# Numbers in brackets, with the words of programs beside them: "(40)", "[80 distinct]", "(40, 10 influence)".
# A player may be unsure of the number: "(52 I think)".
_BESIDE_COUNTS = (
    r"(?:distinct|different|unique|titles|names|total|influence|of|edit|i\s(?:think|guess|hope)|or\sso|about"
)
_BESIDE_COUNTS += r"|around|approx)\b"
_COUNTS = rf"[(\[{{](?:[0-9x×\s/=+:,.%$€£-]|{_CARDS}\b|{_BESIDE_COUNTS})*[)\]}}]"
# The number of different cards behind that of all: "Dynasty: 40 cards, 21 different".
_DIFFERENT = r"(?i)(?<=\w)\s?[,;/–-]\s*[0-9]{1,3}\s+(?:distinct|different|unique|titles|names)(?:\scards)?\W*$"
# Numbers without brackets are on one side of the words: "Dynasty: 40", "40/40 Deck", "12 Holdings".
_SIDE = r"[0-9]{1,3}(?:\s*/\s*[0-9]{1,3})?"
_TIMES = r"^(\W*[0-9]{1,3})\s?[xX×](?=\s)|(?<=\s)[xX×]\s?(?=[0-9]{1,3}\W*$)|(?<=[0-9])\s?[xX×](?=\W*$)"
# Text before a heading: "II. Events", "h2. Events", "Deck: Fate", "Part 2: Dynasty", but not a second deck.
_ORDER = r"(?:[A-Z]|[IVX]{1,4}|h[1-6])[.)]\s+|[0-9]\.[0-9]{1,2}\.?\s+|[①-⑳❶-❿]\s*"
_FRONT = rf"^\W*(?:{_ORDER}|(?i:deck|(?:(?:card\s)?type|section|part)(?:\s[0-9]{{1,2}})?)\s?:\s*(?=\w))"
# Limits of a number of cards, behind a heading: "(min 40)", "(40 cards minimum)", "(max 3 copies of each)".
_LIMIT = r"(?:(?:min|max)(?:imum|imal)?\b\.?|at\s(?:least|most)|exactly)"
_OF_EACH = r"(?:\s(?:copies|of|each|per|name|title|in|total))*"
_BOUND = rf"{_LIMIT}:?\s*[0-9]{{1,3}}(?:\s+{_CARDS})?{_OF_EACH}"
_LIMITS = rf"(?i)[(\[]\s*(?:{_BOUND}(?:\s?[,;/]\s?{_BOUND})*|[0-9]{{1,3}}(?:\s+{_CARDS})?\s+{_LIMIT})\s*[)\]]"
_AND = r"[&/+,]|\b(?:and|und|et|y)\b"
_ONLY = rf"[\W_]*(?:{_SIDE}[\W_]+)?[^\W\d](?:[^\d]*[^\W\d])?[\W_]*(?:[\W_]{_SIDE})?(?:[\W_]+{_CARDS})?[\W_]*"


# Pictures in chats: ":crossed_swords: Events".
_PICTURE = r":[a-z][a-z_]+:"


class Heading(Struct, frozen=True):
    """The meaning of a header: the `section` that it heads ("": any), and whether that is a whole deck."""

    section: str
    deck: bool


def heading(line: str) -> Heading | None:
    """Return the meaning of the header `line`, None when it is not a header.

    Beside its words, a header has only a number of cards, Markdown, BBCode and punctuation. A number beside only the
    word "cards" may count all cards, wherever they are.
    """
    # Most lines have no word of a heading; this check keeps them fast.
    if len(line) > _LONGEST or _WORDS.isdisjoint(words_of(line)) or re.fullmatch(_NO_HEADING, line) is not None:
        return None
    written = line = re.sub(_LIMITS, " ", re.sub(_DIFFERENT, "", re.sub(_FRONT, "", without_markup(line))))
    line, is_again = re.subn(_CONTINUED, "", line, flags=re.IGNORECASE)
    line = re.sub(_PICTURE, " ", line)
    line = re.sub(_TIMES, lambda times: f"{times[1] or ''} ", re.sub(_COUNTS, " ", line, flags=re.IGNORECASE))
    words = words_of(line)
    rest = " ".join(words[:-1])
    if rest in HEADERS and (
        words[-1] in _PARTS
        or re.fullmatch(_CARDS, words[-1])
        or (words[-1] in _LISTS and (rest in _WHOLE or HEADERS[rest] in STARTING))
    ):
        words.pop()
    # "My Dynasty deck" also heads a deck; before a card type "the" stays, because a card is called The Sensei.
    if words[:1] in (["my"], ["our"], ["the"]) and " ".join(words[1:]) in (HEADERS if words[0] != "the" else _WHOLE):
        del words[0]
    name = " ".join(words)
    section = HEADERS.get(name) if name in HEADERS else _of_several(line)
    is_sum = name == "cards" and any(map(str.isdigit, written))
    if is_sum or section is None or re.fullmatch(_ONLY, line, re.IGNORECASE) is None:
        return None
    return Heading(section, name in _WHOLE and not is_again)


def heading_on(stripped: str) -> Heading | None:
    """Return the meaning of a list line as a header, also in a player's own words; None when it is not a header."""
    # Longer lines are hardly ever headers, and would fill the cache.
    return _heading_on(stripped) if len(stripped) <= _REMEMBERED_LENGTH else _heading_on.__wrapped__(stripped)


@lru_cache(maxsize=65_536)
def _heading_on(stripped: str) -> Heading | None:
    if stripped[1:2] == " " == stripped[3:4]:  # "D Y N A S T Y"
        stripped = re.sub(r"(?<=\b[^\W\d_]) (?=[^\W\d_]\b)", "", stripped)
    found = heading(stripped)
    if found is None and not stripped.startswith("#") and (section := outside_section(stripped)):
        found = Heading(section, deck=True)
    is_comment = stripped.startswith(("//", ";"))
    return None if found and is_comment and found.section not in NOT_IN_DECK else found


def _of_several(line: str) -> str | None:
    """Return the meaning of a header with several words for cards, ``Holdings & Regions``; None for any other line."""
    names = [" ".join(words_of(part)) for part in re.split(_AND, line)]
    if not all(name in HEADERS and name not in _WHOLE for name in names):
        return _of_deck_and_kind(words_of(line))
    sections = {HEADERS[name] for name in names} - {""}
    return sections.pop() if len(sections) == 1 else ""


def _of_deck_and_kind(words: list[str]) -> str | None:
    """Return the deck in a header with a deck and a type of its cards: ``Dynasty: Regions``, ``Strategies (Fate)``."""
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    for deck, kind in (*halves, *((kind, deck) for deck, kind in halves)):
        section = _WHOLE.get(deck, "")
        if section in ("dynasty", "fate", "conflict") and kind not in _WHOLE and HEADERS.get(kind) in ("", section):
            return section
    return None


def outside_section(line: str) -> str:
    """Return the section that a short `line` without a number heads in its own words: "outside", "sideboard" or ""."""
    words = words_of(without_markup(line[:_LONGEST]))
    known, most = (OUTSIDE_WORDS, _MOST_WORDS) if line.rstrip("*_=- ").endswith(":") else (_PLAIN_WORDS, _FEW_WORDS)
    only = known.union(_BESIDE, _DENIED if "not" in words else ()).issuperset(words)
    is_short = len(words) <= most and not any(map(str.isdigit, line)) and re.fullmatch(_NO_HEADING, line) is None
    outside = OUTSIDE_WORDS.intersection(words)
    # "Not cut" and "Proxies in the deck" mean the opposite.
    is_turned = len(outside) > 1 if "not" in words else "in" in words
    if not is_short or not only or known.isdisjoint(words) or is_turned:
        return ""
    return "sideboard" if outside <= {"side", "sideboard"} else "outside"


def heads_cards(label: str) -> bool:
    """Return whether the words of a label head cards, in the deck or outside it."""
    return heading(label) is not None or outside_section(f"{label}:") != ""


def may_say_outside(line: str, *, alone: bool = False) -> bool:
    """Return whether a short `line` may head cards outside the deck: ``Subs:``; with `alone`, only that."""
    words = words_of(line[:_LONGEST])
    if len(words) > _MOST_WORDS or len(line) > _LONGEST or MAYBE_WORDS.isdisjoint(words):
        return False
    return not alone or MAYBE_WORDS.union(_BESIDE).issuperset(words)


def may_head_others(head: str) -> bool:
    """Return whether a column may have other lists than the decks, by its head: ``What you played last time``."""
    said = says(re.sub(r"\([^()]*\)", " ", head))
    is_other = not (MAYBE_WORDS | words_in("other_lists")).isdisjoint(words_of(head))
    is_next = re.search(r"(?i)\b(?:deck|list)\s?#?\s?[2-9]\b", head) is not None
    return is_other or is_next or bool(said & (Says.OTHERS | Says.ENDS))


def may_head_sideboard(header: str) -> bool:
    """Return whether a heading of cards outside the deck may mean a sideboard: ``Bench:``, ``Swaps:``."""
    return not SECTIONS["bench"].isdisjoint(words_of(header))


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without numbers and signs."""
    return re.findall(r"[^\W\d_]+", text.casefold())


def without_markup(line: str) -> str:
    """Return `line` with a space for each tag of BBCode and HTML."""
    return re.sub(f"{BBCODE}|{HTML}", " ", line, flags=re.IGNORECASE) if "[" in line or "<" in line else line


def header_section(line: str) -> str | None:
    """Return the section that the header `line` heads ("dynasty", "stronghold"; "" for any), else None."""
    found = heading(line)
    return None if found is None else found.section


def label_section(label: str) -> str | None:
    """Return the meaning of the `label` before a card, as `header_section` does; that of a proxy is "outside"."""
    return header_section(label) if _created_kind(label) is None else "outside"


def is_of_created(label: str) -> bool:
    """Return whether the `label` of a line names the type of a created card: "1 Proxy Personality"."""
    return bool(_created_kind(label))


def _created_kind(label: str) -> str | None:
    """Return the type of card behind a word such as "proxy" in a label ("": none), None for any other label."""
    first, _, kind = label.casefold().lstrip("0123456789 x").strip().partition(" ")
    return kind if first in _NO_CARDS and (not kind or kind in HEADERS) else None


def header_count(line: str) -> int | None:
    """Return the number of cards in a header, None without one; behind ``#`` it must be in brackets."""
    bare = re.sub(_ORDINAL, "", re.sub(_LIMITS, " ", re.sub(_FRONT, "", without_markup(line))))
    match = re.search(_IN_BRACKETS if line.startswith("#") else _NUMBER, bare, re.IGNORECASE)
    return int(match[1]) if match else None


def with_cards(headers: Sequence[Header], requests: Iterable[Request]) -> Iterator[tuple[Header, list[Request]]]:
    """Return each header with the requests between it and the next one."""
    starts = [header.span.start for header in headers]
    below: list[list[Request]] = [[] for _ in ("above all", *headers)]
    for request in requests:
        below[bisect_right(starts, request.span.start)].append(request)
    return zip(headers, below[1:], strict=True)


def nested(headers: Sequence[Header], requests: Sequence[Request]) -> tuple[tuple[Header, ...], tuple[Request, ...]]:
    """Return headers and requests, with those below cards outside the deck in the same section.

    A heading that repeats one above may belong to the cards outside the deck, or continue the deck. The number on the
    heading above decides, as in ``Sideboard (4)``; so does the number of the deck, as in ``Fate (40)`` for headings of
    a card type, and so do both decks directly below the first heading. Otherwise such headers are `inner`.
    """
    if not any(header.section in NOT_IN_DECK for header in headers):
        return tuple(headers), tuple(requests)
    below = [cards for _, cards in with_cards(headers, requests)]
    found = _in_their_parts(headers, below)
    sections = {
        request.span: header.section
        for header, cards in zip(found, below, strict=True)
        for request in cards
        if request.header == header.text
    }
    placed = (replace(each, section=sections.get(each.span, each.section)) for each in requests)
    return tuple(found), tuple(placed)


def _in_their_parts(headers: Sequence[Header], below: Sequence[Sequence[Request]]) -> list[Header]:
    """Return headers with the sections that `nested` gives them; `below` has the cards below each."""

    def copies(first: int, last: int, section: str | None = None) -> int:
        listed = chain.from_iterable(below[first : last + 1])
        return sum(each.count for each in listed if section in (None, each.section))

    def fills(section: str, last: int) -> bool:
        whole = next((each.count for each in headers if each.deck and each.section == section), None)
        return whole == copies(0, last, section)

    found = list(headers)
    for first, outside in enumerate(headers):
        if outside.section in NOT_IN_DECK:
            above = [header for header, cards in zip(headers[:first], below, strict=False) if cards]
            run = [*takewhile(partial(_is_again, above), headers[first + 1 :])]
            last = first + len(run)
            own, decks = copies(first, first), {header.section for header in run if header.deck}
            is_sure = outside.count == copies(first, last) or (not own and len(decks) > 1)
            if is_sure or outside.count != own:
                for number, header in enumerate(run, first + 1):
                    inner = header.deck or not fills(header.section, last)
                    changes = {"section": outside.section, "deck": False} if is_sure else {"inner": inner}
                    found[number] = replace(header, **changes)
    return found


def _is_again(above: Sequence[Header], header: Header) -> bool:
    """Return whether the headings `above` include one for the same cards."""
    if header.section in NOT_IN_DECK:
        return False
    if not header.section:
        return not header.deck and bool(above)
    return any(each.section == header.section for each in above)
