"""What tables, JSON and XML say beside the cards of a legal deck: no card is lost there."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from deckcheck.bulk.chunks import Chunk, Recorder, chunks
from deckcheck.checks.checker import Checker
from deckcheck.decks.intake import Intake, read_source
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.report import Failure
from deckcheck.pools.loading import FilePool
from tests.conftest import shipped_pool, text_file
from tests.fixture_decks import WHOLE_DECKS

# A legal deck of lcg-2017 as lines "3 Name": Stronghold, role, provinces, 14 dynasty cards, 14 conflict cards.
CRANE = [
    (int(number), name)
    for number, name in re.findall(
        r"^(\d)x (.+)$", (WHOLE_DECKS / "lcg-2017" / "crane-keeper.txt").read_text("utf-8"), re.MULTILINE
    )
]
WHOLE = "\n".join(f"{number} {name}" for number, name in CRANE)
PROVINCES = [name for _, name in CRANE[2:7]]


def ids(cards: Iterable[tuple[int, str]] = CRANE) -> dict[str, int]:
    """Return the ids of cards with their numbers."""
    pool = shipped_pool("lcg")
    return {pool.named(fold(name))[0].id: number for number, name in cards}


def listed(cards: Iterable[tuple[int, str]]) -> str:
    return "\n".join(f"{number} {name}" for number, name in cards)


def without(*names: str) -> str:
    return listed((number, name) for number, name in CRANE if name not in names)


def sheet(**row: object) -> str:
    """Return a spreadsheet with one row, which has the columns given."""
    file = io.StringIO()
    csv.writer(file).writerows([[*row], [*row.values()]])
    return file.getvalue()


def table(head: str, row: str, *, more: str = "", cards: Iterable[tuple[int, str]] = CRANE) -> str:
    """Return a spreadsheet with one card in each row, and `more` behind them.

    In a row `collector` is a number of the card in its pack, `cost` one from 0 to 4, `section` what part it is of.
    """
    parts = (1, "Stronghold"), (2, "Role"), (7, "Provinces"), (21, "Dynasty"), (35, "Conflict")
    lines = [
        row.format(
            number=number,
            name=f'"{name}"' if "," in head or ";" in head else name,
            at=at,
            collector=at * 37 % 211,
            cost=at % 5,
            section=next(part for last, part in parts if at <= last or part == "Conflict"),
            check="x" * (at % 2),
            box=len(name) % 3 + 1,
        )
        for at, (number, name) in enumerate(cards, 1)
    ]
    return "\n".join([head, *lines, more])


def marked(label: str, said: str, *, others: str = "") -> str:
    """Return a spreadsheet with one more column, which has `said` for one card of the deck and else `others`."""
    lines = table(f"Qty,Card,{label}", f"{{number}},{{name}},{others}").split("\n")
    lines[20] = lines[20].removesuffix(others) + said
    return "\n".join(lines)


def in_columns(more: str = "") -> str:
    """Return a spreadsheet with a column for each part of the deck and a card in each cell."""
    parts = (CRANE[:1], CRANE[1:2], CRANE[2:7], CRANE[7:21], CRANE[21:])
    file = io.StringIO()
    rows = zip_longest(*([f"{number} {name}" for number, name in part] for part in parts))
    csv.writer(file).writerows([["Stronghold", "Role", "Provinces", "Dynasty", "Conflict"], *rows])
    return file.getvalue() + more


def site(**said: Any) -> str:
    """Return a deck of card ids as sites give it, with what else the site says."""
    return json.dumps({"name": "Cranes", "cards": ids(), **said}) + "\n"


def row(**said: Any) -> str:
    """Return a line of JSON Lines with the whole list as text."""
    return json.dumps({"player": "Kei", "deck": WHOLE, **said}) + "\n"


def objects(name: str = "id", count: str = "count", **said: Any) -> list[dict[str, Any]]:
    """Return the cards of the deck as objects with an id and a number under these keys, and what else each says."""
    return [{name: key, count: number, **said} for key, number in ids().items()]


def ringteki(record: Any = None, **said: Any) -> str:
    """Return the deck as an object of Ringteki, with what else it says, and `record` in each card."""
    cards = [{"count": number, "card": {"id": key, **(record or {})}} for key, number in ids().items()]
    parts = {"provinceCards": cards[2:7], "dynastyCards": cards[7:21], "conflictCards": cards[21:]}
    facts = {"faction": {"value": "crane"}, "alliance": {"value": "lion"}, "format": {"value": "stronghold"}}
    return json.dumps({"name": "Cranes", **facts, "stronghold": cards[:1], "role": cards[1:2], **parts, **said})


def xml(more: str, before: str = "", card: str = '<card qty="{0}">{1}</card>') -> str:
    """Return the deck as OCTGN writes it, with what is before and behind the cards, all on one line."""
    cards = "".join(card.format(number, name) for number, name in CRANE)
    return f'<?xml version="1.0"?><deck>{before}<section name="Cards">{cards}</section>{more}</deck>'


LION = '<card qty="3">Deathseeker</card>'
IDS = ids()
LIONS = {"id": "deathseeker", "count": 3}
SPLIT = [*CRANE[:-1], (1, CRANE[-1][1]), (CRANE[-1][0] - 1, CRANE[-1][1])]
FOUR = [(4 if name == CRANE[-1][1] else number, name) for number, name in CRANE]
COUNTS = (
    *(
        "Qty",
        "Number of copies",
        "# of copies",
        "No. of copies",
        "Copies in deck",
        "Card count",
        "How many",
        "Total copies",
    ),
    *("Anzahl", "Menge", "Quantité", "Cantidad", "Qtd", "Amt", "Pcs", "Stückzahl", "Kpl", "数量", "Main", "Mainboard"),
    *("Deck", "Number", "#", "No.", "x", "", "Used", "In deck"),
)
# The lists of two players in one table, one player behind the other, or both beside each card.
TWO_PLAYERS = {
    "sorted by name": [(who, *card) for who in "AB" for card in sorted(CRANE, key=lambda card: card[1])],
    "beside each card": [(who, *card) for card in CRANE for who in "AB"],
}
SMALL = ids(CRANE[1:])
HALVES = ids(CRANE[:21]), ids(CRANE[21:])
# Deathseeker is a card of another clan, and Policy Debate is banned later; both spellings with errors are no cards.
UNDECIDED = {
    # A list as text in JSON Lines
    **{
        f"JSON Lines with {key}.jsonl": row(**{key: "3 Deathseeker"})
        for key in ("extra", "sideboard", "list", "cards", "Notes", "Changes", "Conflict")
    },
    "JSON Lines with two halves.jsonl": row(deck=listed(CRANE[:21]), list=listed(CRANE[21:])),
    "JSON Lines with a card on the last line.jsonl": row(remarks="Hello,\nplease add\n3 Deathseeker"),
    "JSON Lines with a map of cards.jsonl": row(side={"deathseeker": 3}),
    **{f"CSV with 4 under {head or 'nothing'}.csv": marked(head, "4") for head in ("", "Correct", "Total", "x")},
    # Further copies of cards in JSON
    "JSON with more copies.json": site(extra=[{"id": "01-banzai", "count": 2}]),
    **{f"JSON with a card under {key}.json": site(**{key: ["01-banzai"]}) for key in ("side", "extras", "alternates")},
    "JSON with a card as Stronghold.jsonl": site(stronghold="01-banzai"),
    "JSON with a code that is a card.json": site(kind="policy_debate"),
    "JSON with a code of a card and its number.json": site(kind="three_policy_debate"),
    "JSON with a code for a Stronghold.json": site(stronghold="my_policy_debate_deck"),
    "JSON with further provinces.json": site(extraProvinces=[*IDS][2:3]),
    # Below keys that usually give facts
    "JSON with an older version.json": site(version={"cards": {"policy-debate": 3}}),
    "JSON with a card among notes.json": site(notes=["3 Policy Debate"]),
    "JSON with a card in a comment.json": site(comments=[{"card": "policy-debate", "count": 3}]),
    "JSON with a card under a description.json": site(description="My best deck.\n3 Policy Debate\nPolicy Debate x3"),
    "JSON with a list in a comment.json": site(comment="Swapped in:\n- 3 Policy Debate"),
    # Notes that change the list
    "JSON with a change in a description.json": site(description="Fun to play. I cut one Banzai! since."),
    "JSON with a change in notes.json": site(notes="The last two are not in the deck."),
    # Names with errors, and names without a number
    "CSV with an error in a name.csv": sheet(**{"Deck list": WHOLE, "Extra": "3 Deathseekr"}),
    "CSV with an error in a note.csv": sheet(**{"Deck list": WHOLE, "Notes": "3 Deathseekr"}),
    "CSV with names and errors.csv": sheet(**{"Deck list": WHOLE, "Changes": "in: 3 Deathseekr, out: 3 Bansai!"}),
    "CSV with a card under List.csv": sheet(**{"Deck list": WHOLE, "List": "Deathseeker"}),
    "CSV with cards under Cards.csv": sheet(**{"Deck list": WHOLE, "Cards": "Deathseeker\nDeathseeker"}),
    "CSV with cards in one cell.csv": sheet(**{"Deck list": WHOLE, "Swaps": "Deathseeker, Banzai!"}),
    "CSV with a very long cell.csv": sheet(**{"Deck list": WHOLE, "Remark": "tea " * 9_000 + "3 Deathseeker"}),
    "JSON with an error in a map.json": site(extra={"chargge": 3}),
    "JSON with an error in a list.json": site(extra=["3 Chargge!"]),
    "JSON with an error in an object.json": site(extra=[{"name": "Chargge!", "qty": "3"}]),
    "JSON with an error in a pair.json": site(extra=[["chargge", 3]]),
    "JSON with an error around a number.json": site(extra={"chargge": {"count": 3}}),
    "JSON with an error in a key.json": site(**{"3 Chargge": True}),
    "JSON with a card that is there.json": site(Deathseeker=True),
    "CSV with a column for each card.csv": sheet(**{"Deck list": WHOLE, "Deathseeker": "x"}),
    "CSV with an error behind a dash.csv": sheet(**{"Deck list": WHOLE, "Extra": "- 3 Deathseekr"}),
    "JSON with a fraction.json": site(extra={"chargge": 3.0}),
    "JSON with an error in a head.json": site(head={"chargge": 3}),
    # Markup around a card
    **{
        f"JSON with markup {at}.json": site(description=text)
        for at, text in enumerate(
            (
                "<p>3x Policy Debate</p>",
                "<p>Hello!</p><p>3x Policy Debate</p><p>Bye.</p>",
                "Hello!<br>3 Policy Debate<br/>Bye.",
                "<ul><li>3 <a href='https://fiveringsdb.com'>Policy Debate</a></li></ul>",
                "[b]3x Policy Debate[/b]",
                "**3x** Policy Debate",
                "<x-card>3 Policy Debate</x-card>",
                '<card qty="3">Policy Debate</card>',
                "<tr><td>3</td><td>Policy Debate</td></tr>",
                "<p>3x Chargge!</p>",
                "<b>Banzai!</b> x3",
            )
        )
    },
    # Tables whose numbers may count something else, or with several that may count copies
    "CSV with two decks.csv": table("Cards,Deck A,Deck B", "{name},{number},1"),
    "CSV with two numbers.csv": table("Cards,Old,New", "{name},{number},{number}"),
    "CSV with two words for copies.csv": table("Cards,Qty,Copies", "{name},{number},1"),
    "CSV with a side deck.csv": table("Cards,Main,Side", "{name},{number},1"),
    "CSV with copies and a side deck.csv": table("Cards,Qty,Sideboard", "{name},{number},1"),
    "CSV with a card in the side deck.csv": table("Cards,Main,Side", "{name},{number},0", more="Deathseeker,0,3"),
    "CSV with a column for each part.csv": table(
        "Cards,Dynasty,Conflict", "{name},{number},", cards=CRANE[:21], more='"Let Go",,3'
    ),
    "CSV with collector numbers only.csv": table("Cards,Number", "{name},{collector}"),
    "CSV with numbers of rows only.csv": table("#,Cards", "{at},{name}"),
    "CSV with copies and a number in the side deck.csv": table("Cards,Qty,Side qty", "{name},{number},1"),
    "CSV with costs only.csv": table("Cards,Cost", "{name},{cost}"),
    "CSV with unknown numbers.csv": table("Cards,Zahl", "{name},{cost}"),
    "CSV with high numbers.csv": table("Cards,Zahl", "{name},5"),
    "CSV with an unknown column beside.csv": table("Cards,Zahl,Wert", "{name},{number},1"),
    "CSV with a number that is none.csv": table("Cards,Zahl", "{name},{number}", more="Deathseeker,2?"),
    "CSV without a number.csv": table("Cards,Zahl", "{name},{number}", more="Deathseeker,"),
    "CSV with other numbers.csv": table("Cards,Main", "{name},III"),
    "CSV with a wrong total.csv": table("Cards,Qty", "{name},{number}", more="Total,79"),
    "CSV with a card under a pack.csv": table("Qty,Cards,Pack", "{number},{name},3 Deathseeker"),
    "pasted table with a side deck.txt": table("Card\tQty\tSide", "{name}\t{number}\t1"),
    "pasted table with further cards.txt": table("Card\tQty\tType", "{name}\t{number}\t3 Deathseeker"),
    "pasted table with cards outside.txt": table(
        "Qty\tCard\tType", "{number}\t{name}\tEvent", more="3\tDeathseeker\tSideboard"
    ),
    **{
        f"table in Markdown of {head}.txt": table(f"| {head} | Card |\n|---|---|", "| {number} | {name} |")
        for head in ("Have", "Owned", "Stock", "Bestand")
    },
    # Rows of tables that may be out of the deck
    "table in Markdown with a mark.txt": table("| Qty | Card | |\n|---|---|---|", "| {number} | {name} | |").replace(
        "| Doji Whisperer | |", "| Doji Whisperer | x |"
    ),
    **{
        f"CSV with a row marked {at}.csv": marked(head, said)
        for at, (head, said) in enumerate(
            (
                *(
                    ("Cut", "x"),
                    ("Side", "x"),
                    ("Side", "yes"),
                    ("Out", "2"),
                    ("Change", "-1"),
                    ("+/-", "+1"),
                    ("", "x"),
                ),
                *(("Type", "to cut"), ("Category", "wish list"), ("Slot", "Flex slot"), ("Type", "Swap")),
                *(("Notes", "Reserve"), ("Status", "Not played"), ("Value", "Extra"), ("Type", "To buy")),
            )
        )
    },
    "CSV with a card not included.csv": marked("Included", "no", others="yes"),
    "CSV with no copy in the deck.csv": marked("In deck", "0", others="1"),
    "CSV with as many marks as none.csv": table("Qty,Card,Tested", "{number},{name},{check}"),
    "CSV with own numbers and one out.csv": table(
        "Card,Out", "{name},", cards=[(number, f"{number} {name}") for number, name in CRANE], more="3 Deathseeker,3"
    ),
    "CSV with a commented row.csv": table("Card,Qty", "{name},{number}", more='"#Deathseeker",3'),
    "CSV with a row in brackets.csv": table("Card,Qty", "{name},{number}", more="//Deathseeker,3"),
    "CSV with a row behind a dash.csv": table("Card,Qty", "{name},{number}", more="-Deathseeker,3"),
    "CSV with a row that says maybe.csv": table("Card,Qty", "{name},{number}", more="Maybe,3\nDeathseeker,3"),
    "CSV with a number without a name.csv": table("Qty,Card", "{number},{name}", more="2,"),
    **{
        f"CSV with copies in doubt {at}.csv": table("Qty,Card", "{number},{name}", more=f"{said},Deathseeker")
        for at, said in enumerate((">=2", "2x2", "1-3"))
    },
    "CSV with a collection and a deck.csv": table("Card,Quantity,Crane deck", "{name},3,{number}"),
    "CSV with old and new numbers.csv": table("Card,Qty,New Qty", "{name},{number},1"),
    "CSV with two decks in one number.csv": table(
        "Card,Total copies,Kei,Ren", "{name},{number},{number},0", more="Deathseeker,3,2,1"
    ),
    "CSV with a row for each copy.csv": table(
        "Card,Box", "{name},{box}", cards=[(1, name) for number, name in CRANE for _ in range(number)]
    ),
    # Parts of the deck in places of their own
    "CSV with provinces behind commas.csv": sheet(Deck=without(*PROVINCES), Provinces=", ".join(PROVINCES)),
    "CSV with the conflict deck.csv": sheet(**{"Deck": listed(CRANE[:21]), "Conflict deck": listed(CRANE[21:])}),
    "CSV with the conflict deck in one line.csv": sheet(
        Deck=listed(CRANE[:21]), Conflict=", ".join(listed(CRANE[21:]).split("\n"))
    ),
    "CSV with another Stronghold.csv": sheet(Deck=WHOLE, Stronghold="City of the Open Hand"),
    "CSV with a Stronghold outside the deck.csv": sheet(
        Deck=f"{without('Shizuka Toshi')}\nMaybeboard\n1 Shizuka Toshi", Stronghold="Shizuka Toshi"
    ),
    "CSV with one more province.csv": sheet(Deck=WHOLE, Provinces="\n".join([*PROVINCES, "Manicured Garden"])),
    "CSV of parts with a card of two rows in a column.csv": in_columns(more=",,,,Deathseekr\n"),
    "CSV of parts with one more.csv": sheet(
        **{
            "Dynasty deck": listed(CRANE[:21]),
            "Conflict deck": listed(CRANE[21:]),
            "Reserve": "3 Deathseeker",
        }
    ),
    "CSV with an error in the Stronghold.csv": sheet(Deck=without("Shizuka Toshi"), Stronghold="Shizuka Tosho"),
    "CSV with an error in a column of its own.csv": sheet(
        **{"Deck": without("Shizuka Toshi"), "My stronghold": "Shizuka Tosho"}
    ),
    "JSON with an error in an id.json": json.dumps({"cards": SMALL, "strongholdId": "shizuka-tosho"}),
    "CSV with provinces in the notes.csv": sheet(Deck=without(*PROVINCES), Notes="\n".join(PROVINCES)),
    "JSON with conflict cards as objects.json": site(
        cards=HALVES[0], conflict_cards=[{"id": key, "count": number} for key, number in HALVES[1].items()]
    ),
    "JSON with conflict cards as a map.json": site(cards=HALVES[0], conflictCards=HALVES[1]),
    # JSON with an object for each card
    "objects with two names.json": json.dumps({"cards": objects(name="id", title="Deathseeker")}),
    "objects with further cards.json": json.dumps({"cards": objects(replaces="3 Deathseeker")}),
    "objects with cards beside.json": json.dumps({"cards": objects(), "extra": [{"id": "deathseeker", "count": 3}]}),
    "object without a number.json": json.dumps({"cards": [*objects(), {"id": "deathseeker", "count": None}]}),
    **{
        f"objects with a card marked {key}.json": json.dumps({"cards": [*objects(), {**LIONS, key: said}]})
        for key, said in (
            *(("inDeck", False), ("side", True), ("board", "sideboard"), ("type", "sideboard"), ("tags", ["maybe"])),
            *(("zone", "bench"), ("note", "to cut"), ("status", "considered"), ("sideboard", True)),
        )
    },
    "Ringteki with cards beside.json": ringteki(extraCards=[{"count": 3, "card": {"id": "deathseeker"}}]),
    "Ringteki with a note.json": ringteki(notes="3 Deathseeker"),
    "JSON Lines with a deck and more.jsonl": json.dumps({"deck": IDS, "extra": {"deathseeker": 3}}) + "\n",
    # OCTGN
    **{
        f"OCTGN with a card marked {mark[:4]}.o8d": xml(
            f'<section name="More"><card qty="3" {mark}>Banzai!</card></section>'
        )
        for mark in ('inDeck="false"', 'zone="sideboard"', 'note="maybe"')
    },
    **{
        f"OCTGN with cards below {name}.o8d": xml(f"<{name}>{LION}</{name}>")
        for name in ("sideboard", "side", "maybe", "wishlist")
    },
    "OCTGN with two numbers.o8d": xml("", card='<card qty="{0}" count="2">{1}</card>'),
    "OCTGN with two names.o8d": xml("", card='<card qty="{0}" name="Deathseeker">{1}</card>'),
    "OCTGN with cards behind an empty sideboard.o8d": xml(f'<section name="Sideboard"/>{LION}'),
    "OCTGN with more than its sideboard has.o8d": xml(f'<section name="Sideboard (2)">{LION}</section>'),
    "OCTGN with a sideboard of no cards.o8d": xml(f'<section name="Sideboard (0)">{LION}</section>'),
    "OCTGN with a name and a number.o8d": xml('<entry name="Deathseeker" count="3"/>'),
    "OCTGN with an error in a name.o8d": xml('<entry name="Deathseekr" qty="3"/>'),
    "OCTGN with elements of its own.o8d": xml("<entry><title>Deathseeker</title><copies>3</copies></entry>"),
    **{
        f"OCTGN with the section {name}.o8d": xml(f'<section name="{name}">{LION}</section>')
        for name in ("Réserve", "To buy", "Whatever (3)", "Conflict cards that I like")
    },
    "OCTGN with a section above the cards.o8d": xml("", f'<section name="Réserve">{LION}</section>'),
    **{
        f"CSV with the lists of two players, {how}.csv": "User,Qty,Card\n"
        + "".join(f"{who},{number},{name}\n" for who, number, name in cards)
        for how, cards in TWO_PLAYERS.items()
    },
}
LEGAL = {
    # Parts of the deck in fields of their own
    "JSON Lines with the Stronghold apart.jsonl": row(stronghold="Shizuka Toshi", deck=without("Shizuka Toshi")),
    "CSV with provinces in lines.csv": sheet(Deck=without(*PROVINCES), Provinces="\n".join(PROVINCES)),
    "CSV with a Stronghold and its clan.csv": sheet(Deck=without("Shizuka Toshi"), Stronghold="Shizuka Toshi (Crane)"),
    **{
        f"JSON with {key} as {type(said).__name__}.json": site(**{key: said})
        for key in ("maybeboard", "considering", "wishlist")
        for said in (["01-banzai"], {"01-banzai": 2}, [{"id": "01-banzai", "count": 2}], [], {})
    },
    "JSON with the sums of its influence.json": site(influence={"used": 4, "max": 10}),
    "CSV with one card in each row.csv": "Qty,Cards\n" + "".join(f'{number},"{name}"\n' for number, name in CRANE),
    **{f"CSV with {count}.csv": table(f"Cards,{count}", "{name},{number}") for count in COUNTS},
    "CSV with the cards in two boxes.csv": "Box,Qty,Card\n"
    + "".join(
        f"{box},{copies},{name}\n" for number, name in CRANE for box, copies in (("A", 1), ("B", number - 1)) if copies
    ),
    **{f"CSV with {count} in front.csv": table(f"{count},Card", "{number},{name}") for count in COUNTS[:20]},
    "CSV with # and Qty.csv": table("Cards,#,Qty", "{name},{collector},{number}"),
    "CSV with Number and Qty.csv": table("Number,Cards,Qty", "{collector},{name},{number}"),
    "CSV with Pack and Number.csv": table("Pack,Number,Cards,Copies", "Core,{collector},{name},{number}"),
    **{
        f"CSV with {head} in its set.csv": table(f"Qty,Name,Set,{head}", "{number},{name},Core,{collector}")
        for head in ("Card Number", "Card no.", "Card #")
    },
    "CSV with a limit of copies.csv": table("Qty,Name,Max per deck", "{number},{name},3"),
    "CSV with numbers of rows.csv": table("#,Cards,Qty", "{at},{name},{number}"),
    "CSV with numbers of rows and Zahl.csv": table("#,Cards,Zahl", "{at},{name},{number}"),
    "CSV with facts in numbers.csv": table("Cards,Zahl,Cost,Influence cost", "{name},{number},{cost},1"),
    "CSV with no side deck.csv": table("Cards,Main,Side", "{name},{number},0"),
    "CSV with nothing out.csv": table("Card,Qty,Out,Change", "{name},{number},0,"),
    "CSV with numbers and no name for more than four.csv": table(
        "Qty,Card", "{number},{name}", more=f"{sum(IDS.values())},"
    ),
    "CSV with owned cards.csv": marked("Owned", "x"),
    "CSV with foils.csv": marked("Foil", "yes", others="no"),
    "CSV with all cards in the deck.csv": table("Qty,Card,In deck", "{number},{name},yes"),
    "CSV with types and sides.csv": table("Qty,Card,Type,Side", "{number},{name},Character,{section}"),
    "CSV with plain notes.csv": table("Qty,Card,Notes,Traits", "{number},{name},good card,Bushi. Reserve."),
    "CSV with two rows of a card.csv": table("Qty,Card", "{number},{name}", cards=SPLIT),
    "CSV with bullets.csv": table("Qty,Card", "{number},- {name}"),
    "CSV with fractions.csv": table("Cards,Qty", "{name},{number}.0"),
    "CSV with an x.csv": table("Cards,Zahl", "{name},{number}x"),
    "CSV with a total.csv": table("Card,Qty", "{name},{number}", more=f"Total,{sum(IDS.values())}"),
    "CSV with a total in front.csv": table(
        "Section,Card,Copies", "{section},{name},{number}", more=f"Total,,{sum(IDS.values())}"
    ),
    "CSV with a number alone.csv": table("Card,Qty", "{name},{number}", more=f",{sum(IDS.values())}"),
    "CSV with headings.csv": table("Qty,Card", "{number},{name}", more=",Sideboard"),
    "CSV with headings and numbers.csv": "Qty,Card\n" + table("5,Provinces", "{number},{name}"),
    "CSV with Card Name.csv": table("Card Name;Quantity", "{name};{number}"),
    "CSV with Name.csv": table("Count,Name,Type,Clan", "{number},{name},Character,Crane"),
    "CSV with Section.csv": table("Section,Card,Copies", "{section},{name},{number}"),
    "CSV with Deck.csv": table("Quantity,Title,Deck,Cost", "{number},{name},{section},{cost}"),
    "CSV with ids.csv": "card_id,qty\n" + "".join(f"{key},{number}\n" for key, number in IDS.items()),
    **{
        f"CSV with {fact}.csv": table(f"Qty,Cards,{fact}", f"{{number}},{{name}},{card}")
        for fact, card in (("Pack", "Deathseeker"), ("Traits", "Seeker. Bushi."), ("Card set", "banzai"))
    },
    "CSV with Stronghold and role again.csv": sheet(
        Player="Kei", Stronghold=CRANE[0][1], Role=CRANE[1][1], Decklist=WHOLE
    ),
    "CSV with the provinces again.csv": sheet(Deck=WHOLE, Provinces="\n".join(PROVINCES)),
    "CSV with the provinces in one line again.csv": sheet(Deck=WHOLE, Provinces=", ".join(PROVINCES)),
    "JSON Lines with the Stronghold again.jsonl": row(stronghold=CRANE[0][1], provinces=", ".join(PROVINCES)),
    "CSV of parts.csv": sheet(
        Timestamp="2018/01/02 3:04:05 pm EST",
        Player="Kei",
        Stronghold=CRANE[0][1],
        Role=CRANE[1][1],
        Provinces="\n".join(PROVINCES),
        **{"Dynasty deck": listed(CRANE[7:21]), "Conflict deck": listed(CRANE[21:]), "Event": "Kotei"},
    ),
    "CSV of parts with a card in each cell.csv": in_columns(),
    "CSV of two parts.csv": sheet(Dynasty=listed(CRANE[:21]), Conflict=listed(CRANE[21:]), Round=3),
    "pasted table.txt": table("Qty\tCard\tType", "{number}\t{name}\tCharacter"),
    "pasted table with costs.txt": table("Qty\tName\tCost", "{number}\t{name}\t{cost}"),
    "pasted table with the numbers behind.txt": table(
        "Card\tType\tClan\tCopies", "{name}\tCharacter\tDragon\t{number}"
    ),
    "table in Markdown.txt": table("| Card | Cost | Qty |", "| {name} | {cost} | {number} |"),
    "table in HTML.txt": "<table>\n"
    + table("<tr><th>Qty</th><th>Card</th></tr>", "<tr><td>{number}</td><td>{name}</td></tr>", more="</table>"),
    "table in HTML in one line.html": "<!DOCTYPE html><html><head><title>Kei</title></head><body>"
    + table(
        "<table><tr><th>Qty</th><th>Card</th><th>Cost</th></tr>",
        "<tr><td>{number}</td><td>{name}</td><td>{cost}</td></tr>",
        more="</table></body></html>",
    ).replace("\n", ""),
    "table in HTML with costs.txt": table(
        "<table><tr><th>Qty</th> <th>Card</th> <th>Cost</th></tr>",
        "<tr><td>{number}</td> <td>{name}</td> <td>{cost}</td></tr>",
        more="</table>",
    ),
    "objects with no sideboard.json": json.dumps({"cards": objects(sideboard=0)}),
    "objects in the deck.json": json.dumps({"cards": objects(inDeck=True, side="conflict", type="event")}),
    "objects with facts.json": json.dumps(
        {"cards": [{"id": key, "count": n, "unique": n == 1, "foil": n > 2} for key, n in IDS.items()]}
    ),
    "objects with the same number again.json": json.dumps(
        {"cards": [{"id": key, "count": number, "inDeck": number} for key, number in IDS.items()]}
    ),
    "objects with ids.json": json.dumps({"name": "Cranes", "cards": objects()}),
    "objects with card ids.json": json.dumps({"cards": objects("card_id", "quantity", clan="crane", cost=3)}),
    "objects with collector numbers.json": json.dumps(objects("name", "qty", number=156)),
    "objects with names.json": json.dumps([{"name": name, "copies": number} for number, name in CRANE]),
    "objects with ids and names.json": json.dumps(
        [{"id": key, "name": name, "count": n} for key, (n, name) in zip(ids(), CRANE, strict=True)]
    ),
    **{
        f"objects with names and ids such as {number.format(1)}.json": json.dumps(
            [
                {"_id": number.format(at), "cardNumber": at, "name": name, "count": n}
                for at, (n, name) in enumerate(CRANE, 1)
            ]
        )
        for number in ("65f1c0ffee65f1c0ffee{:04}", "{}", "01{:03}", "FFG-{}")
    },
    "Ringteki.json": ringteki(_id="5f", username="Kei", lastUpdated="2020-05-01T10:00:00Z"),
    "Ringteki with records.json": ringteki({"clan": "crane", "text": "Look for a Deathseeker.", "deck_limit": 3}),
    "EmeraldDB with a sideboard.json": site(id="4736f7c0", sideboard={"deathseeker": 3}),
    "EmeraldDB with no sideboard.json": site(id="4736f7c0", sideboard={}),
    "JSON Lines with a deck.jsonl": json.dumps({"player": "Kei", "deck": IDS}) + "\n",
    "JSON Lines with a deck of a site.jsonl": json.dumps({"player": "Kei", "deck": {"name": "C", "cards": IDS}}) + "\n",
    **{
        f"OCTGN with {card[6:12]}.o8d": xml("", card=card)
        for card in (
            '<card count="{0}">{1}</card>',
            '<card quantity="{0}">{1}</card>',
            '<card copies="{0}" name="{1}"/>',
            '<card qty="{0}" name="{1}"></card>',
        )
    },
    **{
        f"Cockatrice with {said}.cod": xml("", card='<card qty="{0}" ' + said + ' name="{1}"/>')
        for said in ('price="0.25"', 'price="2"', 'setShortName="Core" collectorNumber="141"')
    },
    "CSV with one column.csv": "Decklist\n" + "".join(f'"{number} {name}"\n' for number, name in CRANE),
    "JSON with lists of names and counts.json": json.dumps(
        {"names": [name for _, name in CRANE], "counts": [number for number, _ in CRANE]}
    ),
    "JSON with one card in each object.json": json.dumps([{key: count} for key, count in IDS.items()]),
    **{
        f"OCTGN with the section {name}.o8d": xml(f'<section name="{name}">{LION}</section>')
        for name in ("Sideboard", "Maybe", "Side", "Extras", "Wishlist", "Not in the deck", "Maybe (3)")
    },
    "OCTGN with parts of a sideboard.o8d": xml(
        f'<section name="Sideboard"><section name="Characters">{LION}</section>{LION}</section>'
    ),
    "JSON Lines with facts.jsonl": row(event="Kotei", id=7, paid=True, team="3 Amigos", remark=None, round=3),
    "JSON Lines with tags.jsonl": row(tags=["aggro", "bushi"], meta={"season": "2018"}),
    "JSON with Stronghold and role again.json": site(stronghold=next(iter(IDS)), role=[*IDS][1]),
    "JSON with a code that has a title in it.jsonl": site(kind="legal_toshi_ranbo_all_elements"),
    "JSON with a picture that has a title in it.json": site(image="img/3_deathseeker_2.PNG"),
    **{
        f"JSON with {key} {written}.json": json.dumps({"name": "Cranes", key: said, "cards": cards})
        for key, said in (("stronghold", CRANE[0][1]), ("roleCard", CRANE[1][1]), ("role", CRANE[1][1]))
        for written, cards in (
            ("beside ids", {key.lstrip("0123456789-"): n for key, n in IDS.items()}),
            ("beside ids with packs", IDS),
            ("beside objects with ids", objects()),
        )
    },
    "JSON with the provinces again.json": site(provinces=[*IDS][2:7]),
    "JSON with comments.json": site(
        comments=[{"user": "Ren", "text": "Nice!", "date": "2018-01-01", "id": 3}],
        description="I won 3 games with it.\nBanzai! is great.",
        clan={"name": "Crane", "id": 4},
    ),
    "JSON with numbers.json": site(stats={"wins": 3, "losses": 1}, rounds=[3, 1], owner={"name": "Kei", "age": 30}),
    "CSV without a card.csv": sheet(**{"Deck list": WHOLE, "Deathseeker": "no"}),
    "CSV of a form.csv": sheet(
        Timestamp="2018/01/02 3:04:05 pm EST",
        Player="Kei",
        Deck=WHOLE,
        Address="12 Main Street",
        Record="3 wins",
        Arrival="3 March, 10:30 am",
        Extra="none",
        Sideboard="-",
        Proxies="0 cards",
        Notes="I have 3 questions. See you!",
    ),
}


@pytest.fixture(scope="module")
def checker(lcg2017: Format, lcg: FilePool) -> Checker:
    return Checker(lcg2017, lcg)


def verdicts(path: Path, checker: Checker) -> list[str]:
    """Return the verdicts on the decks in a file, after comparing them with those of a bulk run."""
    found = [
        "failed" if isinstance(each, Failure) else checker.report(each).verdict.value
        for each in read_source(str(path), Intake())
    ]
    records = b"".join(Recorder(checker, Intake()).result(chunk).records for chunk in _chunks(path))
    assert [json.loads(line).get("verdict", "failed") for line in records.splitlines()] == found
    return found


def _chunks(path: Path) -> Iterable[Chunk]:
    return chunks([str(path)], Intake())


@pytest.mark.parametrize("name", UNDECIDED)
def test_what_may_be_a_card_leaves_the_verdict_open(name: str, tmp_path: Path, checker: Checker) -> None:
    path = text_file(tmp_path / name, UNDECIDED[name])

    assert verdicts(path, checker) == ["undecided"]


def test_a_stronghold_that_is_listed_twice_is_only_named_again(tmp_path: Path, checker: Checker) -> None:
    stronghold = next(iter(IDS))
    path = text_file(tmp_path / "twice.jsonl", site(stronghold=stronghold, cards={**IDS, stronghold: 2}))

    assert verdicts(path, checker) == ["illegal"]
    report = checker.check_file(path)
    assert "D001" not in {finding.code for finding in report.findings}


@pytest.mark.parametrize("name", LEGAL)
def test_facts_leave_a_deck_legal(name: str, tmp_path: Path, checker: Checker) -> None:
    path = text_file(tmp_path / name, LEGAL[name])

    assert verdicts(path, checker) == ["legal"]


def test_four_copies_of_a_card_in_a_table_are_too_many(tmp_path: Path, checker: Checker) -> None:
    for head in ("Number of copies", "Anzahl", "Main", "Zahl"):
        path = text_file(tmp_path / f"{head}.csv", table(f"Cards,{head}", "{name},{number}", cards=FOUR))

        assert verdicts(path, checker) == ["illegal"]


@pytest.mark.parametrize("key", ["inDeck", "sideCount", "side_qty", "used"])
def test_objects_with_two_numbers_of_copies_are_no_deck(key: str, tmp_path: Path, checker: Checker) -> None:
    for name, count in (("id", "count"), ("name", "number")):
        path = text_file(tmp_path / f"{count}.json", json.dumps({"cards": objects(name, count, **{key: 2})}))

        assert verdicts(path, checker) == ["failed"]


@pytest.mark.parametrize(
    ("label", "level", "verdict"),
    [
        ("Level", "exp", "legal"),
        ("XP", "Experienced", "legal"),
        ("Keywords", "Experienced", "legal"),
        ("Level", "1", "undecided"),
        ("Traits", "Samurai. Experienced.", "undecided"),
    ],
)
def test_a_level_beside_a_name_is_that_of_its_card(label: str, level: str, verdict: str, tmp_path: Path) -> None:
    text = (WHOLE_DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
    cards = [
        (int(number or 1), name, level if end else "")
        for number, name, end in re.findall(r"(?m)^(?:(\d) )?([^#:\n]+?)( - exp)?$", text)
        if number or end
    ]
    lines = "".join(f'{number},"{name}",{said}\n' for number, name, said in cards)
    objects = json.dumps([{"name": name, "qty": number, label: said} for number, name, said in cards])
    files = ("deck.csv", f"Qty,Card,{label}\n{lines}"), ("deck.json", objects)

    for name, content in files:
        assert verdicts(text_file(tmp_path / name, content), Checker("celestial-40-40")) == [verdict]


def test_decks_with_a_number_are_no_cards(tmp_path: Path, checker: Checker) -> None:
    decks = [{"name": "Cranes", "count": 87, "cards": each} for each in (IDS, {**IDS, "policy-debate": 4})]

    assert verdicts(text_file(tmp_path / "decks.json", json.dumps(decks)), checker) == ["legal", "illegal"]


def test_a_row_in_doubt_shows_its_numbers(tmp_path: Path, checker: Checker) -> None:
    path = text_file(tmp_path / "deck.csv", table("Cards,Old,New", "{name},{number},1"))

    (deck,) = read_source(str(path), Intake())
    assert not isinstance(deck, Failure)
    message = checker.report(deck).findings[0].message

    assert "`1 Shizuka Toshi (Old 1, New 1)` is not recognised" in message
    assert "the text beside it may put it outside the deck, or change its number" in message


def test_a_key_in_doubt_is_named_as_what_is_beside_the_card(checker: Checker) -> None:
    report = checker.check_text('[{"id": "rout", "count": 3}, {"id": "banzai", "count": 3, "board": "later"}]')

    assert "the text beside it may put it outside the deck" in next(
        each.message for each in report.findings if each.code == "D001"
    )


def test_a_section_ends(tmp_path: Path, checker: Checker) -> None:
    sideboard = '<section name="Sideboard"><card qty="1">Banzai!</card></section>'

    assert verdicts(text_file(tmp_path / "deck.o8d", xml(sideboard + LION)), checker) == ["illegal"]


# A sideboard has ten cards at most, and only three copies of a card are allowed in it and the deck together.
@pytest.mark.parametrize(
    ("section", "verdict"),
    [
        ("Sideboard", "illegal"),
        ("Side", "illegal"),
        ("Side (9)", "undecided"),
        ("Bench", "undecided"),
        ("Cut", "legal"),
    ],
)
def test_a_section_may_be_the_sideboard_of_a_format_that_has_one(section: str, verdict: str, tmp_path: Path) -> None:
    text = (WHOLE_DECKS / "lcg-skirmish" / "unicorn-sideboard.txt").read_text("utf-8")
    deck, side = (
        "".join(f'<card qty="{number}">{name}</card>' for number, name in re.findall(r"(?m)^(\d)x (.+)$", part))
        for part in text.split("Sideboard (10)")
    )
    more = '<card qty="1">Aggressive Moto</card>'
    sections = f'<section name="Deck">{deck}</section><section name="{section}">{side}{more}</section>'
    path = text_file(tmp_path / "deck.o8d", f"<deck>{sections}</deck>")

    assert verdicts(path, Checker("lcg-skirmish")) == [verdict]
