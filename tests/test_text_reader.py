"""The text reader: every way people write a line of a deck list, and what is not a deck list at all."""

from __future__ import annotations

import subprocess
import sys

import pytest

from deckcheck.decks.text.lists import read_text
from deckcheck.decks.words.counts import says_number
from deckcheck.model.deck import LineClass, RawDeck, Request, Span
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits


def read(*lines: str) -> RawDeck:
    return read_text("\n".join(lines), "deck.txt", Limits())


def only(*lines: str) -> Request:
    """Return the one request in a list of these lines."""
    (request,) = read(*lines).requests
    return request


@pytest.mark.parametrize(
    "line",
    [
        "3 Winter Siege",
        "3x Winter Siege",
        "3X Winter Siege",
        "3 x Winter Siege",
        "3× Winter Siege",
        "3xWinter Siege",
        "x3 Winter Siege",
        "x 3 Winter Siege",
        "×3 Winter Siege",
        "Winter Siege x3",
        "Winter Siege x 3",
        "Winter Siege 3x",
        "Winter Siege ×3",
        "Winter Siege 3 ×",
        "Winter Siege (3)",
        "Winter Siege(3)",
        "[3] Winter Siege",
        "(3) Winter Siege",
        "(3x) Winter Siege",
        "<3> Winter Siege",
        "3\tWinter Siege",
        "3\tWinter Siege\t",
        "  3   Winter Siege  ",
        "* 3 Winter Siege",
        "• 3x Winter Siege",
        "- 3 Winter Siege",
        "  - 3x Winter Siege",
        "**3 Winter Siege**",
        "03 Winter Siege",
        "3,0 Winter Siege",
        "3.00 Winter Siege",
        "Winter Siege           x3",
        "‣ 3 Winter Siege",
        "· 3 Winter Siege",
        "'3 Winter Siege",
        "o  3 Winter Siege",
        "~~4×~~ 3 Winter Siege",
    ],
)
def test_three_copies(line: str) -> None:
    request = only(line)

    assert (request.count, request.name, request.counted, request.bad_count) == (3, "Winter Siege", True, "")


@pytest.mark.parametrize(
    "line", ["Winter Siege", "  Winter Siege", "- Winter Siege", "• Winter Siege", "**Winter Siege**"]
)
def test_a_name_alone_is_one_copy(line: str) -> None:
    request = only(line)

    assert (request.count, request.name, request.counted) == (1, "Winter Siege", False)


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("10 Winter Siege", 10, "Winter Siege"),
        (f"{Limits().copies} Winter Siege", Limits().copies, "Winter Siege"),
        ("3 1,000 Cuts Technique", 3, "1,000 Cuts Technique"),
        ("3x 1,000 Cuts Technique", 3, "1,000 Cuts Technique"),
        ("2 700 Soldier Plain", 2, "700 Soldier Plain"),
        ("1 Hida Kuon - exp6", 1, "Hida Kuon - exp6"),
        ("1 Yoritomo Naizen • Experienced 3", 1, "Yoritomo Naizen • Experienced 3"),
        ("3 Kobune Port (Celestial)", 3, "Kobune Port (Celestial)"),
        ("1x Ancestral Lands (Core Set #15)", 1, "Ancestral Lands (Core Set #15)"),
        ("3 Iron Mine [f - CE]", 3, "Iron Mine [f - CE]"),
        ("1 Two Swords, One Cut", 1, "Two Swords, One Cut"),
        ("1 Mirumoto Shikei, the Laughing Dragon", 1, "Mirumoto Shikei, the Laughing Dragon"),
        ("3 X-Ray", 3, "X-Ray"),
        ("3 Xun Guan", 3, "Xun Guan"),
        ("3xA New Wall", 3, "A New Wall"),
        ("Way of the Phoenix 3", 1, "Way of the Phoenix 3"),
    ],
)
def test_count_and_name(line: str, count: int, name: str) -> None:
    request = only(line)

    assert (request.count, request.name) == (count, name)


@pytest.mark.parametrize("line", ["700 Soldier Plain", "1,000 Cuts Technique"])
def test_the_line_is_kept_because_some_titles_start_with_a_number(line: str) -> None:
    assert only(line).written == line


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("0 Winter Siege", "0"),
        ("0x Winter Siege", "0"),
        ("Winter Siege x0", "0"),
        ("-3 Winter Siege", "-3"),
        ("-1x Winter Siege", "-1"),
        ("−3 Winter Siege", "−3"),
        ("+3 Winter Siege", "+3"),
        ("2.5 Winter Siege", "2.5"),
        ("1.5x Winter Siege", "1.5"),
        ("2,5 Winter Siege", "2,5"),
        ("1/2 Winter Siege", "1/2"),
        ("1000 Winter Siege", "1000"),
        ("99999999999 Winter Siege", "99999999999"),
    ],
)
def test_numbers_that_cannot_be_copies_are_kept_as_written(line: str, number: str) -> None:
    request = only(line)

    assert (request.name, request.bad_count) == ("Winter Siege", number)


def test_a_number_of_5000_digits_is_cut() -> None:
    request = only("9" * 5000 + " Winter Siege")

    assert request.bad_count
    assert len(request.bad_count) <= 20


@pytest.mark.parametrize("line", ["\uff13 Winter Siege", "٣ Winter Siege", "\uff11\uff10x Winter Siege"])
def test_other_digits_are_a_number_that_cannot_be_used(line: str) -> None:
    request = only(line)

    assert (request.name, request.count) == ("Winter Siege", 0)
    assert request.bad_count == line.split(maxsplit=1)[0].rstrip("x")


@pytest.mark.parametrize(
    ("line", "name", "section", "header"),
    [
        ("Stronghold: Shiro Nishiyama", "Shiro Nishiyama", "stronghold", "Stronghold"),
        ("Role: Seeker of Fire", "Seeker of Fire", "role", "Role"),
        ("Sensei: 1 Min-Hee Sensei", "Min-Hee Sensei", "sensei", "Sensei"),
        ("Province (1): Shameful Display (void)", "Shameful Display (void)", "province", "Province (1)"),
    ],
)
def test_a_label_with_a_card_behind_it(line: str, name: str, section: str, header: str) -> None:
    request = only(line)

    assert (request.name, request.section, request.header, request.count) == (name, section, header, 1)


def test_a_label_without_a_colon_has_a_card_behind_it() -> None:
    lines = {
        "side 3 Rout": (3, "Rout", "sideboard", "side"),
        "(SB) 3 Rout": (3, "Rout", "sideboard", "SB"),
        "SB – 3 Rout": (3, "Rout", "sideboard", "SB"),
        "the Stronghold is Shiro Nishiyama": (1, "Shiro Nishiyama", "stronghold", "Stronghold"),
        "My Sensei used: Basha Sensei": (1, "Basha Sensei", "sensei", "Sensei"),
        "Province of choice: Night Raid": (1, "Night Raid", "province", "Province"),
        "Role → Keeper of Air": (1, "Keeper of Air", "role", "Role"),
    }
    requests = read(*lines).requests

    assert [(each.count, each.name, each.section, each.header) for each in requests] == [*lines.values()]


def test_signs_and_headings_that_may_change_other_lines_are_left_to_the_look_up() -> None:
    lines = ["〃", "↑", "*/", "…", "[...]", "???", "❌", "Sideboard (0/7)", "Sideboard –", "Sideboard?", "o 3 Rout"]

    assert [each.name for each in read(*lines).requests] == lines


def test_a_label_heads_its_own_line_only() -> None:
    deck = read("# Dynasty", "Role: Seeker of Fire", "3 Doji Whisperer")

    assert [request.section for request in deck.requests] == ["role", "dynasty"]


@pytest.mark.parametrize(
    "line",
    [
        "Deck Clan: Unicorn",
        "Total Cards: (85)",
        "Influence: 7/10, 3 remaining",
        "Source: https://example.org/decks/1",
        "http://example.org/",
    ],
)
def test_what_stands_behind_other_labels_is_left_to_the_look_up(line: str) -> None:
    deck = read(line, "3 Winter Siege")

    assert [(request.name, request.counted) for request in deck.requests] == [(line, False), ("Winter Siege", True)]


@pytest.mark.parametrize("line", ["3 Winter Siege: good", "SB: 3 Winter Siege", "2x Imperial Gift 2: Glory"])
def test_a_line_that_counts_copies_is_never_passed_over(line: str) -> None:
    # It may be a card, and a deck must not become illegal because three cards were taken for prose.
    deck = read(line, "1 Banzai!")

    assert [request.span.line for request in deck.requests] == [1, 2]


@pytest.mark.parametrize("line", ["3x", "3 x", "x3", "3×", "  3x  "])
def test_a_number_of_copies_without_a_name_is_reported_with_its_line(line: str) -> None:
    deck = read("1 Banzai!", line)

    assert [(r.name, r.bad_count, r.span.line) for r in deck.requests] == [("Banzai!", "", 1), ("", line.strip(), 2)]


def test_a_bare_number_is_a_number_without_a_name() -> None:
    assert [(r.name, r.bad_count) for r in read("1 Banzai!", "40").requests] == [("Banzai!", ""), ("", "40")]


def test_a_list_of_numbers_without_names_is_no_deck() -> None:
    with pytest.raises(InputError, match="no card"):
        read("3x", "2x")


@pytest.mark.parametrize("line", ["# 3 Winter Siege", "// 3 Winter Siege", "; 3 Winter Siege", "#", ";3 Winter Siege"])
def test_marked_lines_are_comments(line: str) -> None:
    deck = read(line, "1 Banzai!")

    assert [request.name for request in deck.requests] == ["Banzai!"]
    assert [(aside.kind, aside.text) for aside in deck.asides] == [(LineClass.COMMENT, line)]


@pytest.mark.parametrize("line", ["3 Winter Siege # for duels", "3 Winter Siege // for duels", "3 Winter Siege\t#nice"])
def test_what_stands_behind_a_comment_mark_is_no_part_of_the_name(line: str) -> None:
    request = only(line)

    assert (request.count, request.name) == (3, "Winter Siege")
    assert [aside.text for aside in read(line).asides] == [line.removeprefix("3 Winter Siege").strip()]


@pytest.mark.parametrize(
    ("comment", "copies", "says"),
    [
        ("a couple", 2, False),
        ("a couple", 3, True),
        ("a playset", 3, False),
        ("deck VI", 6, False),
        ("due to the errata", 3, False),
        ("due carte", 3, True),  # Two cards, in Italian.
        ("since 2011", 3, False),
        ("won 2-1", 3, False),
        ("T2 play", 3, False),
        ("x2", 3, True),
        ("now one", 3, True),
        ("one of the best", 3, False),
        ("2/3", 3, True),
        ("3/3", 3, False),
        ("½ of them", 3, True),
        ("second try", 1, False),
        ("a fourth", 3, True),
    ],
)
def test_a_comment_gives_another_number_of_copies(comment: str, copies: int, says: bool) -> None:
    assert says_number(comment, copies) is says


@pytest.mark.parametrize("tag", ["#sideboard", "#maybeboard", "#proxy", "#token", "#cut", "#15"])
def test_a_tag_that_says_something_of_the_card_is_no_comment(tag: str) -> None:
    deck = read(f"3 Winter Siege {tag}")

    assert ([request.name for request in deck.requests], deck.asides) == ([f"Winter Siege {tag}"], ())


@pytest.mark.parametrize(
    "struck",
    [["~~3 Winter Siege~~"], ["~~", "3 Winter Siege", "~~"], ["~~", "3 Winter Siege", "3 Iron Mine", "~~"]],
)
def test_cards_that_are_struck_out_are_comments(struck: list[str]) -> None:
    deck = read("1 Banzai!", *struck, "? 3 Xylophone Quartet")

    assert [request.name for request in deck.requests] == ["Banzai!", "? 3 Xylophone Quartet"]
    assert [(aside.kind, aside.text) for aside in deck.asides] == [(LineClass.COMMENT, line) for line in struck]


@pytest.mark.parametrize("line", ["-----", "=====", "* * *", "~~~", "___"])
def test_rules_between_parts_say_nothing(line: str) -> None:
    deck = read("1 Banzai!", line, "3 Winter Siege")

    assert len(deck.requests) == 2
    assert [(aside.kind, aside.span.line) for aside in deck.asides] == [(LineClass.DECORATION, 2)]


def test_prose_is_kept_for_the_look_up_to_decide() -> None:
    deck = read("I went 4-1 with this deck.", "3 Winter Siege")

    assert [request.counted for request in deck.requests] == [False, True]


@pytest.mark.parametrize(
    "line", ["Name: Naval honor", "Deck: Naval honor", "# Deck Name: Naval honor", "title:  Naval honor"]
)
def test_the_deck_may_have_a_name(line: str) -> None:
    deck = read(line, "3 Winter Siege")

    assert deck.name == "Naval honor"
    assert [request.name for request in deck.requests] == ["Winter Siege"]


def test_a_name_may_be_as_long_as_the_limit() -> None:
    longest = "A" * Limits().name_length

    assert [request.name for request in read(longest, f"3 {longest}", f"3 {longest}B").requests] == [
        longest,
        longest,
        f"{longest[:-3]}...",
    ]


def test_the_name_of_a_deck_is_cut() -> None:
    name = read("Name: " + "A" * 100_000, "3 Winter Siege").name

    assert name is not None
    assert len(name) <= 200


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("# Dynasty (40)", 40),
        ("## Dynasty deck (40)", 40),
        ("# Dynasty Deck (41):", 41),
        ("# Stronghold - (1) [1 distinct]", 1),
        ("# Fate [40 cards]", 40),
        ("Dynasty (82):", 82),
        ("Province: (5)", 5),
        ("Fate: 40", 40),
        ("40 Fate Cards", 40),
        ("# Deck 5", None),
        ("# deck #12", None),
        ("# 3 Decks", None),
        ("# Fate 2", None),
    ],
)
def test_a_comment_promises_cards_only_in_brackets(line: str, count: int | None) -> None:
    deck = read("1 Kyuden Hida", line, "1 Banzai!")

    counts = [header.count for header in deck.headers if header.count is not None]
    assert counts == ([] if count is None else [count])


def test_cards_stand_under_the_last_header() -> None:
    deck = read("1 Kyuden Hida", "# Dynasty (2)", "1 Border Keep", "# Fate (1)", "1 Banzai!")

    assert [(request.section, request.header) for request in deck.requests] == [
        ("", ""),
        ("dynasty", "# Dynasty (2)"),
        ("fate", "# Fate (1)"),
    ]


@pytest.mark.parametrize(
    ("line", "span"),
    [
        ("3 Winter Siege", Span(2, 1, 15)),
        ("  3 Winter Siege  ", Span(2, 3, 17)),
        ("\t3 Winter Siege", Span(2, 2, 16)),
        ("Winter Siege x3", Span(2, 1, 16)),
        ("Stronghold: Kyuden Hida", Span(2, 13, 24)),
        ("3 Daimyō’s Favor", Span(2, 1, 17)),
    ],
)
def test_spans_count_lines_and_characters_from_one(line: str, span: Span) -> None:
    deck = read("# Deck", line)

    (request,) = deck.requests
    assert request.span == span
    assert deck.lines[span.line - 1] == line


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# Fate\n3 Winter Siege\n\n1 Banzai!\n", id="LF"),
        pytest.param("# Fate\r\n3 Winter Siege\r\n\r\n1 Banzai!\r\n", id="CRLF"),
        pytest.param("# Fate\r3 Winter Siege\r\r1 Banzai!\r", id="CR"),
        pytest.param("\ufeff# Fate\n3 Winter Siege\n\n1 Banzai!", id="BOM and no last line end"),
    ],
)
def test_line_ends_make_no_difference(text: str) -> None:
    deck = read_text(text, "deck.txt", Limits())

    assert [(r.count, r.name, r.span.line, r.section) for r in deck.requests] == [
        (3, "Winter Siege", 2, "fate"),
        (1, "Banzai!", 4, "fate"),
    ]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only\n# comments\n", "// one\n; two", "# Dynasty (40)\n# Fate (40)", "---"]
)
def test_a_file_without_cards_is_an_error(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(text, "deck.txt", Limits())

    assert caught.value.place == "deck.txt"


def test_the_longest_list_and_one_line_more() -> None:
    assert len(read(*["1 Banzai!"] * Limits().lines).requests) == Limits().lines
    with pytest.raises(InputError, match=r"2,000 lines"):
        read(*["1 Banzai!"] * (Limits().lines + 1))


def test_a_yasuki_list() -> None:
    deck = read(
        "name: spider_oni_control",
        "date: 2026-06-27",
        "",
        "Pre-Game: # (2)",
        "  # Senseis (1)",
        "  - Mishime Sensei [Rise of Jigoku]",
        "Dynasty: # (40)",
        "  # Events (3)",
        "  - 2x Repairing the Ruins [Road to Ruin] {art: A New Wall [Samurai Edition]}",
        "  - Border Keep {art: Old}",
    )

    assert deck.name == "spider_oni_control"
    assert [(r.count, r.name.split(" [")[0].split(" {")[0]) for r in deck.requests] == [
        (1, "Mishime Sensei"),
        (2, "Repairing the Ruins"),
        (1, "Border Keep"),
    ]


LONG = 250_000  # with a pattern that tries every two places, a minute or more
HOSTILE = {
    "spaces inside a name": "'a' + ' ' * LONG + 'b'",
    "spaces behind a count": "'3 a' + ' ' * LONG + 'b'",
    "spaces before an x": "'a' + ' ' * LONG + 'bx'",
    "spaces before a number": "'a' + ' ' * LONG + 'b3'",
    "spaces before a bracket": "'a' + ' ' * LONG + 'b)'",
    "spaces in a header": "'# ' + ' ' * LONG + 'Fate'",
    "spaces in a comment": "'# a' + ' ' * LONG + 'b'",
    "spaces behind a label": "'Role:' + ' ' * LONG + 'b)'",
    "tabs": "'a' + '\\t' * LONG + 'b'",
    "digits": "'1' * LONG",
    "digits and x": "'1x' * (LONG // 2) + ' a'",
    "open brackets": "'a' + '(1' * (LONG // 2)",
    "closed brackets": "'a' + ' (1)' * (LONG // 4) + ' b'",
    "dashes": "'a' + ' -' * (LONG // 2) + ' b'",
    "experience": "'a' + ' exp 2' * (LONG // 6) + ' b'",
    "colons": "'a:' * (LONG // 2)",
    "one long name": "'a' * LONG",
    "many lines that end in x": "('a' + ' ' * 500 + 'bx\\n') * 1990",
    "many lines that end in a bracket": "('a' + ' ' * 500 + 'b)\\n') * 1990",
    "many long lines": "('a' + ' ' * 500 + 'b\\n') * 1990",
    "many lines of brackets": "('a' + ' (1' * 160 + '\\n') * 1990",
    "strokes before many lines": "'~~\\n' * 2 + 'a\\n' * 1990",
    "strokes around many lines": "'~~\\n' + 'a\\n' * 1990 + '~~'",
    "comments that open": "'<!-- ' * (LONG // 5)",
    "comments of programs that open": "'/*' * (LONG // 2)",
    "struck text that opens": "'[s]' * (LONG // 3)",
    "struck text that opens in two ways": "'<s><strike>' * (LONG // 11)",
}


def test_lines_built_against_patterns_end_quickly() -> None:
    # In a process of its own, because a runaway pattern cannot be stopped in this one; it takes minutes or more.
    # What it prints last is the name of the list that it fails on.
    lists = "\n".join(f"    {name!r}: {content}," for name, content in HOSTILE.items())
    program = f"""
from time import process_time
from deckcheck.decks.text.lists import read_text
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
LONG = {LONG}
for name, content in {{
{lists}
}}.items():
    print(name, flush=True)
    start = process_time()
    try:
        [aside.said for aside in read_text(content, "deck.txt", Limits()).asides]
    except InputError:
        pass
    assert process_time() - start < 5
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
