"""1 to 32: decks in YAML."""

from __future__ import annotations

from itertools import pairwise

from tests.acceptance.case import deck


def _aliases() -> str:
    """Nine levels, each nine times the one before: 9^9 when all of it is walked."""
    names = "abcdefghi"
    rows = [f"{names[0]}: &{names[0]} [{', '.join('x' * 9)}]"]
    for inner, outer in pairwise(names):
        rows.append(f"{outer}: &{outer} [{', '.join([f'*{inner}'] * 9)}]")
    return "\n".join(rows)


def _merges() -> str:
    """Maps that take in eight times the map before."""
    names = "abcdefghij"
    rows = [f"{names[0]}: &{names[0]} {{banzai: 1}}"]
    for inner, outer in pairwise(names):
        rows.append(f"{outer}: &{outer} {{<<: [{', '.join([f'*{inner}'] * 8)}]}}")
    return "\n".join(rows)


def _indented() -> str:
    return "".join(f"{' ' * depth}conflict:\n" for depth in range(1300))


QUOTES = ("means different things to different YAML readers; write it in quotes",)

CASES = (
    deck(1, "aliases that multiply", "deck.yaml", _aliases, "deck.yaml:1:4: anchors and aliases are not allowed"),
    deck(2, "merge keys that multiply", "deck.yaml", _merges, "deck.yaml:1:4: anchors and aliases are not allowed"),
    deck(
        3,
        "tag that runs code",
        "deck.yaml",
        "player: Ada\nname: !!python/object/apply:os.mkdir [pwned]\n",
        "deck.yaml:2:7: the tag",
        "python/object/apply:os.mkdir",
    ),
    deck(
        4,
        "tag that names a function",
        "deck.yaml",
        "fate:\n  rout: !!python/name:os.system\n",
        "deck.yaml:2:9: the tag",
        "python/name:os.system",
    ),
    deck(5, "tag of nobody", "deck.yaml", "name: !secret {b: 2}\n", "deck.yaml:1:7: the tag !secret is not allowed"),
    deck(
        6,
        "key twice",
        "deck.yaml",
        "conflict:\n  rout: 3\n  banzai: 2\n  rout: 1\n",
        "deck.yaml:4:3: duplicate key `rout`, first in line 2",
    ),
    deck(7, "words that are booleans", "deck.yaml", "name: off\nconflict: {rout: 3}\n", "1:7: `off`", *QUOTES),
    deck(7, "key that is a boolean", "deck.yaml", "conflict:\n  on: 3\n", "deck.yaml:2:3: `on`", *QUOTES),
    deck(8, "octal number", "deck.yaml", "conflict:\n  rout: 003\n", "deck.yaml:2:9: `003`", *QUOTES),
    deck(8, "hexadecimal number", "deck.yaml", "conflict:\n  rout: 0x2\n", "deck.yaml:2:9: `0x2`", *QUOTES),
    deck(9, "number to base 60", "deck.yaml", "conflict:\n  rout: 0:03\n", "deck.yaml:2:9: `0:03`", *QUOTES),
    deck(
        10,
        "date as a name",
        "deck.yaml",
        "name: 2019-02-28\nconflict:\n  rout: 9\n",
        code=1,
        more=("--as", "csv"),
        says=("deck.yaml,2019-02-28,",),
    ),
    deck(
        10,
        "decimal as a name",
        "deck.yaml",
        "name: 2.10\nconflict: {rout: 3}\n",
        "deck.yaml:1:1: expected text or null, got a decimal number; write it in quotes",
    ),
    deck(11, "number with an underscore", "deck.yaml", "conflict:\n  rout: 1_1\n", "deck.yaml:2:9: `1_1`", *QUOTES),
    deck(12, "infinity as a number", "deck.yaml", "conflict:\n  rout: -.inf\n", "deck.yaml:2:9: `-.inf`", *QUOTES),
    deck(12, "not a number as one", "deck.yaml", "conflict:\n  rout: .NaN\n", "deck.yaml:2:9: `.NaN`", *QUOTES),
    deck(
        13,
        "fractions",
        "deck.yaml",
        "conflict:\n  rout: 1.5\n  banzai: 2.0\n",
        "`1.5` copies of `rout`; the number must be from 1 to 999",
        "`2.0` copies of `banzai`",
        "line 2:",
        "line 3:",
    ),
    deck(
        14,
        "number below zero that hides others",
        "deck.yaml",
        "conflict:\n  rout: -40\n  banzai: 80\n",
        "`-40` copies of `rout`; the number must be from 1 to 999",
        "80 copies of `Banzai!`",
        code=1,
    ),
    deck(
        15,
        "number of 6,000 digits",
        "deck.yaml",
        f"conflict:\n  rout: {'8' * 6000}\n",
        f"`{'8' * 20}` copies of `rout`",
        never=("8" * 300,),
    ),
    deck(16, "boolean as a number", "deck.yaml", "conflict:\n  rout: false\n", "`false` copies of `rout`"),
    deck(
        17,
        "no number",
        "deck.yaml",
        "conflict:\n  rout:\n  banzai: null\n",
        "`null` copies of `rout`",
        "`null` copies of `banzai`",
    ),
    deck(18, "list of names at the top", "deck.yaml", "- rout\n- rout\n- rout\n", "deck.yaml:1:3: a deck is a map"),
    deck(19, "text at the top", "deck.yaml", "three copies of rout\n", "deck.yaml:1:1: a deck is a map"),
    deck(20, "empty file", "deck.yaml", "", "deck.yaml: the file is empty"),
    deck(20, "blank file", "deck.yaml", " \n\t\n", "deck.yaml: the file is empty"),
    deck(21, "comments alone", "deck.yaml", "# to be done\n---\n# nothing yet\n", "deck.yaml"),
    deck(
        22,
        "two documents",
        "deck.yaml",
        "name: one\nconflict: {rout: 7}\n---\nname: two\nconflict: {banzai: 8}\n",
        "deck.yaml#1:",
        "deck.yaml#2:",
        "7 copies of `Rout`",
        "8 copies of `Banzai!`",
        code=1,
        decks=2,
    ),
    deck(23, "lists nested 6,000 deep", "deck.yaml", f"fate: {'[' * 6000}{']' * 6000}", "1:27: nested deeper than 20"),
    deck(24, "maps nested 1,300 deep", "deck.yaml", _indented, "deck.yaml:21:21: nested deeper than 20 levels"),
    deck(25, "tab", "deck.yaml", "fate:\n\trout: 3\n", "deck.yaml:2:1: not valid YAML"),
    deck(26, "unclosed", "deck.yaml", "name: [Ada\nfate: {rout: 3}\n", "deck.yaml:2:5: not valid YAML"),
    deck(27, "NUL", "deck.yaml", b"fate: {ro\0ut: 3}\n", "deck.yaml: not a text file"),
    deck(28, "map as a key", "deck.yaml", "? {rout: 3}\n: 1\n", "deck.yaml:1:3: a key must be plain text"),
    deck(29, "list that contains itself", "deck.yaml", "fate: &all [rout, *all]\n", "1:7: anchors and aliases are not"),
    deck(
        30,
        "misspelt key",
        "deck.yaml",
        "strongold: shiro-nishiyama\nconflict: {rout: 3}\n",
        "deck.yaml:1:1: a deck has no key `strongold`",
        "did you mean `stronghold`?",
    ),
    deck(
        31,
        "name of a million letters",
        "deck.yaml",
        lambda: f"name: {'N' * 1_000_000}\nconflict: {{rout: 3}}\n",
        "deck.yaml:1:1",
        "200",
        never=("N" * 300,),
    ),
    deck(
        32,
        "25,000 cards",
        "deck.yaml",
        lambda: "conflict:\n" + "".join(f"  card-{number}: 1\n" for number in range(25_000)),
        "deck.yaml: more than 2,000 cards",
    ),
    deck(
        32,
        "as many cards as may be, all unknown",
        "deck.yaml",
        lambda: "conflict:\n" + "".join(f"  card-{number}: 1\n" for number in range(2_000)),
        "line 2: no card is called `card-0`",
        "and 1,997 more",
        never=("card-1900",),
    ),
)
