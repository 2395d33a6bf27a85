"""An error is certain only where no card on an unrecognised line lifts it by its text."""

from __future__ import annotations

from deckcheck import Checker, Report, Verdict
from tests.conftest import ROOT, shipped_format, shipped_pool
from tests.fixture_decks import RULE_FOLDERS, WHOLE_DECKS

EMPEROR = (WHOLE_DECKS / "emperor" / "crab-with-starting-holdings.txt").read_text("utf-8")
DIAMOND = (WHOLE_DECKS / "diamond" / "mantis-with-sensei-and-wind.txt").read_text("utf-8")
SANCTUARY = (WHOLE_DECKS / "lcg-sanctuary" / "lion.txt").read_text("utf-8")
LEGACY = (WHOLE_DECKS / "legacy" / "lion-of-all-arcs.txt").read_text("utf-8")
TWO_WINDS = DIAMOND.replace("1 Voice of the Emperor", "1 Voice of the Emperor\n1 Right Hand of the Emperor")


def report(format_id: str, text: str) -> Report:
    fmt = shipped_format(format_id)
    return Checker(fmt, shipped_pool(fmt.pool)).check_text(text)


def test_a_card_that_lowers_the_minimum_may_be_on_the_line() -> None:
    short_by_two = EMPEROR.replace("3 Two Stings", "1 Two Stings")

    found = report("emperor", f"{short_by_two}\n1 Hatto-gurma\n")
    (small,) = (each for each in found.findings if each.name == "deck-too-small")

    assert found.verdict is Verdict.UNDECIDED
    assert small.message == (
        "Fate deck has 38 cards; the minimum is 40, unless line 71, not recognised, is `Hato-gurama`"
    )
    assert small.span is not None
    assert (small.span.line, small.related) == (71, ())
    assert report("emperor", short_by_two).verdict is Verdict.ILLEGAL


def test_one_line_does_not_fill_three_gaps() -> None:
    short_by_three = EMPEROR.replace("3 Two Stings", "1 Two Stings").replace("3 Overpower", "2 Overpower")

    assert report("emperor", f"{short_by_three}\n1 Hatto-gurma\n").verdict is Verdict.ILLEGAL


def test_other_lines_fill_what_the_card_leaves() -> None:
    """Three copies of Hato-gurama lower the minimum to 37, and the other three cards fill the gap."""
    six_open = EMPEROR.replace("3 Gripped by Terror", "3 Gripped by Terorr").replace(
        "3 Overpower", "2 Overpowr\n1 Hatto-gurma"
    )
    short_by_nine = six_open.replace("3 Regret\n", "")
    short_by_ten = short_by_nine.replace("3 Solid Defense", "2 Solid Defense")

    assert report("emperor", short_by_nine).verdict is Verdict.UNDECIDED
    assert report("emperor", short_by_ten).verdict is Verdict.ILLEGAL


def test_a_polite_word_may_be_the_card_too_but_not_a_signature() -> None:
    short_by_three = EMPEROR.replace("3 Two Stings\n", "")
    short_by_seven = short_by_three.replace("3 Overpower\n", "").replace("3 Regret", "2 Regret")
    four_lines = "\nthanks\nGurama the bird\nHato\nThe doves\n"
    two_signatures = "\nthanks\nBest regards, Kei\nSent from my iPhone\nGood luck!\n"

    assert report("emperor", f"{short_by_three}\nthanks\n").verdict is Verdict.ILLEGAL
    assert report("emperor", f"{short_by_seven}{four_lines}").verdict is Verdict.UNDECIDED
    assert report("emperor", f"{short_by_seven}{two_signatures}").verdict is Verdict.ILLEGAL


def test_a_sensei_that_also_forbids_a_card_may_be_on_the_line() -> None:
    ashigaru = (RULE_FOLDERS / "C001-too-many-copies" / "hikahime-four-ashigaru.txt").read_text("utf-8")

    assert report("twenty-festivals", ashigaru.replace("Hikahime", "Hikahimi")).verdict is Verdict.UNDECIDED
    assert report("twenty-festivals", ashigaru.replace("1 Hikahime Sensei\n", "")).verdict is Verdict.ILLEGAL


def test_a_stronghold_that_allows_two_winds_may_be_on_the_line() -> None:
    without_sensei = TWO_WINDS.replace("1 Shosuku Sensei\n", "")
    scorpion = without_sensei.replace("1 Kyuden Gotei", "1 Kyuden Bayusshi")
    found = report("diamond", scorpion)
    (winds,) = (each for each in found.findings if each.name == "too-many-winds")

    assert found.verdict is Verdict.UNDECIDED
    assert [scorpion.split("\n")[span.line - 1] for span in (winds.span, *winds.related) if span] == [
        "1 Voice of the Emperor",
        "1 Right Hand of the Emperor",
        "1 Kyuden Bayusshi",
    ]
    assert report("diamond", f"{without_sensei}\n1 Kyuden Bayusshi\n").verdict is Verdict.ILLEGAL


def test_a_province_that_adds_influence_may_be_on_the_line() -> None:
    crab = SANCTUARY.replace("3 Sashimono", "3 The Mountain Does Not Fall").replace(
        "3 Ashigaru Company", "2 A Bad Death"
    )
    crab += "1 Sashimono\n"

    assert report("lcg-sanctuary", crab).verdict is Verdict.ILLEGAL
    assert report("lcg-sanctuary", f"{crab}1 Sashimoni\n").verdict is Verdict.ILLEGAL
    assert report("lcg-sanctuary", crab.replace("1 Fortune's Field", "1 Fortunate Field")).verdict is Verdict.UNDECIDED


def test_two_names_with_several_cards_are_read_in_every_combination() -> None:
    """Of City of Tears and Fields of the Dead one is the Stronghold, and the other one a strategy or a Region."""
    two_names = LEGACY.replace("1 Gohei Sensei", "").replace("1 Kyuden Ikoma", "1 City of Tears\n1 Fields of the Dead")
    found = report("legacy", two_names)

    assert found.verdict is Verdict.UNDECIDED
    assert [line.verdicts for line in found.deck.unresolved] == [("illegal or legal", "legal or illegal")] * 2


def test_only_64_combinations_are_read() -> None:
    """Each of these Personalities has two versions that Legacy allows."""
    names = ["Chikara", "Hitomi", "Kyofu", "Naka Tokei", "Shahadet", "Shashakar", "Yoshi"]
    of_six, of_seven = (
        report("legacy", "\n".join([LEGACY, *(f"1 {name}" for name in names[:most])])) for most in (6, 7)
    )

    assert (of_six.verdict, of_seven.verdict) == (Verdict.LEGAL, Verdict.UNDECIDED)


def test_a_message_names_remarks_only_where_no_unrecognised_line_may_be_the_card() -> None:
    mail = f"Hi Kei,\nhere is my list:\n\n{EMPEROR}\nGrandmother wished me luck\n"

    assert _asked(mail.replace("3 Two Stings", "3 Two Stigns")) == (
        "Fate deck has 37 recognised cards; the minimum is 40. Line 51 is not recognised."
    )
    assert _asked(mail.replace("3 Two Stings", "2 Two Stings")) == (
        "Fate deck has 39 recognised cards; the minimum is 40. Line 74 is not recognised."
    )


def test_the_help_about_missing_cards_says_that_unrecognised_lines_may_be_some() -> None:
    """The line is the three Fate cards or one of the Dynasty deck, so that one of the decks is too small."""
    text = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
    text = text.replace("3 Steel on Steel", "3 Stel on Steel").replace("3 Marketplace", "2 Marketplace")

    gaps = [each for each in report("celestial-40-40", text).findings if each.name == "deck-too-small"]

    assert [(each.message, each.help) for each in gaps] == [
        ("Dynasty deck has 39 cards; the minimum is 40", "add 1 card, or fix the unrecognised lines"),
        ("Fate deck has 37 cards; the minimum is 40", "add 3 cards, or fix the unrecognised lines"),
    ]


def _asked(text: str) -> str:
    (asked,) = (each.message for each in report("emperor", text).findings if each.name == "deck-too-small")
    return asked
