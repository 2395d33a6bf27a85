"""Taking lists in, as a volunteer organiser does: a form, mails, double entries, and a row that is not a list."""

from __future__ import annotations

import csv
import datetime
import gzip
import io
import json
import mailbox
import os
import re
import shutil
import sqlite3
import sys
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from deckcheck.decks.mails import text_of_html
from deckcheck.decks.text.quotes import own_text
from deckcheck.events.checking import ListChecker
from deckcheck.events.model import Submission
from deckcheck.events.store import open_event
from deckcheck.model.errors import FetchError
from deckcheck.model.limits import Limits
from deckcheck.model.report import Report
from tests.conftest import text_file
from tests.events_desk import HEADER, ILLEGAL, LEGAL, OTHER, Desk, mail, row, with_another, word
from tests.fixture_decks import WHOLE_DECKS


def test_sixty_players_of_a_form_and_two_mails(desk: Desk) -> None:
    """58 rows of a form with 5 columns, 3 of them double, one with an address for a list; and two emails with files."""
    desk.new("--deadline", "2026-12-04T20:00+01:00")
    rows = [row(number, LEGAL) for number in range(1, 58)]
    double = [row(number, OTHER, "2026-11-20 19:00:00") for number in (3, 7, 9)]
    form = desk.form(*rows, row(58, "player58@example.org"), *double)
    mails = desk.folder / "mails"
    mails.mkdir()
    (mails / "a.eml").write_bytes(mail(59, "Hello,\n\nmy list is attached.\n", LEGAL))
    (mails / "b.eml").write_bytes(mail(60, "Hi!\n", ILLEGAL))

    said = desk.take(form, mails, code=1)

    assert "player: C `Wie heißt du?`; list: E `Dein Deck`; contact: B `E-Mail`; time received: A `Timestamp`" in said
    assert "63 lists: 59 new, 1 unreadable, 3 revision" in said
    assert "unreadable: Player AFI (form.csv row 59): no line is recognised as a card" in said
    counts = desk.status()["event"]["counts"]
    assert counts == {
        "players": 60,
        "registered": 59,
        "missing": 0,
        "legal": 58,
        "illegal": 1,
        "undecided": 0,
        "unreadable": 1,
        "late": 0,
        "double": 0,
    }
    again = desk.player(f"Player {word(3)}")
    assert (again["revision"], again["source"]) == (2, {"file": "form.csv", "row": 60})


def test_the_same_input_taken_twice_changes_nothing(desk: Desk) -> None:
    desk.new()
    form = desk.form(row(1, LEGAL), row(2, ""), row(1, OTHER), row(3, ILLEGAL))
    desk.take(form, code=1)
    before = desk.status()

    said = desk.take(form)

    assert "4 lists: 4 unchanged" in said
    assert desk.status() == before


def test_a_form_that_is_taken_again_does_not_bring_back_the_list_before_a_mail(desk: Desk) -> None:
    desk.new()
    form = desk.form(row(1, LEGAL))
    desk.take(form)
    desk.send("new.eml", mail(1, "A new one.", OTHER))

    assert "unchanged" in desk.take(form)
    assert "unchanged" in desk.take(desk.folder / "new.eml")
    assert desk.player("Player AAB")["revision"] == 2


def test_a_player_who_goes_back_to_the_first_list_has_a_third_revision(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(1, OTHER)))

    desk.take(desk.form(row(1, LEGAL), row(1, OTHER), row(1, LEGAL)))

    assert desk.player("Player AAB")["revision"] == 3


def test_a_finding_names_the_line_of_the_players_own_list(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, ILLEGAL)))

    number = ILLEGAL.splitlines().index("4 Marketplace") + 1

    assert f":{number}:1\n" in desk("show", "Player AAC", code=1)
    reasons = desk.player("Player AAC")["reasons"]
    assert reasons[0].startswith(f"C001 line {number}: 4 copies of `Marketplace`")
    # Other words follow them: "... is not recognised; another player ..."
    assert reasons[-1].endswith("Line 40 is not recognised")


def test_an_empty_row_counts_as_a_spreadsheet_counts_it(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), ("", "", "", "", ""), row(2, "")), code=1)

    found = desk.player("Player AAC")

    assert (found["verdict"], found["source"]["row"]) == ("unreadable", 4)
    assert found["reasons"] == ["`Dein Deck` (column E) is empty"]


@pytest.mark.parametrize(
    "message",
    [
        "Thanks, see you there!",
        "I forgot my list at home, will send it at 8.",
        "can I still swap 1 Rout for 1 Banzai?",
        "is Kitsune Den legal in this format?",
        "please swap:\n-1 Kitsune Den\n+1 Iron Mine",
        "Please change 1 Kitsune Den to 1 Iron Mine.",
        "I will play these instead:\n3 Iron Mine\n\nThe rest stays.",
        "can I play 3 Iron Mine in my deck? I will be 10 minutes late.",
        "Did you receive my list?\nKitsune Den",
        "out: 1 Rout, 1 Banzai\nin:\n1 Iron Mine\n1 Kitsune Den\n",
    ],
)
def test_a_message_that_is_no_list_leaves_the_list_in_force(message: str, desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    said = desk.send("thanks.eml", mail(1, f"Hello,\n\n{message}\n\nAab\n"), code=1)

    found = desk.player("Player AAB")
    assert (found["verdict"], found["revision"]) == ("legal", 1)
    assert found["note"].startswith("a newer message is not a list: thanks.eml")
    assert "unreadable: Player AAB (thanks.eml)" in said
    assert "1 unchanged" in desk.take(desk.folder / "thanks.eml")


@pytest.mark.parametrize(
    "said", ["Sorry, I have to withdraw.", "I can't make it on Saturday.", "I am ill and won't be able to come."]
)
def test_a_mail_that_withdraws_says_so(said: str, desk: Desk) -> None:
    desk.new()
    desk("roster", text_file(desk.folder / "players.txt", "Player AAB\nPlayer AAC\n"))
    desk.take(desk.form(row(1, LEGAL)))

    for number, player in ((1, "AAB"), (2, "AAC")):
        taken = desk.send(f"{number}.eml", mail(number, f"Hi,\n\n{said}\n\nPlayer {player}\n"), code=1)
        assert f"({number}.eml): the message says `{said}`" in taken

    assert desk.player("Player AAB")["note"].endswith(f"says `{said}`; the earlier list counts; ask what is meant")


@pytest.mark.parametrize(
    "said", ["Would this one be legal as well?", "New Strategies, dynasty stays:", "I withdraw, for your records:"]
)
def test_a_list_that_may_not_be_meant_leaves_the_earlier_one_in_force(said: str, desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    assert f"says `{said}`; the earlier list counts; ask what is meant" in desk.send(
        "new.eml", mail(1, f"{said}\n\n{OTHER}"), code=1
    )
    assert desk.player("Player AAB")["revision"] == 1
    assert "1 unchanged" in desk.take(desk.folder / "new.eml")


@pytest.mark.parametrize(
    "said",
    [
        "Please change: -1 Rout, +1 Banzai",
        "but instead of 3 Rout I play 3 Banzai",
        "Also add 3 Iron Mine",
        "2 Rout, not 3",
        "3 Iron Mine",
    ],
)
def test_a_change_beside_an_attached_list_is_asked_about(said: str, desk: Desk) -> None:
    desk.new()
    assert f"text beside the list may change it: `{said}`; ask for the whole list" in desk.send(
        "new.eml", mail(1, f"My list is attached.\n{said}\n", LEGAL), code=1
    )


@pytest.mark.parametrize("sign", ["* ", "- ", "• ", "  "])
def test_a_list_of_items_in_a_mail_is_no_change_of_itself(sign: str, desk: Desk) -> None:
    desk.new()
    items = "\n".join(f"{sign}{line}" if line[:1].isdigit() else line for line in LEGAL.splitlines())
    desk.send("new.eml", mail(1, f"Hello,\n\n{items}\n"))
    assert desk.player("Player AAB")["verdict"] == "legal"

    desk.send("newer.eml", mail(1, f"Hello,\n\n{items}\n\nand 1 Banzai\n", date="Sun, 22 Nov 2026 10:00:00 +0100"))
    assert desk.player("Player AAB")["verdict"] != "legal"


@pytest.mark.parametrize("said", ["PS: please replace the Rout by Banzai.", "-- \nAab\nP.S. I forgot: 3 Iron Mine"])
def test_a_change_below_the_list_of_a_mail_is_a_question(said: str, desk: Desk) -> None:
    desk.new()
    desk.send("new.eml", mail(1, f"Hello,\n\n{LEGAL}\n\n{said}\n"))

    assert said.rpartition("\n")[2] in " ".join(desk.player("Player AAB")["reasons"])


def test_a_few_cards_are_no_new_list_wherever_they_come_from(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL, "2026-11-20 18:00:00")))
    later = "2026-11-21 18:00:00"
    table = desk.form(row(1, "3 Iron Mine\n1 Banzai", later), row(2, OTHER, later), name="new.csv")

    for source in (table, desk.text("Player AAB.txt", "3 Iron Mine\n1 Rout")):
        assert "names only 2 cards, so the earlier list counts; ask for the whole list" in desk.take(source, code=1)

    assert (desk.player("Player AAB")["verdict"], desk.player("Player AAB")["revision"]) == ("legal", 1)


def test_a_few_cards_are_a_list_where_there_is_no_other(desk: Desk) -> None:
    desk.new()

    assert "AAB.txt, revision 1, illegal)" in desk.take(desk.text("Player AAB.txt", "3 Iron Mine"))
    assert "AAB.txt, revision 2, legal)" in desk.take(desk.text("Player AAB.txt", LEGAL))


def test_a_question_that_came_in_first_does_not_keep_out_the_list_before_it(desk: Desk) -> None:
    desk.new()
    desk.send("question.eml", mail(1, "May I play these?\n3 Iron Mine\n"))
    form = desk.form(row(1, LEGAL, "2026-11-18 18:00:00"))

    assert "revision: Player AAB (form.csv row 2, revision 2, legal)" in desk.take(form)
    assert "2 lists: 2 unchanged" in desk.take(form, desk.folder / "question.eml")


def test_a_stranger_who_asks_about_a_card_is_no_player(desk: Desk) -> None:
    desk.new()
    assert "refused: Player AAB (question.eml): no line is recognised" in desk.send(
        "question.eml", mail(1, "Is Marketplace legal in this format?\n"), code=1
    )
    assert desk.status()["players"] == []


@pytest.mark.parametrize(
    ("farewell", "verdict"),
    [
        *((each, "legal") for each in ("Thanks,\nPlayer AAB", "Aab", "Viele Grüße, Aab", "See you!\nCheers\nAab")),
        # Who signs need not be the sender.
        *(
            (each, "legal")
            for each in ("Cheers\nUma Adler", "Good luck\nKei Smith", "Cheers,\nTom", "All the best\nUma")
        ),
        ("Good luck\nKei Smith\n\n--\nKei Smith\nHead Judge\n+44 20 1234567\n\nSent from my phone", "legal"),
        ("Cheers,\nKei\n\nGet Outlook for Android<https://example.org/x>", "legal"),
        ("Cheers\nUma\niPhoneから送信", "legal"),
        *((each, "undecided") for each in ("Cheers\nUma\n-1 Rout, from my phone", "Cheers\nUma\n3 Ruot\nfrom Outlook")),
        *((each, "undecided") for each in ("Cheers,\nRout", "Cheers\nUma\n\nRing of Viod", "Cheers\nUma\n3 Xyzzy")),
        ("Cheers,\nminus one", "undecided"),
    ],
)
def test_the_farewell_of_a_mail_is_no_card(desk: Desk, farewell: str, verdict: str) -> None:
    desk.new()
    desk.send("mail.eml", mail(1, f"Hello,\n\n{LEGAL}\n\n{farewell}\n"))

    assert desk.player("Player AAB")["verdict"] == verdict


@pytest.mark.parametrize(
    "page",
    [
        "<p>My deck:</p><div>{}</div><p>Bye, Aab</p>",
        "<p>{}</p><p>Thanks,<br>Player AAB</p>",
        "<p>My deck:</p><p>{}</p>\n<p>Aab</p>",
        "<div>{}<br><br></div><div>Bye, Aab</div>",
        "<table><tr><td>{}</td></tr></table><p>Bye, Aab</p>",
    ],
)
def test_the_farewell_of_a_mail_in_html_is_no_card(page: str, desk: Desk) -> None:
    desk.new()
    message = EmailMessage()
    message["From"] = "Player AAB <player1@example.org>"
    message.set_content("Your program shows no pages.")
    bulleted = re.sub(r"\n(\d) ", r"\n&bull;&nbsp;\1&nbsp;", LEGAL)
    message.add_alternative(page.format(bulleted.replace("\n", "<br>\n")), subtype="html")
    desk.send("mail.eml", message.as_bytes())

    assert desk.player("Player AAB")["verdict"] == "legal"


def test_a_mail_that_declares_no_characters_is_utf_8(desk: Desk) -> None:
    desk.new()
    desk.send("mail.eml", f"From: Jörg Müller <jm@example.org>\nSubject: list\n\n{LEGAL}\n".encode())

    assert desk.player("Jörg Müller")["verdict"] == "legal"


def test_a_counted_card_above_the_name_is_no_farewell(desk: Desk) -> None:
    desk.new()
    desk.send("mail.eml", mail(1, f"{LEGAL}\n\n4 Rocky Terrain\nAab\n"))

    assert desk.player("Player AAB")["verdict"] == "illegal"


def test_a_reply_does_not_count_the_list_that_it_quotes(desk: Desk) -> None:
    desk.new()
    quoted = "\n".join(f"> {line}" for line in ILLEGAL.splitlines())
    text = f"{LEGAL}\nOn Friday the organiser wrote:\n{quoted}\n-- \nPlayer\n"
    assert "legal" in desk.send("reply.eml", mail(1, text))
    assert desk.player("Player AAB")["verdict"] == "legal"


QUOTED = "4 Marketplace\n3 Banzai\n"


@pytest.mark.parametrize(
    "quote",
    [
        "On Tue, 1 Dec 2026 at 10:00, Org of the\nSpring Cup\n<org@example.org> wrote:\n> 4 Marketplace\n",
        "2026-12-01 10:00 GMT+01:00 Org <org@example.org>:\n> 4 Marketplace\n",
        "W dniu pt., 4 gru 2026 o 10:00 Org <org@example.org> napisał(a):\n> 4 Marketplace\n",
        f"-----Ursprüngliche Nachricht-----\nVon: Org\n\n{QUOTED}",
        f"Gesendet: Freitag, 4. Dezember 2026 um 10:00 Uhr\nVon: Org <org@example.org>\nAn: Kei\n\n{QUOTED}",
        f"________________________________\nFrom: Org <org@example.org>\nSent: Tuesday\nTo: Kei\n\n{QUOTED}",
        f"Von: Org\nGesendet: Dienstag, 1. Dezember 2026 10:00\nAn: Kei\n\n{QUOTED}",
        f"Begin forwarded message:\n\nFrom: Org\nSubject: List\nDate: 1 December 2026\n\n{QUOTED}",
    ],
)
def test_what_a_mail_program_quotes_is_not_the_list(quote: str, desk: Desk) -> None:
    desk.new()
    desk.send("reply.eml", mail(1, f"{LEGAL}\n{quote}"))

    assert desk.player("Player AAB")["verdict"] == "legal"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<style>3 Banzai</style><p>1 Rout</p>", "1 Rout\n"),
        ("<div>1 Rout</div><div>2\n  Banzai<br></div><div><br></div>3 Ambush", "1 Rout\n2 Banzai\n\n3 Ambush"),
        ("<pre>1 Rout\n2 Banzai</pre>", "1 Rout\n2 Banzai\n"),
        ('<p style="white-space: pre-wrap">1 Rout\n2 Banzai</p>', "1 Rout\n2 Banzai\n"),
        ("<table><tr><td>1</td><td>A New Year</td></tr><tr><td>2<td>Rout<td></table>3", "1\tA New Year\n2\tRout\n3"),
        ("<table><tr><td><p>1</p></td><td><p>A New Year</p></td></tr></table>", "1\tA New Year\n"),
        ("<table><tr><td>1 Rout<br>2 Banzai</td><td>3 Ambush</td></tr></table>", "1 Rout\n2 Banzai\n3 Ambush\n"),
        ("<blockquote>4 Rout<div>3 Banzai</div></blockquote>2 Ambush", "> 4 Rout\n> 3 Banzai\n2 Ambush"),
        (
            '1 Rout<div class="gmail_quote"><div>4 Rout</div>3 Banzai</div>2 Ambush',
            "1 Rout\n> 4 Rout\n> 3 Banzai\n2 Ambush",
        ),
        ("<p>1 Rout<br>2 Banzai</p><p>Bye, Hana</p>", "1 Rout\n2 Banzai\n\nBye, Hana\n"),
        ("<p>1 Rout</p>\n<p></p><p>2 Banzai</p><div>3 Ambush</div>", "1 Rout\n\n2 Banzai\n3 Ambush\n"),
        ("<div>1 Rout</div><p>Bye</p>", "1 Rout\n\nBye\n"),
        ("<table><tr><td>1 Rout</table><p>Bye</p>", "1 Rout\n\nBye\n"),
        ("1 Kakita &amp; Doji&nbsp;<b>x</b>", "1 Kakita & Doji\xa0x"),
        ("<!-- 3 Banzai <p> -->1 Rout<!-- 2 Ambush", "1 Rout"),
        ("1 < 2", "1 < 2"),
    ],
)
def test_a_page_in_a_mail_is_read_as_it_is_shown(html: str, text: str) -> None:
    assert text_of_html(html) == text


@pytest.mark.parametrize(
    ("read", "part", "times"),
    [
        *((text_of_html, part, 50_000) for part in ("<", "<a ", "<!--", "<![CDATA[", "<td>", "&#")),
        (own_text, "From: x\nOn x\n", 100_000),
    ],
)
def test_a_long_mail_takes_no_long_time(read: Callable[[str], str], part: str, times: int) -> None:
    began = time.process_time()

    read(part * times)

    assert time.process_time() - began < 5


def test_a_reply_as_a_page_does_not_count_what_it_quotes(desk: Desk) -> None:
    desk.new()
    message = EmailMessage()
    message["From"] = "Player AAB <player1@example.org>"
    rows = "".join(
        f"<tr><td>{number}</td><td>{name}</td></tr>"
        for number, _, name in (line.partition(" ") for line in LEGAL.splitlines())
        if number.isdigit()
    )
    quoted = "<div>On Tue Org wrote:</div><blockquote>4 Marketplace<br>3 Banzai</blockquote>"
    message.set_content(
        f"<style>p {{}}</style><p>Stronghold: Embassy of the Crane</p><table>{rows}</table>{quoted}", subtype="html"
    )
    desk.send("reply.eml", message.as_bytes())

    assert desk.player("Player AAB")["verdict"] == "legal"


@pytest.mark.parametrize(
    ("called", "attached", "said"),
    [
        ("membership.txt", "paid", "new: Player AAB (mail.eml, revision 1, legal)"),
        ("old-deck.txt", OTHER, "the email has 2 lists: old-deck.txt, its text; ask which one counts"),
        ("deck.txt", f"\n{LEGAL}", "new: Player AAB (mail.eml, revision 1, legal)"),
        ("old.csv", OTHER.replace(" ", ",", 1).replace("\n3 ", "\n3,"), "the email has 2 lists: old.csv, its text"),
        ("Crane 2", OTHER, "the email has 2 lists: Crane 2.txt, its text"),
        ("deck.o8d", "<deck/>", "the email has 2 lists: deck.o8d, its text"),
        ("scan.pdf", "no PDF", "the email has 2 lists: scan.pdf, its text"),
    ],
)
def test_a_list_in_the_text_counts_beside_attachments(called: str, attached: str, said: str, desk: Desk) -> None:
    desk.new()
    assert said in desk.send("mail.eml", with_another(mail(1, LEGAL), called, attached), code=0 if "new" in said else 1)


STRONGHOLD, DYNASTY, FATE = re.split(r"# (?=Dynasty|Fate)", LEGAL)
CARDS = "\n".join(line for line in LEGAL.splitlines() if not line.startswith("#"))


def table(text: str) -> str:
    """Return the cards of a list as a table with one card per row."""
    return "Card,Cost,Qty\n" + re.sub(
        r"(?m)^(\d) (.*)$|^.*\n?", lambda line: f'"{line[2]}",0,{line[1]}' * bool(line[1]), text
    )


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"stronghold.txt": STRONGHOLD, "Dynasty deck.txt": DYNASTY, "2. Fate.txt": FATE}, "legal"),
        ({"deck.zip": {"Kei/dynasty.txt": STRONGHOLD + DYNASTY, "__MACOSX/._x.txt": "", "fate.txt": FATE}}, "legal"),
        ({"deck.zip": {"deck.txt": LEGAL}, "photo.jpg": "..."}, "legal"),
        (
            {"decks.zip": {f"{number}.txt": f"1 {number}" for number in range(99)}},
            "decks.zip/8.txt, ...; ask which one counts",
        ),
        ({"decks.zip": {"a.txt": LEGAL, "b.txt": OTHER}}, "has 2 lists: decks.zip/a.txt, decks.zip/b.txt; ask"),
        # Each may be a whole list, or an older part.
        ({"dynasty.txt": LEGAL, "fate.txt": OTHER}, "has 2 lists: dynasty.txt, fate.txt; ask which one counts"),
        ({"dynasty.txt": CARDS, "fate.csv": table(OTHER)}, "has 2 lists: dynasty.txt, fate.csv; ask"),
        ({"kei dynasty.csv": table(STRONGHOLD + DYNASTY), "kei fate.txt": FATE}, "legal"),
        ({"dynasty.txt": DYNASTY, "dynasty (1).txt": STRONGHOLD + DYNASTY, "fate.txt": FATE}, "has 3 lists"),
        ({"deck.zip": {"deck.txt": LEGAL, "deck.zip": ""}}, "has no list, only deck.zip; ask for the list as text"),
        ({"deck.zip": "no archive"}, "has no list, only deck.zip; ask for the list as text"),
    ],
)
def test_attached_parts_and_archives_are_one_list_if_they_have_one(
    files: dict[str, str | dict[str, str]], said: str, desk: Desk
) -> None:
    desk.new()
    message = message_from_bytes(mail(1, "See attached"), policy=policy.default)
    for name, content in files.items():
        packed = io.BytesIO(content.encode() if isinstance(content, str) else b"")
        if isinstance(content, dict):
            with zipfile.ZipFile(packed, "w") as archive:
                for member, text in content.items():
                    archive.writestr(member, text)
        message.add_attachment(packed.getvalue(), maintype="application", subtype="octet-stream", filename=name)

    assert said in desk.send("mail.eml", message.as_bytes(), code=0 if said == "legal" else 1)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"Kei/dynasty.csv": table(STRONGHOLD + DYNASTY), "Kei/fate.txt": FATE}, "new: Kei (lists/Kei/dynasty.csv, "),
        ({"kei_dynasty.txt": STRONGHOLD + DYNASTY, "kei_fate.txt": FATE, "ren.txt": OTHER}, "2 lists: 2 new"),
        ({"Kei.zip": {"dynasty.txt": STRONGHOLD + DYNASTY, "fate.txt": FATE}}, "new: Kei (lists/Kei.zip/dynasty.txt, "),
        ({"kei.txt": STRONGHOLD + DYNASTY, "ren.txt": FATE}, "2 lists: 2 new"),
        # Each is a whole list.
        ({"Kei/dynasty.txt": CARDS, "Kei/fate.txt": OTHER}, "unreadable: Kei (lists/Kei/fate.txt): named after a part"),
        ({"kei-dynasty.txt": CARDS, "kei-fate.txt": OTHER}, "2 lists: 2 new"),
    ],
)
def test_files_of_a_player_that_are_parts_of_one_list_become_one(
    files: dict[str, str | dict[str, str]], said: str, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.new()
    monkeypatch.chdir(desk.folder)
    for name, content in files.items():
        if isinstance(content, str):
            desk.text(f"lists/{name}", content)
        else:
            (desk.folder / "lists").mkdir()
            with zipfile.ZipFile(desk.folder / "lists" / name, "w") as archive:
                for member, text in content.items():
                    archive.writestr(member, text)

    assert said in desk.take("lists", code=1 if "unreadable" in said else 0)


@pytest.mark.parametrize(
    ("text", "files", "said"),
    [
        (f"My list:\n{STRONGHOLD}# {DYNASTY}", {"fate.txt": FATE}, "legal"),
        (DYNASTY, {"stronghold.txt": STRONGHOLD, "my fate deck.txt": FATE}, "legal"),
        # The text may be a whole list, and a file an older part.
        (LEGAL, {"fate.txt": FATE}, "has 2 lists: fate.txt, its text; ask which one counts, or put the parts of"),
        (f"# Dynasty\n{CARDS}", {"fate.txt": FATE}, "has 2 lists: fate.txt, its text"),
        (CARDS, {"fate.txt": FATE}, "has 2 lists: fate.txt, its text"),
        (CARDS, {"dynasty.txt": DYNASTY, "fate.txt": FATE}, "has 2 lists: dynasty.txt, fate.txt, its text"),
        (STRONGHOLD + DYNASTY, {"list.txt": FATE}, "legal"),
    ],
)
def test_the_text_of_an_email_is_a_part_beside_attached_parts(
    text: str, files: dict[str, str], said: str, desk: Desk
) -> None:
    desk.new()
    message = mail(1, text)
    for called, attached in files.items():
        message = with_another(message, called, attached)

    assert said in desk.send("mail.eml", message, code=0 if said == "legal" else 1)


def test_a_note_beside_an_attached_list_is_not_a_second_list(desk: Desk) -> None:
    desk.new()
    both = with_another(mail(1, "Both attached", LEGAL), "membership.txt", "paid")
    assert "new: Player AAB" in desk.send("mail.eml", both)


@pytest.mark.parametrize(
    ("attached", "body", "asks"),
    [
        (LEGAL, "Stronghold: Embassy of the Crane", False),
        (LEGAL, "Stronghold: Yasuki Palace", True),
        (DYNASTY + FATE, "Hi,\n\nmy Stronghold: Embassy of the Crane\n", True),
        (LEGAL, "Hotel: Embassy of the Crane\nProvinces: 4", False),
    ],
)
def test_a_stronghold_beside_an_attached_list_that_lacks_it_is_asked_about(
    attached: str, body: str, asks: bool, desk: Desk
) -> None:
    desk.new()
    said = desk.send("mail.eml", mail(1, body, attached), code=1 if asks else 0)
    assert ("text beside the list may change it" if asks else "revision 1, legal") in said


def test_a_mail_is_the_list_of_a_mail_attached_to_it(desk: Desk) -> None:
    desk.new()
    message = message_from_bytes(mail(9, "See attached"), policy=policy.default)
    for number, deck in ((1, LEGAL), (2, OTHER)):
        message.add_attachment(message_from_bytes(mail(number, deck), policy=policy.default))

    assert "2 lists: 2 new" in desk.send("mail.eml", message.as_bytes())
    assert [each["name"] for each in desk.status()["players"]] == ["Player AAB", "Player AAC"]


@pytest.mark.parametrize("inline", [LEGAL, f"<p>{LEGAL.replace(chr(10), '<br>')}</p>"])
def test_a_list_may_be_below_a_picture_in_a_mail(inline: str, desk: Desk) -> None:
    desk.new()
    message = message_from_bytes(mail(1, "My list:\n"), policy=policy.default)
    message.add_attachment(b"...", maintype="image", subtype="png", filename="crane.png")
    message.add_attachment(inline, subtype="html" if inline[0] == "<" else "plain", disposition="inline")

    # Some programs save emails with a byte order mark.
    desk.send("mail.eml", b"\xef\xbb\xbf" + message.as_bytes())

    assert desk.player("Player AAB")["verdict"] == "legal"


def test_a_mailbox_gives_its_messages_by_number(desk: Desk) -> None:
    desk.new()
    box = mailbox.mbox(desk.folder / "lists.mbox")
    for content in (mail(1, LEGAL), mail(2, "Hi", OTHER), mail(1, OTHER)):
        box.add(content)
    box.close()

    desk.take(desk.folder / "lists.mbox")

    assert desk.player("Player AAB")["source"] == {"file": "lists.mbox", "row": 3}
    assert desk.player("Player AAC")["revision"] == 1


@pytest.mark.parametrize("name", ["Inbox", "mails.mbox.gz", "mails.zip", "Inbox.mbox/mbox", "saved.txt"])
def test_a_mailbox_is_known_by_what_it_contains(name: str, desk: Desk) -> None:
    """Mail programs name it as they like, and keep it in folders and archives."""
    desk.new()
    content = b"".join(b"From desk\n" + each + b"\n" for each in (mail(1, LEGAL), mail(2, "Hi", OTHER)))
    path = desk.text(name, "")
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("export/mails.mbox", content)

    assert "2 lists: 2 new" in desk.take(path.parent if path.name == "mbox" else path)
    assert desk.player("Player AAC")["source"]["row"] == 2


def test_an_email_that_is_saved_as_text_is_an_email(desk: Desk) -> None:
    desk.new()
    assert "new: Player AAB" in desk.send("message.txt", mail(1, LEGAL))


@pytest.mark.parametrize("charset", ["utf8mb4", "x-unknown", "rot13", "us-ascii"])
def test_a_mail_of_an_unknown_charset_is_read(charset: str, desk: Desk) -> None:
    desk.new()
    content = mail(1, LEGAL).replace(b'charset="utf-8"', f'charset="{charset}"'.encode())
    assert charset.encode() in content

    assert "revision 1, legal" in desk.send("mail.eml", content)


def test_an_empty_path_is_not_the_current_folder(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    desk.text("Player AAB.txt", LEGAL)
    monkeypatch.chdir(desk.folder)

    assert "the path is empty" in desk.take("", code=2)
    for command in (("backup", ""), ("letters", "--out", ""), ("export", "--out", "")):
        assert "the path is empty" in desk(*command, code=2)


def test_a_mailbox_without_mails_is_no_success(desk: Desk) -> None:
    desk.new()

    assert "lists.mbox: contains no email" in desk.send("lists.mbox", LEGAL.encode(), code=2)
    assert "lists.mbox: contains no email" in desk.send("lists.mbox", b"", code=2)


def test_a_broken_mail_in_a_mailbox_stops_no_other(desk: Desk) -> None:
    desk.new()
    broken = mail(1, LEGAL).replace(b"From: Player AAB <player1@example.org>", b"From: a@[")
    (desk.folder / "lists.mbox").write_bytes(
        b"".join(b"From desk\n" + content + b"\n" for content in (broken, mail(2, OTHER)))
    )

    said = desk.take(desk.folder / "lists.mbox", code=1)

    assert "no player is named; take it in a file of its own with --player NAME" in said
    assert desk.player("Player AAC")["verdict"] == "legal"


def test_what_is_no_text_is_kept_with_escapes(desk: Desk) -> None:
    desk.new()
    desk.text("lists/table.jsonl", json.dumps({"name": "Ka\ud800na", "list": f"{LEGAL}# \ud800"}))
    desk.text("lists/Kei.json", json.dumps({"cards": {"Marketplace": 3, "\udfffqqqq": 1}, "player": "Ke\ud800i"}))

    assert "2 lists: 2 new" in desk.take(desk.folder / "lists")
    assert "2 lists: 2 unchanged" in desk.take(desk.folder / "lists")
    assert [each["name"] for each in desk.status()["players"]] == ["Ka\\ud800na", "Ke\\ud800i"]


def test_a_long_line_in_a_table_takes_no_long_time(desk: Desk) -> None:
    desk.new()
    began = time.process_time()

    desk.take(desk.form(row(1, LEGAL), row(2, "so, " * 20_000)), code=1)

    assert time.process_time() - began < 5


def test_a_mail_with_two_lists_is_asked_about(desk: Desk) -> None:
    desk.new()
    assert "new: Player AAB" in desk.send("same.eml", with_another(mail(1, "Twice", LEGAL), "copy.txt", LEGAL))
    assert "the email has 2 lists: deck.txt, other.txt; ask which one counts" in desk.send(
        "two.eml", with_another(mail(1, "Both", LEGAL), "other.txt", OTHER), code=1
    )


def test_lists_after_the_deadline_are_marked_late(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-20T20:00+01:00")
    desk.take(desk.form(row(1, LEGAL, "2026-11-20 19:59:59"), row(2, OTHER, "2026-11-20 20:00:01")))

    late = {each["name"]: each["late"] for each in desk.status()["players"]}

    assert late == {"Player AAB": False, "Player AAC": True}
    desk("set", "--deadline", "2026-11-20T21:00+01:00")
    assert desk.status()["event"]["counts"]["late"] == 0


def test_a_late_change_counts_when_the_organiser_enters_it(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-20T20:00+01:00")
    form = desk.form(row(1, LEGAL, "2026-11-20 18:00:00"), row(1, OTHER, "2026-11-20 21:00:00"))

    assert "revision 2, legal, late): revision 1 came in time and counts" in desk.take(form)
    assert "r1  6dc22a75 revision 2 came late and does not count: form.csv row 3" in desk("status", code=0)
    assert "2 unchanged" in desk.take(form)
    assert "revision 3, legal, late" in desk.take("--player", "AAB", desk.text("late.txt", OTHER))
    assert "r3  36fd2648 late; revision 1 came in time" in desk("status", code=0)
    desk("export", "--out", desk.folder / "files")
    (player,) = csv.DictReader((desk.folder / "files" / "registrations.csv").read_text("utf-8").splitlines())
    assert (player["revision"], player["late"], player["note"]) == ("3", "yes", "revision 1 came in time")
    assert "2 unchanged" in desk.take(form)


def test_a_late_change_is_in_time_when_the_deadline_moves(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-20T20:00+01:00")
    desk.take(desk.form(row(1, LEGAL, "2026-11-20 18:00:00"), row(1, OTHER, "2026-11-20 21:00:00")))

    desk("set", "--deadline", "2026-11-20T22:00+01:00")

    assert (desk.player("Player AAB")["revision"], desk.player("Player AAB")["late"]) == (2, False)


def test_the_deadline_counts_to_the_second(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-20T23:59:59+01:00")
    desk.take(desk.form(row(1, LEGAL, "2026-11-20T23:59:59+01:00"), row(2, OTHER, "2026-11-21T00:00:00+01:00")))

    desk("letters", "--out", desk.folder / "letters")

    assert [each["late"] for each in desk.status()["players"]] == [False, True]
    assert "deadline 2026-11-20T23:59:59+01:00" in desk("status")
    assert "until 2026-11-20 23:59:59+01:00." in (desk.folder / "letters" / "001-player-aab.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("date", "received"),
    [
        ("Fri, 20 Nov 2026 19:00:01 -0000", "2026-11-20T19:00:01+00:00"),
        ("Fri, 20 Nov 2026 19:00:01 -0000 (UTC)", "2026-11-20T19:00:01+00:00"),
        ("Fri, 20 Nov 2026 20:00:01 +0100", "2026-11-20T20:00:01+01:00"),
    ],
)
def test_a_mail_counts_at_its_time(date: str, received: str, desk: Desk) -> None:
    desk.new("--deadline", "2026-11-20T20:00+01:00")

    desk.send("a.eml", mail(1, LEGAL, date=date))

    assert [(each["received"], each["late"]) for each in desk.status()["players"]] == [(received, True)]


def test_a_folder_of_lists_takes_names_from_the_lists_and_from_the_files(desk: Desk) -> None:
    desk.new()
    desk.text("lists/Player AAB.txt", LEGAL)
    desk.text("lists/x.txt", f"Player: Player AAC\n{OTHER}")
    desk.text("lists/Player AAD/deck.txt", ILLEGAL)

    desk.take(desk.folder / "lists")

    assert [each["name"] for each in desk.status()["players"]] == ["Player AAB", "Player AAC", "Player AAD"]


# What players and systems put beside lists, and whether it is named.
BESIDE = {
    "Player AAB.md": True,
    "Player AAB.text": True,
    "Player AAB.rtf": True,
    "Player AAB.odt": True,
    "Player AAB": True,
    "sub/Player AAB.html": True,
    "lists.mbox.bak": True,
    ".hidden.md": False,
    ".git/notes.md": False,
    "__MACOSX/sub/._Player AAB.txt": False,
    "__MACOSX/Player AAB.md": False,
}


@pytest.mark.parametrize(("name", "is_named"), BESIDE.items())
@pytest.mark.parametrize("is_packed", [False, True])
def test_a_file_that_is_not_read_is_named(name: str, is_named: bool, is_packed: bool, desk: Desk) -> None:
    desk.new()
    source = desk.text("in/Player AAC.txt", LEGAL).parent
    desk.text(f"in/{name}", OTHER)
    if is_packed:
        source = Path(shutil.make_archive(str(desk.folder / "in"), "zip", source))

    said = desk.take(source, code=int(is_named))

    assert (f"skipped: {source}/{name}: not the name of a list, table or email; if it is a list, take it" in said) == (
        is_named
    )
    assert ("1 list: 1 new; 1 file skipped" if is_named else "1 list: 1 new") in said


@pytest.mark.parametrize(("earlier", "counts"), [(1, "; the earlier list counts"), (2, "")])
def test_a_row_that_withdraws_is_a_question_in_its_own_words(earlier: int, counts: str, desk: Desk) -> None:
    """The earlier list is of the same player, or of another."""
    desk.new()

    said = desk.take(desk.form(row(earlier, LEGAL), row(1, "Sorry, I can't come.", "2026-11-23 18:00:00")), code=1)

    assert f"the message says `Sorry, I can't come.`{counts}; ask what is meant" in said


@pytest.mark.parametrize("name", ["Inbox", "Mail/Archives.2026", "message"])
def test_a_mailbox_without_a_suffix_in_a_folder_is_read_by_its_content(name: str, desk: Desk) -> None:
    desk.new()
    content = mail(1, "My list", LEGAL)
    source = desk.text(f"in/{name}", "").parent if "/" not in name else desk.text(f"in/{name}", "").parent.parent
    (source / name).write_bytes(content if name == "message" else b"From kei Sat Nov 21 18:00:00 2026\n" + content)
    (source / "photo.jpg").write_bytes(b"\xff\xd8" + bytes(200_000))

    said = desk.take(source, code=1)

    assert "1 list: 1 new; 1 file skipped" in said
    assert "photo.jpg: not the name of a list" in said
    assert [each["name"] for each in desk.status()["players"]] == ["Player AAB"]


def test_the_event_and_its_copies_are_no_lists(desk: Desk) -> None:
    desk.new()
    desk.text("Kei.txt", LEGAL)
    desk("backup", desk.folder / "saturday.event")
    with open_event(desk.file) as event, event.snapshot():
        # A shell puts all names of the folder in the place of `*`, those of a running desk too.
        assert "1 list: 1 new" in desk.take(*desk.folder.iterdir())
        assert "1 list: 1 unchanged" in desk.take(desk.folder)

    assert [each["name"] for each in desk.status()["players"]] == ["Kei"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have only Unicode names")
def test_the_name_of_a_file_in_latin_1_is_that_of_its_player(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.csv", "Name\nJürgen Müller\n"))
    path = os.fsencode(desk.folder) + b"/J\xfcrgen M\xfcller.txt"
    Path(os.fsdecode(path)).write_text(LEGAL, "utf-8")

    assert "new: Jürgen Müller" in desk.take(os.fsdecode(path))
    assert [(each["name"], each["verdict"]) for each in desk.status()["players"]] == [("Jürgen Müller", "legal")]


def test_a_folder_without_anything_to_read_is_not_passed_in_silence(desk: Desk) -> None:
    desk.new()
    path = desk.text("in/Player AAB.md", LEGAL)

    assert "0 lists: the input contains none; 1 file skipped" in desk.take(path.parent, code=1)
    assert "0 lists: the input contains none" in desk.take(desk.text("form.csv", "Name,Deck\n"))
    assert "new: Player AAB" in desk.take(path)


def test_mails_and_documents_are_read_in_an_archive_as_in_a_folder(desk: Desk) -> None:
    docx = pytest.importorskip("docx")
    desk.new()
    document, content = docx.Document(), io.BytesIO()
    document.add_paragraph(OTHER)
    document.save(content)
    with zipfile.ZipFile(desk.folder / "in.zip", "w") as archive:
        archive.writestr("mails/a.eml", mail(1, LEGAL))
        archive.writestr("Player AAC.docx", content.getvalue())
        archive.writestr("broken.xlsx", b"PK no spreadsheet")
        archive.writestr("Player AAD.txt", LEGAL)

    assert "4 lists: 3 new, 1 failed" in desk.take(desk.folder / "in.zip", code=2)


@pytest.mark.parametrize("name", ["form.csv", "form.csv.gz", "form.zip"])
def test_a_table_may_be_larger_than_a_list(name: str, desk: Desk) -> None:
    desk.new()
    note = "I read the rules of the event. " * 12_000
    rows = [(*row(number, LEGAL), note) for number in range(4)]
    form = desk.form(*rows, header=(*HEADER, "Note"))
    content = form.read_bytes()
    assert len(content) > Limits().file_bytes
    if name.endswith(".gz"):
        (desk.folder / name).write_bytes(gzip.compress(content))
    if name.endswith(".zip"):
        with zipfile.ZipFile(desk.folder / name, "w") as archive:
            archive.writestr("form.csv", content)

    assert "4 lists: 4 new" in desk.take(desk.folder / name)


def test_json_lines_are_a_table_too(desk: Desk) -> None:
    desk.new()
    rows = [{"who": "Player AAB", "list": LEGAL}, {"who": "Player AAC", "list": ILLEGAL}]
    table = desk.text("form.jsonl", "".join(json.dumps(each) + "\n" for each in rows))

    desk.take(table)

    assert desk.player("Player AAC")["source"] == {"file": "form.jsonl", "row": 2}


def test_a_spreadsheet_is_a_table_too(desk: Desk) -> None:
    desk.new()
    workbook(desk, {"Form": [HEADER, row(1, LEGAL), ("", "", "", "", ""), row(2, ILLEGAL)]}, "form.xlsx")

    desk.take(desk.folder / "form.xlsx")

    assert desk.player("Player AAC")["source"] == {"file": "form.xlsx", "row": 4}


def test_a_document_is_read_as_its_lines(desk: Desk) -> None:
    docx = pytest.importorskip("docx")
    desk.new()
    document = docx.Document()
    for line in LEGAL.splitlines():
        document.add_paragraph(line)
    document.save(str(desk.folder / "Player AAB.docx"))

    desk.take(desk.folder / "Player AAB.docx")

    assert desk.player("Player AAB")["verdict"] == "legal"


def workbook(desk: Desk, sheets: Mapping[str, Sequence[tuple[object, ...]]], name: str = "Player AAB.xlsx") -> Any:
    """Return a workbook with these rows on its sheets, and save it as `name` in the folder of the event."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for each in rows:
            sheet.append(each)
    book.save(desk.folder / name)
    return book


def cards_of(deck: str) -> list[tuple[object, ...]]:
    """Return the cards of a list as rows: number and name."""
    lines = [line.split(" ", 1) for line in deck.splitlines() if line[:1].isdigit()]
    return [(1, "Embassy of the Crane"), *((int(count), name) for count, name in lines)]


@pytest.mark.parametrize(
    "rows",
    [
        [("Qty", "Card"), *cards_of(LEGAL)],
        [("My deck",), (), ("Qty", "Card"), *cards_of(LEGAL)],
        [(name, count) for count, name in cards_of(LEGAL)],
    ],
)
def test_a_list_in_a_spreadsheet_is_read_as_a_table(rows: list[tuple[object, ...]], desk: Desk) -> None:
    desk.new()
    workbook(desk, {"Deck": rows})

    desk.take(desk.folder / "Player AAB.xlsx")

    assert desk.player("Player AAB")["verdict"] == "legal"


def test_a_cell_far_away_takes_no_long_time(desk: Desk) -> None:
    desk.new()
    book = workbook(desk, {"Deck": cards_of(LEGAL)})
    book["Deck"]["XFD1048576"] = " "
    book.save(desk.folder / "Player AAB.xlsx")

    begin = time.process_time()
    desk.take(desk.folder / "Player AAB.xlsx")

    assert desk.player("Player AAB")["verdict"] == "legal"
    assert time.process_time() - begin < 5


def test_a_workbook_with_several_lists_is_asked_about(desk: Desk) -> None:
    desk.new()
    workbook(desk, {"Second": cards_of(OTHER), "Deck": cards_of(LEGAL)})

    said = desk.take(desk.folder / "Player AAB.xlsx", code=1)

    assert "the workbook has 2 sheets: `Second`, `Deck`; save one list as a file of its own" in said


def test_a_folder_that_cannot_be_read_stops_no_other_list(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    lists, scandir = desk.folder / "lists", os.scandir
    (lists / "sealed").mkdir(parents=True)
    (lists / "Player AAB.txt").write_text(LEGAL, "utf-8")

    def scanned(path: str | Path) -> Any:
        if Path(path).name == "sealed":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scanned)
    said = desk.take(lists, code=2)

    assert "new: Player AAB" in said
    assert re.search("failed: .*sealed: ", said)


def test_columns_of_a_form_in_a_workbook_are_parts_of_one_list(desk: Desk) -> None:
    desk.new()
    header = ("Nombre", "Fortaleza", "Mazo de Dinastía", "Mazo de Destino")
    workbook(desk, {"Answers": [header, ("Player AAB", "Embassy of the Crane", DYNASTY, FATE)]}, "form.xlsx")
    desk.take(desk.folder / "form.xlsx")

    assert desk.player("Player AAB")["verdict"] == "legal"


def test_sheets_called_as_parts_of_a_deck_are_one_list(desk: Desk) -> None:
    desk.new()
    cards = cards_of(LEGAL)
    workbook(desk, {"Dynasty": [("Qty", "Card"), *cards[:22]], "Fate": [("Qty", "Card"), *cards[22:]]})

    desk.take(desk.folder / "Player AAB.xlsx")

    assert desk.player("Player AAB")["verdict"] == "legal"


def test_every_sheet_of_a_form_is_read(desk: Desk) -> None:
    desk.new()
    early, late = [("Name", "Deck"), ("Kei", LEGAL)], [("Name", "Deck"), ("Bo", OTHER)]
    workbook(desk, {"Form": early, "Late": late, "Help": [("Hand in here",)], "Ann": cards_of(LEGAL)}, "form.xlsx")

    said = desk.take(desk.folder / "form.xlsx", code=2)

    assert "new: Kei (form.xlsx row 2," in said
    assert "new: Bo (form.xlsx sheet Late row 2," in said
    assert "form.xlsx sheet Ann: a sheet with one list beside the sheets of a form" in said


def test_rows_struck_out_or_hidden_and_comments_are_questions(desk: Desk) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    desk.new()
    book = workbook(desk, {"Deck": [*cards_of(LEGAL), (1, "Rout"), (1, "Ambush"), (1, "Banzai")]})
    sheet, last = book["Deck"], len(cards_of(LEGAL)) + 3
    sheet.cell(last - 2, 2).font = openpyxl.styles.Font(strike=True)
    sheet.row_dimensions[last - 1].hidden = True
    sheet.cell(last, 2).comment = openpyxl.comments.Comment("not sure", "Kei")
    book.save(desk.folder / "Player AAB.xlsx")

    desk.take(desk.folder / "Player AAB.xlsx")

    said = " ".join(desk.player("Player AAB")["reasons"])
    assert f"row {last - 2} is struck out: 1 Rout" in said
    assert f"row {last - 1} is hidden: 1 Ambush" in said
    assert f"comment in row {last}: not sure" in said


def test_a_row_struck_out_of_a_form_replaces_no_list(desk: Desk) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    desk.new()
    book = workbook(desk, {"Form": [("Name", "Deck"), ("Kei", LEGAL), ("Kei", OTHER)]}, "form.xlsx")
    for cell in book["Form"][3]:
        cell.font = openpyxl.styles.Font(strike=True)
    book.save(desk.folder / "form.xlsx")

    assert "form.xlsx row 3): the row is struck out; ask which list counts" in desk.take(
        desk.folder / "form.xlsx", code=1
    )
    assert desk.player("Kei")["revision"] == 1


def test_a_line_struck_out_of_a_document_is_a_question(desk: Desk) -> None:
    docx = pytest.importorskip("docx")
    desk.new()
    document = docx.Document()
    table = document.add_table(rows=0, cols=2)
    for each in (("Qty", "Card"), *cards_of(LEGAL)):
        for cell, text in zip(table.add_row().cells, each, strict=True):
            cell.text = str(text)
    document.add_paragraph().add_run("1 Rout").font.strike = True
    document.save(str(desk.folder / "Player AAB.docx"))

    desk.take(desk.folder / "Player AAB.docx")

    (reason,) = desk.player("Player AAB")["reasons"]
    assert "`? struck out: 1 Rout` is not recognised" in reason


def test_a_document_has_the_numbers_that_word_shows(desk: Desk) -> None:
    """Word makes a list of lines that begin with ``3. ``, and takes the number out of their text."""
    docx = pytest.importorskip("docx")
    desk.new()
    document = docx.Document()
    document.add_paragraph("Shopping", style="List Bullet")
    for copies, name in cards_of(LEGAL):
        document.add_paragraph(name, style="List Number")
        document.add_paragraph(f"{copies} {name}", style="List Bullet")
    document.save(str(desk.folder / "Player AAB.docx"))

    desk.take(desk.folder / "Player AAB.docx")

    (_, first), *_ = cards_of(LEGAL)
    reasons = " ".join(desk.player("Player AAB")["reasons"])
    assert f"`1. {first}` is not recognised: its number may be the number of the line" in reasons


def test_a_pdf_without_text_says_so(desk: Desk) -> None:
    pypdf = pytest.importorskip("pypdf")
    desk.new()
    writer, content = pypdf.PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.write(content)
    (desk.folder / "Player AAB.pdf").write_bytes(content.getvalue())

    assert "contains no text; is it a scan?; ask for the list as text" in desk.take(
        desk.folder / "Player AAB.pdf", code=1
    )


def test_what_is_wrong_in_a_pdf_is_said_once_and_not_in_a_log(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("pypdf")
    desk.new()
    (desk.folder / "Player AAB.pdf").write_bytes(b"%PDF-1.4\n3 Rout\n")

    assert "not a readable .pdf file" in desk.take(desk.folder / "Player AAB.pdf", code=1)
    assert caplog.records == []


@pytest.mark.parametrize("said", ["Swap 1 Rout for 1 Banzai", "sorry, I forgot 1 Ring of the Void"])
def test_what_other_cells_say_of_a_list_is_a_question(said: str, desk: Desk) -> None:
    desk.new()
    form = desk.form(
        ("Kei", LEGAL, said), ("Bo", OTHER, "See you on Sunday!"), header=("Name", "Deck", "Anything else?")
    )

    desk.take(form)
    desk.take(form)

    (reason,) = desk.player("Kei")["reasons"]
    assert f"`? Anything else?: {said}` is not recognised" in reason
    assert [desk.player(name)["verdict"] for name in ("Kei", "Bo")] == ["undecided", "legal"]
    assert desk.player("Kei")["revision"] == 1


def test_a_row_that_is_void_replaces_no_list(desk: Desk) -> None:
    desk.new()
    rows = (("Kei", "valid", LEGAL), ("Kei", "void", OTHER))

    said = desk.take(desk.form(*rows, header=("Name", "Status", "Deck")), code=1)

    assert "form.csv row 3): `Status` is `void`; ask which list counts" in said
    assert desk.player("Kei")["revision"] == 1


def test_a_row_for_somebody_else_replaces_no_list(desk: Desk) -> None:
    desk.new()
    rows = (("Kei", "", LEGAL), ("Kei", "Bo Brook", OTHER), ("Ana", "no", OTHER))

    said = desk.take(desk.form(*rows, header=("Name", "If you register for a friend, name of friend", "Deck")), code=1)

    assert "form.csv row 3): `If you register for a friend, name of friend` is `Bo Brook`; ask whose list it is" in said
    assert [desk.player(name)["revision"] for name in ("Kei", "Ana")] == [1, 1]


def test_void_is_an_element_in_a_column_of_roles(desk: Desk) -> None:
    desk.new()

    desk.take(desk.form(("Kei", "Void", LEGAL), header=("Name", "Role", "Deck")))

    assert "`? Role: Void` is not recognised" in desk.player("Kei")["reasons"][0]


def test_two_lists_columns_need_an_option(desk: Desk) -> None:
    desk.new()
    form = desk.form(("Player AAB", LEGAL, OTHER), header=("Name", "First", "Second"))

    said = desk.take(form, code=2)
    assert "several columns contain lists: `First` and `Second`; say which: --list-column NAME; call" in said
    desk.take(form, "--list-column", "Second")
    assert desk.player("Player AAB")["verdict"] == "legal"


def test_a_table_without_names_goes_by_address(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("kei@example.org", LEGAL), ("kei@example.org", OTHER), header=("Mail", "Deck")))

    assert (desk.player("kei")["revision"], desk.player("kei")["contact"]) == (2, "kei@example.org")


@pytest.mark.parametrize("clans", [["Crab"], ["Crab", "Lion", "Crane"]])
def test_names_are_found_where_players_are_there_several_times(clans: list[str], desk: Desk) -> None:
    desk.new()
    rows = [
        ("", f"p{number % 4}@example.org", f"Person {word(number % 4)}", clans[number % len(clans)], LEGAL)
        for number in range(12)
    ]

    assert "player: C `Wie heißt du?`" in desk.take(desk.form(*rows))


def test_spreadsheets_that_are_not_read_make_no_player(desk: Desk) -> None:
    desk.new()
    (desk.folder / "reg.ods").write_bytes(b"PK\x03\x04 mimetype")
    (desk.folder / "form.csv").write_bytes(f'Name;Deck\nJosé;"{LEGAL}"\n'.encode("cp1252"))

    said = desk.take(desk.folder / "reg.ods", desk.folder / "form.csv", code=2)

    assert "reg.ods: deckcheck cannot read .ods spreadsheets; save it as .xlsx" in said
    assert "form.csv: not UTF-8 at byte 13; save it as .xlsx, or as CSV in UTF-8 (in Excel: `CSV UTF-8`)" in said
    assert "2 lists: 2 failed" in said


def test_an_array_of_players_is_a_table(desk: Desk) -> None:
    desk.new()
    people = [{"player": "Kei", "cards": {"Iron Mine": 3}}, {"player": "Ren", "cards": LEGAL}]

    said = desk.take(desk.text("form.json", json.dumps(people, indent=1)))

    assert "form.json: player: A `player`; list: B `cards`" in said
    assert desk.player("Ren")["source"] == {"file": "form.json", "row": 2}


def test_one_bad_file_stops_no_other(desk: Desk) -> None:
    desk.new()
    desk.text("in/Player AAB.txt", LEGAL)
    desk.text("in/roster.csv", "Name,Seat\nPlayer AAC,1\n")
    (desk.folder / "in" / "a.xlsx").write_bytes(b"PK no spreadsheet")

    said = desk.take(desk.folder / "in", desk.folder / "nosuch.txt", code=2)

    assert "new: Player AAB" in said
    assert "roster.csv: no column contains lists; say which: --list-column NAME" in said
    assert "a.xlsx: damaged: it cannot be unpacked" in said
    assert "nosuch.txt: cannot be read: No such file or directory" in said
    assert "4 lists: 1 new, 3 failed" in said


def test_lists_are_judged_again_when_the_rules_change(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, ILLEGAL)))
    before = desk.status()["players"]
    judged: list[str] = []
    report = ListChecker.report

    def counted(self: ListChecker, submission: Submission, player: str) -> Report:
        judged.append(player)
        return report(self, submission, player)

    monkeypatch.setattr(ListChecker, "report", counted)
    assert desk.status()["players"] == before
    assert judged == []

    monkeypatch.setattr("deckcheck.events.checking.__version__", "9.9.9")
    assert desk.status()["players"] == before
    assert judged == ["Player AAB", "Player AAC"]


def test_a_ruling_about_another_player_hides_no_change_of_the_rules(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, ILLEGAL)))
    with sqlite3.connect(desk.file) as database:
        database.execute("drop trigger submission_keeps_update")
        database.execute("update submission set verdict = 'illegal', checker = '0.0.1' where id = 1")
    database.close()

    desk("rule", "allow", "--player", "Player AAC", "--why", "looked at")

    assert desk.player("Player AAB")["note"].startswith(
        "was illegal when it came in; rules, cards or deckcheck have changed"
    )
    assert desk.player("Player AAC")["note"] is None


def test_first_and_last_names_are_one_name(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("Player", "AAB", LEGAL), header=("First name", "Last name", "Deck")))

    assert desk.player("Player AAB")["verdict"] == "legal"


def test_a_family_with_one_address_stays_two_players(desk: Desk) -> None:
    desk.new()
    rows = [("", "home@example.org", name, "Crane", LEGAL) for name in ("Anna Example", "Robert Example")]
    desk.take(desk.form(*rows))

    found = desk.status()

    assert found["event"]["counts"]["players"] == 2
    assert found["players"][0]["note"] == "Robert Example handed in the same deck"
    desk.take(desk.form(*rows, row(1, LEGAL)))
    assert desk.player("Robert Example")["note"] == "Anna Example and 1 more handed in the same deck"


def test_the_same_name_with_another_address_is_shown_as_entered_twice(desk: Desk) -> None:
    desk.new()
    rows = [("", address, "Player AAB", "Crane", LEGAL) for address in ("a@example.org", "b@example.org")]
    desk.take(desk.form(*rows))

    assert desk.status()["event"]["counts"]["double"] == 2
    assert ", 2 duplicates\n" in desk("status")


def test_a_roster_says_who_is_missing(desk: Desk) -> None:
    desk.new()
    roster = desk.form(("Player AAB", "a@example.org", "1"), ("Player AAC", "", "2"), header=("Name", "Mail", "Seat"))
    assert "2 new players, 0 already expected" in desk("roster", roster)
    assert "0 new players, 2 already expected" in desk("roster", roster)

    desk.take(desk.text("player-aac.txt", LEGAL))

    assert "— missing    Player AAB" in desk("status", code=1)
    assert (desk.player("Player AAC")["seat"], desk.player("Player AAC")["verdict"]) == ("2", "legal")
    desk("drop", "Player AAB")
    assert desk.status()["event"]["counts"]["missing"] == 0


def test_many_missing_players_are_one_paragraph_below_those_with_problems(desk: Desk) -> None:
    desk.new()
    names = [f"Player AA{letter}" for letter in "ABCDEFGHIJKLM"]
    desk("roster", desk.form(*[(name,) for name in names], header=("Name",)))
    desk.take(desk.text("player-aah.txt", LEGAL.replace("3 Marketplace", "4 Marketplace")))

    said = desk("status", code=1).splitlines()

    assert said[3].startswith("✗ illegal    Player AAH ")
    assert said[4] == "— missing    Player AAA, Player AAB, Player AAC, Player AAD, Player AAE,"
    assert " ".join(said[4].split()[2:] + said[5].split() + said[6].split()).count("Player") == 12


def test_the_state_names_one_cause_once_with_its_lines(desk: Desk) -> None:
    desk.new()
    desk.take(desk.text("player-aaa.txt", LEGAL + "3 Sniping\n3 Qalyar\n3 Indecision\n3 Ambush Tactics\n"))

    assert re.search(
        r"P001 lines \d+, \d+, \d+, \d+: `Sniping` is not legal in .*; the same is true of 3 more cards\n",
        desk("status", code=1),
    )


def test_the_state_names_the_game_of_a_deck(desk: Desk) -> None:
    desk.new()
    desk.take(desk.text("player-aaa.txt", (WHOLE_DECKS / "lcg-2017/crab-keeper.txt").read_text("utf-8")))

    assert "names belong to Legend of the Five Rings: the Card Game" in desk("status", code=1)


def test_tables_and_emails_come_through_standard_input(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def piped(path: Path, *command: object, code: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes()), "utf-8"))
        return desk(str(command[0]), *command[1:], "-", code=code)

    desk.new()
    names, lists = desk.text("names.csv", "Name\nPlayer AAB\n"), desk.text("kei.txt", LEGAL)

    assert "1 new player, 0 already expected" in piped(names, "roster")
    assert "new: Player AAB (<stdin> row 2, revision 1, legal)" in piped(desk.form(row(1, LEGAL)), "take")
    assert "a site with 1 list" in piped(names, "publish", "--out", desk.folder / "site", "--players")
    assert "1 of 1" in piped(names, "draw-checks", "--round", 1, "--share", 0, "--cut")
    assert "<stdin>: no player is named; name the player: --player NAME" in piped(lists, "take", code=1)
    (desk.folder / "a.eml").write_bytes(mail(2, LEGAL).replace(b"\n", b"\r\n"))
    assert "new: Player AAC (<stdin>, revision 1, legal)" in piped(desk.folder / "a.eml", "take")
    (desk.folder / "a.mbox").write_bytes(b"From desk\n" + mail(3, OTHER) + b"\nFrom desk\n" + mail(4, OTHER))
    said = piped(desk.folder / "a.mbox", "take")
    assert "new: Player AAE (<stdin> message 2, revision 1, legal)" in said
    assert said.endswith("2 lists: 2 new\n")
    assert "2 lists: 2 unchanged" in desk.take(desk.folder / "a.mbox")


def test_the_recipients_of_a_mail_are_a_roster(desk: Desk) -> None:
    desk.new()
    recipients = '"Smith, Kei" <kei@example.org>, Bo <bo@example.org>;\nJürgen Müller <j@example.org>\n'

    assert "3 new players" in desk("roster", desk.text("players.txt", recipients))

    players = {each["name"]: each["contact"] for each in desk.status()["players"]}
    assert players == {"Smith, Kei": "kei@example.org", "Bo": "bo@example.org", "Jürgen Müller": "j@example.org"}


def test_a_row_of_a_roster_without_a_name_is_named(desk: Desk) -> None:
    desk.new()
    said = desk(
        "roster", desk.text("players.csv", "Name,Mail,Seat\n,kei@example.org,1\nBo,bo@example.org,2\n,,3\n"), code=1
    )

    assert "refused: kei@example.org (players.csv row 2): the row names nobody; write the name into it" in said
    assert "1 new player, 0 already expected, 1 refused" in said


def test_two_players_of_one_name_in_a_roster_are_asked_about(desk: Desk) -> None:
    desk.new()
    said = desk("roster", desk.text("players.csv", "Name,Seat\nKei Smith,4\nKei Smith,5\nBo,6\n"), code=1)

    assert "refused: Kei Smith (players.csv row 3): an earlier row has this name; if they are two players" in said
    assert (len(desk.status()["players"]), desk.player("Kei Smith")["seat"]) == (2, "4")
    table = "Name,Mail,Seat\nKei Smith,kei@example.org,4\nKei Smith,smith@example.org,5\nKei Smith,kei@example.org,4\n"
    assert "1 new player, 1 already expected, 1 changed" in desk("roster", desk.text("players.csv", table))


def test_a_form_that_is_taken_again_does_not_bring_back_a_dropped_player(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, LEGAL)))
    desk("drop", "Player AAB")

    assert "2 lists: 2 unchanged" in desk.take(desk.form(row(1, LEGAL), row(2, LEGAL)))
    assert [each["name"] for each in desk.status()["players"]] == ["Player AAC"]


def test_a_new_list_brings_a_dropped_player_back(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL)))
    desk("drop", "Player AAB")

    said = desk.take(desk.form(row(1, LEGAL), row(1, OTHER)))

    assert "row 3, revision 2, legal): was dropped and is registered again" in said
    assert desk.player("Player AAB")["revision"] == 2
    assert "revision 2 of 2" in desk("show", "Player AAB")


@pytest.mark.parametrize("options", [(), ("--player", "Kei")])
@pytest.mark.parametrize(
    ("called", "content", "why"),
    [
        ("notes.txt", b"Remember to bring dice.\nRoom 12 is booked.\n", "so this is not a deck list"),
        ("notes.txt", b"", "the file is empty"),
        ("notes.jpg", b"\xff\xd8\xff" + bytes(9), "it looks like a picture"),
    ],
)
def test_a_file_without_a_list_makes_no_player_and_is_not_lost_for_a_known_one(
    called: str, content: bytes, why: str, options: tuple[str, ...], desk: Desk
) -> None:
    desk.new()
    note = desk.folder / called
    note.write_bytes(content)

    said = desk.take(note, *options, code=1)

    assert f"refused: {'Kei' if options else 'notes'} (" in said
    assert why in said
    assert desk.status()["event"]["counts"]["players"] == 0
    desk.take(desk.form(row(1, LEGAL)))
    mine = text_file(desk.folder / "Player AAB.txt", "I still have no list, sorry.\n")
    assert "unreadable: Player AAB" in desk.take(mine, code=1)


def test_a_locked_list_is_refused_and_taken_after_unlocking(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, LEGAL)))
    desk("lock")
    desk("unlock", "Player AAC")
    form = desk.form(row(1, OTHER), row(2, OTHER), row(3, OTHER))

    said = desk.take(form, code=1)

    assert "locked: Player AAB" in said
    assert "revision: Player AAC" in said
    assert "locked: Player AAD" in said
    assert desk.status()["event"]["counts"]["players"] == 2
    assert desk.status()["event"]["locked"]
    assert "2 of 2 handed in, all lists locked\n" in desk("status")
    desk("unlock")
    assert "locked" not in desk("status")
    assert "revision: Player AAB" in desk.take(form)


def test_an_address_that_cannot_be_fetched_is_tried_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    form = desk.form(row(1, "https://www.emeralddb.org/decks/1"))
    online: list[str] = []

    def fetch(address: str, _: object) -> str:
        if not online:
            raise FetchError("the server does not answer", place=address)
        return online[0]

    monkeypatch.setattr("deckcheck.system.web.decks.fetch_deck", fetch)
    assert "the server does not answer" in desk.take(form, code=1)

    online.append(desk.printed("convert", desk.text("deck.txt", LEGAL), "--to", "deckcheck-json"))
    desk.take(form)

    assert (desk.player("Player AAB")["revision"], desk.player("Player AAB")["verdict"]) == (2, "legal")
    assert "unchanged" in desk.take(form)


def test_a_mail_with_an_address_that_cannot_be_fetched_has_its_own_time(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.new("--deadline", "2020-12-01T20:00+01:00")

    def fetch(address: str, _: object) -> str:
        raise FetchError("the server does not answer", place=address)

    monkeypatch.setattr("deckcheck.system.web.decks.fetch_deck", fetch)
    desk("roster", desk.text("names.txt", "Player AAB\n"))

    sent = mail(1, "https://www.emeralddb.org/decks/1", date="Sat, 21 Nov 2020 10:00:00 +0100")
    said = desk.send("1.eml", sent, code=1)

    assert "the server does not answer" in said
    assert "late" not in said
    assert "received 2020-11-21 10:00+01:00\n" in desk("show", "Player AAB", code=1)
    assert "1 unchanged" in desk.send("1.eml", sent)


@pytest.mark.parametrize(
    ("cell", "verdict"),
    [
        ("see https://www.emeralddb.org/decks/1", "legal"),
        ("My deck: <https://www.emeralddb.org/decks/1>.", "legal"),
        ("https://www.emeralddb.org/decks/1 but 1 Rout less", "unreadable"),
        ("https://www.emeralddb.org/decks/1 or https://www.emeralddb.org/decks/2", "unreadable"),
        ("see https://images.example.org/1", "unreadable"),
    ],
)
def test_words_may_be_around_an_address(cell: str, verdict: str, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    deck = desk.printed("convert", desk.text("deck.txt", LEGAL), "--to", "deckcheck-json")
    monkeypatch.setattr("deckcheck.system.web.decks.fetch_deck", lambda *_: deck)

    form = desk.form(("Kei", cell), header=("Name", "Deck list"))

    desk.take(form, code=verdict == "unreadable")

    assert desk.player("Kei")["verdict"] == verdict


def test_a_mail_may_have_the_address_of_a_deck_only(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.new()
    deck = desk.printed("convert", desk.text("deck.txt", LEGAL), "--to", "deckcheck-json")
    monkeypatch.setattr("deckcheck.system.web.decks.fetch_deck", lambda *_: deck)

    desk.send("1.eml", mail(1, "Hi,\n\nhere is my deck:\nhttps://www.emeralddb.org/decks/1\n\nThanks,\nPlayer"))

    assert desk.player("Player AAB")["verdict"] == "legal"


def test_hostile_names_stay_in_their_line(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(("", "x@example.org", "Player\x1b[31m\nB: 9\u202e", "Crane", LEGAL)))

    shown = desk("status", "--all")

    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert len(shown.splitlines()) == 4


@pytest.mark.parametrize(("form", "late"), [("%m/%d/%Y %H:%M:%S", 1), ("%d.%m.%Y %H:%M:%S", 1), ("%H:%M", 0)])
def test_times_are_read_as_forms_write_them(form: str, late: int, desk: Desk) -> None:
    time = datetime.datetime(2026, 11, 20, 18, 30, 0, tzinfo=datetime.UTC)
    desk.new("--deadline", "2026-11-20T18:00+00:00")
    desk.take(desk.form(row(1, LEGAL, time.strftime(form))))

    assert sum(each["received"].startswith("2026-11-20T18:30") for each in desk.status()["players"]) == late
