"""Renderers: pure functions from the outcome of a check to text, by the name used with ``--output``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from deckcheck.model.report import Outcome
from deckcheck.render.style import Style

Renderer = Callable[[Outcome, Style], Iterator[str]]

# Names to modules, so that only the renderer that is used is imported.
_MODULES = {
    "text": "deckcheck.render.text",
    "concise": "deckcheck.render.concise",
    "json": "deckcheck.render.json",
    "jsonl": "deckcheck.render.jsonl",
    "sarif": "deckcheck.render.sarif",
    "junit": "deckcheck.render.junit",
    "github": "deckcheck.render.github",
    "csv": "deckcheck.render.csv",
    "markdown": "deckcheck.render.markdown",
    "html": "deckcheck.render.html",
}
NAMES = tuple(_MODULES)


def renderer(name: str) -> Renderer:
    """Return the renderer called `name`, one of `NAMES`."""
    render: Renderer = import_module(_MODULES[name]).render
    return render
