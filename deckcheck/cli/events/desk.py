"""``deckcheck desk``: a web server on an event file."""

from __future__ import annotations

from pathlib import Path

import click

from deckcheck.cli.common import EXIT_LEGAL
from deckcheck.cli.data_options import Data, data_options
from deckcheck.model.errors import UsageError

_NEEDS = "pip install 'deckcheck[desk]'"


@click.command("desk")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on.")
@click.option("--port", default=8470, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@data_options
def command(*, file: Path, host: str, port: int, data: Data) -> int:  # noqa: ARG001 - to come with the pages
    """Run the web desk of an event: players hand in by a link, the organiser and judges look on.

    \b
    deckcheck desk cup.event
    """
    try:
        import uvicorn

        from deckcheck.desk.app import application
        from deckcheck.desk.settings import Settings
    except ImportError as error:
        raise UsageError(f"the desk needs the library {error.name}", help=f"install the extra: {_NEEDS}") from None
    uvicorn.run(application(Settings(), ()), host=host, port=port, log_level="warning", access_log=False)
    return EXIT_LEGAL
