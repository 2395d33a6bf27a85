"""Find the card that a name means in a format, and tell which cards of one name count the same in a deck."""

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.resolve.readings import Reading, fits, readings
from deckcheck.decks.resolve.titles import NUMBER_IN_SET, holds_card, is_note
from deckcheck.decks.words.headers import words_of
from deckcheck.decks.words.remarks import has_all, may_change_any, without_facts, without_formats
from deckcheck.decks.words.talk import praises
from deckcheck.model.card import Card, matches
from deckcheck.model.days import NEVER, bounds
from deckcheck.model.deck import PRAISED, Entry, Request
from deckcheck.model.format import Format
from deckcheck.model.limits import LONGEST_NAME
from deckcheck.model.names import Experience, fold, loose, split_bracket, split_experience, unseen
from deckcheck.model.pool import Pool
from deckcheck.rules.copies import souls_are_open

_SHOWN = 3
# A remark in brackets or behind a sign; behind a comma, only text that begins with a number is certainly not a
# subtitle.
_REMARK = (
    r"(?P<title>.*\S)(?:\s*[(\[](?P<inside>[^()\[\]]+)[)\]]|(?:\s[-–—]|\s?[:;]|,(?=\s[\da-z]))\s(?P<behind>[^-–—]+))"
)
# Pages have pictures of elements, which are words where they are copied: "Endless Plains Water".
_ELEMENTS = r"(?P<title>.+?)(?P<elements>(?:\s(?:air|earth|fire|water|void))+)"
HEADED = "the first word of the title is in the heading"
# Ids in capitals begin with a letter, because in "03-Harmonize" the number may count copies.
_ID = r"(?:[^\W\d_]\w*(?:-\w+)*|\d+-\w+(?:-\w+)+)"


class Match(Struct, frozen=True):
    """The card that a name means; `inexact` is the reason for choosing it when the name is not exact."""

    card: Card
    inexact: str = ""


class Several(Struct, frozen=True):
    """Cards that a name means equally well."""

    cards: tuple[Card, ...]


# Looks up the name of a line; the number is that of its copies in the deck.
LookUp = Callable[[Request, int], Entry | Several | None]


def find(name: str, request: Request, fmt: Format, pool: Pool) -> Match | Several | None:
    """Return the meaning of `name` in `fmt`, None when it is not a card; `request` gives the count and the header."""
    several: Several | None = None
    for reading in _ways(name, pool):
        # Titles never end in brackets, so "Sycophant (S)" is not Sycophants.
        named = () if split_bracket(reading.title)[1] else pool.named(fold(reading.title))
        outcome = _pick(named, reading, request, fmt, pool)
        if isinstance(outcome, Match):
            # Some cards, such as Air, are never part of a deck.
            reasons = (outcome.inexact, _not_in_set(named, reading, pool))
            outcome = Match(outcome.card, "; ".join(filter(None, reasons)))
            is_word = outcome.card.kind == "other"
            headed = _single(_headed(reading, request, pool), reading, fmt, HEADED) if is_word else None
            return headed or _or_numbered(outcome, reading, pool)
        several = several or outcome
    if several:
        return several
    for reading in _ways(name, pool):
        for cards, reason in _nearly(reading, request, fmt, pool):
            if found := _single(cards, reading, fmt, reason):
                return found
    return _with_remark(name[:LONGEST_NAME], request, fmt, pool)


def _ways(name: str, pool: Pool) -> Iterator[Reading]:
    """Yield the readings of a name; the first one is that of most cards."""
    return (reading for reading in readings(name[:LONGEST_NAME]) if all(is_note(note, pool) for note in reading.notes))


def _with_remark(name: str, request: Request, fmt: Format, pool: Pool) -> Match | None:
    """Return the card before words that praise it or change nothing: ``(great card)``, ``- 2 gold``.

    Other remarks may be about another version of the card, and so may praise that could be a subtitle, such as "the
    great": then the card has only one version, or its level is written.
    """
    match = re.fullmatch(_REMARK, name)
    said = match["inside"] or match["behind"] if match else ""
    is_praise = praises(said) and not may_change_any(said)
    if match is None or not (is_praise or _says_nothing(said, request)):
        return None
    title = match["title"]
    found = find(title, request, fmt, pool)
    if not isinstance(found, Match):
        return None
    is_clear = len(pool.named(fold(found.card.base_title))) == 1 or split_experience(title)[1] is not None
    is_clear |= is_praise and re.match(r"(?i)the\b", said) is None
    is_clear |= request.counted and has_all(said, request.count)
    return Match(found.card, found.inexact or PRAISED) if is_clear else None


def _says_nothing(said: str, request: Request) -> bool:
    """Return whether a remark after a name does not change the deck: ``2 gold``, ``own 3``, ``not legal in Lotus``."""
    if request.counted and has_all(said, request.count):
        return True
    is_silent = not without_formats(without_facts(said) if said.islower() else said).strip()
    return is_silent and (request.counted or not any(map(str.isdigit, said)))


def _or_numbered(found: Match, reading: Reading, pool: Pool) -> Match | Several:
    """Return `found` with the cards whose copies a numeral may count: "I Toku" is Itoku, or 1 Toku."""
    numeral = re.match(r"[IVX]{1,4}\s+", reading.title)
    others = pool.named(fold(reading.title[numeral.end() :])) if numeral else ()
    return Several((found.card, *others)) if others else found


def _nearly(reading: Reading, request: Request, fmt: Format, pool: Pool) -> Iterator[tuple[Iterable[Card], str]]:
    """Yield the cards that an inexact name may mean, the most likely first, each with the reason."""
    yield pool.titled_also(fold(reading.title)), "it is the card's other title"
    loosely = [card for card in pool.loosely(loose(reading.title)) if fmt.allows(card)]
    yield loosely, "no other card here has a name this close to it"
    if (match := re.fullmatch(_ELEMENTS, reading.title, re.IGNORECASE)) is not None:
        of_these = match["elements"].casefold().split()
        provinces = (card for card in pool.named(fold(match["title"])) if card.kind == "province")
        yield (card for card in provinces if set(card.elements).issuperset(of_these)), "its element is behind it"
    if reading.experience is not None:
        title, comma, subtitle = reading.title.partition(",")
        # Two versions of one title with different subtitles are the same card at the same level
        # (combined rulebook, Twenty Festivals, "Card Titles").
        if comma and not holds_card(subtitle, pool):
            yield pool.named(fold(title)), "a subtitle is not part of the title, and the level is the same"
        versions = (card for one in pool.named(fold(reading.title)) for card in pool.named(fold(one.base_title)))
        yield versions, "it is an older title of another version, and the level is the same"
    yield _headed(reading, request, pool), HEADED
    if request.section == "sensei" and request.count == 1:  # As in "Sensei: Toshimoko".
        yield pool.named(fold(f"{reading.title} sensei")), "the last word of the title is in the heading"


def rings_called(name: str, pool: Pool) -> tuple[Card, ...]:
    """Return the Ring for a name below ``Rings``: Ring of the Void for "Void" and "the Void"."""
    return tuple(card for card in pool.loosely(loose(f"ring {name}")) if card.kind == "ring")


def _headed(reading: Reading, request: Request, pool: Pool) -> tuple[Card, ...]:
    """Return the card that a name means under the heading above it."""
    is_headed = request.section == "fate" and words_of(request.header) in (["ring"], ["rings"])
    is_headed = is_headed and (request.counted or reading.title.casefold() not in pool.words().clans)  # "Phoenix"
    return rings_called(reading.title, pool) if is_headed else ()


def _pick(
    cards: tuple[Card, ...], reading: Reading, request: Request, fmt: Format, pool: Pool
) -> Match | Several | None:
    """Choose among the cards that share a title: the card as written, else the only one that the format allows."""
    if not cards:
        return None
    key = fold(reading.title)
    if reading.mark:
        marked = tuple(card for card in cards if any(_has_mark(card, note, pool) for note in reading.notes))
        cards = marked or _of_clan(cards, reading.notes)
        reading = reading if marked else replace(reading, mark=None)
    by_id = tuple(card for card in _by_id(cards, reading.title) if fits(card, reading.experience))
    if by_id:
        return Match(by_id[0]) if len(by_id) == 1 else Several(by_id)
    cards = tuple(card for card in cards if _is_called(card, key))
    experience = reading.experience or Experience(0)
    exact = [card for card in cards if key in _titles(card) and fits(card, experience)]
    legal = [card for card in exact if fmt.allows(card)]
    if len(legal) > 1:  # A card that decks can have precedes one of a type that no deck of the format has.
        selects = [section.select for section in fmt.sections.values() if not section.header]
        legal = [card for card in legal if any(matches(select, card) for select in selects)] or legal
    if len(legal) == 1:
        marked_otherwise = reading.mark or key != fold(legal[0].title)
        return Match(legal[0], "" if not legal[0].mark or marked_otherwise else _reason(legal[0], reading, cards, fmt))
    if legal:
        return _same_for_building(legal, request, fmt)
    # The name means a banned card even where another card of this name is legal.
    meant = [card for card in exact if card.banned]
    if len(meant) == 1:
        return Match(meant[0])
    return _or_soul(_by_format(cards, exact, reading, request, fmt), exact, fmt, pool)


def _of_clan(cards: tuple[Card, ...], notes: tuple[str, ...]) -> tuple[Card, ...]:
    """Return `cards` without those of other clans that share their level with a card of a clan in `notes`."""
    said = {fold(word).removesuffix("clan") for note in notes for word in re.split("[,;/]", note)}
    named = [card for card in cards if not said.isdisjoint(map(fold, card.clans))]
    levels = {(card.level, card.variant) for card in named}
    return tuple(card for card in cards if card in named or (card.level, card.variant) not in levels)


def _by_id(cards: tuple[Card, ...], written: str) -> tuple[Card, ...]:
    """Return the cards that `written` means as an id: an exact match, else all matches unless it is a title.

    A title in lower case is not an id: "kuronada" names the card of any level. Nor is an older name of a card that is
    also the title of another.
    """
    key = fold(written)
    verbatim = tuple(card for card in cards if written in (card.id, *card.aliases))
    is_title = any(key in _titles(card) for card in cards)
    if len(verbatim) == 1 and not (is_title and (written.isalpha() or " " in written)):
        return verbatim
    if is_title or re.fullmatch(_ID, written) is None:
        return ()
    return tuple(card for card in cards if fold(card.id) == key or key in map(fold, card.aliases))


def _is_called(card: Card, key: str) -> bool:
    """Return whether `key` is a current or older title of the card, and not just its id."""
    names = (name for name in card.aliases if " " in name)
    return key in _titles(card) or key in map(fold, (card.base_title, *names))


def _titles(card: Card) -> tuple[str, ...]:
    """Return the folded titles in each language, and the title with the card's set mark."""
    local = tuple(fold(title) for _, title in card.local_titles) if card.local_titles else ()
    marked = (fold(f"{card.title} {card.mark}"),) if card.mark else ()
    return (fold(card.title), *marked, *local)


def _by_format(
    cards: tuple[Card, ...], exact: list[Card], reading: Reading, request: Request, fmt: Format
) -> Match | Several | None:
    """Choose a card when the one that is written does not exist or is not legal."""
    experience = reading.experience
    others = [card for card in cards if card not in exact]
    if experience is not None:
        others = [card for card in others if card.level == experience.level]
        is_exact = bool(exact or experience.variant)
        others = [card for card in others if card.variant == experience.variant] if is_exact else others
    legal = [card for card in others if fmt.allows(card)] or [card for card in others if fmt.legality.is_open(card)]
    if exact:
        # Players never write several copies of a Unique card under the name of another card.
        legal = [card for card in legal if not (card.unique and request.count > 1)]
    if len(legal) == 1:
        return Match(legal[0], _reason(legal[0], reading, cards, fmt))
    if legal:
        return Several(tuple(legal))
    if exact:
        # The first card of a title precedes later ones.
        return Match(min(exact, key=lambda card: (card.deck == "none", bounds(card.release)[1] or NEVER)))
    if len(others) == 1:
        return Match(others[0], _reason(others[0], reading, (others[0],), fmt))
    return Several(tuple(others)) if others else None


def _or_soul(found: Match | Several | None, exact: list[Card], fmt: Format, pool: Pool) -> Match | Several | None:
    """Return `found` with the only Soul of card that may replace one of the cards with the `exact` name."""
    if not isinstance(found, Match) or found.card in exact:
        return found
    souls = [soul for card in exact for soul in pool.souls_of(card.identity[0]) if fmt.allows(soul)]
    return Several((found.card, *souls)) if len(souls) == 1 else found


def _reason(card: Card, reading: Reading, cards: tuple[Card, ...], fmt: Format) -> str:
    """Return why a name means `card` among all `cards` that match the written part of it."""
    known = reading.experience
    parts = {
        "experience level": known is None and card.level,
        "variant": known is not None and card.variant != known.variant,
        "subtitle": card.subtitle and fold(card.title) != fold(reading.title),
        "set mark": card.mark and not reading.mark,
    }
    left_out = [part for part, is_left_out in parts.items() if is_left_out]
    what = " and ".join(left_out) or "rest of the name"
    is_legal = "is" if fmt.allows(card) else "may be"
    alone = f"only this card with that name {is_legal} legal here"
    why = alone if len(cards) > 1 else "only this card can be meant"
    return f"the {what} {'were' if len(left_out) > 1 else 'was'} left out, and {why}"


def _same_for_building(cards: list[Card], request: Request, fmt: Format) -> Match | Several:
    """Choose among equally good legal cards by the header, or when deck building treats them alike."""
    if request.section in ("dynasty", "conflict", "fate"):
        cards = [card for card in cards if card.deck == request.section] or cards
    if len(cards) == 1:
        return Match(cards[0], "the other card with this name belongs in the other deck")
    cards = [card for card in cards if bounds(card.release)[0] <= fmt.date] or cards
    if len(cards) == 1:
        return Match(cards[0], f"the other card with this name was not out on {fmt.date}")
    if len({(building_facts(card, fmt), card.clans) for card in cards}) == 1:
        return Match(cards[0], f"the {len(cards)} cards with this name count the same when building a deck")
    return Several(tuple(cards))


def full_name(card: Card, others: tuple[Card, ...], pool: Pool) -> str:
    """Return the name of `card`, with its first set if another has the same name; its id where that is not enough."""
    same = [other for other in others if other.name == card.name]
    if len(same) == 1:
        return card.name
    first = [other.printings[0].set if other.printings else "" for other in same]
    own = card.printings[0].set if card.printings else ""
    return f"{card.name} ({pool.sets()[own].name})" if own and first.count(own) == 1 else card.id


def name_of(card: Card, request: Request, fmt: Format, pool: Pool) -> str:
    """Return a name of `card` that means no other card in the format; `request` gives the count and the header."""
    with_sets = (f"{card.name} ({pool.sets()[printing.set].name})" for printing in card.printings)
    names = (card.name, full_name(card, pool.named(fold(card.title)), pool), *with_sets)
    return next((name for name in names if means(name, card, request, fmt, pool)), card.id)


def means(name: str, card: Card, request: Request, fmt: Format, pool: Pool) -> bool:
    """Return whether `name` means only `card` in the format; `request` gives the count and the header."""
    found = find(name, request, fmt, pool)
    return isinstance(found, Match) and found.card.id == card.id


def _single(cards: Iterable[Card], reading: Reading, fmt: Format, reason: str) -> Match | None:
    """Return the card when only one has the experience that was written."""
    unique = {card.id: card for card in cards}
    fitting = [card for card in unique.values() if fits(card, reading.experience)]
    legal = [card for card in fitting if fmt.allows(card)]
    chosen = legal or fitting
    return Match(chosen[0], reason) if len(chosen) == 1 else None


def _has_mark(card: Card, mark: str, pool: Pool) -> bool:
    """Return whether `mark`, from brackets behind a name, is the card's set mark or one of its sets."""
    key = loose(re.sub(NUMBER_IN_SET, "", mark))
    if card.mark and key == loose(card.mark):
        return True
    sets = pool.sets()
    return any(key in (loose(printing.set), loose(sets[printing.set].name)) for printing in card.printings)


def _not_in_set(cards: tuple[Card, ...], reading: Reading, pool: Pool) -> str:
    """Return that the set in brackets behind a name has none of the `cards` of that name, "" if none is there."""
    if not reading.mark or any(_has_mark(card, note, pool) for card in cards for note in reading.notes):
        return ""
    noted = {loose(re.sub(NUMBER_IN_SET, "", note)) for note in reading.notes}
    named = (each for each in pool.sets().values() if not noted.isdisjoint((loose(each.id), loose(each.name))))
    return next((f"no source has a card of this name in the set {each.name}" for each in named), "")


def look_up(request: Request, copies: int, fmt: Format, pool: Pool) -> Entry | Several | None:
    """Return the meaning of a line; the deck has `copies` of its name."""
    wanted = request if request.count == copies else replace(request, count=copies)
    found = find(request.name, wanted, fmt, pool)
    if not isinstance(found, Match):
        return found
    card, inexact = found.card, found.inexact
    if not inexact and (hidden := unseen(request.written)):
        inexact = f"without the invisible {', '.join(hidden[:_SHOWN])}"
    if fmt.allows(card):
        return Entry(card, request.count, request, inexact=inexact)
    souls = [soul for soul in pool.souls_of(card.identity[0]) if fmt.allows(soul)]
    if len(souls) == 1:
        (soul,) = souls
        if card.identity[0] not in soul.certain_identity or souls_are_open(fmt):
            return Several((card, soul))
        return Entry(soul, request.count, request, replaced_by_soul=card.name)
    titled = pool.named(fold(card.base_title))
    legal = tuple(full_name(other, titled, pool) for other in titled if fmt.allows(other))
    return Entry(card, request.count, request, inexact=inexact, alternatives=legal)


def same_in_deck(cards: tuple[Card, ...], own: set[str], fmt: Format) -> bool:
    """Return whether all of `cards` count the same in the deck: a neutral card counts like one of its own clan."""
    fitting = {(building_facts(card, fmt), not card.clans or bool(own.intersection(card.clans))) for card in cards}
    return len(fitting) == 1 and next(iter(fitting))[1]


def differ_in_every_deck(cards: tuple[Card, ...], fmt: Format) -> bool:
    """Return whether rules can tell `cards` apart, whatever the clan of the deck."""
    return len({building_facts(card, fmt) for card in cards}) > 1


def building_facts(card: Card, fmt: Format) -> tuple[object, ...]:
    """Return the facts by which rules distinguish a card; a list may restrict one card of a title but not another."""
    stats = (card.influence, card.influence_pool, card.elements, card.effects)
    named = tuple(cards.state(card, fmt.date) for provision in fmt.provisions if (cards := provision.cards))
    # Rotation may remove the pack of one card of a title but not that of another.
    packs = (getattr(provision.params, "sets", ()) for provision in fmt.provisions)
    rotated = tuple(card.printed_only_in(each) for each in packs if each and isinstance(each, tuple))
    return (card.kind, card.deck, card.identity, card.unique, card.loyal, *stats, named, rotated)
