"""Find text about games, prices, days and card texts, whose numbers are not numbers of copies."""

import re
from functools import lru_cache

from deckcheck.decks.words.headers import HEADERS, SECTIONS, words_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.sayings import MEASURES, NO_CARDS, STATISTICS, label_words
from deckcheck.model.names import PRICE
from deckcheck.model.vocabulary import TALK, without, words_in

_MONTH = rf"(?:{'|'.join(sorted(KEYS['months']))})\b\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:19|20)\d\d"
_CLOCK = r"\d\d?:\d\d(?:\s?[ap]m)?"
# People react with these to messages; ticks and stars are the boxes and bullets of lists, and elements may be Rings.
_PICTURE = "(?![🌊🌍-🌏🌪💧💨])[\U0001f300-\U0001f4ff\U0001f600-\U0001f64f\U0001f900-\U0001f9ff❤♥]\ufe0f?"
# Pages have this below each post: "Like · Reply · 3w".
_CONTROL = "(?:like|reply|share|save|report|comment|quote|follow|download|print|previous|next)"
# A day with its year is not a number of copies; nor is a number in an address, of a page or of a telephone.
_ELSE = rf"""\b(?:{_DAY}\s(?:of\s)?{_MONTH}|{_MONTH}\s{_DAY}),?\s\d{{4}}\b(?:,?\s(?:at\s|um\s|à\s)?{_CLOCK})?
    |^\W*[^\d:;,—]{{2,32}}\s—\s(?:(?:today|yesterday|heute|gestern|hier|hoy|ayer)\s[^\d:;,]{{,9}}|\d\d?[-/.]\d\d?[-/.]{_YEAR},?\s){_CLOCK}\W*$
    |\b\d\d?[-/.]\d\d?[-/.]{_YEAR}\b|^\W*edited(?:\s\d+\stimes?)?\W*$
    |\b(?:{"|".join(sorted(KEYS["weekdays"]))})\b[.,]?\s(?:{_DAY}\s(?:(?:of|de)\s)?{_MONTH}|{_MONTH}\s{_DAY})(?!\w)(?:,?\s(?:at\s|um\s|à\s)?{_CLOCK})?
    |\b\d\d?(?:st|nd|rd|th)\sof\s{_MONTH}(?!\w)|(?<!\d)\d\d?月\d\d?日(?:\W\w\W?)?|^(?:\s*{_PICTURE}\s?\d{{1,3}}(?!\w))+\W*$|^\s*\d{{1,3}}\s?{_PICTURE}\W*$|^[\s~≈]*{PRICE}\W*$
    |^\W*(?:table|tbl|seat|pod|player|tisch|mesa|tavolo|stół)\s(?:no\.?\s?|\#)?\d{{1,3}}\W*$
    |^\W*(?:deck\s)?(?:hash|checksum|fingerprint)\s?[:=]?\s?(?:sha\d+:)?[\da-f-]{{4,}}\W*$
    |^\W*(?:tel|telefon|fon|phone|mobile?|cell|handy|whatsapp)\b[.:\s]*\+?\d[\d\s()/-]{{6,}}$
    |^\W*(?:\d[\d.,]*k?\s(?:results|hits|replies|comments|likes|votes|views|reactions|points|shares|upvotes)\W*)+$
    |^\W*(?:sent|gesendet|envoyé|enviado(?:\sel)?|inviato|wysłano)\s?:\s[^\d:]{{0,12}}\d\d?\.?\s[^\d:]{{3,16}}\d{{4}}\s[^\d:]{{0,6}}\d\d?:\d\d$
    |^\W*(?:\(c\)|©|copyright)(?:\s©)?\s\d{{4}}\b[^\d:;,]*$
    |^\W*(?:rating|rated):?\s\d(?:[.,]\d+)?\s?/\s?\d+(?:\s\(\d+\s\w+\))?\W*$|^\W*printed\s\d\d?[-/.]\d\d?[-/.]\d{{2,4}}[\s\d:,]*$
    |^«\s(?:last\sedit|(?:reply\s\#\d+\s)?on):\s[^«»]*\d\d:\d\d[^«»]*»$
    |^\W*(?:on|le|am|el|il|op)\s[^:]*\d{{4}}[^:]*\d\d:\d\d\D{{,60}}(?:wrote|a\sécrit|schrieb\s\D{{,40}}|escribió|ha\sscritto)\s?:$
    |^\W*last\sedited\s(?:by|on)\s[^:]*:\d\d(?:\s?[ap]m)?(?:[;,]\sedited\s\d+\stimes?\sin\stotal)?\W*$|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+
    |\b{_YEAR}[-/.]\d\d?[-/.]\d\d?\b|(?<!\d)\d+(?:[.,]\d+)?\s?%
    |\b\d{{1,3}}(?:st|nd|rd|th)\s(?:place\b(?:\s(?:out\s)?of\s\d+)?|(?:out\s)?of\s\d+)|\b\d{{1,3}}\.\sPlatz\b
    |^\W*(?:generated|created|exported|imported|built|made|posted|submitted|powered|shared|scanned|printed|edited)
    \s(?:by|with|from|on|via|using)\s(?:[^\d:;,]|(?<=l)5(?=r))*(?:\bv?\d+(?:\.\d+)+|\d{{1,3}}\s[a-z]+\sago|\d\d?[-/.]\d\d?[-/.]{_YEAR}|{_DAY}\s{_MONTH}\s{_YEAR})?$|^\W*(?:deck\s)?by\s[^\d:;,]*$
    |^\W*(?:finished|placed|came|ended)\s\d{{1,3}}(?:st|nd|rd|th)\b(?:\s(?:out\s)?of\s\d+)?
    |^\W*(?:round|ronde|runde|ronda|turno|runda|game|match|partie|partida|partita|r|g)\s?\d{{1,2}}(?=\s?[:.,-]|\s(?:[wldt]|win|won|loss|lost|beat|vs|bye)\b)
    |^\W*{_CONTROL}(?:[\W_]+(?:{_CONTROL}|\d+\s?(?:[hdwmy]|min|mo|yr)))+\W*$
    |^\W*page\s\d+(?:\s?(?:of|/)\s?\d+)?\W*$|^\W*\d+\srows?(?:\sin\sset\s\(\d+\.\d+\ssec\))?\W*$|^\W*sent\sfrom\smy\s[^\W\d][^:;,]*\d$
    |^(?:[^:'\d]{{3,}}:)?[-–*•<(\s]*(?:https?://|www\.)\S+$"""
# In the title of a deck: the year or season, its version, the week, the game and its boxes, places, the table,
# the cut and size of an event, and the age of a post.
_IN_TITLE = rf"""(?<![\w.,/-]){_YEAR}(?:\s?[-–/]\s?(?:{_YEAR}|\d\d))?(?![\w/]|[.,-]\d)
    |(?:(?<=[\s(])|^)(?:v\.?|version\s)\d{{1,3}}(?:\.\d+)*(?=\)?\s*$)
    |(?<![\w-])(?:day|week|month|season|year|table|tbl|seat|pod|player|pairing|tisch|mesa|tavolo|stół|tafel)\s(?:no\.?\s?|\#)?\d{{1,3}}(?![\w/]|[.,-]\d|\s?(?:[x×]|:\s*\S))
    |^\W*(?:t|round|runde|entry|registration)\s?\d{{1,3}}\W*$
    |\b(?:legend\sof\sthe\sfive\srings|(?:[1-3]|one|two|three)\s?x?\score\ssets?|l5r|(?<!the\s)\d{{1,3}}(?:st|nd|rd|th)(?!\s(?:cop|card)))\b
    |\b(?:top\s?|t)(?:2|4|8|16|32|64)\b(?!\s?[x×:])
    |(?<=[(,–-])\s*\d{{1,4}}\s(?:players|participants|people|rounds|entries)\b(?=\s?[),–-]|\s*$)
    |\b\d{{1,3}}\s?(?:minute|hour|day|week|month|year|min|hr|mo|yr|[hdwy])s?\.?\sago\b"""
# A fact about a card, or a time, within a sentence; a word with a capital may begin a name.
_IN_SENTENCE = rf"""(?<=[a-z]\s)(?:turn|province)s?\s\d{{1,2}}(?=[.,;!?])
    |(?<=[a-z]\s)\d{{1,2}}\s(?:(?:of|or|to)\s\d{{1,2}}\s)?
    (?:{"|".join(sorted(STATISTICS | MEASURES | KEYS["beside measures"]))})\b
    |\b\d{{1,2}}(?:[:.]\d\d)?\s?[ap]m\b|(?<=[a-z]\s(?:at|by)\s)\d{{1,2}}(?:[:.]\d\d)?(?=[.,;!]|\s*$)"""
# Several facts on a line: "Views: 312  Replies: 4", "Fate 7, Honor 11".
_BETWEEN_FACTS = r"(?<=\d)\s{2,}|(?<!\s)\s*[|;]\s*|(?<=\d),?\s(?=[A-Z][a-z]+:\s?\d)|(?<=\d)\s*[,/]\s*(?=[^\W\d])"
# Facts about the deck with the number in front, in lower case: "6/10 influence", "8 of 10 influence used".
_SAID_OF = "(?:total|used|spent|left|remaining|pool)"
_AMOUNT = rf"""\d+(?:\s?(?:/|(?:out\s)?of)\s?\d+\s(?:{"|".join(sorted(STATISTICS))})(?:\s{_SAID_OF})?
    |\s(?:(?:{"|".join(sorted(STATISTICS))})\s{_SAID_OF}|influence))"""
_FACT = r"(?P<label>[^:=\d]+)[:=](?P<value>.*\d.*)"
# Without a colon, only these words cannot be a name: "Province Strength 7".
_SPACED = r"\W*(?P<label>[^\W\d][^:=\d]*)\s(?P<value>\d{1,2})\W*"
# Words of labels in front of facts, and of the facts.
_LABELS = STATISTICS | KEYS["beside facts"]
_VALUES = MEASURES | {"of", "and", "total", "cards", "used", "spent", "remaining", "left", "at"}
_GREETING = (
    r"(?:hi|hello|hey|dear|greetings|good\s(?:morning|afternoon|evening)|hallo|liebe[rs]?|bonjour|salut|hola|ciao)"
    r"\b[^\d,.:!]*[,.:!]*|@[^\W\d].*"
)
# Prices and places.
_FIGURES = (
    rf"""\btop\s(?:2|4|8|16|32|64)\b|{PRICE}|\b\d{{1,3}}(?:st|nd|rd|th)\s(?:place|seed|of\s\d+|in|at|overall)\b"""
)
# One digit each, because "40-40" may be the cards of both decks.
_SCORE = r"(?<![-–\d])\d[-–:]\d(?:[-–:]\d)?(?![-–\d])"
_FEW_WORDS = 2
# Words that only say how good a card is.
PRAISE = words_in("praise") | words_in("praised") | words_in("degree")
_TOP = r"\W*top\s\d+\W*"
_SIGNS = frozenset(" >,.:;!?¿'’\"()*_/-–—")


def greets(line: str) -> bool:
    """Return whether a line only greets or addresses somebody: ``Hi,``, ``Dear judge,``, ``@Kei``."""
    return re.fullmatch(_GREETING, line, re.IGNORECASE) is not None


def praises(text: str) -> bool:
    """Return whether a text only says how good a card is: ``great card``, ``love it``."""
    words = set(words_of(text))
    is_praise = words <= PRAISE and not words.isdisjoint(words_in("praise"))
    return is_praise and "?" not in text and not any(map(str.isdigit, text))


# Several questions about a line begin with this one.
@lru_cache(maxsize=1_000)
def without_talk(line: str) -> str:
    """Return a line without its sentences about games, prices and texts, such as ``12 players, 4 rounds``.

    A part that ends with a colon heads others, and stays.
    """
    if line.rstrip("*_ ").endswith(":"):
        return line
    sentences = re.split(r"(?<=[.!?;])\s+", line)
    kept = [each for each in sentences if not _is_talk(each)]
    return line if len(kept) == len(sentences) else " ".join(kept)


def may_count(line: str) -> bool:
    """Return whether a line has a number other than scores, prices and places, or little text beside a number."""
    is_short = len(line.split()) <= _FEW_WORDS
    rest = line if is_short else re.sub(f"{_FIGURES}|{_SCORE}", " ", line, flags=re.IGNORECASE | re.VERBOSE)
    return any(map(str.isdigit, rest))


def _is_talk(sentence: str) -> bool:
    """Return whether a sentence has talk of some kind, and no other words or numbers."""
    text = re.sub(_FIGURES, " ", without(TALK, sentence), flags=re.IGNORECASE | re.VERBOSE)
    is_top = re.fullmatch(_TOP, sentence, re.IGNORECASE) is not None
    is_short = len(sentence.split()) <= _FEW_WORDS and ":" not in sentence and not is_top
    if text == sentence or (is_short and any(map(str.isdigit, re.sub(PRICE, " ", sentence)))):
        return False
    text = re.sub(_SCORE, " ", text)
    return words_in("tellers").issuperset(words_of(text)) and _SIGNS.issuperset(re.sub(r"[^\W\d_]", "", text))


def without_remarks(line: str) -> str:
    """Return a line without remarks that count no cards, such as ``On 3 May 2021``; ``Round: 3`` goes whole."""
    line = without_talk(line)
    return "" if all(map(is_fact, facts_on(line))) else re.sub(_ELSE, " ", line, flags=re.IGNORECASE | re.VERBOSE)


def without_events(line: str) -> str:
    """Return a line without remarks and without numbers in titles of decks and in sentences about cards.

    Examples are ``2015 World Champion``, ``Kotei Paris (T8)``, ``He has 5 force.`` and ``I will be 10 minutes late``.
    """
    said = re.sub(_IN_SENTENCE, " ", without_remarks(line), flags=re.VERBOSE)
    return re.sub(_IN_TITLE, " ", said, flags=re.IGNORECASE | re.VERBOSE)


def facts_on(line: str) -> list[str]:
    """Return the parts of a line that may each be a fact."""
    return re.split(_BETWEEN_FACTS, line)


def is_fact(line: str) -> bool:
    """Return whether a line is a label with numbers behind it that heads no cards."""
    if re.fullmatch(_AMOUNT, line.strip(), re.VERBOSE) is not None:
        return True
    spaced = re.fullmatch(_SPACED, line)
    match = spaced or re.fullmatch(_FACT, line)
    label = label_words(match["label"]) if match else ""
    said = words_of(match["value"]) if match else []
    heads = all(word in HEADERS or word in SECTIONS["totals"] for word in label.split())
    # A level or experience may belong to the card above.
    if heads or label in ("level", "experience") or not _VALUES.issuperset(said):
        return False
    if spaced:
        return _LABELS.issuperset(label.split())
    return label in NO_CARDS or _LABELS.union(NO_CARDS, MEASURES).issuperset(label.split())
