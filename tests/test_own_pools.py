"""Pools of one's own cards on top of another pool, what `pools lint` finds, and pinning a pool."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.formats.files import find_formats
from deckcheck.formats.lint import dates_after_arcs, on_every_day
from deckcheck.model.errors import DataError, UsageError
from deckcheck.model.format import Format
from deckcheck.pools.lint import lint
from deckcheck.pools.loading import FilePool, open_pool
from tests.conftest import ROOT, text_file

PAGE = (ROOT / "docs" / "pools.md").read_text("utf-8")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a new pool that takes the place of the card game's."""
    assert run(["pools", "new", "lcg", "--extends", "lcg", "--out", str(tmp_path / "pools")]) == 0
    return tmp_path / "pools"


def test_a_new_pool_holds_its_own_cards_and_those_it_extends(own: Path) -> None:
    pool = open_pool("lcg", first=own)

    assert [card.id for card in pool.named("myfirstcard")] == ["my-first-card"]
    assert [card.id for card in pool.named("wayofthecrane")] == ["01-way-of-the-crane"]
    assert "own-set" in pool.sets()
    assert pool.digest != open_pool("lcg").digest
    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(own)]) == 0


def test_a_card_of_ones_own_takes_the_place_of_one_with_its_id(own: Path) -> None:
    cards = own / "lcg" / "cards" / "own-set.yaml"
    cards.write_text(cards.read_text("utf-8").replace("my-first-card", "01-way-of-the-crane"), "utf-8")

    pool = open_pool("lcg", first=own)

    card = pool.card("01-way-of-the-crane")
    assert card is not None
    assert card.title == "My First Card"
    assert pool.named("wayofthecrane") == ()


def test_a_change_in_either_pool_is_seen(own: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "cardpools" / "lcg", own / "base")
    (own / "lcg" / "pool.yaml").write_text("id: lcg\nname: Own\ngame: lcg\nextends: base\n", "utf-8")
    cache = tmp_path / "cache"
    first = open_pool("lcg", first=own, cache=cache)
    core = own / "base" / "cards" / "core.yaml"
    core.write_text(core.read_text("utf-8").replace('"title": "Above Question"', '"title": "Above Questions"'), "utf-8")

    second = open_pool("lcg", first=own, cache=cache)

    assert [len(pool.named("abovequestions")) for pool in (first, second)] == [0, 1]


def test_a_deck_with_cards_of_ones_own_is_checked(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = text_file(tmp_path / "deck.txt", "3 My First Card\n3 Way of the Crane\n")

    run(["check", str(deck), "--format", "lcg-2017", "--cardpools-dir", str(own), "--as", "concise"])
    with_own = capsys.readouterr().out
    run(["check", str(deck), "--format", "lcg-2017", "--as", "concise"])

    assert "D001" not in with_own
    assert "D001" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["3 Lessons in XP", "3 Lessons in XP (Own Set)", "3 Lessons in XP - exp"])
def test_a_title_may_end_like_an_experience_level(
    line: str, own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = own / "lcg" / "cards" / "own-set.yaml"
    cards.write_text(cards.read_text("utf-8").replace("My First Card", "Lessons in XP"), "utf-8")
    deck = text_file(tmp_path / "deck.txt", f"{line}\n3 Way of the Crane\n")

    code = run(["check", str(deck), "--format", "lcg-2017", "--cardpools-dir", str(own), "--as", "concise"])

    # The card has no level.
    assert (code, "D001" in capsys.readouterr().out) == (1, line.endswith("exp"))


def test_a_number_that_a_title_begins_with_is_not_taken_for_copies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nobody means 47 of a Unique card by the name of another level, but one.
    assert run(["pools", "new", "ccg", "--extends", "ccg", "--out", str(tmp_path)]) == 0
    card = {"kind": "personality", "deck": "dynasty", "unique": True, "printings": [{"set": "own-set"}]}
    first = {"id": "47_loyal_ronin", "title": "47 Loyal Ronin", "identity": ["47loyalronin@0"]}
    second = {"id": "47_loyal_ronin_experienced", "title": "47 Loyal Ronin", "identity": ["47loyalronin@1"], "level": 1}
    cards = [card | first, card | second | {"marks": ["celestial"]}]
    lines = "".join(f"- {json.dumps(each)}\n" for each in cards)
    (tmp_path / "ccg" / "cards" / "own-set.yaml").write_text(lines, "utf-8")
    decks = [
        str(text_file(tmp_path / f"{number}.txt", f"{line}\n3 Banzai!\n"))
        for number, line in enumerate(["47 Loyal Ronin", "1 47 Loyal Ronin"])
    ]

    run(["check", *decks, "--format", "celestial-40-40", "--cardpools-dir", str(tmp_path), "--as", "concise"])

    said = [line for line in capsys.readouterr().out.splitlines() if "was read as `47 Loyal Ronin - exp`" in line]
    assert [line.partition(":")[0] for line in said] == decks


@pytest.mark.parametrize(
    ("extends", "said"),
    [("nowhere", "no card pool `nowhere`"), ("own2", "no card pool `own2`"), ("ccg", "is for `lcg`")],
)
def test_pools_that_cannot_be_extended(extends: str, said: str, own: Path) -> None:
    run(["pools", "new", "own2", "--extends", "lcg", "--out", str(own)])
    (own / "own2" / "pool.yaml").write_text("id: own2\nname: A circle\ngame: lcg\nextends: own2\n", "utf-8")
    text = (own / "lcg" / "pool.yaml").read_text("utf-8")
    (own / "lcg" / "pool.yaml").write_text(text.replace("extends: lcg", f"extends: {extends}"), "utf-8")

    with pytest.raises(DataError, match=said):
        open_pool("lcg", first=own)


def test_new_pools_need_an_id_and_a_free_place(own: Path) -> None:
    assert run(["pools", "new", "lcg", "--extends", "lcg", "--out", str(own)]) == 2
    assert run(["pools", "new", "../x", "--extends", "lcg", "--out", str(own)]) == 2
    with pytest.raises(UsageError):
        open_pool("x", first=own)


def test_nothing_is_merged_into_a_pool_of_ones_own(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["pools", "merge", "fiveringsdb=.", "--cardpools-dir", str(own)]) == 2
    assert "merge into the other pool" in capsys.readouterr().err


def test_a_pool_of_ones_own_is_not_written_over(own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cards.json").write_text("[]", "utf-8")
    before = {path: path.read_bytes() for path in own.rglob("*.yaml")}

    assert run(["pools", "import", "fiveringsdb", str(tmp_path / "cards.json"), "--out", str(own), "--write"]) == 2
    assert "whose cards would be lost" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in own.rglob("*.yaml")} == before


def test_a_pool_may_extend_one_that_extends_another(own: Path) -> None:
    assert run(["pools", "new", "cup", "--extends", "lcg", "--out", str(own), "--cardpools-dir", str(own)]) == 0
    cards = own / "cup" / "cards" / "own-set.yaml"
    named = cards.read_text("utf-8").replace("My First Card", "Our Cup").replace("myfirstcard", "ourcup")
    cards.write_text(named, "utf-8")

    pool = open_pool("cup", first=own)

    assert pool.named("ourcup")
    assert pool.named("banzai")
    assert run(["cards", "show", "Banzai!", "--cardpools-dir", str(own)]) == 0
    assert run(["pools", "lint", "cup", "lcg", "--cardpools-dir", str(own)]) == 0


@pytest.mark.parametrize("pool_id", ["no", "123", "null"])
def test_an_id_that_yaml_would_take_for_something_else_is_one(pool_id: str, tmp_path: Path) -> None:
    assert run(["pools", "new", pool_id, "--extends", "lcg", "--out", str(tmp_path)]) == 0
    assert open_pool(pool_id, first=tmp_path).info.id == pool_id


def test_the_id_of_a_pool_is_the_name_of_its_folder(own: Path) -> None:
    (own / "lcg").rename(own / "cup")

    with pytest.raises(DataError, match="the id `lcg` must be the name of the folder"):
        open_pool("cup", first=own)


def test_formats_of_a_pool_of_ones_own_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["pools", "new", "cup", "--extends", "lcg", "--out", str(tmp_path)])
    text = 'id: cup\nname: "Cup\\e[31m"\nextends: lcg-2017\npool: cup\nbasis: community\n'
    (tmp_path / "cup.yaml").write_text(text, "utf-8")
    folders = ["--formats-dir", str(tmp_path), "--cardpools-dir", str(tmp_path)]
    capsys.readouterr()

    assert run(["formats", "list", *folders]) == 0
    assert run(["formats", "show", "cup", *folders]) == 0
    assert run(["formats", "lint", "cup", *folders]) == 0
    assert run(["rule", "C001", "--format", "cup", *folders]) == 0
    shown = capsys.readouterr().out
    assert shown.count(r"Cup\x1b[31m") == 2
    assert "\x1b" not in shown


def test_the_page_shows_a_pool_that_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```yaml\n# ([a-z-]+/\S+)\n((?:.*\n)*?)```", PAGE)
    for name, text in blocks:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    assert len(blocks) == 5
    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(tmp_path)]) == 0
    assert run(["cards", "show", "Festival of the Plum Blossom", "--cardpools-dir", str(tmp_path)]) == 0
    assert "printed in: Spring Playtest" in capsys.readouterr().out


def test_the_page_names_every_source() -> None:
    from deckcheck.pools.sources.crawl import SHAPES

    assert [name for name in SHAPES if f"`{name}`" not in PAGE] == []


SLIPS = {
    "wrong side": (
        '"deck": "conflict", "identity": ["abovequestion@0"]',
        '"deck": "dynasty", "identity": ["abovequestion@0"]',
    ),
    "markup": ('"title": "Above Question"', '"title": "Above <i>Question</i>"'),
    "unknown set": ('"printings": [{"set": "core", "number": "141"', '"printings": [{"set": "cores", "number": "141"'),
    "unknown mark": ('"clans": ["crane"], "keywords": ["condition"]', '"clans": ["crane"], "marks": ["future"]'),
    "lonely side": (
        '"deck": "conflict", "identity": ["abovequestion@0"]',
        '"deck": "none", "identity": ["abovequestion@0"]',
    ),
    "identity": ('"identity": ["abovequestion@0"]', '"identity": ["abovequestions@0"]'),
    "number": ('"cost": 1, "influence": 2, "military_bonus"', '"influence": 2, "military_bonus"'),
    "order": ('"id": "01-above-question"', '"id": "01-zealous-question"'),
}
FOUND = {
    "number": "`01-above-question` has no cost: give the value, or name the field under `unknown`",
    "wrong side": "`01-above-question` has an influence cost and is not on the conflict side",
    "markup": "contains HTML",
    "unknown set": "core.yaml:2:3: `01-above-question` names the unknown set `cores`",
    "unknown mark": "has the mark `future`, which the pool does not explain",
    "lonely side": "is the only attachment whose deck is `none`",
    "identity": "the identity of `01-above-question` must begin with `abovequestion@0`",
    "order": "core.yaml:3:3: `01-adept-of-shadows` is out of order",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_lint_finds_slips(slip: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "cardpools" / "lcg", tmp_path / "lcg")
    core = tmp_path / "lcg" / "cards" / "core.yaml"
    old, new = SLIPS[slip]
    assert core.read_text("utf-8").count(old) >= 1
    core.write_text(core.read_text("utf-8").replace(old, new, 1), "utf-8")

    assert FOUND[slip] in "\n".join(lint(tmp_path / "lcg"))


def with_slip(folder: Path, name: str, card: str, old: str, new: str) -> None:
    """Change a field of a card in a pool."""
    path = folder / "cards" / name
    lines = path.read_text("utf-8").splitlines(keepends=True)
    changed = [line.replace(old, new) if f'"id": "{card}"' in line else line for line in lines]
    assert changed != lines
    path.write_text("".join(changed), "utf-8")


@cache
def shipped_every_day() -> list[Format]:
    files = sorted(set(find_formats().values()))
    return [resolved.format for path in files for _, resolved in on_every_day(path)]


def test_lint_finds_days_and_marks_that_contradict_each_other(tmp_path: Path) -> None:
    pool = tmp_path / "ccg"
    shutil.copytree(ROOT / "cardpools" / "ccg", pool)
    with_slip(pool, "the-heavens-will.yaml", "doji_hiromi", '"unknown": ["released"], ', "")
    with_slip(pool, "onyx-edition.yaml", "abarana", '"marks": ["onyx"', '"marks": ["samurai", "onyx"')
    (pool / "facts" / "dates.yaml").unlink()  # it says that the day is unknown

    assert "`abarana` has the mark `samurai`, which its fan sets do not give" in "\n".join(lint(pool))
    days = "\n".join(dates_after_arcs(FilePool(pool, cache=None), shipped_every_day()))
    assert "pool `ccg`: `doji_hiromi` came out on 2008-10-01 or later, and a mark of it proves 2005-09-30" in days


@pytest.mark.parametrize("released", ["2012", "2012-13", "February 2012", "2012-02-30"])
def test_a_set_has_a_day_or_a_month(released: str, tmp_path: Path) -> None:
    pool = tmp_path / "ccg"
    shutil.copytree(ROOT / "cardpools" / "ccg", pool)
    sets = pool / "sets.yaml"
    sets.write_text(sets.read_text("utf-8").replace('"released": "2012-02"', f'"released": "{released}"', 1), "utf-8")

    with pytest.raises(DataError, match=f"`{released}` is neither a day like 2011-09-01 nor a month like 2011-09"):
        FilePool(pool, cache=None).sets()


def test_lint_accepts_a_printing_after_a_set_with_an_interval(tmp_path: Path) -> None:
    pool = tmp_path / "lcg"
    shutil.copytree(ROOT / "cardpools" / "lcg", pool)
    with_slip(pool, "clan-war.yaml", "common-cause", '"printings": [', '"printings": [{"set": "coils-of-power"}, ')

    assert [*dates_after_arcs(FilePool(pool, cache=None), shipped_every_day())] == []


def test_lint_finds_effects_in_a_pool_without_a_source(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "cardpools" / "lcg", own / "other" / "lcg")
    info = own / "other" / "lcg" / "pool.yaml"
    text = info.read_text("utf-8")
    info.write_text(text[: text.index("sources:")], "utf-8")

    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(own / "other")]) == 1
    assert "has effects, and `pool.yaml` names no source" in capsys.readouterr().out


# A card of one's own that no format could make sense of, and what is said of it.
WRONG_CARDS = {
    '"kind": "Event"': "has the type `Event`, which no card of the game has: attachment, character, ",
    '"deck": "fate"': "has the type event and the deck `fate`: conflict or dynasty",
    '"clans": ["crain"]': "has the clan `crain`, which no card of the game has: crab, crane, ",
    '"kind": "character"': "has no glory: give the value, or name the field under `unknown`",
}


@pytest.mark.parametrize("wrong", WRONG_CARDS)
def test_lint_finds_types_decks_and_clans_that_no_card_has(
    wrong: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = own / "lcg" / "cards" / "own-set.yaml"
    comment, line = cards.read_text("utf-8").splitlines()
    cards.write_text(f"{comment}\n- {json.dumps(json.loads(line[2:]) | json.loads(f'{{{wrong}}}'))}\n", "utf-8")

    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(own)]) == 1
    assert f"own-set.yaml:2:3: `my-first-card` {WRONG_CARDS[wrong]}" in capsys.readouterr().out


def test_a_pool_of_ones_own_may_have_types_and_clans_of_its_own(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = own / "lcg" / "cards" / "own-set.yaml"
    comment, line = cards.read_text("utf-8").splitlines()
    card = json.loads(line[2:]) | {"kind": "festival", "clans": ["heron"], "unknown": ["fate"]}
    cards.write_text(f"{comment}\n- {json.dumps(card)}\n", "utf-8")
    anatomy = own / "lcg" / "anatomy.yaml"
    anatomy.write_text("source: our rules\nkinds: {festival: {conflict: {has: [fate]}}}\nclans: [heron]\n", "utf-8")

    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(own)]) == 0
    anatomy.write_text("source: our rules\nkinds: {festival: {conflict: {has: [fee]}}}\n", "utf-8")
    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(own)]) == 1
    assert "cards have no field `fee`" in capsys.readouterr().out


def test_coverage_says_how_much_is_known_and_from_where(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = own / "lcg" / "cards" / "own-set.yaml"
    comment, line = cards.read_text("utf-8").splitlines()
    lacking = {key: value for key, value in json.loads(line[2:]).items() if key != "cost"}
    cards.write_text(f"{comment}\n- {json.dumps(lacking)}\n", "utf-8")

    tables = []
    for folder in ([], ["--cardpools-dir", str(own)]):
        assert run(["pools", "show", "lcg", "--coverage", *folder]) == 0
        found = re.findall(r"^event +cost +(\d+) +(\d+) ", capsys.readouterr().out, re.MULTILINE)
        tables.append([tuple(map(int, numbers)) for numbers in found])

    (shipped,), (mine,) = tables
    assert mine == (shipped[0], shipped[1] + 1)


def test_coverage_names_arcs_with_gaps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["pools", "show", "ccg", "--coverage"]) == 0

    out = capsys.readouterr().out
    assert re.search(r"^holding +gold production +\d+ +\d+ +\d\d\.\d +.*gold\.yaml, yasuki: \d+", out, re.MULTILINE)
    assert re.search(r"^Clan Wars +stronghold +gold production +\d+ +\d+ ", out, re.MULTILINE)
    assert re.search(r"^clock +released +24 +24 +100\.0 ", out, re.MULTILINE)  # sets with a month only
    assert not re.search(r"^Clan Wars +ring ", out, re.MULTILINE)


def test_lint_finds_marks_that_no_format_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    marks = "marks: {spring: Spring Festival, autumn: Autumn Festival}"
    explained = "no_format: {autumn: for the day of the playtest, onyx: a slip}"
    text_file(tmp_path / "mine" / "pool.yaml", f"id: mine\nname: Mine\ngame: ccg\nextends: ccg\n{marks}\n{explained}\n")
    text_file(tmp_path / "mine" / "sets.yaml", "[]\n")
    text_file(tmp_path / "mine" / "effects.yaml", "{}\n")

    assert run(["pools", "lint", "mine", "--cardpools-dir", str(tmp_path)]) == 1
    *problems, count = capsys.readouterr().out.splitlines()
    assert sorted(problems) == [
        "pool `mine`: no format uses the mark `spring`; use it, or explain it under `no_format`",
        "pool `mine`: the mark `onyx` is under `no_format`, but a format uses it",
    ]
    assert count == "2 problems found"


def test_lint_finds_roles_that_no_role_satisfies_and_wrong_corrections(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "cardpools" / "lcg", tmp_path / "lcg")
    effects = tmp_path / "lcg" / "effects.yaml"
    effects.write_text(effects.read_text("utf-8").replace("trait: seeker", "trait: seekers", 1), "utf-8")
    (tmp_path / "lcg" / "corrections.yaml").write_text(
        "nobody: {reason: a slip, source: here, fields: {cost: 1}}\n"
        "01-above-question: {reason: a slip, source: here, fields: {cost: 9}}\n",
        "utf-8",
    )

    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "requires a role of the trait `seekers`, which no role of the pool has" in out
    assert "a correction names the unknown card `nobody`" in out
    assert "`01-above-question` does not have the cost of its correction" in out


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("effect: copy, max: 1", "4:4: `copy` is not a known value"),
        ("effect: copies, mox: 1", "4:20: there is no key `mox`"),
        ("effect: copies, max: -1", "4:20: expected a whole number >= 0"),
    ],
)
def test_a_mistake_in_an_effect_is_found_once_at_its_line(
    wrong: str, says: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    effects = f"my-first-card:\n- {{effect: copies, max: 1}}\nmy-second-card:\n- {{{wrong}}}\n"
    (own / "lcg" / "effects.yaml").write_text(effects, "utf-8")
    capsys.readouterr()

    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(own)]) == 1

    assert capsys.readouterr().out == f"{own / 'lcg' / 'effects.yaml'}:{says}\n1 problem found\n"


def test_a_pool_is_pinned_by_its_digest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["pools", "show", "lcg", "--expect", open_pool("lcg").digest]) == 0
    assert run(["pools", "show", "lcg", "--expect", "sha256:0"]) == 1
    assert "does not have the digest sha256:0" in capsys.readouterr().err


def test_lint_finds_ban_lists_that_name_a_card_that_is_called_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "cardpools" / "lcg", tmp_path / "lcg")
    old = '"title": "Policy Debate", "kind": "event", "deck": "conflict", "identity": ["policydebate@0"]'
    new = '"title": "Policy Debates", "kind": "event", "deck": "conflict", "identity": ["policydebates@0"]'
    core = tmp_path / "lcg" / "cards" / "for-honor-and-glory.yaml"
    assert old in core.read_text("utf-8")
    core.write_text(core.read_text("utf-8").replace(old, new), "utf-8")

    assert run(["pools", "lint", "lcg", "--cardpools-dir", str(tmp_path)]) == 1
    assert "has no card `Policy Debate`" in capsys.readouterr().out
