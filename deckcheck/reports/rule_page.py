"""The manual page of a rule, as text."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.rules.base import HEADINGS, Rule


def page(rule: Rule) -> Iterator[str]:
    """Yield the lines of the page: code and name, one sentence, and the text under each heading."""
    yield f"{rule.code} {rule.name}"
    yield ""
    yield rule.summary
    parts = rule.page
    for heading in HEADINGS:
        yield ""
        yield heading
        yield from (f"  {line}".rstrip() for line in parts[heading].splitlines())
