"""Remove what people write around the card on a line: character references, bullets, comments."""

import re

from deckcheck.decks.words.counts import BAD_COUNT

_BULLETS = "-*•‣\u2043∙∘⦿·‒–—―+→➔➜⇒"
# Bullets of word processors in copied text, and the sign of spreadsheets for text.
_NUMBERED = r"(?=[0-9]{1,2}\s?x?\s)"
_WORD_BULLET = re.compile(
    rf"^(?:[o§\uf0a7\uf0b7]\t\s*(?=\S)|o\s{{2,}}{_NUMBERED}|[§\uf0a7\uf0b7]\s+{_NUMBERED}|'{_NUMBERED})"
)
_BOLD = r"\*\*[^*].*[^*]\*\*"
# Fills the rest of a character reference to preserve columns; no text file contains it.
FILLER = "\0"
# Before numbers these are not comments: "#3 Iron Mine", "Iron Mine #3"; nor before words that take a card out of the
# deck. A card may follow the line ends of word processors.
_NO_COMMENT = rf"#{FILLER}*(?:[0-9]|sideboard|maybeboard|proxy|token|cut)|.*[\x0b\u2028\u2029]"
# Where a comment begins behind a card: in front of a sign, or of the marks around the end of a line.
_BEHIND = r"\s(?=\#|//|;\s|<-|←)|(?=/\*(?:(?!/\*|\*/).)*\*/$|<!--(?:(?!<!--|-->).)*-->$)"


def without_references(text: str) -> str:
    """Return `text` with the character references of HTML replaced, with the same length."""
    if "&" not in text:
        return text
    from html import unescape

    def character(match: re.Match[str]) -> str:
        said = unescape(match[0]).replace("\xa0", " ") or match[0]  # References to control characters have no meaning.
        return said[: len(match[0])].ljust(len(match[0]), FILLER)

    return re.sub(r"&#?[0-9A-Za-z]{1,10};", character, text)


def is_comment(stripped: str) -> bool:
    """Return whether a whole line is a comment."""
    return stripped.startswith(("#", "//", ";")) and not re.match(_NO_COMMENT, stripped, re.IGNORECASE)


def without_bullet(text: str) -> str:
    """Return `text` without a leading bullet; several signs without a number may count copies: ``+++ Iron Mine``."""
    text = _WORD_BULLET.sub("", text, count=1) if text[1:2].isspace() or text[0] == "'" else text
    if text[0] not in _BULLETS or re.match(BAD_COUNT, text, re.IGNORECASE):
        return text
    bare = text.lstrip(_BULLETS)
    bare = (bare.removesuffix("**") if text.startswith("**") else bare).strip()
    counted = text.lstrip(f"{_BULLETS} ")[:1].isdigit()
    is_tally = text.replace(" ", "")[:2] == text[0] * 2 and not counted and re.fullmatch(_BOLD, text) is None
    return text if is_tally or not any(map(str.isalnum, bare)) else bare


def split_comment(text: str) -> tuple[str, str]:
    """Return `text` without a trailing comment, and the comment with its marks; ``(Core Set #15)`` is not a comment."""
    if not any(sign in text for sign in "#/<;←"):
        return text, ""
    for match in re.finditer(_BEHIND, text):
        name, comment = text[: match.start()].rstrip(), text[match.start() :].strip()
        is_closed = all(name.count(opening) <= name.count(closing) for opening, closing in ("()", "[]"))
        says = is_closed and any(map(str.isalpha, name)) and any(map(str.isalnum, comment))
        if says and re.match(_NO_COMMENT, comment, re.IGNORECASE) is None:
            return name, comment
    return text, ""
