"""Find mistakes in the files of a card pool that loading does not notice."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from deckcheck.model.card import Card
from deckcheck.model.effect import RequiresRole, RoleTraits
from deckcheck.model.errors import DataError
from deckcheck.model.names import identity_key
from deckcheck.model.pool import Anatomy, Pool, PoolInfo
from deckcheck.pools.compiler import PoolFiles, compile_rows
from deckcheck.pools.loading import digest_of, read_files

# With this number of cards of one type, a single one in another deck is probably a mistake.
_MANY = 20


def lint(folder: Path, bases: tuple[Path, ...] = ()) -> Iterator[str]:
    """Yield the problems of the pool in `folder` as ``file:line:column: message``; stop after a broken file.

    `bases` are the folders of the pools that it extends, whose own files are not checked.
    """
    try:
        files = read_files(folder, bases)
        pool = Pool(digest_of(files), compile_rows(files))
        yield from _lint_cards(PoolFiles(folder, files[folder]), pool)
        yield from _lint_all(pool)
    except DataError as error:
        yield str(error)


def _lint_cards(own: PoolFiles, pool: Pool) -> Iterator[str]:
    """Yield the problems of single cards of a pool, by its own files."""
    info, anatomy = pool.info, pool.anatomy()
    seen: dict[tuple[str, str, str, str], str] = {}
    for name in own.below("cards/"):
        previous = ""
        for card, place in own.lines(name, Card):
            if card.id < previous:
                yield f"{place}: `{card.id}` is out of order"
            previous = card.id
            for message in _card_problems(card, info, anatomy):
                yield f"{place}: {message}"
            for mark in card.marks:
                key = (card.title, card.mark, f"{card.level}{card.variant}", mark)
                other = seen.setdefault(key, card.id)
                if other != card.id and card.id not in info.disputed and not card.proxy:
                    alike = f"`{card.id}` has the same title and level as `{other}`"
                    yield f"{place}: {alike}, and both are legal in {mark}"
                    break


def _lint_all(pool: Pool) -> Iterator[str]:
    """Yield the problems that only a comparison of all cards shows."""
    fan_marks = {item.id: item.marks for item in pool.sets().values() if item.fan}
    cards = [*pool.cards()]
    decks = Counter((card.kind, card.deck) for card in cards)
    kinds = Counter(card.kind for card in cards)
    traits = {trait for card in cards for effect in card.effects_of(RoleTraits) for trait in effect.traits}
    if not pool.info.sources and (with_effects := [card.id for card in cards if card.effects]):
        yield f"`{with_effects[0]}` has effects, and `pool.yaml` names no source"
    for card in cards:
        given = [fan_marks.get(printing.set) for printing in card.printings]
        if given and None not in given and "released" not in card.unknown:
            for mark in sorted(set(card.marks).difference(*(marks or () for marks in given))):
                yield f"`{card.id}` has the mark `{mark}`, which its fan sets do not give; name it in their `marks`"
        if decks[card.kind, card.deck] == 1 and kinds[card.kind] >= _MANY:
            yield f"`{card.id}` is the only {card.kind} whose deck is `{card.deck}`: is this the wrong deck?"
        for effect in card.effects_of(RequiresRole):
            if effect.trait not in traits:
                yield f"`{card.id}` requires a role of the trait `{effect.trait}`, which no role of the pool has"


def _card_problems(card: Card, info: PoolInfo, anatomy: Anatomy) -> Iterator[str]:
    wrong = anatomy.wrong(card) if anatomy.kinds else ""
    if wrong:
        yield f"`{card.id}` has {wrong}"
    lacking = [name for name in anatomy.missing(card) if name not in card.unknown]
    if lacking and not card.unverified:
        yield f"`{card.id}` has no {', '.join(lacking)}: give the value, or name the field under `unknown`"
    own = identity_key(card.base_title, card.level, card.variant)
    if not card.identity or card.identity[0] != own:
        yield f"the identity of `{card.id}` must begin with `{own}`"
    if card.subtitle and not card.title.endswith(f", {card.subtitle}"):
        yield f"the title of `{card.id}` does not end in its subtitle"
    if any(sign in card.title for sign in ("<", ">", "&#", "&amp;")):
        yield f"the title of `{card.id}` contains HTML"
    if card.influence is not None and card.deck != "conflict":
        yield f"`{card.id}` has an influence cost and is not on the conflict side"
    for mark in (*card.marks, *card.banned):
        if mark not in info.marks:
            yield f"`{card.id}` has the mark `{mark}`, which the pool does not explain"
    both = sorted(set(card.marks).intersection(card.banned))
    if both and card.id not in info.disputed:
        yield f"`{card.id}` is both legal and banned in {', '.join(both)}"
