"""Run the git that the user has installed."""

import os
from pathlib import Path

from deckcheck.model.errors import UsageError


class GitError(Exception):
    """Git failed; the message is the last line of its output."""


def git(*arguments: str, folder: Path | None = None) -> bytes:
    """Return the output of a git command in `folder` (None: the current one).

    Raises:
        GitError: when the command fails.
        UsageError: when git is not installed.
    """
    import subprocess

    try:
        done = subprocess.run(  # noqa: S603 - no shell is in between
            ["git", *arguments],  # noqa: S607 - the user's git
            capture_output=True,
            check=True,
            cwd=folder,
        )
    except FileNotFoundError:
        raise UsageError("git is not installed") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(said[-1] if said else "error") from None
    return done.stdout


def changed_since(base: str | None) -> set[Path]:
    """Return the files that were changed since `base`, new ones too.

    The default of `base` is the target of the pull request in GitHub Actions, elsewhere HEAD.

    Raises:
        UsageError: when git cannot tell.
    """
    target = os.environ.get("GITHUB_BASE_REF")
    base = base or (f"origin/{target}" if target else "HEAD")
    try:
        # A branch is compared with the commit where it began, because later changes of the target are not its own.
        since = os.fsdecode(git("merge-base", base, "HEAD")).strip()
        top = Path(os.fsdecode(git("rev-parse", "--show-toplevel")).strip())
        names = git("diff", "--name-only", "--diff-filter=d", "-z", since)
        names += git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", str(top))
    except GitError as error:
        help = "run it in a git repository; in GitHub Actions, check out with `fetch-depth: 0`; --base names a commit"
        raise UsageError(f"git cannot tell which files changed: {error}", help=help) from None
    return {(top / name).resolve() for name in os.fsdecode(names).split("\0") if name}


def file_at(path: Path, revision: str) -> bytes:
    """Return the bytes of a file in a revision such as ``HEAD~2``.

    Raises:
        UsageError: when git is not installed, or has no such revision or no such file in it.
    """
    try:
        # After `--end-of-options` nothing is an option, and `cat-file` runs no filter from the repository's
        # configuration.
        asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        commit = git(*asked, folder=path.parent).decode().strip()
        return git("cat-file", "blob", f"{commit}:./{path.name}", folder=path.parent)
    except GitError as error:
        said = str(error) if str(error) != "error" else "no such revision"
        help = "`deckcheck diff DECK@NAME DECK` compares with a version that `deck save` keeps"
        raise UsageError(f"git has no `{path.name}` at `{revision}`: {said}", place=str(path), help=help) from None
