"""The command line as a user meets it: exit codes, what goes to which stream, and real processes where they matter."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from deckcheck.__main__ import main
from tests.command import called, started, text
from tests.conftest import ROOT, text_file
from tests.report_schemas import validate_line, validate_report

LEGAL = ROOT / "examples" / "crane-celestial.txt"
ILLEGAL = ROOT / "examples" / "crane-with-slips.txt"
WARNED = LEGAL.read_text("utf-8").replace("# Events (2)", "Fate:")
TYPO = LEGAL.read_text("utf-8").replace("3 Steel on Steel", "3 Stel on Steel")


def deckcheck(*args: str, stdin: str = "", **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """Run deckcheck and return what it did."""
    return text(called(*args, stdin=stdin.encode(), **kwargs))


def check(*args: str, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck check`` in Celestial 40/40."""
    return deckcheck("check", *args, "--format", "celestial-40-40", **kwargs)


class TestExitCodes:
    def test_a_process_ends_with_the_code(self) -> None:
        for deck, code in ((LEGAL, 0), (ILLEGAL, 1), ("no-such-file.txt", 2)):
            assert started("check", str(deck), "--format", "celestial-40-40").returncode == code

    def test_a_legal_deck_is_0(self) -> None:
        result = check(str(LEGAL))

        assert result.returncode == 0
        assert "1 deck checked: 1 legal, 0 illegal, 0 undecided" in result.stdout
        assert result.stderr == ""

    def test_an_illegal_deck_is_1(self) -> None:
        result = check(str(ILLEGAL))

        assert result.returncode == 1
        assert "error[C001]: 4 copies of `Marketplace`; at most 3 are allowed" in result.stdout

    def test_an_undecided_deck_is_1(self) -> None:
        result = check("-", stdin=TYPO)

        assert result.returncode == 1
        assert "<stdin>: undecided" in result.stdout

    def test_an_unreadable_deck_is_2_and_the_others_are_checked(self, tmp_path: Path) -> None:
        empty = tmp_path / "empty.txt"
        empty.write_bytes(b"")

        result = check(str(LEGAL), str(empty), "no-such-file.txt")

        assert result.returncode == 2
        assert "1 deck checked: 1 legal, 0 illegal, 0 undecided, 2 failed" in result.stdout
        assert "no-such-file.txt: cannot be read: No such file or directory" in result.stderr
        assert "the file is empty" in result.stderr

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            (("check", str(LEGAL), "--format", "nosuch"), "celestial-40-40, diamond"),
            (("check", str(LEGAL)), "the file names no format"),
            (("check", "--format", "celestial-40-40"), "the argument `PATH...` is missing"),
            (("check", "www.example.org/decks/1"), "an address begins with https://, as in https://www.example.org/"),
            (("chekc",), "did you mean `check`"),
            (("compare", "one.txt", "two.txt"), "type `deckcheck diff`"),
            (("deck", "history", "one.txt"), "type `deckcheck deck log`"),
            (("odds", "ekonomy", str(LEGAL)), "help: did you mean `economy`?"),
            (
                ("odds", "opening", str(LEGAL)),
                "neither a command nor a file `opening`\n  help: the commands are deck,",
            ),
            ((str(LEGAL),), f"to check the file: `deckcheck check {LEGAL}"),
            (("rule", "Z999"), "there is no rule `Z999`"),
            (("cards", "show", "Utaku", "Kohanna"), "did you mean `Utaku Kohana`"),
            (("check", str(LEGAL), "--format", "celestial-40-40", "--as", "jsno"), "did you mean `json`"),
            (("check", str(LEGAL), "--format", "celestial-40-40", "-o", "json=/no/such/folder/x.json"), "no folder"),
            (("check", str(LEGAL), "--format", "_ccg"), "choose a format to check decks in"),
            (("pools", "show", "nosuch"), "known: ccg, lcg"),
        ],
    )
    def test_wrong_use_is_2_and_says_what_is_known(self, args: tuple[str, ...], says: str) -> None:
        result = deckcheck(*args)

        assert result.returncode == 2
        assert says in result.stderr
        assert "Traceback" not in result.stderr
        assert "legal" not in result.stdout.replace("0 legal, 0 illegal", "")

    def test_a_bug_is_2_and_never_looks_like_an_illegal_deck(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from deckcheck.checks import checker as app
        from deckcheck.cli import run

        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("boom")

        monkeypatch.setattr(app, "checks", broken)

        assert run(["check", str(LEGAL), "--format", "celestial-40-40"]) == 2

    def test_an_interrupt_is_130(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from deckcheck.checks import checker as app
        from deckcheck.cli import run

        def interrupted(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(app, "checks", interrupted)

        assert run(["check", str(LEGAL), "--format", "celestial-40-40"]) == 130

    def test_input_that_ends_at_a_question_is_trouble_and_changes_nothing(self, tmp_path: Path) -> None:
        event = str(tmp_path / "cup.event")
        deckcheck("event", "new", event, "--name", "Cup", "--format", "celestial-40-40")
        deckcheck("event", "take", event, str(LEGAL), "--player", "Kei")

        for args, answers in (
            (("event", "check", event, "Kei"), ""),
            (("event", "check", event, "Kei"), "-1 Marketplace\n"),
            (("event", "forget", event, "Kei"), ""),
            (("odds", "hand", str(LEGAL), "--format", "celestial-40-40", "--play", "--want", "type:holding>=2"), ""),
        ):
            result = deckcheck(*args, stdin=answers)

            assert result.returncode == 2, args
            assert result.stdout.endswith("\n"), args
            assert result.stderr.startswith("error: the input ended before the question was answered\n  help: "), args
        assert deckcheck("event", "checks", event).stdout == ""
        assert "Kei" in deckcheck("event", "status", event, "--all").stdout

    def test_a_path_of_the_wrong_kind_is_named_with_what_is_wrong(self, tmp_path: Path) -> None:
        event, table = tmp_path / "cup.event", tmp_path / "form.csv"
        table.write_text("Name\nKei\n", "utf-8")
        deckcheck("event", "new", str(event), "--name", "Cup", "--format", "celestial-40-40")

        for args, said in (
            (
                ("event", "compare", event, "Kei", tmp_path / "two.txt"),
                f"{tmp_path}/two.txt: cannot be read: No such file",
            ),
            (("event", "compare", event, "Kei", tmp_path), f"{tmp_path}: a folder; name a file in it"),
            (("event", "status", tmp_path), f"`{tmp_path}` is a folder\n  help: name a file"),
            (("event", "letters", event, "--out", table), f"`{table}` is a file\n  help: name a folder"),
            (("event", "import", tmp_path, tmp_path / "b.event"), f"{tmp_path}/event.jsonl: cannot be read: No"),
            (("check", LEGAL, "--rulings", tmp_path / "none.yaml"), f"{tmp_path}/none.yaml: cannot be read: No such"),
            (("check", LEGAL, "--rulings", ""), "``: the path is empty"),
        ):
            result = deckcheck(*map(str, args))

            assert result.returncode == 2, args
            assert result.stderr.startswith(f"error: {said}"), result.stderr

    def test_an_interrupt_while_it_starts_is_130(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Starting(ModuleType):
            def __getattr__(self, name: str) -> object:
                raise KeyboardInterrupt

        monkeypatch.setitem(sys.modules, "deckcheck.cli", Starting("deckcheck.cli"))

        with pytest.raises(SystemExit) as ended:
            main()

        assert ended.value.code == 130
        assert capsys.readouterr().err == "error: interrupted\n"

    def test_a_report_never_takes_the_place_of_a_deck(self, tmp_path: Path) -> None:
        deck = tmp_path / "deck.txt"
        deck.write_bytes(LEGAL.read_bytes())

        result = deckcheck("check", str(deck), "--format", "celestial-40-40", "-o", f"html={deck}")

        assert result.returncode == 2
        assert "is one of the decks, and would be overwritten" in result.stderr
        assert deck.read_bytes() == LEGAL.read_bytes()

    def test_a_deck_is_reported_before_the_next_one_is_read(self) -> None:
        command = [sys.executable, "-m", "deckcheck", "check", str(LEGAL), "-", "--format", "celestial-40-40"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
            assert process.stdin
            assert process.stdout
            readable, _, _ = select.select([process.stdout], [], [], 60)
            first = process.stdout.readline() if readable else b""
            process.stdin.write(LEGAL.read_bytes())
            process.stdin.close()
            rest = process.stdout.read().decode()

        assert b": legal in Celestial" in first
        assert "<stdin>: legal in Celestial" in rest
        assert "2 decks checked: 2 legal" in rest

    def test_a_full_output_device_is_2(self) -> None:
        with Path("/dev/full").open("wb") as full:
            result = subprocess.run(
                [sys.executable, "-m", "deckcheck", "check", str(LEGAL), "--format", "celestial-40-40"],
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                check=False,
            )

        assert result.returncode == 2
        assert b"Traceback" not in result.stderr

    @pytest.mark.parametrize(
        ("deck", "fail_on", "code"),
        [
            (LEGAL, "warning", 0),
            (TYPO, "illegal", 0),
            (TYPO, "undecided", 1),
            (ILLEGAL, "illegal", 1),
            (WARNED, "undecided", 0),
            (WARNED, "warning", 1),
        ],
        ids=lambda value: value.name if isinstance(value, Path) else None,
    )
    def test_fail_on_says_what_is_1(self, deck: Path | str, fail_on: str, code: int) -> None:
        content = deck.read_text("utf-8") if isinstance(deck, Path) else deck

        assert check("-", "--fail-on", fail_on, stdin=content).returncode == code

    def test_exit_zero_hides_1_but_never_2(self) -> None:
        assert check(str(ILLEGAL), "--exit-zero").returncode == 0
        assert check(str(LEGAL), "no-such-file.txt", "--exit-zero").returncode == 2

    def test_standard_input_is_read_once(self) -> None:
        result = check("-", "-", stdin=TYPO)

        assert result.returncode == 2
        assert "standard input can be read only once" in result.stderr
        assert "1 deck checked" in result.stdout


class TestReports:
    def test_json_is_as_its_schema_says(self) -> None:
        for deck in (LEGAL, ILLEGAL):
            result = check(str(deck), "--as", "json")

            validate_report(json.loads(result.stdout))
            assert "1 deck checked" in result.stderr
        for more in (), ("--when",):
            for line in check(str(ILLEGAL), str(LEGAL), "no-such-file.txt", "--as", "jsonl", *more).stdout.splitlines():
                validate_line(json.loads(line))

    def test_json_says_what_text_says(self) -> None:
        report = json.loads(check(str(ILLEGAL), "--as", "json").stdout)

        deck = report["decks"][0]
        assert deck["verdict"] == "illegal"
        assert deck["counts"] == {"stronghold": 1, "starting": 0, "dynasty": 40, "fate": 37, "unresolved": 3}
        copies = deck["findings"][0]
        assert (copies["code"], copies["severity"], copies["cards"]) == ("C001", "error", ["marketplace"])
        assert copies["span"] == {"line": 17, "column": 1, "end_line": 17, "end_column": 14}
        assert copies["data"]["count"] == 4
        assert copies["origin"]["path"] == "formats/_ccg.yaml"
        undecided = [finding for finding in deck["findings"] if finding["data"].get("undecided")]
        assert [finding["code"] for finding in undecided] == ["D001", "S001"]
        assert all(finding["severity"] == "warning" for finding in undecided)

    def test_a_base_is_for_changed_lists_only(self) -> None:
        assert "`--base` needs `--changed-only`" in check(str(LEGAL), "--base", "HEAD").stderr

    def test_lines_of_a_list_never_stand_in_a_report_for_programs(self, tmp_path: Path) -> None:
        explained = check(str(LEGAL), "--explain-reading", "--as", "json", "-o", str(tmp_path / "report.json"))

        assert explained.stdout.startswith(f"{LEGAL}: read as text\n")
        assert "which break the report `json`" in check(str(LEGAL), "--explain-reading", "--as", "json").stderr

    def test_several_reports_at_once(self, tmp_path: Path) -> None:
        file = tmp_path / "report.json"

        result = check(str(ILLEGAL), "-o", f"json={file}", "--as", "concise")

        assert json.loads(file.read_text("utf-8"))["summary"]["illegal"] == 1
        assert f"{ILLEGAL}:17:1: C001 error: 4 copies of `Marketplace`" in result.stdout

    def test_the_old_report_is_kept_when_the_new_one_cannot_be_written(self, tmp_path: Path) -> None:
        target = tmp_path / "report.json"
        target.mkdir()

        assert check(str(LEGAL), "-o", f"json={target}").returncode == 2
        assert target.is_dir()

    def test_the_step_summary_of_github_is_added_to_and_other_files_are_replaced(self, tmp_path: Path) -> None:
        summary, other = tmp_path / "summary.md", tmp_path / "other.md"
        for file in (summary, other):
            file.write_text("before\n", "utf-8")

        check(str(LEGAL), "-o", f"markdown={summary}", "-o", f"markdown={other}", GITHUB_STEP_SUMMARY=str(summary))

        assert summary.read_text("utf-8").startswith("before\n## 1 deck checked: 1 legal")
        assert other.read_text("utf-8").startswith("## 1 deck checked: 1 legal")

    def test_junit_says_when(self) -> None:
        result = check(str(LEGAL), "--as", "junit")

        assert 'timestamp="1970' not in result.stdout

    def test_explain_shows_the_rules(self) -> None:
        result = check(str(ILLEGAL), "--explain")

        assert "   | C001 too-many-copies\n" in result.stdout
        assert result.stdout.count("| What it checks") == 4

    def test_colour_only_when_asked_for(self) -> None:
        assert "\x1b[" not in check(str(ILLEGAL)).stdout
        assert "\x1b[1;31m" in check(str(ILLEGAL), "--color", "always").stdout

    def test_deck_text_never_reaches_the_terminal_raw(self) -> None:
        result = check("-", stdin=TYPO + "\n3 Evil\x1b[31m\u202e\x9bName\x07\n")

        assert "\\x1b[31m" in result.stdout
        assert not {"\x1b", "\u202e", "\x9b", "\x07"} & set(result.stdout)

    def test_names_are_escaped_where_the_encoding_cannot_hold_them(self) -> None:
        deck = "1 Yōjin no Shiro\n"

        content = f"{deck}3 Bōnzai!\n".encode()
        result = started("check", "-", "--format", "lcg-2017", stdin=content, PYTHONIOENCODING="ascii")

        assert result.returncode == 1
        assert b"Traceback" not in result.stderr

    def test_a_folder_is_walked(self, tmp_path: Path) -> None:
        (tmp_path / "sub").mkdir()
        (tmp_path / "sub" / "A.TXT").write_text(LEGAL.read_text("utf-8"), "utf-8")
        (tmp_path / "b.txt").write_text(ILLEGAL.read_text("utf-8"), "utf-8")

        result = check(str(tmp_path))

        assert "2 decks checked: 1 legal, 1 illegal, 0 undecided" in result.stdout


class TestOtherCommands:
    def test_formats_show_names_every_source(self) -> None:
        result = deckcheck("formats", "show", "twenty-festivals", "--resolved")

        assert result.returncode == 0
        assert "max: 3  (_ccg, formats/_ccg.yaml:" in result.stdout
        assert result.stdout.count("source:") == result.stdout.count("\n     source:")

    def test_rule_page_with_a_format(self) -> None:
        result = deckcheck("rule", "C003", "--format", "celestial-40-40")

        assert "What it checks" in result.stdout
        assert "max: 1  set by celestial-40-40 (formats/celestial-40-40.yaml:" in result.stdout
        assert "not in force." in deckcheck("rule", "C003", "--format", "twenty-festivals").stdout
        said = deckcheck("rule", "S012", "--format", "lcg-stronghold").stdout
        assert "In lcg-stronghold: not in force: removed by Rules Reference 12.\n" in said

    def test_a_format_names_the_rules_that_it_leaves_out(self) -> None:
        said = deckcheck("formats", "show", "emperor").stdout
        assert "not in force: C003 duplicate-event (real lists of the arc have three of an Event 70 times)\n" in said

    def test_formats_show_leaves_out_values_that_no_file_sets(self) -> None:
        assert "influence: 0" not in deckcheck("formats", "show", "lcg-stronghold").stdout
        assert "influence: 6" in deckcheck("formats", "show", "lcg-skirmish").stdout
        assert "influence: 0" not in deckcheck("rule", "A005", "--format", "lcg-stronghold").stdout

    def test_cards_show_finds_a_level(self) -> None:
        assert deckcheck("cards", "show", "hida", "kuon", "xp6").stdout.startswith("Hida Kuon - exp6")

    @pytest.mark.parametrize("what", ["formats", "pools"])
    def test_what_is_shipped_has_no_lint(self, what: str) -> None:
        result = deckcheck(what, "lint")

        assert (result.returncode, result.stdout) == (0, "0 problems found\n")

    def test_without_arguments_it_shows_the_first_steps(self) -> None:
        result = deckcheck()

        assert result.returncode == 2
        assert result.stderr.count("\n  deckcheck ") == 3
        assert result.stdout == ""

    def test_a_list_of_misspelt_names_is_of_the_game_whose_cards_they_resemble(self) -> None:
        for wrong, other in (("3 Doji Whisprer\n3 Mirumoto Raitsgu\n", "celestial"), ("3 Iron Mien\n", "lcg-2017")):
            result = deckcheck("check", "-", "--format", "all", stdin=wrong)

            assert "no card is called" in result.stdout
            assert other not in result.stdout

    def test_a_deck_in_every_format(self) -> None:
        result = deckcheck("check", str(LEGAL), "--format", "all")

        lines = {line.split()[0]: line.split()[1] for line in result.stdout.splitlines() if line.startswith("  ")}
        assert result.returncode == 0
        assert lines["celestial-40-40"] == "legal"
        assert lines["twenty-festivals"] == "illegal"
        assert "lcg-2017" not in lines
        assert f"legal in 2 of the {len(lines) - 1} formats of this game" in result.stdout

    def test_a_deck_that_is_legal_nowhere_is_1(self) -> None:
        result = deckcheck("check", str(ILLEGAL), "-f", "celestial-40-40", "-f", "twenty-festivals")

        assert result.returncode == 1
        assert "legal in none of the 2 formats of this game" in result.stdout

    def test_json_is_about_one_format_and_json_lines_about_several(self) -> None:
        both = ("check", str(LEGAL), "-f", "celestial-40-40", "-f", "twenty-festivals")

        refused, lines = deckcheck(*both, "--as", "json"), deckcheck(*both, "--as", "jsonl")

        assert (refused.returncode, "the report `jsonl` takes several" in refused.stderr) == (2, True)
        verdicts = [json.loads(line).get("verdict") for line in lines.stdout.splitlines()]
        assert (lines.returncode, verdicts) == (0, ["legal", "illegal", None])

    @pytest.mark.parametrize(
        ("deck", "fmt", "code", "formats"),
        [
            ("imperial/crane-honor.txt", "jade", "P001", ["imperial", "jade-extended", "big-deck", "legacy"]),
            (
                "lcg-2017/crab-keeper.txt",  # of its two cards `Levy` only one is in these formats
                "lcg-emerald",
                "P008",
                ["lcg-2017", "lcg-enlightenment", "lcg-obsidian", "lcg-single-core", "lcg-stronghold"],
            ),
        ],
    )
    def test_the_first_card_that_is_not_legal_names_the_formats_of_all_cards(
        self, deck: str, fmt: str, code: str, formats: list[str]
    ) -> None:
        result = deckcheck("check", f"tests/fixtures/decks/{deck}", "-f", fmt, "--as", "json")

        (report,) = json.loads(result.stdout)["decks"]
        naming = [each for each in report["findings"] if "legal_formats" in each["data"]]
        assert [each["code"] for each in naming] == [code]
        assert naming[0]["data"]["legal_formats"] == formats
        assert naming[0]["help"].endswith(f"; all cards of the deck are legal in: {', '.join(formats)}")

    def test_unknown_names_do_not_hide_the_formats_of_the_other_cards(self, tmp_path: Path) -> None:
        lines = "1 Frost Dragon Festival\n1 Daidoji Tametaka - exp\n3 Iron Mnie\n3 Xylophone\n"
        result = check(str(text_file(tmp_path / "deck.txt", lines)))

        assert "; all recognised cards of the deck are legal in: emperor, ivory, modern, " in result.stdout

    @pytest.mark.parametrize(
        ("lines", "said"),
        [
            ("3 Marketplace\n1 A New Year\n3 Xylophone\n", "2 of 3 names belong to Legend of the Five Rings: the Coll"),
            ("3 Marketplace\n1 A New Year\n3 Banzai!\n", "3 of 3 names belong to Legend of the Five Rings: the Coll"),
            ("3 Marketplace\n3 Xylophone\n3 Banzai!\n2 Charge!\n", ""),
            ('<deck>\n<card qty="3" id="5d1a">Banzai!</card>\n<card qty="3" id="5d1b">Rout</card>\n</deck>\n', ""),
        ],
    )
    def test_a_deck_of_the_other_game_says_so_once(self, lines: str, said: str, tmp_path: Path) -> None:
        """`Banzai!` and `Rout` are cards of both games."""
        result = deckcheck("check", str(text_file(tmp_path / "deck.txt", lines)), "-f", "lcg-stronghold")

        every = result.stdout + result.stderr
        assert every.count("finds the formats of a deck") == every.count(said or "names belong to") == bool(said)
        assert not said or every.count("[D001]") <= 1

    def test_as_of_takes_the_cards_of_that_day(self) -> None:
        result = check(str(LEGAL), "--as-of", "2009-07-01")

        assert "cards of 2009-07-01" in result.stdout
        came_out = "`Embassy of the Crane` came out after the day of the check, 2009-07-01: in 2011-01"
        assert f"error[P007]: {came_out}" in result.stdout

    def test_as_of_must_be_a_date(self) -> None:
        result = check(str(LEGAL), "--as-of", "2021-02-30")

        assert result.returncode == 2
        assert "`2021-02-30` is not a date" in result.stderr

    def test_formats_diff_names_rules_values_and_cards(self) -> None:
        result = deckcheck("formats", "diff", "twenty-festivals", "twenty-festivals-aeg", "--all")

        assert "dropped: P004 fan-set-card\n" in result.stdout
        assert "P007 not-yet-released: nothing → only cards that were out by 2015-12-31\n" in result.stdout
        assert "cards added" not in result.stdout
        assert "Makeshift Storefront" in result.stdout

    @pytest.mark.parametrize(
        ("fmt", "said"),
        [
            ("twenty-festivals", "list: ccg-twenty-festivals-banned (1 entry)"),
            ("ivory", "list: ccg-ivory-banned (4 entries)"),
        ],
    )
    def test_a_format_says_how_long_its_lists_are(self, fmt: str, said: str) -> None:
        assert said in deckcheck("formats", "show", fmt).stdout

    @pytest.mark.parametrize("name", ["C001", "c001", "too-many-copies", "copies"])
    def test_a_rule_has_a_code_a_name_and_last_words(self, name: str) -> None:
        assert deckcheck("rule", name).stdout.startswith("C001 too-many-copies\n")

    def test_the_schema_of_formats_is_the_one_that_is_shipped(self) -> None:
        shipped = (ROOT / "docs" / "format.schema.json").read_text("utf-8")

        assert deckcheck("formats", "schema").stdout == shipped


TAKE_A_FORMAT = [
    "bulk",
    "check",
    "convert",
    *(
        f"deck {verb}"
        for verb in ("add", "fill", "fix", "missing", "names", "new", "note", "remove", "set", "sort", "swap")
    ),
    "diff",
    "edit",
    "hash",
    "odds",
    "rule",
    "sheet",
    "show",
]


class TestCompletion:
    @pytest.mark.parametrize(
        ("line", "word", "offered"),
        [
            ("deckcheck che", "che", "plain,check"),
            *((f"deckcheck {name} --format cel", "cel", "plain,celestial-40-40") for name in TAKE_A_FORMAT),
            ("deckcheck rule c00", "c00", "plain,C001"),
            ("deckcheck rule too-many-c", "too-many-c", "plain,too-many-copies"),
            ("deckcheck cards show utaku koh", "koh", "plain,Kohana"),
            ("deckcheck help completion z", "z", "plain,zsh"),
            ("deckcheck deck names --limit mes", "mes", "plain,messages="),
        ],
    )
    def test_bash_is_offered_what_fits(self, line: str, word: str, offered: str) -> None:
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}

        result = deckcheck(_DECKCHECK_COMPLETE="bash_complete", **words)

        assert result.returncode == 0
        assert offered in result.stdout.splitlines()
        assert all(item.partition(",")[2].casefold().startswith(word) for item in result.stdout.splitlines())

    def test_a_process_offers_the_same(self) -> None:
        result = started(_DECKCHECK_COMPLETE="bash_complete", COMP_WORDS="deckcheck che", COMP_CWORD="1")

        assert (result.returncode, result.stdout) == (0, b"plain,check\n")

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_the_scripts_ask_deckcheck(self, shell: str) -> None:
        assert f"_DECKCHECK_COMPLETE={shell}_complete" in deckcheck("help", "completion", shell).stdout


def test_a_terminal_gets_no_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("3 Marketplace\n1 Bad\x1b[31mred\u202e Name\n", "utf-8")
    terminal, end = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "deckcheck", "convert", str(path), "--to", "text"], stdout=end, stderr=subprocess.DEVNULL
    ) as process:
        process.wait()
    shown = os.read(terminal, 1 << 16).decode("utf-8").splitlines()
    os.close(end)
    os.close(terminal)

    assert "1 Bad\\x1b[31mred\\u202e Name" in shown


def test_python_without_docstrings_is_refused_with_the_reason() -> None:
    result = started("rule", "C001", PYTHONOPTIMIZE="2")

    assert (result.returncode, result.stdout) == (2, b"")
    assert b"run it without -OO" in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_configuration_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "deckcheck.toml")

    result = deckcheck("--config", str(tmp_path / "deckcheck.toml"), "config", "show")

    assert (result.returncode, result.stdout) == (2, "")
    assert "is not a file" in result.stderr
