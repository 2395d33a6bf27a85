"""The organiser's pages: everybody, one player, links, and the papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from deckcheck.desk import links, organiser_player, pages, slow_jobs
from deckcheck.desk.clerk import ChangeFeed, EventDesk
from deckcheck.desk.site import Site, Visitor, go, route, shown
from deckcheck.events.model import Link, Player
from deckcheck.events.standings import MISSING, PlayerStanding
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold

_LONG = 900.0
# The views of the table: what they are called, and whom they show.
VIEWS: dict[str, tuple[str, Callable[[PlayerStanding], bool]]] = {
    "all": ("all", lambda each: not each.has_dropped),
    "todo": ("to do", lambda each: each.needs_work),
    "missing": ("missing", lambda each: each.verdict == MISSING and not each.has_dropped),
    "late": ("late", lambda each: each.late and not each.has_dropped),
    "dropped": ("dropped", lambda each: each.has_dropped),
}


def routes(site: Site, changes: ChangeFeed) -> list[Route]:
    """Return the routes of organisers."""

    async def stream(_: Visitor) -> StreamingResponse:
        return changes.stream()

    gets = {
        "": _everybody,
        "/changes": stream,
        "/links": _links,
        "/sheets": _sheets,
        "/export.zip": _export,
    }
    posts = {
        "/player": _add,
        "/links": _change_links,
        "/event": _change_event,
        "/letters.zip": _letters,
    }
    return [
        *organiser_player.routes(site),
        *(route(site, "organiser", f"/organiser{path}", handler) for path, handler in gets.items()),
        *(route(site, "organiser", f"/organiser{path}", handler, post=True) for path, handler in posts.items()),
    ]


def matching(found: list[PlayerStanding], query: str) -> list[PlayerStanding]:
    """Return those whose name, contact, seat or fingerprint has a text in it."""
    key = fold(query)
    if not key:
        return found
    return [each for each in found if key in fold(" ".join(_words(each)))]


def _words(each: PlayerStanding) -> Iterator[str]:
    yield from (each.player.name, each.player.contact, each.player.external_id, each.player.seat)
    if each.submission:
        yield each.submission.fingerprint[7:19]


async def _everybody(visitor: Visitor) -> Response:
    query = visitor.request.query_params
    view = query.get("show", "all")
    asked = query.get("q", "")[:100]
    state = await visitor.state()
    view = view if view in VIEWS else "all"
    label, belongs = VIEWS[view]
    everybody = [*state.found, *state.dropped]
    # Who looks for a name among all looks for those who dropped too.
    seen = everybody if asked and view == "all" else [each for each in everybody if belongs(each)]
    everybody_locked = await visitor.run(lambda desk: desk.event.is_locked(0))
    return shown(
        "organiser.html",
        visitor,
        state=state,
        rows=matching(seen, asked),
        tabs=[(key, name, sum(map(test, everybody))) for key, (name, test) in VIEWS.items()],
        view=view,
        label=label,
        asked=asked,
        locked=everybody_locked,
        **await visitor.facts(),
    )


async def _add(visitor: Visitor) -> Response:
    """Add a player whom the organiser names."""
    name = " ".join(visitor.field("name").split())[:200]
    if not fold(name):
        raise UsageError("a player needs a name", help="Go back and enter it.")

    def add(desk: EventDesk) -> int:
        with desk.event.writing():
            player = desk.event.add(Player(name=name))
            desk.event.log("expected", player.id)
            return player.id

    return go(f"/organiser/player/{await visitor.run(add)}")


async def _links(visitor: Visitor, given: links.NewLink | None = None) -> Response:
    every = await visitor.run(lambda desk: desk.event.rows(Link, "player = 0"))
    return shown(
        "links.html",
        visitor,
        links=every,
        own=visitor.link.id,
        given=given,
        address=visitor.site.base + given.path if given else "",
        **await visitor.facts(),
    )


async def _change_links(visitor: Visitor) -> Response:
    action, _, argument = visitor.field("do").partition(" ")
    if action == "revoke":

        def revoke(desk: EventDesk) -> None:
            with desk.event.writing():
                for link in desk.event.rows(Link, "revoked = 0"):
                    if str(link.id) == argument:
                        desk.event.revoke(link)

        await visitor.run(revoke)
        return go("/organiser/links")
    opens = next((each for each in ("judge", "organiser", "sign-up") if each == argument), None)
    if action != "give" or opens is None:
        raise UsageError("the desk has no such action", help="Reload the page.")

    def give(desk: EventDesk) -> links.NewLink:
        with desk.event.writing():
            return links.give(desk.event, opens, name=" ".join(visitor.field("name").split())[:60])

    return await _links(visitor, await visitor.run(give))


async def _change_event(visitor: Visitor) -> Response:
    """Lock or unlock all lists, open or close them."""
    action = visitor.field("do")

    def change(desk: EventDesk) -> None:
        with desk.event.writing():
            if action in ("lock", "unlock"):
                desk.event.log(action)
            elif action in ("open", "secret"):
                desk.event.change_event(visibility=action)

    await visitor.run(change)
    return go("/organiser")


async def _sheets(visitor: Visitor) -> Response:
    site = visitor.site
    made = await site.slow.run(slow_jobs.sheets_page, site.path, site.folders, seconds=_LONG)
    return Response(made, media_type="text/html", headers={"Content-Security-Policy": pages.DOCUMENT_POLICY})


async def _letters(visitor: Visitor) -> Response:
    site = visitor.site
    made = await site.slow.run(slow_jobs.letters_archive, site.path, site.folders, visitor.who, seconds=_LONG)
    return _download(made, "letters.zip")


async def _export(visitor: Visitor) -> Response:
    site = visitor.site
    return _download(await site.slow.run(slow_jobs.export_archive, site.path, site.folders, seconds=_LONG), "event.zip")


def _download(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/zip", headers=headers)
