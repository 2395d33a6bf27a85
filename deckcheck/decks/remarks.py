"""What the numbers on a line without a title say, where everybody reads them as something else than copies."""

from __future__ import annotations

import re
import unicodedata

from deckcheck.decks.counts import ALL_NUMBER_WORDS, says_number, split_count
from deckcheck.decks.headers import HEADERS, MAYBE_WORDS, OUTSIDE_WORDS, may_say_outside, words_of
from deckcheck.decks.sayings import MEASURES, NO_CARDS, NOTES, STATISTICS, label_words
from deckcheck.decks.talk import without_talk
from deckcheck.model.limits import Limits
from deckcheck.model.names import says_experience, split_experience
from deckcheck.model.unfinished import UNFINISHED

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_MONTH = rf"(?:{_MONTHS})[a-z]*\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:19|20)\d\d"
# With its year a day is no number of copies, and neither is one in an address, of a page or of a telephone.
_ELSE = rf"""\b(?:{_DAY}\s(?:of\s)?{_MONTH}|{_MONTH}\s{_DAY}),?\s\d{{4}}\b
    |\b\d\d?[-/.]\d\d?[-/.]{_YEAR}\b|^\W*edited\W*$
    |^\W*last\sedited\s(?:by|on)\s[^:]*:\d\d(?:\s?[ap]m)?(?:[;,]\sedited\s\d+\stimes?\sin\stotal)?\W*$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$
    |\b{_YEAR}[-/.]\d\d?[-/.]\d\d?\b|\d+(?:[.,]\d+)?\s?%
    |\b\d{{1,3}}(?:st|nd|rd|th)\s(?:place\b|(?:out\s)?of\s\d+)
    |^\W*(?:finished|placed|came|ended)\s\d{{1,3}}(?:st|nd|rd|th)\b(?:\sof\s\d+)?
    |^\W*(?:round|game|match|r|g)\s?\d{{1,2}}(?=\s?[:.-]|\s(?:[wldt]|win|won|loss|lost|beat|vs|bye)\b)
    |^\W*page\s\d+(?:\s?(?:of|/)\s?\d+)?\W*$|^\W*sent\sfrom\smy\s[^\W\d][^:;,]*\d$
    |^(?:[^:'\d]{{3,}}:)?[-–*•<(\s]*(?:https?://|www\.)\S+$"""
# In the title of a deck: the year or season, its version, the week, the game, places,
# the cut and size of an event, and the age of a post.
_IN_TITLE = rf"""(?<![\w.,/-]){_YEAR}(?:\s?[-–/]\s?(?:{_YEAR}|\d\d))?(?![\w/]|[.,-]\d)
    |(?:(?<=[\s(])|^)(?:v\.?|version\s)\d{{1,3}}(?:\.\d+)*(?=\)?\s*$)
    |(?<![\w-])(?:day|week|month|season|year)\s\d{{1,2}}(?![\w/]|[.,-]\d|\s?[x×:])
    |\b(?:l5r|(?<!the\s)\d{{1,3}}(?:st|nd|rd|th)(?!\s(?:cop|card)))\b
    |\b(?:top\s?|t)(?:2|4|8|16|32|64)\b(?!\s?[x×:])
    |(?<=[(,])\s*\d{{1,4}}\s(?:players|participants|people|rounds|entries)\b(?=\s?[),]|\s*$)
    |\b\d{{1,3}}\s(?:minute|hour|day|week|month|year)s?\sago\b"""
# A fact of a card within a sentence; with a capital the word may begin a name.
_OF_A_CARD = rf"(?<=[a-z]\s)\d{{1,2}}\s(?:{'|'.join(sorted(STATISTICS))})\b"
# Several facts on a line: "Views: 312  Replies: 4".
_BETWEEN_FACTS = r"(?<=\d)\s{2,}|\s*[|;]\s*|(?<=\d),?\s(?=[A-Z][a-z]+:\s?\d)"
_FACT = r"(?P<label>[^:=\d]+)[:=](?P<value>.*\d.*)"
# Words of labels in front of facts, and of the facts.
_LABELS = STATISTICS | {"honour", "total", "starting", "used", "spent", "pool", "remaining", "left"}
_LABELS |= {"replies", "posts", "comments", "downloads", "favorites", "rate", "win"}
# With nothing but the words of headings beside them, these say how many cards there are.
TOTALS = frozenset({"total", "totals", "sum", "cards", "gesamt", "insgesamt", "summe", "karten", "cartes", "totale"})
TOTALS |= {"carte", "cartas"}
# These may be said of the card above.
_OF_CARDS = ("level", "experience")
_VALUES = MEASURES | {"of", "and", "total", "cards", "used", "spent", "remaining", "left", "at"}
# What says in a short remark that the deck is another one than the lines of the list, or another player's.
CHANGE = rf"""\b(?:cut|cuts(?!\sthrough\b)|cutting|remov(?:e|es|ed|ing)|swap(?:s|ped|ping)?|replac(?:e|es|ed|ing|ement)
    |adds?|added|adding|forgot|forget|forgotten|miss(?:ed|ing)|lacks?|lacking|minus|plus
    |without(?!\s(?:it|them|these|this|those|that)\b)|exclud(?:e|es|ed|ing)|except|ignor(?:e|ed|ing)
    |disregard|illegal|omit(?:s|ted)?|delet(?:e|ed)|outdated|substitut(?:e|ed)|instead|oops|edit
    |mistake|wrong|typo|etc|usw|ecc|continued|continua|fortsetzung|ohne|raus|weg|fuori|sortir|sacar|quitar|statt|anstatt|sans|senza|manca|quit[oaéó]?|moins|menos?|weniger)\b
    |\b(?:ersetz|tausch|vergess|streich|fehl(?:t|en)|remplac|échang|enlev|ajout|oubli|manque|cambi|añad|olvid|faltan?\b|sostitu
    |entfern|retiré|retirad|supprim|rimoss|eliminad|quitad|falsch|mauvais|sbagliat|incorrect|equivocad|à\ssuivre|continuará
    |togli|tolt|aggiun|scambi|(?:tipp|schreib)?fehler|coquille|erreur|error|errat[au]|refus[oi]\b)
    |\b(?:take|takes|took|taken|taking|leave|left|leaving|pull|pulled|is|are|was|were|go|goes|went)\s(?:\S+\s){{0,4}}?out\b
    |(?<!would\s)(?<!could\s)\b(?:not|never|isn['’]t|aren['’]t|don['’]t|doesn['’]t)\s(?:\S+\s){{0,2}}?
        (?:in|part|legal|includ(?:e|ed)|need(?:ed)?|play|played|count|counted|allowed|sure|final|complete|finished|correct|right|here)\b
    |\bneed(?:s|ed)?\s(?:another|one|two|three|an?|some)\b|\bdrop\s(?:the|one|an?|two|all|it|this|that|these|those|them)\b
    |\bno\slonger\b|\bg[eo]t(?:ting)?\srid\b|\bsold\b|\blent\b
    |\b(?:another|some|few|\d|{"|".join(ALL_NUMBER_WORDS)})\s(?:cards?|karten|cart[ae]s?|cop(?:y|ies)|more|less|fewer|short)\b|\bslots?\b
    |\b(?:open|free|empty|last|\d|{"|".join(ALL_NUMBER_WORDS)})\sspots?\b|\bopponent['’]?s?\s(?:deck|list)\b
    |\b(?:not|nicht|pas|non|no\ses)\s(?:(?:my|meine?|il|la|mi[ao]?|mon|ma|è)\s)+(?:deck|list|mazz?o)|\btoo\s(?:many|few)\b
    |\b(?:first|last|next|previous|old)\s(?:line|card|list|version|deck|part|section|two|three)s?\b
    |\bthe\s(?:rest|others)\b|\band\s(?:so\son|others|more)\b"""
CHANGE += f"|{UNFINISHED}"
# What speaks of all cards below a line, which other words in it may put outside the deck: "maybe from here".
_BELOW = r"""\b(?:below|beneath|underneath|from\s(?:here|now)|from\sthis\s(?:line|point)|after\sthis|what\sfollows
    |following|(?:the|all|everything)\s(?:rest|others|else|after|behind)|ab\shier|(?:alles\s)?(?:darunter|folgende)|der\srest
    |à\spartir\sd['’]ici|ci-dessous|le\sreste|da\squi|qui\ssotto|il\sresto|desde\saquí|abajo|el\sresto)\b"""
# These may be said of all cards of a deck.
_OF_ALL = frozenset({"not", "played", "old", "previous", "later", "banned", "illegal", "could", "might", "collection"})
# What long sentences that change the list speak of: the list or its cards, and a number or denial.
_OF_LIST = (
    r"""\b(?:list|below|above|shown|listed|written|version|numbers?|cop(?:y|ies)|slots?|holdings|rings)\b
    |\b(?:\d{1,2}|one|two|three|four|few|some|last)\s(?:other\s|more\s)?cards?\b""",
    r"\b(?:\d{1,2}|one|two|three|another|some|few|fewer|less|more|not|never|minus|plus|except|left\sout|\w+n['’]t)\b",
)
# Facts of a card and of a game, in a comment behind a card.
_OF_CARD = "|".join(sorted(STATISTICS | {"hr", "ph", "gc", "gp", "fv", "ps", "tier"}))
_OF_PLAY = rf"""\d+[fcghp]\b|[-+]?\d+\s?(?:{_OF_CARD})\b|\b(?:{_OF_CARD}|turn|round|game|match|province)\W?\d+
    |\b(?:\d|one|two|three)-?\s?drops?\b|\b(?:1|one)\sof\s(?:the|my)\b|\d+\s?(?:€|eur|usd|gbp)\b|\berrata(?:'d)?(?!\S)"""
# What points from a card to other lines, numbers and times, or leaves it open: "or Rout", "vs Crane", "?", "ditto".
_POINTS = r"""^\W*(?:or|oder|ou|oppure|o(?=\s)|either|vs|versus|against|if|unless|until|halve|half|double|twice
        |see\s(?:above|below|other)|(?:none|two|both|all(?:\s\w+)?)\sof|one\sof\seach)\b
    |^\W*(?:no|none|nope|not|and|both|end|more|fewer|less|ditto|dito|bis|repeat|flex|flexible|choices?|pending|idem)\W*$
    |^\W*(?:wenn|falls|si|se|je\snach|selon|depend[se]|dipende)\b
    |^\W*(?:nur|bloß|seulement|soltanto|sólo|solamente|solo\s(?:un[ao]?|due|tre|dos|tres|\d))\b
    |\b(?:only|(?:same|once)\s(?:again|more))\W*$
    |\b(?:nicht|keine?[rsnm]?|nein|nix|pas|nie|niet|não)\b|\b(?:should|must|i)\s(?:be|mean|meant)\b|^\s*=\s?\w|\bfull\sset\b
    |\?|[-=]>|[→⇒➔➜]|^\W*[-+−±]\s?\d+\W*$|\b(?:above|below|to-?do|unsure|undecided|prox(?:y|ied|ies)|count|end\sof)\b"""
# Addresses, and the signs around what is in italics.
_NO_WORDS = r"(?:https?://|www\.)\S+|(?<!\w)_+|_+(?!\w)"
# Pictures that cross out or ask, by their names.
_REFUSING = "CROSS MARK|BALLOT X|BOX WITH X|NO ENTRY|PROHIBITED|QUESTION MARK|THUMBS DOWN|MINUS|WASTEBASKET|STOP SIGN"
_FEW_WORDS = 3
# A comment behind a card that begins with one of these gives another number, place or card.
_BEGINNING = OUTSIDE_WORDS | {"now", "actually", "sb", "updated", "was"}
# In a remark of so few words this says where a card is, or that this is open: "under review", "auf der Bank".
_STATE = r"\W*(?:on|under|auf|sur|in\s(?:question|doubt)|perhaps|possibly|loaner|trial)\b"
# Longer lines and sentences describe how a deck plays.
_MOST_WORDS = 20
_SENTENCE_WORDS = 10


def may_change_list(line: str) -> bool:
    """Return whether a short remark may say that the deck has other cards than the list: ``cut one``, ``not legal``.

    What ends with a colon heads others, whose cards are read by themselves. A long sentence says so only where it also
    speaks of the list or its cards, with a number of them or in a denial.
    """
    if line.rstrip("*_ ").endswith(":"):
        return False
    said = re.sub(_NO_WORDS, " ", line)
    is_long = len(line.split()) > _MOST_WORDS
    for each in re.split(r"[.!?;](?:\s|$)", said):
        is_short = not is_long and len(each.split()) <= _SENTENCE_WORDS
        parts = (CHANGE,) if is_short else (CHANGE, *_OF_LIST)
        if all(re.search(part, each, re.IGNORECASE | re.VERBOSE) for part in parts):
            return True
    return False


def puts_below_outside(line: str) -> bool:
    """Return whether a line says that the cards below may be outside the deck: ``Everything below is sideboard.``."""
    is_below = len(line.split()) <= _SENTENCE_WORDS and re.search(_BELOW, line, re.IGNORECASE | re.VERBOSE) is not None
    return is_below and not MAYBE_WORDS.difference(_OF_ALL).isdisjoint(words_of(line))


def may_change_card(card: str, comment: str, limits: Limits) -> bool:
    """Return whether a comment beside a card may give it another number, version or place: ``# only two``."""
    said = comment.lstrip("#/; ")
    own, other = split_experience(card)[1], split_experience(f"x {said}")[1]
    is_other = says_experience(said) and (own is None or other not in (None, own))
    is_other = is_other or not _BEGINNING.isdisjoint(words_of(said)[:1])
    return is_other or may_change_copies(said, split_count(card, limits).number)


def may_change_any(comment: str) -> bool:
    """Return whether a comment may change a card beside it or cards below it, whatever the number of their copies."""
    said = comment.lstrip("#/; ")
    return puts_below_outside(said) or says_experience(said) or any(may_change_copies(said, n) for n in (0, None))


def may_change_copies(remark: str, copies: int | None) -> bool:
    """Return whether a remark beside a card may give it another number than `copies` (None: not said) or another place.

    Behind a number of copies one of two digits is none of copies, but as that of the card in its set.
    """
    number = 1 if copies is None else copies
    silent = rf"{_OF_PLAY}|(?<!\S){number}(?!\S)" + r"|\d{2,}" * (copies is not None)
    said = re.sub(silent, " ", remark, flags=re.IGNORECASE | re.VERBOSE)
    if len(said.split()) <= _FEW_WORDS and (may_say_outside(said) or re.match(_STATE, said, re.IGNORECASE)):
        return True
    return leaves_open(remark) or may_change_list(said) or says_number(said, number)


def may_change_cards(sentence: str) -> bool:
    """Return whether a sentence among the cards may change some of them: ``Only two.``, ``Half of these.``."""
    return may_change_list(sentence) or (is_remark(sentence) and may_change_copies(without_remarks(sentence), None))


def is_remark(line: str) -> bool:
    """Return whether a line is so short that it may be said of a card, and neither heads others nor has a label."""
    is_short = len(line.split()) <= _SENTENCE_WORDS and not line.rstrip("*_ ").endswith(":")
    return is_short and label_words(line.partition(":")[0]) not in NO_CARDS | NOTES


def leaves_open(remark: str) -> bool:
    """Return whether a remark beside a card points to other lines, numbers or times, or asks: ``or Rout``, ``?``."""
    return refuses(remark) or re.search(_POINTS, re.sub(_NO_WORDS, " ", remark), re.IGNORECASE | re.VERBOSE) is not None


def refuses(text: str) -> bool:
    """Return whether a text has a picture that crosses out or asks: ``❌``."""
    pictures = () if text.isascii() else (char for char in text if unicodedata.category(char) == "So")
    return any(re.search(_REFUSING, unicodedata.name(char, "")) for char in pictures)


def without_remarks(line: str) -> str:
    """Return a line without what counts no cards: ``On 3 May 2021``, and the whole of ``Round: 3``."""
    line = without_talk(line)
    facts = re.split(_BETWEEN_FACTS, line)
    return "" if all(map(_is_fact, facts)) else re.sub(_ELSE, " ", line, flags=re.IGNORECASE | re.VERBOSE)


def without_events(line: str) -> str:
    """Return a line without remarks, and the numbers that titles of decks and sentences about cards have.

    As in ``2015 World Champion``, ``Kotei Paris (T8)`` and ``He has 5 force.``
    """
    said = re.sub(_OF_A_CARD, " ", without_remarks(line))
    return re.sub(_IN_TITLE, " ", said, flags=re.IGNORECASE | re.VERBOSE)


def _is_fact(line: str) -> bool:
    """Return whether a line is a label that heads no cards, with numbers behind it."""
    match = re.fullmatch(_FACT, line)
    label = label_words(match["label"]) if match else ""
    said = words_of(match["value"]) if match else []
    heads = all(word in HEADERS or word in TOTALS for word in label.split())
    if heads or label in _OF_CARDS or not _VALUES.issuperset(said):
        return False
    return label in NO_CARDS or _LABELS.union(NO_CARDS, MEASURES).issuperset(label.split())
