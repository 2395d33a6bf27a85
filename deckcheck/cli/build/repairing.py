"""What ``deckcheck deck fix`` and ``deckcheck deck fill`` share: cards named in options, and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import click

from deckcheck.cli.common import complain
from deckcheck.editing.names import line_of
from deckcheck.errors import InputError, UsageError
from deckcheck.model.deck import Deck
from deckcheck.model.pool import Pool
from deckcheck.names import printable
from deckcheck.repair.conflict import conflict
from deckcheck.repair.explain import Change
from deckcheck.repair.fix import NoRepair
from deckcheck.resolve import cards_called
from deckcheck.rules import REGISTRY, rule_named

time_limit_option = click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(min=0.1),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to look for one deck, in each of the two steps.",
)


def kept_cards(names: Iterable[str], deck: Deck, pool: Pool) -> dict[str, int]:
    """Return the copies to keep by card id: all that the deck has, or as many as stand in front of a name.

    Raises InputError when the deck has not so many.
    """
    have = deck.copies
    kept: dict[str, int] = {}
    for name in names:
        request = line_of(name, deck.raw.limits)
        ids = [card.id for card in cards_called(request.name, pool) if card.id in have]
        if not ids:
            raise InputError(
                f"`{request.name}` is not in the deck",
                place=deck.raw.path,
                help="write the name as it stands in the list",
            )
        if request.counted and request.count > sum(have[card_id] for card_id in ids):
            raise InputError(f"the deck has no {request.count} `{request.name}`", place=deck.raw.path)
        for card_id in ids:
            kept[card_id] = min(have[card_id], request.count) if request.counted else have[card_id]
    return kept


def banned_cards(names: Iterable[str], pool: Pool) -> frozenset[str]:
    """Return the ids of all cards that the names mean; raises UsageError for a name that means none."""
    banned: set[str] = set()
    for name in names:
        ids = {card.id for card in cards_called(name, pool)}
        if not ids:
            raise UsageError(f"no card is called `{name}`", help="write the name as `deckcheck cards show` does")
        banned |= ids
    return frozenset(banned)


def described(changes: Sequence[Change]) -> Iterator[str]:
    """Yield the lines that say what changes and why."""
    for change in changes:
        verb = "remove" if change.count < 0 else "add"
        line = f" (line {change.line})" if change.line and change.count < 0 else ""
        yield f"  {verb} {abs(change.count)} `{printable(change.name)}`{line}\n"
        if change.line and change.count > 0:
            yield f"      what line {change.line} may mean\n"
        for finding in change.because:
            yield f"      {finding.code}: {printable(finding.message)}\n"
        if not change.because and not change.line:
            yield "      asked for\n"


def complain_of_none(error: NoRepair, path: str, *, asked: Mapping[str, str], help: str) -> None:
    """Say why there is no legal deck.

    `asked` is what was asked for besides the rules, in words, by what stands for it among them; `help` says what to do
    about it.
    """
    if error.model is None:
        complain("no legal deck was found in time", place=path, help="give it longer: --time-limit SECONDS")
        return
    rules = conflict(error.model)
    if rules:
        names = "; ".join(asked.get(name) or _rule(name) for name in rules)
        complain(f"no legal deck can be made: what cannot hold together is {names}", place=path, help=help)
    else:
        complain("no legal deck can be made of the cards that the format takes", place=path, help=help)


def _rule(name: str) -> str:
    codes = {rule: code for code, rule in REGISTRY.items()}
    summary = rule_named(name).summary.rstrip(".")
    return f"{codes[name]} {name} ({summary[:1].lower()}{summary[1:]})"
