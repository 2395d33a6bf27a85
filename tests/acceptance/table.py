"""All cases, in the order of their numbers."""

from __future__ import annotations

from tests.acceptance import archives, data_files, files, json_decks, reports, text_decks, xml_decks, yaml_decks
from tests.acceptance.case import Case

CASES: tuple[Case, ...] = tuple(
    case
    for part in (yaml_decks, json_decks, text_decks, reports, xml_decks, archives, files, data_files)
    for case in part.CASES
)
