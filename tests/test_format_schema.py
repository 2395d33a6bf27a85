"""The JSON Schema of format files takes the shipped formats and refuses what loading refuses."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from deckcheck.system.strict_yaml import parse, plain
from tests.conftest import ROOT

SCHEMA = jsonschema.Draft202012Validator(json.loads((ROOT / "docs" / "format.schema.json").read_text("utf-8")))
FORMATS = sorted((ROOT / "formats").glob("*.yaml"))


def read(text: str) -> object:
    return plain(parse(text, "format.yaml"))


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.stem)
def test_it_takes_every_shipped_format(path: Path) -> None:
    SCHEMA.validate(read(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "text",
    [
        "id: cup\nsurprise: 1\n",
        "name: a format without an id\n",
        "id: cup\nrules: {no-such-rule: {max: 1}}\n",
        "id: cup\nrules: {too-many-copies: {max: one}}\n",
        "id: cup\nrules: {too-many-copies: {mx: 1}}\n",
        "id: cup\nrules: {too-many-copies: {max: 1, cite: {document: JR}}}\n",
        "id: cup\nsnapshots: [{from: '2020-01-01', rules: {}}]\n",
    ],
)
def test_it_refuses_what_loading_refuses(text: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate(read(text))
