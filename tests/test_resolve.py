"""From names to cards, with real cards: what is taken, what is noted, what is only suggested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import process_time

import msgspec
import pytest

from deckcheck import Checker
from deckcheck.decks.resolve import Resolver, cards_called, resolve, similar_names
from deckcheck.decks.resolve.lookup import full_name, name_of
from deckcheck.decks.text.lists import read_line, read_text
from deckcheck.decks.words.dialects import TEXT
from deckcheck.model.deck import AROUND, Deck, Entry, LineClass, Unresolved
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from tests.conftest import ROOT, shipped_format


def resolved(lines: Sequence[str], fmt: Format, pool: FilePool) -> Deck:
    return resolve(read_text("\n".join(lines), "deck.txt", Limits()), fmt, pool)


def entry(line: str, fmt: Format, pool: FilePool) -> Entry:
    """Return the entry of a line that is one card."""
    deck = resolved([line], fmt, pool)
    assert (deck.unresolved, deck.left_out) == ((), ())
    (found,) = deck.entries
    return found


def unresolved(line: str, fmt: Format, pool: FilePool) -> Unresolved:
    """Return the unresolved line of a list with nothing else."""
    deck = resolved([line], fmt, pool)
    assert deck.entries == ()
    (left,) = deck.unresolved
    return left


@pytest.mark.parametrize(
    ("written", "card_id"),
    [
        ("Winter Siege", "winter_siege"),
        ("winter siege", "winter_siege"),
        ("winter_siege", "winter_siege"),
        ("Banzai", "banzai"),
        ("“Banzai!”", "banzai"),
        ("Matsu Misato", "matsu_misato"),
        ("Utaku Kohana", "utaku_kohana"),
        ("Utaku Kohana - exp", "utaku_kohana_experienced"),
        ("Utaku Kohana • Experienced", "utaku_kohana_experienced"),
        ("Utaku Kohana XP", "utaku_kohana_experienced"),
        ("Utaku Hana", "utaku_hana"),
        ("Kuronada", "kuronada"),
        ("Kuronada – exp 2", "kuronada_experienced_2"),
        ("Kuronada - exp2 (Celestial)", "kuronada_experienced_2"),
        ("Kuronada (Celestial) - exp2", "kuronada_experienced_2"),
        ("City of Tears (GotE)", "city_of_tears_gote"),
        ("City of Tears [gote]", "city_of_tears_gote"),
        ("City of Tears GotE", "city_of_tears_gote"),
        ("City of Tears (SotE)", "city_of_tears_sote"),
        ("Fields of the Dead (CE)", "fields_of_the_dead_ce"),
        ("Fields of the Dead (F&S)", "fields_of_the_dead_fands"),
        ("Isawa Tanaka (IG2)", "isawa_tanaka_ig2"),
        ("Isawa Tanaka (PoH)", "isawa_tanaka_poh"),
        ("Hida Yakamo (Hero) - exp", "hida_yakamo_hero_experienced"),
        ("Hida Yakamo - exp (Hero)", "hida_yakamo_hero_experienced"),
        ("Hida Yakamo (Oni) - exp", "hida_yakamo_oni_experienced"),
        ("Kobune Port (Celestial)", "kobune_port"),
        ("Iron Mine [f - CE]", "iron_mine"),
        ("Iron Mine (promo)", "iron_mine"),
        ("Iron Mine (old art, foil)", "iron_mine"),
        ("Iron Mine (reprint) (2 gold)", "iron_mine"),
        ("Iron Mine (Holding, gold 2)", "iron_mine"),
        ("Iron Mine (2 gold each, 4 chi)", "iron_mine"),
        ("The Remote Monastery of the Dragon (1)", "the_remote_monastery_of_the_dragon"),
        ("Voice of Experience", "voice_of_experience"),
        ("Gaining Experience", "gaining_experience"),
        ("Weakness Exposed", "weakness_exposed"),
        ("Expansive Range", "expansive_range"),
        ("1,000 Cuts Technique", "1_000_cuts_technique"),
        ("700 Soldier Plain", "700_soldier_plain"),
        ("Yoritomo Hotako", "yoritomo_hotako"),
    ],
)
def test_a_full_name_is_its_card_and_needs_no_note(
    written: str, card_id: str, celestial: Format, ccg: FilePool
) -> None:
    found = entry(written, celestial, ccg)

    assert (found.card.id, found.count, found.inexact, found.replaced_by_soul) == (card_id, 1, "", "")


@pytest.mark.parametrize("title", ["Shall We?", "Meanwhile…", "What Have You Done!?", '"Is That All?"', "Is That All?"])
@pytest.mark.parametrize("form", ["2 {}", "{} x2"])
def test_signs_that_few_titles_have_are_a_part_of_them(form: str, title: str, ccg: FilePool) -> None:
    found = entry(form.format(title), shipped_format("legacy"), ccg)
    assert (found.card.title.strip('"'), found.count, found.inexact) == (title.strip('"'), 2, "")


@pytest.mark.parametrize(
    ("line", "count", "card_id"),
    [
        ("700 Soldier Plain", 1, "700_soldier_plain"),
        ("2 700 Soldier Plain", 2, "700_soldier_plain"),
        ("1,000 Cuts Technique", 1, "1_000_cuts_technique"),
        ("3 1,000 Cuts Technique", 3, "1_000_cuts_technique"),
        ("3x 1000 Cuts Technique", 3, "1_000_cuts_technique"),
        ("700 Winter Siege", 700, "winter_siege"),
        ("2x Kobune Port [CE] {art: Old [Samurai Edition]}", 2, "kobune_port"),
        ("1x Kobune Port {art: Old}", 1, "kobune_port"),
    ],
)
def test_a_number_is_a_count_unless_the_title_starts_with_it(
    line: str, count: int, card_id: str, celestial: Format, ccg: FilePool
) -> None:
    found = entry(line, celestial, ccg)

    assert (found.count, found.card.id) == (count, card_id)


def test_a_number_that_belongs_to_the_title_is_no_count(celestial: Format, ccg: FilePool) -> None:
    found = entry("700 Soldier Plain", celestial, ccg).request

    assert (found.name, found.count, found.counted, found.bad_count) == ("700 Soldier Plain", 1, False, "")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3 Winter\u200b Siege", "without the invisible U+200B ZERO WIDTH SPACE"),
        (
            "3 Win\u00adter\u200b Sie\u200dge",
            "without the invisible U+00AD SOFT HYPHEN, U+200B ZERO WIDTH SPACE, U+200D ZERO WIDTH JOINER",
        ),
        (
            "3 Win\u00adter\u200b Sie\u200dge\u2060",  # the first three say enough
            "without the invisible U+00AD SOFT HYPHEN, U+200B ZERO WIDTH SPACE, U+200D ZERO WIDTH JOINER",
        ),
    ],
)
def test_what_cannot_be_seen_in_a_name_is_passed_over_with_a_note(
    line: str, why: str, celestial: Format, ccg: FilePool
) -> None:
    found = entry(line, celestial, ccg)

    assert (found.card.id, found.count, found.inexact) == ("winter_siege", 3, why)
    # A name that is not exact either has its own reason.
    assert "the experience level was left out" in entry("1 The\u200b Abbot", celestial, ccg).inexact


def test_a_tag_that_ends_in_and_is_a_card_with_its_number() -> None:
    lines = (ROOT / "examples" / "crane-celestial.txt").read_text(encoding="utf-8")

    report = Checker("celestial-40-40").check_text(f"{lines}\n#CharteroftheLegionofTwoThousand 3\n")

    assert report.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("title", ["Winter Siege", "Banzai!"])
def test_a_name_with_something_unseen_was_read_as_its_card(title: str) -> None:
    found = Checker("celestial-40-40").check_text(f"3 {title[:3]}\u200b{title[3:]}\n").findings

    (note,) = (each for each in found if each.name == "read-as")
    assert note.message.startswith(f"`{title}` was read as `{title}`: without the invisible U+200B")


# One legal card can be meant, and the report says how the line was read.
@pytest.mark.parametrize(
    ("written", "card_id"),
    [
        pytest.param("The Abbot", "the_abbot_experienced_3", id="only one level exists"),
        pytest.param("Akodo Kobi", "akodo_kobi_experienced", id="only one level is legal"),
        pytest.param("Hida Kuon", "hida_kuon_experienced_6", id="only the last level is legal"),
        pytest.param("City of Tears", "city_of_tears_gote", id="set mark, a Stronghold"),
        pytest.param("Fields of the Dead", "fields_of_the_dead_ce", id="set mark, not the Region"),
        pytest.param("Isawa Tanaka", "isawa_tanaka_ig2", id="set mark, a Personality"),
        pytest.param("Mirumoto Hojatsu", "mirumoto_hojatsu_tdow", id="set mark, another Personality"),
        pytest.param("Thriving Light", "the_thriving_light", id="article left out"),
        pytest.param("Bamboo Harvester - exp", "bamboo_harvesters_experienced", id="an older title of another level"),
        pytest.param("Pearls and Spirits", "pearls_and_spirits", id="and in place of its sign"),
        pytest.param("Claw & Shell", "claw_and_shell", id="the sign in place of and"),
        pytest.param("Thriving Light (foil)", "the_thriving_light", id="article left out, with a note"),
        pytest.param("Champion in Court", "a_champion_in_court", id="article A left out"),
        pytest.param("The Champion in Court", "a_champion_in_court", id="other article"),
        pytest.param("The City of Tears", "city_of_tears_gote", id="an article too much, only one is legal"),
        pytest.param("Bayushi Paneki - exp6", "panekis_disgrace_experienced_6", id="alternate title"),
        pytest.param("Yoritomo Hotako - exp2", "daigotsu_hotako_experienced_2", id="alternate title and level"),
    ],
)
def test_celestial_names_with_something_left_out(written: str, card_id: str, celestial: Format, ccg: FilePool) -> None:
    found = entry(written, celestial, ccg)

    assert found.card.id == card_id
    assert found.inexact


@pytest.mark.parametrize(
    ("written", "card_id"),
    [
        pytest.param("The Abbot", "the_abbot_experienced_3", id="level"),
        pytest.param("Bayushi Iyashi", "bayushi_iyashi_lady_sorrow", id="subtitle"),
        pytest.param(
            "Akodo Dairuko - exp2", "akodo_dairuko_the_steel_lion_experienced_2", id="subtitle, level written"
        ),
        pytest.param(
            "Akodo Dairuko, the Steel Lion", "akodo_dairuko_the_steel_lion_experienced_2", id="level, subtitle written"
        ),
        pytest.param("Akodo Dairuko", "akodo_dairuko_the_steel_lion_experienced_2", id="subtitle and level"),
        pytest.param(
            "Bayushi Kachiko - exp2CW", "bayushi_kachiko_seven_thunder_experienced_2cw", id="subtitle, variant written"
        ),
        pytest.param("Goju Hitomi - exp3", "goju_hitomi_experienced_3kyd", id="variant"),
    ],
)
def test_festivals_names_with_something_left_out(written: str, card_id: str, festivals: Format, ccg: FilePool) -> None:
    found = entry(written, festivals, ccg)

    assert found.card.id == card_id
    assert found.inexact


@pytest.mark.parametrize(
    ("written", "card_id"),
    [
        ("Matsu Misato", "matsu_misato"),
        ("Matsu Misato, the Hatamoto", "matsu_misato_the_hatamoto"),
        ("Matsu Misato - the Hatamoto", "matsu_misato_the_hatamoto"),
    ],
)
def test_a_subtitle_tells_two_legal_cards_apart(written: str, card_id: str, festivals: Format, ccg: FilePool) -> None:
    found = entry(written, festivals, ccg)

    assert (found.card.id, found.inexact) == (card_id, "")


@pytest.mark.parametrize("behind", ["", " #018", " 45", " (CE)", " CE", " [CE #45]", " foil", " *F*"])
@pytest.mark.parametrize(
    "level", [" • Experienced 2CW", " - exp2CW", " Experienced 2CW", " (xp2CW)", ", Experienced 2CW"]
)
def test_a_number_behind_a_level_is_no_part_of_it(level: str, behind: str, festivals: Format, ccg: FilePool) -> None:
    found = resolved([f"1 Doji Hoturi, Seven Thunder{level}{behind}"], festivals, ccg)

    cards = {entry.card.id for entry in found.entries}
    assert cards == {"doji_hoturi_seven_thunder_experienced_2cw"} or (found.unresolved and not cards)


def test_a_subtitle_that_no_card_has_needs_the_level(celestial: Format, ccg: FilePool) -> None:
    assert entry("1 Akodo Kobi, the Lion - exp", celestial, ccg).card.id == "akodo_kobi_experienced"
    assert unresolved("1 Akodo Kobi, the Lion", celestial, ccg).candidates == ()


def test_only_a_card_that_is_not_legal_has_alternatives(festivals: Format, ccg: FilePool) -> None:
    for legal in ("Matsu Misato", "Matsu Misato, the Hatamoto"):
        assert entry(legal, festivals, ccg).alternatives == ()
    assert entry("Akodo Dairuko - exp", festivals, ccg).alternatives == ("Akodo Dairuko, the Steel Lion - exp2",)


def test_a_level_that_is_written_is_never_read_as_a_variant_that_is_legal(festivals: Format, ccg: FilePool) -> None:
    found = entry("Bayushi Kachiko - exp2", festivals, ccg)

    assert (found.card.id, found.inexact) == ("bayushi_kachiko_experienced_2", "")
    assert found.alternatives == ("Bayushi Kachiko, Seven Thunder - exp2CW",)


def test_variants_are_other_cards(festivals: Format, ccg: FilePool) -> None:
    exact = entry("Bayushi Kachiko, Seven Thunder - exp2CW", festivals, ccg)
    assert (exact.card.id, exact.inexact) == ("bayushi_kachiko_seven_thunder_experienced_2cw", "")
    assert entry("Goju Hitomi - exp3KYD", festivals, ccg).inexact == ""
    # A card that is written with another variant is not taken for this one.
    assert unresolved("Goju Hitomi - exp3CW", festivals, ccg).candidates == ()


def test_every_legal_card_is_found_by_its_full_name(
    ccg: FilePool, lcg: FilePool, celestial: Format, festivals: Format, lcg2017: Format
) -> None:
    wrong = []
    for fmt, pool in ((celestial, ccg), (festivals, ccg), (lcg2017, lcg)):
        legal = [card for card in pool.cards() if fmt.allows(card) and not card.proxy]
        titles = [card.title for card in legal]
        alone = [card for card in legal if pool is ccg or titles.count(card.title) == 1]
        deck = [resolved([f"2 {card.name}"], fmt, pool) for card in alone]
        for card, one in zip(alone, deck, strict=True):
            got = [(found.card.id, found.count, found.inexact) for found in one.entries]
            if got != [(card.id, 2, "")]:
                wrong.append((fmt.id, card.name, got))

    assert wrong == []


def test_a_set_in_brackets_tells_cards_of_one_title_apart(celestial: Format, ccg: FilePool) -> None:
    # Fire & Shadow and Gold Edition hold the Region, Celestial Edition the Stronghold.
    for of_set, card_id in (
        ("Gold Edition", "fields_of_the_dead_fands"),
        ("Fire & Shadow", "fields_of_the_dead_fands"),
        ("Celestial Edition", "fields_of_the_dead_ce"),
    ):
        found = entry(f"Fields of the Dead ({of_set})", celestial, ccg)
        assert (found.card.id, found.inexact) == (card_id, "")


def test_a_mark_in_brackets_counts_beside_a_level(ccg: FilePool) -> None:
    # Both are Experienced, and both are legal: without the mark nobody can tell.
    legacy = shipped_format("legacy")

    for mark in ("Hero", "Oni"):
        for behind in (f"- exp ({mark})", f"({mark}) - exp", f"(exp) ({mark})", f"[exp] [{mark}]"):
            assert entry(f"Hida Yakamo {behind}", legacy, ccg).card.id == f"hida_yakamo_{mark.lower()}_experienced"
    assert set(unresolved("Hida Yakamo - exp", legacy, ccg).candidates) == {
        "Hida Yakamo (Hero) - exp",
        "Hida Yakamo (Oni) - exp",
    }


@pytest.mark.parametrize(
    ("header", "card_id"), [("# Dynasty", "lost_souls_da"), ("# Fate", "lost_souls_sote")], ids=["dynasty", "fate"]
)
def test_a_header_tells_cards_of_both_decks_apart(header: str, card_id: str, ccg: FilePool) -> None:
    legacy = shipped_format("legacy")
    (found,) = resolved([header, "1 Lost Souls"], legacy, ccg).entries

    assert (found.card.id, found.inexact) == (card_id, "the other card with this name belongs in the other deck")
    assert set(unresolved("1 Lost Souls", legacy, ccg).candidates) == {"Lost Souls (DA)", "Lost Souls (SotE)"}


@pytest.mark.parametrize(
    "written", ["Kuronada [exp2]", "Kuronada {exp2}", "Kuronada (Exp 2, Celestial)", "Kuronada [Exp. 2]"]
)
def test_a_level_in_any_brackets_is_never_dropped(written: str, celestial: Format, ccg: FilePool) -> None:
    deck = resolved([written], celestial, ccg)

    assert [found.card.name for found in deck.entries if found.card.level != 2] == []


@pytest.mark.parametrize(
    "written", ["Kuronada - exp3", "Utaku Kohana - exp4", "Akodo Kobi - exp2", "Bayushi Maemi - exp"]
)
def test_a_level_that_does_not_exist_is_unknown(written: str, celestial: Format, ccg: FilePool) -> None:
    left = unresolved(written, celestial, ccg)

    title = written.split(" - ", maxsplit=1)[0]
    assert left.candidates == ()
    assert any(name == title or name.startswith(f"{title} - ") for name in left.suggestions)


@pytest.mark.parametrize(
    ("line", "may_be"),
    [
        ("3 Holding Iron Mine", "3 Iron Mine"),
        ("Iron Mine Holding 3", "Iron Mine, Holding 3"),
    ],
)
def test_a_kind_directly_beside_a_name_may_be_a_part_of_it(
    line: str, may_be: str, celestial: Format, ccg: FilePool
) -> None:
    assert unresolved(line, celestial, ccg).suggestions == ("Iron Mine",)
    assert entry(may_be, celestial, ccg).count == 3


@pytest.mark.parametrize("line", ["three", "III", "xx", "II copies"])
def test_a_number_in_words_below_a_card_is_in_doubt(line: str, celestial: Format, ccg: FilePool) -> None:
    (left,) = resolved(["3 Winter Siege", "3 Iron Mine", "", line], celestial, ccg).unresolved

    assert (left.request.written, left.possible) == (line, 3)


def test_a_sentence_is_no_subtitle(celestial: Format, ccg: FilePool) -> None:
    name = "Doji Hoturi, the young lord of the Cranes who {}went to the far south - exp"

    assert entry(name.format(""), celestial, ccg).card.id == "doji_hoturi_experienced"
    assert unresolved(name.format("once "), celestial, ccg).request.counted is False


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Winter Seige", "Winter Siege"),
        ("3 Winter Seige", "Winter Siege"),
        ("3x winter seige (Celestial)", "Winter Siege"),
        ("Spirit's Essense Dojo", "Spirit's Essence Dojo"),
        ("Utaku Kohanna", "Utaku Kohana"),
        ("Utaku Kohanna • Experienced", "Utaku Kohana - exp"),
        ("Utaku Kohanna (Experienced)", "Utaku Kohana - exp"),
        ("Utaku Kohanna • Experienced (Celestial)", "Utaku Kohana - exp"),
        ("Siege Winter", "Winter Siege"),
        ("Loyal Son Armor of the", "Armor of the Loyal Son"),
        ("Oni no Fushiki", "Fushiki no Oni"),
        ("3 B\u0430nzai!", "Banzai!"),
    ],
)
def test_near_misses_are_suggested_and_never_taken(written: str, meant: str, celestial: Format, ccg: FilePool) -> None:
    left = unresolved(written, celestial, ccg)

    assert left.candidates == ()
    assert meant in left.suggestions
    assert len(left.suggestions) <= 3


def test_a_subtitle_is_no_part_of_the_title(ccg: FilePool) -> None:
    onyx = shipped_format("onyx")

    for subtitle in ("Soul of the Phoenix", "Soul of the Phoenix, Master of Every Element"):
        found = entry(f"2 Shiba Tsukimi, {subtitle} • Experienced 6", onyx, ccg)
        assert found.card.id == "shiba_tsukimi_clan_champion_experienced_6"
        assert found.inexact.startswith("a subtitle is not part of the title")
    assert entry("1 Mirumoto Shikei, the Laughing Dragon - exp2", onyx, ccg).card.level == 2
    assert entry("1 Mirumoto Shikei, the Laughing Dragon", onyx, ccg).card.level == 2  # whose subtitle it is, too
    # Strongholds have levels too.
    assert entry("1 Kyuden Hida, Fortress behind the Wall • Experienced", onyx, ccg).card.name == "Kyuden Hida - exp"


def test_a_level_counts_before_a_subtitle(festivals: Format, ccg: FilePool) -> None:
    other = entry("1 Hida Kisada, the young lord - exp", festivals, ccg)
    assert other.card.name == "Hida Kisada, the Little Bear - exp"
    assert entry("1 Hida Kisada • Experienced", festivals, ccg).card.name == "Hida Kisada, the Little Bear - exp"


def test_a_bare_name_means_the_level_that_may_be_legal(ccg: FilePool) -> None:
    empire = shipped_format("shattered-empire")  # which may take cards of Onyx, and surely none of Emperor
    assert entry("1 Doji Makoto", empire, ccg).card.name == "Doji Makoto, Clan Champion - exp2"
    strict = shipped_format("ivory-strict")
    assert entry("1 Border Keep", strict, ccg).card.name == "Border Keep - exp"


def test_another_level_is_never_taken_for_the_one_that_is_written(festivals: Format, ccg: FilePool) -> None:
    assert unresolved("1 Hida Kisada, the Little Bear - exp9", festivals, ccg).possible == 1


ONLY_LEGAL = "only this card with that name is legal here"
ONLY_ONE = "only this card can be meant"


@pytest.mark.parametrize(
    ("format_id", "written", "why"),
    [
        ("celestial-40-40", "The Abbot", f"the experience level was left out, and {ONLY_ONE}"),
        ("celestial-40-40", "Hida Kuon", f"the experience level was left out, and {ONLY_LEGAL}"),
        ("emperor", "Doji's Guidance", f"the experience level was left out, and {ONLY_LEGAL}"),
        ("celestial-40-40", "City of Tears", f"the set mark was left out, and {ONLY_LEGAL}"),
        ("celestial-40-40", "City of Tears (foil)", f"the set mark was left out, and {ONLY_LEGAL}"),
        ("twenty-festivals", "Bayushi Iyashi", f"the subtitle was left out, and {ONLY_LEGAL}"),
        ("twenty-festivals", "Akodo Dairuko - exp2", f"the subtitle was left out, and {ONLY_LEGAL}"),
        ("twenty-festivals", "Akodo Dairuko, the Steel Lion", f"the experience level was left out, and {ONLY_ONE}"),
        ("twenty-festivals", "Akodo Dairuko", f"the experience level and subtitle were left out, and {ONLY_LEGAL}"),
        ("twenty-festivals", "Goju Hitomi - exp3", f"the variant was left out, and {ONLY_ONE}"),
        ("legacy", "Isawa Tanayama - exp", f"the variant and subtitle were left out, and {ONLY_LEGAL}"),
        ("celestial-40-40", "Thriving Light", "no other card here has a name this close to it"),
        ("celestial-40-40", "Yoritomo Hotako - exp2", "it is the card's other title"),
        ("celestial-40-40", "Banzai (Jade Edition)", "no source has a card of this name in the set Jade Edition"),
        (
            "celestial-40-40",
            "Banzai (jade edition) [foil]",
            "no source has a card of this name in the set Jade Edition",
        ),
        ("celestial-40-40", "Banzai (Aftermath)", ""),
        ("celestial-40-40", "Banzai (Jade)", ""),  # An arc, or a mark of legality.
    ],
)
def test_a_note_says_what_was_left_out_and_why_it_is_this_card(
    format_id: str, written: str, why: str, ccg: FilePool
) -> None:
    assert entry(f"1 {written}", shipped_format(format_id), ccg).inexact == why


def test_words_around_a_name_that_is_inexact_are_noted_too(celestial: Format, ccg: FilePool) -> None:
    assert entry("Foil: 3 Hida Kuon", celestial, ccg).inexact == AROUND


def test_names_that_are_legal_are_suggested_first(celestial: Format, ccg: FilePool) -> None:
    assert unresolved("Matsu Tsuk", celestial, ccg).suggestions == ("Matsu Otsuko", "Matsu Tsuko")
    assert similar_names("Matsu Tsuk", ccg) == ("Matsu Tsuko", "Matsu Otsuko")
    # Names that are not legal are nearer than the second of these, and only a later version of the first is legal.
    assert unresolved("Bayushi Miyao", celestial, ccg).suggestions == ("Bayushi Miyako - exp2", "Bayushi Komiya")
    assert unresolved("Akodo Kobi - exp2", celestial, ccg).suggestions == ("Akodo Kobi - exp", "Akodo Kobi")


def test_names_that_are_much_less_alike_than_the_best_are_not_suggested(celestial: Format, ccg: FilePool) -> None:
    # Daidoji Heizo is eight of a hundred less alike, Daidoji Sembi and others are sixteen.
    assert unresolved("Daidji Ebizo", celestial, ccg).suggestions == ("Daidoji Ebizo", "Daidoji Heizo")


def test_a_variant_that_is_written_is_looked_for(ccg: FilePool) -> None:
    assert similar_names("Hida Yakammo - exp3KYD", ccg)[0] == "Hida Yakamo - exp3KYD"
    assert similar_names("Hida Yakammo - exp3", ccg)[0] == "Hida Yakamo - exp3"


def test_a_suggestion_has_the_level_that_is_written(festivals: Format, ccg: FilePool) -> None:
    assert similar_names("Doji Kuwnan - exp2", ccg, festivals) == ("Doji Kuwanan - exp2",)
    assert similar_names("Hida Kisda - exp", ccg, festivals) == ("Hida Kisada, the Little Bear - exp",)


def test_a_word_of_a_title_leads_to_it(festivals: Format, ccg: FilePool) -> None:
    assert similar_names("Yokuni", ccg, festivals)[0] == "Togashi Yokuni, Kami - exp2CW"


@pytest.mark.parametrize("line", ["thanks", "Best regards, Ana", "Sent from my iPhone", "Good luck!", "Thanks, Goro"])
def test_a_polite_word_under_a_list_is_no_card(line: str, celestial: Format, ccg: FilePool) -> None:
    text = "1 Shiro Daidoji\n3 Copper Mine\n3 Settling the Homeless\n\n"

    def open_lines(last: str) -> list[str]:
        deck = resolve(read_text(f"{text}{last}\n", "deck", Limits()), celestial, ccg)
        return [each.request.name for each in deck.unresolved]

    assert open_lines(line) == []
    assert open_lines(f"{line}\n3 Kobune Port") == [line]


@pytest.mark.parametrize(
    "line", ["Kyuden Unknown Castle", "klat assasin", "Yokuni", "Kakita Unknown - exp", "Kei Tanaka (foil)"]
)
def test_a_name_under_a_list_may_be_a_card(line: str, celestial: Format, ccg: FilePool) -> None:
    text = f"1 Shiro Daidoji\n3 Copper Mine\n3 Settling the Homeless\n\n{line}\n"

    assert [each.request.name for each in resolve(read_text(text, "deck", Limits()), celestial, ccg).unresolved] == [
        line
    ]


def test_a_name_is_suggested_as_legal_when_one_of_its_two_cards_is(ccg: FilePool) -> None:
    # Of each of these there are two cards without a level, and only one may be in a deck.
    deck = ["1 Dark Divination - exp2", "1 The Iron Citadel - exp2", "1 The Jade Hand - exp2"]

    left = resolved(deck, shipped_format("legacy"), ccg).unresolved

    assert [line.suggestions for line in left] == [
        ("Dark Divination", "Dark Divination - exp"),
        ("The Iron Citadel", "The Iron Citadel - exp"),
        ("The Jade Hand", "The Jade Hand - exp"),
    ]


@pytest.mark.parametrize("lines", [["2 Hida Kuon"], ["1 Hida Kuon", "1 Hida Kuon"]])
def test_nobody_means_two_of_a_unique_card_by_the_name_of_another(
    lines: list[str], celestial: Format, ccg: FilePool
) -> None:
    assert entry("1 Hida Kuon", celestial, ccg).card.name == "Hida Kuon - exp6"
    assert {found.card.name for found in resolved(lines, celestial, ccg).entries} == {"Hida Kuon"}


def test_a_card_is_out_from_its_day_on(lcg: FilePool) -> None:
    before, out = (shipped_format("lcg-stronghold", day) for day in ("2019-10-31", "2019-11-01"))

    assert entry("1 Bayushi Shoju", before, lcg).inexact == "the other card with this name was not out on 2019-10-31"
    either = entry("1 Bayushi Shoju", out, lcg)
    assert (either.card.id, either.inexact) == (
        "01-bayushi-shoju",
        "the 2 cards with this name count the same when building a deck",
    )


@pytest.mark.parametrize(
    ("line", "format_id", "card_id"),
    [
        # The Core Set has neither card of this title; the one of Emerald Legacy came later.
        ("1 Backhanded Compliment", "lcg-single-core", "05-backhanded-compliment"),
        # The other card of this title is a treaty, and decks have no treaties.
        ("1 Exposed Secrets", "lcg-2017", "exposed-secrets"),
        ("1 Exposed Secrets (treaty)", "lcg-2017", "exposed-secrets-treaty"),
    ],
)
def test_a_card_that_decks_cannot_have_and_a_later_one_give_way(
    line: str, format_id: str, card_id: str, lcg: FilePool
) -> None:
    found = entry(line, shipped_format(format_id), lcg)

    assert (found.card.id, found.inexact) == (card_id, "")


def test_nothing_near_means_no_suggestions(celestial: Format, ccg: FilePool) -> None:
    left = unresolved("3 Xylophone Quartet", celestial, ccg)

    assert (left.candidates, left.suggestions) == ((), ())


def test_a_banned_card_is_not_replaced_by_a_legal_one(celestial: Format, festivals: Format, ccg: FilePool) -> None:
    for written in ("Lost Traveler Castle", "Sunrise Keep", "The Wrath of Kali-Ma"):
        found = entry(written, celestial, ccg)
        assert found.card.name == written
        assert "celestial" in found.card.banned
        assert (found.inexact, found.replaced_by_soul) == ("", "")
    assert entry("Cavalry Escort", festivals, ccg).card.id == "cavalry_escort"
    karachu = entry("Asako Karachu", shipped_format("emperor"), ccg)
    assert (karachu.card.level, karachu.inexact, karachu.alternatives) == (0, "", ("Asako Karachu - exp",))


def test_a_name_may_mean_another_level_or_the_soul_of_card(ccg: FilePool) -> None:
    meant = unresolved("1 Utaku Liu-Xeung", shipped_format("emperor"), ccg)
    assert meant.candidates == ("Utaku Liu-Xeung - exp", "Utaku Ryoko")


def test_the_soul_of_card_stands_for_the_older_one(celestial: Format, festivals: Format, ccg: FilePool) -> None:
    found = entry("3 Bayushi Maemi", festivals, ccg)
    assert (found.card.id, found.count, found.replaced_by_soul) == ("bayushi_meiko", 3, "Bayushi Maemi")

    # Where the older card is legal itself, it is what is written.
    found = entry("3 Bayushi Maemi", celestial, ccg)
    assert (found.card.id, found.replaced_by_soul) == ("bayushi_maemi", "")


def test_a_name_that_fits_several_legal_cards_is_ambiguous(celestial: Format, ccg: FilePool) -> None:
    left = unresolved("1 Daigotsu Hotako", celestial, ccg)

    assert set(left.candidates) == {"Daigotsu Hotako - exp2", "Daigotsu Hotako - exp3"}
    # Two more are not legal.
    assert unresolved("1 Shahadet", shipped_format("legacy"), ccg).candidates == ("Shahadet - exp", "Shahadet - exp2")


def test_where_no_card_of_a_name_is_legal_the_one_of_a_deck_is_meant(
    celestial: Format, festivals: Format, ccg: FilePool
) -> None:
    # Their biographies have the same names.
    assert entry("1 Tamori Yayu", festivals, ccg).card.id == "tamori_yayu"
    assert entry("1 Tsuruchi Tomaru", celestial, ccg).card.id == "tsuruchi_tomaru"


def test_an_older_name_that_is_the_title_of_another_card_is_either(ccg: FilePool) -> None:
    """Fire Dragon was printed as Dragon of Fire, and Dragon of Fire - exp is a card of Jade."""
    assert entry("1 Dragon of Fire", shipped_format("imperial"), ccg).card.id == "fire_dragon"
    assert entry("1 Dragon of Fire - exp", shipped_format("jade"), ccg).card.id == "dragon_of_fire_experienced"
    assert unresolved("1 Dragon of Fire", shipped_format("jade"), ccg).candidates == (
        "Fire Dragon",
        "Dragon of Fire - exp",
    )


def test_a_name_that_fits_several_cards_none_of_them_legal_is_ambiguous(celestial: Format, ccg: FilePool) -> None:
    left = unresolved("1 Naka Tokei", celestial, ccg)

    assert set(left.candidates) == {"Naka Tokei - exp", "Naka Tokei - exp2"}


def test_cards_of_one_name_are_told_apart_by_set_or_else_by_id(lcg: FilePool) -> None:
    card = lcg.card("01-way-of-the-crane")
    assert card is not None
    same_set = msgspec.structs.replace(card, id="own-crane")
    no_set = msgspec.structs.replace(card, id="own-crane", printings=())

    assert full_name(card, (card,), lcg) == "Way of the Crane"
    assert [full_name(each, (card, same_set), lcg) for each in (card, same_set)] == [card.id, "own-crane"]
    assert [full_name(each, (card, no_set), lcg) for each in (card, no_set)] == [
        "Way of the Crane (Core Set)",
        "own-crane",
    ]


def test_a_card_is_called_so_that_it_is_read(lcg2017: Format, lcg: FilePool) -> None:
    place = read_text("1 Banzai!", "deck.txt", Limits()).requests[0]
    titles = Counter(card.title for card in lcg.cards() if lcg2017.allows(card))
    for twin in (card for card in lcg.cards() if titles[card.title] > 1 and lcg2017.allows(card)):
        name = name_of(twin, place, lcg2017, lcg)
        assert name != twin.id
        assert entry(f"1 {name}", lcg2017, lcg).card.id == twin.id

    card = lcg.card("01-way-of-the-crane")
    assert card is not None
    own = msgspec.structs.replace(card, id="own-crane", printings=())
    assert [name_of(each, place, lcg2017, lcg) for each in (card, own)] == ["Way of the Crane", "own-crane"]


@pytest.mark.parametrize("line", ["Lion Ancestor", "1 Blessed Guard"])
def test_created_cards_are_no_part_of_the_deck(line: str, celestial: Format, ccg: FilePool) -> None:
    deck = resolved([line, "3 Winter Siege"], celestial, ccg)

    assert [proxy.card.proxy for proxy in deck.outside] == [True]
    assert [found.card.id for found in deck.entries] == ["winter_siege"]
    assert deck.unresolved == ()


def test_prose_is_told_from_cards(celestial: Format, ccg: FilePool) -> None:
    prose = [
        "I went 4-1 with this deck.",
        "3 Winter Siege",
        "3 Banzai!",
        "thanks to everybody who came to play that day",
    ]
    deck = resolved(prose, celestial, ccg)

    assert len(deck.entries) == 2
    assert (deck.unresolved, [line.span.line for line in deck.left_out]) == ((), [1, 4])


WORDS = ["Zqxw", "Zqxv", "Zqxk", "Zqxj", "Zqxz", "Zqww", "Zqvv", "Zqkk", "Zqjj", "Zqzz"]


@pytest.mark.parametrize(
    ("lines", "prose"),
    [
        (["Zqxw Zqxv", "3 Banzai!"], True),  # above the first card
        (["3 Banzai!", "Zqxw Zqxv"], False),
        (["3 Banzai!", " ".join(WORDS[:6])], False),
        (["3 Banzai!", " ".join(WORDS[:7])], True),
        (["3 Banzai!", "Zqxw: zqxv"], True),
        (["3 Banzai!", "Zqxw 7"], False),
        (["Banzai!", " ".join(WORDS[:9])], False),  # a list that does not count its cards
        (["Banzai!", " ".join(WORDS)], True),
        (["Zqxw Zqxv", "Banzai!"], False),
        (["Banzai!", "Zqxw zqxv."], True),
        (["Banzai!", "Zqxw Zqxv."], False),  # a title may be shortened
    ],
)
def test_what_is_prose_depends_on_length_place_and_counting(
    lines: list[str], prose: bool, celestial: Format, ccg: FilePool
) -> None:
    deck = resolved(lines, celestial, ccg)

    assert [found.card.id for found in deck.entries] == ["banzai"]
    assert bool(deck.left_out) is prose
    assert bool(deck.unresolved) is not prose


def test_the_title_of_a_deck_is_above_its_headers(celestial: Format, ccg: FilePool) -> None:
    cards = ["1 Embassy of the Crane", "3 Kakita Hideo"]

    above = resolved(["Crane Honor", "Deck", *cards], celestial, ccg)
    below = resolved(["Deck", "Crane Honor", *cards], celestial, ccg)

    assert ([line.text for line in above.left_out], above.unresolved) == (["Crane Honor"], ())
    assert (below.left_out, [line.request.written for line in below.unresolved]) == ((), ["Crane Honor"])


@pytest.mark.parametrize(
    ("cards", "prose"),
    [
        (["3 Banzai!", "Winter Siege"], False),
        (["3 Banzai!", "3 Winter Siege", "Iron Mine", "Kuronada", "Utaku Hana"], False),
        (["3 Banzai!", "3 Winter Siege", "Iron Mine"], True),
    ],
)
def test_a_list_counts_its_cards_when_more_than_half_have_a_number(
    cards: list[str], prose: bool, celestial: Format, ccg: FilePool
) -> None:
    deck = resolved([*cards, "Zqxw: zqxv"], celestial, ccg)

    assert len(deck.entries) == len(cards)
    assert bool(deck.left_out) is prose


def test_a_resolver_that_remembers_reads_a_second_list_as_a_first(festivals: Format, ccg: FilePool) -> None:
    lines = ["2 Bayushi Maemi", "1 Akodo Kano - exp", "3 Grand Halls of the Lion", "1 Doji Hakuseki", "4 Nobody"]
    lines.append("700 Soldier Plain")
    resolver = Resolver(festivals, ccg)
    resolver.deck(read_text("\n".join(lines), "first.txt", Limits()))
    second = read_text("\n".join(["# another list", *reversed(lines)]), "second.txt", Limits())

    deck = resolver.deck(second)

    assert deck == resolve(second, festivals, ccg)
    assert any(found.inexact for found in deck.entries)
    assert any(found.replaced_by_soul for found in deck.entries)
    assert any(found.alternatives for found in deck.entries)


def test_a_resolver_reads_one_copy_of_a_name_and_two_as_different_cards(celestial: Format, ccg: FilePool) -> None:
    resolver = Resolver(celestial, ccg)
    lists = [read_text(line, "deck.txt", Limits()) for line in ("1 Hida Kuon", "2 Hida Kuon", "1 Hida Kuon")]

    cards = [resolver.deck(each).entries[0].card.name for each in lists]
    assert cards == ["Hida Kuon - exp6", "Hida Kuon", "Hida Kuon - exp6"]


@pytest.mark.parametrize("line", ["\u200b3 Winter Siege", "3 \x1cWinter Siege"])
def test_a_resolver_notes_what_cannot_be_seen_where_it_is(line: str, celestial: Format, ccg: FilePool) -> None:
    resolver = Resolver(celestial, ccg)
    lists = [read_text(each, "deck.txt", Limits()) for each in ("3 Winter Siege", line, "3 Winter Siege")]

    notes = [resolver.deck(each).entries[0].inexact for each in lists]
    assert ["invisible" in note for note in notes] == [False, True, False]


@pytest.mark.parametrize("word", ["x", "copy", "copies", "pc", "pcs", "piece", "pieces", "times", "qty", "quantity"])
def test_a_word_beside_a_number_says_that_it_counts_copies(word: str, celestial: Format, ccg: FilePool) -> None:
    assert entry(f"Iron Mine, 7 {word}", celestial, ccg).count == 7
    assert unresolved("Iron Mine, 7 foil", celestial, ccg).suggestions == ("Iron Mine",)


def test_a_short_line_among_counted_cards_may_be_a_card(celestial: Format, ccg: FilePool) -> None:
    deck = resolved(["3 Winter Siege", "Xylophone Quartet", "3 Banzai!"], celestial, ccg)

    assert [left.request.name for left in deck.unresolved] == ["Xylophone Quartet"]
    assert deck.left_out == ()


def test_an_unknown_name_among_bare_names_may_be_a_card(celestial: Format, ccg: FilePool) -> None:
    deck = resolved(["Winter Siege", "Banzai!", "Xylophone Quartet"], celestial, ccg)

    assert [left.request.name for left in deck.unresolved] == ["Xylophone Quartet"]


def test_a_line_with_a_number_is_never_prose(celestial: Format, ccg: FilePool) -> None:
    deck = resolved(["3 Winter Siege", "3 I went 4-1 with this deck."], celestial, ccg)

    assert deck.left_out == ()
    assert deck.possible == 7


@pytest.mark.parametrize("number", ["0", "-3", "+3", "2.5", "99999999999"])
def test_a_bad_number_leaves_the_line_open(number: str, celestial: Format, ccg: FilePool) -> None:
    left = unresolved(f"{number} Winter Siege", celestial, ccg)

    assert left.request.bad_count


@pytest.mark.parametrize("line", ["2.5 Winter Siege", "1000 Winter Siege", "3 Winter Seige", "3 Xylophone Quartet"])
def test_no_line_that_may_be_a_card_makes_a_deck_too_small(line: str, celestial: Format, ccg: FilePool) -> None:
    # 37 of 40 cards are known, and the line may be the last three.
    full = resolved(["40 Iron Mine", "37 Banzai!", line], celestial, ccg)

    sizes = [finding for finding in check(full, celestial, ccg).findings if finding.code == "S001"]
    fate = [finding for finding in sizes if "Fate" in finding.message]
    assert [finding.severity.value for finding in fate] == ["undecided"]


@pytest.mark.parametrize(
    ("line", "copies"),
    [("1 Xylophone", 1), ("1 Xylophone Quartet", 1), ("1 Copper Silver Quartet", 2), ("Xylophone Quartet 1", 3)],
)
def test_a_number_behind_an_unknown_name_may_belong_to_it(
    line: str, copies: int, celestial: Format, ccg: FilePool
) -> None:
    (left,) = resolved(["3 Winter Siege", "3 Iron Mine", line], celestial, ccg).unresolved

    assert left.possible == copies


SIX = ("3 Winter Siege", "3 Iron Mine")


@pytest.mark.parametrize(
    "lines",
    [
        (*SIX, "6"),
        ("6", *SIX),
        ("2 Copper Mine", "", *SIX, "8"),  # all cards so far
        ("2 Copper Mine", "Items", *SIX, "6"),
        (*SIX, "6", "", "", "Kuronada"),
    ],
)
def test_a_number_alone_is_the_total_of_the_cards_beside_it(
    lines: tuple[str, ...], celestial: Format, ccg: FilePool
) -> None:
    deck = resolved(lines, celestial, ccg)

    assert [(line.kind, line.possible) for line in deck.left_out] == [(LineClass.DECORATION, 0)]
    assert deck.unresolved == ()


@pytest.mark.parametrize(
    ("lines", "possible"),
    [
        ((*SIX, "7"), 7),
        ((*SIX, "10x"), 10),
        (("3 Winter Siege", "9", "3 Iron Mine", "3 Copper Mine"), 9),  # the total of all cards, but not below them
        ((*SIX, "6", "Kuronada"), 6),  # or six of Kuronada
        ((*SIX, "6", "", "Kuronada"), 6),
        (("1 Winter Siege", "2 Iron Mine", "3"), 3),  # or three more of them
    ],
)
def test_a_number_alone_that_may_count_copies_is_in_doubt(
    lines: tuple[str, ...], possible: int, celestial: Format, ccg: FilePool
) -> None:
    (left,) = resolved(lines, celestial, ccg).unresolved

    assert left.possible == possible


@pytest.mark.parametrize(
    ("below", "doubts"), [(("3 Iron Mine",), 0), (("2 Iron Mine", "1 Kuronada"), 1), (("2 Iron Mine", "2 Kuronada"), 0)]
)
def test_a_number_in_brackets_may_be_that_of_the_lines_below(
    below: tuple[str, ...], doubts: int, celestial: Format, ccg: FilePool
) -> None:
    deck = resolved(["Winter Siege (3)", *below], celestial, ccg)

    assert [line.request.written for line in deck.unresolved] == ["Winter Siege (3)"] * doubts


def test_a_typing_slip_makes_no_deck_illegal(lcg2017: Format, lcg: FilePool) -> None:
    report = check(resolved(["1 Shizuka Tosh"], lcg2017, lcg), lcg2017, lcg)

    assert "S003" not in {finding.code for finding in report.findings if finding.severity.value == "error"}
    assert report.verdict is not Verdict.LEGAL


# The 2017 card game: one title, two cards.


@pytest.mark.parametrize(
    ("written", "card_id"),
    [
        ("Bayushi Kachiko (Atonement)", "34-bayushi-kachiko"),
        ("Bayushi Kachiko (atonement)", "34-bayushi-kachiko"),
        ("Bayushi Kachiko (Into the Forbidden City)", "04-bayushi-kachiko"),
        ("Bayushi Kachiko (Into the Forbidden City #80)", "04-bayushi-kachiko"),
        ("Bayushi Kachiko (Into the Forbidden City 80)", "04-bayushi-kachiko"),
        ("Bayushi Kachiko (Into Forbidden City)", "04-bayushi-kachiko"),
        ("Hisu Mori Toride (Breath of the Kami)", "09-hisu-mori-toride"),
        ("Hisu Mori Toride (Elements Unbound)", "14-hisu-mori-toride"),
        ("bayushi-kachiko-2", "34-bayushi-kachiko"),
        ("04-bayushi-kachiko", "04-bayushi-kachiko"),
        ("34-bayushi-kachiko", "34-bayushi-kachiko"),
        ("34-Bayushi-Kachiko", "34-bayushi-kachiko"),
        ("hisu-mori-toride-lion", "09-hisu-mori-toride"),
        ("shizuka-toshi", "01-shizuka-toshi"),
        ("01-shizuka-toshi", "01-shizuka-toshi"),
        ("Shizuka Toshi", "01-shizuka-toshi"),
        ("Daimyō's Favor (Core Set)", "01-daimyo-s-favor"),
        ("Daimyo’s Favor", "01-daimyo-s-favor"),
        ("Yōjin no Shiro  (Core)", "01-yojin-no-shiro"),
        ("Yojin no Shiro", "01-yojin-no-shiro"),
        ("Shameful Display (void)", "01-shameful-display"),
        ("Ancestral Lands (Core Set #15)", "01-ancestral-lands"),
        ("Way of the Crane (1 influence each)", "01-way-of-the-crane"),
        ("Disciple of Shinsei", "30-disciple-of-shinsei"),
        ("Role: Seeker of Fire", "01-seeker-of-fire"),
        ("Stronghold: Shizuka Toshi", "01-shizuka-toshi"),
    ],
)
def test_lcg_names_and_ids(written: str, card_id: str, lcg2017: Format, lcg: FilePool) -> None:
    found = entry(written, lcg2017, lcg)

    assert (found.card.id, found.inexact) == (card_id, "")


@pytest.mark.parametrize(
    ("header", "card_id"), [("# Dynasty", "34-bayushi-kachiko"), ("Conflict Deck (40)", "04-bayushi-kachiko")]
)
def test_a_header_tells_twins_of_two_decks_apart(header: str, card_id: str, lcg2017: Format, lcg: FilePool) -> None:
    deck = resolved([header, "1 Bayushi Kachiko"], lcg2017, lcg)

    assert [found.card.id for found in deck.entries] == [card_id]
    assert deck.entries[0].inexact


def test_the_element_of_a_province_may_be_behind_it(lcg2017: Format, lcg: FilePool) -> None:
    for written in ("Shameful Display Void", "1x Shameful Display void"):
        found = entry(written, lcg2017, lcg)
        assert (found.card.title, found.inexact) == ("Shameful Display", "its element is behind it")
    deck = resolved(["Shameful Display Air", "Way of the Crane Air", "Keeper of Air Air"], lcg2017, lcg)
    assert not deck.entries


@pytest.mark.parametrize("title", ["Doji Hotaru", "Agasha Sumiko", "Matsu Tsuko", "Kakita Yoshi"])
def test_twins_that_are_the_same_for_building_a_deck_are_taken(title: str, lcg2017: Format, lcg: FilePool) -> None:
    found = entry(f"2 {title}", lcg2017, lcg)

    assert (found.card.title, found.count) == (title, 2)
    assert found.inexact


def test_a_neutral_twin_is_as_good_as_one_of_the_clan_of_the_deck(lcg2017: Format, lcg: FilePool) -> None:
    # One Akodo Toturi is Lion and the other is of no clan: a Lion deck takes both alike.
    lion = resolved(["1 Yōjin no Shiro", "3 Steward of Law", "2 Akodo Toturi"], lcg2017, lcg)

    found = lion.entries[-1]
    assert (found.card.id, found.count, found.request.name) == ("16-akodo-toturi", 2, "Akodo Toturi")
    assert found.inexact == "the 2 cards with this name count the same when building this deck"
    assert lion.unresolved == ()


@pytest.mark.parametrize("lines", [["1 Shizuka Toshi"], ["3 Matsu Berserker"], []])
def test_a_neutral_twin_is_another_card_in_a_deck_of_no_or_another_clan(
    lines: list[str], lcg2017: Format, lcg: FilePool
) -> None:
    (left,) = resolved([*lines, "2 Akodo Toturi"], lcg2017, lcg).unresolved

    assert left.candidates == ("Akodo Toturi (Children of the Empire)", "Akodo Toturi (Core Set)")


def test_twins_of_which_a_list_names_one_are_told_apart(lcg: FilePool) -> None:
    stronghold = shipped_format("lcg-stronghold")

    left = unresolved("3 Bayushi Shoju", stronghold, lcg)

    assert left.candidates == ("Bayushi Shoju (Core Set)", "Bayushi Shoju (Shoju's Duty)")


@pytest.mark.parametrize(
    ("title", "day", "card_id"),
    [("Bayushi Shoju", "2019-10-31", "01-bayushi-shoju"), ("Akodo Toturi", "2018-12-31", "01-akodo-toturi")],
)
def test_a_twin_that_is_not_out_on_the_day_is_not_meant(title: str, day: str, card_id: str, lcg: FilePool) -> None:
    stronghold = shipped_format("lcg-stronghold", day)

    found = entry(f"3 {title}", stronghold, lcg)

    assert (found.card.id, day in found.inexact) == (card_id, True)


@pytest.mark.parametrize("title", ["Bayushi Kachiko", "Hisu Mori Toride", "Togashi Kazue", "Isawa Tadaka"])
def test_other_twins_are_ambiguous_and_told_apart(title: str, lcg2017: Format, lcg: FilePool) -> None:
    left = unresolved(f"1 {title}", lcg2017, lcg)

    assert len(left.candidates) == 2
    assert len(set(left.candidates)) == 2  # names that are the same would help nobody


# Togashi Kazue is a character of the dynasty deck and another one of the conflict deck.
DRAGON = """
1 Mountain's Anvil Castle\n1 Keeper of Air\n1 Good Omen\n1 Kiku Matsuri\n1 City of the Rich Frog\n1 Honor's Reward
1 Deserted Shrine\n3 Doomed Shugenja\n3 Favorable Ground\n3 Niten Adept\n3 Master Alchemist\n3 Iaijutsu Master
3 Mirumoto Dōjō\n3 Armament Artisan\n3 Togashi Yoshi\n3 Togashi Ichi\n3 Ichirō\n2 Monastery Protector
3 Shintao Monastery\n3 Serene Ise Zumi\n2 Above Question\n1 Agasha Swordsmith\n2 Assassination\n1 Let Go\n3 Tranquility
3 Jade Masterpiece\n2 Tattered Missive\n2 Smoke\n1 Seeking the Truth\n2 Offer Testimony\n2 Hantei XXXVIII
1 Warm Welcome\n3 Court of Justice\n3 Overhear\n3 Vine Tattoo\n2 Kitsuki Kagi\n2 Mantra of Void
1 Exemplary Etiquette\n3 Keen Warrior\n3 Ki Alignment\n2 Mushin no Shin\n2 Adorned Temple"""


def test_each_line_of_a_name_may_be_another_card(lcg2017: Format, lcg: FilePool) -> None:
    deck = resolved([*DRAGON.split("\n"), "1 Togashi Kazue", "2 Togashi Kazue"], lcg2017, lcg)

    report = check(deck, lcg2017, lcg)

    assert report.verdict is Verdict.UNDECIDED
    assert [line.verdicts for line in report.deck.unresolved] == [("illegal or legal", "legal")] * 2


def test_an_id_of_one_card_that_is_the_old_id_of_another(lcg2017: Format, lcg: FilePool) -> None:
    left = unresolved("30-disciple-of-shinsei", lcg2017, lcg)

    assert set(left.candidates) == {"Disciple of Shinsei", "Obsidian Talisman"}


def test_a_name_of_100_kb_ends_quickly(celestial: Format, ccg: FilePool) -> None:
    start = process_time()
    deck = resolved(["3 Winter Siege " + "A" * 100_000, "1 Banzai!"], celestial, ccg)

    assert process_time() - start < 10
    assert len(deck.entries) == 1


def test_a_numeral_that_makes_a_title_may_count_copies(celestial: Format, ccg: FilePool) -> None:
    line = unresolved("I Toku", celestial, ccg)

    assert {name.partition(" ")[0] for name in line.candidates} == {"Itoku", "Toku"}


def test_1000_unknown_names_end_quickly(celestial: Format, ccg: FilePool) -> None:
    start = process_time()
    deck = resolved([f"3 Unknown Name Number {number}" for number in range(1000)], celestial, ccg)

    assert process_time() - start < 20  # 2 s on a machine without other work
    assert len(deck.unresolved) == 1000


def test_not_every_line_of_a_list_of_strangers_gets_suggestions(celestial: Format, ccg: FilePool) -> None:
    raw = read_text("\n".join(f"3 Marketplac{number}" for number in range(300)), "deck.txt", Limits())

    unresolved = resolve(raw, celestial, ccg).unresolved

    assert [bool(line.suggestions) for line in unresolved] == [True] * 200 + [False] * 100


@pytest.mark.parametrize(
    ("line", "card_id"),
    [
        pytest.param("3 Winter Siege", "winter_siege", id="as the card is called"),
        pytest.param("2 Banzai", "banzai", id="marks do not count"),
        pytest.param("700 Soldier Plain", "700_soldier_plain", id="its number is the name's"),
        pytest.param("3 Winter Siege # 2 gold", "winter_siege", id="with a comment"),
        pytest.param("3 Winter Seige", None, id="no card"),
        pytest.param("1 Daigotsu Hotako", None, id="several cards, and the Stronghold decides"),
        pytest.param("1 Blessed Guard", None, id="no card of a deck"),
        pytest.param("2. Banzai", None, id="its number may be the number of the line"),
        pytest.param("Winter Siege (3)", None, id="its number may be that of the cards below"),
        pytest.param("3 Winter Siege 3 Banzai", None, id="two cards"),
        pytest.param("3 Winter Siege # and 3 Banzai!", None, id="a comment that may be a card"),
        pytest.param("[ ] Banzai!", None, id="its box is empty, and others may be ticked"),
        pytest.param("+ 3 Banzai!", None, id="a plus, and others may have a minus"),
        pytest.param("Control", "control", id="a word that is a card"),
        pytest.param("Strength", "strength", id="a word that may be a heading, as the next line says"),
    ],
)
def test_a_line_is_one_card_alone_unless_other_lines_can_change_it(
    line: str, card_id: str | None, celestial: Format, ccg: FilePool
) -> None:
    entries = Resolver(celestial, ccg).alone(read_text(line, "deck.txt", Limits()))

    assert ([entry.card.id for entry in entries] if isinstance(entries, tuple) else [None]) == [card_id]


@pytest.mark.parametrize(
    ("line", "is_open"), [("3 Winter Seige", True), ("+ 3 Winter Seige", False), ("Winter Seige", False)]
)
def test_an_unknown_name_with_a_number_is_open_alone(
    line: str, is_open: bool, celestial: Format, ccg: FilePool
) -> None:
    left = Resolver(celestial, ccg).alone(read_text(line, "deck.txt", Limits()))

    assert isinstance(left, Unresolved) is is_open
    assert is_open or left is None


@pytest.mark.parametrize(("line", "says"), [("# a great deck", ()), ("# Banzai!", None), ("# 3 Banzai!", None)])
def test_a_comment_alone_says_nothing_unless_it_names_a_card(
    line: str, says: tuple[()] | None, celestial: Format, ccg: FilePool
) -> None:
    raw = read_line(line, "", TEXT, Limits())

    assert raw is not None
    assert Resolver(celestial, ccg).alone(raw) == says


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ("Kuronada", {"kuronada", "kuronada_experienced", "kuronada_experienced_2"}),
        ("Kuronada • Experienced 2", {"kuronada_experienced_2"}),
        ("Kuronada (Celestial)", {"kuronada", "kuronada_experienced", "kuronada_experienced_2"}),
        ("kuronada_experienced_2", {"kuronada_experienced_2"}),
        ("Kuronada - exp9", set()),
        ("Winter Seige", set()),
    ],
)
def test_a_name_means_all_its_cards_where_no_format_is_given(written: str, ids: set[str], ccg: FilePool) -> None:
    assert {card.id for card in cards_called(written, ccg)} == ids
