"""Find the cards and rules that make a legal deck impossible."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.build.repair.solve import TimeUp, classes, kept, minimise, program_of
from deckcheck.model.report import Report
from deckcheck.rules import ORDER
from deckcheck.rules.rows import MANY, Model

_SECONDS = 5.0
# How the constraints begin that keep a card in the deck; the name of the card follows.
STAYS = "keep "


class Obstacle(Struct, frozen=True):
    """Why there is no legal deck: the `cards` that must stay, and the `rules` and `options` that forbid them together.

    `because` are the messages of the rules about these cards, by the name of the rule.
    """

    cards: tuple[str, ...]
    rules: tuple[str, ...]
    options: tuple[str, ...]
    because: dict[str, tuple[str, ...]]


def obstacle(model: Model, report: Report) -> Obstacle:
    """Return why no deck satisfies `model`, empty when the time runs out; `report` is that of the deck before."""
    found = conflict(model)
    cards = tuple(each.removeprefix(STAYS) for each in found if each.startswith(STAYS))
    rules = tuple(each for each in found if each in ORDER)
    names = {entry.card.id: entry.card.name for entry in report.deck.named}
    because = {
        rule: tuple(
            f"{each.code} {each.message}"
            for each in report.findings
            if each.name == rule and any(names.get(card_id) in cards for card_id in each.cards)
        )
        for rule in rules
    }
    options = tuple(each for each in found if each not in rules and not each.startswith(STAYS))
    return Obstacle(cards, rules, options, because)


def conflict(model: Model) -> tuple[str, ...]:
    """Return a minimal set of rules of `model` that no deck can satisfy together.

    Without any one of them, some deck satisfies the others. The cards that can be added stay those of the format.
    The result is empty when the time runs out.
    """
    keep = kept(model, classes(model), MANY, (float,))
    rules = list(dict.fromkeys(row.rule for row in model.rows if row.rule))
    needed = list(rules)
    try:
        if _possible(model, keep, needed):
            return ()
        for rule in rules:
            without = [other for other in needed if other != rule]
            if not _possible(model, keep, without):
                needed = without
    except TimeUp:
        return ()
    return tuple(needed)


def _possible(model: Model, keep: list[int], rules: list[str]) -> bool:
    """Return whether a deck can satisfy these rules."""
    program, _, _ = program_of(model, keep, rules)
    return minimise(program, _SECONDS) is not None
