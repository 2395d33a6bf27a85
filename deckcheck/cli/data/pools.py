"""``deckcheck pools``."""

import time
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from deckcheck.checks import checker as app
from deckcheck.checks import pool_updates
from deckcheck.cli.data_options import cardpools_option
from deckcheck.cli.deck_files import read_text
from deckcheck.cli.output import (
    Exit,
    command_line,
    complain,
    note,
    say,
    say_problems,
    waiting,
    write_lines,
    write_out,
    write_parts,
)
from deckcheck.cli.parameters import NEW_FOLDER, Real, Whole, bundled, config, server, stacked
from deckcheck.model.errors import UsageError, called, no_such
from deckcheck.model.sentences import cards_of, counted
from deckcheck.pools import loading as pools
from deckcheck.pools.loading import FilePool
from deckcheck.pools.spreadsheet import read_cards
from deckcheck.pools.texts import Texts
from deckcheck.reports.pools import coverage as coverage_text
from deckcheck.reports.pools import difference
from deckcheck.reports.tables import table
from deckcheck.system.paths import copies_folder


class MergeOptions(Struct, frozen=True):
    """The options of a merge; `out` is the folder for the pools, None for theirs."""

    out: Path | None
    write: bool
    remove_gone: bool
    show_all: bool
    cardpools_dir: Path | None


merge_options = stacked(
    click.option("--out", type=NEW_FOLDER, help="Folder for the pools.  [default: where they are]"),
    cardpools_option,
    click.option("--write", is_flag=True, help="Write the merged pool, not only the differences."),
    click.option("--remove-gone", is_flag=True, help="Remove cards that the sources no longer have."),
    click.option("--all", "show_all", is_flag=True, help="Show all doubtful records of the source."),
    bundled("options", MergeOptions, *MergeOptions.__struct_fields__),
)


@click.group("pools")
def command() -> None:
    """List, check, compile, fetch, merge and import card pools."""


@command.command("list")
@cardpools_option
def list_(cardpools_dir: Path | None) -> None:
    """List the card pools and where they are.

    \b
    deckcheck pools list
    """
    rows = []
    for pool_id, folder in sorted(pools.find_pools(cardpools_dir).items()):
        pool = app.load_pool(pool_id, cardpools_dir=cardpools_dir)
        rows.append((pool_id, pool.info.name, pools.size(pool), folder))
    write_out(table(rows, ("id", "name", "cards", "folder")))


@command.command()
@click.argument("pool_id", metavar="ID")
@click.option("--expect", metavar="DIGEST", help="Exit with 1 when the pool does not have this digest.")
@click.option("--coverage", is_flag=True, help="Show the known facts by type, field and arc, with their sources.")
@cardpools_option
def show(pool_id: str, expect: str | None, *, coverage: bool, cardpools_dir: Path | None) -> int:
    """Show a card pool: sources, counts, legality marks, digest.

    \b
    deckcheck pools show lcg
    deckcheck pools show ccg --coverage
    deckcheck pools show lcg --expect sha256:...    (pins the pool, in continuous integration)

    With --coverage it counts, for each type and field, the cards that have a value, and names the sources. Then it
    does the same for each arc or cycle with missing values.
    """
    pool = app.load_pool(pool_id, cardpools_dir=cardpools_dir)
    info = pool.info
    names = pool.names()
    marks = {mark: len({known.id for known in names if mark in known.marks}) for mark in info.marks}
    lines = [f"{info.id}: {info.name}", f"  folder {pool.folder}", f"  digest {pool.digest}"]
    lines.append(f"  {counted(pools.size(pool), 'card')} in {counted(len(pool.sets()), 'set')}")
    for source in info.sources:
        fetched = f"{source.cards} cards, {source.date}, {source.digest}" if source.cards else ""
        about = "; ".join(part for part in (source.note, fetched) if part)
        lines.append(f"  source: {source.name}{f' ({about})' if about else ''}")
    lines += [f"  mark {mark}: {info.marks[mark]}, {counted(count, 'card')}" for mark, count in marks.items()]
    write_lines(lines)
    if coverage:
        from deckcheck.pools.sources.merging import coverage_of

        write_parts(coverage_text(list(coverage_of(pool))))
    if expect is not None and expect != pool.digest:
        complain(f"the pool `{pool_id}` does not have the digest {expect}", place=str(pool.folder))
        return Exit.NO
    return Exit.YES


@command.command()
@click.argument("pool_ids", nargs=-1, metavar="[ID]...")
@cardpools_option
def lint(pool_ids: tuple[str, ...], cardpools_dir: Path | None) -> int:
    """Check the files of card pools for mistakes. All pools are checked by default; exits with 1 for a mistake.

    \b
    deckcheck pools lint ccg

    Without such mistakes it looks up what formats name: marks, sets, cards on ban lists. Then it compares the
    effects of cards with their texts in the copies of sources that you have fetched.
    """
    from deckcheck.pools import lint as pool_lint

    folders = pools.find_pools(cardpools_dir)
    wanted = pool_ids or tuple(sorted(folders))
    if unknown := [pool_id for pool_id in wanted if pool_id not in folders]:
        raise no_such("card pool", unknown[0], sorted(folders))
    found: list[str] = []
    with waiting("reading the card pools"):
        for pool_id in wanted:
            bases = pools.bases_of(folders[pool_id], cardpools_dir)
            found += pool_lint.lint(folders[pool_id], bases)
            found += pool_updates.correction_problems(folders[pool_id], bases)
    if not found:
        found += pool_updates.format_problems(wanted, cardpools_dir)
        for pool_id in wanted:
            found += _text_problems(app.load_pool(pool_id, cardpools_dir=cardpools_dir))
    return say_problems(dict.fromkeys(found))  # A broken file ends several checks.


def _text_problems(pool: FilePool) -> list[str]:
    """Return the effects that fetched texts do not prove; a note names the cards without a text to compare."""
    from deckcheck.pools.texts import compare

    texts, name = Texts(), pool.info.id
    try:
        texts.read([pool])
    except UsageError as error:
        note(f"{name}: effects were not compared with card texts; to compare them, {error.help}")
        return []
    problems, without = compare(pool.cards(), texts.of)
    if without:
        note(f"{name}: effects of {counted(without, 'card')} not compared: the fetched copies have no text of them")
    return problems


@command.command()
@click.argument("pool_ids", nargs=-1, metavar="[ID]...")
@cardpools_option
def build(pool_ids: tuple[str, ...], cardpools_dir: Path | None) -> None:
    """Compile card pools, by default all. `check` does so by itself when necessary.

    \b
    deckcheck pools build
    """
    for pool_id in pool_ids or sorted(pools.find_pools(cardpools_dir)):
        started = time.perf_counter()
        pool = app.load_pool(pool_id, cardpools_dir=cardpools_dir)
        path = pool.rebuild()
        where = f"kept in {path}" if path else "not kept: the cache folder cannot be written"
        seconds = time.perf_counter() - started
        write_lines([f"{pool_id}: {counted(pools.size(pool), 'card')} in {seconds:.2f} s, {where}"])


@command.command()
@click.argument("pool_id", metavar="ID")
@click.option("--extends", "base", metavar="ID", required=True, help="Pool whose cards the new one includes.")
@click.option("--out", type=NEW_FOLDER, required=True, help="Folder for the pool.")
@click.option("--cards", metavar="FILE", help="CSV table with one card per row; docs/pools.md names the columns.")
@cardpools_option
def new(pool_id: str, base: str, out: Path, cards: str | None, cardpools_dir: Path | None) -> None:
    """Create a pool with your own cards, on top of another pool. It may be a playtest set or a fan arc.

    \b
    deckcheck pools new lcg --extends lcg --out mypools
    deckcheck pools new ccg --extends ccg --out mypools --cards cards.csv
    deckcheck check deck.txt --format lcg-stronghold --cardpools-dir mypools

    A pool with the same id as the one that it extends replaces it, so every format of the game has the cards.
    """
    pool = app.load_pool(base, cardpools_dir=cardpools_dir)
    own = None
    if cards:
        own = read_cards(read_text(cards, config().settings.limits), cards, pool)
    folder = pool_updates.make_new(pool_id, pool, out, own)
    what = f"{cards_of(len(own.cards))} in" if own else "write your cards into"
    check = command_line("pools", "lint", pool_id, "--cardpools-dir", out)
    write_lines([f"{folder}: {what} {folder / 'cards' / 'own-set.yaml'}; then check them: `{check}`"])


@command.command()
@click.argument("source", metavar="SOURCE")
@click.option(
    "--base-url",
    metavar="URL",
    callback=server,
    help="Another server with the same interface.  [default: that of the source]",
)
@click.option("--out", type=NEW_FOLDER, help="Folder for the copy.  [default: the user's data folder]")
@click.option(
    "--rate", "per_second", type=Real(0), default=2.0, show_default=True, help="Requests per second; 0: no limit."
)
@click.option(
    "--timeout", "read_seconds", type=Real(0.1), default=30.0, show_default=True, help="Seconds to wait for an answer."
)
@click.option("--tries", type=Whole(1, 20), default=4, show_default=True, help="Attempts for each page.")
@click.option("--max-mib", type=Whole(1, 1024), default=16, show_default=True, help="Largest page, unpacked.")
@click.option("--allow-private", is_flag=True, help="Fetch from private networks and this machine too.")
@click.option("--offline", is_flag=True, help="Fetch nothing; describe the local copy.")
def fetch(
    *,
    source: str,
    base_url: str | None,
    out: Path | None,
    max_mib: int,
    allow_private: bool,
    offline: bool,
    **limits: Any,  # noqa: ANN401 - those of `WebLimits`
) -> None:
    """Fetch all card data of SOURCE: fiveringsdb, emeralddb or oracle.

    \b
    deckcheck pools fetch emeralddb
    deckcheck pools fetch oracle --rate 1

    An interrupted fetch continues where it stopped, unchanged pages are not sent again, and the last complete copy
    stays until the new one is complete. No pool changes until `deckcheck pools merge`.
    """
    from deckcheck.pools.sources.catalogue import SITES
    from deckcheck.pools.sources.crawl import crawl, read_copy

    site = called("fetchable source", source, SITES)
    folder = (out or copies_folder()) / site.name
    if offline:
        manifest, _ = read_copy(folder)
    else:
        from deckcheck.system.web.client import Client, WebLimits

        most = WebLimits(max_bytes=max_mib * 1024 * 1024, **limits)
        with Client(cache=folder / "cache", limits=most, allow_private=allow_private, say=say) as client:
            manifest = crawl(site, (base_url or site.address).rstrip("/"), folder, client, say)
            say(f"{site.name}: {client.wire.requests} requests, {client.wire.moved:,} bytes")
    about = f"{site.name}: {counted(manifest.cards, 'card')} of {manifest.date} from {manifest.address}"
    write_lines([about, f"  folder {folder}", f"  digest {manifest.digest}"])


@command.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE[=PATH]...")
@merge_options
def merge(*, sources: tuple[str, ...], options: MergeOptions) -> int:
    """Compare a pool with what was fetched from its sources. --write applies the difference that is shown.

    \b
    deckcheck pools merge fiveringsdb emeralddb
    deckcheck pools merge oracle --write
    deckcheck pools merge oracle=~/oracle-copy

    Exits with 1 when there is a difference that is not written. If sources differ, the pool keeps its value;
    corrections.yaml beside the pool overrides every source.
    """
    pairs = []
    for item in sources:
        name, _, path = item.partition("=")
        pairs.append((name, Path(path).expanduser() if path else copies_folder() / name))
    return run_merge(pairs, options)


def run_merge(sources: list[tuple[str, Path]], options: MergeOptions) -> int:
    """Show the difference, write it if requested, and return the exit code; raises UsageError."""
    pool = app.load_pool(pool_updates.pool_of(name for name, _ in sources), cardpools_dir=options.cardpools_dir)
    found = pool_updates.difference(pool, sources, remove_gone=options.remove_gone)
    write_lines(difference(pool.info.id, found, all_doubts=options.show_all))
    if not options.write:
        return Exit.YES if found.empty else Exit.NO
    folder = (options.out / pool.folder.name) if options.out else pool.folder
    if options.out is None and "_data" in folder.parts:
        message = "the pool is part of the installed package, and the next version replaces it"
        help = f"write one of your own, which comes first: --out {pool_updates.own_pools()}"
        raise UsageError(message, place=str(folder), help=help)
    changed = pool_updates.write(found, folder, pool.folder)
    write_lines([f"{folder}: {counted(len(found.merged.cards), 'card')}, {counted(len(changed), 'file')} changed"])
    return Exit.YES


@command.command("import")
@click.argument("source")
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@merge_options
def import_(*, source: str, path: Path, options: MergeOptions) -> int:
    """Compare a pool with the data of SOURCE at PATH. PATH is a dump, a tree of files or a copy.

    \b
    deckcheck pools import fiveringsdb fiveringsdb-data/json
    deckcheck pools import card-xml cards.xml
    deckcheck pools import oracle cards.json --write
    """
    return run_merge([(source, path)], options)
