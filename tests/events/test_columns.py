"""Tables as forms of all kinds export them: whose row it is, when it came, and which column is what."""

from __future__ import annotations

import csv
import datetime
import io
import time

import pytest

from deckcheck.events.times import order_of, time_in
from tests.events_desk import ILLEGAL, LEGAL, OTHER, Desk, row

# What Microsoft Forms exports.
MS = ("ID", "Start time", "Completion time", "Email", "Name", "Deck list")
ANONYMOUS = ("ID", "Start time", "Completion time", "Email", "Name", "What is your name?", "Deck list")
TIMES = ("2026-11-18 19:00:00", "2026-11-18 19:20:00")


def names(desk: Desk) -> list[str]:
    return [each["name"] for each in desk.status()["players"]]


def test_numbers_of_answers_are_no_ids_of_players(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-18T19:10+01:00")
    roster = (("1", "Alice Adler", "alice@example.org"), ("2", "Chi Costa", "chi@example.org"))
    desk("roster", desk.form(*roster, header=("id", "name", "mail")))
    rows = (("1", *TIMES, "kei@example.org", "Kei", LEGAL), ("2", *TIMES, "bo@example.org", "Bo", OTHER))

    desk.take(desk.form(*rows, header=MS))

    assert names(desk) == ["Alice Adler", "Bo", "Chi Costa", "Kei"]
    assert desk.player("Alice Adler")["verdict"] == "missing"
    assert (desk.player("Kei")["received"], desk.player("Kei")["late"]) == ("2026-11-18T19:20:00+01:00", True)


def test_ids_that_do_not_count_the_rows_assign_lists(desk: Desk) -> None:
    desk.new()
    header = ("id", "name")
    desk("roster", desk.form(("4711", "Alice Adler"), ("17", "Chi Costa"), header=header))

    desk.take(desk.form(("17", "Chi", LEGAL), ("4711", "Alice", OTHER), header=(*header, "deck")))

    assert names(desk) == ["Alice Adler", "Chi Costa"]


def test_a_column_that_is_empty_or_anonymous_has_no_names(desk: Desk) -> None:
    desk.new()
    people = ("Kei", "Bo", "Ana")
    rows = [(str(number), *TIMES, "anonymous", "", name, LEGAL) for number, name in enumerate(people, 1)]

    desk.take(desk.form(*rows, header=ANONYMOUS))
    assert names(desk) == ["Ana", "Bo", "Kei"]


def test_the_first_answer_of_a_form_has_no_id_of_a_player(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("1", "Alice Adler"), ("2", "Chi Costa"), header=("id", "name")))

    desk.take(desk.form(("1", *TIMES, "anonymous", "", "Kei", LEGAL), header=ANONYMOUS))

    assert desk.player("Kei")["verdict"] == "legal"


@pytest.mark.parametrize(
    "header",
    [
        ("Zeitstempel", "Vorname", "Nachname", "Deckliste"),
        ("Time", "Name", "Surname", "Deck"),
        ("Date", "Nome", "Cognome", "Mazzo"),
        ("Order Date", "Attendee first name", "Attendee surname", "Your deck"),
        # Words that no list of words has: the cells decide.
        ("Čas", "Krstné", "Priezvisko", "Balíček"),
    ],
)
def test_first_and_last_names_are_found_in_other_languages(header: tuple[str, ...], desk: Desk) -> None:
    desk.new()
    people = (("Anna", "Müller"), ("Hans", "Müller"), ("Anna", "Schmidt"))
    lists = (LEGAL, OTHER, ILLEGAL)

    desk.take(desk.form(*((TIMES[0], *name, deck) for name, deck in zip(people, lists, strict=True)), header=header))

    assert names(desk) == ["Anna Müller", "Anna Schmidt", "Hans Müller"]


def test_a_roster_has_first_and_last_names(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("Anna", "Müller"), ("Hans", "Müller"), header=("Vorname", "Nachname")))

    assert names(desk) == ["Anna Müller", "Hans Müller"]


def test_a_last_name_may_be_called_name(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("Müller", "Anna", LEGAL), ("Müller", "Hans", OTHER), header=("Name", "Vorname", "Deck")))

    assert names(desk) == ["Anna Müller", "Hans Müller"]


def test_a_clan_beside_a_name_is_no_last_name(desk: Desk) -> None:
    desk.new()
    rows = (("Kei", "Crane", LEGAL), ("Bo", "Lion", ILLEGAL), ("Kei", "Crab", OTHER))

    desk.take(desk.form(*rows, header=("Spieler", "Haus", "Deck")))

    assert names(desk) == ["Bo", "Kei"]


# A time as a form writes it at 19:05 in a zone one hour east of UTC.
WRITTEN = (
    "2026-11-18 19:05:00",
    "2026-11-18T18:05:00Z",
    "2026/11/18 7:05:00 PM GMT+1",
    "2026/11/18 1:05:00 PM EST",
    "2026/11/18 1:05:00 PM GMT-5",
    "2026/11/18 6:05:00 p. m. UTC",
    "2026/11/18 7:05:00 nachm. MEZ",
    "2026/11/18 11:35:00 PM GMT+5:30",
    "2026/11/18 9:05:00 PM EEST",
    "2026/11/18 12:05:00 PM MDT",
    "2026/11/18 10:05:00 AM PST",
    "11/18/2026 19:05:00",
    "11/18/26 19:05:00",
    "11/18/2026, 7:05 PM",
    "18/11/2026 19:05",
    "18-11-2026 19:05:00",
    "18.11.2026 19:05:00",
)


@pytest.mark.parametrize("written", WRITTEN)
def test_times_of_forms_are_understood(written: str) -> None:
    zone = datetime.timezone(datetime.timedelta(hours=1))
    found = datetime.datetime.fromisoformat(time_in(written, order_of([written]), zone))

    assert found == datetime.datetime(2026, 11, 18, 19, 5, tzinfo=zone)


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["03/04/2026 19:05:00"], ""),
        (["26/11/18 19:05:00"], "dmy"),  # No form writes a year without its century first.
        (["by phone", "later", "2026-11-18 19:05:00"], ""),
        (["by phone", "2026-11-18 19:05:00"], "iso"),
        (["2026-11-18"], ""),
        (["19:05"], ""),
        ([], ""),
    ],
)
def test_a_column_has_times_if_half_of_it_is_clear(cells: list[str], order: str) -> None:
    assert order_of(cells) == order


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        (["01/11/2026 10:00:00", "05/11/2026 10:00:00"], "`01/11/2026 10:00:00` is 2026-01-11 or 2026-11-01"),
        (["11/11/2026 10:00", "1-2-26 10:00"], "`1-2-26 10:00` is 2026-01-02 or 2026-02-01"),
    ],
)
def test_a_column_of_times_that_may_be_read_in_two_ways_is_named(cells: list[str], days: str, desk: Desk) -> None:
    desk.new("--deadline", "2026-12-04T20:00+01:00")
    form = desk.form(*(row(number, LEGAL, cell) for number, cell in enumerate(cells)))

    said = desk.take(form, "--received", "2026-12-01T20:00+01:00")

    assert f"form.csv: column A `Timestamp` has ambiguous times: {days}" in said
    assert "the lists count as received now (--received). Write the times as 2026-01-" in said
    assert [each["late"] for each in desk.status()["players"]] == [False, False]


@pytest.mark.parametrize("cell", ["11/11/2026 10:00:00", "13/11/2026 10:00:00", "by phone", "Crane"])
def test_a_column_that_has_one_meaning_is_not_asked_about(cell: str, desk: Desk) -> None:
    desk.new()

    assert "in two ways" not in desk.take(desk.form(row(1, LEGAL, cell)))


def test_times_of_a_form_are_in_the_zone_of_the_event_when_they_were_written(desk: Desk) -> None:
    """The clocks of Berlin go back an hour on 25 October 2026; the form was open before and after."""
    desk.new("--deadline", "2026-10-24T20:00+02:00", "--zone", "Europe/Berlin")
    form = desk.form(row(1, LEGAL, "2026-10-24 19:30:00"), row(2, OTHER, "2026-10-25 12:00:00"))

    said = desk.take(form)
    assert [each["received"][-6:] for each in desk.status()["players"]] == ["+02:00", "+01:00"]
    assert "without a zone" not in said

    desk("set", "--deadline", "2026-11-24T20:00+01:00")
    assert "lists that came in before keep their times" in desk("set", "--zone", "Asia/Tokyo")
    assert "2 unchanged" in desk.take(form)
    assert desk.player("Player AAB")["received"] == "2026-10-24T19:30:00+02:00"


def test_times_of_a_form_without_a_zone_say_how_they_are_read(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-24T20:00+01:00")

    assert "times without a zone are read as UTC+01:00, in summer too" in desk.take(desk.form(row(1, LEGAL)))
    assert "without a zone" not in desk.take(desk.form(row(2, LEGAL, "2026-11-18T19:05:00+01:00")))


def test_an_event_without_deadline_reads_times_as_this_computer_does(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    desk.new()
    desk.take(desk.form(row(1, LEGAL, "2026-07-18 19:05:00"), row(2, LEGAL, "2026-11-18 19:05:00")))
    monkeypatch.undo()
    time.tzset()

    assert [each["received"][-6:] for each in desk.status()["players"]] == ["+02:00", "+01:00"]


@pytest.mark.parametrize("zone", ["Berlin", "Europe", "../etc/passwd", "/etc/localtime", "UTC+1"])
def test_a_zone_that_nobody_knows_is_refused(zone: str, desk: Desk) -> None:
    desk.new()

    assert f"there is no time zone `{zone}`" in desk("set", "--zone", zone, code=2)


def test_one_cell_that_is_no_time_leaves_the_others(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-20T20:00+01:00")
    times = ("2026/11/18 7:05:00 PM GMT+1", "by phone", "2026/11/20 8:05:00 PM GMT+1")

    said = desk.take(desk.form(*(row(number, LEGAL, time) for number, time in enumerate(times))))

    assert "column A: 1 cell without a time; such a list counts as received now" in said
    found = {each["name"]: each["received"] for each in desk.status()["players"]}
    assert found["Player AAA"] == "2026-11-18T19:05:00+01:00"
    assert (desk.player("Player AAA")["late"], desk.player("Player AAC")["late"]) == (False, True)


def test_commas_in_lists_make_no_columns(desk: Desk) -> None:
    desk.new()
    deck = ", ".join(line for line in LEGAL.splitlines() if line and not line.startswith("#"))
    table = desk.text("form.csv", f"Name;Deck\nKei;{deck}\nBo;{deck}\n")

    said = desk.take(table)

    assert "player: A `Name`; list: B `Deck`" in said
    assert names(desk) == ["Bo", "Kei"]


# Rosters, each of Kei Smith, Anna Müller and Li Wei.
ROSTERS = {
    "names.txt": "Kei Smith\nAnna Müller\nLi Wei\n",
    "names.csv": "Kei Smith\nAnna Müller\nLi Wei\n",
    "blank.txt": "\ufeff\nKei Smith\n\nAnna Müller\nLi Wei",
    "last.txt": "Smith, Kei\nMüller, Anna\nWei, Li\n",
    "header.txt": "Spieler\nKei Smith\nAnna Müller\nLi Wei\n",
    "seats.csv": "Kei Smith;1\nAnna Müller;2\nLi Wei;3\n",
    "mails.csv": "Kei Smith,\nAnna Müller,anna@example.org\nLi Wei,li@example.org\n",
    "other.csv": "Hráčka,Pošta\nKei Smith,kei@example.org\nAnna Müller,anna@example.org\nLi Wei,li@example.org\n",
    "sep.csv": "sep=;\nName;Mail\nKei Smith;\nAnna Müller;\nLi Wei;\n",
    "seats from the second row.csv": "Kei Smith,\nAnna Müller,7\nLi Wei,8\n",
    "one line.txt": "Kei Smith; Anna Müller; Li Wei\n",
    "title.csv": "Spring Cup,,\n,,\nName,Mail,Seat\nKei Smith,,\nAnna Müller,,\nLi Wei,,\n",
}


@pytest.mark.parametrize(("name", "text"), ROSTERS.items())
def test_a_roster_has_all_its_players_and_no_others(name: str, text: str, desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text(name, text))

    assert {" ".join(reversed(each.split(", "))) for each in names(desk)} == {"Anna Müller", "Kei Smith", "Li Wei"}


ABOVE = {
    "the delimiter": "sep=;\n",
    "the delimiter, in capitals": "SEP=;\r\n",
    "a title": "Registrations of the Spring Cup;;\n",
    "a title and an empty row": "Registrations of the Spring Cup;;\n;;\n",
    "a title above the names": ";Spring Cup;\n",
    "empty rows": ";;\n\n;;\n",
}


@pytest.mark.parametrize("above", ABOVE.values(), ids=ABOVE)
def test_what_is_above_a_table_is_no_player(above: str, desk: Desk) -> None:
    desk.new()
    table = desk.text("form.csv", f'{above}Time;Name;Deck\n{TIMES[0]};Kei;"{LEGAL}"\n{TIMES[1]};Bo;"{OTHER}"\n')

    said = desk.take(table)

    assert "player: B `Name`; list: C `Deck`; time received: A `Time`" in said
    assert f"new: Kei (form.csv row {len(above.splitlines()) + 2}, revision 1, legal)" in said
    assert names(desk) == ["Bo", "Kei"]


TABBED = (("Name", "Mail", "Deck"), ("Kei", "kei@example.org", LEGAL), ("Bo", "bo@example.org", OTHER))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["form.txt", "form.TXT", "form", "form.text"])
def test_a_table_that_a_spreadsheet_saved_as_text_is_a_table(name: str, encoding: str, desk: Desk) -> None:
    desk.new()
    stream = io.StringIO()
    csv.writer(stream, delimiter="\t").writerows(TABBED)
    (desk.folder / name).write_bytes(stream.getvalue().encode(encoding))

    said = desk.take(desk.folder / name)

    assert f"{name}: player: A `Name`; list: C `Deck`; contact: B `Mail`" in said
    assert names(desk) == ["Bo", "Kei"]


TABS = {
    "counts": LEGAL.replace("3 ", "3\t").replace("1 ", "1\t"),
    "a header": "Count\tCard\tDeck\n" + LEGAL.replace("3 ", "3\t").replace("1 ", "1\t"),
    "facts": f"Name:\tKei\nLink:\thttps://www.emeralddb.org/decks/1\n{LEGAL}",
    "two halves": f"3 Rout\t3 Banzai\n{LEGAL}",
}


@pytest.mark.parametrize("text", TABS.values(), ids=TABS)
def test_a_list_with_tabs_is_one_list(text: str, desk: Desk) -> None:
    desk.new()

    assert "new: Kei (" in desk.take(desk.text("Kei.txt", text))
    assert names(desk) == ["Kei"]


def test_the_first_column_of_a_table_in_utf_16_has_its_name(desk: Desk) -> None:
    desk.new()
    form = desk.form(("Kei", LEGAL), ("Bo", OTHER), header=("Name", "Deck"))
    form.write_bytes(form.read_bytes().decode().encode("utf-16"))

    desk.take(form, "--player-column", "name")

    assert names(desk) == ["Bo", "Kei"]


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (("Emergency email", "Name", "Email"), [("ma@example.org", "Kei", "kei@example.org")]),
        (("Parent's name", "Mail of parent", "Child", "Mail"), [("Ma", "ma@example.org", "Kei", "kei@example.org")]),
        (
            ("Parent first name", "Parent last name", "Your first name", "E-Mail"),
            [("Ma", "Li", "Kei", "kei@example.org")],
        ),
        (
            ("Ort", "Spieler*in", "E-Mail"),
            [("Bad Ort", "Kei", "kei@example.org"), ("New York", "Bo", "bo@example.org")],
        ),
        (
            ("Wohnort", "Name des Spielers", "E-Mail"),
            [("Bad Ort", "Kei", "kei@example.org"), ("New York", "Bo", "bo@example.org")],
        ),
        (("Name", "Pilot", "E-Mail"), [("Crane Duel", "Kei", "kei@example.org")]),
        (("Public?", "Nick", "E-Mail"), [("Yes", "Kei", "kei@example.org"), ("No", "Bo", "bo@example.org")]),
    ],
)
def test_columns_about_something_else_name_no_player(
    header: tuple[str, ...], rows: list[tuple[str, ...]], desk: Desk
) -> None:
    desk.new()

    desk.take(
        desk.form(*((*each, deck) for each, deck in zip(rows, (LEGAL, OTHER), strict=False)), header=(*header, "Deck"))
    )

    assert (desk.player("Kei")["contact"], "Bo" in names(desk)) == ("kei@example.org", len(rows) > 1)


@pytest.mark.parametrize(
    ("column", "verdict"), [("Billing address", "legal"), ("Ticket type", "legal"), ("Deck address", "undecided")]
)
def test_numbers_about_the_person_count_no_cards(column: str, verdict: str, desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("Kei", "1 x Crane Road", LEGAL), header=("Name", column, "Your cards")))

    assert desk.player("Kei")["verdict"] == verdict


def test_columns_of_the_parts_of_a_deck_are_one_list(desk: Desk) -> None:
    desk.new()
    dynasty, fate = LEGAL.split("# Fate (40)")
    _, _, dynasty = dynasty.partition("# Dynasty (40)")

    said = desk.take(
        desk.form(("Embassy of the Crane", dynasty, fate, "Kei"), header=("Stronghold", "Dynasty", "Fate", "Player"))
    )

    assert "player: D `Player`; list: E `deck list`" in said
    assert desk.player("Kei")["verdict"] == "legal"


def test_a_table_of_cards_is_the_lists_of_its_players(desk: Desk) -> None:
    desk.new()
    both = []
    for name, deck in (("Kei", LEGAL), ("Bo", OTHER)):
        cards = [
            ("1", "Embassy of the Crane"),
            *(line.split(" ", 1) for line in deck.splitlines() if line[:1].isdigit()),
        ]
        both += [(name if not at else "", *card) for at, card in enumerate(cards)]

    desk.take(desk.form(*both, header=("Player", "Qty", "Card")))

    assert names(desk) == ["Bo", "Kei"]
    assert [desk.player(name)["verdict"] for name in ("Bo", "Kei")] == ["legal", "legal"]


def test_a_roster_is_read_without_what_is_no_player(desk: Desk) -> None:
    desk.new()

    said = desk("roster", desk.text("players.txt", "1. Kei\n- Bo\n~~Ann~~\nWaiting list:\nTotal: 2\n"))

    assert names(desk) == ["Bo", "Kei"]
    assert "line 5 is not read as a player: Total: 2" in said


def test_a_roster_of_pairs_is_asked_about(desk: Desk) -> None:
    desk.new()

    assert "more than one column may contain players: `Player 2`" in desk(
        "roster", desk.form(("1", "Kei", "Bo"), header=("Table", "Player 1", "Player 2")), code=2
    )


def test_a_file_called_as_a_part_of_a_deck_is_asked_about(desk: Desk) -> None:
    desk.new()
    for part in ("dynasty", "conflict"):
        desk.text(f"in/Kei Smith/{part}.txt", LEGAL)

    assert "unreadable: Kei Smith" in desk.take(desk.folder / "in", code=1)
    assert desk.player("Kei Smith")["verdict"] == "unreadable"


STRONGHOLD = "Stronghold: Embassy of the Crane\n"


@pytest.mark.parametrize(
    ("deck", "cell", "verdict"),
    [
        (LEGAL.replace(STRONGHOLD, ""), "Embassy of the Crane", "legal"),
        (LEGAL.replace(STRONGHOLD, ""), "1x embassy of the crane", "legal"),
        (LEGAL, "The Embassy", "legal"),
        (LEGAL, "see the list", "legal"),
        (LEGAL, "Kosaten Shiro", "undecided"),
        (LEGAL.replace(STRONGHOLD, ""), "Embassy of the Crane or Kosaten Shiro", "undecided"),
        (LEGAL.replace(STRONGHOLD, ""), "Embasy of the Crane", "undecided"),
        # It is banned; perhaps the player means another deck.
        (LEGAL.replace(STRONGHOLD, ""), "Sunrise Keep", "undecided"),
    ],
)
def test_a_column_of_strongholds_completes_a_list(deck: str, cell: str, verdict: str, desk: Desk) -> None:
    desk.new()
    form = desk.form(("Kei", cell, deck), header=("Name", "Stronghold", "Deck list"))

    desk.take(form)
    desk.take(form)

    assert (desk.player("Kei")["verdict"], desk.player("Kei")["revision"]) == (verdict, 1)


def test_a_stronghold_of_a_column_leaves_the_lines_of_the_list(desk: Desk) -> None:
    desk.new()
    deck = LEGAL.replace(STRONGHOLD, "").replace("3 Kakita Yosuga", "4 Kakita Yosuga")

    desk.take(desk.form(("Kei", "Embassy of the Crane", deck), header=("Name", "Stronghold", "Deck list")))

    line = deck.splitlines().index("4 Kakita Yosuga") + 1
    assert f"C001 line {line}: 4 copies of `Kakita Yosuga`" in desk.player("Kei")["reasons"][0]


@pytest.mark.parametrize("name", ["spring-cup.yaml", "players.JSON"])
def test_a_roster_is_no_file_of_keys(desk: Desk, name: str) -> None:
    """Each line of a format was a new player."""
    desk.new()

    assert f"{name}: not a table of players" in desk(
        "roster", desk.text(name, "id: spring-cup\nname: Spring Cup\n"), code=2
    )
    assert "0 of 0 handed in" in desk("status", "--all", code=1)
