"""47 to 72: lists in plain text: encodings, characters in names, and ways to write a number."""

from __future__ import annotations

from functools import partial

from tests.acceptance.case import Case, Content, Expected, deck
from tests.acceptance.lists import GOOD, instead

LEGAL: Expected = {"code": 0}
NOT_LEGAL: Expected = {"code": 1}


def _list(number: int, what: str, content: Content, *says: str, expected: Expected) -> Case:
    return deck(number, what, "deck.txt", content, *says, **expected)


legal = partial(_list, expected=LEGAL)
not_legal = partial(_list, expected=NOT_LEGAL)

_ENCODED = (
    legal(47, "line ends of Windows", GOOD.replace("\n", "\r\n"), "1 legal"),
    legal(48, "line ends of old Macs", GOOD.replace("\n", "\r"), "1 legal"),
    legal(
        49, "byte order mark before a number", b"\xef\xbb\xbf3 Banzai!\n" + instead().encode(), "1 legal", "conflict 40"
    ),
    legal(50, "UTF-16 with a mark", b"\xff\xfe" + GOOD.encode("utf-16-le"), "1 legal"),
    legal(50, "UTF-16 of the other order", b"\xfe\xff" + GOOD.encode("utf-16-be"), "1 legal"),
    deck(51, "UTF-16 without a mark", "deck.txt", GOOD.encode("utf-16-le"), "UTF-16 without a byte order mark"),
    deck(51, "UTF-16 of the other order, no mark", "deck.txt", GOOD.encode("utf-16-be"), "UTF-16 without a byte"),
    deck(52, "Latin-1", "deck.txt", "3 Caf\u00e9\n3 Rout\n".encode("latin-1"), "deck.txt: not UTF-8 at byte 5"),
)

_SPELLED = (
    not_legal(
        53,
        "curly quotes",
        instead("3 Lion\u2019s Pride Brawler", of="* 3 Vengeful Berserker\n"),
        *("`Lion's Pride Brawler` is a Lion dynasty card", "dynasty 40", "1 illegal"),
    ),
    legal(53, "quotes about a name", instead("3 \u201cBanzai!\u201d"), "40, conflict 40"),
    legal(54, "dashes and hyphens", instead("3 Banzai\u2013", of="* 3 Banzai!\n"), "conflict 40"),
    not_legal(
        55,
        "with and without macrons",
        instead("3 Jade Tetsub\u014d", "1 Jade Tetsubo", of="* 3 Jade Tetsub\u014d\n"),
        "4 copies of `Jade Tetsub\u014d`; at most 3",
    ),
    not_legal(
        56,
        "decomposed letters",
        instead("3 Jade Tetsubo\u0304", "1 Jade Tetsub\u014d", of="* 3 Jade Tetsub\u014d\n"),
        "4 copies of `Jade Tetsub\u014d`; at most 3",
    ),
    not_legal(
        57,
        "letter of another script",
        instead("3 B\u0430nzai!"),
        "1 undecided",
        "no card title contains `\u0430` (U+0430 CYRILLIC SMALL LETTER A)",
        "did you mean `Banzai!`?",
    ),
    not_legal(57, "letter of Greek", instead("3 R\u03bfut"), "U+03BF GREEK SMALL LETTER OMICRON"),
    legal(
        58,
        "characters without width",
        instead("3 Ban\u200bzai\u2060!"),
        "was read as `Banzai!`: without the invisible U+200B ZERO WIDTH SPACE, U+2060 WORD JOINER",
    ),
    legal(59, "spaces that do not break", instead("3\u00a0Banzai!", "3\u2009Rout", of="* 3 Banzai!\n* 3 Rout\n")),
    legal(60, "full-width digit", instead("\uff13 Banzai!"), "conflict 40"),
    legal(60, "digit of Arabic", instead("\u0663x Banzai!"), "conflict 40"),
)

_HIDDEN = (
    not_legal(61, "text from right to left", instead("3 Banzai!\u202e 3 tuoR"), "\\u202e", "RIGHT-TO-LEFT OVERRIDE"),
    legal(
        61,
        "direction in a name that is right",
        instead("3 \u2067Banzai!\u2069"),
        "U+2067 RIGHT-TO-LEFT ISOLATE",
    ),
    not_legal(62, "colours of a terminal", instead("3 \x1b[1;32mBonzay\x1b[m"), "\\x1b[1;32mBonzay"),
    not_legal(62, "colours in a name that is right", instead("3 Ban\x1bzai!"), "`Ban\\x1bzai!`", "mean `Banzai!`"),
    not_legal(62, "title of a terminal", instead("3 \x1b]2;owned\x07Bonzay"), "\\x1b]2;owned\\x07"),
    not_legal(63, "clipboard of a terminal", instead("3 \x1b]52;c;bHM=\x1b\\Bonzay"), "\\x1b]52;c;bHM=\\x1b"),
    not_legal(64, "controls of eight bits", instead("3 \x9b31mBonzay\x9d2;owned\x9c"), "\\x9b31mBonzay\\x9d"),
    not_legal(65, "links of a terminal", instead("3 \x1b]8;;http://127.0.0.1:9/\x07Bonzay\x1b]8;;\x07"), "\\x1b]8;;"),
)

_NUMBERED = (
    not_legal(66, "number of 30 digits", instead(f"{'7' * 30} Banzai!"), f"`{'7' * 20}` copies of `Banzai!`"),
    not_legal(66, "number of 200,000 digits", instead(f"{'7' * 200_000} Banzai!"), f"`{'7' * 20}` copies of `Banzai!`"),
    not_legal(66, "one more than there may be", instead("1000 Banzai!"), "`1000` copies of `Banzai!`"),
    not_legal(66, "the largest number there may be", instead("999 Banzai!"), "999 copies of `Banzai!`; at most 3"),
    not_legal(
        67,
        "zero, signs and fractions",
        instead("0 Banzai!", "-2 Rout", "+1x Rebuild", "2.5x Assassination"),
        *("`0` copies of `Banzai!`", "`-2` copies of `Rout`", "`+1` copies", "`2.5` copies of `Assassination`"),
    ),
    legal(68, "no numbers, a card three times", instead("Banzai!", "Banzai!", "Banzai!"), "conflict 40"),
    legal(69, "numbers behind", instead("Banzai! x3"), "conflict 40"),
    legal(69, "numbers in brackets", instead("(3) Banzai!"), "conflict 40"),
    legal(69, "numbers in words", instead("three Banzai!"), "conflict 40"),
    not_legal(70, "copies in two places", instead("2 Banzai!", "2x BANZAI"), "4 copies of `Banzai!`; at most 3"),
)

_LARGE = (
    *(
        _list(71, f"{what} against patterns", instead(line), expected=expected)
        for what, line, expected in (
            ("spaces", f"3 Banzai{' ' * 200_000}!", NOT_LEGAL),
            ("spaces on each line", f"3 Banzai{' ' * 500}!\n" * 1_900, NOT_LEGAL),
            ("digits on each line", f"3 Banzai{'1' * 500}!\n" * 1_900, NOT_LEGAL),
            ("digits and crosses", f"{'3x ' * 60_000}!", NOT_LEGAL),
            ("brackets", f"3 Banzai{'(' * 50_000}{')' * 50_000}", NOT_LEGAL),
            ("experience", f"3 Banzai{' - exp' * 30_000}?", NOT_LEGAL),
            ("dashes", f"3 Banzai{' - ' * 60_000}", NOT_LEGAL),
        )
    ),
    deck(71, "commas in a row of a table", "deck.csv", f"Count,Name\n3,Banzai!\n{',' * 1_000_000}\n", code=1),
    deck(71, "digits in a row of a table", "deck.csv", f"3,Banzai!\n{'1,' * 100_000}\n", code=2, decks=None),
    deck(72, "a million lines", "deck.txt", lambda: "3 Banzai!\n" * 1_100_000, "larger than 1,048,576 bytes"),
    deck(72, "many short lines", "deck.txt", lambda: "a\n" * 500_000, "more than 2,000 lines"),
)

CASES = (*_ENCODED, *_SPELLED, *_HIDDEN, *_NUMBERED, *_LARGE)
