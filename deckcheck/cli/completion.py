"""``deckcheck config completion``, and what the shell offers for formats, rules and cards."""

from __future__ import annotations

import click

from deckcheck.cli.common import Choice, write_out
from deckcheck.model.errors import DeckcheckError

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script for completion in a shell. It completes commands, options, formats, rule codes and card names.

    \b
    deckcheck config completion bash > ~/.local/share/bash-completion/completions/deckcheck
    deckcheck config completion zsh > ~/.zfunc/_deckcheck          (with ~/.zfunc in fpath)
    deckcheck config completion fish > ~/.config/fish/completions/deckcheck.fish
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root()
    script = get_completion_class(shell)
    if script is not None:
        write_out(script(root.command, {}, "deckcheck", "_DECKCHECK_COMPLETE").source() + "\n")


def complete_format(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of formats that begin with what is typed; no format is loaded for it."""
    from deckcheck.formats.files import find_formats

    return [name for name in sorted(find_formats(context.params.get("formats_dir"))) if name.startswith(incomplete)]


def complete_rule(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the codes of rules that begin with what is typed, or the names once it is no code."""
    from deckcheck.rules import REGISTRY

    codes = [code for code in REGISTRY if code.startswith(incomplete.upper())]
    return codes or [name for name in REGISTRY.values() if name.startswith(incomplete.lower())]


def complete_card(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the words by which names of cards go on after the words typed so far."""
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
