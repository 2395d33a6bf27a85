"""``deckcheck pools``."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Unpack

import click

from deckcheck.checks import checker as app
from deckcheck.checks import pool_updates
from deckcheck.cli.common import NEW_FOLDER, Exit, complain, note, write_out, write_parts
from deckcheck.cli.data.pool_updates import MergeOptions, fetch, merge, merge_options, run_merge
from deckcheck.cli.data_options import cardpools_option
from deckcheck.cli.deckfile import read_text
from deckcheck.cli.settings import config
from deckcheck.model.errors import UsageError, no_such
from deckcheck.model.names import printable
from deckcheck.pools import loading as pools
from deckcheck.pools.loading import FilePool
from deckcheck.pools.spreadsheet import read_cards
from deckcheck.pools.texts import Texts
from deckcheck.reports.coverage import render as coverage_text
from deckcheck.reports.tables import table
from deckcheck.rules.base import counted


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

    With --coverage it shows for how many cards of each type each field has a value, and which sources the values come
    from; then the same for each arc, or cycle, with missing values.
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
    write_out("".join(f"{printable(line)}\n" for line in lines))
    if coverage:
        write_parts(coverage_text(list(pool_updates.coverage(pool))))
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
    for pool_id in wanted:
        base = pools.base_of(folders[pool_id], cardpools_dir)
        found += pool_lint.lint(folders[pool_id], base)
        found += pool_updates.correction_problems(folders[pool_id], base)
    if not found:
        found += pool_updates.format_problems(wanted, cardpools_dir)
        for pool_id in wanted:
            found += _text_problems(app.load_pool(pool_id, cardpools_dir=cardpools_dir))
    for problem in found:
        write_out(f"{printable(problem)}\n")
    write_out(f"{counted(len(found), 'problem')} found\n")
    return Exit.NO if found else Exit.YES


def _text_problems(pool: FilePool) -> list[str]:
    """Return the effects that fetched texts do not prove; a note says what cannot be compared."""
    from deckcheck.pools.evidence import compare

    texts, problems = Texts(), list[str]()
    try:
        texts.read([pool])
    except UsageError as error:
        said = f"effects were not compared with card texts; to compare them, {error.help}"
    else:
        problems, without = compare(pool.cards(), texts.of)
        said = (
            f"effects of {counted(without, 'card')} not compared: the fetched copies have no text of them"
            if without
            else ""
        )
    if said:
        note(f"{pool.info.id}: {said}")
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
        write_out(f"{pool_id}: {counted(pools.size(pool), 'card')} in {time.perf_counter() - started:.2f} s, {where}\n")


@command.command()
@click.argument("pool_id", metavar="ID")
@click.option("--extends", "base", metavar="ID", required=True, help="Pool whose cards the new one includes.")
@click.option("--out", type=NEW_FOLDER, required=True, help="Folder for the pool.")
@click.option("--cards", metavar="FILE", help="CSV table with one card per row; docs/pools.md names the columns.")
@cardpools_option
def new(pool_id: str, base: str, out: Path, cards: str | None, cardpools_dir: Path | None) -> None:
    """Make a pool of cards of your own, on top of another. It may be a playtest set or a fan arc.

    \b
    deckcheck pools new lcg --extends lcg --out mypools
    deckcheck pools new ccg --extends ccg --out mypools --cards cards.csv
    deckcheck check deck.txt --format lcg-stronghold --cardpools-dir mypools

    A pool with the id of the one that it extends replaces it, so every format of the game has the cards.
    """
    pool = app.load_pool(base, cardpools_dir=cardpools_dir)
    own = None
    if cards:
        own = read_cards(read_text(cards, config().settings.limits), cards, pool)
    folder = pool_updates.make_new(pool_id, pool, out, own)
    what = f"{len(own.cards)} cards in" if own else "write your cards into"
    check = f"deckcheck pools lint {pool_id} --cardpools-dir {shlex.quote(str(out))}"
    write_out(f"{folder}: {what} {folder / 'cards' / 'own-set.yaml'}; then check them: `{check}`\n")


@command.command("import")
@click.argument("source")
@click.argument("path", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--out", type=NEW_FOLDER, help="Folder for the pools.")
@merge_options
def import_(*, source: str, path: Path | None, out: Path | None, **options: Unpack[MergeOptions]) -> int:
    """Compare a pool with the data of SOURCE at PATH: a dump, a tree of files or a copy. --write applies it.

    \b
    deckcheck pools import fiveringsdb fiveringsdb-data/json
    deckcheck pools import card-xml cards.xml
    deckcheck pools import oracle cards.json --write

    Without a PATH, SOURCE is a folder of prepared card facts, from which it makes both pools again in --out.
    """
    if path is not None:
        return run_merge([(source, path)], out, **options)
    if not Path(source).is_dir():
        raise UsageError("no folder of card facts", place=source, help="give a source and the path of its data")
    if out is None:
        raise UsageError("say where the pools are written", help="--out DIR")
    for summary in pool_updates.make_anew(Path(source), out):
        write_out(
            f"{summary.id}: {counted(summary.cards, 'card')}, {counted(summary.sets, 'set')}, "
            f"{counted(summary.effects, 'card-text effect')}, {counted(len(summary.changed), 'file')} changed\n"
        )
    return Exit.YES


command.add_command(fetch)
command.add_command(merge)
