"""Sort lines that name no card: unknown names with suggestions, prose, or the title of the deck."""

import re
from bisect import bisect_left
from functools import lru_cache
from math import inf

from msgspec.structs import replace

from deckcheck.decks.resolve.accounting import Account
from deckcheck.decks.resolve.asides import take_aside, without_listed
from deckcheck.decks.resolve.prose import (
    MAX_WORDS,
    counts_others,
    is_phrase,
    is_sentence,
    is_signature,
    names_several,
    says_amount,
)
from deckcheck.decks.resolve.several import names_on
from deckcheck.decks.resolve.sorted import Sorted, bare_beside
from deckcheck.decks.resolve.sorting import Sorter
from deckcheck.decks.resolve.suggest import same_but_for_the_subtitle, same_title, similar_names
from deckcheck.decks.resolve.titles import breaks_at
from deckcheck.decks.tables.card_rows import says_total
from deckcheck.decks.text.blocks import counts_pages
from deckcheck.decks.text.trimming import split_comment
from deckcheck.decks.words.counts import is_bracketed_behind
from deckcheck.decks.words.headers import words_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import may_be_outside
from deckcheck.decks.words.remarks import may_be_other, may_change_deck, may_change_list, may_differ, may_tell_of_more
from deckcheck.decks.words.sayings import NO_CARDS, NOTES, label_words
from deckcheck.decks.words.talk import greets, may_count, praises, without_events, without_remarks, without_talk
from deckcheck.model.deck import DIFFERS, REMARKED, SENTENCE, Aside, LineClass, RawDeck, Request
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS, UNDONE, Says, says, says_unfinished, words_in

_TITLE_WORDS = 6
_VERSION = r"[\s(]+(?:(?:v\.?\s?|version\s)\d{1,2}(?:\.\d{1,2})*|\d{1,2}\.\d{1,2})\)?$"
# Words that count copies around a name.
_COUNTING = rf"""^(?:(?:{"|".join(ALL_NUMBER_WORDS)}|playset|couple|(?:a\s)?few|several)\s(?:of\s)?)+
    |\s[x×]?\s?(?:{"|".join(ALL_NUMBER_WORDS)}|x+)$"""
_NO_TITLE = r"[^\w\s()/|–—-]|[\d_]"
_HEADING_WORDS = 3
_FEW_WORDS = 4
# Where text is cut off, more lines may be missing too.
_CUT_OFF = r"(?:\.{3}|…)\W*$"
_UNTOLD = "no source gives the type and deck of this card from the {}"
_OPEN = "it does not say which of the cards beside it are in the deck"
# Nobody corrects a list with more unknown names line by line, and the search for suggestions is slow.
MOST_SUGGESTED = 200


def take_unknown(found: Sorted, sorter: Sorter) -> None:
    """Take the lines that name no card, with suggestions or as prose."""
    for number, (request, said, may_be_prose) in enumerate(found.unknown):
        is_fact = not said.number and any(map(str.isdigit, request.written)) and not without_remarks(request.written)
        may_be_near = number < MOST_SUGGESTED and bool(without_talk(request.written))
        is_said = is_fact or (request.written.islower() and may_change_list(request.written))
        near = () if is_said else _near(request.name, sorter, may_be_misspelt=may_be_near)
        is_total = not request.counted and says_total(request.name)  # The word for it, without its number.
        if not said.titles and (is_total or sorter.heads_part(request, found.raw)):
            found.leave_out(LineClass.PROSE, request)
        elif _is_title(request, said, found):
            found.leave_out(LineClass.PROSE, request, 0 if found.is_above(request) else sorter.most)
        elif without_listed(request.written, found) != request.written:
            take_aside(Aside(LineClass.FACT, request.written, request.span), found, sorter)
        elif may_be_prose and not near and _is_prose(request, found, sorter.pool):
            _take_prose(request, said, found, sorter)
        else:
            _take_name(request, said, near, found, sorter)


def _is_part(request: Request, raw: RawDeck, pool: Pool) -> bool:
    """Return whether a line and one beside it form a name."""
    return any(breaks_at(line, raw, pool) for line in (request.span.line - 1, request.span.line))


def _take_prose(request: Request, said: Account, found: Sorted, sorter: Sorter) -> None:
    """Take a line of text, which may change the deck or mention cards."""
    found.remarks.append(request)
    copies = found.raw.limits.copies
    if _may_change(request, found):
        found.doubt(request, copies, DIFFERS)
    elif _tells_of_more(request, found):
        found.leave_out(LineClass.PROSE, request, copies)
    else:
        counts = names_several(request.name) or any(map(str.isdigit, without_events(request.name)))
        is_no_name = _is_no_name(request, said, found) or (found.is_above(request) and not counts)
        possible = 0 if is_no_name else sorter.room(request, said, found.raw) if counts else 1
        bare = bare_beside(request, found.raw) if says_amount(without_remarks(request.name)) else 0
        found.leave_out(LineClass.PROSE, request, max(possible, (sorter.most - 1) * bare))


def _is_no_name(request: Request, said: Account, found: Sorted) -> bool:
    """Return whether prose cannot be an unknown card: a greeting, a long sentence, praise, a fact, a date or a name.

    A date or a farewell between cards may begin another version of the list.
    """
    is_long = is_sentence(request.name) and len(request.name.split()) > _TITLE_WORDS
    rest = without_remarks(request.written)
    is_date = bool(rest) and not any(map(str.isalnum, rest))  # Nothing is left of facts such as "size=3".
    is_apart = is_date or is_signature(found.raw.lines, request.span.line) or not _without_talk(request, found)
    label, _, value = request.written.partition(":")
    is_fact = label_words(label) in NO_CARDS and not any(map(str.isalpha, value))
    is_praise = request.name[1:].islower() and praises(request.name)
    is_other = not said.titles and (is_fact or is_praise)
    return is_long or is_other or greets(request.name) or (is_apart and not _is_between(request, found))


def _take_name(request: Request, said: Account, near: tuple[str, ...], found: Sorted, sorter: Sorter) -> None:
    """Take an unknown name as in doubt, with the names `near` it; the list may have been cut off within it."""
    raw = found.raw
    is_unlike = not (request.counted or near or _is_part(request, raw, sorter.pool))  # Not written as a card is.
    is_end = found.is_whole and raw.is_list and _is_last(request, raw) and (request.counted or bool(near))
    is_end = is_end and ends_within_name(request, sorter.pool)
    possible = sorter.room(request, said, raw, near)
    if not request.counted or said.doubt:
        possible = max(possible, sorter.most)
    is_of_others = request.counted and not near and request.name[:1].islower()  # As in "3x where not specified".
    if (is_unlike or is_of_others) and not said.titles:
        possible = max(possible, (sorter.most - 1) * bare_beside(request, raw))
    untold = _why_no_name(request, sorter.pool)
    names = () if untold else near or said.names
    why = untold or _why_in_doubt(request, said, found, sorter.pool, is_unlike=is_unlike)
    is_more = not request.counted and (why == DIFFERS or _tells_of_more(request, found))
    if is_end or is_more or _is_cut_off(request, raw):
        possible = raw.limits.copies
    # Its number may be one of a heading: "Maybe (4)", or "Cards not in the deck (9)" with one of earlier days.
    heads = may_be_outside(request.name, alone=not is_bracketed_behind(request.written))
    found.doubt(replace(request, counted=request.counted and not heads), possible, why, names)


def _is_cut_off(request: Request, raw: RawDeck) -> bool:
    """Return whether a line ends with dots, or says that the list does not end there: ``1 Kobu… [truncated]``."""
    is_whole = len(request.written) < raw.limits.name_length  # The reader cuts longer names itself.
    return is_whole and (re.search(_CUT_OFF, request.name) is not None or bool(says(request.name) & UNDONE))


def _is_last(request: Request, raw: RawDeck) -> bool:
    """Return whether the lines below a request are empty."""
    return not any(map(str.strip, raw.lines[request.span.line :]))


def ends_within_name(request: Request, pool: Pool) -> bool:
    """Return whether a line ends within a title or its level, as a list that was cut off: ``1 Ring of Wat``.

    So may the beginning of a title behind a number of copies: ``1 Heavy``.
    """
    last = re.search(r"(?<![^\s'’-])[^\W\d_]+$", request.written.casefold())
    if last is None or split_experience(request.written)[1] is not None:
        return False
    words = pool.title_words().words
    at = bisect_left(words, last[0])
    following = (*words[at : at + 1], "experienced")
    is_part = last[0] not in following and any(word.startswith(last[0]) for word in following)
    begun = f"{request.name.casefold()} "
    return is_part or (request.counted and any(title.startswith(begun) for title in pool.spellings()))


def _why_no_name(request: Request, pool: Pool) -> str:
    """Return why no name is suggested for a line, "" if names may be."""
    if name := _untold(pool).get(fold(request.name)):
        return _UNTOLD.format(name)
    words = len(request.name.split())
    is_long = words > MAX_WORDS or (words > _TITLE_WORDS and is_sentence(request.name.removesuffix("...")))
    return SENTENCE if is_long and not request.counted else ""


def _why_in_doubt(request: Request, said: Account, found: Sorted, pool: Pool, *, is_unlike: bool) -> str:
    """Return what else than an unknown name leaves a line open; `is_unlike` if it is not written as a card is."""
    title = split_comment(request.name)[0]
    if title != request.name and pool.named(fold(title)):
        return REMARKED
    is_corrected = said.titles and not KEYS["corrections"].isdisjoint(words_of(request.name)[:1])
    if is_corrected or (is_unlike and may_change_list(request.name) and not request.name.istitle()):
        return DIFFERS
    is_open = is_unlike and bool(found.entries) and len(request.name.split()) <= _HEADING_WORDS
    leaves_open = Says.OPEN in says(request.name) or may_be_outside(request.name, alone=True)
    return _OPEN if is_open and leaves_open else ""


def _near(written: str, sorter: Sorter, *, may_be_misspelt: bool) -> tuple[str, ...]:
    """Return the names similar to a line, or to a part of it with several words: ``Iron Mien; Copper Mien``."""
    same = same_title(written, sorter.fmt, sorter.pool) or same_but_for_the_subtitle(written, sorter.fmt, sorter.pool)
    if same or not may_be_misspelt:
        return same
    name = re.sub(_COUNTING, "", written, flags=re.IGNORECASE | re.VERBOSE)
    parts = [part for part in names_on(name) if " " in part.strip()] if len(name.split()) <= MAX_WORDS else []
    near = (similar_names(each, sorter.pool, sorter.fmt) for each in dict.fromkeys((name, *parts)))
    return next(filter(None, near), ())


@lru_cache(maxsize=4)
def _untold(pool: Pool) -> dict[str, str]:
    """Return the sets of the cards that have only a title, by title."""
    return {fold(title): each.name for each in pool.sets().values() for title in each.untold}


def _tells_of_more(request: Request, found: Sorted) -> bool:
    """Return whether a line may mention cards missing from the list: ``the usual mines``, ``...``."""
    text = request.written
    said = text if Says.MORE in says(text) else _without_talk(request, found)  # Not "edit: typo", but "Show more".
    is_part = may_tell_of_more(said) or counts_pages(text) or _heads_nothing(request, found)
    return is_part or not any(map(str.isalnum, text))


def _heads_nothing(request: Request, found: Sorted) -> bool:
    """Return whether a line at the end of a list is only dots, or a heading whose cards may have been cut off."""
    is_short = len(request.name.split()) <= _HEADING_WORDS
    name, _, behind = request.name.rpartition(":")
    heads = is_short and name and not behind and label_words(name) not in NO_CARDS | NOTES and without_talk(name)
    is_heading = bool(heads) or not any(map(str.isalnum, request.name))
    return is_heading and _is_last(request, found.raw)


def _is_prose(request: Request, found: Sorted, pool: Pool) -> bool:
    """Return whether a line without a number is prose because it resembles no card.

    Sentences are prose, and so are remarks with a number, and text apart above the list. In a list that counts its
    cards, so are text above the first card, a phrase or an event below the last one and an empty line, a repeated title
    of the list, and text that cannot be a title; anything shorter may still be an unknown card.
    """
    name, entries = request.name, found.entries
    said = _without_talk(request, found)
    if (said != without_talk(said) and may_count(said)) or _is_part(request, found.raw, pool):
        return False
    heads_outside = name.endswith((":", "/", "-", ")")) and may_be_outside(name)
    if counts_others(without_remarks(name)) or heads_outside or _parts(request, found):
        return False
    is_said = is_sentence(name) or praises(name) or without_remarks(name) != name or not said
    if is_said or is_signature(found.raw.lines, request.span.line):
        return True
    if sum(entry.request.counted for entry in entries) * 2 <= len(entries):
        return found.is_above(request)
    lines = [entry.request.span.line for entry in entries]
    above = request.span.line < lines[0]
    below = any(not line.strip() for line in found.raw.lines[max(lines) : request.span.line - 1])
    is_again = name == next(filter(None, map(str.strip, found.raw.lines)))  # Each page repeats the title.
    is_long = len(name.split()) > _TITLE_WORDS or ":" in name
    is_said = _is_in_small_letters(name, pool) or ((below or name.startswith("--")) and is_phrase(name, pool))
    rest = without_events(name)
    is_event = below and rest != name and not any(map(str.isdigit, rest))  # As in "2018 Kotei Paris".
    return above or is_long or is_again or is_said or is_event


def _is_in_small_letters(text: str, pool: Pool) -> bool:
    """Return whether a line of some words in small letters has a word of praise or degree that no title has."""
    if not text[1:].islower() or len(text.split()) < _FEW_WORDS:
        return False
    said = {*re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", text.casefold())} & (words_in("praise") | words_in("degree"))
    return not said.issubset(pool.title_words().words)


def _may_change(request: Request, found: Sorted) -> bool:
    """Return whether prose may say that the deck has other cards; short sentences may only below a card.

    A line directly below a card is read with that card; a colon above all cards introduces the list.
    """
    said = _without_talk(request, found)
    lines = {entry.request.span.line for entry in found.entries}
    is_above, is_apart = request.span.line < min(lines, default=inf), request.span.line - 1 not in lines
    said = said.rstrip("*_: ") if is_above else said
    is_other = may_be_other(said) if is_above else is_apart and may_differ(said)
    return is_other or may_change_deck(said, among_cards=is_apart and not is_above) or counts_pages(request.written)


def _without_talk(request: Request, found: Sorted) -> str:
    """Return a line without its talk of games and texts; between cards it stays, because it may head those below."""
    return request.written if _is_between(request, found) else without_talk(request.written)


def _parts(request: Request, found: Sorted) -> bool:
    """Return whether a line may head cards below it, or mark missing ones: ``To try:``, ``...`` between two cards."""
    name = request.name
    if _heads_nothing(request, found):
        return True
    said = name.endswith(":") or Says.ENDS in says(name)
    return bool(said or not any(map(str.isalnum, name))) and _is_between(request, found)


def _is_between(request: Request, found: Sorted) -> bool:
    """Return whether a line is between two cards."""
    lines = [entry.request.span.line for entry in found.entries]
    return bool(lines) and min(lines) < request.span.line < max(lines)


def _is_title(request: Request, said: Account, found: Sorted) -> bool:
    """Return whether a line is the title of the deck: "Crane Honor v2.1", above a Crane deck that counts its cards.

    A title may look like a one-word card, but the line has no number of copies, and no label's sign behind the clan.
    The clan by itself, or the Stronghold that another line lists, is a title above any deck of it.
    """
    raw, text = found.raw, re.sub(_VERSION, "", request.written, flags=re.IGNORECASE)
    words = re.findall(r"[^\W\d_]+", text)
    is_first = request is raw.requests[0] and not says_unfinished(request.written)
    if not is_first or request.counted or re.search(_NO_TITLE, text):
        return False
    starting = found.starting
    is_named = not starting.isdisjoint(card.title for card in said.titles)
    others = [card for card in said.titles if len(card.title.split()) > 1 and card.title not in starting]
    most = _TITLE_WORDS + sum(len(title.split()) for title in starting) * is_named
    if (said.number and text == request.written) or others or len(words) > most:
        return False
    above = not raw.headers or raw.headers[0].span.start > request.span.start
    counted = sum(entry.request.counted for entry in found.entries) >= len(found.entries) - 1
    is_clan = fold(text).removesuffix("clan") in found.clans
    return above and (is_clan or is_named or (counted and not found.clans.isdisjoint(map(fold, words))))
