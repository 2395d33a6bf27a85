"""The JSON Schema of format files, made from the types that loading uses."""

from __future__ import annotations

import json
from inspect import cleandoc
from typing import Any

import msgspec

from deckcheck.formats.loading import FormatFile
from deckcheck.formats.values import Cite
from deckcheck.model.format import Draw, FateRules, GoldRules, Section
from deckcheck.rules import ALWAYS, all_rules

_DROP = {
    "type": "object",
    "properties": {"drop": {"type": "string", "description": "Why the parent's value does not hold here."}},
    "required": ["drop"],
    "additionalProperties": False,
}


def format_schema() -> str:
    """Return the schema as text: every key, every rule with its parameters, and what each of them finds."""
    rules = [rule for rule in all_rules() if rule.name not in ALWAYS]
    (header, section, cite, draw, gold, fate, *params), definitions = msgspec.json.schema_components(
        [FormatFile, Section, Cite, Draw, GoldRules, FateRules, *(rule.params for rule in rules)],
        ref_template="#/$defs/{name}",
    )
    properties = {
        rule.name: {
            "description": f"{rule.code}: {rule.summary}",
            "anyOf": [_DROP, _rule(definitions[schema["$ref"].rpartition("/")[2]], cite)],
        }
        for rule, schema in zip(rules, params, strict=True)
    }
    definitions["rules"] = {"type": "object", "properties": properties, "additionalProperties": False}
    top = definitions["FormatFile"]["properties"]
    top["rules"] = {"$ref": "#/$defs/rules"}
    top["sections"] = {"type": "object", "additionalProperties": {"anyOf": [_DROP, section]}}
    drawn = _rule(definitions[draw["$ref"].rpartition("/")[2]], cite)
    top["draws"] = {"type": "object", "additionalProperties": {"anyOf": [_DROP, drawn]}}
    paid = {"gold": gold, "fate": fate}
    top["economy"] = {
        "type": "object",
        "properties": {
            name: {"anyOf": [_DROP, _rule(definitions[each["$ref"].rpartition("/")[2]], cite)]}
            for name, each in paid.items()
        },
        "additionalProperties": False,
    }
    definitions["Snapshot"]["properties"]["rules"] = {"$ref": "#/$defs/rules"}
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "deckcheck format", **header}
    return json.dumps(_settled({**schema, "$defs": dict(sorted(definitions.items()))}), indent=2) + "\n"


def _settled(value: Any) -> Any:
    """Return a schema that is the same for all versions of Python and msgspec.

    Versions of msgspec order alternatives differently, so null comes last; versions of Python indent docstrings
    differently, so descriptions have no indent.
    """
    if isinstance(value, list):
        return [_settled(item) for item in value]
    if not isinstance(value, dict):
        return value
    schema = {key: _settled(item) for key, item in value.items()}
    if isinstance(schema.get("description"), str):
        schema["description"] = cleandoc(schema["description"])
    if isinstance(schema.get("anyOf"), list):
        schema["anyOf"] = sorted(schema["anyOf"], key=lambda each: each == {"type": "null"})
    return schema


def _rule(params: dict[str, Any], cite: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a rule: its parameters, a list given by its id, and the citation."""
    properties = {key: {"type": "string"} if key == "list" else value for key, value in params["properties"].items()}
    return {"type": "object", "properties": {**properties, "cite": cite}, "additionalProperties": False}
