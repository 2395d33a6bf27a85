"""Words that say that a list is not finished, ``WIP``, or has more cards than are written down: ``rest as usual``."""

from __future__ import annotations

import re

UNFINISHED = r"""\bw\.?i\.?p\b|\b(?:work[\s_-]in|(?:deck|list|still)\sin|^\W*in)[\s_-]progress\b
    |\b(?:half|not\s(?:yet\s|quite\s)?)[\s-]?(?:finished|complete|done)\b|\b(?:unfinished|incomplete|truncated)\b
    |^\W*(?:still\s)?(?:to-?do|to\sbe\s\w+ed)\b|\bto\sbe\scontinued\b|\bt\.?b\.?[acd]\b
    |^\W*(?:(?:first|rough|early)\s)?(?:draft|alpha|beta)\b(?:\s(?:list|deck|version))?\W*(?:v?\d.*)?$
    |\bmore\s(?:cards\s)?(?:to\s(?:come|follow)|coming)\b|\b(?:cards?|names?)\snot\sfound\b
    |\b(?:provisional|provisoire|provvisori[ao]|vorläufige?|entwurf|brouillon|borrador|bozza)\b|\bsubject\sto\schange\b
    |\brest\s(?:to\s(?:follow|come)|follows|folgt|kommt)\b|\bin\sarbeit\b
    |\b(?:nicht\s(?:ganz\s)?(?:fertig|vollständig|final)|unfertig|unvollständig)e?\b|\bin\slavorazione\b
    |\b(?:deck|liste|travail|mazzo|lista|mazo|lavoro)\s(?:en\scours|in\scorso|en\s(?:construcción|progreso|proceso))\b
    |\b(?:pas\s(?:encore\s)?|non\s(?:ancora\s)?|no\s|sin\s)(?:finie?|terminée?|finit[oa]|terminad[oa]|terminar|acabar)\b
    |\b(?:inachevée?|incomplète?|incompiut[oa]|incomplet[oa]|inacabad[oa]|niedokończon[ay]|niekompletn[ay])\b"""

# What may speak of cards that a list does not have: of those known from elsewhere, left to others, or cut off.
_MORE = r"""^\W*(?:\.{3}|…)\W*$|\?\?
    |\b(?:rest|more|others?|remaining|remainder|usual|standard|staples?|fillers?|fill|package|misc|same|unchanged)\b
    |\b(?:as\s(?:before|always)|and\sso\son|etc|to\sbe\s\w+ed|to-?do|see|page|cut\soff)\b
    |\b(?:continue[sd]?|cont|missing|spoiler|picture|photo|image|choice|add(?:ed|ing)?|later|tomorrow|forgot(?:ten)?)\b
    |\b(?:usw|weitere\w*|übrige\w*|fehlen\w*|siehe|morgen|später|üblich\w*|wie\s(?:gehabt|immer)|gleich\w*|folgt)\b
    |\b(?:reste|suite|autres|demain|voir|habituel\w*|resto|altr[eio]|domani|vedi|solit[aeio])\b
    |\b(?:otr[ao]s|demás|luego|faltan?)\b"""
_MOST_WORDS = 12
# One of these is in whatever `UNFINISHED` finds. Names of decks are looked at for it, and most have none of them.
_SIGNS = re.compile(
    r"wip|draft|alpha|beta|tb|t\.b|to be|wi\.|w\.i"
    r"|progres|fini|complet|done|trunc|todo|to-do|continued|more|found|rest|arbeit|fertig|vollst|nicht|lavor"
    r"|cours|corso|constru|proces|termin|acab|inach|incomp|niedok|niekomp"
    r"|provi|provv|vorläuf|entwurf|brouil|borrador|bozza|change"
)


def says_unfinished(text: str) -> bool:
    """Return whether a text says that a list is not finished: ``WIP - Crane``, ``Work in Progress``."""
    has_sign = _SIGNS.search(text.casefold()) is not None
    return has_sign and re.search(UNFINISHED, text, re.IGNORECASE | re.VERBOSE) is not None


def may_tell_of_more(remark: str) -> bool:
    """Return whether a remark may speak of cards that the list lacks: ``rest as usual``, ``...``, ``see page 2``."""
    is_short = len(remark.split()) <= _MOST_WORDS
    return is_short and re.search(f"{UNFINISHED}|{_MORE}", remark, re.IGNORECASE | re.VERBOSE) is not None
