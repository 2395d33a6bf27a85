"""The routes for programs: EmeraldDB's validation and deckcheck's own report. Both know no event and keep nothing.

Lists of recognised cards are checked at once, all other lists in a separate process.
"""

import functools
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from deckcheck.bulk.known_lists import KnownLists
from deckcheck.checks.checker import Checker, format_loader, load_formats, load_pool
from deckcheck.decks.containers import Document
from deckcheck.decks.documents.quantities import request_of
from deckcheck.decks.files import decode
from deckcheck.decks.intake import decks_in
from deckcheck.decks.readers import only
from deckcheck.decks.writing.ids import site_id
from deckcheck.desk.workers import Crowded, Workers, WorkFailed
from deckcheck.events.checking import DataFolders
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Span, Unresolved
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.finding import BEARING, Finding
from deckcheck.model.format import Format
from deckcheck.model.json_text import json_line
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.model.report import DeckRecord, Failure
from deckcheck.reports.wording import for_players
from deckcheck.rules.base import Memo
from deckcheck.rules.sums import CardLine
from deckcheck.rules.tally import Tally

LIMITS = Limits(file_bytes=256 * 1024)
# The number of lists that can wait for the worker.
_WAITING = 64
# What reports call the list.
_PATH = "list"
_NO_LIST = RawDeck(path=_PATH, lines=(), requests=())
_NO_LINE = Span(0, 0, 0)

_log = logging.getLogger("deckcheck.desk")
# Pages of any site may ask, because an answer depends only on the request and reveals nothing about this desk.
_OPEN = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
_PREFLIGHT = {
    **_OPEN,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "86400",
}
PATHS = _VALIDATE, _CHECK = "/api/decklists/validate", "/api/check"
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class ProgramDesk:
    """Answers POST requests of programs with JSON, behind the guard; formats and pools are loaded once."""

    def __init__(self, folders: DataFolders = (None, None)) -> None:
        """Read the formats; `folders` have formats and pools of the user's own. Raises DataError."""
        self._folders = folders
        self._ids: Memo[str, _IdDecks] = Memo(lambda name: _IdDecks(_checker(name, folders)))
        self._lists: Memo[str, KnownLists] = Memo(lambda name: KnownLists(_checker(name, folders), LIMITS))
        formats = _loaded(folders).values()
        self._formats = {name: fmt.id for fmt in formats for name in fmt.aliases} | {fmt.id: fmt.id for fmt in formats}
        self._called = _called(folders)
        self._worker = Workers(1, _loaded, folders)

    def routes(self) -> list[BaseRoute]:
        """Return the routes that this desk answers."""
        return [Route(path, self) for path in PATHS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whose body the guard has read and bounded."""
        path, method = scope["path"], scope["method"]
        try:
            if method == "OPTIONS":
                answer = Response(None, 204, _PREFLIGHT)
            elif method != "POST":
                answer = _refused(path, 405, "send a POST request")
            elif path == _VALIDATE:
                answer = self._validate((await receive())["body"])
            else:
                query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
                answer = await self._check((await receive())["body"], query)
        except Exception as error:  # noqa: BLE001 - the client learns that it failed; the log keeps lists out
            _log.error("%s failed: %s", path, type(error).__name__)
            answer = _refused(path, 500, "the checker failed on this request")
        await answer(scope, receive, send)

    def _validate(self, body: bytes) -> Response:
        """Return the answer to a request of EmeraldDB's clients: copies by card id, and a format."""
        try:
            request = _decode(body)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return _refused(_VALIDATE, 400, "the body is not valid JSON")
        problem = next(_problems(request), None)
        if problem:
            return _refused(_VALIDATE, 400, problem)
        format_id = self._formats.get(request["format"])
        if format_id is None:
            return _validated(["Illegal format supplied"])  # The answer of EmeraldDB.
        findings = self._ids[format_id].findings({card: copies for card, copies in request["cards"].items() if copies})
        return _validated([finding.message for finding in findings if finding.severity in BEARING])

    async def _check(self, body: bytes, query: Mapping[str, Sequence[str]]) -> Response:
        """Return the report on a list in any syntax; `query` names the format, or the list does."""
        try:
            format_id = self._format(query)
            known = _known(self._lists[format_id], body) if format_id else None
            if known is not None:
                return _answer(json_line(replace(known, path=_PATH, player=msgspec.UNSET)).encode())
            return _answer(await self._worker.run(_report_on, body, format_id, self._folders, most=_WAITING))
        except InputError as error:
            return _failed(422, error.message, for_players(error.help or "") or None)
        except UsageError as error:
            return _failed(400, error.message, error.help)
        except (WorkFailed, Crowded) as error:
            return _failed(503, error.message)

    def _format(self, query: Mapping[str, Sequence[str]]) -> str:
        """Return the id of the format that a query names, "" without one; raises UsageError."""
        if unknown := sorted(query.keys() - {"format"}):
            help = "the only parameter is `format`, as in ?format=ID; every format is checked on its last day"
            raise UsageError(f"there is no parameter `{unknown[0][:80]}`", help=help)
        name = query.get("format", [""])[0]
        format_id = self._called.get(fold(name[: LIMITS.name_length]), "")
        if name and not format_id:
            raise UsageError(f"there is no format `{name[:80]}`", help="`deckcheck formats list` lists them")
        return format_id

    def close(self) -> None:
        """End the worker."""
        self._worker.stop()


class _IdDecks:
    """Checks decks of card ids in one format; a card is recognised by its id in the pool or on EmeraldDB only."""

    def __init__(self, checker: Checker) -> None:
        self._pool, self._judge = checker.pool, checker.judge
        self._known: Memo[tuple[str, int], tuple[Entry, CardLine]] = Memo(self._line)

    def findings(self, cards: Mapping[str, int]) -> tuple[Finding, ...]:
        """Return the findings for copies by card id; an unknown id is an unrecognised line."""
        judge = self._judge
        try:
            known = [*map(self._known.__getitem__, cards.items())]
        except KeyError:
            return judge.findings_of(self._deck(cards))
        entries = tuple([entry for entry, _ in known])
        if len({entry.card.id for entry in entries}) < len(entries):
            return judge.findings_of(self._deck(cards))
        asked = judge.sums.look([line for _, line in known]).asked
        if not asked:
            return ()
        placed = entries, tuple([line.place for _, line in known])
        return judge.findings(Tally(Deck(raw=_NO_LIST, entries=entries), judge.format, placed), asked)

    def _line(self, written: tuple[str, int]) -> tuple[Entry, CardLine]:
        """Return what copies of a card add to a deck; raises KeyError for an id that names no card of a deck."""
        card_id, copies = written
        card = self._card(card_id)
        if card is None or card.proxy:
            raise KeyError(card_id)  # So that unknown ids, which may be long, are not remembered.
        request = request_of(card_id, copies, _NO_LINE, LIMITS)
        return Entry(card, copies, request), self._judge.sums.line(self._judge.places.of(card), copies)

    def _card(self, card_id: str) -> Card | None:
        if len(card_id) > LIMITS.name_length:
            return None  # Folded names are remembered, and these could be of any length.
        of_site = (card for card in self._pool.named(fold(card_id)) if site_id(card) == card_id)
        return self._pool.card(card_id) or next(of_site, None)

    def _deck(self, cards: Mapping[str, int]) -> Deck:
        """Return a deck of copies by card id; some ids are unknown, or of created cards, which are outside decks."""
        entries: list[Entry] = []
        outside: list[Entry] = []
        unknown: list[Unresolved] = []
        for card_id, copies in cards.items():
            card, request = self._card(card_id), request_of(card_id, copies, _NO_LINE, LIMITS)
            if card is None:
                unknown.append(Unresolved(request, copies))
            else:
                (outside if card.proxy else entries).append(Entry(card, copies, request))
        return Deck(raw=_NO_LIST, entries=tuple(entries), outside=tuple(outside), unresolved=tuple(unknown))


def _known(lists: KnownLists, body: bytes) -> DeckRecord | None:
    """Return the record of a list of known lines, None when it has to be read in full; raises InputError."""
    if body[:1] == b"{":
        return None if b"\n" in body else lists.in_json(body)
    return lists.in_text(decode(body, _PATH, LIMITS), _PATH, None)


def _problems(request: Any) -> Iterator[str]:  # noqa: ANN401 - JSON is what it is
    """Yield the problems with the shape of a request, in the words of EmeraldDB; only the first is reliable."""
    if not isinstance(request, dict):
        yield '"value" must be of type object'
    for key, kind, what in (("cards", dict, "of type object"), ("format", str, "a string")):
        if key not in request:
            yield f'"{key}" is required'
        elif not isinstance(request[key], kind):
            yield f'"{key}" must be {what}'
    if not request["format"]:
        yield '"format" is not allowed to be empty'
    yield from (f'"{key[:80]}" is not allowed' for key in request if key not in ("cards", "format"))
    if len(request["cards"]) > LIMITS.lines:
        yield f'"cards" must have at most {LIMITS.lines:,} keys'
    for card, copies in request["cards"].items():
        if type(copies) is not int or not 0 <= copies <= LIMITS.copies:
            yield f'"cards.{card[:80]}" must be a whole number from 0 to {LIMITS.copies}'


def _validated(errors: list[str]) -> Response:
    return _answer(_encode({"valid": not errors, "errors": errors}))


def _answer(body: bytes, status: int = 200) -> Response:
    return Response(body, status, _OPEN, "application/json")


async def refusal(request: Request, status: int, reason: str) -> Response:
    """Return the guard's answer for programs: JSON, which pages of any site can read."""
    return _refused(request.url.path, status, reason)


def _refused(path: str, status: int, reason: str) -> Response:
    """Return a refusal in the shape that the clients of a route read."""
    return _answer(_encode({"message": [reason]}), status) if path == _VALIDATE else _failed(status, reason)


def _failed(status: int, message: str, help: str | None = None) -> Response:
    """Return a refusal as deckcheck's own clients read it."""
    return _answer(Failure(_PATH, InputError(message, help=help)).to_json().encode(), status)


# The rest runs in the worker too, where the functions remember what they have loaded.


@functools.cache
def _loaded(folders: DataFolders) -> dict[str, Format]:
    return {fmt.id: fmt for fmt in load_formats(["all"], format_loader(*folders), lambda _: None)}


def _called(folders: DataFolders) -> dict[str, str]:
    """Return the ids of formats by all their names in lists, folded."""
    return {name: fmt.id for fmt in _loaded(folders).values() for name in fmt.called}


@functools.cache
def _checker(format_id: str, folders: DataFolders) -> Checker:
    fmt = _loaded(folders)[format_id]
    return Checker(fmt, load_pool(fmt.pool, cardpools_dir=folders[1]))


def _report_on(body: bytes, format_id: str, folders: DataFolders) -> bytes:
    """Return the report on a list; raises InputError for anything else, UsageError for a list of no known format."""
    raw = only(decks_in(Document(_PATH, "", body), LIMITS), _PATH)
    format_id = format_id or _called(folders).get(fold(raw.format), "")
    if not format_id:
        said = f"names the unknown format `{raw.format}`" if raw.format else "names no format"
        raise UsageError(f"the list {said}", help="add ?format=ID to the address")
    return _checker(format_id, folders).report(raw).to_json().encode()
