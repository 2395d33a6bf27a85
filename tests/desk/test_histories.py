"""Any history of a desk: players, organisers and judges in any order, and strangers who try the pages of others.

Nothing that was handed in is lost or changed, every verdict is that of a check, and a link opens the pages of its role
only. CONTRIBUTING.md says how to try longer histories.
"""

from __future__ import annotations

import contextlib
import datetime
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from deckcheck.desk.workers import Workers
from deckcheck.events.checking import Judgement, ListChecker
from deckcheck.events.model import LogEntry, Player
from tests.conftest import examples
from tests.desk.venue import FORMAT, ILLEGAL, LEGAL, NOON, OTHER, UNDECIDED, Venue, Visit

NO_LIST = "Thanks, see you there!"
NAMES = st.sampled_from(["Kakita Yosuga", "Doji Ayano", "Shiba Tsukimi"])
LISTS = st.sampled_from([LEGAL, OTHER, ILLEGAL, UNDECIDED, NO_LIST])
PAGES = {
    "player": ("/player", "/player/list/1"),
    "judge": ("/judge", "/judge/check/1"),
    "organiser": ("/organiser", "/organiser/player/1", "/organiser/export.zip"),
    "sign-up": ("/sign-up",),
}
AFTER_DEADLINE = NOON + datetime.timedelta(days=9)


@dataclass
class Entrant:
    visit: Visit
    status: str = "expected"
    lists: list[str] = field(default_factory=list)
    locked: bool = False

    def take(self, text: str) -> None:
        """Take a list unless it repeats the newest."""
        if text != NO_LIST and self.lists[-1:] != [text]:
            self.lists.append(text)
            self.status = "registered"


class DeskHistory(RuleBasedStateMachine):
    def __init__(self, workers: Workers, judged: Callable[[bytes, str], Judgement]) -> None:
        super().__init__()
        self.judged = judged
        self.stack = contextlib.ExitStack()
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.venue = self.stack.enter_context(Venue(folder, workers, per_link=0, per_minute=0))
        self.visits = {role: self.venue.visit(role) for role in ("organiser", "judge", "sign-up")}
        self.entrants: dict[str, Entrant] = {}
        self.past: list[Visit] = []
        self.all_locked = False
        self.log: dict[int, LogEntry] = {}

    def teardown(self) -> None:
        self.stack.close()

    @property
    def is_over(self) -> bool:
        return self.venue.now == AFTER_DEADLINE

    def number(self, name: str) -> int:
        (found,) = [player.id for player in self.venue.rows(Player) if player.name == name]
        return found

    def organise(self, name: str, **fields: str) -> Visit:
        organiser, path = self.visits["organiser"], f"/organiser/player/{self.number(name)}"
        organiser.get(path)
        organiser.post(path, **fields)
        return organiser

    def let_in(self, page: str) -> Visit:
        """Return a browser that opened the link on a page."""
        found = re.search(r"http://127.0.0.1:\d+(/p/[^<\s]+)", page)
        assert found
        visit = self.venue.stranger()
        assert visit.get(found[1]).status_code == 200
        return visit

    @initialize()
    def two_players_have_signed_up(self) -> None:
        self.somebody_signs_up("Kakita Yosuga", LEGAL)
        self.somebody_signs_up("Doji Ayano", "")

    @rule(name=NAMES, text=LISTS | st.just(""))
    def somebody_signs_up(self, name: str, text: str) -> None:
        visit = self.venue.visit("sign-up")
        answer = visit.post("/sign-up", name=name, contact="", list=text, do="hand-in")

        if text == NO_LIST:
            assert "not a list" in visit.text
        elif name in self.entrants or self.all_locked:
            assert answer.status_code == 409
        else:
            assert answer.status_code == 200
            self.entrants[name] = Entrant(self.let_in(visit.page))
            if text:
                self.entrants[name].take(text)

    @rule(name=NAMES, text=LISTS)
    def a_player_hands_in(self, name: str, text: str) -> None:
        if entrant := self.entrants.get(name):
            entrant.visit.get("/player")
            answer = entrant.visit.post("/player", list=text, do="hand-in")
            is_shut = entrant.locked or entrant.status == "dropped" or (self.is_over and bool(entrant.lists))
            assert answer.status_code == (409 if is_shut else 200)
            if not is_shut:
                entrant.take(text)

    @rule(name=NAMES, text=LISTS)
    def a_player_checks_a_list(self, name: str, text: str) -> None:
        if entrant := self.entrants.get(name):
            entrant.visit.get("/player")
            entrant.visit.post("/player", list=text, do="check")

    @rule(name=NAMES, text=LISTS)
    def the_organiser_enters_a_list(self, name: str, text: str) -> None:
        if entrant := self.entrants.get(name):
            self.organise(name, list=text, do="hand-in")
            if not entrant.locked:
                entrant.take(text)

    @rule(name=NAMES, action=st.sampled_from(["lock", "unlock", "drop", "undrop"]))
    def the_organiser_acts_on_a_player(self, name: str, action: str) -> None:
        if entrant := self.entrants.get(name):
            self.organise(name, do=action)
            if action in ("lock", "unlock"):
                entrant.locked = action == "lock"
            else:
                entrant.status = "dropped" if action == "drop" else "registered" if entrant.lists else "expected"

    @rule(action=st.sampled_from(["lock", "unlock", "open", "secret"]))
    def the_organiser_acts_on_the_event(self, action: str) -> None:
        self.visits["organiser"].get("/organiser")
        self.visits["organiser"].post("/organiser/event", do=action)
        if action in ("lock", "unlock"):
            self.all_locked = action == "lock"
            for entrant in self.entrants.values():
                entrant.locked = self.all_locked

    @rule(name=NAMES)
    def a_player_gets_a_new_link(self, name: str) -> None:
        if entrant := self.entrants.get(name):
            page = self.organise(name, do="link").page
            self.past.append(entrant.visit)
            entrant.visit = self.let_in(page)

    @rule(name=NAMES)
    def a_judge_checks_a_deck(self, name: str) -> None:
        entrant = self.entrants.get(name)
        if entrant and entrant.lists and entrant.status != "dropped":
            judge, path = self.visits["judge"], f"/judge/check/{self.number(name)}"
            judge.get(path)
            assert judge.post(path, submission=str(self.venue.lists(name)[-1].id), do="ok").status_code == 200

    @rule()
    def the_deadline_passes(self) -> None:
        self.venue.now = AFTER_DEADLINE

    @rule(name=NAMES, role=st.sampled_from([*PAGES]), wanted=st.sampled_from([*PAGES]), send=st.booleans())
    def somebody_tries_the_pages_of_others(self, name: str, role: str, wanted: str, send: bool) -> None:
        entrant = self.entrants.get(name)
        visit = self.visits.get(role) or (entrant and entrant.visit)
        if visit and role != wanted:
            token = visit.token
            for path in PAGES[wanted]:
                form = {"token": token, "do": "lock", "list": LEGAL}
                answer = visit.client.post(path, data=form) if send else visit.client.get(path)
                assert answer.status_code in (403, 404, 405), f"{role} opens {path}"

    @rule()
    def old_links_are_tried(self) -> None:
        assert [visit.client.get("/player").status_code for visit in self.past] == [403] * len(self.past)

    @invariant()
    def nothing_is_lost_or_changed(self) -> None:
        assert {player.name: player.status for player in self.venue.rows(Player)} == {
            name: entrant.status for name, entrant in self.entrants.items()
        }
        for name, entrant in self.entrants.items():
            lists = self.venue.lists(name)
            assert [each.content.decode() for each in lists] == entrant.lists
            for each in lists:
                said = self.judged(each.content, each.called)
                assert (each.verdict, each.fingerprint, each.findings) == (
                    said.verdict,
                    said.fingerprint,
                    said.findings,
                )
        log = {each.id: each for each in self.venue.rows(LogEntry)}
        assert self.log.items() <= log.items()
        self.log = log


def test_any_history_of_a_desk(workers: Workers) -> None:
    judged = cache(ListChecker(FORMAT).judged)
    # Making a history shorter takes minutes.
    many = settings(
        max_examples=examples(8),
        stateful_step_count=min(60, examples(20)),
        deadline=None,
        phases=set(Phase) - {Phase.shrink},
    )
    run_state_machine_as_test(lambda: DeskHistory(workers, judged), settings=many)  # type: ignore[arg-type]  # or a maker
