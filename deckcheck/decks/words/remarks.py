"""Decide what remarks mean for the list and the cards beside them: a different deck, or no cards of a type."""

import re
import unicodedata
from functools import lru_cache

from deckcheck.decks.words.counts import says_number, split_count, whole_number
from deckcheck.decks.words.headers import MAYBE_WORDS, OUTSIDE_WORDS, heads_cards, may_say_outside, words_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.sayings import NO_CARDS, NOTES, STATISTICS, label_words
from deckcheck.decks.words.talk import PRAISE, without_events, without_remarks
from deckcheck.model.limits import LONGEST_NAME, Limits
from deckcheck.model.names import PRICE, says_experience, split_experience
from deckcheck.model.vocabulary import (
    ALL_NUMBER_WORDS,
    OF_FORMATS,
    PLAY,
    SILENT,
    UNDONE,
    Says,
    counts_of_list,
    introduces_others,
    leaves_card_open,
    says,
    tells_of_list,
    without,
    without_idle,
)

# Words which mean that the deck differs from the list.
CHANGES = Says.OTHERS | UNDONE
_NUMBER_WORD = f"(?:{'|'.join(ALL_NUMBER_WORDS)})"
# Facts about a card, in a comment behind it. In "3 Honor Guard" the number counts cards.
_OF_CARD = "|".join(sorted(STATISTICS | KEYS["behind cards"]))
_FACTS = rf"""(?:\b(?:plus|minus|adds)\s)?(?:[-+]?\d+(?:[fcghp]|\s?(?:de\s)?(?:{_OF_CARD}))
    |\b{_NUMBER_WORD}\s(?:{_OF_CARD}))\b(?!\s(?:of\s)?(?-i:[A-Z]))
    |\b(?:{_OF_CARD})\W?\d+|{PRICE}"""
# Signs that lead from a card to other cards and numbers, or leave it open; a name of whom or what it is for.
_POINTS = (
    r"^\s*=\s?\w|\?|[-=]>|[→⇒➔➜]|^\W*[-+−±]\s?\d+(?:\seach)?\W*$|^\W*x?\s?0\s?x?\W*$|^\W*\d\s?[-–—~]\s?\d\s?x?\W*$"
    r"|^\W*(?:for|für|pour|per|para|dla)\s[A-Z]\w+\W*$"
    r"|^\W*(?i:(?:for|only)\s)?(?i:game|round|match|day|spiel|runde|tag|partie|partita|partida)\s(?:\d|one|two|three)\W*$"
)
# Somebody has or wants a card: "Paul needs it back".
_SOMEBODY = (
    r"[A-Z]\w+\s(?:has|needs|wants|took|keeps|kept|borrowed|got)\s"
    r"(?:it|this|them|these|one|two|both|\d|mine|my|his|hers?|theirs?|the|a)\b"
)
# Somebody has copies of a card: "own 3", "I own all 3 of these", "have 3".
_HAS = (
    r"(?i)\W*(?:i\s)?(?:already\s)?(?:(?P<own>owned|own|besitze|possède|possédés|posiadam|tengo)|have|got|habe|mam|ho)"
    rf"\W\s*(?:all\s)?(?P<number>\d|{_NUMBER_WORD})(?:\s(?:of\s(?:these|them|it)|copies))?\W*"
)
# Addresses, and the signs around text in italics.
_NO_WORDS = r"(?:https?://|www\.)\S+|(?<!\w)_+|_+(?!\w)"
# Signs that say nothing by themselves.
_STOPS = " \t.,;:!()[]*_~'\"-–—/+&"
_DOTS = r"^\W*(?:\.{3}|…)\W*$|\?\?"
# Pictures that cross out or question a card, by name.
_REFUSING = "CROSS MARK|BALLOT X|BOX WITH X|NO ENTRY|PROHIBITED|QUESTION MARK|THUMBS DOWN|WASTEBASKET|STOP SIGN"
_REFUSING += "|(?<!DIAMOND )MINUS|OVERLAY"  # "3̶" is struck out.
_FEW_WORDS = 3
# Longer lines and sentences describe how a deck plays.
_MOST_WORDS = 20
_SENTENCE_WORDS = 10
# Longer remarks about missing things do not concern the list.
_FEW_OF_MORE = 12
_NOTHING = KEYS["none"] | {"", "null", "false", "unknown"}
# Denials of a card type in words: "sensei none", "sensei no sensei", "proxies used 0".
_NONE_OF = rf"(?:(?:no )?(\D+?)(?: used| and| or)? )?(?:{'|'.join(sorted(KEYS['none']))}|0|no (\D+?))(?: used)?"
_AND = r" (?:and|or)(?: no)? | no "
# The number of comments whose text without facts is remembered.
_REMEMBERED = 1_000
# The maximum of characters in a line that says "none".
_LONGEST = 80


def may_change_list(line: str) -> bool:
    """Return whether a short remark may say that the deck differs from the list: ``cut one``, ``not legal``.

    Text that ends with a colon heads other lines, whose cards are read separately. A long sentence has to mention the
    list or its cards too, with a number of them or a denial.
    """
    if line.rstrip("*_ ").endswith(":"):
        return False
    is_long = len(line.split()) > _MOST_WORDS
    for each in re.split(r"[.!?;](?:\s|$)", _words(line)):
        if says(each) & CHANGES and ((not is_long and len(each.split()) <= _SENTENCE_WORDS) or counts_of_list(each)):
            return True
    return False


def may_change_deck(line: str, *, among_cards: bool = False) -> bool:
    """Return whether a line says that the deck differs from the list, or that the cards below are outside it.

    A short one `among_cards` may also change some of them: ``Only two.``, ``Half of these.``.
    """
    is_of_some = among_cards and is_remark(line) and may_change_copies(without_events(line), None)
    return is_of_some or puts_below_outside(line) or may_change_list(line)


def may_be_other(line: str) -> bool:
    """Return whether a line away from the cards may say that they are not the deck: ``Cards I still need``."""
    return introduces_others(line) or may_change_list(line) or may_differ(line)


def may_differ(line: str) -> bool:
    """Return whether a remark above or below all cards may say that the deck differs: ``the numbers are guesses``."""
    is_short = len(line.split()) <= _FEW_OF_MORE and ":" not in line
    return is_short and any(map(tells_of_list, re.split(r"[.!?;,](?:\s|$)", _words(line))))


def may_tell_of_more(remark: str) -> bool:
    """Return whether a remark may mention cards missing from the list: ``rest as usual``, ``...``, ``see page 2``."""
    is_short = len(remark.split()) <= _FEW_OF_MORE
    return is_short and (re.search(_DOTS, remark) is not None or bool(says(remark) & (CHANGES | Says.MORE)))


def puts_below_outside(line: str) -> bool:
    """Return whether a line says that the cards below may be outside the deck: ``Everything below is sideboard.``."""
    is_below = len(line.split()) <= _SENTENCE_WORDS and says(line) & (Says.BELOW | Says.ENDS)
    return bool(is_below) and not MAYBE_WORDS.difference(KEYS["of all cards"]).isdisjoint(words_of(line))


def may_change_card(card: str, comment: str, limits: Limits) -> bool:
    """Return whether a comment behind a card may give it another number, version or place: ``# only two``."""
    said = without_formats(comment)
    return may_refer_to_card(card, said, limits) or may_leave_card_open(said)


def may_leave_card_open(said: str) -> bool:
    """Return whether a comment behind or below a card may leave it open: ``my cousin needs one back``."""
    is_theirs = re.search(_SOMEBODY, said) is not None
    return is_theirs or leaves_card_open(without_facts(said)) or may_differ(said)


def is_understood(comment: str) -> bool:
    """Return whether all of a comment says what its card is and does, or praises it: ``2 gold``, ``great card``."""
    if len(comment) > LONGEST_NAME:
        return False
    rest = without(PLAY, without_remarks(without_facts(without_formats(comment))))
    return PRAISE.issuperset(words_of(rest)) and not re.sub(r"[^\W\d_]", "", rest).strip(_STOPS)


def may_refer_to_card(card: str, said: str, limits: Limits) -> bool:
    """Return whether a comment near a card may give it another number, version or place: ``# only two``."""
    own, other = split_experience(card)[1], split_experience(f"x {said}")[1]
    is_other = says_experience(said) and (own is None or other not in (None, own))
    return is_other or may_change_copies(said, split_count(card, limits).number)


def may_change_any(comment: str) -> bool:
    """Return whether a comment may change a card beside it or cards below it, whatever the number of their copies."""
    is_other = puts_below_outside(comment) or says_experience(comment) or may_leave_card_open(comment)
    return is_other or any(may_change_copies(comment, copies) for copies in (0, None))


def may_change_copies(remark: str, copies: int | None) -> bool:
    """Return whether a remark may give its card a number other than `copies` (None: not given) or another place.

    Behind a number of copies, a number of two or more digits is a collector number.
    """
    if copies is not None and has_all(remark, copies):
        return False
    number = 1 if copies is None else copies
    numbers = rf"(?<!\S){number}(?!\S)" + r"|\d{2,}" * (copies is not None)
    said = re.sub(numbers, " ", without_idle(without_facts(remark)))
    is_open = _is_outside(remark, said) or leaves_open(remark)
    return is_open or may_change_list(said) or says_number(said, number)


def has_all(remark: str, copies: int) -> bool:
    """Return whether a remark says only that somebody has all `copies` of a card: ``own 3``, ``I own 4 of these``.

    ``have 4`` may mean that four are in the deck.
    """
    match = re.fullmatch(_HAS, remark)
    number = whole_number(match["number"]) if match else None
    return match is not None and number is not None and (number == copies or (number > copies and bool(match["own"])))


def may_take_out(remark: str) -> bool:
    """Return whether a remark may say that cards next to it are not in the deck: ``out``, ``❌``, ``or``."""
    said = without_idle(without_facts(remark))
    return _is_outside(remark, said) or leaves_open(remark) or bool(says(said) & ~Says.MORE)


def _is_outside(remark: str, said: str) -> bool:
    """Return whether a remark has a word for cards outside the deck; `said` is what matters of it."""
    is_short = len(words_of(remark)) <= _FEW_WORDS
    return not OUTSIDE_WORDS.isdisjoint(words_of(said)[:1]) or (is_short and may_say_outside(said))


def is_remark(line: str) -> bool:
    """Return whether a line is short enough to refer to a card, and neither heads others nor has a label."""
    is_short = len(line.split()) <= _SENTENCE_WORDS and not line.rstrip("*_ ").endswith(":")
    return is_short and label_words(line.partition(":")[0]) not in NO_CARDS | NOTES


def leaves_open(remark: str) -> bool:
    """Return whether a remark beside a card refers to other lines, numbers or times, or asks: ``or Rout``, ``?``."""
    said = _words(remark)
    return refuses(remark) or re.search(_POINTS, said) is not None or Says.OPEN in says(said)


# Several questions about a comment begin with this one.
@lru_cache(maxsize=_REMEMBERED)
def without_facts(remark: str) -> str:
    """Return a remark without facts about cards and other words without effect: ``2 gold``, ``on theme``."""
    return re.sub(_FACTS, " ", without(SILENT, remark), flags=re.IGNORECASE | re.VERBOSE)


def without_formats(remark: str) -> str:
    """Return a remark without phrases about other formats, such as ``banned in Lotus``; a question stays whole."""
    return remark if "?" in remark else without(OF_FORMATS, remark)


def refuses(text: str) -> bool:
    """Return whether a text has a picture or a stroke that crosses out or questions: ``❌``."""
    pictures = () if text.isascii() else (char for char in text if unicodedata.category(char) in ("So", "Mn"))
    return any(re.search(_REFUSING, unicodedata.name(char, "")) for char in pictures)


def _words(text: str) -> str:
    """Return a text without addresses and the signs around what is in italics."""
    return re.sub(_NO_WORDS, " ", text, flags=re.IGNORECASE)


def says_none(text: str) -> bool:
    """Return whether a text means "nothing", in general or of a type: ``none``, ``-``, ``no Sensei``."""
    return text.strip(" .()[]") in ("-", "–", "—", "/") or _kinds_without_cards(text) is not None


def says_none_of_kind(line: str) -> bool:
    """Return whether a line denies cards of a type: ``Sensei: none``, ``Proxies used: 0``."""
    return bool(_kinds_without_cards(line))


def _kinds_without_cards(text: str) -> list[str] | None:
    """Return the types that have no cards according to a text, None for any other text."""
    said = re.fullmatch(_NONE_OF, label_words(text)) if len(text) <= _LONGEST and text[-1:] != ":" else None
    kinds = [each for kind in said.groups() if kind for each in re.split(_AND, kind)] if said else []
    is_none = said and all(map(heads_cards, kinds))
    return kinds if is_none else None


def says_some(value: str) -> bool:
    """Return whether a value may mean "something": anything except ``none``, ``-`` or ``0 cards``."""
    return label_words(value) not in _NOTHING and re.match(r"\s*0(?!\d)", value) is None and not says_none(value)


def says_nothing(value: str) -> bool:
    """Return whether a value names nothing: ``none``, ``yes``."""
    return not says_some(value) or label_words(value) in ("yes", "true")
