"""Read decks of OCTGN, Cockatrice and LackeyCCG: XML with sections of cards.

Entities and document types are refused, and nothing is fetched.
"""

import re
from io import BytesIO
from typing import Any
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import InputSource

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.documents.quantities import request_of
from deckcheck.decks.tables.card_records import CardRecord, in_doubt
from deckcheck.decks.text.lists import cut, split_lines, too_many
from deckcheck.decks.words.counts import can_be_copies, whole_number
from deckcheck.decks.words.headers import header_count, heading, outside_section
from deckcheck.decks.words.marks import LISTS, may_be_level, may_be_outside, says_outside
from deckcheck.decks.words.sayings import MOST_SAID, label_words, object_lines, says_copies, section_said
from deckcheck.model.deck import NOT_IN_DECK, OPEN_MARK, Aside, Header, LineClass, RawDeck, Request, Span
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise


def read_octgn(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the deck in `text`; raises InputError with the place of the problem."""
    from defusedxml import DefusedXmlException
    from defusedxml.sax import make_parser

    lines = split_lines(text)
    found = _DeckHandler(path, lines, limits)
    parser = make_parser()
    parser.forbid_dtd = True
    parser.setContentHandler(found)
    source = InputSource()
    source.setByteStream(BytesIO(text.encode("utf-8", "backslashreplace")))
    source.setEncoding("utf-8")  # The content is already text, whatever encoding the file declares.
    try:
        parser.parse(source)
    except DefusedXmlException:
        place = f"{path}:{parser.getLineNumber()}"
        raise InputError("document types and entities are not allowed in a deck", place=place) from None
    except SAXParseException as error:
        place = f"{path}:{error.getLineNumber()}:{(error.getColumnNumber() or 0) + 1}"
        raise InputError(f"not valid XML: {error.getMessage()}", place=place) from None
    except SAXException as error:
        raise InputError(f"not valid XML: {error}", place=path) from None
    if not found.cards:
        raise InputError("this deck has no cards", place=path)
    return (
        RawDeck(
            path=path,
            lines=lines,
            requests=found.requests(),
            headers=tuple(found.headers),
            asides=tuple(found.asides),
            notes=found.notes.strip()[: limits.notes_length],
            syntax="octgn",
            limits=limits,
        ),
    )


# The texts in the attributes of elements; an id such as "5d1a04ef-7e28-4c27-b6ba-5ab7b3a4e5a1" is not a text.
_ATTRIBUTES = {"section": ("name", "shared"), "zone": ("name",), "superzone": ("name",), "card": ("qty", "name")}
# These have an element for each copy.
_COPIES = "superzone"
_SECTIONS = ("section", "zone", _COPIES)
# The elements around a whole deck, each with the attribute that counts the copies of its cards, and facts about the
# deck.
_COUNTS = {"deck": "qty", "cockatrice_deck": "number"}
_NOTES = {"notes": "notes", "comments": "notes", "deckname": "name", "game": "game"}
_ID = r"[0-9a-fA-F-]{36}"


class _Section(Struct):
    """A section: its header, and the room for further cards from the number in its name (None: any).

    A section of cards outside the deck that ends without a card may head the cards behind it.
    """

    header: Header
    room: int | None
    is_empty: bool = True


def _headed(title: str, span: Span) -> Header:
    """Return the name of a section as a header, whatever its words."""
    found = heading(title)
    if found is not None:
        return Header(text=title, section=found.section, span=span, deck=found.deck)
    words = re.sub(r"[(\[]\s*[0-9]+\s*[)\]]", " ", title).strip()
    section = outside_section(f"{words}:")
    return Header(text=title, section=section, span=span, own=not section and any(map(str.isalpha, title)))


def _heads_deck(element: str) -> bool:
    """Return whether an element has a name for cards in the deck: ``cards``, ``Dynasty``."""
    section = section_said(element)
    return element in _COUNTS or element in _ATTRIBUTES or (section is not None and section not in NOT_IN_DECK)


def _is_known(element: str, key: str, value: str) -> bool:
    """Return whether an attribute has the same meaning in every deck."""
    return re.fullmatch(_ID, value) is not None or key in _ATTRIBUTES.get(element, ())


def _said(element: str, key: str, value: str) -> str:
    """Return an attribute and its value as a line."""
    return f"{key}: {value}" if any(map(str.isalpha, value)) else f"{value} {element}"


def _is_other(request: Request) -> bool:
    """Return whether a card is in a section whose name may mean another list: ``Binder``, ``deckB``."""
    words = label_words(request.header)
    is_list = may_be_outside(words) or not LISTS.isdisjoint(words.split())
    return is_list and not request.section and heading(words) is None


class _Opened(Struct):
    """The beginning of a card: its number of copies as written, its name in an attribute, and its other attributes."""

    quantity: str
    name: str
    said: dict[str, str]
    span: Span


class _Card(Struct, frozen=True):
    """A card, the other attributes of its element, and the surrounding elements without names of decks."""

    request: Request
    said: dict[str, str] = {}
    inside: tuple[str, ...] = ()


class _DeckHandler(ContentHandler):
    """Collects the cards of a deck during parsing."""

    def __init__(self, path: str, lines: tuple[str, ...], limits: Limits) -> None:
        super().__init__()
        self._path = path
        self._lines = lines
        self._limits = limits
        self._open: list[str] = []
        self._card: _Opened | None = None
        self._text: list[str] = []
        self._sections: list[_Section] = []
        self._ended: _Section | None = None
        self.cards: list[_Card] = []
        self.headers: list[Header] = []
        self.asides: list[Aside] = []
        self.notes = ""

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: ANN401, N802 - the interface of SAX
        """Store the locator, which gives the current place."""
        self._place = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: ANN401, N802 - the interface of SAX
        """Record the section or the card that begins; raises InputError."""
        self._open.append(name)
        span = self._span()
        place = f"{self._path}:{span.line}:{span.column}"
        if len(self._open) > self._limits.nesting:
            message = f"nested deeper than {self._limits.nesting} levels"
            raise InputError(message, place=place, help=how_to_raise("nesting"))
        if len(self._open) == 1 and name not in _COUNTS:
            raise InputError(f"an element `{cut(name, self._limits)}`, and no `deck`", place=place)
        said = {key: value for key, value in attrs.items() if not _is_known(name, key, value)}
        if name in _SECTIONS:
            self._begin_section(cut(" ".join(attrs.get("name", "").split()), self._limits), span)
        elif name == "card":
            self._end_card()
            counts = [key for key in attrs.getNames() if says_copies(key)]
            count = counts[0] if len(counts) == 1 else _COUNTS[self._open[0]]
            said.pop(count, None)
            title = " ".join(attrs.get("name", "").split())
            self._card = _Opened(attrs.get(count, "").strip(), title, said, span)
        is_own = name in _ATTRIBUTES
        lines = (_said(name, *each) for each in said.items()) if is_own else object_lines(name, said, self._limits)
        for line in lines if name != "card" else ():
            self._note(line, span)
        self._take_stray()

    def requests(self) -> tuple[Request, ...]:
        """Return the requests; a card stays unrecognised if its element says that it may be outside the deck."""
        records = [CardRecord(card.request.name, card.request.count, tuple(card.said.items())) for card in self.cards]
        around = {card.inside for card in self.cards if card.request.counted}
        found = []
        for card, record, is_doubtful in zip(self.cards, records, in_doubt(records), strict=True):
            request, level = card.request, record.level[0]
            # Unknown elements around some cards but not all may be outside the deck.
            is_out = bool(card.inside) and (len(around) > 1 or any(map(says_outside, card.inside)))
            mark = f"{OPEN_MARK}{request.count} " if is_doubtful or is_out or _is_other(request) else ""
            found.append(replace(request, name=request.name + level, written=f"{mark}{request.written}{level}"))
        return tuple(found)

    def _begin_section(self, title: str, span: Span) -> None:
        """Begin a section; one within a section of cards outside the deck is outside too."""
        header = _headed(title, span)
        if heading(title) is None:
            self._note(title, span)
        self.headers.append(header)
        above = self._sections[-1] if self._sections else None
        if above is not None and above.header.section in NOT_IN_DECK:
            self._sections.append(above)
        else:
            room = header_count(title) if header.section in NOT_IN_DECK else None
            self._sections.append(_Section(header, room))

    def processingInstruction(self, target: str, data: str) -> None:  # noqa: N802 - the interface of SAX
        """Record an instruction to a program, which may name a card."""
        self._note(f"{target} {data}", self._span())

    def characters(self, content: str) -> None:
        """Collect a part of a text."""
        self._text.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802 - the interface of SAX
        """Finish the card or the notes that end."""
        if name == "card":
            self._end_card()
        elif self._card is not None and self._open[-2] == "card":
            self._add_element(self._card, name, self._text_so_far())
        if name in _NOTES:
            said, self._text = "".join(self._text), []
            self.notes = said if _NOTES[name] == "notes" else self.notes
            for line in filter(None, map(str.strip, said.splitlines())):
                self._note(f"{_NOTES[name]}: {line}", self._span())
        self._take_stray()
        self._open.pop()
        if name in _SECTIONS:
            self._ended = self._sections.pop()

    def _end_card(self) -> None:
        """Finish the open card, which ends here or where another one begins."""
        if self._card is None:
            return
        card, self._card = self._card, None
        text = self._text_so_far()
        if text and card.name not in ("", text):
            self._note(f"card: {card.name}", card.span)
        name = text or card.name
        self._take(name, card)
        record = CardRecord(name, whole_number(card.quantity) or 1, tuple(card.said.items()))
        for key, value in record.said:
            if not (may_be_level(key, value) or record.is_fact(key, value, self._limits)):
                self._note(_said("card", key, value), card.span)
                if any(map(str.isnumeric, value)):
                    self._note(f"{value} {key} {name}", card.span)  # It may be the number of copies.

    def _add_element(self, card: _Opened, name: str, text: str) -> None:
        """Add the text of an element in a card to it, which has the same meaning as an attribute."""
        if name == "name" and text:
            if card.name:
                self._note(f"card: {card.name}", card.span)
            card.name = text
        elif says_copies(name):
            card.quantity = f"{card.quantity} {text}".strip()
        elif text:
            card.said[name] = f"{card.said.get(name, '')} {text}".strip()

    def _text_so_far(self) -> str:
        """Return the text since the last element that used one, on one line."""
        text, self._text = "".join(self._text), []
        return " ".join(text.split())

    def _note(self, text: str, span: Span) -> None:
        """Record a text outside cards that may contain a card."""
        if any(map(str.isalnum, text)):
            self.asides.append(Aside(LineClass.FACT, " ".join(text.split())[:MOST_SAID], span))

    def _take_stray(self) -> None:
        """Process text outside cards and notes, which may name a card, in its own element even without a number."""
        text = self._text_so_far()
        if any(map(str.isalnum, text)):
            stray = cut(text, self._limits)
            is_list = self._open[-1] in (*_COUNTS, *_ATTRIBUTES)
            request = Request(name=stray, count=1, span=self._span(), written=stray, counted=False)
            self.cards.append(_Card(request if is_list else replace(request, count=0, bad_count='""')))

    def _take(self, name: str, card: _Opened) -> None:
        quantity, start, end = card.quantity, card.span, self._span()
        if not quantity and _COPIES in self._open:
            quantity = "1"
        section = self._sections[-1] if self._sections else None
        is_number = quantity.isascii() and quantity.isdigit() and can_be_copies(quantity, self._limits)
        under = (section.header.text, section.header.section) if section else ("", "")
        span = Span(start.line, start.column, end.column) if end.line == start.line else start
        request = request_of(name, int(quantity) if is_number else quantity, span, self._limits, under)
        doubtful = self._doubtful(section, request.count or 1)
        if doubtful is not None:
            self._note(f"{doubtful.header.text}: {quantity} {name}", span)
            return
        inside = tuple(each for each in self._open if not _heads_deck(each))
        self.cards.append(_Card(request, card.said, inside))
        if len(self.cards) > self._limits.lines:
            raise too_many(f"{self._limits.lines:,} cards", self._path)

    def _doubtful(self, section: _Section | None, copies: int) -> _Section | None:
        """Return the section outside the deck that a card exceeds or directly follows; the card may be in the deck.

        The card is in `section`, and uses room there for its copies.
        """
        if section is None:
            ended = self._ended
            return ended if ended and ended.is_empty and ended.header.section in NOT_IN_DECK else None
        section.is_empty = False
        if section.room is None:
            return None
        section.room -= copies
        return section if section.room < 0 else None

    def _span(self) -> Span:
        """Return the current place, to the end of its line."""
        line, column = self._place.getLineNumber(), self._place.getColumnNumber() + 1
        return Span(line, column, max(len(self._lines[line - 1].rstrip()), column) + 1)
