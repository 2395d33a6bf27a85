"""Decks written for other programs, as text and through the command line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.decks.intake import resolve_best
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.decks.writers import WRITERS, Written, write, writer_called
from deckcheck.model.deck import Deck
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from tests.conftest import ROOT, shipped_format, text_file

CELESTIAL = ROOT / "examples" / "crane-celestial.txt"
SLIPS = ROOT / "examples" / "crane-with-slips.txt"
FIXTURES = ROOT / "tests" / "fixtures" / "decks"

CCG_LIST = """Name: Honor
Player: Kei
Format: Celestial
Stronghold: Embassy of the Crane
2 Kakita Hideo
1 Kakita Hideo - exp
Isawa Tanaka (IG2)
3 Steel on Steel
1 Kakita Hideo
"""
LCG_LIST = """Name: Rally
Player: Kei
Format: lcg-2017
1 Kyuden Kakita
1 Seeker of Air
3 Doji Whisperer
3 Way of the Crane
1 Akodo Toturi (Core Set)
"""


def written(text: str, to: str, fmt: Format, pool: FilePool) -> Written:
    """Return the list `text` as the writer `to` writes it."""
    return write(resolve(read(text, "deck.txt", Limits()), fmt, pool), pool, WRITERS[to])


class TestTexts:
    def test_text_has_what_the_list_says_and_a_header_for_each_deck(self, celestial: Format, ccg: FilePool) -> None:
        result = written(CCG_LIST, "text", celestial, ccg)

        assert result == Written(
            "Name: Honor\nPlayer: Kei\nFormat: Celestial\n\n# Stronghold (1)\n1 Embassy of the Crane\n\n"
            "# Dynasty (5)\n1 Isawa Tanaka (IG2)\n3 Kakita Hideo\n1 Kakita Hideo - exp\n\n"
            "# Fate (3)\n3 Steel on Steel\n"
        )

    def test_sun_and_moon_has_no_headers_and_no_number_for_one(self, celestial: Format, ccg: FilePool) -> None:
        result = written(CCG_LIST, "sun-and-moon", celestial, ccg)

        assert result.text == (
            "Legality: Celestial\n\nEmbassy of the Crane\n\n"
            "Isawa Tanaka (IG2)\n3 Kakita Hideo\nKakita Hideo - exp\n\n3 Steel on Steel\n"
        )
        assert result.losses == ("the name, `Honor`, is left out", "the player, `Kei`, is left out")

    def test_eopk_has_a_header_for_each_kind(self, celestial: Format, ccg: FilePool) -> None:
        assert written(CCG_LIST, "eopk", celestial, ccg).text == (
            "# Pre-Game (1)\n\n# Stronghold (1)\n1 Embassy of the Crane\n\n# Dynasty (5)\n\n"
            "# Personalities (5)\n1 Isawa Tanaka (IG2)\n3 Kakita Hideo\n1 Kakita Hideo - exp\n\n"
            "# Fate (3)\n\n# Strategy (3)\n3 Steel on Steel\n"
        )

    def test_oracle_counts_different_cards(self, celestial: Format, ccg: FilePool) -> None:
        result = written(CCG_LIST, "oracle", celestial, ccg)

        assert "# Pre-Game - (1) [1 distinct]\n\n# Stronghold - (1) [1 distinct]\n1 Embassy" in result.text
        assert "# Dynasty - (5) [3 distinct]\n\n# Personality - (5) [3 distinct]\n1 Isawa" in result.text
        assert result.losses == (
            "the name, `Honor`, is left out",
            "the player, `Kei`, is left out",
            "the format, `Celestial`, is left out",
        )

    def test_emeralddb_has_ids_without_packs(self, lcg2017: Format, lcg: FilePool) -> None:
        result = written(LCG_LIST, "emeralddb", lcg2017, lcg)

        assert json.loads(result.text) == {
            "name": "Rally",
            "format": "lcg-2017",
            "username": "Kei",
            "cards": {
                "kyuden-kakita": 1,
                "seeker-of-air": 1,
                "doji-whisperer": 3,
                "way-of-the-crane": 3,
                "akodo-toturi": 1,
            },
        }
        assert result.losses == ()

    def test_fiveringsdb_has_the_map_alone(self, lcg2017: Format, lcg: FilePool) -> None:
        result = written(LCG_LIST, "fiveringsdb", lcg2017, lcg)

        assert json.loads(result.text)["doji-whisperer"] == 3
        assert len(json.loads(result.text)) == 5
        assert len(result.losses) == 3

    def test_jigoku_has_the_pack_of_each_card(self, lcg2017: Format, lcg: FilePool) -> None:
        lines = written(LCG_LIST, "jigoku", lcg2017, lcg).text.splitlines()

        assert lines[0] == "1 Kyūden Kakita (Masters of the Court)"
        assert "3 Doji Whisperer (Core Set)" in lines
        assert "1 Akodo Toturi (Core Set)" in lines


class TestLosses:
    @pytest.mark.parametrize("to", ["text", "sun-and-moon", "eopk", "oracle"])
    def test_a_line_that_did_not_resolve_is_kept(self, to: str, celestial: Format, ccg: FilePool) -> None:
        result = written(CCG_LIST + "3x Stel  on Steel\n-2 Rout\n", to, celestial, ccg)

        assert {"3 Stel on Steel", "? -2 Rout"} < set(result.text.splitlines())
        assert "line 10: `3 Stel on Steel` is not recognised and is kept as it was written" in result.losses

    @pytest.mark.parametrize("to", ["text", "sun-and-moon", "eopk", "oracle", "deckcheck-yaml", "deckcheck-json"])
    @pytest.mark.parametrize(
        "line",
        [
            *[
                "Deck: Rout x3",
                "3 Rout?",
                "Rout 3",
                "7",
                "~~3 Rout",
                "/* 3 Rout",
                "Kyuden Foo",
                "3 Supe\trior Mobility",
            ],
            f"3 {'<b>' * 30}Superior Mob{'</b>' * 30}ility",  # Longer than a name may be.
            f"3 Iron Mi{'<a>' * 1000}ne",
        ],
    )
    def test_an_open_line_stays_open(self, to: str, line: str, celestial: Format, ccg: FilePool) -> None:
        unnamed = CCG_LIST.removeprefix("Name: Honor\n")
        result = written(f"{unnamed}{line}\n", to, celestial, ccg)
        again = resolve(read(result.text, "written", Limits()), celestial, ccg)

        assert len(again.unresolved) >= 1
        assert again.copies == resolve(read(unnamed, "deck", Limits()), celestial, ccg).copies

    def test_yaml_has_no_character_that_turns_text_around(self, celestial: Format, ccg: FilePool) -> None:
        result = written("Notes: from \u202eRout\n1 Rout\n", "deckcheck-yaml", celestial, ccg)

        assert "\u202e" not in result.text

    def test_a_list_of_ids_leaves_it_out_and_says_so(self, lcg2017: Format, lcg: FilePool) -> None:
        result = written(LCG_LIST + "3 Way of the Crone\n", "emeralddb", lcg2017, lcg)

        assert "Crone" not in result.text
        assert result.losses == ("line 9: `3 Way of the Crone` is left out",)

    def test_prose_is_left_out_and_named(self, celestial: Format, ccg: FilePool) -> None:
        result = written("I played this twice, and lost. It was fun.\n" + CCG_LIST, "text", celestial, ccg)

        assert result.losses == (
            "line 1: `I played this twice, and lost. It was fun.` is not counted as a card (prose) and is left out",
        )

    def test_a_comment_that_changes_nothing_is_no_loss(self, celestial: Format, ccg: FilePool) -> None:
        text = CCG_LIST.rstrip() + " # too cheap to keep\n"

        assert written(text, "text", celestial, ccg).losses == ()

    def test_a_sideboard_is_kept_as_text_and_joined_elsewhere(self, lcg: FilePool) -> None:
        fmt = shipped_format("lcg-skirmish")
        text = LCG_LIST + "# Sideboard\n1 Way of the Crane\n"

        own, other = written(text, "text", fmt, lcg), written(text, "jigoku", fmt, lcg)

        assert own.text.endswith("# Sideboard (1)\n1 Way of the Crane\n")
        assert own.losses == ()
        assert any(line.startswith("4 Way of the Crane (") for line in other.text.splitlines())
        assert "the 1 in the sideboard are listed among the other cards" in other.losses

    def test_cards_that_no_name_tells_apart_are_written_with_their_set_or_noted(
        self, ccg: FilePool, lcg: FilePool
    ) -> None:
        hardened = written("3 Steel on Steel\n1 battle_hardened\n", "text", shipped_format("legacy"), ccg)
        oni = written("1 akuma-no-oni-coop\n", "jigoku", shipped_format("lcg-emerald"), lcg)

        assert "1 Battle Hardened (The Hidden Emperor, Episode 5)\n" in hardened.text
        assert any("`Akuma no Oni` is the title of several cards" in loss for loss in oni.losses)

    def test_ten_copies_are_too_many_for_jigoku(self, lcg2017: Format, lcg: FilePool) -> None:
        losses = written("10 Way of the Crane\n", "jigoku", lcg2017, lcg).losses

        assert len(losses) == 1
        assert "more copies than the one digit" in losses[0]

    @pytest.mark.parametrize(("to", "fits"), [("jigoku", "eopk"), ("emeralddb", "text")])
    def test_a_deck_of_the_other_game_is_refused(self, to: str, fits: str, celestial: Format, ccg: FilePool) -> None:
        with pytest.raises(UsageError) as caught:
            written(CCG_LIST, to, celestial, ccg)

        help = (caught.value.help or "").removeprefix("use ").split(", ")
        assert fits in help
        assert to not in help

    def test_a_syntax_that_is_not_known_is_refused(self) -> None:
        with pytest.raises(UsageError, match="no output syntax `octgn`"):
            writer_called("octgn")


class TestChoosingAFormat:
    def best(self, text: str, ccg: FilePool, lcg: FilePool) -> tuple[Deck, str]:
        formats = [shipped_format(name) for name in ("legacy", "celestial-40-40", "lcg-2017", "twenty-festivals")]
        deck, pool = resolve_best(read(text, "deck.txt", Limits()), formats, {"ccg": ccg, "lcg": lcg})
        return deck, pool.info.id

    def test_the_game_is_that_of_most_cards(self, ccg: FilePool, lcg: FilePool) -> None:
        deck, pool = self.best("3 Doji Whisperer\n3 Way of the Crane\n", ccg, lcg)

        assert pool == "lcg"
        assert len(deck.entries) == 2

    def test_a_mark_left_out_is_read_in_the_format_that_tells_it(self, ccg: FilePool, lcg: FilePool) -> None:
        deck, _ = self.best("3 Steel on Steel\n1 Kakita Hideo\n1 City of Tears\n", ccg, lcg)

        assert [entry.card.id for entry in deck.entries][-1] == "city_of_tears_gote"

    def test_the_format_that_the_file_names_is_taken(self, ccg: FilePool, lcg: FilePool) -> None:
        deck, _ = self.best("Format: celestial-40-40\n1 City of Tears\n", ccg, lcg)

        assert [entry.card.id for entry in deck.entries] == ["city_of_tears_gote"]

    def test_the_format_that_the_file_names_goes_first(self, ccg: FilePool, lcg: FilePool) -> None:
        deck, _ = self.best("Format: legacy\n3 Steel on Steel\n1 City of Tears\n", ccg, lcg)

        assert [line.request.name for line in deck.unresolved] == ["City of Tears"]


class TestConvert:
    def test_one_deck_goes_to_standard_output(self, capfd: pytest.CaptureFixture[str]) -> None:
        assert run(["convert", str(CELESTIAL), "--to", "eopk"]) == 0

        out, err = capfd.readouterr()
        assert out.startswith("# Pre-Game (1)\n\n# Stronghold (1)\n1 Embassy of the Crane\n")
        assert err == ""

    def test_a_loss_is_noted_and_is_1(self, capfd: pytest.CaptureFixture[str]) -> None:
        assert run(["convert", str(SLIPS), "--to", "text", "--format", "celestial-40-40"]) == 1

        out, err = capfd.readouterr()
        assert "\n3 Stel on Steel\n" in out
        assert err == f"note: {SLIPS}: line 40: `3 Stel on Steel` is not recognised and is kept as it was written\n"

    def test_files_are_named_for_those_read(self, tmp_path: Path) -> None:
        assert run(["convert", str(ROOT / "examples"), "--to", "eopk", "-o", str(tmp_path)]) == 1

        assert sorted(path.name for path in tmp_path.iterdir()) == ["crane-celestial.l5d", "crane-with-slips.l5d"]

    def test_the_folder_of_out_is_made(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = tmp_path / "for" / "eopk"
        assert run(["convert", str(CELESTIAL), "--to", "eopk", "--out", str(out)]) == 0
        assert [path.name for path in out.iterdir()] == ["crane-celestial.l5d"]

        (tmp_path / "file").write_text("mine")
        assert run(["convert", str(CELESTIAL), "--to", "eopk", "--out", str(tmp_path / "file" / "eopk")]) == 2
        assert "Not a directory" in capsys.readouterr().err

    def test_a_file_that_is_there_is_kept_unless_forced(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        there = text_file(tmp_path / "crane-celestial.txt", "mine")
        args = ["convert", str(CELESTIAL), "--to", "text", "-o", str(tmp_path)]

        assert run(args) == 2
        assert there.read_text("utf-8") == "mine"
        assert "already exists" in capsys.readouterr().err
        assert run([*args, "--force"]) == 0
        assert there.read_text("utf-8").startswith("# Stronghold (1)\n")

    def test_two_decks_of_one_stem_do_not_overwrite_each_other(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name in ("a", "b", "out"):
            (tmp_path / name).mkdir()
        for name in ("a", "b"):
            (tmp_path / name / "deck.txt").write_text(f"{1 if name == 'a' else 2} Steel on Steel\n", "utf-8")
        args = [str(tmp_path / "a"), str(tmp_path / "b"), "--to", "text", "-o", str(tmp_path / "out"), "--force"]

        assert run(["convert", *args]) == 2
        assert f"{tmp_path / 'out' / 'deck.txt'}: another deck was written there" in capsys.readouterr().err
        assert (tmp_path / "out" / "deck.txt").read_text("utf-8") == "# Fate (1)\n1 Steel on Steel\n"

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            ((str(CELESTIAL), "--to", "octgn"), "known: text, sun-and-moon"),
            ((str(CELESTIAL), str(SLIPS), "--to", "text"), "give a folder: --out DIR"),
            ((str(CELESTIAL), "--to", "jigoku"), "`jigoku` has no cards of the pool `ccg`"),
            (("no-such-file.txt", "--to", "text"), "cannot be read"),
            ((str(CELESTIAL),), "the option `--to NAME` is missing"),
        ],
    )
    def test_what_cannot_be_done_is_2(
        self, args: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["convert", *args]) == 2

        assert says in capsys.readouterr().err


class TestHash:
    def test_it_is_the_digest_that_the_page_describes(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck = text_file(tmp_path / "deck.txt", "2 Steel on Steel\nEmbassy of the Crane\n1 Steel On Steel\n")

        assert run(["hash", str(deck), "--format", "celestial-40-40"]) == 0

        digest = hashlib.sha256(b"embassy_of_the_crane\t1\nsteel_on_steel\t3\n").hexdigest()
        assert capsys.readouterr().out == f"sha256:{digest}  {deck}\n"

    def test_an_unrecognised_line_is_noted_and_is_1(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["hash", str(SLIPS), str(CELESTIAL)]) == 1

        out, err = capsys.readouterr()
        assert len(out.splitlines()) == 2
        assert err == f"note: {SLIPS}:40: `3 Stel on Steel` is not recognised\n"

    def test_what_cannot_be_read_is_2_and_the_others_are_hashed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["hash", "no-such-file.txt", str(CELESTIAL)]) == 2

        assert capsys.readouterr().out.endswith(f"  {CELESTIAL}\n")

    @pytest.mark.parametrize(
        ("source", "format_id"),
        [
            ("celestial-40-40/crane-honor.txt", "celestial-40-40"),
            ("twenty-festivals/scorpion-dishonor.txt", "twenty-festivals"),
            ("legacy/lion-of-all-arcs.txt", "legacy"),
            ("lcg-2017/lion-seeker.txt", "lcg-2017"),
            ("lcg-skirmish/unicorn-sideboard.txt", "lcg-skirmish"),
        ],
    )
    def test_it_is_the_same_in_every_syntax(self, source: str, format_id: str, ccg: FilePool, lcg: FilePool) -> None:
        fmt = shipped_format(format_id)
        pool = {"ccg": ccg, "lcg": lcg}[fmt.pool]
        deck = resolve(read((FIXTURES / source).read_text("utf-8"), source, Limits()), fmt, pool)
        fitting = [writer for writer in WRITERS.values() if writer.game in ("", pool.info.game)]

        texts = {writer.name: write(deck, pool, writer).text for writer in fitting}

        assert len(texts) == 6
        assert {resolve(read(text, name, Limits()), fmt, pool).fingerprint for name, text in texts.items()} == {
            deck.fingerprint
        }
