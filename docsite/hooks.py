"""Hooks of mkdocs that add the pages generated from the code to the site and to its navigation."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from docsite import commands, formats, rules

ROOT = Path(__file__).resolve().parent.parent

# The generated pages of a folder follow its index page in the navigation.
FOLDERS = ("commands", "formats", "rules")

# The folder of the page that checks decks, where it was built: `python -m docsite.checker --out DIR`.
CHECKER = os.environ.get("DECKCHECK_PAGE", "")
_PLACE_OF_CHECKER = "<!-- page -->"

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
    """Add the generated pages and the page that checks decks to the site."""
    for path, content in _pages.items():
        inclusion = InclusionLevel.NOT_IN_NAV if path.startswith("lists/") else InclusionLevel.INCLUDED
        files.append(File.generated(config, path, content=content, inclusion=inclusion))
    for file in sorted(Path(CHECKER).rglob("*")) if CHECKER else ():
        if file.is_file():
            name = f"checker/{file.relative_to(CHECKER).as_posix()}"
            files.append(File.generated(config, name, abs_src_path=str(file.absolute())))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - of mkdocs
    """Put the link to the page that checks decks into its description, where the page was built."""
    missing = "This copy of the documentation was built without the page."
    return markdown.replace(_PLACE_OF_CHECKER, "[**Open the page**](checker/index.html)" if CHECKER else missing)


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
