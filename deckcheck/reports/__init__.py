"""Renderers: pure functions from the outcome of a check to text, by the name used with ``--as`` and ``--report``."""

from collections.abc import Callable, Iterator
from importlib import import_module

from msgspec import Struct

from deckcheck.model.report import Outcome

_CODES = {"error": "1;31", "undecided": "1;35", "warning": "1;33", "note": "1;36", "legal": "1;32", "illegal": "1;31"}
_CODES |= {"bold": "1", "dim": "2"}


class Style(Struct, frozen=True):
    """How text is decorated: with ANSI colours or not at all; `explain` adds the page of each rule that was broken."""

    color: bool = False
    explain: bool = False

    def __call__(self, text: str, kind: str) -> str:
        """Return `text` in the colour for `kind`, a severity, a verdict, "bold" or "dim"."""
        return f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if self.color else text


Renderer = Callable[[Outcome, Style], Iterator[str]]

# The reports, each a module of this folder, with the endings of files that get it by default.
REPORTS: dict[str, tuple[str, ...]] = {
    "text": (".txt",),
    "concise": (),
    "json": (".json",),
    "jsonl": (".jsonl",),
    "sarif": (".sarif",),
    "junit": (".xml",),
    "github": (),
    "csv": (".csv",),
    "markdown": (".md",),
    "html": (".html", ".htm"),
}


def renderer(name: str) -> Renderer:
    """Return the renderer of a module of this folder: one of `REPORTS`, "matrix" or "when"."""
    # Only the module that is used is imported.
    render: Renderer = import_module(f"{__name__}.{name}").render
    return render
