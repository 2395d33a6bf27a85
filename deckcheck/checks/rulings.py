"""Judges' decisions about findings: reading rulings, and applying them to findings without checking again."""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict, replace

from deckcheck.decks.files import open_file
from deckcheck.decks.resolve import cards_called
from deckcheck.model.days import is_date
from deckcheck.model.errors import DataError
from deckcheck.model.finding import BEARING, Finding, Severity
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Report
from deckcheck.rules import REGISTRY
from deckcheck.rules.judge import in_order

_LONGEST = 500
# This number of digits distinguishes the decks of an event.
_LEAST_DIGITS, _MOST_DIGITS = 12, 64
_FINGERPRINT = "sha256:"


class Ruling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A judge's decision about findings.

    It applies to findings that match all given values of `code`, `card` (a name), `player` and `fingerprint`;
    an empty one fits all. `date` is the day of the decision, `until` the last day on which it counts (empty: for good).
    """

    decision: Literal["allow", "reject"]
    why: str
    by: str
    date: str = ""
    code: str = ""
    card: str = ""
    player: str = ""
    fingerprint: Annotated[str, Meta(pattern=r"^(sha256:[0-9a-f]{12,64})?$")] = ""
    until: str = ""


class ActiveRuling(Struct, frozen=True):
    """A ruling that counts today, with the ids of the cards that it names (None: it names none)."""

    ruling: Ruling
    cards: frozenset[str] | None


class _RulingsFile(Struct, frozen=True, forbid_unknown_fields=True):
    rulings: tuple[Ruling, ...]


def read_rulings(path: str) -> tuple[Ruling, ...]:
    """Return the rulings in a YAML file (``-``: standard input).

    Raises:
        InputError: when it cannot be opened.
        DataError: with file and line, when it cannot be read or a ruling is broken or too broad.
    """
    from deckcheck.system import strict_yaml

    with open_file(path) as stream:
        node = strict_yaml.parse(strict_yaml.text_in(stream, path), path)
    file: _RulingsFile = strict_yaml.decode(node, _RulingsFile)
    for ruling, item in zip(file.rulings, node.value["rulings"].value, strict=True):
        if fault := fault_of(ruling):
            raise DataError(fault[0], place=item.place, help=fault[1])
    return file.rulings


def fault_of(ruling: Ruling) -> tuple[str, str] | None:
    """Return the problem of a ruling with its solution; None for a valid one."""
    if not (ruling.code or ruling.card or ruling.fingerprint):
        return "this ruling is too broad", "name a code, a card or a fingerprint; a player alone is not enough"
    if ruling.code and ruling.code not in REGISTRY:
        return f"there is no rule with the code `{ruling.code}`", "`deckcheck rule` lists the codes"
    for what, text in (("reason", ruling.why), ("judge", ruling.by)):
        if not text:
            return f"this ruling has no {what}", "reports and letters show it"
        if len(text) > _LONGEST:
            return f"the {what} has {len(text)} characters; at most {_LONGEST} are allowed", "make it shorter"
    for day in (ruling.date, ruling.until):
        if day and not is_date(day):
            return f"`{day}` is not a day", "write it as 2026-12-04"
    return None


def today() -> str:
    """Return today as an ISO day."""
    return datetime.datetime.now().astimezone().date().isoformat()


def counting(rulings: Iterable[Ruling], day: str) -> tuple[Ruling, ...]:
    """Return the rulings that count on an ISO day."""
    return tuple(ruling for ruling in rulings if not ruling.until or day <= ruling.until)


def rulings_in(file: str | None, pools: Iterable[Pool]) -> tuple[Ruling, ...]:
    """Return the rulings in a file that count today, () without a file; raises DataError."""
    if file is None:
        return ()
    rulings = read_rulings(file)
    refuse_unknown(rulings, pools, file)
    return counting(rulings, today())


def with_rulings(
    results: Iterable[Report | Failure], rulings: tuple[Ruling, ...], pools: Mapping[str, Pool]
) -> Iterator[Report | Failure]:
    """Yield `results`, with `rulings` applied to the findings of reports."""
    of_pool = {key: in_force(rulings, pool) for key, pool in pools.items()}
    for result in results:
        yield ruled(result, of_pool[result.pool_id]) if isinstance(result, Report) else result


def in_force(rulings: Iterable[Ruling], pool: Pool) -> tuple[ActiveRuling, ...]:
    """Return rulings ready to be applied to reports about cards of `pool`."""
    return tuple(ActiveRuling(each, _meant(each, pool) if each.card else None) for each in rulings)


def refuse_unknown(rulings: Iterable[Ruling], pools: Iterable[Pool], place: str | None = None) -> None:
    """Raise DataError for a ruling about a card that is in none of `pools`."""
    pools = tuple(pools)
    for ruling in rulings:
        if ruling.card and not any(_meant(ruling, pool) for pool in pools):
            message = f"a ruling names `{ruling.card}`, which is not recognised as a card"
            raise DataError(message, place=place, help="write the name as `deckcheck cards show` does")


def _meant(ruling: Ruling, pool: Pool) -> frozenset[str]:
    return frozenset(card.id for card in cards_called(ruling.card, pool))


def ruled(report: Report, rulings: tuple[ActiveRuling, ...]) -> Report:
    """Return `report` with `rulings` applied to its findings; the engine's judgement of the deck is unchanged."""
    if not rulings:
        return report
    deck = report.deck
    return replace(report, findings=ruled_findings(report.findings, rulings, deck.raw.player, deck.fingerprint))


def ruled_findings(
    findings: tuple[Finding, ...], rulings: tuple[ActiveRuling, ...], player: str, fingerprint: str
) -> tuple[Finding, ...]:
    """Return `findings` about the deck of `player` with `rulings` applied; of several rulings the last one counts.

    Allowed findings become notes. Rejected open findings and warnings become errors.
    """
    about = [each for each in rulings if _is_about(each.ruling, player, fingerprint)]
    if not about:
        return findings
    return in_order(_decided(finding, about) for finding in findings)


def _is_about(ruling: Ruling, player: str, fingerprint: str) -> bool:
    whose = not ruling.player or fold(ruling.player) == fold(player)
    return whose and fingerprint.startswith(ruling.fingerprint)


def _decided(finding: Finding, rulings: Iterable[ActiveRuling]) -> Finding:
    ruling = next((each.ruling for each in reversed(list(rulings)) if _fits(each, finding)), None)
    if ruling is None:
        return finding
    is_allowed = ruling.decision == "allow"
    if finding.severity not in BEARING and (is_allowed or finding.severity is Severity.NOTE):
        return finding
    day = f", {ruling.date}" if ruling.date else ""
    said = "allowed" if is_allowed else "rejected"
    data: dict[str, Any] = {key: value for key, value in asdict(ruling).items() if value}
    return replace(
        finding,
        severity=Severity.NOTE if is_allowed else Severity.ERROR,
        message=f"{finding.message} ({said} by {ruling.by}{day}: {ruling.why})",
        data={**finding.data, "ruling": data, "severity": finding.severity.value},
    )


def _fits(each: ActiveRuling, finding: Finding) -> bool:
    """Return whether a ruling concerns a finding; allowing one card does not allow another."""
    if each.ruling.code and finding.code != each.ruling.code:
        return False
    if each.cards is None:
        return True
    cards = frozenset(finding.cards)
    return bool(cards) and (
        cards <= each.cards if each.ruling.decision == "allow" else not cards.isdisjoint(each.cards)
    )


def written(rulings: Iterable[Ruling]) -> str:
    """Return rulings as YAML for `read_rulings`."""
    from deckcheck.system import strict_yaml

    return strict_yaml.dump({"rulings": [to_builtins(ruling) for ruling in rulings]}, flow=False)


def full_fingerprint(text: str) -> str:
    """Return a fingerprint in the form of rulings; raises DataError for an invalid one."""
    digits = text.removeprefix(_FINGERPRINT).replace(" ", "").lower()
    if not _LEAST_DIGITS <= len(digits) <= _MOST_DIGITS or set(digits) - set("0123456789abcdef"):
        help = f"give at least {_LEAST_DIGITS} of its {_MOST_DIGITS} digits"
        raise DataError(f"`{text}` is not a fingerprint", help=help)
    return _FINGERPRINT + digits
