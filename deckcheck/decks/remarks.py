"""What the numbers on a line without a title say, where everybody reads them as something else than copies."""

from __future__ import annotations

import re

from deckcheck.decks.headers import HEADERS, words_of
from deckcheck.decks.sayings import MEASURES, NO_CARDS, counts_cards, label_words

# Numbers beside these are facts of a card or deck.
STATISTICS = frozenset({"influence", "inf", "gold", "fate", "cost", "focus", "force", "chi", "honor", "glory"})
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_MONTH = rf"(?:{_MONTHS})[a-z]*\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
# With its year a day is no number of copies, and neither is one in an address, of a page or of a telephone.
_ELSE = rf"""\b(?:{_DAY}\s(?:of\s)?{_MONTH}|{_MONTH}\s{_DAY}),?\s\d{{4}}\b
    |^\W*page\s\d+(?:\s?(?:of|/)\s?\d+)?\W*$|^\W*sent\sfrom\smy\s[^\W\d][^:;,]*\d$
    |^(?:[^:'\d]{{3,}}:)?[-–*•<(\s]*(?:https?://|www\.)\S+$"""
_FACT = r"(?P<label>[^:=\d]+)[:=](?P<value>.*\d.*)"
# Words of labels in front of facts, and of the facts.
_LABELS = STATISTICS | {"honour", "total", "starting", "used", "spent", "pool", "remaining", "left"}
# With nothing but the words of headings beside them, these say how many cards there are.
TOTALS = frozenset({"total", "totals", "sum", "cards"})
# These may be said of the card above.
_OF_CARDS = ("level", "experience")
_VALUES = MEASURES | {"of", "and", "total", "cards", "used", "spent", "remaining", "left", "at"}


def without_remarks(line: str) -> str:
    """Return a line without what counts no cards: ``On 3 May 2021``, and the whole of ``Round: 3``."""
    return "" if _is_fact(line) else re.sub(_ELSE, " ", line, flags=re.IGNORECASE | re.VERBOSE)


def _is_fact(line: str) -> bool:
    """Return whether a line is a label that heads no cards, with numbers behind it."""
    match = re.fullmatch(_FACT, line)
    label = label_words(match["label"]) if match else ""
    said = words_of(match["value"]) if match else []
    heads = label in HEADERS or all(word in HEADERS or word in TOTALS for word in label.split())
    if heads or label in _OF_CARDS or counts_cards(label) or not _VALUES.issuperset(said):
        return False
    return label in NO_CARDS or _LABELS.union(NO_CARDS, MEASURES).issuperset(label.split())
