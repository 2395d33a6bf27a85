"""What an event prints and publishes: letters, sheets, sites."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.events.exchange import stem_of
from deckcheck.events.model import Player
from deckcheck.system.atomic import write_atomically
from tests.browser import Browser, needs_browser
from tests.events_desk import ILLEGAL, LEGAL, OTHER, Desk, mail, row, with_another

DECKS = Path(__file__).parents[1] / "fixtures" / "decks"
# A header of an email that is written as an encoded word: it follows the end of another header.
ENCODED = "=?utf-8?q?=0D=0ABcc:_all@example.org?="


@pytest.fixture
def event(desk: Desk) -> Desk:
    """An event with a legal list, one with slips, one that is not a list, and a player without a list."""
    desk.new("--deadline", "2026-12-04T20:00+01:00")
    desk.take(desk.form(row(1, LEGAL), row(2, ILLEGAL), row(3, "player3@example.org")), code=1)
    desk(
        "roster", desk.form(("Player AAE", "player4@example.org", "12"), header=("Name", "Mail", "Seat"), name="r.csv")
    )
    return desk


def letter(event: Desk, name: str, *options: str) -> str:
    out = event.folder / "letters"
    event("letters", "--out", out, *options)
    (found,) = out.glob(f"*-{name}.txt")
    return found.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Łukasz Nowak", "006-lukasz-nowak"),
        ("Søren Đorđević", "006-soren-dordevic"),
        ("Zoë Strauß", "006-zoe-strauss"),
        ("李伟", "006"),
    ],
)
def test_a_file_is_called_as_its_player(name: str, stem: str) -> None:
    assert stem_of(Player(id=6, name=name)) == stem


def test_a_letter_to_a_player_with_a_legal_list_says_so(event: Desk) -> None:
    text = letter(event, "player-aab", "--time-limit", "0")

    assert text.startswith("Subject: Spring Cup: your list is registered\n\nHello Player AAB,\n")
    assert "You can change it until 2026-12-04 20:00+01:00." in text
    assert "Your list: revision 1, received 2026-11-20 18:00+01:00, fingerprint 6dc22a752c74." in text


def test_a_letter_names_each_problem_in_the_players_own_line(event: Desk) -> None:
    text = letter(event, "player-aac", "--time-limit", "0")

    assert "your list is not registered yet" in text
    assert (
        "Line 17: 4 Marketplace\n   4 copies of `Marketplace`; at most 3 are allowed\n   What to do: replace 1" in text
    )
    assert "Line 40: 3 Stel on Steel" in text
    assert "did you mean `Steel on Steel`?" in text
    assert "fewest changes" not in text


def test_a_letter_shows_the_fewest_changes_that_make_the_deck_legal(event: Desk) -> None:
    pytest.importorskip("highspy")

    text = letter(event, "player-aac")

    assert "The fewest changes that make your deck legal:\n- replace Stel on Steel (line 40) with 3 Steel " in text
    assert "- remove 1 " in text
    assert "- add 3 Steel" not in text


def test_a_letter_does_not_propose_the_other_half_of_a_deck(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(0, LEGAL[: LEGAL.index("# Fate")])))

    text = letter(desk, "player-aaa")

    assert "Fate deck has 0 cards; the minimum is 40\n   What to do: add 40 cards, or give the whole list\n" in text
    assert "fewest changes" not in text


def test_a_letter_names_no_option_of_the_organiser(desk: Desk) -> None:
    desk.new()
    link = desk.text("link.txt", "https://www.emeralddb.org/decks/4736f7c0-b4a6-4f17-9dde-b71614115c69\n")
    desk("take", "--offline", link, "--player", "Player AAA", code=1)

    text = letter(desk, "player-aaa")

    assert ": not fetched before.\nSend one whole list" in text
    assert "--offline" not in text


def test_letters_to_players_without_a_list(event: Desk) -> None:
    assert "could not be read as a list:\nno line is recognised as a card" in letter(event, "player-aad")
    text = letter(event, "player-aae")
    assert "We have no list from you for Spring Cup yet." in text
    assert "The deadline for lists is 2026-12-04 20:00+01:00." in text


def test_a_letter_after_the_deadline_does_not_say_that_the_list_can_be_changed(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-20T20:00+01:00", "--zone", "Europe/Berlin")
    desk.take(desk.form(row(0, LEGAL, "2026-10-20 18:00:00")))

    text = letter(desk, "player-aaa", "--time-limit", "0")

    assert "You could change it until 2026-11-20 20:00+01:00." in text
    assert "Your list: revision 1, received 2026-10-20 18:00+02:00" in text


def test_a_letter_is_a_draft_for_mail_programs(event: Desk) -> None:
    event("letters", "--out", event.folder / "letters", "--to", "Player AAC", "--time-limit", "0")

    (path,) = (event.folder / "letters").glob("*.eml")
    message = message_from_bytes(path.read_bytes(), policy=policy.default)

    assert message["To"].addresses[0].addr_spec == "player2@example.org"
    assert message["Subject"] == "Spring Cup: your list is not registered yet"
    assert message["X-Unsent"] == "1"


@pytest.mark.parametrize(
    ("contact", "name"),
    [
        ("x@example.org", "Player\r\nBcc: all@example.org"),
        ("x@example.org", f"Player {ENCODED}"),
        (f"{ENCODED}@example.org", "Player"),
        (f"ä{ENCODED}@example.org", "Player"),
        (f"{ENCODED.replace('?', 'ä', 1)}@example.org", "Player"),
    ],
)
def test_what_a_player_writes_cannot_add_a_header_to_a_mail(contact: str, name: str, desk: Desk) -> None:
    desk.new("--name", f"Cup {ENCODED}")
    desk.take(desk.form(("", "x@example.org", name, "Crane", LEGAL)))
    desk("player", "#1", "--contact", contact)
    desk("letters", "--out", desk.folder / "letters")

    (path,) = (desk.folder / "letters").glob("*.eml")

    assert message_from_bytes(path.read_bytes(), policy=policy.default)["Bcc"] is None


@pytest.mark.parametrize(
    "contact",
    ["<x>@example.org", "ä?@[)<", '":[<?#@:>"b@', "ä@[ ", "kei@münchen.example", "a..b@c", "=?utf-8?q?=0A?=@b.org"],
)
def test_an_address_that_mail_programs_do_not_read_stops_no_letter(contact: str, desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, LEGAL)))
    desk("player", "Player AAB", "--contact", contact)
    desk("letters", "--out", desk.folder / "letters")

    (of_other,) = (desk.folder / "letters").glob("*aac.eml")
    (path,) = (desk.folder / "letters").glob("*aab.eml")
    found = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert (found["To"], bool(found["X-To"])) == (None, True)
    assert message_from_bytes(of_other.read_bytes(), policy=policy.default)["To"]


def test_an_organiser_can_write_letters_in_another_language(event: Desk) -> None:
    event.text("texts/letter.txt", "Subject: {{ event.name }}: {{ verdict }}\nHallo {{ player.name }}!\n")

    text = letter(event, "player-aab", "--templates", str(event.folder / "texts"), "--time-limit", "0")

    assert text == "Subject: Spring Cup: legal\n\nHallo Player AAB!\n"
    event.text("texts/letter.txt", "{{ nosuch }}")
    # A process caches templates by folder, so another folder acts as the next run.
    event.text("other/letter.txt", "{{ nosuch }}")
    assert "the template is broken: 'nosuch' is undefined" in event(
        "letters", "--out", event.folder / "x", "--templates", event.folder / "other", code=2
    )


@pytest.mark.parametrize(
    ("template", "said"),
    [
        (b"\xff", "codec can't decode"),
        (b"{{ 1/0 }}", "division by zero"),
        (b"{{ event + 1 }}", "unsupported operand"),
        (b"{% include 'letter.txt' %}", "it includes itself"),
        (b"{% if %}", "Expected an expression"),
    ],
)
def test_a_template_that_fails_is_named(template: bytes, said: str, event: Desk) -> None:
    event.text("texts/letter.txt", "").write_bytes(template)

    text = event("letters", "--out", event.folder / "x", "--templates", event.folder / "texts", code=2)

    assert "letter.txt: the template is broken: " in text
    assert said in text


def test_sheets_are_in_the_order_of_a_name_list(desk: Desk) -> None:
    desk.new()
    for name in ("Zoë", "Özgür", "Élodie", "oscar", "Ángel", "Øyvind", "Łucja", "Mia", "Eva", "Ann Zed", "Anna Bo"):
        desk.take(desk.text(f"{name}.txt", LEGAL))

    desk("sheets", "-o", desk.folder / "sheets.html")

    names = re.findall(r"<h1[^>]*>(.*?)</h1>", (desk.folder / "sheets.html").read_text("utf-8"))
    expected = ["Ángel", "Ann Zed", "Anna Bo", "Élodie", "Eva", "Łucja", "Mia", "oscar", "Øyvind", "Özgür", "Zoë"]
    assert names[-11:] == expected


def test_a_sheet_has_what_judges_tick_and_sign(event: Desk) -> None:
    event("sheets", "-o", event.folder / "sheets.html")

    page = (event.folder / "sheets.html").read_text("utf-8")

    assert page.count('<article class="sheet ') == 3
    assert page.index("Player AAB</h1>") < page.index("Player AAC</h1>")
    assert (
        '<li><b>3</b><span class="card">Counting House</span><span class="boxes"><i></i><i></i><i></i></span>' in page
    )
    assert "<h3><span>Holding</span><span>16</span></h3>" in page
    assert "Steel on Steel?" in page
    assert "Player, signature" in page
    assert 'src="data:image/svg+xml' in page
    assert '<span class="who">Player AAE <small>seat 12</small></span><span class="state">missing</span>' in page


@needs_browser
def test_each_player_has_one_page_behind_the_index(desk: Desk) -> None:
    pypdf = pytest.importorskip("pypdf")
    desk.new()
    desk.take(desk.form(*(row(number, OTHER if number % 3 else ILLEGAL) for number in range(58))))
    page = desk.folder / "sheets.html"
    desk("sheets", "-o", page)

    with Browser(desk.folder / "profile") as browser:
        browser.open(page)
        printed = pypdf.PdfReader(io.BytesIO(browser.pdf()))
        assert browser.complaints() == []
        assert browser.requests() == [page.resolve().as_uri()]

    assert len(printed.pages) == 59
    assert [float(each) / 72 * 25.4 for each in printed.pages[0].mediabox[2:]] == pytest.approx([210, 297], abs=0.5)
    # Early versions of pypdf put spaces between letters that stand close.
    heads = [each.extract_text().strip().splitlines()[0].replace(" ", "") for each in printed.pages[::8]]
    names = sorted(each["name"] for each in desk.status()["players"])
    assert heads == [each.replace(" ", "") for each in ("Spring Cup", *names)[::8]]


def test_hostile_names_and_lists_are_no_markup(desk: Desk) -> None:
    desk.new()
    evil = "<script>alert(1)</script>"
    desk.take(desk.form(("", "x@example.org", evil, "Crane", f"{LEGAL}\n3 {evil}\n# {evil} 3 Rout\n")))

    desk("sheets", "-o", desk.folder / "sheets.html")
    desk("publish", "--out", desk.folder / "site")

    for path in (desk.folder / "sheets.html", *(desk.folder / "site").rglob("*.html")):
        assert "<script" not in path.read_text("utf-8")


@pytest.mark.parametrize("written", range(7))
def test_a_publication_that_ends_midway_has_no_dead_links(
    written: int, event: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, left = event.folder / "site", iter(range(written))

    def write_some(path: Path, content: bytes, mode: int) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        write_atomically(path, content, mode)

    monkeypatch.setattr("deckcheck.cli.output.write_atomically", write_some)
    run(["event", "publish", str(event.file), "--out", str(site)])

    index = site / "index.html"
    links = re.findall(r'href="(lists/[^"]+)"', index.read_text("utf-8")) if index.exists() else []
    assert [each for each in links if not (site / each).is_file()] == []
    assert index.exists() == (written == 6)


def test_a_site_shows_lists_and_what_was_played_but_no_contacts(event: Desk) -> None:
    event("publish", "--out", event.folder / "site", "--only", "legal")

    site = event.folder / "site"
    index = (site / "index.html").read_text("utf-8")
    assert '<a href="lists/001-player-aab.html">Player AAB</a></td><td>Crane</td><td>Embassy of the Crane</td>' in index
    assert "<tr><td>Crane</td><td>1</td></tr>" in index
    assert "Player AAC" not in index
    assert not any("example.org" in path.read_text("utf-8") for path in site.rglob("*.*"))


def test_a_published_list_is_the_deck_that_was_registered(event: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    event("publish", "--out", event.folder / "site")
    assert (
        run(["hash", str(event.folder / "site" / "lists" / "001-player-aab.txt"), "--format", "celestial-40-40"]) == 0
    )

    assert capsys.readouterr().out.startswith(event.player("Player AAB")["fingerprint"])


def test_a_published_list_shows_lines_that_are_not_recognised(event: Desk) -> None:
    event("publish", "--out", event.folder / "site")

    page = (event.folder / "site" / "lists" / "002-player-aac.html").read_text("utf-8")

    assert '<li><b>3</b><span class="card">Stel on Steel</span></li>' in page


def test_a_name_of_two_cards_that_does_not_change_the_verdict_is_shown_on_paper(desk: Desk) -> None:
    """Doji Hakuseki is legal with both of its experience levels, so the list is legal whichever is meant."""
    desk.new()
    desk.take(desk.form(row(1, f"{LEGAL}\n1 Doji Hakuseki\n")))
    assert desk.player("Player AAB")["verdict"] == "legal"

    desk("sheets", "-o", desk.folder / "sheets.html")
    desk("publish", "--out", desk.folder / "site")
    file = desk.folder / "list.txt"
    file.write_text(f"{LEGAL}\n1 Doji Hakuseki\n", "utf-8")
    assert run(["sheet", str(file), "--format", "celestial-40-40", "-o", str(desk.folder / "sheet.html")]) == 0

    for page in ("sheets.html", "site/lists/001-player-aab.html", "sheet.html"):
        text = (desk.folder / page).read_text("utf-8")
        assert "<h2><span>Not recognised</span><span>1</span></h2>" in text
        assert "Doji Hakuseki</span>" in text


def test_seals_tell_nothing_first_and_prove_the_lists_later(event: Desk) -> None:
    event("publish", "--out", event.folder / "before", "--seals")
    before = (event.folder / "before" / "seals.txt").read_text("utf-8")
    assert [path.name for path in (event.folder / "before").iterdir()] == ["seals.txt"]
    assert event.status()["event"]["visibility"] == "secret"
    assert (
        run(["event", "publish", str(event.file), "--out", str(event.folder / "before"), "--seals", "--only", "legal"])
        == 2
    )

    event("publish", "--out", event.folder / "site")

    for line in (event.folder / "site" / "seals.txt").read_text("utf-8").splitlines():
        found = re.fullmatch(r"(\w{64})  (.*)  = SHA-256 of (.*)", line)
        assert found
        assert f"{found[1]}  {found[2]}\n" in before
        assert hashlib.sha256(found[3].encode()).hexdigest() == found[1]
    assert event.player("Player AAB")["fingerprint"] in (event.folder / "site" / "seals.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("standings.txt", "Player AAE\nPlayer AAB\nPlayer AAC\n"),
        ("standings.txt", "1. Player AAE\n2. Player AAB\n3. Player AAC\n"),
        ("standings.txt", "1st Player AAE\n2nd Player AAB\n"),
        ("standings.txt", "1 Player AAE\n2 Player AAB\n"),
        ("standings.txt", "#5\n#2\n#3\n"),
        ("standings.txt", "1\tPlayer AAE\t12\n2\tPlayer AAB\t9\n3\tPlayer AAC\t9\n"),
        ("standings.csv", "Rank,Player,Points\n1,Player AAE,12\n2,Player AAB,9\n3,Player AAC,9\n"),
    ],
)
def test_the_top_of_the_placing_is_published(name: str, text: str, desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(*(row(number, LEGAL) for number in range(6))))
    placing = desk.text(name, text)

    desk("publish", "--out", desk.folder / "site", "--players", placing, "--top", 2)

    names = {path.stem for path in (desk.folder / "site" / "lists").glob("*.txt")}
    assert names == {"005-player-aae", "002-player-aab"}


def test_letters_that_are_no_longer_due_are_removed(event: Desk) -> None:
    out = event.folder / "letters"
    event("letters", "--out", out, "--open", "--time-limit", 0)
    (out / "notes.txt").write_text("mine", "utf-8")
    event.take(event.form(row(2, LEGAL), name="later.csv"))

    event("letters", "--out", out, "--to", "Player AAD", "--time-limit", 0)
    assert (out / "002-player-aac.eml").exists()
    said = event("letters", "--out", out, "--open", "--time-limit", 0)

    assert "2 letters in" in said
    assert "1 letter of an earlier run removed" in said
    names = {path.name for path in out.glob("*.txt")}
    assert names == {"003-player-aad.txt", "004-player-aae.txt", "notes.txt"}
    assert len([*out.glob("*.eml")]) == 2


def test_a_list_that_is_no_longer_published_is_removed(event: Desk) -> None:
    site = event.folder / "site"
    event("publish", "--out", site)
    assert (site / "lists" / "002-player-aac.html").exists()

    said = event("publish", "--out", site, "--only", "legal")

    assert "a site with 1 list; begin with index.html; 1 list of an earlier run removed" in said
    assert {path.stem for path in (site / "lists").iterdir()} == {"001-player-aab"}


def test_only_a_site_of_all_lists_opens_them_at_the_desk(event: Desk) -> None:
    placing = event.text("standings.txt", "Player AAB\n")

    for number, choice in enumerate((["--players", str(placing), "--top", "1"], ["--only", "legal"])):
        event("publish", "--out", event.folder / f"site{number}", *choice)
        assert event.status()["event"]["visibility"] == "secret"
    event("publish", "--out", event.folder / "site")

    assert event.status()["event"]["visibility"] == "open"


def test_a_mail_with_an_answer_to_the_letter_is_a_revision(event: Desk) -> None:
    path = event.folder / "answer.eml"
    path.write_bytes(mail(2, "Like this?", OTHER))

    assert "revision 2, legal" in event.take(Path(path))


@pytest.mark.parametrize("command", ["letters", "publish", "export"])
def test_a_full_disk_leaves_no_part_of_a_file(command: str, event: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    out = event.folder / "out"
    if command != "export":
        event(command, "--out", out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    event.take(event.form(row(1, OTHER, "2026-12-03 18:00:00"), name="later.csv"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("deckcheck.system.atomic.os.fsync", full)
    said = event(command, "--out", out, code=2)

    assert "could not be written: No space left on device" in said
    assert "help: free some space" in said
    assert str(out) in said
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert (out.exists(), [*event.folder.glob(".*")]) == (command != "export", [])


def test_only_the_organiser_can_read_letters_and_exports(event: Desk) -> None:
    for command, mode in (("letters", 0o600), ("export", 0o600), ("publish", 0o644)):
        event(command, "--out", event.folder / command)
        files = [path for path in (event.folder / command).rglob("*") if path.is_file()]
        assert {path.stat().st_mode & 0o777 for path in files} == {mode}, command


def test_who_has_dropped_gets_no_letter(event: Desk) -> None:
    event("drop", "Player AAC")

    said = event("letters", "--out", event.folder / "letters", "--to", "Player AAC", code=2)

    assert "Player AAC has dropped and gets no letter" in said
    assert not (event.folder / "letters").exists()


def test_a_letter_tells_a_player_what_to_do_and_not_what_the_organiser_does(desk: Desk) -> None:
    desk.new()
    desk("roster", desk.text("players.txt", "Player AAB\n"))
    both = with_another(mail(1, "Two lists", LEGAL), "b.txt", OTHER)
    desk.send("mail.eml", both, code=1)
    desk.take(desk.form(row(2, LEGAL), row(2, "-1 Rout, +1 Banzai!", "2026-11-22 18:00:00")), code=1)

    desk("letters", "--out", desk.folder / "letters")

    one, other = (each.read_text("utf-8") for each in sorted((desk.folder / "letters").glob("*.txt")))
    assert "the email has 2 lists: deck.txt, b.txt.\nSend one whole list, as text" in one
    assert "18:00+00:00 does not count: it is not a whole list." in other
    assert "ask " not in one + other


def test_a_letter_shows_nothing_of_the_table_of_the_organiser(desk: Desk) -> None:
    desk.new()
    desk.take(desk.form(row(1, LEGAL), row(2, "")), code=1)

    desk("letters", "--out", desk.folder / "letters", "--open")

    (letter,) = (desk.folder / "letters").glob("*.txt")
    said = letter.read_text("utf-8")
    assert "could not be read as a list:\n`Dein Deck` is empty.\nSend one whole list" in said
    assert not re.search(r"form\.csv|row \d|column", said)


def test_a_letter_names_a_list_that_came_too_late_to_count(desk: Desk) -> None:
    desk.new("--deadline", "2026-11-21T20:00+01:00")
    desk.take(desk.form(row(1, LEGAL), row(2, LEGAL), row(1, OTHER, "2026-11-21 20:30:00")))

    desk("letters", "--out", desk.folder / "letters", "--open")

    (letter,) = (desk.folder / "letters").glob("*.txt")
    said = letter.read_text("utf-8")
    assert "your list is registered" in said
    assert "on 2026-11-21 20:30+01:00 does not count: it came after the deadline." in said


def test_a_letter_says_once_that_the_list_is_of_another_arc_or_game(desk: Desk) -> None:
    pytest.importorskip("highspy")
    naga, crab = (
        (DECKS / path).read_text("utf-8") for path in ("onyx/naga-with-sensei-and-wind.txt", "lcg-2017/crab-keeper.txt")
    )
    desk.new()
    desk.take(desk.form(row(1, naga), row(2, crab)))

    arc, game = letter(desk, "player-aab"), letter(desk, "player-aac")

    assert arc.count("; the same is true of") == arc.count("all cards of the deck are legal in: onyx") == 1
    assert "fewest changes" not in arc + game
    assert re.search(
        r"\n1\. Line \d+: .+\n   \d+ of \d+ names belong to Legend of the Five Rings: the Card Game\n", game
    )
    assert "no card is called" not in game


def test_a_letter_shows_the_card_in_a_long_line(desk: Desk) -> None:
    desk.new()
    cards = {"iron-mine": 3, "kakita-dojo": 1} | {f"xylophone-{number}": 3 for number in range(9)}
    deck = desk.folder / "deck.json"
    deck.write_text(json.dumps({"name": "Honor", "cards": cards}), "utf-8")
    desk("take", deck, "--player", "Kei")

    text = letter(desk, "kei")

    assert 'Line 1: {"name": "Honor", "cards": {"iron-mine": 3, "kakita-dojo"...\n   `Kakita Dojo` is not legal' in text
