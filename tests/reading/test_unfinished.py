"""Words that say that a list is not finished."""

from __future__ import annotations

import re

import pytest

from deckcheck.model.unfinished import UNFINISHED, says_unfinished

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
    assert re.search(UNFINISHED, phrase, re.IGNORECASE | re.VERBOSE)
    assert says_unfinished(phrase)
    assert says_unfinished(phrase.upper())


@pytest.mark.parametrize(
    "name", ["Crane Honor", "Morel's deck", "The Rest of the Phoenix", "Found Family", "Changeling", "Completed"]
)
def test_other_names_say_nothing_of_the_kind(name: str) -> None:
    assert not says_unfinished(name)
