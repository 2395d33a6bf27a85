"""The organiser's page of one player: the report, revisions and log; correcting, ruling, locking, links."""

from __future__ import annotations

import json
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response
from starlette.routing import Route

from deckcheck.desk import editor, links
from deckcheck.desk.clerk import EventDesk
from deckcheck.desk.site import Site, Visitor, go, route, shown
from deckcheck.events.checking import add_ruling, check_ruling
from deckcheck.events.model import Link, LogEntry, Player, RulingRow, Submission, now
from deckcheck.events.standings import MISSING
from deckcheck.events.taking import current
from deckcheck.model.errors import UsageError

_INTERNAL = frozenset(("submission", "stated", "link", "ruling", "deck_check"))


class _ListReplaced(Exception):
    """A ruling about a list that another one replaced, with what to do."""


class OnePlayer(Struct, frozen=True):
    """The organiser's view of one player: `locked` is about the list, `log` has the actions."""

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


def routes(site: Site) -> list[Route]:
    """Return the routes of the pages of players, for organisers."""
    path = "/organiser/player/{player:id}"
    return [
        route(site, "organiser", path, _look),
        route(site, "organiser", path, _act, post=True),
        route(site, "organiser", f"{path}/verdict", _verdict, post=True),
        route(site, "organiser", f"{path}/list/{{revision:id}}", _old),
    ]


def one_player(desk: EventDesk, player: int) -> OnePlayer:
    """Return the view of one player; raises UsageError for an unknown id."""
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
    return await _page(visitor, one, await editor.draft_of_list(visitor, one.current, one.player))


async def _page(  # noqa: PLR0913 - all that is on the page
    visitor: Visitor,
    one: OnePlayer,
    draft: editor.ListDraft,
    given: links.NewLink | None = None,
    *,
    status: int = 200,
    wrong: str = "",
) -> Response:
    return shown(
        "organiser-player.html",
        visitor,
        status,
        one=one,
        draft=draft,
        can_hand_in=True,
        wrong=wrong,
        # The finding of a ruling that was refused, with the reason that was entered for it.
        refused={key: visitor.field(key) for key in ("code", "card", "why")} if wrong else {},
        address=visitor.site.base + given.path if given else "",
        log=[(each, _facts(each)) for each in reversed(one.log)],
        **await visitor.facts(),
    )


def _facts(entry: LogEntry) -> str:
    """Return what an entry of the log says, without the numbers of rows in the file."""
    data = json.loads(entry.data).items()
    return ", ".join(f"{key} {value}" for key, value in data if value not in ("", 0) and key not in _INTERNAL)


async def _verdict(visitor: Visitor) -> Response:
    one = await _one(visitor)
    draft = await editor.draft_of(visitor, one.player)
    return shown("verdict.html", visitor, one=one, draft=draft, can_hand_in=True)


async def _act(visitor: Visitor) -> Response:
    """Do what a form on the page of a player asks for: an action on the player, else one on the list in the form."""
    one = await _one(visitor)
    action = visitor.field("do")
    if action in _ACTIONS:

        def act(desk: EventDesk) -> links.NewLink | None:
            with desk.event.writing():
                return _ACTIONS[action](desk, one_player(desk, one.player.id), visitor)

        try:
            given = await visitor.run(act)
        except _ListReplaced as error:
            one = await _one(visitor)
            draft = await editor.draft_of_list(visitor, one.current, one.player)
            return await _page(visitor, one, draft, status=409, wrong=str(error))
        if given is None:
            return go(_path(one))
        one = await _one(visitor)
        return await _page(visitor, one, editor.draft_after(one.current), given)
    draft = await editor.draft_of(visitor, one.player)
    if action == "hand-in" and draft.can_be_handed_in:
        received = visitor.site.now().isoformat(timespec="microseconds")

        def take(desk: EventDesk) -> editor.ListDraft | None:
            refused = editor.replaced(desk, one.player.id, draft)
            if refused is None and editor.hand_in(desk, one.player.id, draft, received, "organiser").what == "locked":
                return replace(draft, trouble="The list is locked. Unlock it first.")
            return refused

        refused = await visitor.run(take)
        return await _page(visitor, await _one(visitor), refused, status=409) if refused else go(_path(one))
    return await _page(visitor, one, draft)


def _path(one: OnePlayer) -> str:
    return f"/organiser/player/{one.player.id}"


def _logged(kind: str) -> Callable[[EventDesk, OnePlayer, Visitor], None]:
    return lambda desk, one, _: desk.event.log(kind, one.player.id)


def _drop(desk: EventDesk, one: OnePlayer, _: Visitor) -> None:
    desk.event.change_player(one.player, status="dropped")


def _undrop(desk: EventDesk, one: OnePlayer, _: Visitor) -> None:
    desk.event.change_player(one.player, status="registered" if one.lists else "expected")


def _seat(desk: EventDesk, one: OnePlayer, visitor: Visitor) -> None:
    desk.event.change_player(one.player, seat=visitor.field("seat").strip()[:40])


def _link(desk: EventDesk, one: OnePlayer, _: Visitor) -> links.NewLink:
    """Give the player a new link; those before open nothing any more."""
    for each in links.in_use(desk.event, "player", one.player.id):
        desk.event.revoke(each)
    return links.give(desk.event, "player", one.player.id, one.player.name)


def _rule(desk: EventDesk, one: OnePlayer, visitor: Visitor) -> None:
    """Decide about one kind of finding in the list on the page of the form, or in all lists."""
    everybody = visitor.field("scope") == "all"
    if not everybody and str(one.current.id if one.current else 0) != visitor.field("submission"):
        raise _ListReplaced("The player has handed in another list since. This page shows the new one; rule again.")
    row = RulingRow(
        time=now(),
        judge=visitor.who,
        decision="allow" if visitor.field("decision") == "allow" else "reject",
        reason=visitor.field("why").strip(),
        code=visitor.field("code"),
        card=visitor.field("card"),
        player="" if everybody else one.player.name,
        fingerprint="" if everybody or not one.current else one.current.fingerprint,
    )
    check_ruling(row, desk.checker)
    add_ruling(desk.event, row, 0 if everybody else one.player.id)


# What the forms do, inside `writing`.
_ACTIONS: dict[str, Callable[[EventDesk, OnePlayer, Visitor], links.NewLink | None]] = {
    "lock": _logged("lock"),
    "unlock": _logged("unlock"),
    "drop": _drop,
    "undrop": _undrop,
    "seat": _seat,
    "link": _link,
    "rule": _rule,
}


async def _old(visitor: Visitor) -> Response:
    one = await _one(visitor)
    return editor.old_list(visitor, one.lists, _path(one), one.player.name)
