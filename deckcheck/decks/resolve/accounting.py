"""Account for a line in an unusual form: its title, its number, and everything else on it.

A line is read only when every word and sign on it is explained: one title of the pool with its level and set, one
number, and what people put around them. Any other line with a title, or with a number that could count copies, is in
doubt; only a line without either is prose.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.resolve.labels import are_notes, is_code, is_label, is_only_set
from deckcheck.decks.resolve.numbers import SEVERAL_WAYS, count_around, has_number, may_be_level
from deckcheck.decks.resolve.titles import (
    FACT_BESIDE_COPIES,
    Title,
    ends_with_set,
    is_free_of_titles,
    is_note,
    strange,
    titles_on,
)
from deckcheck.decks.resolve.tokens import DITTO, END, Token, counts_copies, is_unit, number_of, plain, tokens_of
from deckcheck.decks.words.counts import COUNTING
from deckcheck.decks.words.headers import HEADERS, words_of
from deckcheck.decks.words.remarks import may_change_any, may_change_card
from deckcheck.decks.words.talk import facts_on, is_fact, praises, without_events
from deckcheck.model.card import Card
from deckcheck.model.deck import STARTING
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold, split_experience
from deckcheck.model.pool import Pool

# Longer lines are in doubt: looking all their words up would take too long.
_MOST_TOKENS = 2_000
_MOST_CHARACTERS = 20_000
_SHOWN = 3
_REMEMBERED = 100
# A comment without a number behind a name.
_COMMENT = r"\s*(?:--+|;)\s+(\D*)$"
# One behind a name and perhaps its number of copies: "Iron Mine x3 (great)", "two copies of Iron Mine (great)".
_BEHIND_NAME = (
    r"(?P<number>[\s|:=.…–—-]*(?:[x×]?\s?\d{1,2}|[(\[]\d{1,2}[)\]]))?"
    r"(?:\s*[(\[](\D*)[)\]]|\s?(?:-|–|—|--|;|,)\s(\D*))$"
)
TOO_LONG = "it is too long"
SEVERAL_NAMES = "it names several cards"
LEVEL_OR_COPIES = "its number may be copies or a level"
_OF_PART = "its number may count the cards of a part"
# Doubts that are settled where most lines have the same form.
UNUSUAL = (LEVEL_OR_COPIES, _OF_PART)
_BEHIND = "its number may be copies, a level or a fact about the card"
# Beside a Stronghold: its province strength, gold and honor, or the sizes of the decks, as in "Kyuden Hida (40/40)".
_STRENGTHS = r"\d+/\d+/\d+|\d\d/\d\d"
# Ids begin with the number of a pack: "03-policy-debate".
_PACK = r"(?<!\d)\d\d-$"
# Scans have these letters for 1, which "I" also means.
_ONE = frozenset({"l", "I", "lx", "Ix"})
_BETWEEN_SHARES = frozenset({",", ";", "/", "+", "&", "and"})
_GAP = r"\t|(?<=[^\W_]|[!?)…]) {2,}(?=[^\W_])"
# Forums write cards so.
_CARD_TAG = r"(?i)\[/card\]|\[\["


class Account(Struct, frozen=True):
    """The title, number and doubt on a line.

    `name` is the title on it, with its level and set ("": none, or several), `count` the copies (None: no number); both
    are valid only where `doubt`, the unexplained part, is empty. `words` are the other words without a meaning of their
    own. `titles` are the cards whose titles are on the line; `number` tells whether it has a number that may count
    copies, `says_copies` whether a word beside it says so.
    """

    name: str = ""
    count: int | None = None
    doubt: str = ""
    words: bool = False
    titles: tuple[Card, ...] = ()
    number: bool = False
    says_copies: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the first of the cards, each once."""
        return tuple(dict.fromkeys(card.name for card in self.titles))[:_SHOWN]


# Several questions about a line begin with this one.
@lru_cache(maxsize=_REMEMBERED)
def account(text: str, pool: Pool, limits: Limits) -> Account:
    """Return the title, number and doubt on the line `text`."""
    # Tabs and runs of spaces also separate the cells of tables.
    line = plain(re.sub(_GAP, lambda gap: "|".rjust(len(gap[0])), text[:_MOST_CHARACTERS]))
    tokens = tokens_of(line)
    if len(tokens) > _MOST_TOKENS or len(text) > _MOST_CHARACTERS:
        return Account(doubt=TOO_LONG, number=True)
    number = has_number(tokens, limits)
    is_counted = number and has_number(tokens_of(without_events(line)), limits)
    titles = titles_on(line, tokens, pool, without_number=not is_counted)
    titles = titles if is_counted else _without_labels(line, titles)
    if not titles:
        struck = next((token.text for token in tokens if token.kind == "comment"), "")
        return Account(doubt=f"`{struck}` may strike out lines" if struck else "", number=is_counted)
    # "Celestial Edition" beside a name is its set, although a rules card has that title.
    titles = [each for each in titles if not is_only_set(line[each[1] : each[2]], each[0], pool)] or titles[:1]
    several = len(titles) > 1
    said = _of_several(tokens, titles, pool) if several else _of_one(line, tokens, titles[0], pool, limits)
    return replace(said, number=number)


def _of_several(tokens: list[Token], titles: list[Title], pool: Pool) -> Account:
    """Return the account of a line with several titles, except for its number."""
    cards, start, end = titles[0]
    before, behind = _around(tokens, start, end, cards)
    outside = [each for each in behind if not any(first <= each.start < last for _, first, last in titles[1:])]
    runs = (run for run, _ in (*_runs(before), *_runs(outside)))
    others = not all(is_label(run, pool) or run in (["and"], ["plus"]) for run in runs)
    return Account(doubt=SEVERAL_NAMES, words=others, titles=tuple(cards[0] for cards, _, _ in titles))


def _of_one(line: str, tokens: list[Token], title: Title, pool: Pool, limits: Limits) -> Account:
    """Return the account of a line with one title, except for its number."""
    cards, start, end = title
    before, behind = _around(tokens, start, end, cards)
    behind = _without_shares(before, behind, pool)
    name = line[start:end].strip()
    count, doubt = count_around(before, behind, limits, of_set=ends_with_set(line[start:end], pool))
    if why := _why_no_copies(line, start):
        count, doubt = None, why
    doubt = doubt or strange(before, behind, cards, pool)
    doubt = doubt or _doubt_of_number(name, count, before, behind, line[start + len(name) :])
    # Text behind a comma may be a subtitle.
    is_first = count is not None and not any(each.text == "," or number_of(each) is not None for each in behind)
    is_clear = len(pool.named(fold(cards[0].base_title))) == 1 or split_experience(name)[1] is not None
    is_said = is_first and is_clear and _is_comment(line[end:], f"{count} {name}", pool, limits)
    is_said = is_said or (count is not None and _is_praise(line[end:], is_clear=is_clear))
    others = any(
        not (
            (not beside and (is_label(run, pool) or all(is_code(word, pool) for word in run)))
            or (is_first and tokens is behind and _is_note(run, pool, beside))
        )
        for tokens in ((before,) if is_said else (before, behind))
        for run, beside in _runs(tokens, at_end=tokens is before)
    )
    says_copies = counts_copies([*before, *behind])
    return Account(name, count, doubt, others, (cards[0],), says_copies=says_copies)


def _without_shares(before: list[Token], behind: list[Token], pool: Pool) -> list[Token]:
    """Return the text behind a name without a bracket that describes some of its copies: ``3 X (2 CE, one foil)``."""
    copies = next(filter(None, map(number_of, before)), 0)
    last = next((at for at, each in enumerate(behind) if each.text in (")", "]")), 0)
    if not last or behind[0].text not in ("(", "["):
        return behind
    described = 0
    share: list[Token] = []
    for token in behind[1 : last + 1]:
        if token.text not in _BETWEEN_SHARES and token is not behind[last]:
            share.append(token)
            continue
        words = [each.text for each in share[1:] if each.text not in ("in", "from", "is", "are")]
        number = number_of(share[0]) if share else None
        if not number or words[:1] in ([], ["of"]) or not are_notes(words, pool):
            return behind
        described += number
        share = []
    return behind[last + 1 :] if described <= copies else behind


def _why_no_copies(line: str, start: int) -> str:
    """Return why a line counts no copies of the card whose name begins at `start`, "" if it may."""
    if re.search(DITTO, line) is not None:
        return "it may repeat the lines above"
    return "its number may belong to a pack" if re.search(_PACK, line[:start]) is not None else ""


def _doubt_of_number(name: str, count: int | None, before: list[Token], behind: list[Token], after: str) -> str:
    """Return why the number beside a name may not count its copies, "" if it does; `after` is the text behind it."""
    if count is None and behind and behind[-1].text == ":":
        return "it may be a heading"
    has_level = split_experience(name)[1] is not None
    is_said = len(behind) == 2 and counts_copies(behind) and not has_level  # noqa: PLR2004 - "Iron Mine 3 copies"
    if not before and may_be_level(name, count, after) and not is_said:
        return LEVEL_OR_COPIES if has_level else _BEHIND
    if before and behind and name[-1:].isdigit() and is_unit(behind[0].text):
        return LEVEL_OR_COPIES  # As in "1 Kuronada - exp 2 copies".
    close = pairwise([each for each in behind if not is_unit(each.text)])
    is_beside = not before and behind and not is_unit(behind[0].text)  # Not "Iron Mine x3 Holdings".
    # As in "Kyuden Hida    18x Holdings", in two columns.
    return _OF_PART if is_beside and any(_counts_part(*both) for both in close) else ""


def _is_comment(behind: str, name: str, pool: Pool, limits: Limits) -> bool:
    """Return whether the text behind a name is a comment that changes nothing: ``-- good vs Crane``."""
    match = re.match(_COMMENT, behind)
    is_remark = match and is_free_of_titles(match[1], pool) and not may_change_card(name, match[1], limits)
    return bool(is_remark)


def _is_praise(behind: str, *, is_clear: bool) -> bool:
    """Return whether the text behind a name is praise, perhaps behind the number of copies."""
    match = re.match(_BEHIND_NAME, behind)
    said = (match[2] or match[3] or "") if match else ""
    is_apart = match is not None and (is_clear or match["number"] is not None)  # It may be a subtitle.
    return is_apart and praises(said) and not may_change_any(said)


def _is_note(words: list[str], pool: Pool, beside: bool) -> bool:
    """Return whether words behind a name are notes; `beside` it only if no title has them: ``3 Iron Mine promo``."""
    is_small = not beside or all(each.islower() and each[1:] for each in words)
    return is_small and are_notes(words, pool) and (not beside or {*words}.isdisjoint(pool.title_words().words))


def _counts_part(one: Token, other: Token) -> bool:
    """Return whether a number is beside a word that heads cards; a type in front of it, as in ``Holding 3``, does not.

    The number of ``Holdings 3`` may count them.
    """
    number, word = (other, one) if one.text.endswith("s") else (one, other)
    return number_of(number) is not None and word.text.casefold() in HEADERS


def _without_labels(line: str, titles: list[Title]) -> list[Title]:
    """Return titles without those in a label before a number: ``Starting honor: 5``.

    Beside a fact whose label is not a title, the others are facts too: ``Honor 6, Province Strength 7``.
    """
    facts = facts_on(line)
    if not titles or not all(map(is_fact, facts)):
        return titles
    if len(facts) > len(titles):
        return []
    return [
        each for each in titles if re.match(r"\W*\d", line[each[2] :]) and not any(map(str.isalpha, line[: each[1]]))
    ]


def _around(tokens: list[Token], start: int, end: int, cards: Sequence[Card]) -> tuple[list[Token], list[Token]]:
    """Return the text around the name of one of `cards`, without a letter for 1, its type and facts about it."""
    before = [token for token in tokens if token.end <= start]
    before = [] if len(before) == 1 and before[0].text in _ONE else before
    behind = [token for token in tokens if token.end > end]  # The level of "exp 1/3" ends within a number.
    if any(number_of(each) is not None for each in (*before, *behind)):
        behind = [each for each in behind if re.fullmatch(FACT_BESIDE_COPIES, each.text) is None]
    if behind and behind[-1].text in {each.rarity[:1] for card in cards for each in card.printings}:
        behind.pop()  # "3 Iron Mine C"
    words = " ".join(token.text for token in before if token.kind == "word").casefold()
    if cards[0].kind in STARTING and HEADERS.get(words) == cards[0].kind:
        # A number behind these words belongs to them: "Province 2: Night Raid".
        is_labelled = before[0].kind == "word"
        before = [each for each in before if each.kind != "word" and not (is_labelled and (number_of(each) or 0) > 1)]
    if cards[0].kind == "stronghold":
        behind = [token for token in behind if re.fullmatch(_STRENGTHS, token.text) is None]
    return before, behind


def titles_in(text: str, pool: Pool) -> tuple[Card, ...]:
    """Return the cards that a remark names; empty for a set. A word in lower case is not a title."""
    is_silent = is_free_of_titles(text, pool) or is_note(text, pool)
    titles = () if is_silent else account(text, pool, Limits()).titles
    return tuple(each for each in titles if each.kind != "other" and (" " in each.title or each.title in text))


def is_card_line(text: str, pool: Pool, limits: Limits) -> bool:
    """Return whether `text`, from a comment, is written as cards are, with a number and a title."""
    if is_free_of_titles(text, pool):
        return False
    said = account(text, pool, limits)
    is_counted = not said.words and (said.count is not None or said.number)
    return bool(said.titles) and (text[:1].isdigit() or is_counted)


def says_card(text: str, pool: Pool, limits: Limits) -> bool:
    """Return whether `text` has a title beside a number that may be one of copies."""
    if not any(map(str.isalpha, text)) or is_free_of_titles(text, pool):
        return False
    said = account(text, pool, limits)
    is_counted = said.number or said.count is not None or said.doubt == SEVERAL_WAYS or re.search(_CARD_TAG, text)
    others = {*words_of(text)}.difference(*(words_of(card.title) for card in said.titles))
    return bool(said.titles) and (bool(is_counted) or any(is_unit(word) or word in COUNTING for word in others))


def _runs(tokens: list[Token], *, at_end: bool = False) -> Iterator[tuple[list[str], bool]]:
    """Yield the groups of adjacent words, each with whether only a space separates it from the name.

    The name is at the end of `tokens`, else at their start.
    """
    tokens = [token for token in tokens if not at_end or token.text != "."]  # "F. Bazaar" is short for a title.
    run: list[str] = []
    first = 0
    for number, token in enumerate([*tokens, END]):
        is_word = token.kind == "word" and number_of(token) is None
        if is_word and (not is_unit(token.text) or (token.text == "of" and (run or not at_end))):
            first = first if run else number
            run.append(token.text)
        elif run:
            if said := run[:-1] if run[-1] == "of" else run:
                yield said, (number == len(tokens) if at_end else first == 0)
            run = []
