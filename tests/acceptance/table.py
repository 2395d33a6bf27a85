"""All cases, in the order of their numbers."""

from __future__ import annotations

from tests.acceptance import (
    archives,
    caches,
    calls,
    data_files,
    files,
    interruptions,
    json_decks,
    large,
    reports,
    servers,
    text_decks,
    xml_decks,
    yaml_decks,
)
from tests.acceptance.case import Case

_PARTS = (
    *(yaml_decks, json_decks, text_decks, reports, xml_decks, archives, files, data_files),
    *(calls, interruptions, caches, servers, large),
)

CASES: tuple[Case, ...] = tuple(sorted((case for part in _PARTS for case in part.CASES), key=lambda case: case.number))
