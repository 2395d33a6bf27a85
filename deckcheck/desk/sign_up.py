"""The page behind the sign-up link: a name, a contact and a list; answered with a link of the player's own."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode

from starlette.responses import Response
from starlette.routing import Route

from deckcheck.desk import editor, links
from deckcheck.desk.clerk import EventDesk
from deckcheck.desk.site import Site, Visitor, route, shown
from deckcheck.events.model import Player, Submission
from deckcheck.events.people import name_key
from deckcheck.events.store import EventFile
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold

_MOST_PLAYERS = 2_000
_MAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,190}")
_NO_NAME = "Give the name by which the organiser calls you."
_NO_MAIL = "This is not a mail address. Correct it or leave it out."
_TAKEN = "A player with this name has signed up. If it is you, open your own link; else add an initial to your name."
_FULL = "The event is full. Ask the organiser."
_LOCKED = "The organiser has locked the lists. Ask the organiser."


def routes(site: Site) -> list[Route]:
    """Return the routes of those who sign up."""
    return [
        route(site, "sign-up", "/sign-up", _look),
        route(site, "sign-up", "/sign-up", _act, post=True),
        route(site, "sign-up", "/sign-up/verdict", _verdict, post=True),
    ]


async def _look(visitor: Visitor) -> Response:
    return await _page(visitor, editor.ListDraft())


async def _verdict(visitor: Visitor) -> Response:
    draft = await editor.draft_of(visitor, Player(name=visitor.field("name")))
    return shown("verdict.html", visitor, draft=draft, can_hand_in=True)


async def _act(visitor: Visitor) -> Response:
    name = " ".join(visitor.field("name").split())[: Limits().name_length]
    contact = visitor.field("contact").strip()
    draft = await editor.draft_of(visitor, Player(name=name))
    if visitor.field("do") != "hand-in" or draft.trouble or (draft.text.strip() and not draft.can_be_handed_in):
        return await _page(visitor, draft)
    wrong = _NO_NAME if not fold(name) else _NO_MAIL if contact and not _MAIL.fullmatch(contact) else ""
    if wrong:
        return await _page(visitor, draft, wrong, 400)

    def sign_up(desk: EventDesk) -> tuple[links.NewLink | None, str]:
        # In one transaction: a player whose list cannot be saved can sign up again.
        with desk.event.writing():
            player, reason = _newcomer(desk.event, name, contact)
            if player is None:
                return None, reason
            player = player if player.id else desk.event.add(player)
            player = desk.event.change_player(player, **({"contact": contact} if contact else {}))
            given = links.give(desk.event, "player", player.id, player.name)
            desk.event.log("sign-up", player.id)
            if draft.answer:
                editor.hand_in(desk, player.id, draft, visitor.site.now().isoformat(timespec="microseconds"))
            return given, ""

    given, reason = await visitor.run(sign_up)
    if given is None:
        return await _page(visitor, draft, reason, 409)
    facts, address = await visitor.facts(), visitor.site.base + given.path
    event = facts["info"].name
    fields = {"subject": event, "body": f"My page for {event}:\n{address}\n"}
    response = shown(
        "welcome.html",
        visitor,
        name=name,
        address=address,
        mail=f"mailto:{quote(contact, '@')}?{urlencode(fields, quote_via=quote)}",
        draft=draft,
        **facts,
    )
    return visitor.site.let_in(response, "player", given.secret)


def _newcomer(event: EventFile, name: str, contact: str) -> tuple[Player | None, str]:
    """Return the player of this name who is expected and has nothing yet, else a new one; or why neither can be."""
    if event.is_locked(0):
        return None, _LOCKED
    players = event.players()
    if len(players) >= _MOST_PLAYERS:
        return None, _FULL
    same = [each for each in players if name_key(each.name) == name_key(name)]
    if not same:
        return Player(name=name), ""
    known = same[0]
    is_free = (
        len(same) == 1
        and known.status == "expected"
        and not event.rows(Submission, "player = ?", known.id)
        and not links.in_use(event, "player", known.id)
        and (not known.contact or not contact or known.contact.casefold() == contact.casefold())
    )
    return (known, "") if is_free else (None, _TAKEN)


async def _page(visitor: Visitor, draft: editor.ListDraft, wrong: str = "", status: int = 200) -> Response:
    return shown(
        "sign-up.html",
        visitor,
        status,
        draft=draft,
        wrong=wrong,
        name=visitor.field("name"),
        contact=visitor.field("contact"),
        can_hand_in=True,
        **await visitor.facts(),
    )
