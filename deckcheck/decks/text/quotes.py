"""What an email quotes: the messages before it, with their headers and signs; the rest is the sender's own."""

import re
from collections.abc import Iterator, Sequence

from deckcheck.decks.text.blocks import line_aside
from deckcheck.decks.words.keys import KEYS
from deckcheck.model.deck import Aside, LineClass
from deckcheck.system.web import is_address

# A card with its number before or after it. Possessive, or long lines would take very long.
_COUNTED = re.compile(
    r"(?:^|[\n,;|])(?:[^\S\n]|[>*•·◦▪–-])*+(?:\d{1,2}(?:[^\S\n]*+[x×][^\S\n]++|[^\S\n]++)[^\W\d_]"
    r"|[^\W\d_][^\n\d,;|]*+\d{1,2}\)?[^\S\n]*+(?=[\n,;|]|$))"
)
_FEWEST_CARDS = 5
# The list of an email has at least this share of the cards that it quotes.
_SHARE = 2 / 3
# What mail programs put above quoted text, on up to three lines.
_INTRODUCES = re.compile(
    r"(?:(?P<known>On .{5,200} wrote|Am .{5,200} schrieb.{0,80}|Le .{5,200} a écrit|El .{5,200} escribió"
    r"|Il .{5,200} ha scritto|Em .{5,200} escreveu|Op .{5,200} schreef.{0,80})"
    # In any language: a year and an address.
    r"|(?=.{0,200}?(?<!\d)20\d\d(?!\d))[^<>]{1,300}<[^<>@\s]+@[^<>\s]+>.{0,40}?)\s?:"
)
# The last of these lines.
_WRAPPED = re.compile(r".{0,300}(?:\b(?:wrote|schrieb|écrit|escribió|scritto|escreveu|schreef)\b|@[^<>\s]+>).{0,80}:$")
_MOST_INTRODUCING = 3


def _any_of(section: str) -> str:
    """Return the regular expression of the labels in a section of ``keys.txt``."""
    return "|".join(map(re.escape, KEYS[section]))


# A line above a message that is quoted unchanged.
_ENDS = re.compile(rf"-{{2,}}\s?(?:{_any_of('quoted message')}).*", re.IGNORECASE)
# A line above a forwarded message.
_FORWARDS = re.compile(rf"(?:-{{2,}}\s?)?(?:{_any_of('forwarded message')})\s?(?:-{{2,}}|:)", re.IGNORECASE)
_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv|i|enc|doorst)\s?:", re.IGNORECASE)
# The header of a quoted message, as Outlook writes it, or with the time first, as GMX does.
FROM = re.compile(rf"[*_]*(?:{_any_of('header from')})\s?:\s?[*_]*\s*(.*)")
_SENT = re.compile(rf"[*_]*(?:{_any_of('header sent')})\s?:.*")
_HEADER_LINES = 4


def is_list(text: str) -> bool:
    """Return whether a text looks like a deck list or the address of one."""
    text = text.strip()
    if is_address(text):
        return len(text.split()) == 1
    return len(_COUNTED.findall(text)) >= _FEWEST_CARDS or (text.startswith("{") and '"cards"' in text)


def own_text(text: str) -> str:
    """Return the text of an email without what it quotes and its signature; other lines keep their numbers.

    If there is nothing else, the quoted text counts: somebody forwards a list.
    """
    lines = text.split("\n")
    kept = list(_own(lines))
    if any(line.strip() for line in kept):
        return "\n".join(kept)
    return "\n".join(line.lstrip("> ") for line in lines)


def may_quote(line: str) -> bool:
    """Return whether a line may begin a message that an email quotes."""
    return any(kind.match(line.strip()) for kind in (_INTRODUCES, _WRAPPED, _ENDS, _FORWARDS, FROM, _SENT))


def quoted_lines(lines: Sequence[str]) -> Iterator[Aside]:
    """Yield the lines of earlier messages around the list of an email, which have no cards or another version of it.

    A list that is much shorter than the quoted one may only change it, and one with other cards may be its other part.
    """
    if not any(map(may_quote, lines)):
        return
    own = [*_own(lines, is_mail=False)]
    above = {at + more for at in range(len(lines)) for more in range(_introduction(lines[at : at + _MOST_INTRODUCING]))}
    gone = (at for at, line in enumerate(lines) if line.strip() and not own[at])
    others = [lines[at] for at in gone if at not in above and not may_quote(lines[at])]
    number, quoted = (len(_COUNTED.findall("\n".join(each))) for each in (own, others))
    known = {*map(_words, own)}
    is_version = quoted >= _FEWEST_CARDS and 2 * sum(_words(line) in known for line in others) >= len(others)
    if others and number >= max(_FEWEST_CARDS, _SHARE * quoted) and (not quoted or is_version):
        places = (at for at, line in enumerate(lines, 1) if line.strip() and not own[at - 1])
        yield from (line_aside(LineClass.OUTSIDE, lines[at - 1], at) for at in places)


def without_signs(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines with spaces instead of the quote signs that all of them have."""
    if not all(line.startswith(">") for line in lines if line.strip()):
        return lines
    return [re.sub(r"^(?:> ?)+", lambda signs: " " * len(signs[0]), line) for line in lines]


def _words(line: str) -> str:
    return " ".join(re.findall(r"[^\W\d_]{2,}", line))


def sent_on(text: str, subject: str) -> str:
    """Return the message that an email forwards, with its header but without quote signs; "" if it forwards none."""
    lines = text.split("\n")
    is_forward = _FORWARDED.match(subject) is not None
    for number, line in enumerate(lines):
        shown = line.lstrip("> ").strip()
        if _FORWARDS.fullmatch(shown) or (is_forward and (_ENDS.fullmatch(shown) or _is_header(lines, number))):
            return "\n".join(each.lstrip("> ") for each in lines[number:])
    return ""


def _own(lines: Sequence[str], *, is_mail: bool = True) -> Iterator[str]:
    """Yield the lines, empty ones in the place of those that are not the sender's own.

    Only in emails, ``>`` alone quotes a line, and a signature or a header without an address ends the sender's text.
    """
    is_over, is_quoted = False, is_mail
    introducing = 0
    for number, line in enumerate(lines):
        quotes = _ENDS.fullmatch(line.strip()) or _FORWARDS.fullmatch(line.strip())
        is_header = _is_header(lines, number) and (is_mail or "@" in "".join(lines[number : number + _HEADER_LINES]))
        is_over = is_over or (is_mail and line == "-- ") or quotes is not None or is_header
        introducing = max(introducing - 1, _introduction(lines[number : number + _MOST_INTRODUCING]))
        is_quoted = is_mail or introducing > 0 or (is_quoted and (line.startswith(">") or not line.strip()))
        yield "" if is_over or introducing or (is_quoted and line.startswith(">")) else line


def _introduction(lines: Sequence[str]) -> int:
    """Return how many of the first lines introduce a quote, which a mail program may have wrapped.

    Text just above it, such as the last card, only seems to be a part of it.
    """
    for count in range(1, len(lines) + 1):
        if not lines[count - 1].strip():
            return 0
        if found := _INTRODUCES.fullmatch(" ".join(line.strip() for line in lines[:count])):
            later = any(_introduction(lines[at:count]) for at in range(1, count))
            return 0 if later and not found["known"] else count
    return 0


def _is_header(lines: Sequence[str], at: int) -> bool:
    """Return whether the header of a quoted message begins at a line: its sender and time, in either order."""
    block = [line.strip() for line in lines[at : at + _HEADER_LINES]]
    senders, times = ([bool(kind.fullmatch(line)) for line in block] for kind in (FROM, _SENT))
    return any(senders) and any(times) and (senders[0] or times[0])
