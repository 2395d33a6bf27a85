"""Hooks of mkdocs that add the pages generated from the code to the site and to its navigation."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from docsite import commands, formats, rules

# The generated pages of a folder follow its index page in the navigation.
FOLDERS = ("commands", "formats", "rules")

# The folder of the page that checks decks, where it was built: `python -m docsite.checker --out DIR`.
CHECKER = os.environ.get("DECKCHECK_PAGE", "")
_PLACE_OF_CHECKER = "<!-- page -->"

# What the pages link to in a checkout, and the page of the site that shows it.
SHOWN = {
    "../CHANGELOG.md": "changelog.md",
    "../CONTRIBUTING.md": "contributing.md",
    "../SECURITY.md": "security.md",
    "../deckcheck/rules/catalogue/": "rules/index.md",
    "../formats/": "formats/index.md",
}

_pages: dict[str, str] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Generate the pages and add them to the navigation."""
    shown = formats.shipped()
    _pages.clear()
    _pages.update(commands.pages() | formats.pages(shown) | rules.pages(each.format for each in shown))
    for name, page in SHOWN.items():
        if page == Path(name).name.lower():  # On the site these pages are inside docs/.
            _pages[page] = Path(config.docs_dir, name).read_text("utf-8").replace("](docs/", "](")
    config.nav = [each for item in config.nav or [] for each in _completed(item)]
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
    """Link to the pages of the site, and to the page that checks decks from its description, where it was built."""
    for name, shown in SHOWN.items():
        markdown = re.sub(rf"\]\({re.escape(name)}(?=[)#])", f"]({shown}", markdown)
    missing = "This copy of the documentation was built without the page."
    return markdown.replace(_PLACE_OF_CHECKER, "[**Open the page**](checker/index.html)" if CHECKER else missing)


def _completed(item: Any) -> list[Any]:  # noqa: ANN401 - what YAML gives
    """Return the entries of the navigation that replace `item`."""
    if isinstance(item, str):
        folder, _, name = item.rpartition("/")
        is_index = name == "index.md" and folder in FOLDERS
        others = (path for path in _pages if is_index and path.startswith(f"{folder}/") and path != item)
        return [item, *sorted(others, key=_title)]
    ((title, below),) = item.items()
    return [{title: [each for one in below for each in _completed(one)] if isinstance(below, list) else below}]


def _title(path: str) -> str:
    return _pages[path].partition("\n")[0]
