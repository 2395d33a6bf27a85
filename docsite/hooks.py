"""Hooks of mkdocs that add the pages generated from the code to the site and to its navigation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from docsite import commands, formats, rules

ROOT = Path(__file__).resolve().parent.parent

# The generated pages of a folder follow its index page in the navigation.
FOLDERS = ("commands", "formats", "rules")

_pages: dict[str, str] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Generate the pages and add them to the navigation; drop entries whose page does not exist yet."""
    shown = formats.shipped()
    _pages.clear()
    _pages.update(commands.pages() | formats.pages(shown) | rules.pages(each.format for each in shown))
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        # On the site these pages are inside docs/.
        _pages[name.lower()] = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
    config.nav = [each for item in config.nav or [] for each in _completed(item, Path(config.docs_dir))]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to the site."""
    for path, content in _pages.items():
        inclusion = InclusionLevel.NOT_IN_NAV if path.startswith("lists/") else InclusionLevel.INCLUDED
        files.append(File.generated(config, path, content=content, inclusion=inclusion))
    return files


def _completed(item: Any, docs: Path) -> list[Any]:  # noqa: ANN401 - what YAML gives
    """Return the entries of the navigation that replace `item`."""
    if isinstance(item, str):
        folder, _, name = item.rpartition("/")
        if name == "index.md" and folder in FOLDERS:
            others = sorted(path for path in _pages if path.startswith(f"{folder}/") and path != item)
            return [item, *sorted(others, key=_title)]
        return [item] if item in _pages or (docs / item).is_file() else []
    ((title, below),) = item.items()
    if isinstance(below, list):
        return [{title: [each for one in below for each in _completed(one, docs)]}]
    return [{title: below}] if _completed(below, docs) else []


def _title(path: str) -> str:
    return _pages[path].partition("\n")[0]
