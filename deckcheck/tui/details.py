"""What the details pane says about the row under the cursor, as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckcheck.build.editing.draft import Draft
from deckcheck.build.popularity import Popularity
from deckcheck.model.card import Card
from deckcheck.model.deck import Unresolved
from deckcheck.model.finding import Finding
from deckcheck.model.names import printable
from deckcheck.model.query.knowledge import words_of
from deckcheck.reports.card_facts import all_facts_of
from deckcheck.rules.legality import standing_in


def card_details(card: Card, draft: Draft, findings: Iterable[Finding], popularity: Popularity | None) -> Iterator[str]:
    """Yield the name of a card, then its type, findings, statistics, keywords, legality and use in lists."""
    yield printable(card.name)
    where = f", {card.deck} deck" if card.deck != "none" else ""
    yield f"{card.kind}{where}"
    for finding in findings:
        if card.id in finding.cards:
            yield printable(f"{finding.code}: {finding.message}")
    yield printable(all_facts_of(card))
    if card.keywords:
        yield printable(f"keywords: {', '.join(card.keywords)}")
    yield f"{standing_in(draft.format)(card)} in {draft.format.name}"
    if card.unknown:
        yield printable(f"missing data: {', '.join(map(words_of, card.unknown))}")
    if popularity:
        yield f"in {popularity.having.get(card.id, 0)} of {popularity.lists} lists"


def line_details(line: Unresolved) -> Iterator[str]:
    """Yield the text of an unrecognised line, the doubt, and the cards that it may mean."""
    request = line.request
    yield printable(request.written or request.name)
    yield f"line {request.span.line} is not recognised"
    if line.why:
        yield printable(line.why)
    if names := line.candidates or line.suggestions:
        yield printable(f"it may be: {', '.join(names)}")
        yield "Enter chooses."
