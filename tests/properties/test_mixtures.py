"""Lists whose owner mixes forms: whatever they are, a legal deck is never illegal, and an illegal one never legal."""

from __future__ import annotations

import html
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import Checker, InputError, Verdict
from tests.conftest import examples
from tests.reading.test_usual_forms import CRANE, PHOENIX, Part, parts_of, total

COPIES = """{n} {x}; {n}x {x}; {x} x{n}; {x} ({n}); {x} - {n}; {n} - {x}; [{n}] {x}; {x}: {n}; {n}: {x}; {n} × {x};
    ({n}) {x}; {x} *{n}; {n} copies of {x}; {x}, {n}; {x} {n}; {x} [{n}]; +{n} {x}; {x} x{n}.; {n},{x}; | {n} | {x} |;
    {x} ..... {n}; {x} = {n}; {n}. {x}; {n} pcs {x}; {n} <b>{x}</b>; {x} #{n}; {n}/{n} {x}"""
NAMES = "{}; **{}**; _{}_; `{}`; “{}”; [[{}]]; [{}](https://example.org/c/12); {} (unique); {} (2 gold)"
LINES = """{}; - {}; * {}; • {}; > {}; [ ] {}; [x] {}; {at}. {}; {} # tech; {} // tech; {} (good); {} $0.50; {} ✓;
    {} [ok]; {} <- love this; <li>{}</li>; {}<br>; {}.; → {}; ~ {}"""
HEADINGS = """{head}; {head}:; {head} ({n}); ## {head}; == {head} ==; {head} deck; {head} - {n} cards; {n} {head};
    [{head}]; {head}: {n}; <h3>{head}</h3>; // {head}; 1. {head}; {head} section"""
TITLES = """; Winter Storm; Kei's deck; Top 8; 2018-03-10; Name: Storm; https://example.org/decks/1; here is my list:;
    Honor: 6"""
ENDS = "; Thanks,\nKei; Total: {n}; Notes: it wins by honor.; # end of list; Last updated on 10 March 2018; ---; Kei"


def each(table: str) -> st.SearchStrategy[str]:
    return st.sampled_from([form.strip(" ") for form in table.replace("\n    ", " ").split(";")])


class Style(NamedTuple):
    copies: str
    name: str
    line: str


class Mixture(NamedTuple):
    """Two styles of lines, the share of those in the second one, and what is around them."""

    styles: tuple[Style, Style]
    share: int
    heading: str
    title: str
    end: str
    change: tuple[int, int]

    def text(self, parts: list[Part]) -> str:
        said = [self.title, ""]
        at = 0
        for head, cards in parts:
            said.append(self.heading.format(head=head, n=total(cards)))
            for n, name in cards:
                at += 1
                copies, around, line = self.styles[(7 * at) % 10 < self.share]
                said.append(line.format(copies.format(n=n, x=around.format(html.escape(name, quote=False))), at=at))
            said.append("")
        return "\n".join([*said, self.end.format(n=sum(total(cards) for _, cards in parts))])


STYLES = st.builds(Style, each(COPIES), each(NAMES), each(LINES))
CHANGES = st.tuples(st.integers(0, 30), st.sampled_from([0, 0, 1, -1, 3]))
MIXTURES = st.builds(
    Mixture, st.tuples(STYLES, STYLES), st.sampled_from([0, 0, 3, 5]), each(HEADINGS), each(TITLES), each(ENDS), CHANGES
)


def changed(parts: list[Part], at: int, by: int) -> list[Part]:
    """Return the parts with more or fewer copies of one card, at least one."""
    cards = [(head, place) for head, (_, those) in enumerate(parts) for place in range(len(those))]
    head, place = cards[at % len(cards)]
    copies, name = parts[head][1][place]
    parts[head][1][place] = (max(1, copies + by), name)
    return parts


@pytest.mark.parametrize(("game", "deck"), [("celestial-40-40", CRANE), ("lcg-stronghold", PHOENIX)])
def test_no_mixture_of_forms_turns_a_verdict(game: str, deck: str) -> None:
    checker = Checker(game)

    @settings(deadline=None, max_examples=examples(150))
    @given(MIXTURES)
    def holds(mixture: Mixture) -> None:
        parts = changed(parts_of(deck), *mixture.change)
        plain = "\n".join(f"{n} {name}" for _, cards in parts for n, name in cards)
        try:
            said = checker.check_text(mixture.text(parts)).verdict
        except InputError:
            return
        assert said in (checker.check_text(plain).verdict, Verdict.UNDECIDED), mixture.text(parts)

    holds()
