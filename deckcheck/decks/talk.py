"""Sentences about games, prices and the text around a list: none of their numbers and changes is one of cards.

They have no other words than those below, so that no card, no part of the deck and no word for one is changed.
"""

from __future__ import annotations

import re

from deckcheck.decks.counts import ALL_NUMBER_WORDS
from deckcheck.decks.sayings import phrases

# What may be won, lost, missed or played, and what else a number counts.
_GAMES = phrases(
    """round; rounds; game; games; match; matches; win; wins; loss; losses; defeat; defeats; bye; byes; runde; runden;
    spiel; spiele; sieg; siege; niederlage; niederlagen; ronde; rondes; partie; parties; victoire; victoires; défaite;
    défaites; turno; turni; partita; partite; vittorie; sconfitta; sconfitte; ronda; rondas; partida; partidas;
    victorias; derrota; derrotas"""
)
_COUNTED = _GAMES | phrases(
    """player; players; people; opponents; draws; points; minutes; hours; days; weeks; months; years; dollars; euro;
    euros; eur; usd; bucks; spieler; spielern; joueurs; giocatori; jugadores"""
)
_STAGES = "round|game|match|table|day|runde|spiel|tisch|ronde|partie|turno|partita|ronda|partida"
_TEXTS = phrases(
    """typo; typos; spelling; grammar; formatting; layout; note; notes; comment; comments; link; links; report; reports;
    picture; pictures; photo; photos; video; description; tippfehler; rechtschreibung; notizen; kommentare; bericht;
    anmerkungen; coquilles; commentaires; rapport; commenti; refusi; comentarios; notas"""
)
_TELLERS = phrases(
    """i; we; he; she; you; my; our; the; a; an; local; small; big; of; in; at; on; with; by; for; to; from; and; or;
    but; so; then; before; after; during; against; vs; was; were; had; have; has; been; went; won; win; lost; lose;
    beat; played; playing; play; finished; ended; placed; below; above; here; about; around; roughly; cost; costs;
    price; paid; tournament; kotei; league; final; finals; semifinal; semifinals; swiss; opponent; place; seed;
    standings; record; score; store; championship; time; today; yesterday; tiebreakers; day; bye; as; blog; report;
    ich; wir; habe; haben; hatte; im; der; die; das; den; dem; ein; eine; mit; gegen; durch; von; und; nach; bei;
    turnier; finale; gewonnen; verloren; gespielt; je; nous; j; ai; avons; le; la; les; un; une; au; du; des; de;
    dans; avec; contre; et; après; tournoi; gagné; perdu; joué; ho; abbiamo; il; lo; gli; al; del; nel; con; contro;
    e; dopo; torneo; vinto; perso; giocato; hemos; el; los; las; en; contra; y; después; ganado; perdido; jugado;
    gané; perdí"""
)
_NUMBER = rf"(?:\d{{1,4}}|{'|'.join(ALL_NUMBER_WORDS)}|an?|eine?|une?|una)"


def _any(words: frozenset[str]) -> str:
    return rf"(?:{'|'.join(sorted(words))})\b"


# How many play on after a cut.
_TOP = r"top\s(?:4|8|16|32|64)\b"
_OWN = r"(?:(?:the|an?|my|some|few|more|all|any|single|of|die|den|eine[nr]?|des|les|une?|una|los|las)\s)*"
_DEED = r"\b(?:lost|took|takes?|broke|destroyed)\s(?:out\s)?"
_PROVINCES = rf"(?:last\s)?(?:{_NUMBER}\s)?(?:last\s)?provinces?\b"
_PLAYED = r"(?:final|semifinal|swiss|(?:first|second|third|last)\s(?:round|game|match))\b"
_CLANS = "crab|crane|dragon|lion|mantis|phoenix|scorpion|spider|unicorn"
# Provinces in play, cuts of events, what is won and lost, stages, places and prices.
_GAME = rf"""{_DEED}(?:(?:all|the|my|his|her|their)\s)*{_PROVINCES}\s
        (?:(?:in|during)\s(?:the|my|our|this)\s{_PLAYED}|in\s(?:round|game|match)\s\d+)
    |{_DEED}(?:his|her|their)\s{_PROVINCES}
    |\b(?:the|no|top)\scut\b|\bcuts?\s(?:was\s)?to\s(?:an?\s|the\s)?{_TOP}|\bcut:?\s(?=\d-\d)
    |\b(?:made|missed)\s(?:the\s)?(?:cut\b|{_TOP})
    |\b(?:lost|missed|missing|without|ohne|sans|senza|sin)\s{_OWN}(?:{_NUMBER}\s)?{_any(_GAMES)}
    |\b(?:i|we|he|she)\s(?:was|were|got|dropped)\s(?:out\s)?(?=after|in)
    |\b(?:won|lost)\s{_NUMBER}\s{_any(_GAMES)},?\s(?:and|but)\s(?:i\s)?(?:won|lost)\s{_NUMBER}\b
    |\b(?:{_STAGES})\s\d{{1,2}}\b|\b{_TOP}|\b{_NUMBER}\s{_any(_COUNTED)}
    |\b\d{{1,3}}(?:st|nd|rd|th)\s(?:place|seed|of\s\d+|in|at|overall)\b
    |\b(?:first|second|third|last)\s(?:round|game|match|tournament|place|final|opponent|day)\b
    |\b(?:against|vs|beat|gegen|contre|contro|contra)\s(?:an?\s|the\s)?(?:{_CLANS})\b
    |\bwith\s(?:it|(?:this|the|my)\s(?:list|deck))\b|\bthis\s(?:tournament|time|year)\b
    |[$€£]\s?\d+(?:[.,]\d\d)?\b|\b\d+(?:[.,]\d\d)?\s?[$€£]"""
_TEXT = rf"""(?:^edit:?\s|\b)(?:added|removed|deleted|fixed|corrected|edited|forgot|ajouté|corrigé|aggiunto|corretto|
        añadí|añadido|corregí|corregido)\s(?:for\s)?{_OWN}(?:{_NUMBER}\s)?(?:small\s|tournament\s)?{_any(_TEXTS)}
    |^\W*(?:edit:?\s)?{_OWN}(?:typos|spelling|grammar|formatting|layout)(?:\s(?:fixed|corrected))?\W*$
    |\b{_any(_TEXTS)}\s(?:added|hinzugefügt|ergänzt|korrigiert)\b
    |\b(?:removed|deleted)\sfrom\s(?:my|the|our)\s(?:blog|website|homepage|forum)\b"""
# One digit each: "40-40" may be the cards of both decks.
_SCORE = r"(?<![-–\d])\d[-–:]\d(?:[-–:]\d)?(?![-–\d])"
# Questions to the readers: "Any suggestions?".
_ASKED = r"""\b(?:suggestions|thoughts|feedback|opinions|advice|criticism|ideas|improvements|vorschläge
    |verbesserungsvorschläge|meinungen|anregungen|ideen|avis|idées|remarques|conseils|consigli|opinioni|idee|suggerimenti|sugerencias?
    |opiniones|consejos)\s?\?
    |\b(?:what\sdo\syou\s(?:guys\s|all\s)?think|was\s(?:meint|denkt)\sihr|qu['’]en\spensez[-\s]vous
    |(?:che|cosa)\sne\spensate|qué\sopináis|qué\sos\sparece)\s?\?"""
# Words of praise, and those beside them.
_PRAISE = phrases(
    """great; good; best; better; amazing; awesome; strong; nice; cool; fun; love; like; favorite; favourite; staple;
    excellent; super; wow; toll; tolle; gut; gute; beste; starke; lieblingskarte; bonne; meilleure; forte; excellente;
    ottima; bella; preferita; buena; gran; mejor; favorita; fuerte; préférée"""
)
_PRAISED = phrases(
    """card; cards; holding; a; an; the; my; so; very; really; is; it; this; in; deck; of; all; time; karte; sehr; eine;
    meine; die; ist; im; carte; très; ma; la; une; carta; molto; una; mi; muy; es; è"""
)
_FEW_WORDS = 2
_SIGNS = frozenset(" ,.:;!?¿'’\"()*_/-–—")


def praises(text: str) -> bool:
    """Return whether a text only says how good a card is: ``great card``, ``love it``."""
    words = set(re.findall(r"[^\W\d_]+", text.casefold()))
    return (
        not words.isdisjoint(_PRAISE)
        and words <= _PRAISE | _PRAISED
        and not any(map(str.isdigit, text))
        and "?" not in text
    )


def without_talk(line: str) -> str:
    """Return a line without its sentences about games, prices and texts, as ``12 players, 4 rounds`` is one.

    What ends with a colon heads others, and stays.
    """
    if line.rstrip("*_ ").endswith(":"):
        return line
    sentences = re.split(r"(?<=[.!?;])\s+", line)
    kept = [each for each in sentences if not _is_talk(each)]
    return line if len(kept) == len(sentences) else " ".join(kept)


def _is_talk(sentence: str) -> bool:
    """Return whether a sentence has something of the kind, and no words and numbers but those that go with it.

    A word with a number, ``3 Rounds`` or ``Table 7``, may be an unknown card, but for ``Top 8``.
    """
    text = sentence.casefold().strip()
    found = 0
    for pattern in (_GAME, _TEXT, rf"{_OWN}(?:(?:other|alguna|altre|d'autres)\s)?{_ASKED}"):
        text, times = re.subn(pattern, " ", text, flags=re.VERBOSE)
        found += times
    is_top = re.fullmatch(rf"\W*{_TOP}\W*", sentence, re.IGNORECASE) is not None
    is_short = len(sentence.split()) <= _FEW_WORDS and ":" not in sentence and not is_top
    if not found or (is_short and any(map(str.isdigit, sentence))):
        return False
    text = re.sub(_SCORE, " ", text)
    return _TELLERS.issuperset(re.findall(r"[^\W\d_]+", text)) and _SIGNS.issuperset(re.sub(r"[^\W\d_]", "", text))
