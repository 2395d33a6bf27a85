"""Lines whose words show that they are not cards: sentences, phrases, farewells, and numbers for other lines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from deckcheck.decks.words.headers import without_markup, words_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.talk import without_events, without_remarks
from deckcheck.model.deck import RawDeck, Request
from deckcheck.model.names import split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS

# Also a line that addresses somebody: "@Kei here you go".
_SENTENCE = r"[.?;,。]\s*$|[.?!;]\s+\S|https?://|www\.|^@[^\W\d]"
# A title may be shortened, with dots and a few small words: "K. of the Emp.".
_SHORTENED = r"(?:(?:[^\W\da-z][\w'’]*|of|the|and|to|[a-z])\.?(?:\s|$))+"
MAX_WORDS = 9
# Words that may mean several cards, and lines that give the number of other lines.
_EACH = (
    r"\b(?:each|alle|both|beide|playsets?|couple|few|several|some|lots|(?<!hi\s)(?<!hello\s)(?<!luck\s)(?<!to\s)all)\b"
)
NUMBERS = "|".join(["[2-9]", *(word for word, number in ALL_NUMBER_WORDS.items() if number in range(2, 6))])
_TIMES = r"(?:[-\s]?(?:mal|fach|er|fois|volte|veces|razy)|\s(?:copies|kopien|exemplare|copie|copias))"
_COUNTS_OTHERS = rf"""^\W*(?:(?:{NUMBERS})\s?x?|x\s?[1-9]|playsets?|singles|doubles|triples)\W*$
    |\b(?:{NUMBERS})\s?-?\s?ofs?\W*$|\b(?:{NUMBERS})x?\s(?:copies\s|times\s)?(?:of\s)?(?:each|these)\b
    |^\W*(?:(?:je|jeweils|cada|chaque)\s(?:{NUMBERS})|(?:{NUMBERS}){_TIMES})\W*$
    |^(?:qty|quantity|copies|count)\W*[1-9]\W*$"""
# Words for a number of copies of all cards without one: "Trips unless noted.", "Alles dreimal."
_AMOUNT = rf"\b(?:{'|'.join(ALL_NUMBER_WORDS)}|[2-9]|thrice|tri(?:ps|pl\w+)|(?:full\s?|play)sets?|max\w*)\b"
# Words above the writer's name.
_CLOSING = r"""\W*(?:cheers|(?:(?:best|kind|warm)\s)?regards|greetings
    |(?:many\s)?(?:thanks|thx)(?:\s(?:in\sadvance|again|a\slot))?(?-i:\sfor\s[a-z]+(?:\s[a-z]+){,4})?
    |thank\syou|yours(?:\s(?:truly|sincerely))?|sincerely(?:\syours)?|(?:mit\s)?(?:(?:viele|liebe|beste|schöne|freundliche)n?\s)?grüßen?
    |(?:(?:lieben|schönen|vielen)\s)?(?:gruß|dank)|danke|cordialement|amicalement|merci
    |(?:un\s)?saludos?|gracias|(?:un\s)?salut[io]|grazie|ciao|abraços?|obrigado|(?:all\sthe\s)?best(?:\swishes)?|bye
    |take\scare|see\syou(?:\s\w+){,3}|have\sa\s\w+\s(?:day|evening|weekend)|looking\sforward(?:\s\w+){,3})"""
_CLOSED = rf"{_CLOSING}[,!.]+\s*|--\s?"
_NAME = r"[-–—~\s]*[^\W\d_a-z][^\W\d_]+(?:\s[^\W\d_a-z][^\W\d_]*\.?){0,2}"
_SENT = (
    r"(?:sent\sfrom|von\smeinem|get\soutlook\sfor|(?:envoyé|inviato|enviado)\sd\w+(?:\s(?:mon|mio|mi))?)(?:\s\w+){1,4}"
)
# Words that end a list without a mark behind them, and words before the writer's name on the same line.
_LAST = rf"""(?:(?!\W*(?:best|bye)\W*$){_CLOSING}|\W*(?:have\sfun|viel\sspaß|good\sluck|gl\s?hf|gg|{_SENT}))\W*"""
_SIGNED = rf"(?:{_CLOSING}\s*[,.!]|\W*(?:lg|vg|mfg)[,.!]?)(?=\s)"
_QUOTED = " >*•\t"
_MOST_FAREWELL = 20
# A number of cards, which no line of a farewell has; more digits are a telephone number.
_CARDS = re.compile(r"^\W*\d{1,2}\s*[x×]?\s*[^\W\d_]|(?<!\d)\d{1,2}\W*$")
_FEWEST_DIGITS = 6
# What the line names that a phone or mail program puts below an email, in any language.
_PROGRAM = re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, KEYS['mail programs']))})(?![a-z])", re.IGNORECASE)
# Below this similarity, a word is not a misspelt word of a title.
_LIKE_WORDS = 88


def counts_others(text: str) -> bool:
    """Return whether a line gives the number of other lines: ``3x``, ``3 of each``, ``Playsets:``."""
    is_short = len(text.split()) <= MAX_WORDS
    return is_short and re.search(_COUNTS_OTHERS, text, re.IGNORECASE | re.VERBOSE) is not None


def names_several(text: str) -> bool:
    """Return whether a line that names no card may mean several: ``1 of each Ring``, ``Playsets:``."""
    return counts_others(text) or re.search(_EACH, text, re.IGNORECASE) is not None


def says_amount(text: str) -> bool:
    """Return whether a text may say how many copies cards without a number have: "Trips unless noted"."""
    return re.search(_AMOUNT, text, re.IGNORECASE) is not None


def is_sentence(text: str) -> bool:
    """Return whether `text` is punctuated as sentences are, has a link, or has more words than titles do."""
    said = text.replace(".", "") if re.fullmatch(_SHORTENED, text) else text
    return re.search(_SENTENCE, said) is not None or len(text.split()) > MAX_WORDS


def is_polite(text: str) -> bool:
    """Return whether a line begins with a closing formula, or has the punctuation of an exclamation or an address."""
    return re.search(rf"^(?:{_CLOSING}|sent\sfrom)\b|[,!]", text, re.IGNORECASE | re.VERBOSE) is not None


def is_signature(lines: Sequence[str], number: int) -> bool:
    """Return whether the line `number` is a closing formula or the name below it at the end: "Cheers," and "Kei".

    Mails and forums also have two dashes above a name, the same name twice, and addresses.
    """
    line = _bare(lines[number - 1])
    others = (each for each in _said(lines[number:], line) if not is_closing(each))
    if below := next(others, ""):
        return is_closing(line, above=below) and all(each == below for each in others)
    above = next(_said(reversed(lines[: number - 1]), line), "")
    formula = re.match(_SIGNED, line, re.IGNORECASE | re.VERBOSE)
    name = line[formula.end() :] if formula else line if is_closing(above, above=line) else ""
    return is_closing(line) or re.fullmatch(_NAME, name.strip()) is not None


def is_closing(line: str, *, above: str = "") -> bool:
    """Return whether a line is a closing formula or two dashes, as above the writer's name.

    A word without a mark behind it, such as "Thanks", may be `above` anything, and several words above a name.
    """
    is_apart = not above or (" " in line and re.fullmatch(_NAME, above) is not None)
    return re.fullmatch(f"{_CLOSED}|{_LAST}" if is_apart else _CLOSED, line, re.IGNORECASE | re.VERBOSE) is not None


def _bare(line: str) -> str:
    """Return a line without tags, bullets and quotation marks."""
    return without_markup(line).strip(_QUOTED)


def _said(lines: Iterable[str], line: str) -> Iterator[str]:
    """Yield the lines with text, `_bare`, except lines equal to `line`."""
    return (each for each in map(_bare, lines) if each not in ("", line) and without_remarks(each).strip())


def without_farewell(text: str, name: str, remarks: Callable[[list[str]], Iterable[object]]) -> tuple[str, list[str]]:
    """Return the text of an email without its farewell, and the lines of the farewell.

    It follows the last counted card and begins with a closing formula, whoever signs, or it is the last paragraph and
    ends with the sender's name. The line of a phone or mail program may be below it. `remarks` returns what may
    change the list.
    """
    rest, _, last = text.rstrip().rpartition("\n")
    is_program = _PROGRAM.search(last) is not None and not any(remarks([last]))
    lines = (rest if is_program else text).rstrip().split("\n")
    least = max((number for number, line in enumerate(lines, 1) if _counts(line, remarks)), default=0)
    starts = [number for number in range(least, len(lines))[-_MOST_FAREWELL:] if is_closing(lines[number].strip())]
    paragraph = next((number for number in range(len(lines), 0, -1) if not lines[number - 1].strip()), 0)
    words = words_of(lines[-1])
    if words and words[-1] in words_of(name) and least <= paragraph > 0:
        starts.append(paragraph)
    start = next((number for number in sorted(starts) if _is_farewell(lines[number:])), len(lines))
    return "\n".join(lines[:start]), [*lines[start:], *[last] * is_program]


def _is_farewell(lines: Sequence[str]) -> bool:
    """Return whether each further paragraph begins with a closing formula, or follows a line that is one."""
    paragraphs = [each.split("\n") for each in re.split(r"\n\s*\n", "\n".join(lines))]
    return all(is_closing(above[-1].strip()) or is_closing(each[0].strip()) for above, each in pairwise(paragraphs))


def _counts(line: str, remarks: Callable[[list[str]], Iterable[object]]) -> bool:
    """Return whether a line may have a number of cards, and no telephone number, or may change the list."""
    is_phone = sum(map(str.isdigit, line)) >= _FEWEST_DIGITS
    return not is_phone and (_CARDS.search(line) is not None or any(remarks([line])))


def is_phrase(text: str, pool: Pool) -> bool:
    """Return whether the words of a line show that it is not a title: "Best regards, Kei", "thanks", "Thanks, Kei".

    The line has a word in lower case that titles capitalise or never contain, or is a single word unlike any word of a
    title. A single word behind a comma is ignored, because it may be a name.
    """
    from rapidfuzz import fuzz, process

    said, _, name = re.sub(r"[(\[{].*", "", split_experience(text)[0]).partition(",")
    words = re.findall(r"(?<![^\W_])[^\W\d_]++(?!\d)", said if len(name.split()) == 1 else f"{said} {name}")
    small = [word for word in words if word[0].islower()]
    if small and len(small) < len(words):
        return not set(small).issubset(pool.title_words().small)
    if len(words) != 1 or not text.isascii():
        return False
    known = pool.title_words().words
    return process.extractOne(words[0].casefold(), known, scorer=fuzz.ratio, score_cutoff=_LIKE_WORDS) is None


def without_event(request: Request, raw: RawDeck) -> Request:
    """Return a request without a number where all numbers on its line describe an event: ``2018 Kotei Paris``."""
    text = request.written
    may_be_event = raw.is_list and (text[:1].isdigit() or not any(map(str.isalpha, request.name)))
    if not may_be_event or any(map(str.isdigit, without_events(text))):
        return request
    return replace(request, name=text, count=1, counted=False, bad_count="")
