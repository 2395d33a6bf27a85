"""The text of an email: out of HTML, and without what it quotes, its signature and its farewell."""

import re
from collections.abc import Iterable, Iterator, Sequence
from email.message import MIMEPart
from html.parser import HTMLParser
from typing import Any

from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.remarks import CHANGES
from deckcheck.events.columns import is_list
from deckcheck.model.limits import Limits
from deckcheck.model.vocabulary import says

# What mail programs put above quoted text, on up to three lines.
_INTRODUCES = re.compile(
    r"(?:On .{5,200} wrote|Am .{5,200} schrieb.{0,80}|Le .{5,200} a écrit|El .{5,200} escribió|Il .{5,200} ha scritto"
    r"|Em .{5,200} escreveu|Op .{5,200} schreef.{0,80}"
    # In any language: a year and an address.
    r"|(?=.{0,200}?(?<!\d)20\d\d(?!\d))[^<>]{5,300}<[^<>@\s]+@[^<>\s]+>.{0,40}?)\s?:"
)
_MOST_INTRODUCING = 3


def _any_of(section: str) -> str:
    """Return the regular expression of the labels in a section of ``keys.txt``."""
    return "|".join(map(re.escape, KEYS[section]))


# A line above a message that is quoted unchanged.
_ENDS = re.compile(rf"-{{2,}}\s?(?:{_any_of('quoted message')}).*", re.IGNORECASE)
# A line above a forwarded message.
_FORWARDS = re.compile(rf"(?:-{{2,}}\s?)?(?:{_any_of('forwarded message')})\s?(?:-{{2,}}|:)", re.IGNORECASE)
_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv|i|enc|doorst)\s?:", re.IGNORECASE)
# What an email may say about a list, and changes it where it names cards: also what is a remark on play in a list.
_CHANGES = re.compile(
    r"\b(?:ex)?chang|\bcorrect|^\W*[+−-]\s?\d|^\W*\d{1,2}\s*[x×]?\s[^\W\d_]|\bP\.?\s?S\b",
    re.IGNORECASE,
)
# What leaves it open whether the list counts, whatever else is there.
_DOUBTS = re.compile(
    r"\b(?:withdraw|cancel|unregister|drop(?:ping)? out|(?:(?:can|will) ?not|(?:ca|wo)n['’]t|not able to)"
    r" (?:be able to )?(?:come|play|attend|make|be there)|(?:stay|stick)s? (?:with|to)"
    r"|(?:dynasty|conflict|fate|rest|provinces|others?|it)(?: deck)? (?:stays?|remains?|is unchanged)|not my final"
    r"|not my (?:list|deck)|draft|for your records|(?:would|is|are|could|can) (?:this|that|these|it|i)\b[^.!\n]*\?"
    r"|zurückzieh|ziehe\b.*\bzurück|melde\b.*\bab\b|bleib(?:t|e|en)|wäre (?:das|die|es)|retire|annul|me retiro)",
    re.IGNORECASE,
)
# The header of a quoted message, as Outlook writes it, or with the time first, as GMX does.
FROM = re.compile(rf"[*_]*(?:{_any_of('header from')})\s?:\s?[*_]*\s*(.*)")
_SENT = re.compile(rf"[*_]*(?:{_any_of('header sent')})\s?:.*")
_HEADER_LINES = 4

_BLOCKS = (
    *("address", "article", "blockquote", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5"),
    *("h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "thead", "tr", "ul"),
)
_QUOTES = frozenset({"gmail_quote", "protonmail_quote", "yahoo_quoted"})
# A comment without an end is the rest of the page.
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NO_TAG = re.compile(r"<(?![^<>]*>)")
_KEEPS_SPACE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)")


def shown_parts(part: MIMEPart, limits: Limits) -> list[MIMEPart]:
    """Return the texts of an email and the files attached; of alternatives, one text and all files.

    That is the first with a list: some programs write `View this as a page`, or nothing, in the other.
    """
    kind = part.get_content_type()
    if not kind.startswith("multipart/"):
        return [part]
    found = [shown_parts(each, limits) for each in part.iter_parts()]
    if kind == "multipart/related":
        # The others are pictures in the text.
        return found[0] if found else []
    if kind == "multipart/alternative":
        texts = [[text_of_part(each, limits) for each in some if is_text(each)] for some in found]
        tests = (is_list, str.strip)
        text = next(
            (some for test in tests for some, said in zip(found, texts, strict=True) if any(map(test, said))), []
        )
        found = [some if some is text else [each for each in some if not is_text(each)] for some in found]
    return [each for some in found for each in some]


def is_text(part: MIMEPart) -> bool:
    """Return whether a part of an email is shown as text, and is no file."""
    is_file = part.get_filename() or part.get_content_disposition() == "attachment"
    return part.get_content_type() in ("text/plain", "text/html") and not is_file


def text_of_part(part: MIMEPart, limits: Limits) -> str:
    """Return the text of a part of an email with line feeds as line ends."""
    charset = part.get_content_charset("utf-8")
    try:
        text = _content(part).decode("utf-8" if charset == "us-ascii" else charset, "replace")
    except (LookupError, ValueError):
        text = _content(part).decode("utf-8", "replace")  # The charset is unknown; most letters of a list are ASCII.
    if part.get_content_type() == "text/html":
        text = text_of_html(text[: limits.file_bytes])
    return text.replace("\r\n", "\n")


def _content(part: MIMEPart) -> bytes:
    data: Any = part.get_payload(decode=True)
    return data or b""


def text_of_html(html: str) -> str:
    """Return the text of a page as a mail program shows it.

    There is ``> `` before quotes, a tab between the cells of a row, and an empty line above a paragraph.
    """
    parser = _Lines()
    # The parser looks for the end of each tag and comment up to the end of the page, which takes very long without one.
    parser.feed(_NO_TAG.sub("&lt;", _COMMENT.sub("", html)))
    parser.close()
    return "\n".join(parser.lines)


def own_text(text: str) -> str:
    """Return the text of an email without what it quotes and its signature; other lines keep their numbers.

    If there is nothing else, the quoted text counts: somebody forwards a list.
    """
    lines = text.split("\n")
    kept = list(_own(lines))
    if any(line.strip() for line in kept):
        return "\n".join(kept)
    return "\n".join(line.lstrip("> ") for line in lines)


def sent_on(text: str, subject: str) -> str:
    """Return the message that an email forwards, with its header but without quote signs; "" if it forwards none."""
    lines = text.split("\n")
    is_forward = _FORWARDED.match(subject) is not None
    for number, line in enumerate(lines):
        shown = line.lstrip("> ").strip()
        if _FORWARDS.fullmatch(shown) or (is_forward and (_ENDS.fullmatch(shown) or _is_header(lines, number))):
            return "\n".join(each.lstrip("> ") for each in lines[number:])
    return ""


def remarks(lines: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of an email that may change its list, and those that may withdraw it, each once."""
    said = dict.fromkeys(line.strip() for line in lines)
    changes = (line for line in said if says(line) & CHANGES or _CHANGES.search(line))
    return tuple(changes), tuple(filter(_DOUBTS.search, said))


def _own(lines: list[str]) -> Iterator[str]:
    """Yield the lines, empty ones in the place of those that are not the sender's own."""
    is_over = False
    introducing = 0
    for number, line in enumerate(lines):
        quotes = _ENDS.fullmatch(line.strip()) or _FORWARDS.fullmatch(line.strip())
        is_over = is_over or line == "-- " or quotes is not None or _is_header(lines, number)
        introducing = max(introducing - 1, _introduction(lines[number : number + _MOST_INTRODUCING]))
        yield "" if is_over or introducing or line.startswith(">") else line


def _introduction(lines: Sequence[str]) -> int:
    """Return how many of the first lines introduce a quote, which a mail program may have wrapped."""
    for count in range(1, len(lines) + 1):
        if not lines[count - 1].strip():
            return 0
        if _INTRODUCES.fullmatch(" ".join(line.strip() for line in lines[:count])):
            return count
    return 0


def _is_header(lines: Sequence[str], at: int) -> bool:
    """Return whether the header of a quoted message begins at a line: its sender and time, in either order."""
    block = [line.strip() for line in lines[at : at + _HEADER_LINES]]
    senders, times = ([bool(kind.fullmatch(line)) for line in block] for kind in (FROM, _SENT))
    return any(senders) and any(times) and (senders[0] or times[0])


class _Lines(HTMLParser):
    """Writes a page as lines; the last line is unfinished."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines = [""]
        # The open elements of a kind: the outermost one, and those of its tag inside it.
        self._hidden: list[str] = []
        self._quoted: list[str] = []
        self._spaced: list[str] = []
        # The number of the line with which the cell before began; 0: this row had none yet.
        self._cell = 0
        # Whether the next text is in a cell that continues the line.
        self._joins = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin lines and cells."""
        given = dict(attrs)
        if tag == "tr":
            self._cell, self._joins = 0, False
        if tag == "br":
            self.lines.append("")
        elif tag in ("td", "th"):
            self._begin_cell()
        elif tag in _BLOCKS:
            self._end_line()
        if tag == "p" and not self._cell and "".join(self.lines[-2:]).strip():
            self.lines.append("")
        classes = (given.get("class") or "").split()
        for kind, is_one in (
            (self._hidden, tag in ("script", "style", "title")),
            (self._quoted, tag == "blockquote" or not _QUOTES.isdisjoint(classes)),
            (self._spaced, tag == "pre" or _KEEPS_SPACE.search(given.get("style") or "")),
        ):
            if tag in kind[:1] or (is_one and not kind):
                kind.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """End lines."""
        if tag in ("tr", "table"):
            self._joins = False
        if tag == "table":
            self._cell = 0
        if tag in _BLOCKS:
            self._end_line()
        for kind in (self._hidden, self._quoted, self._spaced):
            if tag in kind[:1]:
                kind.pop()

    def handle_data(self, data: str) -> None:
        """Write text; runs of spaces and line breaks in the source become one space."""
        if self._hidden:
            return
        if self._spaced:
            first, *rest = data.replace("\r\n", "\n").split("\n")
            self._write(first)
            for line in rest:
                self.lines.append("")
                self._write(line)
            return
        text = re.sub(r"[ \t\r\n\f]+", " ", data)
        self._write(text.lstrip(" ") if self.lines[-1][-1:] in ("", " ", "\t") else text)

    def _write(self, text: str) -> None:
        if self._joins and text.strip():
            self.lines[-1], self._joins = self.lines[-1].rstrip() + "\t", False
        if text:
            self.lines[-1] += f"> {text}" if self._quoted and not self.lines[-1] else text

    def _end_line(self) -> None:
        if self.lines[-1].strip() and not self._joins:
            self.lines.append("")

    def _begin_cell(self) -> None:
        """Begin a cell in the line of the one before, where that has one line, else in a line of its own."""
        if self._cell and len(self.lines) > self._cell and not self.lines[-1].strip():
            self.lines.pop()
        self._joins = self._cell == len(self.lines) and bool(self.lines[-1].strip())
        self._end_line()
        self._cell = len(self.lines)
