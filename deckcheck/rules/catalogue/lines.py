"""The rules about how the lines of a list were read.

``lines.txt`` beside this module has their manual pages.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import accumulate, product

from deckcheck.model.deck import (
    AROUND,
    BESIDE,
    DIFFERS,
    OF_EACH,
    OUTSIDE,
    PRAISED,
    REMARKED,
    Deck,
    Entry,
    Header,
    LineClass,
    Request,
    Unresolved,
    grouped,
)
from deckcheck.model.format import Format
from deckcheck.model.limits import how_to_raise
from deckcheck.model.names import fold, strange_letters, unseen
from deckcheck.model.sentences import listed, plural, quoted
from deckcheck.rules.base import Problem, Rule, listing, note, reading, shortened, undecided, warning
from deckcheck.rules.tally import Tally


def _unknown(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for each line that matches no card, or contains more than a card."""
    lists = _listed(tally.format) if tally.deck.unresolved else {}
    for line in tally.deck.unresolved:
        if not (line.readings or line.request.bad_count):
            key, data = _of_line(line, lists)
            yield Problem(key, data, requests=(line.request,))


def _of_line(line: Unresolved, lists: Mapping[str, str]) -> tuple[str, dict[str, object]]:
    """Return the message about an unknown line, and its data."""
    data: dict[str, object] = {"name": line.request.name, "suggestions": list(line.suggestions)}
    if line.column:
        return "column", data | {"column": line.column}
    if named := lists.get(fold(line.request.name)):
        return "listed", {"name": line.request.name, "list": named}
    if line.suggestions:
        data["meant"] = quoted(line.suggestions, "or")
    if line.why:
        data |= {"line": line.shown, "why": line.why}
        known = _OF_REASONS.get(line.why) or ("heading" if line.request.section == OUTSIDE else "")
        return known or ("doubt-near" if line.suggestions else "doubt"), data
    strange = [*strange_letters(line.request.name), *unseen(line.request.name)]
    data |= {"strange": shortened(strange)} if strange else {}
    return ("near" if line.suggestions else "far") + ("-strange" if strange else ""), data


# How many characters of a line a message shows, if it shows several.
_LONGEST = 60


def _begin(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _listed(fmt: Format) -> dict[str, str]:
    """Return the names of the lists of the format that name cards missing from the pool, by the folded titles."""
    lists = (each.cards for each in fmt.provisions if each.cards)
    return {fold(slug): cards.name for cards in lists for slug in cards.unknown_cards}


_MEANT = "did you mean {meant}? `deckcheck deck names` can write it in a deck file"
_CORRECT = "correct the name, or mark the line with #"
_STRANGE = "no card is called `{name}`; no card title contains {strange}"
_DOUBT = "`{line}` is not recognised: {why}"
_OF_REASONS = {REMARKED: "remarked", DIFFERS: "differs", BESIDE: "beside"}


_UNKNOWN = {
    "near": undecided("no card is called `{name}`", _MEANT),
    "far": undecided("no card is called `{name}`", _CORRECT),
    "listed": undecided(
        "the card pool has no facts about `{name}`, which the {list} names",
        "ask a judge what the card requires of the deck",
    ),
    "doubt": undecided(_DOUBT, "write one card per line: `3 NAME`; mark a remark with #"),
    "doubt-near": undecided(_DOUBT, "write one card per line: `3 NAME`; did you mean {meant}?"),
    "remarked": undecided(_DOUBT, "write the card as it is in the deck, and remove or reword the comment"),
    "beside": undecided(_DOUBT, "remove the text beside it if the deck has the card in this number"),
    "differs": undecided(_DOUBT, "make the list match the deck, and remove or reword this line"),
    "column": undecided(
        "cannot tell whether `{name}` has its number of copies in the column {column}",
        "call it `Copies` if it does; otherwise add a column with this name",
    ),
    "heading": undecided(_DOUBT, "write `Deck` or `Maybeboard` above these cards, or remove the line"),
    "near-strange": undecided(_STRANGE, _MEANT),
    "far-strange": undecided(_STRANGE, _CORRECT),
}


def _ambiguous(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for each line that can be read in several ways."""
    for line in tally.deck.unresolved:
        if not line.readings:
            continue
        ways = [_words(reading) for reading in line.readings] if line.why else [f"`{name}`" for name in line.candidates]
        hangs = ", ".join(f"{verdict} as {way}" for way, verdict in zip(ways, line.verdicts, strict=False))
        cards = [entry.card for reading in line.readings for entry in reading]
        souls = {key: card for card in cards if card.soul_of for key in card.identity[1:]}
        named = [souls[card.identity[0]] for card in cards if card.identity[0] in souls]
        data = {
            "name": line.request.written if line.why else line.request.name,
            "candidates": list(line.candidates),
            "names": listed(ways, "or"),
            "hangs": f" ({hangs})" if hangs else "",
            "doubt": (_BY_SUBTITLE if named[0].is_soul_by_subtitle else _SOUL) if named else "",
        }
        key = ("number" if line.why else "several") + ("-same" if len(set(line.verdicts)) == 1 else "")
        yield Problem(key, data, requests=(line.request,))


def _words(reading: tuple[Entry, ...]) -> str:
    return ", ".join(f"{entry.count} `{entry.card.name}`" for entry in reading) or "a heading"


_SOUL = '; no rulebook of the arc says whether an older card may stand for its "Soul of" card'
_BY_SUBTITLE = "; no rulebook says whether an older card may stand for one that names it in its subtitle only"
_AMBIGUOUS = {
    "several": undecided("`{name}` can mean {names}{hangs}{doubt}", "write the full name of the card"),
    "several-same": note("`{name}` can mean {names}; the verdict is the same"),
    "number": undecided("`{name}` can mean {names}{hangs}", "write the number in front of the name"),
    "number-same": note("`{name}` can mean {names}; the verdict is the same"),
}


def _read_as(tally: Tally) -> Iterator[Problem]:
    """Yield a note for each line that was read as something."""
    told = ("", PRAISED)
    read = (entry for entry in tally.deck.entries if entry.replaced_by_soul or entry.inexact not in told)
    for request, entries in grouped((entry.request, entry) for entry in read).items():
        entry = entries[0]
        data = {"name": request.name, "card": entry.card.name}
        if len({each.card.id for each in entries}) > 1:
            said = {"name": request.written, "cards": listing(entries), "reason": entry.inexact}
            yield Problem("several", said, tuple(entries))
        elif entry.replaced_by_soul:
            yield Problem("soul", {**data, "older": entry.replaced_by_soul}, (entry,))
        elif entry.inexact in (AROUND, OF_EACH):
            about_line = {"name": request.written, "count": entry.count, "reason": entry.inexact}
            yield Problem("line", {**data, **about_line}, (entry,))
        else:
            is_exact = entry.card.name == entry.request.name and not unseen(entry.request.written)
            yield Problem("any" if is_exact else "read", {**data, "reason": entry.inexact}, (entry,))


_READ_AS = {
    "read": note("`{name}` was read as `{card}`: {reason}"),
    "line": note("`{name}` was read as `{count} {card}`: {reason}"),
    "several": note("`{name}` was read as {cards}: {reason}"),
    "any": note("`{name}` names more than one card: {reason}"),
    "soul": note('`{name}` was read as `{card}`, the "Soul of" card that is legal here'),
}


_DECKS = ("dynasty", "fate", "conflict")


def _misplaced(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each card under a wrong header."""
    for entry in tally.deck.entries:
        wanted, deck = entry.request.section, entry.card.deck
        if wanted in _DECKS and deck in _DECKS and deck != wanted:
            data = {"card": entry.card.name, "deck": deck.title(), "header": entry.request.header}
            yield Problem("other", data, (entry,))


_MISPLACED = {"other": warning("`{card}` is a {deck} card but is listed under `{header}`", "counted as a {deck} card")}


def _passed_over(tally: Tally) -> Iterator[Problem]:
    """Yield one note for each class of lines, with their text; one for the comments that certainly mean no card."""
    groups = grouped(((line.kind, line.is_remark), line) for line in tally.deck.left_out)
    for kind, is_remark in product(LineClass, (False, True)) if groups else ():
        if lines := groups.get((kind, is_remark)):
            texts = [_begin(line.text) for line in lines]
            numbers = [line.span.line for line in lines]
            data = {
                "kind": kind.value,
                "count": len(lines),
                "lines": numbers,
                "texts": [line.text for line in lines],
                "shown": shortened([f'line {at}: "{text}"' for at, text in zip(numbers, texts, strict=True)]),
                "word": plural(len(lines), "line"),
            }
            requests = tuple(Request(name=line.text, count=0, span=line.span) for line in lines)
            alone = {"line": lines[0].span.line, "text": texts[0]} if len(lines) == 1 else {}
            message = ("one" if alone else "over") + "-remark" * is_remark
            yield Problem(message, data | alone, requests=requests)


_AS_IN_DECK = "if a comment changes the deck, write the card as it is in the deck"
_PASSED_OVER = {
    "over": note("{count} {word} were not counted as cards ({kind}): {shown}", "check that no card is missing"),
    "one": note('line {line} was not counted as a card ({kind}): "{text}"', "write it as `3 NAME` if it is a card"),
    "over-remark": note("{count} comments are read as remarks, which change no card: {shown}", _AS_IN_DECK),
    "one-remark": note('the comment "{text}" in line {line} is read as a remark: it changes no card', _AS_IN_DECK),
}


def _bad_counts(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for each such line."""
    for line in tally.deck.unresolved:
        if line.request.bad_count:
            written, most = line.request.bad_count, tally.deck.raw.limits.copies
            data = {"written": written, "name": line.request.name, "most": most}
            is_many = written.isdecimal() and int(written) > most
            message = "alone" if not line.request.name else "many" if is_many else "bad"
            yield Problem(message, data, requests=(line.request,))


_BAD_COUNTS = {
    "bad": undecided(
        "`{written}` copies of `{name}`; the number must be from 1 to {most}",
        "correct the number or remove the line",
    ),
    "many": undecided(
        "`{written}` copies of `{name}`; the limit is {most}", f"correct the number; {how_to_raise('copies')}"
    ),
    "alone": undecided("the card name after `{written}` is missing", "add the name or remove the line"),
}


def _proxies(tally: Tally) -> Iterator[Problem]:
    """Yield a note for each proxy."""
    for entry in tally.deck.outside:
        if entry.card.proxy:
            yield Problem("left", {"card": entry.card.name}, (entry,))


_PROXIES = {"left": note("`{card}` is a proxy of a created card and was not counted")}


def _repeated(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each such card, and one for each line that lists a card a second time."""
    headed = [entry for entry in tally.deck.entries if entry.request.header and entry.request.section != "sideboard"]
    by_card: defaultdict[str, dict[str, Entry]] = defaultdict(dict)
    if len({entry.card.id for entry in headed}) < len(headed):
        for entry in headed:
            by_card[entry.card.id].setdefault(_kind(entry.request.header), entry)
    for under in by_card.values():
        if len(under) > 1:
            entries = tuple(under.values())
            shown = " and ".join(f"`{entry.request.header}`" for entry in entries)
            yield Problem("two", {"card": entries[0].card.name, "headers": shown}, entries)
    for request in tally.deck.raw.repeated:
        yield Problem("again", {"name": request.name, "header": request.header}, requests=(request,))


@lru_cache(maxsize=1_000)
def _kind(header: str) -> str:
    """Return the words of a header, without numbers and marks."""
    return "".join(filter(str.isalpha, header.casefold()))


_REPEATED = {
    "two": warning(
        "`{card}` is listed under {headers}", "remove one of the lines if both mean the same copies; both were counted"
    ),
    "again": warning(
        "`{name}` is listed under `{header}` and again in the deck; it was counted in the deck only",
        "remove one of the lines",
    ),
}


# The headers of cards that start outside a deck may follow that deck.
_OUTSIDE = ("stronghold", "sensei", "wind", "role", "province", "starting", "sideboard")


def wrong_counts(headers: Sequence[Header], before: Sequence[int]) -> Iterator[tuple[Header, int]]:
    """Yield the headers whose number differs from the number of cards below them, and the latter number.

    `before` gives the number of cards above each header, and last the number of all cards.
    """
    for number, header in enumerate(headers):
        below = before[number + 1] - before[number]
        if header.count in (None, below):
            continue
        end = next((at for at in range(number + 1, len(headers)) if _ends(header, headers[at])), len(headers))
        inside = before[end] - before[number]
        if header.count != inside:
            yield header, inside  # Below the header of a kind, the number is the same.


def _ends(header: Header, other: Header) -> bool:
    """Return whether `other` ends the cards below `header`."""
    return other.deck or not header.deck or (header.section in _DECKS and other.section in _OUTSIDE)


def _wrong_headers(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each header whose number fits neither way of counting."""
    headers = tally.deck.raw.headers
    if not headers:
        return
    # The numbers of these lines may be any.
    doubtful = [line.request for line in tally.deck.unresolved if line.why or not line.request.counted]
    doubtful += [request for request in tally.deck.raw.repeated if request.bad_count]
    in_doubt = [tally.place_of(request).start for request in doubtful]
    for header, count in wrong_counts(headers, tally.before or _before(tally)):
        if any(place > header.span.start for place in in_doubt):
            continue
        data = {"header": header.text, "said": header.count, "count": count, "cards": plural(count, "card")}
        data["stand"] = plural(count, "is", "are")
        yield Problem("other", data, requests=(Request(name=header.text, count=0, span=header.span),))


def _before(tally: Tally) -> list[int]:
    """Return the number of cards above each header, and last the number of all cards."""
    lines = sorted((tally.place_of(request).start, count) for request, count in _numbered(tally.deck))
    places, totals = [place for place, _ in lines], [*accumulate([count for _, count in lines], initial=0)]
    return [*(totals[bisect_left(places, header.span.start)] for header in tally.deck.raw.headers), totals[-1]]


def _numbered(deck: Deck) -> list[tuple[Request, int]]:
    """Return the lines with cards and their numbers."""
    headers = {header.text for header in deck.raw.headers}
    outside = [entry for entry in deck.outside if entry.request.header in headers]  # Not those of "SB: 3 Rout".
    listed = [(entry.request, entry.count) for entry in (*deck.entries, *outside)]
    listed += [(line.request, line.request.count) for line in deck.unresolved]
    return listed + [(request, request.count) for request in deck.raw.repeated]


_WRONG_HEADERS = {
    "other": warning(
        "`{header}` says {said}, but {count} {cards} {stand} listed below it",
        "check for a missing line or a wrong number",
    )
}

_always = partial(Rule, always=True)

RULES = (
    _always("unknown-card", _UNKNOWN, reading(_unknown)),
    _always("ambiguous-name", _AMBIGUOUS, reading(_ambiguous), of_readings=True),
    _always("read-as", _READ_AS, reading(_read_as)),
    _always("wrong-section", _MISPLACED, reading(_misplaced)),
    _always("lines-passed-over", _PASSED_OVER, reading(_passed_over)),
    _always("bad-count", _BAD_COUNTS, reading(_bad_counts)),
    Rule("created-card-proxy", _PROXIES, reading(_proxies)),
    _always("card-in-two-sections", _REPEATED, reading(_repeated)),
    _always("header-count", _WRONG_HEADERS, reading(_wrong_headers, of_headers=True)),
)
