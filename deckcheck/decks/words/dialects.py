"""The properties of each program's text lists; one reader, `deckcheck.decks.text.lists`, reads them all."""

import re
from functools import lru_cache

from msgspec import Struct

from deckcheck.decks.words.keys import KEYS

# The facts that labels in a list name; the deck does not store a fact named "".
FACTS = {label: title[5:] for title, labels in KEYS.items() if title.startswith("fact ") for label in labels}
FACTS |= dict.fromkeys(KEYS["fact"], "")

# Markup without information about cards. A number in an attribute may count copies, unless the attribute sets the look
# of a page or the target of a link; a tag with any other attribute that has a number stays.
_NAMES = "b|i|u|strong|em|p|br|div|span|h[1-6]|ul|ol|li|font|a|center|blockquote|small|sub|sup|code|pre|hr"
_NAMES += "|o:p|table|thead|tbody|tfoot|caption|tr|td|th"
_NAMES += "|section|article|main|nav|header|footer|details|summary|title|html|head|body"
_NAMES += "|dl|dt|dd|figure|figcaption|button|label"
_LOOKS = "href|src|class|style|id|color|size|face|width|height|align|valign|target|rel|colspan|rowspan|border"
_VALUE = r"""(?:"[^"<>\n]{0,200}"|'[^'<>\n]{0,200}'|[^\s"'<>]{1,200})"""
# Markup that strikes out or hides: tags by name, and elements of HTML by the values of their attributes.
# Strokes through the letter before.
OVERLAYS = "\u0335-\u0338"
STRUCK = "s|del|strike(?:through|out|d)?|struck(?:-?out)?|line-?through|crossed(?:-?out)?"
_STYLES = r"line-through|display\s?:\s?none|visibility\s?:\s?hidden"
_CLASSES = rf"(?<![\w-])(?:{STRUCK}|removed?|deleted?|cut|out|excluded?|dropped|hidden|invisible)(?![\w-])"
STRIKING = r"""(?:[^<>"']|"[^"<>]{0,200}"|'[^'<>]{0,200}'){0,300}\shidden(?=[\s=/>])|"""
STRIKING += (
    rf"""[^<>]{{0,300}}\s(?:style\s?=[^<>]{{0,300}}(?:{_STYLES})|class\s?=\s?(?:["'][^"'<>]{{0,200}})?{_CLASSES})"""
)
HTML = rf"</?(?:{_NAMES})(?!{STRIKING})(?:\s+(?:(?:{_LOOKS})={_VALUE}|[a-z-]+=[\"']?[^\d\"'<>\n]{{0,60}}[\"']?))*\s*/?>"
_KINDS = (
    r"(?:Stronghold|Sensei|Wind|Role|Starting|Celestial|Event|Holding|Region|Personality|Personalitie|Character"
    r"|Ancestor|Follower|Item|Ring|Spell|Strategy|Strategie|Action|Attachment|Province|Dynasty|Conflict|Fate)s?"
)
# A picture beside a number in front of a name is an icon if its text names a kind of cards; any other may be the only
# sign of a card, of its copies or of its place outside the deck.
_ICON = rf"""<img(?!{STRIKING}|[^<>]{{0,300}}(?:{_CLASSES}|cross|minus|side))(?=[^<>]{{0,300}}\salt=["']{_KINDS}["'])
    (?:\s+(?:(?:{_LOOKS}|loading|alt)={_VALUE}))*\s*/?>"""
HTML += rf"|(?:(?<=\d\s)|(?<=\d[x×]\s))(?x:{_ICON})(?=\s?[^\W\d]|\s?<a\b)"
HTML += rf"|(?x:{_ICON})(?=(?:\s|</?(?:a|b|i|em|strong|small|span|td)\b[^<>]{{0,300}}>)*\d)"
# The title of a link may repeat its text.
_TITLE = r"""title=(?:"(?P<said>[^"<>\n]{1,100})"|'(?P<told>[^'<>\n]{1,100})')"""
HTML += rf"|<a(?!{STRIKING})(?:\s+(?:{_LOOKS})={_VALUE})*\s+{_TITLE}(?:\s+(?:{_LOOKS})={_VALUE})*\s*>"
HTML += r"(?=\s*(?:(?P=said)|(?P=told))\s*<)"
_BBCODES = (
    "b|i|u|h[1-6r]?|size|color|font|list|table|t[rhd]|left|center|right|justify|quote|url|img|code|spoiler|details"
)
BBCODE = rf"\[/?(?:{_BBCODES}|\*)\]|\[(?:{_BBCODES})=[^\]\d\n]{{0,100}}\]"
BBCODE += r"|\[(?:size|color|url|img)=[^\]\n]{0,100}\]|\[list=1\]|\[quote=[^\]\n]{0,50}[A-Za-z][^\]\n]{0,50}\]"
# Tags alone on a line have no meaning, except for numbers in them.
TAGS = rf"(?i)(?!.*=.*\d)(?:(?:{HTML}|{BBCODE})\s*)+"
_HTML_BREAKS = r"(?i)<br\s?/?>|</(?:p|div|h[1-6]|li|ul|ol|center|blockquote|section|article|pre"
_HTML_BREAKS += r"|tr|table|thead|tbody|tfoot|caption|d[ltd]|nav|header|footer|main|aside|figure|figcaption|form)>"
# These also begin a line where the line above does not end.
_HTML_BREAKS += r"|(?:(?<=[^\s>])|(?<=</[a-z]>)|(?<=</em>)|(?<=</span>)|(?<=</strong>))"
_HTML_BREAKS += r"(?=\s*<(?:p|div|h[1-6]|li|ul|ol|table|d[ltd])\b)"
# A list or table of BBCode on one line.
_BBCODE_BREAKS = r"|\[/?list\](?=\S)|\[/(?:tr|table|\*)\](?=\S)|(?<=[^\s\]])(?=\[\*\])"
_DECKS = r"(?:Pre-Game|Dynasty|Fate)"


# Literals, and a pattern of a line with one of these; one that begins with `(?m` is of the text.
Mark = tuple[tuple[str, ...], str]


class Dialect(Struct, frozen=True, kw_only=True):
    """A way to write text lists.

    It is detected by `marks`, which must all be in the text, by `either`, where one is enough, and by `unless`, which
    must not be in it. Without `marks` and `either` it never is.
    Spaces replace `markup`, `breaks` also end lines, and with `references` the character references of HTML are
    replaced. `facts` are additional labels of facts about the deck; with `name_first` the first line is its name. Lines
    that match `noise` as a whole repeat the cards. Cards both under a header of the section `repeats` and under another
    header count under the other one.
    """

    name: str
    about: str
    marks: tuple[Mark, ...] = ()
    either: tuple[Mark, ...] = ()
    unless: tuple[Mark, ...] = ()
    markup: str = ""
    breaks: str = ""
    references: bool = False
    facts: dict[str, str] = {}
    name_first: bool = False
    noise: str = ""
    repeats: str = ""

    def seems(self, found: frozenset[Mark]) -> bool:
        """Return whether a text in which these marks were `found` is of this dialect."""
        is_marked = found.issuperset(self.marks) and not (self.either and found.isdisjoint(self.either))
        return bool(self.marks or self.either) and is_marked and found.isdisjoint(self.unless)


TEXT = Dialect(name="text", about="one card a line, in any of the ways people write lists")

# Marks that only the lists of one program have.
_OWN = (("deckcheck:",), r"^deckcheck:")
_GOLDFISH = (("Pregame Holdings",), r"^#[ \t]*Pregame Holdings")
_EOPK = r"^#[ \t](?:Pre-Game[ \t]\([0-9]+\)|(?:Dynasty|Fate)(?:[ \t]\([0-9]+\))?)[ \t]*\r?$"
_ORACLE = (("distinct]",), r"^#[ \t]+[A-Z][A-Za-z -]{1,30} - \([0-9]+\) \[[0-9]+ distinct\]")
_UNNUMBERED = (("# Stronghold",), r"(?m)\A(?!(?:[^\n]*\n){0,99}?# Pre-Game \()(?:[^\n]*\n){0,99}?# Stronghold")
_BRACKET = (("(",), r"\(")
_YASUKI = rf"(?m)^{_DECKS}:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*- "

_NAMED = (
    Dialect(
        name="sun-and-moon",
        about="Sun and Moon: the legality first, no headers, no number for one copy",
        marks=((("Legality:", "legality:"), r"^\ufeff?[ \t]*[Ll]egality:"),),
        unless=((("#",), r"^#[ \t]*(?:Pre-Game|Dynasty|Fate|Pregame Holdings)"),),
    ),
    Dialect(
        name="eopk",
        about="Egg of P'an Ku, .l5d files of both layouts",
        marks=((("# Pre-Game (", "# Dynasty", "# Fate"), _EOPK),),
        unless=(_GOLDFISH, _ORACLE, ((" • ",), " • "), _UNNUMBERED),
    ),
    Dialect(
        name="eopk-bbcode",
        about="what Egg of P'an Ku exports for forums, in BBCode",
        marks=((("[size=",), rf"^\[size=[0-9]+\]{_DECKS} \([0-9]+\)\[/size\]"),),
        markup=BBCODE,
    ),
    Dialect(
        name="eopk-html",
        about="what Egg of P'an Ku exports as HTML",
        marks=((("<h3>",), rf"<h3><u>{_DECKS} \([0-9]+\)</u></h3>"),),
        markup=rf"(?i){HTML}",
        breaks=_HTML_BREAKS,
        references=True,
    ),
    Dialect(
        name="oracle",
        about="the lists that the Oracle of the Void exports, with spaces or tabs",
        marks=(_ORACLE,),
    ),
    Dialect(
        name="yasuki",
        about="line-based YAML with the keys Pre-Game, Dynasty and Fate",
        marks=((("Pre-Game:", "Dynasty:", "Fate:"), _YASUKI),),
        unless=(_OWN,),
    ),
    Dialect(
        name="goldfish",
        about="fixtures of draw simulators: Pregame Holdings, which the decks may list again",
        marks=(_GOLDFISH,),
        repeats="starting",
    ),
    Dialect(
        name="fiveringsdb-text",
        about="the text of a deck page of fiveringsdb",
        marks=(
            (("Dynasty Deck (", "Conflict Deck ("), r"^(?:Dynasty|Conflict) Deck \([0-9]+\)[ \t]*\r?$"),
            (("(",), r"^(?:Character|Holding|Event|Attachment) \([0-9]+\)[ \t]*\r?$"),
        ),
        noise=r"Influence: [0-9]+/[0-9]+(?:, [0-9]+ remaining)?",
    ),
    Dialect(
        name="jigoku",
        about="Jigoku and ringteki: a number, the title and the pack in brackets on each line",
        marks=(_BRACKET,),
        unless=((("",), r"^[\ufeff\s]*(?![0-9]{1,3}x? [^()]{1,100} \([^()]{1,100}\)\s*$)[^\ufeff\s]"),),  # In any line.
    ),
    Dialect(
        name="bushibuilder",
        about="what BushiBuilder exports for forums: the name, by whom, then the cards",
        marks=((("by:", "By:"), r"(?m)\A\ufeff?\s*[^\n]{1,300}\n\s*[Bb]y:[ \t]*\S"),),
        facts={"by": "author"},
        name_first=True,
    ),
    Dialect(
        name="cardgamedb",
        about="what the deck builder of CardGameDB exports",
        marks=((("CardGameDB.com",), r"^\ufeff?[ \t]*Deck Created with CardGameDB\.com"),),
        noise=r"Deck Created with .*|Deck Clan: .*|Total [A-Z][a-z]+: \([0-9]+(?:/[0-9]+)?\)",
    ),
)

# Posts have no marks of their own; markup reveals them, or headers without a comment mark.
FORUM = Dialect(
    name="forum",
    about="posts in forums and blogs: BBCode, HTML or Markdown, headers of any kind, prose in between",
    either=(
        (("(", ":"), rf"^[ \t]*(?=[A-Z*_=])(?:\*\*|__|=+ ?)?{_KINDS}(?: [Dd]eck| [Cc]ards)?[ \t]*(?:\([0-9]+\)|:)"),
        (("[",), BBCODE),
        (("<",), rf"(?mi){HTML}"),
    ),
    unless=(_OWN, *(mark for dialect in _NAMED for mark in dialect.marks if mark is not _BRACKET)),
    markup=rf"(?i){BBCODE}|{HTML}|__",
    breaks=_HTML_BREAKS + _BBCODE_BREAKS,
    references=True,
    facts={"by": "author"},
)

DIALECTS: tuple[Dialect, ...] = (TEXT, *_NAMED, FORUM)
_MARKS = {mark for dialect in DIALECTS for mark in (*dialect.marks, *dialect.either, *dialect.unless)}
_OF_TEXT = {mark for mark in _MARKS if mark[1].startswith("(?m")}
# Longer lines would fill the memory.
_USUAL = 200


def dialects_of(text: str) -> tuple[str, ...]:
    """Return the names of the dialects whose marks a text has."""
    marks = [(_marks_on if len(line) <= _USUAL else _marks_on.__wrapped__)(line) for line in text.split("\n")]
    found = frozenset[Mark]().union(*marks)
    found = found.difference(mark for mark in found & _OF_TEXT if not re.search(mark[1], text))
    return tuple(dialect.name for dialect in DIALECTS if dialect.seems(found))


@lru_cache(maxsize=8_192)
def _marks_on(line: str) -> frozenset[Mark]:
    """Return the marks on a line, and those of the text that it may have."""
    some = {mark for mark in _MARKS for sign in mark[0] if sign in line}
    return frozenset(mark for mark in some if mark in _OF_TEXT or re.search(mark[1], line))
