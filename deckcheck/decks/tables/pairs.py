"""Read tables with pairs of columns side by side, each with the numbers and names of a part of the deck."""

from collections.abc import Sequence

from deckcheck.decks.tables.card_rows import FEW_NUMBERS, MANY
from deckcheck.decks.tables.rows import ONE_CARD_COLUMNS, Row
from deckcheck.decks.words.counts import whole_number
from deckcheck.decks.words.headers import heading
from deckcheck.decks.words.sayings import counts_cards, label_words

_TWO_PAIRS = 4


def side_by_side(rows: Sequence[Row]) -> str:
    """Return the list in pairs of columns, each with numbers and names, one pair below the other.

    Above the cards of a pair may be a heading, and heads such as ``Qty`` and ``Card``, and with them a high number,
    such as that of all its cards. Return "" for anything else.
    """
    width = max(len(row.cells) for row in rows)
    used = [at for at in range(width) if any(row.cell(at) for row in rows)]
    if len(used) % 2 or len(used) < _TWO_PAIRS:
        return ""
    parts = [_pair(rows, pair) for pair in zip(used[::2], used[1::2], strict=True)]
    if any(2 * len({*part}) <= len(part) for part in parts):  # Sets beside numbers.
        return ""
    lines = [line for part in parts for line in ("", *part)]
    return "\n".join(lines) if all(parts) and len(lines) >= MANY else ""


def _pair(rows: Sequence[Row], columns: tuple[int, int]) -> list[str]:
    """Return the lines of two columns; empty if they contain anything but headings and cards."""
    lines: list[str] = []
    for row in rows:
        said = [cell for at in columns if (cell := row.cell(at))]
        numbers = [number for cell in said if (number := whole_number(cell)) is not None]
        names = [cell for cell in said if whole_number(cell) is None]
        heads = (
            () if numbers else [each for each in names if counts_cards(each) or label_words(each) in ONE_CARD_COLUMNS]
        )
        texts = [name for name in names if name not in heads]
        if len(numbers) == 1 and (len(names) == 1 == len(texts) or (not names and numbers > [FEW_NUMBERS])):
            lines.append(" ".join([str(numbers[0]), *texts]))
        elif not numbers and len(texts) == 1 and heading(texts[0]) is not None:
            lines += ["", *texts]
        elif numbers or texts:
            return []
    return lines
