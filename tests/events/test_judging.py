"""Rulings of an event, drawing deck checks, checking at the table, comparing on day two."""

from __future__ import annotations

import getpass
import json
import re
import shutil

import pytest
from click.testing import CliRunner

from deckcheck.cli import cli, run
from deckcheck.events.store import open_event
from deckcheck.events.table_checks import draws, how_many
from tests.events_desk import ILLEGAL, LEGAL, OTHER, Desk, mail, row
from tests.fixture_decks import WHOLE_DECKS


def drawn(said: str) -> list[str]:
    return [line.split(" (")[0] for line in said.splitlines() if line.startswith("Player")]


@pytest.fixture
def event(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return an event with the lists of 20 players, which are taken for the first test only."""
    kept = tmp_path_factory.getbasetemp() / "twenty.event"
    if not kept.exists():
        desk.new().take(desk.form(*(row(number, LEGAL) for number in range(20))))
        shutil.copy(desk.file, kept)
    shutil.copy(kept, desk.file)
    return desk


def test_a_ruling_changes_the_verdict_of_the_lists_it_is_about(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, ILLEGAL), row(2, ILLEGAL)))

    said = desk("rule", "allow", "--player", "Player AAB", "--why", "looked at", "--by", "Head Judge")

    assert "Player AAB: illegal -> legal" in said
    assert "ruling 1 changes 1 list\n" in said
    assert desk.player("Player AAB")["verdict"] == "legal"
    assert desk.player("Player AAC")["verdict"] == "illegal"
    assert "(allowed by Head Judge, " in desk("show", "Player AAB")


def test_a_ruling_about_a_list_does_not_cover_the_next_revision(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, ILLEGAL)))
    desk("rule", "allow", "--player", "Player AAB", "--why", "looked at")

    desk.take(desk.form(row(1, ILLEGAL), row(1, ILLEGAL.replace("3 Hamstrung", "2 Hamstrung"))))

    assert desk.player("Player AAB")["verdict"] == "illegal"


def test_a_ruling_counts_until_its_last_day(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    desk.take(desk.form(row(1, ILLEGAL)))
    desk("rule", "allow", "--player", "Player AAB", "--why", "looked at", "--until", "9999-11-30")

    for day, verdict in (("9999-11-30", "legal"), ("9999-12-01", "illegal")):
        monkeypatch.setattr("deckcheck.checks.rulings.today", lambda day=day: day)
        assert desk.player("Player AAB")["verdict"] == verdict


def test_rulings_of_an_event_serve_check(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.new()
    for code in ("C001", "C003", "D001", "S001"):
        desk("rule", "allow", "--code", code, "--why", 'promo 😀 ok: "yes"\t\x85\u2028\U000e0001 \\')
    rulings = desk.text("rulings.yaml", desk("rulings"))
    deck = desk.text("deck.txt", ILLEGAL)

    assert run(["check", str(deck), "--format", "celestial-40-40", "--rulings", str(rulings)]) == 0
    assert "1 legal" in capsys.readouterr().out


@pytest.fixture
def namesakes(desk: Desk) -> Desk:
    """An event with two players of one name, #1 and #2, and the same illegal list."""
    desk.new()
    desk.take(
        desk.form(*(("", f"{number}@example.org", "Doji Kei", "Crane", f"{ILLEGAL}# {number}\n") for number in (1, 2)))
    )
    return desk


def test_a_ruling_about_one_of_two_players_of_one_name_is_about_this_one(namesakes: Desk) -> None:
    said = namesakes("rule", "allow", "--player", "#1", "--why", "looked at")

    assert said.count("Doji Kei #1: illegal -> legal") == 1
    assert "ruling 1 changes 1 list\n" in said
    assert [each["verdict"] for each in namesakes.status()["players"]] == ["legal", "illegal"]
    assert "(allowed by " in namesakes("show", "#1")
    assert "(allowed by " not in namesakes("show", "#2", code=1)


def test_a_player_is_forgotten_without_the_rulings_about_another_of_the_name(namesakes: Desk) -> None:
    namesakes("rule", "allow", "--player", "#1", "--why", "looked at")
    namesakes("rule", "allow", "--code", "C001", "--player", "#2", "--why", "agreed")

    namesakes("forget", "#2", "--yes")

    assert "looked at" in namesakes("rulings")
    assert "agreed" not in namesakes("rulings")


def test_a_name_in_a_file_that_several_players_have_is_asked_about(namesakes: Desk) -> None:
    names = namesakes.text("names.txt", "Doji Kei\n")
    commands = (
        ("draw-checks", "--round", 1, "--share", 0, "--cut", names),
        ("publish", "--out", namesakes.folder / "site", "--players", names),
    )

    for command in commands:
        assert "2 players are called `Doji Kei`: #1, #2" in namesakes(*command, code=2)
    names.write_text("#2\n", "utf-8")
    for command in commands:
        namesakes(*command)

    assert [path.stem for path in (namesakes.folder / "site" / "lists").glob("*.txt")] == ["002-doji-kei"]
    names.write_text("#2\nNobody\n", "utf-8")
    for command in commands:
        assert "no player with a list is called: Nobody" in namesakes(*command, code=2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--code", "X999"], "no rule with the code `X999`"),
        (["--card", "Stel on Steel"], "not recognised as a card"),
        (["--fingerprint", "7265"], "not a fingerprint"),
        ([], "this ruling is too broad\n  help: add --player, --code, --card or --fingerprint"),
        (["--code", "C001", "--until", "soon"], "`soon` is not a day"),
        (["--code", "C001", "--until", "20261231"], "`20261231` is not a day"),
        (["--code", "C001", "--until", "2012-12-31"], "`2012-12-31` has passed; the ruling would never apply"),
        (["--code", "C001", "--why", " "], "this ruling has no reason"),
        (["--code", "C001", "--why", "x" * 501], "the reason has 501 characters; at most 500 are allowed"),
        (["--code", "C001", "--by", "x" * 501], "the judge has 501 characters; at most 500 are allowed"),
        (["--fingerprint", "7" * 65], "not a fingerprint"),
    ],
)
def test_a_broken_ruling_is_not_recorded(options: list[str], said: str, event: Desk) -> None:
    assert said in event("rule", "allow", "--why", "x", *options, code=2)
    assert event("rulings") == "rulings: []\n"


def test_the_names_that_commands_print_are_names_for_commands(namesakes: Desk) -> None:
    status = namesakes("status", code=1)
    names = namesakes.text("names.txt", "Doji Kei #2\n")

    assert ("Doji Kei #1" in status, "Doji Kei #2" in status) == (True, True)
    assert namesakes("show", "Doji Kei #2", code=1).startswith("Doji Kei #2: revision 1 of 1, form.csv row 3")
    assert namesakes("check", "#1", "--ok").startswith("Doji Kei #1: as listed; ")
    assert namesakes("checks").startswith("Doji Kei #1; ")
    assert "there is no player `Doji Ren #2`" in namesakes("show", "Doji Ren #2", code=2)
    assert namesakes("draw-checks", "--round", 1, "--share", 0, "--cut", names).startswith("Doji Kei #2 (")
    namesakes("publish", "--out", namesakes.folder / "site", "--players", names)
    assert [path.stem for path in (namesakes.folder / "site" / "lists").glob("*.txt")] == ["002-doji-kei"]


def test_who_signs_up_under_the_number_of_another_is_told_apart(namesakes: Desk) -> None:
    namesakes("roster", namesakes.text("players.csv", "Name\nDoji Kei #2\n"))

    status = namesakes("status", code=1)
    assert ("Doji Kei #2 " in status, "Doji Kei #2 #3" in status) == (True, True)
    said = namesakes("drop", "Doji Kei #2", code=2)
    assert "`Doji Kei #2` may be several players: #3 Doji Kei #2, #2 Doji Kei" in said
    assert "dropped: Doji Kei #2 #3" in namesakes("drop", "Doji Kei #2 #3")


def test_a_check_is_as_listed_or_has_differences(event: Desk) -> None:
    said = event("check", "Player AAB", "--ok", "--difference", "-1 Marketplace", code=2)

    assert "`--difference` has no effect with `--ok`" in said
    assert "no deck checks yet" in event("checks")


def test_a_draw_is_repeated_by_its_seed(event: Desk) -> None:
    first = drawn(event("draw-checks", "--round", 3, "--share", 0.25, "--seed", "spring"))

    assert len(first) == 5
    assert drawn(event("draw-checks", "--round", 3, "--share", 0.25, "--seed", "spring")) == first
    assert drawn(event("draw-checks", "--round", 4, "--share", 0.25, "--seed", "spring")) != first
    odd = drawn(event("draw-checks", "--round", 5, "--share", 0.25, "--seed", "\udcff"))
    assert drawn(event("draw-checks", "--round", 5, "--share", 0.25, "--seed", "\udcff")) == odd


def test_a_round_is_drawn_once(event: Desk) -> None:
    assert drawn(event("draw-checks", "--round", 3, "--share", 0)) == []
    (name,) = drawn(event("draw-checks", "--round", 3, "--share", 0.05, "--seed", "spring"))

    said = event("draw-checks", "--round", 3, "--share", 0.05, code=2)

    assert f"round 3 has already been drawn by {getpass.getuser()} with --seed spring: {name}" in said
    assert "help: --again draws once more" in said
    assert len(drawn(event("draw-checks", "--round", 3, "--share", 0.1, "--again"))) == 2
    assert "has already been drawn" in event("draw-checks", "--round", 3, "--share", 0.05, "--seed", "spring", code=2)
    with open_event(event.file) as file:
        assert len(draws(file)) == 2


def test_who_was_checked_is_drawn_last(event: Desk) -> None:
    checked = drawn(event("draw-checks", "--round", 1, "--share", 0.5, "--seed", "a"))
    for name in checked:
        event("check", name, "--ok", "--round", 1)

    rest = drawn(event("draw-checks", "--round", 2, "--share", 0.5, "--seed", "a"))

    assert set(rest).isdisjoint(checked)
    assert len({*rest, *checked}) == 20


def test_a_share_is_counted_in_decimals(event: Desk) -> None:
    assert [how_many(100, share) for share in (0.07, 0.071, 0.57, 1)] == [7, 8, 57, 100]
    for share in ("nan", "inf", "1.1", "-0.1", "half"):
        assert "`--share` cannot be" in event("draw-checks", "--round", 1, "--share", share, code=2)
    assert len(drawn(event("draw-checks", "--round", 1, "--share", "0.15"))) == 3


def test_a_round_has_a_small_number(event: Desk) -> None:
    huge = "99999999999999999999"

    assert "--round" in event("check", "Player AAB", "--ok", "--round", huge, code=2)
    assert "--round" in event("draw-checks", "--round", huge, code=2)


@pytest.mark.parametrize(
    "line", ["{} Kei Smith", "{}. Smith, Kei", "{}) Kei Smith #{}", "{}th Smith, Kei", "- Smith, Kei"]
)
def test_names_of_a_cut_may_be_numbered_and_turned_round(line: str, desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.csv", "name,mail\nKei Smith,kei@example.org\nAna Costa,ana@example.org\n"))
    desk.take(desk.text("lists/Kei Smith.txt", LEGAL), desk.text("lists/Ana Costa.txt", OTHER))
    cut = desk.text(
        "cut.txt", f"{line.format(1, 1)}\n{line.format(2, 2).replace('Kei', 'Ana').replace('Smith', 'Costa')}\n"
    )

    assert "round 1: 2 of 2" in desk("draw-checks", "--round", 1, "--share", 0, "--cut", cut)


@pytest.mark.parametrize(
    ("command", "empty"),
    [
        (("lock", ""), "PLAYER"),
        (("unlock", " "), "PLAYER"),
        (("letters", "--out", "x", "--to", ""), "--to"),
        (("rule", "allow", "--why", "ok", "--code", "C001", "--player", ""), "--player"),
        (("rule", "allow", "--why", "ok", "--player", "Player AAB", "--code", ""), "--code"),
        (("rule", "allow", "--why", "ok", "--code", "C001", "--fingerprint", ""), "--fingerprint"),
    ],
)
def test_an_empty_name_is_nobody_rather_than_everybody(command: tuple[str, ...], empty: str, event: Desk) -> None:
    assert f"`{empty}` is empty" in event(*command, code=2)


def test_a_file_without_names_chooses_nobody_rather_than_everybody(event: Desk) -> None:
    empty = event.text("standings.txt", "\n")

    assert "contains no names" in event("publish", "--out", event.folder / "site", "--players", empty, code=2)
    assert "contains no names" in event("draw-checks", "--round", 1, "--cut", empty, code=2)
    assert not (event.folder / "site").exists()


def test_nothing_is_published_beside_the_event_file(event: Desk) -> None:
    assert "the event file is in this folder" in event("publish", "--out", event.folder, code=2)
    assert not (event.folder / "lists").exists()


def test_everybody_of_the_cut_is_checked_before_it(event: Desk) -> None:
    cut = event.text("cut.txt", "Player AAB\nPlayer AAC\nplayer aad\n")
    event("check", "Player AAC", "--ok")

    assert drawn(event("draw-checks", "--round", 7, "--share", 0, "--cut", cut)) == ["Player AAB", "Player AAD"]
    cut.write_text("Nobody\n", "utf-8")
    assert "no player with a list is called: Nobody" in event("draw-checks", "--round", 7, "--cut", cut, code=2)


def test_a_sound_deck_takes_one_key_at_the_table(event: Desk) -> None:
    result = CliRunner().invoke(
        cli, ["event", "check", str(event.file), "Player AAB"], input="\n", standalone_mode=False
    )

    assert "Dynasty deck: 40" in result.output
    assert "Player AAB: as listed" in result.output
    assert result.return_value == 0


def test_differences_are_entered_by_parts_of_names(event: Desk) -> None:
    entered = "-1 marketp\n+2x Banzai\n-1 nosuch\n+1 xenos\n-9 Hamstrung\n\nwarning\nsleeves too\n"

    result = CliRunner().invoke(
        cli, ["event", "check", str(event.file), "Player AAB", "--round", "3"], input=entered, standalone_mode=False
    )

    assert "`nosuch` is not in the list" in result.output
    assert "no card is called `xenos`" in result.output
    assert "the list has only 3 Hamstrung" in result.output
    assert result.return_value == 1
    log = event("checks")
    assert log.startswith("round 3; Player AAB; 20")
    assert log.endswith("; -1 Marketplace, +2 Banzai!; warning; sleeves too\n")


def test_a_check_counts_all_lines_of_a_name_that_is_not_recognised(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, f"{LEGAL}\n1 Nosuch Name\n2 Nosuch Name\n")))

    assert "as listed" not in desk("check", "Player AAB", "--difference", "-3 Nosuch Name", code=1)


def test_a_part_that_fits_several_names_is_asked_about(event: Desk) -> None:
    assert "may be" in event("check", "Player AAB", "--difference", "-1 Kakita", code=2)
    assert event("checks").startswith("no deck checks yet")


def test_no_more_copies_can_be_missing_than_the_list_has(event: Desk) -> None:
    """The list has 3 of the card, and the first difference leaves 1."""
    twice = ("--difference", "-2 Marketplace", "--difference", "-2 Marketplace")

    assert "the list has only 1 Marketplace" in event("check", "Player AAB", *twice, code=2)
    assert "no deck checks yet" in event("checks")
    assert "Player AAB: -3 Marketplace" in event("check", "Player AAB", *twice[:3], "-1 Marketplace", code=1)


def test_a_check_of_a_list_that_was_replaced_meanwhile_says_so(event: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: object, **__: object) -> str:
        event.take(event.form(row(1, OTHER, "2026-11-21 18:00:00")))
        return ""

    monkeypatch.setattr("click.prompt", answer)

    said = event("check", "Player AAB")
    assert "Player AAB: as listed" in said
    assert "another list came in meanwhile; this check is of revision 1" in said


def test_the_same_deck_on_day_two(event: Desk) -> None:
    shuffled = "\n".join(reversed(LEGAL.splitlines()))
    same = event.text("same.txt", shuffled)
    other = event.text("other.txt", OTHER)

    assert "the same deck" in event("compare", "Player AAB", same)
    differs = "Player AAB, revision 1, day 2: 2 differences\n  -1 Ring of the Void\n  +1 Ring of Fire\n"
    assert differs == event("compare", "Player AAB", other, code=1)
    unknown = event.text("unknown.txt", LEGAL.replace("1 Ring of the Void", "1 Ring of the Blorf"))
    assert "  +1 Ring of the Blorf\n" in event("compare", "Player AAB", unknown, code=1)
    keeper = WHOLE_DECKS / "lcg-2017" / "crab-keeper.txt"
    assert ", day 2: another deck, with 0 of the 81 registered cards; " in event(
        "compare", "Player AAB", keeper, code=1
    )
    assert "nowhere.txt: cannot be read" in event("compare", "Player AAB", "nowhere.txt", code=2)
    assert f"{event.folder}: a folder; name a file in it" in event("compare", "Player AAB", event.folder, code=2)


def test_the_deck_of_day_two_may_be_in_an_email(event: Desk) -> None:
    sent = event.folder / "day-two.eml"
    sent.write_bytes(mail(1, "My deck.", LEGAL))
    assert "day 2: the same deck" in event("compare", "Player AAB", sent)

    sent.write_bytes(mail(1, "My deck, but please swap 1 Iron Mine for 1 Copper Mine.", LEGAL))
    assert "text beside the list may change it: `My deck, but" in event("compare", "Player AAB", sent, code=2)
    sent.write_bytes(mail(1, f"{LEGAL}\n\nPlease swap 1 Iron Mine for 1 Copper Mine."))
    assert "swap 1 Iron Mine for 1 Copper Mine" in event("compare", "Player AAB", sent, code=1)
    sent.write_bytes(b"X-Long: " + b"x" * 1_500_000 + b"\n" + mail(1, "My deck.", LEGAL))
    assert "day 2: the same deck" in event("compare", "Player AAB", sent)
    large = event.text("day-two.txt", LEGAL + "\n" * 1_500_000)
    assert "larger than 1,048,576 bytes" in event("compare", "Player AAB", large, code=2)

    sent.write_bytes(mail(1, "I forgot the file."))
    assert "no line is recognised as a card" in event("compare", "Player AAB", sent, code=2)
    box = event.folder / "inbox.mbox"
    box.write_bytes((b"From x\n" + mail(1, LEGAL)) * 2)
    assert "contains 2 emails" in event("compare", "Player AAB", box, code=2)


def test_the_log_of_deck_checks_has_no_round_where_none_was_given(event: Desk) -> None:
    event("check", "Player AAB", "--ok")
    event("check", "Player AAC", "--ok", "--round", 2)

    first, second = event("checks").splitlines()
    assert first.startswith("Player AAB; ")
    assert second.startswith("round 2; Player AAC; ")


def test_a_name_that_fits_several_players_is_asked_about(event: Desk) -> None:
    said = event("show", "Player AA", code=2)

    assert "may be several players: #1 Player AAA, #2 Player AAB" in said
    event("drop", "#2")
    assert "#2 Player AAB (dropped)" in event("show", "Player AA", code=2)
    assert "Player AAA: revision 1 of 1" in event("show", "#1")
    assert "there is no player `Nobody`" in event("show", "Nobody", code=2)
    assert "did you mean `Player AAA`" in event("show", "Plaier AAA", code=2)


def test_words_of_a_name_come_before_letters_within_another(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.csv", "Name\nKei Tanaka\nAna Adler\n"))

    assert desk("drop", "Ana") == "dropped: Ana Adler\n"
    assert desk("drop", "nak") == "dropped: Kei Tanaka\n"


def test_a_ruling_that_changes_no_verdict_says_so(event: Desk) -> None:
    undecided = event.text("Player AAF.txt", LEGAL.replace("3 Steel on Steel", "3 Stel on Steel"))
    event.take(undecided)

    said = event("rule", "allow", "--code", "D001", "--player", "Player AAF", "--why", "A slip of the pen")

    assert "Player AAF: still undecided\n" in said


def test_names_may_be_in_a_workbook_and_a_device_has_none(event: Desk) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["Player AAB"])
    book.save(event.folder / "standings.xlsx")

    assert "1 list" in event("publish", "--out", event.folder / "site", "--players", event.folder / "standings.xlsx")
    assert "not a regular file" in event("draw-checks", "--round", 1, "--cut", "/dev/zero", code=2)


def test_a_missing_file_of_names_is_named(event: Desk) -> None:
    missing = event.folder / "standings.txt"

    said = event("publish", "--out", event.folder / "site", "--players", missing, code=2)

    assert said == f"error: {missing}: cannot be read: No such file or directory\n"


def test_status_tells_programs_everything(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, ILLEGAL)))

    found = json.loads(desk("status", "--as", "json", code=1))

    assert found["event"]["name"] == "Spring Cup"
    assert {"name", "contact", "status", "verdict", "revision", "late", "fingerprint", "source", "reasons"} <= set(
        found["players"][0]
    )


def test_times_are_those_of_the_clock_in_the_venue(desk: Desk) -> None:
    desk.new("--zone", "Asia/Kathmandu", "--deadline", "2026-12-04T20:00+05:45")
    desk.take(desk.form(row(1, LEGAL, "2026-12-04T14:15:30Z")))
    assert "received 2026-12-04 20:00:30+05:45, late" in desk("show", "Player AAB")

    desk("check", "Player AAB", "--round", 1, "--ok")
    assert re.search(r"; \d{4}-\d\d-\d\d [\d:]{5,8}\+05:45 to ", desk("checks"))
