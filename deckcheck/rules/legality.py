"""The legality of single cards in a format on its day, and how badly a deck fits a format."""

from collections.abc import Callable

from deckcheck.model.card import Card
from deckcheck.model.card_list import IN_FORCE, OPEN
from deckcheck.model.finding import BEARING
from deckcheck.model.format import Format, Standing
from deckcheck.model.report import Report
from deckcheck.rules import rule_named


def misfit(report: Report) -> tuple[int, int, int]:
    """Return how badly a deck fits its format, to compare formats.

    That is first the copies of cards that are not legal there or not recognised, then findings other than about sizes
    that the verdict comes from, then those about sizes.
    """
    standing = standing_in(report.format)
    copies = sum(entry.count for entry in report.deck.entries if standing(entry.card).verdict != "legal")
    unknown = sum(line.request.count for line in report.deck.unresolved)
    sized = [finding.code.startswith("S") for finding in report.findings if finding.severity in BEARING]
    return copies + unknown, sized.count(False), sized.count(True)


def standing_in(fmt: Format) -> Callable[[Card], Standing]:
    """Return a function that gives the legality of a card in `fmt` on its day, by the provisions for decks."""
    asked = [(of, each.params) for each in fmt.provisions if (of := rule_named(each.rule).standings)]

    def standing(card: Card) -> Standing:
        known = fmt.legality.knows(card)
        if card.proxy or not (known or fmt.legality.is_open(card)):
            return Standing("not legal")
        found = [each for of, params in asked for each in of(card, fmt, params)]
        out = [each for each in found if each.is_out]
        for each in out:
            if each.state == IN_FORCE:
                return Standing(each.what, since={each.what: each.since} if each.since else {})
        if not known or fmt.gap:
            return Standing("perhaps legal")
        limited = {each.what: each.since for each in found if not each.is_out}
        perhaps = next((each.what for each in out if each.state == OPEN), "")
        since = {what: day for what, day in limited.items() if day}
        return Standing(f"perhaps {perhaps}" if perhaps else "legal", tuple(limited), since)

    return standing
