"""Card pools and their store: whatever happens to the store, look-ups are those of the files."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from deckcheck.model.errors import DataError, UsageError
from deckcheck.model.names import fold
from deckcheck.pools.loading import FilePool, find_pools, open_pool
from deckcheck.pools.store import CompiledPool, write_store

LCG = Path(__file__).resolve().parents[1] / "cardpools" / "lcg"
CARDS = "core.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pool folder with the cards of one pack, which is compiled quickly."""
    made = tmp_path / "pools" / "lcg"
    (made / "cards").mkdir(parents=True)
    for name in ("pool.yaml", "sets.yaml", f"cards/{CARDS}"):
        shutil.copy(LCG / name, made / name)
    (made / "effects.yaml").write_text("{}\n", encoding="utf-8")
    return made


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def stores(cache: Path) -> list[Path]:
    """Return the files in a cache."""
    return sorted(path for path in cache.rglob("*") if path.is_file())


def answers(pool: FilePool) -> list[object]:
    """Return what a pool says to look-ups of every kind, some of them for what it does not hold."""
    keys = ["shizukatoshi", "01shizukatoshi", "wayofthecrane", "nosuchcard", "", "dojiwhisperer", "banzai"]
    ids = ["01-shizuka-toshi", "01-way-of-the-crane", "nosuchcard", "", "01-banzai"]
    return [
        pool.info,
        pool.digest,
        *(pool.named(key) for key in keys),
        *(pool.titled_also(key) for key in keys),
        *(pool.souls_of(f"{key}@0") for key in keys),
        *(pool.card(card_id) for card_id in ids),
        pool.sets(),
        pool.names(),
        list(pool.cards()),
    ]


@pytest.fixture
def right(folder: Path) -> list[object]:
    return answers(FilePool(folder, cache=None))


def test_the_whole_pool_is_the_same_with_and_without_a_store(cache: Path, lcg: FilePool) -> None:
    built = FilePool(LCG, cache=cache)
    read = FilePool(LCG, cache=cache)

    assert list(built.cards()) == list(read.cards()) == list(lcg.cards())
    for card in lcg.cards():
        assert read.card(card.id) == card
        assert card in read.named(fold(card.title))
        assert card in read.named(fold(card.id))


def test_the_first_use_builds_the_store_and_the_second_reads_it(folder: Path, cache: Path, right: list[object]) -> None:
    assert answers(FilePool(folder, cache=cache)) == right
    (built,) = stores(cache)
    inode = built.stat().st_ino

    assert answers(FilePool(folder, cache=cache)) == right
    assert stores(cache) == [built]
    assert built.stat().st_ino == inode  # a store that was built again would be another file


def test_no_cache_leaves_no_files(folder: Path, right: list[object]) -> None:
    before = sorted(folder.parent.parent.rglob("*"))

    assert answers(FilePool(folder, cache=None)) == right
    assert sorted(folder.parent.parent.rglob("*")) == before


def test_a_card_that_is_not_there_is_not_there(folder: Path, cache: Path) -> None:
    for _ in range(2):
        pool = FilePool(folder, cache=cache)
        assert pool.card("nosuchcard") is None
        assert pool.named("nosuchcard") == ()
        assert pool.named("") == ()


def damages(whole: bytes) -> Iterator[bytes]:
    """Yield damaged copies of a store: cut, overwritten, with single bits turned."""
    size = len(whole)
    yield from (b"", b"garbage", b"\xff" * 64, bytes(size), whole + whole[:512])
    yield from (whole[: size * part // 8] for part in range(1, 8))
    yield from (whole[:1], whole[:15], whole[:100], whole[:-1], whole[:4096])
    for part in range(8):
        start = size * part // 8
        yield whole[:start] + bytes(min(1024, size - start)) + whole[start + 1024 :]
    chosen = random.Random(20170105)
    places = [*range(0, 100, 7), *(chosen.randrange(size) for _ in range(190))]
    for at in places:
        yield whole[:at] + bytes([whole[at] ^ (1 << chosen.randrange(8))]) + whole[at + 1 :]


def test_damage_to_the_store_changes_no_answer(folder: Path, cache: Path, right: list[object]) -> None:
    FilePool(folder, cache=cache)
    (path,) = stores(cache)
    whole = path.read_bytes()

    for content in damages(whole):
        for old in stores(cache):
            old.unlink()
        path.write_bytes(content)
        assert answers(FilePool(folder, cache=cache)) == right


def test_damage_to_an_open_store_changes_no_answer(folder: Path, cache: Path, right: list[object]) -> None:
    FilePool(folder, cache=cache)
    (path,) = stores(cache)
    whole = path.read_bytes()

    for content in (b"", bytes(len(whole)), whole[: len(whole) // 2], whole[:4096] + bytes(len(whole) - 4096)):
        path.write_bytes(whole)
        pool = FilePool(folder, cache=cache)
        path.write_bytes(content)
        assert answers(pool) == right


def test_a_damaged_store_is_built_again(folder: Path, cache: Path, right: list[object]) -> None:
    FilePool(folder, cache=cache)
    (path,) = stores(cache)
    path.write_bytes(b"garbage")

    assert answers(FilePool(folder, cache=cache)) == right
    assert len(stores(cache)) == 1
    assert len(stores(cache)[0].read_bytes()) > len(b"garbage")


def test_a_store_that_is_gone_is_built_again(folder: Path, cache: Path, right: list[object]) -> None:
    pool = FilePool(folder, cache=cache)
    shutil.rmtree(cache)

    assert answers(pool) == right
    assert answers(FilePool(folder, cache=cache)) == right
    assert len(stores(cache)) == 1


def test_the_store_of_another_pool_is_not_believed(folder: Path, cache: Path, right: list[object]) -> None:
    FilePool(folder, cache=cache)
    (own,) = stores(cache)
    change_title(folder)
    FilePool(folder, cache=cache)
    (other,) = (path for path in stores(cache) if path != own)
    own.write_bytes(other.read_bytes())
    shutil.copy(LCG / "cards" / CARDS, folder / "cards" / CARDS)

    assert FilePool(folder, cache=cache).named("nosuchcard") == ()
    assert answers(FilePool(folder, cache=cache)) == right


def change_title(folder: Path) -> None:
    path = folder / "cards" / CARDS
    text = path.read_text(encoding="utf-8")
    assert text.count('"title": "Shizuka Toshi"') == 1
    path.write_text(text.replace('"title": "Shizuka Toshi"', '"title": "Shizuka Castle"'), encoding="utf-8")


def test_an_edit_of_a_card_file_counts_at_once(folder: Path, cache: Path) -> None:
    before = FilePool(folder, cache=cache)
    assert [card.id for card in before.named("shizukatoshi")] == ["01-shizuka-toshi"]

    change_title(folder)

    for _ in range(2):
        after = FilePool(folder, cache=cache)
        assert [card.title for card in after.named("shizukacastle")] == ["Shizuka Castle"]
        assert after.digest != before.digest
        assert answers(after) == answers(FilePool(folder, cache=None))


@pytest.mark.parametrize("name", ["effects.yaml", "sets.yaml", "pool.yaml"])
def test_an_edit_of_any_other_file_counts_at_once(name: str, folder: Path, cache: Path) -> None:
    before = FilePool(folder, cache=cache)
    path = folder / name
    if name == "effects.yaml":
        path.write_text("01-shizuka-toshi: [{effect: influence, add: 1}]\n", encoding="utf-8")
    else:
        path.write_text(path.read_text(encoding="utf-8") + "# looked through\n", encoding="utf-8")

    after = FilePool(folder, cache=cache)

    assert after.digest != before.digest
    assert answers(after) == answers(FilePool(folder, cache=None))


def test_a_new_file_of_cards_counts_at_once(folder: Path, cache: Path) -> None:
    FilePool(folder, cache=cache)
    shutil.copy(LCG / "cards" / "for-honor-and-glory.yaml", folder / "cards")

    assert FilePool(folder, cache=cache).named("ikomaujiaki")
    assert answers(FilePool(folder, cache=cache)) == answers(FilePool(folder, cache=None))


def test_a_cache_that_cannot_be_written_does_no_harm(folder: Path, tmp_path: Path, right: list[object]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")

    for cache in (blocked, blocked / "below"):
        assert answers(FilePool(folder, cache=cache)) == right
    assert blocked.read_text(encoding="utf-8") == "in the way"


def test_two_processes_that_build_the_store_at_once(folder: Path, cache: Path) -> None:
    program = f"""
from pathlib import Path
import json
from deckcheck.pools.loading import FilePool
pool = FilePool(Path({str(folder)!r}), cache=Path({str(cache)!r}))
print(json.dumps([card.name for card in pool.cards()]))
"""
    both = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    said = [process.communicate(timeout=60)[0] for process in both]

    assert [process.returncode for process in both] == [0] * 4
    expected = [card.name for card in FilePool(folder, cache=None).cards()]
    assert [json.loads(text) for text in said] == [expected] * 4
    assert len([path for path in stores(cache) if path.suffix == ".pool"]) == 1


def test_threads_that_look_up_at_once_get_the_answers_of_one(folder: Path, cache: Path) -> None:
    keys = [f"card {card.id}" for card in FilePool(folder, cache=cache).cards()]
    (path,) = (path for path in stores(cache) if path.suffix == ".pool")
    store = CompiledPool(path.parent, path.stem)
    right = list(map(store.get, keys))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(lambda _: list(map(store.get, keys)), range(40))) == [right] * 40
    finally:
        sys.setswitchinterval(interval)


def test_a_system_without_reads_at_a_place_reads_the_same(
    folder: Path, cache: Path, right: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    FilePool(folder, cache=cache)
    monkeypatch.delattr(os, "pread")

    assert answers(FilePool(folder, cache=cache)) == right


def test_keys_that_share_a_hash_have_their_own_rows(tmp_path: Path) -> None:
    write_store(tmp_path, "ccg-1-0", {"orggwsrq": b"one", "pcpgoyoa": b"other"})

    store = CompiledPool(tmp_path, "ccg-1-0")

    assert [store.get(key) for key in ("orggwsrq", "pcpgoyoa", "")] == [b"one", b"other", None]
    assert len({zlib.crc32(key) for key in (b"orggwsrq\0", b"pcpgoyoa\0")}) == 1


def test_a_card_has_the_day_of_the_first_set_whose_cards_have_its_mark(folder: Path) -> None:
    """Most cards that are only in `old` have the mark `a` alone, those of `new` have both; `between` has none alone."""
    sets = {"old": "2001-01-01", "between": "2002-02-02", "new": "2003-03-03"}
    cards = {
        "first": ("old", "a"),
        "second": ("old", "a"),
        "slip": ("old", "a b"),
        "late": ("new", "a b"),
        "reprint": ("old between new", "a b"),
    }
    rows = [{"id": each, "name": each, "released": day} for each, day in sets.items()]
    (folder / "sets.yaml").write_text("".join(f"- {json.dumps(row)}\n" for row in rows), "utf-8")
    facts = [
        {"id": each, "title": each, "kind": "event", "identity": [each], "marks": marks.split()}
        | {"printings": [{"set": name} for name in printed.split()]}
        for each, (printed, marks) in cards.items()
    ]
    (folder / "cards" / CARDS).write_text("".join(f"- {json.dumps(row)}\n" for row in facts), "utf-8")

    days = {card.id: dict(card.symbol_days) for card in FilePool(folder, cache=None).cards()}

    assert days == {key: {} for key in cards} | {"reprint": {"b": "2003-03-03"}}


@pytest.mark.parametrize(
    ("printed", "released", "came_out"),
    [
        pytest.param("2020", "", ("2019-12-31", "2020-12-31"), id="only the year of the set"),
        pytest.param("2020 later", "2021-05-05", ("2019-12-31", "2020-12-31"), id="and a later printing"),
        pytest.param("2020 within", "2020-03-03", ("2019-12-31", "2020-03-03"), id="and a printing of that year"),
        pytest.param("2020 earlier", "2019-04-04", None, id="and an earlier printing"),
        pytest.param("2020 undated", "", ("2019-12-31", "2020-12-31"), id="and a set without any day"),
        pytest.param("undated", "", None, id="no day at all"),
    ],
)
def test_a_set_without_a_day_gives_its_cards_an_interval(
    printed: str, released: str, came_out: tuple[str, str] | None, folder: Path
) -> None:
    sets: list[dict[str, object]] = [
        {"id": "2020", "name": "2020", "out": {"between": ["2019-12-31", "2020-12-31"], "by": "its year"}},
        {"id": "undated", "name": "Undated"},
    ]
    days = {"earlier": "2019-04-04", "within": "2020-03-03", "later": "2021-05-05"}
    sets += [{"id": key, "name": key, "released": day} for key, day in days.items()]
    (folder / "sets.yaml").write_text("".join(f"- {json.dumps(row)}\n" for row in sets), "utf-8")
    fact: dict[str, object] = {"id": "a", "title": "A", "kind": "event", "identity": ["a@0"]}
    fact["printings"] = [{"set": name} for name in printed.split()]
    (folder / "cards" / CARDS).write_text(f"- {json.dumps(fact)}\n", "utf-8")

    (card,) = FilePool(folder, cache=None).cards()

    assert card.released == released
    assert (card.came_out.between if card.came_out else None) == came_out


def test_old_stores_do_not_pile_up(folder: Path, cache: Path) -> None:
    for number in range(12):
        with (folder / "sets.yaml").open("a", encoding="utf-8") as stream:
            stream.write(f"# {number}\n")
        FilePool(folder, cache=cache)

    assert len(stores(cache)) <= 5


# Pool files that are wrong.

CARD = '- {"id": "a", "title": "A", "kind": "event", "identity": ["a@0"], "printings": [{"set": "core"}]}\n'


@pytest.mark.parametrize(
    ("name", "text", "place", "said"),
    [
        pytest.param("cards/x.yaml", CARD + CARD, "cards/x.yaml:2", "two cards", id="two cards with one id"),
        pytest.param("cards/x.yaml", CARD.replace("core", "cor"), "cards/x.yaml:1", "cor", id="unknown set"),
        pytest.param("cards/x.yaml", '- {"id": "a"}\n', "cards/x.yaml:1", "title", id="card without a title"),
        pytest.param(
            "cards/x.yaml", CARD.replace('"kind": "event", ', ""), "cards/x.yaml:1", "kind", id="card without a kind"
        ),
        pytest.param("cards/x.yaml", CARD.replace('"kind"', '"knd"'), "cards/x.yaml:1", "knd", id="unknown field"),
        pytest.param(
            "cards/x.yaml",
            CARD.replace('"title": "A"', '"title": "A", "title": "B"'),
            "cards/x.yaml:1",
            "duplicate key",
            id="field twice",
        ),
        pytest.param("cards/x.yaml", CARD.replace('"event"', "3"), "cards/x.yaml:1", "expected text", id="wrong type"),
        pytest.param("cards/x.yaml", "just text\n", "cards/x.yaml", "", id="no list"),
        pytest.param("cards/x.yaml", CARD + "- {broken\n", "cards/x.yaml", "YAML", id="broken"),
        pytest.param(
            "effects.yaml",
            "nosuchcard: [{effect: rally}]\n",
            "effects.yaml",
            "nosuchcard",
            id="effect of an unknown card",
        ),
        pytest.param(
            "effects.yaml", "01-shizuka-toshi: [{effect: eval}]\n", "effects.yaml:1", "eval", id="unknown effect"
        ),
        pytest.param("pool.yaml", "id: lcg\n", "pool.yaml:1", "name", id="pool without a name"),
        pytest.param("sets.yaml", "- {id: core}\n", "sets.yaml:1", "name", id="set without a name"),
    ],
)
def test_wrong_pool_files_are_data_errors(name: str, text: str, place: str, said: str, folder: Path) -> None:
    cache = folder.parent.parent / "cache"
    (folder / name).write_text(text, encoding="utf-8")

    with pytest.raises(DataError) as caught:
        FilePool(folder, cache=cache)

    assert (caught.value.place or "").startswith(str(folder / place))
    assert said in caught.value.message
    assert not cache.exists() or stores(cache) == []


@pytest.mark.parametrize("name", ["pool.yaml", "sets.yaml", "effects.yaml"])
def test_a_missing_pool_file_is_a_data_error(name: str, folder: Path) -> None:
    (folder / name).unlink()

    with pytest.raises(DataError, match=name):
        FilePool(folder, cache=None)


def test_a_pool_file_that_is_not_utf_8(folder: Path) -> None:
    (folder / "cards" / "x.yaml").write_bytes(b"- {id: \xff}\n")

    with pytest.raises(DataError, match="UTF-8"):
        FilePool(folder, cache=None)


def test_cards_may_be_written_in_block_style(folder: Path) -> None:
    (folder / "cards" / "x.yaml").write_text(
        "# made by hand\n- id: my-card\n  title: My Card\n  kind: event\n  deck: conflict\n  identity: [mycard@0]\n",
        encoding="utf-8",
    )

    (card,) = FilePool(folder, cache=None).named("mycard")
    assert (card.title, card.deck) == ("My Card", "conflict")


def test_pools_are_found_by_id_and_a_folder_comes_before_the_shipped_ones(folder: Path) -> None:
    assert {"ccg", "lcg"} <= set(find_pools())
    assert open_pool("lcg", first=folder.parent).folder == folder
    assert open_pool("lcg").folder != folder


@pytest.mark.parametrize("pool_id", ["nosuch", "", ".", "..", "../cardpools/lcg", "x" * 5000])
def test_an_unknown_pool_lists_the_known_ones(pool_id: str) -> None:
    with pytest.raises(UsageError) as caught:
        open_pool(pool_id)

    assert "ccg" in (caught.value.help or "")
