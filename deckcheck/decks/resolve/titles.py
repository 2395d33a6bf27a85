"""Find the titles of cards on a line, and tell whether a text is free of them or only a note about a card."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from deckcheck.decks.resolve.labels import ARTS, are_notes, is_code, is_label, is_set
from deckcheck.decks.resolve.tokens import Token, is_unit, number_of, plain, tokens_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.remarks import refuses
from deckcheck.decks.words.sayings import STATISTICS
from deckcheck.model.card import Card
from deckcheck.model.deck import OPEN_MARK, RawDeck
from deckcheck.model.limits import LONGEST_NAME
from deckcheck.model.names import LEVEL, START, bracket_experience, fold, split_bracket, split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import words_in

# Beside these a number is a fact about a card: "(1 influence each)".
_STATISTIC = rf"(?:total\s)?(?:{'|'.join(sorted(STATISTICS))})"
_OF_STRONGHOLD = "|".join(sorted(KEYS["long statistics"], key=len, reverse=True))
_OF_CARD = rf"""(?<![\w+−-])(?:[^\W\d]+\srole\sonly|(?:makes|produces|gives|costs)\s[0-9]{{1,2}}(?:\sgold)?
    |(?:{_OF_STRONGHOLD})(?:\s?[:=]\s?|\s)[0-9]{{1,2}}
    |[0-9]{{1,2}}(?:[ghp]|ph|f(?:\W?[0-9]{{1,2}}c)?|\s?{_STATISTIC})
    |{_STATISTIC}(?:(?:\s?[:=]\s?|\s)[0-9]{{1,2}})?)
    (?:\s(?:each|total|per\s(?:copy|card)))?(?!\w)"""
# A collector number has two or three digits; a single digit more likely counts copies. `FACT` has "3G" too.
NUMBER_IN_SET = r"#.*$|[\s:][0-9]{2,3}$"
FACT = r"#0?[1-9][0-9]{1,2}|[0-9]{1,2}(?:[FGHP]|PH)"
# Beside a number of copies, also the Chi: "3F 2C". By itself, "2C" may be two copies.
FACT_BESIDE_COPIES = rf"{FACT}|[0-9]{{1,2}}C"
# A year or season in the name of a kit, and the maximum of other words in it.
_SEASON = r"\b(?:19|20)\d\d\b|\bSeason (?:One|Two|Three|Four)\b"
# Subtitles have fewer words and signs than this.
_SUBTITLE = 12
_IN_TITLES = ("word", "number", "compound", "code")
# Words and numbers of a text that is searched for titles without splitting it, its length, and signs of markup.
_SHORT = 8
_SHORT_TEXT = 100
_REMEMBERED = 1_000
_MARKUP = frozenset("&<[")
# The number of characters of a line in which to search for the first letters of a title.
_LOOK = 12
# Titles have fewer letters on one of two lines; remarks may have thousands.
_LONGEST_TITLE = 100
# The maximum of characters in a level: "(Experienced 2 CoM)".
_LONGEST_LEVEL = 25
_AFTER = rf"{LEVEL}(?![^\W\d_])"
# Titles have none of these.
_OPENING = frozenset("([{")
_BRACKET = re.compile(r"\s*[(\[{]([^()\[\]{}]*)[)\]}]")
# Signs around names and numbers that have no meaning; any other sign may have one.
_DUMB = frozenset("()[]{}\"'“”„‘’«».,:;|*-–—=/\\•·●○◦■□▪✓✔☑☐&>!…`_")
# The cards of a title, and where their name starts and ends on the line.
Title = tuple[tuple[Card, ...], int, int]


def titles_on(line: str, tokens: list[Token], pool: Pool, *, without_number: bool, bare: bool = False) -> list[Title]:
    """Return the longest titles that begin at a word of a line: their cards, and where the names start and end.

    On a line `without_number`, a word in lower case or a statistic among others is not a title: "Honor meta". With
    `bare` a name ends with its title, before its level and set.
    """
    small = without_number and any(map(str.isupper, line))
    starts = pool.starts()
    parts = [index for index, token in enumerate(tokens) if token.kind in _IN_TITLES]
    found = []
    at = 0
    while at < len(parts):
        start = tokens[parts[at]].start
        words = starts.get(fold(line[start : start + _LOOK])[:START], 0)
        for last in range(min(at + words, len(parts)) - 1, at - 1, -1):
            written = line[start : tokens[parts[last]].end]
            is_word = line[start].islower() or written.casefold() in STATISTICS
            if last == at and small and is_word and _is_in_sentence(parts[at], tokens, pool):
                continue
            cards = pool.named(fold(written))
            if not cards and last > at and written.endswith("s"):  # As in "the Copper Mines".
                cards = pool.named(fold(written[:-1]))
            is_cut = not _OPENING.isdisjoint(written) or ("," in written and not any("," in c.title for c in cards))
            # A title of two letters in front of a word is a word too: "On Tuesday".
            is_cut = is_cut or (len(fold(written)) < START and last + 1 < len(parts))
            # The number of "Isawa Tadaka - 2" does not belong to the id "isawa-tadaka-2".
            is_id = {f"{fold(card.title)}{tokens[parts[last]].text}" for card in cards} == {fold(written)}
            is_cut = is_cut or (is_id and " " in written)
            # "Border Keep Experienced" in front of a 2 is no id, either.
            is_cut = is_cut or (" " in written and split_experience(written)[1] is not None)
            if cards and not is_cut:
                end = tokens[parts[last]].end
                end += any(card.title[-1] == line[end : end + 1] for card in cards)  # As in "Banzai!".
                end = end if bare else _end_of_name(line, end, pool)
                found.append((cards, start, end))
                at = next((i for i in range(at, len(parts)) if tokens[parts[i]].start >= end), len(parts)) - 1
                break
        at += 1
    return found


def _is_in_sentence(at: int, tokens: list[Token], pool: Pool) -> bool:
    """Return whether an ordinary word is beside the token `at`, with only a space between them."""
    for one, other in pairwise(tokens[max(0, at - 1) : at + 2]):
        beside = other if one is tokens[at] else one
        plain_word = beside.kind == "word" and number_of(beside) is None and not is_unit(beside.text)
        if plain_word and other.start - one.end <= 1 and not is_label([beside.text], pool):
            return True
    return False


def _end_of_name(line: str, end: int, pool: Pool) -> int:
    """Return the end of a name whose title ends at `end`: behind its level and its set in brackets."""
    if (level := re.compile(_AFTER, re.IGNORECASE | re.VERBOSE).match(line, end)) is not None:
        end = level.end()
    while (bracket := _BRACKET.match(line, end)) is not None and is_note(bracket[1], pool):
        end = bracket.end()
    return end


def begins_title(first: str, second: str, pool: Pool) -> bool:
    """Return whether the end of one line and the start of the next form a title."""
    if not second.strip()[:1].isalpha():
        return False
    one, other = plain(first[-_LONGEST_TITLE:]), plain(second.strip()[:_LONGEST_TITLE]).strip()
    hyphened = one.rstrip().endswith("-")
    line = f"{one.rstrip()[:-1]}{other}" if hyphened else f"{one} {other}"
    boundary = len(one.rstrip()) - hyphened
    found = titles_on(line, tokens_of(line), pool, without_number=False, bare=True)
    # A name that ends in a bracket, as a set does, does not continue on the next line.
    return any(start < boundary < end and not set(")]}").intersection(line[start:boundary]) for _, start, end in found)


def breaks(above: str, below: str, pool: Pool) -> bool:
    """Return whether a name continues on the next line, with its title or its level, also in cells of a table."""
    above, below = above.rstrip(" |"), below.lstrip(f" |{OPEN_MARK}")
    head, rest = above[-LONGEST_NAME:].rstrip(), below.strip()
    title, level = split_experience(f"{head} {rest}" if 0 < len(rest) <= _LONGEST_LEVEL else "")
    return begins_title(above, below, pool) or (level is not None and len(title) <= len(head))


def breaks_at(line: int, raw: RawDeck, pool: Pool) -> bool:
    """Return whether a name continues from this line of a list onto the next one."""
    return line > 0 and breaks(raw.line(line), raw.line(line + 1), pool)


def holds_card(text: str, pool: Pool) -> bool:
    """Return whether `text`, which should be a subtitle, has a number or a title."""
    line = plain(text)
    tokens = tokens_of(line)
    numbers = any(number_of(token) is not None or token.kind in ("compound", "code") for token in tokens)
    return numbers or bool(titles_on(line, tokens, pool, without_number=True)) or len(tokens) > _SUBTITLE


def is_free_of_titles(text: str, pool: Pool) -> bool:
    """Return whether a short text without markup certainly has no title; this is faster than accounting for it."""
    return len(text) <= _SHORT_TEXT and _has_no_title(text, pool)


# Questions about a line often begin with this one.
@lru_cache(maxsize=_REMEMBERED)
def _has_no_title(text: str, pool: Pool) -> bool:
    parts = re.findall("[a-z]+|[0-9]+", text.lower())
    if len(parts) > _SHORT or not text.isascii() or not _MARKUP.isdisjoint(text):
        return False
    starts = pool.starts()
    for first in range(len(parts)):
        key = ""
        for part in parts[first:] if "".join(parts[first:])[:START] in starts else ():
            key += part
            if pool.named(key) or (key.endswith("s") and pool.named(key[:-1])):  # As in "the Copper Mines".
                return False
    return True


def is_note(text: str, pool: Pool) -> bool:
    """Return whether `text`, from brackets behind a name, is only a set or another fact about the card."""
    name = re.sub(NUMBER_IN_SET, "", text)
    if is_set(name, pool) or is_code(name, pool) or re.fullmatch(FACT, text):
        return True
    line = plain(re.sub(rf"{_SEASON}|\s#.*$", "", text))
    titles = titles_on(line, tokens_of(line), pool, without_number=True, bare=True)
    if not all(line[start:end].isalpha() for _, start, end in titles):
        return False  # A title of several words is not a set, and a title of one word may be part of a set.
    tokens = tokens_of(without_statistics(line))
    if not text or strange(tokens, [], (), pool):
        return False
    said = [token for token in tokens if token.kind != "sign"]
    if any(number_of(token) is not None or token.kind not in ("word", "code") for token in said):
        return False
    words = [token.text for token in said]
    if not words:
        return any(map(str.isalnum, line))
    return are_notes(words, pool)


def ends_with_set(name: str, pool: Pool) -> bool:
    """Return whether a name ends with a set in brackets, and not with its level or type."""
    bracket = split_bracket(name)[1]
    if not bracket or bracket_experience(bracket)[0] is not None:
        return False
    words = re.findall(r"\w+", without_statistics(bracket).casefold())
    is_other = all(word in words_in("beside_names") | ARTS or is_label([word], pool) for word in words)
    return is_set(bracket, pool) or not is_other


def without_statistics(text: str) -> str:
    """Return a text without the facts about cards in it: ``2 influence each``, ``influence: 2``."""
    return re.sub(_OF_CARD, " ", text, flags=re.IGNORECASE | re.VERBOSE)


def strange(before: list[Token], behind: list[Token], cards: tuple[Card, ...], pool: Pool) -> str:
    """Return text around the name of one of `cards` that may have a meaning: a sign, or a code that is not a set's."""
    if all(token.kind == "sign" for token in behind):
        behind = [token for token in behind if token.text != "#"]  # An empty comment.
    for token in (*before, *behind):
        strange = token.kind == "sign" and token.text not in _DUMB and not _is_symbol(token.text)
        strange = strange or (token.kind == "code" and not is_code(token.text, pool))
        if strange and not any(token.text in card.title for card in cards):
            return f"`{token.text}` may mean something"
    return ""


def _is_symbol(char: str) -> bool:
    """Return whether `char` is a picture that only decorates a list, and does not cross out or question a card."""
    is_picture = unicodedata.category(char) in ("So", "Sk", "Mn")
    return is_picture and not refuses(char)
