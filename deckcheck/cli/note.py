"""``deckcheck note``."""

from __future__ import annotations

import click

from deckcheck.build.editing.draft import Draft
from deckcheck.build.editing.lists import with_note
from deckcheck.build.editing.names import listed
from deckcheck.cli.editing import editing_command


@editing_command("note")
@click.argument("text", metavar="TEXT")
@click.option("--card", metavar="NAME", help="Write it behind this card, in place of the note there; '' takes it away.")
def command(draft: Draft, text: str, card: str | None) -> Draft:
    """Write a note into a text list. It is a comment at the top, or behind a card.

    \b
    deckcheck note deck.txt 'Kotei version, 12 May'
    deckcheck note deck.txt --card 'Marketplace' 'try Counting House'
    """  # noqa: D301 - click wants the character, which a raw string would not hold
    if card is None:
        return with_note(draft, None, text)
    found = listed(card, draft)
    line = found.lines[0] if found.card is None else draft.entries(found.card)[0].request
    return with_note(draft, line, text)
