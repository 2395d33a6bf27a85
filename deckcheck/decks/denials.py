"""What says that there is nothing: ``Sensei: none``, ``Proxies used: 0``, ``-``."""

from __future__ import annotations

import re

from deckcheck.decks.headers import heading, outside_section
from deckcheck.decks.sayings import label_words, phrases

_NONE = phrases("none; nothing; empty; no; na; n a; nil; keine; aucune; nada")
_NOTHING = _NONE | {"", "null", "false", "unknown"}
_NO_SIGNS = ("-", "–", "—", "/")
# No cards of a kind, in words: "sensei none", "sensei no sensei", "proxies used 0".
_NONE_OF = rf"(?:(?:no )?(\D+?)(?: used| and| or)? )?(?:{'|'.join(_NONE)}|0|no (\D+?))(?: used)?"
_AND = r" (?:and|or)(?: no)? | no "
_YES = frozenset({"yes", "true"})
# The most characters of a line that says that there is nothing.
_LONGEST = 80


def says_none(text: str) -> bool:
    """Return whether a text says that there is nothing, or nothing of a kind: ``none``, ``-``, ``no Sensei``."""
    return text.strip(" .()[]") in _NO_SIGNS or _kinds_without_cards(text) is not None


def says_none_of_kind(line: str) -> bool:
    """Return whether a line says that there are no cards of a kind: ``Sensei: none``, ``Proxies used: 0``."""
    return bool(_kinds_without_cards(line))


def _kinds_without_cards(text: str) -> list[str] | None:
    """Return the kinds that have no cards according to a text, None where it says anything else."""
    said = re.fullmatch(_NONE_OF, label_words(text)) if len(text) <= _LONGEST and text[-1:] != ":" else None
    kinds = [each for kind in said.groups() if kind for each in re.split(_AND, kind)] if said else []
    is_none = said and all(heading(kind) or outside_section(f"{kind}:") for kind in kinds)
    return kinds if is_none else None


def says_some(value: str) -> bool:
    """Return whether a value may say that there is something: any but ``none``, ``-`` or ``0 cards``."""
    return label_words(value) not in _NOTHING and re.match(r"\s*0(?!\d)", value) is None and not says_none(value)


def says_nothing(value: str) -> bool:
    """Return whether a value names nothing: ``none``, ``yes``."""
    return not says_some(value) or label_words(value) in _YES
