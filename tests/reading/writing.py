"""The placeholders of the table: a number and a name in the ways in which people, programs and copies write them."""

from __future__ import annotations

from collections.abc import Callable

_WORDS = {1: "one", 2: "two", 3: "three", 9: "nine"}
_ROMAN = {1: "I", 2: "II", 3: "III", 9: "IX"}


def _digit(first: int) -> Callable[[int], str]:
    """Return what writes one digit in the script whose 0 has this code."""
    return lambda number: chr(first + number)


NUMBERS: dict[str, Callable[[int], str]] = {
    "n": str,
    "word": lambda number: _WORDS[number],
    "Word": lambda number: _WORDS[number].capitalize(),
    "WORD": lambda number: _WORDS[number].upper(),
    "roman": lambda number: _ROMAN[number],
    "romanlow": lambda number: _ROMAN[number].lower(),
    "romansign": _digit(0x215F),
    "wide": _digit(0xFF10),
    "arabic": _digit(0x0660),
    "persian": _digit(0x06F0),
    "nagari": _digit(0x0966),
    "bengali": _digit(0x09E6),
    "thai": _digit(0x0E50),
    "sup": lambda number: "⁰¹²³⁴⁵⁶⁷⁸⁹"[number],
    "sub": _digit(0x2080),
    "circled": _digit(0x245F),
    "blackcircled": _digit(0x2775),
    "bracketed": _digit(0x2473),
    "dotted": _digit(0x2487),
    "boldmath": _digit(0x1D7CE),
    "doublemath": _digit(0x1D7D8),
    "keycap": lambda number: f"{number}\ufe0f\u20e3",
    "kanji": lambda number: "〇一二三四五六七八九"[number],
    "strokes": lambda number: "|" * number,
    "stars": lambda number: "*" * number,
    "boxes": lambda number: "☑" * number,
    "marks": lambda number: "x" * number,
}


def _styled(capital: int, small: int) -> Callable[[str], str]:
    """Return what writes Latin letters in a style that has characters of its own."""

    def style(name: str) -> str:
        return "".join(
            chr(capital + ord(c) - 65) if "A" <= c <= "Z" else chr(small + ord(c) - 97) if "a" <= c <= "z" else c
            for c in name
        )

    return style


def _inside(mark: str) -> Callable[[str], str]:
    """Return what puts `mark` after the second letter of the longest word."""

    def put(name: str) -> str:
        word = max(name.split(), key=len)
        return name.replace(word, word[:2] + mark + word[2:], 1)

    return put


def _between(mark: str) -> Callable[[str], str]:
    """Return what puts `mark` in place of the first space, or into the name where it has none."""
    return lambda name: name.replace(" ", mark, 1) if " " in name else _inside(mark)(name)


def _every(mark: str) -> Callable[[str], str]:
    """Return what puts `mark` behind every letter."""
    return lambda name: "".join(c + mark if c.isalpha() else c for c in name)


def _swapped(table: str) -> Callable[[str], str]:
    """Return what exchanges letters; `table` is pairs of them."""
    return lambda name: name.translate(str.maketrans(table[::2], table[1::2]))


def _wide(char: str) -> str:
    """Return the full-width form of a character."""
    return chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else "\u3000" if char == " " else char


NAMES: dict[str, Callable[[str], str]] = {
    "name": str,
    "NAME": str.upper,
    "lower": str.lower,
    "Title": str.title,
    "wideName": lambda name: "".join(map(_wide, name)),
    "boldName": _styled(0x1D400, 0x1D41A),
    "sansName": _styled(0x1D5A0, 0x1D5BA),
    "circledName": _styled(0x24B6, 0x24D0),
    "smallcapsName": lambda name: _swapped(
        "a\u1d00b\u0299c\u1d04d\u1d05e\u1d07f\ua730g\u0262h\u029ci\u026aj\u1d0ak\u1d0bl\u029fm\u1d0dn\u0274o\u1d0fp\u1d18r\u0280t\u1d1bu\u1d1cv\u1d20w\u1d21z\u1d22"
    )(name.lower()),
    "struckName": _every("\u0336"),
    "underlinedName": _every("\u0332"),
    "cyrillicName": _swapped("a\u0430e\u0435o\u043ec\u0441p\u0440"),
    "greekName": _swapped("o\u03bfA\u0391B\u0392E\u0395H\u0397I\u0399K\u039aM\u039cN\u039dO\u039fP\u03a1T\u03a4"),
    "spacedName": " ".join,
    "dottedName": lambda name: name.replace(" ", "."),
    "underscoredName": lambda name: name.replace(" ", "_"),
    "hyphenedName": lambda name: name.replace(" ", "-"),
    "joinedName": lambda name: name.replace(" ", ""),
    "plusName": lambda name: name.replace(" ", "+"),
    "percentName": lambda name: name.replace(" ", "%20"),
    "nbspName": lambda name: name.replace(" ", "\u00a0"),
    "thinName": lambda name: name.replace(" ", "\u2009"),
    "tabName": lambda name: name.replace(" ", "\t"),
    "twospacesName": lambda name: name.replace(" ", "  "),
    "entityName": lambda name: name.replace(" ", "&nbsp;"),
    "brokenName": _between("\n"),
    "brokenNameIndented": _between("\n    "),
    "hyphenBrokenName": _inside("-\n"),
    "softName": _inside("\u00ad"),
    "softBrokenName": _inside("\u00ad\n"),
    "zeroName": _inside("\u200b"),
    "joinerName": _inside("\u2060"),
    "bidiName": lambda name: f"\u202a{name}\u202c",
    "curlyName": lambda name: name.replace("'", "\u2019"),
    "primeName": lambda name: name.replace("'", "\u2032"),
    "noquoteName": lambda name: name.replace("'", ""),
    "ocrName": _swapped("o0l1"),
    "typoName": lambda name: name[:-2] + name[-1],
    "cutName": lambda name: name[:-3] + "...",
    "lastFirstName": lambda name: ", ".join(reversed(name.split(" ", 1))),
    "wikiName": lambda name: f"{name.replace(' ', '_')}|{name}",
    "slugName": lambda name: "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()),
}


def written(row: str, name: str, copies: int, other: str, others: int) -> str:
    """Return the text of a row of the table, with `copies` of `name` and `others` of `other`."""
    text = row.replace("{other}", other).replace("{m}", str(others))
    for token, write in NUMBERS.items():
        if f"{{{token}}}" in text:
            text = text.replace(f"{{{token}}}", write(copies))
    for token, form in NAMES.items():
        text = text.replace(f"{{{token}}}", form(name))
    return text
