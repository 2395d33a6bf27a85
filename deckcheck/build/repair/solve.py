"""Solve integer programs with HiGHS, reproducibly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from deckcheck.model.errors import UsageError, how_to_install


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

    def row(self, terms: Mapping[int, float] | Iterable[tuple[int, float]], low: float, high: float) -> None:
        """Add the constraint ``low <= sum of coefficient * variable <= high``."""
        self.rows.append((tuple(terms.items() if isinstance(terms, Mapping) else terms), low, high))


class Solution(Struct, frozen=True):
    """The best values found, their cost, and a lower `bound` for any cost; `proven`: the cost is optimal."""

    values: tuple[float, ...]
    cost: float
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
    try:
        import highspy
        import numpy as np
    except ImportError:
        raise UsageError("repairing decks requires the solver HiGHS", help=how_to_install("repair")) from None
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.costs), len(program.rows)
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = (
        np.array(values, dtype=np.double) for values in (program.costs, program.lows, program.highs)
    )
    kinds = (highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous)
    lp.integrality_ = [kinds[loose] for loose in program.loose]
    lp.row_lower_ = np.array([low for _, low, _ in program.rows], dtype=np.double)
    lp.row_upper_ = np.array([high for _, _, high in program.rows], dtype=np.double)
    lengths = [len(terms) for terms, _, _ in program.rows]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *lengths], dtype=np.int32)
    lp.a_matrix_.index_ = np.array([column for terms, _, _ in program.rows for column, _ in terms], dtype=np.int32)
    lp.a_matrix_.value_ = np.array([value for terms, _, _ in program.rows for _, value in terms], dtype=np.double)
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
        cost=info.objective_function_value,
        bound=bound if math.isfinite(bound) else 0,
        proven=status == highspy.HighsModelStatus.kOptimal,
    )


def _silent(kind: Any) -> Any:  # noqa: ANN401 - as `_run`
    """Return a solver that writes nothing: from version 1.16 on the constructor greets where callbacks are enabled."""

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
