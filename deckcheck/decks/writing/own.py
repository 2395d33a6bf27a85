"""Write deckcheck's own deck files, in YAML and in JSON."""

import json
import re

from deckcheck.decks.documents.deck_file import SECTIONS
from deckcheck.decks.writing.lists import card_lines, facts_of, flat, is_flat, own_name
from deckcheck.model.deck import Deck, Unresolved
from deckcheck.model.json_text import yaml_text
from deckcheck.model.pool import Pool

_KEYS = {section: key for key, section in reversed(SECTIONS.items())}
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9' ,.()!-]*(?<! )")
# Words that some YAML readers do not read as text.
_NOT_TEXT = frozenset({"yes", "no", "on", "off", "y", "n", "true", "false", "null"})
# Written instead of a number of copies in doubt.
_OPEN = "?"

WrittenSections = dict[str, dict[str, int | str]]


def write_yaml(deck: Deck, pool: Pool) -> str:
    """Write a YAML file with all facts about the deck, and a map of names to counts for each section."""
    lines = ["deckcheck: 1", *(f"{key}: {_scalar(value)}" for key, value in _facts(deck).items())]
    for key, cards in _sections(deck, pool).items():
        lines += ["", f"{key}:"]
        lines += [f"  {_scalar(name)}: {c if isinstance(c, int) else yaml_text(c)}" for name, c in cards.items()]
    return "\n".join(lines) + "\n"


def write_json(deck: Deck, pool: Pool) -> str:
    """Write the same as JSON."""
    return json.dumps({"deckcheck": 1} | _facts(deck) | _sections(deck, pool), indent=2) + "\n"


def _facts(deck: Deck) -> dict[str, str]:
    return {fact: deck.raw.notes if fact == "notes" else text for fact, text in facts_of(deck).items()}


def _sections(deck: Deck, pool: Pool) -> WrittenSections:
    """Return the cards by section."""
    sections: WrittenSections = {key: {} for key in SECTIONS}
    for line in card_lines(deck.entries, pool, own_name):
        sections[_KEYS.get(line.part, "cards")][line.text] = line.count
    for line in card_lines(deck.outside, pool, own_name):
        sections["proxies"][line.text] = line.count
    for kept in deck.unresolved:
        _keep(kept, sections[_KEYS.get(kept.request.section, "cards")])
    return {key: cards for key, cards in sections.items() if cards}


def _keep(line: Unresolved, cards: dict[str, int | str]) -> None:
    """Add an unrecognised line to `cards`.

    If more than its name is in doubt, the line stays as written, with an invalid number.
    """
    request = line.request
    is_name = request.counted and line.possible <= request.count and not (line.why or line.readings)
    is_name = is_name and is_flat(request.name)
    doubt = "" if is_name else _OPEN if len(line.suggestions) > 1 else request.bad_count or _OPEN
    name = flat((request.written if doubt == _OPEN else request.name) or request.bad_count)
    before = cards.get(name, 0)
    if isinstance(before, int) and is_name:
        cards[name] = before + request.count
        return
    while name in cards:
        name = f"{name} {_OPEN}"
    cards[name] = doubt or _OPEN


def _scalar(text: str) -> str:
    """Return `text` as YAML: plain if every reader reads it as text, else in quotes."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _NOT_TEXT:
        return text
    return yaml_text(text)
