"""Days that are known only as an interval."""

import calendar
import datetime
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

# After every day.
NEVER = "9999-12-31"


class Between(Struct, frozen=True, forbid_unknown_fields=True):
    """An unknown day, between the last day of the old state and the first of the new one; `by` names the source.

    A ban was certainly not in force on the first day (None: nobody knows such a day), and certainly was on the second
    (None: perhaps never). At least one of them is a day.
    """

    between: tuple[str | None, str | None]
    by: str

    def __str__(self) -> str:
        before, sure = self.between
        if before and sure:
            month = sure[: len("2011-09")]
            return f"in {month}" if self == day_or_month(month, self.by) else f"between {before} and {sure}"
        return f"after {before}, if ever" if before else f"on or before {sure}"

    def __post_init__(self) -> None:
        if not self.written:
            raise ValueError("an interval needs at least one day")
        for day in self.written:
            if not is_date(day):
                raise ValueError(f"`{day}` is not a date like 2011-09-01")
        before, sure = self.between
        if before and sure and before >= sure:
            raise ValueError("an interval ends before it begins")

    @property
    def written(self) -> tuple[str, ...]:
        """The days that are given."""
        return tuple(filter(None, self.between))


@lru_cache(maxsize=4_096)  # thousands of cards came out on a few hundred days
def is_date(text: str) -> bool:
    """Return whether `text` is a date of the form 2011-09-01."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_month(text: str) -> bool:
    """Return whether `text` is a month of the form 2011-09."""
    return is_date(f"{text}-01")


def day_or_month(text: str, by: str) -> str | Between:
    """Return the day `text`, or the interval of the month `text` (2011-09), according to `by`; "" for ""."""
    if not is_month(text):
        return text
    first = datetime.date.fromisoformat(f"{text}-01")
    last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
    return Between(((first - datetime.timedelta(days=1)).isoformat(), last.isoformat()), by)


@lru_cache(maxsize=4_096)
def bounds(day: str | Between) -> tuple[str, str]:
    """Return the first day on which something may have begun ("": any day) and the first on which it certainly had."""
    if not isinstance(day, Between):
        return day, day
    before, sure = day.between
    possible = (datetime.date.fromisoformat(before) + datetime.timedelta(days=1)).isoformat() if before else ""
    return possible, sure or NEVER


def at_latest(day: str) -> str:
    """Return when something had certainly begun, as text: ``2021-01-05 at the latest``; "" if perhaps never."""
    return "" if day == NEVER else f"{day} at the latest"


def earliest(days: Iterable[str | Between]) -> tuple[str, Between | None]:
    """Return the earliest known day of `days` ("": none), and the interval of the first of all of them.

    The interval is None where it is certain that no unknown day is before the known one.
    """
    every = list(days)
    known = min((day for day in every if isinstance(day, str)), default="")
    first = min((day for day in every if isinstance(day, Between)), key=bounds, default=None)
    if first is None or (known and known <= bounds(first)[0]):
        return known, None
    sure = min(bounds(day)[1] for day in every)
    return known, Between((first.between[0], None if sure == NEVER else sure), first.by)
