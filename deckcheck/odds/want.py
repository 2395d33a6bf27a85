"""A want, the success condition of a question: requirements on groups, joined by and / or."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.errors import UsageError

_MOST_ALTERNATIVES = 1_000
_PLAIN_NAME = re.compile(r"""[^\s()<>=≥≤"']+""")
_KEYWORDS = ("and", "or")


class Requirement(Struct, frozen=True):
    """A bound on the number of cards of a group; `op` is ``>=``, ``<=`` or ``==``."""

    group: str
    op: str
    count: int

    @property
    def needed(self) -> int:
        """The number of cards of the group that it needs: 0 for an upper limit."""
        return 0 if self.op == "<=" else self.count

    def __str__(self) -> str:
        plain = _PLAIN_NAME.fullmatch(self.group) and self.group.lower() not in _KEYWORDS
        quote = "'" if '"' in self.group else '"'
        name = self.group if plain else f"{quote}{self.group}{quote}"
        return f"{name} {self.op} {self.count}"


class AllOf(Struct, frozen=True):
    """All parts must be met."""

    parts: tuple[Want, ...]

    def __str__(self) -> str:
        return " and ".join(f"({part})" if isinstance(part, AnyOf) else str(part) for part in self.parts)


class AnyOf(Struct, frozen=True):
    """At least one part must be met."""

    parts: tuple[Want, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


Want = Requirement | AllOf | AnyOf


def requirements(want: Want) -> Iterator[Requirement]:
    """Yield the requirements of `want` in the order written."""
    if isinstance(want, Requirement):
        yield want
    else:
        for part in want.parts:
            yield from requirements(part)


def groups_of(want: Want | None) -> frozenset[str]:
    """Return the groups of `want`."""
    return frozenset(item.group for item in requirements(want)) if want is not None else frozenset()


def alternatives(want: Want) -> list[tuple[Requirement, ...]]:
    """Return `want` as a list of alternatives, each a list of joint requirements.

    Raises:
        UsageError: when there would be more than a thousand.
    """
    if isinstance(want, Requirement):
        return [(want,)]
    parts = [alternatives(part) for part in want.parts]
    if isinstance(want, AnyOf):
        return [item for part in parts for item in part]
    if math.prod(map(len, parts)) > _MOST_ALTERNATIVES:
        raise UsageError(f"`{want}` has more than {_MOST_ALTERNATIVES} alternatives")
    return [tuple(itertools.chain.from_iterable(chosen)) for chosen in itertools.product(*parts)]
