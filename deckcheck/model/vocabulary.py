"""The words in which people speak of a list and its cards, in several languages, each by what it says.

In the phrases `*` is the end of a word, `#` a number, `&` one of a digit, `...` up to four words, `..` up to two, `~`
articles and `%` a score. One of the words with `/` between them is there; what is in brackets may be missing, and so
may a point. `^` is the beginning and `$` the end.
"""

from __future__ import annotations

import re
from enum import Flag, auto
from functools import cache, lru_cache, reduce
from operator import or_

NUMBER_WORDS = {"one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
NUMBER_WORDS |= {"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12}
# Beside a card or above others, those of other languages count copies too.
ALL_NUMBER_WORDS = NUMBER_WORDS | {"zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "deux": 2, "trois": 3, "quatre": 4}
ALL_NUMBER_WORDS |= {"cinq": 5, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "dos": 2, "tres": 3, "cuatro": 4}
ALL_NUMBER_WORDS |= {"cinco": 5, "dwa": 2, "dwie": 2, "dwóch": 2, "trzy": 3, "cztery": 4}
# What the signs in phrases mean.
_SPACE = r"[\s_:,-]+"
_SIGNS = r"[\W_]*"
_ARTICLES = "the|an?|my|some|few|more|all|any|single|of|his|her|their|die|den|eine[nr]?|des|les|une?|una|los|las"
_GAPS = {"...": r"(?:\s+\S+){0,4}?", "..": r"(?:\s+\S+){0,2}?", "~": rf"(?:{_SPACE}(?:{_ARTICLES}))*"}
_MEANINGS = {"(": "(?:", ")": ")?", "/": "|", "*": r"\w*", ".": r"\.?", "%": r"\d[-–:]\d", "?": r"\s?\?"}
_MEANINGS |= {sign: rf"(?:{digits}|{'|'.join(ALL_NUMBER_WORDS)})" for sign, digits in (("#", r"\d+"), ("&", r"\d"))}
# The number of remarks whose meaning is remembered.
_REMEMBERED = 1_000


class Says(Flag):
    """What a remark may say.

    The deck has OTHERS than the cards of the list, or is another one. The list is UNFINISHED, a DRAFT (which may be a
    name), or leaves out MORE cards. The card beside the remark is OPEN, or another card, number or time is meant. The
    remark is about all cards BELOW it, or the deck ENDS there.
    """

    OTHERS = auto()
    UNFINISHED = auto()
    DRAFT = auto()
    MORE = auto()
    OPEN = auto()
    BELOW = auto()
    ENDS = auto()


# The list is not finished; a name says so by words of the first kind only.
UNDONE = Says.UNFINISHED | Says.DRAFT

_PHRASES = {
    Says.OTHERS: """
        cut(s)/cutting; remove(s/d)/removing; swap*; replac*; substitut*; add/adds/added/adding; exclud*; omit*; delet*;
        forget; forgot*; missed/missing; lack(s/ing); minus; plus; without; except; instead; ignor*; disregard; oops;
        edit; mistake(s); typos possible; unchecked; illegible; off by; be off; from (a) photo;
        please check/correct/verify; wrong; typo; etc; continued; illegal; outdated; sold; lent; optional*; approx*;
        ^roughly$; from memory; slot(s); no longer; get/got/getting rid; too many/few;
        take/takes/took/taken/taking/leave/left/leaving/pull/pulled ... out; is/are/was/were/go/goes/went ... out;
        not/never/isn't/aren't/don't/doesn't .. in/part/legal/include(d)/need(ed)/play(ed)/count(ed)/allowed;
        not/never/isn't/aren't/don't/doesn't .. sure/final/complete/finished/correct/right/here/checked/verified;
        need(s/ed) another/one/two/three/a/an/some; drop the/one/a/an/two/all/it/this/that/these/those/them;
        the rest/others; and so on; and others/more;
        another/some/few/& card(s)/karten/cart(a/e/as/es)/copy/copies/more/less/fewer/short;
        open/free/empty/last/& spot(s);
        first/last/next/previous/old line(s)/card(s)/list(s)/version(s)/deck(s)/part(s)/section(s)/two/three;
        older/updated/former/earlier/partial/alternate/alternative list/version/deck/build;
        opponent(s)/opponent's/friend's/brother's/teammate's/buddy's deck/list; deck/list of a/my friend;
        is/are maybe/unsure/undecided; maybe$; not my deck/list; not mine; ^mine has/is/differs; may vary; pick any;
        fill (up) with; to taste; adjust/adapt; as you like; something like; more or less; about right; close to what;
        before the changes; actual list/deck; with/include(s/d)/including/incl. sideboard;
        sideboard included/at/below/in;
        ersetz*; *tausch*; vergess*; streich*; entfern*; fehlt/fehlen; falsch*; *fehler; ohne; raus; weg; statt;
        anstatt; weniger; mehr$; usw; fortsetzung; ungefähr; *geliehen; zu viel(e)/wenig(e); &/plätze/karten frei/offen;
        ist/sind vielleicht; vielleicht$; nicht mehr .. aktuell/drin/dabei; aus dem gedächtnis;
        alte/frühere/vorige/aktualisierte/andere liste/version; altes/anderes deck;
        deck/liste meines/meiner/eines freundes/freundin/gegners/bruders; nicht mein(e) deck/liste; der/den rest;
        nach belieben/geschmack; in etwa; prüfen; foto; entfällt; ungültig; auffüllen;
        remplac*; échang*; enlev*; ajout*; oubli*; manque*; retiré*; supprim*; mauvais*; incorrect*; coquille; erreur;
        sans; sortir; moins; prêté*; emprunté*; optionnel*; de/en plus/trop/option; à suivre; à la place; de mémoire;
        est/sont peut être; peut être$; liste/version mise à jour; ancienne/autre liste/version; ancien/autre deck;
        place(s)/carte(s) libres; deck/liste de mon/un ami/adversaire/frère; pas mon/ma deck/liste; le reste;
        à peu près; à vérifier; annulée; sous réserve; fausse(s);
        sostitu*; rimoss*; togli*; tolt*; aggiun*; scambi*; sbagliat*; refuso/refusi; error*; errat*; ecc; continua;
        fuori; senza; manca(no); meno; prestat*; opzional*; in più; di troppo; al posto; a memoria; è/sono forse;
        forse$; vecchia/precedente/altra lista/versione; vecchio/altro mazzo; lista aggiornata; posti liberi;
        mazzo/lista del/di (mio) (un) amico/avversario/fratello; non (è) (il/la) mio/mia/il/la mazzo/lista; il resto;
        da verificare; annullat*; uscire;
        cambi*; añad*; olvid*; falta(n); sobra(n); eliminad*; quitad*; quit(a/e/o/é/ó); quitar; sacar; equivocad*;
        menos; más$; de más; continuará; prestad*; opcional*; en lugar; de memoria; es/son quizá(s); quizá(s)$;
        sin los/las/el/la; huecos libres;
        lista/versión/mazo vieja/viejo/antigua/antiguo/anterior/actualizada/actualizado; antigua/vieja lista/versión;
        mazo/lista de(l) (mi) (un) amigo/rival/hermano; no (es) (la/el) mi/la/el mazo/lista; el resto; está mal;
        por verificar; anulad*; reemplaz*; salir;
        bez; brak(uje); mniej; więcej; zamiast; usun*; usuni*; doda*; zmian*; wymieni*; pożyczon*; opcjonaln*;
        za dużo/mało; są może; stara/inna lista/wersja; zaktualizowan*; talia/lista kolegi/przeciwnika; wolne miejsca;
        z pamięci; reszta; do sprawdzenia; anulowan*; wypaść""",
    Says.UNFINISHED: """
        w.i.p; todo/to-do; ^still to do; ^to be *ed; to be continued; t.b.a; t.b.c; t.b.d; unfinished; incomplete;
        truncated; provisional; cut off; sketch; skeleton; first/second/third half/part; part # of #; part one/two;
        core/dynasty/fate/conflict only; ^only the dynasty/fate/conflict; work/deck/list/still in progress;
        ^in progress; half/not (yet) (quite) finished/complete/done; may/might/could/will change; subject to change;
        first/rough/early/status draft/alpha/beta; ^draft/alpha/beta list/deck/version/v*/#;
        more (cards) to come/follow; more coming; rest/deck/list/cards to follow/come; rest follows;
        card(s)/name(s) not found;
        entwurf; auszug; grundgerüst; skizze; rohfassung; in arbeit; teil # von #; vorläufig(e); unfertig(e);
        unvollständig(e); nicht (ganz) fertig(e)/vollständig(e)/final(e)/komplett; rest folgt/kommt;
        provisoire; brouillon; ébauche; esquisse; squelette; à compléter; première/deuxième partie; la suite;
        inachevé(e); incomplète/incomplet; liste/deck/travail en cours; pas (encore) fini/finie/terminé/terminée;
        provvisori(o/a); bozza; abbozzo; scheletro; da completare; prima/seconda parte; incompiut(o/a); incomplet(o/a);
        in lavorazione; da finire; mazzo/lista/lavoro in corso; non (ancora) finit(o/a);
        borrador; esbozo; esqueleto; por completar; primera/segunda parte; inacabad(o/a); sin terminar/acabar;
        no/sin terminad(o/a); mazo/lista en construcción/progreso/proceso;
        niedokończon(y/a); niekompletn(y/a); szkic; szkielet; do uzupełnienia; pierwsza/druga część""",
    Says.DRAFT: "^draft/alpha/beta$",
    Says.MORE: """
        rest; more; other(s); remaining; remainder; usual; standard; staple(s); filler(s); fill; package; misc; same;
        unchanged; as before/always; see; page; continue(s); cont; spoiler; picture; photo; image; choice; later;
        tomorrow;
        weitere*; übrige*; siehe; morgen; später; üblich*; wie gehabt/immer; gleich*; folgt;
        reste; suite; autres; demain; voir; habituel*;
        resto; altri/altre/altro; domani; vedi; solit(a/e/i/o);
        otros/otras; demás; luego;
        inne; później""",
    Says.OPEN: """
        ^or/either; ^vs/versus/against; only if; ^if/unless/until; ^halve/half/double; twice; ^see above/below/other;
        ^none/two/both/all of; ^all * of; ^one of each; ^now/actually/updated/was;
        ^no/none/nope/not/and/both/end/more/fewer/less/ditto/dito/repeat/flex/flexible/choice(s)/pending$; only$;
        same/once again/more$; should/must/could/i be/mean/meant; full set; above; below; unsure; undecided;
        prox(y/ied/ies); count; end of; ^on/under * (*) (*)$; ^in question/doubt; perhaps; possibly; loaner; trial;
        ^hm*; dunno; idk; no idea; likely; probabl(e/y); up to; as many; whatever; waiting; candidate; weakest;
        expendable; deciding; thinking; unclear; custom/fan/preview/spoiler card; homebrew; stand(s)/standing for/in;
        counts/read/sleeved as; represents; aka; formerly; board(ed); between rounds/games; ^in$; don't own; has mine;
        already; duplicate(d/s); dup; moved; ^starts; outside; which/basic/other version/one; first/last/next to go;
        in the mail; to decide; meta call/choice/slot; placeholder; experimental; ^check/verify; depend*;
        ^oder; ^wenn/falls; ^je nach; ^nur/bloß; nicht; kein(e/en/er/es/em); nein; nix; *unsicher; unklar; offen; vllt;
        wahrscheinlich; bestellt; doppelt; oben; unten; eigentlich; steht für; platzhalter; mal schauen/sehen;
        ^auf * (*)$; ^jetzt/war/waren;
        ^ou; ^bis$; ^si/selon; ^seulement; pas; ^sur * (*)$; à voir/décider/tester; remplaçant*; incertain*;
        probablement; sans doute; en fait; devient; commandé*; en double; déjà;
        ^o/oppure; ^se; ^idem$; ^soltanto; ^solo un(o/a)/due/tre/dos/tres/#; da vedere/decidere/provare; in prova;
        incert*; dipende; probabilmente; in realtà; diventa; ordinat*; doppion*; già; non;
        ^sólo/solamente; por decidir/ver; en duda; no segur*; tal vez; quizá; probablemente; en realidad; pasa a;
        pedid*; repetid*; ya; no está/cuenta/va/entra;
        ^lub/albo; ^tylko; niepewn*; nie; niet; não; chyba; zamówion*; wymian*; zła wersja""",
    Says.BELOW: """
        below; beneath; underneath; from now; from this line/point; after this; what follows; following;
        all/everything else/after/behind;
        darunter; folgende;
        ci dessous;
        qui sotto;
        abajo;
        poniżej""",
    Says.ENDS: """
        from here; end(s)/stop(s) here; that's it/all; that is/was it/all; that's the deck/list;
        that is/was the deck/list; these i; ^vs/versus/against; last/next time/week/month/year/event;
        ab hier; das war's/alles; bis hier; ende des decks; ende der liste; nächste(s/n) mal/woche/monat;
        à partir d'ici; c'est tout; fin du deck; fin de la liste; jusqu'ici; la prochaine fois;
        da qui; è tutto; fine del mazzo; fine della lista; la prossima volta;
        desde aquí; eso es todo; fin del mazo; fin de la lista; la próxima vez;
        odtąd; to wszystko; koniec talii/listy; następnym razem""",
}
_UNFINISHED = _PHRASES[Says.UNFINISHED]
# What may be won, lost, missed or played, the stages of an event, and the texts around a list.
_GAMES = (
    "round(s)/game(s)/match(es)/win(s)/loss(es)/defeat(s)/bye(s)/runde(n)/spiel(e)/sieg(e)/niederlage(n)/ronde(s)/"
    "partie(s)/victoire(s)/défaite(s)/turn(o/i)/partit(a/e)/vittorie/sconfitt(a/e)/ronda(s)/partida(s)/victoria(s)/"
    "derrota(s)/rund(y)/porażki/porażek"
)
_STAGES = "round/game/match/table/day/runde/spiel/tisch/ronde/partie/turno/partita/ronda/partida"
_TEXTS = (
    "typo(s)/spelling/grammar/formatting/layout/note(s)/comment(s)/link(s)/report(s)/picture(s)/photo(s)/video/"
    "description/tippfehler/rechtschreibung/notizen/kommentare/bericht/anmerkungen/coquilles/commentaires/rapport/"
    "commenti/refusi/comentarios/notas"
)
# What else numbers beside a card count.
_UNITS = (
    "turn(s)/minute(s)/hour(s)/day(s)/week(s)/month(s)/year(s)/player(s)/euro(s)/eur/usd/gbp/buck(s)/dollar(s)/zł/"
    "tag(e)/woche(n)/monat(e)/jahr(e)/jour(s)/mois/an(s)/tour(s)/ann(o/i)/giorn(o/i)/mes(e/i/es)/turnos/año(s)/día(s)/dni"
)
_FIXED = (
    "added/removed/deleted/fixed/corrected/edited/forgot/ajouté/corrigé/aggiunto/corretto/añadí/añadido/"
    "corregí/corregido"
)
_CLANS = "crab/crane/dragon/lion/mantis/phoenix/scorpion/spider/unicorn"
# These say nothing of the number, the place and the version of a card, nor of the deck.
SILENT = f"""
    cuts through; without it/them/these/this/those/that; would/could not; due to; not bad; can't go wrong; double chi;
    cuts costs; errata'd; ^errata$; since #; # drop(s); 1/one of the/my; # of the best; to/buys/buy time;
    on (the) theme/turn/curve/attack/defense/offense/board (#);
    imperial/emerald/jade/pearl/gold/diamond/lotus/samurai/celestial/ivory edition; se combine/marie/joue;
    played at/since/by/early/late; updated on/at/in; turn/province/{_STAGES} #; # {_GAMES}/{_UNITS};
    nicht schlecht; nie verkehrt; kein problem; ohne frage;
    pas mal; non male; no está mal; sin duda; nie zawodzi; bez wątpienia"""
# What players tell of games, prices and texts.
TALK = f"""
    lost/took/take(s)/broke/destroyed (out) ~ (last) (#) (last) province(s) in/during (the/my/our/this)
    (first/second/third/last) final/semifinal/swiss/round/game/match (#);
    lost/took/take(s)/broke/destroyed (out) his/her/their (last) (#) (last) province(s); the/no/top cut; cut %;
    cut(s) (was) to (a/an/the) top 4/8/16/32/64; made/missed (the) cut/top (4/8/16/32/64); top 4/8/16/32/64;
    lost/missed/missing/without/ohne/sans/senza/sin/bez ~ (#) {_GAMES}; won/lost # {_GAMES} and/but (i) won/lost #;
    i/we/he/she was/were/got/dropped (out) after/in;
    a/an/ein(e)/un(e/a)/# {_GAMES}/people/opponent(s)/draw(s)/point(s)/spieler(n)/joueurs/giocatori/jugadores/graczy;
    first/second/third/last round/game/match/tournament/place/final/opponent/day;
    against/vs/beat/gegen/contre/contro/contra (a/an/the) {_CLANS}; with it; with this/the/my list/deck;
    this tournament/time/year; {_FIXED} (for) ~ (#) (small/tournament) {_TEXTS};
    {_TEXTS} added/hinzugefügt/ergänzt/korrigiert; typos/spelling/grammar/formatting/layout (fixed/corrected)$;
    removed/deleted from my/the/our blog/website/homepage/forum;
    suggestions/thoughts/feedback/opinions/advice/criticism/ideas/improvements?; what do you (guys/all) think?;
    *vorschläge/meinungen/anregungen/ideen?; was meint/denkt ihr?;
    avis/idées/remarques/conseils?; qu'en pensez vous?;
    consigli/opinioni/idee/suggerimenti?; che/cosa ne pensate?;
    sugerencia(s)/opiniones/consejos?; qué opináis?; qué os parece?;
    sugestie/opinie/uwagi?;
    {SILENT}"""


@lru_cache(maxsize=_REMEMBERED)
def says(remark: str) -> Says:
    """Return all that a remark may say, without what is `SILENT`."""
    said = _plain(without(SILENT, remark))
    return reduce(or_, (kind for kind, phrases in _PHRASES.items() if _compiled(phrases).search(said)), Says(0))


def says_unfinished(text: str) -> bool:
    """Return whether a text says that a list is not finished: ``WIP - Crane``, ``Work in Progress``."""
    return _compiled(_UNFINISHED).search(text.lower()) is not None


def without(phrases: str, remark: str) -> str:
    """Return a remark without some phrases: ``SILENT`` or ``TALK``."""
    plain = _plain(remark)
    text = remark if len(plain) == len(remark) else plain
    found = [match.span() for match in _compiled(phrases).finditer(plain)]
    ends = [*(start for start, _ in found), len(text)]
    return " ".join(text[start:end] for start, end in zip([0, *(end for _, end in found)], ends, strict=True))


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


@cache
def _compiled(phrases: str) -> re.Pattern[str]:
    """Return what finds any of some phrases in small letters."""
    each = [" ".join(phrase.split()) for phrase in phrases.split(";")]
    first = "|".join(_pattern(phrase[1:]) for phrase in each if phrase[0] == "^")
    others = "|".join(_pattern(phrase) for phrase in each if phrase[0] != "^")
    return re.compile(rf"^{_SIGNS}(?:{first or '(?!)'})|(?<!\w)(?:{others or '(?!)'})")


def _pattern(phrase: str) -> str:
    """Return the regular expression of a phrase."""
    first, *others = phrase.rstrip("$").split(" ")
    found = _meant(first) + "".join(_GAPS.get(word) or _behind(word) for word in others)
    return found + (_SIGNS + "$" if phrase[-1] == "$" else r"(?!\w)")


def _behind(word: str) -> str:
    """Return the regular expression of a word behind another one; brackets are around one that may be missing."""
    return f"(?:{_SPACE}{_meant(word[1:-1])})?" if word[0] == "(" and word[-1] == ")" else _SPACE + _meant(word)


def _meant(word: str) -> str:
    return f"(?:{''.join(_MEANINGS.get(char, char) for char in word)})"
