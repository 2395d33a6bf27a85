"""What the page calls: checks, spans, corrections, odds and sheets, as JSON. It runs in the browser.

Lists are files in the working folder, so the page reads them as the command line does.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from deckcheck import __version__
from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.name_fixes import open_lines
from deckcheck.checks import checker as app
from deckcheck.checks.other_formats import OtherFormats, with_history
from deckcheck.decks.intake import Intake
from deckcheck.formats.cache import with_types
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import DeckcheckError, InputError, UsageError
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Outcome, Report
from deckcheck.odds.of_deck.standard import odds_rows
from deckcheck.reports import Style, renderer
from deckcheck.reports.json import deck_object
from deckcheck.reports.wording import best_reports, by_fit, first_reason, for_players
from deckcheck.rules import rule_named

_LONGEST_NAME = 100
# Headings on the page of a rule with whole sentences below them; the others have lists.
_PROSE = ("What it checks", "Why")
_NOT_IN_NAMES = r"[\x00-\x1f\x7f/\\]"
# What helps with a file that has no more to be said of.
_AS_TEXT = "write the list as text, one card per line: `3 NAME`"
_POOL_FILE = "{}.pool"
_FORMATS_FILE = "formats"


class Page:
    """The formats and card pools of the page, and the answers to its questions."""

    def __init__(self, data: Path) -> None:
        """Read the formats from the folder `data`, as `pack` wrote them; pools are read when they are needed."""
        self._data = data
        self._packed: dict[str, dict[str, bytes]] = msgspec.msgpack.decode((data / _FORMATS_FILE).read_bytes())
        self.format = functools.cache(self._format)
        self._checker = functools.lru_cache(maxsize=64)(self._new_checker)
        self.pools = {pool_id: self._pool(pool_id) for pool_id in dict.fromkeys(fmt.pool for fmt in self.formats())}

    def answer(self, question: str, arguments: str) -> str:
        """Return the answer to a question as JSON; `arguments` are those of the method, as JSON.

        The answer is ``{"ok": ...}``, or ``{"error": ..., "help": ...}`` for what cannot be done.
        """
        ask: Callable[..., Any] = getattr(self, f"on_{question}")
        try:
            found = {"ok": ask(**msgspec.json.decode(arguments))}
        except DeckcheckError as error:
            found = {"error": error.message, "help": error.help}
        return msgspec.json.encode(found).decode()

    def put(self, name: str, content: bytes | memoryview) -> str:
        """Write a list into the working folder and return its path there, which resembles `name`."""
        suffix = "".join(Path(name).suffixes)[-_LONGEST_NAME // 4 :]
        stem = re.sub(_NOT_IN_NAMES, "_", name.removesuffix(suffix))[:_LONGEST_NAME]
        path = f"{stem}{re.sub(_NOT_IN_NAMES, '_', suffix)}".encode("utf-8", "replace").decode()
        path = f"list {path}" if path.startswith((".", "-")) or not path else path
        Path(path).write_bytes(content)
        return path

    def formats(self, day: str = "") -> list[Format]:
        """Return all formats on a day (an ISO date; empty: the latest), by id."""
        return [self.format(format_id, day) for format_id in self._packed]

    def on_formats(self) -> dict[str, Any]:
        """Return the version of the program and the formats to choose from."""
        shown = ("id", "name", "game", "first", "last")
        formats = [{key: getattr(fmt, key) for key in shown} for fmt in self.formats()]
        return {"version": __version__, "formats": formats}

    def on_check(self, path: str, format: str, day: str) -> dict[str, Any]:
        """Return the reports on a list: each deck as in the JSON report, and that report itself as text.

        Without `format` each deck is checked in the one that it names, else in the one that fits best.
        """
        outcome = self.outcome(path, format, day)
        form = "json" if len(outcome.formats) == 1 else "jsonl"
        return {
            "decks": [self._deck(report) for report in outcome.reports],
            "failures": [
                {
                    "path": each.path,
                    "message": each.error.message,
                    "help": for_players(each.error.help or "") or _AS_TEXT,
                }
                for each in outcome.failures
            ],
            "form": form,
            "report": "".join(renderer(form)(outcome, Style())),
        }

    def on_corrections(self, path: str, format: str, day: str) -> list[dict[str, Any]]:
        """Return the cards that unrecognised lines of a list of one deck may mean, with the places of the names.

        Places count UTF-16 units, as the page does.
        """
        content = Path(path).read_bytes()
        (report,) = self.outcome(path, format, day).reports
        text = content.decode("utf-8", "replace")

        def units(place: int) -> int:
            return len(text[:place].encode("utf-16-le", "replace")) // 2

        return [
            {
                "line": line.request.span.line,
                "start": units(line.start),
                "end": units(line.end),
                "options": [
                    {"name": option.name, "written": option.written, "legal": option.legal} for option in line.options
                ],
            }
            for line in open_lines(Draft(content, report.deck, report.format, self.pools[report.format.pool]))
            if line.options
        ]

    def on_legal_in(self, path: str, day: str) -> list[dict[str, Any]]:
        """Return the verdicts on a list in all formats of its game, best fit first."""
        formats = tuple(self.formats(day))
        results = app.checks([path], app.in_each_of_its_game(formats, self.pools), self.pools)
        reports = [result for result in results if isinstance(result, Report)]
        return [
            {
                "path": report.deck.raw.path,
                "format": report.format.id,
                "name": report.format.name,
                "verdict": report.verdict.value,
                "reason": first_reason(report),
            }
            for report in by_fit(reports)
        ]

    def on_when(self, path: str, format: str) -> dict[str, Any]:
        """Return by deck the days on which the decks of a list are legal in a format, as ``check --when`` does."""
        results = app.checks([path], app.in_each((self.format(format, ""),)), self.pools)
        found = with_history(results, self.format, self.pools)
        decks = (deck_object(each) for each in found if isinstance(each, Report))
        return {deck["path"]: deck["legal_spans"] for deck in decks}

    def on_odds(self, path: str, format: str, day: str) -> list[list[tuple[str, float]]]:
        """Return the odds of the opening of each deck of a list, as labels and percentages."""
        reports = self.outcome(path, format, day).reports
        return [odds_rows(each.deck, each.format, self.pools[each.format.pool]) for each in reports]

    def on_sheet(self, path: str, format: str, day: str, event: str, date: str) -> str:
        """Return a page with the registration sheets of the decks of a list."""
        from deckcheck.reports.html import sheets

        outcome = self.outcome(path, format, day)
        if not outcome.reports:
            raise UsageError("there is no deck to write a sheet for")
        return "".join(sheets.render(outcome, sheets.SheetOptions(event=event, date=date)))

    def on_rule(self, name: str) -> list[tuple[str, str]]:
        """Return what a rule checks, why, and examples: headings with texts, whose paragraphs are single lines."""
        rule = rule_named(name)
        prose = {head: re.sub(r"(?<=\S)\n(?=\S)", " ", text) for head, text in rule.page.items() if head in _PROSE}
        return [("", rule.summary), *(rule.page | prose).items()]

    def outcome(self, path: str, format: str, day: str) -> Outcome:
        """Return the reports on the decks of a list, as the command `check` makes them."""
        formats = (self.format(format, day),) if format else ()
        formats_of = app.in_each(formats) if formats else functools.partial(self._fitting, day)
        checkers = (self._checker(fmt.id, day) for fmt in formats or self.formats(day))
        results = best_reports(app.checks([path], formats_of, self.pools, Intake(), checkers))
        named = OtherFormats(lambda: self.formats(day), self.pools.__getitem__).naming(results)
        return app.gathered(named, self.pools, formats)

    def _deck(self, report: Report) -> dict[str, Any]:
        raw, fmt = report.deck.raw, report.format
        deck = deck_object(report)
        findings = [each | {"help": for_players(each["help"] or "")} for each in deck["findings"]]
        return deck | {
            "findings": findings,
            "format": fmt.id,
            "format_name": fmt.name,
            "format_named": bool(raw.format),
            "day": fmt.date,
            "sections": [[fmt.label(name), count] for name, count in report.counts.items() if name in fmt.sections],
        }

    def _fitting(self, day: str, raw: RawDeck) -> tuple[Format, ...]:
        """Return the format that a list names, else all of its game; raises InputError for an unknown one."""
        formats = tuple(self.formats(day))
        if not raw.format:
            return app.in_each_of_its_game(formats, self.pools)(raw)
        try:
            return (app.format_named(formats)(raw),)
        except InputError as error:
            raise InputError(error.message, place=error.place, help="choose a format above the list") from None

    def _new_checker(self, format_id: str, day: str) -> app.Checker:
        fmt = self.format(format_id, day)
        return app.Checker(fmt, self.pools[fmt.pool])

    def _format(self, format_id: str, day: str) -> Format:
        """Return a format on a day; between two changes only its date differs."""
        versions = self._packed[format_id]
        version = versions[max(start for start in versions if not day or start <= day)]
        fmt = with_types(msgspec.msgpack.decode(version, type=Format))
        return msgspec.structs.replace(fmt, date=day or fmt.last)

    def _pool(self, pool_id: str) -> Pool:
        digest, rows = msgspec.msgpack.decode((self._data / _POOL_FILE.format(pool_id)).read_bytes())
        return Pool(digest, rows | {"cards": _all_cards(rows)})


def pack(data: Path, format_ids: Iterable[str] = ()) -> None:
    """Write formats, on each day on which they change, and their card pools into the folder `data`.

    Without `format_ids` these are all shipped formats.
    """
    from deckcheck.formats.files import find_formats

    formats = {}
    for format_id in sorted(format_ids or find_formats()):
        last = app.load_format(format_id)
        days = ["0001-01-01", *(day for day, _ in last.snapshots)]
        formats[format_id] = {day: msgspec.msgpack.encode(app.load_format(format_id, as_of=day)) for day in days}
        file = data / _POOL_FILE.format(last.pool)
        if not file.exists():
            pool = app.load_pool(last.pool)
            rows = pool.all_rows()
            if rows.pop("cards") != _all_cards(rows):
                raise ValueError("the row of all cards is other than the rows of the cards")
            file.write_bytes(msgspec.msgpack.encode((pool.digest, rows)))
    (data / _FORMATS_FILE).write_bytes(msgspec.msgpack.encode(formats))


def _all_cards(rows: Mapping[str, bytes]) -> bytes:
    """Return the row of all cards, which need not be sent, for it repeats the others."""
    cards = sorted((key, row) for key, row in rows.items() if key.startswith("card "))
    return msgspec.msgpack.encode([msgspec.Raw(row) for _, row in cards])
