"""The rules about card texts that require, exclude or bring in other cards, or that keep cards from being played.

``texts.txt`` beside this module has their manual pages.
"""

from collections.abc import Iterator

from deckcheck.model import effect as effects
from deckcheck.model.card import Card, matches
from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.rules import base
from deckcheck.rules.base import Free, Own, Problem, Rule, RuleParams, lacking, listing, total, warning
from deckcheck.rules.kinds import of_text
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Placed, Tally, alignment_of, clan_names, given_alignments, own_clans


def _others(tally: Tally, entry: Entry, of: effects.Selector) -> list[Entry]:
    """Return the cards besides that of `entry` which `of` describes."""
    return [other for other in tally.cards if other.card.id != entry.card.id and matches(of, other.card)]


def _required(tally: Tally) -> Iterator[Problem]:
    for entry, effect in tally.texts(effects.Requires):
        count = total(other for other in tally.cards if matches(effect.of, other.card))
        missing = effect.min - count
        if missing > 0:
            data = {"card": entry.card.name, "what": effect.what, "min": effect.min, "count": count}
            yield lacking(tally, missing, data | {"missing": missing}, (entry,))


def _with_required(model: Model, rule: str) -> None:
    for source, effect in model.effects(effects.Requires):
        terms = [(slot, 1.0) for slot, each in enumerate(model.slots) if matches(effect.of, each.card)]
        model.at_least(rule, [*terms, (model.present(source), -effect.min)], 0)


_REQUIRED = base.or_open(
    "short",
    "`{card}` requires {min} or more {what}; the deck has {count}",
    "add {missing}, or remove `{card}`",
    "`{card}` requires {min} or more {what}; the deck has {count} recognised",
)


def _forbidden(tally: Tally) -> Iterator[Problem]:
    for entry, effect in tally.texts(effects.Forbids):
        others = _others(tally, entry, effect.of)
        for clan in effect.each_clan or ("",):
            counted = [other for other in others if not clan or clan in other.card.clans]
            if total(counted) <= effect.max:
                continue
            what = f"{effect.what} of the clan {clan_names([clan])}" if clan else effect.what
            data = {
                "card": entry.card.name,
                "cards": listing(counted),
                "what": what,
                "count": total(counted),
                "max": effect.max,
                "allows": f"at most {effect.max} {what}" if effect.max else f"no {what}",
                "removed": f"{total(counted) - effect.max} of them" if effect.max else listing(counted),
            }
            yield Problem("over", data, (*counted, entry))


def _without_forbidden(model: Model, rule: str) -> None:
    for source, effect in model.effects(effects.Forbids):
        others = [
            slot
            for slot, each in enumerate(model.slots)
            if each.card.id != model.slots[source].card.id and matches(effect.of, each.card)
        ]
        for clan in effect.each_clan or ("",):
            counted = [(slot, 1.0) for slot in others if not clan or clan in model.slots[slot].card.clans]
            model.at_most(rule, [*counted, (model.present(source), EVERY)], effect.max + EVERY)


_FORBIDDEN = base.over(
    "`{card}` allows {allows} in the deck; the deck has {cards}", "remove {removed}, or replace `{card}`"
)


_JUDGED = {"said": base.undecided("`{card}`: {question}", "ask a judge")}


_ABOUT_OTHERS = (effects.PlayableWith, effects.PlayerAlignment, effects.Restricts)


class UnplayableParams(RuleParams, frozen=True):
    """`stronghold`: the section of the Stronghold, whose clans are the player's."""

    stronghold: str


def _unplayable(params: UnplayableParams, _: Format) -> Free:
    """Return what the rule limits: cards whose own texts keep them out of play, and texts that keep other cards out."""

    def check(tally: Tally) -> Iterator[Problem]:
        own = own_clans(tally, params.stronghold)
        yield from _by_clan(tally, None if own is None else own | given_alignments(tally))
        yield from _by_company(tally)
        for entry, effect in tally.texts(effects.Restricts):
            # An unverified card may lack facts, so a missing keyword proves nothing.
            hit = [other for other in tally.cards if not other.card.unverified and matches(effect.of, other.card)]
            if hit:
                data = {"card": entry.card.name, "what": effect.what, "count": total(hit), "cards": listing(hit)}
                yield Problem("restricted", data, (*hit, entry))

    def concerned(here: Placed, own: Own) -> bool:
        return any(isinstance(text, _ABOUT_OTHERS) for text in here.card.effects) or any(_said(here.card, own))

    texts = (*_ABOUT_OTHERS, effects.PlayableOnly, effects.Unplayable)
    return Free(check, concerned=concerned, texts=texts, stronghold=params.stronghold, remarks=True)


def _said(card: Card, own: Own) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the messages about texts that keep a player of these clans from playing a card, with the named clans."""
    if own is not None:
        yield from (
            ("clan", text.clans) for text in card.effects_of(effects.Unplayable) if not own.isdisjoint(text.clans)
        )
        yield from (
            ("other", text.clans) for text in card.effects_of(effects.PlayableOnly) if own.isdisjoint(text.clans)
        )


def _by_clan(tally: Tally, own: Own) -> Iterator[Problem]:
    found: list[tuple[str, tuple[str, ...], Entry]] = [
        (message, clans, entry) for entry in tally.cards for message, clans in _said(entry.card, own)
    ]
    for message, clans, entry in sorted(found, key=lambda each: each[0]):
        data = {"card": entry.card.name, "clans": clan_names(clans)} | alignment_of(own or ())
        yield Problem(message, data, (entry,))


def _by_company(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each card without the card that it needs, or with one that excludes it."""
    for entry, effect in tally.texts(effects.PlayableWith):
        beside = _others(tally, entry, effect.of)
        data = {"card": entry.card.name, "what": effect.what, "cards": listing(beside)}
        if effect.never and beside:
            yield Problem("beside", data, (entry, *beside))
        elif not (effect.never or beside or tally.deck.possible):
            yield Problem("alone", data, (entry,))


_UNPLAYABLE = {
    "clan": warning("{clans} players cannot play `{card}`; the Stronghold {stronghold}", "legal, but cannot be played"),
    "other": warning(
        "only {clans} players can play `{card}`; the Stronghold {stronghold}", "legal, but cannot be played"
    ),
    "alone": warning("`{card}` can be played only with {what}; the deck has none", "legal, but cannot be played"),
    "beside": warning("`{card}` cannot be played with {cards}", "legal, but cannot be played"),
    "restricted": warning(
        "`{card}` prevents its player from playing {what}; the deck has {cards}",
        "legal, but these cards cannot be played",
    ),
}


def _at_setup(tally: Tally) -> Iterator[Problem]:
    for entry, effect in _demands(tally):
        found = [other for other in tally.cards if matches(effect.of, other.card)]
        count = len({other.card.base_title for other in found}) if effect.different_titles else total(found)
        missing = effect.count - count
        if missing > tally.deck.possible:
            data = {"card": entry.card.name, "what": effect.what, "min": effect.count, "count": count}
            data |= {"missing": missing, "have": count or "none"}
            yield Problem("short", data, (entry,))


def _demands(tally: Tally) -> Iterator[tuple[Entry, effects.StartsWith]]:
    """Yield the texts that require cards, each replaced by the text that restricts it."""
    texts = list(tally.texts(effects.StartsWith))
    narrow = [item for item in texts if item[1].narrows]
    for entry, effect in texts:
        if not (effect.narrows or effect.optional):
            kinds = set(effect.of.kind)
            yield next((item for item in narrow if kinds.intersection(item[1].of.kind)), (entry, effect))


_AT_SETUP = {
    "short": warning(
        "`{card}` starts the game with {what}; the deck has {have}", "add {missing}; the deck is legal anyway"
    )
}


_OUTSIDE = {"said": base.note("`{card}` uses {what} from outside the deck", "bring {what}")}

RULES = (
    Rule("required-cards-missing", _REQUIRED, lambda _, __: Free(_required, _with_required, texts=(effects.Requires,))),
    Rule(
        "forbidden-together", _FORBIDDEN, lambda _, __: Free(_forbidden, _without_forbidden, texts=(effects.Forbids,))
    ),
    Rule("judge-decides", _JUDGED, of_text(effects.JudgeText)),
    Rule("unplayable-card", _UNPLAYABLE, _unplayable, UnplayableParams),
    Rule("setup-cards-missing", _AT_SETUP, lambda _, __: Free(_at_setup, texts=(effects.StartsWith,))),
    Rule("outside-deck-cards", _OUTSIDE, of_text(effects.OutsideDeck, remarks=False)),
)
