"""Solve integer programs with HiGHS, reproducibly, without interchangeable cards; find what makes a deck impossible.

Two cards outside the deck are interchangeable when the same rows contain them with the same coefficients, and their
own rows differ only in the card. A solution that adds `need` cards uses at most `need` copies of one class of such
cards, so the first few cards of a class are as good as the whole class.
"""

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from msgspec import Struct

from deckcheck.model.deck import grouped
from deckcheck.model.errors import needing
from deckcheck.rules.rows import MANY, Model, Terms

Cost = Callable[[int], float]
_SECONDS = 5.0
# The beginning of constraints that keep a card in the deck; the name of the card follows.
STAYS = "keep "


class Program(Struct):
    """An integer program: minimise the sum of `costs` over the variables, which are integers unless `loose`.

    `rows` are (terms, low, high) as in `Row`.
    """

    costs: list[float] = []
    lows: list[float] = []
    highs: list[float] = []
    loose: list[bool] = []
    rows: list[tuple[tuple[tuple[int, float], ...], float, float]] = []

    def variable(self, low: float, high: float, cost: float = 0, *, loose: bool = False) -> int:
        """Add a variable from `low` to `high`; return its index."""
        self.costs.append(cost)
        self.lows.append(low)
        self.highs.append(high)
        self.loose.append(loose)
        return len(self.costs) - 1

    def row(self, terms: Terms, low: float, high: float) -> None:
        """Add the constraint ``low <= sum of coefficient * variable <= high``."""
        self.rows.append((tuple(terms.items() if isinstance(terms, Mapping) else terms), low, high))


class Solution(Struct, frozen=True):
    """The best values found, and a lower `bound` for the cost; `proven`: the values are optimal."""

    values: tuple[float, ...]
    bound: float
    proven: bool

    def whole(self, variable: int) -> int:
        """Return the value of an integer variable."""
        return round(self.values[variable])


class TimeUp(Exception):
    """The time ran out before any solution was found."""


def minimise(program: Program, seconds: float) -> Solution | None:
    """Return the solution with the lowest cost, None when there is none.

    Raises:
        UsageError: when the solver is not installed.
        TimeUp: when no solution was found in `seconds`.
    """
    with needing("repair", "repairing decks"):
        import highspy
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.costs), len(program.rows)
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = program.costs, program.lows, program.highs
    kinds = (highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous)
    lp.integrality_ = [kinds[loose] for loose in program.loose]
    lp.row_lower_ = [low for _, low, _ in program.rows]
    lp.row_upper_ = [high for _, _, high in program.rows]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = [*accumulate((len(terms) for terms, _, _ in program.rows), initial=0)]
    lp.a_matrix_.index_ = [column for terms, _, _ in program.rows for column, _ in terms]
    lp.a_matrix_.value_ = [value for terms, _, _ in program.rows for _, value in terms]
    solver = _silent(highspy.Highs)
    for name, value in _OPTIONS.items():
        solver.setOptionValue(name, value)
    solver.setOptionValue("time_limit", float(seconds))
    if solver.passModel(lp) == highspy.HighsStatus.kError:
        raise ValueError("the integer program is not well formed")
    _run(solver)
    status = solver.getModelStatus()
    if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return None
    info = solver.getInfo()
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        raise TimeUp
    bound = info.mip_dual_bound
    return Solution(
        values=tuple(solver.getSolution().col_value),
        bound=bound if math.isfinite(bound) else 0,
        proven=status == highspy.HighsModelStatus.kOptimal,
    )


def _silent(kind: Any) -> Any:  # noqa: ANN401 - as `_run`
    """Return a solver without output; from 1.16 on, the constructor enables callbacks and prints a greeting."""

    class Silent(kind):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802 - the name of the solver's
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    return Silent()


def _run(solver: Any) -> None:  # noqa: ANN401 - the solver is loaded only where it is used
    """Run the solver in another thread, so that an interrupt stops it at once."""
    from threading import Thread

    solver.HandleUserInterrupt = True
    running = Thread(target=solver.run, daemon=True)
    running.start()
    try:
        running.join()
    except BaseException:
        solver.cancelSolve()
        running.join()
        raise


# One thread and a fixed seed make repairs reproducible; without a gap, "optimal" is proven.
_OPTIONS: dict[str, bool | int | float] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 1e-6,
}


def kept(model: Model, need: int, costs: Sequence[Cost], always: Collection[int] = ()) -> list[int]:
    """Return the slots to keep: those of the deck and of `always`, and some of each class of interchangeable ones.

    Of each class these are, for each of `costs`, the cheapest with room for `need` copies.
    """
    keep = set(range(len(model.slots)))
    for slots in _classes(model, {index for index in keep.difference(always) if not model.slots[index].old}):
        keep.difference_update(slots)
        most = math.ceil(need / max(1, min(model.upper[slots[0]], model.cap[slots[0]])))
        for cost in costs:
            keep.update(sorted(slots, key=cost)[:most])
    return sorted(keep)


def _classes(model: Model, free: Collection[int]) -> Iterable[list[int]]:
    """Return the classes of interchangeable slots among `free`."""
    signs: dict[int, list[Hashable]] = {slot: [model.upper[slot], model.cap[slot]] for slot in sorted(free)}
    count = len(model.slots)
    for number, row in enumerate(model.rows):
        slots = [term for term in row.terms if term[0] < count]
        switches = tuple(term for term in row.terms if term[0] >= count)
        own = (row.rule, switches, row.low, row.high) if len(slots) == 1 else number
        for slot, weight in slots:
            if slot in signs:
                signs[slot].append((own, weight))
    return grouped((tuple(sign), slot) for slot, sign in signs.items()).values()


def program_of(model: Model, keep: Collection[int], rules: Collection[str] | None = None) -> Program:
    """Return the program of a model, with the variables of the model; slots that are not kept have no copies.

    With `rules`, only their rows and those without a rule are in it.
    """
    program = Program()
    taken = frozenset(keep)
    for slot, upper in enumerate(model.upper):
        program.variable(0, upper if slot in taken else 0)
    for high in model.highs:
        program.variable(0, high)
    for row in model.rows:
        if rules is None or not row.rule or row.rule in rules:
            program.row(row.terms, row.low, row.high)
    return program


def conflict(model: Model) -> tuple[str, ...]:
    """Return a minimal set of rules of `model` that no deck can satisfy together.

    Without any one of them, some deck satisfies the others. The cards that can be added stay those of the format.
    The result is empty when the time runs out.
    """
    keep = kept(model, MANY, (float,))
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
    return minimise(program_of(model, keep, rules), _SECONDS) is not None
