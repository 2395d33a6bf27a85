"""House rules on one line and as a file, and formats limited to a collection."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from deckcheck.checks.house_rules import with_house_rules
from deckcheck.cli import run
from deckcheck.formats.loading import resolve_format
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format, HouseRules, RuleSetting
from deckcheck.model.names import fold
from deckcheck.pools.loading import FilePool
from deckcheck.rules.legality import standing_in
from tests.conftest import ROOT, shipped_format, shipped_pool, text_file

LEGAL = str(ROOT / "examples" / "crane-celestial.txt")
IN = ("--format", "celestial-40-40")
Output = pytest.CaptureFixture[str]
BANNED = {"Lost Traveler Castle": "banned", "Stone of Remembrance": "legal", "The Wrath of Kali-Ma": "legal"}


def params_of(fmt: Format, rule: str) -> object:
    return next(each.params for each in fmt.provisions if each.name == rule)


def codes(capsys: Output, *options: str) -> set[str]:
    """Return the codes of the errors that a check of the legal deck finds."""
    capsys.readouterr()
    run(["check", LEGAL, *IN, "--as", "json", *options])
    (deck,) = json.loads(capsys.readouterr().out)["decks"]
    return {finding["code"] for finding in deck["findings"] if finding["severity"] == "error"}


class TestCheck:
    @pytest.mark.parametrize(
        ("options", "found"),
        [
            pytest.param(["--rule", "copies=2"], {"C001"}, id="the last words of a rule"),
            pytest.param(["--rule", "C001=2"], {"C001"}, id="the code of a rule"),
            pytest.param(["--rule", "too-many-copies.max=2"], {"C001"}, id="a rule and a parameter"),
            pytest.param(["--rule", "copies=3"], set(), id="the value of the format"),
            pytest.param(["--ban", "A New Year"], {"P006"}, id="a ban"),
            pytest.param(["--size", "dynasty=45"], {"S001"}, id="a minimum"),
            pytest.param(["--size", "fate=30-39"], {"S002"}, id="a minimum and a maximum"),
            pytest.param(["--size", "fate=45", "--size", "dynasty=41"], {"S001"}, id="two sizes"),
            pytest.param(["--rule", "too-small= off", "--rule", "strongholds=0"], {"S004"}, id="a rule dropped"),
        ],
    )
    def test_what_house_rules_find(self, options: list[str], found: set[str], capsys: Output) -> None:
        assert codes(capsys, *options) == found

    @pytest.mark.parametrize(
        ("card", "codes"),
        [
            pytest.param("Lost Traveler Castle", {"P002"}, id="the format bans it, and says so once"),
            pytest.param("Stone of Remembrance", {"P006"}, id="the ban of the format is in dispute"),
            pytest.param("The Wrath of Kali-Ma", {"P006"}, id="the format has an erratum in place of a ban"),
        ],
    )
    def test_a_ban_of_a_card_with_a_ban_of_its_own(
        self, card: str, codes: set[str], tmp_path: Path, capsys: Output
    ) -> None:
        deck = text_file(tmp_path / "deck.txt", Path(LEGAL).read_text().replace("1 A New Year", f"1 {card}"))

        assert run(["check", str(deck), *IN, "--ban", card, "--as", "concise"]) == 1

        assert set(re.findall(r"P00[26]", capsys.readouterr().out)) == codes

    def test_an_allowed_card_is_legal(self, tmp_path: Path, capsys: Output) -> None:
        deck = text_file(
            tmp_path / "deck.txt", Path(LEGAL).read_text().replace("1 A New Year", "1 The Wall is Breached")
        )

        assert run(["check", str(deck), *IN]) == 1
        assert run(["check", str(deck), *IN, "--allow", "The Wall is Breached"]) == 0
        assert "house rules: allowed: The Wall is Breached\n" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            (["--ban", "A Nwe Year"], "did you mean `A New Year`?"),
            (["--allow", "Markteplace"], "did you mean `Marketplace`?"),
            (["--rule", "copeis=2"], "there is no rule `copeis` in Celestial Edition (40/40)"),
            (["--rule", "copies"], "write NAME=VALUE"),
            (["--rule", "copies=many"], "expected a whole number, got text\n  help: the format has `max=3`"),
            (["--rule", "copies=2", "--rule", "copies=many"], "help: the format has `max=3`"),
            (["--rule", "copies=-1"], "expected a whole number >= 0"),
            (["--rule", "too-many-copies.mux=1"], "there is no parameter `mux` in `too-many-copies`"),
            (["--size", "dinasty=40"], "did you mean `dynasty`?"),
            (["--size", "dynasty=45-40"], "the maximum is below the minimum"),
            (["--rule", "copy=2"], "did you mean `copies`? known: "),
            (["--ban", "Marketplace", "--allow", "Marketplace"], "`Marketplace` is both banned and allowed"),
            (["--rule", "too-small=off", "--size", "fate=45"], "the rule `deck-too-small` is both `off` and changed"),
        ],
    )
    def test_a_mistake_is_an_error_with_help(self, options: list[str], says: str, capsys: Output) -> None:
        assert run(["check", LEGAL, *IN, *options]) == 2
        assert says in capsys.readouterr().err

    @pytest.mark.parametrize("options", [(), ("--format", "all")])
    def test_house_rules_need_a_format(self, options: tuple[str, ...], capsys: Output) -> None:
        assert run(["check", LEGAL, *options, "--rule", "copies=2"]) == 2
        assert "--format ID" in capsys.readouterr().err

    def test_reports_say_which_house_rules_apply(self, tmp_path: Path, capsys: Output) -> None:
        page = tmp_path / "page.html"
        run(["check", LEGAL, *IN, "--rule", "copies=2", "--ban", "A New Year", "--report", f"html={page}"])
        text = capsys.readouterr().out
        run(["check", LEGAL, *IN, "--rule", "copies=2", "--as", "json"])
        fmt = json.loads(capsys.readouterr().out)["format"]

        assert "house rules: copies=2; banned: A New Year\n" in text
        assert "House rules: copies=2; banned: A New Year" in page.read_text()
        assert (fmt["id"], fmt["house_rules"]) == ("celestial-40-40+house", ["copies=2"])

    def test_house_rules_apply_on_every_day(self) -> None:
        assert run(["check", LEGAL, *IN, "--when", "--ban", "A New Year"]) == 1
        assert run(["check", LEGAL, *IN, "--when", "--rule", "copies=4"]) == 0

    def test_bulk_applies_them_in_every_process(self, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        assert run(["bulk", LEGAL, *IN, "--rule", "copies=2", "--jobs", "2"]) == 1

        record = json.loads(capfdbinary.readouterr().out)
        assert (record["format"], record["verdict"]) == ("celestial-40-40+house", "illegal")


class TestBuild:
    HOUSE = ("--rule", "too-many-copies.max=4", "--ban", "A New Year", "--size", "dynasty=41")

    def test_fix_makes_a_deck_legal_under_them(self, tmp_path: Path, capsys: Output) -> None:
        deck = text_file(tmp_path / "deck.txt", Path(LEGAL).read_text().replace("3 Marketplace", "4 Marketplace"))

        assert run(["deck", "fix", str(deck), *IN, *self.HOUSE]) == 0

        out = capsys.readouterr().out
        assert "legal in Celestial Edition (40/40) with house rules with 1 card changed (proven" in out
        assert "4 Marketplace" in deck.read_text()
        assert run(["check", str(deck), *IN, *self.HOUSE]) == 0

    def test_fill_completes_a_deck_under_them(self, tmp_path: Path) -> None:
        deck = tmp_path / "deck.txt"
        lines = Path(LEGAL).read_text().splitlines(keepends=True)
        deck.write_text("".join(line for line in lines if "A New Year" not in line and "Doji Hatashi" not in line))

        assert run(["deck", "fill", str(deck), *IN, *self.HOUSE]) == 0

        assert "A New Year" not in deck.read_text()
        assert run(["check", str(deck), *IN, *self.HOUSE]) == 0

    @pytest.mark.parametrize("command", ["fix", "fill"])
    def test_they_need_a_format(self, command: str, capsys: Output) -> None:
        assert run(["deck", command, LEGAL, "--dry-run", "--rule", "copies=2"]) == 2
        assert "--format ID" in capsys.readouterr().err

    def test_fix_bans_a_card_in_the_format_that_a_deck_names(self, tmp_path: Path) -> None:
        deck = text_file(tmp_path / "deck.txt", f"Format: celestial-40-40\n{Path(LEGAL).read_text()}")

        assert run(["deck", "fix", str(deck), "--ban", "A New Year"]) == 0
        assert "A New Year" not in deck.read_text()


class TestFiles:
    @pytest.mark.parametrize(
        ("parent", "house"),
        [
            ("celestial-40-40", HouseRules(("copies=2",), ("A New Year",), ("The Wall is Breached",), ("dynasty=45",))),
            ("celestial-40-40", HouseRules(rules=("duplicate-event=off",))),
            ("lcg-emerald", HouseRules(("restricted=2",), ("Banzai!",), ("Charge!", "Doji Diplomat"))),
        ],
    )
    def test_a_file_has_the_same_rules_as_the_options(self, parent: str, house: HouseRules, tmp_path: Path) -> None:
        fmt = shipped_format(parent)
        options = [("--rule", each) for each in house.rules] + [("--ban", each) for each in house.ban]
        options += [("--allow", each) for each in house.allow] + [("--size", each) for each in house.sizes]

        flat = [word for pair in options for word in pair]
        assert run(["formats", "new", "spring-cup", "--extends", parent, "--out", str(tmp_path), *flat]) == 0

        assert run(["formats", "lint", str(tmp_path / "spring-cup.yaml")]) == 0
        written = resolve_format(tmp_path / "spring-cup.yaml").format
        changed = with_house_rules(fmt, shipped_pool(fmt.pool), house)
        assert written.basis == "community"
        assert [plain(each) for each in written.provisions] == [plain(each) for each in changed.provisions]

    def test_a_file_is_never_replaced(self, tmp_path: Path) -> None:
        command = [
            "formats",
            "new",
            "spring-cup",
            "--extends",
            "emperor",
            "--ban",
            "Marketplace",
            "--out",
            str(tmp_path),
        ]
        assert run(command) == 0
        before = (tmp_path / "spring-cup.yaml").read_bytes()

        assert run([*command, "--rule", "copies=1"]) == 2
        assert (tmp_path / "spring-cup.yaml").read_bytes() == before

    @pytest.mark.parametrize("name", ["y", "1e5"])
    def test_a_name_that_yaml_readers_may_take_for_a_value_is_in_quotes(self, name: str, tmp_path: Path) -> None:
        assert run(["formats", "new", name, "--extends", "emperor", "--rule", "copies=1", "--out", str(tmp_path)]) == 0
        assert resolve_format(tmp_path / f"{name}.yaml").format.id == name

    @pytest.mark.parametrize("name", ["Spring Cup", "_cup", "emperor", "../cup"])
    def test_an_id_that_is_not_allowed_is_an_error(self, name: str, tmp_path: Path) -> None:
        assert run(["formats", "new", name, "--extends", "emperor", "--out", str(tmp_path)]) == 2
        assert not [*tmp_path.iterdir()]


class TestAllowAndBan:
    @pytest.mark.parametrize("name", ["Charge!", "Doji Diplomat", "Daikyū"])
    def test_an_allowed_card_is_legal_whatever_bans_and_rotations_say(self, name: str, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-emerald")
        house = HouseRules(allow=(name,))
        (card, *_) = [lcg.card(card_id) for card_id in with_house_rules(fmt, lcg, house).legality.cards]
        assert card

        assert standing_in(fmt)(card).verdict != "legal"
        assert standing_in(with_house_rules(fmt, lcg, house))(card).verdict == "legal"

    @pytest.mark.parametrize("name", ["Lost Traveler Castle", "Stone of Remembrance"])
    def test_an_allowed_card_has_no_ban_of_its_own_left(self, name: str, celestial: Format, ccg: FilePool) -> None:
        allowed = with_house_rules(celestial, ccg, HouseRules(allow=(name,)))

        for card in ccg.named(fold(name)):
            assert standing_in(allowed)(card).verdict == "legal"

    def test_a_ban_in_dispute_leaves_a_card_legal(self, celestial: Format, ccg: FilePool) -> None:
        verdicts = {name: standing_in(celestial)(ccg.named(fold(name))[0]).verdict for name in BANNED}

        assert verdicts == BANNED

    def test_a_ban_beats_what_the_format_allows(self, celestial: Format, ccg: FilePool) -> None:
        name = "The Wall is Breached"
        allowed = with_house_rules(celestial, ccg, HouseRules(allow=(name,)))
        banned = with_house_rules(allowed, ccg, HouseRules(ban=(name,)))

        assert banned.legality.cards == ()

    def test_a_ban_keeps_the_bans_of_the_format(self, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-emerald")
        house = with_house_rules(fmt, lcg, HouseRules(ban=("Banzai!",)))
        before, after = (params_of(each, "banned-by-list").list.cards for each in (fmt, house))  # type: ignore[attr-defined]

        assert len(after) == len(before) + 1

    def test_only_the_values_of_the_options_come_from_them(self, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-emerald")
        house = with_house_rules(fmt, lcg, HouseRules(rules=("restricted=2",), allow=("Charge!",)))
        mine = {
            each.name: [key for key, place in each.origins.items() if place.path == "options"]
            for each in house.provisions
        }
        before, after = ({each.name: each for each in some.provisions} for some in (fmt, house))

        assert {rule: keys for rule, keys in mine.items() if keys} == {
            "too-many-restricted": ["max"],
            "not-legal": ["cards"],
        }
        assert after["too-many-restricted"].origins["list"] == before["too-many-restricted"].origins["list"]
        assert after["not-legal"].cite == before["not-legal"].cite

    def test_a_minimum_above_the_maximum_raises_it(self, lcg: FilePool) -> None:
        fmt = with_house_rules(shipped_format("lcg-2017"), lcg, HouseRules(sizes=("conflict=50",)))

        assert params_of(fmt, "deck-too-large").maximums == {"dynasty": 45, "conflict": 50}  # type: ignore[attr-defined]

    def test_other_house_rules_are_another_format(self, celestial: Format, ccg: FilePool) -> None:
        options = ["copies=1", "copies=2", "copies=2", "copies=off"]
        digests = [with_house_rules(celestial, ccg, HouseRules(rules=(each,))).digest for each in options]

        assert len({celestial.digest, *digests}) == 4

    def test_an_unknown_section_of_words_names_the_rules(self, celestial: Format, ccg: FilePool) -> None:
        with pytest.raises(UsageError) as caught:
            with_house_rules(celestial, ccg, HouseRules(rules=("card=1",)))

        assert caught.value.help


def plain(setting: RuleSetting) -> tuple[str, object]:
    """Return a rule with its values, without the names that ban lists and files give them."""
    params = setting.params
    listed = getattr(params, "list", None)
    if setting.name == "banned-by-list" and listed is not None:
        return setting.name, listed.cards
    return setting.name, params


class TestCollection:
    @pytest.fixture
    def mine(self, tmp_path: Path) -> str:
        """Return a collection of the cards of the legal deck, with 2 Steel on Steel and 3 Accidental Confession."""
        path = tmp_path / "mine.txt"
        text = Path(LEGAL).read_text().replace("3 Steel on Steel", "2 Steel on Steel\n3 Accidental Confession")
        path.write_text(text)
        return str(path)

    def test_a_card_beyond_the_collection_is_an_error(self, mine: str, capsys: Output) -> None:
        assert run(["check", LEGAL, *IN, "--from-collection", mine, "--as", "concise"]) == 1

        said = capsys.readouterr()
        assert f"C007 error: 3 copies of `Steel on Steel`; {mine} has 2" in said.out
        assert said.out.count("error") == 1

    def test_a_line_that_is_not_recognised_may_be_the_card(self, mine: str, capsys: Output) -> None:
        with Path(mine).open("a") as file:
            file.write("2 Unreadable Line\n")

        assert run(["check", LEGAL, *IN, "--from-collection", mine]) == 1

        said = capsys.readouterr()
        assert f"undecided[C007]: 3 copies of `Steel on Steel`; {mine} has 2" in said.out
        assert f"= help: {mine} may have more, on lines not recognised: `2 Unreadable Line`; replace 1" in said.out
        assert "0 legal, 0 illegal, 1 undecided" in said.out
        assert f"note: {mine}: 1 line without one recognised card is left out: `2 Unreadable Line`" in said.err

    def test_fix_and_fill_use_only_cards_of_the_collection(self, mine: str, tmp_path: Path, capsys: Output) -> None:
        pytest.importorskip("highspy")
        deck = tmp_path / "deck.txt"
        for command in ("fix", "fill"):
            text = Path(LEGAL).read_text()
            deck.write_text(text if command == "fix" else text.replace("3 Steel on Steel", "1 Steel on Steel"))

            assert run(["deck", command, str(deck), *IN, "--from-collection", mine]) == 0

            assert run(["check", str(deck), *IN, "--from-collection", mine]) == 0
            capsys.readouterr()

    def test_a_pool_that_is_too_small_is_named(self, tmp_path: Path, capsys: Output) -> None:
        pytest.importorskip("highspy")
        (tmp_path / "few.txt").write_text("1 Embassy of the Crane\n3 Marketplace\n")

        assert run(["deck", "fix", LEGAL, *IN, "--from-collection", str(tmp_path / "few.txt"), "--dry-run"]) == 1
        assert "C007 beyond-collection" in capsys.readouterr().err
