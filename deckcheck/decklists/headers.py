"""Section headers as deck lists write them, and what they mean."""

from __future__ import annotations

import re

from msgspec import Struct

_DYNASTY = """dynasty; dynasty deck; dynasty cards; events; event; holdings; holding; personalities; personality;
    regions; region; celestials; celestial; dynasty characters; dynasty holdings; dynasty events; character dynasty;
    characters dynasty; holding dynasty; event dynasty"""
_FATE = """fate; fate deck; fate cards; strategies; strategy; actions; action; items; item; followers; follower;
    spells; spell; rings; ring; ancestors; ancestor; kiho; kihos; terrains"""
_CONFLICT = """conflict; conflict deck; conflict cards; attachments; attachment; character conflict;
    characters conflict; conflict characters; conflict events; conflict attachments; event conflict;
    attachment conflict; attachments conflict; events conflict"""
_OTHER = {
    "stronghold": "stronghold; strongholds; sh",
    "sensei": "sensei; senseis",
    "wind": "wind; winds",
    "role": "role; roles",
    "province": "province; provinces; province cards",
    "starting": "pre game; pregame; pre game cards; pregame holdings; pre game holdings; starting holdings",
    "sideboard": "sideboard; side board",
    "": "deck; decklist; deck list; main deck; cards; characters; character; proxies; tokens; created cards",
}
# "Holdings" and "Events" also head parts of LCG lists, where events are conflict cards; these say nothing of the deck.
_EITHER = frozenset({"event", "events"})


def _table() -> dict[str, str]:
    table = {}
    for section, words in {"dynasty": _DYNASTY, "fate": _FATE, "conflict": _CONFLICT, **_OTHER}.items():
        for word in words.split(";"):
            name = " ".join(word.split())
            table[name] = "" if name in _EITHER else section
    return table


HEADERS = _table()

# These head whole decks, and end the deck before them; the other headers head a kind of card.
_WHOLE_WORDS = """dynasty; dynasty deck; fate; fate deck; conflict; conflict deck; pre game; pregame; sideboard;
    side board; deck; decklist; deck list; main deck; proxies; tokens; created cards"""
_WHOLE = frozenset(" ".join(words.split()) for words in _WHOLE_WORDS.split(";"))

_LONGEST = 80
_NUMBER = r"(?<![0-9=/.,])([0-9]{1,3})(?![0-9/.,])"
# Programs write "# Dynasty (40)"; without brackets it is a remark that has a number, as "# Deck 5".
_IN_BRACKETS = r"[(\[]\s*([0-9]{1,3})(?:\s+cards?)?\s*[)\]]"

_BBCODE = frozenset({"b", "i", "u", "s", "size", "color", "list", "center", "quote", "h"})


class Heading(Struct, frozen=True):
    """What a header says: the `section` that it heads ("": none in particular), whether that is a whole deck."""

    section: str
    deck: bool


def heading(line: str) -> Heading | None:
    """Return what the header `line` says, None when it is no header.

    Numbers, brackets with numbers, Markdown, BBCode and punctuation around the words do not count.
    """
    if len(line) > _LONGEST:
        return None
    for pair in ("()", "[]"):
        line = _without_brackets(line, *pair)
    words = re.findall(r"[^\W\d_]+", line.casefold())
    if len(words) > 1 and words[-1] in ("card", "cards"):
        words.pop()
    name = " ".join(words)
    section = HEADERS.get(name)
    return None if section is None else Heading(section, name in _WHOLE)


def header_section(line: str) -> str | None:
    """Return what the header `line` heads ("dynasty", "stronghold"; "" where it says nothing), None for no header."""
    found = heading(line)
    return None if found is None else found.section


def header_count(line: str) -> int | None:
    """Return the number of cards that a header gives, None when it gives none; behind ``#`` it is in brackets."""
    match = re.search(_IN_BRACKETS if line.startswith("#") else _NUMBER, line, re.IGNORECASE)
    return int(match[1]) if match else None


def _without_brackets(line: str, opening: str, closing: str) -> str:
    """Return `line` without the brackets that hold numbers or BBCode, and with the words of the others."""
    while (start := line.find(opening)) >= 0:
        end = line.find(closing, start)
        end = len(line) if end < 0 else end
        inner = line[start + 1 : end]
        tag = inner.strip("/ ").partition("=")[0].casefold()
        drop = tag in _BBCODE or any(char.isdigit() for char in inner)
        line = f"{line[:start]} {'' if drop else inner} {line[end + 1 :]}"
    return line
