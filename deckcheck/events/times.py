"""Times as forms write them: the order of day and month in a column, and each time with its zone."""

import datetime
import re
from collections.abc import Sequence

from deckcheck.model.errors import UsageError

# What a column may have: ISO times, or the order of year, month and day.
_ORDERS = ("iso", "ymd", "mdy", "dmy")
_WRITTEN = re.compile(
    r"""(?P<first>\d{1,4})(?P<sign>[./-])(?P<second>\d{1,2})(?P=sign)(?P<third>\d{4}|\d\d),?\s+
    (?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<seconds>\d\d))?
    (?:\s*(?P<half>[ap]\.?\s?m\.?|vorm\.|nachm\.))?
    (?:\s*(?P<zone>[A-Z]{1,5})?(?:(?P<way>[+-])(?P<hours>\d\d?)(?::?(?P<minutes>\d\d))?)?)?""",
    re.IGNORECASE | re.VERBOSE,
)
# Hours from UTC; other words for a zone are read as the zone of the event.
_ZONES = dict.fromkeys(("Z", "UTC", "GMT", "WET"), 0) | dict.fromkeys(("CET", "MEZ", "WEST"), 1)
_ZONES |= dict.fromkeys(("CEST", "EET", "MESZ"), 2) | {"EEST": 3}
_ZONES |= {"EDT": -4, "EST": -5, "CDT": -5, "CST": -6, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8}
# A time that a person gives has a day and at least an hour.
_MOMENT = re.compile(r"[\d-]{8,10}[Tt ]\d\d")
# The number of digits of a year, and of one without its century.
_YEAR, _SHORT_YEAR = len("2026"), len("26")
_CENTURY = 2000
_ONE_DAY = datetime.timedelta(days=1)
_DAY = len("2026-12-04")


def order_of(cells: Sequence[str]) -> str:
    """Return how most cells of a column write a time; "" if they are not times or are ambiguous."""
    orders = _orders(cells)
    return orders[0] if len(orders) == 1 else ""


def two_readings(cells: Sequence[str]) -> tuple[str, str, str] | None:
    """Return a time of a column that can be read in two ways, and the two days; None if all are clear."""
    orders = _orders(cells)
    times = ((cell, *dict.fromkeys(time_in(cell, order, datetime.UTC) for order in orders)) for cell in cells)
    return next(((time[0], time[1][:_DAY], time[2][:_DAY]) for time in times if len(time) > 2), None)  # noqa: PLR2004


def _orders(cells: Sequence[str]) -> list[str]:
    """Return how most cells of a column may write a time; of several ways with the same meaning, only the first."""
    counts = {order: sum(_is_time(cell, order) for cell in cells) for order in _ORDERS}
    most = max(counts.values())
    if not most or most * 2 < len(cells):
        return []
    best = [order for order in _ORDERS if counts[order] == most]
    meant = {tuple(time_in(cell, order, datetime.UTC) for cell in cells): order for order in reversed(best)}
    return ["iso"] if best[0] == "iso" else [order for order in best if order in meant.values()]


def time_in(cell: str, order: str, zone: datetime.tzinfo | None) -> str:
    """Return a time of a table as an ISO time with a zone, "" for anything else; None is the zone of this machine."""
    try:
        found = datetime.datetime.fromisoformat(cell.strip()) if order == "iso" else _written(cell.strip(), order)
        in_zone = found if found.tzinfo else found.replace(tzinfo=zone) if zone else found.astimezone()
        return in_zone.isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return ""


def moment(text: str, zone: datetime.tzinfo | None) -> str:
    """Return a time that a person gives in the form of `short_time`, in `zone` if it has no offset.

    Raises:
        UsageError: for a day or anything else, without a zone, and for an hour that `zone` skips or has twice.
    """
    try:
        found = datetime.datetime.fromisoformat(text if _MOMENT.match(text) else "")
        both = [found.replace(tzinfo=found.tzinfo or zone or datetime.UTC, fold=fold) for fold in (0, 1)]
        # One day from the limits, so that every zone can show it.
        known = [each.astimezone(datetime.UTC) for each in (*both, found - _ONE_DAY, found + _ONE_DAY)]
    except (ValueError, OverflowError):
        raise UsageError(f"`{text}` is not a time", help="write it as 2026-12-04T20:00+01:00") from None
    if not (found.tzinfo or zone):
        help = "add the offset, as in 2026-12-04T20:00+01:00, or give the event a zone: --zone Europe/Berlin"
        raise UsageError(f"`{text}` has no time zone", help=help)
    if known[0] == known[1]:
        return short_time(both[0])
    if known[0] > known[1]:
        help = "the clocks are put forward then; name another hour"
        raise UsageError(f"`{text}` does not exist in {zone}", help=help)
    help = f"write {' or '.join(map(short_time, both))}"
    raise UsageError(f"`{text}` occurs twice in {zone}", help=help)


def short_time(time: datetime.datetime, separator: str = "T") -> str:
    """Return a time in ISO form, without seconds if there are none: ``2026-12-04T20:00+01:00``."""
    return time.isoformat(separator, "auto" if time.second or time.microsecond else "minutes")


def _is_time(cell: str, order: str) -> bool:
    return len(cell) > len("2026-12-04") and bool(time_in(cell, order, datetime.UTC))


def _written(cell: str, order: str) -> datetime.datetime:
    """Return a time written in a certain order of year, month and day; raises ValueError for anything else."""
    match = _WRITTEN.fullmatch(cell)
    if match is None or (match["sign"] == "." and order != "dmy"):
        raise ValueError(cell)
    parts = dict(zip(order, (match["first"], match["second"], match["third"]), strict=True))
    is_short = len(parts["y"]) == _SHORT_YEAR and order != "ymd"
    if len(parts["y"]) != _YEAR and not is_short:
        raise ValueError(cell)
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"][0] in "pPnN" else 0)
    return datetime.datetime(
        int(parts["y"]) + (_CENTURY if is_short else 0),
        int(parts["m"]),
        int(parts["d"]),
        hour,
        int(match["minute"]),
        int(match["seconds"] or 0),
        tzinfo=_zone(match),
    )


def _zone(match: re.Match[str]) -> datetime.tzinfo | None:
    """Return the zone written after a time, such as ``GMT+1`` or ``CET``; None if there is none."""
    if match["hours"]:
        size = datetime.timedelta(hours=int(match["hours"]), minutes=int(match["minutes"] or 0))
        return datetime.timezone(-size if match["way"] == "-" else size)
    hours = _ZONES.get((match["zone"] or "").upper())
    return None if hours is None else datetime.timezone(datetime.timedelta(hours=hours))
