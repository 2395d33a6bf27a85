"""What is true of any name, typed by anybody."""

from __future__ import annotations

import unicodedata
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.model.names import experience_suffix, fold, loose, printable, split_bracket, split_experience
from tests.conftest import examples

ANY_TEXT = st.text(st.characters(), max_size=60)
WORDS = st.text(st.sampled_from("abcdehiknorstuyzĀōé'-"), min_size=1, max_size=12)
TITLES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join).filter(lambda title: "xp" not in title.lower())
LEVELS = st.sampled_from([-1.0, 1.0, 2.0, 3.0, 3.5, 6.0, 12.0])
VARIANTS = st.sampled_from(["", "CW", "KYD", "CoM"])

lenient = settings(deadline=None, max_examples=examples(60))


@lenient
@given(ANY_TEXT)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@lenient
@given(ANY_TEXT)
def test_a_key_holds_letters_and_digits_only(text: str) -> None:
    assert all(char.isalnum() or unicodedata.category(char).startswith("M") for char in fold(text))


@lenient
@given(TITLES, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_how_a_name_is_encoded_and_spaced_makes_no_difference(
    title: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]
) -> None:
    written = unicodedata.normalize(form, f"  {title.upper().replace(' ', '  ')}. ").replace("'", "’").replace("-", "–")

    assert fold(written) == fold(title)


@lenient
@given(TITLES, LEVELS, VARIANTS)
def test_experience_that_was_written_is_split_off_again(title: str, level: float, variant: str) -> None:
    split, experience = split_experience(title + experience_suffix(level, variant))

    assert fold(split) == fold(title)
    assert experience is not None
    assert (experience.level, experience.variant) == (level, variant)


@lenient
@given(TITLES)
def test_level_0_is_not_written(title: str) -> None:
    assert split_experience(title + experience_suffix(0)) == (title, None)


@lenient
@given(ANY_TEXT)
def test_splitting_never_fails_and_takes_from_the_end_only(text: str) -> None:
    for head in (split_experience(text)[0], split_bracket(text)[0]):
        assert text.startswith(head)
    loose(text)


@lenient
@given(TITLES, st.text(st.sampled_from("abc &#12'"), max_size=8))
def test_a_bracket_that_was_written_is_split_off_again(title: str, mark: str) -> None:
    assert split_bracket(f"{title} ({mark})") == (title.rstrip(), mark.strip())


@lenient
@given(ANY_TEXT)
def test_what_is_shown_can_be_written_anywhere(text: str) -> None:
    shown = printable(text)

    shown.encode("utf-8")
    assert all(char.isprintable() or char in "\u200c\u200d" for char in shown)
    assert printable(shown) == shown
