"""What a player, an organiser and a judge do at the desk, with forms only: nothing here runs JavaScript."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import httpx
import pytest

from deckcheck.cli import run
from deckcheck.desk.workers import Workers
from deckcheck.events.model import DeckCheck, LogEntry, Player, RulingRow
from deckcheck.events.model import Opens as Role
from tests.desk.venue import ILLEGAL, LEGAL, OTHER, UNDECIDED, Venue, Visit
from tests.fixture_decks import WHOLE_DECKS


def test_a_player_signs_up_and_gets_a_link_that_leads_back(venue: Venue) -> None:
    visit = venue.visit("sign-up")

    visit.post("/sign-up", name="Kei", contact="kei@example.org", list=LEGAL, do="hand-in")

    assert "You are signed up, Kei Your list: ✓ legal" in visit.text
    found = re.search(r"http://127.0.0.1:\d+(/p/\S+)", visit.text)
    assert found
    other_phone = venue.stranger()
    other_phone.get(found[1])
    other_phone.get("/player")
    assert "Registered: ✓ legal revision 1, Tue 1 Dec 13:00" in other_phone.text
    assert "Hand in by Fri 4 Dec 20:00 (UTC+01:00), 3 days left." in other_phone.text
    assert other_phone.draft == LEGAL


def test_a_sign_up_that_is_sent_twice_shows_the_same_link_and_another_name_gets_another(venue: Venue) -> None:
    """A browser shows the answer to the second click only."""
    visit = venue.visit("sign-up")
    number = re.search(r'name="form" value="(\w+)"', visit.page)
    assert number
    form = {"token": visit.token, "form": number[1], "name": "Kei", "list": LEGAL, "do": "hand-in"}

    pages = [visit.client.post("/sign-up", data={**form, "name": name}).text for name in ("Kei", "Kei", "Chi")]

    first, second, third = (re.findall(r"http://127.0.0.1:\d+/p/[\w-]+", page)[0] for page in pages)
    assert first == second != third
    assert len(venue.lists("Kei")) == len(venue.lists("Chi")) == 1
    for change in ({"form": "x"}, {"list": OTHER}):
        assert "This name is taken." in visit.client.post("/sign-up", data={**form, **change}).text


def test_who_signs_up_is_refused_or_registered_as_the_locks_say(venue: Venue) -> None:
    venue.expect("Kei", "Chi")
    lock, unlock = (["event", each, str(venue.file)] for each in ("lock", "unlock"))

    assert run([*lock, "Kei"]) == 0
    visit = venue.visit("sign-up")
    visit.post("/sign-up", name="Kei", list=LEGAL, do="hand-in")
    assert "The organiser has locked the lists." in visit.text
    assert visit.draft == LEGAL

    assert run(lock) == run([*unlock, "Chi"]) == 0
    for name, answer in (("Chi", "You are signed up, Chi Your list: ✓ legal"), ("Bo", "has locked the lists")):
        visit = venue.visit("sign-up")
        visit.post("/sign-up", name=name, list=LEGAL, do="hand-in")
        assert answer in visit.text
    assert [len(venue.lists(name)) for name in ("Kei", "Chi")] == [0, 1]


def test_an_illegal_list_becomes_legal_by_suggestions_and_the_nearest_legal_deck(venue: Venue) -> None:
    visit = venue.player("Kei", ILLEGAL)
    assert "Line 17: 4 copies of Marketplace; at most 3 are allowed" in visit.text
    fixed = ["copies 17 marketplace", "copies 8 a_new_year", "name 40 steel_on_steel"]
    assert visit.suggestions == [f"fix {each}" for each in fixed]

    for _ in range(3):
        visit.post("/player", list=visit.draft, do=visit.suggestions[0])
    assert "not legal: 1 problem to fix" in visit.text
    assert ("3 Marketplace" in visit.draft, "3 Steel on Steel" in visit.draft) == (True, True)

    visit.post("/player", list=visit.draft, do="nearest")
    assert "No legal deck needs fewer changes." in visit.text
    proposal = re.search(r'name="nearest"[^>]*>\n(.*?)</textarea>', visit.page, re.DOTALL)
    assert proposal
    visit.post("/player", list=visit.draft, nearest=proposal[1].replace("&#39;", "'"), do="take")
    visit.post("/player", list=visit.draft, do="hand-in")

    assert "Registered: ✓ legal revision 2" in visit.text


def test_an_undecided_list_is_handed_in_and_a_ruling_makes_it_legal(venue: Venue) -> None:
    visit = venue.player("Kei", UNDECIDED)
    assert "? a judge decides" in visit.text
    organiser = venue.visit("organiser", name="Kakita")
    # One part of the row, which is broken into lines like any text.
    assert re.search(r'(?s)<span class="reason">[^<]*D001 .*?</span></a>', venue.visit("judge").page)
    organiser.get("/organiser/player/1")
    # Only a ruling about a card may be for all lists: one about a code would allow whatever is unrecognised in them.
    assert "This decides every D001 of this list." in organiser.text
    assert 'value="all"' not in organiser.page

    for code in ("D001", "S001"):
        organiser.post(
            "/organiser/player/1",
            do="rule",
            submission="1",
            code=code,
            card="",
            why="A proxy",
            decision="allow",
            scope="one",
        )

    assert "✓ legal revision 1" in organiser.text
    visit.get("/player")
    assert "Registered: ✓ legal" in visit.text
    for page in (visit, organiser):
        assert re.search("Revision 1 Tue 1 Dec 13:00 ✓ legal", page.text)
    assert "allowed by Kakita" in visit.text


def test_a_list_that_was_replaced_is_not_ruled_on(venue: Venue) -> None:
    player = venue.player("Kei", UNDECIDED)
    organiser = venue.visit("organiser")
    organiser.get("/organiser/player/1")
    form = dict(re.findall(r'<input type="hidden" name="(submission|code|card)" value="([^"]*)">', organiser.page))
    form |= {"do": "rule", "why": "A proxy, looked at", "decision": "allow"}
    player.post("/player", list=f"{UNDECIDED}1 Banzaai\n", do="hand-in")

    response = organiser.post("/organiser/player/1", scope="one", **form)

    assert response.status_code == 409
    assert "handed in another list since" in organiser.text
    assert 'value="A proxy, looked at"' in organiser.page
    assert venue.rows(RulingRow) == []
    assert organiser.post("/organiser/player/1", scope="all", **form).status_code == 200
    assert len(venue.rows(RulingRow)) == 1


def test_a_list_that_is_not_legal_is_handed_in_but_not_registered(venue: Venue) -> None:
    visit = venue.player("Kei", ILLEGAL)

    assert "Handed in: ✗ not legal revision 1" in visit.text
    assert "Registered" not in visit.text


def test_text_that_is_no_list_is_not_handed_in(venue: Venue) -> None:
    visit = venue.player("Kei")

    visit.post("/player", list="Hello, I will send it tomorrow.", do="hand-in")

    assert "! not a list" in visit.text
    assert venue.lists("Kei") == []


def test_a_file_is_shown_as_text_before_it_is_handed_in(venue: Venue) -> None:
    visit = venue.player("Kei")

    response = visit.client.post(
        "/player", data={"token": visit.token, "list": "", "do": "check"}, files={"file": ("deck.txt", LEGAL.encode())}
    )

    visit.page = response.text
    assert "✓ legal" in visit.text
    assert visit.draft == LEGAL


def test_the_page_of_a_player_says_why_there_is_no_list(venue: Venue, tmp_path: Path) -> None:
    form = tmp_path / "form.csv"
    form.write_text(f'Name,Deck\nKei,\nBo,"{LEGAL}"\nBo,Please wait\n', "utf-8")
    assert run(["event", "take", str(venue.file), str(form)]) == 1
    organiser = venue.visit("organiser")

    organiser.get("/organiser/player/1")
    assert "from form.csv row 2 Deck (column B) is empty" in organiser.text
    organiser.get("/organiser/player/2")
    assert "a newer message is not a list: form.csv row" in organiser.text


@pytest.mark.parametrize("content", [b"\xff\xd8\xff\xe0\0\x10JFIF", b""], ids=["photo", "empty"])
def test_a_file_that_cannot_be_read_hands_no_other_list_in(content: bytes, venue: Venue) -> None:
    """The text is that of the list before, which the player wanted to replace."""
    visit, organiser = venue.player("Kei", OTHER), venue.visit("organiser")
    organiser.get("/organiser/player/1")

    for page, path in ((visit, "/player"), (organiser, "/organiser/player/1")):
        data = {"token": page.token, **page.after, "list": LEGAL, "do": "hand-in"}
        page.page = page.client.post(path, data=data, files={"file": ("deck.txt", content)}).text
        assert re.search(r"deck.txt: (Not a text file|The file is empty)", page.text)
        assert page.draft == LEGAL

    assert [each.content.decode() for each in venue.lists("Kei")] == [OTHER]


@pytest.mark.parametrize(
    ("name", "content"),
    [("deck.txt", "3 Rout\n" * 2001), ("deck.json", '{"cards": ' * 30), ("deck.l5d", "<xml>")],
)
def test_a_player_reads_of_no_command_and_no_option(name: str, content: str, venue: Venue) -> None:
    visit = venue.player("Kei")

    for said, files in (({"list": content}, None), ({}, {"file": (name, content.encode())})):
        data = {**said, "token": visit.token, "do": "check"}
        visit.page = visit.client.post("/player", data=data, files=files).text
        why = "ore than 2,000 lines|ested deeper than 20 levels|ot valid JSON|has no cards|ot in a known syntax"
        assert re.search(why, visit.text)
        assert "--" not in visit.text


def test_only_decks_of_known_sites_are_read_by_address(venue: Venue) -> None:
    visit = venue.player("Kei")

    for address in (
        "http://127.0.0.1:8470/",
        "https://emeralddb.org.example.com/decks/1",
        "http://[::1]/emeralddb.org",
    ):
        visit.post("/player", list=address, do="check")
        assert "Only decks of emeralddb.org and fiveringsdb.com are read by address" in visit.text


@pytest.mark.parametrize(("format", "is_named"), [("lcg-2017", True), ("celestial-40-40", False)])
def test_sites_with_decks_of_the_card_game_are_named_only_in_its_events(
    format: str, is_named: bool, workers: Workers, tmp_path: Path
) -> None:
    with Venue(tmp_path, workers, format) as venue:
        assert ("EmeraldDB" in venue.player("Kei").text) is is_named


def test_two_organisers_correct_different_facts_of_a_player(venue: Venue) -> None:
    venue.player("Kei")
    pages = [venue.visit("organiser") for _ in range(2)]
    before = {"before name": "Kei", "before contact": "", "before seat": ""}
    for page in pages:
        page.get("/organiser/player/1")

    pages[0].post("/organiser/player/1", do="correct", name="Kei", contact="", seat="14", **before)
    pages[1].post("/organiser/player/1", do="correct", name="Kei Smith", contact="kei@example.org", seat="", **before)

    assert [(each.name, each.contact, each.seat) for each in venue.rows(Player)] == [
        ("Kei Smith", "kei@example.org", "14")
    ]


def test_the_organiser_gives_each_player_a_name_of_their_own(venue: Venue) -> None:
    venue.player("Kei")
    organiser = venue.visit("organiser")
    for name, reason in (("kei", "Another player is called Kei: #1."), ("\u3164", "A player needs a name.")):
        organiser.get("/organiser")
        assert organiser.post("/organiser/player", name=name).status_code == 400
        assert reason in organiser.text

    assert [each.name for each in venue.rows(Player)] == ["Kei"]


def test_the_organiser_sees_everybody_and_what_is_to_do(venue: Venue) -> None:
    venue.player("Hoturi", LEGAL)
    venue.player("Kisada", ILLEGAL)
    venue.player("Tadaka", UNDECIDED)
    venue.player("Toturi")
    organiser = venue.visit("organiser")

    assert "3 of 4 in: 1 legal, 1 not legal, 1 undecided, 1 missing" in organiser.text
    organiser.get("/organiser?show=todo")
    assert "Hoturi" not in organiser.text
    organiser.get("/organiser?show=missing")
    assert ("Toturi" in organiser.text, "Kisada" in organiser.text) == (True, False)
    organiser.get("/organiser?q=kisa")
    assert ("Toturi" in organiser.text, "Kisada" in organiser.text) == (False, True)


def test_the_organiser_enters_a_list_for_a_player_and_it_is_logged(venue: Venue) -> None:
    organiser = venue.visit("organiser", name="Yoshi")
    organiser.post("/organiser/player", name="Toturi")

    organiser.post("/organiser/player/1", list=LEGAL, do="hand-in")

    (submission,) = venue.lists("Toturi")
    assert (submission.source, submission.verdict) == ("organiser", "legal")
    log = venue.rows(LogEntry, "kind = 'take'")
    assert [each.who for each in log] == ["Yoshi"]
    assert "Yoshi: take file organiser, verdict legal" in organiser.text
    assert "stated" not in organiser.text


def test_a_player_may_go_back_to_a_list_after_the_organiser_entered_another(venue: Venue) -> None:
    player = venue.player("Toturi", LEGAL)
    organiser = venue.visit("organiser")
    organiser.get("/organiser/player/1")
    organiser.post("/organiser/player/1", list=OTHER, do="hand-in")

    player.get("/player")
    player.post("/player", list=LEGAL, do="hand-in")

    assert [each.content.decode() for each in venue.lists("Toturi")] == [LEGAL, OTHER, LEGAL]


@pytest.mark.parametrize(
    ("first", "then"), [("organiser", "player"), ("player", "organiser"), ("player", "player"), ("organiser",) * 2]
)
@pytest.mark.parametrize("had", ["", ILLEGAL])
def test_an_open_page_replaces_no_list_that_came_in_since(first: Role, then: Role, had: str, venue: Venue) -> None:
    venue.player("Toturi", had)
    addresses = {"organiser": "/organiser/player/1", "player": "/player"}
    newer, older = venue.visit(first, 1), venue.visit(then, 1)
    for role, visit in ((first, newer), (then, older)):
        visit.get(addresses[role])
    newer.post(addresses[first], list=OTHER, do="hand-in")
    mine = LEGAL + "# my own\n"

    older.post(addresses[then], list=mine, do="check")
    response = older.post(addresses[then], list=mine, do="hand-in")

    assert response.status_code == 409
    assert "Another list came in since this page was made" in older.text
    assert older.draft == mine
    assert [each.content.decode() for each in venue.lists("Toturi")][-1] == OTHER
    assert older.post(addresses[then], list=older.draft, do="hand-in").status_code == 200
    assert [each.content.decode() for each in venue.lists("Toturi")][-2:] == [OTHER, mine]


def test_a_form_that_is_sent_twice_hands_one_list_in(venue: Venue) -> None:
    kei = venue.player("Kei", ILLEGAL)
    form = {"token": kei.token, **kei.after, "list": LEGAL, "do": "hand-in"}

    assert [kei.client.post("/player", data=form).status_code for _ in range(2)] == [200, 200]
    assert len(venue.lists("Kei")) == 2


def test_a_message_without_a_list_leaves_an_open_page_as_it_is(venue: Venue) -> None:
    kei = venue.player("Kei", ILLEGAL)
    message = venue.file.with_name("Kei.txt")
    message.write_text("Thanks, see you there!", "utf-8")
    assert run(["event", "take", str(venue.file), str(message)]) == 1

    assert kei.post("/player", list=LEGAL, do="hand-in").status_code == 200
    assert venue.lists("Kei")[-1].verdict == "legal"


def test_a_player_without_a_list_who_is_taken_back_is_expected(venue: Venue, tmp_path: Path) -> None:
    venue.player("Toturi")
    venue.player("Kisada")
    (tmp_path / "Kisada.txt").write_text("I will send it tomorrow.", "utf-8")
    assert run(["event", "take", str(venue.file), str(tmp_path / "Kisada.txt")]) == 1
    organiser = venue.visit("organiser")
    for path in ("/organiser/player/1", "/organiser/player/2"):
        for action in ("drop", "undrop"):
            organiser.get(path)
            organiser.post(path, do=action)

    assert [player.status for player in venue.rows(Player)] == ["expected", "expected"]


def test_a_player_who_dropped_can_be_found_and_taken_back(venue: Venue) -> None:
    venue.player("Toturi", LEGAL)
    venue.player("Kisada", OTHER)
    organiser = venue.visit("organiser")
    organiser.get("/organiser/player/1")
    organiser.post("/organiser/player/1", do="drop")

    organiser.get("/organiser")
    assert ("Toturi" in organiser.text, "Kisada" in organiser.text) == (False, True)
    for address in ("/organiser?show=dropped", "/organiser?q=toturi"):
        organiser.get(address)
        assert 'href="/organiser/player/1"' in organiser.page
        assert "✓ legal dropped" in organiser.text
        assert "Kisada" not in organiser.text
    organiser.get("/organiser/player/1")
    assert re.search("Toturi ✓ legal revision 1,.* Dropped", organiser.text)
    organiser.post("/organiser/player/1", do="undrop")
    organiser.get("/organiser")
    assert "Toturi" in organiser.text


def test_no_letters_are_written_where_all_lists_are_legal(venue: Venue) -> None:
    venue.player("Kisada", LEGAL)
    organiser = venue.visit("organiser")

    organiser.post("/organiser/letters.zip")

    assert "All lists are legal. Letters are for players with something to do." in organiser.text


def test_the_organiser_locks_prints_writes_and_exports(venue: Venue) -> None:
    player = venue.player("Kisada", ILLEGAL)
    organiser = venue.visit("organiser")

    sheets = organiser.get("/organiser/sheets").text
    export = zipfile.ZipFile(io.BytesIO(organiser.get("/organiser/export.zip").content))
    organiser.get("/organiser")
    letters = zipfile.ZipFile(io.BytesIO(organiser.post("/organiser/letters.zip").content))
    organiser.get("/organiser")
    organiser.post("/organiser/event", do="lock")

    assert "Kisada" in sheets
    assert "registrations.csv" in export.namelist()
    assert letters.namelist() == ["001-kisada.txt", "001-kisada.eml"]
    assert "All lists are locked" in organiser.text
    player.post("/player", list=LEGAL, do="hand-in")
    assert "The organiser has locked the lists. Your text was not saved. Ask the organiser for a change." in player.text
    assert len(venue.lists("Kisada")) == 1


def test_lists_are_secret_until_the_organiser_opens_them(venue: Venue) -> None:
    venue.player("Hoturi", LEGAL)
    organiser = venue.visit("organiser")
    stranger = venue.stranger()
    assert stranger.get("/lists/index.html").status_code == 404

    organiser.post("/organiser/event", do="open")
    assert "Hoturi" in stranger.get("/lists/index.html").text
    assert "Hoturi" in stranger.get("/lists", follow_redirects=True).text
    assert "Marketplace" in stranger.get("/lists/lists/001-hoturi.txt").text
    assert stranger.get("/lists/../cup.event").status_code == 404

    organiser.get("/organiser")
    organiser.post("/organiser/event", do="secret")
    assert stranger.get("/lists/index.html").status_code == 404


def test_a_judge_draws_and_checks_a_deck(venue: Venue) -> None:
    venue.player("Hoturi", LEGAL)
    judge = venue.visit("judge", name="Kakita")
    judge.post("/judge/draw", round="3", count="1", after=_after(judge))
    assert "Round 3 Hoturi ✓ legal to check" in judge.text

    judge.get("/judge/check/1")
    rows = re.findall(r'<label for="n(\d+)">(\d+) ([^<]+)</label>', judge.page)
    (number,) = [row for row, _, name in rows if name == "Hamstrung"]
    form = {"submission": "1", f"n {number}": "2", "added": "1 Banzai", "penalty": "warning", "round": "3"}
    judge.post("/judge/check/1", do="save", **form)

    assert "Hoturi ✓ legal checked" in judge.text
    (check,) = venue.rows(DeckCheck)
    assert (check.judge, check.round, check.penalty) == ("Kakita", 3, "warning")
    assert check.differences == '{"Hamstrung": -1, "Banzai!": 1}'


def test_a_deck_with_differences_is_not_recorded_as_listed(venue: Venue) -> None:
    venue.player("Hoturi", LEGAL)
    judge = venue.visit("judge")
    judge.get("/judge/check/1")

    judge.post("/judge/check/1", submission="1", do="ok", **{"n 0": "0"})
    assert "You changed numbers. Press Save" in judge.text
    judge.post("/judge/check/1", submission="1", do="save", added="-1 Embassy of the Crane", **{"n 0": "0"})
    assert "The list has only 0 Embassy of the Crane" in judge.text
    judge.post("/judge/check/1", submission="1", do="save", added="1 Banzai\n\n" * 21)
    assert "21 lines of added cards; at most 20 can be recorded. Write the rest into the note." in judge.text
    judge.post("/judge/check/1", submission="1", do="ok")

    assert [each.differences for each in venue.rows(DeckCheck)] == ["{}"]


def test_a_deck_check_of_a_list_that_was_replaced_is_not_recorded(venue: Venue) -> None:
    player = venue.player("Hoturi", LEGAL)
    judge = venue.visit("judge")
    judge.get("/judge/check/1")
    player.post("/player", list=OTHER, do="hand-in")

    response = judge.post("/judge/check/1", submission="1", do="ok")

    assert response.status_code == 409
    assert "handed in another list since" in judge.text
    assert venue.rows(DeckCheck) == []


def test_what_was_entered_for_a_list_is_not_shown_at_the_next_one(venue: Venue) -> None:
    player = venue.player("Hoturi", LEGAL)
    judge = venue.visit("judge")
    judge.get("/judge/check/1")
    player.post("/player", list=OTHER, do="hand-in")

    form = {"n 0": "7", "note": "no sleeves", "penalty": "warning", "round": "5", "added": "1 Banzai"}
    judge.post("/judge/check/1", submission="1", do="save", **form)

    assert not re.search(r'name="n 0"[^>]* value="7"', judge.page)
    assert 'name="note" maxlength="500" value="no sleeves"' in judge.page
    assert '<option value="warning" selected>' in judge.page
    assert re.search(r'name="round"[^>]* value="5"', judge.page)
    assert "\n1 Banzai</textarea>" in judge.page


def test_a_form_that_is_sent_twice_is_one_deck_check(venue: Venue) -> None:
    venue.player("Hoturi", LEGAL)
    judge = venue.visit("judge", name="Kakita")
    judge.get("/judge/check/1")
    found = re.search(r'name="started" value="([^"]+)"', judge.page)
    assert found
    form = {"submission": "1", "started": found[1], "do": "save"}

    for count in ("2", "2", "1"):
        judge.get("/judge/check/1")
        judge.post("/judge/check/1", **{"n 0": count}, **form)

    assert len(venue.rows(DeckCheck)) == 2


def test_a_draw_that_is_sent_twice_is_one_draw(venue: Venue) -> None:
    for name in ("Hoturi", "Kisada"):
        venue.player(name, LEGAL)
    judge = venue.visit("judge")
    form = {"round": "1", "count": "1", "after": _after(judge)}

    assert judge.post("/judge/draw", **form).status_code == 200
    assert judge.post("/judge/draw", **form).status_code == 409
    assert "Tables were drawn since this page was made." in judge.text
    form["after"] = _after(judge)
    assert judge.post("/judge/draw", **form).status_code == 200

    assert len(venue.rows(LogEntry, "kind = 'draw'")) == 2


def _after(judge: Visit) -> str:
    """Return the draw after which the page of a judge asks for another one."""
    found = re.search(r'name="after" value="(\d+)"', judge.page)
    assert found
    return found[1]


def test_every_page_is_small_and_names_no_other_server(venue: Venue) -> None:
    venue.expect(*(f"Player {chr(65 + number // 26)}{chr(65 + number % 26)}" for number in range(40)))
    client: httpx.Client = venue.visit("organiser").client
    player, judge = venue.player("Kisada", ILLEGAL).client, venue.visit("judge").client
    pages = [client.get("/organiser"), client.get("/organiser/player/41"), client.get("/organiser/links")]
    pages += [player.get("/player"), judge.get("/judge"), judge.get("/judge/check/41")]

    for page in pages:
        assert page.status_code == 200
        assert len(page.content) < 100_000
        assert not re.search(r"""(?:src|href|action)=["']?(?:https?:)?//""", page.text)


def test_a_link_that_was_cut_off_says_what_to_do(venue: Venue) -> None:
    for path in ("/p/", "/s", "/organise"):
        answer = venue.stranger().get(path)
        assert answer.status_code == 404
        assert "Open the whole link" in answer.text


def test_lines_of_one_kind_are_one_problem_with_the_suggestions_beside_them(venue: Venue) -> None:
    visit = venue.player("Kei")
    slips = "3 Ring of Watre\n3 Winter Seige\n3 Xylophone\n3 Famuos Bazaar\n"

    visit.post("/player", list=LEGAL + slips, do="check")

    assert "a judge decides: 1 problem to fix" in visit.text
    assert re.search(r"\d+: 3 Winter Seige Line \d+ ?: Winter Siege", visit.text)
    assert len(visit.suggestions) >= 3


def test_each_of_several_names_on_a_line_has_its_own_suggestions(venue: Venue) -> None:
    visit = venue.player("Kei")
    names = ("Ring of Water", "Winter Siege", "Famous Bazaar", "Wall of Honor")

    visit.post("/player", list="3 Ring of Watre, 3 Winter Seige, 3 Famuos Bazaar, 3 Wal of Honor\n", do="check")

    assert [visit.text.count(f"Line 1: {name}") for name in names] == [1, 1, 1, 1]


def test_what_is_wrong_with_a_line_is_beside_the_button_for_it(venue: Venue) -> None:
    visit = venue.player("Kei")

    visit.post("/player", list=f"{LEGAL}\nBinder\n7 Copper Mine\n7 Iron Mine\n", do="check")

    assert re.search(r"\d+: 7 Iron Mine 7 copies of Iron Mine; at most 3 are allowed Line \d+ ?: make it 3", visit.text)


def test_each_of_several_cards_on_a_line_has_its_own_button(venue: Venue) -> None:
    visit = venue.player("Kei")
    visit.post("/player", list=f"{LEGAL}5 Copper Mine, 6 Iron Mine\n", do="check")

    visit.post("/player", list=visit.draft, do=visit.suggestions[-1])

    assert "5 Copper Mine, 3 Iron Mine" in visit.draft


def test_a_deck_of_the_other_game_gets_no_cards_of_this_one(venue: Venue) -> None:
    visit = venue.player("Kei")

    visit.post("/player", list=(WHOLE_DECKS / "lcg-2017/crab-keeper.txt").read_text("utf-8"), do="check")

    assert "use a deck for the game of this format" in visit.text
    assert [each for each in visit.suggestions if each.startswith("fix name ")] == []
