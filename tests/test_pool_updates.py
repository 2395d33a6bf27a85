"""Card data from servers, dumps and trees: crawled, compared with the shipped pools, merged."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from deckcheck.cli import run
from deckcheck.model.card import Card, Printing
from deckcheck.model.effect import (
    ClansOnly,
    CopyLimitText,
    Effect,
    Forbids,
    HandRedraw,
    JudgeText,
    ProvinceRedraw,
    Rally,
    RequiresRole,
    Selector,
    Unplayable,
    effect_name,
)
from deckcheck.model.errors import DataError, FetchError, UsageError
from deckcheck.model.pool import CardSet, Difference, PoolSnapshot
from deckcheck.pools.compiler import snapshot_of
from deckcheck.pools.loading import FilePool, read_files
from deckcheck.pools.sources import ccg_records, lcg_records
from deckcheck.pools.sources.catalogue import SITES
from deckcheck.pools.sources.corrections import Correction, Corrections, read_corrections
from deckcheck.pools.sources.crawl import Manifest, crawl, read_copy, read_source
from deckcheck.pools.sources.merging import merge
from deckcheck.pools.sources.pool_files import pool_files
from deckcheck.pools.texts import compare
from deckcheck.reports.pools import difference as render_difference
from deckcheck.system.web.client import Client, WebLimits
from tests import source_shapes
from tests.bulk_runs import wait_for
from tests.conftest import ROOT, text_file
from tests.loopback import Answer, Handler, Running, serving

QUICK = WebLimits(tries=2, wait_seconds=0.01, per_second=0)


@pytest.fixture(scope="module")
def lcg_held(lcg: FilePool) -> PoolSnapshot:
    return snapshot_of(read_files(lcg.folder))


@pytest.fixture(scope="module")
def ccg_held(ccg: FilePool) -> PoolSnapshot:
    return snapshot_of(read_files(ccg.folder))


@pytest.fixture(scope="module")
def oracle_records(ccg: FilePool) -> list[dict[str, Any]]:
    return source_shapes.oracle(ccg, ccg.cards())


def pages_of(bodies: dict[str, Any]) -> Answer:
    """Return a server of fixed pages with entity tags."""
    packed = {path: json.dumps(value).encode() for path, value in bodies.items()}

    def answer(handler: Handler) -> None:
        body = packed.get(handler.path)
        if body is None:
            handler.send(b"{}", 404)
        else:
            handler.send_tagged(body, f'"{hash(body):x}"')

    return answer


def oracle_server(records: list[dict[str, Any]]) -> Answer:
    """Return the Oracle: batches of ids, empty beyond the last."""
    by_id = {record["cardid"]: json.dumps(record) for record in records}

    def answer(handler: Handler) -> None:
        ids = parse_qs(urlsplit(handler.path).query)["cardid"][0].split(",")
        body = f"[{','.join(by_id[int(one)] for one in ids if int(one) in by_id)}]".encode()
        handler.send_tagged(body, f'"{hash(body):x}"')

    return answer


def lcg_server(pool: FilePool, source: str) -> Answer:
    """Return one of the servers of the card game with every card of the pool."""
    cards = list(pool.cards())
    if source == "fiveringsdb":
        return pages_of({"/cards": source_shapes.fiveringsdb(cards), "/packs": {"records": source_shapes.packs(pool)}})
    return pages_of(
        {
            "/api/cards": source_shapes.emeralddb(cards),
            "/api/packs": source_shapes.emeralddb_packs(pool),
            "/api/formats": source_shapes.emeralddb_formats(pool),
        }
    )


def crawled(server: Running, source: str, folder: Path) -> tuple[Manifest, int]:
    """Crawl a server and return the manifest and the bytes that came over the wire."""
    with Client(cache=folder / "cache", limits=QUICK, allow_private=True) as client:
        return crawl(SITES[source], server.address, folder, client), client.wire.moved


def corrected(**facts: Any) -> Corrections:
    """Return corrections of the card that the small pool begins with."""
    return Corrections({"01-above-question": Correction(reason="the printed card", source="here", **facts)})


def said_nothing_new(found: Difference) -> bool:
    return found.empty and not found.doubts


@pytest.mark.parametrize("source", ["fiveringsdb", "emeralddb"])
def test_a_crawl_of_the_card_game_equals_the_pool(
    source: str, lcg: FilePool, lcg_held: PoolSnapshot, tmp_path: Path
) -> None:
    with serving(lcg_server(lcg, source)) as server:
        manifest, moved = crawled(server, source, tmp_path)
        again, moved_again = crawled(server, source, tmp_path)

    assert manifest.cards == len(lcg_held.cards)
    assert (again.digest, moved_again <= moved / 100) == (manifest.digest, True)
    assert said_nothing_new(merge(lcg_held, [read_source(source, tmp_path, {})], Corrections()))


def test_what_emeralddb_leaves_out_takes_nothing_from_the_pool(
    lcg: FilePool, lcg_held: PoolSnapshot, tmp_path: Path
) -> None:
    records = source_shapes.emeralddb(card for card in lcg.cards() if not card.unverified)
    optional = {*source_shapes.EMERALDDB_OPTIONAL, "role_restrictions", "versions", "deck_limit", "is_unique"}
    lacking = [{name: value for name, value in record.items() if name not in optional} for record in records]
    empty = [record | dict.fromkeys(optional) for record in records]
    for answered in (lacking, empty):
        dump = text_file(tmp_path / "cards.json", json.dumps(answered))

        found = merge(lcg_held, [read_source("emeralddb", dump, {})], Corrections())

        assert (found.changed, found.new, found.merged.cards) == ((), (), lcg_held.cards)


def test_that_a_source_has_nothing_is_a_conflict_with_what_the_pool_has(lcg_held: PoolSnapshot) -> None:
    """A source that stops naming roles must not take the restriction from a hundred cards without a word."""
    card = "01-keeper-initiate"
    pool = msgspec.structs.replace(lcg_held, cards={card: lcg_held.cards[card]})
    shape = {"id": card, "name": "Keeper Initiate", "faction": "neutral", "side": "dynasty", "type": "character"}

    found = merge(pool, [of("emeralddb", shape | {"role_restrictions": [], "cost": None})], Corrections())

    assert {(each.field, each.kept) for each in found.conflicts} == {
        ("effects", (RequiresRole("keeper"),)),
        ("cost", lcg_held.cards[card].cost),
    }
    assert found.merged.cards == pool.cards


def test_a_new_card_of_emeralddb(small: PoolSnapshot) -> None:
    record = {
        "id": "ide-ryoma-of-the-isles",
        "name": "Ide Ryoma of the Isles",
        "faction": "mantis",
        "side": "conflict",
        "type": "character",
        "is_unique": True,
        "role_restrictions": ["seeker"],
        "allowed_clans": ["mantis", "unicorn"],
        "traits": ["courtier"],
        "cost": "4",
        "deck_limit": 1,
        "influence_cost": 2,
        "glory": 2,
        "military": "-",
        "political": "3",
        "versions": [{"pack_id": "new-isles", "quantity": 3, "position": "12", "rotated": False}],
    }
    packs = [{"id": "new-isles", "name": "New Isles", "released_at": "2026-02-01T00:00:00.000Z", "size": 20}]
    pages = [("/api/cards", [record], "p"), ("/api/packs", [packs[0] | {"publisher_id": "emerald-legacy"}], "q")]
    formats = ("/api/formats", [{"id": "emerald", "legal_packs": ["new-isles", "no-such-pack"]}], "r")

    found = merge(small, [lcg_records.from_server("emeralddb", [*pages, formats])], Corrections())

    (card,) = found.new
    facts = (card.clans, card.unique, card.cost, card.influence, card.military, card.political, card.glory)
    assert facts == (("mantis",), True, 4, 2, "-", "3", 2)
    assert card.effects == (RequiresRole("seeker"), CopyLimitText(1), ClansOnly(("mantis", "unicorn")))
    assert found.new_sets == (CardSet("new-isles", "New Isles", released="2026-02-01", size=20, fan=True),)
    assert found.doubts == ("r: the format `emerald` names the unknown pack `no-such-pack`",)


def test_an_import_that_leaves_every_record_out_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dump = text_file(tmp_path / "cards.json", json.dumps([{"code": "01001", "title": "Togashi Initiate"}] * 3))

    assert run(["pools", "import", "emeralddb", str(dump)]) == 2
    assert "no card of `emeralddb` was read: 3 left out; the first:" in capsys.readouterr().err


def test_a_crawl_of_the_collectible_game_equals_the_pool(
    oracle_records: list[dict[str, Any]], ccg_held: PoolSnapshot, tmp_path: Path
) -> None:
    with serving(oracle_server(oracle_records)) as server:
        manifest, moved = crawled(server, "oracle", tmp_path)
        _, moved_again = crawled(server, "oracle", tmp_path)

    assert manifest.cards == len(ccg_held.cards) == len(oracle_records)
    assert moved_again <= moved / 100
    assert said_nothing_new(merge(ccg_held, [read_source("oracle", tmp_path, {})], Corrections()))


def test_a_pool_is_written_with_the_cards_as_its_files_have_them(ccg: FilePool, ccg_held: PoolSnapshot) -> None:
    texts = pool_files(ccg_held)
    del texts["sets.yaml"]  # By hand, sets with a month are among those with a day.

    assert {name for name, text in texts.items() if (ccg.folder / name).read_text("utf-8") != text} == set()


def test_set_files_and_card_xml_say_nothing_new(ccg: FilePool, ccg_held: PoolSnapshot, tmp_path: Path) -> None:
    cards = [card for card in ccg.cards() if card.printings and card.printings[0].set == "thunderous-acclaim"]
    for name, text in source_shapes.set_files(ccg, cards):
        (tmp_path / name).write_text(text, "utf-8")
    xml = text_file(tmp_path / "cards.xml", source_shapes.card_xml(cards))
    held = msgspec.structs.replace(ccg_held, cards={card.id: ccg_held.cards[card.id] for card in cards})

    assert len(cards) > 100
    assert said_nothing_new(merge(held, [read_source("set-yaml", tmp_path, {})], Corrections()))
    assert said_nothing_new(merge(held, [read_source("card-xml", xml, {})], Corrections()))


def test_trees_of_files_say_nothing_new(lcg: FilePool, lcg_held: PoolSnapshot, tmp_path: Path) -> None:
    (tmp_path / "Card" / "core").mkdir(parents=True)
    (tmp_path / "PackCard").mkdir()
    printings: dict[str, list[dict[str, Any]]] = {}
    for card in lcg.cards():
        row: dict[str, Any] = source_shapes.lcg_row(card, card.id) | {"unicity": card.unique, "cost": card.cost}
        row["element"] = list(card.elements)
        (tmp_path / "Card" / "core" / f"{card.id}.json").write_text(json.dumps([row]), "utf-8")
        for p in card.printings:
            entry = {"card_id": card.id, "position": p.number, "quantity": p.copies}
            printings.setdefault(p.set, []).append(entry)
    for pack, rows in printings.items():
        (tmp_path / "PackCard" / f"{pack}.json").write_text(json.dumps(rows), "utf-8")
    (tmp_path / "Pack.json").write_text(json.dumps(source_shapes.packs(lcg)), "utf-8")

    assert said_nothing_new(merge(lcg_held, [read_source("emeralddb", tmp_path, {})], Corrections()))


def test_a_dump_in_one_file_is_read(lcg: FilePool, lcg_held: PoolSnapshot, tmp_path: Path) -> None:
    dump = text_file(tmp_path / "cards.json", json.dumps(source_shapes.fiveringsdb(lcg.cards())))

    assert said_nothing_new(merge(lcg_held, [read_source("fiveringsdb", dump, {})], Corrections()))


def test_a_pool_made_from_nothing_but_a_source_has_its_facts_and_no_text(lcg: FilePool, lcg_held: PoolSnapshot) -> None:
    empty = PoolSnapshot(info=lcg_held.info, sets={}, cards={})
    pages = [("/cards", source_shapes.fiveringsdb(lcg.cards()), "p"), ("/packs", source_shapes.packs(lcg), "q")]

    merged = merge(empty, [lcg_records.from_server("fiveringsdb", pages)], Corrections()).merged

    def plain(held: PoolSnapshot) -> dict[str, Any]:
        return {
            key: msgspec.structs.replace(card, aliases=(), unverified="", unknown=(), perhaps_in=(), effects=())
            for key, card in held.cards.items()
        }

    assert plain(merged) == plain(lcg_held)
    assert {key: item.name for key, item in merged.sets.items()} == {k: i.name for k, i in lcg_held.sets.items()}
    assert source_shapes.TEXT.encode() not in msgspec.json.encode(merged)


def fetch(source: str, server: Running, out: Path, *more: str) -> list[str]:
    address = ["--base-url", server.address, "--allow-private", "--rate", "0"]
    return ["pools", "fetch", source, "--out", str(out), *address, *more]


def test_a_crawl_that_is_killed_goes_on_where_it_was(
    oracle_records: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = oracle_records[:2000]
    oracle = oracle_server(records)
    killed = threading.Event()

    def first_six(handler: Handler) -> None:
        if len(server.asked) <= 6 or killed.is_set():
            oracle(handler)
        else:
            handler.rfile.read(1)  # The client goes away.

    with serving(first_six) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "deckcheck", *fetch("oracle", server, tmp_path)],
            cwd=ROOT,
            stderr=subprocess.DEVNULL,
        )
        wait_for(lambda: len(server.asked) > 6)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        killed.set()
        asked_before = list(server.paths)
        done = msgspec.json.decode((tmp_path / "oracle" / "crawl.json").read_bytes())["pages"]
        server.asked.clear()

        assert not (tmp_path / "oracle" / "manifest.json").exists()
        assert run(fetch("oracle", server, tmp_path)) == 0
        assert "continuing after" in capsys.readouterr().err

    assert 4 <= len(done) <= len(asked_before)
    assert not {page["path"] for page in done}.intersection(server.paths)
    assert len(done) + len(server.paths) == 10 + 5
    manifest, pages = read_copy(tmp_path / "oracle")
    assert manifest.cards == 2000
    assert [card for _, page, _ in pages for card in page] == records


BAD: dict[str, Answer] = {
    "fails in the middle": lambda h: h.send(b"", 500) if h.path == "/packs" else h.send(b'{"records": [{"id": "x"}]}'),
    "has no cards": lambda h: h.send(b'{"records": []}'),
    "is another thing": lambda h: h.send(b'{"error": "maintenance"}'),
    "is a list of other things": lambda h: h.send(b"[1, 2]"),
    "is a page": lambda h: h.send(b"<html>", kind="text/html"),
    "is cut short": lambda h: h.send(b'{"records": [{"id": "x"', Content_Length="500"),
}


@pytest.mark.parametrize("fault", BAD)
def test_the_last_good_copy_stays(fault: str, lcg: FilePool, tmp_path: Path) -> None:
    with serving(lcg_server(lcg, "fiveringsdb")) as server:
        good, _ = crawled(server, "fiveringsdb", tmp_path)
    with serving(BAD[fault]) as server, pytest.raises(FetchError):
        crawled(server, "fiveringsdb", tmp_path)

    assert read_copy(tmp_path)[0] == good


def test_a_copy_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    body = b"\xef\xbb\xbf" + json.dumps([{"id": "a"}]).encode()
    with serving(lambda handler: handler.send(body)) as server:
        assert run(fetch("fiveringsdb", server, tmp_path)) == 0

    _, pages = read_copy(tmp_path / "fiveringsdb")
    assert [value for _, value, _ in pages] == [[{"id": "a"}]] * 2


def test_a_damaged_copy_is_noticed(lcg: FilePool, tmp_path: Path) -> None:
    with serving(lcg_server(lcg, "fiveringsdb")) as server:
        manifest, _ = crawled(server, "fiveringsdb", tmp_path)
    page = tmp_path / manifest.pages[0].file
    page.write_bytes(page.read_bytes().replace(b"Way of the Crane", b"Way of the Crow!"))

    with pytest.raises(DataError, match="damaged"):
        read_source("fiveringsdb", tmp_path, {})


def test_a_changed_page_replaces_the_old_one(tmp_path: Path) -> None:
    for name in ("One", "Two"):
        bodies = {"/cards": {"records": [{"id": "x", "name": name}]}, "/packs": [{"id": "core", "name": "Core Set"}]}
        with serving(pages_of(bodies)) as server:
            crawled(server, "fiveringsdb", tmp_path)

    assert [value["records"][0]["name"] for path, value, _ in read_copy(tmp_path)[1] if path == "/cards"] == ["Two"]
    assert len(list((tmp_path / "pages").iterdir())) == 2


CARD: dict[str, Any] = {
    "id": "01-above-question",
    "name": "Above Question",
    "clan": "crane",
    "side": "conflict",
    "type": "attachment",
    "deck_limit": 3,
    "cost": 1,
    "influence_cost": 2,
    "military_bonus": "+0",
    "political_bonus": "+0",
    "traits": ["condition"],
    "allowed_clans": source_shapes.CLANS,
    "pack_cards": [{"pack": {"id": "core"}, "position": "141", "quantity": 1}],
}


@pytest.fixture
def small(lcg_held: PoolSnapshot) -> PoolSnapshot:
    """A pool of two cards of one pack."""
    ids = ("01-way-of-the-crane", "01-above-question")
    return PoolSnapshot(
        info=lcg_held.info,
        sets={"core": lcg_held.sets["core"]},
        cards={key: lcg_held.cards[key] for key in ids},
    )


def of(source: str, *cards: dict[str, Any]) -> Any:
    core = [{"id": "core", "name": "Core Set"}]
    return lcg_records.from_server(source, [("/cards", list(cards), "p"), ("/packs", core, "q")])


def changes(found: Difference) -> list[tuple[str, Any, Any]]:
    return [(change.field, change.old, change.new) for change in found.changed]


def test_new_changed_and_gone(small: PoolSnapshot) -> None:
    printed = [{"pack": {"id": "core"}, "position": "999"}]
    new = CARD | {"id": "brand-new", "name": "Brand New", "pack_cards": printed}

    found = merge(small, [of("a", CARD | {"cost": 5, "role_restriction": "seeker"}, new)], Corrections())

    assert [card.id for card in found.new] == ["brand-new"]
    assert changes(found) == [("cost", 1, 5), ("effects", (), (RequiresRole("seeker"),))]
    assert [card.id for card in found.gone] == ["01-way-of-the-crane"]
    assert sorted(found.merged.cards) == ["01-above-question", "01-way-of-the-crane", "brand-new"]
    assert [card.id for card in found.merged.cards.values() if card.effects] == ["01-above-question"]
    assert sorted(merge(small, [of("a", CARD)], Corrections(), remove_gone=True).merged.cards) == ["01-above-question"]
    removed = Corrections(removed=frozenset(small.cards.keys() - {"01-above-question"}))
    assert sorted(merge(small, [of("a", CARD)], removed, remove_gone=True).merged.cards) == ["01-above-question"]


def test_sources_that_differ_leave_the_pool_as_it_is(small: PoolSnapshot) -> None:
    found = merge(small, [of("a", CARD | {"influence_cost": 3}), of("b", CARD)], Corrections())

    assert [(c.field, c.said, c.kept) for c in found.conflicts] == [("influence", (("a", 3), ("b", 2)), 2)]
    assert changes(found) == []
    assert found.merged.cards == small.cards


def test_sources_that_agree_change_the_pool_once(small: PoolSnapshot) -> None:
    found = merge(small, [of("a", CARD | {"influence_cost": 3}), of("b", CARD | {"influence_cost": 3})], Corrections())

    assert changes(found) == [("influence", 2, 3)]


def test_a_difference_as_text(small: PoolSnapshot) -> None:
    later = CARD | {"id": "brand-new", "name": "Brand New", "pack_cards": [{"pack": {"id": "later"}, "position": "1"}]}
    packs = [{"id": "core", "name": "Core Set"}, {"id": "later", "name": "Later"}]
    other = lcg_records.from_server("b", [("/cards", [CARD, later], "p"), ("/packs", packs, "q")])
    found = merge(small, [of("a", CARD | {"influence_cost": 3}), other], Corrections())
    doubts = msgspec.structs.replace(found, doubts=tuple(f"p:{number}: odd" for number in range(22)))
    agreed = merge(small, [of("a", CARD | {"influence_cost": 3})], Corrections())

    lines = [*render_difference("lcg", doubts)]

    assert lines[:4] == [
        "+ set later: Later",
        "+ brand-new: Brand New (attachment, later)",
        "- 01-way-of-the-crane: Way of the Crane",
        "! 01-above-question: influence: a 3, b 2; the pool keeps 2",
    ]
    assert lines[4:6] == ["? p:0: odd", "? p:1: odd"]
    assert lines[-2] == "? and 2 more; --all shows them"
    assert lines[-1] == (
        "lcg: 1 new, 0 fields of 0 cards changed, 1 removed, 1 conflict, 0 kept by corrections, 22 doubts"
    )
    assert next(render_difference("lcg", agreed)) == "~ 01-above-question: influence 2 -> 3 (a)"
    assert "\n".join(render_difference("lcg", doubts, all_doubts=True)).count("? p:") == 22


def test_corrections_win_over_every_source_and_settle_conflicts(small: PoolSnapshot) -> None:
    fix = corrected(fields={"influence": 4})

    found = merge(small, [of("a", CARD | {"influence_cost": 3}), of("b", CARD)], fix)
    again = merge(found.merged, [of("a", CARD | {"influence_cost": 3}), of("b", CARD)], fix)

    assert changes(found) == [("influence", 2, 4)]
    assert (found.conflicts, found.held_back) == ((), 1)
    assert (changes(again), again.merged.cards) == ([], found.merged.cards)


def test_an_id_with_the_title_of_its_card_means_that_card(lcg_held: PoolSnapshot) -> None:
    """The public record of that monk has the facts of Obsidian Talisman, and its id is an alias of this card."""
    ids = ("30-disciple-of-shinsei", "obsidian-talisman")
    pool = msgspec.structs.replace(lcg_held, cards={key: lcg_held.cards[key] for key in ids})
    published = {"id": ids[0], "name": "Disciple of Shinsei", "clan": "crab", "side": "conflict", "type": "attachment"}

    corrections = msgspec.structs.replace(read_corrections(ROOT / "cardpools" / "lcg"), new={})

    found = merge(pool, [of("a", published)], corrections)

    assert (found.changed, found.conflicts, found.doubts) == ((), (), ())
    assert found.held_back > 0


def test_corrections_say_all_effects_of_a_card(small: PoolSnapshot) -> None:
    fix = corrected(effects=(Rally(),))

    found = merge(small, [of("a", CARD)], fix)
    again = merge(found.merged, [of("a", CARD)], fix)

    assert found.merged.cards["01-above-question"].effects == (Rally(),)
    assert ([change.field for change in found.changed], changes(again)) == (["effects"], [])


def test_a_corrected_title_changes_what_copies_are_counted_under(small: PoolSnapshot) -> None:
    found = merge(small, [], corrected(fields={"title": "Below Question", "aliases": ["Above Question"]}))

    card = found.merged.cards["01-above-question"]
    assert (card.title, card.aliases, card.identity) == ("Below Question", ("Above Question",), ("belowquestion@0",))


def test_facts_add_cards_with_their_sets_and_remove_doubles(small: PoolSnapshot) -> None:
    card = msgspec.structs.replace(
        small.cards["01-above-question"], id="as-kikyo", title="Kikyo", printings=(Printing("kikyo"),)
    )
    facts = Corrections(
        new={"as-kikyo": card},
        sets={"kikyo": CardSet("kikyo", "Kikyo")},
        removed=frozenset({"01-above-question"}),
    )

    found = merge(small, [], facts)
    again = merge(found.merged, [], facts)

    assert (found.new, changes(found)) == ((card,), [("id", "01-above-question", None)])
    assert ("as-kikyo" in found.merged.cards, "01-above-question" in found.merged.cards) == (True, False)
    assert (again.empty, "kikyo" in found.merged.sets) == (True, True)


def test_a_new_printing_is_added_to_those_at_hand(small: PoolSnapshot) -> None:
    again = {**CARD, "pack_cards": [*CARD["pack_cards"], {"pack": {"id": "reprints"}, "position": "1"}]}
    packs = [{"id": "core", "name": "Core Set"}, {"id": "reprints", "name": "Reprints"}]

    found = merge(
        small, [lcg_records.from_server("a", [("/cards", [again], "p"), ("/packs", packs, "q")])], Corrections()
    )

    assert found.new_sets == (CardSet("reprints", "Reprints"),)
    assert [p.set for p in found.merged.cards["01-above-question"].printings] == [
        "core",
        "emerald-core-set",
        "reprints",
    ]


@pytest.mark.parametrize(
    ("card", "doubt"),
    [
        (CARD | {"text": "<b>Seeker</b> role only."}, "no role restriction, while its text asks for a role"),
        (CARD | {"side": "dynasty"}, "is on the dynasty side and has an influence cost"),
        (CARD | {"text": {}}, "left out: text was expected, not {}"),
        (CARD | {"type": "spaceship"}, "unknown card type `spaceship`"),
        (CARD | {"type": ["event"]}, "unknown card type `['event']`"),
        (CARD | {"name": None}, "left out: a card without a name"),
        ({"id": "nothing"}, "left out: a card without a name"),
        (CARD | {"deck_limit": "few"}, "the deck limit `few` is no number"),
        (CARD | {"element": ["plasma"]}, "unknown element `plasma`"),
        (CARD | {"id": None}, "a card without an id"),
        (CARD | {"versions": ["core"]}, "left out"),
        (CARD | {"versions": [{"pack_id": "core", "quantity": "3"}]}, "Expected `int`, got `str`"),
    ],
)
def test_what_is_odd_in_a_source_is_said(card: dict[str, Any], doubt: str, small: PoolSnapshot) -> None:
    found = merge(small, [of("a", card)], Corrections())

    assert len(found.doubts) == 1
    assert doubt in found.doubts[0]


@pytest.mark.parametrize("odd", [{"printing": ["a"]}, {"title": None}, {"deck": ["Spring"]}])
def test_records_of_the_oracle_that_are_none_are_left_out(odd: dict[str, Any]) -> None:
    record = {"cardid": 1, "title": ["Way"], "type": ["Strategy"], "deck": ["Fate"], **odd}

    brought = ccg_records.from_oracle("oracle", [("/", [record], "p")])

    assert brought.records == ()
    assert brought.doubts[0].startswith("p:1: left out")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("set: x\ncards: 3\n", "not a list of cards"),
        ("set: x\ncards: [a]\n", "not a list of cards"),
        ("cards: []\n", "names no `set`"),
        ("set: 2026-02-30\ncards: []\n", "not YAML: day is out of range for month"),
        (f"set: x\ncards: {'[' * 100_000}", "nested deeper than"),
    ],
)
def test_set_files_that_are_none(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(text, "utf-8")

    with pytest.raises(DataError, match=said):
        ccg_records.from_set_yaml("set-yaml", tmp_path, {})


@pytest.mark.parametrize(
    "text", ["[" * 50_000 + "]" * 50_000, f'[{{"id": {"[" * 900}{"]" * 900}}}]', f"[{'1' * 5000}]"]
)
def test_json_that_is_not_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text(text, "utf-8")

    # Python 3.13 reads some that are too deep for others, and then no card is found.
    with pytest.raises(DataError, match=r"JSON that cannot be read|no card of `oracle` was read"):
        read_source("oracle", tmp_path / "cards.json", {})


def test_a_set_that_only_printings_name_comes_into_the_pool(small: PoolSnapshot) -> None:
    card = CARD | {"id": "brand-new", "name": "Brand New", "versions": [{"pack_id": "new-pack", "quantity": 3}]}

    found = merge(small, [lcg_records.from_server("a", [("/cards", [card], "p")])], Corrections())

    assert found.new_sets == (CardSet("new-pack", "new-pack"),)
    assert found.merged.sets["new-pack"].name == "new-pack"


def test_ids_from_a_server_name_no_files_elsewhere_and_steer_no_terminal(
    pools: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = CARD | {"id": "brand\x1b[31m", "name": "Brand New", "versions": [{"pack_id": "../../evil", "quantity": 3}]}
    (tmp_path / "cards.json").write_text(json.dumps([card]), "utf-8")
    merging = ["pools", "import", "emeralddb", str(tmp_path / "cards.json"), "--cardpools-dir", str(pools)]

    assert run([*merging, "--write"]) == 2

    shown = capsys.readouterr()
    assert "`../../evil` cannot be the id of a set" in shown.err
    assert r"+ brand\x1b[31m: Brand New" in shown.out
    assert not list(tmp_path.rglob("evil*"))


def test_a_disk_that_is_full_is_said_with_the_folder(
    pools: Path, lcg: FilePool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("deckcheck.pools.sources.pool_files.write_atomically", full)
    (tmp_path / "cards.json").write_text(json.dumps(source_shapes.emeralddb(lcg.cards())), "utf-8")
    out = tmp_path / "out"
    merging = ["pools", "import", "emeralddb", str(tmp_path / "cards.json"), "--cardpools-dir", str(pools)]

    assert run([*merging, "--write", "--out", str(out)]) == 2
    assert f"{out / 'lcg'}: could not be written: No space left on device" in capsys.readouterr().err


def test_an_unknown_legality_mark_is_said(ccg_held: PoolSnapshot) -> None:
    record = {"cardid": 1, "title": ["Way"], "type": ["Strategy"], "deck": ["Fate"]}
    record |= {"legality": ["Future Arc", "Destroyer War (Celestial)", "Onyx Edition"]}

    found = merge(ccg_held, [ccg_records.from_oracle("oracle", [("/", [record], "p")])], Corrections())

    assert found.doubts == ("p:1: unknown legality mark `Future Arc`",)
    assert [(card.id, card.marks) for card in found.new] == [("way", ("celestial", "onyx"))]


def test_the_legality_of_a_proxy_is_that_it_is_one(ccg_held: PoolSnapshot) -> None:
    record = {"cardid": 1, "title": ["Shade"], "type": ["Personality"], "deck": ["Dynasty"]}
    record |= {"legality": ["Not Legal (Proxy)"]}

    found = merge(ccg_held, [ccg_records.from_oracle("oracle", [("/", [record], "p")])], Corrections())

    assert (found.doubts, [(card.marks, card.proxy) for card in found.new]) == ((), [((), True)])


def test_markup_in_titles_does_not_come_into_the_pool(ccg_held: PoolSnapshot) -> None:
    record = {"cardid": 1, "title": ["The Path of <i>Lies</i> &amp; Deceit"], "type": ["Strategy"], "deck": ["Fate"]}

    found = merge(ccg_held, [ccg_records.from_oracle("oracle", [("/", [record], "p")])], Corrections())

    assert [card.title for card in found.new] == ["The Path of Lies & Deceit"]


def test_card_xml_numbers_the_sides_of_strongholds(ccg_held: PoolSnapshot, tmp_path: Path) -> None:
    path = tmp_path / "cards.xml"
    name = "<name>The Remote Monastery of the Dragon (1)</name>"
    path.write_text(
        f'<cards version="1"><card id="A1" type="stronghold">{name}<clan>dragon</clan>'
        "<province_strength>99</province_strength></card></cards>",
        "utf-8",
    )

    found = merge(ccg_held, [read_source("card-xml", path, {})], Corrections())

    assert (found.new, found.doubts) == ((), ())
    assert {change.card for change in found.changed} == {"the_remote_monastery_of_the_dragon"}


@pytest.mark.parametrize(
    "text",
    [
        "<cards><card>",
        '<!DOCTYPE x [<!ENTITY a "b">]><cards><card id="1" type="item"><name>&a;</name></card></cards>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd"><cards/>',
        "<cards/>",
    ],
)
def test_card_xml_that_is_not_read(text: str, tmp_path: Path) -> None:
    path = text_file(tmp_path / "cards.xml", text)

    with pytest.raises(DataError):
        read_source("card-xml", path, {})


def test_set_files_with_aliases_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("set: &a A\ncards: [*a, *a]\n", "utf-8")

    with pytest.raises(DataError, match="aliases"):
        read_source("set-yaml", tmp_path, {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x: {reason: '', source: here, fields: {cost: 1}}", "needs a reason"),
        ("x: {reason: why, source: '', fields: {cost: 1}}", "needs a source"),
        ("x: {reason: why, effects: []}", "source"),
        ("x: {reason: why, source: here, fields: {id: z}}", "not one to correct"),
        ("x: {reason: why, source: here, fields: {colour: red}}", "colour"),
        ("x: {source: here, fields: {cost: 1}}", "reason"),
        ("x: [", "not valid YAML"),
        ("x: {reason: why, source: here}\nx: {reason: again, source: here}", "duplicate key"),
        ("z: {reason: why, source: here, fields: {cost: 1}}", "`cost` is corrected in two files"),
    ],
)
def test_corrections_that_are_wrong(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "corrections.yaml").write_text(text, "utf-8")
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "costs.yaml").write_text("about: costs\nsource: here\ncards: {z: {cost: 2}}\n", "utf-8")

    with pytest.raises(DataError, match=message):
        read_corrections(tmp_path)


def test_files_of_comments_only_correct_nothing(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    for name in ("corrections.yaml", "gold.yaml", "facts/costs.yaml"):
        (tmp_path / name).write_text("# Nothing yet.\n", "utf-8")

    assert read_corrections(tmp_path) == Corrections()


@pytest.fixture
def pools(tmp_path: Path) -> Path:
    """A folder with a copy of the pool of the card game."""
    shutil.copytree(ROOT / "cardpools" / "lcg", tmp_path / "pools" / "lcg")
    return tmp_path / "pools"


def test_merge_shows_and_writes_the_same_bytes_each_time(
    pools: Path, lcg: FilePool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = source_shapes.fiveringsdb(lcg.cards())
    cards["records"][0]["cost"] = 9
    bodies = {"/cards": cards, "/packs": {"records": source_shapes.packs(lcg)}}
    with serving(pages_of(bodies)) as server:
        assert run(fetch("fiveringsdb", server, tmp_path)) == 0
    merging = ["pools", "merge", f"fiveringsdb={tmp_path / 'fiveringsdb'}", "--cardpools-dir", str(pools)]
    capsys.readouterr()

    assert run(merging) == 1
    shown = capsys.readouterr().out
    assert re.match(r"~ 01-above-question: cost 1 -> 9 \(fiveringsdb\)\nlcg: 0 new, 1 field of 1 card changed", shown)
    assert run([*merging, "--write"]) == 0
    first = {path: path.read_bytes() for path in pools.rglob("*.yaml")}
    assert run([*merging, "--write"]) == 0
    assert {path: path.read_bytes() for path in pools.rglob("*.yaml")} == first
    assert run(merging) == 0

    shipped = {path.relative_to(pools): path.read_bytes() for path in pools.rglob("*.yaml")}
    different = [str(name) for name, content in shipped.items() if (ROOT / "cardpools" / name).read_bytes() != content]
    assert sorted(different) == ["lcg/cards/core.yaml", "lcg/pool.yaml"]
    assert "digest: sha256:" in (pools / "lcg" / "pool.yaml").read_text("utf-8")
    assert run(["pools", "show", "lcg", "--cardpools-dir", str(pools)]) == 0
    assert re.search(r"source: fiveringsdb \(1765 cards, 20\d\d-", capsys.readouterr().out)

    assert run([*merging, "--out", str(tmp_path / "new"), "--write"]) == 0
    corrections = [folder / "lcg" / "corrections.yaml" for folder in (tmp_path / "new", pools)]
    assert corrections[0].read_bytes() == corrections[1].read_bytes()
    corrections[0].write_text("{}\n", "utf-8")
    assert run([*merging, "--out", str(tmp_path / "new"), "--write"]) == 0
    assert corrections[0].read_text("utf-8") == "{}\n"


def test_a_merge_from_emeralddb_keeps_all_role_restrictions(
    pools: Path, lcg: FilePool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that answers as EmeraldDB does: cards, versions, packs and formats, and one new card among them."""
    cards = source_shapes.emeralddb(lcg.cards())
    new = {key: value for key, value in cards[0].items() if key not in source_shapes.EMERALDDB_OPTIONAL}
    new |= {"id": "a-new-card", "name": "A New Card", "role_restrictions": ["keeper"]}
    bodies = {
        "/api/cards": [*cards, new],
        "/api/packs": source_shapes.emeralddb_packs(lcg),
        "/api/formats": source_shapes.emeralddb_formats(lcg),
    }
    with serving(pages_of(bodies)) as server:
        assert run(fetch("emeralddb", server, tmp_path)) == 0
        assert server.paths == ["/api/cards", "/api/packs", "/api/formats"]
    merging = ["pools", "merge", f"emeralddb={tmp_path / 'emeralddb'}", "--cardpools-dir", str(pools)]
    capsys.readouterr()

    assert run(merging) == 1
    assert capsys.readouterr().out.splitlines() == [
        "+ a-new-card: A New Card (attachment, core, emerald-core-set)",
        "lcg: 1 new, 0 fields of 0 cards changed, 0 removed, 0 conflicts, 0 kept by corrections, 0 doubts",
    ]
    assert run([*merging, "--write"]) == 0

    before, after = (
        {card.id: card.effects for card in pool.cards() if any(isinstance(e, RequiresRole) for e in card.effects)}
        for pool in (lcg, FilePool(pools / "lcg", cache=None))
    )
    assert len(before) > 100
    assert after == before | {"a-new-card": (RequiresRole("keeper"),)}
    assert source_shapes.TEXT not in "".join(path.read_text("utf-8") for path in pools.rglob("*.yaml"))


class TestTexts:
    """Texts of cards are looked for in the user's own copy of a source, and nowhere else."""

    @pytest.fixture
    def copy(self, lcg: FilePool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A fetched copy in which four cards have a text: one with markup, one that its effect contradicts."""
        monkeypatch.setattr("deckcheck.pools.texts.copies_folder", lambda: tmp_path)
        cards = source_shapes.emeralddb(lcg.cards())
        texts = {
            "Above Question": "Attached character cannot&nbsp;<b>be</b> chosen<br/>as a target.",
            "Banzai!": "+2 now",
            "Disdainful Remark": "Seeker role only.",
            "Keeper of Air": "Increase your deckbuilding influence value by 3.",
        }
        bodies = {
            "/api/cards": [card | {"text": texts.get(card["name"])} for card in cards],
            "/api/packs": source_shapes.emeralddb_packs(lcg),
            "/api/formats": source_shapes.emeralddb_formats(lcg),
        }
        with serving(pages_of(bodies)) as server:
            crawled(server, "emeralddb", tmp_path / "emeralddb")

    @pytest.mark.usefixtures("copy")
    def test_are_searched(self, capsys: pytest.CaptureFixture[str]) -> None:
        args = ["cards", "search", "--pool", "lcg", "--as", "names"]

        assert run([*args, 'text:"be chosen as"']) == 0
        out = capsys.readouterr()
        assert out.out == "Above Question\n"
        assert out.err.startswith("note: text known for 4 of 1765 cards; not for: ")
        assert run([*args, "not text:now type:attachment above"]) == 0
        assert run([*args, "text:nowhere type:event banzai"]) == 1
        assert run([*args, "text>3"]) == 2

    @pytest.mark.usefixtures("copy")
    def test_are_shown(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["cards", "show", "--text", "Above", "Question"]) == 0
        assert "\n  text: Attached character cannot be chosen as a target.\n" in capsys.readouterr().out
        assert run(["cards", "show", "--text", "Adept of Shadows"]) == 0
        assert "\n  text: not in the copies that you have fetched\n" in capsys.readouterr().out
        assert run(["cards", "show", "Above", "Question"]) == 0
        assert "Attached character" not in capsys.readouterr().out

    @pytest.mark.parametrize("args", [["search", "--pool", "lcg", "text:bow"], ["show", "--text", "Banzai!"]])
    def test_without_a_copy_it_says_how_to_make_one(
        self, args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("deckcheck.pools.texts.copies_folder", lambda: tmp_path)

        assert run(["cards", *args, *(["--pool", "lcg"] if args[0] == "show" else [])]) == 2
        err = capsys.readouterr().err
        assert "no card texts found" in err
        assert "`deckcheck pools fetch fiveringsdb` or `deckcheck pools fetch emeralddb`" in err

    @pytest.mark.usefixtures("copy")
    def test_lint_compares_them_with_the_effects(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["pools", "lint", "lcg"]) == 1
        out, err = capsys.readouterr()
        assert out == (
            "`02-disdainful-remark` has the effect requires-role, but its text has no `keeper`\n1 problem found\n"
        )
        assert re.fullmatch(
            r"note: lcg: effects of \d{3} cards not compared: the fetched copies have no text of them\n", err
        )

    def test_lint_says_when_there_are_none(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("deckcheck.pools.texts.copies_folder", lambda: tmp_path)

        assert run(["pools", "lint", "lcg"]) == 0
        assert capsys.readouterr().err == (
            "note: lcg: effects were not compared with card texts; "
            "to compare them, fetch a copy of your own: "
            "`deckcheck pools fetch fiveringsdb` or `deckcheck pools fetch emeralddb`\n"
        )

    @pytest.mark.parametrize(
        ("effect", "text", "lacking"),
        [
            (CopyLimitText(6), "Your deck may have up to six of these.", []),
            (CopyLimitText(6), "Your deck may have up to 16 of these.", ["`6` or `six`"]),
            (CopyLimitText(None), "Your deck may have any number of these.", []),
            (Unplayable(("dragon",)), "Will not join a Dragon Clan player.", []),
            (Unplayable(("dragon",)), "Will not join a Crane Clan player.", ["`dragon`"]),
            (ProvinceRedraw(2, "bottom"), "Put up to three cards of your hand under your deck.", ["`province`"]),
            (HandRedraw(3), "Put up to three cards of your hand under your deck.", []),
            (Forbids(Selector(title=("Tomorrow Sensei",)), "it"), "Not with Tomorrow Sensei.", []),
            (JudgeText("May it?"), "Anything.", []),
        ],
    )
    def test_prove_an_effect_by_its_numbers_and_names(self, effect: Effect, text: str, lacking: list[str]) -> None:
        card = Card(id="a", title="A", kind="holding", identity=("a@0",), effects=(effect,))

        problems, without = compare([card], lambda _: text)
        assert (problems, without) == (
            [f"`a` has the effect {effect_name(effect)}, but its text has no {each}" for each in lacking],
            0,
        )

    def test_are_no_part_of_other_queries(self, capsys: pytest.CaptureFixture[str]) -> None:
        deck = str(ROOT / "examples" / "crane-celestial.txt")
        assert run(["odds", deck, "-f", "celestial-40-40", "--want", '"text:bow">=1']) == 2
        assert "this search has no card texts" in capsys.readouterr().err


def test_import_reads_a_dump(pools: Path, lcg: FilePool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dump = text_file(tmp_path / "cards.json", json.dumps(source_shapes.emeralddb(lcg.cards())))

    assert run(["pools", "import", "emeralddb", str(dump), "--cardpools-dir", str(pools)]) == 0
    assert capsys.readouterr().out.startswith("lcg: 0 new, 0 fields")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["pools", "fetch", "nowhere"], "there is no fetchable source `nowhere`"),
        (["pools", "fetch", "oracle", "--base-url", "ftp://x"], "`--base-url` cannot be `ftp://x`"),
        (["pools", "merge", "nowhere"], "there is no source `nowhere`"),
        (["pools", "merge", "oracle=.", "fiveringsdb=."], "different games"),
        (["pools", "merge", "oracle=no/such/folder"], "no data from `oracle` found here"),
        (["pools", "merge", f"set-yaml={ROOT / 'README.md'}"], "cannot be read from this"),
        (["pools", "import", "oracle", "no/such/folder"], "does not exist"),
    ],
)
def test_what_cannot_be_done(args: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*args, *(["--out", str(tmp_path)] if "fetch" in args else [])]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("source", ["fiveringsdb", "oracle"])
def test_a_copy_that_was_only_begun_has_no_data(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("cache", "pages"):
        (tmp_path / folder).mkdir()

    assert run(["pools", "merge", f"{source}={tmp_path}"]) == 2

    assert f"help: `deckcheck pools fetch {source}` makes a copy" in capsys.readouterr().err


def test_offline_shows_the_copy_at_hand(lcg: FilePool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(lcg_server(lcg, "emeralddb")) as server:
        assert run(fetch("emeralddb", server, tmp_path)) == 0
        asked = len(server.asked)
        assert run(fetch("emeralddb", server, tmp_path, "--offline")) == 0
    assert len(server.asked) == asked
    assert capsys.readouterr().out.count("emeralddb: 1,765 cards") == 2
    assert run(["pools", "fetch", "oracle", "--offline", "--out", str(tmp_path)]) == 2


def test_printings_compare_by_what_is_said() -> None:
    assert Printing("core", "1") != Printing("core", "2")
    with pytest.raises(UsageError):
        read_source("nowhere", Path(), {})
