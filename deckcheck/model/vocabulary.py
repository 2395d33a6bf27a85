"""The words in which people speak of a list and its cards, in several languages, each by what it says.

In the phrases `*` is the end of a word, `#` a number, `&` one of a digit, `...` up to four words, `..` up to two, `~`
articles and `%` a score. One of the words with `/` between them is there; what is in brackets may be missing, and so
may a point. `^` is the beginning, also behind a comma or stop, and `$` the end.
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
# Longer remarks tell of more than the play of a card.
_SHORT = 8


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

_CLANS = "crab/crane/dragon/lion/mantis/phoenix/scorpion/spider/unicorn"
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
        sideboard included/at/below/in; marked .. are/is; ersetz*; *tausch*; vergess*; streich*; entfern*; fehlt/fehlen;
        falsch*; *fehler; ohne; raus; weg; statt; anstatt; weniger; mehr$; usw; fortsetzung; ungefähr; *geliehen;
        zu viel(e)/wenig(e); &/plätze/karten frei/offen; ist/sind vielleicht; vielleicht$;
        nicht mehr .. aktuell/drin/dabei; aus dem gedächtnis; alte/frühere/vorige/aktualisierte/andere liste/version;
        altes/anderes deck; deck/liste meines/meiner/eines freundes/freundin/gegners/bruders; nicht mein(e) deck/liste;
        der/den rest; nach belieben/geschmack; in etwa; prüfen; foto; entfällt; ungültig; auffüllen; remplac*; échang*;
        enlev*; ajout*; oubli*; manque*; retiré*; supprim*; mauvais*; incorrect*; coquille; erreur; sans; sortir; moins;
        prêté*; emprunté*; optionnel*; de/en plus/trop/option; à suivre; à la place; de mémoire; est/sont peut être;
        peut être$; liste/version mise à jour; ancienne/autre liste/version; ancien/autre deck;
        place(s)/carte(s) libres; deck/liste de mon/un ami/adversaire/frère; pas mon/ma deck/liste; le reste;
        à peu près; à vérifier; annulée; sous réserve; fausse(s); sostitu*; rimoss*; togli*; tolt*; aggiun*; scambi*;
        sbagliat*; refuso/refusi; error*; errat*; ecc; continua; fuori; senza; manca(no); meno; prestat*; opzional*;
        in più; di troppo; al posto; a memoria; è/sono forse; forse$; vecchia/precedente/altra lista/versione;
        vecchio/altro mazzo; lista aggiornata; posti liberi; mazzo/lista del/di (mio) (un) amico/avversario/fratello;
        non (è) (il/la) mio/mia/il/la mazzo/lista; il resto; da verificare; annullat*; uscire; cambi*; añad*; olvid*;
        falta(n); sobra(n); eliminad*; quitad*; quit(a/e/o/é/ó); quitar; sacar; equivocad*; menos; más$; de más;
        continuará; prestad*; opcional*; en lugar; de memoria; es/son quizá(s); quizá(s)$; sin los/las/el/la;
        huecos libres; lista/versión/mazo vieja/viejo/antigua/antiguo/anterior/actualizada/actualizado;
        antigua/vieja lista/versión; mazo/lista de(l) (mi) (un) amigo/rival/hermano;
        no (es) (la/el) mi/la/el mazo/lista; el resto; está mal; por verificar; anulad*; reemplaz*; salir; bez;
        brak(uje); mniej; więcej; zamiast; usun*; usuni*; doda*; zmian*; wymieni*; pożyczon*; opcjonaln*; za dużo/mało;
        są może; stara/inna lista/wersja; zaktualizowan*; talia/lista kolegi/przeciwnika; wolne miejsca; z pamięci;
        reszta; do sprawdzenia; anulowan*; wypaść""",
    Says.UNFINISHED: """
        w.i.p; todo/to-do; ^still to do; ^to be *ed; to be continued; t.b.a; t.b.c; t.b.d; unfinished; incomplete;
        truncated; provisional; cut off; sketch; skeleton; first/second/third half/part; part # of #; part one/two;
        core/dynasty/fate/conflict only; ^only the dynasty/fate/conflict; work/deck/list/still in progress;
        ^in progress; half/not (yet) (quite) finished/complete/done; may/might/could/will change; subject to change;
        first/rough/early/status draft/alpha/beta; ^draft/alpha/beta list/deck/version/v*/#;
        more (cards) to come/follow; more coming; rest/deck/list/cards to follow/come; rest follows;
        card(s)/name(s) not found; entwurf; auszug; grundgerüst; skizze; rohfassung; in arbeit; teil # von #;
        vorläufig(e); unfertig(e); unvollständig(e); nicht (ganz) fertig(e)/vollständig(e)/final(e)/komplett;
        rest folgt/kommt; provisoire; brouillon; ébauche; esquisse; squelette; à compléter; première/deuxième partie;
        la suite; inachevé(e); incomplète/incomplet; liste/deck/travail en cours;
        pas (encore) fini/finie/terminé/terminée; provvisori(o/a); bozza; abbozzo; scheletro; da completare;
        prima/seconda parte; incompiut(o/a); incomplet(o/a); in lavorazione; da finire; mazzo/lista/lavoro in corso;
        non (ancora) finit(o/a); borrador; esbozo; esqueleto; por completar; primera/segunda parte; inacabad(o/a);
        sin terminar/acabar; no/sin terminad(o/a); mazo/lista en construcción/progreso/proceso; niedokończon(y/a);
        niekompletn(y/a); szkic; szkielet; do uzupełnienia; pierwsza/druga część; nie skończon(e/y/a)""",
    Says.DRAFT: "^draft/alpha/beta$",
    Says.MORE: """
        rest; more; other(s); remaining; remainder; usual; standard; staple(s); filler(s); fill; package; misc; same;
        unchanged; as before/always; see; page; continue(s); cont; spoiler; picture; photo; image; choice; later;
        tomorrow; weitere*; übrige*; siehe; morgen; später; üblich*; wie gehabt/immer; gleich*; folgt; reste; suite;
        autres; demain; voir; habituel*; resto; altri/altre/altro; domani; vedi; solit(a/e/i/o); otros/otras; demás;
        luego; inne; później""",
    Says.OPEN: f"""
        ^or/either; ^vs/versus {_CLANS}$; only if/vs/versus/against; ^if/unless/until; ^halve/half/double; ^twice$;
        listed/entered/counted/here/there/in twice; ^none/two/both/all of; ^all * of; ^one of each; ^cop(y/ies);
        ^no/none/nope/not/and/both/end/more/fewer/less/ditto/dito/repeat/flexible/choice(s)/pending$; only$;
        ^now/actually/updated/was; same/once again/more$; should/must/could/i be/mean/meant; full set; above; below;
        unsure; undecided; prox(y/ied/ies); count; end of ~ deck/list/cards/section/part/file; ^on/under * (*) (*)$;
        ^in question/doubt; perhaps; possibly; trial; ^hm*; dunno; idk; no idea; likely; probabl(e/y); up to; as many;
        whatever; waiting; candidate; weakest; expendable; deciding; thinking; unclear; custom/fan/preview/spoiler card;
        homebrew; stand(s)/standing for/in; counts/read/sleeved as; represents; aka; formerly; board(ed);
        between rounds/games; ^in$; has mine; already; duplicate(d/s); dup; moved; ^starts in/at/on/outside/here;
        ^outside$; outside ~ deck/list; which/basic/other version/one; first/last/next to go; to decide/test;
        meta call/choice/slot; placeholder; depend*; ^check/verify/confirm/test/see/cf; check$; please/pls/plz; flex;
        # one/copy/is/are flexible; second/third/fourth/last one/copy/slot; testing; trying; experiment*; belong*;
        owner(s); *'s$; *'s copy/copies/deck/collection; bring/side in/out;
        only/just/not/don't/didn't/haven't have/own/got; i own; own/have/has (only/just) #; owned;
        can't/cannot/couldn't find; lost #/it/mine/my; lost$; gave/give/giv(en/ing) (#/mine) to/away/back; borrow*;
        lend*; loan*; owe(s/d); return(s/ed) to; ^return; owns; ^#/both to/from/with; for/on sale; ebay; sell/selling;
        traded/trading away/to/for; to/up/for trade/buy; trade bait/pile/binder/stock; ^buy/want(s)/wanted; ordered;
        on/to order; arriv*; deliver*; in the mail; damaged; sleeve(s); box; binder; for casual; casual night(s)/games;
        other/another/second/alt/prior/new list/build/version/sheet/deck; this version; in my * deck;
        in the {_CLANS} deck; from/with/for/to deck #/a/b/c; v#; both decks/lists;
        next/coming/upcoming event/tournament/week/month/season/set/round/kotei; temp*; ask; update*; printed; paper;
        ^fake$; storage; misplaced; ripped; bent; until; till; left/leave at; back in/to;
        ^not for/at/yet/now/today/with; ^starting$; ^oder; ^wenn/falls; ^je nach; ^nur/bloß; nicht; kein(e/en/er/es/em);
        nein; nix; *unsicher; unklar; offen; vllt; wahrscheinlich; bestellt; doppelt; oben; unten; eigentlich;
        steht für; platzhalter; mal schauen/sehen; ^auf * (*)$; ^jetzt/war/waren; gehör(t/en) (*)$; *verkauf*; verlieh*;
        verloren$; habe (ich) nur/#; besitz*; kaufen; nächste(s/n/r) *; ander(es/en/em/e)/zweit(es/en/em) deck/liste;
        siehe; bitte; testen; noch #/eine(n/r); ^ou; ^bis$; ^si/selon; ^seulement; pas; ^sur * (*)$;
        à voir/décider/tester/vendre/acheter/trouver/changer; remplaçant*; incertain*; probablement; sans doute;
        en fait; devient; command(é/ée/ées/er); en double; déjà; vend(u/ue/us/ues); perdu(e/s); appart*; j'en ai;
        prochain(e); autre deck/liste; ^voir; en test/attente; svp; ^o/oppure; ^se; ^idem$; ^soltanto;
        ^solo un(o/a)/due/tre/dos/tres/#; da vedere/decidere/provare; in prova; incert*; dipende; probabilmente;
        in realtà; diventa; ordinat*; doppion*; già; non; vend(uta/ute/uto/uti/o); pers(a/o/e/i)$; prestito; comprare;
        appart*; ^da *re$; prossim(o/a/i/e); ^vedi; ne ho; ho solo; per favore; ^sólo/solamente; por decidir/ver;
        en duda; no segur*; tal vez; quizá; probablemente; en realidad; pasa a; pedid*; repetid*; ya;
        no está/cuenta/va/entra; no es mía/mío; vend(ida/idas/ido/o/er); venta; perdid(a/as/o/os); compr(ar/ada);
        por *ar/*er; próxim(o/a/os/as); ^ver/véase; otro/otra mazo/lista; proband(o/a); tengo; pertenece; por favor;
        ^lub/albo; ^tylko; niepewn*; nie; niet; não; chyba; zamówion*; wymian*; zła wersja; sprzeda*; zgubi*; kupi*;
        mam tylko/#; inn(y/ym/ej) deck*/tali*/list*; następn(y/ym/a/ej); patrz; zob; do *ia$; należy; test(y/uję);
        proszę""",
    Says.BELOW: """
        below; beneath; underneath; from now; from this line/point; after this; what follows; following;
        all/everything else/after/behind; darunter; folgende; ci dessous; qui sotto; abajo; poniżej""",
    Says.ENDS: """
        from here; end(s)/stop(s) here; that's it/all; that is/was it/all; that's the deck/list;
        that is/was the deck/list; these i; last/next time/week/month/year/event; ab hier; das war's/alles; bis hier;
        ende des decks; ende der liste; nächste(s/n) mal/woche/monat; à partir d'ici; c'est tout; fin du deck;
        fin de la liste; jusqu'ici; la prochaine fois; da qui; è tutto; fine del mazzo; fine della lista;
        la prossima volta; desde aquí; eso es todo; fin del mazo; fin de la lista; la próxima vez; odtąd; to wszystko;
        koniec talii/listy; następnym razem""",
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
    "added/removed/deleted/fixed/corrected/edited/forgot/ajouté/corrigé/aggiunto/corretto/añad(í/ido)/correg(í/ido)"
)
# These say nothing of the number, the place and the version of a card, nor of the deck.
SILENT = f"""
    cuts through; without it/them/these/this/those/that; would/could not; due to; not bad; can't go wrong; double chi;
    cuts costs; errata'd; ^errata$; since #; # drop(s); 1/one of the/my; # of the best; to/buys/buy time;
    on (the) theme/turn/curve/attack/defense/offense/board (#);
    imperial/emerald/jade/pearl/gold/diamond/lotus/samurai/celestial/ivory edition; se combine/marie/joue;
    played at/since/by/early/late; updated on/at/in; turn/province/{_STAGES} #; # {_GAMES}/{_UNITS}; nicht schlecht;
    nie verkehrt; kein problem; ohne frage; pas mal; non male; no está mal; sin duda; nie zawodzi; bez wątpienia"""
_OF_CARDS = f"""{SILENT};
    wrong clan; count(s) as ~ cavalry/samurai; too * not to *; twice as *;
    likely/probably/possibly (the/my) best/broken; moved home; bring(s) out; depend* on ~ board/opponent/matchup;
    already proven/good/great/strong; above/below average; old favo*/art/frame/border/school; si può; se puede;
    not unique/great; at home only; not as/so good/strong/bad; also/banned/restricted in *; not the best;
    adds/removes/entfernt ~ (#) (*) attachment(s)/follower(s)/item(s)/gefolgsmann;
    check/read/see ~ faq/errata/rul*/wording/text/art (on/for) (*)"""
# Words of cards in play: a remark with one of them tells what its card does.
_PLAY = """
    action(s); attack*; battle*; beats; block*; breaks; counters; dead; finds; tutor*; bow(s/ed/ing); cancel*; cavalry;
    challeng*; chi; combat; combo(s); cost(s); cycl*; damage; defen*; destroy*; discard*; dishonor*; draw(s/ing);
    duel(s/ist/ists); early; effect(s); enem*; engag*; errata; fear; fetch*; focus*; force; gains; guy(s); hand;
    hit(s/ting); honor; home; ignores; itself; keyword(s); kill*; lets; melee; military; mirror; negat*; opponent*;
    opposing; pays; personalit*; phase; produc*; protect*; pump*; ranged; reaction; removal; search*; send*; shugenja;
    stop(s); straighten*; surviv*; tactic*; target*; terrain(s); text; token(s); trait(s); trick(s); turn; unit(s);
    works; wins; zieht; kostet; beugt; tötet; gegen; zug; kampf; ehre; angriff; verteidig*; pioche; coûte; incline;
    détruit; renvoie; contre; honneur; duels; tour; miroir; pesca; costa; inchina; distrugge; contro; onore; turno;
    usar(e); użyć; jouée; roba; cuesta; inclina; destruye; gana; contra; dobiera; kosztuje; kłania; niszczy; przeciw*;
    tur(ę/a/y); pojedyn*"""
# These count copies or point elsewhere also beside words of play.
_COUNTED = """
    only/just/need/needs/want/wants/have/own/run/play/add/make/use/to/at/or/now/cut/drop/missing/lacking #; make it #;
    # .. cop(y/ies)/left/short; ^# for/in/vs/versus/against/if/when/at/with; third; fourth; not in/at;
    ^if/unless/wenn/falls/si; only if/vs/versus/against; without the/any/my; list; slot(s); deck; sideboard; version;
    line"""
# Beside words of play these say nothing: numbers, denials, conditions, and what cards do to others.
_IN_PLAY = f"""{_OF_CARDS};
    # (card(s)/karte(n)/cart(e/es/a/as)/kart(y/ę)/more/less/fewer/weniger/mniej/in/de) (moins/meno/menos); twice;
    adds/removes/replaces/drops/loses/gives/leaves/lacks/swaps/exchanges/count/counts/turns/takes (out/as);
    without/no/not/never/don't/doesn't/now/si/se/sich/nicht/kein(e/en)/pas/non/nie/if/unless/was/against/other/old/again/next;
    missing/need(s) a/an; peut être; ignores; ignore/forget the; rest of; out of"""
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
    *vorschläge/meinungen/anregungen/ideen?; was meint/denkt ihr?; avis/idées/remarques/conseils?; qu'en pensez vous?;
    consigli/opinioni/idee/suggerimenti?; che/cosa ne pensate?; sugerencia(s)/opiniones/consejos?; qué opináis?;
    qué os parece?; sugestie/opinie/uwagi?; {SILENT}"""


@lru_cache(maxsize=_REMEMBERED)
def says(remark: str) -> Says:
    """Return all that a remark may say, without what is idle."""
    said = _plain(without_idle(remark))
    return reduce(or_, (kind for kind, phrases in _PHRASES.items() if _compiled(phrases).search(said)), Says(0))


def begins_with_play(remark: str) -> bool:
    """Return whether the first word of a remark is one of cards in play: ``fetches Ring of Fire``."""
    first = remark.partition(" ")[0]
    return first.isalpha() and _compiled(_PLAY).fullmatch(_plain(first)) is not None


def without_idle(remark: str) -> str:
    """Return a remark without what says nothing, as numbers do beside words of play: ``draws two cards``."""
    said = _plain(remark)
    is_short = len(said.split()) <= _SHORT
    of_play = is_short and _compiled(_PLAY).search(said) and not _compiled(_COUNTED).search(said)
    return without(_IN_PLAY if of_play else _OF_CARDS, remark)


def says_unfinished(text: str) -> bool:
    """Return whether a text says that a list is not finished: ``WIP - Crane``, ``Work in Progress``."""
    return _compiled(_UNFINISHED).search(text.lower()) is not None


def without(phrases: str, remark: str) -> str:
    """Return a remark without some phrases: ``_OF_CARDS`` or ``TALK``."""
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
    return re.compile(rf"(?:^|[,;:.!]\s){_SIGNS}(?:{first or '(?!)'})|(?<!\w)(?:{others or '(?!)'})")


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
