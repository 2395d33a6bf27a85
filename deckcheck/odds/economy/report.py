"""The report on a deck's economy, for each possible gold of its Stronghold, also after a change of cards."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, grouped
from deckcheck.model.errors import UsageError, near_words, no_card
from deckcheck.model.format import FateRules, Format
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import listed
from deckcheck.odds import Want
from deckcheck.odds.economy.deck import Dealt, Modelled, StartOfGame, gold_game, stronghold_gold, without_price
from deckcheck.odds.economy.gold import FateGame, GoldGame, Kind, Strategy
from deckcheck.odds.economy.results import EconomyResult, Effort, result_of
from deckcheck.odds.of_deck.deck_halves import places_named
from deckcheck.rules.tally import Tally

# Reports with a larger share of unknown Holdings begin with a warning.
MANY = Fraction(1, 5)
_PART = re.compile(r"([+-])\s*(\d+)\s+(.*?)\s*[,;]?\s*(?=[+-]\s*\d+\s|$)")
_MOST = 99
_CHARACTER = "character"


class EconomyRequest(Struct, frozen=True, kw_only=True):
    """The strategy, the effort, a want, and a `swap` of cards as text, such as ``+1 Silver Mine -1 Iron Mine``."""

    strategy: Strategy
    effort: Effort
    table: StartOfGame = StartOfGame()
    want: Want | None = None
    swap: str | None = None
    extra_fate: int = 0
    passes_first: bool = False
    drawn: tuple[int, ...] = ()


class Economy(Struct, frozen=True, kw_only=True):
    """A report on a deck: the request, the cards dealt, the first game with its assumptions, and the results.

    `notes` are the assumptions of all games. `unknown` says that the gold of the Stronghold is not recorded, and with
    which amounts the games were played, a result for each; "" if it is recorded.
    """

    deck: Deck
    format: Format
    asking: EconomyRequest
    dealt: Dealt
    model: Modelled
    notes: tuple[str, ...]
    unknown: str
    results: tuple[EconomyResult, ...]

    @property
    def resource(self) -> str:
        """The resource that players pay with: gold or fate."""
        return "gold" if self.format.gold else "fate"

    @property
    def known(self) -> int:
        """The number of Holdings with a recorded production, all copies counted."""
        return self.model.holdings - sum(copies for _, copies in self.model.unknown)

    @property
    def doubtful(self) -> bool:
        """Whether too many Holdings, or too many cards at all, are unknown for reliable numbers."""
        holdings, lines = self.model.holdings, self.dealt.unknown
        every = (holdings if self.resource == "gold" else len(self.dealt.cards)) + lines
        return holdings - self.known + lines > MANY * every


def economy(tally: Tally, pool: Pool, dealt: Dealt, asking: EconomyRequest) -> Economy:
    """Return the economy of a deck.

    Raises:
        UsageError: for a format without economy, for a want with an unknown number, and as `swapped` does.
    """
    fmt, table = tally.format, asking.table
    gold = fmt.gold
    amounts: Sequence[int | None] = [table.stronghold_gold]
    if gold and table.stronghold_gold is None and stronghold_gold(tally, second=table.second) is None:
        tried = range(gold.stronghold[0], gold.stronghold[1] + 1)
        # With a Sensei that sets a bound, several amounts lead to the same gold.
        amounts = list({stronghold_gold(tally, second=table.second, printed=each): each for each in tried}.values())

    def modelled(cards: Dealt, amount: int | None) -> Modelled:
        if gold is None:
            return _fate_game(tally, cards, asking)
        chosen = structs.replace(table, stronghold_gold=amount)
        return gold_game(tally, pool, cards, asking.strategy, chosen)

    models = [modelled(dealt, amount) for amount in amounts]
    changed = swapped(dealt, asking.swap, fmt, pool) if asking.swap is not None else None
    others = [modelled(changed, amount).game if changed else None for amount in amounts]
    first = models[0]
    unknown, notes = "", first.notes
    if len(models) > 1:
        unknown = f"Stronghold: its gold is not recorded; played with {listed(str(each.stronghold) for each in models)}"
        notes = notes[1:]
    if isinstance(first.game, GoldGame) and _pays_for_some(first.game):
        notes += ("gold to pay with is for any card; gold for certain cards counts only in the chances of their costs",)
    return Economy(
        deck=tally.deck,
        format=fmt,
        asking=asking,
        dealt=dealt,
        model=first,
        notes=notes,
        unknown=unknown,
        results=tuple(
            result_of(model, other, asking.effort, asking.want, asking.swap or "")
            for model, other in zip(models, others, strict=True)
        ),
    )


def _pays_for_some(game: GoldGame) -> bool:
    """Return whether a source of gold gives more for some cards of the deck than for others."""
    sources = (*(kind.source for kind in game.kinds), *game.ready(game.begin(), 1).left)
    return any(way.kinds for source in sources for way in source)


def _fate_game(tally: Tally, dealt: Dealt, asking: EconomyRequest) -> Modelled:
    """Return the game of a deck whose players pay with fate."""
    rules, table = _fate_rules(tally.format), asking.table
    stronghold = _stronghold_fate(tally) if table.stronghold_gold is None else table.stronghold_gold
    passing = asking.passes_first * rules.first_to_pass
    rounds = range(1, asking.effort.turns + 1)
    income = [stronghold + rules.first_income * ((each - 1) % rules.players == table.second) for each in rounds]
    income[0] += rules.second * table.second
    owned = Counter(card.name for card in table.in_play if card.kind == _CHARACTER)
    priced = [(card.name, _fate_cost(card, asking.extra_fate)) for card in dealt.cards]
    priced += [("unrecognised", None)] * dealt.unknown
    kinds = grouped((cost, name) for name, cost in priced)
    places = {cost: kind for kind, cost in enumerate(kinds)}
    game = FateGame(
        kinds=tuple(Kind(name=", ".join(dict.fromkeys(names)), cost=cost) for cost, names in kinds.items()),
        deal=structs.replace(dealt.opening, deck=tuple(places[cost] for _, cost in priced)),
        strategy=asking.strategy,
        income=tuple(income),
        passing=passing,
        extra=asking.extra_fate,
        owned=owned.total(),
        drawn=asking.drawn,
    )
    notes = [f"stronghold: {stronghold} fate a round; what is not spent is kept"]
    notes += _notes_on_fate(asking, rules, owned)
    notes += [*dealt.notes, "cards that were not bought stay in their provinces; bought ones are replaced face down"]
    notes += without_price(card for card in dealt.cards if card.kind == _CHARACTER)
    notes += ["rings, duplicates, events, hands, reshuffles, and abilities that give or save fate are left out"]
    return Modelled(game=game, stronghold=stronghold, notes=tuple(notes))


def _fate_rules(fmt: Format) -> FateRules:
    if fmt.fate is None:
        none = f"the format `{fmt.id}` has no rules for paying for cards"
        raise UsageError(none, help="docs/formats.md explains `economy`")
    return fmt.fate


def _stronghold_fate(tally: Tally) -> int:
    """Return the fate of a deck's stronghold in each round; raises UsageError when it is unknown."""
    stronghold = next((entry.card for entry in tally.cards if entry.card.kind == "stronghold"), None)
    if stronghold and stronghold.fate is not None:
        return stronghold.fate
    why = f"no card of the deck is a stronghold of {tally.format.name}"
    help = "give its fate with --stronghold-fate, or choose another --format"
    if "stronghold" not in tally.format.sections:
        why = f"decks of {tally.format.name} have no stronghold to give fate"
        help = "give the fate of each round with --stronghold-fate"
    raise UsageError("the fate of the stronghold is unknown" if stronghold else why, help=help)


def _notes_on_fate(asking: EconomyRequest, rules: FateRules, owned: Counter[str]) -> Iterator[str]:
    """Yield the assumptions about fate beside that of the stronghold, and about characters `owned` at the start."""
    extra = asking.extra_fate
    if asking.table.second and rules.second:
        yield f"{rules.second} more in the first round for going second"
    if rules.first_income:
        yield f"{rules.first_income} more as first player, which is one round of {rules.players}"
    if asking.passes_first:
        more = f"{rules.first_to_pass} more in each round for passing first, after buying"
        yield more if rules.first_to_pass else "passing first gives no fate in this format"
    without = "characters enter play without fate and leave at the end of the round"
    yield f"each character enters play with {extra} fate" if extra else without
    if owned:
        there = ", ".join(f"{copies} {name}" for name, copies in owned.items())
        yield f"in play at the start, with {extra} fate each: {there}"
    if asking.drawn:
        yield "conflict cards: the opening hand and the bids"


def _fate_cost(card: Card, extra: int) -> int | None:
    return card.cost + extra if card.kind == _CHARACTER and isinstance(card.cost, int) else None


def swapped(dealt: Dealt, text: str, fmt: Format, pool: Pool) -> Dealt:
    """Return the cards after a change; new cards take the places of removed ones.

    Raises:
        UsageError: for an invalid text, an unknown card, or a card that is not in the deck.
    """
    parts = list(_PART.finditer(text))
    if "".join(part.group() for part in parts).replace(" ", "") != text.replace(" ", "") or not parts:
        raise UsageError(
            f"`--try {text}` is not a change of cards", help="write it as '+1 Silver Mine -1 Doji Shikishi'"
        )
    leaving: list[str] = []
    entering: list[Card] = []
    for part in parts:
        sign, number, name = part.groups()
        copies = int(number)
        if not 0 < copies <= _MOST:
            raise UsageError(f"`--try {text}`: a number of copies from 1 to {_MOST} is needed")
        if sign == "+":
            entering += [_known(name, fmt, pool)] * copies
        else:
            leaving.append(f"{copies} {name}")
    gone = _places(dealt, leaving)
    new = dict(zip(sorted(gone), entering, strict=False))
    cards = [new.get(place, card) for place, card in enumerate(dealt.cards) if place in new or place not in gone]
    return structs.replace(dealt, cards=(*cards, *entering[len(new) :]))


def without(dealt: Dealt, names: Sequence[str]) -> tuple[Dealt, tuple[Card, ...]]:
    """Return the cards without the copies that `names` give as ``Name`` or ``2 Name``, and these copies.

    Raises:
        UsageError: when the deck has fewer copies of a card.
    """
    gone = _places(dealt, names)
    left = tuple(card for place, card in enumerate(dealt.cards) if place not in gone)
    return structs.replace(dealt, cards=left), tuple(dealt.cards[place] for place in gone)


def _places(dealt: Dealt, names: Sequence[str]) -> list[int]:
    """Return the places of the cards that `names` give, as `places_named` does."""
    found = places_named((*dealt.cards, *(card for _, card in dealt.others)), names)
    last = max(found, default=-1) - len(dealt.cards)
    if last >= 0:
        label, card = dealt.others[last]
        raise UsageError(f"`{card.name}` is in the {label}, and the economy deals cards to Provinces only")
    return found


def _known(name: str, fmt: Format, pool: Pool) -> Card:
    title, experience = split_experience(name)
    named = pool.named(fold(name)) or [
        card
        for card in pool.named(fold(title))
        if experience is not None and (card.level, card.variant) == (experience.level, experience.variant)
    ]
    found = [card for card in named if fold(card.name) == fold(name)] or named
    legal = [card for card in found if fmt.allows(card)] or found
    if not legal:
        raise no_card(name, near_words(name, [known.name for known in pool.names()]))
    card = min(legal, key=lambda card: card.level)
    if card.deck != "dynasty":
        raise UsageError(f"`{card.name}` is not a Dynasty card; the economy deals cards to Provinces only")
    return card
