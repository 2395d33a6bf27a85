"""The gold of a card in words: phrases to show, and words to search for."""

import re
from collections.abc import Callable, Iterator
from string import capwords

from deckcheck.model.card import Card
from deckcheck.model.gold import Bonus, Counted, Gold, GoldCondition, PaidFor, Per

# Hyphens join the words of facts without a field of their own: "after each-phase-begins", but not "non-unique".
_JOINED = re.compile(r"(?<=[^\W_])(?<!\bnon)-(?=[^\W_])")
_FLAGS = {
    "alternative": "a second way to use it",
    "extra": "beside bowing",
    "optional": "optional",
    "restricted": "for nothing else",
    "permanent": "permanent",
}


def gold_for(card: Card) -> tuple[str, ...]:
    """Return the conditions of a card's gold as words to search for: clans, types and keywords, ``action``."""
    whens = [bonus.when for bonus in card.gold.bonus] if card.gold else []
    return tuple(dict.fromkeys(word for when in whens for word in _asked(when)))


def amount_for(card: Card, wanted: Callable[[str], bool]) -> int | None:
    """Return the gold of a card with its bonuses for a `wanted` word, None without such a bonus.

    The best way to use the card counts. Bonuses by formula, for each of something or at a cost do not.
    """
    if card.gold is None or card.gold.base is None:
        return None
    amounts = [
        bonus.total if bonus.total is not None else card.gold.base + bonus.gold
        for bonus in card.gold.bonus
        if not (bonus.formula or bonus.per or bonus.cost) and any(map(wanted, _asked(bonus.when)))
    ]
    return max(amounts, default=None)


def _asked(when: GoldCondition) -> Iterator[str]:
    yield from filter(None, (when.clan, when.wind, when.turn and f"{when.turn} turn"))
    for counted in when.control:
        yield from (*counted.type, *counted.keyword)
    for paid in when.paying_for:
        yield from () if paid.what == "card" else (paid.what,)
        yield from filter(None, (*paid.type, *paid.keyword, paid.clan, paid.deck))


def gold_phrases(card: Card) -> Iterator[str]:
    """Yield the phrases of a card's gold beside the printed amount, each beginning with ``gold``."""
    phrases = list(described(card.gold))[card.gold.printed is not None :] if card.gold else []
    return (f"gold {re.sub(_JOINED, ' ', phrase)}" for phrase in phrases)


def described(gold: Gold) -> Iterator[str]:
    """Yield a phrase for each way in which a card produces gold, the printed amount first."""
    if gold.unknown:
        yield f"amount unknown: {gold.unknown}"
    elif not gold.produces:
        yield "none"
    elif gold.stronghold is not None:
        bounds = (("at least", gold.stronghold_min), ("at most", gold.stronghold_max))
        within = "".join(f", {word} {bound}" for word, bound in bounds if bound is not None)
        yield f"{gold.stronghold:+d} to the Stronghold{within}"
    elif gold.base is not None and not gold.by_formula:
        yield f"{gold.base}" + (f" ({gold.use})" if gold.use else "")
    yield from filter(
        None,
        (gold.cost and f"costs: {gold.cost}", gold.formula and f"formula: {gold.formula}", *map(_bonus, gold.bonus)),
    )
    if gold.tokens:
        yield f"tokens: {gold.tokens.start} at the start; {gold.tokens.gain}".rstrip("; ")
    if gold.second_side:
        yield f"{gold.second_side.gold} on the side for the player who goes second"
    for other in gold.others:
        amount = f"{other.gold:+d}" if other.gold else f"times {other.factor}" if other.factor != 1 else ""
        parts = (amount, other.target and f"for {other.keyword} {other.target}".replace("  ", " "), other.note)
        yield f"changes other cards: {' '.join(filter(None, (*parts, *_conditions(other.when))))}"
    if gold.enters == "unbowed":
        yield "enters play unbowed"
    yield from filter(None, (gold.straighten and f"straightens: {gold.straighten}", gold.note))


def _bonus(bonus: Bonus) -> str:
    if bonus.formula:
        amount = f"formula: {bonus.formula}"
    elif bonus.total_max is not None:
        amount = f"at most {bonus.total_max}"
    elif bonus.total is not None:
        amount = f"{bonus.total} in place of the printed amount"
    else:
        amount = f"{bonus.gold:+d}" + (f" for each {_per(bonus.per)}" if bonus.per else "")
    words = [word for flag, word in _FLAGS.items() if getattr(bonus, flag)]
    words += ["" if bonus.max is None else f"at most {bonus.max}", bonus.cost and f"costs: {bonus.cost}", bonus.note]
    notes = ", ".join(filter(None, words))
    return " ".join(filter(None, (amount, " and ".join(_conditions(bonus.when)), notes and f"({notes})")))


def _conditions(when: GoldCondition) -> Iterator[str]:
    said = {
        f"paying for {' or '.join(map(_paid, when.paying_for))}": when.paying_for,
        f"for {capwords(when.clan)} players": when.clan,
        f"with {when.clans_min} clan alignments": when.clans_min,
        f"with {' and '.join(map(_counted, when.control))}": when.control,
        "with the Imperial Favor": when.favor,
        "on the first turn" if when.turn == "first" else f"on the turn of {when.turn} players": when.turn,
        "for a player who did not go first": when.not_first_player,
        f"with a Stronghold of at least {when.stronghold_gold_min} gold": when.stronghold_gold_min,
        f"after Invest {when.invest}": when.invest,
        f"with the Wind {when.wind}": when.wind,
        f"in the phase {when.phase}": when.phase,
        f"virtue: {when.virtue}": when.virtue,
        f"when {when.other}": when.other,
    }
    return (words for words, is_given in said.items() if is_given)


def _paid(paid: PaidFor) -> str:
    words = ["" if paid.type or paid.keyword or paid.what != "card" else "cards"]
    words += ["unique" if paid.unique else "non-unique"] if paid.unique is not None else []
    words += [{"own": "own-clan", "none": "unaligned"}.get(paid.clan, capwords(paid.clan))] if paid.clan else []
    words += [*paid.keyword, "/".join(paid.type), paid.deck]
    words += {"card": [], "action": ["action"], "invest": ["Invest cost"]}[paid.what]
    words += [f"on {paid.on}"] if paid.on else []
    without = (*paid.not_keyword, *paid.not_type, *((f"{capwords(paid.not_clan)}-clan",) if paid.not_clan else ()))
    words += [f"other than {' or '.join(without)}"] if without else []
    words += [f"of cost {paid.cost_min} or more"] if paid.cost_min else []
    return " ".join(filter(None, (*words, paid.note)))


def _counted(counted: Counted) -> str:
    kind = "/".join((*counted.keyword, *counted.type, counted.title, counted.title_contains)).strip("/") or "card"
    number = f"{counted.min} " if counted.min > 1 else ""
    words = ["in play" if counted.whose == "any" else "", counted.note]
    return " ".join(filter(None, (f"{number}{'other ' if counted.other else ''}{kind}", *words)))


def _per(per: Per) -> str:
    if per.cards:
        return _counted(per.cards)
    if per.family_honor:
        return f"{per.family_honor} Family Honor"
    return f"{per.tokens} token" if per.tokens else per.event or f"{per.provinces} Province"
