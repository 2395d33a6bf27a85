"""Whom a line of standings means: by what identifies a player, and never by a guess."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from deckcheck.events.model import Player, Submission
from deckcheck.events.standings import PlayerStanding, named
from deckcheck.model.errors import UsageError

_LIST = Submission(
    player=1,
    revision=1,
    received="2026-12-01T10:00:00+00:00",
    source="file",
    file="kai.txt",
    called="kai.txt",
    content=b"1 Rout",
    verdict="legal",
    checker="",
    format_digest="",
    pool_digest="",
)
_PLAYERS = (
    Player(id=1, name="Kai Klee", contact="kai@example.org"),
    Player(id=2, name="Ana Costa", contact="ana@example.org"),
    Player(id=3, name="ANA COSTA", contact="costa@example.org", external_id="C3"),
    Player(id=4, name="Mira Sørensen"),
    Player(id=5, name="Bo (Osaka)"),
    Player(id=6, name="Lia Fox"),
)
_FOUND = [
    PlayerStanding(player=each, lists=[], submission=None if each.name == "Lia Fox" else _LIST, verdict="legal")
    for each in _PLAYERS
]


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Kai Klee", 1),
        ("Kai Klee (Crab)", 1),
        ("Klee, Kai [Crab] 5-1", 1),
        ("kai klee - Crab", 1),
        ("Kai Klee <kai@example.org>", 1),
        ("Kai Klee (somebody@example.org)", 1),
        ("Ana Costa (#2)", 2),
        ("Ana Costa <costa@example.org>", 3),
        ("Ana Costa (C3)", 3),
        ("MIRA SORENSEN (Lion)", 4),
        ("Bo (Osaka)", 5),
        ("Bo (Osaka) (Crab)", 5),
    ],
)
def test_a_line_means_one_player(line: str, number: int) -> None:
    assert [each.player.id for each in named(_FOUND, [line])] == [number]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ana Costa", "2 players are called `Ana Costa`: #2, #3"),
        ("Ana Costa (Lion)", "2 players are called `Ana Costa (Lion)`: #2, #3"),
        ("Kai Klee (#2)", "2 players are called `Kai Klee (#2)`: #1, #2"),
        ("Kai (Crab)", "no player with a list is called: Kai (Crab)"),
        ("Bo (Crab)", "no player with a list is called: Bo (Crab)"),
        ("Lia Fox (Crab)", "no player with a list is called: Lia Fox (Crab)"),
    ],
)
def test_a_line_that_may_mean_two_players_or_none_is_asked_about(line: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        named(_FOUND, [line])

    assert caught.value.message == said


def test_a_legal_list_needs_work_only_if_it_is_late_or_has_a_note() -> None:
    in_time = _FOUND[0]
    late, noted = replace(in_time, late=True), replace(in_time, note="entered twice")
    dropped = replace(late, player=replace(late.player, status="dropped"))

    assert [each.needs_work for each in (in_time, late, noted, dropped)] == [False, True, True, False]
