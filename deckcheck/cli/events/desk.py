"""``deckcheck desk``: a web server on an event file."""

from __future__ import annotations

import contextlib
import functools
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

import click

from deckcheck.cli.data_options import Data, dated_options
from deckcheck.cli.deck_options import format_option
from deckcheck.cli.events.shared import facts_options, new_event
from deckcheck.cli.parameters import FILE, NEW_FILE, Whole, idle
from deckcheck.model.errors import UsageError, needing
from deckcheck.model.names import printable

if TYPE_CHECKING:
    from deckcheck.desk.site import Site

_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - what the user asks for


@click.command("desk")
@idle("--new --url --tls-cert --tls-key --new-links", apart="--api-only", help="programs need no event")
@idle("--workers", needs="--api-only")
@idle("--tls-key", needs="--tls-cert")
@idle("--new", needs="--format", help="`deckcheck formats list` lists the formats")
@idle("--format --name --deadline --zone --as-of", needs="--new", help="`deckcheck event set` changes an event")
@click.argument("file", metavar="[FILE]", required=False, type=NEW_FILE)
@click.option("--new", is_flag=True, expose_value=False, help="Make the event first; needs --format.")
@format_option("Format of a new event.")
@facts_options
@dated_options
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on; 0.0.0.0: all."
)
@click.option("--port", default=8470, show_default=True, type=Whole(1, 65535), help="Port to listen on.")
@click.option("--url", metavar="URL", help="Address that visitors use, such as the address of a proxy.")
@click.option("--behind-proxy", is_flag=True, help="Trust the client addresses that a proxy on this machine sends.")
@click.option("--tls-cert", type=FILE, help="Certificate (PEM); the desk then answers by HTTPS.")
@click.option("--tls-key", type=FILE, help="Key of the certificate.  [default: in the same file]")
@click.option("--new-links", is_flag=True, help="Print new sign-up and organiser links; the old ones stop working.")
@click.option("--api-only", is_flag=True, help="Answer programs only; no event is needed.")
@click.option(
    "--workers",
    type=Whole(1, 64),
    help="Processes that answer programs, with --api-only.  [default: one for each core]",
)
def command(
    *,
    file: Path | None,
    format_name: str | None,
    host: str,
    port: int,
    url: str | None,
    behind_proxy: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    new_links: bool,
    api_only: bool,
    workers: int | None,
    data: Data,
    **facts: str | None,
) -> None:
    """Run the web desk of an event. Players hand in lists by a link; organisers and judges have links of their own.

    \b
    deckcheck desk --new cup.event --format celestial-40-40
    deckcheck desk cup.event --host 0.0.0.0
    deckcheck desk cup.event --url https://cup.example.org --behind-proxy
    deckcheck desk --api-only --workers 2

    It prints a sign-up link for the players and a link for the organiser, with a QR code. Both keep working when the
    desk is started again. Programs send lists to /api. Stop it with Ctrl+C. Needs the extra "desk".
    """
    with needing("desk", "the desk"):
        from deckcheck.desk import programs, server
        from deckcheck.desk.guard import DeskSettings
        from deckcheck.desk.site import Site
    if api_only:
        if file:
            raise UsageError("`--api-only` needs no event", help=f"leave out {file}")
        _serve_programs(host, port, workers, data)
        return
    if file is None:
        raise UsageError("pass the FILE of an event, or --api-only")
    base = (url or _base(host, port, secure=tls_cert is not None)).rstrip("/")
    parts = _server(base)
    hosts = (str(parts.hostname), "127.0.0.1", "localhost", "::1", *(() if host in _EVERYWHERE else (host.lower(),)))
    settings = DeskSettings(hosts=hosts, secure=parts.scheme == "https", behind_proxy=behind_proxy)
    tls = server.tls_files(tls_cert, tls_key)
    with server.listening(host, port) as listener:
        if format_name:
            new_event(file, format_name, data, "", **facts)
        with (
            contextlib.closing(programs.ProgramDesk(data.folders)) as program_desk,
            contextlib.closing(Site(file, data.folders, settings, base)) as site,
        ):
            made = server.server_of(server.event_application(site, program_desk.routes()), settings, **tls)
            _until_stopped(lambda: server.run(made, listener, lambda: _print_links(site, new_links=new_links)))


def _server(address: str) -> SplitResult:
    """Return the parts of a server's address; raises UsageError for any other address."""
    with contextlib.suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and not parts.path and parts.port != 0:
            return parts
    raise UsageError(f"`{address}` is not the address of a server", help="write it as https://cup.example.org")


def _serve_programs(host: str, port: int, workers: int | None, data: Data) -> None:
    """Run the interface for programs until the command is stopped."""
    from deckcheck.desk import server
    from deckcheck.desk.guard import DeskSettings

    hosts = (*DeskSettings().hosts, _own_address() if host in _EVERYWHERE else host.lower())
    said = f"Programs are answered at {_base(host, port, secure=False)}/api. Stop with Ctrl+C."
    serve = functools.partial(server.serve, DeskSettings(hosts=hosts, per_minute=0), data.folders, host=host, port=port)
    _until_stopped(lambda: serve(workers=workers or os.cpu_count() or 1, started=lambda: click.echo(said)))


def _until_stopped(serve: Callable[[], None]) -> None:
    """Run a server until it ends; Ctrl+C ends it without an error."""
    with contextlib.suppress(KeyboardInterrupt):
        serve()
    click.echo("The desk has stopped.")


def _base(host: str, port: int, *, secure: bool) -> str:
    """Return the address of the desk; a desk that listens everywhere has this machine's own address."""
    if host in _EVERYWHERE:
        host = _own_address()
    shown = f"[{host}]" if ":" in host else host
    return f"{'https' if secure else 'http'}://{shown}:{port}"


def _own_address() -> str:
    """Return the address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses the network.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostbyname(socket.gethostname())


def _print_links(site: Site, *, new_links: bool) -> None:
    """Print the links that are new; the secrets of earlier links are not stored."""
    from deckcheck.desk.links import NewLink, give, in_use
    from deckcheck.desk.site import EventDesk
    from deckcheck.events.model import Opens

    wanted: tuple[Opens, ...] = ("sign-up", "organiser")

    def links(desk: EventDesk) -> list[NewLink]:
        with desk.event.writing():
            for opens in wanted:
                for link in in_use(desk.event, opens) if new_links else ():
                    desk.event.revoke(link)
            return [give(desk.event, opens) for opens in wanted if not in_use(desk.event, opens)]

    info = site.clerk.now(lambda desk: desk.event.info)
    made = {each.link.opens: site.base + each.path for each in site.clerk.now(links)}
    click.echo(f"{printable(info.name)} at {site.base}")
    for opens, what in zip(wanted, ("Players sign up:", "Organiser:"), strict=True):
        click.echo(f"  {what:<17}{made.get(opens, 'the link given out before; --new-links makes another')}")
    if "sign-up" in made:
        _print_code(made["sign-up"])
    click.echo("Keep the organiser link to yourself. Stop with Ctrl+C.")


def _print_code(address: str) -> None:
    """Print a QR code, if the output can show one."""
    import io
    import sys

    import segno

    text = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=text, compact=True)
    if (sys.stdout.encoding or "").lower().startswith("utf"):
        click.echo(text.getvalue())
