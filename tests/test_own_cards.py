"""Cards of one's own: pools from a spreadsheet, and names in other languages."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from deckcheck.checks.checker import Checker, load_pool
from deckcheck.cli import run
from deckcheck.model.errors import DataError
from deckcheck.model.finding import Verdict
from deckcheck.pools.loading import FilePool
from deckcheck.pools.spreadsheet import read_cards

LEGAL = (Path(__file__).parent.parent / "examples" / "crane-celestial.txt").read_text("utf-8")
IN = ("--format", "celestial-40-40")
TABLE = """\
Title;Subtitle;Type;Clan;Keywords;Cost;Force;Chi;HR;PH;Unique;Legal;Set;Number
Kakita Yuri;the Plum Blade;personality;Crane;Duelist, Samurai;6;3;4;8;3;;celestial;Spring Playtest;1
Kakita Yuri - exp;;personality;Crane;Duelist, Samurai;8;4;5;8;3;yes;celestial;Spring Playtest;2
Plum Orchard;;holding;;Farm;2;;;;;;celestial;Spring Playtest;3
"""
Output = pytest.CaptureFixture[str]


class TestSpreadsheet:
    def test_a_row_becomes_a_card_with_id_and_identity(self, ccg: FilePool) -> None:
        own = read_cards(TABLE, "cards.csv", ccg)
        basic, experienced, orchard = own.cards

        assert (basic.id, basic.title, basic.identity) == (
            "kakita-yuri",
            "Kakita Yuri, the Plum Blade",
            ("kakitayuri@0",),
        )
        assert (experienced.id, experienced.level, experienced.identity) == ("kakita-yuri-exp", 1, ("kakitayuri@1",))
        assert (experienced.unique, experienced.clans, experienced.keywords) == (
            True,
            ("crane",),
            ("Duelist", "Samurai"),
        )
        assert (orchard.deck, orchard.cost, orchard.printings[0].set) == ("dynasty", 2, "spring-playtest")
        assert [each.name for each in own.sets] == ["Spring Playtest"]

    def test_the_pool_is_sound_and_its_cards_are_counted(self, tmp_path: Path, capsys: Output) -> None:
        (tmp_path / "cards.csv").write_text(TABLE)
        (tmp_path / "deck.txt").write_text(LEGAL + "2 Plum Orchard\n1 Kakita Yuri - exp\n")
        pools = str(tmp_path / "pools")
        own = ["--cardpools-dir", pools]

        command = ["pools", "new", "ccg", "--extends", "ccg", "--out", pools]
        assert run([*command, "--cards", str(tmp_path / "cards.csv")]) == 0
        assert run(["pools", "lint", "ccg", *own]) == 0
        assert run(["check", str(tmp_path / "deck.txt"), *IN, *own]) == 0
        (tmp_path / "deck.txt").write_text(LEGAL + "4 Plum Orchard\n")
        assert run(["check", str(tmp_path / "deck.txt"), *IN, *own]) == 1
        assert "4 copies of `Plum Orchard`" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("table", "says"),
        [
            ("title,typ\nPlum Orchard,holding\n", "cards.csv:1: `typ` is not a column for cards"),
            ("title,type\nPlum Orchard,holdin\n", "no card type `holdin`"),
            ("title,type\n,holding\n", "cards.csv:2: the card has no title"),
            ("title,type,clan\nPlum Orchard,holding,Crain\n", "cards.csv:2: there is no clan `crain`"),
            ("title,type\nPlum Orchard,holding\nPlum Orchard,event\n", "cards.csv:3: two cards have the id"),
            ("title,type,exp\nPlum Orchard,holding,yes\n", "cards.csv:2: `yes` is not an experience level"),
            (
                "title,type,influence\nPlum Orchard,holding,x\n",
                "cards.csv:2: `Plum Orchard`: expected a whole number or null",
            ),
            (
                f"title,type,influence\nPlum,holding,{'9' * 5000}\n",
                "cards.csv:2: `Plum`: expected a whole number or null",
            ),
            ("", "cards.csv: this table has no rows"),
            (f"title,type\n{'x' * 2_000_000},holding\n", "cards.csv: not valid CSV: field larger than field limit"),
        ],
    )
    def test_a_mistake_names_its_row(self, table: str, says: str, ccg: FilePool) -> None:
        with pytest.raises(DataError) as caught:
            read_cards(table, "cards.csv", ccg)

        assert says in str(caught.value)

    def test_the_limits_of_other_tables_do_not_matter(self, ccg: FilePool) -> None:
        csv.field_size_limit(1_100)
        own = read_cards(f"title,type\nPlum {'Orchard' * 200},holding\n", "cards.csv", ccg)

        assert len(own.cards) == 1

    def test_lines_may_end_as_on_old_machines(self, ccg: FilePool) -> None:
        assert [card.title for card in read_cards("title,type\rPlum Orchard,holding\r", "cards.csv", ccg).cards] == [
            "Plum Orchard"
        ]

    def test_a_column_without_a_name_says_nothing(self, ccg: FilePool) -> None:
        (card,) = read_cards("title,type,,\nPlum Orchard,holding,remember this,\n", "cards.csv", ccg).cards

        assert [printing.set for printing in card.printings] == ["own-set"]

    def test_a_type_in_several_decks_needs_a_column(self, lcg: FilePool) -> None:
        with pytest.raises(DataError) as caught:
            read_cards("title,type\nPlum Blade,character\n", "cards.csv", lcg)

        assert caught.value.help == "add a column deck: conflict or dynasty"


class TestLocalNames:
    @pytest.fixture
    def pools(self, tmp_path: Path) -> Path:
        """Return a folder with the cards of the collectible game, some of them named in German and Russian."""
        folder = tmp_path / "pools"
        assert run(["pools", "new", "ccg", "--extends", "ccg", "--out", str(folder)]) == 0
        (folder / "ccg" / "names").mkdir()
        german = "marketplace: Marktplatz\nkakita_hideo: Kakita Hideo der Sucher\n"
        (folder / "ccg" / "names" / "de.yaml").write_text(
            german + "kakita_hideo_experienced: Kakita Hideo der Sucher\n"
        )
        (folder / "ccg" / "names" / "ru.yaml").write_text("ring_of_water: Кольцо Воды\n", "utf-8")
        return folder

    def test_they_are_read_like_titles(self, pools: Path) -> None:
        text = LEGAL.replace("Marketplace", "Marktplatz").replace("Ring of Water", "кольцо воды")
        text = text.replace("3 Kakita Hideo", "3 Kakita Hideo der Sucher")
        text = text.replace("1 Kakita Hideo • Experienced", "1 Kakita Hideo der Sucher • Experienced")
        checker = Checker("celestial-40-40", cardpools_dir=pools)
        report, plain = checker.check_text(text), checker.check_text(LEGAL)

        assert "Sucher • Experienced" in text
        assert report.verdict is Verdict.LEGAL
        assert report.findings == ()
        assert report.deck.fingerprint == plain.deck.fingerprint

    def test_they_are_suggested_like_titles(self, pools: Path, tmp_path: Path, capsys: Output) -> None:
        (tmp_path / "deck.txt").write_text(LEGAL.replace("3 Marketplace", "3 Markplatz"))

        assert run(["check", str(tmp_path / "deck.txt"), *IN, "--cardpools-dir", str(pools)]) == 1
        assert "did you mean `Marktplatz`" in capsys.readouterr().out

    def test_reports_show_them_beside_the_title(self, pools: Path, tmp_path: Path, capsys: Output) -> None:
        (tmp_path / "deck.txt").write_text(LEGAL)
        own = ["--cardpools-dir", str(pools)]
        page = tmp_path / "page.html"

        assert run(["show", str(tmp_path / "deck.txt"), *IN, *own]) == 0
        assert "3 Marketplace / Marktplatz" in capsys.readouterr().out
        assert run(["check", str(tmp_path / "deck.txt"), *IN, *own, "-o", str(page)]) == 0
        assert "Ring of Water / Кольцо Воды" in page.read_text("utf-8")
        assert run(["cards", "show", "Marktplatz", *own]) == 0
        assert "  in de: Marktplatz\n" in capsys.readouterr().out

    def test_they_add_no_cards(self, pools: Path, capsys: Output) -> None:
        capsys.readouterr()
        assert run(["pools", "show", "ccg", "--cardpools-dir", str(pools)]) == 0

        shipped = len({known.id for known in load_pool("ccg").names()})
        assert f"  {shipped + 1:,} cards in" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("names", "says"),
        [
            ("no_such_card: Niemand\n", "a name for the unknown card `no_such_card`"),
            ("marketplace: '...'\n", "the name of `marketplace` has no letters"),
        ],
    )
    def test_a_mistake_is_an_error_with_its_file(self, names: str, says: str, pools: Path, capsys: Output) -> None:
        (pools / "ccg" / "names" / "fr.yaml").write_text(names)

        assert run(["pools", "show", "ccg", "--cardpools-dir", str(pools)]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert "fr.yaml" in said
