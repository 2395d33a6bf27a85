"""A folder of lists, and the cards of a list that a collection lacks, as text, CSV and JSON."""

from collections.abc import Iterator, Sequence

import msgspec

from deckcheck.model.comparison import CollectedList, Missing
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.reports.csv import row
from deckcheck.reports.tables import table_of_used
from deckcheck.reports.wording import SHORT_FINGERPRINT


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
    items = [{**msgspec.to_builtins(each), "missing": each.count} for each in missing]
    yield json_page(items)


LISTS = {"text": _lists_text, "csv": _lists_csv, "json": _lists_json}
MISSING = {"text": _missing_text, "csv": _missing_csv, "json": _missing_json}
