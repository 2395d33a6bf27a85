"""Generate a page for each format, with the source and place of every value, and one for each dated list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck.checks.checker import load_format
from deckcheck.formats.files import find_formats, find_list
from deckcheck.formats.loading import read_list
from deckcheck.model.card_list import CardList, Listed
from deckcheck.model.days import Between
from deckcheck.model.finding import Origin
from deckcheck.model.format import Format, RuleSetting
from deckcheck.reports.formats import plain, values_of
from deckcheck.rules import rule_named
from docsite.markdown import code, page, plain_text, table


class Shown(Struct, frozen=True):
    """A format today, the first comment of its file, and the format on each day on which it changed."""

    format: Format
    about: str
    dated: tuple[tuple[str, str, Format], ...]


def shipped() -> tuple[Shown, ...]:
    """Return all formats of the checkout, by id; raises DataError as loading does."""
    return tuple(_shown(name, path) for name, path in sorted(find_formats().items()))


def _shown(name: str, path: Path) -> Shown:
    fmt = load_format(name)
    dated = tuple((day, title, load_format(name, as_of=day)) for day, title in fmt.snapshots)
    return Shown(fmt, _head(path.read_text("utf-8")), dated)


def _head(text: str) -> str:
    """Return the comment that a file begins with, as one line."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").strip())
    return " ".join(lines)


def pages(formats: Iterable[Shown]) -> dict[str, str]:
    """Return the page of each format, the overview and the pages of lists, by their paths in the site."""
    shown = tuple(formats)
    found = {f"formats/{each.format.id}.md": page(_format(each)) for each in shown}
    found["formats/index.md"] = page(_overview(shown))
    used: dict[str, tuple[CardList, list[str]]] = {}
    for each in shown:
        for listed in _lists(each):
            users = used.setdefault(listed.id, (listed, []))[1]
            users.append(each.format.id)
    for listed, users in used.values():
        found[f"lists/{listed.id}.md"] = page(_list(listed, users))
    return found


def values(provision: RuleSetting) -> dict[str, str]:
    """Return the parameters of a rule in a format as Markdown, without empty values."""
    found = {}
    for key, value, _ in values_of(provision):
        listed = getattr(provision.params, key, None)
        found[key] = f"[{listed.id}](../lists/{listed.id}.md)" if isinstance(listed, CardList) else code(value)
    return found


def _overview(shown: Iterable[Shown]) -> Iterator[str]:
    yield "# All formats"
    yield ""
    yield "Each page shows every value of a format, its place in a rulebook, and the file and line that set it."
    yield "[Write formats](../formats.md) explains the files."
    rows = [
        (
            f"[{code(each.format.id)}]({each.format.id}.md)",
            each.format.game,
            each.format.basis,
            each.format.date,
            each.format.name,
        )
        for each in shown
    ]
    yield from table(("id", "game", "basis", "cards of", "name"), rows)


def _format(each: Shown) -> Iterator[str]:
    fmt = each.format
    yield f"# {plain_text(fmt.name)}"
    yield ""
    yield plain_text(each.about)
    facts = [
        ("id", code(fmt.id)),
        ("called in deck files", ", ".join(map(plain_text, fmt.aliases))),
        ("game", fmt.game),
        ("card pool", fmt.pool),
        ("basis", fmt.basis),
        ("cards and lists of", plain_text(fmt.dated)),
        ("made of", " from ".join(map(code, fmt.lineage))),
    ]
    yield ""
    yield from (f"* {name}: {value}" for name, value in facts if value)
    yield ""
    yield "## Sections"
    sections = [
        (code(name), section.label, code(plain(msgspec.to_builtins(section.select))), section.header)
        for name, section in fmt.sections.items()
    ]
    yield from table(("name", "in messages", "takes", "header"), sections)
    if each.dated:
        yield "## What changed when"
        yield from table(("from", "name", "lists in force"), _history(each))
    yield "## Rules"
    yield ""
    yield "The rules about deck files apply too, as in every format."
    for provision in fmt.provisions:
        yield from _provision(provision)


def _history(each: Shown) -> Iterator[tuple[str, str, str]]:
    for day, title, fmt in each.dated:
        links = [f"[{listed.id}](../lists/{listed.id}.md)" for listed in _lists_of(fmt)]
        yield day, plain_text(title), ", ".join(links)


def _provision(provision: RuleSetting) -> Iterator[str]:
    rule = rule_named(provision.name)
    yield ""
    yield f"### {rule.code} {rule.name}"
    yield ""
    yield f"{plain_text(rule.summary)} [About the rule](../rules/{rule.name}.md)."
    rows = [(code(key), value, _place(provision.origins.get(key))) for key, value in values(provision).items()]
    if rows:
        yield from table(("parameter", "value", "set by"), rows)
    yield ""
    cite = provision.cite
    yield f"Source: {plain_text(cite.source)}, {plain_text(cite.at)} ({_place(provision.origins.get('cite'))})."


def _place(origin: Origin | None) -> str:
    return code(f"{origin.path}:{origin.line}") if origin else "default"


def _lists_of(fmt: Format) -> Iterator[CardList]:
    for provision in fmt.provisions:
        listed = getattr(provision.params, "list", None)
        if isinstance(listed, CardList):
            yield from _as_written(listed)


def _as_written(listed: CardList) -> Iterator[CardList]:
    """Yield a list as its file has it, and the one that it replaced within an interval."""
    if path := find_list(listed.id):
        yield read_list(path)
    if isinstance(listed.before, CardList):
        yield from _as_written(listed.before)


def _lists(each: Shown) -> tuple[CardList, ...]:
    """Return every list that the format uses on any day, once."""
    found = {
        listed.id: listed for fmt in (*(fmt for _, _, fmt in each.dated), each.format) for listed in _lists_of(fmt)
    }
    return tuple(found.values())


def _list(listed: CardList, users: Iterable[str]) -> Iterator[str]:
    yield f"# {plain_text(listed.name)}, {listed.since}"
    facts = [
        ("id", code(listed.id)),
        ("kind", listed.kind),
        ("in force from", f"a day {listed.begins}" if listed.begins else listed.since),
        ("basis", listed.basis),
        ("source", plain_text(listed.source)),
        ("used by", ", ".join(f"[{name}](../formats/{name}.md)" for name in users)),
    ]
    yield ""
    yield from (f"* {name}: {value}" for name, value in facts)
    yield ""
    yield "## Cards" if listed.cards or listed.unknown_cards else "## Roles"
    yield ""
    yield from (f"* {_entry(entry, listed.begins or listed.since)}" for entry in listed.entries())
    yield from (f"* {plain_text(name)} (the pool does not hold it)" for name in listed.unknown_cards)
    if listed.roles:
        roles = [(clan, ", ".join(map(plain_text, titles))) for clan, titles in listed.roles.items()]
        yield from table(("clan", "roles"), roles)


def _entry(entry: Listed, since: str | Between) -> str:
    level = "" if entry.level is None else f", experience level {entry.level:g}"
    card = f", the card `{entry.card}`" if entry.card else ""
    later = f", from {entry.since}" if entry.since and entry.since != since else ""
    ends = f", until {entry.until}" if entry.until else ""
    note = f" ({plain_text(entry.note)})" if entry.note else ""
    return f"{plain_text(entry.title)}{level}{card}{later}{ends}{note}"
