"""Sentences in comments directly behind or below cards: who has them, when they are played, and how good they are."""

from __future__ import annotations

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader
from tests.reading.test_comments_on_lines import CARDS, LIST, rows

CHANGES = """my cousin needs one back | the judge has to okay this | up for grabs | flip a coin the night before
    | someone walked off with one | still on the fence about these | these are really Fields of Courage
    | Saturday only | would rather have Refugees | pencil this in for now | on the bench unless Mantis shows up
    | quantity unconfirmed | awaiting shipment | a third has water damage | in my other bag | for the side event
    | liegt noch im Löwendeck | muss ich mir noch leihen | Wackelkandidat | Bestellung unterwegs | erst ab Runde 3
    | plutôt que Rout, à voir | j'hésite | rayé sur la feuille | nel mazzo Drago | conteggio da rifare
    | las tiene mi hermano | era la otra versión | tachado | conferir a quantidade | vendi uma
    | sprawdzić ilość | pożyczyć od brata | skreślić"""
SILENT = """I love this card | these win games | the judge ruled that it works | my wife calls it the cheating card
    | a gift from an old friend | old but gold | still broken after all these years | three is enough
    | plus three force | two gold and worth it | saw it in a winning list | about five bucks each these days
    | can't imagine the deck without it | I beat the regional champion with it
    | mein Kumpel flucht jedes Mal | renvoie une unité chez elle | nadie se la espera"""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("celestial-40-40")


@pytest.mark.parametrize(
    ("comment", "verdict"),
    [(each, said) for table, said in ((CHANGES, Verdict.UNDECIDED), (SILENT, Verdict.LEGAL)) for each in rows(table)],
)
def test_a_sentence_at_a_card_may_leave_it_open(comment: str, verdict: Verdict, reader: Reader) -> None:
    cards = "".join(f'  "{name}": {count}\n' for count, _, name in CARDS).replace(
        '"Copper Mine": 3', f'"Copper Mine": 3  # {comment}'
    )
    for place in (f" # {comment}", f"\n# {comment}", f"\n// {comment}"):
        assert reader.verdict(LIST.replace("3 Copper Mine\n", f"3 Copper Mine{place}\n")) is verdict
    assert reader.checker.check_text(f"deckcheck: 1\ncards:\n{cards}").verdict is verdict


@pytest.mark.parametrize("note", rows(CHANGES))
def test_so_may_a_note_in_a_table(note: str, reader: Reader) -> None:
    others = [f"{count} | {name} |" for count, _, name in CARDS if name != "Copper Mine"]
    table = "\n".join(["Qty | Card | Notes", *others, "3 | Copper Mine | "])
    assert reader.verdict(table) is Verdict.LEGAL
    assert reader.verdict(table + note) is Verdict.UNDECIDED


def test_without_a_mark_it_tells_of_the_deck(reader: Reader) -> None:
    for sentence in ("My wife plays this one too.", "These are what makes the deck tick."):
        assert reader.verdict(f"{LIST}\n\n{sentence}\n") is Verdict.LEGAL


UNKNOWN = """too cheap to keep | when they play dishonor | 41st card | used the other art, different text
    | great, but Border Keep is greater | nobody remembers it exists | gold holder or similar | sits in my desk
    | hat Lukas noch | Pierre a la mienne"""
UNDERSTOOD = "2F | 4F/3C | $0.50 | great card | love it | best holding ever | attack and defense | on theme"
LABELS = "Movement | Honor engine | see errata | box A | 日本語"


def shown(text: str, reader: Reader) -> object:
    """Return the comments of a legal list that a note shows, also among remembered lines."""
    report = reader.checker.check_text(text)
    remembered = reader.known.in_text(text, "deck.txt", None)
    assert report.verdict is Verdict.LEGAL
    assert remembered is None or len(remembered.findings) == len(report.findings)
    assert len(report.findings) <= 1
    return report.findings[0].data["texts"] if report.findings else []


@pytest.mark.parametrize("comment", rows(UNKNOWN))
def test_a_note_shows_a_comment_in_unknown_words(comment: str, reader: Reader) -> None:
    for place in (f" # {comment}", f"\n# {comment}", f"\n// {comment}"):
        assert shown(LIST.replace("3 Copper Mine\n", f"3 Copper Mine{place}\n"), reader) == [comment]


@pytest.mark.parametrize("comment", [*rows(UNKNOWN), *rows(UNDERSTOOD)])
def test_so_does_it_below_the_last_card(comment: str, reader: Reader) -> None:
    assert shown(f"{LIST}\n# {comment}\n", reader) == [comment] * (comment in rows(UNKNOWN))


@pytest.mark.parametrize("comment", rows(UNDERSTOOD))
def test_it_does_not_show_what_is_understood(comment: str, reader: Reader) -> None:
    for place in (f" # {comment}", f"\n# {comment}"):
        assert shown(LIST.replace("3 Copper Mine\n", f"3 Copper Mine{place}\n"), reader) == []


@pytest.mark.parametrize("label", rows(LABELS))
def test_a_short_comment_above_cards_is_their_label(label: str, reader: Reader) -> None:
    assert shown(LIST.replace("3 Copper Mine\n", f"3 Copper Mine\n# {label}\n"), reader) == []
    assert shown(LIST.replace("3 Copper Mine\n", f"3 Copper Mine # {label}\n"), reader) == [label]


def test_one_note_shows_all_comments(reader: Reader) -> None:
    comments = [f"the {word} mile" for word in ("first long", "next long", "green", "blue", "grey", "white", "black")]
    cards = LIST.splitlines(keepends=True)
    places = [at for at, line in enumerate(cards) if line[:1] == "3"][: len(comments)]
    for at, comment in zip(places, comments, strict=True):
        cards[at] = f"{cards[at].rstrip()}  # {comment}\n"
    assert shown("".join(cards), reader) == comments
    (finding,) = reader.checker.check_text("".join(cards)).findings
    assert finding.data["lines"] == [at + 1 for at in places]
    assert '"the white mile", ...' in finding.message
