"""The templates, set up so that nothing in a deck file can become markup."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.model.names import printable

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_FOLDER = Path(__file__).parent / "templates"


def stylesheet(*names: str) -> Markup:
    """Return style sheets of the templates folder as one, to stand in a ``style`` element."""
    from markupsafe import Markup

    return Markup("\n".join((_FOLDER / f"{name}.css").read_text("utf-8") for name in names))  # noqa: S704 - our own files


def policy(style: str) -> str:
    """Return a content security policy that allows the one style sheet `style`, and nothing else at all."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"


@cache
def environment() -> Environment:
    """Return the environment of the templates: every value is escaped, and a name without a value is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: object) -> object:
    """Return what is written for a value: text gets its control and bidirectional characters escaped."""
    return printable(value) if type(value) is str else value
