"""``deckcheck help completion``, and what the shell offers for formats, rules and cards."""

from __future__ import annotations

from collections.abc import Iterator

import click

from deckcheck.model.errors import DeckcheckError, UsageError

SHELLS = ("bash", "zsh", "fish")


def script(root: click.Context, shell: str = "", *_: str) -> Iterator[str]:
    """Yield the script for completion in a shell; raises UsageError."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell) if shell in SHELLS else None
    if found is None:
        raise UsageError(f"`{shell}` is not a shell for completion", help=f"use one of {', '.join(SHELLS)}")
    yield found(root.command, {}, "deckcheck", "_DECKCHECK_COMPLETE").source()


def complete_format(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of formats that begin with the typed text, without loading a format."""
    from deckcheck.formats.files import find_formats

    return [name for name in sorted(find_formats(context.params.get("formats_dir"))) if name.startswith(incomplete)]


def complete_rule(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the codes of rules that begin with the typed text, else the names."""
    from deckcheck.rules import REGISTRY

    codes = [code for code in REGISTRY if code.startswith(incomplete.upper())]
    return codes or [name for name in REGISTRY.values() if name.startswith(incomplete.lower())]


def complete_card(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the next words of card names that begin with the words typed so far."""
    from deckcheck.checks import checker as app
    from deckcheck.pools.loading import find_pools

    words = [*(context.params.get("name") or ()), incomplete.casefold()]
    begun = " ".join(words).casefold()
    try:
        pools = [app.load_pool(pool_id) for pool_id in sorted(find_pools())]
    except DeckcheckError:
        return []
    names = (known.name for pool in pools for known in pool.names() if known.name.casefold().startswith(begun))
    return sorted({" ".join(name.split()[len(words) - 1 :][: 1 + incomplete.count(" ")]) for name in names})
