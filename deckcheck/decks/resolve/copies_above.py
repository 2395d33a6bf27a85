"""Read the copies of names from the lines above them: ``3x:``, ``2 copies each``, ``Three-ofs``."""

import re
from collections import Counter

from msgspec.structs import replace

from deckcheck.model.deck import STARTING, Aside, LineClass, RawDeck, Request
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS

# A line above names that gives their copies.
_COUNTING_BELOW = re.compile(
    r"[\W_]*(?:[x×]\s?(?=\d\W*$))?(?P<number>[1-4])(?:(?<=[x×]\d)|(?<=[x×]\s\d)"
    r"|\s?[x×]|(?:\s?[x×])?\s?-?\s?(?:copies|copy|ofs?|each)(?:\s(?:of|each|of\seach))?)[\W_]*"
)
# Words for such a line: "Three-ofs", "Triples".
_OFS = {"singles": "1-ofs", "doubles": "2-ofs", "triples": "3-ofs"} | {
    word: str(number) for word, number in ALL_NUMBER_WORDS.items()
}
# Such lines are shorter, and a list has several of them.
_LONGEST = 40
_SEVERAL = 2
_FEWEST_NAMES = 15


def with_numbers_above(raw: RawDeck, pool: Pool) -> RawDeck:
    """Return a list of names with the copies that lines above them give: ``3x:``, ``2 copies each``, ``1-ofs``.

    All names without a number but starting cards are below such a line, with no other line or empty line between. A
    name directly above the first one may show that the numbers are below the names. All names may also have the number
    of the line above them.
    """
    counts = {each.span: match for each in raw.requests if (match := _counting_below(each.written))}
    others = [each for each in raw.requests if each.span not in counts]
    if len({match["number"] for match in counts.values()}) < _SEVERAL or len(others) < _FEWEST_NAMES:
        return raw
    copies = {at.line: match["number"] for at, match in counts.items()}
    for each in others:
        copies.setdefault(each.span.line, copies.get(each.span.line - 1, ""))
    given = [(each, copies[each.span.line]) for each in others]
    are_repeated = all(each.counted and each.count == int(number) for each, number in given if number)
    are_clear = len(copies) == len(raw.requests) and all(
        are_repeated or not each.counted if number else each.counted or is_starting(each, pool)
        for each, number in given
    )
    are_above = all(at.line + 1 in copies and copies.get(at.line - 1) != "" for at in counts)
    sizes = Counter(number for _, number in given if number)
    are_sizes = all(size == int(number) for number, size in sizes.items())  # The names may be single copies.
    if not are_clear or not are_above or (are_sizes and not are_repeated):
        return raw
    requests = (replace(each, count=int(number), counted=True) if number else each for each, number in given)
    asides = (Aside(LineClass.HEADER, each.written, each.span) for each in raw.requests if each.span in counts)
    return replace(raw, requests=tuple(requests), asides=(*raw.asides, *asides))


def _counting_below(text: str) -> re.Match[str] | None:
    """Return the match of a line that gives the copies of the names below it, also in words, with its `number`."""
    first = re.search(r"[^\W\d_]+", text[:_LONGEST])
    number = _OFS.get(first[0].casefold()) if first and len(text) <= _LONGEST else None
    said = text if first is None or number is None else f"{text[: first.start()]}{number}{text[first.end() :]}"
    return _COUNTING_BELOW.fullmatch(said)


def is_starting(request: Request, pool: Pool) -> bool:
    """Return whether a line is below a heading of starting cards, or has the title of one and no more."""
    kinds = {card.kind for card in pool.named(fold(request.written))}
    return request.section in STARTING or (bool(kinds) and kinds.issubset(STARTING))
