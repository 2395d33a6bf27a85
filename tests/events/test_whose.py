"""Whose a list is: names, addresses, ids, and the player whom the organiser names."""

from __future__ import annotations

import json
import re
import time
from email.message import EmailMessage
from pathlib import Path

import pytest

from deckcheck.events.forms import Inbox
from deckcheck.events.mails import mails_of
from tests.events_desk import ILLEGAL, LEGAL, OTHER, Desk, mail, row

FORM = ("E-Mail", "Name", "Deck")


def players(desk: Desk) -> list[tuple[str, str | None, int | None]]:
    """Return the name, the address and the revision of each player."""
    return [(each["name"], each["contact"], each["revision"]) for each in desk.status()["players"]]


def forwarded(desk: Desk, name: str = "fwd.eml") -> Path:
    """Return an email with a list that Player AAB, the organiser, forwarded."""
    path = desk.folder / name
    path.write_bytes(mail(1, LEGAL))
    return path


def test_siblings_with_one_address_and_similar_names_are_two_players(desk: Desk) -> None:
    desk.new()
    rows = [("meier@example.org", name, deck) for name, deck in (("Anna Meier", LEGAL), ("Hanna Meier", OTHER))]

    desk.take(desk.form(*rows, header=FORM))

    assert players(desk) == [("Anna Meier", "meier@example.org", 1), ("Hanna Meier", "meier@example.org", 1)]
    note = "perhaps entered twice: `Hanna Meier` has nearly the same name; if they are one player, drop one"
    assert desk.player("Anna Meier")["note"].startswith(note)


@pytest.mark.parametrize(
    ("one", "other", "double"),
    [
        (("Anna Müller", ""), ("Anna Mueller", "anna@example.org"), 2),
        (("Smith Kei", ""), ("Kei Smith", ""), 2),
        (("Anna Meier", "anna@example.org"), ("Hanna Meier", "hanna@example.org"), 0),
        (("Kei Smith", ""), ("Kei Adler", ""), 0),
    ],
)
def test_similar_names_are_shown_unless_their_addresses_differ(
    one: tuple[str, str], other: tuple[str, str], double: int, desk: Desk
) -> None:
    desk.new()
    desk.take(desk.form((*one, LEGAL), (*other, OTHER), header=("Name", "Mail", "Deck")))

    assert desk.status()["event"]["counts"]["double"] == double


def test_ids_tell_players_of_one_name_apart(desk: Desk) -> None:
    desk.new()
    rows = [(f"kei{number}@example.org", "Kei", deck) for number, deck in ((1, LEGAL), (2, OTHER))]
    assert "new: Kei #2 (" in desk.take(desk.form(*rows, header=FORM))
    assert desk.status()["event"]["counts"]["double"] == 2
    assert "entered twice: #2 has this name; if they are one player, drop one" in desk("status", code=0)

    for number in (1, 2):
        desk("player", f"#{number}", "--id", f"L5R-{number}")

    assert desk.status()["event"]["counts"]["double"] == 0
    assert "Kei #1" in desk("status", "--all")
    assert [each["note"] for each in desk.status()["players"]] == [None, None]


@pytest.mark.parametrize(
    ("file", "roster", "said"),
    [
        pytest.param("kei.txt", "Kei Smith", "belong to Kei Smith #1: take it alone with --player '#1'", id="part"),
        pytest.param("Kei_Smith_v2.txt", "Kei Smith", "it may belong to Kei Smith #1", id="more words"),
        pytest.param("kei smiht.txt", "Kei Smith", "it may belong to Kei Smith #1", id="slip"),
        pytest.param("kei.txt", "Kei Smith\nKei Ito", "it may belong to Kei Ito #2 or Kei Smith #1", id="several"),
        pytest.param("kei.txt", "Keiko Smith", "new: kei", id="part of a word"),
        pytest.param("kei.txt", "Kei Smith\nKei", "new: Kei", id="its own name"),
    ],
)
def test_a_file_named_like_an_expected_player_is_asked_about(file: str, roster: str, said: str, desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.txt", f"{roster}\n"))

    assert said in desk.take(desk.text(file, LEGAL), code=int("new" not in said))


def test_a_name_in_a_form_is_asked_about_until_the_expected_player_has_a_list(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.txt", "Kei Smith\n"))
    form = desk.form(("Kei", LEGAL), ("Ren", OTHER), header=("Name", "Deck"))

    assert "refused: Kei (form.csv row 2): it may belong to Kei Smith" in desk.take(form, code=1)
    desk("take", desk.text("list.txt", LEGAL), "--player", "Kei")
    desk.take(form)
    assert players(desk) == [("Kei", None, 1), ("Kei Smith", None, 1), ("Ren", None, 1)]
    assert "revision: Kei (" in desk.take(desk.text("Kei.txt", OTHER))


def test_a_mail_with_a_part_of_a_name_stays_with_the_player_who_was_named(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.txt", "Kei Smith\n"))
    sent = desk.folder / "1.eml"
    sent.write_bytes(mail(1, LEGAL).replace(b"Player AAB", b"Kei"))

    assert "give that player the address player1@example.org" in desk.take(sent, code=1)
    desk("take", sent, "--player", "#1")
    assert "1 unchanged" in desk.take(sent)
    sent.write_bytes(sent.read_bytes().replace(b"3 Marketplace", b"2 Marketplace"))
    assert "revision: Kei Smith" in desk.take(sent)
    misspelt = desk.text("Ren Itoo.txt", OTHER)
    desk("roster", desk.text("players.txt", "Ren Ito\n"))
    desk("take", misspelt, "--player", "Ren Ito")
    assert "1 unchanged" in desk.take(misspelt)


def test_a_row_without_a_player_says_where_to_write_the_name(desk: Desk) -> None:
    desk.new()
    form = desk.form((LEGAL, "Crane"), header=("Deck", "Clan"))

    said = desk.take(form, code=1)

    assert "no column contains names; players are told apart by what each list says" in said
    assert "no player is named; write the name into the row, or say which column has the names" in said


def test_names_of_signs_only_are_different_players(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("🐉", LEGAL), ("☯", OTHER), ("Kei", LEGAL), header=("Name", "Deck")))

    assert {name for name, _, _ in players(desk)} == {"🐉", "☯", "Kei"}
    assert "entered twice" not in desk("status", "--all")
    assert desk("show", "🐉").startswith("🐉: revision 1")


def test_a_list_without_a_name_goes_to_nobody(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    desk.take(desk.form(("🐉", LEGAL), ("Kei", LEGAL), header=("Name", "Deck")))
    desk.text("deck.txt", OTHER)
    monkeypatch.chdir(desk.folder)

    assert "no player is named; name the file after the player, or take it alone" in desk.take("deck.txt", code=1)
    # Neither a space nor the filler of Hangul shows anything.
    for nothing in ("  ", "\u3164"):
        assert "`--player` is empty" in desk.take("deck.txt", "--player", nothing, code=2)
    assert len(players(desk)) == 2


def test_a_forwarded_mail_is_the_list_of_the_player_who_is_named(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("chi@example.org", "Chi Costa"), header=("Mail", "Name")))

    desk.take(forwarded(desk), "--player", "Chi Costa")

    assert players(desk) == [("Chi Costa", "chi@example.org", 1)]


def mailed(desk: Desk, sender: str, text: str, name: str = "a.eml", **headers: str) -> Path:
    """Return an email from `sender` with this text."""
    message = EmailMessage()
    message["From"] = sender
    for header, said in headers.items():
        message[header.replace("_", "-")] = said
    message.set_content(text)
    path = desk.folder / name
    path.write_bytes(message.as_bytes())
    return path


def test_a_list_with_numbers_in_brackets_counts_above_a_forwarded_message(desk: Desk) -> None:
    desk.new()
    own = re.sub(r"^(\d+) (.+)$", r"\2 (\1)", LEGAL, flags=re.MULTILINE)

    desk.take(mailed(desk, "Kei Smith <kei@example.org>", f"{own}\n---- Forwarded message ----\n{SENT_ON}{ILLEGAL}"))

    assert players(desk) == [("Kei Smith", "kei@example.org", 1)]
    assert "legal" in desk("show", "Kei").splitlines()[2]
    assert "illegal" not in desk("show", "Kei")


SENT_ON = "From: Bo Brook <bo@example.org>\nDate: Sun, 1 Nov 2026 10:00:00 +0000\nSubject: deck\nTo: Kei\n\n"


@pytest.mark.parametrize(
    ("sender", "above", "headers", "player"),
    [
        ("'Bo Brook' via Decks <list@example.com>", "", {}, ("Bo Brook", None)),
        (
            "Bo Brook via Forms <no-reply@example.com>",
            "",
            {"Reply_To": "bo@example.org"},
            ("Bo Brook", "bo@example.org"),
        ),
        ("Forms <no-reply@example.com>", "Name: Bo Brook\nEmail: bo@example.org\n", {}, ("Bo Brook", "bo@example.org")),
        ("Kei Smith <kei@example.org>", "This is for a friend.\nPlayer: Bo Brook\n\n", {}, ("Bo Brook", None)),
        (
            "Kei <kei@example.org>",
            f"FYI\n\n---------- Forwarded message ---------\n{SENT_ON}",
            {},
            ("Bo Brook", "bo@example.org"),
        ),
        ("Kei <kei@example.org>", f"Begin forwarded message:\n\n{SENT_ON}", {}, ("Bo Brook", "bo@example.org")),
        (
            "Kei <kei@example.org>",
            "-------- Weitergeleitete Nachricht --------\nBetreff: deck\nVon: Bo Brook <bo@example.org>\nAn: Kei\n\n",
            {},
            ("Bo Brook", "bo@example.org"),
        ),
        ("Kei <kei@example.org>", f"Here\n\n{SENT_ON}", {"Subject": "Fwd: deck"}, ("Bo Brook", "bo@example.org")),
        ("Kei Smith <kei@example.org>", "Player: Kei\n", {}, ("Kei Smith", "kei@example.org")),
    ],
)
def test_a_mail_is_the_list_of_whom_it_names(
    sender: str, above: str, headers: dict[str, str], player: tuple[str, str | None], desk: Desk
) -> None:
    desk.new()

    desk.take(mailed(desk, sender, above + LEGAL, **headers))

    assert players(desk) == [(*player, 1)]
    assert desk.player(player[0])["verdict"] == "legal"


def test_a_mail_that_names_several_players_or_none_is_asked_about(desk: Desk) -> None:
    desk.new()
    both = f"From: Bo Brook <bo@example.org>\n{LEGAL}\nFrom: Ann Lee <ann@example.org>\n{OTHER}"

    assert "the email names several players: `Bo Brook`, `Ann Lee`; ask whose list it is" in desk.take(
        mailed(desk, "Kei <kei@example.org>", both), code=1
    )
    assert "the email comes from a program and names no player; ask whose list it is" in desk.take(
        mailed(desk, "Forms <no-reply@example.com>", LEGAL), code=1
    )
    assert players(desk) == []


def test_an_address_with_another_name_overwrites_no_list(desk: Desk) -> None:
    desk.new()
    desk.take(mailed(desk, "Kei Smith <family@example.org>", LEGAL))

    desk.take(mailed(desk, "Bo Brook <family@example.org>", OTHER, "b.eml"))
    said = [
        desk.take(mailed(desk, f"{name} <family@example.org>", OTHER, f"{name}.eml"), code=1)
        for name in ("Ann", "Kei Smyth")
    ]

    assert "the address family@example.org belongs to Bo Brook and Kei Smith, #2, #1; take the list with" in said[0]
    assert "the address family@example.org belongs to Kei Smith, #1; take the list with --player '#1'" in said[1]
    assert [(name, revision) for name, _, revision in players(desk)] == [("Bo Brook", 1), ("Kei Smith", 1)]


def test_a_mail_of_a_sibling_replaces_no_list(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("Anna Berg",), ("Hanna Berg",), header=("Name",)))

    desk.take(mailed(desk, "Anna Berg <berg@example.org>", LEGAL))
    desk.take(mailed(desk, "Hanna Berg <berg@example.org>", OTHER, "b.eml"))

    assert players(desk) == [("Anna Berg", "berg@example.org", 1), ("Hanna Berg", "berg@example.org", 1)]


def test_a_part_of_a_name_beside_an_address_is_not_a_player_with_exactly_that_name(desk: Desk) -> None:
    desk.new()
    rows = ("Kei Smith", "home@example.org"), ("Kei", ""), ("Kei Adler", "adler@example.org")
    desk("roster", desk.form(*rows, ("Adler", "other@example.org"), header=("Name", "Mail")))

    desk.take(mailed(desk, "Kei <home@example.org>", LEGAL))
    said = desk.take(mailed(desk, "Adler <adler@example.org>", OTHER, "b.eml"), code=1)

    assert [name for name, _, revision in players(desk) if revision] == ["Kei"]
    assert "the address adler@example.org belongs to Kei Adler, #3; take the list with --player '#3'" in said


def test_a_row_whose_list_names_another_player_is_asked_about(desk: Desk) -> None:
    desk.new()

    said = desk.take(desk.form(("Kei Smith", f"Player Name: Bo Brook\n{LEGAL}"), header=("Name", "Deck")), code=1)

    assert "the list names `Bo Brook` as its player; ask whose it is" in said


def test_a_new_player_does_not_get_the_address_of_who_forwards(desk: Desk) -> None:
    desk.new()
    desk.take(forwarded(desk), "--player", "Chi Costa")

    assert players(desk) == [("Chi Costa", None, 1)]


@pytest.mark.parametrize("given", ["Kei", "kei smith", "#1", "kei@example.org"])
def test_a_player_is_named_as_for_other_commands(given: str, desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("kei@example.org", "Kei Smith"), ("", "Hannah Lee"), header=("Mail", "Name")))

    desk.take(desk.text("A.txt", LEGAL), "--player", given)

    assert ("Kei Smith", "kei@example.org", 1) in players(desk)
    assert len(players(desk)) == 2


def test_who_is_named_has_to_be_clear(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("Kei Smith",), ("Kei Adler",), ("Hannah Lee",), header=("Name",)))
    deck = desk.text("A.txt", LEGAL)

    assert "may be several players: #2 Kei Adler, #1 Kei Smith" in desk.take(deck, "--player", "Kei", code=2)
    assert "there is no player `#9`" in desk.take(deck, "--player", "#9", code=2)
    assert "new: Ann (" in desk.take(deck, "--player", "Ann")


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("", " " * 400_000 + "x"),
        ("", "\t" * 300_000),
        (f"Subject: {chr(34) * 60_000}\n", LEGAL),
        (f"Content-Type: text/plain; a={chr(34) * 60_000}\n", LEGAL),
        (f"Reply-To: {': ' * 30_000}\n", LEGAL),
    ],
)
def test_a_long_line_of_an_email_takes_no_minutes(header: str, body: str) -> None:
    began = time.process_time()

    mails_of(f"From: Form <form@example.org>\n{header}\n{body}".encode(), Inbox())

    assert time.process_time() - began < 5


def test_a_slip_in_the_name_of_an_expected_player_makes_no_other_player(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("Günther Voß",), header=("Name",)))
    deck = desk.text("A.txt", LEGAL)

    said = desk.take(deck, "--player", "Gunther Vos", code=1)
    assert "it may belong to Günther Voß #1: take it alone with --player '#1'; if the player is new, first add" in said
    assert len(players(desk)) == 1
    # Nor does such a name mean another player who handed in the same file.
    assert "new: Kei (" in desk.take(deck, "--player", "Kei")
    assert "refused: Gunther Vos (" in desk.take(deck, "--player", "Gunther Vos", code=1)
    assert "new: Günther Voß (" in desk.take(deck, "--player", "#1")
    # Once that player has a list, a similar name is another player's.
    assert "new: Gunther Vos (" in desk.take(deck, "--player", "Gunther Vos")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller, Anna", "Anna Müller"),
        ("Anna Müller", "MULLER,ANNA"),
        ("van der Berg, Tom", "Tom van der Berg"),
        ("O'Brien, Mary Jo", "Mary Jo O'Brien"),
        ("Smith, Jr.", "Smith Jr"),
    ],
)
def test_a_last_name_may_be_before_a_comma(one: str, other: str, desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form((one,), header=("Name",)))

    desk.take(desk.form((other, LEGAL), header=("Name", "Deck")))

    assert players(desk) == [(one, None, 1)]
    assert desk("show", other).startswith(f"{one}: revision 1")


@pytest.mark.parametrize(
    ("one", "other"), [("James Thomas", "Thomas James"), ("Kei,", "Kei Smith"), ("Kei, Bo, Ana", "Bo Ana Kei")]
)
def test_names_in_another_order_are_other_players(one: str, other: str, desk: Desk) -> None:
    desk.new()

    desk.take(desk.form((one, LEGAL), (other, OTHER), header=("Name", "Deck")))

    assert len(players(desk)) == 2


def test_players_of_one_name_are_told_apart_by_their_numbers(desk: Desk) -> None:
    desk.new()
    rows = [(f"kei{number}@example.org", "Kei Smith", deck) for number, deck in ((1, LEGAL), (2, OTHER))]
    desk.take(desk.form(*rows, ("li@example.org", "Li Wei", LEGAL), header=FORM))

    status, drawn = desk("status", "--all"), desk("draw-checks", "--round", 1, "--share", 1)
    refused = desk.take(desk.text("Kei Smith.txt", LEGAL), code=1)

    for said in (status, drawn):
        assert ("Kei Smith #1" in said, "Kei Smith #2" in said, "Li Wei #" in said) == (True, True, False)
    assert "2 players are called `Kei Smith`: #1, #2; take the list with a contact, an id or --player '#1'" in refused
    assert "unchanged" in desk.take(desk.folder / "Kei Smith.txt", "--player", "#1")


def test_players_with_one_address_are_told_apart_by_their_numbers(desk: Desk) -> None:
    desk.new()
    rows = [("home@example.org", name, LEGAL) for name in ("Anna Meier", "Hanna Meier")]
    desk.take(desk.form(*rows, header=FORM))

    refused = desk.take(desk.form(("home@example.org", "Meier", OTHER), header=FORM, name="new.csv"), code=1)

    assert "2 players have the address home@example.org: #1, #2; take the list with --player '#1'" in refused


def test_a_new_roster_changes_seats(desk: Desk) -> None:
    desk.new()
    header = ("Name", "Seat")
    desk("roster", desk.form(("Kei", "1"), ("Bo", "2"), ("Chi", ""), header=header))

    said = desk("roster", desk.form(("Kei", "2"), ("Bo", "1"), ("Chi", "3"), header=header))

    assert "0 new players, 0 already expected, 3 changed" in said
    assert {each["name"]: each["seat"] for each in desk.status()["players"]} == {"Kei": "2", "Bo": "1", "Chi": "3"}


def test_an_id_of_somebody_else_assigns_no_list(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.form(("17", "Alice Adler", "alice@example.org"), header=("id", "name", "mail")))

    said = desk.take(desk.form(("17", "Kei", "kei@example.org", LEGAL), header=("id", "name", "mail", "deck")), code=1)

    assert "refused: Kei (form.csv row 2): the id 17 belongs to Alice Adler" in said
    assert players(desk) == [("Alice Adler", "alice@example.org", None)]


def of_site(text: str, user: str, **facts: str) -> str:
    """Return a list as the JSON of a site of decks, with the name of its user there."""
    cards = {name: int(count or 1) for count, name in re.findall(r"^(?:Stronghold:|(\d)) (.+)$", text, re.MULTILINE)}
    return json.dumps({"username": user, **facts, "cards": cards})


def test_the_user_of_a_site_is_not_the_player_where_something_else_names_one(desk: Desk) -> None:
    desk.new()
    both = of_site(LEGAL, "dragon99"), of_site(OTHER, "dragon99")

    desk.take(desk.form(*zip(("Kei Smith", "Ana Adler"), both, strict=True), header=("Name", "Deck")))
    desk.take(*(desk.text(f"{name}.json", deck) for name, deck in zip(("Bo Brook", "Chi Costa"), both, strict=True)))
    for name, deck in zip(("Dan Lee", "Eva Moss"), both, strict=True):
        message = EmailMessage()
        message["From"] = f"{name} <home@example.org>"
        message.set_content("My list")
        message.add_attachment(deck.encode(), maintype="application", subtype="json", filename="deck.json")
        desk.send(f"{name[:3]}.eml", message.as_bytes())
    desk.take(desk.text("list.json", both[0]), "--player", "Fay Nash")

    names = ["Ana Adler", "Bo Brook", "Chi Costa", "Dan Lee", "Eva Moss", "Fay Nash", "Kei Smith"]
    assert [(name, revision) for name, _, revision in players(desk)] == [(name, 1) for name in names]
    assert {each["verdict"] for each in desk.status()["players"]} == {"legal"}


def test_the_user_of_a_site_is_the_player_where_nothing_else_names_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.new()
    desk.text("deck.json", of_site(LEGAL, "dragon99"))
    monkeypatch.chdir(desk.folder)

    desk.take("deck.json")

    assert players(desk) == [("dragon99", None, 1)]


def test_a_player_whom_json_names_is_the_player(desk: Desk) -> None:
    desk.new()
    deck = of_site(LEGAL, "dragon99", player="Bo Brook")

    desk.take(desk.text("A.json", deck))
    said = desk.take(desk.form(("Kei Smith", deck), header=("Name", "Deck")), code=1)

    assert ("Bo Brook", None, 1) in players(desk)
    assert "the list names `Bo Brook` as its player; ask whose it is" in said


def test_a_corrected_player_is_found_by_the_form_as_before(desk: Desk) -> None:
    desk.new()
    form = desk.form(row(1, LEGAL), row(2, OTHER))
    desk.take(form)

    said = desk("player", "Player AAB", "--name", "Kei Smith", "--contact", "kei@example.org", "--seat", "14")
    desk("player", "Kei Smith", "--name", "Kei  Smyth")

    assert said == "#1: Kei Smith, kei@example.org, 14\n"
    assert "2 lists: 2 unchanged" in desk.take(form)
    assert "0 new players, 1 already expected" in desk("roster", desk.text("players.txt", "Player AAB\n"))
    again = desk.form(row(1, LEGAL), row(2, OTHER), row(1, OTHER, "2026-11-21 18:00:00"))
    assert "revision: Kei Smyth" in desk.take(again)
    assert [each["name"] for each in desk.status()["players"]] == ["Kei Smyth", "Player AAC"]
    assert desk.player("Kei Smyth")["revision"] == 2
    assert desk.player("Kei Smyth")["seat"] == "14"


def test_a_correction_needs_a_name_and_an_id_of_its_own(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.csv", "name,id\nAnna,7\nBea,8\nChi,\n"))

    for nothing in (" ", "\u3164", "\x01\u200b"):
        assert "a player needs a name" in desk("player", "Anna", "--name", nothing, code=2)
    # Anna and Bea are two by their ids; Chi has none, and may be either.
    assert "another player is called Anna: #1" in desk("player", "Chi", "--name", "anna", code=2)
    assert desk("player", "Bea", "--name", "Anna") == "#2: Anna, 8\n"
    assert desk("player", "#2", "--name", "Bea") == "#2: Bea, 8\n"
    assert "the id 8 belongs to Bea" in desk("player", "Anna", "--id", "8", code=2)
    assert "nothing to change" in desk("player", "Anna", code=2)


def test_rulings_and_files_follow_a_corrected_name(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, ILLEGAL)))
    desk("rule", "allow", "--player", "Player AAB", "--why", "looked at")
    letters, site = desk.folder / "letters", desk.folder / "site"
    desk("letters", "--out", letters)
    desk("publish", "--out", site)

    desk("player", "Player AAB", "--name", "Kei")
    desk("letters", "--out", letters)
    desk("publish", "--out", site)

    assert desk.player("Kei")["verdict"] == "legal"
    assert "player: Kei" in desk("rulings")
    assert sorted(each.name for each in letters.iterdir()) == ["001-kei.eml", "001-kei.txt"]
    assert sorted(each.name for each in (site / "lists").iterdir()) == ["001-kei.html", "001-kei.txt"]


@pytest.mark.parametrize(
    ("body", "attached", "whose"),
    [
        ("Hi,\n\nthis is the list of my friend Ian Neem:\n\n" + OTHER, "", ""),
        ("See the attached list.", "Ian_Neem.txt", ""),
        ("Ian Neem's list:\n\n" + OTHER, "", ""),
        ("Guy:\n\n" + OTHER + "\nIan:\n\n" + LEGAL, "", ""),
        ("Guy:\n\n" + OTHER, "", "Guy Maple"),
        ("Dear Ian Neem,\n\nhere it is:\n\n" + OTHER + "\nThanks,\nGuy Maple", "", "Guy Maple"),
        ("My list.", "Guy Maple.txt", "Guy Maple"),
        ("Player: Ian Neem\n\n" + OTHER, "", "Ian Neem"),
    ],
)
def test_a_mail_that_names_another_player_is_asked_about(body: str, attached: str, whose: str, desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.txt", "Guy Maple <guy@example.org>, Ian Neem <ian@example.org>"))
    message = EmailMessage()
    message["From"], message["Subject"] = "Guy Maple <guy@example.org>", "Deck"
    message.set_content(body)
    if attached:
        message.add_attachment(OTHER, filename=attached)

    said = desk.send("1.eml", message.as_bytes(), code=0 if whose else 1)

    assert whose or "the email of Guy Maple names Ian Neem; ask whose list it is" in said
    assert [each["name"] for each in desk.status()["players"] if each["revision"]] == ([whose] if whose else [])
