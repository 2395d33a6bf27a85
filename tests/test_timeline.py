"""When decks were legal, and which formats fit them."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from deckcheck.checks.checker import load_format, read_all
from deckcheck.checks.other_formats import history_of
from deckcheck.cli import run
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import RawDeck
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckHistory
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from tests.fixture_decks import RULE_FOLDERS, WHOLE_DECKS
from tests.report_schemas import validate_report

EMPEROR = RULE_FOLDERS / "P002-banned-card" / "emperor-interval-first-open-day.txt"
IVORY = RULE_FOLDERS / "P002-banned-card" / "ivory-two-banned-cards-between-their-bans.txt"
OBSIDIAN = RULE_FOLDERS / "P006-banned-by-list" / "obsidian-perhaps-free-again.txt"
EMERALD = RULE_FOLDERS / "P008-rotated-card" / "before-the-rotation.txt"
RICE_PADDY = RULE_FOLDERS / "P007-not-yet-released" / "before-the-printing-with-the-symbol.txt"
CORE = WHOLE_DECKS / "lcg-2017" / "crab-keeper.txt"
CELESTIAL = RULE_FOLDERS / "P007-not-yet-released" / "a-mark-older-than-all-printings.txt"


def raw(path: Path) -> RawDeck:
    (deck,) = read_all([str(path)])
    assert isinstance(deck, RawDeck)
    return deck


def history(path: Path, format_id: str, pool: FilePool) -> DeckHistory:
    def on(day: str) -> object:
        return load_format(format_id, as_of=day)

    return history_of(raw(path), load_format(format_id), on, pool)  # type: ignore[arg-type]


def days(history: DeckHistory, verdict: Verdict) -> list[tuple[str, str | None]]:
    return [(period.first, period.until) for period in history.having(verdict)]


def test_a_deck_is_legal_from_its_newest_set_to_the_day_of_a_ban(ccg: FilePool) -> None:
    found = history(EMPEROR, "emperor", ccg)

    assert days(found, Verdict.LEGAL) == [("2012-07-31", "2012-10-01")]
    assert days(found, Verdict.UNDECIDED) == [("2012-07-01", "2012-07-31"), ("2012-10-01", "2013-02-01")]
    (legal,) = found.having(Verdict.LEGAL)
    assert (legal.begins, legal.ends) == ("The Shadow's Embrace", "ban of Asako Karachu")
    assert legal.when == "between 2012-09-30 and 2013-02-01"
    assert found.best.format.date == "2012-07-31"


def test_a_deck_that_is_never_legal_has_the_day_on_which_it_fits_best(ccg: FilePool) -> None:
    found = history(EMPEROR, "ivory", ccg)

    assert {period.verdict for period in found.periods} == {Verdict.ILLEGAL}
    assert found.best.verdict is Verdict.ILLEGAL


def test_a_deck_is_legal_from_the_printing_of_a_card_with_the_symbol(ccg: FilePool) -> None:
    found = history(RICE_PADDY, "emperor", ccg)

    (legal,) = found.having(Verdict.LEGAL)
    assert (legal.first, legal.until) == ("2012-12-31", None)
    assert legal.begins == "printing with the symbol of the format: Rice Paddy"


def test_lists_that_replace_each_other_begin_and_end_periods(lcg: FilePool) -> None:
    found = history(EMERALD, "lcg-emerald", lcg)

    (legal,) = found.having(Verdict.LEGAL)
    assert (legal.until, legal.ends) == ("2021-10-06", "Emerald Edicts 2 to 5, rotation of Exposed Courtyard")


def test_a_format_that_begins_within_an_interval_has_a_first_certain_day(lcg: FilePool) -> None:
    """News of January 2020 link the rules of the format, whose day no source has."""
    (legal,) = history(CORE, "lcg-enlightenment", lcg).having(Verdict.LEGAL)
    assert (legal.first, legal.until) == ("2020-01-17", None)
    assert legal.begins == "first certain day of Legend of the Five Rings, The Card Game (enlightenment)"


@pytest.mark.parametrize(
    ("path", "format_id"),
    [
        (EMPEROR, "emperor"),
        (EMPEROR, "legacy"),
        (IVORY, "ivory"),
        (IVORY, "ivory-strict"),
        (CELESTIAL, "celestial-40-40"),
        (RICE_PADDY, "emperor"),
        (OBSIDIAN, "lcg-obsidian"),
        (EMERALD, "lcg-emerald"),
        (CORE, "lcg-enlightenment"),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_on_every_day_of_a_period_the_check_gives_its_verdict(
    path: Path, format_id: str, ccg: FilePool, lcg: FilePool
) -> None:
    pool = lcg if format_id.startswith("lcg") else ccg
    last = load_format(format_id)
    periods = history(path, format_id, pool).periods
    for period in periods:
        end = datetime.date.fromisoformat(period.until) - datetime.timedelta(days=1) if period.until else None
        for day in {period.first, end.isoformat() if end else last.last}:
            fmt = load_format(format_id, as_of=day)
            assert check(resolve(raw(path), fmt, pool), fmt, pool).verdict is period.verdict, (day, period)
    assert [period.first for period in periods[1:]] == [period.until for period in periods[:-1]]
    assert periods[-1].until is None


class TestCommand:
    def test_the_days_as_text(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", str(EMPEROR), "--format", "emperor", "--when"]) == 0

        assert (
            "legal from 2012-07-31 (The Shadow's Embrace) until between 2012-09-30 and 2013-02-01 "
            "(ban of Asako Karachu)\n" in capsys.readouterr().out
        )

    def test_the_days_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        run(["check", str(EMPEROR), "--format", "emperor", "--when", "--as", "json"])

        report = json.loads(capsys.readouterr().out)
        validate_report(report)
        (deck,) = report["decks"]
        assert deck["legal_spans"] == [
            {
                "from": "2012-07-31",
                "until": "2012-10-01",
                "begins": "The Shadow's Embrace",
                "ends": "ban of Asako Karachu, between 2012-09-30 and 2013-02-01",
            }
        ]
        assert deck["verdict"] == "illegal"

    def test_every_format_best_fit_first(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", str(EMPEROR), "--format", "all", "--when"]) == 0

        names = [line.split(":")[0].strip() for line in capsys.readouterr().out.splitlines()[1:3]]
        assert names == ["Age of Conquest (Emperor)", "Legacy (Obsidian Hand)"]

    def test_a_deck_that_is_never_legal(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", str(EMPEROR), "--format", "onyx", "--when"]) == 1

        assert "illegal on every day; closest on " in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            (["--as-of", "2012-09-30"], "`--as-of` has no effect with `--when`"),
            (["--as", "html"], "the report `html` cannot say when decks were legal"),
        ],
    )
    def test_what_it_does_not_go_with(self, args: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", str(EMPEROR), "--format", "emperor", "--when", *args]) == 2

        assert says in capsys.readouterr().err


def test_an_unfinished_deck_is_of_the_arc_that_takes_most_of_its_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("3 Gozu's Guide\n3 Embassy of the Crane\n2 Doji Hakuseki\n3 Kobune Port\n", "utf-8")

    assert run(["check", str(deck), "--format", "all"]) == 1

    lines = capsys.readouterr().out.splitlines()
    shares = [int(line.split()[2]) for line in lines[1:-2]]
    assert shares == sorted(shares, reverse=True)
    assert lines[-2] == f"  legal in none of the {len(shares)} formats of this game"
