"""Markup that separates lines: ``<div id="sideboard">``, hidden parts such as ``<style>``, and struck-out text."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from msgspec.structs import replace

from deckcheck.decks.words.counts import whole_number
from deckcheck.decks.words.dialects import HTML, OVERLAYS, STRIKING, STRUCK
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import says_outside
from deckcheck.model.deck import OPEN_MARK, Aside, LineClass, Request, Span

# Struck-out text begins with one of these.
_STRIKES = re.compile(rf"<!--|~|/\*|[\[<](?i:{STRUCK})\b|style|STYLE|class|CLASS|hidden|HIDDEN|[{OVERLAYS}]")
# Each ends at its own closing sign, and none extends beyond the next opening one, which keeps the search linear.
_STRUCK = rf"""(?m:^~~[ \t]*\n(?:[^\n]+\n){{1,9}}?~~[ \t]*$)
    |<!--(?:(?!<!--|-->).)*-->|/\*(?:(?!/\*|\*/).)*\*/|~~[^~\n]+~~
    |(?:[^\s{OVERLAYS}][{OVERLAYS}](?:[ ][{OVERLAYS}]?)*)+
    |\[({STRUCK})\](?:(?!\[/?\1\]).)*\[/\1\]
    |<({STRUCK}|[a-z][a-z0-9]*(?={STRIKING}))\b[^<>]*>(?:(?!</?\2\b).)*</\2\s*>"""
# Single tildes, as chats write them; on a quarter of the lines they decorate.
_TILDES = r"(?m:^[-*•·\ ]*~\d[^~\n]+~[ \t]*$)"

_OPENING = r"<(?P<html>[a-z][\w-]*)(?P<said>\s[^<>]*)>|\[(?P<bbcode>[a-z]+)(?P<value>=[^\[\]\n]*)?\]"
_VALUE = r"""=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>\]][^"'>\]]*))"""
_QUOTATION = r"[<\[](?P<closing>/?)(?:block)?quote\b[^<>\[\]\n]*[>\]]"
# The beginning of an HTML page, and its invisible parts: its type, its head, styles and programs. None extends beyond
# the next opening tag of its kind, which keeps the search linear.
_PAGE = r"[\ufeff\s]*<(?:!DOCTYPE\s+html|html)\b"
_UNSHOWN = r"""\A[\ufeff\s]*<!DOCTYPE\s+html[^<>]*>|<(?:meta|link|base)\s[^<>]*>|<title>[^<>]*</title>|<html\s[^<>]*>
    |<(?P<tag>style|script)\b[^<>]*>(?P<code>(?:(?!</?(?P=tag)\b).)*)</(?P=tag)\s*>"""
_UNSHOWN_FLAGS = re.IGNORECASE | re.DOTALL | re.VERBOSE
# Properties in a style rule that may hide elements, or show more of them.
_HIDING = r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:|line-through|content\s{0,9}:|opacity\s{0,9}:"
# Tags that end parts of a page.
_PARTS = r"</(?:p|div|h[1-6]|li|tr|table)>"
# A row of a table, or another block that a page shows as one row, without a nested block; and the tags around it.
_ROW = r"<(?P<tag>tr|li|div|p)\b[^<>]*>(?:[^<]|<(?!/?(?:tr|table|br|li|p|div|h[1-6]|ul|ol|pre)\b))*</(?P=tag)\s*>"
_OF_ROW = r"</?(?:t[rdh]|li|div|p)\b"
_LINE_END = r"\r\n?|\n"
# The number of a page: behind a word for it, perhaps with the number of all pages, or between dashes.
_NUMBER = rf"(?P<word>{'|'.join(KEYS['page words'])})\.?\s?(?P<number>\d\d?)"
_OF_ALL = r"\s?(?:/|[^\W\d]{1,4}\s)\s?(?P<last>\d\d?)"
_PAGE_NUMBER = re.compile(
    rf"""[\W_]*?(?:{_NUMBER}(?:{_OF_ALL})?|[-–—~]\s?(?P<alone>\d\d?)\s?[-–—~]
    |(?<=[(\[])(?P<part>\d\d?)\s?/\s?(?P<parts>\d\d?)(?=[)\]]))[\W_]*""",
    re.IGNORECASE | re.VERBOSE,
)
# Behind the title of the list, which is on each page, and with the number of all pages: "Crane duels – page 1 of 2".
_TITLED_PAGE = re.compile(rf"(?i)(?<=[\s–—|,;:(-]){_NUMBER}{_OF_ALL}\W?$")
_LONGEST_PAGE = 40
# There are at least this many lines for each page.
_FEWEST_ON_PAGE = 4


def sets_apart(tag: re.Match[str]) -> bool:
    """Return whether a tag may put the cards behind it outside the deck.

    Elements of HTML that strike out or hide their text are read as comments.
    """
    if tag["html"] and re.match(STRIKING, tag["said"], re.IGNORECASE):
        return False
    values = re.findall(_VALUE, tag["said"] or tag["value"] or "")
    return tag["bbcode"] in ("hide", "hidden") or any(says_outside(value) for found in values for value in found)


def opens_apart(line: str) -> bool:
    """Return whether a block, quotation or struck-out text, which may put cards outside the deck, may begin here.

    A part of a table row may do so too, and the number of a page may begin another one.
    """
    if _STRIKES.search(line) is not None or _PAGE_NUMBER.fullmatch(line) is not None:
        return True
    if "<" not in line and "[" not in line:
        return False
    rest = re.sub(_ROW, "", line, flags=re.IGNORECASE)
    is_part_of_row = re.search(_OF_ROW, rest, re.IGNORECASE) is not None
    return is_part_of_row or any(_blocks(line)) or re.search(_QUOTATION, line, re.IGNORECASE) is not None


def with_whole_rows(text: str) -> str:
    """Return a text with each row of an HTML table on the line where it begins; empty lines fill the others.

    Other blocks with a number on one line and a name on another are treated in the same way.
    """
    return re.sub(_ROW, _on_one_line, text, flags=re.IGNORECASE) if "</" in text else text


def _on_one_line(match: re.Match[str]) -> str:
    row, ends = re.subn(_LINE_END, " ", match[0])
    texts = [bare for line in re.split(_LINE_END, match[0]) if (bare := re.sub(r"<[^<>]*>", "", line).strip())]
    is_card = sum(whole_number(each) is None for each in texts) == 1 < len(texts)
    return row + "\n" * ends if match["tag"].casefold() == "tr" or is_card else match[0]


def opened(requests: tuple[Request, ...], lines: Sequence[str], rows: Sequence[Span] = ()) -> tuple[Request, ...]:
    """Return requests; those in blocks that may be outside the deck, and in `rows` of tables, stay unrecognised."""
    text = "\n".join(lines)
    apart = _within(requests, text, [*_blocks(text)])
    apart |= {each.span for each in requests if any(map(each.span.is_within, rows))}
    return tuple(
        replace(each, written=f"{OPEN_MARK}{each.written}") if each.span in apart else each for each in requests
    )


def quoted(requests: Iterable[Request], lines: Sequence[str]) -> set[Span]:
    """Return the places of the requests that are within quotations: ``[quote]``, ``<blockquote>``."""
    text = "\n".join(lines)
    return _within(requests, text, [*_quotations(text)])


def _within(requests: Iterable[Request], text: str, blocks: Sequence[tuple[int, int]]) -> set[Span]:
    """Return the places of the requests within `blocks`, which do not overlap and are in order."""
    if not blocks:
        return set()
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def is_within(request: Request) -> bool:
        at = starts[request.span.line - 1] + request.span.column - 1
        block = bisect_right(blocks, (at, starts[-1])) - 1
        return block >= 0 and at <= blocks[block][1]

    return {request.span for request in requests if is_within(request)}


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of quotations; nested ones and unclosed tags are skipped."""
    opening: list[int] = []
    found = []
    for tag in re.finditer(_QUOTATION, text, re.IGNORECASE):
        if not tag["closing"]:
            opening.append(tag.start())
        elif opening:
            found.append((opening.pop(), tag.start()))
    last = 0
    for start, end in sorted(found):
        if start >= last:
            last = end
            yield start, end


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of blocks that may put cards outside the deck; unclosed ones end with the list."""
    if "<" not in text and "[" not in text:
        return
    end = 0
    for tag in re.finditer(_OPENING, text, re.IGNORECASE):
        if tag.start() >= end and sets_apart(tag):
            end = _end(text, tag)
            yield tag.start(), end


def _end(text: str, opening: re.Match[str]) -> int:
    """Return the position of the tag that closes a block, after nested tags of the same name."""
    first, last = "<>" if opening["html"] else (r"\[", r"\]")
    name = opening["html"] or opening["bbcode"]
    same = re.compile(rf"{first}(/?){name}(?![\w-])[^{first}{last}\n]*{last}", re.IGNORECASE)
    depth = 1
    for tag in same.finditer(text, opening.end()):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.start()
    return len(text)


def shown_rows(lines: Sequence[str], breaks: str) -> list[tuple[tuple[int, int], str]]:
    """Return the rows that HTML makes of some lines, each with the line and the column of its start.

    `breaks` is the pattern of row ends. Empty lines and rows of only tags are skipped.
    """
    found = []
    for number, line in enumerate(lines, 1):
        ends = [*(match.end() for match in re.finditer(breaks, line)), len(line)]
        for start, end in zip([0, *ends], ends, strict=False):
            row = line[start:end]
            bare = re.sub(HTML, "", row, flags=re.IGNORECASE)
            if bare.strip() or "<br" in row.casefold():
                found.append(((number, start + 1), row if bare.strip() else ""))
    return found


def has_parts(text: str) -> bool:
    """Return whether a text has parts of a page; empty lines between them have no meaning."""
    return "</" in text and re.search(_PARTS, text, re.IGNORECASE) is not None


def is_page(text: str) -> bool:
    """Return whether a text begins as a page of HTML."""
    return re.match(_PAGE, text, re.IGNORECASE) is not None


def without_unshown(text: str) -> str:
    """Return a text with spaces for the parts that HTML does not show, except a style that may hide something."""
    if "<" not in text:
        return text
    rest = re.sub(_UNSHOWN, " ", text, flags=_UNSHOWN_FLAGS)
    used = {*re.findall(r"[\w-]+", rest)}

    def blank(match: re.Match[str]) -> str:
        is_safe = used.isdisjoint(_hidden(match["code"] or ""))
        return re.sub(r"[^\r\n]", " ", match[0]) if is_safe else match[0]

    return re.sub(_UNSHOWN, blank, text, flags=_UNSHOWN_FLAGS)


def _hidden(style: str) -> Iterator[str]:
    """Yield the words of the selectors whose rules may hide elements."""
    for rule in style.split("}"):
        selectors, _, said = rule.rpartition("{")
        if re.search(_HIDING, said, re.IGNORECASE):
            yield from re.findall(r"[\w-]+", selectors)


def struck_lines(text: str, lines: Sequence[str]) -> Iterator[Aside]:
    """Yield the `lines` of a text that are struck out as a whole.

    A line with only a part struck out is skipped, because the meaning of the rest is in doubt.
    """
    if _STRIKES.search(text) is None:
        return
    text = "\n".join("" if line.startswith(OPEN_MARK) else line for line in lines)
    are_few = 4 * len(re.findall(_TILDES, text)) < sum(map(bool, map(str.strip, lines)))
    struck = rf"{_STRUCK}|{_TILDES}" if are_few else _STRUCK
    kept = re.sub(struck, _blank, f"{text}\n", flags=re.IGNORECASE | re.DOTALL | re.VERBOSE).split("\n")
    for number, (line, rest) in enumerate(zip(lines, kept, strict=False), 1):
        is_open = line.startswith(OPEN_MARK)
        if rest.strip() != line.strip() and not is_open and not any(map(str.isalnum, rest)):
            yield line_aside(LineClass.COMMENT, line, number)


def page_lines(lines: Sequence[str]) -> Iterator[Aside]:
    """Yield the lines with the numbers of all pages in order: ``Page 1 of 3``, ``- 2 -``."""
    others = ((at, line) for at, line in enumerate(lines, 1) if line and not line[0].isdigit())  # Most are cards.
    found = [(at, page) for at, line in others if (page := _page_number(line))]
    pages = [int(page.get("number") or page.get("alone") or page["part"] or 0) for _, page in found]
    lasts = {page.get("last") or page.get("parts") or str(pages[-1]) for _, page in found}
    forms = {(page.get("word"), page["title"]) for _, page in found}
    if len(lasts) != 1 or len(forms) != 1 or len(pages) * _FEWEST_ON_PAGE > len(lines):
        return
    last = int(lasts.pop())
    # With its number at the top, no cards are above page 1; else none are below the number of the last page.
    are_between = pages[0] == 1 and _has_counts(lines[: found[0][0]]) and _has_counts(lines[found[-1][0] :])
    if are_between or any(_may_mean_cards(page, lines[at:]) for at, page in found):
        return
    is_single = last == 1 and found[0][1].get("last") is not None
    if (len(pages) > 1 or is_single) and pages in ([*range(1, last + 1)], [*range(2, last + 1)]):
        yield from (line_aside(LineClass.DECORATION, lines[at - 1], at) for at, _ in found)


def _page_number(line: str) -> dict[str, str | None]:
    """Return the parts of the number of a page, and the title in front of it; empty for any other line."""
    if alone := _PAGE_NUMBER.fullmatch(line):
        return {**alone.groupdict(), "title": ""}
    titled = _TITLED_PAGE.search(line[-_LONGEST_PAGE:])
    return {**titled.groupdict(), "title": line.removesuffix(titled[0])} if titled else {}


def _has_counts(lines: Iterable[str]) -> bool:
    """Return whether a line begins with a number, as cards do."""
    return any(line[:1].isdigit() for line in lines)


def _may_mean_cards(page: Mapping[str, str | None], below: Sequence[str]) -> bool:
    """Return whether a number may be the copies of a name `below` it, or the number of a sideboard: ``Side 2``."""
    if page.get("alone"):
        return re.match(r"[\W_]*[^\W\d_]", next(filter(None, map(str.strip, below)), "")) is not None
    return not (page.get("last") or page.get("parts")) and says_outside(page["word"] or "")


def counts_pages(line: str) -> bool:
    """Return whether a line says that the list has several pages: ``Page 1 of 3``."""
    match = _PAGE_NUMBER.fullmatch(line)
    return match is not None and int(match["last"] or 1) > 1


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def line_aside(kind: LineClass, line: str, number: int) -> Aside:
    """Return the comment or decoration of a whole line."""
    stripped = line.strip()
    start = line.index(stripped) + 1
    return Aside(kind, stripped, Span(number, start, start + len(stripped)))
