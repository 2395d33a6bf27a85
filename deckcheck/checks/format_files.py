"""Write house rules as a format file, with its ban list."""

from __future__ import annotations

import re
from typing import Any

from deckcheck.checks.house_rules import LISTED, NOT_LEGAL, Overrides
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.system.paths import DATA_ID

_DOCUMENT = "HOUSE"
_CITE = {"doc": _DOCUMENT, "section": "House rules"}


def format_files(parent: Format, format_id: str, name: str, changes: Overrides) -> dict[str, str]:
    """Return the files of a format that extends `parent` with these changes, by relative path.

    Raises:
        UsageError: when the id is not allowed.
    """
    if not re.match(DATA_ID, format_id) or format_id.startswith("_") or format_id == parent.id:
        raise UsageError(f"`{format_id}` is not an id for a format", help="use small letters, digits and -: spring-cup")
    files = {}
    rules: dict[str, Any] = {}
    for rule, params in changes.items():
        if params is None:
            rules[rule] = {"drop": f"house rule of {name}"}
            continue
        values = dict(params)
        if rule == LISTED:
            banned = {**values["list"], "id": f"{format_id}-banned", "name": f"ban list of {name}", "source": name}
            files[f"lists/{format_id}-banned.yaml"] = _yaml(banned)
            values["list"] = banned["id"]
        rules[rule] = values if rule == NOT_LEGAL else {**values, "cite": dict(_CITE)}
    head: dict[str, Any] = {"id": format_id, "name": name, "extends": parent.id}
    if parent.basis != "community":
        head["basis"] = "community"
    head |= {"documents": {_DOCUMENT: f"House rules of {name}"}, "rules": rules}
    comment = f"# {name}: house rules for {parent.name}.\n"
    return {f"{format_id}.yaml": comment + _yaml({key: value for key, value in head.items() if value}), **files}


def _yaml(value: dict[str, Any]) -> str:
    import yaml

    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    return text
