"""Undo what mails, wikis and wrong encodings do to a list: ``=E9``, ``Ã©``, links, rows over several lines."""

import re

# Line ends of word processors and web pages; beside other line ends they are in doubt.
_BREAK = "[\x0b\u2028\u2029]"
# Encoded bytes of a mail, which cannot mean anything else: "Fate=40" and "{set=CE}" contain no such letters.
_BYTE = r"=[C-F][0-9A-F]=[89AB][0-9A-F]|(?<=[A-Za-z])=[C-F][0-9A-F](?=[a-z])|=3D"
_ANY_BYTE = r"=([2-9A-F][0-9A-F])"
_SOFT_END = r"=[ \t]*\r?\n"
# The first characters of UTF-8 text that was decoded in another encoding: "Ã©", "Å\x8d", "â€™".
_GARBLED = "[ÃÅâ]"
_TABLE = r"(?m)^\{\|[^\n]*\n(?:(?!\{\|)[^\n]*\n)*?\|\}"
# A link of a wiki with a text of its own.
_LINK = r"\[\[([^\[\]|\n]+)\|([^\[\]|\n]+)\]\]"
_ALTERED = re.compile(f"{_GARBLED}|{_BREAK}|{_BYTE}|{_LINK}")
# Marks of hidden rows or columns in a table.
_HIDING = r"(?m)^(?:\{\||\|-)[^\n]*(?:through|none|hidden)|^[|!][^|!=\n]*=[^|!\n]*\|(?!\|)"


def is_altered(line: str) -> bool:
    """Return whether `restored` may change a line."""
    return line.startswith("{|") or _ALTERED.search(line) is not None


def restored(text: str) -> str:
    """Return the original text with the same number of lines; text from several lines is on the first of them."""
    if re.search(r"[\r\n]", text.strip()) is None:
        text = re.sub(_BREAK, "\n", text)
    may_be_quoted = "=" in text and text.isascii() and re.search(_BYTE, text)
    if may_be_quoted and "=" not in re.sub(f"{_ANY_BYTE}|{_SOFT_END}", "", text):
        text = _unquoted(text)
    if not text.isascii() and re.search(_GARBLED, text):
        text = "\n".join(map(_encoded_once, text.split("\n")))
    text = re.sub(_LINK, _linked, text) if "[[" in text else text
    return re.sub(_TABLE, _on_rows, text) if "{|" in text else text


def _linked(match: re.Match[str]) -> str:
    """Return the page of a link with this text, which may have a level or set: ``[[Rout (CE)|Rout]]``."""
    page, name = match[1].rpartition(":")[2].strip(), match[2].strip()
    is_same = re.fullmatch(rf"{re.escape(name)}(?:\s\([^()]*\))?", page, re.IGNORECASE) is not None
    return f"[[{page}]]" if is_same else match[0]


def _unquoted(text: str) -> str:
    """Return a text with characters instead of the encoded bytes of a mail: ``Jos=C3=A9``."""
    whole = re.sub(rf"(?m)^(?:[^\n]*{_SOFT_END})+[^\n]*", _on_one_line, text)
    said = re.sub(_ANY_BYTE.encode(), lambda match: bytes.fromhex(match[1].decode()), whole.encode())
    return said.decode("utf-8" if re.search(rb"[\xc2-\xf4][\x80-\xbf]", said) else "cp1252", "replace")


def _on_one_line(match: re.Match[str]) -> str:
    parts = re.split(_SOFT_END, match[0])
    return "".join(parts) + "\n" * (len(parts) - 1)


def _encoded_once(line: str) -> str:
    """Return the original of a line that was decoded in a wrong encoding, and any other line unchanged."""
    try:
        return line.encode("latin-1" if re.search("[\x80-\x9f]", line) else "cp1252").decode()
    except UnicodeError:
        return line


def _on_rows(match: re.Match[str]) -> str:
    """Return a wiki table with each row on its first line, between bars."""
    if re.search(_HIDING, match[0]):
        return match[0]
    lines = match[0].split("\n")
    rows, first = [""] * len(lines), 0
    for number, line in enumerate(lines):
        if line.startswith(("{|", "|-", "|+", "|}")):
            rows[number], first = line[2:].strip() if line.startswith("|+") else "", number + 1
        else:
            cells = re.split(r"\|\||!!", line[1:]) if line[:1] in ("|", "!") else ()
            rows[first] += "".join(f"| {cell.strip()} " for cell in cells) or line
    return "\n".join(rows)
