"""Errors that an unrecognised line may lift: the card on it may be one whose text raises a limit or adds influence."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec.structs import replace

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.effect import CopyLimitText, Effect, ExtraProvince, Influence, Minimum, RoleTraits, SectionLimit
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.pool import Pool
from deckcheck.rules.base import FIX_LINES, plural, shortened
from deckcheck.rules.judge import Judge, in_order

# The highest number of copies of one card to try.
_MOST_COPIES = 3


def with_lifted(findings: tuple[Finding, ...], deck: Deck, judge: Judge, pool: Pool) -> tuple[Finding, ...]:
    """Return the findings about `deck`; errors that a card on an unrecognised line may lift are open questions."""
    errors = {_key(each): each for each in findings if each.severity is Severity.ERROR}
    if not (errors and deck.possible):
        return findings
    lifted: dict[str, Card] = {}
    for card in _lifting(judge, pool):  # type: ignore[arg-type]  # pools are hashable
        for copies in range(1, min(_MOST_COPIES, deck.possible) + 1):
            found = {_key(each) for each in judge.findings_of(_with(deck, card, copies)) if _is_error(each)}
            if found <= errors.keys():
                lifted = dict.fromkeys(errors.keys() - found, card) | lifted
    return in_order(_opened(each, lifted, deck) for each in findings) if lifted else findings


def _opened(finding: Finding, lifted: dict[str, Card], deck: Deck) -> Finding:
    card = lifted.get(_key(finding)) if _is_error(finding) else None
    if card is None:
        return finding
    spans = tuple(dict.fromkeys(request.span for request in deck.open_lines))
    lines = shortened([str(span.line) for span in spans])
    message = f"{finding.message}, unless {plural(len(spans), 'line')} {lines}, not recognised, is `{card.name}`"
    related = tuple(span for span in (*finding.related, *spans) if span != finding.span)
    return replace(
        finding,
        severity=Severity.UNDECIDED,
        message=message,
        span=finding.span or spans[0],
        related=related if finding.span else spans[1:],
        help=FIX_LINES,
    )


def _with(deck: Deck, card: Card, copies: int) -> Deck:
    """Return `deck` with copies of a card on its unrecognised lines, which leave room for as many cards less."""
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
def _lifting(judge: Judge, pool: Pool) -> tuple[Card, ...]:
    """Return the cards of the format whose texts can lift an error."""
    return tuple(card for card in pool.cards() if any(map(_lifts, card.effects)) and judge.format.allows(card))


def _lifts(effect: Effect) -> bool:
    """Return whether the text makes more legal than the format does."""
    if isinstance(effect, CopyLimitText):
        return effect.of is not None
    if isinstance(effect, Minimum | Influence):
        return (effect.add < 0) is isinstance(effect, Minimum)
    return isinstance(effect, SectionLimit | RoleTraits | ExtraProvince)


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR


def _key(finding: Finding) -> str:
    """Return what tells an error from others of the same deck with other numbers of cards."""
    return f"{finding.name} {finding.cards} {re.sub(r'[0-9]+', '', finding.message)}"
