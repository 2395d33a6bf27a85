"""A folder of lists as a table, CSV and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from deckcheck.model.comparison import CollectedList
from deckcheck.model.json_text import json_page
from deckcheck.reports.csv import row
from deckcheck.reports.tables import table_of_used
from deckcheck.reports.wording import SHORT_FINGERPRINT


def _text(found: Sequence[CollectedList]) -> Iterator[str]:
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


def _csv(found: Sequence[CollectedList]) -> Iterator[str]:
    yield row(CollectedList.__struct_fields__)
    for each in found:
        near = " ".join(f"{copy.path}={copy.share:.2f}" for copy in each.near)
        yield row(map(str, {**msgspec.structs.asdict(each), "near": near}.values()))


def _json(found: Sequence[CollectedList]) -> Iterator[str]:
    yield json_page(found)


RENDERERS = {"text": _text, "csv": _csv, "json": _json}
