"""Hold the reports of a built page against those of the command line, byte for byte but for the path."""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from deckcheck.cli import cli
from deckcheck.formats.files import find_formats
from docsite.checker.opening import READY, opened
from docsite.markdown import table
from tests.browser import Browser
from tests.fixture_decks import WHOLE_DECKS, fixture_decks

_NAME = "deck.txt"
_AT_ONCE = 50


class Case(NamedTuple):
    """A list, the format and the day (empty: the last one) to check it in."""

    path: Path
    format: str
    day: str


def own_cases() -> list[Case]:
    """Return every fixture deck in its own format on its own day."""
    shipped = find_formats()
    return [Case(each.path, each.format, each.as_of or "") for each in fixture_decks() if each.format in shipped]


def crossed_cases() -> list[Case]:
    """Return every whole fixture deck in every format, also in those of the other game."""
    decks = [each.path for each in fixture_decks(WHOLE_DECKS)]
    return [Case(path, name, "") for path in decks for name in sorted(find_formats())]


def compared(page: Path) -> Iterator[str]:
    """Yield a table in Markdown: by format the lists that were compared, and those whose reports differ."""
    cases = [*own_cases(), *crossed_cases()]
    with opened(page) as browser:
        browser.until(READY, 300)
        found = list(different(browser, cases))
    lists, others = Counter(each.format for each in cases), Counter(each.format for each in found)
    rows = [(name, str(lists[name]), str(others[name])) for name in sorted(lists)]
    yield from table(("Format", "Lists", "Reports that differ"), [*rows, ("all", str(len(cases)), str(len(found)))])
    yield from (f"different: {each.path} in {each.format} {each.day}".rstrip() for each in found)


def different(browser: Browser, cases: Sequence[Case]) -> Iterator[Case]:
    """Yield the cases in which the page that is open gives another report than the command line."""
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(cases), _AT_ONCE):
            some = cases[start : start + _AT_ONCE]
            # The worker of the page answers while the command line checks the same lists.
            browser.value(f"(window.answers = Promise.all([{','.join(map(_asked, some))}]), 0)")
            expected = [_of_command(case, Path(folder)) for case in some]
            found = zip(some, expected, browser.value("answers"), strict=True)
            yield from (case for case, wanted, given in found if wanted != given)


def _asked(case: Case) -> str:
    text, choices = json.dumps(case.path.read_text("utf-8")), json.dumps({"format": case.format, "day": case.day})
    given = f"{{name: '{_NAME}', content: new TextEncoder().encode({text})}}"
    return f"ask('check', {choices}, {given}).then(answer => answer.ok.report)"


def _of_command(case: Case, folder: Path) -> str:
    (folder / _NAME).write_bytes(case.path.read_bytes())
    command = ["check", str(folder / _NAME), "--format", case.format, "--as", "json"]
    report = CliRunner().invoke(cli, [*command, *(["--as-of", case.day] if case.day else [])]).stdout
    return re.sub(rf'^( *"path": )"[^"]*/{_NAME}"', rf'\1"{_NAME}"', report, flags=re.MULTILINE)
