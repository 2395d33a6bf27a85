"""Renderers: pure functions from the outcome of a check to text, by the name used with ``--as`` and ``--report``."""

from collections.abc import Callable, Iterator
from importlib import import_module

from deckcheck.model.report import Outcome
from deckcheck.reports.style import Style

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
