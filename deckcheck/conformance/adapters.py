"""The checkers: deckcheck, a program that reads standard input, and a server with the interface of EmeraldDB."""

import contextlib
import functools
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import msgspec

from deckcheck.conformance.suite import Ask, CannotRun, Case, CaseRequest, CheckerAnswer, NoAnswer, Suite
from deckcheck.decks.writing.ids import site_id
from deckcheck.formats.cache import FormatLoader
from deckcheck.formats.files import find_formats
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Span, Unresolved
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.finding import Finding, bearing, verdict_of
from deckcheck.rules.judge import Judge
from deckcheck.system import paths

# The maximum of bytes to read of an answer.
_LONGEST = 1_000_000


class OwnChecker:
    """Answers requests by the rules of deckcheck, from the facts in a request; formats are read once."""

    def __init__(self, formats_dir: Path | None) -> None:
        """Find the formats of the suite in `formats_dir`."""
        self._formats_dir = formats_dir
        loader = functools.partial(FormatLoader, first=formats_dir, cache=paths.cache_folder())
        self.judge = functools.cache(lambda name, date: Judge(loader(as_of=date).load(name)))

    def answer(self, request: CaseRequest) -> CheckerAnswer:
        """Return the answer to a request."""
        if request.format not in find_formats(self._formats_dir):
            return CheckerAnswer(skip=f"unknown format `{request.format}`")
        return answer_of(self.judge(request.format, request.date).findings_of(deck_of(request)))

    def answer_line(self, line: bytes) -> bytes:
        """Return the answer to a request, both as a line of JSON; an unreadable request is skipped, with the reason."""
        try:
            answer = self.answer(msgspec.json.decode(line, type=CaseRequest))
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, DeckcheckError) as error:
            answer = CheckerAnswer(skip=f"cannot read the request: {error}")
        return msgspec.json.encode(answer) + b"\n"


def answer_of(findings: tuple[Finding, ...]) -> CheckerAnswer:
    """Return the answer that findings result in."""
    codes = sorted({finding.code for finding in bearing(findings)})
    return CheckerAnswer(verdict=verdict_of(findings).value, rules=tuple(codes))


def deck_of(request: CaseRequest) -> Deck:
    """Return the deck of a request; raises msgspec.ValidationError for facts in another form."""
    cards = msgspec.convert(request.cards, dict[str, Card])
    lines = (Span(number, 1, 2) for number in range(1, 10_000))
    main, side = request.deck.cards, request.deck.sideboard
    entries = (*_entries(main, cards, "", lines), *_entries(side, cards, "sideboard", lines))
    unknown = (Request(name=name, count=count, span=next(lines)) for name, count in request.deck.unknown.items())
    return Deck(
        raw=RawDeck(path=request.name, lines=(), requests=()),
        entries=entries,
        unresolved=tuple(Unresolved(line, line.count) for line in unknown),
    )


def _entries(copies: dict[str, int], cards: dict[str, Card], section: str, lines: Iterator[Span]) -> tuple[Entry, ...]:
    return tuple(
        Entry(cards[card], count, Request(name=card, count=count, span=next(lines), section=section))
        for card, count in copies.items()
    )


class ProgramUnderTest(contextlib.AbstractContextManager["ProgramUnderTest"]):
    """A program that reads one request per line and answers each with one line; it is started again when it ends."""

    def __init__(self, command: Sequence[str], suite: Suite, *, seconds: float, per_case: bool) -> None:
        """Run `command`; with `per_case`, start it for each case and close its standard input after the request."""
        self._command, self._suite = command, suite
        self._seconds, self._per_case = seconds, per_case
        self._running: subprocess.Popen[bytes] | None = None

    def __exit__(self, *_: object) -> None:
        self._stop()

    def __call__(self, case: Case) -> CheckerAnswer:
        """Return the answer of the program; raises NoAnswer, and CannotRun when it cannot be started."""
        line = msgspec.json.encode(self._suite.request(case)) + b"\n"
        was_running = self._running is not None
        answered = self._answer(line)
        if was_running and not answered.strip():
            answered = self._answer(line)  # It ended after the last answer, and starts again.
        if not answered.strip():
            raise NoAnswer("the program ended without an answer")
        return decoded(answered)

    def _answer(self, line: bytes) -> bytes:
        """Return the line of the answer, empty when the program ends; raises NoAnswer after the time limit."""
        process, late = self._started(), threading.Event()
        timer = threading.Timer(self._seconds, _end, (process, late))
        timer.start()
        try:
            answered = self._exchange(process, line)
        finally:
            timer.cancel()
        if self._per_case or late.is_set() or not answered.strip():
            self._stop()
        if late.is_set():
            raise NoAnswer(f"no answer within {self._seconds:g} seconds")
        return answered

    def _exchange(self, process: subprocess.Popen[bytes], line: bytes) -> bytes:
        sent, received = _pipes(process)
        with contextlib.suppress(OSError):  # A program that has ended, or answers without reading all.
            sent.write(line)
            sent.flush()
            if self._per_case:
                sent.close()
        return received.readline(_LONGEST)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._running is None or self._running.poll() is not None:
            self._stop()
            try:
                self._running = subprocess.Popen(  # noqa: S603 - the command is the user's
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=os.name == "posix",
                )
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                raise CannotRun(f"`{self._command[0]}` cannot be run: {reason}") from None
        return self._running

    def _stop(self) -> None:
        """End the program and its child processes."""
        process, self._running = self._running, None
        if process is None:
            return
        for pipe in _pipes(process):
            with contextlib.suppress(OSError):
                pipe.close()
        try:
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            _kill(process)
            process.wait()


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise ValueError("a program without pipes")
    return process.stdin, process.stdout


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _end(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    _kill(process)


def decoded(line: bytes) -> CheckerAnswer:
    """Return an answer in JSON; raises NoAnswer for any other text."""
    try:
        return msgspec.json.decode(line, type=CheckerAnswer)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        shown = line[:60].decode("utf-8", "backslashreplace").strip()
        raise NoAnswer(f"`{shown}` is not an answer: {error}") from None


@contextlib.contextmanager
def emeralddb(url: str, suite: Suite, *, seconds: float) -> Iterator[Ask]:
    """Yield a function that asks the server at `url` like clients of EmeraldDB; it skips other cases."""
    import httpx

    try:
        address = httpx.URL(url).join("/api/decklists/validate")
        client = httpx.Client(timeout=seconds)
    except httpx.InvalidURL as error:
        raise CannotRun(f"`{url}` is not an address: {error}") from None

    def ask(case: Case) -> CheckerAnswer:
        name = suite.about.formats[case.format].emeralddb
        if not name:
            return CheckerAnswer(skip="EmeraldDB does not have this format")
        if "dated" in case.tags:
            return CheckerAnswer(skip="EmeraldDB has no dates")
        if case.deck.sideboard or case.deck.unknown:
            return CheckerAnswer(skip="EmeraldDB has card ids only, and no sideboards")
        facts = suite.facts[case.cards]
        cards = {site_id(msgspec.convert(facts[card], Card)): copies for card, copies in case.deck.cards.items()}
        try:
            response = client.post(address, json={"cards": cards, "format": name})
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise NoAnswer(f"{address}: {str(error).rpartition('] ')[2] or type(error).__name__}") from None
        if not response.is_success:
            raise NoAnswer(f"status {response.status_code}")
        return decoded(response.content)

    with client:
        yield ask
