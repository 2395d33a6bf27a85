"""One pass over a deck: the facts that the rules need, and what its card texts change."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from string import capwords
from typing import TypeVar

from msgspec import Struct, structs

from deckcheck.model.card import Card, matches, may_match
from deckcheck.model.deck import Deck, Entry, Request, Span, grouped
from deckcheck.model.effect import ClansOnly, ClanText, CopyLimitText, Effect, PlayerAlignment, SectionLimit, Uncounted
from deckcheck.model.format import Format
from deckcheck.model.sentences import listed

E = TypeVar("E", bound=Effect)
# The place of a line, usually the line where it was read.
PlaceOf = Callable[[Request], Span]
as_read: PlaceOf = attrgetter("span")


class TextLimit(Struct, frozen=True):
    """At most `max` (None: any number), and the card whose text says so (None: the format's own rule).

    A `question` states the missing fact that decides whether the text applies. `titles` is how many different titles
    may go above the format's own limit (0: all). With `different`, the cards must be of different titles.
    """

    max: int | None
    because: Card | None = None
    question: str = ""
    titles: int = 0
    different: bool = False

    def excess(self, entries: Sequence[Entry]) -> int:
        """Return how many cards of `entries`, the limited ones, are too many."""
        count = sum(entry.count for entry in entries)
        titles = len({entry.card.base_title for entry in entries}) if self.different else count
        return count - min(count, titles, count if self.max is None else self.max)


def texts_in(entries: Iterable[Entry], kind: type[E]) -> Iterator[tuple[Entry, E]]:
    """Yield the texts of one kind on the cards of `entries`, with the entries."""
    return ((entry, effect) for entry in entries for effect in entry.card.effects_of(kind))


def own_copy_text(card: Card) -> CopyLimitText | None:
    """Return the text of a card about its own copies, None without one."""
    return next((effect for effect in card.effects_of(CopyLimitText) if effect.of is None), None)


def named_clans(card: Card) -> set[str]:
    """Return the clans that a card and its texts name."""
    texts = [text for text in card.effects if isinstance(text, ClanText)]
    return {*card.clans, *card.sensei_clans, *(clan for text in texts for clan in text.clans)}


class Placed(Struct, frozen=True, eq=False):
    """A card with the section in which it counts, and `home`, the one that takes its type (None: there is none).

    The two differ only for cards under a header that has a section of its own, such as a sideboard. Of `Placing` there
    is one for each card and header.
    """

    card: Card
    section: str | None
    home: str | None


# Entries, each for a different card, and their places.
PlacedEntries = tuple[tuple[Entry, ...], tuple[Placed, ...]]


class Placing:
    """Where cards count in one format, cached by card and header.

    `by_header` gives the sections that headers have of their own, such as a sideboard, by what the header means.
    """

    def __init__(self, fmt: Format) -> None:
        """Place cards in the sections of `fmt`."""
        self._format = fmt
        self.by_header = {section.header: name for name, section in fmt.sections.items() if section.header}
        self._known: dict[tuple[str, str], Placed] = {}

    def of(self, card: Card, header: str = "") -> Placed:
        """Return where `card` counts under a header that means `header`."""
        found = self._known.get((card.id, header))
        if found is None or found.card is not card:
            home = section_of(card, self._format)
            found = self._known[card.id, header] = Placed(card, self.by_header.get(header, home), home)
        return found

    def placed(self, entries: tuple[Entry, ...]) -> PlacedEntries:
        """Return entries and their places; entries of the same card are joined, except for those placed by a header."""
        by_card = grouped(((entry.card.id, self.under(entry)), entry) for entry in entries)
        cards = tuple([_together(same) for same in by_card.values()])
        return cards, tuple([self.of(same[0].card, header) for (_, header), same in by_card.items()])

    def under(self, entry: Entry) -> str:
        """Return what the header above an entry means if that decides its section, else nothing."""
        return entry.request.section if entry.request.section in self.by_header else ""


def _together(same: list[Entry]) -> Entry:
    """Return the entries of one card as one."""
    first, *more = same
    if not more:
        return first
    others = (*first.others, *(entry.request for entry in more))
    return structs.replace(first, count=sum(entry.count for entry in same), others=others)


class Tally(Struct, eq=False, dict=True):
    """A deck sorted into the sections of a format; `known` are its entries and their places where these are known.

    `cards` has one entry per card, whatever the number of lines that name it; `sections` those of each section,
    in the order of the format; `unplaced` those without a section in the format. They are sorted when a rule first asks
    for any. `place_of` gives the places of lines, and `before` the number of cards above each header, and last of all
    cards, where they are known.
    """

    deck: Deck
    format: Format
    known: PlacedEntries | None = None
    place_of: PlaceOf = as_read
    before: Sequence[int] = ()

    def __post_init__(self) -> None:
        self.cards, self.places = self.known or Placing(self.format).placed(self.deck.entries)

    @property
    def placed(self) -> Iterable[tuple[Entry, Placed]]:
        """The entries with their places, once."""
        return zip(self.cards, self.places, strict=True)

    @cached_property
    def _by_section(self) -> defaultdict[str | None, list[Entry]]:
        """The entries by section."""
        found = defaultdict[str | None, list[Entry]](list)
        for entry, place in self.placed:
            found[place.section].append(entry)
        return found

    @property
    def sections(self) -> dict[str, list[Entry]]:
        """The entries of each section of the format."""
        return {name: self.entries(name) for name in self.format.sections}

    @property
    def unplaced(self) -> list[Entry]:
        """The entries without a section in the format."""
        return self._by_section[None]

    def in_order(self, placed: Iterable[tuple[Entry, Placed]]) -> list[tuple[Entry, Placed]]:
        """Return entries with their places in the order of the sections; entries without a section come last."""
        order = {name: number for number, name in enumerate(self.format.sections)}
        return sorted(placed, key=lambda pair: order.get(pair[1].section or "", len(order)))

    def groups(self, most: Mapping[Placed, float]) -> Iterable[Sequence[tuple[Entry, Placed]]]:
        """Return the entries of each identity key with their places, over all sections.

        Most cards share no key; those that have at most the number of copies in `most` are left out.
        """
        if not self._alike:
            return [[pair] for pair in self.placed if pair[0].count > most[pair[1]]]
        return [group for group in self._alike if group[1:] or group[0][0].count > most[group[0][1]]]

    @cached_property
    def _alike(self) -> Sequence[list[tuple[Entry, Placed]]]:
        """The entries of each identity key with their places; nothing when no two cards share a key."""
        keys = [*chain.from_iterable([entry.card.identity for entry in self.cards])]
        if len({*keys}) == len(keys):
            return ()
        groups = grouped((key, pair) for pair in self.placed for key in pair[0].card.identity)
        return [*groups.values()]

    @cached_property
    def _texts(self) -> list[tuple[Entry, Effect]]:
        return [(entry, effect) for entry in self.cards for effect in entry.card.effects]

    def texts(self, kind: type[E]) -> Iterator[tuple[Entry, E]]:
        """Yield the texts of one kind with the entries of their cards."""
        return ((entry, effect) for entry, effect in self._texts if isinstance(effect, kind))

    def entries(self, section: str) -> list[Entry]:
        """Return the entries of a section; empty when the format has none of that name."""
        return self._by_section[section]

    def at_home(self, section: str) -> list[Entry]:
        """Return the entries of a section, then those of a sideboard whose type belongs to it."""
        elsewhere = [entry for entry, place in self.placed if place.home == section != place.section]
        return [*self.entries(section), *elsewhere]

    def lines_for(self, missing: int) -> tuple[Request, ...]:
        """Return the lines that may be the `missing` cards; remarks only if unrecognised lines are too few."""
        unresolved = self.deck.unresolved
        if sum(line.possible for line in unresolved) < missing:
            return self.deck.open_lines
        return tuple(line.request for line in unresolved)

    def may_hold(self, section: str) -> bool:
        """Return whether an unrecognised line may be the card of `section`, which has no recognised card."""
        return section in self.format.sections and not self.entries(section) and bool(self.deck.open_lines)


def copy_limit(tally: Tally, card: Card, base: int) -> TextLimit:
    """Return how many copies of `card` are allowed if the format says `base`.

    A card's own text replaces the format's number, above or below; a text about a class of cards can only
    raise it.
    """
    if own := own_copy_text(card):
        return TextLimit(own.max, card)
    limit = TextLimit(base)
    for entry, effect in tally.texts(CopyLimitText):
        if effect.of is None or not may_match(effect.of, card):
            continue
        if effect.max is None or (limit.max is not None and effect.max > limit.max):
            question = "" if matches(effect.of, card) else effect.question or "does the text mean this card?"
            limit = TextLimit(effect.max, entry.card, question, effect.titles)
    return limit


def section_limit(tally: Tally, section: str, base: int, entries: Sequence[Entry]) -> TextLimit:
    """Return the maximum of `section`, which has `entries`, if the format says `base`.

    That is the limit which fits the entries best, of that of the format and those of card texts; of equal ones the
    highest.
    """
    texts = [(entry.card, effect) for entry, effect in tally.texts(SectionLimit) if effect.section == section]
    limits = [
        TextLimit(effect.max, card, effect.question, different=effect.different)
        for card, effect in texts
        if effect.max > base
    ]
    return min([TextLimit(base), *limits], key=lambda limit: (limit.excess(entries), -(limit.max or 0)))


def toward_minimum(tally: Tally, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries whose cards count toward the minimum size of their deck."""
    texts = [*tally.texts(Uncounted)]

    def is_counted(card: Card) -> bool:
        return not any(
            source.card.id == card.id if effect.of is None else matches(effect.of, card) for source, effect in texts
        )

    return [entry for entry in entries if is_counted(entry.card)] if texts else [*entries]


def own_clans(tally: Tally, stronghold: str, bought: str = "") -> frozenset[str] | None:
    """Return the clans that the cards in a section give the deck: None without such cards, empty when unaligned.

    Where the cards of a deck name the clan, those in the sideboard do, too. If all of them are neutral, the player
    chooses (Rules Reference 16, "Deckbuilding, skirmish format"): the clan is the one that may have the most cards of
    the section `bought`, and among those the one whose cards would cost the most influence.
    """
    by_player = is_chosen(tally.format, stronghold)
    entries = tally.at_home(stronghold) if by_player else tally.entries(stronghold)
    own = frozenset(clan for entry in entries for clan in entry.card.clans) if entries else None
    if own is None or own or not bought or not by_player:
        return own
    aligned = [entry for entry in tally.at_home(bought) if entry.card.clans]

    def preference(clan: str) -> tuple[int, int]:
        mine = (entry for entry in aligned if clan in entry.card.clans)
        taken = sum(_may_have(clan, entry.card) for entry in aligned)
        return taken, sum((entry.card.influence or 0) * entry.count for entry in mine)

    clans = sorted({clan for entry in aligned for clan in entry.card.clans})
    return frozenset([max(clans, key=preference)]) if clans else own


def _may_have(clan: str, card: Card) -> bool:
    """Return whether a deck of a clan may have an aligned card that influence may buy."""
    is_for_it = all(clan in effect.clans for effect in card.effects_of(ClansOnly))
    return is_for_it and (clan in card.clans or card.influence is not None)


def is_off_clan(card: Card, own: frozenset[str] | None) -> bool:
    """Return whether a card belongs to clans that are none of `own`; without a Stronghold (None) nothing does."""
    return own is not None and bool(card.clans) and own.isdisjoint(card.clans)


def names_clan(here: Placed, fmt: Format, section: str) -> bool:
    """Return whether a card of `section` names the clan: those in a sideboard do where the deck's own cards do."""
    return (here.home if is_chosen(fmt, section) else here.section) == section


def is_chosen(fmt: Format, section: str) -> bool:
    """Return whether the player chooses the clan of a deck that has only neutral cards in `section`.

    That is so where the cards that decks draw name the clan.
    """
    return any(drawn.name == section for drawn in fmt.draws)


def can_be_bought(here: Placed, section: str) -> bool:
    """Return whether influence can buy a card for a deck of another clan: one of `section` with a clan and a cost."""
    return here.home == section and bool(here.card.clans) and here.card.influence is not None


def clan_names(clans: Iterable[str], known: Iterable[str] = ()) -> str:
    """Return clans as text: ``Brotherhood of Shinsei and Crab``; ``no clan`` when there are none.

    With `known`, the clans of a format, leave out others beside them: cards print words such as Ninja or Fire there.
    """
    named = sorted(set(clans).intersection(known) or clans)
    return listed(capwords(clan).replace(" Of ", " of ") for clan in named) or "no clan"


def alignment_of(clans: Iterable[str]) -> dict[str, str]:
    """Return the message data about the clans of a Stronghold: ``is Crab``, or ``has no clan``."""
    own = clan_names(clans)
    return {"own": own, "stronghold": f"is {own}" if any(clans) else f"has {own}"}


def given_alignments(tally: Tally) -> frozenset[str]:
    """Return the alignments that card texts give the deck's player."""
    return frozenset(clan for _, effect in tally.texts(PlayerAlignment) for clan in effect.clans)


def section_of(card: Card, fmt: Format) -> str | None:
    """Return the name of the section of `fmt` that takes `card` for its type, None when there is none."""
    return next((n for n, s in fmt.sections.items() if not s.header and matches(s.select, card)), None)
