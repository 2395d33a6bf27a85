"""The parts of a rule.

A table of rules has the typed parameters, messages and limit of each rule, and their manual pages in a text file beside
it. `RULES` puts them together; `deckcheck.rules` registers them.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from inspect import cleandoc
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, Request, summed
from deckcheck.model.finding import BEARING, Severity
from deckcheck.model.format import Format
from deckcheck.model.sentences import first_of, plural
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Placed, Tally, own_clans

# The help if unrecognised lines leave a verdict open.
FIX_LINES = "fix the unrecognised lines first; the verdict depends on them"
HEADINGS = ("What it checks", "Why", "Illegal", "Legal")


class RuleParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of a rule, as format files give them."""


class NoParams(RuleParams, frozen=True):
    """Parameters of a rule that has none."""


class ClanParams(RuleParams, frozen=True):
    """`section`: the cards that must fit the clan; `stronghold`: the section that names the clan."""

    section: str
    stronghold: str


class Message(Struct, frozen=True):
    """A message template: `text` names the problem, `help` the remedy, both with ``{names}`` of the data.

    `standing` is the word for the legality of the card, where that of the rule does not fit.
    """

    text: str
    help: str = ""
    severity: Severity = Severity.ERROR
    standing: str = ""


# Messages that are not errors.
undecided = partial(Message, severity=Severity.UNDECIDED)
warning = partial(Message, severity=Severity.WARNING)
note = partial(Message, severity=Severity.NOTE)


def over(text: str, help: str) -> dict[str, Message]:
    """Return the messages of a rule with one message, which is an error: `text` under "over"."""
    return {"over": Message(text, help)}


def or_open(key: str, text: str, help: str, unread: str) -> dict[str, Message]:
    """Return the messages of a problem, and of the same one where unrecognised lines leave it open.

    The first is `text` under `key`, the other `unread` under "open", followed by these lines.
    """
    return {key: Message(text, help), "open": undecided(f"{unread}. {{lines}} {{did}}.", FIX_LINES)}


# The clans of a deck: empty for an unaligned one, and None without a card that names them.
Clans = frozenset[str]
Own = Clans | None
# What a limit finds about one card: the key of a message, and its data besides the name of the card.
Said = tuple[str, dict[str, Any]]
# The numbers of a deck by the keys of a limit, only those above 0.
Counts = Mapping[Any, int]


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(dict[K, V]):
    """A dictionary that computes missing values on demand and empties itself when it is full."""

    def __init__(self, make: Callable[[K], V], most: int = 100_000) -> None:
        """Compute values with `make`; a look-up raises what `make` raises."""
        super().__init__()
        self._make, self._most = make, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value


class Problem(Struct, frozen=True):
    """One problem that a rule found: the key of its message, its data and its lines."""

    message: str
    data: dict[str, Any] = {}
    entries: tuple[Entry, ...] = ()
    requests: tuple[Request, ...] = ()


class Limit(Struct, eq=False, kw_only=True, dict=True):
    """What a rule limits in one format; each kind of limit declares it by its fields.

    `stronghold` is the section whose cards name the deck's clans, and `bought` that of the cards which influence buys,
    where the limit depends on them. Only cards with one of the `texts`, kinds of card texts, can concern the limit
    (empty: any card can). `caps` says that rows limit copies, and `remarks` that warnings and notes about a card speak
    against bringing it in. `bearing` are the messages that make a deck illegal or undecided. `of_sizes` says that the
    numbers which `exceeded` needs are those of the cards by section; these need no `counters`. `largest` is the highest
    number that one copy adds to one of `counters`.
    `lifted_by` are the kinds of texts with which another card may make legal what the limit finds.
    """

    caps: ClassVar[bool] = False
    largest: ClassVar[int] = 1
    lifted_by: ClassVar[tuple[type, ...]] = ()

    stronghold: str = ""
    bought: str = ""
    texts: tuple[type, ...] = ()
    remarks: bool = False
    of_sizes: bool = False
    bearing: frozenset[str] = frozenset()

    def concerns(self, here: Placed, own: Own) -> bool:
        """Return whether the limit is checked for every deck of these clans that has the card, one with its `texts`.

        The answer differs only between decks of clans that the card or its texts name and other decks, and for several
        clans it is true only where it is for one of them.
        """
        return False

    def alone(self, here: Placed) -> int | None:
        """Return how many copies of `card` a deck without any other card may have (None: any number)."""
        return None

    def keys(self, here: Placed) -> Iterable[str]:
        """Return the keys of a card; its copies count together with those of cards that share a key.

        The limit is checked for decks with more of them than `alone` gives for any of these cards.
        """
        return ()

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        """Return what one copy of a card adds to the numbers of a deck: whole numbers from 0."""
        return ()

    def counts_in(self, key: Any, own: Own) -> bool:  # noqa: ANN401 - each limit has keys of its own
        """Return whether the numbers of a key matter in decks of these clans."""
        return True

    def exceeded(self, counts: Counts) -> bool:
        """Return whether the limit is checked for decks with these numbers."""
        return False

    def problems(self, tally: Tally) -> Iterator[Problem]:
        """Yield every problem of a deck."""
        raise NotImplementedError

    def rows(self, model: Model, rule: str) -> None:
        """Demand, in the name of `rule`, that the copies in `model` have no problem that makes a deck illegal."""

    def own(self, tally: Tally) -> Own:
        """Return the clans of a deck."""
        return own_clans(tally, self.stronghold, self.bought)


class BoughtLimit(Limit):
    """A limit on the cards that influence buys; those of equal clans share a counter, whose key is the clans."""

    params: ClanParams

    def __post_init__(self) -> None:
        self.stronghold, self.bought = self.params.stronghold, self.params.section

    def counts_in(self, key: str | tuple[str, ...], own: Own) -> bool:
        return isinstance(key, str) or (own is not None and own.isdisjoint(key))


class Free(Limit):
    """A limit with a `check` of its own; `demand` applies it to repairs.

    It cannot fire without a card that has one of the `texts` and that `concerned` accepts.
    """

    check: Callable[[Tally], Iterator[Problem]]
    demand: Callable[[Model, str], None] = lambda *_: None
    concerned: Callable[[Placed, Own], object] = lambda *_: True

    def concerns(self, here: Placed, own: Own) -> bool:
        return bool(self.concerned(here, own))

    def problems(self, tally: Tally) -> Iterator[Problem]:
        return self.check(tally)

    def rows(self, model: Model, rule: str) -> None:
        self.demand(model, rule)


class ReadingRule(Limit):
    """A rule about how a list was read; it checks every deck that was not read without doubt.

    With `of_headers`, it looks only at headers and the numbers of cards below them.
    """

    check: Callable[[Tally], Iterator[Problem]]
    of_headers: bool = False

    def problems(self, tally: Tally) -> Iterator[Problem]:
        return self.check(tally)


class Day(NamedTuple):
    """A day on which something changes; `admits`: it can make decks legal, or end that (False), or either (None).

    `when` is set if the day is unknown: the interval that contains it.
    """

    day: str
    what: str
    admits: bool | None
    when: str = ""


# When the legality of a card in a format changes by a rule with these parameters.
Days = Callable[[Card, Format, Any], Iterator[Day]]
# Whether a rule with these parameters forbids a card to every deck of a format.
Forbids = Callable[[Card, Format, Any], object]
# Gives the limit of a rule in a format with these parameters.
Declare = Callable[[Any, Format], Limit]


def reading(check: Callable[[Tally], Iterator[Problem]], *, of_headers: bool = False) -> Declare:
    """Return the function that gives the limit of a rule about how a list was read."""
    return lambda _, __: ReadingRule(check, of_headers=of_headers)


class Rule(Struct, frozen=True, dict=True):
    """A rule.

    `name` is that of the problem, such as ``too-many-copies``.
    `always`: it is about the deck file or the day of the check, and applies in every format, although none names it.
    `of_format` says that findings may mean that the deck is of another format, `of_readings` that they are about lines
    with several readings. `value` is the parameter whose place a finding shows as the one where the limit was set.
    `limit` gives what the rule limits. Where that is single cards, whatever the clan, `standing` is the word for the
    legality of a card with an error, and `days` gives the days on which that changes. `forbids` returns whether a rule
    that depends on clan or role forbids a card to every deck.
    """

    name: str
    messages: dict[str, Message]
    limit: Declare
    params: type[Any] = NoParams
    value: str = ""
    always: bool = False
    of_format: bool = False
    of_readings: bool = False
    standing: str = ""
    days: Days | None = None
    forbids: Forbids | None = None

    @cached_property
    def manual(self) -> str:
        """The manual page, which begins ``C001 too-many-copies: more copies of ...``."""
        return _manuals()[self.name]

    @cached_property
    def code(self) -> str:
        """The code, such as ``C001``, which never changes or returns."""
        return self.manual.partition(" ")[0]

    @cached_property
    def summary(self) -> str:
        """What the rule finds, in one sentence."""
        said = self.manual.partition("\n")[0].partition(": ")[2]
        return said[:1].upper() + said[1:]

    def limit_in(self, fmt: Format, params: Any) -> Limit:  # noqa: ANN401 - each rule has parameters of its own
        """Return what the rule limits in a format with these parameters."""
        limit = self.limit(params, fmt)
        limit.bearing = frozenset(key for key, message in self.messages.items() if message.severity in BEARING)
        return limit

    @property
    def page(self) -> dict[str, str]:
        """The manual page by heading."""
        parts = re.split(rf"^({'|'.join(HEADINGS)})\n", cleandoc(self.manual), flags=re.MULTILINE)
        return {head: cleandoc(body) for head, body in zip(parts[1::2], parts[2::2], strict=True)}


@cache
def _manuals() -> dict[str, str]:
    """Return the manual pages of all rules by their names: those of the text file beside each table."""
    texts = (path.read_text("utf-8") for path in Path(__file__).with_name("catalogue").glob("*.txt"))
    pages = (page for text in texts for page in text.split("\n\n\n"))
    return {page.partition(": ")[0].partition(" ")[2]: page for page in pages}


def waiting(tally: Tally, missing: int = 1) -> dict[str, str]:
    """Return the message data with the lines that may be `missing` cards, empty without such lines.

    Requests without a line (0) are given by name, and so are several requests on one line.
    """
    requests = tally.lines_for(missing)
    if not requests:
        return {}
    lines = list(dict.fromkeys(str(request.span.line) for request in requests if request.span.line))
    names = [f"`{request.name}`" for request in requests]
    return {
        "lines": f"{plural(len(lines), 'Line')} {shortened(lines)}" if len(lines) == len(names) else shortened(names),
        "did": f"{plural(len(requests), 'is', 'are')} not recognised",
    }


def unless_held(tally: Tally, section: str, data: dict[str, Any], entries: Iterable[Entry]) -> Problem:
    """Return the problem of `entries`: "open" if an unrecognised line may be the card of a section, else "over"."""
    if tally.may_hold(section):
        return Problem("open", data | waiting(tally), tuple(entries), tally.lines_for(1))
    return Problem("over", data, tuple(entries))


def shortened(items: Sequence[str]) -> str:
    """Return the first few of `items` as text, with dots where there are more."""
    return first_of(items, 6)


def lacking(tally: Tally, missing: int, data: dict[str, Any], entries: tuple[Entry, ...]) -> Problem:
    """Return the problem that cards which `entries` require are `missing`: "short", or "open" with unrecognised lines.

    These count as possible cards, so a typing error never makes a deck illegal.
    """
    data = data | waiting(tally, missing)
    if missing > tally.deck.possible:
        return Problem("short", data, entries)
    return Problem("open", data, entries, tally.lines_for(missing))


def total(entries: Iterable[Entry]) -> int:
    """Return the number of cards in `entries`."""
    return sum([entry.count for entry in entries])


def listing(entries: Iterable[Entry]) -> str:
    """Return the cards of `entries` as text: each name once, with its count where it is more than one."""
    counts = summed((entry.card.name, entry.count) for entry in entries)
    return ", ".join(f"{count} `{name}`" if count > 1 else f"`{name}`" for name, count in counts.items())
