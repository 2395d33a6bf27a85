"""Checks of lists as a file and among remembered lines, which must agree."""

from __future__ import annotations

import json

from deckcheck import Checker, Verdict
from deckcheck.bulk.known_lists import KnownLists
from deckcheck.model.limits import Limits


class Reader:
    """Checks lists in one format, as a file and among remembered lines."""

    def __init__(self, format: str) -> None:
        self.checker = Checker(format)
        self.known = KnownLists(self.checker, Limits())

    def verdict(self, text: str) -> Verdict:
        """Return the verdict on a list, after comparing both ways."""
        verdict = self.checker.check_text(text).verdict
        remembered = self.known.in_text(text, "deck.txt", None)
        assert remembered is None or remembered.verdict == verdict.value
        return verdict

    def verdict_of_json(self, value: object) -> Verdict:
        """Return the verdict on a deck in JSON, after comparing both ways."""
        text = json.dumps(value, ensure_ascii=False)
        verdict = self.checker.check_text(text).verdict
        remembered = self.known.in_json(text.encode())
        assert remembered is None or remembered.verdict == verdict.value
        return verdict
