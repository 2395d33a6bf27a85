"""The judges' pages, for a phone: whom to check, the deck check, undecided lists, search."""

import datetime
import secrets
from collections import Counter

from starlette.responses import Response
from starlette.routing import Route

from deckcheck.desk import editor, pages
from deckcheck.desk.organiser import matching
from deckcheck.desk.site import EventDesk, Handler, Site, Visitor, go, on_desk, routes_of
from deckcheck.events import table_checks
from deckcheck.events.model import DeckCheck, LogEntry, Player, now
from deckcheck.model.errors import UsageError
from deckcheck.model.names import bare_lines
from deckcheck.reports.html import views

# Digits of a number in a form, which a column of the event file can hold.
_DIGITS = 18
_MOST_ADDED = 20
_REPLACED = "The player has handed in another list since. This page shows the new one; check again."
_CHANGED = "You changed numbers. Press Save to keep the differences, or set the numbers back."
PENALTIES = ("", "caution", "warning", "game loss", "match loss", "disqualification")


class DeckAtTable:
    """A deck at the table: the contents of its list, and the deck checks of its player."""

    def __init__(self, desk: EventDesk, player: int) -> None:
        """Look up the list of a player by id; raises UsageError without a readable one."""
        found = desk.standing(player)
        submission = found.submission
        if submission is None or not submission.is_readable:
            raise UsageError("this player has no readable list", help="Ask the organiser.")
        self.player, self.submission = found.player, submission
        self.report = desk.checker.report(submission, found.player.name)
        self.parts = [part for part in views.parts_of(self.report) if part.counts]
        self.before = desk.event.rows(DeckCheck, "submission in (select id from submission where player = ?)", player)


def routes(site: Site, changes: Handler) -> list[Route]:
    """Return the routes of judges; `changes` answers with a stream of the changes to the event."""
    check, look = "/check/{player:id}", "/player/{player:id}"
    gets = {"": on_desk(_everybody), "/changes": changes, check: on_desk(_check), look: _look}
    return routes_of(site, "judge", gets, {"/draw": on_desk(_draw), check: on_desk(_record)})


def _everybody(visitor: Visitor, desk: EventDesk, wrong: str = "", status: int = 200) -> Response:
    asked = visitor.request.query_params.get("q", "")[:100]
    found, draw = desk.found, _newest(desk)
    standing_of = {each.player.id: each for each in found}
    done = {each.player for each in desk.event.rows(LogEntry, "kind = 'deck-check' and id > ?", draw.id)}
    return visitor.shown(
        desk,
        "judge.html",
        status,
        wrong=wrong,
        draw=draw,
        tables=[(standing_of[each], each in done) for each in draw.players if each in standing_of],
        undecided=[each for each in found if each.verdict == "undecided"],
        found=matching(found, asked) if asked else [],
        asked=asked,
    )


def _newest(desk: EventDesk) -> table_checks.TableDraw:
    return [table_checks.TableDraw(), *table_checks.draws(desk.event)][-1]


def _draw(visitor: Visitor, desk: EventDesk) -> Response:
    """Draw whose decks to check in a round, unless somebody has drawn since the page was made."""
    number, count = _number(visitor.field("round"), 1, 99), _number(visitor.field("count"), 1, 300)
    after = _number(visitor.field("after"), 0, 10**_DIGITS)
    found, seed = desk.found, secrets.token_hex(4)
    try:
        table_checks.draw(desk.event, found, count, number=number, seed=seed, after=after)
    except table_checks.DrawnAlready:
        return _everybody(visitor, desk, "Tables were drawn since this page was made. Here they are.", 409)
    return go("/judge")


def _number(text: str, least: int, most: int) -> int:
    """Return a number in a form; raises UsageError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS and least <= int(text) <= most):
        raise UsageError(f"a number from {least} to {most} is needed", help="Go back and enter it.")
    return int(text)


def _check(visitor: Visitor, desk: EventDesk, wrong: str = "", status: int = 200) -> Response:
    """Show a deck with what the form says; ignore numbers from another list."""
    table = DeckAtTable(desk, visitor.player)
    is_same = visitor.field("submission") == str(table.submission.id)
    return visitor.shown(
        desk,
        "check.html",
        status,
        table=table,
        entered=_entered(visitor) if is_same else {},
        started=visitor.field("started") if is_same else now(),
        wrong=wrong,
        round=visitor.field("round") or _newest(desk).round,
        penalties=PENALTIES,
        fingerprint=views.grouped_fingerprint(table.report.deck),
        **{key: visitor.field(key) for key in ("note", "penalty", "added")},
    )


def _entered(visitor: Visitor) -> dict[str, str]:
    """Return the numbers of cards in a form."""
    return {key: str(value) for key, value in visitor.form.items() if key.startswith("n ")}


def _record(visitor: Visitor, desk: EventDesk) -> Response:
    """Record a deck check, once for each form that is sent."""
    table = DeckAtTable(desk, visitor.player)
    if str(table.submission.id) != visitor.field("submission"):
        return _check(visitor, desk, _REPLACED, 409)
    try:
        found = _differences(desk, table, _entered(visitor), visitor.field("added"))
        facts = _facts(visitor, table.player)
    except UsageError as error:
        return _check(visitor, desk, pages.sentences(error), 409)
    if visitor.field("do") == "ok" and found:
        return _check(visitor, desk, _CHANGED, 409)
    started = visitor.field("started")
    # A page belongs to one second and one judge, so a check already recorded from it is the same one.
    same = {"judge": desk.event.who, "started": started, "found": found, **facts}
    if not any(all(getattr(each, name) == value for name, value in same.items()) for each in table.before):
        start = started if _is_time(started) else now()
        table_checks.record(desk.event, table.submission, found, start, **facts)
    return go("/judge")


def _facts(visitor: Visitor, player: Player) -> dict[str, str | int]:
    """Return the fields of a form other than the numbers of cards; raises UsageError for a wrong round."""
    return {
        "round": _number(visitor.field("round") or "0", 0, 99),
        "seat": player.seat,
        "penalty": visitor.field("penalty") if visitor.field("penalty") in PENALTIES else "",
        "note": visitor.field("note").strip()[:500],
    }


def _differences(desk: EventDesk, table: DeckAtTable, entered: dict[str, str], added: str) -> dict[str, int]:
    """Return the differences from the list; raises UsageError for unknown cards and wrong numbers."""
    found: Counter[str] = Counter()
    lying: Counter[str] = Counter()
    # The number of a card in the form is its place on the page.
    for index, row in enumerate(row for part in table.parts for row in part.rows):
        copies = _number(entered.get(f"n {index}", str(row.count)), 0, 99)
        lying[row.name] += copies
        found[row.name] += copies - row.count
    lines = bare_lines(added)
    if len(lines) > _MOST_ADDED:
        help = "Write the rest into the note."
        raise UsageError(f"{len(lines)} lines of added cards; at most {_MOST_ADDED} can be recorded", help=help)
    signed = (line if line[0] in "+-−" else f"+{line}" for line in lines)
    found.update(table_checks.differences(signed, lying, desk.checker.pool))
    return {name: copies for name, copies in found.items() if copies}


def _is_time(text: str) -> bool:
    try:
        return datetime.datetime.fromisoformat(text) <= datetime.datetime.now(datetime.UTC)
    except (ValueError, TypeError):
        return False


async def _look(visitor: Visitor) -> Response:
    """Show a player's list with its verdict, read-only."""
    one = await visitor.standing()
    draft = await editor.draft_of_list(visitor, one)
    return await visitor.page("judge-player.html", player=one.player, draft=draft)
