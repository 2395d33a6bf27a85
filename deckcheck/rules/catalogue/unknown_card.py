"""D001 unknown-card: a line that may be a card but is not recognised.

What it checks
    Lines with a name that no card of the pool has, and lines that have something besides a card: a second
    number, another card, words other than a card type, clan or set. Also numbers that count up from line to line, empty
    boxes among ticked ones and minuses among pluses; and below a maybeboard or sideboard a line that may be a heading:
    the cards below it may be in the deck. The message says so when a list of the format names a card without
    facts in the pool.

Why
    Such a line may mean cards, so the verdict is undecided. deckcheck suggests similar names and never uses them
    silently, because a similar name may be another real card. The message names invisible characters and letters of
    other scripts, which may look like Latin ones.

Illegal
    nothing: 3 Winter Seige leaves the verdict undecided and suggests Winter Siege

Legal
    3 Winter Siege
"""

from collections.abc import Iterator

from deckcheck.model.deck import OUTSIDE
from deckcheck.model.format import Format
from deckcheck.model.names import fold, strange_letters, unseen
from deckcheck.rules.base import Problem, Rule, reading, shortened, undecided
from deckcheck.rules.tally import Tally


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a problem for each line that matches no card, or contains more than a card."""
    listed = _listed(tally.format) if tally.deck.unresolved else {}
    for line in tally.deck.unresolved:
        if line.readings or line.request.bad_count:
            continue
        data: dict[str, object] = {"name": line.request.name, "suggestions": list(line.suggestions)}
        if line.suggestions:
            data["meant"] = " or ".join(f"`{name}`" for name in line.suggestions)
        if named := listed.get(fold(line.request.name)):
            key, data = "listed", {"name": line.request.name, "list": named}
        elif line.why:
            data |= {"line": line.request.written, "why": line.why}
            key = "heading" if line.request.section == OUTSIDE else "doubt-near" if line.suggestions else "doubt"
        else:
            strange = [*strange_letters(line.request.name), *unseen(line.request.name)]
            data |= {"strange": shortened(strange)} if strange else {}
            key = ("near" if line.suggestions else "far") + ("-strange" if strange else "")
        yield Problem(key, data, requests=(line.request,))


def _listed(fmt: Format) -> dict[str, str]:
    """Return the names of the lists of the format that name cards missing from the pool, by the folded titles."""
    lists = (each.cards for each in fmt.provisions if each.cards)
    return {fold(slug): cards.name for cards in lists for slug in cards.unknown_cards}


_MEANT = "did you mean {meant}? `deckcheck deck names` can write it"
_CORRECT = "correct the name, or mark the line with #"
_STRANGE = "no card is called `{name}`; no card title contains {strange}"
_DOUBT = "`{line}` is not recognised: {why}"


MESSAGES = {
    "near": undecided("no card is called `{name}`", _MEANT),
    "far": undecided("no card is called `{name}`", _CORRECT),
    "listed": undecided(
        "the card pool has no facts about `{name}`, which the {list} names",
        "ask a judge what the card requires of the deck",
    ),
    "doubt": undecided(_DOUBT, "write one card per line: `3 NAME`, or mark a remark with #"),
    "doubt-near": undecided(_DOUBT, "write one card per line: `3 NAME`; it names {meant}"),
    "heading": undecided(_DOUBT, "write `Deck` or `Maybeboard` above these cards, or remove the line"),
    "near-strange": undecided(_STRANGE, _MEANT),
    "far-strange": undecided(_STRANGE, _CORRECT),
}
RULE = Rule(__doc__, MESSAGES, reading(check))
