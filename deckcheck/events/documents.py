"""Text out of documents and mails: what a player sent, as lines that can be read as a list."""

from __future__ import annotations

import email
import email.policy
import email.utils
import io
import re
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from deckcheck.decks.files import decode, suffix_of
from deckcheck.decks.workbooks import list_in, reading, sheets_of
from deckcheck.events.columns import is_list
from deckcheck.events.list_numbers import ListNumbers
from deckcheck.events.mail_text import own_text, remarks, sent_on, text_of_html, without_farewell
from deckcheck.events.senders import Sender, header_of, sender_of
from deckcheck.model.deck import OPEN_MARK
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.limits import Limits

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from docx.text.paragraph import Paragraph

OFFICE = (".docx", ".pdf", ".xlsx")
# Files of programs for decks, and tables.
_DECKS, _TABLES = (".l5d", ".dck", ".deck", ".dec", ".o8d", ".json", ".yaml", ".yml"), (".csv", ".tsv")
_READABLE = (".txt", *_DECKS, *_TABLES, *OFFICE)
# What the text of a mail is called as a list.
_TEXT = "mail.txt"
_MOST_PAGES = 50


class Attachment(Struct, frozen=True):
    """A list in a mail: the name of its file, and its bytes."""

    called: str
    content: bytes


class Mail(Struct, frozen=True):
    """A mail: whose list it is, its time of arrival (ISO, "" without one), and the parts that may be lists.

    `whose` says why it is not clear whose list it is ("": it is). `beside` is what the mail says beside the list and
    may change it, `doubts` what leaves open whether the list is meant.
    """

    sender: Sender
    whose: str
    received: str
    parts: tuple[Attachment, ...]
    refused: tuple[str, ...]
    beside: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def text_of(content: bytes, called: str, limits: Limits) -> str:
    """Return the text of a file, by its suffix.

    Raises:
        InputError: when it cannot be read.
        UsageError: when the library that reads it is not installed.
    """
    suffix = suffix_of(called, OFFICE)
    if not suffix:
        return decode(content, called, limits)
    if suffix == ".xlsx":
        text = list_in(sheets_of(content, called, limits), called)
    else:
        with reading(suffix, content, called, limits):
            text = _docx(content) if suffix == ".docx" else _pdf(content)
    if not text.strip():
        raise InputError("contains no text; is it a scan?", place=called, help="ask for the list as text")
    return text


def mail_of(content: bytes, limits: Limits) -> Mail:
    """Return the parts of a mail that may be lists: attachments, and the text of the mail itself.

    Raises:
        InputError: when it cannot be read.
    """
    try:
        return _mail(email.message_from_bytes(content, policy=email.policy.default), limits)
    except Exception as error:  # noqa: BLE001 - as above, on broken mails
        raise InputError(f"not a mail that can be read: {error}"[:200]) from None


def _mail(message: EmailMessage, limits: Limits) -> Mail:
    parts, refused = [], []
    for attachment in message.iter_attachments():
        called = attachment.get_filename() or "attachment"
        if called.lower().endswith(_READABLE):
            data: Any = attachment.get_payload(decode=True)
            parts.append(Attachment(called, (data or b"")[: limits.file_bytes + 1]))
        elif attachment.get_content_maintype() != "multipart":
            refused.append(called)
    text, subject = _text(message, limits), header_of(message, "Subject")
    own = own_text(text)
    forwarded = "" if is_list(own) else sent_on(text, subject)
    body = forwarded or own
    sender, whose = sender_of(message, body)
    body = without_farewell(body, email.utils.parseaddr(header_of(message, "From"))[0])
    found = _lists(parts, body, limits)
    if not found and not refused:
        found = [_as_part(body)]
    is_in_text = is_list(body)
    said = [line for line in body.split("\n") if not (is_in_text and line[:1].isdigit())]
    _, _, signature = text.partition("\n-- \n")
    before = own.split("\n") if forwarded else []
    changes, doubts = remarks([subject, *before, *said, *own_text(signature).split("\n")] if found else [])
    return Mail(sender, whose, _received(message), tuple(found), tuple(refused), changes, doubts)


def _lists(parts: list[Attachment], body: str, limits: Limits) -> list[Attachment]:
    """Return the attachments and the text of a mail that look like lists; where none does, all attachments."""
    found = [part for part in parts if _may_be_list(part, limits)]
    if not is_list(body):
        return found or parts
    is_repeated = any(_lines(body) == _lines(_text_or_none(part, limits) or "") for part in found)
    return found if is_repeated else [*found, _as_part(body)]


def _as_part(body: str) -> Attachment:
    return Attachment(_TEXT, body.encode("utf-8", "backslashreplace"))


def _may_be_list(part: Attachment, limits: Limits) -> bool:
    """Return whether an attachment looks like a list; deck files of programs do, and what cannot be read may be one."""
    if part.called.lower().endswith(_DECKS):
        return True
    text = _text_or_none(part, limits)
    return text is None or is_list(re.sub(r"[,;\t]+", " ", text) if part.called.lower().endswith(_TABLES) else text)


def _text_or_none(part: Attachment, limits: Limits) -> str | None:
    """Return the text of an attachment, None when it cannot be read."""
    try:
        return text_of(part.content, part.called, limits)
    except (InputError, UsageError):
        return None


def _lines(text: str) -> list[str]:
    """Return the lines of a text that contain something."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _received(message: EmailMessage) -> str:
    """Return the time of arrival: the server's header counts before the sender's."""
    for stamp in (header_of(message, "Received").rpartition(";")[2].strip(), header_of(message, "Date")):
        try:
            found = email.utils.parsedate_to_datetime(stamp)
        except ValueError:
            continue
        if found.tzinfo:
            return found.isoformat(timespec="seconds")
    return ""


def _text(message: EmailMessage, limits: Limits) -> str:
    """Return the text of a mail in lines that end as ours do, "" where it has none that can be read."""
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    if part.get_content_charset("us-ascii") == "us-ascii":
        part.set_param("charset", "utf-8")  # Of a mail that declares no charset; ASCII is a part of it.
    try:
        text = str(part.get_content())
    except (LookupError, ValueError, KeyError):
        return ""
    if part.get_content_type() == "text/html":
        text = text_of_html(text[: limits.file_bytes])
    return text.replace("\r\n", "\n")


def _docx(content: bytes) -> str:
    import docx
    from docx.text.paragraph import Paragraph

    document = docx.Document(io.BytesIO(content))
    number = ListNumbers(document)
    lines: list[str] = []
    for part in document.iter_inner_content():
        if isinstance(part, Paragraph):
            lines.append(_marked(f"{number.of(part)}{part.text}", [part]))
            continue
        for row in part.rows:
            # A cell that goes over several columns is there several times.
            cells = list({id(cell._tc): cell for cell in row.cells}.values())  # noqa: SLF001 - what tells cells apart
            paragraphs = [each for cell in cells for each in cell.paragraphs]
            texts = ("\n".join(f"{number.of(each)}{each.text}" for each in cell.paragraphs) for cell in cells)
            lines.append(_marked("\t".join(texts), paragraphs))
    return "\n".join([*lines, *_tracked(document)])


def _marked(text: str, paragraphs: Sequence[Paragraph]) -> str:
    """Return a line of a document; one with struck-out or hidden text is a question."""
    fonts = [run.font for paragraph in paragraphs for run in paragraph.runs if run.text.strip()]
    is_struck = any(font.strike or font.double_strike for font in fonts)
    why = "struck out" if is_struck else "hidden" if any(font.hidden for font in fonts) else ""
    return f"{OPEN_MARK}{why}: {' '.join(text.split())}" if why else text


def _tracked(document: DocxDocument) -> Iterator[str]:
    """Yield a question for each change to a document that nobody accepted yet."""
    for change in document.element.body.xpath(".//w:ins|.//w:del|.//w:moveFrom|.//w:moveTo"):
        kind = "inserted" if change.tag.endswith(("}ins", "}moveTo")) else "deleted"
        text = "".join(each.text or "" for each in change.xpath(".//w:t|.//w:delText")).strip()
        if text:
            yield f"{OPEN_MARK}{kind} as a tracked change: {' '.join(text.split())}"


def _pdf(content: bytes) -> str:
    import pypdf

    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    return "\n".join(page.extract_text() for page in pages[:_MOST_PAGES])
