"""The remarks of an email that may change its list, or withdraw it."""

import re
from collections.abc import Iterable

from deckcheck.decks.words.remarks import CHANGES
from deckcheck.model.vocabulary import says

# What an email may say about a list, and changes it where it names cards: also what is a remark on play in a list.
_CHANGES = re.compile(
    r"\b(?:ex)?chang|\bcorrect|^\W*[+−-]\s?\d|^\W*\d{1,2}\s*[x×]?\s[^\W\d_]|\bP\.?\s?S\b",
    re.IGNORECASE,
)
# What leaves it open whether the list counts, whatever else is there.
_DOUBTS = re.compile(
    r"\b(?:withdraw|cancel|unregister|drop(?:ping)? out|(?:(?:can|will) ?not|(?:ca|wo)n['’]t|not able to)"
    r" (?:be able to )?(?:come|play|attend|make|be there)|(?:stay|stick)s? (?:with|to)"
    r"|(?:dynasty|conflict|fate|rest|provinces|others?|it)(?: deck)? (?:stays?|remains?|is unchanged)|not my final"
    r"|not my (?:list|deck)|draft|for your records|(?:would|is|are|could|can) (?:this|that|these|it|i)\b[^.!\n]*\?"
    r"|zurückzieh|ziehe\b.*\bzurück|melde\b.*\bab\b|bleib(?:t|e|en)|wäre (?:das|die|es)|retire|annul|me retiro)",
    re.IGNORECASE,
)


def remarks(lines: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of an email that may change its list, and those that may withdraw it, each once."""
    said = dict.fromkeys(line.strip() for line in lines)
    changes = (line for line in said if says(line) & CHANGES or _CHANGES.search(line))
    return tuple(changes), tuple(filter(_DOUBTS.search, said))
