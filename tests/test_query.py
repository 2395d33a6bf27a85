"""The query language: what it finds, what it refuses and where, and that its text reads the same again."""

from __future__ import annotations

import functools
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.model.query import Query, parse, terms
from deckcheck.model.query.fields import FLAGS, KINDS, NUMBERS, TEXTS, field_called
from deckcheck.model.query.knowledge import gaps
from deckcheck.pools.loading import FilePool
from tests.conftest import shipped_pool

CARD = Card(
    id="test",
    title="Hitomi's Hēroic Blade, the Sword",
    subtitle="the Sword",
    kind="personality",
    deck="dynasty",
    identity=("hitomi@2",),
    level=2,
    clans=("dragon", "toturi's army"),
    keywords=("Samurai", "Clan Champion", "kaiu-wall"),
    alternate_titles=("Obsidian Hand",),
    marks=("jade",),
    cost=7,
    force=4,
    chi="*",
    focus="5*",
    honor_requirement="-",
    military="X",
    political="+2",
    glory=0,
)


def found(query: str, pool: FilePool) -> list[str]:
    """Return the names of the cards that a query matches."""
    asked = parse(query)
    return sorted(card.name for card in pool.cards() if asked.matches(card))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("hida kuon exp>=4", ["Hida Kuon - exp4", "Hida Kuon - exp5", "Hida Kuon - exp6"]),
        ("kuon hida level:4..5", ["Hida Kuon - exp4", "Hida Kuon - exp5"]),
        ("exp=3.5", ["Shiba Tsukimi - exp3.5"]),
        ('title:"hida kuon" -is:experienced', ["Hida Kuon"]),
        ('name="the wrath of kali-ma"', ["The Wrath of Kali-Ma"]),
        ("name='the wrath of kali-ma'", ["The Wrath of Kali-Ma"]),
        ("gold-if:'jade'", ["Jade Works"]),
        ("t:oni force:*", ["Baku no Oni", "Mishime's Oni", "Oni no Chi"]),
        ("ps:15..20", ["Imperial District", "Military District"]),
        ("banned:ivory", ["Advance Warning", "Cavalry Escort", "Exotic Farmlands", "Well-Defended Farm"]),
        ('set:"Honor\'s Veil" type:region', ["Desolate Plains", "Kyuden Miya", "Oni Mura"]),
        ("pack=honors-veil type:region", ["Desolate Plains", "Kyuden Miya", "Oni Mura"]),
        ("sensei:pearl", ["Olyah Sensei"]),
        ('type:stronghold clan:"toturi\'s army" toturi', ["Toturi's Army"]),
        (
            "clan:brotherhood type:stronghold",
            ["Temples of the Crow", "The Brotherhood of Shinsei", "The Brotherhood's Abbey", "The House of Tao"],
        ),
        (
            "is:inexperienced clan:crab",
            ["Hida Kisada - inexp", "Hida O-Ushi - inexp", "Kuni Yori, the Corruptor - inexp"],
        ),
    ],
)
def test_cards_of_the_collectible_game(query: str, names: list[str], ccg: FilePool) -> None:
    assert found(query, ccg) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("doji whisperer", ["Doji Whisperer"]),
        ("set=core type:holding clan:crab", ["Borderlands Fortifications", "Funeral Pyre"]),
        ("element:void element:fire", ["Foothills Keep", "Forgotten Tomb of Fu Leng", "Toshi Ranbo"]),
        ("role:seeker clan:lion", ["Meticulous Scout", "Time for War"]),
        ("has:influence-pool pool>=11", ["Shiro Gisu", "Shiro Kitsuki", "The East Wind"]),
        ("mil:x", ["Iron Crane Legion"]),
        ("mil-bonus:-2", ["Fiery Madness", "Spiritual Isolation", "Stinger"]),
        ("mil_bonus=+3 clan:lion", ["Blade of 10,000 Battles", "Kamayari", "Restored Heirloom"]),
        ("fate:6 or (type:event mil>=0)", ["Shiro Shinjo"]),
    ],
)
def test_cards_of_the_card_game(query: str, names: list[str], lcg: FilePool) -> None:
    assert found(query, lcg) == names


@pytest.mark.parametrize(
    "query",
    [
        "heroic",
        "HITOMIS-HEROIC",
        '"hitomis heroic"',
        "title:hēroic",
        'title="hitomis heroic blade"',
        'title="hitomis heroic blade the sword"',
        'title="obsidian hand"',
        "obsidian",
        "title!=obsidian",
        "type:personality",
        "kind=PERSONALITY",
        "type:samurai",
        "keyword:champion",
        'keyword="clan champion"',
        'k:"kaiu wall"',
        "k!=champion",
        "side:dynasty",
        "clan:dragon clan:army",
        "clan!=crab",
        "legal:jade",
        "cost:7",
        "cost=7",
        "cost!=8",
        "cost<8 cost<=7 cost>6 cost>=7",
        "cost:7..7",
        "cost:-5..10",
        "COST <= 7",
        "political:2",
        "glory:0",
        "chi:*",
        "focus:5*",
        "hr:-",
        "military:x",
        "exp:2",
        "is:experienced",
        "has:chi has:hr has:exp has:keyword has:title has:clan",
        "-has:gold",
        "not clan:crab",
        "clan:crab or clan:dragon",
        "clan:dragon clan:crab or force:4",
        "force:4 (clan:crab or clan:dragon)",
        "force:4 and cost:7",
        "not (clan:crab or clan:crane)",
    ],
)
def test_what_a_card_matches(query: str) -> None:
    assert parse(query).matches(CARD)
    assert not parse(f"not ({query})").matches(CARD)


@pytest.mark.parametrize(
    "query",
    [
        "samurai",
        "title=heroic",
        'title!="obsidian hand"',
        "type:samur",
        "keyword=champion",
        "clan=army",
        "clan!=dragon",
        "legal:gold",
        "is:unique",
        "is:neutral",
        "clan:neutral",
        "cost>7",
        "cost:8..9",
        "force:*",
        "force:4 clan:crab or clan:crane",
        "force:4 (clan:crab or clan:crane)",
    ],
)
def test_what_a_card_does_not_match(query: str) -> None:
    assert not parse(query).matches(CARD)


@pytest.mark.parametrize("field", ["chi", "focus", "hr", "military", "gold"])
@pytest.mark.parametrize("comparison", ["=0", "!=0", "<99", "<=99", ">-99", ">=-99", ":-99..99"])
def test_what_is_no_number_compares_in_no_way(field: str, comparison: str) -> None:
    assert not parse(f"{field}{comparison}").matches(CARD)


def test_neutral_cards_have_no_clan() -> None:
    neutral = msgspec.structs.replace(CARD, clans=())

    assert parse("clan:neutral is:neutral -has:clan").matches(neutral)


def test_a_level_of_zero_is_none() -> None:
    basic = msgspec.structs.replace(CARD, level=0)

    assert parse("-has:exp exp:0").matches(basic)


@pytest.mark.parametrize(
    ("query", "place", "says", "helps"),
    [
        ("", 1, "it is empty", "expected a word or a field"),
        ("crane (", 8, "it ends too early", "expected a word or a field"),
        ("(crane", 7, "it ends too early", "expected `)`"),
        ("force=>6", 6, "`=>` is not allowed here", "write >="),
        ("crane )", 7, "`)` is not allowed here", "expected nothing more"),
        ("cost>=", 7, "it ends too early", "or a value"),
        (">= 3", 1, "`>=` is not allowed here", "a word or a field"),
        ('crane "dog', 7, 'a `"` is not closed', None),
        ("crane cots:3", 7, "there is no field `cots`", "did you mean `cost`?"),
        ("crane or millitary>2", 10, "there is no field `millitary`", "`military`"),
        ("qqqq:3", 1, "there is no field `qqqq`", "known: title, type, deck"),
        ("is:uniqe", 4, "there is no `is:uniqe`", "did you mean `unique`?"),
        ("has:forse", 5, "there is no field `forse`", "did you mean `force`"),
        ("is>unique", 1, "`is` requires `:`", None),
        ("doji clan<crane", 6, "`clan` is compared with `:`, `=` or `!=`", None),
        ("cost:cheap", 6, "needs a number, a range like `2..4`, `*`, `X` or `-`", None),
        ("cost<x", 6, "needs a number", None),
        ("cost<2..4", 6, "needs a number", None),
        ("cost:4..2", 6, "the range `4..2` ends before it starts", None),
        ("crane !", 7, "no letter or digit", None),
        ('clan:"-"', 6, "`clan` requires a word", None),
        ("a (b or " * 60, None, "nested more than 50 deep", None),
    ],
)
def test_what_is_refused_and_where(query: str, place: int | None, says: str, helps: str | None) -> None:
    whole = query + "x" + ")" * query.count("(") if place is None else query
    with pytest.raises(UsageError) as caught:
        parse(whole)

    assert says in caught.value.message
    assert caught.value.place == (f"query, column {place}" if place else "query")
    assert (helps or "") in (caught.value.help or "")


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("  DOJI   hoturi ", "DOJI hoturi"),
        ("kind:holding and gp>=3", "type:holding gold-production>=3"),
        ("cost:2 xp:1..3", "cost=2 experience=1..3"),
        ("-(a or b) not not c", "-(a or b) c"),
        ("(a b) c or (d or e)", "a b c or d or e"),
        ('"x" "y z" title:"not" type:"or"', 'x "y z" "not" type:"or"'),
        ("is:UNIQUE has:GP", "is:unique has:gold-production"),
    ],
)
def test_the_canonical_text(query: str, canonical: str) -> None:
    assert str(parse(query)) == canonical


def test_terms_from_left_to_right() -> None:
    assert [str(term) for term in terms(parse("a -(b or c:2) d or k:e"))] == ["a", "b", "chi=2", "d", "keyword:e"]


def test_brackets_and_negations_nest_as_deep_as_one_likes() -> None:
    assert str(parse("(" * 3000 + "a" + ")" * 3000)) == "a"
    assert str(parse("not " * 3000 + "a")) == str(parse("--a")) == "a"


def test_no_two_fields_share_a_name() -> None:
    names = [name for fields in (NUMBERS, TEXTS) for field in fields.values() for name in (field.name, *field.aliases)]

    assert len(names) == len(set(names))
    assert not {"is", "has", "title", "name", "and", "or", "not"} & set(names)
    assert [field_called(name) for name in NUMBERS] == list(NUMBERS)


def test_every_number_is_a_field_of_cards() -> None:
    optional = {field.name for field in msgspec.structs.fields(Card) if type(None) in get_args(field.type)}

    assert {field.attribute for field in NUMBERS.values()} == optional - {"gold", "out", "came_out"} | {"level"}


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_tells_cards_apart(flag: str, ccg: FilePool) -> None:
    asked = parse(f"is:{flag}")

    assert {asked.matches(card) for card in ccg.cards()} == {True, False}


_values = st.one_of(
    st.integers(-99, 99).map(str),
    st.sampled_from(["*", "5*", "-", "x", "+2", "2..4", "-3..-1", "4..2", "3.5", '"a b"', "crane", "and", "!", "=="]),
)
_terms = st.one_of(
    st.sampled_from(["doji", '"hida kuon"', "is:unique", "has:force", "Banzai!", "and", "or", "not", "p'an", "é", "!"]),
    st.tuples(
        st.sampled_from([*NUMBERS, *TEXTS, "title", "HR", "x"]),
        st.sampled_from([":", "=", "!=", "<", "<=", ">", ">=", " : "]),
        _values,
    ).map("".join),
)
_queries = st.recursive(
    _terms,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" ", " and ", " or ", " OR "]), inner).map("".join),
        inner.map("not {}".format),
        inner.map("-{}".format),
        inner.map("({})".format),
    ),
    max_leaves=8,
)


@functools.cache
def some_cards() -> tuple[Card, ...]:
    """Return cards of both games, also those with unknown facts."""
    return (CARD, *(card for pool in ("ccg", "lcg") for card in [*shipped_pool(pool).cards()][::300]))


def assert_same(query: Query, other: Query) -> None:
    """Assert that two queries have one text and one answer about each card."""
    assert str(query) == str(other)
    assert [query.answer(card) for card in some_cards()] == [other.answer(card) for card in some_cards()]


@settings(deadline=None)  # the first parse loads the grammar
@given(st.one_of(st.text(), st.text(alphabet='ab:=<>!-*."() \n\tor'), _queries))
def test_any_text_is_a_query_or_an_error_and_reads_the_same_again(text: str) -> None:
    try:
        query = parse(text)
    except UsageError as error:
        place = error.place
    else:
        place = "query"
        assert_same(parse(str(query)), query)
        assert isinstance(query.matches(CARD), bool)
    assert (place or "").startswith("query")


@settings(deadline=None)
@given(_queries)
def test_not_not_changes_nothing(text: str) -> None:
    try:
        query = parse(text)
    except UsageError:
        return
    assert_same(parse(f"not not ({text})"), query)
    assert parse(f"-({text})").matches(CARD) is not query.matches(CARD)


class TestWhatIsNotKnown:
    """A card with an unknown value is neither a hit nor a miss."""

    KNOWN = msgspec.structs.replace(CARD, kind="holding", gold_production=3)
    UNKNOWN = msgspec.structs.replace(CARD, kind="holding", gold_production=None, unknown=("gold_production", "unique"))

    @pytest.mark.parametrize(
        ("query", "known", "unknown"),
        [
            ("gold>=2", True, None),
            ("gold<2", False, None),
            ("gold!=2", True, None),
            ("gold:1..2", False, None),
            ("gold:x", False, None),
            ("has:gold", True, None),
            ("-gold>=2", False, None),
            ("is:unique", False, None),
            ("-is:unique", True, None),
            ("type:holding gold>=2", True, None),
            ("type:event gold>=2", False, False),
            ("type:holding or gold>=2", True, True),
            ("type:event or gold>=2", True, None),
            ("-(type:event gold>=2)", True, True),
            ("-(type:event or gold>=2)", False, None),
        ],
    )
    def test_answers_have_three_values(self, query: str, known: bool, unknown: bool | None) -> None:
        asked = parse(query)

        assert (asked.answer(self.KNOWN), asked.answer(self.UNKNOWN)) == (known, unknown)
        assert asked.matches(self.UNKNOWN) is (unknown is True)

    @pytest.mark.parametrize(
        ("query", "answer"),
        [
            ("type:holding", True),
            ("type:event", False),
            ("type!=event", True),
            ("type:temple", True),
            ("type!=temple", False),
            ("type:market", None),
            ("type!=market", None),
            ("-type:market", None),
        ],
    )
    def test_a_type_may_be_a_keyword_that_is_missing(self, query: str, answer: bool | None) -> None:
        card = msgspec.structs.replace(self.KNOWN, keywords=("Temple",), unknown=("keywords",))

        assert parse(query).answer(card) is answer
        assert (gaps(parse(query), [(card, 1)]) != ()) is (answer is None)

    def test_the_types_are_those_of_the_pools(self, ccg: FilePool, lcg: FilePool) -> None:
        assert {*ccg.anatomy().kinds, *lcg.anatomy().kinds} == KINDS

    def test_a_gap_counts_the_cards_that_the_query_depends_on(self) -> None:
        event = msgspec.structs.replace(self.KNOWN, kind="event", gold_production=None)
        cards = [(self.KNOWN, 3), (self.UNKNOWN, 2), (event, 1)]

        assert [str(gap) for gap in gaps(parse("type:holding gold>=2"), cards)] == [
            "gold production known for 3 of 5 Holdings; not for: 2 Hitomi's Hēroic Blade, the Sword - exp2"
        ]
        assert gaps(parse("type:event gold>=2"), cards) == ()

    def test_values_that_a_card_of_its_type_does_not_have_are_no_gap(self, ccg: FilePool) -> None:
        events = [(card, 1) for card in ccg.cards() if card.kind == "event" and not card.unverified]

        assert gaps(parse("gold>=2 or force>=1"), events) == ()

    def test_cards_of_pools_lack_what_their_type_must_have(self, ccg: FilePool, lcg: FilePool) -> None:
        by_name = {card.name: card for pool in (ccg, lcg) for card in pool.cards()}

        # A dash is not an unknown skill: the card has none.
        assert by_name["Bayushi Liar"].unknown == ()
        assert {"cost", "force", "chi"} <= set(by_name["Doji Kiwadoi"].unknown)
