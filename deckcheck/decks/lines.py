"""Change the text of deck files and write it back byte for byte; read the parts of each line."""

import difflib
import re
from collections.abc import Collection, Iterator, Sequence

from deckcheck.decks.files import UTF16, decode
from deckcheck.decks.text.lists import read_text, split_lines
from deckcheck.model.deck import NOT_IN_DECK, RawDeck, Request, summed
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.names import printable

LINE_END = re.compile(r"\r\n|\r|\n")
# The text behind a name: signs and its number, cells, a comment. Then the words in cells.
_BEHIND = r"\A([*_`\"]*(?: ?[x×]\d+)?)(?:(?= ?[|,;\t])(.*?)|.*?)(\s+(?:#|//|/\*|<!--)\s.*)?\Z"
_WORDS = r'"[^"]*"|[^\s|;,"]+'


def diff(path: str, old: bytes, new: bytes, limits: Limits) -> Iterator[str]:
    """Yield the lines of a unified diff from `old` to `new`, safe for a terminal."""
    before, after = (_diff_lines(take_apart(content, path, limits)[2]) for content in (old, new))
    shown = printable(path)
    for line in difflib.unified_diff(before, after, shown, shown):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _diff_lines(text: str) -> list[str]:
    lines = [f"{printable(line)}\n" for line in split_lines(text)]
    if not text.endswith(("\n", "\r")):
        lines[-1] = lines[-1].removesuffix("\n")
    return lines


def is_in_structure(raw: RawDeck, text: str) -> bool:
    """Return whether the lines of a deck belong to a text in JSON or YAML, and not to its file."""
    return bool(raw.lines) and not raw.source and raw.lines != split_lines(text.removeprefix("\ufeff"))


def take_apart(content: bytes, path: str, limits: Limits) -> tuple[bytes, str, str]:
    """Return the byte order mark, the codec and the text whose lines the readers count."""
    text = decode(content, path, limits).removeprefix("\ufeff")
    codec = UTF16.get(content[:2], "utf-8")
    return content[: len(content) - len(text.encode(codec))], codec, text


def lines_of(text: str) -> list[str]:
    """Return the lines of `text`, each with its line end; together they are the text."""
    ends = [match.end() for match in LINE_END.finditer(text)]
    return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if end > start]


def line_end_of(text: str) -> str:
    """Return the first line end of `text`, or a line feed."""
    found = LINE_END.search(text)
    return found.group() if found else "\n"


def in_style_of(  # noqa: PLR0913 - all that tells the style
    line: str, old: Request, new: Request, limits: Limits, *, kinds: Collection[str] = (), in_place: bool = False
) -> str:
    """Return a line for `new` in the style of `line`, the line of `old`.

    It drops what describes only the old card: of the words in cells, `kinds` stay, the type and the deck of the new
    card. A line that replaces the old one keeps its comment, and words in front: ``Province 1:``.
    """
    line, count = LINE_END.sub("", line), new.count
    numbered = line if count == old.count else with_count(line, old, count, limits)
    head, _, tail = numbered.rpartition(old.name)
    number = "" if any(map(str.isdigit, head)) else str(count)
    if _says_more(tail.replace(number, "", 1)):
        ((signs, cells, said),) = re.findall(_BEHIND, tail)
        at = cells.rfind(number)
        tail = signs + re.sub(_WORDS, lambda cell: cell[0] * (cell.start() == at or cell[0].casefold() in kinds), cells)
        tail += said if in_place else ""
    is_own = (in_place and "<" not in head) or not _says_more(head.replace(str(count), "", 1))
    styled, plain = f"{head}{new.name}{tail}", f"{line[: len(line) - len(line.lstrip())]}{count} {new.name}"
    is_alone = reads_as(styled, new.name, count, limits) or not reads_as(line, old.name, old.count, limits)
    return styled if old.name in line and is_own and is_alone else plain


def _says_more(text: str) -> bool:
    """Return whether a name has more around it than signs, plain tags and the x of its number."""
    return re.sub(r'</?\w+(?: \w+=")?|" (?:name|number)="|[x×](?=\W|$)|[\W_]', "", text) != ""


def with_count(line: str, request: Request, count: int, limits: Limits) -> str:
    """Return a line with another number of copies, the empty string for none."""
    if not count:
        return ""
    digits = [match.span() for match in re.finditer(rf"(?<![0-9]){request.count}(?![0-9])", line)]
    place = line.find(request.name)
    tries = [line[:start] + str(count) + line[end:] for start, end in digits]
    for new in (*tries, f"{line[:place]}{count} {line[place:]}"):
        if reads_as(new, request.name, count, limits):
            return new
    before = [new for new, (_, end) in zip(tries, digits, strict=True) if end <= place]
    if tries and not reads_as(line, request.name, request.count, limits):
        return (before or tries)[-1]  # Alone it may read differently: "12. 3x Iron Mine".
    rest = LINE_END.search(line)
    return f"{count} {request.name}{rest.group() if rest else ''}"


def reads_as(line: str, name: str, count: int, limits: Limits) -> bool:
    """Return whether a line, on its own, is read as `count` copies of `name`."""
    return [(each.name, each.count) for each in _requests_in(line, limits)[:1]] == [(name, count)]


def copies_in(text: str, limits: Limits) -> dict[str, int]:
    """Return the copies of each name in the deck of a list; empty if it has no cards."""
    cards = (each for each in _requests_in(text, limits) if each.section not in NOT_IN_DECK)
    return summed((each.name, each.count) for each in cards)


def _requests_in(text: str, limits: Limits) -> tuple[Request, ...]:
    """Return the requests of a list, none if it cannot be read."""
    try:
        return read_text(text, "", limits).requests
    except InputError:
        return ()


def spread(requests: Sequence[Request], change: int) -> Iterator[tuple[Request, int]]:
    """Yield the lines of one card whose numbers change for `change` more copies, with the new numbers.

    Additional copies go onto the last line; removed copies come from the last line first, and 0 removes a line.
    """
    if change > 0:
        yield requests[-1], requests[-1].count + change
    for request in reversed(requests):
        taken = min(request.count, max(0, -change))
        change += taken
        if taken:
            yield request, request.count - taken
