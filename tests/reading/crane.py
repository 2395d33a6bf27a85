"""The Crane deck of the examples, a card that its format does not allow, and its report with lines below it."""

from __future__ import annotations

from pathlib import Path

from deckcheck import Checker, Report

CRANE = (Path(__file__).parents[2] / "examples/crane-celestial.txt").read_text("utf-8")
BANNED = "3 Gifts and Favors"


def report(checker: Checker, *below: str) -> Report:
    return checker.check_text("\n".join([CRANE.rstrip(), "", *below, ""]))
