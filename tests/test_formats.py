"""Format files: inheritance with origins, everything that is refused and where, and the cache of resolved formats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deckcheck.checks import checker as app
from deckcheck.cli import run
from deckcheck.formats.cache import FormatLoader
from deckcheck.formats.loading import read_list, resolve_format
from deckcheck.model.errors import DataError, UsageError
from deckcheck.model.format import Format, RuleSetting
from tests.conftest import ROOT

SHIPPED = sorted(path.stem for path in (ROOT / "formats").glob("[!_]*.yaml"))

PARENT = """\
id: _parent
game: ccg
pool: ccg

documents:
  BOOK: Rulebook
  DATA: facts about the cards

sections:
  stronghold: {label: Strongholds, select: {kind: [stronghold]}}
  fate:
    label: Fate deck
    select: {kind: [strategy]}

rules:
  deck-too-small:
    minimums: {fate: 40}
    cite: {doc: BOOK, page: 3}
  too-many-copies:
    of: {unique: false}
    max: 3
    cite: {doc: BOOK, section: Copies}
  not-legal:
    marks: [celestial]
    cite: {doc: DATA, section: marks}
"""
CHILD = """\
id: child
name: Child
extends: _parent
basis: official
date: "2011-09-01"

rules:
  too-many-copies:
    max: 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder called formats with a parent and a child."""
    made = tmp_path / "formats"
    made.mkdir()
    (made / "_parent.yaml").write_text(PARENT, encoding="utf-8")
    (made / "child.yaml").write_text(CHILD, encoding="utf-8")
    return made


def load_format(name: str, **settings: Any) -> Format:
    return FormatLoader(**settings).load(name)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def problem(folder: Path, name: str = "child") -> DataError:
    with pytest.raises(DataError) as caught:
        resolve_format(folder / f"{name}.yaml")
    return caught.value


def provision(fmt: Format, rule: str) -> RuleSetting:
    return next(item for item in fmt.provisions if item.name == rule)


def test_a_child_has_what_its_parent_has_and_its_own_changes(folder: Path) -> None:
    resolved = resolve_format(folder / "child.yaml")
    fmt, files = resolved.format, resolved.files

    assert (fmt.id, fmt.name, fmt.game, fmt.pool, fmt.basis, fmt.date) == (
        "child",
        "Child",
        "ccg",
        "ccg",
        "official",
        "2011-09-01",
    )
    assert fmt.lineage == ("child", "_parent")
    assert list(fmt.sections) == ["stronghold", "fate"]
    assert {item.name for item in fmt.provisions} == {"deck-too-small", "too-many-copies", "not-legal"}
    assert fmt.legality.marks == ("celestial",)
    assert {path.name for path in files} == {"child.yaml", "_parent.yaml"}


def test_every_value_knows_where_it_was_set(folder: Path) -> None:
    fmt = resolve_format(folder / "child.yaml").format
    copies = provision(fmt, "too-many-copies")

    assert copies.params.max == 1
    assert copies.params.of.unique is False
    assert copies.cite.source == "Rulebook"
    assert copies.cite.at == "Copies"
    places = {key: (origin.format, origin.path, origin.line) for key, origin in copies.origins.items()}
    assert places == {
        "max": ("child", "formats/child.yaml", 9),
        "of": ("_parent", "formats/_parent.yaml", 20),
        "cite": ("_parent", "formats/_parent.yaml", 22),
    }
    assert (copies.origin.format, copies.origin.line) == ("child", 8)
    assert provision(fmt, "deck-too-small").origin.line == 16


def test_a_rule_and_a_section_can_be_dropped_with_a_reason(folder: Path) -> None:
    change(folder / "_parent.yaml", "minimums: {fate: 40}", "minimums: {stronghold: 1}")
    change(folder / "child.yaml", "    max: 1\n", "    drop: this league counts differently\n")
    change(folder / "child.yaml", "rules:\n", "sections:\n  fate: {drop: there is no Fate deck}\nrules:\n")

    fmt = resolve_format(folder / "child.yaml").format

    assert "too-many-copies" not in {item.name for item in fmt.provisions}
    assert list(fmt.sections) == ["stronghold"]


# Old and new text in the child's file; the line and column of the message; a word it must hold.
WRONG = [
    pytest.param("max: 1", "max: 3", "formats/child.yaml:9:5", "changes nothing", id="parameter that changes nothing"),
    pytest.param(
        "max: 1",
        "cite: {doc: BOOK, section: Copies}",
        "formats/child.yaml:9:5",
        "changes nothing",
        id="citation that changes nothing",
    ),
    pytest.param("name: Child", "name: Child\ngame: ccg", "formats/child.yaml:3:1", "changes nothing", id="fact"),
    pytest.param(
        "rules:",
        "documents:\n  BOOK: Rulebook\nrules:",
        "formats/child.yaml:8:3",
        "changes nothing",
        id="document that changes nothing",
    ),
    pytest.param(
        "rules:",
        "sections:\n  fate: {label: Fate deck, select: {kind: [strategy]}}\nrules:",
        "formats/child.yaml:8:3",
        "changes nothing",
        id="section that changes nothing",
    ),
    pytest.param("    max: 1\n", "    {}\n", "formats/child.yaml:8:3", "changes nothing", id="rule without a change"),
    pytest.param("extends: _parent", "extends: nobody", "formats/child.yaml:3:1", "nobody", id="unknown parent"),
    pytest.param("id: child", "id: other", "formats/child.yaml:1:1", "other", id="id that is not the file's name"),
    pytest.param("basis: official", "bassis: official", "formats/child.yaml:4:1", "bassis", id="unknown key"),
    pytest.param(
        "basis: official", "basis: [official]", "formats/child.yaml:4:1", "expected text", id="wrong type of a fact"
    ),
    pytest.param("basis: official", "basis: mine", "formats/child.yaml:4:1", "official", id="unknown basis"),
    pytest.param('"2011-09-01"', '"2011-02-30"', "formats/child.yaml:5:1", "2011-02-30", id="no such day"),
    pytest.param('"2011-09-01"', '"September 2011"', "formats/child.yaml:5:1", "date", id="no date"),
    pytest.param('"2011-09-01"', '"20110901"', "formats/child.yaml:5:1", "date", id="date in another form"),
    pytest.param('"2011-09-01"', "20110901", "formats/child.yaml:5:1", "expected text", id="date that is a number"),
    pytest.param("too-many-copies:", "too-many-cards:", "formats/child.yaml:8:3", "too-many-cards", id="unknown rule"),
    pytest.param(
        "too-many-copies:", "unknown-card:", "formats/child.yaml:8:3", "unknown-card", id="rule of deck files"
    ),
    pytest.param(
        "  too-many-copies:\n    max: 1",
        "  too-many-copies: 1",
        "formats/child.yaml:8:3",
        "parameters",
        id="rule that is a number",
    ),
    pytest.param("max: 1", "mx: 1", "formats/child.yaml:9", "mx", id="unknown parameter"),
    pytest.param(
        "max: 1", "max: one", "formats/child.yaml:9", "a whole number, got text", id="wrong type of a parameter"
    ),
    pytest.param("max: 1", "max: 1.5", "formats/child.yaml:9", "a whole number, got a decimal", id="fraction"),
    pytest.param("max: 1", "of: {unike: true}", "formats/child.yaml:9", "unike", id="unknown condition"),
    pytest.param("max: 1", "cite: {doc: MAGAZINE, page: 1}", "formats/child.yaml:9", "MAGAZINE", id="unknown document"),
    pytest.param(
        "max: 1", "cite: {doc: BOOK}", "formats/child.yaml:9", "section or page", id="citation without a place"
    ),
    pytest.param("max: 1", "cite: {doc: BOOK, pag: 1}", "formats/child.yaml:9", "pag", id="unknown key in a citation"),
    pytest.param("max: 1", "cite: Rulebook", "formats/child.yaml:9", "citation", id="citation that is text"),
    pytest.param("max: 1", "drop: ''", "formats/child.yaml:8:3", "reason", id="dropped without a reason"),
    pytest.param("max: 1", "drop: null", "formats/child.yaml:8:3", "reason", id="dropped with null"),
    pytest.param(
        "max: 1", "drop: why\n    max: 1", "formats/child.yaml:8:3", "no other keys", id="dropped and changed"
    ),
    pytest.param(
        "too-many-copies:\n    max: 1",
        "banned-card: {drop: not here}",
        "formats/child.yaml:8:3",
        "to drop",
        id="dropped without being there",
    ),
    pytest.param(
        "rules:",
        "sections:\n  wind: {drop: not here}\nrules:",
        "formats/child.yaml:8:3",
        "to drop",
        id="unknown section dropped",
    ),
    pytest.param(
        "    max: 1\n",
        "    max: 1\n  too-many-strongholds: {section: castle, max: 1, cite: {doc: BOOK, page: 1}}\n",
        "formats/child.yaml:10",
        "castle",
        id="rule for an unknown section",
    ),
    pytest.param(
        "    max: 1\n",
        "    max: 1\n  deck-too-small:\n    minimums: {fate: 40, dynasty: 40}\n",
        "formats/child.yaml:11",
        "dynasty",
        id="size of an unknown section",
    ),
    pytest.param(
        "    max: 1\n",
        "    max: 1\n  card-type-not-used: {}\n",
        "formats/child.yaml:10",
        "no citation",
        id="rule without a citation",
    ),
    pytest.param(
        "rules:",
        "sections:\n  wind: {labl: Winds, select: {}}\nrules:",
        "formats/child.yaml:8",
        "labl",
        id="unknown key of a section",
    ),
    pytest.param("max: 1", "max: -1", "formats/child.yaml:9", "a whole number >= 0", id="negative number"),
    pytest.param(
        "    max: 1\n",
        "    max: 1\n  duplicate-unique:\n    max: 1\n    cite: {doc: BOOK, page: 4}\n",
        "formats/child.yaml:10",
        "rule `duplicate-unique`: `of` is missing",
        id="part of a rule that no parent has",
    ),
    pytest.param(
        "    max: 1\n",
        "    max: 1\n  duplicate-unique:\n    ofs: {}\n    max: 1\n    cite: {doc: BOOK, page: 4}\n",
        "formats/child.yaml:11:5",
        "rule `duplicate-unique`: there is no key `ofs`",
        id="typing error in a key that the rule needs",
    ),
    pytest.param("max: 1", "max: 010", "formats/child.yaml:9:10", "quotes", id="octal number"),
    pytest.param("max: 1", "max: &x 1", "formats/child.yaml:9:10", "anchors", id="anchor"),
    pytest.param("max: 1", "max: 1\n    max: 2", "formats/child.yaml:10:5", "duplicate key", id="duplicate key"),
    pytest.param("max: 1", "max: [1", "formats/child.yaml:1", "YAML", id="broken YAML"),
]


@pytest.mark.parametrize(("old", "new", "place", "said"), WRONG)
def test_wrong_format_files_are_refused_at_the_place(old: str, new: str, place: str, said: str, folder: Path) -> None:
    change(folder / "child.yaml", old, new)

    error = problem(folder)

    assert (error.place or "").startswith(place), str(error)
    assert said in error.message


def test_a_change_of_nothing_says_where_the_value_comes_from(folder: Path) -> None:
    change(folder / "child.yaml", "max: 1", "max: 3")

    assert "formats/_parent.yaml:21" in problem(folder).message


@pytest.mark.parametrize("key", ["name: Child\n", "basis: official\n", 'date: "2011-09-01"\n'])
def test_a_format_needs_its_facts(key: str, folder: Path) -> None:
    change(folder / "child.yaml", key, "")

    error = problem(folder)

    assert f"`{key.partition(':')[0]}`" in error.message
    assert (error.place or "").endswith("child.yaml")


def test_a_format_says_which_cards_belong_to_it(folder: Path) -> None:
    change(folder / "child.yaml", "  too-many-copies:\n    max: 1", "  not-legal: {drop: all cards}")

    assert "not-legal" in problem(folder).message


def test_a_mistake_in_a_parent_is_found_in_the_parent(folder: Path) -> None:
    change(folder / "_parent.yaml", "max: 3", "max: three")
    change(folder / "child.yaml", "max: 1", "of: {unique: true}")

    assert (problem(folder).place or "").startswith("formats/_parent.yaml:21")


def test_formats_that_extend_each_other_in_a_circle(folder: Path) -> None:
    change(folder / "_parent.yaml", "id: _parent\n", "id: _parent\nextends: child\n")

    error = problem(folder)

    assert "child -> _parent -> child" in error.message
    assert (error.place or "").startswith("formats/")


def test_a_format_that_extends_itself(folder: Path) -> None:
    change(folder / "child.yaml", "extends: _parent", "extends: child")

    assert "child -> child" in problem(folder).message


def test_three_generations_merge_parameter_by_parameter(folder: Path) -> None:
    grandchild = CHILD.replace("id: child", "id: grandchild").replace("extends: _parent", "extends: child")
    grandchild = grandchild.replace("name: Child", "name: Grandchild").replace("basis: official", "basis: community")
    grandchild = grandchild.replace("2011-09-01", "2012-09-01").replace("max: 1", "of: {unique: true}")
    (folder / "grandchild.yaml").write_text(grandchild, encoding="utf-8")

    fmt = resolve_format(folder / "grandchild.yaml").format
    copies = provision(fmt, "too-many-copies")

    assert fmt.lineage == ("grandchild", "child", "_parent")
    assert (copies.params.of.unique, copies.params.max, copies.cite.at) == (True, 1, "Copies")
    assert [copies.origins[key].format for key in ("of", "max", "cite")] == ["grandchild", "child", "_parent"]


@pytest.mark.parametrize("format_id", SHIPPED)
def test_every_shipped_format_resolves_and_cites(format_id: str) -> None:
    fmt = resolve_format(ROOT / "formats" / f"{format_id}.yaml").format

    assert fmt.id == format_id
    assert fmt.provisions
    for item in fmt.provisions:
        assert item.cite.source
        assert item.cite.at
        assert item.origin.path.startswith("formats/")
        assert all(origin.line > 0 for origin in item.origins.values())


def test_a_user_format_by_path_extends_a_shipped_one(tmp_path: Path) -> None:
    mine = tmp_path / "spring-league.yaml"
    mine.write_text(
        "id: spring-league\nname: Spring league\nextends: celestial-40-40\nbasis: community\n"
        "rules:\n  too-many-copies:\n    max: 2\n",
        encoding="utf-8",
    )

    fmt = load_format(str(mine))

    assert fmt.lineage[:2] == ("spring-league", "celestial-40-40")
    assert provision(fmt, "too-many-copies").params.max == 2
    assert provision(fmt, "not-legal") == provision(load_format("celestial-40-40"), "not-legal")


def test_a_folder_of_formats_comes_before_the_shipped_ones(folder: Path) -> None:
    (folder / "celestial-40-40.yaml").write_text(CHILD.replace("id: child", "id: celestial-40-40"), encoding="utf-8")

    assert load_format("celestial-40-40", first=folder).name == "Child"
    assert load_format("celestial-40-40").name != "Child"


@pytest.mark.parametrize(
    "name", ["nosuch", "", "../celestial-40-40", "Celestial-40-40", "a/b", "celestial-40-40\n", "x" * 5000]
)
def test_an_unknown_format_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_format(name)

    for known in SHIPPED:
        assert known in (caught.value.help or "")


@pytest.mark.parametrize("name", ["none.yaml", "none.yml"])
def test_a_path_without_a_file(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=name):
        load_format(str(tmp_path / name))


def test_a_shared_parent_is_no_format_for_decks() -> None:
    with pytest.raises(UsageError, match="_ccg"):
        load_format("_ccg")


def test_a_format_file_that_is_not_utf_8(folder: Path) -> None:
    (folder / "child.yaml").write_bytes(b"id: child\nname: Daimy\xf4\n")

    assert "UTF-8" in problem(folder).message


# The cache. Whatever happens to it, the format is the one the files say.


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def kept(cache: Path) -> Path:
    (path,) = cache.iterdir()
    return path


def test_a_format_from_the_cache_is_the_same(folder: Path, cache: Path) -> None:
    for name in (str(folder / "child.yaml"), *SHIPPED):
        first = load_format(name, cache=cache)
        second = load_format(name, cache=cache)

        assert first == load_format(name)
        assert second == first
        assert [type(item.params) for item in second.provisions] == [type(item.params) for item in first.provisions]


def test_the_second_load_reads_no_yaml(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_format(str(folder / "child.yaml"), cache=cache)

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("deckcheck.system.strict_yaml.parse", fail)
    assert load_format(str(folder / "child.yaml"), cache=cache).id == "child"


def test_damage_to_the_cache_changes_nothing(folder: Path, cache: Path) -> None:
    path = str(folder / "child.yaml")
    right = load_format(path, cache=cache)
    whole = kept(cache).read_bytes()
    damaged = [b"", b"garbage" * 50, whole[:20], whole[:40], whole[:-1], whole[:-20] + bytes(20)]
    damaged += [
        whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :]
        for at in range(0, len(whole), max(1, len(whole) // 60))
        for bit in (1, 0x80)
    ]

    for content in damaged:
        kept(cache).write_bytes(content)
        assert load_format(path, cache=cache) == right
        assert kept(cache).read_bytes() == whole
    kept(cache).write_bytes(whole + b"\0")  # A byte behind the end is not read.
    assert load_format(path, cache=cache) == right


EDITS: dict[str, Callable[[Path], None]] = {
    "the file": lambda folder: change(folder / "child.yaml", "max: 1", "max: 2"),
    "its name": lambda folder: change(folder / "child.yaml", "name: Child", "name: Kid"),
    "a comment": lambda folder: change(folder / "child.yaml", "rules:", "# moved down\nrules:"),
    "the parent": lambda folder: change(folder / "_parent.yaml", "fate: 40", "fate: 45"),
    "a mark of the parent": lambda folder: change(folder / "_parent.yaml", "marks: [celestial]", "marks: [emperor]"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edit_counts_at_once(edit: Callable[[Path], None], folder: Path, cache: Path) -> None:
    path = str(folder / "child.yaml")
    before = load_format(path, cache=cache)

    edit(folder)

    after = load_format(path, cache=cache)
    assert after == load_format(path)
    assert after != before


def test_an_edit_that_breaks_the_file_is_seen_at_once(folder: Path, cache: Path) -> None:
    load_format(str(folder / "child.yaml"), cache=cache)
    change(folder / "_parent.yaml", "max: 3", "max: three")
    change(folder / "child.yaml", "    max: 1\n", "    of: {unique: true}\n")

    with pytest.raises(DataError):
        load_format(str(folder / "child.yaml"), cache=cache)


def test_a_parent_that_is_gone_is_seen_at_once(folder: Path, cache: Path) -> None:
    load_format(str(folder / "child.yaml"), cache=cache)
    (folder / "_parent.yaml").unlink()

    with pytest.raises(DataError):
        load_format(str(folder / "child.yaml"), cache=cache)


def test_a_parent_that_is_shadowed_counts_at_once(folder: Path, tmp_path: Path, cache: Path) -> None:
    apart = tmp_path / "apart"
    apart.mkdir()
    mine = apart / "child.yaml"
    (folder / "child.yaml").rename(mine)
    before = load_format(str(mine), first=folder, cache=cache)

    (apart / "_parent.yaml").write_text(PARENT.replace("fate: 40", "fate: 45"), encoding="utf-8")

    after = load_format(str(mine), first=folder, cache=cache)
    assert provision(before, "deck-too-small").params.minimums == {"fate": 40}
    assert provision(after, "deck-too-small").params.minimums == {"fate": 45}


def test_a_grandparent_that_is_shadowed_counts_at_once(folder: Path, tmp_path: Path, cache: Path) -> None:
    """The parent looks for its own parent beside itself first, whatever is beside the child."""
    apart = tmp_path / "apart"
    apart.mkdir()
    text = CHILD.replace("id: child", "id: mine").replace("extends: _parent", "extends: child")
    text = text.replace("name: Child", "name: Mine").replace("basis: official", "basis: community")
    text = text.replace("2011-09-01", "2012-09-01").replace("max: 1", "max: 2")
    mine = apart / "mine.yaml"
    mine.write_text(text, encoding="utf-8")

    for content in (None, PARENT.replace("fate: 40", "fate: 45"), PARENT.replace("fate: 40", "fate: 50")):
        if content is not None:
            (apart / "_parent.yaml").write_text(content, encoding="utf-8")
        for _ in range(2):
            assert load_format(str(mine), first=folder, cache=cache) == load_format(str(mine), first=folder)


def test_two_files_of_one_id_do_not_share_an_entry(folder: Path, tmp_path: Path, cache: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "_parent.yaml").write_text(PARENT, encoding="utf-8")
    (other / "child.yaml").write_text(CHILD.replace("max: 1", "max: 2"), encoding="utf-8")

    for place, most in ((folder, 1), (other, 2), (folder, 1)):
        assert provision(load_format(str(place / "child.yaml"), cache=cache), "too-many-copies").params.max == most


def test_another_version_of_deckcheck_reads_the_files_again(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(folder / "child.yaml")
    right = load_format(path, cache=cache)
    before = kept(cache).read_bytes()
    monkeypatch.setattr("deckcheck.formats.cache.__version__", "999")

    assert load_format(path, cache=cache) == right
    assert kept(cache).read_bytes() != before


def test_a_cache_that_cannot_be_written_does_no_harm(folder: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    path = str(folder / "child.yaml")

    for cache in (blocked, blocked / "below"):
        assert load_format(path, cache=cache) == load_format(path)
    assert blocked.read_text(encoding="utf-8") == "in the way"


def test_a_path_that_is_no_utf_8_does_no_harm(folder: Path, tmp_path: Path, cache: Path) -> None:
    odd = tmp_path / "f\udcff"
    folder.rename(odd)

    assert load_format("child", first=odd, cache=cache).id == "child"


def test_a_day_that_is_no_text_is_no_day(folder: Path, cache: Path) -> None:
    with pytest.raises(UsageError, match="is not a date"):
        load_format("child", first=folder, cache=cache, as_of="\udcff")


def test_a_folder_where_the_entry_should_be_does_no_harm(folder: Path, cache: Path) -> None:
    path = str(folder / "child.yaml")
    right = load_format(path, cache=cache)
    entry = kept(cache)
    entry.unlink()
    entry.mkdir()

    assert load_format(path, cache=cache) == right


def test_what_an_edict_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats", "diff", "emperor", "ivory"]) == 0
    assert "C002 duplicate-unique: for Unique cards, except those with the effect " in capsys.readouterr().out
    assert run(["formats", "diff", "lcg-emerald@2023-09-05", "lcg-emerald@2023-09-06"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "lcg-emerald of 2023-09-05 (Emerald Edict 6) -> lcg-emerald of 2023-09-06 (Emerald Edict 7)",
        "banned, removed: Bake-Kujira, Deployed Garrison, Subterfuge",
        "restricted, removed: Sacred Sanctuary",
        "restricted, added: Tactical Ingenuity, Togashi Mitsu",
        "splash-banned, removed: Indomitable Will",
    ]


LIST = """\
id: cup-banned
kind: banned
name: ban list of the cup
pool: ccg
from: "2026-03-01"
basis: community
source: the organiser
cards:
  - Banzai!
  - {title: Iron Mine, since: "2026-04-01"}
  - {title: Doji Ayano, level: 1}
  - {title: Doji Ayano, level: 2}
"""


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        ("id: cup-banned", "id: league-banned", "the id `league-banned` must be the file's name without `.yaml`", 1),
        ("kind: banned", "kind: forbidden", "`kind` is one of banned, restricted, splash-banned, rotated, roles", 2),
        ('from: "2026-03-01"', 'from: "1 March 2026"', "`1 March 2026` is not a date like 2011-09-01", 5),
        ("2026-04-01", "2026-4-1", "`2026-4-1` is not a date like 2011-09-01", 5),
        ("2026-04-01", "2026-02-30", "`2026-02-30` is not a date like 2011-09-01", 5),
        ("Iron Mine", "BANZAI", "`BANZAI` is on the list twice", 8),
        ("level: 2", "level: 1", "`Doji Ayano` is on the list twice", 8),
        ("cards:", "before: cup-banned-1\ncards:", "`before` needs the interval `begins`", 8),
        ("source: the organiser\n", "", "`source` is missing", 1),
    ],
)
def test_what_is_wrong_with_a_list_is_said_with_its_line(
    old: str, new: str, says: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "formats" / "lists" / "cup-banned.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(LIST, encoding="utf-8")
    assert [entry.level for entry in read_list(path).entries()] == [None, None, 1, 2]
    change(path, old, new)

    with pytest.raises(DataError) as caught:
        read_list(path)

    assert says in caught.value.message
    assert (caught.value.place or "").startswith(f"formats/lists/cup-banned.yaml:{line}")


def test_a_wrong_key_of_a_card_on_a_list_is_not_helped_by_the_keys_of_the_list(tmp_path: Path) -> None:
    path = tmp_path / "cup-banned.yaml"
    path.write_text(LIST.replace("{title: Iron Mine, since:", "{title: Iron Mine, form:"), encoding="utf-8")
    with pytest.raises(DataError, match="there is no key `form`") as caught:
        read_list(path)
    assert caught.value.help is None


def test_a_list_may_give_the_day_of_a_card_as_from(tmp_path: Path) -> None:
    path = tmp_path / "cup-banned.yaml"
    path.write_text(LIST.replace("{title: Iron Mine, since:", "{title: Iron Mine, from:"), encoding="utf-8")
    (mine,) = (each for each in read_list(path).entries() if each.title == "Iron Mine")
    assert mine.since == "2026-04-01"


def test_a_list_id_that_is_too_long_for_a_file_is_that_of_no_list(tmp_path: Path) -> None:
    path = tmp_path / "cup.yaml"
    rules = f"rules:\n  banned-by-list: {{list: {'9' * 300}x, cite: {{doc: JR, section: Lists}}}}\n"
    path.write_text(f'id: cup\nname: Cup\nextends: celestial-40-40\ndate: "2026-01-01"\n{rules}', encoding="utf-8")

    with pytest.raises(DataError, match="there is no list `999") as caught:
        resolve_format(path)

    assert caught.value.place == f"{path}:6"


def test_lint_knows_a_list_that_was_in_force_before_the_first_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "cup.yaml").write_text(
        'id: cup\nname: Cup\nextends: twenty-festivals\nbasis: community\ndate: "2026-03-01"\n'
        "documents: {CUP: rules of the cup}\n"
        "rules:\n  banned-by-list: {list: cup-banned-1, cite: {doc: CUP, section: Banned cards}}\n"
        'snapshots:\n  - {from: "2026-04-01", name: April, rules: {banned-by-list: {list: cup-banned-2}}}\n',
        "utf-8",
    )
    cards = ("{title: A New Year, allowed_in: no-such-set}", "No Such Card")
    for number, card in enumerate(cards, 1):
        (tmp_path / "lists" / f"cup-banned-{number}.yaml").write_text(
            f"id: cup-banned-{number}\nkind: banned\nname: bans\npool: ccg\nfrom: '2026-0{2 + number}-01'\n"
            f"basis: community\nsource: the announcement\ncards: [{card}]\n",
            "utf-8",
        )

    assert run(["formats", "lint", "--formats-dir", str(tmp_path)]) == 1

    said = capsys.readouterr().out
    assert "no format uses" not in said
    assert "`ccg` has no card `No Such Card`" in said
    assert "`ccg` has no set `no-such-set`" in said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("too-many-copies: {most: 2}", "there is no key `most`; known: of, max, souls_doubt, texts"),
        ("duplicate-event: {of: {kind: event}}", "rule `duplicate-event`, `of.kind`: expected a list, got text"),
        ("too-much-copies: {max: 2}", "there is no rule `too-much-copies` for formats; did you mean `too-many-copies`"),
        ("too-many-copies: {max: 2, cite: {doc: CUP, page: 1}}", "the document `CUP` is not listed; list it under"),
    ],
)
def test_lint_names_what_a_format_can_have(
    rules: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cup = tmp_path / "cup.yaml"
    cup.write_text(f"id: cup\nname: Cup\nextends: celestial-40-40\nrules:\n  {rules}\n", "utf-8")

    (tmp_path / "day-two.yaml").write_text("id: day-two\nname: Day Two\nextends: cup\n", "utf-8")

    assert run(["formats", "lint", "--formats-dir", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "cup.yaml:5" in out
    assert said in out
    assert "1 problem found" in out


def test_a_list_that_takes_effect_after_the_day_of_the_format_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "cup-banned.yaml").write_text(
        "id: cup-banned\nkind: banned\nname: bans\npool: ccg\nfrom: '2026-03-01'\nbasis: community\n"
        "source: the announcement\ncards: [A New Year]\n",
        "utf-8",
    )
    cup = tmp_path / "cup.yaml"
    text = (
        "id: cup\nname: Cup\nextends: celestial-40-40\nbasis: community\ndocuments: {CUP: rules of the cup}\n"
        "rules:\n  banned-by-list: {list: cup-banned, cite: {doc: CUP, section: Banned cards}}\n"
    )
    late = "list `cup-banned` names cards from 2026-03-01 on, after the day of the format, 2012-01-31"
    cup.write_text(text, "utf-8")

    with pytest.raises(DataError, match=late):
        app.load_format(str(cup))
    assert run(["formats", "lint", "--formats-dir", str(tmp_path)]) == 1
    assert late in capsys.readouterr().out
    assert app.load_format(str(cup), as_of="2026-03-01").date == "2026-03-01"

    cup.write_text(text + 'date: "2026-03-01"\n', "utf-8")
    assert app.load_format(str(cup)).date == "2026-03-01"
    assert run(["formats", "lint", "--formats-dir", str(tmp_path)]) == 0


def test_lint_finds_what_the_pool_does_not_hold_and_what_nothing_uses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "cup-banned.yaml").write_text(LIST, "utf-8")
    head = "name: Cup\ndocuments: {CUP: rules of the cup}\n"
    cite = "cite: {doc: CUP, section: Legality}"
    (tmp_path / "ivory-cup.yaml").write_text(
        f"id: ivory-cup\nextends: ivory\n{head}rules:\n"
        f"  not-legal: {{marks: [ivories], {cite}}}\n"
        f"  banned-card: {{errata: {{advance_warnings: an errata}}, {cite}}}\n",
        "utf-8",
    )
    (tmp_path / "core-cup.yaml").write_text(
        f"id: core-cup\nextends: lcg-single-core\n{head}rules:\n  too-many-copies-for-set: {{set: cores, {cite}}}\n",
        "utf-8",
    )
    (tmp_path / "broken.yaml").write_text("id: broken\n", "utf-8")

    assert run(["formats", "lint", "--formats-dir", str(tmp_path)]) == 1

    said = capsys.readouterr().out
    assert "ivory-cup.yaml: the pool `ccg` has no legality mark `ivories`\n" in said
    assert "rule `banned-card`: the pool `ccg` has no card with the id `advance_warnings`\n" in said
    assert "rule `too-many-copies-for-set`: the pool `lcg` has no set `cores`\n" in said
    assert "cup-banned.yaml: no format uses this list\n" in said
    assert "broken.yaml: the format has no `name`\n" in said


def test_lint_finds_two_lists_of_one_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lists").mkdir()
    for name in ("cup-banned", "cup-banned-2027"):
        (tmp_path / "lists" / f"{name}.yaml").write_text(LIST.replace("cup-banned", name), "utf-8")

    assert run(["formats", "lint", "--formats-dir", str(tmp_path)]) == 1

    said = capsys.readouterr().out
    assert "cup-banned.yaml: `cup-banned-2027.yaml` has the same name, `ban list of the cup`" in said


def test_lint_of_a_folder_says_which_option_takes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formats", "lint", str(tmp_path)]) == 2
    assert f"--formats-dir {tmp_path} checks the formats in it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("selector", "says"),
    [
        ("kind: [Holding]", "has the type `Holding`; did you mean `holding`?"),
        ("not_kind: [events]", "has the type `events`; did you mean `event`?"),
        ("clan: [crain]", "has the clan `crain`; did you mean `crane`?"),
        ("deck: [conflict]", "has the deck `conflict`; known: dynasty, fate, none"),
    ],
)
def test_a_selector_that_no_card_can_meet_is_an_error(selector: str, says: str, tmp_path: Path) -> None:
    cup = tmp_path / "cup.yaml"
    cup.write_text(
        "id: cup\nname: Cup\nextends: celestial-40-40\nbasis: community\ndocuments: {CUP: rules of the cup}\n"
        f"rules:\n  too-many-copies: {{of: {{{selector}}}, cite: {{doc: CUP, section: Copies}}}}\n",
        "utf-8",
    )

    with pytest.raises(DataError) as caught:
        app.load_format(str(cup))

    assert caught.value.message == f"rule `too-many-copies`: no card of the pool `ccg` {says}"
