"""Emails: the list is what their sender wrote, and not the messages that they quote."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from deckcheck import Checker, InputError, Verdict
from deckcheck.decks.text.quotes import own_text

CRAB = (
    (Path(__file__).resolve().parents[1] / "fixtures/decks/celestial-40-40/crab-military.txt")
    .read_text("utf-8")
    .partition("\n\n")[2]
)
OLD = "".join(f"> {line}\n" for line in CRAB.replace("3 Iron Mine", "2 Iron Mine\n1 Copper Mine").splitlines())
WROTE = "On Mon, 11 May 2009 at 09:00, Judge <judge@example.org> wrote:"
SENT = "From: Judge <judge@example.org>\nSent: Monday, May 11, 2009 9:00 AM\nTo: Kei\nSubject: list"


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param(f"{WROTE}\n{OLD}", id="an older list"),
        pytest.param(f"{WROTE}\n> Please no more than 3 copies of each card.\n> Judge\n", id="a question"),
        pytest.param(f"-----Original Message-----\n{SENT}\n\n{OLD.replace('> ', '')}", id="without signs"),
        pytest.param(f"________________________________\n{SENT}\n\n{OLD.replace('> ', '')}", id="as Outlook quotes"),
    ],
)
def test_what_a_reply_quotes_below_its_list_is_outside_the_deck(quote: str, checker: Checker) -> None:
    assert checker.check_text(f"Here is my list.\n\n{CRAB}\n\n{quote}").verdict is Verdict.LEGAL
    four = CRAB.replace("3 Iron Mine", "4 Iron Mine")
    assert checker.check_text(f"Here is my list.\n\n{four}\n\n{quote}").verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("wrote", [WROTE, WROTE.replace("09:00, ", "09:00,\n"), "Kei <kei@example.org> 11.5.2009:"])
def test_the_card_just_above_a_quoted_message_is_in_the_deck(wrote: str, checker: Checker) -> None:
    text = f"{CRAB.rstrip()}\n1 Ring of Air\n{wrote}\n{OLD}"
    assert checker.check_text(text).verdict is Verdict.LEGAL
    assert checker.check_text(text.replace(OLD, "> See you!")).verdict is Verdict.LEGAL
    assert checker.check_text(text.replace("1 Ring", "4 Ring")).verdict is Verdict.ILLEGAL
    assert own_text(text).rstrip().endswith("\n1 Ring of Air")


@pytest.mark.parametrize("above", [f"-----Original Message-----\n{SENT}\n", "From: Kei\nDate: 2009-05-11\n", WROTE])
def test_cards_that_a_reply_lacks_may_be_its_other_part(above: str, checker: Checker) -> None:
    dynasty, _, fate = CRAB.partition("Fate")
    assert checker.check_text(f"{dynasty}\n{above}\nFate{fate}").verdict is not Verdict.ILLEGAL
    names = re.sub(r"(?m)^\d ", "", fate)
    assert checker.check_text(f"{dynasty}\n{above}\n{names}").verdict is not Verdict.ILLEGAL


def test_facts_such_as_from_and_date_begin_no_message(checker: Checker) -> None:
    facts = "From: Kei\nDate: 2009-05-11"
    assert checker.check_text(f"{CRAB}\n{facts}\n\nI changed two cards since.\n").verdict is Verdict.UNDECIDED
    assert checker.check_text(f"{CRAB}\n{facts}\n").verdict is Verdict.LEGAL


def test_a_quoted_list_counts_below_text_without_one(checker: Checker) -> None:
    quoted = "".join(f"> {line}\n" for line in CRAB.splitlines())
    assert checker.check_text(f"Looks good to me!\n\n{WROTE}\n{quoted}").verdict is Verdict.LEGAL
    changes = "1 Copper Mine\n1 Silver Mine\n1 Gold Mine\n1 Marketplace\n1 Ring of Air\n"
    assert checker.check_text(f"Changes:\n{changes}\n\n{WROTE}\n{quoted}").verdict is Verdict.UNDECIDED


def test_an_email_is_read_as_the_text_that_it_shows(checker: Checker, tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = "Décklist"
    message.set_content(f"Voilà ma liste:\n\n{CRAB}\n\n{WROTE}\n{OLD}", charset="iso-8859-1", cte="base64")
    message.add_alternative("<p>See the other part.</p>", subtype="html")
    path = tmp_path / "list.eml"
    path.write_bytes(bytes(message))
    assert checker.check_file(path).verdict is Verdict.LEGAL

    path.write_text(f"From: kei@example.org\nSubject: list\n\n{CRAB}\n\nKei\n", "utf-8")
    assert checker.check_file(path).verdict is Verdict.LEGAL
    path.write_text(f"From: kei@example.org\nSubject: list\n\n{CRAB.replace('3 Iron Mine', '4 Iron Mine')}", "utf-8")
    lines = path.read_text("utf-8").split("\n")
    (finding,) = (each for each in checker.check_file(path).findings if each.code == "C001")
    assert finding.span
    assert lines[finding.span.line - 1] == "4 Iron Mine"


def test_the_name_of_a_sender_may_be_a_card(checker: Checker, tmp_path: Path) -> None:
    path = tmp_path / "list.eml"
    path.write_text(f"From: Oni no Kamu <kei@example.org>\n\n{CRAB}\n\nOni no Kamu\n", "utf-8")
    assert checker.check_file(path).verdict is Verdict.UNDECIDED


def test_a_list_that_is_attached_has_to_be_saved(checker: Checker, tmp_path: Path) -> None:
    message = EmailMessage()
    message.set_content("My list is attached.\n")
    message.add_attachment(CRAB, filename="crab.txt")
    (tmp_path / "list.eml").write_bytes(bytes(message))
    with pytest.raises(InputError, match=r"no list; attached: crab\.txt"):
        checker.check_file(tmp_path / "list.eml")


def test_an_email_without_text_is_refused(checker: Checker, tmp_path: Path) -> None:
    (tmp_path / "list.eml").write_text("From: kei@example.org\n\n", "utf-8")
    with pytest.raises(InputError, match="this email has no text"):
        checker.check_file(tmp_path / "list.eml")
