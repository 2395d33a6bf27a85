"""The schemas of the reports for programs, with which tests compare real ones."""

import json

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.conftest import ROOT

_FOLDER = ROOT / "deckcheck" / "reports"
_REPORT, _LINE = "report-1.schema.json", "report-1-lines.schema.json"
REPORT_SCHEMA = json.loads((_FOLDER / _REPORT).read_text("utf-8"))
_LINE_SCHEMA = json.loads((_FOLDER / _LINE).read_text("utf-8"))
_REGISTRY = Registry().with_resource(_REPORT, Resource.from_contents(REPORT_SCHEMA))
_REPORTS = Draft202012Validator(REPORT_SCHEMA)
_LINES = Draft202012Validator(_LINE_SCHEMA, registry=_REGISTRY)
for each in REPORT_SCHEMA, _LINE_SCHEMA:
    Draft202012Validator.check_schema(each)


def validate_report(report: object) -> None:
    """Raise ValidationError unless `report` is one of ``--as json``."""
    _REPORTS.validate(report)


def validate_line(line: object) -> None:
    """Raise ValidationError unless `line` is one of ``--as jsonl`` or of bulk."""
    _LINES.validate(line)
