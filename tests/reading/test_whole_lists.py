"""Lists as wholes, as they are mailed, posted, exported and copied: which verdicts a judge would take for right."""

from __future__ import annotations

import functools
import itertools
import re
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from deckcheck import Verdict
from deckcheck.model.report import Failure
from tests.fixture_decks import WHOLE_DECKS
from tests.reading.lists import GAMES, Bench, Game


class Card(NamedTuple):
    copies: int
    name: str


class Part(NamedTuple):
    """The cards of one kind, as ``Holdings``, of one of the two decks."""

    kind: str
    deck: str
    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        return sum(card.copies for card in self.cards)


class Deck(NamedTuple):
    """A deck with its cards in order, to be written in any way."""

    stronghold: str
    parts: tuple[Part, ...]

    def of(self, deck: str) -> list[Part]:
        return [part for part in self.parts if part.deck == deck]

    def cards(self, deck: str = "") -> list[Card]:
        return [card for part in self.parts if part.deck == (deck or part.deck) for card in part.cards]

    def lines(self, form: str = "{n} {name}", deck: str = "") -> str:
        """Return the cards, each as a line of this form."""
        return "\n".join(form.format(n=card.copies, name=card.name) for card in self.cards(deck))

    def headed(self, heading: str = "{kind} ({size})", form: str = "{n} {name}", below: str = "") -> str:
        """Return the cards below the headings of their kinds, and a line below each kind."""
        return "\n".join(
            "\n".join(
                [
                    heading.format(kind=part.kind, size=part.size, deck=part.deck),
                    *(form.format(n=card.copies, name=card.name) for card in part.cards),
                    *([below.format(kind=part.kind, size=part.size)] if below else []),
                ]
            )
            for part in self.parts
        )

    def whole(self, form: str = "{n} {name}") -> str:
        """Return the Stronghold and the cards, each as a line of this form."""
        return form.format(n=1, name=self.stronghold) + "\n" + self.lines(form)

    def but(self, copies: int, name: str) -> Deck:
        """Return the deck with `copies` fewer of a card."""
        cut = tuple(
            part._replace(
                cards=tuple(
                    card if card.name != name else card._replace(copies=card.copies - copies)
                    for card in part.cards
                    if (card.name, card.copies) != (name, copies)
                )
            )
            for part in self.parts
        )
        return self._replace(parts=cut)

    def plus(self, copies: int, name: str) -> Deck:
        """Return the deck with a card more in its first part."""
        first, *rest = self.parts
        return self._replace(parts=(first._replace(cards=(*first.cards, Card(copies, name))), *rest))


def deck_of(path: Path) -> Deck:
    """Return the deck in a fixture with headings of kinds."""
    stronghold, parts, kind, deck = "", dict[tuple[str, str], list[Card]](), "", ""
    for line in path.read_text("utf-8").split("\n\n", 1)[1].splitlines():
        if card := re.fullmatch(r"(\d) (\S.*)", line):
            if kind == "Stronghold":
                stronghold = card[2]
            else:
                parts.setdefault((kind, deck), []).append(Card(int(card[1]), card[2]))
        elif heading := re.fullmatch(r"# (\w+)(?:-Game)?(?: \(\d+\))?", line):
            if heading[1] in ("Dynasty", "Fate"):
                deck = heading[1]
            kind = heading[1]
    return Deck(stronghold, tuple(Part(kind, deck, tuple(cards)) for (kind, deck), cards in parts.items()))


Write = Callable[[Deck], str]
CRANE = deck_of(WHOLE_DECKS / "celestial-40-40" / "crane-honor.txt")
BANNED = "Kolat Assassin"
LEGAL = ("legal",)
SAFE = ("legal", "undecided")
OPEN = ("undecided",)
NOT_LEGAL = ("undecided", "illegal")
NO_DECK = ("failed",)
NOT_READ = NOT_LEGAL + NO_DECK
UNREAD = ("legal", "undecided", "failed")


def on(text: str, form: str = "{n} {name}") -> Write:
    """Return what writes all cards but the Stronghold below `text`, in which it may stand."""
    return lambda deck: text.replace("{stronghold}", deck.stronghold) + deck.lines(form)


def headed(heading: str, form: str = "{n} {name}", below: str = "") -> Write:
    return lambda deck: f"{deck.stronghold}\n{deck.headed(heading, form, below)}"


def decks(dynasty: str, fate: str) -> Write:
    return lambda deck: (
        f"{deck.stronghold}\n{dynasty}\n{deck.lines(deck='Dynasty')}\n{fate}\n{deck.lines(deck='Fate')}\n"
    )


def lines(form: str, *, above: str = "", below: str = "") -> Write:
    return lambda deck: above + deck.whole(form) + below


def totalled(more: int) -> Write:
    """Return a table below which is the number of its cards, with the Stronghold, and `more`."""
    table = lines("{n}\t{name}", above="Qty\tName\n")
    return lambda deck: f"{table(deck)}\n{1 + more + sum(each.size for each in deck.parts)}"


def above(text: str) -> Write:
    return lines("{n} {name}", above=f"{text}\n")


def below(text: str) -> Write:
    return lines("{n} {name}", below=f"\n{text}")


def without(*names: str, below: str = "") -> Write:
    """Return what writes the deck without three copies of some cards."""
    return lambda deck: functools.reduce(lambda rest, name: rest.but(3, name), names, deck).whole() + below


def numbered(form: str, mark: str) -> Write:
    return lambda deck: "\n".join(f"{at}{mark}{line}" for at, line in enumerate(deck.whole(form).split("\n"), 1))


def pairs(form: str, between: str, heads: str = "") -> Write:
    """Return what writes two cards on a line."""

    def write(deck: Deck) -> str:
        every = deck.whole(form).split("\n")
        half = (len(every) + 1) // 2
        rows = itertools.zip_longest(every[:half], every[half:])
        return "\n".join([*([heads] if heads else []), *(between.join(filter(None, row)) for row in rows)])

    return write


def columns(form: str, heads: str = "") -> Write:
    """Return how to write each card in columns beside its kind and its deck."""

    def write(deck: Deck) -> str:
        rows = [
            form.format(n=card.copies, name=card.name, kind=part.kind, deck=part.deck)
            for part in deck.parts
            for card in part.cards
        ]
        return "\n".join([*([heads] if heads else []), f"1\t{deck.stronghold}", *rows])

    return write


def noted(form: str, heads: str, other: str = "") -> Write:
    """Return how to write each card with a note, one of them with `other`, if anything."""
    notes = ("economy", "", "great card", "wins duels", other)

    def write(deck: Deck) -> str:
        cards = [Card(1, deck.stronghold), *deck.cards()]
        rows = (
            form.format(n=n, name=name, note=notes[at if at < len(notes) else at % 4])
            for at, (n, name) in enumerate(cards)
        )
        return "\n".join([heads, *rows])

    return write


def names_numbered_for_each_kind(deck: Deck) -> str:
    kinds = ([part.kind, *(f"{at}. {card.name}" for at, card in enumerate(part.cards, 1))] for part in deck.parts)
    return "\n".join([deck.stronghold, *itertools.chain.from_iterable(kinds)])


def a_line_for_each_copy(deck: Deck) -> str:
    return "\n".join([deck.stronghold, *(card.name for card in deck.cards() for _ in range(card.copies))])


def a_line_for_each_kind(deck: Deck) -> str:
    kinds = (f"{part.kind}: " + ", ".join(f"{card.copies} {card.name}" for card in part.cards) for part in deck.parts)
    return "\n".join([deck.stronghold, *kinds])


def wrapped(deck: Deck) -> str:
    return "\n".join(textwrap.fill(line, 72) for line in a_line_for_each_kind(deck).split("\n"))


def a_line_for_each_number(deck: Deck) -> str:
    numbers = ((n, ", ".join(card.name for card in deck.cards() if card.copies == n)) for n in range(3, 0, -1))
    return "\n".join([deck.stronghold, *(f"{n} of: {names}" for n, names in numbers)])


def two_columns(deck: Deck) -> str:
    rows = itertools.zip_longest(
        deck.lines(deck="Dynasty").split("\n"), deck.lines(deck="Fate").split("\n"), fillvalue=""
    )
    return "\n".join([deck.stronghold, *(f"{left:<40}{right}" for left, right in rows)])


# What each list is, the verdicts that are right, and the list as it is written for a deck.
LISTS: dict[str, tuple[tuple[str, ...], Write]] = {
    # Numbers that stand alone, and in headings.
    "totals alone below each kind": (LEGAL, headed("{kind}", below="{size}")),
    "totals alone above each kind": (SAFE, headed("{size}\n{kind}")),
    "totals alone below each heading": (LEGAL, headed("{kind}\n({size})")),
    "totals with a word": (LEGAL, headed("{kind}", below="Subtotal: {size}")),
    "totals behind a sign": (LEGAL, headed("{kind}", below="= {size}")),
    "totals behind an arrow": (LEGAL, headed("{kind}", below="-> {size}")),
    "headings of a wiki": (LEGAL, headed("h2. {kind} ({size})")),
    "headings with a link to edit them": (LEGAL, headed("{kind} [edit]")),
    "headings with prices": (LEGAL, headed("{kind} ({size}, $12.50)")),
    "numbers in circles before headings": (LEGAL, headed("① {kind}")),
    "totals in a sentence": (LEGAL, headed("{kind}", below="That's {size}.")),
    "totals and a small one that is wrong": (
        OPEN,
        lambda d: headed("{kind}", below="({size})")(d).replace("(1)", "(2)", 1),
    ),
    "totals and a large one that is wrong": (
        OPEN,
        lambda d: re.sub(r"\(\d\d\)", "(7)", headed("{kind}", below="({size})")(d), count=1),
    ),
    "a small number below one part alone": (OPEN, lambda d: d.whole() + "\n\n1 Ring of Fire\n(1)\n"),
    "totals of cards": (SAFE, headed("{kind}", below="{size} cards")),
    "total at the end": (SAFE, below("80")),
    "totals on a form with a line to sign": (
        LEGAL,
        lambda d: headed("{kind}", below="Total: {size}")(d) + "\n\nSignature: ________\n",
    ),
    "total with words at the end": (SAFE, below("Total cards: 80 (40 dynasty, 40 fate)")),
    "totals with their shares": (LEGAL, below("Dynasty: 40 (50%)\nFate: 40 (50%)")),
    "a total that is wrong with its share": (OPEN, below("Dynasty: 43 (50%)")),
    "total of both decks at the end": (SAFE, below("40/40")),
    "a number that is not a total": (OPEN, below("7")),
    "a number that is not a total, above": (OPEN, above("7")),
    "a kind with its number": (SAFE, headed("{kind} {size}")),
    "a kind with its number behind a colon": (SAFE, headed("{kind}: {size}")),
    "a kind with its number behind a dash": (SAFE, headed("{kind} - {size}")),
    "a kind with its number behind a cross": (SAFE, headed("{kind} x{size}")),
    "a kind behind its number": (SAFE, headed("{size} {kind}")),
    "a kind behind its number in brackets": (SAFE, headed("({size}) {kind}")),
    "a kind with square brackets": (SAFE, headed("{kind} [{size}]")),
    "a kind with its number of cards": (SAFE, headed("{kind} ({size} cards)")),
    "a kind between lines": (SAFE, headed("--- {kind} ({size}) ---")),
    "a kind with its share": (SAFE, headed("{kind} ({size}/40)")),
    "a kind with a colon": (LEGAL, headed("{kind}:")),
    "a kind in Markdown": (LEGAL, headed("## {kind} ({size})", "- {n} {name}")),
    "a kind in bold": (LEGAL, headed("**{kind} ({size})**", "{n}x {name}")),
    "a kind underlined": (LEGAL, headed("{kind} ({size})\n-----")),
    "headings of one's own": (SAFE, on("{stronghold}\nEconomy (15)\n")),
    "headings of families": (SAFE, decks("Kakita (30)", "Duels (20)")),
    "headings of families without a number": (SAFE, on("{stronghold}\nDoji:\n")),
    "a heading of the clan with a number": (SAFE, lambda d: f"Crane (80)\n{d.whole()}"),
    "a heading in another language": (SAFE, decks("Dynastie (40)", "Schicksal (40)")),
    "lists of both decks": (LEGAL, decks("Dynasty Deck List", "Fate decklist:")),
    "kinds behind their decks": (LEGAL, headed("{deck}: {kind}")),
    "kinds in front of their decks": (LEGAL, headed("{kind} ({deck}, {size})")),
    "kinds behind pictures of a chat": (LEGAL, headed(":crossed_swords: {kind} ({size})")),
    "a banned card below such a kind": (("illegal",), lambda d: headed("{deck}: {kind}")(d.plus(3, BANNED))),
    "the decks with their numbers": (SAFE, decks("Dynasty: 40 cards", "Fate: 40 cards")),
    "the decks behind their numbers": (SAFE, decks("40 Dynasty", "40 Fate")),
    # The Stronghold.
    "an unknown Stronghold on line 1": (OPEN, on("Kyuden Unknown Castle\n")),
    "an unknown Stronghold below a title": (OPEN, on("Crane Honor\n\nKyuden Unknown Castle\n\n")),
    "an unknown Stronghold behind a label": (OPEN, on("Stronghold: Kyuden Unknown Castle\n")),
    "an unknown Stronghold below a heading": (OPEN, on("Stronghold\nKyuden Unknown Castle\n\nDynasty\n")),
    "an unknown Stronghold with a number": (OPEN, on("1 Kyuden Unknown Castle\n")),
    "an unknown Stronghold at the end": (OPEN, lambda d: d.lines() + "\nKyuden Unknown Castle"),
    "an unknown Stronghold as a fact": (NOT_LEGAL, on("Deck: Kyuden Unknown Castle\n")),
    "a Stronghold behind a label": (LEGAL, on("Stronghold: {stronghold}\n")),
    "a Stronghold behind a short label": (SAFE, on("SH: {stronghold}\n")),
    "a Stronghold behind other labels": (LEGAL, on("Clan Stronghold: {stronghold}\nSensei used: none\n")),
    "a Stronghold behind its clan": (SAFE, on("Crane: {stronghold}\n")),
    "a Stronghold with its clan": (SAFE, on("{stronghold} (Crane)\n")),
    "a Stronghold with its kind": (SAFE, on("{stronghold} [Stronghold]\n")),
    "a Stronghold with its number": (LEGAL, on("1 {stronghold} (1)\n")),
    "a Stronghold in a title": (SAFE, on("Crane Honor ({stronghold})\n")),
    "a Stronghold in a sentence": (SAFE, on("This is a deck for {stronghold}.\n")),
    # What is said of a deck.
    "a title with the format": (SAFE, above("Crane Honor (40/40)\n")),
    "a title with a player": (SAFE, above("Crane Honor by Kei\n")),
    "a title with a place": (SAFE, above("1st place: Kei, Crane Honor, Kotei Berlin 2011\n")),
    "a title": (LEGAL, above("Crane Honor\n")),
    "a title that is a card": (SAFE, above("War\n")),
    "a heading that is a card": (SAFE, decks("", "\nStrength\n")),
    "a bare name that is a card": (("undecided",), below("Strength")),
    "a bare name that is a card, between others": (
        ("undecided",),
        lambda d: d.whole().replace("\n3 ", "\nStrength\n3 ", 1),
    ),
    "a family that is a card": (SAFE, headed("{kind}\nHida")),
    "a user of a chat": (SAFE, below("@Hida_Kisada")),
    "the name of a set": (SAFE, above("Celestial Edition")),
    "the gold of the deck": (SAFE, below("12 gold")),
    "a card that is not legal, as many as there may be": (("illegal",), below("3 War")),
    "facts": (LEGAL, above("Deck: Honor\nPlayer: Kei\nEvent: Kotei Berlin\nDate: 2011-05-01\nFormat: Celestial\n")),
    "facts with numbers": (SAFE, above("Deck: Honor 2\nEvent: Kotei 2011\nRecord: 5-2\nPlace: 3 of 40\n")),
    "an event that is a card": (SAFE, above("Event: Imperial Census")),
    "an event that is a card which is not legal": (NOT_LEGAL, above("Event: Rampant Paranoia")),
    "a player called as a card": (SAFE, above("Player: Hida Kisada")),
    "a deck called as its Stronghold": (SAFE, lambda d: f"Deck: {d.stronghold} Honor\n" + d.whole()),
    "a deck called with a number": (SAFE, above("Deck: 3 Provinces of Doom")),
    "an address": (SAFE, above("https://decks.example/1234\n")),
    "a version": (SAFE, above("Version 2.1, updated 2011-05-01")),
    "notes below": (SAFE, below("\nNotes:\nSwap the Rings for more Items.")),
    # Prose.
    "prose above": (LEGAL, above("This deck went undefeated in Swiss.\nHave fun with it!\n")),
    "the number of results": (LEGAL, below("82 results")),
    "the players of a place": (LEGAL, below("My meta has 3 Lion players.")),
    "players that may be cards": (SAFE, below("My deck is 3 Lion players.")),
    "prose below": (LEGAL, below("\nThe deck wins by honor, and duels when it has to.\n")),
    "prose with numbers": (SAFE, above("It went 5-0 in Swiss and lost in the top 8.\n")),
    "prose that names cards": (SAFE, below("\nDoji Ayano is the star of this deck.\n")),
    "a remark about a card": (OPEN, below("\nCopper Mine: the best card in the deck")),
    "a remark about a card behind a dash": (OPEN, below("\nCopper Mine - the best card in the deck")),
    "which cards are foils": (OPEN, below("Foil: Copper Mine")),
    "how many cards are promos": (OPEN, below("\nPromo: 1 Copper Mine")),
    "a fourth copy behind the name of its kind": (("illegal",), below("Holding: 1 Copper Mine")),
    "prose that counts cards": (OPEN, below("\nNext time I would play 3 Kolat Assassin.\n")),
    "prose between the kinds": (LEGAL, headed("{kind} ({size})", below="These are what makes the deck tick.\n")),
    "questions": (SAFE, below("\nWhat would you change? Is this enough gold?\n")),
    "a mail": (
        SAFE,
        lambda d: "Hi Kei,\n\nhere is my list:\n\n" + d.whole() + "\n\nSee you on Saturday,\nRen\n\n-- \nRen, Berlin\n",
    ),
    "a quoted mail": (SAFE, lines("> {n} {name}", above="On Monday Kei wrote:\n")),
    "rules between the parts": (LEGAL, decks("=====", "-----")),
    "pages": (SAFE, decks("Page 1 of 2", "\fPage 2 of 2")),
    # Tables and programs.
    "commas": (SAFE, lines("{n},{name}", above="Qty,Name\n")),
    "commas, the name first": (SAFE, lines("{name},{n}", above="Name,Qty\n")),
    "commas and quotes": (SAFE, lines('"{n}","{name}"', above='"Qty","Name"\n')),
    "semicolons": (SAFE, lines("{n};{name}")),
    "tabs": (LEGAL, lines("{n}\t{name}")),
    "three columns, the last one of kinds": (LEGAL, columns("{n}\t{name}\t{kind}")),
    "three columns, the last one of decks": (LEGAL, columns("{name}\t{n}\t{deck}")),
    "three columns, with heads": (SAFE, columns("{name}\t{n}\t{deck}", "Card\tQty\tDeck")),
    "a table and the number of its cards": (SAFE, totalled(0)),
    "a table and one more than the number of its cards": (OPEN, totalled(1)),
    "three columns, the last one of cuts": (OPEN, columns("{n}\t{name}\tcut")),
    "tabs, the name first": (SAFE, lines("{name}\t{n}")),
    "a row number in front": (LEGAL, numbered("{n}\t{name}", "\t")),
    "a row number in a column": (LEGAL, lambda d: "#\tCard\tQty\n" + numbered("{name}\t{n}", "\t")(d)),
    "a row number in a table in Markdown": (
        LEGAL,
        lambda d: "# | Qty | Card\n---|---|---\n" + numbered("{n} | {name}", " | ")(d),
    ),
    "the numbers of cards in their set": (
        LEGAL,
        lambda d: "Number\tQty\tCard\tSet\n" + numbered("{n}\t{name}\tCE", "7\t")(d),
    ),
    "what cards do, in Markdown": (LEGAL, noted("| {n} | {name} | {note} |", "| Qty | Card | Notes |")),
    "what cards do, in a spreadsheet": (LEGAL, noted("{name}\t{n}\t{note}", "Card\tQty\tFunction")),
    "what cards do, on a page": (
        LEGAL,
        noted(
            "<tr><td>{n}</td><td>{name}</td><td>{note}</td></tr>", "<tr><th>Qty</th><th>Card</th><th>Notes</th></tr>"
        ),
    ),
    "a note that takes a card out, in Markdown": (
        OPEN,
        noted("| {n} | {name} | {note} |", "| Qty | Card | Notes |", "maybe"),
    ),
    "a card beside another one, in a spreadsheet": (
        OPEN,
        noted("{name}\t{n}\t{note}", "Card\tQty\tNotes", BANNED),
    ),
    "two columns of copies": (LEGAL, lines("{n}\t{name}\t{n}", above="Number\tCard\tQty\n")),
    "two columns of copies that differ": (
        OPEN,
        lambda deck: lines("{n}\t{name}\t{n}", above="Number\tCard\tQty\n")(deck).replace("2\tDa", "1\tDa"),
    ),
    "costs in front of the names": (SAFE, columns("{n}\t2\t{name}")),
    "two cards in each row of a spreadsheet": (LEGAL, pairs("{n}\t{name}", "\t")),
    "the same heads over both of them": (LEGAL, pairs("{n}\t{name}", "\t", heads="Qty\tCard\tQty\tCard")),
    "heads of two lists over both": (OPEN, pairs("{n}\t{name}", "\t", heads="Qty\tCard\tQty\tMaybe")),
    "two lists in each row of a spreadsheet": (OPEN, pairs("{n}\t{name}", "\t", heads="Deck\t\tSide\t")),
    "lines to write on": (LEGAL, lines("___ {n} {name}")),
    "lines to write on behind the names": (LEGAL, lines("{n} {name} ____")),
    "headings with numbers and an x": (LEGAL, headed("{size}x {kind}:")),
    "headings with an x in brackets": (LEGAL, headed("{kind} (x{size})")),
    "headings in tags for their level": (LEGAL, headed("[h2]{kind}[/h2]", "[*]{n} {name}")),
    "a footer of a program": (LEGAL, lines("{n} {name}", below="\n\nGenerated by FiveRingsDB\n")),
    "a table in Markdown": (SAFE, lines("| {n} | {name} |", above="| Qty | Card |\n|-----|------|\n")),
    "a table in MediaWiki": (
        SAFE,
        lines("|-\n| {n} || {name}", above='{| class="wikitable"\n! Qty !! Card\n', below="\n|}"),
    ),
    "a table in DokuWiki": (SAFE, lines("| {n} | {name} |", above="^ Qty ^ Card ^\n")),
    "a table of a terminal": (SAFE, lines("| {n} | {name} |", above="+---+------+\n", below="\n+---+------+")),
    "a page with breaks": (SAFE, lines("{n} {name}<br>", above="<p>", below="</p>")),
    "a page": (
        UNREAD,
        lines("<li>{n} {name}</li>", above="<html><body><h1>Crane</h1><ul>\n", below="\n</ul></body></html>"),
    ),
    "a page with a table": (
        UNREAD,
        lines(
            "<tr><td>{n}</td><td>{name}</td></tr>",
            above="<!DOCTYPE html><html><head><title>Deck</title></head><body><table>\n",
            below="\n</table></body></html>",
        ),
    ),
    "a page on one line": (SAFE, lambda d: "<ul>" + d.whole("<li>{n} {name}</li>").replace("\n", "") + "</ul>"),
    "a post": (SAFE, lambda d: f"[b]{d.stronghold}[/b]\n" + d.headed("[b]{kind} ({size})[/b]")),
    "a post with a list": (SAFE, lines("[*]{n} {name}", above="[list]\n", below="\n[/list]")),
    "a post with a table": (SAFE, lines("[tr][td]{n}[/td][td]{name}[/td][/tr]", above="[table]\n", below="\n[/table]")),
    "a post with links": (SAFE, lines("{n} [url=https://cards.example/1]{name}[/url]")),
    "a chat": (SAFE, lines("[12:45, 3.4.2015] Kei: {n} {name}")),
    "a code block": (SAFE, lambda d: "```\n" + d.whole() + "\n```"),
    "names in low quotation marks": (LEGAL, lines("{n} „{name}“")),
    "a cell on each line below the heads": (LEGAL, lines("{n}\n{name}", above="Qty\nCard\n")),
    "an order of a shop": (LEGAL, lines("{name}\nQuantity: {n}\n")),
    "a cell on each line with empty lines between": (LEGAL, lambda d: d.whole("{n}\n{name}").replace("\n", "\n\n")),
    "a cell on each line and a stray number": (
        OPEN,
        lambda d: "My list\n\n" + (d.whole("{n}\n{name}") + "\n3").replace("\n", "\n\n"),
    ),
    "a cell on each line below numbers of cards": (LEGAL, headed("{kind}\n{size}", "{n}x\n{name}")),
    "a cell on each line below wrong numbers of cards": (OPEN, headed("{kind}\n1{size}", "{n}x\n{name}")),
    "a cell on each line below other heads": (OPEN, lines("{n}\n{name}", above="Cost\nCard\n")),
    "the cards of each number on a line": (LEGAL, a_line_for_each_number),
    "a quotation in a chat": (LEGAL, lines("> {n} {name}")),
    "boxes to tick": (LEGAL, lines("- [ ] {n} {name}")),
    "numbered lines": (SAFE, numbered("{n} {name}", ". ")),
    "numbered lines, a point and a bracket": (LEGAL, numbered("{n} {name}", ".) ")),
    "numbered lines, numbers behind": (SAFE, numbered("{name} {n}", " ")),
    "numbered names": (OPEN, numbered("{name}", ". ")),
    "numbered names behind a dash": (OPEN, numbered("{name}", " - ")),
    "names numbered for each kind": (OPEN, names_numbered_for_each_kind),
    "a column of prices": (SAFE, lines("{n}x {name}\t0,25 €")),
    "a column of nothing": (SAFE, lines("{n}\t{name}\t0")),
    "numbered keys": (SAFE, lambda d: "[deck]\n" + "\n".join(f"card{i}={c.name}" for i, c in enumerate(d.cards()))),
    "an object of JSON": (UNREAD, lambda d: "{\n" + d.whole('  "{name}": {n},').rstrip(",") + "\n}"),
    "a fragment of JSON": (SAFE, lines('  "{name}": {n},')),
    "objects of JSON": (UNREAD, lines('{{"name": "{name}", "count": {n}}},')),
    "a map of YAML": (SAFE, lines("{name}: {n}")),
    "an INI file": (UNREAD, lines("{name}={n}", above="[deck]\n")),
    "a Cockatrice deck": (
        UNREAD,
        lines(
            '<card number="{n}" name="{name}"/>',
            above='<?xml version="1.0"?>\n<cockatrice_deck version="1">\n<zone name="main">\n',
            below="\n</zone>\n</cockatrice_deck>",
        ),
    ),
    "an export of Moxfield": (SAFE, lines("{n} {name} (CE) 45 *F*")),
    "an export of Archidekt": (SAFE, lines("{n}x {name} (ce) 45 [Main]")),
    "an export of Arena": (SAFE, lines("{n} {name} (CE) 45", above="Deck\n")),
    "a post with a list on one line": (
        LEGAL,
        lambda d: "[list]" + d.whole("[*]{n}x {name}").replace("\n", "") + "[/list]",
    ),
    "a post with a table of three columns": (
        LEGAL,
        lines(
            "[tr][td]{name}[/td][td]{n}[/td][td]CE[/td][/tr]",
            above="[table]\n[tr][th]Card[/th][th]Qty[/th][th]Set[/th][/tr]\n",
            below="\n[/table]",
        ),
    ),
    "a list of terms on a page": (LEGAL, lambda d: "<dl><dt>Cards</dt>" + d.whole("<dd>{n} {name}</dd>") + "</dl>"),
    "links of a wiki to the pages of the cards": (LEGAL, lines("* {n} [[{name} (CE)|{name}]]")),
    "a link of a wiki to the page of another card": (
        OPEN,
        lambda d: d.whole("* {n} [[{name}]]").replace("[[Copper Mine]]", f"[[{BANNED}|Copper Mine]]"),
    ),
    "numbered headings and subheadings": (LEGAL, headed("1.2 {kind} ({size})")),
    "totals behind dots": (LEGAL, headed("{kind}", below="Total ..... {size}")),
    "totals in tables below headings": (
        LEGAL,
        headed("## {kind}\n| Qty | Card |\n|---|---|", "| {n} | {name} |", "| **{size}** | **Total** |"),
    ),
    "bullets of a word processor behind one space": (LEGAL, lines("\uf0b7 {n} {name}")),
    "a LaTeX table": (
        SAFE,
        lines("{n} & {name} \\\\", above="\\begin{tabular}{rl}\n", below="\n\\end{tabular}"),
    ),
    "a card struck out in LaTeX": (
        OPEN,
        lines("\\item {n} {name}", above="\\begin{itemize}\n", below=f"\n\\item \\sout{{3 {BANNED}}}"),
    ),
    "a LaTeX list": (SAFE, lines("\\item {n} {name}", above="\\begin{itemize}\n", below="\n\\end{itemize}")),
    "rich text": (UNREAD, lines("{n} {name}\\par", above="{\\rtf1\\ansi\n", below="\n}")),
    # How people write.
    "a line for each copy": (LEGAL, a_line_for_each_copy),
    "numbers and names on lines of their own": (SAFE, lines("{n}\n{name}")),
    "names and numbers on lines of their own": (SAFE, lines("{name}\n{n}")),
    "all on one line": (SAFE, lambda d: d.whole().replace("\n", ", ")),
    "all on one line, with no spaces": (LEGAL, lambda d: d.whole("{n}x {name}").replace("\n", ";")),
    "all on one line, numbers behind": (SAFE, lambda d: d.whole("{name} x{n}").replace("\n", "; ")),
    "a line for each kind": (SAFE, a_line_for_each_kind),
    "two columns": (SAFE, two_columns),
    "a line for each kind, wrapped by a mail program": (LEGAL, wrapped),
    "such lines with a banned card": (("illegal",), lambda d: wrapped(d.plus(3, BANNED))),
    "numbers behind": (LEGAL, lines("{name} x{n}")),
    "numbers of a spreadsheet behind": (LEGAL, lines("{name}\t{n}.0")),
    "prices of a spreadsheet behind": (OPEN, lines("{name}\t{n}.00")),
    "numbers behind dots": (SAFE, lines("{name} ........ {n}")),
    "numbers behind in brackets": (LEGAL, lines("{name} ({n})")),
    "numbers behind in square brackets": (SAFE, lines("{name} [{n}]")),
    "numbers behind alone": (SAFE, lines("{name} {n}")),
    "paragraphs of a word processor": (
        LEGAL,
        lines('<p class="MsoNormal"><span lang="EN-US">{n} {name}<o:p></o:p></span></p>'),
    ),
    "a plus in front of each number": (LEGAL, lines("+{n} {name}")),
    "the letter of a bullet": (LEGAL, lines("o {n} {name}")),
    "the sign of a number": (LEGAL, lines("№ {n} {name}")),
    "a tilde in front of each number": (LEGAL, lines("~{n} {name}")),
    "names numbered behind a sign": (
        OPEN,
        lambda d: "\n".join(f"#{at % 3 + 1} {card.name}" for at, card in enumerate(d.cards())),
    ),
    "the number of each line behind a letter": (
        LEGAL,
        lambda d: "\n".join(f"L{at}: {line}" for at, line in enumerate(d.whole("{n} {name}").split("\n"), 1)),
    ),
    "spaces of an address behind the numbers": (OPEN, lines("{n}%20{name}")),
    "a heading beside the Stronghold": (
        OPEN,
        lambda d: d.whole().replace(f"1 {d.stronghold}", f"{d.stronghold}   6x Holdings"),
    ),
    "arrows behind the numbers": (LEGAL, lines("{n}→ {name}")),
    "ordinal signs behind the numbers": (LEGAL, lines("{n}º {name}")),
    "a plus behind each number": (LEGAL, lines("{n}+ {name}")),
    "names of pictures in front": (LEGAL, lines(":small_square: {n}x {name}")),
    "arrows behind the names": (LEGAL, lines("{name} → {n}")),
    "signs of numbers behind the names": (LEGAL, lines("{name} #{n}")),
    "a plus behind each name": (LEGAL, lines("{name} +{n}")),
    "all lines in bold": (LEGAL, lines("**{n} {name}**")),
    "the number of the card in its set": (LEGAL, lines("{n} {name} CE 45")),
    "prices without a currency": (LEGAL, lines("{n} {name} 0.25")),
    "prices in a column": (LEGAL, lines("{n}\t{name}\t1,50")),
    "shares of the deck": (LEGAL, lines("{n} {name} (7.5%)")),
    "ratings": (LEGAL, lines("{n} {name} 4.5/5")),
    "the state of the cards": (LEGAL, lines("{n} {name} NM/M")),
    "foils": (LEGAL, lines("{n} {name} foil")),
    "one sign of a number behind a name": (OPEN, lambda d: d.whole().replace("3 Copper Mine", "Copper Mine #3")),
    "one plus behind a number": (OPEN, lambda d: d.whole().replace("3 Copper Mine", "3+ Copper Mine")),
    "one price instead of a number": (OPEN, lambda d: d.whole().replace("3 Copper Mine", "Copper Mine 3.00")),
    "the numbered lines of a wiki": (
        OPEN,
        lambda d: d.whole("# {n} {name}").replace(f"# 1 {d.stronghold}", d.stronghold),
    ),
    "copies in words behind": (
        LEGAL,
        lambda d: d.whole("{name} x{n}").replace("Copper Mine x3", "Copper Mine 3 copies"),
    ),
    "the number of one line": (OPEN, lambda d: d.whole().replace("3 Copper Mine", "4. 3 Copper Mine")),
    "capitals": (LEGAL, lambda d: d.whole().upper()),
    "small letters": (LEGAL, lambda d: d.whole().lower()),
    "the marks of a quotation": (SAFE, lines('{n} "{name}"')),
    "remarks in brackets": (SAFE, lines("{n} {name} (good)")),
    "a byte order mark": (LEGAL, lambda d: "\ufeff" + d.whole()),
    "line ends of Windows": (LEGAL, lambda d: d.whole().replace("\n", "\r\n")),
    "line ends of old machines": (LEGAL, lambda d: d.whole().replace("\n", "\r")),
    "spaces that do not break": (LEGAL, lambda d: d.whole().replace(" ", "\u00a0")),
    "hyphens where lines end": (
        SAFE,
        lambda d: d.whole().replace("Marketplace", "Market-\nplace").replace("Homeless", "Home-\nless"),
    ),
    "words in front of names broken over lines": (
        SAFE,
        lambda d: re.sub(r"^(\d \S+) ", "\\1\n  ", d.whole(), flags=re.MULTILINE),
    ),
    "a name over two lines whose first line names two cards": (SAFE, below("Shosuro\nKiyofumi ambush: three")),
    "a deck called strokes and a card": (NOT_LEGAL, below("Deck: ||| Kolat Assassin")),
    "a number in brackets, and one on the next line": (SAFE, below("(17) Iron Mine\nx3")),
    "ligatures": (SAFE, lambda d: d.whole().replace("fi", "\ufb01").replace("fl", "\ufb02")),
    # Cards that are not in the deck, or not yet.
    "proxies below": (SAFE, below("\nProxies\n1 Lion Ancestor")),
    "a proxy of the Oracle": (SAFE, below("1 Proxy Personality: Ratling Token")),
    "a sideboard below": (SAFE, below("\nSideboard\n3 Kolat Assassin")),
    "cards to think about below": (SAFE, below("\nMaybeboard:\n3 Kolat Assassin")),
    "a card in a comment": (LEGAL, below("# 3 Kolat Assassin")),
    "a card struck out": (SAFE, below("~~3 Kolat Assassin~~")),
    "a sideboard above": (SAFE, above("Sideboard\n3 Kolat Assassin\n")),
    "cards to think about, then the main deck": (NOT_LEGAL, below("Maybeboard\n3 Iron Mine\nMain\n3 Kolat Assassin")),
    "no proxies, then a card": (NOT_LEGAL, below("Proxies: none\n\nNotes\n3 Kolat Assassin")),
    "no sideboard, then a card": (NOT_LEGAL, below("Sideboard: none\n3 Kolat Assassin")),
    "a comment that is never closed": (NOT_READ, above("<!-- the list\n3 Kolat Assassin")),
    "a line struck out that never ends": (NOT_READ, above("[s]old\n3 Kolat Assassin")),
    "a fence around all": (SAFE, lambda d: f"~~~\n{d.whole()}\n~~~"),
    "strokes in front of all": (SAFE, above("~~\n~~")),
    "a file that is cut off": (OPEN, below("3 Kolat Assas")),
    "a file that says it is cut off": (OPEN, without("Copper Mine", "Marketplace", below="\n1 Kobu… [truncated]")),
    "a file that is cut off behind a word": (OPEN, without("Copper Mine", "Marketplace", below="\n1 Kobune")),
    "a copy that is taken out again": (
        OPEN,
        lambda d: d.whole().replace("3 Copper Mine", "4 Copper Mine") + "\n-1 Copper Mine",
    ),
    "a banned card that is taken out again": (OPEN, below(f"3 {BANNED}\n0 {BANNED}")),
    "a banned card as a heading of one": (
        OPEN,
        lambda d: d.but(3, "Copper Mine").whole() + f"\n\n{BANNED} (3)\n3 Copper Mine",
    ),
    "a file that is cut off behind a letter": (OPEN, below("3 K")),
    "a card far to the right": (NOT_READ, below("3" + " " * 1000 + "Kolat Assassin")),
    "a card behind many words": (NOT_READ, below("3 " + "very " * 60 + "Kolat Assassin")),
    "a banned card as a heading of all": (NOT_LEGAL, on("{stronghold}\nKolat Assassin (80)\n")),
    "a banned card as a heading of a deck": (NOT_LEGAL, decks("Kolat Assassin (40)", "Fate (40)")),
    "a banned card below a total": (NOT_LEGAL, decks("40", "40\nKolat Assassin")),
    "a total that is wrong by three": (OPEN, decks("43", "40")),
    "totals that are right": (SAFE, decks("40", "40")),
    "a card that is there no times": (SAFE, below("0 Kolat Assassin")),
    "very many of a card": (NOT_LEGAL, below("99999999999999999999 Kolat Assassin")),
    "the id of a card": (NOT_LEGAL, below("3 kolat_assassin")),
    "starting Holdings three times more": (NOT_LEGAL, below("Starting Holdings\n3 Copper Mine")),
    "pregame Holdings that the deck has as well": (
        NOT_LEGAL,
        lambda d: f"# Stronghold\n1 {d.stronghold}\n# Pregame Holdings\n3 Copper Mine\n# Dynasty\n{d.lines()}",
    ),
    "two facts of one kind": (SAFE, above("Deck: Honor\nDeck: Honor again")),
    "a name is missing": (OPEN, without("Copper Mine", below="\n3")),
    "a name is missing behind a cross": (OPEN, without("Copper Mine", below="\n3x")),
    "a name is misspelt": (OPEN, without("Copper Mine", below="\n3 Coper Mine")),
    "a name is misspelt behind a label": (OPEN, without("Copper Mine", below="\nHolding: 3 Coper Mine")),
    "cards are left to choose": (OPEN, without("Copper Mine", below="\n3 holdings of your choice")),
    "two names are misspelt": (OPEN, without("Copper Mine", "Marketplace", below="\n3 Coper Mine\n3 Marketplase")),
    "two names on one line are misspelt": (
        OPEN,
        without("Copper Mine", "Marketplace", below="\n3 Coper Mine, 3 Marketplase"),
    ),
    "one of two names in one number is misspelt": (
        OPEN,
        without("Copper Mine", "Marketplace", below="\n3 Copper Mine, Marketplase"),
    ),
    "one of two names in brackets is misspelt": (
        OPEN,
        without("Copper Mine", "Marketplace", below="\n3 Copper Mine (+ Marketplase)"),
    ),
    "two names with a semicolon are misspelt": (
        OPEN,
        without("Copper Mine", "Marketplace", below="\nCoper Mine; Market Place"),
    ),
    "two names without a sign between them, one misspelt": (
        OPEN,
        without("Copper Mine", "Marketplace", below="\n3 Copper Mine Marketplase"),
    ),
    "words of two names in one number": (OPEN, without("Copper Mine", "Marketplace", below="\n3 Copper Market Port")),
    "two numbers for a word of two names": (OPEN, without("Copper Mine", "Marketplace", below="\nMines 3/3")),
    "a playset of a misspelt name above all others": (
        OPEN,
        lambda d: "playset Coper Mine\n" + without("Copper Mine")(d),
    ),
    "a greeting of all above a gap": (("illegal",), lambda d: "Hi all,\n" + without("Copper Mine")(d)),
    "a name above all others is misspelt": (OPEN, lambda d: "Coper Mine × three\n" + without("Copper Mine")(d)),
    "two names in a number for each are misspelt": (
        OPEN,
        without("Copper Mine", "Marketplace", below="\n3 of: Coper Mine, Marketplase"),
    ),
    "a name broken over two lines": (
        LEGAL,
        lambda d: d.whole().replace("Festival of Coronation", "Festival of\nCoronation"),
    ),
    "a name broken behind a hyphen": (LEGAL, lambda d: d.whole().replace("Kobune Port", "Kob-\nune Port")),
    "a banned name broken over two lines": (NOT_LEGAL, below(f"\n3 {BANNED}".replace(" Assassin", "\nAssassin"))),
    "line ends of word processors": (LEGAL, lambda d: d.whole().replace("\n", "\u2028")),
    "a card behind a comment and such a line end": (NOT_LEGAL, below(f"# Crane\u20283 {BANNED}")),
    "prices behind the cards": (LEGAL, lambda d: d.whole("{n}x {name} @ $0.50")),
    "numbers in German words": (LEGAL, lambda d: d.whole("{n}er {name}").replace("3er", "Dreimal")),
    "two cards on each line with a dash": (
        LEGAL,
        lambda d: re.sub(r"\n(3 .*)\n(3 .*)", r"\n\1 - \2", d.whole()),
    ),
    "a banned card behind a dash": (
        ("illegal",),
        lambda d: d.whole().replace("3 Kobune Port", f"3 Kobune Port - 3 {BANNED}"),
    ),
    "numbers and names below each other with their heads": (LEGAL, lambda d: "Card\n" + d.whole("{n}\n{name}")),
    "the same heads over two columns": (LEGAL, pairs("{n} {name:30}", "   ", "Qty Card                 Qty Card")),
    "no notes": (LEGAL, below("\nNotes:")),
    "cards as notes": (NOT_LEGAL, below(f"Notes:\n3 {BANNED}")),
    "numbers of cards in a sentence": (LEGAL, below("\nI have 40 dynasty and 40 fate cards.")),
    "wrong numbers of cards in a sentence": (OPEN, below("\nI have 43 dynasty and 40 fate cards.")),
    "praise below the list": (LEGAL, below("\nRen — Today at 6:14 PM\nlooks good")),
    "the clan below the list": (LEGAL, below("(Crane)")),
    "a field of a form without a value": (LEGAL, below("\nJudge signature:")),
    "the round above the list": (LEGAL, above("Round 1")),
    "a card behind the round": (NOT_LEGAL, above(f"Round 1: 3 {BANNED}")),
    "the game above the list": (LEGAL, above("Legend of the Five Rings")),
    "a goodbye below the list": (LEGAL, below("\nSee you on Saturday!")),
    "a goodbye to a card": (NOT_LEGAL, below(f"\nSee you {BANNED}!")),
    "changes above the list": (OPEN, above("Changes since last time:\n- 1 Iron Mine\n+ 1 Marketplace\n")),
    "key cards above the list": (OPEN, above("Key cards\n3 Copper Mine\n3 Marketplace\n")),
    "the differences from another deck": (OPEN, above("Differences from the starter deck:\n")),
    "the cards that are missing": (OPEN, above("Cards I still need to trade for:\n")),
    "a shopping list": (OPEN, above("Shopping list:\n")),
    "a list from memory": (OPEN, above("From memory:\n")),
    "a shopping list in a comment": (OPEN, above("# Shopping list\n")),
    "a list with a colon above": (LEGAL, above("My deck for Saturday:\n")),
    "points beside the names": (OPEN, lines("{name}\t{n}", above="Card\tPoints\n")),
    "an old list above the list": (OPEN, above(f"My old deck:\n3 {BANNED}\n")),
    "the beginning of the list above a gap": (("illegal",), lambda d: f"Crane Honor\n3 {BANNED}\n{d.whole()}"),
    "more is said than listed": (NOT_LEGAL, without("Copper Mine", below="\nand so on")),
    "cards are missing": (("illegal",), without("Copper Mine")),
    "cards are missing, and a word is not recognised": (
        ("illegal",),
        without("Copper Mine", "Marketplace", below="\n1 Coper Mine"),
    ),
    "three names are misspelt, too few for the gap": (
        ("illegal",),
        lambda d: (
            d.but(3, "Copper Mine").but(3, "Marketplace").whole() + "\n1 Coper Mine\n1 Marketplase\n1 Sliver Mine"
        ),
    ),
    # No deck at all.
    "prose": (NO_DECK, lambda _: "Lorem ipsum dolor sit amet.\n\nConsectetur adipiscing elit, sed do eiusmod.\n"),
    "a page of the rules": (
        NO_DECK,
        lambda _: "A player wins when the other has no provinces left.\nThere are four ways to win.\n",
    ),
    "unknown names only": (("failed", "undecided"), lambda _: "3 Foo of Bar\n3 Bar of Foo\n3 Qux\n"),
    "headings only": (("failed", "undecided"), lambda _: "Dynasty (40)\n\nFate (40)\n"),
    "comments only": (NO_DECK, lambda _: "# 3 Copper Mine\n# 3 Marketplace\n"),
    "nothing": (NO_DECK, lambda _: ""),
    "blanks": (NO_DECK, lambda _: "\n \n\t\n"),
    "an empty object": (NO_DECK, lambda _: "{}"),
    "a picture": (NO_DECK, lambda _: "\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000"),
}
WITH_A_DECK = [name for name, (verdicts, _) in LISTS.items() if "legal" in verdicts]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(GAMES["celestial-40-40"], tmp_path_factory.mktemp("lists"))


def verdict_of(bench: Bench, text: str, suffix: str = ".txt") -> tuple[str, Counter[str], list[str]]:
    """Return the verdict on a list, ``failed`` for none, the cards that were counted, and what was said."""
    report = bench.check(text, suffix)
    if isinstance(report, Failure):
        return "failed", Counter(), [report.error.message]
    return report.verdict.value, Counter(report.deck.copies), [f"{f.code} {f.message}" for f in report.findings]


@pytest.fixture(scope="module")
def whole(bench: Bench) -> Counter[str]:
    """The cards of the deck in its usual form."""
    return verdict_of(bench, CRANE.whole())[1]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_has_a_verdict_that_holds_for_every_reading(bench: Bench, whole: Counter[str], name: str) -> None:
    verdicts, write = LISTS[name]
    verdict, copies, said = verdict_of(bench, write(CRANE))

    assert verdict in verdicts, "\n".join([verdict, *said])
    if verdict == Verdict.LEGAL.value:
        assert copies == whole


@pytest.mark.parametrize(
    "write",
    [
        lines("{name} {n}"),
        lines("{name},{n}"),
        lines("{name} ({n})"),
        a_line_for_each_copy,
        lambda deck: a_line_for_each_copy(deck).replace("Tamago - exp 2", "tamago_experienced_2"),
    ],
)
def test_the_number_of_a_level_counts_no_copies(bench: Bench, write: Write) -> None:
    verdict, copies, said = verdict_of(bench, write(CRANE.plus(1, "Tamago - exp 2")))

    assert (verdict, copies["tamago_experienced_2"]) == ("legal", 1), said


@pytest.mark.parametrize("header", ["", "Qty,Card,Total\n"])
def test_a_table_may_have_prices(bench: Bench, header: str) -> None:
    cards = (Card(1, CRANE.stronghold), *CRANE.cards())
    table = header + "\n".join(f"{card.copies},{card.name},{card.copies * 0.25:.2f}" for card in cards)

    assert verdict_of(bench, table, ".csv")[:2] == verdict_of(bench, CRANE.whole())[:2]
    assert verdict_of(bench, table.replace("3,Copper Mine", "4,Copper Mine"), ".csv")[0] == "illegal"


def linked(deck: Deck) -> str:
    """Return the deck with links to the pages of the cards, as sites write them."""
    return re.sub(r"(\d) (.+)", lambda m: f"{m[1]} [{m[2]}](https://a.example/{m[2].replace(' ', '_')})", deck.whole())


def with_hard_spaces(deck: Deck) -> str:
    return deck.whole().replace(" ", "\xa0")


@pytest.mark.parametrize("write", [linked, with_hard_spaces])
def test_a_number_counts_copies_where_most_lines_have_theirs(bench: Bench, write: Write) -> None:
    verdict, copies, said = verdict_of(bench, write(CRANE.plus(4, "Come One at a Time")))

    assert (verdict, copies["come_one_at_a_time"]) == ("illegal", 4), said


@pytest.mark.parametrize("name", WITH_A_DECK)
def test_a_card_that_is_not_legal_shows_in_it(bench: Bench, whole: Counter[str], name: str) -> None:
    verdict, copies, said = verdict_of(bench, LISTS[name][1](CRANE.plus(3, BANNED)))

    assert verdict != Verdict.LEGAL.value, "\n".join(said)
    if verdict == Verdict.ILLEGAL.value:
        assert copies - whole, "\n".join(said)


# Lines in place of `1 Doji Ayano - exp` that name another card as well.
HIDING = """
1 Doji Ayano, 3 Kolat Assassin - exp
1 Doji Ayano, 3 Kolat Assassin, 2 Iron Mine - exp
1 Doji Ayano, Kolat Assassin - exp
1 Doji Ayano, and three Kolat Assassin - exp
1 Doji Ayano, Kolat Assassin (3) - exp
1 Doji Ayano, Kolat Assassin x3 • Experienced
1 Doji Ayano, 3 Kolat Assassin XP
1 Doji Ayano, 3 Kolat Assassin (exp)
1 Doji Ayano, 3x Kolat Asassin - exp
1 Doji Ayano, 3 more cards - exp
1 Doji Ayano - exp, 3 Kolat Assassin
1 Doji Ayano - Kolat Assassin - exp
1 Doji Ayano (Kolat Assassin) - exp
1 Doji Ayano (3 Kolat Assassin) - exp
1 Doji Ayano [3 Kolat Assassin] - exp
1 Doji Ayano {3 Kolat Assassin} - exp
1 Doji Ayano / 3 Kolat Assassin - exp
1 Doji Ayano & 3 Kolat Assassin - exp
1 Doji Ayano + Kolat Assassin - exp
1 Doji Ayano - exp [3 Kolat Assassin]
1 Doji Ayano - exp {3 Kolat Assassin}
1 Doji Ayano - exp (also 3 Kolat Assassin)
1 Doji Ayano - exp (CE, 3 Kolat Assassin)
1 Doji Ayano - exp (Kolat Assassin)
1 Doji Ayano - exp (Also Kolat Assassin)
1 Doji Ayano - exp (Kolat Assassin Too)
1 Doji Ayano - exp: Kolat Assassin
1 Doji Ayano - exp / Kolat Assassin
1 Doji Ayano - exp Kolat Assassin
1 Doji Ayano exp 3 Kolat Assassin
1 Doji Ayano - exp - 3 Kolat Assassin
1 Doji Ayano - exp, the Kolat Assassin
""".strip().split("\n")


@pytest.mark.parametrize("line", HIDING)
def test_no_name_takes_another_into_itself(bench: Bench, line: str) -> None:
    verdict, copies, said = verdict_of(bench, CRANE.but(1, "Doji Ayano - exp").whole() + "\n" + line)

    assert verdict in NOT_LEGAL, "\n".join([verdict, *said])
    assert verdict == Verdict.UNDECIDED.value or copies["kolat_assassin"], "\n".join([verdict, *said])


YAML = (
    f"deckcheck: 1\nstronghold: {CRANE.stronghold}\ndynasty:\n{CRANE.lines('  {name}: {n}', 'Dynasty')}\n"
    f"fate:\n{CRANE.lines('  {name}: {n}', 'Fate')}\n"
)
XML = (
    f'<deck><section name="Fate"><card qty="1">{CRANE.stronghold}</card>'
    + CRANE.lines('<card qty="{n}">{name}</card>')
    + "</section>{more}</deck>"
)
# Files that are no text lists: their suffix, the verdicts that are right, and the file.
FILES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "YAML": (".yaml", LEGAL, YAML),
    "YAML with proxies": (".yaml", SAFE, YAML + "proxies: [3 Kolat Assassin]\n"),
    "YAML with a sideboard": (".yaml", SAFE, YAML + "sideboard: {Kolat Assassin: 3}\n"),
    "YAML with proxies of its own cards": (".yaml", SAFE, YAML + "proxies: {Copper Mine: 3}\n"),
    "YAML with a card that is there no times": (".yaml", SAFE, YAML + "cards: {Kolat Assassin: 0}\n"),
    "YAML with a comment": (".yaml", LEGAL, YAML + "# 3 Kolat Assassin\n"),
    "YAML with notes": (".yaml", SAFE, YAML + "notes: 3 Kolat Assassin\n"),
    "YAML with a card struck out": (".yaml", SAFE, YAML + 'cards: ["~~3 Kolat Assassin~~"]\n'),
    "YAML with a number behind": (".yaml", NOT_LEGAL, YAML + 'cards: ["Kolat Assassin (3)"]\n'),
    "YAML with a number behind a colon": (".yaml", NOT_LEGAL, YAML + 'cards: ["Kolat Assassin: 3"]\n'),
    "YAML with a sentence": (".yaml", NOT_LEGAL, YAML + 'cards: ["also 3 Kolat Assassin"]\n'),
    "YAML with two cards in one": (".yaml", NOT_LEGAL, YAML + 'cards: ["3 Iron Mine, 3 Kolat Assassin"]\n'),
    "YAML with two lines in one": (".yaml", NOT_READ, YAML + 'cards: ["3 Iron Mine\\n3 Kolat Assassin"]\n'),
    "YAML with a number in the key": (".yaml", NOT_READ, YAML + "cards: {3 Kolat Assassin: 1}\n"),
    "YAML with a heading among cards": (".yaml", NOT_LEGAL, YAML + 'cards: ["Proxies:", "3 Kolat Assassin"]\n'),
    "YAML with a number as text": (".yaml", NOT_READ, YAML + 'cards: {Kolat Assassin: "3"}\n'),
    "XML": (".o8d", LEGAL, XML.format(more="")),
}
# What follows the cards in such a deck.
IN_XML: dict[str, tuple[tuple[str, ...], str]] = {
    "a sideboard": (SAFE, '<section name="Sideboard"><card qty="3">Kolat Assassin</card></section>'),
    "a comment": (SAFE, '<!-- <card qty="3">Kolat Assassin</card> -->'),
    "a card as text": (NOT_READ, '<section name="Fate">3 Kolat Assassin</section>'),
    "a card behind the sections": (NOT_READ, '<card qty="3">Kolat Assassin</card>'),
    "another element": (NOT_READ, '<section name="Fate"><kard qty="3">Kolat Assassin</kard></section>'),
    "a name as an attribute": (NOT_READ, '<section name="Fate"><card qty="3" name="Kolat Assassin"/></section>'),
    "a number in words": (NOT_READ, '<section name="Fate"><card qty="three">Kolat Assassin</card></section>'),
}
FILES |= {f"XML with {what}": (".o8d", verdicts, XML.format(more=more)) for what, (verdicts, more) in IN_XML.items()}

# What else an object with a map of cards says, and a table beside the lists.
IN_JSON: dict[str, tuple[tuple[str, ...], str]] = {
    "a name": (LEGAL, '"name": "Crane Honor", "clan": "crane", "version": 3'),
    "another map of cards": (NOT_READ, '"extra": {"kolat_assassin": 3}'),
    "cards as objects": (NOT_READ, '"extra": [{"card": "kolat_assassin", "count": 3}]'),
    "cards as text": (NOT_READ, '"extra": ["3 Kolat Assassin"]'),
    "a card as a key": (NOT_READ, '"kolat_assassin": 3'),
    "a second deck": (NOT_READ, '"head": {"cards": {"kolat_assassin": 3}}'),
    "a comment that begins with a number": (NOT_READ, '"comment": "3 Kolat Assassin"'),
}
JSON_CARDS = CRANE.lines('"{name}": {n},').rstrip(",")
FILES |= {
    f"JSON with {what}": (
        ".json",
        verdicts,
        f'{{{more}, "cards": {{"{CRANE.stronghold}": 1, {JSON_CARDS}}}}}',
    )
    for what, (verdicts, more) in IN_JSON.items()
}
IN_CSV: dict[str, tuple[tuple[str, ...], str, str]] = {
    "a player": (LEGAL, "Player", "Kei"),
    "points": (LEGAL, "Points", "3"),
    "a card in a column of its own": (NOT_READ, "Extra", "3 Kolat Assassin"),
    "a card as the name of a column": (NOT_READ, "Kolat Assassin", "3"),
    "a card for the player": (NOT_READ, "Player", "3 Kolat Assassin"),
}
FILES |= {
    f"CSV with {what}": (".csv", verdicts, f'Deck list,{head}\n"{CRANE.whole()}","{cell}"\n')
    for what, (verdicts, head, cell) in IN_CSV.items()
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_kind_has_a_verdict_that_holds(bench: Bench, whole: Counter[str], name: str) -> None:
    suffix, verdicts, text = FILES[name]
    verdict, copies, said = verdict_of(bench, text, suffix)

    assert verdict in verdicts, "\n".join([verdict, *said])
    if verdict == Verdict.LEGAL.value:
        assert copies == whole


# The lines of a list of the card game that name its Stronghold and its role, and the verdicts that are right.
LION = (WHOLE_DECKS / "lcg-2017" / "lion-seeker.txt").read_text("utf-8").split("\n\n", 1)[1].split("\n", 2)[2]
HEADS: dict[str, tuple[tuple[str, ...], str]] = {
    "behind labels": (LEGAL, "Stronghold: Yōjin no Shiro\nRole: Seeker of Fire"),
    "without labels": (LEGAL, "Yōjin no Shiro\nSeeker of Fire"),
    "a role behind its clan": (SAFE, "Yōjin no Shiro\nLion: Seeker of Fire"),
    "a role behind its clan, with a dash": (SAFE, "Yōjin no Shiro\nLion - Seeker of Fire"),
    "a role in front of its clan": (SAFE, "Yōjin no Shiro\nSeeker of Fire (Lion)"),
    "a role behind another clan": (SAFE, "Yōjin no Shiro\nCrab: Seeker of Fire"),
    "a role in a title": (SAFE, "Lion Seeker of Fire\nYōjin no Shiro"),
    "role and Stronghold on one line": (SAFE, "Yōjin no Shiro / Seeker of Fire"),
    "role and Stronghold with a comma": (SAFE, "Yōjin no Shiro, Seeker of Fire"),
    "both behind labels on one line": (LEGAL, "Stronghold: Yōjin no Shiro | Role: Seeker of Fire"),
    "both behind labels and a dash": (LEGAL, "**Stronghold:** Yōjin no Shiro - **Role:** Seeker of Fire"),
    "a role in brackets": (LEGAL, "Yōjin no Shiro (Seeker of Fire)"),
    "a labelled role in brackets": (LEGAL, "Stronghold: Yōjin no Shiro [Role: Seeker of Fire]"),
    "another role in brackets": (NOT_LEGAL, "Yōjin no Shiro (Seeker of Fire)\nSeeker of Air"),
    "both behind equals signs": (LEGAL, "Stronghold = Yōjin no Shiro; Role = Seeker of Fire"),
    "both behind their clan": (LEGAL, "Lion / Yōjin no Shiro / Seeker of Fire"),
    "another role behind both": (NOT_LEGAL, "Yōjin no Shiro | Seeker of Fire | Seeker of Air"),
    "a title with the role": (LEGAL, "Lion / Seeker of Fire\n\nYōjin no Shiro\n1 Seeker of Fire"),
    "a title with another role": (NOT_LEGAL, "Lion / Seeker of Air\n\nYōjin no Shiro\n1 Seeker of Fire"),
    "a clan above": (SAFE, "Clan: Lion\nSplash: Crab\nStronghold: Yōjin no Shiro\nRole: Seeker of Fire"),
    "influence": (SAFE, "Yōjin no Shiro\nSeeker of Fire\nInfluence: 4/10"),
    "totals": (SAFE, "Total Cards: (85)\nTotal Influence: (4/10)\nYōjin no Shiro\nSeeker of Fire"),
    "an event that is a card": (SAFE, "Event: Court Games\nYōjin no Shiro\nSeeker of Fire"),
    "an event with a year": (SAFE, "Event: Kotei 2018\nYōjin no Shiro\nSeeker of Fire"),
    "an unknown role": (OPEN, "Yōjin no Shiro\nRole: Seeker of Unknown Things"),
    "an unknown role without a label": (SAFE, "Yōjin no Shiro\nSeeker of Unknown Things"),
    "an unknown role behind a clan": (SAFE, "Yōjin no Shiro\nLion: Seeker of Unknown Things"),
    "an unknown Stronghold": (OPEN, "Unknown no Shiro\nSeeker of Fire"),
    "an unknown Stronghold behind its clan": (OPEN, "Lion: Unknown no Shiro\nSeeker of Fire"),
    "a Stronghold in Latin letters": (LEGAL, "Yojin no Shiro\nSeeker of Fire"),
    "a title": (LEGAL, "Lion Aggro\nby: Kei\nYōjin no Shiro\nSeeker of Fire"),
}


@pytest.fixture(scope="module")
def card_game(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(Game("lcg-2017", ("lion-seeker",), ()), tmp_path_factory.mktemp("card-game"))


@pytest.mark.parametrize("name", HEADS)
def test_the_head_of_a_list_is_read_or_left_open(card_game: Bench, name: str) -> None:
    verdicts, head = HEADS[name]
    verdict, copies, said = verdict_of(card_game, f"{head}\n{LION}")

    assert verdict in verdicts, "\n".join([verdict, *said])
    if verdict == Verdict.LEGAL.value and "unknown" not in name:
        assert copies == verdict_of(card_game, f"{HEADS['behind labels'][1]}\n{LION}")[1]
