"""Comments on lines of their own among the cards, and in YAML and XML: about the card above, or about none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.conftest import in_turn
from tests.reading.remembered import Reader

CRANE = Path(__file__).resolve().parents[1] / "fixtures" / "decks" / "celestial-40-40" / "crane-honor.txt"
LIST = CRANE.read_text("utf-8").partition("\n\n")[2].rstrip()
CARDS = [line.partition(" ") for line in LIST.split("\n") if line[:1].isdigit()]
CHANGES = """cut one of these | -1 | only 2 | two of these | or Rout | (swap for Rout) | not in | ignore the line above
    | =2 | was 2 | one more | exp 2 | ? | not sure | vs. Lion | either this or the next | TODO: number | flex slot
    | nur zwei | nur 2 | seulement deux | solo due | sólo dos | entfernt | retiré | rimosso | eliminado | gestrichen
    | oder Rout | ou Rout | oppure Rout | o Rout | ditto | proxy
    | the rest is for Sunday | end of the deck | none of these | under review | auf der Bank | to be decided | tbd
    | on trial | three slots left
    | hmm | dunno | meta call | placeholder | waiting for delivery | may change | check this | already listed
    | noch unsicher | unklar | Platzhalter | mal schauen | einer mehr | eine zu viel | ausgeliehen | doppelt
    | à voir | au lieu de Rout, à la place | remplaçant | en double | prêtée | probablement deux
    | uno in più | da vedere | al posto di Rout | in prova | non nel mazzo
    | una más | en lugar de Rout | por decidir | tal vez | prestada | no cuenta
    | jedna mniej | zamiast Rout | do zmiany | niepewne | pożyczona | chyba dwie
    | next event | third one is flex | for sale | lost one | gave one away | one to Bob | belongs to Bob | don't have
    | from deck B | didn't make it | got lost on the train | had to leave the deck | a bit short of these
    | should really be gold | no more copies of these | my friend has these | something else here
    | we'll see | torn on this | haven't decided | on the chopping block | assuming it is legal | counting on Ben
    | anything works | down from three
    | only on Sunday | second option | plan B | I may use others | the judge said it is fine
    | in other deck | alt list | v2 | see note | pls check | only vs Lion | two in the mirror
    | only two for battle | missing one for duels | 2 or 3 | if they play honor | temporary | gehört Max
    | zu verkaufen | prochain tournoi | 2-3 | (2–3)
    | zero | nil | nothing | some | any | extra | another | once | thrice | pulled
    | only in the Dynasty sideboard | strike that | one of them is going
    | rausgenommen | dehors | pas jouée | sacada | fora do baralho | só duas | w rezerwie | left home
    | wyrzucić | not legal | not legal in this deck | not legal in Emperor, so only two
    | is that still legal here | solo si el juez deja
    | former | ex | at home | chez moi | a casa | en casa | w domu | used to be | in deck B | g2 only | coming
    | game 2 | day 2 | for Kei | only Saturday | a fourth if I find one
    | ein viertes liegt in der Box | la cuarta está en la caja | retired for now | no room for these in the end
    | didn't fit | parked | kaputt | spielt jetzt Tom | laissées à la maison
    | eine kommt noch | une est chez Paul | una ce l'ha Marco | uma está com o Rui | jedną ma Marek | en rupture
    | only against Crane | solo contra Grulla | in against Crane, out against Lion | include if there is room
    | Tom has it | for the third game | in for the fourth round | only in my first list | leave home without them
    | pawned for gas money | Felix took two of them home | currently with my nephew | Paul needs his back
    | verlegt | la levo | tengo que comprarla | me la robaron
    | versão errada | a troquei | uszkodzona | oddałem | prodáno | má ji Petr | nejsem si jistý
    | the list is from last year | one card was changed
    | vendue | in prestito | da controllare | próximo torneo | en venta | na sprzedaż | następny turniej"""
SILENT = """Events (3) | Deck
    | great card | one of the best cards | CE 45 | needs 4 gold | since 2011 | thanks to Kei | Imperial Edition
    | plays well in round 1 | third turn play | never leave home without it | was a great find
    | two-drop | good against Lion | copper mine
    | on theme | good on turn two | to buy time | tested for two months | bought for 5 euro | played at GenCon 2014
    | comes in handy | a good option against Lion | removal | won me the final | from Imperial Edition | Lieblingskarte
    | gegen Ehre gut | kostet 3 Gold
    | très utile en défense | se combine bien | la mia carta preferita | vince le partite | muy útil | gana partidas
    | banned in Lotus | was banned in Gold | from Diamond
    | najlepsza karta w talii | wygrywa gry
    | bows twice a turn | draws two cards | costs 2 less with Sensei | does not bow | can be used twice in battle
    | against dishonor | vs military | removes a follower | missing a keyword | wrong clan but cheap | outside battles
    | end of turn effect | old art | above average | already proven | too good not to play | twice as good with Sensei
    | signed by the artist | loved by everyone | thanks to Ana for lending me this | say hello to my friend
    | a sister of the Empress | no explanation needed | still underrated | Stärke 4 | comprada por 3 euros
    | gekauft in Essen | signée par l'artiste | podepsáno | oblíbená | koupeno za 50 korun
    | check the FAQ on this | takes two targets | zieht zwei Karten | beugt sich nicht | ne s'incline pas
    | pesca due carte | roba dos cartas | dobiera dwie karty"""
# Behind a card these may put another one in its place; on a line of its own a card is commented out.
OTHERS = "Iron Mine | Iron Mine next time | with Iron Mine | 3 Iron Mine | 3 Kolat Assassin | Rout | 3 Honor Guard"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("celestial-40-40")


def rows(table: str) -> list[str]:
    return [" ".join(row.split()) for row in table.split("|")]


def in_text(comment: str) -> list[str]:
    below, last = LIST.replace("3 Copper Mine\n", f"3 Copper Mine\n# {comment}\n"), f"{LIST}\n"
    return [below, below.replace("# ", "// ").replace("// H", "# H"), f"{last}# nice\n; {comment}\n"]


def in_structures(comment: str) -> list[str]:
    yaml = "".join(f'  "{name}": {count}\n' for count, _, name in CARDS)
    xml = "".join(f'<card qty="{count}">{name}</card>\n' for count, _, name in CARDS)
    return [
        f"deckcheck: 1\ncards:\n{yaml}".replace('"Copper Mine": 3', f'"Copper Mine": 3  # {comment}'),
        f"deckcheck: 1\ncards:\n{yaml}".replace('"Copper Mine": 3', f'"Copper Mine": 3\n  # {comment}'),
        f"<deck>{xml}</deck>".replace("Copper Mine</card>", f"Copper Mine</card> <!-- {comment} -->"),
        f"<deck>{xml}</deck>".replace("Copper Mine</card>", f"Copper Mine</card>\n<!--\n{comment} -->"),
    ]


@pytest.mark.parametrize(
    ("comment", "verdict"),
    [
        (each, verdict)
        for table, verdict in ((CHANGES, Verdict.UNDECIDED), (SILENT, Verdict.LEGAL))
        for each in rows(table)
    ],
)
def test_a_comment_may_change_the_card_above(comment: str, verdict: Verdict, reader: Reader) -> None:
    for text in in_turn(in_text(comment), comment):
        assert reader.verdict(text) is verdict
    for text in in_turn(in_structures(comment), comment):
        assert reader.checker.check_text(text).verdict is verdict


@pytest.mark.parametrize("comment", rows(OTHERS))
def test_a_comment_behind_a_card_may_name_the_card_that_is_played(comment: str, reader: Reader) -> None:
    behind, below, *_ = in_structures(comment)
    text = LIST.replace("3 Copper Mine\n", f"3 Copper Mine # {comment}\n")
    assert reader.verdict(text) is reader.checker.check_text(behind).verdict is Verdict.UNDECIDED
    assert reader.verdict(text.replace(" #", "\n#")) is reader.checker.check_text(below).verdict is Verdict.LEGAL


def test_the_card_is_named_with_the_reason(reader: Reader) -> None:
    (found,) = reader.checker.check_text(in_text("cut one")[0]).findings[:1]
    assert found.message == (
        "`3 Copper Mine` is not recognised: a comment beside, below or about it may give it another number, "
        "version or place"
    )


@pytest.mark.parametrize("above", ["", "Dynasty\n"])
def test_a_comment_apart_may_change_the_list(above: str, reader: Reader) -> None:
    parts = LIST.split("\n\n")
    changed = "\n\n".join([*parts[:2], f"{above}# swap two of them", *parts[2:]])
    assert reader.verdict(changed) is Verdict.UNDECIDED
    assert reader.verdict(re.sub("swap.*", "the other half", changed)) is Verdict.LEGAL


def test_four_copies_are_a_question_where_a_comment_takes_some(reader: Reader) -> None:
    four = LIST.replace("3 Copper Mine", "4 Copper Mine")
    assert reader.verdict(four) is Verdict.ILLEGAL
    assert reader.verdict(four.replace("4 Copper Mine", "4 Copper Mine\n# one too many")) is Verdict.UNDECIDED


NAMED = """only two Copper Mine | Copper Mine should be two | no Copper Mine | Copper Mine maybe | Copper Mine (SB)
    | Copper Mine -> Rout | Copper Mine => Rout | Copper Mine or Rout | not Copper Mine | cut one Copper Mine
    | Only two Copper Mine are in here, because the third one is still at home.
    | There were 4 copies of Copper Mine in the version that I handed in on Friday evening.
    | By the time we get to the venue on Saturday it should be Copper Mine x2 and all the others.
    | Two of my three Copper Mine are sleeved, and the last one is on its way by mail.
    | For this event the Copper Mine are only x1, all the other numbers are as they were.
    | Wir spielen nur zwei Copper Mine, weil die dritte noch bei Jonas im Auto liegt.
    | a fourth Copper Mine | the 4th Copper Mine
    | I would have liked a fourth Copper Mine in here if there had been room for it.
    | vielleicht noch ein viertes Copper Mine"""
NOT_CHANGED = """Copper Mine is great | thanks to Copper Mine | 3 Copper Mine | three Copper Mine
    | Copper Mine, of course
    | In round four Copper Mine won me the game, and so I was in the final before I knew what had happened.
    | The 3 Copper Mine are great with this Stronghold, which gives two gold more to each of them."""


@pytest.mark.parametrize(
    ("comment", "verdict"),
    [
        (each, verdict)
        for table, verdict in ((NAMED, Verdict.UNDECIDED), (NOT_CHANGED, Verdict.LEGAL))
        for each in rows(table)
    ],
)
def test_a_comment_may_name_the_card_that_it_is_about(comment: str, verdict: Verdict, reader: Reader) -> None:
    """It is below this card, below another one, or above the list."""
    assert reader.verdict(in_text(comment)[0]) is verdict
    assert reader.verdict(f"{LIST}\n# {comment}\n") is verdict
    assert reader.verdict(f"# {comment}\n{LIST}\n") is verdict
    for text in in_structures(comment):
        assert reader.checker.check_text(text).verdict is verdict


PRAISED = """combos with Rout | works with Rout | fetches Ring of Fire | beats Kolat Assassin
    | great together with Kolat Assassin | nice with Rout | macht Gold | kombiniert gut mit Rout
    | se combine bien avec Rout | combina bene con Rout | funciona bien con Rout"""


@pytest.mark.parametrize("comment", rows(PRAISED))
def test_praise_may_name_another_card(comment: str, reader: Reader) -> None:
    assert reader.verdict(LIST.replace("3 Copper Mine\n", f"3 Copper Mine # {comment}\n")) is Verdict.LEGAL
    swapped = LIST.replace("3 Copper Mine\n", f"3 Copper Mine # {comment.replace('combos', 'swap')}, two\n")
    assert reader.verdict(swapped) is Verdict.UNDECIDED


@pytest.mark.parametrize("comment", ["the core of my deck", "one of the best cards we have", "a snippet of lore"])
def test_what_introduces_another_list_is_talk_behind_a_card(comment: str, reader: Reader) -> None:
    assert reader.verdict(LIST.replace("3 Copper Mine\n", f"3 Copper Mine # {comment}\n")) is Verdict.LEGAL


@pytest.mark.parametrize("behind", ["# {}", "({})", "[{}]", "- {}", "(CE) ({})"])
def test_a_remark_behind_a_name_may_change_the_card(behind: str, reader: Reader) -> None:
    for remark, verdict in (
        ("great card", Verdict.LEGAL),
        ("very good in this deck", Verdict.LEGAL),
        ("sehr gute Karte", Verdict.LEGAL),
        ("very strong against Crane", Verdict.LEGAL),
        ("siempre útil contra Grulla", Verdict.LEGAL),
        ("for the fun deck", Verdict.UNDECIDED),
        ("a pair", Verdict.UNDECIDED),
        ("falls erlaubt", Verdict.UNDECIDED),
        ("si possible", Verdict.UNDECIDED),
        ("or Iron Mine", Verdict.UNDECIDED),
        ("should be Rout", Verdict.UNDECIDED),
        ("nicht dabei", Verdict.UNDECIDED),
        ("lieber zwei", Verdict.UNDECIDED),
        ("kommt weg", Verdict.UNDECIDED),
        ("plutôt deux", Verdict.UNDECIDED),
    ):
        assert reader.verdict(LIST.replace("3 Copper Mine", f"3 Copper Mine {behind.format(remark)}")) is verdict


@pytest.mark.parametrize("fact", ["4 gold", "focus 4", "4 de oro", "5 d'or", "melee 5", "works as a second Rout"])
def test_a_fact_behind_a_card_is_no_card_of_that_name(fact: str, reader: Reader) -> None:
    assert reader.verdict(LIST.replace("3 Copper Mine\n", f"3 Copper Mine # {fact}\n")) is Verdict.LEGAL


@pytest.mark.parametrize("comment", ["Ring of Fire in battle", "turns into Rout", "this is Rout", "mirror: Rout"])
def test_a_word_of_play_behind_another_name_leaves_the_question(comment: str, reader: Reader) -> None:
    assert reader.verdict(LIST.replace("3 Copper Mine\n", f"3 Copper Mine # {comment}\n")) is Verdict.UNDECIDED


def test_words_behind_a_name_may_be_those_of_another_version(reader: Reader) -> None:
    assert reader.verdict(LIST.replace("2 Doji Ayano\n", "2 Doji Ayano (the great)\n")) is Verdict.UNDECIDED
    assert reader.verdict(LIST.replace("1 Doji Ayano - exp", "1 Doji Ayano - exp (great card)")) is Verdict.LEGAL
    assert reader.verdict(LIST.replace("3 Copper Mine", "3 Copper Mine (weg)")) is Verdict.UNDECIDED
    assert reader.verdict(LIST.replace("3 Copper Mine", "3 Copper Mine (meta call)")) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", ["[[{1}]]", "{0} [[{1}]]", "{2}. {1} x{0}", "{2}) {1} {0}x", "{0} Stück {1}"])
def test_markup_and_numbers_of_lines_are_beside_names(form: str, reader: Reader) -> None:
    rows = [form.format(count, name, at) for at, (count, _, name) in enumerate(CARDS, 1)]
    if "{0}" not in form:
        rows = [row for row, card in zip(rows, CARDS, strict=True) for _ in range(int(card[0]))]
    assert reader.verdict("\n".join(rows)) is Verdict.LEGAL


ABOVE = """not final | wrong list | incomplete | 1 card short | cut one of the mines | without the last card
    | open slots: 2 | this is the list before the changes | please use the list from Tuesday
    | the numbers are guesses | Une carte a été changée ce matin. | změnil jsem dvě karty | Liste stimmt nicht"""
NOT_OF_LIST = """A Wind may be left out in this format. | One copy of each card, and no starting Holdings, for a change.
    | The cards are sorted by cost. | Copies are never counted twice. | No cards on the banned list
    | Updated for the new ban list | Crane, by Kei | v2, for the Kotei of Madrid"""


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize(
    ("comment", "verdict"),
    [
        (each, verdict)
        for table, verdict in ((ABOVE, Verdict.UNDECIDED), (NOT_OF_LIST, Verdict.LEGAL))
        for each in rows(table)
    ],
)
def test_a_short_comment_above_the_list_may_change_it(
    comment: str, verdict: Verdict, between: str, reader: Reader
) -> None:
    assert reader.verdict(f"# {comment}{between}{LIST}\n") is verdict


@pytest.mark.parametrize("form", ["<!-- {} -->", "/* {} */", "-- {}", "/*\n{}\n*/", "_{}_"])
@pytest.mark.parametrize("comment", ["cut one", "and so on", "oops", "only 2"])
def test_comments_with_other_marks_may_change_the_card_above(comment: str, form: str, reader: Reader) -> None:
    text = LIST.replace("3 Copper Mine\n", f"3 Copper Mine\n{form.format(comment)}\n")
    assert reader.verdict(text) is Verdict.UNDECIDED
    assert reader.verdict(text.replace(comment, "my grandmother gave them to me")) in (
        (Verdict.LEGAL,) if "_" not in form else (Verdict.LEGAL, Verdict.UNDECIDED)
    )


@pytest.mark.parametrize("form", ["# {}", "// {}", "/* {} */", "<!-- {} -->", "-- {}", "; {}", "<- {}", "← {}"])
def test_comments_behind_a_card_have_many_marks(form: str, reader: Reader) -> None:
    def verdict(comment: str, copies: int = 3) -> Verdict:
        line = f"{copies} Copper Mine {form.format(comment)}\n"
        return reader.verdict(LIST.replace("3 Copper Mine\n", line))

    for comment in rows("great tempo card | good vs Crane | my favourite"):
        assert verdict(comment) is Verdict.LEGAL is not verdict(comment, 4)
    for comment in rows("cut one | axed | only two | exp | or Rout | proxy | not in the deck | -1"):
        assert verdict(comment) is Verdict.UNDECIDED


def test_a_comment_behind_a_dash_changes_no_name(reader: Reader) -> None:
    """It may be a subtitle of a card with several versions, or a card; within a name there is no comment."""
    for line in ("1 Doji Hoturi -- the hero", "3 Copper Mine -- copper mine", "3 Copper Mine ; 3 copper mine"):
        assert reader.verdict(LIST.replace("3 Copper Mine", line)) is not Verdict.LEGAL
    assert reader.verdict(LIST.replace("3 Copper Mine", "3 Copper -- Mine")) is Verdict.LEGAL


def test_notes_behind_a_name_change_nothing_and_other_words_are_a_question(reader: Reader) -> None:
    def verdict(note: str, copies: int = 3) -> Verdict:
        return reader.verdict(LIST.replace("3 Copper Mine", f"{copies} Copper Mine {note}"))

    for note in rows("tech | promo | 5€ | EUR 3 | 2.50 USD | 🙂 | :) | * | ..."):
        assert verdict(note) is Verdict.LEGAL is not verdict(note, 4), note
    for note in rows("cut | out | weg | sideboard | proxy | ? | or Rout | -1 | 2 | s | fire | 🗑 | + | Guard"):
        assert verdict(note) is Verdict.UNDECIDED, note


@pytest.mark.parametrize("remark", rows("not legal in Emperor | not yet legal in Ivory Extended | illegal in Modern"))
def test_a_card_may_be_illegal_in_another_format(remark: str, reader: Reader) -> None:
    for line in (f"3 Copper Mine # {remark}", f"3 Copper Mine ({remark})", f"3 Copper Mine - {remark}"):
        assert reader.verdict(LIST.replace("3 Copper Mine", line)) is Verdict.LEGAL
    for said in (f"{remark}?", f"{remark}, use Rout", "not legal", "not legal in this deck"):
        assert reader.verdict(LIST.replace("3 Copper Mine", f"3 Copper Mine # {said}")) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "words", ["Cards I still need", "To buy", "Cards to get", "I still need these", "Still missing"]
)
@pytest.mark.parametrize("mark", ["# {}", "# {}:", "// {}:", "## {}", "**{}:**", "{}:", "{}"])
def test_a_heading_may_put_the_last_cards_elsewhere(mark: str, words: str, reader: Reader) -> None:
    lines = LIST.split("\n")
    assert reader.verdict("\n".join([*lines[:-5], "", mark.format(words), *lines[-5:]])) is Verdict.UNDECIDED
