"""The documentation site: pages made from the code, pictures, and the files that say what the project is."""

from __future__ import annotations

import re

import click
import msgspec
import pytest
import yaml

import deckcheck
from deckcheck import __version__, interface
from deckcheck.cli import cli
from deckcheck.decks.readers import READERS
from deckcheck.formats.files import find_formats
from deckcheck.model import errors
from deckcheck.model.limits import Limits
from deckcheck.rules import all_rules
from docsite import commands, formats, layers, pictures, rules
from docsite.markdown import plain_text, table
from tests.conftest import ROOT
from tests.test_layers import LAYER_OF, LAYERS

DOCS = ROOT / "docs"
NAV = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]
# Pages of the repository that the site takes in as they are.
TAKEN_IN = {"changelog.md", "contributing.md", "security.md"}


@pytest.fixture(scope="module")
def shown() -> tuple[formats.Shown, ...]:
    return formats.shipped()


def test_a_format_page_gives_each_rule_with_value_source_and_place(shown: tuple[formats.Shown, ...]) -> None:
    page = formats.pages(shown)["formats/celestial-40-40.md"]

    _, _, part = page.partition("### C001 too-many-copies\n")
    part = part.partition("\n### ")[0]
    assert re.search(r"\| `max` \| `3` \| `formats/_ccg\.yaml:\d+` \|", part)
    assert re.search(r"\| `of` \| `\{.*not_kind: \[event\].*\}` \| `formats/celestial-40-40\.yaml:\d+` \|", part)
    assert "Source: Celestial Judge's Rulebook 1.1 (22 February 2010), The Play Deck" in part


def test_a_format_page_names_the_lists_of_each_day(shown: tuple[formats.Shown, ...]) -> None:
    pages = formats.pages(shown)

    row = next(line for line in pages["formats/lcg-stronghold.md"].splitlines() if line.startswith("| 2020-04-01"))
    assert "[lcg-stronghold-banned-2020-04-01](../lists/lcg-stronghold-banned-2020-04-01.md)" in row
    assert (
        "* in force from: a day between 2020-03-31 and 2020-04-07" in pages["lists/lcg-stronghold-banned-2020-04-01.md"]
    )


def test_every_format_and_every_list_has_a_page(shown: tuple[formats.Shown, ...]) -> None:
    pages = formats.pages(shown)

    assert {f"formats/{name}.md" for name in find_formats()} <= set(pages)
    assert {f"lists/{file.stem}.md" for file in (ROOT / "formats" / "lists").glob("*.yaml")} <= set(pages)


def test_every_rule_has_a_page_and_a_family(shown: tuple[formats.Shown, ...]) -> None:
    pages = rules.pages(each.format for each in shown)

    for rule in all_rules():
        assert pages[f"rules/{rule.name}.md"].startswith(f"# {rule.code} {rule.name}\n")
        assert f"[{rule.code}]({rule.name}.md)" in pages["rules/index.md"]


def test_a_rule_page_says_which_formats_use_it_with_which_values(shown: tuple[formats.Shown, ...]) -> None:
    page = rules.pages(each.format for each in shown)["rules/too-many-copies.md"]

    row = next(line for line in page.splitlines() if "../formats/celestial-40-40.md" in line)
    assert "`max`: `3`" in row
    assert "Celestial Judge's Rulebook" in row


def test_every_command_has_a_page_with_its_options() -> None:
    pages = commands.pages()

    context = click.Context(cli)
    assert set(pages) == {"commands/index.md", *(f"commands/{name}.md" for name in cli.list_commands(context))}
    assert "| `-f, --format ID` |" in pages["commands/check.md"]
    assert "## deckcheck formats diff\n" in pages["commands/formats.md"]
    assert "```sh\ndeckcheck formats diff celestial-40-40 emperor\n" in pages["commands/formats.md"]


def test_values_are_shown_as_they_stand() -> None:
    assert plain_text("a_b *c* <d> `e_f` [g]") == r"a\_b \*c\* \<d\> `e_f` \[g\]"
    assert "| a &#124; b | `c|d` |" in list(table(("x", "y"), [("a | b", "`c|d`")]))


def test_the_drawn_pictures_are_those_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """When this fails, run `python -m docsite.pictures` and look at what changed."""
    monkeypatch.chdir(ROOT)

    for name, content in pictures.drawn():
        assert (DOCS / "pictures" / name).read_text("utf-8") == content, name


def test_the_picture_of_the_layers_has_every_part() -> None:
    assert layers.layers() == LAYERS
    drawn = (DOCS / "pictures" / "layers.svg").read_text("utf-8")

    assert set(re.findall(r'text-anchor="middle">(\w+)<', drawn)) == set().union(*LAYERS.values())


def test_contributing_lists_the_layers_from_top_to_bottom() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    block = re.search(r"```text\n(cli .*?)```", text, re.DOTALL)
    assert block is not None

    # Two spaces stand between names, more before what is said of them.
    starts = re.findall(r"^\w+(?:  \w+)*", block[1], re.MULTILINE)
    listed = [name for start in starts for name in start.split()]

    assert sorted(listed) == sorted(LAYER_OF.keys() - {"__main__"})
    assert [LAYER_OF[name] for name in listed] == sorted((LAYER_OF[name] for name in listed), reverse=True)


def test_every_page_is_in_the_navigation() -> None:
    named = set(re.findall(r"[\w/-]+\.md", yaml.safe_dump(NAV)))

    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    made = {"commands/index.md", "formats/index.md", "rules/index.md"}
    assert written - named == set()
    assert named - written == TAKEN_IN | made


def test_the_python_page_names_the_public_interface_and_its_example_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (DOCS / "python.md").read_text("utf-8")
    documented = {name.rpartition(".")[2] for name in re.findall(r"^::: (.*)$", page, re.MULTILINE)}
    assert set(interface.__all__) <= documented
    assert set(interface.__all__) <= {*dir(deckcheck)}
    own = {name for name, kind in vars(errors).items() if getattr(kind, "__module__", "") == errors.__name__}
    assert {name for name in own if name.endswith("Error")} <= documented

    block = re.search(r"```python\n((?:.*\n)*?)```\n\nprints\n\n```text\n((?:.*\n)*?)```", page)
    assert block is not None
    monkeypatch.chdir(ROOT)
    exec(block[1], {})
    assert capsys.readouterr().out == block[2]


def test_the_citation_has_the_version_and_the_licence() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))

    assert citation["version"] == __version__
    assert citation["license"] == "MIT"
    releases = re.findall(r"^## \[(\d.*)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert releases[0] == (citation["version"], citation["date-released"])
    assert msgspec.to_builtins(citation["authors"]) == [{"name": "The deckcheck developers"}]


def test_the_security_page_gives_the_limits_in_force() -> None:
    text = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())

    limits = Limits()
    assert limits.file_bytes == 1024 * 1024
    assert limits.archive_bytes == 64 * limits.file_bytes
    assert f"at most 1 MiB, {limits.lines:,} lines and {limits.nesting} levels of nesting" in text
    assert f"a name at most {limits.name_length} characters" in text
    assert f"an archive at most {limits.archive_files:,} files and 64 MiB unpacked" in text


def test_every_reader_is_in_the_table_of_syntaxes() -> None:
    page = (DOCS / "list-syntaxes.md").read_text("utf-8")

    assert [name for name in READERS if f"`{name}`" not in page] == []
