"""What players write around lists: about games, prices and texts, which changes no deck, and what may change one."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"


@pytest.fixture(scope="module")
def lists() -> list[tuple[Reader, str]]:
    found = (("celestial-40-40", "crane-honor"), ("lcg-stronghold", "phoenix-one-restricted"))
    return [
        (Reader(game), (DECKS / game / f"{deck}.txt").read_text("utf-8").partition("\n\n")[2]) for game, deck in found
    ]


def rows(table: str) -> list[str]:
    return [" ".join(row.split()) for row in table.split("|")]


TALK = """I won the local tournament with this list. 12 players, 4 rounds. | Top 8: 1-1 | Cut to top 8 was at 4-1 | 18
    players, 5 rounds, cut to top 4 | Made the cut as 7th seed. | Missed the cut by one win. | Swiss: 4-1, cut: 2-1
    | Took out three provinces in the final. | I took out two provinces in the first game. | Lost two provinces in
    round 3. | I lost 1 match against Crab. | I was out after round 3. | I had a bye in round 2. | Won the final
    2-0. | Edit: fixed some typos. | Edit: typos | I added some notes below. | Edit: added a link to the report. |
    Removed from my blog | Cost: about 40 dollars | Price: $40 | 24 Spieler, 5 Runden | Ohne Niederlage | Ich habe 3
    Spiele gewonnen und eine Partie verloren. | Tippfehler korrigiert | 16 joueurs, 4 rondes | Sans défaite | Ajouté
    des commentaires | 20 giocatori, 5 turni | Senza sconfitte al torneo | 12 jugadores, 4 rondas | Sin derrotas"""
CHANGES = """I added two copies of Rout | Added some cards after round 2 | Added 2 for the final. | Swapped two before
    round 3. | Took out three in the final. | Took out three after the final. | Took out three provinces | Without
    provinces | Took out three provinces in the deck | I took out provinces for the final. | I added two provinces
    after round 3. | I cut to 2 of everything | Cut to top 40 | Only the top 40 | I made a cut after 3 rounds. | Cut
    for top 8 | No cut, 2 less | Top 8: two in, two out | Top 8: 40-40 | 12 players, 4 rounds, 2 less | I played two
    less in 4 rounds. | 4 rounds: 3 Rout | 3 Xylophone Wood, 4 rounds | Xylophone Wood 3, round 4 | Table 7 | 3
    Rounds | Dropped after round 4: | This was my list before round 4 | It was out after round 3. | Some came after
    round 3. | Added draw after round 3. | Edit: -1 Rout +1 Block Supply Lines | fixed: only two Rings | Edit: fixed
    typos, two less | Edit: typos in the numbers | Edit: fixed typos in the list | I added some notes and a card. |
    I added notes below on what to cut. | Edit: added a link to the right list | Removed from my deck | Removed two
    from my blog | Some cards removed for the blog | Cost: minus 2 | 40 dollars for the missing card | 12 Spieler, 4
    Runden, zwei weniger | Ohne zwei | Ho tolto due carte | 12 joueurs, 4 rondes, une carte de moins | J'ai ajouté
    des notes et une carte | Deux de moins après le tournoi | Ho aggiunto due note e una carta | 12 giocatori, 4
    turni, una carta in meno | Quité dos | Añadí dos después del torneo | I missed two. |
    usw. | ecc. | Fortsetzung folgt | To be continued | À suivre | Continuará | Falsches Deck | Mauvaise liste |
    Lista sbagliata | Lista incorrecta | Tippfehler: nur zwei | Ein Fehler: es sind zwei |
    Coquille : deux seulement | Errata: two, not three"""


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (line, verdict)
        for table, verdict in ((TALK, Verdict.LEGAL), (CHANGES, Verdict.UNDECIDED))
        for line in rows(table)
    ],
)
def test_what_is_written_around_a_list(line: str, verdict: Verdict, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        for text in (f"{line}\n{deck}", f"{line}\n\n{deck}", f"{deck}\n{line}\n"):
            assert reader.verdict(text) is verdict


@pytest.mark.parametrize(
    "line",
    [
        "Top 8: 1-1",
        "12 players, 4 rounds",
        "Took out three provinces in the final",
        "2014 Kotei Madrid",
        "Final version",
    ],
)
def test_between_cards_it_may_head_those_below(line: str, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        above, _, below = deck.rpartition("\n\n")
        assert reader.verdict(f"{above}\n\n{line}\n{below}") is Verdict.UNDECIDED


TITLES = """2014 Kotei Madrid | 2017 – Paris League | GenCon 2015 - T16 | Feeding Hills Kotei (T8)
    | Top 8 Kotei Houston | 1st place, Kotei Paris (64 players) | Kotei Season 2011-2012 | Posted by Jim, 4 years ago
    | 5 months ago | Politicats (Honourable v14) | Duels, version 2.1 | L5R Worlds, 2nd Lion
    | Version 3 | v3 | Week 3 league | Season 2, week 4 | League of the Rose, week 12
    | He is very efficient, effectively 5 force. | I am happy to let people in on the list of the top 16 this year."""
NO_TITLES = """Top 3 Kotei Houston | T8 Xyzzy 3 | Kotei Paris (3 Xyzzy) | Xyzzy 2014 x3 | Kotei Paris, 3 rounds 2
    | 3 Xyzzy, 5 months ago | Top 8 x2 | v 3 Xyzzy | v3 Xyzzy | Xyzzy v 3 | 5 force | a 2nd copy of it | Xyzzy 3 Force
    | I play 3 on it. | Week 3 x2 | Xyzzy Week: 3 | 3 Week 4 | Week 3 Xyzzy 2 | Version 3 Xyzzy | Weekend 3"""


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (line, verdict)
        for table, verdict in ((TITLES, Verdict.LEGAL), (NO_TITLES, Verdict.UNDECIDED))
        for line in rows(table)
    ],
)
def test_the_title_of_a_list_names_its_event(line: str, verdict: Verdict, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        assert reader.verdict(f"{line}\n\n{deck}") is verdict


RIGHT = """40/40 | Total 40+40 | Total: 81 (with stronghold) | 81 cards incl. the Stronghold |
    Total: 80 (without stronghold) | 80 cards excluding Stronghold | 80 cards + Stronghold | 80 + stronghold |
    80 cards plus the Stronghold | 80 cards & Stronghold | 80 cards, Stronghold | Razem: 80 | Suma: 80 kart |
    Totaal: 80 kaarten"""
WRONG = """41/39 | 79 | Total: 41 | Total: 80 (with stronghold) | Total: 82 (with stronghold) |
    Total: 81 (with sensei) | 80 cards with Stronghold | 81 cards without Stronghold | Total: 81 (with 2 strongholds) |
    80 cards without the Rings | Razem: 79 | 81 cards + Stronghold | 80 cards + Stronghold and Sensei |
    80 cards + Rings"""


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (line, verdict)
        for table, verdict in ((RIGHT, Verdict.LEGAL), (WRONG, Verdict.UNDECIDED))
        for line in rows(table)
    ],
)
def test_a_total_is_that_of_the_list(line: str, verdict: Verdict, lists: list[tuple[Reader, str]]) -> None:
    reader, deck = lists[0]
    bare = deck.partition("1 Shiro")[2].replace("1 Ring", "Ring")
    for text in (f"{line}\nShiro{bare}", f"Shiro{bare.rstrip()}\n{line}\n", f"Shiro{bare}\n{line}\n"):
        assert reader.verdict(text) is verdict


SIGNED = """Cheers,/Kei | Thanks!/Kei | --/Kei | -- /Bob Smith | Best regards,/Bob Smith | Thanks,//Kei |
    Viele Grüße,/- Kei | Cordialement,/Marc | Saludos,/Pablo | Viele Grüße/Kei | Best regards/Bob Smith"""
NOT_SIGNED = """Kei | -/Kei | ---/Kei | --/Routt | --/3 Xyzzy | Great deck,/Kei | Cheers/Xyzzy Wood |
    Cheers,/Xyzzy/Kei | Cheers,/Xyzzy 2 | Cheers,/Routt | Cheers,/minus one | Cheers,/3 Xyzzy |
    Thanks,/Without the Rings"""


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        (each, verdict)
        for table, verdict in ((SIGNED, Verdict.LEGAL), (NOT_SIGNED, Verdict.UNDECIDED))
        for each in rows(table)
    ],
)
def test_a_name_below_a_closing_formula_ends_a_list(
    lines: str, verdict: Verdict, lists: list[tuple[Reader, str]]
) -> None:
    for reader, deck in lists:
        signed = lines.replace("/", "\n")
        assert reader.verdict(f"{deck.rstrip()}\n{signed}\n\n") is verdict
        assert verdict is Verdict.UNDECIDED or reader.verdict(f"{deck}\n\n{signed}") is verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        *((line, Verdict.LEGAL) for line in rows("Best regards, Kei | thanks | Thanks, Kei")),
        *((line, Verdict.UNDECIDED) for line in rows("2-3x Xyzzy Wood | x2-3 Xyzzy Wood | 2x-3x Xyzzy Wood")),
    ],
)
def test_a_phrase_below_an_empty_line_has_no_copies(
    line: str, verdict: Verdict, lists: list[tuple[Reader, str]]
) -> None:
    for reader, deck in lists:
        assert reader.verdict(f"{deck.rstrip()}\n\n{line}\n") is verdict


LONG = """In the end I played one more holding and two actions less than the list that you see below |
    Please note that the deck as played had two cards fewer in it than it has now in the list below |
    I have not listed the rings here since those are the same as always, add them by yourself |
    The last three cards in the list are not part of the deck but what I bring in against dishonor decks |
    Here is what I played last weekend, minus two cards that I want to keep secret until the next big tournament |
    The numbers below are not quite right because I do not remember them any more and had to guess some of them"""
ABOUT_PLAY = """I never felt that I was out of the game, even when two of my provinces were gone after the third turn |
    Against military decks you keep your action cards for defense and do not waste them in the early turns |
    You want to see at least two holdings in the opening hand, otherwise it is better to take a mulligan |
    The list has been tested for more than two months now and has a good record against most of the field"""


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (line, verdict)
        for table, verdict in ((LONG, Verdict.UNDECIDED), (ABOUT_PLAY, Verdict.LEGAL))
        for line in rows(table)
    ],
)
def test_a_long_sentence_changes_the_list_where_it_speaks_of_it(
    line: str, verdict: Verdict, lists: list[tuple[Reader, str]]
) -> None:
    for reader, deck in lists:
        for text in (f"{line}\n\n{deck}", f"{deck}\n{line}\n"):
            assert reader.verdict(text) is verdict


LAST = """31.01.2012 | 31/01/2012 | (edited) | kei@example.com | Best, Kei | Gruß, Kei | LG Kei | LG, Kei | GL HF |
    glhf | Cheers, Kei | thanks | Have fun! | Sent from my iPhone | Viel Spaß!"""
NOT_LAST = "Best Kei | Have Kei | LG kei says two | 31.01 | 3/1"
TOTALS = (
    "Gesamt: {} | {} Karten | Insgesamt {} Karten | Total : {} cartes | {} cartes | Totale: {} | {} carte | {} cartas"
)


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (line, verdict)
        for table, verdict in ((LAST, Verdict.LEGAL), (NOT_LAST, Verdict.UNDECIDED))
        for line in rows(table)
    ],
)
def test_what_ends_a_list(line: str, verdict: Verdict, between: str, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        assert reader.verdict(f"{deck.rstrip()}\n{between}{line}\n") is verdict


@pytest.mark.parametrize("end", ["--\nSent from my iPhone", "Von meinem iPhone gesendet", "Enviado desde mi iPhone"])
def test_a_mail_ends_with_a_name_and_the_words_of_a_phone(end: str, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        assert reader.verdict(f"{deck}\n\nBest,\nKei\n\n{end}\n") is Verdict.LEGAL
        assert reader.verdict(f"{deck}\n\nBest,\nKei\nKolat Asassin\n\n{end}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("line", rows(TOTALS))
def test_totals_are_read_in_several_languages(line: str, lists: list[tuple[Reader, str]]) -> None:
    reader, deck = lists[0]
    assert reader.verdict(f"{deck}\n{line.format(80)}\n") is Verdict.LEGAL
    assert reader.verdict(f"{deck}\n{line.format(79)}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["Total", "Total,", "Total:", "Gesamt"])
def test_a_total_without_a_number_says_nothing(line: str, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        assert reader.verdict(f"{deck}\n{line}\n") is Verdict.LEGAL


@pytest.mark.parametrize("date", ["31.01.2012", "31/01/2012", "2012-01-31"])
def test_a_date_above_a_list_is_no_card(date: str, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        assert reader.verdict(f"{date}\n{deck}") is Verdict.LEGAL


@pytest.mark.parametrize("line", ["final version", "Final List", "The final deck", "(final version)"])
def test_the_last_version_may_be_called_so(line: str, lists: list[tuple[Reader, str]]) -> None:
    for reader, deck in lists:
        assert reader.verdict(f"{line}\n\n{deck}") is Verdict.LEGAL
        assert reader.verdict(f"{deck}\n\n{line}\n") is Verdict.LEGAL
        assert reader.verdict(f"not the {line}\n\n{deck}") is Verdict.UNDECIDED
