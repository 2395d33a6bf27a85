"""The game of a deck in its format, and the cards that the game models only in part."""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, grouped
from deckcheck.model.effect import PlayerAlignment, RefillsFaceUp
from deckcheck.model.errors import UsageError
from deckcheck.model.gold import Bonus, Counted, Gold, Per
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.production import Situation, alignments, count, gold_of
from deckcheck.odds import Returned
from deckcheck.odds.economy.game import EMPTY, Cards, Opening, Source, Way
from deckcheck.odds.economy.gold import Game, Given, GoldGame, Kind, Strategy
from deckcheck.odds.of_deck.deck_halves import DrawnHalf
from deckcheck.odds.of_deck.setup import given_to_all, starting_entries
from deckcheck.odds.policies import PARTIAL
from deckcheck.rules.tally import Tally, texts_in

_PEOPLE = "personality"
_HOLDING = "holding"
_STRONGHOLD = "stronghold"
_SENSEI = "sensei"
_LATER = "not before turn "


class Dealt(Struct, frozen=True, kw_only=True):
    """The half of a deck that fills Provinces, as single cards; `opening` says how they are dealt, without the cards.

    `unknown` cards, on unrecognised lines, are never bought. `others` are those of other halves with the half's label.
    """

    cards: tuple[Card, ...]
    unknown: int
    opening: Opening
    notes: tuple[str, ...] = ()
    others: tuple[tuple[str, Card], ...] = ()


class StartOfGame(Struct, frozen=True, kw_only=True):
    """The start: whether the player goes `second`, the Stronghold's printed gold if given, and cards `in_play`."""

    second: bool = False
    stronghold_gold: int | None = None
    in_play: tuple[Card, ...] = ()


class Modelled(Struct, frozen=True, kw_only=True):
    """A game, its assumptions, and the cards that it models only in part, each with its copies.

    `stronghold` is the gold or fate of the Stronghold. `unknown` Holdings have no known production and are never
    bought. The text of `partly` modelled cards does more than the game. `holdings` is the number of Holdings, all
    copies counted.
    """

    game: Game
    stronghold: int
    notes: tuple[str, ...]
    unknown: tuple[tuple[str, int], ...] = ()
    partly: tuple[tuple[str, int], ...] = ()
    holdings: int = 0


def dealt_of(halves: Iterable[DrawnHalf]) -> Dealt:
    """Return how the half of a deck that fills Provinces is dealt.

    Raises:
        UsageError: when there is no such half.
    """
    halves = tuple(halves)
    half = next((half for half in halves if half.into == "provinces"), None)
    if half is None:
        raise UsageError("the deck has no cards to fill Provinces with")
    return Dealt(
        cards=half.singles,
        unknown=half.unknown,
        opening=Opening(
            provinces=half.opening,
            redraws=half.rounds if half.policy in PARTIAL else 0,
            shuffles=half.returned is Returned.SHUFFLE,
        ),
        others=tuple((each.label, card) for each in halves if each is not half for card in each.singles),
        notes=tuple(note for note in half.notes if "refill" not in note and "in any group" not in note),
    )


def without_price(cards: Iterable[Card]) -> Iterator[str]:
    """Yield a note on those of `cards` that are never bought, because no source gives a number as their cost."""
    found = _numbered(card for card in cards if not isinstance(card.cost, int))
    if found:
        names = ", ".join(f"{copies} {name}" for name, copies in found)
        yield f"the games never buy these, whose cost is not recorded as a number: {names}"


def stronghold_gold(tally: Tally, *, second: bool, printed: int | None = None) -> int | None:
    """Return the gold of a deck's Stronghold with its Sensei; None when it is unknown.

    `printed` is the gold of the Stronghold alone, None for the recorded one.
    """
    cards = [entry.card for entry in tally.cards]
    amount = printed
    if amount is None:
        found = next((card.gold for card in cards if card.kind == _STRONGHOLD), None)
        if found is None or found.formula or found.base is None:
            return None
        amount = found.second_side.gold if second and found.second_side else found.base
    for card in cards:
        if card.kind != _SENSEI:
            continue
        if card.gold is None or card.gold.stronghold is None:
            return printed
        amount += card.gold.stronghold
        least, most = card.gold.stronghold_min, card.gold.stronghold_max
        amount = amount if least is None else max(amount, least)
        amount = amount if most is None else min(amount, most)
    return max(0, amount)


def gold_game(tally: Tally, pool: Pool, dealt: Dealt, strategy: Strategy, table: StartOfGame) -> Modelled:
    """Return the game of a deck whose players pay with gold.

    Raises:
        UsageError: when the format has no rules for gold, or the gold of the Stronghold is unknown.
    """
    return _Modelling(tally, pool, dealt, table).modelled(strategy)


class _Modelling:
    """The cards of a deck, those in play at the start, and the gold that they give for each other."""

    def __init__(self, tally: Tally, pool: Pool, dealt: Dealt, table: StartOfGame) -> None:
        rules = tally.format.gold
        if rules is None:
            raise UsageError(f"the format `{tally.format.id}` has no rules for paying with gold")
        amount = stronghold_gold(tally, second=table.second, printed=table.stronghold_gold)
        if amount is None:
            raise UsageError("the gold production of the Stronghold is unknown", help="give it with --stronghold-gold")
        self.dealt, self.rules, self.table, self.amount = dealt, rules, table, amount
        entries = list(starting_entries(tally))
        listed = [entry.card for entry in entries]
        titles = [title for drawn in tally.format.draws for title in drawn.params.starts]
        titles += rules.second_starts if table.second else ()
        start = [*listed, *given_to_all(titles, listed, pool)]
        self.second_only = set(map(fold, rules.second_starts))
        self.start = [card for card in start if table.second or fold(card.base_title) not in self.second_only]
        self.strongholds = [_producing(card, amount) for card in self.start if card.kind == _STRONGHOLD][:1]
        self.clans = _clans(self.strongholds, entries)
        self.situation = Situation(
            clans=self.clans,
            # Each version of a Wind has a subtitle, which texts omit.
            wind=next((card.title.partition(",")[0] for card in self.start if card.kind == "wind"), ""),
            went_first=not table.second,
            stronghold_gold=amount,
            family_honor=sum(card.starting_honor for card in self.start if isinstance(card.starting_honor, int)),
            provinces=dealt.opening.provinces,
        )
        self.cards = _each_once(dealt.cards)
        self.owned = [*(card for card in self.start if card.kind == _HOLDING), *table.in_play]
        # Every card that may pay, and every card that may be bought.
        self.payers = _each_once(card for card in (*self.cards, *self.owned) if self.gives(card) is not None)
        self.counted = [item for card in (*self.payers, *self.strongholds) for item in _counting(card)]

    def modelled(self, strategy: Strategy) -> Modelled:
        # The order of kinds breaks ties: of equal Holdings, those that show a new card or give more for some.
        ordered = sorted(
            self.cards,
            key=lambda card: (card.kind != _HOLDING, not _refills(card), self.cost(card) or 0, not _conditional(card)),
        )
        groups = grouped((self._signature(card), card) for card in ordered)
        place = {card.id: kind for kind, cards in enumerate(groups.values()) for card in cards}
        bought = [cards[0] for cards in groups.values()]
        blank = len(bought)
        kinds = [self._kind(cards, bought) for cards in groups.values()]
        kinds += [Kind(name="unrecognised")] if self.dealt.unknown else []
        own = _each_once(self.owned)
        owned = {card.id: kind for kind, card in enumerate(own, len(kinds))}
        members = dict(enumerate(bought)) | dict(enumerate(own, len(kinds)))
        kinds += [self._kind([card], bought, 1 + (fold(card.base_title) in self.second_only)) for card in own]
        deck = (*(place[card.id] for card in self.dealt.cards), *([blank] * self.dealt.unknown))
        game = GoldGame(
            kinds=tuple(kinds),
            deal=structs.replace(
                self.dealt.opening,
                deck=deck,
                face_up=frozenset(kind for kind, card in enumerate(bought) if _refills(card)),
                passing=frozenset(kind for kind, card in enumerate(bought) if card.kind in self.rules.passing),
            ),
            strategy=strategy,
            pool=self.rules.pool,
            owned=tuple(owned[card.id] for card in self.owned),
            given=self._given(members, kinds, bought),
        )
        holdings = [card for card in self.dealt.cards if card.kind == _HOLDING]
        return Modelled(
            game=game,
            stronghold=self.amount,
            notes=tuple(self._notes()),
            unknown=_numbered(card for card in holdings if self.gives(card) is None),
            partly=_numbered(
                card for card in (*self.start, *self.table.in_play, *self.dealt.cards) if self._is_partly_modelled(card)
            ),
            holdings=len(holdings),
        )

    def gives(self, card: Card) -> int | None:
        """Return the gold of a Holding for any purpose; None when it is unknown, and for other cards."""
        return gold_of(card, self.situation) if card.kind == _HOLDING else None

    def cost(self, card: Card) -> int | None:
        """Return the price of a card; None for a card that is never bought."""
        if card.kind not in (_HOLDING, _PEOPLE) or not isinstance(card.cost, int):
            return None
        if card.kind == _HOLDING:
            return card.cost if self.gives(card) is not None else None
        clans = alignments(card)
        own = not set(clans).isdisjoint(self.clans)
        return max(0, card.cost + (self.rules.own_clan if own else self.rules.other_clan if clans else 0))

    def _kind(self, cards: Sequence[Card], bought: Sequence[Card], turn: int = 1) -> Kind:
        card = cards[0]
        holding = card.kind == _HOLDING
        return Kind(
            name=", ".join(card.name for card in cards),
            cost=self.cost(card),
            gold=self.gives(card) or 0,
            holding=holding,
            source=self._source(card, bought, self.situation) if holding else (),
            unbowed=card.gold is not None and card.gold.enters == "unbowed",
            ready=max(turn, _ready(card)),
            counted=self._counted(card),
        )

    def _signature(self, card: Card) -> tuple[object, ...]:
        """Return a key that is equal for cards of one kind."""
        kind = self._kind([card], self.cards)
        payers = filter(_conditional, (*self.payers, *self.strongholds))
        paid = tuple(self._amounts(payer, card, self.situation) for payer in payers)
        name = card.id if kind.counted else ""
        return structs.replace(kind, name=name), paid, card.kind in self.rules.passing, _refills(card)

    def _source(self, card: Card, bought: Sequence[Card], situation: Situation) -> Source:
        """Return the ways in which a card pays for the kinds `bought`; the first gives the lowest amount, for all."""
        plain = gold_of(card, situation) or 0
        amounts = {
            kind: self._amounts(card, paid, situation)
            for kind, paid in enumerate(bought if _conditional(card) else ())
            if self.cost(paid) is not None
        }
        plain = min((plain, *(free for free, _ in amounts.values())))
        ways: dict[tuple[int, bool], int] = {}
        for kind, (free, bound) in amounts.items():
            if free > plain:
                ways[free, False] = ways.get((free, False), 0) | 1 << kind
            if bound > free:
                ways[bound, True] = ways.get((bound, True), 0) | 1 << kind
        found = [Way(amount, kinds, only) for (amount, only), kinds in sorted(ways.items())]
        return (Way(plain), *found) if plain or found else ()

    def _amounts(self, payer: Card, paid: Card, situation: Situation) -> tuple[int, int]:
        """Return the gold of `payer` for `paid` without restricted bonuses, and with them."""
        situation = structs.replace(situation, paying_for=paid)
        if payer.gold is None:
            return 0, 0
        free = tuple(bonus for bonus in payer.gold.bonus if not bonus.restricted)
        without = structs.replace(payer, gold=structs.replace(payer.gold, bonus=free))
        return gold_of(without, situation) or 0, gold_of(payer, situation) or 0

    def _given(self, members: Mapping[int, Card], kinds: Sequence[Kind], bought: Sequence[Card]) -> Given:
        """Return the gold of cards in play, which may depend on other cards in play and on the turn."""
        changing = {kind: card for kind, card in members.items() if kinds[kind].holding and _varies(card)}
        changing |= dict(zip([EMPTY], self.strongholds, strict=False))

        @functools.cache
        def source(kind: int, counted: Cards, first: bool) -> Source:
            there = (*self.strongholds, *(members[kind] for kind in counted))
            situation = structs.replace(self.situation, controlled=there, first_turn=first)
            return self._source(changing[kind], bought, situation)

        def given(owned: Cards, able: Cards, first: bool) -> tuple[Source, ...]:
            counted = tuple([kind for kind in owned if kinds[kind].counted])
            stronghold = (source(EMPTY, counted, first) if self.strongholds else ()) or (Way(self.amount),)
            others = [source(kind, counted, first) if kind in changing else kinds[kind].source for kind in able]
            return tuple(filter(None, (stronghold, *others)))

        return given

    def _is_partly_modelled(self, card: Card) -> bool:
        """Return whether a card with recorded gold does more than the game models."""
        if card.gold is None or (card.kind == _HOLDING and self.gives(card) is None):
            return False
        if card.kind in (_HOLDING, _STRONGHOLD):
            return _does_more(card.gold)
        # Of a Sensei only the plain change counts, and of Personalities and other cards nothing does.
        pays = any(sum(self._amounts(card, paid, self.situation)) for paid in self.cards if self.cost(paid) is not None)
        return pays or _does_more(card.gold) or (card.kind == _SENSEI and bool(card.gold.bonus))

    def _counted(self, card: Card) -> tuple[object, ...]:
        """Return the items that count a card in play, and the card itself if its own gold changes."""
        alone = Situation(controlled=(card,))
        other = structs.replace(card, id="")
        items = (number for number, item in enumerate(self.counted) if count(item, other, alone))
        return (*items, card.id) if _varies(card) else tuple(items)

    def _notes(self) -> Iterator[str]:
        rules = self.rules
        yield f"Stronghold: {self.amount} gold"
        for card in self.start:
            if card.kind == _SENSEI and card.gold is not None and card.gold.stronghold:
                yield f"{card.name} changes the gold of the Stronghold by {card.gold.stronghold:+}, counted above"
        for card in self.owned:
            bowed = " (bowed in the first turn)" if fold(card.base_title) in self.second_only else ""
            gold = "unknown" if (known := self.gives(card)) is None else known
            gives = f", {gold} gold{bowed}" if card.kind == _HOLDING else ""
            yield f"in play at the start: {card.name}{gives}"
        yield from self.dealt.notes
        lost = "each source of gold pays for one card; what the card does not need is lost"
        yield "gold that a cost does not need pays for others in the same phase" if rules.pool else lost
        for amount, whose in ((rules.own_clan, "your own clan"), (rules.other_clan, "another clan")):
            if amount:
                yield f"Personalities of {whose} cost {abs(amount)} {'more' if amount > 0 else 'less'}"
        if not self.clans:
            yield "the deck has no clan of its own"
        yield "Holdings enter play bowed and pay from the next turn on; bought cards are replaced face down"
        yield from without_price(
            card for card in self.dealt.cards if card.kind == _PEOPLE or self.gives(card) is not None
        )
        if rules.passing:
            yield f"cards of these types leave their Province when they are revealed: {', '.join(rules.passing)}"
        yield "Honor Requirements, attacks, other players and abilities other than gold production are left out"


def _each_once(cards: Iterable[Card]) -> list[Card]:
    return list({card.id: card for card in cards}.values())


def _clans(strongholds: Iterable[Card], entries: Sequence[Entry]) -> tuple[str, ...]:
    clans = [clan for card in strongholds for clan in card.clans]
    clans += [clan for _, effect in texts_in(entries, PlayerAlignment) for clan in effect.clans]
    return tuple(dict.fromkeys(clans))


def _producing(card: Card, amount: int) -> Card:
    """Return a Stronghold with `amount` as its plain production, which may have been unknown."""
    if card.gold is None:
        return card
    return structs.replace(card, gold=structs.replace(card.gold, base=amount, unknown=""))


def _refills(card: Card) -> bool:
    return bool(card.effects_of(RefillsFaceUp))


def _ready(card: Card) -> int:
    """Return the first turn in which a card in play can straighten."""
    said = card.gold.straighten if card.gold else ""
    return int(said.removeprefix(_LATER)) if said.startswith(_LATER) else 1


def _conditional(card: Card) -> bool:
    return card.gold is not None and any(bonus.when.paying_for for bonus in card.gold.bonus)


def _counting(card: Card) -> list[Counted]:
    """Return the cards in play that the production of `card` counts."""
    bonuses = card.gold.bonus if card.gold else ()
    found = [item for bonus in bonuses for item in bonus.when.control]
    return found + [bonus.per.cards for bonus in bonuses if bonus.per and bonus.per.cards]


def _varies(card: Card) -> bool:
    """Return whether the production of a card may depend on other cards in play, or on the turn."""
    return bool(_counting(card)) or (card.gold is not None and any(bonus.when.turn for bonus in card.gold.bonus))


def _does_more(gold: Gold) -> bool:
    """Return whether a text about gold does more than the game models."""
    straightens = gold.straighten and not gold.straighten.startswith(_LATER) and gold.straighten != "each turn"
    more = (gold.note, gold.formula, gold.cost, gold.others, gold.tokens, straightens)
    return any(more) or any(map(_more, gold.bonus))


def _more(bonus: Bonus) -> bool:
    when, per = bonus.when, bonus.per or Per()
    open_ = when.phase or when.virtue or when.other or when.favor or when.invest
    uncounted = per.tokens or per.event or per.family_honor or (per.cards and per.cards.note)
    noted = any(paid.note for paid in when.paying_for) or any(item.note for item in when.control)
    return bool(bonus.extra or bonus.cost or bonus.formula or bonus.note or open_ or uncounted or noted)


def _numbered(cards: Iterable[Card]) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(card.name for card in cards).items())
