"""Names as people type them: folding, experience markers, brackets, articles, and showing them safely."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.model.names import (
    Experience,
    experience_suffix,
    fold,
    identity_key,
    loose,
    printable,
    split_bracket,
    split_experience,
)


@pytest.mark.parametrize(
    ("written", "card"),
    [
        pytest.param("WINTER SIEGE", "Winter Siege", id="capitals"),
        pytest.param("winter  siege ", "Winter Siege", id="spaces"),
        pytest.param("Winter\u00a0Siege", "Winter Siege", id="no-break space"),
        pytest.param("Winter\u2009Siege", "Winter Siege", id="thin space"),
        pytest.param("Winter\u200b Siege", "Winter Siege", id="zero-width space"),
        pytest.param("Winter\u2060 Siege", "Winter Siege", id="word joiner"),
        pytest.param("Daimyo's Favor", "Daimyō's Favor", id="macron"),
        pytest.param("Daimyō’s Favor", "Daimyō's Favor", id="curly apostrophe"),
        pytest.param("Daimyo‘s Favor", "Daimyō's Favor", id="wrong curly apostrophe"),
        pytest.param("Daimyos Favor", "Daimyō's Favor", id="no apostrophe"),
        pytest.param(unicodedata.normalize("NFD", "Daimyō's Favor"), "Daimyō's Favor", id="NFD"),
        pytest.param("Ide Hee–Young", "Ide Hee-Young", id="en dash"),
        pytest.param("Ide Hee—Young", "Ide Hee-Young", id="em dash"),
        pytest.param("Ide Hee‑Young", "Ide Hee-Young", id="non-breaking hyphen"),
        pytest.param("Ide Hee Young", "Ide Hee-Young", id="space for hyphen"),
        pytest.param("Banzai", "Banzai!", id="exclamation mark"),
        pytest.param("“Banzai!”", "Banzai!", id="curly quotes"),
        pytest.param("\uff22\uff21\uff2e\uff3a\uff21\uff29\uff01", "Banzai!", id="full width"),
        pytest.param("winter-siege", "Winter Siege", id="id"),
        pytest.param("1000 Cuts Technique", "1,000 Cuts Technique", id="thousands"),
    ],
)
def test_spellings_of_one_name_fold_to_one_key(written: str, card: str) -> None:
    assert fold(written) == fold(card)


@pytest.mark.parametrize(
    ("written", "card"),
    [
        pytest.param("B\u0430nzai!", "Banzai!", id="Cyrillic a"),
        pytest.param("\u0392anzai!", "Banzai!", id="Greek Beta"),
        pytest.param("Banza\u04cfi", "Banzai!", id="palochka"),
        pytest.param("Winter Seige", "Winter Siege", id="typing slip"),
        pytest.param("Utaku Hana", "Utaku Kohana", id="another card"),
        pytest.param("Fields of the Dead 2", "Fields of the Dead", id="digit"),
    ],
)
def test_other_letters_are_another_name(written: str, card: str) -> None:
    assert fold(written) != fold(card)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_of_plain_text_the_small_letters_and_digits_are_left(text: str) -> None:
    assert fold(text) == "".join(char for char in text.lower() if char.isalnum())


@pytest.mark.parametrize("text", ["", "  ", "!?-", "\u200b", "\u202e"])
def test_a_name_without_letters_folds_to_nothing(text: str) -> None:
    assert fold(text) == ""


# The spellings of the deck files in the wild, all of them seen in lists.
@pytest.mark.parametrize(
    ("written", "level", "variant"),
    [
        ("Hida Kuon - exp", 1, ""),
        ("Hida Kuon - exp2", 2, ""),
        ("Hida Kuon - exp 2", 2, ""),
        ("Hida Kuon -exp2", 2, ""),
        ("Hida Kuon-exp2", 2, ""),
        ("Hida Kuon • Experienced", 1, ""),
        ("Hida Kuon • Experienced 2", 2, ""),
        ("Hida Kuon \u00b7 Experienced 2", 2, ""),
        ("Hida Kuon Experienced 2", 2, ""),
        ("Hida Kuon experienced", 1, ""),
        ("Hida Kuon (exp)", 1, ""),
        ("Hida Kuon (exp2)", 2, ""),
        ("Hida Kuon (Experienced 2)", 2, ""),
        ("Hida Kuon ( xp 2 )", 2, ""),
        ("Hida Kuon exp", 1, ""),
        ("Hida Kuon exp2", 2, ""),
        ("Hida Kuon XP", 1, ""),
        ("Hida Kuon XP2", 2, ""),
        ("Hida Kuon xp2 ", 2, ""),
        ("Hida Kuon – exp2", 2, ""),
        ("Hida Kuon – exp 2", 2, ""),
        ("Hida Kuon — exp 2", 2, ""),
        ("Hida Kuon Exp.", 1, ""),
        ("Hida Kuon Exp. 2", 2, ""),
        ("Hida Kuon - EXP6", 6, ""),
        ("Hida Kuon - exp3.5", 3.5, ""),
        ("Hida Kuon - exp12", 12, ""),
        ("Hida Kuon - inexp", -1, ""),
        ("Hida Kuon • Inexperienced", -1, ""),
        ("Hida Kuon (inexp)", -1, ""),
        ("Hida Kuon ExperiencedCW", 1, "CW"),
        ("Hida Kuon Experienced CW", 1, "CW"),
        ("Hida Kuon • ExperiencedCW", 1, "CW"),
        ("Hida Kuon exp2CW", 2, "CW"),
        ("Hida Kuon - exp2cw", 2, "CW"),
        ("Hida Kuon • Experienced 3KYD", 3, "KYD"),
        ("Hida Kuon - expCoM", 1, "CoM"),
        ("Hida Kuon - expcom", 1, "CoM"),
        ("Hida Kuon (exp)2", 2, ""),
        ("Hida Kuon ex2", 2, ""),
        ("Hida Kuon EX 2", 2, ""),
        ("Hida Kuon ex", 1, ""),
        ("Hida Kuon (ex.)", 1, ""),
        (r"Hida Kuon \- exp2", 2, ""),
        ("Hida Kuon ~ exp2", 2, ""),
        ("Hida Kuon /exp2", 2, ""),
        ("Hida Kuon <exp2>", 2, ""),
        ("Hida Kuon xp/2", 2, ""),
        ("Hida Kuon Exp'd", 1, ""),
        ("Hida Kuon (exp’d 2)", 2, ""),
        ("Hida Kuon (level 2)", 2, ""),
        ("Hida Kuon lvl 2", 2, ""),
        ("Hida Kuon - Experience 2", 2, ""),
        ("Hida Kuon ● Experienced 2", 2, ""),
        ("Hida Kuon ⋅ exp2", 2, ""),
        ("Hida Kuon \uf0b7 Experienced", 1, ""),
        ("Hida Kuon 3xp", 3, ""),
        ("Hida Kuon (Experienced x3)", 3, ""),
        ("Hida Kuon (Experimentado 2)", 2, ""),
        ("Hida Kuon (Expérimentée)", 1, ""),
        (r"Hida Kuon \• Experienced 2", 2, ""),
        ("Hida Kuon (basic)", 0, ""),
        ("Hida Kuon - base", 0, ""),
        ("Hida Kuon • Basic", 0, ""),
        ("Hida Kuon (non-exp)", 0, ""),
        ("Hida Kuon non-experienced", 0, ""),
        ("Hida Kuon nonexp", 0, ""),
        ("Hida Kuon no xp", 0, ""),
        ("Hida Kuon (not exp.)", 0, ""),
        ("Hida Kuon - unexp", 0, ""),
        ("Hida Kuon exp0", 0, ""),
        ("Hida Kuon - exp 0", 0, ""),
    ],
)
def test_experience_is_split_off(written: str, level: float, variant: str) -> None:
    assert split_experience(written) == ("Hida Kuon", Experience(level, variant))


@pytest.mark.parametrize(
    "title",
    [
        "Voice of Experience",
        "Weakness Exposed",
        "Gaining Experience",
        "Gaining Experience 3",
        "Expansive Range",
        "Experienced",
        "exp2",
        "Hida Kuon",
        "Kuon-experimental",
        "Hida Kuon level",
        "Hida Kuon Experienced x3",
        "Expose the Weak",
        "Strike the Base",
        "Hida Kuon basic",
        "Hida Kuon 3 ex",
        "Hida Kuon ex\t2",
        "Hida Kuon (exp) 2",
        "Hida Kuon basics",
        "Hida Kuon (baseless)",
        "Hida Kuon e2",
        "",
    ],
)
def test_titles_that_only_look_like_experience_stay_whole(title: str) -> None:
    assert split_experience(title) == (title, None)


@pytest.mark.parametrize(
    ("level", "variant", "suffix"),
    [
        (0, "", ""),
        (1, "", " - exp"),
        (2, "", " - exp2"),
        (3.5, "", " - exp3.5"),
        (-1, "", " - inexp"),
        (1, "CW", " - expCW"),
        (3, "KYD", " - exp3KYD"),
    ],
)
def test_experience_is_written_as_deck_lists_write_it(level: float, variant: str, suffix: str) -> None:
    assert experience_suffix(level, variant) == suffix


def test_copies_are_counted_by_title_level_and_variant() -> None:
    keys = {
        identity_key("Hida Yakamo"),
        identity_key("Hida Yakamo", 2),
        identity_key("Hida Yakamo", 2, "CW"),
        identity_key("Hida Yakamo", 3.5),
        identity_key("Hida Yakamo", -1),
    }
    assert len(keys) == 5
    assert identity_key("HIDA  YAKAMO", 2.0) == identity_key("Hida Yakamo", 2)


@pytest.mark.parametrize(
    ("written", "title", "mark"),
    [
        ("City of Tears (GotE)", "City of Tears", "GotE"),
        ("City of Tears [GotE]", "City of Tears", "GotE"),
        ("City of Tears {GotE}", "City of Tears", "GotE"),
        ("City of Tears(GotE)", "City of Tears", "GotE"),
        ("City of Tears  ( GotE ) ", "City of Tears", "GotE"),
        ("Ancestral Lands (Core Set #15)", "Ancestral Lands", "Core Set #15"),
        ("Kobune Port (Celestial) (1)", "Kobune Port (Celestial)", "1"),
        ("City of Tears ()", "City of Tears", ""),
        ("City of Tears", "City of Tears", None),
        ("(GotE)", "(GotE)", None),
        ("City of Tears (GotE", "City of Tears (GotE", None),
        ("City (of) Tears", "City (of) Tears", None),
    ],
)
def test_the_last_bracket_is_split_off(written: str, title: str, mark: str | None) -> None:
    assert split_bracket(written) == (title, mark)


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Abbot", "The Abbot"),
        ("A Champion in Court", "The Champion in Court"),
        ("The Towers of Yogo", "The Towers of the Yogo"),
        ("Shinjo Guidance", "Shinjo's Guidance"),
        ("Ashigaru Forts", "Ashigaru Fort"),
        ("Egg of P'an Ku", "The Egg of P'an Ku"),
    ],
)
def test_articles_plurals_and_possessives_make_no_difference(written: str, title: str) -> None:
    assert loose(written) == loose(title)


@pytest.mark.parametrize(
    ("written", "other"), [("Theodore", "odore"), ("Ancestral Armor", "ncestral Armor"), ("Kasu", "Kas")]
)
def test_letters_of_words_do(written: str, other: str) -> None:
    assert loose(written) != loose(other)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Daimyō’s Favor", "Daimyō’s Favor", id="letters stay"),
        pytest.param("a \U0001f3b4 b", "a \U0001f3b4 b", id="emoji stay"),
        pytest.param("3\xa0Iron\u2009Mine", "3 Iron Mine", id="spaces of word processors"),
        pytest.param("\u06cc\u200c\u0631", "\u06cc\u200c\u0631", id="joiners of Persian stay"),
        pytest.param("\u0d28\u0d4d\u200d", "\u0d28\u0d4d\u200d", id="joiners of Indian scripts stay"),
        pytest.param(
            "a\u200cb\u200d \u061c\u200c", r"a\u200cb\u200d \u061c\u200c", id="joiners without a letter to shape"
        ),
        pytest.param("\x1b[31mred", r"\x1b[31mred", id="ANSI"),
        pytest.param("\x1b]52;c;eA==\x07", r"\x1b]52;c;eA==\x07", id="OSC 52"),
        pytest.param("\x9b31m", r"\x9b31m", id="C1"),
        pytest.param("a\nb\r\tc", r"a\nb\r\tc", id="line ends and tab"),
        pytest.param("a\0b\x7f", r"a\x00b\x7f", id="NUL and DEL"),
        pytest.param("\u202eevil", r"\u202eevil", id="right-to-left override"),
        pytest.param("\u2066a\u2069", r"\u2066a\u2069", id="isolates"),
        pytest.param("\u200ba\ufeff", r"\u200ba\ufeff", id="invisible"),
        pytest.param("\u2028a\u2029", r"\u2028a\u2029", id="line separators"),
        pytest.param("\ud800", r"\ud800", id="unpaired surrogate"),
        pytest.param("bad\udcff.txt", r"bad\udcff.txt", id="file name that is not UTF-8"),
    ],
)
def test_what_could_steer_a_terminal_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
    shown.encode("utf-8")
