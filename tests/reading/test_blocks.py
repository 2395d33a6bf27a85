"""Blocks of HTML and BBCode in lists: which cards they set apart from the deck."""

from __future__ import annotations

import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.text.blocks import opens_apart
from deckcheck.model.limits import Limits

# Lists with " | " between the lines, and the cards in them that may be outside the deck.
LISTS = {
    '<div id="sideboard"> | 3 Rout | </div> | 3 Banzai!': ["Rout"],
    "<div class='maybe'> | 3 Rout | <div> | 3 Snow | </div> | 3 Ice | </div> | 3 Banzai!": ["Rout", "Snow", "Ice"],
    "<div class='maybe'> | 3 Rout | <p class='cards spare'> | 3 Snow | </p> | 3 Ice | </div>": ["Rout", "Snow", "Ice"],
    '<ul data-zone="wishlist"><li>3 Rout</li></ul> | 3 Banzai!': ["Rout"],
    '<p style="display: none">3 Rout</p> | 3 Banzai!': [],
    '<div class="sideboard"> | 3 Rout | 3 Banzai!': ["Rout", "Banzai!"],
    '<div class="old-versions"> | 3 Rout | </div> | 3 Banzai!': ["Rout"],
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


# One card on several lines, with the line where it begins, and lines that stay as they are.
ROWS = {
    "<table> | <tr> | <td>3</td> | <td>Rout</td> | </tr> | </table>": (2, [(3, "Rout")]),
    "<tr> | <td> | 3 | </td> | <td><a href='/rout'>Rout</a></td></tr>": (1, [(3, "Rout")]),
    "<ul> | <li> | <span>3x</span> | <a>Rout</a> | </li> | </ul>": (2, [(3, "Rout")]),
    "<div class='row'> | <b>3</b> | <i>Rout</i> | </div>": (1, [(3, "Rout")]),
    "<div> | 3 Rout | 2 Banzai! | </div>": (2, [(3, "Rout"), (2, "Banzai!")]),
    "<table><tr><td> | <p>3 Rout</p> | <p>2 Banzai!</p> | </td></tr></table>": (2, [(3, "Rout"), (2, "Banzai!")]),
    "<nav>Fate</nav><main>3 Rout</main>2 Banzai!": (1, [(3, "Rout"), (2, "Banzai!")]),
    "<b>Fate</b><p>3 Rout<h3>Rings</h3>2 Banzai!": (1, [(3, "Rout"), (2, "Banzai!")]),
}


@pytest.mark.parametrize("lines", ROWS)
def test_rows_of_a_page_are_read_as_it_shows_them(lines: str) -> None:
    first, cards = ROWS[lines]
    raw = read(lines.replace(" | ", "\n"), "deck.html", Limits())

    assert [(card.count, card.name) for card in raw.requests] == cards
    assert raw.requests[0].span.line == first


@pytest.mark.parametrize("line", ["<td>Rout</td>", "<li>", "<a>Rout</a></li>", "<tr><td>3</td>"])
def test_a_part_of_a_row_is_not_read_alone(line: str) -> None:
    assert opens_apart(line)
    assert not opens_apart("<tr><td>3</td><td>Rout</td></tr><li>2 Banzai!</li>")
