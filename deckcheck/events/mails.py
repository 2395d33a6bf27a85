"""The lists in emails: in the text, attached, in attached archives, and in attached emails."""

from __future__ import annotations

import contextlib
import datetime
import email
import email.policy
import email.utils
import io
import re
from collections import Counter
from collections.abc import Iterable
from email.message import EmailMessage, MIMEPart
from pathlib import PurePosixPath
from typing import Any

from msgspec.structs import replace

from deckcheck.decks.containers import Document, documents_in
from deckcheck.decks.files import ARCHIVES, OF_PROGRAMS
from deckcheck.decks.mails import is_text, message_of, shown_parts, text_of_part
from deckcheck.decks.resolve.prose import without_farewell
from deckcheck.decks.text.quotes import is_list, own_text, sent_on
from deckcheck.decks.words.headers import heading
from deckcheck.decks.words.remarks import CHANGES
from deckcheck.events.documents import OFFICE, ONE_LIST, text_of
from deckcheck.events.forms import Inbox
from deckcheck.events.model import LIMITS, Arrival
from deckcheck.events.people import header_of, sender_of
from deckcheck.model.deck import STARTING
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.names import bare_lines
from deckcheck.model.report import Failure
from deckcheck.model.vocabulary import says

# What is not a word in the path of a file.
_FILE_SIGNS = re.compile(r"[_/]|\.\w+(?=/|$)")
# What is before the number of a card: nothing, or a bullet.
_BEFORE_NUMBER = re.compile(r"\W*(?=\d)")
_READABLE = (*ONE_LIST, *ARCHIVES)
_SEVERAL = "ask which one counts, or put the parts of one list into one file"
# The most lists that a message names.
_SHOWN = 9
# The file name for the text of an email that is read as a list.
_TEXT = "mail.txt"
# A UTC time that does not give the sender's zone (RFC 5322, 3.3); comments may follow.
_NO_ZONE = re.compile(r"\s-0000\b")
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


def mails_of(content: bytes, inbox: Inbox) -> list[Arrival]:
    """Return the list that an email has attached or in its text, or the reason why it has none or more than one.

    If it has none, but emails are attached to it, return theirs.
    """
    try:
        message = message_of(content)
        return _mails(message, inbox)
    except Exception as error:  # noqa: BLE001 - the library raises nearly anything on broken emails
        return [Arrival(source="mail", file="", reason=f"not a readable email: {error}"[:200])]


def _mails(message: EmailMessage, inbox: Inbox) -> list[Arrival]:
    shown = shown_parts(message, LIMITS)
    parts, files, mails = _attached(each for each in shown if not is_text(each))
    text = "\n".join(text_of_part(each, LIMITS) for each in shown if is_text(each))
    subject = header_of(message, "Subject")
    own = own_text(text)
    forwarded = "" if is_list(own) else sent_on(text, subject)
    body = forwarded or own
    sender, whose = sender_of(message, body)
    name, address = email.utils.parseaddr(header_of(message, "From"))
    body, farewell = without_farewell(body, f"{name} {sender.name}", remarks)
    # A message without a list belongs to its sender, whoever is named in it.
    is_of_sender = sender.address == address and bool(parts or is_list(body))
    found = _lists(parts, body, inbox)
    found = found if found or files or mails else [_as_part(body)]
    said = [*(_beside_list(body) if is_list(body) else body.split("\n")), *farewell]
    _, _, signature = text.partition("\n-- \n")
    before = own.split("\n") if forwarded else []
    changes, doubts = remarks([subject, *before, *said, *own_text(signature).split("\n")] if found or mails else [])
    if mails and not found:
        inner = [each for mail in mails for each in _mails(mail, inbox)]
        return [replace(each, beside=(*each.beside, *changes), doubts=(*each.doubts, *doubts)) for each in inner]
    arrival = Arrival(
        source="mail",
        file="",
        name=sender.name,
        contact=sender.address,
        received=_received(message),
        whose=whose,
        beside=(*changes, *(farewell if is_list(body) else filter(_names_start, said))),
        doubts=doubts,
        around=(subject, *said, *(_FILE_SIGNS.sub(" ", part.path) for part in parts)) if is_of_sender else (),
    )
    if len(found) == 1:
        return [replace(arrival, called=PurePosixPath(found[0].name).name, content=found[0].content)]
    if found:
        names = ", ".join([part.path for part in found[:_SHOWN]] + ["..."] * (len(found) > _SHOWN))
        return [replace(arrival, reason=f"the email has {len(found)} lists: {names}; {_SEVERAL}")]
    return [replace(arrival, reason=f"the email has no list, only {', '.join(files)}; ask for the list as text")]


def remarks(lines: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of an email that may change its list, and those that may withdraw it, each once."""
    said = dict.fromkeys(line.strip() for line in lines)
    changes = (line for line in said if says(line) & CHANGES or _CHANGES.search(line))
    return tuple(changes), tuple(filter(_DOUBTS.search, said))


def _attached(parts: Iterable[MIMEPart]) -> tuple[list[Document], list[str], list[EmailMessage]]:
    """Return the files attached to an email that may be lists, the names of all files, and the attached emails."""
    files: list[Document] = []
    names: list[str] = []
    mails: list[EmailMessage] = []
    for part in parts:
        kind, called = part.get_content_type(), part.get_filename() or "attachment"
        if kind == "message/rfc822":
            mails.append(part.get_content())
            continue
        if kind == "text/plain" and not called.lower().endswith(_READABLE):
            called += ".txt"
        names.append(called)
        if called.lower().endswith(_READABLE):
            data: Any = part.get_payload(decode=True)
            with contextlib.suppress(InputError):
                found = list(documents_in(io.BytesIO(data or b""), called, LIMITS, OFFICE, lambda _: None))
                read = [each for each in found if not isinstance(each, Failure)]
                # An archive counts only if all of it can be read.
                files += read if len(read) == len(found) else []
    return files, names, mails


def _beside_list(body: str) -> list[str]:
    """Return the lines of a text outside its list, whose lines have the same sign, or none, before their numbers."""
    lines = body.split("\n")
    starts = [match[0] if (match := _BEFORE_NUMBER.match(line)) else None for line in lines]
    counts = Counter(start for start in starts if start is not None)
    usual = max(counts, key=counts.__getitem__, default="")
    return [line for line, start in zip(lines, starts, strict=True) if start != usual]


def _lists(parts: list[Document], body: str, inbox: Inbox) -> list[Document]:
    """Return the attachments and the text that look like lists, each once; if none does, all attachments.

    Parts of one list are one.
    """
    parts = [*{part.content: part for part in parts}.values()]
    found = [part for part in parts if names_part(PurePosixPath(part.name).stem) or _may_be_list(part)]
    own = [_as_part(body)] if is_list(body) else []
    if whole := inbox.joined([*own, *found]):
        return [whole]
    whole = inbox.joined(found)
    found = [whole] if whole else [part for part in found if _may_be_list(part)]
    if not own:
        return found or parts
    is_repeated = any(bare_lines(body) == bare_lines(_text_or_none(part) or "") for part in found)
    return found if is_repeated else [*found, *own]


def names_part(text: str) -> bool:
    """Return whether a text is a heading of a part of a deck."""
    return (head := heading(text)) is not None and bool(head.section)


def _names_start(line: str) -> bool:
    """Return whether a line beside an attached list names a card that it may lack: ``My Stronghold: NAME``."""
    label, _, name = line.partition(":")
    return bool(name.strip()) and (head := heading(label)) is not None and head.section in STARTING


def _as_part(body: str) -> Document:
    return Document("its text", _TEXT, body.encode("utf-8", "backslashreplace"))


def _may_be_list(part: Document) -> bool:
    """Return whether an attachment may be a list: it looks like one, is a deck file, or cannot be read."""
    text = _text_or_none(part)
    return part.name.lower().endswith(OF_PROGRAMS) or text is None or is_list(text)


def _text_or_none(part: Document) -> str | None:
    """Return the text of an attachment, None when it cannot be read."""
    with contextlib.suppress(InputError, UsageError):
        return text_of(part.content, part.name)
    return None


def _received(message: EmailMessage) -> str:
    """Return the time of arrival: the server's header counts before the sender's."""
    for stamp in (header_of(message, "Received").rpartition(";")[2].strip(), header_of(message, "Date")):
        try:
            found = email.utils.parsedate_to_datetime(stamp)
        except ValueError:
            continue
        if found.tzinfo is None and _NO_ZONE.search(stamp):
            found = found.replace(tzinfo=datetime.UTC)
        if found.tzinfo:
            return found.isoformat(timespec="seconds")
    return ""
