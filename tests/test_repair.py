"""``deckcheck deck fix`` and ``deckcheck deck fill``: what they change, say and write."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from msgspec import structs

from deckcheck.build.repair.explain import changes, written_back
from deckcheck.build.repair.fix import NoRepair, Preferences, Repaired, RepairOptions, fill, repair
from deckcheck.build.repair.preferences import CurveGoal, CurveStep, UsageStats, read_curve, usual_mix
from deckcheck.build.repair.slots import entry_of, remarked, slots_of
from deckcheck.build.repair.solve import _OPTIONS, Program, Solution, TimeUp, minimise
from deckcheck.checks.house_rules import with_house_rules
from deckcheck.cli import run
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.model.deck import Deck
from deckcheck.model.errors import UsageError
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.format import Format, HouseRules
from deckcheck.model.limits import Limits
from deckcheck.model.query import parse
from deckcheck.model.report import Report
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from deckcheck.rules.rows import Model
from tests.command import started
from tests.conftest import ROOT, shipped_format

LEGAL = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
LCG_LEGAL = sorted((ROOT / "tests" / "fixtures" / "decks" / "lcg-2017").glob("*.txt"))
UNIQUE_AND_OTHER = ROOT / "tests/fixtures/rules/C002-duplicate-unique/imperial-unique-and-other-person-of-one-title.txt"
FORMAT = ("--format", "celestial-40-40")


def reported(text: str, fmt: Format, pool: FilePool) -> Report:
    return check(resolve(read(text, "deck.txt", Limits()), fmt, pool), fmt, pool)


def told(repaired: Repaired) -> dict[str, int]:
    """Return the changes of a repair by name: copies more, or fewer below 0."""
    pairs = zip(repaired.slots, repaired.counts, strict=True)
    return {slot.card.name: count - slot.old for slot, count in pairs if count != slot.old}


def fixed(text: str, fmt: Format, pool: FilePool, options: RepairOptions | None = None) -> Repaired:
    return repair(reported(text, fmt, pool), pool, options or RepairOptions(), 20)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return tmp_path / "deck.txt"


class TestFix:
    def test_a_legal_deck_stays(self, celestial: Format, ccg: FilePool) -> None:
        repaired = fixed(LEGAL, celestial, ccg)

        assert (repaired.changes, repaired.proven, told(repaired)) == (0, True, {})

    def test_a_fourth_copy_goes(self, celestial: Format, ccg: FilePool) -> None:
        repaired = fixed(LEGAL.replace("3 Steel on Steel", "4 Steel on Steel"), celestial, ccg)

        assert (repaired.changes, told(repaired)) == (1, {"Steel on Steel": -1})

    def test_a_unique_card_stays_beside_others_of_its_title_within_the_limit(self, ccg: FilePool) -> None:
        imperial = shipped_format("imperial")
        fmt = with_house_rules(imperial, ccg, HouseRules(rules=("duplicate-unique=4",)))
        text = UNIQUE_AND_OTHER.read_text("utf-8").replace("3 Fort on a Hill", "4 Fort on a Hill")

        assert fixed(text, fmt, ccg).changes == 1
        assert fixed(text, imperial, ccg).changes == 2

    def test_a_card_that_is_not_legal_is_exchanged_for_one_of_its_kind(self, celestial: Format, ccg: FilePool) -> None:
        repaired = fixed(
            LEGAL.replace("1 A New Year", "1 The Wall is Breached").replace("3 Marketplace", "2 Marketplace"),
            celestial,
            ccg,
        )

        assert repaired.report.verdict is Verdict.LEGAL
        assert (repaired.changes, repaired.proven, repaired.alike) == (2, True, True)
        assert told(repaired)["The Wall is Breached"] == -1
        kinds = [s.card.kind for s, n in zip(repaired.slots, repaired.counts, strict=True) if n > s.old]
        assert "event" in kinds

    def test_a_missing_card_is_another_copy_of_one_that_the_deck_has(self, celestial: Format, ccg: FilePool) -> None:
        repaired = fixed(LEGAL.replace("3 Steel on Steel", "2 Steel on Steel"), celestial, ccg)

        assert (repaired.changes, list(told(repaired).values())) == (1, [1])
        (name,) = told(repaired)
        assert name in LEGAL

    def test_a_slip_is_exchanged_for_the_suggestion(self, celestial: Format, ccg: FilePool) -> None:
        text = LEGAL.replace("3 Steel on Steel", "3 Stel on Steel")

        repaired = fixed(text, celestial, ccg)

        assert (repaired.changes, told(repaired)) == (3, {"Steel on Steel": 3})

    def test_a_slip_in_a_number_leaves_one_copy(self, celestial: Format, ccg: FilePool) -> None:
        repaired = fixed(LEGAL.replace("3 Steel on Steel", "0 Steel on Steel"), celestial, ccg)

        assert told(repaired)["Steel on Steel"] >= 1
        assert repaired.changes == 3

    def test_two_equivalent_cards_count_together(self, festivals: Format, ccg: FilePool) -> None:
        text = next((ROOT / "tests/fixtures/decks/twenty-festivals").glob("*.txt")).read_text("utf-8")

        repaired = fixed(text.replace("\n3 ", "\n4 ", 1), festivals, ccg)

        assert repaired.report.verdict is Verdict.LEGAL
        assert repaired.proven

    def test_every_illegal_deck_of_the_fixtures_is_made_legal(self, celestial: Format, ccg: FilePool) -> None:
        for path in sorted((ROOT / "tests/fixtures/rules").glob("[SCP]*/*celestial*.txt")):
            text = path.read_text("utf-8")
            if "\n# verdict: illegal\n" in text and "big-deck" not in path.name:  # 131 changes take seconds.
                repaired = fixed(text, celestial, ccg)

                assert repaired.report.verdict is Verdict.LEGAL, path
                assert repaired.proven, path

    def test_what_one_deck_has_can_be_added_to_another_of_the_format(self, celestial: Format, ccg: FilePool) -> None:
        legal = reported(LEGAL, celestial, ccg).deck
        fewer = structs.replace(legal, entries=legal.entries[1:])

        first = {slot.card.id for slot in slots_of(legal, celestial, ccg)}
        second = [slot for slot in slots_of(fewer, celestial, ccg) if slot.card.id == legal.entries[0].card.id]

        assert legal.entries[0].card.id in first
        assert [slot.old for slot in second] == [0]

    def test_cards_that_would_add_a_warning_or_note_are_known(self, celestial: Format, ccg: FilePool) -> None:
        legal = reported(LEGAL, celestial, ccg).deck
        cards = [slot.card for slot in slots_of(legal, celestial, ccg) if not slot.old]
        known = remarked(Judge(celestial), legal.entries, cards)
        assert 20 < len(known) < 200

        for card in [*(card for card in cards if card.id in known)][:20] + cards[::100]:
            findings = check(structs.replace(legal, entries=(*legal.entries, entry_of(card))), celestial, ccg).findings
            named = {each.severity for each in findings if card.id in each.cards}
            assert named.isdisjoint({Severity.WARNING, Severity.NOTE}) is (card.id not in known), card.id

    def test_no_new_card_is_the_companion_of_another(self, ccg: FilePool) -> None:
        dragon, ring = ccg.named("dragonoffire")[-1], ccg.named("ringoffire")[0]
        legacy = Judge(shipped_format("legacy"))
        assert remarked(legacy, (), [dragon, ring]) == {"dragon_of_fire_experienced"}
        assert remarked(legacy, (entry_of(ring),), [dragon]) == frozenset()

    def test_the_same_deck_is_repaired_the_same_way(self, celestial: Format, ccg: FilePool) -> None:
        text = LEGAL.replace("3 Steel on Steel\n", "").replace("1 A New Year", "2 A New Year")

        assert fixed(text, celestial, ccg).counts == fixed(text, celestial, ccg).counts

    def test_cards_to_keep_and_cards_to_leave_out(self, celestial: Format, ccg: FilePool) -> None:
        short = LEGAL.replace("3 Steel on Steel", "2 Steel on Steel")
        (added,) = told(fixed(short, celestial, ccg))
        card_id = next(card.id for card in ccg.cards() if card.name == added)

        banned = fixed(short, celestial, ccg, RepairOptions(ban=frozenset({card_id})))
        kept = fixed(LEGAL + "\n1 The Wall is Breached\n", celestial, ccg, RepairOptions(keep={"a_new_year": 1}))

        assert told(banned)[added] < 0
        assert told(kept) == {"The Wall is Breached": -1}

    def test_what_is_kept_against_a_rule_makes_a_conflict(self, celestial: Format, ccg: FilePool) -> None:
        with pytest.raises(NoRepair) as caught:
            fixed(LEGAL + "\n1 The Wall is Breached\n", celestial, ccg, RepairOptions(keep={"the_wall_is_breached": 1}))

        assert caught.value.model is not None

    def test_a_search_without_time(self, celestial: Format, ccg: FilePool, monkeypatch: pytest.MonkeyPatch) -> None:
        def late(*_: object) -> None:
            raise TimeUp

        monkeypatch.setattr("deckcheck.build.repair.fix.minimise", late)
        with pytest.raises(NoRepair) as caught:
            fixed(LEGAL.replace("3 Steel on Steel\n", ""), celestial, ccg)

        assert caught.value.model is None

    def test_what_is_not_proven_states_the_bound(
        self, celestial: Format, ccg: FilePool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def unsure(program: Program, seconds: float) -> Solution | None:
            found = minimise(program, seconds)
            return found and Solution(found.values, found.bound / 2, proven=False)

        monkeypatch.setattr("deckcheck.build.repair.fix.minimise", unsure)
        repaired = fixed(LEGAL.replace("3 Steel on Steel\n", ""), celestial, ccg)

        assert (repaired.changes, repaired.bound, repaired.proven) == (3, 2, False)

    def test_no_solver(self, celestial: Format, ccg: FilePool, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "highspy", None)

        with pytest.raises(UsageError, match="highspy"):
            fixed(LEGAL.replace("3 Steel on Steel\n", ""), celestial, ccg)

    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_the_solver_has_no_choice_among_cards_that_are_equally_similar(
        self, seed: int, celestial: Format, ccg: FilePool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        later = {"Marketplace": "Governor's Court", "Counting House": "Rugashi Bazaar", "Famous Bazaar": "Small Farm"}
        text = LEGAL
        for old, new in (later | {"Kakita Hideo": "Kitsuki Kinaro"}).items():
            text = text.replace(f"3 {old}\n", f"3 {new}\n")
        first = told(fixed(text, celestial, ccg))

        monkeypatch.setitem(_OPTIONS, "random_seed", seed)

        assert told(fixed(text, celestial, ccg)) == first
        assert {name for name, more in first.items() if more < 0} == {*later.values(), "Kitsuki Kinaro"}


class TestReasons:
    def test_each_change_has_what_the_rules_would_say_without_it(self, celestial: Format, ccg: FilePool) -> None:
        text = LEGAL.replace("3 Steel on Steel", "3 Stel on Steel").replace("1 A New Year", "1 The Wall is Breached")
        report = reported(text, celestial, ccg)

        found = {
            change.name: ([finding.code for finding in change.because], change.line, change.instead_of)
            for change in changes(report, repair(report, ccg, RepairOptions(), 20), RepairOptions(), ccg)
        }

        slip = text[: text.index("Stel on")].count("\n") + 1
        assert found.pop("Steel on Steel") == (["D001"], slip, "Stel on Steel")
        assert found.pop("The Wall is Breached") == (["P001"], 0, "")
        assert list(found.values()) == [(["S001"], 0, "")]

    def test_a_name_of_several_cards_is_a_reason_even_if_the_verdict_is_the_same(
        self, lcg2017: Format, lcg: FilePool
    ) -> None:
        """A deck of one card is illegal whichever Akodo Toturi it is; the report notes that he is two."""
        report = reported("1 City of the Open Hand\n1 Akodo Toturi\n", lcg2017, lcg)
        found = repair(report, lcg, RepairOptions(), 20)
        first = next(changes(report, found, RepairOptions(), lcg))

        assert (first.name, [each.code for each in first.because]) == ("Akodo Toturi", ["D002"])


class TestWriting:
    def test_only_the_lines_of_changed_cards_change(self, celestial: Format, ccg: FilePool) -> None:
        text = LEGAL.replace("3 Steel on Steel", "4x Steel on Steel  # sharp")
        report = reported(text, celestial, ccg)

        new = written_back(text.encode(), report, repair(report, ccg, RepairOptions(), 20), ccg).decode()

        assert new == text.replace("4x Steel", "3x Steel")

    @pytest.mark.parametrize(
        ("written", "becomes"),
        [
            pytest.param("4 Marketplace", "3 Marketplace", id="number in front"),
            pytest.param("  4x Marketplace", "  3x Marketplace", id="x behind the number"),
            pytest.param("Marketplace x 4", "Marketplace x 3", id="number behind"),
            pytest.param("- 4 Marketplace", "- 3 Marketplace", id="bullet"),
            pytest.param("4 Marketplace (Celestial Edition)", "3 Marketplace (Celestial Edition)", id="set"),
        ],
    )
    def test_numbers_are_changed_where_they_stand(
        self, written: str, becomes: str, celestial: Format, ccg: FilePool
    ) -> None:
        text = LEGAL.replace("3 Marketplace", written)
        report = reported(text, celestial, ccg)
        repaired = repair(report, ccg, RepairOptions(), 20)

        new = written_back(text.encode(), report, repaired, ccg).decode()

        assert new == LEGAL.replace("3 Marketplace", becomes)
        assert reported(new, celestial, ccg).verdict is Verdict.LEGAL

    @pytest.mark.parametrize("form", ["{0}. {1}x {2}", "#{0} {1} {2}", '<card number="{1}" name="{2}"/>'])
    def test_numbers_beside_others_are_changed_in_their_place(
        self, form: str, celestial: Format, ccg: FilePool
    ) -> None:
        cards = reported(LEGAL, celestial, ccg).deck.entries
        rows = [form.format(number, card.count, card.card.name) for number, card in enumerate(cards, 1)]
        zone = '<cockatrice_deck version="1"><zone name="main">\n{}\n</zone></cockatrice_deck>\n'
        legal = (zone if "card" in form else "{}\n").format("\n".join(rows))
        (row,) = (row for row in rows if "Marketplace" in row)
        text = legal.replace(row, form.format(rows.index(row) + 1, 4, "Marketplace"))
        report = reported(text, celestial, ccg)
        assert report.verdict is Verdict.ILLEGAL

        assert written_back(text.encode(), report, repair(report, ccg, RepairOptions(), 20), ccg).decode() == legal

    @pytest.mark.parametrize(
        ("codec", "mark", "end"),
        [("utf-8", b"", "\n"), ("utf-8", b"\xef\xbb\xbf", "\n"), ("utf-16-le", b"\xff\xfe", "\r\n")],
    )
    def test_line_ends_and_encoding_stay(
        self, codec: str, mark: bytes, end: str, celestial: Format, ccg: FilePool
    ) -> None:
        text = LEGAL.replace("1 A New Year", "1 The Wall is Breached").rstrip("\n").replace("\n", end)
        content = mark + text.encode(codec)
        report = reported(text, celestial, ccg)
        repaired = repair(report, ccg, RepairOptions(), 20)

        new = written_back(content, report, repaired, ccg)

        assert new.startswith(mark)
        lines = new[len(mark) :].decode(codec).split(end)
        assert "1 The Wall is Breached" not in lines
        assert len(lines) == len(text.split(end))
        assert not any("\r" in line or "\n" in line for line in lines)

    def test_a_part_that_the_list_does_not_have_gets_a_header(self, celestial: Format, ccg: FilePool) -> None:
        text = LEGAL.replace("Stronghold: Embassy of the Crane\n", "")
        report = reported(text, celestial, ccg)
        assert report.counts["stronghold"] == 0

        new = written_back(text.encode(), report, repair(report, ccg, RepairOptions(), 20), ccg).decode()

        assert new.startswith(text)
        assert "\n# Stronghold\n1 " in new

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_new_cards_go_under_the_headers_that_wait_for_them(
        self, end: str, celestial: Format, ccg: FilePool
    ) -> None:
        begun = ["Format: celestial-40-40", "", "# Stronghold", "1 Embassy of the Crane", "", "# Dynasty", "", "# Fate"]
        text = end.join(begun)
        report = reported(text, celestial, ccg)

        new = written_back(text.encode(), report, fill(report, ccg, Preferences(), 20), ccg).decode()

        lines = new.split(end)
        dynasty, fate = lines.index("# Dynasty"), lines.index("# Fate")
        assert [line for line in lines if not line[:1].isdigit()] == [line for line in begun if not line[:1].isdigit()]
        kinds = {card.name: card.deck for card in ccg.cards() if celestial.allows(card)}
        assert {kinds[line.partition(" ")[2]] for line in lines[dynasty + 1 : fate - 1]} == {"dynasty"}
        assert {kinds[line.partition(" ")[2]] for line in lines[fate + 1 :]} == {"fate"}

    def test_a_card_takes_the_line_of_one_of_its_kind(self, lcg2017: Format, lcg: FilePool) -> None:
        provinces = ("Fertile Fields", "Defend the Wall", "Night Raid", "Shameful Display", "Rally to the Cause")
        text = LCG_LEGAL[0].read_text("utf-8")
        for number, name in enumerate(provinces, 1):
            text = text.replace(f"* 1 {name}", f"Province {number}: {name}")
        report = reported(text, lcg2017, lcg)
        (banned,) = [entry.card.id for entry in report.deck.entries if entry.card.name == "Night Raid"]
        repaired = repair(report, lcg, RepairOptions(ban=frozenset({banned})), 20)

        new = written_back(text.encode(), report, repaired, lcg).decode()
        before, after = text.splitlines(), new.splitlines()

        changed = [(old, line) for old, line in zip(before, after, strict=True) if old != line]
        assert [(old, line.startswith("Province 3: ")) for old, line in changed] == [("Province 3: Night Raid", True)]

    def test_json_keeps_everything_but_the_cards(self, lcg2017: Format, lcg: FilePool) -> None:
        deck = reported(LCG_LEGAL[0].read_text("utf-8"), lcg2017, lcg).deck
        cards = {entry.card.id: entry.count for entry in deck.entries}
        first, *_, last = [card_id for card_id, count in cards.items() if count == 3]
        cards[first] = 4
        text = json.dumps({"name": "Deck", "cards": cards, "notes": ["kept", 3]}, indent=2)
        report = reported(text, lcg2017, lcg)
        banned = RepairOptions(ban=frozenset({last}))

        repaired = repair(report, lcg, banned, 20)
        new = json.loads(written_back(text.encode(), report, repaired, lcg))

        assert (new["name"], new["notes"]) == ("Deck", ["kept", 3])
        assert new["cards"][first] == 3
        assert last not in new["cards"]
        assert reported(json.dumps(new), lcg2017, lcg).verdict is Verdict.LEGAL


def test_standard_output_has_the_deck_and_nothing_of_the_solver() -> None:
    slips = (ROOT / "examples" / "crane-with-slips.txt").read_bytes()

    done = started("deck", "fix", "-", *FORMAT, stdin=slips)

    assert done.stdout.decode().splitlines()[0] == slips.decode().splitlines()[0]
    assert b"HiGHS" not in done.stdout + done.stderr


class TestFixCommand:
    def test_it_shows_reasons_and_a_diff(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = LEGAL.replace("3 Steel on Steel", "4 Steel on Steel")
        deck.write_text(text, "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT, "--dry-run"]) == 0

        out = capsys.readouterr().out
        assert "with 1 card changed (proven: no legal deck has fewer changes)" in out
        assert "  remove 1 `Steel on Steel`\n      C001: 4 copies" in out
        assert "-4 Steel on Steel\n+3 Steel on Steel\n" in out
        assert deck.read_text("utf-8") == text

    def test_it_shows_changes_that_it_cannot_write(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        # The heading without cards reads as the name of a card.
        text = (ROOT / "tests" / "fixtures" / "decks" / "lcg-skirmish" / "unicorn-sideboard.txt").read_text("utf-8")
        deck.write_text(f"{text}\nProvince: (1)\n\nNeutral:\n1x Ancestral Lands (Core Set #15)\n", "utf-8")

        assert run(["deck", "fix", str(deck), "--format", "lcg-skirmish"]) == 2

        said = capsys.readouterr()
        assert "with 1 card changed (proven: no legal deck has fewer changes)\n" in said.out
        assert "  remove 1 `Ancestral Lands`\n      P003: " in said.out
        assert "the change cannot be written into this list" in said.err

    def test_headings_with_a_number_go_with_their_cards(self, deck: Path) -> None:
        text = (ROOT / "tests" / "fixtures" / "decks" / "lcg-skirmish" / "unicorn-sideboard.txt").read_text("utf-8")
        deck.write_text(f"{text}\nProvinces (1)\n1 Ancestral Lands\n", "utf-8")

        assert run(["deck", "fix", str(deck), "--format", "lcg-skirmish"]) == 0
        assert deck.read_text("utf-8") == f"{text}\n"

    def test_a_card_that_moves_into_the_deck_is_removed_and_added(self, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-skirmish")
        text = (ROOT / "tests" / "fixtures" / "decks" / "lcg-skirmish" / "unicorn-sideboard.txt").read_text("utf-8")
        found = reported(text.replace("2x Aggressive Moto", "1x Aggressive Moto") + "1x Aggressive Moto\n", fmt, lcg)
        repaired = repair(found, lcg, RepairOptions(), 20)
        counts = (
            slot.old + (-1 if slot.header else 1) if slot.card.name == "Aggressive Moto" else slot.old
            for slot in repaired.slots
        )

        steps = changes(found, structs.replace(repaired, counts=tuple(counts)), RepairOptions(), lcg)

        assert [(step.name, step.count) for step in steps] == [("Aggressive Moto", -1), ("Aggressive Moto", 1)]

    def test_it_writes(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text(LEGAL.replace("3 Steel on Steel", "4 Steel on Steel"), "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT]) == 0

        assert deck.read_text("utf-8") == LEGAL
        assert "+++" not in capsys.readouterr().out

    def test_a_legal_deck(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text(LEGAL, "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT]) == 0

        assert "nothing to change" in capsys.readouterr().err

    def test_a_card_that_cannot_stay_is_named_with_the_rule(
        self, deck: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        deck.write_text(LEGAL.replace("3 Steel on Steel", "4 Steel on Steel"), "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT, "--keep", "Steel on Steel", "--keep", "Marketplace"]) == 1

        said = capsys.readouterr().err.splitlines()[0]
        reason = "C001 4 copies of `Steel on Steel`; at most 3 are allowed"
        assert said.endswith(f"no legal deck keeps `Steel on Steel`: {reason}")

    def test_options_that_exclude_each_other_are_named(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text(LEGAL.replace("3 Steel on Steel", "4 Steel on Steel"), "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT, "--keep", "1 Marketplace", "--ban", "Marketplace"]) == 1

        assert "no legal deck keeps `Marketplace`: --ban Marketplace\n" in capsys.readouterr().err

    def test_cards_that_cannot_stay_in_the_format_are_named(
        self, deck: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        deck.write_text(LEGAL.replace("1 A New Year", "1 The Wall is Breached"), "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT, "--dry-run"]) == 0

        assert "  cannot stay in Celestial Edition (40/40): `The Wall is Breached`\n" in capsys.readouterr().out

    def test_a_card_to_keep_that_one_of_several_decks_lacks_is_a_note(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "with.txt").write_text(LEGAL.replace("3 Marketplace", "4 Marketplace"), "utf-8")
        (tmp_path / "without.txt").write_text(LEGAL.replace("3 Steel on Steel\n", ""), "utf-8")

        assert run(["deck", "fix", str(tmp_path), *FORMAT, "--keep", "Steel on Steel"]) == 0

        said = capsys.readouterr()
        assert [line for line in said.err.splitlines() if "note" in line] == [
            f"note: {tmp_path / 'without.txt'} lacks `Steel on Steel` of --keep"
        ]
        assert said.out.count("legal in Celestial Edition (40/40) with") == 2

    def test_every_format_shows_its_fewest_changes_best_first(
        self, deck: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own = shipped_format("celestial-40-40"), shipped_format("emperor"), shipped_format("lcg-2017")
        monkeypatch.setattr("deckcheck.cli.data_options.Data.formats", lambda *_: own)
        text = LEGAL.replace("3 Marketplace", "4 Marketplace")
        deck.write_text(text, "utf-8")

        assert run(["deck", "fix", str(deck), "--format", "all"]) == 0

        head, *lines = capsys.readouterr().out.splitlines()
        assert head == f"{deck}: the fewest changes for each of 2 formats"
        assert lines == [
            "  celestial-40-40: 1 card changed",
            "    remove 1 `Marketplace`",
            "  emperor: at least 64 cards changed",
        ]
        assert deck.read_text("utf-8") == text

    def test_a_format_that_needs_another_deck_shows_only_how_many_cards_change(
        self, deck: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own = shipped_format("modern"), shipped_format("celestial-40-40")
        monkeypatch.setattr("deckcheck.cli.data_options.Data.formats", lambda *_: own)
        deck.write_text(LEGAL, "utf-8")

        assert run(["deck", "fix", str(deck), "--format", "all"]) == 0

        _, *lines = capsys.readouterr().out.splitlines()
        assert lines == ["  celestial-40-40: legal as it is", "  modern: 63 cards changed"]

    def test_fewer_copies_may_be_kept(self, deck: Path) -> None:
        deck.write_text(LEGAL.replace("3 Steel on Steel", "4 Steel on Steel"), "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT, "--keep", "3 Steel on Steel"]) == 0

        assert deck.read_text("utf-8") == LEGAL

    def test_a_card_of_a_legal_deck_is_replaced_when_asked(
        self, deck: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        deck.write_text(LEGAL, "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT, "--ban", "Steel on Steel"]) == 0

        out = capsys.readouterr().out
        assert "  remove 3 `Steel on Steel`\n      asked for\n" in out

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            pytest.param(["--keep", "Banzai!"], "is not in the deck", id="keep what is not there"),
            pytest.param(["--keep", "9 Steel on Steel"], "the deck has fewer than 9", id="keep more than there is"),
            pytest.param(["--ban", "Xylophone Quartet"], "no card is called", id="ban what does not exist"),
            pytest.param(["--ban", "Stel on Steel"], "did you mean `Steel on Steel`?", id="ban a name with a slip"),
            pytest.param(["--keep", ""], "is not a card name", id="keep nothing"),
        ],
    )
    def test_wrong_names(self, options: list[str], said: str, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text(LEGAL, "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT, *options]) == 2

        assert said in capsys.readouterr().err

    def test_a_file_that_is_no_deck_stops_no_other(self, tmp_path: Path, deck: Path) -> None:
        deck.write_text(LEGAL.replace("3 Steel on Steel", "4 Steel on Steel"), "utf-8")
        (tmp_path / "empty.txt").write_text("", "utf-8")

        assert run(["deck", "fix", str(tmp_path / "empty.txt"), str(deck), *FORMAT]) == 2

        assert deck.read_text("utf-8") == LEGAL

    def test_a_list_of_the_other_game_is_left(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text("3 Fine Katana\n3 Way of the Crane\n3 Steward of Law\n3 Savvy Politician\n", "utf-8")

        assert run(["deck", "fix", str(deck), *FORMAT]) == 2
        assert "4 of 4 names belong to Legend of the Five Rings: the Card Game" in capsys.readouterr().err
        assert deck.read_text("utf-8").startswith("3 Fine Katana")


def unfinished(text: str) -> str:
    """Return a list with every third line left out."""
    lines = text.splitlines()
    return "\n".join(line for number, line in enumerate(lines) if number % 3 or not line[:1].isdigit()) + "\n"


class TestFill:
    def test_the_numbers_of_each_type_follow_lists_of_the_format(
        self, deck: Path, capsys: pytest.CaptureFixture[str], ccg: FilePool
    ) -> None:
        usage = usual_mix(["celestial-40-40"])
        assert usage
        deck.write_text("Embassy of the Crane\n3 Marketplace\n3 Doji Umakai\n3 Steel on Steel\n", "utf-8")

        assert run(["deck", "fill", str(deck), *FORMAT]) == 0

        report = reported(deck.read_text("utf-8"), shipped_format("celestial-40-40"), ccg)
        counts: dict[str, int] = {}
        for entry in report.deck.entries:
            counts[entry.card.kind] = counts.get(entry.card.kind, 0) + entry.count
        usual = usage.kinds["dynasty"]
        assert (counts["holding"], counts["personality"]) == (usual["holding"], usual["personality"])
        assert "a legal deck, not a tuned one; the types of cards follow the medians of" in capsys.readouterr().err

    def test_only_cards_that_the_query_finds_come_in(self, celestial: Format, ccg: FilePool) -> None:
        report = reported(unfinished(LEGAL), celestial, ccg)
        query = parse("clan:crane or clan:neutral")

        filled = fill(report, ccg, Preferences(query=query), 20)

        had = {entry.card.id for entry in report.deck.entries}
        new = [entry.card for entry in filled.deck.entries if entry.card.id not in had]
        assert new
        assert all(query.matches(card) for card in new)

    def test_a_deck_is_completed_with_the_fewest_cards(self, celestial: Format, ccg: FilePool) -> None:
        report = reported(unfinished(LEGAL), celestial, ccg)

        filled = fill(report, ccg, Preferences(), 20)

        assert filled.report.verdict is Verdict.LEGAL
        assert filled.proven
        assert min(told(filled).values()) > 0
        assert filled.report.counts["dynasty"] == filled.report.counts["fate"] == 40

    def test_the_seed_decides(self, celestial: Format, ccg: FilePool) -> None:
        report = reported(unfinished(LEGAL), celestial, ccg)

        one, again, other = (fill(report, ccg, Preferences(seed=seed), 20).counts for seed in (1, 1, 2))

        assert one == again
        assert one != other

    def test_a_curve_is_followed(self, celestial: Format, ccg: FilePool) -> None:
        report = reported("1 Kyuden Hida\n", celestial, ccg)
        curve = CurveGoal("personality", (CurveStep(5, 4), CurveStep(6, 7), CurveStep(8, 5, upward=True)))

        filled = fill(report, ccg, Preferences(curves=(curve,)), 20)

        for step in curve.steps:
            pairs = zip(filled.slots, filled.counts, strict=True)
            assert sum(n for slot, n in pairs if curve.takes(slot) and step.takes(slot.card)) == step.wanted

    def test_habits_bring_back_what_was_taken_out(self, celestial: Format, ccg: FilePool) -> None:
        whole = reported(LEGAL, celestial, ccg).deck
        report = reported(unfinished(LEGAL), celestial, ccg)
        counts = {entry.card.id: entry.count for entry in whole.entries}
        habits = UsageStats([counts], [entry.card.id for entry in report.deck.entries])

        filled = fill(report, ccg, Preferences(habits=habits), 20)

        assert {s.card.id: n for s, n in zip(filled.slots, filled.counts, strict=True) if n} == counts

    def test_lists_that_share_more_cards_weigh_more(self) -> None:
        habits = UsageStats([{"a": 1, "b": 3, "c": 1}, {"a": 1, "c": 3}], ["a", "b"])

        assert habits.share("b", 3) == 4 / 5
        assert habits.share("c", 2) == 1 / 5
        assert habits.lists_with("c") == 2

    def test_lcg_decks_with_roles_influence_and_provinces(self, lcg2017: Format, lcg: FilePool) -> None:
        for path in LCG_LEGAL[2:4]:  # Without a role and with one.
            filled = fill(reported(unfinished(path.read_text("utf-8")), lcg2017, lcg), lcg, Preferences(), 20)

            assert filled.report.verdict is Verdict.LEGAL

    def test_the_bound_stays_when_answers_are_cut_off(
        self, celestial: Format, ccg: FilePool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers = []

        def first_is_wrong(deck: Deck, fmt: Format, pool: FilePool, judge: Judge) -> Report:
            answers.append(check(deck, fmt, pool, judge=judge))
            wrong = Finding(code="X001", name="x", severity=Severity.ERROR, message="wrong")
            return structs.replace(answers[-1], findings=(wrong,)) if len(answers) == 1 else answers[-1]

        def one_more(model: Model, _: Report, counts: list[int]) -> None:
            model.at_least("", dict.fromkeys(range(len(counts)), 1), sum(counts) + 1)

        monkeypatch.setattr("deckcheck.build.repair.fix.check", first_is_wrong)
        monkeypatch.setattr("deckcheck.build.repair.fix._cut", one_more)
        report = reported(LEGAL.replace("3 Steel on Steel", "2 Steel on Steel"), celestial, ccg)

        filled = fill(report, ccg, Preferences(), 20)

        assert (filled.changes, filled.bound, filled.proven) == (2, 1, False)

    def test_cutting_answers_off_proves_no_conflict(
        self, celestial: Format, ccg: FilePool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        wrong = Finding(code="X001", name="x", severity=Severity.ERROR, message="wrong")

        def all_wrong(deck: Deck, fmt: Format, pool: FilePool, judge: Judge) -> Report:
            return structs.replace(check(deck, fmt, pool, judge=judge), findings=(wrong,))

        def nothing_left(model: Model, _: Report, __: list[int]) -> None:
            model.at_least("", {0: 1}, 10_000)

        monkeypatch.setattr("deckcheck.build.repair.fix.check", all_wrong)
        monkeypatch.setattr("deckcheck.build.repair.fix._cut", nothing_left)
        with pytest.raises(NoRepair) as caught:
            fixed(LEGAL.replace("3 Steel on Steel\n", ""), celestial, ccg)

        assert caught.value.model is None

    def test_what_was_found_is_not_lost_when_there_is_no_time_for_taste(
        self, celestial: Format, ccg: FilePool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        programs = []

        def in_time_once(program: Program, seconds: float) -> Solution | None:
            programs.append(program)
            if len(programs) > 1:
                raise TimeUp
            return minimise(program, seconds)

        monkeypatch.setattr("deckcheck.build.repair.fix.minimise", in_time_once)
        report = reported(LEGAL.replace("3 Steel on Steel", "2 Steel on Steel"), celestial, ccg)

        filled = fill(report, ccg, Preferences(), 20)

        assert (filled.changes, filled.proven, filled.alike) == (1, True, False)

    @pytest.mark.parametrize(
        "text",
        [
            *("", "personality", "personality=5", "personality=5:x", "nothing=5:1"),
            *("personality=5:1000", f"personality={'5' * 5000}:1"),
        ],
        ids=range(7),
    )
    def test_wrong_curves(self, text: str, celestial: Format, ccg: FilePool) -> None:
        with pytest.raises(UsageError):
            read_curve(text, celestial, ccg)

    def test_the_command(self, deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        lists = tmp_path / "lists"
        lists.mkdir()
        (lists / "crane.txt").write_text(LEGAL, "utf-8")
        deck.write_text(unfinished(LEGAL), "utf-8")

        assert run(["deck", "fill", str(deck), *FORMAT, "--like", str(lists), "--curve", "event=0:0"]) == 0

        out = capsys.readouterr().out
        assert "(in 1 of 1 list)" in out
        assert "curve of event: 0: 0" in out
        assert run(["check", str(deck), *FORMAT]) == 0

    @pytest.mark.parametrize(
        ("text", "code", "said"),
        [
            pytest.param(LEGAL, 0, "nothing to add", id="a legal deck"),
            pytest.param("3 Stel on Steel\n1 Kyuden Hida\n", 2, "is not recognised", id="a slip"),
            pytest.param(
                "1 The Wall is Breached\n",
                1,
                "no legal deck keeps `The Wall is Breached`: P001 `The Wall is Breached` is not legal in",
                id="a card that is not legal",
            ),
        ],
    )
    def test_what_the_command_says(
        self, text: str, code: int, said: str, deck: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        deck.write_text(text, "utf-8")

        assert run(["deck", "fill", str(deck), *FORMAT]) == code

        assert said in capsys.readouterr().err

    def test_a_name_of_several_cards_is_named(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text("1 City of the Open Hand\n1 Akodo Toturi\n", "utf-8")

        assert run(["deck", "fill", str(deck), "--format", "lcg-2017"]) == 2
        assert "`Akodo Toturi` may mean several cards" in capsys.readouterr().err

    def test_a_query_that_leaves_too_few_cards_is_named(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text("1 Embassy of the Crane\n", "utf-8")

        assert run(["deck", "fill", str(deck), *FORMAT, "--query", "cost=99"]) == 1

        said = capsys.readouterr().err
        assert "; --query cost=99\n  help: no card at all matches `cost=99`\n" in said
        assert "the cards that the deck has" not in said

    @pytest.mark.parametrize(
        ("unknown", "added", "told"), [("exclude", False, "; they were left out"), ("only", True, "")]
    )
    def test_cards_without_a_value_are_named_and_can_be_asked_for(
        self, unknown: str, added: bool, told: str, deck: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        deck.write_text(LEGAL.replace("3 Marketplace\n", "").replace("3 Famous Bazaar\n", ""), "utf-8")

        query = ["--query", "type:holding gold>=2", "--unknown", unknown]
        assert run(["deck", "fill", str(deck), *FORMAT, *query]) == 0

        says = r"note: gold production known for \d+ of \d+ Holdings; "
        says += "not for: Beautiful Host, Fortified Docks, Stolen Merchandise"
        assert re.fullmatch(f"{says}{told}", capsys.readouterr().err.splitlines()[0])
        assert ("Beautiful Host" in deck.read_text("utf-8")) is added

    def test_one_card_is_one_card(self, deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck.write_text(LEGAL.replace("3 Steel on Steel", "2 Steel on Steel"), "utf-8")

        assert run(["deck", "fill", str(deck), *FORMAT]) == 0

        assert "with 1 card added (" in capsys.readouterr().out
