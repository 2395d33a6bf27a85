"""The pages of players: sign up, check a list, fix it, hand it in, see the registered one."""

import datetime
import re
import secrets
from urllib.parse import quote, urlencode

from starlette.responses import Response
from starlette.routing import Route

from deckcheck.desk import editor, links
from deckcheck.desk.site import EventDesk, Site, Visitor, address_of, go, on_desk, routes_of
from deckcheck.events.forms import name_in
from deckcheck.events.model import Player, Submission, is_late
from deckcheck.events.people import name_key
from deckcheck.events.standings import PlayerStanding
from deckcheck.events.store import EventFile

# More revisions of one player than anybody needs would only fill the disk; every page reads all of them.
_MOST_LISTS = 200
_MOST_BYTES = 1024 * 1024
_MOST_PLAYERS = 2_000
# The id of a visitor without a player yet; rulings about a player of the same name do not apply to the visitor.
_NOBODY = -1
_MAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,190}")
_TAKEN = (
    "This name is taken. If it is yours, open your own link or ask the organiser for one. Otherwise add an initial."
)
_NO_DRAFT = editor.ListDraft()
_CROWD = "Too many players have signed up from this address. Wait, or ask the organiser."


class OwnPage:
    """What a player may see: the player's own standing; `shut` says why no other list may come in now."""

    def __init__(self, visitor: Visitor, desk: EventDesk) -> None:
        """Look up the player of a request; raises UsageError if the player was removed."""
        self.standing = desk.standing(visitor.player)
        self.shut = shut(self.standing, visitor.came, desk.event.info.deadline)


def shut(found: PlayerStanding, came: datetime.datetime, deadline: str) -> str:
    """Return why a request that came at a certain time cannot hand in a list; "" if it can.

    After the deadline a first list is still accepted, as late; an accepted list stays.
    """
    if found.has_dropped:
        return "You are no longer in this event."
    if found.locked:
        return "The organiser has locked the lists."
    if len(found.lists) >= _MOST_LISTS or sum(len(each.content) for each in found.lists) >= _MOST_BYTES:
        return "You have handed in too many lists."
    if any(each.is_readable for each in found.lists) and is_late(came.isoformat(), deadline):
        return "The deadline has passed."
    return ""


def routes(site: Site) -> list[Route]:
    """Return the routes of players."""
    gets = {"": _look, "/list/{revision:id}": on_desk(editor.old_list)}
    return routes_of(site, "player", gets, {"": _act, "/verdict": _verdict})


async def _own(visitor: Visitor) -> OwnPage:
    return await visitor.run(lambda desk: OwnPage(visitor, desk))


async def _look(visitor: Visitor) -> Response:
    mine = await _own(visitor)
    if mine.shut:
        counts = mine.standing.submission
        return await _page(visitor, mine, editor.draft_after(counts, editor.text_of(counts)))
    return await _page(visitor, mine, await editor.draft_of_list(visitor, mine.standing))


async def _act(visitor: Visitor) -> Response:
    mine = await _own(visitor)
    draft = await editor.draft_of(visitor, mine.standing.player)
    if visitor.field("do") != "hand-in" or not draft.can_be_handed_in or mine.shut:
        return await _page(visitor, mine, draft, 409 if mine.shut else 200)

    def take(desk: EventDesk) -> editor.ListDraft | None:
        # Checked again, in the same job: a lock or a list may have come since then.
        return draft if OwnPage(visitor, desk).shut else editor.hand_in(visitor, desk, visitor.player, draft)

    refused = await visitor.run(take)
    return await _page(visitor, await _own(visitor), refused, 409) if refused else go("/player")


async def _verdict(visitor: Visitor) -> Response:
    mine = await _own(visitor)
    draft = await editor.draft_of(visitor, mine.standing.player)
    return await visitor.page("verdict.html", draft=draft, can_hand_in=not mine.shut)


async def _page(visitor: Visitor, mine: OwnPage, draft: editor.ListDraft, status: int = 200) -> Response:
    shown = {"mine": mine.standing, "shut": mine.shut, "can_hand_in": not mine.shut}
    return await visitor.page("player.html", status, draft=draft, **shown)


def sign_up_routes(site: Site) -> list[Route]:
    """Return the routes of those who sign up."""
    return routes_of(site, "sign-up", {"": _sign_up_shown}, {"": _sign_up, "/verdict": _newcomer_verdict})


async def _newcomer_verdict(visitor: Visitor) -> Response:
    draft = await editor.draft_of(visitor, Player(id=_NOBODY, name=visitor.field("name")))
    return await visitor.page("verdict.html", draft=draft)


async def _sign_up(visitor: Visitor) -> Response:
    newcomer = Player(id=_NOBODY, name=name_in(visitor.field("name")), contact=visitor.field("contact").strip())
    draft = await editor.draft_of(visitor, newcomer)
    if visitor.field("do") != "hand-in" or draft.trouble or (draft.text.strip() and not draft.can_be_handed_in):
        return await _sign_up_shown(visitor, draft)
    if wrong := _wrong_facts(newcomer):
        return await _sign_up_shown(visitor, draft, wrong, 400)
    if not visitor.site.newcomers.allows(address_of(visitor.request), visitor.site.settings.ticks()):
        return await _sign_up_shown(visitor, draft, _CROWD, 429)
    given, reason = await visitor.run(lambda desk: _signed_up(desk, visitor, newcomer, draft))
    if given is None:
        return await _sign_up_shown(visitor, draft, reason, 409)
    return await _welcome(visitor, newcomer, given)


def _signed_up(
    desk: EventDesk, visitor: Visitor, newcomer: Player, draft: editor.ListDraft
) -> tuple[links.NewLink | None, str]:
    """Register a newcomer with the list of a draft, if it has one; return the link of the player, or why not."""
    # In one transaction: a player whose list cannot be saved can sign up again.
    with desk.event.writing():
        secret = links.secret_of(desk.event, visitor.field("form"))
        known = links.opened(desk.event, "player", secret, visitor.came)
        counts = desk.standing(known.player).submission if known else None
        if known and known.name == newcomer.name and draft.content == (counts.content if counts else b""):
            return links.NewLink(known, secret), ""
        player, reason = _newcomer(desk.event, newcomer.name, newcomer.contact)
        if player is None:
            return None, reason
        player = player if player.id else desk.event.add(player)
        player = desk.event.change_player(player, **({"contact": newcomer.contact} if newcomer.contact else {}))
        given = links.give(desk.event, "player", player.id, newcomer.name, secret)
        desk.event.log("sign-up", player.id)
        if draft.answer:
            editor.hand_in(visitor, desk, player.id, draft)
        return given, ""


async def _welcome(visitor: Visitor, newcomer: Player, given: links.NewLink) -> Response:
    """Return the first page of a player, with the link, which it puts into a cookie too."""
    player, address = given.link.player, visitor.site.base + given.path
    event, mine = await visitor.run(lambda desk: (desk.event.info.name, desk.standing(player)))
    fields = {"subject": event, "body": f"My page for {event}:\n{address}\n"}
    mail = f"mailto:{quote(newcomer.contact, '@')}?{urlencode(fields, quote_via=quote)}"
    response = await visitor.page("welcome.html", name=newcomer.name, address=address, mail=mail, mine=mine)
    return visitor.site.let_in(response, "player", given.secret)


def _wrong_facts(newcomer: Player) -> str:
    """Return what is wrong with the name or the address of a newcomer, "" for nothing."""
    if not name_key(newcomer.name):
        return "Give the name by which the organiser calls you."
    is_mail = not newcomer.contact or (newcomer.contact.isprintable() and _MAIL.fullmatch(newcomer.contact))
    return "" if is_mail else "This is not an email address. Correct it or leave it out."


def _newcomer(event: EventFile, name: str, contact: str) -> tuple[Player | None, str]:
    """Return the expected player with this name and no list yet, else a new player; or why neither is possible."""
    players = event.players()
    same = [each for each in players if name_key(each.name) == name_key(name)]
    known = same[0] if same else Player(name=name)
    is_free = not same or (
        len(same) == 1
        and known.status == "expected"
        and not event.rows(Submission, "player = ?", known.id)
        and not links.in_use(event, "player", known.id)
        and (not known.contact or not contact or known.contact.casefold() == contact.casefold())
    )
    if not is_free:
        return None, _TAKEN
    if event.is_locked(known.id):
        return None, "The organiser has locked the lists. Ask the organiser."
    return (known, "") if same or len(players) < _MOST_PLAYERS else (None, "The event is full. Ask the organiser.")


async def _sign_up_shown(
    visitor: Visitor, draft: editor.ListDraft = _NO_DRAFT, wrong: str = "", status: int = 200
) -> Response:
    return await visitor.page(
        "sign-up.html",
        status,
        draft=draft,
        wrong=wrong,
        name=visitor.field("name"),
        contact=visitor.field("contact"),
        form=secrets.token_hex(16),
    )
