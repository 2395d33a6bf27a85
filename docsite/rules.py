"""Generate a page for each rule: its manual page, messages, and formats with their values and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckcheck.model.format import Format
from deckcheck.rules import ALWAYS, all_rules
from deckcheck.rules.base import Rule
from docsite.formats import values
from docsite.markdown import block, code, page, plain_text, table

FAMILIES = {
    "D": "Deck file",
    "S": "Size and sections",
    "C": "Copies",
    "P": "Pool and lists",
    "A": "Alignment",
    "E": "Card text",
}


def pages(formats: Iterable[Format]) -> dict[str, str]:
    """Return the overview and the page of each rule, by path in the site."""
    used = tuple(formats)
    found = {f"rules/{rule.name}.md": page(_rule(rule, used)) for rule in all_rules()}
    found["rules/index.md"] = page(_overview())
    return found


def _overview() -> Iterator[str]:
    yield "# All rules"
    yield ""
    yield "A rule has a code, which never changes, and a name for the problem. Formats give the numbers."
    yield "`deckcheck rule C001` prints its page in a terminal."
    for letter, family in FAMILIES.items():
        yield ""
        yield f"## {family}"
        rows = [
            (f"[{rule.code}]({rule.name}.md)", code(rule.name), plain_text(rule.summary))
            for rule in all_rules()
            if rule.code.startswith(letter)
        ]
        yield from table(("code", "name", "finds"), rows)


def _rule(rule: Rule, formats: Iterable[Format]) -> Iterator[str]:
    yield f"# {rule.code} {rule.name}"
    yield ""
    yield plain_text(rule.summary)
    for heading, text in rule.page.items():
        yield ""
        yield f"## {heading}"
        if heading in ("Illegal", "Legal"):
            yield from block(text)
        else:
            yield ""
            yield plain_text(text)
    yield ""
    yield "## Messages"
    rows = [(each.severity.value, plain_text(each.text), plain_text(each.help)) for each in rule.messages.values()]
    yield from table(("severity", "message", "help"), rows)
    yield "## In formats"
    yield ""
    if rule.name in ALWAYS:
        yield "The rule is about the deck file, so it applies in every format."
    else:
        yield from table(("formats", "values", "source"), _uses(rule, formats))


def _uses(rule: Rule, formats: Iterable[Format]) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each group of formats that use the rule with the same values and source."""
    ways: dict[tuple[str, str], list[str]] = {}
    for fmt in formats:
        for provision in fmt.provisions:
            if provision.name == rule.name:
                given = "<br>".join(f"{code(key)}: {value}" for key, value in values(provision).items())
                source = plain_text(f"{provision.cite.source}, {provision.cite.at}")
                ways.setdefault((given, source), []).append(f"[{fmt.id}](../formats/{fmt.id}.md)")
    for (given, source), names in ways.items():
        yield ", ".join(names), given, source
