"""Replace unrecognised names in a draft by names of cards, and change nothing else."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from deckcheck.build.editing.draft import Draft
from deckcheck.decks.lines import LINE_END, is_in_structure, lines_of
from deckcheck.decks.resolve import similar_names
from deckcheck.decks.resolve.lookup import Match, Several, find, full_name, means
from deckcheck.decks.resolve.readings import Reading, readings
from deckcheck.decks.words.counts import says_number
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Span, Unresolved
from deckcheck.model.errors import OutputError
from deckcheck.model.names import fold, split_bracket
from deckcheck.model.pool import Pool

_SHORT = 8


class Option(Struct, frozen=True):
    """A card that a line may mean: `name` identifies it for people, `written` is the text for the file.

    `near` tells whether it is a few keystrokes from the text of the line.
    """

    name: str
    written: str
    card: Card
    legal: bool
    near: bool


class OpenLine(Struct, frozen=True):
    """An unrecognised line, and the options for its name.

    `key` identifies it in the fixed file, by its line and its place there. For a line with options, `start` and `end`
    are the place of its name in the text. `why` is the problem, `several` tells whether it fits several cards. `longer`
    are the names of the pool, in small letters, that begin with its name.
    """

    key: tuple[int, int]
    request: Request
    why: str
    several: bool = False
    start: int = 0
    end: int = 0
    options: tuple[Option, ...] = ()
    longer: tuple[str, ...] = ()

    @property
    def sure(self) -> Option | None:
        """The option to take without asking: the only near card, if it is legal in the format.

        There is none when the text may be the beginning of another name.
        """
        near = [] if self.several else [option for option in self.options if option.near]
        if len(near) != 1 or not near[0].legal:
            return None
        title = _bare(near[0].name).title.casefold()
        return near[0] if all(each.startswith(title) for each in self.longer) else None


class NameChoice(Struct, frozen=True):
    """An open line and the text to write there."""

    line: OpenLine
    option: Option


def open_lines(draft: Draft) -> tuple[OpenLine, ...]:
    """Return the unrecognised lines of the draft with their options."""
    deck, text = draft.deck, draft.text
    starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    keys = _keys(deck.raw)
    is_inside = is_in_structure(deck.raw, text)
    lines = []
    for line in deck.unresolved:
        request = line.request
        start = -1 if request.bad_count or is_inside else _place(request, text, starts)
        options = () if start < 0 else _all_options(line, draft)
        lines.append(
            OpenLine(
                key=keys.get((request.span, request.written), (-request.span.line, 0)),  # Facts are not requests.
                request=request,
                why=_why(line, start),
                several=bool(line.candidates),
                start=start,
                end=start + len(request.name),
                options=options,
                longer=_longer(request.name, draft.pool),
            )
        )
    return tuple(lines)


def fix_names(draft: Draft, choices: Iterable[NameChoice]) -> tuple[Draft, tuple[NameChoice, ...]]:
    """Return the draft with the chosen names, and the choices that could not be used.

    A choice is used only when the line then reads as that card with the same number of copies.
    """
    wanted = list(choices)
    used = wanted if draft.raw.is_list else _without_doubles(wanted, draft.raw)
    while used:
        try:
            new = draft.reread(_exchanged(draft, used))
        except OutputError:
            break
        good = _as_meant(used, new.deck)
        if len(good) == len(used):
            return new, tuple(choice for choice in wanted if choice not in used)
        used = good
    return draft, tuple(wanted)


def with_remarks(draft: Draft, lines: Iterable[OpenLine]) -> Draft:
    """Return the draft with `lines` as comments.

    It stays unchanged if the syntax of the list has no mark for comments, or if the list would be read differently.
    """
    numbers = {line.request.span.line for line in lines}
    parts = enumerate(lines_of(draft.text), 1)
    try:
        new = draft.reread(draft.encoded("".join(f"# {part}" if at in numbers else part for at, part in parts)))
    except OutputError:
        return draft
    is_less = len(new.deck.unresolved) == len(draft.deck.unresolved) - len(numbers)
    return new if is_less and new.deck.contents.items() <= draft.deck.contents.items() else draft


def _exchanged(draft: Draft, choices: Iterable[NameChoice]) -> bytes:
    """Return the file of the draft with the chosen names and no other change."""
    text, done = draft.text, 0
    parts: list[str] = []
    for choice in sorted(choices, key=lambda choice: choice.line.start):
        parts += [text[done : choice.line.start], choice.option.written]
        done = choice.line.end
    return draft.encoded("".join([*parts, text[done:]]))


def _keys(raw: RawDeck) -> dict[tuple[Span, str], tuple[int, int]]:
    """Return the lines of requests and their places there, which stay the same; a structure counts as one line.

    They are by the span and the text of the request.
    """
    lines = groupby(raw.requests, key=lambda request: request.span.line if raw.is_list else 0)
    return {(request.span, request.written): (line, at) for line, group in lines for at, request in enumerate(group)}


def _why(line: Unresolved, start: int) -> str:
    """Return the problem of a line whose name is at `start` (-1: it cannot be replaced)."""
    if line.request.bad_count:
        wrong = "is not a number of copies" if line.request.name else "has no name"
        return f"`{line.request.bad_count}` {wrong}"
    name = f"`{line.request.name}`"
    unnamed = f"`{line.shown}` is not recognised: {line.why}" if line.why else f"no card is called {name}"
    why = f"{name} may be several cards" if line.candidates else unnamed
    return why if start >= 0 else f"{why}; the name cannot be replaced in its place"


def _place(request: Request, text: str, starts: list[int]) -> int:
    """Return the position of the name in `text`; -1 when the name was shortened or contains escapes."""
    span = request.span
    first = starts[span.line - 1]
    return text.find(request.name, first + span.column - 1, first + span.end_column - 1)


def _all_options(line: Unresolved, draft: Draft) -> tuple[Option, ...]:
    """Return the cards that a line may mean, each once, without the one that it names already.

    Such a line is unrecognised for another reason, as a comment beside it.
    """
    names = line.candidates or line.suggestions
    if not names and draft.raw.syntax == "json":
        # An id as a name: without the number of the pack, with spaces.
        title = re.sub(r"[-_]", " ", re.sub(r"^[0-9]+-", "", line.request.name))
        names = similar_names(title, draft.pool, draft.format)
    options: dict[str, Option] = {}
    for name in names:
        for option in _options(name, line.request, draft):
            is_new = fold(option.written) != fold(line.request.name)
            if is_new and (option.near or option.card.id not in options):
                options[option.card.id] = option
    return tuple(options.values())


def _options(name: str, request: Request, draft: Draft) -> Iterator[Option]:
    """Yield the cards that `name` means in the format, each by an unambiguous name."""
    fmt, pool = draft.format, draft.pool
    found = find(name, request, fmt, pool)
    names = [full_name(card, found.cards, pool) for card in found.cards] if isinstance(found, Several) else [name]
    for each in names:
        one = find(each, request, fmt, pool)
        if isinstance(one, Match):
            by_id = _nearest_id(request.name, one.card) if draft.raw.syntax == "json" else ""
            written = by_id or _written(each, one.card, request, draft)
            yield Option(each, written, one.card, fmt.allows(one.card), _is_near(request.name, by_id or each))


def _longer(name: str, pool: Pool) -> tuple[str, ...]:
    title = _bare(name).title.casefold()
    begun = (title, re.sub(r"[-_]", " ", title))  # Ids have other signs.
    return tuple(each for each in pool.spellings() if each.startswith(begun))


def _nearest_id(written: str, card: Card) -> str:
    """Return the id of `card`, with or without the number of the pack, whichever is closer to the written text."""
    from rapidfuzz.distance import DamerauLevenshtein

    return min((card.id, *card.aliases), key=lambda name: DamerauLevenshtein.distance(written, name))


def _written(name: str, card: Card, request: Request, draft: Draft) -> str:
    """Return the text to write for `card`: with the level and set of the line, where they fit."""
    title = _bare(request.name).title
    forms = [_bare(name).title + request.name[len(title) :]] if title != request.name else []
    if split_bracket(name)[1] is None:
        forms.append(name + request.name[len(split_bracket(request.name)[0]) :])
    return next((form for form in forms if means(form, card, request, draft.format, draft.pool)), name)


def _bare(name: str) -> Reading:
    """Return the reading with the level and everything in brackets split off."""
    return min(readings(name), key=lambda reading: len(reading.title))


def _is_near(written: str, name: str) -> bool:
    """Return whether `name` is at most a few keystrokes from `written`, with the same level and digits.

    Those are two, but one in a short title or word: two in the short word of a person's name make another person.
    """
    this, other = _bare(written), _bare(name)
    if this.experience != other.experience or _digits(this.title) != _digits(other.title):
        return False
    words, other_words = this.title.split(), other.title.split()
    pairs = zip(words, other_words, strict=True) if len(words) == len(other_words) else ()
    return all(_are_near(fold(one), fold(two)) for one, two in ((this.title, other.title), *pairs))


def _are_near(written: str, name: str) -> bool:
    from rapidfuzz.distance import DamerauLevenshtein

    most = 1 if len(written) < _SHORT else 2
    return DamerauLevenshtein.distance(written, name, score_cutoff=most) <= most


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _without_doubles(choices: list[NameChoice], raw: RawDeck) -> list[NameChoice]:
    """Return the choices that do not duplicate a key of a map."""
    keys = {request.name for request in raw.requests}
    first: dict[str, NameChoice] = {}
    for choice in choices:
        first.setdefault(choice.option.written, choice)
    return [choice for key, choice in first.items() if key not in keys]


def _as_meant(choices: list[NameChoice], fixed: Deck) -> list[NameChoice]:
    """Return the choices that read as the chosen card, with the line's earlier number of copies."""
    keys = _keys(fixed.raw)
    entries = {keys.get((entry.request.span, entry.request.written)): entry for entry in fixed.named}
    return [choice for choice in choices if _is_meant(choice, entries.get(choice.line.key))]


def _is_meant(choice: NameChoice, entry: Entry | None) -> bool:
    request, card = choice.line.request, choice.option.card
    if entry is None or entry.count != request.count:
        return False
    if not request.counted and says_number(_bare(request.name).title) and not says_number(choice.option.written):
        return False  # The "3" of "Stel on Steel 3" may be the number of copies.
    return entry.card.id == card.id or entry.replaced_by_soul == card.name
