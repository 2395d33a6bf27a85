"""The page of a player: check a list, fix it, hand it in, see the registered one."""

from __future__ import annotations

import datetime

from msgspec import Struct
from starlette.responses import Response
from starlette.routing import Route

from deckcheck.desk import editor
from deckcheck.desk.clerk import EventDesk
from deckcheck.desk.site import Site, Visitor, go, route, shown
from deckcheck.events.model import Player, Submission, is_late
from deckcheck.events.taking import current
from deckcheck.model.errors import UsageError

# More revisions of one player than anybody needs would only fill the disk.
_MOST_LISTS = 200


class OwnPage(Struct, frozen=True):
    """What a player may see: the player's own lists, oldest first.

    `verdict` is that of the list that counts, with rulings; `shut` says why the player cannot hand in now.
    """

    player: Player
    lists: list[Submission]
    verdict: str
    shut: str

    @property
    def current(self) -> Submission | None:
        """The list that counts."""
        return current(self.lists)


def own(desk: EventDesk, player: int, now: datetime.datetime) -> OwnPage:
    """Return what a player may see; raises UsageError for one who was removed."""
    found = desk.event.player(player)
    if found is None:
        raise UsageError("you are no longer registered", help="ask the organiser")
    lists = desk.event.submissions(player)
    counts = current(lists)
    verdict = desk.checker.verdict(counts, found.name)[0] if counts and counts.is_readable else ""
    return OwnPage(found, lists, verdict, shut(desk, found, lists, now))


def shut(desk: EventDesk, player: Player, lists: list[Submission], now: datetime.datetime) -> str:
    """Return why a player cannot hand in now, "" when that is possible.

    After the deadline a first list is still accepted, as late; an accepted list stays.
    """
    if player.status == "dropped":
        return "You are not in this event any more."
    if desk.event.is_locked(player.id):
        return "The organiser has locked the lists."
    if len(lists) >= _MOST_LISTS:
        return f"You have handed in {_MOST_LISTS} lists."
    counts = current(lists)
    if counts and counts.is_readable and is_late(now.isoformat(), desk.event.info.deadline):
        return "The deadline has passed."
    return ""


def routes(site: Site) -> list[Route]:
    """Return the routes of players."""
    return [
        route(site, "player", "/player", _look),
        route(site, "player", "/player", _act, post=True),
        route(site, "player", "/player/verdict", _verdict, post=True),
        route(site, "player", "/player/list/{revision:id}", _old),
    ]


async def _own(visitor: Visitor) -> OwnPage:
    found: OwnPage = await visitor.run(lambda desk: own(desk, visitor.link.player, visitor.site.now()))
    return found


async def _look(visitor: Visitor) -> Response:
    mine = await _own(visitor)
    if mine.shut:
        return await _page(visitor, mine, editor.draft_after(mine.current, editor.text_of(mine.current)))
    return await _page(visitor, mine, await editor.draft_of_list(visitor, mine.current, mine.player))


async def _act(visitor: Visitor) -> Response:
    mine = await _own(visitor)
    draft = await editor.draft_of(visitor, mine.player)
    if visitor.field("do") != "hand-in" or not draft.can_be_handed_in or mine.shut:
        return await _page(visitor, mine, draft, 409 if mine.shut else 200)

    def take(desk: EventDesk) -> editor.ListDraft | None:
        # Checked again, in the same job: the deadline may have passed, or a lock or a list come, since then.
        now = visitor.site.now()
        if own(desk, mine.player.id, now).shut:
            return draft
        refused = editor.replaced(desk, mine.player.id, draft)
        if refused is None:
            editor.hand_in(desk, mine.player.id, draft, now.isoformat(timespec="microseconds"))
        return refused

    refused = await visitor.run(take)
    return await _page(visitor, await _own(visitor), refused, 409) if refused else go("/player")


async def _verdict(visitor: Visitor) -> Response:
    mine = await _own(visitor)
    draft = await editor.draft_of(visitor, mine.player)
    return shown("verdict.html", visitor, draft=draft, can_hand_in=not mine.shut)


async def _old(visitor: Visitor) -> Response:
    return editor.old_list(visitor, (await _own(visitor)).lists, "/player")


async def _page(visitor: Visitor, mine: OwnPage, draft: editor.ListDraft, status: int = 200) -> Response:
    can_hand_in = not mine.shut
    return shown(
        "player.html", visitor, status, mine=mine, draft=draft, can_hand_in=can_hand_in, **await visitor.facts()
    )
