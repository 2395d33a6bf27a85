"""The halves of a deck, at the start or in the middle of a game, and the cards drawn from them by each turn."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck
from deckcheck.model.errors import UsageError, did_you_mean
from deckcheck.model.format import Draw, Format, FormatSetting
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import cards_of, counted, plural
from deckcheck.odds import Policy, Population, Question, Returned, Want
from deckcheck.odds.of_deck.setup import Redraw, opening_cards, redraw_of, taken_before
from deckcheck.odds.policies import PARTIAL
from deckcheck.odds.question import whole
from deckcheck.rules.tally import Tally

# The default policy, which is close to the best one for common questions.
_USUAL = Policy.KEEP_NEEDED
_NO_MULLIGAN = frozenset({Policy.NONE, Policy.KEEP_ALL})
_COUNTED = re.compile(r"([1-9][0-9]?)x? +(.+)")


class Play(Struct, frozen=True, kw_only=True):
    """The decisions of the player.

    `bids` has the bid of each round and `refills` the cards that refill provinces in each turn; the last number
    repeats. The default bid is the minimum, the default refill none. `second`: the player goes second. `policy` is the
    use of the mulligan or redraw (None: that of the format), and `redraws` the number of redraws (None: all). `start`
    names the cards to choose when a card text lets the player take one from the deck before the game.
    """

    bids: tuple[int, ...] = ()
    refills: tuple[int, ...] = ()
    second: bool = False
    policy: Policy | None = None
    redraws: int | None = None
    start: tuple[str, ...] = ()


class DrawnHalf(Struct, frozen=True, kw_only=True):
    """One half of the deck: its cards with their numbers, and how they are drawn.

    `unknown` is the number of cards on unrecognised lines. `opening` cards are dealt into the hand or the provinces.
    By `policy` the player exchanges some of them, at most `most` (None: all), in `rounds`, and `returned` is where
    those go. `a_turn` has the cards of each turn (the last number repeats), by the start of the second turn if `late`.
    `feared` has the bad hands of the format by name, each with the query that no card of the opening matches. `notes`
    are the assumptions, as sentences, with those about `open_lines`, which hold throughout a game. In the middle of a
    game, which has `begun`, `held` cards are in play or in the hand. `turn` is the word of the game for its turns,
    ``round`` where players bid.
    """

    section: str
    label: str
    into: str
    cards: tuple[tuple[Card, int], ...]
    unknown: int
    opening: int
    a_turn: tuple[int, ...]
    late: bool
    policy: Policy
    returned: Returned
    rounds: int
    notes: tuple[str, ...]
    feared: Mapping[str, str] = {}
    open_lines: tuple[str, ...] = ()
    held: tuple[tuple[Card, int], ...] = ()
    begun: bool = False
    most: int | None = None
    turn: str = "turn"

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.unknown + sum(count for _, count in self.cards)

    @property
    def singles(self) -> tuple[Card, ...]:
        """The known cards, one by one."""
        return tuple(card for card, count in self.cards for _ in range(count))

    @property
    def opening_place(self) -> str:
        """The place of the first cards in words: ``opening hand``, ``first provinces``."""
        if self.begun:
            return "draws from now on"
        return "opening hand" if self.into == "hand" else "first provinces"

    @property
    def opening_words(self) -> str:
        """The opening in words: ``opening hand``, ``first provinces after 2 mulligans``."""
        if self.begun or self.policy not in PARTIAL:
            return self.opening_place
        return f"{self.opening_place} after {'the mulligan' if self.rounds == 1 else counted(self.rounds, 'mulligan')}"

    def question(self, population: Population, want: Want, draws: int) -> Question:
        """Return the question about `want` after `draws` cards beyond the opening, with the cards of the half."""
        is_partial = self.policy in PARTIAL
        return Question(
            population=population,
            want=want,
            hand=self.opening,
            draws=draws,
            policy=self.policy,
            returned=self.returned if is_partial else Returned.SHUFFLE,
            rounds=self.rounds,
            most=self.most if is_partial else None,
        )

    def drawn_by(self, turn: int) -> int:
        """Return the number of cards drawn after the opening by `turn`; turn 0 is the opening."""
        turns = max(0, turn - self.late)
        return sum(self.a_turn[min(number, len(self.a_turn) - 1)] for number in range(turns)) if self.a_turn else 0


def halves_of(deck: Deck, fmt: Format, pool: Pool, play: Play | None = None) -> tuple[DrawnHalf, ...]:
    """Return the non-empty halves of `deck` with draws in `fmt`, in the order of the format.

    They exclude cards that start in play. `pool` has the cards that every player starts with.

    Raises:
        UsageError: for a format without draws, for an invalid number, and when no half has cards.
    """
    play = play or Play()
    if not fmt.draws:
        raise UsageError(f"the format `{fmt.id}` defines no draws", help="docs/formats.md explains `draws`")
    tally = Tally(deck, fmt)
    taken = taken_before(tally, play.start)
    _check(play, fmt)
    made = tuple(_half(drawn, tally, play, pool, taken.get(drawn.name, Counter())) for drawn in fmt.draws)
    if play.policy not in {None, *_NO_MULLIGAN} and all(half.policy is Policy.NONE for half in made):
        raise UsageError(f"`{play.policy}` requires a mulligan; {fmt.name} gives this deck none")
    found = tuple(half for half in made if half.size)
    if not found:
        raise UsageError("the deck has no cards to draw", place=deck.raw.path)
    return found


def _half(drawn: FormatSetting[Draw], tally: Tally, play: Play, pool: Pool, taken: Counter[Card]) -> DrawnHalf:
    section, draw = drawn.name, drawn.params
    cards = [(entry.card, entry.count - taken[entry.card]) for entry in tally.entries(section)]
    unplaced = [entry for entry in tally.unplaced if entry.card.deck == section]
    cards += [(entry.card, entry.count) for entry in unplaced]
    unknown, open_lines = _unresolved(tally, section)
    redraw = redraw_of(tally, draw, pool, second=play.second)
    opening, because = opening_cards(tally, draw, second=play.second)
    policy, rounds = _policy(draw, play, redraw)
    used = [f"the player uses {play.redraws} of the {redraw.rounds}"] if redraw and play.redraws is not None else []
    turn = "round" if any(each.params.bids for each in tally.format.draws) else "turn"
    a_turn, later = _later(draw, play, turn)
    notes = [
        *because,
        *(redraw.notes if redraw else ()),
        *(used if draw.into == "provinces" else ()),
        *(f"`{card.name}` leaves the deck before the game" for card in taken),
        *open_lines,
        *(f"`{entry.card.name}` counts here, although the format does not allow it" for entry in unplaced),
        later,
        f"rule: {drawn.cite.source}, {drawn.cite.at}",
    ]
    return DrawnHalf(
        section=section,
        label=tally.format.label(section),
        into=draw.into,
        cards=tuple((card, count) for card, count in cards if count > 0),
        unknown=unknown,
        opening=opening,
        a_turn=a_turn,
        late=draw.into == "provinces" or draw.when == "end",
        policy=policy,
        returned=Returned(redraw.returned if redraw else draw.returned),
        rounds=rounds,
        notes=tuple(notes),
        feared=draw.feared,
        open_lines=open_lines,
        most=redraw.most if redraw else None,
        turn=turn,
    )


def _unresolved(tally: Tally, section: str) -> tuple[int, tuple[str, ...]]:
    """Return the number of unknown cards of a half, and notes about lines that could belong to it.

    A line has the copies that are written on it: it may have more, but odds of hundreds of unknown cards tell nothing.
    """
    own = [line for line in tally.deck.unresolved if line.request.section in ("", section)]
    broken = [line for line in own if line.request.bad_count]
    remarks = [line for line in own if line.why and not (line.request.counted or line.suggestions)]
    cards = [line for line in own if line not in broken and line not in remarks]
    said = (
        ("left out, because the number of copies cannot be read: {}", broken),
        ("not counted as cards, although the deck may differ from the list: {}", remarks),
        ("unrecognised {} could belong to any half", [line for line in cards if not line.request.section]),
    )
    notes = [text.format(_lines([str(line.request.span.line) for line in lines])) for text, lines in said if lines]
    unknown = sum(min(line.possible, line.request.count) for line in cards)
    dealt = [f"{cards_of(unknown)} on unrecognised lines, which may be in any group or in none"] if unknown else []
    return unknown, (*dealt, *notes)


def _lines(numbers: Sequence[str]) -> str:
    return f"{plural(len(numbers), 'line')} {', '.join(numbers)}"


def _policy(draw: Draw, play: Play, redraw: Redraw | None) -> tuple[Policy, int]:
    """Return the policy for the mulligan or redraw and the number of rounds; NONE without one."""
    rounds = redraw.rounds if redraw else int(draw.mulligan != "none")
    if play.redraws is not None and draw.into == "provinces":
        if play.redraws and not rounds:
            raise UsageError("`--redraws`: this deck cannot redraw cards in Provinces")
        rounds = whole("the number of redraws", play.redraws, most=rounds)
    policy = play.policy or (_USUAL if redraw else Policy(draw.mulligan))
    if not rounds or policy in _NO_MULLIGAN:
        return (policy if rounds else Policy.NONE), 1
    if policy not in PARTIAL:
        raise UsageError(
            f"this game has no mulligan `{policy}`", help=f"choose one of: none, keep_all, {', '.join(sorted(PARTIAL))}"
        )
    return policy, rounds


def _check(play: Play, fmt: Format) -> None:
    ranges = [drawn.params.bids for drawn in fmt.draws if drawn.params.bids]
    if play.bids and not ranges:
        raise UsageError(f"`--bids`: {fmt.name} has no bids")
    for low, high in ranges:
        for bid in play.bids:
            whole("a bid", bid, least=low, most=high)
    for refill in play.refills:
        whole("a refill", refill)


def _later(draw: Draw, play: Play, turn: str) -> tuple[tuple[int, ...], str]:
    """Return the cards of each turn after the opening, and the assumption about them."""
    if draw.into == "provinces":
        if not play.refills:
            return (), f"no province is refilled; give the number of cards per {turn} with --refills"
        refills = listed_draws(play.refills, turn)
        return play.refills, f"provinces refilled with {refills}; odds by a {turn} are those at its start"
    if draw.bids:
        bids = play.bids or (draw.bids[0],)
        return bids, f"bid and drawn: {listed_draws(bids, turn)}; odds by a {turn} are those after its draw"
    cards = cards_of(draw.each_turn)
    return (draw.each_turn,), f"{cards} at the {draw.when} of each of your turns; odds by a turn are those at its start"


def listed_draws(numbers: tuple[int, ...], what: str) -> str:
    """Return numbers of cards by turn as text: ``3, 2 and then 1 card in each turn``."""
    last = f"{cards_of(numbers[-1])} in each {what}"
    return last if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} and then {last}"


def mid_game(halves: Sequence[DrawnHalf], seen: Sequence[str], in_play: Sequence[str]) -> tuple[DrawnHalf, ...]:
    """Return the halves from which only draws remain, without the cards `seen` and `in_play`.

    Both name cards as ``Name`` or ``2 Name``. Cards in play, or in the hand, count towards a condition; cards seen do
    not. Turns are counted from now on, and their draws belong to them.

    Raises:
        UsageError: when the deck has fewer copies of a card than are named.
    """
    cards = [card for half in halves for card in half.singles]
    held = Counter(cards[place].id for place in places_named(cards, in_play))
    gone = Counter(cards[place].id for place in places_named(cards, (*in_play, *seen)))
    return tuple(_left(half, gone, held) for half in halves)


def _left(half: DrawnHalf, gone: Counter[str], held: Counter[str]) -> DrawnHalf:
    away = sum(gone[card.id] for card, _ in half.cards)
    notes = [f"seen or in play: {away} of {half.size} cards; {half.turn}s are counted from now on"]
    notes.append(f"drawn: {listed_draws(half.a_turn, half.turn)}" if half.a_turn else "no province is refilled")
    return structs.replace(
        half,
        # A card without copies left stays, because a condition may name it.
        cards=tuple((card, count - gone[card.id]) for card, count in half.cards),
        held=tuple((card, held[card.id]) for card, _ in half.cards if held[card.id]),
        begun=True,
        opening=0,
        late=False,
        policy=Policy.NONE,
        rounds=1,
        notes=(*notes, *half.open_lines),
    )


def places_named(cards: Sequence[Card], names: Iterable[str]) -> list[int]:
    """Return the places of the cards that `names` give, each as ``Name`` (one copy) or ``2 Name``.

    Raises:
        UsageError: when there are fewer copies of a card than are named.
    """
    gone: list[int] = []
    for text in names:
        is_name = any(fold(text) in card.folded_names for card in cards)  # It may begin with a number.
        number = None if is_name else _COUNTED.fullmatch(text)
        copies, name = (int(number[1]), number[2]) if number else (1, text)
        key = fold(name)
        every = [place for place, card in enumerate(cards) if key in card.folded_names]
        left = [place for place in every if place not in gone]
        if not every:
            known, otherwise = {card.name for card in cards}, "`deckcheck show DECK` lists its cards"
            raise UsageError(f"no card of the deck is `{name}`", help=did_you_mean(name, known, otherwise))
        if copies > len(left):
            named = len(every) - len(left) + copies
            raise UsageError(f"the deck has {counted(len(every), 'copy')} of `{name}`, but {named} were named")
        # A title alone names the version without experience first.
        gone += sorted(left, key=lambda place: fold(cards[place].name) != key)[:copies]
    return gone
