"""Arrivals: the lists in files, folders, archives and addresses, in emails and tables, with their players."""

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import dropwhile, groupby
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from deckcheck.decks.containers import Document, documents
from deckcheck.decks.files import ARCHIVES, folders_of, is_deck_file, is_hidden, is_unnamed, open_file, suffix_of
from deckcheck.decks.text.quotes import is_list
from deckcheck.decks.words.keys import KEYS
from deckcheck.events.database import is_database
from deckcheck.events.documents import OFFICE, tables_in
from deckcheck.events.forms import Inbox, lists_in, name_in, plain, refuse_large
from deckcheck.events.mails import mails_of, names_part
from deckcheck.events.model import LIMITS, TEXTS, Arrival
from deckcheck.model.deck import grouped
from deckcheck.model.errors import InputError, UsageError
from deckcheck.model.report import Failure
from deckcheck.model.sentences import counted
from deckcheck.system.web import is_address

_MAILS = (".eml", ".mbox")
# Some programs keep a mailbox in a folder, under this name.
_MAILBOX = "mbox"
# The headers of an email, among them that of its sender.
_HEADERS = re.compile(rb"(?i)(?=(?:[^\r\n].*\n)*?from:.*@)(?:[\w-]+:.*\n(?:[ \t].*\n)*){2,}\r?\n")
# What begins an email in a mailbox, before its headers.
_ENVELOPE = b"From "
# The bytes of a file that show whether it is an email.
_HEAD = 64 * 1024
_PART = "named after a part of a deck; put the whole list into one file"


def arrivals(sources: tuple[str, ...], inbox: Inbox) -> Iterator[Arrival]:
    """Yield the lists in files, folders, archives and addresses, in their order.

    A file that cannot be read, or whose columns are unclear, is an arrival without a player; it does not stop others.
    """
    found = (each for source in sources for path in _files(source, inbox) for each in _of_path(path, inbox))
    yield from _with_wholes([*map(plain, found)], inbox)


def _with_wholes(found: list[Arrival], inbox: Inbox) -> list[Arrival]:
    """Return arrivals, where files of one folder and player that are the parts of one list become one.

    ``kei/dynasty.txt`` and ``kei/fate.txt`` are such files, and so are ``kei-dynasty.txt`` and ``kei-fate.txt``.
    """
    files = grouped((_owner(each.file), each) for each in found if each.source == "file" and each.content)
    for (_, name), parts in files.items():
        if whole := inbox.joined([Document(each.file, each.called, each.content) for each in parts]):
            first, facts = parts[0], {"file": whole.path, "called": whole.name, "content": whole.content, "reason": ""}
            found[found.index(first)] = replace(first, name=name or first.name, **facts)
            found = [each for each in found if each not in parts]
    return found


def _owner(path: str) -> tuple[str, str]:
    """Return the folder of a file, and its name without the words for parts of a deck."""
    file = PurePosixPath(path.replace("\\", "/"))
    words = [] if names_part(file.stem) else re.split(r"[\s_-]+", file.stem)
    return str(file.parent), name_in(" ".join(word for word in words if not names_part(word)))


def fetched(arrival: Arrival) -> Arrival:
    """Return an arrival that is the address of a public deck with that deck, or with the reason why it has none.

    A cell or email without a list may have words around the address of one deck; they are kept beside it.
    """
    text = arrival.content.decode("utf-8", "replace").strip()
    if arrival.reason or "://" not in text:
        return arrival
    from deckcheck.system.web.decks import fetch_deck, pages_in

    is_address_only = is_address(text) and len(text.split()) == 1
    pages = [text] if is_address_only else pages_in(text) if arrival.called in TEXTS and not is_list(text) else []
    if len(pages) != 1:
        return arrival
    try:
        found = fetch_deck(pages[0], LIMITS).encode("utf-8", "surrogatepass")
    except (InputError, UsageError) as error:
        return replace(arrival, reason=f"{pages[0]}: {error.message}")
    around = filter(None, map(str.strip, text.replace(pages[0], "").splitlines()))
    # The list behind an address may have changed since.
    return replace(arrival, called="deck.json", content=found, received="", beside=(*arrival.beside, *around))


def only_list(path: str, content: bytes, asked: Callable[[Arrival], Arrival]) -> tuple[str, bytes]:
    """Return the name by which a list is read, and its content: of an email, those of the list in it.

    `asked` adds questions to the list for what the email says beside it.

    Raises:
        UsageError, InputError: for an email without a list or with several, and a mailbox with several emails.
    """
    name = Path(path).name
    if not (suffix_of(path, _MAILS) or _kind_of(content[:_HEAD])):
        return name, content
    found = [asked(each) for each in _of_document(Document(path, name, content), Inbox())]
    if len(found) != 1 or found[0].reason:
        said = found[0].reason if len(found) == 1 else f"contains {counted(len(found), 'email')}"
        raise UsageError(said, place=path, help="save the list in a file of its own")
    return found[0].called, found[0].content


def _files(source: str, inbox: Inbox) -> Iterator[str]:
    """Yield the files in a folder that may be lists, tables or emails; any other source is yielded as it is.

    Event files are left out, because `*` in a shell names them too.
    """
    folder = Path(source)
    if is_address(source) or not source or not folder.is_dir():
        yield from [] if is_database(source) else [source]
        return
    unreadable: list[str] = []
    paths = (Path(parent, name) for parent, names in folders_of(folder, unreadable) for name in names)
    for path in sorted(paths):
        if not path.is_file() or is_hidden(path.name) or is_database(str(path)):
            continue
        if is_deck_file(path.name, (*_MAILS, _MAILBOX, *OFFICE)) or _begins_as_email(path):
            yield str(path)
        else:
            inbox.skip(str(path))
    # Reading these as files reports the problem.
    yield from unreadable


def _of_path(path: str, inbox: Inbox) -> Iterator[Arrival]:
    try:
        if is_address(path):
            yield Arrival(source="address", file=path, called="deck.txt", content=path.encode())
        elif suffix_of(path, _MAILS) == ".mbox":
            with open_file(path) as box:
                yield from _mbox(path, box, inbox)
        else:
            # A table or an email may be larger than one list.
            limits = replace(LIMITS, file_bytes=LIMITS.archive_bytes)
            for document in documents(path, limits, (*_MAILS, *OFFICE), inbox.skip):
                if isinstance(document, Failure):
                    yield Arrival(source="file", file=document.path, reason=document.error.message)
                else:
                    yield from _of_document(document, inbox)
    except (InputError, UsageError) as error:
        yield Arrival(source="file", file=path, reason=error.advice)


def _of_document(document: Document, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the contents of a file: an email, the rows of a table with lists, or one list.

    A member of an archive that cannot be read does not stop the others.
    """
    path, content = document.path.removesuffix(".gz"), document.content
    try:
        refuse_large(content, path)
        kind = suffix_of(path, _MAILS) or _kind_of(content[:_HEAD])
        if kind == ".mbox":
            yield from _mbox(path, io.BytesIO(content), inbox)
        elif kind:
            yield from _mail(path, 0, content, inbox)
        else:
            lists = lists_in(tables_in(path, content), path, inbox)
            yield from [_list(path, content)] if lists is None else lists
    except (InputError, UsageError) as error:
        yield Arrival(source="file", file=path, reason=error.advice)


def _begins_as_email(path: Path) -> bool:
    """Return whether a file is an email or a mailbox; nobody sees into a file without permission to read it."""
    with contextlib.suppress(OSError), path.open("rb") as stream:
        return bool(_kind_of(stream.read(_HEAD)))
    return False


def _kind_of(content: bytes) -> str:
    """Return the suffix for an email or a mailbox, by how it begins; "" for anything else."""
    if content.startswith(_ENVELOPE):
        return ".mbox" if _HEADERS.match(content.partition(b"\n")[2]) else ""
    return ".eml" if _HEADERS.match(content) else ""


def _list(path: str, content: bytes) -> Arrival:
    """Return a file as one list; the name of the file or of its folder names the player."""
    file = PurePosixPath(path.replace("\\", "/"))
    is_plain = (is_part := names_part(file.stem)) or file.stem.casefold() in KEYS["plain files"]
    folder = file.parent.name.removesuffix(suffix_of(file.parent.name, ARCHIVES))
    name = folder if is_plain else file.name.removesuffix(file.suffix)
    # Old systems write names of files in Latin-1.
    name = re.sub("[\udca0-\udcff]", lambda byte: chr(ord(byte[0]) - 0xDC00), name.replace("_", " "))
    content = content[: LIMITS.file_bytes + 1]
    name = "" if is_unnamed(path) else name_in(name)
    reason = _PART if is_part else ""
    return Arrival(source="file", file=path, name=name, called=file.name, content=content, reason=reason)


def _mbox(path: str, box: Iterable[bytes], inbox: Inbox) -> Iterator[Arrival]:
    """Yield the lists in the emails of a mailbox, from its lines; raises InputError when it has none."""

    def is_envelope(line: bytes) -> bool:
        return line.startswith(_ENVELOPE)

    number = 0
    for begins, lines in groupby(dropwhile(lambda line: not is_envelope(line), box), is_envelope):
        if not begins:
            number += 1
            yield from _mail(path, number, b"".join(lines), inbox)
    if not number:
        raise InputError("contains no email", place=path, help="export the emails as mbox again")


def _mail(path: str, number: int, content: bytes, inbox: Inbox) -> Iterator[Arrival]:
    """Yield the lists in an email; `number` is the number of the email in its file."""
    for mail in mails_of(content, inbox):
        yield replace(mail, file=Path(path).name, row=number, name=name_in(mail.name))
