"""Find the number of copies around the name on a line, and numbers that may mean something else."""

import re
from itertools import pairwise

from deckcheck.decks.resolve.tokens import END, Token, could_be_copies, counts_copies, is_unit, number_of
from deckcheck.decks.words.counts import ROMAN
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.sayings import STATISTICS
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import split_experience
from deckcheck.rules.copies import CopyParams

SEVERAL_WAYS = "its number can be read in several ways"
# Two numbers may be multiplied: "3x3 Iron Mine".
_PRODUCT = r"[2-9][xX][2-9]"
# The maximum of copies for a title where the format has no rule.
_COPIES = 3
# A number alone before or behind a name, or in a cell; except a collector number behind brackets, or the pack number
# of an id.
_FIRST = re.compile(r"\W*(\d{1,3})(?![^\W_]|[-_][a-z]|[.,]\d|\s?[x×]\s)")
_LAST = re.compile(r"""(?:[(\[](\d{1,3})[)\]]|\t(\d{1,3})|(?<![)\]\d])(?:[^\w)\]#]|_)(\d{1,3})[\s|"'*_]*)$""")
_CELL = re.compile(r"[\t|;] *(\d{1,3}) *[\t|;]")
# The end of the text in front of a number between words, as in "CE 61 Iron Mine"; and a number of copies behind it.
_WORD_BEFORE = re.compile(r"[^\W\d_]\W+$")
_SAYS_COPIES = re.compile(r"(?<!\w)[x×]\s?\d|\d\s?[x×](?!\w)", re.IGNORECASE)
# The number of tokens of "3x [2]".
_TIMES_AND_BRACKET = 5
# More digits than this are a code or a year.
_DIGITS = 3
# The signs between the texts in front of a number, as in "Iron Mine - CE - 61".
_BETWEEN = re.compile(r"[^\W\d_]\W?\s?[-–—|,;:]\s")


def most_of_a_title(fmt: Format) -> int:
    """Return the maximum of copies of one title in the format, from its rules about copies."""
    params = (provision.params for provision in fmt.provisions)
    return max((each.max for each in params if isinstance(each, CopyParams)), default=_COPIES)


def has_number(tokens: list[Token], limits: Limits) -> bool:
    """Return whether `tokens` include a number that may count copies."""
    words = [token for token in tokens if token.kind == "word"]
    others = [token for token in words if not (is_unit(token.text) or token.text.upper() in ROMAN)]
    is_alone = bool(words) and all(number_of(token) is not None for token in others)
    is_said = any(could_be_copies(token, after, limits) for token, after in pairwise([*tokens, END]))
    begins = bool(tokens) and number_of(tokens[0]) is not None and any(word.text[0].isupper() for word in words[1:])
    return is_alone or is_said or begins


def count_around(before: list[Token], behind: list[Token], limits: Limits, *, of_set: bool) -> tuple[int | None, str]:
    """Return the number of copies around a name (None: no number), or the part in doubt.

    `of_set` tells whether the name ends with a set; then a number after it may be the collector number.
    """
    around = [*before, *behind]
    if any(token.kind == "comment" for token in around):
        return None, "a part of it may be struck out"
    numbers = [token for token in around if number_of(token) is not None]
    if _is_said_twice(around, numbers):
        numbers = numbers[:1]
    if _asks_for_number(around, numbers):
        return None, SEVERAL_WAYS
    if len(numbers) > 1 and _is_ordinal(before, is_counted=counts_copies(behind)):
        numbers = numbers[1:]
    if len(numbers) > 1 and (copies := _times_before_bracket(before)):
        numbers = [copies]
    if of_set and len(numbers) > 1 and behind and behind[0] is numbers[-1]:
        numbers = numbers[:-1]  # A collector number: "3 Marketplace (CE) 45".
    values = {number_of(token) for token in numbers}
    if not values:
        return None, ""
    value = values.pop()
    is_product = any(re.search(_PRODUCT, "".join(token.text for token in each)) for each in (before, behind))
    if values or (len(numbers) > 1 and value != 1 and (is_product or not counts_copies(around))):
        # Equal numbers may count something else: in "3 | 3 | Iron Mine" the copies in two decks, or cost and focus.
        return None, "it has several numbers"
    is_longer = any(each.kind == "number" and len(each.text) > len(str(limits.copies)) for each in numbers)  # "00101"
    if not value or value > limits.copies or is_longer:
        return None, "its number is not a number of copies"
    return value, ""


def may_be_level(name: str, count: int | None, behind: str) -> bool:
    """Return whether the number `behind` a name may be a level: ``Iron Mine 3``, ``Doji Ayano - exp 1, 3``."""
    has_level = split_experience(name)[1] is not None
    sign = r" ?[-–—,.•·/]? ?[(\[{]?" if has_level else " "
    is_behind = re.match(rf"{sign}\d+(?!\w)", behind) is not None
    return is_behind and count is not None and not (has_level and count == 1)


def _is_ordinal(before: list[Token], *, is_counted: bool) -> bool:
    """Return whether a line begins with its number: ``17. 3 Iron Mine``; if it `is_counted`, ``17. Rout x3``."""
    number, sign, third = (*before[:3], *[END] * 3)[:3]
    is_apart = sign.end < third.start or (is_counted and third is END)
    return number.kind == "number" and sign.text in (".", ")") and is_apart


def _is_said_twice(around: list[Token], numbers: list[Token]) -> bool:
    """Return whether a number is in words and, in brackets behind them, in digits, or the reverse: ``three (3)``."""
    if {each.kind for each in numbers} != {"word", "number"} or len({*map(number_of, numbers)}) > 1:
        return False
    first = around.index(numbers[0])
    return [each.text for each in around[first + 1 : first + 4 : 2]] in (["(", ")"], ["[", "]"])


def _times_before_bracket(before: list[Token]) -> Token | None:
    """Return the number with an x before another in brackets, such as the card's cost: ``3x [2] Iron Mine``."""
    if len(before) != _TIMES_AND_BRACKET or before[1].text.casefold() != "x" or before[0].end != before[1].start:
        return None
    is_bracketed = before[2].text + before[4].text in ("()", "[]") and before[3].kind == "number"
    return before[0] if is_bracketed and before[0].kind == "number" else None


def _asks_for_number(around: list[Token], numbers: list[Token]) -> bool:
    """Return whether the number around a name is unclear: in parts, a fact, behind a word, or missing."""
    is_other = any(_is_statistic(*both) or _is_index(*both) for both in pairwise(around))
    if is_other or _is_compared(around) or any(token.kind == "compound" for token in around):
        return True
    if numbers:
        return False
    if any(token.kind in ("price", "code") or is_unit(token.text) for token in around):
        return True
    signs = [token for token in around if token.text != "."]
    beside = [(one.text + other.text, one.end == other.start) for one, other in pairwise(signs)]
    return any(both[0] == both[1:] or both == "][" or (close and both in ("()", "[]")) for both, close in beside)


def _is_compared(around: list[Token]) -> bool:
    """Return whether a number is compared (``>=3 Iron Mine``) or belongs to a label (``Card 2: Iron Mine``)."""
    signs = {f"{one.text}{other.text}" for one, other in pairwise(around) if one.end == other.start}
    is_label = [token.kind for token in around[:3]] == ["word", "number", "sign"] and around[0].text not in "xX"
    is_label = is_label and around[2].text in (":" if is_unit(around[0].text) else ":-–—")
    return is_label or not {"<=", ">="}.isdisjoint(signs) or any(token.text in "≤≥" for token in around)


def _is_statistic(token: Token, after: Token) -> bool:
    """Return whether the word behind a number makes it a fact about a card, as in ``3 fate``."""
    return token.kind == "number" and after.text.casefold() in STATISTICS and after.start == token.end + 1


def _is_index(word: Token, number: Token) -> bool:
    """Return whether a number ends a word other than ``x``, as in ``card3``, or is behind a word like ``times``."""
    is_word = word.kind == "word" and word.text.casefold().strip("x") != ""
    is_beside = word.end == number.start or word.text.casefold() in KEYS["units behind"]
    return is_word and number.kind == "number" and is_beside


def number_beside(text: str) -> int | None:
    """Return the number alone before the name on a line, else the one behind it or between; None without one."""
    match = _FIRST.match(text) or (None if text[-1:].isalpha() else _LAST.search(text))
    return int(match[match.lastindex or 1]) if match else number_between(text)


def number_between(text: str) -> int | None:
    """Return the number alone in a cell, between words or behind two texts, as of ``CE 61 Iron Mine``; else None."""
    if (cell := _CELL.search(text)) or (number := re.search(r"\d+", text)) is None:
        return int(cell[1]) if cell else None
    before, behind = text[: number.start()], text[number.end() :]
    is_between = re.match(r"\W+[^\W\d_]", behind) and _WORD_BEFORE.search(before) and not _SAYS_COPIES.search(behind)
    is_last = len(_BETWEEN.findall(before)) > 1 and re.fullmatch(r"\W*", behind)
    return int(number[0]) if len(number[0]) <= _DIGITS and (is_between or is_last) else None
