"""Answers to programs: lists of card ids at once, all other lists in a process of their own.

`ProgramDesk` has the answers of the two routes in `api`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec

from deckcheck.bulk.id_decks import IdDecks
from deckcheck.checks.checker import Checker, load_formats, load_pool
from deckcheck.decks.containers import Document
from deckcheck.decks.intake import decks_in, only
from deckcheck.desk.workers import Workers, WorkFailed
from deckcheck.events.checking import Folders
from deckcheck.model.errors import InputError
from deckcheck.model.finding import BEARING
from deckcheck.model.format import Format
from deckcheck.model.json_text import record_line
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.model.report import Failure
from deckcheck.rules.judge import Memo

LIMITS = Limits(file_bytes=256 * 1024)
# More lists than this do not wait for the worker; one may take so many seconds.
_WAITING = 64
_SECONDS = 10.0
# What reports call the list.
_PATH = "list"
# The answer of EmeraldDB.
_NO_FORMAT = "Illegal format supplied"

T = TypeVar("T")

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class Reply(NamedTuple):
    """An answer: the status and the body, which is JSON."""

    status: int
    body: bytes


class ProgramDesk:
    """Answers programs; formats and pools are loaded once."""

    def __init__(self, folders: Folders = (None, None)) -> None:
        """Read the formats; `folders` have formats and pools of the user's own. Raises DataError."""
        self._folders = folders
        self._ids: Memo[str, IdDecks] = Memo(lambda name: IdDecks(_checker(name, folders), LIMITS))
        self._formats = _formats(folders)
        self._called = {fold(name): format_id for name, format_id in self._formats.items()}
        self._worker = Workers(1, _prepare, folders)
        self._waiting = 0

    def validate(self, body: bytes) -> Reply:
        """Return the answer to a request of EmeraldDB's clients: copies by card id, and a format."""
        try:
            request = _decode(body)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return _wrong("the body is not valid JSON")
        wrong = next(_problems(request), None)
        if wrong:
            return _wrong(wrong)
        format_id = self._formats.get(request["format"])
        if format_id is None:
            return _validated([_NO_FORMAT])
        findings = self._ids[format_id].findings({card: copies for card, copies in request["cards"].items() if copies})
        return _validated([finding.message for finding in findings if finding.severity in BEARING])

    async def check(self, body: bytes, format_name: str) -> Reply:
        """Return the report on a list in any syntax; the format is `format_name`, or what the list names."""
        format_id = self._called.get(fold(format_name), "") if format_name else ""
        if format_name and not format_id:
            return _failed(400, f"there is no format `{format_name[:80]}`", "`deckcheck formats list` lists them")
        if format_id and body[:1] == b"{" and b"\n" not in body:
            deck = self._ids[format_id].check(body)
            if deck is not None:
                return Reply(200, record_line(deck.record(_PATH, format_id, LIMITS.messages)).encode())
        try:
            return await self._slowly(_report_on, body, format_id, self._folders)
        except InputError as error:
            return _failed(422, error.message, error.help)
        except WorkFailed as error:
            return _failed(503, error.message)

    def close(self) -> None:
        """End the worker."""
        self._worker.stop()

    async def _slowly(self, job: Callable[..., T], *arguments: Any) -> T:  # noqa: ANN401 - those of `job`
        if self._waiting >= _WAITING:
            raise WorkFailed("too many lists are waiting; try again")
        self._waiting += 1
        try:
            return await self._worker.run(job, *arguments, seconds=_SECONDS)
        finally:
            self._waiting -= 1


def _problems(request: Any) -> Iterator[str]:  # noqa: ANN401 - JSON is what it is
    """Yield what is wrong with the shape of a request, in the words of EmeraldDB; the rest is sure only without it."""
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


def _validated(errors: list[str]) -> Reply:
    return Reply(200, _encode({"valid": not errors, "errors": errors}))


def _wrong(message: str, status: int = 400) -> Reply:
    return Reply(status, _encode({"message": [message]}))


def _failed(status: int, message: str, help: str | None = None) -> Reply:
    return Reply(status, Failure(_PATH, InputError(message, help=help)).to_json().encode())


# The rest runs in the worker too, where the functions remember what they have loaded.


@functools.cache
def _loaded(folders: Folders) -> dict[str, Format]:
    formats, pools = folders
    found = load_formats(["all"], formats_dir=formats, cardpools_dir=pools, broken=lambda _: None)
    return {fmt.id: fmt for fmt in found}


def _formats(folders: Folders) -> dict[str, str]:
    """Return the ids of formats by id and short name."""
    formats = _loaded(folders).values()
    return {alias: fmt.id for fmt in formats for alias in fmt.aliases} | {fmt.id: fmt.id for fmt in formats}


def _prepare(folders: Folders) -> None:
    _loaded(folders)


@functools.cache
def _checker(format_id: str, folders: Folders) -> Checker:
    fmt = _loaded(folders)[format_id]
    return Checker(fmt, load_pool(fmt.pool, cardpools_dir=folders[1]))


def _report_on(body: bytes, format_id: str, folders: Folders) -> Reply:
    """Return the report on a list; raises InputError for what is not one."""
    raw = only(decks_in(Document(_PATH, "", body), LIMITS), _PATH)
    if not format_id:
        called = {fold(name): each for name, each in _formats(folders).items()}
        called |= {fold(fmt.name): fmt.id for fmt in _loaded(folders).values()}
        format_id = called.get(fold(raw.format), "")
    if not format_id:
        said = f"names the unknown format `{raw.format}`" if raw.format else "names no format"
        return _failed(400, f"the list {said}", "add ?format=ID to the address")
    return Reply(200, _checker(format_id, folders).report(raw).to_json().encode())
