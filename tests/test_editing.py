"""Editing deck files from the shell: what is written, what is left alone, and what is said."""

from __future__ import annotations

import codecs
import io
import json
import sys
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.build.editing.draft import ORDERS, Draft, draft_of, sorted_lines, with_note
from deckcheck.build.editing.names import count_of, exchanged, pasted, wanted, with_copies
from deckcheck.cli import run
from deckcheck.decks.readers import read
from deckcheck.decks.versions import MAX_STEPS, History
from deckcheck.model.errors import OutputError, UsageError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.pool import Pool
from tests.conftest import ROOT, examples, shipped_format, text_file

Output = pytest.CaptureFixture[str]

LIST = """\
# My deck, still growing
Format: celestial-40-40

Stronghold: Embassy of the Crane   // for now

# Holdings (4)
3x Marketplace    # gold
1x Counting House

# Personalities
  2 Kakita Hideo
3 Stel on Steel

# Strategies
3 Peaceful Discourse
"""


def change(text: str, old: str, new: str) -> str:
    """Return `text` with one occurrence exchanged, making sure that it is there."""
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return text_file(tmp_path / "deck.txt", LIST)


@pytest.fixture
def draft(celestial: Format, ccg: Pool) -> Draft:
    return draft_of(LIST.encode(), read(LIST, "deck.txt", Limits()), celestial, ccg)


@pytest.mark.parametrize("name", ["deck.json", "deck.yaml"])
@pytest.mark.parametrize("command", [("add", "3 Rout"), ("fix",), ("names", "--yes")])
def test_a_list_in_a_text_of_json_or_yaml_stays_as_it_is(
    command: tuple[str, ...], name: str, tmp_path: Path, capsys: Output
) -> None:
    text = json.dumps({"main": LIST})
    file = text_file(tmp_path / name, text)

    code = run(["deck", command[0], str(file), *command[1:], "--format", "celestial-40-40"])
    captured = capsys.readouterr()

    assert (code, file.read_text("utf-8")) == (1 if command[0] == "names" else 2, text)
    assert "cannot be" in captured.out + captured.err


XML = '<cockatrice_deck version="1">\n  <zone name="main">\n{}  </zone>\n</cockatrice_deck>\n'
CARD = '    <card number="{}" name="{}"/>\n'


@pytest.mark.parametrize(
    ("name", "text", "new"),
    [
        (
            "deck.cod",
            XML.format(CARD.format(3, "Rout")),
            XML.format(CARD.format(3, "Rout") + CARD.format(2, "Banzai!")),
        ),
        ("deck.csv", "Qty,Name,Type\n3,Rout,strategy\n", "Qty,Name,Type\n3,Rout,strategy\n2,Banzai!,strategy\n"),
        (
            "deck.csv",
            "Card;Type;Cost;Qty\nIron Mine;holding;3;1\nRout;strategy;2;3\n",
            "Card;Type;Cost;Qty\nIron Mine;holding;3;1\nRout;strategy;2;3\nBanzai!;strategy;;2\n",
        ),
        ("deck.yaml", "deckcheck: 1\nfate:\n  Rout: 3\n", "deckcheck: 1\nfate:\n  Rout: 3\n  Banzai!: 2\n"),
        ("deck.yaml", "main:\n  - 3x Rout\n", "main:\n  - 3x Rout\n  - 2x Banzai!\n"),
        ("deck.yaml", "dynasty:\n  Iron Mine: 3\n", "dynasty:\n  Iron Mine: 3\n\nfate:\n  Banzai!: 2\n"),
        ("deck.yaml", "fate:\ndynasty:\n- 3 Iron Mine\n", "fate:\n- 2 Banzai!\ndynasty:\n- 3 Iron Mine\n"),
        (
            "deck.md",
            "| Qty | Card |\n|---|---|\n| 3 | Rout |\n| 3 | Ambush |\n",
            "| Qty | Card |\n|---|---|\n| 3 | Rout |\n| 3 | Ambush |\n| 2 | Banzai! |\n",
        ),
        ("deck.txt", "Fate:\nRout x3  # good\n", "Fate:\nRout x3  # good\nBanzai! x2\n"),
    ],
)
def test_a_new_card_is_written_as_the_others_are(name: str, text: str, new: str, tmp_path: Path) -> None:
    file = text_file(tmp_path / name, text)

    assert run(["deck", "add", str(file), "2 Banzai!", "--format", "celestial-40-40"]) == 0
    assert file.read_text("utf-8") == new


def test_no_card_is_added_to_a_list_of_ids_that_no_pool_has(tmp_path: Path, capsys: Output) -> None:
    text = '<deck game="l5r">\n <section name="Fate">\n  <card qty="3" id="5d1a">Rout</card>\n </section>\n</deck>\n'
    file = text_file(tmp_path / "deck.o8d", text)

    assert run(["deck", "add", str(file), "2 Banzai!", "--format", "celestial-40-40"]) == 2
    said = "OCTGN finds cards by ids, which the card pools do not have\n  help: convert it first with"
    assert (file.read_text("utf-8"), said in capsys.readouterr().err) == (text, True)


class TestAdd:
    def test_a_listed_card_gets_its_copies_on_its_line(self, deck: Path, capsys: Output) -> None:
        assert run(["deck", "add", str(deck), "2 counting house"]) == 0

        assert deck.read_text() == change(LIST, "1x Counting House", "3x Counting House")
        assert capsys.readouterr().out.splitlines()[0] == "added 2 `Counting House`, now 3"

    def test_a_new_card_goes_behind_those_of_its_kind_in_their_style(self, deck: Path) -> None:
        assert run(["deck", "add", str(deck), "3 Famous Bazaar", "Doji Umakai"]) == 0

        expected = change(LIST, "1x Counting House\n", "1x Counting House\n3x Famous Bazaar\n")
        assert deck.read_text() == change(expected, "  2 Kakita Hideo\n", "  2 Kakita Hideo\n  1 Doji Umakai\n")

    def test_a_new_kind_gets_a_header_where_the_list_groups_by_kind(self, deck: Path) -> None:
        assert run(["deck", "add", str(deck), "2 Rising Sun Blade"]) == 0

        assert deck.read_text() == f"{LIST}\n# Items\n2 Rising Sun Blade\n"

    def test_an_empty_section_is_filled_under_its_header(self, tmp_path: Path) -> None:
        path = text_file(
            tmp_path / "deck.txt",
            "Format: celestial-40-40\n\n1 Embassy of the Crane\n\n## Dynasty:\n\n## Fate:\n# (to do)\n",
        )

        assert run(["deck", "add", str(path), "3 Marketplace", "1 Ring of Water"]) == 0

        dynasty, fate = "## Dynasty:\n3 Marketplace\n", "## Fate:\n1 Ring of Water\n# (to do)\n"
        assert path.read_text() == f"Format: celestial-40-40\n\n1 Embassy of the Crane\n\n{dynasty}\n{fate}"

    def test_a_list_without_headers_gets_one_for_what_it_has_nothing_of(self, tmp_path: Path) -> None:
        path = tmp_path / "deck.txt"
        path.write_bytes(b"Format: celestial-40-40\r\nEmbassy of the Crane")

        assert run(["deck", "add", str(path), "3 Marketplace"]) == 0

        expected = b"Format: celestial-40-40\r\nEmbassy of the Crane\r\n\r\n# Dynasty\r\n3 Marketplace"
        assert path.read_bytes() == expected

    def test_says_what_it_breaks_and_the_verdict_and_exits_with_0(self, deck: Path, capsys: Output) -> None:
        assert run(["deck", "add", str(deck), "1 Marketplace"]) == 0

        assert capsys.readouterr().out.splitlines() == [
            "added 1 `Marketplace`, now 4",
            "  breaks C001: 4 copies of `Marketplace`; at most 3 are allowed",
            (
                "illegal in Celestial Edition (40/40) (stronghold 1, dynasty 7, fate 3, not recognised 3), "
                "3 errors and 1 open question"
            ),
        ]

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("3 Markteplace", "did you mean `Marketplace`?"),
            ("Nothing of this kind", "no card is called `Nothing of this kind`"),
            ("1.5 Marketplace", "`1.5` is not a valid number of copies"),
            ("Marketplace\n3 Rout", "cannot contain line breaks"),
            ("", "is not a card name"),
            ("# Holdings", "is not a card name"),
        ],
    )
    def test_what_is_no_card_is_refused_and_nothing_written(
        self, deck: Path, name: str, says: str, capsys: Output
    ) -> None:
        assert run(["deck", "add", str(deck), "1 Famous Bazaar", name]) == 2

        assert says in capsys.readouterr().err
        assert deck.read_text() == LIST

    def test_dry_run_shows_the_diff_and_writes_nothing(self, deck: Path, capsys: Output) -> None:
        assert run(["deck", "add", str(deck), "1 Marketplace", "--dry-run"]) == 0

        assert "-3x Marketplace    # gold\n+4x Marketplace    # gold\n" in capsys.readouterr().out
        assert deck.read_text() == LIST

    def test_json_gets_the_key_and_nothing_else(self, tmp_path: Path) -> None:
        path = tmp_path / "deck.json"
        text = '{"format": "stronghold", "cards": {\n  "shiro-nishiyama": 1,\n  "rout": 2\n}, "note": [1,  2]}\n'
        path.write_text(text)

        assert run(["deck", "add", str(path), "1 Rout", "2 Spyglass", "--format", "lcg-stronghold"]) == 0

        assert path.read_text() == change(text, '"rout": 2', '"rout": 3,\n  "spyglass": 2')


class TestRemove:
    def test_takes_the_line_out_or_lowers_its_number(self, deck: Path) -> None:
        assert run(["deck", "remove", str(deck), "Counting House", "1 Marketplace"]) == 0

        assert deck.read_text() == change(change(LIST, "1x Counting House\n", ""), "3x Market", "2x Market")

    def test_takes_out_a_line_that_did_not_resolve(self, deck: Path, capsys: Output) -> None:
        assert run(["deck", "remove", str(deck), "stel on steel"]) == 0

        assert deck.read_text() == change(LIST, "3 Stel on Steel\n", "")
        assert capsys.readouterr().out.startswith("removed 1 unrecognised line\n")

    def test_a_finding_that_is_about_more_or_fewer_cards_is_not_settled_or_new(
        self, tmp_path: Path, capsys: Output
    ) -> None:
        path = text_file(tmp_path / "deck.txt", "1 The Wrath of Kali-Ma\n1 Kyuden Hida\n1 Embassy of the Crane\n")
        args = ["--format", "celestial-40-40"]

        assert run(["deck", "add", str(path), "1 Shiro Daidoji", *args]) == 0
        assert "fixes" not in capsys.readouterr().out
        assert run(["deck", "remove", str(path), "Shiro Daidoji", *args]) == 0
        assert "breaks" not in capsys.readouterr().out

    def test_more_than_there_are_is_all(self, deck: Path) -> None:
        assert run(["deck", "remove", str(deck), "9 Counting House"]) == 0

        assert deck.read_text() == change(LIST, "1x Counting House\n", "")

    def test_what_is_not_in_the_deck_is_refused(self, deck: Path, capsys: Output) -> None:
        assert run(["deck", "remove", str(deck), "Markteplace"]) == 2

        assert "`Markteplace` is not in the deck\n  help: did you mean `Marketplace`?" in capsys.readouterr().err


class TestSet:
    def test_gives_the_number_whatever_it_was(self, deck: Path) -> None:
        assert run(["deck", "set", str(deck), "1 Marketplace", "0 Counting House", "3 Famous Bazaar"]) == 0

        expected = change(LIST, "3x Marketplace", "1x Marketplace")
        expected = change(expected, "1x Counting House\n", "")
        assert deck.read_text() == change(expected, "# gold\n", "# gold\n3x Famous Bazaar\n")

    def test_needs_a_number(self, deck: Path, capsys: Output) -> None:
        assert run(["deck", "set", str(deck), "Marketplace"]) == 2

        assert "`Marketplace` has no number of copies" in capsys.readouterr().err


class TestSwap:
    def test_a_card_takes_the_line_of_another(self, deck: Path) -> None:
        assert run(["deck", "swap", str(deck), "Marketplace", "Famous Bazaar"]) == 0

        assert deck.read_text() == change(LIST, "3x Marketplace    # gold", "3x Famous Bazaar    # gold")

    def test_some_copies_go_to_a_line_of_their_own(self, deck: Path) -> None:
        assert run(["deck", "swap", str(deck), "1 Marketplace", "2 Famous Bazaar"]) == 0

        expected = change(LIST, "3x Marketplace", "2x Marketplace")
        assert deck.read_text() == change(expected, "ing House\n", "ing House\n2x Famous Bazaar\n")

    def test_a_card_for_itself_changes_nothing(self, deck: Path) -> None:
        assert run(["deck", "swap", str(deck), "Marketplace", "Marketplace"]) == 0

        assert deck.read_text() == LIST

    def test_a_line_that_did_not_resolve_gives_way(self, deck: Path) -> None:
        assert run(["deck", "swap", str(deck), "Stel on Steel", "Steel on Steel"]) == 0

        assert deck.read_text() == change(LIST, "3 Stel on Steel\n", "").replace(
            "Discourse\n", "Discourse\n3 Steel on Steel\n"
        )


class TestSort:
    def test_sorts_blocks_and_leaves_the_rest_in_place(self, deck: Path) -> None:
        assert run(["deck", "sort", str(deck)]) == 0

        assert deck.read_text() == change(
            LIST, "3x Marketplace    # gold\n1x Counting House\n", "1x Counting House\n3x Marketplace    # gold\n"
        )

    def test_the_last_line_keeps_having_no_end(self, celestial: Format, ccg: Pool) -> None:
        text = "3 Marketplace\r\n1 Counting House"

        new = sorted_lines(draft_of(text.encode(), read(text, "", Limits()), celestial, ccg))

        assert new.content == b"1 Counting House\r\n3 Marketplace"


class TestNote:
    def test_stands_behind_a_card_in_place_of_the_one_there(self, deck: Path) -> None:
        assert run(["deck", "note", str(deck), "--card", "Marketplace", "try Silver Mine"]) == 0
        assert deck.read_text() == change(LIST, "Marketplace    # gold", "Marketplace  # try Silver Mine")

        assert run(["deck", "note", str(deck), "--card", "Marketplace", ""]) == 0
        assert deck.read_text() == change(LIST, "Marketplace    # gold", "Marketplace")

    def test_that_changes_its_card_is_refused(self, deck: Path) -> None:
        assert run(["deck", "note", str(deck), "--card", "Marketplace", "one less?"]) == 2
        assert deck.read_text() == LIST

    def test_stands_at_the_top_without_a_card(self, deck: Path) -> None:
        assert run(["deck", "note", str(deck), "for Saturday"]) == 0

        assert deck.read_text() == f"# for Saturday\n{LIST}"

    @pytest.mark.parametrize(
        "note", ["Sideboard", "Format: ivory", "Author: Doji Hotaru", "Event: Kotei", "Date: 2011-05-12", "two\nlines"]
    )
    def test_what_would_be_read_as_something_else_is_refused(self, deck: Path, note: str) -> None:
        assert run(["deck", "note", str(deck), note]) == 2

        assert deck.read_text() == LIST


class TestNew:
    def test_begins_a_list_that_can_be_filled(self, tmp_path: Path) -> None:
        path = tmp_path / "new.txt"
        args = ["--format", "lcg-stronghold", "--stronghold", "shiro nishiyama", "--role", "Keeper of Air"]

        assert run(["deck", "new", str(path), *args, "--name", "Wall"]) == 0

        assert path.read_text() == (
            "Name: Wall\nFormat: lcg-stronghold\n\n# Stronghold\n1 Shiro Nishiyama\n\n# Role\n1 Keeper of Air\n\n"
            "# Provinces\n\n# Dynasty\n\n# Conflict\n"
        )
        assert run(["deck", "add", str(path), "Manicured Garden", "2 Rout"]) == 0
        assert "# Provinces\n1 Manicured Garden\n\n# Dynasty\n\n# Conflict\n2 Rout\n" in path.read_text()

    def test_does_not_write_over_a_file(self, deck: Path) -> None:
        assert (
            run(["deck", "new", str(deck), "--format", "celestial-40-40", "--stronghold", "Embassy of the Crane"]) == 2
        )

        assert deck.read_text() == LIST

    def test_wants_a_card_of_that_kind(self, capsys: Output) -> None:
        assert run(["deck", "new", "--format", "celestial-40-40", "--stronghold", "Marketplace"]) == 2

        assert "`Marketplace` has the type holding; a stronghold is required" in capsys.readouterr().err
        assert run(["deck", "new", "new.txt", "-f", "lcg-stronghold", "--stronghold", "Shiro Nishiyma"]) == 2
        assert (
            "no stronghold is called `Shiro Nishiyma`\n  help: did you mean `Shiro Nishiyama`"
            in capsys.readouterr().err
        )
        assert run(["deck", "new", "new.txt", "-f", "celestial-40-40", "--stronghold", "SHIRO DAIDJI"]) == 2
        assert "help: did you mean `Shiro Daidoji`?\n" in capsys.readouterr().err, "legal ones only, in any case"
        assert run(["deck", "new", "new.txt", "-f", "lcg-stronghold", "--stronghold", "Embassy of the Crane"]) == 2
        every = "  help: `deckcheck cards search type:stronghold --format lcg-stronghold` lists them\n"
        assert every in capsys.readouterr().err


class TestUndo:
    def test_takes_back_one_change_after_the_other(self, deck: Path) -> None:
        run(["deck", "add", str(deck), "2 Famous Bazaar"])
        between = deck.read_bytes()
        run(["deck", "remove", str(deck), "Marketplace"])

        assert run(["deck", "undo", str(deck)]) == 0
        assert deck.read_bytes() == between
        assert run(["deck", "undo", str(deck)]) == 0
        assert deck.read_text() == LIST
        assert run(["deck", "undo", str(deck)]) == 1

    def test_refuses_when_something_else_changed_the_file(self, deck: Path) -> None:
        run(["deck", "add", str(deck), "2 Famous Bazaar"])
        by_hand = deck.read_text() + "# by hand\n"
        deck.write_text(by_hand)

        assert run(["deck", "undo", str(deck)]) == 2
        assert deck.read_text() == by_hand

    def test_knows_what_other_commands_wrote(self, deck: Path) -> None:
        assert run(["deck", "names", str(deck), "--yes"]) == 0
        assert "3 Steel on Steel" in deck.read_text()

        assert run(["deck", "undo", str(deck)]) == 0
        assert deck.read_text() == LIST

    def test_other_files_among_the_changes_are_none(self, tmp_path: Path) -> None:
        history = History(tmp_path, tmp_path / "deck.txt")
        history.remember(b"1", b"2")
        (history.steps / "00000002.tmp").write_bytes(b"half")

        assert history.before(b"2") == b"1"

    def test_keeps_the_last_fifty_changes(self, tmp_path: Path) -> None:
        history = History(tmp_path, tmp_path / "deck.txt")
        for number in range(MAX_STEPS + 2):
            history.remember(f"{number}".encode(), f"{number + 1}".encode())

        assert len(history.made(b"52")) == MAX_STEPS
        last = MAX_STEPS + 1
        assert history.before(f"{last + 1}".encode()) == f"{last}".encode()
        assert history.before(b"something else") is None


COMMANDS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from(["2 Famous Bazaar", "1 Marketplace", "Ring of Water"])),
        st.tuples(st.just("set"), st.sampled_from(["1 Counting House", "2 Kakita Hideo", "0 Marketplace"])),
        st.tuples(st.just("sort"), st.just("--by=count")),
        st.tuples(st.just("note"), st.sampled_from(["for Saturday", "to do"])),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=examples(8), deadline=None)
@given(COMMANDS)
def test_undo_restores_the_file_after_any_commands(
    tmp_path_factory: pytest.TempPathFactory, commands: list[tuple[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("undo") / "deck.txt"
    path.write_text(LIST)
    held = [path.read_bytes()]
    for name, argument in commands:
        assert run([name, str(path), argument]) == 0
        if path.read_bytes() != held[-1]:
            held.append(path.read_bytes())

    for content in reversed(held[:-1]):
        assert run(["deck", "undo", str(path)]) == 0
        assert path.read_bytes() == content
    assert run(["deck", "undo", str(path)]) == 1


@pytest.mark.parametrize("command", ["sort", "note"])
def test_json_has_no_place_for_it(tmp_path: Path, command: str, capsys: Output) -> None:
    path = text_file(tmp_path / "deck.json", '{"cards": {"shiro-nishiyama": 1}}')

    assert run([command, str(path), *(["text"] if command == "note" else []), "--format", "lcg-2017"]) == 2
    assert "only in text lists" in capsys.readouterr().err


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LIST.encode())))

    assert run(["deck", "set", "-", "1 Marketplace"]) == 0

    out = capsysbinary.readouterr()
    assert out.out.decode() == change(LIST, "3x Marketplace", "1x Marketplace")
    assert b"removed 2 `Marketplace`, now 1" in out.err


def test_a_change_that_would_leave_no_deck_is_refused(celestial: Format, ccg: Pool) -> None:
    text = "# only this\n1 Marketplace\n"
    draft = draft_of(text.encode(), read(text, "", Limits()), celestial, ccg)

    with pytest.raises(OutputError, match="nothing was changed"):
        with_copies(draft, draft.deck.entries[0].card, 0)


def test_proxies_are_cards_of_a_list_too(deck: Path, capsys: Output) -> None:
    for _ in range(2):
        assert run(["deck", "add", str(deck), "1 Air Kami"]) == 0
    assert deck.read_text() == f"{LIST}\n# Personality\n2 Air Kami\n"
    assert "added 1 `Air Kami`, now 2" in capsys.readouterr().out

    assert run(["deck", "remove", str(deck), "air kami"]) == 0
    assert deck.read_text() == f"{LIST}\n# Personality\n"


@pytest.mark.parametrize(
    "form", ["{n} {name}", "* {n} {name}", "{n}x {name}", "{name} x{n}", "{name} ({n})", "[x] {n} {name}"]
)
@pytest.mark.parametrize("asked", ["Rout", "1 Rout", "x1 rout"])
def test_a_listed_card_is_added_however_it_is_written(form: str, asked: str, lcg: Pool) -> None:
    names = ["Rout", "Fine Katana", "Ornate Fan", "Levy", "Banzai!"]
    text = "".join(form.format(n=2, name=name) + "\n" for name in names)
    draft = draft_of(text.encode(), read(text, "", Limits()), shipped_format("lcg-2017"), lcg)
    new = wanted(asked, draft)

    added = with_copies(draft, new.card, count_of(draft, new.card) + new.count)

    assert added.content.decode() == text.replace(form.format(n=2, name="Rout"), form.format(n=3, name="Rout"))


def test_the_lines_under_one_header_can_be_meant(lcg: Pool) -> None:
    text = "1 Shiro Nishiyama\n2 Doji Whisperer\n# Sideboard\n2 Doji Whisperer\n"
    draft = draft_of(text.encode(), read(text, "", Limits()), shipped_format("lcg-skirmish"), lcg)
    card = wanted("Doji Whisperer", draft).card

    assert with_copies(draft, card, 1).content.decode() == change(text, "a\n2 Doji", "a\n1 Doji")
    assert with_copies(draft, card, 1, "sideboard").content.decode() == change(text, "board\n2 Doji", "board\n1 Doji")


def test_a_list_holds_no_thousand_copies(draft: Draft) -> None:
    with pytest.raises(UsageError, match="from 0 to 999"):
        with_copies(draft, draft.deck.entries[1].card, 1000)


class TestPaste:
    def test_its_cards_go_to_their_copies_and_kinds_at_once(self, draft: Draft) -> None:
        new, missed = pasted(draft, "1 Famous Bazaar\n1 Marketplace\n1 Kakita Hideo\n1 Marketplace\n1 Ring of Water\n")

        assert missed == ()
        text = change(LIST, "3x Marketplace", "5x Marketplace").replace("2 Kakita Hideo", "3 Kakita Hideo")
        text = change(text, "1x Counting House\n", "1x Counting House\n1x Famous Bazaar\n")
        assert new.content.decode() == f"{text}\n# Rings\n1 Ring of Water\n"

    @pytest.mark.parametrize(
        "line", ["1 Marketplace", "I cut 3 Marketplace for the Ring of Water, because it never did anything."]
    )
    def test_the_lines_that_are_read_for_many_lines_are_bounded(
        self, draft: Draft, line: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        readings: list[int] = []
        reread = Draft.reread

        def counted(draft: Draft, content: bytes) -> Draft:
            readings.append(content.count(b"\n"))
            return reread(draft, content)

        monkeypatch.setattr(Draft, "reread", counted)
        new, missed = pasted(draft, "\n".join([line] * 100))

        assert sum(readings) < 2_500
        written = new.text.splitlines().count(line)
        assert (count_of(new, wanted("Marketplace", draft).card), written + len(missed)) in {(103, 0), (3, 100)}

    def test_a_refused_one_says_why(self, celestial: Format, ccg: Pool) -> None:
        """With twice the copies on every line, the numbers may be those of the lines."""
        slips, crane = (
            (ROOT / "examples" / f"crane-{each}.txt").read_text("utf-8") for each in ("with-slips", "celestial")
        )
        deck = draft_of(slips.encode(), read(slips, "slips.txt", Limits()), celestial, ccg)

        with pytest.raises(OutputError) as raised:
            pasted(deck, crane)

        assert raised.value.message == (
            "the change cannot be written into this list: 37 lines would be in doubt, "
            "such as `2 Embassy of the Crane`: its number may be the number of the line"
        )
        assert raised.value.help == "change fewer copies, or edit the list by hand"


NAMES = (
    *("Marketplace", "Counting House", "Famous Bazaar", "Kakita Hideo", "Doji Umakai", "Rising Sun Blade"),
    *("Peaceful Discourse", "Ring of Water", "A New Year", "Well-Defended Border", "Embassy of the Crane"),
)
MARKS = [("utf-8", b""), ("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE)]
CODECS = {"utf-8": "utf-8-sig", "utf-16-le": "utf-16"}
NOISE = st.sampled_from(["", "# a comment", "  ; another", "3 Stel on Steel", "Once upon a time, there was a deck."])
EDITS = st.lists(
    st.tuples(st.sampled_from(["copies", "swap", "sort", "note"]), *[st.sampled_from(NAMES)] * 2, st.integers(0, 4)),
    max_size=6,
)


@st.composite
def lists(draw: st.DrawFn) -> tuple[bytes, str]:
    """Draw a list and its encoding."""
    lines = ["Embassy of the Crane"]
    for name in draw(st.lists(st.sampled_from(NAMES[:-1]), max_size=6, unique=True)):
        form = draw(st.sampled_from(["{n} {name}", "{n}x {name}  # why", "  {name} x{n}", "- {n} {name}"]))
        lines += [*draw(st.lists(NOISE, max_size=2)), form.format(n=draw(st.integers(1, 4)), name=name)]
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    codec, mark = draw(st.sampled_from(MARKS))
    text = end.join(lines) + draw(st.sampled_from(["", end]))
    return mark + text.encode(codec), codec


@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists(), EDITS)
def test_edits_leave_all_other_lines_byte_for_byte(
    celestial: Format, ccg: Pool, made: tuple[bytes, str], edits: list[tuple[str, str, str, int]]
) -> None:
    content, codec = made
    draft = draft_of(content, read(content.decode(CODECS[codec]), "deck.txt", Limits()), celestial, ccg)
    for kind, one, other, count in edits:
        before, touched = draft, set[str]()
        card = wanted(one, draft).card
        if kind == "copies":
            draft, touched = with_copies(draft, card, max(count, 1)), {one}
            assert count_of(draft, card) == max(count, 1)
        elif kind == "swap" and count_of(draft, card) and one != other:
            draft = exchanged(draft, card, wanted(other, draft).card, count_of(draft, card), max(count, 1))
            touched = {one, other}
        elif kind == "sort":
            draft = sorted_lines(draft, list(ORDERS)[count % len(ORDERS)])
            assert sorted(others(before, touched, codec)) == sorted(others(draft, touched, codec))
            continue
        elif kind == "note" and count_of(draft, card):
            draft, touched = with_note(draft, draft.entries(card)[0].request, "a note"), {one}
        assert others(before, touched, codec) == others(draft, touched, codec)
    mark = next(mark for _, mark in reversed(MARKS) if content.startswith(mark))
    assert draft.content.startswith(mark)


def others(draft: Draft, touched: set[str], codec: str) -> list[str]:
    """Return the lines that have none of the names and are neither empty nor a new header."""
    lines = draft.content.decode(CODECS[codec]).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = [line for line in lines if line and not any(name in line for name in touched)]
    return [line for line in kept if line not in ("# Dynasty", "# Fate", "# Stronghold")]


@settings(max_examples=examples(10), deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=20), min_size=2, max_size=8))
def test_undo_goes_back_through_everything_that_was_remembered(
    tmp_path_factory: pytest.TempPathFactory, contents: list[bytes]
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    history = History(folder, folder / "deck.txt")
    contents = [content for content, _ in groupby(contents)]
    for old, new in pairwise(contents):
        history.remember(old, new)

    for old, new in reversed(list(pairwise(contents))):
        assert history.before(new) == old
        history.forget(old)
    assert history.before(contents[0]) is None
