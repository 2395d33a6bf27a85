"""114 to 123: settings, card pools and formats that are wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.acceptance.bench import FORMAT
from tests.acceptance.case import Case, call, write
from tests.acceptance.lists import GOOD
from tests.conftest import ROOT

_CARD = (
    "- {id: own-card, title: Own Card, kind: event, deck: conflict, identity: [owncard@0], printings: [{set: core}]}\n"
)


def _settings(number: int, what: str, name: str, text: str, *says: str) -> Case:
    def make(folder: Path) -> None:
        write(folder / "deck.txt", GOOD)
        write(folder / name, text)

    return call(number, what, "check", "deck.txt", make=make, says=says)


def _pool(number: int, what: str, cards: str, *says: str, code: int = 2, lines: str = "3 Own Card\n") -> Case:
    """Return the case of a list checked against a pool of the first pack and `cards`."""

    def make(folder: Path) -> None:
        source, made = ROOT / "cardpools" / "lcg", folder / "pools" / "lcg"
        (made / "cards").mkdir(parents=True)
        for name in ("pool.yaml", "sets.yaml", "cards/core.yaml"):
            shutil.copy(source / name, made / name)
        write(made / "effects.yaml", "{}\n")
        write(made / "cards" / "own.yaml", cards)
        write(folder / "deck.txt", GOOD + lines)

    arguments = ("check", "deck.txt", "-f", FORMAT, "--cardpools-dir", "pools")
    # Making a store is part of it.
    return call(number, what, *arguments, make=make, says=says, code=code, seconds=3)


_FORMAT = """\
id: own
name: Own
extends: lcg-2017
basis: community
date: "2021-01-01"
documents: {HOUSE: house rules}
rules:
  RULE
"""
_LIST = """\
id: own-bans
kind: banned
name: bans of ours
pool: lcg
from: "2020-01-01"
basis: community
source: said so
cards: [Banzay!]
"""


def _format(number: int, what: str, rule: str, *says: str, more: Callable[[Path], object] | None = None) -> Case:
    def make(folder: Path) -> None:
        (folder / "formats" / "lists").mkdir(parents=True)
        write(folder / "deck.txt", GOOD)
        write(folder / "formats" / "own.yaml", _FORMAT.replace("RULE", rule))
        if more:
            more(folder / "formats")

    arguments = ("check", "deck.txt", "-f", "own", "--formats-dir", "formats")
    return call(number, what, *arguments, make=make, says=says, seconds=2)


def _circle(folder: Path) -> None:
    for name, parent in (("own", "other"), ("other", "own")):
        text = _FORMAT.partition("rules:")[0]
        write(folder / f"{name}.yaml", text.replace("id: own", f"id: {name}").replace("lcg-2017", parent))


CASES = (
    _settings(114, "unknown setting", "deckcheck.toml", "\nformt = 'x'\n", "deckcheck.toml:2", "`formt`", "known"),
    _settings(114, "setting with a wrong value", "deckcheck.toml", "color = 'blue'\n", "toml:1", "known values: auto"),
    _settings(114, "unknown format", "deckcheck.toml", "format = 'nonsuch'\n", "deckcheck.toml:1", "nonsuch"),
    _settings(
        115, "settings that are no TOML", "deckcheck.toml", "color = 'never'\nformat = 'x\n", "deckcheck.toml:2:12"
    ),
    _settings(
        116,
        "path that leads out of the folder",
        "pyproject.toml",
        "[tool.deckcheck]\noutput = 'csv=../../report.csv'\n",
        "pyproject.toml:2",
        "`output`",
    ),
    _settings(
        116, "path from the root", "deckcheck.toml", "formats-dir = '/etc'\n", "deckcheck.toml:1", "`formats-dir`"
    ),
    _pool(
        117,
        "two cards with one id",
        _CARD + _CARD.replace("Own Card", "Other"),
        "own.yaml:2",
        "two cards",
        "`own-card`",
    ),
    _pool(
        118,
        "two cards with one title",
        _CARD + _CARD.replace("id: own-card", "id: own-other, clans: [lion], influence: 3"),
        *("`Own Card` can mean", "own-card", "own-other", "1 undecided"),
        code=1,
    ),
    _pool(119, "card without a kind", _CARD.replace("kind: event, ", ""), "own.yaml:1", "kind"),
    _pool(119, "card without a title", _CARD.replace("title: Own Card, ", ""), "own.yaml:1", "title"),
    _pool(119, "card without what may be left out", _CARD, "1 legal", code=0),
    _format(120, "formats in a circle", "", "formats/", "own -> other -> own", more=_circle),
    _format(
        121,
        "pattern of a user",
        "not-legal: {name_pattern: '(a+)+$', cite: {doc: HOUSE, section: x}}",
        *("formats/own.yaml:8", "name_pattern"),
    ),
    _format(
        122,
        "expression in a format",
        "deck-too-small: {when: \"__import__('os').mkdir('pwned')\"}",
        *("formats/own.yaml:8", "when"),
    ),
    _format(
        122,
        "rule that is none",
        "eval: {code: \"__import__('os').mkdir('pwned')\"}",
        *("formats/own.yaml:8", "there is no rule `eval`"),
    ),
    _format(
        123,
        "ban of a card that is called otherwise",
        "banned-by-list: {list: own-bans, cite: {doc: HOUSE, section: bans}}",
        *("list `own-bans`", "no card `Banzay!`"),
        more=lambda folder: write(folder / "lists" / "own-bans.yaml", _LIST),
    ),
)
