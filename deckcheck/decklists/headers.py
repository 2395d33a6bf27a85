"""Section headers as deck lists write them, and what they mean."""

from __future__ import annotations

import re

_DYNASTY = """dynasty; dynasty deck; dynasty cards; events; event; holdings; holding; personalities; personality;
    regions; region; celestials; celestial; dynasty characters; dynasty holdings; dynasty events; character dynasty;
    characters dynasty; holding dynasty; event dynasty"""
_FATE = """fate; fate deck; fate cards; strategies; strategy; actions; action; items; item; followers; follower;
    spells; spell; rings; ring; ancestors; ancestor; kiho; kihos; terrains"""
_CONFLICT = """conflict; conflict deck; conflict cards; attachments; attachment; character conflict;
    characters conflict; conflict characters; conflict events; conflict attachments; event conflict"""
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

_DECORATION = re.compile(r"\[/?[a-z]+(?:=[^\]]*)?\]|[#*=_~>|]+|^\W*[-–—]+|[-–—:]+\s*$", re.IGNORECASE)
_COUNTS = re.compile(r"[(\[]\s*\d+[^)\]]*[)\]]|\b\d+\b|\bcards?\b\s*$", re.IGNORECASE)
_PUNCTUATION = re.compile(r"[^a-z ]+")


def header_section(line: str) -> str | None:
    """Return what the header `line` heads ("dynasty", "stronghold"; "" where it says nothing), None for no header.

    Numbers, brackets with numbers, Markdown, BBCode and punctuation around the words do not count.
    """
    if len(line) > 80:
        return None
    words = _COUNTS.sub(" ", _DECORATION.sub(" ", line))
    return HEADERS.get(" ".join(_PUNCTUATION.sub(" ", words.casefold()).split()))
