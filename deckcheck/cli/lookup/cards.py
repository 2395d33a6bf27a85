"""``deckcheck cards``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click
import msgspec

from deckcheck.cli.common import write_out
from deckcheck.cli.completion import complete_card
from deckcheck.cli.data_options import Data, data_options
from deckcheck.cli.lookup import card_search
from deckcheck.decks.resolve import Suggester, cards_called
from deckcheck.model.card import Card
from deckcheck.model.effect import effect_name
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.gold_words import gold_phrases
from deckcheck.model.names import printable
from deckcheck.model.query.knowledge import words_of
from deckcheck.pools.loading import FilePool, find_pools
from deckcheck.pools.texts import Texts
from deckcheck.rules.legality import standing_in

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
    "unknown",
    "gold",
}


@click.group("cards")
def command() -> None:
    """Look cards up."""


command.add_command(card_search.command)


@command.command()
@click.argument("name", nargs=-1, required=True, shell_complete=complete_card)
@click.option("--pool", "pool_id", metavar="ID", help="Look in this card pool only.")
@click.option("--text", "with_text", is_flag=True, help="Show its text too, from a copy that `pools fetch` made.")
@data_options
def show(name: tuple[str, ...], pool_id: str | None, *, with_text: bool, data: Data) -> None:
    """Show the card NAME: its facts, where it is legal, and how its copies are counted.

    NAME is a title, with or without experience, or an id. The card pools hold no texts; --text takes it from a copy
    of a source that you have fetched.

    \b
    deckcheck cards show Hida Kuon exp6
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    written = " ".join(name)
    ids = [pool_id] if pool_id else sorted(find_pools(data.cardpools_dir))
    pools = [data.pool(item) for item in ids]
    found = [(pool, card) for pool in pools for card in cards_called(written, pool)]
    if not found:
        near = [name for pool in pools for name in Suggester(pool)(written)]
        meant = " or ".join(f"`{item}`" for item in near[:3])
        raise UsageError(f"no card is called `{written}`", help=f"did you mean {meant}?" if near else None)
    formats = data.formats("all")
    texts = Texts()
    if with_text:
        texts.read(list(dict.fromkeys(pool for pool, _ in found)))
    for pool, card in found:
        lines = list(_describe(card, pool, [fmt for fmt in formats if fmt.pool == pool.info.id]))
        if with_text:
            lines.append(f"  text: {texts.of(card) or 'not in the copies that you have fetched'}")
        write_out("\n".join(map(printable, lines)) + "\n\n")


def _describe(card: Card, pool: FilePool, formats: list[Format]) -> Iterator[str]:
    yield f"{card.name}  ({pool.info.name}, id {card.id})"
    for key, value in msgspec.to_builtins(card).items():
        if key not in _SHOWN_ELSEWHERE and key not in card.unknown:
            text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
            yield f"  {words_of(key)}: {text}"
    if card.unknown:
        yield f"  unknown: {', '.join(map(words_of, card.unknown))}"
    yield f"  counted as: {', '.join(card.identity)}"
    for effect in card.effects:
        fields = msgspec.to_builtins(effect)
        del fields["effect"]
        details = "; ".join(f"{key} {_words(value)}" for key, value in fields.items())
        yield f"  card text: {effect_name(effect)}{f' ({details})' if details else ''}"
    for phrase in gold_phrases(card):
        yield f"  {phrase.replace('gold ', 'gold: ', 1)}"
    sets = pool.sets()
    for printing in card.printings:
        card_set = sets[printing.set]
        details = ", ".join(
            filter(None, (card_set.released, printing.number and f"no. {printing.number}", printing.rarity))
        )
        yield f"  printed in: {card_set.name}{f' ({details})' if details else ''}"
    yield from _standings(card, formats)


def _words(value: object) -> str:
    """Return a value of an effect in words: a selector by its conditions, a list by its alternatives."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {_words(each)}" for key, each in value.items())
    if isinstance(value, tuple | list):
        return " or ".join(map(_words, value)) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _standings(card: Card, formats: list[Format]) -> Iterator[str]:
    """Yield a line for each status of the card in formats, legal first."""
    ids: dict[str, list[str]] = {"legal": [], "not legal": []}
    for fmt in formats:
        ids.setdefault(str(standing_in(fmt)(card)), []).append(fmt.id)
    for how in sorted(ids, key=["legal", *sorted(ids.keys() - {"legal", "not legal"}), "not legal"].index):
        if ids[how]:
            yield f"  {how} in: {', '.join(ids[how])}"
