"""Errors that another reading of the list lifts.

The card on an unrecognised line may be one whose text raises a limit or adds influence, the cards below a heading in a
player's own words may be outside the deck, and one file may have two lists.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from deckcheck.model import effect as effects
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, Span
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import plural
from deckcheck.rules.base import FIX_LINES, shortened
from deckcheck.rules.judge import Judge, Tallied, in_order
from deckcheck.rules.own_headings import set_apart, without_last, without_named, without_titles
from deckcheck.rules.several_lists import lists_in, versions_in, without_repeated, without_taken

_DIVIDE = "put each list into a file of its own"
# The highest number of copies of one card to try.
_MOST_COPIES = 3


class _Doubt(NamedTuple):
    """The reason why a list may mean another deck than its certain lines say, the lines in question, and a help."""

    reason: str
    spans: tuple[Span, ...]
    help: str = FIX_LINES


def with_lifted(findings: tuple[Finding, ...], base: Tallied, judge: Judge, pool: Pool) -> tuple[Finding, ...]:
    """Return the findings about the deck of `base`; errors that another reading lifts are open questions."""
    errors, deck = _errors(findings), base.tally.deck
    if not errors:
        return in_order((*findings, *_lowered(findings, deck, judge)))
    asked, wrong = base.asked, judge.bits({each.name for each in findings if _is_error(each)})
    others: Iterable[tuple[Tallied, _Doubt]] = ((judge.tallied(other), doubt) for other, doubt in _others(deck))
    if kinds := tuple({kind for each in judge.named[wrong] for kind in each.limit.lifted_by}):
        with_cards = ((judge.and_last(base, other), doubt) for other, doubt in _with_cards(deck, judge, pool, kinds))
        others = itertools.chain(others, with_cards)
    found: list[tuple[set[str], _Doubt]] = []
    for (tally, _, bits, _), doubt in others:
        bits &= judge.severe  # noqa: PLW2901
        kept: set[str] = set()
        # Most other decks have a new error, or all the old ones; a few rules are enough to see that.
        for some in (bits & ~asked, bits & wrong, bits & asked & ~wrong):
            kept |= _errors(judge.findings(tally, some))
            if not kept < errors:
                break
        else:
            found.append((errors - kept, doubt))
    lifted: dict[str, _Doubt] = {}
    for gone, doubt in sorted(found, key=lambda each: len(each[0]), reverse=True):  # The most lifted errors win.
        lifted = dict.fromkeys(gone, doubt) | lifted
    return in_order(_opened(each, lifted) for each in findings)


def _others(deck: Deck) -> Iterator[tuple[Deck, _Doubt]]:
    """Yield the other decks that a list may mean: a part of it, or all of it without the cards below a heading."""
    if not deck.raw.lines:
        return
    for alone, span in lists_in(deck):
        yield alone, _Doubt(f"another list begins in {_lines((span,))}", (span,), help=_DIVIDE)
    for alone, span in (*versions_in(deck), *without_repeated(deck)):
        yield alone, _Doubt(f"the part that begins in {_lines((span,))} replaces another one", (span,), help=_DIVIDE)
    for less, spans in (*without_taken(deck), *without_named(deck)):
        yield less, _taken(spans)
    for apart, spans in without_titles(deck):
        says = plural(len(spans), "is a heading or a remark", "are headings or remarks")
        yield apart, _Doubt(f"{_lines(spans)} {says}", spans)
    for apart, spans, side in set_apart(deck):
        yield apart, _apart(spans, side)


def _with_cards(deck: Deck, judge: Judge, pool: Pool, kinds: tuple[type, ...]) -> Iterator[tuple[Deck, _Doubt]]:
    """Yield the decks with a card on unrecognised lines that has a text of these kinds, which may lift an error."""
    spans = tuple(dict.fromkeys(request.span for request in deck.open_lines))
    for card in _with_texts(judge, pool) if deck.possible else ():
        if not any(isinstance(effect, kinds) and _lifts(effect) for effect in card.effects):
            continue
        doubt = _Doubt(f"{_lines(spans)}, not recognised, is `{card.name}`", spans)
        for copies in range(1, min(_MOST_COPIES, deck.possible) + 1):
            yield _with(deck, card, copies), doubt


def _lowered(findings: tuple[Finding, ...], deck: Deck, judge: Judge) -> Iterator[Finding]:
    """Yield as open questions the errors that a legal deck has without cards that may be outside it.

    A minus or the last heading may put them there.
    """
    if any(each.severity is Severity.UNDECIDED for each in findings) or not deck.raw.lines:
        return
    others = [(less, _taken(spans)) for less, spans in without_taken(deck)]
    others += [(apart, _apart(spans)) for apart, spans in without_last(deck)]
    for fewer, doubt in others:
        errors = [each for each in judge.findings_of(fewer) if _is_error(each)]
        yield from (_doubted(replace(each, span=None), "if", doubt) for each in errors[:1])


def _taken(spans: tuple[Span, ...]) -> _Doubt:
    says = plural(len(spans), "takes cards out of the deck", "take cards out of the deck")
    return _Doubt(f"{_lines(spans)} {says}", spans)


def _apart(spans: tuple[Span, ...], side: str = "below") -> _Doubt:
    says = plural(len(spans), f"puts the cards {side} it", f"put the cards {side} them")
    return _Doubt(f"{_lines(spans)} {says} outside the deck", spans)


def _lines(spans: tuple[Span, ...]) -> str:
    lines = list(dict.fromkeys(str(span.line) for span in spans))
    return f"{plural(len(lines), 'line')} {shortened(lines)}"


def _opened(finding: Finding, lifted: dict[str, _Doubt]) -> Finding:
    doubt = lifted.get(_key(finding)) if _is_error(finding) else None
    return _doubted(finding, "unless", doubt) if doubt else finding


def _doubted(finding: Finding, joined: str, doubt: _Doubt) -> Finding:
    """Return an error as an open question: whether the reason of `doubt`, `joined` by "if" or "unless", is true."""
    related = tuple(span for span in (*finding.related, *doubt.spans) if span != finding.span)
    return replace(
        finding,
        severity=Severity.UNDECIDED,
        message=f"{finding.message}, {joined} {doubt.reason}",
        span=finding.span or doubt.spans[0],
        related=related if finding.span else doubt.spans[1:],
        help=doubt.help,
    )


def _with(deck: Deck, card: Card, copies: int) -> Deck:
    """Return `deck` with copies of a card on its unrecognised lines, which then have room for fewer other cards."""
    left, unresolved, left_out = copies, [], []
    for line in deck.unresolved:
        taken = min(left, line.possible)
        unresolved.append(replace(line, possible=line.possible - taken))
        left -= taken
    for other in deck.left_out:
        taken = min(left, other.possible)
        left_out.append(replace(other, possible=other.possible - taken))
        left -= taken
    entries = (*deck.entries, Entry(card, copies, deck.open_lines[0]))
    return replace(deck, entries=entries, unresolved=tuple(unresolved), left_out=tuple(left_out))


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
