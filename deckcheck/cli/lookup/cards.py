"""``deckcheck cards``: search cards, and look them up."""

from collections.abc import Mapping
from pathlib import Path

import click

from deckcheck.build.card_search import Unknown, in_order, not_known, search, unmatched
from deckcheck.build.copies_left import CopiesLeft, fitting
from deckcheck.build.popularity import companions
from deckcheck.checks.checker import load_pool, read_all
from deckcheck.cli.data_options import Data, data_options, dated_options, lists_option
from deckcheck.cli.deck_options import DeckReader, format_option
from deckcheck.cli.output import Exit, note, say, write_lines
from deckcheck.cli.output_options import Output, output_options
from deckcheck.cli.parameters import Whole, choice_option, config, idle
from deckcheck.decks.intake import Intake
from deckcheck.decks.resolve import cards_called, similar_names
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import DeckcheckError, UsageError, no_card
from deckcheck.model.format import Format
from deckcheck.model.query import Query, parse
from deckcheck.pools.loading import FilePool, find_pools
from deckcheck.pools.sources.catalogue import page_of
from deckcheck.pools.texts import Texts
from deckcheck.reports.card_page import RENDERERS, beside_lines, card_lines
from deckcheck.rules.judge import Judge


def complete_card(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the next words of card names that begin with the words typed so far."""
    words = [*(context.params.get("name") or ()), incomplete.casefold()]
    begun = " ".join(words).casefold()
    try:
        pools = [load_pool(pool_id) for pool_id in sorted(find_pools())]
    except DeckcheckError:
        return []
    names = (known.name for pool in pools for known in pool.names() if known.name.casefold().startswith(begun))
    return sorted({" ".join(name.split()[len(words) - 1 :][: 1 + incomplete.count(" ")]) for name in names})


@click.group("cards")
def command() -> None:
    """Look cards up."""


@command.command()
@click.argument("name", nargs=-1, required=True, shell_complete=complete_card)
@click.option("--pool", "pool_id", metavar="ID", help="Look in this card pool only.")
@click.option("--text", "with_text", is_flag=True, help="Show its text too, from a copy that `pools fetch` made.")
@lists_option
@data_options
def show(name: tuple[str, ...], pool_id: str | None, *, with_text: bool, lists: Path | None, data: Data) -> None:
    """Show a card. It prints statistics, keywords, printings, formats, and the cards that lists play with it.

    \b
    deckcheck cards show Hida Kuon exp6
    deckcheck cards show Marketplace --lists lists/

    NAME is a title, with or without experience, or an id. --lists names a folder with lists, such as the lists of your
    group; the setting `lists-dir` makes it the default. --text shows the text from a copy of a source that you have
    fetched, because card pools contain no texts.
    """
    written = " ".join(name)
    ids = [pool_id] if pool_id else sorted(find_pools(data.cardpools_dir))
    pools = [data.pool(item) for item in ids]
    found = [(pool, card) for pool in pools for card in cards_called(written, pool)]
    if not found:
        raise no_card(written, [name for pool in pools for name in similar_names(written, pool)])
    formats = data.formats("all")
    intake = Intake(limits=config().settings.limits)
    decks = [raw for raw in read_all([str(lists)], intake) if isinstance(raw, RawDeck)] if lists else []
    texts = Texts()
    if with_text:
        texts.read(list(dict.fromkeys(pool for pool, _ in found)))
    for pool, card in found:
        own = [fmt for fmt in formats if fmt.pool == pool.info.id]
        lines = list(card_lines(card, pool, own))
        if decks:
            lines += beside_lines(companions(card, decks, own, {pool.info.id: pool}))
        if page := page_of(card, pool.info.game):
            lines.append(f"  page: {page}")
        if with_text:
            lines.append(f"  text: {texts.of(card) or 'not in the copies that you have fetched'}")
        write_lines([*lines, ""])


@command.command("search")
@idle(
    "--as-of",
    needs="--format --legal-in",
    help="only a format has lists of a day; `deckcheck formats list` names the formats",
)
@click.argument("query", nargs=-1, required=True, metavar="QUERY...")
@click.option("--pool", "pool_id", metavar="ID", help="Search this card pool only.  [default: all]")
@format_option("Only cards of this format, with bans and limits.")
@click.option("--legal-in", metavar="DECK", help="Only cards that could still go into this deck file, and how many.")
@dated_options
@choice_option("--unknown", Unknown.EXCLUDE, "Cards without a recorded value for the query.")
@click.option(
    "--sort", metavar="FIELD", default="title", show_default=True, help="Sort; `--sort=-force`: highest first."
)
@click.option("--limit", type=Whole(min=1), help="Show the first N cards only.")
@output_options(RENDERERS, "table")
def search_(
    *,
    query: tuple[str, ...],
    pool_id: str | None,
    format_name: str | None,
    legal_in: str | None,
    unknown: Unknown,
    sort: str,
    limit: int | None,
    output: Output,
    data: Data,
) -> int:
    """Find cards by name, type, clan and other facts.

    \b
    deckcheck cards search 'clan:crane type:personality force>=4'
    deckcheck cards search 'cost<=1 (k:kiho or k:spell) -is:unique' --format legacy
    deckcheck cards search 'deck:conflict cost<=1' --legal-in deck.txt
    deckcheck cards search --pool lcg 'text:"honored"'     (in a copy that `deckcheck pools fetch` made)
    deckcheck cards search -o cards.csv --pool lcg 'deck:conflict influence:1..2'

    docs/queries.md explains the language. Words search the titles; fields compare facts: type, deck, clan, keyword,
    set, cost, force, military and many more; `is:unique`, `has:chi`; `and`, `or`, `not` or `-`, and brackets. Quote
    the query, because the shell interprets some of its signs; put `--` before one that begins with a dash. Exits with
    0 when something was found, 1 when nothing was.

    A note names the cards without a recorded value for the query. --unknown says whether the search finds them.

    With --legal-in it shows the cards that you can add without breaking a further rule: a deck that is too small
    accepts cards. The format is the one that the deck names, or --format.
    """
    texts = Texts()
    asked = parse(" ".join(query), texts.of)
    in_order((), sort)
    fmt, deck = None, None
    if legal_in:
        deck, fmt, _ = DeckReader(format_name, Intake(limits=config().settings.limits), data).deck(legal_in)
    elif format_name:
        fmt = data.format(format_name)
    if fmt:
        if pool_id and pool_id != fmt.pool:
            raise UsageError(f"the format `{fmt.id}` uses the card pool `{fmt.pool}`, not `{pool_id}`")
        pool_id = fmt.pool
    ids = [pool_id] if pool_id else sorted(find_pools(data.cardpools_dir))
    pools = {each: data.pool(each) for each in ids}
    texts.read_for(asked, pools.values())
    cards = texts.marked({each: pool.cards() for each, pool in pools.items()})
    found = search(asked, cards, fmt, unknown)
    if fmt and deck:
        found = fitting(found, CopiesLeft(deck, Judge(fmt)))
    hits = in_order(found, sort)
    for gap in not_known(asked, cards, fmt, sort, hits):
        note(str(gap))
    output.write([RENDERERS[output.form](hits[:limit])])
    if not hits:
        _say_why(asked, pools, fmt)
        return Exit.NO
    if limit is not None and len(hits) > limit:
        note(f"{limit} of {len(hits)} cards shown")
    return Exit.YES


def _say_why(query: Query, pools: Mapping[str, FilePool], fmt: Format | None) -> None:
    say(f"no card matches `{query}`{f' in {fmt.name}' if fmt else ''}")
    if help := unmatched(query, pools.values(), said=str(query)):
        say(f"  help: {help}")
