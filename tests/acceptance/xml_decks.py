"""86 to 91: decks of OCTGN, in XML."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.bench import FORMAT, Bench, Ran
from tests.acceptance.case import Case, deck, write
from tests.loopback import serving

_REFUSED = "document types and entities are not allowed in a deck"
_SECRET = "the text of another file"


def _multiplied() -> str:
    rows = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 12}">\n' for n in range(1, 9))
    return f'<?xml version="1.0"?>\n<!DOCTYPE deck [\n<!ENTITY l0 "Rout">\n{rows}]>\n<deck><card>&l8;</card></deck>'


def _long() -> str:
    entity = "Rout " * 8000
    return f'<!DOCTYPE deck [<!ENTITY l "{entity}">]>\n<deck><card qty="3">{"&l;" * 6000}</card></deck>'


def _of_a_file(what: str, content: str) -> Case:
    def act(bench: Bench) -> Ran:
        secret = bench.folder / "secret.txt"
        secret.write_text(_SECRET, "utf-8")
        write(bench.folder / "deck.o8d", content.replace("SECRET", secret.as_uri()))
        return bench.run("check", "deck.o8d", "-f", FORMAT)

    refused = _REFUSED if "DOCTYPE" in content else "this deck has no cards"
    number = 87 if "DOCTYPE" in content else 89
    return Case(number=number, what=what, act=act, says=("deck.o8d", refused), never=(_SECRET,), decks=1)


def _elsewhere(bench: Bench) -> Ran:
    with serving(lambda handler: handler.send(b"", kind="application/xml-dtd")) as server:
        dtd = f'<!DOCTYPE deck SYSTEM "{server.address}/deck.dtd">'
        write(
            bench.folder / "deck.o8d", f"{dtd}\n<deck><section name='Fate'><card qty='3'>Rout</card></section></deck>"
        )
        ran = bench.run("check", "deck.o8d", "-f", FORMAT)
        assert server.paths == [], "a document type was fetched"
    return ran


def _inner(path: Path) -> None:
    write(path / "deck.o8d", _multiplied)


CASES = (
    deck(86, "entities that multiply", "deck.o8d", _multiplied, "deck.o8d:2:", _REFUSED),
    _of_a_file(
        "entity of a file", '<!DOCTYPE deck [<!ENTITY s SYSTEM "SECRET">]>\n<deck><card qty="3">&s;</card></deck>'
    ),
    _of_a_file(
        "entity of parameters of a file",
        '<!DOCTYPE deck [<!ENTITY % s SYSTEM "SECRET"> %s;]>\n<deck><card qty="3">Rout</card></deck>',
    ),
    deck(88, "one long entity, many times", "deck.o8d", _long, "deck.o8d:1:", _REFUSED),
    _of_a_file(
        "inclusion of a file",
        '<deck xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="SECRET" parse="text"/></deck>',
    ),
    Case(
        number=90,
        what="document type of a server",
        act=_elsewhere,
        says=("deck.o8d:1:", _REFUSED),
        decks=1,
    ),
    deck(
        91,
        "nested 30,000 deep",
        "deck.o8d",
        f"<deck>{'<section>' * 30_000}{'</section>' * 30_000}</deck>",
        "deck.o8d:1:178: nested deeper than 20 levels",
    ),
)
