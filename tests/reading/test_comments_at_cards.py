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
