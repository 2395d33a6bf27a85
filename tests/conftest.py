"""What every test shares: order, workers, no network, folders of its own, and the shipped data, loaded once."""

from __future__ import annotations

import gc
import ipaddress
import os
import signal
import socket
import sys
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import platformdirs
import pytest
from hypothesis import settings

from deckcheck.formats.loading import resolve_format
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool, find_pools, open_pool
from deckcheck.system import paths

if TYPE_CHECKING:
    from tests.fixture_decks import Checker

ROOT = Path(__file__).resolve().parents[1]
T = TypeVar("T")

# The same few examples in every run, so that a red run means a change; --hypothesis-profile=long searches for new ones.
SHORT = 50
settings.register_profile("short", derandomize=True, max_examples=SHORT)
settings.register_profile("long", max_examples=20 * SHORT)
settings.load_profile("short")


def examples(number: int) -> int:
    """Return how many examples a test tries: `number`, or 20 times as many in the long profile."""
    return number * settings().max_examples // SHORT


def in_turn(forms: Sequence[T], case: str) -> Sequence[T]:
    """Return one of the forms in which a case can be tried, another for the next case; all of them in the long profile.

    Where different code takes cases and forms, every case is tried this way, and every form with many cases.
    """
    at = zlib.crc32(case.encode()) % len(forms)
    return forms if examples(1) > 1 else forms[at : at + 1]


# Files that check the fixture decks, which the worker that runs them checks once.
OF_FIXTURES = ("test_conformance.py", "test_judge.py", "test_rows.py", "test_rules.py")

# What runs last, in this order: tests that take long. The single cases of acceptance keep all workers busy to the end.
LAST = ("properties", "test_bulk_processes.py", "test_bulk_dask.py", "test_html_in_browser.py", "reading", "acceptance")


def pytest_configure() -> None:
    """Keep compiled modules whatever the environment says: without them each process compiles all that it imports."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Run a single file in this process, which is faster; else start three workers for two cores: many tests wait."""
    cores = yield
    files = {arg.partition("::")[0] for arg in config.args}
    return 0 if len(files) == 1 and Path(*files).is_file() else cores + (cores + 1) // 2


def pytest_collection_finish() -> None:
    """Leave the thousands of collected tests out of garbage collection, which takes a tenth of the time otherwise."""
    gc.freeze()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each file to one worker, so that its fixtures are made once; divide acceptance by test, to end together.

    One worker gets all files that check the fixture decks.
    """
    from xdist.scheduler import LoadScopeScheduling

    def unit(nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if file.startswith("tests/acceptance/"):
            return nodeid
        return "the fixture decks" if file.removeprefix("tests/") in OF_FIXTURES else file

    scheduling = LoadScopeScheduling(config, log)
    scheduling._split_scope = unit
    return scheduling


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the fast tests first, so that a mistake shows within a minute, and part the files of folders that wait."""

    @cache
    def turn(file: Path) -> int:
        part = file.relative_to(ROOT / "tests").parts[0]
        return LAST.index(part) + 1 if part in LAST else 0

    items.sort(key=lambda item: (turn(item.path), item.path.name, item.path))


class NetworkUsed(Exception):
    """A test tried to reach another machine; not an OSError, which the code under test may well handle."""


def is_local(host: object) -> bool:
    """Return whether `host`, a name or an address, is this machine."""
    if host in {None, "", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


# Of the session, because Hypothesis refuses fixtures that would be set up once for many examples.
@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    def only_local(original: Callable[..., Any]) -> Callable[..., Any]:
        def connect(self: socket.socket, address: Any) -> Any:
            if self.family != getattr(socket, "AF_UNIX", None) and not is_local(address[0]):
                raise NetworkUsed(f"tests do not reach the network: {address}")
            return original(self, address)

        return connect

    def getaddrinfo(host: object, *args: Any, **kwargs: Any) -> Any:
        if not is_local(host.decode() if isinstance(host, bytes) else host):
            raise NetworkUsed(f"tests do not reach the network: {host}")
        return look_up(host, *args, **kwargs)

    look_up: Callable[..., Any] = socket.getaddrinfo
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, only_local(getattr(socket.socket, name)))
        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


# A shell that starts the tests in the background lets them ignore interrupts, and so would the commands they interrupt.
@pytest.fixture(scope="session", autouse=True)
def _interrupts() -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# Tests neither see nor change the folders of whoever runs them. All workers compile pools into the same cache.
@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[None]:
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent
    with pytest.MonkeyPatch.context() as patch:
        for name, place in (("cache", shared), ("data", own), ("state", own)):
            patch.setenv(f"XDG_{name.upper()}_HOME", str(place / name))
            # Where these are not the folders of users.
            patch.setattr(platformdirs, f"user_{name}_dir", lambda _, folder=str(place / name): folder)
        yield


# A command in this process has the shipped pools of the tests, unless it has a cache of its own.
@pytest.fixture(scope="session", autouse=True)
def _pools_opened_once(_own_folders: None) -> Iterator[None]:
    usual = paths.cache_folder()

    def open_once(pool_id: str, *, first: Path | None = None, cache: Path | None = None) -> FilePool:
        is_shipped = find_pools(first).get(pool_id) == ROOT / "cardpools" / pool_id
        return shipped_pool(pool_id) if is_shipped and cache == usual else open_pool(pool_id, first=first, cache=cache)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deckcheck.checks.checker.open_pool", open_once)
        yield


@pytest.fixture(scope="session")
def ccg() -> FilePool:
    return shipped_pool("ccg")


@pytest.fixture(scope="session")
def lcg() -> FilePool:
    return shipped_pool("lcg")


@pytest.fixture(scope="session")
def celestial() -> Format:
    return shipped_format("celestial-40-40")


@pytest.fixture(scope="session")
def festivals() -> Format:
    return shipped_format("twenty-festivals")


@pytest.fixture(scope="session")
def lcg2017() -> Format:
    return shipped_format("lcg-2017")


@pytest.fixture(scope="session")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    """Return what checks fixture decks, each once in a process."""
    from tests.fixture_decks import Checker

    return Checker(tmp_path_factory.mktemp("formats"))


def text_file(path: Path, text: str) -> Path:
    """Write a text file, and return its path."""
    path.write_text(text, "utf-8")
    return path


def with_sideboard(folder: Path) -> Format:
    """Return Twenty Festivals with a sideboard, from a format file in `folder`."""
    text = """\
id: cup
name: Cup with a sideboard
extends: twenty-festivals
basis: community
date: "2026-03-01"

sections:
  sideboard: {label: sideboard, header: sideboard}
"""
    return resolve_format(text_file(folder / "cup.yaml", text)).format


@cache
def shipped_pool(pool_id: str) -> FilePool:
    """Return a card pool of the checkout, compiled once in a process and kept nowhere else, as are all its cards."""
    pool = FilePool(ROOT / "cardpools" / pool_id, cache=None)
    every = cache(lambda: tuple(FilePool.cards(pool)))
    pool.cards = lambda: iter(every())  # type: ignore[method-assign]
    return pool


@cache
def shipped_format(format_id: str, as_of: str | None = None) -> Format:
    """Return a format of the checkout as it was on a day, read once in a process from its files."""
    return resolve_format(ROOT / "formats" / f"{format_id}.yaml", as_of=as_of).format


def rule_of(fmt: Format, rule: str) -> Any:
    """Return the parameters of a rule, None when it is not in force."""
    return next((provision.params for provision in fmt.provisions if provision.name == rule), None)
