"""The options of ``check`` and ``bulk`` for lists of an event in a repository: rulings, and only changed files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckcheck.checks.checker import expand
from deckcheck.cli.common import FILE
from deckcheck.model.errors import UsageError
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Report
from deckcheck.system.git import GitError, git

if TYPE_CHECKING:
    from deckcheck.checks.rulings import Ruling

rulings_option = click.option(
    "--rulings",
    "rulings_file",
    type=FILE,
    metavar="FILE",
    help="YAML file with decisions of judges, as `deckcheck event rulings` prints them.",
)


def changed_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--changed-only`` and ``--base``."""
    base = click.option(
        "--base",
        metavar="REF",
        help="Commit to compare with.  [default: where the target of the pull request was left, else HEAD]",
    )
    only = click.option("--changed-only", is_flag=True, help="Check only files that git sees as new or changed.")
    return only(base(command))


def rulings_in(file: Path | None, pools: Iterable[Pool]) -> tuple[Ruling, ...]:
    """Return the rulings in a file that count today, () without a file; raises DataError."""
    if file is None:
        return ()
    from deckcheck.checks.rulings import counting, read_rulings, refuse_unknown, today

    rulings = read_rulings(file)
    refuse_unknown(rulings, pools, str(file))
    return counting(rulings, today())


def with_rulings(
    results: Iterable[Report | Failure], rulings: tuple[Ruling, ...], pools: Mapping[str, Pool]
) -> Iterator[Report | Failure]:
    """Yield `results`, reports with what `rulings` decide about their findings."""
    from deckcheck.checks.rulings import in_force, ruled

    of_pool = {key: in_force(rulings, pool) for key, pool in pools.items()}
    for result in results:
        yield ruled(result, of_pool[result.pool_id]) if isinstance(result, Report) else result


def changed_among(paths: tuple[str, ...], base: str | None, *, deciding: Iterable[Path | None]) -> tuple[str, ...]:
    """Return the files among `paths` that were changed since `base`, new ones too.

    Where one of the files `deciding` was changed, which affect every verdict, these are all of them.

    Raises:
        UsageError: when git cannot tell.
    """
    target = os.environ.get("GITHUB_BASE_REF")
    base = base or (f"origin/{target}" if target else "HEAD")
    # A branch is compared with the commit that it left from: what came to the target since is not its own.
    since = _git("merge-base", base, "HEAD").strip()
    top = Path(_git("rev-parse", "--show-toplevel").strip())
    names = _git("diff", "--name-only", "--diff-filter=d", "-z", since) + _git(
        "ls-files", "--others", "--exclude-standard", "--full-name", "-z", str(top)
    )
    changed = {(top / name).resolve() for name in names.split("\0") if name}
    if any(each.resolve() in changed for each in deciding if each):
        return paths
    return tuple(path for path in expand(paths) if Path(path).resolve() in changed)


def _git(*arguments: str) -> str:
    try:
        return os.fsdecode(git(*arguments))
    except GitError as error:
        help = "in GitHub Actions, check the repository out with `fetch-depth: 0`; --base REF names another commit"
        raise UsageError(f"git cannot tell which files changed: {error}", help=help) from None
