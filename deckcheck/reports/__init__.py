"""Renderers: pure functions from the outcome of a check to text, by the name used with ``--output``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from deckcheck.model.report import Outcome
from deckcheck.reports.style import Style

Renderer = Callable[[Outcome, Style], Iterator[str]]

# Names to modules, so that only the renderer that is used is imported.
_MODULES = {
    "text": "deckcheck.reports.text",
    "concise": "deckcheck.reports.concise",
    "json": "deckcheck.reports.json",
    "jsonl": "deckcheck.reports.jsonl",
    "sarif": "deckcheck.reports.sarif",
    "junit": "deckcheck.reports.junit",
    "github": "deckcheck.reports.github",
    "csv": "deckcheck.reports.csv",
    "markdown": "deckcheck.reports.markdown",
    "html": "deckcheck.reports.html",
}
NAMES = tuple(_MODULES)


def renderer(name: str) -> Renderer:
    """Return the renderer called `name`, one of `NAMES`."""
    render: Renderer = import_module(_MODULES[name]).render
    return render
