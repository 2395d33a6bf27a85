"""House rules: a few changes to a format, given on one line or written to a format file with its ban list."""

import re
from collections.abc import Iterator, Mapping
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

# Parameters by name, in builtin types as in a format file; None drops the rule.
Params = dict[str, Any]
Overrides = dict[str, Params | None]
_DOCUMENT = "HOUSE"
_CITE = {"doc": _DOCUMENT, "section": "House rules"}


def with_house_rules(fmt: Format, pool: Pool, house: HouseRules) -> Format:
    """Return the format changed by house rules, with another id, name and digest.

    Raises:
        UsageError: when a rule, section or card does not exist, a value is wrong, or a card stays illegal.
    """
    changes = overrides(fmt, pool, house)
    provisions = {each.rule: each for each in fmt.provisions}
    for rule, params in changes.items():
        if params is None:
            del provisions[rule]
        else:
            provisions[rule] = _changed(provisions.get(rule), rule, params)
    ordered = tuple(sorted(provisions.values(), key=lambda each: ORDER[each.rule]))
    legality = next((each.params for each in ordered if isinstance(each.params, Legality)), fmt.legality)
    new = msgspec.structs.replace(
        fmt,
        id=f"{fmt.id}+house",
        name=f"{fmt.name} with house rules",
        digest=digest(msgspec.json.encode([fmt.digest, changes], order="sorted")),
        lineage=(f"{fmt.id}+house", *fmt.lineage),
        provisions=ordered,
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
    return new


def overrides(fmt: Format, pool: Pool, house: HouseRules) -> Overrides:
    """Return the changes to the rules of a format; raises UsageError."""
    changes: Overrides = {}
    for written in house.rules:
        _merge(changes, *_rule(fmt, written))
    for written in house.sizes:
        for name, params in _size(fmt, written, changes):
            _merge(changes, name, params)
    banned = list({card.id: card for name in house.ban for card in _cards(name, fmt, pool)}.values())
    allowed = [card for name in house.allow for card in _cards(name, fmt, pool)]
    if both := {card.name for card in banned} & {card.name for card in allowed}:
        raise UsageError(f"`{min(both)}` is both banned and allowed")
    for change in _lists(fmt, banned, allowed):
        _merge(changes, *change)
    return changes


def _merge(changes: Overrides, rule: str, params: Params | None) -> None:
    """Add one change to the others; raises UsageError when a rule is both dropped and changed."""
    if rule in changes and (changes[rule] is None) is not (params is None):
        raise UsageError(f"the rule `{rule}` is both `off` and changed", help="leave out one of the two")
    changes[rule] = None if params is None else {**(changes.get(rule) or {}), **params}


def _rule(fmt: Format, written: str) -> tuple[str, Params | None]:
    """Return the rule and parameters that ``NAME=VALUE`` changes."""
    left, equals, value = written.partition("=")
    name, _, parameter = left.strip().partition(".")
    if not equals or not value.strip():
        raise UsageError(f"`--rule {written}` has no value", help="write NAME=VALUE, such as copies=2")
    rules = {each.rule: each for each in fmt.provisions}
    provision = rules[rule_called(name, rules, inside=fmt.name)]
    if value.strip() == "off" and not parameter:
        return provision.rule, None
    try:
        parsed = msgspec.json.decode(value)
    except msgspec.DecodeError:
        parsed = value.strip()
    parameter = parameter or _parameter_like(provision, parsed)
    if parameter not in provision.params.__struct_fields__:
        raise no_such("parameter", parameter, provision.params.__struct_fields__, inside=f"`{provision.rule}`")
    _check_value(provision, parameter, parsed, written)
    return provision.rule, {parameter: parsed}


def _parameter_like(provision: RuleSetting, value: object) -> str:
    """Return the main parameter of a rule; for a number, the first parameter that is a number."""
    main = rule_named(provision.rule).value or ""
    if not isinstance(value, int):
        return main
    names = [name for name in (main, *provision.params.__struct_fields__) if name]
    return next((name for name in names if type(getattr(provision.params, name)) is type(value)), main)


def _check_value(provision: RuleSetting, parameter: str, parsed: object, written: str) -> None:
    """Raise UsageError unless the parameter of a rule can have this value."""
    try:
        params = {**msgspec.to_builtins(provision.params), parameter: parsed}
        msgspec.convert(params, type(provision.params))
    except msgspec.ValidationError as error:
        said = lowered(error).partition(" - at")[0]
        now = msgspec.json.encode(getattr(provision.params, parameter)).decode()
        raise UsageError(f"`--rule {written}`: {said}", help=f"the format has `{parameter}={now}`") from None


def _size(fmt: Format, written: str, changes: Overrides) -> Iterator[tuple[str, Params]]:
    """Yield the changes of ``SECTION=N`` (a minimum) or ``SECTION=N-M`` (minimum and maximum)."""
    section, _, size = written.partition("=")
    match = re.fullmatch(r"([0-9]{1,4})(?:(?:-|\.\.)([0-9]{1,4}))?", size.strip())
    if section not in fmt.sections:
        raise no_such("section", section, list(fmt.sections))
    if match is None or (match[2] and int(match[2]) < int(match[1])):
        raise UsageError(f"`--size {written}` is not a size", help="write dynasty=45 or dynasty=40-45")
    least = int(match[1])
    yield _SMALL, {"minimums": {**_now(fmt, changes, _SMALL, "minimums"), section: least}}
    most = _now(fmt, changes, _LARGE, "maximums")
    if match[2] or most.get(section, least) < least:
        yield _LARGE, {"maximums": {**most, section: int(match[2] or least)}}


def _now(fmt: Format, changes: Overrides, rule: str, key: str) -> dict[str, int]:
    """Return a parameter of a rule after the changes so far, empty without the rule."""
    changed = (changes.get(rule) or {}).get(key)
    params = next((each.params for each in fmt.provisions if each.rule == rule), None)
    found: dict[str, int] = changed or (getattr(params, key) if params else {})
    return found


def _lists(fmt: Format, banned: list[Card], allowed: list[Card]) -> Iterator[tuple[str, Params]]:
    """Yield the changes that ban and allow cards."""
    params = {each.rule: each.params for each in fmt.provisions}
    known: CardList | None = params[LISTED].list if LISTED in params else None
    if banned:
        yield LISTED, {"list": msgspec.to_builtins(_ban_list(fmt, known, banned))}
    gone = {card.id for card in banned}
    named = dict.fromkeys([*fmt.legality.cards, *(card.id for card in allowed)])
    cards = [card_id for card_id in named if card_id not in gone]
    if cards != list(fmt.legality.cards):
        yield NOT_LEGAL, {"cards": cards}


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


def _changed(old: RuleSetting | None, rule: str, params: Mapping[str, Any]) -> RuleSetting:
    """Return a rule of the format with changed parameters, or a new one."""
    before = msgspec.to_builtins(old.params) if old else {}
    new = msgspec.convert({**before, **params}, rule_named(rule).params)
    origin = Origin("house rules", 1, "options")
    origins = {**(old.origins if old else {}), **dict.fromkeys(params, origin)}
    cite = old.cite if old and rule == NOT_LEGAL else Citation("House rules", "options of this check")
    return RuleSetting(rule=rule, params=new, cite=cite, origin=origin, origins=origins)


def _cards(name: str, fmt: Format, pool: Pool) -> tuple[Card, ...]:
    """Return the cards with this name; raises UsageError with suggestions."""
    found = cards_called(name, pool)
    if not found:
        raise no_card(name, similar_names(name, pool, fmt))
    return found


def format_files(parent: Format, format_id: str, name: str, changes: Overrides) -> dict[str, str]:
    """Return the files of a format that extends `parent` with these changes, by relative path.

    Raises:
        UsageError: when the id is not allowed.
    """
    if not re.match(DATA_ID, format_id) or format_id.startswith("_") or format_id == parent.id:
        raise UsageError(f"`{format_id}` is not an id for a format", help="use lower case, digits and -: spring-cup")
    files = {}
    rules: dict[str, Any] = {}
    for rule, params in changes.items():
        if params is None:
            rules[rule] = {"drop": f"house rule of {name}"}
            continue
        values = dict(params)
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
