"""Blocks of HTML and BBCode in lists: which cards they set apart from the deck."""

from __future__ import annotations

import pytest

from deckcheck.decks.readers import read
from deckcheck.model.limits import Limits

# Lists with " | " between the lines, and the cards in them that may be outside the deck.
LISTS = {
    '<div id="sideboard"> | 3 Rout | </div> | 3 Banzai!': ["Rout"],
    "<div class='maybe'> | 3 Rout | <div> | 3 Snow | </div> | 3 Ice | </div> | 3 Banzai!": ["Rout", "Snow", "Ice"],
    "<div class='maybe'> | 3 Rout | <p class='cards spare'> | 3 Snow | </p> | 3 Ice | </div>": ["Rout", "Snow", "Ice"],
    '<ul data-zone="wishlist"><li>3 Rout</li></ul> | 3 Banzai!': ["Rout"],
    '<p style="display: none">3 Rout</p> | 3 Banzai!': [],
    '<div class="sideboard"> | 3 Rout | 3 Banzai!': ["Rout", "Banzai!"],
    "[spoiler=Sideboard] | 3 Rout | [/spoiler] | 3 Banzai!": ["Rout"],
    '[quote="Maybe"] | 3 Rout | [/quote] | 3 Banzai!': ["Rout"],
    "[hide]3 Rout[/hide] | 3 Banzai!": ["[hide]3 Rout[/hide]"],
    '<div class="deck"> | 3 Rout | </div> | 3 Banzai!': [],
    '<p style="display: block; overflow-hidden">3 Rout</p> | 3 Banzai!': [],
    "[spoiler=Dynasty] | 3 Rout | [/spoiler] | 3 Banzai!": [],
    "[spoiler] | 3 Rout | [/spoiler] | [i]3 Banzai![/i]": [],
}


@pytest.mark.parametrize("lines", LISTS)
def test_a_block_may_set_cards_apart(lines: str) -> None:
    raw = read(lines.replace(" | ", "\n"), "deck.txt", Limits())

    assert [card.name for card in raw.requests if card.written.startswith("?")] == LISTS[lines]


def test_the_head_of_a_page_is_no_part_of_its_list() -> None:
    head = '<!doctype html>\n<HTML xmlns="http://www.w3.org/1999/xhtml"> <STYLE>li { color: red }</STYLE>'
    page = f"{head}\n<li>3 Rout</li>\n</HTML>\n"

    assert [card.name for card in read(page, "deck.html", Limits()).requests] == ["Rout"]
