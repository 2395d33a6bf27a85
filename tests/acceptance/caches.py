"""138 to 140: the cache damaged, built by two at once, or not there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.acceptance.bench import FORMAT, Bench, Ran
from tests.acceptance.case import Case, write
from tests.acceptance.lists import instead

_CHECK = ("check", "deck.txt", "-f", FORMAT)


def _expected(bench: Bench) -> bytes:
    write(bench.folder / "deck.txt", instead("7 Banzai!", "3 Bansay!"))
    return bench.run(*_CHECK).out


def _damaged(damage: Callable[[bytes], bytes]) -> Callable[[Bench], Ran]:
    def act(bench: Bench) -> Ran:
        expected, cache = _expected(bench), bench.folder.parent / "cache"
        shutil.copytree(bench.home.folder / ".cache", cache)
        kept = [path for path in cache.rglob("*") if path.is_file()]
        assert len({path.suffix for path in kept}) > 1, "stores, formats and notes of digests"
        for path in kept:
            path.write_bytes(damage(path.read_bytes()))
        ran = bench.run(*_CHECK, env={"XDG_CACHE_HOME": str(cache)})
        assert ran.out == expected
        again = bench.run(*_CHECK, env={"XDG_CACHE_HOME": str(cache)})
        assert (again.code, again.out) == (1, expected)
        return ran

    return act


def _at_once(bench: Bench) -> Ran:
    expected, cache = _expected(bench), bench.folder.parent / "cache"
    script = " & ".join([f"($DECKCHECK {' '.join(_CHECK)} >{n}.out; echo $? >{n}.code)" for n in "123"])
    ran = bench.shell(f"{script} & wait", env={"XDG_CACHE_HOME": str(cache)})
    for n in "123":
        assert (bench.folder / f"{n}.code").read_text("utf-8") == "1\n", ran.text
        assert (bench.folder / f"{n}.out").read_bytes() == expected
    stores = [path.name for path in cache.rglob("*.pool*")]
    assert len(stores) == 1, stores
    whole = bench.run(*_CHECK, env={"XDG_CACHE_HOME": str(cache)})
    assert (whole.code, whole.out) == (1, expected)
    assert whole.cpu < bench.home.start_up + 1, "the cache is not used"
    return ran._replace(code=whole.code)


def _sealed(room: Path) -> str:
    (room / "cache").mkdir(mode=0o500)
    return str(room / "cache")


def _without(make: Callable[[Path], dict[str, str | None]]) -> Callable[[Bench], Ran]:
    def act(bench: Bench) -> Ran:
        expected = _expected(bench)
        ran = bench.run(*_CHECK, env=make(bench.folder.parent))
        assert ran.out == expected
        return ran

    return act


def _case(number: int, what: str, act: Callable[[Bench], Ran], leaves: tuple[str, ...] = ()) -> Case:
    # Reading a whole pool, or building its store, is what these take.
    return Case(number=number, what=what, act=act, code=1, decks=None, leaves=leaves, seconds=8, says=())


CASES = (
    _case(138, "cache cut in half", _damaged(lambda content: content[: len(content) // 2])),
    _case(138, "cache of other bytes", _damaged(lambda content: bytes(len(content)))),
    _case(138, "cache with single bytes changed", _damaged(lambda content: content[:40] + b"\xff" + content[41:])),
    _case(
        139,
        "three that build the cache at once",
        _at_once,
        tuple(f"{n}.{end}" for n in "123" for end in ("out", "code")),
    ),
    _case(140, "cache that must not be written", _without(lambda room: {"XDG_CACHE_HOME": _sealed(room)})),
    _case(140, "file in place of the cache", _without(lambda _: {"XDG_CACHE_HOME": "/dev/null"})),
    _case(140, "HOME that is not set", _without(lambda room: {"HOME": None, "XDG_CACHE_HOME": str(room / "cache")})),
    _case(140, "HOME that is not a path", _without(lambda _: {"HOME": "nowhere"})),
    _case(140, "home that is not there", _without(lambda _: {"HOME": "/nonexistent"})),
)
