"""Compute the gold that a card produces in a situation."""

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.gold import Counted, GoldCondition, PaidFor, Per
from deckcheck.model.names import fold


class Situation(Struct, frozen=True, kw_only=True):
    """The situation in which gold is produced; a bonus for anything that is left out does not apply.

    It is a turn of the player, without knowledge of other players. `clans` are the alignments of the player.
    `paying_for` is the card that is paid for, `controlled` are the player's cards in play.
    """

    clans: tuple[str, ...] = ()
    wind: str = ""
    paying_for: Card | None = None
    controlled: tuple[Card, ...] = ()
    went_first: bool = True
    first_turn: bool = False
    stronghold_gold: int = 0
    family_honor: int = 0
    provinces: int = 0


def gold_of(card: Card, situation: Situation) -> int | None:
    """Return the most gold that `card` produces when its player bows it; None when that is unknown.

    Ways that cost more than bowing and honor, and conditions that only the game can tell (such as `favor`, `phase` and
    notes), do not count; neither does a formula beside a printed amount.
    """
    gold = card.gold
    if gold is None or gold.by_formula or gold.unknown or gold.base is None:
        return None
    base, ways = 0 if gold.cost.startswith("bow other") else gold.base, [0]
    for bonus in gold.bonus:
        if bonus.extra or bonus.cost or bonus.formula or bonus.note or not holds(bonus.when, card, situation):
            continue
        if bonus.total is not None:
            base, ways = (base, [*ways, bonus.total - base]) if bonus.alternative else (bonus.total, ways)
            continue
        amount = bonus.gold * (_times(bonus.per, card, situation) if bonus.per else 1)
        amount = amount if bonus.max is None else min(amount, bonus.max)
        if bonus.alternative or bonus.optional:
            ways.append(amount)
        else:
            base += amount
    return max(0, base + max(ways))


def holds(when: GoldCondition, card: Card, situation: Situation) -> bool:
    """Return whether a condition on the gold of `card` is certainly true."""
    return (
        not (when.phase or when.virtue or when.other or when.favor or when.invest)
        and (not when.clan or when.clan in situation.clans)
        and len(situation.clans) >= when.clans_min
        and (not when.wind or fold(when.wind) == fold(situation.wind))
        and when.turn in ("", "own", "first" if situation.first_turn else "")
        and not (when.not_first_player and situation.went_first)
        and situation.stronghold_gold >= when.stronghold_gold_min
        and all(count(counted, card, situation) >= counted.min for counted in when.control)
        and (not when.paying_for or any(_pays(paid, situation) for paid in when.paying_for))
    )


def count(counted: Counted, card: Card, situation: Situation) -> int:
    """Return the number of cards in play that `counted` describes, 0 when only the game can show it."""
    if counted.note:
        return 0
    itself = counted.other and any(other.id == card.id for other in situation.controlled) and _counts(counted, card)
    return sum(_counts(counted, other) for other in situation.controlled) - itself


def _counts(counted: Counted, card: Card) -> bool:
    title = fold(card.base_title)
    return (
        (not counted.type or card.kind in counted.type)
        and (not counted.keyword or bool(_words(card).intersection(map(str.casefold, counted.keyword))))
        and (not counted.title or title == fold(counted.title))
        and fold(counted.title_contains) in title
        and (counted.unique is None or card.unique is counted.unique)
    )


def _times(per: Per, card: Card, situation: Situation) -> int:
    if per.cards:
        return count(per.cards, card, situation)
    if per.family_honor:
        return situation.family_honor // per.family_honor
    return situation.provinces if per.provinces == "own" else 0


def _pays(paid: PaidFor, situation: Situation) -> bool:
    card = situation.paying_for
    if card is None or paid.note or paid.what != "card":
        return False
    words = _words(card)
    return (
        (not paid.type or card.kind in paid.type)
        and words.issuperset(map(str.casefold, paid.keyword))
        and (not paid.clan or _aligned(card, paid.clan, situation))
        and (paid.unique is None or card.unique is paid.unique)
        and (not paid.cost_min or (isinstance(card.cost, int) and card.cost >= paid.cost_min))
        and (not paid.deck or card.deck == paid.deck)
        and card.kind not in paid.not_type
        and words.isdisjoint(map(str.casefold, paid.not_keyword))
        and not (paid.not_clan and _aligned(card, paid.not_clan, situation))
    )


def _words(card: Card) -> set[str]:
    return set(map(str.casefold, card.keywords))


def _aligned(card: Card, clan: str, situation: Situation) -> bool:
    if clan == "none":
        return not alignments(card)
    return not set(situation.clans if clan == "own" else (clan,)).isdisjoint(alignments(card))


def alignments(card: Card) -> tuple[str, ...]:
    """Return the Clan alignments of `card`: none where it is Unaligned, although it is of a minor clan."""
    return () if "unaligned" in _words(card) else card.clans
