"""Usual forms of whole lists, each of a legal deck, with a copy too many and with one too few."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import pytest

from deckcheck import Report, Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
PHOENIX = (DECKS / "lcg-stronghold" / "phoenix-one-restricted.txt").read_text("utf-8")
Part = tuple[str, list[tuple[int, str]]]
WORDS = ["zero", "one", "two", "three", "four"]


@pytest.fixture(scope="module")
def stronghold() -> Reader:
    return Reader("lcg-stronghold")


def parts_of(text: str) -> list[Part]:
    parts: list[Part] = []
    for line in text.partition("\n\n")[2].splitlines():
        if card := re.fullmatch(r"(\d)x? (.+)", line):
            parts[-1][1].append((int(card[1]), card[2]))
        elif line:
            parts.append((re.sub(r"^# | ?\(\d+\)$", "", line), []))
    return [part for part in parts if part[1]]


def with_copies(parts: list[Part], more: int) -> list[Part]:
    """Return the parts with more or fewer copies of the last card with three."""
    *_, (at, place) = ((at, n) for at, (_, cards) in enumerate(parts) for n, card in enumerate(cards) if card[0] == 3)
    changed = [(head, [*cards]) for head, cards in parts]
    changed[at][1][place] = (3 + more, changed[at][1][place][1])
    return changed


def check(form: Callable[[list[Part]], str], reader: Reader, text: str, tmp_path: Path | None = None) -> None:
    for more, verdict in ((0, Verdict.LEGAL), (1, Verdict.ILLEGAL), (-1, Verdict.ILLEGAL)):
        said = form(with_copies(parts_of(text), more))
        if tmp_path is None:
            assert reader.verdict(said) is verdict
        else:
            (tmp_path / "deck.csv").write_text(said, "utf-8")
            (report,) = reader.checker.check_many([tmp_path / "deck.csv"])
            assert isinstance(report, Report)
            assert report.verdict is verdict


def cards_of(parts: list[Part]) -> list[tuple[int, str]]:
    return [card for _, cards in parts for card in cards]


def copies_of(parts: list[Part]) -> list[str]:
    return [name for number, name in cards_of(parts) for _ in range(number)]


def lines(parts: list[Part]) -> list[str]:
    return [f"{number} {name}" for number, name in cards_of(parts)]


def total(cards: list[tuple[int, str]]) -> int:
    return sum(number for number, _ in cards)


def paged(parts: list[Part], form: str) -> str:
    said, last = lines(parts), -(-len(lines(parts)) // 10)
    pages = [[form.format(at=at + 1, last=last), *said[10 * at : 10 * at + 10]] for at in range(last)]
    return "\n".join(line for page in pages for line in page)


def listed(parts: list[Part]) -> str:
    def said(cards: list[tuple[int, str]]) -> str:
        return ", ".join(name if number == 1 else f"{number}x {name}" for number, name in cards)

    return "\n".join(f"{head} ({total(cards)}): {said(cards)}" for head, cards in parts)


def tabled(parts: list[Part], *heads: str, form: str) -> str:
    return "\n".join([*heads, *(form.format(n, name, at % 7) for at, (n, name) in enumerate(cards_of(parts)))])


def headed(parts: list[Part], form: str) -> str:
    return "\n".join("\n".join([form.format(head, total(cards)), *lines([(head, cards)])]) for head, cards in parts)


TEXTS: dict[str, Callable[[list[Part]], str]] = {
    "numbered copies": lambda parts: "\n".join(f"{at}. {name}" for at, name in enumerate(copies_of(parts), 1)),
    "bare numbers": lambda parts: "\n".join(f"{at} {name}" for at, name in enumerate(copies_of(parts), 1)),
    "pages": lambda parts: paged(parts, "Page {at} of {last}"),
    "Seiten": lambda parts: paged(parts, "\nSeite {at} von {last}\n"),
    "strony": lambda parts: paged(parts, "Strona {at} z {last}"),
    "titles on pages": lambda parts: paged(parts, "Crane – printed 03.05.2014 12:31 – page {at} of {last}"),
    "parts": lambda parts: paged(parts, "[{at}/{last}]"),
    "dashes": lambda parts: paged(parts, "- {at} -"),
    "Karten": lambda parts: headed(parts, "{}: {} Karten"),
    "cartes": lambda parts: headed(parts, "{} - {} cartes"),
    "Province deck": lambda parts: headed(parts, "{} cards").replace("Stronghold cards", "Stronghold deck"),
    "section": lambda parts: headed(parts, "== {} section =="),
    "commas": listed,
    "table": lambda parts: tabled(parts, "| # | Name | Cost |", "|---|---|---|", form="| {} | {} | {} |"),
    "comment": lambda parts: tabled(parts, "# # | Name | Cost", form="{} | {} | {}"),
    "icons": lambda parts: tabled(parts, form='<li><img src="/{2}.png" alt="Holding"/> {0}x <a href="/c">{1}</a></li>'),
    "links": lambda parts: tabled(parts, form='<p>{0}x <a href="/c" title="{1}">{1}</a></p>'),
    "names (3)": lambda parts: "\n".join(name + f" ({n})" * (n > 1) for n, name in cards_of(parts)),
    "minus": lambda parts: "\n".join(f"-{line}" for line in lines(parts)),
    "date": lambda parts: "\n".join(["2014-03-12", *lines(parts)]),
    "ej.": lambda parts: tabled(parts, form="{} ej. {}"),
    "own": lambda parts: tabled(parts, form="{0} {1} (own {0})"),
    "exemplaires de": lambda parts: tabled(parts, form="{} exemplaires de {}"),
    "kopie": lambda parts: tabled(parts, form="{1} ({0} kopie)"),
    "marks around": lambda parts: "\n".join(["Kotei 2018", "", *(f"- [x] **{name}**" for name in copies_of(parts))]),
    "code": lambda parts: "\n".join(f"`{name}`" for name in copies_of(parts)),
    "quoted": lambda parts: "\n".join(f'"{name}"' for name in copies_of(parts)),
    "1. -": lambda parts: "\n".join(f"{at}. {name} - {n}" for at, (n, name) in enumerate(cards_of(parts), 1)),
    "1.": lambda parts: "\n".join(f"{at}. **{name}** {n}" for at, (n, name) in enumerate(cards_of(parts), 1)),
    "1. =": lambda parts: "\n".join(
        ["2014-03-12", *(f"{at}. {name} = {n}" for at, (n, name) in enumerate(cards_of(parts), 1))]
    ),
    "1. (3x)": lambda parts: "\n".join(
        [*(f"{at}. ({n}x) {name}" for at, (n, name) in enumerate(cards_of(parts), 1)), "", "2014-03-12"]
    ),
    "name 3": lambda parts: tabled(parts, "https://example.org/decks/1234", "", form="{1} {0}"),
    "x3.": lambda parts: tabled(parts, form="{1} x{0}."),
    "semicolons": lambda parts: tabled(parts, form="{1} {0};"),
    "x3 (good)": lambda parts: tabled(parts, form="{1} x{0} (good)"),
    "(3) (great)": lambda parts: tabled(parts, form="{1} ({0}) (great in this deck)"),
    "praise": lambda parts: tabled(parts, form="{0} {1}, amazing"),
    "quoted lines": lambda parts: "\n".join(
        f"> {line}" for line in ["Name: Storm", "", *lines(parts), "", "Thanks,", "Kei"]
    ),
    "lines of HTML": lambda parts: "<br>\n".join([*lines(parts), "", "Thanks,", "Kei", "Sent from my phone", ""]),
    "all with bullets": lambda parts: "\n".join(f"* {line}" for line in [*lines(parts), "Thanks,", "Kei"]),
    "preformatted": lambda parts: "\n".join(["<pre>", *lines(parts), "", "-- ", "Kei", "</pre>"]),
    "three (3)": lambda parts: "\n".join(f"{WORDS[n]} ({n}) {name}" for n, name in cards_of(parts)),
    "3 (three)": lambda parts: "\n".join(f"{n} ({WORDS[n]}) {name}" for n, name in cards_of(parts)),
    "three (great)": lambda parts: "\n".join(
        f"{WORDS[n]} copies of {name}{' (great)' * ('Co' in name)}" for n, name in cards_of(parts)
    ),
    "one foil": lambda parts: tabled(parts, form="{0} {1} (one foil)"),
    "printings": lambda parts: "\n".join(f"{n} {name}" + " (1 old, 1 foil)" * (n > 1) for n, name in cards_of(parts)),
    "3x [2]": lambda parts: tabled(parts, form="{0}x [{2}] {1}"),
    "3F 2C": lambda parts: tabled(parts, form="{0} {1} 3F 2C 1PH 6G"),
    "(PS 8)": lambda parts: tabled(parts, form="{0} {1} (PS 8, GP 4, SH 5)"),
    "(makes 2)": lambda parts: tabled(parts, form="{0} {1} (makes 2)"),
    "kpl": lambda parts: tabled(parts, form="{} kpl {}"),
    "db": lambda parts: tabled(parts, form="{} db {}"),
    "st": lambda parts: tabled(parts, form="{} st {}"),
    "tags": lambda parts: tabled(parts, form="{}x [l5r]{}[/l5r]"),
    "pictures": lambda parts: tabled(parts, form="{0} ![](/cards/{2}.png) {1}"),
    "different cards": lambda parts: "\n".join(
        "\n".join([f"{head}: {total(cards)} cards, {len(cards)} different", *lines([(head, cards)])])
        for head, cards in parts
    ),
    "titles": lambda parts: "\n".join(
        "\n".join([f"{head} ({total(cards)} cards / {len(cards)} titles)", *lines([(head, cards)])])
        for head, cards in parts
    ),
    "struck row": lambda parts: tabled(
        parts, "| Qty | Card |", "|---|---|", "| ~~3~~ | ~~Rout~~ |", form="| {} | {} |"
    ),
    "record": lambda parts: "\n".join([*lines(parts), "", "Record: 5-2"]),
    "praise below": lambda parts: "\n".join([*lines(parts), "* these are great", ""]),
    "title": lambda parts: "\n".join(
        [*(["Crane 2.0", ""] if parts[0][1][0][1] == "Shiro Daidoji" else []), *lines(parts)]
    ),
    "signature": lambda parts: "\n".join([*lines(parts), "", "Cheers,", "Kei", "--", "Sent from my iPhone"]),
}


@pytest.mark.parametrize("form", TEXTS.values(), ids=TEXTS)
def test_only_one_reading_is_possible(form: Callable[[list[Part]], str], celestial: Reader, stronghold: Reader) -> None:
    check(form, celestial, CRANE)
    check(form, stronghold, PHOENIX)


NAMES = ["Dynasty", "Fate"]
LANGUAGES = {
    "es": "Fortaleza Eventos Celestiales Regiones Posesiones Personalidades Estrategias Objetos Seguidores Anillos",
    "fr": "Forteresse Événements Célestes Régions Possessions Personnalités Stratégies Objets Suivants Anneaux",
    "it": "Roccaforte Eventi Celestiali Regioni Possedimenti Personalità Strategie Oggetti Seguaci Anelli",
    "pl": "Twierdza Wydarzenia Niebiosa Regiony Posiadłości Osobistości Strategie Przedmioty Poplecznicy Pierścienie",
    "pt": "Fortaleza Eventos Celestiais Regiões Posses Personalidades Estratégias Itens Seguidores Anéis",
}
TOTALS = {
    "es": "Total de cartas: {}",
    "fr": "Total : {} cartes",
    "it": "Totale carte: {}",
    "pl": "Razem: {} kart",
    "pt": "Total de cartas: {}",
}


@pytest.mark.parametrize("form", ["{} ({})", "{}: {}", "{} - {}"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_may_be_in_other_languages(language: str, form: str, celestial: Reader) -> None:
    def translated(parts: list[Part]) -> str:
        said = [(head, cards) for head, (_, cards) in zip(LANGUAGES[language].split(), parts, strict=True)]
        return f"{headed(said, form)}\n\n{TOTALS[language].format(total(cards_of(parts[1:])))}"

    check(translated, celestial, CRANE)


@pytest.mark.parametrize("form", ["{} {} ✔", "{}x {} - Personality", "{} ej. {}", "- [x] {} {}"])
@pytest.mark.parametrize("level", [" • Experienced 3", " Experienced 3", " (Experienced 3)"])
def test_the_title_of_a_level_is_not_the_id_of_a_lower_one(form: str, level: str, celestial: Reader) -> None:
    def marked(parts: list[Part]) -> str:
        return tabled(parts, form=form).replace("Doji Ayano - exp", f"Kakita Noritoshi{level}")

    check(marked, celestial, CRANE)


@pytest.mark.parametrize("form", ["{}x:", "**{}x**", "{} copies:", "{}-ofs", "x{}", "{} of each", "{word}-ofs:"])
def test_lines_above_names_give_their_copies(form: str, celestial: Reader) -> None:
    def counted(parts: list[Part], *numbers: int) -> str:
        groups = {n: [name for copies, name in cards_of(parts[1:]) if copies == n] for n in numbers or (4, 3, 2, 1)}
        rest = [line for line in lines(parts[1:]) if numbers and int(line[0]) not in numbers]
        heads = ["\n".join([form.format(n, word=WORDS[n]), *names]) for n, names in groups.items() if names]
        return "\n\n".join([cards_of(parts)[0][1], *heads, *rest])

    check(counted, celestial, CRANE)
    parts = parts_of(CRANE)
    assert celestial.verdict(counted(parts, 3)) is Verdict.UNDECIDED
    assert celestial.verdict(counted(parts).replace("\n\n", "\nRout\n\n", 1)) is Verdict.UNDECIDED
    assert celestial.verdict(f"{counted(parts)}\n\nSideboard\nRout") is Verdict.UNDECIDED
    assert celestial.verdict(f"{counted(parts)}\n\nRout") is Verdict.UNDECIDED
    below = "\n".join(f"{name}\n{form.format(copies, word=WORDS[copies])}" for copies, name in cards_of(parts))
    assert celestial.verdict(below) is not Verdict.ILLEGAL
    assert celestial.verdict(below.rpartition("\n")[0]) is Verdict.UNDECIDED


def test_cards_may_repeat_the_number_above_them(celestial: Reader) -> None:
    def counted(parts: list[Part]) -> str:
        cards = cards_of(parts[1:])
        groups = [(f"{head}:", n) for head, n in (("4-ofs", 4), ("Triples", 3), ("Doubles", 2), ("Singles", 1))]
        heads = [[head, *(f"{n} {name}" for n, name in cards if n == number)] for head, number in groups]
        return "\n\n".join(["1 Shiro Daidoji", *("\n".join(each) for each in heads if each[1:])])

    check(counted, celestial, CRANE)
    assert celestial.verdict(counted(parts_of(CRANE)).replace("\n2 ", "\n1 ", 1)) is not Verdict.LEGAL


def test_a_sum_may_be_behind_its_summands(celestial: Reader) -> None:
    def summed(parts: list[Part]) -> str:
        sums = [[total(each) for _, each in parts if each[0] in cards] for cards in decks_of(parts)]
        said = [f"{head}: {' + '.join(map(str, each))} = {sum(each)}" for head, each in zip(NAMES, sums, strict=True)]
        return "\n".join([*lines(parts), "", *said])

    check(summed, celestial, CRANE)
    for below in ("Grand total: 80", "Sleeves: matte black"):
        assert celestial.verdict("\n".join([*lines(parts_of(CRANE)), "", below])) is Verdict.LEGAL
    text = summed(parts_of(CRANE))
    assert celestial.verdict(text.replace("= 40", "= 41", 1)) is Verdict.UNDECIDED


def decks_of(parts: list[Part]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    start = next(at for at, (head, _) in enumerate(parts) if head == "Strategies")
    return cards_of(parts[1:start]), cards_of(parts[start:])


def test_columns_side_by_side_may_have_totals(celestial: Reader) -> None:
    def side_by_side(parts: list[Part]) -> str:
        cells = [["\t".join(map(str, card)) for card in [*cards, (total(cards), "Total")]] for cards in decks_of(parts)]
        return "\n".join([*lines(parts[:1]), *map("\t\t".join, zip_longest(*cells, fillvalue="\t"))])

    check(side_by_side, celestial, CRANE)


@pytest.mark.parametrize(
    "sums", ["", "{}                         {}", "Total: {}          Total: {}", "Total {}     Total {}"]
)
def test_printed_columns_have_spaces_behind_the_numbers(sums: str, celestial: Reader) -> None:
    def printed(parts: list[Part]) -> str:
        decks = decks_of(parts)
        cells = zip_longest(*([f"{n:<4}{name:<30}" for n, name in cards] for cards in decks), fillvalue=" " * 34)
        below = sums.format(*map(total, decks))
        return "\n".join([*lines(parts[:1]), "    Dynasty                           Fate", *map("".join, cells), below])

    check(printed, celestial, CRANE)
    assert celestial.verdict(f"{printed(parts_of(CRANE))}\n40          41") is Verdict.UNDECIDED


TABLES: dict[str, Callable[[int, str, int], dict[str, object]]] = {
    "deck and collection": lambda n, name, at: {"Name": name, "In deck": n, "In collection": n + at % 3},
    "deck and owned": lambda n, name, _: {"Card": name, "Deck": n, "Owned": 4},
    "deck, owned and needed": lambda n, name, _: {"Card": name, "In deck": n, "Own": n, "Need": 0},
    "notes": lambda n, name, at: {"#": n, "Card": name, "Cost": at % 6, "Notes": "good" if at % 8 == 3 else ""},
}


@pytest.mark.parametrize("form", TABLES.values(), ids=TABLES)
def test_the_number_in_the_deck_counts(
    form: Callable[[int, str, int], dict[str, object]], celestial: Reader, tmp_path: Path
) -> None:
    def table(parts: list[Part]) -> str:
        return written([form(n, name, at) for at, (n, name) in enumerate(cards_of(parts))])

    def in_markdown(parts: list[Part]) -> str:
        heads, *rows = csv.reader(table(parts).splitlines())
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows))

    check(table, celestial, CRANE, tmp_path)
    check(in_markdown, celestial, CRANE)


def written(rows: list[dict[str, object]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*rows[0]], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@pytest.mark.parametrize("form", ["{} Deck ({})", "{}: {} cards", "{} [{}]"])
def test_a_column_of_sections_may_have_their_sizes(form: str, celestial: Reader, tmp_path: Path) -> None:
    def table(parts: list[Part]) -> str:
        decks = dict(zip(("Dynasty", "Fate"), decks_of(parts), strict=True))
        said = [("Stronghold (1)", *card) for card in parts[0][1]]
        said += [(form.format(name, total(cards)), *card) for name, cards in decks.items() for card in cards]
        return written([{"Section": section, "Qty": n, "Card": name} for section, n, name in said])

    check(table, celestial, CRANE, tmp_path)
    wrong = table(parts_of(CRANE)).replace(form.format("Fate", 40), form.format("Fate", 41))
    (tmp_path / "deck.csv").write_text(wrong, "utf-8")
    assert celestial.checker.check_file(tmp_path / "deck.csv").verdict is Verdict.UNDECIDED


def test_marks_of_single_copies_count_none(celestial: Reader, tmp_path: Path) -> None:
    def table(parts: list[Part]) -> str:
        copies = enumerate(copies_of(parts))
        return written(
            [{"Name": name, "Foil": "x" * (not at % 5), "Signed": "x" * (not at % 7)} for at, name in copies]
        )

    check(table, celestial, CRANE, tmp_path)


def test_without_all_pages_the_list_may_go_on(celestial: Reader) -> None:
    pages = paged(parts_of(CRANE), "Seite {at} von {last}")
    assert celestial.verdict(pages[: pages.index("Seite 3")]) is Verdict.UNDECIDED
    assert celestial.verdict(pages.replace("Seite 2", "Deck 2")) is Verdict.UNDECIDED
    assert celestial.verdict(pages.replace("Seite 2", "Rout, Seite 2")) is Verdict.UNDECIDED
    assert celestial.verdict(f"{CRANE}\nPage 1 of 1\n") is Verdict.LEGAL
    assert celestial.verdict(f"{CRANE}\nPage 2 of 2\n") is Verdict.UNDECIDED


def test_a_number_without_its_line_for_each_copy_is_a_question(celestial: Reader) -> None:
    rows = [f"{at}. {name}" for at, (_, name) in enumerate(cards_of(parts_of(CRANE)), 1)]
    assert celestial.verdict("\n".join(rows)) is Verdict.UNDECIDED
    copies = [f"{at}. {name}" for at, name in enumerate(copies_of(parts_of(CRANE)), 1)]
    assert celestial.verdict("\n".join([*copies[:20], *copies[21:]])) is Verdict.UNDECIDED


@pytest.mark.parametrize("level", [" - exp2", " (Experienced 2)", " XP 2", " • Experienced 2"])
def test_cards_in_a_paragraph_have_their_levels(level: str, celestial: Reader) -> None:
    parts = parts_of(CRANE.replace("1 Daidoji Yuki - exp", f"1 Tamago{level}"))
    text = "\n".join(f"{head}: {', '.join(lines([(head, cards)]))}" for head, cards in parts)
    assert celestial.verdict(text) is Verdict.LEGAL
    assert celestial.verdict(text.replace("1 Tamago", "2 Tamago")) is Verdict.ILLEGAL


def test_a_heading_with_another_number_is_a_question(celestial: Reader) -> None:
    text = listed(parts_of(CRANE)).replace("Events (3)", "Events (5)")
    assert celestial.verdict(text) is Verdict.UNDECIDED


def test_numbers_between_dashes_may_be_copies_of_the_names_below(celestial: Reader) -> None:
    text = "\n".join(line for line in lines(parts_of(CRANE)) if not line.endswith(("Daidoji", "Farmlands")))
    for name in ("{}", "* {}"):
        above = "\n".join(["- 1 -", name.format("Shiro Daidoji"), "- 2 -", name.format("Farmlands")])
        assert celestial.verdict(f"{above}\n{text}") is Verdict.UNDECIDED


PICTURES = """src="/rout.png" alt="Rout" | src="/cut.png" | src="/1.png" title="out" | src="/trash.png"
    | src="/no.png" alt="" | src="/cut.png" alt="Holding" | src="/3.png" alt="3" """


@pytest.mark.parametrize("picture", [each.strip() for each in PICTURES.split("|")])
def test_a_picture_may_name_another_card_or_strike_one_out(picture: str, celestial: Reader) -> None:
    text = TEXTS["icons"](parts_of(CRANE)).replace('src="/1.png" alt="Holding"', picture, 1)
    assert celestial.verdict(text) is Verdict.UNDECIDED


@pytest.mark.parametrize("name", ["Daidoji Kimpira", "Moto Kushi"])
def test_a_mark_beside_another_copy_may_put_it_outside(name: str, celestial: Reader) -> None:
    deck = CRANE.replace("Daidoji Kimpira", name)
    assert celestial.verdict(deck) is Verdict.LEGAL
    assert celestial.verdict(f"{deck}\n1 {name}\n") is Verdict.ILLEGAL
    assert celestial.verdict(f"{deck}\n(1 {name})\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("look", ['class="removed"', 'style="text-decoration: line-through"'])
def test_links_with_titles_may_be_struck_out(look: str, celestial: Reader) -> None:
    text = TEXTS["links"](parts_of(CRANE))
    assert celestial.verdict(f'{text}\n<p>1x <a href="/c" {look} title="Rout">Rout</a></p>') is Verdict.UNDECIDED
    assert celestial.verdict(f'{text}\n<p>1x <a href="/c" title="Rout" {look}>Rout</a></p>') is Verdict.UNDECIDED


def test_a_title_with_the_word_hidden_hides_nothing(celestial: Reader) -> None:
    text = TEXTS["links"](parts_of(CRANE))
    card = '<p>1x <a href="/c" {}title="A Hidden Fortress">A Hidden Fortress</a></p>'
    assert celestial.verdict(f"{text}\n{card.format('')}") is Verdict.ILLEGAL  # It is of another arc.
    assert celestial.verdict(f"{text}\n{card.format('hidden ')}") is Verdict.UNDECIDED


def test_pictures_may_be_numbers(celestial: Reader) -> None:
    pictures = tabled(parts_of(CRANE), form='<li><img src="/x{0}.png"/> <a href="/c">{1}</a></li>')
    assert celestial.verdict(pictures) is Verdict.UNDECIDED


@pytest.mark.parametrize(("sign", "verdict"), [("[IE]", Verdict.LEGAL), ("[SB]", Verdict.UNDECIDED)])
def test_the_set_may_be_in_front_of_a_card(sign: str, verdict: Verdict, celestial: Reader) -> None:
    assert celestial.verdict(CRANE.replace("3 Marketplace", f"3 {sign} Marketplace")) is verdict


def test_a_row_with_copies_is_no_head_of_a_table(celestial: Reader) -> None:
    text = CRANE.replace("3 Geisha House", "3 {{card|Clan Estate}}")
    assert celestial.verdict(text) is Verdict.LEGAL
    assert celestial.verdict(text.replace("3 {{", "4 {{")) is not Verdict.LEGAL


@pytest.mark.parametrize("head", ["Side {}", "Page {} of 2", "P{}"])
def test_numbers_with_cards_on_both_sides_of_all_are_no_pages(head: str, celestial: Reader) -> None:
    text = "\n".join([*lines(parts_of(CRANE)), head.format(1), "3 Rout", head.format(2), "2 Rout"])
    assert celestial.verdict(text) is Verdict.UNDECIDED


def test_numbered_sides_may_be_sideboards(celestial: Reader) -> None:
    text = "\n".join(["Side 1", *lines(parts_of(CRANE)), "Side 2", "2 Rout"])
    assert celestial.verdict(text) is Verdict.UNDECIDED
    assert celestial.verdict(paged(parts_of(CRANE), "Side {at} af {last}")) is Verdict.LEGAL


@pytest.mark.parametrize("line", ["2014-03-12", "Cheers,", "kei@example.org"])
def test_a_date_or_a_farewell_between_cards_may_end_the_list(line: str, celestial: Reader) -> None:
    *cards, last = lines(parts_of(CRANE))
    assert celestial.verdict("\n".join([*cards, line, last])) is Verdict.UNDECIDED


def test_with_a_line_for_each_copy_another_number_is_a_fact(celestial: Reader) -> None:
    for form in ("{at}. {name}\t{cost}", "{at}. {name} - {cost}", "{at}. {name} ({cost})"):
        rows = [
            form.format(at=at, name=name, cost=len(name) % 4 + 1)
            for at, name in enumerate(copies_of(parts_of(CRANE)), 1)
        ]
        assert celestial.verdict("\n".join(rows)) is not Verdict.ILLEGAL


def test_marks_beside_different_names_may_count_their_copies(celestial: Reader, tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"Card": name, "Foil": "x", "Signed": "x" * (n > 1)} for n, name in cards_of(parts_of(CRANE))
    ]
    for again in ([], rows[:1]):
        (tmp_path / "deck.csv").write_text(written([*again, *rows]), "utf-8")
        assert celestial.checker.check_file(tmp_path / "deck.csv").verdict is Verdict.UNDECIDED


def test_a_deck_of_lackey_has_an_element_for_each_copy(celestial: Reader, stronghold: Reader) -> None:
    def as_lackey(parts: list[Part]) -> str:
        zones = "".join(
            f'<superzone name="{head}">'
            + "".join(f'<card><name id="X1">{name}</name><set>CE</set></card>\n' * copies for copies, name in cards)
            + "</superzone>\n"
            for head, cards in parts
        )
        return f'<deck version="0.8">\n<meta><game>l5r</game></meta>\n{zones}</deck>\n'

    check(as_lackey, celestial, CRANE)
    check(as_lackey, stronghold, PHOENIX)
