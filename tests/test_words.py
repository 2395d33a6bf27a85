"""Everything that people read keeps to docs/style.md: none of its banned phrases is left."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STYLE = ROOT / "docs" / "style.md"

# What is clean; a folder is read with everything below it.
CLEAN = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "action.yml", ".pre-commit-hooks.yaml"),
    *("docs", "docsite", "benchmarks", "deckcheck", "formats", "tests"),
)
# The kinds of files; in `tests` only the first two, because the others are lists and data.
KINDS = (".md", ".py", ".html", ".js", ".txt", ".yaml")
# Between words, so that a file without a banned phrase is found without its tokens.
_WORDS_APART = re.compile(r"[^\w']+")

# Names of cards that contain a banned word.
NAMES = re.compile("(?i:the )?Little Bear")


def banned_phrases() -> tuple[str, ...]:
    """Return the first column of the table of the style page."""
    _, _, table = STYLE.read_text("utf-8").partition("| Banned |")
    return tuple(re.findall(r"^\| ([a-z' ]+) \|", table, re.MULTILINE))


# The longest first, so that `stands for` is found as such.
PATTERN = re.compile(
    r"\b(?:"
    + "|".join(phrase.replace(" ", r"\s+") for phrase in sorted(banned_phrases(), key=len, reverse=True))
    + r")\b",
    re.IGNORECASE,
)


def banned_in(prose: str) -> list[str]:
    """Return the banned phrases in a text, each with its line: `3: hangs on`."""
    prose = NAMES.sub("", prose)
    return [
        f"{prose.count(chr(10), 0, hit.start()) + 1}: {' '.join(hit[0].split())}" for hit in PATTERN.finditer(prose)
    ]


def _blank(hit: re.Match[str]) -> str:
    return "\n" * hit[0].count("\n")


def prose_of_markdown(text: str) -> str:
    """Return a page without its code; line numbers stay."""
    without_blocks = re.sub(r"^( *)```.*?^\1```$", _blank, text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`+[^`]+`+", _blank, without_blocks)


# Python 3.12 splits f-strings into parts.
PROSE = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}


def prose_of_python(text: str) -> str:
    """Return the comments and strings of a module, each on its line, without what is filled in."""
    lines = [""] * (text.count("\n") + 2)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in PROSE:
            for offset, part in enumerate(token.string.splitlines()):
                lines[token.start[0] - 1 + offset] += f" {re.sub(r'{[^{}]*}', '', part).lstrip('# ')}"
    return "\n".join(lines)


def prose_of(path: Path) -> str:
    """Return what a person reads in a file."""
    text = path.read_text("utf-8")
    if path == STYLE:
        text, _, _ = text.partition("| Banned |")
    return {".md": prose_of_markdown, ".py": prose_of_python}.get(path.suffix, str)(text)


def files_of(place: str) -> list[Path]:
    """Return the pages and modules of a file or folder of the repository."""
    path = ROOT / place
    kinds = KINDS[:2] if place == "tests" else KINDS
    return sorted(each for each in path.rglob("*") if each.suffix in kinds) if path.is_dir() else [path]


def test_no_banned_phrase_is_left() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): banned_in(prose_of(path))
        for place in CLEAN
        for path in files_of(place)
        if path != Path(__file__) and banned_in(_WORDS_APART.sub(" ", path.read_text("utf-8")))
    }

    assert {path: phrases for path, phrases in found.items() if phrases} == {}


def test_a_phrase_is_found_across_lines_and_in_capitals() -> None:
    assert banned_in("One.\nThe verdict Hangs\n  on it.") == ["2: Hangs on"]


def test_a_longer_word_is_not_a_phrase() -> None:
    assert banned_in("a household bearing") == []


def test_code_on_a_page_is_exempt() -> None:
    page = "It hangs on `x stands`.\n\n```text\nit stands\n```\n\nstands\n"

    assert banned_in(prose_of_markdown(page)) == ["1: hangs on", "7: stands"]


def test_comments_and_strings_of_a_module_are_read() -> None:
    module = 'stands = 1\n\n# The verdict\nx = f"it hangs on {stands}"\n'

    assert banned_in(prose_of_python(module)) == ["4: hangs on"]
