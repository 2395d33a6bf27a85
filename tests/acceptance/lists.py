"""The good list that hostile lines stand in, so that only they can make a deck anything but legal."""

from __future__ import annotations

from tests.conftest import ROOT

_FILE = ROOT / "tests" / "fixtures" / "decks" / "lcg-2017" / "crab-keeper.txt"
GOOD = _FILE.read_text("utf-8").partition("\n\n")[2]
_LINE = "* 3 Banzai!\n"
assert GOOD.count(_LINE) == 1


def instead(*lines: str, of: str = _LINE) -> str:
    """Return the good list with other lines in the place of one of its own: 3 copies of Banzai!."""
    assert of in GOOD
    return GOOD.replace(of, "".join(f"{line}\n" for line in lines))
