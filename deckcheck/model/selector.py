"""A description of the cards that a rule, a section or a card text applies to."""

from msgspec import Struct


class Selector(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
