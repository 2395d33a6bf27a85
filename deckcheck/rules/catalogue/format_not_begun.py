"""P009 format-not-begun: a day before the first day of the format, or without known lists.

What it checks
    The day of the check against the first day of the format. If only an interval is recorded for it, the verdict
    is undecided up to the end of the interval. It is also undecided on days whose lists no source has.
    A note says which rules of a format no source has at all, such as the ban list of Modern.

Why
    Before its first day a format has no rules and lists, so no deck is legal in it. Lists that no source has may name
    any card. A deck with another error, such as a card that was not out yet (P007), is illegal even so.

Illegal
    nothing: on 15 July 2021 a deck for Emerald is undecided, and so is one on 6 October 2021

Legal
    the same deck on 16 July 2021
"""

from collections.abc import Iterator

from deckcheck.model.format import Format
from deckcheck.rules.base import Free, NoParams, Problem, Rule, note, undecided
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Tally


def limit(_: NoParams, fmt: Format) -> Free:
    """Return what the rule limits: every deck, on such a day."""
    key = "before" if fmt.not_begun else "gap" if fmt.gap else ""
    said = {"day": fmt.date, "format": fmt.name, "begins": fmt.not_begun, "gap": fmt.gap}

    def check(_: Tally) -> Iterator[Problem]:
        if key:
            yield Problem(key, said)
        if fmt.unchecked:
            yield Problem("unchecked", {"unchecked": fmt.unchecked})

    def rows(model: Model, rule: str) -> None:
        if key:  # On such a day no cards make a deck legal.
            model.at_most(rule, {}, -1)

    return Free(check, rows, concerned=lambda *_: key or fmt.unchecked)


MESSAGES = {
    "before": undecided(
        "{format} begins {begins}, and the day of the check is {day}",
        "ask the organiser which rules apply, or give a later day with --as-of",
    ),
    "gap": undecided(
        "cannot tell which rules of {format} applied on {day}: {gap}",
        "ask the organiser, or give another day with --as-of",
    ),
    "unchecked": note("{unchecked}", "ask the organiser for these rules"),
}
RULE = Rule(__doc__, MESSAGES, limit)
