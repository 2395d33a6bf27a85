"""Checking many inputs: every one is accounted for, and none stops the others."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck import Checker, convert, odds_of
from deckcheck.checks import checker as app
from deckcheck.cli import run
from deckcheck.model.errors import DataError, InputError, UsageError
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.report import Outcome
from deckcheck.pools.loading import FilePool

DECK = "1 Kyuden Hida\n3 Winter Siege\n3 Banzai!\n"

Check = Callable[..., Outcome]


@pytest.fixture
def check_all(celestial: Format, ccg: FilePool) -> Check:
    def run(*sources: str | Path) -> Outcome:
        return app.check_all([str(source) for source in sources], celestial, ccg)

    return run


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(DECK, encoding="utf-8")
    return folder


def paths(outcome: Outcome) -> tuple[list[str], list[str]]:
    """Return the names of the files that were checked and of those that failed."""
    checked = [Path(report.deck.raw.path).name for report in outcome.reports]
    return checked, [Path(failure.path).name for failure in outcome.failures]


def stdin(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))


def test_files_are_checked_in_the_order_given(decks: Path, check_all: Check) -> None:
    outcome = check_all(decks / "b.txt", decks / "a.txt")

    assert paths(outcome) == (["b.txt", "a.txt"], [])
    assert [report.verdict for report in outcome.reports] == [Verdict.ILLEGAL] * 2


def test_a_file_without_an_extension_is_read_when_named(decks: Path, check_all: Check) -> None:
    (decks / "a.txt").rename(decks / "deck")

    assert paths(check_all(decks / "deck")) == (["deck"], [])
    assert paths(check_all(decks)) == (["b.txt"], [])


def test_a_folder_stands_for_the_decks_in_it(decks: Path, check_all: Check) -> None:
    (decks / "sub").mkdir()
    (decks / "sub" / "UPPER.TXT").write_text(DECK, encoding="utf-8")
    (decks / ".hidden.txt").write_text(DECK, encoding="utf-8")
    (decks / "loop").symlink_to(decks, target_is_directory=True)
    if hasattr(os, "mkfifo"):
        os.mkfifo(decks / "pipe.txt")

    assert paths(check_all(decks)) == (["a.txt", "b.txt", "UPPER.TXT"], [])


def test_the_format_of_a_league_is_no_deck_in_its_folder(decks: Path, check_all: Check) -> None:
    (decks / "spring-cup.yaml").write_text(
        "# House rules\nid: spring-cup\nextends: celestial-40-40\n", encoding="utf-8"
    )
    (decks / "lists").mkdir()
    (decks / "lists" / "spring-cup-banned.yaml").write_text("id: spring-cup-banned\nkind: banned\n", encoding="utf-8")
    (decks / "lists" / "deck.yaml").write_text("deckcheck: 1\ncards: {Banzai!: 3}\n", encoding="utf-8")

    assert paths(check_all(decks)) == (["a.txt", "b.txt", "deck.yaml"], [])


def test_a_path_given_twice_is_checked_once(decks: Path, check_all: Check) -> None:
    (decks / "link.txt").symlink_to("a.txt")

    outcome = check_all(decks / "a.txt", decks / "a.txt", f"{decks}/./a.txt", decks / "link.txt")
    assert paths(outcome) == (["a.txt", "link.txt"], [])
    assert len({report.deck.fingerprint for report in outcome.reports}) == 1

    assert paths(check_all(decks / "b.txt", decks)) == (["b.txt", "a.txt", "link.txt"], [])


def test_what_cannot_be_read_stops_nothing(decks: Path, check_all: Check) -> None:
    (decks / "binary.txt").write_bytes(b"\0\1\2")
    (decks / "broken.txt").symlink_to("nowhere")
    (decks / "empty.txt").write_bytes(b"")
    (decks / "large.txt").write_bytes(b"1 Banzai!\n" * 200_000)
    (decks / "lines.txt").write_bytes(b"1 Banzai!\n" * 2001)
    (decks / "latin.txt").write_bytes(b"1 Daimy\xf4's Favor\n")
    (decks / "comments.txt").write_bytes(b"# only\n# comments\n")

    outcome = check_all(decks, decks / "none.txt")

    checked, failed = paths(outcome)
    assert checked == ["a.txt", "b.txt"]
    assert sorted(failed) == [
        "binary.txt",
        "broken.txt",
        "comments.txt",
        "empty.txt",
        "large.txt",
        "latin.txt",
        "lines.txt",
        "none.txt",
    ]
    for failure in outcome.failures:
        assert isinstance(failure.error, InputError)
        assert Path(failure.error.place or "").name == Path(failure.path).name


@pytest.mark.parametrize("name", ["x" * 5000, "/".join(["x" * 200] * 30), "nul\0byte"])
def test_a_path_that_cannot_be_fails_alone(name: str, decks: Path, check_all: Check) -> None:
    outcome = check_all(decks / "a.txt", name, decks / "b.txt")

    assert len(outcome.reports) == 2
    assert [failure.path for failure in outcome.failures] == [name]


def test_an_empty_path_is_not_the_current_folder(
    decks: Path, check_all: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is what a script hands on when a variable is not set.
    monkeypatch.chdir(decks)

    outcome = check_all("")
    assert (outcome.reports, [failure.path for failure in outcome.failures]) == ((), [""])


def test_a_file_that_vanishes_fails_alone(decks: Path, celestial: Format, ccg: FilePool) -> None:
    def sources() -> list[str]:
        listed = [str(decks / "a.txt"), str(decks / "b.txt")]
        (decks / "a.txt").unlink()
        return listed

    assert paths(app.check_all(sources(), celestial, ccg)) == (["b.txt"], ["a.txt"])


def test_a_folder_without_decks_is_not_passed_over(tmp_path: Path, decks: Path, check_all: Check) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()

    outcome = check_all(decks, empty)

    assert outcome.reports
    assert [failure.error.message for failure in outcome.failures] == ["a folder without deck files"]


def test_standard_input(check_all: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, DECK.encode("utf-8"))

    (report,) = check_all("-").reports
    assert len(report.deck.entries) == 3


@pytest.mark.parametrize("content", [b"", b"\n", b"# nothing\n", b"\0\0", b"\xff", b"#" * (1024 * 1024 + 1)])
def test_standard_input_that_is_no_deck(content: bytes, check_all: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, content)

    outcome = check_all("-")
    assert (len(outcome.reports), [failure.path for failure in outcome.failures]) == (0, ["<stdin>"])


def test_standard_input_is_read_once(decks: Path, check_all: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, DECK.encode("utf-8"))

    outcome = check_all("-", decks / "a.txt", "-")

    assert len(outcome.reports) == 2
    (failure,) = outcome.failures
    assert "once" in failure.error.message


def test_standard_input_that_is_closed(check_all: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert len(check_all("-").failures) == 1

    stdin(monkeypatch, b"")
    sys.stdin.close()
    assert len(check_all("-").failures) == 1


def test_one_deck(decks: Path, celestial: Format, ccg: FilePool) -> None:
    deck = app.read_deck(decks / "a.txt", celestial, ccg)

    assert [(entry.count, entry.card.id) for entry in deck.entries] == [
        (1, "kyuden_hida"),
        (3, "winter_siege"),
        (3, "banzai"),
    ]
    with pytest.raises(InputError):
        app.read_deck(decks / "none.txt", celestial, ccg)


def test_formats_and_pools_by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for use_cache in (False, True, True):
        fmt = app.load_format("lcg-2017", use_cache=use_cache)
        pool = app.load_pool(fmt.pool, use_cache=use_cache)
        assert (fmt.id, pool.info.id) == ("lcg-2017", "lcg")
        assert pool.card("01-shizuka-toshi") is not None
        assert any(tmp_path.iterdir()) == use_cache


def test_unknown_formats_and_pools_name_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        app.load_format("nosuch", formats_dir=tmp_path)
    assert "celestial-40-40" in (caught.value.help or "")
    with pytest.raises(UsageError) as caught:
        app.load_pool("nosuch", cardpools_dir=tmp_path)
    assert "ccg" in (caught.value.help or "")


def test_a_folder_of_own_formats(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("id: mine\nname: Mine\nextends: lcg-2017\nbasis: community\n", encoding="utf-8")
    assert app.load_format("mine", formats_dir=tmp_path).name == "Mine"

    (tmp_path / "mine.yaml").write_text("id: mine\nextends: [\n", encoding="utf-8")
    with pytest.raises(DataError):
        app.load_format("mine", formats_dir=tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="homes are found in another way")
def test_a_user_without_a_home_works_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def nobody(_: int) -> None:
        raise KeyError

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)

    assert app.load_format("lcg-2017").id == "lcg-2017"
    assert app.load_pool("lcg").info.id == "lcg"


def test_a_checker_loads_its_format_and_checks_text_files_and_decks(decks: Path) -> None:
    checker = Checker("celestial-40-40")

    by_text, by_file = checker.check_text(DECK, "mine"), checker.check_file(decks / "a.txt")
    by_deck = checker.check_deck(by_file.deck)

    assert by_text.findings == by_file.findings == by_deck.findings
    assert by_text.verdict is Verdict.ILLEGAL
    assert by_text.deck.raw.path == "mine"


def test_a_checker_checks_in_the_format_of_a_day() -> None:
    before, after = (
        Checker("lcg-stronghold", as_of=day).check_text("3 Charge!") for day in ("2018-01-01", "2020-06-01")
    )

    assert "P006" not in {finding.code for finding in before.findings}
    assert "P006" in {finding.code for finding in after.findings}


def test_many_decks_come_one_by_one_and_in_order(decks: Path) -> None:
    results = Checker("celestial-40-40").check_many([decks / "b.txt", decks / "none.txt", decks / "a.txt"])

    assert [Path(json.loads(each.to_json())["path"]).name for each in results] == ["b.txt", "none.txt", "a.txt"]


def test_one_path_names_a_folder_and_not_its_letters(decks: Path) -> None:
    checker = Checker("celestial-40-40")

    wanted = [each.to_json() for each in checker.check_many([decks])]

    for path in (decks, str(decks)):
        assert [each.to_json() for each in checker.check_many(path)] == wanted


def test_a_folder_of_own_data_is_there(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("id: mine\nname: Mine\nextends: lcg-2017\nbasis: community\n", "utf-8")
    assert Checker(tmp_path / "mine.yaml", formats_dir=str(tmp_path)).format.name == "Mine"

    for load in (
        lambda: app.load_format("emperor", formats_dir=tmp_path / "none"),
        lambda: app.load_pool("ccg", cardpools_dir=tmp_path / "none"),
    ):
        with pytest.raises(UsageError, match="there is no such folder"):
            load()


def test_a_report_as_json_is_the_line_that_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(Path(__file__).parent.parent / "examples" / "crane-with-slips.txt")
    report = Checker("celestial-40-40").check_file(path)

    run(["check", path, "--format", "celestial-40-40", "-o", "jsonl"])

    assert capsys.readouterr().out.splitlines(keepends=True)[0] == report.to_json()


@pytest.mark.parametrize(
    ("fmt", "as_of"),
    [
        pytest.param("emperor", None, id="another format"),
        pytest.param("lcg-2017", None, id="another game"),
        pytest.param("lcg-stronghold", "2018-01-01", id="another day"),
    ],
)
def test_a_deck_is_checked_only_in_its_format(fmt: str, as_of: str | None) -> None:
    own = Checker("lcg-stronghold" if as_of else "celestial-40-40")
    deck = own.check_text("3 Banzai!\n").deck
    other = Checker(fmt, as_of=as_of)

    assert own.check_deck(deck).deck == deck
    for use in (other.check_deck, lambda it: convert(other, it, "text"), lambda it: odds_of(other, it, "Banzai!>=1")):
        with pytest.raises(UsageError, match=f"the deck was read for `{own.format.id}`"):
            use(deck)


def test_a_format_takes_only_its_own_pool(celestial: Format, lcg: FilePool) -> None:
    with pytest.raises(UsageError, match="uses the card pool `ccg`, not `lcg`"):
        Checker(celestial, lcg).check_text("3 Banzai!\n")
