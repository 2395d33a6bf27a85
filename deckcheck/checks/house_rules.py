"""House rules: a few changes to a format, given on one line or written to a format file with its ban list."""

import re
from typing import Any

import msgspec

from deckcheck.decks.resolve import cards_called, similar_names
from deckcheck.model.card import Card
from deckcheck.model.card_list import CardList, Listed
from deckcheck.model.digest import digest
from deckcheck.model.errors import UsageError, lowered, no_card, no_such
from deckcheck.model.finding import Citation, Origin
from deckcheck.model.format import Format, HouseRules, Legality, RuleSetting
from deckcheck.model.pool import Pool
from deckcheck.rules import ORDER, rule_called, rule_named
from deckcheck.rules.legality import standing_in
from deckcheck.system.paths import DATA_ID
from deckcheck.system.strict_yaml import dump

_SMALL, _LARGE, LISTED, NOT_LEGAL = "deck-too-small", "deck-too-large", "banned-by-list", "not-legal"

_DOCUMENT = "HOUSE"
_CITE = {"doc": _DOCUMENT, "section": "House rules"}
# The place of the values that house rules set.
_HERE = Origin("house rules", 1, "options")

Rules = dict[str, RuleSetting]


def with_house_rules(fmt: Format, pool: Pool, house: HouseRules) -> Format:
    """Return the format changed by house rules, with another id, name and digest.

    Raises:
        UsageError: when a rule, section or card does not exist, a value is wrong, or a card stays illegal.
    """
    rules = _changed_rules(fmt, pool, house)
    provisions = tuple(sorted(rules.values(), key=lambda each: ORDER[each.name]))
    legality = next((each.params for each in provisions if isinstance(each.params, Legality)), fmt.legality)
    new = msgspec.structs.replace(
        fmt,
        id=f"{fmt.id}+house",
        name=f"{fmt.name} with house rules",
        lineage=(f"{fmt.id}+house", *fmt.lineage),
        provisions=provisions,
        legality=legality,
        house=house.words,
    )
    standing = standing_in(new)
    for name in house.allow:
        found = [standing(card).verdict for card in _cards(name, fmt, pool)]
        if "legal" not in found:
            raise UsageError(
                f"`--allow {name}` is not enough: the card stays {found[0]} in {fmt.name}",
                help="change the rule that forbids it with --rule",
            )
    own = digest(msgspec.json.encode([fmt.digest, _changes(fmt, new)], order="sorted"))
    return msgspec.structs.replace(new, digest=own)


def _changed_rules(fmt: Format, pool: Pool, house: HouseRules) -> Rules:
    """Return the rules of a format changed by house rules; raises UsageError."""
    known = {each.name: each for each in fmt.provisions}
    rules, off = dict(known), set[str]()
    for written in house.rules:
        name, _, value = written.partition("=")
        if value.strip() == "off" and "." not in name:
            off.add(rule_called(name.strip(), known, inside=fmt.name))
        else:
            _change_value(rules, fmt, written)
    for written in house.sizes:
        _resize(rules, fmt, written)
    banned = list({card.id: card for name in house.ban for card in _cards(name, fmt, pool)}.values())
    allowed = [card for name in house.allow for card in _cards(name, fmt, pool)]
    if both := {card.name for card in banned} & {card.name for card in allowed}:
        raise UsageError(f"`{min(both)}` is both banned and allowed")
    if banned:
        bans: CardList | None = known[LISTED].params.list if LISTED in known else None
        _change(rules, LISTED, list=msgspec.to_builtins(_ban_list(fmt, bans, banned)))
    named = dict.fromkeys([*fmt.legality.cards, *(card.id for card in allowed)])
    cards = tuple(card_id for card_id in named if card_id not in {card.id for card in banned})
    if cards != fmt.legality.cards:
        _change(rules, NOT_LEGAL, cards=cards)
    if changed := [rule for rule in off if rules[rule] is not known[rule]]:
        raise UsageError(f"the rule `{min(changed)}` is both `off` and changed", help="leave out one of the two")
    return {rule: each for rule, each in rules.items() if rule not in off}


def _change(rules: Rules, rule: str, /, **params: Any) -> None:  # noqa: ANN401 - as in a format file
    """Give a rule new parameters, or add it; raises msgspec.ValidationError for a wrong value."""
    old = rules.get(rule)
    before = msgspec.to_builtins(old.params) if old else {}
    rules[rule] = RuleSetting(
        name=rule,
        params=msgspec.convert({**before, **params}, rule_named(rule).params),
        cite=old.cite if old and rule == NOT_LEGAL else Citation("House rules", "options of this check"),
        origin=_HERE,
        origins={**(old.origins if old else {}), **dict.fromkeys(params, _HERE)},
    )


def _change_value(rules: Rules, fmt: Format, written: str) -> None:
    """Change a rule as ``NAME=VALUE`` or ``NAME.PARAMETER=VALUE`` says."""
    left, _, value = written.partition("=")
    name, _, parameter = left.strip().partition(".")
    if not value.strip():
        raise UsageError(f"`--rule {written}` has no value", help="write NAME=VALUE, such as copies=2")
    rule = rule_called(name, rules, inside=fmt.name)
    provision = next(each for each in fmt.provisions if each.name == rule)
    try:
        parsed = msgspec.json.decode(value)
    except msgspec.DecodeError:
        parsed = value.strip()
    parameter = parameter or _parameter_like(provision, parsed)
    if parameter not in provision.params.__struct_fields__:
        raise no_such("parameter", parameter, provision.params.__struct_fields__, inside=f"`{rule}`")
    try:
        _change(rules, rule, **{parameter: parsed})
    except msgspec.ValidationError as error:
        said = lowered(error).partition(" - at")[0]
        now = msgspec.json.encode(getattr(provision.params, parameter)).decode()
        raise UsageError(f"`--rule {written}`: {said}", help=f"the format has `{parameter}={now}`") from None


def _parameter_like(provision: RuleSetting, value: object) -> str:
    """Return the main parameter of a rule; for a number, the first parameter that is a number."""
    main = rule_named(provision.name).value or ""
    if not isinstance(value, int):
        return main
    names = [name for name in (main, *provision.params.__struct_fields__) if name]
    return next((name for name in names if type(getattr(provision.params, name)) is type(value)), main)


def _resize(rules: Rules, fmt: Format, written: str) -> None:
    """Change the size of a section to ``SECTION=N`` (a minimum) or ``SECTION=N-M`` (minimum and maximum)."""
    section, _, size = written.partition("=")
    match = re.fullmatch(r"([0-9]{1,4})(?:(?:-|\.\.)([0-9]{1,4}))?", size.strip())
    if section not in fmt.sections:
        raise no_such("section", section, list(fmt.sections))
    if match is None:
        raise UsageError(f"`--size {written}` is not a size", help="write dynasty=45 or dynasty=40-45")
    least = int(match[1])
    if match[2] and int(match[2]) < least:
        raise UsageError(f"`--size {written}`: the maximum is below the minimum", help="write the minimum first")
    minimums = rules[_SMALL].params.minimums if _SMALL in rules else {}
    _change(rules, _SMALL, minimums={**minimums, section: least})
    maximums = rules[_LARGE].params.maximums if _LARGE in rules else {}
    if match[2] or maximums.get(section, least) < least:
        _change(rules, _LARGE, maximums={**maximums, section: int(match[2] or least)})


def _ban_list(fmt: Format, known: CardList | None, banned: list[Card]) -> CardList:
    """Return the ban list of a format with further cards."""
    since = known.since if known else ""
    entries = known.entries() if known else ()
    old = (msgspec.structs.replace(each, since=each.since or since) for each in entries)
    return CardList(
        id=f"{fmt.id}-house-bans",
        kind="banned",
        name=f"{known.name_on(fmt.date)} and house rules" if known else "house rules",
        pool=fmt.pool,
        since=min(fmt.date, known.since) if known else fmt.date,
        basis="community",
        source="house rules",
        cards=(*old, *(Listed(card.title, card=card.id, since=fmt.date) for card in banned)),
    )


def _cards(name: str, fmt: Format, pool: Pool) -> tuple[Card, ...]:
    """Return the cards with this name; raises UsageError with suggestions."""
    found = cards_called(name, pool)
    if not found:
        raise no_card(name, similar_names(name, pool, fmt))
    return found


def _changes(fmt: Format, house: Format) -> dict[str, dict[str, Any] | None]:
    """Return the parameters that the house rules of `house` give to rules of `fmt`, None for a rule that they drop."""
    kept = {each.name: each for each in house.provisions}
    found: dict[str, dict[str, Any] | None] = {each.name: None for each in fmt.provisions if each.name not in kept}
    for rule, each in kept.items():
        own = [key for key, origin in each.origins.items() if origin == _HERE]
        found |= {rule: {key: msgspec.to_builtins(getattr(each.params, key)) for key in own}} if own else {}
    return found


def format_files(parent: Format, format_id: str, name: str, house: Format) -> dict[str, str]:
    """Return the files of a format that extends `parent` with the house rules of `house`, by relative path.

    Raises:
        UsageError: when the id is not allowed.
    """
    if not re.match(DATA_ID, format_id) or format_id.startswith("_") or format_id == parent.id:
        raise UsageError(f"`{format_id}` is not an id for a format", help="use lower case, digits and -: spring-cup")
    files = {}
    rules: dict[str, Any] = {}
    for rule, values in _changes(parent, house).items():
        if values is None:
            rules[rule] = {"drop": f"house rule of {name}"}
            continue
        if rule == LISTED:
            banned = {**values["list"], "id": f"{format_id}-banned", "name": f"ban list of {name}", "source": name}
            files[f"lists/{format_id}-banned.yaml"] = dump(banned)
            values["list"] = banned["id"]
        rules[rule] = values if rule == NOT_LEGAL else {**values, "cite": dict(_CITE)}
    head: dict[str, Any] = {"id": format_id, "name": name, "extends": parent.id}
    if parent.basis != "community":
        head["basis"] = "community"
    head |= {"documents": {_DOCUMENT: f"House rules of {name}"}, "rules": rules}
    comment = f"# {name}: house rules for {parent.name}.\n"
    return {f"{format_id}.yaml": comment + dump({key: value for key, value in head.items() if value}), **files}
