"""How much gold a card produces, with the conditions of its text: a closed vocabulary.

Amounts are those of the newest printing. What the vocabulary cannot express is a short tag in a `note`, `other` or
`formula`; calculations must name such a card.
"""

from typing import Literal

from msgspec import Struct


class PaidFor(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is paid for; all given conditions must be true: any of `type`, every word of `keyword`.

    `what`: a card that enters play, an action or an Invest cost. A `clan` is that of the card,
    ``own`` for the player's and ``none`` for a card without one. `on` is the type of the card whose action it is.
    """

    what: Literal["card", "action", "invest"] = "card"
    type: tuple[str, ...] = ()
    keyword: tuple[str, ...] = ()
    clan: str = ""
    unique: bool | None = None
    cost_min: int = 0
    deck: str = ""
    on: str = ""
    not_type: tuple[str, ...] = ()
    not_keyword: tuple[str, ...] = ()
    not_clan: str = ""
    note: str = ""


class Counted(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Cards in play: any of `type`, any of `keyword`, at least `min` of them.

    `other` leaves out the card itself. `whose` is ``own`` for cards that the player controls, ``any`` for those of
    all players.
    """

    type: tuple[str, ...] = ()
    keyword: tuple[str, ...] = ()
    title: str = ""
    title_contains: str = ""
    unique: bool | None = None
    min: int = 1
    other: bool = False
    whose: Literal["own", "any"] = "own"
    note: str = ""


class GoldCondition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a bonus applies: all given conditions must be true, and one of `paying_for`.

    `clan` is an alignment of the player, `clans_min` how many of them the player has, `wind` the Wind in use.
    `control` lists cards that the player controls, `turn` is ``own``, ``other`` or ``first``. `invest` is gold paid
    when the card entered play. `other` is a tag for a condition that a deck does not show.
    """

    paying_for: tuple[PaidFor, ...] = ()
    clan: str = ""
    clans_min: int = 0
    wind: str = ""
    control: tuple[Counted, ...] = ()
    favor: bool = False
    turn: str = ""
    phase: str = ""
    not_first_player: bool = False
    stronghold_gold_min: int = 0
    invest: int = 0
    virtue: str = ""
    other: str = ""


class Per(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a bonus is multiplied by: cards in play, tokens on the card, Family Honor, Provinces, or events."""

    cards: Counted | None = None
    tokens: str = ""
    family_honor: int = 0
    provinces: Literal["", "own", "own destroyed"] = ""
    event: str = ""


class Bonus(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Gold beside the base.

    `gold` is added, or `total` is produced instead of the base, or `total_max` bounds it. An `alternative` is a
    second way to use the card, at the player's choice; an `extra` comes without bowing for the base. Gold that is
    `restricted` pays for nothing else. `cost` is what the player gives for it, `max` caps it.
    """

    gold: int = 0
    total: int | None = None
    total_max: int | None = None
    when: GoldCondition = GoldCondition()
    per: Per | None = None
    max: int | None = None
    alternative: bool = False
    extra: bool = False
    optional: bool = False
    restricted: bool = False
    permanent: bool = False
    cost: str = ""
    formula: str = ""
    note: str = ""


class GoldForOthers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The change in production or cost of other cards: `target`, with the `keyword` if there is one."""

    target: str = ""
    keyword: str = ""
    gold: int = 0
    factor: int = 1
    when: GoldCondition = GoldCondition()
    note: str = ""


class Tokens(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tokens on the card that produce gold: the number at the start, when it gains more, and the maximum."""

    start: int = 0
    gain: str = ""
    per_turn: int = 0
    max: int = 0


class SecondSide(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The side of a Stronghold for the player who does not go first."""

    gold: int
    province_strength: int
    starting_honor: int


class Gold(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The gold of the card `id`.

    `base` is what it produces when it bows and no bonus applies, None where no source gives it; `produces` is False
    for a card without any production. `stronghold` is what a Sensei adds to that of the Stronghold, within
    `stronghold_min` and `stronghold_max`. `formula` is a tag for production other than a number with bonuses. `use`
    is the use of a card that no player bows for gold, such as a Personality, `cost` its cost, and `straighten` when the
    card straightens, if not as usual. `unknown` is the reason why the printed amount is missing.
    """

    id: str
    base: int | None = None
    produces: bool = True
    bow: bool = True
    stronghold: int | None = None
    stronghold_min: int | None = None
    stronghold_max: int | None = None
    bonus: tuple[Bonus, ...] = ()
    formula: str = ""
    cost: str = ""
    use: str = ""
    enters: Literal["bowed", "unbowed"] = "bowed"
    straighten: str = ""
    tokens: Tokens | None = None
    others: tuple[GoldForOthers, ...] = ()
    second_side: SecondSide | None = None
    note: str = ""
    unknown: str = ""
    source: str = ""

    @property
    def by_formula(self) -> bool:
        """Whether only the formula says how much the card produces when it bows."""
        return bool(self.formula) and not (self.base or self.use) and self.stronghold is None

    @property
    def printed(self) -> int | None:
        """The amount that a Holding or Stronghold produces without bonuses, or that a Sensei adds; None without one."""
        if self.use or self.by_formula or not self.produces:
            return None
        return self.base if self.stronghold is None else self.stronghold
