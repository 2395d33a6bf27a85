"""Create the conformance suite in `tests/conformance/` from the fixture decks.

``python -m tests.conformance_suite`` writes it; `tests/test_conformance.py` fails when the files differ from it.
`docs/conformance.md` describes the form.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.conformance.adapters import answer_of, deck_of
from deckcheck.conformance.suite import (
    ABOUT,
    CARDS,
    FORMATS,
    About,
    Case,
    DeckOf,
    FormatOf,
    Status,
    Suite,
    compared,
)
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck
from deckcheck.model.finding import BEARING, Citation
from deckcheck.model.format import Format
from deckcheck.rules import REGISTRY
from deckcheck.rules.judge import Judge
from tests.fixture_decks import OWN_FORMATS, Checker, FixtureDeck, fixture_decks

FOLDER = Path(__file__).parent / "conformance"
VERSION = 1
WHOLE = "whole-decks"


class Tag(Struct, frozen=True):
    """A tag with its meaning, and the rules whose cases have it: some, and those of a family without another."""

    name: str
    meaning: str
    rules: str = ""
    family: str = ""


TAGS = (
    Tag("copies", "how many copies of a card a deck can have", "C004 S007", family="C"),
    Tag("size", "how many cards a deck and its parts can have", family="S"),
    Tag("setup", "Strongholds, Senseis, Winds and roles", "S003 S004 S005 S006 S013 A001"),
    Tag("provinces", "number, elements and clans of provinces", "S008 S009 S010 S011 A003 C004"),
    Tag("clans", "cards of other clans", "A001 A003 A004 A009", family="A"),
    Tag("influence", "influence and splash clans", "A004 A005 A006 A011"),
    Tag("roles", "cards that need a role, and roles that a clan can have", "A008 A009 A012 S006"),
    Tag("restricted", "the restricted list", "C005"),
    Tag("banned", "cards that are banned, or banned as splash", "P002 P006 A011"),
    Tag("pool", "sets, marks and types of cards that a format accepts", family="P"),
    Tag("texts", "card texts about deck building", family="E"),
    Tag("unknown-lines", "lines that name no known card", "D001"),
    Tag("text-exceptions", "the answer differs without the card texts in the deck"),
    Tag("dated", "the lists and cards of an earlier day"),
    Tag("undecided", "the facts decide neither for nor against the deck; a judge has to"),
    Tag("whole-decks", "legal decks, one or more for each format"),
    Tag("ccg", "the collectible card game, 1995 to 2015, and its community formats"),
    Tag("lcg", "the Living Card Game, 2017 to 2021, and its community formats"),
)
# Rules with these codes check how a list is written; in the suite only unknown lines remain of that.
_READING = "D"
# No deck-building rule reads these facts of a card.
_PLAYED = re.compile(
    r"cost|focus|force|chi|honor_requirement|personal_honor|gold_production|province_strength|starting_honor"
    r"|(military|political|strength)(_bonus)?|glory|fate|honor|gold"
)
_IN_PRINT = ("set", "copies", "day")


class Made(Struct, frozen=True):
    """The suite by file name, with the fixture decks that no case of it can express."""

    files: dict[str, bytes]
    left_out: tuple[FixtureDeck, ...]


def made(checker: Checker) -> Made:
    """Return the suite of the fixture decks."""
    cases: dict[str, list[Case]] = {}
    facts: dict[str, dict[str, Any]] = {}
    formats: dict[str, FormatOf] = {}
    left_out = []
    for fixture in fixture_decks():
        case, cards = _case(fixture, checker)
        if case is None:
            left_out.append(fixture)
            continue
        cases.setdefault(fixture.path.parent.name if fixture.rule else WHOLE, []).append(case)
        facts.setdefault(case.cards, {}).update(cards)
        formats[case.format] = _format(checker.format(fixture.format))
    about = About(version=VERSION, tags={tag.name: tag.meaning for tag in TAGS}, formats=dict(sorted(formats.items())))
    files = {f"{name}.json": _rows("[", [_json(case) for case in each], "]") for name, each in cases.items()}
    for pool, cards in facts.items():
        rows = [_json(card) + b": " + _json(facts_of) for card, facts_of in sorted(cards.items())]
        files[f"{CARDS}/{pool}.json"] = _rows("{", rows, "}")
    files[ABOUT] = msgspec.json.format(_json(about)) + b"\n"
    files |= {f"{FORMATS}/{name}.yaml": text.encode() for name, text in OWN_FORMATS.items()}
    return Made(files, tuple(left_out))


def _tags_of(rule: str | None) -> set[str]:
    """Return the tags of the cases about a rule."""
    named = {tag.name for tag in TAGS if rule in tag.rules.split()}
    return named or {tag.name for tag in TAGS if rule and tag.family == rule[0]}


def _case(fixture: FixtureDeck, checker: Checker) -> tuple[Case | None, dict[str, Any]]:
    """Return the case of a fixture deck with the facts it needs, None when the form cannot express it."""
    fmt = checker.format(fixture.format, fixture.as_of)
    deck = checker.report(fixture).deck
    cards = {entry.card.id: entry.card for entry in deck.entries}
    case = Case(
        name=fixture.name if fixture.rule else f"{WHOLE}/{fixture.format}-{fixture.path.stem}",
        description=_description(fixture),
        format=fmt.id,
        date=fmt.date,
        cards=fmt.pool,
        deck=_deck(deck, fmt),
        verdict=fixture.verdict.value,
        rules=tuple(sorted({each.code for each in fixture.findings if each.severity in BEARING})),
        tags=(),
        cite=_cite(fixture, fmt),
    )
    if fixture.path.parent.name.startswith(_READING) and not case.deck.unknown:
        return None, {}
    facts = {card.id: _facts(card) for card in cards.values()}
    judge = checker.judge(fixture.format, fixture.as_of)
    if not _passes(case, facts, judge):
        return None, {}
    silent = {card: {key: value for key, value in each.items() if key != "effects"} for card, each in facts.items()}
    own = _tags_of(fixture.rule) | {fmt.game.lower()}
    own |= set() if fixture.rule else {WHOLE}
    own |= {"dated"} if fixture.as_of else set()
    own |= {"undecided"} if case.verdict == "undecided" else set()
    own |= set() if silent == facts or _passes(case, silent, judge) else {"text-exceptions"}
    return msgspec.structs.replace(case, tags=tuple(tag.name for tag in TAGS if tag.name in own)), facts


def _passes(case: Case, facts: dict[str, Any], judge: Judge) -> bool:
    about = About(version=VERSION, tags={}, formats={})
    request = Suite(FOLDER, about, (case,), {case.cards: facts}).request(case)
    return compared(case, answer_of(judge.findings_of(deck_of(request)))).status is Status.PASSED


def _deck(deck: Deck, fmt: Format) -> DeckOf:
    headers = {section.header for section in fmt.sections.values() if section.header}
    parts: tuple[dict[str, int], dict[str, int]] = {}, {}
    for entry in deck.entries:
        part = parts[entry.request.section in headers]
        part[entry.card.id] = part.get(entry.card.id, 0) + entry.count
    return DeckOf(*parts, {line.request.name: line.request.count for line in deck.unresolved})


def _facts(card: Card) -> dict[str, Any]:
    """Return the facts of a card that rules read, without those for play only."""
    facts: dict[str, Any] = msgspec.to_builtins(card)
    facts = {key: value for key, value in facts.items() if not _PLAYED.fullmatch(key)}
    facts["printings"] = [{key: each[key] for key in _IN_PRINT if key in each} for each in facts.get("printings", ())]
    return facts


def _cite(fixture: FixtureDeck, fmt: Format) -> Citation | None:
    """Return the source of the rule in whose folder a fixture is, in its format."""
    named = (each for each in fmt.provisions if fixture.rule and each.name == REGISTRY[fixture.rule])
    provision = next(named, None)
    return Citation(provision.cite.source, provision.cite.at) if provision else None


def _format(fmt: Format) -> FormatOf:
    # The first short name of a format of EmeraldDB is its id there.
    return FormatOf(fmt.name, next(iter(fmt.aliases), "") if fmt.pool == "lcg" and fmt.id not in OWN_FORMATS else "")


def _description(fixture: FixtureDeck) -> str:
    lines = fixture.path.read_text("utf-8").partition("\n\n")[0].splitlines()
    said = [line.removeprefix("# ") for line in lines if not re.match(r"# (format|as-of|verdict|finding): ", line)]
    return re.sub(r"^(D \d+(, D \d+)*: )", "", " ".join(said))


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _rows(begin: str, rows: list[bytes], end: str) -> bytes:
    return f"{begin}\n".encode() + b",\n".join(rows) + f"\n{end}\n".encode()


def read_back(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a suite by name."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def main() -> None:
    """Write the suite again."""
    with tempfile.TemporaryDirectory() as folder:
        files = made(Checker(Path(folder))).files
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name, content in files.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
