"""Find the constraints that make a legal deck impossible."""

from __future__ import annotations

from deckcheck.build.repair.prune import classes, kept, rows_of
from deckcheck.build.repair.solve import Program, TimeUp, minimise
from deckcheck.rules.rows import MANY, Model

_SECONDS = 5.0


def conflict(model: Model) -> tuple[str, ...]:
    """Return a minimal set of rules of `model` that no deck can satisfy together.

    Without any one of them, some deck satisfies the others. The cards that can be added stay those of the format.
    The result is empty when the time runs out.
    """
    keep = kept(model, classes(model), MANY, (float,))
    rules = list(dict.fromkeys(row.rule for row in model.rows if row.rule))
    needed = list(rules)
    try:
        if _possible(model, keep, needed):
            return ()
        for rule in rules:
            without = [other for other in needed if other != rule]
            if not _possible(model, keep, without):
                needed = without
    except TimeUp:
        return ()
    return tuple(needed)


def _possible(model: Model, keep: list[int], rules: list[str]) -> bool:
    """Return whether a deck can satisfy these rules."""
    program = Program()
    columns = {slot: program.variable(0, model.upper[slot]) for slot in keep}
    extra = [program.variable(0, high) for high in model.highs]
    count = len(model.slots)
    for row in rows_of(model, keep):
        if not row.rule or row.rule in rules:
            terms = ((columns[v] if v < count else extra[v - count], weight) for v, weight in row.terms)
            program.row(terms, row.low, row.high)
    return minimise(program, _SECONDS) is not None
