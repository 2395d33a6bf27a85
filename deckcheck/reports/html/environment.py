"""The templates, set up so that nothing in a deck file can become markup."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckcheck import __version__
from deckcheck.model.names import printable
from deckcheck.reports.html import views
from deckcheck.reports.told import lines_in, lines_of
from deckcheck.reports.wording import for_players, notes_of

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

# Folders with templates and style sheets of further pages.
TemplateFolders = tuple[Path, ...]

_FOLDER = Path(__file__).parent / "templates"


def page(template: str, *styles: str, folders: TemplateFolders = (), **values: Any) -> Iterator[str]:  # noqa: ANN401 - those of the template
    """Yield a page with style sheets; its policy allows these only. Templates in `folders` come before those here."""
    style = stylesheet(*styles, folders=folders)
    found = environment(folders).get_template(template)
    return found.generate(style=style, policy=policy(style), version=__version__, **values)


def stylesheet(*names: str, folders: TemplateFolders = ()) -> Markup:
    """Return style sheets as one, for a ``style`` element; those in `folders` come before those here."""
    from markupsafe import Markup

    every = (*folders, _FOLDER)
    paths = (next(path for folder in every if (path := folder / f"{name}.css").is_file()) for name in names)
    return Markup("\n".join(path.read_text("utf-8") for path in paths))  # noqa: S704 - our own files


def policy(style: str) -> str:
    """Return a content security policy that allows the one style sheet `style`, and nothing else at all."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"


@cache
def environment(folders: TemplateFolders = ()) -> Environment:
    """Return the environment of the templates: every value is escaped.

    Templates can call the functions about decks that they share.
    """
    from jinja2 import Environment

    found = strict_environment(Environment, (*folders, _FOLDER), autoescape=True)
    ours = (views.pieces, views.title_of, views.others_of, views.first_reason, views.grouped_fingerprint)
    for shared in (*ours, lines_in, lines_of, for_players, notes_of):
        found.globals[shared.__name__] = shared
    return found


def strict_environment(kind: type[Environment], folders: TemplateFolders, *, autoescape: bool) -> Environment:
    """Return an environment of the templates in `folders`, the first ones first; a name without a value is an error."""
    from jinja2 import FileSystemLoader, StrictUndefined

    return kind(
        loader=FileSystemLoader(folders),
        autoescape=autoescape,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: object) -> object:
    """Return a value as pages show it, with control and bidirectional characters of text escaped."""
    return printable(value) if type(value) is str else value
