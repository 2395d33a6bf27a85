"""Checking a deck, with every reading of its lines.

Errors that another reading lifts are open: the card on an unrecognised line may be one whose text raises a limit or
adds influence, the cards below a heading in a player's own words may be outside the deck, and one file may have two
lists.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from deckcheck.model import effect as effects
from deckcheck.model.card import Card
from deckcheck.model.deck import UNRESOLVED, Basis, Deck, Entry, LeftOut, Span, Unresolved
from deckcheck.model.errors import UsageError
from deckcheck.model.finding import Finding, Severity, verdict_of
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool, basis_of
from deckcheck.model.report import Report
from deckcheck.rules.judge import Judge, Tallied, in_order
from deckcheck.rules.own_headings import OtherDeck, lines_of
from deckcheck.rules.several_lists import others, smaller

# The maximum number of ways to read a list.
_MOST_WAYS = 64
# The highest number of copies of one card to try.
_MOST_COPIES = 3


def check(deck: Deck, fmt: Format, pool: Pool, *, judge: Judge | None = None) -> Report:
    """Return the report on `deck` in `fmt`: all findings, errors first and then in the order of the rules.

    Callers that check many decks share one `judge`.

    Raises:
        UsageError: when `pool` is not the pool of `fmt`, or the lines of `deck` were looked up with other ones.
    """
    demand_basis(deck, fmt, pool)
    judge = judge or Judge(fmt)
    deck, findings, counts = judged(judge.tallied(deck), judge, pool)
    return Report(
        deck=deck,
        format=fmt,
        pool_id=pool.info.id,
        pool_digest=pool.digest,
        findings=findings,
        counts=counts,
    )


def judged(written: Tallied, judge: Judge, pool: Pool) -> tuple[Deck, tuple[Finding, ...], dict[str, int]]:
    """Return a deck with the verdict of each reading of its lines, its findings, and its cards by section.

    `written` is the deck with its lines as written.
    """
    deck = written.tally.deck

    def found(each: Deck) -> _Found:
        base = written if each is deck else judge.tallied(each, written.tally.place_of)
        findings = judge.findings(base.tally, base.asked)
        return _Found(each, _with_lifted(findings, base, judge, pool), base.counts)

    def ambiguous(each: Deck) -> _Found:
        base = judge.tallied(each, written.tally.place_of)
        of_readings = judge.bits({each.rule.name for each in judge.rules if each.rule.of_readings})
        return _Found(each, judge.findings(base.tally, of_readings), base.counts)

    several = any(line.readings for line in deck.unresolved)
    read, (counted, findings, counts) = _read_in_every_way(deck, found, ambiguous) if several else (deck, found(deck))
    copies = sum(line.request.count for line in counted.unresolved)
    return read, findings, counts | ({UNRESOLVED: copies} if counted.unresolved else {})


def demand_basis(deck: Deck, fmt: Format, pool: Pool) -> None:
    """Raise UsageError unless `pool` is the pool of `fmt` and the lines of `deck` were looked up with both."""
    if pool.info.id != fmt.pool:
        raise UsageError(f"the format `{fmt.id}` uses the card pool `{fmt.pool}`, not `{pool.info.id}`")
    was, now = deck.basis, basis_of(fmt, pool)
    if was is not None and was != now:
        raise UsageError(
            f"the deck was read for {_named(was)}, not for {_named(now)}",
            place=deck.raw.path,
            help="read the list again with the format and the pool that check it",
        )


def _named(basis: Basis) -> str:
    fmt, pool = (digest.rpartition(":")[2][:8] for digest in (basis.format_digest, basis.pool_digest))
    return f"`{basis.format}` of {basis.date} ({fmt}) and the pool `{basis.pool}` ({pool})"


class _Found(NamedTuple):
    """The result for a deck: its findings, and its cards by section."""

    deck: Deck
    findings: tuple[Finding, ...]
    counts: dict[str, int]


def _read_in_every_way(
    deck: Deck, find: Callable[[Deck], _Found], find_ambiguous: Callable[[Deck], _Found]
) -> tuple[Deck, _Found]:
    """Return `deck` with the verdict of each reading of its lines, and its findings.

    `find_ambiguous` returns the findings about the lines themselves, given these verdicts.

    What is found in every way is reported. Where the verdict is the same with all of them, the readings are notes, and
    if nothing found in every way makes it so, what the first way has is reported as such; else the lines leave it
    undecided. The numbers of cards are those that all ways have, or else those without the lines.
    """
    lines = [line for line in deck.unresolved if line.readings]
    sizes = [len(line.readings) for line in lines]
    if math.prod(sizes) > _MOST_WAYS:
        return deck, find(deck)
    ways = [*itertools.product(*map(range, sizes))]
    read = [find(_read(deck, lines, way)) for way in ways]
    found = [each.findings for each in read]
    verdicts = [verdict_of(each).value for each in found]
    judged = (
        replace(line, verdicts=tuple(_said(place, reading, ways, verdicts) for reading in range(len(line.readings))))
        for place, line in enumerate(lines)
    )
    deck = replace(deck, unresolved=tuple(next(judged) if line.readings else line for line in deck.unresolved))
    is_settled = len(set(verdicts)) == 1
    common = _common(found, {line.request.span for line in lines})
    kept = _in_one_way(found) if is_settled and verdict_of(common).value != verdicts[0] else common
    written = find_ambiguous(deck)
    counted = read[0] if is_settled and all(each.counts == read[0].counts for each in read) else written
    return deck, counted._replace(findings=in_order([*kept, *written.findings]))


def _common(found: Sequence[tuple[Finding, ...]], unclear: set[Span]) -> tuple[Finding, ...]:
    """Return the findings of all ways; of errors that differ in words or cards, the one with the fewest lines."""
    common: list[Finding] = []
    for each in found[0]:
        alike = [[other for other in way if other == each or _are_alike(other, each)] for way in found]
        same = each if all(each in way for way in alike) else _fewest_lines(alike, unclear)
        if all(alike) and same not in common:
            common.append(same)
    return tuple(common)


def _fewest_lines(ways: Iterable[Sequence[Finding]], unclear: set[Span]) -> Finding:
    """Return the error with the fewest lines; if it is of open lines or none, it speaks of all ways."""
    every = [*itertools.chain(*ways)]
    least = min(every, key=lambda other: len(_places(other)))
    is_sure = least.span and unclear.isdisjoint(_places(least))
    if is_sure or len({other.message for other in every}) == 1:
        return least
    return replace(least, message=f"{least.message}. The other readings break this rule, too.")


def _in_one_way(ways: Sequence[tuple[Finding, ...]]) -> tuple[Finding, ...]:
    """Return what the first way has; what another way does not have says so."""
    every = set[str].intersection(*({each.message for each in way} for way in ways))
    said = (each.message if each.message in every else f"in one reading: {each.message}" for each in ways[0])
    return tuple(replace(each, message=message) for each, message in zip(ways[0], said, strict=True))


def _are_alike(one: Finding, other: Finding) -> bool:
    """Return whether two errors are of the same rule and about the same place."""
    is_error = one.severity is other.severity is Severity.ERROR
    return is_error and one.code == other.code and not _places(one).isdisjoint(_places(other))


def _places(finding: Finding) -> set[object]:
    """Return the lines of a finding, or without lines the section that it is about, if any."""
    return {span for span in (finding.span, *finding.related) if span} or {finding.data.get("section")}


def _said(place: int, reading: int, ways: Sequence[tuple[int, ...]], verdicts: Sequence[str]) -> str:
    """Return the verdicts of all ways in which the line at a place has one of its readings."""
    found = [verdict for way, verdict in zip(ways, verdicts, strict=True) if way[place] == reading]
    return " or ".join(dict.fromkeys(found))


def _read(deck: Deck, lines: Iterable[Unresolved], way: Iterable[int]) -> Deck:
    """Return `deck` with `lines` read in this `way`."""
    read = (entry for line, reading in zip(lines, way, strict=True) for entry in line.readings[reading])
    rest = tuple(line for line in deck.unresolved if not line.readings)
    entries = sorted((*deck.entries, *read), key=lambda entry: entry.request.span.line)
    return replace(deck, unresolved=rest, entries=tuple(entries))


def _with_lifted(findings: tuple[Finding, ...], base: Tallied, judge: Judge, pool: Pool) -> tuple[Finding, ...]:
    """Return the findings about the deck of `base`; errors that another reading lifts are open questions."""
    errors, deck = _errors(findings), base.tally.deck
    if not errors:
        return in_order((*findings, *_lowered(findings, deck, judge)))
    asked, wrong = base.asked, judge.bits({each.name for each in findings if _is_error(each)})
    tried: Iterable[tuple[Tallied, OtherDeck]] = ((judge.tallied(each.deck), each) for each in others(deck))
    if kinds := tuple({kind for each in judge.named[wrong] for kind in each.limit.lifted_by}):
        more = ((judge.and_last(base, other.deck), other) for other in _with_cards(deck, judge, pool, kinds))
        tried = itertools.chain(tried, more)
    found: list[tuple[set[str], OtherDeck]] = []
    for (tally, _, bits, _), other in tried:
        bits &= judge.severe  # noqa: PLW2901
        kept: set[str] = set()
        # Most other decks have a new error, or all the old ones; a few rules are enough to see that.
        for some in (bits & ~asked, bits & wrong, bits & asked & ~wrong):
            kept |= _errors(judge.findings(tally, some))
            if not kept < errors:
                break
        else:
            found.append((errors - kept, other))
    lifted: dict[str, OtherDeck] = {}
    for gone, other in sorted(found, key=lambda each: len(each[0]), reverse=True):  # The most lifted errors win.
        lifted = dict.fromkeys(gone, other) | lifted
    return in_order(_opened(each, lifted) for each in findings)


def _with_cards(deck: Deck, judge: Judge, pool: Pool, kinds: tuple[type, ...]) -> Iterator[OtherDeck]:
    """Yield the decks with a card on unrecognised lines that has a text of these kinds, which may lift an error."""
    spans = tuple(dict.fromkeys(request.span for request in deck.open_lines))
    for card in _with_texts(judge, pool) if deck.possible else ():
        if not any(isinstance(effect, kinds) and _lifts(effect) for effect in card.effects):
            continue
        reason = f"{lines_of(spans)}, not recognised, is `{card.name}`"
        for copies in range(1, min(_MOST_COPIES, deck.possible) + 1):
            yield OtherDeck(_with(deck, card, copies), spans, reason)


def _lowered(findings: tuple[Finding, ...], deck: Deck, judge: Judge) -> Iterator[Finding]:
    """Yield as open questions the errors that a legal deck has without cards that may be outside it."""
    is_open = any(each.severity is Severity.UNDECIDED for each in findings)
    for other in smaller(deck) if not is_open else ():
        errors = [each for each in judge.findings_of(other.deck) if _is_error(each)]
        yield from (_doubted(replace(each, span=None), "if", other) for each in errors[:1])


def _opened(finding: Finding, lifted: dict[str, OtherDeck]) -> Finding:
    other = lifted.get(_key(finding)) if _is_error(finding) else None
    return _doubted(finding, "unless", other) if other else finding


def _doubted(finding: Finding, joined: str, other: OtherDeck) -> Finding:
    """Return an error as an open question: whether the list means `other` ("if"), or does not ("unless")."""
    related = tuple(dict.fromkeys(span for span in (*finding.related, *other.spans) if span != finding.span))
    proviso = f"{joined} {other.reason}"
    return replace(
        finding,
        severity=Severity.UNDECIDED,
        message=f"{finding.message}, {proviso}",
        data={**finding.data, "proviso": proviso},
        span=finding.span or other.spans[0],
        related=related if finding.span else other.spans[1:],
        help=other.help,
    )


def _with(deck: Deck, card: Card, copies: int) -> Deck:
    """Return `deck` with copies of a card on its unrecognised lines, which then have room for fewer other cards."""
    left = copies
    lines: list[Unresolved | LeftOut] = [*deck.unresolved, *deck.left_out]
    for place, line in enumerate(lines):
        taken = min(left, line.possible)
        lines[place] = replace(line, possible=line.possible - taken)
        left -= taken
    named = len(deck.unresolved)
    entries = (*deck.entries, Entry(card, copies, deck.open_lines[0]))
    return replace(deck, entries=entries, unresolved=tuple(lines[:named]), left_out=tuple(lines[named:]))


@lru_cache(maxsize=8)
def _with_texts(judge: Judge, pool: Pool) -> tuple[Card, ...]:
    """Return the cards of the format with texts."""
    legal = (card.id for card in pool.with_effects() if judge.format.allows(card))
    return tuple(filter(None, map(pool.card, legal)))


def _lifts(effect: effects.Effect) -> bool:
    """Return whether the text of another card may make more legal than the format does."""
    if isinstance(effect, effects.CopyLimitText | effects.Uncounted):
        return effect.of is not None
    return not isinstance(effect, effects.Influence) or effect.add > 0


def _errors(findings: Iterable[Finding]) -> set[str]:
    """Return the keys of the errors among `findings`."""
    return {_key(each) for each in findings if _is_error(each)}


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR


def _key(finding: Finding) -> str:
    """Return a key for an error that stays the same if the deck has other numbers of cards."""
    return f"{finding.name} {finding.cards} {re.sub(r'[0-9]+', '', finding.message)}"
