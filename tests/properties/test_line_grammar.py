"""Lines that a grammar writes around real titles: no card is lost, and no spelling makes a legal list illegal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.reading.lists import GAMES, PLACES, Bench, Case, judge
from tests.reading.writing import NAMES, NUMBERS


def each(parts: str) -> list[str]:
    """Return parts that are written with § between them."""
    return parts.split("§")


BULLETS = each("§- §* §• §+ §> §>§→ §✓ §☐ §[ ] §[x] §🔥 §| §** §\t§a) §… ")
NUMBERINGS = each("§17. §17) §(17) §No. 17: §17\t§L17 §1.2. ")
LABELS = each("§Holding: §Holdings §Holdings - §Dynasty (40): §Fate: §[CE] §CE §(D) §Qty: §Card: §Crab: §also §I play ")
LABELS += each('<td>§[b]§**§"§(§{§“§<b>§')
FACTS = each("Deck: §Author: §Notes: §Event: ")
BEFORE = each(
    "{} §{}x §{} x §x{} §{}× §({}) §[{}] §{}. §{}) §{}: §{}, §{}; §{} - §{}-§{}\t§{} | §{}=§{}/§<{}> §**{}** §{}\n"
)
BEFORE += each('{} of §{} copies of §{}pcs §"{}","')
OPENINGS = each("§\"§'§“§(§[§[[§*§**§_§`§<b>§<i>§[b]§[card]§[url=x]§<td>§{")
CLOSINGS = each("§\"§'§”§)§]§]]§*§**§_§`§</b>§</i>§[/b]§[/card]§[/url]§</td>§}")
BEHIND = each(
    " x{}§ {}x§ ({})§ (x{})§ [{}]§ {{}}§: {}§ = {}§ {}§, {}§ - {}§\t{}§ | {} |§ × {}§*{}§ .... {}§\nx{}§,{},CE"
)
BEHIND += each(" ({} copies)§</td><td>{}§ qty {}§ ({}x) (CE)")
NOTES = each(
    "§ (CE)§ [CE] 45§ (CE) 45 *F*§ - exp99§ # nice§ // nice§ ; nice§ $1.50§ (foil)§ <3§!§.§,§;§:§?§ ***§ |§\t\t§ \\"
)
NOTES += each(
    '§ https://oracle.example/12§ because it pays§ (2 influence)§ 4/4 8§</li>§[/b]§",§},§<br>§ and more§ & co§ (CE'
)
# Signs that turn what follows into a comment or strike it out, and digits, which make another number, are left out.
JUNK = st.text(st.characters(blacklist_characters="#;/~<>!\r\n", blacklist_categories=("Cs", "N", "Cc")), max_size=6)

# A file that begins with a brace is JSON, or refused.
RIGHT = frozenset({"read", "doubt"})

unhurried = settings(
    deadline=None,
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Written(NamedTuple):
    """A line with {name} for the title, and the copies that it means; None: it gives no number."""

    text: str
    copies: int | None

    def of(self, name: str) -> str:
        return self.text.replace("{name}", name)


@st.composite
def lines(draw: st.DrawFn) -> Written:
    """Write a line with one number of copies, in front, behind, at both places or nowhere."""
    number, form = 3, draw(st.sampled_from([*NUMBERS, "n", "n", "n", "n", "n", "n"]))
    written = NUMBERS[form](number)
    at = draw(st.sampled_from(["before", "behind", "both", "nowhere"]))
    name = draw(st.sampled_from(OPENINGS)) + "{name}" + draw(st.sampled_from(CLOSINGS))
    # Marks on a line of their own are a rule between the parts of a list.
    alone = any(map(str.isalnum, written)) and form != "marks"
    befores, behinds = ([each for each in parts if alone or "\n" not in each] for parts in (BEFORE, BEHIND))
    before = draw(st.sampled_from(befores)).replace("{}", written) if at in ("before", "both") else ""
    behind = draw(st.sampled_from(behinds)).replace("{}", written) if at in ("behind", "both") else ""
    # A fact may be a title without a number, and a single number in front of a title is that of copies.
    labels = [LABELS] if at == "nowhere" else [NUMBERINGS, LABELS + FACTS]
    # A label and a number on a line of their own are a heading.
    labels = labels[:1] if "\n" in before else labels
    head = "".join(draw(st.sampled_from(part)) for part in (BULLETS, *labels))
    return Written(head + before + name + behind + draw(st.sampled_from(NOTES)), number if at != "nowhere" else None)


@st.composite
def scribbles(draw: st.DrawFn) -> Written:
    """Write a number and a title with any text around them."""
    number = draw(st.sampled_from(["3", "three", "3x", "x3", "(3)"]))
    parts = draw(st.permutations([number, "{name}"]))
    return Written("".join([draw(JUNK), " ", parts[0], " ", draw(JUNK), " ", parts[1], " ", draw(JUNK)]), 3)


@pytest.fixture(scope="module", params=["celestial-40-40", "twenty-festivals", "lcg-stronghold"])
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(GAMES[request.param], tmp_path_factory.mktemp(request.param))


def tries(bench: Bench, line: Written, place: str, turn: int, form: str) -> Iterator[Case]:
    """Yield the line in place of a card that a legal list has, and with a card that is not legal on top of the list."""
    base = bench.bases[turn % len(bench.bases)]
    slots = base.slots_of(line.copies or 1)
    if slots:
        slot = slots[turn % len(slots)]
        text = line.of(NAMES[form](slot.name))
        yield Case(base.without([slot], place), text, {slot.name: slot.copies}, legal=True)
    banned = bench.game.banned[turn % len(bench.game.banned)]
    text = line.of(NAMES[form](banned))
    yield Case(base.without([], place), text, {banned: line.copies or 1}, banned, legal=False)


FORMS = st.sampled_from(each("name§name§name§name§NAME§lower§nbspName§curlyName§underscoredName§zeroName§brokenName"))


@unhurried
@given(lines(), st.sampled_from(PLACES), st.integers(0, 50), FORMS)
def test_a_line_of_the_grammar_is_counted_or_left_open(
    bench: Bench, line: Written, place: str, turn: int, form: str
) -> None:
    for case in tries(bench, line, place, turn, form):
        wrong = judge(bench, case, RIGHT | {"refused"} if case.row.lstrip().startswith("{") else RIGHT)
        assert not wrong, f"{case.row!r} at the {place}: {wrong}"


@unhurried
@given(scribbles(), st.sampled_from(PLACES), st.integers(0, 50))
def test_a_title_with_a_number_is_counted_or_left_open(bench: Bench, line: Written, place: str, turn: int) -> None:
    for case in tries(bench, line, place, turn, "name"):
        wrong = judge(bench, case, RIGHT | {"refused"} if case.row.lstrip().startswith("{") else RIGHT)
        assert not wrong, f"{case.row!r} at the {place}: {wrong}"
