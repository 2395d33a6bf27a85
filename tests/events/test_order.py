"""Which list of a player counts: the newest by its time, in whatever order the lists come in and how often."""

from __future__ import annotations

import pytest

from deckcheck.events import forms
from tests.events_desk import ILLEGAL, LEGAL, OTHER, Desk, mail, row

EARLY, LATE = "2026-11-18 18:00:00", "2026-11-20 18:00:00"


def test_the_newest_row_counts_in_a_table_sorted_newest_first(desk: Desk) -> None:
    desk.new()
    form = desk.form(row(1, OTHER, LATE), row(2, LEGAL, LATE), row(1, LEGAL, EARLY))

    desk.take(form)

    assert desk.player("Player AAB")["source"] == {"file": "form.csv", "row": 2}
    assert "3 lists: 3 unchanged" in desk.take(form)


def test_the_newest_mail_of_a_folder_counts_whatever_the_files_are_called(desk: Desk) -> None:
    desk.new()
    mails = desk.folder / "mails"
    mails.mkdir()
    (mails / "Re deck list final.eml").write_bytes(mail(1, LEGAL, date="Fri, 20 Nov 2026 10:00:00 +0100"))
    (mails / "deck list.eml").write_bytes(mail(1, OTHER, date="Wed, 18 Nov 2026 10:00:00 +0100"))

    desk.take(mails)

    found = desk.player("Player AAB")
    assert (found["revision"], found["source"]["file"]) == (2, "Re deck list final.eml")
    assert "2 lists: 2 unchanged" in desk.take(mails)


def test_a_list_that_is_older_than_the_one_that_counts_is_named_and_left_out(desk: Desk) -> None:
    desk.new("--deadline", "2026-12-04T20:00+01:00")
    desk.take(desk.form(row(1, LEGAL, LATE)))
    said = desk.send("old.eml", mail(1, OTHER, date="Wed, 18 Nov 2026 10:00:00 +0100"))

    assert "older: Player AAB (old.eml): revision 1 of 2026-11-20T18:00:00+01:00 is newer" in said
    assert desk.player("Player AAB")["revision"] == 1


def test_a_list_counts_that_is_older_than_a_message_without_a_list(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, "", LATE), row(2, LEGAL, LATE)), code=1)

    desk.take(desk.form(row(1, LEGAL, EARLY), name="other.csv"))

    assert desk.player("Player AAB")["verdict"] == "legal"


@pytest.mark.parametrize("options", [("--player", "Player AAB"), ()])
def test_the_same_export_under_a_new_name_brings_no_older_list_back(options: tuple[str, ...], desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL, EARLY)))
    desk.take(desk.text("Player AAB.txt", OTHER), *options)

    assert "1 unchanged" in desk.take(desk.form(row(1, LEGAL, EARLY), name="form (1).csv"))
    assert desk.player("Player AAB")["revision"] == 2


def test_an_export_without_times_is_the_same_under_the_number_of_a_browser(desk: Desk) -> None:
    desk.new()
    header = ("Mail", "Deck")
    desk.take(desk.form(("kei@example.org", LEGAL), header=header))
    desk.take(desk.text("kei.txt", OTHER))

    assert "1 unchanged" in desk.take(desk.form(("kei@example.org", LEGAL), header=header, name="form (1).csv"))


def test_a_list_counts_again_that_a_player_sends_again_later(desk: Desk) -> None:
    desk.new()
    first = row(1, LEGAL, EARLY)
    desk.take(desk.form(first))
    desk.send("new.eml", mail(1, OTHER, date="Thu, 19 Nov 2026 10:00:00 +0100"))

    assert "1 revision" in desk.take(desk.form(first, row(1, LEGAL, LATE)))
    assert "2 lists: 2 unchanged" in desk.take(desk.form(first, row(1, LEGAL, LATE)))
    assert "1 unchanged" in desk.take(desk.folder / "new.eml")


def test_a_mail_corrects_a_row_whose_time_is_unknown(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("Player AAB", "player1@example.org", LEGAL), header=("Name", "Mail", "Deck")))
    assert "1 revision" in desk.send("new.eml", mail(1, OTHER, date="Thu, 19 Nov 2026 10:00:00 +0100"))


# The rows of one player, by email address and name.
ONE_PLAYER = {
    "a name and a longer one": (("chi@example.org", "Chi"), ("chi@example.org", "Chi Costa")),
    "no address at first": (("", "Chi Costa"), ("chi@example.org", "Chi Costa")),
    "no address in the end": (("chi@example.org", "Chi Costa"), ("", "Chi Costa")),
    "two addresses in a cell": (("max@example.org,second@example.org", "Max"), ("second@example.org", "Max")),
}


@pytest.mark.parametrize("times", [(EARLY, LATE), ("", "")])
@pytest.mark.parametrize("rows", ONE_PLAYER.values(), ids=ONE_PLAYER)
def test_two_rows_of_one_player_change_nothing_when_they_are_taken_again(
    rows: tuple[tuple[str, str], ...], times: tuple[str, str], desk: Desk
) -> None:
    desk.new()
    both = zip(times, rows, (LEGAL, OTHER), strict=True)
    other = (LATE, "ana@example.org", "Ana Silva", "Crane", ILLEGAL)
    form = desk.form(*((time, *who, "Crane", deck) for time, who, deck in both), other)
    desk.take(form)
    before = desk.status()

    assert "3 lists: 3 unchanged" in desk.take(form)
    assert desk.status() == before
    assert before["event"]["counts"]["players"] == 2


def test_a_new_wording_of_why_a_row_has_no_list_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer version of deckcheck may word it in another way."""
    desk.new()
    form = desk.form(row(1, "", EARLY), row(2, LEGAL, EARLY))
    no_times = desk.form(("Kei", ""), ("Bo", OTHER), name="no times.csv", header=("Name", "Deck"))
    desk.take(form, no_times, code=1)
    monkeypatch.setattr(forms, "_why_no_list", lambda _table, _row, text, *_: "" if text else "the cell is empty")

    assert "4 lists: 4 unchanged" in desk.take(form, no_times)
    assert "1 unreadable" in desk.take(desk.form(row(1, "", LATE), row(2, LEGAL, EARLY)), code=1)


def test_a_dropped_player_returns_with_the_same_list(desk: Desk) -> None:
    desk.new()
    kei = desk.text("Kei.txt", LEGAL)
    desk.take(kei)
    desk("drop", "Kei")

    assert "Kei.txt): was dropped and is registered again" in desk.take(kei)
    assert desk.player("Kei")["revision"] == 1
    assert "1 unchanged" in desk.take(kei)


def test_a_folder_that_is_taken_again_returns_no_dropped_player(desk: Desk) -> None:
    desk.new()
    desk.text("lists/Kei.txt", LEGAL)
    desk.text("lists/Bo.txt", OTHER)
    desk.take(desk.folder / "lists")
    desk("drop", "Kei")

    assert "2 lists: 2 unchanged" in desk.take(desk.folder / "lists")
    assert [each["name"] for each in desk.status()["players"]] == ["Bo"]


def test_rows_of_two_players_with_one_name_change_nothing_when_they_are_taken_again(desk: Desk) -> None:
    desk.new()
    rows = (("", LEGAL), ("chi@example.org", OTHER), ("costa@example.org", ILLEGAL))
    form = desk.form(*((address, "Chi Costa", deck) for address, deck in rows), header=("E-Mail", "Name", "Deck"))
    desk.take(form)
    before = desk.status()

    assert "3 lists: 3 unchanged" in desk.take(form)
    assert desk.status() == before


def test_a_row_stays_the_same_when_the_zone_of_the_event_changes(desk: Desk) -> None:
    desk.new("--deadline", "2026-12-04T20:00+02:00")
    form = desk.form(row(1, LEGAL, LATE))
    desk.take(form)
    desk.send("new.eml", mail(1, OTHER, date="Fri, 20 Nov 2026 18:30:00 +0200"))
    desk("set", "--deadline", "2026-12-04T20:00+01:00")

    assert "1 unchanged" in desk.take(form)


def test_a_list_in_time_counts_also_where_a_late_one_was_taken_first(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-21T20:00+01:00")
    form = desk.form(row(1, OTHER, "2026-11-22 09:00:00"))
    desk.take(form)

    said = desk.send("mail.eml", mail(1, LEGAL, date="Sat, 21 Nov 2026 10:00:00 +0100"))

    assert "revision: Player AAB (mail.eml, revision 2, legal)" in said
    assert (desk.player("Player AAB")["revision"], desk.player("Player AAB")["late"]) == (2, False)
    assert "2 unchanged" in desk.take(form, desk.folder / "mail.eml")


def test_the_same_list_counts_in_time_where_it_was_taken_late_first(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-21T20:00+01:00")
    form = desk.form(row(1, LEGAL, "2026-11-22 09:00:00"))
    desk.take(form)

    said = desk.send("mail.eml", mail(1, LEGAL, date="Sat, 21 Nov 2026 10:00:00 +0100"))

    assert "revision: Player AAB (mail.eml, revision 2, legal)" in said
    assert (desk.player("Player AAB")["revision"], desk.player("Player AAB")["late"]) == (2, False)
    assert "2 unchanged" in desk.take(form, desk.folder / "mail.eml")
