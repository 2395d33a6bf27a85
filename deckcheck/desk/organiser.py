"""The organiser's pages: all players, links, documents, and one player: correcting, ruling, locking."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from starlette.responses import Response
from starlette.routing import Route

from deckcheck.desk import editor, links, pages, slow_jobs
from deckcheck.desk.site import EventDesk, Handler, Site, Visitor, go, on_desk, routes_of
from deckcheck.events.checking import add_ruling, check_ruling
from deckcheck.events.forms import name_in
from deckcheck.events.model import Link, LogEntry, Player, RulingRow, now
from deckcheck.events.people import check_name
from deckcheck.events.standings import MISSING, PlayerStanding, counts
from deckcheck.events.taking import correct
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold

T = TypeVar("T")
_LONG = 900.0
# The views of the table: what they are called, and whom they show.
VIEWS: dict[str, tuple[str, Callable[[PlayerStanding], bool]]] = {
    "all": ("all", lambda each: not each.has_dropped),
    "todo": ("to do", lambda each: each.needs_work),
    "missing": ("missing", lambda each: each.verdict == MISSING and not each.has_dropped),
    "late": ("late", lambda each: each.late and not each.has_dropped),
    "dropped": ("dropped", lambda each: each.has_dropped),
}
_FACTS = ("name", "contact", "seat")
_INTERNAL = frozenset(("submission", "stated", "link", "ruling", "deck_check"))


def routes(site: Site, changes: Handler) -> list[Route]:
    """Return the routes of organisers; `changes` answers with a stream of the changes to the event."""
    one = "/player/{player:id}"
    gets = {"": on_desk(_everybody), "/links": on_desk(_links), "/changes": changes, one: _look}
    gets |= {"/sheets": _sheets, "/export.zip": _export, f"{one}/list/{{revision:id}}": on_desk(editor.old_list)}
    posts = {"/player": on_desk(_add), "/links": on_desk(_change_links), "/event": on_desk(_change_event)}
    posts |= {"/letters.zip": _letters, one: _act, f"{one}/verdict": _verdict}
    return routes_of(site, "organiser", gets, posts)


def matching(found: list[PlayerStanding], query: str) -> list[PlayerStanding]:
    """Return the players whose name, contact, seat or fingerprint contains a text."""
    key = fold(query)
    return [each for each in found if key in fold(" ".join(_words(each)))]


def _words(each: PlayerStanding) -> Iterator[str]:
    yield from (each.player.name, each.player.contact, each.player.external_id, each.player.seat)
    yield each.submission.fingerprint[7:19] if each.submission else ""


def _everybody(visitor: Visitor, desk: EventDesk) -> Response:
    query = visitor.request.query_params
    view = query["show"] if query.get("show") in VIEWS else "all"
    asked = query.get("q", "")[:100]
    everybody, (label, belongs) = desk.everybody, VIEWS[view]
    # A search among all players includes players who dropped.
    seen = everybody if asked and view == "all" else [each for each in everybody if belongs(each)]
    return visitor.shown(
        desk,
        "organiser.html",
        counts=counts(desk.found),
        rows=matching(seen, asked) if asked else seen,
        tabs=[(key, name, sum(map(test, everybody))) for key, (name, test) in VIEWS.items()],
        view=view,
        label=label,
        asked=asked,
        locked=desk.event.is_locked(0),
    )


def _add(visitor: Visitor, desk: EventDesk) -> Response:
    """Add a player whom the organiser names."""
    player = Player(name=name_in(visitor.field("name")))
    with desk.event.writing():
        check_name(desk.event.players(), player)
        player = desk.event.add(player)
        desk.event.log("expected", player.id)
    return go(f"/organiser/player/{player.id}")


def _links(visitor: Visitor, desk: EventDesk, given: links.NewLink | None = None) -> Response:
    return visitor.shown(
        desk,
        "links.html",
        links=desk.event.rows(Link, "player = 0"),
        own=visitor.link.id,
        given=given,
        address=visitor.site.base + given.path if given else "",
    )


def _change_links(visitor: Visitor, desk: EventDesk) -> Response:
    action, _, argument = visitor.field("do").partition(" ")
    if action == "revoke":
        with desk.event.writing():
            for link in desk.event.rows(Link, "revoked = 0 and cast(id as text) = ?", argument):
                desk.event.revoke(link)
        return go("/organiser/links")
    opens = next((each for each in ("judge", "organiser", "sign-up") if each == argument), None)
    if action != "give" or opens is None:
        raise UsageError("the desk has no such action", help="Reload the page.")
    with desk.event.writing():
        given = links.give(desk.event, opens, name=" ".join(visitor.field("name").split())[:60])
    return _links(visitor, desk, given)


def _change_event(visitor: Visitor, desk: EventDesk) -> Response:
    """Lock or unlock all lists, open or close them."""
    action = visitor.field("do")
    with desk.event.writing():
        if action in ("lock", "unlock"):
            desk.event.log(action)
        elif action in ("open", "secret"):
            desk.event.change_event(visibility=action)
    return go("/organiser")


async def _sheets(visitor: Visitor) -> Response:
    made = await _paper(visitor, slow_jobs.sheets_page)
    return Response(made, media_type="text/html", headers={"Content-Security-Policy": pages.DOCUMENT_POLICY})


async def _letters(visitor: Visitor) -> Response:
    return _download(await _paper(visitor, slow_jobs.letters_archive, visitor.who), "letters.zip")


async def _export(visitor: Visitor) -> Response:
    return _download(await _paper(visitor, slow_jobs.export_archive), "event.zip")


async def _paper(visitor: Visitor, job: Callable[..., T], *more: str) -> T:
    """Return the result of a slow job on the event, which ends when the visitor leaves."""
    site = visitor.site
    return await visitor.work(site.papers, job, site.path, site.folders, *more, seconds=_LONG)


def _download(content: bytes, name: str) -> Response:
    return Response(content, 200, {"Content-Disposition": f'attachment; filename="{name}"'}, "application/zip")


async def _look(visitor: Visitor, status: int = 200, wrong: str = "") -> Response:
    one = await visitor.standing()
    draft = await editor.draft_of_list(visitor, one)
    return await _page(visitor, one, draft, status=status, wrong=wrong)


async def _page(  # noqa: PLR0913 - all that is on the page
    visitor: Visitor,
    one: PlayerStanding,
    draft: editor.ListDraft,
    given: links.NewLink | None = None,
    *,
    status: int = 200,
    wrong: str = "",
) -> Response:
    number = one.player.id

    def shown(desk: EventDesk) -> Response:
        return visitor.shown(
            desk,
            "organiser-player.html",
            status,
            one=one,
            draft=draft,
            wrong=wrong,
            # The finding of a ruling that was refused, with the reason that was entered for it.
            refused={key: visitor.field(key) for key in ("code", "card", "why")} if wrong else {},
            address=visitor.site.base + given.path if given else "",
            log=[(each, _facts(each)) for each in desk.event.rows(LogEntry, "player = ?", number)[::-1]],
            links=links.in_use(desk.event, "player", number),
        )

    return await visitor.run(shown)


def _facts(entry: LogEntry) -> str:
    """Return the text of a log entry, without row numbers of the file."""
    facts = entry.found.items()
    return ", ".join(f"{key} {value}" for key, value in facts if value not in ("", 0) and key not in _INTERNAL)


async def _verdict(visitor: Visitor) -> Response:
    one = await visitor.standing()
    draft = await editor.draft_of(visitor, one.player)
    return await visitor.page("verdict.html", one=one, draft=draft)


async def _act(visitor: Visitor) -> Response:
    """Do what a form on the page of a player asks for: an action on the player, else one on the list in the form."""
    action, path = visitor.field("do"), visitor.request.url.path
    if action in _ACTIONS:

        def act(desk: EventDesk) -> links.NewLink | str | None:
            with desk.event.writing():
                return _ACTIONS[action](desk, desk.standing(visitor.player), visitor)

        given = await visitor.run(act)
        if isinstance(given, str):
            return await _look(visitor, 409, given)
        if given is None:
            return go(path)
        one = await visitor.standing()
        return await _page(visitor, one, editor.draft_after(one.submission), given)
    one = await visitor.standing()
    draft = await editor.draft_of(visitor, one.player)
    if action == "hand-in" and draft.can_be_handed_in:
        refused = await visitor.run(lambda desk: editor.hand_in(visitor, desk, visitor.player, draft))
        return await _page(visitor, await visitor.standing(), refused, status=409) if refused else go(path)
    return await _page(visitor, one, draft)


def _logged(kind: str) -> Callable[[EventDesk, PlayerStanding, Visitor], None]:
    return lambda desk, one, _: desk.event.log(kind, one.player.id)


def _drop(desk: EventDesk, one: PlayerStanding, _: Visitor) -> None:
    desk.event.change_player(one.player, status="dropped")


def _undrop(desk: EventDesk, one: PlayerStanding, _: Visitor) -> None:
    desk.event.change_player(one.player, status="registered" if one.has_list else "expected")


def _correct(desk: EventDesk, one: PlayerStanding, visitor: Visitor) -> None:
    # Only what was changed on the page, because somebody else may have corrected the rest since then.
    facts = {fact: visitor.field(fact) for fact in _FACTS if visitor.field(fact) != visitor.field(f"before {fact}")}
    correct(desk.event, one.player, **facts)


def _link(desk: EventDesk, one: PlayerStanding, _: Visitor) -> links.NewLink:
    """Give the player a new link and revoke the old ones."""
    for each in links.in_use(desk.event, "player", one.player.id):
        desk.event.revoke(each)
    return links.give(desk.event, "player", one.player.id, one.player.name)


def _rule(desk: EventDesk, one: PlayerStanding, visitor: Visitor) -> str | None:
    """Decide about one kind of finding in the list on the page of the form, or in all lists; return why not."""
    everybody = visitor.field("scope") == "all"
    if not everybody and str(one.submission.id if one.submission else 0) != visitor.field("submission"):
        return "The player has handed in another list since. This page shows the new one; rule again."
    row = RulingRow(
        time=now(),
        judge=visitor.who,
        decision="allow" if visitor.field("decision") == "allow" else "reject",
        reason=visitor.field("why").strip(),
        code=visitor.field("code"),
        card=visitor.field("card"),
        player="" if everybody else one.player.name,
        fingerprint="" if everybody or not one.submission else one.submission.fingerprint,
    )
    check_ruling(row, desk.checker)
    add_ruling(desk.event, row, 0 if everybody else one.player.id)
    return None


# The actions of the forms, inside `writing`: each returns a new link, why it did nothing, or None when it is done.
_ACTIONS: dict[str, Callable[[EventDesk, PlayerStanding, Visitor], links.NewLink | str | None]] = {
    "lock": _logged("lock"),
    "unlock": _logged("unlock"),
    "drop": _drop,
    "undrop": _undrop,
    "correct": _correct,
    "link": _link,
    "rule": _rule,
}
