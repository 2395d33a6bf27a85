"""The fields of queries: one table of names with their aliases for each kind of value."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import RequiresRole
from deckcheck.model.errors import UsageError, did_you_mean
from deckcheck.model.gold_words import amount_for, gold_for
from deckcheck.model.names import without_accents


class Number(Struct, frozen=True):
    """A statistic: `attribute` of `Card`; `short` heads its column in a table."""

    name: str
    aliases: tuple[str, ...]
    attribute: str
    short: str


class Text(Struct, frozen=True):
    """Words on a card; they are unknown when `attribute` of `Card` is unknown.

    When `also` is unknown, the card may have more words, except the words `apart`, which only `attribute` has. `amount`
    returns the number for the words that a test accepts, None for a card without such words.
    """

    name: str
    aliases: tuple[str, ...]
    attribute: str
    values: Callable[[Card], tuple[str, ...]]
    amount: Callable[[Card, Callable[[str], bool]], int | None] | None = None
    also: str = ""
    apart: frozenset[str] = frozenset()


# The types of cards of both games.
KINDS = frozenset(
    {
        *("ancestor", "celestial", "clock", "event", "follower", "holding", "item", "other", "personality", "region"),
        *("ring", "sensei", "spell", "strategy", "stronghold", "territory", "wind"),
        *("attachment", "character", "province", "role", "treaty", "warlord"),
    }
)

_NUMBERS = (
    # Both games.
    Number("cost", ("gold-cost", "gc", "fate-cost"), "cost", "cost"),
    # The collectible card game.
    Number("force", ("f",), "force", "force"),
    Number("chi", ("c",), "chi", "chi"),
    Number("honor-requirement", ("hr", "honour-requirement"), "honor_requirement", "hr"),
    Number("personal-honor", ("ph", "personal-honour"), "personal_honor", "ph"),
    Number("gold-production", ("gold", "gp"), "gold_production", "gold"),
    Number("province-strength", ("ps",), "province_strength", "ps"),
    Number("starting-honor", ("sh", "starting-honour"), "starting_honor", "sh"),
    Number("focus", ("fv", "focus-value"), "focus", "focus"),
    Number("experience", ("exp", "xp", "level"), "level", "exp"),
    # The card game of 2017.
    Number("military", ("mil",), "military", "mil"),
    Number("political", ("pol",), "political", "pol"),
    Number("military-bonus", ("mil-bonus",), "military_bonus", "mil+"),
    Number("political-bonus", ("pol-bonus",), "political_bonus", "pol+"),
    Number("glory", (), "glory", "glory"),
    Number("strength", ("str",), "strength", "str"),
    Number("strength-bonus", ("str-bonus",), "strength_bonus", "str+"),
    Number("influence", ("inf", "influence-cost"), "influence", "inf"),
    Number("influence-pool", ("pool",), "influence_pool", "pool"),
    Number("fate", (), "fate", "fate"),
    Number("honor", ("honour",), "honor", "honor"),
)

_TEXTS = (
    Text("type", ("kind", "t"), "kind", lambda card: (card.kind, *card.keywords), also="keywords", apart=KINDS),
    Text("deck", ("side", "d"), "deck", lambda card: (card.deck,)),
    Text("clan", ("faction",), "clans", lambda card: card.clans or ("neutral", "unaligned")),
    Text("keyword", ("k", "trait"), "keywords", lambda card: card.keywords),
    Text("set", ("pack", "s"), "printings", lambda card: tuple(printing.set for printing in card.printings)),
    Text("legal", ("mark", "format"), "marks", lambda card: card.marks),
    Text("banned", (), "banned", lambda card: card.banned),
    Text("element", (), "elements", lambda card: card.elements),
    Text("role", (), "effects", lambda card: tuple(each.trait for each in card.effects_of(RequiresRole))),
    Text("sensei", ("sensei-clan",), "sensei_clans", lambda card: card.sensei_clans),
    Text("gold-for", ("gold-if",), "gold_production", gold_for, amount_for),
)

# The title is no entry above because it is compared as names are: case, accents and punctuation do not count.
TITLE = "title"

FLAGS: Mapping[str, Callable[[Card], bool]] = {
    "unique": lambda card: card.unique,
    "loyal": lambda card: card.loyal,
    "neutral": lambda card: not card.clans,
    "experienced": lambda card: card.level > 0,
    "inexperienced": lambda card: card.level < 0,
    "soul": lambda card: bool(card.soul_of),
    "banned": lambda card: bool(card.banned),
    "proxy": lambda card: card.proxy,
    "unverified": lambda card: bool(card.unverified),
}

# Flags whose attribute has another name.
_FLAG_ATTRIBUTES = {"neutral": "clans", "experienced": "level", "inexperienced": "level", "soul": "soul_of"}

NUMBERS: Mapping[str, Number] = {field.name: field for field in _NUMBERS}
TEXTS: Mapping[str, Text] = {field.name: field for field in _TEXTS}

_ALIASES: Mapping[str, str] = {
    **dict.fromkeys((TITLE, "name", "n"), TITLE),
    "text": "text",
    **{alias: field.name for field in (*_NUMBERS, *_TEXTS) for alias in (field.name, *field.aliases)},
}
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?\Z")


def field_called(name: str) -> str:
    """Return the name of the field that `name` means; raises UsageError that suggests similar names."""
    plain = name.lower().replace("_", "-")
    if plain not in _ALIASES:
        known = f"known: {', '.join((TITLE, *TEXTS, *NUMBERS, 'text', 'is', 'has'))}"
        help_ = did_you_mean(plain, {*_ALIASES, "is", "has"} - {name.lower()}, known)
        raise UsageError(f"there is no field `{name}`", help=help_)
    return _ALIASES[plain]


def flag_called(name: str) -> str:
    """Return the flag called `name`; raises UsageError that suggests similar names."""
    if name.lower() not in FLAGS:
        help_ = did_you_mean(name.lower(), FLAGS, f"known: {', '.join(FLAGS)}")
        raise UsageError(f"there is no `is:{name}`", help=help_)
    return name.lower()


def attribute_of(name: str) -> str:
    """Return the attribute of `Card` for a field or flag, "" for titles."""
    if name in NUMBERS:
        return NUMBERS[name].attribute
    return TEXTS[name].attribute if name in TEXTS else "" if name == TITLE else _FLAG_ATTRIBUTES.get(name, name)


def has(field: str, card: Card) -> bool:
    """Return whether the card has a value in the field, even ``*`` or 0; a level of 0 does not count."""
    if field in NUMBERS:
        value = getattr(card, NUMBERS[field].attribute)
        return bool(value) if NUMBERS[field].attribute == "level" else value is not None
    if field == TITLE:
        return True
    return bool(card.clans if field == "clan" else TEXTS[field].values(card))


def as_number(value: float | str | None) -> float | None:
    """Return a statistic as a number, None for ``*``, ``5*``, ``-``, ``X`` and a missing one."""
    if isinstance(value, str):
        return float(value) if _NUMBER.match(value) else None
    return value


@lru_cache(maxsize=16384)
def words(text: str) -> str:
    """Return the words of `text` between single spaces, with one at each end, so that ``in`` finds whole words.

    Case and accents do not count; apostrophes are left out as in the ids of sets; other punctuation parts words.
    """
    plain = without_accents(text.casefold())
    kept = "".join(char if char.isalnum() else " " for char in plain if char not in "'’")
    return f" {' '.join(kept.split())} "
