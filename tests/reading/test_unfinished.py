"""Words that say that a list is not finished, and how they are written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import Verdict
from deckcheck.model.vocabulary import TALK, Says, says, says_unfinished, without
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8").partition("\n\n")[2]

PHRASES = """
WIP - Crane, w.i.p., wi.p, w.ip, Work in Progress, work-in progress, in progress, deck in progress, half finished
not done, not yet complete, not quite finished, unfinished, incomplete list, truncated, TODO, to-do: rings
to be continued, more to come, more cards to follow, more coming, cards not found, names not found, rest to follow
rest follows, Rest folgt, Rest kommt, in Arbeit, noch nicht fertig, nicht ganz vollständig, unfertige, unvollständig
in lavorazione, liste en cours, lista in corso, mazo en construcción, lista en progreso, lista en proceso
pas encore finie, non ancora finito, sin terminar, sin acabar, no terminado, inachevé, incomplète, incompiuto
Entwurf, vorläufige Liste, noch nicht final, liste provisoire, brouillon, lista provvisoria, bozza, borrador
provisional, subject to change
incompleto, inacabado, niedokończona, niekompletny
"""


@pytest.mark.parametrize("phrase", re.split(r"[,\n]\s*", PHRASES.strip()))
def test_a_name_says_that_a_list_is_not_finished(phrase: str) -> None:
    assert says_unfinished(phrase)
    assert says_unfinished(phrase.upper())


@pytest.mark.parametrize(
    "name", ["Crane Honor", "Morel's deck", "The Rest of the Phoenix", "Found Family", "Changeling", "Completed"]
)
def test_other_names_say_nothing_of_the_kind(name: str) -> None:
    assert not says_unfinished(name)


@pytest.mark.parametrize("name", ["Beta", "Draft", "alpha"])
def test_a_deck_may_be_called_so(name: str) -> None:
    reader = Reader("celestial-40-40")
    cards = {name: int(copies) for copies, name in re.findall(r"(?m)^(\d) (.+)$", CRANE)}

    for label, verdict in (("name", Verdict.LEGAL), ("status", Verdict.UNDECIDED)):
        assert reader.verdict_of_json({label: name, "cards": cards}) is verdict
    assert reader.verdict(f"Name: {name}\n\n{CRANE}") is Verdict.LEGAL
    assert reader.verdict(f"Name: {name} v2\n\n{CRANE}") is Verdict.UNDECIDED
    assert reader.verdict(f"{name}\n\n{CRANE}") is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("remark", "said"),
    [
        ("we took two of them out", Says.OTHERS),  # `took ... out`
        ("two cards", Says.OTHERS),  # `& card(s)`
        ("80 cards", Says(0)),
        ("Hmm...", Says.OPEN),  # `^hm*`
        ("ahem", Says(0)),
        ("more or less", Says.OTHERS | Says.MORE),
        ("Peut-être", Says.OTHERS),  # `peut être$`
        ("peut-être la meilleure", Says(0)),
        ("It isn’t in", Says.OTHERS),  # `isn't .. in`
        ("t.b.d.", Says.UNFINISHED),
        ("On theme", Says(0)),
        ("Good, solid card", Says(0)),
    ],
)
def test_a_remark_is_classified_by_its_words(remark: str, said: Says) -> None:
    assert says(remark) == said


def test_talk_is_left_out() -> None:
    assert without(TALK, "We lost two games, 2-1") == "We  , 2-1"
