"""The layers of the package: a module imports from lower layers and from its own part, never upward or sideways."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "deckcheck"

# A part is the first name after `deckcheck.`, a module or a folder of modules.
LAYERS = {
    0: {"model"},
    1: {"rules", "system"},
    2: {"decks", "formats", "odds", "pools"},
    3: {"build", "checks", "reports"},
    4: {"bulk", "conformance", "events", "interface", "tui"},
    5: {"desk"},
    6: {"cli"},
    7: {"__main__"},
}
# The folders of deck lists, each on top of those before it.
DECK_LISTS = ("words", "tables", "text", "documents", "resolve")
LAYER_OF = {part: layer for layer, parts in LAYERS.items() for part in parts}

# The package itself hands out the public names, from every layer but those of the command line.
HIGHEST_FOR_PACKAGE = 4


def modules() -> Iterator[tuple[str, str]]:
    """Yield the dotted name and the source of each module of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        yield name, path.read_text(encoding="utf-8")


@cache
def imports(source: str) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the dotted name of everything `module` imports, wherever the import is."""
    for node in imports(source):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        else:
            # A level of 1 is the folder of the module, which for `__init__` is its own package.
            base = module.split(".")[: -node.level] if node.level else []
            start = ".".join(base + (node.module.split(".") if node.module else []))
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)


def wrong_edges(module: str, source: str) -> list[str]:
    """Return a sentence for each import of `module` that the layers forbid."""
    part = module.split(".")[1]
    if part == "__init__":
        highest = HIGHEST_FOR_PACKAGE
    elif part in LAYER_OF:
        highest = LAYER_OF[part] - 1
    else:
        return [f"{module} has no layer: add `{part}` to LAYERS"]
    wrong = []
    for line, name in imported(module, source):
        root, _, rest = name.partition(".")
        target = rest.partition(".")[0]
        if root != "deckcheck" or target in {part, "__version__"}:
            continue
        if target not in LAYER_OF:
            wrong.append(f"{module}:{line} imports {name}, which has no layer")
        elif LAYER_OF[target] > highest:
            wrong.append(f"{module}:{line} imports {name} of layer {LAYER_OF[target]}; at most {highest} is allowed")
    return wrong


def test_every_import_looks_down() -> None:
    found = list(modules())

    assert found
    assert [edge for module, source in found for edge in wrong_edges(module, source)] == []


def test_every_folder_of_deck_lists_looks_down() -> None:
    found = [
        (module, name)
        for module, source in modules()
        for _, name in imported(module, source)
        if module.startswith("deckcheck.decks.") and name.startswith("deckcheck.decks.")
    ]
    edges = [(each, module, name) for module, name in found for each in [_folders(module, name)] if each]

    assert edges
    assert [f"{module} imports {name}" for (low, high), module, name in edges if low < high] == []


def _folders(module: str, name: str) -> tuple[int, int] | None:
    """Return the places in `DECK_LISTS` of a module and of what it imports, None for modules without a folder there."""
    parts = [each.split(".")[2] for each in (module, name)]
    return None if set(parts) - set(DECK_LISTS) else (DECK_LISTS.index(parts[0]), DECK_LISTS.index(parts[1]))


def test_every_type_name_is_defined_once() -> None:
    names = Counter(
        node.name
        for _, source in modules()
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name != "Params"  # Each rule has parameters of its own.
    )

    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        pytest.param("deckcheck.model.card", "from deckcheck.rules.base import Rule", id="upward"),
        pytest.param("deckcheck.model.card", "import deckcheck.rules.base", id="upward by a plain import"),
        pytest.param("deckcheck.model.card", "import deckcheck.rules as below", id="upward under another name"),
        pytest.param("deckcheck.model.card", "from deckcheck import rules", id="upward through the package"),
        pytest.param("deckcheck.model.card", "from deckcheck import check", id="a public name"),
        pytest.param("deckcheck.model.card", "from deckcheck import *", id="all public names"),
        pytest.param("deckcheck.model.card", "import deckcheck", id="the whole package"),
        pytest.param("deckcheck.model.card", "from ..rules import base", id="upward by a relative import"),
        pytest.param("deckcheck.model.__init__", "from ..rules import base", id="upward and relative, from a folder"),
        pytest.param("deckcheck.rules.tally", "from ..checks import checker", id="upward and relative, beside"),
        pytest.param("deckcheck.rules.tally", "from .. import checks", id="upward and relative, from the package"),
        pytest.param("deckcheck.rules.tally", "def late():\n    from deckcheck import odds", id="inside a function"),
        pytest.param("deckcheck.rules.tally", "if TYPE_CHECKING:\n    from deckcheck import odds", id="for types only"),
        pytest.param("deckcheck.rules.engine", "from deckcheck.system import paths", id="sideways"),
        pytest.param("deckcheck.decks.resolve", "from deckcheck.checks import checker", id="upward, by a folder"),
        pytest.param("deckcheck.checks.checker", "from deckcheck.cli import main", id="the command line"),
        pytest.param("deckcheck.__init__", "from deckcheck.cli import main", id="the command line, by the package"),
        pytest.param("deckcheck.stray", "", id="a module without a layer"),
        pytest.param("deckcheck.cli.check.check", "from deckcheck.stray import lost", id="something without a layer"),
    ],
)
def test_wrong_import_is_reported(module: str, source: str) -> None:
    assert len(wrong_edges(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        pytest.param("deckcheck.rules.copies", "from deckcheck.model.card import Card", id="downward"),
        pytest.param("deckcheck.rules.copies", "from deckcheck.rules.base import Rule", id="the same part"),
        pytest.param("deckcheck.rules.copies", "from . import base", id="the same part by a relative import"),
        pytest.param("deckcheck.rules.__init__", "from . import copies", id="a folder's own modules"),
        pytest.param("deckcheck.decks.resolve", "from deckcheck.model.card import Card", id="downward, by a folder"),
        pytest.param("deckcheck.model.errors", "from deckcheck import __version__", id="the version"),
        pytest.param("deckcheck.model.errors", "import json, click.testing", id="other packages"),
        pytest.param("deckcheck.__init__", "from deckcheck.checks.checker import read_deck", id="public names"),
        pytest.param("deckcheck.__main__", "from deckcheck.cli import main", id="the command line, by itself"),
    ],
)
def test_right_import_is_not_reported(module: str, source: str) -> None:
    assert wrong_edges(module, source) == []
