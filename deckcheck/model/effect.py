"""The effects of card texts on building a deck: a closed vocabulary.

Each class is one kind of effect; its tag is the name used in ``effects.yaml``. A text that the vocabulary cannot
express is a `JudgeText` effect: it leaves the verdict undecided and states the question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Union

from msgspec import Meta, Struct

# A number of cards, copies or draws in a file.
Whole = Annotated[int, Meta(ge=0)]


class Selector(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """Conditions on a card; all given ones must be true, and a list means any of its values.

    `kind`, `deck` and `clan` are in lower case, as pools write them; `keyword` and the titles compare without regard
    to case. `title` is the title without subtitle, `title_contains` a part of the whole one, `effect` the name of a
    card-text effect. `battle` asks for an ability with the designator Battle. The statistic `stat`, a field of cards,
    must be one of `values`. The `not_` fields exclude.
    """

    kind: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    clan: tuple[str, ...] = ()
    keyword: tuple[str, ...] = ()
    keyword_or_clan: tuple[str, ...] = ()
    title: tuple[str, ...] = ()
    title_contains: str = ""
    unique: bool | None = None
    effect: tuple[str, ...] = ()
    battle: bool | None = None
    stat: str = ""
    values: tuple[int | str, ...] = ()
    not_kind: tuple[str, ...] = ()
    not_clan: tuple[str, ...] = ()
    not_keyword: tuple[str, ...] = ()
    not_title: tuple[str, ...] = ()
    not_effect: tuple[str, ...] = ()


class _Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="effect"):
    pass


class CopyLimitText(_Effect, frozen=True, tag="copies"):
    """At most `max` copies (`None`: any number) of this card, or of each card that `of` describes.

    `titles` limits how many different titles may use the higher limit (0: all). When unknown facts decide whether `of`
    describes a card, more copies than usual are undecided, and the finding asks the `question`.
    """

    max: Whole | None
    of: Selector | None = None
    titles: Whole = 0
    question: str = ""


class CountsAs(_Effect, frozen=True, tag="counts-as"):
    """Copies of this card are copies of the card `title` at `level`; the pool's identity data hold the result."""

    title: str
    level: float = 0


class Minimum(_Effect, frozen=True, tag="minimum"):
    """Each copy adds `add` to the minimum size of `section`."""

    section: str
    add: int


class Uncounted(_Effect, frozen=True, tag="uncounted"):
    """This card, or the cards that `of` describes, do not count toward the minimum size."""

    of: Selector | None = None


class Requires(_Effect, frozen=True, tag="requires"):
    """The play deck must have at least `min` cards that `of` describes; `what` names them."""

    of: Selector
    min: Whole
    what: str


class Forbids(_Effect, frozen=True, tag="forbids"):
    """The play deck may have at most `max` other cards that `of` describes; `what` names them.

    With `each_clan` that is the number of each of these clans; a card of two clans counts for both.
    """

    of: Selector
    what: str
    max: Whole = 0
    each_clan: tuple[str, ...] = ()


class SectionLimit(_Effect, frozen=True, tag="section-limit"):
    """At most `max` cards in `section` instead of the format's number; with `different`, of different titles only.

    A `question` leaves to a judge whether the deck follows the text.
    """

    section: str
    max: Whole
    different: bool = False
    question: str = ""


class StartingHolding(_Effect, frozen=True, tag="starting-holding"):
    """This card starts in play in formats with starting Holdings and is outside the Dynasty deck there."""


class JudgeText(_Effect, frozen=True, tag="judge"):
    """A text that only a judge can apply: including the card leaves the verdict undecided."""

    question: str


class Influence(_Effect, frozen=True, tag="influence"):
    """Adds `add` to the influence a deck may spend."""

    add: int


class RoleTraits(_Effect, frozen=True, tag="role-traits"):
    """A role that satisfies "`traits` role only"."""

    traits: tuple[str, ...]


class ExtraProvince(_Effect, frozen=True, tag="extra-province"):
    """One province of any ring may be replaced by an additional one of `element`."""

    element: str


class SplashOnly(_Effect, frozen=True, tag="splash-only"):
    """Influence may be spent on cards of `clan` only."""

    clan: str


class RequiresRole(_Effect, frozen=True, tag="requires-role"):
    """May be included only with a role of this trait."""

    trait: str


class ClansOnly(_Effect, frozen=True, tag="clans-only"):
    """May be included only in decks of these clans."""

    clans: tuple[str, ...]


class NotStrongholdProvince(_Effect, frozen=True, tag="not-stronghold-province"):
    """This province cannot be the stronghold province."""


class Rally(_Effect, frozen=True, tag="rally"):
    """The card has the Rally keyword; formats say what it means for deck sizes."""


class Unplayable(_Effect, frozen=True, tag="unplayable"):
    """A player of one of these clans cannot play this card."""

    clans: tuple[str, ...]


class PlayableOnly(_Effect, frozen=True, tag="playable-only"):
    """Only a player of one of these clans can play this card."""

    clans: tuple[str, ...]


class PlayableWith(_Effect, frozen=True, tag="playable-with"):
    """The card can be played only beside a card that `of` describes, or `never` beside one; `what` names it."""

    of: Selector
    what: str
    never: bool = False


class Restricts(_Effect, frozen=True, tag="restricts"):
    """The player cannot play the cards that `of` describes; `what` names them. They may be in the deck."""

    of: Selector
    what: str


class PlayerAlignment(_Effect, frozen=True, tag="player-alignment"):
    """The player has these clan alignments too, even those that the format does not name."""

    clans: tuple[str, ...]


class GainsAlignment(_Effect, frozen=True, tag="gains-alignment"):
    """The cards that `of` describes gain the player's clan alignment.

    With `one_clan` only those of one of the clans in `of` do, which the player chooses before the game.
    """

    of: Selector
    one_clan: bool = False


class StartsWith(_Effect, frozen=True, tag="starts-with"):
    """Before the game `count` cards that `of` describes are taken from the deck; `what` names them with their number.

    An `optional` text may take fewer. With `narrows` the text only restricts the card that another text takes.
    """

    of: Selector
    what: str
    count: Whole = 1
    different_titles: bool = False
    optional: bool = False
    narrows: bool = False


class StartingProvinces(_Effect, frozen=True, tag="starting-provinces"):
    """The player starts with `count` provinces."""

    count: Whole


class StartingHand(_Effect, frozen=True, tag="starting-hand"):
    """Adds `add` to the number of cards the player starts with, and `add_to_maximum` to the largest hand."""

    add: int
    add_to_maximum: int = 0


class ProvinceRedraw(_Effect, frozen=True, tag="province-redraw"):
    """A card that starts in play lets the player put away cards of the provinces and refill them, `rounds` times.

    `returned` is where the cards go: under the deck ("bottom") or into it again ("shuffle"). The rounds are added
    to those that the format gives every player, or replace them (`instead`); some are only for the `second` player.
    """

    rounds: Whole
    returned: Literal["shuffle", "bottom"]
    instead: bool = False
    second: bool = False


class HandRedraw(_Effect, frozen=True, tag="hand-redraw"):
    """A card that starts in play lets the player put up to `most` cards of the hand under the deck and draw as many."""

    most: Whole


class RefillsFaceUp(_Effect, frozen=True, tag="refills-face-up"):
    """When the card is bought from a Province, that Province is refilled face up."""


class StartingHonor(_Effect, frozen=True, tag="starting-honor"):
    """The player starts with this Family Honor instead of that of the Stronghold."""

    honor: int


class OutsideDeck(_Effect, frozen=True, tag="outside-deck"):
    """The card needs cards from outside the deck; `what` names them."""

    what: str


class DependsOnPlay(_Effect, frozen=True, tag="depends-on-play"):
    """The game, not the deck, decides what the text does, for example by who goes first; `what` is its subject."""

    what: str


# A text about the cards or the player of some clans.
ClanText: TypeAlias = ClansOnly | PlayableOnly | PlayerAlignment | Unplayable

# One of the classes above; msgspec reads unions, and tells their members apart by the tags.
if TYPE_CHECKING:
    Effect: TypeAlias = _Effect
else:
    Effect = Union[tuple(_Effect.__subclasses__())]  # noqa: UP007 - made of a list


def effect_name(effect: Effect) -> str:
    """Return the name of an effect's kind, as written in ``effects.yaml``."""
    return str(type(effect).__struct_config__.tag)
