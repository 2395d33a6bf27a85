"""``deckcheck desk``: a web server on an event file."""

from __future__ import annotations

import os
from pathlib import Path

import click

from deckcheck.cli.common import EXIT_LEGAL
from deckcheck.cli.data_options import Data, data_options
from deckcheck.model.errors import UsageError

_NEEDS = "pip install 'deckcheck[desk]'"


@click.command("desk")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on.")
@click.option("--port", default=8470, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--api-only", is_flag=True, help="Answer only programs, without an event.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=lambda: min(os.cpu_count() or 1, 64),
    help="Processes that answer programs with --api-only.  [default: one for each core]",
)
@data_options
def command(*, file: Path | None, host: str, port: int, api_only: bool, workers: int, data: Data) -> int:
    """Run the web desk of an event: players hand in by a link, the organiser and judges look on.

    \b
    deckcheck desk cup.event
    deckcheck desk --api-only
    """
    if api_only == bool(file):
        raise UsageError("pass either the FILE of an event or --api-only")
    if api_only:
        return _serve_programs(host, port, workers, data)
    try:
        import uvicorn

        from deckcheck.desk.app import application
        from deckcheck.desk.settings import Settings
    except ImportError as error:
        raise UsageError(f"the desk needs the library {error.name}", help=f"install the extra: {_NEEDS}") from None
    uvicorn.run(application(Settings(), ()), host=host, port=port, log_level="warning", access_log=False)
    return EXIT_LEGAL


def _serve_programs(host: str, port: int, workers: int, data: Data) -> int:
    """Answer programs until the command is stopped."""
    try:
        from deckcheck.desk import api_server
        from deckcheck.desk.settings import Settings
    except ImportError as error:
        raise UsageError(f"the desk needs the library {error.name}", help=f"install the extra: {_NEEDS}") from None

    def started(port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"Programs are answered at http://{shown}:{port}/api. Stop with Ctrl+C.")

    settings = Settings(hosts=(*Settings().hosts, host.lower()), per_minute=0)
    folders = data.formats_dir, data.cardpools_dir
    api_server.serve(settings, folders, host=host, port=port, workers=workers, started=started)
    return EXIT_LEGAL
