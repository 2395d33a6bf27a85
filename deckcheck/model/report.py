"""The result of checking decks."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding, Verdict, verdict_of
from deckcheck.model.format import Format


class Report(Struct, frozen=True, kw_only=True):
    """What one check of one deck found: its verdict, findings in a fixed order, and cards per section."""

    deck: Deck
    format: Format
    pool_id: str
    pool_digest: str
    findings: tuple[Finding, ...]
    counts: dict[str, int]

    @property
    def verdict(self) -> Verdict:
        """The verdict that the findings lead to."""
        return verdict_of(self.findings)
