"""Judging decks: the sums of a deck select the rules that could fire, and only these check the deck.

Most rules do not apply to most decks. The sums (`Sums.look`) are made the same way for one deck and for a million; only
the rules that they select look at the deck itself.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeVar

from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.format import Format
from deckcheck.rules import ORDER, InForce, in_force
from deckcheck.rules.base import Memo, Problem, ReadingRule
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.sums import CardLine, Sums
from deckcheck.rules.tally import PlaceOf, Placing, Tally, as_read

T = TypeVar("T")
_MOOT = (Severity.UNDECIDED, Severity.WARNING)
_RANK = {"error": 0, "undecided": 1, "warning": 2, "note": 3}


class Tallied(NamedTuple):
    """A deck as rules look at it, its lines, the bits of the rules that could fire, and the cards in each section."""

    tally: Tally
    lines: list[CardLine]
    asked: int
    counts: dict[str, int]


class Judge:
    """Judges decks of one format; `sums` adds up their cards."""

    def __init__(self, fmt: Format) -> None:
        """Prepare the rules of `fmt`."""
        self.format = fmt
        self.rules = in_force(fmt)
        self.places = Placing(fmt)
        self.sums = Sums(fmt, [each.limit for each in self.rules])
        # The rules that can find an error.
        said = ((each.rule.name, message) for each in self.rules for message in each.rule.messages.values())
        self.severe = self.bits({name for name, message in said if message.severity is Severity.ERROR})
        read = {1 << at: each.limit for at, each in enumerate(self.rules) if isinstance(each.limit, ReadingRule)}
        self.reading, self.of_headers = sum(read), sum(bit for bit, limit in read.items() if limit.of_headers)
        # The rules whose bits are set.
        self.named: Memo[int, list[InForce]] = Memo(
            lambda asked: [each for index, each in enumerate(self.rules) if asked >> index & 1]
        )

    def bits(self, names: Collection[str]) -> int:
        """Return the bits of the rules with these names."""
        return sum(1 << index for index, each in enumerate(self.rules) if each.rule.name in names)

    def findings(self, tally: Tally, asked: int) -> tuple[Finding, ...]:
        """Return the findings of the rules whose bits are set in `asked`, in the order of a report."""
        place_of = tally.place_of
        findings: list[Finding] = []
        perhaps: list[Finding] = []
        out: set[str] = set()  # Cards that no deck may have, so that questions and warnings about them do not matter.
        for each in self.named[asked]:
            found = [_finding(each, problem, place_of) for problem in each.limit.problems(tally)]
            is_of_reading = isinstance(each.limit, ReadingRule)
            for finding in found:
                (perhaps if finding.severity in _MOOT and not is_of_reading else findings).append(finding)
            if isinstance(each.limit, PerCard) and not each.limit.stronghold:
                out.update(card for finding in found if finding.severity is Severity.ERROR for card in finding.cards)
        return in_order([*findings, *(each for each in perhaps if not each.cards or not out.issuperset(each.cards))])

    def tallied(self, deck: Deck, place_of: PlaceOf = as_read) -> Tallied:
        """Return a deck as rules look at it, and its sums, with the bits of the rules about how it was read."""
        tally = Tally(deck, self.format, self.places.placed(deck.entries), place_of)
        return self._tallied(tally, [self.sums.line(place, entry.count) for entry, place in tally.placed])

    def and_last(self, base: Tallied, deck: Deck) -> Tallied:
        """Return the same as `tallied` for `deck`, which is the deck of `base` with one more entry at the end."""
        entry = deck.entries[-1]
        place = self.places.of(entry.card, self.places.under(entry))
        if any(line.place.card.id == entry.card.id for line in base.lines):
            return self.tallied(deck)
        placed = (*base.tally.cards, entry), (*base.tally.places, place)
        tally = Tally(deck, self.format, placed, base.tally.place_of)
        return self._tallied(tally, [*base.lines, self.sums.line(place, entry.count)])

    def _tallied(self, tally: Tally, lines: list[CardLine]) -> Tallied:
        asked, counts = self.sums.look(lines)
        return Tallied(tally, lines, asked | self.reading, counts)

    def findings_of(self, deck: Deck) -> tuple[Finding, ...]:
        """Return all findings about a deck."""
        base = self.tallied(deck)
        return self.findings(base.tally, base.asked)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings as reports list them: errors first, then in the order of the rules."""
    listed = [*findings]
    if len(listed) > 1:
        listed.sort(key=lambda finding: (_RANK[finding.severity.value], ORDER[finding.name]))
    return tuple(listed)


def _finding(in_force: InForce, problem: Problem, place_of: PlaceOf) -> Finding:
    rule, provision = in_force.rule, in_force.provision
    message = rule.messages[problem.message]
    doubt = provision.cite.doubt if provision else ""
    requests = [request for entry in problem.entries for request in entry.requests]
    spans = _different([place_of(request) for request in (*requests, *problem.requests)])
    help = message.help.format_map(problem.data)
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=Severity.UNDECIDED if doubt and message.severity is Severity.ERROR else message.severity,
        message=message.text.format_map(problem.data),
        span=spans[0] if spans else None,
        related=spans[1:],
        cards=_different([entry.card.id for entry in problem.entries]),
        data=problem.data,
        help=f"{doubt}; {help}" if doubt and help else doubt or help or None,
        cite=provision.cite if provision else None,
        origin=provision.origins.get(rule.value, provision.origin) if provision else None,
    )


def _different(items: list[T]) -> tuple[T, ...]:
    """Return the different items in their order; most findings are about one."""
    return tuple(dict.fromkeys(items) if len(items) > 1 else items)
