"""The organiser's pages: everybody, one player, links, and the papers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from deckcheck.desk import editor, links, office, pages
from deckcheck.desk.clerk import EventDesk, State
from deckcheck.desk.live import ChangeFeed
from deckcheck.desk.player import facts, text_of
from deckcheck.desk.site import Site, Visitor, go, route, shown
from deckcheck.events.model import Link, LogEntry, Player, RulingRow, Submission, now
from deckcheck.events.ruling import add_ruling, check_ruling
from deckcheck.events.standings import MISSING, PlayerStanding
from deckcheck.events.taking import current
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold

_LONG = 900.0
# The views of the table: what they are called, and whom they show.
VIEWS: dict[str, tuple[str, Callable[[PlayerStanding], bool]]] = {
    "all": ("all", lambda _: True),
    "todo": ("to do", lambda each: each.needs_work),
    "missing": ("missing", lambda each: each.verdict == MISSING),
    "late": ("late", lambda each: each.late),
}


class OnePlayer(Struct, frozen=True):
    """What the organiser sees of one player: `locked` says whether the list is, `log` what was done."""

    player: Player
    lists: list[Submission]
    verdict: str
    locked: bool
    log: list[LogEntry]
    links: list[Link]

    @property
    def current(self) -> Submission | None:
        """The list that counts."""
        return current(self.lists)


def routes(site: Site, changes: ChangeFeed) -> list[Route]:
    """Return the routes of organisers."""

    async def stream(_: Visitor) -> StreamingResponse:
        return changes.stream()

    gets = {
        "": _everybody,
        "/changes": stream,
        "/player/{player:int}": _look,
        "/player/{player:int}/list/{revision:int}": _old,
        "/links": _links,
        "/sheets": _sheets,
        "/export.zip": _export,
    }
    posts = {
        "/player": _add,
        "/player/{player:int}": _act,
        "/player/{player:int}/verdict": _verdict,
        "/links": _change_links,
        "/event": _change_event,
        "/letters.zip": _letters,
    }
    return [
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
    label, belongs = VIEWS.get(view, VIEWS["all"])
    everybody_locked = await visitor.run(lambda desk: desk.event.is_locked(0))
    return shown(
        "organiser.html",
        visitor,
        state=state,
        rows=matching([each for each in state.found if belongs(each)], asked),
        tabs=[(key, name, sum(map(test, state.found))) for key, (name, test) in VIEWS.items()],
        view=view if view in VIEWS else "all",
        label=label,
        asked=asked,
        locked=everybody_locked,
        **await _facts(visitor, state),
    )


async def _facts(visitor: Visitor, state: State) -> dict[str, Any]:
    format = await visitor.run(lambda desk: desk.checker.format)
    return facts(state.info, format, visitor.site.now())


def one_player(desk: EventDesk, player: int) -> OnePlayer:
    """Return all about one player; raises UsageError when there is none."""
    found = desk.event.player(player)
    if found is None:
        raise UsageError("there is no such player", help="The player may have been deleted.")
    standing = desk.state.of(player)
    return OnePlayer(
        player=found,
        lists=desk.event.submissions(player),
        verdict=standing.verdict if standing else MISSING,
        locked=desk.event.is_locked(player),
        log=desk.event.rows(LogEntry, "player = ?", player),
        links=links.in_use(desk.event, "player", player),
    )


async def _one(visitor: Visitor) -> OnePlayer:
    found: OnePlayer = await visitor.run(lambda desk: one_player(desk, visitor.request.path_params["player"]))
    return found


async def _look(visitor: Visitor) -> Response:
    one = await _one(visitor)
    draft = editor.ListDraft(text_of(one.current) if one.current else "")
    if draft.text.strip():
        draft = await editor.checked(visitor, draft, one.player.name)
    return await _page(visitor, one, draft)


async def _page(
    visitor: Visitor, one: OnePlayer, draft: editor.ListDraft, given: links.Given | None = None, status: int = 200
) -> Response:
    state = await visitor.state()
    return shown(
        "organiser-player.html",
        visitor,
        status,
        one=one,
        draft=draft,
        can_hand_in=True,
        address=visitor.site.base + given.path if given else "",
        log=[(each, json.loads(each.data)) for each in reversed(one.log)],
        **await _facts(visitor, state),
    )


async def _verdict(visitor: Visitor) -> Response:
    one = await _one(visitor)
    draft = await editor.draft_of(visitor, one.player.name)
    return shown("verdict.html", visitor, one=one, draft=draft, can_hand_in=True)


async def _act(visitor: Visitor) -> Response:
    """Do what a form on the page of a player asks for: an action on the player, else one on the list in the form."""
    one = await _one(visitor)
    action = visitor.field("do")
    if action in _ACTIONS:
        given = await visitor.run(lambda desk: _ACTIONS[action](desk, one, visitor))
        return await _page(visitor, await _one(visitor), editor.ListDraft(), given) if given else go(_path(one))
    draft = await editor.draft_of(visitor, one.player.name)
    if action == "hand-in" and draft.can_be_handed_in:
        received = visitor.site.now().isoformat(timespec="microseconds")
        taken = await visitor.run(lambda desk: editor.hand_in(desk, one.player.id, draft, received, "organiser"))
        if taken.what != "locked":
            return go(_path(one))
        return await _page(visitor, one, replace(draft, trouble="The list is locked. Unlock it first."), status=409)
    return await _page(visitor, one, draft)


def _path(one: OnePlayer) -> str:
    return f"/organiser/player/{one.player.id}"


def _logged(kind: str) -> Callable[[EventDesk, OnePlayer, Visitor], None]:
    def act(desk: EventDesk, one: OnePlayer, _: Visitor) -> None:
        with desk.event.writing():
            desk.event.log(kind, one.player.id)

    return act


def _status(status: str) -> Callable[[EventDesk, OnePlayer, Visitor], None]:
    def act(desk: EventDesk, one: OnePlayer, _: Visitor) -> None:
        with desk.event.writing():
            desk.event.change_player(one.player, status=status)

    return act


def _seat(desk: EventDesk, one: OnePlayer, visitor: Visitor) -> None:
    with desk.event.writing():
        desk.event.change_player(one.player, seat=visitor.field("seat").strip()[:40])


def _link(desk: EventDesk, one: OnePlayer, _: Visitor) -> links.Given:
    """Give the player a new link; those before open nothing any more."""
    with desk.event.writing():
        for each in links.in_use(desk.event, "player", one.player.id):
            desk.event.revoke(each)
        return links.give(desk.event, "player", one.player.id, one.player.name)


def _rule(desk: EventDesk, one: OnePlayer, visitor: Visitor) -> None:
    """Decide about one kind of finding in the list as it is now, or in all lists."""
    everybody = visitor.field("scope") == "all"
    row = RulingRow(
        time=now(),
        judge=visitor.who,
        decision="allow" if visitor.field("decision") == "allow" else "reject",
        reason=visitor.field("why").strip()[:500],
        code=visitor.field("code"),
        card=visitor.field("card"),
        player="" if everybody else one.player.name,
        fingerprint="" if everybody or not one.current else one.current.fingerprint,
    )
    if not row.reason:
        raise UsageError("a ruling needs a reason", help="The player reads it.")
    check_ruling(row, desk.checker)
    add_ruling(desk.event, row, 0 if everybody else one.player.id)


_ACTIONS: dict[str, Callable[[EventDesk, OnePlayer, Visitor], links.Given | None]] = {
    "lock": _logged("lock"),
    "unlock": _logged("unlock"),
    "drop": _status("dropped"),
    "undrop": _status("registered"),
    "seat": _seat,
    "link": _link,
    "rule": _rule,
}


async def _old(visitor: Visitor) -> Response:
    one = await _one(visitor)
    wanted = visitor.request.path_params["revision"]
    found = [each for each in one.lists if each.revision == wanted]
    if not found:
        return pages.message("There is no such list", "Go back to the player.", 404)
    title = f"Revision {wanted}"
    return shown("list.html", visitor, title=title, text=text_of(found[0]), back=_path(one), player=one.player.name)


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


async def _links(visitor: Visitor, given: links.Given | None = None) -> Response:
    every = await visitor.run(lambda desk: desk.event.rows(Link, "player = 0"))
    state = await visitor.state()
    return shown(
        "links.html",
        visitor,
        links=every,
        own=visitor.link.id,
        given=given,
        address=visitor.site.base + given.path if given else "",
        **await _facts(visitor, state),
    )


async def _change_links(visitor: Visitor) -> Response:
    action, _, argument = visitor.field("do").partition(" ")
    if action == "revoke":

        def revoke(desk: EventDesk) -> None:
            with desk.event.writing():
                for link in desk.event.rows(Link, "id = ? and revoked = 0", int(argument or 0)):
                    desk.event.revoke(link)

        await visitor.run(revoke)
        return go("/organiser/links")
    opens = next((each for each in ("judge", "organiser", "sign-up") if each == argument), None)
    if action != "give" or opens is None:
        raise UsageError("the desk does not know this action", help="Reload the page.")

    def give(desk: EventDesk) -> links.Given:
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
    made = await site.slow.run(office.sheets_page, site.path, site.folders, seconds=_LONG)
    return Response(made, media_type="text/html", headers={"Content-Security-Policy": pages.DOCUMENT_POLICY})


async def _letters(visitor: Visitor) -> Response:
    site = visitor.site
    made = await site.slow.run(office.letters_archive, site.path, site.folders, visitor.who, seconds=_LONG)
    return _download(made, "letters.zip")


async def _export(visitor: Visitor) -> Response:
    site = visitor.site
    return _download(await site.slow.run(office.export_archive, site.path, site.folders, seconds=_LONG), "event.zip")


def _download(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/zip", headers=headers)
