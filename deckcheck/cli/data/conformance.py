"""``deckcheck conformance``."""

import sys
from contextlib import AbstractContextManager
from pathlib import Path

import click
import msgspec

from deckcheck.cli.output import Exit, write_bytes, write_lines, write_out
from deckcheck.cli.parameters import FOLDER, Real, repeatable, server
from deckcheck.conformance.adapters import ProgramUnderTest, emeralddb
from deckcheck.conformance.suite import FORMATS, Ask, by_tag, failures, load, run, shipped
from deckcheck.model.errors import UsageError
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable

_suite_option = click.option("--suite", "folder", type=FOLDER, help="Folder of the suite.  [default: deckcheck's own]")
_tag_option = repeatable("--tag", "tags", metavar="TEXT", help="Only cases with this tag.")
_case_option = repeatable("--case", "names", metavar="TEXT", help="Only cases with this text in their name.")


@click.group("conformance")
def command() -> None:
    """Test any deck checker with the conformance suite."""


@command.command("run")
@click.argument("program", nargs=-1, metavar="[-- COMMAND [ARGUMENT]...]")
@click.option(
    "--emeralddb", "url", metavar="URL", callback=server, help="Ask a server with the interface of EmeraldDB instead."
)
@click.option("--per-case", is_flag=True, help="Start COMMAND for each case and close its standard input.")
@click.option(
    "--timeout",
    "seconds",
    type=Real(0, min_open=True),
    default=10,
    show_default=True,
    help="Seconds to wait for an answer.",
)
@_tag_option
@_case_option
@_suite_option
def run_(
    *,
    program: tuple[str, ...],
    url: str | None,
    per_case: bool,
    seconds: float,
    tags: tuple[str, ...],
    names: tuple[str, ...],
    folder: Path | None,
) -> int:
    """Ask a checker about every case and compare. Prints what fails and a table by tag.

    \b
    deckcheck conformance run -- deckcheck conformance answer
    deckcheck conformance run --tag copies -- node my-checker.js
    deckcheck conformance run --emeralddb http://127.0.0.1:8470

    COMMAND reads one request per line on standard input, in JSON, and answers each with one line:
    {"verdict": "legal"}. Exits with 1 when a case fails, 2 when the checker cannot be run.
    """
    if bool(program) == bool(url):
        raise UsageError("pass either a command after `--` or --emeralddb URL")
    suite = load(folder)
    cases = suite.chosen(tags, names)
    if url:
        checker: AbstractContextManager[Ask] = emeralddb(url, suite, seconds=seconds)
    else:
        checker = ProgramUnderTest(program, suite, seconds=seconds, per_case=per_case)
    with checker as ask:
        outcomes = list(run(cases, ask))
    failed = failures(outcomes)
    write_lines([*(f"failed  {line}" for line in failed), *([""] if failed else [])])
    write_out(f"{by_tag(outcomes, suite.about.tags)}\n")
    return Exit.NO if failed else Exit.YES


@command.command("answer")
@_suite_option
def answer(folder: Path | None) -> None:
    """Answer requests as deckcheck does. Reads them on standard input, one per line, and needs no card pool.

    \b
    deckcheck conformance answer < requests.jsonl
    deckcheck conformance run -- deckcheck conformance answer
    """
    from deckcheck.conformance.adapters import OwnChecker

    own = OwnChecker((folder or shipped()) / FORMATS)
    for line in sys.stdin.buffer:
        write_bytes(own.answer_line(line))
        sys.stdout.buffer.flush()


@command.command("list")
@_tag_option
@_case_option
@_suite_option
def list_(tags: tuple[str, ...], names: tuple[str, ...], folder: Path | None) -> None:
    """List the cases of the suite. Each line has name, format, verdict, rules and tags.

    \b
    deckcheck conformance list --tag influence
    """
    for case in load(folder).chosen(tags, names):
        cells = (case.name, case.format, case.date, case.verdict, ",".join(case.rules) or "-", ",".join(case.tags))
        write_out("\t".join(map(printable, cells)) + "\n")


@command.command("show")
@click.argument("name", metavar="CASE")
@click.option("--request", is_flag=True, help="Print the request that a checker reads, on one line.")
@_suite_option
def show(name: str, *, request: bool, folder: Path | None) -> None:
    """Print one case as JSON, or its request to try a checker by hand.

    \b
    deckcheck conformance show --request C001-too-many-copies/celestial-four-copies | node my-checker.js
    """
    suite = load(folder)
    case = suite.case(name)
    write_bytes(msgspec.json.encode(suite.request(case)) + b"\n" if request else json_page(case).encode())
