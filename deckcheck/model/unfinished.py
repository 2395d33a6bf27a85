"""Words that say that a list is not finished, in its name, a line above it or a remark: ``WIP``, ``in Arbeit``."""

from __future__ import annotations

import re

UNFINISHED = r"""\bw\.?i\.?p\b|\b(?:work[\s_-]in|(?:deck|list|still)\sin|^\W*in)[\s_-]progress\b
    |\b(?:half|not\s(?:yet\s|quite\s)?)[\s-]?(?:finished|complete|done)\b|\b(?:unfinished|incomplete|truncated)\b
    |^\W*to-?do\b|\bto\sbe\scontinued\b|\bmore\s(?:cards\s)?(?:to\s(?:come|follow)|coming)\b|\b(?:cards?|names?)\snot\sfound\b
    |\bin\sarbeit\b|\b(?:nicht\s(?:ganz\s)?(?:fertig|vollständig)|unfertig|unvollständig)e?\b|\bin\slavorazione\b
    |\b(?:deck|liste|travail|mazzo|lista|mazo|lavoro)\s(?:en\scours|in\scorso|en\s(?:construcción|progreso|proceso))\b
    |\b(?:pas\s(?:encore\s)?|non\s(?:ancora\s)?|no\s|sin\s)(?:finie?|terminée?|finit[oa]|terminad[oa]|terminar|acabar)\b
    |\b(?:inachevée?|incomplète?|incompiut[oa]|incomplet[oa]|inacabad[oa]|niedokończon[ay]|niekompletn[ay])\b"""


def says_unfinished(text: str) -> bool:
    """Return whether a text says that a list is not finished: ``WIP - Crane``, ``Work in Progress``."""
    return re.search(UNFINISHED, text, re.IGNORECASE | re.VERBOSE) is not None
