"""The texts of an email, also out of HTML."""

import email
import email.policy
import re
from codecs import BOM_UTF8
from email.message import EmailMessage, MIMEPart
from html.parser import HTMLParser
from typing import Any

from msgspec.structs import replace

from deckcheck.decks.containers import Document
from deckcheck.decks.text.quotes import is_list
from deckcheck.decks.words.headers import words_of
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits

# Of a long header the beginning is read: the library takes minutes for one of 60,000 quotation marks.
_LONGEST_HEADER = 2_000
_library = email.policy.default
_POLICY = _library.clone(header_factory=lambda name, value: _library.header_factory(name, value[:_LONGEST_HEADER]))
_LONGEST = 200

_BLOCKS = (
    *("address", "article", "blockquote", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5"),
    *("h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "thead", "tr", "ul"),
)
_QUOTES = frozenset({"gmail_quote", "protonmail_quote", "yahoo_quoted"})
# A comment without an end is the rest of the page.
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NO_TAG = re.compile(r"<(?![^<>]*>)")
_KEEPS_SPACE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)")


def message_of(content: bytes) -> EmailMessage:
    """Return an email as the library reads it; on broken ones it raises nearly anything."""
    return email.message_from_bytes(content.removeprefix(BOM_UTF8), policy=_POLICY)


def with_text(document: Document, limits: Limits) -> Document:
    """Return an email as a document with only its text, whose lines keep their numbers if the email has one part.

    Raises:
        InputError: when it cannot be read, or only the files attached to it can have the list.
    """
    try:
        message = message_of(document.content)
        shown = shown_parts(message, limits)
        text = "\n".join(text_of_part(each, limits) for each in shown if is_text(each))
        rest, _, last = text.rstrip().rpartition("\n\n")
        if rest and {*last.casefold().split()} <= {*words_of(str(message.get("from", "")))}:
            text = f"{rest}\n\nFrom: {' '.join(last.split())}"  # It is a question if it may be a card.
        files = [name for each in shown if (name := each.get_filename())]
    except Exception as error:  # noqa: BLE001 - the library raises nearly anything on broken emails
        raise InputError(f"not a readable email: {error}"[:_LONGEST], place=document.path) from None
    if files and not is_list(text):
        what = f"the text of this email is no list; attached: {', '.join(files)}"[:_LONGEST]
        raise InputError(what, place=document.path, help="save the attached list and check that file")
    if not text.strip():
        raise InputError("this email has no text", place=document.path, help="save the list as text")
    head = re.match(rb"(?:[^\r\n]+(?:\r\n?|\n))*", document.content)
    above = "" if message.is_multipart() or head is None else "\n" * (len(head[0].splitlines()) + 1)
    return replace(document, content=f"{above}{text}".encode("utf-8", "replace"))


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
