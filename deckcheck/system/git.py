"""Run the git that the user has installed."""

from __future__ import annotations

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


def file_at(path: Path, revision: str) -> bytes:
    """Return the bytes of a file in a revision such as ``HEAD~2``.

    Raises:
        UsageError: when git is not installed, or has no such revision or no such file in it.
    """
    try:
        # After `--end-of-options` nothing is an option, and `cat-file` runs no filter that a repository configures.
        asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        commit = git(*asked, folder=path.parent).decode().strip()
        return git("cat-file", "blob", f"{commit}:./{path.name}", folder=path.parent)
    except GitError as error:
        said = str(error) if str(error) != "error" else "no such revision"
        raise UsageError(f"git has no `{path.name}` at `{revision}`: {said}", place=str(path)) from None
