"""``deckcheck cards``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from deckcheck import app
from deckcheck.cli.common import cardpools_option, write_out
from deckcheck.cli.completion import complete_card
from deckcheck.errors import UsageError
from deckcheck.loading.pools import FilePool, find_pools
from deckcheck.model.card import Card
from deckcheck.model.effect import effect_name
from deckcheck.resolve import Suggester, cards_called

_SHOWN_ELSEWHERE = {
    "id",
    "title",
    "subtitle",
    "mark",
    "level",
    "variant",
    "printings",
    "effects",
    "identity",
    "aliases",
}


@click.group("cards")
def command() -> None:
    """Look cards up."""


@command.command()
@click.argument("name", nargs=-1, required=True, shell_complete=complete_card)
@click.option("--pool", "pool_id", metavar="ID", help="Look in this card pool only.")
@cardpools_option
def show(name: tuple[str, ...], pool_id: str | None, cardpools_dir: Path | None) -> None:
    """Show the facts of the card NAME: title, with or without experience ("Hida Kuon exp6"), or id.

    \b
    deckcheck cards show hida kuon exp6
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    written = " ".join(name)
    ids = [pool_id] if pool_id else sorted(find_pools(cardpools_dir))
    pools = [app.load_pool(item, cardpools_dir=cardpools_dir) for item in ids]
    found = [(pool, card) for pool in pools for card in cards_called(written, pool)]
    if not found:
        near = [name for pool in pools for name in Suggester(pool)(written)]
        meant = " or ".join(f"`{item}`" for item in near[:3])
        raise UsageError(f"no card is called `{written}`", help=f"did you mean {meant}?" if near else None)
    for pool, card in found:
        write_out("\n".join(_describe(card, pool)) + "\n\n")


def _describe(card: Card, pool: FilePool) -> Iterator[str]:
    yield f"{card.name}  ({pool.info.name}, id {card.id})"
    for key, value in msgspec.to_builtins(card).items():
        if key not in _SHOWN_ELSEWHERE:
            text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
            yield f"  {key.replace('_', ' ')}: {text}"
    yield f"  counted as: {', '.join(card.identity)}"
    for effect in card.effects:
        fields = msgspec.to_builtins(effect)
        del fields["effect"]
        details = ", ".join(f"{key} {value}" for key, value in fields.items())
        yield f"  card text: {effect_name(effect)}{f' ({details})' if details else ''}"
    sets = pool.sets()
    for printing in card.printings:
        details = ", ".join(filter(None, (printing.number and f"no. {printing.number}", printing.rarity)))
        yield f"  printed in: {sets[printing.set].name}{f' ({details})' if details else ''}"
