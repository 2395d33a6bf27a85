"""33 to 46: decks in JSON."""

from __future__ import annotations

import json

from tests.acceptance.bench import Ran
from tests.acceptance.case import deck

_ONE = '{"cards": {"rout": 3}}'


def _has_no_name(ran: Ran) -> None:
    (found,) = json.loads(ran.out)["decks"]
    assert not found.get("name"), found["name"]


CASES = (
    deck(33, "key twice", "deck.json", '{"fate":{"rout":3,\n"rout":1}}', "deck.json:2:1: the key `rout` appears twice"),
    deck(
        34,
        "nested 100,000 deep",
        "deck.json",
        lambda: '{"fate":' * 100_000,
        "deck.json:1:161: this JSON is nested deeper than 20 levels",
    ),
    deck(
        34,
        "nested 25 deep",
        "deck.json",
        '{"fate":' * 25 + "1" + "}" * 25,
        "deck.json:1:161: this JSON is nested deeper than 20 levels",
    ),
    deck(35, "not a number as one", "deck.json", '{"fate":{"rout":NaN}}', "deck.json:1:17: `NaN` is not JSON"),
    deck(35, "infinity", "deck.json", '{"fate":{"rout":-Infinity}}', "deck.json:1:17: `-Infinity` is not JSON"),
    deck(
        36,
        "number of 6,000 digits",
        "deck.json",
        f'{{"fate":{{"rout":{"8" * 6000}}}}}',
        "deck.json:1:17: a number is too long",
    ),
    deck(37, "number too large", "deck.json", '{"fate":{"rout":2e999}}', "`inf` copies of `rout`"),
    deck(38, "another deck behind", "deck.json", f"{_ONE}\n{_ONE}", "deck.json:2:1: not valid JSON: extra data"),
    deck(
        39,
        "byte order mark",
        "deck.json",
        b'\xef\xbb\xbf{"cards": {"rout": 9}}',
        "9 copies of `Rout`",
        code=1,
    ),
    deck(
        40,
        "halves of characters",
        "deck.json",
        '{"name": "\\udc00 x", "cards": {"\\udfffrout": 3}}',
        "`\\udfffrout` is not recognised",
        code=1,
    ),
    deck(
        40,
        "halves of characters, as JSON",
        "deck.json",
        '{"name": "\\udc00 x", "cards": {"\\udfffrout": 3}}',
        code=1,
        more=("--as", "json"),
    ),
    deck(41, "not UTF-8", "deck.json", b'{"name":"ab\xc3\x28"}', "not UTF-8 at byte 11"),
    deck(
        42,
        "null as the name",
        "deck.json",
        '{"name": null, "cards": {"rout": 9}}',
        code=1,
        more=("--as", "json"),
        never=("None",),
        then=_has_no_name,
    ),
    deck(43, "text as a number", "deck.json", '{"fate":{"rout":"3"}}', "copies of `rout`; the number must be from"),
    deck(
        44,
        "names of attributes as keys",
        "deck.json",
        '{"__class__":"x","fate":{"rout":3}}',
        "deck.json:1:2: a deck has no key `__class__`",
    ),
    deck(
        44,
        "names of attributes as cards",
        "deck.json",
        '{"fate":{"__init__":3,"__proto__":1}}',
        "no card is called `__init__`",
        "no card is called `__proto__`",
    ),
    deck(45, "half a file", "deck.json", '{"name":"Ada",\n"fate":{"ro', "deck.json:2:9: not valid JSON"),
    deck(
        46,
        "broken line among others, CRLF",
        "decks.jsonl",
        f'{_ONE}\r\n\r\n{_ONE}\r\n{{"cards": {{\r\n{_ONE}',
        "decks.jsonl:4:",
        "not valid JSON",
        "decks.jsonl#1",
        "decks.jsonl#3",
        "decks.jsonl#5",
        decks=4,
    ),
)
