"""Any history of an event: the file has what a plain model of it has, also after reopening, a crash and an export.

With `--hypothesis-profile=long` it looks at more and longer histories.
"""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec import Struct

from deckcheck.cli.data_options import Data
from deckcheck.cli.events.shared import new_event
from deckcheck.events.checking import ListChecker
from deckcheck.events.exchange import read_folder, write_folder
from deckcheck.events.model import Arrival, LogEntry, Player, RulingRow, Submission, is_late, now
from deckcheck.events.standings import standings
from deckcheck.events.store import open_event
from deckcheck.events.taking import expect, take
from tests.conftest import examples
from tests.events_desk import ILLEGAL, LEGAL, OTHER

FORMAT, DEADLINE = "celestial-40-40", "2026-12-04T20:00+01:00"
NO_LIST = "Thanks, see you there!"
VERDICTS = {LEGAL: "legal", OTHER: "legal", ILLEGAL: "illegal", NO_LIST: "unreadable"}
SLIPS = ("C001", "C003", "D001", "S001")
NAMES = st.sampled_from(["Kakita Yosuga", "Doji Ayano", "Shiba Tsukimi"])
LISTS = st.sampled_from(list(VERDICTS))
TIMES = st.sampled_from(["2026-12-01T12:00:00+00:00", "2026-12-05T12:00:00+00:00"])


@cache
def checker() -> ListChecker:
    return ListChecker(FORMAT)


@dataclass
class Entrant:
    """A player: the lists as they came in, with their times."""

    status: str = "expected"
    lists: list[tuple[str, str]] = field(default_factory=list)
    locked: bool = False
    allowed: bool = False

    def verdict(self, deadline: str) -> str:
        if not self.lists:
            return "missing"
        text, _ = self.current(deadline)
        return "legal" if self.allowed and text == ILLEGAL else VERDICTS[text]

    def current(self, deadline: str) -> tuple[str, str]:
        """The list that counts: the newest that is one and came in time, else the newest that is one."""
        lists = [each for each in self.lists if each[0] != NO_LIST]
        return ([each for each in lists if not is_late(each[1], deadline)] or lists or self.lists)[-1]

    def becomes(self, text: str, time: str, deadline: str) -> str:
        """Return what a text becomes that somebody takes alone; one without a list says nothing new about a list."""
        before = [each for each in self.lists if each[0] != NO_LIST or text == NO_LIST]
        texts = [each for each, _ in before]
        is_older = bool(before) and time < self.current(deadline)[1]
        if before and text != NO_LIST and is_late(self.current(deadline)[1], deadline) and not is_late(time, deadline):
            # One that came in time counts, also where a late one was taken first.
            return "locked" if self.locked else "revision"
        if texts[-1:] == [text] or (text, time) in before or (is_older and text in texts):
            return "returned" if self.status == "dropped" and self.current(deadline)[0] != NO_LIST else "unchanged"
        if is_older or self.locked:
            return "older" if is_older else "locked"
        return "unreadable" if text == NO_LIST else "revision" if self.lists else "new"


class History(RuleBasedStateMachine):
    """An event file and its model; each list comes as a file of its own, as from a folder of lists."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = contextlib.ExitStack()
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.file = self.folder / "1.event"
        new_event(self.file, FORMAT, Data(), "", name="Spring Cup", deadline=DEADLINE)
        self.event = open_event(self.file, "Desk")
        self.model: dict[str, Entrant] = {}
        self.deadline, self.all_locked = DEADLINE, False
        self.kept: dict[type[Struct], dict[int, Struct]] = {Submission: {}, LogEntry: {}, RulingRow: {}}

    def teardown(self) -> None:
        self.event.__exit__()
        self.stack.close()

    def player(self, name: str) -> Player:
        (found,) = [each for each in self.event.players() if each.name == name]
        return found

    def entrant(self, name: str) -> Entrant:
        return self.model.setdefault(name, Entrant(locked=self.all_locked))

    @rule(name=NAMES, text=LISTS, time=TIMES)
    def a_list_comes_in(self, name: str, text: str, time: str) -> None:
        is_note = name not in self.model and text == NO_LIST  # The name of its file is nobody's.
        entrant = self.entrant(name)
        content = text.encode()
        arrival = Arrival(
            source="file", file=f"{name}.txt", name=name, called="deck.txt", content=content, received=time
        )

        (taken,) = take(self.event, checker(), [arrival])

        assert taken.what == ("refused" if is_note else entrant.becomes(text, time, self.deadline))
        if taken.what in ("new", "revision", "unreadable"):
            entrant.lists.append((text, time))
        if taken.what in ("new", "revision", "returned"):
            entrant.status = "registered"
        if taken.player is None:
            # A locked event has no new players, and a note is none.
            del self.model[name]

    @rule(name=NAMES)
    def a_player_is_expected(self, name: str) -> None:
        (expected,) = expect(self.event, [Arrival(source="table", file="players.csv", name=name)])

        assert expected.what == ("known" if name in self.model else "new")
        self.entrant(name)

    @rule(name=NAMES)
    @precondition(lambda self: self.model)
    def a_player_is_dropped(self, name: str) -> None:
        if name in self.model:
            with self.event.writing():
                self.event.change_player(self.player(name), status="dropped")
            self.model[name].status = "dropped"

    @rule(name=NAMES)
    @precondition(lambda self: self.model)
    def a_player_is_forgotten(self, name: str) -> None:
        if name in self.model:
            self.event.forget(self.player(name))
            del self.model[name]
            self.kept = {kind: {row.id: row for row in self.event.rows(kind)} for kind in self.kept}  # type: ignore[attr-defined]

    @rule(name=st.none() | NAMES, kind=st.sampled_from(["lock", "unlock"]))
    def lists_are_locked(self, name: str | None, kind: str) -> None:
        entrants = [self.model[name]] if name in self.model else list(self.model.values()) if name is None else []
        if entrants or name is None:
            with self.event.writing():
                self.event.log(kind, self.player(name).id if name else 0)
        for entrant in entrants:
            entrant.locked = kind == "lock"
        self.all_locked = self.all_locked if name else kind == "lock"

    @rule(name=NAMES)
    @precondition(lambda self: self.model)
    def a_judge_allows_all_slips(self, name: str) -> None:
        if name in self.model:
            with self.event.writing():
                for code in SLIPS:
                    row = RulingRow(
                        time=now(), judge="Judge", decision="allow", reason="agreed", code=code, player=name
                    )
                    self.event.add(row)
            self.model[name].allowed = True

    @rule(deadline=st.sampled_from([DEADLINE, "2026-12-10T20:00+01:00", ""]))
    def the_deadline_moves(self, deadline: str) -> None:
        with self.event.writing():
            self.event.change_event(deadline=deadline)
        self.deadline = deadline

    @rule(name=NAMES)
    def the_program_ends_while_it_writes(self, name: str) -> None:
        with contextlib.suppress(InterruptedError), self.event.writing():
            self.event.change_event(deadline="2000-01-01T00:00+00:00")
            self.event.add(Player(name=name))
            raise InterruptedError

    @rule()
    def the_file_is_opened_again(self) -> None:
        self.event.__exit__()
        self.event = open_event(self.file, "Desk")

    @rule()
    def the_event_moves_by_an_export(self) -> None:
        number = int(self.file.stem) + 1
        folder, self.file = self.folder / f"{number}", self.folder / f"{number}.event"
        write_folder(self.event, standings(self.event, checker()), folder)
        self.event.__exit__()
        self.event = read_folder(folder, self.file, "Desk")

    @rule()
    def a_copy_takes_the_place_of_the_file(self) -> None:
        number = int(self.file.stem) + 1
        copy = self.folder / f"{number}.event"
        self.event.backup(copy)
        self.event.__exit__()
        self.file, self.event = copy, open_event(copy, "Desk")

    @invariant()
    def the_standings_are_those_of_the_model(self) -> None:
        found = standings(self.event, checker().ruled_by(self.event.rulings()))
        assert {
            each.player.name: (each.verdict, len(self.event.submissions(each.player.id)), each.late, each.locked)
            for each in found
        } == {
            name: (
                each.verdict(self.deadline),
                len(each.lists),
                bool(each.lists) and is_late(each.current(self.deadline)[1], self.deadline),
                each.locked,
            )
            for name, each in self.model.items()
            if each.status != "dropped"
        }
        assert self.event.info.deadline == self.deadline

    @invariant()
    def nothing_that_came_in_is_lost_or_changed(self) -> None:
        for player in self.event.players():
            lists = [(each.content.decode(), each.received) for each in self.event.submissions(player.id)]
            assert lists == self.model[player.name].lists
            assert player.status == self.model[player.name].status
        for kind, kept in self.kept.items():
            rows = {row.id: row for row in self.event.rows(kind)}  # type: ignore[attr-defined]
            assert kept.items() <= rows.items()
            kept.update(rows)


TestHistories = History.TestCase
TestHistories.settings = settings(
    max_examples=examples(25), stateful_step_count=min(60, examples(20)), deadline=None, print_blob=False
)
