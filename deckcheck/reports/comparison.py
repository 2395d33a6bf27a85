"""Decks compared: two decks, the lists of a folder, and a deck with a collection."""

from collections.abc import Iterator, Sequence

import msgspec

from deckcheck.model.comparison import CardStep, CollectedList, Comparison, Missing
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.reports.csv import row
from deckcheck.reports.markdown import escape
from deckcheck.reports.tables import table_of_used
from deckcheck.reports.wording import SHORT_FINGERPRINT


def _text(found: Comparison) -> Iterator[str]:
    """Yield a line for each added or removed card, then the numbers that changed."""
    yield f"{printable(f'{found.before} -> {found.after} in {found.format}')}\n"
    if found.same:
        yield "the same cards\n"
    for section in found.sections:
        if section.cards:
            yield f"{printable(section.label)} {_from_to(section.before, section.after)}\n"
            yield from (f"  {_moved(card)}\n" for card in section.cards)
    for sign, lines, others in zip("-+", found.unresolved, found.unresolved[::-1], strict=True):
        yield from (f"  {sign} {printable(line)} (not counted)\n" for line in lines if line not in others)
    for curve in found.curves:
        steps = ", ".join(f"{value}: {_from_to(*counts)}" for value, *counts in curve.steps if counts[0] != counts[1])
        mean = _from_to(curve.mean.before, curve.mean.after)
        yield f"{curve.section} {curve.fact.replace('_', ' ')}: {steps}; mean {mean}\n"
    for step in found.numbers:
        yield f"{step.what}: {_from_to(step.before, step.after)}\n"
    if any(found.unresolved):
        yield "no odds: some lines are not counted as cards\n"
    yield f"verdict: {_from_to(*(verdict.value for verdict in found.verdicts))}\n"


def _markdown(found: Comparison) -> Iterator[str]:
    """Yield the same for comments on a change, as a list in which cards are below their section."""
    head, *lines = (line.removesuffix("\n") for line in _text(found))
    yield f"## {escape(head)}\n\n"
    for line in lines:
        text = line.lstrip(" ")
        # Without its backslash, a minus before a space would begin another list.
        yield line[: -len(text)] + "- " + "\\" * text.startswith("- ") + f"{escape(text)}\n"


def _json(found: Comparison) -> Iterator[str]:
    """Yield one JSON object; sections without changes are in it too, with their sizes."""
    yield json_page({"schema": "deckcheck-diff/1", "same": found.same, **msgspec.to_builtins(found)})


RENDERERS = {"text": _text, "json": _json, "markdown": _markdown}


def _moved(card: CardStep) -> str:
    now = f" ({card.before} → {card.after})" if card.before and card.after else ""
    return f"{card.after - card.before:+d} {printable(card.name)}{now}"


def _from_to(before: float | str | None, after: float | str | None) -> str:
    shown = [_shown(before), _shown(after)]
    return shown[0] if shown[0] == shown[1] else f"{shown[0]} → {shown[1]}"


def _shown(value: float | str | None) -> str:
    return "none" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def _lists_text(found: Sequence[CollectedList]) -> Iterator[str]:
    heads = {"path": "list", "format": "format", "verdict": "verdict", "date": "date", "cards": "cards"}
    heads |= {"fingerprint": "fingerprint", "near": "near copies"}
    rows = [{**msgspec.structs.asdict(each), "near": _near(each)} for each in found]
    for each in rows:
        each["fingerprint"] = each["fingerprint"][:SHORT_FINGERPRINT].removeprefix("sha256:")
    yield table_of_used(rows, heads)


def _near(found: CollectedList) -> str:
    if not found.near:
        return ""
    more = f" and {len(found.near) - 1} more" if len(found.near) > 1 else ""
    return f"{found.near[0].path} ({found.near[0].share:.0%}){more}"


def _lists_csv(found: Sequence[CollectedList]) -> Iterator[str]:
    yield row(CollectedList.__struct_fields__)
    for each in found:
        near = " ".join(f"{copy.path}={copy.share:.2f}" for copy in each.near)
        yield row(map(str, {**msgspec.structs.asdict(each), "near": near}.values()))


def _lists_json(found: Sequence[CollectedList]) -> Iterator[str]:
    yield json_page(found)


def _missing_text(missing: Sequence[Missing]) -> Iterator[str]:
    """Yield a list that deckcheck reads, with the numbers needed as comments."""
    yield from (f"{each.count} {printable(each.name)}  # of {each.needed}\n" for each in missing)


def _missing_csv(missing: Sequence[Missing]) -> Iterator[str]:
    yield row(("missing", "name", "id", "needed", "have"))
    for each in missing:
        yield row((str(each.count), each.name, each.card_id, str(each.needed), str(each.have)))


def _missing_json(missing: Sequence[Missing]) -> Iterator[str]:
    yield json_page([{**msgspec.to_builtins(each), "missing": each.count} for each in missing])


LISTS = {"text": _lists_text, "csv": _lists_csv, "json": _lists_json}
MISSING = {"text": _missing_text, "csv": _missing_csv, "json": _missing_json}
