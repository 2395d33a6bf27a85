"""The legality of single cards in a format on its day, and how badly a deck fits a format."""

from collections.abc import Callable

from deckcheck.model.card import Card
from deckcheck.model.card_list import FREE, IN_FORCE, CardList
from deckcheck.model.finding import BEARING, Severity
from deckcheck.model.format import Format, Standing
from deckcheck.model.report import Report
from deckcheck.rules import rule_named
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placing


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
    """Return a function that gives the legality of a card in `fmt` on its day, by the rules for decks."""
    places, settings = Placing(fmt), [(rule_named(each.name), each) for each in fmt.provisions]
    limits = [(rule, each.cards, rule.limit_in(fmt, each.params)) for rule, each in settings if rule.standing]
    deciding = [(rule, cards, limit) for rule, cards, limit in limits if isinstance(limit, PerCard)]
    forbidding = [(rule.forbids, each.params) for rule, each in settings if rule.forbids]
    # The lists of other rules limit cards that are legal.
    limiting = [cards for rule, each in settings if (cards := each.cards) and not rule.standing]

    def standing(card: Card) -> Standing:
        known = fmt.legality.knows(card)
        if card.proxy or not (known or fmt.legality.is_open(card)):
            return Standing("not legal")
        here, perhaps = places.of(card), ""
        for rule, cards, limit in deciding:
            for message, _ in limit.said(here):
                said = rule.messages[message]
                what = said.standing or rule.standing
                if said.severity is Severity.ERROR:
                    return Standing(what, since=_since(what, card, cards, fmt.date))
                perhaps = perhaps or (what if said.severity is Severity.UNDECIDED else "")
        if any(forbids(card, fmt, params) for forbids, params in forbidding):
            return Standing("not legal")
        if not known or fmt.gap:
            return Standing("perhaps legal")
        verdict, notes, since = f"perhaps {perhaps}" if perhaps else "legal", list[str](), dict[str, str]()
        for cards in limiting:
            state = cards.state(card, fmt.date)
            if state == IN_FORCE:
                since |= _since(cards.kind, card, cards, fmt.date)
            notes += [] if state == FREE else [cards.kind if state == IN_FORCE else f"perhaps {cards.kind}"]
        return Standing(verdict, tuple(notes), since)

    return standing


def _since(what: str, card: Card, cards: CardList | None, day: str) -> dict[str, str]:
    """Return since when a list names a card that is `what` on a day; empty if the list does not name it."""
    entry = cards.naming(card) if cards and cards.state(card, day) != FREE else None
    since = cards.since_of(entry) if cards and entry else ""
    return {what: since} if since else {}
