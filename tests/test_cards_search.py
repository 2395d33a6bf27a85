"""``deckcheck cards search`` and ``cards show``: what is printed in which form, and the exit codes."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from pathlib import Path

import msgspec
import pytest

from deckcheck.build.card_search import dead_terms, in_order, search
from deckcheck.cli import run
from deckcheck.formats.loading import resolve_format
from deckcheck.model.format import Hit, Standing
from deckcheck.model.names import fold
from deckcheck.model.query import parse
from deckcheck.pools.loading import FilePool
from deckcheck.reports.card_page import RENDERERS
from deckcheck.rules.legality import standing_in
from tests.conftest import ROOT, shipped_format

Output = pytest.CaptureFixture[str]


def names(output: Output, *args: str) -> list[str]:
    """Return the names that a search prints."""
    assert run(["cards", "search", *args, "--as", "names"]) == 0
    return output.readouterr().out.splitlines()


class TestTable:
    def test_has_a_column_for_each_statistic_in_use(self, capsys: Output) -> None:
        assert run(["cards", "search", "hida", "kuon", "exp:4..5"]) == 0

        out = capsys.readouterr()
        assert [line.split() for line in out.out.splitlines() if "---" not in line] == [
            ["pool", "name", "kind", "deck", "clans", "cost", "force", "chi", "hr", "ph"],
            ["ccg", "Hida", "Kuon", "-", "exp4", "personality", "dynasty", "crab", "13", "12", "5", "-", "3"],
            ["ccg", "Hida", "Kuon", "-", "exp5", "personality", "dynasty", "crab", "15", "12", "5", "-", "3"],
        ]
        assert out.err == ""

    def test_says_the_game_of_each_card(self, capsys: Output) -> None:
        assert run(["cards", "search", "charge", "type:strategy or charge type:event"]) == 0

        pools = [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:]]
        assert {"ccg", "lcg"} == set(pools)

    def test_shows_bans_and_limits_of_a_format(self, capsys: Output) -> None:
        assert run(["cards", "search", "charge or butcher", "--format", "lcg-emerald"]) == 0

        rows = [re.split(" {2,}", line.rstrip()) for line in capsys.readouterr().out.splitlines()[2:]]
        assert [(row[1], row[-1]) for row in rows] == [
            ("Butcher of the Fallen", "restricted since 2026-09-08 at the latest"),
            ("Charge!", "rotated"),
        ]


class TestOtherForms:
    def test_json_has_the_facts(self, capsys: Output) -> None:
        assert run(["cards", "search", "doji whisperer", "--format", "lcg-2017", "--as", "json"]) == 0

        (card,) = json.loads(capsys.readouterr().out)
        assert (card["pool"], card["name"], card["clans"], card["military"]) == (
            "lcg",
            "Doji Whisperer",
            ["crane"],
            "0",
        )
        assert card["standing"]["verdict"] == "legal"

    def test_csv_has_the_same_columns_for_all_cards(self, capsys: Output) -> None:
        heads = []
        for query in ("hida kuon", "doji whisperer"):
            assert run(["cards", "search", query, "--as", "csv"]) == 0
            heads.append(capsys.readouterr().out.splitlines()[0])

        assert heads[0] == heads[1]
        assert heads[0].startswith("pool,id,name,kind,deck,clans,unique,keywords,cost,")

    def test_csv_has_the_interval_of_a_release_without_a_day(self, capsys: Output) -> None:
        assert run(["cards", "search", "akodo ashiko", "--as", "csv"]) == 0
        (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))

        assert row["released"] == "in 2011-05"

    def test_csv_has_no_formulas(self, lcg: FilePool) -> None:
        card = next(card for card in lcg.cards() if card.title == "Fiery Madness")
        for title, shown in (*((cell, cell) for cell in ("=1+2", "+1", "-1", "@A1")), ("\tx", "\\tx"), ("\rx", "\\rx")):
            written = RENDERERS["csv"]([Hit("lcg", msgspec.structs.replace(card, title=title))])
            (row,) = csv.DictReader(io.StringIO(written, newline=""))
            assert row["name"] == f"'{shown}"
            assert row["military_bonus"] == "'-2"
            assert row["kind"] == "attachment"

    def test_names_are_safe_for_a_terminal(self, lcg: FilePool) -> None:
        card = msgspec.structs.replace(next(iter(lcg.cards())), title="red \x1b[31m")

        for form in ("names", "table"):
            assert "\x1b" not in RENDERERS[form]([Hit("lcg", card)])


class TestWhichCards:
    def test_a_format_has_its_cards_only(self, capsys: Output) -> None:
        assert names(capsys, "hida kuon", "--format", "gold") == ["Hida Kuon", "Hida Kuon - exp", "Hida Kuon - exp2"]

    def test_the_cards_of_a_day(self, capsys: Output) -> None:
        args = ("hida kuon", "--format", "gold", "--as-of")

        assert names(capsys, *args, "2001-08-31") == ["Hida Kuon"]
        assert names(capsys, *args, "2001-09-01") == ["Hida Kuon", "Hida Kuon - exp"]

    def test_a_pool(self, capsys: Output) -> None:
        assert names(capsys, "title=charge", "--pool", "lcg") == ["Charge!"]

    def test_several_arguments_are_one_query(self, capsys: Output) -> None:
        assert names(capsys, "hida kuon", "exp:4", "or", "exp=3.5") == ["Hida Kuon - exp4", "Shiba Tsukimi - exp3.5"]

    def test_a_query_that_begins_with_a_dash(self, capsys: Output) -> None:
        assert run(["cards", "search", "--as", "names", "--", "-exp:0 hida kuon exp<2"]) == 0

        assert capsys.readouterr().out == "Hida Kuon - exp\n"


class TestOrder:
    def test_is_by_title(self, capsys: Output) -> None:
        assert names(capsys, "the wrath") == sorted(names(capsys, "the wrath"))

    def test_is_by_number_up_and_down_with_nothing_last(self, ccg: FilePool) -> None:
        hits = list(search(parse("hida kuon"), {"ccg": ccg.cards()}))

        for field, expected in (("cost", [7, 11, 13, 14, 15, 15, 15]), ("-cost", [15, 15, 15, 14, 13, 11, 7])):
            assert [hit.card.cost for hit in in_order(hits, field)] == expected
        for field in ("hr", "-hr"):
            assert [hit.card.honor_requirement for hit in in_order(hits, field)][3:] == ["-"] * 4

    def test_is_by_words(self, capsys: Output) -> None:
        shown = names(
            capsys, "type:stronghold set:core clan:crane or type:stronghold set:core clan:lion", "--sort=-clan"
        )

        assert shown == ["Yōjin no Shiro", "Shizuka Toshi"] or shown[0] != shown[-1]

    def test_limit_says_that_there_are_more(self, capsys: Output) -> None:
        assert run(["cards", "search", "hida", "kuon", "--limit", "2", "--as", "names", "--sort", "xp"]) == 0

        out = capsys.readouterr()
        assert out.out.splitlines() == ["Hida Kuon", "Hida Kuon - exp"]
        assert out.err == "note: 2 of 7 cards shown\n"


class TestWhatIsNotKnown:
    def test_is_said_and_can_be_asked_for(self, capsys: Output) -> None:
        query = ["type:personality clan:crane force>=5", "--pool", "ccg"]
        said = "Asahina Okimoto, Doji Hitomaro, Doji Kiwadoi"

        known = names(capsys, *query)
        only = names(capsys, *query, "--unknown", "only")

        assert run(["cards", "search", *query, "--unknown", "include", "--as", "names"]) == 0
        out = capsys.readouterr()
        assert sorted(out.out.splitlines()) == sorted(known + only)
        assert ", ".join(only) == said
        assert re.fullmatch(rf"note: force known for \d+ of \d+ Personalities; not for: {said}\n", out.err)

    def test_in_tables_and_exports(self, capsys: Output) -> None:
        unknown = ["doji kiwadoi force>=5", "--unknown", "include"]

        assert run(["cards", "search", *unknown]) == 0
        assert re.search(r" \? .* force$", capsys.readouterr().out, re.MULTILINE)
        assert run(["cards", "search", *unknown, "--as", "csv"]) == 0
        (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
        assert (row["force"], "force" in row["unknown"]) == ("?", True)
        assert run(["cards", "search", *unknown, "--as", "json"]) == 0
        assert "force" in json.loads(capsys.readouterr().out)[0]["unknown"]

    def test_also_of_the_order(self, capsys: Output) -> None:
        assert run(["cards", "search", "doji kiwadoi or doji seo", "--sort=-force", "--as", "names"]) == 0

        assert capsys.readouterr().err == "note: force known for 2 of 3 Personalities; not for: Doji Kiwadoi\n"


class TestTrouble:
    def test_nothing_found_is_1_and_says_which_term_finds_nothing(self, capsys: Output) -> None:
        assert run(["cards", "search", "doji clan:crain or k:samurai cost>50"]) == 1

        out = capsys.readouterr()
        assert out.out == ""
        assert out.err.splitlines()[0].startswith("note: keywords known for ")
        assert out.err.splitlines()[-2:] == [
            "no card matches `doji clan:crain or keyword:samurai cost>50`",
            "  help: no card at all matches `clan:crain` and `cost>50`; did you mean `crane`, `ratling` or `crab`?",
        ]

    @pytest.mark.parametrize("query", ["clan:crane,lion", "clan=crane|lion"])
    def test_values_side_by_side_are_terms_of_their_own(self, query: str, capsys: Output) -> None:
        assert run(["cards", "search", query]) == 1

        assert capsys.readouterr().err.endswith("\n  help: write `clan:crane or clan:lion`\n")

    def test_a_word_that_no_title_has_is_named_once(self, capsys: Output) -> None:
        assert run(["cards", "search", "zzzz"]) == 1

        assert capsys.readouterr().err == "no card matches `zzzz`\n"

    @pytest.mark.parametrize(("form", "written"), [("json", "[]\n"), ("csv", "pool,id,name\n"), ("table", "")])
    def test_nothing_found_is_an_empty_list_for_programs(self, form: str, written: str, capsys: Output) -> None:
        assert run(["cards", "search", "zzzz", "--as", form]) == 1

        assert capsys.readouterr().out == written

    def test_nothing_found_in_a_format(self, capsys: Output) -> None:
        assert run(["cards", "search", "exp=3.5", "--format", "gold"]) == 1

        assert capsys.readouterr().err == "no card matches `experience=3.5` in Four Winds (Gold)\n"

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            (["cots:3"], ["query, column 1: there is no field `cots`", "did you mean `cost`?"]),
            (["crane", "(doji"], ["query, column 12: it ends too early", "expected `)`"]),
            (["doji", "--sort", "cots"], ["there is no field `cots`", "did you mean `cost`?"]),
            (["doji", "--sort", "is"], ["there is no field `is`\n  help: did you mean `s`?"]),
            (["doji", "--limit", "0"], ["`--limit` cannot be `0`"]),
            (["doji", "--as-of", "2010-01-01"], ["`--as-of` needs `--format` or `--legal-in`"]),
            (["doji", "--format", "gold", "--pool", "lcg"], ["`gold` uses the card pool `ccg`, not `lcg`"]),
            (["doji", "--format", "nosuch"], ["there is no format `nosuch`"]),
            (["doji", "--pool", "nosuch"], ["no card pool `nosuch`"]),
            (["-clan:crane"], ["there is no option"]),
            ([], ["the argument `QUERY...` is missing"]),
        ],
        ids=" ".join,
    )
    def test_wrong_options_are_2(self, args: list[str], says: list[str], capsys: Output) -> None:
        assert run(["cards", "search", *args]) == 2

        out = capsys.readouterr()
        assert out.out == ""
        assert [said for said in says if said not in out.err] == []

    def test_dead_terms_are_those_that_no_card_matches(self, lcg: FilePool) -> None:
        query = parse("crane -k:nosuch (cost>99 or cost>99) clan:crab")

        assert dead_terms(query, lcg.cards()) == ["keyword:nosuch", "cost>99"]


class TestShow:
    def test_printings_have_sets_and_dates(self, capsys: Output) -> None:
        assert run(["cards", "show", "hida", "kuon", "xp4"]) == 0

        lines = capsys.readouterr().out.splitlines()
        assert "  printed in: Lotus Edition (2005-10, no. 459, Fixed)" in lines
        assert "  cost 13, Crab, force 12, chi 5, honor req. -, personal honor 3, unique, loyal" in lines
        assert "  legal in: big-deck, legacy, lotus" in lines
        assert next(line for line in lines if line.startswith("  not legal in: celestial-40-40, diamond"))

    def test_bans_have_their_day_and_only_formats_of_the_game_are_named(self, capsys: Output) -> None:
        assert run(["cards", "show", "01-charge"]) == 0

        out = capsys.readouterr().out
        assert "  banned since 2020-10-05 at the latest in: lcg-skirmish\n" in out
        assert "  rotated in: lcg-emerald\n" in out
        assert "gold" not in out

    def test_cards_that_share_their_limit_of_copies_are_named(self, capsys: Output) -> None:
        assert run(["cards", "show", "agasha", "seruma"]) == 0

        assert "  copies count together with: `Agasha Ryo`, `Shiba Ningen`\n" in capsys.readouterr().out

    def test_the_page_of_a_card_names_those_that_count_as_it(self, capsys: Output) -> None:
        assert run(["cards", "show", "Takuan"]) == 0

        assert "  copies may count together with: `Shiryo no Takuan`\n" in capsys.readouterr().out

    def test_a_soul_of_card_of_a_soul_of_card_counts_with_the_oldest_card(self, capsys: Output) -> None:
        assert run(["cards", "show", "matsu_gohei"]) == 0

        assert (
            "  copies count together with: `Matsu Aoiko`, `Matsu Hachiro`, `Matsu Tayuko`\n" in capsys.readouterr().out
        )

    def test_values_that_no_source_gives_are_left_out(self, capsys: Output) -> None:
        assert run(["cards", "show", "House", "of", "Leaves"]) == 0

        out = capsys.readouterr().out
        assert "  Crane\n" in out  # and no influence
        assert "  missing data: fate, honor, influence pool, " in out

    def test_the_cards_of_a_title_are_in_the_order_of_their_levels(self, capsys: Output) -> None:
        assert run(["cards", "show", "Bayushi", "Hisa"]) == 0

        names = re.findall(r"^(\S.*?)  \(", capsys.readouterr().out, re.MULTILINE)
        assert names == ["Bayushi Hisa", "Bayushi Hisa - exp", "Bayushi Hisa - exp2", "Bayushi Hisa - exp3"]

    def test_a_clan_of_several_words_is_written_as_a_title(self, capsys: Output) -> None:
        assert run(["cards", "show", "Temples of the Crow"]) == 0

        assert "  Brotherhood of Shinsei, province strength 6, " in capsys.readouterr().out

    def test_the_page_at_the_source_is_linked(self, capsys: Output) -> None:
        assert run(["cards", "show", "Well-Defended Border"]) == 0
        assert "querystring%3D%22Well%2DDefended%20Border%22\n" in capsys.readouterr().out
        assert run(["cards", "show", "Fine Katana"]) == 0
        assert "  page: https://www.emeralddb.org/card/fine-katana\n" in capsys.readouterr().out

    def test_lists_of_a_folder_say_what_is_played_with_a_card(self, tmp_path: Path, capsys: Output) -> None:
        (tmp_path / "a.txt").write_text("3 Marketplace\n3 Counting House\n1 Traveling Peddler\n")
        (tmp_path / "b.txt").write_text("2 Marketplace\n3 Counting House\n")
        (tmp_path / "c.txt").write_text("3 Counting House\n3 Rise of Jigoku\n")

        assert run(["cards", "show", "Marketplace", "--lists", str(tmp_path)]) == 0

        out = capsys.readouterr().out
        assert "  in 2 of 3 lists: 2 copies in 1, 3 copies in 1\n" in out
        assert "  played with: Counting House (2), Traveling Peddler (1)\n" in out


class TestStanding:
    @pytest.mark.parametrize(
        ("format_id", "title", "says"),
        [
            ("celestial-40-40", "Marketplace", "legal"),
            ("celestial-40-40", "Hida Kuon", "not legal"),
            ("celestial-40-40", "Sunrise Keep", "banned since 2012-01-31 at the latest"),
            ("emperor", "Asako Karachu", "banned since 2013-02-01 at the latest"),
            ("emperor", "Hida Kuon", "not legal"),
            (
                "celestial-40-40",
                "Connecting Walls",
                "perhaps legal",
            ),  # known by its name, while its marks may be missing
            ("twenty-festivals-aeg", "Gallant Defeat", "not yet released"),  # a set of players, whatever day it is
            ("twenty-festivals", "Gallant Defeat", "legal"),
        ],
    )
    def test_of_a_card_of_the_collectible_game(self, format_id: str, title: str, says: str, ccg: FilePool) -> None:
        standing = standing_in(shipped_format(format_id))

        assert {str(standing(card)) for card in ccg.cards() if card.title == title and not card.level} == {says}

    @pytest.mark.parametrize(
        ("day", "says"),
        [("2014-09-09", "legal"), ("2014-09-10", "banned since 2014-09-10"), (None, "banned since 2014-09-10")],
    )
    def test_about_the_day_of_a_ban_that_is_known(self, day: str | None, says: str, ccg: FilePool) -> None:
        standing = standing_in(shipped_format("ivory", day))
        (card,) = ccg.named("advancewarning")

        assert str(standing(card)) == says

    @pytest.mark.parametrize(("day", "says"), [("2016-01-01", "perhaps banned"), (None, "banned")])
    def test_about_a_ban_whose_day_is_not_known(self, day: str | None, says: str, ccg: FilePool) -> None:
        standing = standing_in(shipped_format("twenty-festivals", day))
        (card,) = ccg.named("cavalryescort")

        assert str(standing(card)) == says

    @pytest.mark.parametrize(
        ("format_id", "day", "card_id", "says"),
        [
            ("lcg-stronghold", "2021-01-05", "charge", "banned since 2021-01-05 at the latest"),
            ("lcg-stronghold", "2019-01-01", "charge", "restricted since 2018-05-29 at the latest"),
            ("lcg-2017", None, "charge", "legal"),
            ("lcg-emerald", "2023-12-28", "logistics", "rotated since 2023-12-28 at the latest"),
            (
                "lcg-emerald",
                "2023-09-06",
                "display-of-power",
                "restricted since 2023-09-06 at the latest, splash-banned since 2023-09-06 at the latest",
            ),
            ("lcg-stronghold", "2018-07-04", "oracle-of-stone", "not yet released"),
            ("lcg-stronghold", "2018-07-05", "oracle-of-stone", "legal"),
            ("lcg-stronghold", "2019-10-31", "kyuden-ikoma", "not yet released"),  # its pack was late by two months
            ("lcg-stronghold", "2019-11-01", "kyuden-ikoma", "perhaps not yet released"),
            ("lcg-stronghold", "2019-12-03", "kyuden-ikoma", "legal"),
            ("lcg-stronghold", "2020-06-04", "twilight-rider", "perhaps not yet released"),  # limited release before
            ("lcg-stronghold", "2020-06-05", "twilight-rider", "legal"),
        ],
    )
    def test_on_the_lists_of_the_card_game(
        self, format_id: str, day: str | None, card_id: str, says: str, lcg: FilePool
    ) -> None:
        standing = standing_in(shipped_format(format_id, day))
        (card,) = lcg.named(fold(card_id))

        assert str(standing(card)).startswith(says)

    @pytest.mark.parametrize(
        ("format_id", "day", "title", "expected"),
        [
            ("lcg-stronghold", "2021-01-05", "charge", Standing("banned", (), {"banned": "2021-01-05 at the latest"})),
            (
                "lcg-emerald",
                "2023-12-28",
                "logistics",
                Standing("rotated", (), {"rotated": "2023-12-28 at the latest"}),
            ),
            (
                "lcg-emerald",
                "2023-12-28",
                "waning hostilities",  # reprinted in the Emerald Core Set
                Standing("legal", ("restricted",), {"restricted": "2023-12-28 at the latest"}),
            ),
        ],
    )
    def test_in_all_its_parts(self, format_id: str, day: str, title: str, expected: Standing, lcg: FilePool) -> None:
        standing = standing_in(shipped_format(format_id, day))
        (card,) = lcg.named(fold(title))

        assert standing(card) == expected

    def test_where_cards_of_every_day_are_taken(self, tmp_path: Path, ccg: FilePool) -> None:
        cup = tmp_path / "cup.yaml"
        parent = "id: cup\nname: Cup\nextends: twenty-festivals-aeg\n"
        cup.write_text(f"{parent}rules:\n  not-yet-released: {{drop: the cup takes them all}}\n", "utf-8")
        (card,) = ccg.named("gallantdefeat")

        assert str(standing_in(resolve_format(cup).format)(card)) == "legal"

    def test_of_what_is_no_card_of_a_deck(self, ccg: FilePool) -> None:
        standing = standing_in(shipped_format("legacy"))

        assert {str(standing(card)) for card in ccg.cards() if card.proxy} == {"not legal"}


def _examples() -> list[tuple[str, str]]:
    page = (ROOT / "docs" / "queries.md").read_text("utf-8")
    return re.findall(r"^\$ deckcheck (cards search .*)\n((?:(?!\$|```).*\n)*)", page, re.MULTILINE)


@pytest.mark.parametrize(("command", "printed"), _examples(), ids=[command for command, _ in _examples()])
def test_the_examples_of_the_page_print_what_it_shows(command: str, printed: str, capsys: Output) -> None:
    run(shlex.split(command))

    out = capsys.readouterr()
    assert out.out + out.err == printed


def test_the_page_names_every_field_and_flag() -> None:
    from deckcheck.model.query.fields import FLAGS, NUMBERS, TEXTS

    page = (ROOT / "docs" / "queries.md").read_text("utf-8")
    assert [name for name in (*NUMBERS, *TEXTS, *FLAGS) if f"`{name}`" not in page] == []
    aliases = [alias for fields in (NUMBERS, TEXTS) for field in fields.values() for alias in field.aliases]
    assert [alias for alias in aliases if f"`{alias}`" not in page] == []
