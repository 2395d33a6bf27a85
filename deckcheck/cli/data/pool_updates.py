"""``deckcheck pools fetch`` and ``deckcheck pools merge``."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict, Unpack

import click

from deckcheck.checks import checker as app
from deckcheck.checks import pool_updates
from deckcheck.cli.common import NEW_FOLDER, Command, Exit, Number, write_out, write_parts
from deckcheck.cli.data_options import cardpools_option
from deckcheck.model.errors import UsageError
from deckcheck.model.names import printable
from deckcheck.rules.base import counted
from deckcheck.system.paths import copies_folder

_MIB = 1024 * 1024


class MergeOptions(TypedDict):
    """The options of a merge."""

    write: bool
    remove_gone: bool
    show_all: bool
    cardpools_dir: Path | None


def merge_options(command: Command) -> Command:
    """Add the options of `MergeOptions`."""
    for name, key, text in (
        ("--all", "show_all", "Show all doubtful records of the source."),
        ("--remove-gone", "remove_gone", "Remove cards that the sources no longer have."),
        ("--write", "write", "Write the merged pool, not only the differences."),
    ):
        command = click.option(name, key, is_flag=True, help=text)(command)
    return cardpools_option(command)


@click.command()
@click.argument("source", metavar="SOURCE")
@click.option("--base-url", metavar="URL", help="Another server of the same shape.  [default: that of the source]")
@click.option("--out", type=NEW_FOLDER, help="Folder for the copy.  [default: own data]")
@click.option("--rate", type=Number(0), default=2.0, show_default=True, help="Requests per second; 0: no limit.")
@click.option("--timeout", type=Number(0.1), default=30.0, show_default=True, help="Seconds to wait for an answer.")
@click.option("--tries", type=click.IntRange(1, 20), default=4, show_default=True, help="Attempts for each page.")
@click.option("--max-mib", type=click.IntRange(1, 1024), default=16, show_default=True, help="Largest page, unpacked.")
@click.option("--allow-private", is_flag=True, help="Fetch from private networks and this machine too.")
@click.option("--offline", is_flag=True, help="Fetch nothing; describe the local copy.")
def fetch(
    *,
    source: str,
    base_url: str | None,
    out: Path | None,
    rate: float,
    timeout: float,
    tries: int,
    max_mib: int,
    allow_private: bool,
    offline: bool,
) -> None:
    """Fetch all card data of SOURCE: fiveringsdb, emeralddb or oracle.

    \b
    deckcheck pools fetch emeralddb
    deckcheck pools fetch oracle --rate 1

    An interrupted crawl continues where it stopped, unchanged pages are not sent again, and the last complete copy
    stays until the new one is complete. No pool changes until `deckcheck pools merge`.
    """
    from deckcheck.pools.sources.catalogue import site_called
    from deckcheck.pools.sources.crawl import crawl, read_copy

    site = site_called(source)
    folder = (out or copies_folder()) / site.name
    if offline:
        manifest, _ = read_copy(folder)
    else:
        from deckcheck.system.web.client import Client, WebLimits

        limits = WebLimits(read_seconds=timeout, tries=tries, max_bytes=max_mib * _MIB, per_second=rate)
        cache = folder / "cache"
        with Client(cache=cache, limits=limits, allow_private=allow_private, say=_say) as client:
            manifest = crawl(site, (base_url or site.address).rstrip("/"), folder, client, _say)
            _say(f"{site.name}: {client.requests} requests, {client.moved:,} bytes")
    write_out(
        f"{site.name}: {counted(manifest.cards, 'card')} of {manifest.date} from {manifest.address}\n"
        f"  folder {folder}\n  digest {manifest.digest}\n"
    )


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE[=PATH]...")
@click.option("--out", type=NEW_FOLDER, help="Folder for the pools.  [default: theirs]")
@merge_options
def merge(*, sources: tuple[str, ...], out: Path | None, **options: Unpack[MergeOptions]) -> int:
    """Compare a pool with what was fetched from its sources. --write applies the difference that is shown.

    \b
    deckcheck pools merge fiveringsdb emeralddb
    deckcheck pools merge oracle --write
    deckcheck pools merge oracle=~/oracle-copy

    Exits with 1 when there is a difference that is not written. Where sources differ the pool stays as it is, and
    corrections.yaml beside the pool overrides every source.
    """
    pairs = []
    for item in sources:
        name, _, path = item.partition("=")
        pairs.append((name, Path(path).expanduser() if path else copies_folder() / name))
    return run_merge(pairs, out, **options)


def run_merge(sources: list[tuple[str, Path]], out: Path | None, **options: Unpack[MergeOptions]) -> int:
    """Show the difference, write it when wanted, and return the exit code."""
    from deckcheck.reports import merge as text

    pool = app.load_pool(pool_updates.pool_of(name for name, _ in sources), cardpools_dir=options["cardpools_dir"])
    found = pool_updates.difference(pool, sources, remove_gone=options["remove_gone"])
    write_parts(text.render(pool.info.id, found, all_doubts=options["show_all"]))
    if not options["write"]:
        return Exit.YES if found.empty else Exit.NO
    folder = (out / pool.folder.name) if out else pool.folder
    if out is None and "_data" in folder.parts:
        raise UsageError(
            "the pool is part of the installed package, and the next version replaces it",
            place=str(folder),
            help=f"write one of your own, which comes first: --out {pool_updates.own_pools()}",
        )
    summary = pool_updates.write(found, folder, pool.folder)
    write_out(f"{folder}: {counted(summary.cards, 'card')}, {counted(len(summary.changed), 'file')} changed\n")
    return Exit.YES


def _say(text: str) -> None:
    click.echo(printable(text), err=True)
