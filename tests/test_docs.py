"""The documentation keeps its promises: commands exist, examples run, reports look as shown."""

from __future__ import annotations

import io
import itertools
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TextIO

import click
import pytest

from deckcheck.checks.checker import check_all, load_format, load_pool
from deckcheck.cli import cli, run
from deckcheck.conformance.suite import load
from deckcheck.formats.files import find_formats
from deckcheck.odds import Policy
from tests.conftest import ROOT, text_file

DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text("utf-8")
CHECK = (DOCS / "check.md").read_text("utf-8")
PAGES = {path.name: path.read_text("utf-8") for path in [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]}


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *DOCS.glob("*.md")], ids=lambda path: path.name)
def test_what_a_page_links_to_is_in_the_checkout(path: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text("utf-8"))

    assert [link for link in links if ":" not in link and not (path.parent / link).exists()] == []


def _shell_commands(page: str) -> list[list[str]]:
    """Return the arguments of each call of deckcheck in the shell blocks of a page."""
    return _calls("".join(re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)))


def _calls(lines: str) -> list[list[str]]:
    """Return the arguments of each call of deckcheck that is a line of its own."""
    found = []
    for line in lines.splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars="|>")
        lexer.whitespace_split = True
        words = list(lexer)
        if "deckcheck" in words and words[0] in {"deckcheck", "zcat"}:
            args = words[words.index("deckcheck") + 1 :]
            found.append(list(itertools.takewhile(lambda word: word not in {"|", ">"}, args)))
    return found


def _commands() -> list[tuple[str, ...]]:
    context = click.Context(cli, info_name="deckcheck")
    found: list[tuple[str, ...]] = []
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if isinstance(command, click.Group):
            found += [(name, sub) for sub in command.list_commands(context)]
        else:
            found.append((name,))
    return found


def _called(args: Sequence[str]) -> tuple[click.Command, list[str]]:
    """Return the command that arguments call, and those that are left for it."""
    command: click.Command = cli
    context, rest = click.Context(cli, info_name="deckcheck"), [*args]
    while isinstance(command, click.Group):
        short = context.info_name == "odds" and rest[0] not in command.list_commands(context)
        name, found, rest = command.resolve_command(context, ["deck", *rest] if short else rest)
        assert found is not None
        command, context = found, click.Context(found, parent=context, info_name=name)
    return command, rest


def _help_examples() -> str:
    """Return the examples in the help of all commands, one on each line."""
    helps = (_called(command)[0].help or "" for command in _commands())
    return "\n".join(block for text in helps for block in re.findall(r"\x08\n(.*?)(?:\n\n|\Z)", text, re.DOTALL))


EXAMPLES = [args for page in PAGES.values() for args in _shell_commands(page)] + _calls(_help_examples())


def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    lacking = []
    for command in _commands():
        assert run([*command, "--help"]) == 0
        _, _, text = capsys.readouterr().out.partition("\n\n")
        example = re.search(rf"^ +deckcheck {' '.join(command)}\b", text, re.MULTILINE)
        if len(text.split("\n\n")[0].strip()) <= 20 or not example:
            lacking.append(command)

    assert lacking == []


def test_a_list_of_commands_has_whole_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    for group in {tuple(command[:-1]) for command in _commands()}:
        assert run([*group, "--help"]) == 0
        assert not re.findall(r"^  [a-z].*\.\.\.$", capsys.readouterr().out, re.MULTILINE), group


def test_helps_call_the_same_thing_by_the_same_word() -> None:
    options = [
        (" ".join(path), option.opts[-1], option.make_metavar(click.Context(command)), option)
        for path in _commands()
        for command, _ in [_called(path)]
        for option in command.params
        if isinstance(option, click.Option) and not option.hidden
    ]

    odd = {"INTEGER", "INTEGER RANGE", "FLOAT", "FLOAT RANGE", "WHOLE NUMBER", "PATH", "DIRECTORY", "FOLDER"}
    assert [(path, name, value) for path, name, value, option in options if value in odd and name != "--like"] == []
    # A report goes to one file; only the spelling of 0.1.0 repeats --output.
    repeatable = [(path, name, option.help or "") for path, name, _, option in options if option.multiple]
    assert [row for row in repeatable if "Repeatable" not in row[2] and row[1] != "--output"] == []


def test_every_command_is_in_the_manual_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "man"]) == 0

    page = capsys.readouterr().out
    headings = {command: f".SS deckcheck {' '.join(command)}".replace("-", "\\-") for command in _commands()}
    assert [command for command, heading in headings.items() if heading not in page] == []
    # troff takes a line that begins with a dot for a request, and an indented one for the start of a paragraph.
    known = (".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi")
    assert [line for line in page.splitlines() if line.startswith((".", " ")) and line.split()[0] not in known] == []


def test_every_command_is_on_a_page() -> None:
    pages = "\n".join(PAGES.values())

    assert [command for command in _commands() if f"deckcheck {' '.join(command)}" not in pages] == []


@pytest.mark.parametrize("args", EXAMPLES, ids=" ".join)
def test_the_pages_and_helps_use_commands_and_options_that_exist(args: list[str]) -> None:
    command, args = _called(args)

    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    options = itertools.takewhile(lambda word: word != "--", args)
    assert {word.partition("=")[0] for word in options if re.match(r"--?[a-z]", word)} <= known


def test_the_examples_name_cases_of_the_suite_that_exist() -> None:
    cases = {case.name for case in load().cases}

    named = {args[-1] for args in EXAMPLES if args[:2] == ["conformance", "show"]}

    assert named
    assert named <= cases


def test_the_readme_is_short_and_its_commands_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    deck = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
    _write_event_format(tmp_path)
    (tmp_path / "decks").mkdir()
    for path in (tmp_path / "deck.txt", tmp_path / "decks" / "crane.txt"):
        path.write_text(deck, "utf-8")
    (tmp_path / "registrations.csv").write_text(f'player,Decklist\nKei,"{deck}"\n', "utf-8")

    (tmp_path / "mails").mkdir()

    commands = _shell_commands(README)

    assert len(README.splitlines()) < 150
    assert len(commands) == 18
    for args in commands:
        assert run(args) == 0, args
        assert "".join(capsys.readouterr()), args


def test_the_readme_gives_the_numbers_of_formats_and_cards() -> None:
    formats = re.search(r"with (\d+) formats", README)
    cards = re.search(r"([\d,]+) cards of the collectible game and ([\d,]+) cards of the card game", README)

    assert formats
    assert cards
    assert int(formats[1]) == len(find_formats())
    assert [int(number.replace(",", "")) for number in cards.groups()] == [
        sum(1 for _ in load_pool(pool).cards()) for pool in ("ccg", "lcg")
    ]


# The examples of a page, in its order: a command behind `$`, and what it prints.
TRANSCRIPT = re.compile(r"^```text\n\$ (.*?)^```$", re.MULTILINE | re.DOTALL)
TRANSCRIPTS = {name: blocks for name, page in PAGES.items() if (blocks := TRANSCRIPT.findall(page))}
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


class Head(io.StringIO):
    """Standard output whose reader goes away once it has as much as a page shows, as `head` does."""

    def __init__(self, stream: TextIO, most: int) -> None:
        super().__init__()
        self._stream, self._left = stream, most

    def write(self, text: str) -> int:
        written = self._stream.write(text)
        self._left -= written
        if self._left <= 0:
            raise BrokenPipeError
        return written


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_examples_of_a_page_print_what_it_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands run one after the other in a folder with the example decks; dots leave out the rest."""
    if name == "repair.md":
        pytest.importorskip("highspy")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for example in "\n$ ".join(TRANSCRIPTS[name]).split("\n$ "):
        line, _, shown = example.strip("\n").partition("\n")
        is_whole = not shown.endswith("...")
        wanted = TIME.sub("", shown).removesuffix("...").rstrip("\n")
        with monkeypatch.context() as patch:
            if not is_whole:
                patch.setattr(sys, "stdout", Head(sys.stdout, len(shown.removesuffix("..."))))
            run(shlex.split(line)[1:])
        said = TIME.sub("", "".join(capsys.readouterr()).strip("\n"))
        assert (said if is_whole else said[: len(wanted)]) == wanted


ODDS = PAGES["odds.md"]


def test_the_odds_page_explains_every_policy_and_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert [policy for policy in Policy if f"| `{policy}` |" not in ODDS] == []
    block = re.search(r"```python\n((?:.*\n)*?)```", ODDS)
    assert block is not None

    exec(block[1], {})

    assert capsys.readouterr().out == "123/247 49.8\n"


PYTHON = (ROOT / "docs" / "python.md").read_text("utf-8")
PYTHON_EXAMPLES = re.findall(r"```python\n((?:.*\n)*?)```\n\nprints\n\n```text\n((?:.*\n)*?)```", PYTHON)


def test_the_python_page_describes_names_where_they_are() -> None:
    named = re.findall(r"^::: (\S+)\.(\w+)$", PAGES["python.md"], re.MULTILINE)

    assert len(named) > 20
    assert [each for module, each in named if getattr(import_module(module), each).__module__ != module] == []


def test_every_example_of_the_python_page_shows_what_it_prints() -> None:
    assert len(PYTHON_EXAMPLES) == PYTHON.count("```python") > 0


@pytest.mark.parametrize(("code", "shown"), PYTHON_EXAMPLES)
def test_the_examples_of_the_python_page_print_what_it_shows(
    code: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    exec(code, {})

    assert capsys.readouterr().out == shown


def test_every_format_is_on_the_page() -> None:
    assert [name for name in find_formats() if f"`{name}`" not in CHECK] == []


def _write_event_format(folder: Path) -> Path:
    """Write the example of the page about formats, with its ban list."""
    blocks = re.findall(r"```yaml\n((?:.*\n)*?)```", (DOCS / "formats.md").read_text("utf-8"))
    file = text_file(folder / "spring-cup.yaml", blocks[0])
    (folder / "lists").mkdir(exist_ok=True)
    (folder / "lists" / "spring-cup-banned.yaml").write_text(blocks[1], "utf-8")
    return file


def test_the_format_page_shows_an_event_format_that_works(tmp_path: Path) -> None:
    file = _write_event_format(tmp_path)
    deck = text_file(tmp_path / "deck.txt", "1 The Grand Halls of the Lion\n3 A New Year\n")

    fmt = load_format(str(file), use_cache=False)
    codes = {finding.code for finding in check_all([str(deck)], fmt, load_pool(fmt.pool)).reports[0].findings}

    assert fmt.lineage == ("spring-cup", "twenty-festivals", "_ccg")
    assert {"P006", "C001"} <= codes


def test_the_python_example_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    block = re.search(r"```python\n((?:.*\n)*?)```", README)
    assert block is not None
    (tmp_path / "deck.txt").write_text((ROOT / "examples" / "crane-celestial.txt").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)

    exec(block[1], {})

    assert capsys.readouterr().out == "legal []\n"


def test_the_example_decks_are_what_they_say() -> None:
    fmt = load_format("celestial-40-40")
    pool = load_pool(fmt.pool)
    folder = ROOT / "examples"

    reports = check_all([str(folder / "crane-celestial.txt"), str(folder / "crane-with-slips.txt")], fmt, pool).reports

    assert [report.verdict.value for report in reports] == ["legal", "illegal"]
