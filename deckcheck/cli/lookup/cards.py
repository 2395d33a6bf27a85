"""``deckcheck cards``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from deckcheck.build.popularity import companions
from deckcheck.checks.checker import read_all
from deckcheck.cli.common import write_out
from deckcheck.cli.completion import complete_card
from deckcheck.cli.data_options import Data, data_options, lists_option
from deckcheck.cli.lookup import card_search
from deckcheck.cli.settings import config
from deckcheck.decks.intake import Intake
from deckcheck.decks.resolve import Suggester, cards_called
from deckcheck.model.card import Card
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.names import printable
from deckcheck.pools.loading import FilePool, find_pools
from deckcheck.pools.sources.catalogue import page_of
from deckcheck.pools.texts import Texts
from deckcheck.reports.card_page import beside_lines, card_lines


@click.group("cards")
def command() -> None:
    """Look cards up."""


command.add_command(card_search.command)


@command.command()
@click.argument("name", nargs=-1, required=True, shell_complete=complete_card)
@click.option("--pool", "pool_id", metavar="ID", help="Look in this card pool only.")
@click.option("--text", "with_text", is_flag=True, help="Show its text too, from a copy that `pools fetch` made.")
@lists_option
@data_options
def show(name: tuple[str, ...], pool_id: str | None, *, with_text: bool, lists: Path | None, data: Data) -> None:
    """Show a card: its statistics, keywords, printings and formats, and the cards that lists play with it.

    \b
    deckcheck cards show Hida Kuon exp6
    deckcheck cards show Marketplace --lists lists/

    NAME is a title, with or without experience, or an id. --lists names a folder with lists, such as those of your
    group; the setting `lists-dir` makes it the default. --text shows the text from a copy of a source that you have
    fetched, because card pools contain no texts.
    """
    written = " ".join(name)
    ids = [pool_id] if pool_id else sorted(find_pools(data.cardpools_dir))
    pools = [data.pool(item) for item in ids]
    found = [(pool, card) for pool in pools for card in cards_called(written, pool)]
    if not found:
        near = [name for pool in pools for name in Suggester(pool)(written)]
        meant = " or ".join(f"`{item}`" for item in near[:3])
        raise UsageError(f"no card is called `{written}`", help=f"did you mean {meant}?" if near else None)
    formats = data.formats("all")
    decks = _decks(lists)
    texts = Texts()
    if with_text:
        texts.read(list(dict.fromkeys(pool for pool, _ in found)))
    for pool, card in found:
        lines = list(_lines(card, pool, [fmt for fmt in formats if fmt.pool == pool.info.id], decks))
        if with_text:
            lines.append(f"  text: {texts.of(card) or 'not in the copies that you have fetched'}")
        write_out("\n".join(map(printable, lines)) + "\n\n")


def _decks(lists: Path | None) -> list[RawDeck]:
    intake = Intake(limits=config().settings.limits)
    return [raw for raw in read_all([str(lists)], intake) if isinstance(raw, RawDeck)] if lists else []


def _lines(card: Card, pool: FilePool, formats: list[Format], decks: list[RawDeck]) -> Iterator[str]:
    yield from card_lines(card, pool, formats)
    if decks:
        yield from beside_lines(companions(card, decks, formats, {pool.info.id: pool}))
    if page := page_of(card, pool.info.game):
        yield f"  page: {page}"
