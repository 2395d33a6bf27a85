"""The layout of a text list: columns side by side, cells on separate lines, and the speaker of each line."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from deckcheck.decks.tables.card_records import AMOUNT
from deckcheck.decks.tables.card_rows import says_total
from deckcheck.decks.tables.rows import ONE_CARD_COLUMNS
from deckcheck.decks.text.blocks import with_whole_rows
from deckcheck.decks.text.trimming import is_comment
from deckcheck.decks.words.counts import whole_number
from deckcheck.decks.words.headers import header_count, heading, heading_on, words_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import counts_owned, may_be_outside
from deckcheck.decks.words.remarks import leaves_open, may_change_list, refuses
from deckcheck.decks.words.sayings import MEASURES, STATISTICS, label_words, names_fact, says_copies, section_said
from deckcheck.decks.words.talk import without_talk
from deckcheck.model.deck import NOT_IN_DECK, STARTING
from deckcheck.model.names import split_experience

# Separators of columns. The number and the name of a card are close together.
_GAP = re.compile(r"(?<=\S)(?:[ \xa0]*\|[ \xa0]*|[ \xa0]*\t\s*|[ \xa0]{2,})(?=[^\s|])")
_COUNT = re.compile(r"^\s*\d{1,2} ?[x×]?[ \t|]+(?=[^\W\d])|(?<=[^\s|])(?: [x×]| ?[\t|]\s*)\d{1,2}\s*$")
# A number in its own cell belongs to the card in the next cell; between spaces, if the line begins with such a number.
_CELL = re.compile(r"(?:^|[\t|])\s*\d{1,2} ?[x×]?$")
_NUMBER = re.compile(r"\s*\d{1,2}(?: ?[x×])?(?=[ \xa0]{2,}[^\W\d])")
# Separators of cards in a paragraph, and the form of each card: with its number before or behind it.
_AND = r"(?:(?:\s?[,;•·&+]|\s(?:and|und|et|y|e|i|[|–—-]))\s{1,2}|\s?[/\\]\s?|(?:(?<=[^\W\d]),|;)(?=\d{1,2}\s?[x×]?\s))"
# Between two cards these may ask which one is meant.
_EITHER = ("/", "\\")
_MARK = r"\s?[(\[][^\d:;()\[\]]*[)\]]"
_LEVEL = r"[(\[]?(?i:e?xp(?:erienced)?)\.? ?\d(?:\.\d)?(?:CW|KYD|CoM)?[)\]]?"
_CARD_NAME = rf"[^\W\d_a-z][^\d:;()\[\]#/|]*(?:{_MARK})*(?:{_LEVEL}\s*)?"
_LISTED = (
    (re.compile(rf"{_AND}(?=\d)"), re.compile(rf"\s*\d{{1,2}} ?[x×]? +{_CARD_NAME}\.?\s*")),
    (re.compile(rf"(?<=[x×]\d|\d\)){_AND}"), re.compile(rf"\s*{_CARD_NAME}(?:\s[x×]\d|\s\(\d\))\.?\s*")),
)
# A card behind another one, or behind the number of one.
_CARD_BEHIND = re.compile(rf"[^\W\d_].*{_AND}\d{{1,2}} ?[x×]? +[^\W\d_]|(?:[x×]\d|\(\d\)){_AND}")
_ANY_AND = re.compile(r"[,;•·&+|]\s|[–—-]\s(?=\d)|[,;/\\]\s?[^\W_]|\s(?:and|und|et|y|e|i)\s")
# Headings before the cards of a paragraph: "Dynasty: 3 Iron Mine", "Events • 1 Wisdom Gained".
_LABEL = re.compile(r"[*_•\s]*([^\d:•·*_]+?(?:\s?\(\d+\))?)[*_]*(?::[*_]*(?=\s)|\s?[•·|>=;,–—-](?=\s\d))")
# A heading with the number of its cards, before the first card.
_HEADED = r"[\s*_]*[^\W\d][^\d:()\[\]]*[(\[]\d{1,3}[)\]]:[*_]*(?=.*[^\W\d_])"
# The time and the name before a message in a chat.
_DAY = r"\d{1,4}[./-]\d{1,2}[./-](?:\d{1,4})?,?\s+"
_CLOCK = rf"(?:{_DAY})?\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]m\b)?"
_TIME = rf"(?:[\[(]{_CLOCK}[\])]|{_CLOCK}(?:\s+-)?)"
_NAME = r"(?:\**[^\W\d][^<>\n:|*]{0,30}\**\s?|\+\d[\d\s()-]{6,})"
_TAG = rf"<@?{_NAME}>|{_NAME}>"
# Without the time, a name with a colon may be any label: "Owned: 3 Banzai!".
_SPEAKER = re.compile(
    rf"(?i)[\s\u200e]*(?:(?P<time>{_TIME})\s*(?P<name>{_TAG}|{_NAME}[:|]\**)?|(?P<tag>{_TAG})"
    rf"|(?P<first>{_NAME})(?<!\d),?\s{{0,2}}(?P<at>{_TIME})\s*[:|])(?=\s|$)"
)
# The lines of a list whose numbers and names are on separate lines: "3", "Qty: 3", and in shops "3 x $0.25".
_NUMBER_CELL = re.compile(
    rf"(?:(?:{'|'.join(sorted(KEYS['copies']))})[ \t]?[:.=]?[ \t]*)?[(\[]?"
    rf"(?:{AMOUNT}[ \t]?(?=[x×]))?(?P<count>(?:[x×][ \t]?)?[1-9]\d?(?:\.0)?(?:[ \t]?[x×])?)[)\]]?"
    rf"(?:(?<=[x×])[ \t]?{AMOUNT})?",
    re.IGNORECASE,
)
# A line of a record: "Quantity: 3", "name = 'Iron Mine'".
_LABELLED = re.compile(r"[-*•\s]*(?P<label>[^\W\d][^:=\t]{0,30}?)\s{0,9}[:=]\s*(?P<text>\S[^\t]*)")
_NAME_CELL = re.compile(r"[^\W\d_][^:]*")
# Signs between cards, behind one.
_ENDS = tuple(",;•·&+/")
# A number at the end of a line that certainly counts the card in front of it: "x3", "3)", "3 pcs".
_NUMBER_ENDS = re.compile(rf"(?i:[x×]\s?\d|\d\)|\d\s?(?:{'|'.join(sorted(KEYS['units']))})\.?\)?)$")
# The fewest and most characters to which mail programs wrap lines.
_WRAPPED = (40, 100)
# An empty line may be between the number and the name below it.
_WIDEST = 2
# Fewer lines with several cards are not columns.
_FEW = 3
# In fewer lines, the words in front may be a label.
_LEAST = 10


class LinePart(NamedTuple):
    """A part of a line: its 0-based column, its text, and the section of the deck that it heads ("": none)."""

    start: int
    text: str
    section: str = ""


def columns(text: str) -> list[LinePart]:
    """Return the parts of a line that are side by side, each a card with its number in front or a heading of its own.

    The same heads above each column are parts too: ``Qty Card    Qty Card``, also with tabs throughout. Any other line
    is one part.
    """
    parts = _parts(text)
    if len(parts) == 1:
        return [LinePart(0, text)]
    words = [word for part in parts for word in part.text.split()]
    are_again = len(words) > 3 and words == words[:2] * (len(words) // 2)  # noqa: PLR2004 - two columns
    if are_again and says_copies(words[0]) and words[1].casefold() in ONE_CARD_COLUMNS:
        return [part._replace(section="heads") for part in parts]
    headed = [part.section for part in parts if part.section not in ("", "heads")]
    is_clear = all(part.section or _is_card(part.text) for part in parts) and len({*headed}) == len(headed)
    return parts if is_clear else [LinePart(0, text)]


def paragraph(text: str) -> list[LinePart]:
    """Return the parts of a line with several cards in a row: ``Dynasty: 3 Iron Mine, 2 Ambush``.

    All have their numbers in front, or all behind. Any other line is one part, except a heading with the number of its
    cards: ``Rings (3): Air``.
    """
    label = re.match(_HEADED, text) if "):" in text or "]:" in text else None
    found = heading(label[0].strip()) if label is not None else None
    if label is not None and found is not None and found.section not in NOT_IN_DECK:
        behind = text[label.end() :]
        # "Deck (3)" may be a name, and a province may have a number.
        is_part = found.section not in STARTING and found.deck <= bool(found.section)
        if parts := _counted(behind, header_count(label[0])) or (paragraph(behind) if is_part else []):
            return [LinePart(0, label[0]), *(each._replace(start=label.end() + each.start) for each in parts)]
    if _ANY_AND.search(text) is None or not text.strip("*_• ")[:1].isalnum():
        return [LinePart(0, text)]
    name = _LABEL.match(text)
    begin = name.end() if name is not None and _section(name[1]) is not None else 0
    for between, form in _LISTED:
        ends = [match.span() for match in between.finditer(text, begin)]
        starts = [begin, *(end for _, end in ends)]
        cards = [text[one:end] for one, end in zip(starts, [*(start for start, _ in ends), len(text)], strict=True)]
        are_cards = (form.fullmatch(card) and not _says_more(card.strip()) for card in cards)
        names = {re.sub(r"[\W\dxX×]", "", card) for card in cards}  # "3 Rout / 2 Rout" may mean either number.
        if len(cards) == 2 and not begin and text[slice(*ends[0])].strip() in _EITHER:  # noqa: PLR2004
            continue
        if len(names) > 1 and all(are_cards) and without_talk(text) == text:  # "24 Spieler, 5 Runden" is not a list.
            head = [LinePart(0, text[:begin])] if begin else []
            return head + [LinePart(start, part) for start, part in zip(starts, cards, strict=True)]
    return [LinePart(0, text)]


def _counted(text: str, number: int | None) -> list[LinePart]:
    """Return the cards between commas if together they are the `number` of their heading; empty for other texts.

    A card without a number is one copy: ``2x Doji Ayano, Daidoji Yuki``.
    """
    parts = [LinePart(each.start(), each[0]) for each in re.finditer(r"[^,;\s][^,;]*", text)]
    cards = [re.fullmatch(rf"(?:(?P<copies>\d{{1,2}}) ?[x×]? +)?{_CARD_NAME}", part.text) for part in parts]
    copies = sum(int(card["copies"] or 1) for card in cards if card)
    is_clear = all(cards) and not any(_says_more(part.text) for part in parts)
    return parts if is_clear and len(parts) > 1 and copies == number else []


def _says_more(part: str) -> bool:
    """Return whether a part of a line is a heading, or has more than its card: ``2 Rout cut``, ``2 Rout are fine``.

    Capitalised words belong to the title, which does not end with a small word.
    """
    bare = re.sub(rf"(?:{_MARK})+\W*$", "", part)
    words = split_experience(bare.strip(" .x×()0123456789"))[0].split()
    said = " ".join(filter(str.islower, words))
    is_place = may_be_outside(said) or may_change_list(said)
    is_open = "?" in part or refuses(part) or (leaves_open(said) and leaves_open(part))
    is_fact = len(words) == 1 and (names_fact(words[0]) or counts_owned(words[0]))
    return heading(part) is not None or "".join(words[-1:]).islower() or is_place or is_open or is_fact


def with_whole_lines(text: str) -> str:
    """Return a list with each card on one line, if a page or a mail program laid it out on several."""
    lines = re.split(r"\r\n?|\n", with_whole_rows(text))
    return "\n".join(_with_whole_paragraphs(_with_whole_cells(_with_whole_records(lines))))


def _with_whole_records(lines: list[str]) -> list[str]:
    """Return a list of records with the same labels, ``Name: Iron Mine`` above ``Qty: 3``, as a table with these heads.

    The heads are on the first line, and each record is on its second one.
    """
    filled = [at for at, line in enumerate(lines) if line.strip()]
    labels: list[str] = []
    texts: list[str] = []
    for at in filled:
        match = _LABELLED.fullmatch(lines[at])
        if match is None:
            return lines
        labels.append(match["label"])
        texts.append(match["text"].strip("\"'`, "))
    size = next((at for at, label in enumerate(labels) if at and label == labels[0]), 1)
    if size == 1 or len(filled) < size * _LEAST or labels != labels[:size] * (len(filled) // size):
        return lines
    rows = {filled[at + 1]: texts[at : at + size] for at in range(0, len(filled), size)}
    rows[filled[0]] = labels[:size]
    return ["\t".join(rows.get(at, ())) for at in range(len(lines))]


def _with_whole_cells(written: list[str]) -> list[str]:
    """Return a list whose numbers and names are on separate lines with each pair on one line above empty ones.

    Headings may be between the pairs, with the number of their cards below, and other text above and below all of them.
    Heads of columns above them are removed. With anything else, such as a missing number, the list stays unchanged,
    because each number may belong to either neighbour.
    """
    lines = [line.strip() for line in written]
    filled = [at for at, line in enumerate(lines) if line]
    counts = {at: match["count"] for at in filled if (match := _NUMBER_CELL.fullmatch(lines[at]))}
    if len(counts) < _LEAST:
        return written
    sizes = {size: head for head, size in _sizes(lines, filled, counts)}
    others = (at for at in filled if at not in counts and lines[at][-1] != ":")
    named = {at for at in others if not (is_comment(lines[at]) or heading_on(lines[at]))}
    cells = [at for at in filled if (at in counts or at in named) and at not in sizes]
    for by in (1, -1):  # The number is above its name or below it.
        after = dict(zip(filled[::by], filled[::by][1:], strict=False))
        names = {at: after.get(at, -1) for at in cells if at in counts}
        heads = _heads_of_pairs(lines, cells, names, by)
        if heads is None:
            continue
        for at, name in names.items():
            first, last = sorted((at, name))
            lines[first : last + 1] = [f"{counts[at]} {lines[name]}", *[""] * (last - first)]
        for at, head in sizes.items():
            lines[head], lines[at] = f"{lines[head]} ({lines[at]})", ""
        return ["" if at in heads else line for at, line in enumerate(lines)]
    return written


def _heads_of_pairs(lines: Sequence[str], cells: Sequence[int], names: Mapping[int, int], by: int) -> list[int] | None:
    """Return the lines with heads of columns above all pairs; None if the cells are not pairs, apart from other text.

    `names` gives the line of the name for that of each number, -1 for none.
    """
    if not names or not all(name >= 0 and _NAME_CELL.fullmatch(lines[name]) for name in names.values()):
        return None
    gap = max(abs(at - name) for at, name in names.items())
    pairs = [at for pair in names.items() for at in sorted(pair)]
    start = cells.index(pairs[0]) if pairs[0] in cells else 0
    above = cells[max(0, start - 2) : start]
    are_heads = all(says_copies(lines[at]) or label_words(lines[at]) in ONE_CARD_COLUMNS for at in above)
    heads = [*above] if are_heads else []
    body = [at for at in cells if at not in heads]
    start -= len(heads)
    end = start + len(pairs)
    is_apart = all(0 < at < len(body) and body[at] - body[at - 1] > gap for at in {start, end} - {0, len(body)})
    is_near = gap <= (_WIDEST if by > 0 else 1)
    return heads if is_near and is_apart and body[start:end] == pairs else None


def _with_whole_paragraphs(lines: list[str]) -> list[str]:
    """Return a list with each paragraph of cards on the line where it ends, if a mail program wrapped its lines.

    The first word of the next line would have made a wrapped line longer than all others.
    """
    width = max(map(len, lines))
    if not _WRAPPED[0] <= width <= _WRAPPED[1]:
        return lines
    whole = [*lines]
    first = 0
    for at, (line, below) in enumerate(pairwise([*lines, ""])):
        word = next(iter(below.split()), "")
        if len(line) >= _WRAPPED[0] and word and len(line) + 1 + len(word) > width and _goes_on(line, below):
            continue
        joined = " ".join(map(str.strip, lines[first : at + 1]))
        if at > first and len(paragraph(joined)) > 1:
            whole[first : at + 1] = [*[""] * (at - first), joined]
        first = at + 1
    return whole


def _goes_on(line: str, below: str) -> bool:
    """Return whether the cards on a line go on in the line `below`, perhaps in the middle of a name."""
    is_label = heading_on(below.strip()) is not None or (":" in below and _LABEL.match(below) is not None)
    is_new = below.lstrip()[:1].isdigit() or _NUMBER_ENDS.search(line.rstrip()) is not None
    are_cards = _CARD_BEHIND.search(line) is not None and below.lstrip()[:1].isalnum()
    return are_cards and not is_label and (line.rstrip()[-1:] in _ENDS or not is_new)


def _sizes(lines: Sequence[str], filled: Sequence[int], counts: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield each heading with the number below it that is above another one, and counts the cards of the heading."""
    numbers = [*counts]
    heads = [(place, at) for place, at in enumerate(filled) if heading_on(lines[at])]
    for (place, head), (_, end) in pairwise([*heads, (0, len(lines))]):
        size, *others = numbers[bisect_left(numbers, head) : bisect_left(numbers, end)] or [0]
        is_above = filled[place + 1 : place + 3] == [size, *others[:1]]
        if is_above and whole_number(counts[size]) == sum(whole_number(counts[at]) or 0 for at in others):
            yield head, size


def parting(lines: Iterable[str]) -> Callable[[str], list[LinePart]]:
    """Return the function that parts the lines of a list: `columns` where it is laid out in columns, else `paragraph`.

    Then some lines have several parts, and all of these are columns.

    Any other such line may head one of the columns: ``Deck   Maybe``. A repeated card may be in another list, and two
    cards on a single line may be a mistake.
    """
    every = [*lines]
    several = [line for line in every if len(_parts(line)) > 1 and not _is_sum(line) and not _is_start(line)]
    is_mixed = any(map(_has_numbers_behind, several)) and any(line.lstrip()[:1].isdigit() for line in every)
    if len(several) < _FEW or is_mixed or any(len(columns(line)) == 1 for line in several):
        return paragraph
    parts = [part.text for line in every for part in columns(line)]
    cards = [_COUNT.sub("", part, 1).casefold() for part in parts if _is_card(part)]
    cards = [card for card in cards if not says_total(card)]  # Each column may have one.
    return columns if len({*cards}) == len(cards) else paragraph


def _is_sum(text: str) -> bool:
    """Return whether a line has only numbers and words for a total, perhaps one below each column: ``40    40``."""
    return not any(map(str.isalpha, text)) or says_total(re.sub(r"\d+", " ", text))


def _is_start(text: str) -> bool:
    """Return whether a line has only a starting card behind its type, in two cells: ``Stronghold    Kyuden Hida``."""
    first, *others = _parts(text)
    return first.section in STARTING and len(others) == 1


def _parts(text: str) -> list[LinePart]:
    """Return the parts of a line between its gaps."""
    # Bars at both ends of a row have no meaning.
    text = text.strip("| ").rjust(len(text.rstrip("| "))) if "|" in text else text
    gaps = [*_GAP.finditer(text.rstrip())] if "  " in text or "\t" in text or "|" in text else []
    if _has_numbers_behind(text):
        gaps = gaps[1::2]
    else:
        is_front = _NUMBER.match(text) is not None
        cells = zip([0, *(gap.start() for gap in gaps)], gaps, [0, *(gap.end() for gap in gaps)], strict=False)
        gaps = [gap for at, gap, start in cells if not _joins(text, at, start, gap, is_front=is_front)]
    if not gaps:
        return [LinePart(0, text)]
    starts = [0, *(gap.end() for gap in gaps)]
    texts = (text[start:end] for start, end in zip(starts, [*(gap.start() for gap in gaps), len(text)], strict=True))
    return [
        LinePart(start, each, _section(each) or "heads" * says_copies(each))
        for start, each in zip(starts, texts, strict=True)
    ]


def _joins(text: str, at: int, start: int, gap: re.Match[str], *, is_front: bool) -> bool:
    """Return whether a gap is between a number and its card; the cell in front begins at `start`, its gap at `at`."""
    if gap[0].strip(" \xa0"):
        return _CELL.search(text, at, gap.start()) is not None
    match = _NUMBER.match(text, start) if is_front else None
    return match is not None and match.end() == gap.start()


def _has_numbers_behind(text: str) -> bool:
    """Return whether the cells of a line are names with a number behind each: ``Rout | 3 | Iron Mine | 2``."""
    cells = [cell.strip() for cell in re.split(r"[\t|]", text) if cell.strip()] if "\t" in text or "|" in text else []
    numbers = [whole_number(cell) is not None for cell in cells]
    return numbers == [False, True] * (len(cells) // 2) and bool(cells) and _section(cells[0]) is None


def _section(part: str) -> str | None:
    """Return the section of the deck that a part of a line heads ("": any), None where it heads none."""
    found = heading(part.strip())
    return found.section if found is not None and found.section not in NOT_IN_DECK else None


def _is_card(part: str) -> bool:
    """Return whether a part of a line is a number and words that are not a fact about a card, such as ``2 gold``."""
    return _COUNT.search(part) is not None and not (STATISTICS | MEASURES).issuperset(words_of(part))


def without_speakers(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a chat with spaces instead of the time and the name in front, which all lines share.

    The same is true of messages of one person, which may continue on further lines. All other lines stay unchanged:
    those of several people, and labels such as ``Dynasty:`` or ``Maybe:``.
    """
    first = next((line for line in lines if line.strip()), "")
    if _SPEAKER.match(first) is None:
        return tuple(lines)
    found = [_SPEAKER.match(line) if line.strip() else None for line in lines]
    kinds = [_kind(match) if match else "" for match in found]
    said = [kind for line, kind in zip(lines, kinds, strict=True) if line.strip()]
    is_clear = len(said) >= _LEAST
    if "" in said:  # A message may have several lines.
        said = [one for one, other in pairwise(said) if one and not other]
        is_clear = all((match["time"] and match["name"]) or match["first"] for match in found if match)
    speakers = {*said} - {""}
    if not is_clear or len(speakers) != 1:
        return tuple(lines)
    return tuple(
        " " * match.end() + line[match.end() :] if match and kind in speakers else line
        for line, match, kind in zip(lines, found, kinds, strict=True)
    )


def _kind(match: re.Match[str]) -> str:
    """Return the speaker, with the form of the time; "" for a label of cards."""
    name = (match["name"] or match["tag"] or match["first"] or "").strip("<@>*:| ")
    is_label = bool(name) and (section_said(name) is not None or may_be_outside(name) or counts_owned(name))
    return "" if is_label else name + re.sub(r"\d+", "0", match["time"] or match["at"] or "")
