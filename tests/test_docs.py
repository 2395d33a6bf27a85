"""The documentation keeps its promises: commands exist, examples run, reports look as shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from deckcheck.app import check_all, load_format, load_pool
from deckcheck.cli import cli, run
from deckcheck.loading.format_files import find_formats
from deckcheck.odds import Policy

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def _commands() -> list[tuple[str, ...]]:
    context = click.Context(cli)
    found: list[tuple[str, ...]] = []
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if isinstance(command, click.Group):
            found += [(name, sub) for sub in command.list_commands(context)]
        else:
            found.append((name,))
    return found


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_every_command_has_help(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--help"]) == 0

    text = capsys.readouterr().out
    assert len(text.split("\n\n")[1].strip()) > 20


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_every_help_has_an_example(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    run([*command, "--help"])

    _, _, text = capsys.readouterr().out.partition("\n\n")
    assert re.search(rf"^ +deckcheck {' '.join(command)}\b", text, re.MULTILINE)


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_every_command_is_in_the_manual_page(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["man"]) == 0

    page = capsys.readouterr().out
    assert f".SS deckcheck {' '.join(command)}".replace("-", "\\-") in page
    # troff takes a line that begins with a dot for a request, and an indented one for the start of a paragraph.
    known = (".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi")
    assert [line for line in page.splitlines() if line.startswith((".", " ")) and line.split()[0] not in known] == []


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_every_command_is_in_the_readme(command: tuple[str, ...]) -> None:
    assert command[0] in README
    assert command[-1] in README


def test_the_report_in_the_readme_is_what_the_command_prints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    block = re.search(r"```text\n\$ deckcheck (.*)\n((?:.*\n)*?)```", README)
    assert block is not None
    monkeypatch.chdir(ROOT)

    assert run(shlex.split(block[1])) == 1

    assert capsys.readouterr().out == block[2]


ODDS = (ROOT / "docs" / "odds.md").read_text("utf-8")
ODDS_EXAMPLES = re.findall(r"```text\n\$ deckcheck (.*)\n((?:.*\n)*?)```", ODDS)


@pytest.mark.parametrize(("args", "shown"), ODDS_EXAMPLES, ids=[args for args, _ in ODDS_EXAMPLES])
def test_the_examples_of_the_odds_page_print_what_it_shows(
    args: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    assert run(shlex.split(args)) == 0

    assert capsys.readouterr().out == shown


def test_the_example_of_the_building_page_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "building.md").read_text("utf-8")
    shown = re.search(r"```text\n(\$ .*?)```", page, re.DOTALL)
    assert shown
    for part in shown[1].split("$ ")[1:]:
        line, _, said = part.partition("\n")
        assert run(shlex.split(line)[1:]) == 0
        assert capsys.readouterr().out == said


def test_the_odds_page_explains_every_policy_and_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert [policy for policy in Policy if f"| `{policy}` |" not in ODDS] == []
    block = re.search(r"```python\n((?:.*\n)*?)```", ODDS)
    assert block is not None

    exec(block[1], {})

    assert capsys.readouterr().out == "123/247 49.8\n"


def test_every_format_is_in_the_readme() -> None:
    assert [name for name in find_formats() if f"`{name}`" not in README] == []


def test_the_format_page_shows_an_event_format_that_works(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    blocks = re.findall(r"```yaml\n((?:.*\n)*?)```", page)
    file = tmp_path / "spring-cup.yaml"
    file.write_text(blocks[0], "utf-8")
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "spring-cup-banned.yaml").write_text(blocks[1], "utf-8")
    deck = tmp_path / "deck.txt"
    deck.write_text("1 The Grand Halls of the Lion\n3 A New Year\n", "utf-8")

    fmt = load_format(str(file), use_cache=False)
    codes = {finding.code for finding in check_all([str(deck)], fmt, load_pool(fmt.pool)).reports[0].findings}

    assert fmt.lineage == ("spring-cup", "twenty-festivals", "_ccg")
    assert {"P006", "C001"} <= codes


def test_the_python_example_names_what_exists() -> None:
    block = re.search(r"```python\n((?:.*\n)*?)```", README)
    assert block is not None

    exec(block[1].split("report =")[0], {})


def test_the_example_decks_are_what_they_say() -> None:
    fmt = load_format("celestial-40-40")
    pool = load_pool(fmt.pool)
    folder = ROOT / "examples"

    reports = check_all([str(folder / "crane-celestial.txt"), str(folder / "crane-with-slips.txt")], fmt, pool).reports

    assert [report.verdict.value for report in reports] == ["legal", "illegal"]
