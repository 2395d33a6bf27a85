"""What mkdocs calls while it builds the site: the pages from the code are put in, and into the navigation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from docsite import commands, formats, rules

ROOT = Path(__file__).resolve().parent.parent

# Where the page of a folder's index stands in the navigation, the other pages of the folder follow.
FOLDERS = ("commands", "formats", "rules")

_pages: dict[str, str] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make the pages, and complete the navigation with them; a page that is not written yet is left out of it."""
    shown = formats.shipped()
    _pages.clear()
    _pages.update(commands.pages() | formats.pages(shown) | rules.pages(each.format for each in shown))
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        # Seen from these, the other pages stand in a folder.
        _pages[name.lower()] = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
    config.nav = [each for item in config.nav or [] for each in _completed(item, Path(config.docs_dir))]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put the pages from the code into the site."""
    for path, content in _pages.items():
        inclusion = InclusionLevel.NOT_IN_NAV if path.startswith("lists/") else InclusionLevel.INCLUDED
        files.append(File.generated(config, path, content=content, inclusion=inclusion))
    return files


def _completed(item: Any, docs: Path) -> list[Any]:  # noqa: ANN401 - what YAML gives
    """Return what stands in the navigation in the place of `item`."""
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
